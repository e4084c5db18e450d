"""Small whole tasks that give the same numbers whenever, wherever and beside whatever they run.

`threads.py`, `processes.py` and `soak.py` run them at once, in children, and for long. They draw from
NumPy's generators by seed, so no task depends on another.
"""
import numpy as np

import mxnet as mx


def data(seed, *shape):
    return np.random.RandomState(seed).standard_normal(shape).astype("float32")


def eager(seed):
    """Compute with views and writes."""
    a, b = mx.nd.array(data(seed, 6, 5)), mx.nd.array(data(seed + 1, 5, 4))
    for _ in range(4):
        c = mx.nd.dot(a, b)
        a[1:3] += c[0:2].sum(axis=1, keepdims=True) * 0.01
        b[:, 1] = mx.nd.tanh(c[:5].mean(axis=1))
        a *= 0.9
    return [a.asnumpy(), b.asnumpy(), mx.nd.softmax(c).asnumpy()]


def recorded(seed):
    """Train a vector by autograd."""
    w = mx.nd.array(data(seed, 5, 1))
    x, y = mx.nd.array(data(seed + 1, 8, 5)), mx.nd.array(data(seed + 2, 8, 1))
    w.attach_grad()
    for _ in range(5):
        with mx.autograd.record():
            loss = mx.nd.square(mx.nd.tanh(mx.nd.dot(x, w)) - y).mean()
        loss.backward()
        w -= 0.1 * w.grad
    with mx.autograd.train_mode():
        assert mx.autograd.is_training() and not mx.autograd.is_recording()
    return [w.asnumpy(), w.grad.asnumpy()]


def network(batch_norm=True):
    net = mx.sym.Convolution(mx.sym.Variable("data"), kernel=(3, 3), num_filter=3, name="conv")
    net = mx.sym.BatchNorm(net, fix_gamma=False, name="bn") if batch_norm else net
    net = mx.sym.Pooling(mx.sym.Activation(net, act_type="relu", name="act"), kernel=(2, 2), stride=(2, 2),
                         pool_type="max", name="pool")
    net = mx.sym.FullyConnected(net, num_hidden=3, name="fc")
    return mx.sym.SoftmaxOutput(net, mx.sym.Variable("softmax_label"), name="softmax")


def executor(seed):
    """Bind a network, run it forward and backward, and again for another batch size."""
    bound = network().simple_bind(mx.cpu(), data=(4, 2, 6, 6), softmax_label=(4,))
    for place, (name, array) in enumerate(sorted(bound.arg_dict.items())):
        array[:] = data(seed + place, *array.shape) if name != "softmax_label" else np.arange(4) % 3
    found = []
    for _ in range(2):
        bound.forward(is_train=True)
        bound.backward()
        found += [bound.outputs[0].asnumpy(), bound.grad_dict["conv_weight"].asnumpy()]
        bound = bound.reshape(data=(2, 2, 6, 6), softmax_label=(2,), allow_up_sizing=True)
    return found + [bound.aux_dict["bn_moving_mean"].asnumpy()]


def module(seed, optimizer="sgd", epochs=2):
    """Fit a module, score it, and give its parameters."""
    net = network()
    iterator = mx.io.NDArrayIter(data(seed, 12, 2, 6, 6), np.arange(12) % 3, 4)
    shapes, _, states = net.infer_shape(data=(4, 2, 6, 6), softmax_label=(4,))
    args = {name: mx.nd.array(data(seed + 9 + place, *shape) * 0.3) for place, (name, shape) in
            enumerate(zip(net.list_arguments(), shapes)) if name not in ("data", "softmax_label")}
    aux = {name: mx.nd.ones(shape) for name, shape in zip(net.list_auxiliary_states(), states)}
    made = mx.mod.Module(net)
    made.fit(iterator, num_epoch=epochs, optimizer=optimizer, optimizer_params={"learning_rate": 0.05},
             arg_params=args, aux_params=aux, eval_metric="acc")
    score = made.score(iterator, "ce")
    params = {**made.get_params()[0], **made.get_params()[1]}
    return [np.array(score[0][1])] + [params[name].asnumpy() for name in sorted(params)]


def iterator(seed):
    """Read an array in batches, ahead of time."""
    found = []
    with_prefetch = mx.io.PrefetchingIter(mx.io.NDArrayIter(data(seed, 10, 3), np.arange(10), 4))
    for _ in range(2):
        for batch in with_prefetch:
            found += [batch.data[0].asnumpy(), batch.label[0].asnumpy(), np.array(batch.pad)]
        with_prefetch.reset()
    return found


def metric(seed):
    """Add up metrics."""
    made = mx.metric.CompositeEvalMetric(["acc", "ce", "mse"])
    for place in range(3):
        odds = mx.nd.softmax(mx.nd.array(data(seed + place, 6, 3)))
        for part in made.metrics[:2]:
            part.update([mx.nd.array(np.arange(6) % 3)], [odds])
        made.metrics[2].update([mx.nd.array(data(seed, 6, 3))], [odds])
    return [np.array(made.get()[1])]


TASKS = (eager, recorded, executor, module, iterator, metric)


def same(ours, theirs):
    """Tell whether two results of a task are equal, bit for bit."""
    return len(ours) == len(theirs) and all(np.array_equal(a, b, equal_nan=True) for a, b in zip(ours, theirs))
