"""Variational dropout, a projected LSTM, and unrolling with a loop instead of step by step."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ....base import _as_list
from ....core.params import plain
from ...parameter import Parameter, tensor_types
from ...rnn import (
    BidirectionalCell,
    HybridRecurrentCell,
    HybridSequentialRNNCell,
    ModifierCell,
    SequentialRNNCell,
)
from ...rnn.sequences import _format_sequence, _get_begin_state, _mask_sequence_variable_length

if TYPE_CHECKING:
    from ...parameter import ParameterDict
    from ...signatures import InitLike

__all__ = ["VariationalDropoutCell", "LSTMPCell"]


def _is_bidirectional(cell: Any) -> bool:
    return isinstance(cell, BidirectionalCell) or isinstance(cell, (SequentialRNNCell, HybridSequentialRNNCell)) \
        and any(map(_is_bidirectional, cell._children.values()))


class VariationalDropoutCell(ModifierCell):
    """Drop inputs, initial states and outputs of a cell, with the same masks at every step.

    Masks are drawn at the first step after `reset`; `unroll` resets.

    Parameters
    ----------
    base_cell : RecurrentCell
        The cell around which values are dropped.
    drop_inputs : float, default=0.0
        Fraction of the inputs that is dropped.
    drop_states : float, default=0.0
        Fraction of the first state that is dropped.
    drop_outputs : float, default=0.0
        Fraction of the outputs that is dropped.

    Raises
    ------
    AssertionError
        If states of a bidirectional cell are to be dropped.

    Examples
    --------
    >>> cell = mx.gluon.contrib.rnn.VariationalDropoutCell(mx.gluon.rnn.LSTMCell(4), drop_inputs=0.5)
    >>> cell.initialize()
    >>> outputs, states = cell.unroll(3, mx.nd.ones((2, 3, 5)), merge_outputs=True)
    >>> outputs.shape
    (2, 3, 4)
    """

    drop_inputs: float
    drop_states: float
    drop_outputs: float

    def __init__(self, base_cell: Any, drop_inputs: float = 0.0, drop_states: float = 0.0,
                 drop_outputs: float = 0.0) -> None:
        if drop_states and _is_bidirectional(base_cell):
            raise AssertionError("VariationalDropoutCell: states of a bidirectional cell cannot be dropped from "
                                 "outside; put VariationalDropoutCells around the cells inside of it")
        super().__init__(base_cell)
        self.drop_inputs, self.drop_states, self.drop_outputs = drop_inputs, drop_states, drop_outputs
        self._forget_masks()

    def _alias(self) -> str:
        return "vardrop"

    def reset(self) -> None:
        """Restart the step count, and draw new masks at the next step."""
        super().reset()
        self._forget_masks()

    def _forget_masks(self) -> None:
        self.drop_inputs_mask: Any = None
        self.drop_states_mask: Any = None
        self.drop_outputs_mask: Any = None

    def _mask(self, F: Any, name: str, like: Any) -> None:
        """Draw a mask if something is dropped and there is none yet."""
        share = getattr(self, name)
        if share and getattr(self, f"{name}_mask") is None:
            setattr(self, f"{name}_mask", F.Dropout(F.ones_like(like), p=share))

    def hybrid_forward(self, F: Any, inputs: Any, states: Any) -> Any:  # type: ignore[override]
        """Do one step."""
        self._mask(F, "drop_states", states[0])
        self._mask(F, "drop_inputs", inputs)
        if self.drop_states:
            states = [states[0] * self.drop_states_mask, *states[1:]]
        if self.drop_inputs:
            inputs = inputs * self.drop_inputs_mask
        output, states = self.base_cell(inputs, states)
        self._mask(F, "drop_outputs", output)
        return (output * self.drop_outputs_mask if self.drop_outputs else output), states

    def __repr__(self) -> str:
        return f"{type(self).__name__}(p_out = {self.drop_outputs}, p_state = {self.drop_states})"

    def unroll(self, length: int, inputs: Any, begin_state: Any = None, layout: str = "NTC",
               merge_outputs: bool | None = None, valid_length: Any = None) -> tuple[Any, list[Any]]:
        """Run the cell over a sequence. Without dropped states one mask serves all steps.

        Parameters
        ----------
        length : int
            Number of steps.
        inputs : NDArray, Symbol or list of them
            One array with all steps, or one per step.
        begin_state : list of NDArray or Symbol, optional
            States before the first step; zeros where they are not given.
        layout : str, default='NTC'
            Order of the axes of batch, time and channels.
        merge_outputs : bool, optional
            Whether outputs are one array, or a list of them; by default as the inputs are.
        valid_length : NDArray or Symbol, optional
            Length of each sequence of the batch; outputs after it are 0.

        Returns
        -------
        tuple
            Outputs, and the states after the last step.
        """
        if self.drop_states:
            return super().unroll(length, inputs, begin_state, layout, merge_outputs, valid_length=valid_length)
        self.reset()
        inputs, axis, F, batch_size = _format_sequence(length, inputs, layout, True)
        states = _get_begin_state(self, F, begin_state, inputs, batch_size)
        if self.drop_inputs:
            inputs = F.Dropout(inputs, p=self.drop_inputs, axes=(axis,))
        outputs, states = self.base_cell.unroll(length, inputs, states, layout, merge_outputs=True,
                                                valid_length=valid_length)
        if self.drop_outputs:
            outputs = F.Dropout(outputs, p=self.drop_outputs, axes=(axis,))
        merge = isinstance(outputs, tensor_types) if merge_outputs is None else merge_outputs
        outputs = _format_sequence(length, outputs, layout, merge)[0]
        if valid_length is not None:
            outputs = _mask_sequence_variable_length(F, outputs, length, valid_length, axis, merge)
        return outputs, states


class LSTMPCell(HybridRecurrentCell):
    """Long short-term memory whose output, and first state, is a projection of the hidden state.

    Parameters
    ----------
    hidden_size : int
        Number of memory cells.
    projection_size : int
        Length of the output.
    i2h_weight_initializer : InitLike, optional
        Initializer of the weight on inputs.
    h2h_weight_initializer : InitLike, optional
        Initializer of the weight on the projected output before.
    h2r_weight_initializer : InitLike, optional
        Initializer of the projection.
    i2h_bias_initializer : InitLike, default='zeros'
        Initializer of the bias on inputs.
    h2h_bias_initializer : InitLike, default='zeros'
        Initializer of the bias on outputs before.
    input_size : int, default=0
        Length of an input; 0 is inferred at the first call.
    prefix : str, optional
        Prefix of the parameter names.
    params : ParameterDict, optional
        Parameters to share.

    Examples
    --------
    >>> cell = mx.gluon.contrib.rnn.LSTMPCell(5, 2)
    >>> cell.initialize()
    >>> output, states = cell(mx.nd.ones((3, 4)), cell.begin_state(3))
    >>> output.shape, [state.shape for state in states]
    ((3, 2), [(3, 2), (3, 5)])
    """

    i2h_weight: Parameter
    h2h_weight: Parameter
    h2r_weight: Parameter
    i2h_bias: Parameter
    h2h_bias: Parameter

    def __init__(self, hidden_size: int, projection_size: int, i2h_weight_initializer: InitLike | None = None,
                 h2h_weight_initializer: InitLike | None = None, h2r_weight_initializer: InitLike | None = None,
                 i2h_bias_initializer: InitLike = "zeros", h2h_bias_initializer: InitLike = "zeros",
                 input_size: int = 0, prefix: str | None = None, params: ParameterDict | None = None) -> None:
        super().__init__(prefix=prefix, params=params)
        sizes = hidden_size, input_size, projection_size = plain((hidden_size, input_size, projection_size))
        self._hidden_size, self._input_size, self._projection_size = sizes
        rows = 4 * hidden_size
        for name, shape, init in (("i2h_weight", (rows, input_size), i2h_weight_initializer),
                                  ("h2h_weight", (rows, projection_size), h2h_weight_initializer),
                                  ("h2r_weight", (projection_size, hidden_size), h2r_weight_initializer),
                                  ("i2h_bias", (rows,), i2h_bias_initializer),
                                  ("h2h_bias", (rows,), h2h_bias_initializer)):
            setattr(self, name, self.params.get(name, shape=shape, init=init, allow_deferred_init=True))

    def state_info(self, batch_size: int = 0) -> list[dict[str, Any]]:
        """Describe the projected output and the memory.

        Parameters
        ----------
        batch_size : int, default=0
            Number of sequences.

        Returns
        -------
        list of dict
            Shape and layout of the projected output and of the memory.
        """
        sizes = self._projection_size, self._hidden_size
        return [{"shape": (batch_size, size), "__layout__": "NC"} for size in sizes]

    def _alias(self) -> str:
        return "lstmp"

    def __repr__(self) -> str:
        rows, inputs = tuple(self.i2h_weight.shape or (0, 0))
        return f"{type(self).__name__}({inputs or None} -> {rows} -> {self.h2r_weight.shape[0]})"

    def hybrid_forward(self, F: Any, inputs: Any, states: Any, i2h_weight: Any,  # type: ignore[override]
                       h2h_weight: Any, h2r_weight: Any, i2h_bias: Any, h2h_bias: Any) -> Any:
        """Do one step."""
        step, rows = self._step, 4 * self._hidden_size
        i2h = F.FullyConnected(data=inputs, weight=i2h_weight, bias=i2h_bias, num_hidden=rows, name=step + "i2h")
        h2h = F.FullyConnected(data=states[0], weight=h2h_weight, bias=h2h_bias, num_hidden=rows, name=step + "h2h")
        parts = F.SliceChannel(i2h + h2h, num_outputs=4, name=step + "slice")
        write, keep, value, show = [F.Activation(part, act_type="tanh" if gate == "c" else "sigmoid", name=step + gate)
                                    for part, gate in zip(parts, "ifco")]
        memory = F.elemwise_add(keep * states[1], write * value, name=step + "state")
        hidden = F.elemwise_mul(show, F.Activation(memory, act_type="tanh"), name=step + "hidden")
        output = F.FullyConnected(data=hidden, num_hidden=self._projection_size, weight=h2r_weight, no_bias=True,
                                  name=step + "out")
        return output, [output, memory]


def dynamic_unroll(cell: Any, inputs: Any, begin_state: Any, drop_inputs: float = 0, drop_outputs: float = 0,
                   layout: str = "TNC", valid_length: Any = None) -> tuple[Any, Any]:
    """Run a cell over a sequence of any length as one loop, with ``F.contrib.foreach``.

    Parameters
    ----------
    cell : RecurrentCell
        The cell.
    inputs : NDArray or Symbol
        All steps, with time first (``TNC``, which is quicker) or second.
    begin_state : list of NDArray or Symbol
        States before the first step.
    drop_inputs : float, default=0
        Fraction of inputs to drop, the same at every step.
    drop_outputs : float, default=0
        Fraction of outputs to drop, the same at every step.
    layout : str, default='TNC'
        Order of the axes of batch, time and channels.
    valid_length : NDArray or Symbol, optional
        Length of each sequence; outputs after it are 0, states are those at it.

    Returns
    -------
    tuple
        Outputs, and the states after the last step.

    Examples
    --------
    >>> cell = mx.gluon.rnn.RNNCell(4, input_size=3)
    >>> cell.initialize()
    >>> outputs, states = mx.gluon.contrib.rnn.rnn_cell.dynamic_unroll(
    ...     cell, mx.nd.ones((5, 2, 3)), cell.begin_state(batch_size=2))
    >>> outputs.shape
    (5, 2, 4)
    """
    inputs, axis, F, _ = _format_sequence(0, inputs, layout, True)
    order = list(range(len(layout)))
    order[0], order[axis] = order[axis], order[0]
    if axis != 0:
        inputs = F.transpose(inputs, axes=order)
    if drop_inputs:
        inputs = F.Dropout(inputs, p=drop_inputs, axes=(axis,))
    if valid_length is None:
        outputs, states = F.contrib.foreach(cell, inputs, begin_state)
    else:
        def step(inputs: Any, states: list) -> tuple[Any, list]:
            *before, count = states
            output, after = cell(inputs, before)
            kept = [F.where(F.broadcast_greater(valid_length, count), new, old) for new, old in zip(after, before)]
            return output, [*kept, count + 1]

        outputs, states = F.contrib.foreach(step, inputs, [*_as_list(begin_state), F.zeros(1)])
        states = states[:-1]  # without the step count
    if drop_outputs:
        outputs = F.Dropout(outputs, p=drop_outputs, axes=(axis,))
    if axis != 0:
        outputs = F.transpose(outputs, order)
    if valid_length is not None:
        outputs = F.SequenceMask(outputs, sequence_length=valid_length, use_sequence_length=True, axis=axis)
    return outputs, states
