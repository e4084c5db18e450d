"""What libraries on top of Gluon reach into: privates of parameters and loaders, and the import of GluonCV."""
import multiprocessing
import subprocess
import sys
from multiprocessing.pool import ThreadPool
from pathlib import Path

import numpy as np
import pytest

import mxnet as mx
from mxnet import gluon
from mxnet.core.borrowed_names import BORROWED
from mxnet.gluon.data.dataloader import (
    _MultiWorkerIter,
    _thread_worker_fn,
    _worker_fn,
    _worker_initializer,
)

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.parametrize("hybrid", [False, True])
def test_a_layer_computes_with_the_value_put_into_its_parameters_list(hybrid):
    """A probabilistic library puts samples there, through which gradients flow on."""
    layer = gluon.nn.Dense(1, in_units=2, use_bias=False)
    layer.initialize(mx.init.One())
    if hybrid:
        layer.hybridize()
    scale, x = mx.nd.array([[2.0, 3.0]]), mx.nd.array([[1.0, 10.0]])
    scale.attach_grad()
    layer(x)
    with mx.autograd.record():
        ctx = x.context
        place = layer.weight._ctx_map[ctx.device_typeid & 1][ctx.device_id]
        layer.weight._data[place] = scale * 2
        out = layer(x)
    out.backward()
    assert out.asscalar() == 64
    assert scale.grad.asnumpy().tolist() == [[2, 20]]


def test_the_map_of_contexts_is_mxnets():
    weight = gluon.Parameter("weight", shape=(1,))
    assert weight._ctx_map is None
    weight.initialize(ctx=[mx.cpu(2), mx.cpu(0)])
    assert weight._ctx_map == [[], [1, None, 0]]
    with pytest.raises(RuntimeError, match=r"not on cpu\(1\)"):
        weight.data(mx.cpu(1))


class Dropped(gluon.Parameter):
    """A parameter that stands in for another and shares its arrays, as libraries write it."""

    def __init__(self, of):
        super().__init__(of.name, grad_req=of.grad_req, shape=of._shape)
        self._data, self._grad = of._data, of._grad
        self._ctx_list, self._ctx_map = of._ctx_list, of._ctx_map

    def data(self, ctx=None):
        return mx.nd.Dropout(super().data(ctx), p=0.5)


def test_a_parameter_can_stand_in_for_another():
    layer = gluon.nn.Dense(3, in_units=50, use_bias=False)
    layer.initialize(mx.init.One())
    stand_in = Dropped(layer.weight)
    layer._reg_params["weight"] = stand_in
    with mx.autograd.record():
        out = layer(mx.nd.ones((1, 50)))
    out.backward()
    assert set(layer.weight.grad().asnumpy().ravel().tolist()) == {0.0, 2.0}


@pytest.mark.parametrize("like", [mx.nd.array([1, 2], dtype="int32"), np.int32(3)])
def test_an_array_stands_for_its_type(like):
    assert mx.nd.array([1.5]).astype(like).dtype == np.int32
    assert mx.nd.zeros((2,), dtype=like).dtype == np.int32


def batch_of(samples):
    return mx.nd.array(samples), len(samples)


def test_a_pool_of_threads_makes_batches():
    with ThreadPool(2) as pool:
        batches = _MultiWorkerIter(pool, batch_of, [[0, 2], [1], [3, 4, 5]], worker_fn=_thread_worker_fn, prefetch=2,
                                   dataset=[10, 11, 12, 13, 14, 15])
        assert len(batches) == 3
        assert [(array.asnumpy().tolist(), size) for array, size in batches] == \
            [([10, 12], 2), ([11], 1), ([13, 14, 15], 3)]


def test_a_pool_of_processes_makes_batches():
    with multiprocessing.get_context("fork").Pool(1, _worker_initializer, ([5, 6, 7], False, False)) as pool:
        batches = _MultiWorkerIter(pool, batch_of, [[0], [1, 2]], worker_fn=_worker_fn, prefetch=1)
        assert [(array.asnumpy().tolist(), size) for array, size in batches] == [([5], 1), ([6, 7], 2)]
        with pytest.raises(IndexError):
            next(_MultiWorkerIter(pool, batch_of, [[9]], worker_fn=_worker_fn))


@pytest.mark.parametrize("module", [name for name in BORROWED if name.startswith("gluon")])
def test_borrowed_names_are_there(module):
    found = __import__(f"mxnet.{module}", fromlist=["there"])
    for item in BORROWED[module]:
        name = item.partition("=")[0]
        assert name == "requests" or getattr(found, name) is not None


INIT = """
from .check import _require_mxnet_version, _require_pytorch_version
_require_mxnet_version()
try:
    _require_pytorch_version("1.4.0", "2.0.0")
    torch = True
except ImportError:
    torch = False
"""
CHECK = """
def _require_mxnet_version():
    import mxnet
def _require_pytorch_version(lowest, beyond):
    import torch
    if int(torch.__version__.split(".")[0]) >= 2:
        raise RuntimeError("legacy torch")
"""


@pytest.mark.parametrize("first", ["mxnet", "gluoncv"])
def test_gluoncv_is_told_that_there_is_no_torch_for_it(tmp_path, first):
    """Whether it is imported before or after mxnet; the package here does what GluonCV's beginning does."""
    package = tmp_path / "gluoncv"
    package.mkdir()
    (package / "__init__.py").write_text(INIT)
    (package / "check.py").write_text(CHECK)
    script = f"import sys; sys.path[:0] = [{str(ROOT)!r}, {str(tmp_path)!r}]; import {first}, gluoncv\n" \
             "print(gluoncv.torch)"
    ran = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert (ran.stdout, ran.stderr) == ("False\n", "")


def test_a_file_of_the_repository_is_looked_for_in_a_place_that_is_told(tmp_path, monkeypatch):
    """Libraries ask for the address of their own data sets, and download from there."""
    monkeypatch.delenv("MXNET_GLUON_REPO", raising=False)
    monkeypatch.setenv("MXNET_HOME", str(tmp_path))
    address = gluon.utils._get_repo_file_url("gluon/dataset/words", "words.txt")
    assert gluon.utils._get_repo_url() == f"{tmp_path}/"
    with pytest.raises(OSError, match=r"words.txt does not exist.*MXNET_GLUON_REPO"):
        gluon.utils.download(address, str(tmp_path / "copy.txt"))
    (tmp_path / "gluon" / "dataset" / "words").mkdir(parents=True)
    (tmp_path / "gluon" / "dataset" / "words" / "words.txt").write_text("one two")
    assert Path(gluon.utils.download(address, str(tmp_path / "copy.txt"))).read_text() == "one two"
