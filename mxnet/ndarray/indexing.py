"""Reading and writing parts of arrays: MXNet's indexing rules on torch's.

A basic key that selects contiguous memory gives a view that writes through, any other key a copy.
"""
import numpy as np
import torch

from ..core.errors import MXNetError
from ..core.run.mode import mode
from .invoke import Record, wrap

_WHOLE = slice(None)
_IN_GRAPH = ("Assigning to NDArrays that are already in a computational graph will cause undefined behavior "
             "when evaluating gradients. Please call backward first to clear the graph or do this outside of "
             "a record section; in-place operators (+=, *=, out=x, y[idx]=x) are not possible inside one.")


def check_writable(array) -> None:
    """Refuse to overwrite an array that a gradient still depends on."""
    if mode.recording and array._ag is not None and array._ag.tape is not None:
        raise MXNetError(_IN_GRAPH)


def _as_index(item, device):
    """Turn one part of a key into what torch takes; arrays index by whole numbers."""
    if isinstance(item, (int, np.integer)) and not isinstance(item, bool):
        return int(item)
    if item is None or item is Ellipsis or isinstance(item, slice):
        return _plain_slice(item) if isinstance(item, slice) else item
    if isinstance(item, Indexing):
        data = item._data
        return data if data.dtype is torch.bool else data.long()
    if isinstance(item, (np.ndarray, list, tuple, range, bool)):
        found = np.asarray(item)
        if found.dtype == object:
            raise ValueError(f"NDArray does not support slicing with key {item!r}")
        if found.dtype != bool or not isinstance(item, np.ndarray):
            found = found.astype(np.int64)
        return torch.as_tensor(found, device=device)
    raise ValueError(f"NDArray does not support slicing with key {item} of type {type(item)}.")


def _plain_slice(item: slice) -> slice:
    parts = [None if x is None else int(x) for x in (item.start, item.stop, item.step)]
    if parts[2] == 0:
        raise ValueError("slice step cannot be zero")
    return slice(*parts)


def _parse(key, data: torch.Tensor) -> tuple[tuple, bool, bool]:
    """Give (torch key, is basic, has a negative step)."""
    items = key if isinstance(key, tuple) else (key,)
    parts = tuple(_as_index(item, data.device) for item in items)
    basic = not any(isinstance(part, torch.Tensor) for part in parts)
    backwards = any(isinstance(part, slice) and part.step is not None and part.step < 0 for part in parts)
    return parts, basic, backwards


def _flat_positions(parts: tuple, data: torch.Tensor) -> torch.Tensor:
    """Number the selected elements in row order; for keys torch has no form of."""
    grid = np.arange(data.numel()).reshape(tuple(data.shape))
    plain = tuple(part.cpu().numpy() if isinstance(part, torch.Tensor) else part for part in parts)
    return torch.as_tensor(np.ascontiguousarray(grid[plain]), device=data.device)


def _select(data: torch.Tensor, parts: tuple, backwards: bool) -> torch.Tensor:
    if backwards:
        return data.reshape(-1)[_flat_positions(parts, data)]
    return data[parts]


def _out_of_bounds(error: IndexError) -> IndexError:
    return IndexError(str(error).replace("for dimension", "for axis"))


class Indexing:
    """``a[key]`` and ``a[key] = value`` as a mix-in."""

    __slots__ = ()

    def __getitem__(self, key):
        data = self._data
        if key.__class__ is int and data.dim() > 1 and not mode.recording:
            try:
                return wrap(data[key], self._ctx, self.__class__)
            except IndexError as error:
                raise _out_of_bounds(error) from None
        parts, basic, backwards = _parse(key, data)
        tape = self._ag.tape if self._ag is not None and mode.recording else None
        try:
            found = _select(data, parts, backwards)
            record = None
            if tape is not None:
                with torch.enable_grad():
                    record = Record(self._shaped(_select(tape, parts, backwards)))
        except IndexError as error:
            raise _out_of_bounds(error) from None
        if basic and not backwards and not found.is_contiguous():
            found = found.contiguous()
        made = wrap(self._shaped(found), self._ctx, self.__class__)
        made._ag = record
        return made

    def _shaped(self, found: torch.Tensor) -> torch.Tensor:
        """Legacy arrays have no rank 0: a single element has shape (1,)."""
        return found.reshape(1) if found.dim() == 0 and self._data.dim() > 0 else found

    def __setitem__(self, key, value) -> None:
        check_writable(self)
        data = self._data
        if key.__class__ is slice and key == _WHOLE and isinstance(value, Indexing):
            source = value._data
            if source is not data:
                self._copy_in(data, source)
            return
        parts, basic, backwards = _parse(key, data)
        if isinstance(value, Indexing):
            source = value._data
        elif isinstance(value, (int, float, bool, np.generic)):
            source = value.item() if isinstance(value, np.generic) else value
        else:
            source = torch.as_tensor(np.asarray(value), device=data.device)
        try:
            self._assign(data, parts, basic, backwards, source)
        except IndexError as error:
            raise _out_of_bounds(error) from None
        except RuntimeError as error:
            raise ValueError(f"cannot assign to {self.shape} with key {key!r}: {error}") from error

    def _assign(self, data, parts, basic, backwards, source) -> None:
        if backwards:
            places = _flat_positions(parts, data)
            source = torch.as_tensor(source, dtype=data.dtype, device=data.device)
            flat = data.view(-1)
            flat[places.reshape(-1)] = _fit(source, places.shape).reshape(-1).to(data.dtype)
            return
        if basic:
            target = data[parts]
            if isinstance(source, torch.Tensor):
                self._copy_in(target, source)
            else:
                target.fill_(source if target.is_floating_point() else int(source))
            return
        if isinstance(source, torch.Tensor):
            source = source.to(data.device, data.dtype)
        else:
            source = torch.tensor(source, dtype=data.dtype, device=data.device)
        data[parts] = source

    @staticmethod
    def _copy_in(target: torch.Tensor, source: torch.Tensor) -> None:
        if target.shape == source.shape:
            target.copy_(source)
        else:
            target.copy_(_fit(source, target.shape))


def _fit(source: torch.Tensor, shape) -> torch.Tensor:
    """Broadcast a value to where it goes; leading ones may be dropped, as NumPy does."""
    while source.dim() > len(shape) and source.shape[0] == 1:
        source = source[0]
    try:
        return source.expand(tuple(shape))
    except RuntimeError:
        raise ValueError(f"could not broadcast input array from shape {tuple(source.shape)} "
                         f"into shape {tuple(shape)}") from None
