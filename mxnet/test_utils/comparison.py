"""Comparison of arrays: exact, within tolerance, and with a report of the worst differences."""
from typing import Any

import numpy as np

import mxnet as mx

from .tolerance import get_atol, get_etol, get_rtol, get_tols


def _numpy(value: Any) -> Any:
    return value.asnumpy() if hasattr(value, "asnumpy") else value


def same(a: Any, b: Any) -> bool:
    """Return whether two arrays have the same shape and elements.

    Parameters
    ----------
    a : NDArray or array_like
        One array.
    b : NDArray or array_like
        The other.

    Returns
    -------
    bool
        Whether they are equal.

    Examples
    --------
    >>> mx.test_utils.same(mx.nd.array([1, 2]), [1, 2])
    True
    """
    return np.array_equal(_numpy(a), _numpy(b))


def same_array(array1: Any, array2: Any) -> bool:
    """Return whether two NDArrays share memory, by writing to one and reading the other.

    Parameters
    ----------
    array1 : NDArray
        One array; it is written to and restored.
    array2 : NDArray
        The other.

    Returns
    -------
    bool
        Whether they share memory.

    Examples
    --------
    >>> x = mx.nd.zeros((3,))
    >>> mx.test_utils.same_array(x[0:3], x), mx.test_utils.same_array(x.copy(), x)
    (True, False)
    """
    array1[:] += 1
    shared = same(array1, array2)
    array1[:] -= 1
    return shared and same(array1, array2)


def checkShapes(a: Any, b: Any) -> None:
    """Refuse two arrays of different shapes.

    Parameters
    ----------
    a : NDArray or numpy.ndarray
        One array.
    b : NDArray or numpy.ndarray
        The other.

    Raises
    ------
    AssertionError
        If the shapes differ.
    """
    if a.shape != b.shape:
        raise AssertionError(f"a.shape = {a.shape} and b.shape = {b.shape} are not equal")


def almost_equal(a: Any, b: Any, rtol: Any = None, atol: Any = None, equal_nan: bool = False,
                 use_broadcast: bool = True) -> bool:
    """Return whether ``|a - b| <= atol + rtol * |b|`` everywhere.

    Parameters
    ----------
    a : NDArray or array_like
        The actual value.
    b : NDArray or array_like
        The expected value.
    rtol : float, optional
        Relative tolerance; by default that of float64, 1e-5.
    atol : float, optional
        Absolute tolerance; by default that of float64, 1e-20.
    equal_nan : bool, default=False
        Whether two NaNs are equal.
    use_broadcast : bool, default=True
        Whether shapes may differ if they broadcast.

    Returns
    -------
    bool
        Whether all elements are close.

    Raises
    ------
    AssertionError
        If shapes differ and must not.

    Examples
    --------
    >>> mx.test_utils.almost_equal(mx.nd.array([1.0]), [1.001], rtol=1e-2)
    True
    """
    if not use_broadcast:
        checkShapes(a, b)
    return np.allclose(_numpy(a), _numpy(b), rtol=get_rtol(rtol), atol=get_atol(atol),
                       equal_nan=equal_nan)


def _violations(a: np.ndarray, b: np.ndarray, rtol: float, atol: float,
                equal_nan: bool = False) -> np.ndarray:
    """Differences relative to the tolerance: above 1 is too large; inf for NaN against a number."""
    a, b = np.broadcast_arrays(a, b)
    with np.errstate(invalid="ignore", over="ignore"):
        wide = [x.astype(np.float64) if x.dtype.kind in "biuf" else x for x in (a, b)]
        difference = np.where(np.equal(a, b), 0, np.abs(wide[0] - wide[1]))
        ratio = difference / (atol + rtol * np.abs(wide[1]) + 1e-20)
    missing = np.isnan(ratio)
    if equal_nan:
        ratio = np.where(np.isnan(a) & np.isnan(b), 0, np.where(missing, np.inf, ratio))
    else:
        ratio = np.where(missing, np.inf, ratio)
    return ratio


def _find_max_violation(a: Any, b: Any, rtol: float, atol: float) -> tuple[tuple, float]:
    ratio = _violations(np.asarray(a), np.asarray(b), rtol, atol)
    place = np.unravel_index(np.argmax(ratio), ratio.shape)
    return place, ratio.max()


def locationError(a: Any, b: Any, index: tuple[int, ...], names: tuple[str, str], maxError: bool = False) -> str:
    """Describe where two arrays differ, and their values there.

    Parameters
    ----------
    a : numpy.ndarray
        One array.
    b : numpy.ndarray
        The other.
    index : tuple[int, ...]
        The position.
    names : tuple[str, str]
        Names of the arrays.
    maxError : bool, default=False
        Whether it is the position of the largest error.

    Returns
    -------
    str
        One line of text.

    Examples
    --------
    >>> import numpy as np
    >>> mx.test_utils.locationError(np.array([1.0]), np.array([2.0]), (0,), ("got", "expected"))
    'Location of error: (0,), got=1.00000000, expected=2.00000000'
    """
    worst = "maximum " if maxError else ""
    return (f"Location of {worst}error: {index}, {names[0]}={a[index]:.8f}, "
            f"{names[1]}={b[index]:.8f}")


def _report(a: np.ndarray, b: np.ndarray, rtol: float, atol: float, names: tuple[str, str],
            equal_nan: bool, mismatches: tuple[int, int]) -> AssertionError:
    """Print the worst differences and return the error to raise."""
    ratio = _violations(a, b, rtol, atol, equal_nan)
    a, b = np.broadcast_arrays(a, b)
    order = np.argsort(ratio, axis=None)[::-1]
    bad = int(np.count_nonzero(ratio > 1)) or 1
    places = [tuple(int(i) for i in np.unravel_index(flat, ratio.shape)) for flat in
              order[:max(1, min(bad, mismatches[0]))]]
    if a.size > 1:
        print(f"\n*** Maximum errors for vector of size {a.size}:  rtol={rtol}, atol={atol}\n")
        for rank, place in enumerate(places[:mismatches[0]], 1):
            print(f"{rank:3d}: Error {ratio[place]:f}  {locationError(a, b, place, names)}")
    text = (f"Error {ratio[places[0]]:f} exceeds tolerance rtol={rtol:e}, atol={atol:e} "
            f"(mismatch {100 * bad / max(a.size, 1):f}%).\n"
            f"{locationError(a, b, places[0], names, maxError=True)}")
    with np.printoptions(threshold=4, suppress=True):
        return AssertionError(f"{text}\n {names[0]}: {a!r}\n {names[1]}: {b!r}")


def assert_almost_equal(a: Any, b: Any, rtol: Any = None, atol: Any = None,
                        names: tuple[str, str] = ("a", "b"), equal_nan: bool = False,
                        use_broadcast: bool = True, mismatches: tuple[int, int] = (10, 10)) -> None:
    """Assert that ``|a - b| <= atol + rtol * |b|`` everywhere; a failure names the worst positions.

    Parameters
    ----------
    a : NDArray or array_like
        The actual value.
    b : NDArray or array_like
        The expected value.
    rtol : float or dict of dtype to float, optional
        Relative tolerance; by default the looser one of the two arrays' types.
    atol : float or dict of dtype to float, optional
        Absolute tolerance; by default the looser one of the two arrays' types.
    names : tuple[str, str], default=('a', 'b')
        Names of the arrays in the message.
    equal_nan : bool, default=False
        Whether two NaNs are equal.
    use_broadcast : bool, default=True
        Whether shapes may differ if they broadcast.
    mismatches : tuple[int, int], default=(10, 10)
        How many differences to print; the second number is ignored.

    Raises
    ------
    AssertionError
        If an element differs by more, or shapes differ and must not.

    Examples
    --------
    >>> mx.test_utils.assert_almost_equal(mx.nd.array([1, 2]), mx.nd.array([1, 2.00001]))
    """
    arrays = mx.nd.NDArray
    alike = (isinstance(a, arrays) and isinstance(b, arrays) and a.context == b.context
             and a.dtype == b.dtype)
    if not use_broadcast or alike:
        checkShapes(a, b)
    rtol, atol = get_tols(a, b, rtol, atol)
    a, b = np.asarray(_numpy(a)), np.asarray(_numpy(b))
    if a.dtype == np.bool_ and b.dtype == np.bool_:
        np.testing.assert_equal(a, b)
    elif not almost_equal(a, b, rtol, atol, equal_nan=equal_nan):
        raise _report(a, b, rtol, atol, names, equal_nan, mismatches)


def assert_allclose(a: Any, b: Any, rtol: float = 1e-07, atol: float = 0,
                    equal_nan: bool = True) -> None:
    """Assert that two arrays are close, with NumPy's defaults.

    Parameters
    ----------
    a : NDArray or array_like
        The actual value.
    b : NDArray or array_like
        The expected value.
    rtol : float, default=1e-07
        Relative tolerance.
    atol : float, default=0
        Absolute tolerance.
    equal_nan : bool, default=True
        Whether two NaNs are equal.

    Raises
    ------
    AssertionError
        If an element differs by more.
    """
    assert_almost_equal(a, b, rtol=rtol, atol=atol, equal_nan=equal_nan)


def assert_almost_equal_with_err(a: Any, b: Any, rtol: Any = None, atol: Any = None,
                                 etol: Any = None, names: tuple[str, str] = ("a", "b"),
                                 equal_nan: bool = False,
                                 mismatches: tuple[int, int] = (10, 10)) -> None:
    """Assert that two arrays are close, except for a fraction of the elements.

    Parameters
    ----------
    a : NDArray or array_like
        The actual value.
    b : NDArray or array_like
        The expected value.
    rtol : float or dict of dtype to float, optional
        Relative tolerance; by default the looser one of the two arrays' types.
    atol : float or dict of dtype to float, optional
        Absolute tolerance; by default the looser one of the two arrays' types.
    etol : float, optional
        The fraction of elements that may differ by more; 0 by default.
    names : tuple[str, str], default=('a', 'b')
        Names of the arrays in the message.
    equal_nan : bool, default=False
        Whether two NaNs are equal.
    mismatches : tuple[int, int], default=(10, 10)
        How many differences to print; the second number is ignored.

    Raises
    ------
    AssertionError
        If more elements differ.

    Examples
    --------
    >>> mx.test_utils.assert_almost_equal_with_err(mx.nd.array([1, 2]), mx.nd.array([1, 3]), etol=0.5)
    """
    etol = get_etol(etol)
    if etol <= 0:
        assert_almost_equal(a, b, rtol=rtol, atol=atol, names=names, equal_nan=equal_nan)
        return
    rtol, atol = get_tols(a, b, rtol, atol)
    a, b = np.asarray(_numpy(a)), np.asarray(_numpy(b))
    if 1 - np.mean(np.isclose(a, b, rtol=rtol, atol=atol, equal_nan=equal_nan)) > etol:
        raise _report(a, b, rtol, atol, names, equal_nan, mismatches)


def assert_almost_equal_ignore_nan(a: Any, b: Any, rtol: Any = None, atol: Any = None,
                                   names: tuple[str, str] = ("a", "b")) -> None:
    """Assert that two arrays are close where neither is NaN.

    Parameters
    ----------
    a : NDArray or array_like
        The actual value.
    b : NDArray or array_like
        The expected value.
    rtol : float or dict of dtype to float, optional
        Relative tolerance.
    atol : float or dict of dtype to float, optional
        Absolute tolerance.
    names : tuple[str, str], default=('a', 'b')
        Names of the arrays in the message.

    Raises
    ------
    AssertionError
        If an element differs by more.
    """
    a, b = np.copy(_numpy(a)), np.copy(_numpy(b))
    either = np.isnan(a) | np.isnan(b)
    a[either] = b[either] = 0
    assert_almost_equal(a, b, rtol, atol, names)


def assert_exception(f: Any, exception_type: Any, *args: Any, **kwargs: Any) -> None:
    """Assert that a call raises an error of some type.

    Parameters
    ----------
    f : Callable
        The function to call.
    exception_type : type or tuple of types
        The error that it must raise.
    *args
        Arguments of the call.
    **kwargs
        Keyword arguments of the call.

    Raises
    ------
    AssertionError
        If the call ends without an error.

    Examples
    --------
    >>> mx.test_utils.assert_exception(mx.nd.array([1]).reshape, ValueError, (3,))
    """
    try:
        f(*args, **kwargs)
    except exception_type:
        return
    raise AssertionError(f"{getattr(f, '__name__', f)} did not raise {exception_type}")


def compare_ndarray_tuple(t1: Any, t2: Any, rtol: Any = None, atol: Any = None) -> None:
    """Assert that arrays, or nested tuples of arrays, are close pair by pair; pairs with None are skipped.

    Parameters
    ----------
    t1 : NDArray, tuple or None
        The actual value.
    t2 : NDArray, tuple or None
        The expected value.
    rtol : float or dict of dtype to float, optional
        Relative tolerance.
    atol : float or dict of dtype to float, optional
        Absolute tolerance.

    Raises
    ------
    AssertionError
        If an element differs by more.
    """
    if t1 is None or t2 is None:
        return
    if isinstance(t1, tuple):
        for left, right in zip(t1, t2):
            compare_ndarray_tuple(left, right, rtol, atol)
    else:
        assert_almost_equal(t1, t2, rtol=rtol, atol=atol)


def same_symbol_structure(sym1: Any, sym2: Any) -> bool:
    """Return whether two symbols have the same operators in the same order, up to the length of the shorter.

    Parameters
    ----------
    sym1 : Symbol
        One network.
    sym2 : Symbol
        The other.

    Returns
    -------
    bool
        Whether they have the same operators.

    Examples
    --------
    >>> a, b = (mx.sym.relu(mx.sym.Variable(name)) for name in "ab")
    >>> mx.test_utils.same_symbol_structure(a, b)
    True
    """
    import json
    first, second = ([node["op"] for node in json.loads(sym.tojson(), strict=False)["nodes"]]
                     for sym in (sym1, sym2))
    return all(one == other for one, other in zip(first, second, strict=False))


def np_reduce(dat: np.ndarray, axis: Any, keepdims: bool, numpy_reduce_func: Any) -> np.ndarray:
    """Reduce over several axes with a NumPy function that takes one axis at a time.

    Parameters
    ----------
    dat : np.ndarray
        The array.
    axis : int, tuple of int or None
        Axes to reduce; all of them for None.
    keepdims : bool
        Whether reduced axes are kept, with size 1.
    numpy_reduce_func : Callable
        Function of an array and ``axis``, such as `numpy.sum`.

    Returns
    -------
    np.ndarray
        The reduced array.

    Examples
    --------
    >>> import numpy as np
    >>> mx.test_utils.np_reduce(np.ones((2, 3)), (0, 1), True, np.sum).tolist()
    [[6.0]]
    """
    axes = range(dat.ndim) if axis is None else [axis] if isinstance(axis, int) else list(axis)
    result = dat
    for i in sorted(axes, reverse=True):
        result = numpy_reduce_func(result, axis=i)
    if keepdims:
        result = result.reshape([1 if i in axes else n for i, n in enumerate(dat.shape)])
    return result


def collapse_sum_like(a: np.ndarray, shape: tuple[int, ...]) -> np.ndarray:
    """Sum an array down to a shape: the gradient of a broadcast.

    Parameters
    ----------
    a : np.ndarray
        The array.
    shape : tuple[int, ...]
        The shape, which must broadcast to that of ``a``.

    Returns
    -------
    np.ndarray
        The sums.

    Raises
    ------
    ValueError
        If the shape does not broadcast to that of ``a``.

    Examples
    --------
    >>> import numpy as np
    >>> mx.test_utils.collapse_sum_like(np.ones((2, 3)), (1, 3)).tolist()
    [[2.0, 2.0, 2.0]]
    """
    if 0 in shape or a.size == 0:
        return np.zeros(shape, dtype=a.dtype)
    extra = a.ndim - len(shape)
    padded = (1,) * extra + tuple(shape)
    if extra < 0 or any(n not in (1, have) for n, have in zip(padded, a.shape, strict=False)):
        raise ValueError(f"shape {tuple(shape)} does not broadcast to {a.shape}")
    axes = tuple(i for i, n in enumerate(padded) if i < extra or n != a.shape[i])
    return a.sum(axis=axes).reshape(shape)
