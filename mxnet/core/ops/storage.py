"""The storage rules of operators, as in MXNet."""
from collections.abc import Callable

from ..errors import MXNetError
from ..storage import CSR, DENSE, GRADIENT_RULES, ROWS, RULES

# One input; zero maps to zero.
KEEP_ZERO = frozenset("""abs arcsin arcsinh arctan arctanh BlockGrad cbrt ceil degrees expm1 fix floor log1p
make_loss negative radians relu rint round sign sin sinh sqrt square tan tanh trunc zeros_like _copy
_contrib_gradientmultiplier _contrib_round_ste _contrib_sign_ste _mul_scalar _div_scalar
_scatter_plus_scalar _scatter_minus_scalar""".split())
# Two inputs of one storage type; two zeros give zero.
PAIRS = frozenset("elemwise_add elemwise_sub _grad_add _maximum _minimum _hypot".split())
# With a number: sparse if the operator maps zero to zero.
ZERO_OF_ZERO: dict[str, Callable[[float], bool]] = {
    "_plus_scalar": lambda number: number == 0,
    "_minus_scalar": lambda number: number == 0,
    "_equal_scalar": lambda number: number != 0,
    "_not_equal_scalar": lambda number: number == 0,
    "_greater_scalar": lambda number: number >= 0,
    "_greater_equal_scalar": lambda number: number > 0,
    "_lesser_scalar": lambda number: number <= 0,
    "_lesser_equal_scalar": lambda number: number < 0,
}


def _first(p, stypes) -> str:
    return stypes[0]


def _scalar(name: str) -> Callable:
    keeps = ZERO_OF_ZERO[name]
    return lambda p, stypes: stypes[0] if keeps(p.scalar) else DENSE


def _pair(p, stypes) -> str:
    return stypes[0] if stypes[0] == stypes[1] else DENSE


def _product(p, stypes) -> str:
    kinds = set(stypes) - {DENSE}
    return kinds.pop() if len(kinds) == 1 else DENSE


def _by_dense(p, stypes) -> str:
    return CSR if list(stypes) == [CSR, DENSE] else DENSE


def _dot(p, stypes) -> str:
    lhs, rhs = stypes
    if p.forward_stype is not None:
        return p.forward_stype
    if lhs == CSR and rhs != CSR and p.transpose_a and not p.transpose_b:
        return ROWS
    return CSR if lhs == DENSE and rhs == CSR and not p.transpose_a else DENSE


def _clip(p, stypes) -> str:
    return stypes[0] if p.a_min <= 0 <= p.a_max else DENSE


def _take(p, stypes) -> str:
    return CSR if list(stypes) == [CSR, DENSE] and p.axis == 0 else DENSE


def _slice(p, stypes) -> str:
    plain = all(step in (None, 1) for step in (p.step or ()))
    return CSR if stypes[0] == CSR and plain else DENSE


def _concat(p, stypes) -> str:
    return CSR if p.dim == 0 and set(stypes) == {CSR} else DENSE


def _only_rows(p, stypes) -> str:
    return ROWS if set(stypes) == {ROWS} else DENSE


def _square_sum(p, stypes) -> str:
    axis = p.axis if isinstance(p.axis, tuple) else (p.axis,)
    return ROWS if stypes[0] == ROWS and axis == (1,) and p.keepdims else DENSE


def _batch_norm(p, stypes) -> str:
    if p.fix_gamma:
        raise MXNetError("BatchNorm: fix_gamma=True is not supported for sparse ndarrays")
    return DENSE


def _quadratic(p, stypes) -> str:
    return CSR if stypes[0] == CSR and p.c == 0 else DENSE


RULES.update({
    **dict.fromkeys(KEEP_ZERO, _first), **dict.fromkeys(PAIRS, _pair),
    **{name: _scalar(name) for name in ZERO_OF_ZERO},
    "elemwise_mul": _product, "broadcast_mul": _by_dense, "broadcast_div": _by_dense, "dot": _dot,
    "_scatter_elemwise_div": lambda p, stypes: ROWS if stypes[0] == ROWS else DENSE,
    "_identity_with_attr_like_rhs": lambda p, stypes: stypes[1],
    "clip": _clip, "take": _take, "slice": _slice, "Concat": _concat, "add_n": _only_rows,
    "BatchNorm": _batch_norm, "_sparse_retain": _first, "_square_sum": _square_sum, "_contrib_quadratic": _quadratic,
    "cast_storage": lambda p, stypes: p.stype,
})


# ---- gradients ----------------------------------------------------------------------------------

# The gradient has the storage type of the output gradient.
_PASS = """elemwise_add elemwise_sub add_n negative _copy cast_storage BlockGrad zeros_like ceil fix floor
rint round sign trunc _mul_scalar _div_scalar _plus_scalar _minus_scalar _grad_add
_scatter_plus_scalar _scatter_minus_scalar _identity_with_attr_like_rhs""".split()


def _pass(p, head, stypes) -> list[str]:
    return [head] * len(stypes)


def _meet(p, head, stypes) -> list[str]:
    """Return a sparse gradient if the output gradient and the input have the same sparse type."""
    return [head if head == stypes[0] else DENSE]


def _dot_gradient(p, head, stypes) -> list[str]:
    by_rows = stypes[0] == CSR and not (p.transpose_a or p.transpose_b) and head != CSR
    return [DENSE, ROWS if by_rows else DENSE]


GRADIENT_RULES.update({
    **dict.fromkeys(_PASS, _pass), **dict.fromkeys(("abs", "relu", "square"), _meet), "dot": _dot_gradient,
    "Embedding": lambda p, head, stypes: [DENSE, ROWS if p.sparse_grad else DENSE],
    "_contrib_SparseEmbedding": lambda p, head, stypes: [DENSE, ROWS],
    "_sparse_retain": lambda p, head, stypes: [ROWS, DENSE],
    "_square_sum": lambda p, head, stypes: [stypes[0]],
    "where": lambda p, head, stypes: [stypes[0], *[DENSE] * (len(stypes) - 1)],
})
