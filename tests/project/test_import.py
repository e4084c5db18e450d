"""`import mxnet` brings no more than it needs, and leaves the garbage collector as the program had it."""
import inspect
import subprocess
import sys
import types
from functools import partial, wraps

import mxnet  # noqa: F401  the operators are there
from mxnet.core.arguments import Argument, arguments_of
from mxnet.core.op import operators

PROGRAM = """
import gc, sys, torch
if {freeze}:
    gc.freeze()
frozen = gc.get_freeze_count()
import mxnet
assert gc.isenabled() and bool(gc.get_freeze_count()) is bool(frozen), "the collector is another"
late = [name for name in ("gluon", "module", "io", "image", "visualization", "callback", "model", "rnn", "contrib.onnx")
        if "mxnet." + name in sys.modules]
late += [name for name in ("onnx", "cv2", "scipy", "graphviz") if name in sys.modules]
assert not late, late
"""


def test_the_import_is_light_and_leaves_the_collector_alone():
    for freeze in (False, True):
        subprocess.run([sys.executable, "-c", PROGRAM.format(freeze=freeze)], check=True)


def same(function):
    """Compare with what inspect tells."""
    found, wanted = arguments_of(function), inspect.signature(function, eval_str=True).parameters.values()
    return [(a.name, a.kind, a.default is b.default or a.default == b.default, type(a.annotation)) for a, b in
            zip(found, wanted, strict=True)] == [(b.name, b.kind, True, type(b.annotation)) for b in wanted]


def test_arguments_of_operators_are_read_as_inspect_reads_them():
    functions = {op.function for op in operators().values() if isinstance(op.function, types.FunctionType)}
    assert len(functions) > 300 and not [function for function in functions if not same(function)]


def test_arguments_of_all_kinds():
    def plain(a, b: "int" = 1, *c: "float", d, e: str = "x", **f: bool):
        pass

    @wraps(plain)
    def wrapped(*args, **kwargs):
        pass
    assert same(plain) and same(wrapped) and same(partial(plain, 1))
    assert same(lambda: None) and same(lambda *, x=2: x)
    assert all(isinstance(item, Argument) for item in arguments_of(plain))
