"""Autograd: one training step of a small perceptron, written out."""
import numpy as np
from measure import case

WIDTHS = (16, 64, 26)
BATCH = 32


def drawn():
    rng = np.random.RandomState(0)
    weights = [rng.normal(0, 0.2, pair).astype("float32") for pair in zip(WIDTHS, WIDTHS[1:])]
    return weights, rng.rand(BATCH, WIDTHS[0]).astype("float32")


def torch_step():
    import torch
    arrays, data = drawn()
    first, second = (torch.tensor(a, requires_grad=True) for a in arrays)
    data = torch.tensor(data)

    def step():
        scores = torch.relu(data @ first) @ second
        (scores * scores).mean().backward()
        with torch.no_grad():
            for array in (first, second):
                array -= 0.01 * array.grad
                array.grad = None
    return step


@case(torch_step)
def perceptron_step(mx):
    arrays, data = drawn()
    first, second = (mx.nd.array(a) for a in arrays)
    data = mx.nd.array(data)
    for array in (first, second):
        array.attach_grad()

    def step():
        with mx.autograd.record():
            scores = mx.nd.dot(mx.nd.relu(mx.nd.dot(data, first)), second)
            loss = (scores * scores).mean()
        loss.backward()
        for array in (first, second):
            array -= 0.01 * array.grad
    return step
