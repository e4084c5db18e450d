"""MXNet's reshape codes: 0 keep, -1 infer, -2 keep the rest, -3 merge two, -4 split one; and `reverse`."""
from math import prod

from .errors import MXNetError


def reshape_target(old: tuple, codes: tuple, reverse: bool = False) -> tuple:
    """Work out the new shape of an array of shape ``old``; ``old`` may hold -1 for unknown sizes."""
    if reverse:
        flipped = reshape_target(old[::-1], _flip_codes(codes), False)
        return flipped[::-1]
    new = _walk(old, codes)
    if new.count(-1) > 1 and -1 not in old:
        raise MXNetError(f"reshape {codes}: One and only one dim can be inferred")
    if -1 in old:
        return tuple(new)
    if -1 in new:
        rest = prod(size for size in new if size != -1)
        if rest == 0 or prod(old) % rest:
            raise MXNetError(f"reshape: shape {codes} does not divide the {prod(old)} elements of {old}")
        new[new.index(-1)] = prod(old) // rest
    if prod(new) != prod(old):
        raise MXNetError(f"reshape: Target shape size is different to source. Target: {list(new)} "
                         f"Source: {list(old)}")
    return tuple(new)


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
        left = whole // right if left == -1 else left
        right = whole // left if right == -1 else right
        if left * right != whole:
            raise MXNetError(f"reshape {codes}: split dims {left}, {right} do not make {whole}")
    return left, right


def _flip_codes(codes: tuple) -> tuple:
    """Reverse the codes, keeping each -4 in front of its two factors."""
    groups: list = []
    index = 0
    while index < len(codes):
        width = 3 if codes[index] == -4 else 1
        group = codes[index:index + width]
        groups.append((group[0], *reversed(group[1:])))
        index += width
    return tuple(code for group in reversed(groups) for code in group)
