"""`Updater`: applies an optimizer to parameters by index and keeps their states.

Module, KVStore and Trainer call it, with one parameter or with the lists of a whole step.
"""
from typing import Any

from ..core.errors import MXNetError
from ..core.tiers.capture import Work
from ..core.torch_modes import shielded
from ..ndarray import NDArray
from ..ndarray.tensors import tensor_of
from . import record
from . import states as state_file
from .base import HALF, Optimizer
from .layout import check_form, check_optimizer, check_states


class Updater:
    """A function of index, gradient and weight that updates the weight, and holds the optimizer states.

    It also accepts three lists.

    Parameters
    ----------
    optimizer : Optimizer
        The optimizer.

    Examples
    --------
    >>> weight = mx.nd.ones(2)
    >>> updater = mx.optimizer.get_updater(mx.optimizer.SGD(learning_rate=0.5))
    >>> updater(0, mx.nd.ones(2), weight)
    >>> weight.asnumpy().tolist()
    [0.5, 0.5]
    """

    def __init__(self, optimizer: Optimizer) -> None:
        self.optimizer: Optimizer = optimizer
        self.states: dict[Any, Any] = {}
        # False for a loaded state that may be on another device than its weight.
        self.states_synced: dict[Any, bool] = {}
        self.aggregate_updates: bool = optimizer.aggregate_num > 0
        self._keys: frozenset | None = None  # under which states can be, if known

    @shielded
    def __call__(self, index: Any, grad: Any, weight: Any) -> None:
        if index.__class__ is list and grad.__class__ is list and weight.__class__ is list:
            indices, grads, weights = index, grad, weight
        elif isinstance(index, (list, tuple)):
            indices, grads, weights = list(index), list(grad), list(weight)
        else:
            indices, grads, weights = [index], [grad], [weight]
        if not indices:
            return
        if not len(indices) == len(grads) == len(weights):
            raise MXNetError(f"Updater: {len(indices)} indices, {len(grads)} gradients and"
                             f" {len(weights)} weights")
        optimizer = self.optimizer
        indices, states = self._states_of(indices, weights)
        if optimizer._takes_lists:
            optimizer.update_multi_precision(indices, weights, grads, states)
            return
        for key, weight, grad, state in zip(indices, weights, grads, states, strict=True):
            optimizer.update_multi_precision(key, weight, grad, state)

    def work(self, indices: list[Any], grads: list[NDArray], weights: list[NDArray]) -> Work | None:
        """Count an update, and return the rest as work for a CUDA graph.

        Parameters
        ----------
        indices : list[Any]
            Indices of the parameters.
        grads : list[NDArray]
            Their gradients.
        weights : list[NDArray]
            The parameters.

        Returns
        -------
        Work or None
            The work that a captured step repeats; None if the updater must be called.
        """
        if not indices or type(self) is not Updater or not self.optimizer.may_precede(weights, grads):
            return None
        indices, states = self._states_of(indices, weights)
        return self.optimizer.work(indices, weights, grads, states, self.optimizer.multi_precision)

    def _states_of(self, indices: list, weights: list) -> tuple[list, list]:
        """Return the keys of parameters, and their states, which are created if missing."""
        self.optimizer._set_current_context(weights[0]._ctx.device_id)
        if not all(map(self.states_synced.get, indices)):
            indices = list(indices)
            for place, key in enumerate(indices):
                if key.__class__ is bytes:
                    indices[place] = key = key.decode()
                if not self.states_synced.get(key):
                    self._prepare_state(key, weights[place])
        return indices, list(map(self.states.__getitem__, indices))

    def _names(self) -> frozenset:
        """Return the parameter names under which states from a KVStore are found, if each has one index here."""
        names = self.optimizer.idx2name
        alone = self._keys == frozenset(names) and len(set(names.values())) == len(names)
        return frozenset(names.values()) if alone else frozenset()

    def _prepare_state(self, key: Any, weight: NDArray) -> None:
        if key not in self.states and self._keys is not None and self.optimizer.idx2name.get(key) in self.states:
            self.states[key] = self.states.pop(self.optimizer.idx2name[key])
        if weight.stype != "default":  # its states may have been loaded, not created
            self.optimizer._sparse_weights = True
        if key not in self.states:
            self.states[key] = self.optimizer.create_state_multi_precision(key, weight)
        else:
            state = self.states[key] = self.sync_state_context(self.states[key], weight.context)
            # Before anything reads the state as a dense array: the size of a sparse one is only a claim.
            if self.optimizer._takes_lists:
                check_states(self.optimizer, [key], [tensor_of(weight)], [state],
                             self.optimizer.multi_precision and tensor_of(weight).dtype in HALF)
        self.states_synced[key] = True

    def sync_state_context(self, state: Any, context: Any) -> Any:
        """Return a state with its arrays on a device.

        Parameters
        ----------
        state
            The state.
        context
            The device.

        Returns
        -------
        NDArray, tuple or None
            The state, or a copy of it there.
        """
        if isinstance(state, NDArray):
            return state.as_in_context(context)
        if isinstance(state, (tuple, list)):
            return type(state)(self.sync_state_context(part, context) for part in state)
        return state

    def get_states(self, dump_optimizer: bool = False) -> bytes:
        """Return the states in the format of MXNet's files.

        What an optimizer carries besides them (update counts, the scheduler's state) follows them, where MXNet does not
        read: a run resumed here continues as if it had never been interrupted.

        Parameters
        ----------
        dump_optimizer : bool, default=False
            Whether to add the optimizer itself.

        Returns
        -------
        bytes
            The states, for `set_states`.
        """
        if dump_optimizer:
            return state_file.dumps((self.states, self.optimizer))
        return state_file.dumps(self.states, record.write(self.optimizer))

    def set_states(self, states: bytes) -> None:
        """Restore the states that `get_states` returned, here or in MXNet.

        The format is a pickle; only arrays, numbers, registered optimizers and schedulers are accepted in it. States of
        another optimizer, or for other parameters, are refused if they can be distinguished; nothing is then changed.

        Parameters
        ----------
        states : bytes
            The states.
        """
        found, carried = state_file.read(states)
        optimizer = None
        if isinstance(found, tuple) and len(found) == 2:
            found, optimizer = found
        if not isinstance(optimizer, (Optimizer, type(None))):
            raise MXNetError("these bytes are no optimizer states: expected a dict of states")
        record.plain_state(found, len(states))
        if optimizer is not None:
            check_optimizer(optimizer)
        elif carried is not None:
            record.check(carried)
            record.compare(self.optimizer, carried, found)
        if self._keys is not None:
            named = self._names() if any(isinstance(key, str) for key in found) else frozenset()
            record.check_keys(self._keys | named, found)
            if named and carried is not None:
                carried = record.by_index(self.optimizer.idx2name, carried)
        for key, state in found.items():
            check_form(optimizer or self.optimizer, key, state)
        self.states = found
        if optimizer is not None:
            self.optimizer = optimizer
        elif carried is not None:
            record.restore(self.optimizer, carried)
        self.states_synced = dict.fromkeys(found, False)


def get_updater(optimizer: Optimizer) -> Updater:
    """Return an `Updater` for an optimizer.

    Parameters
    ----------
    optimizer : Optimizer
        The optimizer.

    Returns
    -------
    Updater
        A function of index, gradient and weight.
    """
    return Updater(optimizer)
