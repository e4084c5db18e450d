"""Where an array is stored: MXNet's contexts, each mapped to a torch device."""
import threading
import warnings
from functools import lru_cache
from typing import Any

import torch

from .errors import MXNetError

TYPE_NAMES = {1: "cpu", 2: "gpu", 3: "cpu_pinned", 5: "cpu_shared"}
TYPE_IDS = {name: number for number, name in TYPE_NAMES.items()}


@lru_cache(maxsize=1)
def accelerator() -> str:
    """Return the torch device type behind ``gpu``: cuda if available, otherwise what torch supports."""
    if torch.cuda.is_available():
        return "cuda"
    current = getattr(torch, "accelerator", None)
    if current is not None and current.is_available():
        return current.current_accelerator().type
    return "cuda"


class _Current(threading.local):
    """The default context of each thread (None: ``cpu(0)``), and those outside its ``with`` blocks."""

    value: "Context | None" = None

    def __init__(self) -> None:
        self.outer: list[Context | None] = []


_current = _Current()


class _ContextClass(type):
    """Gives `Context` the deprecated read-write attribute ``default_ctx``."""

    _DEPRECATED = ("Context.default_ctx has been deprecated. Please use Context.current_context() instead. "
                   "Please use test_utils.set_default_context to set a default context")

    @property
    def default_ctx(cls) -> "Context":
        warnings.warn(cls._DEPRECATED, DeprecationWarning, stacklevel=2)
        return current_context()

    @default_ctx.setter
    def default_ctx(cls, context: "Context") -> None:
        warnings.warn(cls._DEPRECATED, DeprecationWarning, stacklevel=2)
        _current.value = context


class Context(metaclass=_ContextClass):
    """A device that arrays live on and operators run on: a kind and an index.

    Equal contexts are the same object. In a ``with`` block a context is the thread's default, on which arrays are
    created.

    Parameters
    ----------
    device_type : str or int or Context
        ``"cpu"``, ``"gpu"``, ``"cpu_pinned"`` or ``"cpu_shared"``, or the number of one of them; or a context, which is
        returned.
    device_id : int, default=0
        Index of the device.

    Examples
    --------
    >>> with mx.Context("cpu", 1):
    ...     print(mx.nd.zeros(2).context)
    cpu(1)
    """

    __slots__ = ("device_typeid", "device_id", "_torch", "__weakref__")
    device_typeid: int
    device_id: int
    _torch: torch.device | None
    devtype2str: dict[int, str] = TYPE_NAMES
    devstr2type: dict[str, int] = TYPE_IDS
    _interned: "dict[tuple[int, int], Context]" = {}
    _default_ctx = _current

    def __new__(cls, device_type: "str | int | Context", device_id: int = 0) -> "Context":
        if isinstance(device_type, Context):
            return device_type
        number = device_type if isinstance(device_type, int) else TYPE_IDS.get(device_type)
        if number not in TYPE_NAMES:
            raise KeyError(device_type)
        key = (number, int(device_id))
        found = cls._interned.get(key)
        if found is None:
            found = super().__new__(cls)
            found.device_typeid, found.device_id = key
            found._torch = None
            found = cls._interned.setdefault(key, found)
        return found

    def __reduce__(self) -> tuple[type[Any], tuple[str, int]]:
        return (Context, (self.device_type, self.device_id))

    def __deepcopy__(self, memo: Any) -> "Context":
        return self

    @property
    def device_type(self) -> str:
        """Kind of the device: ``"cpu"``, ``"gpu"``, ``"cpu_pinned"`` or ``"cpu_shared"``."""
        return TYPE_NAMES[self.device_typeid]

    @property
    def torch_device(self) -> torch.device:
        """The torch device behind this context; raises if there is none."""
        if self._torch is None:
            if self.device_typeid != 2:
                self._torch = torch.device("cpu")
            else:
                count = num_gpus()
                if self.device_id >= count:
                    raise MXNetError(
                        f"{self} does not exist: torch {torch.__version__} drives {count} GPU(s) here; "
                        "use mx.cpu() or install a torch build for your GPU")
                self._torch = torch.device(accelerator(), self.device_id)
        return self._torch

    def __hash__(self) -> int:
        return hash((self.device_typeid, self.device_id))

    def __eq__(self, other: object) -> bool:
        return self is other

    def __str__(self) -> str:
        return f"{self.device_type}({self.device_id})"

    __repr__ = __str__

    def __enter__(self) -> "Context":
        _current.outer.append(_current.value)
        _current.value = self
        return self

    def __exit__(self, *exc: object) -> None:
        _current.value = _current.outer.pop()

    def empty_cache(self) -> None:
        """Return memory that torch has cached on this GPU to the driver; does nothing on a CPU."""
        if self.device_typeid == 2 and accelerator() == "cuda":
            with torch.cuda.device(self.torch_device):
                torch.cuda.empty_cache()


CPU = Context("cpu", 0)


def cpu(device_id: int = 0) -> Context:
    """Return a context of the CPU.

    Parameters
    ----------
    device_id : int, default=0
        Index. All indices are the same memory; programs may use them as if they were several devices.

    Returns
    -------
    Context
        The CPU context with that index.

    Examples
    --------
    >>> mx.cpu()
    cpu(0)
    """
    return Context("cpu", device_id)


def cpu_pinned(device_id: int = 0) -> Context:
    """Return a context of pinned memory, from which copies to a GPU are fast.

    Parameters
    ----------
    device_id : int, default=0
        Index.

    Returns
    -------
    Context
        The pinned memory context.

    Examples
    --------
    >>> mx.cpu_pinned()
    cpu_pinned(0)
    """
    return Context("cpu_pinned", device_id)


def gpu(device_id: int = 0) -> Context:
    """Return a GPU context; the GPU is not touched until an array is created there.

    Parameters
    ----------
    device_id : int, default=0
        Index of the GPU.

    Returns
    -------
    Context
        The GPU context, whether or not the GPU exists.

    Examples
    --------
    >>> mx.gpu(1)
    gpu(1)
    """
    return Context("gpu", device_id)


def current_context() -> Context:
    """Return the context on which arrays are created by default.

    Returns
    -------
    Context
        That of the innermost ``with`` block of this thread, ``cpu(0)`` outside any.

    Examples
    --------
    >>> with mx.gpu(0):
    ...     print(mx.current_context())
    gpu(0)
    """
    return _current.value or CPU


def num_gpus() -> int:
    """Count the GPUs that torch can use.

    Returns
    -------
    int
        0 without a GPU.

    Examples
    --------
    >>> ctx = mx.gpu() if mx.context.num_gpus() else mx.cpu()
    >>> ctx.device_type in ("cpu", "gpu")
    True
    """
    if accelerator() == "cuda":
        return torch.cuda.device_count()
    return torch.accelerator.device_count()


def gpu_memory_info(device_id: int = 0) -> tuple[int, int]:
    """Return the free and the total memory of a GPU.

    Parameters
    ----------
    device_id : int, default=0
        Index of the GPU.

    Returns
    -------
    tuple of int
        Free and total bytes.

    Raises
    ------
    MXNetError
        If there is no such GPU, or torch does not report it.

    Examples
    --------
    >>> if mx.context.num_gpus():
    ...     free, total = mx.context.gpu_memory_info()
    """
    device = gpu(device_id).torch_device
    if device.type != "cuda":
        raise MXNetError(f"memory figures are not available for {device.type} devices")
    return torch.cuda.mem_get_info(device)


def parse_context(text: Any) -> Context | None:
    """Parse text such as ``'cpu(0)'``; the empty string means the default."""
    if text is None or text == "":
        return None
    if isinstance(text, Context):
        return text
    kind, opened, rest = str(text).partition("(")
    number, closed, after = rest.partition(")")
    if kind not in TYPE_IDS or not (opened and closed and number.isdecimal()) or after:
        raise MXNetError(f"{text!r} is not a context; expected one, or a form like 'cpu(0)' or 'gpu(1)'")
    return Context(kind, int(number))


def home_context(ctx: Any) -> Context:
    """Return the context that a creating call names, as a context or as text, or else the current one."""
    return ctx if ctx.__class__ is Context else parse_context(ctx) or current_context()
