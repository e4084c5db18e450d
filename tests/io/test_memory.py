"""Resident memory stays where it is, epoch after epoch. The long form: `benchmarks.readers --memory`."""
import os
import struct

import numpy as np
import pytest

import mxnet as mx
from tests.garbage import nothing_to_collect

pytestmark = pytest.mark.skipif(not os.path.exists("/proc/self/statm"),
                                reason="resident memory is read from /proc")
EPOCHS = 16
BATCH_BYTES = 4 << 20       # of data; one that is lost each epoch makes 64 MiB


def resident():
    with open("/proc/self/statm") as statm:
        return int(statm.read().split()[1]) * os.sysconf("SC_PAGESIZE")


def images(folder, name="ImageRecordIter", label=1.0, **options):
    pytest.importorskip("cv2", reason="images need the extra `images`")
    path = str(folder / "a.rec")
    writer = mx.recordio.MXRecordIO(path, "w")
    for i in range(24):
        image = np.full((150, 150, 3), i, np.uint8)
        writer.write(mx.recordio.pack_img((0, label, i, 0), image, 3, ".png"))
    writer.close()
    return getattr(mx.io, name)(path_imgrec=path, data_shape=(3, 148, 148), batch_size=16,
                                preprocess_threads=2, verbose=False, **options)


def augmented(folder):
    return images(folder, rand_crop=True, max_rotate_angle=10, random_h=10, pca_noise=0.1)


def boxes(folder):
    return images(folder, "ImageDetRecordIter", [2, 5, 1, 0.1, 0.1, 0.6, 0.7])


def python_images(folder):
    images(folder)
    return mx.image.ImageIter(16, (3, 148, 148), path_imgrec=str(folder / "a.rec"), rand_crop=True)


def csv(folder):
    (folder / "a.csv").write_text((",".join("%.6f" % (i / 7) for i in range(1024)) + "\n") * 3000)
    return mx.io.CSVIter(data_csv=str(folder / "a.csv"), data_shape=(1024,), batch_size=1024)


def libsvm(folder):
    (folder / "a.svm").write_text(("1 " + " ".join(f"{i}:{i / 7:.6f}" for i in range(0, 1024, 8))
                                   + "\n") * 3000)
    return mx.io.LibSVMIter(data_libsvm=str(folder / "a.svm"), data_shape=(1024,), batch_size=1024)


def mnist(folder):
    (folder / "a").write_bytes(struct.pack(">IIII", 2051, 3000, 32, 32) + bytes(3000 * 1024))
    (folder / "b").write_bytes(struct.pack(">II", 2049, 3000) + bytes(3000))
    return mx.io.MNISTIter(image=str(folder / "a"), label=str(folder / "b"), batch_size=1024,
                           silent=True)


def read(it, epochs):
    for _ in range(epochs):
        for batch in it:
            batch.data[0].wait_to_read()
        it.reset()


every_reader = pytest.mark.parametrize("make", [images, augmented, boxes, python_images, csv, libsvm, mnist])


@every_reader
def test_memory_is_flat(tmp_path, make):
    it = make(tmp_path)
    size = it.provide_data[0].shape
    assert np.prod(size) * 4 >= BATCH_BYTES
    read(it, 3)
    before = resident()
    read(it, EPOCHS)
    assert resident() - before < EPOCHS * BATCH_BYTES / 4


@every_reader
def test_epochs_leave_nothing_to_collect(tmp_path, make):
    """A cycle holds what it holds until Python looks for it, which may be epochs later."""
    it = make(tmp_path)
    read(it, 2)
    with nothing_to_collect():
        read(it, 3)


def test_iterators_that_are_dropped_leave_no_memory(tmp_path):
    for i in range(4 + EPOCHS):
        images(tmp_path).next()
        if i == 3:
            before = resident()
    assert resident() - before < EPOCHS * BATCH_BYTES / 4
