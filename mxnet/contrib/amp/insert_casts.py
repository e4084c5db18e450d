"""Cast insertion: lets some operators of a graph compute in float16 or bfloat16.

Called by `mx.contrib.amp`. Names of the casts and the order of the decisions are MXNet's, because converted graphs are
saved and compared.
"""
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field

import torch

from ...core.dtype import NAME_TO_FLAG, dtype_name
from ...core.errors import MXNetError
from ...core.graph import Entry, Graph, Node, post_order
from ...core.op.registry import find
from ...core.passes.infer import infer_types
from ...core.passes.inline import inline

# Operators whose outputs have names in MXNet; outputs of all others are numbered.
_NAMED_OUTPUTS = frozenset("""
    Activation BatchNorm BatchNorm_v1 BilinearSampler Concat Convolution Convolution_v1 Correlation
    Crop CuDNNBatchNorm Custom Deconvolution Dropout FullyConnected GridGenerator GroupNorm
    IdentityAttachKLSparseReg InstanceNorm L2Normalization LRN LayerNorm LeakyReLU MakeLoss Pad Pooling
    Pooling_v1 RNN ROIPooling SVMOutput SequenceLast SequenceMask SequenceReverse SliceChannel
    SoftmaxActivation SoftmaxOutput SpatialTransformer SwapAxis UpSampling _contrib_BatchNormWithReLU
    _contrib_DeformableConvolution _contrib_DeformablePSROIPooling _contrib_ModulatedDeformableConvolution
    _contrib_MultiBoxDetection _contrib_MultiBoxPrior _contrib_MultiBoxTarget _contrib_MultiProposal
    _contrib_PSROIPooling _contrib_Proposal _contrib_ROIAlign _contrib_RROIAlign _contrib_SyncBatchNorm
    _contrib_calibrate_entropy _contrib_count_sketch _contrib_fft _contrib_hawkesll _contrib_ifft
    _contrib_index_array _contrib_interleaved_matmul_encdec_qk _contrib_interleaved_matmul_encdec_valatt
    _contrib_interleaved_matmul_selfatt_qk _contrib_interleaved_matmul_selfatt_valatt
    _contrib_quantize_asym _contrib_quantized_act _contrib_quantized_batch_norm _contrib_quantized_concat
    _contrib_quantized_conv _contrib_quantized_elemwise_add _contrib_quantized_elemwise_mul
    _contrib_quantized_embedding _contrib_quantized_flatten _contrib_quantized_fully_connected
    _contrib_quantized_pooling _contrib_quantized_rnn _rnn_param_concat col2im elemwise_add im2col
    make_loss softmax softmin
""".split())


@dataclass
class Plan:
    """Which operators, by name, compute in which type.

    Parameters
    ----------
    low : the narrow type.
    low_ops, wide_ops : operators that compute in it, and in float32.
    widest_ops : operators that compute in the widest type among their inputs.
    conditional : operator -> param -> values (as in files) with which it computes in float32.
    excluded : names of nodes that compute in float32 whatever their operator.
    data : names of variables that are float32, whatever reads them.
    convert_params : other variables may get the narrow type themselves, without a cast.
    """

    low: torch.dtype
    low_ops: Collection[str] = ()
    wide_ops: Collection[str] = ()
    widest_ops: Collection[str] = ()
    conditional: Mapping[str, Mapping[str, Collection[str]]] = field(default_factory=dict)
    excluded: Collection[str] = ()
    data: Collection[str] = ()
    convert_params: bool = False


def narrow(outputs: Iterable[Entry], plan: Plan, params: Collection[str]) -> list[Entry]:
    """Return a copy of a graph with casts; variables named in ``params`` get their type (``__dtype__``)."""
    made = _Casting(plan).run(inline(Graph(outputs)).outputs)
    _declare_types(Graph(made), plan, params)
    return made


class _Casting:
    """One pass over a graph. ``wide`` and ``low`` map entries of the old graph to their float32 and narrow values in
    the new one, so that all readers share a cast."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.copies: dict[Node, Node] = {}
        self.wide: dict[Entry, Entry] = {}
        self.low: dict[Entry, Entry] = {}

    def run(self, outputs: list[Entry]) -> list[Entry]:
        for node in post_order(outputs):
            copied = Node(node.op, node.name, dict(node.attrs), subgraphs=node.subgraphs)
            copied.version, copied._bound = node.version, node._bound
            self._treatment(node)(node, copied)
            self.copies[node] = copied
        for entry in outputs:
            self._cast(entry, torch.float32)
        return [self.wide[entry] for entry in outputs]

    def _treatment(self, node: Node):
        plan = self.plan
        if node.name in plan.excluded or node.op_name in plan.wide_ops:
            return self._in_float32
        if node.op_name in plan.low_ops:
            return self._in_low
        if node.op_name in plan.widest_ops:
            return self._in_widest
        wanted = plan.conditional.get(node.op_name, {})
        if any(node.attrs.get(param) in values for param, values in wanted.items()):
            return self._in_float32_if
        return self._as_it_comes

    # ---- how a node is copied -----------------------------------------------------------------

    def _in_float32(self, node: Node, copied: Node) -> None:
        self._gives(node, copied, self.wide)
        copied.inputs = [self._copy(e) if e.node.is_variable and e not in self.wide
                         else self._cast(e, torch.float32) for e in node.inputs]

    def _in_float32_if(self, node: Node, copied: Node) -> None:
        self._gives(node, copied, self.wide)
        changed = node.mutable_inputs()
        copied.inputs = [self._copy(e) if position in changed and e not in self.wide
                         else self._cast(e, torch.float32) for position, e in enumerate(node.inputs)]

    def _in_low(self, node: Node, copied: Node) -> None:
        plan, changed = self.plan, node.mutable_inputs()
        types = self._infer(node, copied, plan.low)
        for position, entry in enumerate(node.inputs):
            ready = plan.convert_params and entry.node.is_variable
            if entry in self.low:
                copied.inputs.append(self.low[entry])
            elif (ready and entry.node.name not in plan.data) or position in changed \
                    or types[position] not in (plan.low, None):
                copied.inputs.append(self._copy(entry))
                if ready:
                    self.low[entry] = copied.inputs[-1]
            else:
                copied.inputs.append(self._cast(entry, plan.low))

    def _in_widest(self, node: Node, copied: Node) -> None:
        if not node.inputs or node.mutable_inputs():
            raise MXNetError(f"{node.op_name}({node.name}) cannot compute in the widest type of its "
                             "inputs: it has none, or changes one")
        if all(e in self.low or e in self.wide for e in node.inputs):
            wide = any(e in self.wide for e in node.inputs)
            self._gives(node, copied, self.wide if wide else self.low)
            copied.inputs = [self._cast(e, torch.float32 if wide else self.plan.low)
                             for e in node.inputs]
            return
        first = node.inputs[0]
        cast = Node(find("amp_multicast"), f"{first.node.name}{_suffix(first)}_amp_multicast",
                    {"num_outputs": str(len(node.inputs))}, map(self._copy, node.inputs))
        copied.inputs = [Entry(cast, index, e.version) for index, e in enumerate(node.inputs)]

    def _as_it_comes(self, node: Node, copied: Node) -> None:
        if node.inputs:
            first = node.inputs[0]
            if first in self.low or first in self.wide:
                self._infer(node, copied, self.plan.low if first in self.low else torch.float32)
        copied.inputs = [self._copy(e) for e in node.inputs]

    # ---- entries ------------------------------------------------------------------------------

    def _copy(self, entry: Entry) -> Entry:
        return Entry(self.copies[entry.node], entry.index, entry.version)

    def _gives(self, node: Node, copied: Node, where: dict[Entry, Entry]) -> None:
        for index in range(node.num_outputs):
            where[Entry(node, index)] = Entry(copied, index)

    def _infer(self, node: Node, copied: Node, first: torch.dtype) -> list:
        """Record which outputs are narrow or float32 if the first input is; return the inputs' types."""
        ins, outs = [first, *[None] * (len(node.inputs) - 1)], [None] * node.num_outputs
        if node.subgraphs:
            ins, outs = node.op.through_bodies(node, ins, outs, infer_types, of_shapes=False)
        else:
            ins, outs = node.op.infer_types(node.bound, ins, outs)
        if None not in outs:
            for index, kind in enumerate(outs):
                if kind in (self.plan.low, torch.float32):
                    where = self.low if kind is self.plan.low else self.wide
                    where[Entry(node, index)] = Entry(copied, index)
        return ins

    def _cast(self, entry: Entry, dtype: torch.dtype) -> Entry:
        where = self.wide if dtype is torch.float32 else self.low
        if entry in where:
            return where[entry]
        kind = dtype_name(dtype)
        cast = Node(find("amp_cast"), f"{entry.node.name}{_suffix(entry)}_amp_cast_{kind}",
                    {"dtype": kind}, [self._copy(entry)])
        where[entry] = Entry(cast, 0, entry.version)
        return Entry(cast)


def _suffix(entry: Entry) -> str:
    node, index = entry.node, entry.index
    if node.is_variable:
        return ""
    if node.op_name in _NAMED_OUTPUTS:
        return f"_{node.op.list_outputs(node.params)[index]}"
    return f"_{index}"


# ---- types of the variables -------------------------------------------------------------------

def _declare_types(graph: Graph, plan: Plan, params: Collection[str]) -> None:
    """Store the types that the casts imply in ``__dtype__``: for ``params``, otherwise for variables that have one."""
    unknown = [name for name in plan.data if name not in {node.name for node in graph.variables}]
    if unknown:
        raise MXNetError(f"Keyword argument name {unknown[0]} not found: the symbol has no such input")
    declared = {node: node.attrs.pop("__dtype__") for node in graph.variables if "__dtype__" in node.attrs}
    inferred = infer_types(graph, dict.fromkeys(plan.data, torch.float32))
    types = {node: inferred.of(node) for node in graph.variables}
    if plan.convert_params:
        types = _narrow_unknown(graph, plan.low, types)
    for node in graph.variables:
        if node.name in params or (not params and node in declared):
            fixed = node.name in plan.data and node not in declared
            kind = torch.float32 if fixed else types[node] or torch.float32
            node.attrs["__dtype__"] = str(NAME_TO_FLAG[dtype_name(kind)])
        elif node in declared:
            node.attrs["__dtype__"] = declared[node]


def _narrow_unknown(graph: Graph, low: torch.dtype, inferred: dict[Node, torch.dtype | None]) -> dict:
    """Give variables that only one kind of cast reads its type; if casts differ, leave them undeclared."""
    found, seen = dict(inferred), {}

    def note(node: Node, kind: torch.dtype) -> None:
        if node.name in seen:
            if seen[node.name] is not kind:
                found[node] = inferred[node]
        elif found[node] is None:
            seen[node.name] = found[node] = kind
    for node in graph.nodes:
        read = [e.node for e in node.inputs if e.node.is_variable]
        if node.op_name == "amp_cast" or (node.op_name == "amp_multicast" and len(read) == len(node.inputs)):
            for variable in read:
                note(variable, node.params.dtype if node.op_name == "amp_cast" else low)
    return found
