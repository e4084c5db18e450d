"""Made from the operator registry by tools/stubs.py; `make stubs` regenerates it."""
from collections.abc import Callable, Mapping, Sequence
from typing import Annotated, Any, Literal, overload

from numpy.typing import DTypeLike

from mxnet.context import Context
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
        """Compute the absolute value of each element."""

    def arccos(self, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
        """Compute the inverse cosine of each element, in radians from 0 to pi."""

    def arccosh(self, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
        """Compute the inverse hyperbolic cosine of each element."""

    def arcsin(self, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
        """Compute the inverse sine of each element, in radians from -pi/2 to pi/2."""

    def arcsinh(self, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
        """Compute the inverse hyperbolic sine of each element."""

    def arctan(self, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
        """Compute the inverse tangent of each element, in radians between -pi/2 and pi/2."""

    def arctanh(self, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
        """Compute the inverse hyperbolic tangent of each element."""

    def argmax(self, axis: int | None = None, keepdims: bool | int = False, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
        """Give the index of the maximum along an axis, the first one of equals."""

    def argmax_channel(self, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
        """Return the index of the maximum along axis 1, the first one in a tie."""

    def argmin(self, axis: int | None = None, keepdims: bool | int = False, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
        """Give the index of the minimum along an axis, the first one of equals."""

    def argsort(self, axis: int | None = -1, is_ascend: bool | int = True, dtype: DTypeLike = 'float32', out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
        """Return the indices that sort an array along an axis; equal elements keep their order."""

    def as_in_ctx(self, context: Any) -> NDArray:
        """Return the array on a device."""

    def broadcast_axes(self, axis: int | Sequence[int] = (), size: int | Sequence[int] = (), out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
        """Broadcast an array along axes of size one."""

    def cbrt(self, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
        """Compute the cube root of each element; that of a negative number is negative."""

    def ceil(self, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
        """Round each element up to an integer."""

    def clip(self, a_min: float, a_max: float, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
        """Clip each element to an interval: ``a_max`` if it is above that, ``a_min`` if it is below that."""

    def cos(self, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
        """Compute the cosine of each element, an angle in radians."""

    def cosh(self, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
        """Compute the hyperbolic cosine of each element: ``(exp(x) + exp(-x)) / 2``."""

    def degrees(self, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
        """Convert each element from radians to degrees: ``x * 180 / pi``."""

    def depth_to_space(self, block_size: int, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
        """Rearrange channels into blocks of the two spatial dimensions."""

    def diag(self, k: int = 0, axis1: int = 0, axis2: int = 1, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
        """Extract a diagonal of an array, or make a matrix that has a vector on its diagonal."""

    def exp(self, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
        """Compute e to the power of each element."""

    def expm1(self, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
        """Compute ``exp(x) - 1`` of each element, exact for small ones too."""

    def fix(self, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
        """Round each element towards zero to an integer."""

    def flip(self, axis: int | Sequence[int], out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
        """Flip an array: reverse the order of elements along each of the axes."""

    def floor(self, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
        """Round each element down to an integer."""

    def log(self, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
        """Compute the natural logarithm of each element."""

    def log10(self, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
        """Compute the logarithm to base 10 of each element."""

    def log1p(self, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
        """Compute ``log(1 + x)`` of each element, exact for small ones too."""

    def log2(self, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
        """Compute the logarithm to base 2 of each element."""

    def log_softmax(self, axis: int = -1, temperature: float | None = None, dtype: DTypeLike | None = None, use_length: bool | int | None = False, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
        """Compute the logarithm of the softmax of ``data / temperature`` along an axis."""

    def max(self, axis: int | Sequence[int] | None = None, keepdims: bool | int = False, exclude: bool | int = False, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
        """Compute the maximum of elements over axes."""

    def mean(self, axis: int | Sequence[int] | None = None, keepdims: bool | int = False, exclude: bool | int = False, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
        """Compute the mean of elements over axes."""

    def min(self, axis: int | Sequence[int] | None = None, keepdims: bool | int = False, exclude: bool | int = False, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
        """Compute the minimum of elements over axes."""

    def nanprod(self, axis: int | Sequence[int] | None = None, keepdims: bool | int = False, exclude: bool | int = False, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
        """Compute the product of elements over axes, with NaN as one."""

    def nansum(self, axis: int | Sequence[int] | None = None, keepdims: bool | int = False, exclude: bool | int = False, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
        """Compute the sum of elements over axes, with NaN as zero."""

    def norm(self, ord: int = 2, axis: int | Sequence[int] | None = None, out_dtype: DTypeLike | None = None, keepdims: bool | int = False, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
        """Compute the L1 or L2 norm over axes."""

    def one_hot(self, depth: int, on_value: float = 1.0, off_value: float = 0.0, dtype: DTypeLike = 'float32', out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
        """Convert indices to one-hot vectors along a new last axis."""

    def ones_like(self, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
        """Make ones of an array's shape and type."""

    def pad(self, mode: str, pad_width: int | Sequence[int], constant_value: float = 0.0, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
        """Pad the spatial dimensions of a batch with a constant, the values at the edge or their mirror image."""

    def pick(self, index: NDArray, axis: int | None = -1, keepdims: bool | int = False, mode: Literal['clip', 'wrap'] | str = 'clip', out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
        """Pick one element along an axis for every position of the other ones."""

    def prod(self, axis: int | Sequence[int] | None = None, keepdims: bool | int = False, exclude: bool | int = False, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
        """Compute the product of elements over axes."""

    def radians(self, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
        """Convert each element from degrees to radians: ``x * pi / 180``."""

    def rcbrt(self, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
        """Compute the reciprocal of the cube root of each element: ``1 / cbrt(x)``."""

    def reciprocal(self, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
        """Compute the reciprocal of each element: ``1 / x``."""

    def relu(self, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
        """Apply the rectified linear unit to each element: ``max(x, 0)``."""

    def repeat(self, repeats: int, axis: int | None = None, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
        """Repeat each element along an axis; equal elements are adjacent."""

    def reshape_like(self, rhs: NDArray, lhs_begin: int | None = None, lhs_end: int | None = None, rhs_begin: int | None = None, rhs_end: int | None = None, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
        """Replace a range of axes of ``lhs`` by a range of axes of ``rhs``."""

    def rint(self, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
        """Round each element to the nearest integer, the lower one in a tie."""

    def round(self, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
        """Round each element to the nearest integer, half away from zero."""

    def rsqrt(self, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
        """Compute the reciprocal of the square root of each element: ``1 / sqrt(x)``."""

    def shape_array(self, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
        """Return the shape of an array as an array."""

    def sigmoid(self, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
        """Compute the logistic sigmoid of each element: ``1 / (1 + exp(-x))``."""

    def sign(self, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
        """Give the sign of each element: -1, 0 or 1."""

    def sin(self, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
        """Compute the sine of each element, an angle in radians."""

    def sinh(self, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
        """Compute the hyperbolic sine of each element: ``(exp(x) - exp(-x)) / 2``."""

    def size_array(self, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
        """Return the number of elements of an array as an array."""

    def slice(self, begin: Sequence[int | None], end: Sequence[int | None], step: Sequence[int | None] = (), out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
        """Slice an array by a range, with a step, along each of the leading axes."""

    def slice_axis(self, axis: int, begin: int, end: int | None, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
        """Slice an array along one axis: ``data[..., begin:end, ...]`` with the range at ``axis``."""

    def slice_like(self, shape_like: NDArray, axes: int | Sequence[int] = (), out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
        """Slice an array to the sizes that another array has, from index zero on."""

    def softmax(self, length: NDArray | None = None, axis: int = -1, temperature: float | None = None, dtype: DTypeLike | None = None, use_length: bool | int | None = False, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
        """Compute the softmax of ``data / temperature`` along an axis."""

    def softmin(self, axis: int = -1, temperature: float | None = None, dtype: DTypeLike | None = None, use_length: bool | int | None = False, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
        """Compute the softmax of ``-data / temperature`` along an axis."""

    def sort(self, axis: int | None = -1, is_ascend: bool | int = True, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
        """Sort the elements along an axis; equal elements keep their order."""

    def space_to_depth(self, block_size: int, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
        """Rearrange square blocks of the two spatial dimensions into channels."""

    def split(self, num_outputs: Annotated[int, 'at least 1'], axis: int = 1, squeeze_axis: bool | int = False, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> list[NDArray]:
        """Split an axis into parts of equal size."""

    def split_v2(self, *args: Any, **kwargs: Any) -> NDArray:
        """Split an array along an axis."""

    def sqrt(self, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
        """Compute the square root of each element."""

    def square(self, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
        """Compute the square of each element: ``x**2``."""

    def sum(self, axis: int | Sequence[int] | None = None, keepdims: bool | int = False, exclude: bool | int = False, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
        """Compute the sum of elements over axes."""

    def swapaxes(self, dim1: int = 0, dim2: int = 0, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
        """Swap two axes."""

    def take(self, indices: NDArray, axis: int = 0, mode: Literal['clip', 'raise', 'wrap'] | str = 'clip', out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
        """Take slices of an axis: ``out[..., i, ...] = a[..., indices[i], ...]`` with the index at ``axis``."""

    def tan(self, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
        """Compute the tangent of each element, an angle in radians."""

    def tanh(self, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
        """Compute the hyperbolic tangent of each element: ``sinh(x) / cosh(x)``."""

    def tile(self, reps: int | Sequence[int], out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
        """Tile an array: repeat the whole of it along each axis."""

    @overload
    def topk(self, axis: int | None = -1, k: int = 1, *, ret_typ: Literal['both'], is_ascend: bool | int = False, dtype: DTypeLike = 'float32', out: NDArray | list[NDArray] | None = None, name: str | None = None) -> list[NDArray]: ...
    @overload
    def topk(self, axis: int | None = -1, k: int = 1, ret_typ: Literal['both', 'indices', 'mask', 'value'] | str = 'indices', is_ascend: bool | int = False, dtype: DTypeLike = 'float32', out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
        """Find the ``k`` largest elements along an axis, or the smallest, in order."""

    def transpose(self, *axes: Any, **kwargs: Any) -> NDArray:
        """Permute the axes: ``a.transpose(1, 0)``, ``a.transpose((1, 0))`` or ``a.transpose(axes=(1, 0))``."""

    def trunc(self, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
        """Truncate each element: cut off its fraction."""

    def wait_to_write(self) -> None:
        """Block until the value is available."""

    def zeros_like(self, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
        """Make zeros of an array's shape and type."""
