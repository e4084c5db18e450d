"""Made from the operator registry by tools/stubs.py; `make stubs` regenerates it."""
from collections.abc import Callable, Mapping, Sequence
from typing import Annotated, Any, Literal, overload

from numpy.typing import DTypeLike

from mxnet.context import Context
from .symbol import Symbol


class Fluent:
    def __abs__(self) -> Symbol: ...

    def __add__(self, other: Any) -> Symbol: ...

    def __div__(self, other: Any) -> Symbol: ...

    def __eq__(self, other: Any) -> Symbol: ...  # type: ignore[override]

    def __ge__(self, other: Any) -> Symbol:
        """Return self>=value."""

    def __gt__(self, other: Any) -> Symbol:
        """Return self>value."""

    def __iadd__(self, other: Any) -> Symbol: ...

    def __idiv__(self, other: Any) -> Symbol: ...

    def __imul__(self, other: Any) -> Symbol: ...

    def __isub__(self, other: Any) -> Symbol: ...

    def __itruediv__(self, other: Any) -> Symbol: ...

    def __le__(self, other: Any) -> Symbol:
        """Return self<=value."""

    def __lt__(self, other: Any) -> Symbol:
        """Return self<value."""

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
        """Compute the absolute value of each element."""

    def arccos(self, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
        """Compute the inverse cosine of each element, in radians from 0 to pi."""

    def arccosh(self, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
        """Compute the inverse hyperbolic cosine of each element."""

    def arcsin(self, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
        """Compute the inverse sine of each element, in radians from -pi/2 to pi/2."""

    def arcsinh(self, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
        """Compute the inverse hyperbolic sine of each element."""

    def arctan(self, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
        """Compute the inverse tangent of each element, in radians between -pi/2 and pi/2."""

    def arctanh(self, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
        """Compute the inverse hyperbolic tangent of each element."""

    def argmax(self, axis: int | None = None, keepdims: bool | int = False, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
        """Give the index of the maximum along an axis, the first one of equals."""

    def argmax_channel(self, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
        """Return the index of the maximum along axis 1, the first one in a tie."""

    def argmin(self, axis: int | None = None, keepdims: bool | int = False, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
        """Give the index of the minimum along an axis, the first one of equals."""

    def argsort(self, axis: int | None = -1, is_ascend: bool | int = True, dtype: DTypeLike = 'float32', name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
        """Return the indices that sort an array along an axis; equal elements keep their order."""

    def as_in_context(self, *args: Any, **kwargs: Any) -> Any:
        """Raise: a symbol has no values."""

    def asnumpy(self, *args: Any, **kwargs: Any) -> Any:
        """Raise: a symbol has no values."""

    def asscalar(self, *args: Any, **kwargs: Any) -> Any:
        """Raise: a symbol has no values."""

    def astype(self, *args: Any, **kwargs: Any) -> Symbol:
        """Cast the elements to another type."""

    def backward(self, *args: Any, **kwargs: Any) -> Any:
        """Raise: a symbol has no values."""

    def broadcast_axes(self, axis: int | Sequence[int] = (), size: int | Sequence[int] = (), name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
        """Broadcast an array along axes of size one."""

    def broadcast_like(self, rhs: Symbol | None = None, lhs_axes: int | Sequence[int] | None = None, rhs_axes: int | Sequence[int] | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
        """Broadcast an array to the shape of another, along axes of size one."""

    def broadcast_to(self, shape: int | Sequence[int] = (), name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
        """Broadcast an array to a shape, along axes of size one."""

    def cbrt(self, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
        """Compute the cube root of each element; that of a negative number is negative."""

    def ceil(self, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
        """Round each element up to an integer."""

    def clip(self, a_min: float, a_max: float, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
        """Clip each element to an interval: ``a_max`` if it is above that, ``a_min`` if it is below that."""

    def copy(self, *args: Any, **kwargs: Any) -> Any:
        """Raise: a symbol has no values."""

    def cos(self, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
        """Compute the cosine of each element, an angle in radians."""

    def cosh(self, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
        """Compute the hyperbolic cosine of each element: ``(exp(x) + exp(-x)) / 2``."""

    def degrees(self, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
        """Convert each element from radians to degrees: ``x * 180 / pi``."""

    def depth_to_space(self, block_size: int, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
        """Rearrange channels into blocks of the two spatial dimensions."""

    def detach(self, *args: Any, **kwargs: Any) -> Any:
        """Raise: a symbol has no values."""

    def diag(self, k: int = 0, **kwargs: Any) -> Symbol:
        """Take a diagonal, or make a matrix from one."""

    def exp(self, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
        """Compute e to the power of each element."""

    def expand_dims(self, axis: int, inplace: bool = False, **kwargs: Any) -> Symbol:
        """Insert an axis of size one."""

    def expm1(self, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
        """Compute ``exp(x) - 1`` of each element, exact for small ones too."""

    def fix(self, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
        """Round each element towards zero to an integer."""

    def flatten(self, inplace: bool = False, **kwargs: Any) -> Symbol:
        """Flatten all axes but the first into one."""

    def flip(self, axis: int | Sequence[int], name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
        """Flip an array: reverse the order of elements along each of the axes."""

    def floor(self, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
        """Round each element down to an integer."""

    def log(self, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
        """Compute the natural logarithm of each element."""

    def log10(self, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
        """Compute the logarithm to base 10 of each element."""

    def log1p(self, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
        """Compute ``log(1 + x)`` of each element, exact for small ones too."""

    def log2(self, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
        """Compute the logarithm to base 2 of each element."""

    def log_softmax(self, axis: int = -1, temperature: float | None = None, dtype: DTypeLike | None = None, use_length: bool | int | None = False, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
        """Compute the logarithm of the softmax of ``data / temperature`` along an axis."""

    def max(self, axis: int | Sequence[int] | None = None, keepdims: bool | int = False, exclude: bool | int = False, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
        """Compute the maximum of elements over axes."""

    def mean(self, axis: int | Sequence[int] | None = None, keepdims: bool | int = False, exclude: bool | int = False, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
        """Compute the mean of elements over axes."""

    def min(self, axis: int | Sequence[int] | None = None, keepdims: bool | int = False, exclude: bool | int = False, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
        """Compute the minimum of elements over axes."""

    def nanprod(self, axis: int | Sequence[int] | None = None, keepdims: bool | int = False, exclude: bool | int = False, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
        """Compute the product of elements over axes, with NaN as one."""

    def nansum(self, axis: int | Sequence[int] | None = None, keepdims: bool | int = False, exclude: bool | int = False, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
        """Compute the sum of elements over axes, with NaN as zero."""

    def norm(self, ord: int = 2, axis: int | Sequence[int] | None = None, out_dtype: DTypeLike | None = None, keepdims: bool | int = False, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
        """Compute the L1 or L2 norm over axes."""

    def one_hot(self, depth: int, on_value: float = 1.0, off_value: float = 0.0, dtype: DTypeLike = 'float32', name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
        """Convert indices to one-hot vectors along a new last axis."""

    def ones_like(self, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
        """Make ones of an array's shape and type."""

    def pad(self, mode: str, pad_width: int | Sequence[int], constant_value: float = 0.0, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
        """Pad the spatial dimensions of a batch with a constant, the values at the edge or their mirror image."""

    def pick(self, index: Symbol | None = None, axis: int | None = -1, keepdims: bool | int = False, mode: Literal['clip', 'wrap'] | str = 'clip', name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
        """Pick one element along an axis for every position of the other ones."""

    def prod(self, axis: int | Sequence[int] | None = None, keepdims: bool | int = False, exclude: bool | int = False, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
        """Compute the product of elements over axes."""

    def radians(self, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
        """Convert each element from degrees to radians: ``x * pi / 180``."""

    def rcbrt(self, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
        """Compute the reciprocal of the cube root of each element: ``1 / cbrt(x)``."""

    def reciprocal(self, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
        """Compute the reciprocal of each element: ``1 / x``."""

    def relu(self, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
        """Apply the rectified linear unit to each element: ``max(x, 0)``."""

    def repeat(self, repeats: int, axis: int | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
        """Repeat each element along an axis; equal elements are adjacent."""

    def reshape(self, shape: int | Sequence[int] = (), reverse: bool | int = False, target_shape: int | Sequence[int] = (), keep_highest: bool | int = False, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
        """Reshape an array: the same elements in the same order, in another shape."""

    def reshape_like(self, rhs: Symbol | None = None, lhs_begin: int | None = None, lhs_end: int | None = None, rhs_begin: int | None = None, rhs_end: int | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
        """Replace a range of axes of ``lhs`` by a range of axes of ``rhs``."""

    def rint(self, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
        """Round each element to the nearest integer, the lower one in a tie."""

    def round(self, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
        """Round each element to the nearest integer, half away from zero."""

    def rsqrt(self, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
        """Compute the reciprocal of the square root of each element: ``1 / sqrt(x)``."""

    def shape_array(self, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
        """Return the shape of an array as an array."""

    def sigmoid(self, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
        """Compute the logistic sigmoid of each element: ``1 / (1 + exp(-x))``."""

    def sign(self, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
        """Give the sign of each element: -1, 0 or 1."""

    def sin(self, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
        """Compute the sine of each element, an angle in radians."""

    def sinh(self, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
        """Compute the hyperbolic sine of each element: ``(exp(x) - exp(-x)) / 2``."""

    def size_array(self, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
        """Return the number of elements of an array as an array."""

    def slice(self, begin: Sequence[int | None], end: Sequence[int | None], step: Sequence[int | None] = (), name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
        """Slice an array by a range, with a step, along each of the leading axes."""

    def slice_axis(self, axis: int, begin: int, end: int | None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
        """Slice an array along one axis: ``data[..., begin:end, ...]`` with the range at ``axis``."""

    def slice_like(self, shape_like: Symbol | None = None, axes: int | Sequence[int] = (), name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
        """Slice an array to the sizes that another array has, from index zero on."""

    def softmax(self, length: Symbol | None = None, axis: int = -1, temperature: float | None = None, dtype: DTypeLike | None = None, use_length: bool | int | None = False, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
        """Compute the softmax of ``data / temperature`` along an axis."""

    def softmin(self, axis: int = -1, temperature: float | None = None, dtype: DTypeLike | None = None, use_length: bool | int | None = False, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
        """Compute the softmax of ``-data / temperature`` along an axis."""

    def sort(self, axis: int | None = -1, is_ascend: bool | int = True, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
        """Sort the elements along an axis; equal elements keep their order."""

    def space_to_depth(self, block_size: int, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
        """Rearrange square blocks of the two spatial dimensions into channels."""

    def split(self, num_outputs: Annotated[int, 'at least 1'], axis: int = 1, squeeze_axis: bool | int = False, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
        """Split an axis into parts of equal size."""

    def split_v2(self, *args: Any, **kwargs: Any) -> Symbol:
        """Split a symbol into parts along an axis."""

    def sqrt(self, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
        """Compute the square root of each element."""

    def square(self, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
        """Compute the square of each element: ``x**2``."""

    def squeeze(self, axis: Any = None, inplace: bool = False, **kwargs: Any) -> Symbol:
        """Remove axes of size one."""

    def sum(self, axis: int | Sequence[int] | None = None, keepdims: bool | int = False, exclude: bool | int = False, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
        """Compute the sum of elements over axes."""

    def swapaxes(self, dim1: int = 0, dim2: int = 0, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
        """Swap two axes."""

    def take(self, indices: Symbol | None = None, axis: int = 0, mode: Literal['clip', 'raise', 'wrap'] | str = 'clip', name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
        """Take slices of an axis: ``out[..., i, ...] = a[..., indices[i], ...]`` with the index at ``axis``."""

    def tan(self, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
        """Compute the tangent of each element, an angle in radians."""

    def tanh(self, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
        """Compute the hyperbolic tangent of each element: ``sinh(x) / cosh(x)``."""

    def tile(self, reps: int | Sequence[int], name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
        """Tile an array: repeat the whole of it along each axis."""

    def topk(self, axis: int | None = -1, k: int = 1, ret_typ: Literal['both', 'indices', 'mask', 'value'] | str = 'indices', is_ascend: bool | int = False, dtype: DTypeLike = 'float32', name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
        """Find the ``k`` largest elements along an axis, or the smallest, in order."""

    def transpose(self, axes: int | Sequence[int] = (), name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
        """Permute the axes: axis ``i`` of the result is axis ``axes[i]`` of ``data``."""

    def trunc(self, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
        """Truncate each element: cut off its fraction."""

    def wait_to_read(self, *args: Any, **kwargs: Any) -> Any:
        """Raise: a symbol has no values."""

    def zeros_like(self, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
        """Make zeros of an array's shape and type."""
