"""A step of `fit` that sends gradients to other workers while the rest of backward runs."""
from __future__ import annotations

from operator import is_not
from typing import TYPE_CHECKING, Any

from .updating import update_on_devices

if TYPE_CHECKING:
    from .module import Module


def is_possible(module: Module) -> bool:
    """Return whether gradients can be sent early: from one context, to a store that can wait for them later."""
    group = module._exec_group
    return getattr(module._kvstore, "overlaps", False) and len(group.execs) == 1 and group.execs[0].reports_early \
        and all(arrays[0].stype == "default" for arrays in (*group.param_arrays, *group.grad_arrays)
                if arrays[0] is not None)


def _prepared(group: Any, store: Any, names: list[str], outs: list, places: tuple[int, ...]) -> Any:
    """Return the exchange of some gradients, cached until a group has different arrays."""
    of = (store, group.grad_arrays, outs)
    if group.exchanges is None or any(map(is_not, group.exchanges[0], of)):
        group.exchanges = (of, {})
    found = group.exchanges[1].get(places)
    if found is None:
        found = group.exchanges[1][places] = store.prepared(
            [names[place] for place in places], [group.grad_arrays[place] for place in places],
            [outs[place] for place in places])
    return found


def train(module: Module, batch: Any, metric: Any) -> None:
    """Run forward and backward on a batch, send gradients as they are ready, update the metric meanwhile.

    Nothing can look at parameters between the parts of a step of `fit`, so they may be stale for a while.
    """
    group, store, names = module._exec_group, module._kvstore, module._param_names
    outs = group.param_arrays if module._update_on_kvstore else group.grad_arrays
    waiting = {id(grads[0]): place for place, grads in enumerate(group.grad_arrays) if grads[0] is not None}

    def report(gradients: list) -> None:
        # the first layers' values are needed first by the next forward: MXNet's priority, -index
        send(sorted(waiting.pop(id(array)) for array in gradients if id(array) in waiting))

    def send(places: list[int]) -> None:
        if places:
            store.begin(_prepared(group, store, names, outs, tuple(places)), priority=-places[0])
    try:
        group.train_in_parts(batch, report)
        send(sorted(waiting.values()))  # an error that is raised when arrays are read has ended backward: raise it here
        module._params_dirty = True
        module._update_metric_from(metric, batch)
    except BaseException:
        store.abandon()
        raise
    store.end()
    if not module._update_on_kvstore:
        group.call_update(update_on_devices, group.live_lists, group.grad_arrays, module._updater, None, names)
