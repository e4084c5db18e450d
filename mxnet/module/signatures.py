"""Types of the arguments of module methods: for type checkers and editors only, not imported at run time."""
import logging
from collections.abc import Callable, Mapping, Sequence
from types import ModuleType
from typing import Any

from ..checkpoint import BatchEndParam
from ..context import Context
from ..initializer import InitDesc
from ..io import DataDesc
from ..ndarray import NDArray
from ..symbol import Symbol

Logger = logging.Logger | ModuleType  # the module `logging` is a logger too
InitFunction = Callable[[InitDesc, NDArray], Any]
GradReq = str | Sequence[str] | Mapping[str, str]
Descriptions = Sequence[DataDesc | tuple[str, tuple[int, ...]]]
Groups = Mapping[str, Context | Sequence[Context]] | Sequence[Mapping[str, Context]]
Params = dict[str, NDArray]
EpochEndCallback = Callable[[int, Symbol, Params, Params], Any]
EpochEndCallbacks = EpochEndCallback | Sequence[EpochEndCallback]
BatchEndCallback = Callable[[BatchEndParam], Any]
BatchEndCallbacks = BatchEndCallback | Sequence[BatchEndCallback]
