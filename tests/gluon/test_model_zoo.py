"""The model zoo: names, graphs and shapes as MXNet 1.9.1 has them, and files of trained parameters."""
import hashlib
import json
import pickle
import zipfile
from pathlib import Path

import numpy as np
import pytest

import mxnet as mx
from mxnet import nd
from mxnet.gluon.model_zoo import model_store, vision
from mxnet.gluon.model_zoo.vision import zoo

from .further_networks import ZOO, structure

RECORDED = json.loads((Path(__file__).parents[1] / "data" / "gluon_further_networks.json").read_text())["zoo"]


def test_all_constructors_are_there():
    assert ZOO == list(RECORDED) and len(ZOO) == 34


@pytest.mark.parametrize("name", ZOO)
def test_structure(name):
    assert structure(name) == RECORDED[name]


def test_constructors_by_name():
    assert sorted(zoo._MODELS) == sorted(model_store._model_sha1)
    assert {make.__name__ for make in zoo._MODELS.values()} == set(ZOO)
    assert isinstance(vision.get_model("ResNet18_V1", classes=3), vision.ResNetV1)
    assert vision.get_model("mobilenetv2_0.25", classes=3).output[0]._channels == 3
    assert pickle.loads(pickle.dumps(vision.vgg11_bn)) is vision.vgg11_bn
    with pytest.raises(ValueError, match="resnet18_v1"):
        vision.get_model("resnet18")


def test_constructors_refuse_what_there_is_not():
    with pytest.raises(AssertionError, match="18, 34, 50, 101, 152 layers, got 20"):
        vision.get_resnet(1, 20)
    with pytest.raises(AssertionError, match="version 1 or 2"):
        vision.get_resnet(3, 18)
    with pytest.raises(KeyError, match="11, 13, 16, 19"):
        vision.get_vgg(12)
    with pytest.raises(AssertionError, match=r"version is 1\.0 or 1\.1"):
        vision.SqueezeNet("2.0")
    with pytest.raises(AssertionError, match="one number per stage"):
        vision.VGG([1, 1], [8])


def test_resnet_trains():
    net = vision.ResNetV2(vision.BottleneckV2, [1, 1], [8, 16, 24], classes=2, thumbnail=True)
    net.initialize(mx.init.Xavier())
    net.hybridize()
    trainer = mx.gluon.Trainer(net.collect_params(), "adam", {"learning_rate": 0.01})
    loss = mx.gluon.loss.SoftmaxCrossEntropyLoss()
    x = nd.array(np.random.RandomState(0).rand(8, 3, 8, 8))
    x[4:] *= -1
    y = nd.array([0] * 4 + [1] * 4)
    values = []
    for _ in range(8):
        with mx.autograd.record():
            value = loss(net(x), y)
        value.backward()
        trainer.step(8)
        values.append(value.mean().asscalar())
    assert values[-1] < values[0] / 4


# ---- files ------------------------------------------------------------------------------------------

@pytest.fixture
def trained(tmp_path, monkeypatch):
    """Write a file of parameters, and let its digest pass for that of mobilenet0.25."""
    net = vision.mobilenet0_25(classes=4, prefix="net_")
    net.initialize()
    net(nd.zeros((1, 3, 32, 32)))
    path = tmp_path / "saved.params"
    net.save_parameters(str(path))
    digest = hashlib.sha1(path.read_bytes()).hexdigest()
    monkeypatch.setitem(model_store._model_sha1, "mobilenet0.25", digest)
    monkeypatch.delenv("MXNET_GLUON_REPO", raising=False)
    return net, path, f"mobilenet0.25-{digest[:8]}"


def same(one, other):
    x = nd.random.uniform(shape=(1, 3, 32, 32))
    return np.array_equal(one(x).asnumpy(), other(x).asnumpy())


def test_pretrained_reads_the_file_below_root(tmp_path, trained):
    net, path, name = trained
    root = tmp_path / "models"
    root.mkdir()
    path.rename(root / f"{name}.params")
    assert same(net, vision.mobilenet0_25(pretrained=True, root=str(root), classes=4))
    assert same(net, vision.get_model("mobilenet0.25", pretrained=True, root=str(root), ctx=mx.cpu(), classes=4))
    model_store.purge(str(root))
    assert not list(root.iterdir())


def test_pretrained_unpacks_the_archive_of_the_mirror(tmp_path, trained, monkeypatch):
    net, path, name = trained
    folder = tmp_path / "mirror" / "gluon" / "models"
    folder.mkdir(parents=True)
    with zipfile.ZipFile(folder / f"{name}.zip", "w") as archive:
        archive.write(path, f"{name}.params")
    monkeypatch.setenv("MXNET_GLUON_REPO", str(tmp_path / "mirror"))
    root = tmp_path / "models"
    assert same(net, vision.mobilenet0_25(pretrained=True, root=str(root), classes=4))
    assert [file.name for file in root.iterdir()] == [f"{name}.params"]


def test_archive_of_another_version_is_refused(tmp_path, trained, monkeypatch):
    _, _, name = trained
    folder = tmp_path / "mirror" / "gluon" / "models"
    folder.mkdir(parents=True)
    monkeypatch.setenv("MXNET_GLUON_REPO", str(tmp_path / "mirror"))
    for member, expected in ((f"{name}.params", "another SHA-1 digest"), ("other.params", "no item named")):
        with zipfile.ZipFile(folder / f"{name}.zip", "w") as archive:
            archive.writestr(member, b"something else")
        with pytest.raises((ValueError, mx.MXNetError), match=expected):
            model_store.get_model_file("mobilenet0.25", str(tmp_path / "models"))
        assert not list((tmp_path / "models").iterdir())


def test_missing_file_says_what_to_put_where(tmp_path, monkeypatch):
    monkeypatch.delenv("MXNET_GLUON_REPO", raising=False)
    with pytest.raises(FileNotFoundError, match=r"resnet18_v1-a0666292\.params is not there.*MXNET_GLUON_REPO"):
        vision.resnet18_v1(pretrained=True, root=str(tmp_path))
    (tmp_path / "resnet18_v1-a0666292.params").write_bytes(b"half a file")
    with pytest.raises(mx.MXNetError, match="has another SHA-1 digest"):
        vision.resnet18_v1(pretrained=True, root=str(tmp_path))
    with pytest.raises(ValueError, match="no trained parameters for 'resnet20'"):
        model_store.short_hash("resnet20")
