"""Initializers of recurrent layers: the LSTM's forget gate, and packed parameters."""
from collections.abc import Iterator
from typing import Any

from ..ndarray import NDArray
from .initializer import InitDesc, Initializer, create, register

# The gates of each kind of RNN, in the order their parameters are packed.
_GATES = {
    "rnn_relu": ("",),
    "rnn_tanh": ("",),
    "lstm": ("_i", "_f", "_c", "_o"),
    "gru": ("_r", "_z", "_o"),
}


@register
class LSTMBias(Initializer):
    """Fill the bias of an LSTM cell with 0, except for its forget gate.

    Parameters
    ----------
    forget_bias : float, default=1.0
        That value.
    """

    def __init__(self, forget_bias: float = 1.0) -> None:
        super().__init__(forget_bias=forget_bias)
        self.forget_bias = forget_bias

    def _init_weight(self, _: Any, arr: NDArray) -> None:
        arr[:] = 0.0
        hidden = arr.shape[0] // 4
        arr[hidden:2 * hidden] = self.forget_bias  # the second of the four gates


@register
class FusedRNN(Initializer):
    """Fill the packed array of a fused RNN as if it were the separate arrays of its cells.

    Parameters
    ----------
    init : Initializer or str or None
        Initializer of the separate arrays, or its JSON; None for the global one.
    num_hidden : int
        Size of a hidden state, as of `mx.rnn.FusedRNNCell`.
    num_layers : int
        Number of layers.
    mode : str
        Kind of cell: "rnn_relu", "rnn_tanh", "lstm" or "gru".
    bidirectional : bool, default=False
        Whether there are layers in both directions.
    forget_bias : float, default=1.0
        Initial value of the biases of an LSTM's forget gates.
    """

    def __init__(self, init: Initializer | str | None, num_hidden: int, num_layers: int, mode: str,
                 bidirectional: bool = False, forget_bias: float = 1.0) -> None:
        if init is not None:
            init = create(init)
        if mode not in _GATES:
            raise ValueError(f"mode must be one of {', '.join(_GATES)}; got {mode!r}")
        super().__init__(init=init.dumps() if init is not None else None,  # type: ignore[union-attr]
                         num_hidden=num_hidden, num_layers=num_layers, mode=mode,
                         bidirectional=bidirectional, forget_bias=forget_bias)
        self._init: Any = init
        self._num_hidden = num_hidden
        self._num_layers = num_layers
        self._mode = mode
        self._bidirectional = bidirectional
        self._forget_bias = forget_bias

    def _init_weight(self, desc: Any, arr: NDArray) -> None:
        init = desc.global_init if self._init is None else self._init
        if init is None:
            raise ValueError("FusedRNN without an initializer of its own needs a global one")
        for name, part in self._parts(arr):
            if name.endswith("_f_bias") and self._mode == "lstm":
                part[:] = self._forget_bias
            else:
                init(InitDesc(name, global_init=desc.global_init), part)

    def _parts(self, arr: NDArray) -> Iterator[tuple[str, NDArray]]:
        """Yield the name and the view of every array packed in `arr`: all weights, then biases."""
        hidden, gates = self._num_hidden, _GATES[self._mode]
        directions = "lr" if self._bidirectional else "l"
        ways = len(directions)
        upper = (self._num_layers - 1) * (hidden + ways * hidden + 2)
        inputs = arr.size // ways // hidden // len(gates) - upper - hidden - 2
        if inputs <= 0 or arr.size != ways * hidden * len(gates) * (inputs + hidden + 2 + upper):
            raise ValueError(f"{arr.size} is no size of packed {self._mode} parameters with"
                             f" {self._num_layers} layers of {hidden} units")
        begin = 0
        for kind in ("weight", "bias"):
            for layer in range(self._num_layers):
                for direction in directions:
                    for source in ("i2h", "h2h"):
                        width = (1 if kind == "bias" else hidden if source == "h2h"
                                 else ways * hidden if layer else inputs)
                        for gate in gates:
                            part = arr[begin:begin + hidden * width]
                            begin += hidden * width
                            if kind == "weight":
                                part = part.reshape((hidden, width))
                            yield f"{direction}{layer}_{source}{gate}_{kind}", part
