"""Makes nodes: matches inputs to an operator's names, creates missing ones, composes and copies graphs.

Called by the symbol front-end and by the JSON loader.
"""
from collections.abc import Iterable, Mapping, Sequence

from ..attributes import hide_key
from ..errors import MXNetError, check_text
from ..graph import Entry, Graph, Node, post_order
from ..op.registry import Op


def make_node(op: Op, name: str, attrs: Mapping[str, str], positional: Sequence[Entry] = (),
              keywords: Mapping[str, Entry] | None = None,
              subgraphs: Iterable[Graph] = ()) -> Node:
    """Call an operator on entries. Inputs that are not given become variables ``name_input``."""
    attrs = {hide_key(key, value): check_text(value, key) for key, value in attrs.items()}
    node = Node(op, check_text(name, "the name"), attrs, subgraphs=subgraphs)
    names = _required(node, len(positional))
    connect(node, positional, keywords or {}, names)
    return node


def _required(node: Node, given: int) -> list[str]:
    """Name the inputs that a call takes; a variadic operator gives their number in its ``num_args``."""
    op, count = node.op, given
    if op.inline:
        return node.input_names()
    if op.schema.variadic and not node.subgraphs:
        count = int(node.attrs.get(op.num_args, given))
        op.check_count(count)
    return op.list_inputs(node.params, count)


def connect(node: Node, positional: Sequence[Entry], keywords: Mapping[str, Entry],
            names: Sequence[str]) -> None:
    """Set a fresh node's inputs from positional and named entries, in the order of ``names``."""
    if len(positional) > len(names):
        raise MXNetError(f"{node.op_name}({node.name}): Incorrect number of arguments, "
                         f"requires {len(names)}, provided {len(positional)}")
    inputs = list(positional)
    rest = names[len(positional):]
    for missing in rest:
        found = keywords.get(missing)
        inputs.append(found if found is not None else Entry(implicit_variable(node, missing)))
    # An operator with no further inputs never checks keywords.
    unknown = [key for key in keywords if key not in rest] if rest else ()
    if unknown:
        raise MXNetError(mismatch(unknown[0], rest))
    node.inputs = inputs
    update_versions(node)
    initialise_inputs(node)


def implicit_variable(node: Node, name: str) -> Node:
    """Make the variable for a missing input; it carries all attributes of its node, as in MXNet."""
    return Node(None, f"{node.name}_{name}" if node.name else name, dict(node.attrs))


def initialise_inputs(node: Node) -> None:
    """Set the initializers of variables at some inputs (moving means, slopes)."""
    for position, text in node.op.starts.items():
        if position < len(node.inputs) and node.inputs[position].node.is_variable:
            node.inputs[position].node.attrs.setdefault("__init__", text)


def mismatch(key: str, names: Sequence[str]) -> str:
    """Word the error about a keyword that names no input."""
    listed = "".join(f"\t[{number}]{name}\n" for number, name in enumerate(names))
    return f"Symbol.ComposeKeyword argument name {key} not found.\nCandidate arguments:\n{listed}"


def compose(outputs: list[Entry], positional: Sequence[Entry], keywords: Mapping[str, Entry],
            name: str | None = None) -> list[Entry]:
    """Replace variables of a graph, by name, in place; return its outputs.

    The nodes are modified, so callers that must not modify them copy the graph first.
    """
    head = outputs[0].node
    if head.op is None and keywords and all(entry.node is head for entry in outputs):
        raise MXNetError(mismatch(next(iter(keywords)), ["data"]))  # MXNet's word for what a variable lacks
    if name:
        head.name = check_text(name, "the name")
    if not head.inputs and all(entry.node is head for entry in outputs):
        if positional:
            raise MXNetError(f"{head.op_name}({head.name}): Incorrect number of arguments, "
                             f"requires 0, provided {len(positional)}")
        return outputs
    if positional:
        raise MXNetError("General composition only support kwargs for now")
    return _replaced(outputs, keywords)


def _replaced(outputs: list[Entry], keywords: Mapping[str, Entry]) -> list[Entry]:
    """Replace variables by entries, by name; each name must match one."""
    graph = Graph(outputs)
    replaced = {node: keywords[node.name] for node in graph.variables if node.name in keywords}
    matched = {node.name for node in replaced}
    for key in keywords:
        if key not in matched:
            raise MXNetError(mismatch(key, [node.name for node in graph.variables]))
    for node in graph.nodes:
        if any(entry.node in replaced for entry in node.inputs):
            node.inputs = [replaced.get(entry.node, entry) for entry in node.inputs]
            update_versions(node)
    return [replaced.get(entry.node, entry) for entry in outputs]


def copy_graph(outputs: Iterable[Entry]) -> list[Entry]:
    """Copy all nodes below some entries and return the copied entries."""
    outputs = list(outputs)
    copies: dict[Node, Node] = {}
    for node in post_order(outputs):
        copies[node] = copied = node.rewired([Entry(copies[e.node], e.index, e.version) for e in node.inputs])
        copied.attrs = dict(node.attrs)
    return [Entry(copies[e.node], e.index, e.version) for e in outputs]


def update_versions(node: Node) -> None:
    """Stamp a node's inputs with their variables' versions; those that it mutates advance by one."""
    node.inputs = [e if e.node.op is not None else Entry(e.node, e.index, e.node.version)
                   for e in node.inputs]
    for position in node.mutable_inputs():
        entry = node.inputs[position]
        if entry.node.op is not None:
            raise MXNetError(f"{node.op_name}({node.name}): input {node.input_names()[position]} "
                             "is state that the operator changes, so it must be a variable; "
                             f"got the output of {entry.node.op_name}({entry.node.name})")
        entry.node.version += 1
        node.inputs[position] = Entry(entry.node, entry.index, entry.node.version)
