"""SVRGModule against weights that MXNet 1.9.1 trained, and its parts by hand."""
import numpy as np
import pytest

import mxnet as mx
from mxnet.contrib.svrg_optimization.svrg_module import SVRGModule
from mxnet.contrib.svrg_optimization.svrg_optimizer import _SVRGOptimizer


def data(count=22):
    values = np.random.RandomState(0).rand(count, 3).astype("float32")
    return mx.io.NDArrayIter(values, values.dot([1, 2, 3]).astype("float32"), 4, label_name="label")


def module(contexts=1, name="fc1", **given):
    net = mx.sym.FullyConnected(mx.sym.var("data"), num_hidden=1, name=name)
    net = mx.sym.LinearRegressionOutput(net, mx.sym.var("label"), name="lro")
    return SVRGModule(net, label_names=["label"], context=[mx.cpu(place) for place in range(contexts)],
                      **{"update_freq": 2, **given})


# optimizer, settings, contexts, store, then weight, bias and the full gradient of the weight after five epochs
TRAINED = {
    "sgd": ("sgd", {"learning_rate": 0.1}, 1, "local", [1.4075994, 1.5492656, 1.7964141], 0.8131185,
            [0.6493407, 0.5281138, 0.29762965]),
    "momentum": ("sgd", {"learning_rate": 0.05, "momentum": 0.9}, 1, "local", [1.263755, 1.7008722, 2.3535302],
                 0.43593994, [0.20908871, 0.09544913, -0.08794897]),
    "adam": ("adam", {"learning_rate": 0.05}, 1, "local", [1.8266578, 1.8909152, 1.9846867], 0.8509613,
             [1.3568305, 1.2756089, 1.0162162]),
    "devices": ("sgd", {"learning_rate": 0.05}, 2, None, [1.376324, 1.4243374, 1.5181565], 0.76214534,
                [-0.3598706, -0.34331834, -0.63445735]),
    "store": ("sgd", {"learning_rate": 0.05}, 2, "local", [1.4395639, 1.5418844, 1.6898996], 0.8890246,
              [0.07639647, 0.00507974, -0.14986303]),
}


@pytest.mark.parametrize("name", TRAINED)
def test_trains_as_recorded(name, monkeypatch):
    optimizer, given, contexts, store, weight, bias, full = TRAINED[name]
    trained = module(contexts)
    if name == "store":  # MXNet computes the first batch with weights of zero: it fetches the wrong key
        original = trained.init_optimizer

        def init_optimizer(*args, **named):
            original(*args, **named)
            for arrays in trained._exec_group.param_arrays:
                for array in arrays:
                    array[:] = 0

        monkeypatch.setattr(trained, "init_optimizer", init_optimizer)
    trained.fit(data(), eval_metric="mse", num_epoch=5, optimizer=optimizer, optimizer_params=given, kvstore=store,
                initializer=mx.init.One())
    params = trained.get_params()[0]
    np.testing.assert_allclose(params["fc1_weight"].asnumpy()[0], weight, rtol=2e-5)
    np.testing.assert_allclose(params["fc1_bias"].asnumpy()[0], bias, rtol=2e-5)
    np.testing.assert_allclose(trained._param_dict[0]["fc1_weight"].asnumpy()[0], full, rtol=1e-3, atol=1e-5)


def test_the_full_gradient_is_the_mean_of_the_batches():
    made, batches = module(), data(20)
    made.bind(batches.provide_data, batches.provide_label)
    made.init_params(mx.init.One())
    made.init_optimizer()
    made.update_full_grads(batches)
    batches.reset()
    sums = 0
    for batch in batches:
        made.forward(batch, is_train=True)
        made.backward()
        sums = sums + made._exec_group.grad_arrays[0][0].asnumpy()
    np.testing.assert_allclose(made._param_dict[0]["fc1_weight"].asnumpy(), sums / 5, rtol=1e-5)
    made._update_svrg_gradients()  # at the copy's own weights every batch has the full gradient
    np.testing.assert_allclose(made._exec_group.grad_arrays[0][0].asnumpy(), sums / 5, rtol=1e-5)


def test_a_parameter_with_full_in_its_name_is_trained():
    made = module(name="fullyconnected0")
    made.fit(data(), eval_metric="mse", num_epoch=1, kvstore=mx.kv.create("local"), initializer=mx.init.One(),
             optimizer_params={"learning_rate": 0.0})
    assert (made.get_params()[0]["fullyconnected0_weight"].asnumpy() == 1).all()


def test_states_and_parameters_are_saved_and_loaded(tmp_path):
    for store in ("local", mx.kv.create("local")):
        made = module()
        made.fit(data(), eval_metric="mse", num_epoch=2, kvstore=store, optimizer_params={"momentum": 0.9})
        made.save_checkpoint(str(tmp_path / "x"), 2, save_optimizer_states=True)
        made.load_optimizer_states(str(tmp_path / "x-0002.states"))
        made.fit(data(), eval_metric="mse", begin_epoch=2, num_epoch=3)


def test_fixed_parameters_stay():
    made = module(fixed_param_names=["fc1_bias"])
    made.fit(data(), eval_metric="mse", num_epoch=2, initializer=mx.init.One())
    params = made.get_params()[0]
    assert params["fc1_bias"].asscalar() == 0 and (params["fc1_weight"].asnumpy() != 1).all()


def test_mistakes_are_told():
    with pytest.raises(TypeError, match="update_freq"):
        module(update_freq=None)
    with pytest.raises(ValueError, match="update_freq"):
        module(update_freq=0)
    with pytest.raises(AssertionError, match="update_full_grads"):
        made, batches = module(), data()
        made.bind(batches.provide_data, batches.provide_label)
        made.init_params()
        made.init_optimizer()
        made.forward_backward(next(batches))
    with pytest.raises(mx.MXNetError, match="nothing"):
        _SVRGOptimizer("sgd", param_idx2name={0: "w"}).create_state("nothing", mx.nd.ones((1,)))
