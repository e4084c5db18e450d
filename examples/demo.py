"""Train a small LeNet on handwritten digits with Module.fit, save, reload and score it, and draw it.

Run with `make demo`, or `python examples/demo.py --help` where the package is installed. It uses
nothing that MXNet 1.x does not have, so the real one runs it too.
"""
import argparse
import logging
import sys
import time
from pathlib import Path

import digits
import numpy as np
import results

import mxnet as mx


def lenet():
    """Describe the network: two convolutions, two dense layers."""
    net = mx.sym.Variable("data")
    for index, filters in enumerate((16, 32), 1):
        net = mx.sym.Convolution(net, kernel=(3, 3), pad=(1, 1), num_filter=filters, name=f"conv{index}")
        net = mx.sym.Activation(net, act_type="relu", name=f"relu{index}")
        net = mx.sym.Pooling(net, kernel=(2, 2), stride=(2, 2), pool_type="max", name=f"pool{index}")
    net = mx.sym.FullyConnected(mx.sym.Flatten(net), num_hidden=64, name="dense1")
    net = mx.sym.Activation(net, act_type="relu", name="relu3")
    net = mx.sym.FullyConnected(net, num_hidden=digits.CLASSES, name="dense2")
    return mx.sym.SoftmaxOutput(net, name="softmax")


class Progress:
    """A bar on a terminal and a line an epoch; remembers the figures for the picture."""

    def __init__(self, epochs, batches):
        self.epochs, self.batches = epochs, batches
        self.losses, self.trained, self.tested = [], [], []

    def batch(self, param):
        """Redraw the bar (a `batch_end_callback`); at the last batch read the metrics."""
        done = round(24 * (param.nbatch + 1) / self.batches)
        if sys.stdout.isatty():
            bar = "#" * done + "." * (24 - done)
            print(f"\repoch {param.epoch + 1:3d}/{self.epochs} [{bar}]", end="", flush=True)
        if param.nbatch + 1 == self.batches:
            values = dict(param.eval_metric.get_name_value())
            self.trained.append(values["accuracy"])
            self.losses.append(values["cross-entropy"])

    def validation(self, param):
        """Say how the epoch went (an `eval_end_callback`)."""
        self.tested.append(dict(param.eval_metric.get_name_value())["accuracy"])
        clear = "\r\x1b[K" if sys.stdout.isatty() else ""
        print(f"{clear}epoch {param.epoch + 1:3d}/{self.epochs}  loss {self.losses[-1]:.4f}  "
              f"accuracy {self.trained[-1]:.4f}  on unseen images {self.tested[-1]:.4f}", flush=True)


def draw_network(net, shape, path):
    """Draw the graph beside the results; says what to install where the extra is missing."""
    try:
        graph = mx.viz.plot_network(net, shape=shape, save_format="svg",
                                    node_attrs={"fixedsize": "false"})
    except ImportError as error:
        return f"not drawn, {error}"
    return graph.render(path.stem, directory=str(path.parent), cleanup=True)


def main(arguments=None):
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--epochs", type=int, default=20)
    parser.add_argument("--batch-size", type=int, default=32)
    parser.add_argument("--rate", type=float, default=0.05, help="learning rate")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--gpu", action="store_true", help="train on the first GPU")
    parser.add_argument("--out", type=Path, default=Path("out"), help="folder to write to")
    options = parser.parse_args(arguments)
    if options.epochs < 1:
        parser.error("--epochs must be at least 1")
    options.out.mkdir(parents=True, exist_ok=True)
    logging.basicConfig(level=logging.WARNING, format="%(message)s")

    images, labels, unseen, answers = digits.load()
    mx.random.seed(options.seed)
    np.random.seed(options.seed)  # NDArrayIter shuffles with it
    train = mx.io.NDArrayIter(images[:, None], labels, options.batch_size, shuffle=True,
                              last_batch_handle="discard")
    # One batch of everything: a last batch that is filled up would count some images twice.
    test = mx.io.NDArrayIter(unseen[:, None], answers, len(answers))

    net = lenet()
    module = mx.mod.Module(net, context=mx.gpu() if options.gpu else mx.cpu())
    prefix = str(options.out / "digits")
    progress = Progress(options.epochs, len(labels) // options.batch_size)
    print(f"MXNet {mx.__version__} interface, {len(labels)} images to learn from, "
          f"{len(answers)} to be tested on")
    start = time.perf_counter()
    module.fit(train, eval_data=test, eval_metric=["acc", "ce"], num_epoch=options.epochs,
               initializer=mx.init.Xavier(), optimizer="sgd",
               optimizer_params={"learning_rate": options.rate, "momentum": 0.9, "wd": 1e-4},
               batch_end_callback=progress.batch, eval_end_callback=progress.validation,
               epoch_end_callback=mx.callback.do_checkpoint(prefix, options.epochs))
    print(f"trained in {time.perf_counter() - start:.1f} s")

    # What a program that serves the model does: from the two files alone.
    again = mx.mod.Module.load(prefix, options.epochs)
    again.bind(data_shapes=test.provide_data, label_shapes=test.provide_label, for_training=False)
    chances = again.predict(test).asnumpy()
    right = int((chances.argmax(axis=1) == answers).sum())
    print(f"saved, reloaded and scored: {right} of {len(answers)} unseen images read right")
    sheet = results.draw(options.out / "demo.svg", progress.losses, progress.trained, progress.tested,
                         unseen, answers, chances)
    print("model:   ", f"{prefix}-symbol.json", f"{prefix}-{options.epochs:04d}.params")
    print("picture: ", sheet)
    print("network: ", draw_network(net, {"data": (1, 1, 8, 8)}, options.out / "network.svg"))
    return right / len(answers)


if __name__ == "__main__":
    main()
