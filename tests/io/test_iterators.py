"""Iterators as objects: what they accept, refuse and keep apart."""
import gc
import inspect
import pickle
import threading

import numpy as np
import pytest

import mxnet as mx
from mxnet.io.mersenne import Mersenne, shuffled

from .cases import write_images


class Failing(mx.io.DataIter):
    """Gives two batches and then an error."""

    provide_data = [mx.io.DataDesc("data", (1,))]
    provide_label = []

    def __init__(self):
        super().__init__(1)
        self.count = 0

    def reset(self):
        self.count = 0

    def next(self):
        self.count += 1
        if self.count > 2:
            raise OSError("disk on fire")
        return mx.io.DataBatch([mx.nd.array([self.count])], [], pad=0)


# ---- descriptions and batches

def test_description_is_a_pair_with_more():
    one = mx.io.DataDesc("data", (2, 3), "float16", "NT")
    assert one == ("data", (2, 3)) and one.dtype == "float16" and one.layout == "NT"
    assert str(one) == "DataDesc[data,(2, 3),float16,NT]"
    again = pickle.loads(pickle.dumps(one))
    assert (again, again.dtype, again.layout) == (one, "float16", "NT")
    assert mx.io.DataDesc.get_batch_axis("TNC") == 1
    assert mx.io.DataDesc.get_batch_axis(None) == 0
    assert mx.io.DataDesc.get_list([("a", (1,))], [("a", "int8")])[0].dtype == "int8"


def test_batch_wants_lists():
    with pytest.raises(TypeError, match="Data must be list"):
        mx.io.DataBatch(mx.nd.ones(3))
    with pytest.raises(TypeError, match="Label must be list"):
        mx.io.DataBatch([], label=mx.nd.ones(3))
    assert str(mx.io.DataBatch([mx.nd.ones((2, 3))])) \
        == "DataBatch: data shapes: [(2, 3)] label shapes: None"


# ---- NDArrayIter

def test_names_of_arrays():
    zeros = np.zeros(4)
    it = mx.io.NDArrayIter({"b": zeros, "a": zeros}, [zeros, zeros], batch_size=2)
    assert [d.name for d in it.provide_data] == ["a", "b"]
    assert [d.name for d in it.provide_label] == ["_0_softmax_label", "_1_softmax_label"]
    it = mx.io.NDArrayIter(zeros, zeros, 2, data_name="x", label_name="y")
    assert [d.name for d in it.provide_data + it.provide_label] == ["x", "y"]


def test_dtypes_numpy_becomes_float32_ndarray_stays():
    assert mx.io.NDArrayIter(np.arange(4)).next().data[0].dtype == np.float32
    array = mx.nd.array([1, 2], dtype="int32")
    assert mx.io.NDArrayIter(array).next().data[0].dtype == np.int32


def test_a_batch_is_the_users_to_change():
    data = mx.nd.arange(4)
    it = mx.io.NDArrayIter(data, batch_size=2)
    it.next().data[0][:] = 9
    assert data.asnumpy().tolist() == [0, 1, 2, 3]
    data[:] = 5  # and the iterator sees what happens to the array it was given
    assert it.next().data[0].asnumpy().tolist() == [5, 5]


def test_samples_lie_along_the_batch_axis_of_the_layout():
    data = np.arange(12).reshape(2, 6)
    it = mx.io.NDArrayIter(data, batch_size=4, layout="TN", shuffle=True)
    seen = np.concatenate([b.data[0].asnumpy()[:, :4 - b.pad] for b in it], axis=1)
    assert it.provide_data[0].shape == (2, 4)
    assert sorted(seen[0]) == [0, 1, 2, 3, 4, 5] and np.array_equal(seen[1], seen[0] + 6)


def test_shuffle_keeps_data_and_label_together_and_follows_numpys_seed():
    def run():
        np.random.seed(3)
        it = mx.io.NDArrayIter(np.arange(100), np.arange(100), 10, shuffle=True)
        epochs = []
        for _ in range(2):
            for batch in it:
                assert np.array_equal(batch.data[0].asnumpy(), batch.label[0].asnumpy())
                epochs.append(batch.data[0].asnumpy())
            it.reset()
        return np.stack(epochs)
    first, second = run(), run()
    assert np.array_equal(first, second)
    assert not np.array_equal(first[:10], first[10:])
    assert sorted(first[:10].ravel()) == list(range(100))


def test_cursor_interface():
    it = mx.io.NDArrayIter(np.arange(5), np.arange(5), 2, last_batch_handle="discard")
    sizes = []
    while it.iter_next():
        sizes.append((len(it.getdata()[0]), len(it.getlabel()[0]), it.getpad(), it.getindex()))
    assert sizes == [(2, 2, 0, None), (2, 2, 0, None), (1, 1, 0, None)]
    with pytest.raises(mx.MXNetError, match="needs reset"):
        it.getdata()
    it.reset()
    with pytest.raises(mx.MXNetError, match="before getdata"):
        it.getdata()


def test_hard_reset_forgets_what_rolls_over():
    it = mx.io.NDArrayIter(np.arange(5), batch_size=3, last_batch_handle="roll_over")
    list(it)
    it.hard_reset()
    assert it.next().data[0].asnumpy().tolist() == [0, 1, 2]


@pytest.mark.parametrize("given, error", [
    ({"data": None}, ValueError), ({"data": []}, ValueError), ({"data": {}}, ValueError),
    ({"data": "x"}, TypeError), ({"data": 3}, TypeError), ({"data": {"x": object()}}, TypeError),
    ({"data": np.arange(4), "label": np.arange(3)}, mx.MXNetError),
    ({"data": np.arange(4), "batch_size": 0}, ValueError),
])
def test_bad_data_is_refused(given, error):
    with pytest.raises(error):
        mx.io.NDArrayIter(**given)


class Dataset:
    """As much of an h5py.Dataset as is used: increasing indices without repetition, slices."""

    __module__ = "h5py._hl.dataset"

    def __init__(self, values):
        self.values, self.shape, self.dtype = values, values.shape, values.dtype

    def __getitem__(self, key):
        if isinstance(key, np.ndarray):
            assert np.all(np.diff(key) > 0)
        return self.values[key]


@pytest.mark.parametrize("handle", ["pad", "discard", "roll_over"])
@pytest.mark.parametrize("shuffle", [False, True])
def test_hdf5_rows_stay_with_their_labels(handle, shuffle):
    stored = Dataset(np.arange(14.0).reshape(7, 2))
    it = mx.io.NDArrayIter(stored, np.arange(7), 3, shuffle=shuffle, last_batch_handle=handle)
    for _ in range(3):
        for batch in it:
            assert np.array_equal(batch.data[0].asnumpy()[:, 0], 2 * batch.label[0].asnumpy())
        it.reset()


# ---- around other iterators

def test_resize_goes_round_and_stops():
    inner = mx.io.NDArrayIter(np.arange(4), batch_size=2)
    it = mx.io.ResizeIter(inner, 5)
    assert [b.data[0].asnumpy().tolist() for b in it] == [[0, 1], [2, 3], [0, 1], [2, 3], [0, 1]]
    it.reset()
    assert it.next().data[0].asnumpy().tolist() == [0, 1]
    going_on = mx.io.ResizeIter(mx.io.NDArrayIter(np.arange(4), batch_size=2), 1, False)
    list(going_on)
    going_on.reset()
    assert going_on.next().data[0].asnumpy().tolist() == [2, 3]


def test_prefetching_joins_iterators_and_renames():
    def one():
        return mx.io.NDArrayIter(np.arange(5), np.arange(5), 2)
    it = mx.io.PrefetchingIter([one(), one()], rename_data=[{"data": "a"}, {"data": "b"}],
                               rename_label=[{"softmax_label": "c"}, {"softmax_label": "d"}])
    assert [d.name for d in it.provide_data + it.provide_label] == ["a", "b", "c", "d"]
    for _ in range(3):
        batches = list(it)
        assert [b.pad for b in batches] == [0, 0, 1] and len(batches[0].data) == 2
        assert batches[2].data[1].asnumpy().tolist() == [4, 0]
        it.reset()
    assert it.batch_size == 2
    it.close()


def test_prefetching_passes_errors_on_and_recovers():
    it = mx.io.PrefetchingIter(Failing())
    assert [it.next().data[0].asscalar() for _ in range(2)] == [1, 2]
    with pytest.raises(OSError, match="disk on fire"):
        it.next()
    it.reset()
    assert it.next().data[0].asscalar() == 1
    it.close()
    with pytest.raises(mx.MXNetError, match="closed"):
        it.next()


def test_prefetching_refuses_iterators_of_different_lengths():
    it = mx.io.PrefetchingIter([mx.io.NDArrayIter(np.arange(n), batch_size=2) for n in (2, 4)])
    it.next()
    with pytest.raises(mx.MXNetError, match="mismatch"):
        it.next()


def test_prefetching_threads_end_with_the_object():
    def readers():
        return {t for t in threading.enumerate() if t.name.startswith("mxnet-prefetch")}
    before = readers()  # of other tests, on their way out
    it = mx.io.PrefetchingIter(mx.io.NDArrayIter(np.arange(5), batch_size=2))
    it.next()
    started = readers() - before
    assert started
    del it
    gc.collect()
    for thread in started:
        thread.join(30)
    assert not started & readers()


# ---- files

def test_reader_interface_step_by_step(tmp_path):
    it = mx.io.MNISTIter(batch_size=4, shuffle=False, silent=True, **write_images(tmp_path, 8))
    labels = []
    while it.iter_next():
        labels.append(it.getlabel().asnumpy().tolist())
        assert it.getdata().shape == (4, 1, 2, 3) and it.getpad() == 0
    assert labels == [[0, 1, 2, 3], [4, 5, 6, 7]]
    with pytest.raises(StopIteration):
        it.next()
    it.reset()
    it.debug_skip_load()
    assert it.next().label[0].asnumpy().tolist() == it.next().label[0].asnumpy().tolist()


def test_pixels_are_divided_by_256(tmp_path):
    it = mx.io.MNISTIter(batch_size=3, shuffle=False, silent=True, **write_images(tmp_path, 3))
    assert it.next().data[0].asnumpy()[:, 0, 0, 0].tolist() == [0, 1 / 256, 2 / 256]


def test_the_generator_is_the_one_of_the_cxx_standard():
    source = Mersenne()
    assert [source._bits.random_raw() for _ in range(10000)][-1] == 4123659995


def test_a_shuffle_with_a_rejected_draw_is_the_slow_one_of_the_standard(monkeypatch):
    # one draw in many thousands is rejected: here by handing out a number past the last bucket
    expected = Mersenne(1)
    first = expected._bits.random_raw()
    order = list(range(4))
    for place in range(1, 4):
        other = expected.integer(0, place)
        order[place], order[other] = order[other], order[place]

    class Rigged(Mersenne):
        __slots__ = ()

        def _choices(self, count):
            self._bits.random_raw()
            return [self.integer(0, i) for i in range(1, count)]

    found = list(range(4))
    Rigged(1).shuffle(found)
    assert found == order and first < 2 ** 32
    assert shuffled(0, 1).tolist() == [] and shuffled(1, 1).tolist() == [0]


def write(path, text):
    path.write_text(text)
    return str(path)


def test_csv_reads_folders_and_lists_in_pieces(tmp_path, monkeypatch):
    monkeypatch.setattr("mxnet.io.text._FIRST_BLOCK", 16)
    monkeypatch.setattr("mxnet.io.text._LARGEST_BLOCK", 16)
    folder = tmp_path / "rows"
    folder.mkdir()
    rows = [[10 * i + j for j in range(3)] for i in range(30)]
    for part in range(3):
        write(folder / f"{part}.csv", "".join("{},{},{}\n".format(*r) for r in rows[part::3]))
    write(folder / "empty.csv", "")
    whole = mx.io.CSVIter(data_csv=str(folder), data_shape=(3,), batch_size=30)
    assert whole.next().data[0].asnumpy().tolist() == rows[0::3] + rows[1::3] + rows[2::3]
    joined = mx.io.CSVIter(data_csv=f"{folder / '2.csv'};{folder / '0.csv'}", data_shape=(3,),
                           batch_size=20)
    assert joined.next().data[0].asnumpy().tolist() == rows[2::3] + rows[0::3]


@pytest.mark.parametrize("text, message", [
    ("1,2\n", "line 1.*expected 3 numbers, got 2"), ("1,2,3\n4,5\n", "line 2.*got 2"),
    ("1,,3\n", "line 1: not a row of numbers"), ("a,b,c\n", "line 1: not a row of numbers"),
    ("1;2;3\n", "got 1"), ("", "nothing to read"), ("1,2,3\n1,2,x\n", "line 2"),
])
def test_bad_csv_names_the_row(tmp_path, text, message):
    with pytest.raises(mx.MXNetError, match=message):
        it = mx.io.CSVIter(data_csv=write(tmp_path / "d.csv", text), data_shape=(3,), batch_size=1)
        list(it)


def test_whole_numbers_that_are_too_large_for_their_type(tmp_path):
    path = write(tmp_path / "d.csv", "1,2,3\n4,99999999999999999999,5\n")
    with pytest.raises(mx.MXNetError, match="line 2: not a row of numbers"):
        mx.io.CSVIter(data_csv=path, data_shape=(3,), batch_size=1, dtype="int64")


def test_bad_parameters_of_readers(tmp_path):
    path = write(tmp_path / "d.csv", "1,2,3\n")
    good = {"data_csv": path, "data_shape": (3,), "batch_size": 1}
    with pytest.raises(TypeError, match="keyword"):
        mx.io.CSVIter(path)
    for change, message in [({"batch_size": "x"}, "Invalid Parameter format for batch_size"),
                            ({"data_csv": "missing.csv"}, "no such file"),
                            ({"dtype": "float64"}, "not supported"),
                            ({"batch_size": 0}, "positive"), ({"batch_size": 3}, "bigger")]:
        with pytest.raises(mx.MXNetError, match=message):
            mx.io.CSVIter(**{**good, **change})
    with pytest.raises(mx.MXNetError, match="Required parameter data_shape"):
        mx.io.CSVIter(data_csv=path, batch_size=1)
    with pytest.raises(mx.MXNetError, match="fewer rows"):
        long = write(tmp_path / "long.csv", "1,2,3\n4,5,6\n")
        mx.io.CSVIter(**{**good, "data_csv": long, "batch_size": 2}, label_csv=path,
                      label_shape=(3,))
    assert mx.io.CSVIter(**good, unknown_keyword=3, flat=True, label_width=1).batch_size == 1


@pytest.mark.parametrize("name, given, meant", [
    ("CSVIter", "batchsize", "batch_size"), ("ImageRecordIter", "rand_mirorr", "rand_mirror"),
    ("ImageDetRecordIter", "label_pad_widht", "label_pad_width"), ("MNISTIter", "images", "image"),
    ("LibSVMIter", "data_libsvn", "data_libsvm")])
def test_a_keyword_that_is_misspelt_is_ignored_with_a_warning(name, given, meant):
    with pytest.warns(UserWarning, match=f"{name} ignores '{given}', as MXNet does; did you mean '{meant}'"):
        with pytest.raises(mx.MXNetError):
            getattr(mx.io, name)(**{given: 3})


def test_iterators_over_files_show_what_they_take():
    taken = inspect.signature(mx.io.CSVIter).parameters
    assert list(taken)[:3] == ["data_csv", "data_shape", "label_csv"]
    assert taken["batch_size"].default is inspect.Parameter.empty and taken["data_name"].default == "data"


@pytest.mark.parametrize("damage, message", [
    (lambda raw: raw[:7], "shorter than its header"),
    (lambda raw: raw[:-1], "header promises"),
    (lambda raw: raw[:4] + b"\xff\xff\xff\xff" + raw[8:], "header promises"),
])
def test_damaged_images_are_refused_before_memory_is_taken(tmp_path, damage, message):
    paths = write_images(tmp_path, 3)
    with open(paths["image"], "rb") as file:
        raw = file.read()
    with open(paths["image"], "wb") as file:
        file.write(damage(raw))
    with pytest.raises(mx.MXNetError, match=message):
        mx.io.MNISTIter(batch_size=1, silent=True, **paths)


def test_bad_parameters_of_images(tmp_path):
    paths = write_images(tmp_path, 3)
    for change, message in [({"image": "nowhere"}, "cannot open"), ({"batch_size": 0}, "batch_size"),
                            ({"num_parts": 2, "part_index": 2}, "part_index"),
                            ({"dtype": "float64"}, "float32")]:
        with pytest.raises(mx.MXNetError, match=message):
            mx.io.MNISTIter(**{**paths, "silent": True, **change})
