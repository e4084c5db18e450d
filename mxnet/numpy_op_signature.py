"""Finds the function of mx.np or mx.npx that an operator is, by the operator's registered name."""
from . import numpy as _np
from . import numpy_extension as _npx


def _get_builtin_op(op_name: str):
    """Return the function of an operator named ``_np_...`` or ``_npx_...``; None for any other."""
    for prefix, home in (("_npx__image_", _npx.image), ("_npx_", _npx), ("_np_", _np)):
        if op_name.startswith(prefix):
            found = getattr(home, op_name[len(prefix):], None)
            if found is None:
                raise ValueError(f"Cannot find operator {op_name[len(prefix):]} in module {home.__name__}")
            return found
    return None
