"""`Optimizer`, the base of all optimizers: learning rates, decays, counts, and dispatch to a rule.

`Updater` and user programs call `update` or `update_multi_precision`, with one parameter or with lists; a subclass
defines the update of a `Batch` of parameters in `_step`.
"""
from __future__ import annotations

import ctypes
import difflib
import warnings
from functools import lru_cache
from itertools import chain
from typing import TYPE_CHECKING, Any, TypeVar

import torch
from numpy import float32

from ..core.dtype import dtype_name
from ..core.errors import BadType, MXNetError
from ..core.ownership import written
from ..core.tiers import capture
from ..core.tiers.arena import Arena
from ..core.torch_private import foreach
from ..ndarray import NDArray
from ..ndarray.storage import zeros as sparse_zeros
from ..ndarray.tensors import buffer_of, buffers_of, tensor_of, tensors_of, wrap, write
from ..util import is_np_array
from . import record
from .batch import Batch, Tensors, TensorTraits, columns
from .layout import check_states, describe
from .lazy import split, update_rows
from .rates import Rates

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ..lr_scheduler import LRScheduler
    from ..symbol import Symbol
    from .signatures import Create, Register


_Class = TypeVar("_Class", bound=type)

HALF = (torch.float16, torch.bfloat16)
_DENSE = frozenset([NDArray])
_size = torch.Tensor.size


@lru_cache(maxsize=256)
def single(value: float) -> float:
    """Round to 32 bits, as MXNet's update operators do with their params."""
    return ctypes.c_float(value).value


def zeros_like(weight: NDArray, wide: bool = False, stored: bool = False) -> NDArray:
    """Make a state with the weight's shape, device and memory order.

    `wide`: of 32 bits or more; `stored`: of the weight's storage type too, as it is in files.
    """
    if stored and weight.stype != "default":
        kind = weight._stored()[0].dtype
        kind = torch.promote_types(kind, torch.float32) if wide else kind
        return sparse_zeros(weight.stype, weight.shape, ctx=weight._ctx, dtype=dtype_name(kind))
    data = tensor_of(weight)
    kind = torch.promote_types(data.dtype, torch.float32) if wide else data.dtype
    if data.is_meta:  # only the form is needed; torch would load half a second's worth of modules for `zeros_like`
        return wrap(torch.empty_strided(data.shape, data.stride(), dtype=kind, device="meta"), weight._ctx)
    return wrap(torch.zeros_like(data, dtype=kind), weight._ctx)


class Optimizer(Rates):
    """Base of all optimizers: holds learning rates, weight decay and the number of updates of each parameter.

    Write one by overriding `create_state` and `update`, and `register` it.

    Parameters
    ----------
    rescale_grad : float, default=1.0
        Factor of every gradient, often 1 / batch size.
    param_idx2name : dict[int, str], optional
        Names of the parameters by index. With names, weight decay applies only to ``*_weight`` and ``*_gamma``.
    wd : float, default=0.0
        Weight decay.
    clip_gradient : float, optional
        Bound of every element of a gradient.
    learning_rate : float, optional
        Learning rate; 0.01 without a scheduler. It overrides the scheduler's own.
    lr_scheduler : LRScheduler, optional
        Computes the learning rate from the number of updates.
    sym : Symbol, optional
        Symbol, whose attributes ``__lr_mult__`` and ``__wd_mult__`` are obeyed.
    begin_num_update : int, default=0
        Number of updates that were done before, in a resumed run.
    multi_precision : bool, default=False
        Whether to keep a copy of 16-bit weights in 32 bits, and compute there.
    param_dict : Mapping[Any, Any], optional
        Parameters of Gluon by index, whose ``lr_mult`` and ``wd_mult`` are obeyed.

    Examples
    --------
    >>> weight, grad = mx.nd.ones(2), mx.nd.ones(2)
    >>> sgd = mx.optimizer.SGD(learning_rate=0.5)
    >>> sgd.update(0, weight, grad, sgd.create_state(0, weight))
    >>> weight.asnumpy().tolist()
    [0.5, 0.5]
    """

    opt_registry: dict[str, type[Any]] = {}

    # Whether `_step` defines everything: then lists may be updated at once. A subclass with its own `update` gets one
    # parameter at a time.
    _takes_lists = False
    _usual_rates = True  # whether no subclass overrides learning rates or decays
    _tensor_traits: dict[Any, TensorTraits] = {}  # what is known of the tensors of a step, by its first index
    # Attributes that steps change and that no state holds; they are saved with the states. A custom optimizer that has
    # such attributes names them here.
    _carried: tuple[str, ...] = ()
    _keeps: tuple[str, ...] = ()  # the meaning of the states; states of another meaning are refused
    # What several workers may own parts of. By row: a rule treats each row of a parameter independently. By key: it
    # treats each parameter so. Otherwise one worker owns all parameters, and updates them in the program's order.
    _by_row = False
    _by_key = False
    _form: dict[str, bool] = {}  # how zero-initialized states are made: keywords of `zeros_like`
    _begun: tuple[Any, dict[Any, Any]] | None = None  # the scheduler, and its state when the optimizer was created
    _rows_seen: dict[Any, tuple[Any, ...]] = {}  # weight and state of the last lazy update, by index
    # Names of all numbers that `_step` depends on besides rates and decays, if the count is not among them: such steps
    # are captured on a GPU.
    _numbers: tuple[str, ...] = ()
    _captures: dict[Any, capture.Capture] = {}  # by context
    _sparse_weights = False  # whether a state was made for one

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        cls._usual_rates = not any(getattr(cls, name) is not getattr(Optimizer, name)
                                   for name in ("_get_lr", "_get_lrs", "_get_wd", "_get_wds"))
        if "_step" in vars(cls) or "update" in vars(cls):  # its rule differs from the one it derives from
            cls._by_row, cls._by_key = vars(cls).get("_by_row", False), vars(cls).get("_by_key", False)
        if "_step" in vars(cls):
            cls._takes_lists = True
            cls._numbers = vars(cls).get("_numbers", ())
        elif "update" in vars(cls) or "update_multi_precision" in vars(cls):
            cls._takes_lists = False

    def __init__(self, rescale_grad: float = 1.0, param_idx2name: dict[int, str] | None = None, wd: float = 0.0,
                 clip_gradient: float | None = None, learning_rate: float | None = None,
                 lr_scheduler: LRScheduler | None = None, sym: Symbol | None = None, begin_num_update: int = 0,
                 multi_precision: bool = False, param_dict: Mapping[Any, Any] | None = None) -> None:
        if param_idx2name is not None and not isinstance(param_idx2name, dict):
            raise BadType("param_idx2name should be a dict of param indexes to names;"
                            f" got {type(param_idx2name).__name__}")
        self.rescale_grad = rescale_grad
        self.lr_scheduler = lr_scheduler
        if lr_scheduler is None:
            self.lr: float = 0.01 if learning_rate is None else learning_rate
        else:
            self.lr = learning_rate
            if learning_rate is not None and lr_scheduler.base_lr != learning_rate:
                warnings.warn("learning rate from ``lr_scheduler`` has been overwritten by"
                              " ``learning_rate`` in optimizer.", UserWarning, stacklevel=3)
                lr_scheduler.base_lr = learning_rate
        self._begun = None if lr_scheduler is None else (lr_scheduler, record.snapshot(lr_scheduler))
        self.wd = wd
        self.lr_mult: dict[Any, float] = {}
        self.wd_mult: dict[Any, float] = {}
        self.begin_num_update = begin_num_update
        self.num_update: int = begin_num_update
        # Counts per device: one optimizer updates replicas on several devices.
        self._all_index_update_counts: dict[int, dict] = {0: {}}
        self._index_update_count = self._all_index_update_counts[0]
        self.clip_gradient = clip_gradient
        self.multi_precision = multi_precision
        # The reference's upper bound of parameters per update; here any number is updated at once.
        self.aggregate_num = 0
        self.idx2name: dict[int, str] = dict(param_idx2name or {})
        self.sym_info: tuple[Any, ...] = (sym.attr_dict(), sym.list_arguments()) if sym is not None else ()
        self.param_dict: Mapping[Any, Any] = param_dict or {}
        self.allow_np_array: bool = is_np_array()
        self.set_lr_mult({})
        self.set_wd_mult({})

    # Registry

    @staticmethod
    def register(klass: _Class) -> _Class:
        """Register an optimizer by the name of its class, in lower case: a class decorator.

        Parameters
        ----------
        klass : _Class
            The class.

        Returns
        -------
        type
            The class itself.
        """
        if not isinstance(klass, type):
            raise TypeError(f"only a class can be registered as an optimizer; got {klass!r}")
        name = klass.__name__.lower()
        old = Optimizer.opt_registry.get(name)
        if old is not None:
            warnings.warn(f"WARNING: New optimizer {klass.__module__}.{klass.__name__} is"
                          f" overriding existing optimizer {old.__module__}.{old.__name__}",
                          stacklevel=2)
        Optimizer.opt_registry[name] = klass
        return klass

    @staticmethod
    def create_optimizer(name: str, **kwargs: Any) -> Optimizer:
        """Create an optimizer by its name.

        Parameters
        ----------
        name : str
            Name of the class, in upper or lower case.
        **kwargs
            Arguments of its constructor.

        Returns
        -------
        Optimizer
            The optimizer.

        Examples
        --------
        >>> mx.optimizer.create("adam", learning_rate=0.1).learning_rate
        0.1
        """
        klass = Optimizer.opt_registry.get(name.lower())
        if klass is None:
            near = difflib.get_close_matches(name.lower(), Optimizer.opt_registry, n=3)
            hint = f"; did you mean {' or '.join(near)}?" if near else ""
            raise ValueError(f"Cannot find optimizer {name}{hint}")
        return klass(**kwargs)

    # Counts

    def _set_current_context(self, device_id: int) -> None:
        self._index_update_count = self._all_index_update_counts.setdefault(device_id, {})

    def _update_count(self, index: Any) -> None:
        counts, begin = self._index_update_count, self.begin_num_update
        for each in index if isinstance(index, (list, tuple)) else (index,):
            counts[each] = count = counts.get(each, begin) + 1
            if count > self.num_update:
                self.num_update = count

    def _can_carry(self, name: str, value: Any) -> bool:
        """Return whether a value from a file can be that of one of `_carried`."""
        here = getattr(self, name)
        if here is None or isinstance(here, int | float):
            return value is None and not isinstance(here, int | float) or isinstance(value, int | float)
        return isinstance(value, type(here))

    # States and updates

    def create_state(self, index: Any, weight: NDArray) -> Any:
        """Create what `update` needs to remember for a parameter, such as its momentum.

        Parameters
        ----------
        index
            Index of the parameter.
        weight : NDArray
            The parameter.

        Returns
        -------
        NDArray, tuple or None
            The state.
        """
        made = tuple(zeros_like(weight, **self._form) for _ in self._keeps)
        return made if len(made) > 1 else made[0] if made else None

    def create_state_multi_precision(self, index: Any, weight: NDArray) -> Any:
        """Create the state, with a 32-bit copy of a 16-bit parameter if ``multi_precision`` requests it.

        Parameters
        ----------
        index
            Index of the parameter.
        weight : NDArray
            The parameter.

        Returns
        -------
        NDArray, tuple or None
            The state.
        """
        if weight.stype != "default":
            self._sparse_weights = True
        data = tensor_of(weight)
        if data.dtype not in HALF:
            return self.create_state(index, weight)
        if self.multi_precision:
            master = wrap(data.float(), weight._ctx) if weight.stype == "default" else weight.astype("float32")
            return self._join_master(master, self.create_state(index, master))
        warnings.warn(f"Accumulating with {dtype_name(data.dtype)} in optimizer can lead to poor"
                      " accuracy or slow convergence. Consider using multi_precision=True option of the optimizer",
                      stacklevel=2)
        return self.create_state(index, weight)

    # The order of master copy and state differs between optimizers, and is part of the file format.
    def _join_master(self, master: NDArray, state: Any) -> tuple:
        return master, state

    def _split_master(self, pair: tuple) -> tuple:
        return pair[0], pair[1]

    def _mastered(self, index: Any, weight: NDArray, state: Any) -> tuple:
        """Split a state into a 32-bit copy of this weight and the rest."""
        if isinstance(state, tuple | list) and len(state) == 2:
            master, rest = self._split_master(tuple(state))
            if isinstance(master, NDArray) and master.shape == weight.shape and master.dtype is float32:
                return master, rest
        raise MXNetError(f"{type(self).__name__}: the state of parameter {self.idx2name.get(index, index)}, which"
                         f" has shape {weight.shape}, must have a float32 copy of it; got {describe(state)}")

    def update(self, index: Any, weight: Any, grad: Any, state: Any) -> None:
        """Update a parameter from its gradient and state, in place; or several, given as lists.

        Parameters
        ----------
        index
            Index of the parameter.
        weight
            The parameter.
        grad
            Its gradient.
        state
            What `create_state` made for it.
        """
        self._update_stored(*_listed(index, weight, grad, state), mixed=False)

    def update_multi_precision(self, index: Any, weight: Any, grad: Any, state: Any) -> None:
        """Update as `update` does, a 16-bit parameter through its 32-bit copy.

        Parameters
        ----------
        index
            Index of the parameter.
        weight
            The parameter.
        grad
            Its gradient.
        state
            What `create_state_multi_precision` made for it.
        """
        if self._takes_lists and index.__class__ is list:
            dense = _DENSE.issuperset(map(type, grad)) and not self._sparse_weights
            (self._update_lists if dense else self._update_stored)(index, weight, grad, state, self.multi_precision)
            return
        lists = _listed(index, weight, grad, state)
        if self._takes_lists:
            self._update_stored(*lists, mixed=self.multi_precision)
            return
        for index, weight, grad, state in zip(*lists, strict=True):
            if self.multi_precision and tensor_of(weight).dtype in HALF:
                master, state = self._mastered(index, weight, state)
                self.update(index, master, grad.astype("float32"), state)
                write(weight, tensor_of(master))
            else:
                self.update(index, weight, grad, state)

    def _count_and_rate(self, indices: list) -> tuple[list, list]:
        """Count an update of each parameter; return their learning rates and decays."""
        self._update_count(indices)
        count = len(indices)
        if self.param_dict or not self._usual_rates:
            return self._rate_of_each(indices), self._decay_of_each(indices)
        lrs = self._get_lrs(indices) if self.lr_mult else [self.learning_rate] * count
        return lrs, self._decay_of_each(indices) if self.wd else [self.wd] * count

    def _is_lazy(self, weight: NDArray, grad: NDArray, mastered: bool) -> bool:
        """Return whether a gradient updates only the rows that it has; rules that support it say when.

        `mastered`: the weight is of 16 bits and is updated through its 32-bit copy.
        """
        return False

    def _update_stored(self, indices: list, weights: list, grads: list, states: list, mixed: bool) -> None:
        """Update parameters of any storage type."""
        if _DENSE.issuperset(map(type, chain(grads, weights))):
            self._update_lists(indices, weights, grads, states, mixed)
            return
        places, others = split(self, weights, grads, mixed)
        for place in places:
            update_rows(self, indices[place], weights[place], grads[place], states[place], mixed)
        indices, weights, grads, states = ([column[place] for place in others]
                                           for column in (indices, weights, grads, states))
        if indices:
            self._update_lists(indices, weights, grads, states, mixed)

    def _update_lists(self, indices: list, weights: list, grads: list, states: list,
                      mixed: bool) -> None:
        """Update dense parameters in as few calls as the rule allows, on a GPU as one graph if possible."""
        if not indices:
            return
        if self._numbers and self._is_on_gpu(weights[0]):
            work = self.work(indices, weights, grads, states, mixed)
            if work.capture.captured is None and len({tensor.device for tensor in work.fixed()}) > 1:
                work.run()
            else:
                work.do()
            return
        lrs, wds = self._count_and_rate(indices)
        self._step_lists(indices, buffers_of(weights), tensors_of(grads), states, lrs, wds, mixed)

    @staticmethod
    def _is_on_gpu(weight: NDArray) -> bool:
        return buffer_of(weight).is_cuda

    def work(self, indices: list[Any], weights: list[NDArray], grads: list[NDArray], states: list[Any],
             mixed: bool) -> capture.Work:
        """Count an update of dense parameters on a GPU, and return the rest as work for a CUDA graph.

        Parameters
        ----------
        indices : list[Any]
            Indices of the parameters.
        weights : list[NDArray]
            The parameters.
        grads : list[NDArray]
            Their gradients.
        states : list[Any]
            Their states.
        mixed : bool
            Whether 16-bit parameters have 32-bit copies.

        Returns
        -------
        Work
            The work that a captured step repeats.
        """
        lrs, wds = self._count_and_rate(indices)
        ctx = weights[0]._ctx
        if ctx not in self._captures:  # a new dict, as the class has a shared one
            made = capture.Capture(Arena(ctx), "an optimizer's step")
            made.refusal = "" if capture.wanted({ctx}) else "switched off"
            self._captures = {**self._captures, ctx: made}
        try:
            kept = _buffers_in(states)
        except (AttributeError, TypeError, RecursionError):
            check_states(self, indices, buffers_of(weights), states, mixed)
            raise
        return capture.Work(
            self._captures[ctx], (*(getattr(self, name) for name in self._numbers), mixed, *lrs, *wds),
            fixed=lambda: [*buffers_of(weights), *tensors_of(grads), *kept], outputs=list,
            run=lambda: self._step_lists(indices, buffers_of(weights), tensors_of(grads), states, lrs, wds, mixed),
            done=lambda: written([*buffers_of(weights), *kept]))

    def may_precede(self, weights: list[NDArray], grads: list[NDArray]) -> bool:
        """Return whether `work` may be requested before the gradients are ready, because it calls no user code.

        Parameters
        ----------
        weights : list[NDArray]
            The parameters.
        grads : list[NDArray]
            Their gradients.

        Returns
        -------
        bool
            Whether it may.
        """
        kind, scheduler = type(self), self.lr_scheduler
        return bool(self._numbers) and self._takes_lists and not self._sparse_weights and self._usual_rates \
            and kind.__module__.startswith("mxnet.optimizer.") and not self.param_dict \
            and (scheduler is None or type(scheduler).__module__ == "mxnet.lr_scheduler") \
            and _DENSE.issuperset(map(type, chain(weights, grads)))

    def _step_lists(self, indices: list, tensors: Tensors, grads: Tensors, states: list, lrs: list, wds: list,
                    mixed: bool) -> None:
        # torch's fused kernels access raw memory, and its list operations broadcast.
        if list(map(_size, tensors)) != list(map(_size, grads)):
            self._refuse(indices, tensors, grads)
        counts = list(map(self._index_update_count.__getitem__, indices))
        half = [tensor.dtype in HALF for tensor in tensors] if mixed else ()
        if not any(half):
            parts, traits = self._known(indices, tensors, states)
            self._step(Batch(indices, tensors, grads, parts, lrs, wds, counts, traits=traits))
            return
        whole = Batch(indices, tensors, grads, (), lrs, wds, counts)
        for kind in (True, False):
            places = [place for place, value in enumerate(half) if value is kind]
            if not places:
                continue
            part, chosen = whole.take(places), [states[place] for place in places]
            if kind:
                self._step_masters(part, chosen)
            else:
                part.states, part.traits = self._known(part.indices, part.weights, chosen)
                self._step(part)

    def _known(self, indices: list, weights: Tensors, states: list, halves: Tensors | None = None) \
            -> tuple[tuple[Tensors, ...], TensorTraits]:
        """Return the states by column, and what is known of these tensors together.

        Tensors seen for the first time are checked against each other: torch's fused kernels access raw memory, and
        states come from files, from users and, for a reused index, from other weights.
        """
        try:
            parts = columns(states if halves is None else [self._split_master(state)[1] for state in states])
        except (AttributeError, TypeError, ValueError, IndexError):
            check_states(self, indices, halves or weights, states, bool(halves))
            raise
        traits = self._tensor_traits.get(indices[0])
        if traits is None or not traits.knows(weights, parts, halves):
            check_states(self, indices, halves or weights, states, bool(halves))
            traits = TensorTraits(weights, parts, halves)
            # Not through vars(): Python would then look up every attribute of the optimizer in a dict.
            known = self._tensor_traits or {}
            known[indices[0]] = traits
            self._tensor_traits = known
        return parts, traits

    def _refuse(self, indices: list, weights: Tensors, grads: Tensors) -> None:
        for index, weight, grad in zip(indices, weights, grads, strict=True):
            if weight.shape != grad.shape:
                raise MXNetError(f"{type(self).__name__}: the gradient of {self.idx2name.get(index, index)} has shape"
                                 f" {tuple(grad.shape)}, expected {tuple(weight.shape)}")

    def _step_masters(self, part: Batch, states: list) -> None:
        part.halves = part.weights
        try:
            part.weights = buffers_of(self._split_master(state)[0] for state in states)
        except (AttributeError, TypeError, ValueError, IndexError):
            check_states(self, part.indices, part.halves, states, True)
            raise
        narrow, part.grads = part.grads, [torch.empty_like(grad, dtype=torch.float32) for grad in part.grads]
        foreach.copy_(part.grads, narrow)
        part.states, part.traits = self._known(part.indices, part.weights, states, part.halves)
        self._step(part)
        foreach.copy_(part.halves, part.weights)

    def _step(self, batch: Batch) -> None:
        """Update the weights and states of `batch` in place."""
        raise NotImplementedError()

    def _scaled(self, grads: Tensors, weights: Tensors = (), wd: float = 0.0,  # type: ignore
                rescale: float | None = None) -> Tensors:
        """Return ``clip(rescale * grad + wd * weight)``, read-only: it may be `grads` itself."""
        rescale = single(self.rescale_grad) if rescale is None else rescale
        if rescale == 1 and not wd and self.clip_gradient is None:
            return grads
        scaled = list(foreach.mul(grads, rescale))
        if wd:
            foreach.add_(scaled, weights, alpha=wd)
        self._clip(scaled)
        return scaled

    def _divisor(self, part: Batch) -> float:
        """Return the learning rate of a uniform batch, for a rule that divides by it."""
        lr = single(part.lr)
        if lr == 0:
            names = ", ".join(str(self.idx2name.get(index, index)) for index in part.indices)
            raise MXNetError(f"{type(self).__name__} divides by the learning rate, which is 0 for {names}; start a"
                             " warm-up above 0, and freeze a parameter with fixed_param_names, not with lr_mult")
        return lr

    def _clip(self, tensors: Tensors) -> None:
        bound = self.clip_gradient
        # MXNet's operators treat a negative bound as none; its Python code does not pass 0 to them.
        if bound is not None and bound > 0:
            foreach.clamp_max_(tensors, bound)
            foreach.clamp_min_(tensors, -bound)

    def __getstate__(self) -> dict[str, Any]:
        # Gluon's parameters stay with their trainer.
        left = ("param_dict", "_begun", "_tensor_traits", "_rows_seen", "_captures", "_sparse_weights")
        return {name: value for name, value in vars(self).items() if name not in left}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self.param_dict = {}


def _buffers_in(states: Any) -> Tensors:
    """Return the tensors in states: arrays, None, or tuples of states."""
    if _DENSE.issuperset(map(type, states)):
        return buffers_of(states)
    return [tensor for state in states if state is not None
            for tensor in ([buffer_of(state)] if isinstance(state, NDArray) else _buffers_in(state))]


def _listed(index: Any, weight: Any, grad: Any, state: Any) -> tuple[list, list, list, list]:
    if isinstance(index, (list, tuple)):
        return list(index), list(weight), list(grad), list(state)
    return [index], [weight], [grad], [state]


register: Register = Optimizer.register
create: Create = Optimizer.create_optimizer
