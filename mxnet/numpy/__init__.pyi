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
    """Compute the magnitude of each element.

    Parameters
    ----------
    x : ndarray or float
        Array, or a number, which NumPy's function handles.
    out : ndarray, optional
        Array to write the result to, which is then returned.
    **kwargs
        NumPy's keywords of universal functions (``where``, ``casting``, ``order``, ``dtype``, ``subok``),
        of which only the defaults are implemented.

    Returns
    -------
    ndarray
        An array of the shape and type of ``x``. Results for integers are truncated to the same type,
        whereas NumPy returns floats; bool arrays are refused.

    Examples
    --------
    >>> mx.np.abs(mx.np.array([-1, 2])).tolist()
    [1.0, 2.0]
    """

def absolute(x: ndarray | float, out: ndarray | None = None, **kwargs: Any) -> ndarray:
    """Compute the magnitude of each element.

    Parameters
    ----------
    x : ndarray or float
        Array, or a number, which NumPy's function handles.
    out : ndarray, optional
        Array to write the result to, which is then returned.
    **kwargs
        NumPy's keywords of universal functions (``where``, ``casting``, ``order``, ``dtype``, ``subok``),
        of which only the defaults are implemented.

    Returns
    -------
    ndarray
        An array of the shape and type of ``x``. Results for integers are truncated to the same type,
        whereas NumPy returns floats; bool arrays are refused.

    Examples
    --------
    >>> mx.np.absolute(mx.np.array([-1, 2])).tolist()
    [1.0, 2.0]
    """

def add(x1: ndarray | float, x2: ndarray | float, out: ndarray | None = None, **kwargs: Any) -> ndarray:
    """Add two operands, element by element.

    Parameters
    ----------
    x1 : ndarray or float
        First operand: an array, or a number.
    x2 : ndarray or float
        Second operand: an array, or a number. Shapes broadcast.
    out : ndarray, optional
        Array to write the result to, which is then returned.
    **kwargs
        NumPy's keywords of universal functions (``where``, ``casting``, ``order``, ``dtype``, ``subok``),
        of which only the defaults are implemented.

    Returns
    -------
    ndarray
        An array of the wider type; a floating point type next to integers.
        A number takes the type of the array, so that ``x + 1.5`` adds 1 to whole
        numbers, as in MXNet.

    Examples
    --------
    >>> mx.np.add(mx.np.array([1, 2]), mx.np.array([10, 20])).tolist()
    [11.0, 22.0]
    """

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
        The extremes, without the reduced axes; over all axes a zero-dimensional array.

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
        The extremes, without the reduced axes; over all axes a zero-dimensional array.

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
    """Return an array with other values appended.

    Parameters
    ----------
    arr : ndarray
        Input array.
    values : ndarray
        Array to append. It must be an array, whereas NumPy also takes numbers and lists.
    axis : int, optional
        Axis to join along; None flattens both first.

    Returns
    -------
    ndarray
        A new array; ``arr`` is unchanged.

    Examples
    --------
    >>> mx.np.append(mx.np.array([1, 2]), mx.np.array([3])).tolist()
    [1.0, 2.0, 3.0]
    """

def apply_along_axis(*args: Any, **kwargs: Any) -> ndarray: ...

def apply_over_axes(*args: Any, **kwargs: Any) -> ndarray: ...

def arange(start: float, stop: float | None = None, step: float = 1, dtype: DTypeLike | None = None, ctx: Context | None = None) -> ndarray:
    """Create evenly spaced numbers from ``start`` up to, but not including, ``stop``.

    Parameters
    ----------
    start : float
        First number; or the end, if it is the only argument, and the numbers start at 0.
    stop : float, optional
        End of the interval, exclusive.
    step : float, optional, default=1
        Distance between neighbours; negative to count down.
    dtype : DTypeLike, optional
        Element type; None means float32, also for integers, of which NumPy would make int64.
    ctx : Context, optional
        Device to create the array on; the current context by default.

    Returns
    -------
    ndarray
        A vector of ``ceil((stop - start) / step)`` numbers, empty if that is negative.

    Raises
    ------
    ZeroDivisionError
        If ``step`` is 0.

    Examples
    --------
    >>> mx.np.arange(2, 8, 2).tolist()
    [2.0, 4.0, 6.0]
    >>> mx.np.arange(3, dtype="int32").tolist()
    [0, 1, 2]
    """

def arccos(x: ndarray | float, out: ndarray | None = None, **kwargs: Any) -> ndarray:
    """Compute the inverse cosine of each element, in radians from 0 to pi.

    Parameters
    ----------
    x : ndarray or float
        Array, or a number, which NumPy's function handles.
    out : ndarray, optional
        Array to write the result to, which is then returned.
    **kwargs
        NumPy's keywords of universal functions (``where``, ``casting``, ``order``, ``dtype``, ``subok``),
        of which only the defaults are implemented.

    Returns
    -------
    ndarray
        An array of the shape and type of ``x``. Results for integers are truncated to the same type,
        whereas NumPy returns floats; bool arrays are refused.

    Examples
    --------
    >>> mx.np.arccos(mx.np.array([1, 0])).tolist()
    [0.0, 1.57]
    """

def arccosh(x: ndarray | float, out: ndarray | None = None, **kwargs: Any) -> ndarray:
    """Compute the inverse hyperbolic cosine of each element.

    Parameters
    ----------
    x : ndarray or float
        Array, or a number, which NumPy's function handles.
    out : ndarray, optional
        Array to write the result to, which is then returned.
    **kwargs
        NumPy's keywords of universal functions (``where``, ``casting``, ``order``, ``dtype``, ``subok``),
        of which only the defaults are implemented.

    Returns
    -------
    ndarray
        An array of the shape and type of ``x``. Results for integers are truncated to the same type,
        whereas NumPy returns floats; bool arrays are refused.

    Examples
    --------
    >>> mx.np.arccosh(mx.np.array([1, 2])).tolist()
    [0.0, 1.32]
    """

def arcsin(x: ndarray | float, out: ndarray | None = None, **kwargs: Any) -> ndarray:
    """Compute the inverse sine of each element, in radians from -pi/2 to pi/2.

    Parameters
    ----------
    x : ndarray or float
        Array, or a number, which NumPy's function handles.
    out : ndarray, optional
        Array to write the result to, which is then returned.
    **kwargs
        NumPy's keywords of universal functions (``where``, ``casting``, ``order``, ``dtype``, ``subok``),
        of which only the defaults are implemented.

    Returns
    -------
    ndarray
        An array of the shape and type of ``x``. Results for integers are truncated to the same type,
        whereas NumPy returns floats; bool arrays are refused.

    Examples
    --------
    >>> mx.np.arcsin(mx.np.array([0, 1])).tolist()
    [0.0, 1.57]
    """

def arcsinh(x: ndarray | float, out: ndarray | None = None, **kwargs: Any) -> ndarray:
    """Compute the inverse hyperbolic sine of each element.

    Parameters
    ----------
    x : ndarray or float
        Array, or a number, which NumPy's function handles.
    out : ndarray, optional
        Array to write the result to, which is then returned.
    **kwargs
        NumPy's keywords of universal functions (``where``, ``casting``, ``order``, ``dtype``, ``subok``),
        of which only the defaults are implemented.

    Returns
    -------
    ndarray
        An array of the shape and type of ``x``. Results for integers are truncated to the same type,
        whereas NumPy returns floats; bool arrays are refused.

    Examples
    --------
    >>> mx.np.arcsinh(mx.np.array([0, 1])).tolist()
    [0.0, 0.88]
    """

def arctan(x: ndarray | float, out: ndarray | None = None, **kwargs: Any) -> ndarray:
    """Compute the inverse tangent of each element, in radians from -pi/2 to pi/2.

    Parameters
    ----------
    x : ndarray or float
        Array, or a number, which NumPy's function handles.
    out : ndarray, optional
        Array to write the result to, which is then returned.
    **kwargs
        NumPy's keywords of universal functions (``where``, ``casting``, ``order``, ``dtype``, ``subok``),
        of which only the defaults are implemented.

    Returns
    -------
    ndarray
        An array of the shape and type of ``x``. Results for integers are truncated to the same type,
        whereas NumPy returns floats; bool arrays are refused.

    Examples
    --------
    >>> mx.np.arctan(mx.np.array([0, 1])).tolist()
    [0.0, 0.79]
    """

def arctan2(x1: ndarray | float, x2: ndarray | float, out: ndarray | None = None, **kwargs: Any) -> ndarray:
    """Compute the angle of the point (x2, x1), in radians from -pi to pi.

    Parameters
    ----------
    x1 : ndarray or float
        First operand: an array, or a number.
    x2 : ndarray or float
        Second operand: an array, or a number. Shapes broadcast.
    out : ndarray, optional
        Array to write the result to, which is then returned.
    **kwargs
        NumPy's keywords of universal functions (``where``, ``casting``, ``order``, ``dtype``, ``subok``),
        of which only the defaults are implemented.

    Returns
    -------
    ndarray
        An array of the type of the operands; two arrays must be of one floating point type.

    Examples
    --------
    >>> mx.np.arctan2(mx.np.array([0, 1]), mx.np.array([1, 0])).tolist()
    [0.0, 1.57]
    """

def arctanh(x: ndarray | float, out: ndarray | None = None, **kwargs: Any) -> ndarray:
    """Compute the inverse hyperbolic tangent of each element.

    Parameters
    ----------
    x : ndarray or float
        Array, or a number, which NumPy's function handles.
    out : ndarray, optional
        Array to write the result to, which is then returned.
    **kwargs
        NumPy's keywords of universal functions (``where``, ``casting``, ``order``, ``dtype``, ``subok``),
        of which only the defaults are implemented.

    Returns
    -------
    ndarray
        An array of the shape and type of ``x``. Results for integers are truncated to the same type,
        whereas NumPy returns floats; bool arrays are refused.

    Examples
    --------
    >>> mx.np.arctanh(mx.np.array([0, 0.5])).tolist()
    [0.0, 0.55]
    """

def argmax(a: ndarray, axis: int | None = None, out: ndarray | None = None) -> ndarray:
    """Return the index of the largest element along an axis.

    Parameters
    ----------
    a : ndarray
        Input array of numbers; bool arrays are refused.
    axis : int, optional
        Axis to search along; None searches the flattened array.
    out : ndarray, optional
        Array to write the result to.

    Returns
    -------
    ndarray
        Indices of type int64, the first one where several elements are largest.

    Examples
    --------
    >>> mx.np.argmax(mx.np.array([[1, 9], [8, 2]]), axis=1).tolist()
    [1, 0]
    """

def argmin(a: ndarray, axis: int | None = None, out: ndarray | None = None) -> ndarray:
    """Return the index of the smallest element along an axis.

    Parameters
    ----------
    a : ndarray
        Input array of numbers; bool arrays are refused.
    axis : int, optional
        Axis to search along; None searches the flattened array.
    out : ndarray, optional
        Array to write the result to.

    Returns
    -------
    ndarray
        Indices of type int64, the first one where several elements are smallest.

    Examples
    --------
    >>> mx.np.argmin(mx.np.array([[1, 9], [8, 2]]), axis=1).tolist()
    [0, 1]
    """

def argpartition(*args: Any, **kwargs: Any) -> ndarray: ...

def argsort(a: ndarray, axis: int | None = -1, kind: str | None = None, order: None = None) -> ndarray:
    """Return the indices that would sort an array in ascending order.

    Parameters
    ----------
    a : ndarray
        Input array.
    axis : int or None, optional, default=-1
        Axis to sort along; None sorts the flattened array.
    kind : str, optional
        NumPy's choice of an algorithm, which is ignored.
    order : None, optional
        NumPy's fields of structured arrays; not supported.

    Returns
    -------
    ndarray
        Indices of type int64, of the shape of ``a``.

    Examples
    --------
    >>> mx.np.argsort(mx.np.array([3, 1, 2])).tolist()
    [1, 2, 0]
    """

def argwhere(*args: Any, **kwargs: Any) -> ndarray: ...

def around(x: ndarray | float, decimals: int = 0, out: ndarray | None = None, **kwargs: Any) -> ndarray:
    """Round each element to a number of decimals.

    Parameters
    ----------
    x : ndarray or float
        Array, or a number, which NumPy's function handles.
    decimals : int, optional, default=0
        How many decimals to keep; negative numbers round to tens, hundreds and so on.
    out : ndarray, optional
        Array to write the result to, which is then returned.
    **kwargs
        Accepted for compatibility with NumPy and ignored for arrays.

    Returns
    -------
    ndarray
        An array of the shape and type of ``x``. A half is rounded to the even neighbour; integers are cut, not
        rounded, to tens and hundreds.

    Examples
    --------
    >>> mx.np.around(mx.np.array([1.25, 2.5, 3.5])).tolist()
    [1.0, 2.0, 4.0]
    """

def array(object: Any, dtype: DTypeLike | None = None, ctx: Context | None = None) -> ndarray:
    """Create an array from values, which are copied.

    Parameters
    ----------
    object
        Number, nested lists, or an array: of mx.np, mx.nd or NumPy.
    dtype : DTypeLike, optional
        Element type. By default arrays keep theirs, numbers and lists give float32, while NumPy has int64 or float64.
    ctx : Context, optional
        Device to create the array on; by default that of an array given, else the current context.

    Returns
    -------
    ndarray
        A new array.

    Examples
    --------
    >>> mx.np.array([1, 2])
    array([1., 2.])
    >>> mx.np.array([[1, 2], [3, 4]], dtype="int32").tolist()
    [[1, 2], [3, 4]]
    """

def array_equal(*args: Any, **kwargs: Any) -> bool: ...

def array_equiv(*args: Any, **kwargs: Any) -> bool: ...

def array_split(ary: ndarray, indices_or_sections: int | Sequence[int], axis: int = 0) -> list[ndarray]:
    """Split an array along an axis, whose sizes may differ by one.

    Parameters
    ----------
    ary : ndarray
        Array to split.
    indices_or_sections : int or Sequence[int]
        A number of parts, which need not divide the axis, or the indices at which new parts start.
    axis : int, optional, default=0
        Axis to split along.

    Returns
    -------
    list of ndarray
        The parts: copies, whereas NumPy returns views. The first ones are larger if the sizes differ.

    Examples
    --------
    >>> [part.tolist() for part in mx.np.array_split(mx.np.arange(3), 2)]
    [[0.0, 1.0], [2.0]]
    """

@overload
def atleast_1d(array: Any, /) -> ndarray: ...
@overload
def atleast_1d(*arys: Any) -> list[ndarray]:
    """Give arrays at least 1 dimension, by axes of size one.

    Parameters
    ----------
    arys : ndarray, any number
        Arrays; numbers and lists, which NumPy takes, are refused.
    num_args : int, required
        Number of inputs. Counted by default.
    out : ndarray, or a list of them, optional
        Where the result is written; it is returned then.

    Returns
    -------
    ndarray or list of ndarray
        One array for one given, else a list of them. A number becomes a vector of one element.

    Examples
    --------
    >>> mx.np.atleast_1d(mx.np.array([1, 2])).shape
    (2,)
    """

@overload
def atleast_2d(array: Any, /) -> ndarray: ...
@overload
def atleast_2d(*arys: Any) -> list[ndarray]:
    """Give arrays at least 2 dimensions, by axes of size one.

    Parameters
    ----------
    arys : ndarray, any number
        Arrays; numbers and lists, which NumPy takes, are refused.
    num_args : int, required
        Number of inputs. Counted by default.
    out : ndarray, or a list of them, optional
        Where the result is written; it is returned then.

    Returns
    -------
    ndarray or list of ndarray
        One array for one given, else a list of them. A vector becomes a row.

    Examples
    --------
    >>> mx.np.atleast_2d(mx.np.array([1, 2])).shape
    (1, 2)
    """

@overload
def atleast_3d(array: Any, /) -> ndarray: ...
@overload
def atleast_3d(*arys: Any) -> list[ndarray]:
    """Give arrays at least 3 dimensions, by axes of size one.

    Parameters
    ----------
    arys : ndarray, any number
        Arrays; numbers and lists, which NumPy takes, are refused.
    num_args : int, required
        Number of inputs. Counted by default.
    out : ndarray, or a list of them, optional
        Where the result is written; it is returned then.

    Returns
    -------
    ndarray or list of ndarray
        One array for one given, else a list of them. A vector of n elements becomes (1, n, 1), and a matrix gets a third axis.

    Examples
    --------
    >>> mx.np.atleast_3d(mx.np.array([1, 2])).shape
    (1, 2, 1)
    """

@overload
def average(a: ndarray, axis: int | tuple[int, ...] | None = None, weights: ndarray | None = None, returned: Literal[False] = False, out: ndarray | None = None) -> ndarray: ...
@overload
def average(a: ndarray, axis: int | tuple[int, ...] | None = None, weights: ndarray | None = None, returned: bool = False, out: ndarray | None = None) -> tuple[ndarray, ndarray]:
    """Compute the weighted average along axes.

    Parameters
    ----------
    a : ndarray
        Input array.
    axis : int or tuple[int, ...], optional
        Axis or axes to average over; None takes all of them.
    weights : ndarray, optional
        Weight of each element: an array of the shape of ``a``, or a vector along the one axis. Equal by default.
    returned : bool, optional, default=False
        Whether to return the sum of the weights too.
    out : ndarray, optional
        Array to write the result to.

    Returns
    -------
    ndarray or tuple of two ndarray
        The averages; with ``returned`` also the sums of the weights, of the same shape. Averages of integers are
        truncated to integers, unless the weights are not integers.

    Examples
    --------
    >>> mx.np.average(mx.np.array([1, 2]), weights=mx.np.array([3, 1])).item()
    1.25
    """

def bincount(x: ndarray, weights: ndarray | None = None, minlength: int = 0) -> ndarray:
    """Count how often each integer occurs.

    Parameters
    ----------
    x : ndarray
        Vector of nonnegative integers.
    weights : ndarray, optional
        Vector of as many numbers: each is added to the count of its element, instead of one.
    minlength : int, optional, default=0
        Smallest size of the result.

    Returns
    -------
    ndarray
        Counts of 0, 1, ..., up to the largest element: int64, or the type of ``weights``.

    Raises
    ------
    TypeError
        If ``x`` is not an array.
    ValueError
        If ``minlength`` is negative.

    Examples
    --------
    >>> mx.np.bincount(mx.np.array([0, 1, 1, 3], dtype="int32")).tolist()
    [1, 2, 0, 1]
    """

def bitwise_and(x1: ndarray | float, x2: ndarray | float, out: ndarray | None = None, **kwargs: Any) -> ndarray:
    """Keep the bits that are set in both of two integers.

    Parameters
    ----------
    x1 : ndarray or float
        First operand: an array, or a number.
    x2 : ndarray or float
        Second operand: an array, or a number. Shapes broadcast.
    out : ndarray, optional
        Array to write the result to, which is then returned.
    **kwargs
        NumPy's keywords of universal functions (``where``, ``casting``, ``order``, ``dtype``, ``subok``),
        of which only the defaults are implemented.

    Returns
    -------
    ndarray
        An array of the type of the operands: integers or bool, and one type if both are arrays.

    Examples
    --------
    >>> mx.np.bitwise_and(mx.np.array([6, 4], dtype='int32'), mx.np.array([3, 5], dtype='int32')).tolist()
    [2, 4]
    """

def bitwise_not(x: ndarray | float, out: ndarray | None = None, **kwargs: Any) -> ndarray:
    """Invert every bit of integers, or every truth value of bool arrays.

    Parameters
    ----------
    x : ndarray or float
        Array, or a number, which NumPy's function handles.
    out : ndarray, optional
        Array to write the result to, which is then returned.
    **kwargs
        NumPy's keywords of universal functions (``where``, ``casting``, ``order``, ``dtype``, ``subok``),
        of which only the defaults are implemented.

    Returns
    -------
    ndarray
        An array of the shape and type of ``x``.

    Examples
    --------
    >>> mx.np.bitwise_not(mx.np.array([0, 5], dtype='int32')).tolist()
    [-1, -6]
    """

def bitwise_or(x1: ndarray | float, x2: ndarray | float, out: ndarray | None = None, **kwargs: Any) -> ndarray:
    """Set the bits that are set in at least one of two integers.

    Parameters
    ----------
    x1 : ndarray or float
        First operand: an array, or a number.
    x2 : ndarray or float
        Second operand: an array, or a number. Shapes broadcast.
    out : ndarray, optional
        Array to write the result to, which is then returned.
    **kwargs
        NumPy's keywords of universal functions (``where``, ``casting``, ``order``, ``dtype``, ``subok``),
        of which only the defaults are implemented.

    Returns
    -------
    ndarray
        An array of the type of the operands: integers or bool, and one type if both are arrays.

    Examples
    --------
    >>> mx.np.bitwise_or(mx.np.array([6, 4], dtype='int32'), mx.np.array([3, 5], dtype='int32')).tolist()
    [7, 5]
    """

def bitwise_xor(x1: ndarray | float, x2: ndarray | float, out: ndarray | None = None, **kwargs: Any) -> ndarray:
    """Set the bits that differ between two integers.

    Parameters
    ----------
    x1 : ndarray or float
        First operand: an array, or a number.
    x2 : ndarray or float
        Second operand: an array, or a number. Shapes broadcast.
    out : ndarray, optional
        Array to write the result to, which is then returned.
    **kwargs
        NumPy's keywords of universal functions (``where``, ``casting``, ``order``, ``dtype``, ``subok``),
        of which only the defaults are implemented.

    Returns
    -------
    ndarray
        An array of the type of the operands: integers or bool, and one type if both are arrays.

    Examples
    --------
    >>> mx.np.bitwise_xor(mx.np.array([6, 4], dtype='int32'), mx.np.array([3, 5], dtype='int32')).tolist()
    [5, 1]
    """

def blackman(M: int, dtype: DTypeLike | None = ..., ctx: Context | None = None) -> ndarray:
    """Create a Blackman window, ``0.42 - 0.5 * cos(t) + 0.08 * cos(2 * t)`` with ``t = 2 * pi * n / (M - 1)``.

    Parameters
    ----------
    M : int
        Number of points.
    dtype : DTypeLike or None, optional, default=float32
        Element type; float32 by default, whereas NumPy uses float64.
    ctx : Context, optional
        Device to create the array on; the current context by default.

    Returns
    -------
    ndarray
        A vector of ``M`` weights: 0 at both ends, and 1 in the middle if ``M`` is odd.

    Examples
    --------
    >>> abs(mx.np.blackman(3)).round(2).tolist()
    [0.0, 1.0, 0.0]
    """

from builtins import bool as bool

from numpy import bool_ as bool_

def broadcast_arrays(*args: ndarray) -> list[ndarray]:
    """Repeat arrays to the shape that they broadcast to.

    Parameters
    ----------
    *args : ndarray
        Arrays whose shapes broadcast.

    Returns
    -------
    list of ndarray
        Arrays of one shape: those that have it already, and copies of the others, where NumPy gives views.

    Examples
    --------
    >>> [item.shape for item in mx.np.broadcast_arrays(mx.np.zeros((2, 1)), mx.np.zeros(3))]
    [(2, 3), (2, 3)]
    """

def broadcast_to(array: ndarray | float, shape: int | Sequence[int]) -> ndarray:
    """Repeat an array along axes of size one, and along new ones, up to a shape.

    Parameters
    ----------
    array : ndarray or float
        Array or number to repeat.
    shape : int or Sequence[int]
        Shape of the result; new axes come first.

    Returns
    -------
    ndarray
        A copy, whereas NumPy returns a view that cannot be written to.

    Examples
    --------
    >>> mx.np.broadcast_to(mx.np.array([1, 2]), (2, 2)).tolist()
    [[1.0, 2.0], [1.0, 2.0]]
    """

def cbrt(x: ndarray | float, out: ndarray | None = None, **kwargs: Any) -> ndarray:
    """Compute the cube root of each element.

    Parameters
    ----------
    x : ndarray or float
        Array, or a number, which NumPy's function handles.
    out : ndarray, optional
        Array to write the result to, which is then returned.
    **kwargs
        NumPy's keywords of universal functions (``where``, ``casting``, ``order``, ``dtype``, ``subok``),
        of which only the defaults are implemented.

    Returns
    -------
    ndarray
        An array of the shape and type of ``x``. Results for integers are truncated to the same type,
        whereas NumPy returns floats; bool arrays are refused.

    Examples
    --------
    >>> mx.np.cbrt(mx.np.array([8, -1])).tolist()
    [2.0, -1.0]
    """

def ceil(x: ndarray | float, out: ndarray | None = None, **kwargs: Any) -> ndarray:
    """Round each element up to an integer.

    Parameters
    ----------
    x : ndarray or float
        Array, or a number, which NumPy's function handles.
    out : ndarray, optional
        Array to write the result to, which is then returned.
    **kwargs
        NumPy's keywords of universal functions (``where``, ``casting``, ``order``, ``dtype``, ``subok``),
        of which only the defaults are implemented.

    Returns
    -------
    ndarray
        An array of the shape and type of ``x``. Results for integers are truncated to the same type,
        whereas NumPy returns floats; bool arrays are refused.

    Examples
    --------
    >>> mx.np.ceil(mx.np.array([1.2, -1.2])).tolist()
    [2.0, -1.0]
    """

def choose(*args: Any, **kwargs: Any) -> ndarray: ...

def clip(a: ndarray | float, a_min: float | None, a_max: float | None, out: ndarray | None = None) -> ndarray:
    """Clip each element to two bounds.

    Parameters
    ----------
    a : ndarray or float
        Array, or a number, which NumPy's function handles.
    a_min : float or None
        Lower bound, a number; None for none.
    a_max : float or None
        Upper bound, a number; None for none. NumPy takes arrays as bounds too.
    out : ndarray, optional
        Array to write the result to, which is then returned.

    Returns
    -------
    ndarray
        An array of the shape and type of ``a``.

    Raises
    ------
    ValueError
        If both bounds are None.

    Examples
    --------
    >>> mx.np.clip(mx.np.array([-1, 0.5, 7]), 0, 1).tolist()
    [0.0, 0.5, 1.0]
    """

def column_stack(tup: Sequence[ndarray]) -> ndarray:
    """Stack vectors and matrices horizontally into one matrix.

    Parameters
    ----------
    tup : Sequence[ndarray]
        Arrays of one or two dimensions with equally many rows; a vector counts as one column.

    Returns
    -------
    ndarray
        A matrix of all columns.

    Examples
    --------
    >>> mx.np.column_stack((mx.np.array([1, 2]), mx.np.array([3, 4]))).tolist()
    [[1.0, 3.0], [2.0, 4.0]]
    """

def compress(*args: Any, **kwargs: Any) -> ndarray: ...

def concatenate(seq: Sequence[ndarray], axis: int | None = 0, out: ndarray | None = None) -> ndarray:
    """Join arrays along an existing axis.

    Parameters
    ----------
    seq : Sequence[ndarray]
        Arrays with equal shapes except along ``axis``.
    axis : int or None, optional, default=0
        Axis to join along; None flattens the arrays first.
    out : ndarray, optional
        Array to write the result to.

    Returns
    -------
    ndarray
        The concatenated arrays.

    Examples
    --------
    >>> mx.np.concatenate([mx.np.array([1, 2]), mx.np.array([3])]).tolist()
    [1.0, 2.0, 3.0]
    """

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
    """Give the first operand the signs of the second.

    Parameters
    ----------
    x1 : ndarray or float
        First operand: an array, or a number.
    x2 : ndarray or float
        Second operand: an array, or a number. Shapes broadcast.
    out : ndarray, optional
        Array to write the result to, which is then returned.
    **kwargs
        NumPy's keywords of universal functions (``where``, ``casting``, ``order``, ``dtype``, ``subok``),
        of which only the defaults are implemented.

    Returns
    -------
    ndarray
        An array of the type of the operands; two arrays must be of one type, while NumPy converts them.

    Examples
    --------
    >>> mx.np.copysign(mx.np.array([1, 2]), mx.np.array([-3, 4])).tolist()
    [-1.0, 2.0]
    """

def corrcoef(*args: Any, **kwargs: Any) -> ndarray: ...

def correlate(*args: Any, **kwargs: Any) -> ndarray: ...

def cos(x: ndarray | float, out: ndarray | None = None, **kwargs: Any) -> ndarray:
    """Compute the cosine of each element, an angle in radians.

    Parameters
    ----------
    x : ndarray or float
        Array, or a number, which NumPy's function handles.
    out : ndarray, optional
        Array to write the result to, which is then returned.
    **kwargs
        NumPy's keywords of universal functions (``where``, ``casting``, ``order``, ``dtype``, ``subok``),
        of which only the defaults are implemented.

    Returns
    -------
    ndarray
        An array of the shape and type of ``x``. Results for integers are truncated to the same type,
        whereas NumPy returns floats; bool arrays are refused.

    Examples
    --------
    >>> mx.np.cos(mx.np.array([0, 1])).tolist()
    [1.0, 0.54]
    """

def cosh(x: ndarray | float, out: ndarray | None = None, **kwargs: Any) -> ndarray:
    """Compute the hyperbolic cosine of each element.

    Parameters
    ----------
    x : ndarray or float
        Array, or a number, which NumPy's function handles.
    out : ndarray, optional
        Array to write the result to, which is then returned.
    **kwargs
        NumPy's keywords of universal functions (``where``, ``casting``, ``order``, ``dtype``, ``subok``),
        of which only the defaults are implemented.

    Returns
    -------
    ndarray
        An array of the shape and type of ``x``. Results for integers are truncated to the same type,
        whereas NumPy returns floats; bool arrays are refused.

    Examples
    --------
    >>> mx.np.cosh(mx.np.array([0, 1])).tolist()
    [1.0, 1.54]
    """

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
    """Convert angles from degrees to radians.

    Parameters
    ----------
    x : ndarray or float
        Array, or a number, which NumPy's function handles.
    out : ndarray, optional
        Array to write the result to, which is then returned.
    **kwargs
        NumPy's keywords of universal functions (``where``, ``casting``, ``order``, ``dtype``, ``subok``),
        of which only the defaults are implemented.

    Returns
    -------
    ndarray
        An array of the shape and type of ``x``. Results for integers are truncated to the same type,
        whereas NumPy returns floats; bool arrays are refused.

    Examples
    --------
    >>> mx.np.deg2rad(mx.np.array([0, 180])).tolist()
    [0.0, 3.14]
    """

def degrees(x: ndarray | float, out: ndarray | None = None, **kwargs: Any) -> ndarray:
    """Convert angles from radians to degrees.

    Parameters
    ----------
    x : ndarray or float
        Array, or a number, which NumPy's function handles.
    out : ndarray, optional
        Array to write the result to, which is then returned.
    **kwargs
        NumPy's keywords of universal functions (``where``, ``casting``, ``order``, ``dtype``, ``subok``),
        of which only the defaults are implemented.

    Returns
    -------
    ndarray
        An array of the shape and type of ``x``. Results for integers are truncated to the same type,
        whereas NumPy returns floats; bool arrays are refused.

    Examples
    --------
    >>> mx.np.degrees(mx.np.array([0, mx.np.pi])).tolist()
    [0.0, 180.0]
    """

def delete(arr: ndarray, obj: int | slice | ndarray, axis: int | None = None) -> ndarray:
    """Return an array without some of its elements, or slices along an axis.

    Parameters
    ----------
    arr : ndarray
        Input array.
    obj : int or slice or ndarray
        What to remove: an index, a slice, or an array of indices. Lists, which NumPy takes, are not supported.
    axis : int, optional
        Axis that the indices count along; None means the flattened array.

    Returns
    -------
    ndarray
        A copy of the rest.

    Raises
    ------
    TypeError
        If ``arr`` is not an array, or ``obj`` is of another kind.

    Examples
    --------
    >>> mx.np.delete(mx.np.array([10, 20, 30]), 1).tolist()
    [10.0, 30.0]
    """

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
        A vector of a matrix, a square matrix of a vector; a copy, whereas NumPy returns a view.

    Examples
    --------
    >>> mx.np.diag(mx.np.array([[1, 2], [3, 4]])).tolist()
    [1.0, 4.0]
    >>> mx.np.diag(mx.np.array([1, 2])).tolist()
    [[1.0, 0.0], [0.0, 2.0]]
    """

def diag_indices_from(arr: ndarray) -> tuple[ndarray, ...]:
    """Return the indices of the main diagonal.

    Parameters
    ----------
    arr : ndarray
        Array of at least two dimensions, all of one size.

    Returns
    -------
    tuple of ndarray
        One vector of int64 per axis; ``arr[indices]`` is the diagonal.

    Examples
    --------
    >>> [found.tolist() for found in mx.np.diag_indices_from(mx.np.zeros((2, 2)))]
    [[0, 1], [0, 1]]
    """

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
        The two axes are gone, and the diagonal is the last axis; a copy, whereas NumPy returns a view.

    Examples
    --------
    >>> mx.np.diagonal(mx.np.array([[1, 2], [3, 4]]), offset=1).tolist()
    [2.0]
    """

def diff(a: ndarray, n: int = 1, axis: int = -1, prepend: None = None, append: None = None) -> ndarray:
    """Compute the differences of neighbours along an axis, ``n`` times.

    Parameters
    ----------
    a : ndarray
        Input array.
    n : int, optional, default=1
        How often to take differences.
    axis : int, optional, default=-1
        Axis along which neighbours lie.
    prepend : None, optional
        NumPy's values to prepend first; not supported.
    append : None, optional
        NumPy's values to append first; not supported.

    Returns
    -------
    ndarray
        ``a[i + 1] - a[i]`` along the axis, which becomes ``n`` shorter.

    Examples
    --------
    >>> mx.np.diff(mx.np.array([1, 4, 9])).tolist()
    [3.0, 5.0]
    """

def digitize(*args: Any, **kwargs: Any) -> ndarray: ...

def divide(x1: ndarray | float, x2: ndarray | float, out: ndarray | None = None, **kwargs: Any) -> ndarray:
    """Divide one operand by the other, element by element.

    Parameters
    ----------
    x1 : ndarray or float
        First operand: an array, or a number.
    x2 : ndarray or float
        Second operand: an array, or a number. Shapes broadcast.
    out : ndarray, optional
        Array to write the result to, which is then returned.
    **kwargs
        NumPy's keywords of universal functions (``where``, ``casting``, ``order``, ``dtype``, ``subok``),
        of which only the defaults are implemented.

    Returns
    -------
    ndarray
        An array of floats: the type of the floating point operand, float32 for integers, whereas
        NumPy returns float64.

    Examples
    --------
    >>> mx.np.divide(mx.np.array([1, 2]), mx.np.array([2, 8])).tolist()
    [0.5, 0.25]
    """

def divmod(*args: Any, **kwargs: Any) -> tuple[ndarray, ndarray]: ...

def dot(a: ndarray, b: ndarray, out: ndarray | None = None, name: str | None = None) -> ndarray:
    """Compute the dot product of two arrays.

    Parameters
    ----------
    a : ndarray
        Left operand, of a floating point type: NumPy takes integers as well.
    b : ndarray
        Right operand, of the same type.
    out : ndarray, or a list of them, optional
        Where the result is written; it is returned then.

    Returns
    -------
    ndarray
        Two vectors give the sum of their products, matrices the matrix product; a zero-dimensional array scales the
        other one. In general, products are summed over the last axis of ``a`` and the last but one of ``b``.

    Examples
    --------
    >>> mx.np.dot(mx.np.array([[1, 2], [3, 4]]), mx.np.array([1, 1])).tolist()
    [3.0, 7.0]
    """

def dsplit(ary: ndarray, indices_or_sections: int | Sequence[int]) -> list[ndarray]:
    """Split an array along its third axis.

    Parameters
    ----------
    ary : ndarray
        Array of at least three dimensions.
    indices_or_sections : int or Sequence[int]
        A number of equal parts, or the indices at which new parts start.

    Returns
    -------
    list of ndarray
        The parts: copies, whereas NumPy returns views.

    Examples
    --------
    >>> [part.shape for part in mx.np.dsplit(mx.np.zeros((2, 3, 4)), 2)]
    [(2, 3, 2), (2, 3, 2)]
    """

def dstack(arrays: Sequence[ndarray]) -> ndarray:
    """Join arrays along the third axis.

    Parameters
    ----------
    arrays : Sequence[ndarray]
        Arrays with equal shapes except along the third axis. A vector of n elements counts as (1, n, 1), a matrix
        gets a third axis of size one.

    Returns
    -------
    ndarray
        An array of at least three dimensions.

    Examples
    --------
    >>> mx.np.dstack((mx.np.ones((2, 3)), mx.np.zeros((2, 3)))).shape
    (2, 3, 2)
    """

e: float

def ediff1d(ary: ndarray, to_end: float | ndarray | None = None, to_begin: float | ndarray | None = None) -> ndarray:
    """Compute the differences of neighbours of the flattened array.

    Parameters
    ----------
    ary : ndarray
        Input array.
    to_end : float or ndarray, optional
        Number or array to append to the differences.
    to_begin : float or ndarray, optional
        Number or array to prepend to them.

    Returns
    -------
    ndarray
        A vector: ``to_begin``, the ``ary.size - 1`` differences, ``to_end``.

    Examples
    --------
    >>> mx.np.ediff1d(mx.np.array([1, 4, 9]), to_end=0).tolist()
    [3.0, 5.0, 0.0]
    """

def einsum(*operands: Any, **kwargs: Any) -> ndarray:
    """Sum products over axes named by letters, in Einstein's notation.

    Parameters
    ----------
    *operands
        The subscripts, such as ``"ij,jk->ik"``, and then the arrays. NumPy's form with lists of axes is not
        supported.
    **kwargs
        ``out``, an array to write the result to, and ``optimize``, whether to choose the order of the products.

    Returns
    -------
    ndarray
        Axes in the order of the letters after ``->``; without an arrow, the letters that occur once, in
        alphabetical order.

    Examples
    --------
    >>> mx.np.einsum("ij,j->i", mx.np.array([[1, 2], [3, 4]]), mx.np.array([1, 1])).tolist()
    [3.0, 7.0]
    """

def empty(shape: int | Sequence[int], dtype: DTypeLike = ..., order: str = 'C', ctx: Context | None = None) -> ndarray:
    """Create an array without setting its values.

    Parameters
    ----------
    shape : int or Sequence[int]
        Size of each dimension; a number makes a vector.
    dtype : DTypeLike, default=np.float32
        Element type; float32 by default, whereas NumPy uses float64.
    order : str, default='C'
        Memory layout. Only ``"C"``, row by row, is supported.
    ctx : Context, optional
        Device to create the array on; the current context by default.

    Returns
    -------
    ndarray
        An array with arbitrary contents.

    Examples
    --------
    >>> mx.np.empty((2, 3)).shape
    (2, 3)
    """

def empty_like(prototype: ndarray, dtype: DTypeLike | None = None, order: str = 'C', subok: bool = False, shape: Any = None) -> ndarray:
    """Create an array of the shape of another one, to be filled later.

    Parameters
    ----------
    prototype : ndarray
        Array whose shape, type and device are taken.
    dtype : DTypeLike, optional
        Element type; that of ``prototype`` by default.
    order : str, optional, default='C'
        Memory layout. Only ``"C"``, row by row, is supported.
    subok : bool, optional, default=False
        NumPy's flag for subclasses; only False is supported.
    shape : Any, optional
        NumPy's way to ask for another shape; not supported.

    Returns
    -------
    ndarray
        An array of the shape of ``prototype``. Do not rely on its values, which happen to be zeros.

    Examples
    --------
    >>> mx.np.empty_like(mx.np.ones((2, 5))).shape
    (2, 5)
    """

def equal(x1: ndarray | float, x2: ndarray | float, out: ndarray | None = None, **kwargs: Any) -> ndarray:
    """Tell where two operands are equal.

    Parameters
    ----------
    x1 : ndarray or float
        First operand: an array, or a number.
    x2 : ndarray or float
        Second operand: an array, or a number. Shapes broadcast.
    out : ndarray, optional
        Array to write the result to, which is then returned.
    **kwargs
        Keywords of universal functions are refused.

    Returns
    -------
    ndarray
        An array of bool. Two arrays must be of one type; NumPy compares any two.

    Examples
    --------
    >>> mx.np.equal(mx.np.array([1, 2]), mx.np.array([1, 3])).tolist()
    [True, False]
    """

def exp(x: ndarray | float, out: ndarray | None = None, **kwargs: Any) -> ndarray:
    """Compute e to the power of each element.

    Parameters
    ----------
    x : ndarray or float
        Array, or a number, which NumPy's function handles.
    out : ndarray, optional
        Array to write the result to, which is then returned.
    **kwargs
        NumPy's keywords of universal functions (``where``, ``casting``, ``order``, ``dtype``, ``subok``),
        of which only the defaults are implemented.

    Returns
    -------
    ndarray
        An array of the shape and type of ``x``. Results for integers are truncated to the same type,
        whereas NumPy returns floats; bool arrays are refused.

    Examples
    --------
    >>> mx.np.exp(mx.np.array([0, 1])).tolist()
    [1.0, 2.72]
    """

def expand_dims(a: ndarray, axis: int) -> ndarray:
    """Insert an axis of size one.

    Parameters
    ----------
    a : ndarray
        Input array.
    axis : int
        Position of the new axis in the result; negative numbers count from the end.

    Returns
    -------
    ndarray
        The elements with one more dimension.

    Examples
    --------
    >>> mx.np.expand_dims(mx.np.zeros((2, 3)), 1).shape
    (2, 1, 3)
    """

def expm1(x: ndarray | float, out: ndarray | None = None, **kwargs: Any) -> ndarray:
    """Compute ``exp(x) - 1``, exact for small elements.

    Parameters
    ----------
    x : ndarray or float
        Array, or a number, which NumPy's function handles.
    out : ndarray, optional
        Array to write the result to, which is then returned.
    **kwargs
        NumPy's keywords of universal functions (``where``, ``casting``, ``order``, ``dtype``, ``subok``),
        of which only the defaults are implemented.

    Returns
    -------
    ndarray
        An array of the shape and type of ``x``. Results for integers are truncated to the same type,
        whereas NumPy returns floats; bool arrays are refused.

    Examples
    --------
    >>> mx.np.expm1(mx.np.array([0, 1])).tolist()
    [0.0, 1.72]
    """

def extract(*args: Any, **kwargs: Any) -> ndarray: ...

def eye(N: int, M: int | None = None, k: int = 0, dtype: DTypeLike | None = ..., **kwargs: Any) -> ndarray:
    """Create a matrix with ones on one diagonal and zeros elsewhere.

    Parameters
    ----------
    N : int
        Number of rows.
    M : int, optional
        Number of columns; as many as rows by default.
    k : int, optional, default=0
        Which diagonal: 0 is the main one, positive numbers are above it, negative ones below.
    dtype : DTypeLike or None, optional, default=float32
        Element type; None means float32, whereas NumPy would choose float64.
    **kwargs
        ``ctx``, the device to create the array on. NumPy's ``order`` is not supported.

    Returns
    -------
    ndarray
        A matrix of shape ``(N, M)``.

    Examples
    --------
    >>> mx.np.eye(2, 3, k=1).tolist()
    [[0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]
    """

def fabs(x: ndarray | float, out: ndarray | None = None, **kwargs: Any) -> ndarray:
    """Compute the magnitude of each element.

    Parameters
    ----------
    x : ndarray or float
        Array, or a number, which NumPy's function handles.
    out : ndarray, optional
        Array to write the result to, which is then returned.
    **kwargs
        NumPy's keywords of universal functions (``where``, ``casting``, ``order``, ``dtype``, ``subok``),
        of which only the defaults are implemented.

    Returns
    -------
    ndarray
        An array of the shape and type of ``x``. Results for integers are truncated to the same type,
        whereas NumPy returns floats; bool arrays are refused.

    Examples
    --------
    >>> mx.np.fabs(mx.np.array([-1, 2])).tolist()
    [1.0, 2.0]
    """

from numpy import finfo as finfo

def fix(x: ndarray | float, out: ndarray | None = None, **kwargs: Any) -> ndarray:
    """Round each element towards zero.

    Parameters
    ----------
    x : ndarray or float
        Array, or a number, which NumPy's function handles.
    out : ndarray, optional
        Array to write the result to, which is then returned.
    **kwargs
        NumPy's keywords of universal functions (``where``, ``casting``, ``order``, ``dtype``, ``subok``),
        of which only the defaults are implemented.

    Returns
    -------
    ndarray
        An array of the shape and type of ``x``. Results for integers are truncated to the same type,
        whereas NumPy returns floats; bool arrays are refused.

    Examples
    --------
    >>> mx.np.fix(mx.np.array([1.7, -1.7])).tolist()
    [1.0, -1.0]
    """

def flatnonzero(*args: Any, **kwargs: Any) -> ndarray: ...

def flip(m: ndarray | float, axis: int | tuple[int, ...] | None = None, out: ndarray | None = None) -> ndarray:
    """Reverse the order of elements along axes.

    Parameters
    ----------
    m : ndarray or float
        Input array.
    axis : int or tuple[int, ...], optional
        Axis or axes to reverse; None reverses all of them.
    out : ndarray, optional
        Array to write the result to.

    Returns
    -------
    ndarray
        A copy, whereas NumPy returns a view.

    Examples
    --------
    >>> mx.np.flip(mx.np.array([1, 2, 3])).tolist()
    [3.0, 2.0, 1.0]
    """

def fliplr(m: ndarray) -> ndarray:
    """Reverse the order of the columns, along the second axis.

    Parameters
    ----------
    m : ndarray
        Array of at least two dimensions.

    Returns
    -------
    ndarray
        A copy, whereas NumPy returns a view.

    Examples
    --------
    >>> mx.np.fliplr(mx.np.array([[1, 2], [3, 4]])).tolist()
    [[2.0, 1.0], [4.0, 3.0]]
    """

def flipud(m: ndarray) -> ndarray:
    """Reverse the order of the rows, along the first axis.

    Parameters
    ----------
    m : ndarray
        Array of at least one dimension.

    Returns
    -------
    ndarray
        A copy, whereas NumPy returns a view.

    Examples
    --------
    >>> mx.np.flipud(mx.np.array([[1, 2], [3, 4]])).tolist()
    [[3.0, 4.0], [1.0, 2.0]]
    """

from numpy import float16 as float16

from numpy import float32 as float32

from numpy import float64 as float64

def float_power(*args: Any, **kwargs: Any) -> ndarray: ...

def floor(x: ndarray | float, out: ndarray | None = None, **kwargs: Any) -> ndarray:
    """Round each element down to an integer.

    Parameters
    ----------
    x : ndarray or float
        Array, or a number, which NumPy's function handles.
    out : ndarray, optional
        Array to write the result to, which is then returned.
    **kwargs
        NumPy's keywords of universal functions (``where``, ``casting``, ``order``, ``dtype``, ``subok``),
        of which only the defaults are implemented.

    Returns
    -------
    ndarray
        An array of the shape and type of ``x``. Results for integers are truncated to the same type,
        whereas NumPy returns floats; bool arrays are refused.

    Examples
    --------
    >>> mx.np.floor(mx.np.array([1.7, -1.2])).tolist()
    [1.0, -2.0]
    """

def frexp(*args: Any, **kwargs: Any) -> tuple[ndarray, ndarray]: ...

def full(shape: int | Sequence[int], fill_value: Any, dtype: DTypeLike | None = None, order: str = 'C', ctx: Context | None = None, out: ndarray | None = None) -> ndarray:
    """Create an array with the same value everywhere, or an array broadcast to a shape.

    Parameters
    ----------
    shape : int or Sequence[int]
        Size of each dimension.
    fill_value : Any
        Number to fill the array with, or an array that broadcasts to ``shape``.
    dtype : DTypeLike, optional
        Element type. By default float32 for a number, bool for a truth value, and that of an array given as
        ``fill_value``; NumPy would take the type of the number.
    order : str, optional, default='C'
        Memory layout. Only ``"C"``, row by row, is supported.
    ctx : Context, optional
        Device to create the array on; the current context by default.
    out : ndarray, optional
        Array to write the result to.

    Returns
    -------
    ndarray
        An array of the given shape.

    Examples
    --------
    >>> mx.np.full((2, 2), 7).tolist()
    [[7.0, 7.0], [7.0, 7.0]]
    """

def full_like(a: ndarray, fill_value: float | bool, dtype: DTypeLike | None = None, order: str = 'C', ctx: Context | None = None, out: ndarray | None = None) -> ndarray:
    """Create an array of the shape of another one, with the same value everywhere.

    Parameters
    ----------
    a : ndarray
        Array whose shape, type and device are taken.
    fill_value : float or bool
        Number to fill the array with.
    dtype : DTypeLike, optional
        Element type; that of ``a`` by default.
    order : str, optional, default='C'
        Memory layout. Only ``"C"``, row by row, is supported.
    ctx : Context, optional
        Accepted and ignored: the result is on the context of ``a``.
    out : ndarray, optional
        Array to write the result to.

    Returns
    -------
    ndarray
        An array of the shape of ``a``.

    Examples
    --------
    >>> mx.np.full_like(mx.np.zeros((1, 3)), 5).tolist()
    [[5.0, 5.0, 5.0]]
    """

def genfromtxt(*args: Any, **kwargs: Any) -> ndarray:
    """Read an array from lines of text, some values of which may be missing.

    Parameters
    ----------
    *args
        What ``numpy.genfromtxt`` takes, which reads the text: first a file, its name, or a list of lines.
    **kwargs
        Its keywords, such as ``delimiter``, ``dtype`` and ``skip_header``; and ``ctx``, the device to create the
        array on.

    Returns
    -------
    ndarray
        An array of the type that NumPy found, float64 by default.

    Examples
    --------
    >>> mx.np.genfromtxt(["1,2", "3,4"], delimiter=",").tolist()
    [[1.0, 2.0], [3.0, 4.0]]
    """

def greater(x1: ndarray | float, x2: ndarray | float, out: ndarray | None = None, **kwargs: Any) -> ndarray:
    """Tell where the first operand is larger.

    Parameters
    ----------
    x1 : ndarray or float
        First operand: an array, or a number.
    x2 : ndarray or float
        Second operand: an array, or a number. Shapes broadcast.
    out : ndarray, optional
        Array to write the result to, which is then returned.
    **kwargs
        Keywords of universal functions are refused.

    Returns
    -------
    ndarray
        An array of bool. Two arrays must be of one type; NumPy compares any two.

    Examples
    --------
    >>> mx.np.greater(mx.np.array([1, 4]), mx.np.array([1, 3])).tolist()
    [False, True]
    """

def greater_equal(x1: ndarray | float, x2: ndarray | float, out: ndarray | None = None, **kwargs: Any) -> ndarray:
    """Tell where the first operand is larger or equal.

    Parameters
    ----------
    x1 : ndarray or float
        First operand: an array, or a number.
    x2 : ndarray or float
        Second operand: an array, or a number. Shapes broadcast.
    out : ndarray, optional
        Array to write the result to, which is then returned.
    **kwargs
        Keywords of universal functions are refused.

    Returns
    -------
    ndarray
        An array of bool. Two arrays must be of one type; NumPy compares any two.

    Examples
    --------
    >>> mx.np.greater_equal(mx.np.array([1, 2]), mx.np.array([1, 3])).tolist()
    [True, False]
    """

def hamming(M: int, dtype: DTypeLike | None = ..., ctx: Context | None = None) -> ndarray:
    """Create a Hamming window, ``0.54 - 0.46 * cos(2 * pi * n / (M - 1))``.

    Parameters
    ----------
    M : int
        Number of points.
    dtype : DTypeLike or None, optional, default=float32
        Element type; float32 by default, whereas NumPy uses float64.
    ctx : Context, optional
        Device to create the array on; the current context by default.

    Returns
    -------
    ndarray
        A vector of ``M`` weights: 0.08 at both ends, and 1 in the middle if ``M`` is odd.

    Examples
    --------
    >>> (mx.np.hamming(3) * 100).astype("int32").tolist()
    [8, 100, 8]
    """

def hanning(M: int, dtype: DTypeLike | None = ..., ctx: Context | None = None) -> ndarray:
    """Create a Hann window, ``0.5 - 0.5 * cos(2 * pi * n / (M - 1))``.

    Parameters
    ----------
    M : int
        Number of points.
    dtype : DTypeLike or None, optional, default=float32
        Element type; float32 by default, whereas NumPy uses float64.
    ctx : Context, optional
        Device to create the array on; the current context by default.

    Returns
    -------
    ndarray
        A vector of ``M`` weights: 0 at both ends, and 1 in the middle if ``M`` is odd.

    Examples
    --------
    >>> mx.np.hanning(5).round(2).tolist()
    [0.0, 0.5, 1.0, 0.5, 0.0]
    """

def heaviside(*args: Any, **kwargs: Any) -> ndarray: ...

def histogram(a: ndarray, bins: int | ndarray = 10, range: tuple[float, float] | None = None, normed: bool | None = None, weights: None = None, density: bool | None = None) -> list[ndarray]:
    """Count the elements that fall into bins.

    Parameters
    ----------
    a : ndarray
        Input array, flattened.
    bins : int or ndarray, optional, default=10
        Number of bins of equal width, or an array of their edges in ascending order.
    range : tuple[float, float], optional
        Lower and upper end of the bins. A number of bins needs it, while NumPy takes the extremes of ``a``.
    normed : bool, optional
        NumPy's old name of ``density``; not supported.
    weights : None, optional
        NumPy's weights of the elements; not supported.
    density : bool, optional
        NumPy's normalization to an integral of one; not supported.

    Returns
    -------
    list of two ndarray
        The counts, of type int64, and the edges, one more than counts.

    Examples
    --------
    >>> counts, edges = mx.np.histogram(mx.np.array([1, 2, 2, 3]), bins=2, range=(0, 4))
    >>> counts.tolist(), edges.tolist()
    ([1, 3], [0.0, 2.0, 4.0])
    """

def histogram2d(*args: Any, **kwargs: Any) -> Any: ...

def histogram_bin_edges(*args: Any, **kwargs: Any) -> ndarray: ...

def histogramdd(*args: Any, **kwargs: Any) -> Any: ...

def hsplit(ary: ndarray, indices_or_sections: int | Sequence[int]) -> list[ndarray]:
    """Split an array along its second axis, a vector along its only one.

    Parameters
    ----------
    ary : ndarray
        Array of at least one dimension.
    indices_or_sections : int or Sequence[int]
        A number of equal parts, or the indices at which new parts start.

    Returns
    -------
    list of ndarray
        The parts: copies, whereas NumPy returns views.

    Examples
    --------
    >>> [part.shape for part in mx.np.hsplit(mx.np.zeros((2, 4)), 2)]
    [(2, 2), (2, 2)]
    """

def hstack(arrays: Sequence[ndarray]) -> ndarray:
    """Join arrays horizontally: along the second axis, vectors along their only one.

    Parameters
    ----------
    arrays : Sequence[ndarray]
        Arrays with equal shapes except along the second axis.

    Returns
    -------
    ndarray
        The arrays next to each other.

    Examples
    --------
    >>> mx.np.hstack((mx.np.ones((2, 1)), mx.np.zeros((2, 1)))).tolist()
    [[1.0, 0.0], [1.0, 0.0]]
    """

def hypot(x1: ndarray | float, x2: ndarray | float, out: ndarray | None = None, **kwargs: Any) -> ndarray:
    """Compute ``sqrt(x1 ** 2 + x2 ** 2)``, the long side of right triangles.

    Parameters
    ----------
    x1 : ndarray or float
        First operand: an array, or a number.
    x2 : ndarray or float
        Second operand: an array, or a number. Shapes broadcast.
    out : ndarray, optional
        Array to write the result to, which is then returned.
    **kwargs
        NumPy's keywords of universal functions (``where``, ``casting``, ``order``, ``dtype``, ``subok``),
        of which only the defaults are implemented.

    Returns
    -------
    ndarray
        An array of the type of the operands; two arrays must be of one floating point type.

    Examples
    --------
    >>> mx.np.hypot(mx.np.array([3, 5]), mx.np.array([4, 12])).tolist()
    [5.0, 13.0]
    """

def i0(*args: Any, **kwargs: Any) -> ndarray: ...

def identity(n: int, dtype: DTypeLike | None = None, ctx: Context | None = None) -> ndarray:
    """Create the identity matrix.

    Parameters
    ----------
    n : int
        Number of rows, and of columns.
    dtype : DTypeLike, optional
        Element type; None means float32, whereas NumPy would choose float64.
    ctx : Context, optional
        Device to create the array on; the current context by default.

    Returns
    -------
    ndarray
        A matrix of shape ``(n, n)`` with ones on its diagonal.

    Raises
    ------
    TypeError
        If ``n`` is not an integer.
    ValueError
        If ``n`` is negative.

    Examples
    --------
    >>> mx.np.identity(2).tolist()
    [[1.0, 0.0], [0.0, 1.0]]
    """

def in1d(ar1: Any, ar2: Any, assume_unique: Any = False, invert: Any = False) -> ndarray:
    """Tell which elements of one array occur in another; NumPy calls it `isin` today.

    Parameters
    ----------
    ar1 : ndarray
        Elements to look for, flattened.
    ar2 : ndarray
        Elements to look among.
    assume_unique : bool, default=False
        Whether both are known to have no element twice, which is faster.
    invert : bool, default=False
        Whether to tell which elements do not occur.

    Returns
    -------
    ndarray
        A vector of bool, one value for each element of ``ar1``.

    Examples
    --------
    >>> mx.np.in1d(mx.np.array([1, 2, 3]), mx.np.array([2, 5])).tolist()
    [False, True, False]
    """

def indices(dimensions: Sequence[int], dtype: DTypeLike = ..., ctx: Context | None = None) -> ndarray:
    """Return, for each axis of a grid, the index of every grid point along it.

    Parameters
    ----------
    dimensions : Sequence[int]
        Shape of the grid.
    dtype : DTypeLike, optional, default=int32
        Element type; int32 by default, whereas NumPy uses int64.
    ctx : Context, optional
        Device to create the array on; the current context by default.

    Returns
    -------
    ndarray
        Shape ``(len(dimensions), *dimensions)``: one grid of indices per axis.

    Raises
    ------
    ValueError
        If ``dimensions`` is neither a list nor a tuple.

    Examples
    --------
    >>> mx.np.indices((2, 2)).tolist()
    [[[0, 0], [1, 1]], [[0, 1], [0, 1]]]
    """

inf: float

def inner(a: ndarray, b: ndarray) -> ndarray:
    """Sum the products of two arrays over their last axes.

    Parameters
    ----------
    a : ndarray
        Left operand, of a floating point type: NumPy takes integers as well.
    b : ndarray
        Right operand of the same type, whose last axis is as long as that of ``a``.

    Returns
    -------
    ndarray
        Shape ``a.shape[:-1] + b.shape[:-1]``; for two vectors a zero-dimensional array.

    Examples
    --------
    >>> mx.np.inner(mx.np.array([1, 2]), mx.np.array([3, 4])).item()
    11.0
    """

def insert(arr: ndarray, obj: int | slice | ndarray, values: float | ndarray, axis: int | None = None) -> ndarray:
    """Return an array with values inserted before some of its indices.

    Parameters
    ----------
    arr : ndarray
        Input array.
    obj : int or slice or ndarray
        Where to insert: an index, a slice, or an array of indices. Lists, which NumPy takes, are not supported.
    values : float or ndarray
        Number or array to insert.
    axis : int, optional
        Axis that the indices count along; None means the flattened array.

    Returns
    -------
    ndarray
        A longer copy.

    Raises
    ------
    TypeError
        If ``arr`` is not an array, or another argument is of another kind.

    Examples
    --------
    >>> mx.np.insert(mx.np.array([1, 2]), 1, 9).tolist()
    [1.0, 9.0, 2.0]
    """

from numpy import int32 as int32

from numpy import int64 as int64

from numpy import int8 as int8

def interp(*args: Any, **kwargs: Any) -> ndarray: ...

def intersect1d(*args: Any, **kwargs: Any) -> ndarray: ...

def invert(x: ndarray | float, out: ndarray | None = None, **kwargs: Any) -> ndarray:
    """Invert every bit of integers, or every truth value of bool arrays.

    Parameters
    ----------
    x : ndarray or float
        Array, or a number, which NumPy's function handles.
    out : ndarray, optional
        Array to write the result to, which is then returned.
    **kwargs
        NumPy's keywords of universal functions (``where``, ``casting``, ``order``, ``dtype``, ``subok``),
        of which only the defaults are implemented.

    Returns
    -------
    ndarray
        An array of the shape and type of ``x``.

    Examples
    --------
    >>> mx.np.invert(mx.np.array([0, 5], dtype='int32')).tolist()
    [-1, -6]
    """

def isclose(*args: Any, **kwargs: Any) -> ndarray: ...

def isfinite(x: ndarray | float, out: ndarray | None = None, **kwargs: Any) -> ndarray:
    """Tell which elements are neither infinite nor nan.

    Parameters
    ----------
    x : ndarray or float
        Array, or a number, which NumPy's function handles.
    out : ndarray, optional
        Array to write the result to, which is then returned.
    **kwargs
        NumPy's keywords of universal functions (``where``, ``casting``, ``order``, ``dtype``, ``subok``),
        of which only the defaults are implemented.

    Returns
    -------
    ndarray
        An array of bool, of the shape of ``x``.

    Examples
    --------
    >>> mx.np.isfinite(mx.np.array([1, mx.np.inf])).tolist()
    [True, False]
    """

def isin(*args: Any, **kwargs: Any) -> ndarray: ...

def isinf(x: ndarray | float, out: ndarray | None = None, **kwargs: Any) -> ndarray:
    """Tell which elements are infinite, of either sign.

    Parameters
    ----------
    x : ndarray or float
        Array, or a number, which NumPy's function handles.
    out : ndarray, optional
        Array to write the result to, which is then returned.
    **kwargs
        NumPy's keywords of universal functions (``where``, ``casting``, ``order``, ``dtype``, ``subok``),
        of which only the defaults are implemented.

    Returns
    -------
    ndarray
        An array of bool, of the shape of ``x``.

    Examples
    --------
    >>> mx.np.isinf(mx.np.array([1, mx.np.inf])).tolist()
    [False, True]
    """

def isnan(x: ndarray | float, out: ndarray | None = None, **kwargs: Any) -> ndarray:
    """Tell which elements are nan, not a number.

    Parameters
    ----------
    x : ndarray or float
        Array, or a number, which NumPy's function handles.
    out : ndarray, optional
        Array to write the result to, which is then returned.
    **kwargs
        NumPy's keywords of universal functions (``where``, ``casting``, ``order``, ``dtype``, ``subok``),
        of which only the defaults are implemented.

    Returns
    -------
    ndarray
        An array of bool, of the shape of ``x``.

    Examples
    --------
    >>> mx.np.isnan(mx.np.array([1, mx.np.nan])).tolist()
    [False, True]
    """

def isneginf(x: ndarray | float, out: ndarray | None = None, **kwargs: Any) -> ndarray:
    """Tell which elements are minus infinity.

    Parameters
    ----------
    x : ndarray or float
        Array, or a number, which NumPy's function handles.
    out : ndarray, optional
        Array to write the result to, which is then returned.
    **kwargs
        NumPy's keywords of universal functions (``where``, ``casting``, ``order``, ``dtype``, ``subok``),
        of which only the defaults are implemented.

    Returns
    -------
    ndarray
        An array of bool, of the shape of ``x``.

    Examples
    --------
    >>> mx.np.isneginf(mx.np.array([-mx.np.inf, mx.np.inf])).tolist()
    [True, False]
    """

def isposinf(x: ndarray | float, out: ndarray | None = None, **kwargs: Any) -> ndarray:
    """Tell which elements are plus infinity.

    Parameters
    ----------
    x : ndarray or float
        Array, or a number, which NumPy's function handles.
    out : ndarray, optional
        Array to write the result to, which is then returned.
    **kwargs
        NumPy's keywords of universal functions (``where``, ``casting``, ``order``, ``dtype``, ``subok``),
        of which only the defaults are implemented.

    Returns
    -------
    ndarray
        An array of bool, of the shape of ``x``.

    Examples
    --------
    >>> mx.np.isposinf(mx.np.array([-mx.np.inf, mx.np.inf])).tolist()
    [False, True]
    """

def ix_(*args: Any, **kwargs: Any) -> tuple[ndarray, ...]: ...

def lcm(x1: ndarray | float, x2: ndarray | float, out: ndarray | None = None, **kwargs: Any) -> ndarray:
    """Compute the least common multiple of integers.

    Parameters
    ----------
    x1 : ndarray or float
        First operand: an array, or a number.
    x2 : ndarray or float
        Second operand: an array, or a number. Shapes broadcast.
    out : ndarray, optional
        Array to write the result to, which is then returned.
    **kwargs
        NumPy's keywords of universal functions (``where``, ``casting``, ``order``, ``dtype``, ``subok``),
        of which only the defaults are implemented.

    Returns
    -------
    ndarray
        An array of the type of the operands: integers or bool, and one type if both are arrays.

    Examples
    --------
    >>> mx.np.lcm(mx.np.array([6, 4], dtype='int32'), mx.np.array([4, 10], dtype='int32')).tolist()
    [12, 20]
    """

def ldexp(x1: ndarray | float, x2: ndarray | float, out: ndarray | None = None, **kwargs: Any) -> ndarray:
    """Compute ``x1 * 2 ** x2``.

    Parameters
    ----------
    x1 : ndarray or float
        First operand: an array, or a number.
    x2 : ndarray or float
        Second operand: an array, or a number. Shapes broadcast.
    out : ndarray, optional
        Array to write the result to, which is then returned.
    **kwargs
        NumPy's keywords of universal functions (``where``, ``casting``, ``order``, ``dtype``, ``subok``),
        of which only the defaults are implemented.

    Returns
    -------
    ndarray
        An array of the type of the operands; two arrays must be of one type, while NumPy converts them.

    Examples
    --------
    >>> mx.np.ldexp(mx.np.array([1, 3]), mx.np.array([2, 3])).tolist()
    [4.0, 24.0]
    """

def less(x1: ndarray | float, x2: ndarray | float, out: ndarray | None = None, **kwargs: Any) -> ndarray:
    """Tell where the first operand is smaller.

    Parameters
    ----------
    x1 : ndarray or float
        First operand: an array, or a number.
    x2 : ndarray or float
        Second operand: an array, or a number. Shapes broadcast.
    out : ndarray, optional
        Array to write the result to, which is then returned.
    **kwargs
        Keywords of universal functions are refused.

    Returns
    -------
    ndarray
        An array of bool. Two arrays must be of one type; NumPy compares any two.

    Examples
    --------
    >>> mx.np.less(mx.np.array([1, 2]), mx.np.array([1, 3])).tolist()
    [False, True]
    """

def less_equal(x1: ndarray | float, x2: ndarray | float, out: ndarray | None = None, **kwargs: Any) -> ndarray:
    """Tell where the first operand is smaller or equal.

    Parameters
    ----------
    x1 : ndarray or float
        First operand: an array, or a number.
    x2 : ndarray or float
        Second operand: an array, or a number. Shapes broadcast.
    out : ndarray, optional
        Array to write the result to, which is then returned.
    **kwargs
        Keywords of universal functions are refused.

    Returns
    -------
    ndarray
        An array of bool. Two arrays must be of one type; NumPy compares any two.

    Examples
    --------
    >>> mx.np.less_equal(mx.np.array([1, 4]), mx.np.array([1, 3])).tolist()
    [True, False]
    """

def lexsort(*args: Any, **kwargs: Any) -> ndarray: ...

@overload
def linspace(start: float, stop: float, num: int = 50, endpoint: bool = True, retstep: Literal[False] = False, dtype: DTypeLike | None = None, axis: int = 0, ctx: Context | None = None) -> ndarray: ...
@overload
def linspace(start: float, stop: float, num: int = 50, endpoint: bool = True, retstep: bool = False, dtype: DTypeLike | None = None, axis: int = 0, ctx: Context | None = None) -> tuple[ndarray, float]:
    """Create a given number of evenly spaced numbers over an interval.

    Parameters
    ----------
    start : float
        First number. Arrays, which NumPy takes, are not supported.
    stop : float
        Last number.
    num : int, optional, default=50
        How many numbers.
    endpoint : bool, optional, default=True
        Whether ``stop`` itself is the last of them.
    retstep : bool, optional, default=False
        Whether to return the distance between neighbours too.
    dtype : DTypeLike, optional
        Element type; float32 by default.
    axis : int, optional, default=0
        NumPy's axis for ends that are arrays; only 0 is supported.
    ctx : Context, optional
        Device to create the array on; the current context by default.

    Returns
    -------
    ndarray or (ndarray, float)
        A vector of ``num`` numbers; with ``retstep`` also their distance, ``(stop - start) / (num - 1)``.

    Examples
    --------
    >>> mx.np.linspace(0, 1, num=5).tolist()
    [0.0, 0.25, 0.5, 0.75, 1.0]
    """

def log(x: ndarray | float, out: ndarray | None = None, **kwargs: Any) -> ndarray:
    """Compute the natural logarithm of each element.

    Parameters
    ----------
    x : ndarray or float
        Array, or a number, which NumPy's function handles.
    out : ndarray, optional
        Array to write the result to, which is then returned.
    **kwargs
        NumPy's keywords of universal functions (``where``, ``casting``, ``order``, ``dtype``, ``subok``),
        of which only the defaults are implemented.

    Returns
    -------
    ndarray
        An array of the shape and type of ``x``. Results for integers are truncated to the same type,
        whereas NumPy returns floats; bool arrays are refused.

    Examples
    --------
    >>> mx.np.log(mx.np.array([1, 2])).tolist()
    [0.0, 0.69]
    """

def log10(x: ndarray | float, out: ndarray | None = None, **kwargs: Any) -> ndarray:
    """Compute the logarithm to base 10 of each element.

    Parameters
    ----------
    x : ndarray or float
        Array, or a number, which NumPy's function handles.
    out : ndarray, optional
        Array to write the result to, which is then returned.
    **kwargs
        NumPy's keywords of universal functions (``where``, ``casting``, ``order``, ``dtype``, ``subok``),
        of which only the defaults are implemented.

    Returns
    -------
    ndarray
        An array of the shape and type of ``x``. Results for integers are truncated to the same type,
        whereas NumPy returns floats; bool arrays are refused.

    Examples
    --------
    >>> mx.np.log10(mx.np.array([1, 2])).tolist()
    [0.0, 0.30]
    """

def log1p(x: ndarray | float, out: ndarray | None = None, **kwargs: Any) -> ndarray:
    """Compute ``log(1 + x)``, exact for small elements.

    Parameters
    ----------
    x : ndarray or float
        Array, or a number, which NumPy's function handles.
    out : ndarray, optional
        Array to write the result to, which is then returned.
    **kwargs
        NumPy's keywords of universal functions (``where``, ``casting``, ``order``, ``dtype``, ``subok``),
        of which only the defaults are implemented.

    Returns
    -------
    ndarray
        An array of the shape and type of ``x``. Results for integers are truncated to the same type,
        whereas NumPy returns floats; bool arrays are refused.

    Examples
    --------
    >>> mx.np.log1p(mx.np.array([0, 1])).tolist()
    [0.0, 0.69]
    """

def log2(x: ndarray | float, out: ndarray | None = None, **kwargs: Any) -> ndarray:
    """Compute the logarithm to base 2 of each element.

    Parameters
    ----------
    x : ndarray or float
        Array, or a number, which NumPy's function handles.
    out : ndarray, optional
        Array to write the result to, which is then returned.
    **kwargs
        NumPy's keywords of universal functions (``where``, ``casting``, ``order``, ``dtype``, ``subok``),
        of which only the defaults are implemented.

    Returns
    -------
    ndarray
        An array of the shape and type of ``x``. Results for integers are truncated to the same type,
        whereas NumPy returns floats; bool arrays are refused.

    Examples
    --------
    >>> mx.np.log2(mx.np.array([1, 8])).tolist()
    [0.0, 3.0]
    """

def logical_not(x: ndarray | float, out: ndarray | None = None, **kwargs: Any) -> ndarray:
    """Tell which elements are zero or False.

    Parameters
    ----------
    x : ndarray or float
        Array, or a number, which NumPy's function handles.
    out : ndarray, optional
        Array to write the result to, which is then returned.
    **kwargs
        NumPy's keywords of universal functions (``where``, ``casting``, ``order``, ``dtype``, ``subok``),
        of which only the defaults are implemented.

    Returns
    -------
    ndarray
        An array of bool, of the shape of ``x``.

    Examples
    --------
    >>> mx.np.logical_not(mx.np.array([0, 3])).tolist()
    [True, False]
    """

def logspace(start: float, stop: float, num: int = 50, endpoint: bool = True, base: float = 10.0, dtype: DTypeLike | None = None, axis: int = 0, ctx: Context | None = None) -> ndarray:
    """Create numbers that are evenly spaced on a logarithmic scale.

    Parameters
    ----------
    start : float
        Exponent of the first number, ``base ** start``. Arrays, which NumPy takes, are not supported.
    stop : float
        Exponent of the last number, ``base ** stop``.
    num : int, optional, default=50
        How many numbers.
    endpoint : bool, optional, default=True
        Whether ``base ** stop`` itself is the last of them.
    base : float, optional, default=10.0
        Base of the powers.
    dtype : DTypeLike, optional
        Element type; float32 by default.
    axis : int, optional, default=0
        NumPy's axis for ends that are arrays; only 0 is supported.
    ctx : Context, optional
        Device to create the array on; the current context by default.

    Returns
    -------
    ndarray
        A vector of ``num`` numbers.

    Examples
    --------
    >>> mx.np.logspace(0, 3, num=4, base=2).tolist()
    [1.0, 2.0, 4.0, 8.0]
    """

def matmul(a: ndarray, b: ndarray, out: ndarray | None = None, **kwargs: Any) -> ndarray:
    """Multiply matrices in the last two axes, with the others broadcast: ``a @ b``.

    Parameters
    ----------
    a : ndarray
        Left operand of a floating point type, of shape ``(..., n, k)``; a vector counts as one row. NumPy takes whole
        numbers as well.
    b : ndarray
        Right operand, of shape ``(..., k, m)``; a vector counts as one column.
    out : ndarray, optional
        Array to write the result to.
    **kwargs
        NumPy's other keywords, which are ignored.

    Returns
    -------
    ndarray
        Products of shape ``(..., n, m)``; the axis that a vector got for the product is dropped again.

    Examples
    --------
    >>> mx.np.matmul(mx.np.array([[1, 2], [3, 4]]), mx.np.array([1, 1])).tolist()
    [3.0, 7.0]
    """

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
        The extremes, without the reduced axes; over all axes a zero-dimensional array.

    Examples
    --------
    >>> mx.np.max(mx.np.array([[1, 2], [3, 4]]), axis=1).tolist()
    [2.0, 4.0]
    """

def maximum(x1: ndarray | float, x2: ndarray | float, out: ndarray | None = None, **kwargs: Any) -> ndarray:
    """Take the larger of two operands, element by element.

    Parameters
    ----------
    x1 : ndarray or float
        First operand: an array, or a number.
    x2 : ndarray or float
        Second operand: an array, or a number. Shapes broadcast.
    out : ndarray, optional
        Array to write the result to, which is then returned.
    **kwargs
        NumPy's keywords of universal functions (``where``, ``casting``, ``order``, ``dtype``, ``subok``),
        of which only the defaults are implemented.

    Returns
    -------
    ndarray
        An array of the type of the operands; two arrays must be of one type, while NumPy converts them.

    Examples
    --------
    >>> mx.np.maximum(mx.np.array([1, 5]), mx.np.array([3, 2])).tolist()
    [3.0, 5.0]
    """

def may_share_memory(a: ndarray, b: ndarray, max_work: int | None = None) -> bool:
    """Return whether two arrays overlap in memory, as `shares_memory` does.

    Parameters
    ----------
    a : ndarray
        First array.
    b : ndarray
        Second array.
    max_work : int, optional
        NumPy's limit of effort, which is ignored.

    Returns
    -------
    bool
        Whether a write to one can change the other: the exact answer, where NumPy may give True by mistake.

    Examples
    --------
    >>> a = mx.np.zeros(3)
    >>> mx.np.may_share_memory(a, a)
    True
    """

def mean(a: ndarray, axis: int | tuple[int, ...] | None = None, dtype: DTypeLike | None = None, out: ndarray | None = None, keepdims: bool = False) -> ndarray:
    """Compute the arithmetic mean along axes.

    Parameters
    ----------
    a : ndarray
        Input array.
    axis : int or tuple[int, ...], optional
        Axis or axes to average over; None takes all of them.
    dtype : DTypeLike, optional
        Type of the result; that of ``a`` by default, float32 for integers, whereas NumPy uses float64.
    out : ndarray, optional
        Array to write the result to.
    keepdims : bool, optional, default=False
        Whether the axes are kept, with size one.

    Returns
    -------
    ndarray
        The means, without the reduced axes; over all axes a zero-dimensional array.

    Examples
    --------
    >>> mx.np.mean(mx.np.array([[1, 2], [3, 4]]), axis=0).tolist()
    [2.0, 3.0]
    """

def meshgrid(*xi: ndarray, **kwargs: Any) -> list[ndarray]:
    """Build the grids of coordinates that vectors of coordinates span.

    Parameters
    ----------
    *xi : ndarray
        One vector per axis of the grid.
    **kwargs
        ``indexing``: with ``"xy"``, the default, the first vector runs along the columns and the second along the
        rows; with ``"ij"`` the axes are in the order of the vectors. NumPy's ``sparse=True`` and ``copy=False`` are
        not supported.

    Returns
    -------
    list of ndarray
        One array per vector, all of the shape of the grid.

    Raises
    ------
    ValueError
        If ``indexing`` is another word.

    Examples
    --------
    >>> x, y = mx.np.meshgrid(mx.np.array([1, 2]), mx.np.array([3, 4, 5]))
    >>> x.shape, x[0].tolist(), y[:, 0].tolist()
    ((3, 2), [1.0, 2.0], [3.0, 4.0, 5.0])
    """

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
        The extremes, without the reduced axes; over all axes a zero-dimensional array.

    Examples
    --------
    >>> mx.np.min(mx.np.array([[1, 2], [3, 4]]), axis=1).tolist()
    [1.0, 3.0]
    """

def min_scalar_type(*args: Any, **kwargs: Any) -> Any: ...

def minimum(x1: ndarray | float, x2: ndarray | float, out: ndarray | None = None, **kwargs: Any) -> ndarray:
    """Take the smaller of two operands, element by element.

    Parameters
    ----------
    x1 : ndarray or float
        First operand: an array, or a number.
    x2 : ndarray or float
        Second operand: an array, or a number. Shapes broadcast.
    out : ndarray, optional
        Array to write the result to, which is then returned.
    **kwargs
        NumPy's keywords of universal functions (``where``, ``casting``, ``order``, ``dtype``, ``subok``),
        of which only the defaults are implemented.

    Returns
    -------
    ndarray
        An array of the type of the operands; two arrays must be of one type, while NumPy converts them.

    Examples
    --------
    >>> mx.np.minimum(mx.np.array([1, 5]), mx.np.array([3, 2])).tolist()
    [1.0, 2.0]
    """

def mirr(values: Any, finance_rate: Any, reinvest_rate: Any) -> Any:
    """Compute the modified internal rate of return.

    Parameters
    ----------
    values : sequence of float
        Payments, one per period; negative ones are investments.
    finance_rate : float
        Rate at which investments are financed.
    reinvest_rate : float
        Rate at which gains are invested again.

    Returns
    -------
    float
        The rate per period; nan unless there are both gains and losses.

    Examples
    --------
    >>> round(float(mx.np.mirr([-100, 110], 0.1, 0.1)), 6)
    0.1
    """

def mod(x1: ndarray | float, x2: ndarray | float, out: ndarray | None = None, **kwargs: Any) -> ndarray:
    """Compute the remainder of a division, with the sign of the divisor.

    Parameters
    ----------
    x1 : ndarray or float
        First operand: an array, or a number.
    x2 : ndarray or float
        Second operand: an array, or a number. Shapes broadcast.
    out : ndarray, optional
        Array to write the result to, which is then returned.
    **kwargs
        NumPy's keywords of universal functions (``where``, ``casting``, ``order``, ``dtype``, ``subok``),
        of which only the defaults are implemented.

    Returns
    -------
    ndarray
        An array of the wider type; a floating point type next to integers.
        A number takes the type of the array, so that ``x + 1.5`` adds 1 to whole
        numbers, as in MXNet.

    Examples
    --------
    >>> mx.np.mod(mx.np.array([5, -5]), mx.np.array([3, 3])).tolist()
    [2.0, 1.0]
    """

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
        A copy, whereas NumPy returns a view.

    Examples
    --------
    >>> mx.np.moveaxis(mx.np.zeros((2, 3, 4)), 0, -1).shape
    (3, 4, 2)
    """

def msort(a: Any) -> ndarray:
    """Return a copy that is sorted along its first axis.

    Parameters
    ----------
    a : ndarray
        Input array.

    Returns
    -------
    ndarray
        An array of the shape and type of ``a``.

    Examples
    --------
    >>> mx.np.msort(mx.np.array([[3, 1], [2, 4]])).tolist()
    [[2.0, 1.0], [3.0, 4.0]]
    """

def multiply(x1: ndarray | float, x2: ndarray | float, out: ndarray | None = None, **kwargs: Any) -> ndarray:
    """Multiply two operands, element by element.

    Parameters
    ----------
    x1 : ndarray or float
        First operand: an array, or a number.
    x2 : ndarray or float
        Second operand: an array, or a number. Shapes broadcast.
    out : ndarray, optional
        Array to write the result to, which is then returned.
    **kwargs
        NumPy's keywords of universal functions (``where``, ``casting``, ``order``, ``dtype``, ``subok``),
        of which only the defaults are implemented.

    Returns
    -------
    ndarray
        An array of the wider type; a floating point type next to integers.
        A number takes the type of the array, so that ``x + 1.5`` adds 1 to whole
        numbers, as in MXNet.

    Examples
    --------
    >>> mx.np.multiply(mx.np.array([1, 2]), mx.np.array([10, 20])).tolist()
    [10.0, 40.0]
    """

nan: float

def nan_to_num(x: ndarray | float, copy: bool = True, nan: float = 0.0, posinf: float | None = None, neginf: float | None = None, **kwargs: Any) -> ndarray:
    """Replace nan and the infinities by finite numbers.

    Parameters
    ----------
    x : ndarray or float
        Array, or a number, which NumPy's function handles.
    copy : bool, optional, default=True
        Whether to return a new array; otherwise ``x`` itself is changed.
    nan : float, optional, default=0.0
        Replacement for nan.
    posinf : float, optional
        Replacement for plus infinity; the largest number of the type by default.
    neginf : float, optional
        Replacement for minus infinity; the smallest number of the type by default.
    **kwargs
        Accepted and ignored.

    Returns
    -------
    ndarray
        An array of the shape and type of ``x``; integer arrays are returned unchanged.

    Examples
    --------
    >>> mx.np.nan_to_num(mx.np.array([mx.np.nan, 1]), nan=7).tolist()
    [7.0, 1.0]
    """

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
    """Change the sign of each element.

    Parameters
    ----------
    x : ndarray or float
        Array, or a number, which NumPy's function handles.
    out : ndarray, optional
        Array to write the result to, which is then returned.
    **kwargs
        NumPy's keywords of universal functions (``where``, ``casting``, ``order``, ``dtype``, ``subok``),
        of which only the defaults are implemented.

    Returns
    -------
    ndarray
        An array of the shape and type of ``x``. Results for integers are truncated to the same type,
        whereas NumPy returns floats; bool arrays are refused.

    Examples
    --------
    >>> mx.np.negative(mx.np.array([1, -2])).tolist()
    [-1.0, 2.0]
    """

def nonzero(a: ndarray) -> tuple[ndarray, ...]:
    """Return the indices of the nonzero elements.

    Parameters
    ----------
    a : ndarray
        Input array.

    Returns
    -------
    tuple of ndarray
        One vector of int64 per axis: together they index the elements, row by row.

    Examples
    --------
    >>> rows, columns = mx.np.nonzero(mx.np.array([[1, 0], [0, 2]]))
    >>> rows.tolist(), columns.tolist()
    ([0, 1], [0, 1])
    """

def not_equal(x1: ndarray | float, x2: ndarray | float, out: ndarray | None = None, **kwargs: Any) -> ndarray:
    """Tell where two operands differ.

    Parameters
    ----------
    x1 : ndarray or float
        First operand: an array, or a number.
    x2 : ndarray or float
        Second operand: an array, or a number. Shapes broadcast.
    out : ndarray, optional
        Array to write the result to, which is then returned.
    **kwargs
        Keywords of universal functions are refused.

    Returns
    -------
    ndarray
        An array of bool. Two arrays must be of one type; NumPy compares any two.

    Examples
    --------
    >>> mx.np.not_equal(mx.np.array([1, 2]), mx.np.array([1, 3])).tolist()
    [False, True]
    """

def npv(rate: Any, values: Any) -> Any:
    """Compute the present value of a series of payments, the first of them now.

    Parameters
    ----------
    rate : float
        Rate of interest per period: 0.05 is 5 %.
    values : sequence of float
        Payments, one per period.

    Returns
    -------
    float
        The sum of all payments, each discounted by the periods until it is made.

    Examples
    --------
    >>> round(float(mx.np.npv(0.1, [-100, 220])), 6)
    100.0
    """

def ones(shape: int | Sequence[int], dtype: DTypeLike | None = ..., order: str = 'C', ctx: Context | None = None) -> ndarray:
    """Create an array filled with ones.

    Parameters
    ----------
    shape : int or Sequence[int]
        Size of each dimension; a number makes a vector, ``()`` a zero-dimensional array.
    dtype : DTypeLike or None, optional, default=float32
        Element type; None means float32, whereas NumPy would choose float64.
    order : str, optional, default='C'
        Memory layout. Only ``"C"``, row by row, is supported.
    ctx : Context, optional
        Device to create the array on; the current context by default.

    Returns
    -------
    ndarray
        A new array of the given shape and type.

    Examples
    --------
    >>> mx.np.ones(3, dtype="int32").tolist()
    [1, 1, 1]
    """

def ones_like(a: ndarray, dtype: DTypeLike | None = None, order: str = 'C', ctx: Context | None = None, out: ndarray | None = None) -> ndarray:
    """Create an array of ones of the shape of another one.

    Parameters
    ----------
    a : ndarray
        Array whose shape, type and device are taken.
    dtype : DTypeLike, optional
        Element type; that of ``a`` by default.
    order : str, optional, default='C'
        Memory layout. Only ``"C"``, row by row, is supported.
    ctx : Context, optional
        Accepted and ignored: the result is on the context of ``a``.
    out : ndarray, optional
        Array to write the result to.

    Returns
    -------
    ndarray
        Ones of the shape of ``a``.

    Examples
    --------
    >>> mx.np.ones_like(mx.np.array([[3, 4]])).tolist()
    [[1.0, 1.0]]
    """

def outer(a: ndarray, b: ndarray) -> ndarray:
    """Multiply every element of one array with every element of another.

    Parameters
    ----------
    a : ndarray
        Left operand of a floating point type, flattened.
    b : ndarray
        Right operand of the same type, flattened.

    Returns
    -------
    ndarray
        A matrix of shape ``(a.size, b.size)``.

    Examples
    --------
    >>> mx.np.outer(mx.np.array([1, 2]), mx.np.array([3, 4])).tolist()
    [[3.0, 4.0], [6.0, 8.0]]
    """

def packbits(*args: Any, **kwargs: Any) -> ndarray: ...

def pad(x: ndarray, pad_width: tuple[Any, ...], mode: str = 'constant', **kwargs: Any) -> ndarray:
    """Pad an array.

    Parameters
    ----------
    x : ndarray
        Input array.
    pad_width : tuple[Any, ...]
        Widths before and after: a pair of ints for every axis, or a tuple of pairs, one per axis. It must be a
        tuple.
    mode : str, optional, default='constant'
        Where the new elements come from: ``"constant"``, the ``"edge"``, the ``"maximum"`` or ``"minimum"`` of
        each line, or a reflection, ``"reflect"`` without the edge and ``"symmetric"`` with it. NumPy has more.
    **kwargs
        ``constant_values``, one number for the mode constant (0 by default); ``reflect_type="even"`` and
        ``stat_length=None``, in their modes, are the defaults.

    Returns
    -------
    ndarray
        A larger copy.

    Raises
    ------
    TypeError
        If ``pad_width`` is not a tuple of ints.
    ValueError
        If the mode is not known, or does not take a keyword.

    Examples
    --------
    >>> mx.np.pad(mx.np.array([1, 2]), (1, 1), constant_values=9).tolist()
    [9.0, 1.0, 2.0, 9.0]
    """

def partition(*args: Any, **kwargs: Any) -> ndarray: ...

def percentile(a: ndarray, q: float | ndarray, axis: int | tuple[int, ...] | None = None, out: ndarray | None = None, overwrite_input: None = None, interpolation: str = 'linear', keepdims: bool = False) -> ndarray:
    """Compute percentiles along axes: the value below which ``q`` percent of the elements lie.

    Parameters
    ----------
    a : ndarray
        Input array.
    q : float or ndarray
        Percentage, or an array of them, between 0 and 100.
    axis : int or tuple[int, ...], optional
        Axis or axes to reduce; None takes all of them.
    out : ndarray, optional
        Array to write the result to.
    overwrite_input : None, optional
        NumPy's permission to reuse memory; not supported.
    interpolation : str, optional, default='linear'
        What to do between two elements: ``"linear"``, ``"lower"``, ``"higher"``, ``"midpoint"`` or ``"nearest"``.
        NumPy 2 calls it ``method``.
    keepdims : bool, optional, default=False
        Whether the axes are kept, with size one.

    Returns
    -------
    ndarray
        The percentiles, with the axes of ``q`` first.

    Examples
    --------
    >>> mx.np.percentile(mx.np.array([10, 20, 30]), 50).item()
    20.0
    """

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
    """Evaluate a polynomial at each element.

    Parameters
    ----------
    p : ndarray
        Vector of coefficients, that of the highest power first.
    x : ndarray
        Points to evaluate at; an array if ``p`` is one, else NumPy's own function answers.

    Returns
    -------
    ndarray
        Values of the shape of ``x``.

    Raises
    ------
    TypeError
        If one of the arguments is an array and the other is not.
    ValueError
        If ``p`` is not a vector.

    Examples
    --------
    >>> mx.np.polyval(mx.np.array([2, 0, 1]), mx.np.array([0, 1, 2])).tolist()
    [1.0, 3.0, 9.0]
    """

def positive(*args: Any, **kwargs: Any) -> ndarray: ...

def power(x1: ndarray | float, x2: ndarray | float, out: ndarray | None = None, **kwargs: Any) -> ndarray:
    """Raise one operand to the power of the other, element by element.

    Parameters
    ----------
    x1 : ndarray or float
        First operand: an array, or a number.
    x2 : ndarray or float
        Second operand: an array, or a number. Shapes broadcast.
    out : ndarray, optional
        Array to write the result to, which is then returned.
    **kwargs
        NumPy's keywords of universal functions (``where``, ``casting``, ``order``, ``dtype``, ``subok``),
        of which only the defaults are implemented.

    Returns
    -------
    ndarray
        An array of the wider type; a floating point type next to integers.
        A number takes the type of the array, so that ``x + 1.5`` adds 1 to whole
        numbers, as in MXNet.

    Examples
    --------
    >>> mx.np.power(mx.np.array([2, 3]), mx.np.array([3, 2])).tolist()
    [8.0, 9.0]
    """

def ppmt(rate: Any, per: Any, nper: Any, pv: Any, fv: Any = 0, when: Any = 'end') -> Any:
    """Compute the part of a payment that pays back the loan itself.

    Parameters
    ----------
    rate : float
        Rate of interest per period: 0.05 is 5 %.
    per : int
        Period of interest, counted from 1.
    nper : int
        Number of periods.
    pv : float
        Present value: the loan.
    fv : float, default=0
        Future value that is left at the end.
    when : str or int, default='end'
        When payments are made: ``"end"`` or ``"begin"``, of each period.

    Returns
    -------
    float
        The payment of that period without its interest.

    Examples
    --------
    >>> round(float(mx.np.ppmt(0.1, 1, 2, 210)), 6)
    -100.0
    """

def prod(a: ndarray, axis: int | Sequence[int] | None = None, dtype: DTypeLike | None = None, keepdims: bool | int = False, initial: float | None = None, out: ndarray | None = None, name: str | None = None) -> ndarray:
    """Multiply the elements along axes.

    Parameters
    ----------
    a : ndarray
        Input array.
    axis : Shape(tuple) or None, optional, default=None
        Axis or axes to reduce; all of them by default.
    dtype : dtype or None, optional, default=None
        Type of the products; that of ``a`` by default, int64 for bool. NumPy widens small types of integers.
    keepdims : boolean, optional, default=False
        Whether the axes are kept, with size one.
    initial : double or None, optional, default=None
        NumPy's number to start from; not supported.
    out : ndarray, or a list of them, optional
        Where the result is written; it is returned then.

    Returns
    -------
    ndarray
        The products, without the reduced axes; over all axes a zero-dimensional array.

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
        Type of the products; that of ``a`` by default, int64 for bool. NumPy widens small types of integers.
    keepdims : boolean, optional, default=False
        Whether the axes are kept, with size one.
    initial : double or None, optional, default=None
        NumPy's number to start from; not supported.
    out : ndarray, or a list of them, optional
        Where the result is written; it is returned then.

    Returns
    -------
    ndarray
        The products, without the reduced axes; over all axes a zero-dimensional array.

    Examples
    --------
    >>> mx.np.prod(mx.np.array([[1, 2], [3, 4]]), axis=1).tolist()
    [2.0, 12.0]
    """

def promote_types(*args: Any, **kwargs: Any) -> Any: ...

def ptp(*args: Any, **kwargs: Any) -> ndarray: ...

def pv(rate: Any, nper: Any, pmt: Any, fv: Any = 0, when: Any = 'end') -> Any:
    """Compute the present value of regular payments.

    Parameters
    ----------
    rate : float
        Rate of interest per period: 0.05 is 5 %.
    nper : int
        Number of periods.
    pmt : float
        Payment in each period; what is paid out has another sign than what is received.
    fv : float, default=0
        Future value that is left at the end.
    when : str or int, default='end'
        When payments are made: ``"end"`` or ``"begin"``, of each period.

    Returns
    -------
    float
        The value today, of the other sign than the payments.

    Examples
    --------
    >>> round(float(mx.np.pv(0.1, 2, -121)), 6)
    210.0
    """

def quantile(a: ndarray, q: float | ndarray, axis: int | tuple[int, ...] | None = None, out: ndarray | None = None, overwrite_input: None = None, interpolation: str = 'linear', keepdims: bool = False) -> ndarray:
    """Compute quantiles along axes: the value below which a fraction ``q`` of the elements lies.

    Parameters
    ----------
    a : ndarray
        Input array.
    q : float or ndarray
        Fraction, or an array of them, between 0 and 1.
    axis : int or tuple[int, ...], optional
        Axis or axes to reduce; None takes all of them.
    out : ndarray, optional
        Array to write the result to.
    overwrite_input : None, optional
        NumPy's permission to reuse memory; not supported.
    interpolation : str, optional, default='linear'
        What to do between two elements: ``"linear"``, ``"lower"``, ``"higher"``, ``"midpoint"`` or ``"nearest"``.
        NumPy 2 calls it ``method``.
    keepdims : bool, optional, default=False
        Whether the axes are kept, with size one.

    Returns
    -------
    ndarray
        The quantiles, with the axes of ``q`` first.

    Examples
    --------
    >>> mx.np.quantile(mx.np.array([10, 20, 30]), 0.5).item()
    20.0
    """

def rad2deg(x: ndarray | float, out: ndarray | None = None, **kwargs: Any) -> ndarray:
    """Convert angles from radians to degrees.

    Parameters
    ----------
    x : ndarray or float
        Array, or a number, which NumPy's function handles.
    out : ndarray, optional
        Array to write the result to, which is then returned.
    **kwargs
        NumPy's keywords of universal functions (``where``, ``casting``, ``order``, ``dtype``, ``subok``),
        of which only the defaults are implemented.

    Returns
    -------
    ndarray
        An array of the shape and type of ``x``. Results for integers are truncated to the same type,
        whereas NumPy returns floats; bool arrays are refused.

    Examples
    --------
    >>> mx.np.rad2deg(mx.np.array([0, mx.np.pi])).tolist()
    [0.0, 180.0]
    """

def radians(x: ndarray | float, out: ndarray | None = None, **kwargs: Any) -> ndarray:
    """Convert angles from degrees to radians.

    Parameters
    ----------
    x : ndarray or float
        Array, or a number, which NumPy's function handles.
    out : ndarray, optional
        Array to write the result to, which is then returned.
    **kwargs
        NumPy's keywords of universal functions (``where``, ``casting``, ``order``, ``dtype``, ``subok``),
        of which only the defaults are implemented.

    Returns
    -------
    ndarray
        An array of the shape and type of ``x``. Results for integers are truncated to the same type,
        whereas NumPy returns floats; bool arrays are refused.

    Examples
    --------
    >>> mx.np.radians(mx.np.array([0, 180])).tolist()
    [0.0, 3.14]
    """

def rate(nper: Any, pmt: Any, pv: Any, fv: Any, when: Any = 'end', guess: Any = 0.1, tol: Any = 1e-06, maxiter: Any = 100) -> Any:
    """Compute the rate of interest per period of a loan, by Newton's method.

    Parameters
    ----------
    nper : int
        Number of periods.
    pmt : float
        Payment in each period; what is paid out has another sign than what is received.
    pv : float
        Present value: the loan.
    fv : float
        Future value that is left at the end.
    when : str or int, default='end'
        When payments are made: ``"end"`` or ``"begin"``, of each period.
    guess : float, default=0.1
        Rate to start from.
    tol : float, default=1e-06
        Change of the rate that counts as none.
    maxiter : int, default=100
        Number of steps at most.

    Returns
    -------
    float
        The rate; nan if it was not found.

    Examples
    --------
    >>> round(float(mx.np.rate(2, -121, 210, 0)), 6)
    0.1
    """

def ravel(x: ndarray | float, order: str = 'C') -> ndarray:
    """Flatten an array to one dimension.

    Parameters
    ----------
    x : ndarray or float
        Array or number to flatten.
    order : str, optional, default='C'
        How to read it. Column order, ``"F"``, is not supported.

    Returns
    -------
    ndarray
        A vector of all elements, row by row.

    Examples
    --------
    >>> mx.np.ravel(mx.np.array([[1, 2], [3, 4]])).tolist()
    [1.0, 2.0, 3.0, 4.0]
    """

def real(*args: Any, **kwargs: Any) -> ndarray: ...

def reciprocal(x: ndarray | float, out: ndarray | None = None, **kwargs: Any) -> ndarray:
    """Compute ``1 / x`` of each element.

    Parameters
    ----------
    x : ndarray or float
        Array, or a number, which NumPy's function handles.
    out : ndarray, optional
        Array to write the result to, which is then returned.
    **kwargs
        NumPy's keywords of universal functions (``where``, ``casting``, ``order``, ``dtype``, ``subok``),
        of which only the defaults are implemented.

    Returns
    -------
    ndarray
        An array of the shape and type of ``x``. Results for integers are truncated to the same type,
        whereas NumPy returns floats; bool arrays are refused.

    Examples
    --------
    >>> mx.np.reciprocal(mx.np.array([2, 4])).tolist()
    [0.5, 0.25]
    """

def remainder(x1: ndarray | float, x2: ndarray | float, out: ndarray | None = None, **kwargs: Any) -> ndarray:
    """Compute the remainder of a division, with the sign of the divisor.

    Parameters
    ----------
    x1 : ndarray or float
        First operand: an array, or a number.
    x2 : ndarray or float
        Second operand: an array, or a number. Shapes broadcast.
    out : ndarray, optional
        Array to write the result to, which is then returned.
    **kwargs
        NumPy's keywords of universal functions (``where``, ``casting``, ``order``, ``dtype``, ``subok``),
        of which only the defaults are implemented.

    Returns
    -------
    ndarray
        An array of the wider type; a floating point type next to integers.
        A number takes the type of the array, so that ``x + 1.5`` adds 1 to whole
        numbers, as in MXNet.

    Examples
    --------
    >>> mx.np.remainder(mx.np.array([5, -5]), mx.np.array([3, 3])).tolist()
    [2.0, 1.0]
    """

def repeat(data: ndarray, repeats: int, axis: int | None = None, out: ndarray | None = None, name: str | None = None) -> ndarray:
    """Repeat each element along an axis; equal elements are adjacent.

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
    """Reshape an array.

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
    """Return the elements in another shape, repeated as often as needed or truncated.

    Parameters
    ----------
    a : ndarray
        Input array.
    new_shape : int or Sequence[int]
        Shape of the result, of any number of elements.

    Returns
    -------
    ndarray
        The elements of ``a`` row by row, from the start again when they run out; zeros if ``a`` is empty.

    Examples
    --------
    >>> mx.np.resize(mx.np.array([1, 2, 3]), (2, 2)).tolist()
    [[1.0, 2.0], [3.0, 1.0]]
    """

def result_type(*args: Any, **kwargs: Any) -> Any: ...

def rint(x: ndarray | float, out: ndarray | None = None, **kwargs: Any) -> ndarray:
    """Round each element to the nearest integer.

    Parameters
    ----------
    x : ndarray or float
        Array, or a number, which NumPy's function handles.
    out : ndarray, optional
        Array to write the result to, which is then returned.
    **kwargs
        NumPy's keywords of universal functions (``where``, ``casting``, ``order``, ``dtype``, ``subok``),
        of which only the defaults are implemented.

    Returns
    -------
    ndarray
        An array of the shape and type of ``x``. Results for integers are truncated to the same type,
        whereas NumPy returns floats; bool arrays are refused.

    Examples
    --------
    >>> mx.np.rint(mx.np.array([1.2, 1.8])).tolist()
    [1.0, 2.0]
    """

def roll(data: ndarray, shift: int | Sequence[int] | None = None, axis: int | Sequence[int] | None = None, out: ndarray | None = None, name: str | None = None) -> ndarray:
    """Roll elements along axes: what leaves at one end enters at the other.

    Parameters
    ----------
    data : ndarray
        Input array.
    shift : Shape(tuple) or None, optional, default=None
        How far to roll, towards higher indices; one number, or one per axis.
    axis : Shape(tuple) or None, optional, default=None
        Axis or axes to roll along; by default the array is flattened, rolled and reshaped back.
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
    """Rotate an array by quarter turns in the plane of two axes.

    Parameters
    ----------
    m : ndarray
        Array of at least two dimensions.
    k : int, optional, default=1
        Number of quarter turns, from the first axis towards the second; negative ones turn back.
    axes : Sequence[int], optional, default=(0, 1)
        The two axes of the plane.

    Returns
    -------
    ndarray
        The rotated array, a copy.

    Examples
    --------
    >>> mx.np.rot90(mx.np.array([[1, 2], [3, 4]])).tolist()
    [[2.0, 4.0], [1.0, 3.0]]
    """

def round(x: ndarray | float, decimals: int = 0, out: ndarray | None = None, **kwargs: Any) -> ndarray:
    """Round each element to a number of decimals.

    Parameters
    ----------
    x : ndarray or float
        Array, or a number, which NumPy's function handles.
    decimals : int, optional, default=0
        How many decimals to keep; negative numbers round to tens, hundreds and so on.
    out : ndarray, optional
        Array to write the result to, which is then returned.
    **kwargs
        Accepted for compatibility with NumPy and ignored for arrays.

    Returns
    -------
    ndarray
        An array of the shape and type of ``x``. A half is rounded to the even neighbour; integers are cut, not
        rounded, to tens and hundreds.

    Examples
    --------
    >>> mx.np.around(mx.np.array([1.25, 2.5, 3.5])).tolist()
    [1.0, 2.0, 4.0]
    """

def round_(x: ndarray | float, decimals: int = 0, out: ndarray | None = None, **kwargs: Any) -> ndarray:
    """Round each element to a number of decimals.

    Parameters
    ----------
    x : ndarray or float
        Array, or a number, which NumPy's function handles.
    decimals : int, optional, default=0
        How many decimals to keep; negative numbers round to tens, hundreds and so on.
    out : ndarray, optional
        Array to write the result to, which is then returned.
    **kwargs
        Accepted for compatibility with NumPy and ignored for arrays.

    Returns
    -------
    ndarray
        An array of the shape and type of ``x``. A half is rounded to the even neighbour; integers are cut, not
        rounded, to tens and hundreds.

    Examples
    --------
    >>> mx.np.around(mx.np.array([1.25, 2.5, 3.5])).tolist()
    [1.0, 2.0, 4.0]
    """

def row_stack(arrays: Sequence[ndarray]) -> ndarray:
    """Stack arrays vertically, as `vstack` does.

    Parameters
    ----------
    arrays : Sequence[ndarray]
        Arrays with equal shapes except along the first axis; a vector counts as one row.

    Returns
    -------
    ndarray
        The rows of all arrays.

    Examples
    --------
    >>> mx.np.row_stack([mx.np.array([1, 2]), mx.np.array([3, 4])]).shape
    (2, 2)
    """

def searchsorted(*args: Any, **kwargs: Any) -> ndarray: ...

def select(*args: Any, **kwargs: Any) -> ndarray: ...

def set_printoptions(precision: int | None = None, threshold: int | None = None, **kwarg: Any) -> None:
    """Set how arrays are printed, those of NumPy as well.

    Parameters
    ----------
    precision : int, optional
        Digits behind the decimal point.
    threshold : int, optional
        Number of elements from which an array is shortened by dots.
    **kwarg
        NumPy's other options are not supported, and raise NotImplementedError.

    Returns
    -------
    None

    Examples
    --------
    >>> mx.np.set_printoptions(precision=2)
    >>> mx.np.array([1 / 3])
    array([0.33])
    >>> mx.np.set_printoptions(precision=8)
    """

def setdiff1d(*args: Any, **kwargs: Any) -> ndarray: ...

def setxor1d(*args: Any, **kwargs: Any) -> ndarray: ...

def shape(a: ndarray) -> tuple[int, ...]:
    """Return the shape of an array.

    Parameters
    ----------
    a : ndarray
        Input array.

    Returns
    -------
    tuple of int
        Size of each axis.

    Examples
    --------
    >>> mx.np.shape(mx.np.zeros((2, 3)))
    (2, 3)
    """

def shares_memory(a: ndarray, b: ndarray, max_work: int | None = None) -> bool:
    """Return whether two arrays overlap in memory.

    Parameters
    ----------
    a : ndarray
        First array.
    b : ndarray
        Second array.
    max_work : int, optional
        NumPy's limit of effort, which is ignored.

    Returns
    -------
    bool
        Whether a write to one can change the other.

    Examples
    --------
    >>> a = mx.np.zeros(3)
    >>> mx.np.shares_memory(a, a[1:]), mx.np.shares_memory(a, a.copy())
    (True, False)
    """

def sign(x: ndarray | float, out: ndarray | None = None, **kwargs: Any) -> ndarray:
    """Give -1, 0 or 1 for negative, zero and positive elements.

    Parameters
    ----------
    x : ndarray or float
        Array, or a number, which NumPy's function handles.
    out : ndarray, optional
        Array to write the result to, which is then returned.
    **kwargs
        NumPy's keywords of universal functions (``where``, ``casting``, ``order``, ``dtype``, ``subok``),
        of which only the defaults are implemented.

    Returns
    -------
    ndarray
        An array of the shape and type of ``x``. Results for integers are truncated to the same type,
        whereas NumPy returns floats; bool arrays are refused.

    Examples
    --------
    >>> mx.np.sign(mx.np.array([-5, 0, 3])).tolist()
    [-1.0, 0.0, 1.0]
    """

def signbit(*args: Any, **kwargs: Any) -> ndarray: ...

def sin(x: ndarray | float, out: ndarray | None = None, **kwargs: Any) -> ndarray:
    """Compute the sine of each element, an angle in radians.

    Parameters
    ----------
    x : ndarray or float
        Array, or a number, which NumPy's function handles.
    out : ndarray, optional
        Array to write the result to, which is then returned.
    **kwargs
        NumPy's keywords of universal functions (``where``, ``casting``, ``order``, ``dtype``, ``subok``),
        of which only the defaults are implemented.

    Returns
    -------
    ndarray
        An array of the shape and type of ``x``. Results for integers are truncated to the same type,
        whereas NumPy returns floats; bool arrays are refused.

    Examples
    --------
    >>> mx.np.sin(mx.np.array([0, 1])).tolist()
    [0.0, 0.84]
    """

def sinh(x: ndarray | float, out: ndarray | None = None, **kwargs: Any) -> ndarray:
    """Compute the hyperbolic sine of each element.

    Parameters
    ----------
    x : ndarray or float
        Array, or a number, which NumPy's function handles.
    out : ndarray, optional
        Array to write the result to, which is then returned.
    **kwargs
        NumPy's keywords of universal functions (``where``, ``casting``, ``order``, ``dtype``, ``subok``),
        of which only the defaults are implemented.

    Returns
    -------
    ndarray
        An array of the shape and type of ``x``. Results for integers are truncated to the same type,
        whereas NumPy returns floats; bool arrays are refused.

    Examples
    --------
    >>> mx.np.sinh(mx.np.array([0, 1])).tolist()
    [0.0, 1.18]
    """

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
    """Return a sorted copy, in ascending order.

    Parameters
    ----------
    a : ndarray
        Input array.
    axis : int or None, optional, default=-1
        Axis to sort along; None sorts the flattened array.
    kind : str, optional
        NumPy's choice of an algorithm, which is ignored.
    order : None, optional
        NumPy's fields of structured arrays; not supported.

    Returns
    -------
    ndarray
        An array of the type of ``a``.

    Examples
    --------
    >>> mx.np.sort(mx.np.array([3, 1, 2])).tolist()
    [1.0, 2.0, 3.0]
    """

def spacing(*args: Any, **kwargs: Any) -> ndarray: ...

def split(ary: ndarray, indices_or_sections: int | Sequence[int], axis: int = 0) -> list[ndarray]:
    """Split an array along an axis.

    Parameters
    ----------
    ary : ndarray
        Array to split.
    indices_or_sections : int or Sequence[int]
        A number of equal parts, or the indices at which new parts start.
    axis : int, optional, default=0
        Axis to split along.

    Returns
    -------
    list of ndarray
        The parts: copies, whereas NumPy returns views.

    Raises
    ------
    ValueError
        If a number of parts does not divide the size of the axis.

    Examples
    --------
    >>> [part.tolist() for part in mx.np.split(mx.np.arange(4), 2)]
    [[0.0, 1.0], [2.0, 3.0]]
    >>> [part.tolist() for part in mx.np.split(mx.np.arange(4), [1, 3])]
    [[0.0], [1.0, 2.0], [3.0]]
    """

def sqrt(x: ndarray | float, out: ndarray | None = None, **kwargs: Any) -> ndarray:
    """Compute the square root of each element, nan of negative ones.

    Parameters
    ----------
    x : ndarray or float
        Array, or a number, which NumPy's function handles.
    out : ndarray, optional
        Array to write the result to, which is then returned.
    **kwargs
        NumPy's keywords of universal functions (``where``, ``casting``, ``order``, ``dtype``, ``subok``),
        of which only the defaults are implemented.

    Returns
    -------
    ndarray
        An array of the shape and type of ``x``. Results for integers are truncated to the same type,
        whereas NumPy returns floats; bool arrays are refused.

    Examples
    --------
    >>> mx.np.sqrt(mx.np.array([4, 9])).tolist()
    [2.0, 3.0]
    """

def square(x: ndarray | float, out: ndarray | None = None, **kwargs: Any) -> ndarray:
    """Compute the square of each element.

    Parameters
    ----------
    x : ndarray or float
        Array, or a number, which NumPy's function handles.
    out : ndarray, optional
        Array to write the result to, which is then returned.
    **kwargs
        NumPy's keywords of universal functions (``where``, ``casting``, ``order``, ``dtype``, ``subok``),
        of which only the defaults are implemented.

    Returns
    -------
    ndarray
        An array of the shape and type of ``x``. Results for integers are truncated to the same type,
        whereas NumPy returns floats; bool arrays are refused.

    Examples
    --------
    >>> mx.np.square(mx.np.array([2, -3])).tolist()
    [4.0, 9.0]
    """

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
        A copy, whereas NumPy returns a view.

    Examples
    --------
    >>> mx.np.squeeze(mx.np.zeros((1, 3, 1))).shape
    (3,)
    """

def stack(arrays: Sequence[ndarray], axis: int = 0, out: ndarray | None = None) -> ndarray:
    """Join arrays of the same shape along a new axis.

    Parameters
    ----------
    arrays : Sequence[ndarray]
        Arrays of one shape.
    axis : int, optional, default=0
        Position of the new axis in the result.
    out : ndarray, optional
        Array to write the result to.

    Returns
    -------
    ndarray
        An array with one more dimension, whose new axis has the size ``len(arrays)``.

    Examples
    --------
    >>> mx.np.stack([mx.np.array([1, 2]), mx.np.array([3, 4])], axis=1).tolist()
    [[1.0, 3.0], [2.0, 4.0]]
    """

def std(a: ndarray, axis: int | tuple[int, ...] | None = None, dtype: DTypeLike | None = None, out: ndarray | None = None, ddof: int = 0, keepdims: bool = False) -> ndarray:
    """Compute the standard deviation along axes.

    Parameters
    ----------
    a : ndarray
        Input array of numbers.
    axis : int or tuple[int, ...], optional
        Axis or axes to reduce; None takes all of them.
    dtype : DTypeLike, optional
        Type of the result; that of ``a`` by default, so for integers the result is truncated to an integer, where NumPy
        has float64.
    out : ndarray, optional
        Array to write the result to.
    ddof : int, optional, default=0
        Number subtracted from the number of elements in the divisor.
    keepdims : bool, optional, default=False
        Whether the axes are kept, with size one.

    Returns
    -------
    ndarray
        The deviations, without the reduced axes; over all axes a zero-dimensional array.

    Examples
    --------
    >>> mx.np.std(mx.np.array([1, 3, 1, 3])).item()
    1.0
    """

def subtract(x1: ndarray | float, x2: ndarray | float, out: ndarray | None = None, **kwargs: Any) -> ndarray:
    """Subtract one operand from the other, element by element.

    Parameters
    ----------
    x1 : ndarray or float
        First operand: an array, or a number.
    x2 : ndarray or float
        Second operand: an array, or a number. Shapes broadcast.
    out : ndarray, optional
        Array to write the result to, which is then returned.
    **kwargs
        NumPy's keywords of universal functions (``where``, ``casting``, ``order``, ``dtype``, ``subok``),
        of which only the defaults are implemented.

    Returns
    -------
    ndarray
        An array of the wider type; a floating point type next to integers.
        A number takes the type of the array, so that ``x + 1.5`` adds 1 to whole
        numbers, as in MXNet.

    Examples
    --------
    >>> mx.np.subtract(mx.np.array([1, 2]), mx.np.array([10, 20])).tolist()
    [-9.0, -18.0]
    """

def sum(a: ndarray, axis: int | Sequence[int] | None = None, dtype: DTypeLike | None = None, keepdims: bool | int = False, initial: float | None = None, out: ndarray | None = None, name: str | None = None) -> ndarray:
    """Sum the elements along axes.

    Parameters
    ----------
    a : ndarray
        Input array.
    axis : Shape(tuple) or None, optional, default=None
        Axis or axes to reduce; all of them by default.
    dtype : dtype or None, optional, default=None
        Type of the sums; that of ``a`` by default, int64 for bool. NumPy widens small types of integers.
    keepdims : boolean, optional, default=False
        Whether the axes are kept, with size one.
    initial : double or None, optional, default=None
        NumPy's number to start from; not supported.
    out : ndarray, or a list of them, optional
        Where the result is written; it is returned then.

    Returns
    -------
    ndarray
        The sums, without the reduced axes; over all axes a zero-dimensional array.

    Examples
    --------
    >>> mx.np.sum(mx.np.array([[1, 2], [3, 4]]), axis=1).tolist()
    [3.0, 7.0]
    """

def swapaxes(a: ndarray, axis1: int, axis2: int) -> ndarray:
    """Swap two axes of an array.

    Parameters
    ----------
    a : ndarray
        Input array.
    axis1 : int
        One axis.
    axis2 : int
        The other one.

    Returns
    -------
    ndarray
        A copy, whereas NumPy returns a view.

    Examples
    --------
    >>> mx.np.swapaxes(mx.np.zeros((2, 3, 4)), 0, 2).shape
    (4, 3, 2)
    """

def take(a: ndarray, indices: ndarray, axis: int | None = None, mode: str = 'raise', out: ndarray | None = None) -> ndarray:
    """Take elements, or slices along an axis, by their indices.

    Parameters
    ----------
    a : ndarray
        Array to take from.
    indices : ndarray
        Array of indices, of any shape.
    axis : int, optional
        Axis that the indices count along; None takes from the flattened array.
    mode : str, optional, default='raise'
        What to do with an index out of range: ``"raise"`` an error, ``"clip"`` it to the ends, or ``"wrap"`` it
        around.
    out : ndarray, optional
        Array to write the result to.

    Returns
    -------
    ndarray
        The shape of ``a`` with that of ``indices`` in place of the axis.

    Examples
    --------
    >>> mx.np.take(mx.np.array([10, 20, 30]), mx.np.array([2, 0])).tolist()
    [30.0, 10.0]
    """

def take_along_axis(*args: Any, **kwargs: Any) -> ndarray: ...

def tan(x: ndarray | float, out: ndarray | None = None, **kwargs: Any) -> ndarray:
    """Compute the tangent of each element, an angle in radians.

    Parameters
    ----------
    x : ndarray or float
        Array, or a number, which NumPy's function handles.
    out : ndarray, optional
        Array to write the result to, which is then returned.
    **kwargs
        NumPy's keywords of universal functions (``where``, ``casting``, ``order``, ``dtype``, ``subok``),
        of which only the defaults are implemented.

    Returns
    -------
    ndarray
        An array of the shape and type of ``x``. Results for integers are truncated to the same type,
        whereas NumPy returns floats; bool arrays are refused.

    Examples
    --------
    >>> mx.np.tan(mx.np.array([0, 1])).tolist()
    [0.0, 1.56]
    """

def tanh(x: ndarray | float, out: ndarray | None = None, **kwargs: Any) -> ndarray:
    """Compute the hyperbolic tangent of each element.

    Parameters
    ----------
    x : ndarray or float
        Array, or a number, which NumPy's function handles.
    out : ndarray, optional
        Array to write the result to, which is then returned.
    **kwargs
        NumPy's keywords of universal functions (``where``, ``casting``, ``order``, ``dtype``, ``subok``),
        of which only the defaults are implemented.

    Returns
    -------
    ndarray
        An array of the shape and type of ``x``. Results for integers are truncated to the same type,
        whereas NumPy returns floats; bool arrays are refused.

    Examples
    --------
    >>> mx.np.tanh(mx.np.array([0, 1])).tolist()
    [0.0, 0.76]
    """

def tensordot(a: ndarray, b: ndarray, axes: int | Sequence[Any] = 2) -> ndarray:
    """Sum the products of two arrays over pairs of their axes.

    Parameters
    ----------
    a : ndarray
        Left operand, of a floating point type: NumPy takes integers as well.
    b : ndarray
        Right operand, of the same type.
    axes : int or Sequence[Any], optional, default=2
        A number n: the last n axes of ``a`` with the first n of ``b``. Or a pair: the axes of ``a``, and those of
        ``b`` in the order in which they belong together, each an int or a sequence of them.

    Returns
    -------
    ndarray
        The remaining axes of ``a``, then those of ``b``.

    Raises
    ------
    ValueError
        If ``axes`` is not a pair, or names more axes of one array than of the other.

    Examples
    --------
    >>> mx.np.tensordot(mx.np.ones((2, 3, 4)), mx.np.ones((4, 3, 5)), axes=([1, 2], [1, 0])).shape
    (2, 5)
    """

def tile(A: ndarray | float, reps: int | Sequence[int]) -> ndarray:
    """Repeat a whole array along each axis.

    Parameters
    ----------
    A : ndarray or float
        Array or number to repeat.
    reps : int or Sequence[int]
        How often to repeat it along each axis; a number means the last one.

    Returns
    -------
    ndarray
        As many dimensions as the longer of ``A.shape`` and ``reps`` has.

    Examples
    --------
    >>> mx.np.tile(mx.np.array([1, 2]), 2).tolist()
    [1.0, 2.0, 1.0, 2.0]
    """

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
        The sums, without the two axes; for a matrix a zero-dimensional array.

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
        A copy, whereas NumPy returns a view.

    Examples
    --------
    >>> mx.np.transpose(mx.np.zeros((2, 3, 4)), (1, 0, 2)).shape
    (3, 2, 4)
    """

def trapz(*args: Any, **kwargs: Any) -> ndarray: ...

def tril(m: ndarray, k: int = 0) -> ndarray:
    """Keep the lower triangle of matrices and set the rest to zero.

    Parameters
    ----------
    m : ndarray
        Array whose last two axes are matrices.
    k : int, optional, default=0
        Diagonal up to which elements are kept: 0 is the main one, positive numbers are above it.

    Returns
    -------
    ndarray
        A copy of the shape and type of ``m``.

    Examples
    --------
    >>> mx.np.tril(mx.np.ones((2, 2))).tolist()
    [[1.0, 0.0], [1.0, 1.0]]
    """

def tril_indices_from(*args: Any, **kwargs: Any) -> tuple[ndarray, ...]: ...

def trim_zeros(*args: Any, **kwargs: Any) -> ndarray: ...

def triu_indices_from(*args: Any, **kwargs: Any) -> tuple[ndarray, ...]: ...

def true_divide(x1: ndarray | float, x2: ndarray | float, out: ndarray | None = None, **kwargs: Any) -> ndarray:
    """Divide one operand by the other, element by element.

    Parameters
    ----------
    x1 : ndarray or float
        First operand: an array, or a number.
    x2 : ndarray or float
        Second operand: an array, or a number. Shapes broadcast.
    out : ndarray, optional
        Array to write the result to, which is then returned.
    **kwargs
        Keywords of universal functions are refused.

    Returns
    -------
    ndarray
        An array of floats: the type of the floating point operand, float32 for integers, whereas
        NumPy returns float64.

    Examples
    --------
    >>> mx.np.true_divide(mx.np.array([1, 2]), mx.np.array([2, 8])).tolist()
    [0.5, 0.25]
    """

def trunc(x: ndarray | float, out: ndarray | None = None, **kwargs: Any) -> ndarray:
    """Round each element towards zero.

    Parameters
    ----------
    x : ndarray or float
        Array, or a number, which NumPy's function handles.
    out : ndarray, optional
        Array to write the result to, which is then returned.
    **kwargs
        NumPy's keywords of universal functions (``where``, ``casting``, ``order``, ``dtype``, ``subok``),
        of which only the defaults are implemented.

    Returns
    -------
    ndarray
        An array of the shape and type of ``x``. Results for integers are truncated to the same type,
        whereas NumPy returns floats; bool arrays are refused.

    Examples
    --------
    >>> mx.np.trunc(mx.np.array([1.7, -1.7])).tolist()
    [1.0, -1.0]
    """

from numpy import uint8 as uint8

def union1d(*args: Any, **kwargs: Any) -> ndarray: ...

@overload
def unique(ar: ndarray, return_index: Literal[False] = False, return_inverse: Literal[False] = False, return_counts: Literal[False] = False, axis: int | None = None) -> ndarray: ...
@overload
def unique(ar: ndarray, return_index: bool = False, return_inverse: bool = False, return_counts: bool = False, axis: int | None = None) -> tuple[ndarray, ...]:
    """Return the distinct elements in ascending order.

    Parameters
    ----------
    ar : ndarray
        Input array.
    return_index : bool, optional, default=False
        Whether to return the first position of each distinct element.
    return_inverse : bool, optional, default=False
        Whether to return the index, among the distinct ones, of every element.
    return_counts : bool, optional, default=False
        Whether to return how often each one occurs.
    axis : int, optional
        Axis whose slices are compared; None compares the elements of the flattened array.

    Returns
    -------
    ndarray or tuple of ndarray
        The distinct elements, then what was requested, in the order of the parameters and of type int64.

    Examples
    --------
    >>> values, counts = mx.np.unique(mx.np.array([2, 1, 2]), return_counts=True)
    >>> values.tolist(), counts.tolist()
    ([1.0, 2.0], [1, 2])
    """

def unpackbits(*args: Any, **kwargs: Any) -> ndarray: ...

def unravel_index(indices: int | ndarray, shape: Sequence[int], order: str = 'C') -> Any:
    """Convert indices into the flattened array to one index per axis.

    Parameters
    ----------
    indices : int or ndarray
        Index, or array of them.
    shape : Sequence[int]
        Shape of the array that they point into.
    order : str, optional, default='C'
        How it was flattened. Only ``"C"``, row by row, is supported.

    Returns
    -------
    tuple of ndarray
        One array of indices per axis, of the type of ``indices``; a tuple of ints for one number.

    Examples
    --------
    >>> rows, columns = mx.np.unravel_index(mx.np.array([1, 5], dtype='int32'), (2, 3))
    >>> rows.tolist(), columns.tolist()
    ([0, 1], [1, 2])
    """

def unwrap(*args: Any, **kwargs: Any) -> ndarray: ...

def vander(*args: Any, **kwargs: Any) -> ndarray: ...

def var(a: ndarray, axis: int | tuple[int, ...] | None = None, dtype: DTypeLike | None = None, out: ndarray | None = None, ddof: int = 0, keepdims: bool = False) -> ndarray:
    """Compute the variance along axes, the mean squared distance from the mean.

    Parameters
    ----------
    a : ndarray
        Input array of numbers.
    axis : int or tuple[int, ...], optional
        Axis or axes to reduce; None takes all of them.
    dtype : DTypeLike, optional
        Type of the result; that of ``a`` by default, so for integers the result is truncated to an integer, where NumPy
        has float64.
    out : ndarray, optional
        Array to write the result to.
    ddof : int, optional, default=0
        Number subtracted from the number of elements in the divisor.
    keepdims : bool, optional, default=False
        Whether the axes are kept, with size one.

    Returns
    -------
    ndarray
        The variances, without the reduced axes; over all axes a zero-dimensional array.

    Examples
    --------
    >>> mx.np.var(mx.np.array([1, 5])).item()
    4.0
    """

def vdot(a: ndarray, b: ndarray) -> ndarray:
    """Sum the products of all elements of two arrays.

    Parameters
    ----------
    a : ndarray
        Left operand of a floating point type, flattened.
    b : ndarray
        Right operand of the same type and of as many elements, flattened.

    Returns
    -------
    ndarray
        The sum, a zero-dimensional array.

    Examples
    --------
    >>> mx.np.vdot(mx.np.array([[1, 2]]), mx.np.array([[3], [4]])).item()
    11.0
    """

def vsplit(ary: ndarray, indices_or_sections: int | Sequence[int]) -> list[ndarray]:
    """Split an array along its first axis.

    Parameters
    ----------
    ary : ndarray
        Array of at least two dimensions.
    indices_or_sections : int or Sequence[int]
        A number of equal parts, or the indices at which new parts start.

    Returns
    -------
    list of ndarray
        The parts: copies, whereas NumPy returns views.

    Examples
    --------
    >>> [part.shape for part in mx.np.vsplit(mx.np.zeros((4, 2)), 2)]
    [(2, 2), (2, 2)]
    """

def vstack(arrays: Sequence[ndarray], out: ndarray | None = None) -> ndarray:
    """Stack arrays vertically, along the first axis.

    Parameters
    ----------
    arrays : Sequence[ndarray]
        Arrays with equal shapes except along the first axis; a vector counts as one row.
    out : ndarray, optional
        Array to write the result to.

    Returns
    -------
    ndarray
        The rows of all arrays.

    Examples
    --------
    >>> mx.np.vstack([mx.np.array([1, 2]), mx.np.array([3, 4])]).tolist()
    [[1.0, 2.0], [3.0, 4.0]]
    """

@overload
def where(condition: Any) -> tuple[ndarray, ...]: ...
@overload
def where(condition: Any, x: Any, y: Any) -> ndarray:
    """Select elements from two operands by a condition.

    Parameters
    ----------
    condition : ndarray or float
        Where it is nonzero the element of ``x`` is taken, otherwise that of ``y``.
    x : ndarray or float, optional
        Array or number.
    y : ndarray or float, optional
        Array or number; all three broadcast.

    Returns
    -------
    ndarray or tuple of ndarray
        The selected elements; float32 for two numbers. With ``condition`` alone, the result of `nonzero`.

    Examples
    --------
    >>> a = mx.np.array([1, -2, 3])
    >>> mx.np.where(a > 0, a, 0).tolist()
    [1.0, 0.0, 3.0]
    """

def zeros(shape: int | Sequence[int], dtype: DTypeLike | None = None, order: str = 'C', ctx: Context | None = None) -> ndarray:
    """Create an array filled with zeros.

    Parameters
    ----------
    shape : int or Sequence[int]
        Size of each dimension; a number makes a vector, ``()`` a zero-dimensional array.
    dtype : DTypeLike, optional
        Element type; None means float32, whereas NumPy would choose float64.
    order : str, optional, default='C'
        Memory layout. Only ``"C"``, row by row, is supported.
    ctx : Context, optional
        Device to create the array on; the current context by default.

    Returns
    -------
    ndarray
        A new array of the given shape and type.

    Examples
    --------
    >>> mx.np.zeros((2, 3)).tolist()
    [[0.0, 0.0, 0.0], [0.0, 0.0, 0.0]]
    """

def zeros_like(a: ndarray, dtype: DTypeLike | None = None, order: str = 'C', ctx: Context | None = None, out: ndarray | None = None) -> ndarray:
    """Create an array of zeros of the shape of another one.

    Parameters
    ----------
    a : ndarray
        Array whose shape, type and device are taken.
    dtype : DTypeLike, optional
        Element type; that of ``a`` by default.
    order : str, optional, default='C'
        Memory layout. Only ``"C"``, row by row, is supported.
    ctx : Context, optional
        Accepted and ignored: the result is on the context of ``a``.
    out : ndarray, optional
        Array to write the result to.

    Returns
    -------
    ndarray
        Zeros of the shape of ``a``.

    Examples
    --------
    >>> mx.np.zeros_like(mx.np.array([1, 2])).tolist()
    [0.0, 0.0]
    """
