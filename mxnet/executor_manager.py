"""Executors side by side, as programs used them before Module: FeedForward trains with these.

Each context has an executor that owns its share of a batch; nothing here knows optimizers.
"""
from __future__ import annotations

import logging
from math import prod
from typing import TYPE_CHECKING, Any

import numpy as np

from . import ndarray as nd
from .base import mx_real_t
from .context import cpu
from .core.errors import Misuse
from .io import DataDesc

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from .context import Context
    from .io import DataBatch, DataIter
    from .metric import EvalMetric
    from .module.signatures import Logger
    from .monitor import Monitor
    from .ndarray import NDArray
    from .symbol import Symbol



def _split_input_slice(batch_size: int, work_load_list: Sequence[float]) -> list[slice]:
    """Cut a batch into one slice a context, in proportion to the workload."""
    total = sum(work_load_list)
    counts = [round(batch_size * load / total) for load in work_load_list]
    if sum(counts) < batch_size:
        counts[-1] += batch_size - sum(counts)
    slices, end = [], 0
    for count in counts:
        begin, end = min(end, batch_size), min(end + count, batch_size)
        if begin >= end:
            raise ValueError("Too many slices. Some splits are empty.")
        slices.append(slice(begin, end))
    return slices


def _check_arguments(symbol) -> None:
    """Refuse a symbol in which two arguments, or two auxiliary states, have one name."""
    arguments, states = symbol.list_arguments(), symbol.list_auxiliary_states()
    for word, names in (("argument", arguments), ("auxiliary param", states)):
        twice = [name for name in names if names.count(name) > 1]
        if twice:
            raise ValueError(f'Find duplicated {word} name "{twice[0]}", please make the weight name '
                             f"non-duplicated(using name arguments), arguments are {arguments}, "
                             f"auxiliary params are {states}")


# ---- batches into arrays ------------------------------------------------------------------------

def _load_general(data: list, targets: list) -> None:
    """Copy arrays into targets: each one array, or (slice of the batch, array) for every context."""
    for source, target in zip(data, targets):
        if isinstance(target, nd.NDArray):
            source.copyto(target)
            continue
        expected = target[-1][0].stop
        if expected != source.shape[0]:
            raise Misuse(f"Batch size miss match. Expected {expected}, got {source.shape[0]}")
        for part, array in target:
            source[part].copyto(array)


def _load_data(batch, targets: list) -> None:
    """Copy the data of a batch."""
    _load_general(batch.data, targets)


def _load_label(batch, targets: list) -> None:
    """Copy the labels of a batch."""
    _load_general(batch.label, targets)


# ---- binding ------------------------------------------------------------------------------------

def _bind_exec(sym, ctx, input_shapes: dict, param_names, need_grad=False, base_exec=None,
               shared_data_arrays: dict | None = None, input_types: dict | None = None, logger=logging):
    """Bind a symbol on arrays of zeros.

    Parameters
    ----------
    need_grad : True for all that is no input, False for none, or a set of names.
    base_exec : an executor whose parameters, gradients and states are used instead of new ones.
    shared_data_arrays : inputs by name, used again where they are large enough; new ones are put in.
    """
    names = sym.list_arguments()
    if need_grad is True:
        wanted = set(names) - set(input_shapes)
    elif need_grad is False or isinstance(need_grad, set):
        wanted = need_grad or set()
    else:
        raise Misuse("need_grad must be boolean or set.")
    shapes, _, state_shapes = sym.infer_shape(**input_shapes)
    types, _, state_types = sym.infer_type(**(input_types or dict.fromkeys(input_shapes, mx_real_t)))
    if shapes is None or types is None:
        raise Misuse(f"shapes and types of {names} do not follow from those of {list(input_shapes)}")
    args, grads = [], {}
    for name, shape, dtype in zip(names, shapes, types):
        if name not in param_names:
            args.append(_input_array(name, shape, dtype, ctx, shared_data_arrays, logger))
            continue
        args.append(_own_or_borrowed(name, base_exec and base_exec.arg_dict, shape, dtype, ctx))
        if name in wanted:
            grads[name] = _own_or_borrowed(name, base_exec and base_exec.grad_dict, shape, dtype, ctx)
    states = [_own_or_borrowed(name, base_exec and base_exec.aux_dict, shape, dtype, ctx)
              for name, shape, dtype in zip(sym.list_auxiliary_states(), state_shapes, state_types)]
    return sym.bind(ctx=ctx, args=args, args_grad=grads or None, aux_states=states, shared_exec=base_exec,
                    grad_req={name: "write" if name in wanted else "null" for name in names})


def _own_or_borrowed(name: str, lent: dict | None, shape: tuple, dtype, ctx):
    if lent is None:
        return nd.zeros(shape, ctx, dtype=dtype)
    array = lent[name]
    if array.shape != shape or array.dtype != dtype:
        raise Misuse(f"{name} is shared and has shape {array.shape} and type {np.dtype(array.dtype)}; "
                     f"here it would have {shape} and {np.dtype(dtype)}")
    return array


def _input_array(name: str, shape: tuple, dtype, ctx, shared: dict | None, logger):
    found = None if shared is None else shared.get(name)
    if found is not None and prod(found.shape) >= prod(shape):
        if found.dtype != dtype:
            raise Misuse(f"{name} is shared and has type {np.dtype(found.dtype)}, here {np.dtype(dtype)}")
        return found.reshape(shape) if found.size == prod(shape) else found.reshape((-1,))[:prod(shape)].reshape(shape)
    if found is not None:
        logger.warning('bucketing: data "%s" has a shape %s, which is larger than already allocated shape %s. '
                       "Need to re-allocate. Consider putting default_bucket_key to be the bucket taking the "
                       "largest input for better memory sharing.", name, shape, found.shape)
    made = nd.zeros(shape, ctx, dtype=dtype)
    if shared is not None:
        shared[name] = made
    return made


# ---- executors ----------------------------------------------------------------------------------

class DataParallelExecutorGroup:
    """Executors of one symbol, one per context, for the shapes of ``train_data``.

    Parameters
    ----------
    slices : the share of each context in a batch.
    train_data : anything with ``provide_data`` and ``provide_label``, an iterator or a batch.
    shared_group : another group, whose parameters are used.
    """

    shared_data_arrays: list[dict[Any, Any]]
    param_arrays: list[list[Any]]
    grad_arrays: list[list[Any]]

    def __init__(self, sym: Symbol, arg_names: list[str], param_names: list[str], ctx: list[Context],
                 slices: list[slice], train_data: DataIter,
                 shared_group: DataParallelExecutorGroup | None = None) -> None:
        _check_arguments(sym)
        self.slices = slices
        self.shared_data_arrays = [{} for _ in ctx] if shared_group is None else shared_group.shared_data_arrays
        self.data_names: list[Any] = [desc[0] for desc in train_data.provide_data]
        self.label_names: list[Any] = [desc[0] for desc in train_data.provide_label]
        self.aux_names: list[str] = sym.list_auxiliary_states()
        self.param_idx: list[int] = [i for i, name in enumerate(arg_names) if name in param_names]
        self.param_names: list[str] = [arg_names[i] for i in self.param_idx]
        self.train_execs: list[Any] = [self._bind(sym, index, context, train_data, shared_group)
                            for index, context in enumerate(ctx)]
        self.data_arrays: list[list[Any]] = [self._shares(name) for name in self.data_names]
        self.label_arrays: list[list[Any]] = [self._shares(name) for name in self.label_names]
        self.param_arrays = [[executor.arg_arrays[i] for executor in self.train_execs] for i in self.param_idx]
        self.grad_arrays = [[executor.grad_arrays[i] for executor in self.train_execs] for i in self.param_idx]
        self.aux_arrays: list[list[Any]] = [[executor.aux_arrays[i] for executor in self.train_execs]
                           for i in range(len(self.aux_names))]

    def _bind(self, sym, index: int, context, train_data, shared_group):
        part, shapes, types = self.slices[index], {}, {}
        for desc in [*train_data.provide_data, *train_data.provide_label]:
            shapes[desc[0]] = (part.stop - part.start, *desc[1][1:])
            types[desc[0]] = desc.dtype if isinstance(desc, DataDesc) else mx_real_t
        return _bind_exec(sym, context, shapes, self.param_names, need_grad=True,
                          base_exec=None if shared_group is None else shared_group.train_execs[index],
                          shared_data_arrays=self.shared_data_arrays[index], input_types=types)

    def _shares(self, name: str) -> list:
        return [(part, executor.arg_dict[name]) for part, executor in zip(self.slices, self.train_execs)]

    def load_data_batch(self, data_batch: DataBatch) -> None:
        """Copy a batch into the executors' arrays."""
        _load_data(data_batch, self.data_arrays)
        _load_label(data_batch, self.label_arrays)

    def forward(self, is_train: bool = False) -> None:
        """Run every executor forward."""
        for executor in self.train_execs:
            executor.forward(is_train=is_train)

    def backward(self) -> None:
        """Run every executor backward."""
        for executor in self.train_execs:
            executor.backward()

    def update_metric(self, metric: EvalMetric, labels: list[NDArray], pre_sliced: bool = False) -> None:
        """Add the outputs of every context to a metric."""
        for index, (executor, part) in enumerate(zip(self.train_execs, self.slices)):
            metric.update(labels[index] if pre_sliced else [label[part] for label in labels], executor.outputs)


class DataParallelExecutorManager:
    """The executors of a training run, for one symbol or one a bucket.

    Parameters
    ----------
    work_load_list : the share of each context; equal ones by default.
    sym_gen : makes the symbol of a bucket key; ``symbol`` is then that of the default key.
    """

    execgrp: DataParallelExecutorGroup
    execgrp_bucket: dict[Any, DataParallelExecutorGroup]
    symbol: Symbol
    ctx: list[Context]
    arg_names: list[str]
    param_names: list[str]
    aux_names: list[str]

    def __init__(self, symbol: Symbol, ctx: list[Context], train_data: DataIter, arg_names: list[str],
                 param_names: list[str], aux_names: list[str], work_load_list: list[float] | None = None,
                 logger: Logger | None = None, sym_gen: Callable[[Any], Symbol] | None = None) -> None:
        (logger or logging).info("Start training with %s", str(ctx))
        loads = [1] * len(ctx) if work_load_list is None else work_load_list
        if not isinstance(loads, list) or len(loads) != len(ctx):
            raise Misuse(f"Invalid settings for work load: expected a list of {len(ctx)}, got {work_load_list!r}")
        self.symbol, self.sym_gen, self.ctx = symbol, sym_gen, ctx
        self.arg_names, self.param_names, self.aux_names = arg_names, param_names, aux_names
        self.slices: list[slice] = _split_input_slice(train_data.batch_size, loads)
        self.execgrp = DataParallelExecutorGroup(symbol, arg_names, param_names, ctx, self.slices, train_data)
        self.curr_execgrp: DataParallelExecutorGroup | None = None
        self.execgrp_bucket = {} if sym_gen is None else {train_data.default_bucket_key: self.execgrp}

    @property
    def param_arrays(self) -> list[list[NDArray]]:
        """Parameters, each a list by context."""
        return self.execgrp.param_arrays

    @property
    def grad_arrays(self) -> list[list[NDArray]]:
        """Their gradients, each a list by context."""
        return self.execgrp.grad_arrays

    @property
    def aux_arrays(self) -> list[list[NDArray]]:
        """Auxiliary states, each a list by context."""
        return self.execgrp.aux_arrays

    def install_monitor(self, monitor: Monitor) -> None:
        """Let a monitor watch the executors."""
        if self.sym_gen is not None:
            raise NotImplementedError("Monitoring is not implemented for bucketing")
        for executor in self.execgrp.train_execs:
            monitor.install(executor)

    def set_params(self, arg_params: Mapping[str, NDArray], aux_params: Mapping[str, NDArray]) -> None:
        """Copy parameters to every context."""
        for executor in self.execgrp.train_execs:
            executor.copy_params_from(arg_params, aux_params)

    def copy_to(self, arg_params: dict[str, NDArray], aux_params: dict[str, NDArray]) -> None:
        """Write the mean over contexts into the arrays given."""
        for names, blocks, targets in ((self.param_names, self.param_arrays, arg_params),
                                       (self.aux_names, self.aux_arrays, aux_params)):
            for name, block in zip(names, blocks):
                mean = sum(array.copyto(cpu()) for array in block) / len(block)
                mean.astype(targets[name].dtype).copyto(targets[name])

    def load_data_batch(self, data_batch: DataBatch) -> None:
        """Copy a batch into the executors of its bucket, which are bound when it comes first."""
        self.curr_execgrp = self.execgrp
        if self.sym_gen is not None:
            key = data_batch.bucket_key
            if key not in self.execgrp_bucket:
                self.execgrp_bucket[key] = DataParallelExecutorGroup(
                    self.sym_gen(key), self.arg_names, self.param_names, self.ctx, self.slices, data_batch,  # type: ignore[arg-type]
                    shared_group=self.execgrp)
            self.curr_execgrp = self.execgrp_bucket[key]
        self.curr_execgrp.load_data_batch(data_batch)

    def _current(self) -> DataParallelExecutorGroup:
        if self.curr_execgrp is None:
            raise Misuse("load a batch before running the executors")
        return self.curr_execgrp

    def forward(self, is_train: bool = False) -> None:
        """Run forward on the batch loaded last."""
        self._current().forward(is_train=is_train)

    def backward(self) -> None:
        """Run backward on the batch loaded last."""
        self._current().backward()

    def update_metric(self, metric: EvalMetric, labels: list[NDArray], pre_sliced: bool = False) -> None:
        """Add the last outputs to a metric."""
        self._current().update_metric(metric, labels, pre_sliced)
