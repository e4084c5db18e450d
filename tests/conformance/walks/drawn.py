"""Walks of operators that draw at random. Their types and shapes are compared; tests/random has the rest."""
from tests.conformance.walk import array, walk

# distribution -> its params and where they lie
DISTRIBUTIONS = {
    "uniform": {"low": (-2, 0), "high": (1, 3)},
    "normal": {"loc": (-2, 2), "scale": (0.5, 2)},
    "gamma": {"alpha": (0.5, 3), "beta": (0.5, 2)},
    "exponential": {"lam": (0.5, 3)},
    "poisson": {"lam": (0.5, 5)},
    "negative_binomial": {"k": (1, 5), "p": (0.25, 0.75)},
    "generalized_negative_binomial": {"mu": (0.5, 3), "alpha": (0.25, 1)},
}
WHOLE = ("k",)


def params_of(draw, name):
    return {key: draw.integer(low, high) if key in WHOLE else draw.real(low, high)
            for key, (low, high) in DISTRIBUTIONS[name].items()}


@walk(*(f"_random_{name}" for name in DISTRIBUTIONS))
def from_params(draw):
    kind = draw.choice([None, "float32", "float64", "float16"])
    params = params_of(draw, draw.op[len("_random_"):])
    if draw.op == "_random_exponential":  # under mx.nd.random it has the inverse
        params = {"scale": params["lam"]}
    return draw.drawn([], shape=draw.shape(), dtype=kind, **params)


@walk(*(f"_random_{name}_like" for name in DISTRIBUTIONS))
def like(draw):
    name = draw.op[len("_random_"):-len("_like")]
    return draw.drawn([array(draw.shape(), dtype=draw.dtype())], **params_of(draw, name))


@walk(*(f"_sample_{name}" for name in DISTRIBUTIONS))
def from_arrays(draw):
    shape, kind = draw.shape((1, 3)), draw.dtype("float32", "float64")
    sides = [array(shape, "integers", kind, low=1, high=4) if key in WHOLE
             else array(shape, "uniform", kind, low=low, high=high)
             for key, (low, high) in DISTRIBUTIONS[draw.op[len("_sample_"):]].items()]
    return draw.drawn(sides, shape=draw.choice([None, draw.shape((1, 2))]),
                      dtype=draw.choice([None, "float32", "float64", "float16"]))


@walk("_random_randint")
def randint(draw):
    return draw.drawn([], low=draw.integer(-5, 0), high=draw.integer(1, 9), shape=draw.shape(),
                      dtype=draw.choice([None, "int32", "int64"]))


@walk("_sample_multinomial")
def multinomial(draw):
    shape = draw.shape((1, 3), low=2)
    rows = [[1 / shape[-1]] * shape[-1]]
    for size in shape[:-1]:
        rows = rows * size
    return draw.drawn([array(shape, "values", values=rows)], get_prob=draw.flag(),
                      shape=draw.choice([None, draw.shape((1, 2))]),
                      dtype=draw.choice([None, "int32", "float32", "float64", "uint8"]))


@walk("_sample_unique_zipfian")
def zipfian(draw):
    return draw.drawn([], range_max=draw.integer(20, 50), shape=draw.shape(2))


@walk("_shuffle")
def shuffle(draw):
    return draw.drawn([array(draw.shape(), dtype=draw.dtype("float32", "float64", "int32"))])


@walk("_image_random_flip_left_right", "_image_random_flip_top_bottom")
def flip(draw):
    return draw.drawn([array([*draw.shape(2), draw.choice([1, 3])], dtype=draw.dtype("float32", "uint8"))])


@walk("_image_random_color_jitter")
def jitter(draw):
    amounts = {name: draw.real(0, 0.5) for name in ("brightness", "contrast", "saturation", "hue")}
    return draw.drawn([array([*draw.shape(2), 3], "integers", draw.dtype("float32", "uint8"), low=0, high=255)],
                      **amounts)
