"""Cells that modify another cell: dropout, zoneout, residual connections."""
from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from .. import symbol
from ..core.errors import BadType
from .cell import BaseRNNCell, RNNParams, arrange_sequence
from .combination import BidirectionalCell, SequentialRNNCell

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..ndarray import NDArray
    from ..symbol import Symbol



class DropoutCell(BaseRNNCell):
    """Dropout of the input of the next cell; it has no state.

    Parameters
    ----------
    dropout : float
        Fraction of the values that are set to zero in training.
    prefix : str, default='dropout_'
        Prefix of the parameter names and nodes.
    params : RNNParams, optional
        Parameters of another cell, to share them.
    """

    def __init__(self, dropout: float, prefix: str = "dropout_", params: RNNParams | None = None) -> None:
        super().__init__(prefix, params)
        if isinstance(dropout, str) or not hasattr(dropout, "__float__"):
            raise TypeError(f"dropout probability must be a number, got {dropout!r}")
        self.dropout = dropout

    @property
    def state_info(self) -> list[dict[str, Any]]:
        return []

    def __call__(self, inputs: Symbol, states: list[Symbol]) -> tuple[Symbol, list[Symbol]]:
        """Return (input with dropout, states)."""
        if self.dropout > 0:
            inputs = symbol.Dropout(data=inputs, p=self.dropout)
        return inputs, states

    def unroll(self, length: int, inputs: Symbol | Sequence[Symbol], begin_state: list[Symbol] | None = None,
               layout: str = "NTC", merge_outputs: bool | None = None) -> tuple[Any, list[Symbol]]:
        self.reset()
        inputs = arrange_sequence(length, inputs, layout, merge_outputs)
        if isinstance(inputs, symbol.Symbol):
            return self(inputs, [])
        return super().unroll(length, inputs, begin_state=begin_state, layout=layout,
                              merge_outputs=merge_outputs)


class ModifierCell(BaseRNNCell):
    """Base of cells around another cell, whose parameters and states they use.

    Parameters
    ----------
    base_cell : BaseRNNCell
        The other cell.
    """

    def __init__(self, base_cell: BaseRNNCell) -> None:
        super().__init__()
        base_cell._modified = True
        self.base_cell = base_cell

    @property
    def params(self) -> RNNParams:
        """Parameters of the inner cell."""
        self._own_params = False
        return self.base_cell.params

    @property
    def state_info(self) -> list[dict[str, Any]]:
        return self.base_cell.state_info

    def begin_state(self, init_sym: Callable[..., Any] = symbol.zeros, **kwargs: Any) -> list[Any]:
        """Create symbols for the initial states of the inner cell.

        Parameters
        ----------
        init_sym : Callable[..., Any], default=symbol.zeros
            `mx.sym.zeros` by default; the name ``func``, as in other cells, is accepted too.
        **kwargs
            Further arguments of it.

        Returns
        -------
        list of Symbol
            The states.
        """
        self._check_unmodified()
        kwargs.setdefault("func", init_sym)
        self.base_cell._modified = False
        try:
            return self.base_cell.begin_state(**kwargs)
        finally:
            self.base_cell._modified = True

    def unpack_weights(self, args: dict[str, NDArray]) -> dict[str, NDArray]:
        return self.base_cell.unpack_weights(args)

    def pack_weights(self, args: dict[str, NDArray]) -> dict[str, NDArray]:
        return self.base_cell.pack_weights(args)


class ZoneoutCell(ModifierCell):
    """Keep a random fraction of the outputs and states of the previous time step.

    Parameters
    ----------
    base_cell : BaseRNNCell
        The cell that it is applied to.
    zoneout_outputs : float, default=0.0
        Fraction of the outputs that stay, in training.
    zoneout_states : float, default=0.0
        Fraction of the states that stay, in training.
    """

    def __init__(self, base_cell: BaseRNNCell, zoneout_outputs: float = 0.0, zoneout_states: float = 0.0) -> None:
        from .fused import FusedRNNCell
        if isinstance(base_cell, FusedRNNCell):
            raise BadType("FusedRNNCell doesn't support zoneout. Please unfuse first.")
        inner = base_cell._cells if isinstance(base_cell, SequentialRNNCell) else [base_cell]
        if any(isinstance(cell, BidirectionalCell) for cell in inner):
            raise BadType("BidirectionalCell doesn't support zoneout since it doesn't support "
                          "step. Please add ZoneoutCell to the cells underneath instead.")
        super().__init__(base_cell)
        self.zoneout_outputs = zoneout_outputs
        self.zoneout_states = zoneout_states

    def reset(self) -> None:
        super().reset()
        self.prev_output: Any = None

    def __call__(self, inputs: Symbol, states: list[Symbol]) -> tuple[Symbol, list[Symbol]]:
        """Return (output, states), each mixed with its previous value."""
        output, new = self.base_cell(inputs, states)

        def mix(share: float, fresh: Any, old: Any) -> Any:
            return symbol.where(symbol.Dropout(symbol.ones_like(fresh), p=share), fresh, old)

        before = symbol.zeros((0, 0)) if self.prev_output is None else self.prev_output
        if self.zoneout_outputs:
            output = mix(self.zoneout_outputs, output, before)
        if self.zoneout_states:
            new = [mix(self.zoneout_states, fresh, old)
                   for fresh, old in zip(new, states, strict=True)]
        self.prev_output = output
        return output, new


class ResidualCell(ModifierCell):
    """Add the input to the output of a cell; both must have the same size."""

    def __call__(self, inputs: Symbol, states: list[Symbol]) -> tuple[Symbol, list[Symbol]]:
        """Return (output + input, states)."""
        output, states = self.base_cell(inputs, states)
        return self._add(output, inputs), states

    @staticmethod
    def _add(output: Any, inputs: Any) -> Any:
        return symbol.elemwise_add(output, inputs, name=f"{output.name}_plus_residual")

    def unroll(self, length: int, inputs: Symbol | Sequence[Symbol], begin_state: list[Symbol] | None = None,
               layout: str = "NTC", merge_outputs: bool | None = None) -> tuple[Any, list[Symbol]]:
        self.reset()
        self.base_cell._modified = False
        try:
            outputs, states = self.base_cell.unroll(length, inputs=inputs, layout=layout,
                                                    begin_state=begin_state,
                                                    merge_outputs=merge_outputs)
        finally:
            self.base_cell._modified = True
        if merge_outputs is None:
            merge_outputs = isinstance(outputs, symbol.Symbol)
        inputs = arrange_sequence(length, inputs, layout, merge_outputs)
        if merge_outputs:
            return self._add(outputs, inputs), states
        return [self._add(*pair) for pair in zip(outputs, inputs, strict=True)], states
