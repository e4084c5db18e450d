"""Readers of files meet shapes, headers and files that make no sense, and files that go away."""
import struct

import numpy as np
import pytest

import mxnet as mx


@pytest.fixture
def csv(tmp_path):
    path = tmp_path / "a.csv"
    path.write_text("1,2,3\n4,5,6\n")
    return path


@pytest.mark.parametrize("shape", [(0,), (3, 0), (-1,), (3, -1), (2**31,), (2**62, 2**62)])
@pytest.mark.parametrize("name", ["data_shape", "label_shape"])
def test_a_shape_that_no_sample_has(name, shape, csv):
    given = {"data_shape": (3,), "label_csv": str(csv), "label_shape": (3,), name: shape}
    with pytest.raises(mx.MXNetError, match=f"CSVIter: {name} .*expected sizes of 1 to 2147483647"):
        mx.io.CSVIter(data_csv=str(csv), batch_size=1, **given)


@pytest.mark.parametrize("columns", [0, -1, 2**31, 2**63, 2**70])
def test_columns_that_no_matrix_has(columns, tmp_path):
    path = tmp_path / "a.svm"
    path.write_text("1 0:1\n2 1:1\n")
    with pytest.raises(mx.MXNetError, match="LibSVMIter: data_shape"):
        mx.io.LibSVMIter(data_libsvm=str(path), data_shape=(columns,), batch_size=1)


@pytest.mark.parametrize(("shape", "size"), [((2**20, 2**15), 2**10), ((2**31 - 1,), 2**31 - 1)])
def test_a_batch_that_no_memory_holds(shape, size, csv):
    with pytest.raises(mx.MXNetError, match="memory"):
        mx.io.CSVIter(data_csv=str(csv), data_shape=shape, batch_size=size)


@pytest.mark.parametrize("flat", [True, False])
@pytest.mark.parametrize("shape", [(0, 0), (0, 5), (5, 0), (2**32 - 1, 0)])
def test_mnist_images_without_pixels(shape, flat, tmp_path):
    image, label = tmp_path / "image", tmp_path / "label"
    image.write_bytes(struct.pack(">IIII", 2051, 4, *shape))
    label.write_bytes(struct.pack(">II", 2049, 4) + bytes(4))
    with pytest.raises(mx.MXNetError, match=r"invalid mnist format: images of \d+ x \d+ pixels"):
        mx.io.MNISTIter(image=str(image), label=str(label), batch_size=2, flat=flat, silent=True)
    image.write_bytes(struct.pack(">IIII", 2051, 0, 2**32 - 1, 2**32 - 1))
    with pytest.raises(mx.MXNetError, match=r"invalid mnist format: images of \d+ x \d+ pixels"):
        mx.io.MNISTIter(image=str(image), label=str(label), batch_size=2, flat=flat, silent=True)


def _rows(it):
    return np.concatenate([batch.data[0].asnumpy() for batch in it])


@pytest.mark.parametrize("iterator", ["CSVIter", "LibSVMIter"])
@pytest.mark.parametrize("what", ["removed", "grown"])
def test_every_epoch_reads_the_file_as_it_was(iterator, what, tmp_path):
    # the reference keeps the file open, and its size
    path = tmp_path / "rows"
    row = "1,2,3\n" if iterator == "CSVIter" else "1 0:1 2:3\n"
    path.write_text(row * 10)
    name = "data_csv" if iterator == "CSVIter" else "data_libsvm"
    it = getattr(mx.io, iterator)(**{name: str(path)}, data_shape=(3,), batch_size=5)
    first = _rows(it)
    if what == "removed":
        path.unlink()
    else:
        with open(path, "a") as file:
            file.write(row * 50)
    it.reset()
    np.testing.assert_array_equal(_rows(it), first)
