"""The cost of a layer: parameters, arithmetic, memory. Used by `inspect` and `bench`."""
from math import prod
from typing import Any

from ..core.graph import Entry, Graph, Node
from ..core.op.shapes import known
from ..core.passes.infer import Inferred
from ..ndarray.tensors import tensor_of

# Operators that only move or rename elements.
_FREE = frozenset(("Reshape", "Flatten", "transpose", "SwapAxis", "expand_dims", "squeeze", "Concat", "SliceChannel",
                   "slice", "slice_axis", "slice_like", "Crop", "_copy", "BlockGrad", "Dropout", "stack", "tile",
                   "repeat", "reverse", "Pad", "Cast", "amp_cast", "_zeros", "_ones", "_arange", "_full", "Embedding",
                   "take", "UpSampling", "broadcast_to", "broadcast_axis", "broadcast_like", "reshape_like",
                   "depth_to_space", "space_to_depth", "_split_v2", "MakeLoss", "make_loss"))
_PER_ELEMENT = {"BatchNorm": 2, "BatchNorm_v1": 2, "InstanceNorm": 8, "LayerNorm": 8, "L2Normalization": 3, "LRN": 10,
                "SoftmaxOutput": 5, "softmax": 5, "log_softmax": 5, "SoftmaxActivation": 5}
_GATES = {"rnn_relu": 1, "rnn_tanh": 1, "lstm": 4, "gru": 3}


def flops(node: Node, ins: list[tuple], outs: list[tuple]) -> int:
    """Estimate a call's floating-point operations, counting a multiply-add as two."""
    name, p, out = node.op_name, node.params, outs[0]
    bias = 0 if p.get("no_bias", True) else prod(out)
    if name in ("Convolution", "Convolution_v1"):
        channel = len(ins[0]) - 1 if str(p.get("layout")).endswith("C") else 1
        return 2 * prod(out) * (ins[0][channel] // p.num_group) * prod(p.kernel) + bias
    if name == "Deconvolution":
        return 2 * prod(ins[0]) * (p.num_filter // p.num_group) * prod(p.kernel) + bias
    if name == "FullyConnected":
        return 2 * prod(out) * ins[1][1] + bias
    if name in ("Pooling", "Pooling_v1"):
        return prod(ins[0]) if p.global_pool else prod(out) * prod(p.kernel)
    if name == "RNN":
        steps, batch, size = ins[0]
        directions, state, total = 1 + p.bidirectional, p.state_size, 0
        for layer in range(p.num_layers):
            inner = size if layer == 0 else state * directions
            total += 2 * directions * steps * batch * _GATES[p.mode] * state * (inner + state)
        return total
    if name in ("dot", "batch_dot", "_linalg_gemm2"):
        left = ins[0]
        inner = left[-2] if p.get("transpose_a") and len(left) > 1 else left[-1]  # pyright: ignore[reportGeneralTypeIssues]
        return 2 * prod(out) * inner
    if name in _FREE:
        return 0
    if name in ("sum", "mean", "max", "min", "prod", "norm"):
        return prod(ins[0])
    if name == "add_n":
        return prod(out) * (len(ins) - 1)
    return sum(map(prod, outs[:node.num_visible])) * _PER_ELEMENT.get(name, 1)


def prod_bytes(shape: tuple, dtype: Any) -> int:
    """Return the bytes of an array, assuming four per element if the type is unknown."""
    return prod(shape) * (dtype.itemsize if dtype else 4)


def layer_table(graph: Graph, shapes: Inferred, types: Inferred, params: dict) -> list[dict[str, Any]]:
    """Return a row per operator call: shapes, parameters, their bytes, arithmetic, bytes of outputs."""
    rows: list[dict[str, Any]] = []
    counted: set[str] = set()
    for node in graph.nodes:
        if node.op is not None:
            rows.append(_row(node, shapes, types, params, counted))
    return rows


def _row(node: Node, shapes: Inferred, types: Inferred, params: dict, counted: set[str]) -> dict[str, Any]:
    ins = [shapes[e] for e in node.inputs]
    entries = [Entry(node, index) for index in range(node.num_visible)]
    outs = [shapes[e] for e in entries]
    own = [e.node.name for e in node.inputs if e.node.op is None and e.node.name in params]
    new = [tensor_of(params[name]) for name in own if name not in counted]  # a shared weight counts once
    counted.update(own)
    complete = all(map(known, ins)) and all(map(known, outs))
    return {
        "name": node.name, "operator": node.op_name,
        "attributes": {k: v for k, v in node.attrs.items() if not k.startswith("__")},
        "inputs": [e.node.output_name(e.index) for e in node.inputs],
        "sources": [e.node.name for e in node.inputs],
        "input_shapes": ins, "output_shapes": outs, "parameters": own,
        "parameter_count": sum(weight.numel() for weight in new),
        "parameter_bytes": sum(weight.nbytes for weight in new),
        "flops": flops(node, ins, outs) if complete else None,
        "output_bytes": sum(map(prod_bytes, outs, (types[e] for e in entries))) if complete else None,
    }
