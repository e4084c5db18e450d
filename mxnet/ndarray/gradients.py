"""How gradients get into the arrays of variables: written, added, or handed over. `mx.autograd` calls it."""
import weakref

import torch

from ..core.ownership import donate, is_unique, is_unique_in
from ..core.torch_private import foreach
from ..core.tuning import DONATE_GRADIENT_FROM_ELEMENTS
from .array import NDArray
from .history import Record
from .storage.arrays import row_sparse
from .tensors import assign, buffer_of, tensor_of, write


class GradientHook:
    """Puts a leaf's finished gradient into the user's array, by the request."""

    __slots__ = ("record",)

    def __init__(self, record: Record) -> None:
        # Weak, since the tape's leaf holds this hook and the record holds the leaf.
        self.record = weakref.ref(record)

    def __call__(self, leaf: torch.Tensor) -> None:
        gradient = leaf.grad
        if gradient is None:  # a rule said that it has no gradient for this input, such as a label
            return
        leaf.grad = None
        record = self.record()
        if record is not None and record.grad is not None:
            land(record.grad, gradient, record.req)
            record.fresh = True


class RowsHook(GradientHook):
    """Puts a gradient, which may be a sparse tensor of rows, into a row-sparse array."""

    __slots__ = ()

    def __call__(self, leaf: torch.Tensor) -> None:
        gradient, record = leaf.grad, self.record()
        if gradient is None or not gradient.is_sparse or record is None:
            super().__call__(leaf)
            return
        leaf.grad = None
        target, gradient = record.grad, gradient.detach().coalesce()
        rows = row_sparse(gradient.values(), gradient.indices()[0], target)
        target._take(rows if record.req == "write" else target + rows)
        record.fresh = True


def land(target: NDArray, gradient: torch.Tensor, req: str) -> None:
    """Write or add one gradient."""
    if gradient.requires_grad:  # of a user's own function, whatever it did
        gradient = gradient.detach()
    if req == "write":
        if gradient.numel() < DONATE_GRADIENT_FROM_ELEMENTS or not _adopted(target, gradient):
            write(target, gradient)
    elif req == "add":
        total = buffer_of(target)
        total.add_(gradient.to(total.dtype))


def _adopted(target: NDArray, gradient: torch.Tensor) -> bool:
    """Give an array the memory of a gradient in exchange for its own, where nobody else has either."""
    fits = is_unique(gradient) and _may_adopt(target, gradient)
    if fits:
        assign(target, gradient)
    return fits


def _may_adopt(target: NDArray, gradient: torch.Tensor) -> bool:
    """Tell whether an array may have a gradient's memory instead of its own, which nobody else has."""
    if not is_unique_in(target):
        return False
    data = tensor_of(target)
    return data.is_cpu and data.dtype is gradient.dtype and data.shape == gradient.shape \
        and data.is_contiguous() and gradient.is_contiguous()


class DirectGradients:
    """Puts gradients of a called graph into the users' arrays, past torch's leaves: one for each variable, or None."""

    __slots__ = ("records",)

    def __init__(self, records: list) -> None:
        self.records = records

    def key(self) -> tuple:
        """Give the requests, None where there is no array."""
        return tuple([None if record is None or record.grad is None else record.req for record in self.records])

    def tensors(self) -> list[torch.Tensor]:
        """Give the memory that gradients are written into."""
        return [buffer_of(record.grad) for record in self.records if record is not None and record.grad is not None]

    def done(self, there: list[bool]) -> None:
        """Note which variables have got their gradients from a graph."""
        for record, present in zip(self.records, there):
            if present and record is not None:
                record.fresh = True

    def __call__(self, gradients: list) -> list:
        """Give what is left for the tape; small gradients are copied in one call, large ones are handed over."""
        return self.put(gradients, True)

    def put(self, gradients: list, handed_over: bool = False) -> list:
        """Do the same, and copy large ones as well."""
        targets, values = [], []
        for place, record in enumerate(self.records):
            gradient = gradients[place]
            if record is None or gradient is None:
                continue
            gradients[place], record.fresh = None, True
            if record.grad is None:
                continue
            if record.req == "add":
                land(record.grad, gradient, "add")
            elif handed_over and gradient.numel() >= DONATE_GRADIENT_FROM_ELEMENTS \
                    and _may_adopt(record.grad, gradient):
                assign(record.grad, donate(gradient))
            else:
                targets.append(buffer_of(record.grad))
                values.append(gradient)
        if targets:
            foreach.copy_(targets, values)
        return gradients
