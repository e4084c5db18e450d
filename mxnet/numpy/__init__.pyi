"""Made from the functions of mx.np by tools/numpy_stubs.py; `make stubs` writes it anew."""
from collections.abc import Callable, Mapping, Sequence
from typing import Annotated, Any, Literal, overload

from numpy.typing import DTypeLike

from mxnet.context import Context
from . import arrayprint as arrayprint
from . import fallback as fallback
from . import fallback_linalg as fallback_linalg
from . import function_base as function_base
from . import io as io
from . import linalg as linalg
from . import multiarray as multiarray
from mxnet.ndarray.numpy.array import ndarray as ndarray
from . import random as random
from . import retired as retired
from . import stride_tricks as stride_tricks
from . import utils as utils

NAN: float

NINF: float

NZERO: float

NaN: float

PINF: float

PZERO: float

def abs(x: ndarray | float, out: ndarray | None = None, **kwargs: Any) -> ndarray:
    """Compute the magnitude of each element."""

def absolute(x: ndarray | float, out: ndarray | None = None, **kwargs: Any) -> ndarray:
    """Compute the magnitude of each element."""

def add(x1: ndarray | float, x2: ndarray | float, out: ndarray | None = None, **kwargs: Any) -> ndarray:
    """Add two operands, element by element."""

def all(data: ndarray, axis: int | Sequence[int] | None = None, keepdims: bool | int = False, out: ndarray | None = None, name: str | None = None) -> ndarray:
    """Tell whether all elements along axes are true.

    Parameters
    ----------
    data : ndarray
        Input array; whatever is not zero is true.
    axis : Shape(tuple) or None, optional, default=None
        Axis or axes to reduce; all of them by default.
    keepdims : boolean, optional, default=False
        Whether the axes stay, with size one.
    out : ndarray, or a list of them, optional
        Where the result is written; it is returned then.

    Returns
    -------
    ndarray
        An array of bool without the reduced axes; over all axes one without dimensions.

    Examples
    --------
    >>> mx.np.all(mx.np.array([[0, 1], [1, 1]]), axis=0).tolist()
    [False, True]
    """

def allclose(*args: Any, **kwargs: Any) -> bool: ...

def alltrue(*args: Any, **kwargs: Any) -> ndarray: ...

def amax(a: ndarray, axis: int | Sequence[int] | None = None, keepdims: bool | int = False, initial: float | None = None, out: ndarray | None = None, name: str | None = None) -> ndarray:
    """Return the largest element along axes.

    Parameters
    ----------
    a : ndarray
        Input array.
    axis : Shape(tuple) or None, optional, default=None
        Axis or axes to reduce; all of them by default.
    keepdims : boolean, optional, default=False
        Whether the axes stay, with size one.
    initial : double or None, optional, default=None
        NumPy's number to start from; not supported.
    out : ndarray, or a list of them, optional
        Where the result is written; it is returned then.

    Returns
    -------
    ndarray
        The extremes, without the reduced axes; over all axes an array without dimensions.

    Examples
    --------
    >>> mx.np.max(mx.np.array([[1, 2], [3, 4]]), axis=1).tolist()
    [2.0, 4.0]
    """

def amin(a: ndarray, axis: int | Sequence[int] | None = None, keepdims: bool | int = False, initial: float | None = None, out: ndarray | None = None, name: str | None = None) -> ndarray:
    """Return the smallest element along axes.

    Parameters
    ----------
    a : ndarray
        Input array.
    axis : Shape(tuple) or None, optional, default=None
        Axis or axes to reduce; all of them by default.
    keepdims : boolean, optional, default=False
        Whether the axes stay, with size one.
    initial : double or None, optional, default=None
        NumPy's number to start from; not supported.
    out : ndarray, or a list of them, optional
        Where the result is written; it is returned then.

    Returns
    -------
    ndarray
        The extremes, without the reduced axes; over all axes an array without dimensions.

    Examples
    --------
    >>> mx.np.min(mx.np.array([[1, 2], [3, 4]]), axis=1).tolist()
    [1.0, 3.0]
    """

def any(data: ndarray, axis: int | Sequence[int] | None = None, keepdims: bool | int = False, out: ndarray | None = None, name: str | None = None) -> ndarray:
    """Tell whether some element along axes is true.

    Parameters
    ----------
    data : ndarray
        Input array; whatever is not zero is true.
    axis : Shape(tuple) or None, optional, default=None
        Axis or axes to reduce; all of them by default.
    keepdims : boolean, optional, default=False
        Whether the axes stay, with size one.
    out : ndarray, or a list of them, optional
        Where the result is written; it is returned then.

    Returns
    -------
    ndarray
        An array of bool without the reduced axes; over all axes one without dimensions.

    Examples
    --------
    >>> mx.np.any(mx.np.array([[0, 1], [1, 1]]), axis=0).tolist()
    [True, True]
    """

def append(arr: ndarray, values: ndarray, axis: int | None = None) -> ndarray:
    """Return an array with other values joined to its end."""

def apply_along_axis(*args: Any, **kwargs: Any) -> ndarray: ...

def apply_over_axes(*args: Any, **kwargs: Any) -> ndarray: ...

def arange(start: float, stop: float | None = None, step: float = 1, dtype: DTypeLike | None = None, ctx: Context | None = None) -> ndarray:
    """Create evenly spaced numbers from ``start`` up to, but without, ``stop``."""

def arccos(x: ndarray | float, out: ndarray | None = None, **kwargs: Any) -> ndarray:
    """Compute the inverse cosine of each element, in radians from 0 to pi."""

def arccosh(x: ndarray | float, out: ndarray | None = None, **kwargs: Any) -> ndarray:
    """Compute the inverse hyperbolic cosine of each element."""

def arcsin(x: ndarray | float, out: ndarray | None = None, **kwargs: Any) -> ndarray:
    """Compute the inverse sine of each element, in radians from -pi/2 to pi/2."""

def arcsinh(x: ndarray | float, out: ndarray | None = None, **kwargs: Any) -> ndarray:
    """Compute the inverse hyperbolic sine of each element."""

def arctan(x: ndarray | float, out: ndarray | None = None, **kwargs: Any) -> ndarray:
    """Compute the inverse tangent of each element, in radians from -pi/2 to pi/2."""

def arctan2(x1: ndarray | float, x2: ndarray | float, out: ndarray | None = None, **kwargs: Any) -> ndarray:
    """Compute the angle of the point (x2, x1), in radians from -pi to pi."""

def arctanh(x: ndarray | float, out: ndarray | None = None, **kwargs: Any) -> ndarray:
    """Compute the inverse hyperbolic tangent of each element."""

def argmax(a: ndarray, axis: int | None = None, out: ndarray | None = None) -> ndarray:
    """Return the index of the largest element along an axis."""

def argmin(a: ndarray, axis: int | None = None, out: ndarray | None = None) -> ndarray:
    """Return the index of the smallest element along an axis."""

def argpartition(*args: Any, **kwargs: Any) -> ndarray: ...

def argsort(a: ndarray, axis: int | None = -1, kind: str | None = None, order: None = None) -> ndarray:
    """Return the indices that would sort an array in ascending order."""

def argwhere(*args: Any, **kwargs: Any) -> ndarray: ...

def around(x: ndarray | float, decimals: int = 0, out: ndarray | None = None, **kwargs: Any) -> ndarray:
    """Round each element to a number of decimals."""

def array(object: Any, dtype: DTypeLike | None = None, ctx: Context | None = None) -> ndarray:
    """Create an array from values, which are copied."""

def array_equal(*args: Any, **kwargs: Any) -> bool: ...

def array_equiv(*args: Any, **kwargs: Any) -> bool: ...

def array_split(ary: ndarray, indices_or_sections: int | Sequence[int], axis: int = 0) -> list[ndarray]:
    """Cut an array into parts along an axis, whose sizes may differ by one."""

@overload
def atleast_1d(array: Any, /) -> ndarray: ...
@overload
def atleast_1d(*arys: Any) -> list[ndarray]:
    """Give arrays at least 1 dimension, by axes of size one."""

@overload
def atleast_2d(array: Any, /) -> ndarray: ...
@overload
def atleast_2d(*arys: Any) -> list[ndarray]:
    """Give arrays at least 2 dimensions, by axes of size one."""

@overload
def atleast_3d(array: Any, /) -> ndarray: ...
@overload
def atleast_3d(*arys: Any) -> list[ndarray]:
    """Give arrays at least 3 dimensions, by axes of size one."""

@overload
def average(a: ndarray, axis: int | tuple[int, ...] | None = None, weights: ndarray | None = None, returned: Literal[False] = False, out: ndarray | None = None) -> ndarray: ...
@overload
def average(a: ndarray, axis: int | tuple[int, ...] | None = None, weights: ndarray | None = None, returned: bool = False, out: ndarray | None = None) -> tuple[ndarray, ndarray]:
    """Compute the weighted average along axes."""

def bincount(x: ndarray, weights: ndarray | None = None, minlength: int = 0) -> ndarray:
    """Count how often each whole number occurs."""

def bitwise_and(x1: ndarray | float, x2: ndarray | float, out: ndarray | None = None, **kwargs: Any) -> ndarray:
    """Keep the bits that are set in both of two whole numbers."""

def bitwise_not(x: ndarray | float, out: ndarray | None = None, **kwargs: Any) -> ndarray:
    """Invert every bit of whole numbers; of bool, every truth value."""

def bitwise_or(x1: ndarray | float, x2: ndarray | float, out: ndarray | None = None, **kwargs: Any) -> ndarray:
    """Set the bits that are set in at least one of two whole numbers."""

def bitwise_xor(x1: ndarray | float, x2: ndarray | float, out: ndarray | None = None, **kwargs: Any) -> ndarray:
    """Set the bits that differ between two whole numbers."""

def blackman(M: int, dtype: DTypeLike | None = ..., ctx: Context | None = None) -> ndarray:
    """Create a Blackman window, ``0.42 - 0.5 * cos(t) + 0.08 * cos(2 * t)`` with ``t = 2 * pi * n / (M - 1)``."""

from builtins import bool as bool

from numpy import bool_ as bool_

def broadcast_arrays(*args: ndarray) -> list[ndarray]:
    """Repeat arrays to the shape that they broadcast to."""

def broadcast_to(array: ndarray | float, shape: int | Sequence[int]) -> ndarray:
    """Repeat an array along axes of size one, and along new ones, up to a shape."""

def cbrt(x: ndarray | float, out: ndarray | None = None, **kwargs: Any) -> ndarray:
    """Compute the cube root of each element."""

def ceil(x: ndarray | float, out: ndarray | None = None, **kwargs: Any) -> ndarray:
    """Round each element up to a whole number."""

def choose(*args: Any, **kwargs: Any) -> ndarray: ...

def clip(a: ndarray | float, a_min: float | None, a_max: float | None, out: ndarray | None = None) -> ndarray:
    """Keep each element between two bounds."""

def column_stack(tup: Sequence[ndarray]) -> ndarray:
    """Stack vectors and matrices side by side into one matrix."""

def compress(*args: Any, **kwargs: Any) -> ndarray: ...

def concatenate(seq: Sequence[ndarray], axis: int | None = 0, out: ndarray | None = None) -> ndarray:
    """Join arrays along an existing axis."""

def copy(a: ndarray, out: ndarray | None = None, name: str | None = None) -> ndarray:
    """Copy an array.

    Parameters
    ----------
    a : ndarray
        Input array.
    out : ndarray, or a list of them, optional
        Where the result is written; it is returned then.

    Returns
    -------
    ndarray
        A new array with the same elements, on the same context.

    Examples
    --------
    >>> a = mx.np.zeros(2)
    >>> b = mx.np.copy(a)
    >>> a[:] = 1
    >>> b.tolist()
    [0.0, 0.0]
    """

def copysign(x1: ndarray | float, x2: ndarray | float, out: ndarray | None = None, **kwargs: Any) -> ndarray:
    """Give the first operand the signs of the second."""

def corrcoef(*args: Any, **kwargs: Any) -> ndarray: ...

def correlate(*args: Any, **kwargs: Any) -> ndarray: ...

def cos(x: ndarray | float, out: ndarray | None = None, **kwargs: Any) -> ndarray:
    """Compute the cosine of each element, an angle in radians."""

def cosh(x: ndarray | float, out: ndarray | None = None, **kwargs: Any) -> ndarray:
    """Compute the hyperbolic cosine of each element."""

def count_nonzero(*args: Any, **kwargs: Any) -> Any: ...

def cov(*args: Any, **kwargs: Any) -> ndarray: ...

def cumsum(a: ndarray, axis: int | None = None, dtype: DTypeLike | None = None, out: ndarray | None = None, name: str | None = None) -> ndarray:
    """Compute the cumulative sum of elements along an axis.

    Parameters
    ----------
    a : ndarray
        Input array.
    axis : int or None, optional, default=None
        Axis to add along; by default the array is flattened first.
    dtype : dtype or None, optional, default=None
        Type of the sums; that of ``a`` by default, int64 for bool.
    out : ndarray, or a list of them, optional
        Where the result is written; it is returned then.

    Returns
    -------
    An array of every partial sum, of the shape of ``a``, or a vector.

    Examples
    --------
    >>> mx.np.cumsum(mx.np.array([[1, 2], [3, 4]]), axis=0).tolist()
    [[1.0, 2.0], [4.0, 6.0]]
    """

def deg2rad(x: ndarray | float, out: ndarray | None = None, **kwargs: Any) -> ndarray:
    """Convert angles from degrees to radians."""

def degrees(x: ndarray | float, out: ndarray | None = None, **kwargs: Any) -> ndarray:
    """Convert angles from radians to degrees."""

def delete(arr: ndarray, obj: int | slice | ndarray, axis: int | None = None) -> ndarray:
    """Return an array without some of its elements, or slices along an axis."""

def diag(data: ndarray, k: int = 0, out: ndarray | None = None, name: str | None = None) -> ndarray:
    """Take a diagonal of a matrix, or build a matrix from its diagonal.

    Parameters
    ----------
    data : ndarray
        Matrix to take from, or vector to put on the diagonal.
    k : int, optional, default=0
        Which diagonal: 0 is the main one, positive numbers are above it, negative ones below.
    out : ndarray, or a list of them, optional
        Where the result is written; it is returned then.

    Returns
    -------
    ndarray
        A vector of a matrix, a square matrix of a vector; a copy, where NumPy gives a view.

    Examples
    --------
    >>> mx.np.diag(mx.np.array([[1, 2], [3, 4]])).tolist()
    [1.0, 4.0]
    >>> mx.np.diag(mx.np.array([1, 2])).tolist()
    [[1.0, 0.0], [0.0, 2.0]]
    """

def diag_indices_from(arr: ndarray) -> tuple[ndarray, ...]:
    """Return the indices of the main diagonal."""

def diagflat(data: ndarray, k: int = 0, out: ndarray | None = None, name: str | None = None) -> ndarray:
    """Build a matrix with the elements of an array on its diagonal.

    Parameters
    ----------
    data : ndarray
        Array of any shape, which is flattened.
    k : int, optional, default=0
        Which diagonal: 0 is the main one, positive numbers are above it, negative ones below.
    out : ndarray, or a list of them, optional
        Where the result is written; it is returned then.

    Returns
    -------
    ndarray
        A square matrix with zeros elsewhere.

    Examples
    --------
    >>> mx.np.diagflat(mx.np.array([[1, 2]])).tolist()
    [[1.0, 0.0], [0.0, 2.0]]
    """

def diagonal(data: ndarray, offset: int = 0, axis1: int = 0, axis2: int = 1, out: ndarray | None = None, name: str | None = None) -> ndarray:
    """Take the diagonal of the matrices in two axes.

    Parameters
    ----------
    data : ndarray
        Array of at least two dimensions.
    offset : int, optional, default=0
        Which diagonal: 0 is the main one, positive numbers are above it, negative ones below.
    axis1 : int, optional, default=0
        Axis of the rows.
    axis2 : int, optional, default=1
        Axis of the columns.
    out : ndarray, or a list of them, optional
        Where the result is written; it is returned then.

    Returns
    -------
    ndarray
        The two axes are gone, and the diagonal is the last axis; a copy, where NumPy gives a view.

    Examples
    --------
    >>> mx.np.diagonal(mx.np.array([[1, 2], [3, 4]]), offset=1).tolist()
    [2.0]
    """

def diff(a: ndarray, n: int = 1, axis: int = -1, prepend: None = None, append: None = None) -> ndarray:
    """Compute the differences of neighbours along an axis, ``n`` times over."""

def digitize(*args: Any, **kwargs: Any) -> ndarray: ...

def divide(x1: ndarray | float, x2: ndarray | float, out: ndarray | None = None, **kwargs: Any) -> ndarray:
    """Divide one operand by the other, element by element."""

def divmod(*args: Any, **kwargs: Any) -> tuple[ndarray, ndarray]: ...

def dot(a: ndarray, b: ndarray, out: ndarray | None = None, name: str | None = None) -> ndarray:
    """Compute the dot product of two arrays.

    Parameters
    ----------
    a : ndarray
        Left operand, of a floating point type: NumPy takes whole numbers as well.
    b : ndarray
        Right operand, of the same type.
    out : ndarray, or a list of them, optional
        Where the result is written; it is returned then.

    Returns
    -------
    ndarray
        Two vectors give the sum of their products, matrices the matrix product, an array without dimensions scales the
        other one. In general, products are summed over the last axis of ``a`` and the last but one of ``b``.

    Examples
    --------
    >>> mx.np.dot(mx.np.array([[1, 2], [3, 4]]), mx.np.array([1, 1])).tolist()
    [3.0, 7.0]
    """

def dsplit(ary: ndarray, indices_or_sections: int | Sequence[int]) -> list[ndarray]:
    """Cut an array into parts along its third axis."""

def dstack(arrays: Sequence[ndarray]) -> ndarray:
    """Join arrays along the third axis."""

e: float

def ediff1d(ary: ndarray, to_end: float | ndarray | None = None, to_begin: float | ndarray | None = None) -> ndarray:
    """Compute the differences of neighbours of the flattened array."""

def einsum(*operands: Any, **kwargs: Any) -> ndarray:
    """Sum products over axes named by letters, in Einstein's notation."""

def empty(shape: int | Sequence[int], dtype: DTypeLike = ..., order: str = 'C', ctx: Context | None = None) -> ndarray:
    """Create an array without setting its values."""

def empty_like(prototype: ndarray, dtype: DTypeLike | None = None, order: str = 'C', subok: bool = False, shape: Any = None) -> ndarray:
    """Create an array of the shape of another one, to be filled later."""

def equal(x1: ndarray | float, x2: ndarray | float, out: ndarray | None = None, **kwargs: Any) -> ndarray:
    """Tell where two operands are equal."""

def exp(x: ndarray | float, out: ndarray | None = None, **kwargs: Any) -> ndarray:
    """Compute e to the power of each element."""

def expand_dims(a: ndarray, axis: int) -> ndarray:
    """Insert an axis of size one."""

def expm1(x: ndarray | float, out: ndarray | None = None, **kwargs: Any) -> ndarray:
    """Compute ``exp(x) - 1``, exact for small elements."""

def extract(*args: Any, **kwargs: Any) -> ndarray: ...

def eye(N: int, M: int | None = None, k: int = 0, dtype: DTypeLike | None = ..., **kwargs: Any) -> ndarray:
    """Create a matrix with ones on one diagonal and zeros elsewhere."""

def fabs(x: ndarray | float, out: ndarray | None = None, **kwargs: Any) -> ndarray:
    """Compute the magnitude of each element."""

from numpy import finfo as finfo

def fix(x: ndarray | float, out: ndarray | None = None, **kwargs: Any) -> ndarray:
    """Round each element towards zero."""

def flatnonzero(*args: Any, **kwargs: Any) -> ndarray: ...

def flip(m: ndarray | float, axis: int | tuple[int, ...] | None = None, out: ndarray | None = None) -> ndarray:
    """Reverse the order of elements along axes."""

def fliplr(m: ndarray) -> ndarray:
    """Reverse the order of the columns, along the second axis."""

def flipud(m: ndarray) -> ndarray:
    """Reverse the order of the rows, along the first axis."""

from numpy import float16 as float16

from numpy import float32 as float32

from numpy import float64 as float64

def float_power(*args: Any, **kwargs: Any) -> ndarray: ...

def floor(x: ndarray | float, out: ndarray | None = None, **kwargs: Any) -> ndarray:
    """Round each element down to a whole number."""

def frexp(*args: Any, **kwargs: Any) -> tuple[ndarray, ndarray]: ...

def full(shape: int | Sequence[int], fill_value: Any, dtype: DTypeLike | None = None, order: str = 'C', ctx: Context | None = None, out: ndarray | None = None) -> ndarray:
    """Create an array with the same value everywhere, or an array broadcast to a shape."""

def full_like(a: ndarray, fill_value: float | bool, dtype: DTypeLike | None = None, order: str = 'C', ctx: Context | None = None, out: ndarray | None = None) -> ndarray:
    """Create an array of the shape of another one, with the same value everywhere."""

def genfromtxt(*args: Any, **kwargs: Any) -> ndarray:
    """Read an array from lines of text, some values of which may be missing."""

def greater(x1: ndarray | float, x2: ndarray | float, out: ndarray | None = None, **kwargs: Any) -> ndarray:
    """Tell where the first operand is larger."""

def greater_equal(x1: ndarray | float, x2: ndarray | float, out: ndarray | None = None, **kwargs: Any) -> ndarray:
    """Tell where the first operand is larger or equal."""

def hamming(M: int, dtype: DTypeLike | None = ..., ctx: Context | None = None) -> ndarray:
    """Create a Hamming window, ``0.54 - 0.46 * cos(2 * pi * n / (M - 1))``."""

def hanning(M: int, dtype: DTypeLike | None = ..., ctx: Context | None = None) -> ndarray:
    """Create a Hann window, ``0.5 - 0.5 * cos(2 * pi * n / (M - 1))``."""

def heaviside(*args: Any, **kwargs: Any) -> ndarray: ...

def histogram(a: ndarray, bins: int | ndarray = 10, range: tuple[float, float] | None = None, normed: bool | None = None, weights: None = None, density: bool | None = None) -> list[ndarray]:
    """Count the elements that fall into bins."""

def histogram2d(*args: Any, **kwargs: Any) -> Any: ...

def histogram_bin_edges(*args: Any, **kwargs: Any) -> ndarray: ...

def histogramdd(*args: Any, **kwargs: Any) -> Any: ...

def hsplit(ary: ndarray, indices_or_sections: int | Sequence[int]) -> list[ndarray]:
    """Cut an array into parts along its second axis, a vector along its only one."""

def hstack(arrays: Sequence[ndarray]) -> ndarray:
    """Join arrays side by side: along the second axis, vectors along their only one."""

def hypot(x1: ndarray | float, x2: ndarray | float, out: ndarray | None = None, **kwargs: Any) -> ndarray:
    """Compute ``sqrt(x1 ** 2 + x2 ** 2)``, the long side of right triangles."""

def i0(*args: Any, **kwargs: Any) -> ndarray: ...

def identity(n: int, dtype: DTypeLike | None = None, ctx: Context | None = None) -> ndarray:
    """Create the identity matrix."""

def in1d(ar1: Any, ar2: Any, assume_unique: Any = False, invert: Any = False) -> ndarray:
    """Tell which elements of one array occur in another; NumPy calls it `isin` today."""

def indices(dimensions: Sequence[int], dtype: DTypeLike = ..., ctx: Context | None = None) -> ndarray:
    """Return, for each axis of a grid, the index of every grid point along it."""

inf: float

def inner(a: ndarray, b: ndarray) -> ndarray:
    """Sum the products of two arrays over their last axes."""

def insert(arr: ndarray, obj: int | slice | ndarray, values: float | ndarray, axis: int | None = None) -> ndarray:
    """Return an array with values inserted before some of its indices."""

from numpy import int32 as int32

from numpy import int64 as int64

from numpy import int8 as int8

def interp(*args: Any, **kwargs: Any) -> ndarray: ...

def intersect1d(*args: Any, **kwargs: Any) -> ndarray: ...

def invert(x: ndarray | float, out: ndarray | None = None, **kwargs: Any) -> ndarray:
    """Invert every bit of whole numbers; of bool, every truth value."""

def isclose(*args: Any, **kwargs: Any) -> ndarray: ...

def isfinite(x: ndarray | float, out: ndarray | None = None, **kwargs: Any) -> ndarray:
    """Tell which elements are neither infinite nor nan."""

def isin(*args: Any, **kwargs: Any) -> ndarray: ...

def isinf(x: ndarray | float, out: ndarray | None = None, **kwargs: Any) -> ndarray:
    """Tell which elements are infinite, of either sign."""

def isnan(x: ndarray | float, out: ndarray | None = None, **kwargs: Any) -> ndarray:
    """Tell which elements are nan, not a number."""

def isneginf(x: ndarray | float, out: ndarray | None = None, **kwargs: Any) -> ndarray:
    """Tell which elements are minus infinity."""

def isposinf(x: ndarray | float, out: ndarray | None = None, **kwargs: Any) -> ndarray:
    """Tell which elements are plus infinity."""

def ix_(*args: Any, **kwargs: Any) -> tuple[ndarray, ...]: ...

def lcm(x1: ndarray | float, x2: ndarray | float, out: ndarray | None = None, **kwargs: Any) -> ndarray:
    """Compute the least common multiple of whole numbers."""

def ldexp(x1: ndarray | float, x2: ndarray | float, out: ndarray | None = None, **kwargs: Any) -> ndarray:
    """Compute ``x1 * 2 ** x2``."""

def less(x1: ndarray | float, x2: ndarray | float, out: ndarray | None = None, **kwargs: Any) -> ndarray:
    """Tell where the first operand is smaller."""

def less_equal(x1: ndarray | float, x2: ndarray | float, out: ndarray | None = None, **kwargs: Any) -> ndarray:
    """Tell where the first operand is smaller or equal."""

def lexsort(*args: Any, **kwargs: Any) -> ndarray: ...

@overload
def linspace(start: float, stop: float, num: int = 50, endpoint: bool = True, retstep: Literal[False] = False, dtype: DTypeLike | None = None, axis: int = 0, ctx: Context | None = None) -> ndarray: ...
@overload
def linspace(start: float, stop: float, num: int = 50, endpoint: bool = True, retstep: bool = False, dtype: DTypeLike | None = None, axis: int = 0, ctx: Context | None = None) -> tuple[ndarray, float]:
    """Create a given number of evenly spaced numbers over an interval."""

def log(x: ndarray | float, out: ndarray | None = None, **kwargs: Any) -> ndarray:
    """Compute the natural logarithm of each element."""

def log10(x: ndarray | float, out: ndarray | None = None, **kwargs: Any) -> ndarray:
    """Compute the logarithm to base 10 of each element."""

def log1p(x: ndarray | float, out: ndarray | None = None, **kwargs: Any) -> ndarray:
    """Compute ``log(1 + x)``, exact for small elements."""

def log2(x: ndarray | float, out: ndarray | None = None, **kwargs: Any) -> ndarray:
    """Compute the logarithm to base 2 of each element."""

def logical_not(x: ndarray | float, out: ndarray | None = None, **kwargs: Any) -> ndarray:
    """Tell which elements are zero or False."""

def logspace(start: float, stop: float, num: int = 50, endpoint: bool = True, base: float = 10.0, dtype: DTypeLike | None = None, axis: int = 0, ctx: Context | None = None) -> ndarray:
    """Create numbers that are evenly spaced on a logarithmic scale."""

def matmul(a: ndarray, b: ndarray, out: ndarray | None = None, **kwargs: Any) -> ndarray:
    """Multiply matrices in the last two axes, with the others broadcast: ``a @ b``."""

def max(a: ndarray, axis: int | Sequence[int] | None = None, keepdims: bool | int = False, initial: float | None = None, out: ndarray | None = None, name: str | None = None) -> ndarray:
    """Return the largest element along axes.

    Parameters
    ----------
    a : ndarray
        Input array.
    axis : Shape(tuple) or None, optional, default=None
        Axis or axes to reduce; all of them by default.
    keepdims : boolean, optional, default=False
        Whether the axes stay, with size one.
    initial : double or None, optional, default=None
        NumPy's number to start from; not supported.
    out : ndarray, or a list of them, optional
        Where the result is written; it is returned then.

    Returns
    -------
    ndarray
        The extremes, without the reduced axes; over all axes an array without dimensions.

    Examples
    --------
    >>> mx.np.max(mx.np.array([[1, 2], [3, 4]]), axis=1).tolist()
    [2.0, 4.0]
    """

def maximum(x1: ndarray | float, x2: ndarray | float, out: ndarray | None = None, **kwargs: Any) -> ndarray:
    """Take the larger of two operands, element by element."""

def may_share_memory(a: ndarray, b: ndarray, max_work: int | None = None) -> bool:
    """Tell whether two arrays overlap in memory, as `shares_memory` does."""

def mean(a: ndarray, axis: int | tuple[int, ...] | None = None, dtype: DTypeLike | None = None, out: ndarray | None = None, keepdims: bool = False) -> ndarray:
    """Compute the arithmetic mean along axes."""

def meshgrid(*xi: ndarray, **kwargs: Any) -> list[ndarray]:
    """Build the grids of coordinates that vectors of coordinates span."""

def min(a: ndarray, axis: int | Sequence[int] | None = None, keepdims: bool | int = False, initial: float | None = None, out: ndarray | None = None, name: str | None = None) -> ndarray:
    """Return the smallest element along axes.

    Parameters
    ----------
    a : ndarray
        Input array.
    axis : Shape(tuple) or None, optional, default=None
        Axis or axes to reduce; all of them by default.
    keepdims : boolean, optional, default=False
        Whether the axes stay, with size one.
    initial : double or None, optional, default=None
        NumPy's number to start from; not supported.
    out : ndarray, or a list of them, optional
        Where the result is written; it is returned then.

    Returns
    -------
    ndarray
        The extremes, without the reduced axes; over all axes an array without dimensions.

    Examples
    --------
    >>> mx.np.min(mx.np.array([[1, 2], [3, 4]]), axis=1).tolist()
    [1.0, 3.0]
    """

def min_scalar_type(*args: Any, **kwargs: Any) -> Any: ...

def minimum(x1: ndarray | float, x2: ndarray | float, out: ndarray | None = None, **kwargs: Any) -> ndarray:
    """Take the smaller of two operands, element by element."""

def mirr(values: Any, finance_rate: Any, reinvest_rate: Any) -> Any:
    """Compute the modified internal rate of return."""

def mod(x1: ndarray | float, x2: ndarray | float, out: ndarray | None = None, **kwargs: Any) -> ndarray:
    """Compute the remainder of a division, with the sign of the divisor."""

def modf(*args: Any, **kwargs: Any) -> tuple[ndarray, ndarray]: ...

def moveaxis(a: ndarray, source: int | Sequence[int], destination: int | Sequence[int], out: ndarray | None = None, name: str | None = None) -> ndarray:
    """Move axes to other positions, while the others keep their order.

    Parameters
    ----------
    a : ndarray
        Input array.
    source : Shape(tuple), required
        Axis or axes to move.
    destination : Shape(tuple), required
        Position of each of them in the result.
    out : ndarray, or a list of them, optional
        Where the result is written; it is returned then.

    Returns
    -------
    ndarray
        A copy, where NumPy gives a view.

    Examples
    --------
    >>> mx.np.moveaxis(mx.np.zeros((2, 3, 4)), 0, -1).shape
    (3, 4, 2)
    """

def msort(a: Any) -> ndarray:
    """Return a copy that is sorted along its first axis."""

def multiply(x1: ndarray | float, x2: ndarray | float, out: ndarray | None = None, **kwargs: Any) -> ndarray:
    """Multiply two operands, element by element."""

nan: float

def nan_to_num(x: ndarray | float, copy: bool = True, nan: float = 0.0, posinf: float | None = None, neginf: float | None = None, **kwargs: Any) -> ndarray:
    """Replace nan and the infinities by finite numbers."""

def nanargmax(*args: Any, **kwargs: Any) -> ndarray: ...

def nanargmin(*args: Any, **kwargs: Any) -> ndarray: ...

def nancumprod(*args: Any, **kwargs: Any) -> ndarray: ...

def nancumsum(*args: Any, **kwargs: Any) -> ndarray: ...

def nanmax(*args: Any, **kwargs: Any) -> ndarray: ...

def nanmedian(*args: Any, **kwargs: Any) -> ndarray: ...

def nanmin(*args: Any, **kwargs: Any) -> ndarray: ...

def nanpercentile(*args: Any, **kwargs: Any) -> ndarray: ...

def nanprod(*args: Any, **kwargs: Any) -> ndarray: ...

def nanquantile(*args: Any, **kwargs: Any) -> ndarray: ...

def ndim(*args: Any, **kwargs: Any) -> int: ...

def negative(x: ndarray | float, out: ndarray | None = None, **kwargs: Any) -> ndarray:
    """Change the sign of each element."""

def nonzero(a: ndarray) -> tuple[ndarray, ...]:
    """Return the indices of the elements that are not zero."""

def not_equal(x1: ndarray | float, x2: ndarray | float, out: ndarray | None = None, **kwargs: Any) -> ndarray:
    """Tell where two operands differ."""

def npv(rate: Any, values: Any) -> Any:
    """Compute the present value of a series of payments, the first of them now."""

def ones(shape: int | Sequence[int], dtype: DTypeLike | None = ..., order: str = 'C', ctx: Context | None = None) -> ndarray:
    """Create an array filled with ones."""

def ones_like(a: ndarray, dtype: DTypeLike | None = None, order: str = 'C', ctx: Context | None = None, out: ndarray | None = None) -> ndarray:
    """Create an array of ones of the shape of another one."""

def outer(a: ndarray, b: ndarray) -> ndarray:
    """Multiply every element of one array with every element of another."""

def packbits(*args: Any, **kwargs: Any) -> ndarray: ...

def pad(x: ndarray, pad_width: tuple[Any, ...], mode: str = 'constant', **kwargs: Any) -> ndarray:
    """Put elements around an array."""

def partition(*args: Any, **kwargs: Any) -> ndarray: ...

def percentile(a: ndarray, q: float | ndarray, axis: int | tuple[int, ...] | None = None, out: ndarray | None = None, overwrite_input: None = None, interpolation: str = 'linear', keepdims: bool = False) -> ndarray:
    """Compute percentiles along axes: the value below which ``q`` percent of the elements lie."""

pi: float

def piecewise(*args: Any, **kwargs: Any) -> ndarray: ...

def poly(*args: Any, **kwargs: Any) -> ndarray: ...

def polyadd(*args: Any, **kwargs: Any) -> ndarray: ...

def polydiv(*args: Any, **kwargs: Any) -> tuple[ndarray, ndarray]: ...

def polyfit(*args: Any, **kwargs: Any) -> Any: ...

def polyint(*args: Any, **kwargs: Any) -> ndarray: ...

def polymul(*args: Any, **kwargs: Any) -> ndarray: ...

def polysub(*args: Any, **kwargs: Any) -> ndarray: ...

def polyval(p: ndarray, x: ndarray) -> ndarray:
    """Evaluate a polynomial at each element."""

def positive(*args: Any, **kwargs: Any) -> ndarray: ...

def power(x1: ndarray | float, x2: ndarray | float, out: ndarray | None = None, **kwargs: Any) -> ndarray:
    """Raise one operand to the power of the other, element by element."""

def ppmt(rate: Any, per: Any, nper: Any, pv: Any, fv: Any = 0, when: Any = 'end') -> Any:
    """Compute the part of a payment that pays back the loan itself."""

def prod(a: ndarray, axis: int | Sequence[int] | None = None, dtype: DTypeLike | None = None, keepdims: bool | int = False, initial: float | None = None, out: ndarray | None = None, name: str | None = None) -> ndarray:
    """Multiply the elements along axes.

    Parameters
    ----------
    a : ndarray
        Input array.
    axis : Shape(tuple) or None, optional, default=None
        Axis or axes to reduce; all of them by default.
    dtype : dtype or None, optional, default=None
        Type of the products; that of ``a`` by default, int64 for bool. NumPy widens small types of whole numbers.
    keepdims : boolean, optional, default=False
        Whether the axes stay, with size one.
    initial : double or None, optional, default=None
        NumPy's number to start from; not supported.
    out : ndarray, or a list of them, optional
        Where the result is written; it is returned then.

    Returns
    -------
    ndarray
        The products, without the reduced axes; over all axes an array without dimensions.

    Examples
    --------
    >>> mx.np.prod(mx.np.array([[1, 2], [3, 4]]), axis=1).tolist()
    [2.0, 12.0]
    """

def product(a: ndarray, axis: int | Sequence[int] | None = None, dtype: DTypeLike | None = None, keepdims: bool | int = False, initial: float | None = None, out: ndarray | None = None, name: str | None = None) -> ndarray:
    """Multiply the elements along axes.

    Parameters
    ----------
    a : ndarray
        Input array.
    axis : Shape(tuple) or None, optional, default=None
        Axis or axes to reduce; all of them by default.
    dtype : dtype or None, optional, default=None
        Type of the products; that of ``a`` by default, int64 for bool. NumPy widens small types of whole numbers.
    keepdims : boolean, optional, default=False
        Whether the axes stay, with size one.
    initial : double or None, optional, default=None
        NumPy's number to start from; not supported.
    out : ndarray, or a list of them, optional
        Where the result is written; it is returned then.

    Returns
    -------
    ndarray
        The products, without the reduced axes; over all axes an array without dimensions.

    Examples
    --------
    >>> mx.np.prod(mx.np.array([[1, 2], [3, 4]]), axis=1).tolist()
    [2.0, 12.0]
    """

def promote_types(*args: Any, **kwargs: Any) -> Any: ...

def ptp(*args: Any, **kwargs: Any) -> ndarray: ...

def pv(rate: Any, nper: Any, pmt: Any, fv: Any = 0, when: Any = 'end') -> Any:
    """Compute the present value of regular payments."""

def quantile(a: ndarray, q: float | ndarray, axis: int | tuple[int, ...] | None = None, out: ndarray | None = None, overwrite_input: None = None, interpolation: str = 'linear', keepdims: bool = False) -> ndarray:
    """Compute quantiles along axes: the value below which the share ``q`` of the elements lies."""

def rad2deg(x: ndarray | float, out: ndarray | None = None, **kwargs: Any) -> ndarray:
    """Convert angles from radians to degrees."""

def radians(x: ndarray | float, out: ndarray | None = None, **kwargs: Any) -> ndarray:
    """Convert angles from degrees to radians."""

def rate(nper: Any, pmt: Any, pv: Any, fv: Any, when: Any = 'end', guess: Any = 0.1, tol: Any = 1e-06, maxiter: Any = 100) -> Any:
    """Compute the rate of interest per period of a loan, by Newton's method."""

def ravel(x: ndarray | float, order: str = 'C') -> ndarray:
    """Flatten an array to one dimension."""

def real(*args: Any, **kwargs: Any) -> ndarray: ...

def reciprocal(x: ndarray | float, out: ndarray | None = None, **kwargs: Any) -> ndarray:
    """Compute ``1 / x`` of each element."""

def remainder(x1: ndarray | float, x2: ndarray | float, out: ndarray | None = None, **kwargs: Any) -> ndarray:
    """Compute the remainder of a division, with the sign of the divisor."""

def repeat(data: ndarray, repeats: int, axis: int | None = None, out: ndarray | None = None, name: str | None = None) -> ndarray:
    """Repeat each element along an axis; equal elements stand side by side.

    Parameters
    ----------
    data : ndarray
        Array of any shape.
    repeats : int, required
        How often each element is repeated; 0 gives an empty vector.
    axis : int or None, optional, default=None
        Axis along which they are repeated; None means the flattened array.
    out : ndarray, or a list of them, optional
        Where the result is written; it is returned then.

    Returns
    -------
    Array ``repeats`` times as large along ``axis``, or a vector without one.

    Examples
    --------
    >>> x = mx.nd.array([[1, 2], [3, 4]])
    >>> mx.nd.repeat(x, repeats=2).asnumpy().tolist()
    [1.0, 1.0, 2.0, 2.0, 3.0, 3.0, 4.0, 4.0]
    >>> mx.nd.repeat(x, repeats=2, axis=0).asnumpy().tolist()
    [[1.0, 2.0], [1.0, 2.0], [3.0, 4.0], [3.0, 4.0]]
    """

def reshape(a: ndarray, newshape: int | Sequence[int], order: str = 'C', out: ndarray | None = None, name: str | None = None) -> ndarray:
    """Give an array another shape.

    Parameters
    ----------
    a : ndarray
        Input array.
    newshape : Shape(tuple), required
        Size of each axis, as many elements in all as ``a`` has; one size may be -1, and is inferred.
    order : string, optional, default='C'
        How elements are read and placed. Only ``'C'``, row by row, is supported.
    out : ndarray, or a list of them, optional
        Where the result is written; it is returned then.

    Returns
    -------
    ndarray
        A copy of the given shape, where NumPy gives a view if it can.

    Examples
    --------
    >>> mx.np.reshape(mx.np.arange(6), (2, -1)).shape
    (2, 3)
    """

def resize(a: ndarray, new_shape: int | Sequence[int]) -> ndarray:
    """Return the elements in another shape, repeated as often as needed or cut off."""

def result_type(*args: Any, **kwargs: Any) -> Any: ...

def rint(x: ndarray | float, out: ndarray | None = None, **kwargs: Any) -> ndarray:
    """Round each element to the nearest whole number."""

def roll(data: ndarray, shift: int | Sequence[int] | None = None, axis: int | Sequence[int] | None = None, out: ndarray | None = None, name: str | None = None) -> ndarray:
    """Roll elements along axes: what leaves at one end comes in at the other.

    Parameters
    ----------
    data : ndarray
        Input array.
    shift : Shape(tuple) or None, optional, default=None
        How far to roll, towards higher indices; one number, or one per axis.
    axis : Shape(tuple) or None, optional, default=None
        Axis or axes to roll along; by default the array is flattened, rolled and given its shape again.
    out : ndarray, or a list of them, optional
        Where the result is written; it is returned then.

    Returns
    -------
    ndarray
        An array of the shape and type of ``data``.

    Examples
    --------
    >>> mx.np.roll(mx.np.arange(4), 1).tolist()
    [3.0, 0.0, 1.0, 2.0]
    """

def rollaxis(*args: Any, **kwargs: Any) -> ndarray: ...

def roots(*args: Any, **kwargs: Any) -> ndarray: ...

def rot90(m: ndarray, k: int = 1, axes: Sequence[int] = ...) -> ndarray:
    """Rotate an array by quarter turns in the plane of two axes."""

def round(x: ndarray | float, decimals: int = 0, out: ndarray | None = None, **kwargs: Any) -> ndarray:
    """Round each element to a number of decimals."""

def round_(x: ndarray | float, decimals: int = 0, out: ndarray | None = None, **kwargs: Any) -> ndarray:
    """Round each element to a number of decimals."""

def row_stack(arrays: Sequence[ndarray]) -> ndarray:
    """Stack arrays on top of each other, as `vstack` does."""

def searchsorted(*args: Any, **kwargs: Any) -> ndarray: ...

def select(*args: Any, **kwargs: Any) -> ndarray: ...

def set_printoptions(precision: int | None = None, threshold: int | None = None, **kwarg: Any) -> None:
    """Set how arrays are printed, those of NumPy as well."""

def setdiff1d(*args: Any, **kwargs: Any) -> ndarray: ...

def setxor1d(*args: Any, **kwargs: Any) -> ndarray: ...

def shape(a: ndarray) -> tuple[int, ...]:
    """Return the shape of an array."""

def shares_memory(a: ndarray, b: ndarray, max_work: int | None = None) -> bool:
    """Tell whether two arrays overlap in memory."""

def sign(x: ndarray | float, out: ndarray | None = None, **kwargs: Any) -> ndarray:
    """Give -1, 0 or 1 for negative, zero and positive elements."""

def signbit(*args: Any, **kwargs: Any) -> ndarray: ...

def sin(x: ndarray | float, out: ndarray | None = None, **kwargs: Any) -> ndarray:
    """Compute the sine of each element, an angle in radians."""

def sinh(x: ndarray | float, out: ndarray | None = None, **kwargs: Any) -> ndarray:
    """Compute the hyperbolic sine of each element."""

def size(*args: Any, **kwargs: Any) -> int: ...

def sometrue(data: ndarray, axis: int | Sequence[int] | None = None, keepdims: bool | int = False, out: ndarray | None = None, name: str | None = None) -> ndarray:
    """Tell whether some element along axes is true.

    Parameters
    ----------
    data : ndarray
        Input array; whatever is not zero is true.
    axis : Shape(tuple) or None, optional, default=None
        Axis or axes to reduce; all of them by default.
    keepdims : boolean, optional, default=False
        Whether the axes stay, with size one.
    out : ndarray, or a list of them, optional
        Where the result is written; it is returned then.

    Returns
    -------
    ndarray
        An array of bool without the reduced axes; over all axes one without dimensions.

    Examples
    --------
    >>> mx.np.any(mx.np.array([[0, 1], [1, 1]]), axis=0).tolist()
    [True, True]
    """

def sort(a: ndarray, axis: int | None = -1, kind: str | None = None, order: None = None) -> ndarray:
    """Return a sorted copy, in ascending order."""

def spacing(*args: Any, **kwargs: Any) -> ndarray: ...

def split(ary: ndarray, indices_or_sections: int | Sequence[int], axis: int = 0) -> list[ndarray]:
    """Cut an array into parts along an axis."""

def sqrt(x: ndarray | float, out: ndarray | None = None, **kwargs: Any) -> ndarray:
    """Compute the square root of each element, nan of negative ones."""

def square(x: ndarray | float, out: ndarray | None = None, **kwargs: Any) -> ndarray:
    """Compute the square of each element."""

def squeeze(a: ndarray, axis: int | Sequence[int] | None = None, out: ndarray | None = None, name: str | None = None) -> ndarray:
    """Drop axes of size one.

    Parameters
    ----------
    a : ndarray
        Input array.
    axis : Shape(tuple) or None, optional, default=None
        Axis or axes to drop, each of size one; all of them by default.
    out : ndarray, or a list of them, optional
        Where the result is written; it is returned then.

    Returns
    -------
    ndarray
        A copy, where NumPy gives a view.

    Examples
    --------
    >>> mx.np.squeeze(mx.np.zeros((1, 3, 1))).shape
    (3,)
    """

def stack(arrays: Sequence[ndarray], axis: int = 0, out: ndarray | None = None) -> ndarray:
    """Join arrays of the same shape along a new axis."""

def std(a: ndarray, axis: int | tuple[int, ...] | None = None, dtype: DTypeLike | None = None, out: ndarray | None = None, ddof: int = 0, keepdims: bool = False) -> ndarray:
    """Compute the standard deviation along axes."""

def subtract(x1: ndarray | float, x2: ndarray | float, out: ndarray | None = None, **kwargs: Any) -> ndarray:
    """Subtract one operand from the other, element by element."""

def sum(a: ndarray, axis: int | Sequence[int] | None = None, dtype: DTypeLike | None = None, keepdims: bool | int = False, initial: float | None = None, out: ndarray | None = None, name: str | None = None) -> ndarray:
    """Sum the elements along axes.

    Parameters
    ----------
    a : ndarray
        Input array.
    axis : Shape(tuple) or None, optional, default=None
        Axis or axes to reduce; all of them by default.
    dtype : dtype or None, optional, default=None
        Type of the sums; that of ``a`` by default, int64 for bool. NumPy widens small types of whole numbers.
    keepdims : boolean, optional, default=False
        Whether the axes stay, with size one.
    initial : double or None, optional, default=None
        NumPy's number to start from; not supported.
    out : ndarray, or a list of them, optional
        Where the result is written; it is returned then.

    Returns
    -------
    ndarray
        The sums, without the reduced axes; over all axes an array without dimensions.

    Examples
    --------
    >>> mx.np.sum(mx.np.array([[1, 2], [3, 4]]), axis=1).tolist()
    [3.0, 7.0]
    """

def swapaxes(a: ndarray, axis1: int, axis2: int) -> ndarray:
    """Exchange two axes of an array."""

def take(a: ndarray, indices: ndarray, axis: int | None = None, mode: str = 'raise', out: ndarray | None = None) -> ndarray:
    """Take elements, or slices along an axis, by their indices."""

def take_along_axis(*args: Any, **kwargs: Any) -> ndarray: ...

def tan(x: ndarray | float, out: ndarray | None = None, **kwargs: Any) -> ndarray:
    """Compute the tangent of each element, an angle in radians."""

def tanh(x: ndarray | float, out: ndarray | None = None, **kwargs: Any) -> ndarray:
    """Compute the hyperbolic tangent of each element."""

def tensordot(a: ndarray, b: ndarray, axes: int | Sequence[Any] = 2) -> ndarray:
    """Sum the products of two arrays over pairs of their axes."""

def tile(A: ndarray | float, reps: int | Sequence[int]) -> ndarray:
    """Repeat a whole array along each axis."""

def trace(data: ndarray, offset: int = 0, axis1: int = 0, axis2: int = 1, out: ndarray | None = None, name: str | None = None) -> ndarray:
    """Sum the diagonal of the matrices in two axes.

    Parameters
    ----------
    data : ndarray
        Array of at least two dimensions.
    offset : int, optional, default=0
        Which diagonal: 0 is the main one, positive numbers are above it, negative ones below.
    axis1 : int, optional, default=0
        Axis of the rows.
    axis2 : int, optional, default=1
        Axis of the columns.
    out : ndarray, or a list of them, optional
        Where the result is written; it is returned then.

    Returns
    -------
    ndarray
        The sums, without the two axes; for a matrix an array without dimensions.

    Examples
    --------
    >>> mx.np.trace(mx.np.array([[1, 2], [3, 4]])).item()
    5.0
    """

def transpose(a: ndarray, axes: int | Sequence[int] | None = None, out: ndarray | None = None, name: str | None = None) -> ndarray:
    """Permute the axes of an array.

    Parameters
    ----------
    a : ndarray
        Input array.
    axes : Shape(tuple) or None, optional, default=None
        For each axis of the result, the axis of ``a`` that it is; the order is reversed by default.
    out : ndarray, or a list of them, optional
        Where the result is written; it is returned then.

    Returns
    -------
    ndarray
        A copy, where NumPy gives a view.

    Examples
    --------
    >>> mx.np.transpose(mx.np.zeros((2, 3, 4)), (1, 0, 2)).shape
    (3, 2, 4)
    """

def trapz(*args: Any, **kwargs: Any) -> ndarray: ...

def tril(m: ndarray, k: int = 0) -> ndarray:
    """Keep the lower triangle of matrices and set the rest to zero."""

def tril_indices_from(*args: Any, **kwargs: Any) -> tuple[ndarray, ...]: ...

def trim_zeros(*args: Any, **kwargs: Any) -> ndarray: ...

def triu_indices_from(*args: Any, **kwargs: Any) -> tuple[ndarray, ...]: ...

def true_divide(x1: ndarray | float, x2: ndarray | float, out: ndarray | None = None, **kwargs: Any) -> ndarray:
    """Divide one operand by the other, element by element."""

def trunc(x: ndarray | float, out: ndarray | None = None, **kwargs: Any) -> ndarray:
    """Round each element towards zero."""

from numpy import uint8 as uint8

def union1d(*args: Any, **kwargs: Any) -> ndarray: ...

@overload
def unique(ar: ndarray, return_index: Literal[False] = False, return_inverse: Literal[False] = False, return_counts: Literal[False] = False, axis: int | None = None) -> ndarray: ...
@overload
def unique(ar: ndarray, return_index: bool = False, return_inverse: bool = False, return_counts: bool = False, axis: int | None = None) -> tuple[ndarray, ...]:
    """Return the distinct elements in ascending order."""

def unpackbits(*args: Any, **kwargs: Any) -> ndarray: ...

def unravel_index(indices: int | ndarray, shape: Sequence[int], order: str = 'C') -> Any:
    """Turn indices into the flattened array into one index per axis."""

def unwrap(*args: Any, **kwargs: Any) -> ndarray: ...

def vander(*args: Any, **kwargs: Any) -> ndarray: ...

def var(a: ndarray, axis: int | tuple[int, ...] | None = None, dtype: DTypeLike | None = None, out: ndarray | None = None, ddof: int = 0, keepdims: bool = False) -> ndarray:
    """Compute the variance along axes, the mean squared distance from the mean."""

def vdot(a: ndarray, b: ndarray) -> ndarray:
    """Sum the products of all elements of two arrays."""

def vsplit(ary: ndarray, indices_or_sections: int | Sequence[int]) -> list[ndarray]:
    """Cut an array into parts along its first axis."""

def vstack(arrays: Sequence[ndarray], out: ndarray | None = None) -> ndarray:
    """Stack arrays on top of each other, along the first axis."""

@overload
def where(condition: Any) -> tuple[ndarray, ...]: ...
@overload
def where(condition: Any, x: Any, y: Any) -> ndarray:
    """Choose elements from two operands, as a condition says."""

def zeros(shape: int | Sequence[int], dtype: DTypeLike | None = None, order: str = 'C', ctx: Context | None = None) -> ndarray:
    """Create an array filled with zeros."""

def zeros_like(a: ndarray, dtype: DTypeLike | None = None, order: str = 'C', ctx: Context | None = None, out: ndarray | None = None) -> ndarray:
    """Create an array of zeros of the shape of another one."""
