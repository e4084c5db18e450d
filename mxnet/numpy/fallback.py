"""Functions that NumPy computes: they take arrays of mx.np by NumPy's own protocol.

Those that later releases of NumPy have no longer are in `retired`.
"""
import numpy as onp

from . import retired as _retired

__all__ = """allclose alltrue apply_along_axis apply_over_axes argpartition argwhere array_equal array_equiv choose
compress corrcoef correlate count_nonzero cov digitize divmod extract flatnonzero float_power frexp heaviside
histogram2d histogram_bin_edges histogramdd i0 in1d interp intersect1d isclose isin ix_ lexsort min_scalar_type mirr
modf msort nanargmax nanargmin nancumprod nancumsum nanmax nanmedian nanmin nanpercentile nanprod nanquantile ndim npv
partition piecewise packbits poly polyadd polydiv polyfit polyint polymul polysub positive ppmt promote_types ptp pv
rate real result_type rollaxis roots searchsorted select setdiff1d setxor1d signbit size spacing take_along_axis trapz
tril_indices_from trim_zeros triu_indices_from union1d unpackbits unwrap vander""".split()

for _name in (*__all__, "nanstd", "nansum", "nanvar", "pmt"):
    globals()[_name] = vars(_retired).get(_name) or getattr(onp, _name)
