"""Networks for the zoo: what programs train. See `zoo`."""
import mxnet as mx

from .zoo import network

sym, var = mx.sym, mx.sym.Variable


# ---- classifiers ------------------------------------------------------------------------------

@network
def mlp():
    net = sym.FullyConnected(var("data"), name="fc1", num_hidden=128)
    net = sym.Activation(net, name="relu1", act_type="relu")
    net = sym.FullyConnected(net, name="fc2", num_hidden=10)
    return sym.SoftmaxOutput(net, name="softmax"), {"data": (32, 784)}


@network
def mlp_unnamed():
    net = sym.Flatten(var("data"))
    for size in (64, 32):
        net = sym.Activation(sym.FullyConnected(net, num_hidden=size), act_type="tanh")
        net = sym.Dropout(net, p=0.25)
    net = sym.FullyConnected(net, num_hidden=10, no_bias=True)
    return sym.SoftmaxOutput(net), {"data": (8, 1, 28, 28)}


@network
def lenet():
    net = var("data")
    for number, filters in ((1, 20), (2, 50)):
        net = sym.Convolution(net, kernel=(5, 5), num_filter=filters, name=f"conv{number}")
        net = sym.Activation(net, act_type="tanh", name=f"tanh{number}")
        net = sym.Pooling(net, pool_type="max", kernel=(2, 2), stride=(2, 2),
                          name=f"pool{number}")
    net = sym.FullyConnected(sym.flatten(net), num_hidden=500)
    net = sym.FullyConnected(sym.Activation(net, act_type="tanh"), num_hidden=10)
    return sym.SoftmaxOutput(net, name="softmax"), {"data": (64, 1, 28, 28)}


@network
def alexnet():
    net = sym.Convolution(var("data"), kernel=(11, 11), stride=(4, 4), num_filter=96)
    net = sym.LRN(sym.Activation(net, act_type="relu"), alpha=0.0001, beta=0.75, knorm=2, nsize=5)
    net = sym.Pooling(net, pool_type="max", kernel=(3, 3), stride=(2, 2))
    net = sym.Convolution(net, kernel=(5, 5), pad=(2, 2), num_filter=256, num_group=2)
    net = sym.Pooling(sym.relu(net), pool_type="avg", kernel=(3, 3), stride=(2, 2),
                      pooling_convention="full")
    net = sym.Dropout(sym.FullyConnected(sym.Flatten(net), num_hidden=64), p=0.5)
    return sym.SoftmaxOutput(sym.FullyConnected(net, num_hidden=5), name="softmax"), \
        {"data": (2, 3, 224, 224)}


def _conv_bn(net, name, filters, kernel, stride=(1, 1), pad=(0, 0), act=True, **more):
    net = sym.Convolution(net, num_filter=filters, kernel=kernel, stride=stride, pad=pad,
                          no_bias=True, name=name + "_conv", **more)
    net = sym.BatchNorm(net, fix_gamma=False, eps=2e-5, momentum=0.9, name=name + "_bn")
    return sym.Activation(net, act_type="relu", name=name + "_relu") if act else net


@network
def resnet18():
    net = _conv_bn(var("data"), "stem", 64, (7, 7), (2, 2), (3, 3))
    net = sym.Pooling(net, kernel=(3, 3), stride=(2, 2), pad=(1, 1), pool_type="max")
    for stage, filters in enumerate((64, 128, 256, 512)):
        for unit in range(2):
            name = f"stage{stage}_unit{unit}"
            stride = (2, 2) if stage and not unit else (1, 1)
            body = _conv_bn(net, name + "_a", filters, (3, 3), stride, (1, 1))
            body = _conv_bn(body, name + "_b", filters, (3, 3), (1, 1), (1, 1), act=False)
            if not unit:
                net = _conv_bn(net, name + "_sc", filters, (1, 1), stride, act=False)
            net = sym.Activation(body + net, act_type="relu", name=name + "_out")
    net = sym.Pooling(net, global_pool=True, kernel=(7, 7), pool_type="avg", name="pool")
    net = sym.FullyConnected(sym.Flatten(net), num_hidden=1000, name="fc")
    return sym.SoftmaxOutput(net, name="softmax"), {"data": (2, 3, 224, 224)}


@network
def resnet50_preact():
    net = sym.BatchNorm(var("data"), fix_gamma=True, name="bn_data")
    net = sym.Convolution(net, num_filter=64, kernel=(7, 7), stride=(2, 2), pad=(3, 3),
                          no_bias=True, name="conv0", workspace=256)
    for stage, (filters, units) in enumerate(((256, 3), (512, 4), (1024, 6), (2048, 3))):
        for unit in range(units):
            name = f"s{stage}u{unit}_"
            stride = (2, 2) if stage and not unit else (1, 1)
            acts = sym.Activation(sym.BatchNorm(net, name=name + "bn1"), act_type="relu")
            body = _conv_bn(acts, name + "a", filters // 4, (1, 1))
            body = _conv_bn(body, name + "b", filters // 4, (3, 3), stride, (1, 1))
            body = sym.Convolution(body, num_filter=filters, kernel=(1, 1), no_bias=True,
                                   name=name + "c")
            short = net if unit else sym.Convolution(
                acts, num_filter=filters, kernel=(1, 1), stride=stride, no_bias=True,
                name=name + "sc")
            net = sym.elemwise_add(body, short)
    net = sym.Pooling(sym.relu(net), global_pool=True, kernel=(1, 1), pool_type="avg")
    return sym.SoftmaxOutput(sym.FullyConnected(sym.flatten(net), num_hidden=10),
                             name="softmax"), {"data": (1, 3, 224, 224)}


@network
def inception_block():
    data = var("data")
    towers = [_conv_bn(data, "t1", 16, (1, 1)),
              _conv_bn(_conv_bn(data, "t2a", 8, (1, 1)), "t2b", 16, (3, 3), pad=(1, 1)),
              _conv_bn(_conv_bn(data, "t3a", 8, (1, 1)), "t3b", 16, (5, 5), pad=(2, 2)),
              _conv_bn(sym.Pooling(data, kernel=(3, 3), stride=(1, 1), pad=(1, 1),
                                   pool_type="avg"), "t4", 16, (1, 1))]
    return sym.Concat(*towers, name="inception"), {"data": (2, 24, 14, 14)}


@network
def densenet_block():
    features = [var("data")]
    for number in range(12):
        net = features[0] if number == 0 else sym.concat(*features, dim=1)
        features.append(_conv_bn(net, f"dense{number}", 8, (3, 3), pad=(1, 1)))
    return sym.concat(*features, dim=1, name="block"), {"data": (1, 16, 8, 8)}


@network
def mobilenet():
    net = var("data")
    for number, filters in enumerate((8, 16, 32)):
        net = _conv_bn(net, f"dw{number}", 8 * max(1, filters // 16), (3, 3), pad=(1, 1),
                       num_group=8 if number else 1)
        net = _conv_bn(net, f"pw{number}", filters, (1, 1))
        net = sym.clip(net, a_min=0, a_max=6)
    net = sym.mean(net, axis=(2, 3))
    return sym.softmax(net, axis=-1), {"data": (2, 3, 16, 16)}


@network
def vgg_style():
    net = var("data")
    for block, filters in enumerate((16, 32)):
        for layer in range(2):
            net = sym.Convolution(net, kernel=(3, 3), pad=(1, 1), num_filter=filters,
                                  name=f"conv{block}_{layer}")
            net = sym.LeakyReLU(net, act_type="prelu", name=f"prelu{block}_{layer}")
        net = sym.Pooling(net, kernel=(2, 2), stride=(2, 2), pool_type="max")
    net = sym.FullyConnected(net, num_hidden=7, name="fc8")
    return sym.SVMOutput(net, name="svm", margin=2.0, use_linear=True), {"data": (3, 3, 16, 16)}


@network
def squeeze_excite():
    data = var("data")
    squeezed = sym.Pooling(data, global_pool=True, pool_type="avg", kernel=(1, 1))
    gate = sym.Activation(sym.Convolution(squeezed, kernel=(1, 1), num_filter=4),
                          act_type="relu")
    gate = sym.Activation(sym.Convolution(gate, kernel=(1, 1), num_filter=16),
                          act_type="sigmoid")
    return sym.broadcast_mul(data, gate), {"data": (2, 16, 7, 7)}


# ---- regression, embeddings, several heads -------------------------------------------------------

@network
def linear_regression():
    net = sym.FullyConnected(var("data"), num_hidden=1, name="fc")
    return sym.LinearRegressionOutput(net, var("label"), name="lro"), {"data": (16, 5)}


@network
def regressions_grouped():
    net = sym.FullyConnected(var("data"), num_hidden=3, name="trunk")
    return sym.Group([sym.MAERegressionOutput(net, name="mae", grad_scale=0.5),
                      sym.LogisticRegressionOutput(net, name="log"),
                      sym.BlockGrad(net, name="seen")]), {"data": (4, 6)}


@network
def matrix_factorization():
    def tower(name, size):
        data = sym.Embedding(var(name), input_dim=size, output_dim=16, name=name + "_embed")
        return sym.FullyConnected(sym.Flatten(data), num_hidden=16, name=name + "_fc")
    score = sym.sum(tower("user", 100) * tower("item", 50), axis=1)
    return sym.LinearRegressionOutput(sym.Flatten(score), var("score")), \
        {"user": (8,), "item": (8,)}


@network
def siamese_shared():
    weight, bias = var("shared_weight"), var("shared_bias", wd_mult=0.0)

    def tower(data):
        return sym.FullyConnected(data, weight, bias, num_hidden=8, name="tower")
    distance = sym.sqrt(sym.sum(sym.square(tower(var("left")) - tower(var("right"))), axis=1))
    return sym.MakeLoss(distance, grad_scale=0.1, name="loss"), {"left": (4, 6), "right": (4, 6)}


@network
def multi_task():
    trunk = sym.Activation(sym.FullyConnected(var("data"), num_hidden=32, name="trunk"),
                           act_type="relu")
    heads = [sym.SoftmaxOutput(sym.FullyConnected(trunk, num_hidden=n, name=f"task{n}_fc"),
                               name=f"task{n}", use_ignore=True, ignore_label=-1)
             for n in (2, 5)]
    return sym.Group(heads), {"data": (4, 20)}


@network
def autoencoder():
    net = var("data")
    for size in (64, 16, 64):
        net = sym.Activation(sym.FullyConnected(net, num_hidden=size), act_type="sigmoid")
    net = sym.FullyConnected(net, num_hidden=784, name="decoded")
    loss = sym.mean(sym.square(net - var("data2")), axis=1, keepdims=True)
    return sym.make_loss(loss), {"data": (2, 784), "data2": (2, 784)}


@network
def text_cnn():
    data = sym.Embedding(var("data"), input_dim=1000, output_dim=20, name="embed")
    data = sym.Reshape(data, shape=(-1, 1, 30, 20))
    pooled = []
    for width in (3, 4, 5):
        conv = sym.Convolution(data, kernel=(width, 20), num_filter=8, name=f"conv{width}")
        pooled.append(sym.Pooling(sym.Activation(conv, act_type="relu"), pool_type="max",
                                  kernel=(30 - width + 1, 1)))
    net = sym.Dropout(sym.reshape(sym.Concat(*pooled, dim=1), shape=(-1, 24)), p=0.5)
    return sym.SoftmaxOutput(sym.FullyConnected(net, num_hidden=2), name="softmax"), \
        {"data": (4, 30)}


# ---- sequences -----------------------------------------------------------------------------------

@network
def lstm_unrolled():
    hidden, state, cell = 8, var("l0_init_h"), var("l0_init_c")
    weights = {name: var("l0_" + name) for name in ("i2h_weight", "i2h_bias", "h2h_weight",
                                                    "h2h_bias")}
    embed = sym.Embedding(var("data"), input_dim=20, output_dim=6, name="embed")
    steps = sym.SliceChannel(embed, num_outputs=3, squeeze_axis=1)
    outs = []
    for t in range(3):
        gates = sym.FullyConnected(steps[t], weights["i2h_weight"], weights["i2h_bias"],
                                   num_hidden=4 * hidden, name=f"t{t}_i2h") \
            + sym.FullyConnected(state, weights["h2h_weight"], weights["h2h_bias"],
                                 num_hidden=4 * hidden, name=f"t{t}_h2h")
        part = sym.SliceChannel(gates, num_outputs=4, name=f"t{t}_slice")
        cell = sym.Activation(part[2], act_type="sigmoid") * cell \
            + sym.Activation(part[0], act_type="sigmoid") * sym.Activation(part[1],
                                                                          act_type="tanh")
        state = sym.Activation(part[3], act_type="sigmoid") * sym.Activation(cell,
                                                                            act_type="tanh")
        outs.append(state)
    net = sym.Concat(*outs, dim=0)
    return sym.SoftmaxOutput(sym.FullyConnected(net, num_hidden=20, name="pred"),
                             name="softmax"), \
        {"data": (2, 3), "l0_init_h": (2, 8), "l0_init_c": (2, 8)}


@network
def gru_by_hand():
    data, state = var("data"), var("state")
    update = sym.sigmoid(sym.FullyConnected(data, num_hidden=4, name="xz")
                         + sym.FullyConnected(state, num_hidden=4, name="hz"))
    reset = sym.sigmoid(sym.FullyConnected(data, num_hidden=4, name="xr")
                        + sym.FullyConnected(state, num_hidden=4, name="hr"))
    fresh = sym.tanh(sym.FullyConnected(data, num_hidden=4, name="xh")
                     + reset * sym.FullyConnected(state, num_hidden=4, name="hh"))
    return (1 - update) * fresh + update * state, {"data": (2, 3), "state": (2, 4)}


@network
def rnn_fused():
    data = sym.SwapAxis(var("data"), dim1=0, dim2=1)
    net = sym.RNN(data, var("params"), var("h0"), var("c0"), state_size=6, num_layers=2,
                  mode="lstm", p=0.1, bidirectional=True, state_outputs=True, name="rnn")
    return sym.Group(list(net)), {"data": (4, 5, 3)}


@network
def sequence_operators():
    data, length = var("data"), var("length")
    masked = sym.SequenceMask(data, length, use_sequence_length=True, value=-1.0)
    turned = sym.SequenceReverse(masked)
    return sym.SequenceLast(turned, length, use_sequence_length=True, name="last"), \
        {"data": (5, 2, 3), "length": (2,)}


@network
def attention():
    query, key, value = var("query"), var("key"), var("value")
    scores = sym.batch_dot(query, key, transpose_b=True) / 8.0
    weights = sym.softmax(scores, axis=-1)
    return sym.batch_dot(sym.Dropout(weights, p=0.1), value), \
        {"query": (2, 5, 4), "key": (2, 7, 4), "value": (2, 7, 3)}


@network
def transformer_layer():
    data = var("data")
    net = sym.LayerNorm(data, axis=-1, eps=1e-6, name="ln1")
    net = sym.FullyConnected(net, num_hidden=16, flatten=False, name="ffn1")
    net = sym.LeakyReLU(net, act_type="gelu")
    net = sym.FullyConnected(net, num_hidden=8, flatten=False, name="ffn2") + data
    return sym.LayerNorm(net, name="ln2"), {"data": (2, 5, 8)}


# ---- images in, images out --------------------------------------------------------------------------

@network
def fcn_deconvolution():
    net = sym.Convolution(var("data"), kernel=(3, 3), stride=(2, 2), pad=(1, 1), num_filter=8)
    net = sym.Deconvolution(net, kernel=(4, 4), stride=(2, 2), pad=(1, 1), num_filter=2,
                            num_group=1, no_bias=True, name="bigscore")
    return sym.SoftmaxOutput(net, name="softmax", multi_output=True, normalization="valid"), \
        {"data": (1, 3, 16, 16)}


@network
def unet():
    down1 = _conv_bn(var("data"), "down1", 8, (3, 3), pad=(1, 1))
    down2 = _conv_bn(sym.Pooling(down1, kernel=(2, 2), stride=(2, 2), pool_type="max"), "down2",
                     16, (3, 3), pad=(1, 1))
    up = sym.UpSampling(down2, scale=2, sample_type="nearest", num_args=1)
    net = _conv_bn(sym.concat(up, down1, dim=1), "up1", 8, (3, 3), pad=(1, 1))
    return sym.sigmoid(sym.Convolution(net, kernel=(1, 1), num_filter=1, name="mask")), \
        {"data": (1, 3, 16, 16)}


@network
def upsampling_learnt():
    net = sym.UpSampling(var("data"), scale=2, sample_type="bilinear", num_filter=3, name="up")
    return sym.Crop(net, var("like"), name="crop"), {"data": (1, 3, 4, 4), "like": (1, 1, 5, 5)}


@network
def spatial_transformer():
    where = sym.FullyConnected(sym.Flatten(var("data")), num_hidden=6, name="loc")
    net = sym.SpatialTransformer(var("data2"), where, target_shape=(8, 8), name="st",
                                 transform_type="affine", sampler_type="bilinear")
    return sym.ROIPooling(net, var("rois"), pooled_size=(2, 2), spatial_scale=0.5, name="roi"), \
        {"data": (2, 1, 4, 4), "data2": (2, 1, 4, 4), "rois": (3, 5)}


@network
def gan_generator():
    net = sym.Reshape(var("noise"), shape=(-1, 10, 1, 1))
    for number, filters in enumerate((16, 8)):
        net = sym.Deconvolution(net, kernel=(4, 4), stride=(2, 2), pad=(1, 1),
                                num_filter=filters, no_bias=True, name=f"g{number}")
        net = sym.LeakyReLU(sym.BatchNorm(net, fix_gamma=True, name=f"gbn{number}"),
                            act_type="leaky", slope=0.2)
    return sym.Activation(net, act_type="tanh", name="gact"), {"noise": (2, 10)}


@network
def normalizations():
    data = var("data")
    return sym.Group([sym.InstanceNorm(data, name="in"), sym.L2Normalization(data, mode="channel"),
                      sym.BatchNorm(data, name="bn", output_mean_var=True)[0],
                      sym.LRN(data, nsize=3)]), {"data": (2, 4, 5, 5)}


@network
def padding_and_crop():
    data = sym.Pad(var("data"), mode="constant", pad_width=(0, 0, 0, 0, 1, 1, 2, 2),
                   constant_value=1)
    data = sym.slice(data, begin=(None, 0, 1), end=(None, 2, None))
    return sym.slice_axis(data, axis=3, begin=1, end=-1), {"data": (1, 3, 4, 4)}
