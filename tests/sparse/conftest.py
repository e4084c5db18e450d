"""Tests of sparse arrays run on the CPU, and on a GPU where there is one."""
import pytest

import mxnet as mx


@pytest.fixture(autouse=True, params=["cpu", pytest.param("gpu", marks=pytest.mark.gpu)])
def place(request):
    """Make a context the default; gives its type."""
    with mx.Context(request.param):
        yield request.param
