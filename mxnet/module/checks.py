"""What a Module checks about names, shapes and the order of calls, with the reference's messages."""
from __future__ import annotations

import warnings
from typing import TYPE_CHECKING

from ..core.errors import Misuse
from ..io import DataDesc

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..symbol import Symbol
    from .signatures import Descriptions



def require(condition: object, message: str) -> None:
    """Raise `Misuse` unless the condition holds."""
    if not condition:
        raise Misuse(message)


def check_input_names(symbol: Symbol, names: Sequence[str], typename: str, throw: bool) -> None:
    """Check that names are arguments of the symbol; suggests those that look like inputs."""
    arguments = symbol.list_arguments()
    for name in names:
        if name in arguments:
            continue
        endings = ("_weight", "_bias", "_gamma", "_beta")
        likely = [argument for argument in arguments if not argument.endswith(endings)]
        message = (f"\033[91mYou created Module with Module(..., {typename}_names={names}) but input with name "
                   f"'{name}' is not found in symbol.list_arguments(). Did you mean one of:\n\t"
                   + "\n\t".join(likely) + "\033[0m")
        if throw:
            raise ValueError(message)
        warnings.warn(message, stacklevel=3)


def check_names_match(data_names: Sequence[str], data_shapes: Sequence[DataDesc], name: str, throw: bool) -> None:
    """Check that shapes are given for exactly these names."""
    if sorted(data_names) == sorted(desc[0] for desc in data_shapes):
        return
    message = (f"Data provided by {name}_shapes don't match names specified by {name}_names "
               f"({data_shapes} vs. {data_names})")
    if throw:
        raise ValueError(message)
    warnings.warn(message, stacklevel=5)


def parse_data_desc(data_names: Sequence[str], label_names: Sequence[str], data_shapes: Descriptions,
                    label_shapes: Descriptions | None) -> tuple[list[DataDesc], list[DataDesc] | None]:
    """Convert (name, shape) pairs to DataDescs and check their names."""
    data = [_desc(item) for item in data_shapes]
    check_names_match(data_names, data, "data", True)
    label = None if label_shapes is None else [_desc(item) for item in label_shapes]
    check_names_match(label_names, label or [], "label", False)
    return data, label


def _desc(item) -> DataDesc:
    return item if isinstance(item, DataDesc) else DataDesc(*item)
