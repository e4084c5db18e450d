"""`gluon.contrib`: layers, cells, samplers and texts, against the record of MXNet 1.9.1 where there is one."""
import hashlib
import json
import threading
import warnings
import zipfile
from pathlib import Path
from unittest import mock

import numpy as np
import pytest

import mxnet as mx
from mxnet import gluon, nd
from mxnet.gluon import contrib, nn, rnn

from .further_networks import NETWORKS, VALUES, compute, describe

RECORDED = json.loads((Path(__file__).parents[1] / "data" / "gluon_further_networks.json").read_text())


@pytest.mark.parametrize("name", NETWORKS)
def test_names_and_graph(name):
    assert describe(*NETWORKS[name]()) == RECORDED["graphs"][name]


@pytest.mark.parametrize("hybridized", [False, True])
@pytest.mark.parametrize("name", VALUES)
def test_values(name, hybridized):
    found = compute(*VALUES[name](), hybridized)
    expected = RECORDED["values"][name]
    assert found["outputs"] == pytest.approx(expected["outputs"], rel=1e-4, abs=1e-5)
    assert found["gradients"] == pytest.approx(expected["gradients"], rel=1e-3, abs=1e-4)


def test_modulated_deformable_convolution_without_offsets_is_a_convolution():
    layer = contrib.cnn.ModulatedDeformableConvolution(4, kernel_size=3, padding=1, in_channels=2)
    layer.initialize(mx.init.Xavier())
    x = nd.random.uniform(shape=(2, 2, 5, 5))
    found = layer(x)
    expected = nd.Convolution(x, layer.deformable_conv_weight.data(), layer.deformable_conv_bias.data(), kernel=(3, 3),
                              pad=(1, 1), num_filter=4)
    np.testing.assert_allclose(found.asnumpy(), expected.asnumpy(), rtol=1e-4, atol=1e-5)


def test_concurrent_is_no_hybrid():
    net = contrib.nn.Concurrent(axis=1)
    net.add(nn.Dense(2, in_units=3), contrib.nn.Identity())
    net.initialize()
    x = nd.array(np.arange(6).reshape(2, 3))
    np.testing.assert_array_equal(net(x).asnumpy(), nd.concat(net[0](x), x, dim=1).asnumpy())
    assert len(net) == 2 and type(net) is contrib.nn.Concurrent


def test_sparse_embedding_updates_used_rows_only():
    layer = contrib.nn.SparseEmbedding(10, 3)
    layer.initialize(mx.init.One())
    trainer = gluon.Trainer(layer.collect_params(), "sgd", {"learning_rate": 1.0})
    x = nd.array([2, 5, 2])
    with mx.autograd.record():
        layer(x).sum().backward()
    assert layer.weight.grad().stype == "row_sparse"
    assert layer.weight.grad().indices.asnumpy().tolist() == [2, 5]
    trainer.step(1)
    table = layer.weight.row_sparse_data(nd.arange(10)).asnumpy()
    assert table[:, 0].tolist() == [1, 1, -1, 1, 1, 0, 1, 1, 1, 1]


def test_activation_of_a_convolutional_cell_may_be_a_block():
    cell = contrib.rnn.Conv2DRNNCell((2, 4, 4), 3, 3, 3, 1, activation=nn.LeakyReLU(0.3))
    cell.initialize()
    outputs, _ = cell.unroll(2, nd.ones((1, 2, 2, 4, 4)), layout="NTC", merge_outputs=True)
    assert outputs.shape == (1, 2, 3, 4, 4)


def test_convolutional_cell_needs_an_odd_kernel_for_the_state():
    with pytest.raises(AssertionError, match="h2h_kernel 2 must be odd"):
        contrib.rnn.Conv1DLSTMCell((2, 4), 3, 3, 2)
    with pytest.raises(AssertionError, match="i2h_pad is a number or 2 numbers"):
        contrib.rnn.Conv2DLSTMCell((2, 4, 4), 3, 3, 3, i2h_pad=(1,))


def test_variational_masks_stay_over_steps_and_change_after_reset():
    cell = contrib.rnn.VariationalDropoutCell(rnn.RNNCell(50), drop_inputs=0.5, drop_states=0.5, drop_outputs=0.5)
    cell.initialize()
    x, states = nd.ones((1, 30)), [nd.ones((1, 50))]
    with mx.autograd.record():
        first, _ = cell(x, states)
        again, _ = cell(x, states)
        cell.reset()
        other, _ = cell(x, states)
    np.testing.assert_array_equal(first.asnumpy() == 0, again.asnumpy() == 0)
    assert ((first.asnumpy() == 0) != (other.asnumpy() == 0)).any()


def test_variational_dropout_refuses_states_of_bidirectional_cells():
    stack = rnn.SequentialRNNCell()
    stack.add(rnn.BidirectionalCell(rnn.RNNCell(2), rnn.RNNCell(2)))
    for cell in (stack, rnn.BidirectionalCell(rnn.RNNCell(2), rnn.RNNCell(2))):
        with pytest.raises(AssertionError, match="bidirectional"):
            contrib.rnn.VariationalDropoutCell(cell, drop_states=0.5)


@pytest.mark.parametrize("layout", ["TNC", "NTC"])
@pytest.mark.parametrize("lengths", [None, [1, 3]])
def test_dynamic_unroll_equals_unroll(layout, lengths):
    cell = rnn.LSTMCell(4, input_size=5)
    cell.initialize()
    x = nd.random.uniform(shape=(3, 2, 5) if layout == "TNC" else (2, 3, 5))
    states = [nd.random.uniform(shape=(2, 4)) for _ in range(2)]
    valid = None if lengths is None else nd.array(lengths)
    expected, after = cell.unroll(3, x, states, layout, True, valid)
    found, last = contrib.rnn.rnn_cell.dynamic_unroll(cell, x, states, layout=layout, valid_length=valid)
    for mine, theirs in zip([found, *last], [expected, *after]):
        np.testing.assert_allclose(mine.asnumpy(), theirs.asnumpy(), rtol=1e-5, atol=1e-6)


def test_sync_batch_norm_counts_devices():
    with pytest.warns(UserWarning, match="num_devices"):
        layer = contrib.nn.SyncBatchNorm(in_channels=2)
    assert layer._kwargs["ndev"] == max(1, mx.context.num_gpus())


def _in_threads(function, count):
    results = [None] * count

    def work(place):
        try:
            with mx.autograd.record():
                results[place] = function(place)
        except Exception as error:
            results[place] = error

    threads = [threading.Thread(target=work, args=(place,)) for place in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return results


@pytest.mark.parametrize("shape", [(8, 3), (8, 3, 4, 5)])
@pytest.mark.parametrize("scale", [True, False])
@pytest.mark.parametrize("hybrid", [True, False])
def test_sync_batch_norm_over_contexts_equals_one_batch(shape, scale, hybrid):
    contexts = [mx.cpu(place) for place in range(2)]
    together, one = contrib.nn.SyncBatchNorm(3, num_devices=2, scale=scale), nn.BatchNorm(in_channels=3, scale=scale)
    together.initialize(ctx=contexts)
    one.initialize()
    if hybrid:
        together.hybridize()
    rng = np.random.RandomState(0)
    data, weights = rng.rand(*shape) * 3, rng.rand(*shape)
    parts = gluon.utils.split_and_load(nd.array(data), contexts)
    factors = gluon.utils.split_and_load(nd.array(weights), contexts)
    whole = nd.array(data)
    for x in (*parts, whole):
        x.attach_grad()
    outputs = _in_threads(lambda place: together(parts[place]), 2)
    with mx.autograd.record():
        losses = [(output * factor).sum() for output, factor in zip(outputs, factors)]
        expected = one(whole)
        loss = (expected * nd.array(weights)).sum()
    mx.autograd.backward(losses)
    loss.backward()

    def close(found, wanted):
        np.testing.assert_allclose(found, wanted.asnumpy(), rtol=1e-3, atol=1e-4)

    close(np.concatenate([output.asnumpy() for output in outputs]), expected)
    close(np.concatenate([x.grad.asnumpy() for x in parts]), whole.grad)
    for name in ("gamma", "beta") if scale else ("beta",):
        close(sum(grad.asnumpy() for grad in getattr(together, name).list_grad()), getattr(one, name).grad())
    for name in ("running_mean", "running_var"):
        for ctx in contexts:
            close(getattr(together, name).data(ctx).asnumpy(), getattr(one, name).data())


def test_sync_batch_norm_is_read_when_all_contexts_have_come():
    layer = contrib.nn.SyncBatchNorm(3, num_devices=2)
    layer.initialize(ctx=[mx.cpu(0), mx.cpu(1)])
    assert layer(nd.ones((2, 3))).shape == (2, 3)  # prediction needs nobody else
    with mx.autograd.record():
        first = layer(nd.ones((2, 3)))
        with pytest.raises(mx.MXNetError, match="1 of 2 contexts have come"):
            first.asnumpy()
        second = layer(nd.zeros((2, 3), ctx=mx.cpu(1)))
    np.testing.assert_allclose([first.asnumpy(), second.asnumpy()], [np.ones((2, 3)), -np.ones((2, 3))], rtol=1e-4)
    with mx.autograd.record(), pytest.raises(mx.MXNetError, match="not gathered in graphs"):
        nd.contrib.SyncBatchNorm(nd.ones((2, 3)), *[nd.ones((3,))] * 4, ndev=2, key="k").wait_to_read()


def _loop_at_once(net, parts, loss_of):
    with mx.autograd.record():
        losses = [loss_of(net(part)) for part in parts]
    mx.autograd.backward(losses)


def _loop_backward_each(net, parts, loss_of):
    with mx.autograd.record():
        losses = [loss_of(net(part)) for part in parts]
    for loss in losses:
        loss.backward()


def _loop_each_by_itself(net, parts, loss_of):
    for part in parts:
        with mx.autograd.record():
            loss = loss_of(net(part))
        loss.backward()


def _loop_in_threads(net, parts, loss_of):
    outputs = _in_threads(lambda place: net(parts[place]), len(parts))
    with mx.autograd.record():
        losses = [loss_of(output) for output in outputs]
    mx.autograd.backward(losses)


def _network(norm):
    net = nn.HybridSequential(prefix="net_")
    with net.name_scope():
        net.add(nn.Conv2D(4, 2, in_channels=3), norm(4), nn.HybridSequential(), nn.Flatten(), nn.Dense(6, in_units=20))
        net[2].add(nn.Conv2D(5, 2, in_channels=4, activation="relu"), norm(5))
    return net


@pytest.mark.parametrize("hybrid", [True, False])
@pytest.mark.parametrize("loop", [_loop_at_once, _loop_backward_each, _loop_each_by_itself, _loop_in_threads])
def test_a_network_with_sync_batch_norms_trains_over_contexts_as_on_one(loop, hybrid):
    contexts = [mx.cpu(place) for place in range(2)]
    together = _network(lambda width: contrib.nn.SyncBatchNorm(width, num_devices=2))
    one = _network(lambda width: nn.BatchNorm(in_channels=width))
    together.initialize(mx.init.Xavier(), ctx=contexts)
    one.initialize()
    for mine, other in zip(together.collect_params().values(), one.collect_params().values(), strict=True):
        other.set_data(mine.data(contexts[0]))
    for net in (together, one) if hybrid else ():
        net.hybridize()
    trainers = [gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": 0.1}) for net in (together, one)]
    rng = np.random.RandomState(0)

    def loss_of(output):
        scores = output.reshape((-1, 2, 3))[:, 0]
        return (2 - (1 - scores)) * scores.softmax() + (-scores).exp().mean(axis=1, keepdims=True)

    for _ in range(3):
        data = nd.array(rng.rand(8, 3, 4, 4))
        parts = gluon.utils.split_and_load(data, contexts)
        loop(together, parts, loss_of)
        _loop_at_once(one, [data], loss_of)
        for trainer in trainers:
            trainer.step(8)
    for mine, other in zip(together.collect_params().values(), one.collect_params().values(), strict=True):
        for ctx in contexts:
            np.testing.assert_allclose(mine.data(ctx).asnumpy(), other.data().asnumpy(), rtol=1e-3, atol=1e-4)
    np.testing.assert_allclose(together(parts[1]).asnumpy(), one(data)[4:].asnumpy(), rtol=1e-3, atol=1e-4)


def test_a_step_that_was_broken_off_is_forgotten():
    layer = contrib.nn.SyncBatchNorm(3, num_devices=2)
    layer.initialize(ctx=[mx.cpu(0), mx.cpu(1)])
    parts = [nd.full((2, 3), place, ctx=mx.cpu(place)) for place in range(2)]
    for part in parts:
        part.attach_grad()
    with mx.autograd.record():
        first = layer(nd.ones((2, 3)) * 5)
        del first
        first, second = map(layer, parts)
    np.testing.assert_allclose(first.asnumpy(), -np.ones((2, 3)), rtol=1e-4)  # the other batch has the value 1, not 5
    first.backward()
    with mx.autograd.record(), pytest.raises(mx.MXNetError, match="backward was called for cpu.0. only"):
        layer(nd.ones((2, 3)))
    second.asnumpy()


def test_a_backward_that_reaches_no_other_context_waits_for_none():
    layer = contrib.nn.SyncBatchNorm(3, num_devices=2)
    layer.initialize(ctx=[mx.cpu(0), mx.cpu(1)])
    x = nd.ones((2, 3))
    x.attach_grad()
    with mx.autograd.record():
        kept = [layer(nd.ones((2, 3), ctx=mx.cpu(place))) for place in range(2)]
        y = (x * x).sum()
    y.backward()
    assert x.grad.asnumpy().tolist() == [[2, 2, 2]] * 2
    mx.autograd.backward(kept)


def test_sync_batch_norm_lets_nobody_wait_for_a_context_that_failed():
    layer = contrib.nn.SyncBatchNorm(3, num_devices=3)
    layer.initialize(ctx=[mx.cpu(0), mx.cpu(1), mx.cpu(2)])
    with mock.patch("mxnet.gluon.contrib.nn.meeting._TIMEOUT_SECONDS", 0.2):
        found = _in_threads(lambda place: layer(nd.ones((2, 3), ctx=mx.cpu(place))), 2)
    assert all(isinstance(error, mx.MXNetError) for error in found)


# ---- data -------------------------------------------------------------------------------------------

def test_interval_sampler():
    sampler = contrib.data.IntervalSampler(13, interval=3)
    assert list(sampler) == [0, 3, 6, 9, 12, 1, 4, 7, 10, 2, 5, 8, 11] and len(sampler) == 13
    assert list(contrib.data.IntervalSampler(13, 3, rollover=False)) == [0, 3, 6, 9, 12]
    assert isinstance(sampler, gluon.data.Sampler)
    loader = gluon.data.DataLoader(gluon.data.SimpleDataset(list(range(13))), 4, sampler=sampler)
    assert next(iter(loader)).asnumpy().tolist() == [0, 3, 6, 9]
    with pytest.raises(AssertionError, match="interval 4"):
        contrib.data.IntervalSampler(3, 4)


TEXT = "\n = Title = \n\n the cat and the dog \n the end \n"


@pytest.fixture
def segment(monkeypatch):
    """Let the digest of a short text pass for that of WikiText-2's test segment."""
    digests = {**contrib.data.text.WikiText2._digests, "test": hashlib.sha1(TEXT.encode()).hexdigest()}
    monkeypatch.setattr(contrib.data.text.WikiText2, "_digests", digests)


def test_wikitext_from_a_file(tmp_path, segment):
    (tmp_path / "wiki.test.tokens").write_text(TEXT)
    data = contrib.data.text.WikiText2(str(tmp_path), "test", seq_len=3)
    words = data.vocabulary.to_tokens([int(word) for word in data._words.asnumpy().ravel()])
    assert words == ["=", "Title", "=", "<eos>", "the", "cat", "and", "the", "dog", "<eos>", "the", "end"]
    assert len(data) == 4 and data.frequencies["the"] == 3
    loader = gluon.data.DataLoader(data.transform_first(lambda words: words * 2), 2)
    np.testing.assert_array_equal(next(iter(loader))[0].asnumpy(), 2 * nd.stack(data[0][0], data[1][0]).asnumpy())
    (first, after), dtype = data[0], np.int32
    assert first.dtype == after.dtype == dtype
    np.testing.assert_array_equal(first.asnumpy()[1:], after.asnumpy()[:-1])


def test_a_step_given_up_holds_no_other_backward():
    layer = contrib.nn.SyncBatchNorm(3, num_devices=2)
    layer.initialize(ctx=[mx.cpu(0), mx.cpu(1)])
    with mx.autograd.record():
        layer(nd.ones((2, 3), ctx=mx.cpu(0)))  # the other context never comes
    x = nd.array([1.0, 2.0])
    x.attach_grad()
    with mx.autograd.record():
        y = x.as_in_context(mx.cpu(1)) * 3
    y.backward()
    assert x.grad.asnumpy().tolist() == [3, 3]


def test_wikitext_shares_a_vocabulary(tmp_path, segment):
    (tmp_path / "wiki.test.tokens").write_text(TEXT)
    own = contrib.data.text.WikiText2(str(tmp_path), "test", seq_len=3)
    assert contrib.data.text.WikiText2(str(tmp_path), "test", own.vocabulary, 3).vocabulary is own.vocabulary


def test_wikitext_from_an_archive_of_the_mirror(tmp_path, segment, monkeypatch):
    folder = tmp_path / "mirror" / "gluon" / "dataset" / "wikitext-2"
    folder.mkdir(parents=True)
    with zipfile.ZipFile(folder / "wikitext-2-v1.zip", "w") as archive:
        archive.writestr("wikitext-2/wiki.test.tokens", TEXT)
    digest = hashlib.sha1((folder / "wikitext-2-v1.zip").read_bytes()).hexdigest()
    monkeypatch.setattr(contrib.data.text.WikiText2, "_archive_digest", digest)
    monkeypatch.setenv("MXNET_GLUON_REPO", str(tmp_path / "mirror"))
    assert len(contrib.data.text.WikiText2(str(tmp_path / "here"), "test", seq_len=3)) == 4
    assert (tmp_path / "here" / "wiki.test.tokens").read_text() == TEXT


def test_wikitext_that_is_not_there_says_what_to_put_where(tmp_path, monkeypatch):
    monkeypatch.delenv("MXNET_GLUON_REPO", raising=False)
    with pytest.raises(mx.MXNetError, match=r"wiki\.train\.tokens is not there.*MXNET_GLUON_REPO"):
        contrib.data.text.WikiText103(str(tmp_path))
    with pytest.raises(ValueError, match="segment is one of train, validation, test"):
        contrib.data.text.WikiText2(str(tmp_path), "dev")


def test_unknown_name():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert not hasattr(gluon.contrib, "nothing_of_this_name")
