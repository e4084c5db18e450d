"""Written modules follow the sizes of their inputs, and raise for those that the network does not take."""
import numpy as np
import pytest
import torch

import mxnet as mx
from mxnet.convert.python import write_python
from mxnet.gluon import nn, rnn
from tests.fuzz import written
from tests.models.test_to_python import both, drawn, network_of

sym = mx.sym
IMAGE = {"data": (2, 4, 16, 12)}


def conv(x, channels, name, **more):
    return sym.Convolution(x, num_filter=channels, name=name, **{"kernel": (3, 3), "pad": (1, 1), **more})


def words(made, name="data"):
    return tuple(map(str, made.sizes.axes[name]))


@pytest.mark.parametrize("codes", [(0, -1), (0, 0, -1), (0, -4, 2, -1, 0, 0), (0, -3, 0), (-1, 0, 12), (-3, -2),
                                   (0, 2, 2, -1), (0, 0, -3), (-1, 2), (0, -4, -1, 2, -2), (0, -1, 8), (0, 4, -1),
                                   (-2,), (1, 0, 0, -1), (0, 0, 0, -4, 2, -1)])
@pytest.mark.parametrize("reverse", [False, True])
def test_codes_of_reshape(codes, reverse):
    net = sym.Reshape(sym.var("data") * 2, shape=codes, reverse=reverse)
    try:
        net.infer_shape(**IMAGE)
    except mx.MXNetError:
        with pytest.raises(mx.MXNetError):
            write_python(net, {}, IMAGE)
        return
    assert len(both(net, IMAGE).sizes.others) == 2


def test_a_written_size_is_no_number_of_the_example():
    """Channels split and joined again, written at one size and run with another."""
    x = sym.Reshape(sym.var("data"), shape=(0, -4, 2, -1, -2))                      # channels apart
    x = sym.Reshape(sym.SwapAxis(x, dim1=1, dim2=2), shape=(0, -3, -2))
    made = both(x, {"data": (1, 4, 224, 224)})
    assert "224" not in made.text.split("if __name__")[0]
    data = np.random.RandomState(0).randn(2, 4, 16, 16).astype("float32")
    found = network_of(made)(torch.from_numpy(data)).numpy()
    np.testing.assert_array_equal(found, data.reshape(2, 2, 2, 16, 16).swapaxes(1, 2).reshape(2, 4, 16, 16))


X = sym.var("data")
SIZED = {
    "crop": lambda: sym.Crop(sym.Deconvolution(X, kernel=(4, 4), stride=(2, 2), num_filter=3, name="d"), X,
                             offset=(3, 2)),
    "center": lambda: sym.Crop(sym.UpSampling(X, scale=2, sample_type="nearest"), X, center_crop=True),
    "odd center": lambda: sym.Crop(sym.Pad(X, mode="constant", pad_width=(0, 0, 0, 0, 2, 1, 2, 3)), X,
                                   center_crop=True),
    "window": lambda: sym.Crop(X, offset=(1, 2), h_w=(5, 6)),
    "pyramid": lambda: sym.Crop(sym.UpSampling(conv(X, 4, "a", stride=(2, 2)), scale=2, sample_type="nearest"), X)
    + conv(X, 4, "b"),
    "upsampled twice": lambda: sym.UpSampling(X, sym.Pooling(X, kernel=(2, 2), stride=(2, 2), pool_type="max"),
                                              scale=2, sample_type="nearest", num_args=2),
    "bilinear": lambda: sym.UpSampling(X, sym.var("w"), scale=2, sample_type="bilinear", num_filter=4, num_args=2),
    "resized": lambda: sym.contrib.BilinearResize2D(X, height=7, width=9),
    "scaled": lambda: sym.contrib.BilinearResize2D(X, scale_height=1.7, scale_width=0.6),
    "odd scaled": lambda: sym.contrib.BilinearResize2D(X, scale_height=2, scale_width=0.5, mode="odd_scale"),
    "even": lambda: sym.contrib.BilinearResize2D(X, mode="to_even_up"),
    "odd": lambda: sym.contrib.BilinearResize2D(X, mode="to_odd_down"),
    "resized like": lambda: sym.contrib.BilinearResize2D(conv(X, 4, "a", stride=(2, 2)), X, mode="like"),
    "adaptive": lambda: sym.contrib.AdaptiveAvgPooling2D(X, output_size=(3, 2)),
    "global": lambda: sym.Pooling(X, global_pool=True, pool_type="sum", kernel=(1, 1)),
    "sliced": lambda: sym.slice_axis(X, axis=3, begin=1, end=-1),
    "sliced at the end": lambda: sym.slice_axis(X, axis=2, begin=-5, end=None),
    "sliced at the begin": lambda: sym.slice_axis(X, axis=2, begin=2, end=7),
    "ranges": lambda: sym.slice(X, begin=(0, 1, None, -2), end=(None, 3, -3, 2), step=(1, 1, 2, -3)),
    "backwards": lambda: sym.slice(X, begin=(None, None, 9), end=(None, None, None), step=(1, -1, -2)),
    "sliced like": lambda: sym.slice_like(X, conv(X, 2, "a", stride=(2, 2)), axes=(1, 2)),
    "split": lambda: sym.Concat(*reversed(list(sym.split(X, num_outputs=4, axis=3))), dim=2),
    "like": lambda: sym.broadcast_like(sym.mean(X, axis=1, keepdims=True), X),
    "like one axis": lambda: sym.broadcast_like(sym.mean(X, axis=3, keepdims=True), X, lhs_axes=(3,), rhs_axes=(2,)),
    "to": lambda: sym.broadcast_to(sym.mean(X, axis=1, keepdims=True), shape=(0, 5, 0, 0)),
    "axis": lambda: sym.broadcast_axis(sym.mean(X, axis=1, keepdims=True), axis=1, size=3),
    "counted": lambda: sym.broadcast_mul(X, sym.Reshape(sym.contrib.arange_like(X, axis=2, start=1, step=0.5),
                                                        shape=(1, 1, -1, 1))),
    "counted twice": lambda: X * sym.contrib.arange_like(X, repeat=3),
    "reshaped like": lambda: sym.reshape_like(sym.Flatten(X), X),
    "reshaped like axes": lambda: sym.reshape_like(sym.Reshape(X, shape=(-3, 0, 0)), X, lhs_begin=0, lhs_end=1,
                                                   rhs_begin=0, rhs_end=2),
    "softmax of all": lambda: sym.SoftmaxOutput(X, name="softmax"),
    "softmax of pixels": lambda: sym.SoftmaxOutput(X, multi_output=True, name="softmax"),
    "squeezed": lambda: sym.squeeze(sym.mean(X, axis=1, keepdims=True), axis=1),
    "tiled": lambda: sym.tile(sym.repeat(X, repeats=2, axis=2), reps=(1, 2, 1, 3)),
    "chosen": lambda: sym.take(X, sym.var("i"), axis=2),
    "anchors": lambda: sym.contrib.MultiBoxPrior(X, sizes=(0.3, 0.5), ratios=(1, 2, 0.5), clip=True),
    "stepped anchors": lambda: sym.contrib.MultiBoxPrior(X, sizes=(0.3,), ratios=(1, 3), steps=(0.1, 0.2),
                                                         offsets=(0.2, 0.7)),
    "padded": lambda: sym.Pad(X, mode="reflect", pad_width=(0, 0, 0, 0, 1, 2, 3, 0)),
    "reversed": lambda: sym.reverse(X, axis=(2, 3)),
    "rounded": lambda: sym.round(X * 2) + sym.rint(X * 2) * 10 + sym.fix(X * 2) * 100,
    "excluded": lambda: sym.sum(X, axis=(1,), exclude=True),
    "norm": lambda: sym.norm(X, axis=(2, 3)),
    "greatest": lambda: sym.argmax(X, axis=2),
    "compared": lambda: sym.broadcast_greater(X, sym.mean(X, axis=(2, 3), keepdims=True)) + (X > 0.5),
}


@pytest.mark.parametrize("name", SIZED)
def test_operators_follow_their_inputs(name):
    shapes = {**IMAGE, **({"i": (2, 3)} if name == "chosen" else {})}
    made = both(SIZED[name](), shapes, whole={"i": 12})
    assert len(made.sizes.others) == 2 and any(shape["data"][2:] != (16, 12) for shape in made.sizes.others)


@pytest.mark.parametrize("convention", ["valid", "full"])
@pytest.mark.parametrize("kind", ["max", "avg", "sum"])
@pytest.mark.parametrize("kernel, stride, pad", [((3, 3), (2, 2), (1, 1)), ((2, 2), (3, 3), (0, 0)),
                                                 ((1, 2), (2, 3), (0, 1)), ((4, 2), (3, 2), (3, 1)), ((2,), (3,), (1,)),
                                                 ((2, 3, 2), (2, 3, 3), (0, 1, 1))])
@pytest.mark.parametrize("counted", [True, False])
def test_windows_of_pooling(convention, kind, kernel, stride, pad, counted):
    """torch drops windows that begin past the data, and refuses padding of more than half a window."""
    net = sym.Pooling(X - 9, kernel=kernel, stride=stride, pad=pad, pool_type=kind, pooling_convention=convention,
                      count_include_pad=counted)
    both(net, {"data": (1, 2, *[6 + len(kernel)] * len(kernel))})


def test_what_a_dense_layer_leaves_of_an_image():
    x = sym.Pooling(conv(X, 3, "c", stride=(2, 2)), kernel=(2, 2), stride=(2, 2), pool_type="max")
    made = both(sym.FullyConnected(x, num_hidden=5, name="top"), {"data": (1, 3, 16, 16)})
    assert words(made) == ("batch", "3", "15 to 18", "15 to 18")
    assert "top: weight" in made.sizes.axes["data"][2].reason and "c: weight" in made.sizes.axes["data"][1].reason
    network = network_of(made)
    assert network(torch.zeros(4, 3, 17, 18)).shape == (4, 5)
    with pytest.raises(ValueError, match=r"data must have shape \(batch, 3, 15 to 18, 15 to 18\), not "
                                         r"\(4, 3, 17, 19\)"):
        network(torch.zeros(4, 3, 17, 19))


def test_sizes_that_vary_together():
    """Two inputs share the batch; a product of an image with its transpose wants squares."""
    x = sym.FullyConnected(sym.Concat(sym.var("left"), sym.var("right"), dim=1), num_hidden=2, name="fc")
    made = both(x, {"left": (1, 3), "right": (1, 2)})
    assert (words(made, "left"), words(made, "right")) == (("batch", "3"), ("batch", "2"))
    with pytest.raises(ValueError, match="right must have shape"):
        network_of(made)(torch.zeros(2, 3), torch.zeros(1, 2))
    made = both(X + sym.SwapAxis(X, dim1=2, dim2=3), {"data": (2, 3, 6, 6)})
    assert words(made) == ("batch", "size1", "height", "height")
    with pytest.raises(ValueError, match="must have shape"):
        network_of(made)(torch.zeros(2, 3, 1, 6))


def test_shapes_that_differ_are_not_broadcast():
    """Rows of one pixel and of two: the network refuses what torch would add."""
    half = sym.Pooling(X, kernel=(2, 1), stride=(2, 1), pool_type="max")
    net = sym.elemwise_add(sym.UpSampling(half, scale=2, sample_type="nearest"),
                           sym.Pad(sym.slice_axis(X, axis=3, begin=0, end=None), mode="constant",
                                   pad_width=(0, 0, 0, 0, 0, 0, 0, 0)).slice_axis(axis=2, begin=0, end=None))
    with pytest.raises(mx.MXNetError):
        net.infer_shape(data=(1, 1, 4, 4))
    x = sym.slice_axis(X, axis=2, begin=1, end=None)
    net = sym.elemwise_add(sym.Pooling(x, kernel=(2, 1), stride=(2, 1), pool_type="max", pooling_convention="full"),
                           sym.Pooling(x, kernel=(2, 1), stride=(2, 1), pool_type="max"))
    made = both(net, {"data": (2, 1, 9, 3)})
    assert "same(" in made.text
    network = network_of(made)
    assert network(torch.zeros(1, 1, 7, 5)).shape == (1, 1, 3, 5)
    with pytest.raises((ValueError, mx.MXNetError), match="shapes differ"):
        network(torch.zeros(1, 1, 4, 3))    # windows 2 and 1


def test_states_of_recurrent_cells_are_as_large_as_the_batch():
    cell = mx.rnn.SequentialRNNCell()
    cell.add(mx.rnn.LSTMCell(4, prefix="l_"))
    cell.add(mx.rnn.GRUCell(3, prefix="g_"))
    outputs, states = cell.unroll(3, sym.var("data"), layout="NTC", merge_outputs=True)
    made = both(sym.Group([outputs, *states]), {"data": (2, 3, 5)})
    assert words(made) == ("batch", "3", "5") and made.sizes.others == [{"data": (3, 3, 5)}, {"data": (4, 3, 5)}]
    assert "device=" in made.text


@pytest.mark.parametrize("mode", ["lstm", "gru"])
def test_fused_layers_take_any_length(mode):
    cell = mx.rnn.FusedRNNCell(4, num_layers=2, mode=mode, prefix="r_", get_next_state=True)
    outputs, states = cell.unroll(3, sym.var("data"), layout="TNC", merge_outputs=True)
    made = both(sym.Group([outputs, *states]), {"data": (3, 2, 5)})
    assert words(made) == ("size0", "batch", "5") and len(made.sizes.others) == 2


def values_of(block):
    return {name: value.data().asnumpy() for name, value in block.collect_params().items()}


@pytest.mark.parametrize("layer", [rnn.LSTM, rnn.GRU])
def test_layers_of_gluon(layer):
    block = layer(4, num_layers=2, bidirectional=True, input_size=5)
    block.initialize(mx.init.Uniform(0.5))
    block.hybridize()
    block(mx.nd.zeros((3, 2, 5)))
    made = both(block(sym.var("data")), {"data": (3, 2, 5)}, values=values_of(block))
    assert words(made) == ("size0", "batch", "5")


class Encoder(mx.gluon.HybridBlock):
    """A layer of a transformer with its positions, as language models have them."""

    def __init__(self, units=12, heads=3):
        super().__init__()
        self.heads = heads
        with self.name_scope():
            self.words, self.places = nn.Embedding(20, units), nn.Embedding(64, units)
            self.joined = nn.Dense(3 * units, flatten=False, in_units=units)
            self.out = nn.Dense(units, flatten=False, in_units=units)
            self.wide, self.back = nn.Dense(24, flatten=False, in_units=units), nn.Dense(units, flatten=False,
                                                                                        in_units=24)
            self.norm, self.last = nn.LayerNorm(in_channels=units), nn.LayerNorm(in_channels=units)

    def hybrid_forward(self, F, data, length):
        x = F.broadcast_add(self.words(data), F.expand_dims(self.places(F.contrib.arange_like(data, axis=1)), axis=0))
        joined = F.transpose(self.joined(x), axes=(1, 0, 2))
        scores = F.contrib.interleaved_matmul_selfatt_qk(joined, heads=self.heads)
        steps = F.contrib.arange_like(data, axis=1)
        seen = F.broadcast_lesser(F.expand_dims(steps, axis=0), F.expand_dims(length, axis=1))
        seen = F.broadcast_axis(F.expand_dims(seen, axis=1), axis=1, size=self.heads)
        seen = F.reshape(F.broadcast_like(F.expand_dims(seen, axis=2), F.reshape(scores, shape=(-4, -1, self.heads,
                                                                                                0, 0))),
                         shape=(-3, 0, 0))
        scores = F.where(seen, scores, F.ones_like(scores) * -1e4)
        x = F.contrib.interleaved_matmul_selfatt_valatt(joined, F.softmax(scores, axis=-1), heads=self.heads)
        x = self.norm(self.out(F.transpose(x, axes=(1, 0, 2))) + self.words(data))
        x = self.last(x + self.back(F.LeakyReLU(self.wide(x), act_type="gelu")))
        pooled = F.squeeze(F.slice_axis(x, axis=1, begin=0, end=1), axis=1)
        return F.SequenceMask(x, length, use_sequence_length=True, axis=1), pooled


def test_a_transformer_takes_any_length():
    block = Encoder()
    block.initialize(mx.init.Uniform(0.5))
    block.hybridize()
    block(mx.nd.zeros((2, 7)), mx.nd.array([3, 7]))
    made = both(sym.Group(block(sym.var("data"), sym.var("length"))), {"data": (2, 7), "length": (2,)},
                whole={"data": 20, "length": 8}, values=values_of(block))
    assert (words(made), words(made, "length")) == (("batch", "size1"), ("batch",))
    assert len(made.sizes.others) == 2 and made.sizes.others[0]["data"][1] != 7


def heads_split(x, heads):
    """Reshape for attention, as programs without the fused operators do."""
    x = sym.transpose(sym.Reshape(x, shape=(0, 0, heads, -1)), axes=(0, 2, 1, 3))
    return sym.Reshape(x, shape=(-1, 0, 0), reverse=True)


def test_attention_of_plain_operators():
    queries, keys, values = (heads_split(sym.FullyConnected(X, num_hidden=12, flatten=False, name=name), 3)
                             for name in "qkv")
    weights = sym.softmax(sym.contrib.div_sqrt_dim(sym.batch_dot(queries, keys, transpose_b=True)))
    x = sym.Reshape(sym.batch_dot(weights, values), shape=(-1, 3, 0, 0), reverse=True)
    net = sym.Reshape(sym.transpose(x, axes=(0, 2, 1, 3)), shape=(0, 0, -1))
    made = both(net, {"data": (2, 5, 6)})
    assert words(made) == ("batch", "size1", "6") and len(made.sizes.others) == 2


def test_a_detector_and_its_anchors():
    """Heads of a single-shot detector: locations, classes and anchors of two maps, joined."""
    one = sym.Activation(conv(X, 4, "a", stride=(2, 2)), act_type="relu")
    two = sym.Activation(conv(one, 4, "b", stride=(2, 2)), act_type="relu")
    places, classes, anchors = [], [], []
    for number, x in enumerate((one, two)):
        count = 4
        places.append(sym.Flatten(sym.transpose(conv(x, 4 * count, f"place{number}"), axes=(0, 2, 3, 1))))
        kinds = sym.Flatten(sym.transpose(conv(x, 3 * count, f"class{number}"), axes=(0, 2, 3, 1)))
        classes.append(kinds)
        anchors.append(sym.contrib.MultiBoxPrior(x, sizes=(0.2 + 0.3 * number, 0.4), ratios=(1, 2, 0.5)))
    kinds = sym.transpose(sym.Reshape(sym.Concat(*classes, dim=1), shape=(0, -1, 3)), axes=(0, 2, 1))
    net = sym.Group([sym.SoftmaxActivation(kinds, mode="channel"), sym.Concat(*places, dim=1),
                     sym.Concat(*anchors, dim=1)])
    made = both(net, {"data": (1, 3, 24, 32)})
    assert words(made) == ("batch", "3", "height", "width")


@pytest.mark.parametrize("target", [(), (19, 14)])
def test_a_segmentation_network(target):
    """Scores of a quarter of the size, brought back by deconvolution and a crop, or to a stated size."""
    x = sym.Pooling(conv(X, 4, "a"), kernel=(2, 2), stride=(2, 2), pool_type="max", pooling_convention="full")
    x = conv(sym.Pooling(x, kernel=(2, 2), stride=(2, 2), pool_type="max", pooling_convention="full"), 3, "b")
    sized = {"target_shape": target} if target else {}
    x = sym.Deconvolution(x, kernel=(8, 8), stride=(4, 4), num_filter=3, name="up", no_bias=True, **sized)
    net = sym.SoftmaxOutput(x if target else sym.Crop(x, X, offset=(2, 2)), multi_output=True, name="softmax")
    made = both(net, {"data": (1, 3, 17, 13)})
    if not target:
        assert words(made) == ("batch", "3", "height", "width")
        assert any(shape["data"][2] % 2 == 0 for shape in made.sizes.others)


def test_first_states_that_only_other_inputs_tell():
    """A size that follows from the product of two others, and a range as long as an axis."""
    zeros = sym.Reshape(sym.zeros(shape=(0, 4)) + sym.Reshape(X, shape=(-3, 0)), shape=(-1, 2))
    both(zeros, {"data": (2, 3, 4)})
    counted = sym.broadcast_add(X, sym.Reshape(sym.arange(start=2, infer_range=True) + sym.sum(X, axis=(0, 2)),
                                               shape=(1, -1, 1)))
    made = both(counted, {"data": (2, 3, 4)})
    assert "torch.arange(data.shape[1]" in made.text


def test_a_fixed_batch_stays_and_is_refused():
    net = sym.FullyConnected(sym.Reshape(X, shape=(2, 12), name="flattened"), num_hidden=3, name="fc")
    made = both(net, {"data": (2, 3, 4)})
    assert words(made) == ("2", "3", "4") and "flattened" in made.sizes.axes["data"][0].reason


def test_values_drawn_are_no_part_of_the_text():
    assert drawn(conv(X, 2, "c"), IMAGE)["c_weight"].shape == (2, 4, 3, 3)


@pytest.mark.filterwarnings("ignore::RuntimeWarning")  # of networks that do not fit, and are not taken
def test_random_networks():
    """A few of those that `python -m tests.fuzz.written` tries."""
    found = [written.run(seed) for seed in range(60)]
    assert sum("sizes" in word for word in found) > 50
