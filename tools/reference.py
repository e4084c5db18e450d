"""Writes the sources of the site's reference, which Sphinx's autodoc fills: docs/conf.py calls it.

Operators come from the registry, a page per family; everything else from the modules in `MODULES`, a page each. The
words are those of the docstrings. What is written is not committed.
"""
import functools
import importlib
import inspect
import re
from pathlib import Path

from numpydoc.docscrape_sphinx import SphinxDocString

import mxnet
from mxnet.core import (
    describe,
    ops,  # noqa: F401  -- importing it registers every family
)
from mxnet.core.op import operators
from mxnet.core.op.registry import Op

# Pages of operators: file, title, the modules of mxnet/core/ops whose operators they list.
FAMILIES = (
    ("layers", "Layers of neural networks", "nn softmax"),
    ("losses", "Losses and outputs", "loss"),
    ("elementwise", "Functions of each element", "elemwise casts contrib.pointwise"),
    ("arithmetic", "Arithmetic and comparisons", "arithmetic"),
    ("reduction", "Sums, means, sorting", "reduce ordering scan"),
    ("indexing", "Indexing, slicing, joining", "indexing coordinates embedding sparse slicing "
     "joining sequence"),
    ("shape", "Shape and order of axes", "layout storage"),
    ("linalg", "Matrix products and linear algebra", "products linalg triangles"),
    ("creation", "New arrays", "init constant"),
    ("random", "Random numbers and densities", "random density"),
    ("image", "Images", "image image_file"),
    ("detection", "Detection: boxes, anchors, regions", "contrib.align contrib.boxes contrib.deformable "
     "contrib.multibox contrib.position contrib.proposal contrib.suppression"),
    ("contrib", "Attention, spectra, graphs and more of contrib", "contrib"),
    ("control", "Control flow and custom operators", "control custom"),
    ("update", "Updates of optimizers", "update"),
    ("quantization", "8-bit operators", "quantization quantization_arrays quantization_attention quantization_joined "
     "quantization_layers quantization_rnn intgemm"),
    ("numpy", "Behind mx.np", "numpy"),
)

# Pages of the interface: file, title, module, and where else its members may be defined.
MODULES = (
    ("ndarray", "NDArray: mx.nd", "mxnet.ndarray", "mxnet.ndarray"),
    ("ndarray-sparse", "Sparse arrays: mx.nd.sparse", "mxnet.ndarray.sparse", "mxnet.ndarray"),
    ("ndarray-random", "Random arrays: mx.nd.random", "mxnet.ndarray.random", "mxnet.ndarray.random"),
    ("ndarray-contrib", "Control flow: mx.nd.contrib", "mxnet.ndarray.contrib",
     "mxnet.ndarray.control mxnet.ndarray.contrib"),
    ("symbol", "Symbol: mx.sym", "mxnet.symbol", "mxnet.symbol"),
    ("symbol-contrib", "Control flow: mx.sym.contrib", "mxnet.symbol.contrib",
     "mxnet.symbol.control mxnet.symbol.contrib"),
    ("symbol-random", "Random symbols: mx.sym.random", "mxnet.symbol.random", "mxnet.symbol.random"),
    ("executor", "Executor", "mxnet.executor", "mxnet.executor"),
    ("autograd", "Gradients: mx.autograd", "mxnet.autograd", "mxnet.autograd mxnet.recording"),
    ("module", "Module: mx.mod", "mxnet.module", "mxnet.module"),
    ("model", "Checkpoints: mx.model", "mxnet.model",
     "mxnet.model mxnet.checkpoint mxnet.feedforward mxnet.executor_manager"),
    ("predictor", "Prediction: mx.predictor", "mxnet.predictor", "mxnet.predictor"),
    ("io", "Data iterators: mx.io", "mxnet.io", "mxnet.io"),
    ("recordio", "Record files: mx.recordio", "mxnet.recordio", "mxnet.recordio"),
    ("image", "Images: mx.image", "mxnet.image", "mxnet.image"),
    ("optimizer", "Optimizers: mx.optimizer", "mxnet.optimizer", "mxnet.optimizer"),
    ("lr_scheduler", "Learning rates: mx.lr_scheduler", "mxnet.lr_scheduler", "mxnet.lr_scheduler"),
    ("initializer", "Initializers: mx.init", "mxnet.initializer", "mxnet.initializer mxnet.registry"),
    ("metric", "Metrics: mx.metric", "mxnet.metric", "mxnet.metric mxnet.registry"),
    ("callback", "Callbacks: mx.callback", "mxnet.callback",
     "mxnet.callback mxnet.fit_callbacks mxnet.learning_rate_finder"),
    ("monitor", "Monitor: mx.mon", "mxnet.monitor", "mxnet.monitor"),
    ("profiler", "Profiler: mx.profiler", "mxnet.profiler", "mxnet.profiler"),
    ("visualization", "Pictures of networks: mx.viz", "mxnet.visualization", "mxnet.visualization"),
    ("rnn", "Recurrent cells: mx.rnn", "mxnet.rnn", "mxnet.rnn"),
    ("kvstore", "KVStore: mx.kv", "mxnet.kvstore", "mxnet.kvstore"),
    ("operator", "Custom operators: mx.operator", "mxnet.operator", "mxnet.operator"),
    ("random", "Random numbers: mx.random", "mxnet.random", "mxnet.random mxnet.ndarray.random"),
    ("context", "Devices: mx.context", "mxnet.context", "mxnet.context mxnet.core.device"),
    ("gluon", "Gluon: blocks, parameters, trainer", "mxnet.gluon", "mxnet.gluon"),
    ("gluon-nn", "Layers: gluon.nn", "mxnet.gluon.nn", "mxnet.gluon.nn"),
    ("gluon-rnn", "Recurrent layers: gluon.rnn", "mxnet.gluon.rnn", "mxnet.gluon.rnn"),
    ("gluon-loss", "Losses: gluon.loss", "mxnet.gluon.loss", "mxnet.gluon.loss"),
    ("gluon-data", "Data sets and loaders: gluon.data", "mxnet.gluon.data", "mxnet.gluon.data"),
    ("gluon-data-vision", "Image data sets: gluon.data.vision", "mxnet.gluon.data.vision", "mxnet.gluon.data.vision"),
    ("gluon-data-transforms", "Image transforms: gluon.data.vision.transforms", "mxnet.gluon.data.vision.transforms",
     "mxnet.gluon.data.vision.transforms"),
    ("gluon-model-zoo", "Model zoo: gluon.model_zoo.vision", "mxnet.gluon.model_zoo.vision",
     "mxnet.gluon.model_zoo.vision"),
    ("gluon-model-store", "Files of trained models: gluon.model_zoo.model_store", "mxnet.gluon.model_zoo.model_store",
     "mxnet.gluon.model_zoo.model_store"),
    ("gluon-utils", "Parts of batches, downloads: gluon.utils", "mxnet.gluon.utils", "mxnet.gluon.utils"),
    ("gluon-contrib-nn", "More layers: gluon.contrib.nn", "mxnet.gluon.contrib.nn", "mxnet.gluon.contrib.nn"),
    ("gluon-contrib-cnn", "Deformable convolutions: gluon.contrib.cnn", "mxnet.gluon.contrib.cnn",
     "mxnet.gluon.contrib.cnn"),
    ("gluon-contrib-rnn", "More recurrent layers: gluon.contrib.rnn", "mxnet.gluon.contrib.rnn",
     "mxnet.gluon.contrib.rnn"),
    ("gluon-contrib-data", "Samplers: gluon.contrib.data", "mxnet.gluon.contrib.data", "mxnet.gluon.contrib.data"),
    ("gluon-contrib-data-text", "Texts: gluon.contrib.data.text", "mxnet.gluon.contrib.data.text",
     "mxnet.gluon.contrib.data.text"),
    ("gluon-contrib-estimator", "Estimator: gluon.contrib.estimator", "mxnet.gluon.contrib.estimator",
     "mxnet.gluon.contrib.estimator"),
    ("numpy", "NumPy's functions: mx.np", "mxnet.numpy", "mxnet.numpy mxnet.ndarray.numpy"),
    ("numpy-linalg", "Linear algebra: mx.np.linalg", "mxnet.numpy.linalg", "mxnet.numpy mxnet.ndarray.numpy"),
    ("numpy-random", "Random numbers: mx.np.random", "mxnet.numpy.random", "mxnet.numpy mxnet.ndarray.numpy"),
    ("numpy_extension", "Beyond NumPy: mx.npx", "mxnet.numpy_extension",
     "mxnet.numpy_extension mxnet.ndarray.numpy_extension mxnet.util"),
    ("amp", "Mixed precision: mx.contrib.amp", "mxnet.contrib.amp", "mxnet.contrib.amp"),
    ("quantization", "Quantization: mx.contrib.quantization", "mxnet.contrib.quantization",
     "mxnet.contrib.quantization"),
    ("onnx", "ONNX: mx.contrib.onnx", "mxnet.contrib.onnx", "mxnet.contrib.onnx mxnet.onnx"),
    ("text-vocab", "Vocabularies: mx.contrib.text.vocab", "mxnet.contrib.text.vocab", "mxnet.contrib.text"),
    ("text-embedding", "Embeddings of words: mx.contrib.text.embedding", "mxnet.contrib.text.embedding",
     "mxnet.contrib.text.embedding"),
    ("svrg", "Variance reduction: mx.contrib.svrg_optimization", "mxnet.contrib.svrg_optimization.svrg_module",
     "mxnet.contrib.svrg_optimization"),
    ("text-utils", "Counts of words: mx.contrib.text.utils", "mxnet.contrib.text.utils", "mxnet.contrib.text.utils"),
    ("contrib-io", "Loaders as iterators: mx.contrib.io", "mxnet.contrib.io", "mxnet.contrib.io"),
    ("contrib-tensorboard", "TensorBoard: mx.contrib.tensorboard", "mxnet.contrib.tensorboard",
     "mxnet.contrib.tensorboard"),
    ("contrib-autograd", "Gradients as of 2016: mx.contrib.autograd", "mxnet.contrib.autograd",
     "mxnet.contrib.autograd"),
    ("attribute", "Attributes of symbols: mx.attribute", "mxnet.attribute", "mxnet.attribute"),
    ("name", "Names of symbols: mx.name", "mxnet.name", "mxnet.name"),
    ("registry", "Registries: mx.registry", "mxnet.registry", "mxnet.registry"),
    ("engine", "Bulks: mx.engine", "mxnet.engine", "mxnet.engine"),
    ("error", "Errors: mx.error", "mxnet.error", "mxnet.error mxnet.core.errors"),
    ("log", "Logging: mx.log", "mxnet.log", "mxnet.log"),
    ("util", "Switches: mx.util", "mxnet.util", "mxnet.util"),
    ("runtime", "Features: mx.runtime", "mxnet.runtime", "mxnet.runtime"),
    ("test_utils", "Test tools: mx.test_utils", "mxnet.test_utils", "mxnet.test_utils"),
)

# A line of a docstring that gives a parameter's type.
TYPES = re.compile(r"\s*[*\w][\w, *]* : (?!.*``)")

# The section of a docstring that says what parameters mean.
PARAMETERS = re.compile(r"^Parameters\n-+\n.*?(?=\n\n\S[^\n]*\n-+\n|\Z)", re.DOTALL | re.MULTILINE)

# Classes whose methods come from mix-ins that have no entry of their own.
MIXED = {"NDArray", "Symbol", "Executor", "ndarray", "CSRNDArray", "RowSparseNDArray", "BaseModule", "Optimizer"}


def family_of(op: Op) -> str:
    """Name the page of an operator; that of the longest module name that fits."""
    module = op.function.__module__.partition("core.ops.")[2]
    fitting = [(len(name), page) for page, _, names in FAMILIES for name in names.split()
               if module == name or module.startswith(name + ".")]
    if not fitting:
        raise LookupError(f"operators of core/ops/{module} have no page; name it in FAMILIES")
    return max(fitting)[1]


def path_of(op: Op) -> str:
    """Say how a program reaches an operator: ``mxnet.nd.linalg.gemm``."""
    space, short = describe.namespace(op.name)
    return f"mxnet.nd.{short}" if space == "op" else f"mxnet.nd.{space}.{short}"


@functools.cache
def entries() -> dict[str, Op]:
    """Give every operator by the name of its entry."""
    return {path_of(op): op for op in set(operators().values())}


@functools.cache
def front_end() -> set[tuple[str, str]]:
    """Give (module, name) of all functions made from operators, aliases included."""
    found = (describe.namespace(name) for name in operators())
    return {("mxnet.ndarray" if space == "op" else f"mxnet.ndarray.{space}", short) for space, short in found}


def heading(title: str) -> list[str]:
    return [title, "=" * len(title), ""]


def operator_pages() -> dict[str, str]:
    """Make the pages of operators: name of the file -> its text."""
    pages: dict[str, list[tuple[str, Op]]] = {page: [] for page, _, _ in FAMILIES}
    for path, op in sorted(entries().items(), key=lambda entry: entry[1].name.lower().lstrip("_")):
        pages[family_of(op)].append((path, op))
    made = {}
    for page, title, _ in FAMILIES:
        lines = [":tocdepth: 2", "", *heading(title), ".. list-table::", "   :class: contents-table", ""]
        for path, op in pages[page]:
            target = path if reachable(path) else op.name
            lines += [f"   * - :py:obj:`{path.removeprefix('mxnet.nd.').removeprefix('_internal.')} <{target}>`",
                      f"     - {describe.sentence(op)}"]
        for path, op in pages[page]:
            lines += ["", f".. _op-{op.name}:", "", *entry(path, op)]
        made[page] = "\n".join(lines) + "\n"
    return made


def entry(path: str, op: Op) -> list[str]:
    """Give an operator's lines: autodoc's business where it is a function, else its text as it is."""
    if reachable(path):
        return [f".. autofunction:: {path}"]
    lines = describe.docstring(op).splitlines()
    words(None, "function", path, op, None, lines)
    shown = str(SphinxDocString("\n".join(lines))).splitlines()
    return [f".. py:function:: {op.name}{arguments_of(op)}", "", *(f"   {line}".rstrip() for line in shown)]


def reachable(path: str) -> bool:
    """Say whether programs can call it; nodes of mx.np in symbol files have no function of their own."""
    place: object = mxnet
    for name in path.split(".")[1:]:
        place = getattr(place, name, None)
    return place is not None


def members(module: str, homes: str) -> list[str]:
    """Name the public classes and functions of a module that are not borrowed from another one."""
    room = importlib.import_module(module)
    names = getattr(room, "__all__", None) or [name for name in dir(room) if not name.startswith("_")]
    found = []
    for name in dict.fromkeys(names):
        value = getattr(room, name)
        home = getattr(value, "__module__", None) or ""
        if name.startswith("_") or not (inspect.isclass(value) or callable(value)):
            continue
        if (module.replace("mxnet.symbol", "mxnet.ndarray"), name) in front_end():
            continue  # it has its entry among the operators
        if any(home == place or home.startswith(place + ".") for place in homes.split()):
            found.append(name)
    return sorted(found, key=str.lower)


def class_options(name: str, value: type) -> list[str]:
    options = ["   :members:"]
    if name in MIXED:
        options.append("   :inherited-members:")
    elif value.__bases__ != (object,):
        options.append("   :show-inheritance:")
    return options


def module_page(title: str, module: str, homes: str) -> str:
    """Make a page of the interface: a list of what there is, then each with its documentation."""
    room = importlib.import_module(module)
    about = (inspect.getdoc(room) or "").partition("\n\n")[0]  # what follows is for those who read the source
    lines = [":tocdepth: 2", "", *heading(title), f".. currentmodule:: {module}", "", about, ""]
    names = members(module, homes)
    for kind, wanted in (("Classes", True), ("Functions", False)):
        chosen = [name for name in names if inspect.isclass(getattr(room, name)) is wanted]
        if not chosen:
            continue
        lines += [kind, "-" * len(kind), "", ".. autosummary::", "   :nosignatures:", ""]
        lines += [*(f"   {name}" for name in chosen), ""]
        for name in chosen:
            lines += [f".. autoclass:: {name}", *class_options(name, getattr(room, name)), ""] if wanted else [
                f".. autofunction:: {name}", ""]
    return "\n".join(lines)


def write(docs: Path) -> None:
    """Write all sources into docs/operators and docs/api; files that stay the same are not touched."""
    made = {docs / "operators" / f"{page}.rst": text for page, text in operator_pages().items()}
    made |= {docs / "api" / f"{page}.rst": module_page(title, module, homes)
             for page, title, module, homes in MODULES}
    for path, text in made.items():
        path.parent.mkdir(exist_ok=True)
        if not path.exists() or path.read_text() != text:
            path.write_text(text)
    for stale in {*(docs / "operators").glob("*.rst"), *(docs / "api").glob("*.rst")} - made.keys():
        stale.unlink()


def signature(app, what, name, value, options, arguments, result) -> tuple[str, str] | None:
    """Show an operator's defaults, where its function only says that none was given (autodoc's event)."""
    op = entries().get(name)
    if op is None:
        return None
    return arguments_of(op), ""


def arguments_of(op: Op) -> str:
    """Show the arguments, by keyword from where Python has to have them so."""
    taken = describe.arguments(op, "array")
    shown = [f"{argument.name}={argument.default}" if argument.default else argument.name for argument in taken]
    if op.schema.variadic:
        shown.insert(0, f"*{op.schema.variadic}")
    elif (keywords := describe.ways(taken)[0][1]) < len(taken):
        shown.insert(keywords, "*")
    return f"({', '.join(shown)})"


def first_section(lines: list[str]) -> int:
    """Give the number of the line that begins the sections of a docstring."""
    return next((line for line, text in enumerate(lines) if text.startswith("-----")), len(lines) + 1) - 1


def inherited_parameters(value: type) -> list[str]:
    """Give the section Parameters of the nearest base that has one, where the constructor is the base's."""
    for base in value.__mro__[1:]:
        found = PARAMETERS.search(inspect.cleandoc(base.__doc__ or ""))
        if found and base.__module__.startswith("mxnet.") and (
                inspect.signature(base).parameters.keys() == inspect.signature(value).parameters.keys()):
            return found[0].splitlines()
    return []


def words(app, what, name, value, options, lines) -> None:
    """Say under which other names an operator is known, before its Parameters (autodoc's event).

    A class that says nothing of its parameters shows those of its base. A default such as ``'lstm_'`` in a line of
    types would be read as a link, and is escaped.
    """
    if what == "class" and not PARAMETERS.search("\n".join(lines)):
        place = first_section(lines)
        lines[place:place] = ["", *inherited_parameters(value), ""]
    lines[:] = [re.sub(r"_(?=['\"])", r"\_", line) if TYPES.match(line) else line for line in lines]
    op = entries().get(name)
    if op is not None and op.aliases:
        place = first_section(lines)
        lines[place:place] = ["", "Also: " + ", ".join(f"``{alias}``" for alias in op.aliases), ""]
