"""States that do not fit a fused layer are refused: torch's kernels would read past their end."""
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
