"""ImageIter and ImageDetIter: sources, last batches, hooks and errors."""
import random

import numpy as np
import pytest

import mxnet as mx

cv2 = pytest.importorskip("cv2", reason="images need the extra `images`")


def labels_of(batches):
    return [label for batch in batches for label in batch.label[0].asnumpy().ravel().tolist()]


@pytest.fixture(scope="module")
def source(tmp_path_factory):
    """A folder with 7 images of one colour each, as files, list and record file."""
    folder = tmp_path_factory.mktemp("images")
    record = mx.recordio.MXIndexedRecordIO(str(folder / "a.idx"), str(folder / "a.rec"), "w")
    with open(folder / "a.lst", "w") as lst:
        for i in range(7):
            image = np.full((10 + i, 12, 3), 10 * i, np.uint8)
            encoded = cv2.imencode(".png", image)[1].tobytes()
            (folder / f"{i}.png").write_bytes(encoded)
            record.write_idx(i, mx.recordio.pack((0, float(i), i, 0), encoded))
            lst.write(f"{i}\t{i}\t{i}.png\n")
    record.close()
    return folder


def iterators(source, **options):
    options = {"batch_size": 3, "data_shape": (3, 8, 9), **options}
    yield mx.image.ImageIter(path_imgrec=str(source / "a.rec"), **options)
    yield mx.image.ImageIter(path_imgrec=str(source / "a.rec"), path_imgidx=str(source / "a.idx"),
                             **options)
    yield mx.image.ImageIter(path_imglist=str(source / "a.lst"), path_root=str(source), **options)
    yield mx.image.ImageIter(imglist=[[i, f"{i}.png"] for i in range(7)], path_root=str(source),
                             **options)


def test_many_labels_of_a_record(tmp_path):
    writer = mx.recordio.MXRecordIO(str(tmp_path / "a.rec"), "w")
    for i in range(4):
        writer.write(mx.recordio.pack_img((0, [i, i / 2, -1.0], i, 0), np.zeros((9, 9, 3), np.uint8)))
    writer.close()
    it = mx.image.ImageIter(2, (3, 9, 9), label_width=3, path_imgrec=str(tmp_path / "a.rec"))
    assert it.provide_label == [("softmax_label", (2, 3))]
    assert labels_of(it) == [0, 0, -1, 1, 0.5, -1, 2, 1, -1, 3, 1.5, -1]


def test_all_sources_give_the_same(source):
    for it in iterators(source):
        assert it.provide_data == [("data", (3, 3, 8, 9))]
        assert it.provide_label == [("softmax_label", (3,))]
        for _ in range(2):
            batches = list(it)
            assert [batch.pad for batch in batches] == [0, 0, 2]
            assert labels_of(batches) == [0, 1, 2, 3, 4, 5, 6, 0, 1]
            assert batches[1].data[0].asnumpy()[:, 0, 0, 0].tolist() == [30, 40, 50]
            it.reset()


def test_last_batches(source):
    for it in iterators(source, last_batch_handle="discard"):
        for _ in range(2):
            assert labels_of(it) == [0, 1, 2, 3, 4, 5]
            it.reset()
    for it in iterators(source, last_batch_handle="roll_over"):
        assert labels_of(it) == [0, 1, 2, 3, 4, 5]
        it.reset()
        batches = list(it)
        assert labels_of(batches) == [6, 0, 1, 2, 3, 4] and batches[0].pad == 2
        it.reset()
        assert labels_of(it)[:3] == [5, 6, 0]
        it.hard_reset()
        assert labels_of(it)[:3] == [0, 1, 2]


def test_shuffle_draws_a_new_order_each_epoch(source):
    random.seed(1)
    it = mx.image.ImageIter(7, (3, 8, 9), path_imgrec=str(source / "a.rec"), shuffle=True,
                            path_imgidx=str(source / "a.idx"))
    orders = []
    for _ in range(3):
        orders.append(labels_of(it))
        it.reset()
    assert all(sorted(order) == list(range(7)) for order in orders)
    assert orders[0] != orders[1] != orders[2]


def test_parts_of_equal_size(source):
    found = [labels_of(mx.image.ImageIter(1, (3, 8, 9), path_imglist=str(source / "a.lst"),
                                          path_root=str(source), num_parts=3, part_index=i))
             for i in range(3)]
    assert found == [[0, 1], [2, 3], [4, 5]]


def test_labels_of_a_list_replace_those_of_the_records(source, tmp_path):
    (tmp_path / "b.lst").write_text("".join(f"{i}\t{i}.5\t{i + 1}\tx.png\n\n" for i in range(7)))
    it = mx.image.ImageIter(7, (3, 8, 9), 2, path_imgrec=str(source / "a.rec"),
                            path_imgidx=str(source / "a.idx"), path_imglist=str(tmp_path / "b.lst"))
    assert it.next().label[0].asnumpy().tolist() == [[i + 0.5, i + 1] for i in range(7)]


def test_hooks_are_called(source):
    class Mine(mx.image.ImageIter):
        def augmentation_transform(self, data):
            return super().augmentation_transform(data) + 1

        def postprocess_data(self, datum):
            return super().postprocess_data(datum) * 2

    it = Mine(2, (3, 8, 9), path_imgrec=str(source / "a.rec"))
    assert it.next().data[0].asnumpy()[:, 0, 0, 0].tolist() == [2, 22]


@pytest.mark.parametrize("options, kind, message", [
    ({}, ValueError, "needs path_imgrec"),
    ({"imglist": [], "dtype": "float16"}, ValueError, "float16 label not supported"),
    ({"imglist": [], "data_shape": (3, 8)}, ValueError, "length 3"),
    ({"imglist": [], "data_shape": (1, 8, 8)}, ValueError, "3 channels"),
    ({"imglist": [], "last_batch_handle": "keep"}, ValueError, "last_batch_handle"),
    ({"imglist": [], "num_parts": 2, "part_index": 2}, ValueError, "part_index"),
    ({"path_imgrec": "a.rec", "shuffle": True}, ValueError, "path_imgidx is needed"),
    ({"path_imglist": "no.lst"}, mx.MXNetError, "cannot read no.lst"),
    ({"path_imgrec": "no.rec"}, mx.MXNetError, "no.rec"),
])
def test_mistakes(options, kind, message, source, monkeypatch):
    monkeypatch.chdir(source)
    with pytest.raises(kind, match=message):
        mx.image.ImageIter(**{"batch_size": 2, "data_shape": (3, 8, 8), **options})


def test_errors_name_file_and_image(source, tmp_path):
    (tmp_path / "c.lst").write_text("1\tx\tname\n")
    with pytest.raises(mx.MXNetError, match=r"c\.lst, line 1: expected a number, labels"):
        mx.image.ImageIter(1, (3, 8, 8), path_imglist=str(tmp_path / "c.lst"))
    (tmp_path / "bad.png").write_bytes(b"nothing")
    it = mx.image.ImageIter(1, (3, 8, 8), imglist=[[0, "bad.png"], [0, "gone.png"]],
                            path_root=str(tmp_path))
    with pytest.raises(mx.MXNetError, match="Broken image filename: bad.png, .*Decoding failed"):
        it.next()
    with pytest.raises(mx.MXNetError, match="gone.png: No such file"):
        it.next()
    record = mx.recordio.MXRecordIO(str(tmp_path / "bad.rec"), "w")
    record.write(mx.recordio.pack((0, 1.0, 5, 0), b"nothing"))
    record.write(b"short")
    record.close()
    it = mx.image.ImageIter(1, (3, 8, 8), path_imgrec=str(tmp_path / "bad.rec"))
    with pytest.raises(mx.MXNetError, match=r"bad.rec, index: 0"):
        it.next()
    with pytest.raises(mx.MXNetError, match=r"bad.rec, index: 1: unpack"):
        it.next()


# ---- detection -----------------------------------------------------------------------------------

BOXES = [[1, 0.1, 0.2, 0.5, 0.6], [2, 0.3, 0.3, 0.9, 0.8]]


def detection_list(counts):
    return [[2, 5, *sum((BOXES * 2)[:count], []), f"{i}.png"] for i, count in enumerate(counts)]


def test_detection_batches(source):
    it = mx.image.ImageDetIter(2, (3, 8, 9), imglist=detection_list([1, 3, 2, 1, 1]),
                               path_root=str(source))
    assert it.label_shape == (3, 5) and it.provide_label == [("label", (2, 3, 5))]
    for _ in range(2):
        batches = list(it)
        it.reset()
    assert [batch.pad for batch in batches] == [0, 0, 1]
    label = batches[0].label[0].asnumpy()
    np.testing.assert_allclose(label[0], [BOXES[0], [-1] * 5, [-1] * 5])
    np.testing.assert_allclose(label[1], [BOXES[0], BOXES[1], BOXES[0]])


def test_detection_shapes_are_synchronized(source):
    small, large = (mx.image.ImageDetIter(1, (3, 8, 9), imglist=detection_list(counts),
                                          path_root=str(source)) for counts in ([1], [4]))
    assert small.sync_label_shape(large) is large
    assert small.label_shape == large.label_shape == (4, 5)
    assert small.next().label[0].shape == (1, 4, 5)
    small.reshape(data_shape=(3, 5, 6))
    small.reset()
    assert small.provide_data[0].shape == (1, 3, 5, 6)
    with pytest.raises(ValueError, match="reduce label count from 4 to 2"):
        small.reshape(label_shape=(2, 5))
    with pytest.raises(ValueError, match="object width"):
        small.reshape(label_shape=(4, 6))
    with pytest.raises(ValueError, match="length 2"):
        small.reshape(label_shape=(4,))
    with pytest.raises(ValueError, match="invalid iterator"):
        small.sync_label_shape(5)


@pytest.mark.parametrize("label, message", [
    ([2, 5, 1], "Label shape is invalid"),
    ([2, 5, 0, 0.5, 0.5, 0.9, 0.9, 7], "inconsistent"),
    ([1, 5, 0, 0.5, 0.5, 0.9, 0.9], "inconsistent"),
    ([2, 5, 0, 0.9, 0.5, 0.5, 0.9], "no valid label"),
])
def test_labels_that_are_no_boxes(label, message, source):
    with pytest.raises(RuntimeError, match=message):
        mx.image.ImageDetIter(1, (3, 8, 9), imglist=[[*label, "0.png"]], path_root=str(source))


def test_drawing(source):
    it = mx.image.ImageDetIter(1, (3, 40, 40), imglist=detection_list([2, 1]), path_root=str(source))
    pictures = list(it.draw_next(color=(255, 0, 0), thickness=1, id2labels={1: "cat"}))
    assert len(pictures) == 2 and pictures[0].shape == (40, 40, 3)
    assert (pictures[0][8, 4:20] == [0, 0, 255]).all()
    it.reset()
    assert len(list(it.draw_next(mean=True, std=True))) == 2


def test_everything_on(source):
    it = mx.image.ImageDetIter(
        3, (3, 20, 20), imglist=detection_list([1, 2, 3, 1, 2, 1]), path_root=str(source), resize=30,
        rand_crop=1, rand_pad=1, rand_gray=0.1, rand_mirror=True, mean=True, pca_noise=0.1, hue=0.1,
        std=np.array([1.1, 1.03, 1.05]), brightness=0.1, contrast=0.1, saturation=0.1,
        inter_method=10, min_object_covered=0.5, aspect_ratio_range=(0.2, 5), area_range=(0.1, 4.0))
    for batch in it:
        label = batch.label[0].asnumpy()
        boxes = label[label[:, :, 0] >= 0]
        assert len(boxes) and (boxes[:, 3] > boxes[:, 1]).all() and boxes[:, 1:].max() <= 1.0001
