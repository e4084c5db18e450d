"""Train with `gluon.contrib.estimator`: a fit function for Gluon networks, with handlers for everything around it.

Handlers log, keep the best parameters, save checkpoints and stop when nothing gets better; one of our own notes the
curve. A second run resumes from the first one's checkpoint.
"""
import argparse
from pathlib import Path

import letters
import numpy as np
import picture

import mxnet as mx
from mxnet import gluon
from mxnet.gluon import nn
from mxnet.gluon.contrib.estimator import (
    CheckpointHandler,
    EarlyStoppingHandler,
    Estimator,
    ValidationHandler,
)
from mxnet.gluon.contrib.estimator.event_handler import EpochEnd


class Curve(EpochEnd):
    """Notes what metrics say after every epoch."""

    def __init__(self, metrics):
        self.metrics, self.rows = metrics, []

    def epoch_end(self, estimator, *args, **kwargs):
        self.rows.append([metric.get()[1] for metric in self.metrics])


def perceptron(width):
    net = nn.HybridSequential(prefix="letters_")
    with net.name_scope():
        net.add(nn.Dense(width, activation="relu", in_units=16), nn.Dropout(0.1),
                nn.Dense(width, activation="relu", in_units=width), nn.Dense(letters.CLASSES, in_units=width))
    return net


def estimator(options):
    """Make an estimator with its network, metrics and trainer; give it, and the metrics."""
    net = perceptron(options.width)
    net.initialize(mx.init.Xavier())
    net.hybridize()
    trainer = gluon.Trainer(net.collect_params(), "adam", {"learning_rate": options.rate})
    return Estimator(net, gluon.loss.SoftmaxCrossEntropyLoss(), trainer=trainer,
                     train_metrics=mx.metric.Accuracy(), val_metrics=mx.metric.Accuracy(), context=mx.cpu())


def fit(options, epochs, resume):
    """Train up to so many epochs; give the accuracies on letters to learn from and unseen ones, and the estimator."""
    features, labels, unseen, answers = letters.load(options.rows)
    made = estimator(options)
    train, test = (gluon.data.DataLoader(gluon.data.ArrayDataset(x / 15, y), options.batch_size, shuffle=shuffle)
                   for x, y, shuffle in ((features, labels, True), (unseen, answers, False)))
    seen = next(metric for metric in made.train_metrics if isinstance(metric, mx.metric.Accuracy))
    checked = next(metric for metric in made.val_metrics if isinstance(metric, mx.metric.Accuracy))
    curve = Curve([seen, checked])
    made.fit(train, epochs=epochs, event_handlers=[
        ValidationHandler(test, made.evaluate, priority=-1500), curve,
        CheckpointHandler(str(options.out), "letters", monitor=checked, save_best=True, mode="max",
                          resume_from_checkpoint=resume),
        EarlyStoppingHandler(checked, patience=options.patience, mode="max")])
    return curve.rows, made


def main(arguments=None):
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--epochs", type=int, default=20)
    parser.add_argument("--rows", type=int, help="of the data; all by default")
    parser.add_argument("--width", type=int, default=128)
    parser.add_argument("--batch-size", type=int, default=64)
    parser.add_argument("--rate", type=float, default=0.003, help="learning rate")
    parser.add_argument("--patience", type=int, default=5, help="epochs without an improvement before it stops")
    parser.add_argument("--out", type=Path, default=Path("out/estimator"), help="folder of checkpoints and picture")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args(arguments)
    mx.random.seed(options.seed)
    np.random.seed(options.seed)

    first, _ = fit(options, options.epochs // 2, resume=False)
    print(f"stopped after {len(first)} epochs, and resumed")
    second, made = fit(options, options.epochs, resume=True)
    trained, tested = (list(map(float, column)) for column in zip(*first, *second))
    print(f"accuracy on unseen letters {tested[-1]:.4f}")
    print("files:", *sorted(path.name for path in options.out.iterdir()))
    print("picture:", picture.chart(options.out / "letters.svg", "accuracy", [
        ("training", picture.BLUE, trained), ("unseen", picture.ORANGE, tested)], "{:.0%}"))
    return tested, made


if __name__ == "__main__":
    main()
