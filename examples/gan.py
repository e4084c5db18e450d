"""Two networks that train each other: one draws digits, the other tells drawn ones from real ones.

Each is a Module. The forger turns noise into images; the judge says how likely an image is real. In one
step

1. the judge learns that a batch of forged images is forged, and a batch of real ones is real: two
   backward passes, whose gradients are added before the update;
2. the forger learns from the judge: the judge looks at the forged images labelled as real, and the
   gradient of its *input* (`inputs_need_grad`) is the gradient of the forger's output.
"""
import argparse
from pathlib import Path

import digits
import numpy as np
import picture

import mxnet as mx

NOISE = 24
SIDE = 8


def forger():
    """Describe the network from noise to an image between 0 and 1."""
    net = mx.sym.Variable("noise")
    net = mx.sym.FullyConnected(net, num_hidden=64 * 2 * 2, name="f_fc", no_bias=True)
    net = mx.sym.Activation(mx.sym.BatchNorm(net, fix_gamma=False, name="f_bn0"), act_type="relu")
    net = mx.sym.Reshape(net, shape=(-1, 64, 2, 2))
    net = mx.sym.Deconvolution(net, kernel=(4, 4), stride=(2, 2), pad=(1, 1), num_filter=32, no_bias=True, name="f_up1")
    net = mx.sym.Activation(mx.sym.BatchNorm(net, fix_gamma=False, name="f_bn1"), act_type="relu")
    net = mx.sym.Deconvolution(net, kernel=(4, 4), stride=(2, 2), pad=(1, 1), num_filter=1, name="f_up2")
    return mx.sym.Activation(net, act_type="sigmoid", name="image")


def judge():
    """Describe the network from an image to the chance that it is real."""
    net = mx.sym.Variable("data")
    for index, filters in enumerate((32, 64), 1):
        net = mx.sym.Convolution(net, kernel=(4, 4), stride=(2, 2), pad=(1, 1), num_filter=filters,
                                 name=f"j_conv{index}")
        net = mx.sym.LeakyReLU(net, act_type="leaky", slope=0.2)
    net = mx.sym.FullyConnected(net, num_hidden=1, name="j_fc")
    return mx.sym.LogisticRegressionOutput(net, mx.sym.Variable("label"), name="real")


def modules(batch_size, context, rate):
    """Bind both and give them optimizers."""
    adam = {"learning_rate": rate, "beta1": 0.5, "wd": 0.0}
    made = []
    for symbol, data, shape, label in ((forger(), "noise", (batch_size, NOISE), None),
                                       (judge(), "data", (batch_size, 1, SIDE, SIDE), "label")):
        module = mx.mod.Module(symbol, data_names=[data], label_names=[label] if label else None, context=context)
        module.bind([(data, shape)], [(label, (batch_size, 1))] if label else None, inputs_need_grad=True)
        module.init_params(mx.init.Normal(0.05))
        module.init_optimizer(optimizer="adam", optimizer_params=adam)
        made.append(module)
    return made


def gradients(module):
    """Copy a module's gradients; the next backward writes over them."""
    return [[None if grad is None else grad.copy() for grad in grads] for grads in module._exec_group.grad_arrays]


def add(module, kept):
    """Add gradients kept from another backward to those of the last one."""
    for grads, others in zip(module._exec_group.grad_arrays, kept):
        for grad, other in zip(grads, others):
            if grad is not None:
                grad += other


def step(forge, judge, real):
    """Train both on one batch; give the judge's chances for forged and real images."""
    size, context = real.shape[0], real.context
    forged_label, real_label = mx.nd.zeros((size, 1), ctx=context), mx.nd.ones((size, 1), ctx=context)
    forge.forward(mx.io.DataBatch([mx.nd.random.normal(shape=(size, NOISE), ctx=context)]), is_train=True)
    (forged,) = forge.get_outputs()

    judge.forward(mx.io.DataBatch([forged], [forged_label]), is_train=True)
    judge.backward()
    kept = gradients(judge)
    judge.forward(mx.io.DataBatch([real], [real_label]), is_train=True)
    judge.backward()
    add(judge, kept)
    judge.update()
    of_real = judge.get_outputs()[0].mean()

    judge.forward(mx.io.DataBatch([forged], [real_label]), is_train=True)
    of_forged = judge.get_outputs()[0].mean()
    judge.backward()
    forge.backward(judge.get_input_grads())
    forge.update()
    return of_forged, of_real


def draw(forge, path, batch_size, context, rows=6, columns=12):
    """Draw images of the forger; the network is given its moving averages, as in prediction."""
    images = []
    while len(images) < rows * columns:
        noise = mx.nd.random.normal(shape=(batch_size, NOISE), ctx=context)
        forge.forward(mx.io.DataBatch([noise]), is_train=False)
        images.extend(forge.get_outputs()[0].asnumpy()[:, 0])
    sheet = picture.Picture(20 + 62 * columns, 60 + 62 * rows)
    sheet.text(20, 34, "Digits nobody wrote", 18, anchor="start", weight="bold")
    for place in range(rows * columns):
        picture.glyph(sheet, 20 + 62 * (place % columns), 56 + 62 * (place // columns), 54, images[place])
    return np.array(images), sheet.save(path)


def main(arguments=None):
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--epochs", type=int, default=60)
    parser.add_argument("--batch-size", type=int, default=64)
    parser.add_argument("--rate", type=float, default=0.001, help="learning rate of both")
    parser.add_argument("--gpu", action="store_true", help="train on the first GPU")
    parser.add_argument("--out", type=Path, default=Path("out"), help="folder of the picture")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args(arguments)
    mx.random.seed(options.seed)
    np.random.seed(options.seed)
    context = mx.gpu() if options.gpu else mx.cpu()

    images = digits.load()[0][:, None]
    train = mx.io.NDArrayIter(images, batch_size=options.batch_size, shuffle=True, last_batch_handle="discard")
    forge, judge = modules(options.batch_size, context, options.rate)
    for epoch in range(options.epochs):
        train.reset()
        chances = [step(forge, judge, batch.data[0].as_in_context(context)) for batch in train]
        forged, real = np.array([[value.asscalar() for value in pair] for pair in chances]).mean(axis=0)
        print(f"epoch {epoch + 1:3d}/{options.epochs}  the judge takes forged images for real with {forged:.3f}, "
              f"real ones with {real:.3f}", flush=True)
    drawn, path = draw(forge, options.out / "gan.svg", options.batch_size, context)
    print(f"mean brightness of forged images {drawn.mean():.3f}, of real ones {images.mean():.3f}")
    print("picture: ", path)
    return drawn, images


if __name__ == "__main__":
    main()
