"""Types of the arguments of blocks: for type checkers and editors only, not imported at run time."""
from collections.abc import Callable, Sequence
from typing import Any, TypedDict, TypeVar

from ..context import Context
from ..initializer import Initializer
from ..ndarray import NDArray
from ..symbol import Symbol
from .parameter import ParameterDict

Arrays = TypeVar("Arrays", bound="NDArray | Symbol")
Contexts = Context | Sequence[Context]
InitLike = str | Initializer
Size = int | Sequence[int]
Hook = Callable[..., Any]


class BlockOptions(TypedDict, total=False):
    """What every block takes besides its own arguments."""

    prefix: str | None
    params: ParameterDict | None
