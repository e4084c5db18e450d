"""An 8-bit recurrent layer: LSTM with quantized data, states and weights, and exact gates."""
from typing import Literal

import torch

from ..errors import MXNetError
from ..op import Array, Double, Fraction, Params, Positive, op
from .nn.rnn import parameter_count, unpack
from .quantization import RANGE, check_types, kinds, rounded, single

_OUT = ["output", "state_output", "statecell_ouput"]  # spelled so in MXNet


def _quantized(weights: list[list[Array]], rows: int) -> list[list[Array]]:
    """Round weights to bytes, with one scale per row over all layers; return what the bytes represent."""
    reach = torch.zeros(rows, device=weights[0][0].device)
    for layer in weights:
        for place in range(0, len(layer), 4):
            for matrix in layer[place:place + 2]:
                reach = torch.maximum(reach, matrix.abs().amax(1))
    scale = (RANGE[torch.int8] / reach.clamp(min=torch.finfo(torch.float32).tiny)).unsqueeze(1)
    return [[rounded(part * scale, torch.int8) / scale if part.dim() == 2 else part for part in layer]
            for layer in weights]


class _Lstm:
    """Runs one direction of one layer; hidden states are bytes between steps, as data is."""

    def __init__(self, scale: Array, shift: Array) -> None:
        self.scale, self.shift = scale, shift

    def through_bytes(self, values: Array) -> Array:
        return (rounded(values * self.scale + self.shift, torch.uint8) - self.shift) / self.scale

    def run(self, data: Array, hidden: Array, cell: Array, weights: list[Array], backwards: bool) -> tuple:
        from_input, outs = data @ weights[0].t() + weights[2] + weights[3], []
        steps = range(data.shape[0])
        for step in reversed(steps) if backwards else steps:
            gates = from_input[step] + self.through_bytes(hidden) @ weights[1].t()
            enter, forget, change, leave = gates.chunk(4, 1)
            cell = torch.sigmoid(forget) * cell + torch.sigmoid(enter) * torch.tanh(change)
            hidden = torch.sigmoid(leave) * torch.tanh(cell)
            outs.append(hidden)
        return torch.stack(outs[::-1] if backwards else outs), hidden, cell


def _check(data, p) -> None:
    if p.mode != "lstm":
        raise MXNetError(f"Quantized RNN operator only supports LSTM mode, got {p.mode}")
    if p.projection_size is not None:
        raise MXNetError("Quantized RNN operator has no projection")
    if len(data) != 3:
        raise MXNetError("Input data of RNN operator should be 3-rank tensor of dim [steps, batch, input "
                         f"size]; got {len(data)} axes")


@op("_contrib_quantized_rnn", outputs=lambda p: 3 if p.state_outputs else 1, output_names=_OUT,
    rename={"data_scale": "min_data", "data_shift": "max_data"}, differentiable=False,
    ignore=("quantized",),  # which quantized models have
    types=kinds(data=torch.uint8, **dict.fromkeys(
        ("parameters", "state", "state_cell", "min_data", "max_data", *_OUT), torch.float32)))
def quantized_rnn(data: Array, parameters: Array, state: Array, state_cell: Array, data_scale: Array,
                  data_shift: Array, *, state_size: Positive, num_layers: Positive, bidirectional: bool = False,
                  mode: Literal["gru", "lstm", "rnn_relu", "rnn_tanh"], p: Fraction = 0.0,
                  state_outputs: bool = False, projection_size: int | None = None,
                  lstm_state_clip_min: Double | None = None, lstm_state_clip_max: Double | None = None,
                  lstm_state_clip_nan: bool = False, use_sequence_length: bool = False):
    """Run stacked LSTM layers over quantized bytes; see `RNN`.

    A byte is ``value * scale + shift``, as `quantize_asym` makes it. Weights come as floats and are rounded to
    bytes, with one scale for each row; hidden states are bytes between steps, gates are exact.

    Parameters
    ----------
    data
        Bytes of type uint8, ``(steps, batch, features)``.
    parameters
        All weights and biases in one vector of type float32, in the order of `RNN`.
    state
        Initial hidden states, ``(num_layers * directions, batch, state_size)``.
    state_cell
        Initial cell states; of the shape of ``state``.
    min_data
        The scale of the bytes, an array of one element.
    max_data
        The shift of the bytes, an array of one element.
    state_size
        Number of hidden units.
    num_layers
        Number of stacked layers.
    bidirectional
        Run a second set of layers from the last step to the first, and join the outputs.
    mode
        ``"lstm"``; there is no other on bytes.
    p
        Accepted and ignored: there is no dropout.
    state_outputs
        Also return the final states.
    projection_size
        None: there is no projection on bytes.
    lstm_state_clip_min
        Accepted and ignored.
    lstm_state_clip_max
        Accepted and ignored.
    lstm_state_clip_nan
        Accepted and ignored.
    use_sequence_length
        Accepted and ignored.

    Returns
    -------
    Array of type float32, ``(steps, batch, state_size * directions)``; with ``state_outputs`` a list of that, the final
    hidden states and the final cell states.

    Examples
    --------
    >>> x, scale, shift = mx.nd.contrib.quantize_asym(mx.nd.random.uniform(shape=(5, 1, 3)))
    >>> parameters, state = mx.nd.ones((4 * 2 * (3 + 2 + 2),)), mx.nd.zeros((1, 1, 2))
    >>> mx.nd.contrib.quantized_rnn(x, parameters, state, state, scale, shift, mode="lstm", state_size=2,
    ...                             num_layers=1).shape
    (5, 1, 2)
    """
    given = Params(mode=mode, state_size=state_size, num_layers=num_layers, bidirectional=bidirectional,
                   projection_size=projection_size)
    _check(data.shape, given)
    check_types(("data", data, torch.uint8), ("parameters", parameters, torch.float32))
    expected = parameter_count(given, data.shape[2])
    if parameters.shape != (expected,):
        raise MXNetError(f"parameters have shape {list(parameters.shape)}, expected [{expected}]")
    weights = _quantized(unpack(parameters, given, data.shape[2]), 4 * state_size)
    layer_of = _Lstm(data_scale, data_shift)
    out, ends, directions = (data - data_shift) / data_scale, [], 1 + bidirectional
    for layer in range(num_layers):
        if layer:
            out = layer_of.through_bytes(out)
        parts = []
        for direction in range(directions):
            own = layer * directions + direction
            parts.append(layer_of.run(out, state[own], state_cell[own], weights[layer][4 * direction:4 * direction + 4],
                                      direction == 1))
        out = torch.cat([part[0] for part in parts], 2)
        ends += [part[1:] for part in parts]
    if not state_outputs:
        return out
    hidden, cells = zip(*ends)
    return out, torch.stack(hidden), torch.stack(cells)


@quantized_rnn.infer_shape
def quantized_rnn_shape(shape, p) -> None:
    single(shape, "min_data", "max_data")
    data = shape.data
    _check(data, p)
    directions = 1 + p.bidirectional
    ends = (directions * p.num_layers, data[1], p.state_size)
    shape.state = shape.state_cell = ends
    shape.output = (*data[:2], directions * p.state_size)
    if p.state_outputs:
        shape.state_output = shape.statecell_ouput = ends
    if data[2] != -1:
        shape.parameters = (parameter_count(p, data[2]),)
