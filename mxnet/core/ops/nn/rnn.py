"""Fused recurrent layers on torch's kernels, from MXNet's one packed parameter vector.

The vector holds all weights, then all biases. Weights are ordered by layer, then by direction: input to hidden, hidden
to hidden, and the projection if there is one. Gates are in torch's order.
"""
from functools import lru_cache, partial
from math import prod
from typing import Literal

import torch

from ...errors import MXNetError
from ...matmul import by_onednn_if_large
from ...op import Array, Double, Fraction, Params, Positive, Rng, op, types
from ...op.shapes import show
from ...torch_private import pack_sequence, pad_sequence
from ..clamp import clamp
from . import lstm
from .dropout import kept

GATES = {"rnn_relu": 1, "rnn_tanh": 1, "lstm": 4, "gru": 3}
_KERNELS = {"rnn_relu": torch.rnn_relu, "rnn_tanh": torch.rnn_tanh, "lstm": torch.lstm, "gru": torch.gru}


def weight_shapes(p, input_size: int) -> list[list[tuple]]:
    """Return the shapes of the weights of each (layer, direction), in packed order."""
    directions, gates = 1 + p.bidirectional, GATES[p.mode]
    width = p.projection_size or p.state_size
    found = []
    for layer in range(p.num_layers):
        size = input_size if layer == 0 else width * directions
        one = [(gates * p.state_size, size), (gates * p.state_size, width)]
        if p.projection_size:
            one.append((p.projection_size, p.state_size))
        found += [one] * directions
    return found


def parameter_count(p, input_size: int) -> int:
    """Count the elements of the packed vector."""
    weights = sum(rows * columns for one in weight_shapes(p, input_size) for rows, columns in one)
    return weights + 2 * GATES[p.mode] * p.state_size * p.num_layers * (1 + p.bidirectional)


@lru_cache(maxsize=256)
def _layout(mode: str, state_size: int, num_layers: int, bidirectional: bool,
            projection_size: int | None, input_size: int) -> tuple:
    """Return the sizes and shapes of the vector's parts, and which of them each layer takes, in torch's
    order: the projection comes after the biases."""
    p = Params(mode=mode, state_size=state_size, num_layers=num_layers, bidirectional=bidirectional,
               projection_size=projection_size)
    groups = weight_shapes(p, input_size)
    each, bias = len(groups[0]) if groups else 0, (GATES[mode] * state_size,)
    shapes = [shape for group in groups for shape in group] + [bias] * (2 * len(groups))
    order = []
    for index in range(len(groups)):
        first, biases = index * each, len(groups) * each + 2 * index
        order.append([first, first + 1, biases, biases + 1, *range(first + 2, first + each)])
    directions = 1 + bidirectional
    layers = [[place for one in order[layer * directions:(layer + 1) * directions] for place in one]
              for layer in range(num_layers)]
    return [prod(shape) for shape in shapes], shapes, layers


def unpack(parameters: Array, p, input_size: int) -> list[list[Array]]:
    """View the vector as torch's parameters of each layer."""
    return _parts(parameters, _layout(p.mode, p.state_size, p.num_layers, p.bidirectional,
                                      p.projection_size, input_size))


def _parts(parameters: Array, layout: tuple) -> list[list[Array]]:
    sizes, shapes, layers = layout
    # One split instead of many slices: its gradient is one concatenation.
    parts = [part.view(shape) if len(shape) > 1 else part
             for part, shape in zip(parameters.split_with_sizes(sizes), shapes)]
    return [[parts[place] for place in layer] for layer in layers]


def _taped(data: Array, states: list[Array], weights: list[Array]) -> bool:
    """Return whether a gradient will be requested: cuDNN has none for a run in inference mode."""
    return torch.is_grad_enabled() and any(a.requires_grad for a in (data, *states, *weights))


class _Lengths:
    """Runs layers on sequences of different lengths: packed, longest first, then padded with zeros."""

    def __init__(self, lengths: Array, steps: int) -> None:
        self.steps = steps
        sizes, self.order = lengths.detach().long().sort(descending=True)
        self.back = self.order.argsort()
        self.sizes = sizes.cpu()

    def run(self, kernel, data: Array, states: list[Array], weights: list[Array], bidirectional: bool):
        rows, batch_sizes = pack_sequence(data[:, self.order], self.sizes, False)
        states = [s[:, self.order] for s in states]
        hx = states if len(states) > 1 else states[0]
        out, *ends = kernel(rows, batch_sizes, hx, weights, True, 1, 0.0, _taped(data, states, weights),
                            bidirectional)
        out, _ = pad_sequence(out, batch_sizes, False, 0.0, self.steps)
        return out[:, self.back], [end[:, self.back] for end in ends]


def _run_layer(kernel, data, states, weights, bidirectional, lengths, layers: int = 1):
    """Return the outputs of one layer, or of stacked layers, and their final states."""
    if lengths is not None:
        return lengths.run(kernel, data, states, weights, bidirectional)
    hx = states if len(states) > 1 else states[0]
    out, *ends = kernel(data, hx, weights, True, layers, 0.0, _taped(data, states, weights), bidirectional,
                        False)
    return out, ends


class _Steps:
    """An LSTM unrolled step by step, for what torch's kernel lacks: a clipped cell state."""

    def __init__(self, low: float | None = None, high: float | None = None, stop_nan: bool = False) -> None:
        self.low, self.high, self.stop_nan = low, high, stop_nan

    def __call__(self, data, hx, weights, *_):
        each = len(weights) // hx[0].shape[0]
        parts = [self._direction(data, hx[0][d], hx[1][d], weights[d * each:(d + 1) * each], reverse=d == 1)
                 for d in range(hx[0].shape[0])]
        outs, hidden, cells = zip(*parts)
        return torch.cat(outs, 2), torch.stack(hidden), torch.stack(cells)

    def _direction(self, data, hidden, cell, weights, reverse: bool):
        linear, outs = torch.nn.functional.linear, []
        from_input = linear(data, weights[0], weights[2])
        steps = range(data.shape[0])
        for step in reversed(steps) if reverse else steps:
            gates = from_input[step] + linear(hidden, weights[1], weights[3])
            enter, forget, change, leave = gates.chunk(4, 1)
            cell = torch.sigmoid(forget) * cell + torch.sigmoid(enter) * torch.tanh(change)
            if self.low is not None:
                cell = cell.nan_to_num(self.high, self.high, self.low) if self.stop_nan else cell
                cell = clamp(cell, self.low, self.high)
            hidden = torch.sigmoid(leave) * torch.tanh(cell)
            if len(weights) > 4:
                hidden = linear(hidden, weights[4])
            outs.append(hidden)
        return torch.stack(outs[::-1] if reverse else outs), hidden, cell


def _is_lone(mode, num_layers, bidirectional, projection_size, use_sequence_length, clip) -> bool:
    """Return whether params describe exactly one LSTM layer."""
    return mode == "lstm" and num_layers == 1 and not (bidirectional or projection_size or use_sequence_length) \
        and clip is None


def _outputs(p) -> int:
    return 1 + p.state_outputs * (2 if p.mode == "lstm" else 1)


@op("RNN", accepts=types.FLOATING, outputs=_outputs, output_names=["output", "state_output", "statecell_output"],
    omit={"state_cell": lambda p: p.mode != "lstm", "sequence_length": lambda p: not p.use_sequence_length})
def rnn(data: Array, parameters: Array, state: Array, state_cell: Array | None = None,
        sequence_length: Array | None = None, *, state_size: Positive, num_layers: Positive,
        bidirectional: bool = False, mode: Literal["gru", "lstm", "rnn_relu", "rnn_tanh"], p: Fraction = 0.0,
        state_outputs: bool = False, projection_size: int | None = None,
        lstm_state_clip_min: Double | None = None, lstm_state_clip_max: Double | None = None,
        lstm_state_clip_nan: bool = False, use_sequence_length: bool = False, is_train: bool, rng: Rng):
    """Run stacked recurrent layers over ``(time, batch, features)`` data.

    With ``W`` and ``R`` as weights of the input and of the state, biases left out:
    ``rnn_tanh`` computes ``h' = tanh(W x + R h)`` at each step, ``rnn_relu`` the same with a relu.
    ``lstm`` computes four gates ``i, f, g, o``, ``c' = sigmoid(f) * c + sigmoid(i) * tanh(g)`` and
    ``h' = sigmoid(o) * tanh(c')``. ``gru`` computes ``r, z = sigmoid(...)``, ``n = tanh(W x + r * (R h))`` and
    ``h' = (1 - z) * n + z * h``. Each layer reads the outputs of the one below.

    Parameters
    ----------
    data
        Sequences of shape ``(time, batch, features)``.
    parameters
        One vector of all weights, then all biases. Weights are ordered by layer, then by direction: input to hidden, of
        shape ``(gates * state_size, inputs)``, hidden to hidden, and the projection, if there is one. Biases likewise,
        two vectors of ``gates * state_size`` each. `mx.rnn.FusedRNNCell` packs and unpacks it.
    state
        Initial states, of shape ``(layers * directions, batch, state_size)``, or ``projection_size`` as the last axis.
    state_cell
        Initial cell states, of shape ``(layers * directions, batch, state_size)``; an input of ``lstm`` only.
    sequence_length
        Length of each sequence, of shape ``(batch,)``; an input with ``use_sequence_length`` only.
    state_size
        Number of features of a state.
    num_layers
        Number of layers.
    bidirectional
        Run each layer in both directions, and concatenate both outputs.
    mode
        The kind of layer.
    p
        Probability of dropout between layers, in training.
    state_outputs
        Return the states after the last step too.
    projection_size
        Number of features that the state of an LSTM is projected to; none by default.
    lstm_state_clip_min, lstm_state_clip_max
        The cell state of an LSTM is clipped to this range at each step; not by default.
    lstm_state_clip_nan
        Whether clipping replaces NaN cell states.
    use_sequence_length
        Read ``sequence_length``: outputs past a sequence's end are zero, and states are those at its end.

    Returns
    -------
    Array of shape ``(time, batch, directions * state_size)``. With ``state_outputs`` a list: the states, shaped as
    ``state``, come next, and after them, of an LSTM, the cell states.

    Examples
    --------
    >>> x, state = mx.nd.ones((5, 2, 3)), mx.nd.zeros((1, 2, 4))
    >>> vector = mx.nd.zeros(4 * (4 * 3 + 4 * 4 + 4 + 4))  # an LSTM has four gates
    >>> out, h, c = mx.nd.RNN(x, vector, state, state, state_size=4, num_layers=1, mode="lstm", state_outputs=True)
    >>> out.shape, h.shape, c.shape
    ((5, 2, 4), (1, 2, 4), (1, 2, 4))
    """
    lone = _is_lone(mode, num_layers, bidirectional, projection_size, use_sequence_length, lstm_state_clip_min)
    if lone and lstm.is_plain(data, parameters, state, state_cell, state_size):
        ends = lstm.run(data, parameters, state, state_cell, state_size)
        return ends if state_outputs else ends[0]
    _check(data.shape, mode, projection_size)
    layout = _layout(mode, state_size, num_layers, bidirectional, projection_size, data.shape[2])
    expected = sum(layout[0])
    if parameters.shape != (expected,):
        raise MXNetError(f"parameters have shape {list(parameters.shape)}, expected [{expected}]")
    rows = num_layers * (1 + bidirectional), data.shape[1]  # torch's kernels accept states of any shape
    _check_states(state, (*rows, projection_size or state_size), state_cell, (*rows, state_size))
    dtype, arrays = data.dtype, [data, parameters, state, state_cell]
    if dtype is torch.float16 and data.device.type == "cpu":
        arrays = [None if a is None else a.float() for a in arrays]
    clips = None if lstm_state_clip_min is None or lstm_state_clip_max is None or mode != "lstm" \
        else (lstm_state_clip_min, lstm_state_clip_max, lstm_state_clip_nan)
    kernel = _kernel(mode, clips, projection_size, sequence_length)
    lengths = None if sequence_length is None or data.device.type == "meta" \
        else _Lengths(sequence_length, data.shape[0])
    run = partial(_run_layer, kernel, bidirectional=bidirectional, lengths=lengths)
    with by_onednn_if_large([arrays[1]]):
        out, ends = _run_layers(run, arrays[0], [s for s in arrays[2:] if s is not None], _parts(arrays[1], layout),
                                isinstance(kernel, _Steps), p if is_train else 0.0, rng)
    out = out.to(dtype)
    return (out, *(end.to(dtype) for end in ends)) if state_outputs else out


def _kernel(mode: str, clips: tuple | None, projection_size: int | None, lengths: Array | None):
    """Return what runs a layer."""
    if clips is not None:
        if lengths is not None:
            raise MXNetError("lstm_state_clip and use_sequence_length do not work together")
        return _Steps(*clips)
    if projection_size and lengths is None:
        return _Steps()  # torch warns that its fast CPU kernel has none; cuDNN needs a different packing
    return _KERNELS[mode]


def _run_layers(run, out: Array, states: list[Array], weights: list, stepwise: bool, drop: float, rng) -> tuple:
    """Run stacked layers with dropout between them; returns outputs and final states."""
    count = len(weights)
    if run.keywords["lengths"] is None and not stepwise and not drop:
        # All layers in one call: cuDNN overlaps them, and unpacks the parameters itself.
        return run(out, states, [weight for layer in weights for weight in layer], layers=count)
    directions, ends = 1 + run.keywords["bidirectional"], []
    for layer in range(count):
        if layer and drop:
            out = out * kept(out.shape, 1 - drop, out, rng).mul_(1 / (1 - drop)) if drop < 1 else out * 0
        own = states if count == 1 else [s[layer * directions:(layer + 1) * directions] for s in states]
        out, final = run(out, own, weights[layer])
        ends.append(final)
    return out, [torch.cat(kind) for kind in zip(*ends)]


def _check_states(state: Array, shape: tuple, cell: Array | None, cell_shape: tuple) -> None:
    for given, expected in ((state, shape), (cell, cell_shape)):
        if given is not None and given.shape != expected:
            raise MXNetError(f"Shape inconsistent, Provided = {show(given.shape)}, inferred shape="
                             f"({','.join(map(str, expected))})")


def _check(shape, mode: str, projection_size: int | None) -> None:
    if len(shape) != 3:
        raise MXNetError("Input data should be rank-3 tensor of dim [sequence length, batch size, input "
                         f"size]; got {len(shape)} axes")
    if projection_size is not None and mode != "lstm":
        raise MXNetError(f"projection_size is for mode lstm, not {mode}")


@rnn.lower("eager")
def rnn_direct(call):
    """Return the call of a single LSTM layer without its many params; there is no dropout between layers."""
    p = call.p
    if not _is_lone(p.mode, p.num_layers, p.bidirectional, p.projection_size, p.use_sequence_length,
                    p.lstm_state_clip_min):
        return None
    whole, size, ends = partial(rnn.function, **p, is_train=False, rng=None), p.state_size, p.state_outputs

    def kernel(*arrays):
        if len(arrays) == 4 and lstm.is_plain(*arrays, size):
            found = lstm.run(*arrays, size)
            return found if ends else found[0]
        return whole(*arrays)
    return kernel


@rnn.infer_shape
def rnn_shape(shape, p) -> None:
    data = shape.data
    _check(data, p.mode, p.projection_size)
    directions = 1 + p.bidirectional
    width = p.projection_size or p.state_size
    ends = (directions * p.num_layers, data[1], width)
    shape.state = ends
    cells = (*ends[:2], p.state_size)
    if p.mode == "lstm":
        shape.state_cell = cells
    if p.use_sequence_length:
        shape.sequence_length = (data[1],)
    shape.output = (*data[:2], directions * width)
    if p.state_outputs:
        shape.state_output = ends
        if p.mode == "lstm":
            shape.statecell_output = cells
    if data[2] != -1:
        shape.parameters = (parameter_count(p, data[2]),)


@rnn.infer_type
def rnn_type(types, p) -> None:
    """All share one type except the lengths."""
    names = [name for name in (*types.input_names, *types.output_names) if name != "sequence_length"]
    known = [types.peek(name) for name in names if types.known(name)]
    for name in names if known else ():
        setattr(types, name, known[0])
    if known and p.use_sequence_length and not types.known("sequence_length"):
        types.sequence_length = known[0]
