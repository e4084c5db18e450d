"""Bound graphs: a training step and an inference of networks, one executor each."""
import numpy as np
from measure import case

WIDTHS = (16, 64, 26)
BATCH = 32


def perceptron(mx):
    net = mx.sym.FullyConnected(mx.sym.Variable("data"), name="fc1", num_hidden=WIDTHS[1])
    net = mx.sym.Activation(net, name="relu1", act_type="relu")
    net = mx.sym.FullyConnected(net, name="fc2", num_hidden=WIDTHS[2])
    return mx.sym.SoftmaxOutput(net, name="softmax")


def lenet(mx):
    net = mx.sym.Variable("data")
    for filters in (20, 50):
        net = mx.sym.Convolution(net, kernel=(5, 5), num_filter=filters)
        net = mx.sym.Activation(net, act_type="tanh")
        net = mx.sym.Pooling(net, pool_type="max", kernel=(2, 2), stride=(2, 2))
    net = mx.sym.FullyConnected(mx.sym.Flatten(net), num_hidden=500)
    net = mx.sym.FullyConnected(mx.sym.Activation(net, act_type="tanh"), num_hidden=10)
    return mx.sym.SoftmaxOutput(net, name="softmax")


def unrolled(mx, steps=20, hidden=128):
    """A recurrent network written out: hundreds of small nodes."""
    inputs = mx.sym.SliceChannel(mx.sym.Variable("data"), num_outputs=steps, axis=1, squeeze_axis=True)
    weights = [mx.sym.Variable(name) for name in ("i2h_weight", "i2h_bias", "h2h_weight", "h2h_bias")]
    h = c = None
    for step in range(steps):
        gates = mx.sym.FullyConnected(inputs[step], weights[0], weights[1], num_hidden=4 * hidden)
        if h is not None:
            gates = gates + mx.sym.FullyConnected(h, weights[2], weights[3], num_hidden=4 * hidden)
        i, f, o, g = mx.sym.SliceChannel(gates, num_outputs=4)
        fresh = mx.sym.sigmoid(i) * mx.sym.tanh(g)
        c = fresh if c is None else mx.sym.sigmoid(f) * c + fresh
        h = mx.sym.sigmoid(o) * mx.sym.tanh(c)
    return mx.sym.SoftmaxOutput(mx.sym.FullyConnected(h, num_hidden=10), name="softmax")


def bound(mx, net, shape, classes, train):
    rng = np.random.RandomState(0)
    executor = net.simple_bind(mx.cpu(), grad_req="write" if train else "null", data=shape)
    for name, array in executor.arg_dict.items():
        array[:] = rng.randint(0, classes, array.shape) if name.endswith("label") else (
            rng.normal(0, 0.1, array.shape))

    def step():
        executor.forward(is_train=train)
        if train:
            executor.backward()
    return step


def torch_perceptron(train):
    """Write the same calls out by hand, with nothing between them."""
    import torch
    rng = np.random.RandomState(0)
    x, w1, b1, w2, b2 = (torch.tensor(rng.normal(0, 0.1, shape), dtype=torch.float32) for shape in (
        (BATCH, WIDTHS[0]), (WIDTHS[1], WIDTHS[0]), WIDTHS[1:2], (WIDTHS[2], WIDTHS[1]), WIDTHS[2:]))
    labels = torch.tensor(rng.randint(0, WIDTHS[2], BATCH))
    grads = [torch.empty_like(w1), torch.empty_like(b1), torch.empty_like(w2), torch.empty_like(b2)]
    rows = torch.arange(BATCH)

    def step():
        with torch.no_grad():
            r1 = torch.relu(torch.addmm(b1, x, w1.t()))
            out = torch.softmax(torch.addmm(b2, r1, w2.t()), 1)
            if train:
                d2 = out.clone()
                d2[rows, labels] -= 1
                torch.mm(d2.t(), r1, out=grads[2])
                torch.sum(d2, 0, out=grads[3])
                d1 = torch.ops.aten.threshold_backward(torch.mm(d2, w2), r1, 0)
                torch.mm(d1.t(), x, out=grads[0])
                torch.sum(d1, 0, out=grads[1])
        return out
    return step


@case(lambda: torch_perceptron(True))
def executor_perceptron_train(mx):
    return bound(mx, perceptron(mx), (BATCH, WIDTHS[0]), WIDTHS[2], True)


@case(lambda: torch_perceptron(False))
def executor_perceptron_infer(mx):
    return bound(mx, perceptron(mx), (BATCH, WIDTHS[0]), WIDTHS[2], False)


def torch_lenet(train):
    import torch
    net = torch.nn.Sequential(
        torch.nn.Conv2d(1, 20, 5), torch.nn.Tanh(), torch.nn.MaxPool2d(2),
        torch.nn.Conv2d(20, 50, 5), torch.nn.Tanh(), torch.nn.MaxPool2d(2), torch.nn.Flatten(),
        torch.nn.Linear(800, 500), torch.nn.Tanh(), torch.nn.Linear(500, 10))
    x, labels = torch.rand(64, 1, 28, 28), torch.randint(0, 10, (64,))

    def step():
        if not train:
            with torch.inference_mode():
                return torch.softmax(net(x), 1)
        net.zero_grad()
        loss = torch.nn.functional.cross_entropy(net(x), labels, reduction="sum")
        loss.backward()
        return loss
    return step


@case(lambda: torch_lenet(True))
def executor_lenet_train(mx):
    return bound(mx, lenet(mx), (64, 1, 28, 28), 10, True)


@case(lambda: torch_lenet(False))
def executor_lenet_infer(mx):
    return bound(mx, lenet(mx), (64, 1, 28, 28), 10, False)


@case()
def executor_unrolled_lstm_train(mx):
    return bound(mx, unrolled(mx), (32, 20, 128), 10, True)
