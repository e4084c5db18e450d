"""Kinds of the operator `Custom` that MXNet uses for functions of mx.np without an operator; symbols refer to them.

A kind works on tensors, see `..custom`. Each one here is a function that torch differentiates.
"""
from math import prod

import torch

from ...dtype import to_torch
from ...errors import MXNetError
from ...op import Array
from ...params import parse_shape
from ...torch_private import tape_gradients
from ..custom import KINDS


def resized(data: Array, new_shape: tuple) -> Array:
    """Repeat the elements up to a shape, or truncate them."""
    wanted = prod(new_shape)
    if not wanted or not data.numel():
        return data.new_zeros(new_shape)
    return data.reshape(-1).repeat(-(-wanted // data.numel()))[:wanted].reshape(new_shape)


def unraveled(indices: Array, shape: tuple) -> Array:
    """Return a row of indices for each axis."""
    if not len(shape):
        raise MXNetError("unravel_index: the shape has no dimensions")
    if indices.is_floating_point() and indices.numel():
        raise MXNetError(f"unravel_index: indices are whole numbers, got {str(indices.dtype)[6:]}")
    return torch.stack(torch.unravel_index(indices.long(), shape)).to(indices.dtype)


def drawn(mean: Array, cov: Array, size: tuple) -> Array:
    """Draw from multivariate normal distributions."""
    if mean.dtype is torch.float16:
        return drawn(mean.float(), cov.float(), size).half()
    root = torch.linalg.cholesky(cov)
    batch = torch.broadcast_shapes(mean.shape[:-1], cov.shape[:-2])
    plain = torch.randn((*size, *batch, mean.shape[-1]), dtype=mean.dtype, device=mean.device)
    return mean + (root @ plain.unsqueeze(-1)).squeeze(-1)


class _Kind:
    """One function of tensors; ``shape_of`` returns the shape of its result, ``kind_of`` its type."""

    outputs, states, needs_head = ("output",), (), True

    def __init__(self, arguments: tuple, function, shape_of, kind_of=None) -> None:
        self.arguments, self.function, self.shape_of, self.kind_of = arguments, function, shape_of, kind_of

    def infer_shape(self, shapes: list) -> tuple:
        return shapes, [list(self.shape_of(*shapes))], []

    def infer_type(self, types: list) -> tuple:
        return types, [self.kind_of or types[0]], []

    def infer_storage(self, stypes: list) -> tuple:
        return ["default"] * len(stypes), ["default"], []

    def infer_storage_backward(self, heads: list, stypes: list) -> tuple:
        count = ["default"] * len(stypes)
        return ["default"], count, ["default"], count, []

    def make(self, device, shapes: list, dtypes: list, stypes=None) -> "_Instance":
        return _Instance(self.function)


class _Instance:
    """A call of a kind: forward writes the result, backward what torch computes for it."""

    def __init__(self, function) -> None:
        self.function = function
        self.taped: tuple | None = None

    def forward(self, is_train: bool, ins: list, outs: list, aux: list) -> None:
        with torch.enable_grad():
            leaves = [item.detach().requires_grad_(item.is_floating_point()) for item in ins]
            made = self.function(*leaves)
        self.taped = leaves, made
        outs[0].copy_(made.detach())

    def backward(self, needs, heads: list, ins: list, outs: list, grads: list, aux: list) -> None:
        leaves, made = self.taped or ([], None)
        wanted = [(place, leaf) for place, leaf in enumerate(leaves) if needs[place] and leaf.requires_grad]
        if made is None or not wanted or not made.requires_grad:
            return
        found = tape_gradients((made,), [leaf for _, leaf in wanted], (heads[0],))
        for (place, _), grad in zip(wanted, found):
            if grad is not None:
                grads[place].copy_(grad)


def _sizes(text: str) -> tuple:
    return () if text in ("None", "()") else parse_shape(text)


def _resize(new_shape: str) -> _Kind:
    shape = _sizes(new_shape)
    return _Kind(("a",), lambda data: resized(data, shape), lambda data: shape)


def _unravel(shape: str) -> _Kind:
    sizes = _sizes(shape)
    return _Kind(("indices",), lambda data: unraveled(data, sizes), lambda data: (len(sizes), *data))


def _multivariate_normal(size: str = "None") -> _Kind:
    shape = _sizes(size)
    return _Kind(("mean", "cov"), lambda mean, cov: drawn(mean, cov, shape),
                 lambda mean, cov: (*shape, *torch.broadcast_shapes(mean[:-1], cov[:-2]), mean[-1]))


def _empty_like(dtype: str = "None", order: str = "C", subok: str = "False", shape: str = "None") -> _Kind:
    kind = None if dtype == "None" else to_torch(dtype.rstrip("_"))
    return _Kind(("prototype",), lambda data: torch.zeros_like(data, dtype=kind), lambda data: data, kind)


KINDS.update(resize_fallback=_resize, unravel_index_fallback=_unravel, mvn_fallback=_multivariate_normal,
             empty_like_fallback=_empty_like)
