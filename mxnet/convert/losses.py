"""Removes what only training needs from a graph: losses, labels, dropout. Called by converters.

Losses become what they compute in prediction (a softmax, a sigmoid, nothing), so that labels are no longer inputs.
"""
from collections.abc import Collection, Iterable

from ..core.construction.compose import copy_graph
from ..core.errors import MXNetError
from ..core.graph import Entry, Graph, Node
from ..core.op.registry import find
from ..core.passes.inline import inline

# The position of the label among a loss's inputs.
LABEL_INPUT = {"SoftmaxOutput": 1, "LinearRegressionOutput": 1, "LogisticRegressionOutput": 1,
               "MAERegressionOutput": 1, "SVMOutput": 1, "softmax_cross_entropy": 1, "CTCLoss": 1, "WarpCTC": 1,
               "_contrib_MultiBoxTarget": 1}
# Operators that return their first input unchanged in prediction.
PASSING = ("LinearRegressionOutput", "MAERegressionOutput", "SVMOutput", "MakeLoss", "make_loss",
           "BlockGrad", "IdentityAttachKLSparseReg", "_copy", "amp_cast")
# Losses that have an equivalent for prediction.
PREDICTED = ("SoftmaxOutput", "LogisticRegressionOutput", "LinearRegressionOutput", "MAERegressionOutput", "SVMOutput",
             "WarpCTC")
_TRAINING = ("Dropout", "BlockGrad", "IdentityAttachKLSparseReg", "amp_cast")


def label_names(graph: Graph, known: Collection[str] = ()) -> list[str]:
    """Return the names of variables that only losses read, or that are named like labels; ``known`` ones are left
    out."""
    uses: dict[Node, set[bool]] = {}
    for node in graph.nodes:
        for position, entry in enumerate(node.inputs):
            if entry.node.op is None:
                uses.setdefault(entry.node, set()).add(LABEL_INPUT.get(node.op_name) == position)
    return [node.name for node in graph.arguments if node.name not in known
            and (uses.get(node) == {True} or node.name == "label" or node.name.endswith("_label"))]


def strip_losses(outputs: Iterable[Entry], known: Collection[str] = (),
                 train: bool = False) -> tuple[list[Entry], list[str]]:
    """Return the outputs for prediction, and the names of the outputs that were dropped.

    An output that still needs a label, such as a cross-entropy, is dropped if others are left;
    ``known`` are variables that are not labels, whatever their names. ``train`` keeps dropout and gradient stops, for a
    user-defined loss.
    """
    graph = inline(Graph(outputs))
    outputs, labels = graph.outputs, set(label_names(graph, known))
    copied = copy_graph(outputs)
    replaced: dict[tuple[Node, int], Entry] = {}

    def follow(entry: Entry) -> Entry:
        return replaced.get((entry.node, entry.index), entry)

    shown = {entry.node for entry in copied}
    for node in Graph(copied).nodes:
        node.inputs = [follow(entry) for entry in node.inputs]
        passed = None if train and node.op_name in _TRAINING else _predict(node)
        if passed is not None and node not in shown:
            replaced[node, 0] = passed
        elif passed is not None:  # an output keeps its name
            _become(node, "_copy", [passed], {})
    needs = _needing(Graph(copied), labels)
    kept = [entry for entry in copied if entry.node not in needs]
    dropped = [entry.node.output_name(entry.index) for entry in copied if entry.node in needs]
    if not kept:
        raise MXNetError(f"all outputs need labels ({', '.join(sorted(labels))}): nothing is left to predict with; "
                         f"outputs are {', '.join(dropped)}")
    return kept, dropped


def _predict(node: Node) -> Entry | None:
    """Convert a loss to what it computes in prediction; for a node that passes its input through, return the input's
    entry."""
    name = node.op_name
    if name == "SoftmaxOutput":
        p, data = node.params, node.inputs[0]
        if p.preserve_shape or p.multi_output:
            _become(node, "softmax", [data], {"axis": "1" if p.multi_output else "-1"})
        elif _has_two_axes(data.node):
            _become(node, "softmax", [data], {"axis": "-1"})
        else:  # over all elements of a sample, whatever their shape
            flat = Entry(Node(find("Flatten"), f"{node.name}_flat", {}, [data]))
            soft = Entry(Node(find("softmax"), f"{node.name}_soft", {"axis": "-1"}, [flat]))
            _become(node, "reshape_like", [soft, data], {})
    elif name == "WarpCTC":
        _become(node, "softmax", node.inputs[:1], {"axis": "1"})
    elif name == "LogisticRegressionOutput":
        _become(node, "sigmoid", node.inputs[:1], {})
    elif name in PASSING or (name == "Dropout" and node.params.mode == "training"):
        return node.inputs[0]
    return None


def _has_two_axes(node: Node) -> bool:
    return node.op_name == "Flatten" or (node.op_name == "FullyConnected" and node.params.flatten)


def _become(node: Node, op: str, inputs: list[Entry], params: dict[str, str]) -> None:
    node.op, node.inputs = find(op), list(inputs)
    node.attrs = {**{key: value for key, value in node.attrs.items() if key.startswith("__")}, **params}
    node.forget_params()


def _needing(graph: Graph, names: set[str]) -> set[Node]:
    found: set[Node] = set()
    for node in graph.nodes:
        if (node.op is None and node.name in names) or any(e.node in found for e in node.inputs):
            found.add(node)
    return found
