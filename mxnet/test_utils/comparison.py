"""Comparing arrays: exactly, within tolerance, and with a report of the worst differences."""
from typing import Any

import numpy as np

import mxnet as mx

from .tolerance import get_atol, get_etol, get_rtol, get_tols


def _numpy(value: Any) -> Any:
    return value.asnumpy() if hasattr(value, "asnumpy") else value


def same(a: Any, b: Any) -> bool:
    """Tell whether two arrays have the same shape and elements."""
    return np.array_equal(_numpy(a), _numpy(b))


def same_array(array1: Any, array2: Any) -> bool:
    """Tell whether two NDArrays share memory, by writing to one and reading the other."""
    array1[:] += 1
    shared = same(array1, array2)
    array1[:] -= 1
    return shared and same(array1, array2)


def checkShapes(a: Any, b: Any) -> None:
    """Raise `AssertionError` unless the shapes are equal."""
    if a.shape != b.shape:
        raise AssertionError(f"a.shape = {a.shape} and b.shape = {b.shape} are not equal")


def almost_equal(a: Any, b: Any, rtol: Any = None, atol: Any = None, equal_nan: bool = False,
                 use_broadcast: bool = True) -> bool:
    """Tell whether ``|a - b| <= atol + rtol * |b|`` everywhere; float64's tolerances by default."""
    if not use_broadcast:
        checkShapes(a, b)
    return np.allclose(_numpy(a), _numpy(b), rtol=get_rtol(rtol), atol=get_atol(atol),
                       equal_nan=equal_nan)


def _violations(a: np.ndarray, b: np.ndarray, rtol: float, atol: float,
                equal_nan: bool = False) -> np.ndarray:
    """Differences in units of the allowed one: above 1 is too much, NaN against a number inf."""
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
    """Return one line saying where the two arrays differ and what they hold there."""
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
    """Raise `AssertionError` where ``|a - b| > atol + rtol * |b|``, naming the worst places.

    Parameters
    ----------
    rtol, atol : float or dict of dtype to float, optional
        By default the looser of the two arrays' dtype tolerances.
    mismatches : (int, int)
        How many differences to print; the second number is accepted and not needed.
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
    """Raise `AssertionError` unless all close, with NumPy's defaults."""
    assert_almost_equal(a, b, rtol=rtol, atol=atol, equal_nan=equal_nan)


def assert_almost_equal_with_err(a: Any, b: Any, rtol: Any = None, atol: Any = None,
                                 etol: Any = None, names: tuple[str, str] = ("a", "b"),
                                 equal_nan: bool = False,
                                 mismatches: tuple[int, int] = (10, 10)) -> None:
    """Like `assert_almost_equal`, but let the share `etol` of the elements differ."""
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
    """Compare where neither array is NaN."""
    a, b = np.copy(_numpy(a)), np.copy(_numpy(b))
    either = np.isnan(a) | np.isnan(b)
    a[either] = b[either] = 0
    assert_almost_equal(a, b, rtol, atol, names)


def assert_exception(f: Any, exception_type: Any, *args: Any, **kwargs: Any) -> None:
    """Raise `AssertionError` unless ``f(*args, **kwargs)`` raises `exception_type`."""
    try:
        f(*args, **kwargs)
    except exception_type:
        return
    raise AssertionError(f"{getattr(f, '__name__', f)} did not raise {exception_type}")


def compare_ndarray_tuple(t1: Any, t2: Any, rtol: Any = None, atol: Any = None) -> None:
    """Compare arrays or nested tuples of arrays pairwise; None on a side is skipped."""
    if t1 is None or t2 is None:
        return
    if isinstance(t1, tuple):
        for left, right in zip(t1, t2):
            compare_ndarray_tuple(left, right, rtol, atol)
    else:
        assert_almost_equal(t1, t2, rtol=rtol, atol=atol)


def same_symbol_structure(sym1: Any, sym2: Any) -> bool:
    """Tell whether two symbols have the same operators in the same order, as far as the shorter goes."""
    import json
    first, second = ([node["op"] for node in json.loads(sym.tojson(), strict=False)["nodes"]]
                     for sym in (sym1, sym2))
    return all(one == other for one, other in zip(first, second, strict=False))


def np_reduce(dat: np.ndarray, axis: Any, keepdims: bool, numpy_reduce_func: Any) -> np.ndarray:
    """Reduce over several axes with a NumPy function that takes one axis at a time."""
    axes = range(dat.ndim) if axis is None else [axis] if isinstance(axis, int) else list(axis)
    result = dat
    for i in sorted(axes, reverse=True):
        result = numpy_reduce_func(result, axis=i)
    if keepdims:
        result = result.reshape([1 if i in axes else n for i, n in enumerate(dat.shape)])
    return result


def collapse_sum_like(a: np.ndarray, shape: tuple[int, ...]) -> np.ndarray:
    """Sum `a` down to `shape`, which must be broadcastable to the shape of `a`."""
    if 0 in shape or a.size == 0:
        return np.zeros(shape, dtype=a.dtype)
    extra = a.ndim - len(shape)
    padded = (1,) * extra + tuple(shape)
    if extra < 0 or any(n not in (1, have) for n, have in zip(padded, a.shape, strict=False)):
        raise ValueError(f"shape {tuple(shape)} does not broadcast to {a.shape}")
    axes = tuple(i for i, n in enumerate(padded) if i < extra or n != a.shape[i])
    return a.sum(axis=axes).reshape(shape)
