"""Made from the operator registry by tools/stubs.py; `make stubs` writes it anew."""
from collections.abc import Sequence
from typing import Annotated, Any, Literal, overload

from numpy.typing import DTypeLike

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

NAN: Any

NINF: Any

NZERO: Any

NaN: Any

PINF: Any

PZERO: Any

def abs(x: Any, out: Any = None, **kwargs: Any) -> Any:
    """Compute abs of each element."""

def absolute(x: Any, out: Any = None, **kwargs: Any) -> Any:
    """Compute abs of each element."""

def add(x1: Any, x2: Any, out: Any = None, **kwargs: Any) -> Any:
    """Compute add of two arrays that broadcast."""

def all(data: Any = None, axis: Any = ..., keepdims: Any = ..., out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Tell whether all elements along axes are true."""

allclose: Any

alltrue: Any

def amax(a: Any = None, axis: Any = ..., keepdims: Any = ..., initial: Any = ..., out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Give the largest element along axes."""

def amin(a: Any = None, axis: Any = ..., keepdims: Any = ..., initial: Any = ..., out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Give the smallest element along axes."""

def any(data: Any = None, axis: Any = ..., keepdims: Any = ..., out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Tell whether some element along axes is true."""

def append(arr: Any, values: Any, axis: Any = None) -> Any:
    """Join values to the end of an array."""

apply_along_axis: Any

apply_over_axes: Any

def arange(start: Any, stop: Any = None, step: Any = 1, dtype: Any = None, ctx: Any = None) -> Any:
    """Make evenly spaced numbers from ``start`` up to but without ``stop``."""

def arccos(x: Any, out: Any = None, **kwargs: Any) -> Any:
    """Compute arccos of each element."""

def arccosh(x: Any, out: Any = None, **kwargs: Any) -> Any:
    """Compute arccosh of each element."""

def arcsin(x: Any, out: Any = None, **kwargs: Any) -> Any:
    """Compute arcsin of each element."""

def arcsinh(x: Any, out: Any = None, **kwargs: Any) -> Any:
    """Compute arcsinh of each element."""

def arctan(x: Any, out: Any = None, **kwargs: Any) -> Any:
    """Compute arctan of each element."""

def arctan2(x1: Any, x2: Any, out: Any = None, **kwargs: Any) -> Any:
    """Compute arctan2 of two arrays that broadcast."""

def arctanh(x: Any, out: Any = None, **kwargs: Any) -> Any:
    """Compute arctanh of each element."""

def argmax(a: Any, axis: Any = None, out: Any = None) -> Any:
    """Give the index of the first largest element along an axis."""

def argmin(a: Any, axis: Any = None, out: Any = None) -> Any:
    """Give the index of the first smallest element along an axis."""

argpartition: Any

def argsort(a: Any, axis: Any = -1, kind: Any = None, order: Any = None) -> Any:
    """Give the indices that would sort along an axis."""

argwhere: Any

def around(x: Any, decimals: Any = 0, out: Any = None, **kwargs: Any) -> Any:
    """Round to a number of decimals."""

def array(object: Any, dtype: Any = None, ctx: Any = None) -> Any:
    """Make an array with a copy of the values."""

array_equal: Any

array_equiv: Any

def array_split(ary: Any, indices_or_sections: Any, axis: Any = 0) -> Any:
    """Cut an array into parts along an axis that may differ by one in size."""

def atleast_1d(*arys: Any, **kwargs: Any) -> Any:
    """Give arrays at least 1 dimensions."""

def atleast_2d(*arys: Any, **kwargs: Any) -> Any:
    """Give arrays at least 2 dimensions."""

def atleast_3d(*arys: Any, **kwargs: Any) -> Any:
    """Give arrays at least 3 dimensions."""

def average(a: Any, axis: Any = None, weights: Any = None, returned: Any = False, out: Any = None) -> Any:
    """Average along axes by weights; with ``returned`` their sum is given too."""

def bincount(x: Any, weights: Any = None, minlength: Any = 0) -> Any:
    """Count how often each whole number occurs, or add up the weights of its places."""

def bitwise_and(x1: Any, x2: Any, out: Any = None, **kwargs: Any) -> Any:
    """Compute bitwise and of two arrays that broadcast."""

def bitwise_not(x: Any, out: Any = None, **kwargs: Any) -> Any:
    """Invert the bits of whole numbers, or truth values."""

def bitwise_or(x1: Any, x2: Any, out: Any = None, **kwargs: Any) -> Any:
    """Compute bitwise or of two arrays that broadcast."""

def bitwise_xor(x1: Any, x2: Any, out: Any = None, **kwargs: Any) -> Any:
    """Compute bitwise xor of two arrays that broadcast."""

def blackman(M: Any, dtype: Any = ..., ctx: Any = None) -> Any:
    """Make the blackman window of ``M`` points."""

bool: Any

bool_: Any

def broadcast_arrays(*args: Any) -> Any:
    """Repeat arrays to the shape that they broadcast to."""

def broadcast_to(array: Any, shape: Any) -> Any:
    """Repeat along dimensions of size one, and along new ones, up to a shape."""

def cbrt(x: Any, out: Any = None, **kwargs: Any) -> Any:
    """Compute cbrt of each element."""

def ceil(x: Any, out: Any = None, **kwargs: Any) -> Any:
    """Compute ceil of each element."""

choose: Any

def clip(a: Any, a_min: Any, a_max: Any, out: Any = None) -> Any:
    """Keep each element between two bounds; one of them may be None."""

def column_stack(tup: Any) -> Any:
    """Stack vectors as columns of a matrix."""

compress: Any

def concatenate(seq: Any, axis: Any = 0, out: Any = None) -> Any:
    """Join arrays along an axis that exists; None joins their elements."""

def copy(a: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Copy an array."""

def copysign(x1: Any, x2: Any, out: Any = None, **kwargs: Any) -> Any:
    """Compute copysign of two arrays that broadcast."""

corrcoef: Any

correlate: Any

def cos(x: Any, out: Any = None, **kwargs: Any) -> Any:
    """Compute cos of each element."""

def cosh(x: Any, out: Any = None, **kwargs: Any) -> Any:
    """Compute cosh of each element."""

count_nonzero: Any

cov: Any

def cumsum(a: Any = None, axis: Any = ..., dtype: Any = ..., out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Add up elements along an axis, or over the flattened array, keeping every partial sum."""

def deg2rad(x: Any, out: Any = None, **kwargs: Any) -> Any:
    """Compute radians of each element."""

def degrees(x: Any, out: Any = None, **kwargs: Any) -> Any:
    """Compute degrees of each element."""

def delete(arr: Any, obj: Any, axis: Any = None) -> Any:
    """Leave out elements of an axis, or of the flattened array."""

def diag(data: Any = None, k: Any = ..., out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Take a diagonal of a matrix, or make a matrix with a vector on it."""

def diag_indices_from(arr: Any) -> Any:
    """Give the indices of the main diagonal, an array for each axis."""

def diagflat(data: Any = None, k: Any = ..., out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Make a matrix with the flattened array on a diagonal."""

def diagonal(data: Any = None, offset: Any = ..., axis1: Any = ..., axis2: Any = ..., out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Take the diagonal of the plane of two axes."""

def diff(a: Any, n: Any = 1, axis: Any = -1, prepend: Any = None, append: Any = None) -> Any:
    """Subtract from each element the one before it along an axis, ``n`` times over."""

digitize: Any

def divide(x1: Any, x2: Any, out: Any = None, **kwargs: Any) -> Any:
    """Compute true divide of two arrays that broadcast."""

divmod: Any

def dot(a: Any = None, b: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Multiply as numpy.dot does: scalars by scale, vectors and matrices by their last and last but one axes."""

def dsplit(ary: Any, indices_or_sections: Any) -> Any:
    """Cut an array into parts along its third axis."""

def dstack(arrays: Any) -> Any:
    """Join arrays along the third axis."""

e: Any

def ediff1d(ary: Any, to_end: Any = None, to_begin: Any = None) -> Any:
    """Give differences of neighbours of the flattened array, between a beginning and an end."""

def einsum(*operands: Any, **kwargs: Any) -> Any:
    """Sum products over the axes that a text, the first argument, names."""

def empty(shape: Any, dtype: Any = ..., order: Any = 'C', ctx: Any = None) -> Any:
    """Make an array without setting its values."""

def empty_like(prototype: Any, dtype: Any = None, order: Any = 'C', subok: Any = False, shape: Any = None) -> Any:
    """Make an array of another one's shape, whose values say nothing."""

def equal(x1: Any, x2: Any, out: Any = None, **kwargs: Any) -> Any:
    """Tell where one array is equal to or than the other, as bool."""

def exp(x: Any, out: Any = None, **kwargs: Any) -> Any:
    """Compute exp of each element."""

def expand_dims(a: Any, axis: Any) -> Any:
    """Insert a dimension of size one."""

def expm1(x: Any, out: Any = None, **kwargs: Any) -> Any:
    """Compute expm1 of each element."""

extract: Any

def eye(N: Any, M: Any = None, k: Any = 0, dtype: Any = ..., **kwargs: Any) -> Any:
    """Make ones on a diagonal and zeros elsewhere."""

def fabs(x: Any, out: Any = None, **kwargs: Any) -> Any:
    """Compute abs of each element."""

finfo: Any

def fix(x: Any, out: Any = None, **kwargs: Any) -> Any:
    """Compute fix of each element."""

flatnonzero: Any

def flip(m: Any, axis: Any = None, out: Any = None) -> Any:
    """Turn the order of elements along axes round."""

def fliplr(m: Any) -> Any:
    """Turn the order of columns round."""

def flipud(m: Any) -> Any:
    """Turn the order of rows round."""

float16: Any

float32: Any

float64: Any

float_power: Any

def floor(x: Any, out: Any = None, **kwargs: Any) -> Any:
    """Compute floor of each element."""

frexp: Any

def full(shape: Any, fill_value: Any, dtype: Any = None, order: Any = 'C', ctx: Any = None, out: Any = None) -> Any:
    """Make an array with one value everywhere, or of an array repeated."""

def full_like(a: Any, fill_value: Any, dtype: Any = None, order: Any = 'C', ctx: Any = None, out: Any = None) -> Any:
    """Make an array of another one's shape with one value everywhere."""

def genfromtxt(*args: Any, **kwargs: Any) -> Any:
    """Read an array from text, as numpy.genfromtxt does."""

def greater(x1: Any, x2: Any, out: Any = None, **kwargs: Any) -> Any:
    """Tell where one array is greater to or than the other, as bool."""

def greater_equal(x1: Any, x2: Any, out: Any = None, **kwargs: Any) -> Any:
    """Tell where one array is greater equal to or than the other, as bool."""

def hamming(M: Any, dtype: Any = ..., ctx: Any = None) -> Any:
    """Make the hamming window of ``M`` points."""

def hanning(M: Any, dtype: Any = ..., ctx: Any = None) -> Any:
    """Make the hanning window of ``M`` points."""

heaviside: Any

def histogram(a: Any, bins: Any = 10, range: Any = None, normed: Any = None, weights: Any = None, density: Any = None) -> Any:
    """Count the elements in bins: so many of equal width in a range, or between edges."""

histogram2d: Any

histogram_bin_edges: Any

histogramdd: Any

def hsplit(ary: Any, indices_or_sections: Any) -> Any:
    """Cut an array into parts along its second axis; a vector along its only one."""

def hstack(arrays: Any) -> Any:
    """Join arrays along the second axis; vectors along their only one."""

def hypot(x1: Any, x2: Any, out: Any = None, **kwargs: Any) -> Any:
    """Compute hypot of two arrays that broadcast."""

i0: Any

def identity(n: Any, dtype: Any = None, ctx: Any = None) -> Any:
    """Make a square matrix with ones on its diagonal."""

def in1d(ar1: Any, ar2: Any, assume_unique: Any = False, invert: Any = False) -> Any:
    """Tell which elements, in one dimension, are among others."""

def indices(dimensions: Any, dtype: Any = ..., ctx: Any = None) -> Any:
    """Give for each axis of a grid the index of every element along it."""

inf: Any

def inner(a: Any, b: Any) -> Any:
    """Sum products over the last axes."""

def insert(arr: Any, obj: Any, values: Any, axis: Any = None) -> Any:
    """Insert values before indices of an axis, or of the flattened array."""

int32: Any

int64: Any

int8: Any

interp: Any

intersect1d: Any

def invert(x: Any, out: Any = None, **kwargs: Any) -> Any:
    """Invert the bits of whole numbers, or truth values."""

isclose: Any

def isfinite(x: Any, out: Any = None, **kwargs: Any) -> Any:
    """Tell isfinite of each element, as bool."""

isin: Any

def isinf(x: Any, out: Any = None, **kwargs: Any) -> Any:
    """Tell isinf of each element, as bool."""

def isnan(x: Any, out: Any = None, **kwargs: Any) -> Any:
    """Tell isnan of each element, as bool."""

def isneginf(x: Any, out: Any = None, **kwargs: Any) -> Any:
    """Tell isneginf of each element, as bool."""

def isposinf(x: Any, out: Any = None, **kwargs: Any) -> Any:
    """Tell isposinf of each element, as bool."""

ix_: Any

def lcm(x1: Any, x2: Any, out: Any = None, **kwargs: Any) -> Any:
    """Compute lcm of two arrays that broadcast."""

def ldexp(x1: Any, x2: Any, out: Any = None, **kwargs: Any) -> Any:
    """Compute ldexp of two arrays that broadcast."""

def less(x1: Any, x2: Any, out: Any = None, **kwargs: Any) -> Any:
    """Tell where one array is less to or than the other, as bool."""

def less_equal(x1: Any, x2: Any, out: Any = None, **kwargs: Any) -> Any:
    """Tell where one array is less equal to or than the other, as bool."""

lexsort: Any

def linspace(start: Any, stop: Any, num: Any = 50, endpoint: Any = True, retstep: Any = False, dtype: Any = None, axis: Any = 0, ctx: Any = None) -> Any:
    """Make ``num`` evenly spaced numbers from ``start`` to ``stop``."""

def log(x: Any, out: Any = None, **kwargs: Any) -> Any:
    """Compute log of each element."""

def log10(x: Any, out: Any = None, **kwargs: Any) -> Any:
    """Compute log10 of each element."""

def log1p(x: Any, out: Any = None, **kwargs: Any) -> Any:
    """Compute log1p of each element."""

def log2(x: Any, out: Any = None, **kwargs: Any) -> Any:
    """Compute log2 of each element."""

def logical_not(x: Any, out: Any = None, **kwargs: Any) -> Any:
    """Tell logical_not of each element, as bool."""

def logspace(start: Any, stop: Any, num: Any = 50, endpoint: Any = True, base: Any = 10.0, dtype: Any = None, axis: Any = 0, ctx: Any = None) -> Any:
    """Make numbers evenly spaced on a logarithmic scale."""

def matmul(a: Any, b: Any, out: Any = None, **kwargs: Any) -> Any:
    """Multiply matrices in the last two axes; the others broadcast."""

def max(a: Any = None, axis: Any = ..., keepdims: Any = ..., initial: Any = ..., out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Give the largest element along axes."""

def maximum(x1: Any, x2: Any, out: Any = None, **kwargs: Any) -> Any:
    """Compute maximum of two arrays with broadcasting."""

def may_share_memory(a: Any, b: Any, max_work: Any = None) -> Any:
    """Tell whether two arrays lie in one memory."""

def mean(a: Any, axis: Any = None, dtype: Any = None, out: Any = None, keepdims: Any = False) -> Any:
    """Average the elements along axes."""

def meshgrid(*xi: Any, **kwargs: Any) -> Any:
    """Make matrices of coordinates from vectors of them."""

def min(a: Any = None, axis: Any = ..., keepdims: Any = ..., initial: Any = ..., out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Give the smallest element along axes."""

min_scalar_type: Any

def minimum(x1: Any, x2: Any, out: Any = None, **kwargs: Any) -> Any:
    """Compute minimum of two arrays with broadcasting."""

def mirr(values: Any, finance_rate: Any, reinvest_rate: Any) -> Any:
    """Give the rate of return where gains are invested again at another rate."""

def mod(x1: Any, x2: Any, out: Any = None, **kwargs: Any) -> Any:
    """Compute mod of two arrays that broadcast."""

modf: Any

def moveaxis(a: Any = None, source: Any = ..., destination: Any = ..., out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Move axes to other places; the others keep their order."""

def msort(a: Any) -> Any:
    """Sort along the first axis."""

def multiply(x1: Any, x2: Any, out: Any = None, **kwargs: Any) -> Any:
    """Compute multiply of two arrays that broadcast."""

nan: Any

def nan_to_num(x: Any, copy: Any = True, nan: Any = 0.0, posinf: Any = None, neginf: Any = None, **kwargs: Any) -> Any:
    """Put numbers in place of nan and the infinities."""

nanargmax: Any

nanargmin: Any

nancumprod: Any

nancumsum: Any

nanmax: Any

nanmedian: Any

nanmin: Any

nanpercentile: Any

nanprod: Any

nanquantile: Any

ndim: Any

def negative(x: Any, out: Any = None, **kwargs: Any) -> Any:
    """Compute negative of each element."""

newaxis: Any

def nonzero(a: Any) -> Any:
    """Give the indices of elements that are not zero, an array for each axis."""

def not_equal(x1: Any, x2: Any, out: Any = None, **kwargs: Any) -> Any:
    """Tell where one array is not equal to or than the other, as bool."""

def npv(rate: Any, values: Any) -> Any:
    """Give the present value of a series of payments, the first of them now."""

def ones(shape: Any, dtype: Any = ..., order: Any = 'C', ctx: Any = None) -> Any:
    """Make an array of ones."""

def ones_like(a: Any, dtype: Any = None, order: Any = 'C', ctx: Any = None, out: Any = None) -> Any:
    """Make ones of another array's shape."""

def outer(a: Any, b: Any) -> Any:
    """Multiply every element with every element."""

packbits: Any

def pad(x: Any, pad_width: Any, mode: Any = 'constant', **kwargs: Any) -> Any:
    """Put elements around an array: a constant, the edge, a reflection, or the extreme of each line."""

partition: Any

def percentile(a: Any, q: Any, axis: Any = None, out: Any = None, overwrite_input: Any = None, interpolation: Any = 'linear', keepdims: Any = False) -> Any:
    """Give the values below which so many of a hundred elements along axes lie."""

pi: Any

piecewise: Any

poly: Any

polyadd: Any

polydiv: Any

polyfit: Any

polyint: Any

polymul: Any

polysub: Any

def polyval(p: Any, x: Any) -> Any:
    """Compute a polynomial, given by its coefficients from the highest down, at each element."""

positive: Any

def power(x1: Any, x2: Any, out: Any = None, **kwargs: Any) -> Any:
    """Compute power of two arrays that broadcast."""

def ppmt(rate: Any, per: Any, nper: Any, pv: Any, fv: Any = 0, when: Any = 'end') -> Any:
    """Give the part of a payment that pays the loan itself back."""

def prod(a: Any = None, axis: Any = ..., dtype: Any = ..., keepdims: Any = ..., initial: Any = ..., out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Multiply the elements along axes."""

def product(a: Any = None, axis: Any = ..., dtype: Any = ..., keepdims: Any = ..., initial: Any = ..., out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Multiply the elements along axes."""

promote_types: Any

ptp: Any

def pv(rate: Any, nper: Any, pmt: Any, fv: Any = 0, when: Any = 'end') -> Any:
    """Give the present value of payments."""

def quantile(a: Any, q: Any, axis: Any = None, out: Any = None, overwrite_input: Any = None, interpolation: Any = 'linear', keepdims: Any = False) -> Any:
    """Give the values below which a share of the elements along axes lies."""

def rad2deg(x: Any, out: Any = None, **kwargs: Any) -> Any:
    """Compute degrees of each element."""

def radians(x: Any, out: Any = None, **kwargs: Any) -> Any:
    """Compute radians of each element."""

def rate(nper: Any, pmt: Any, pv: Any, fv: Any, when: Any = 'end', guess: Any = 0.1, tol: Any = 1e-06, maxiter: Any = 100) -> Any:
    """Give the rate of interest a period, by Newton's method with a difference for the slope."""

def ravel(x: Any, order: Any = 'C') -> Any:
    """Give the elements in one dimension."""

real: Any

def reciprocal(x: Any, out: Any = None, **kwargs: Any) -> Any:
    """Compute reciprocal of each element."""

def remainder(x1: Any, x2: Any, out: Any = None, **kwargs: Any) -> Any:
    """Compute mod of two arrays that broadcast."""

def repeat(data: Any = None, repeats: Any = ..., axis: Any = ..., out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Repeat each element along an axis, or of the flattened array; 0 gives an empty vector."""

def reshape(a: Any = None, newshape: Any = ..., order: Any = ..., out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Give the elements another shape; a size of -1 is inferred."""

def resize(a: Any, new_shape: Any) -> Any:
    """Give the elements another shape, repeated as often as it takes, or cut off."""

result_type: Any

def rint(x: Any, out: Any = None, **kwargs: Any) -> Any:
    """Compute rint of each element."""

def roll(data: Any = None, shift: Any = ..., axis: Any = ..., out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Roll elements along axes, or those of the flattened array; what goes over one end comes in at the other."""

rollaxis: Any

roots: Any

def rot90(m: Any, k: Any = 1, axes: Any = ...) -> Any:
    """Rotate by quarter turns in the plane of two axes."""

def round(x: Any, decimals: Any = 0, out: Any = None, **kwargs: Any) -> Any:
    """Round to a number of decimals."""

def round_(x: Any, decimals: Any = 0, out: Any = None, **kwargs: Any) -> Any:
    """Round to a number of decimals."""

def row_stack(arrays: Any) -> Any:
    """Stack arrays as rows."""

searchsorted: Any

select: Any

def set_printoptions(precision: Any = None, threshold: Any = None, **kwarg: Any) -> Any:
    """Set the digits that are printed, and the size from which arrays are shortened."""

setdiff1d: Any

setxor1d: Any

def shape(a: Any) -> Any:
    """Give the shape of an array."""

def shares_memory(a: Any, b: Any, max_work: Any = None) -> Any:
    """Tell whether two arrays lie in one memory."""

def sign(x: Any, out: Any = None, **kwargs: Any) -> Any:
    """Compute sign of each element."""

signbit: Any

def sin(x: Any, out: Any = None, **kwargs: Any) -> Any:
    """Compute sin of each element."""

def sinh(x: Any, out: Any = None, **kwargs: Any) -> Any:
    """Compute sinh of each element."""

size: Any

def sometrue(data: Any = None, axis: Any = ..., keepdims: Any = ..., out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Tell whether some element along axes is true."""

def sort(a: Any, axis: Any = -1, kind: Any = None, order: Any = None) -> Any:
    """Sort along an axis."""

spacing: Any

def split(ary: Any, indices_or_sections: Any, axis: Any = 0) -> Any:
    """Cut an array into parts along an axis; a number of them must divide it."""

def sqrt(x: Any, out: Any = None, **kwargs: Any) -> Any:
    """Compute sqrt of each element."""

def square(x: Any, out: Any = None, **kwargs: Any) -> Any:
    """Compute square of each element."""

def squeeze(a: Any = None, axis: Any = ..., out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Drop dimensions of size one."""

def stack(arrays: Any, axis: Any = 0, out: Any = None) -> Any:
    """Join arrays of one shape along a new axis."""

def std(a: Any, axis: Any = None, dtype: Any = None, out: Any = None, ddof: Any = 0, keepdims: Any = False) -> Any:
    """Compute the standard deviation along axes."""

def subtract(x1: Any, x2: Any, out: Any = None, **kwargs: Any) -> Any:
    """Compute subtract of two arrays that broadcast."""

def sum(a: Any = None, axis: Any = ..., dtype: Any = ..., keepdims: Any = ..., initial: Any = ..., out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Add the elements along axes."""

def swapaxes(a: Any, axis1: Any, axis2: Any) -> Any:
    """Exchange two axes."""

def take(a: Any, indices: Any, axis: Any = None, mode: Any = 'raise', out: Any = None) -> Any:
    """Take elements, or slices of an axis, by indices."""

take_along_axis: Any

def tan(x: Any, out: Any = None, **kwargs: Any) -> Any:
    """Compute tan of each element."""

def tanh(x: Any, out: Any = None, **kwargs: Any) -> Any:
    """Compute tanh of each element."""

def tensordot(a: Any, b: Any, axes: Any = 2) -> Any:
    """Sum products over pairs of axes, or over so many last and first ones."""

def tile(A: Any, reps: Any) -> Any:
    """Repeat an array along each axis."""

def trace(data: Any = None, offset: Any = ..., axis1: Any = ..., axis2: Any = ..., out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Add up the diagonal of the plane of two axes."""

def transpose(a: Any = None, axes: Any = ..., out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Permute the axes, or turn their order round."""

trapz: Any

def tril(m: Any, k: Any = 0) -> Any:
    """Set what is above a diagonal to zero."""

tril_indices_from: Any

trim_zeros: Any

triu_indices_from: Any

def true_divide(x1: Any, x2: Any, out: Any = None, **kwargs: Any) -> Any:
    """Compute true divide of two arrays that broadcast."""

def trunc(x: Any, out: Any = None, **kwargs: Any) -> Any:
    """Compute trunc of each element."""

uint8: Any

union1d: Any

def unique(ar: Any, return_index: Any = False, return_inverse: Any = False, return_counts: Any = False, axis: Any = None) -> Any:
    """Give the different elements in order; and where they are first, which they are, how many."""

unpackbits: Any

def unravel_index(indices: Any, shape: Any, order: Any = 'C') -> Any:
    """Turn indices into the flattened array into one for each axis."""

unwrap: Any

vander: Any

def var(a: Any, axis: Any = None, dtype: Any = None, out: Any = None, ddof: Any = 0, keepdims: Any = False) -> Any:
    """Compute the variance along axes."""

def vdot(a: Any, b: Any) -> Any:
    """Sum products of all elements."""

def vsplit(ary: Any, indices_or_sections: Any) -> Any:
    """Cut an array into parts along its first axis."""

def vstack(arrays: Any, out: Any = None) -> Any:
    """Stack arrays as rows."""

def where(condition: Any, x: Any = None, y: Any = None) -> Any:
    """Take from one operand where a condition holds, and from another elsewhere; alone, give where it holds."""

def zeros(shape: Any, dtype: Any = None, order: Any = 'C', ctx: Any = None) -> Any:
    """Make an array of zeros."""

def zeros_like(a: Any, dtype: Any = None, order: Any = 'C', ctx: Any = None, out: Any = None) -> Any:
    """Make zeros of another array's shape."""
