"""Batches made at once equal those made sample by sample; batches of workers lie in memory that outlives no process."""
import gc
import multiprocessing
import os
import random
import subprocess
import sys
import textwrap
import time
from pathlib import Path

import numpy as np
import pytest
import torch

import mxnet as mx
from mxnet import autograd, nd
from mxnet.gluon import nn
from mxnet.gluon.data import ArrayDataset, DataLoader, Dataset, SimpleDataset, late
from mxnet.gluon.data.arena import Arena
from mxnet.gluon.data.dataloader import default_batchify_fn
from mxnet.gluon.data.vision import transforms
from tests.fuzz import loader_kills

ROOT = Path(__file__).resolve().parents[2]
PIXELS = np.random.RandomState(0).randint(0, 256, (10, 9, 7, 3)).astype("uint8")
needs_memory = pytest.mark.skipif(not hasattr(os, "memfd_create"), reason="no memory without a name on this system")


def pipelines():
    tensor, normal = transforms.ToTensor(), transforms.Normalize((0.4, 0.5, 0.6), (0.2, 0.25, 0.3))
    yield "tensor", tensor, 1
    yield "cast", transforms.Compose([transforms.Cast("float16")]), 1
    yield "usual", transforms.Compose([tensor, normal]), 2
    yield "resized", transforms.Compose([transforms.Resize((5, 6)), tensor, normal]), 2
    yield "random", transforms.Compose([transforms.RandomResizedCrop(6), transforms.RandomFlipLeftRight(), tensor,
                                        normal, transforms.Cast("float16")]), 3
    yield "rotated", transforms.Compose([tensor, transforms.Rotate(10)]), 0
    yield "function", transforms.Compose([tensor, nn.HybridLambda(lambda F, x: x * 2), normal]), 1


class Pictures(Dataset):
    """Samples by a function of its own, of one part or more."""

    def __init__(self, parts):
        self._parts = parts

    def __len__(self):
        return len(PIXELS)

    def __getitem__(self, idx):
        image = nd.array(PIXELS[idx], dtype="uint8")
        return (image, idx, np.float32([idx]))[:self._parts] if self._parts > 1 else image


def datasets():
    array = nd.array(PIXELS, dtype="uint8")
    yield from (Pictures(1), Pictures(2), Pictures(3), ArrayDataset(array), ArrayDataset(array, np.arange(10)),
                ArrayDataset(array, np.arange(10)).shard(2, 1))


def batches(dataset, **options):
    mx.random.seed(3)
    random.seed(3)
    found = list(DataLoader(dataset, batch_size=4, **options))
    return [part if isinstance(part, list) else [part] for part in found]


def assert_same(first, second):
    for one, other in zip(first, second, strict=True):
        for a, b in zip(one, other, strict=True):
            assert a.dtype == b.dtype and a.context == b.context
            np.testing.assert_array_equal(a.asnumpy(), b.asnumpy())


@pytest.mark.parametrize("at_once", [1 << 15, 400, 1])
@pytest.mark.parametrize("transform, waiting", [pytest.param(*row, id=name) for name, *row in pipelines()])
def test_the_same_pixels_as_one_by_one(transform, waiting, at_once, monkeypatch):
    monkeypatch.setattr(late, "TRANSFORM_AT_ONCE_BYTES", at_once)
    parts = late.parts_of(transform)
    assert len(parts.late if parts else []) == waiting
    for dataset in datasets():
        made = dataset.transform_first(transform)
        assert_same(batches(made), batches(made, batchify_fn=default_batchify_fn))


def test_what_must_see_every_image_does():
    class Mine(transforms.ToTensor):
        def hybrid_forward(self, F, x):
            return super().hybrid_forward(F, x) + (x.ndim == 3)

    assert late.parts_of(Mine()) is None
    (batch, _), = batches(ArrayDataset(nd.array(PIXELS[:3], dtype="uint8"), [1, 2, 3]).transform_first(Mine()))
    assert batch.asnumpy().min() >= 1
    calls, watched = [], transforms.ToTensor()
    watched.register_forward_hook(lambda *_: calls.append(1))
    batches(Pictures(2).transform_first(watched))
    assert len(calls) == len(PIXELS)
    with autograd.record():
        assert late.parts_of(transforms.ToTensor()) is None


def test_images_of_other_sizes_are_told_as_ever():
    made = SimpleDataset([nd.zeros((4, 4, 3)), nd.zeros((5, 4, 3))]).transform_first(transforms.ToTensor())
    with pytest.raises(mx.MXNetError):
        for (batch,) in batches(made):
            batch.asnumpy()  # as in MXNet, images of different sizes are refused when their stack is read
    grey = SimpleDataset([nd.zeros((4, 4, 2))] * 2).transform_first(transforms.Compose([
        transforms.ToTensor(), transforms.Normalize(0.5, 0.5)]))
    with pytest.raises(mx.MXNetError, match="channel"):
        batches(grey)


# ---- memory shared with workers -------------------------------------------------------------------------

class Kinds(Dataset):
    """One sample makes a batch with arrays of many kinds."""

    def __len__(self):
        return 12

    def __getitem__(self, idx):
        kinds = [nd.full((3,), idx, dtype=kind) for kind in ("float32", "float64", "float16", "uint8", "int8", "int64")]
        return {"kinds": kinds, "none": None, "text": "a", "empty": nd.zeros((1, 2))[:0], "number": idx,
                "turned": nd.arange(6).reshape((2, 3)).T + idx, "sparse": nd.array([[0, idx]]).tostype("csr")}


def first(samples):
    return samples[0]


def test_a_batch_of_many_kinds():
    for number, batch in enumerate(DataLoader(Kinds(), batch_size=1, num_workers=2, batchify_fn=first)):
        expected = Kinds()[number]
        assert list(batch) == list(expected) and batch["number"] == number and batch["text"] == "a"
        for name in ("turned", "sparse", "empty"):
            np.testing.assert_array_equal(batch[name].asnumpy(), expected[name].asnumpy())
            assert batch[name].stype == expected[name].stype and batch[name].shape == expected[name].shape
        for one, other in zip(batch["kinds"], expected["kinds"], strict=True):
            assert one.dtype == other.dtype and one.asnumpy().tolist() == other.asnumpy().tolist()


def test_batches_that_are_kept_keep_their_values():
    data = ArrayDataset(np.arange(4000, dtype="float32").reshape(40, 100))
    loader = DataLoader(data, batch_size=1, num_workers=2)
    kept = [batch for _ in range(2) for batch in loader]  # more than there are slots
    view = kept[0][0]
    assert [int(batch.asnumpy()[0, 0]) for batch in kept] == [100 * n for n in range(40)] * 2
    del kept
    for batch in loader:
        batch += 1  # it is the loop's own
    assert view.asnumpy()[5] == 5


@needs_memory
def test_a_slot_is_free_when_its_batch_is_gone():
    arena = Arena(2)
    numbers = [arena.take(), arena.take()]
    assert sorted(numbers) == [0, 1] and arena.take() is None
    placed = arena.slot(0).write(torch.arange(3))
    read = arena.come_back(0).read(placed)
    part = read[1:]
    del read
    gc.collect()
    assert arena.take() is None and part.tolist() == [1, 2]
    del part
    assert arena.take() == 0
    arena.take_back_all()
    assert sorted((arena.take(), arena.take())) == [0, 1]
    outliving = arena.come_back(1).read(arena.slot(1).write(torch.ones(2)))
    del arena
    assert outliving.tolist() == [1, 1]


@needs_memory
def test_what_does_not_fit_a_slot_travels_all_the_same(monkeypatch):
    monkeypatch.setattr("mxnet.gluon.data.arena.SLOT_BYTES", 4096)
    data = ArrayDataset(np.arange(8000, dtype="float32").reshape(8, 1000), np.arange(8))
    found = [[part.asnumpy() for part in batch] for batch in DataLoader(data, batch_size=4, num_workers=2)]
    np.testing.assert_array_equal(np.concatenate([rows for rows, _ in found]).ravel(), np.arange(8000))
    assert np.concatenate([labels for _, labels in found]).tolist() == list(range(8))


def handles():
    return len(os.listdir("/proc/self/fd"))


@pytest.mark.skipif(not os.path.isdir("/proc/self/fd"), reason="no /proc")
def test_epochs_leave_nothing_behind():
    names = set(os.listdir("/dev/shm"))
    before = handles()
    loader = DataLoader(ArrayDataset(np.zeros((32, 1000), "float32"), np.zeros(32)), batch_size=4, num_workers=2)
    counts = []
    for number in range(6):
        for place, _ in enumerate(loader):
            if number % 2 and place == 3:
                break
        counts.append(handles())
    assert len(set(counts[1:])) == 1, counts
    del loader, _
    gc.collect()
    deadline = time.monotonic() + 10
    while multiprocessing.active_children() and time.monotonic() < deadline:
        time.sleep(0.02)
    assert handles() == before and not multiprocessing.active_children()
    assert not set(os.listdir("/dev/shm")) - names


@pytest.mark.parametrize("method", ["fork", "spawn"])
def test_workers_start_as_the_program_says(method, tmp_path):
    """After torch's threads ran in the parent, too."""
    program = tmp_path / "program.py"
    program.write_text(textwrap.dedent("""
        import multiprocessing, sys
        import torch
        import mxnet as mx

        def softmax():
            return float(torch.softmax(torch.ones(2000, 1000), 1).sum())

        class Sums(mx.gluon.data.Dataset):
            def __len__(self):
                return 4
            def __getitem__(self, idx):
                return softmax()

        if __name__ == "__main__":
            if sys.argv[1] == "spawn":
                multiprocessing.set_start_method("spawn")
            torch.set_num_threads(2)
            softmax()
            loader = mx.gluon.data.DataLoader(Sums(), batch_size=1, num_workers=2)
            print(*(round(batch.asscalar()) for batch in loader))
            print(loader._worker_pool.multiprocessing_context.get_start_method())
    """))
    done = subprocess.run([sys.executable, str(program), method], capture_output=True, text=True, timeout=120,
                          env={**os.environ, "PYTHONPATH": str(ROOT)})
    assert done.returncode == 0, done.stderr
    assert done.stdout.split() == ["2000"] * 4 + [method]


@pytest.mark.skipif(not os.path.isdir("/proc/self") or not os.path.isdir("/dev/shm"), reason="no /proc, or no /dev/shm")
# Python warns of a fork beside threads; that it works is what this holds.
@pytest.mark.filterwarnings("ignore:.*fork:DeprecationWarning")
@pytest.mark.parametrize("way", loader_kills.WAYS)
def test_an_end_of_any_kind_leaves_nothing_behind(way):
    assert loader_kills.run(1, seed=len(way), ways=[way]).failures == []
