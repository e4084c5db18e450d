"""MXNet's reshape codes: 0 keep, -1 infer, -2 keep the rest, -3 merge, -4 split; and `reverse`."""
from functools import lru_cache
from math import prod
from typing import Any

from .errors import MXNetError


def open_target(old: tuple[Any, ...], codes: tuple[Any, ...], reverse: bool = False) -> tuple[Any, ...]:
    """Do what `reshape_target` does, also for sizes that a tracer leaves symbolic and that cannot be read."""
    if reverse:
        return open_target(old[::-1], codes[::-1])[::-1]
    new = _walk(old, codes)
    if codes.count(-1) - _split_unknowns(codes) > 1:
        raise MXNetError(f"reshape {codes}: One and only one dim can be inferred")
    if -1 in old:
        return tuple(new)
    if -1 in new:
        rest = prod(size for size in new if size != -1)
        if rest == 0 or prod(old) % rest:
            raise MXNetError(f"reshape: {codes} does not divide the {prod(old)} elements of {old}")
        new[new.index(-1)] = prod(old) // rest
    if prod(new) != prod(old):
        raise MXNetError(f"reshape: Target shape size is different to source. Target: {list(new)} "
                         f"Source: {list(old)}")
    return tuple(new)


@lru_cache(maxsize=4096)
def reshape_target(old: tuple[Any, ...], codes: tuple[Any, ...], reverse: bool = False) -> tuple[Any, ...]:
    """Compute the new shape of an array of shape ``old``, which may hold -1 for unknown sizes.

    With ``reverse`` both are read from right to left, so a -4 then follows its two factors.
    """
    return open_target(old, codes, reverse)


def old_target(old: tuple[Any, ...], target: tuple[Any, ...], keep_highest: bool) -> tuple[Any, ...]:
    """Compute the shape that the first releases' ``target_shape`` requests: 0 is the size to infer."""
    new = list(target)
    if keep_highest:
        new[0] = old[0]
    unknown = [axis for axis in range(int(keep_highest), len(new)) if new[axis] == 0]
    if len(unknown) == 1:
        if -1 in old:
            new[unknown[0]] = -1
            return tuple(new)
        rest = prod(size for size in new if size)
        if not rest or prod(old) % rest:
            raise MXNetError(f"reshape: target_shape {target} does not divide the {prod(old)} "
                             f"elements of {old}")
        new[unknown[0]] = prod(old) // rest
    if -1 not in old and prod(new) != prod(old):
        raise MXNetError(f"reshape: Target shape size is different to source. Target: {new} "
                         f"Source: {list(old)}")
    return tuple(new)


def _split_unknowns(codes: tuple) -> int:
    """Count the -1 factors after a -4; they are not free dimensions."""
    return sum(code == -4 and -1 in codes[index + 1:index + 3] for index, code in enumerate(codes))


def _walk(old: tuple, codes: tuple) -> list:
    new: list = []
    source = 0
    index = 0
    while index < len(codes):
        code = codes[index]
        if code == 0:
            if source >= len(old):
                raise MXNetError(f"reshape {codes}: code 0 has no dimension to copy from {old}")
            new.append(old[source])
            source += 1
        elif code == -1:
            new.append(-1)
            source += 1
        elif code == -2:
            new.extend(old[source:])
            source = len(old)
        elif code == -3:
            if source + 1 >= len(old):
                raise MXNetError(f"reshape {codes}: code -3 needs two dimensions of {old}")
            pair = old[source:source + 2]
            new.append(-1 if -1 in pair else pair[0] * pair[1])
            source += 2
        elif code == -4:
            new.extend(_split(old, source, codes, index))
            source += 1
            index += 2
        elif code > 0:
            new.append(code)
            source += 1
        else:
            raise MXNetError(f"reshape: {code} is not a reshape code (0, -1, -2, -3, -4 or a size)")
        index += 1
    return new


def _split(old: tuple, source: int, codes: tuple, index: int) -> tuple:
    if source >= len(old) or index + 2 >= len(codes):
        raise MXNetError(f"reshape {codes}: code -4 needs a dimension of {old} and two factors")
    whole, (left, right) = old[source], codes[index + 1:index + 3]
    if left == -1 and right == -1:
        raise MXNetError(f"reshape {codes}: Split dims cannot both be -1.")
    if whole != -1:
        left = whole // right if left == -1 and right else left
        right = whole // left if right == -1 and left else right
        if left * right != whole:
            raise MXNetError(f"reshape {codes}: Split dims {left}, {right} do not divide original "
                             f"dim {whole}")
    return left, right


def numpy_shape(args: tuple[Any, ...], kwargs: dict[Any, Any]) -> tuple[Any, ...]:
    """Read the arguments of NumPy's ``a.reshape``: sizes one by one or as one sequence, and ``order``."""
    order = kwargs.pop("order", "C")
    if kwargs:
        raise TypeError(f"reshape: unknown keyword {sorted(kwargs)}; order is supported")
    if order != "C":
        raise NotImplementedError(f"reshape: only order='C' is supported, got {order!r}")
    if not args:
        raise TypeError("reshape: the new shape is missing")
    return tuple(args[0]) if len(args) == 1 and isinstance(args[0], (tuple, list)) else tuple(args)
