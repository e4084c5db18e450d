"""Checkpoints of recurrent networks, with weights stored a gate at a time.

So a network trained with `FusedRNNCell` loads into its unfused cells, and the other way round.
"""
import warnings
from collections.abc import Callable
from typing import Any

from ..checkpoint import load_checkpoint, save_checkpoint
from ..core.borrowed import borrowed as _borrowed
from .cell import BaseRNNCell


def rnn_unroll(cell: BaseRNNCell, length: int, inputs: Any = None, begin_state: Any = None,
               input_prefix: str = "", layout: str = "NTC") -> tuple[Any, list]:
    """Unroll a cell (deprecated: call `cell.unroll`)."""
    warnings.warn("rnn_unroll is deprecated. Please call cell.unroll directly.", stacklevel=2)
    return cell.unroll(length=length, inputs=inputs, begin_state=begin_state, layout=layout)


def _list(cells: Any) -> list[BaseRNNCell]:
    return [cells] if isinstance(cells, BaseRNNCell) else cells


def save_rnn_checkpoint(cells: Any, prefix: str, epoch: int, symbol: Any, arg_params: dict,
                        aux_params: dict) -> None:
    """Save as `mx.model.save_checkpoint` does, with the weights of `cells` unpacked."""
    for cell in _list(cells):
        arg_params = cell.unpack_weights(arg_params)
    save_checkpoint(prefix, epoch, symbol, arg_params, aux_params)


def load_rnn_checkpoint(cells: Any, prefix: str, epoch: int) -> tuple[Any, dict, dict]:
    """Load what `save_rnn_checkpoint` saved: (symbol, arg_params, aux_params), weights packed."""
    symbol, arg_params, aux_params = load_checkpoint(prefix, epoch)
    for cell in _list(cells):
        arg_params = cell.pack_weights(arg_params)
    return symbol, arg_params, aux_params


def do_rnn_checkpoint(cells: Any, prefix: str, period: int = 1) -> Callable:
    """Return a callback for `fit` that saves every `period` epochs."""
    period = int(max(1, period))

    def save(iter_no: int, sym: Any = None, arg: Any = None, aux: Any = None) -> None:
        if (iter_no + 1) % period == 0:
            save_rnn_checkpoint(cells, prefix, iter_no + 1, sym, arg, aux)
    return save


__getattr__ = _borrowed(__name__)
