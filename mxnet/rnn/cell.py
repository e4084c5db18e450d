"""Recurrent cells as symbols: the base class, and the plain RNN, LSTM and GRU cells.

Names of parameters and nodes are part of MXNet's checkpoints, so they are exactly the same.
"""
from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from .. import initializer, ndarray, symbol
from ..core.errors import Misuse

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..ndarray import NDArray
    from ..symbol import Symbol



class RNNParams:
    """Variables by name, created on first use, so that cells can share them.

    Parameters
    ----------
    prefix : str, default=''
        Put before all names.
    """

    def __init__(self, prefix: str = "") -> None:
        self._prefix = prefix
        self._params: dict[str, Any] = {}

    def get(self, name: str, **kwargs: Any) -> Any:
        """Return a variable.

        Parameters
        ----------
        name : str
            Its name without the prefix.
        **kwargs
            Arguments of `mx.sym.Variable`.

        Returns
        -------
        Symbol
            The variable.
        """
        name = self._prefix + name
        if name not in self._params:
            self._params[name] = symbol.Variable(name, **kwargs)
        return self._params[name]


def split_sequence(length: int | None, inputs: Any, layout: str) -> list[Symbol]:
    """Return the inputs as a list with one symbol per time step."""
    _check_inputs(length, inputs)
    if not isinstance(inputs, symbol.Symbol):
        return inputs
    if len(inputs.list_outputs()) != 1:
        raise ValueError("unroll doesn't allow grouped symbol as input. Please convert to list "
                         "with list(inputs) first or let unroll handle splitting.")
    return list(symbol.split(inputs, axis=layout.find("T"), num_outputs=length, squeeze_axis=1))


def merge_sequence(length: int | None, inputs: Any, layout: str) -> Any:
    """Return the inputs as one symbol with a time axis."""
    _check_inputs(length, inputs)
    if isinstance(inputs, symbol.Symbol):
        return inputs
    axis = layout.find("T")
    return symbol.Concat(*[symbol.expand_dims(step, axis=axis) for step in inputs], dim=axis)


def arrange_sequence(length: int | None, inputs: Any, layout: str, merge: bool | None) -> Any:
    """Merge or split the inputs; leave them unchanged if `merge` is None."""
    if merge is None:
        _check_inputs(length, inputs)
        return inputs
    return (merge_sequence if merge else split_sequence)(length, inputs, layout)


def _check_inputs(length: int | None, inputs: Any) -> None:
    if inputs is None:
        raise ValueError("unroll(inputs=None) has been deprecated. Please create input variables "
                         "outside unroll.")
    if not isinstance(inputs, symbol.Symbol) and length is not None and len(inputs) != length:
        raise ValueError(f"unroll of length {length} got {len(inputs)} inputs")


class BaseRNNCell:
    """Base of recurrent cells of symbols: a call with an input and states returns an output and new states.

    Parameters
    ----------
    prefix : str, default=''
        Prefix of the parameter names and nodes.
    params : RNNParams, optional
        Parameters of another cell, to share them.
    """

    def __init__(self, prefix: str = "", params: RNNParams | None = None) -> None:
        self._own_params = params is None
        self._params = RNNParams(prefix) if params is None else params
        self._prefix = prefix
        self._modified = False
        self.reset()

    def reset(self) -> None:
        """Reset the count of time steps, before the cell is used in another graph."""
        self._init_counter = -1
        self._counter = -1
        for cell in getattr(self, "_cells", ()):
            cell.reset()

    def __call__(self, inputs: Symbol, states: list[Symbol]) -> tuple[Symbol, list[Symbol]]:
        """Return (output, new states) of one time step."""
        raise NotImplementedError(f"{type(self).__name__} cannot be stepped")

    @property
    def params(self) -> RNNParams:
        """Parameters of this cell; after an access they count as shared."""
        self._own_params = False
        return self._params

    @property
    def state_info(self) -> list[dict[str, Any]]:
        """Shape (batch size 0) and layout of every state."""
        raise NotImplementedError

    @property
    def state_shape(self) -> list[tuple[int, ...]]:
        """Shapes of the states."""
        return [info["shape"] for info in self.state_info]

    _gate_names: Any = ()

    def _check_unmodified(self) -> None:
        if self._modified:
            raise Misuse("After applying modifier cells (e.g. DropoutCell) the base cell "
                         "cannot be called directly. Call the modifier cell instead.")

    def begin_state(self, func: Callable[..., Any] = symbol.zeros, **kwargs: Any) -> list[Any]:
        """Create symbols for the initial states.

        Parameters
        ----------
        func : Callable[..., Any], default=symbol.zeros
            `mx.sym.zeros` by default; `mx.sym.Variable` makes the states inputs.
        **kwargs
            Further arguments of ``func``.

        Returns
        -------
        list of Symbol
            The states.
        """
        self._check_unmodified()
        states = []
        for info in self.state_info:
            self._init_counter += 1
            if info is not None:
                kwargs.update(info)
            states.append(func(name=f"{self._prefix}begin_state_{self._init_counter}", **kwargs))
        return states

    def unpack_weights(self, args: dict[str, NDArray]) -> dict[str, NDArray]:
        """Split the joined matrices into one entry per gate.

        Parameters
        ----------
        args : dict[str, NDArray]
            Arrays by name.

        Returns
        -------
        dict of str to NDArray
            All arrays, with the matrices split.
        """
        args = args.copy()
        size = getattr(self, "_num_hidden", 0)
        for group in ("i2h", "h2h") if self._gate_names else ():
            for kind in ("weight", "bias"):
                joined = args.pop(f"{self._prefix}{group}_{kind}")
                for i, gate in enumerate(self._gate_names):
                    args[f"{self._prefix}{group}{gate}_{kind}"] = \
                        joined[i * size:(i + 1) * size].copy()
        return args

    def pack_weights(self, args: dict[str, NDArray]) -> dict[str, NDArray]:
        """Join the matrices of gates: undo `unpack_weights`.

        Parameters
        ----------
        args : dict[str, NDArray]
            Arrays by name.

        Returns
        -------
        dict of str to NDArray
            All arrays, with the matrices joined.
        """
        args = args.copy()
        for group in ("i2h", "h2h") if self._gate_names else ():
            for kind in ("weight", "bias"):
                parts = [args.pop(f"{self._prefix}{group}{gate}_{kind}")
                         for gate in self._gate_names]
                args[f"{self._prefix}{group}_{kind}"] = ndarray.concatenate(parts)
        return args

    def unroll(self, length: int, inputs: Symbol | Sequence[Symbol], begin_state: list[Symbol] | None = None,
               layout: str = "NTC", merge_outputs: bool | None = None) -> tuple[Any, list[Symbol]]:
        """Run the cell over a sequence.

        Parameters
        ----------
        length : int
            Number of time steps.
        inputs : Symbol or Sequence[Symbol]
            One symbol with a time axis, or a list with one per step.
        begin_state : list[Symbol], optional
            Initial states; zeros by default.
        layout : str, default='NTC'
            ``"NTC"`` or ``"TNC"``, of a merged input and output.
        merge_outputs : bool, optional
            True for one symbol, False for a list, None for whichever form the cell produces.

        Returns
        -------
        tuple
            Outputs, and the list of final states.
        """
        self.reset()
        steps = split_sequence(length, inputs, layout)
        states = self.begin_state() if begin_state is None else begin_state
        outputs = []
        for step in range(length):
            output, states = self(steps[step], states)
            outputs.append(output)
        return arrange_sequence(length, outputs, layout, merge_outputs), states

    def _get_activation(self, inputs: Any, activation: Any, **kwargs: Any) -> Any:
        """Apply an activation given by name or as a function."""
        if isinstance(activation, str):
            return symbol.Activation(inputs, act_type=activation, **kwargs)
        return activation(inputs, **kwargs)

    def _step_name(self) -> str:
        """Count a time step and return the prefix of its nodes."""
        self._counter += 1
        return f"{self._prefix}t{self._counter}_"


def lstm_step(gates: Any, memory: Any, name: str, activate: Callable[..., Any], **slicing: Any) -> tuple[Any, Any]:
    """Return (output, memory) of an LSTM from the sum of its four gates' inputs."""
    parts = symbol.SliceChannel(gates, num_outputs=4, name=f"{name}slice", **slicing)
    in_gate = symbol.Activation(parts[0], act_type="sigmoid", name=f"{name}i")
    forget_gate = symbol.Activation(parts[1], act_type="sigmoid", name=f"{name}f")
    transform = activate(parts[2], name=f"{name}c")
    out_gate = symbol.Activation(parts[3], act_type="sigmoid", name=f"{name}o")
    memory = symbol._internal._plus(forget_gate * memory, in_gate * transform, name=f"{name}state")
    return symbol._internal._mul(out_gate, activate(memory), name=f"{name}out"), memory


def gru_step(i2h: Any, h2h: Any, state: Any, name: str, activate: Callable[..., Any]) -> Any:
    """Return the output of a GRU from the inputs of its three gates."""
    i2h_r, i2h_z, i2h = symbol.SliceChannel(i2h, num_outputs=3, name=f"{name}_i2h_slice")
    h2h_r, h2h_z, h2h = symbol.SliceChannel(h2h, num_outputs=3, name=f"{name}_h2h_slice")
    reset = symbol.Activation(i2h_r + h2h_r, act_type="sigmoid", name=f"{name}_r_act")
    update = symbol.Activation(i2h_z + h2h_z, act_type="sigmoid", name=f"{name}_z_act")
    fresh = activate(i2h + reset * h2h, name=f"{name}_h_act")
    return symbol._internal._plus((1.0 - update) * fresh, update * state, name=f"{name}out")


def _tanh(inputs: Any, **kwargs: Any) -> Any:
    return symbol.Activation(inputs, act_type="tanh", **kwargs)


class _DenseCell(BaseRNNCell):
    """A cell whose gates are linear maps of input and state."""

    def __init__(self, num_hidden: int, prefix: str, params: RNNParams | None, **i2h_bias: Any):
        super().__init__(prefix=prefix, params=params)
        self._num_hidden = num_hidden
        self._iW = self.params.get("i2h_weight")
        self._iB = self.params.get("i2h_bias", **i2h_bias)
        self._hW = self.params.get("h2h_weight")
        self._hB = self.params.get("h2h_bias")

    def _linear(self, inputs: Any, state: Any, name: str) -> tuple[Any, Any]:
        size = self._num_hidden * len(self._gate_names)
        i2h = symbol.FullyConnected(data=inputs, weight=self._iW, bias=self._iB, num_hidden=size,
                                    name=f"{name}i2h")
        h2h = symbol.FullyConnected(data=state, weight=self._hW, bias=self._hB, num_hidden=size,
                                    name=f"{name}h2h")
        return i2h, h2h

    @property
    def state_info(self) -> list:
        """One state of `num_hidden` numbers per sample."""
        return [{"shape": (0, self._num_hidden), "__layout__": "NC"}]


class RNNCell(_DenseCell):
    """Elman's cell: ``activation(W x + R h + b)``.

    Parameters
    ----------
    num_hidden : int
        Size of state and output.
    activation : default='tanh'
        Name of an activation of `mx.sym.Activation`, or a function of a symbol.
    prefix : str, default='rnn_'
        Prefix of the parameter names and nodes.
    params : RNNParams, optional
        Parameters of another cell, to share them.

    Examples
    --------
    >>> cell = mx.rnn.RNNCell(num_hidden=5, prefix="cell_")
    >>> outputs, states = cell.unroll(3, mx.sym.var("data"), merge_outputs=True)
    >>> outputs.infer_shape(data=(2, 3, 4))[1]
    [(2, 3, 5)]
    """

    def __init__(self, num_hidden: int, activation: Any = "tanh", prefix: str = "rnn_",
                 params: RNNParams | None = None) -> None:
        super().__init__(num_hidden, prefix, params)
        self._activation = activation

    _gate_names = ("",)

    def __call__(self, inputs: Symbol, states: list[Symbol]) -> tuple[Symbol, list[Symbol]]:
        """Return (output, [output])."""
        name = self._step_name()
        i2h, h2h = self._linear(inputs, states[0], name)
        output = self._get_activation(i2h + h2h, self._activation, name=f"{name}out")
        return output, [output]


class LSTMCell(_DenseCell):
    """Cell of a long short-term memory; states are output and memory.

    Parameters
    ----------
    num_hidden : int
        Size of states and output.
    prefix : str, default='lstm_'
        Prefix of the parameter names and nodes.
    params : RNNParams, optional
        Parameters of another cell, to share them.
    forget_bias : float, default=1.0
        Added to the forget gate when the bias is initialized, so that the memory lasts.

    Examples
    --------
    >>> cell = mx.rnn.LSTMCell(num_hidden=5, prefix="cell_")
    >>> outputs, states = cell.unroll(3, mx.sym.var("data"), merge_outputs=True)
    >>> outputs.infer_shape(data=(2, 3, 4))[1]
    [(2, 3, 5)]
    """

    def __init__(self, num_hidden: int, prefix: str = "lstm_", params: RNNParams | None = None,
                 forget_bias: float = 1.0) -> None:
        super().__init__(num_hidden, prefix, params, init=initializer.LSTMBias(forget_bias=forget_bias))

    @property
    def state_info(self) -> list[dict[str, Any]]:
        return super().state_info * 2

    _gate_names = ["_i", "_f", "_c", "_o"]

    def __call__(self, inputs: Symbol, states: list[Symbol]) -> tuple[Symbol, list[Symbol]]:
        """Return (output, [output, memory])."""
        name = self._step_name()
        i2h, h2h = self._linear(inputs, states[0], name)
        output, memory = lstm_step(i2h + h2h, states[1], name, _tanh)
        return output, [output, memory]


class GRUCell(_DenseCell):
    """Cell of gated recurrent units, in the variant that cuDNN computes: reset after the matrix product.

    Parameters
    ----------
    num_hidden : int
        Size of state and output.
    prefix : str, default='gru_'
        Prefix of the parameter names and nodes.
    params : RNNParams, optional
        Parameters of another cell, to share them.

    Examples
    --------
    >>> cell = mx.rnn.GRUCell(num_hidden=5, prefix="cell_")
    >>> outputs, states = cell.unroll(3, mx.sym.var("data"), merge_outputs=True)
    >>> outputs.infer_shape(data=(2, 3, 4))[1]
    [(2, 3, 5)]
    """

    def __init__(self, num_hidden: int, prefix: str = "gru_", params: RNNParams | None = None) -> None:
        super().__init__(num_hidden, prefix, params)

    _gate_names = ["_r", "_z", "_o"]

    def __call__(self, inputs: Symbol, states: list[Symbol]) -> tuple[Symbol, list[Symbol]]:
        """Return (output, [output])."""
        name = self._step_name()
        # MXNet puts one more underscore here than in the other cells
        i2h, h2h = self._linear(inputs, states[0], f"{name}_")
        output = gru_step(i2h, h2h, states[0], name, _tanh)
        return output, [output]
