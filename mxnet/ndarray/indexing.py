"""Reading and writing parts of arrays: MXNet's indexing rules on top of torch's.

A basic key (numbers, slices, None, ...) that selects contiguous memory returns a view that writes through, any other
key a copy. Arrays and lists in a key index by integers as NumPy's do; an NDArray of type bool is a mask. Legacy arrays
have at least one dimension: one element has shape (1,).
"""
from typing import TYPE_CHECKING, Any

import numpy as np
import torch

from ..core import npmode
from ..core.copies import from_host
from ..core.errors import LateError, MXNetError
from ..core.mode import mode
from ..core.op import find
from ..core.ownership import share_memory
from ..core.torch_modes import any_wrapped, transform, without
from .history import IN_GRAPH, IN_PLACE, follow, record_of
from .invoke import wrap
from .unread import put_off_reading

if TYPE_CHECKING:
    from .array import NDArray

_WHOLE = slice(None)
_new = object.__new__


def check_writable(array: Any, source: Any = None) -> None:
    """Refuse to overwrite a recorded array while recording, or part of one with a recorded value."""
    if mode.recording:
        if record_of(array) is not None:
            raise MXNetError(IN_GRAPH)
        if isinstance(source, Indexing) and record_of(source) is not None:
            raise MXNetError(IN_PLACE)


# ---- keys ---------------------------------------------------------------------------------------

class Key:
    """A normalized key: one ``part`` per axis and per None, in torch's types.

    ``arrays`` says that some part is a tensor, ``backwards`` lists the positions of slices that go backwards over more
    than one element. Next to arrays, None may be removed from the parts; ``inserted`` then lists where its axes go in
    the result.
    """

    parts: list[Any]
    arrays: bool
    inserted: tuple[Any, ...]

    __slots__ = ("parts", "arrays", "backwards", "inserted")

    def __init__(self, key: Any, data: torch.Tensor) -> None:
        items = _explicit(key if isinstance(key, tuple) else (key,), data.dim())
        self.parts, self.arrays, self.inserted, axis = [], False, (), 0
        for item in items:
            part = _part(item, axis, data)
            self.arrays |= isinstance(part, torch.Tensor)
            self.parts.append(part)
            axis += 0 if part is None else _width(part)
        if self.arrays:
            bare = any(isinstance(item, Indexing) and not item._data.dim() for item in items)
            self._place_arrays(data.device, () if bare else (1,))
        self.backwards: list[int] = [place for place, part in enumerate(self.parts)
                          if isinstance(part, slice) and (part.step or 1) < 0]

    def _place_arrays(self, device, shape: tuple[int, ...]) -> None:
        """Treat numbers as arrays of a shape, which decides where axes go, and find the axes of None.

        Beside an array without dimensions numbers have none either. MXNet's rule for None: if the arrays are adjacent,
        their block counts as having no axes, so that None after it comes out before it.
        """
        block, axes, new_axes = [], 0, []
        for place, part in enumerate(self.parts):
            if part.__class__ is int:
                self.parts[place] = torch.full(shape, part, device=device)
            if isinstance(self.parts[place], torch.Tensor):
                block.append(place)
            else:
                if part is None:
                    new_axes.append(axes)
                axes += 1
        adjacent = block[-1] - block[0] == len(block) - 1
        if new_axes and adjacent:
            self.parts = [part for part in self.parts if part is not None]
            self.inserted = tuple(new_axes)

    def drop_new_axes(self) -> tuple[Any, ...]:
        """Remove None from a basic key; return where its axes would be in the result."""
        new_axes, axis, kept, backwards = [], 0, [], []
        for place, part in enumerate(self.parts):
            if part is None:
                new_axes.append(axis)
            else:
                if place in self.backwards:
                    backwards.append(len(kept))
                kept.append(part)
            axis += part.__class__ is not int
        self.parts, self.backwards = kept, backwards
        return tuple(new_axes)

    def forward(self) -> tuple[tuple[Any, ...], list[int]]:
        """Return the parts with backward slices reversed, and the result's axes to flip afterwards."""
        parts, flipped, axis = list(self.parts), [], 0
        for place, part in enumerate(parts):
            if place in self.backwards:
                chosen = range(part.start, -1 if part.stop is None else part.stop, part.step)[::-1]
                parts[place] = slice(chosen.start, chosen.stop, chosen.step)
                flipped.append(axis)
            axis += part.__class__ is not int
        return tuple(parts), flipped


    def as_operators(self, shape: tuple[Any, ...]) -> Any:
        """Return a function that expresses this key as operators, for a recorded graph; None for arrays."""
        if self.arrays:
            return None
        parts = [part for part in self.parts if part is not None]

        def tell() -> list:
            cuts = [(p, p + 1, None) if p.__class__ is int else (p.start, p.stop, p.step)
                    for p in parts]
            begin, end, step = (tuple(column) for column in zip(*cuts, strict=True))
            cut = {"begin": begin, "end": end, "step": step}
            return [find("slice").bind(cut), find("Reshape").bind({"shape": shape})]
        return tell


def _width(part) -> int:
    return part.dim() if isinstance(part, torch.Tensor) and part.dtype is torch.bool else 1


def _explicit(items: tuple, rank: int) -> list:
    """Replace ``...``, or unmentioned axes, by full slices."""
    used, place = 0, None
    for index, item in enumerate(items):
        if item is Ellipsis:
            if place is not None:
                raise IndexError("Cannot use more than one ellipsis (`...`) for indexing")
            place = index
        elif item is not None:
            used += item.ndim if isinstance(item, Indexing) and item._data.dtype is torch.bool else 1
    if used and not rank:
        raise IndexError("scalar tensor can only accept `()` and `:` as index")
    if used > rank:
        raise IndexError(f"too many indices ({used}) for array with {rank} dimensions")
    fill = [_WHOLE] * (rank - used)
    if place is None:
        return [*items, *fill]
    return [*items[:place], *fill, *items[place + 1:]]


def _part(item, axis: int, data: torch.Tensor):
    """Convert one part of a key to what torch takes."""
    if isinstance(item, (int, np.integer)):
        size = data.shape[axis]
        number = int(item)
        if not -size <= number < size:
            raise IndexError(f"index {number} is out of bounds for axis {axis} with size {size}")
        return number % size
    if item is None:
        return None
    if isinstance(item, slice):
        return _plain_slice(item, data.shape[axis])
    if isinstance(item, Indexing):
        index = item._data
        if index.dtype is torch.bool:
            _check_mask(index.shape, axis, data.shape)
            return index.to(data.device)
        return _existing(index.to(torch.int64), axis, data).to(data.device)
    if isinstance(item, (np.ndarray, list, tuple, range)):
        if isinstance(item, tuple) and not item:
            raise ValueError(f"Indexing NDArray with index {item} of type {type(item)} is not supported")
        return _existing(from_host(_whole_numbers(item)), axis, data).to(data.device)
    raise ValueError(f"NDArray does not support slicing with key {item} of type {type(item)}.")


def _existing(index: torch.Tensor, axis: int, data: torch.Tensor) -> torch.Tensor:
    """Return indices, all valid if they are for a GPU: an invalid one would kill its context."""
    if data.device.type == "cuda" and index.numel():
        size = data.shape[axis]
        low, high = (int(end) for end in torch.stack(torch.aminmax(index)).tolist())
        if low < -size or high >= size:
            raise IndexError(f"index {low if low < -size else high} is out of bounds for axis {axis} with size {size}")
    return index


def _whole_numbers(item) -> np.ndarray:
    if isinstance(item, (list, tuple)) and any(isinstance(one, Indexing) for one in item):
        item = [one.asnumpy() if isinstance(one, Indexing) else one for one in item]
    found = np.asarray(item)
    if found.dtype.kind not in "biuf":
        raise ValueError(f"NDArray does not support slicing with key {item} of type {type(item)}.")
    # NumPy booleans index as 0 and 1 too: MXNet has masks only as NDArray.
    return found.astype(np.int64)


def _check_mask(mask, axis: int, shape) -> None:
    for index, size in enumerate(mask):
        if shape[axis + index] != size:
            raise IndexError(f"boolean index did not match indexed array along axis {axis + index};"
                             f" size is {shape[axis + index]} but corresponding boolean size is "
                             f"{size}")


def _plain_slice(item: slice, size: int) -> slice:
    """Return a slice without negative bounds; one of at most one element always goes forwards."""
    if item == _WHOLE:
        return _WHOLE
    start, stop, step = (None if x is None else int(x) for x in (item.start, item.stop, item.step))
    if step == 0:
        raise ValueError("slice step cannot be zero")
    chosen = range(*slice(start, stop, step).indices(size))
    if len(chosen) == 0:
        return slice(0, 0)
    if len(chosen) == 1:
        return slice(chosen.start, chosen.start + 1)
    return slice(chosen.start, chosen.stop if chosen.stop >= 0 else None, chosen.step)


def _flat_places(key: Key, data: torch.Tensor) -> torch.Tensor:
    """Number the selected elements in row order: for writes that torch does not support."""
    grid = np.arange(data.numel()).reshape(tuple(data.shape))
    plain = tuple(p.cpu().numpy() if isinstance(p, torch.Tensor) else p for p in key.parts)
    return torch.as_tensor(np.ascontiguousarray(grid[plain]), device=data.device)


def _select(data: torch.Tensor, key: Key) -> torch.Tensor:
    if not key.backwards:
        found = data[tuple(key.parts)]
    elif not key.arrays:
        parts, flipped = key.forward()
        found = data[parts].flip(flipped)
    else:
        found = data.reshape(-1)[_flat_places(key, data)]
    for axis in key.inserted:
        found = found.unsqueeze(axis)
    return found


def _named_axis(error: IndexError) -> IndexError:
    return IndexError(str(error).replace("for dimension", "for axis"))


# ---- values -------------------------------------------------------------------------------------

def _fill(target: torch.Tensor, number) -> None:
    """Set every element to one number, cast as C does."""
    try:
        target.fill_(number if target.is_floating_point() else int(number))
    except (RuntimeError, ValueError, OverflowError):  # too large, or NaN for an integer
        target.copy_(torch.tensor(float(number), dtype=torch.float64))


def _as_values(value, data: torch.Tensor, cls: type) -> torch.Tensor:
    """Return the assigned value as a tensor on the array's device."""
    if isinstance(value, torch.Tensor):
        return value.detach().to(data.device)
    try:
        if isinstance(value, (list, tuple)):
            value = [one.asnumpy() if isinstance(one, Indexing) else one for one in value]
        found = value.asnumpy() if hasattr(value, "asnumpy") else np.asarray(value)
        if found.dtype.kind not in "biuf":
            found = found.astype(np.float64)
        return from_host(found).to(data.device)
    except (TypeError, ValueError):
        raise TypeError(f"{cls} does not support assignment with non-array-like object {value} of "
                        f"type {type(value)}") from None


def fit(source: torch.Tensor, shape: tuple[Any, ...], new_axes: tuple[Any, ...] = ()) -> torch.Tensor:
    """Broadcast a value to its target; it may have the axes that None added, or leading ones."""
    given = tuple(source.shape)
    while source.dim() > len(shape) + len(new_axes) and source.shape[0] == 1:
        source = source[0]
    if source.dim() > len(shape) and new_axes:
        source = source.reshape([size for axis, size in enumerate(source.shape)
                                 if axis not in new_axes or size != 1])
    while source.dim() > len(shape) and source.shape[0] == 1:
        source = source[0]
    try:
        return source.expand(shape)
    except RuntimeError:
        raise ValueError("operands could not be broadcast together with remapped shapes"
                         f"[original->remapped]: {given} and requested shape {tuple(shape)}"
                         ) from None


def apart(source: torch.Tensor, target: torch.Tensor) -> torch.Tensor:
    """Return a value that a write to the target does not change: a copy if both share memory.

    MXNet reads such a value while it writes, so its result depends on the order of its loops.
    """
    return source.clone() if share_memory(source, target) else source


def write(target: torch.Tensor, source: torch.Tensor) -> None:
    """Copy a value of the same shape, which may share memory."""
    if source.is_contiguous() and target.is_contiguous():
        try:
            target.copy_(source)
            return
        except RuntimeError:
            pass  # torch itself detects that parts of one array overlap, before it writes
    target.copy_(apart(source, target))


class Indexing:
    """``a[key]`` and ``a[key] = value`` as a mix-in."""

    __slots__ = ()

    def __getitem__(self: Any, key: Any) -> "NDArray":
        data = self._data
        if not mode.recording and data.dim():
            # Fast paths: numbers and forward slices are torch's own.
            kind = key.__class__
            if kind is slice and key.step is key.start is key.stop is None:
                return self
            if kind is int or kind is slice or (kind is tuple and key and _plain(key)) or kind is np.int64:
                try:
                    part = data[key]
                except (IndexError, ValueError):
                    pass  # a bad number, or a step backwards
                else:
                    if not part.is_contiguous():
                        part = part.contiguous()
                    made = _new(self.__class__)
                    made._data = part if part.dim() else self._shaped(part, key)
                    made._ctx, made._ag = self._ctx, None
                    return made
        return self._selected(key)

    def _selected(self, key):
        data = self._data
        if (key.__class__ is tuple and not key) or (key.__class__ is slice and key == _WHOLE):
            return self
        found = Key(key, data)
        try:
            part = _select(data, found)
        except IndexError as error:
            raise _named_axis(error) from None
        if not part.is_contiguous():
            part = part.contiguous()
        made = wrap(self._shaped(part, key), self._ctx, self.__class__)
        if mode.recording:
            shape = tuple(made._data.shape)
            follow(self, made, found.as_operators(shape),
                   lambda tape: _select(tape, found).reshape(shape))
        return made

    def _shaped(self, found: torch.Tensor, key) -> torch.Tensor:
        if found.dim() or not self._data.dim() or (npmode.get_shape() and _only_numbers(key)):
            return found
        return found.reshape(1)

    def __setitem__(self, key: Any, value: Any) -> None:
        if transform() is not None and not any_wrapped((self, value)):
            return without(self.__setitem__, key, value)
        data = self._data
        kind = key.__class__
        if kind is slice and key == _WHOLE:
            return self._overwrite(value)
        if (kind is int or (kind is tuple and key and _plain(key))) \
                and value.__class__ in (int, float) and not mode.recording:
            try:
                return _fill(data[key], value)
            except (IndexError, ValueError):
                pass  # a bad number, or a step backwards
        if key.__class__ is bool:  # reading treats it as 0 or 1, writing as all or nothing
            return self._overwrite(value) if key else None
        found, source = Key(key, data), self._source(value)
        if not data.numel():
            return
        if found.arrays:
            return _put_named(data, found, value if source is None else source)
        new_axes, flipped = found.drop_new_axes(), []
        parts = tuple(found.parts)
        if found.backwards:
            parts, flipped = found.forward()
        target = data[parts]
        if source is None:
            _fill(target, value)
        else:
            source = fit(source, tuple(target.shape), new_axes)
            self._write(source.flip(flipped) if flipped else source, target)

    def _source(self, value) -> torch.Tensor | None:
        """Return the values to write as a tensor that shares no memory with this array, None for a plain number."""
        data = self._data
        if isinstance(value, Indexing):
            check_writable(self, value)
            return apart(value._data.to(data.device), data)
        check_writable(self)
        if isinstance(value, (int, float, np.generic)):
            return None
        return apart(_as_values(value, data, self.__class__), data)

    @staticmethod
    def _basic_indexing_slice_is_contiguous(slc_key: tuple, shape: tuple) -> bool:
        """Return whether slices select contiguous memory, so that reading returns a view."""
        data = torch.empty(shape, device="meta")
        key = Key(tuple(slc_key), data)
        return not key.backwards and data[tuple(key.parts)].is_contiguous()

    def _overwrite(self, value) -> None:
        """Do ``a[:] = value``, which while recording carries over the value's history."""
        check_writable(self)
        data = self._data
        if isinstance(value, Indexing):
            source = value._data
            if source is data:
                return
            self._write(source if source.shape == data.shape else fit(apart(source, data), tuple(data.shape)))
            self._follow(value)
        elif isinstance(value, (int, float, np.generic)):
            _fill(data, value)
        else:
            data.copy_(fit(apart(_as_values(value, data, self.__class__), data), tuple(data.shape)))

    def _write(self, source: torch.Tensor, target: torch.Tensor | None = None) -> None:
        """Copy a value to this array, or a part of it; if the value is unavailable, so is the array's."""
        try:
            write(self._data if target is None else target, source)
        except LateError as error:
            put_off_reading(error, [self])

    def _follow(self, source) -> None:
        """While recording, take over the position in the graph of what was just copied in."""
        if mode.recording:
            data = self._data
            kind = data.dtype if data.is_floating_point() else torch.float64
            follow(source, self, find("_copyto").bind({}),
                   lambda tape: fit(tape, tuple(data.shape)).to(data.device, kind, copy=True))


def _plain(key: tuple) -> bool:
    for item in key:
        if item.__class__ is not int and item.__class__ is not slice:
            return False
    return True


def _only_numbers(key) -> bool:
    return all(isinstance(item, (int, np.integer))
               for item in (key if isinstance(key, tuple) else (key,)))


def _put_named(data: torch.Tensor, found: Key, value) -> None:
    """Write values where arrays point; an index out of range is an error that names its axis."""
    try:
        _put(data, found, value)
    except IndexError as error:
        raise _named_axis(error) from None


def _put(data: torch.Tensor, key: Key, value) -> None:
    """Write with arrays of indices."""
    if isinstance(value, torch.Tensor):
        value = value.to(data.dtype)
    else:
        number, value = value, torch.empty((), dtype=data.dtype, device=data.device)
        _fill(value, number)
    if key.backwards:
        places = _flat_places(key, data)
        value = fit(value, tuple(places.shape), key.inserted)
        data.view(-1)[places.reshape(-1)] = value.reshape(-1)
        return
    if key.inserted and value.dim():
        value = fit(value, tuple(data[tuple(key.parts)].shape), key.inserted)
    try:
        data[tuple(key.parts)] = value
    except RuntimeError as error:
        if any(part is None for part in key.parts):  # a value may lack the axes that None adds
            key.parts = [part for part in key.parts if part is not None]
            return _put(data, key, value)
        fit(value, tuple(data[tuple(key.parts)].shape))  # raises if the shape is what is wrong
        raise MXNetError(f"assignment by arrays of indices: {error}") from error


# ---- functions of the public interface ----------------------------------------------------------

def indexing_key_expand_implicit_axes(key: Any, shape: tuple[Any, ...]) -> tuple[Any, ...]:
    """Return a key with ``...`` and unmentioned axes as slices, and -1: there are no 0-d masks.

    Parameters
    ----------
    key : index
        The expression between the brackets.
    shape : tuple[Any, ...]
        Shape of the array.

    Returns
    -------
    tuple[Any, ...]
        The key, and -1.
    """
    return tuple(_explicit(key if isinstance(key, tuple) else (key,), len(shape))), -1


def get_indexing_dispatch_code(key: tuple[Any, ...]) -> int:
    """Return how a normalized key is executed: 0 by slices, 1 by arrays, 2 it is refused.

    Parameters
    ----------
    key : tuple[Any, ...]
        A normalized key.

    Returns
    -------
    int
        The code.

    Raises
    ------
    ValueError
        If an item is not a valid index.
    """
    for item in key:
        if isinstance(item, (Indexing, np.ndarray, list, tuple, range)):
            return 2 if isinstance(item, tuple) and not item else 1
        if not (item is None or isinstance(item, (slice, int, np.integer))):
            raise ValueError(f"NDArray does not support slicing with key {item} of type "
                             f"{type(item)}.")
    return 0


def get_oshape_of_gather_nd_op(dshape: tuple[Any, ...], ishape: tuple[Any, ...]) -> tuple[Any, ...]:
    """Return the shape that `gather_nd` makes of data and indices of these shapes.

    Parameters
    ----------
    dshape : tuple[Any, ...]
        Shape of the data.
    ishape : tuple[Any, ...]
        Shape of the indices.

    Returns
    -------
    tuple[Any, ...]
        The shape.

    Raises
    ------
    ValueError
        If one of them has no axes.
    """
    if not dshape or not ishape:
        raise ValueError(f"gather_nd needs data and indices with dimensions, got {dshape} and "
                         f"{ishape}")
    return (*ishape[1:], *dshape[ishape[0]:])
