"""Which storage type an operator gives for those of its inputs; arrays and symbols both ask here.

The rules are MXNet's. What none of them names computes on dense forms and gives a dense result.
"""
from collections.abc import Callable, Sequence

from ..errors import MXNetError

DENSE, ROWS, CSR = "default", "row_sparse", "csr"
NUMBERS = {DENSE: 0, ROWS: 1, CSR: 2}
NAMES = {number: name for name, number in NUMBERS.items()}

# One input, and a zero stays a zero.
KEEP_ZERO = frozenset("""abs arcsin arcsinh arctan arctanh BlockGrad cbrt ceil degrees expm1 fix floor log1p
make_loss negative radians relu rint round sign sin sinh sqrt square tan tanh trunc zeros_like _copy
_contrib_gradientmultiplier _contrib_round_ste _contrib_sign_ste _mul_scalar _div_scalar
_scatter_plus_scalar _scatter_minus_scalar""".split())
# Two inputs of one storage type, and two zeros give a zero.
PAIRS = frozenset("elemwise_add elemwise_sub _grad_add _maximum _minimum _hypot".split())
# With a number: sparse where the operator makes zero of zero.
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


def storage_of(name: str, p, stypes: Sequence[str]) -> str:
    """Give the storage type of what an operator makes of inputs with these storage types."""
    rule = _RULES.get(name)
    if name == "cast_storage":
        return p.stype
    if rule is None or all(stype == DENSE for stype in stypes) and name != "dot":
        return DENSE
    return rule(p, stypes)


def check_storage(stype: str | None) -> str:
    """Give a storage type's name, refusing what is none."""
    if stype not in (None, *NUMBERS):
        raise MXNetError(f"unknown storage type {stype!r}; expected 'default', 'row_sparse' or 'csr'")
    return stype or DENSE


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


def _quadratic(p, stypes) -> str:
    return CSR if stypes[0] == CSR and p.c == 0 else DENSE


_RULES: dict[str, Callable] = {
    **dict.fromkeys(KEEP_ZERO, _first), **dict.fromkeys(PAIRS, _pair),
    **{name: _scalar(name) for name in ZERO_OF_ZERO},
    "elemwise_mul": _product, "broadcast_mul": _by_dense, "broadcast_div": _by_dense, "dot": _dot,
    "_scatter_elemwise_div": lambda p, stypes: ROWS if stypes[0] == ROWS else DENSE,
    "_identity_with_attr_like_rhs": lambda p, stypes: stypes[1],
    "clip": _clip, "take": _take, "slice": _slice, "Concat": _concat, "add_n": _only_rows,
    "_sparse_retain": _first, "_square_sum": _square_sum, "_contrib_quadratic": _quadratic,
}
