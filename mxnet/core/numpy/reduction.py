"""Averages, moments, quantiles, positions and order."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .functions import Array, function, is_number, refuse

if TYPE_CHECKING:
    from numpy.typing import DTypeLike


def _typed(params: dict, dtype) -> dict:
    return params if dtype is None else {**params, "dtype": dtype}


@function()
def mean(F, a: Array, axis: int | tuple[int, ...] | None = None, dtype: DTypeLike | None = None,
         out: Array | None = None, keepdims: bool = False) -> Array:
    """Compute the arithmetic mean along axes.

    Parameters
    ----------
    a
        Input array.
    axis
        Axis or axes to average over; None takes all of them.
    dtype
        Type of the result; that of ``a`` by default, float32 for integers, whereas NumPy uses float64.
    out
        Array to write the result to.
    keepdims
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
    return F.call("_npi_mean", a, out=out, **_typed({"axis": axis, "keepdims": keepdims}, dtype))


@function()
def std(F, a: Array, axis: int | tuple[int, ...] | None = None, dtype: DTypeLike | None = None,
        out: Array | None = None, ddof: int = 0, keepdims: bool = False) -> Array:
    """Compute the standard deviation along axes.

    Parameters
    ----------
    a
        Input array of numbers.
    axis
        Axis or axes to reduce; None takes all of them.
    dtype
        Type of the result; that of ``a`` by default, so for integers the result is truncated to an integer, where NumPy
        has float64.
    out
        Array to write the result to.
    ddof
        Number subtracted from the number of elements in the divisor.
    keepdims
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
    return F.call("_npi_std", a, out=out, **_typed({"axis": axis, "ddof": ddof, "keepdims": keepdims}, dtype))


@function()
def var(F, a: Array, axis: int | tuple[int, ...] | None = None, dtype: DTypeLike | None = None,
        out: Array | None = None, ddof: int = 0, keepdims: bool = False) -> Array:
    """Compute the variance along axes, the mean squared distance from the mean.

    Parameters
    ----------
    a
        Input array of numbers.
    axis
        Axis or axes to reduce; None takes all of them.
    dtype
        Type of the result; that of ``a`` by default, so for integers the result is truncated to an integer, where NumPy
        has float64.
    out
        Array to write the result to.
    ddof
        Number subtracted from the number of elements in the divisor.
    keepdims
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
    return F.call("_npi_var", a, out=out, **_typed({"axis": axis, "ddof": ddof, "keepdims": keepdims}, dtype))


@function()
def average(F, a: Array, axis: int | tuple[int, ...] | None = None, weights: Array | None = None,
            returned: bool = False, out: Array | None = None) -> Array | tuple[Array, Array]:
    """Compute the weighted average along axes.

    Parameters
    ----------
    a
        Input array.
    axis
        Axis or axes to average over; None takes all of them.
    weights
        Weight of each element: an array of the shape of ``a``, or a vector along the one axis. Equal by default.
    returned
        Whether to return the sum of the weights too.
    out
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
    arrays = (a,) if weights is None else (a, weights)
    made = F.call("_npi_average", *arrays, axis=axis, returned=returned, weighted=weights is not None, out=out)
    return tuple(made) if isinstance(made, list) else made


@function()
def argmax(F, a: Array, axis: int | None = None, out: Array | None = None) -> Array:
    """Return the index of the largest element along an axis.

    Parameters
    ----------
    a
        Input array of numbers; bool arrays are refused.
    axis
        Axis to search along; None searches the flattened array.
    out
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
    return F.call("_npi_argmax", a, axis=axis, keepdims=False, out=out)


@function()
def argmin(F, a: Array, axis: int | None = None, out: Array | None = None) -> Array:
    """Return the index of the smallest element along an axis.

    Parameters
    ----------
    a
        Input array of numbers; bool arrays are refused.
    axis
        Axis to search along; None searches the flattened array.
    out
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
    return F.call("_npi_argmin", a, axis=axis, keepdims=False, out=out)


@function()
def sort(F, a: Array, axis: int | None = -1, kind: str | None = None, order: None = None) -> Array:
    """Return a sorted copy, in ascending order.

    Parameters
    ----------
    a
        Input array.
    axis
        Axis to sort along; None sorts the flattened array.
    kind
        NumPy's choice of an algorithm, which is ignored.
    order
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
    refuse("sort", order=order is not None)
    return F.call("_npi_sort", a, axis=axis, is_ascend=True)


@function()
def argsort(F, a: Array, axis: int | None = -1, kind: str | None = None, order: None = None) -> Array:
    """Return the indices that would sort an array in ascending order.

    Parameters
    ----------
    a
        Input array.
    axis
        Axis to sort along; None sorts the flattened array.
    kind
        NumPy's choice of an algorithm, which is ignored.
    order
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
    refuse("argsort", order=order is not None)
    return F.call("_npi_argsort", a, axis=axis, is_ascend=True, dtype="int64")


def _percentile(F, a, q, scale: float, axis, out, interpolation: str, keepdims: bool):
    params = {"axis": axis, "interpolation": interpolation, "keepdims": keepdims}
    if is_number(q):
        return F.call("_npi_percentile", a, out=out, q_scalar=q if scale == 1 else q * scale, **params)
    return F.call("_npi_percentile", a, q if scale == 1 else q * scale, out=out, q_scalar=None, **params)


@function()
def percentile(F, a: Array, q: float | Array, axis: int | tuple[int, ...] | None = None, out: Array | None = None,
               overwrite_input: None = None, interpolation: str = "linear", keepdims: bool = False) -> Array:
    """Compute percentiles along axes: the value below which ``q`` percent of the elements lie.

    Parameters
    ----------
    a
        Input array.
    q
        Percentage, or an array of them, between 0 and 100.
    axis
        Axis or axes to reduce; None takes all of them.
    out
        Array to write the result to.
    overwrite_input
        NumPy's permission to reuse memory; not supported.
    interpolation
        What to do between two elements: ``"linear"``, ``"lower"``, ``"higher"``, ``"midpoint"`` or ``"nearest"``.
        NumPy 2 calls it ``method``.
    keepdims
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
    refuse("percentile", overwrite_input=overwrite_input is not None)
    return _percentile(F, a, q, 1, axis, out, interpolation, keepdims)


@function()
def quantile(F, a: Array, q: float | Array, axis: int | tuple[int, ...] | None = None, out: Array | None = None,
             overwrite_input: None = None, interpolation: str = "linear", keepdims: bool = False) -> Array:
    """Compute quantiles along axes: the value below which a fraction ``q`` of the elements lies.

    Parameters
    ----------
    a
        Input array.
    q
        Fraction, or an array of them, between 0 and 1.
    axis
        Axis or axes to reduce; None takes all of them.
    out
        Array to write the result to.
    overwrite_input
        NumPy's permission to reuse memory; not supported.
    interpolation
        What to do between two elements: ``"linear"``, ``"lower"``, ``"higher"``, ``"midpoint"`` or ``"nearest"``.
        NumPy 2 calls it ``method``.
    keepdims
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
    refuse("quantile", overwrite_input=overwrite_input is not None)
    return _percentile(F, a, q, 100, axis, out, interpolation, keepdims)


@function()
def diff(F, a: Array, n: int = 1, axis: int = -1, prepend: None = None, append: None = None) -> Array:
    """Compute the differences of neighbours along an axis, ``n`` times.

    Parameters
    ----------
    a
        Input array.
    n
        How often to take differences.
    axis
        Axis along which neighbours lie.
    prepend
        NumPy's values to prepend first; not supported.
    append
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
    refuse("diff", prepend=prepend is not None, append=append is not None)
    return F.call("_npi_diff", a, n=n, axis=axis)


@function()
def ediff1d(F, ary: Array, to_end: float | Array | None = None, to_begin: float | Array | None = None) -> Array:
    """Compute the differences of neighbours of the flattened array.

    Parameters
    ----------
    ary
        Input array.
    to_end
        Number or array to append to the differences.
    to_begin
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
    begins, ends = F.is_array(to_begin), F.is_array(to_end)
    arrays = [item for item, given in ((to_begin, begins), (to_end, ends)) if given]
    return F.call("_npi_ediff1d", ary, *arrays, to_begin_arr_given=begins, to_end_arr_given=ends,
                  to_begin_scalar=None if begins else to_begin, to_end_scalar=None if ends else to_end)


@function()
def histogram(F, a: Array, bins: int | Array = 10, range: tuple[float, float] | None = None,
              normed: bool | None = None, weights: None = None, density: bool | None = None) -> list[Array]:
    """Count the elements that fall into bins.

    Parameters
    ----------
    a
        Input array, flattened.
    bins
        Number of bins of equal width, or an array of their edges in ascending order.
    range
        Lower and upper end of the bins. A number of bins needs it, while NumPy takes the extremes of ``a``.
    normed
        NumPy's old name of ``density``; not supported.
    weights
        NumPy's weights of the elements; not supported.
    density
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
    refuse("histogram", normed=normed, weights=weights is not None, density=density)
    if F.is_array(bins):
        return F.call("_npi_histogram", a, bins)
    if is_number(bins):
        if range is None:
            raise NotImplementedError("histogram: automatic range is not supported")
        return F.call("_npi_histogram", a, bin_cnt=bins, range=range)
    raise NotImplementedError(f"histogram: bins of type {type(bins).__name__} are not supported")


@function()
def bincount(F, x: Array, weights: Array | None = None, minlength: int = 0) -> Array:
    """Count how often each integer occurs.

    Parameters
    ----------
    x
        Vector of nonnegative integers.
    weights
        Vector of as many numbers: each is added to the count of its element, instead of one.
    minlength
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
    if not F.is_array(x):
        raise TypeError("Input data should be NDarray")
    if minlength < 0:
        raise ValueError("Minlength value should greater than 0")
    arrays: Any = (x,) if weights is None else (x, weights)
    return F.call("_npi_bincount", *arrays, minlength=minlength, has_weights=weights is not None)
