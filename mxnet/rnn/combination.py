"""Combinations of cells: a stack of cells, or one per direction of time."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .. import symbol
from ..core.errors import MXNetError
from .cell import BaseRNNCell, RNNParams, split_sequence

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..symbol import Symbol



class _Combination(BaseRNNCell):
    """A cell whose states and parameters are those of its `_cells`."""

    def __init__(self, params: RNNParams | None):
        super().__init__("", params=params)
        self._override_cell_params = params is not None
        self._cells: list[BaseRNNCell] = []

    def _take(self, cells: list[BaseRNNCell]) -> None:
        """Add cells and merge their parameters with ours."""
        self._cells += cells
        for cell in cells:
            if self._override_cell_params:
                if not cell._own_params:
                    raise MXNetError(f"Either specify params for {type(self).__name__} or child "
                                     "cells, not both.")
                cell.params._params.update(self.params._params)
        for cell in cells:
            self.params._params.update(cell.params._params)

    @property
    def state_info(self) -> list:
        """States of all cells, in order."""
        return [info for cell in self._cells for info in cell.state_info]

    def begin_state(self, **kwargs: Any) -> list:
        """Return the initial states of all cells, in order."""
        self._check_unmodified()
        return [state for cell in self._cells for state in cell.begin_state(**kwargs)]

    def unpack_weights(self, args: dict) -> dict:
        """Return `args` with every cell's matrices split into one entry per gate."""
        for cell in self._cells:
            args = cell.unpack_weights(args)
        return args

    def pack_weights(self, args: dict) -> dict:
        for cell in self._cells:
            args = cell.pack_weights(args)
        return args


class SequentialRNNCell(_Combination):
    """A stack of cells: the output of each is the input of the next.

    Parameters
    ----------
    params : RNNParams, optional
        Parameters of another cell, to share them.
    """

    def __init__(self, params: RNNParams | None = None) -> None:
        super().__init__(params)

    def add(self, cell: BaseRNNCell) -> None:
        """Add a cell on top of the stack.

        Parameters
        ----------
        cell : BaseRNNCell
            The cell.
        """
        self._take([cell])

    def __call__(self, inputs: Symbol, states: list[Symbol]) -> tuple[Symbol, list[Symbol]]:
        """Return (output of the last cell, new states of all)."""
        self._counter += 1
        rest, new = list(states), []
        for cell in self._cells:
            if isinstance(cell, BidirectionalCell):
                raise NotImplementedError("BidirectionalCell cannot be stepped. Please use unroll")
            count = len(cell.state_info)
            inputs, state = cell(inputs, rest[:count])
            rest = rest[count:]
            new += state
        return inputs, new

    def unroll(self, length: int, inputs: Symbol | Sequence[Symbol], begin_state: list[Symbol] | None = None,
               layout: str = "NTC", merge_outputs: bool | None = None) -> tuple[Any, list[Any]]:
        self.reset()
        rest = list(self.begin_state() if begin_state is None else begin_state)
        new: list = []
        for cell in self._cells:
            count = len(cell.state_info)
            last = cell is self._cells[-1]
            inputs, states = cell.unroll(length, inputs=inputs, begin_state=rest[:count],
                                         layout=layout,
                                         merge_outputs=merge_outputs if last else None)
            rest = rest[count:]
            new += states
        return inputs, new


class BidirectionalCell(_Combination):
    """One cell forward and one backward in time, with concatenated outputs; it can only be unrolled.

    Parameters
    ----------
    l_cell : BaseRNNCell
        The cell forward in time.
    r_cell : BaseRNNCell
        The cell backward in time.
    params : RNNParams, optional
        Parameters of another cell, to share them.
    output_prefix : str, default='bi_'
        Prefix of the names of the concatenated outputs.
    """

    def __init__(self, l_cell: BaseRNNCell, r_cell: BaseRNNCell, params: RNNParams | None = None,
                 output_prefix: str = "bi_") -> None:
        super().__init__(params)
        self._output_prefix = output_prefix
        self._take([l_cell, r_cell])

    def __call__(self, inputs: Symbol, states: list[Symbol]) -> tuple[Symbol, list[Symbol]]:
        """Refuse: the backward cell needs the whole sequence."""
        raise NotImplementedError("Bidirectional cannot be stepped. Please use unroll")

    def unroll(self, length: int, inputs: Symbol | Sequence[Symbol], begin_state: list[Symbol] | None = None,
               layout: str = "NTC", merge_outputs: bool | None = None) -> tuple[Any, list[Any]]:
        self.reset()
        axis = layout.find("T")
        steps = split_sequence(length, inputs, layout)
        states = self.begin_state() if begin_state is None else begin_state
        forward, backward = self._cells
        count = len(forward.state_info)
        l_outputs, l_states = forward.unroll(
            length, inputs=steps, begin_state=states[:count], layout=layout,
            merge_outputs=merge_outputs)
        r_outputs, r_states = backward.unroll(
            length, inputs=list(reversed(steps)), begin_state=states[count:], layout=layout,
            merge_outputs=merge_outputs)
        merged = [isinstance(outputs, symbol.Symbol) for outputs in (l_outputs, r_outputs)]
        if merge_outputs or merge_outputs is None and all(merged):
            r_outputs = symbol.reverse(r_outputs, axis=axis)
            outputs = symbol.Concat(l_outputs, r_outputs, dim=2, name=f"{self._output_prefix}out")
            return outputs, [l_states, r_states]
        l_outputs, r_outputs = (
            list(symbol.SliceChannel(outputs, axis=axis, num_outputs=length, squeeze_axis=1))
            if whole else outputs
            for outputs, whole in zip((l_outputs, r_outputs), merged, strict=True))
        outputs = [symbol.Concat(left, right, dim=1, name=f"{self._output_prefix}t{i}")
                   for i, (left, right) in enumerate(zip(l_outputs, reversed(r_outputs),
                                                         strict=True))]
        return outputs, [l_states, r_states]
