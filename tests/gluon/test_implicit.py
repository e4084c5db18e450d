"""Losses that nobody hybridized are compiled once their calls repeat; nobody can tell."""
import copy
import pickle
import threading

import numpy as np
import pytest

import mxnet as mx
from mxnet import autograd, gluon
from mxnet.gluon import loss as losses

RNG = np.random.RandomState(3)
PRED, CLASSES = RNG.rand(4, 5).astype("f"), np.array([0, 4, 2, 1], "f")
CASES = {
    "L2Loss": ({}, [PRED, RNG.rand(4, 5)]),
    "L1Loss": ({"weight": 3.0}, [PRED, RNG.rand(4, 5)]),
    "SigmoidBinaryCrossEntropyLoss": ({}, [PRED, RNG.randint(0, 2, (4, 5)), None, np.full((1, 5), 2.0)]),
    "SoftmaxCrossEntropyLoss": ({}, [PRED, CLASSES]),
    "SoftmaxCELoss": ({"sparse_label": False}, [PRED, np.full((4, 5), .2), np.array([[1.], [2.], [3.], [4.]])]),
    "KLDivLoss": ({"from_logits": False}, [PRED, np.full((4, 5), .2)]),
    "HuberLoss": ({"rho": .2}, [PRED, RNG.rand(4, 5)]),
    "HingeLoss": ({}, [PRED, np.sign(RNG.rand(4, 5) - .5)]),
    "SquaredHingeLoss": ({}, [PRED, np.sign(RNG.rand(4, 5) - .5)]),
    "LogisticLoss": ({"label_format": "binary"}, [PRED, RNG.randint(0, 2, (4, 5))]),
    "TripletLoss": ({}, [PRED, RNG.rand(4, 5), RNG.rand(4, 5)]),
    "PoissonNLLLoss": ({}, [PRED, RNG.rand(4, 5)]),
    "CosineEmbeddingLoss": ({}, [PRED, RNG.rand(4, 5), np.array([1., -1, 1, -1])]),
    "SDMLLoss": ({}, [PRED, RNG.rand(4, 5)]),
    "CTCLoss": ({}, [RNG.rand(2, 7, 5), np.array([[1., 2], [0, -1]])]),
}


def call(block, values):
    arrays = [None if value is None else mx.nd.array(value) for value in values]
    arrays[0].attach_grad()
    with autograd.record():
        made = block(*arrays)
    made.backward()
    return made.asnumpy(), arrays[0].grad.asnumpy()


def compiled(block):
    return block._implicit is not None and block._implicit.is_compiled


@pytest.mark.parametrize("name", CASES)
def test_repeated_calls_give_what_the_first_gave(name):
    options, values = CASES[name]
    block = getattr(losses, name)(**options)
    first, gradient = call(block, values)
    assert not compiled(block)
    for _ in range(3):
        made = call(block, values)
        np.testing.assert_allclose(made[0], first, rtol=1e-6, atol=1e-7)
        np.testing.assert_allclose(made[1], gradient, rtol=1e-5, atol=1e-7)
    assert compiled(block) is (name != "SDMLLoss")  # which reads shapes


def test_an_attribute_that_changes_counts():
    block = gluon.loss.L2Loss()
    values = [PRED, np.zeros((4, 5))]
    before = [call(block, values)[0] for _ in range(3)][-1]
    block._weight = 2.0
    for _ in range(3):
        np.testing.assert_allclose(call(block, values)[0], 2 * before, rtol=1e-6)


def test_inputs_may_come_and_go():
    block, weights = gluon.loss.L1Loss(), np.array([[1.], [0.], [2.], [0.]])
    values = [PRED, np.zeros((4, 5))]
    plain = [call(block, values)[0] for _ in range(3)][-1]
    for _ in range(3):
        np.testing.assert_allclose(call(block, [*values, weights])[0], plain * weights[:, 0], rtol=1e-6)
    np.testing.assert_allclose(call(block, values)[0], plain, rtol=1e-6)


def test_a_users_loss_runs_as_it_is_written():
    class Own(gluon.loss.L2Loss):
        calls = 0

        def hybrid_forward(self, F, pred, label, sample_weight=None):
            Own.calls += 1
            return super().hybrid_forward(F, pred, label, sample_weight)
    block = Own()
    for _ in range(4):
        call(block, [PRED, np.zeros((4, 5))])
    assert Own.calls == 4


def test_shapes_that_change_are_not_compiled():
    block = gluon.loss.L2Loss()
    for size in (*range(1, 12), 3, 3, 3):
        call(block, [np.ones((size, 2)), np.zeros((size, 2))])
    assert not compiled(block)


def test_names_of_a_network_around_it_stay():
    def exported(repeats):
        class Net(gluon.HybridBlock):
            def __init__(self):
                super().__init__(prefix="net_")
                with self.name_scope():
                    self.loss = gluon.loss.SoftmaxCrossEntropyLoss(prefix="loss_")

            def hybrid_forward(self, F, x, y):
                return self.loss(x, y)
        net = Net()
        for _ in range(repeats):
            call(net.loss, [PRED, CLASSES])
        return net(mx.sym.var("x"), mx.sym.var("y")).tojson()
    assert exported(0) == exported(3)


def test_it_copies_and_pickles():
    block = gluon.loss.SoftmaxCrossEntropyLoss()
    expected = [call(block, [PRED, CLASSES])[0] for _ in range(3)][-1]
    for other in copy.deepcopy(block), pickle.loads(pickle.dumps(block)):
        assert not compiled(other)
        for _ in range(3):
            np.testing.assert_allclose(call(other, [PRED, CLASSES])[0], expected, rtol=1e-6)


def test_errors_are_those_of_the_operators():
    block = gluon.loss.SoftmaxCrossEntropyLoss()
    said = set()
    for _ in range(3):
        with pytest.raises(mx.MXNetError) as caught:
            call(block, [PRED, np.zeros(3)])
        said.add(str(caught.value))
    assert len(said) == 1


def test_a_label_out_of_range_is_clipped_as_before():
    block = gluon.loss.SoftmaxCrossEntropyLoss()
    made = [call(block, [PRED, np.array([0, 9, -3, 1])]) for _ in range(3)]
    for values in made[1:]:
        np.testing.assert_array_equal(values[0], made[0][0])
        np.testing.assert_allclose(values[1], made[0][1], rtol=1e-6)


def test_threads_that_give_other_inputs():
    block, weights = gluon.loss.L1Loss(), mx.nd.array([[1.0], [0.0], [2.0], [0.0]])
    pred, label = mx.nd.array(PRED), mx.nd.zeros((4, 5))
    plain = np.abs(PRED).mean(1)
    wrong = []

    def work(weighted):
        for _ in range(60):
            with autograd.record():
                made = (block(pred, label, weights) if weighted else block(pred, label)).asnumpy()
            if not np.allclose(made, plain * [1, 0, 2, 0] if weighted else plain, rtol=1e-5):
                wrong.append(made)
    threads = [threading.Thread(target=work, args=(number % 2,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong


def test_threads_that_go_back_the_same_way():
    net = gluon.nn.Dense(3, in_units=5)
    net.initialize()
    net.hybridize()
    block, failed = gluon.loss.SoftmaxCrossEntropyLoss(), []

    def work(number):
        try:
            x = mx.nd.array(PRED)
            x.attach_grad()
            for turn in range(40):
                with autograd.record():
                    value = block(net(x) if turn % 3 else net(x) * 2, mx.nd.array(CLASSES % 3))
                value.backward()
        except Exception as error:
            failed.append(error)
    threads = [threading.Thread(target=work, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failed
