"""Optimizer states as bytes, in the pickle format that MXNet writes and reads. Used only by `Updater`.

After the pickle, where MXNet stops reading, comes a record of what MXNet does not save: update counts and whatever else
an optimizer carries from step to step (`record.py`).
"""
import io
import pickle
from typing import Any

from ..core.errors import MXNetError
from ..ndarray import NDArray
from ..ndarray.serialization import encode
from ..ndarray.storage.arrays import CLASSES as SPARSE
from .unpickling import ARRAY, OPTIMIZERS, Reader, is_ours

_RECORD = b"\nremixnet record 1\n"  # between the pickles


def dumps(content: Any, record: dict[Any, Any] | None = None) -> bytes:
    """Write states, and optionally an optimizer, as MXNet does, followed by a record."""
    file = io.BytesIO()
    _Writer(file, protocol=4).dump(content)
    if record is not None:
        file.write(_RECORD)
        _Writer(file, protocol=4).dump(record)
    return file.getvalue()


def loads(data: bytes) -> Any:
    """Read what `dumps` or MXNet wrote, without the record."""
    return read(data)[0]


def read(data: bytes) -> tuple[Any, Any]:
    """Return what `dumps` or MXNet wrote, and the record or None."""
    file = io.BytesIO(data)
    try:
        content = Reader(file, len(data)).load()
        found = file.read(len(_RECORD))
        return content, Reader(file, len(data)).load() if found == _RECORD else None
    except MXNetError:
        raise
    except Exception as error:  # a damaged pickle may raise anything
        raise MXNetError(f"these bytes are no optimizer states: {str(error)[:200]}") from error


class _Writer(pickle._Pickler):  # type: ignore[name-defined]
    """Writes arrays and optimizers under the names of MXNet's classes.

    It uses the Python pickler, as the C one requires a class to exist under its name.
    """

    def reducer_override(self, thing: Any) -> Any:
        if isinstance(thing, NDArray):
            kind = type(thing) if thing.stype in SPARSE else NDArray
            return kind, (None,), {"handle": bytearray(encode(thing))}
        return NotImplemented

    def save_global(self, thing: Any, name: str | None = None) -> None:
        if thing is NDArray:
            module, name = ARRAY
        elif is_ours(thing):
            module = OPTIMIZERS[2 if thing.__module__ == OPTIMIZERS[2] else 0]
            name = thing.__name__
        else:
            super().save_global(thing, name)
            return
        self.save(module)
        self.save(name)
        self.write(pickle.STACK_GLOBAL)
        self.memoize(thing)
