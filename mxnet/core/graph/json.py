"""Reads and writes graphs as MXNet's symbol JSON: 1.9.1's bytes out, every version since 0.7 in.

Files are hostile: every number is checked before it is used, and what is wrong is said.
"""
from __future__ import annotations

import json
import logging
from collections.abc import Iterable

from .. import npmode
from ..errors import MXNetError, UnknownName
from ..op.params import BadValue, parse_shape
from ..op.registry import find
from .compose import HIDDEN_KEYS, implicit_variable, initialise_inputs
from .node import Entry, Graph, Node, copy_graph

VERSION = 10901
_UNVERSIONED = 800     # files did not say before 0.9
_MAX_OUTPUTS = 1 << 16  # of one node; more is a broken or hostile file
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


# Outputs that 1.9.1 saves although nobody sees them, where we have none.
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
        if node.subgraphs:
            item["subgraphs"] = [_document(inner) for inner in node.subgraphs]
        nodes.append(item)
        rows.append(rows[-1] + _saved_outputs(node))
    return {"nodes": nodes, "arg_nodes": [index[node] for node in graph.variables],
            "node_row_ptr": rows,
            "heads": [_Row((index[e.node], e.index, e.version)) for e in graph.outputs]}


def _write(value, depth: int, parts: list[str]) -> None:
    """Lay out as the reference: objects of two keys and lists of eleven break lines."""
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
    """Give the graph without the casts that mixed precision put in; one that is an output stays."""
    outputs = list(outputs)
    casts = ("amp_cast", "amp_multicast")
    if not any(node.op_name in casts for node in Graph(outputs).nodes):
        return outputs
    copied = copy_graph(outputs)
    for node in Graph(copied).nodes:  # inputs come first, so a cast of a cast is gone already
        node.inputs = [e.node.inputs[e.index] if e.node.op_name in casts else e
                       for e in node.inputs]
    return copied


# ---- reading ----------------------------------------------------------------------------------

class BadDocument(MXNetError):
    """A symbol file that is not one."""

    def __init__(self, problem: str) -> None:
        super().__init__(f"not a symbol: {problem}")


def loads(text: str) -> list[Entry]:
    """Read a graph, upgrade it to the present version and give its outputs."""
    try:
        document = json.loads(text, strict=False)  # 1.9.1 writes control characters as they are
    except (ValueError, RecursionError) as error:
        raise BadDocument(f"the JSON is broken: {error}") from None
    document = _need(document, dict, "the document")
    attrs = _need(document.get("attrs", {}), dict, "attrs")
    version = _graph_number(attrs, "mxnet_version", _UNVERSIONED)
    outputs = _read_graph(document, version, 0)
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


def _graph_number(attrs: dict, key: str, default: int) -> int:
    """Read ``["int", 10901]``."""
    if key not in attrs:
        return default
    pair = attrs[key]
    if isinstance(pair, list) and len(pair) == 2 and type(pair[1]) is int:
        return pair[1]
    raise BadDocument(f'attrs.{key} must be like ["int", {VERSION}], got {str(pair)[:60]}')


def _read_graph(document: dict, version: int, depth: int) -> list[Entry]:
    if depth > _MAX_NESTING:
        raise BadDocument(f"subgraphs are nested deeper than {_MAX_NESTING}")
    for key in ("nodes", "heads"):
        if key not in document:
            raise BadDocument(f'Missing field "{key}"')
    items = _need(document["nodes"], list, "nodes")
    nodes: list[Node] = []
    for number, item in enumerate(items):
        nodes.append(_read_node(_need(item, dict, f"node {number}"), number, nodes, version, depth))
    heads = _need(document["heads"], list, "heads")
    if not heads:
        raise BadDocument("heads is empty, so there is no output")
    outputs = [_read_entry(head, nodes, "heads") for head in heads]
    order = Graph(outputs).nodes
    _announce(version, depth)
    if version < VERSION:
        for node in order:
            _reveal_hidden_keys(node)
    for node in order:
        _check_params(node)
        for since, upgrade in _UPGRADES:
            if version < since:
                upgrade(node)
    for node in Graph(outputs).nodes:
        _check_wiring(node)
    for entry in outputs:
        _check_index(entry, "heads")
    return outputs


def _announce(version: int, depth: int) -> None:
    if depth:
        return
    if version > VERSION:
        logging.info("loading symbol saved by MXNet version %d with lower version of MXNet v%d. "
                     "May cause undefined behavior.", version, VERSION)
    elif version < VERSION:
        logging.info("Loading symbol saved by previous version v%d.%d.%d. Attempting to upgrade...",
                     version // 10000, version // 100 % 100, version % 100)


def _read_node(item: dict, number: int, nodes: list[Node], version: int, depth: int) -> Node:
    for key in ("op", "name", "inputs"):
        if key not in item:
            raise BadDocument(f'node {number}: Missing field "{key}"')
    name = _need(item["name"], str, f"name of node {number}")
    op_name = _need(item["op"], str, f"op of node {name}")
    attrs: dict[str, str] = {}
    for key in ("attrs", "attr", "param"):  # param, attr: what attrs was called before 0.9 and 0.12
        for attr, value in _need(item.get(key, {}), dict, f"{key} of node {name}").items():
            attrs.setdefault(attr, _need(value, str, f"{key}.{attr} of node {name}"))
    inputs = _need(item["inputs"], list, f"inputs of node {name}")
    entries = [_read_entry(entry, nodes, f"inputs of node {name}") for entry in inputs]
    inner = _need(item.get("subgraphs", []), list, f"subgraphs of node {name}")
    subgraphs = [Graph(_read_graph(_need(graph, dict, "a subgraph"), version, depth + 1))
                 for graph in inner]
    if op_name == "null":
        if entries or subgraphs:
            raise BadDocument(f"variable {name} has inputs")
        return Node(None, name, attrs)
    try:
        op = find(op_name)
    except UnknownName as error:
        raise MXNetError(f"Failed loading Op {name} of type {op_name}: Operator {op_name} is not "
                         f"registered ({error})") from None
    return Node(op, name, attrs, entries, subgraphs)


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


def _check_params(node: Node) -> None:
    if node.op is None:
        return
    try:
        count = node.num_outputs
    except MXNetError as error:
        raise MXNetError(f"Failed loading Op {node.name} of type {node.op_name}: {error}"
                         ) from error
    if not 0 < count <= _MAX_OUTPUTS:
        raise BadDocument(f"node {node.name} has {count} outputs")


def _check_wiring(node: Node) -> None:
    if node.op is None:
        return
    problem = node.miscount()
    if problem:
        raise BadDocument(f"{node.op_name}({node.name}) {problem}")
    for entry in node.inputs:
        _check_index(entry, f"inputs of node {node.name}")
    for position in node.mutable_inputs():
        if position < len(node.inputs) and node.inputs[position].node.op is not None:
            raise BadDocument(f"input {node.input_names()[position]} of node {node.name} is state, "
                              "so it must be a variable")


def _check_index(entry: Entry, where: str) -> None:
    if entry.index >= entry.node.num_outputs:
        raise BadDocument(f"{where} names output {entry.index} of {entry.node.name}, which has "
                          f"{entry.node.num_outputs}")


# ---- upgrades ---------------------------------------------------------------------------------

def _reveal_hidden_keys(node: Node) -> None:
    """Move ``lr_mult`` to ``__lr_mult__``, and ``weight_lr_mult`` to the variable it means."""
    moved = {key: hidden for key in node.attrs for hidden in HIDDEN_KEYS
             if key.rfind(hidden) == 0 or key.endswith(hidden)}
    if not moved:
        return
    taken = {key: node.attrs.pop(key) for key in moved}
    node.forget_params()
    for key, value in taken.items():
        hidden = moved[key]
        if key == hidden:
            node.attrs[f"__{hidden}__"] = value
            continue
        owner = key[:-len(hidden) - 1]
        names = node.input_names() if node.op is not None and key.endswith(hidden) else []
        position = names.index(owner) if owner in names else len(node.inputs)
        if position < len(node.inputs) and node.inputs[position].node.is_variable:
            node.inputs[position].node.attrs[f"__{hidden}__"] = value
        else:
            node.attrs[key] = value
    node.forget_params()


def _add_missing_inputs(node: Node) -> None:
    """Auxiliary states were not in files before 0.9."""
    if node.op is None or node.op.schema.variadic:
        return
    for name in node.input_names()[len(node.inputs):]:
        node.inputs.append(Entry(implicit_variable(node, name)))


def _set_initialisers(node: Node) -> None:
    """Variables say how they start since 0.9.4."""
    if node.op is not None:
        initialise_inputs(node)


def _free_axis(node: Node) -> None:
    """``axis=-1`` of argmax and argmin meant all elements before 0.9.5."""
    if node.op_name in ("argmax", "argmin") and node.attrs.get("axis") == "-1":
        del node.attrs["axis"]
        node.forget_params()


_UPGRADES = ((900, _add_missing_inputs), (904, _set_initialisers), (905, _free_axis))


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


__all__ = ["BadDocument", "VERSION", "dumps", "loads", "without_amp_casts"]
