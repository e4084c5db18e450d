"""States that do not fit a fused layer are refused: torch's kernels would read past their end."""
import numpy as np
import pytest

import mxnet as mx


@pytest.mark.parametrize("shape", [(1, 2, 4), (2, 2, 5), (1, 1, 5)])
@pytest.mark.parametrize("mode", ["lstm", "gru"])
def test_state_of_another_shape(mode, shape):
    data, gates = mx.nd.ones((3, 2, 4)), {"lstm": 4, "gru": 3}[mode]
    weights, good, bad = mx.nd.ones(gates * 5 * (4 + 5 + 2)), mx.nd.zeros((1, 2, 5)), mx.nd.zeros(shape)
    states = [(bad, good), (good, bad)] if mode == "lstm" else [(bad,)]
    for given in states:
        with pytest.raises(mx.MXNetError, match=r"Shape inconsistent.*inferred shape=\(1,2,5\)"):
            mx.nd.RNN(data, weights, *given, state_size=5, num_layers=1, mode=mode)


def test_data_that_lies_otherwise_in_memory():
    """Inside a program data may be a view, such as a batch whose first two axes were swapped."""
    draws = np.random.RandomState(0)
    values = {"data": draws.normal(size=(3, 2, 4)), "weights": draws.normal(size=4 * 5 * (4 + 5 + 2)),
              "state": np.zeros((1, 3, 5)), "cell": np.zeros((1, 3, 5))}
    arrays = {name: mx.nd.array(value) for name, value in values.items()}
    swapped = mx.sym.swapaxes(mx.sym.Variable("data"), dim1=0, dim2=1)
    layer = mx.sym.RNN(swapped, *map(mx.sym.Variable, ("weights", "state", "cell")), state_size=5, num_layers=1,
                       mode="lstm")
    for is_train in (False, True):
        found = layer.bind(mx.cpu(), arrays).forward(is_train=is_train)[0].asnumpy()
        plain = mx.nd.array(values["data"].swapaxes(0, 1).copy())
        expected = mx.nd.RNN(plain, arrays["weights"], arrays["state"], arrays["cell"], state_size=5, num_layers=1,
                             mode="lstm").asnumpy()
        np.testing.assert_allclose(found, expected, rtol=1e-5, atol=1e-6)
