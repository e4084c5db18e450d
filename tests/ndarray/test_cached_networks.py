"""Networks of many kinds give the same as a CachedOp and as an executor: outputs, gradients and states."""
import numpy as np
import pytest

import mxnet as mx
from tests.symbol import graphs, networks, zoo

assert graphs
assert networks
LARGEST = 20_000  # elements of all arguments


def small():
    """Give the names of the zoo's networks whose arguments are known and few."""
    for name in sorted(zoo.NETWORKS):
        symbol, shapes = zoo.build(name)
        if not shapes or name == "custom_operator":  # which is declared only
            continue
        found = symbol.infer_shape(**shapes)[0]
        if found is not None and sum(map(np.prod, found)) <= LARGEST:
            yield name


def arrays(symbol, shapes):
    """Give all inputs by name, arguments and states."""
    arguments, _, states = symbol.infer_shape(**shapes)
    types = symbol.infer_type_partial()[0]
    rng = np.random.default_rng(0)
    given = [*zip(symbol.list_arguments(), arguments, types, strict=True),
             *((name, shape, np.float32) for name, shape in zip(symbol.list_auxiliary_states(), states, strict=True))]
    return {name: mx.nd.array(rng.uniform(0.3, 1.2, shape), dtype=kind or np.float32) for name, shape, kind in given}


@pytest.mark.parametrize("train", [True, False])
@pytest.mark.parametrize("name", list(small()))
def test_equals_an_executor(name, train):
    symbol, shapes = zoo.build(name)
    mine, other = arrays(symbol, shapes), arrays(symbol, shapes)
    names = symbol.list_arguments()
    mx.random.seed(1)
    executor = symbol.bind(mx.cpu(), {each: other[each] for each in names},
                           {each: mx.nd.zeros(other[each].shape, dtype=other[each].dtype) for each in names},
                           aux_states={each: other[each] for each in symbol.list_auxiliary_states()})
    wanted = [each.copy() for each in executor.forward(is_train=train)]
    if train:
        executor.backward([mx.nd.ones(each.shape, dtype=each.dtype) for each in wanted])
    mx.random.seed(1)
    for each in names:
        mine[each].attach_grad()
    with mx.autograd.record(train_mode=train):
        found = mx.nd.CachedOp(symbol, {"inline_limit": 0})(*[mine[each] for each in symbol.list_inputs()])
    found = found if isinstance(found, list) else [found]
    for one, each in zip(found, wanted, strict=True):
        np.testing.assert_allclose(one.asnumpy(), each.asnumpy(), rtol=1e-5, atol=1e-5)
    if train:
        mx.autograd.backward(found)
        for each in names:
            np.testing.assert_allclose(mine[each].grad.asnumpy(), executor.grad_dict[each].asnumpy(), rtol=1e-4,
                                       atol=1e-4, err_msg=each)
        for each in symbol.list_auxiliary_states():
            np.testing.assert_allclose(mine[each].asnumpy(), other[each].asnumpy(), rtol=1e-5, err_msg=each)
