"""Averages, moments, quantiles, positions and order."""
from .functions import function, is_number, refuse


def _typed(params: dict, dtype) -> dict:
    return params if dtype is None else {**params, "dtype": dtype}


@function()
def mean(F, a, axis=None, dtype=None, out=None, keepdims=False):
    """Average the elements along axes."""
    return F.call("_npi_mean", a, out=out, **_typed({"axis": axis, "keepdims": keepdims}, dtype))


@function()
def std(F, a, axis=None, dtype=None, out=None, ddof=0, keepdims=False):
    """Compute the standard deviation along axes."""
    return F.call("_npi_std", a, out=out, **_typed({"axis": axis, "ddof": ddof, "keepdims": keepdims}, dtype))


@function()
def var(F, a, axis=None, dtype=None, out=None, ddof=0, keepdims=False):
    """Compute the variance along axes."""
    return F.call("_npi_var", a, out=out, **_typed({"axis": axis, "ddof": ddof, "keepdims": keepdims}, dtype))


@function()
def average(F, a, axis=None, weights=None, returned=False, out=None):
    """Average along axes by weights; with ``returned`` their sum is given too."""
    arrays = (a,) if weights is None else (a, weights)
    made = F.call("_npi_average", *arrays, axis=axis, returned=returned, weighted=weights is not None, out=out)
    return tuple(made) if isinstance(made, list) else made


@function()
def argmax(F, a, axis=None, out=None):
    """Give the index of the first largest element along an axis."""
    return F.call("_npi_argmax", a, axis=axis, keepdims=False, out=out)


@function()
def argmin(F, a, axis=None, out=None):
    """Give the index of the first smallest element along an axis."""
    return F.call("_npi_argmin", a, axis=axis, keepdims=False, out=out)


@function()
def sort(F, a, axis=-1, kind=None, order=None):
    """Sort along an axis."""
    refuse("sort", order=order is not None)
    return F.call("_npi_sort", a, axis=axis, is_ascend=True)


@function()
def argsort(F, a, axis=-1, kind=None, order=None):
    """Give the indices that would sort along an axis."""
    refuse("argsort", order=order is not None)
    return F.call("_npi_argsort", a, axis=axis, is_ascend=True, dtype="int64")


def _percentile(F, a, q, scale: float, axis, out, interpolation: str, keepdims: bool):
    params = {"axis": axis, "interpolation": interpolation, "keepdims": keepdims}
    if is_number(q):
        return F.call("_npi_percentile", a, out=out, q_scalar=q if scale == 1 else q * scale, **params)
    return F.call("_npi_percentile", a, q if scale == 1 else q * scale, out=out, q_scalar=None, **params)


@function()
def percentile(F, a, q, axis=None, out=None, overwrite_input=None, interpolation="linear", keepdims=False):
    """Give the values below which so many of a hundred elements along axes lie."""
    refuse("percentile", overwrite_input=overwrite_input is not None)
    return _percentile(F, a, q, 1, axis, out, interpolation, keepdims)


@function()
def quantile(F, a, q, axis=None, out=None, overwrite_input=None, interpolation="linear", keepdims=False):
    """Give the values below which a share of the elements along axes lies."""
    refuse("quantile", overwrite_input=overwrite_input is not None)
    return _percentile(F, a, q, 100, axis, out, interpolation, keepdims)


@function()
def diff(F, a, n=1, axis=-1, prepend=None, append=None):
    """Subtract from each element the one before it along an axis, ``n`` times over."""
    refuse("diff", prepend=prepend is not None, append=append is not None)
    return F.call("_npi_diff", a, n=n, axis=axis)


@function()
def ediff1d(F, ary, to_end=None, to_begin=None):
    """Give differences of neighbours of the flattened array, between a beginning and an end."""
    begins, ends = F.is_array(to_begin), F.is_array(to_end)
    arrays = [item for item, given in ((to_begin, begins), (to_end, ends)) if given]
    return F.call("_npi_ediff1d", ary, *arrays, to_begin_arr_given=begins, to_end_arr_given=ends,
                  to_begin_scalar=None if begins else to_begin, to_end_scalar=None if ends else to_end)


@function()
def histogram(F, a, bins=10, range=None, normed=None, weights=None, density=None):
    """Count the elements in bins: so many of equal width in a range, or between edges."""
    refuse("histogram", normed=normed, weights=weights is not None, density=density)
    if F.is_array(bins):
        return F.call("_npi_histogram", a, bins)
    if is_number(bins):
        if range is None:
            raise NotImplementedError("histogram: automatic range is not supported")
        return F.call("_npi_histogram", a, bin_cnt=bins, range=range)
    raise NotImplementedError(f"histogram: bins of type {type(bins).__name__} are not supported")


@function()
def bincount(F, x, weights=None, minlength=0):
    """Count how often each whole number occurs, or add up the weights of its places."""
    if not F.is_array(x):
        raise TypeError("Input data should be NDarray")
    if minlength < 0:
        raise ValueError("Minlength value should greater than 0")
    arrays = (x,) if weights is None else (x, weights)
    return F.call("_npi_bincount", *arrays, minlength=minlength, has_weights=weights is not None)
