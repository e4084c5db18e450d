"""Whether what a module offers is documented: every parameter, what is returned, and examples that run.

`python -m tests.api.reference mxnet.metric` tells what is missing in one module.
"""
import contextlib
import doctest
import importlib
import inspect
import io
import sys
from typing import NoReturn

import mxnet as mx
from mxnet.core.words import read
from tests.operators.documentation import Checker

# module -> where else its members may be defined
MODULES = {
    "mxnet.numpy": "mxnet.ndarray.numpy", "mxnet.numpy.linalg": "", "mxnet.numpy.random": "",
    "mxnet.numpy_extension": "mxnet.core.device mxnet.util", "mxnet.numpy_extension.random": "",
    "mxnet.context": "mxnet.core.device", "mxnet.util": "",
    "mxnet.module": "", "mxnet.io": "", "mxnet.recordio": "", "mxnet.metric": "", "mxnet.optimizer": "",
    "mxnet.lr_scheduler": "", "mxnet.initializer": "", "mxnet.monitor": "", "mxnet.kvstore": "",
    "mxnet.callback": "mxnet.fit_callbacks mxnet.learning_rate_finder",
    "mxnet.gluon": "", "mxnet.gluon.nn": "", "mxnet.gluon.loss": "", "mxnet.gluon.data": "",
    "mxnet.gluon.rnn": "", "mxnet.autograd": "mxnet.recording", "mxnet.executor": "", "mxnet.checkpoint": "",
    "mxnet.ndarray": "", "mxnet.ndarray.sparse": "mxnet.ndarray.storage", "mxnet.ndarray.random": "",
    "mxnet.ndarray.contrib": "mxnet.ndarray.control", "mxnet.random": "",
    "mxnet.symbol": "", "mxnet.symbol.random": "", "mxnet.symbol.contrib": "mxnet.symbol.control",
    "mxnet.visualization": "", "mxnet.predictor": "", "mxnet.image": "", "mxnet.profiler": "", "mxnet.rnn": "",
    "mxnet.operator": "", "mxnet.test_utils": "", "mxnet.attribute": "", "mxnet.name": "", "mxnet.registry": "",
    "mxnet.engine": "", "mxnet.log": "", "mxnet.runtime": "",
    "mxnet.gluon.data.vision": "", "mxnet.gluon.data.vision.transforms": "", "mxnet.gluon.utils": "",
    "mxnet.gluon.model_zoo.vision": "", "mxnet.gluon.model_zoo.model_store": "",
    "mxnet.gluon.contrib.nn": "", "mxnet.gluon.contrib.cnn": "", "mxnet.gluon.contrib.rnn": "",
    "mxnet.gluon.contrib.data": "", "mxnet.gluon.contrib.data.text": "", "mxnet.gluon.contrib.estimator": "",
    "mxnet.contrib.amp": "", "mxnet.contrib.autograd": "", "mxnet.contrib.io": "", "mxnet.contrib.onnx": "",
    "mxnet.contrib.quantization": "", "mxnet.contrib.svrg_optimization.svrg_module": "",
    "mxnet.contrib.tensorboard": "", "mxnet.contrib.text.embedding": "", "mxnet.contrib.text.utils": "",
    "mxnet.contrib.text.vocab": "",
}

# bases that are not public: their methods are those of the classes that have them
PARTS = {"Primitives", "Views", "Rates", "Executing", "Inferring", "SymbolBase", "_TokenEmbedding"}
# reached by programs of old, but how a Module works inside
INNER = {"DataParallelExecutorGroup"}


class Entry:
    """A function, a class or a method that the reference shows."""

    def __init__(self, name, value, overridden=()):
        self.name, self.value = name, value
        self.doc = inspect.getdoc(value) or ""
        self.overridden = [read(inspect.getdoc(method)) for method in overridden]

    def faults(self):
        """Say what is missing."""
        words = read(self.doc)
        if not words.sentence.endswith((".", ":")):
            return [f"{self.name}: no first sentence"]
        if isinstance(self.value, property) or self.signature().return_annotation in (NoReturn, "NoReturn"):
            return []
        said = self.texts()
        found = [f"{self.name}: {name!r} has no text" for name in self.parameters() if not said.get(name)]
        found += [f"{self.name}: {name!r} is described, but there is no such parameter" for name in words.texts
                  if name not in self.parameters() and not self.is_open()]
        titles = {title for one in (words, *self.overridden) for title in one.sections}
        if not inspect.isclass(self.value) and not titles & {"Returns", "Yields"}:
            if self.signature().return_annotation not in (None, "None", "Self"):
                found.append(f"{self.name}: no section Returns")
        return found

    def signature(self):
        try:
            return inspect.signature(self.value)
        except (TypeError, ValueError):
            return inspect.Signature()

    def texts(self):
        """Say what parameters mean; a class, or a method, that says nothing of them leaves that to its bases."""
        own = read(self.doc).texts
        if own or not inspect.isclass(self.value):
            return own or next((words.texts for words in self.overridden if words.texts), own)
        classes = [cls for cls in self.value.__mro__[::-1] if cls.__doc__]
        return {name: text for cls in classes for name, text in read(inspect.getdoc(cls)).texts.items()}

    def parameters(self):
        """Name the parameters; where the docstring names what keywords may be, these need no text themselves."""
        found = self.signature().parameters
        named = set(read(self.doc).texts) - set(found)
        return [name for name, item in found.items() if name not in ("self", "cls")
                and not (named and item.kind in (item.VAR_POSITIONAL, item.VAR_KEYWORD))]

    def is_open(self):
        """Tell whether keywords are taken that the signature does not name."""
        return any(item.kind is item.VAR_KEYWORD for item in self.signature().parameters.values())

    def failures(self):
        """Run the examples, and give what went wrong as text."""
        test = doctest.DocTestParser().get_doctest(self.doc, {"mx": mx}, self.name, None, 0)
        report = io.StringIO()
        runner = doctest.DocTestRunner(Checker(), verbose=False, optionflags=doctest.NORMALIZE_WHITESPACE)
        with contextlib.redirect_stderr(report):
            runner.run(test, out=report.write)
        return report.getvalue()


def members(module_name):
    """Give the public functions and classes of a module that are defined in it, and the methods of its classes.

    Those made from operators are held by the test of operators.
    """
    module = importlib.import_module(module_name)
    homes = (module_name, *MODULES.get(module_name, "").split())
    offered, found = getattr(module, "__all__", None) or vars(module), []
    for name in offered:
        value = getattr(module, name)
        if name.startswith("_") or name in INNER or not (inspect.isfunction(value) or inspect.isclass(value)):
            continue
        home = value.__module__
        if not any(home == prefix or home.startswith(prefix + ".") for prefix in homes) or _is_operator(value):
            continue
        found.append(Entry(f"{module_name}.{name}", value))
        if inspect.isclass(value):
            found += [Entry(f"{module_name}.{name}.{key}", member, _overridden(value, key))
                      for key, member in _methods(value)]
    return found


def _overridden(cls, key):
    """Give the methods of this name of the bases of a class."""
    return [vars(base)[key] for base in cls.__mro__[1:] if inspect.isfunction(vars(base).get(key))]


def _is_operator(value):
    """Tell functions that `make_function` made from an operator: their signature ends with MXNet's keywords."""
    return inspect.isfunction(value) and value.__code__.co_name == "function" and value.__code__.co_filename.endswith(
        "register.py")


def _methods(cls):
    """Give the methods and properties that a class defines, or has from a base that is part of it.

    What the forward of a layer takes is told by the layer.
    """
    computes = {"forward", "hybrid_forward"} if any("forward" in vars(base) for base in cls.__mro__[1:]) else set()
    own = dict(vars(cls))
    for base in cls.__mro__[1:]:
        if base.__name__ in PARTS:
            own = {**vars(base), **own}
    for key, member in own.items():
        if key.startswith("_") or key in computes:
            continue
        member = member.__func__ if isinstance(member, (staticmethod, classmethod)) else member
        if isinstance(member, property):
            yield key, member
        elif inspect.isfunction(member):
            yield key, getattr(cls, key)


def main(names):
    bad = 0
    for name in names:
        entries = members(name)
        for entry in entries:
            lines = [*entry.faults(), *filter(None, [entry.failures()])]
            bad += len(lines)
            print(*lines, sep="\n", end="\n" if lines else "")
        print(f"{name}: {len(entries)} entries")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:] or MODULES))
