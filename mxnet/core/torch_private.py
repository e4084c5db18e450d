"""The private torch names that the package uses, each under a plain name. No other file uses any.

A torch release may rename or drop names that begin with an underscore. Each name therefore has a public fallback that
gives the same result, possibly slower, or does without it. Names are bound here once, at import, so a call through this
file costs no more than a direct one.

``MXNET_WITHOUT_PRIVATE_TORCH`` takes plain names, separated by commas, or ``all``: these are treated as missing. The
tests disable them one by one; a user may do so if a new torch keeps a name but changes its meaning.
"""
from __future__ import annotations

import math
import operator
import os
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from functools import reduce
from inspect import signature
from types import SimpleNamespace
from typing import Any, NamedTuple

import torch
from torch.nn import functional


class Entry(NamedTuple):
    """One private name: where torch has it, and the public fallback."""
    path: str
    public: Any
    found: bool


ENTRIES: dict[str, Entry] = {}
_without = set(os.environ.get("MXNET_WITHOUT_PRIVATE_TORCH", "").replace(" ", "").split(","))


def _is_off(name: str) -> bool:
    return bool(_without & {name, "all"})


def _bind(name: str, path: str, public: Any) -> Any:
    """Return the object at a path below torch, or the public fallback if it is missing or disabled."""
    found = None
    if not _is_off(name):
        try:
            found = reduce(getattr, path.split("."), torch)
        except (AttributeError, RuntimeError):  # gone, or not in this build
            pass
    ENTRIES[name] = Entry(path, public, found is not None)
    return public if found is None else found


# ---- who wrote to a tensor, and who holds it ----------------------------------------------------------

def _unknown(*_: Any) -> float:
    """Return NaN, which equals nothing: the count is unknown, so nothing derived is cached and nothing is donated."""
    return math.nan


def _reads_version(descriptor: Any) -> Callable[[torch.Tensor], float]:
    return _unknown if descriptor is None else operator.attrgetter("_version")


version_of = _reads_version(_bind("version_of", "Tensor._version", None))

_use_count = _bind("use_count", "_C._storage_Use_Count", None)
_handle = _bind("storage_handle", "UntypedStorage._cdata", None)


def _counted(storage: torch.UntypedStorage) -> float:
    return _use_count(storage._cdata)


use_count: Callable[[torch.UntypedStorage], float] = _unknown if _use_count is None or _handle is None else _counted


# ---- the tape -----------------------------------------------------------------------------------------

def _run_backward(outputs: Sequence[torch.Tensor], grads: Sequence[torch.Tensor], retain_graph: bool,
                  create_graph: bool, inputs: Sequence[torch.Tensor], allow_unused: bool, *,
                  accumulate_grad: bool) -> tuple:
    return torch.autograd.grad(outputs, inputs, grads, retain_graph, create_graph, allow_unused=allow_unused)


def _is_zerotensor(tensor: torch.Tensor) -> bool:
    return tensor.numel() > 0 and tensor.data_ptr() == 0


run_backward: Any = _bind("run_backward", "autograd.Variable._execution_engine.run_backward", _run_backward)


def tape_gradients(outputs: Sequence[torch.Tensor], inputs: Sequence[torch.Tensor], grads: Sequence[torch.Tensor],
                   retained: bool = False, create_graph: bool = False) -> tuple:
    """Run backward over torch's tape; None where no gradient flows.

    torch.autograd.grad ends up here, after checks that cost as much as a small backward and that import a computer
    algebra system the first time.
    """
    return run_backward(tuple(outputs), tuple(grads), retained, create_graph, tuple(inputs), True,
                        accumulate_grad=False)


def _never(tensor: torch.Tensor) -> bool:
    return False


def _any_autocast() -> bool:
    return torch.is_autocast_enabled("cpu") or torch.is_autocast_enabled("cuda")


def _functorch_stack() -> Any:
    """Return what leaves the transforms of torch.func for a while; None in releases that have no such thing."""
    try:
        from torch._functorch.pyfunctorch import temporarily_clear_interpreter_stack
    except ImportError:
        return nullcontext
    return temporarily_clear_interpreter_stack


def leave_transforms() -> AbstractContextManager:
    """Return a block outside of the transforms of torch.func."""
    return _functorch_stack()()


def _no_transform() -> None:
    return None


transform: Callable[[], Any] = _bind("transform", "_C._functorch.peek_interpreter_stack", _no_transform)
is_transformed: Callable[[torch.Tensor], bool] = _bind(
    "is_transformed", "_C._functorch.is_functorch_wrapped_tensor", _never)
any_autocast: Callable[[], bool] = _bind("any_autocast", "_C._is_any_autocast_enabled", _any_autocast)
is_zerotensor: Any = _bind("is_zerotensor", "Tensor._is_zerotensor", _is_zerotensor)
set_grad_enabled: Any = _bind("set_grad_enabled", "_C._set_grad_enabled", torch.set_grad_enabled)


# ---- lists of tensors, one call for all ---------------------------------------------------------------

def _one(name: str) -> Callable:
    """Return the method of a single tensor that a call on lists repeats."""
    if name == "norm":
        return torch.linalg.vector_norm
    if name == "maximum_":
        return lambda tensor, other: torch.maximum(tensor, other, out=tensor)
    if name.startswith(("addcmul", "addcdiv")):
        method = getattr(torch.Tensor, name)
        return lambda tensor, first, second, value=1: method(tensor, first, second, value=value)
    return getattr(torch.Tensor, name)


def _each(name: str) -> Callable:
    """Return a call on lists that processes them one by one."""
    one = _one(name)

    def each(tensors: Sequence[torch.Tensor], *others: Any, **params: Any) -> tuple[torch.Tensor, ...]:
        columns = [other if isinstance(other, (list, tuple)) else [other] * len(tensors) for other in others]
        return tuple(one(*row, **params) for row in zip(tensors, *columns))
    return each


def _on_lists(*names: str) -> SimpleNamespace:
    return SimpleNamespace(**{name: _bind(f"foreach.{name}", f"_foreach_{name}", _each(name)) for name in names})


foreach: Any = _on_lists(
    "abs", "add", "add_", "addcdiv_", "addcmul", "addcmul_", "clamp_max", "clamp_max_", "clamp_min", "clamp_min_",
    "copy_", "div", "div_", "lerp_", "maximum_", "mul", "mul_", "neg", "neg_", "norm", "pow", "sign", "sqrt", "sqrt_",
    "sub", "sub_", "zero_")


# ---- whole steps of optimizers ------------------------------------------------------------------------

def _adam(weights: Sequence, grads: Sequence, means: Sequence, squares: Sequence, _: Sequence, steps: Sequence, *,
          lr: float, beta1: float, beta2: float, weight_decay: float, eps: float, **switches: bool) -> None:
    for weight, grad, mean, square, step in zip(weights, grads, means, squares, steps):
        grad = grad.add(weight, alpha=weight_decay)
        mean.lerp_(grad, 1 - beta1)
        square.mul_(beta2).addcmul_(grad, grad, value=1 - beta2)
        spread = (square / (1 - beta2 ** step)).sqrt_().add_(eps)
        weight.sub_(mean.div(1 - beta1 ** step).div_(spread), alpha=lr)


def _sgd(weights: Sequence, grads: Sequence, momenta: Sequence, *, weight_decay: float, momentum: float, lr: float,
         dampening: float, **switches: bool) -> None:
    for place, (weight, grad) in enumerate(zip(weights, grads)):
        grad = grad.add(weight, alpha=weight_decay)
        if momenta:
            grad = momenta[place].mul_(momentum).add_(grad, alpha=1 - dampening)
        weight.sub_(grad, alpha=lr)


fused_adam_: Any = _bind("fused_adam_", "_fused_adam_", _adam)
fused_sgd_: Any = _bind("fused_sgd_", "_fused_sgd_", _sgd)


# ---- kernels of layers --------------------------------------------------------------------------------

def _elu(data: torch.Tensor, alpha: float = 1.0, scale: float = 1.0) -> torch.Tensor:
    return functional.elu(data, alpha) * scale


def _smooth_l1_loss(data: torch.Tensor, target: torch.Tensor, reduction: int, beta: float) -> torch.Tensor:
    return functional.smooth_l1_loss(data, target, reduction=("none", "mean", "sum")[reduction], beta=beta)


def _bilinear(data: torch.Tensor, size: Sequence[int], align_corners: bool) -> torch.Tensor:
    return functional.interpolate(data, tuple(size), mode="bilinear", align_corners=align_corners)


def _conv_transpose2d(data: torch.Tensor, weight: torch.Tensor, kernel: Any, bias: torch.Tensor | None, stride: Any,
                      pad: Any, adj: Any, dilate: Any) -> torch.Tensor:
    return functional.conv_transpose2d(data, weight, bias, stride, pad, adj, 1, dilate)


def _addmm_relu(bias: torch.Tensor, data: torch.Tensor, weight: torch.Tensor) -> torch.Tensor:
    return torch.addmm(bias, data, weight).relu_()


def _softmax_backward(grad: torch.Tensor, out: torch.Tensor, axis: int, dtype: torch.dtype) -> torch.Tensor:
    product = grad * out
    return (product - out * product.sum(axis, keepdim=True)).to(dtype)


def _log_softmax_backward(grad: torch.Tensor, out: torch.Tensor, axis: int, dtype: torch.dtype) -> torch.Tensor:
    return (grad - out.exp() * grad.sum(axis, keepdim=True)).to(dtype)


elu: Any = _bind("elu", "_C._nn.elu", _elu)
leaky_relu: Any = _bind("leaky_relu", "_C._nn.leaky_relu", functional.leaky_relu)
smooth_l1_loss: Any = _bind("smooth_l1_loss", "_C._nn.smooth_l1_loss", _smooth_l1_loss)
upsample_bilinear2d: Any = _bind("upsample_bilinear2d", "_C._nn.upsample_bilinear2d", _bilinear)
im2col: Any = _bind("im2col", "_C._nn.im2col", functional.unfold)
slow_conv_transpose2d: Any = _bind("slow_conv_transpose2d", "_C._nn.slow_conv_transpose2d", _conv_transpose2d)
addmm_relu: Any = _bind("addmm_relu", "_addmm_activation", _addmm_relu)
softmax_backward: Any = _bind("softmax_backward", "_softmax_backward_data", _softmax_backward)
log_softmax_backward: Any = _bind("log_softmax_backward", "_log_softmax_backward_data",
                             _log_softmax_backward)


# ---- batch norm by the kernel that torch chooses: cuDNN's on a GPU where it is faster -----------------

def _batch_norm(data: torch.Tensor, gamma: Any, beta: Any, mean: Any, var: Any, training: bool, momentum: float,
                eps: float, cudnn: bool) -> tuple:
    outs = torch.native_batch_norm(data, gamma, beta, mean, var, training, momentum, eps)
    return *outs, data.new_empty(0, dtype=torch.uint8), 0


def _batch_norm_backward(kind: int, data: torch.Tensor, grad: torch.Tensor, gamma: Any, mean: Any, var: Any,
                         saved_mean: Any, saved_inverse: Any, training: bool, eps: float, mask: list[bool],
                         reserve: torch.Tensor) -> tuple:
    return torch.ops.aten.native_batch_norm_backward.default(grad, data, gamma, mean, var, saved_mean, saved_inverse,
                                                             training, eps, mask)


batch_norm_chosen: Any = _bind("batch_norm_chosen", "_batch_norm_impl_index", _batch_norm)
batch_norm_chosen_backward: Any = _bind(
    "batch_norm_chosen_backward", "ops.aten._batch_norm_impl_index_backward.default", _batch_norm_backward)


# ---- weights packed for oneDNN: without these names, layers use unpacked weights (None) ---------------

def _both(first: Any, second: Any) -> tuple:
    """Return both or neither: one is useless without the other."""
    return (None, None) if first is None or second is None else (first, second)


convolution_pointwise, reorder_conv2d_weight = _both(
    _bind("convolution_pointwise", "ops.mkldnn._convolution_pointwise.default", None),
    _bind("reorder_conv2d_weight", "_C._nn.mkldnn_reorder_conv2d_weight", None))
convolution_onto: Any = _bind("convolution_onto", "ops.mkldnn._convolution_pointwise_.binary", None)
conv_transpose_pointwise, reorder_conv_transpose_weight = _both(
    _bind("conv_transpose_pointwise", "ops.mkldnn._convolution_transpose_pointwise", None),
    _bind("reorder_conv_transpose_weight", "ops.mkldnn._reorder_convolution_transpose_weight", None))
reorder_rnn_weight: Any = _bind("reorder_rnn_weight", "ops.mkldnn._reorder_mkldnn_rnn_layer_weight", None)


# ---- kernels on bytes: without these names, 8-bit layers use kernels for floats (None) ----------------

# On torch 2.6 sums of signed with unsigned bytes, and chains of layers, gave wrong numbers without an error. 2.11 is
# the earliest release on which all layers were compared. On earlier ones they are computed by kernels for floats.
_BYTES_FROM = (2, 11)
_has_bytes = tuple(map(int, torch.__version__.split(".")[:2])) >= _BYTES_FROM


def _all_or_none(*found: Any) -> tuple:
    return found if all(each is not None for each in found) else (None,) * len(found)


def _all_of_bytes(*found: Any) -> tuple:
    return _all_or_none(*found) if _has_bytes else (None,) * len(found)


byte_conv2d, byte_conv2d_sum, pack_byte_conv2d = _all_of_bytes(
    _bind("byte_conv2d", "ops.onednn.qconv2d_pointwise.default._op", None),
    _bind("byte_conv2d_sum", "ops.onednn.qconv2d_pointwise.binary._op", None),
    _bind("pack_byte_conv2d", "ops.onednn.qconv_prepack.default", None))
byte_linear, pack_byte_linear = _all_of_bytes(
    _bind("byte_linear", "ops.onednn.qlinear_pointwise.default._op", None),
    _bind("pack_byte_linear", "ops.onednn.qlinear_prepack.default", None))
byte_linear_sum: Any = _bind("byte_linear_sum", "ops.onednn.qlinear_pointwise.binary._op", None)
byte_product: Any = _bind("byte_product", "_int_mm", None)  # of int8, accumulated in 32 bits
byte_max_pool2d: Any = _bind("byte_max_pool2d", "ops.quantized.max_pool2d.default._op", None)
# On torch's quantized tensors, which a later release will drop.
quantized_conv2d, quantized_conv2d_relu, quantized_conv2d_sum, quantized_conv2d_sum_relu, pack_quantized_conv2d, \
    with_channel_scales = _all_of_bytes(
        _bind("quantized_conv2d", "ops.quantized.conv2d.new._op", None),
        _bind("quantized_conv2d_relu", "ops.quantized.conv2d_relu.new._op", None),
        _bind("quantized_conv2d_sum", "ops.quantized.conv2d_add.default._op", None),
        _bind("quantized_conv2d_sum_relu", "ops.quantized.conv2d_add_relu.default._op", None),
        _bind("pack_quantized_conv2d", "ops.quantized.conv2d_prepack.default", None),
        _bind("with_channel_scales", "_make_per_channel_quantized_tensor", None))
quantized_cat: Any = _bind("quantized_cat", "ops.quantized.cat.default._op", None)
quantized_batch_norm2d: Any = _bind("quantized_batch_norm2d", "ops.quantized.batch_norm2d.default._op", None)
# torch looks up ``__torch_function__`` on arguments of other types, and packed weights raise at that.
unasked: Any = _bind("unasked", "_C.DisableTorchFunctionSubclass", nullcontext)
# A graph of calls that torch's interpreter runs, a function of it, and whether that optimizes graphs in this thread.
ScriptGraph, script_function, optimize_scripts, tensor_list = _all_or_none(
    _bind("ScriptGraph", "_C.Graph", None), _bind("script_function", "_C._create_function_from_graph", None),
    _bind("optimize_scripts", "_C._set_graph_executor_optimize", None),
    _bind("tensor_list", "_C.ListType.ofTensors", None))


# Whether torch's interpreter compiles convolutions as graphs of oneDNN: a setting of the process.
_set_fusion, _fuses = _all_or_none(_bind("set_fusion", "_C._jit_set_llga_enabled", None),
                                   _bind("fuses", "_C._jit_llga_enabled", None))
_fusion = threading.Lock()
# oneDNN looks here when it compiles first. By default it keeps a thousand graphs with what they derived from weights,
# also of networks that are gone; equal graphs are never asked for again.
_GRAPHS_KEPT = "DNNL_GRAPH_COMPILED_PARTITION_CACHE_CAPACITY"
_reads_kept = True  # whether oneDNN has yet to look


@contextmanager
def _keeping_one_graph() -> Iterator[None]:
    """Set that variable for the first compilation only: other threads may be reading the environment."""
    global _reads_kept
    if not _reads_kept or _GRAPHS_KEPT in os.environ:
        yield
        return
    _reads_kept = False
    os.environ[_GRAPHS_KEPT] = "1"
    try:
        yield
    finally:
        del os.environ[_GRAPHS_KEPT]


def _fuse_graphs(function: Callable[..., Any], inputs: Sequence[torch.Tensor]) -> Any:
    """Call a script until it is compiled with graphs of oneDNN; return what they give."""
    with _fusion:
        before = _fuses()
        _set_fusion(True)
        try:
            with _keeping_one_graph():
                function(*inputs)  # torch sees shapes and memory orders in the first call
                return function(*inputs)
        finally:
            _set_fusion(before)


fuse_graphs: Callable[..., Any] | None = None if _set_fusion is None else _fuse_graphs


def count_fused(function: Any, kind: str) -> int:
    """Return how many calls of a kind are in a script's graphs for oneDNN; it raises if the script is not optimized."""
    plan, = function.get_debug_state().execution_plans.values()
    return sum(len(node.g("Subgraph").findAllNodes(kind, True))
               for node in plan.graph.findAllNodes("prim::oneDNNFusionGroup", True))


def _engine() -> str:
    return torch.backends.quantized.engine


def _set_engine(name: str) -> None:
    torch.backends.quantized.engine = name


_engine_number, _set_engine_number = _all_or_none(_bind("quantized_engine", "_C._get_qengine", None),
                                                  _bind("set_quantized_engine", "_C._set_qengine", None))
quantized_engine: Callable[[], Any] = _engine_number or _engine                 # as a number, or by its name
set_quantized_engine: Callable[[Any], None] = _set_engine_number or _set_engine


# ---- sequences of different lengths -------------------------------------------------------------------

def _pack(data: torch.Tensor, lengths: torch.Tensor, batch_first: bool) -> tuple:
    packed = torch.nn.utils.rnn.pack_padded_sequence(data, lengths, batch_first)
    return packed.data, packed.batch_sizes


def _pad(rows: torch.Tensor, batch_sizes: torch.Tensor, batch_first: bool, value: float, steps: int) -> tuple:
    packed = torch.nn.utils.rnn.PackedSequence(rows, batch_sizes)
    return torch.nn.utils.rnn.pad_packed_sequence(packed, batch_first, value, steps)


pack_sequence: Any = _bind("pack_sequence", "_pack_padded_sequence", _pack)
pad_sequence: Any = _bind("pad_sequence", "_pad_packed_sequence", _pad)


# ---- random numbers -----------------------------------------------------------------------------------

def _standard_gamma(alpha: torch.Tensor, generator: torch.Generator | None = None) -> torch.Tensor:
    """Draw with torch's distributions, which take no generator: lend its state to the device's default one."""
    draw = torch.distributions.Gamma(alpha, torch.ones_like(alpha)).sample
    if generator is None:
        return draw()
    with torch.random.fork_rng([alpha.device] if alpha.is_cuda else [], device_type="cuda"):
        if alpha.is_cuda:
            torch.cuda.set_rng_state(generator.get_state(), alpha.device)
            made = draw()
            generator.set_state(torch.cuda.get_rng_state(alpha.device))
        else:
            torch.set_rng_state(generator.get_state())
            made = draw()
            generator.set_state(torch.get_rng_state())
    return made


standard_gamma: Any = _bind("standard_gamma", "_standard_gamma", _standard_gamma)


# ---- what torch was built with, and what is enabled ---------------------------------------------------

has_lapack: bool = bool(_bind("has_lapack", "_C.has_lapack", "LAPACK is enabled" in torch.__config__.show()))
has_onednn: bool = bool(_bind("has_onednn", "_C._has_mkldnn", torch.backends.mkldnn.is_available()))
has_onednn_bfloat16: Any = _bind("has_onednn_bfloat16", "ops.mkldnn._is_mkldnn_bf16_supported", lambda: False)
onednn_enabled: Any = _bind("onednn_enabled", "_C._get_mkldnn_enabled",
                       lambda: getattr(torch.backends.mkldnn, "enabled", True))
cudnn_enabled: Any = _bind("cudnn_enabled", "_C._get_cudnn_enabled", lambda: torch.backends.cudnn.enabled)


# ---- CUDA's streams and graphs ------------------------------------------------------------------------

def _stream_numbers(device: int) -> tuple:
    stream = torch.cuda.current_stream(device)
    return stream.stream_id, stream.device_index, stream.device_type


def _nothing(*_: Any) -> None:
    pass


stream_numbers: Any = _bind("stream_numbers", "_C._cuda_getCurrentStream", _stream_numbers)
# Without it a captured graph reads the old workspace, which torch keeps for the lifetime of the process.
clear_cublas_workspaces: Any = _bind("clear_cublas_workspaces", "_C._cuda_clearCublasWorkspaces", _nothing)
# Without them, what a failed capture had allocated stays with its pool, which is not reused.
end_allocate_to_pool: Any = _bind("end_allocate_to_pool", "_C._cuda_endAllocateToPool", _nothing)
release_pool: Any = _bind("release_pool", "_C._cuda_releasePool", _nothing)


# ---- worker processes of loaders ----------------------------------------------------------------------

# Without it torch raises again, at any line, when the other workers of a loader that has lost one exit.
_remove_workers = _bind("forget_workers", "_C._remove_worker_pids", None)


def forget_workers(batches: Any) -> None:
    """Make torch stop watching the worker processes behind an iterator of its loader."""
    if _remove_workers is not None and getattr(batches, "_worker_pids_set", False):
        _remove_workers(id(batches))
        batches._worker_pids_set = False


# ---- nested lists, as arguments and results of programs -----------------------------------------------

def _flatten(tree: Any) -> tuple[list, Any]:
    """Return the leaves of nested lists, tuples and dicts, and their structure."""
    if isinstance(tree, dict):
        keys, items = list(tree), list(tree.values())
    elif isinstance(tree, (list, tuple)):
        keys, items = None, list(tree)
    else:
        return [tree], None
    parts = [_flatten(item) for item in items]
    return [leaf for leaves, _ in parts for leaf in leaves], (type(tree), keys, [layout for _, layout in parts])


def _leaves(tree: Any) -> list:
    return _flatten(tree)[0]


def _unflatten(leaves: Sequence, layout: Any) -> Any:
    return _filled(iter(leaves), layout)


def _filled(leaves: Any, layout: Any) -> Any:
    if layout is None:
        return next(leaves)
    kind, keys, parts = layout
    items = [_filled(leaves, part) for part in parts]
    if keys is not None:
        return dict(zip(keys, items))
    return kind(*items) if hasattr(kind, "_fields") else kind(items)


# Flattening and unflattening belong together: either all of them are torch's, or all are these.
_own_trees = SimpleNamespace(tree_flatten=_flatten, tree_unflatten=_unflatten, tree_leaves=_leaves)
_trees = _bind("trees", "utils._pytree", _own_trees)
tree_flatten, tree_unflatten, tree_leaves = _trees.tree_flatten, _trees.tree_unflatten, _trees.tree_leaves


# ---- the compiler, imported on first use: that takes seconds ------------------------------------------

ENTRIES["trace"] = Entry("fx.experimental.proxy_tensor.make_fx, _allow_non_fake_inputs", None, not _is_off("trace"))
ENTRIES["inductor"] = Entry("_inductor.compile", torch.compile, not _is_off("inductor"))
ENTRIES["kept_kernels"] = Entry("_guards.tracing, _subclasses.FakeTensorMode", None, not _is_off("kept_kernels"))


def trace(function: Callable[..., Any], tensors: Sequence[torch.Tensor]) -> Any:
    """Trace a function of tensors. It may close over tensors if this torch release supports that."""
    from torch.fx.experimental.proxy_tensor import make_fx
    option = "_allow_non_fake_inputs"
    known = option in signature(make_fx).parameters and not _is_off("trace")
    options: dict[str, Any] = {option: True} if known else {}
    return make_fx(function, tracing_mode="fake", **options)(*tensors)


def _metered() -> AbstractContextManager[Any]:
    """Return what Inductor of torch 2.6 counts in if Dynamo has not begun to; later releases need none."""
    if not torch.__version__.startswith("2.6."):
        return nullcontext()
    from torch._dynamo.utils import get_metrics_context
    return get_metrics_context()


def inductor(traced: Any, tensors: Sequence[torch.Tensor]) -> Callable[[list[Any]], Sequence[torch.Tensor]]:
    """Compile a traced function; the result takes a list of its inputs."""
    if not _is_off("inductor"):
        try:
            from torch._dynamo.utils import GmWrapper
            from torch._inductor import compile as compiled
        except ImportError:
            pass
        else:
            # In this wrapper the kernel takes a list that it empties, so that inputs are freed as it runs.
            wrapped: Any = GmWrapper(traced, tuple)
            with _metered(), _examples(tensors) as examples:
                return compiled(wrapped, examples)
    plain = torch.compile(traced)
    return lambda inputs: plain(*inputs)


@contextmanager
def _examples(tensors: Sequence[torch.Tensor]) -> Iterator[list[Any]]:
    """Yield examples of inputs with which Inductor keeps kernels on disk, and finds them there again.

    It does so in the context in which torch.compile calls it; elsewhere it compiles again in every process.
    """
    try:
        from torch._guards import TracingContext, tracing
        from torch._subclasses import FakeTensorMode
        from torch.fx.experimental.symbolic_shapes import ShapeEnv
        known = not _is_off("kept_kernels")
    except ImportError:
        known = False
    if not known:
        yield list(tensors)
        return
    mode = FakeTensorMode(shape_env=ShapeEnv(), static_shapes=True)
    with tracing(TracingContext(mode)):
        yield [mode.from_tensor(tensor, static_shapes=True) for tensor in tensors]


def compile_lists(function: Callable[[list[Any]], list[Any]], values: list[Any]) -> Callable[[list[Any]], list[Any]]:
    """Compile a function that takes a list of anything, emptying it, and returns a list; ``values`` are an example.

    The compiler itself supports only flat lists of tensors.
    """
    leaves, layout = tree_flatten(values)
    places = [place for place, leaf in enumerate(leaves) if isinstance(leaf, torch.Tensor)]
    given: dict[str, Any] = {"layout": None, "leaves": None}

    def flat(*tensors):
        filled = list(leaves)
        for place, tensor in zip(places, tensors):
            filled[place] = tensor
        results = function(tree_unflatten(filled, layout))
        given["leaves"], given["layout"] = tree_flatten(results)
        return [leaf for leaf in given["leaves"] if isinstance(leaf, torch.Tensor)]

    tensors = [leaves[place] for place in places]
    with torch.no_grad():
        kernel = inductor(trace(flat, tensors), tensors)
    constants, back = [None if isinstance(leaf, torch.Tensor) else leaf for leaf in given["leaves"]], given["layout"]
    filling = [place for place, leaf in enumerate(given["leaves"]) if isinstance(leaf, torch.Tensor)]

    def call(values: list) -> list:
        found = tree_leaves(values)
        values.clear()
        inputs = [found[place] for place in places]
        del found
        with torch.no_grad():
            outputs = kernel(inputs)
        filled = list(constants)
        for place, tensor in zip(filling, outputs):
            filled[place] = tensor
        return tree_unflatten(filled, back)
    return call
