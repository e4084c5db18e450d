"""Two-bit compression in blocks has the bits of the definition, element by element."""
import numpy as np
import pytest
import torch

from mxnet.core.tuning import QUANTISE_ELEMENTS
from mxnet.kvstore.compression import Compression

THRESHOLD = 0.37


def defined(residual, gradient):
    """Give what is sent, as -1, 0 and 1, and what is kept, one after the other."""
    limit, residual = np.float32(THRESHOLD), residual + gradient
    signs = np.where(residual >= limit, 1, np.where(residual <= -limit, -1, 0))
    return signs, (residual - limit * signs.astype("float32")).astype("float32")


def codes_of(signs):
    """Write 3 for 1, 2 for -1: four a byte, the first in the high bits."""
    codes = np.where(signs > 0, 3, np.where(signs < 0, 2, 0))
    codes = np.concatenate([codes, np.zeros(-len(codes) % 4, "int64")]).reshape(-1, 4)
    return (codes * [64, 16, 4, 1]).sum(1).astype("uint8")


@pytest.mark.parametrize("shape", [(1,), (4,), (5,), (37, 3), (QUANTISE_ELEMENTS + 3,)])
def test_blocks_have_the_bits_of_the_definition(shape):
    random = np.random.RandomState(0)
    packs, sums = Compression(THRESHOLD), Compression(THRESHOLD)
    kept = [np.zeros(shape, "float32").ravel() for _ in range(2)]
    for turn in range(4):
        gradients = [(random.randn(*shape) * 0.4).astype("float32") for _ in range(2)]
        gradients[0].flat[0] = np.nan if turn == 3 else THRESHOLD
        signs = []
        for place, gradient in enumerate(gradients):
            sent, kept[place] = defined(kept[place], gradient.ravel())
            signs.append(sent)
        packed = packs.packed("k", torch.from_numpy(gradients[0]))
        np.testing.assert_array_equal(packed.codes.numpy(), codes_of(signs[0]))
        np.testing.assert_array_equal(packed.expanded(shape).numpy().ravel(), np.float32(THRESHOLD) * signs[0])
        total = sums.sum("k", [torch.from_numpy(gradient) for gradient in gradients])
        assert total.shape == shape
        np.testing.assert_array_equal(total.numpy().ravel(), np.float32(THRESHOLD) * (signs[0] + signs[1]))


def test_arrays_of_other_types_and_orders_are_compressed_too():
    gradient = torch.randn(6, 5, dtype=torch.float64)
    straight, turned = Compression(0.5), Compression(0.5)
    np.testing.assert_array_equal(straight.sum("k", [gradient.t().contiguous()]), turned.sum("k", [gradient.t()]))
    assert straight.sum("k", [gradient.t()]).dtype is torch.float64
