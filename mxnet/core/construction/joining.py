"""Fuses layers as MXNet's oneDNN backends do: `Symbol.get_backend_symbol("MKLDNN")`, and `"MKLDNN_QUANTIZE"`.

A convolution becomes one node with the batch norm, sum and activation that follow it, a dense layer one with its
activation, an attention product one by itself. Names and files are MXNet's. Such nodes run as their bodies (`inline`),
so fusion changes how a network reads, not what it computes; quantization needs them. `mx.contrib.quantization` fuses
twice: before quantizing such nodes, and afterwards, to move calibrated ranges from separate nodes into the layers.
"""
from __future__ import annotations

import functools
from collections import Counter
from collections.abc import Callable, Collection, Iterable
from typing import NamedTuple

import numpy as np

from ..graph import Entry, Graph, Node
from ..op.registry import find

_RANGE = ("min_calib_range", "max_calib_range")


def join_layers(graph: Graph) -> Graph:
    """Return a graph with fused layers."""
    return _layers(graph, _FLOAT)


def join_for_bytes(graph: Graph) -> Graph:
    """Return a graph in which layers with an 8-bit form are fused and contain their calibrated ranges."""
    graph = _with_ranges(_layers(graph, _BYTES))
    _align(graph)
    return graph


class _After(NamedTuple):
    """What may follow a layer in addition to what always may."""

    activations: Collection[str]  # kinds of Activation
    functions: Collection[str]    # operators after a dense layer
    clipped_sums: bool            # clip after a sum


_FLOAT = _After(("relu", "sigmoid", "softrelu", "tanh"), ("abs", "square", "sqrt", "exp"), True)
_BYTES = _After(("relu",), ("abs",), False)
_ATTENTION = {f"_contrib_interleaved_matmul_selfatt_{part}": f"selfatt_{part}" for part in ("qk", "valatt")}


def _layers(graph: Graph, after: _After) -> Graph:
    graph = _rebuilt(graph, [_identity(node) for node in graph.nodes if _is_identity(node)])
    graph = _joined(graph, lambda node: "conv" if _is_convolution(node) else None,
                    functools.partial(_after_convolution, after))
    graph = _joined(graph, lambda node: "fully_connected" if node.op_name == "FullyConnected" else None,
                    functools.partial(_after_dense, after))
    return _joined(graph, lambda node: _ATTENTION.get(node.op_name), lambda chain, node: False)


def spelled(value: float) -> str:
    """Write a number as in the files: a float32 with six decimals."""
    return f"{float(np.float32(value)):f}"


# ---- rebuilding -----------------------------------------------------------------------------------

Replacement = tuple[list[Node], Callable[[Callable[[Entry], Entry]], list[Entry]]]


def _users(graph: Graph) -> dict[Node, list[Node]]:
    """Return the readers of a node's outputs, one entry per reading input; None stands for a graph output."""
    users: dict[Node, list] = {node: [] for node in graph.nodes}
    for node in graph.nodes:
        for entry in node.inputs:
            users[entry.node].append(node)
    for entry in graph.outputs:
        users[entry.node].append(None)
    return users


def _rebuilt(graph: Graph, replacements: Iterable[Replacement]) -> Graph:
    """Replace chains of nodes.

    The replacement is made when the last node of the chain is visited, with a function that maps old entries to new
    ones; it returns the entries that stand for the last node's outputs.
    """
    last = {chain[-1]: make for chain, make in replacements}
    inside = {node for chain, _ in replacements for node in chain[:-1]}
    if not last:
        return graph
    values: dict[Node, list[Entry]] = {}

    def value(entry: Entry) -> Entry:
        found = values[entry.node][entry.index]
        return Entry(found.node, found.index, entry.version)
    for node in graph.nodes:
        if node in last:
            values[node] = last[node](value)
        elif node not in inside:
            made = node if node.op is None else node.rewired([value(entry) for entry in node.inputs])
            values[node] = [Entry(made, index) for index in range(made.num_outputs)]
    return Graph([value(entry) for entry in graph.outputs])


# ---- what passes values on --------------------------------------------------------------------------

def _is_identity(node: Node) -> bool:
    """Return whether a node passes its first input through at inference, and another node computes that input."""
    if node.op_name == "Dropout":
        return node.params.mode == "training" and node.inputs[0].node.op is not None
    return node.op_name == "_copy" and node.inputs[0].node.op is not None


def _identity(node: Node) -> Replacement:
    return [node], lambda value: [value(node.inputs[0])] * node.num_outputs


# ---- joined layers ----------------------------------------------------------------------------------

def _joined(graph: Graph, kind_of: Callable[[Node], str | None], follows: Callable[[list[Node], Node], bool]) -> Graph:
    """Make one node of every chain that begins with a node of some kind; nodes are numbered over all kinds."""
    users, taken, layers = _users(graph), set(), []
    for node in graph.nodes:
        kind = None if node in taken else kind_of(node)
        if kind is not None:
            chain = _chain(node, follows, users, taken)
            taken.update(chain)
            layers.append(_Layer(kind, chain, len(layers)))
    home = {layer.chain[-1]: layer for layer in layers}
    return _rebuilt(graph, [(layer.chain, functools.partial(layer.made, home)) for layer in layers])


def _chain(seed: Node, follows: Callable, users: dict[Node, list[Node]], taken: set[Node]) -> list[Node]:
    """Return a layer and the nodes fused with it, each the only reader of the one before."""
    chain = [seed]
    while True:
        readers = users[chain[-1]]
        after = readers[0] if len(readers) == 1 else None
        if after is None or after in taken or not follows(chain, after):
            return chain
        chain.append(after)


def _is_convolution(node: Node) -> bool:
    return node.op_name == "Convolution" and len(node.params.kernel) > 1


def _after_convolution(after: _After, chain: list[Node], node: Node) -> bool:
    """Return whether a node may follow in a fused convolution: batch norm, sum, activation, in this order."""
    last = chain[-1].op_name
    if node.op_name == "BatchNorm":
        return last == "Convolution" and node.inputs[0].node is chain[-1] and node.params.axis == 1 \
            and not node.params.output_mean_var
    if node.op_name == "elemwise_add":
        return last in ("Convolution", "BatchNorm")
    if last not in ("Convolution", "BatchNorm", "elemwise_add"):
        return False
    if node.op_name == "Activation":
        return node.params.act_type in after.activations
    if node.op_name == "LeakyReLU":
        return node.params.act_type in ("leaky", "gelu")
    return node.op_name == "clip" and node.params.a_min == 0 and (after.clipped_sums or last != "elemwise_add")


def _after_dense(after: _After, chain: list[Node], node: Node) -> bool:
    """Return whether a node may follow in a fused dense layer: one activation."""
    if len(chain) > 1:
        return False
    if node.op_name == "Activation":
        return node.params.act_type in after.activations
    if node.op_name == "LeakyReLU":
        return node.params.act_type in ("leaky", "elu", "gelu")
    return node.op_name in after.functions or (node.op_name == "clip" and node.params.a_min == 0)


# how the name and an attribute of a fused node mention a node in it
_TOLD = {"BatchNorm": ("bn", "with_bn"), "elemwise_add": ("add", "with_sum")}


class _Layer:
    """A chain of nodes that is being fused."""

    def __init__(self, kind: str, chain: list[Node], number: int) -> None:
        self.kind, self.chain, self.number = kind, chain, number
        words = ["sg_mkldnn", kind]
        self.attrs: dict[str, str] = {}
        if chain[0].op_name in _ATTENTION:
            self.attrs = {"enable_float_output": "False", "heads": str(chain[0].params.heads), "quantized": "False"}
        for node in chain[1:]:
            word, attr = ("eltwise", "with_eltwise") if kind == "fully_connected" else _TOLD.get(
                node.op_name, ("act", "with_postsum_act" if "with_sum" in self.attrs else "with_act"))
            words.append(word)
            self.attrs[attr] = "True" if kind == "fully_connected" else "true"
        self.name = "_".join([*words, str(number)])

    def made(self, home: dict[Node, _Layer], value: Callable[[Entry], Entry]) -> list[Entry]:
        """Return the entry of the fused node; ``home`` maps the last nodes of all layers of this kind to them."""
        body, outside = self._body(home)
        return [Entry(Node(find(f"_sg_mkldnn_{self.kind}"), self.name, self.attrs,
                           [value(entry) for entry in outside], [body]))]

    def _body(self, home: dict[Node, _Layer]) -> tuple[Graph, list[Entry]]:
        """Return the chain as a separate graph, and the entries that its variables stand for.

        The other operand of a sum comes after the layer, so it is the last input. MXNet fuses one layer after the
        other, and a variable has the name that its source has by then.
        """
        made: dict[Node, Node] = {}
        outside: list[Entry] = []
        seen: Counter = Counter()

        def within(entry: Entry) -> Entry:
            if entry.node in made:
                return Entry(made[entry.node], entry.index)
            outside.append(entry)
            source = home.get(entry.node)
            name = f"{source.name}_output" if source is not None and source.number < self.number \
                else entry.node.output_name(entry.index)
            seen[name] += 1
            return Entry(Node(None, f"{name}{seen[name] - 1}"))
        for node in self.chain:
            turned = node.op_name == "elemwise_add" and node.inputs[0].node not in made
            made[node] = node.rewired([within(entry) for entry in (reversed(node.inputs) if turned else node.inputs)])
        return Graph([Entry(made[self.chain[-1]])]), outside


# ---- ranges that calibration found ------------------------------------------------------------------

def _with_ranges(graph: Graph) -> Graph:
    """Move the ranges of nodes that only requantize 32 bits to 8 into the layers before them."""
    users = _users(graph)
    return _rebuilt(graph, [found for node in graph.nodes if (found := _ranged(node, users)) is not None])


# layers whose float outputs need no separate node
_GIVING_FLOATS = ("_sg_mkldnn_fully_connected", "_sg_mkldnn_selfatt_qk", "_sg_mkldnn_selfatt_valatt")


def _ranged(node: Node, users: dict[Node, list[Node]]) -> Replacement | None:
    name = node.op_name
    layer = name in ("_sg_mkldnn_conv", *_GIVING_FLOATS) and node.params.quantized
    if not (layer or name in ("_contrib_quantized_elemwise_add", "_contrib_quantized_elemwise_mul")):
        return None
    requantize = _only_reader(node, users)
    if requantize is None or requantize.op_name != "_contrib_requantize" or None in map(requantize.params.get, _RANGE):
        return None
    last, attrs = requantize, {key: spelled(requantize.params[key]) for key in _RANGE}
    dequantize = _only_reader(requantize, users)
    if name in (*_GIVING_FLOATS, "_contrib_quantized_elemwise_mul") and dequantize is not None \
            and dequantize.op_name == "_contrib_dequantize":
        last, attrs = dequantize, {"enable_float_output": "True"}

    def make(value: Callable[[Entry], Entry]) -> list[Entry]:
        inputs = [value(entry) for entry in node.inputs]
        made = Node(node.op, node.name, {**node.attrs, **attrs}, inputs, node.subgraphs)
        return [Entry(made, index) for index in range(made.num_outputs)]
    return ([node, requantize] if last is requantize else [node, requantize, dequantize]), make


def _only_reader(node: Node, users: dict[Node, list[Node]]) -> Node | None:
    """Return the node that reads all outputs of another, if it is the only reader."""
    readers = set(users[node])
    return readers.pop() if len(readers) == 1 else None


_CARRIERS = ("_contrib_quantized_concat", "_contrib_quantized_pooling")


def _align(graph: Graph) -> None:
    """Set the ranges of all concatenated inputs to the widest one, so that none has to be rescaled."""
    users = _users(graph)
    for head in graph.nodes:
        if head.op_name == "_contrib_quantized_concat":
            found = _concatenated(head, users)
            if len(found) > 1:
                ends = [[float(node.attrs[key]) for node in found] for key in _RANGE]
                low, high = min(0.0, *ends[0]), max(0.0, *ends[1])
                for node in found:
                    node.attrs = {**node.attrs, _RANGE[0]: spelled(low), _RANGE[1]: spelled(high)}
                    node.forget_params()


def _concatenated(head: Node, users: dict[Node, list[Node]]) -> list[Node]:
    """Return the nodes with their own range whose outputs are only concatenated, possibly after pooling."""
    onward = len(set(users[head])) == 1
    visited, waiting, found = {head}, [head], []
    while waiting:
        node = waiting.pop()
        for entry in node.inputs:
            source = entry.node
            if source.op is None or source in visited or source in found or not visited.issuperset(users[source]):
                continue
            if all(key in source.attrs for key in _RANGE):
                found.append(source)
            elif source.op_name in _CARRIERS:
                visited.add(source)
                waiting.append(source)
        for user in users[node] if onward else ():
            if user is not None and user not in visited and user.op_name in _CARRIERS:
                visited.add(user)
                waiting.append(user)
    return found
