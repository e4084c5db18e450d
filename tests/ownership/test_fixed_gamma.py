"""When a fixed gamma is written: MXNet 1.9.1 does it together with the mean, where anybody asks for that."""
import numpy as np
import pytest

import mxnet as mx

DATA = np.random.RandomState(0).uniform(-1, 1, (4, 3, 2, 2))
NULL = {"data": "null", "norm_gamma": "null", "norm_beta": "null"}


def norm(name="BatchNorm", **params):
    make = {"BatchNorm": mx.sym.BatchNorm, "v1": mx.sym.BatchNorm_v1, "relu": mx.sym.contrib.BatchNormWithReLU,
            "sync": lambda *a, **k: mx.sym.contrib.SyncBatchNorm(*a, key="norm", **k)}[name]
    return make(mx.sym.var("data"), name="norm", **params)


def convolved(**params):
    net = mx.sym.Convolution(mx.sym.var("data"), kernel=(1, 1), num_filter=3, name="conv")
    return mx.sym.BatchNorm(net, name="norm", **params)


def above(net):
    return mx.sym.FullyConnected(net, num_hidden=2, name="fc")


def bound(net, grad_req):
    executor = net.simple_bind(mx.cpu(), data=DATA.shape, grad_req=grad_req)
    for name, array in executor.arg_dict.items():
        array[:] = DATA if name == "data" else 3 if name == "norm_gamma" else 0.5
    executor.aux_dict["norm_moving_var"][:] = 1
    return executor


PARTS = norm(output_mean_var=True)
CASES = [  # a network, what gradients are wanted, whether gamma is written
    (norm(), "null", False), (norm(), "write", True), (norm(axis=3), "null", False),
    (norm(use_global_stats=True), "null", False), (norm(use_global_stats=True), "write", True),
    (norm(), {**NULL, "data": "write"}, True), (norm(), {**NULL, "norm_beta": "write"}, True),
    (norm(), {**NULL, "norm_gamma": "write"}, True),
    (above(norm()), {**NULL, "fc_weight": "write", "fc_bias": "null"}, False),
    (above(norm()), {**NULL, "data": "write", "fc_weight": "null", "fc_bias": "null"}, True),
    (mx.sym.BlockGrad(norm()), "write", True), (mx.sym.BlockGrad(norm()), "null", False),
    (PARTS, "null", True), (PARTS[0], "null", False),
    (mx.sym.Group([PARTS[0], PARTS[1]]), "null", True),
    (mx.sym.Group([PARTS[0], PARTS[2]]), "null", False),
    (convolved(), "null", False), (convolved(), "write", True),
    (mx.sym.Activation(convolved(), act_type="relu"), "null", False),
    (norm("relu"), "null", False), (norm("relu"), "write", True),
    (norm("v1"), "null", True), (norm("sync"), "null", True),
]


@pytest.mark.filterwarnings("ignore:Calling forward the second time")
@pytest.mark.parametrize("is_train", [False, True])
@pytest.mark.parametrize("case", range(len(CASES)))
def test_gamma_in_a_graph(case, is_train):
    net, grad_req, writes = CASES[case]
    executor = bound(net, grad_req)
    gamma, outputs = executor.arg_dict["norm_gamma"], []
    for value in (3, 3, 5):
        gamma[:] = value
        outputs.append(executor.forward(is_train=is_train and grad_req == "null")[0].asnumpy())
        assert (gamma.asnumpy() == (1 if writes else value)).all()
    np.testing.assert_array_equal(outputs[0], outputs[1])
    np.testing.assert_array_equal(outputs[0], outputs[2])  # it counts as 1 in any case
    gamma[:] = 1
    np.testing.assert_allclose(executor.forward(is_train=is_train and grad_req == "null")[0].asnumpy(), outputs[0],
                               rtol=1e-6)


def test_gamma_of_a_training_forward():
    for net, grad_req, writes in CASES:
        if grad_req != "null":
            executor = bound(net, grad_req)
            executor.forward(is_train=True)
            assert (executor.arg_dict["norm_gamma"].asnumpy() == (1 if writes else 3)).all()


def test_gamma_of_a_module_that_predicts():
    module = mx.mod.Module(above(norm()), label_names=None)
    module.bind([("data", DATA.shape)], for_training=False)
    module.init_params()
    module.set_params({"norm_gamma": mx.nd.array([3, 3, 3])}, {}, allow_missing=True)
    module.forward(mx.io.DataBatch([mx.nd.array(DATA)]))
    assert (module.get_params()[0]["norm_gamma"].asnumpy() == 3).all()


@pytest.mark.parametrize("recording, writes", [(False, False), (True, True)])
def test_gamma_of_a_cached_operator(recording, writes):
    gamma, one = mx.nd.array([3, 3, 3]), mx.nd.ones(3)
    with mx.autograd.record() if recording else mx.autograd.pause():
        mx.nd.CachedOp(norm())(mx.nd.array(DATA), gamma, one, one.copy(), one.copy())
    assert (gamma.asnumpy() == (1 if writes else 3)).all()


def test_gamma_of_an_imperative_call():
    gamma, one = mx.nd.array([3, 3, 3]), mx.nd.ones(3)
    mx.nd.BatchNorm(mx.nd.array(DATA), gamma, one, one.copy(), one.copy())
    assert (gamma.asnumpy() == 1).all()
