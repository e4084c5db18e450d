"""One executor per context: splits batches by workload, runs the replicas in parallel, merges results."""
from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Any

import numpy as np
import torch

from .. import ndarray as nd
from ..core.borrowed import borrowed as _borrowed
from ..core.cores import on_all_cores, on_one_core, update_runner
from ..core.device import Context
from ..core.errors import Misuse, MXNetError
from ..core.ownership import Stamp
from ..executor_manager import _split_input_slice
from ..io import DataDesc
from ..metric import captured
from ..ndarray.tensors import tensor_of, tensors_of, wrap, write
from .replicas import ReplicaThreads
from .staging import Route, Staging, fits_together, travelling
from .updating import live_lists

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from ..io import DataBatch
    from ..metric import EvalMetric
    from ..monitor import Monitor
    from ..ndarray import NDArray
    from ..optimizer import Updater
    from ..symbol import Symbol
    from .signatures import Descriptions, GradReq, Groups, Logger

__all__ = ["DataDesc", "DataParallelExecutorGroup"]


def _described(shapes: Descriptions) -> list[DataDesc]:
    return [desc if isinstance(desc, DataDesc) else DataDesc(*desc) for desc in shapes]


class DataParallelExecutorGroup:
    """Executors of one symbol, one replica per context, for one set of shapes.

    `Module` owns one; its arrays are lists by parameter, each a list by context.
    """

    output_layouts: list[int]
    shared_data_arrays: list[dict[Any, Any]]
    symbol: Symbol
    contexts: list[Context]
    workload: Sequence[float]
    for_training: bool
    inputs_need_grad: bool
    data_layouts: list[int]
    label_layouts: list[int]
    data_shapes: list[DataDesc]
    label_shapes: list[DataDesc] | None
    data_names: list[Any]
    label_names: list[Any]
    data_arrays: list[list[tuple[Any, Any]]]
    label_arrays: list[list[tuple[Any, Any]]] | None
    state_arrays: list[list[Any]]
    param_arrays: list[list[Any]]
    grad_arrays: list[list[Any]] | None
    live_lists: list[tuple[list[int], list[NDArray], list[NDArray]]]
    input_grad_arrays: list[list[Any]] | None
    aux_arrays: list[list[Any]]

    def __init__(self, symbol: Symbol, contexts: list[Context], workload: Sequence[float], data_shapes: Descriptions,
                 label_shapes: Descriptions | None, param_names: list[str], for_training: bool, inputs_need_grad: bool,
                 shared_group: DataParallelExecutorGroup | None = None, logger: Logger = logging,
                 fixed_param_names: Sequence[str] | None = None, grad_req: GradReq = "write",
                 state_names: Sequence[str] | None = None, group2ctxs: Groups | None = None) -> None:
        self.symbol, self.contexts, self.workload = symbol, contexts, workload
        self.param_names = param_names
        self.for_training, self.inputs_need_grad = for_training, inputs_need_grad
        self.logger = logger
        self.fixed_param_names: Sequence[str] | list[str] = fixed_param_names or []
        self.state_names: Sequence[str] | list[str] = state_names or []
        self.arg_names: list[str] = symbol.list_arguments()
        self.aux_names: list[str] = symbol.list_auxiliary_states()
        self.output_names: list[str] = symbol.list_outputs()
        self.num_outputs: int = len(self.output_names)
        self.output_layouts = [DataDesc.get_batch_axis(symbol[i].attr("__layout__")) for i in range(self.num_outputs)]
        self.group2ctxs: list[Any] = _prepare_group2ctxs(group2ctxs, len(contexts))
        self.grad_req: dict[Any, Any] = self._grad_requests(grad_req, [desc[0] for desc in data_shapes])
        self.shared_data_arrays = [{} for _ in contexts] if shared_group is None else shared_group.shared_data_arrays
        self.execs: list[Any] = []
        self.batch_size: int | None = None
        self.slices: list[Any] | None = None
        self._default_execs: list | None = None
        self._threads = ReplicaThreads(len(contexts)) if shared_group is None else shared_group._threads
        self._total_exec_bytes = 0
        self.exchanges: tuple[tuple, dict] | None = None  # with other workers, prepared by `overlap`
        self._staging: dict[int, Staging] = {}  # by context, for batches from the host
        # Labels of the last batch on the GPU: the bound array, the host tensor, and its version at the copy.
        self._arrived: list[tuple[nd.NDArray, torch.Tensor, Stamp]] = []
        self.bind_exec(data_shapes, label_shapes, shared_group)

    # ---- binding ------------------------------------------------------------------------------

    def _grad_requests(self, grad_req, data_names: list) -> dict:
        if not self.for_training:
            return dict.fromkeys(self.arg_names, "null")
        if isinstance(grad_req, (list, tuple)):
            if len(grad_req) != len(self.arg_names):
                raise Misuse(f"grad_req has {len(grad_req)} entries for {len(self.arg_names)} arguments")
            return dict(zip(self.arg_names, grad_req))
        if not isinstance(grad_req, (str, dict)):
            raise ValueError("grad_req must be one of str, list, tuple, or dict.")
        wanted = grad_req if isinstance(grad_req, str) else "write"
        found = {}
        for name in self.arg_names:
            if name in self.param_names:
                found[name] = "null" if name in self.fixed_param_names else wanted
            else:
                found[name] = wanted if name in data_names and self.inputs_need_grad else "null"
        if isinstance(grad_req, dict):
            found.update(grad_req)
        return found

    def decide_slices(self, data_shapes: Sequence[DataDesc]) -> list[int]:
        """Split the batch; all inputs must agree on its size. Returns the batch axis of each input."""
        axes = [DataDesc.get_batch_axis(desc.layout) for desc in data_shapes]
        for desc, axis in zip(data_shapes, axes):
            if axis == -1:
                continue
            size = desc.shape[axis]
            if self.batch_size is None:
                self.batch_size = size
                self.slices = _split_input_slice(size, self.workload)
            elif size != self.batch_size:
                raise Misuse(f"all data must have the same batch size: batch_size = {self.batch_size}, "
                             f"but {desc.name} has shape {desc.shape}")
        return axes

    def bind_exec(self, data_shapes: Descriptions, label_shapes: Descriptions | None,
                  shared_group: DataParallelExecutorGroup | None = None, reshape: bool = False) -> None:
        """Bind or reshape the executors of all contexts."""
        self._bind(_described(data_shapes), None if label_shapes is None else _described(label_shapes), shared_group,
                   reshape)

    def _bind(self, data_shapes: list[DataDesc], label_shapes: list[DataDesc] | None,
              shared_group: DataParallelExecutorGroup | None, reshape: bool) -> None:
        self.batch_size = None
        self.data_layouts = self.decide_slices(data_shapes)
        self.label_layouts = self.decide_slices(label_shapes) if label_shapes else []
        for index in range(len(self.contexts)):
            if reshape:
                descs = self._shares(data_shapes, label_shapes, index)
                self.execs[index] = self._default_execs[index].reshape(
                    allow_up_sizing=True, **{desc.name: desc.shape for desc in descs})
            else:
                self.execs.append(self._bind_ith_exec(index, data_shapes, label_shapes, shared_group))
        self.data_shapes, self.label_shapes = data_shapes, label_shapes
        self._sends = len(self.contexts) == 1 and self.contexts[0].device_typeid == 2
        self.data_names = [desc.name for desc in data_shapes]
        self.label_names = [desc.name for desc in label_shapes] if label_shapes else []
        self._collect_arrays()
        if self._sends and not reshape and shared_group is None and fits_together(self._homes):
            self._staging[0] = Staging(self.contexts[0].torch_device, self._homes)

    def _shares(self, data_shapes: list, label_shapes: list | None, index: int) -> list:
        descs = self._sliced_shape(data_shapes, index, self.data_layouts)
        return descs + self._sliced_shape(label_shapes, index, self.label_layouts) if label_shapes else descs

    def _bind_ith_exec(self, i: int, data_shapes: list, label_shapes: list | None, shared_group):
        """Bind the executor of one context."""
        shared = None if shared_group is None else shared_group.execs[i]
        names, descs = set(self.arg_names), self._shares(data_shapes, label_shapes, i)
        return self.symbol.simple_bind(
            ctx=self.contexts[i], grad_req=self.grad_req,
            type_dict={desc.name: desc.dtype for desc in descs if desc.name in names},
            shared_arg_names=self.param_names, shared_exec=shared,
            shared_buffer=self.shared_data_arrays[i], group2ctx=self.group2ctxs[i],
            **{desc.name: desc.shape for desc in descs if desc.name in names})

    def _sliced_shape(self, shapes, i: int, major_axis: list) -> list:
        """Return the descriptions of one context's share."""
        found = []
        for desc, axis in zip(shapes, major_axis):
            shape = list(desc.shape)
            if axis >= 0:
                part = self.slices[i]
                shape[axis] = part.stop - part.start
            found.append(DataDesc(desc.name, tuple(shape), desc.dtype, desc.layout))
        return found

    def _collect_arrays(self) -> None:
        dicts = [executor.arg_dict for executor in self.execs]
        slices = self.slices or [slice(i, i + 1) for i in range(len(self.execs))]

        def by_context(names):
            for name in names:
                if name not in dicts[0]:
                    raise KeyError(f"a shape is given for {name!r}, which is no argument of the symbol; "
                                   f"pass label_shapes=None if it takes no labels")
            return [[(slices[i], found[name]) for i, found in enumerate(dicts)] for name in names]
        self.data_arrays = by_context(self.data_names)
        self.label_arrays = by_context(self.label_names) if self.label_shapes else None
        self.state_arrays = [[found[name] for found in dicts] for name in self.state_names]
        self._collect_parameters()
        # One context: the arrays that a batch is copied to, data and labels.
        self._homes = [target[0][1] for target in (*self.data_arrays, *(self.label_arrays or ()))] \
            if len(self.execs) == 1 else []
        self._plain = self._homes if self.contexts[0].device_typeid != 2 else []
        # With several replicas, the workers of torch's pool would only get in the way.
        crowded = len(self.execs) > 1 and all(ctx.device_typeid != 2 for ctx in self.contexts)
        self.call: Callable[..., Any] = on_one_core if crowded or self.execs[0].small else on_all_cores
        self.call_update: Callable[..., Any] = self.call if crowded or self.contexts[0].device_typeid == 2 \
            else update_runner([block[0].shape for block in self.param_arrays])

    def _collect_parameters(self) -> None:
        params = [i for i, name in enumerate(self.arg_names) if name in set(self.param_names)]
        self.param_arrays = [[executor.arg_arrays[i] for executor in self.execs] for i in params]
        self.grad_arrays = [[executor.grad_arrays[i] for executor in self.execs] for i in params] \
            if self.for_training else None
        self.live_lists = live_lists(self.param_arrays, self.grad_arrays or [], len(self.execs))
        self.input_grad_arrays = [[executor.grad_dict[name] for executor in self.execs] for name in self.data_names
                                  if name in self.arg_names] if self.inputs_need_grad else None
        self.aux_arrays = [[executor.aux_arrays[i] for executor in self.execs] for i in range(len(self.aux_names))]

    def reshape(self, data_shapes: Descriptions, label_shapes: Descriptions | None) -> None:
        """Switch to other input shapes; parameters stay in place."""
        if data_shapes == self.data_shapes and label_shapes == self.label_shapes:
            return
        if self._default_execs is None:
            self._default_execs = list(self.execs)
        self.bind_exec(data_shapes, label_shapes, reshape=True)

    # ---- parameters ---------------------------------------------------------------------------

    def set_params(self, arg_params: Mapping[str, NDArray], aux_params: Mapping[str, NDArray],
                   allow_extra: bool = False) -> None:
        """Copy parameters to every context."""
        for executor in self.execs:
            executor.copy_params_from(arg_params, aux_params, allow_extra_params=allow_extra)

    def get_params(self, arg_params: dict[str, NDArray], aux_params: dict[str, NDArray]) -> None:
        """Write the mean over contexts to the given arrays."""
        for name, block in [*zip(self.param_names, self.param_arrays)]:
            _mean_into(arg_params[name], block)
        for name, block in zip(self.aux_names, self.aux_arrays):
            _mean_into(aux_params[name], block)

    # ---- running ------------------------------------------------------------------------------

    def forward(self, data_batch: DataBatch, is_train: bool | None = None) -> None:
        """Load a batch and run every replica forward."""
        is_train = self.for_training if is_train is None else is_train
        self._load(data_batch)
        if len(self.execs) == 1:
            self.execs[0].forward(is_train=is_train)
        else:
            self._threads.each(lambda _, executor: executor.forward(is_train=is_train), self.execs)

    def train(self, batch: DataBatch, updater: Updater, metric: EvalMetric) -> int:
        """Load a batch, run forward and backward, and whatever follows that one CUDA graph can hold.

        Returns how much that was: nothing more, the parameter update, or the metric update too.
        """
        self._load(batch)
        executor, (indices, grads, weights), then = self.execs[0], self.live_lists[0], []
        if executor.is_one_graph:
            then.append(updater.work(indices, grads, weights))
            labels = [self._on_device(label) for label in batch.label or ()]
            then.append(captured.work(metric, dict(zip(self.label_names, labels)), executor.output_dict,
                                      self.contexts[0]))
        then = then[:then.index(None)] if None in then else then
        executor.forward_backward(tuple(then))
        return len(then)

    def forward_backward(self, data_batch: DataBatch) -> None:
        """Load a batch and run every replica forward and backward."""
        self._load(data_batch)
        if len(self.execs) == 1:
            self.execs[0].forward_backward()
        else:
            self._threads.each(lambda _, executor: executor.forward_backward(), self.execs)

    def train_in_parts(self, batch: Any, report: Any) -> None:
        """Load a batch, run forward and backward, and call ``report`` with gradients as soon as they are final."""
        self._load(batch)
        self.execs[0].forward_backward_in_parts(report)

    def _load(self, batch) -> None:
        """Copy a batch into the bound arrays."""
        if self._plain and batch.__class__ is not list and len(batch.data) == len(self.data_arrays):
            for array, source in zip(self._plain, _arrays_of(batch)):
                _copy_in(array, source)
        else:
            self.call(self._load_by_routes, batch)

    def _load_by_routes(self, batch) -> None:
        if self.contexts[0].device_typeid != 2:
            for _, array, source in self._all_routes(batch):
                _copy_in(array, source)
            return
        if 0 in self._staging and batch.__class__ is not list:
            sources = tensors_of(source for source in _arrays_of(batch) if source.__class__ is nd.NDArray)
            taken = self._staging[0].take(self._homes, sources)
            if taken is not None:
                self._note(taken)
                return
        sent, others = travelling(self._all_routes(batch))
        for place, routes in sent.items():
            self._stage(place).put(routes)
        self._note([route for routes in sent.values() for route in routes])
        for array, source in others:
            _copy_in(array, source)

    def _note(self, routes: list[Route]) -> None:
        """Note which labels are now on the GPU."""
        labels = [array for target in self.label_arrays or () for _, array in target]
        self._arrived = [(array, source, Stamp((source, tensor_of(array)))) for array, source in routes
                         if any(array is label for label in labels)]

    def send_ahead(self, batch: DataBatch) -> None:
        """Start copying the next batch to the GPU while it still computes."""
        if self._sends:
            for place, routes in travelling(self._all_routes(batch))[0].items():
                self._stage(place).send(routes)

    def _stage(self, place: int) -> Staging:
        if place not in self._staging:
            self._staging[place] = Staging(self.contexts[place].torch_device)
        return self._staging[place]

    def _all_routes(self, batch):
        """Yield (context index, bound array, source) for all arrays of a batch."""
        if self._homes and batch.__class__ is not list and len(batch.data) == len(self.data_arrays):
            for array, source in zip(self._homes, _arrays_of(batch)):
                yield 0, array, source
            return
        yield from self._routes(batch, "data", self.data_arrays, self.data_layouts)
        if self.label_arrays is not None and _has_labels(batch):
            yield from self._routes(batch, "label", self.label_arrays, self.label_layouts)

    @staticmethod
    def _routes(batch, kind: str, targets: list, axes: list):
        """Yield the routes of data, or of labels."""
        if isinstance(batch, list):  # one batch per context, already split
            for position, target in enumerate(targets):
                for place, (part, (_, array)) in enumerate(zip(batch, target)):
                    yield place, array, getattr(part, kind)[position]
            return
        for source, target, axis in zip(getattr(batch, kind), targets, axes):
            if len(target) == 1:
                yield 0, target[0][1], source
                continue
            for place, (part, array) in enumerate(target):
                yield place, array, source if axis < 0 else _take(source, axis, part)

    def backward(self, out_grads: NDArray | Sequence[NDArray] | None = None) -> None:
        """Run every replica backward; output gradients are split like batches."""
        if not self.for_training:
            raise Misuse("re-bind with for_training=True to run backward")
        if out_grads is None:
            if len(self.execs) == 1:
                self.execs[0].backward()
            else:
                self._threads.each(lambda _, executor: executor.backward(), self.execs)
            return
        heads = [out_grads] if isinstance(out_grads, nd.NDArray) else list(out_grads)

        def run(index: int, executor) -> None:
            part = self.slices[index] if self.slices and len(self.execs) > 1 else None
            executor.backward([head if part is None or axis < 0 else _take(head, axis, part)
                               for head, axis in zip(heads, self.output_layouts)])
        self._threads.each(run, self.execs)

    def update_metric(self, eval_metric: EvalMetric, labels: Any, pre_sliced: bool) -> None:
        """Add the outputs of every context to a metric."""
        for index, executor in enumerate(self.execs):
            if pre_sliced:
                share = labels[index]
            elif len(self.execs) == 1:
                share = labels
            else:
                share = [label if axis < 0 else _take(label, axis, self.slices[index])
                         for label, axis in zip(labels, self.label_layouts or [0] * len(labels))]
            if self._arrived:
                share = [self._on_device(label) for label in share]
            named = dict(zip(self.label_names, share))
            if executor.is_captured:
                captured.update(eval_metric, named, executor.output_dict, self.contexts[index])
            else:
                eval_metric.update_dict(named, executor.output_dict)

    def _on_device(self, label):
        """Return the GPU copy of a label of the last batch, so that a metric need not copy it again."""
        source = tensor_of(label) if isinstance(label, nd.NDArray) else None
        for array, kept, stamp in self._arrived:
            mine = tensor_of(array)
            if kept is source and mine.dtype is source.dtype and stamp.is_current((source, mine)):
                return array
        return label

    # ---- results ------------------------------------------------------------------------------

    def get_output_shapes(self) -> list[tuple[str, tuple[int, ...]]]:
        """Return (name, shape) of the outputs for the whole batch."""
        found = []
        for name, array, axis in zip(self.output_names, self.execs[0].outputs, self.output_layouts):
            shape = list(array.shape)
            if axis >= 0 and self.batch_size is not None:
                shape[axis] = self.batch_size
            found.append((name, tuple(shape)))
        return found

    def get_outputs(self, merge_multi_context: bool = True, begin: int = 0, end: int | None = None) -> list[Any]:
        """Return the outputs, joined over contexts or as lists by context."""
        end = self.num_outputs if end is None else end
        if len(self.execs) == 1 and merge_multi_context:
            return list(self.execs[0].outputs[begin:end])
        outs = [[executor.outputs[i] for executor in self.execs] for i in range(begin, end)]
        return _merge_multi_context(outs, self.output_layouts[begin:end]) if merge_multi_context else outs

    def get_input_grads(self, merge_multi_context: bool = True) -> list[Any]:
        """Return the gradients of the data inputs."""
        if not self.inputs_need_grad:
            raise Misuse("bind with inputs_need_grad=True to get gradients of the inputs")
        found = self.input_grad_arrays
        return _merge_multi_context(found, self.data_layouts) if merge_multi_context else found

    def get_states(self, merge_multi_context: bool = True) -> list[Any]:
        """Return the states."""
        found = self.state_arrays
        return _merge_multi_context(found, [0] * len(found)) if merge_multi_context else found

    def set_states(self, states: Sequence[Any] | None = None, value: float | None = None) -> None:
        """Set the states from nested lists of arrays, or to one value."""
        if states is not None and value is not None:
            raise Misuse("Only one of states & value can be specified.")
        if states is None and value is None:
            raise Misuse("At least one of states & value must be specified.")
        for position, arrays in enumerate(self.state_arrays):
            for index, array in enumerate(arrays):
                array[:] = value if states is None else states[position][index] \
                    if isinstance(states[position], (list, tuple)) else states[position]

    def install_monitor(self, mon: Monitor) -> None:
        """Let a monitor watch every executor."""
        for executor in self.execs:
            mon.install(executor)


# ---- arrays over contexts -----------------------------------------------------------------------------

def _copy_in(array: nd.NDArray, source) -> None:
    """Copy one batch into a bound array."""
    if source.__class__ is nd.NDArray:
        values = tensor_of(source)
        if values.shape == tensor_of(array).shape:
            write(array, values)
            return
    if tuple(source.shape) != array.shape:
        raise MXNetError(f"the batch has shape {tuple(source.shape)}, the module is bound for {array.shape}")
    array[:] = source


def _take(source, axis: int, part: slice):
    """Cut a batch along its batch axis without copying."""
    if source.shape[axis] < part.stop:
        raise MXNetError(f"an array of shape {tuple(source.shape)} has not the {part.stop} samples that the "
                         "contexts share")
    if isinstance(source, nd.NDArray):
        if source.stype == "csr" and axis == 0:
            return source[part]
        return wrap(tensor_of(source).narrow(axis, part.start, part.stop - part.start), source._ctx, source.__class__)
    return np.asarray(source)[(slice(None),) * axis + (part,)]


def _load_general(data: list, targets: list, major_axis: list) -> None:
    """Copy arrays to targets: each one array, or (slice of the batch, array) for every context."""
    for source, target, axis in zip(data, targets, major_axis):
        if isinstance(target, nd.NDArray):
            _copy_in(target, source)
            continue
        for index, (part, array) in enumerate(target):
            if isinstance(source, (list, tuple)):
                _copy_in(array, source[index])
            else:
                _copy_in(array, source if axis < 0 or len(target) == 1 else _take(source, axis, part))


def _load_data(batch, targets: list, major_axis: list) -> None:
    """Copy the data of a batch, or of a list with one per context."""
    _load_general(_columns(batch, "data"), targets, major_axis)


def _load_label(batch, targets: list, major_axis: list) -> None:
    """Copy the labels of a batch, or of a list with one per context."""
    _load_general(_columns(batch, "label"), targets, major_axis)


def _columns(batch, kind: str) -> list:
    if isinstance(batch, list):
        return [list(column) for column in zip(*(getattr(part, kind) for part in batch))]
    return getattr(batch, kind)


def _arrays_of(batch) -> tuple:
    return (*batch.data, *(getattr(batch, "label", None) or ()))


def _has_labels(batch) -> bool:
    first = batch[0] if isinstance(batch, list) else batch
    return bool(getattr(first, "label", None))


def _mean_into(target: nd.NDArray, block: list) -> None:
    if len(block) == 1:
        write(target, tensor_of(block[0]))
        return
    home = tensor_of(target).device
    first, *others = tensors_of(block)
    total = sum(other.to(home) for other in others) + first.to(home)
    write(target, total / len(block) if total.is_floating_point() else total // len(block))


def _merge_multi_context(outputs: list, major_axis: list) -> list:
    """Concatenate each output over contexts along its batch axis; without one the first context's is used."""
    found = []
    for arrays, axis in zip(outputs, major_axis):
        if len(arrays) == 1 or axis < 0:
            found.append(arrays[0])
        else:
            parts = tensors_of(arrays)
            found.append(wrap(torch.cat([part.to(parts[0].device) for part in parts], axis), arrays[0]._ctx))
    return found


def _prepare_group2ctxs(group2ctxs, ctx_len: int) -> list:
    """Return one group-to-context map per replica."""
    if group2ctxs is None:
        return [None] * ctx_len
    if isinstance(group2ctxs, list):
        if len(group2ctxs) != ctx_len:
            raise Misuse(f"length of group2ctxs should be {ctx_len}, it is {len(group2ctxs)}")
        return group2ctxs
    if not isinstance(group2ctxs, dict):
        raise Misuse("group2ctxs should be list of dict of str to context, or dict of str to context or list "
                     "of context")
    found: list = [{} for _ in range(ctx_len)]
    for group, contexts in group2ctxs.items():
        contexts = [contexts] if isinstance(contexts, Context) else list(contexts)
        contexts = contexts * ctx_len if len(contexts) == 1 else contexts
        if len(contexts) != ctx_len:
            raise Misuse(f"length of group2ctxs[{group}] should be {ctx_len} or 1, it is {len(contexts)}")
        for index in range(ctx_len):
            found[index][group] = contexts[index]
    return found


_borrowed(__name__)
