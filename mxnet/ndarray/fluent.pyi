"""Made from the operator registry by tools/stubs.py; `make stubs` writes it anew."""
from collections.abc import Sequence
from typing import Annotated, Any, Literal, overload

from numpy.typing import DTypeLike

from .array import NDArray


class Fluent:
    def __add__(self, other: Any) -> NDArray: ...

    def __div__(self, other: Any) -> NDArray: ...

    def __eq__(self, other: Any) -> NDArray: ...  # type: ignore[override]

    def __ge__(self, other: Any) -> NDArray: ...

    def __gt__(self, other: Any) -> NDArray: ...

    def __iadd__(self, other: Any) -> NDArray: ...

    def __idiv__(self, other: Any) -> NDArray: ...

    def __imod__(self, other: Any) -> NDArray: ...

    def __imul__(self, other: Any) -> NDArray: ...

    def __isub__(self, other: Any) -> NDArray: ...

    def __itruediv__(self, other: Any) -> NDArray: ...

    def __le__(self, other: Any) -> NDArray: ...

    def __lt__(self, other: Any) -> NDArray: ...

    def __mod__(self, other: Any) -> NDArray: ...

    def __mul__(self, other: Any) -> NDArray: ...

    def __ne__(self, other: Any) -> NDArray: ...  # type: ignore[override]

    def __nonzero__(self) -> bool: ...

    def __pow__(self, other: Any) -> NDArray: ...

    def __radd__(self, other: Any) -> NDArray: ...

    def __rdiv__(self, other: Any) -> NDArray: ...

    def __rmod__(self, other: Any) -> NDArray: ...

    def __rmul__(self, other: Any) -> NDArray: ...

    def __rpow__(self, other: Any) -> NDArray: ...

    def __rsub__(self, other: Any) -> NDArray: ...

    def __rtruediv__(self, other: Any) -> NDArray: ...

    def __sub__(self, other: Any) -> NDArray: ...

    def __truediv__(self, other: Any) -> NDArray: ...

    def abs(self, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
        """Compute abs of each element."""

    def arccos(self, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
        """Compute arccos of each element."""

    def arccosh(self, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
        """Compute arccosh of each element."""

    def arcsin(self, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
        """Compute arcsin of each element."""

    def arcsinh(self, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
        """Compute arcsinh of each element."""

    def arctan(self, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
        """Compute arctan of each element."""

    def arctanh(self, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
        """Compute arctanh of each element."""

    def argmax(self, axis: int | None = None, keepdims: bool | int = False, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
        """Give the index of the first largest element along an axis."""

    def argmax_channel(self, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
        """Give the index of the first largest element along axis 1."""

    def argmin(self, axis: int | None = None, keepdims: bool | int = False, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
        """Give the index of the first smallest element along an axis."""

    def argsort(self, axis: int | None = -1, is_ascend: bool | int = True, dtype: DTypeLike = 'float32', out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
        """Give the positions that sort an array along an axis."""

    def as_in_ctx(self, context: Any) -> NDArray:
        """Give this array if it is there already, else a copy on the context."""

    def broadcast_axes(self, axis: int | Sequence[int] = (), size: int | Sequence[int] = (), out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
        """Repeat along axes of size one."""

    def cbrt(self, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
        """Compute cbrt of each element."""

    def ceil(self, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
        """Compute ceil of each element."""

    def clip(self, a_min: float, a_max: float, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
        """Keep each element between two bounds."""

    def cos(self, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
        """Compute cos of each element."""

    def cosh(self, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
        """Compute cosh of each element."""

    def degrees(self, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
        """Compute degrees of each element."""

    def depth_to_space(self, block_size: int, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
        """Move blocks of channels into the two spatial dimensions."""

    def diag(self, k: int = 0, axis1: int = 0, axis2: int = 1, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
        """Take the k-th diagonal of two axes, or make a matrix with a vector on it."""

    def exp(self, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
        """Compute exp of each element."""

    def expm1(self, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
        """Compute expm1 of each element."""

    def fix(self, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
        """Compute fix of each element."""

    def flip(self, axis: int | Sequence[int], out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
        """Reverse the order of elements along each of the axes."""

    def floor(self, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
        """Compute floor of each element."""

    def log(self, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
        """Compute log of each element."""

    def log10(self, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
        """Compute log10 of each element."""

    def log1p(self, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
        """Compute log1p of each element."""

    def log2(self, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
        """Compute log2 of each element."""

    def log_softmax(self, axis: int = -1, temperature: float | None = None, dtype: DTypeLike | None = None, use_length: bool | int | None = False, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
        """Compute the logarithm of the softmax of ``data / temperature`` along an axis."""

    def max(self, axis: int | Sequence[int] | None = None, keepdims: bool | int = False, exclude: bool | int = False, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
        """Give the largest element along axes."""

    def mean(self, axis: int | Sequence[int] | None = None, keepdims: bool | int = False, exclude: bool | int = False, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
        """Average the elements along axes."""

    def min(self, axis: int | Sequence[int] | None = None, keepdims: bool | int = False, exclude: bool | int = False, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
        """Give the smallest element along axes."""

    def nanprod(self, axis: int | Sequence[int] | None = None, keepdims: bool | int = False, exclude: bool | int = False, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
        """Multiply the elements that are numbers along axes."""

    def nansum(self, axis: int | Sequence[int] | None = None, keepdims: bool | int = False, exclude: bool | int = False, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
        """Add the elements that are numbers along axes."""

    def norm(self, ord: int = 2, axis: int | Sequence[int] | None = None, out_dtype: DTypeLike | None = None, keepdims: bool | int = False, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
        """Compute the L1 or L2 norm along axes."""

    def one_hot(self, depth: int, on_value: float = 1.0, off_value: float = 0.0, dtype: DTypeLike = 'float32', out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
        """Give rows with one value at the index, another elsewhere; an index out of range sets none."""

    def ones_like(self, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
        """Make ones of an array's shape and type."""

    def pad(self, mode: str, pad_width: int | Sequence[int], constant_value: float = 0.0, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
        """Pad the spatial axes of a batch with a constant, the edge values or their reflection."""

    def pick(self, index: NDArray, axis: int | None = -1, keepdims: bool | int = False, mode: Literal['clip', 'wrap'] | str = 'clip', out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
        """Pick one element along an axis for every position of the other axes."""

    def prod(self, axis: int | Sequence[int] | None = None, keepdims: bool | int = False, exclude: bool | int = False, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
        """Multiply the elements along axes."""

    def radians(self, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
        """Compute radians of each element."""

    def rcbrt(self, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
        """Compute rcbrt of each element."""

    def reciprocal(self, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
        """Compute reciprocal of each element."""

    def relu(self, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
        """Compute relu of each element."""

    def repeat(self, repeats: int, axis: int | None = None, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
        """Repeat each element along an axis, or of the flattened array; 0 gives an empty vector."""

    def reshape_like(self, rhs: NDArray, lhs_begin: int | None = None, lhs_end: int | None = None, rhs_begin: int | None = None, rhs_end: int | None = None, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
        """Give a range of dimensions of ``lhs`` the sizes of a range of dimensions of ``rhs``."""

    def rint(self, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
        """Compute rint of each element."""

    def round(self, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
        """Compute round of each element."""

    def rsqrt(self, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
        """Compute rsqrt of each element."""

    def shape_array(self, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
        """Give the shape of an array as an array."""

    def sigmoid(self, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
        """Compute sigmoid of each element."""

    def sign(self, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
        """Compute sign of each element."""

    def sin(self, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
        """Compute sin of each element."""

    def sinh(self, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
        """Compute sinh of each element."""

    def size_array(self, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
        """Give the number of elements as an array of one."""

    def slice(self, begin: Sequence[int | None], end: Sequence[int | None], step: Sequence[int | None] = (), out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
        """Take a strided region; None stands for the end of an axis."""

    def slice_axis(self, axis: int, begin: int, end: int | None, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
        """Take a range of one axis."""

    def slice_like(self, shape_like: NDArray, axes: int | Sequence[int] = (), out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
        """Cut axes down to the sizes that another array has there."""

    def softmax(self, length: NDArray | None = None, axis: int = -1, temperature: float | None = None, dtype: DTypeLike | None = None, use_length: bool | int | None = False, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
        """Compute the softmax of ``data / temperature`` along an axis."""

    def softmin(self, axis: int = -1, temperature: float | None = None, dtype: DTypeLike | None = None, use_length: bool | int | None = False, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
        """Compute the softmax of ``-data / temperature`` along an axis."""

    def sort(self, axis: int | None = -1, is_ascend: bool | int = True, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
        """Sort along an axis; without one, the flat array."""

    def space_to_depth(self, block_size: int, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
        """Move blocks of the two spatial dimensions into channels."""

    def split(self, num_outputs: Annotated[int, 'at least 1'], axis: int = 1, squeeze_axis: bool | int = False, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> list[NDArray]:
        """Split an axis into parts of equal size; a part of size one may lose the axis."""

    def split_v2(self, *args: Any, **kwargs: Any) -> NDArray:
        """Call ``mx.nd.split_v2`` with this array as the first argument."""

    def sqrt(self, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
        """Compute sqrt of each element."""

    def square(self, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
        """Compute square of each element."""

    def sum(self, axis: int | Sequence[int] | None = None, keepdims: bool | int = False, exclude: bool | int = False, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
        """Add the elements along axes."""

    def swapaxes(self, dim1: int = 0, dim2: int = 0, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
        """Exchange two dimensions."""

    def take(self, indices: NDArray, axis: int = 0, mode: Literal['clip', 'raise', 'wrap'] | str = 'clip', out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
        """Take slices of an axis; indices out of range are clipped, wrapped or refused."""

    def tan(self, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
        """Compute tan of each element."""

    def tanh(self, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
        """Compute tanh of each element."""

    def tile(self, reps: int | Sequence[int], out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
        """Repeat a whole array along each axis; more repetitions than axes add leading ones."""

    @overload
    def topk(self, axis: int | None = -1, k: int = 1, *, ret_typ: Literal['both'], is_ascend: bool | int = False, dtype: DTypeLike = 'float32', out: NDArray | list[NDArray] | None = None, name: str | None = None) -> list[NDArray]: ...
    @overload
    def topk(self, axis: int | None = -1, k: int = 1, ret_typ: Literal['both', 'indices', 'mask', 'value'] | str = 'indices', is_ascend: bool | int = False, dtype: DTypeLike = 'float32', out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
        """Find the ``k`` largest elements along an axis, or the smallest; with k < 1 all, in order."""

    def transpose(self, *axes: Any, **kwargs: Any) -> NDArray:
        """Permute the axes: ``a.transpose(1, 0)``, ``a.transpose((1, 0))`` or ``a.transpose(axes=(1, 0))``."""

    def trunc(self, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
        """Compute trunc of each element."""

    def wait_to_write(self) -> None:
        """Block until the value is there."""

    def zeros_like(self, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
        """Make zeros of an array's shape and type."""
