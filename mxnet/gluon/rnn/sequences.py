"""Sequences for cells: one array with a time axis, or a list with one array per step."""
from __future__ import annotations

from typing import Any

from ... import ndarray, symbol
from ...base import _as_list
from ..parameter import tensor_types


def _format_sequence(length: int | None, inputs: Any, layout: str, merge: bool | None,
                     in_layout: str | None = None) -> tuple[Any, int, Any, int]:
    """Return a sequence as one array (``merge=True``), as a list (False) or unchanged, with related information.

    That is: the axis of time, the functions to call (``mx.nd`` or ``mx.sym``) and the batch size, 0 for symbols.
    """
    if inputs is None:
        raise AssertionError("unroll: inputs are missing; make the variables outside of unroll")
    axis = layout.find("T")
    in_axis = axis if in_layout is None else in_layout.find("T")
    first = inputs if isinstance(inputs, tensor_types) else inputs[0]
    F, batch_size = (symbol, 0) if isinstance(first, symbol.Symbol) else (ndarray, 0)
    if first is inputs:
        if F is ndarray:
            batch_size = inputs.shape[layout.find("N")]
        if merge is False:
            inputs = _split(F, inputs, in_axis, length)
    else:
        if length is not None and len(inputs) != length:
            raise AssertionError(f"unroll: length is {length}, and there are {len(inputs)} inputs")
        if F is ndarray:
            batch_size = first.shape[0]
        if merge is True:
            inputs, in_axis = F.stack(*inputs, axis=axis), axis
    if isinstance(inputs, tensor_types) and axis != in_axis:
        inputs = F.swapaxes(inputs, dim1=axis, dim2=in_axis)
    return inputs, axis, F, batch_size


def _split(F: Any, inputs: Any, axis: int, length: int | None) -> list:
    """Return one array per step."""
    if F is symbol:
        if len(inputs.list_outputs()) != 1:
            raise AssertionError("unroll: inputs is a group of symbols; pass list(inputs)")
        return list(symbol.split(inputs, axis=axis, num_outputs=length, squeeze_axis=1))
    steps = inputs.shape[axis]
    if length is not None and length != steps:
        raise AssertionError(f"unroll: length is {length}, and inputs have {steps} steps")
    return list(_as_list(ndarray.split(inputs, axis=axis, num_outputs=steps, squeeze_axis=1)))


def _get_begin_state(cell: Any, F: Any, begin_state: Any, inputs: Any, batch_size: int) -> Any:
    """Return the initial states: zeros on the context of the inputs if none are given."""
    if begin_state is not None:
        return begin_state
    if F is not ndarray:
        return cell.begin_state(func=F.zeros, batch_size=batch_size)
    with (inputs if isinstance(inputs, tensor_types) else inputs[0]).context:
        return cell.begin_state(func=F.zeros, batch_size=batch_size)


def _mask_sequence_variable_length(F: Any, data: Any, length: int, valid_length: Any, time_axis: int,
                                   merge: bool | None) -> Any:
    """Set what follows the end of each sequence to 0."""
    if valid_length is None:
        raise AssertionError("valid_length is missing")
    if not isinstance(data, tensor_types):
        data = F.stack(*data, axis=time_axis)
    outputs = F.SequenceMask(data, sequence_length=valid_length, use_sequence_length=True, axis=time_axis)
    return outputs if merge else _as_list(F.split(outputs, num_outputs=length, axis=time_axis, squeeze_axis=True))


def _reverse_sequences(sequences: list, unroll_step: int, valid_length: Any = None) -> list:
    """Return steps in reverse order; with ``valid_length`` each sequence separately, up to its end."""
    if valid_length is None:
        return list(reversed(sequences))
    F = symbol if isinstance(sequences[0], symbol.Symbol) else ndarray
    found = F.SequenceReverse(F.stack(*sequences, axis=0), sequence_length=valid_length, use_sequence_length=True)
    if unroll_step > 1 or F is symbol:
        return F.split(found, axis=0, num_outputs=unroll_step, squeeze_axis=True)
    return [found[0]]


def _cells_state_info(cells: Any, batch_size: int) -> list:
    return [info for cell in cells for info in cell.state_info(batch_size)]


def _cells_begin_state(cells: Any, **kwargs: Any) -> list:
    return [state for cell in cells for state in cell.begin_state(**kwargs)]
