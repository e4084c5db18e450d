"""ImageRecordIter as an object: epochs, parts, threads, labels, mean images and errors."""
import gc
import itertools
import threading

import numpy as np
import pytest

import mxnet as mx
from mxnet.io.memory import Memory
from mxnet.io.record_source import RecordFiles, RecordSource

cv2 = pytest.importorskip("cv2", reason="images need the extra `images`")
SHAPE = (3, 6, 7)


def write(path, count, *, first=0, size=(8, 9), label=float):
    """Write images of one colour each, as `count` records; give the paths of file and index."""
    paths = str(path) + ".rec", str(path) + ".idx"
    writer = mx.recordio.MXIndexedRecordIO(paths[1], paths[0], "w")
    for i in range(first, first + count):
        image = np.full((*size, 3), i % 256, np.uint8)
        writer.write_idx(i, mx.recordio.pack_img((0, label(i), 100 + i, 0), image, 3, ".png"))
    writer.close()
    return paths


def make(path, **options):
    options = {"data_shape": SHAPE, "batch_size": 4, "verbose": False, **options}
    return mx.io.ImageRecordIter(path_imgrec=path, **options)


def epoch(it):
    batches = [(b.label[0].asnumpy().tolist(), b.pad, b.index.tolist(),
                b.data[0].asnumpy()[:, 0, 0, 0].tolist()) for b in it]
    it.reset()
    return batches


def numbers(it):
    """Labels of an epoch without those that only fill the last batch."""
    return [n for labels, pad, _, _ in epoch(it) for n in labels[:len(labels) - pad]]


@pytest.fixture(scope="module")
def ten(tmp_path_factory):
    return write(tmp_path_factory.mktemp("ten") / "ten", 10)


def test_an_epoch_after_a_filled_batch_goes_on_behind_it(ten):
    it = make(ten[0])
    assert it.provide_data == [("data", (4, *SHAPE))]
    assert it.provide_label == [("softmax_label", (4,))]
    first, second, third = epoch(it), epoch(it), epoch(it)
    assert [labels for labels, *_ in first] == [[0, 1, 2, 3], [4, 5, 6, 7], [8, 9, 0, 1]]
    assert [pad for _, pad, *_ in first] == [0, 0, 2]
    assert [labels for labels, *_ in second] == [[2, 3, 4, 5], [6, 7, 8, 9]]
    assert [pad for _, pad, *_ in second] == [0, 0]
    assert third == first
    assert first[2][2:] == ([108, 109, 100, 101], [8, 9, 0, 1])


def test_without_round_batch_the_rest_is_zeros_and_counts_as_pad(ten):
    it = make(ten[0], round_batch=False)
    for _ in range(2):
        batches = epoch(it)
        assert [pad for _, pad, *_ in batches] == [0, 0, 2]
        assert batches[2][0] == [8, 9, 0, 0] and batches[2][3] == [8, 9, 0, 0]


def test_a_reset_half_way_begins_again(ten):
    it = make(ten[0], prefetch_buffer=1)
    it.next()
    it.next()
    it.reset()
    assert it.next().label[0].asnumpy().tolist() == [0, 1, 2, 3]
    it.reset()
    it.reset()
    assert len(epoch(it)) == 3


@pytest.mark.parametrize("options", [{"shuffle": True}, {"shuffle": True, "index": True},
                                     {"rand_mirror": True, "rand_crop": True}])
@pytest.mark.parametrize("threads", [1, 4])
def test_what_was_read_ahead_leaves_no_trace_after_a_reset(ten, options, threads):
    options = dict(options)
    if options.pop("index", False):
        options["path_imgidx"] = ten[1]

    def after_reset(ahead, wait):
        it = make(ten[0], prefetch_buffer=ahead, preprocess_threads=threads, seed=3, **options)
        it.next()
        if wait:
            while len(it.handle._pipeline._queue) < min(ahead, 2):
                pass
        it.reset()
        return epoch(it)
    assert after_reset(1, False) == after_reset(8, True)


@pytest.mark.parametrize("options", [
    {"rand_crop": True, "rand_mirror": True}, {"shuffle": True, "max_rotate_angle": 20, "seed": 5},
    {"seed_aug": 3, "random_resized_crop": True, "min_random_area": 0.2}])
def test_the_number_of_threads_does_not_change_the_images(tmp_path, options):
    rng = np.random.RandomState(0)
    writer = mx.recordio.MXRecordIO(str(tmp_path / "a.rec"), "w")
    for i in range(40):
        image = rng.randint(0, 256, (12, 13, 3)).astype(np.uint8)
        writer.write(mx.recordio.pack_img((0, float(i), i, 0), image, 3, ".png"))
    writer.close()

    def images(threads):
        it = make(str(tmp_path / "a.rec"), batch_size=8, preprocess_threads=threads, **options)
        found = []
        for _ in range(2):
            found += [batch.data[0].asnumpy() for batch in it]
            it.reset()
        return np.stack(found)
    two = images(2)
    np.testing.assert_array_equal(two, images(5))
    if "seed_aug" not in options:
        assert (two[:5] != two[5:]).any(), "every epoch draws anew"


@pytest.mark.parametrize("parts", [1, 2, 3, 7, 10, 13])
@pytest.mark.parametrize("indexed", [False, True])
def test_parts_have_each_record_once(tmp_path, parts, indexed):
    path, index = write(tmp_path / "a", 23, size=(5, 40))
    found = []
    for part in range(parts):
        options = {"num_parts": parts, "part_index": part, "batch_size": 1}
        if indexed:
            options["path_imgidx"] = index
        try:
            found += numbers(make(path, **options))
        except mx.MXNetError as error:
            assert "has no records" in str(error)
    assert found == list(range(23))


@pytest.mark.parametrize("parts", [1, 3, 8])
def test_parts_of_several_files_have_each_record_once(tmp_path, parts):
    paths = [write(tmp_path / name, count, first=first)[0]
             for name, count, first in (("a", 5, 0), ("b", 1, 5), ("c", 9, 6))]
    found = [numbers(make(";".join(paths), num_parts=parts, part_index=i, batch_size=1))
             for i in range(parts)]
    assert list(itertools.chain(*found)) == list(range(15))


def test_parts_split_at_records_that_hold_the_magic_number(tmp_path):
    writer = mx.recordio.MXRecordIO(str(tmp_path / "a.rec"), "w")
    magic = b"\x0a\x23\xd7\xce"
    contents = [bytes([i]) * 4 + (magic * 3 if i % 2 else b"") + bytes(4 * i) for i in range(20)]
    for content in contents:
        writer.write(content)
    writer.close()
    for parts in range(1, 30):
        found = []
        for part in range(parts):
            files = RecordFiles(str(tmp_path / "a.rec"), "test")
            try:
                source = RecordSource(files, part, parts)
            except mx.MXNetError:
                continue
            found += [item.record for item in iter(lambda s=source: s.next(0), None)]
            source.close()
        assert found == contents


def test_a_folder_is_all_files_in_it(tmp_path):
    write(tmp_path / "b", 2, first=5)
    write(tmp_path / "a", 2)
    for index in tmp_path.glob("*.idx"):
        index.unlink()
    assert numbers(make(str(tmp_path), batch_size=2)) == [0, 1, 5, 6]


def test_shuffles_are_of_all_records_and_new_each_epoch(ten):
    for options in ({}, {"path_imgidx": ten[1]}, {"shuffle_chunk_size": 1}):
        it = make(ten[0], batch_size=5, shuffle=True, **options)
        one, two = numbers(it), numbers(it)
        assert sorted(one) == sorted(two) == list(range(10))
        assert one != two and one != list(range(10))


def test_stretches_are_shuffled_whole(tmp_path):
    path, _ = write(tmp_path / "a", 40, size=(250, 260))
    files = RecordFiles(path, "test")
    source = RecordSource(files, stretches=8, stretch_seed=1)
    orders = []
    for _ in range(2):
        orders.append([item.offset for item in iter(lambda: source.next(0), None)])
        source.rewind()
    source.close()
    assert sorted(orders[0]) == sorted(orders[1]) and orders[0] != orders[1]
    assert len(orders[0]) == 40 and sum(b < a for a, b in itertools.pairwise(orders[0])) < 8


def test_labels(tmp_path):
    path, _ = write(tmp_path / "a", 4, label=lambda i: [i, 2 * i])
    it = make(path, label_width=2)
    assert it.next().label[0].asnumpy().tolist() == [[0, 0], [1, 2], [2, 4], [3, 6]]
    (tmp_path / "a.lst").write_text("".join(f"{100 + i}\t{i + 0.5}\t{-i}\tname {i}.png\n"
                                            for i in range(4)))
    it = make(path, path_imglist=str(tmp_path / "a.lst"))
    assert it.next().label[0].asnumpy().tolist() == [0.5, 1.5, 2.5, 3.5]


def test_a_mean_image_is_made_once_and_used_again(tmp_path, ten):
    mean = tmp_path / "mean.bin"
    it = make(ten[0], mean_img=str(mean), batch_size=3)
    saved = mx.nd.load(str(mean))
    np.testing.assert_allclose(saved["mean_img"].asnumpy(), np.full(SHAPE, 4.5))
    stamp = mean.stat().st_mtime_ns
    assert it.next().data[0].asnumpy()[:, 0, 0, 0].tolist() == [-4.5, -3.5, -2.5]
    again = make(ten[0], mean_img=str(mean), dtype="int8")
    assert mean.stat().st_mtime_ns == stamp
    assert again.next().data[0].asnumpy()[:, 0, 0, 0].tolist() == [-5, -4, -3, -2]
    with pytest.raises(mx.MXNetError, match="the mean image has shape"):
        make(ten[0], mean_img=str(mean), data_shape=(3, 5, 5))


def test_batches_stay_as_they_were(ten):
    it = make(ten[0], batch_size=1, prefetch_buffer=2)
    kept = [batch.data[0] for batch in it]
    assert [array.asnumpy()[0, 0, 0, 0] for array in kept] == list(range(10))


def test_memory_is_used_again_but_never_under_an_array():
    memory = Memory((4, 5), np.float32, keep=2)
    one, two, three = memory.take(), memory.take(), memory.take()
    assert len({a.ctypes.data for a in (one, two, three)}) == 3
    assert one.ctypes.data % 64 == 0
    place = one.ctypes.data
    view = mx.nd.from_numpy(one, zero_copy=True)[1:]
    del one
    assert memory.take().ctypes.data != place
    del view
    gc.collect()
    assert memory.take().ctypes.data == place


def test_parameters_as_strings(ten):
    it = mx.io.ImageRecordIter(path_imgrec=ten[0], data_shape="(3,6,7)", batch_size="4",
                               shuffle="False", verbose="0", preprocess_threads="2", dtype="uint8",
                               not_a_parameter=5)
    assert it.next().data[0].dtype == np.uint8
    assert "preprocess_threads : int" in mx.io.ImageRecordIter.__doc__
    assert "shorter edge" in mx.io.ImageRecordIter.__doc__


@pytest.mark.parametrize("options, message", [
    ({"data_shape": (5, 6, 7)}, "Invalid output shape"),
    ({"data_shape": (3, 6)}, "data_shape must be"),
    ({"data_shape": "x"}, "Invalid Parameter format for data_shape"),
    ({"batch_size": 0}, "batch_size should be greater equal to 1"),
    ({"label_width": 0}, "label_width should be"),
    ({"preprocess_threads": 0}, "preprocess_threads should be"),
    ({"dtype": "float16"}, "unknown dtype float16"),
    ({"aug_seq": "aug_other"}, "no augmenter 'aug_other'"),
    ({"inter_method": 7}, "invalid inter_method"),
    ({"inter_method": 0, "max_rotate_angle": 5}, "0 cannot scale, shear or turn"),
    ({"num_parts": 2, "part_index": 2}, "part_index 2 is not one of 2 parts"),
    ({"path_imgrec": "no.rec"}, "no such file or directory: 'no.rec'"),
    ({"path_imgrec": ""}, "must specify path_imgrec"),
    ({"path_imgidx": "no.idx"}, "cannot read no.idx"),
    ({"path_imglist": "no.lst"}, "cannot read no.lst"),
    ({"batch_size": 25}, "number of input images must be bigger than the batch size"),
    ({"random_resized_crop": True, "rand_crop": True}, "conflicts with"),
    ({"random_resized_crop": True, "min_random_area": 1.5}, "min_random_area"),
    ({"random_resized_crop": True, "min_aspect_ratio": 0}, "0 < min_aspect_ratio"),
    ({"max_crop_size": 20, "min_crop_size": 5}, "smaller than max_crop_size"),
    ({"label_width": 2}, "label_width must be 1"),
    ({"aug_seq": ""}, r"shape \(3, 8, 9\) after augmentation, the batch takes \(3, 6, 7\)"),
    ({"data_shape": (4, 6, 7)}, "Expected 4 channels, got 3"),
    ({"data_shape": (1, 6, 7), "random_h": 5}, "OpenCV"),
])
def test_mistakes(ten, options, message):
    options = {"data_shape": SHAPE, "batch_size": 4, "path_imgrec": ten[0], **options}
    with pytest.raises(mx.MXNetError, match=message):
        mx.io.ImageRecordIter(verbose=False, **options)


def test_a_part_without_records_is_no_iterator(ten):
    with pytest.raises(mx.MXNetError, match="part 40 of 50 has no records"):
        make(ten[0], num_parts=50, part_index=40)


def test_errors_name_file_byte_and_image(tmp_path):
    path, _ = write(tmp_path / "a", 6)
    data = bytearray((tmp_path / "a.rec").read_bytes())
    reader = mx.recordio.MXRecordIO(path, "r")
    records = [reader.read() for _ in range(6)]
    reader.close()
    third = data.index(records[3]) - 8
    data[third + 8 + 24:third + 8 + 60] = bytes(36)
    (tmp_path / "b.rec").write_bytes(data)
    it = make(str(tmp_path / "b.rec"), batch_size=2)
    it.next()
    with pytest.raises(mx.MXNetError, match=rf"b\.rec, byte {third}, image 103: Decoding failed"):
        it.next()
    assert it.next().label[0].asnumpy().tolist() == [4, 5], "the next batch is not lost"
    data[third] ^= 1
    (tmp_path / "c.rec").write_bytes(data)
    it = make(str(tmp_path / "c.rec"), batch_size=2)
    it.next()
    with pytest.raises(mx.MXNetError, match=rf"c\.rec, byte {third}: expected the magic number"):
        it.next()
    with pytest.raises(StopIteration):
        it.next()
    it.reset()
    assert it.next().label[0].asnumpy().tolist() == [0, 1]


def test_labels_that_do_not_fit_are_errors(tmp_path):
    path, index = write(tmp_path / "a", 3, label=lambda i: [i, i])
    with pytest.raises(mx.MXNetError, match="2-dimensional label but label_width is set to 1"):
        make(path, batch_size=1)
    (tmp_path / "a.lst").write_text("5\t1\tx.png\n")
    with pytest.raises(mx.MXNetError, match="fail to find imagelabel for id 100"):
        make(path, batch_size=1, path_imglist=str(tmp_path / "a.lst"))
    (tmp_path / "b.lst").write_text("5\tone\tx.png\n")
    with pytest.raises(mx.MXNetError, match="b.lst, line 1: Bad ImageList format"):
        make(path, batch_size=1, path_imglist=str(tmp_path / "b.lst"))
    (tmp_path / "b.idx").write_text("0\t0\n1\n")
    with pytest.raises(mx.MXNetError, match="b.idx is not an index"):
        make(path, batch_size=1, path_imgidx=str(tmp_path / "b.idx"))
    (tmp_path / "c.idx").write_text("0\t999999\n")
    with pytest.raises(mx.MXNetError, match="ends before byte 999999"):
        make(path, batch_size=1, path_imgidx=str(tmp_path / "c.idx"))


def test_detection_mistakes(tmp_path):
    path, _ = write(tmp_path / "a", 3, label=lambda i: [2, 5, i, 0.1, 0.1, 0.5, 0.5])
    plain, _ = write(tmp_path / "b", 3)

    def detect(path, **options):
        return mx.io.ImageDetRecordIter(path_imgrec=path, batch_size=1, data_shape=SHAPE,
                                        verbose=False, **options)
    assert detect(path).next().label[0].shape == (1, 11)
    for options, message in (
            ({"label_pad_width": 5}, "label_pad_width: 5 smaller than estimated width: 7"),
            ({"label_width": 6}, "7-dimensional label but label_width is set to 6"),
            ({"aug_seq": "aug_default"}, "expected 'det_aug_default'"),
            ({"min_crop_scales": (0.5, 0.2), "num_crop_sampler": 3}, "crop_samplers mismatch"),
            ({"min_crop_scales": (2.0,)}, "limits in the wrong order"),
            ({"crop_emit_mode": "other"}, "crop_emit_mode")):
        with pytest.raises(mx.MXNetError, match=message):
            detect(path, **options)
    with pytest.raises(mx.MXNetError, match="b.rec, byte 0: Not enough label packed"):
        detect(plain)


def test_threads_end_with_the_iterator(ten):
    it = make(ten[0], preprocess_threads=2, batch_size=1)
    threads = it.handle._pipeline._threads
    assert all(thread.is_alive() and thread in threading.enumerate() for thread in threads)
    del it
    gc.collect()
    assert not any(thread.is_alive() for thread in threads)
