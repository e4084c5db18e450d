"""Trainer: applies an optimizer to parameters, over one context, several, or a KVStore."""
from __future__ import annotations

from collections.abc import Mapping
from operator import attrgetter, is_, itemgetter
from typing import TYPE_CHECKING, Any

from .. import optimizer as opt
from ..core.borrowed import borrowed as _borrowed
from ..core.cores import on_all_cores, update_runner
from ..core.opening import read_whole, reading
from ..fileformat.atomic import atomic_write
from ..kvstore import KVStore
from ..module.updating import create_kvstore, create_sparse_kvstore
from ..ndarray import NDArray
from .param import Parameter
from .param_dict import ParameterDict

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from ..kvstore import KVStoreBase
    from ..optimizer import Optimizer

__all__ = ["Trainer"]


class Trainer:
    """Update parameters with an optimizer: call `step` after every backward.

    Parameters
    ----------
    params : ParameterDict or Mapping[str, Parameter] or Sequence[Parameter]
        Parameters, such as ``net.collect_params()``.
    optimizer : str or Optimizer
        Optimizer, or its name.
    optimizer_params : Mapping[str, Any], optional
        Arguments of the optimizer, if it is given by name.
    kvstore : str or KVStoreBase or None, default='device'
        How gradients of several devices or machines are summed: a store or its type. One device needs none.
    compression_params : Mapping[str, Any], optional
        How gradients are compressed for transfer, such as ``{"type": "2bit", "threshold": 0.5}``.
    update_on_kvstore : bool, optional
        Whether the store runs the optimizer; None leaves it to the store.

    Examples
    --------
    >>> net = mx.gluon.nn.Dense(1, in_units=2)
    >>> net.initialize()
    >>> trainer = mx.gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": 0.1})
    >>> with mx.autograd.record():
    ...     loss = net(mx.nd.ones((4, 2))).sum()
    >>> loss.backward()
    >>> trainer.step(batch_size=4)
    """

    def __init__(self, params: ParameterDict | Mapping[str, Parameter] | Sequence[Parameter],
                 optimizer: str | Optimizer, optimizer_params: Mapping[str, Any] | None = None,
                 kvstore: str | KVStoreBase | None = "device", compression_params: Mapping[str, Any] | None = None,
                 update_on_kvstore: bool | None = None) -> None:
        self._params = _parameters(params)
        self._param2idx = {param.name: index for index, param in enumerate(self._params)}
        for param in self._params:
            param._set_trainer(self)
        self._contains_sparse_weight = any(param._stype != "default" for param in self._params)
        self._contains_sparse_grad = any(param._grad_stype != "default" for param in self._params)
        self._compression_params = compression_params
        self._contexts = self._check_contexts()
        self._init_optimizer(optimizer, optimizer_params or {})
        self._scale = self._optimizer.rescale_grad
        self._gathered: _Gathered | None = None
        self._kvstore_params: dict[str, Any] = {"kvstore": kvstore, "update_on_kvstore": update_on_kvstore}
        self._kvstore: Any = None
        self._reset_kvstore()

    def _check_contexts(self) -> list:
        contexts: list | None = None
        for param in self._params:
            found = param.list_ctx()
            if contexts is not None and found != contexts:
                raise AssertionError(f"Trainer: Parameter '{param.name}' is on {found}, those before it on {contexts}; "
                                     "initialize all of them on the same contexts")
            contexts = found
        return contexts or []

    def _init_optimizer(self, optimizer: Any, optimizer_params: Mapping[str, Any]) -> None:
        by_index = dict(enumerate(self._params))
        if isinstance(optimizer, opt.Optimizer):
            if optimizer_params:
                raise AssertionError("Trainer: optimizer_params belong to an optimizer given by name; this one is made")
            self._optimizer = optimizer
            self._optimizer.param_dict = by_index
        else:
            self._optimizer = opt.create(optimizer, param_dict=by_index, **optimizer_params)
        self._updaters = [opt.get_updater(self._optimizer) for _ in self._contexts]

    # ---- the store --------------------------------------------------------------------------------

    def _reset_kvstore(self) -> None:
        """Drop the store; a new one is created at the next step."""
        if self._kvstore and "dist" in self._kvstore.type:
            raise RuntimeError("Trainer: parameters cannot be set behind a distributed KVStore, whose other workers "
                               "would not know")
        self._kv_initialized = False
        self._kvstore = self._distributed = self._update_on_kvstore = None
        self._call: Callable[..., Any] | None = None  # on how many cores an update runs
        self._params_to_init = list(self._params)

    def _init_kvstore(self) -> None:
        """Create the store that contexts and parameters require."""
        given = self._kvstore_params
        kvstore, update = self._choose_kvstore(given["kvstore"], given["update_on_kvstore"])
        self._kvstore = kvstore or None
        self._update_on_kvstore = update if kvstore else None
        if kvstore:
            if self._compression_params:
                kvstore.set_gradient_compression(self._compression_params)
            if update:
                kvstore.set_optimizer(self._optimizer)
        self._kv_initialized = True

    def _choose_kvstore(self, given: Any, asked: bool | None) -> tuple[Any, bool]:
        """Return the store, or None, and whether it updates parameters itself."""
        if self._contains_sparse_weight:
            kvstore, update = create_sparse_kvstore(given)
            self._distributed = "dist" in kvstore.type
            if asked is False:
                raise ValueError("Trainer: update_on_kvstore=False does not go with row_sparse weights, whose rows the "
                                 "KVStore holds")
            return kvstore, update
        arrays = {param.name: param.data(self._contexts[0]) for param in self._params}
        kvstore, update = create_kvstore(given, len(self._contexts), arrays)
        self._distributed = bool(kvstore) and "dist" in kvstore.type
        if self._contains_sparse_grad:
            if asked is False and self._distributed:
                raise ValueError("Trainer: update_on_kvstore=False does not go with sparse gradients on a distributed "
                                 "KVStore")
            if kvstore is not None and not isinstance(kvstore, KVStore):
                raise ValueError(f"Trainer: sparse gradients of several contexts need a KVStore, got "
                                 f"{type(kvstore).__name__}")
            return kvstore, self._distributed if asked is None else asked
        if self._distributed and "async" in kvstore.type:
            if asked is False:
                raise ValueError("Trainer: an asynchronous KVStore updates parameters itself; update_on_kvstore=False "
                                 "does not go with it")
            update = True
        if asked is not None:
            update = asked
        if update and not kvstore.is_capable("optimizer"):
            if asked:
                raise ValueError(f"Trainer: {type(kvstore).__name__} cannot run an optimizer; leave update_on_kvstore "
                                 "False")
            update = False
        return kvstore, update

    def _init_params(self) -> None:
        """Put parameters into the store; those still waiting for their shape come later."""
        if not self._kv_initialized:
            raise AssertionError("Trainer: there is no KVStore yet")
        waiting = []
        for param in self._params_to_init if self._kvstore else ():
            if param._deferred_init:
                waiting.append(param)
                continue
            arrays, index = param._check_and_get(param._data, list), self._param2idx[param.name]
            if param._stype != "default":
                self._kvstore.init(index, arrays[0])
            else:
                self._kvstore.broadcast(index, arrays[0], arrays)
        self._params_to_init = waiting

    def _prepare(self) -> None:
        if not self._kv_initialized:
            self._init_kvstore()
        if self._params_to_init:
            self._init_params()

    def _row_sparse_pull(self, parameter: Parameter, out: Any, row_id: NDArray, full_idx: bool = False) -> None:
        """Fetch rows of a parameter from the store."""
        self._prepare()
        index = self._param2idx[parameter.name]
        if full_idx and "dist" not in self._kvstore.type:
            assert row_id.size == out.shape[0]
            self._kvstore.pull(index, out=out, priority=-index, ignore_sparse=False)
        else:
            self._kvstore.row_sparse_pull(index, out=out, row_ids=row_id, priority=-index)

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "_gathered": None}

    # ---- the optimizer ----------------------------------------------------------------------------

    @property
    def optimizer(self) -> opt.Optimizer:
        """The optimizer."""
        return self._optimizer

    @property
    def learning_rate(self) -> float:
        """Current learning rate."""
        return self._optimizer.learning_rate

    def set_learning_rate(self, lr: float) -> None:
        """Set the learning rate.

        Parameters
        ----------
        lr : float
            The rate.

        Raises
        ------
        UserWarning
            If a scheduler sets it.
        """
        self._optimizer.set_learning_rate(lr)

    def _check_and_rescale_grad(self, scale: float) -> None:
        if self._update_on_kvstore and self._distributed and self._kv_initialized \
                and self._optimizer.rescale_grad != scale and self._loss_scaler is None:
            raise UserWarning("Trainer: the batch size has changed, but the optimizer of a distributed KVStore keeps "
                              "the first one")
        self._optimizer.rescale_grad = scale

    # ---- steps ------------------------------------------------------------------------------------

    def step(self, batch_size: int, ignore_stale_grad: bool = False) -> None:
        """Sum gradients over devices, divide them by the batch size, and update all parameters.

        Parameters
        ----------
        batch_size : int
            Number of samples over which the gradients are summed.
        ignore_stale_grad : bool, default=False
            Whether parameters whose gradient no backward has written since the last step are left alone; otherwise
            they raise a UserWarning.
        """
        self._check_and_rescale_grad(self._scale / batch_size)
        self._prepare()
        scaler = self._loss_scaler
        if scaler is None or not (self._distributed or self._update_on_kvstore):
            self._allreduce_grads()
            self._update(ignore_stale_grad)
        elif not scaler.has_overflow(self._params, self._kvstore):  # checked before the store updates anything
            self._allreduce_grads()
            self._apply(ignore_stale_grad)

    @property
    def _loss_scaler(self) -> Any:
        """The scale set by `amp.init_trainer`."""
        return getattr(self, "_amp_loss_scaler", None)

    def allreduce_grads(self) -> None:
        """Sum gradients over devices, for programs that inspect them before `update`."""
        self._prepare()
        self._refuse_on_kvstore("allreduce_grads")
        self._allreduce_grads()

    def update(self, batch_size: int, ignore_stale_grad: bool = False) -> None:
        """Update all parameters with gradients that are already summed.

        Parameters
        ----------
        batch_size : int
            Number of samples over which the gradients are summed.
        ignore_stale_grad : bool, default=False
            Whether parameters whose gradient no backward has written since the last step are left alone.
        """
        self._prepare()
        self._refuse_on_kvstore("update")
        self._check_and_rescale_grad(self._scale / batch_size)
        self._update(ignore_stale_grad)

    def _refuse_on_kvstore(self, called: str) -> None:
        if self._kvstore and self._update_on_kvstore:
            raise AssertionError(f"Trainer.{called}: the KVStore updates the parameters; make the Trainer with "
                                 "update_on_kvstore=False")

    def _allreduce_grads(self) -> None:
        store = self._kvstore
        dense: list[tuple[int, list, list]] = []
        for index, param in enumerate(self._params) if store else ():
            if param.grad_req == "null":
                continue
            grads = param.list_grad()
            updated = self._update_on_kvstore and param._stype == "default" and isinstance(store, KVStore)
            if grads[0].stype != "default" and not updated:
                store.push(index, grads, priority=-index)
                if param._stype == "default":
                    out = param.list_data() if self._update_on_kvstore else grads
                    store.pull(index, out, priority=-index, ignore_sparse=self._distributed)
            else:
                dense.append((index, grads, param.list_data() if self._update_on_kvstore else grads))
        if dense and isinstance(store, KVStore):  # all in one call, so that they may be sent together
            indices, values, outs = (list(column) for column in zip(*dense))
            store.pushpull(indices, values, out=outs)
            return
        for index, grads, out in dense:  # a user-defined store
            if self._update_on_kvstore:
                store.pushpull(index, grads, out=out, priority=-index)
            else:
                store.pushpull(index, grads, priority=-index)

    def _update(self, ignore_stale_grad: bool = False) -> None:
        if self._loss_scaler is not None and self._loss_scaler.has_overflow(self._params):
            return  # the gradients are useless
        self._apply(ignore_stale_grad)

    def _apply(self, ignore_stale_grad: bool) -> None:
        """Update with gradients that are known to be finite, or are not checked."""
        lists = None if self._gathered is None or self._kvstore or ignore_stale_grad else self._gathered.lists()
        if lists is not None:
            self._run(self._updaters[0], lists)
            return
        batches = self._gather(ignore_stale_grad)
        if self._call is None and batches:
            weights = batches[0][2]
            self._call = on_all_cores if any(weight.context.device_typeid == 2 for weight in weights) \
                else update_runner([weight.shape for weight in weights])
        if len(batches) == 1 and not self._kvstore and not ignore_stale_grad:
            self._gathered = _Gathered(self._params, *batches[0])
        for updater, lists in zip(self._updaters, batches):
            if lists[0]:
                self._run(updater, lists)

    def _gather(self, ignore_stale_grad: bool) -> list[tuple[list, list, list]]:
        """Return the arguments of each updater: indices, gradients and weights; their gradients count as used."""
        on_store = bool(self._kvstore and self._update_on_kvstore)
        batches: list[tuple[list, list, list]] = [([], [], []) for _ in self._updaters]
        for index, param in enumerate(self._params):
            if param.grad_req == "null":
                continue
            arrays = param._check_and_get(param._data, list)
            if not ignore_stale_grad:
                for array in arrays:
                    if not array._fresh_grad:
                        raise _stale(param, array)
            if on_store:
                continue
            for (indices, grads, weights), array, grad in zip(batches, arrays, param._grad):
                if not ignore_stale_grad or array._fresh_grad:
                    indices.append(index)
                    grads.append(grad)
                    weights.append(array)
                    array._fresh_grad = False
        return batches

    def _run(self, updater: Any, lists: tuple[list, list, list]) -> None:
        (self._call or on_all_cores)(updater, *lists)

    # ---- files ------------------------------------------------------------------------------------

    def save_states(self, fname: str) -> None:
        """Save the optimizer and its states, in the format of MXNet's Trainer.

        Parameters
        ----------
        fname : str
            Path of the file, which is replaced as a whole.
        """
        self._prepare()
        if self._update_on_kvstore:
            if self._params_to_init:
                raise AssertionError("Trainer.save_states: some parameters have no value yet; call the network first")
            self._kvstore.save_optimizer_states(fname, dump_optimizer=True)
            return
        with atomic_write(fname) as file:
            file.write(self._updaters[0].get_states(dump_optimizer=True))

    def load_states(self, fname: str) -> None:
        """Load the optimizer and its states.

        Parameters
        ----------
        fname : str
            Path of the file.
        """
        self._prepare()
        if self._update_on_kvstore:
            self._kvstore.load_optimizer_states(fname)
            self._optimizer = self._kvstore._updater.optimizer
        else:
            with reading(fname) as file:
                states = read_whole(file, fname)
            for updater in self._updaters:
                updater.set_states(states)
                updater.optimizer = self._updaters[0].optimizer
            self._optimizer = self._updaters[0].optimizer
        self._optimizer.param_dict = dict(enumerate(self._params))


class _Gathered:
    """What a step on one context updates, as long as the parameters have the same arrays.

    Gathering the arrays and their gradients takes as long as updating a small network. The arrays themselves are
    compared, not the lists that hold them: programs put others there, as in ``param._grad[0] = array``.
    """

    __slots__ = ("_updated", "_constant", "_indices", "_gradients", "_weights", "_records")

    def __init__(self, params: list[Parameter], indices: list, gradients: list, weights: list) -> None:
        self._updated = [params[index] for index in indices]
        self._constant = [param for place, param in enumerate(params) if place not in set(indices)]
        self._indices, self._gradients, self._weights = indices, gradients, weights
        self._records = list(map(_record_of, weights))

    def lists(self) -> tuple[list, list, list] | None:
        """Return indices, gradients and weights, and mark the gradients as used; None if something has changed."""
        records, updated = self._records, self._updated
        try:
            same = all(map(is_, map(_first, map(_data_of, updated)), self._weights)) \
                and all(map(is_, map(_first, map(_grad_of, updated)), self._gradients))
        except TypeError:  # no arrays any more
            return None
        if not (same and all(map(is_, map(_record_of, self._weights), records)) and all(map(_is_fresh, records))) \
                or any(map(_grad_of, self._constant)):
            return None
        for record in records:
            record.fresh = False
        return self._indices.copy(), self._gradients.copy(), self._weights.copy()


_data_of, _grad_of, _record_of, _is_fresh = map(attrgetter, ("_data", "_grad", "_ag", "fresh"))
_first = itemgetter(0)


def _parameters(params: Any) -> list[Parameter]:
    """Return a list of parameters; those of a dict sorted by name."""
    if isinstance(params, (Mapping, ParameterDict)):
        params = [params[name] for name in sorted(params.keys())]
    if not isinstance(params, (list, tuple)):
        raise ValueError(f"Trainer: params is a list or dict of Parameters, got {type(params).__name__}")
    for param in params:
        if not isinstance(param, Parameter):
            raise ValueError(f"Trainer: params holds Parameters, got {type(param).__name__}")
    return list(params)


def _stale(param: Parameter, array: NDArray) -> UserWarning:
    return UserWarning(f"Gradient of Parameter `{param.name}` on {array.context} was not written by any backward since "
                       "the last step: this step did not use the parameter. If that is meant, pass "
                       "ignore_stale_grad=True, which leaves such parameters alone")


_borrowed(__name__)
