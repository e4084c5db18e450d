"""Walks of the functions of mx.np that reduce, reshape, join, cut, order, pick and make arrays."""
from tests.conformance.walk import array, walk

TYPES = ("float32", "float32", "float64", "float16")
ANY = ("float32", "float64", "int32", "int64", "uint8", "bool")


def numbers(draw, shape, types=TYPES):
    kind = draw.choice(types)
    if kind.startswith("float"):
        return array(shape, "distinct", kind)
    return array(shape, "integers", kind, low=0, high=4)


def real(spec):
    return spec["dtype"].startswith("float")


# ---- reductions ----

def axes(draw, rank):
    return draw.axes(rank) if rank else None


@walk("np.sum", "np.mean", "np.prod")
def adding(draw):
    # a product of no elements has no gradient in the reference, a mean of none may end its process
    shape = draw.numpy_shape() if draw.op == "np.sum" else draw.shape((0, 4))
    kind = draw.choice(("float32", "float64", "float16", "int32", "int64", "bool"))
    given = array(shape, "uniform", kind, low=0.5, high=1.5) if kind.startswith("float") \
        else array(shape, "integers", kind, low=0, high=3)
    return draw.call([given], axis=axes(draw, len(shape)), keepdims=draw.choice([None, True, False]),
                     dtype=draw.choice([None, None, "float32", "float64"]), grad=real(given))


@walk("np.max", "np.min", "np.amax", "np.amin")
def extreme(draw):
    shape = draw.shape((0, 4))
    given = numbers(draw, shape, ("float32", "float64", "int32", "int64"))
    return draw.call([given], axis=axes(draw, len(shape)), keepdims=draw.choice([None, True]), grad=real(given))


@walk("np.std", "np.var")
def spread(draw):
    shape = draw.shape((1, 4), low=2)
    return draw.call([array(shape, dtype=draw.dtype("float32", "float64"))], axis=axes(draw, len(shape)),
                     ddof=draw.choice([None, 0, 1]), keepdims=draw.choice([None, True]),
                     grad=False)  # which in the reference is zero, and that of the function here


@walk("np.all", "np.any")
def judged(draw):
    shape = draw.numpy_shape()
    return draw.call([array(shape, "integers", draw.choice(ANY), low=0, high=2)], axis=axes(draw, len(shape)),
                     keepdims=draw.choice([None, True]), grad=False)


@walk("np.argmax", "np.argmin")
def placed(draw):
    shape = draw.shape((1, 4))
    return draw.call([numbers(draw, shape, ("float32", "float64", "int32"))],
                     axis=draw.choice([None, draw.axis(len(shape))]), grad=False)


@walk("np.cumsum")
def cumsum(draw):
    shape = draw.numpy_shape((1, 4))
    given = numbers(draw, shape, ("float32", "float64", "int32", "int64"))
    # an axis counted from the end is refused by the reference
    return draw.call([given], axis=draw.choice([None, draw.axis(len(shape), negative=False)]),
                     dtype=draw.choice([None, None, "float64"]), grad=real(given))


@walk("np.average")
def average(draw):
    shape = draw.shape((1, 3), low=2)
    given = [array(shape, dtype=draw.dtype("float32", "float64"))]
    if draw.flag():
        given.append(array(shape, "uniform", given[0]["dtype"], low=0.5, high=1.5, name="weights"))
    return draw.call(given, axis=draw.choice([None, draw.axis(len(shape))]))


@walk("np.percentile", "np.quantile")
def quantile(draw):
    shape, scale = draw.shape((1, 3)), 100 if "percentile" in draw.op else 1
    return draw.call([array(shape, "distinct", draw.dtype("float32", "float64"))],
                     after=[draw.choice([0.25, 0.5, 0.875]) * scale], axis=axes(draw, len(shape)),
                     interpolation=draw.choice(["linear", "lower", "higher", "nearest", "midpoint"]),
                     keepdims=draw.choice([None, True]), grad=False)


@walk("np.bincount")
def bincount(draw):
    return draw.call([array([draw.integer(1, 9)], "integers", "int64", low=0, high=6)],
                     minlength=draw.choice([None, 8]), grad=False)


# ---- shapes ----

@walk("np.transpose")
def transpose(draw):
    shape = draw.numpy_shape()
    order = [int(a) for a in draw.rng.permutation(len(shape))]
    return draw.call([numbers(draw, shape)], axes=draw.choice([None, order]))


@walk("np.swapaxes", "np.moveaxis")
def moved(draw):
    shape = draw.numpy_shape((1, 4))
    return draw.call([numbers(draw, shape)], after=[draw.axis(len(shape)), draw.axis(len(shape))])


@walk("np.rollaxis")
def rollaxis(draw):
    shape = draw.shape((1, 4))
    return draw.call([numbers(draw, shape)], after=[draw.axis(len(shape)), draw.integer(0, len(shape))], grad=False)


@walk("np.reshape")
def reshape(draw):
    shape = draw.shape((0, 4))
    size = 1
    for extent in shape:
        size *= extent
    return draw.call([numbers(draw, shape)], after=[draw.choice([[-1], [size], [1, -1], [size, 1, 1], [-1, size]])])


@walk("np.ravel", "np.copy", "np.atleast_1d", "np.atleast_2d", "np.atleast_3d", "np.zeros_like", "np.ones_like")
def whole(draw):
    # gradients of atleast_1d and its like are zero in the reference
    return draw.call([numbers(draw, draw.numpy_shape())], grad=draw.op in ("np.ravel", "np.copy"))


@walk("np.expand_dims")
def expand_dims(draw):
    shape = draw.numpy_shape((0, 3))
    return draw.call([numbers(draw, shape)], axis=draw.integer(-len(shape) - 1, len(shape)))


@walk("np.squeeze")
def squeeze(draw):
    shape = [1, draw.integer(2, 4), 1]
    return draw.call([numbers(draw, shape)], axis=draw.choice([None, 0, -1, [0, 2], 1]))


@walk("np.broadcast_to")
def broadcast_to(draw):
    shape = draw.shape((0, 3))
    return draw.call([numbers(draw, draw.broadcast(shape))], after=[[draw.integer(1, 3), *shape]])


@walk("np.flip", "np.fliplr", "np.flipud")
def flip(draw):
    shape = draw.shape((2, 4))
    # the reference refuses an axis that is counted from the end
    return draw.call([numbers(draw, shape)], axis=draw.choice([None, draw.axis(len(shape), negative=False)])
                     if draw.op == "np.flip" else None)


@walk("np.roll")
def roll(draw):
    shape = draw.shape((1, 3))
    return draw.call([numbers(draw, shape)], after=[draw.integer(-4, 4)],
                     axis=draw.choice([None, draw.axis(len(shape))]))


@walk("np.rot90")
def rot90(draw):
    return draw.call([numbers(draw, draw.shape((2, 3)))], k=draw.integer(-2, 5), axes=draw.choice([None, [1, 0]]),
                     grad=False)  # the reference turns the gradient of an odd turn the wrong way


@walk("np.tile")
def tile(draw):
    return draw.call([numbers(draw, draw.shape((0, 3)))], after=[draw.choice([2, [2], [2, 1], [1, 2, 3]])])


@walk("np.repeat")
def repeat(draw):
    shape = draw.shape((1, 3))
    return draw.call([numbers(draw, shape)], after=[draw.integer(1, 3)],
                     axis=draw.choice([None, draw.axis(len(shape))]))


@walk("np.pad")
def pad(draw):
    shape = draw.shape((2, 4), low=3)  # the reference refuses vectors in three of the modes
    mode = draw.choice(["constant", "edge", "reflect", "symmetric"])
    return draw.call([array(shape, dtype=draw.dtype("float32", "float64"))],
                     pad_width=[[draw.integer(0, 2), draw.integer(0, 2)] for _ in shape], mode=mode, grad=False)


@walk("np.diff")
def diff(draw):
    shape = draw.shape((1, 3), low=3)
    return draw.call([array(shape, dtype=draw.dtype("float32", "float64"))], n=draw.integer(0, 2),
                     axis=draw.axis(len(shape)))


@walk("np.ediff1d")
def ediff1d(draw):
    return draw.call([array(draw.shape((1, 2), low=2), dtype=draw.dtype("float32", "float64"))],
                     to_begin=draw.choice([None, 2.0]), to_end=draw.choice([None, 3.0]))


@walk("np.tril")
def tril(draw):
    return draw.call([numbers(draw, draw.shape((2, 4)))], k=draw.integer(-2, 2))


@walk("np.diag", "np.diagflat")
def diag(draw):
    return draw.call([numbers(draw, draw.shape((1, 2)))], k=draw.integer(-2, 2))


@walk("np.diagonal", "np.trace")
def diagonal(draw):
    shape = draw.shape((2, 4), low=2)
    first, second = (int(a) for a in draw.rng.choice(len(shape), 2, replace=False))
    return draw.call([numbers(draw, shape)], offset=draw.integer(-1, 1), axis1=first, axis2=second)


# ---- several arrays ----

@walk("np.concatenate", "np.stack")
def joined(draw):
    shape, count = draw.shape((1, 3)), draw.integer(1, 3)
    kind = draw.dtype()
    return draw.call([array(shape, dtype=kind) for _ in range(count)], listed=True, axis=draw.axis(len(shape)))


@walk("np.vstack", "np.hstack", "np.dstack", "np.column_stack", "np.row_stack")
def stacked(draw):
    shape = draw.shape((1, 2) if "column" in draw.op else (0, 3))
    return draw.call([array(shape, dtype="float32") for _ in range(draw.integer(1, 3))], listed=True)


@walk("np.append")
def append(draw):
    shape = draw.shape((1, 3))
    return draw.call([array(shape), array(shape)], axis=draw.choice([None, draw.axis(len(shape))]))


@walk("np.split", "np.array_split")
def split(draw):
    shape = [draw.choice([4, 6]), *draw.shape((0, 2))]
    return draw.call([numbers(draw, shape)], after=[draw.choice([2, [1, 3], [2]])])


@walk("np.hsplit", "np.vsplit", "np.dsplit")
def sides(draw):
    return draw.call([numbers(draw, [2, 4, 6] if "dsplit" in draw.op else [4, 4])], after=[draw.choice([2, [1, 3]])])


@walk("np.meshgrid", "np.broadcast_arrays")
def grids(draw):
    if draw.op == "np.meshgrid":
        given = [array([draw.integer(1, 4)]) for _ in range(2)]
        return draw.call(given, grad=False, indexing=draw.choice([None, "ij", "xy"]))
    shape = draw.shape((1, 3))
    return draw.call([array(draw.broadcast(shape)), array(draw.broadcast(shape))], grad=False)


# ---- order and places ----

@walk("np.sort", "np.argsort")
def ordered(draw):
    shape = draw.shape((1, 3))
    return draw.call([array(shape, "distinct", draw.dtype("float32", "float64", "int32"))],
                     axis=draw.choice([None, draw.axis(len(shape))]), grad=False)


@walk("np.unique")
def unique(draw):
    flags = {name: draw.choice([None, True]) for name in ("return_index", "return_inverse", "return_counts")}
    return draw.call([array([draw.integer(1, 8)], "integers", draw.dtype("float32", "int32", "int64"), low=0, high=4)],
                     grad=False, **flags)


@walk("np.take")
def take(draw):
    shape = draw.shape((1, 3))
    axis = draw.choice([None, draw.axis(len(shape))])
    return draw.call([numbers(draw, shape), array(draw.shape((0, 2)), "integers", "int32", low=-3, high=4, grad=False)],
                     axis=axis, mode=draw.choice(["clip", "wrap"]))


@walk("np.nonzero", "np.flatnonzero", "np.argwhere", "np.count_nonzero")
def nonzero(draw):
    return draw.call([array(draw.shape((1, 3)), "integers", draw.choice(ANY), low=0, high=2)], grad=False)


@walk("np.unravel_index")
def unravel_index(draw):
    return draw.call([array(draw.shape((1, 2)), "integers", "int64", low=0, high=11)], after=[[3, 4]], grad=False)


@walk("np.diag_indices_from", "np.tril_indices_from", "np.triu_indices_from")
def indices_from(draw):
    return draw.call([array([draw.integer(1, 4)] * 2)], grad=False)


@walk("np.searchsorted", "np.digitize")
def sorted_places(draw):
    edges = array([4], "values", values=[-1.0, 0.0, 0.5, 2.0])
    asked = array(draw.shape((1, 2)))
    return draw.call([edges, asked] if "search" in draw.op else [asked, edges], grad=False)


@walk("np.delete")
def delete(draw):
    return draw.call([numbers(draw, [4, 3], ("float32", "int32"))], after=[draw.choice([0, 1, -1])],
                     axis=draw.choice([0, 1, -1]), grad=False)


@walk("np.insert")
def insert(draw):
    # along an axis the reference refuses a number
    return draw.call([numbers(draw, [4, 3], ("float32", "int32"))], after=[draw.choice([0, 1, -1]), 2], grad=False)


@walk("np.interp")
def interp(draw):
    return draw.call([array(draw.shape((0, 2)), dtype="float64"), array([3], "values", "float64", values=[-1, 0, 1]),
                      array([3], dtype="float64")], left=draw.choice([None, -9.0]), grad=False)


@walk("np.histogram")
def histogram(draw):
    return draw.call([array(draw.shape((1, 2)))], bins=draw.integer(2, 5), range=[-2, 2], grad=False)


# ---- made from nothing ----

@walk("np.zeros", "np.ones")
def filled(draw):
    return draw.call([], before=[draw.numpy_shape()], dtype=draw.choice([None, *ANY]), grad=False)


@walk("np.full")
def full(draw):
    return draw.call([], before=[draw.numpy_shape(), draw.choice([1, 2.5, True])],
                     dtype=draw.choice([None, "float64", "int32"]), grad=False)


@walk("np.full_like")
def full_like(draw):
    return draw.call([numbers(draw, draw.numpy_shape(), ("float32", "float64", "int32"))], after=[3],
                     dtype=draw.choice([None, "float64", "bool"]), grad=False)


@walk("np.arange")
def arange(draw):
    return draw.call([], before=draw.choice([[5], [1, 7], [1, 7, 2], [0.5, 3.0, 0.25], [0], [5, 0, -2]]),
                     dtype=draw.choice([None, "int32", "float64"]), grad=False)


@walk("np.linspace", "np.logspace")
def spaced(draw):
    return draw.call([], before=[draw.integer(-2, 1), draw.real(1, 4)], num=draw.integer(1, 6),
                     endpoint=draw.choice([None, False]), dtype=draw.choice([None, "float64"]), grad=False)


@walk("np.eye")
def eye(draw):
    return draw.call([], before=[draw.integer(0, 4)], M=draw.choice([None, 3]), k=draw.integer(-2, 2),
                     dtype=draw.choice([None, "int32", "float64"]), grad=False)


@walk("np.identity", "np.hanning", "np.hamming", "np.blackman")
def sized(draw):
    return draw.call([], before=[draw.integer(3, 6)], dtype=draw.choice([None, "float64"]), grad=False)


@walk("np.indices")
def indices(draw):
    return draw.call([], before=[draw.shape((1, 3))], dtype=draw.choice([None, "int64", "float32"]), grad=False)
