"""Read printed letters with a small network: what `fit` does, step by step, and then `fit` itself.

Each letter is described by 16 numbers (the width of its box, how many pixels are on, ...), and two
dense layers say which of the 26 it is. The program goes the way of the Module tutorial:

1. describe the network as a Symbol;
2. train it for a while with the steps one by one: bind, init_params, init_optimizer, and for each
   batch forward, update_metric, backward, update;
3. go on with `fit`, which does the same, measures, and saves a checkpoint after every epoch;
4. predict and score;
5. make a new Module from the last checkpoint, as another program would, and go on training.
"""
import argparse
import logging
import tempfile
from pathlib import Path

import letters
import numpy as np

import mxnet as mx


def network():
    """Describe the network; the names of its layers become the names of its parameters."""
    net = mx.sym.Variable("data")
    net = mx.sym.FullyConnected(net, num_hidden=64, name="fc1")
    net = mx.sym.Activation(net, act_type="relu", name="relu1")
    net = mx.sym.FullyConnected(net, num_hidden=letters.CLASSES, name="fc2")
    return mx.sym.SoftmaxOutput(net, name="softmax")


def train_by_hand(module, train, epochs):
    """Train with the steps that `fit` is made of."""
    module.bind(data_shapes=train.provide_data, label_shapes=train.provide_label)  # allocate memory
    module.init_params(initializer=mx.init.Uniform(scale=0.1))
    module.init_optimizer(optimizer="sgd", optimizer_params={"learning_rate": 0.1})
    metric = mx.metric.create("acc")
    for epoch in range(epochs):
        train.reset()
        metric.reset()
        for batch in train:
            module.forward(batch, is_train=True)  # compute predictions
            module.update_metric(metric, batch.label)
            module.backward()  # compute gradients
            module.update()  # update parameters
        print(f"epoch {epoch + 1}, by hand: {metric.get()[1]:.4f} of the training letters are right")


def main(arguments=None):
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--by-hand", type=int, default=2, help="epochs trained step by step")
    parser.add_argument("--epochs", type=int, default=10, help="epochs of fit")
    parser.add_argument("--batch-size", type=int, default=32)
    parser.add_argument("--rows", type=int, help="use only so many rows for training and for testing")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args(arguments)
    logging.basicConfig(level=logging.INFO, format="%(message)s")
    mx.random.seed(options.seed)
    np.random.seed(options.seed)  # NDArrayIter shuffles with it

    features, classes, unseen, answers = letters.load(options.rows)
    train = mx.io.NDArrayIter(features, classes, options.batch_size, shuffle=True)
    test = mx.io.NDArrayIter(unseen, answers, options.batch_size)

    module = mx.mod.Module(network(), data_names=["data"], label_names=["softmax_label"])
    train_by_hand(module, train, options.by_hand)

    with tempfile.TemporaryDirectory() as folder:
        prefix = str(Path(folder) / "letters")
        # What is bound and initialised stays so: fit goes on with the parameters it finds.
        train.reset()
        module.fit(train, eval_data=test, eval_metric="acc", num_epoch=options.epochs,
                   epoch_end_callback=mx.callback.do_checkpoint(prefix),
                   batch_end_callback=mx.callback.Speedometer(options.batch_size, frequent=250))

        chances = module.predict(test)  # a row a letter, a column a class
        accuracy = dict(module.score(test, ["acc", "ce"]))["accuracy"]
        print(f"predicted {chances.shape[0]} unseen letters, {accuracy:.4f} of them right")

        again = mx.mod.Module.load(prefix, options.epochs)  # symbol and parameters, from two files
        train.reset()
        again.fit(train, eval_data=test, num_epoch=options.epochs + 1, begin_epoch=options.epochs,
                  optimizer="sgd", optimizer_params={"learning_rate": 0.02})
    accuracy = again.score(test, "acc")[0][1]
    print(f"loaded, trained for one more epoch at a smaller rate: {accuracy:.4f} right")
    return accuracy


if __name__ == "__main__":
    main()
