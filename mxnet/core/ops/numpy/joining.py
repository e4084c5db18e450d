"""Arrays joined along an axis, and split along one."""
from typing import Annotated

import torch

from ...errors import MXNetError
from ...op import Array, Ints, Range, op
from ..layout import axis_of
from ..slicing import split_gradient, split_v2, split_v2_shape
from .layout import raised

_Some = Annotated[Array, Range(1)]


def _joined(data: tuple, axis: int) -> Array:
    if not data:
        raise MXNetError("need at least one array to concatenate")
    first = data[0]
    for place, item in enumerate(data):
        if item.dim() != first.dim():
            raise MXNetError("all the input array dimensions must match: array 0 has "
                             f"{first.dim()} and array {place} has {item.dim()} dimensions")
    return torch.cat(data, axis_of(axis, first.dim()))


def _declare_joining(name: str, text: str, forms, **more) -> None:
    """Declare an operator that joins arrays; ``forms(data)`` returns them as they are joined, and the axis."""
    def body(*data: _Some):
        return _joined(*forms(data))
    body.__doc__ = text
    _cuts_gradients(op(name, **more)(body), lambda data, params: forms(data))


def _cuts_gradients(made, forms_of) -> None:
    """Split the gradient of joined arrays where they were joined; only their shapes are saved."""
    def train(*data: Array, **params):
        forms, axis = forms_of(data, params)
        out = _joined(forms, axis)
        return out, (axis, [item.shape[axis] for item in forms], [(item.shape, item.dtype) for item in data])

    def gradient(grad, saved):
        axis, sizes, given = saved
        return tuple([part.reshape(shape).to(dtype) for part, (shape, dtype) in zip(grad.split(sizes, axis), given)])
    made.forward_train(train)
    made.fast_gradient(gradient)


def _concatenated(data: tuple, params) -> tuple:
    axis = params.get("axis", 0)
    return (data, axis) if axis is not None else (tuple([item.reshape(-1) for item in data]), 0)


@op("_npi_concatenate", output_names=["out"])
def concatenate(*data: _Some, axis: int | None = 0):
    """Join arrays along an existing axis, or their elements if it is None."""
    return _joined(*_concatenated(data, {"axis": axis}))


_cuts_gradients(concatenate, _concatenated)


@op("_npi_stack")
def stack(*data: _Some, axis: int = 0):
    """Join arrays of one shape along a new axis."""
    if any(item.shape != data[0].shape for item in data):
        raise MXNetError("all input arrays must have the same shape, got "
                         + " ".join(str(list(item.shape)) for item in data))
    return torch.stack(data, axis_of(axis, data[0].dim() + 1))


@stack.fast_gradient
def stack_gradient(grad, *, p):
    return grad.unbind(p.axis)


def _side_by_side(data: tuple) -> tuple:
    data = tuple([raised(item, 1) for item in data])
    return data, 0 if data and data[0].dim() == 1 else 1


_declare_joining("_npi_vstack", "Stack arrays as rows.", lambda data: (tuple([raised(item, 2) for item in data]), 0))
_declare_joining("_npi_hstack", "Join arrays along the second axis; vectors along their only one.", _side_by_side,
                 output_names=["out"])
_declare_joining("_npi_dstack", "Join arrays along the third axis.",
                 lambda data: (tuple([raised(item, 3) for item in data]), 2), output_names=["out"])
_declare_joining("_npi_column_stack", "Stack vectors as columns of a matrix.", lambda data: (
    tuple([item.reshape(-1, 1) if item.dim() < 2 else item for item in data]), 1))


def _split_axis(rank: int, axis: int) -> int:
    return 0 if rank == 1 else axis


def _declare_split(name: str, text: str) -> None:
    def body(data: Array, *, indices: Ints, axis: int = 1, squeeze_axis: bool = False, sections: int = 0):
        return split_v2.function(data, indices=indices, axis=_split_axis(data.dim(), axis),
                                 squeeze_axis=squeeze_axis, sections=sections)
    body.__doc__ = text
    made = op(name, outputs=lambda p: p.sections if p.sections > 0 else len(p.indices), view=True)(body)

    @made.infer_shape
    def shape_rule(shape, p) -> None:
        split_v2_shape(shape, type(p)(p, axis=_split_axis(len(shape.data), p.axis)))

    @made.fast_gradient
    def gradient(grads, *, p):
        return split_gradient(grads, p=type(p)(p, axis=_split_axis(grads[0].dim(), p.axis)))


_declare_split("_npi_hsplit", "Cut an array into parts along its second axis; a vector along its only one.")
_declare_split("_npi_dsplit", "Cut an array into parts along its third axis.")
