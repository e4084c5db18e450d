"""Recurrent cells whose linear maps are convolutions: of plain, LSTM and GRU kind, over one to three axes."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ....core.params import plain
from ...nn.conv_layers import _LAYOUTS, _window
from ...parameter import Parameter
from ...rnn import HybridRecurrentCell

if TYPE_CHECKING:
    pass

__all__ = ["Conv1DRNNCell", "Conv2DRNNCell", "Conv3DRNNCell", "Conv1DLSTMCell", "Conv2DLSTMCell", "Conv3DLSTMCell",
           "Conv1DGRUCell", "Conv2DGRUCell", "Conv3DGRUCell"]


class _ConvCell(HybridRecurrentCell):
    """A cell whose gates are a convolution of the input plus one of the state, over ``_rank`` axes."""

    _rank = 0
    _gates = 1
    _states = 1
    i2h_weight: Parameter
    h2h_weight: Parameter
    i2h_bias: Parameter
    h2h_bias: Parameter

    def __init__(self, input_shape: tuple, hidden_channels: int, i2h_kernel: Any, h2h_kernel: Any, i2h_pad: Any = 0,
                 i2h_dilate: Any = 1, h2h_dilate: Any = 1, i2h_weight_initializer: Any = None,
                 h2h_weight_initializer: Any = None, i2h_bias_initializer: Any = "zeros",
                 h2h_bias_initializer: Any = "zeros", conv_layout: str | None = None, activation: Any = "tanh",
                 prefix: str | None = None, params: Any = None) -> None:
        super().__init__(prefix=prefix, params=params)
        hidden_channels, input_shape = plain((hidden_channels, input_shape))
        self._hidden_channels, self._input_shape, self._activation = hidden_channels, input_shape, activation
        self._conv_layout = conv_layout or _LAYOUTS[self._rank][0]
        self._channel_axis = self._conv_layout.find("C")
        self._stride = (1,) * self._rank
        self._i2h_kernel, self._i2h_pad = self._sizes(i2h_kernel=i2h_kernel), self._sizes(i2h_pad=i2h_pad)
        self._i2h_dilate, self._h2h_dilate = self._sizes(i2h_dilate=i2h_dilate), self._sizes(h2h_dilate=h2h_dilate)
        self._h2h_kernel = self._sizes(h2h_kernel=h2h_kernel)
        if not all(size % 2 for size in self._h2h_kernel):
            raise AssertionError(f"{type(self).__name__}: h2h_kernel {h2h_kernel} must be odd, so that the state keeps "
                                 "its size")
        self._h2h_pad = tuple(step * (size - 1) // 2 for step, size in zip(self._h2h_dilate, self._h2h_kernel))
        self._in_channels = input_shape[self._channel_axis - 1]
        self._state_shape = self._with_channels(hidden_channels, self._output_size())
        rows = hidden_channels * self._gates
        shapes = {"i2h_weight": (rows, *self._with_channels(self._in_channels, self._i2h_kernel)),
                  "h2h_weight": (rows, *self._with_channels(hidden_channels, self._h2h_kernel)),
                  "i2h_bias": (rows,), "h2h_bias": (rows,)}
        for (name, shape), init in zip(shapes.items(), (i2h_weight_initializer, h2h_weight_initializer,
                                                        i2h_bias_initializer, h2h_bias_initializer)):
            setattr(self, name, self.params.get(name, shape=shape, init=init, allow_deferred_init=True))

    def _sizes(self, **named: Any) -> tuple:
        (name, value), = named.items()
        return tuple(_window(type(self).__name__, name, value, self._rank))

    def _with_channels(self, channels: int, space: tuple) -> tuple:
        """Put the number of channels at its position in the layout."""
        return (channels, *space) if self._channel_axis == 1 else (*space, channels)

    def _output_size(self) -> tuple:
        """Return the spatial size of a state; 0 if that of the input is unknown."""
        space = self._input_shape[1:] if self._channel_axis == 1 else self._input_shape[:-1]
        return tuple(size + 2 * pad - dilate * (kernel - 1) if size else 0 for size, kernel, pad, dilate
                     in zip(space, self._i2h_kernel, self._i2h_pad, self._i2h_dilate))

    def state_info(self, batch_size: int = 0) -> list:
        """Describe the states, which are images."""
        return [{"shape": (batch_size, *self._state_shape), "__layout__": self._conv_layout}
                for _ in range(self._states)]

    def __repr__(self) -> str:
        rows, inputs = self._hidden_channels * self._gates, self._in_channels or None
        return f"{type(self).__name__}({inputs} -> {rows}, {self._activation}, {self._conv_layout})"

    def _convolved(self, F: Any, inputs: Any, state: Any, i2h: tuple, h2h: tuple) -> tuple[Any, Any]:
        """Return both convolutions."""
        shared = {"num_filter": self._hidden_channels * self._gates, "stride": self._stride,
                  "layout": self._conv_layout}
        return (F.Convolution(data=inputs, weight=i2h[0], bias=i2h[1], kernel=self._i2h_kernel, pad=self._i2h_pad,
                              dilate=self._i2h_dilate, name=self._step + "i2h", **shared),
                F.Convolution(data=state, weight=h2h[0], bias=h2h[1], kernel=self._h2h_kernel, pad=self._h2h_pad,
                              dilate=self._h2h_dilate, name=self._step + "h2h", **shared))

    def hybrid_forward(self, F: Any, inputs: Any, states: Any, i2h_weight: Any,  # type: ignore[override]
                       h2h_weight: Any, i2h_bias: Any, h2h_bias: Any) -> Any:
        """Do one step."""
        i2h, h2h = self._convolved(F, inputs, states[0], (i2h_weight, i2h_bias), (h2h_weight, h2h_bias))
        return self._advance(F, i2h, h2h, states)

    def _advance(self, F: Any, i2h: Any, h2h: Any, states: Any) -> tuple[Any, list]:
        """Return output and states after the step; each kind of cell defines it."""
        raise NotImplementedError(f"{type(self).__name__} does not say how it advances")


class _ConvRNNCell(_ConvCell):
    def _alias(self) -> str:
        return "conv_rnn"

    def _advance(self, F: Any, i2h: Any, h2h: Any, states: Any) -> tuple[Any, list]:
        output = self._get_activation(F, i2h + h2h, self._activation, name=self._step + "out")
        return output, [output]


class _ConvLSTMCell(_ConvCell):
    _gates = 4
    _states = 2

    def _alias(self) -> str:
        return "conv_lstm"

    def _advance(self, F: Any, i2h: Any, h2h: Any, states: Any) -> tuple[Any, list]:
        step = self._step
        parts = F.SliceChannel(i2h + h2h, num_outputs=4, name=step + "slice", axis=self._channel_axis)
        write, keep = (F.Activation(parts[place], act_type="sigmoid", name=step + gate)
                       for place, gate in enumerate("if"))
        value = self._get_activation(F, parts[2], self._activation, name=step + "c")
        show = F.Activation(parts[3], act_type="sigmoid", name=step + "o")
        memory = F.elemwise_add(keep * states[1], write * value, name=step + "state")
        output = F.elemwise_mul(show, self._get_activation(F, memory, self._activation), name=step + "out")
        return output, [output, memory]


class _ConvGRUCell(_ConvCell):
    _gates = 3

    def _alias(self) -> str:
        return "conv_gru"

    def _advance(self, F: Any, i2h: Any, h2h: Any, states: Any) -> tuple[Any, list]:
        step = self._step
        i_reset, i_update, i_new = F.SliceChannel(i2h, num_outputs=3, name=step + "i2h_slice", axis=self._channel_axis)
        h_reset, h_update, h_new = F.SliceChannel(h2h, num_outputs=3, name=step + "h2h_slice", axis=self._channel_axis)
        reset = F.Activation(i_reset + h_reset, act_type="sigmoid", name=step + "r_act")
        update = F.Activation(i_update + h_update, act_type="sigmoid", name=step + "z_act")
        new = self._get_activation(F, i_new + reset * h_new, self._activation, name=step + "h_act")
        output = F.elemwise_add((1.0 - update) * new, update * states[0], name=step + "out")
        return output, [output]


_DOC = """{kind} over {space}.

    Parameters
    ----------
    input_shape : tuple[int, ...]
        Shape of one input of one sample, such as ``{shape}``.
    hidden_channels : int
        Number of channels of the state.
    i2h_kernel : {sizes}
        Window of the convolution of the input.
    h2h_kernel : {sizes}
        Window of that of the state, which keeps its size, so windows are odd.
    i2h_pad : {sizes}, default=0
        Zeros around the input.
    i2h_dilate : {sizes}, default=1
        Distance of two points of the input's window.
    h2h_dilate : {sizes}, default=1
        Distance of two points of the state's window.
    i2h_weight_initializer : str or Initializer, optional
        Initializer of the weight on inputs.
    h2h_weight_initializer : str or Initializer, optional
        Initializer of the weight on states.
    i2h_bias_initializer : str or Initializer, default='zeros'
        Initializer of the bias on inputs.
    h2h_bias_initializer : str or Initializer, default='zeros'
        Initializer of the bias on states.
    conv_layout : str, default={layouts[0]!r}
        Order of the axes, ``{layouts[0]!r}`` or ``{layouts[1]!r}``.
    activation : str or Block, default='tanh'
        Name of an activation, or a block such as ``nn.LeakyReLU(0.1)``.
    prefix : str, optional
        Beginning of the names of parameters.
    params : ParameterDict, optional
        Parameters to share.

    Raises
    ------
    AssertionError
        If ``h2h_kernel`` is even.

    Examples
    --------
    >>> cell = mx.gluon.contrib.rnn.{name}({example}, hidden_channels=4, i2h_kernel=3, h2h_kernel=3, i2h_pad=1)
    >>> cell.initialize()
    >>> output, states = cell(mx.nd.ones((2, *{example})), cell.begin_state(batch_size=2))
    >>> output.shape
    {output}
    """
_SPACE = {1: ("one axis", "(C, W)"), 2: ("two axes", "(C, H, W)"), 3: ("three axes", "(C, D, H, W)")}
_PLAIN, _LSTM, _GRU = "The plain convolutional cell", "Convolutional long short-term memory", "The convolutional GRU"


def _doc(kind: str, rank: int) -> str:
    space, shape = _SPACE[rank]
    example = 3, *(6,) * rank
    word = {_PLAIN: "RNN", _LSTM: "LSTM", _GRU: "GRU"}[kind]
    return _DOC.format(kind=kind, space=space, shape=shape, layouts=_LAYOUTS[rank], name=f"Conv{rank}D{word}Cell",
                       example=example, output=(2, 4, *example[1:]),
                       sizes=f"int or tuple[{', '.join(['int'] * rank)}]")


class Conv1DRNNCell(_ConvRNNCell):
    __doc__ = _doc(_PLAIN, 1)
    _rank = 1


class Conv2DRNNCell(_ConvRNNCell):
    __doc__ = _doc(_PLAIN, 2)
    _rank = 2


class Conv3DRNNCell(_ConvRNNCell):
    __doc__ = _doc(_PLAIN, 3)
    _rank = 3


class Conv1DLSTMCell(_ConvLSTMCell):
    __doc__ = _doc(_LSTM, 1)
    _rank = 1


class Conv2DLSTMCell(_ConvLSTMCell):
    __doc__ = _doc(_LSTM, 2)
    _rank = 2


class Conv3DLSTMCell(_ConvLSTMCell):
    __doc__ = _doc(_LSTM, 3)
    _rank = 3


class Conv1DGRUCell(_ConvGRUCell):
    __doc__ = _doc(_GRU, 1)
    _rank = 1


class Conv2DGRUCell(_ConvGRUCell):
    __doc__ = _doc(_GRU, 2)
    _rank = 2


class Conv3DGRUCell(_ConvGRUCell):
    __doc__ = _doc(_GRU, 3)
    _rank = 3
