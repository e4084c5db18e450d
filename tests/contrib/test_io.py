"""A Gluon loader as a DataIter: batches, what is filled up, and a Module that trains from it."""
import numpy as np

import mxnet as mx
from mxnet.contrib.io import DataLoaderIter
from mxnet.gluon.data import ArrayDataset, DataLoader


def test_batches_of_a_loader():
    loader = DataLoader(ArrayDataset(mx.nd.arange(10).reshape((5, 2)), np.arange(5)), batch_size=2)
    it = DataLoaderIter(loader, dtype="float16")
    assert it.batch_size == 2 and it.provide_data[0].shape == (2, 2) and it.provide_label[0].name == "softmax_label"
    for _ in range(2):
        batches = list(it)
        assert [batch.pad for batch in batches] == [0, 0, 1] and batches[0].index is None
        assert {batch.data[0].dtype for batch in batches} == {np.float16}
        assert batches[2].data[0].asnumpy().tolist() == [[8, 9], [0, 0]]
        assert batches[1].label[0].asnumpy().tolist() == [2, 3]
        it.reset()


def test_a_module_trains_from_a_loader():
    rng = np.random.RandomState(0)
    labels = rng.randint(0, 2, 32)
    data = (rng.rand(32, 4) + labels[:, None]).astype("float32")
    it = mx.contrib.io.DataLoaderIter(DataLoader(ArrayDataset(data, labels), batch_size=8, num_workers=2))
    net = mx.sym.SoftmaxOutput(mx.sym.FullyConnected(mx.sym.Variable("data"), num_hidden=2), name="softmax")
    module = mx.mod.Module(net)
    module.fit(it, num_epoch=20, optimizer_params={"learning_rate": 0.5})
    it.reset()
    assert dict(module.score(it, "acc"))["accuracy"] > 0.9
