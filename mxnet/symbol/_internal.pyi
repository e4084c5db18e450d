"""Made from the operator registry by tools/stubs.py; `make stubs` writes it anew."""
from collections.abc import Sequence
from typing import Any, Literal

from numpy.typing import DTypeLike

from .symbol import Symbol

def _Div(lhs: Symbol | None = None, rhs: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """Compute div of two arrays of one shape."""

def _DivScalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool = True, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """Compute div of an array and a scalar."""

def _Equal(lhs: Symbol | None = None, rhs: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """Compute equal of two arrays of one shape."""

def _EqualScalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool = True, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """Compute equal of an array and a scalar."""

def _Greater(lhs: Symbol | None = None, rhs: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """Compute greater of two arrays of one shape."""

def _GreaterEqualScalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool = True, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """Compute greater equal of an array and a scalar."""

def _GreaterScalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool = True, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """Compute greater of an array and a scalar."""

def _Greater_Equal(lhs: Symbol | None = None, rhs: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """Compute greater equal of two arrays of one shape."""

def _Hypot(lhs: Symbol | None = None, rhs: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """Compute hypot of two arrays of one shape."""

def _HypotScalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool = True, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """Compute hypot of an array and a scalar."""

def _Lesser(lhs: Symbol | None = None, rhs: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """Compute lesser of two arrays of one shape."""

def _LesserEqualScalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool = True, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """Compute lesser equal of an array and a scalar."""

def _LesserScalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool = True, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """Compute lesser of an array and a scalar."""

def _Lesser_Equal(lhs: Symbol | None = None, rhs: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """Compute lesser equal of two arrays of one shape."""

def _LogicalAndScalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool = True, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """Compute logical and of an array and a scalar."""

def _LogicalOrScalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool = True, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """Compute logical or of an array and a scalar."""

def _LogicalXorScalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool = True, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """Compute logical xor of an array and a scalar."""

def _Logical_And(lhs: Symbol | None = None, rhs: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """Compute logical and of two arrays of one shape."""

def _Logical_Or(lhs: Symbol | None = None, rhs: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """Compute logical or of two arrays of one shape."""

def _Logical_Xor(lhs: Symbol | None = None, rhs: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """Compute logical xor of two arrays of one shape."""

def _Maximum(lhs: Symbol | None = None, rhs: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """Compute maximum of two arrays of one shape."""

def _MaximumScalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool = True, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """Compute maximum of an array and a scalar."""

def _Minimum(lhs: Symbol | None = None, rhs: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """Compute minimum of two arrays of one shape."""

def _MinimumScalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool = True, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """Compute minimum of an array and a scalar."""

def _Minus(lhs: Symbol | None = None, rhs: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """Compute sub of two arrays of one shape."""

def _MinusScalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool = True, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """Compute sub of an array and a scalar."""

def _Mod(lhs: Symbol | None = None, rhs: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """Compute mod of two arrays of one shape."""

def _ModScalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool = True, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """Compute mod of an array and a scalar."""

def _Mul(lhs: Symbol | None = None, rhs: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """Compute mul of two arrays of one shape."""

def _MulScalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool = True, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """Compute mul of an array and a scalar."""

def _NotEqualScalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool = True, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """Compute not equal of an array and a scalar."""

def _Not_Equal(lhs: Symbol | None = None, rhs: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """Compute not equal of two arrays of one shape."""

def _Plus(lhs: Symbol | None = None, rhs: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """Compute add of two arrays of one shape."""

def _PlusScalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool = True, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """Compute add of an array and a scalar."""

def _Power(lhs: Symbol | None = None, rhs: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """Compute power of two arrays of one shape."""

def _PowerScalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool = True, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """Compute power of an array and a scalar."""

def _RDivScalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool = True, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """Compute div of a scalar and an array, the scalar first."""

def _RMinusScalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool = True, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """Compute sub of a scalar and an array, the scalar first."""

def _RModScalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool = True, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """Compute mod of a scalar and an array, the scalar first."""

def _RPowerScalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool = True, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """Compute power of a scalar and an array, the scalar first."""

def _add(lhs: Symbol | None = None, rhs: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """Compute add of two arrays of one shape."""

def _copy(data: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """Copy an array."""

def _copyto(data: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """Copy an array into the one given as ``out``."""

def _crop_assign(lhs: Symbol | None = None, rhs: Symbol | None = None, begin: Sequence[int | None] = ..., end: Sequence[int | None] = ..., step: Sequence[int | None] = (), name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """Give ``lhs`` with a region replaced by ``rhs``."""

def _crop_assign_scalar(data: Symbol | None = None, scalar: float = 0.0, begin: Sequence[int | None] = ..., end: Sequence[int | None] = ..., step: Sequence[int | None] = (), name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """Give an array with a region set to one number."""

def _div(lhs: Symbol | None = None, rhs: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """Compute div of two arrays of one shape."""

def _div_scalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool = True, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """Compute div of an array and a scalar."""

def _equal(lhs: Symbol | None = None, rhs: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """Compute equal of two arrays of one shape."""

def _equal_scalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool = True, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """Compute equal of an array and a scalar."""

def _full(shape: int | Sequence[int] | None = None, ctx: str = '', dtype: DTypeLike = 'float32', value: float = ..., name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """Make an array with one value everywhere."""

def _grad_add(lhs: Symbol | None = None, rhs: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """Add two gradients of one array."""

def _greater(lhs: Symbol | None = None, rhs: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """Compute greater of two arrays of one shape."""

def _greater_equal(lhs: Symbol | None = None, rhs: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """Compute greater equal of two arrays of one shape."""

def _greater_equal_scalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool = True, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """Compute greater equal of an array and a scalar."""

def _greater_scalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool = True, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """Compute greater of an array and a scalar."""

def _hypot(lhs: Symbol | None = None, rhs: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """Compute hypot of two arrays of one shape."""

def _hypot_scalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool = True, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """Compute hypot of an array and a scalar."""

def _identity_with_attr_like_rhs(lhs: Symbol | None = None, rhs: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """Copy the first array, whose shape and type are those of the second."""

def _lesser(lhs: Symbol | None = None, rhs: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """Compute lesser of two arrays of one shape."""

def _lesser_equal(lhs: Symbol | None = None, rhs: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """Compute lesser equal of two arrays of one shape."""

def _lesser_equal_scalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool = True, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """Compute lesser equal of an array and a scalar."""

def _lesser_scalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool = True, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """Compute lesser of an array and a scalar."""

def _logical_and(lhs: Symbol | None = None, rhs: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """Compute logical and of two arrays of one shape."""

def _logical_and_scalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool = True, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """Compute logical and of an array and a scalar."""

def _logical_or(lhs: Symbol | None = None, rhs: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """Compute logical or of two arrays of one shape."""

def _logical_or_scalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool = True, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """Compute logical or of an array and a scalar."""

def _logical_xor(lhs: Symbol | None = None, rhs: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """Compute logical xor of two arrays of one shape."""

def _logical_xor_scalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool = True, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """Compute logical xor of an array and a scalar."""

def _maximum(lhs: Symbol | None = None, rhs: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """Compute maximum of two arrays of one shape."""

def _maximum_scalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool = True, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """Compute maximum of an array and a scalar."""

def _minimum(lhs: Symbol | None = None, rhs: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """Compute minimum of two arrays of one shape."""

def _minimum_scalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool = True, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """Compute minimum of an array and a scalar."""

def _minus(lhs: Symbol | None = None, rhs: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """Compute sub of two arrays of one shape."""

def _minus_scalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool = True, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """Compute sub of an array and a scalar."""

def _mod(lhs: Symbol | None = None, rhs: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """Compute mod of two arrays of one shape."""

def _mod_scalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool = True, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """Compute mod of an array and a scalar."""

def _mul(lhs: Symbol | None = None, rhs: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """Compute mul of two arrays of one shape."""

def _mul_scalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool = True, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """Compute mul of an array and a scalar."""

def _not_equal(lhs: Symbol | None = None, rhs: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """Compute not equal of two arrays of one shape."""

def _not_equal_scalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool = True, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """Compute not equal of an array and a scalar."""

def _onehot_encode(lhs: Symbol | None = None, rhs: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """Give one-hot rows of the indices ``lhs`` in the shape of ``rhs``."""

def _ones(shape: int | Sequence[int] | None = (), ctx: str = '', dtype: DTypeLike = 'float32', name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """Make an array of ones."""

def _plus(lhs: Symbol | None = None, rhs: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """Compute add of two arrays of one shape."""

def _plus_scalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool = True, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """Compute add of an array and a scalar."""

def _power(lhs: Symbol | None = None, rhs: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """Compute power of two arrays of one shape."""

def _power_scalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool = True, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """Compute power of an array and a scalar."""

def _ravel_multi_index(data: Symbol | None = None, shape: int | Sequence[int] | None = None, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """Turn coordinates, one column each, into positions in the flattened array."""

def _rdiv_scalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool = True, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """Compute div of a scalar and an array, the scalar first."""

def _rminus_scalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool = True, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """Compute sub of a scalar and an array, the scalar first."""

def _rmod_scalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool = True, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """Compute mod of a scalar and an array, the scalar first."""

def _rnn_param_concat(*data: Symbol | Sequence[Symbol], dim: int = 1, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """Join the weights of a recurrent network; up to two of them are inferred from the output."""

def _rpower_scalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool = True, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """Compute power of a scalar and an array, the scalar first."""

def _scatter_elemwise_div(lhs: Symbol | None = None, rhs: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """Divide the stored elements of an array by another array of its shape."""

def _scatter_minus_scalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool = True, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """Subtract a scalar from the stored elements."""

def _scatter_plus_scalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool = True, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """Add a scalar to the stored elements."""

def _scatter_set_nd(lhs: Symbol | None = None, rhs: Symbol | None = None, indices: Symbol | None = None, shape: int | Sequence[int] = ..., name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """Give ``lhs`` with the slices at coordinates replaced."""

def _slice_assign(lhs: Symbol | None = None, rhs: Symbol | None = None, begin: Sequence[int | None] = ..., end: Sequence[int | None] = ..., step: Sequence[int | None] = (), name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """Give ``lhs`` with a region replaced by ``rhs``."""

def _slice_assign_scalar(data: Symbol | None = None, scalar: float = 0.0, begin: Sequence[int | None] = ..., end: Sequence[int | None] = ..., step: Sequence[int | None] = (), name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """Give an array with a region set to one number."""

def _split_v2(data: Symbol | None = None, indices: int | Sequence[int] = ..., axis: int = 1, squeeze_axis: bool = False, sections: int = 0, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Any:
    """Split an axis at indices (the first is 0), or into sections that differ by one at most."""

def _square_sum(data: Symbol | None = None, axis: int | Sequence[int] | None = None, keepdims: bool = False, exclude: bool = False, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """Add the squares of the elements along axes."""

def _sub(lhs: Symbol | None = None, rhs: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """Compute sub of two arrays of one shape."""

def _unravel_index(data: Symbol | None = None, shape: int | Sequence[int] | None = None, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """Turn positions in a flattened array into coordinates, one row an axis."""

def _zeros(shape: int | Sequence[int] | None = (), ctx: str = '', dtype: DTypeLike = 'float32', name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """Make an array of zeros."""
