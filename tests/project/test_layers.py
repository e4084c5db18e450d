"""Imports point one way. Every module of the package stands on one floor and imports from no higher.

A new module fails here until it is given its floor: that is the moment to decide where it lives.
"""
import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "mxnet"

# From the ground up. A name stands for a module or a package with all that is in it.
FLOORS = [
    ("foundation", "version core.errors core.kernel_errors core.device core.dtype core.scope core.npmode "
                   "core.ownership core.reshape "
                   "core.__init__ core.absence core.arguments core.attributes core.copies core.cores core.handles "
                   "core.identifiers core.location core.matmul core.opening core.order core.mode core.rng core.trace "
                   "core.refusal fileformat installation libinfo log core.borrowed core.borrowed_names "
                   "core.torch_private "
                   "core.torch_modes core.tuning core.bounds core.params core.storage core.tf32 core.words library"),
    ("declaration of operators", "core.op core.describe"),
    ("operators", "core.ops core.numpy"),
    ("graph", "core.graph core.construction core.program core.shown"),
    ("passes", "core.captured_calls core.compile core.evaluate core.passes core.donation core.memory_plan "
               "core.parted_backward core.shared_states core.tape core.tiers "
               "fileformat.symbol_json fileformat.symbol_versions"),
    ("scopes and switches", "attribute base context engine error name registry runtime util"),
    ("front-ends", "ndarray symbol"),
    ("execution", "autograd binding executor numpy operator random recording"),
    ("parts of training", "contrib image initializer io kvstore kvstore_server lr_scheduler convert "
                          "metric misc monitor ndarray_doc numpy_extension onnx optimizer profile_recorder profiler "
                          "recordio rtc symbol_doc visualization"),
    ("models", "callback checkpoint fit_callbacks learning_rate_finder contrib.amp contrib.quantization "
               "contrib.svrg_optimization executor_manager "
               "feedforward model module notebook predictor rnn torch_export torch_module"),
    ("gluon", "gluon"),
    ("whole", "__init__ __main__ _numpy_op_doc accommodation cli numpy_dispatch_protocol numpy_op_signature "
              "test_utils"),
]
FLOOR = {name: height for height, (_, names) in enumerate(FLOORS) for name in names.split()}

# Beside the direction: rooms that must not know each other.
STRANGERS = [
    ("ndarray", "symbol"), ("symbol", "ndarray"),
    # operators are met through the registry, never by import
    ("core.graph", "core.ops"), ("core.passes", "core.ops"), ("core.tiers", "core.ops"),
]

# MXNet gives some objects methods that belong to a higher floor. They are imported inside the method.
SHORTCUTS = {
    ("ndarray.array", "autograd"): "NDArray.attach_grad and NDArray.backward",
    ("base", "ndarray"): "mx.base._LIB, which old programs call",
    ("ndarray.functions", "image"): "mx.nd.imdecode",
    ("symbol.executing", "binding"): "Symbol.bind and Symbol.simple_bind",
    ("symbol.executing", "torch_module"): "Symbol.to_torch",
    ("symbol.executing", "visualization"): "Symbol._repr_html_",
    ("contrib.onnx", "gluon"): "import_to_gluon",
    ("contrib.amp.conversion", "gluon"): "convert_hybrid_block",
    ("contrib.quantization.networks", "gluon"): "quantize_net",
}

# All other imports inside functions, by their reason: importer > what it imports.
LAZY = {
    "a command loads what it needs, so that `remixnet --help` comes at once":
        "cli.bench>predictor cli.bench>visualization.chart cli.checkpoint>contrib.onnx cli.convert>predictor "
        "cli.convert>contrib.onnx cli.convert>convert.python cli.convert>torch_export cli.doctor>predictor "
        "cli.inspect>cli.page cli.predict>predictor cli.convert>cli.quantize cli.quantize>predictor "
        "cli.quantize>contrib.amp cli.quantize>contrib.quantization",
    "these modules import onnx, which a user may not have":
        "contrib.onnx>contrib.onnx.export contrib.onnx>contrib.onnx.reading contrib.onnx>contrib.onnx.loading",
    "translations register with the reader, and importing them fills its table":
        "contrib.onnx.reading>contrib.onnx.from_extra contrib.onnx.reading>contrib.onnx.from_math "
        "contrib.onnx.reading>contrib.onnx.from_nn contrib.onnx.reading>contrib.onnx.from_shape",
    "a body is lowered by what lowers graphs, which imports the writer":
        "core.passes.writer>core.evaluate",
    "a method of a class that the imported module is made of":
        "ndarray.array>ndarray.serialization ndarray.array>ndarray.showing "
        "ndarray.invoke>ndarray.later ndarray.array>ndarray.storage.dispatch "
        "ndarray.array>ndarray.numpy.array symbol.symbol>symbol.numpy.symbol "
        "ndarray.array>ndarray.storage.creation ndarray.creation>ndarray.storage.creation "
        "ndarray.methods>ndarray.functions ndarray.storage.arrays>ndarray.serialization "
        "ndarray.storage.arrays>ndarray.storage.products ndarray.storage.dispatch>ndarray.storage.products "
        "ndarray.storage.dispatch>ndarray.storage.scatter ndarray.storage.dispatch>ndarray.storage.arrays "
        "rnn.modifier>rnn.fused test_utils.samples>test_utils.sparse",
    "a factory gives what is made from the class beside it":
        "kvstore.base>kvstore.local kvstore.base>kvstore.distributed",
    "only who sets an optimizer needs one": "kvstore.local>optimizer",
    "programs that read no files, show nothing, or are no servers start in less time":
        "io>io.file_iterators module.module>visualization.tables kvstore.server>kvstore.distributed.environment "
        "kvstore.server>kvstore.distributed.group kvstore.server>kvstore.distributed.meeting",
    "only programs in NumPy mode enter it": "test_utils>symbol.numpy ndarray.cached>ndarray.numpy.array",
}
EXCUSED = {pair for pairs in LAZY.values() for pair in pairs.split()}


def modules():
    """Give every module of the package: dotted name below mxnet -> file."""
    found = {}
    for path in sorted(PACKAGE.rglob("*.py")):
        parts = path.relative_to(PACKAGE).with_suffix("").parts
        if parts[-1] == "__init__" and len(parts) > 1 and parts != ("core", "__init__"):
            parts = parts[:-1]
        found[".".join(parts)] = path
    return found


MODULES = modules()


def room(name):
    """Give the entry of FLOORS that a module belongs to, the longest one that fits."""
    parts = name.split(".")
    for length in range(len(parts), 0, -1):
        if ".".join(parts[:length]) in FLOOR:
            return ".".join(parts[:length])
    return None


def imports(name, path, source=None):
    """Yield (node, module below mxnet) for every import of the package in a file, lazy ones too."""
    tree = ast.parse(path.read_text() if source is None else source)
    package = name.split(".") if path.name == "__init__.py" and name != "__init__" else name.split(".")[:-1]
    skipped = {id(inner) for node in ast.walk(tree)
               if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test)
               for inner in ast.walk(node)}
    for node in ast.walk(tree):
        if id(node) in skipped:
            continue
        if isinstance(node, ast.Import):
            for item in node.names:
                if item.name.split(".")[0] == "mxnet":
                    yield node, item.name.partition(".")[2] or "__init__"
        elif isinstance(node, ast.ImportFrom):
            if node.level:
                base = package[:len(package) - node.level + 1]
                if node.module:
                    base = [*base, *node.module.split(".")]
            elif node.module and node.module.split(".")[0] == "mxnet":
                base = node.module.split(".")[1:]
            else:
                continue
            for item in node.names:
                inner = ".".join([*base, item.name])
                known = inner in MODULES or room(inner) == inner
                yield node, inner if known else ".".join(base) or "__init__"


def violations(name, path, source=None):
    """Give a line for each import that points the wrong way."""
    here, found = room(name), []
    for node, target in imports(name, path, source):
        there = room(target)
        if there is None or there == here or (node.col_offset and (name, there) in SHORTCUTS):
            continue
        where = f"mxnet/{path.relative_to(PACKAGE)}:{node.lineno} imports mxnet.{target}"
        if FLOOR[there] > FLOOR[here]:
            found.append(f"{where}: {FLOORS[FLOOR[there]][0]} stand above {FLOORS[FLOOR[here]][0]}")
        if (here, there) in STRANGERS:
            found.append(f"{where}: {here} must not know {there}")
    return found


def lazy(name, path, source=None):
    """Give 'importer>imported' for each import of the package that a function makes."""
    tree = ast.parse(path.read_text() if source is None else source)
    inner = {(node.lineno, node.col_offset) for function in ast.walk(tree)
             if isinstance(function, (ast.FunctionDef, ast.AsyncFunctionDef)) for node in ast.walk(function)
             if isinstance(node, (ast.Import, ast.ImportFrom))}
    return {f"{name}>{target}" for node, target in imports(name, path, source)
            if (node.lineno, node.col_offset) in inner and (name, room(target)) not in SHORTCUTS}


def test_imports_inside_functions_have_a_reason():
    found = {pair for name, path in MODULES.items() for pair in lazy(name, path)}
    assert found - EXCUSED == set(), "import it at the top, or say in LAZY why not"
    assert EXCUSED - found == set(), "no longer there: take it out of LAZY"


def test_an_import_inside_a_function_is_seen():
    path = PACKAGE / "ndarray" / "array.py"
    inside, outside = "def f():\n    from .creation import zeros", "try:\n    import mxnet.base\nfinally:\n    pass"
    assert lazy("ndarray.array", path, inside) == {"ndarray.array>ndarray.creation"}
    assert not lazy("ndarray.array", path, outside)


@pytest.mark.parametrize("name", MODULES)
def test_imports_point_one_way(name):
    assert room(name) is not None, f"mxnet.{name} has no floor yet: give it one in FLOORS"
    assert not violations(name, MODULES[name])


def test_core_knows_nothing_above_it():
    above = [f"{name}: {target}" for name, path in MODULES.items() if name.startswith("core")
             for _, target in imports(name, path) if not target.startswith(("core", "version"))]
    assert not above


@pytest.mark.parametrize("name, line", [
    ("core.passes.plan", "from ...ndarray import NDArray"),
    ("core.passes.plan", "from ..ops import layout"),
    ("core.op.registry", "def f():\n    from ..ops.layout import reshape"),
    ("ndarray.array", "import mxnet as mx"),
    ("ndarray.array", "from ..autograd import backward"),
    ("ndarray.array", "from ..symbol import Symbol"),
    ("symbol.symbol", "from mxnet.ndarray import NDArray"),
    ("metric.loss", "from ..module import Module"),
])
def test_a_wrong_import_is_seen(name, line):
    assert violations(name, PACKAGE / (name.replace(".", "/") + ".py"), line)
