"""The kinds of nodes a random graph is made of. Each takes inputs from what the graph has so far.

A kind is a function of the graph `g`. It gives `(text of a call, shapes of its outputs)`, with `{}` in
the text where the node's name goes, or None where nothing in the graph fits it.
"""
KINDS = []  # (weight, function)


def kind(weight=1.0):
    def add(function):
        KINDS.append((weight, function))
        return function
    return add


# ---- element by element ----

ANYWHERE = ["relu", "sigmoid", "tanh", "softsign", "sin", "cos", "arctan", "arcsinh", "abs", "negative", "square",
            "erf", "cbrt", "degrees", "radians", "identity", "BlockGrad", "zeros_like", "ones_like", "sign",
            "floor", "ceil", "round", "rint", "fix", "trunc", "logical_not", "hard_sigmoid", "make_loss",
            "stop_gradient", "_copy", "Flatten", "logical_not"]
AFTER = {  # what keeps these in their domain
    "exp": "tanh", "expm1": "tanh", "sinh": "tanh", "cosh": "tanh", "tan": "tanh", "sqrt": "abs", "log1p": "abs",
    "arcsin": "0.9 * sym.tanh", "arccos": "0.9 * sym.tanh", "arctanh": "0.9 * sym.tanh", "gammaln": "1 + sym.abs",
    "gamma": "1 + sym.sigmoid", "log": "0.5 + sym.abs", "log2": "0.5 + sym.abs", "log10": "0.5 + sym.abs",
    "rsqrt": "0.5 + sym.abs", "rcbrt": "0.5 + sym.abs", "reciprocal": "0.5 + sym.abs", "arccosh": "1.5 + sym.abs",
    "erfinv": "0.9 * sym.tanh"}


@kind(6)
def unary(g):
    x, shape = g.any()
    name = g.choice(ANYWHERE)
    out = shape if name != "Flatten" else (shape[0], g.size(shape[1:]))
    return f"sym.{name}({x}, name='{{}}')", [out]


@kind(3)
def unary_in_domain(g):
    x, shape = g.any()
    name = g.choice(sorted(AFTER))
    before = AFTER[name] if "sym" in AFTER[name] else "sym." + AFTER[name]
    return f"sym.{name}({before}({x}), name='{{}}')", [shape]


@kind(4)
def scalars(g):
    x, shape = g.any()
    number = g.choice(["2", "0.5", "-1.5", "3.0", "1"])
    pattern = g.choice(["{x} + {n}", "{n} - {x}", "{x} - {n}", "{x} * {n}", "{x} / {n}", "{n} / (0.5 + sym.abs({x}))",
                        "(0.5 + sym.abs({x})) ** {n}", "2 ** sym.tanh({x})", "{x} % 1.5", "{x} > {n}", "{x} < {n}",
                        "{x} >= {n}", "{x} == {n}", "{x} != {n}", "-{x}", "sym.maximum({x}, {n})",
                        "sym.minimum({n}, {x})", "sym.hypot({x}, {n})", "sym.clip({x}, a_min=-0.5, a_max=1)",
                        "sym.smooth_l1({x}, scalar=1.5)", "abs({x})", "sym.pow(0.5 + sym.abs({x}), {n})"])
    return pattern.format(x=x, n=number), [shape]


@kind(3)
def activation(g):
    x, shape = g.any()
    which = g.choice(["Activation", "LeakyReLU", "softmax", "log_softmax", "softmin", "prelu", "SoftmaxActivation"])
    if which == "Activation":
        act = g.choice(["relu", "sigmoid", "tanh", "softrelu", "softsign"])
        return f"sym.Activation({x}, act_type='{act}', name='{{}}')", [shape]
    if which == "LeakyReLU":
        act = g.choice(["leaky", "elu", "gelu", "selu"])
        return f"sym.LeakyReLU({x}, act_type='{act}', slope=0.3, name='{{}}')", [shape]
    if which == "prelu":
        # behind another operator the reference overwrites in place what its backward reads
        x, shape = g.find_variable(lambda s: len(s) > 1)
        return f"sym.LeakyReLU({x}, act_type='prelu', name='{{}}')", [shape]
    if which == "SoftmaxActivation":
        if len(shape) < 2:
            return None
        mode = g.choice(["instance", "channel"]) if len(shape) > 2 else "instance"
        return f"sym.SoftmaxActivation({x}, mode='{mode}', name='{{}}')", [shape]
    more, axis = g.choice(["", ", temperature=1.7"]), g.axis(shape)
    if which == "log_softmax" and shape[axis] == 1:
        which = "softmax"
    return f"sym.{which}({x}, axis={axis}{more}, name='{{}}')", [shape]


@kind(6)
def binary(g):
    x, shape = g.any()
    y = g.like(shape)
    pattern = g.choice(["{x} + {y}", "{x} - {y}", "{x} * {y}", "{x} / (0.5 + sym.abs({y}))", "sym.maximum({x}, {y})",
                        "sym.minimum({x}, {y})", "sym.hypot({x}, {y})", "(0.5 + sym.abs({x})) ** sym.tanh({y})",
                        "{x} > {y}", "{x} <= {y}", "{x} == {y}", "{x} % (0.5 + sym.abs({y}))",
                        "sym.elemwise_add({x}, {y}, name='{{}}')", "sym.elemwise_mul({x}, {y}, name='{{}}')",
                        "sym.elemwise_sub({x}, {y}, name='{{}}')", "sym.broadcast_add({x}, {y}, name='{{}}')",
                        "sym.add_n({x}, {y}, {x}, name='{{}}')", "sym.elemwise_div({x}, 2 + sym.sigmoid({y}))",
                        "sym.where({x} > 0, {x}, {y})", "sym.add_n({x}, {y}, name='{{}}')"])
    return pattern.format(x=x, y=y), [shape]


@kind(4)
def broadcast(g):
    x, shape = g.any()
    other = tuple(1 if g.random() < 0.5 else size for size in shape)
    y = g.like(other)
    name = g.choice(["add", "sub", "mul", "maximum", "minimum", "plus", "minus", "hypot", "equal", "not_equal",
                     "greater", "lesser", "greater_equal", "lesser_equal", "logical_and", "logical_or",
                     "logical_xor", "div", "power", "mod"])
    if name in ("div", "mod"):
        y = f"0.5 + sym.abs({y})"
    if name == "power":
        x, y = f"0.5 + sym.abs({x})", f"sym.tanh({y})"
    if g.random() < 0.3 and name != "power":
        x, y = y, x
        if name in ("div", "mod"):
            y = f"0.5 + sym.abs({y})"
    return f"sym.broadcast_{name}({x}, {y}, name='{{}}')", [shape]


@kind(2)
def spread(g):
    x, shape = g.any()
    which = g.choice(["tile", "repeat", "broadcast_axis", "expand", "broadcast_like"])
    if g.size(shape) > 40:
        return None
    if which == "tile":
        return f"sym.tile({x}, reps=(2,), name='{{}}')", [shape[:-1] + (shape[-1] * 2,)]
    if which == "repeat":
        axis = g.place(shape)
        return f"sym.repeat({x}, repeats=2, axis={axis}, name='{{}}')", [g.resized(shape, axis, shape[axis] * 2)]
    if which == "expand":
        axis = g.randrange(len(shape) + 1)
        out = shape[:axis] + (1,) + shape[axis:]
        return (f"sym.expand_dims({x}, axis={axis}, name='{{}}')", [out]) if len(out) < 5 else None
    axis = g.place(shape)
    if shape[axis] != 1:
        return None
    out = g.resized(shape, axis, 3)
    if which == "broadcast_axis":
        return f"sym.broadcast_axis({x}, axis={axis}, size=3, name='{{}}')", [out]
    return f"sym.broadcast_like({x}, {g.like(out)}, name='{{}}')", [out]


# ---- reductions ----

@kind(4)
def reduce(g):
    x, shape = g.any()
    name = g.choice(["sum", "mean", "max", "min", "prod", "nansum", "nanprod", "norm"])
    if g.random() < 0.15:
        return f"sym.{name}({x}, name='{{}}')", [(1,)]
    axes = sorted(g.sample(range(len(shape)), g.choice([1, 1, 2])) if len(shape) > 1 else [0])
    if name == "norm":
        axes = axes[:1]
    keep = g.random() < 0.4
    exclude = name != "norm" and g.random() < 0.15
    gone = [i for i in range(len(shape)) if (i in axes) != exclude]
    out = tuple(1 if i in gone else size for i, size in enumerate(shape) if keep or i not in gone)
    text = str(axes[0]) if len(axes) == 1 and g.random() < 0.7 else str(tuple(axes))
    more = (", exclude=True" if exclude else "") + (", ord=1" if name == "norm" and g.random() < 0.4 else "")
    if name == "norm" and "ord" not in more:
        x = f"0.5 + sym.abs({x})"  # the gradient at zero
    return f"sym.{name}({x}, axis={text}, keepdims={keep}{more}, name='{{}}')", [out or (1,)]


@kind(1)
def order(g):
    x, shape = g.any()
    axis = g.place(shape)
    which = g.choice(["argmax", "argmin", "sort", "argsort", "topk", "topk_value", "topk_both", "topk_mask"])
    if which in ("argmax", "argmin"):
        if len(shape) < 2:
            return None
        return f"sym.{which}({x}, axis={axis}, name='{{}}')", [shape[:axis] + shape[axis + 1:]]
    ascend = f"is_ascend={g.random() < 0.5}"
    if which in ("sort", "argsort"):
        return f"sym.{which}({x}, axis={axis}, {ascend}, name='{{}}')", [shape]
    k = g.randrange(1, shape[axis] + 1)
    out = g.resized(shape, axis, k)
    ret = {"topk": "indices", "topk_value": "value", "topk_both": "both", "topk_mask": "mask"}[which]
    shapes = [shape] if ret == "mask" else [out, out] if ret == "both" else [out]
    return f"sym.topk({x}, axis={axis}, k={k}, ret_typ='{ret}', {ascend}, name='{{}}')", shapes


# ---- shapes ----

@kind(3)
def reshape(g):
    x, shape = g.any()
    size = g.size(shape)
    which = g.randrange(8)
    if which == 0:
        return f"sym.reshape({x}, shape=(-1,), name='{{}}')", [(size,)]
    if which == 1:
        return f"sym.Reshape({x}, shape=(0, -1), name='{{}}')", [(shape[0], size // shape[0])]
    if which == 2 and len(shape) > 1:
        return f"sym.reshape({x}, shape=(-3, -2), name='{{}}')", [(shape[0] * shape[1],) + shape[2:]]
    if which == 3 and shape[0] % 2 == 0 and len(shape) < 4:
        return f"sym.reshape({x}, shape=(-4, 2, -1, -2), name='{{}}')", [(2, shape[0] // 2) + shape[1:]]
    if which == 4 and len(shape) < 4:
        return f"sym.reshape({x}, shape=(-2, 1), name='{{}}')", [shape + (1,)]
    if which == 5 and len(shape) > 1:
        return f"sym.Reshape({x}, shape=(-1, 0), reverse=True, name='{{}}')", [(size // shape[-1], shape[-1])]
    if which == 6:
        y, other = g.find(lambda s: g.size(s) == size)
        return f"sym.reshape_like({x}, {y}, name='{{}}')", [other]
    if which == 7 and 1 in shape and len(shape) > 1:
        axis = shape.index(1)
        return f"sym.squeeze({x}, axis={axis}, name='{{}}')", [shape[:axis] + shape[axis + 1:]]
    return None


@kind(3)
def move(g):
    x, shape = g.any()
    which = g.choice(["transpose", "swap", "flip", "slice_axis", "slice", "slice_like", "roll"])
    if which == "transpose":
        axes = g.sample(range(len(shape)), len(shape))
        return f"sym.transpose({x}, axes={tuple(axes)}, name='{{}}')", [tuple(shape[i] for i in axes)]
    if which == "swap" and len(shape) > 1:
        a, b = sorted(g.sample(range(len(shape)), 2))
        out = list(shape)
        out[a], out[b] = out[b], out[a]
        return f"sym.SwapAxis({x}, dim1={a}, dim2={b}, name='{{}}')", [tuple(out)]
    axis = g.place(shape)
    if which == "flip":
        return f"sym.flip({x}, axis={axis}, name='{{}}')", [shape]
    begin = g.randrange(shape[axis])
    end = g.randrange(begin + 1, shape[axis] + 1)
    if which == "slice_axis":
        stop = "None" if end == shape[axis] else end
        return (f"sym.slice_axis({x}, axis={axis}, begin={begin}, end={stop}, name='{{}}')",
                [g.resized(shape, axis, end - begin)])
    if which == "slice":
        begins, ends = [None] * len(shape), [None] * len(shape)
        begins[axis], ends[axis] = begin, end
        step = ""
        length = end - begin
        if g.random() < 0.4:
            steps = [None] * len(shape)
            steps[axis] = 2
            step, length = f", step={tuple(steps)}", (length + 1) // 2
        return (f"sym.slice({x}, begin={tuple(begins)}, end={tuple(ends)}{step}, name='{{}}')",
                [g.resized(shape, axis, length)])
    if which == "slice_like":
        out = g.resized(shape, axis, end - begin)
        return f"sym.slice_like({x}, {g.like(out)}, axes=({axis},), name='{{}}')", [out]
    return None


@kind(3)
def join(g):
    x, shape = g.any()
    axis = g.place(shape)
    which = g.choice(["Concat", "concat_other", "stack", "split", "split_squeeze", "sum_of_list"])
    if which == "Concat":
        y = g.like(shape)
        return f"sym.Concat({x}, {y}, dim={axis}, name='{{}}')", [g.resized(shape, axis, shape[axis] * 2)]
    if which == "concat_other":
        y, other = g.find(lambda s: len(s) == len(shape) and
                          all(a == b for i, (a, b) in enumerate(zip(s, shape)) if i != axis))
        return (f"sym.concat({x}, {y}, dim={axis - len(shape) if g.random() < 0.3 else axis}, name='{{}}')",
                [g.resized(shape, axis, shape[axis] + other[axis])])
    if which == "stack":
        if len(shape) > 3:
            return None
        place = g.randrange(len(shape) + 1)
        return (f"sym.stack({x}, {g.like(shape)}, axis={place}, name='{{}}')",
                [shape[:place] + (2,) + shape[place:]])
    parts = [n for n in (2, 3, 4) if shape[axis] % n == 0]
    if not parts:
        return None
    n = g.choice(parts)
    if which == "split_squeeze" and shape[axis] == n and len(shape) > 1:
        return (f"sym.SliceChannel({x}, num_outputs={n}, axis={axis}, squeeze_axis=True, name='{{}}')",
                [shape[:axis] + shape[axis + 1:]] * n)
    return f"sym.split({x}, num_outputs={n}, axis={axis}, name='{{}}')", [g.resized(shape, axis, shape[axis] // n)] * n


@kind(1)
def space(g):
    which = g.choice(["depth_to_space", "space_to_depth", "pad", "UpSampling", "Crop", "diag"])
    if which == "diag":
        x, shape = g.find(lambda s: len(s) == 2 and min(s) > 1)
        k = g.choice([-1, 0, 1])
        rows, columns = shape[0] + min(k, 0), shape[1] - max(k, 0)
        return f"sym.diag({x}, k={k}, name='{{}}')", [(min(rows, columns),)]
    if which == "depth_to_space":
        x, s = g.find(lambda s: len(s) == 4 and s[1] % 4 == 0, (2, 4, 2, 2))
        return f"sym.depth_to_space({x}, block_size=2, name='{{}}')", [(s[0], s[1] // 4, s[2] * 2, s[3] * 2)]
    if which == "space_to_depth":
        x, s = g.find(lambda s: len(s) == 4 and s[2] % 2 == 0 and s[3] % 2 == 0, (2, 1, 4, 2))
        return f"sym.space_to_depth({x}, block_size=2, name='{{}}')", [(s[0], s[1] * 4, s[2] // 2, s[3] // 2)]
    x, s = g.find(lambda s: len(s) == 4 and g.size(s) < 80 and min(s[2:]) > 1, (1, 2, 3, 3))
    if which == "pad":
        mode = g.choice(["constant", "edge", "reflect"])
        return (f"sym.Pad({x}, mode='{mode}', pad_width=(0, 0, 0, 0, 1, 0, 1, 1), constant_value=0.5, name='{{}}')",
                [(s[0], s[1], s[2] + 1, s[3] + 2)])
    if which == "UpSampling":
        return f"sym.UpSampling({x}, scale=2, sample_type='nearest', name='{{}}')", [(s[0], s[1], s[2] * 2, s[3] * 2)]
    return f"sym.Crop({x}, h_w=(1, 2), offset=(0, 0), name='{{}}')", [(s[0], s[1], 1, 2)]


# ---- matrices and layers ----

@kind(4)
def fully_connected(g):
    x, shape = g.any()
    hidden = g.randrange(1, 6)
    flat = len(shape) < 2 or g.random() < 0.7
    width = g.size(shape[1:]) if flat else shape[-1]
    out = (shape[0], hidden) if flat else shape[:-1] + (hidden,)
    bias = g.random() < 0.6
    text = f"num_hidden={hidden}, no_bias={not bias}" + ("" if flat else ", flatten=False")
    if g.random() < 0.5:  # written out, so that others may share it
        weight = g.param((hidden, width))
        parts = f"{weight}, {g.bias(weight, (hidden,))}" if bias else weight
        return f"sym.FullyConnected({x}, {parts}, {text}, name='{{}}')", [out]
    return f"sym.FullyConnected({x}, {text}, name='{{}}')", [out]


@kind(3)
def product(g):
    which = g.choice(["dot", "batch_dot", "gemm2", "gemm", "syrk", "dot3"] + ["khatri_rao"] * (g.random() < 0.05))
    if which in ("dot", "khatri_rao"):
        x, s = g.find(lambda s: len(s) == 2)
        if which == "khatri_rao":
            y, other = g.find(lambda t: len(t) == 2 and t[1] == s[1])
            return f"sym.khatri_rao({x}, {y}, name='{{}}')", [(s[0] * other[0], s[1])]
        ta, tb, n = g.random() < 0.3, g.random() < 0.3, g.randrange(1, 5)
        rows, inner = (s[1], s[0]) if ta else s
        y = g.like((n, inner) if tb else (inner, n))
        return f"sym.dot({x}, {y}, transpose_a={ta}, transpose_b={tb}, name='{{}}')", [(rows, n)]
    if which == "dot3":
        x, s = g.find(lambda s: len(s) == 3, (2, 3, 2))
        return f"sym.dot({x}, {g.like((s[-1], 3))}, name='{{}}')", [s[:-1] + (3,)]
    if which == "batch_dot":
        x, s = g.find(lambda s: len(s) == 3, (2, 3, 2))
        tb = g.random() < 0.4
        y = g.like((s[0], 2, s[2]) if tb else (s[0], s[2], 2))
        return f"sym.batch_dot({x}, {y}, transpose_b={tb}, name='{{}}')", [(s[0], s[1], 2)]
    x, s = g.find(lambda s: len(s) in (2, 3), (2, 3))
    if which == "syrk":
        return f"sym.linalg_syrk({x}, alpha=0.5, name='{{}}')", [s[:-1] + (s[-2],)]
    y = g.like(s[:-2] + (s[-1], 3))
    if which == "gemm":
        return f"sym.linalg_gemm({x}, {y}, {g.like(s[:-1] + (3,))}, beta=0.5, name='{{}}')", [s[:-1] + (3,)]
    return f"sym.linalg_gemm2({x}, {y}, alpha=0.7, name='{{}}')", [s[:-1] + (3,)]


@kind(3)
def convolve(g):
    if g.random() < 0.25:
        x, s = g.find(lambda s: len(s) == 3 and g.size(s) < 80, (2, 3, 4))
        filters, pad = g.randrange(1, 4), g.choice([0, 1])
        kernel = 3 if s[2] + 2 * pad >= 3 else 1
        return (f"sym.Convolution({x}, kernel=({kernel},), num_filter={filters}, pad=({pad},), name='{{}}')",
                [(s[0], filters, s[2] + 2 * pad - kernel + 1)])
    x, s = g.find(lambda s: len(s) == 4 and g.size(s) < 200, g.choice([(1, 2, 4, 4), (2, 4, 5, 5), (2, 2, 6, 3)]))
    filters, pad, stride = g.choice([2, 4]), g.choice([0, 1, 1]), g.choice([1, 1, 2])
    kernel = tuple(3 if size + 2 * pad >= 3 and g.random() < 0.6 else 1 for size in s[2:])
    bias, name = g.random() < 0.5, "Convolution"
    group = 2 if s[1] % 2 == 0 and g.random() < 0.3 else 1
    text = (f"kernel={kernel}, num_filter={filters}, pad=({pad}, {pad}), stride=({stride}, {stride}), "
            f"num_group={group}, no_bias={not bias}")
    sizes = [(size + 2 * pad - k) // stride + 1 for size, k in zip(s[2:], kernel)]
    if g.random() < 0.25:
        name, sizes = "Deconvolution", [(size - 1) * stride + k - 2 * pad for size, k in zip(s[2:], kernel)]
        if min(sizes) < 1:
            return None
    if name == "Convolution" and g.random() < 0.4:
        weight = g.param((filters, s[1] // group, *kernel))
        x = f"{x}, {weight}" + (f", {g.bias(weight, (filters,))}" if bias else "")
    return f"sym.{name}({x}, {text}, name='{{}}')", [(s[0], filters, *sizes)]


@kind(2)
def pool(g):
    x, s = g.find(lambda s: len(s) == 4 and min(s[2:]) > 1, (1, 2, 4, 4))
    how = g.choice(["max", "avg", "sum"])
    if g.random() < 0.25:
        return f"sym.Pooling({x}, global_pool=True, kernel=(1, 1), pool_type='{how}', name='{{}}')", [s[:2] + (1, 1)]
    full, pad, stride = g.random() < 0.3, g.choice([0, 0, 1]), g.choice([1, 2])
    more = ", pooling_convention='full'" if full else ""
    if how == "avg" and g.random() < 0.5:
        more += ", count_include_pad=False"
    sizes = [(-(-(size + 2 * pad - 2) // stride) if full else (size + 2 * pad - 2) // stride) + 1 for size in s[2:]]
    return (f"sym.Pooling({x}, kernel=(2, 2), pad=({pad}, {pad}), stride=({stride}, {stride}), "
            f"pool_type='{how}'{more}, name='{{}}')", [(*s[:2], *sizes)])


@kind(3)
def normalise(g):
    which = g.choice(["BatchNorm", "BatchNorm", "LayerNorm", "InstanceNorm", "L2", "LRN", "GroupNorm", "Dropout"])
    if which == "BatchNorm":
        x, s = g.find(lambda s: len(s) > 1 and g.size(s) // s[1] > 2, (4, 3))
        more = g.choice(["", ", fix_gamma=False", ", use_global_stats=True", ", fix_gamma=False, momentum=0.5",
                         ", fix_gamma=False, eps=0.01"])
        return f"sym.BatchNorm({x}{more}, name='{{}}')", [s]
    if which == "LayerNorm":
        x, s = g.find(lambda s: len(s) > 1 and s[-1] > 2, (2, 4))
        return f"sym.LayerNorm({x}, axis=-1, eps=0.01, name='{{}}')", [s]
    if which == "InstanceNorm":
        x, s = g.find(lambda s: len(s) > 2 and g.size(s[2:]) > 2, (2, 2, 3))
        return f"sym.InstanceNorm({x}, eps=0.1, name='{{}}')", [s]
    if which == "GroupNorm":
        x, s = g.find(lambda s: len(s) > 2 and s[1] % 2 == 0 and g.size(s[1:]) > 4, (2, 4, 3))
        return f"sym.GroupNorm({x}, num_groups=2, eps=0.1, name='{{}}')", [s]
    if which == "L2":
        x, s = g.find(lambda s: len(s) > 2, (2, 2, 3))
        mode = g.choice(["instance", "channel", "spatial"])
        return f"sym.L2Normalization({x}, mode='{mode}', eps=0.1, name='{{}}')", [s]
    if which == "LRN":
        x, s = g.find(lambda s: len(s) == 4, (1, 4, 2, 2))
        return f"sym.LRN({x}, nsize=3, alpha=0.1, name='{{}}')", [s]
    x, s = g.any()
    return f"sym.Dropout({x}, p=0.0, name='{{}}')", [s]


@kind(1)
def recurrent(g):
    x, s = g.find(lambda s: len(s) == 3 and g.size(s) < 60, (3, 2, 3))
    mode = g.choice(["rnn_relu", "rnn_tanh", "lstm", "gru"])
    layers, both, state = g.choice([1, 1, 2]), g.random() < 0.3, g.choice([2, 3])
    gates = {"lstm": 4, "gru": 3}.get(mode, 1)
    ways, size, width = 2 if both else 1, 0, s[2]
    for _ in range(layers):
        size += ways * gates * state * (width + state + 2)
        width = ways * state
    weights = g.new((size,), "uniform", low=-0.5, high=0.5)
    states = [g.new((layers * ways, s[1], state)) for _ in range(2 if mode == "lstm" else 1)]
    outputs = g.random() < 0.4
    shapes = [(s[0], s[1], ways * state)] + [(layers * ways, s[1], state)] * (len(states) if outputs else 0)
    return (f"sym.RNN({x}, {weights}, {', '.join(states)}, mode='{mode}', state_size={state}, num_layers={layers}, "
            f"bidirectional={both}, state_outputs={outputs}, name='{{}}')", shapes)


# ---- indices and sequences ----

@kind(3)
def index(g):
    x, s = g.any()
    which = g.choice(["take", "Embedding", "pick", "one_hot", "gather_nd", "batch_take", "scatter_nd", "where_rows"])
    if which == "take":
        axis, mode = g.place(s), g.choice(["clip", "wrap"])
        ids = g.new((2,), "integers", low=-2, high=s[axis] + 2)
        return f"sym.take({x}, {ids}, axis={axis}, mode='{mode}', name='{{}}')", [g.resized(s, axis, 2)]
    if which == "Embedding":
        ids = g.new((2, 3), "integers", low=0, high=4)
        weight = g.param((4, 3))
        return f"sym.Embedding({ids}, {weight}, input_dim=4, output_dim=3, name='{{}}')", [(2, 3, 3)]
    if which == "pick":
        axis = g.place(s)
        if len(s) < 2:
            return None
        out = s[:axis] + s[axis + 1:]
        ids = g.new(out, "integers", low=0, high=s[axis])
        return f"sym.pick({x}, {ids}, axis={axis}, name='{{}}')", [out]
    if which == "one_hot":
        ids = g.new((3,), "integers", low=0, high=4)
        return f"sym.one_hot({ids}, depth=4, on_value=2, off_value=-1, name='{{}}')", [(3, 4)]
    if which == "gather_nd":
        ids = g.new((1, 3), "integers", low=0, high=s[0])
        return f"sym.gather_nd({x}, {ids}, name='{{}}')", [(3,) + s[1:]]
    if which == "batch_take":
        x, s = g.find(lambda s: len(s) == 2)
        ids = g.new((s[0],), "integers", dtype="int32", low=0, high=s[1])
        return f"sym.batch_take({x}, {ids}, name='{{}}')", [(s[0],)]
    if which == "scatter_nd":
        ids = g.new((1, s[0]), "distinct_rows", high=s[0] + 1)
        return f"sym.scatter_nd({x}, {ids}, shape={(s[0] + 1,) + s[1:]}, name='{{}}')", [(s[0] + 1,) + s[1:]]
    condition = g.new((s[0],), "integers", low=0, high=2)
    return f"sym.where({condition}, {x}, {g.like(s)}, name='{{}}')", [s]


@kind(2)
def sequence(g):
    x, s = g.find(lambda s: len(s) > 1 and s[0] > 1, (3, 2, 2))
    name = g.choice(["SequenceMask", "SequenceLast", "SequenceReverse"])
    out = s[1:] if name == "SequenceLast" else s
    if g.random() < 0.25:
        return f"sym.{name}({x}, name='{{}}')", [out]
    lengths = g.new((s[1],), "integers", low=1, high=s[0] + 1)
    more = ", value=-0.5" if name == "SequenceMask" and g.random() < 0.5 else ""
    return f"sym.{name}({x}, {lengths}, use_sequence_length=True{more}, name='{{}}')", [out]


# ---- types and control flow ----

@kind(1.5)
def cast(g):
    x, s = g.any()
    there = g.choice(["float64", "float64", "int32", "float16", "int8", "uint8", "int64"])
    inner = g.choice(["{}", "{} * 2", "sym.abs({})", "sym.sum({}, axis=0, keepdims=True)", "sym.relu({})"])
    out = (1,) + s[1:] if "sum" in inner else s
    if there == "uint8":  # a gradient below zero has no value there
        x = f"sym.BlockGrad(3 * sym.abs({x}))"
    inner = inner.format(f"sym.Cast({x}, dtype='{there}')")
    return f"sym.Cast({inner}, dtype='{g.dtype}', name='{{}}')", [out]


@kind(1)
def control(g):
    # the reference infers no shapes of the latter: such a program binds arrays, and all nodes write their params out
    which = g.choice(["while_loop", "cond"]) if g.loops else g.choice(["foreach", "foreach_free"])
    if which in ("foreach", "foreach_free"):
        x, s = g.find(lambda s: len(s) > 1 and s[0] < 5, (3, 2))
        state = g.like(s[1:])
        body = "lambda d, s: (sym.tanh(d + s), s * 0.5 + d)"
        if which == "foreach_free":
            body = f"lambda d, s: (d * s + {g.like(s[1:])}, sym.sigmoid(s + d))"
        return f"sym.contrib.foreach({body}, {x}, {state}, name='{{}}')", [s, s[1:]]
    x, s = g.any()
    if which == "while_loop":
        y = g.like((1,))
        return (f"sym.contrib.while_loop(lambda v, n: n < 3, lambda v, n: (v * 2, [sym.tanh(v + 1), n + 1]), "
                f"[{x}, sym.abs({y})], max_iterations=4, name='{{}}')", [(4,) + s, s, (1,)]) if len(s) < 4 else None
    y = g.like((1,))
    return (f"sym.contrib.cond(sym.sum({y}) > 0, lambda: {x} * 2, lambda: sym.tanh({x}), name='{{}}')", [s])


# ---- losses: they come behind what a graph computes ----

LOSSES = []


def loss(function):
    LOSSES.append(function)
    return function


@loss
def softmax_output(g, x, s):
    if len(s) < 2:
        return None
    more = g.choice(["", ", grad_scale=0.5", ", normalization='batch'", ", use_ignore=True, ignore_label=1",
                     ", use_ignore=True, ignore_label=0, normalization='valid'", ", smooth_alpha=0.1",
                     ", out_grad=True"])
    if "smooth_alpha" in more and 1 in s[1:]:  # it is shared out among the other classes
        more = ""
    if len(s) == 2:
        label = g.new((s[0],), "integers", low=0, high=s[1])
        return f"sym.SoftmaxOutput({x}, {label}{more}, name='{{}}')", s
    if g.random() < 0.5:
        label = g.new((s[0],) + s[2:], "integers", low=0, high=s[1])
        return f"sym.SoftmaxOutput({x}, {label}, multi_output=True{more}, name='{{}}')", s
    if g.random() < 0.5:
        label = g.new(s[:-1], "integers", low=0, high=s[-1])
        return f"sym.SoftmaxOutput({x}, {label}, preserve_shape=True{more}, name='{{}}')", s
    label = g.new((s[0],), "integers", low=0, high=g.size(s[1:]))
    return f"sym.SoftmaxOutput({x}, {label}{more}, name='{{}}')", s


@loss
def regression(g, x, s):
    name = g.choice(["Linear", "Logistic", "MAE"])
    label = g.new(s, silent=True)
    return f"sym.{name}RegressionOutput({x}, {label}, grad_scale={g.choice([1, 0.5])}, name='{{}}')", s


@loss
def own_loss(g, x, s):
    more = g.choice(["", ", grad_scale=2", ", normalization='batch'", ", normalization='valid', valid_thresh=0.1"])
    return f"sym.MakeLoss(sym.square({x}){more}, name='{{}}')", s


@loss
def small_loss(g, x, s):
    return f"sym.make_loss(sym.sum({x} * {g.like(s)}), name='{{}}')", (1,)


@loss
def svm(g, x, s):
    if len(s) != 2:
        return None
    label = g.new((s[0],), "integers", low=0, high=s[1])
    more = g.choice(["", ", use_linear=True", ", margin=0.5, regularization_coefficient=0.3"])
    return f"sym.SVMOutput({x}, {label}{more}, name='{{}}')", s


@loss
def cross_entropy(g, x, s):
    if len(s) != 2:
        return None
    label = g.new((s[0],), "integers", low=0, high=s[1])
    return f"sym.MakeLoss(sym.softmax_cross_entropy({x}, {label}), name='{{}}')", (1,)


@loss
def ctc(g, x, s):
    if len(s) != 3 or s[2] < 3 or s[0] < 2:
        return None
    label = g.new((s[1], 1), "integers", low=1, high=s[2])
    return f"sym.MakeLoss(sym.CTCLoss({x}, {label}), name='{{}}')", (s[1],)
