"""Binary arithmetic, comparison and logic, in three forms each: elementwise, broadcasting, with a scalar.

MXNet's rules: both operands have one type, and so has the result (a comparison of floats gives
floats); integers divide towards zero; a scalar is cast to the array's type before it is used.
"""
from math import inf, isfinite
from typing import Annotated, NamedTuple

import torch

from ..errors import MXNetError
from ..op import Array, Double, Kernel, Range, document, op, shapes, types
from .clamp import clamp_max, clamp_min


def to_whole(value: Array, dtype: torch.dtype) -> Array:
    """Truncate a float result to an integer type, wrapping if the type is narrower than a word."""
    if dtype in (torch.int32, torch.int64):
        return value.to(dtype)
    return value.to(torch.int32).to(dtype)


def wrap_scalar(scalar: float, dtype: torch.dtype) -> int:
    """Truncate a scalar as a C cast to an integer type does, modulo its range; infinity becomes the smallest word."""
    info = torch.iinfo(dtype)
    if not isfinite(scalar):
        return info.min if info.bits >= 32 else 0
    return (int(scalar) - info.min) % (1 << info.bits) + info.min


def cast_operand(data: Array, scalar: float, is_int: bool) -> tuple:
    """Cast a non-float array and its scalar to the result's type."""
    if not is_int:
        return data.double(), scalar
    if data.dtype is torch.bool:
        data = data.long()
    return data, wrap_scalar(scalar, data.dtype)


# ---- kernels: (array, array) and (array, number); floats take the shortest way ------------------

def divide(lhs: Array, rhs):
    if lhs.is_floating_point():
        if lhs.dtype is torch.float16 and lhs.requires_grad:  # the gradient takes several roundings
            rhs = rhs.float() if isinstance(rhs, Array) else rhs
            return torch.true_divide(lhs.float(), rhs).to(torch.float16)
        return torch.true_divide(lhs, rhs)
    if lhs.dtype is torch.int32 or lhs.dtype is torch.int64:
        return _divide_words(lhs, rhs)
    return torch.div(lhs, rhs, rounding_mode="trunc")


def _divide_words(lhs: Array, rhs):
    """Divide towards zero; the smallest word divided by minus one is itself, where a CPU would trap."""
    if not isinstance(rhs, Array):
        return -lhs if rhs == -1 else torch.div(lhs, rhs, rounding_mode="trunc")
    minus = rhs == -1
    return torch.where(minus, -lhs, torch.div(lhs, rhs.masked_fill(minus, 1), rounding_mode="trunc"))


def divide_scalar(data: Array, scalar):
    """Divide a number by an array; integer division by zero gives what C makes of an infinity."""
    top = torch.tensor(scalar, dtype=data.dtype)
    if data.is_floating_point():
        return divide(top, data)
    zero = data == 0
    return divide(top, data.masked_fill(zero, 1)).masked_fill_(zero, wrap_scalar(inf, data.dtype))


def modulo(lhs: Array, rhs: Array):
    """Remainder with the sign of the divisor; zero where the divisor is zero."""
    if lhs.is_floating_point():
        out = torch.remainder(lhs, rhs)
        out.detach().masked_fill_(rhs == 0, 0)  # hidden from the tape: the slope stays one
        return out
    none = (rhs == 0) | (rhs == -1)  # of the least word by minus one the processor makes a signal, before torch 2.7
    return torch.remainder(lhs, rhs.masked_fill(none, 1)).masked_fill_(none, 0)


def modulo_scalar(lhs: Array, rhs):
    none = rhs == 0 or rhs == -1 and not lhs.is_floating_point()
    return torch.zeros_like(lhs) if none else torch.remainder(lhs, rhs)


def power(lhs: Array, rhs):
    if lhs.is_floating_point():
        return torch.pow(lhs, rhs)
    return to_whole(torch.pow(lhs.double(), rhs), lhs.dtype)


def power_of_scalar(data: Array, scalar):
    if data.is_floating_point():
        return torch.pow(scalar, data)
    return to_whole(torch.pow(scalar, data.double()), data.dtype)


def hypot(lhs: Array, rhs: Array):
    if lhs.is_floating_point():
        return torch.hypot(lhs, rhs)
    return to_whole(torch.hypot(lhs.double(), rhs.double()), lhs.dtype)


def hypot_scalar(lhs: Array, rhs):
    return hypot(lhs, torch.tensor(rhs, dtype=lhs.dtype))


def indicator(test, lhs: Array, rhs) -> Array:
    """Return ones where a comparison holds, zeros elsewhere, in the type of the first operand.

    Written directly in that type: torch's CPU kernels on bool arrays are many times slower.
    """
    rhs = rhs.detach() if isinstance(rhs, Array) else rhs
    return test(lhs.detach(), rhs, out=torch.empty(0, dtype=lhs.dtype, device=lhs.device))


def _compare(test):
    return lambda lhs, rhs: indicator(test, lhs, rhs)


def _compare_scalar(test):
    return lambda lhs, rhs: indicator(test, lhs, torch.full((), rhs != 0, device=lhs.device))


def _from_scalar(kernel):
    """Make ``number op array`` from an (array, array) kernel; a 0-d tensor broadcasts on any device."""
    return lambda data, scalar: kernel(torch.tensor(scalar, dtype=data.dtype), data)


def _spelled(key: str) -> tuple:
    """Return the names of the three forms of an operator, with their old spellings: `_Not_Equal`, `_NotEqualScalar`."""
    old = key.title()
    return (f"broadcast_{key}",), (f"_{key}", f"_{old}"), (f"_{key}_scalar", f"_{old.replace('_', '')}Scalar")


# key: (kernel, broadcast name and aliases, elementwise name and aliases, scalar name and aliases)
_sparse = "_sparse_{}".format
FAMILY = {
    "add": (torch.add, ("broadcast_add", "broadcast_plus", _sparse("broadcast_add"),
                        _sparse("broadcast_plus")),
            ("elemwise_add", "_add", "_plus", "_Plus", _sparse("elemwise_add")),
            ("_plus_scalar", "_PlusScalar")),
    "sub": (torch.sub, ("broadcast_sub", "broadcast_minus", _sparse("broadcast_sub"),
                        _sparse("broadcast_minus")),
            ("elemwise_sub", "_sub", "_minus", "_Minus", _sparse("elemwise_sub")),
            ("_minus_scalar", "_MinusScalar")),
    "mul": (torch.mul, ("broadcast_mul", _sparse("broadcast_mul")),
            ("elemwise_mul", "_mul", "_Mul", _sparse("elemwise_mul")),
            ("_mul_scalar", "_MulScalar")),
    "div": (divide, ("broadcast_div", _sparse("broadcast_div")),
            ("elemwise_div", "_div", "_Div", _sparse("elemwise_div")),
            ("_div_scalar", "_DivScalar")),
    **{key: (kernel, *_spelled(key)) for key, kernel in {
        "mod": modulo, "power": power, "hypot": hypot, "maximum": torch.maximum, "minimum": torch.minimum,
        "equal": _compare(torch.eq), "not_equal": _compare(torch.ne), "greater": _compare(torch.gt),
        "greater_equal": _compare(torch.ge), "lesser": _compare(torch.lt), "lesser_equal": _compare(torch.le),
        "logical_and": _compare(torch.logical_and), "logical_or": _compare(torch.logical_or),
        "logical_xor": _compare(torch.logical_xor)}.items()},
}
# (array, number) kernels where the (array, array) one does not take a number
_WITH_SCALAR = {
    "mod": modulo_scalar, "hypot": hypot_scalar, "maximum": clamp_min,
    "minimum": clamp_max, "logical_and": _compare_scalar(torch.logical_and),
    "logical_or": _compare_scalar(torch.logical_or), "logical_xor": _compare_scalar(torch.logical_xor),
}
# key: (names, kernel, its value of 2 and [4, 8])
_REVERSED = {
    "sub": (("_rminus_scalar", "_RMinusScalar"), torch.rsub, "[-2.0, -6.0]"),
    "div": (("_rdiv_scalar", "_RDivScalar"), divide_scalar, "[0.5, 0.25]"),
    "mod": (("_rmod_scalar", "_RModScalar"), _from_scalar(modulo), "[2.0, 2.0]"),
    "power": (("_rpower_scalar", "_RPowerScalar"), power_of_scalar, "[16.0, 256.0]"),
}
_CHEAP = ("broadcast_mul", "elemwise_add", "_mul_scalar", "_plus_scalar")
_SMOOTH = ("add", "sub", "mul", "div", "mod", "power", "hypot", "maximum", "minimum")


# ---- words --------------------------------------------------------------------------------------

class _Meaning(NamedTuple):
    """A textual description of an operator of the family."""

    sentence: str             # of operands {of}, or {x} and {y}; {how} they meet; and a formula {is}
    formula: str              # of {a} and {b}
    results: tuple[str, ...]  # of the examples: with broadcasting, of one shape, with a number
    more: str = ""
    operands: tuple[str, ...] = ("[[4], [6]]", "[[2, 4]]", "[4, 6]", "[2, 6]", "4")


_WHETHER = "Compare {of}{how}: one where ``{is}``, zero elsewhere."
_COMPARED = "The result has the type of the operands."
_BETWEEN = ("[[4], [6]]", "[[5, 8]]", "[4, 6]", "[6, 2]", "5")
_BITS = {"operands": ("[[0], [2]]", "[[0, 3]]", "[0, 2]", "[0, 3]", "3"), "more": _COMPARED}
_MEANINGS = {
    "add": _Meaning("Add {of}{how}: ``{is}``.", "{a} + {b}",
                    ("[[6.0, 8.0], [8.0, 10.0]]", "[6.0, 12.0]", "[8.0, 10.0]")),
    "sub": _Meaning("Subtract {y} from {x}{how}: ``{is}``.", "{a} - {b}",
                    ("[[2.0, 0.0], [4.0, 2.0]]", "[2.0, 0.0]", "[0.0, 2.0]")),
    "mul": _Meaning("Multiply {of}{how}: ``{is}``.", "{a} * {b}",
                    ("[[8.0, 16.0], [12.0, 24.0]]", "[8.0, 36.0]", "[16.0, 24.0]")),
    "div": _Meaning("Divide {x} by {y}{how}: ``{is}``.", "{a} / {b}",
                    ("[[2.0, 1.0], [3.0, 1.5]]", "[2.0, 1.0]", "[1.0, 1.5]"),
                    "Quotients of integers are integers, rounded towards zero."),
    "mod": _Meaning("Compute the remainder of dividing {x} by {y}{how}: ``{is}``.", "{a} % {b}",
                    ("[[0.0, 0.0], [0.0, 2.0]]", "[0.0, 0.0]", "[0.0, 2.0]"),
                    "It has the sign of the divisor, and is zero where the divisor is zero."),
    "power": _Meaning("Raise {x} to the power of {y}{how}: ``{is}``.", "{a} ** {b}",
                      ("[[16.0, 256.0], [36.0, 1296.0]]", "[16.0, 46656.0]", "[256.0, 1296.0]")),
    "hypot": _Meaning("Compute the hypotenuse for the legs in {of}{how}: ``{is}``.",
                      "sqrt({a}**2 + {b}**2)",
                      ("[[5.0, 8.9443], [6.7082, 10.0]]", "[5.0, 10.0]", "[5.0, 6.7082]"),
                      operands=("[[4], [6]]", "[[3, 8]]", "[4, 6]", "[3, 8]", "3")),
    "maximum": _Meaning("Choose the larger elements of {of}{how}: ``{is}``.", "max({a}, {b})",
                        ("[[4.0, 4.0], [6.0, 6.0]]", "[4.0, 6.0]", "[4.0, 6.0]")),
    "minimum": _Meaning("Choose the smaller elements of {of}{how}: ``{is}``.", "min({a}, {b})",
                        ("[[2.0, 4.0], [2.0, 4.0]]", "[2.0, 6.0]", "[4.0, 4.0]")),
    "equal": _Meaning(_WHETHER, "{a} == {b}", ("[[0.0, 1.0], [0.0, 0.0]]", "[0.0, 1.0]", "[1.0, 0.0]"), _COMPARED),
    "not_equal": _Meaning(_WHETHER, "{a} != {b}", ("[[1.0, 0.0], [1.0, 1.0]]", "[1.0, 0.0]", "[0.0, 1.0]"), _COMPARED),
    "greater": _Meaning(_WHETHER, "{a} > {b}", ("[[1.0, 0.0], [1.0, 1.0]]", "[1.0, 0.0]", "[0.0, 1.0]"), _COMPARED),
    "greater_equal": _Meaning(_WHETHER, "{a} >= {b}", ("[[0.0, 0.0], [1.0, 0.0]]", "[0.0, 1.0]", "[0.0, 1.0]"),
                              _COMPARED, _BETWEEN),
    "lesser": _Meaning(_WHETHER, "{a} < {b}", ("[[1.0, 1.0], [0.0, 1.0]]", "[1.0, 0.0]", "[1.0, 0.0]"), _COMPARED,
                       _BETWEEN),
    "lesser_equal": _Meaning(_WHETHER, "{a} <= {b}", ("[[0.0, 1.0], [0.0, 0.0]]", "[0.0, 1.0]", "[1.0, 0.0]"),
                             _COMPARED),
    "logical_and": _Meaning("Combine {of}{how} by a logical and: one where neither is zero, zero elsewhere.",
                            "", ("[[0.0, 0.0], [0.0, 1.0]]", "[0.0, 1.0]", "[0.0, 1.0]"), **_BITS),
    "logical_or": _Meaning("Combine {of}{how} by a logical or: zero where both are zero, one elsewhere.",
                           "", ("[[0.0, 1.0], [1.0, 1.0]]", "[0.0, 1.0]", "[1.0, 1.0]"), **_BITS),
    "logical_xor": _Meaning("Combine {of}{how} by an exclusive or: one where just one is zero, zero elsewhere.",
                            "", ("[[0.0, 1.0], [1.0, 0.0]]", "[0.0, 0.0]", "[1.0, 0.0]"), **_BITS),
}
_SCALAR_WORDS = {
    "data": "Array of any shape.",
    "scalar": "The number. Beside integers it loses its fraction, unless ``is_int`` says that it has one.",
    "is_int": "Whether the number is whole; an array of integers and a number that is not give float64.",
}


def _called(name: str) -> str:
    return f"mx.nd._internal.{name}" if name.startswith("_") else f"mx.nd.{name}"


def _sentence(meaning: _Meaning, x: str, y: str, a: str, b: str, how: str = "") -> str:
    """Describe what is done to operands ``a`` and ``b``, named ``x`` and ``y``."""
    formula, of = meaning.formula.format(a=a, b=b), f"{x} and {y}"
    if x == y:
        said = meaning.sentence
        x, y = ("one array", "another") if said.find("{x}") <= said.find("{y}") else ("another", "one array")
        of = "two arrays"
    return meaning.sentence.format(**{"of": of, "x": x, "y": y, "how": how, "is": formula})


def _said_of_arrays(key: str, name: str, broadcasting: bool) -> str:
    meaning = _MEANINGS[key]
    lhs, rhs = meaning.operands[:2] if broadcasting else meaning.operands[2:4]
    other = "Array in which each size is that of ``lhs``, unless it is one in either of them." if broadcasting else \
        "Array of the shape of ``lhs``."
    returned = "Array of the larger size along each axis." if broadcasting else "Array of the shape of ``lhs``."
    return document(_sentence(meaning, "an array", "an array", "lhs", "rhs",
                              " with broadcasting" if broadcasting else " of the same shape"), meaning.more,
                    parameters={"lhs": "Array of any shape.", "rhs": f"{other} Both have one type."}, returns=returned,
                    example=f">>> x, y = mx.nd.array({lhs}), mx.nd.array({rhs})\n"
                            f">>> {_called(name)}(x, y).asnumpy().tolist()\n{meaning.results[not broadcasting]}")


def _said_of_scalar(key: str, name: str) -> str:
    meaning = _MEANINGS[key]
    *_, data, _, scalar = meaning.operands
    return _with_number(_sentence(meaning, "an array", "a number", "data", "scalar"), name, data, scalar,
                        meaning.results[2], meaning.more)


def _said_of_reversed(key: str, name: str, result: str) -> str:
    meaning = _MEANINGS[key]
    return _with_number(_sentence(meaning, "a number", "an array", "scalar", "data"), name, "[4, 8]", "2", result,
                        meaning.more)


def _said_of_stored(what: str, name: str, result: str) -> str:
    return _with_number(f"{what} the stored elements of an array; of a dense one that is all of them.", name, "[3, 5]",
                        "2", result)


def _with_number(sentence: str, name: str, data: str, scalar: str, result: str, more: str = "") -> str:
    return document(sentence, more, returns="Array of the shape of ``data``.",
                    example=f">>> {_called(name)}(mx.nd.array({data}), scalar={scalar}).asnumpy().tolist()\n{result}")


# ---- gradients ----------------------------------------------------------------------------------

def _reduced(grad: Array | None, like: Array) -> Array | None:
    """Sum a gradient over the dimensions along which its operand was broadcast."""
    return grad if grad is None or grad.shape == like.shape else grad.sum_to_size(like.shape)


def _add_gradient(grad, lhs, rhs, *, needs):
    return (_reduced(grad, lhs) if needs[0] else None, _reduced(grad, rhs) if needs[1] else None)


def _sub_gradient(grad, lhs, rhs, *, needs):
    return (_reduced(grad, lhs) if needs[0] else None, _reduced(-grad, rhs) if needs[1] else None)


def _add_same_gradient(grad, *, needs):
    """As `_add_gradient` for equal shapes; it reads no operand, so none is saved."""
    return grad if needs[0] else None, grad if needs[1] else None


def _sub_same_gradient(grad, *, needs):
    return grad if needs[0] else None, -grad if needs[1] else None


def _mul_gradient(grad, lhs, rhs, *, needs):
    return (_reduced(grad * rhs, lhs) if needs[0] else None,
            _reduced(grad * lhs, rhs) if needs[1] else None)


def _div_gradient(grad, lhs, rhs, *, needs):
    left = grad / rhs
    return (_reduced(left, lhs) if needs[0] else None,
            _reduced(-left * (lhs / rhs), rhs) if needs[1] else None)


def _mod_gradient(grad, lhs, rhs, *, needs):
    if not lhs.is_floating_point():
        return torch.zeros_like(lhs), torch.zeros_like(rhs)
    return (_reduced(grad, lhs) if needs[0] else None,
            _reduced(grad * -torch.floor(lhs / rhs), rhs) if needs[1] else None)


def _choosing_gradient(left, right):
    """Make the gradient of a choice: ``left`` says where the first operand is chosen, including ties."""
    def gradient(grad, lhs, rhs, *, needs):
        return (_reduced(indicator(left, lhs, rhs).mul_(grad), lhs) if needs[0] else None,
                _reduced(indicator(right, lhs, rhs).mul_(grad), rhs) if needs[1] else None)
    return gradient


_FAST = {"add": _add_gradient, "sub": _sub_gradient, "mul": _mul_gradient, "div": _div_gradient,
         "mod": _mod_gradient}
_FAST_SAME = {"add": _add_same_gradient, "sub": _sub_same_gradient}
def _hypot_gradient(grad, lhs, rhs, *, needs):
    """Return the gradient for the current operands, not those of forward: MXNet recomputes the result."""
    result = hypot(lhs, rhs)
    return (_reduced(grad * (lhs / result), lhs) if needs[0] else None,
            _reduced(grad * (rhs / result), rhs) if needs[1] else None)


def _power_gradient(grad, lhs, rhs, *, needs):
    """As torch, but with the current operands; a power of zero gives its exponent no gradient."""
    left = right = None
    if needs[0]:
        left = _reduced((grad * rhs * power(lhs, rhs - 1)).masked_fill(rhs == 0, 0), lhs)
    if needs[1]:
        right = _reduced((grad * power(lhs, rhs) * torch.log(lhs)).masked_fill((lhs == 0) & (rhs >= 0), 0), rhs)
    return left, right


_EXACT = {"maximum": _choosing_gradient(torch.ge, torch.lt), "minimum": _choosing_gradient(torch.le, torch.gt),
          "hypot": _hypot_gradient, "power": _power_gradient}
_FAST_SCALAR = {
    "_plus_scalar": lambda grad: grad,
    "_minus_scalar": lambda grad: grad,
    "_rminus_scalar": lambda grad: -grad,
    "_mul_scalar": lambda grad, *, p: grad * p.scalar,
    "_div_scalar": lambda grad, *, p: grad / p.scalar,
}


def _choosing_number(test):
    def gradient(grad, data, *, p):
        return indicator(test, data, p.scalar).mul_(grad)
    return gradient


_CHOOSING_SCALAR = {"_maximum_scalar": _choosing_number(torch.ge), "_minimum_scalar": _choosing_number(torch.le)}


# ---- declarations -------------------------------------------------------------------------------

def no_kernel_for_bool(like: Array) -> Array:
    """Refuse arrays of bool; empty ones have an empty result, as in MXNet."""
    if like.numel():
        raise MXNetError("bool arrays have no such function; cast first")
    return like.clone()


def check_same_shape(lhs: Array, rhs: Array, key: str) -> None:
    if lhs.shape != rhs.shape:
        raise MXNetError(f"Incompatible attr in node at 1-th input: expected {list(lhs.shape)}, "
                         f"got {list(rhs.shape)}; use broadcast_{key} for shapes that differ")


def scalar_type(types, p) -> None:
    """Floats stay; integers become float64 with a real scalar, and bool becomes int64 with an integer one."""
    kind = types.ins[0]
    if kind is None:
        types.set_in(0, types.outs[0])
    elif not kind.is_floating_point and not p.is_int:
        types.set_out(0, torch.float64)
    else:
        types.set_out(0, torch.int64 if kind is torch.bool else kind)


def _declare_arrays(key: str, kernel, names: tuple, broadcasting: bool) -> None:
    if broadcasting:
        def body(lhs: Array, rhs: Array):
            return kernel(lhs, rhs)
    else:
        def body(lhs: Array, rhs: Array):
            if lhs.shape != rhs.shape:
                check_same_shape(lhs, rhs, key)
            return kernel(lhs, rhs)
    body.__doc__ = _said_of_arrays(key, names[0], broadcasting)
    made = op(names[0], aliases=names[1:], shapes=shapes.broadcast if broadcasting else shapes.same,
              differentiable=key in _SMOOTH, cheap=names[0] in _CHEAP,
              accepts=types.NUMBERS if key in ("add", "hypot") else None)(body)
    if key in _EXACT:
        made.gradient(_EXACT[key])
    elif key in _FAST:
        made.fast_gradient(_FAST[key] if broadcasting else _FAST_SAME.get(key, _FAST[key]))
    if names[0] == "elemwise_add":
        made.lower("forward")(_added_in_place)


def _added_in_place(call):
    """Add in place to the first operand if it is not needed afterwards, as in residual networks."""
    return Kernel(_add_to, overwrites=True) if call.overwrite else None


def _add_to(lhs: Array, rhs: Array) -> Array:
    return lhs.add_(rhs)


def _declare_scalar(kernel, names: tuple, text: str, smooth: bool) -> None:
    def body(data: Array, *, scalar: Double = 1.0, is_int: bool = True):
        if not data.is_floating_point():
            data, scalar = cast_operand(data, scalar, is_int)
        return kernel(data, scalar)
    body.__doc__ = text
    made = op(names[0], aliases=names[1:], shapes=shapes.same, types=scalar_type,
              differentiable=smooth, cheap=names[0] in _CHEAP, words=_SCALAR_WORDS)(body)
    if names[0] == "_mod_scalar":  # one everywhere, even where the divisor is zero
        made.gradient(lambda grad, data: grad if data.is_floating_point() else torch.zeros_like(data))
    elif names[0] in _CHOOSING_SCALAR:
        made.gradient(_CHOOSING_SCALAR[names[0]])
    elif names[0] == "_rmod_scalar":
        made.gradient(lambda grad, data, *, p: grad * -torch.floor(p.scalar / data) if data.is_floating_point()
                      else torch.zeros_like(data))
    elif names[0] == "_hypot_scalar":
        made.gradient(lambda grad, data, *, p: grad * (data / hypot_scalar(data, p.scalar)))
    elif names[0].startswith("_scatter_"):
        made.gradient(lambda grad: grad)
    elif names[0] in _FAST_SCALAR:
        made.fast_gradient(_FAST_SCALAR[names[0]])
    if names[0] == "_mul_scalar":
        made.lower("forward", "backward")(_negated)


def _negated(call):
    """Return the negation kernel for a factor of -1, as in `-x`, which losses use."""
    return torch.neg if call.p.scalar == -1 and call.specs[0][1].is_floating_point else None


for _key, (_kernel, _broadcast, _elementwise, _scalar) in FAMILY.items():
    _declare_arrays(_key, _kernel, _broadcast, broadcasting=True)
    _declare_arrays(_key, _kernel, _elementwise, broadcasting=False)
    _declare_scalar(_WITH_SCALAR.get(_key, _kernel), _scalar, _said_of_scalar(_key, _scalar[0]), _key in _SMOOTH)
for _key, (_names, _kernel, _result) in _REVERSED.items():
    _declare_scalar(_kernel, _names, _said_of_reversed(_key, _names[0], _result), True)
# On dense arrays these do what their names say; on sparse ones they touch only stored elements. Their gradients are
# those of dense arrays in any case.
for _name, _kernel, _what, _result in (("_scatter_plus_scalar", torch.add, "Add a number to", "[5.0, 7.0]"),
                                       ("_scatter_minus_scalar", torch.sub, "Subtract a number from", "[1.0, 3.0]")):
    _declare_scalar(_kernel, (_name,), _said_of_stored(_what, _name, _result), True)


@op("_scatter_elemwise_div", shapes=shapes.same)
def scatter_elemwise_div(lhs: Array, rhs: Array):
    """Divide the stored elements of an array by those of another; for a dense array, all of them.

    Parameters
    ----------
    lhs
        Array of any shape, usually a ``row_sparse`` one.
    rhs
        Array of the shape of ``lhs``.

    Returns
    -------
    Array of the shape and storage type of ``lhs``.

    Examples
    --------
    >>> x, y = mx.nd.array([2, 9]), mx.nd.array([4, 3])
    >>> mx.nd._internal._scatter_elemwise_div(x, y).asnumpy().tolist()
    [0.5, 3.0]
    """
    check_same_shape(lhs, rhs, "div")
    return divide(lhs, rhs)


scatter_elemwise_div.gradient(_div_gradient)


@op("_grad_add", accepts=types.NUMBERS, shapes=shapes.same)
def grad_add(lhs: Array, rhs: Array):
    """Add two gradients of one array, as in backward graphs.

    Parameters
    ----------
    lhs
        Array of any shape.
    rhs
        Array of the shape of ``lhs``.

    Returns
    -------
    ``lhs + rhs``, of the shape of ``lhs``.

    Examples
    --------
    >>> mx.nd._internal._grad_add(mx.nd.array([1, 2]), mx.nd.array([3, 4])).asnumpy().tolist()
    [4.0, 6.0]
    """
    check_same_shape(lhs, rhs, "add")
    return torch.add(lhs, rhs)


grad_add.fast_gradient(_add_same_gradient)


@op("add_n", accepts=types.NUMBERS, aliases=("ElementWiseSum", "_sparse_add_n", "_sparse_ElementWiseSum"),
    shapes=shapes.same)
def add_n(*args: Annotated[Array, Range(1)]):
    """Add any number of arrays of one shape: ``args[0] + args[1] + ...``.

    Parameters
    ----------
    args
        Arrays of one shape and type.

    Returns
    -------
    Array of their shape.

    Examples
    --------
    >>> x = mx.nd.array([1, 2])
    >>> mx.nd.add_n(x, x, x).asnumpy().tolist()
    [3.0, 6.0]
    """
    if not args:
        raise MXNetError("at least one array is needed")
    for item in args[1:]:
        check_same_shape(args[0], item, "add")
    total = args[0].clone() if len(args) == 1 else torch.add(args[0], args[1])
    for item in args[2:]:
        total = total + item if total.requires_grad else total.add_(item)
    return total


@add_n.fast_gradient
def add_n_gradient(grad, *, needs):
    return tuple(grad if need else None for need in needs)
