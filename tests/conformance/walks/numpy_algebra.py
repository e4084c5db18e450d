"""Walks of products, linear algebra and polynomials of mx.np, of its random numbers, and of mx.npx."""
from tests.conformance.walk import array, walk

TYPES = ("float32", "float64")


@walk("np.dot")
def dot(draw):
    kind, inner = draw.choice(TYPES), draw.integer(1, 4)
    first, second = draw.choice([([inner], [inner]), ([3, inner], [inner]), ([3, inner], [inner, 2]), ([], [2, 3]),
                                 ([2, 3, inner], [inner, 4]), ([2, 3, inner], [inner]), ([2, inner], [3, inner, 2])])
    return draw.call([array(first, dtype=kind), array(second, dtype=kind)])


@walk("np.matmul")
def matmul(draw):
    kind, inner = draw.choice(TYPES), draw.integer(1, 4)
    first, second = draw.choice([([inner], [inner]), ([3, inner], [inner]), ([inner], [inner, 2]),
                                 ([3, inner], [inner, 2]), ([2, 3, inner], [inner, 4]),
                                 ([2, 1, 3, inner], [3, inner, 2])])
    # where batches broadcast in both, the reference's gradient is wrong
    return draw.call([array(first, dtype=kind), array(second, dtype=kind)], grad=len(first) < 4)


@walk("np.inner", "np.outer", "np.vdot")
def vectors(draw):
    size = draw.integer(1, 4)
    second = draw.integer(1, 4) if "outer" in draw.op else size
    return draw.call([array([size], dtype="float32"), array([second], dtype="float32")])


@walk("np.tensordot")
def tensordot(draw):
    form = draw.integer(0, 2)
    if form == 0:
        return draw.call([array([2, 3]), array([3, 4])], axes=1)
    if form == 1:
        return draw.call([array([2, 3, 4]), array([4, 3, 2])], axes=[[1, 2], [1, 0]])
    return draw.call([array([2, 3]), array([4])], axes=0)


@walk("np.einsum")
def einsum(draw):
    text, shapes = draw.choice([("ij,jk->ik", [[2, 3], [3, 4]]), ("ij->ji", [[2, 3]]), ("ii->i", [[3, 3]]),
                                ("ii", [[3, 3]]), ("bij,bjk->bik", [[2, 3, 4], [2, 4, 2]]), ("i,j", [[2], [3]]),
                                ("...j,j->...", [[2, 3, 4], [4]]), ("ij,kj,lk->il", [[2, 3], [4, 3], [2, 4]]),
                                ("ij->", [[2, 3]])])
    return draw.call([array(shape) for shape in shapes], before=[text])


@walk("np.linalg.norm")
def norm(draw):
    form = draw.integer(0, 3)
    if form == 0:
        return draw.call([array(draw.shape((1, 3)), "apart", draw.choice(TYPES))])
    if form == 1:
        return draw.call([array([3, 4], "apart", draw.choice(TYPES))], ord=draw.choice(["fro", 1, -1, float("inf")]),
                         axis=[0, 1], keepdims=draw.flag(), grad=False)  # wrong in the reference for most of these
    shape = draw.shape((1, 3))
    return draw.call([array(shape, "apart", draw.choice(TYPES))], ord=draw.choice([None, 1, 2, 3, 0]),
                     axis=draw.axis(len(shape)), keepdims=draw.flag(), grad=False)


@walk("np.linalg.cholesky", "np.linalg.det", "np.linalg.inv", "np.linalg.slogdet", "np.linalg.eigvalsh")
def definite(draw):
    size = draw.integer(1, 4)
    return draw.call([array([*draw.shape((0, 2), high=3), size, size], "definite", draw.choice(TYPES))],
                     grad=draw.op not in ("np.linalg.eigvalsh", "np.linalg.slogdet"))


@walk("np.linalg.solve")
def solve(draw):
    size = draw.integer(1, 4)
    batch, kind = draw.shape((0, 1), high=3), draw.choice(TYPES)
    return draw.call([array([*batch, size, size], "definite", kind), array([*batch, size, 2], dtype=kind)])


@walk("np.linalg.tensorinv")
def tensorinv(draw):
    return draw.call([array([2, 3, 6], "apart", "float64")], ind=2, grad=False)


@walk("np.linalg.pinv")
def pinv(draw):
    return draw.call([array([3, 3], "definite", draw.choice(TYPES))], grad=False)


@walk("np.polyval")
def polyval(draw):
    return draw.call([array([draw.integer(1, 4)]), array(draw.shape((0, 2)))])


@walk("np.random.uniform", "np.random.normal", "np.random.gumbel", "np.random.logistic", "np.random.lognormal")
def located(draw):
    shape = draw.shape((0, 2))
    if draw.flag():
        return {**draw.call([], before=[0.5, 2.0], size=draw.choice([None, 3, [2, 3], [2, 0]]), grad=False),
                "drawn": True}
    return {**draw.call([array(shape, "uniform", low=0, high=1), array(shape, "uniform", low=1.5, high=2)],
                        size=draw.choice([None, [2, *shape]]), grad=False), "drawn": True}


@walk("np.random.exponential", "np.random.rayleigh", "np.random.weibull", "np.random.pareto", "np.random.chisquare")
def one_number(draw):
    shape = draw.shape((0, 2))
    if draw.flag():
        return {**draw.call([], before=[2.0], size=draw.choice([None, 3, [2, 3]]), grad=False), "drawn": True}
    return {**draw.call([array(shape, "uniform", low=1.5, high=2)], size=draw.choice([None, [2, *shape]]), grad=False),
            "drawn": True}


@walk("np.random.randint")
def randint(draw):
    return {**draw.call([], before=draw.choice([[5], [-2, 7]]), size=draw.choice([None, 3, [2, 3]]),
                        dtype=draw.choice([None, "int32", "int64"]), grad=False), "drawn": True}


@walk("np.random.rand", "np.random.randn")
def by_sizes(draw):
    return {**draw.call([], before=draw.shape((0, 3)), grad=False), "drawn": True}


@walk("np.random.multinomial")
def multinomial(draw):
    return {**draw.call([], before=[4, [0.25, 0.25, 0.5]], size=draw.choice([None, 3, [2, 2]]), grad=False),
            "drawn": True}


@walk("npx.random.bernoulli")
def bernoulli(draw):
    return {**draw.call([], prob=0.5, size=draw.choice([None, [3], [2, 3]]),
                        dtype=draw.choice([None, "float32", "int32", "bool"]), grad=False), "drawn": True}


# ---- mx.npx ----

@walk("npx.softmax", "npx.log_softmax")
def softmax(draw):
    shape = draw.shape((1, 4), low=2)
    return draw.call([array(shape, dtype=draw.dtype("float32", "float64"))], axis=draw.axis(len(shape)),
                     temperature=draw.choice([None, 2.0]))


@walk("npx.fully_connected")
def fully_connected(draw):
    flatten, biased = draw.flag(), draw.flag()
    shape = draw.shape((2, 4))
    width = 1
    for extent in shape[1:] if flatten else shape[-1:]:
        width *= extent
    sides = [array(shape), array([3, width])] + ([array([3])] if biased else [])
    return draw.call(sides, num_hidden=3, no_bias=not biased, flatten=flatten)


@walk("npx.convolution")
def convolution(draw):
    return draw.call([array([2, 2, 6, 5]), array([3, 2, 3, 3]), array([3])], kernel=[3, 3], num_filter=3,
                     pad=draw.choice([None, [1, 1]]), stride=draw.choice([None, [2, 2]]))


@walk("npx.pooling")
def pooling(draw):
    return draw.call([array([2, 2, 6, 5], "distinct")], kernel=[2, 2], stride=[2, 2],
                     pool_type=draw.choice(["max", "avg", "sum"]), global_pool=draw.choice([None, True]))


@walk("npx.layer_norm")
def layer_norm(draw):
    shape = draw.shape((2, 3), low=4, high=6)
    return draw.call([array(shape), array(shape[-1:]), array(shape[-1:])], axis=-1, eps=1e-3)


@walk("npx.batch_norm")
def batch_norm(draw):
    channels = draw.integer(1, 3)
    states = [array([channels], "uniform", low=0.5, high=1.5, grad=False) for _ in range(2)]
    return draw.call([array([4, channels, 3]), array([channels]), array([channels]), *states], fix_gamma=draw.flag(),
                     use_global_stats=draw.flag(), eps=1e-3)


@walk("npx.activation")
def activation(draw):
    return draw.call([array(draw.shape(), "apart")],
                     act_type=draw.choice(["relu", "sigmoid", "tanh", "softrelu", "softsign"]))


@walk("npx.leaky_relu")
def leaky_relu(draw):
    return draw.call([array(draw.shape(), "apart")], act_type=draw.choice(["leaky", "elu", "selu", "gelu"]))


@walk("npx.one_hot")
def one_hot(draw):
    return draw.call([array(draw.numpy_shape((0, 3)), "integers", "int32", low=-1, high=5)], after=[4],
                     dtype=draw.choice([None, "int32", "float64"]), grad=False)


@walk("npx.pick")
def pick(draw):
    return draw.call([array([3, 4]), array([3], "integers", "int32", low=0, high=4, grad=False)],
                     axis=draw.choice([None, 1, -1]), keepdims=draw.choice([None, True]))


@walk("npx.topk")
def topk(draw):
    kind = draw.choice(["indices", "value", "both", "mask"])
    return draw.call([array([3, 4], "distinct")], k=draw.integer(1, 3), ret_typ=kind, axis=draw.choice([None, 0, -1]),
                     is_ascend=draw.flag(), grad=kind == "value")


@walk("npx.embedding")
def embedding(draw):
    return draw.call([array(draw.shape((1, 3)), "integers", "int32", low=0, high=5, grad=False), array([5, 3])],
                     input_dim=5, output_dim=3)


@walk("npx.batch_dot")
def batch_dot(draw):
    return draw.call([array([2, 3, 4]), array([2, 4, 2])])


@walk("npx.batch_flatten", "npx.shape_array")
def flattened(draw):
    return draw.call([array(draw.shape((1, 4)))], grad="flatten" in draw.op)


@walk("npx.gather_nd")
def gather_nd(draw):
    return draw.call([array([3, 4, 2]), array([draw.integer(1, 2), 5], "integers", "int32", low=0, high=3, grad=False)])


@walk("npx.sequence_mask")
def sequence_mask(draw):
    axis = draw.integer(0, 1)
    shape = [4, 3, 2]
    return draw.call([array(shape), array([shape[1 - axis]], "integers", "float32", low=1, high=3, grad=False)],
                     use_sequence_length=True, axis=axis, value=draw.real(-1, 1))


@walk("npx.reshape")
def reshape(draw):
    return draw.call([array([2, 3, 4])], after=[draw.choice([[-2, -1], [-2, -2, 2, 2], [-4], [-5, -2], [-6, 1, 2, -4],
                                                             [6, 4], [-1]])])


@walk("npx.slice")
def cut(draw):
    return draw.call([array([4, 5])], begin=[draw.integer(0, 1), 1], end=[3, draw.integer(3, 5)],
                     step=draw.choice([None, [1, 2]]))


@walk("npx.reshape_like", "npx.arange_like")
def like(draw):
    if "arange" in draw.op:
        return draw.call([array([3, 4])], axis=draw.choice([None, 0, 1]), start=draw.real(0, 2), grad=False)
    return draw.call([array([3, 4]), array([2, 6], grad=False)])


@walk("npx.smooth_l1")
def smooth_l1(draw):
    return draw.call([array(draw.shape(), scale=2)], scalar=draw.real(0.5, 2))


@walk("npx.nonzero")
def nonzero(draw):
    return draw.call([array(draw.shape((1, 3)), "integers", low=0, high=2)], grad=False)


@walk("npx.multibox_prior")
def multibox_prior(draw):
    return draw.call([array([1, 3, 4, 5])], sizes=[0.5, 0.25], ratios=[1, 2, 0.5], grad=False)
