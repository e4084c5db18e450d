"""Train a perceptron on handwritten digits with mx.nd and mx.autograd alone, and draw how it went.

Run with `python examples/autograd_digits.py`. `demo.py` does the same with a Symbol and a Module.
"""
import argparse
import sys
import time
from pathlib import Path

import digits
import numpy as np
import results

import mxnet as mx


class Classifier:
    """A perceptron with hidden layers: arrays with gradients, and a function over them."""

    def __init__(self, widths, ctx):
        self.weights, self.biases = [], []
        for fan_in, fan_out in zip(widths, widths[1:]):
            scale = (2 / fan_in) ** 0.5
            self.weights.append(mx.nd.random.normal(0, scale, (fan_in, fan_out), ctx=ctx))
            self.biases.append(mx.nd.zeros((fan_out,), ctx=ctx))
        for array in self.arrays:
            array.attach_grad()

    @property
    def arrays(self):
        return self.weights + self.biases

    def __call__(self, images):
        """Give a score an image and class."""
        flow = images.reshape((0, -1))
        for weight, bias in zip(self.weights[:-1], self.biases[:-1]):
            flow = mx.nd.relu(mx.nd.dot(flow, weight) + bias)
        return mx.nd.dot(flow, self.weights[-1]) + self.biases[-1]


def cross_entropy(scores, labels):
    """Give the loss of each row: log of the sum of exponentials less the right class's score."""
    scores = scores - scores.max(axis=1, keepdims=True)
    return scores.exp().sum(axis=1).log() - mx.nd.pick(scores, labels)


class Sgd:
    """Gradient descent with momentum, in place, on all arrays of a model."""

    def __init__(self, arrays, rate, momentum=0.9):
        self.arrays, self.rate, self.momentum = arrays, rate, momentum
        self.speeds = [mx.nd.zeros_like(array) for array in arrays]

    def step(self, batch_size):
        for array, speed in zip(self.arrays, self.speeds):
            speed *= self.momentum
            speed -= self.rate / batch_size * array.grad
            array += speed


def train_epoch(model, sgd, images, labels, batch_size, rng, tell):
    """Go once through the training part; give the mean loss."""
    total, count = 0.0, len(labels) // batch_size
    for index, (image, label) in enumerate(digits.batches(images, labels, batch_size, rng), 1):
        image, label = mx.nd.array(image), mx.nd.array(label)
        with mx.autograd.record():
            loss = cross_entropy(model(image), label)
        loss.backward()
        sgd.step(batch_size)
        total += loss.mean().asscalar()
        tell(index / count)
    return total / count


def probabilities(model, images):
    scores = model(mx.nd.array(images))
    raised = (scores - scores.max(axis=1, keepdims=True)).exp()
    return (raised / raised.sum(axis=1, keepdims=True)).asnumpy()


def accuracy(model, images, labels):
    return float((probabilities(model, images).argmax(axis=1) == labels).mean())


def progress(epoch, epochs):
    """Give a function that redraws a bar on a terminal and is silent elsewhere."""
    def tell(fraction):
        if sys.stdout.isatty():
            done = round(24 * fraction)
            sys.stdout.write(f"\repoch {epoch:3d}/{epochs} [{'#' * done}{'.' * (24 - done)}]")
            sys.stdout.flush()
    return tell


def main(arguments=None):
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--epochs", type=int, default=30)
    parser.add_argument("--batch-size", type=int, default=32)
    parser.add_argument("--rate", type=float, default=0.05, help="learning rate")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=Path("out/autograd.svg"), help="where to draw")
    options = parser.parse_args(arguments)
    if options.epochs < 1:
        parser.error("--epochs must be at least 1")

    images, labels, unseen, answers = digits.load()
    mx.random.seed(options.seed)
    rng = np.random.RandomState(options.seed)
    model = Classifier((64, 128, 64, digits.CLASSES), mx.cpu())
    sgd = Sgd(model.arrays, options.rate)
    print(f"MXNet {mx.__version__} interface, {len(labels)} images to learn from, "
          f"{len(answers)} to be tested on")
    losses, trained, tested = [], [], []
    start = time.perf_counter()
    for epoch in range(1, options.epochs + 1):
        tell = progress(epoch, options.epochs)
        losses.append(train_epoch(model, sgd, images, labels, options.batch_size, rng, tell))
        trained.append(accuracy(model, images, labels))
        tested.append(accuracy(model, unseen, answers))
        clear = "\r\x1b[K" if sys.stdout.isatty() else ""
        print(f"{clear}epoch {epoch:3d}/{options.epochs}  loss {losses[-1]:.4f}  "
              f"accuracy {trained[-1]:.4f}  on unseen images {tested[-1]:.4f}", flush=True)
    print(f"{time.perf_counter() - start:.1f} s; "
          f"{round(tested[-1] * len(answers))} of {len(answers)} unseen images read right")
    chances = probabilities(model, unseen)
    sheet = results.draw(options.out, losses, trained, tested, unseen, answers, chances)
    print("picture:", sheet)
    return tested[-1]


if __name__ == "__main__":
    main()
