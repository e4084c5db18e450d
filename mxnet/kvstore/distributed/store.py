"""`DistKVStore`: the store of several workers, with the interface of the one in `local`.

Every worker owns some keys (`keys`, `owner`) and accesses the others' through messages (`service`, `group`, `message`).
"""
from __future__ import annotations

import logging
from functools import partial
from itertools import takewhile
from typing import Any

import torch

from ...core.device import cpu
from ...core.dtype import dtype_name
from ...core.errors import Misuse, MXNetError
from ...core.storage import DENSE, ROWS
from ...ndarray.array import NDArray
from ...ndarray.storage import RowSparseNDArray, row_sparse_array, zeros
from ...ndarray.tensors import tensor_of, wrap
from ..base import as_arrays
from ..compression import Compression
from ..local import KVStore
from . import states
from .group import Group
from .keys import Block, Division, Key, Shares
from .message import Kind, Message, copy_all, joined, taken, texted
from .pieces import Lent, Rows, kept, pieces_of, written
from .service import Service

_log = logging.getLogger(__name__)


class Exchange:
    """What is pushed and pulled together: validated keys and the arrays of each."""

    __slots__ = ("is_even", "moves", "targets", "values")

    def __init__(self, values: list[tuple[Key, list[NDArray]]], targets: list[tuple[Key, list[NDArray]]],
                 moves: int) -> None:
        self.values: list[tuple[Key, list[NDArray]]] = values
        self.targets: list[tuple[Key, list[NDArray]]] = targets
        self.moves: int = moves
        # whether the keys are the same, so that owners answer without a request
        self.is_even: bool = [key.number for key, _ in values] == [key.number for key, _ in targets]

    def renew(self, keys: dict[Any, Key], moves: int) -> None:
        """Use what is known now of the keys, which have got other owners."""
        self.values, self.targets = ([(keys[key.name], arrays) for key, arrays in pairs]
                                     for pairs in (self.values, self.targets))
        self.moves = moves


class DistKVStore(Service, KVStore):
    """Sums what all workers push for a key, updates it in the rank that owns it, and distributes it to all.

    Synchronous stores run a round of a key when every worker has pushed it, asynchronous ones (``dist_async``) update
    at each push. Workers may push and pull keys in different orders.
    """

    def __init__(self, name: str, group: Group) -> None:
        super().__init__(name)
        self._pushed: dict[int, None] = {}          # not pulled since, in order
        self._begun: list[tuple[Key, list[NDArray]]] = []
        self._shares = Shares(group.size)
        self._division = Division.ROWS
        self._moves = 0                             # how often keys have got other owners
        self._contexts: dict[Any, Any] = {}         # where this worker's program has the arrays of a key
        self._counts: dict[Any, int] = {}           # updates of each key, by this worker's pushes
        self._steps = 0                             # and of the key updated most often
        self._barriers = 0
        self._open(group)

    @property
    def rank(self) -> int:
        return self._group.rank

    @property
    def num_workers(self) -> int:
        return self._group.size

    # ---- keys and values ------------------------------------------------------------------------

    def _key(self, name: Any, word: str) -> Key:
        key = self._keys.get(name)
        if key is None:
            raise MXNetError(f"{word}: key {name} has not been inited: it doesn't exist. Did you init?")
        return key

    def _value(self, key: Any) -> NDArray:
        """Return the whole value of a key, as a single-process store would."""
        found = self._key(key, "read")
        out = wrap(torch.empty(found.shape, dtype=found.dtype), cpu())
        self.pull(key, out)
        return out

    def init(self, key: Any, value: Any) -> None:
        """Set keys for the first time, to the values of rank 0."""
        pairs = self._pairs(key, value, "init")
        for name, _ in pairs:
            if name in self._contexts:
                raise MXNetError(f"duplicate init of key {name}. Please double check if you called kv.init or "
                                 "kv.broadcast with this key multiple times")
        if self.rank == 0:
            self._give([(name, arrays[0]) for name, arrays in pairs])
        else:
            self._group.wait(lambda: all(name in self._keys for name, _ in pairs),
                             f"init of key {', '.join(str(name) for name, _ in pairs)}",
                             lambda: "rank 0 to init it too: its value is the one that counts", lambda: {0})
        for name, arrays in pairs:
            found, here = self._keys[name], arrays[0]
            if (found.shape, found.stype) != (here.shape, here.stype):
                raise MXNetError(f"init of key {name}: {here.stype} of shape {here.shape} in rank {self.rank}, "
                                 f"{found.stype} of shape {found.shape} in rank 0")
            self._contexts[name] = here._ctx
            self._begin_rounds(found)

    def _begin_rounds(self, key: Key) -> None:
        self._round[key.number] = 0
        self._owner.move(key.number, self._contexts[key.name])

    def _give(self, pairs: list[tuple[Any, NDArray]]) -> None:
        """Choose owners, send them the values, and announce the keys to all workers."""
        made, waiting = [], {}
        for name, array in pairs:
            dtype = _dtype_of(array)
            key = Key(len(self._by_number) + len(made), name, tuple(array.shape), dtype, array.stype,
                      self._shares.divide(tuple(array.shape), dtype.itemsize, self._division))
            value = array if isinstance(array, RowSparseNDArray) else tensor_of(array)
            for block, piece in pieces_of(key, value):
                if block.owner == self.rank:
                    self._owner.hold(key, piece, array._ctx)
                    continue
                text = texted(key.described())
                form, rows, parts = written(piece, dtype)
                waiting[self._request(block.owner, Kind.INIT, (len(text), form, rows), joined([text, *parts]))] \
                    = block.owner
            made.append(key)
        if waiting:
            self._await(waiting, f"init of key {', '.join(str(key.name) for key in made)}")
        with self._group.news:
            for key in made:
                self._know(key)
        if self.num_workers > 1:
            self._send_all(Message(Kind.DESCRIBE, data=texted([key.described() for key in made])))

    # ---- pushing --------------------------------------------------------------------------------

    def push(self, key: Any, value: Any, priority: int = 0) -> None:
        """Contribute to the next round of keys, with the devices' values summed; does not wait for the others."""
        self._contribute(self._gathered(key, value), wanted=False, priority=priority)
        self._buckets.flush_soon()

    def _gathered(self, key: Any, value: Any) -> list[tuple[Key, list[NDArray]]]:
        grouped: dict[Any, list[NDArray]] = {}
        for name, arrays in self._pairs(key, value, "push"):
            grouped.setdefault(name, []).extend(arrays)  # a key that comes twice is one sum
        found = [(self._key(name, "push"), arrays) for name, arrays in grouped.items()]
        for known, arrays in found:
            for array in arrays:
                if tuple(array.shape) != known.shape:
                    raise MXNetError(f"push of key {known.name}: expected shape {known.shape}, got {array.shape}")
        return found

    def _contribute(self, gathered: list[tuple[Key, list[NDArray]]], wanted: bool, priority: int) -> None:
        """Send a piece of each key to each of its owners; this worker's own come last, as they may run rounds."""
        if self._owner.asynchronous and self._owner.function is None:
            raise MXNetError(f"push to {self._name!r}: Updater needs to be set for async mode; call set_optimizer")
        self._group.check("push", [key.name for key, _ in gathered[:4]])
        self._begin([key for key, _ in gathered], wanted)
        own = []
        for key, arrays in gathered:
            for block, piece in self._pieces(key, arrays):
                if block.owner == self.rank:
                    own.append((key.number, self._round[key.number], _own(key, block, piece, wanted)))
                else:
                    self._buckets.add(block.owner, key, self._round[key.number], piece, wanted, priority)
        if wanted:
            self._buckets.flush(wanted=True)
        self._owner.contribute(self.rank, self._owner.mark, own, self._steps)

    def _begin(self, keys: list[Key], wanted: bool) -> None:
        """Count a round of keys, and drop values of earlier ones that were requested but never pulled."""
        with self._group.news:
            for key in keys:
                self._round[key.number] += 1
                for block in key.blocks:
                    place = (key.number, block.owner)
                    self._inbox.pop(place, None)
                    if wanted and block.owner != self.rank:
                        self._asked.add(place)
                    else:
                        self._asked.discard(place)
                if not wanted:
                    self._pushed[key.number] = None
        if self._updater is not None:
            begun = self._updater.optimizer.begin_num_update
            for key in keys:
                count = self._counts[key.name] = self._counts.get(key.name, begun) + 1
                self._steps = max(self._steps, count)

    def _pieces(self, key: Key, arrays: list[NDArray]) -> list:
        for array in arrays:
            if array.__class__ is not NDArray:
                return pieces_of(key, self._sparse_sum(key.name, arrays))
        if self._compression is None:
            return pieces_of(key, self._plain_sum(key.name, arrays))
        if key.dtype is not torch.float32:
            raise MXNetError(f"push of key {key.name}: gradient compression takes float32 arrays only")
        total = self._plain_sum(key.name, arrays)
        return [(block, self._compression.packed((key.number, block.start), piece))
                for block, piece in pieces_of(key, total)]

    # ---- pulling --------------------------------------------------------------------------------

    def pull(self, key: Any, out: Any = None, priority: int = 0, ignore_sparse: bool = True) -> None:
        """Wait for the rounds that this worker has pushed, and copy the values to every array of ``out``."""
        if out is None:
            raise Misuse("pull: out is needed")
        targets = self._targets(key, out, ignore_sparse)
        self._buckets.flush()
        self._ask(targets)
        self._collect(targets, "pull")

    def _targets(self, key: Any, out: Any, ignore_sparse: bool) -> list[tuple[Key, list[NDArray]]]:
        targets: dict[int, tuple[Key, list[NDArray]]] = {}
        for name, arrays in self._pairs(key, out, "pull"):
            found = self._key(name, "pull")
            arrays = [array for array in arrays if not (ignore_sparse and array.stype != DENSE)]
            for array in arrays:
                if array.stype != DENSE or found.stype != DENSE:
                    raise MXNetError(f"pull of key {name}: a {found.stype} value is pulled into a {array.stype} array; "
                                     "use row_sparse_pull")
                if tuple(array.shape) != found.shape:
                    raise MXNetError(f"pull of key {name}: operands shape mismatch from.shape = {list(found.shape)} "
                                     f"to.shape={list(array.shape)}")
            if arrays:
                targets.setdefault(found.number, (found, []))[1].extend(arrays)
        return list(targets.values())

    def pushpull(self, key: Any, value: Any, out: Any = None, priority: int = 0) -> None:
        """Push, then pull into ``out``, or back into the values: each owner answers with the new value at once."""
        self.begin(self.prepared(key, value, out), priority)
        self.end()

    def prepared(self, key: Any, value: Any, out: Any = None) -> Exchange:
        """Validate the arguments of a `pushpull`, which may be repeated any number of times."""
        return Exchange(self._gathered(key, value), self._targets(key, value if out is None else out, False),
                        self._moves)

    def begin(self, exchange: Exchange, priority: int = 0) -> None:
        """Send what `pushpull` sends without waiting: neither values nor ``out`` may be touched before `end`."""
        self._buckets.flush()
        if exchange.moves != self._moves:
            exchange.renew(self._keys, self._moves)
        self._contribute(exchange.values, wanted=exchange.is_even, priority=priority)
        self._begun += exchange.targets
        if not exchange.is_even:
            self._buckets.flush()
            self._ask(exchange.targets)

    def end(self) -> None:
        """Wait for everything that was begun, and write the results."""
        begun, self._begun = self._begun, []
        try:
            self._collect(begun, "pushpull")
        except BaseException:
            self.abandon()
            raise

    def abandon(self) -> None:
        """Stop waiting for what was begun: the program may write to its arrays, while others still complete rounds."""
        self._begun = []
        self._owner.keep_own()

    @property
    def overlaps(self) -> bool:
        """Whether it pays to `begin` before all values are ready, and the order of updates does not count."""
        return self.num_workers > 1 and self._division is not Division.NONE

    def _ask(self, targets: list[tuple[Key, list[NDArray]]]) -> None:
        """Request the values of keys, and with one that was just pushed all others too: their pulls come next."""
        numbers = dict.fromkeys(key.number for key, _ in targets)
        if any(number in self._pushed for number in numbers):
            numbers.update(self._pushed)
            self._pushed.clear()
        requests: dict[int, list[int]] = {}
        for number in numbers:
            key = self._by_number[number]
            if key.stype != DENSE:
                continue
            for block in key.blocks:
                place = (number, block.owner)
                if block.owner != self.rank and place not in self._inbox and place not in self._asked:
                    requests.setdefault(block.owner, []).extend((number, self._round[number]))
                    self._asked.add(place)
        for owner, ints in requests.items():
            self._send(owner, Message(Kind.ASK, ints=ints))

    def _collect(self, targets: list[tuple[Key, list[NDArray]]], word: str) -> None:
        """Wait for values and write them as they arrive, all available ones at once."""
        place = 0
        while place < len(targets):
            key = targets[place][0]
            if not self._is_here(key):
                self._group.wait(partial(self._is_here, key), f"{word} of key {key.name}", partial(self._whom, key),
                                 partial(self._needed, key))
            here = list(takewhile(lambda target: self._is_here(target[0]), targets[place:]))
            for found, _ in here:
                self._check_refusal(found, word)
            self._write(here)
            place += len(here)

    def _is_here(self, key: Key) -> bool:
        if key.number in self._refused:
            return True
        return all(self._owner.reached(key.number, self._round[key.number]) if block.owner == self.rank
                   else (key.number, block.owner) in self._inbox for block in key.blocks)

    def _needed(self, key: Key) -> set[int]:
        """Return the ranks that an own block of a key waits for; for other blocks, ask their owners."""
        own = key.owned_by(self.rank)
        return set() if own is None else self._owner.missing(key.number, self._round[key.number])

    def _check_refusal(self, key: Key, word: str) -> None:
        why = self._refused.get(key.number)
        held = self._owner.held.get(key.number)
        if why is None and held is not None and held.error:
            why = f"the update failed in rank {self.rank}: {held.error}"
        if why is not None:
            raise MXNetError(f"{word} of key {key.name}: {why}")

    def _write(self, targets: list[tuple[Key, list[NDArray]]]) -> None:
        """Copy available values to arrays: those of others from their messages, own ones directly."""
        places, values, own = [], [], []
        for key, arrays in targets:
            for block in key.blocks:
                if block.owner == self.rank:
                    own.append((key, block, arrays))
                    continue
                value = self._inbox.pop((key.number, block.owner))
                places += [key.cut(tensor_of(array), block) for array in arrays]
                values += [value] * len(arrays)
        copy_all(places, values)
        with self._owner.lock:
            copy_all([key.cut(tensor_of(array), block) for key, block, arrays in own for array in arrays],
                     [tensor_of(self._owner.held[key.number].value) for key, _, arrays in own for _ in arrays])

    def _whom(self, key: Key) -> str:
        """Ask the owners which ranks a key waits for."""
        round_, found = self._round[key.number], []
        if key.owned_by(self.rank) is not None and not self._owner.reached(key.number, round_):
            found.append(self._owner.told(key.number, round_))
        found += self._inquire([block.owner for block in key.blocks if block.owner != self.rank
                                and (key.number, block.owner) not in self._inbox], (key.number, round_))
        return "; ".join(dict.fromkeys(found)) + f" (round {round_})"

    def row_sparse_pull(self, key: Any, out: Any = None, priority: int = 0, row_ids: Any = None) -> None:
        """Copy the rows that ``row_ids`` names, for each array of ``out``, into row-sparse arrays."""
        if out is None or row_ids is None:
            raise Misuse("row_sparse_pull: out and row_ids are needed")
        pairs = self._pairs(key, out, "row_sparse_pull")
        arrays = [(name, array) for name, found in pairs for array in found]
        wanted = [row_ids] if isinstance(row_ids, NDArray) else as_arrays(row_ids)
        if len(wanted) == 1:
            wanted = wanted * len(arrays)
        if len(wanted) != len(arrays):
            raise Misuse(f"row_sparse_pull: the number of row_ids ({len(wanted)}) doesn't match the number of values "
                         f"({len(arrays)})")
        for (name, array), rows in zip(arrays, wanted):
            found = self._key(name, "row_sparse_pull")
            if array.stype != ROWS or found.stype != ROWS:
                raise MXNetError(f"row_sparse_pull of key {name}: Expected row_sparse storage type for "
                                 f"row_sparse_pull values, but detected {array.stype} from {found.stype}")
            self._fetch_rows(found, array, torch.unique(tensor_of(rows).reshape(-1).long().cpu()))

    def _fetch_rows(self, key: Key, array: Any, rows: torch.Tensor) -> None:
        if len(rows) and not 0 <= int(rows[0]) <= int(rows[-1]) < key.shape[0]:
            raise MXNetError(f"row_sparse_pull of key {key.name}: a row is not in [0, {key.shape[0]})")
        self._buckets.flush()
        round_, what = self._round[key.number], f"row_sparse_pull of key {key.name}"
        values = torch.empty((len(rows), *key.shape[1:]), dtype=key.dtype)
        waiting, places = {}, []
        for block in key.blocks:
            low, high = torch.searchsorted(rows, torch.tensor([block.start, block.stop])).tolist()
            wanted = rows[low:high] - block.start
            if block.owner != self.rank and low < high:
                waiting[self._request(block.owner, Kind.ROWS, [key.number, round_, *wanted.tolist()])] = block.owner
                places.append((low, high))
        own = key.owned_by(self.rank)
        if own is not None:
            self._group.wait(lambda: self._owner.reached(key.number, round_), what, lambda: self._whom(key))
            low, high = torch.searchsorted(rows, torch.tensor([own.start, own.stop])).tolist()
            values[low:high] = self._owner.rows(key.number, rows[low:high] - own.start).cpu()
        for (low, high), reply in zip(places, self._await(waiting, what)):
            assert reply.data is not None
            values[low:high], _ = taken(reply.data, 0, key.dtype, (high - low, *key.shape[1:]))
        array._take(row_sparse_array((wrap(values, cpu()), wrap(rows, cpu())), shape=key.shape,
                                     dtype=dtype_name(key.dtype)).as_in_context(array._ctx))

    # ---- updating -------------------------------------------------------------------------------

    def set_optimizer(self, optimizer: Any) -> None:
        """Update values with an optimizer from now on, each key in the rank that owns it; all workers call this."""
        super().set_optimizer(optimizer)
        self._set(self._updater, self._updater)

    def set_updater(self, updater: Any) -> None:
        """Call ``updater(key, sum, stored value)`` once per round, in the rank that owns the key."""
        super().set_updater(updater)
        self._set(None, updater)

    _set_updater = set_updater

    def _set(self, updater: Any, function: Any) -> None:
        self._buckets.flush()
        mark = self._owner.mark + 1
        described = states.describe(updater)
        if self.rank == 0 and self.num_workers > 1:
            self._send_all(Message(Kind.OPTIMIZER, number=mark, data=texted(described)))
        self._division = states.division(updater)
        self._move([key for key in self._keys.values() if key.name in self._contexts
                    and not key.is_fit_for(self._division)])
        self._recount()
        self._owner.set_updater(updater, function, self._division is Division.NONE)
        self._compare(mark)

    def _move(self, keys: list[Key]) -> None:
        """Give keys other owners, for an optimizer that needs whole ones, or all in one place: all workers do this."""
        if not keys:
            return
        if self._owner.asynchronous:
            for key in keys:
                self._whole(key)  # until what this worker has pushed is in
        self._barrier()
        if self.rank == 0:
            self._give([(key.name, self._whole(key)) for key in keys])
        self._barrier()
        for key in keys:
            self._owner.drop(key.number)
            self._begin_rounds(self._keys[key.name])
        self._moves += 1

    def _whole(self, key: Key) -> NDArray:
        """Return the value of a key, all rows of a row-sparse one."""
        if key.stype == DENSE:
            return self._value(key.name).as_in_context(self._contexts[key.name])
        out = zeros(key.stype, key.shape, ctx=self._contexts[key.name], dtype=dtype_name(key.dtype))
        self.row_sparse_pull(key.name, out, row_ids=wrap(torch.arange(key.shape[0]), cpu()))
        return out

    def _recount(self) -> None:
        """Count updates from where the optimizer is: it may have been used before, or loaded."""
        if self._updater is None:
            return
        optimizer = self._updater.optimizer
        self._counts, self._steps = {}, optimizer.num_update
        for found in optimizer._all_index_update_counts.values():
            for name, count in found.items():
                self._counts[name] = max(count, self._counts.get(name, 0))

    def set_gradient_compression(self, compression_params: dict[Any, Any]) -> None:
        """Compress what this worker sends: ``{'type': '2bit', 'threshold': 0.5}``."""
        self._compression = Compression.from_params(compression_params)

    def _states(self, dump_optimizer: bool = False) -> bytes:
        """Return the states of all owners, as a single-process store would."""
        self._require_optimizer("save")
        self._buckets.flush()
        requests = {self._request(peer, Kind.STATES, [part for key in self._keys.values() if key.owned_by(peer)
                                                      for part in (key.number, self._round[key.number])]): peer
                    for peer in self._group.peers}
        found = {peer: reply.data for peer, reply in zip(requests.values(), self._await(requests, "saving states"))}
        with self._owner.lock:
            found[self.rank] = states.pack(self._updater)
            return states.joined_file(self._updater, self._keys.values(), found, dump_optimizer)

    def _take_states(self, content: bytes) -> None:
        """Load states; each worker receives all and keeps what it owns."""
        with self._owner.lock:
            counts = self._updater.optimizer._all_index_update_counts if self._updater is not None else None
            super()._take_states(content)
            states.keep_own(self._updater, self._keys, self.rank)
            if self._updater.optimizer._all_index_update_counts is not counts:  # the file had some
                self._recount()

    def _barrier(self) -> None:
        """Wait for all workers."""
        self.is_any(False)

    def is_any(self, mine: bool) -> bool:
        """Wait for all workers, and return whether any of them says so; called in the same order as barriers."""
        self._buckets.flush()
        if self.num_workers == 1:
            return mine
        self._barriers += 1
        number = self._barriers
        said = Message(Kind.BARRIER, number=number, ints=[int(mine)])
        if self.rank == 0:
            self._on_barrier(0, said)
        else:
            self._send(0, said)
        self._group.wait(lambda: self._released >= number, f"barrier {number}",
                         lambda: self._told(number) if self.rank == 0 else self._inquire([0], (-1, number))[0],
                         lambda: self._absent(number) if self.rank == 0 else {0})
        return self._votes.pop(number)

    def _send_command_to_servers(self, head: int, body: Any) -> None:
        """Send a command to all owners, which log it; optimizers are not sent this way."""
        if head == 0 or isinstance(body, bytes):
            raise MXNetError("_send_command_to_servers: command 0 would unpickle what it is sent; use set_optimizer, "
                             "which all workers call")
        if self.num_workers > 1:
            self._send_all(Message(Kind.COMMAND, data=texted([head, str(body)])))
        _log.info("rank %d: command %d: %s", self.rank, head, body)


def _own(key: Key, block: Block, piece: Any, wanted: bool) -> Any:
    """Return a piece of this worker's own as its owner keeps it: in memory that the program does not write to.

    If the program waits for the sum, that is its own array.
    """
    if not isinstance(piece, torch.Tensor | Rows):
        return piece.expanded(key.block_shape(block))
    if isinstance(piece, torch.Tensor) and piece.dtype is not key.dtype:
        return piece.to(key.dtype)
    return Lent(piece) if wanted and isinstance(piece, torch.Tensor) else kept(piece)


def _dtype_of(array: NDArray) -> torch.dtype:
    return array._kind if isinstance(array, RowSparseNDArray) else tensor_of(array).dtype

__all__ = ["DistKVStore"]
