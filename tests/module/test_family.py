"""The other modules, FeedForward and the KVStore behind them."""
import numpy as np
import pytest

import mxnet as mx


def sequence_net(length):
    data = mx.sym.Variable("data")
    embed = mx.sym.Embedding(data, input_dim=20, output_dim=8, name="embed")
    flat = mx.sym.sum(embed, axis=1)
    out = mx.sym.FullyConnected(flat, num_hidden=4, name="fc")
    return mx.sym.SoftmaxOutput(out, name="softmax"), ("data",), ("softmax_label",)


def bucket_batch(length, size=16):
    rng = np.random.RandomState(length)
    return mx.io.DataBatch([mx.nd.array(rng.randint(0, 20, (size, length)))], [mx.nd.array(rng.randint(0, 4, size))],
                           bucket_key=length, provide_data=[mx.io.DataDesc("data", (size, length))],
                           provide_label=[mx.io.DataDesc("softmax_label", (size,))])


def test_buckets_share_parameters_and_optimizer(tmp_path):
    module = mx.mod.BucketingModule(sequence_net, default_bucket_key=10)
    first = bucket_batch(10)
    module.bind(first.provide_data, first.provide_label)
    module.init_params(mx.init.Xavier())
    module.init_optimizer(optimizer_params={"learning_rate": 0.5, "momentum": 0.9})
    before = module.get_params()[0]["fc_weight"].asnumpy()
    for length in (5, 10, 7, 5):
        module.forward(bucket_batch(length), is_train=True)
        module.backward()
        module.update()
    after = module.get_params()[0]["fc_weight"].asnumpy()
    assert not np.array_equal(before, after)
    weights = {id(m._exec_group.param_arrays[0][0]) for m in module._buckets.values()}
    assert len(weights) == 1
    module.save_checkpoint(str(tmp_path / "b"), 1)
    loaded = mx.mod.BucketingModule.load(str(tmp_path / "b"), 1, sym_gen=sequence_net, default_bucket_key=10)
    loaded.bind(first.provide_data, first.provide_label, for_training=False)
    np.testing.assert_array_equal(loaded.get_params()[0]["fc_weight"].asnumpy(), after)


def test_a_chain_trains_like_the_whole_network(problem):
    data, label = problem
    lower = mx.sym.Activation(mx.sym.FullyConnected(mx.sym.Variable("data"), num_hidden=8, name="fc1"),
                              act_type="tanh", name="act")
    upper = mx.sym.SoftmaxOutput(mx.sym.FullyConnected(mx.sym.Variable("data"), num_hidden=4, name="fc2"),
                                 name="softmax")
    whole = mx.sym.SoftmaxOutput(mx.sym.FullyConnected(lower, num_hidden=4, name="fc2"), name="softmax")
    chain = mx.mod.SequentialModule()
    chain.add(mx.mod.Module(lower, label_names=None)).add(mx.mod.Module(upper), take_labels=True, auto_wiring=True)
    results = []
    for module in (chain, mx.mod.Module(whole)):
        batches = mx.io.NDArrayIter(data, label, 32)
        module.fit(batches, num_epoch=2, initializer=mx.init.Constant(0.1), optimizer_params={"learning_rate": 0.1})
        results.append(module.get_params()[0]["fc2_weight"].asnumpy())
    np.testing.assert_allclose(results[0], results[1], rtol=1e-5)
    with pytest.raises(mx.MXNetError, match="Unknown meta"):
        chain.add(chain, take_label=True)


def test_python_loss_module_is_softmax(problem):
    data, label = problem
    scores = mx.sym.FullyConnected(mx.sym.Variable("data"), num_hidden=4, name="fc")

    def gradient(values, labels):
        out = mx.nd.softmax(values)
        return out - mx.nd.one_hot(labels, 4)
    chain = mx.mod.SequentialModule()
    chain.add(mx.mod.Module(scores, label_names=None))
    chain.add(mx.mod.PythonLossModule(grad_func=gradient), take_labels=True, auto_wiring=True)
    whole = mx.mod.Module(mx.sym.SoftmaxOutput(scores, name="softmax"))
    results = []
    for module in (chain, whole):
        module.fit(mx.io.NDArrayIter(data, label, 32), num_epoch=1, initializer=mx.init.Constant(0.1))
        results.append(module.get_params()[0]["fc_weight"].asnumpy())
    np.testing.assert_allclose(results[0], results[1], rtol=1e-5)


@pytest.mark.filterwarnings("ignore:.*FeedForward has been deprecated")
def test_feedforward_fits_scores_saves_and_loads(net, problem, tmp_path):
    data, label = problem
    model = mx.model.FeedForward.create(net, data, label, num_epoch=15, learning_rate=0.2, momentum=0.9,
                                        initializer=mx.init.Xavier(), numpy_batch_size=32)
    assert model.score(mx.io.NDArrayIter(data, label, 32)) > 0.9
    predicted = model.predict(data)
    assert predicted.shape == (256, 4)
    model.save(str(tmp_path / "ff"))
    again = mx.model.FeedForward.load(str(tmp_path / "ff"), 15)
    np.testing.assert_allclose(again.predict(data), predicted, rtol=1e-5, atol=1e-6)
    with pytest.raises(ValueError, match="y must be specified"):
        model.fit(data)


def test_kvstore_sums_updates_and_compresses():
    store = mx.kv.create("device")
    store.init("w", mx.nd.zeros(4))
    out = mx.nd.zeros(4)
    store.push("w", [mx.nd.ones(4), mx.nd.ones(4) * 2])
    store.pull("w", out=out)
    np.testing.assert_array_equal(out.asnumpy(), [3] * 4)
    with pytest.raises(mx.MXNetError, match="duplicate init"):
        store.init("w", mx.nd.zeros(4))
    with pytest.raises(mx.MXNetError, match="Mixed key types"):
        store.init(3, mx.nd.zeros(4))
    with pytest.raises(mx.MXNetError, match="has not been inited"):
        store.pull("v", out=out)
    with pytest.raises(mx.MXNetError, match="not part of this release"):
        mx.kv.create("horovod")
    squeezed = mx.kv.create("device")
    squeezed.set_gradient_compression({"type": "2bit", "threshold": 0.5})
    squeezed.init("w", mx.nd.zeros(4))
    seen = []
    for _ in range(3):  # values of MXNet 1.9.1
        squeezed.push("w", [mx.nd.array([0.3, -0.6, 2, 0.1])] * 2)
        squeezed.pull("w", out=out)
        seen.append(out.asnumpy().tolist())
    assert seen == [[0, -1, 1, 0], [1, -1, 1, 0], [0, -1, 1, 0]]
    store.set_optimizer(mx.optimizer.create("test"))
    store.push("w", mx.nd.ones(4))
    store.pull("w", out=out)
    assert out.asnumpy().shape == (4,)


@pytest.mark.parametrize("name", ["forward", "backward", "forward_backward", "update", "update_metric"])
@pytest.mark.parametrize("cls", [mx.mod.Module, mx.mod.BucketingModule])
def test_methods_that_a_program_replaces_on_the_class_are_called_by_fit(monkeypatch, cls, name):
    called, original = [], getattr(cls, name)

    def mine(self, *args, **kwargs):
        called.append(self)
        return original(self, *args, **kwargs)

    monkeypatch.setattr(cls, name, mine)
    batch = bucket_batch(5)
    data = mx.io.NDArrayIter(batch.data[0], batch.label[0], batch_size=8)
    if cls is mx.mod.Module:
        module = mx.mod.Module(*sequence_net(5))
    else:
        module = mx.mod.BucketingModule(sequence_net, default_bucket_key=5)
        plain_next = data.next

        def with_key():
            found = plain_next()
            found.bucket_key, found.provide_data, found.provide_label = 5, data.provide_data, data.provide_label
            return found
        data.next = with_key
        data.default_bucket_key = 5
    module.fit(data, num_epoch=1, initializer=mx.init.Xavier(), eval_metric="acc")
    assert len([self for self in called if type(self) is cls]) == 2
