"""Writes the .pyi files of mx.nd and mx.sym from the operator registry, and those of other functions that are made:
`make stubs`.

The functions and methods are closures, which editors cannot see; the stubs are committed, so that an
installed package has them without importing torch at build time, and a test holds them up to date.
"""
import argparse
import ast
import importlib
import importlib.util
import inspect
import re
import sys
import types
from dataclasses import dataclass
from pathlib import Path
from pkgutil import iter_modules

import mxnet
from mxnet.core import describe
from mxnet.core.op import operators
from mxnet.io import file_iterators
from mxnet.io.reader import parameters
from tools import numpy_stubs

ROOT = Path(mxnet.__file__).parent
HEADER = '''"""Made from the operator registry by tools/stubs.py; `make stubs` regenerates it."""
from collections.abc import Callable, Mapping, Sequence
from typing import Annotated, Any, Literal, overload

from numpy.typing import DTypeLike

from mxnet.context import Context
'''
# what annotations of hand-written functions may name, beside the class of arrays
PLAIN = {"bool", "int", "float", "str", "bytes", "None", "list", "tuple", "dict", "slice", "Any", "...", "Callable",
         "Context", "DTypeLike", "Mapping", "Sequence"}
SIMPLE = (bool, int, float, str, type(None))


@dataclass
class FrontEnd:
    """What differs between the two packages made from the registry."""

    package: str
    array: str    # the class that their functions take and give
    home: str     # the module that defines it
    trailing: tuple[str, ...]
    symbolic: bool

    @property
    def folder(self):
        return ROOT / self.package

    @property
    def header(self):
        return f"{HEADER}from .{self.home} import {self.array}\n\n"

    def operator(self, op, name, method=False, brief=False):
        """Declare the function made from an operator; briefly, where its text stands elsewhere."""
        return describe.stub(op, name, self.array, self.trailing, method, self.symbolic, brief)

    def module(self, name):
        return importlib.import_module(f"mxnet.{self.package}.{name}")


FRONT_ENDS = (
    FrontEnd("ndarray", "NDArray", "array",
             ("out: NDArray | list[NDArray] | None = None", "name: str | None = None"), False),
    FrontEnd("symbol", "Symbol", "symbol",
             ("name: str | None = None", "attr: dict[str, str] | None = None"), True),
)
SPACES = ("op", "_internal", "contrib", "image", "linalg", "random", "sparse")


def annotation(given, array):
    """Spell an annotation that stands in a hand-written signature; Any where it is not a plain one."""
    if given is inspect.Parameter.empty:
        return "Any"
    text = str(given) if isinstance(given, str) else inspect.formatannotation(given)
    text = text.strip("'\"").replace(f"mxnet.ndarray.array.{array}", array)
    known = {*PLAIN, array, *(["Context"] if array == "ndarray" else [])}
    return text if set(re.findall(r"[\w.]+", text)) <= known else "Any"


def by_hand(name, function, array, unsaid="Any", brief=False):
    """Declare a function or method from its own signature; `unsaid` is what it gives by default."""
    shown, keyword_only = [], False
    for item in inspect.signature(function).parameters.values():
        if item.kind is item.KEYWORD_ONLY and not keyword_only:
            if not any(text.startswith("*") for text in shown):
                shown.append("*")
            keyword_only = True
        keyword_only = keyword_only or item.kind is item.VAR_POSITIONAL
        stars = {item.VAR_POSITIONAL: "*", item.VAR_KEYWORD: "**"}.get(item.kind, "")
        if item.name == "self" and not shown:
            shown.append("self")
            continue
        text = f"{stars}{item.name}: {annotation(item.annotation, array)}"
        if item.default is not item.empty:
            text += f" = {item.default!r}" if isinstance(item.default, SIMPLE) else " = ..."
        shown.append(text)
    given = inspect.signature(function).return_annotation
    back = unsaid if given is inspect.Signature.empty else annotation(given, array)
    head = f"def {name}({', '.join(shown)}) -> {back}:"
    if name in ("__eq__", "__ne__"):  # not the bool that object promises
        return f"{head} ...  # type: ignore[override]\n"
    words = inspect.getdoc(function) or ""
    return describe.with_words(head, words.partition("\n")[0] if brief else words)


def indent(text):
    return "".join(f"    {line}\n" if line else "\n" for line in text.splitlines())


def space_stub(front, space):
    """Declare one namespace: what is written there by hand, then what the registry puts there."""
    module, parts = front.module(space), []
    found = {}
    for name, op in operators().items():
        if describe.namespace(name)[0] == space:
            found.setdefault(describe.namespace(name)[1], op)
    for name in sorted(vars(module)):
        value = vars(module)[name]
        if (name.startswith("_") and space != "_internal") or not inspect.isfunction(value):
            continue
        if value.__module__ == module.__name__:
            parts.append(by_hand(name, value, front.array))
        elif name in found and name.isidentifier():
            parts.append(front.operator(found[name], name, brief=space == "sparse"))
    return front.header + "\n".join(parts)


def written_methods(cls, home):
    """Name the methods that stand in the source of a class and of its bases: checkers see them.

    `home` is the module of the class itself, which may call itself after one that MXNet has.
    """
    names = set()
    for base in cls.__mro__[:-1]:
        file = home.__file__ if base is cls else inspect.getfile(base)
        tree = ast.parse(Path(file).read_text())
        (body,) = (node.body for node in tree.body
                   if isinstance(node, ast.ClassDef) and node.name == base.__name__)
        names.update(node.name for node in body if isinstance(node, ast.FunctionDef))
    return names


def fluent_stub(front):
    """Declare the methods that are made by functions, not written; they give an array.

    The class inherits `Fluent` first, so for a checker these stand before what a mix-in assigns.
    """
    home, parts = front.module(front.home), []
    cls = getattr(home, front.array)
    known = written_methods(cls, home)
    attached = {}
    for base in reversed(cls.__mro__[:-1]):
        attached.update(vars(base))
    for name in sorted(attached):
        value = attached[name]
        if name in known or not inspect.isfunction(value):
            continue
        bare = list(inspect.signature(value).parameters) == ["self", "args", "kwargs"]
        if bare and name in operators():
            parts.append(front.operator(operators()[name], name, method=True))
        else:
            parts.append(by_hand(name, value, front.array, unsaid=front.array, brief=True))
    return f"{front.header}\nclass Fluent:\n" + (indent("\n".join(parts)) if parts else "    ...\n")


def contents_stub(front):
    """Declare the package's contents page: everything that it re-exports, under its own name."""
    package = importlib.import_module(f"mxnet.{front.package}")
    lines = ["from .op import *"]
    generated = vars(front.module("op"))
    lines += [f"from . import {module.name} as {module.name}"
              for module in iter_modules([str(front.folder)])
              # `mx.nd.array` is the function, not the file of that name
              if isinstance(vars(package).get(module.name, types), types.ModuleType)]
    for name, value in sorted(vars(package).items()):
        if name.startswith("_") or isinstance(value, types.ModuleType) or value is generated.get(name):
            continue
        if getattr(value, "__module__", "").startswith("mxnet.") and hasattr(value, "__name__"):
            home = f"{package.__name__}.{front.home}" if name == front.array else value.__module__
            if hasattr(sys.modules[home], name):
                lines.append(f"from {home} import {name} as {name}")
    return '"""Made by tools/stubs.py; `make stubs` regenerates it."""\n' + "\n".join(lines) + "\n"


def file_iterators_stub():
    """Declare the iterators over files, from what their readers take; a keyword that they ignore is a mistake."""
    parts = []
    for name, function in sorted(vars(file_iterators).items()):
        if inspect.isfunction(function) and hasattr(function, "reader"):
            taken = [describe.Argument.of(param).shown() for param in parameters(function.reader).values()]
            parts.append(describe.with_words(f"def {name}(*, {', '.join(taken)}) -> MXDataIter:", function.__doc__))
    return ('"""Made from the readers of files by tools/stubs.py; `make stubs` regenerates it."""\n'
            "from collections.abc import Sequence\nfrom typing import Literal\n\n"
            "from .reader import MXDataIter\n\n" + "\n".join(parts))


def package_stub():
    """Declare `mxnet` itself, with the modules that it imports at first use and their short names.

    A short name is an assignment: a stub exports an import under its own name only.
    """
    lines, short = [], []
    for name, target in sorted(mxnet._ROOMS.items()):
        if importlib.util.find_spec(f"mxnet.{target}") is None:
            continue
        if name == target:
            lines.append(f"from . import {name} as {name}")
        else:
            short.append(f"{name} = {target}")
    # The source, not the module: what else has been imported by now does not count.
    body = ast.parse((ROOT / "__init__.py").read_text()).body
    for node in [inner for outer in body for inner in (outer.body if isinstance(outer, ast.Try) else [outer])]:
        if not isinstance(node, ast.ImportFrom) or not node.level:
            continue
        for item in node.names:
            shown = item.asname or item.name
            if node.module is None and shown != item.name:
                short.append(f"{shown} = {item.name}")
            elif not shown.startswith("_") or shown == "__version__":
                lines.append(f"from .{node.module or ''} import {item.name} as {shown}")
    return ('"""Made by tools/stubs.py; `make stubs` regenerates it."""\n'
            + "\n".join([*lines, "", *sorted(short)]) + "\n")


def stubs():
    """Give every stub file: path -> text."""
    made = {ROOT / "__init__.pyi": package_stub(),
            ROOT / "io" / "file_iterators.pyi": file_iterators_stub(),
            ROOT / "ndarray" / "numpy" / "fluent.pyi": numpy_stubs.methods(by_hand)}
    for name in numpy_stubs.MODULES:
        path = ROOT.joinpath(*name.split("."))
        made[path / "__init__.pyi" if path.is_dir() else path.with_suffix(".pyi")] = numpy_stubs.stub(name, by_hand)
    for front in FRONT_ENDS:
        for space in SPACES:
            made[front.folder / f"{space}.pyi"] = space_stub(front, space)
        made[front.folder / "fluent.pyi"] = fluent_stub(front)
        made[front.folder / "__init__.pyi"] = contents_stub(front)
    return made


def main(arguments=None):
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--check", action="store_true",
                        help="write nothing, fail where a file is old")
    options = parser.parse_args(arguments)
    old = [path for path, text in stubs().items() if not path.exists() or path.read_text() != text]
    if options.check:
        for path in old:
            print(f"old: {path.relative_to(ROOT.parent)}")
        return 1 if old else 0
    for path, text in stubs().items():
        path.write_text(text)
    print(f"{len(old)} stub files changed")
    return 0


if __name__ == "__main__":
    sys.exit(main())
