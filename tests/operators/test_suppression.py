"""Suppression in blocks gives what going through candidates one by one gives."""
import pytest
import torch

from mxnet.core.ops.contrib import suppression


@pytest.mark.parametrize("count, density", [(0, 0.5), (1, 0.5), (300, 0.02), (700, 0.003), (600, 0.2)])
@pytest.mark.parametrize("enough", [None, 5])
def test_keep_best(count, density, enough):
    flags = torch.rand(count, count, generator=torch.Generator().manual_seed(count)) < density
    wanted = []
    for candidate in range(count):
        if not any(flags[kept, candidate] for kept in wanted):
            wanted.append(candidate)
    found = suppression.keep_best(count, lambda i, j: flags[i][:, j], torch.device("cpu"), enough)
    assert found.tolist()[:enough] == wanted[:enough]
