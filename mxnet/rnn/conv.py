"""Recurrent cells on images, whose gates are convolutions of input and state."""
from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any

from .. import symbol
from .cell import BaseRNNCell, RNNParams, gru_step, lstm_step

if TYPE_CHECKING:
    from ..symbol import Symbol


_leaky = functools.partial(symbol.LeakyReLU, act_type="leaky", slope=0.2)


class BaseConvRNNCell(BaseRNNCell):
    """Base of recurrent cells with convolutions.

    Parameters
    ----------
    input_shape : tuple[int, ...]
        Shape of one input, batch axis included; the shape of the states follows from it.
    num_hidden : int
        Number of channels of the states.
    h2h_kernel : tuple[int, ...]
        Size of the filters over states: odd numbers, so that the states keep their size.
    h2h_dilate : tuple[int, ...]
        Dilation of these filters.
    i2h_kernel : tuple[int, ...]
        Size of the filters over inputs.
    i2h_stride : tuple[int, ...]
        Distance between neighbouring windows of the input.
    i2h_pad : tuple[int, ...]
        Padding of the input.
    i2h_dilate : tuple[int, ...]
        Dilation of the filters over inputs.
    i2h_weight_initializer
        Initializer of the filters over inputs.
    h2h_weight_initializer
        Initializer of the filters over states.
    i2h_bias_initializer
        Initializer of the bias of the former.
    h2h_bias_initializer
        Initializer of the bias of the latter.
    activation
        Name of an activation of `mx.sym.Activation`, or a function of a symbol.
    prefix : str, default=''
        Prefix of the parameter names and nodes.
    params : RNNParams, optional
        Parameters of another cell, to share them.
    conv_layout : str, default='NCHW'
        Layout of `mx.sym.Convolution`.
    """

    def __init__(self, input_shape: tuple[int, ...], num_hidden: int, h2h_kernel: tuple[int, ...],
                 h2h_dilate: tuple[int, ...], i2h_kernel: tuple[int, ...], i2h_stride: tuple[int, ...],
                 i2h_pad: tuple[int, ...], i2h_dilate: tuple[int, ...], i2h_weight_initializer: Any,
                 h2h_weight_initializer: Any, i2h_bias_initializer: Any, h2h_bias_initializer: Any, activation: Any,
                 prefix: str = "", params: RNNParams | None = None, conv_layout: str = "NCHW") -> None:
        super().__init__(prefix=prefix, params=params)
        if any(size % 2 != 1 for size in h2h_kernel):
            raise ValueError(f"Only support odd number, get h2h_kernel= {h2h_kernel}")
        self._h2h_kernel = h2h_kernel
        self._h2h_dilate = h2h_dilate
        self._h2h_pad = tuple(d * (k - 1) // 2
                              for d, k in zip(h2h_dilate, h2h_kernel, strict=True))
        self._i2h_kernel = i2h_kernel
        self._i2h_stride = i2h_stride
        self._i2h_pad = i2h_pad
        self._i2h_dilate = i2h_dilate
        self._num_hidden = num_hidden
        self._input_shape = input_shape
        self._conv_layout = conv_layout
        self._activation = activation
        state = symbol.Convolution(data=symbol.Variable("data"), num_filter=num_hidden,
                                   kernel=i2h_kernel, stride=i2h_stride, pad=i2h_pad,
                                   dilate=i2h_dilate, layout=conv_layout)
        self._state_shape = (0, *state.infer_shape(data=input_shape)[1][0][1:])
        self._iW = self.params.get("i2h_weight", init=i2h_weight_initializer)
        self._hW = self.params.get("h2h_weight", init=h2h_weight_initializer)
        self._iB = self.params.get("i2h_bias", init=i2h_bias_initializer)
        self._hB = self.params.get("h2h_bias", init=h2h_bias_initializer)

    @property
    def _num_gates(self) -> int:
        return len(self._gate_names)

    def _states(self, count: int) -> list:
        return [{"shape": self._state_shape, "__layout__": self._conv_layout}
                for _ in range(count)]

    @property
    def state_info(self) -> list[dict[str, Any]]:
        return self._states(2)

    def _conv_forward(self, inputs: Any, states: list, name: str) -> tuple[Any, Any]:
        channels = self._num_hidden * self._num_gates
        i2h = symbol.Convolution(name=f"{name}i2h", data=inputs, num_filter=channels,
                                 kernel=self._i2h_kernel, stride=self._i2h_stride,
                                 pad=self._i2h_pad, dilate=self._i2h_dilate, weight=self._iW,
                                 bias=self._iB, layout=self._conv_layout)
        h2h = symbol.Convolution(name=f"{name}h2h", data=states[0], num_filter=channels,
                                 kernel=self._h2h_kernel, dilate=self._h2h_dilate,
                                 pad=self._h2h_pad, stride=(1, 1), weight=self._hW, bias=self._hB,
                                 layout=self._conv_layout)
        return i2h, h2h

    def _activate(self, inputs: Any, **kwargs: Any) -> Any:
        return self._get_activation(inputs, self._activation, **kwargs)

    def __call__(self, inputs: Symbol, states: list[Symbol]) -> tuple[Symbol, list[Symbol]]:
        """Refuse: this class has no gates."""
        raise NotImplementedError("BaseConvRNNCell is abstract class for convolutional RNN")


class ConvRNNCell(BaseConvRNNCell):
    """Elman's cell with convolutions."""

    def __init__(self, input_shape: tuple[int, ...], num_hidden: int, h2h_kernel: tuple[int, ...] = (3, 3),
                 h2h_dilate: tuple[int, ...] = (1, 1), i2h_kernel: tuple[int, ...] = (3, 3),
                 i2h_stride: tuple[int, ...] = (1, 1), i2h_pad: tuple[int, ...] = (1, 1),
                 i2h_dilate: tuple[int, ...] = (1, 1), i2h_weight_initializer: Any = None,
                 h2h_weight_initializer: Any = None, i2h_bias_initializer: Any = "zeros",
                 h2h_bias_initializer: Any = "zeros", activation: Any = _leaky, prefix: str = "ConvRNN_",
                 params: RNNParams | None = None, conv_layout: str = "NCHW") -> None:
        super().__init__(input_shape, num_hidden, h2h_kernel, h2h_dilate, i2h_kernel, i2h_stride, i2h_pad, i2h_dilate,
                         i2h_weight_initializer, h2h_weight_initializer, i2h_bias_initializer, h2h_bias_initializer,
                         activation, prefix, params, conv_layout)

    _gate_names = ("",)

    @property
    def state_info(self) -> list[dict[str, Any]]:
        return self._states(1)

    def __call__(self, inputs: Symbol, states: list[Symbol]) -> tuple[Symbol, list[Symbol]]:
        """Return (output, [output])."""
        name = self._step_name()
        i2h, h2h = self._conv_forward(inputs, states, name)
        output = self._activate(i2h + h2h, name=f"{name}out")
        return output, [output]


class ConvLSTMCell(BaseConvRNNCell):
    """Cell of a long short-term memory with convolutions; states are output and memory."""

    def __init__(self, input_shape: tuple[int, ...], num_hidden: int, h2h_kernel: tuple[int, ...] = (3, 3),
                 h2h_dilate: tuple[int, ...] = (1, 1), i2h_kernel: tuple[int, ...] = (3, 3),
                 i2h_stride: tuple[int, ...] = (1, 1), i2h_pad: tuple[int, ...] = (1, 1),
                 i2h_dilate: tuple[int, ...] = (1, 1), i2h_weight_initializer: Any = None,
                 h2h_weight_initializer: Any = None, i2h_bias_initializer: Any = "zeros",
                 h2h_bias_initializer: Any = "zeros", activation: Any = _leaky, prefix: str = "ConvLSTM_",
                 params: RNNParams | None = None, conv_layout: str = "NCHW") -> None:
        super().__init__(input_shape, num_hidden, h2h_kernel, h2h_dilate, i2h_kernel, i2h_stride, i2h_pad, i2h_dilate,
                         i2h_weight_initializer, h2h_weight_initializer, i2h_bias_initializer, h2h_bias_initializer,
                         activation, prefix, params, conv_layout)

    _gate_names = ["_i", "_f", "_c", "_o"]

    def __call__(self, inputs: Symbol, states: list[Symbol]) -> tuple[Symbol, list[Symbol]]:
        """Return (output, [output, memory])."""
        name = self._step_name()
        i2h, h2h = self._conv_forward(inputs, states, name)
        output, memory = lstm_step(i2h + h2h, states[1], name, self._activate,
                                   axis=self._conv_layout.find("C"))
        return output, [output, memory]


class ConvGRUCell(BaseConvRNNCell):
    """Cell of gated recurrent units with convolutions."""

    def __init__(self, input_shape: tuple[int, ...], num_hidden: int, h2h_kernel: tuple[int, ...] = (3, 3),
                 h2h_dilate: tuple[int, ...] = (1, 1), i2h_kernel: tuple[int, ...] = (3, 3),
                 i2h_stride: tuple[int, ...] = (1, 1), i2h_pad: tuple[int, ...] = (1, 1),
                 i2h_dilate: tuple[int, ...] = (1, 1), i2h_weight_initializer: Any = None,
                 h2h_weight_initializer: Any = None, i2h_bias_initializer: Any = "zeros",
                 h2h_bias_initializer: Any = "zeros", activation: Any = _leaky, prefix: str = "ConvGRU_",
                 params: RNNParams | None = None, conv_layout: str = "NCHW") -> None:
        super().__init__(input_shape, num_hidden, h2h_kernel, h2h_dilate, i2h_kernel, i2h_stride, i2h_pad, i2h_dilate,
                         i2h_weight_initializer, h2h_weight_initializer, i2h_bias_initializer, h2h_bias_initializer,
                         activation, prefix, params, conv_layout)

    _gate_names = ["_r", "_z", "_o"]

    @property
    def state_info(self) -> list[dict[str, Any]]:
        return self._states(1)

    def __call__(self, inputs: Symbol, states: list[Symbol]) -> tuple[Symbol, list[Symbol]]:
        """Return (output, [output])."""
        name = self._step_name()
        i2h, h2h = self._conv_forward(inputs, states, name)
        output = gru_step(i2h, h2h, states[0], name, self._activate)
        return output, [output]
