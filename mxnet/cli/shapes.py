"""Guesses the shape of a model's inputs from the shapes of its parameters, if the user does not give it."""
import itertools
from collections.abc import Iterator, Mapping

from ..core.errors import MXNetError
from ..core.graph import Graph, Node
from ..core.op.shapes import known
from ..core.ops.nn.rnn import parameter_count
from ..core.passes.infer import infer_shapes

# Common image sizes and sequence lengths, most common first.
_SIDES = (224, 112, 299, 32, 28, 64, 300, 512, 128, 96, 256, 227, 48, 160, 416, 320, 24, 12, 8, 16, 10, 6, 4, 3)
_LENGTHS = (10, 28, 20, 32, 35, 5, 16, 50, 60, 64, 100, 128, 4, 3, 1)
_TRIALS = 400


def guess_shapes(graph: Graph, params: Mapping[str, tuple], names: list[str], given: Mapping[str, tuple],
                 labels: set[str], batch: int) -> dict[str, tuple] | None:
    """Return shapes for some inputs for which inference is consistent and complete."""
    base: dict = {**params, **given}
    nodes = {node.name: node for node in graph.variables}
    choices = [list(dict.fromkeys(_candidates(graph, nodes[name], params, batch))) for name in names]
    for shapes in itertools.islice(itertools.product(*choices), _TRIALS):
        trial = dict(zip(names, shapes))
        try:
            found = infer_shapes(graph, {**base, **trial})
        except MXNetError:
            continue
        if all(known(found.of(node)) for node in graph.variables if node.name not in labels):
            return {name: found.of(nodes[name]) for name in names}
    return None


def _candidates(graph: Graph, source: Node, params: Mapping[str, tuple], batch: int) -> Iterator[tuple]:
    """Find the first layers that an input reaches, and the shapes that they would accept."""
    reached, seen = [source], {source}
    for node in graph.nodes:
        if not any(entry.node in seen for entry in node.inputs):
            continue
        found = list(_by_layer(node, params, batch))
        if found:
            yield from found
            return
        seen.add(node)
        reached.append(node)
        if len(reached) > 60:
            break
    yield from ((batch, 3, 224, 224), (batch, 1, 28, 28), (batch, 10), (batch, 1), (batch,))


def _by_layer(node: Node, params: Mapping[str, tuple], batch: int) -> Iterator[tuple]:
    weight = next((params[e.node.name] for e in node.inputs[1:] if e.node.op is None and e.node.name in params), None)
    if weight is None:
        return
    name, p = node.op_name, node.params
    if name in ("Convolution", "Convolution_v1"):
        yield from _of_convolution(p, weight, batch)
    elif name == "FullyConnected":
        yield from _of_dense(weight[1], batch)
    elif name == "RNN":
        yield from _of_recurrent(p, weight, batch)
    elif name == "Embedding":
        for length in _LENGTHS:
            yield (batch, length)
        yield (batch,)
    elif name.startswith("BatchNorm") or name in ("InstanceNorm", "LayerNorm"):
        yield (batch, weight[0])
        for side in _SIDES:
            yield (batch, weight[0], side, side)
    elif name == "Deconvolution":
        yield (batch, weight[0], *(1,) * len(p.kernel))


def _of_convolution(p, weight: tuple, batch: int) -> Iterator[tuple]:
    rank, channels, layout = len(p.kernel), weight[1] * p.num_group, str(p.get("layout"))
    sizes = _SIDES if rank > 1 else _LENGTHS
    for side in sizes:
        yield (batch, *(side,) * rank, channels) if layout.endswith("C") else (batch, channels, *(side,) * rank)
    for side in sizes:  # text as a one-channel image: as wide as the kernel
        if rank == 2:
            yield (batch, channels, side, p.kernel[1])


def _of_dense(size: int, batch: int) -> Iterator[tuple]:
    yield (batch, size)
    yield (batch, 1)
    for channels in (1, 3):
        side = round((size / channels) ** 0.5)
        if side * side * channels == size:
            yield (batch, channels, side, side)
    for length in _LENGTHS:
        yield (batch, length, size)


def _of_recurrent(p, weight: tuple, batch: int) -> Iterator[tuple]:
    for size in range(1, 4097):
        if (parameter_count(p, size),) == tuple(weight):
            for length in _LENGTHS:
                yield (length, batch, size)
                yield (batch, length, size)
