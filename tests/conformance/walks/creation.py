"""Walks of arrays made from nothing, and of questions about whole arrays."""
from tests.conformance.walk import array, walk

KINDS = ("float32", "float64", "int32", "int64", "uint8")


@walk("_zeros", "_ones")
def filled(draw):
    return draw.case([], grad=False, shape=draw.shape(), dtype=draw.choice(KINDS))


@walk("_full")
def full(draw):
    return draw.case([], grad=False, shape=draw.shape(), dtype=draw.choice(KINDS),
                     value=draw.real(-3, 3))


@walk("_arange")
def arange(draw):
    step = draw.choice([1, 2, -1, 0.5, -0.25])
    start = draw.integer(-3, 3)
    length = draw.integer(1, 6) * abs(step)
    return draw.case([], grad=False, start=start, stop=start + (length if step > 0 else -length),
                     step=step, repeat=draw.integer(1, 3),
                     dtype=draw.choice(("float32", "float64", "int32")) if step == int(step) else None)


@walk("_linspace")
def linspace(draw):
    return draw.case([], grad=False, start=draw.real(-3, 3), stop=draw.real(-3, 3),
                     num=draw.integer(1, 7), endpoint=draw.flag(), dtype=draw.choice(KINDS[:2]))


@walk("_eye")
def eye(draw):
    return draw.case([], grad=False, N=draw.integer(1, 5), M=draw.integer(0, 5), k=draw.integer(-3, 3),
                     dtype=draw.choice(KINDS))


@walk("all_finite", "multi_all_finite")
def finite(draw):
    count = 1 if draw.op == "all_finite" else draw.integer(1, 3)
    # some arrays hold numbers that overflow to infinity in float32
    sides = [array(draw.shape(), scale=draw.choice([1, 1, 1e39])) for _ in range(count)]
    more = {"num_arrays": count} if draw.op == "multi_all_finite" else {}
    return draw.case(sides, grad=False, **more)


@walk("multi_sum_sq")
def multi_sum_sq(draw):
    count = draw.integer(1, 4)
    return draw.case([array(draw.shape()) for _ in range(count)], grad=False, num_arrays=count)


@walk("reset_arrays")
def reset_arrays(draw):
    count = draw.integer(1, 4)
    return draw.case([array(draw.shape()) for _ in range(count)], grad=False, num_arrays=count)


@walk("multi_lars")
def multi_lars(draw):
    count = draw.integer(1, 5)
    return draw.case([array([count], "integers", low=0, high=4) for _ in range(4)], grad=False,
                     eta=draw.real(0.1, 1), eps=draw.real(0.1, 1), rescale_grad=draw.real(0.5, 2))


@walk("_histogram")
def histogram(draw):
    data = array(draw.shape(), scale=2, dtype=draw.dtype("float32", "float64"))
    if draw.flag():
        return draw.case([data], grad=False, bin_cnt=draw.integer(1, 6),
                         range=[draw.real(-3, -1), draw.real(1, 3)])
    edges = sorted(draw.real(-3, 3) for _ in range(draw.integer(2, 6)))
    return draw.case([data, array([len(edges)], "values", data["dtype"], values=edges)], grad=False)


@walk("amp_cast")
def amp_cast(draw):
    return draw.case([array(draw.shape(), dtype=draw.dtype("float32", "float16"))], grad=False,
                     dtype=draw.choice(("float32", "float16")))


@walk("amp_multicast")
def amp_multicast(draw):
    count = draw.integer(1, 4)
    # the reference's build refuses float16 here
    return draw.case([array(draw.shape(), "integers", draw.dtype("float32", "int32"), low=-9, high=9)
                      for _ in range(count)], grad=False, num_outputs=count, cast_narrow=draw.flag())


@walk("_identity_with_attr_like_rhs", "_grad_add", "_scatter_elemwise_div")
def pair(draw):
    shape = draw.shape()
    return draw.case([array(shape), array(shape, "apart")], grad=draw.op != "_grad_add")


@walk("_scatter_plus_scalar", "_scatter_minus_scalar")
def scatter_scalar(draw):
    return draw.case([array(draw.shape())], scalar=draw.real(-2, 2))


@walk("moments")
def moments(draw):
    shape = draw.shape()
    axes = sorted({draw.axis(len(shape), negative=False) for _ in range(draw.integer(1, 3))})
    return draw.case([array(shape, dtype=draw.dtype("float32", "float64"))], axes=axes,
                     keepdims=draw.flag())
