"""Recurrent cells: one step of a recurrent network, called step by step or unrolled."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ...core.borrowed import borrowed as _borrowed
from ...core.params import plain
from ..parameter import Parameter, tensor_types
from ..utils import _indent
from .cell import HybridRecurrentCell, RecurrentCell
from .sequences import (
    _cells_begin_state,
    _cells_state_info,
    _format_sequence,
    _get_begin_state,
    _mask_sequence_variable_length,
    _reverse_sequences,
)
from .wrapping_cells import BidirectionalCell, DropoutCell, ModifierCell, ResidualCell, ZoneoutCell

if TYPE_CHECKING:
    from ..parameter import ParameterDict
    from ..signatures import InitLike

__all__ = ["RecurrentCell", "HybridRecurrentCell", "RNNCell", "LSTMCell", "GRUCell", "SequentialRNNCell",
           "HybridSequentialRNNCell", "DropoutCell", "ModifierCell", "ZoneoutCell", "ResidualCell",
           "BidirectionalCell"]
# Names that clients import from here.
_IMPORTED = (_mask_sequence_variable_length, _reverse_sequences, tensor_types)


class _GatedCell(HybridRecurrentCell):
    """A cell whose gates are a linear map of the input plus one of the state."""

    _gates = 1
    i2h_weight: Parameter
    h2h_weight: Parameter
    i2h_bias: Parameter
    h2h_bias: Parameter

    def __init__(self, hidden_size: int, input_size: int, initializers: tuple, prefix: str | None, params: Any) -> None:
        super().__init__(prefix=prefix, params=params)
        self._hidden_size, self._input_size = hidden_size, input_size = plain((hidden_size, input_size))
        rows = self._gates * hidden_size
        shapes = {"i2h_weight": (rows, input_size), "h2h_weight": (rows, hidden_size), "i2h_bias": (rows,),
                  "h2h_bias": (rows,)}
        for (name, shape), init in zip(shapes.items(), initializers):
            setattr(self, name, self.params.get(name, shape=shape, init=init, allow_deferred_init=True))

    def state_info(self, batch_size: int = 0) -> list:
        """Describe the state."""
        return [{"shape": (batch_size, self._hidden_size), "__layout__": "NC"}]

    def _linear(self, F: Any, inputs: Any, state: Any, i2h: tuple, h2h: tuple) -> tuple[Any, Any]:
        """Return both linear maps."""
        hidden = self._gates * self._hidden_size
        return (F.FullyConnected(data=inputs, weight=i2h[0], bias=i2h[1], num_hidden=hidden, name=self._step + "i2h"),
                F.FullyConnected(data=state, weight=h2h[0], bias=h2h[1], num_hidden=hidden, name=self._step + "h2h"))

    def _told(self) -> list[str]:
        rows, inputs = tuple(self.i2h_weight.shape or (0, 0))
        return [f"{inputs or None} -> {rows}"]

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(self._told())})"


class RNNCell(_GatedCell):
    """Plain recurrent cell: ``activation(i2h(x) + h2h(state))``.

    Parameters
    ----------
    hidden_size : int
        Size of the state, and of the output.
    activation : default='tanh'
        Activation function, such as ``"tanh"`` or ``"relu"``.
    i2h_weight_initializer : InitLike, optional
        Initializer of the weight from input to hidden; that of ``initialize`` by default.
    h2h_weight_initializer : InitLike, optional
        Initializer of the weight from hidden to hidden; that of ``initialize`` by default.
    i2h_bias_initializer : InitLike, default='zeros'
        Initializer of the bias of the former.
    h2h_bias_initializer : InitLike, default='zeros'
        Initializer of the bias of the latter.
    input_size : int, default=0
        Size of an input; 0 infers it at the first forward.
    prefix : str, optional
        Prefix of the parameter names.
    params : ParameterDict, optional
        Parameters to share.

    Examples
    --------
    >>> cell = mx.gluon.rnn.RNNCell(5)
    >>> cell.initialize()
    >>> output, states = cell(mx.nd.ones((2, 3)), cell.begin_state(batch_size=2))
    >>> output.shape
    (2, 5)
    """

    def __init__(self, hidden_size: int, activation: Any = "tanh", i2h_weight_initializer: InitLike | None = None,
                 h2h_weight_initializer: InitLike | None = None, i2h_bias_initializer: InitLike = "zeros",
                 h2h_bias_initializer: InitLike = "zeros", input_size: int = 0, prefix: str | None = None,
                 params: ParameterDict | None = None) -> None:
        super().__init__(hidden_size, input_size, (i2h_weight_initializer, h2h_weight_initializer,
                                                   i2h_bias_initializer, h2h_bias_initializer), prefix, params)
        self._activation = activation

    def _alias(self) -> str:
        return "rnn"

    def _told(self) -> list[str]:
        return [*super()._told(), str(self._activation)]

    def hybrid_forward(self, F: Any, inputs: Any, states: Any, i2h_weight: Any, h2h_weight: Any, i2h_bias: Any,
                       h2h_bias: Any) -> Any:
        """Do one step."""
        i2h, h2h = self._linear(F, inputs, states[0], (i2h_weight, i2h_bias), (h2h_weight, h2h_bias))
        total = F.elemwise_add(i2h, h2h, name=self._step + "plus0")
        output = self._get_activation(F, total, self._activation, name=self._step + "out")
        return output, [output]


class LSTMCell(_GatedCell):
    """LSTM cell; its states are the output and the memory.

    Parameters
    ----------
    hidden_size : int
        Size of the states, and of the output.
    i2h_weight_initializer : InitLike, optional
        Initializer of the weight from input to hidden; that of ``initialize`` by default.
    h2h_weight_initializer : InitLike, optional
        Initializer of the weight from hidden to hidden; that of ``initialize`` by default.
    i2h_bias_initializer : InitLike, default='zeros'
        Initializer of the bias of the former.
    h2h_bias_initializer : InitLike, default='zeros'
        Initializer of the bias of the latter.
    input_size : int, default=0
        Size of an input; 0 infers it at the first forward.
    prefix : str, optional
        Prefix of the parameter names.
    params : ParameterDict, optional
        Parameters to share.
    activation : default='tanh'
        Activation function of input and output.
    recurrent_activation : default='sigmoid'
        Activation function of the gates.

    Examples
    --------
    >>> cell = mx.gluon.rnn.LSTMCell(5)
    >>> cell.initialize()
    >>> output, states = cell(mx.nd.ones((2, 3)), cell.begin_state(batch_size=2))
    >>> output.shape, len(states)
    ((2, 5), 2)
    """

    _gates = 4

    def __init__(self, hidden_size: int, i2h_weight_initializer: InitLike | None = None,
                 h2h_weight_initializer: InitLike | None = None, i2h_bias_initializer: InitLike = "zeros",
                 h2h_bias_initializer: InitLike = "zeros", input_size: int = 0, prefix: str | None = None,
                 params: ParameterDict | None = None, activation: Any = "tanh",
                 recurrent_activation: Any = "sigmoid") -> None:
        super().__init__(hidden_size, input_size, (i2h_weight_initializer, h2h_weight_initializer,
                                                   i2h_bias_initializer, h2h_bias_initializer), prefix, params)
        self._activation, self._recurrent_activation = activation, recurrent_activation

    def _alias(self) -> str:
        return "lstm"

    def state_info(self, batch_size: int = 0) -> list[dict[str, Any]]:
        """Describe the states, output and memory.

        Parameters
        ----------
        batch_size : int, default=0
            Number of samples.

        Returns
        -------
        list of dict
            Shape and layout of each state.
        """
        return super().state_info(batch_size) + super().state_info(batch_size)

    def hybrid_forward(self, F: Any, inputs: Any, states: Any, i2h_weight: Any, h2h_weight: Any, i2h_bias: Any,
                       h2h_bias: Any) -> Any:
        """Do one step."""
        step = self._step
        i2h, h2h = self._linear(F, inputs, states[0], (i2h_weight, i2h_bias), (h2h_weight, h2h_bias))
        parts = F.SliceChannel(F.elemwise_add(i2h, h2h, name=step + "plus0"), num_outputs=4, name=step + "slice")
        kinds = (self._recurrent_activation, self._recurrent_activation, self._activation, self._recurrent_activation)
        write, keep, value, show = [self._get_activation(F, part, kind, name=step + gate)
                                    for part, kind, gate in zip(parts, kinds, "ifco")]
        memory = F.elemwise_add(F.elemwise_mul(keep, states[1], name=step + "mul0"),
                                F.elemwise_mul(write, value, name=step + "mul1"), name=step + "state")
        shown = F.Activation(memory, act_type=self._activation, name=step + "activation0")
        output = F.elemwise_mul(show, shown, name=step + "out")
        return output, [output, memory]


class GRUCell(_GatedCell):
    """Cell of gated recurrent units.

    Parameters
    ----------
    hidden_size : int
        Size of the state, and of the output.
    i2h_weight_initializer : InitLike, optional
        Initializer of the weight from input to hidden; that of ``initialize`` by default.
    h2h_weight_initializer : InitLike, optional
        Initializer of the weight from hidden to hidden; that of ``initialize`` by default.
    i2h_bias_initializer : InitLike, default='zeros'
        Initializer of the bias of the former.
    h2h_bias_initializer : InitLike, default='zeros'
        Initializer of the bias of the latter.
    input_size : int, default=0
        Size of an input; 0 infers it at the first forward.
    prefix : str, optional
        Prefix of the parameter names.
    params : ParameterDict, optional
        Parameters to share.

    Examples
    --------
    >>> cell = mx.gluon.rnn.GRUCell(5)
    >>> cell.initialize()
    >>> output, states = cell(mx.nd.ones((2, 3)), cell.begin_state(batch_size=2))
    >>> output.shape
    (2, 5)
    """

    _gates = 3

    def __init__(self, hidden_size: int, i2h_weight_initializer: InitLike | None = None,
                 h2h_weight_initializer: InitLike | None = None, i2h_bias_initializer: InitLike = "zeros",
                 h2h_bias_initializer: InitLike = "zeros", input_size: int = 0, prefix: str | None = None,
                 params: ParameterDict | None = None) -> None:
        super().__init__(hidden_size, input_size, (i2h_weight_initializer, h2h_weight_initializer,
                                                   i2h_bias_initializer, h2h_bias_initializer), prefix, params)

    def _alias(self) -> str:
        return "gru"

    def hybrid_forward(self, F: Any, inputs: Any, states: Any, i2h_weight: Any, h2h_weight: Any, i2h_bias: Any,
                       h2h_bias: Any) -> Any:
        """Do one step."""
        step, before = self._step, states[0]
        i2h, h2h = self._linear(F, inputs, before, (i2h_weight, i2h_bias), (h2h_weight, h2h_bias))
        i_reset, i_update, i_new = F.SliceChannel(i2h, num_outputs=3, name=step + "i2h_slice")
        h_reset, h_update, h_new = F.SliceChannel(h2h, num_outputs=3, name=step + "h2h_slice")
        reset = F.Activation(F.elemwise_add(i_reset, h_reset, name=step + "plus0"), act_type="sigmoid",
                             name=step + "r_act")
        update = F.Activation(F.elemwise_add(i_update, h_update, name=step + "plus1"), act_type="sigmoid",
                              name=step + "z_act")
        mixed = F.elemwise_add(i_new, F.elemwise_mul(reset, h_new, name=step + "mul0"), name=step + "plus2")
        new = F.Activation(mixed, act_type="tanh", name=step + "h_act")
        rest = F.elemwise_sub(F.ones_like(update, name=step + "ones_like0"), update, name=step + "minus0")
        output = F.elemwise_add(F.elemwise_mul(rest, new, name=step + "mul1"),
                                F.elemwise_mul(update, before, name=step + "mul20"), name=step + "out")
        return output, [output]


# ---- cells made of cells ----------------------------------------------------------------------------

if TYPE_CHECKING:
    _Mixed = RecurrentCell  # what type checkers know of the classes it is mixed into
else:
    _Mixed = object


class _Stack(_Mixed):
    """What both stacks of cells share."""

    _children: Any

    def __repr__(self) -> str:
        lines = "\n".join(f"({key}): {_indent(repr(cell), 2)}" for key, cell in self._children.items())
        return f"{type(self).__name__}(\n{lines}\n)"

    def add(self, cell: RecurrentCell) -> None:
        """Add a cell on top."""
        self.register_child(cell)

    def state_info(self, batch_size: int = 0) -> list[dict[str, Any]]:
        """Describe the states of all cells."""
        return _cells_state_info(self._children.values(), batch_size)

    def begin_state(self, **kwargs: Any) -> list[Any]:
        """Make the initial states of all cells."""
        self._check_unmodified()
        return _cells_begin_state(self._children.values(), **kwargs)

    def _with_states(self, states: list) -> Any:
        """Yield each cell with its part of the states."""
        begin = 0
        for cell in self._children.values():
            count = len(cell.state_info())
            yield cell, states[begin:begin + count]
            begin += count

    def __call__(self, inputs: Any, states: Any) -> tuple[Any, list]:
        self._counter: int
        self._counter += 1
        if any(isinstance(cell, BidirectionalCell) for cell in self._children.values()):
            raise AssertionError(f"{self.name} has a BidirectionalCell, which needs the whole sequence: "
                                 "call unroll")
        found: list = []
        for cell, part in self._with_states(states):
            inputs, after = cell(inputs, part)
            found.extend(after)
        return inputs, found

    def unroll(self, length: int, inputs: Any, begin_state: Any = None, layout: str = "NTC",
               merge_outputs: bool | None = None, valid_length: Any = None) -> tuple[Any, list]:
        """Run the cells over a sequence, each on the outputs of the one below; see `RecurrentCell.unroll`."""
        self.reset()
        inputs, _, F, batch_size = _format_sequence(length, inputs, layout, None)
        begin_state = _get_begin_state(self, F, begin_state, inputs, batch_size)
        last, found = len(self._children) - 1, []
        for number, (cell, part) in enumerate(self._with_states(begin_state)):
            inputs, after = cell.unroll(length, inputs=inputs, begin_state=part, layout=layout,
                                        merge_outputs=merge_outputs if number == last else None,
                                        valid_length=valid_length)
            found.extend(after)
        return inputs, found

    def __getitem__(self, i: int) -> Any:
        return self._children[str(i)]

    def __len__(self) -> int:
        return len(self._children)


class SequentialRNNCell(_Stack, RecurrentCell):
    """Stacked cells: each gets the output of the one below.

    Examples
    --------
    >>> cells = mx.gluon.rnn.SequentialRNNCell()
    >>> cells.add(mx.gluon.rnn.LSTMCell(5))
    >>> cells.add(mx.gluon.rnn.GRUCell(4))
    >>> cells.initialize()
    >>> output, states = cells(mx.nd.ones((2, 3)), cells.begin_state(batch_size=2))
    >>> output.shape, len(states)
    ((2, 4), 3)
    """

    def hybrid_forward(self, *args: Any, **kwargs: Any) -> Any:
        """Refuse: this stack is not hybrid."""
        raise NotImplementedError("SequentialRNNCell is not hybrid; take HybridSequentialRNNCell")


class HybridSequentialRNNCell(_Stack, HybridRecurrentCell):
    """Stacked hybrid cells: each gets the output of the one below."""

    def hybrid_forward(self, F: Any, inputs: Any, states: Any) -> Any:  # type: ignore[override]
        """Do one step."""
        return self(inputs, states)

_borrowed(__name__)
