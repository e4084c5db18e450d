"""Cases of small contributed functions: estimators, attention, resizing, spectra, point processes."""
import numpy as np

from tests.operators.harness import RECORDED, Case, apart, integers, uniform

SINGLE = ("float32",)
HALF = ("float16", "float32", "float64")


def _away(x):
    return np.trunc(x + np.copysign(0.5, x))


def _scores(queries, keys):
    return np.einsum("ibhd,jbhd->bhij", queries, keys) / np.sqrt(queries.shape[-1])


def _self_scores(qkv, heads):
    time, batch, _ = qkv.shape
    parts = qkv.reshape(time, batch, heads, 3, -1)
    return _scores(parts[:, :, :, 0], parts[:, :, :, 1]).reshape(batch * heads, time, time)


def _self_values(qkv, attention, heads):
    time, batch, _ = qkv.shape
    values = qkv.reshape(time, batch, heads, 3, -1)[:, :, :, 2]
    weights = attention.reshape(batch, heads, time, time)
    return np.einsum("bhij,jbhd->ibhd", weights, values).reshape(time, batch, -1)


def _cross_scores(queries, keys_values, heads):
    time, batch, _ = queries.shape
    parts = keys_values.reshape(len(keys_values), batch, heads, 2, -1)
    found = _scores(queries.reshape(time, batch, heads, -1), parts[:, :, :, 0])
    return found.reshape(batch * heads, time, -1)


def _cross_values(keys_values, attention, heads):
    batch = keys_values.shape[1]
    values = keys_values.reshape(len(keys_values), batch, heads, 2, -1)[:, :, :, 1]
    weights = attention.reshape(batch, heads, *attention.shape[1:])
    return np.einsum("bhij,jbhd->ibhd", weights, values).reshape(attention.shape[1], batch, -1)


def _spectrum(data, **_):
    found = np.fft.fft(data)
    return np.stack((found.real, found.imag), -1).reshape(*data.shape[:-1], -1)


def _signal(data, **_):
    pairs = data.reshape(*data.shape[:-1], -1, 2)
    return np.fft.ifft(pairs[..., 0] + 1j * pairs[..., 1]).real * pairs.shape[-2]


def _sketch(data, h, s, out_dim, **_):
    out = np.zeros((*data.shape[:-1], out_dim))
    for index, (place, sign) in enumerate(zip(h.ravel().astype(int), s.ravel())):
        out[..., place] += sign * data[..., index]
    return out


def _bins(data, output_size=()):
    """Average over bins that overlap where sizes do not divide."""
    height, width = (1, 1) if len(output_size) not in (1, 2) else np.resize(output_size, 2)

    def cut(length, count, i):
        return slice(i * length // count, -(-(i + 1) * length // count))
    rows = [[data[:, :, cut(data.shape[2], height, i), cut(data.shape[3], width, j)].mean((2, 3))
             for j in range(width)] for i in range(height)]
    return np.array(rows).transpose(2, 3, 0, 1)


def _hawkes(**more):
    positive = [uniform(shape, 0.2, 1.5) for shape in ((2, 3), (3,), (3,), (2, 3), (2, 4))]
    return Case("_contrib_hawkesll", [
        *positive, integers((2, 4), 0, 3, dtype="int32"), np.array([4.0, 2.0]), np.array([20.0, 25.0])],
        wrt=(0, 1, 2), **more)


_SIZED = ({"height": 3, "width": 9}, {"height": 3, "width": 9, "align_corners": False},
          {"scale_height": 2.0, "scale_width": 0.5}, {"mode": "odd_scale", "scale_height": 2.0, "scale_width": 0.5},
          {"mode": "to_even_down"}, {"mode": "to_even_up"}, {"mode": "to_odd_down"}, {"mode": "to_odd_up"},
          {"height": 1, "width": 1, "align_corners": False})

CASES = [
    Case("_contrib_quadratic", [(2, 3)], {"a": 0.5, "b": -2.0, "c": 1.5},
         lambda x, a, b, c: a * x * x + b * x + c, HALF),
    Case("_contrib_quadratic", [(0, 3)], {"a": 0.5}, lambda x, a: x, grad=False, note="nothing in it"),
    Case("_contrib_quadratic", [np.array([3, -3], "int32")], {"a": 0.5, "c": 0.7},
         lambda x, a, c: np.trunc(a * x * x + c).astype("int32"), grad=False),
    Case("_contrib_gradientmultiplier", [(2, 3)], {"scalar": -2.5}, lambda x, scalar: x,
         grad=lambda heads, x, scalar: heads[0] * scalar),
    Case("_contrib_backward_gradientmultiplier", [(2, 3)], {"scalar": -2.5}, lambda x, scalar: x * scalar),
    Case("_contrib_div_sqrt_dim", [(2, 3)], {}, lambda x: x / np.sqrt(3), HALF),
    Case("_contrib_div_sqrt_dim", [np.array([[-9, 9, 5, 4]], "int32")], {}, lambda x: np.trunc(x / 2).astype("int32"),
         grad=False),
    Case("_contrib_round_ste", [np.array([-2.5, -0.4, 0.5, 1.5, 2.4])], {}, _away,
         grad=lambda heads, x: heads[0]),
    Case("_contrib_sign_ste", [np.array([-2.5, 0.0, 0.5])], {}, np.sign, grad=lambda heads, x: heads[0]),
    Case("_contrib_arange_like", [(2, 3)], {"start": 1.0, "step": 0.5, "repeat": 2},
         lambda x, **_: np.array([[1, 1, 1.5], [1.5, 2, 2]]), grad=False),
    Case("_contrib_arange_like", [(2, 3)], {"axis": -1}, lambda x, axis: np.arange(3.0), grad=False),
    Case("_contrib_arange_like", [(2, 3)], {"axis": 2}, raises="cannot handle param.axis"),
    Case("_contrib_allclose", [np.ones((2, 2)), np.full((2, 2), 1.00001)], {"rtol": 1e-4},
         lambda a, b, rtol: np.array(1, "uint8"), grad=False),
    Case("_contrib_allclose", [np.array([1, np.nan]), np.array([1, np.nan])], {"equal_nan": False},
         lambda a, b, equal_nan: np.array(0, "uint8"), grad=False),
    Case("_contrib_allclose", [(2, 2), (2,)], {}, raises="one shape"),
    *(Case("_contrib_AdaptiveAvgPooling2D", [(1, 2, 5, 7)], params, _bins, HALF)
      for params in ({}, {"output_size": (2,)}, {"output_size": (3, 4)}, {"output_size": (6, 2)},
                     {"output_size": (1, 2, 3)})),
    Case("_contrib_AdaptiveAvgPooling2D", [(2, 5, 7)], {}, raises="4D"),
    *(Case("_contrib_BilinearResize2D", [(1, 2, 5, 6)], params, RECORDED, SINGLE, RECORDED) for params in _SIZED),
    Case("_contrib_BilinearResize2D", [(1, 2, 5, 6), (2, 1, 3, 4)], {"mode": "like"}, RECORDED, SINGLE, RECORDED,
         wrt=(0,)),
    Case("_contrib_BilinearResize2D", [(0, 2, 5, 6)], {"height": 2, "width": 2},
         lambda x, **_: np.zeros((0, 2, 2, 2)), grad=False),
    Case("_contrib_BilinearResize2D", [(1, 2, 5, 6)], {"mode": "odd_scale"}, raises="scale_height"),
    Case("_contrib_BilinearResize2D", [(1, 2, 5, 6)], {"height": 0}, raises="at least 1"),
    Case("_contrib_interleaved_matmul_selfatt_qk", [(3, 2, 24)], {"heads": 2}, _self_scores),
    Case("_contrib_interleaved_matmul_selfatt_valatt", [(3, 2, 24), (4, 3, 3)], {"heads": 2}, _self_values),
    Case("_contrib_interleaved_matmul_encdec_qk", [(3, 2, 8), (4, 2, 16)], {"heads": 2}, _cross_scores, HALF),
    Case("_contrib_interleaved_matmul_encdec_valatt", [(4, 2, 16), (4, 3, 4)], {"heads": 2}, _cross_values),
    Case("_contrib_interleaved_matmul_selfatt_qk", [(3, 2, 25)], {"heads": 2}, raises="multiple of"),
    Case("_contrib_interleaved_matmul_selfatt_valatt", [(3, 2, 24), (4, 3, 2)], {"heads": 2}, raises="attention"),
    Case("_contrib_interleaved_matmul_encdec_qk", [(3, 2, 8), (4, 2, 8)], {"heads": 2}, raises="keys_values"),
    Case("_contrib_fft", [(3, 5)], {}, _spectrum),
    Case("_contrib_fft", [(1, 2, 2, 4)], {"compute_size": 2}, _spectrum),
    Case("_contrib_fft", [(3,)], {}, raises="2D or 4D"),
    Case("_contrib_ifft", [(3, 10)], {}, _signal),
    Case("_contrib_ifft", [(3, 5)], {}, raises="even"),
    *(Case("_contrib_count_sketch", [shape, np.array([[0, 2, 1, 2, 0]], "float64"), np.array([[1, -1, 1, 1, -1.0]])],
           {"out_dim": 3}, _sketch, wrt=(0,)) for shape in ((2, 5), (1, 2, 2, 5))),
    Case("_contrib_count_sketch", [apart((2, 4)), (1, 5), (1, 5)], {"out_dim": 3}, raises="one number each"),
    _hawkes(reference=RECORDED, dtypes=SINGLE, grad=RECORDED),
    Case("_contrib_hawkesll", [(2, 3), (2,), (3,), (2, 3), (2, 4), integers((2, 4), 0, 3, dtype="int32"), (2,), (2,)],
         {}, raises="alpha has shape"),
]
