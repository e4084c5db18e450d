"""One network, two answers: which digit an image shows, and whether the digit is odd.

Both answers grow from the same layers, so that each task helps the other. `mx.sym.Group` puts the two
losses side by side; the iterator brings two labels, found by name; and each metric says by name which
output and which label it looks at.
"""
import argparse
import logging

import digits
import numpy as np

import mxnet as mx


def network():
    """Describe the shared layers and the two heads."""
    net = mx.sym.Variable("data")
    for index, width in enumerate((96, 48), 1):
        net = mx.sym.FullyConnected(net, num_hidden=width, name=f"fc{index}")
        net = mx.sym.Activation(net, act_type="relu", name=f"relu{index}")
    digit = mx.sym.FullyConnected(net, num_hidden=digits.CLASSES, name="digit_scores")
    odd = mx.sym.FullyConnected(net, num_hidden=1, name="odd_score")
    return mx.sym.Group([
        mx.sym.SoftmaxOutput(digit, name="digit"),
        mx.sym.LogisticRegressionOutput(odd, name="odd", grad_scale=0.5),  # counts half as much
    ])


def iterator(images, labels, batch_size, shuffle=False):
    """Give batches with two labels; their names are those of the two losses, with `_label`."""
    both = {"digit_label": labels, "odd_label": (labels % 2).reshape(-1, 1)}
    return mx.io.NDArrayIter({"data": images}, both, batch_size, shuffle=shuffle)


def metrics():
    """Measure each task with what fits it."""
    found = mx.metric.CompositeEvalMetric()
    found.add(mx.metric.Accuracy(name="digit", output_names=["digit_output"], label_names=["digit_label"]))
    found.add(mx.metric.CustomMetric(lambda label, chance: ((chance > 0.5) == label).mean(), name="odd",
                                     output_names=["odd_output"], label_names=["odd_label"]))
    return found


def main(arguments=None):
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--epochs", type=int, default=15)
    parser.add_argument("--batch-size", type=int, default=32)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args(arguments)
    logging.basicConfig(level=logging.INFO, format="%(message)s")
    mx.random.seed(options.seed)
    np.random.seed(options.seed)

    images, labels, unseen, answers = digits.load()
    train = iterator(images, labels, options.batch_size, shuffle=True)
    test = iterator(unseen, answers, len(answers))
    module = mx.mod.Module(network(), data_names=["data"], label_names=["digit_label", "odd_label"])
    module.fit(train, eval_data=test, eval_metric=metrics(), num_epoch=options.epochs, initializer=mx.init.Xavier(),
               optimizer="adam", optimizer_params={"learning_rate": 0.002})
    found = dict(module.score(test, metrics()))
    print(f"on {len(answers)} unseen images: {found['digit']:.4f} of the digits right, "
          f"{found['odd']:.4f} told odd from even")
    return found


if __name__ == "__main__":
    main()
