"""Data sets, samplers and loaders: the same batches from this process, threads and worker processes; and their ends."""
import multiprocessing
import os
import signal
import time

import numpy as np
import pytest

import mxnet as mx
from mxnet import gluon, nd, recordio
from mxnet.gluon.data import (
    ArrayDataset,
    BatchSampler,
    DataLoader,
    Dataset,
    SequentialSampler,
    SimpleDataset,
)
from mxnet.gluon.data.vision import (
    ImageFolderDataset,
    ImageListDataset,
    ImageRecordDataset,
    transforms,
)

WAYS = [{}, {"num_workers": 2, "thread_pool": True}, {"num_workers": 2}]
NAMES = ["here", "threads", "processes"]


def flat(batch):
    return [batch.asnumpy()] if isinstance(batch, nd.NDArray) else [part for item in batch for part in flat(item)]


class Squares(Dataset):
    """Samples are made by Python, and one of them may fail."""

    def __init__(self, fails=None):
        self.fails = fails

    def __len__(self):
        return 10

    def __getitem__(self, idx):
        if idx == self.fails:
            raise KeyError(f"sample {idx} is broken")
        return nd.full((2,), idx * idx), idx, (np.float32(idx), nd.array([idx, 1]))


@pytest.mark.parametrize("ways", WAYS, ids=NAMES)
def test_batches_are_the_same(ways):
    batches = list(DataLoader(Squares(), batch_size=4, last_batch="keep", **ways))
    assert len(batches) == 3 and isinstance(batches[0], list)
    squares, numbers, (floats, pairs) = batches[2]
    assert squares.asnumpy().tolist() == [[64, 64], [81, 81]] and numbers.dtype == np.int64
    assert floats.dtype == np.float32 and pairs.asnumpy().tolist() == [[8, 1], [9, 1]]
    assert squares.context == mx.cpu()


@pytest.mark.parametrize("ways", WAYS, ids=NAMES)
def test_epochs_and_what_is_left_over(ways):
    loader = DataLoader(Squares(), batch_size=4, last_batch="rollover", **ways)
    lengths = []
    for _ in range(3):
        lengths.append([len(batch[1]) for batch in loader])
    assert lengths == [[4, 4], [4, 4, 4], [4, 4]]
    for number, _ in enumerate(loader):  # left early, and begun again
        if number:
            break
    assert len(list(loader)) == len(loader) or len(loader) in (2, 3)


@pytest.mark.parametrize("ways", WAYS, ids=NAMES)
def test_a_loop_inside_a_loop(ways):
    loader = DataLoader(SimpleDataset(list(range(4))), batch_size=2, **ways)
    found = [(outer.asnumpy().tolist(), inner.asnumpy().tolist()) for outer in loader for inner in loader]
    assert found == [(a, b) for a in ([0, 1], [2, 3]) for b in ([0, 1], [2, 3])]


@pytest.mark.parametrize("ways", WAYS, ids=NAMES)
def test_an_exception_comes_through(ways):
    loader = DataLoader(Squares(fails=5), batch_size=2, **ways)
    with pytest.raises(KeyError, match="sample 5 is broken"):
        list(loader)
    if "num_workers" in ways and "thread_pool" not in ways:
        with pytest.raises(KeyError, match="__getitem__"):  # with the worker's traceback
            list(loader)


class Slow(Dataset):
    def __len__(self):
        return 4

    def __getitem__(self, idx):
        time.sleep(30 if idx == 2 else 0)
        return idx


@pytest.mark.parametrize("ways", WAYS[2:], ids=NAMES[2:])
def test_a_worker_that_does_not_answer(ways):
    with pytest.raises(multiprocessing.TimeoutError, match="1 seconds"):
        list(DataLoader(Slow(), batch_size=1, timeout=1, **ways))


class Dying(Dataset):
    def __len__(self):
        return 8

    def __getitem__(self, idx):
        if idx == 5:
            os.kill(os.getpid(), signal.SIGKILL)
        return idx


def test_a_killed_worker_is_told_and_leaves_nothing():
    before = set(os.listdir("/dev/shm")) if os.path.isdir("/dev/shm") else set()
    with pytest.raises(mx.MXNetError, match="died"):
        list(DataLoader(Dying(), batch_size=1, num_workers=2))
    deadline = time.monotonic() + 10
    while multiprocessing.active_children() and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not multiprocessing.active_children()
    if before:
        assert not {name for name in set(os.listdir("/dev/shm")) - before if name.startswith("torch_")}


class Drawn(Dataset):
    def __len__(self):
        return 8

    def __getitem__(self, idx):
        return np.random.rand(), float(mx.nd.random.uniform().asscalar())


def test_workers_draw_other_numbers_and_the_same_in_each_run():
    def drawn():
        mx.random.seed(5)
        return np.array([flat(batch) for batch in DataLoader(Drawn(), batch_size=1, num_workers=2)]).reshape(8, 2)
    first, again = drawn(), drawn()
    np.testing.assert_array_equal(first, again)
    assert len(np.unique(first[:, 0])) == 8 and len(np.unique(first[:, 1])) == 8


def test_rows_are_taken_at_once_and_equal_to_stacked_ones():
    data = ArrayDataset(nd.arange(24).reshape((6, 2, 2)), np.arange(6), nd.arange(6))
    quick = list(DataLoader(data, batch_size=4))
    slow = list(DataLoader(data, batch_size=4, batchify_fn=gluon.data.dataloader.default_batchify_fn))
    for one, other in zip(quick, slow, strict=True):
        for a, b in zip(one, other, strict=True):
            assert a.dtype == b.dtype
            np.testing.assert_array_equal(a.asnumpy(), b.asnumpy())
    with pytest.raises(AssertionError, match="array 1"):
        ArrayDataset([1, 2], [1])


def test_data_sets_of_data_sets():
    data = SimpleDataset(list(range(10)))
    assert list(data.filter(lambda x: x % 3 == 0)) == [0, 3, 6, 9]
    assert [list(data.shard(3, part)) for part in range(3)] == [[0, 1, 2, 3], [4, 5, 6], [7, 8, 9]]
    assert list(data.take(2)) == [0, 1] and len(data.take(None)) == 10
    assert list(data.sample(SequentialSampler(2, 5))) == [5, 6]
    assert list(data.transform(lambda x: -x, lazy=False).take(3)) == [0, -1, -2]
    pairs = ArrayDataset([1, 2], [3, 4]).transform_first(lambda x: x * 10)
    assert pairs[1] == (20, 4)
    with pytest.raises(AssertionError, match="part 3 of 3"):
        data.shard(3, 3)
    with pytest.raises(TypeError, match="Sampler"):
        data.sample([1])


def test_parameters_that_do_not_go_together():
    data = SimpleDataset([1])
    for options in ({}, {"batch_size": 1, "shuffle": True, "sampler": SequentialSampler(1)},
                    {"batch_size": 1, "batch_sampler": BatchSampler(SequentialSampler(1), 1)}):
        with pytest.raises(ValueError, match="DataLoader"):
            DataLoader(data, **options)
    with pytest.raises(ValueError, match="last_batch"):
        list(DataLoader(SimpleDataset([1, 2, 3]), batch_size=2, last_batch="drop"))


@pytest.fixture
def images(tmp_path):
    cv2 = pytest.importorskip("cv2")
    record = recordio.MXIndexedRecordIO(str(tmp_path / "a.idx"), str(tmp_path / "a.rec"), "w")
    for number in range(4):
        folder = tmp_path / "root" / "ab"[number % 2]
        folder.mkdir(parents=True, exist_ok=True)
        pixels = np.full((6, 5, 3), number * 10, np.uint8)
        cv2.imwrite(str(folder / f"{number}.png"), pixels)
        record.write_idx(number, recordio.pack_img(recordio.IRHeader(0, number % 2, number, 0), pixels, img_fmt=".png"))
    record.close()
    (tmp_path / "list.lst").write_text("".join(f"{n}\t{n % 2}\troot/{'ab'[n % 2]}/{n}.png\n" for n in range(4)))
    return tmp_path


@pytest.mark.parametrize("workers", [0, 2])
def test_images(images, workers):
    prepare = transforms.Compose([transforms.Resize(4), transforms.ToTensor(), transforms.Normalize(0.5, 2.0)])
    for data in (ImageFolderDataset(str(images / "root")), ImageRecordDataset(str(images / "a.rec")),
                 ImageListDataset(str(images), "list.lst")):
        found = list(DataLoader(data.transform_first(prepare), batch_size=2, num_workers=workers))
        pixels = np.concatenate([batch[0].asnumpy() for batch in found])
        labels = np.concatenate([batch[1].asnumpy() for batch in found])
        assert pixels.shape == (4, 3, 4, 4) and sorted(labels.tolist()) == [0, 0, 1, 1]
        values = sorted(np.round((pixels[:, 0, 0, 0] * 2 + 0.5) * 255).tolist())
        assert values == [0, 10, 20, 30]


def test_a_collection_that_is_not_there_says_which_file(tmp_path, monkeypatch):
    monkeypatch.delenv("MXNET_GLUON_REPO", raising=False)
    with pytest.raises(OSError, match=r"train-labels-idx1-ubyte.gz.*MXNET_GLUON_REPO"):
        gluon.data.vision.MNIST(root=str(tmp_path))


def test_transforms_refuse():
    with pytest.raises(TypeError, match="ToTensor"):
        transforms.Rotate(10)(nd.zeros((3, 4, 4), dtype="uint8"))
    with pytest.raises(ValueError, match="rising"):
        transforms.RandomRotation((5, 5))


@pytest.mark.parametrize("workers", [0, 1])
def test_the_loader_of_old_programs(workers):
    from mxnet.gluon.data.dataloader import DataLoaderV1
    batches = DataLoaderV1(mx.nd.arange(6).reshape((3, 2)), 2, False, None, "discard", None, None, workers)
    assert [batch.asnumpy().tolist() for batch in batches] == [[[0, 1], [2, 3]]]
