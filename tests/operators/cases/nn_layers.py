"""Cases of dense, convolution, pooling, activation, dropout and recurrent layers."""
import numpy as np

from tests.operators.harness import RECORDED, Case, apart, distinct, uniform

SINGLE = ("float32",)


def _dense(data, weight, bias=None, num_hidden=None, no_bias=False, flatten=True):
    rows = data.reshape(len(data), -1) if flatten else data
    return rows @ weight.T + (0 if bias is None else bias)


def _softplus(x):
    return np.logaddexp(x, 0)


_ACTIVATION = {"relu": lambda x: np.maximum(x, 0), "sigmoid": lambda x: 1 / (1 + np.exp(-x)),
               "tanh": np.tanh, "softrelu": _softplus, "softsign": lambda x: x / (1 + abs(x))}


def _leaky(x, act_type="leaky", slope=0.25):
    return np.where(x > 0, x, slope * x if act_type == "leaky" else slope * np.expm1(x))


def _prelu(x, gamma, act_type):
    return np.where(x > 0, x, gamma.reshape(1, -1, *[1] * (x.ndim - 2)) * x)


def _selu(x, act_type="selu"):
    return 1.0507009873554805 * np.where(x > 0, x, 1.6732632423543772 * np.expm1(x))


def _selu_gradient(heads, x, act_type):
    out = _selu(x)
    return heads[0] * 1.0507009873554805 * np.where(out > 0, 1, out + 1.6732632423543772)


def _kept(p, axes=()):
    """Make a check: elements are zero or scaled, and along ``axes`` all share their fate."""
    def check(outputs, inputs, params):
        ratio = outputs[0] / inputs[0]
        levels = np.unique(ratio.astype("float32").round(3))
        np.testing.assert_allclose(levels, [0, 1 / (1 - p)], atol=2e-3)
        share = (ratio == 0).mean()
        assert abs(share - p) < 0.15
        for axis in axes:
            assert (ratio.max(axis) == ratio.min(axis)).all()
    return check


def _random_slope(outputs, inputs, params):
    (out, mask), (data,) = outputs, inputs
    low, high = params["lower_bound"], params["upper_bound"]
    assert ((mask >= low) & (mask < high)).all() and mask.std() > 0.01
    np.testing.assert_allclose(out, np.where(data > 0, data, mask * data), rtol=1e-6)


def _middle_slope(outputs, inputs, params):
    slope = (params["lower_bound"] + params["upper_bound"]) / 2
    np.testing.assert_allclose(outputs[0], np.where(inputs[0] > 0, inputs[0], slope * inputs[0]), rtol=1e-6)


def _rnn(mode, layers=1, both=False, **params):
    """Make a case of two steps, batch 2, 3 features and 2 states."""
    gates, directions = {"lstm": 4, "gru": 3}.get(mode, 1), 1 + both
    size = params.get("projection_size") or 2
    first = gates * 2 * directions * (3 + size + 2)
    count = first + (layers - 1) * gates * 2 * directions * (size * directions + size + 2)
    if "projection_size" in params:
        count += layers * directions * size * 2
    inputs = [(3, 2, 3), uniform((count,), -0.5, 0.5), (layers * directions, 2, size)]
    if mode == "lstm":
        inputs.append((layers * directions, 2, 2))
    return inputs, {"mode": mode, "state_size": 2, "num_layers": layers, "bidirectional": both, **params}


def _recorded_rnn(*args, **params):
    inputs, given = _rnn(*args, **params)
    return Case("RNN", inputs, given, RECORDED, SINGLE, RECORDED)


def _projected(data, weights, state, cell, **params):
    """Run one LSTM layer with a projection in NumPy."""
    size, width = 2, params["projection_size"]
    parts, place = [], 0
    for shape in ((8, 3), (8, width), (width, size), (8,), (8,)):
        parts.append(weights[place:place + np.prod(shape)].reshape(shape))
        place += np.prod(shape)
    w, u, r, a, b = parts
    h, c, outs = state[0], cell[0], []
    low, high = params.get("lstm_state_clip_min"), params.get("lstm_state_clip_max")

    def sigmoid(x):
        return 1 / (1 + np.exp(-x))
    for x in data:
        i, f, g, o = np.split(x @ w.T + a + h @ u.T + b, 4, 1)
        c = sigmoid(f) * c + sigmoid(i) * np.tanh(g)
        if low is not None:
            c = np.clip(c, low, high)
        h = (sigmoid(o) * np.tanh(c)) @ r.T
        outs.append(h)
    return np.stack(outs), h[None], c[None]


def _lengths(outputs, inputs, params):
    """Past a sequence's end outputs are zero, and the state is that of its end."""
    (out, state), lengths = outputs, inputs[-1]
    for row, length in enumerate(lengths.astype(int)):
        assert (out[length:, row] == 0).all()
        np.testing.assert_array_equal(state[0, row], out[length - 1, row])


_RNN, _RNN_PARAMS = _rnn("gru", state_outputs=True, use_sequence_length=True)
_PROJECT, _PROJECT_PARAMS = _rnn("lstm", projection_size=3, state_outputs=True)
_CLIP = {**_PROJECT_PARAMS, "lstm_state_clip_min": -0.2, "lstm_state_clip_max": 0.2}
_DROP, _DROP_PARAMS = _rnn("lstm", layers=2, p=1.0)

CASES = [
    # ---- dense ----
    Case("FullyConnected", [(3, 2, 2), (4, 4), (4,)], {"num_hidden": 4}, _dense,
         ("float16", "float32", "float64")),
    Case("FullyConnected", [(3, 4), (2, 4)], {"num_hidden": 2, "no_bias": True}, _dense),
    Case("FullyConnected", [(2, 3, 4), (2, 4), (2,)], {"num_hidden": 2, "flatten": False}, _dense),
    Case("FullyConnected", [(3, 4), (2, 4), (2,)], {"num_hidden": 3}, raises="expected num_hidden=3"),

    # ---- convolution ----
    Case("Convolution", [(2, 3, 7), (4, 3, 3), (4,)], {"kernel": (3,), "num_filter": 4}, RECORDED,
         SINGLE, RECORDED),
    Case("Convolution", [(2, 4, 6, 7), (6, 2, 3, 2)], {
        "kernel": (3, 2), "num_filter": 6, "num_group": 2, "stride": (2, 1), "pad": (1, 2),
        "dilate": (1, 2), "no_bias": True}, RECORDED, SINGLE, RECORDED),
    Case("Convolution", [(1, 2, 4, 4, 4), (3, 2, 2, 2, 2), (3,)], {
        "kernel": (2, 2, 2), "num_filter": 3, "pad": (1, 0, 1)}, RECORDED, SINGLE, RECORDED),
    Case("Convolution", [(1, 2, 4, 4), (3, 2, 3, 3), (3,)], {"kernel": (3, 3), "num_filter": 3},
         lambda x, w, b, **_: np.einsum("nchwij,ocij->nohw", np.lib.stride_tricks.sliding_window_view(
             x, (3, 3), (2, 3)), w) + b[:, None, None], ("float16", "float32", "float64"),
         tolerance={"float16": 4e-3}, note="float16 is rounded once, at the end"),
    Case("Convolution", [(1, 4, 4, 2), (3, 3, 3, 2), (3,)], {
        "kernel": (3, 3), "num_filter": 3, "layout": "NHWC"},
         lambda x, w, b, **_: np.einsum("nhwcij,oijc->nhwo", np.lib.stride_tricks.sliding_window_view(
             x, (3, 3), (1, 2)), w) + b),
    Case("Convolution", [(1, 2, 4, 4), (3, 2, 5, 5), (3,)], {"kernel": (5, 5), "num_filter": 3},
         raises="[Kk]ernel size"),
    Case("Convolution_v1", [(2, 2, 5, 5), (3, 2, 3, 3), (3,)], {
        "kernel": (3, 3), "num_filter": 3, "pad": (1, 1), "stride": (2, 2)}, RECORDED, SINGLE, RECORDED),
    Case("Deconvolution", [(2, 3, 4), (3, 2, 3)], {"kernel": (3,), "num_filter": 2, "stride": (2,)},
         RECORDED, SINGLE, RECORDED),
    Case("Deconvolution", [(1, 4, 3, 4), (4, 2, 3, 3), (4,)], {
        "kernel": (3, 3), "num_filter": 4, "num_group": 2, "stride": (2, 3), "pad": (1, 0),
        "adj": (1, 2), "no_bias": False}, RECORDED, SINGLE, RECORDED),
    Case("Deconvolution", [(1, 2, 3, 3), (2, 2, 4, 4)], {
        "kernel": (4, 4), "num_filter": 2, "stride": (2, 2), "target_shape": (6, 7)}, RECORDED,
        ("float64",), RECORDED, note="the reference's float32 kernel refuses this one"),
    Case("Deconvolution", [(1, 2, 2, 3, 2), (2, 1, 2, 2, 2)], {
        "kernel": (2, 2, 2), "num_filter": 1, "stride": (2, 1, 2)}, RECORDED, SINGLE, RECORDED),
    Case("Deconvolution", [(1, 3, 3, 2), (2, 2, 2, 3)], {
        "kernel": (2, 2), "num_filter": 3, "layout": "NHWC"},
         lambda x, w, **_: sum(np.pad(np.einsum("nhwc,co->nhwo", x, w[:, i, j]), (
             (0, 0), (i, 1 - i), (j, 1 - j), (0, 0))) for i in range(2) for j in range(2))),

    # ---- pooling ----
    *(Case("Pooling", [distinct((1, 2, 6, 7))], {
        "kernel": (3, 2), "stride": (2, 2), "pad": (1, 1), "pool_type": kind,
        "pooling_convention": convention, **more}, RECORDED, SINGLE, RECORDED, train=True)
      for kind, more in (("max", {}), ("avg", {}), ("avg", {"count_include_pad": False}), ("sum", {}),
                         ("lp", {"p_value": 2}), ("lp", {"p_value": 3}))
      for convention in ("valid", "full")),
    Case("Pooling", [distinct((1, 2, 7))], {
        "kernel": (3,), "stride": (2,), "pooling_convention": "same"},
         lambda x, **_: np.stack([x[..., i:i + 3].max(-1) for i in range(0, 7, 2)], -1),
         note="the reference reads past its params here"),
    Case("Pooling", [distinct((1, 2, 5))], {"kernel": (2,), "pad": (1,), "pool_type": "avg"}, RECORDED,
         SINGLE, RECORDED),
    Case("Pooling", [distinct((1, 1, 4, 5, 4))], {"kernel": (2, 2, 3), "stride": (1, 2, 1)}, RECORDED,
         SINGLE, RECORDED, train=True),
    Case("Pooling", [distinct((2, 4, 5, 3))], {"kernel": (2, 2), "layout": "NHWC", "pool_type": "avg"},
         RECORDED, SINGLE, RECORDED),
    Case("Pooling", [distinct((2, 3, 4, 5))], {"global_pool": True, "kernel": (2, 2), "pool_type": "avg"},
         lambda x, **_: x.mean((2, 3), keepdims=True), ("float16", "float32", "float64")),
    Case("Pooling", [distinct((2, 3, 4, 5))], {"global_pool": True},
         lambda x, **_: x.max((2, 3), keepdims=True), ("float16", "float32", "float64")),
    Case("Pooling", [(1, 1, 3, 3)], {"kernel": (4, 4)}, raises="exceeds input"),
    *(Case("Pooling_v1", [distinct((1, 2, 5, 6))], {
        "kernel": (3, 2), "stride": (2, 2), "pad": (1, 1), "pool_type": kind,
        "pooling_convention": convention}, RECORDED, SINGLE, RECORDED)
      for kind in ("max", "avg", "sum") for convention in ("valid", "full")),

    # ---- activations ----
    *(Case("Activation", [apart((3, 4))], {"act_type": kind}, lambda x, act_type: _ACTIVATION[act_type](x),
           ("float16", "float32", "float64")) for kind in _ACTIVATION),
    Case("LeakyReLU", [apart((3, 4))], {"slope": 0.1}, _leaky, ("float16", "float32", "float64")),
    Case("LeakyReLU", [apart((3, 4))], {"act_type": "elu", "slope": 0.5}, _leaky),
    Case("LeakyReLU", [apart((3, 4))], {"act_type": "selu"}, _selu, grad=_selu_gradient),
    Case("LeakyReLU", [apart((3, 4))], {"act_type": "gelu"}, RECORDED, SINGLE, RECORDED),
    Case("LeakyReLU", [apart((2, 3, 2)), uniform((3,), 0.1, 0.5)], {"act_type": "prelu"}, _prelu),
    Case("LeakyReLU", [apart((2, 3)), uniform((1,), 0.1, 0.5)], {"act_type": "prelu"}, _prelu),
    Case("LeakyReLU", [apart((20, 20))], {"act_type": "rrelu", "lower_bound": 0.1, "upper_bound": 0.3},
         check=_random_slope, train=True, grad=False, symbolic=False),
    Case("LeakyReLU", [apart((3, 4))], {"act_type": "rrelu", "lower_bound": 0.1, "upper_bound": 0.3},
         check=_middle_slope, grad=False, symbolic=False),

    # ---- dropout ----
    Case("Dropout", [(3, 4)], {"p": 0.7}, lambda x, **_: x, ("float16", "float32", "float64"), grad=False),
    Case("Dropout", [(3, 4)], {"p": 0.0}, lambda x, **_: x, train=True),
    Case("Dropout", [(40, 40)], {"p": 0.3}, check=_kept(0.3), train=True, grad=False, symbolic=False),
    Case("Dropout", [(40, 40)], {"p": 0.3, "mode": "always"}, check=_kept(0.3), grad=False, symbolic=False),
    Case("Dropout", [(50, 40)], {"p": 0.5, "axes": (1,)}, check=_kept(0.5, axes=(1,)), train=True,
         grad=False, symbolic=False),

    # ---- recurrent ----
    *(_recorded_rnn(mode, state_outputs=True) for mode in ("rnn_relu", "rnn_tanh", "lstm", "gru")),
    *(_recorded_rnn(mode, layers=2, both=True) for mode in ("rnn_tanh", "lstm", "gru")),
    Case("RNN", _PROJECT, _PROJECT_PARAMS, _projected),
    Case("RNN", _PROJECT, _CLIP, _projected, note="the cell state is clipped after every step"),
    Case("RNN", [*_RNN, np.array([2, 3], "float32")], _RNN_PARAMS, check=_lengths, wrt=(0, 1, 2),
         symbolic=False, note="by position the lengths of a GRU stand where a symbol has the cell"),
    Case("RNN", _DROP, _DROP_PARAMS, check=lambda outputs, inputs, params: None, train=True,
         note="all is dropped between the layers"),
    Case("RNN", _PROJECT[:1] + [(7,)] + _PROJECT[2:], _PROJECT_PARAMS, raises="parameters have shape"),
]
