"""Made from the operator registry by tools/stubs.py; `make stubs` writes it anew."""
from collections.abc import Sequence
from typing import Annotated, Any, Literal, overload

from numpy.typing import DTypeLike

from .symbol import Symbol


class Fluent:
    def __abs__(self) -> Symbol: ...

    def __add__(self, other: Any) -> Symbol: ...

    def __div__(self, other: Any) -> Symbol: ...

    def __eq__(self, other: Any) -> Symbol: ...  # type: ignore[override]

    def __ge__(self, other: Any) -> Symbol: ...

    def __gt__(self, other: Any) -> Symbol: ...

    def __iadd__(self, other: Any) -> Symbol: ...

    def __idiv__(self, other: Any) -> Symbol: ...

    def __imul__(self, other: Any) -> Symbol: ...

    def __isub__(self, other: Any) -> Symbol: ...

    def __itruediv__(self, other: Any) -> Symbol: ...

    def __le__(self, other: Any) -> Symbol: ...

    def __lt__(self, other: Any) -> Symbol: ...

    def __mod__(self, other: Any) -> Symbol: ...

    def __mul__(self, other: Any) -> Symbol: ...

    def __ne__(self, other: Any) -> Symbol: ...  # type: ignore[override]

    def __neg__(self) -> Symbol: ...

    def __nonzero__(self) -> bool: ...

    def __pow__(self, other: Any) -> Symbol: ...

    def __radd__(self, other: Any) -> Symbol: ...

    def __rdiv__(self, other: Any) -> Symbol: ...

    def __rmod__(self, other: Any) -> Symbol: ...

    def __rmul__(self, other: Any) -> Symbol: ...

    def __rpow__(self, other: Any) -> Symbol: ...

    def __rsub__(self, other: Any) -> Symbol: ...

    def __rtruediv__(self, other: Any) -> Symbol: ...

    def __sub__(self, other: Any) -> Symbol: ...

    def __truediv__(self, other: Any) -> Symbol: ...

    def _infer_shape_impl(self, partial: bool, *args: Any, **kwargs: Any) -> tuple: ...

    def _infer_type_impl(self, partial: bool, *args: Any, **kwargs: Any) -> tuple: ...

    def abs(self, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
        """Compute abs of each element."""

    def arccos(self, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
        """Compute arccos of each element."""

    def arccosh(self, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
        """Compute arccosh of each element."""

    def arcsin(self, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
        """Compute arcsin of each element."""

    def arcsinh(self, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
        """Compute arcsinh of each element."""

    def arctan(self, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
        """Compute arctan of each element."""

    def arctanh(self, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
        """Compute arctanh of each element."""

    def argmax(self, axis: int | None = None, keepdims: bool | int = False, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
        """Give the index of the first largest element along an axis."""

    def argmax_channel(self, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
        """Give the index of the first largest element along axis 1."""

    def argmin(self, axis: int | None = None, keepdims: bool | int = False, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
        """Give the index of the first smallest element along an axis."""

    def argsort(self, axis: int | None = -1, is_ascend: bool | int = True, dtype: DTypeLike = 'float32', name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
        """Give the positions that sort an array along an axis."""

    def as_in_context(self, *args: Any, **kwargs: Any) -> Symbol:
        """Raise: a symbol has no values."""

    def asnumpy(self, *args: Any, **kwargs: Any) -> Symbol:
        """Raise: a symbol has no values."""

    def asscalar(self, *args: Any, **kwargs: Any) -> Symbol:
        """Raise: a symbol has no values."""

    def astype(self, *args: Any, **kwargs: Any) -> Symbol:
        """Call ``mx.sym.astype`` with this symbol as the first argument."""

    def backward(self, *args: Any, **kwargs: Any) -> Symbol:
        """Raise: a symbol has no values."""

    def broadcast_axes(self, axis: int | Sequence[int] = (), size: int | Sequence[int] = (), name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
        """Repeat along axes of size one."""

    def broadcast_like(self, rhs: Symbol | None = None, lhs_axes: int | Sequence[int] | None = None, rhs_axes: int | Sequence[int] | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
        """Repeat along dimensions of size one up to the shape of another array, or to some of its axes."""

    def broadcast_to(self, shape: int | Sequence[int] = (), name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
        """Repeat along dimensions of size one up to a shape; 0 in it keeps a dimension."""

    def cbrt(self, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
        """Compute cbrt of each element."""

    def ceil(self, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
        """Compute ceil of each element."""

    def clip(self, a_min: float = ..., a_max: float = ..., name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
        """Keep each element between two bounds."""

    def copy(self, *args: Any, **kwargs: Any) -> Symbol:
        """Raise: a symbol has no values."""

    def cos(self, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
        """Compute cos of each element."""

    def cosh(self, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
        """Compute cosh of each element."""

    def degrees(self, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
        """Compute degrees of each element."""

    def depth_to_space(self, block_size: int = ..., name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
        """Move blocks of channels into the two spatial dimensions."""

    def detach(self, *args: Any, **kwargs: Any) -> Symbol:
        """Raise: a symbol has no values."""

    def diag(self, k: int = 0, **kwargs: Any) -> Symbol:
        """Take a diagonal, or make an array from one."""

    def exp(self, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
        """Compute exp of each element."""

    def expand_dims(self, axis: int, inplace: bool = False, **kwargs: Any) -> Symbol:
        """Insert an axis of size one."""

    def expm1(self, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
        """Compute expm1 of each element."""

    def fix(self, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
        """Compute fix of each element."""

    def flatten(self, inplace: bool = False, **kwargs: Any) -> Symbol:
        """Collapse all axes but the first."""

    def flip(self, axis: int | Sequence[int] = ..., name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
        """Reverse the order of elements along each of the axes."""

    def floor(self, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
        """Compute floor of each element."""

    def log(self, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
        """Compute log of each element."""

    def log10(self, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
        """Compute log10 of each element."""

    def log1p(self, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
        """Compute log1p of each element."""

    def log2(self, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
        """Compute log2 of each element."""

    def log_softmax(self, axis: int = -1, temperature: float | None = None, dtype: DTypeLike | None = None, use_length: bool | int | None = False, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
        """Compute the logarithm of the softmax of ``data / temperature`` along an axis."""

    def max(self, axis: int | Sequence[int] | None = None, keepdims: bool | int = False, exclude: bool | int = False, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
        """Give the largest element along axes."""

    def mean(self, axis: int | Sequence[int] | None = None, keepdims: bool | int = False, exclude: bool | int = False, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
        """Average the elements along axes."""

    def min(self, axis: int | Sequence[int] | None = None, keepdims: bool | int = False, exclude: bool | int = False, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
        """Give the smallest element along axes."""

    def nanprod(self, axis: int | Sequence[int] | None = None, keepdims: bool | int = False, exclude: bool | int = False, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
        """Multiply the elements that are numbers along axes."""

    def nansum(self, axis: int | Sequence[int] | None = None, keepdims: bool | int = False, exclude: bool | int = False, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
        """Add the elements that are numbers along axes."""

    def norm(self, ord: int = 2, axis: int | Sequence[int] | None = None, out_dtype: DTypeLike | None = None, keepdims: bool | int = False, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
        """Compute the L1 or L2 norm along axes."""

    def one_hot(self, depth: int = ..., on_value: float = 1.0, off_value: float = 0.0, dtype: DTypeLike = 'float32', name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
        """Give rows with one value at the index, another elsewhere; an index out of range sets none."""

    def ones_like(self, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
        """Make ones of an array's shape and type."""

    def pad(self, mode: str = ..., pad_width: int | Sequence[int] = ..., constant_value: float = 0.0, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
        """Pad the spatial axes of a batch with a constant, the edge values or their reflection."""

    def pick(self, index: Symbol | None = None, axis: int | None = -1, keepdims: bool | int = False, mode: Literal['clip', 'wrap'] | str = 'clip', name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
        """Pick one element along an axis for every position of the other axes."""

    def prod(self, axis: int | Sequence[int] | None = None, keepdims: bool | int = False, exclude: bool | int = False, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
        """Multiply the elements along axes."""

    def radians(self, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
        """Compute radians of each element."""

    def rcbrt(self, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
        """Compute rcbrt of each element."""

    def reciprocal(self, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
        """Compute reciprocal of each element."""

    def relu(self, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
        """Compute relu of each element."""

    def repeat(self, repeats: int = ..., axis: int | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
        """Repeat each element along an axis, or of the flattened array; 0 gives an empty vector."""

    def reshape(self, shape: int | Sequence[int] = (), reverse: bool | int = False, target_shape: int | Sequence[int] = (), keep_highest: bool | int = False, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
        """Give the elements another shape; codes 0 to -4 copy, infer, keep, merge and split sizes."""

    def reshape_like(self, rhs: Symbol | None = None, lhs_begin: int | None = None, lhs_end: int | None = None, rhs_begin: int | None = None, rhs_end: int | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
        """Give a range of dimensions of ``lhs`` the sizes of a range of dimensions of ``rhs``."""

    def rint(self, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
        """Compute rint of each element."""

    def round(self, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
        """Compute round of each element."""

    def rsqrt(self, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
        """Compute rsqrt of each element."""

    def shape_array(self, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
        """Give the shape of an array as an array."""

    def sigmoid(self, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
        """Compute sigmoid of each element."""

    def sign(self, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
        """Compute sign of each element."""

    def sin(self, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
        """Compute sin of each element."""

    def sinh(self, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
        """Compute sinh of each element."""

    def size_array(self, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
        """Give the number of elements as an array of one."""

    def slice(self, begin: Sequence[int | None] = ..., end: Sequence[int | None] = ..., step: Sequence[int | None] = (), name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
        """Take a strided region; None stands for the end of an axis."""

    def slice_axis(self, axis: int = ..., begin: int = ..., end: int | None = ..., name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
        """Take a range of one axis."""

    def slice_like(self, shape_like: Symbol | None = None, axes: int | Sequence[int] = (), name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
        """Cut axes down to the sizes that another array has there."""

    def softmax(self, length: Symbol | None = None, axis: int = -1, temperature: float | None = None, dtype: DTypeLike | None = None, use_length: bool | int | None = False, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
        """Compute the softmax of ``data / temperature`` along an axis."""

    def softmin(self, axis: int = -1, temperature: float | None = None, dtype: DTypeLike | None = None, use_length: bool | int | None = False, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
        """Compute the softmax of ``-data / temperature`` along an axis."""

    def sort(self, axis: int | None = -1, is_ascend: bool | int = True, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
        """Sort along an axis; without one, the flat array."""

    def space_to_depth(self, block_size: int = ..., name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
        """Move blocks of the two spatial dimensions into channels."""

    def split(self, num_outputs: Annotated[int, 'at least 1'] = ..., axis: int = 1, squeeze_axis: bool | int = False, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
        """Split an axis into parts of equal size; a part of size one may lose the axis."""

    def split_v2(self, *args: Any, **kwargs: Any) -> Symbol:
        """Call ``mx.sym.split_v2`` with this symbol as the first argument."""

    def sqrt(self, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
        """Compute sqrt of each element."""

    def square(self, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
        """Compute square of each element."""

    def squeeze(self, axis: Any = None, inplace: bool = False, **kwargs: Any) -> Symbol:
        """Remove axes of size one."""

    def sum(self, axis: int | Sequence[int] | None = None, keepdims: bool | int = False, exclude: bool | int = False, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
        """Add the elements along axes."""

    def swapaxes(self, dim1: int = 0, dim2: int = 0, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
        """Exchange two dimensions."""

    def take(self, indices: Symbol | None = None, axis: int = 0, mode: Literal['clip', 'raise', 'wrap'] | str = 'clip', name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
        """Take slices of an axis; indices out of range are clipped, wrapped or refused."""

    def tan(self, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
        """Compute tan of each element."""

    def tanh(self, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
        """Compute tanh of each element."""

    def tile(self, reps: int | Sequence[int] = ..., name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
        """Repeat a whole array along each axis; more repetitions than axes add leading ones."""

    def topk(self, axis: int | None = -1, k: int = 1, ret_typ: Literal['both', 'indices', 'mask', 'value'] | str = 'indices', is_ascend: bool | int = False, dtype: DTypeLike = 'float32', name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
        """Find the ``k`` largest elements along an axis, or the smallest; with k < 1 all, in order."""

    def transpose(self, axes: int | Sequence[int] = (), name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
        """Permute the dimensions; without ``axes`` their order is reversed."""

    def trunc(self, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
        """Compute trunc of each element."""

    def wait_to_read(self, *args: Any, **kwargs: Any) -> Symbol:
        """Raise: a symbol has no values."""

    def zeros_like(self, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
        """Make zeros of an array's shape and type."""
