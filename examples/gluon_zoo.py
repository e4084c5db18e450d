"""Train a network of the model zoo on handwritten digits: data set, transforms, DataLoader, Trainer; save and load.

Pictures go through `gluon.data` as photographs would: bytes with channels last, enlarged, shifted at random while
training, read ahead by worker processes if asked for.
"""
import argparse
from pathlib import Path

import digits
import numpy as np
import results

import mxnet as mx
from mxnet import autograd, gluon
from mxnet.gluon.data.vision import transforms


def dataset(images, labels):
    """Give images as the data sets of `gluon.data.vision` do: (height, width, channels) of bytes."""
    pixels = np.repeat((images * 255).astype("uint8")[..., None], 3, axis=3)
    return gluon.data.ArrayDataset(mx.nd.array(pixels, dtype="uint8"), labels.astype("int32"))


def loaders(options):
    """Give a loader of training images, transformed at random, and one of unseen images."""
    images, labels, unseen, answers = digits.load()
    last = [transforms.Resize(options.side), transforms.ToTensor(), transforms.Normalize(0.3, 0.4)]
    train = dataset(images[:options.rows], labels[:options.rows]).transform_first(transforms.Compose([
        transforms.RandomResizedCrop(options.side, scale=(0.8, 1.0)), transforms.RandomBrightness(0.2), *last[1:]]))
    test = dataset(unseen, answers).transform_first(transforms.Compose(last))
    return (gluon.data.DataLoader(train, options.batch_size, shuffle=True, last_batch="discard",
                                  num_workers=options.workers),
            gluon.data.DataLoader(test, options.batch_size), unseen, answers)


def chances(net, loader, ctx):
    """Give the probabilities of all classes for every image of a loader."""
    return np.concatenate([mx.nd.softmax(net(data.as_in_context(ctx))).asnumpy() for data, _ in loader])


def main(arguments=None):
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--network", default="resnet18_v1", help="a name of the model zoo")
    parser.add_argument("--side", type=int, default=8, help="of the images; all but ResNets need 32 and more")
    parser.add_argument("--rows", type=int, help="images to learn from; all by default")
    parser.add_argument("--epochs", type=int, default=10)
    parser.add_argument("--batch-size", type=int, default=32)
    parser.add_argument("--rate", type=float, default=0.002, help="learning rate")
    parser.add_argument("--workers", type=int, default=0, help="processes that read ahead")
    parser.add_argument("--gpu", action="store_true", help="train on the first GPU")
    parser.add_argument("--out", type=Path, default=Path("out"), help="folder of the picture and the model")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args(arguments)
    mx.random.seed(options.seed)
    np.random.seed(options.seed)
    ctx = mx.gpu() if options.gpu else mx.cpu()

    train, test, unseen, answers = loaders(options)
    small = {"thumbnail": True} if options.network.startswith("resnet") else {}  # without the first poolings
    net = gluon.model_zoo.vision.get_model(options.network, classes=digits.CLASSES, **small)
    net.initialize(mx.init.Xavier(magnitude=2), ctx=ctx)
    net.hybridize(static_alloc=True, static_shape=True)
    loss_of = gluon.loss.SoftmaxCrossEntropyLoss()
    trainer = gluon.Trainer(net.collect_params(), "adam", {"learning_rate": options.rate})
    losses, trained, tested = [], [], []
    for epoch in range(1, options.epochs + 1):
        accuracy, mean = mx.metric.Accuracy(), mx.metric.Loss()
        for data, label in train:
            data, label = data.as_in_context(ctx), label.as_in_context(ctx)
            with autograd.record():
                scores = net(data)
                loss = loss_of(scores, label)
            loss.backward()
            trainer.step(len(label))
            accuracy.update([label], [scores])
            mean.update(None, [loss])
        losses.append(mean.get()[1])
        trained.append(accuracy.get()[1])
        tested.append(float((chances(net, test, ctx).argmax(axis=1) == answers).mean()))
        print(f"epoch {epoch:3d}/{options.epochs}  loss {losses[-1]:.4f}  accuracy {trained[-1]:.4f}  "
              f"on unseen images {tested[-1]:.4f}", flush=True)

    options.out.mkdir(parents=True, exist_ok=True)
    net.export(str(options.out / "zoo"))
    loaded = gluon.SymbolBlock.imports(str(options.out / "zoo-symbol.json"), ["data"],
                                       str(options.out / "zoo-0000.params"), ctx=ctx)
    same = np.abs(chances(loaded, test, ctx) - chances(net, test, ctx)).max()
    print(f"exported and loaded again: its chances differ by {same:.1e} at most")
    print("picture:", results.draw(options.out / "zoo.svg", losses, trained, tested, unseen, answers,
                                   chances(net, test, ctx)))
    return trained, tested, same


if __name__ == "__main__":
    main()
