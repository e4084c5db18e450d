"""Arrays that travel between processes in shared memory, as in loaders written after MXNet's."""
import io
import multiprocessing
import os
import pickle
from multiprocessing.reduction import ForkingPickler

import numpy as np
import pytest

import mxnet as mx
from mxnet.gluon.data.dataloader import reduce_ndarray

pytestmark = pytest.mark.skipif(not hasattr(os, "memfd_create"), reason="memory without a name is Linux's")
SHARED = mx.Context("cpu_shared", 0)


class Pickler(ForkingPickler):
    """One that sends arrays by `reduce_ndarray`, without changing everybody's pickles."""

    _extra_reducers = {**ForkingPickler._extra_reducers, mx.nd.NDArray: reduce_ndarray}


def send(pipe, values):
    buffer = io.BytesIO()
    Pickler(buffer, pickle.HIGHEST_PROTOCOL).dump([mx.nd.array(values), mx.nd.array([7], dtype="int64")])
    pipe.send_bytes(buffer.getvalue())
    pipe.recv()


def reopened(array):
    owner, descriptor, shape, dtype = array._to_shared_mem()
    assert owner == os.getpid()
    return mx.nd.NDArray(mx.nd.ndarray._new_from_shared_mem(owner, os.dup(descriptor), shape, dtype))


def test_a_batch_comes_from_another_process():
    processes = multiprocessing.get_context("fork")
    ours, theirs = processes.Pipe()
    values = np.arange(12, dtype="float32").reshape(3, 4)
    worker = processes.Process(target=send, args=(theirs, values))
    worker.start()
    batch, label = pickle.loads(ours.recv_bytes())
    ours.send("done")
    worker.join()
    np.testing.assert_array_equal(batch.asnumpy(), values)
    assert label.asnumpy().tolist() == [7] and label.dtype == np.int64
    assert (batch * 2).sum().asscalar() == 2 * values.sum()


def test_both_arrays_have_one_memory():
    array = mx.nd.array([[1, 2], [3, 4]], ctx=SHARED)
    other = reopened(array)
    other[0] = 5
    assert array.asnumpy().tolist() == [[5, 5], [3, 4]]
    assert array._to_shared_mem() == array._to_shared_mem()


@pytest.mark.parametrize("dtype", ["float16", "float64", "uint8", "bool"])
def test_every_type_and_no_elements(dtype):
    for shape in ((2, 3), (0, 3), (1,)):
        array = mx.nd.array(np.ones(shape), dtype=dtype)
        other = reopened(array)
        assert (other.shape, other.dtype) == (array.shape, array.dtype)
        np.testing.assert_array_equal(other.asnumpy(), array.asnumpy())


def test_descriptors_are_closed():
    def opened():
        return len(os.listdir("/proc/self/fd"))
    before = opened()
    arrays = [mx.nd.ones((4,), ctx=SHARED) for _ in range(5)] + [mx.nd.ones((4,))]
    others = [reopened(array) for array in arrays]
    assert opened() > before
    arrays.clear()
    others.clear()
    assert opened() == before
