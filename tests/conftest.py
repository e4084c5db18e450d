"""What every test gets: fixed seeds, and a check that torch's global state is left as it was."""
import random

import numpy as np
import pytest
import torch

import mxnet as mx

pytest_plugins = ["tests.emulated_cuda"]


@pytest.fixture(autouse=True)
def seeds(request):
    """Seed what tests draw from, so that a failure comes again."""
    random.seed(7)
    np.random.seed(7)
    mx.random.seed(7)


@pytest.fixture(autouse=True)
def torch_is_left_alone():
    """Fail a test after which torch's global settings differ: they are the user's, not ours."""
    def settings():
        return (torch.is_grad_enabled(), torch.is_inference_mode_enabled(),
                torch.get_default_dtype(), torch.get_num_threads())
    before = settings()
    yield
    assert settings() == before, "torch's global settings were changed"


def pytest_collection_modifyitems(items):
    if torch.cuda.is_available():
        return
    reason = pytest.mark.skip(reason="needs a CUDA device")
    for item in items:
        if item.get_closest_marker("gpu") is not None:
            item.add_marker(reason)
