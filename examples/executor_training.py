"""Train without a Module: a Symbol, the Executor it is bound to, and a loop of one's own.

This is what a Module does inside. `simple_bind` infers all shapes from the shape of the data,
allocates the arrays and compiles the graph. The arrays are ordinary NDArrays: the program fills the
parameters, writes batches into the inputs, and takes gradients from where backward left them.
"""
import argparse
import time

import letters
import numpy as np

import mxnet as mx


def network():
    """Describe the network."""
    net = mx.sym.FullyConnected(mx.sym.Variable("data"), num_hidden=128, name="fc1")
    net = mx.sym.Activation(net, act_type="relu", name="relu1")
    net = mx.sym.FullyConnected(net, num_hidden=letters.CLASSES, name="fc2")
    return mx.sym.SoftmaxOutput(net, name="softmax")


def bind(net, shape):
    """Bind for a shape of data, and fill the parameters."""
    wanted = {name: "null" if name in ("data", "softmax_label") else "write" for name in net.list_arguments()}
    executor = net.simple_bind(mx.cpu(), grad_req=wanted, data=shape)
    fill = mx.init.Xavier()
    parameters = [name for name, request in wanted.items() if request == "write"]
    for name in parameters:
        fill(mx.init.InitDesc(name), executor.arg_dict[name])
    return executor, parameters


def accuracy(executor, features, classes):
    """Predict with an executor for another batch size; it has the same parameters, not copies."""
    other = executor.reshape(data=features.shape, softmax_label=classes.shape, allow_up_sizing=True)
    (chances,) = other.forward(is_train=False, data=mx.nd.array(features))
    return float((chances.asnumpy().argmax(axis=1) == classes).mean())


def main(arguments=None):
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--epochs", type=int, default=20)
    parser.add_argument("--batch-size", type=int, default=64)
    parser.add_argument("--rate", type=float, default=0.1, help="learning rate")
    parser.add_argument("--rows", type=int, help="use only so many rows for training and for testing")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args(arguments)
    mx.random.seed(options.seed)
    rng = np.random.RandomState(options.seed)

    features, classes, unseen, answers = letters.load(options.rows)
    features, unseen = features / 15, unseen / 15
    executor, parameters = bind(network(), (options.batch_size, features.shape[1]))
    print("arguments:", ", ".join(f"{name} {array.shape}" for name, array in executor.arg_dict.items()))
    velocity = {name: mx.nd.zeros(executor.arg_dict[name].shape) for name in parameters}
    for epoch in range(options.epochs):
        order, start, loss = rng.permutation(len(classes)), time.time(), mx.nd.zeros(1)
        steps = len(order) // options.batch_size
        for rows in np.split(order[:steps * options.batch_size], steps):
            label = mx.nd.array(classes[rows])
            (chances,) = executor.forward(is_train=True, data=mx.nd.array(features[rows]), softmax_label=label)
            executor.backward()
            loss -= mx.nd.pick(chances, label).log().mean()
            for name in parameters:  # momentum: a gradient goes on pushing for a while
                velocity[name] *= 0.9
                velocity[name] -= options.rate / options.batch_size * executor.grad_dict[name]
                executor.arg_dict[name][:] += velocity[name]
        print(f"epoch {epoch + 1:2d}/{options.epochs}  loss {loss.asscalar() / steps:.4f}  on unseen letters "
              f"{accuracy(executor, unseen, answers):.4f}  {time.time() - start:.2f} s", flush=True)
    return accuracy(executor, unseen, answers)


if __name__ == "__main__":
    main()
