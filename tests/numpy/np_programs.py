"""Small programs in the manner of *Dive into Deep Learning*; each gives numbers that two implementations must share.

Weights are set and not drawn. Run as a script it prints what the running MXNet gives.
"""
import mxnet as mx
from mxnet import autograd, gluon, np, npx
from mxnet.gluon import nn, rnn


def _grid(*shape, scale=1.0):
    size = 1
    for side in shape:
        size *= side
    return (np.arange(size).reshape(shape) % 7 - 3) * (scale / 4)


def _set(net, *inputs):
    net.initialize()
    net(*inputs)
    for param in net.collect_params().values():
        if param.grad_req != "null":
            param.set_data(_grid(*param.shape, scale=0.5))
    return net


def linear_regression():
    """Fit a line by gradients written out."""
    features, w, b = _grid(6, 2), np.zeros((2, 1)), np.zeros(1)
    labels = np.dot(features, np.array([[2.0], [-3.4]])) + 4.2
    for param in (w, b):
        param.attach_grad()
    for _ in range(20):
        with autograd.record():
            loss = ((np.dot(features, w) + b - labels) ** 2 / 2).mean()
        loss.backward()
        for param in (w, b):
            param[:] = param - 0.3 * param.grad
    return [w, b, loss]


def softmax_regression():
    """Train a layer on classes by Gluon's loss and trainer."""
    x, y = _grid(5, 4), np.array([0, 2, 1, 0, 2])
    net = _set(nn.Dense(3), x)
    trainer, loss = gluon.Trainer(net.collect_params(), "adam", {"learning_rate": 0.05}), gluon.loss.SoftmaxCELoss()
    for _ in range(5):
        with autograd.record():
            each = loss(net(x), y)
        each.backward()
        trainer.step(5)
    accuracy = (net(x).argmax(axis=1) == y.astype("int64")).astype("float32").mean()
    return [net.weight.data(), each, accuracy]


def lenet(hybrid=True):
    """Convolutions, pooling and batch normalization, hybridized."""
    net = nn.HybridSequential()
    net.add(nn.Conv2D(3, kernel_size=3, padding=1, activation="sigmoid"), nn.AvgPool2D(2, 2), nn.BatchNorm(),
            nn.Conv2D(4, kernel_size=3), nn.Flatten(), nn.Dense(5))
    x = _grid(2, 1, 8, 8)
    _set(net, x)
    if hybrid:
        net.hybridize()
    with autograd.record():
        y = net(x).sum()
    y.backward()
    return [y, net[0].weight.grad(), net[5].bias.grad()]


class Attention(nn.HybridBlock):
    """Scaled dot-product attention with masked positions."""

    def __init__(self, units):
        super().__init__()
        with self.name_scope():
            self.query = nn.Dense(units, flatten=False, use_bias=False)
            self.scale = self.params.get("scale", shape=(1,))

    def hybrid_forward(self, F, x, valid, scale):
        scores = F.npx.batch_dot(self.query(x), x, transpose_b=True) * scale
        masked = F.npx.sequence_mask(F.np.swapaxes(scores, 1, 2), valid, True, value=-1e6, axis=1)
        weights = F.npx.softmax(F.np.swapaxes(masked, 1, 2), axis=-1)
        return F.npx.batch_dot(weights, x), F.np.max(weights, axis=-1)


def attention():
    """A block of a user's, eager and hybridized."""
    x, valid = _grid(2, 3, 4), np.array([2, 3])
    net = _set(Attention(4), x, valid)
    eager = net(x, valid)
    net.hybridize()
    x.attach_grad()
    with autograd.record():
        out, top = net(x, valid)
        total = (out * out).sum() + top.mean()
    total.backward()
    return [*eager, out, total, x.grad]


def language_model():
    """An LSTM over embedded tokens, with states carried on and gradients clipped."""
    embedding, lstm, dense = nn.Embedding(6, 3), rnn.LSTM(4), nn.Dense(6, flatten=False)
    tokens = np.array([[0, 1, 2], [3, 4, 5]])
    state = None
    for layer in (embedding, lstm, dense):
        layer.initialize()
    state = lstm.begin_state(batch_size=3)
    dense(lstm(embedding(tokens), state)[0])
    params = [p for layer in (embedding, lstm, dense) for p in layer.collect_params().values()]
    for param in params:
        param.set_data(_grid(*param.shape, scale=0.5))
    with autograd.record():
        hidden, state = lstm(embedding(tokens), state)
        loss = gluon.loss.SoftmaxCELoss()(dense(hidden).reshape(-1, 6), tokens.reshape(-1)).mean()
    loss.backward()
    norm = np.sqrt(sum((p.grad() ** 2).sum() for p in params))
    return [loss, hidden, state[1], norm]


def masks_and_parts():
    """Indices, masks, broadcasting and sorting."""
    a = _grid(3, 4)
    a[1, :] = 5
    a[a < 0] = 0
    picked = a[np.array([0, 2]), np.array([1, 3])]
    order = np.argsort(a, axis=1)
    joined = np.concatenate([a, np.ones((3, 1))], axis=1)
    return [a, picked, order, joined.mean(axis=0), np.where(a > 1, a, -a), np.einsum("ij,kj->ik", a, a), a.std(),
            np.unique(a), a[:, ::2], np.split(joined, [1, 3], axis=1)[1]]


def detection():
    """Anchors and their targets, as SSD has them."""
    anchors = npx.multibox_prior(np.zeros((1, 3, 4, 4)), sizes=[0.5, 0.3], ratios=[1, 2])
    labels = np.array([[[0, 0.1, 0.1, 0.5, 0.6], [1, 0.5, 0.5, 0.9, 0.9]]])
    return [anchors, *npx.multibox_target(anchors, labels, np.zeros((1, 3, anchors.shape[1])))]


PROGRAMS = [linear_regression, softmax_regression, lenet, attention, language_model, masks_and_parts, detection]


def run(program):
    """Give a program's results as NumPy arrays."""
    npx.set_np()
    try:
        return [item.asnumpy() for item in program()]
    finally:
        npx.reset_np()


if __name__ == "__main__":
    import sys

    import numpy
    numpy.savez(sys.argv[1], **{f"{program.__name__}_{place}": array for program in PROGRAMS
                                for place, array in enumerate(run(program))}, version=mx.__version__)
