"""Walks of reductions, layout, indexing, ordering and products."""
from tests.conformance.walk import array, walk


@walk("sum", "mean", "prod", "max", "min", "nansum", "nanprod")
def reduction(draw):
    shape = draw.shape()
    kind = "distinct" if draw.op in ("max", "min") else "apart"
    axes = draw.axes(len(shape))
    return draw.case([array(shape, kind, draw.dtype("float32", "float64"))], axis=axes,
                     keepdims=draw.flag(), exclude=draw.flag() if axes is not None else None)


@walk("norm")
def norm(draw):
    shape = draw.shape()
    return draw.case([array(shape, "apart")], ord=draw.choice([1, 2]), keepdims=draw.flag(),
                     axis=draw.choice([None, draw.axis(len(shape))]))


@walk("argmax", "argmin")
def argmax(draw):
    shape = draw.shape()
    return draw.case([array(shape, "distinct")], grad=False, keepdims=draw.flag(),
                     axis=draw.choice([None, draw.axis(len(shape))]))


@walk("argmax_channel")
def argmax_channel(draw):
    return draw.case([array(draw.shape(2), "distinct")], grad=False)


@walk("sort", "argsort")
def ordering(draw):
    shape = draw.shape()
    return draw.case([array(shape, "distinct")], axis=draw.axis(len(shape)), is_ascend=draw.flag(),
                     grad=draw.op == "sort")


@walk("topk")
def topk(draw):
    shape = draw.shape()
    axis = draw.axis(len(shape))
    form = draw.choice(["indices", "value", "both", "mask"])
    return draw.case([array(shape, "distinct")], axis=axis, k=draw.integer(1, shape[axis]),
                     ret_typ=form, is_ascend=draw.flag(), grad=form == "value")


@walk("Reshape")
def reshape(draw):
    shape = [draw.integer(1, 3) * 2, draw.integer(1, 4), draw.integer(1, 4)]
    code = draw.choice([[-1], [0, -1], [-2], [-3, 0], [0, -3], [-4, 2, -1, -2], [-4, -1, 2, 0, 0]])
    return draw.case([array(shape)], shape=code)


@walk("transpose")
def transpose(draw):
    shape = draw.shape()
    return draw.case([array(shape)], axes=draw.choice(
        [None, [int(a) for a in draw.rng.permutation(len(shape))]]))


@walk("SwapAxis")
def swap_axis(draw):
    shape = draw.shape((2, 4))
    return draw.case([array(shape)], dim1=draw.axis(len(shape), negative=False),
                     dim2=draw.axis(len(shape), negative=False))


@walk("expand_dims")
def expand_dims(draw):
    shape = draw.shape()
    return draw.case([array(shape)], axis=draw.integer(-len(shape) - 1, len(shape)))


@walk("squeeze")
def squeeze(draw):
    shape = draw.shape((2, 4))
    axis = draw.axis(len(shape))
    shape[axis] = 1
    return draw.case([array(shape)], axis=draw.choice([None, axis]))


@walk("Flatten")
def flatten(draw):
    return draw.case([array(draw.shape((2, 4)))])


@walk("Concat")
def concat(draw):
    shape = draw.shape()
    axis = draw.axis(len(shape))
    parts = []
    for _ in range(draw.integer(1, 3)):
        part = list(shape)
        part[axis] = draw.integer(1, 4)
        parts.append(array(part))
    return draw.case(parts, dim=axis)


@walk("stack")
def stack(draw):
    shape = draw.shape((1, 3))
    return draw.case([array(shape) for _ in range(draw.integer(1, 3))],
                     axis=draw.integer(-len(shape) - 1, len(shape)))


@walk("SliceChannel")
def slice_channel(draw):
    shape, parts = draw.shape(), draw.integer(1, 3)
    axis, squeezed = draw.axis(len(shape)), draw.flag() and len(shape) > 1
    shape[axis] = parts if squeezed else parts * draw.integer(1, 3)
    return draw.case([array(shape)], num_outputs=parts, axis=axis, squeeze_axis=squeezed)


@walk("slice")
def slice_(draw):
    shape = draw.shape(low=2, high=6)
    begin, end, step = [], [], []
    for size in shape:
        low = draw.integer(0, size - 1)
        high = draw.integer(low + 1, size)
        backwards = draw.flag()
        begin.append(high - 1 if backwards else low)
        end.append((low - 1 if low else None) if backwards else high)
        step.append(-draw.integer(1, 2) if backwards else draw.integer(1, 2))
    return draw.case([array(shape)], begin=begin, end=end, step=step)


@walk("slice_axis")
def slice_axis(draw):
    shape = draw.shape(low=2)
    axis = draw.axis(len(shape))
    begin = draw.integer(0, shape[axis] - 1)
    case = draw.case([array(shape)], axis=axis, begin=begin)
    case["params"]["end"] = draw.choice([None, draw.integer(begin + 1, shape[axis])])
    return case


@walk("slice_like")
def slice_like(draw):
    shape = draw.shape(low=2)
    smaller = [draw.integer(1, size) for size in shape]
    return draw.case([array(shape), array(smaller)])


@walk("broadcast_to")
def broadcast_to(draw):
    shape = draw.shape()
    return draw.case([array(draw.broadcast(shape))], shape=shape)


@walk("broadcast_axis")
def broadcast_axis(draw):
    shape = draw.shape()
    axis = draw.axis(len(shape), negative=False)
    shape[axis] = 1
    return draw.case([array(shape)], axis=axis, size=draw.integer(1, 4))


@walk("broadcast_like", "reshape_like")
def like_other(draw):
    shape = draw.shape()
    if draw.op == "broadcast_like":
        return draw.case([array(draw.broadcast(shape)), array(shape)])
    return draw.case([array(shape), array([int(n) for n in draw.rng.permutation(shape)])])


@walk("tile")
def tile(draw):
    # up to five axes in its gradient, two for each one repeated, is what the reference can
    return draw.case([array(draw.shape((1, 2)))], reps=draw.shape((1, 3), high=3))


@walk("repeat")
def repeat(draw):
    shape = draw.shape()
    return draw.case([array(shape)], repeats=draw.integer(1, 3),
                     axis=draw.choice([None, draw.axis(len(shape))]))


@walk("reverse")
def reverse(draw):
    shape = draw.shape()
    return draw.case([array(shape)], axis=draw.axis(len(shape), negative=False))


@walk("Pad")
def pad(draw):
    shape, mode = draw.shape(draw.choice([4, 5]), low=3, high=5), draw.choice(
        ["constant", "edge", "reflect"])
    width = [0, 0, 0, 0] + [draw.integer(0, 2) for _ in range(2 * (len(shape) - 2))]
    return draw.case([array(shape)], mode=mode, pad_width=width,
                     constant_value=draw.real(-1, 1) if mode == "constant" else None)


@walk("diag")
def diag(draw):
    return draw.case([array(draw.shape((1, 3), low=2))], k=draw.integer(-1, 1))


@walk("depth_to_space", "space_to_depth")
def depth(draw):
    block = draw.integer(1, 3)
    batch, channels, height, width = draw.shape(4, high=3)
    shape = ([batch, channels * block * block, height, width] if draw.op == "depth_to_space"
             else [batch, channels, height * block, width * block])
    return draw.case([array(shape)], block_size=block)


@walk("cumsum")
def cumsum(draw):
    shape = draw.shape()
    # the reference crashes or refuses where the axis is counted from the end
    return draw.case([array(shape)], axis=draw.choice([None, draw.axis(len(shape), negative=False)]))


# ---- indexing ----

@walk("take")
def take(draw):
    shape = draw.shape(low=2)
    axis, mode = draw.axis(len(shape)), draw.choice(["clip", "wrap"])
    indices = array(draw.shape((1, 2)), "integers", low=-2, high=shape[axis] + 2, grad=False)
    return draw.case([array(shape), indices], axis=axis, mode=mode)


@walk("batch_take")
def batch_take(draw):
    rows, columns = draw.shape(2, low=2)
    return draw.case([array([rows, columns]), array([rows], "integers", "int32", low=0, high=columns)],
                     grad=False)


@walk("pick")
def pick(draw):
    shape = draw.shape((1, 3), low=2)
    axis, keep = draw.axis(len(shape)), draw.flag()
    rest = list(shape)
    del rest[axis]
    if keep:
        rest.insert(axis % len(shape), 1)
    return draw.case([array(shape), array(rest or [1], "integers", low=0, high=shape[axis], grad=False)],
                     axis=axis, keepdims=keep, mode=draw.choice(["clip", "wrap"]))


@walk("one_hot")
def one_hot(draw):
    return draw.case([array(draw.shape((1, 3)), "integers", low=-1, high=6)], grad=False, depth=5,
                     on_value=draw.real(1, 2), off_value=draw.real(-1, 0),
                     dtype=draw.choice([None, "int32", "float64"]))


@walk("gather_nd")
def gather_nd(draw):
    shape = draw.shape((2, 4), low=2)
    depth = draw.integer(1, len(shape))
    places = draw.shape((1, 2))
    return draw.case([array(shape), array([depth, *places], "integers", low=0, high=2, grad=False)])


@walk("scatter_nd")
def scatter_nd(draw):
    rows = draw.integer(2, 5)
    # each place once: which of two writes wins is not defined
    order = [int(i) for i in draw.rng.permutation(6)[:rows]]
    return draw.case([array([rows, 3]), array([1, rows], "values", values=order, grad=False)],
                     shape=[6, 3])


# ---- products ----

@walk("dot")
def dot(draw):
    rows, inner, columns = draw.shape(3)
    left, right = draw.flag(), draw.flag()
    dtype = draw.dtype("float32", "float64")
    return draw.case([array([inner, rows] if left else [rows, inner], dtype=dtype),
                      array([columns, inner] if right else [inner, columns], dtype=dtype)],
                     transpose_a=left, transpose_b=right)


@walk("batch_dot")
def batch_dot(draw):
    batch, rows, inner, columns = draw.shape(4)
    left, right = draw.flag(), draw.flag()
    return draw.case([array([batch, inner, rows] if left else [batch, rows, inner]),
                      array([batch, columns, inner] if right else [batch, inner, columns])],
                     transpose_a=left, transpose_b=right)


@walk("khatri_rao")
def khatri_rao(draw):
    columns = draw.integer(1, 4)
    return draw.case([array([draw.integer(1, 4), columns]) for _ in range(draw.integer(1, 3))],
                     grad=False)
