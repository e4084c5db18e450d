"""Documentation of operators: docstrings, signatures, stub lines and reference entries, from one declaration.

The front-ends use the first two when they make their functions; tools/stubs.py and tools/reference.py use the rest.
"""
import inspect
import keyword
import re
import types
from collections.abc import Callable, Iterable
from functools import cache
from typing import Annotated, Any, Literal, NamedTuple, Union, get_args, get_origin

from .absence import missing as absent
from .errors import MXNetError, UnknownName
from .op.registry import Op
from .params import Double, DType, Floats, Ints, Long, MaybeInts, Param, Shape, Shapes
from .words import COMMON, indented, read

# Where the front-ends put a name with this prefix; other names are public, or internal if they begin with an
# underscore.
PREFIXES = ("_contrib_", "_linalg_", "_sparse_", "_image_", "_random_")


# The front-ends' own keywords: name -> (type, text).
TRAILING = {
    "out": ("{array}, or a list of them, optional", "Where the result is written; it is returned then."),
    "name": ("str, optional", "Name of the node; automatic by default."),
    "attr": ("dict of str to str, optional", "Attributes of the node."),
}


@cache
def docstring(op: Op, array: str = "NDArray or Symbol", trailing: tuple[str, ...] = ()) -> str:
    """Return the docstring of the functions made from an operator.

    Hundreds are made at import, so common parts are made once.

    Parameters
    ----------
    array
        The class that they take and return.
    trailing
        The front-end's own keywords, of `TRAILING`.
    """
    before, after = _halves(op)
    names = tuple([name for name in trailing if name not in op.schema.params])
    return before.replace(_ARRAY, array) + _trailing(array, names) + after


_ARRAY = "\0"  # placeholder for the array type


@cache
def _halves(op: Op) -> tuple[str, str]:
    """Split a docstring after the last parameter."""
    words = read(op.__doc__)
    blocks, schema = _blocks(op, words.blocks), op.schema
    kinds = [f"{_ARRAY}, optional" if item.optional or item.name in op.omit
             else f"{_ARRAY}, auxiliary state" if item.aux else _ARRAY for item in schema.inputs]
    if schema.variadic:
        kinds.append(_ARRAY + ", any number")
    kinds += [param.describe() for param in schema.params.values()]
    lines = [words.head, "\nParameters\n----------"]
    lines += [f"{name} : {kind}\n{block}" if block else f"{name} : {kind}"
              for (name, block), kind in zip(blocks.items(), kinds)]
    after = [f"\n\n{title}\n{'-' * len(title)}\n{body}" for title, body in words.sections.items()]
    return "\n".join(lines), "".join(after)


@cache
def _trailing(array: str, names: tuple[str, ...]) -> str:
    entries = [(name, *TRAILING[name]) for name in names]
    return "".join(f"\n{name} : {kind.format(array=array)}\n{indented(text)}" for name, kind, text in entries)


def texts(op: Op) -> dict[str, str]:
    """Return the description of each input and param of an operator, in order; empty if there is none."""
    return {name: inspect.cleandoc(block) for name, block in _blocks(op, read(op.__doc__).blocks).items()}


def _blocks(op: Op, own: dict[str, str]) -> dict[str, str]:
    """Return the indented text of each input and param: its own, its family's, or the general one."""
    schema = op.schema
    names = [(item.name, item.python_name) for item in schema.inputs]
    if schema.variadic:
        names.append((schema.variadic, schema.variadic))
    found = {}
    for name, python in [*names, *schema.python_name.items()]:
        block = own.get(name) or own.get(python)
        if not block:
            text = op.words.get(name) or op.words.get(python) or COMMON.get(name)
            block = indented(text) if text else ""
        found[name] = block
    return found


def namespace(name: str) -> tuple[str, str]:
    """Return where the front-ends put a name: ``_linalg_gemm`` -> ``('linalg', 'gemm')``."""
    for prefix in PREFIXES:
        if name.startswith(prefix):
            # `random` has its own functions for the distributions, over numbers and arrays.
            if prefix == "_random_" and not name.endswith("_like"):
                break
            return prefix.strip("_"), name[len(prefix):]
    return ("_internal" if name.startswith("_") else "op"), name


@cache
def signature(op: Op, unset: object, trailing: tuple[str, ...]) -> inspect.Signature:
    """Return the signature of the functions made from an operator, as MXNet shows it.

    ``unset`` is the default of every param; ``trailing`` are the front-end's own keywords.
    """
    kind = inspect.Parameter
    if op.schema.variadic:
        found = [kind(op.schema.variadic, kind.VAR_POSITIONAL)]
    else:
        params = [name for name in op.schema.params if name.isidentifier()]
        taken = {*op.input_order, *params}
        found = [_parameter(name, None) for name in op.input_order]
        found += [_parameter(name, unset) for name in params]
        found += [_parameter(name, None) for name in trailing if name not in taken]
    return inspect.Signature([*found, _KEYWORDS])


_KEYWORDS = inspect.Parameter("kwargs", inspect.Parameter.VAR_KEYWORD)


@cache
def _parameter(name: str, default: object) -> inspect.Parameter:
    """Make a parameter once: operators share most of their names, and each parameter validates its name."""
    return inspect.Parameter(name, inspect.Parameter.POSITIONAL_OR_KEYWORD, default=default)


def missing(module: str, known: dict[Any, Any]) -> Callable[..., Any]:
    """Make a module ``__getattr__`` that names the nearest operator."""
    def __getattr__(name: str) -> None:
        near = () if name.startswith("__") else UnknownName("operator", name, known).near
        raise absent(module, name, f"; did you mean {' or '.join(map(repr, near))}?" if near else "")
    return __getattr__


def sentence(op: Op) -> str:
    """Return the first line of an operator's documentation."""
    return read(op.__doc__).sentence


class Argument(NamedTuple):
    """An argument of a front-end function, as written in stubs and pages."""

    name: str
    kind: str
    default: str  # Python source; empty for a required one

    @classmethod
    def of(cls, param: Param) -> "Argument":
        """Describe a param."""
        return cls(param.name, _accepted(param.annotation), default_text(param))

    def shown(self, must: bool = False) -> str:
        """Format it; a required one shows no default."""
        return f"{self.name}: {self.kind}" + (f" = {self.default}" if self.default and not must else "")


def default_text(param: Param) -> str:
    """Format a default as Python source; a required param has none."""
    if param.required:
        return ""
    shown = param.shown_default()
    return "..." if "nan" in shown or "inf" in shown else shown  # they have no literal


def arguments(op: Op, array: str, symbolic: bool = False) -> list[Argument]:
    """Return all arguments in order; a required one may follow an optional one.

    ``symbolic``: as in `mx.sym`, where missing inputs are created.
    """
    found = []
    for item in op.schema.inputs:
        optional = symbolic or item.optional or item.name in op.omit
        found.append(Argument(item.name, f"{array} | None" if optional else array, "None" if optional else ""))
    return found + [Argument.of(param) for param in op.schema.params.values()
                    if param.name.isidentifier() and not keyword.iskeyword(param.name)]


def ways(taken: list[Argument]) -> list[tuple[int, int]]:
    """Return the ways in which arguments can be passed, as (number of positional arguments, where keywords begin).

    Python allows no required argument after an optional one. So there is one way in which everything from the first
    such argument on is a keyword, as most programs write it, and one more per such argument, in which it and all before
    it are positional, up to the next one.
    """
    behind = [place for place in range(1, len(taken))
              if not taken[place].default and taken[place - 1].default]
    return list(zip([0, *behind], [*behind, len(taken)], strict=True))


def _accepted(annotation: object) -> str:
    """Format what a caller may pass: 0 and 1 for a flag, a computed str for a choice."""
    text = re.sub(r"\bbool\b", "bool | int", _annotation_name(annotation))
    return re.sub(r"Literal\[[^]]*\]", r"\g<0> | str", text)


def _annotation_name(annotation: Any) -> str:
    """Format an annotation for stubs and pages."""
    if annotation is Any:
        return "Any"
    origin = get_origin(annotation)
    if origin is Literal:
        return "Literal[" + ", ".join(map(repr, get_args(annotation))) + "]"
    if origin in (Union, types.UnionType):
        return " | ".join("None" if a is type(None) else _annotation_name(a) for a in get_args(annotation))
    if origin is Annotated:
        inner, *bounds = get_args(annotation)
        return f"Annotated[{_annotation_name(inner)}, {', '.join(repr(str(bound)) for bound in bounds)}]"
    names = {Long: "int", Double: "float", Shape: "int | Sequence[int]", Ints: "int | Sequence[int]",
             DType: "DTypeLike", MaybeInts: "Sequence[int | None]", Floats: "float | Sequence[float]",
             Shapes: "Sequence[Sequence[int]]"}
    return names.get(annotation, getattr(annotation, "__name__", str(annotation)))


def results(op: Op, array: str, symbolic: bool = False) -> list[tuple[str, str, str]]:
    """Return what calls return, as (param, its value, type); the last entry, without a param, is the general case.

    The entries before it are flags and choices that make a call return one array instead of several, or the reverse. A
    symbol holds all outputs of its operator, however many.
    """
    visible = op.outputs if op.visible is None else op.visible
    if symbolic or not callable(visible):
        return [("", "", array if symbolic or visible == 1 else f"list[{array}]")]
    given: dict[str, object] = {param.name: 2 for param in op.schema.params.values() if param.required}
    rule = _returned(op, given, array)
    found = []
    for param in op.schema.params.values():
        for value in _alternatives(param):
            other = _returned(op, {**given, param.name: value}, array)
            if other != rule and "Any" not in (other, rule):
                found.append((param.name, repr(value), other))
    return [*found, ("", "", rule)]


def _alternatives(param: Param) -> list[object]:
    """Return the values other than its default that a flag or a choice can take."""
    values = [True, False] if param.annotation is bool else list(get_args(param.annotation))
    if param.annotation is not bool and get_origin(param.annotation) is not Literal:
        return []
    return [value for value in values if value != param.default]


def _returned(op: Op, given: dict[str, object], array: str) -> str:
    try:
        return array if op.bind(given).visible == 1 else f"list[{array}]"
    except (MXNetError, TypeError, ValueError):  # a required param that is not a number: unknown
        return "Any"


def stub(op: Op, name: str, array: str, trailing: Iterable[str], method: bool = False,
         symbolic: bool = False, brief: bool = False) -> str:
    """Return the lines that declare one front-end function, or a fluent method, in a .pyi file."""
    taken = arguments(op, array, symbolic)
    names = {argument.name for argument in taken}
    behind = [item for item in trailing if item.partition(":")[0] not in names]
    if op.takes_extra:  # what a user's operator asks for
        behind.append("**kwargs: Any")
    returned = results(op, array, symbolic)
    # What `help` shows; only a summary if the text is elsewhere, or the name is rarely used.
    brief = brief or method or name.startswith("_")
    words = sentence(op) if brief else docstring(op, array, ("name", "attr") if symbolic else ("out",))
    leading, taken = _leading(op, taken, array, method)
    starred = bool(op.schema.variadic) and not method
    calls = [(0, len(taken))] if starred else ways(taken)
    heads = [f"def {name}({', '.join([*leading, *_shown(taken, *call, param, value, starred), *behind])}) -> {back}:"
             for param, value, back in returned for call in calls]
    told = len(heads) - len(calls)  # the text appears once: with keywords, and with the general return type
    overloaded = "@overload\n" if len(heads) > 1 else ""
    return "".join([overloaded + with_words(head, words if place == told else "") for place, head in enumerate(heads)])


def _leading(op: Op, taken: list[Argument], array: str, method: bool) -> tuple[list[str], list[Argument]]:
    """Format what precedes the arguments, and return the remaining ones."""
    if method:  # the array itself is the first input
        return ["self"], taken[1:]
    if not op.schema.variadic:
        return [], taken
    # MXNet takes the arrays one by one or as one list; params by keyword
    kind = next((argument.kind for argument in taken if argument.name == "num_args"), "int")
    return ([f"*{op.schema.variadic}: {array} | Sequence[{array}]", f"num_args: {kind} | None = None"],
            [argument for argument in taken if argument.name != "num_args"])


def _shown(taken: list[Argument], given: int, keywords: int, param: str, value: str, starred: bool) -> list[str]:
    """Format arguments as they are passed in one of the `ways`.

    ``param``, if given, has this value, and is a keyword unless it is positional.
    """
    places = [place for place, argument in enumerate(taken) if argument.name == param and place > given]
    keywords = min([keywords, *places])
    shown = []
    for place, argument in enumerate(taken):
        if place == keywords and not starred:
            shown.append("*")
        if argument.name == param:
            shown.append(f"{param}: Literal[{value}]")
        else:
            shown.append(argument.shown(must=place < given))
    return shown


def with_words(head: str, words: str) -> str:
    """Close a declaration in a .pyi file with its docstring, or without one."""
    if not words:
        return f"{head} ...\n"
    words = words.replace("\\", "\\\\").replace('"""', r'\"\"\"')
    if "\n" in words or words.endswith('"'):
        words = "\n".join([f"    {line}" if line else "" for line in words.split("\n")]).strip() + "\n    "
    return f'{head}\n    """{words}"""\n'
