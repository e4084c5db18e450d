"""Losses against their formulas, written with NumPy: shapes, weights, and what is averaged or summed per sample."""
import numpy as np
import pytest

from mxnet import autograd, gluon, nd

loss = gluon.loss


def log_softmax(x, axis=-1):
    x = x - x.max(axis=axis, keepdims=True)
    return x - np.log(np.exp(x).sum(axis=axis, keepdims=True))


def softplus(x):
    return np.log1p(np.exp(x))


def sigmoid(x):
    return 1 / (1 + np.exp(-x))


def huber(error):
    return np.where(error > 1, error - 0.5, 0.5 * error ** 2)


ELEMENTWISE = {  # name -> (arguments, label, value of each element, how the elements of a sample become one)
    "L1Loss": ({}, "unit", lambda p, y: abs(p - y), np.mean),
    "L2Loss": ({}, "unit", lambda p, y: 0.5 * (p - y) ** 2, np.mean),
    "HuberLoss": ({}, "unit", lambda p, y: huber(abs(p - y)), np.mean),
    "HingeLoss": ({}, "sign", lambda p, y: np.maximum(0, 1 - p * y), np.mean),
    "SquaredHingeLoss": ({}, "sign", lambda p, y: np.maximum(0, 1 - p * y) ** 2, np.mean),
    "LogisticLoss": ({}, "sign", lambda p, y: softplus(-p * y), np.mean),
    "SigmoidBinaryCrossEntropyLoss": ({}, "unit", lambda p, y: -(y * np.log(sigmoid(p)) + (1 - y) *
                                                                np.log(1 - sigmoid(p))), np.mean),
    "KLDivLoss": ({}, "unit", lambda p, y: y * (np.log(y) - p), np.sum),
    "KLDivLoss of values": ({"from_logits": False}, "unit", lambda p, y: y * (np.log(y) - log_softmax(p)), np.sum),
}


@pytest.mark.parametrize("hybridized", [False, True])
@pytest.mark.parametrize("weights", [None, 2.0, "per sample"])
@pytest.mark.parametrize("shape", [(4, 3), (2, 3, 4)])
@pytest.mark.parametrize("name", ELEMENTWISE)
def test_elementwise_losses(name, shape, weights, hybridized):
    kwargs, kind, value, reduced = ELEMENTWISE[name]
    draw = np.random.RandomState(7)
    pred = draw.normal(size=shape).astype("float32")
    label = draw.uniform(0.1, 0.9, shape).astype("float32")
    if kind == "sign":
        label = np.where(label > 0.5, 1, -1).astype("float32")
    each = value(pred.astype("float64"), label.astype("float64"))
    given = {"weight": 2.0} if weights == 2.0 else {}
    block = getattr(loss, name.split()[0])(**given, **kwargs)
    if hybridized:
        block.hybridize()
    more = []
    if weights == 2.0:
        each = each * 2
    elif weights:
        sample = draw.uniform(0, 2, (shape[0],) + (1,) * (len(shape) - 1)).astype("float32")
        each, more = each * sample, [nd.array(sample)]
    found = block(nd.array(pred), nd.array(label), *more)
    assert found.shape == shape[:1]
    np.testing.assert_allclose(found.asnumpy(), reduced(each, axis=tuple(range(1, len(shape)))), rtol=1e-4, atol=1e-5)


def test_softmax_cross_entropy_takes_classes_or_shares():
    draw = np.random.RandomState(3)
    pred, classes = draw.normal(size=(5, 4)).astype("float32"), draw.randint(0, 4, 5)
    expected = -log_softmax(pred.astype("float64"))[np.arange(5), classes]
    found = loss.SoftmaxCrossEntropyLoss()(nd.array(pred), nd.array(classes))
    np.testing.assert_allclose(found.asnumpy(), expected, rtol=1e-5)
    shares = nd.one_hot(nd.array(classes), 4)
    found = loss.SoftmaxCrossEntropyLoss(sparse_label=False)(nd.array(pred), shares)
    np.testing.assert_allclose(found.asnumpy(), expected, rtol=1e-5)


def test_gradient_of_a_divergence_is_that_of_its_sum():
    pred, label = nd.array([[0.5, -0.25], [1, 2]]), nd.array([[0.2, 0.8], [0.5, 0.5]])
    pred.attach_grad()
    with autograd.record():
        value = loss.KLDivLoss()(pred, label)
    value.backward()
    np.testing.assert_allclose(pred.grad.asnumpy(), -label.asnumpy())
