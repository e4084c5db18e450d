"""Modules are pickled and copied, before and after each of their states, and go on exactly as they would have."""
import copy
import logging
import pickle

import numpy as np
import pytest

import mxnet as mx

X = np.random.RandomState(0).randn(40, 6).astype("float32")
Y = (X.sum(axis=1) > 0).astype("float32")
WAYS = {"pickle": lambda module: pickle.loads(pickle.dumps(module)), "copy": copy.copy, "deepcopy": copy.deepcopy}


def network():
    x = mx.sym.FullyConnected(mx.sym.var("data"), num_hidden=4, name="fc1")
    x = mx.sym.BatchNorm(mx.sym.Activation(x, act_type="tanh"), name="bn")
    return mx.sym.SoftmaxOutput(mx.sym.FullyConnected(x, num_hidden=2, name="fc2"), name="softmax")


def batches():
    return mx.io.NDArrayIter(X, Y, 10)


def train(module, epochs):
    data = batches()
    for _ in range(epochs):
        data.reset()
        for batch in data:
            module.forward_backward(batch)
            module.update()


def values(module):
    args, aux = module.get_params()
    return {name: array.asnumpy() for name, array in [*args.items(), *aux.items()]}


def same(one, two):
    return one.keys() == two.keys() and all(np.array_equal(one[name], two[name]) for name in one)


def trained(context, optimizer="adam", **options):
    mx.random.seed(3)
    module = mx.mod.Module(network(), context=context)
    module.bind([("data", (10, 6))], [("softmax_label", (10,))])
    module.init_params(mx.init.Xavier())
    module.init_optimizer(optimizer=optimizer, optimizer_params={"learning_rate": 0.05, **options})
    train(module, 2)
    return module


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("optimizer, options", [
    ("adam", {}), ("sgd", {"momentum": 0.9, "lr_scheduler": "factor"}),
    ("nag", {"momentum": 0.5, "rescale_grad": 0.3})])
def test_training_goes_on_exactly(way, optimizer, options):
    if "lr_scheduler" in options:
        options = {**options, "lr_scheduler": mx.lr_scheduler.FactorScheduler(3, 0.5, base_lr=0.05)}
    module = trained(mx.cpu(), optimizer, **options)
    again = WAYS[way](module)
    at = values(module)
    assert same(values(again), at) and again.optimizer_initialized and again.for_training
    train(module, 2)
    assert same(values(again), at)          # they share nothing
    train(again, 2)
    assert same(values(again), values(module)) and not same(values(again), at)


def test_contexts_and_stores_are_kept():
    contexts = [mx.cpu(0), mx.cpu(1)]
    module = trained(contexts)
    again = pickle.loads(pickle.dumps(module))
    assert again._context == contexts and again._kvstore.type == module._kvstore.type
    train(module, 1)
    train(again, 1)
    assert same(values(again), values(module))


@pytest.mark.parametrize("way", WAYS)
def test_modules_on_their_way(way):
    made = mx.mod.Module(network(), logger=logging.getLogger("mine"), fixed_param_names=["fc1_weight"])
    again = WAYS[way](made)
    assert not again.binded and again.logger is made.logger and again._fixed_param_names == ["fc1_weight"]
    again.bind([("data", (10, 6))], [("softmax_label", (10,))], for_training=False, grad_req="add")
    bound = WAYS[way](again)
    assert bound.binded and not bound.params_initialized and not bound.for_training and bound._grad_req == "add"
    assert [tuple(desc.shape) for desc in bound.data_shapes] == [(10, 6)]
    bound.init_params()
    ready = WAYS[way](bound)
    assert not ready.optimizer_initialized
    assert np.array_equal(ready.predict(batches()).asnumpy(), bound.predict(batches()).asnumpy())
    assert mx.mod.Module(network()).logger is logging and WAYS[way](mx.mod.Module(network())).logger is logging


class Named(mx.mod.Module):
    """A class of a user's, with an attribute and a constructor of its own."""

    def __init__(self, title):
        super().__init__(network())
        self.title = title


def test_classes_of_users():
    again = pickle.loads(pickle.dumps(Named("mine")))
    assert type(again) is Named and again.title == "mine" and again.symbol.list_outputs() == ["softmax_output"]


def test_checkpoints_that_are_not_bound_yet(tmp_path):
    module = trained(mx.cpu())
    module.save_checkpoint(str(tmp_path / "m"), 1, save_optimizer_states=True)
    loaded = pickle.loads(pickle.dumps(mx.mod.Module.load(str(tmp_path / "m"), 1, load_optimizer_states=True)))
    loaded.bind([("data", (10, 6))], [("softmax_label", (10,))])
    assert same(values(loaded), values(module))


def test_sequences_of_modules():
    first = mx.sym.FullyConnected(mx.sym.var("data"), num_hidden=3, name="a")
    last = mx.sym.SoftmaxOutput(mx.sym.FullyConnected(mx.sym.var("mid"), num_hidden=2, name="b"), name="softmax")
    whole = mx.mod.SequentialModule()
    whole.add(mx.mod.Module(first, label_names=None)).add(mx.mod.Module(last, data_names=("mid",)), take_labels=True,
                                                          auto_wiring=True)
    whole.bind([("data", (10, 6))], [("softmax_label", (10,))])
    whole.init_params()
    again = pickle.loads(pickle.dumps(whole))
    assert np.array_equal(again.predict(batches()).asnumpy(), whole.predict(batches()).asnumpy())


def sums(length):
    """A network of a bucket, in a function that pickle finds by its name."""
    x = mx.sym.sum(mx.sym.Embedding(mx.sym.var("data"), input_dim=10, output_dim=4, name="embed"), axis=1)
    x = mx.sym.BatchNorm(mx.sym.FullyConnected(x, num_hidden=3, name="fc"), name="bn")
    return mx.sym.SoftmaxOutput(x, name="softmax"), ("data",), ("softmax_label",)


def sentences(length, seed):
    rng = np.random.RandomState(seed)
    return mx.io.DataBatch([mx.nd.array(rng.randint(0, 10, (4, length)))], [mx.nd.array(rng.randint(0, 3, 4))],
                           bucket_key=length, provide_data=[("data", (4, length))],
                           provide_label=[("softmax_label", (4,))])


def train_buckets(module):
    for seed, length in enumerate((5, 8, 5, 3, 8)):
        module.forward_backward(sentences(length, seed))
        module.update()


@pytest.mark.parametrize("way", WAYS)
def test_buckets_go_on_exactly(way):
    mx.random.seed(3)
    module = mx.mod.BucketingModule(sums, default_bucket_key=8)
    assert not WAYS[way](module).binded and WAYS[way](module).logger is logging
    module.bind([("data", (4, 8))], [("softmax_label", (4,))])
    module.init_params(mx.init.Xavier())
    assert same(values(WAYS[way](module)), values(module))
    module.init_optimizer(optimizer="adam", optimizer_params={"learning_rate": 0.05})
    train_buckets(module)
    module.forward(sentences(5, 9), is_train=False)
    again = WAYS[way](module)
    at = values(module)
    assert same(values(again), at) and again._curr_bucket_key == 5 and again._buckets.keys() == {3, 5, 8}
    shared = {id(again._buckets[key]._exec_group.param_arrays[0][0]) for key in again._buckets}
    assert len(shared) == 1                    # buckets of the copy share their own arrays
    train_buckets(module)
    assert same(values(again), at)
    train_buckets(again)
    assert same(values(again), values(module)) and not same(values(again), at)


def test_loaded_buckets_are_copied_before_they_are_bound(tmp_path):
    module = mx.mod.BucketingModule(sums, default_bucket_key=8)
    module.bind([("data", (4, 8))], [("softmax_label", (4,))])
    module.init_params()
    module.forward(sentences(5, 9), is_train=False)
    module.save_checkpoint(str(tmp_path / "m"), 1)
    loaded = copy.copy(mx.mod.BucketingModule.load(str(tmp_path / "m"), 1, sums, 8))
    loaded.bind([("data", (4, 8))], [("softmax_label", (4,))], for_training=False)
    loaded.forward(sentences(5, 9), is_train=False)
    module.forward(sentences(5, 9), is_train=False)
    assert np.array_equal(loaded.get_outputs()[0].asnumpy(), module.get_outputs()[0].asnumpy())


def test_a_function_without_a_name_is_copied_but_not_pickled():
    module = mx.mod.BucketingModule(lambda key: sums(key), default_bucket_key=8)
    assert copy.deepcopy(module)._default_bucket_key == 8
    with pytest.raises((pickle.PicklingError, AttributeError), match="lambda"):
        pickle.dumps(module)


@pytest.mark.parametrize("way", WAYS)
def test_modules_of_reduced_variance_go_on_exactly(way):
    mx.random.seed(3)
    module = mx.contrib.svrg_optimization.svrg_module.SVRGModule(network(), update_freq=2)
    module.bind([("data", (10, 6))], [("softmax_label", (10,))])
    module.init_params(mx.init.Xavier())
    module.init_optimizer(optimizer_params={"learning_rate": 0.05})
    module.update_full_grads(batches())
    train(module, 1)
    again = WAYS[way](module)
    at = values(module)
    train(module, 2)
    assert same(values(again), at) and again.update_freq == 2
    train(again, 2)
    assert same(values(again), values(module)) and not same(values(again), at)
    again.update_full_grads(batches())
    module.update_full_grads(batches())
    train(module, 1)
    train(again, 1)
    assert same(values(again), values(module))
