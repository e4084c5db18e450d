"""Cases of operators on 8 bits."""
import numpy as np

from tests.operators.harness import RECORDED, Case, integers, uniform

# Symbols take what follows an omitted bias by name only, as in MXNet; arrays by position too.
UNNAMED = {"symbolic": False}
PLAIN = {"reference": RECORDED, "dtypes": "float32", "grad": False}
SIGNED, UNSIGNED = ("int8", -128, 128), ("uint8", 0, 256)
RANGE = [np.array([-2], "float32"), np.array([3], "float32")]
WEIGHTS = [np.array([-1], "float32"), np.array([1.5], "float32")]
BIAS = [np.array([-0.5], "float32"), np.array([0.7], "float32")]
CALIBRATED = {"min_calib_range": -2.0, "max_calib_range": 2.5}


def whole(shape, kind=SIGNED):
    return integers(shape, kind[1], kind[2], dtype=kind[0])


def small(shape):
    """Weights with which no CPU overflows 16 bits."""
    return integers(shape, -64, 64, dtype="int8")


def _reach(low, high):
    return np.maximum(abs(low), abs(high))


def _product(lhs, rhs, lhs_min, lhs_max, rhs_min, rhs_max, min_calib_range=None, max_calib_range=None,
             enable_float_output=False):
    """The reference does not run this one: its formula."""
    level = _reach(lhs_min, lhs_max) / 127.5 * _reach(rhs_min, rhs_max) / 127.5
    found = lhs.astype("int32") * rhs
    if enable_float_output:
        return found * level
    if min_calib_range is None:
        high = _reach(lhs_min, lhs_max) / 127 * _reach(rhs_min, rhs_max) / 127 * 2.0**31
        return found, -high, high
    ends = np.array([min_calib_range]), np.array([max_calib_range])
    return (np.clip(np.trunc(found * level * 127.5 / _reach(*ends)), -128, 127).astype("int8"), *ends)


def _like_floats(outputs, inputs, params):
    """The reference's kernel needs a CPU of its own: nearly what floats give."""
    data, parameters, state, cell, scale, shift = inputs
    width, count = params["state_size"], 2 if params.get("bidirectional") else 1
    values, place = (data - shift) / scale, 0
    shapes = [(4 * width, data.shape[2]), (4 * width, width)] * count + [(4 * width,)] * 2 * count
    parts = []
    for shape in shapes:
        size = int(np.prod(shape))
        parts.append(parameters[place:place + size].reshape(shape))
        place += size
    outs = []
    for turn in range(count):
        from_input, from_state = parts[2 * turn:2 * turn + 2]
        bias = parts[2 * count + 2 * turn] + parts[2 * count + 2 * turn + 1]
        hidden, memory, steps = state[turn], cell[turn], []
        for step in values[::-1] if turn else values:
            gates = step @ from_input.T + hidden @ from_state.T + bias
            enter, forget, change, leave = np.split(gates, 4, 1)
            enter, forget, leave = (1 / (1 + np.exp(-g)) for g in (enter, forget, leave))
            memory = forget * memory + enter * np.tanh(change)
            hidden = leave * np.tanh(memory)
            steps.append(hidden)
        outs.append(np.stack(steps[::-1] if turn else steps))
    error = outputs[0] - np.concatenate(outs, 2)
    assert np.abs(error).max() < 0.02 and np.abs(error).max() > 0
    if params.get("state_outputs"):
        assert np.abs(outputs[1][0] - outs[0][-1]).max() < 0.02 and outputs[2].shape == cell.shape


def _lstm(**params):
    count = 2 if params.get("bidirectional") else 1
    size = count * 4 * 3 * (5 + 3 + 2)
    return Case("_contrib_quantized_rnn", [
        whole((4, 2, 5), UNSIGNED), uniform((size,), -0.5, 0.5), uniform((count, 2, 3)), uniform((count, 2, 3)),
        np.array([127.5], "float32"), np.array([127.5], "float32")],
        {"state_size": 3, "num_layers": 1, "mode": "lstm", **params}, check=_like_floats, dtypes="float32", grad=False)


CASES = [
    *(Case("_contrib_quantize", [(3, 4), *RANGE], {"out_type": kind}, **PLAIN) for kind in ("int8", "uint8")),
    Case("_contrib_quantize", [integers((3,), dtype="int32"), *RANGE], {}, raises="data must be float32"),
    *(Case("_contrib_quantize_v2", [data], params, **PLAIN)
      for data, params in (((3, 4), {}), ((3, 4), {"out_type": "uint8"}), ((2, 3, 4, 5), CALIBRATED),
                           (uniform((3, 4), 0, 1), {"out_type": "auto", "min_calib_range": 0.0,
                                                    "max_calib_range": 1.0}),
                           (whole((3,)), {}), (whole((3,), UNSIGNED), {"out_type": "uint8", **CALIBRATED}))),
    Case("_contrib_quantize_v2", [(3,)], {}, dtypes="float64", raises="data must be"),
    *(Case("_contrib_quantize_asym", [(2, 3, 4)], params, **PLAIN) for params in ({}, CALIBRATED)),
    Case("_contrib_quantize_asym", [whole((3,))], {},
         lambda x: ((x + 128.0).astype("uint8"), np.ones(1), np.full(1, 128.0)), grad=False),
    *(Case("_contrib_dequantize", [whole((3, 4), kind), *RANGE], {}, **PLAIN) for kind in (SIGNED, UNSIGNED)),
    Case("_contrib_dequantize", [(3,), *RANGE], {}, raises="int8 or uint8"),
    *(Case("_contrib_requantize", [integers((3, 4), -2**30, 2**30, dtype="int32"), *RANGE], params, **PLAIN)
      for params in ({}, {"out_type": "uint8"}, CALIBRATED)),
    Case("_contrib_calibrate_entropy", [integers((41,), 0, 100), np.linspace(-1, 1, 42)], {"num_quantized_bins": 7},
         **PLAIN),
    Case("_contrib_calibrate_entropy", [(41,), (41,)], {"num_quantized_bins": 7}, dtypes="float32", raises="edges"),
    *(Case("_contrib_quantized_act", [whole((3, 4), kind), *RANGE], {"act_type": "relu"}, **PLAIN)
      for kind in (SIGNED, UNSIGNED)),
    Case("_contrib_quantized_act", [whole((3,)), *RANGE], {"act_type": "tanh"}, raises="only supports act_type=relu"),
    *(Case("_contrib_quantized_flatten", [whole((2, 3, 4), kind), *RANGE], {}, **PLAIN) for kind in (SIGNED, UNSIGNED)),
    *(Case("_contrib_quantized_pooling", [whole((1, 2, 5, 6), kind), *RANGE], {"kernel": (2, 3), **params}, **PLAIN)
      for kind in (SIGNED, UNSIGNED)
      for params in ({}, {"pool_type": "avg", "pad": (1, 1)},
                     {"pool_type": "avg", "pad": (1, 1), "count_include_pad": False},
                     {"pool_type": "avg", "global_pool": True}, {"pooling_convention": "full", "stride": (2, 2)})),
    Case("_contrib_quantized_pooling", [whole((1, 2, 4, 4, 4)), *RANGE],
         {"kernel": (2, 2, 2), "pool_type": "avg"}, **PLAIN),
    Case("_contrib_quantized_pooling", [whole((1, 2, 5, 6)), *RANGE], {"kernel": (2, 2), "pool_type": "sum"},
         raises="only supports pool_type"),
    *(Case("_contrib_quantized_batch_norm", [whole(shape, kind), (3,), (3,), (3,), uniform((3,), 0.2, 2), *RANGE],
           CALIBRATED, **PLAIN) for shape in ((4, 3), (2, 3, 4, 5)) for kind in (SIGNED, UNSIGNED)),
    Case("_contrib_quantized_batch_norm", [whole((4, 3)), (3,), (3,), (3,), (3,), *RANGE], {}, dtypes="float32",
         raises="calib_mode=None"),
    *(Case("_contrib_quantized_concat", [whole((2, 3), one), whole((2, 2), two), *RANGE, *WEIGHTS],
           {"num_args": 2, "dim": 1}, **PLAIN) for one in (SIGNED, UNSIGNED) for two in (SIGNED, UNSIGNED)),
    Case("_contrib_quantized_concat", [whole((2, 3)), *RANGE, *WEIGHTS], {"num_args": 2}, raises="6 inputs"),
    Case("_contrib_quantized_conv", [whole((2, 3, 5, 6), UNSIGNED), small((2, 3, 3, 2)), *RANGE, *WEIGHTS],
         {"kernel": (3, 2), "num_filter": 2, "no_bias": True, "stride": (2, 1), "pad": (1, 1)}, **PLAIN,
         **UNNAMED),
    Case("_contrib_quantized_conv", [whole((2, 3, 5, 6), UNSIGNED), small((2, 3, 3, 2)), whole((2,)), *RANGE, *WEIGHTS,
                                     *BIAS], {"kernel": (3, 2), "num_filter": 2}, **PLAIN),
    Case("_contrib_quantized_conv", [whole((2, 3, 5, 6)), small((2, 3, 3, 2)), *RANGE, *WEIGHTS],
         {"kernel": (3, 2), "num_filter": 2, "no_bias": True}, raises="data must be uint8"),
    Case("_contrib_quantized_conv", [whole((1, 2, 3, 3), UNSIGNED), small((2, 1, 3, 3)), *RANGE, *WEIGHTS],
         {"kernel": (3, 3), "num_filter": 2, "no_bias": True, "num_group": 2}, raises="num_group=1"),
    *(Case("_contrib_quantized_fully_connected", [whole((2, 3, 2), kind), small((4, 6)), *bias, *RANGE, *WEIGHTS,
                                                  *(BIAS if bias else [])],
           {"num_hidden": 4, "no_bias": not bias}, symbolic=bool(bias), **PLAIN)
      for kind in (SIGNED, UNSIGNED) for bias in ([], [whole((4,))])),
    Case("_contrib_quantized_fully_connected", [whole((2, 3, 5)), small((4, 5)), *RANGE, *WEIGHTS],
         {"num_hidden": 4, "no_bias": True, "flatten": False}, **PLAIN, **UNNAMED),
    Case("_contrib_quantized_fully_connected", [whole((2, 3)), small((4, 5)), *RANGE, *WEIGHTS],
         {"num_hidden": 4, "no_bias": True}, raises="weight: Shape inconsistent"),
    *(Case("_contrib_quantized_elemwise_add", [whole((2, 3), one), whole((2, 3), two), *RANGE, *WEIGHTS], params,
           **PLAIN)
      for one, two, params in ((SIGNED, SIGNED, {}), (UNSIGNED, UNSIGNED, {}), (SIGNED, SIGNED, CALIBRATED),
                               (UNSIGNED, SIGNED, CALIBRATED), (SIGNED, UNSIGNED, CALIBRATED))),
    Case("_contrib_quantized_elemwise_add", [np.array([100], "int8"), np.array([200], "uint8"), *RANGE, *WEIGHTS], {},
         check=lambda outputs, *_: np.testing.assert_allclose(
             outputs[0] / 2.0**31 * 4.5, 100 / 127.5 * 3 + 200 / 255.5 * 1.5, rtol=1e-6), grad=False,
         note="the reference loses nearly all of the unsigned one"),
    Case("_contrib_quantized_elemwise_add", [whole((2, 3)), whole((2, 2)), *RANGE, *WEIGHTS], {},
         raises="Shape inconsistent"),
    *(Case("_contrib_quantized_elemwise_mul", [whole((2, 3)), whole((2, 3)), *RANGE, *WEIGHTS], params, _product,
           grad=False)
      for params in ({}, CALIBRATED, {"enable_float_output": True})),
    Case("_contrib_quantized_elemwise_mul", [whole((2,), UNSIGNED), whole((2,)), *RANGE, *WEIGHTS], {},
         raises="must be int8"),
    Case("_contrib_quantized_embedding", [np.array([[0, 2], [9, -1]], "float32"), whole((3, 4)), *RANGE],
         {"input_dim": 3, "output_dim": 4}, **PLAIN),
    Case("_contrib_quantized_embedding", [np.zeros(2, "float32"), whole((3, 4)), *RANGE],
         {"input_dim": 3, "output_dim": 5}, raises="weight: Shape inconsistent"),
    _lstm(),
    _lstm(bidirectional=True, state_outputs=True),
    Case("_contrib_quantized_rnn", [whole((4, 2, 5), UNSIGNED), (120,), (1, 2, 3), (1, 2, 3), (1,), (1,)],
         {"state_size": 3, "num_layers": 1, "mode": "gru"}, dtypes="float32", raises="only supports LSTM"),
]
