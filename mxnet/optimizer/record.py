"""What an optimizer carries from step to step besides the parameters' states, as a record in states files.

With it a resumed run continues as if it had not been interrupted: update counts, which determine rates and bias
corrections, the scheduler's state, sums and products that a rule keeps. MXNet does not save these.
"""
from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..core.errors import MXNetError
from ..ndarray import NDArray

if TYPE_CHECKING:
    from .base import Optimizer

_MOST = 2**53


def snapshot(thing: Any) -> dict[str, Any]:
    """Return a copy of the plain attributes of a scheduler: numbers, texts, and lists of them."""
    return {name: list(value) if isinstance(value, list) else value
            for name, value in getattr(thing, "__dict__", {}).items() if _is_plain(value)}


def _is_plain(value: Any) -> bool:
    if isinstance(value, list | tuple):
        return all(isinstance(item, int | float | str | None) for item in value)
    return isinstance(value, int | float | str | None)


def write(optimizer: Optimizer) -> dict[str, Any]:
    """Make the record of an optimizer."""
    scheduler = optimizer.lr_scheduler
    begun = optimizer._begun
    return {"optimizer": type(optimizer).__name__, "keeps": optimizer._keeps,
            "num_update": optimizer.num_update, "counts": optimizer._all_index_update_counts,
            "names": optimizer.idx2name,
            "carried": {name: getattr(optimizer, name) for name in optimizer._carried},
            "scheduler": None if begun is None or begun[0] is not scheduler
            else {"name": type(scheduler).__name__, "begun": begun[1], "now": snapshot(scheduler)}}


def check(record: Any) -> None:
    """Refuse what is not a record."""
    if not isinstance(record, dict):
        raise _refusal("is no dict")
    for name, kind in (("optimizer", str), ("keeps", tuple), ("num_update", int), ("counts", dict), ("names", dict),
                       ("carried", dict), ("scheduler", dict | None)):
        if not isinstance(record.get(name, NotImplemented), kind):
            raise _refusal(f"has no {name}")
    counts = record["counts"]
    if not 0 <= record["num_update"] <= _MOST or not all(
            isinstance(device, int) and isinstance(found, dict) for device, found in counts.items()) or not all(
            isinstance(count, int) and 0 <= count <= _MOST for found in counts.values() for count in found.values()):
        raise _refusal("has counts that are none")
    if not all(isinstance(name, str) for name in record["names"].values()):
        raise _refusal("has names that are none")
    scheduler = record["scheduler"]
    if scheduler is not None and not all(isinstance(scheduler.get(name), kind) for name, kind
                                         in (("name", str), ("begun", dict), ("now", dict))):
        raise _refusal("has no scheduler")


def _refusal(what: str) -> MXNetError:
    return MXNetError(f"these bytes are no optimizer states: their record {what}")


def compare(optimizer: Optimizer, record: dict[Any, Any], states: dict[Any, Any]) -> None:
    """Refuse states of another optimizer or other parameters, which often only a record can tell."""
    if record["keeps"] and optimizer._keeps and record["keeps"] != optimizer._keeps:
        raise MXNetError(f"these are states of {record['optimizer']} ({_told(record['keeps'])}); expected those of "
                         f"{type(optimizer).__name__} ({_told(optimizer._keeps)})")
    for name in optimizer._carried:
        if name in record["carried"] and not optimizer._can_carry(name, record["carried"][name]):
            raise _refusal(f"has a {type(record['carried'][name]).__name__} for {name}")
    for key in states:
        saved, here = record["names"].get(key), optimizer.idx2name.get(key)
        if saved is not None and here is not None and saved != here:
            raise MXNetError(f"state {key} is that of parameter {saved}, but here {key} is parameter {here}: states "
                             "are loaded into the same network, on as many contexts as they were saved on")


def _told(names: tuple) -> str:
    return ", ".join(str(name)[:40] for name in names[:8])


def by_index(names: dict[Any, Any], record: dict[Any, Any]) -> dict[Any, Any]:
    """Return a record that joins the counts and sums a KVStore kept by name with those an updater keeps by index."""
    places = {name: index for index, name in names.items()}

    def moved(found: dict) -> dict:
        return {places.get(key, key): value for key, value in found.items()}

    return {**record, "counts": {device: moved(found) for device, found in record["counts"].items()},
            "carried": {name: moved(value) if isinstance(value, dict) else value
                        for name, value in record["carried"].items()}}


def check_keys(expected: frozenset[Any], states: dict[Any, Any]) -> None:
    """Refuse states under keys that a module does not have; MXNet would start with new ones, or use those of others."""
    strange = [key for key in states if key not in expected]
    if strange:
        kept = "names" if all(isinstance(key, str) for key in expected) else f"indices below {len(expected)}"
        raise MXNetError(f"states are kept here under the parameters' {kept}; got one under {str(strange[0])[:80]}: "
                         "states are loaded with the KVStore and on as many contexts as they were saved with")


def restore(optimizer: Optimizer, record: dict[Any, Any]) -> None:
    """Restore an optimizer to the state of the one that the record was made from."""
    optimizer._all_index_update_counts = {device: dict(found) for device, found in record["counts"].items()}
    optimizer._index_update_count = optimizer._all_index_update_counts.setdefault(0, {})
    optimizer.num_update = record["num_update"]
    for name, value in record["carried"].items():
        if name in optimizer._carried:
            setattr(optimizer, name, value)
    _restore_scheduler(optimizer, record["scheduler"])


def _restore_scheduler(optimizer: Optimizer, found: dict | None) -> None:
    """Restore a scheduler's state, if it is the same one; another one continues from the count."""
    if found is None or optimizer._begun is None:
        return
    scheduler, begun = optimizer._begun
    if scheduler is optimizer.lr_scheduler and type(scheduler).__name__ == found["name"] and begun == found["begun"]:
        for name, value in found["now"].items():
            if name in begun and _is_plain(value) and _alike(value, begun[name]):
                setattr(scheduler, name, value)


def _alike(value: Any, other: Any) -> bool:
    return isinstance(value, int | float) and isinstance(other, int | float) or type(value) is type(other) \
        or value is None or other is None


def plain_state(states: Any, size: int) -> None:
    """Refuse anything but a dict of states: arrays, numbers and None, alone or slightly nested.

    The file `size` bounds the traversal: shared parts can be nested to astronomically many.
    """
    if not isinstance(states, dict):
        raise MXNetError("these bytes are no optimizer states: expected a dict of states")
    left = size + 1024
    for key, state in states.items():
        if not isinstance(key, int | str):
            raise MXNetError(f"these bytes are no optimizer states: a state has a key of type {type(key).__name__}")
        level = [state]
        for _ in range(8):
            left -= len(level)
            if left < 0:
                break
            for part in level:
                _check_part(part, key)
            level = [item for part in level if isinstance(part, list | tuple | dict)
                     for item in (part.values() if isinstance(part, dict) else part)][:left + 1]
        if level:
            raise MXNetError(f"these bytes are no optimizer states: the state of {str(key)[:80]} is nested too deep")


def _check_part(part: Any, key: Any) -> None:
    if not (part is None or isinstance(part, bool | int | float | list | tuple | dict)
            or isinstance(part, NDArray) and not type(part).__name__.startswith("_")):
        raise MXNetError(f"these bytes are no optimizer states: the state of {str(key)[:80]} has a "
                         f"{type(part).__name__}, not an array")
