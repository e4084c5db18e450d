"""What blocks take, in types: for checkers and editors only, nothing imports it when a program runs."""
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
    """What every block takes beside its own."""

    prefix: str | None
    params: ParameterDict | None
