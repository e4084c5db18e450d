"""Rewrites a graph of float layers to 8-bit layers, and inserts calibrated ranges.

`quantized` visits each node once. A layer that has an 8-bit form is replaced by it, with quantization before it if its
inputs are floats, and dequantization after it if a reader needs floats. Names, attributes and the order of inputs are
those of MXNet's files.
"""
from __future__ import annotations

from collections import deque
from collections.abc import Callable, Collection, Iterable, Iterator
from typing import NamedTuple

import torch

from ...core.construction.joining import spelled
from ...core.errors import MXNetError
from ...core.graph import Entry, Graph, Node
from ...core.op.registry import find
from ...core.ops.quantization import calibrated as is_calibrated
from ...core.passes.inline import inline

CHANNEL_WISE = "channel-wise"


# ---- which layers have an 8-bit form ----------------------------------------------------------------

class Form(NamedTuple):
    """How an operator runs in 8 bits."""

    name: str                                     # of the 8-bit operator
    must: bool = False                            # pays off by itself; others are quantized only between such layers
    requantized: bool = False                     # returns 32-bit integers, which are requantized to 8 bits
    attrs: dict[str, str] = {}                    # further attributes
    floats: Callable[[Node, str], Collection[int]] = lambda node, granularity: ()  # inputs that stay floats
    asymmetric: Collection[int] = ()              # inputs in bytes with a shift
    gives_floats: bool = False                    # outputs are floats, without dequantization
    refuses: Callable[[Node], str | None] = lambda node: None  # why a node has no such form


def _parameters_of_convolution(node: Node, granularity: str) -> Collection[int]:
    """Return the positions of a fused convolution's weight, bias and batch norm."""
    summed = node.params.with_sum
    return range(1, len(node.inputs) - summed)


def _unless(text: str, test: Callable[[Node], bool]) -> Callable[[Node], str | None]:
    return lambda node: None if test(node) else text


def _plain_convolution(node: Node) -> str | None:
    p = node.params
    if p.num_group != 1:
        return f"quantized_conv has one group only, this has {p.num_group}"
    if len(p.kernel) not in (2, 3) or p.layout not in (None, "NCHW", "NCDHW"):
        return f"quantized_conv takes images as NCHW or NCDHW, not kernel {p.kernel}, layout {p.layout}"
    return None


def _unquantized(node: Node) -> str | None:
    return "it is quantized already" if node.params.quantized else None


FORMS: dict[str, Form] = {
    "Convolution": Form("_contrib_quantized_conv", must=True, requantized=True, refuses=_plain_convolution),
    "FullyConnected": Form("_contrib_quantized_fully_connected", must=True, requantized=True),
    "_sg_mkldnn_conv": Form("_sg_mkldnn_conv", must=True, requantized=True, attrs={"quantized": "true"},
                            floats=_parameters_of_convolution, refuses=_unquantized),
    "_sg_mkldnn_fully_connected": Form(
        "_sg_mkldnn_fully_connected", must=True, requantized=True, attrs={"quantized": "True"},
        floats=lambda node, granularity: range(1, len(node.inputs)) if granularity == CHANNEL_WISE else (),
        refuses=_unquantized),
    "_sg_mkldnn_selfatt_qk": Form("_sg_mkldnn_selfatt_qk", must=True, requantized=True, attrs={"quantized": "True"},
                                  refuses=_unquantized),
    "_sg_mkldnn_selfatt_valatt": Form("_sg_mkldnn_selfatt_valatt", must=True, requantized=True,
                                      attrs={"quantized": "True"}, refuses=_unquantized),
    "Activation": Form("_contrib_quantized_act", refuses=_unless(
        "of activations only relu has one", lambda node: node.params.act_type == "relu")),
    "Pooling": Form("_contrib_quantized_pooling", refuses=_unless(
        "only max and avg pooling of NCHW or NCDHW have one",
        lambda node: node.params.pool_type in ("max", "avg") and node.params.layout in (None, "NCHW", "NCDHW"))),
    "Flatten": Form("_contrib_quantized_flatten"),
    "Concat": Form("_contrib_quantized_concat",
                   refuses=_unless("the first axis cannot be concatenated so", lambda node: node.params.dim > 0)),
    "elemwise_add": Form("_contrib_quantized_elemwise_add", requantized=True),
    "elemwise_mul": Form("_contrib_quantized_elemwise_mul", requantized=True),
    "BatchNorm": Form("_contrib_quantized_batch_norm", floats=lambda node, granularity: range(1, 5)),
    "Embedding": Form("_contrib_quantized_embedding", floats=lambda node, granularity: (0,),
                      refuses=_unless("its output is not float32",
                                      lambda node: str(node.params.dtype) == "torch.float32")),
    "RNN": Form("_contrib_quantized_rnn", must=True, attrs={"quantized": "true"}, asymmetric=(0,), gives_floats=True,
                floats=lambda node, granularity: range(1, len(node.inputs)),
                refuses=_unless("of recurrent layers only LSTM has one", lambda node: node.params.mode == "lstm")),
}


class Plan(NamedTuple):
    """How each layer of a graph is quantized."""

    forms: dict[Node, Form]
    kept: dict[str, str]  # layers that are not quantized, by name, and why
    bounded: set[Node]    # relus of unsigned bytes, which they leave as they are


def plan(graph: Graph, excluded: Collection[str], operators: Collection[str], mode: str,
         refused: Collection[str] = ()) -> Plan:
    """Choose the layers to quantize. ``smart`` includes cheap layers only between layers for which it pays off.

    Those that are ``refused`` because of their bytes count there: otherwise other values would need ranges than were
    collected.
    """
    if mode not in ("full", "smart"):
        raise MXNetError(f"unrecognized quantize mode: {mode}; expected full or smart")
    forms: dict[Node, Form] = {}
    kept: dict[str, str] = {}
    for node in graph.nodes:
        if node.op is None:
            continue
        reason = _excluded(node, excluded, operators) or _without_form(node)
        if reason is None:
            forms[node] = FORMS[node.op_name]
        elif node.op_name in FORMS:
            kept[node.name] = reason
        else:
            kept[node.name] = f"{node.op_name} has no form on 8 bits"
    if mode == "smart":
        for node in _not_in_between(graph, forms):
            del forms[node]
            kept[node.name] = "it is not between layers on 8 bits"
    bounded = {node for node in forms if node.op_name == "Activation" and node.name in refused}
    forms = {node: form for node, form in forms.items() if node.name not in refused or node in bounded}
    return Plan(forms, kept, bounded)


def _excluded(node: Node, names: Collection[str], operators: Collection[str]) -> str | None:
    if node.op_name in operators or any(alias in operators for alias in node.op.aliases):
        return "its operator is excluded"
    inside = [inner.name for graph in node.subgraphs for inner in graph.nodes if inner.op is not None]
    return "it is excluded" if node.name in names or any(name in names for name in inside) else None


def _without_form(node: Node) -> str | None:
    form = FORMS.get(node.op_name)
    return "" if form is None else form.refuses(node)


def _not_in_between(graph: Graph, forms: dict[Node, Form]) -> list[Node]:
    """Return the cheap layers that are not between two 8-bit layers for which it pays off."""
    users: dict[Node, list[Node]] = {node: [] for node in graph.nodes}
    for node in graph.nodes:
        for entry in node.inputs:
            users[entry.node].append(node)
    musts = [node for node, form in forms.items() if form.must]
    before = _reached(musts, forms, lambda node: (entry.node for entry in node.inputs))
    after = _reached(musts, forms, lambda node: users[node])
    return [node for node, form in forms.items() if not form.must and not (node in before and node in after)]


def _reached(start: list[Node], forms: dict[Node, Form], near: Callable[[Node], Iterable[Node]]) -> set[Node]:
    found: set[Node] = set()
    queue = deque(start)
    while queue:
        for node in near(queue.popleft()):
            if node in forms and not forms[node].must and node not in found:
                found.add(node)
                queue.append(node)
    return found


# ---- the 8-bit graph --------------------------------------------------------------------------------

class Quantized(NamedTuple):
    """A rewritten graph, the outputs of the float graph whose ranges it needs, and the layers that were not
    quantized."""

    graph: Graph
    calibrated: list[str]
    kept: dict[str, str]


def quantized(graph: Graph, *, excluded: Collection[str] = (), operators: Collection[str] = (),
              offline: Collection[str] = (), dtype: str = "int8", mode: str = "smart",
              granularity: str = "tensor-wise", refused: Collection[str] = ()) -> Quantized:
    """Rewrite a graph of float layers; ``offline`` are the parameters that are saved quantized."""
    chosen = plan(graph, excluded, operators, mode, refused)
    made = _Rewriting(graph, chosen, dtype, granularity)
    outputs = _offline([made.output(entry) for entry in graph.outputs], set(offline))
    done = Graph(outputs)
    return Quantized(done, made.wanted_ranges(done), chosen.kept)


# Operators with one output that has a name in MXNet; outputs of others are numbered.
_NAMED = frozenset("""
    Activation BilinearSampler Concat Convolution Convolution_v1 Correlation Crop Deconvolution FullyConnected
    GridGenerator IdentityAttachKLSparseReg InstanceNorm MakeLoss Pad Pooling Pooling_v1 ROIPooling SVMOutput
    SequenceLast SequenceMask SequenceReverse SoftmaxActivation SoftmaxOutput SpatialTransformer SwapAxis UpSampling
    _contrib_DeformableConvolution _contrib_ROIAlign col2im elemwise_add im2col log_softmax softmax softmin""".split())


class _Rewriting:
    """A graph that is being rewritten to 8 bits."""

    def __init__(self, graph: Graph, chosen: Plan, dtype: str, granularity: str) -> None:
        self.forms, self.dtype, self.granularity = chosen.forms, dtype, granularity
        self.bytes: dict[Node, Node] = {}    # float layer -> the node that computes its value in 8 bits
        self.floats: dict[Node, Node] = {}   # float layer -> the node that computes its value in floats
        self.sources: dict[Node, Node] = {}  # node that computes a layer's value -> the float layer
        self.turned: dict[tuple[Node, int], Node] = {}  # floats -> the node that quantizes them
        for node in graph.nodes:
            if node in chosen.bounded:
                self.bytes[node] = self._as_bytes(node.inputs[0], False)[0].node
            else:
                (self._quantize if node in self.forms else self._keep)(node)

    # ---- layers that are not quantized

    def _keep(self, node: Node) -> None:
        made = node if node.op is None else node.rewired([self.as_floats(entry) for entry in node.inputs])
        self.floats[node] = made
        self.sources[made] = node

    def as_floats(self, entry: Entry) -> Entry:
        node = entry.node
        if node not in self.forms:
            return Entry(self.floats[node], entry.index, entry.version)
        if self.forms[node].gives_floats:
            return Entry(self.bytes[node], entry.index, entry.version)
        if node not in self.floats:
            self.floats[node] = self._dequantized(node, entry.index)
        return Entry(self.floats[node])

    def output(self, entry: Entry) -> Entry:
        """Return the entry of an output of the graph; MXNet gives each a separate node."""
        if entry.node in self.forms and not self.forms[entry.node].gives_floats:
            return Entry(self._dequantized(entry.node, entry.index))
        return self.as_floats(entry)

    def _dequantized(self, node: Node, index: int) -> Node:
        return Node(find("_contrib_dequantize"), f"{node.name}_dequantize", {},
                    [Entry(self.bytes[node], index), *self._ends(node, index)])

    def _ends(self, node: Node, index: int) -> list[Entry]:
        """Return the ends of the range of a layer's 8-bit value: outputs after all values."""
        made = self.bytes[node]
        first = made.num_visible - 2 + 2 * index
        return [Entry(made, first), Entry(made, first + 1)]

    # ---- 8-bit layers

    def _quantize(self, node: Node) -> None:
        form = self.forms[node]
        floats = set(form.floats(node, self.granularity))
        values, ends = [], []
        for place, entry in enumerate(node.inputs):
            if place in floats:
                values.append(self.as_floats(entry))
                continue
            value, *range_ends = self._as_bytes(entry, place in form.asymmetric)
            values.append(value)
            ends += range_ends
        attrs = {**node.attrs, **form.attrs}
        if node.op_name == "_sg_mkldnn_fully_connected" and self.granularity == CHANNEL_WISE:
            attrs["channel_wise_quantize"] = "True"
        made = Node(find(form.name), f"quantized_{node.name}", attrs, [*values, *ends], node.subgraphs)
        if form.requantized:
            made = Node(find("_contrib_requantize"), f"requantize_{node.name}", {"out_type": self.dtype},
                        [Entry(made, index) for index in range(3)])
        self.bytes[node] = made
        self.sources[made] = node

    def _as_bytes(self, entry: Entry, asymmetric: bool) -> list[Entry]:
        """Return the entries of a quantized value and of the two ends of its range."""
        node = entry.node
        if node in self.forms and not self.forms[node].gives_floats:
            return [Entry(self.bytes[node], entry.index), *self._ends(node, entry.index)]
        key = node, entry.index
        if key not in self.turned:
            self.turned[key] = self._turning(entry, asymmetric)
        return [Entry(self.turned[key], index) for index in range(3)]

    def _turning(self, entry: Entry, asymmetric: bool) -> Node:
        node, suffix = entry.node, ""
        if node.op is not None:
            named = node.op.output_names is not None or node.op_name in _NAMED
            suffix = f"_{node.output_name(entry.index)[len(node.name) + 1:]}" if named else f"_{entry.index}"
        name, source = f"{node.name}{suffix}_quantize", self.as_floats(entry)
        if asymmetric:
            return Node(find("_contrib_quantize_asym"), name, {}, [source])
        return Node(find("_contrib_quantize_v2"), name, {"out_type": self.dtype}, [source])

    # ---- ranges

    def wanted_ranges(self, graph: Graph) -> list[str]:
        """List the float values whose ranges the new graph needs, by the names that a monitor of the float graph
        shows."""
        found = []
        for node in graph.nodes:
            if node.op_name in _RANGED_BY_INPUT:
                entry = node.inputs[0]
                source = self.sources.get(node) or self.sources.get(entry.node) or entry.node
                found.append(source.output_name(entry.index))
            elif node.op_name in _RANGED_BY_OUTPUT:
                found.append(self.sources[node].output_name(0))
        return found


_RANGED_BY_INPUT = ("_contrib_quantize_v2", "_contrib_quantize_asym", "_contrib_requantize")
_RANGED_BY_OUTPUT = ("_contrib_quantized_batch_norm",)


def _offline(outputs: list[Entry], names: set[str]) -> list[Entry]:
    """Replace parameters that are quantized by variables: files store them quantized."""
    made: dict[tuple[Node, int], Entry] = {}
    for node in Graph(outputs).nodes:
        for place, entry in enumerate(node.inputs):
            turning = entry.node
            if turning.op_name == "_contrib_quantize_v2" and turning.inputs[0].node.op is None \
                    and turning.inputs[0].node.name in names:
                key = turning, entry.index
                if key not in made:
                    made[key] = Entry(Node(None, turning.name + ("", "_min", "_max")[entry.index]))
                node.inputs[place] = made[key]
    return outputs


# ---- ranges -----------------------------------------------------------------------------------------

def calibrated(graph: Graph, ranges: dict[str, tuple[float, float]]) -> Graph:
    """Set ranges of float values, by name, in an 8-bit graph, in place; return the graph."""
    for node, name in _ranged(graph):
        found = ranges.get(name)
        if found is not None:
            node.attrs = {**node.attrs, "min_calib_range": spelled(found[0]), "max_calib_range": spelled(found[1])}
            node.forget_params()
    return graph


def without_range(graph: Graph, ranges: Collection[str]) -> list[str]:
    """List the float values of an 8-bit graph that have no range: their ranges are computed at every prediction."""
    return list(dict.fromkeys(name for node, name in _ranged(graph)
                              if name not in ranges and not is_calibrated(node.params)))


def _ranged(graph: Graph) -> Iterator[tuple[Node, str]]:
    """Yield the nodes of an 8-bit graph that take ranges, and the names of the float values that these are of."""
    for node in graph.nodes:
        if node.op_name in _RANGED_BY_INPUT:
            source, index = node.inputs[0].node, node.inputs[0].index
        elif node.op_name in _RANGED_BY_OUTPUT:
            source, index = node, 0
        else:
            continue
        name = source.output_name(index)
        yield node, name.removeprefix("quantized_") if source.name.startswith("quantized_") else name


# ---- layers that cannot run -------------------------------------------------------------------------

def refused(graph: Graph) -> dict[str, str]:
    """Return the float layers whose 8-bit forms do not run, or not as they should, by name, and why.

    Whether bytes are signed is known only when ranges are.
    """
    found: dict[str, str] = {}
    types: dict[Node, list] = {}
    for node in inline(graph).nodes:
        types[node] = outs = [None] * node.num_outputs
        if node.op is None or node.subgraphs:
            continue
        given = [types[entry.node][entry.index] for entry in node.inputs]
        try:
            _, types[node] = node.op.infer_types(node.bound, given, outs)
            reason = _cannot_run(node, given)
        except MXNetError as error:
            reason = str(error)
        if reason is not None and node.name.startswith("quantized_"):
            found[node.name.removeprefix("quantized_")] = reason
    return found


def _cannot_run(node: Node, types: list) -> str | None:
    """Return why an 8-bit form does not run with bytes of these types and the ranges that it has."""
    if node.op_name == "_contrib_quantized_act" and types[0] is torch.uint8:
        return "its bytes are unsigned, and stay as they are; its 8-bit form would take them for signed ones"
    if node.op_name == "_contrib_quantized_batch_norm" and not is_calibrated(node.params):
        return "its 8-bit form needs a calibrated range"
    return None
