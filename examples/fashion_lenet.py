"""Tell shirts from sneakers: a LeNet on the 70,000 images of Fashion-MNIST, with Module.fit.

The images are not bundled: Debian's package dataset-fashion-mnist brings them, and any folder with
the four files of the data set will do. Two convolutions with batch normalisation and two dense
layers read more than 90 % of the test images right after a few passes over the 60,000 others.
"""
import argparse
import gzip
import logging
import sys
import time
from pathlib import Path

import numpy as np

import mxnet as mx

FOLDER = Path("/usr/share/datasets/fashion-mnist")
CLASSES = ["T-shirt", "trouser", "pullover", "dress", "coat", "sandal", "shirt", "sneaker", "bag", "ankle boot"]


def read(path):
    """Read one file of the IDX format: the number of axes in byte 4, their sizes, then bytes."""
    packed = path.with_name(path.name + ".gz")
    if packed.exists():
        content = gzip.decompress(packed.read_bytes())
    elif path.exists():
        content = path.read_bytes()
    else:
        sys.exit(f"{path} is not there, nor {packed.name}. Install Debian's package dataset-fashion-mnist, or "
                 "give the folder of the four Fashion-MNIST files with --data.")
    axes = content[3]
    shape = np.frombuffer(content, ">i4", axes, offset=4)
    return np.frombuffer(content, "u1", offset=4 + 4 * axes).reshape(shape)


def load(folder, part, limit=None):
    """Give images between 0 and 1 with a channel axis, and their classes."""
    images, classes = read(folder / f"{part}-images-idx3-ubyte"), read(folder / f"{part}-labels-idx1-ubyte")
    return images[:limit, None].astype("float32") / 255, classes[:limit].astype("float32")


def lenet():
    """Describe the network."""
    net = mx.sym.Variable("data")
    for index, filters in enumerate((20, 50), 1):
        net = mx.sym.Convolution(net, kernel=(5, 5), num_filter=filters, no_bias=True, name=f"conv{index}")
        net = mx.sym.BatchNorm(net, fix_gamma=False, name=f"norm{index}")
        net = mx.sym.Activation(net, act_type="relu", name=f"relu{index}")
        net = mx.sym.Pooling(net, kernel=(2, 2), stride=(2, 2), pool_type="max", name=f"pool{index}")
    net = mx.sym.FullyConnected(net, num_hidden=256, name="fc1")
    net = mx.sym.Activation(net, act_type="relu", name="relu3")
    net = mx.sym.Dropout(net, p=0.5, name="dropout")
    net = mx.sym.FullyConnected(net, num_hidden=len(CLASSES), name="fc2")
    return mx.sym.SoftmaxOutput(net, name="softmax")


def main(arguments=None):
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--data", type=Path, default=FOLDER, help="folder of the four files")
    parser.add_argument("--epochs", type=int, default=6)
    parser.add_argument("--batch-size", type=int, default=64)
    parser.add_argument("--rate", type=float, default=0.05, help="learning rate; it falls to zero as a cosine")
    parser.add_argument("--rows", type=int, help="use only so many images for training and for testing")
    parser.add_argument("--gpu", action="store_true", help="train on the first GPU")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args(arguments)
    logging.basicConfig(level=logging.INFO, format="%(message)s")
    mx.random.seed(options.seed)
    np.random.seed(options.seed)

    train = mx.io.NDArrayIter(*load(options.data, "train", options.rows), options.batch_size, shuffle=True,
                              last_batch_handle="discard")
    unseen, answers = load(options.data, "t10k", options.rows)
    test = mx.io.NDArrayIter(unseen, answers, options.batch_size)
    steps = options.epochs * (train.num_data // options.batch_size)
    schedule = mx.lr_scheduler.CosineScheduler(steps, base_lr=options.rate, final_lr=0)

    module = mx.mod.Module(lenet(), context=mx.gpu() if options.gpu else mx.cpu())
    start = time.time()
    module.fit(train, eval_data=test, eval_metric=["acc", "ce"], num_epoch=options.epochs,
               initializer=mx.init.Xavier(), optimizer="sgd",
               optimizer_params={"momentum": 0.9, "wd": 5e-4, "lr_scheduler": schedule, "learning_rate": options.rate},
               batch_end_callback=mx.callback.Speedometer(options.batch_size, frequent=200))
    print(f"trained in {time.time() - start:.0f} s")

    said = module.predict(test).asnumpy().argmax(axis=1)
    accuracy = float((said == answers).mean())
    print(f"{accuracy:.4f} of {len(answers)} test images are read right")
    for index, name in enumerate(CLASSES):
        of_this = answers == index
        if of_this.any():
            print(f"  {name:10}  {(said[of_this] == index).mean():.3f}")
    return accuracy


if __name__ == "__main__":
    main()
