"""An operator of one's own, written with NumPy, at the end of a network: a softmax loss.

A custom operator is two classes. The one derived from `CustomOpProp` describes it: names of inputs and
outputs, shapes, whether it needs an output gradient. The one derived from `CustomOp` computes. Once
registered it is an operator like any other, for Symbol (as here) and for NDArray.
"""
import argparse
import logging

import digits
import numpy as np

import mxnet as mx


class Softmax(mx.operator.CustomOp):
    """Turns scores into probabilities; its gradient is that of the cross-entropy with the labels."""

    def forward(self, is_train, req, in_data, out_data, aux):
        scores = in_data[0].asnumpy()
        chances = np.exp(scores - scores.max(axis=1, keepdims=True))
        chances /= chances.sum(axis=1, keepdims=True)
        self.assign(out_data[0], req[0], mx.nd.array(chances))  # writes, adds or leaves, as req says

    def backward(self, req, out_grad, in_data, out_data, in_grad, aux):
        labels = in_data[1].asnumpy().astype(int)
        slope = out_data[0].asnumpy()
        slope[np.arange(len(labels)), labels] -= 1
        self.assign(in_grad[0], req[0], mx.nd.array(slope))


@mx.operator.register("numpy_softmax")
class SoftmaxProp(mx.operator.CustomOpProp):
    """Describes the operator; params of the symbol, if there were any, would come to __init__ as strings."""

    def __init__(self):
        super().__init__(need_top_grad=False)  # a loss: it needs no output gradient

    def list_arguments(self):
        return ["data", "label"]

    def list_outputs(self):
        return ["output"]

    def infer_shape(self, in_shape):
        data = in_shape[0]
        return [data, [data[0]]], [data], []  # inputs, outputs, auxiliary states

    def create_operator(self, ctx, shapes, dtypes):
        return Softmax()


def network():
    """Describe a network that ends in the custom operator; its label is called softmax_label."""
    net = mx.sym.Variable("data")
    for index, width in enumerate((64, 32), 1):
        net = mx.sym.FullyConnected(net, num_hidden=width, name=f"fc{index}")
        net = mx.sym.Activation(net, act_type="relu", name=f"relu{index}")
    net = mx.sym.FullyConnected(net, num_hidden=digits.CLASSES, name="fc3")
    return mx.sym.Custom(net, name="softmax", op_type="numpy_softmax")


def main(arguments=None):
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--epochs", type=int, default=12)
    parser.add_argument("--batch-size", type=int, default=32)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args(arguments)
    logging.basicConfig(level=logging.INFO, format="%(message)s")
    mx.random.seed(options.seed)
    np.random.seed(options.seed)

    images, labels, unseen, answers = digits.load()
    train = mx.io.NDArrayIter(images, labels, options.batch_size, shuffle=True)
    test = mx.io.NDArrayIter(unseen, answers, len(answers))
    module = mx.mod.Module(network())
    module.fit(train, eval_data=test, num_epoch=options.epochs, initializer=mx.init.Xavier(), optimizer="sgd",
               optimizer_params={"learning_rate": 0.1, "momentum": 0.9})
    accuracy = module.score(test, "acc")[0][1]
    print(f"{accuracy:.4f} of {len(answers)} unseen digits are read right")
    return accuracy


if __name__ == "__main__":
    main()
