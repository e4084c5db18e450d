"""Checkpoints of recurrent networks, with weights stored per gate.

A network trained with `FusedRNNCell` can thus be loaded into its unfused cells, and vice versa.
"""
from __future__ import annotations

import warnings
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from ..checkpoint import load_checkpoint, save_checkpoint
from ..core.borrowed import borrowed as _borrowed
from .cell import BaseRNNCell

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ..ndarray import NDArray
    from ..symbol import Symbol



def rnn_unroll(cell: BaseRNNCell, length: int, inputs: Symbol | Sequence[Symbol] | None = None,
               begin_state: list[Symbol] | None = None, input_prefix: str = "",
               layout: str = "NTC") -> tuple[Any, list[Symbol]]:
    """Unroll a cell: the old form of ``cell.unroll``.

    Parameters
    ----------
    cell : BaseRNNCell
        The cell.
    length : int
        Number of time steps.
    inputs : Symbol or Sequence[Symbol], optional
        One symbol with a time axis, or a list with one per step; variables are made by default.
    begin_state : list[Symbol], optional
        Initial states; zeros by default.
    input_prefix : str, default=''
        Prefix of the names of these variables.
    layout : str, default='NTC'
        ``"NTC"`` or ``"TNC"``.

    Returns
    -------
    tuple
        Outputs, and the list of final states.
    """
    warnings.warn("rnn_unroll is deprecated. Please call cell.unroll directly.", stacklevel=2)
    return cell.unroll(length=length, inputs=inputs, begin_state=begin_state, layout=layout)


def _list(cells: Any) -> list[BaseRNNCell]:
    return [cells] if isinstance(cells, BaseRNNCell) else cells


def save_rnn_checkpoint(cells: BaseRNNCell | Sequence[BaseRNNCell], prefix: str, epoch: int, symbol: Symbol,
                        arg_params: dict[str, NDArray], aux_params: Mapping[str, NDArray]) -> None:
    """Save as `mx.model.save_checkpoint` does, with the weights of cells unpacked.

    Parameters
    ----------
    cells : BaseRNNCell or Sequence[BaseRNNCell]
        The cells of the network.
    prefix : str
        Path without the endings.
    epoch : int
        Number in the name of the file of parameters.
    symbol : Symbol
        The network.
    arg_params : dict[str, NDArray]
        Parameters by name.
    aux_params : Mapping[str, NDArray]
        Auxiliary states by name.
    """
    for cell in _list(cells):
        arg_params = cell.unpack_weights(arg_params)
    save_checkpoint(prefix, epoch, symbol, arg_params, aux_params)


def load_rnn_checkpoint(cells: BaseRNNCell | Sequence[BaseRNNCell], prefix: str,
                        epoch: int) -> tuple[Symbol, dict[str, NDArray], dict[str, NDArray]]:
    """Load what `save_rnn_checkpoint` saved, with the weights of cells packed.

    Parameters
    ----------
    cells : BaseRNNCell or Sequence[BaseRNNCell]
        The cells of the network.
    prefix : str
        Path without the endings.
    epoch : int
        Which epoch to load.

    Returns
    -------
    tuple of Symbol and two dicts
        The network, its parameters and its auxiliary states.
    """
    symbol, arg_params, aux_params = load_checkpoint(prefix, epoch)
    for cell in _list(cells):
        arg_params = cell.pack_weights(arg_params)
    return symbol, arg_params, aux_params


def do_rnn_checkpoint(cells: BaseRNNCell | Sequence[BaseRNNCell], prefix: str, period: int = 1) -> Callable[..., None]:
    """Return a callback for ``fit`` that saves with the weights of cells unpacked.

    Parameters
    ----------
    cells : BaseRNNCell or Sequence[BaseRNNCell]
        The cells of the network.
    prefix : str
        Path without the endings.
    period : int, default=1
        Number of epochs between two files.

    Returns
    -------
    callable
        An ``epoch_end_callback``.
    """
    period = int(max(1, period))

    def save(iter_no: int, sym: Any = None, arg: Any = None, aux: Any = None) -> None:
        if (iter_no + 1) % period == 0:
            save_rnn_checkpoint(cells, prefix, iter_no + 1, sym, arg, aux)
    return save


_borrowed(__name__)
