"""Other rooms in NumPy mode: images, data, parameters' files, gradients, mixed precision give arrays of mx.np."""
import gzip

import numpy as onp
import pytest

import mxnet as mx
from mxnet import autograd, gluon, image, np, npx, recordio
from mxnet.contrib import amp
from mxnet.core.op import find
from mxnet.gluon import nn
from mxnet.gluon.data.vision import datasets

PIXELS = onp.random.RandomState(0).randint(0, 255, (20, 30, 3)).astype("uint8")


@pytest.fixture(autouse=True)
def _numpy_mode():
    npx.set_np()
    yield
    npx.reset_np()


@pytest.fixture
def pictures(tmp_path):
    """Give a folder with one class of images, and a record file of them."""
    (tmp_path / "images" / "kind").mkdir(parents=True)
    packed = recordio.pack_img(recordio.IRHeader(0, 1.0, 0, 0), PIXELS, img_fmt=".png", quality=3)
    (tmp_path / "images" / "kind" / "0.png").write_bytes(recordio.unpack(packed)[1])
    writer = recordio.MXIndexedRecordIO(str(tmp_path / "r.idx"), str(tmp_path / "r.rec"), "w")
    boxes = onp.array([2, 5, 0, 0.1, 0.1, 0.6, 0.7], "float32")
    for index in range(2):
        writer.write_idx(index, recordio.pack_img(recordio.IRHeader(0, boxes, index, 0), PIXELS, img_fmt=".png",
                                                  quality=3))
    writer.close()
    return tmp_path


def test_images_are_read_as_the_mode_says(pictures):
    file = pictures / "images" / "kind" / "0.png"
    made = [image.imread(str(file)), npx.image.imread(str(file)), image.imdecode(file.read_bytes()),
            gluon.data.vision.ImageFolderDataset(str(pictures / "images"))[0][0],
            gluon.data.vision.ImageRecordDataset(str(pictures / "r.rec"))[0][0]]
    assert {type(item) for item in made} == {np.ndarray}
    assert all((item.asnumpy()[:, :, ::-1] == PIXELS).all() for item in made)
    npx.reset_np()
    assert type(image.imread(str(file))) is mx.nd.NDArray


def test_labels_of_collections_are_arrays_of_mx_np(tmp_path, monkeypatch):
    for name, head, values in (("train-labels-idx1-ubyte.gz", 8, onp.array([3, 1])),
                               ("train-images-idx3-ubyte.gz", 16, onp.zeros((2, 28, 28)))):
        with gzip.open(tmp_path / name, "wb") as file:
            file.write(bytes(head) + values.astype("uint8").tobytes())
    monkeypatch.setattr(datasets, "check_sha1", lambda *_: True)
    found = gluon.data.vision.FashionMNIST(str(tmp_path))
    assert {type(item) for item in found[0]} == {np.ndarray} and found[0][1].shape == ()
    assert np.stack([label for _, label in found]).tolist() == [3, 1]
    data, labels = next(iter(gluon.data.DataLoader(found.transform_first(lambda x: x / 255), 2)))
    assert str(labels.dtype) == "int32" and labels.tolist() == [3, 1] and data.shape == (2, 28, 28, 1)


@pytest.mark.parametrize("kind", [image.ImageIter, image.ImageDetIter])
def test_iterators_over_images_give_arrays_of_mx_np(pictures, kind):
    width = {"label_width": 7} if kind is image.ImageIter else {}
    batch = next(kind(2, (3, 8, 8), path_imgrec=str(pictures / "r.rec"), path_imgidx=str(pictures / "r.idx"), **width))
    assert [type(item) for item in batch.data + batch.label] == [np.ndarray] * 2
    assert batch.data[0].shape == (2, 3, 8, 8)


def test_parameters_are_loaded_over_values_that_are_there(tmp_path):
    nets = [nn.Dense(2, in_units=3), nn.HybridSequential()]
    nets[1].add(nn.Dense(2, in_units=3), nn.BatchNorm(in_channels=2))
    for net in nets:
        net.initialize(mx.init.One())
        net.save_parameters(str(tmp_path / "p"))
        net.initialize(mx.init.Zero(), force_reinit=True)
        net.load_parameters(str(tmp_path / "p"))
        weight = next(iter(net.collect_params().values())).data()
        assert type(weight) is np.ndarray and (weight == 1).all()


def test_gradients_are_clipped():
    arrays = [np.ones((2, 2)), np.ones(()), np.ones(4) * 2]
    norm = float(onp.sqrt(21))
    assert float(gluon.utils.clip_global_norm(arrays, 1.0)) == pytest.approx(norm)
    assert arrays[0].asnumpy() == pytest.approx(1 / norm)
    assert float(arrays[1]) == pytest.approx(1 / norm)
    assert type(gluon.utils.clip_global_norm(arrays, 1.0, check_isfinite=False)) is np.ndarray


def test_batches_are_split_over_contexts():
    for data in (onp.ones((4, 2)), np.ones((4, 2)), [[1, 2], [3, 4]]):
        parts = gluon.utils.split_and_load(data, [mx.cpu(0), mx.cpu(1)])
        assert [type(part) for part in parts] == [np.ndarray] * 2
    assert str(gluon.utils.split_and_load(onp.ones((4, 2)), [mx.cpu()])[0].dtype) == "float64"  # as mx.np.array has it


def test_functions_with_a_backward_of_their_own():
    class Square(autograd.Function):
        def forward(self, x):
            self.save_for_backward(x)
            return np.square(x)

        def backward(self, grad):
            x, = self.saved_tensors
            return 2 * np.multiply(x, grad)
    x = np.array([1.0, 3.0])
    x.attach_grad()
    with autograd.record():
        y = Square()(x)
    y.backward()
    assert type(y) is np.ndarray and x.grad.tolist() == [2, 6]


class Mixed(gluon.HybridBlock):
    """A layer of Gluon beside functions of mx.np."""

    def __init__(self):
        super().__init__()
        self.layer = nn.Dense(3, in_units=4)

    def hybrid_forward(self, F, x):
        y = self.layer(x)
        return F.np.exp(y).sum(axis=-1, keepdims=True) * F.npx.softmax(y) + F.np.dot(x, F.np.ones((4, 1)))


@pytest.mark.parametrize("kind", ["float16", "bfloat16"])
def test_networks_are_converted_to_mixed_precision(kind):
    net, x = Mixed(), np.ones((2, 4))
    net.initialize(mx.init.Constant(0.1))
    net.hybridize()
    wanted = net(x)
    made = amp.convert_hybrid_block(net, target_dtype=kind, ctx=mx.cpu())(x)
    assert type(made) is np.ndarray
    onp.testing.assert_allclose(made.asnumpy().astype("float32"), wanted.asnumpy(), rtol=2e-2)


def test_rows_of_an_embedding_are_updated():
    layer = nn.Embedding(5, 2, sparse_grad=True)
    layer.initialize(mx.init.One())
    trainer = gluon.Trainer(layer.collect_params(), "sgd", {"learning_rate": 1.0})
    with autograd.record():
        loss = layer(np.array([1, 3, 3])).sum()
    loss.backward()
    assert layer.weight.grad().stype == "row_sparse"
    trainer.step(1)
    assert layer.weight.data().tolist() == [[1, 1], [0, 0], [1, 1], [-1, -1], [1, 1]]


@pytest.mark.parametrize(("ours", "twin"), [("_npi_multiply", "broadcast_mul"), ("_npi_add_scalar", "_plus_scalar"),
                                            ("_npi_multiply_scalar", "_mul_scalar"), ("_npx_relu", "relu"),
                                            ("_npi_tanh", "tanh"), ("_npi_exp", "exp"), ("_npi_add", "broadcast_add")])
def test_what_backward_may_compute_again_is_what_it_is_in_mx_nd(ours, twin):
    assert find(ours).cheap == find(twin).cheap
