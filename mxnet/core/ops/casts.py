"""Copies of arrays: plain, in another type, without a gradient, as losses; and arrays like others."""
import torch

from ..errors import MXNetError, NotYet
from ..op import Array, DType, op, shapes, types
from ..ownership import Stamp
from .arithmetic import to_whole
from .constant import constant

# ---- copies -------------------------------------------------------------------------------------

@op("_copy", aliases=("identity",), shapes=shapes.same, view=True)
def copy(data: Array):
    """Copy an array.

    Parameters
    ----------
    data
        Array of any shape.

    Returns
    -------
    New array with the elements of ``data``.

    Examples
    --------
    >>> mx.nd.identity(mx.nd.array([1, 2])).asnumpy().tolist()
    [1.0, 2.0]
    """
    return data


copy.fast_gradient(lambda grad: grad)


@op("_copyto", shapes=shapes.same, view=True)
def copyto(data: Array):
    """Copy an array into the one given as ``out``, on its device.

    Parameters
    ----------
    data
        Array of any shape.

    Returns
    -------
    The array given as ``out``; without one, a new array with the elements of ``data``.

    Examples
    --------
    >>> x = mx.nd.zeros((2,))
    >>> _ = mx.nd._internal._copyto(mx.nd.array([1, 2]), out=x)
    >>> x.asnumpy().tolist()
    [1.0, 2.0]
    """
    return data


@op("BlockGrad", aliases=("stop_gradient", "_sparse_stop_gradient"), shapes=shapes.same, view=True,
    differentiable=False)
def block_grad(data: Array):
    """Copy an array and stop its gradient, which is zero.

    Parameters
    ----------
    data
        Array of any shape.

    Returns
    -------
    Array with the elements of ``data``.

    Examples
    --------
    >>> x = mx.nd.array([3])
    >>> x.attach_grad()
    >>> with mx.autograd.record():
    ...     y = x * mx.nd.BlockGrad(x)
    >>> y.backward()
    >>> x.grad.asnumpy().tolist()
    [3.0]
    """
    return data


@op("make_loss", aliases=("_sparse_make_loss",), output_names=["loss"], shapes=shapes.same, view=True)
def make_loss(data: Array):
    """Mark an array as a loss, from which backward starts: its gradient is one, whatever the output gradient.

    Parameters
    ----------
    data
        Array of any shape.

    Returns
    -------
    Array with the elements of ``data``.

    Examples
    --------
    >>> x = mx.nd.array([3])
    >>> x.attach_grad()
    >>> with mx.autograd.record():
    ...     loss = mx.nd.make_loss(x * x) * 10
    >>> loss.backward()
    >>> x.grad.asnumpy().tolist()
    [6.0]
    """
    return data


make_loss.gradient(lambda data: torch.ones_like(data))


@op("_identity_with_attr_like_rhs", held=True, constant=("rhs",), shapes=shapes.same, view=True)
def identity_with_attr_like_rhs(lhs: Array, rhs: Array):
    """Copy the first array, whose shape and storage type are inferred from the second.

    Parameters
    ----------
    lhs
        Array that is copied.
    rhs
        Array of the same shape and type; its values are not read.

    Returns
    -------
    Array with the elements of ``lhs``.

    Examples
    --------
    >>> x, like = mx.nd.array([1, 2]), mx.nd.zeros((2,))
    >>> mx.nd._internal._identity_with_attr_like_rhs(x, like).asnumpy().tolist()
    [1.0, 2.0]
    """
    return lhs


identity_with_attr_like_rhs.gradient(lambda grad: (grad, None))


@op("zeros_like", aliases=("_sparse_zeros_like",), shapes=shapes.same, differentiable=False)
def zeros_like(data: Array):
    """Make zeros of an array's shape and type.

    Parameters
    ----------
    data
        Array of any shape; its values are not read.

    Returns
    -------
    Array of zeros, of the storage type of ``data`` too.

    Examples
    --------
    >>> mx.nd.zeros_like(mx.nd.array([1, 2])).asnumpy().tolist()
    [0.0, 0.0]
    """
    return torch.zeros_like(data)


@op("ones_like", shapes=shapes.same, differentiable=False)
def ones_like(data: Array):
    """Make ones of an array's shape and type.

    Parameters
    ----------
    data
        Array of any shape; its values are not read.

    Returns
    -------
    Array of ones.

    Examples
    --------
    >>> mx.nd.ones_like(mx.nd.array([3, 4])).asnumpy().tolist()
    [1.0, 1.0]
    """
    return torch.ones_like(data)


@op("shape_array", types=types.always(torch.int64), differentiable=False)
def shape_array(data: Array):
    """Return the shape of an array as an array.

    Parameters
    ----------
    data
        Array of any shape; its values are not read.

    Returns
    -------
    Vector of type int64 with one size per axis.

    Examples
    --------
    >>> mx.nd.shape_array(mx.nd.ones((2, 3))).asnumpy().tolist()
    [2, 3]
    """
    return constant(data.shape, data, torch.int64)


@op("size_array", types=types.always(torch.int64), differentiable=False)
def size_array(data: Array):
    """Return the number of elements of an array as an array.

    Parameters
    ----------
    data
        Array of any shape; its values are not read.

    Returns
    -------
    Array of type int64 and shape ``(1,)``.

    Examples
    --------
    >>> mx.nd.size_array(mx.nd.ones((2, 3))).asnumpy().tolist()
    [6]
    """
    return torch.full((1,), data.numel(), dtype=torch.int64, device=data.device)


# ---- casts --------------------------------------------------------------------------------------

def cast_to(data: Array, dtype: torch.dtype) -> Array:
    """Convert as C does: truncate towards zero and wrap, on every device."""
    if data.is_floating_point() and dtype in (torch.uint8, torch.int8):
        return to_whole(data, dtype)
    return data.to(dtype)


@op("Cast", aliases=("cast",), shapes=shapes.same, types=types.from_param, view=True)
def cast(data: Array, *, dtype: DType):
    """Cast the elements to another type.

    Casting floats to integers truncates.

    Parameters
    ----------
    data
        Array of any shape.
    dtype
        The new type.

    Returns
    -------
    Array of the shape of ``data``.

    Examples
    --------
    >>> mx.nd.cast(mx.nd.array([0.9, -1.7]), dtype="int32").asnumpy().tolist()
    [0, -1]
    """
    return cast_to(data, dtype)


@cast.fast_gradient
def cast_gradient(grad, data):
    return grad.to(data.dtype)


# The types that automatic mixed precision converts between; float64 and integers are left alone.
_MIXED = (torch.float32, torch.float16, torch.bfloat16)


def amp_cast_type(types, p) -> None:
    if types.ins[0] is None:
        raise NotYet
    types.set_out(0, p.dtype if types.ins[0] in _MIXED else types.ins[0])


@op("amp_cast", shapes=shapes.same, types=amp_cast_type, view=True)
def amp_cast(data: Array, *, dtype: DType):
    """Cast the elements for automatic mixed precision: float32 and lower-precision floats only.

    Other types (float64 and integers) pass unchanged.

    Parameters
    ----------
    data
        Array of any shape.
    dtype
        The new type.

    Returns
    -------
    Array of the shape of ``data``.

    Examples
    --------
    >>> mx.nd.amp_cast(mx.nd.ones((2,)), dtype="float16").dtype.__name__
    'float16'
    >>> mx.nd.amp_cast(mx.nd.ones((2,), dtype="int32"), dtype="float16").dtype.__name__
    'int32'
    """
    return data.to(dtype) if data.dtype in _MIXED else data


amp_cast.fast_gradient(cast_gradient)


class _KeptCast:
    """A parameter in another type, cached until it is written to, so that what is packed from it stays valid too."""

    def __init__(self, dtype: torch.dtype) -> None:
        self.dtype, self.stamp, self.value = dtype, None, None

    def __call__(self, data: Array) -> Array:
        if self.stamp is None or not self.stamp.is_current((data,)):
            self.stamp = Stamp((data,))
            self.value = data.detach().to(self.dtype)
        return self.value


@amp_cast.lower
def amp_cast_kernel(call):
    dtype = call.specs[0][1]
    if not call.stateful or call.given is None or not call.given(0) or dtype not in _MIXED or dtype is call.p.dtype:
        return None
    return _KeptCast(call.p.dtype)


def _common_type(kinds, narrow: bool) -> torch.dtype | None:
    if narrow:
        return next((kind for kind in reversed(kinds) if kind in (torch.float16, torch.bfloat16)),
                    torch.float32)
    return torch.float32 if torch.float32 in kinds else kinds[0]


def _multicast(kinds, p) -> list[torch.dtype | None]:
    common = _common_type(kinds, p.cast_narrow)
    return [common if kind in _MIXED else kind for kind in kinds]


def amp_multicast_type(types, p) -> None:
    settled = None not in types.ins or (torch.float32 in types.ins and not p.cast_narrow)
    for index, (kind, cast) in enumerate(zip(types.ins, _multicast(types.ins, p))):
        types.set_out(index, cast if settled or kind not in _MIXED else None)  # what comes later may be the common one


def amp_multicast_shape(shape, p) -> None:
    for index in range(len(shape.ins)):
        shape.set_out(index, shape.ins[index])
        shape.set_in(index, shape.outs[index])


@op("amp_multicast", outputs=lambda p: p.num_outputs, num_args="num_outputs", shapes=amp_multicast_shape,
    types=amp_multicast_type, guess=_multicast, view=True,
    input_names=lambda p: [f"data_{i}" for i in range(p.num_outputs)])
def amp_multicast(*data: Array, num_outputs: int, cast_narrow: bool = False):
    """Cast arrays to one common type for automatic mixed precision: the widest of theirs, or the narrowest.

    Only float32 and lower-precision floats are converted.

    Parameters
    ----------
    data
        Arrays of any shapes.
    num_outputs
        Number of arrays.
    cast_narrow
        Convert to the narrowest type instead of the widest.

    Returns
    -------
    A list with one array per input; for a single input, an array.

    Examples
    --------
    >>> x, y = mx.nd.ones((2,)), mx.nd.ones((3,), dtype="float16")
    >>> [z.dtype.__name__ for z in mx.nd.amp_multicast(x, y, num_outputs=2)]
    ['float32', 'float32']
    """
    if len(data) != num_outputs:
        raise MXNetError(f"num_outputs is {num_outputs}, but there are {len(data)} arrays")
    common = _common_type([item.dtype for item in data], cast_narrow)
    made = tuple(item.to(common) if item.dtype in _MIXED else item for item in data)
    return made if num_outputs > 1 else made[0]
