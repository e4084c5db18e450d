"""Recurrent layers: whole sequences through one fused operator."""
from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, overload

from ... import ndarray, symbol
from ...core.borrowed import borrowed as _borrowed
from ...core.params import plain
from ..block import HybridBlock
from ..faces import shown
from ..parameter import tensor_types
from . import rnn_cell

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import DTypeLike
    from typing_extensions import Unpack

    from ..signatures import Arrays, BlockOptions, InitLike

__all__ = ["RNN", "LSTM", "GRU"]

_GATES = {"rnn_relu": 1, "rnn_tanh": 1, "lstm": 4, "gru": 3}
_PART = re.compile(r"(l|r)(\d+)_(i2h|h2h|h2r)_(weight|bias)\Z")


class _RNNLayer(HybridBlock):
    """What the three kinds of layers share: parameters per layer and direction, states, the fused call."""

    def __init__(self, hidden_size: int, num_layers: int, layout: str, dropout: float, bidirectional: bool,
                 input_size: int, i2h_weight_initializer: Any, h2h_weight_initializer: Any, i2h_bias_initializer: Any,
                 h2h_bias_initializer: Any, mode: str, projection_size: int | None, h2r_weight_initializer: Any,
                 lstm_state_clip_min: float | None, lstm_state_clip_max: float | None, lstm_state_clip_nan: bool,
                 dtype: Any, use_sequence_length: bool = False, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        if layout not in ("TNC", "NTC"):
            raise AssertionError(f"{type(self).__name__}: layout is TNC or NTC, got {layout}")
        self._hidden_size, self._num_layers, self._input_size = plain((hidden_size, num_layers, input_size))
        self._projection_size = plain(projection_size) or None
        self._mode, self._layout, self._dropout = mode, layout, dropout
        self._dir, self._gates = 2 if bidirectional else 1, _GATES[mode]
        self._initializers = {"i2h_weight": i2h_weight_initializer, "h2h_weight": h2h_weight_initializer,
                              "i2h_bias": i2h_bias_initializer, "h2h_bias": h2h_bias_initializer,
                              "h2r_weight": h2r_weight_initializer}
        self._lstm_state_clip_min, self._lstm_state_clip_max = lstm_state_clip_min, lstm_state_clip_max
        self._lstm_state_clip_nan = lstm_state_clip_nan
        self._dtype, self._use_sequence_length = dtype, use_sequence_length
        self.skip_states: bool | None = None
        for name, shape in self._parts():
            self._register_param(name, shape, self._initializers[name.split("_", 1)[1]], dtype)

    def _parts(self) -> Any:
        """Yield name and shape of each parameter."""
        rows, inputs = self._gates * self._hidden_size, self._input_size
        back = self._projection_size or self._hidden_size  # what a step passes to the next, and to the layer above
        for layer in range(self._num_layers):
            for direction in "lr"[:self._dir]:
                shapes = {"i2h_weight": (rows, inputs), "h2h_weight": (rows, back), "i2h_bias": (rows,),
                          "h2h_bias": (rows,)}
                if self._projection_size:
                    shapes["h2r_weight"] = (self._projection_size, self._hidden_size)
                for part, shape in shapes.items():
                    yield f"{direction}{layer}_{part}", shape
            inputs = back * self._dir

    def _register_param(self, name: str, shape: tuple, init: Any, dtype: Any) -> Any:
        param = self.params.get(name, shape=shape, init=init, allow_deferred_init=True, dtype=dtype)
        setattr(self, name, param)
        return param

    def __repr__(self) -> str:
        rows, inputs = self.l0_i2h_weight.shape
        told = [f"{inputs or None} -> {rows // self._gates}", self._layout]
        if self._num_layers != 1:
            told.append(f"num_layers={self._num_layers}")
        if self._dropout != 0:
            told.append(f"dropout={self._dropout}")
        if self._dir == 2:
            told.append("bidirectional")
        return f"{type(self).__name__}({', '.join(told)})"

    def _collect_params_with_prefix(self, prefix: str = "") -> dict:
        """Return parameters by the names in a stack of cells; files of both are the same."""
        prefix = f"{prefix}." if prefix else ""
        found = {}
        for name, param in self._reg_params.items():
            direction, layer, gate, kind = _PART.match(name).groups()  # type: ignore[union-attr]
            cell = f"{direction}_cell." if self._dir == 2 else ""
            found[f"{prefix}_unfused.{layer}.{cell}{gate}_{kind}"] = param
        for name, child in self._children.items():
            found.update(child._collect_params_with_prefix(prefix + name))
        return found

    # ---- states -----------------------------------------------------------------------------------

    def state_info(self, batch_size: int = 0) -> list[dict[str, Any]]:
        """Describe the states: shape, layout and type of each."""
        return [self._state(batch_size, self._hidden_size)]

    def _state(self, batch_size: int, size: int) -> dict:
        return {"shape": (self._num_layers * self._dir, batch_size, size), "__layout__": "LNC", "dtype": self._dtype}

    @overload
    def begin_state(self, batch_size: int = 0, *, func: Callable[..., Arrays], **kwargs: Any) -> list[Arrays]: ...

    @overload
    def begin_state(self, batch_size: int = 0, **kwargs: Any) -> list[ndarray.NDArray]: ...

    def begin_state(self, batch_size: int = 0, func: Callable[..., Any] = ndarray.zeros, **kwargs: Any) -> list[Any]:
        """Make the initial states with ``func``, which gets name, shape, layout, type and ``kwargs``."""
        return shown([func(name=f"{self.prefix}h0_{number}", **{**info, **kwargs})
                      for number, info in enumerate(self.state_info(batch_size))])

    def _unfuse(self) -> rnn_cell.HybridSequentialRNNCell:
        """Return a stack of cells that shares the parameters."""
        if self._projection_size or self._lstm_state_clip_min or self._lstm_state_clip_max:
            raise AssertionError(f"{type(self).__name__}: layers with a projection or with clipped states have no "
                                 "cells")
        make = {"rnn_relu": rnn_cell.RNNCell, "rnn_tanh": rnn_cell.RNNCell, "lstm": rnn_cell.LSTMCell,
                "gru": rnn_cell.GRUCell}[self._mode]
        options = {f"{part}_initializer": init for part, init in self._initializers.items() if part != "h2r_weight"}
        if self._mode.startswith("rnn_"):
            options["activation"] = self._mode[4:]
        stack = rnn_cell.HybridSequentialRNNCell(prefix=self.prefix, params=self.params)
        inputs = self._input_size
        with stack.name_scope():
            for layer in range(self._num_layers):
                cells = [make(self._hidden_size, prefix=f"{direction}{layer}_", input_size=inputs, **options)
                         for direction in "lr"[:self._dir]]
                stack.add(rnn_cell.BidirectionalCell(*cells) if self._dir == 2 else cells[0])
                if self._dropout > 0 and layer != self._num_layers - 1:
                    stack.add(rnn_cell.DropoutCell(self._dropout))
                inputs = self._hidden_size * self._dir
        return stack

    def cast(self, dtype: Any) -> None:
        """Change the element type of parameters and states."""
        super().cast(dtype)
        self._dtype = dtype

    # ---- computing --------------------------------------------------------------------------------

    @overload
    def __call__(self, inputs: Arrays, states: None = None, sequence_length: Arrays | None = None) -> Arrays: ...

    @overload
    def __call__(self, inputs: Arrays, states: Arrays | Sequence[Arrays],
                 sequence_length: Arrays | None = None) -> tuple[Arrays, list[Arrays]]: ...

    def __call__(self, inputs: Any, states: Any = None, sequence_length: Any = None, **kwargs: Any) -> Any:
        self.skip_states = states is None
        if states is None:
            if isinstance(inputs, ndarray.NDArray):
                states = self.begin_state(inputs.shape[self._layout.find("N")], ctx=inputs.context, dtype=inputs.dtype)
            else:
                states = self.begin_state(0, func=symbol.zeros)
        if isinstance(states, tensor_types):
            states = [states]
        if self._use_sequence_length:
            return super().__call__(inputs, states, sequence_length, **kwargs)
        return super().__call__(inputs, states, **kwargs)

    def hybrid_forward(self, F: Any, inputs: Any, states: Any, sequence_length: Any = None, **kwargs: Any) -> Any:
        """Return outputs, and states if some were given."""
        if F is ndarray:
            for state, info in zip(states, self.state_info(inputs.shape[self._layout.find("N")])):
                if state.shape != info["shape"]:
                    raise ValueError(f"{self.name}: a state has shape {state.shape}, expected {info['shape']}")
        out = self._forward_kernel(F, inputs, states, sequence_length, **kwargs)
        return out[0] if self.skip_states else out

    def _forward_kernel(self, F: Any, inputs: Any, states: Any, sequence_length: Any, **params: Any) -> Any:
        if self._layout == "NTC":
            inputs = F.swapaxes(inputs, 0, 1)
        gates = ("i2h", "h2h", "h2r") if self._projection_size else ("i2h", "h2h")
        flat = [params[f"{direction}{layer}_{gate}_{kind}"].reshape(-1) for kind in ("weight", "bias")
                for layer in range(self._num_layers) for direction in "lr"[:self._dir] for gate in gates
                if (gate, kind) != ("h2r", "bias")]
        given = [*states, sequence_length] if self._use_sequence_length else states
        found = F.RNN(inputs, F._internal._rnn_param_concat(*flat, dim=0), *given,
                      use_sequence_length=self._use_sequence_length, state_size=self._hidden_size,
                      projection_size=self._projection_size, num_layers=self._num_layers, bidirectional=self._dir == 2,
                      p=self._dropout, state_outputs=True, mode=self._mode,
                      lstm_state_clip_min=self._lstm_state_clip_min, lstm_state_clip_max=self._lstm_state_clip_max,
                      lstm_state_clip_nan=self._lstm_state_clip_nan)
        outputs = F.swapaxes(found[0], 0, 1) if self._layout == "NTC" else found[0]
        return outputs, [found[1], found[2]] if self._mode == "lstm" else [found[1]]


class RNN(_RNNLayer):
    """Layers of plain recurrent cells over whole sequences.

    Called with inputs it returns outputs; called with inputs and states, outputs and final states.

    Parameters
    ----------
    hidden_size : int
        Size of a state, and of an output.
    num_layers : int, default=1
        Number of layers.
    activation : str, default='relu'
        ``"relu"`` or ``"tanh"``.
    layout : str, default='TNC'
        ``"TNC"``, time first, or ``"NTC"``.
    dropout : float, default=0
        Fraction of outputs that is dropped between layers, in training.
    bidirectional : bool, default=False
        Whether there are layers in both directions, with concatenated outputs.
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
    dtype : DTypeLike, default='float32'
        Element type of the parameters.
    **kwargs
        ``prefix`` and ``params`` of `Block`.

    Examples
    --------
    >>> layer = mx.gluon.rnn.RNN(5, num_layers=2)
    >>> layer.initialize()
    >>> layer(mx.nd.ones((3, 2, 4))).shape
    (3, 2, 5)
    """

    def __init__(self, hidden_size: int, num_layers: int = 1, activation: str = "relu", layout: str = "TNC",
                 dropout: float = 0, bidirectional: bool = False, i2h_weight_initializer: InitLike | None = None,
                 h2h_weight_initializer: InitLike | None = None, i2h_bias_initializer: InitLike = "zeros",
                 h2h_bias_initializer: InitLike = "zeros", input_size: int = 0, dtype: DTypeLike = "float32",
                 **kwargs: Unpack[BlockOptions]) -> None:
        super().__init__(hidden_size, num_layers, layout, dropout, bidirectional, input_size, i2h_weight_initializer,
                         h2h_weight_initializer, i2h_bias_initializer, h2h_bias_initializer, "rnn_" + activation, None,
                         None, None, None, False, dtype, **kwargs)


class LSTM(_RNNLayer):
    """Layers of long short-term memory over whole sequences; states are outputs and memories.

    Called with inputs it returns outputs; called with inputs and states, outputs and final states.

    Parameters
    ----------
    hidden_size : int
        Size of a state, and of an output.
    num_layers : int, default=1
        Number of layers.
    layout : str, default='TNC'
        ``"TNC"``, time first, or ``"NTC"``.
    dropout : float, default=0
        Fraction of outputs that is dropped between layers, in training.
    bidirectional : bool, default=False
        Whether there are layers in both directions, with concatenated outputs.
    input_size : int, default=0
        Size of an input; 0 infers it at the first forward.
    i2h_weight_initializer : InitLike, optional
        Initializer of the weight from input to hidden; that of ``initialize`` by default.
    h2h_weight_initializer : InitLike, optional
        Initializer of the weight from hidden to hidden; that of ``initialize`` by default.
    i2h_bias_initializer : InitLike, default='zeros'
        Initializer of the bias of the former.
    h2h_bias_initializer : InitLike, default='zeros'
        Initializer of the bias of the latter.
    projection_size : int, optional
        Size to which outputs are projected before the next step; None for no projection.
    h2r_weight_initializer : InitLike, optional
        Initializer of the projection weight.
    state_clip_min : float, optional
        Lower bound of the memory.
    state_clip_max : float, optional
        Upper bound of the memory.
    state_clip_nan : bool, default=False
        Whether nan in the memory becomes a bound too.
    dtype : DTypeLike, default='float32'
        Element type of the parameters.
    **kwargs
        ``prefix`` and ``params`` of `Block`.

    Examples
    --------
    >>> layer = mx.gluon.rnn.LSTM(5, num_layers=2)
    >>> layer.initialize()
    >>> layer(mx.nd.ones((3, 2, 4))).shape
    (3, 2, 5)
    >>> output, (hidden, memory) = layer(mx.nd.ones((3, 2, 4)), layer.begin_state(batch_size=2))
    >>> hidden.shape
    (2, 2, 5)
    """

    def __init__(self, hidden_size: int, num_layers: int = 1, layout: str = "TNC", dropout: float = 0,
                 bidirectional: bool = False, input_size: int = 0, i2h_weight_initializer: InitLike | None = None,
                 h2h_weight_initializer: InitLike | None = None, i2h_bias_initializer: InitLike = "zeros",
                 h2h_bias_initializer: InitLike = "zeros", projection_size: int | None = None,
                 h2r_weight_initializer: InitLike | None = None, state_clip_min: float | None = None,
                 state_clip_max: float | None = None, state_clip_nan: bool = False, dtype: DTypeLike = "float32",
                 **kwargs: Unpack[BlockOptions]) -> None:
        super().__init__(hidden_size, num_layers, layout, dropout, bidirectional, input_size, i2h_weight_initializer,
                         h2h_weight_initializer, i2h_bias_initializer, h2h_bias_initializer, "lstm", projection_size,
                         h2r_weight_initializer, state_clip_min, state_clip_max, state_clip_nan, dtype, **kwargs)

    def state_info(self, batch_size: int = 0) -> list[dict[str, Any]]:
        """Describe the states.

        Parameters
        ----------
        batch_size : int, default=0
            Number of samples.

        Returns
        -------
        list of dict
            Shape and layout of each state.
        """
        return [self._state(batch_size, self._projection_size or self._hidden_size),
                self._state(batch_size, self._hidden_size)]


class GRU(_RNNLayer):
    """Layers of gated recurrent units over whole sequences.

    Called with inputs it returns outputs; called with inputs and states, outputs and final states.

    Parameters
    ----------
    hidden_size : int
        Size of a state, and of an output.
    num_layers : int, default=1
        Number of layers.
    layout : str, default='TNC'
        ``"TNC"``, time first, or ``"NTC"``.
    dropout : float, default=0
        Fraction of outputs that is dropped between layers, in training.
    bidirectional : bool, default=False
        Whether there are layers in both directions, with concatenated outputs.
    input_size : int, default=0
        Size of an input; 0 infers it at the first forward.
    i2h_weight_initializer : InitLike, optional
        Initializer of the weight from input to hidden; that of ``initialize`` by default.
    h2h_weight_initializer : InitLike, optional
        Initializer of the weight from hidden to hidden; that of ``initialize`` by default.
    i2h_bias_initializer : InitLike, default='zeros'
        Initializer of the bias of the former.
    h2h_bias_initializer : InitLike, default='zeros'
        Initializer of the bias of the latter.
    dtype : DTypeLike, default='float32'
        Element type of the parameters.
    **kwargs
        ``prefix`` and ``params`` of `Block`.

    Examples
    --------
    >>> layer = mx.gluon.rnn.GRU(5, num_layers=2)
    >>> layer.initialize()
    >>> layer(mx.nd.ones((3, 2, 4))).shape
    (3, 2, 5)
    """

    def __init__(self, hidden_size: int, num_layers: int = 1, layout: str = "TNC", dropout: float = 0,
                 bidirectional: bool = False, input_size: int = 0, i2h_weight_initializer: InitLike | None = None,
                 h2h_weight_initializer: InitLike | None = None, i2h_bias_initializer: InitLike = "zeros",
                 h2h_bias_initializer: InitLike = "zeros", dtype: DTypeLike = "float32",
                 **kwargs: Unpack[BlockOptions]) -> None:
        super().__init__(hidden_size, num_layers, layout, dropout, bidirectional, input_size, i2h_weight_initializer,
                         h2h_weight_initializer, i2h_bias_initializer, h2h_bias_initializer, "gru", None, None, None,
                         None, False, dtype, **kwargs)


_borrowed(__name__)
