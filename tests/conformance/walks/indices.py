"""Walks over embeddings, writes by index, positions, splits at indices, and densities."""
from tests.conformance.walk import array, walk


@walk("Embedding")
def embedding(draw):
    rows, columns = draw.integer(2, 6), draw.integer(1, 5)
    data = array(draw.shape((1, 3)), "integers", draw.choice(["float32", "int32"]), low=-2, high=rows + 2, grad=False)
    dtype = draw.dtype("float32", "float64")
    return draw.case([data, array([rows, columns], dtype=dtype)], input_dim=rows, output_dim=columns, dtype=dtype)


@walk("_contrib_SparseEmbedding")
def sparse_embedding(draw):
    rows, columns = draw.integer(2, 6), draw.integer(1, 5)
    data = array(draw.shape((1, 2)), "integers", low=0, high=rows)
    return draw.case([data, array([rows, columns])], grad=False, input_dim=rows, output_dim=columns)


@walk("_contrib_boolean_mask")
def boolean_mask(draw):
    shape = draw.shape((1, 3), low=2)
    kept = [1, *(draw.integer(0, 1) for _ in range(shape[0] - 1))]  # the reference refuses to keep none
    return draw.case([array(shape), array([shape[0]], "values", values=kept, grad=False)])


@walk("_contrib_index_copy")
def index_copy(draw):
    shape, rows = draw.shape((1, 3), low=3), draw.integer(1, 3)
    order = [int(i) for i in draw.rng.permutation(shape[0])[:rows]]
    return draw.case([array(shape), array([rows], "values", "int32", values=order, grad=False),
                      array([rows, *shape[1:]])])


@walk("_contrib_index_array")
def index_array(draw):
    shape = draw.shape((1, 3))
    axes = draw.choice([None, [draw.axis(len(shape))], list(range(len(shape)))[::-1]])
    return draw.case([array(shape)], grad=False, axes=axes)


@walk("_ravel_multi_index")
def ravel_multi_index(draw):
    sizes = draw.shape((1, 4), low=2)
    return draw.case([array([len(sizes), draw.integer(1, 5)], "integers", draw.choice(["float32", "int64"]), low=0,
                            high=2)], grad=False, shape=sizes)


@walk("_unravel_index")
def unravel_index(draw):
    sizes = draw.shape((1, 4), low=2)
    return draw.case([array([draw.integer(1, 5)], "integers", draw.choice(["float32", "int64"]), low=0, high=2)],
                     grad=False, shape=sizes)


def region(draw, shape):
    """Draw begins, ends and steps of a region that is not empty, and its shape."""
    begin, end, step, sizes = [], [], [], []
    for size in shape[:draw.integer(1, len(shape))]:
        first = draw.integer(0, size - 1)
        last = draw.integer(first + 1, size)
        stride = draw.choice([None, 1, 2])
        begin.append(draw.choice([first, first - size]))
        end.append(last)
        step.append(stride)
        sizes.append(len(range(first, last, stride or 1)))
    return {"begin": begin, "end": end, "step": step}, [*sizes, *shape[len(sizes):]]


@walk("_slice_assign")
def slice_assign(draw):
    shape = draw.shape((1, 3))
    where, sizes = region(draw, shape)
    return draw.case([array(shape), array(sizes)], grad=False, **where)


@walk("_slice_assign_scalar")
def slice_assign_scalar(draw):
    shape = draw.shape((1, 3))
    where, _ = region(draw, shape)
    return draw.case([array(shape)], grad=False, scalar=draw.real(-2, 2), **where)


@walk("_split_v2")
def split_v2(draw):
    shape = draw.shape((1, 3))
    axis = draw.axis(len(shape))
    shape[axis] = draw.integer(4, 8)
    if draw.flag():
        return draw.case([array(shape)], axis=axis, indices=[0], sections=draw.integer(2, 4))
    return draw.case([array(shape)], axis=axis, indices=[0, draw.integer(1, 2), 3])


@walk("_rnn_param_concat")
def rnn_param_concat(draw):
    return draw.case([array([draw.integer(1, 5)]) for _ in range(draw.integer(1, 4))], grad=False, dim=0)


@walk("fill_element_0index")
def fill_element_0index(draw):
    rows, columns = draw.shape(2, low=2)
    return draw.case([array([rows, columns]), array([rows]), array([rows], "integers", low=0, high=columns)],
                     grad=False)


def density(draw, sample, *params):
    return draw.case([sample, *params], is_log=draw.flag())


def between(shape, low, high):
    return array(shape, "uniform", low=low, high=high)


@walk("_random_pdf_uniform", "_random_pdf_normal", "_random_pdf_gamma")
def pdf_of_two(draw):
    shape = draw.shape((1, 3))
    leading = shape[:draw.integer(1, len(shape))]
    return density(draw, between(shape, 0.2, 2), between(leading, 0.5, 1), between(leading, 1.5, 3))


@walk("_random_pdf_exponential")
def pdf_exponential(draw):
    shape = draw.shape((1, 3))
    return density(draw, between(shape, 0.2, 2), between(shape[:1], 0.5, 2))


@walk("_random_pdf_poisson")
def pdf_poisson(draw):
    shape = draw.shape((1, 3))
    return density(draw, array(shape, "integers", low=0, high=6), between(shape[:1], 0.5, 4))


@walk("_random_pdf_negative_binomial")
def pdf_negative_binomial(draw):
    shape = draw.shape((1, 3))
    return density(draw, array(shape, "integers", low=0, high=6), between(shape[:1], 1, 4),
                   between(shape[:1], 0.2, 0.8))


@walk("_random_pdf_generalized_negative_binomial")
def pdf_generalized_negative_binomial(draw):
    shape = draw.shape((1, 3))
    return density(draw, array(shape, "integers", low=0, high=6), between(shape[:1], 0.5, 4),
                   between(shape[:1], 0.2, 0.9))


@walk("_random_pdf_dirichlet")
def pdf_dirichlet(draw):
    shape = draw.shape((2, 3), low=2)
    return density(draw, between(shape, 0.1, 0.9), between([shape[0], shape[-1]] if len(shape) > 2 else shape, 0.5, 3))
