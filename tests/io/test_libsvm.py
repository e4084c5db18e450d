"""LibSVMIter: the reference's rows, parts, and what is refused."""
import numpy as np
import pytest

import mxnet as mx

ROWS = "1.0 0:0.5 2:1.2\n-2.0\n-3.0 0:0.6 1:2.4 2:1.2\n4 2:-1.2\n"
LABELS = "1.0\n-2.0 0:0.125\n-3.0 2:1.2\n4 1:1.0 2:-1.2\n"
DENSE = np.float32([[0.5, 0, 1.2], [0, 0, 0], [0.6, 2.4, 1.2], [0, 0, -1.2]])


def make(tmp_path, text=ROWS, labels=None, **options):
    (tmp_path / "data.t").write_text(text)
    if labels is not None:
        (tmp_path / "label.t").write_text(labels)
        options = {"label_libsvm": str(tmp_path / "label.t"), "label_shape": (3,), **options}
    options = {"data_shape": (3,), "batch_size": 3, **options}
    return mx.io.LibSVMIter(data_libsvm=str(tmp_path / "data.t"), **options)


def test_rows_and_their_order_over_epochs(tmp_path):
    it = make(tmp_path)
    assert it.provide_data == [("data", (3, 3))] and it.provide_label == [("softmax_label", (3,))]
    for rows, pad in (([0, 1, 2], 0), ([3, 0, 1], 2), ([2, 3, 0], 1)):
        batch = it.next()
        np.testing.assert_array_equal(batch.data[0].asnumpy(), DENSE[rows])
        assert batch.label[0].asnumpy().tolist() == [[1, -2, -3, 4][row] for row in rows]
        assert batch.pad == pad and batch.index.tolist() == rows
        if pad:
            with pytest.raises(StopIteration):
                it.next()
            it.reset()


def test_labels_of_their_own_file(tmp_path):
    it = make(tmp_path, labels=LABELS)
    expected = np.float32([[0, 0, 0], [0.125, 0, 0], [0, 0, 1.2]])
    np.testing.assert_array_equal(it.next().label[0].asnumpy(), expected)
    with pytest.raises(mx.MXNetError, match="label_libsvm has fewer rows"):
        list(make(tmp_path, labels="1 0:1\n2 1:1\n3\n"))


@pytest.mark.parametrize("text, rows, labels", [
    ("# words\n1 0:1 # 1:2\n\n2 1:3\n3 2:1\n", [[1, 0, 0], [0, 3, 0], [0, 0, 1]], [1, 2, 3]),
    ("1 qid:3 0:1 2:4\n2 qid:4 1:2\n3 1:1\n", [[1, 0, 4], [0, 2, 0], [0, 1, 0]], [1, 2, 3]),
    ("1:0.5 0:1\n2:0.25 1:1\n3 1:1\n", [[1, 0, 0], [0, 1, 0], [0, 1, 0]], [1, 2, 3]),
    ("1 0 2\n2 1\n3 0 1 2\n", [[1, 0, 1], [0, 1, 0], [1, 1, 1]], [1, 2, 3]),
    ("1 1:2 1:3\n2 2:2 1:3\n3 1:1\n", [[0, 3, 0], [0, 3, 2], [0, 1, 0]], [1, 2, 3]),
    ("1\t0:1\t2:2\r\n  2   1:1  \r\n3 1:1", [[1, 0, 2], [0, 1, 0], [0, 1, 0]], [1, 2, 3]),
    ("1e0 0:1e-3 1:-2.5E2\n+2 0:.5\n3 0:5.\n", [[1e-3, -250, 0], [0.5, 0, 0], [5, 0, 0]], [1, 2, 3]),
])
def test_kinds_of_text(tmp_path, text, rows, labels):
    batch = make(tmp_path, text).next()
    np.testing.assert_allclose(batch.data[0].asnumpy(), rows)
    assert batch.label[0].asnumpy().tolist() == labels


@pytest.mark.parametrize("options, message", [
    ({"text": "1 -1:2\n2 1:1\n3 1:1\n"}, r"data\.t: index -1 is not one of the 3 columns"),
    ({"text": "1 2222222222222222222222222:2 # x\n"}, "index 2222222222222222222222222 is not one"),
    ({"text": "1 -7:2 # x\n"}, "index -7 is not one"),
    ({"text": "1 3:2\n2 1:1\n3 1:1\n"}, r"data\.t: index 3 is not one of the 3 columns"),
    ({"text": "1 0.5:1\n2\n3\n"}, "not a row of label and index:value pairs: b'1 0.5:1'"),
    ({"text": "hello\n"}, "not a row of label"),
    ({"text": "1 0:\n2\n3\n"}, "not a row of label"),
    ({"batch_size": 9}, "number of input must be bigger than batch size"),
    ({"batch_size": 0}, "batch_size"),
    ({"round_batch": False}, "round_batch == false"),
    ({"data_shape": (3, 1)}, "expected to be 1"),
    ({"label_shape": (2,)}, "label_shape"),
    ({"labels": LABELS, "label_shape": (1,)}, "label_shape"),
    ({"text": ""}, "nothing to read"),
    ({"num_parts": 2, "part_index": 2}, "part_index 2"),
])
def test_mistakes(tmp_path, options, message):
    with pytest.raises(mx.MXNetError, match=message):
        make(tmp_path, **options)


@pytest.mark.parametrize("parts", [1, 2, 3, 5])
def test_parts_have_each_row_once(tmp_path, parts):
    for name, rows in (("a.t", range(7)), ("b.t", range(7, 9)), ("c.t", range(9, 20))):
        (tmp_path / name).write_text("".join(f"{row} {row}:{row}\n" for row in rows))
    paths = ";".join(str(tmp_path / name) for name in ("a.t", "b.t", "c.t"))
    found = []
    for part in range(parts):
        it = mx.io.LibSVMIter(data_libsvm=paths, data_shape=(20,), batch_size=1, num_parts=parts,
                              part_index=part)
        found += [batch.label[0].asscalar() for batch in it]
    assert found == list(range(20))


def test_blocks_join_without_a_seam(tmp_path, monkeypatch):
    monkeypatch.setattr("mxnet.io.text._FIRST_BLOCK", 64)
    monkeypatch.setattr("mxnet.io.text._LARGEST_BLOCK", 64)
    rng = np.random.RandomState(0)
    dense = np.where(rng.rand(200, 12) < 0.3, rng.randn(200, 12).round(3), 0).astype(np.float32)
    text = "".join(f"{i} " + " ".join(f"{j}:{v:.3f}" for j, v in enumerate(row) if v) + "\n"
                   for i, row in enumerate(dense))
    it = make(tmp_path, text.replace(" \n", "\n"), data_shape=(12,), batch_size=50)
    np.testing.assert_allclose(np.concatenate([b.data[0].asnumpy() for b in it]), dense)
