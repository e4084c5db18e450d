"""`FusedRNNCell`: a whole stack of recurrent layers as one RNN operator."""
from __future__ import annotations

import warnings
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from .. import initializer, ndarray, symbol
from ..core.errors import MXNetError
from .cell import (
    BaseRNNCell,
    GRUCell,
    LSTMCell,
    RNNCell,
    RNNParams,
    arrange_sequence,
    merge_sequence,
)
from .combination import BidirectionalCell, SequentialRNNCell
from .modifier import DropoutCell

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..ndarray import NDArray
    from ..symbol import Symbol


_GATES = {"rnn_relu": [""], "rnn_tanh": [""], "lstm": ["_i", "_f", "_c", "_o"],
          "gru": ["_r", "_z", "_o"]}


class FusedRNNCell(BaseRNNCell):
    """Several layers, in one or both directions, as one operator; it can be unrolled, not stepped.

    Its weights are one vector; `unpack_weights` splits it into the matrices of the cells that `unfuse` returns.

    Parameters
    ----------
    num_hidden : int
        Size of states.
    num_layers : int, default=1
        Number of layers.
    mode : str, default='lstm'
        ``"rnn_relu"``, ``"rnn_tanh"``, ``"lstm"`` or ``"gru"``.
    bidirectional : bool, default=False
        Whether there are layers in both directions.
    dropout : float, default=0.0
        Fraction of values dropped between layers, in training.
    get_next_state : bool, default=False
        Whether `unroll` returns the last states.
    forget_bias : float, default=1.0
        Added to the forget gate of an LSTM when the bias is initialized.
    prefix : str, optional
        Prefix of the parameter names and nodes.
    params : RNNParams, optional
        Parameters of another cell, to share them.

    Examples
    --------
    >>> cell = mx.rnn.FusedRNNCell(5, num_layers=2, mode="lstm", prefix="lstm_")
    >>> outputs, states = cell.unroll(3, mx.sym.var("data"), layout="TNC", merge_outputs=True)
    >>> outputs.infer_shape(data=(3, 2, 4))[1]
    [(3, 2, 5)]
    """

    def __init__(self, num_hidden: int, num_layers: int = 1, mode: str = "lstm", bidirectional: bool = False,
                 dropout: float = 0.0, get_next_state: bool = False, forget_bias: float = 1.0,
                 prefix: str | None = None, params: RNNParams | None = None) -> None:
        if mode not in _GATES:
            raise ValueError(f"mode must be one of {sorted(_GATES)}, got {mode!r}")
        super().__init__(prefix=f"{mode}_" if prefix is None else prefix, params=params)
        self._num_hidden = num_hidden
        self._num_layers = num_layers
        self._mode = mode
        self._bidirectional = bidirectional
        self._dropout = dropout
        self._get_next_state = get_next_state
        self._directions = ["l", "r"] if bidirectional else ["l"]
        self._parameter = self.params.get("parameters", init=initializer.FusedRNN(
            None, num_hidden, num_layers, mode, bidirectional, forget_bias))

    @property
    def state_info(self) -> list[dict[str, Any]]:
        shape = (len(self._directions) * self._num_layers, 0, self._num_hidden)
        return [{"shape": shape, "__layout__": "LNC"}
                for _ in range(2 if self._mode == "lstm" else 1)]

    @property
    def _gate_names(self) -> list[str]:
        return _GATES[self._mode]

    @property
    def _num_gates(self) -> int:
        return len(self._gate_names)

    def _layout(self, num_input: int) -> Iterator[tuple[str, tuple]]:
        """Name and shape of each part of the vector: all matrices, then all biases."""
        size, both = self._num_hidden, len(self._directions)
        cells = [(direction, layer) for layer in range(self._num_layers)
                 for direction in self._directions]
        for direction, layer in cells:
            for group, width in (("i2h", both * size if layer else num_input), ("h2h", size)):
                for gate in self._gate_names:
                    yield f"{self._prefix}{direction}{layer}_{group}{gate}_weight", (size, width)
        for direction, layer in cells:
            for group in ("i2h", "h2h"):
                for gate in self._gate_names:
                    yield f"{self._prefix}{direction}{layer}_{group}{gate}_bias", (size,)

    def _slice_weights(self, arr: Any, li: int, lh: int) -> dict:
        """Views of the vector's parts by name."""
        parts, place = {}, 0
        for name, shape in self._layout(li):
            size = shape[0] * (shape[1] if len(shape) == 2 else 1)
            parts[name] = arr[place:place + size].reshape(shape)
            place += size
        if place != arr.size:
            raise MXNetError(f"Invalid parameters size for FusedRNNCell: {arr.size} numbers, "
                             f"expected {place} for {li} inputs and {lh} hidden units")
        return parts

    def unpack_weights(self, args: dict[str, NDArray]) -> dict[str, NDArray]:
        args = args.copy()
        arr = args.pop(self._parameter.name)
        size, both = self._num_hidden, len(self._directions)
        num_input = (arr.size // both // size // self._num_gates
                     - (self._num_layers - 1) * (size + both * size + 2) - size - 2)
        parts = self._slice_weights(arr, num_input, size)
        args.update({name: part.copy() for name, part in parts.items()})
        return args

    def pack_weights(self, args: dict[str, NDArray]) -> dict[str, NDArray]:
        args = args.copy()
        first = args[f"{self._prefix}l0_i2h{self._gate_names[0]}_weight"]
        size, both = self._num_hidden, len(self._directions)
        num_input = first.shape[1]
        total = self._num_gates * size * both * (
            num_input + size + 2 + (self._num_layers - 1) * (size + both * size + 2))
        arr = ndarray.zeros((total,), ctx=first.context, dtype=first.dtype)
        for name, part in self._slice_weights(arr, num_input, size).items():
            part[:] = args.pop(name)
        args[self._parameter.name] = arr
        return args

    def __call__(self, inputs: Symbol, states: list[Symbol]) -> tuple[Symbol, list[Symbol]]:
        """Refuse: the operator runs over whole sequences."""
        raise NotImplementedError("FusedRNNCell cannot be stepped. Please use unroll")

    def unroll(self, length: int, inputs: Symbol | Sequence[Symbol], begin_state: list[Symbol] | None = None,
               layout: str = "NTC", merge_outputs: bool | None = None) -> tuple[Any, list[Symbol]]:
        self.reset()
        axis = layout.find("T")
        merged = merge_sequence(length, inputs, layout)
        if axis == 1:
            warnings.warn("NTC layout detected. Consider using TNC for FusedRNNCell for faster "
                          "speed", stacklevel=2)
            merged = symbol.swapaxes(merged, dim1=0, dim2=1)
        elif axis != 0:
            raise ValueError(f"Unsupported layout {layout}")
        states = self.begin_state() if begin_state is None else begin_state
        named = dict(zip(("state", "state_cell"), states, strict=False))
        rnn = symbol.RNN(data=merged, parameters=self._parameter, state_size=self._num_hidden,
                         num_layers=self._num_layers, bidirectional=self._bidirectional,
                         p=self._dropout, state_outputs=self._get_next_state, mode=self._mode,
                         name=f"{self._prefix}rnn", **named)
        outputs, states = rnn, []
        if self._get_next_state:
            outputs, states = rnn[0], [rnn[1 + i] for i in range(len(self.state_info))]
            for state in states:
                state._set_attr(__layout__="LNC")
        if axis == 1:
            outputs = symbol.swapaxes(outputs, dim1=0, dim2=1)
        return arrange_sequence(length, outputs, layout, merge_outputs), states

    def _plain_cell(self, prefix: str) -> BaseRNNCell:
        if self._mode == "lstm":
            return LSTMCell(self._num_hidden, prefix=prefix)
        if self._mode == "gru":
            return GRUCell(self._num_hidden, prefix=prefix)
        return RNNCell(self._num_hidden, activation=self._mode[len("rnn_"):], prefix=prefix)

    def unfuse(self) -> SequentialRNNCell:
        """Return the same network as separate cells, with the names that `unpack_weights` uses.

        Returns
        -------
        SequentialRNNCell
            The cells.
        """
        stack = SequentialRNNCell()
        for layer in range(self._num_layers):
            cells = [self._plain_cell(f"{self._prefix}{direction}{layer}_")
                     for direction in self._directions]
            if self._bidirectional:
                stack.add(BidirectionalCell(cells[0], cells[1],
                                            output_prefix=f"{self._prefix}bi_l{layer}_"))
            else:
                stack.add(cells[0])
            if self._dropout > 0 and layer != self._num_layers - 1:
                stack.add(DropoutCell(self._dropout, prefix=f"{self._prefix}_dropout{layer}_"))
        return stack
