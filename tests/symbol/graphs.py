"""Graphs for the zoo: operators, attributes, names, composition, control flow. See `zoo`."""
import mxnet as mx

from .zoo import network

sym, var = mx.sym, mx.sym.Variable


# ---- single operators and arithmetic -----------------------------------------------------------------

@network
def arithmetic_scalars():
    a = var("a")
    return ((((a + 1) * 2 - 3) / 4) ** 2 % 5) + (1 - a) + 2 / a + 2 ** a + 7 % a + -a + 0.1 * a \
        + (a - 1e-5) + a * 1e20, {"a": (3,)}


@network
def arithmetic_pairs():
    a, b = var("a"), var("b")
    return (a + b) * (a - b) / b + a ** b % a, {"a": (2, 2)}


@network
def comparisons():
    a, b = var("a"), var("b")
    parts = [a == b, a != b, a > b, a >= b, a < b, a <= b, a == 1, a != 1, a > 1, a >= 1, a < 1,
             a <= 1]
    return sym.add_n(*parts, name="count"), {"a": (3,)}


@network
def extremes():
    a, b = var("a"), var("b")
    return sym.Group([sym.maximum(a, b), sym.maximum(a, 2), sym.minimum(3, a), sym.minimum(a, b),
                      sym.hypot(a, b), sym.hypot(a, 4), sym.pow(a, b), sym.pow(2, a),
                      sym.power(a, 3)]), {"a": (2,), "b": (2,)}


@network
def broadcasts():
    a, b = var("a"), var("b")
    made = [getattr(sym, "broadcast_" + word)(a, b) for word in (
        "add", "plus", "sub", "minus", "mul", "div", "mod", "power", "maximum", "minimum", "hypot",
        "equal", "not_equal", "greater", "greater_equal", "lesser", "lesser_equal")]
    return sym.Group(made), {"a": (2, 1), "b": (1, 3)}


@network
def reductions():
    a = var("a")
    return sym.Group([sym.sum(a), sym.sum(a, axis=1), sym.sum_axis(a, axis=(0, 1), keepdims=True),
                      sym.mean(a, axis=0, exclude=True), sym.max(a, axis=1), sym.min_axis(a),
                      sym.prod(a), sym.nansum(a), sym.norm(a), sym.argmax(a, axis=1),
                      sym.argmin(a, axis=0), a.sum(axis=-1)]), {"a": (2, 3)}


@network
def unary_fluent():
    a = var("a")
    return a.abs().exp().log().sqrt().square().sin().cos().tan().tanh().sigmoid().relu().floor() \
        .ceil().round().rint().trunc().sign().reciprocal().rsqrt().cbrt().expm1().log1p(), \
        {"a": (2,)}


@network
def shapes_fluent():
    a = var("a")
    return a.reshape((0, -1)).transpose().expand_dims(axis=0).squeeze(axis=0).flatten() \
        .swapaxes(0, 1).tile(reps=(2, 1)).repeat(repeats=2).flip(axis=0).reshape(shape=(-1,)) \
        .astype("float16").clip(0, 1), {"a": (2, 3, 4)}


@network
def indexing():
    a, i = var("a"), var("i")
    return sym.Group([sym.take(a, i), sym.one_hot(i, depth=4), sym.pick(a, i, axis=1),
                      sym.slice_like(a, var("like"), axes=(0,)), sym.where(var("c"), a, a),
                      sym.gather_nd(a, var("nd")), sym.batch_take(a, i), a.slice((0,), (1,)),
                      sym.topk(a, k=2, ret_typ="both")[1], a.sort(), a.argsort(is_ascend=False)])


@network
def splits_and_joins():
    a = var("a")
    parts = list(sym.split(a, num_outputs=2, axis=1)) + list(sym.SliceChannel(a, num_outputs=2))
    parts += list(sym.split_v2(a, 2, axis=1)) + list(sym.split_v2(a, (1,), axis=0))
    return sym.Group([sym.stack(*parts[:2], axis=1), sym.concat(*parts[2:4], dim=0),
                      sym.ElementWiseSum(parts[0], parts[1]), parts[-1]])


@network
def constants():
    return sym.Group([sym.zeros((2, 3)), sym.ones((2,), dtype="float16"), sym.full((1, 2), 3),
                      sym.arange(0, 5, step=2), sym.arange(4, dtype="int32", repeat=2),
                      sym.linspace(0, 1, 5), sym.eye(3, k=1), sym.zeros_like(var("a")),
                      sym.ones_like(var("a"))])


@network
def random_draws():
    mean = var("mean")
    return sym.Group([sym.random.uniform(0, 1, shape=(2,)), sym.random.normal(mean, var("std")),
                      sym.random.gamma(1.5, 2, shape=(2, 2), dtype="float64"),
                      sym.random.poisson(3, shape=1), sym.random.randint(0, 9, shape=(4,)),
                      sym.random.exponential(2.0), sym.random.multinomial(mean, get_prob=False),
                      sym.random.randn(2, 3), sym.random_uniform(low=1, high=2, shape=(1,)),
                      sym.uniform(shape=(2,)), sym.shuffle(mean)])


@network
def linear_algebra():
    a, b = var("a"), var("b")
    return sym.Group([sym.dot(a, b), sym.dot(a, b, transpose_a=True), sym.linalg.gemm2(a, b),
                      sym.linalg.potrf(a), sym.linalg.trsm(a, b, alpha=2.0), sym.linalg_syrk(a),
                      sym.linalg.gemm(a, b, var("c"), beta=0.5), sym.khatri_rao(a, b)])


@network
def losses():
    a, label = var("a"), var("label")
    return sym.Group([sym.smooth_l1(a, scalar=2.0), sym.softmax_cross_entropy(a, label),
                      sym.log_softmax(a, axis=1), sym.softmax(a, temperature=2.0),
                      sym.CTCLoss(a, label), sym.Softmax(a), sym.SoftmaxActivation(a)])


# ---- attributes, names, composition ---------------------------------------------------------------------

@network
def attributes():
    data = var("data", shape=(4, 0), dtype="float32", attr={"mood": "angry"})
    weight = var("weight", init=mx.init.Xavier(magnitude=2), lr_mult=0.1, wd_mult=2)
    net = sym.FullyConnected(data, weight, num_hidden=3, name="fc", attr={"__note__": "a \"b\""})
    net = sym.BatchNorm(net, name="bn", lr_mult=0.5, attr={"force_mirroring": "True"})
    return sym.Activation(net, act_type="relu", mirror_stage="True", name="act"), \
        {"data": (4, 5)}


@network
def placed_in_groups():
    with mx.AttrScope(ctx_group="stage1"):
        net = sym.FullyConnected(var("data"), num_hidden=8, name="fc1")
        with mx.AttrScope(__stage__="inner"):
            net = sym.Activation(net, act_type="relu", name="act1")
    with mx.AttrScope(ctx_group="stage2"):
        net = sym.FullyConnected(net, num_hidden=4, name="fc2")
        return sym.SoftmaxOutput(net, name="softmax"), {"data": (2, 3)}


@network
def prefixed_names():
    with mx.name.Prefix("outer_"):
        net = sym.FullyConnected(var("data"), num_hidden=4)
        net = sym.Activation(net, act_type="relu", name="act") + 1
    return sym.FullyConnected(net, num_hidden=2), {"data": (1, 2)}


@network
def odd_names():
    net = sym.FullyConnected(var("a/b\\c \"q\" \t é"), num_hidden=2, name="x y")
    return sym.Activation(net, act_type="relu", name="line\nbreak")


@network
def composed():
    inner = sym.Activation(sym.FullyConnected(var("data"), num_hidden=4, name="in_fc"),
                           act_type="relu", name="in_act")
    outer = sym.FullyConnected(var("x"), num_hidden=2, name="out_fc")
    return outer(x=inner, name="joined"), {"data": (3, 5)}


@network
def composed_state():
    bn = sym.BatchNorm(var("data"), name="bn")
    return bn(data=sym.Convolution(var("image"), kernel=(1, 1), num_filter=2, name="c")), \
        {"image": (1, 2, 3, 3)}


@network
def shared_state():
    mean, variance = var("m"), var("v")
    first = sym.BatchNorm(var("data"), moving_mean=mean, moving_var=variance, name="first")
    return sym.BatchNorm(first, moving_mean=mean, moving_var=variance, name="second"), \
        {"data": (2, 3)}


@network
def internals_as_outputs():
    net = sym.BatchNorm(sym.FullyConnected(var("data"), num_hidden=3, name="fc"), name="bn")
    return net.get_internals()


@network
def children():
    net = sym.FullyConnected(var("data"), num_hidden=3, name="fc") * var("scale")
    return net.get_children().get_children()


@network
def outputs_picked():
    net = sym.SliceChannel(var("data"), num_outputs=3, name="cut")
    return sym.Group([net["cut_output2"], net[0], var("beside"), net[0:2]]), {}


@network
def inputs_all_missing():
    net = sym.Convolution(num_filter=2, kernel=(1, 1), name="conv")
    return sym.Concat(net, num_args=3, name="cat"), {}


class Doubled(mx.operator.CustomOpProp):
    """A custom operator with a param, a state and two outputs."""

    def __init__(self, by="2"):
        super().__init__(need_top_grad=False)
        self.by = float(by)

    def list_arguments(self):
        return ["data", "label"]

    def list_auxiliary_states(self):
        return ["count"]

    def list_outputs(self):
        return ["output", "beside"]

    def infer_shape(self, in_shape):
        return [in_shape[0], in_shape[0]], [in_shape[0], in_shape[0]], [[1]]


@network
def custom_operator():
    mx.operator.register("doubled_in_tests")(Doubled)
    net = sym.Custom(var("x"), op_type="doubled_in_tests", by=3, name="mine")
    return sym.Custom(label=net["mine_beside"], data=net[0], op_type="doubled_in_tests"), {"x": (2, 3)}


# ---- control flow -------------------------------------------------------------------------------------

@network
def foreach_loop():
    step, outside = var("outside"), var("data") * 1.0
    outs, states = sym.contrib.foreach(
        lambda x, s: (x + s[0] * var("w"), [s[0] * step]), outside, [var("start")])
    return sym.Group([outs, states[0]]), {"data": (4, 2)}


@network
def foreach_copies():
    outs, state = sym.contrib.foreach(lambda x, s: ([x, s], s + x), var("data"), var("start"))
    return sym.Group([*outs, state]), {"data": (4, 2)}


@network
def foreach_nested():
    def outer(rows, state):
        return sym.contrib.foreach(lambda x, s: (x * s, s + 1), rows, state)
    outs, state = sym.contrib.foreach(outer, var("data"), var("start"))
    return sym.Group([outs, state]), {"data": (4, 3, 2), "start": (2,)}


@network
def while_loop():
    limit = var("limit")
    outs, (i, s) = sym.contrib.while_loop(
        lambda i, s: i <= limit, lambda i, s: ([i + s], [i + 1, s + i]),
        [var("i"), var("s")], max_iterations=10)
    return sym.Group([*outs, i, s])


@network
def branch():
    a, b = var("a"), var("b")
    return sym.contrib.cond(a * b < 5, lambda: (a + 5) * (b + 5), lambda: (a - 5) * (b - 5))
