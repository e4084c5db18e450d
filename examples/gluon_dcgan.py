"""Two convolutional networks that train each other, in Gluon: one draws digits, the other tells drawn from real.

`gan.py` does the same with two Modules and adds gradients by hand. Here the judge's two losses are added while they
are recorded, and the forger learns through the judge, whose own gradients are overwritten at its next step.
"""
import argparse
from pathlib import Path

import digits
import numpy as np
import picture

import mxnet as mx
from mxnet import autograd, gluon
from mxnet.gluon import nn

NOISE = 24


def forger():
    """Make the network from noise of (batch, NOISE, 1, 1) to images of (batch, 1, 8, 8) between -1 and 1."""
    net = nn.HybridSequential(prefix="forger_")
    with net.name_scope():
        for channels, stride, padding in ((64, 1, 0), (32, 2, 1)):
            net.add(nn.Conv2DTranspose(channels, 2 if stride == 1 else 4, stride, padding, use_bias=False),
                    nn.BatchNorm(), nn.Activation("relu"))
        net.add(nn.Conv2DTranspose(1, 4, 2, 1), nn.Activation("tanh"))
    return net


def judge():
    """Make the network from images to one number each, high for real ones."""
    net = nn.HybridSequential(prefix="judge_")
    with net.name_scope():
        for channels in (32, 64):
            net.add(nn.Conv2D(channels, 4, 2, 1), nn.LeakyReLU(0.2))
        net.add(nn.Dense(1))
    return net


def step(forge, judged, trainers, real, loss_of):
    """Train both networks on one batch; give their mean losses."""
    size = real.shape[0]
    noise = mx.nd.random.normal(shape=(size, NOISE, 1, 1), ctx=real.context)
    ones, zeros = mx.nd.ones((size,), ctx=real.context), mx.nd.zeros((size,), ctx=real.context)
    with autograd.record():
        forged = forge(noise)
        seen_through = loss_of(judged(real), ones) + loss_of(judged(forged.detach()), zeros)
    seen_through.backward()
    trainers[1].step(size)
    with autograd.record():
        passed = loss_of(judged(forged), ones)
    passed.backward()
    trainers[0].step(size)
    return passed.mean().asscalar(), seen_through.mean().asscalar()


def draw(path, images, rows=6, columns=12):
    """Draw images between 0 and 1."""
    sheet = picture.Picture(20 + 62 * columns, 60 + 62 * rows)
    sheet.text(20, 34, "Digits nobody wrote, by Gluon", 18, anchor="start", weight="bold")
    for place, image in enumerate(images[:rows * columns]):
        picture.glyph(sheet, 20 + 62 * (place % columns), 56 + 62 * (place // columns), 54, image)
    return sheet.save(path)


def main(arguments=None):
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--epochs", type=int, default=40)
    parser.add_argument("--batch-size", type=int, default=64)
    parser.add_argument("--rate", type=float, default=0.001, help="learning rate of both")
    parser.add_argument("--gpu", action="store_true", help="train on the first GPU")
    parser.add_argument("--out", type=Path, default=Path("out"), help="folder of the pictures")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args(arguments)
    mx.random.seed(options.seed)
    np.random.seed(options.seed)
    ctx = mx.gpu() if options.gpu else mx.cpu()

    images = digits.load()[0][:, None]
    loader = gluon.data.DataLoader(gluon.data.ArrayDataset(images * 2 - 1), options.batch_size, shuffle=True,
                                   last_batch="discard")
    networks, trainers = (forger(), judge()), []
    for net in networks:
        net.initialize(mx.init.Normal(0.05), ctx=ctx)
        net.hybridize()
        trainers.append(gluon.Trainer(net.collect_params(), "adam", {"learning_rate": options.rate, "beta1": 0.5}))
    loss_of = gluon.loss.SigmoidBinaryCrossEntropyLoss()
    curves = []
    for epoch in range(1, options.epochs + 1):
        curves.append(np.mean([step(*networks, trainers, real.as_in_context(ctx), loss_of) for real in loader], axis=0))
        print(f"epoch {epoch:3d}/{options.epochs}  loss of the forger {curves[-1][0]:.3f}, of the judge "
              f"{curves[-1][1]:.3f}", flush=True)
    drawn = networks[0](mx.nd.random.normal(shape=(72, NOISE, 1, 1), ctx=ctx)).asnumpy()[:, 0] / 2 + 0.5
    forged, judged = (list(map(float, values)) for values in zip(*curves))
    print(f"mean brightness of forged images {drawn.mean():.3f}, of real ones {images.mean():.3f}")
    print("picture:", draw(options.out / "dcgan.svg", drawn))
    print("curves:", picture.chart(options.out / "dcgan_losses.svg", "losses", [
        ("forger", picture.ORANGE, forged), ("judge", picture.BLUE, judged)]))
    return drawn, images


if __name__ == "__main__":
    main()
