"""Cells that modify the results of other cells: dropout, zoneout, residuals, both directions."""
from __future__ import annotations

import numbers
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from ... import symbol
from ..parameter import tensor_types
from .cell import HybridRecurrentCell
from .sequences import (
    _cells_begin_state,
    _cells_state_info,
    _format_sequence,
    _get_begin_state,
    _mask_sequence_variable_length,
    _reverse_sequences,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..parameter import ParameterDict


class DropoutCell(HybridRecurrentCell):
    """Dropout of the input at each step; it has no state.

    Parameters
    ----------
    rate : float
        Fraction of the input that is set to zero in training.
    axes : Sequence[int], default=()
        Axes along which one mask is shared.
    prefix : str, optional
        Prefix of the parameter names.
    params : ParameterDict, optional
        Parameters to share.
    """

    def __init__(self, rate: float, axes: Sequence[int] = (), prefix: str | None = None,
                 params: ParameterDict | None = None) -> None:
        super().__init__(prefix, params)
        if not isinstance(rate, numbers.Number):
            raise AssertionError(f"DropoutCell: rate is a number, got {type(rate).__name__}")
        self._rate, self._axes = rate, axes

    def __repr__(self) -> str:
        return f"{type(self).__name__}(rate={self._rate}, axes={self._axes})"

    def state_info(self, batch_size: int = 0) -> list[dict[str, Any]]:
        return []

    def _alias(self) -> str:
        return "dropout"

    def hybrid_forward(self, F: Any, inputs: Any, states: Any) -> Any:  # type: ignore[override]
        """Drop a fraction of the input."""
        if self._rate > 0:
            inputs = F.Dropout(data=inputs, p=self._rate, axes=self._axes, name=self._step + "fwd")
        return inputs, states

    def unroll(self, length: int, inputs: Any, begin_state: Any = None, layout: str = "NTC",
               merge_outputs: bool | None = None, valid_length: Any = None) -> tuple[Any, list[Any]]:
        self.reset()
        inputs, _, F, _ = _format_sequence(length, inputs, layout, merge_outputs)
        if isinstance(inputs, tensor_types):
            return self.hybrid_forward(F, inputs, begin_state or [])
        return super().unroll(length, inputs, begin_state, layout, merge_outputs)


class ModifierCell(HybridRecurrentCell):
    """Base of cells that modify another cell, such as `ZoneoutCell`; that cell keeps the parameters.

    Parameters
    ----------
    base_cell
        The other cell.
    """

    def __init__(self, base_cell: Any) -> None:
        if base_cell._modified:
            raise AssertionError(f"cell {base_cell.name} is part of a modifier cell already")
        base_cell._modified = True
        super().__init__(prefix=base_cell.prefix + self._alias(), params=None)
        self.base_cell = base_cell

    @property
    def params(self) -> Any:
        """Parameters of the inner cell."""
        return self.base_cell.params

    def state_info(self, batch_size: int = 0) -> list[dict[str, Any]]:
        return self.base_cell.state_info(batch_size)

    def begin_state(self, func: Callable[..., Any] = symbol.zeros, **kwargs: Any) -> list[Any]:  # type: ignore[override]
        """Create the initial states of the inner cell.

        Parameters
        ----------
        func : Callable[..., Any], default=symbol.zeros
            Function of name, shape, layout and ``kwargs`` that makes a state.
        **kwargs
            Further arguments of that function, such as ``batch_size``.

        Returns
        -------
        list
            The states.
        """
        self._check_unmodified()
        return self._directly(self.base_cell.begin_state, func=func, **kwargs)

    def _directly(self, function: Callable, *args: Any, **kwargs: Any) -> Any:
        """Call a method of the inner cell, which refuses calls by anyone else."""
        self.base_cell._modified = False
        try:
            return function(*args, **kwargs)
        finally:
            self.base_cell._modified = True

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.base_cell})"


class ZoneoutCell(ModifierCell):
    """Keep outputs and states from the previous step at random, in training.

    Parameters
    ----------
    base_cell
        The cell that it is applied to.
    zoneout_outputs : float, default=0.0
        Fraction of the outputs.
    zoneout_states : float, default=0.0
        Fraction of the states.
    """

    zoneout_outputs: float
    zoneout_states: float

    def __init__(self, base_cell: Any, zoneout_outputs: float = 0.0, zoneout_states: float = 0.0) -> None:
        if isinstance(base_cell, BidirectionalCell):
            raise AssertionError("ZoneoutCell: a BidirectionalCell cannot be called step by step; put the ZoneoutCell "
                                 "around the two cells inside it")
        super().__init__(base_cell)
        self.zoneout_outputs, self.zoneout_states = zoneout_outputs, zoneout_states
        self._prev_output: Any = None

    def __repr__(self) -> str:
        return f"{type(self).__name__}(p_out={self.zoneout_outputs}, p_state={self.zoneout_states}, {self.base_cell})"

    def _alias(self) -> str:
        return "zoneout"

    def reset(self) -> None:
        super().reset()
        self._prev_output = None

    def hybrid_forward(self, F: Any, inputs: Any, states: Any) -> Any:  # type: ignore[override]
        """Do one step."""
        def mixed(share: float, new: Any, old: Any) -> Any:
            return F.where(F.Dropout(F.ones_like(new), p=share), new, old) if share != 0.0 else new

        output, found = self.base_cell(inputs, states)
        before = self._prev_output if self._prev_output is not None else F.zeros_like(output)
        output = mixed(self.zoneout_outputs, output, before)
        self._prev_output = output
        return output, [mixed(self.zoneout_states, new, old) for new, old in zip(found, states)]


class ResidualCell(ModifierCell):
    """Add the input to the output of a cell."""

    def hybrid_forward(self, F: Any, inputs: Any, states: Any) -> Any:  # type: ignore[override]
        """Do one step."""
        output, states = self.base_cell(inputs, states)
        return F.elemwise_add(output, inputs, name=self._step + "fwd"), states

    def unroll(self, length: int, inputs: Any, begin_state: Any = None, layout: str = "NTC",
               merge_outputs: bool | None = None, valid_length: Any = None) -> tuple[Any, list[Any]]:
        self.reset()
        outputs, states = self._directly(self.base_cell.unroll, length, inputs=inputs, begin_state=begin_state,
                                         layout=layout, merge_outputs=merge_outputs, valid_length=valid_length)
        merge = isinstance(outputs, tensor_types) if merge_outputs is None else merge_outputs
        inputs, axis, F, _ = _format_sequence(length, inputs, layout, merge)
        if valid_length is not None:
            inputs = _mask_sequence_variable_length(F, inputs, length, valid_length, axis, merge)
        if merge:
            return F.elemwise_add(outputs, inputs), states
        return [F.elemwise_add(output, given) for output, given in zip(outputs, inputs)], states


class BidirectionalCell(HybridRecurrentCell):
    """Two cells, one over the sequence and one over its reverse; outputs are concatenated.

    Parameters
    ----------
    l_cell
        The cell over the sequence.
    r_cell
        The cell over its reverse.
    output_prefix : str, default='bi_'
        Put before the names of outputs.

    Examples
    --------
    >>> cell = mx.gluon.rnn.BidirectionalCell(mx.gluon.rnn.GRUCell(5), mx.gluon.rnn.GRUCell(5))
    >>> cell.initialize()
    >>> outputs, states = cell.unroll(3, mx.nd.ones((2, 3, 4)), merge_outputs=True)
    >>> outputs.shape
    (2, 3, 10)
    """

    def __init__(self, l_cell: Any, r_cell: Any, output_prefix: str = "bi_") -> None:
        super().__init__(prefix="", params=None)
        self.register_child(l_cell, "l_cell")
        self.register_child(r_cell, "r_cell")
        self._output_prefix = output_prefix

    def __call__(self, inputs: Any, states: Any) -> Any:
        raise NotImplementedError("a BidirectionalCell needs the whole sequence: call unroll")

    def __repr__(self) -> str:
        return f"{type(self).__name__}(forward={self._children['l_cell']}, backward={self._children['r_cell']})"

    def state_info(self, batch_size: int = 0) -> list[dict[str, Any]]:
        return _cells_state_info(self._children.values(), batch_size)

    def begin_state(self, **kwargs: Any) -> list[Any]:  # type: ignore[override]
        """Create the initial states of both cells.

        Parameters
        ----------
        **kwargs
            Arguments of `RecurrentCell.begin_state`.

        Returns
        -------
        list
            The states.
        """
        self._check_unmodified()
        return _cells_begin_state(self._children.values(), **kwargs)

    def unroll(self, length: int, inputs: Any, begin_state: Any = None, layout: str = "NTC",
               merge_outputs: bool | None = None, valid_length: Any = None) -> tuple[Any, list[Any]]:
        self.reset()
        inputs, axis, F, batch_size = _format_sequence(length, inputs, layout, False)
        states = _get_begin_state(self, F, begin_state, inputs, batch_size)
        left, right = self._children.values()
        count = len(left.state_info(batch_size))  # type: ignore[attr-defined]
        outputs, l_states = left.unroll(length, inputs=inputs, begin_state=states[:count],  # type: ignore[attr-defined]
                                        layout=layout, merge_outputs=merge_outputs, valid_length=valid_length)
        reverse, r_states = right.unroll(  # type: ignore[attr-defined]
            length, inputs=list(_reverse_sequences(inputs, length, valid_length)), begin_state=states[count:],
            layout=layout, merge_outputs=False, valid_length=valid_length)
        reverse = _reverse_sequences(reverse, length, valid_length)
        if merge_outputs is None:
            merge_outputs = isinstance(outputs, tensor_types)
        if merge_outputs:
            outputs = F.concat(outputs, F.stack(*reverse, axis=axis), dim=2, name=f"{self._output_prefix}out")
        else:
            outputs = [F.concat(one, other, dim=1, name=f"{self._output_prefix}t{step}")
                       for step, (one, other) in enumerate(zip(outputs, reverse))]
        if valid_length is not None:
            outputs = _mask_sequence_variable_length(F, outputs, length, valid_length, axis, merge_outputs)
        return outputs, l_states + r_states
