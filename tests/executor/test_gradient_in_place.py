"""Activations overwrite the gradient they get, where nobody else has it."""
import numpy as np
import pytest

import mxnet as mx


def layer(kind, data):
    if kind == "dense":
        return mx.sym.FullyConnected(data, num_hidden=6, name="after")
    if kind == "convolution":
        return mx.sym.Convolution(data, kernel=(2, 2), num_filter=2, name="after")
    if kind == "norm":
        return mx.sym.BatchNorm(data, fix_gamma=False, name="after")
    if kind == "sum":
        return data + mx.sym.Activation(data, act_type="tanh")
    pool, _, convention = kind.partition(" ")
    return mx.sym.Pooling(data, kernel=(2, 2), stride=(2, 2), pool_type=pool, global_pool=convention == "global",
                          pooling_convention="full" if convention == "full" else "valid")


KINDS = ["dense", "convolution", "norm", "sum", "max", "avg", "max full", "avg full", "sum global", "avg global", "lp"]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("act", ["relu", "sigmoid", "tanh", "softsign"])
def test_same_as_the_tape(act, kind):
    data = mx.sym.Variable("data")
    if kind == "lp":
        net = mx.sym.Pooling(mx.sym.Activation(data, act_type=act), kernel=(2, 2), pool_type="lp", p_value=2)
    else:
        net = layer(kind, mx.sym.Activation(data, act_type=act, name="act"))
    net = mx.sym.make_loss(mx.sym.sum(mx.sym.square(net)))
    executor = net.simple_bind(mx.cpu(), data=(2, 3, 5, 5))
    rng = np.random.RandomState(0)
    arrays = {name: mx.nd.array(rng.uniform(-1, 1, array.shape)) for name, array in executor.arg_dict.items()}
    for name, array in arrays.items():
        executor.arg_dict[name][:] = array
        array.attach_grad()
    executor.forward(is_train=True)
    executor.backward()
    with mx.autograd.record():
        aux = {name: mx.nd.zeros(array.shape) for name, array in executor.aux_dict.items()}
        out = _run(net, {**arrays, **aux})
    out.backward()
    for name, array in arrays.items():
        np.testing.assert_allclose(executor.grad_dict[name].asnumpy(), array.grad.asnumpy(), rtol=1e-4, atol=1e-5,
                                   err_msg=name)


def _run(net, values):
    """Compute a symbol node by node on arrays."""
    import json
    graph, found = json.loads(net.tojson()), []
    for node in graph["nodes"]:
        if node["op"] == "null":
            found.append([values[node["name"]]])
            continue
        ins = [found[i][j] for i, j, *_ in node["inputs"]]
        outs = getattr(mx.nd, node["op"])(*ins, **node.get("attrs", {}))
        found.append(outs if isinstance(outs, list) else [outs])
    return found[graph["heads"][0][0]][0]
