"""Operators that are functions of mx.np and mx.npx by themselves, under their registered names: ``_np_sum``."""
from .numpy_op_signature import _get_builtin_op


def __getattr__(name: str):
    found = None if name.startswith("__") else _get_builtin_op(name)
    if found is None:
        raise AttributeError(f"module 'mxnet._numpy_op_doc' has no attribute {name!r}")
    return found
