"""Recurrent cells: one step of a recurrent network, to be called step by step or unrolled."""
from __future__ import annotations

import numbers
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from ... import ndarray, symbol
from ...core.borrowed import borrowed as _borrowed
from ..block import Block, HybridBlock
from ..faces import shown
from ..nn import LeakyReLU
from ..parameter import Parameter, tensor_types
from ..utils import _indent
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
    from ..signatures import InitLike

__all__ = ["RecurrentCell", "HybridRecurrentCell", "RNNCell", "LSTMCell", "GRUCell", "SequentialRNNCell",
           "HybridSequentialRNNCell", "DropoutCell", "ModifierCell", "ZoneoutCell", "ResidualCell",
           "BidirectionalCell"]


class RecurrentCell(Block):
    """Base of cells: ``output, states = cell(input, states)``.

    Examples
    --------
    >>> cell = mx.gluon.rnn.LSTMCell(5)
    >>> cell.initialize()
    >>> outputs, states = cell.unroll(3, mx.nd.ones((2, 3, 4)), merge_outputs=True)
    >>> outputs.shape, [state.shape for state in states]
    ((2, 3, 5), [(2, 5), (2, 5)])
    """

    def __init__(self, prefix: str | None = None, params: ParameterDict | None = None) -> None:
        super().__init__(prefix=prefix, params=params)
        self._modified = False
        self.reset()

    def reset(self) -> None:
        """Begin to count steps anew; called before a cell is used in another graph."""
        self._init_counter = self._counter = -1
        for cell in self._children.values():
            if isinstance(cell, RecurrentCell):  # and not an activation
                cell.reset()

    def state_info(self, batch_size: int = 0) -> list[dict[str, Any]]:
        """Describe the states: shape and layout of each."""
        raise NotImplementedError(f"{type(self).__name__} does not say what states it has")

    def _check_unmodified(self) -> None:
        if self._modified:
            raise AssertionError(f"{self.name} is part of a modifier cell, such as ZoneoutCell: call that one")

    def begin_state(self, batch_size: int = 0, func: Callable[..., Any] = ndarray.zeros, **kwargs: Any) -> list[Any]:
        """Make the first states by ``func``, which gets name, shape, layout and ``kwargs``."""
        self._check_unmodified()
        states = []
        for info in self.state_info(batch_size):
            self._init_counter += 1
            states.append(func(name=f"{self._prefix}begin_state_{self._init_counter}", **{**(info or {}), **kwargs}))
        return shown(states)

    def unroll(self, length: int, inputs: Any, begin_state: Any = None, layout: str = "NTC",
               merge_outputs: bool | None = None, valid_length: Any = None) -> tuple[Any, list[Any]]:
        """Run the cell over a sequence; gives outputs and the last states.

        Parameters
        ----------
        length : number of steps.
        inputs : an array with an axis of time, or a list with one array per step.
        merge_outputs : outputs as one array (True) or a list (False); None as it comes.
        valid_length : the length of each sequence; outputs behind it are 0, states are those at it.
        """
        self.reset()
        inputs, axis, F, batch_size = _format_sequence(length, inputs, layout, False)
        states = _get_begin_state(self, F, begin_state, inputs, batch_size)
        outputs, history = [], []
        for step in range(length):
            output, states = self(inputs[step], states)
            outputs.append(output)
            history.append(states)
        if valid_length is not None:
            states = [F.SequenceLast(F.stack(*steps, axis=0), sequence_length=valid_length, use_sequence_length=True,
                                     axis=0) for steps in zip(*history)]
            outputs = _mask_sequence_variable_length(F, outputs, length, valid_length, axis, True)
        return _format_sequence(length, outputs, layout, merge_outputs)[0], states

    def _get_activation(self, F: Any, inputs: Any, activation: Any, **kwargs: Any) -> Any:
        """Apply an activation given as a name, a layer or a function."""
        if activation in ("tanh", "relu", "sigmoid", "softsign"):
            return getattr(F, activation)(inputs, **kwargs)
        if isinstance(activation, str):
            return F.Activation(inputs, act_type=activation, **kwargs)
        if isinstance(activation, LeakyReLU):
            return F.LeakyReLU(inputs, act_type="leaky", slope=activation._alpha, **kwargs)
        return activation(inputs, **kwargs)

    def forward(self, inputs: Any, states: Any) -> Any:
        """Do one step."""
        self._counter += 1
        return super().forward(inputs, states)


class HybridRecurrentCell(RecurrentCell, HybridBlock):
    """Base of cells that can be hybridized."""

    def __init__(self, prefix: str | None = None, params: ParameterDict | None = None) -> None:
        super().__init__(prefix=prefix, params=params)

    def hybrid_forward(self, F: Any, x: Any, *args: Any, **kwargs: Any) -> Any:
        """Do one step; derived classes say how."""
        raise NotImplementedError(f"{type(self).__name__} has no hybrid_forward")

    @property
    def _step(self) -> str:
        """What names in the graph of this step begin with."""
        return f"t{self._counter}_"


class _GatedCell(HybridRecurrentCell):
    """A cell whose gates are a linear map of the input plus one of the state."""

    _gates = 1
    i2h_weight: Parameter
    h2h_weight: Parameter
    i2h_bias: Parameter
    h2h_bias: Parameter

    def __init__(self, hidden_size: int, input_size: int, initializers: tuple, prefix: str | None, params: Any) -> None:
        super().__init__(prefix=prefix, params=params)
        self._hidden_size, self._input_size = hidden_size, input_size
        rows = self._gates * hidden_size
        shapes = {"i2h_weight": (rows, input_size), "h2h_weight": (rows, hidden_size), "i2h_bias": (rows,),
                  "h2h_bias": (rows,)}
        for (name, shape), init in zip(shapes.items(), initializers):
            setattr(self, name, self.params.get(name, shape=shape, init=init, allow_deferred_init=True))

    def state_info(self, batch_size: int = 0) -> list:
        """Describe the state."""
        return [{"shape": (batch_size, self._hidden_size), "__layout__": "NC"}]

    def _linear(self, F: Any, inputs: Any, state: Any, i2h: tuple, h2h: tuple) -> tuple[Any, Any]:
        """Give both linear maps."""
        hidden = self._gates * self._hidden_size
        return (F.FullyConnected(data=inputs, weight=i2h[0], bias=i2h[1], num_hidden=hidden, name=self._step + "i2h"),
                F.FullyConnected(data=state, weight=h2h[0], bias=h2h[1], num_hidden=hidden, name=self._step + "h2h"))

    def _told(self) -> list[str]:
        rows, inputs = tuple(self.i2h_weight.shape or (0, 0))
        return [f"{inputs or None} -> {rows}"]

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(self._told())})"


class RNNCell(_GatedCell):
    """The plain recurrent cell: ``activation(i2h(x) + h2h(state))``."""

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
    """Long short-term memory; states are the output and the memory."""

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
        """Describe output and memory."""
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
    """The gated recurrent unit."""

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
    _Mixed = RecurrentCell  # what checkers know of the classes it is mixed into
else:
    _Mixed = object


class _Stack(_Mixed):
    """What both stacks of cells have in common."""

    _children: Any

    def __repr__(self) -> str:
        lines = "\n".join(f"({key}): {_indent(repr(cell), 2)}" for key, cell in self._children.items())
        return f"{type(self).__name__}(\n{lines}\n)"

    def add(self, cell: RecurrentCell) -> None:
        """Put a cell on top."""
        self.register_child(cell)

    def state_info(self, batch_size: int = 0) -> list[dict[str, Any]]:
        """Describe the states of all cells."""
        return _cells_state_info(self._children.values(), batch_size)

    def begin_state(self, **kwargs: Any) -> list[Any]:
        """Make the first states of all cells."""
        self._check_unmodified()
        return _cells_begin_state(self._children.values(), **kwargs)

    def _with_states(self, states: list) -> Any:
        """Give each cell with its part of the states."""
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
    """Cells on top of each other."""

    def hybrid_forward(self, *args: Any, **kwargs: Any) -> Any:
        """Refuse: this stack is not hybrid."""
        raise NotImplementedError("SequentialRNNCell is not hybrid; take HybridSequentialRNNCell")


class HybridSequentialRNNCell(_Stack, HybridRecurrentCell):
    """Hybrid cells on top of each other."""

    def hybrid_forward(self, F: Any, inputs: Any, states: Any) -> Any:  # type: ignore[override]
        """Do one step."""
        return self(inputs, states)


class DropoutCell(HybridRecurrentCell):
    """Dropout of the input at each step; it has no state."""

    def __init__(self, rate: float, axes: Sequence[int] = (), prefix: str | None = None,
                 params: ParameterDict | None = None) -> None:
        super().__init__(prefix, params)
        if not isinstance(rate, numbers.Number):
            raise AssertionError(f"DropoutCell: rate is a number, got {type(rate).__name__}")
        self._rate, self._axes = rate, axes

    def __repr__(self) -> str:
        return f"{type(self).__name__}(rate={self._rate}, axes={self._axes})"

    def state_info(self, batch_size: int = 0) -> list[dict[str, Any]]:
        """Give nothing: there is no state."""
        return []

    def _alias(self) -> str:
        return "dropout"

    def hybrid_forward(self, F: Any, inputs: Any, states: Any) -> Any:  # type: ignore[override]
        """Drop a share of the input."""
        if self._rate > 0:
            inputs = F.Dropout(data=inputs, p=self._rate, axes=self._axes, name=self._step + "fwd")
        return inputs, states

    def unroll(self, length: int, inputs: Any, begin_state: Any = None, layout: str = "NTC",
               merge_outputs: bool | None = None, valid_length: Any = None) -> tuple[Any, list[Any]]:
        """Drop a share of the whole sequence at once where it is one array."""
        self.reset()
        inputs, _, F, _ = _format_sequence(length, inputs, layout, merge_outputs)
        if isinstance(inputs, tensor_types):
            return self.hybrid_forward(F, inputs, begin_state or [])
        return super().unroll(length, inputs, begin_state, layout, merge_outputs)


class ModifierCell(HybridRecurrentCell):
    """Base of cells that change what another cell gives, such as `ZoneoutCell`; that cell keeps the parameters."""

    def __init__(self, base_cell: Any) -> None:
        if base_cell._modified:
            raise AssertionError(f"cell {base_cell.name} is part of a modifier cell already")
        base_cell._modified = True
        super().__init__(prefix=base_cell.prefix + self._alias(), params=None)
        self.base_cell = base_cell

    @property
    def params(self) -> Any:
        """Parameters of the cell inside."""
        return self.base_cell.params

    def state_info(self, batch_size: int = 0) -> list[dict[str, Any]]:
        """Describe the states of the cell inside."""
        return self.base_cell.state_info(batch_size)

    def begin_state(self, func: Callable[..., Any] = symbol.zeros, **kwargs: Any) -> list[Any]:  # type: ignore[override]
        """Make the first states of the cell inside."""
        self._check_unmodified()
        return self._directly(self.base_cell.begin_state, func=func, **kwargs)

    def _directly(self, function: Callable, *args: Any, **kwargs: Any) -> Any:
        """Call a method of the cell inside, which refuses calls by anyone else."""
        self.base_cell._modified = False
        try:
            return function(*args, **kwargs)
        finally:
            self.base_cell._modified = True

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.base_cell})"


class ZoneoutCell(ModifierCell):
    """Keep a share of outputs and states from the step before, at random, in training."""

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
        """Begin to count steps anew, and forget the last output."""
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
        """Unroll the cell inside, and add the inputs to its outputs."""
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
    """Two cells, one over the sequence and one over its reverse; outputs are put side by side."""

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
        """Describe the states of both cells."""
        return _cells_state_info(self._children.values(), batch_size)

    def begin_state(self, **kwargs: Any) -> list[Any]:  # type: ignore[override]
        """Make the first states of both cells."""
        self._check_unmodified()
        return _cells_begin_state(self._children.values(), **kwargs)

    def unroll(self, length: int, inputs: Any, begin_state: Any = None, layout: str = "NTC",
               merge_outputs: bool | None = None, valid_length: Any = None) -> tuple[Any, list[Any]]:
        """Run both cells over a sequence; see `RecurrentCell.unroll`."""
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


_borrowed(__name__)
