"""A step that is written into the weight itself is the one that is written elsewhere."""
import numpy as np
import pytest

import mxnet as mx


@pytest.mark.parametrize("dtype", ["float32", "float64", "float16"])
@pytest.mark.parametrize("params", [{}, {"wd": 0.1}, {"rescale_grad": 0.25, "wd": 0.01}, {"clip_gradient": 0.3},
                                    {"beta1": 0.0, "beta2": 0.5}, {"beta1": 1.0}, {"beta2": 1.0}, {"epsilon": 0.1}])
@pytest.mark.parametrize("shape", [(3, 4), (100, 70)])
def test_adam_in_place(shape, params, dtype):
    rng, found = np.random.RandomState(0), []
    values = [rng.uniform(0.1, 1, shape) for _ in range(4)]
    for in_place in (False, True):
        weight, grad, mean, var = (mx.nd.array(value, dtype=dtype) for value in values)
        out = weight if in_place else mx.nd.zeros(shape, dtype=dtype)
        for _ in range(3):
            mx.nd.adam_update(weight, grad, mean, var, lr=0.05, out=out, **params)
            if not in_place:
                weight = out.copy()
        assert np.array_equal(grad.asnumpy(), values[1].astype(dtype))
        found.append([a.asnumpy() for a in (out, mean, var)])
    for one, two in zip(*found, strict=True):
        close = 2e-3 if dtype == "float16" else 2e-7  # of numbers about one: a weight near zero is what is left of them
        np.testing.assert_allclose(one, two, rtol=close, atol=close)
