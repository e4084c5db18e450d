"""Binary arithmetic, comparison and logic, three forms each: elementwise, broadcasting, with a scalar.

MXNet's rules: both operands have one type, and so has the result (a comparison of floats gives
floats); integers divide towards zero; a scalar is cast to the array's type before it is used.
"""
import torch

from ..errors import MXNetError
from ..op import Array, op, shapes


def scalar_of(data: Array, scalar: float):
    """Cast a scalar as the array's type would hold it."""
    if data.is_floating_point():
        return scalar
    return bool(scalar) if data.dtype is torch.bool else int(scalar)


def divide(lhs, rhs):
    if (lhs if isinstance(lhs, Array) else rhs).is_floating_point():
        return torch.true_divide(lhs, rhs)
    return torch.div(lhs, rhs, rounding_mode="trunc")


def modulo(lhs, rhs):
    """Remainder with the sign of the divisor; zero where the divisor is zero."""
    if isinstance(lhs, Array) and not isinstance(rhs, Array):
        return torch.zeros_like(lhs) if rhs == 0 else torch.remainder(lhs, rhs)
    divisor = rhs if isinstance(rhs, Array) else torch.as_tensor(rhs)
    safe = torch.where(divisor == 0, torch.ones_like(divisor), divisor)
    return torch.where(divisor == 0, torch.zeros_like(divisor), torch.remainder(lhs, safe))


def power(lhs, rhs):
    if isinstance(rhs, Array) or lhs.is_floating_point():
        whole = not (lhs if isinstance(lhs, Array) else rhs).is_floating_point()
        if whole and (rhs if isinstance(rhs, Array) else torch.tensor(rhs)).lt(0).any():
            base = lhs if isinstance(lhs, Array) else rhs
            return torch.pow(torch.as_tensor(lhs, dtype=torch.float64),
                             torch.as_tensor(rhs, dtype=torch.float64)).to(base.dtype)
        return torch.pow(lhs, rhs)
    return torch.pow(lhs.double(), rhs).to(lhs.dtype)


def hypot(lhs, rhs):
    if lhs.is_floating_point():
        return torch.hypot(lhs, rhs)
    return torch.hypot(lhs.double(), torch.as_tensor(rhs).double()).to(lhs.dtype)


def _logic(test):
    def compare(lhs, rhs):
        like = lhs if isinstance(lhs, Array) else rhs
        return test(lhs, rhs).to(like.dtype)
    return compare


def _both(test):
    def compare(lhs, rhs):
        like = lhs if isinstance(lhs, Array) else rhs
        right = rhs != 0 if isinstance(rhs, Array) else torch.tensor(bool(rhs), device=lhs.device)
        return test(lhs != 0, right).to(like.dtype)
    return compare


def _larger(lhs, rhs):
    return torch.maximum(lhs, rhs if isinstance(rhs, Array) else torch.full_like(lhs, rhs))


def _smaller(lhs, rhs):
    return torch.minimum(lhs, rhs if isinstance(rhs, Array) else torch.full_like(lhs, rhs))


# key: (function, broadcast name and aliases, elementwise name and aliases, scalar name and aliases)
_sparse = "_sparse_{}".format
FAMILY = {
    "add": (torch.add, ("broadcast_add", "broadcast_plus", _sparse("broadcast_add"), _sparse("broadcast_plus")),
            ("elemwise_add", "_add", "_plus", "_Plus", _sparse("elemwise_add")), ("_plus_scalar", "_PlusScalar")),
    "sub": (torch.sub, ("broadcast_sub", "broadcast_minus", _sparse("broadcast_sub"), _sparse("broadcast_minus")),
            ("elemwise_sub", "_sub", "_minus", "_Minus", _sparse("elemwise_sub")),
            ("_minus_scalar", "_MinusScalar")),
    "mul": (torch.mul, ("broadcast_mul", _sparse("broadcast_mul")),
            ("elemwise_mul", "_mul", "_Mul", _sparse("elemwise_mul")), ("_mul_scalar", "_MulScalar")),
    "div": (divide, ("broadcast_div", _sparse("broadcast_div")),
            ("elemwise_div", "_div", "_Div", _sparse("elemwise_div")), ("_div_scalar", "_DivScalar")),
    "mod": (modulo, ("broadcast_mod",), ("_mod", "_Mod"), ("_mod_scalar", "_ModScalar")),
    "power": (power, ("broadcast_power",), ("_power", "_Power"), ("_power_scalar", "_PowerScalar")),
    "hypot": (hypot, ("broadcast_hypot",), ("_hypot", "_Hypot"), ("_hypot_scalar", "_HypotScalar")),
    "maximum": (_larger, ("broadcast_maximum",), ("_maximum", "_Maximum"), ("_maximum_scalar", "_MaximumScalar")),
    "minimum": (_smaller, ("broadcast_minimum",), ("_minimum", "_Minimum"), ("_minimum_scalar", "_MinimumScalar")),
    "equal": (_logic(torch.eq), ("broadcast_equal",), ("_equal", "_Equal"), ("_equal_scalar", "_EqualScalar")),
    "not_equal": (_logic(torch.ne), ("broadcast_not_equal",), ("_not_equal", "_Not_Equal"),
                  ("_not_equal_scalar", "_NotEqualScalar")),
    "greater": (_logic(torch.gt), ("broadcast_greater",), ("_greater", "_Greater"),
                ("_greater_scalar", "_GreaterScalar")),
    "greater_equal": (_logic(torch.ge), ("broadcast_greater_equal",), ("_greater_equal", "_Greater_Equal"),
                      ("_greater_equal_scalar", "_GreaterEqualScalar")),
    "lesser": (_logic(torch.lt), ("broadcast_lesser",), ("_lesser", "_Lesser"), ("_lesser_scalar", "_LesserScalar")),
    "lesser_equal": (_logic(torch.le), ("broadcast_lesser_equal",), ("_lesser_equal", "_Lesser_Equal"),
                     ("_lesser_equal_scalar", "_LesserEqualScalar")),
    "logical_and": (_both(torch.logical_and), ("broadcast_logical_and",), ("_logical_and", "_Logical_And"),
                    ("_logical_and_scalar", "_LogicalAndScalar")),
    "logical_or": (_both(torch.logical_or), ("broadcast_logical_or",), ("_logical_or", "_Logical_Or"),
                   ("_logical_or_scalar", "_LogicalOrScalar")),
    "logical_xor": (_both(torch.logical_xor), ("broadcast_logical_xor",), ("_logical_xor", "_Logical_Xor"),
                    ("_logical_xor_scalar", "_LogicalXorScalar")),
}  # fmt: skip
_REVERSED = {"sub": ("_rminus_scalar", "_RMinusScalar"), "div": ("_rdiv_scalar", "_RDivScalar"),
             "mod": ("_rmod_scalar", "_RModScalar"), "power": ("_rpower_scalar", "_RPowerScalar")}
_SMOOTH = ("add", "sub", "mul", "div", "mod", "power", "hypot", "maximum", "minimum")


def _declare(key: str, function, names: tuple, form: str) -> None:
    smooth = key in _SMOOTH
    word = key.replace("_", " ")

    def elementwise(lhs: Array, rhs: Array):
        if lhs.shape != rhs.shape:
            raise MXNetError(f"Incompatible attr in node at 1-th input: expected {list(lhs.shape)}, "
                             f"got {list(rhs.shape)}; use broadcast_{key} for shapes that differ")
        return function(lhs, rhs)

    def broadcasting(lhs: Array, rhs: Array):
        return function(lhs, rhs)

    def with_scalar(data: Array, *, scalar: float = 1.0, is_int: bool = True):
        return function(data, scalar_of(data, scalar))

    def from_scalar(data: Array, *, scalar: float = 1.0, is_int: bool = True):
        return function(torch.full_like(data, scalar_of(data, scalar)), data)

    body, rule, text = {
        "elementwise": (elementwise, shapes.same, f"Compute {word} of two arrays of one shape."),
        "broadcast": (broadcasting, shapes.broadcast, f"Compute {word} of two arrays with broadcasting."),
        "scalar": (with_scalar, shapes.same, f"Compute {word} of an array and a scalar."),
        "reversed": (from_scalar, shapes.same, f"Compute {word} of a scalar and an array, the scalar first."),
    }[form]
    body.__doc__ = text
    op(names[0], aliases=names[1:], shapes=rule, differentiable=smooth)(body)


for _key, (_function, _broadcast, _elementwise, _scalar) in FAMILY.items():
    _declare(_key, _function, _broadcast, "broadcast")
    _declare(_key, _function, _elementwise, "elementwise")
    _declare(_key, _function, _scalar, "scalar")
for _key, _names in _REVERSED.items():
    _declare(_key, FAMILY[_key][0], _names, "reversed")


@op("_grad_add", shapes=shapes.same)
def grad_add(lhs: Array, rhs: Array):
    """Add two gradients of one array."""
    return torch.add(lhs, rhs)


@op("add_n", aliases=("ElementWiseSum", "_sparse_add_n", "_sparse_ElementWiseSum"), shapes=shapes.same)
def add_n(*args: Array):
    """Add any number of arrays of one shape."""
    total = args[0].clone() if len(args) == 1 else torch.add(args[0], args[1])
    for item in args[2:]:
        total = total.add_(item) if not total.requires_grad else total + item
    return total
