"""Reads a program's source for what it needs from mxnet: names, files, packages. Used by `doctor`.

No code of the program is run: names are found in its syntax tree and looked up in this package. Failures that a program
handles (``try: import ... except ImportError``) are reported, but are not problems.
"""
import ast
import importlib
import importlib.util
import os
import re
import sys
import types
import warnings
from dataclasses import dataclass, field

from ..context import num_gpus
from ..core.opening import MAX_TEXT, read_bytes
from .calls import faults, unknown_names
from .project import classes_of, files_of, modules_of, project_of

# What a call reads: the function's last name -> positions and keywords of paths.
_READS: dict[str, tuple[tuple[int, ...], tuple[str, ...]]] = {
    "nd.load": ((0,), ("fname",)), "ndarray.load": ((0,), ("fname",)),
    "sym.load": ((0,), ("fname",)), "symbol.load": ((0,), ("fname",)),
    "ImageRecordIter": ((), ("path_imgrec", "path_imglist", "path_imgidx", "mean_img")),
    "ImageDetRecordIter": ((), ("path_imgrec", "path_imglist", "path_imgidx")),
    "ImageIter": ((), ("path_imgrec", "path_imglist", "path_imgidx")), "MNISTIter": ((), ("image", "label")),
    "CSVIter": ((), ("data_csv", "label_csv")), "LibSVMIter": ((), ("data_libsvm", "label_libsvm")),
    "image.imread": ((0,), ("filename",)), "load_parameters": ((0,), ("filename",)),
    "onnx.import_model": ((0,), ("model_file",)),
}
_CHECKPOINTS = ("model.load_checkpoint", "FeedForward.load", "Module.load", "model.load_params")
# Removed NumPy names, and what to use instead; others are looked up in the installed NumPy.
_GONE = {"float": "float", "int": "int", "bool": "bool", "object": "object", "str": "str", "complex": "complex",
         "float_": "np.float64", "unicode_": "np.str_", "NaN": "np.nan", "Inf": "np.inf", "product": "np.prod",
         "cumproduct": "np.cumprod", "alltrue": "np.all", "sometrue": "np.any", "in1d": "np.isin"}
_PRINT = re.compile(r"^\s*(print\s*$|print\s+[^=\s]|except\s+[\w.()]+\s*,\s*\w+\s*:|exec\s+[\w'\"]|raise\s+[\w.]+\s*,)")
_NUMBER = re.compile(r"\b(0[0-7]+|\d+[lL])\b")
_OLD_LIBRARY = {"cPickle": "pickle", "Queue": "queue", "ConfigParser": "configparser", "urllib2": "urllib.request",
                "StringIO": "io", "cStringIO": "io", "commands": "subprocess", "Tkinter": "tkinter",
                "HTMLParser": "html.parser", "httplib": "http.client", "__builtin__": "builtins"}
_EXCEPT = re.compile(r"^(\s*except\s+[^:]+?)\s*,\s*(\w+)\s*:")
_OLD_NAMES = {"xrange": "range", "unicode": "str", "raw_input": "input", "long": "int", "basestring": "str",
              "unichr": "chr", "reduce": "functools.reduce", "reload": "importlib.reload", "execfile": "exec",
              "cmp": "a key function", "file": "open", "apply": "a call with *args", "buffer": "memoryview"}
_OLD_METHODS = {"iteritems": "items", "itervalues": "values", "iterkeys": "keys", "has_key": "in"}
_CAUGHT = {"ImportError", "ModuleNotFoundError", "AttributeError", "NameError", "Exception", "BaseException", None}
_DECIDING = {"hasattr", "version_info", "version", "PY2", "PY3", "PYTHON_VERSION", "python_version", "TYPE_CHECKING"}
_MOST_LINES = 300     # of Python 2 that are skipped


@dataclass
class Findings:
    """What a program needs. ``missing`` and the others map a text to (lines, why)."""

    path: str
    names: set[str] = field(default_factory=set)
    missing: dict[str, tuple[list[int], str]] = field(default_factory=dict)
    calls: dict[str, tuple[list[int], str]] = field(default_factory=dict)
    files: dict[str, tuple[list[int], str]] = field(default_factory=dict)
    packages: dict[str, tuple[list[int], str]] = field(default_factory=dict)
    numpy: dict[str, tuple[list[int], str]] = field(default_factory=dict)
    python2: dict[str, tuple[list[int], str]] = field(default_factory=dict)
    caught: dict[str, tuple[list[int], str]] = field(default_factory=dict)  # problems that the program expects
    syntax: str | None = None

    @property
    def problems(self) -> int:
        tables = (self.missing, self.calls, self.files, self.packages, self.numpy, self.python2)
        return sum(map(len, tables)) + (self.syntax is not None)

    def note(self, where: str, name: str, line: int, why: str) -> None:
        lines, _ = getattr(self, where).setdefault(name, ([], why))
        if line not in lines:
            lines.append(line)


def read_program(path: str, root: str | None = None) -> Findings:
    """Find what one file needs; modules under ``root``, the folder of its project, are local."""
    found = Findings(path)
    source = read_bytes(path, MAX_TEXT)
    try:
        tree = _parse(source, path)
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        tree = _read_past(source, path, found)
        if tree is None:
            line = getattr(error, "lineno", None)
            found.syntax = (f"line {line}: " if line else "") + \
                f"not Python {sys.version_info.major}: {getattr(error, 'msg', None) or error}"
            return found
    _Reader(found, path, root or project_of(path)).read(tree)
    return found


def _parse(source: bytes | str, path: str) -> ast.Module:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # about the program's own strings
        tree = ast.parse(source, path)
    _refuse_old_handlers(tree, source, path)
    return tree


def _refuse_old_handlers(tree: ast.Module, source: bytes | str, path: str) -> None:
    """Raise SyntaxError at ``except A, e:``, as Python before 3.14 does; from then on it catches both A and e."""
    lines = (source if isinstance(source, bytes) else source.encode("utf-8", "replace")).split(b"\n")
    for node in ast.walk(tree):
        if isinstance(node, ast.ExceptHandler) and isinstance(node.type, ast.Tuple) \
                and lines[node.type.lineno - 1][node.type.col_offset:][:1] != b"(":
            raise SyntaxError("multiple exception types must be parenthesized",
                              (path, node.type.lineno, node.type.col_offset, None))


def _read_past(source: bytes, path: str, found: Findings) -> ast.Module | None:
    """Read a Python 2 program: offending lines are noted and skipped. None if the error is a different one."""
    lines = source.decode("utf-8", "replace").expandtabs(8).splitlines()
    bad: list[int] = []
    while len(bad) <= _MOST_LINES:
        try:
            tree = _parse("\n".join(lines) + "\n", path)
        except SyntaxError as error:
            number = error.lineno or 0
            text = lines[number - 1] if 0 < number <= len(lines) else ""
            old = _PRINT.match(text) or ("literal" in error.msg and _NUMBER.search(text))
            if not old or number in bad:
                return None
            bad.append(number)
            caught = _EXCEPT.match(text)
            indent = text[:len(text) - len(text.lstrip())]
            lines[number - 1] = f"{caught[1]} as {caught[2]}:" if caught else f"{indent}pass"
            continue
        except (ValueError, RecursionError, MemoryError):
            return None
        if bad:
            first = source.decode("utf-8", "replace").splitlines()[min(bad) - 1].strip()[:50]
            listed = ", ".join(map(str, sorted(bad)[:8])) + (", ..." if len(bad) > 8 else "")
            found.syntax = f"line {listed}: this is Python 2 ({first!r}); turn it into Python 3 first"
        return tree
    return None


class _Reader(ast.NodeVisitor):
    """Follows names from imports to attributes."""

    def __init__(self, found: Findings, path: str, root: str) -> None:
        self.found, self.folder, self.root = found, os.path.dirname(os.path.abspath(path)), root
        self.aliases: dict[str, str] = {}      # name in the program -> dotted name below mxnet, "" is mxnet itself
        self.numpy: dict[str, str] = {}        # name in the program -> module of NumPy
        self.made: set[str] = set()            # mxnet names that the program sets itself
        self.own: set[str] = set()             # what the program defines or imports itself
        self.registered: set[str] | None = None
        self.careful: set[ast.AST] = set()     # nodes whose failure the program catches or checks
        self.chosen: set[ast.AST] = set()      # nodes that run under some condition

    def read(self, tree: ast.AST) -> None:
        self._look_around(tree)
        for node in ast.walk(tree):            # imports first: a function may precede its import
            if isinstance(node, ast.Import):
                self._import(node)
            elif isinstance(node, ast.ImportFrom):
                self._import_from(node)
        for node in ast.walk(tree):            # mx.Context.validate = ...
            if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store):
                self.made.add(self._dotted(node) or "")
        for node in ast.walk(tree):            # sym = mx.sym
            if isinstance(node, ast.Assign) and len(node.targets) == 1 and isinstance(node.targets[0], ast.Name):
                dotted = self._dotted(node.value)
                if dotted is not None and isinstance(_look_up(dotted)[0], types.ModuleType):
                    self.aliases.setdefault(node.targets[0].id, dotted)
        self.visit(tree)

    def _look_around(self, tree: ast.AST) -> None:
        """Note what the program defines, and where it handles failures."""
        for node in ast.walk(tree):
            self.own.update(_defined(node))
            if isinstance(node, ast.Try):
                body = node.body if any(_catches(handler) for handler in node.handlers) else []
                self.careful.update(inner for part in [*body, *node.handlers] for inner in ast.walk(part))
            if isinstance(node, (ast.If, ast.IfExp)):
                parts = [*node.body, *node.orelse] if isinstance(node, ast.If) else [node.body, node.orelse]
                inside = {inner for part in parts for inner in ast.walk(part)}
                self.chosen |= inside
                if _DECIDING & {getattr(item, "id", getattr(item, "attr", "")) for item in ast.walk(node.test)}:
                    self.careful |= inside
            if isinstance(node, (ast.Try, ast.BoolOp, ast.ListComp, ast.GeneratorExp, ast.For, ast.While)):
                self.chosen.update(ast.walk(node))

    def _note(self, where: str, name: str, node: ast.AST, why: str) -> None:
        self.found.note("caught" if node in self.careful else where, name, getattr(node, "lineno", 0), why)

    # ---- imports ------------------------------------------------------------------------------------

    def _import(self, node: ast.Import) -> None:
        for item in node.names:
            root, _, rest = item.name.partition(".")
            if root == "mxnet":
                self.aliases[item.asname or root] = rest if item.asname else ""
                if rest:
                    self._need(rest, node)
            elif root == "numpy":
                self.numpy[item.asname or root] = item.name if item.asname else root
            else:
                self._package(root, node)

    def _import_from(self, node: ast.ImportFrom) -> None:
        if node.level or not node.module:
            return
        root, _, rest = node.module.partition(".")
        if root != "mxnet":
            if root != "numpy":
                self._package(root, node)
            return
        for item in node.names:
            dotted = f"{rest}.{item.name}".strip(".")
            if item.name != "*":
                self.aliases[item.asname or item.name] = dotted
                self._need(dotted, node)
            elif rest:
                self._need(rest, node)

    def _package(self, root: str, node: ast.AST) -> None:
        if root in sys.stdlib_module_names or root == "__future__":
            return
        if any(os.path.exists(os.path.join(self.folder, name)) for name in (f"{root}.py", root)) \
                or root in modules_of(self.root):
            return
        if root in _OLD_LIBRARY:
            self._note("packages", root, node, f"was Python 2's; {_OLD_LIBRARY[root]} now")
            return
        try:
            there = importlib.util.find_spec(root) is not None
        except (ImportError, ValueError, AttributeError):
            there = False
        if not there:
            self._note("packages", root, node, "is not installed")

    # ---- uses ---------------------------------------------------------------------------------------

    def _dotted(self, node: ast.AST) -> str | None:
        """Return the name below mxnet that an expression spells, or None."""
        parts: list[str] = []
        while isinstance(node, ast.Attribute):
            parts.append(node.attr)
            node = node.value
        if not isinstance(node, ast.Name) or node.id not in self.aliases:
            return None
        return ".".join([*filter(None, [self.aliases[node.id]]), *reversed(parts)])

    def visit_Attribute(self, node: ast.Attribute) -> None:
        dotted = self._dotted(node)
        if dotted is not None:
            if isinstance(node.ctx, ast.Load) and dotted not in self.made:
                self._need(dotted, node)
            return
        if isinstance(node.value, ast.Name) and not _has(self.numpy.get(node.value.id), node.attr):
            use = f"; use {_GONE[node.attr]}" if node.attr in _GONE else ""
            self._note("numpy", f"{node.value.id}.{node.attr}", node, f"is gone from NumPy{use}")
        elif node.attr in _OLD_METHODS and node.attr not in self.own:
            self._note("python2", f".{node.attr}", node, f"was Python 2's; {_OLD_METHODS[node.attr]} now")
        self.generic_visit(node)

    def visit_Name(self, node: ast.Name) -> None:
        if node.id in _OLD_NAMES and isinstance(node.ctx, ast.Load) and node.id not in self.own:
            self._note("python2", node.id, node, f"was Python 2's; {_OLD_NAMES[node.id]} now")

    def visit_Call(self, node: ast.Call) -> None:
        name = ast.unparse(node.func) if isinstance(node.func, (ast.Attribute, ast.Name)) else ""
        self._files(node, name)
        dotted = self._dotted(node.func)
        if dotted is not None:
            value, problem = _look_up(dotted)
            for why in faults(node, dotted, value) if problem is None else ():
                self._note("calls", f"mx.{dotted}", node, why)
            if dotted in ("gpu", "context.gpu") and not num_gpus():
                where = "caught" if node in self.chosen else "calls"
                self.found.note(where, "mx.gpu", node.lineno, "is used, and there is no GPU here; take mx.cpu()")
        word = node.args[1] if name == "getattr" and len(node.args) == 2 else None
        if isinstance(word, ast.Constant) and isinstance(word.value, str):
            dotted = self._dotted(node.args[0])
            if dotted is not None and isinstance(_look_up(dotted)[0], types.ModuleType):
                self._need(f"{dotted}.{word.value}".strip("."), node)
        for kind, asked, why in unknown_names(node, name) if self.aliases else ():
            if asked.lower() not in self._registered():
                self._note("calls", f"{kind} {asked!r}", node, why)
        self.generic_visit(node)

    def _registered(self) -> set[str]:
        """Name what the program, or one of its modules, may have registered under its name."""
        if self.registered is None:
            words = self.own | classes_of(files_of(self.found.path, self.root))
            self.registered = {word.lower() for word in words}
        return self.registered

    def _files(self, node: ast.Call, name: str) -> None:
        given = {item.arg: item.value for item in node.keywords if item.arg}
        for key, (places, keywords) in _READS.items():
            if name == key or name.endswith("." + key):
                values = [node.args[place] for place in places if place < len(node.args)]
                for value in [*values, *(given[word] for word in keywords if word in given)]:
                    if isinstance(value, ast.Constant) and isinstance(value.value, str) and value.value:
                        self._file(value.value, node.lineno)
        if any(name == key or name.endswith("." + key) for key in _CHECKPOINTS):
            self._checkpoint(node, name, given)

    def _checkpoint(self, node: ast.Call, name: str, given: dict[str, ast.expr]) -> None:
        words = [*node.args, *(given[word] for word in ("prefix", "epoch") if word in given)]
        if len(words) < 2:
            return
        prefix, epoch = words[:2]
        if isinstance(prefix, ast.Constant) and isinstance(epoch, ast.Constant) \
                and isinstance(prefix.value, str) and isinstance(epoch.value, int):
            self._file(f"{prefix.value}-{epoch.value:04d}.params", node.lineno)
            if not name.endswith("load_params"):
                self._file(f"{prefix.value}-symbol.json", node.lineno)

    def _file(self, path: str, line: int) -> None:
        if "://" not in path and not os.path.exists(path) and not os.path.exists(os.path.join(self.folder, path)):
            self.found.note("files", path, line, "is not there")

    def _need(self, dotted: str, node: ast.AST) -> None:
        self.found.names.add(dotted)
        value, problem = _look_up(dotted)
        if problem is not None:
            name, why = problem
            self._note("missing", f"mx.{name}", node, why)


def _has(module: str | None, name: str) -> bool:
    """Return whether a NumPy module has a name; True for anything that is not a NumPy module."""
    if module is None:
        return True
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # NumPy's, about deprecated names
        try:
            return hasattr(importlib.import_module(module), name)
        except ImportError:
            return False


def _defined(node: ast.AST) -> list[str]:
    """Name what a node of the syntax tree defines."""
    if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
        return [node.id]
    if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
        return [node.name]
    if isinstance(node, ast.arg):
        return [node.arg]
    if isinstance(node, (ast.Import, ast.ImportFrom)):
        return [(item.asname or item.name).partition(".")[0] for item in node.names]
    return []


def _catches(handler: ast.ExceptHandler) -> bool:
    """Return whether a handler catches the error of a missing name."""
    types = handler.type.elts if isinstance(handler.type, ast.Tuple) else [handler.type]
    return any(getattr(kind, "id", getattr(kind, "attr", None)) in _CAUGHT for kind in types)


_cache: dict[str, tuple] = {}


def _look_up(dotted: str) -> tuple:
    """Return (object, None), or (None, (the missing part of the name, why))."""
    if dotted not in _cache:
        _cache[dotted] = _resolve(dotted)
    return _cache[dotted]


def _resolve(dotted: str) -> tuple:
    value = importlib.import_module("mxnet")
    reached: list[str] = []
    for part in filter(None, dotted.split(".")):
        reached.append(part)
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                value = getattr(value, part)
        except Exception as error:
            try:
                if not isinstance(value, types.ModuleType):
                    raise ImportError from error
                value = importlib.import_module(f"{value.__name__}.{part}")
            except Exception:
                return None, (".".join(reached), _reason(error))
    return value, None


def _reason(error: Exception) -> str:
    text = str(error).split("\n")[0]
    text = re.sub(r"^(module|type object) '[\w.]+' has no attribute '[\w]+'", "is not here", text)
    text = re.sub(r"^mx\.[\w.]+ is not here", "is not here", text)
    text = re.sub(r"^\w+: there is no C library", "there is no C library", text)
    return text or "is not here"
