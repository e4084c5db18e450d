"""Arithmetic, comparison and bit operations on two arrays, or an array and a number.

A number is cast to the array's type first, so integers stay integers: ``x + 1.5`` adds one. Only division converts them
to floats, and bool arrays become int64.
"""
import torch

from ...errors import MXNetError
from ...op import Array, Double, op, shapes
from .. import arithmetic as legacy
from ..arithmetic import cast_operand, to_whole
from . import promotion

# ---- kernels: two tensors of one type -----------------------------------------------------------


def copysign(lhs: Array, rhs: Array) -> Array:
    return torch.copysign(lhs, rhs).to(lhs.dtype)


def arctan2(lhs: Array, rhs: Array) -> Array:
    if lhs.is_floating_point():
        return torch.atan2(lhs, rhs)
    return to_whole(torch.atan2(lhs.double(), rhs.double()), lhs.dtype)


def ldexp(lhs: Array, rhs: Array) -> Array:
    """Multiply by a power of two."""
    if lhs.is_floating_point():
        return lhs * torch.exp2(rhs)
    return to_whole(lhs.double() * torch.exp2(rhs.double()), lhs.dtype)


def lcm(lhs: Array, rhs: Array) -> Array:
    if lhs.dtype is torch.bool:
        return torch.logical_and(lhs, rhs)
    return torch.lcm(lhs, rhs)


def _truly(kernel):
    """Convert integers to float32 before division."""
    def divided(lhs: Array, rhs) -> Array:
        if not lhs.is_floating_point() and not (isinstance(rhs, Array) and rhs.is_floating_point()):
            lhs = lhs.float()
        return kernel(lhs, rhs)
    return divided


def _of_numbers(kernel):
    """Let an (array, array) kernel take a number."""
    return lambda data, scalar: kernel(data, torch.tensor(scalar, dtype=data.dtype, device=data.device))


def _number_first(kernel):
    return lambda data, scalar: kernel(torch.tensor(scalar, dtype=data.dtype, device=data.device), data)


# ---- gradients ----------------------------------------------------------------------------------

def _for(grad: Array, like: Array) -> Array:
    """Convert a gradient to the shape and type of its operand."""
    if grad.shape != like.shape:
        grad = grad.sum_to_size(like.shape)
    return grad if grad.dtype is like.dtype else grad.to(like.dtype)


def _pair(left, right):
    """Make a rule of two functions of (gradient, lhs, rhs)."""
    def gradient(grad, lhs, rhs, *, needs):
        return (_for(left(grad, lhs, rhs), lhs) if needs[0] else None,
                _for(right(grad, lhs, rhs), rhs) if needs[1] else None)
    return gradient


_GRADIENTS = {
    "add": _pair(lambda g, a, b: g, lambda g, a, b: g),
    "subtract": _pair(lambda g, a, b: g, lambda g, a, b: -g),
    "multiply": _pair(lambda g, a, b: g * b, lambda g, a, b: g * a),
    "true_divide": _pair(lambda g, a, b: g / b, lambda g, a, b: -g * a / (b * b)),
}
# autograd's are not MXNet's here
_DEFINED = {
    "mod": _pair(lambda g, a, b: g if a.is_floating_point() or b.is_floating_point() else torch.zeros_like(g),
                 lambda g, a, b: g * -torch.floor(a / b) if a.is_floating_point() or b.is_floating_point()
                 else torch.zeros_like(g)),
    "copysign": _pair(lambda g, a, b: g * torch.copysign(torch.ones_like(a), a) * torch.copysign(torch.ones_like(b), b),
                      lambda g, a, b: torch.zeros_like(g)),
    "hypot": _pair(lambda g, a, b: g * (a / torch.hypot(a, b)), lambda g, a, b: g * (b / torch.hypot(a, b))),
    "power": _pair(lambda g, a, b: (g * b * legacy.power(a, b - 1)).masked_fill(b == 0, 0),
                   lambda g, a, b: (g * legacy.power(a, b) * torch.log(a)).masked_fill((a == 0) & (b >= 0), 0)),
    "ldexp": _pair(lambda g, a, b: g * torch.exp2(b), lambda g, a, b: g * (a * torch.exp2(b)) * 0.6931471805599453),
}
_SCALAR_GRADIENTS = {
    "_npi_add_scalar": lambda grad: grad,
    "_npi_subtract_scalar": lambda grad: grad,
    "_npi_rsubtract_scalar": lambda grad: -grad,
    "_npi_multiply_scalar": lambda grad, *, p: grad * p.scalar,
    "_npi_true_divide_scalar": lambda grad, data, *, p: (grad / p.scalar).to(data.dtype),
}


# ---- declarations -------------------------------------------------------------------------------

_CHEAP = ("_npi_multiply", "_npi_multiply_scalar", "_npi_add_scalar")  # as their counterparts of mx.nd


def _divided_type(types, p) -> None:
    kind = types.ins[0]
    if kind is None:
        types.set_in(0, types.outs[0])
    else:
        types.set_out(0, kind if kind.is_floating_point else torch.float32)


def _kept_type(types, p) -> None:
    if types.ins[0] is None:
        types.set_in(0, types.outs[0])
    types.set_out(0, types.ins[0])


def _compared_type(types, p) -> None:
    types.set_out(0, torch.bool)


def _alike(kernel, mixes: bool = False):
    """Cast both operands to the wider type first.

    A kernel that ``mixes`` types does so itself, except that beside an array with dimensions torch ignores how wide
    one without dimensions is.
    """
    def computed(lhs: Array, rhs: Array) -> Array:
        if lhs.dtype is not rhs.dtype and not (mixes and lhs.dim() and rhs.dim()):
            kind = promotion.wider(lhs.dtype, rhs.dtype)
            lhs, rhs = lhs.to(kind), rhs.to(kind)
        return kernel(lhs, rhs)
    return computed


_CASTING = ("add", "subtract", "multiply", "mod", "power")
_MIXING = ("add", "multiply")


def _declare(name: str, kernel, promote, refuses, text: str, inputs=("lhs", "rhs"), smooth: bool = True) -> None:
    mixed = _alike(kernel, name in _MIXING) if name in _CASTING else kernel
    of_one_type = promote not in (promotion.wider, promotion.quotient)

    def body(lhs: Array, rhs: Array):
        kind = lhs.dtype
        if kind is rhs.dtype and kind is not torch.bool and not of_one_type:
            return kernel(lhs, rhs)
        made = promote(kind, rhs.dtype)
        if refuses is not None and refuses(kind, rhs.dtype):
            return promotion.nothing(lhs, rhs, made)
        return mixed(lhs, rhs)
    body.__doc__ = text
    made = op(f"_npi_{name}", rename=dict(zip(("lhs", "rhs"), inputs)), shapes=shapes.broadcast,
              types=promotion.type_rule(promote), differentiable=smooth, cheap=f"_npi_{name}" in _CHEAP)(body)
    if name in _DEFINED:
        rule, named = _DEFINED[name], inputs == ("lhs", "rhs")
        made.gradient(rule if named else lambda grad, x1, x2, *, needs: rule(grad, x1, x2, needs=needs))
    elif name in _GRADIENTS:
        made.fast_gradient(_GRADIENTS[name])


def _declare_scalar(name: str, kernel, text: str, types=legacy.scalar_type, smooth: bool = True) -> None:
    keeps = types is not legacy.scalar_type

    def body(data: Array, *, scalar: Double = 1.0, is_int: bool = True):
        if not data.is_floating_point():
            if types is _divided_type:
                data = data.float()
            elif not (keeps and data.dtype is torch.bool):
                data, scalar = cast_operand(data, scalar, is_int)
            else:
                scalar = bool(scalar)
        return kernel(data, scalar)
    body.__doc__ = text
    made = op(f"_npi_{name}_scalar", shapes=shapes.same, types=types, differentiable=smooth,
              cheap=f"_npi_{name}_scalar" in _CHEAP)(body)
    if made.name in _SCALAR_GRADIENTS:
        made.fast_gradient(_SCALAR_GRADIENTS[made.name])
    elif name == "mod":
        made.gradient(lambda grad: grad)


_SUM = promotion.wider, promotion.no_sum
_DIFFERENCE = promotion.wider, promotion.no_difference
_QUOTIENT = promotion.quotient, promotion.no_quotient
_ONE = promotion.any_one, promotion.of_bools
_ONE_FLOAT = promotion.floats, None
# name: (kernel of arrays, rule of types and what it refuses, kernel with a number, kernel of a number and an array)
_ARITHMETIC = {
    "add": (torch.add, _SUM, torch.add, None),
    "subtract": (torch.sub, _DIFFERENCE, torch.sub, torch.rsub),
    "multiply": (torch.mul, _SUM, torch.mul, None),
    "true_divide": (_truly(torch.true_divide), _QUOTIENT, _truly(torch.true_divide),
                    _number_first(_truly(torch.true_divide))),
    "mod": (legacy.modulo, _DIFFERENCE, legacy.modulo_scalar, _number_first(legacy.modulo)),
    "power": (legacy.power, _SUM, legacy.power, legacy.power_of_scalar),
    "copysign": (copysign, _ONE, _of_numbers(copysign), _number_first(copysign)),
    "arctan2": (arctan2, _ONE_FLOAT, _of_numbers(arctan2), _number_first(arctan2)),
    "hypot": (legacy.hypot, _ONE_FLOAT, None, None),  # with a number it is mx.nd's
    "ldexp": (ldexp, _ONE, _of_numbers(ldexp), _number_first(ldexp)),
}
_INPUTS = {"arctan2": ("x1", "x2"), "hypot": ("x1", "x2")}
for _name, (_kernel, (_promote, _refuses), _scalar, _turned) in _ARITHMETIC.items():
    _word = _name.replace("_", " ")
    _types = _divided_type if _name == "true_divide" else legacy.scalar_type
    _declare(_name, _kernel, _promote, _refuses, f"Compute {_word} of two arrays that broadcast.",
             _INPUTS.get(_name, ("lhs", "rhs")))
    if _scalar is not None:
        _declare_scalar(_name, _scalar, f"Compute {_word} of an array and a number.", _types)
    if _turned is not None:
        _declare_scalar(f"r{_name}", _turned, f"Compute {_word} of a number and an array.", _types)


def _bits(kernel):
    def computed(data: Array, scalar) -> Array:
        if data.is_floating_point():
            raise MXNetError(f"takes whole numbers or bool, got {str(data.dtype)[6:]}")
        return kernel(data, scalar)
    return computed


_BITS = {"lcm": lcm, "bitwise_and": torch.bitwise_and, "bitwise_or": torch.bitwise_or,
         "bitwise_xor": torch.bitwise_xor}
for _name, _kernel in _BITS.items():
    _word = _name.replace("_", " ")
    _declare(_name, _kernel, promotion.whole, None, f"Compute {_word} of two arrays that broadcast.", smooth=False)
    _declare_scalar(_name, _bits(_of_numbers(_kernel)), f"Compute {_word} of an array and a number.", _kept_type, False)


def _declare_comparison(name: str, test) -> None:
    def body(lhs: Array, rhs: Array):
        if lhs.dtype is not rhs.dtype:
            promotion.any_one(lhs.dtype, rhs.dtype)
        return test(lhs, rhs)

    def with_number(data: Array, *, scalar: Double = 1.0, is_int: bool = True):
        if not data.is_floating_point():
            data, scalar = cast_operand(data, scalar, is_int or data.dtype is torch.bool)
        return test(data, scalar)
    word = name.replace("_", " ")
    body.__doc__ = f"Tell where one array is {word} to or than the other, as bool."
    with_number.__doc__ = f"Tell where an array is {word} to or than a number, as bool."
    op(f"_npi_{name}", shapes=shapes.broadcast, types=promotion.type_rule(promotion.any_one, torch.bool),
       differentiable=False)(body)
    op(f"_npi_{name}_scalar", shapes=shapes.same, types=_compared_type, differentiable=False)(with_number)


for _name, _test in {"equal": torch.eq, "not_equal": torch.ne, "greater": torch.gt, "greater_equal": torch.ge,
                     "less": torch.lt, "less_equal": torch.le}.items():
    _declare_comparison(_name, _test)
