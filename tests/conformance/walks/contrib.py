"""Walks of contributed operators: small functions, attention, point processes, resizing."""
from tests.conformance.walk import array, walk


@walk("_contrib_quadratic")
def quadratic(draw):
    return draw.case([array(draw.shape(), dtype=draw.dtype())], a=draw.real(-2, 2), b=draw.real(-2, 2),
                     c=draw.choice([None, draw.real(-2, 2)]))


@walk("_contrib_gradientmultiplier", "_contrib_backward_gradientmultiplier")
def gradient_multiplier(draw):
    return draw.case([array(draw.shape(), dtype=draw.dtype("float32", "float64"))],
                     grad=draw.op == "_contrib_gradientmultiplier", scalar=draw.real(-3, 3))


@walk("_contrib_div_sqrt_dim", "_contrib_round_ste", "_contrib_sign_ste")
def unary(draw):
    return draw.case([array(draw.shape(), dtype=draw.dtype(), scale=3)])


@walk("_contrib_arange_like")
def arange_like(draw):
    shape = draw.shape()
    axis = draw.axis(len(shape)) if draw.flag() else None
    return draw.case([array(shape, dtype=draw.dtype("float32", "float64", "int32"))], grad=False,
                     start=draw.choice([None, 3, -2]), step=draw.choice([None, 2, -1]),
                     repeat=draw.integer(1, 3), axis=axis)


@walk("_contrib_allclose")
def allclose(draw):
    shape, dtype = draw.shape(), draw.dtype("float32", "float64")
    gap = draw.choice([0, 1e-6, 1e-2])
    inputs = [array(shape, "values", dtype, values=[2.0 + offset] * _size(shape)) for offset in (0, gap)]
    return draw.case(inputs, grad=False, rtol=draw.choice([None, 1e-3, 1e-8]),
                     atol=draw.choice([None, 1e-1]))


def _size(shape):
    size = 1
    for length in shape:
        size *= length
    return size


@walk("_contrib_AdaptiveAvgPooling2D")
def adaptive_pooling(draw):
    size = draw.choice([None, [draw.integer(1, 7)], [draw.integer(1, 7), draw.integer(1, 7)]])
    return draw.case([array(draw.shape(4, high=8), dtype=draw.dtype("float32", "float64"))],
                     output_size=size)


@walk("_contrib_BilinearResize2D")
def bilinear_resize(draw):
    data = array(draw.shape(4, low=2, high=7), dtype=draw.dtype("float32", "float64"))
    mode = draw.choice(["size", "size", "odd_scale", "like", "to_even_down", "to_even_up",
                        "to_odd_down", "to_odd_up"])
    inputs, params = [data], {}
    if mode == "like":
        inputs.append(array(draw.shape(4, high=8), dtype=data["dtype"], grad=False))
    elif mode == "odd_scale" or draw.flag():
        params = {"scale_height": draw.choice([0.5, 1.5, 2.0, 3.0]), "scale_width": draw.choice([0.5, 2.5])}
    else:
        params = {"height": draw.integer(1, 9), "width": draw.integer(1, 9)}
    return draw.case(inputs, mode=mode, align_corners=draw.flag(), **params)


@walk("_contrib_interleaved_matmul_selfatt_qk", "_contrib_interleaved_matmul_selfatt_valatt")
def self_attention(draw):
    time, batch, heads, width = (draw.integer(1, 4) for _ in range(4))
    inputs = [array([time, batch, 3 * heads * width])]
    if draw.op.endswith("valatt"):
        inputs.append(array([batch * heads, time, time]))
    return draw.case(inputs, heads=heads)


@walk("_contrib_interleaved_matmul_encdec_qk", "_contrib_interleaved_matmul_encdec_valatt")
def cross_attention(draw):
    time, batch, heads, width, other = (draw.integer(1, 4) for _ in range(5))
    keys_values = array([other, batch, 2 * heads * width])
    if draw.op.endswith("valatt"):
        return draw.case([keys_values, array([batch * heads, time, other])], heads=heads)
    return draw.case([array([time, batch, heads * width]), keys_values], heads=heads)


@walk("_contrib_hawkesll")
def hawkes(draw):
    batch, steps, kinds = draw.integer(1, 4), draw.integer(1, 6), draw.integer(1, 4)

    def positive(shape, high=2.0, **more):
        return array(shape, "uniform", low=0.1, high=high, **more)
    return draw.case([
        positive([batch, kinds]), positive([kinds]), positive([kinds]), positive([batch, kinds], grad=False),
        positive([batch, steps], grad=False),
        array([batch, steps], "integers", "int32", low=0, high=kinds, grad=False),
        array([batch], "integers", low=0, high=steps + 1, grad=False),
        array([batch], "uniform", low=20, high=30, grad=False)])
