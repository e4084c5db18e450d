"""Reads and writes graphs as MXNet's symbol JSON: 1.9.1's bytes out, every version since 0.7 in.

`symbol_versions` lists what changed between versions. Files are untrusted: every number is checked before it is used,
and errors say what is wrong.
"""
import json
import logging
from collections.abc import Iterable

from ..core import npmode
from ..core.construction.compose import copy_graph
from ..core.errors import MXNetError, UnknownName, check_text
from ..core.graph import Entry, Graph, Node
from ..core.op.registry import find
from ..core.ops.control_shapes import misfit
from ..core.params import BadValue, parse_shape
from ..core.scope import paused
from . import symbol_versions as _quirks

# Not logging.info: it would give the root logger a handler before the program's basicConfig does.
_log = logging.getLogger(__name__)

VERSION = _quirks.PRESENT
_MAX_OUTPUTS = 1 << 13  # of one node; more is a broken or hostile file
_MAX_VALUES = 1 << 18   # outputs of all nodes together, except the first of each, for which the file has bytes
_MAX_NESTING = 16       # of subgraphs


# ---- writing ----------------------------------------------------------------------------------

def dumps(outputs: Iterable[Entry]) -> str:
    """Write a graph as MXNet 1.9.1 does, byte for byte."""
    document = _document(Graph(outputs))
    attrs: dict = {"mxnet_version": _Row(["int", VERSION])}
    if npmode.get_shape():
        attrs = {"is_np_shape": _Row(["int", 1]), **attrs}
    document["attrs"] = attrs
    parts: list[str] = []
    _write(document, 0, parts)
    return "".join(parts)


# Hidden outputs that 1.9.1 saves and that do not exist here.
_HIDDEN = {"_linalg_det": 2, "_linalg_slogdet": 2}


def _saved_outputs(node: Node) -> int:
    """Count outputs as 1.9.1 saves them: its CPU build gives max pooling a hidden workspace."""
    if node.op_name == "Pooling":
        p = node.params
        return 2 if (p.pool_type == "max" and 1 <= len(p.kernel) <= 3
                     and p.layout in (None, "NCW", "NCHW", "NCDHW")) else 1
    return node.num_outputs + _HIDDEN.get(node.op_name, 0)


class _Row(list):
    """A list that stays on one line whatever its length."""


def _document(graph: Graph) -> dict:
    index, rows = graph.index, [0]
    nodes = []
    for node in graph.nodes:
        item: dict = {"op": node.op_name, "name": node.name}
        if node.attrs:
            item["attrs"] = dict(sorted(node.attrs.items()))
        item["inputs"] = [_Row((index[e.node], e.index, e.version)) for e in node.inputs]
        if node.subgraphs and "subgraph" not in node.attrs:  # already serialized
            item["subgraphs"] = [_document(inner) for inner in node.subgraphs]
        nodes.append(item)
        rows.append(rows[-1] + _saved_outputs(node))
    return {"nodes": nodes, "arg_nodes": [index[node] for node in graph.variables],
            "node_row_ptr": rows,
            "heads": [_Row((index[e.node], e.index, e.version)) for e in graph.outputs]}


def _write(value, depth: int, parts: list[str]) -> None:
    """Format as the reference does: line breaks from two keys per object and eleven items per list."""
    if isinstance(value, str):
        parts.append(_quote(value))
        return
    if isinstance(value, int):
        parts.append(str(value))
        return
    if isinstance(value, dict):
        left, right, broken = "{", "}", len(value) > 1
    else:
        nested = bool(value) and isinstance(value[0], dict)
        left, right, broken = "[", "]", not isinstance(value, _Row) and (len(value) > 10 or nested)
    gap = "\n" + "  " * (depth + 1) if broken else ""
    parts.append(left)
    for number, key in enumerate(value):
        parts.append(", " + gap if number else gap)
        if isinstance(value, dict):
            parts.append(f"{_quote(key)}: ")
            key = value[key]
        _write(key, depth + 1, parts)
    parts.append("\n" + "  " * depth + right if broken and value else right)


_ESCAPES = str.maketrans({"\\": "\\\\", '"': '\\"', "\n": "\\n", "\r": "\\r", "\t": "\\t"})


def _quote(text: str) -> str:
    return '"' + text.translate(_ESCAPES) + '"'


def without_amp_casts(outputs: Iterable[Entry]) -> list[Entry]:
    """Return the graph without the casts that mixed precision inserted; one that is an output stays."""
    outputs = list(outputs)
    casts = ("amp_cast", "amp_multicast")
    if not any(node.op_name in casts for node in Graph(outputs).nodes):
        return outputs
    copied = copy_graph(outputs)
    for node in Graph(copied).nodes:  # inputs come first, so a cast of a cast is already removed
        node.inputs = [e.node.inputs[e.index] if e.node.op_name in casts else e
                       for e in node.inputs]
    return copied


# ---- reading ----------------------------------------------------------------------------------

class BadDocument(MXNetError):
    """The text is not a valid symbol file."""

    def __init__(self, problem: str) -> None:
        super().__init__(f"not a symbol: {problem}")


class UnknownOperators(MXNetError):
    """A file needs operators that do not exist here. ``names`` has all of them."""

    def __init__(self, unknown: dict[str, list[str]]) -> None:
        self.names: list[str] = list(unknown)
        lines = [f"Failed loading Op {name} of type {op}: Operator {op} is not registered ({why})"
                 for op, (name, why) in unknown.items()]
        super().__init__("\n".join(lines))


def loads(text: str, version: int | str | None = None, quirks: str | Iterable[str] | None = None) -> list[Entry]:
    """Read a graph, upgrade it to the current version and return its outputs.

    ``version`` overrides the version that the file states, ``quirks`` switches entries of the table in
    `symbol_versions` on and off by name: ``"+pooling-rounds-up,-gamma-is-learned"``.
    """
    with paused():
        return _loads(text, version, quirks)


def _loads(text: str, version: int | str | None, quirks: str | Iterable[str] | None) -> list[Entry]:
    try:
        document = json.loads(text, strict=False)  # 1.9.1 writes control characters as they are
    except (ValueError, RecursionError) as error:
        raise BadDocument(f"the JSON is broken: {error}") from None
    document = _need(document, dict, "the document")
    attrs = _need(document.get("attrs", {}), dict, "attrs")
    stated = _graph_number(attrs, "mxnet_version", None)
    dated = stated if stated is not None else _quirks.date(_raw_params(document))
    choice = _quirks.Choice(_quirks.wanted_version(version, dated), quirks, dated)
    outputs = _read_graph(document, choice, 0)
    _announce(choice)
    if npmode.get_shape() and not _graph_number(attrs, "is_np_shape", 0):
        _mark_unknown_dims(outputs)
    return outputs


def _need(value, kind: type | tuple, what: str):
    if not isinstance(value, kind) or isinstance(value, bool):
        kinds = kind if isinstance(kind, tuple) else (kind,)
        names = {dict: "an object", list: "a list", str: "a string", int: "a number"}
        raise BadDocument(f"{what} must be {' or '.join(names[k] for k in kinds)}, "
                          f"got {str(value)[:60]!r}")
    return value


def _raw_params(document: dict) -> list[tuple[str, dict]]:
    """Return operator and params of each node that has them in the form of 0.8 and earlier."""
    nodes = document.get("nodes")
    return [(item.get("op"), item["param"]) for item in (nodes if isinstance(nodes, list) else ())
            if isinstance(item, dict) and isinstance(item.get("param"), dict)]


def _graph_number(attrs: dict, key: str, default: int | None) -> int | None:
    """Read ``["int", 10901]``."""
    if key not in attrs:
        return default
    pair = attrs[key]
    if isinstance(pair, list) and len(pair) == 2 and type(pair[1]) is int:
        return pair[1]
    raise BadDocument(f'attrs.{key} must be like ["int", {VERSION}], got {str(pair)[:60]}')


def _read_graph(document: dict, choice: _quirks.Choice, depth: int) -> list[Entry]:
    if depth > _MAX_NESTING:
        raise BadDocument(f"subgraphs are nested deeper than {_MAX_NESTING}")
    for key in ("nodes", "heads"):
        if key not in document:
            raise BadDocument(f'Missing field "{key}"')
    items = _need(document["nodes"], list, "nodes")
    _check_operators(items, choice)
    nodes: list[Node] = []
    for number, item in enumerate(items):
        nodes.append(_read_node(_need(item, dict, f"node {number}"), number, nodes, choice, depth))
    heads = _need(document["heads"], list, "heads")
    if not heads:
        raise BadDocument("heads is empty, so there is no output")
    outputs = [_read_entry(head, nodes, "heads") for head in heads]
    order = Graph(outputs).nodes
    if choice.form < VERSION:
        for node in order:
            _quirks.reveal_hidden_keys(node)
    values = 0
    for node in order:
        values += _check_params(node)
        choice.apply(_quirks.COMPLETIONS, node)
    if values - len(order) > _MAX_VALUES:
        raise BadDocument(f"its nodes have {values} outputs, more than {_MAX_VALUES}")
    order = Graph(outputs).nodes
    for node in order:
        _check_wiring(node)
    for entry in outputs:
        _check_index(entry, "heads")
    for node in order:
        if node.op is not None:
            choice.apply(_quirks.QUIRKS, node)
    return outputs


def _announce(choice: _quirks.Choice) -> None:
    """Log the version of the file, and in one line what that version changes."""
    version = choice.version
    if version > VERSION:
        _log.info("loading symbol saved by MXNet version %d with lower version of MXNet v%d. "
                  "May cause undefined behavior.", version, VERSION)
    elif version < VERSION:
        _log.info("Loading symbol saved by previous version v%s. Attempting to upgrade...",
                  _quirks.version_text(version))
    explanation = choice.explanation()
    if explanation:
        _log.warning("%s", explanation)


def _check_operators(items: list, choice: _quirks.Choice) -> None:
    """Refuse operators that do not exist here, naming all of them at once."""
    unknown: dict[str, list[str]] = {}
    for item in items:
        if isinstance(item, dict) and isinstance(item.get("op"), str) and item["op"] != "null" \
                and isinstance(item.get("inputs"), list):
            attrs = {key: value for part in ("param", "attr", "attrs") if isinstance(item.get(part), dict)
                     for key, value in item[part].items() if isinstance(value, str)}
            op = _quirks.respell(item["op"], "", attrs, [*item["inputs"]])
            try:
                find(op)
            except UnknownName as error:
                unknown.setdefault(op, [str(item.get("name")), str(error)])
    if unknown:
        raise UnknownOperators(unknown)


def _read_node(item: dict, number: int, nodes: list[Node], choice: _quirks.Choice, depth: int) -> Node:
    for key in ("op", "name", "inputs"):
        if key not in item:
            raise BadDocument(f'node {number}: Missing field "{key}"')
    name = check_text(_need(item["name"], str, f"name of node {number}"), "the name")
    op_name = _need(item["op"], str, f"op of node {name}")
    attrs: dict[str, str] = {}
    for key in ("attrs", "attr", "param"):  # param, attr: the names of attrs before 0.9 and 0.12
        for attr, value in _need(item.get(key, {}), dict, f"{key} of node {name}").items():
            attrs.setdefault(check_text(attr, "an attribute's name"),
                             check_text(_need(value, str, f"{key}.{attr} of node {name}"), attr))
    inputs = _need(item["inputs"], list, f"inputs of node {name}")
    entries = [_read_entry(entry, nodes, f"inputs of node {name}") for entry in inputs]
    inner = _need(item.get("subgraphs", []), list, f"subgraphs of node {name}")
    subgraphs = [Graph(_read_graph(_need(graph, dict, "a subgraph"), choice, depth + 1))
                 for graph in inner]
    if op_name == "null":
        if entries or subgraphs:
            raise BadDocument(f"variable {name} has inputs")
        return Node(None, name, attrs)
    op = find(_quirks.respell(op_name, name, attrs, entries))
    if op.inline and not subgraphs:
        subgraphs = [_read_body(attrs.get("subgraph", ""), name, choice, depth + 1)]
    if op.inline and len(subgraphs) != 1:
        raise BadDocument(f"{op_name}({name}) needs one subgraph, got {len(subgraphs)}")
    return Node(op, name, attrs, entries, subgraphs)


def _read_body(text: str, name: str, choice: _quirks.Choice, depth: int) -> Graph:
    """Read the graph that a call node stores as JSON in its params."""
    try:
        document = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise BadDocument(f"the subgraph of node {name} is no JSON: {error}") from None
    return Graph(_read_graph(_need(document, dict, f"the subgraph of node {name}"), choice, depth))


def _read_entry(item, nodes: list[Node], where: str) -> Entry:
    """Read ``[node, output]`` or ``[node, output, version]``; only earlier nodes may be named."""
    item = _need(item, list, f"an entry in {where}")
    if len(item) not in (2, 3) or any(type(number) is not int for number in item):
        raise BadDocument(f"an entry in {where} must be [node, output, version], "
                          f"got {str(item)[:60]}")
    number, index, version = (*item, 0)[:3]
    if not 0 <= number < len(nodes):
        raise BadDocument(f"{where} names node {number}, which is not one of the {len(nodes)} "
                          "nodes before it")
    if not 0 <= index < _MAX_OUTPUTS or not 0 <= version < 1 << 31:
        raise BadDocument(f"{where} has the impossible entry {item}")
    return Entry(nodes[number], index, version)


def _check_params(node: Node) -> int:
    """Check that a node's params can be parsed; return the number of its outputs."""
    if node.op is None:
        return 1
    try:
        count = node.num_outputs
    except MXNetError as error:
        raise MXNetError(f"Failed loading Op {node.name} of type {node.op_name}: {error}"
                         ) from error
    if not 0 < count <= _MAX_OUTPUTS:
        raise BadDocument(f"node {node.name} has {count} outputs")
    return count


def _check_wiring(node: Node) -> None:
    if node.op is None:
        return
    problem = miscount(node) or misfit(node)
    if problem:
        raise BadDocument(f"{node.op_name}({node.name}) {problem}")
    for entry in node.inputs:
        _check_index(entry, f"inputs of node {node.name}")
    for position in node.mutable_inputs():
        if position < len(node.inputs) and node.inputs[position].node.op is not None:
            raise BadDocument(f"input {node.input_names()[position]} of node {node.name} is state, "
                              "so it must be a variable")


def miscount(node: Node) -> str | None:
    """Describe what is wrong with the number of a node's inputs, if anything."""
    if node.op is None:
        return None
    names, count = node.input_names(), len(node.inputs)
    if not (len(names) if node.op.inline else node.bound.required) <= count <= len(names):
        return f"takes {len(names)} inputs ({', '.join(names) or 'none'}), but has {count}"
    declared = node.attrs.get(node.op.num_args) if names[:1] == ["arg0"] else None
    if declared is not None and declared.strip() != str(count + len(node.subgraphs)):
        return f"has {node.op.num_args}={declared}, but {count + len(node.subgraphs)} inputs"
    return None


def _check_index(entry: Entry, where: str) -> None:
    if entry.index >= entry.node.num_outputs:
        raise BadDocument(f"{where} names output {entry.index} of {entry.node.name}, which has "
                          f"{entry.node.num_outputs}")


def _mark_unknown_dims(outputs: list[Entry]) -> None:
    """Rewrite the 0 of a legacy file's ``__shape__`` to -1, which is unknown under NumPy shapes."""
    for node in Graph(outputs).variables:
        text = node.attrs.get("__shape__")
        if text is not None:
            try:
                shape = parse_shape(text)
            except BadValue:
                raise BadDocument(f"__shape__={text!r} of variable {node.name}") from None
            node.attrs["__shape__"] = "[" + ",".join(str(d if d > 0 else -1) for d in shape) + "]"


__all__ = ["BadDocument", "UnknownOperators", "VERSION", "dumps", "loads", "without_amp_casts"]
