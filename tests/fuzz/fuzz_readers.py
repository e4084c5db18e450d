"""Damaged .rec files, images, CSV and LibSVM files through the iterators.

`python -m tests.fuzz.fuzz_readers [count] [seed]`
"""
import contextlib
import itertools
import tempfile
from pathlib import Path

import numpy as np

import mxnet as mx
from mxnet.core.errors import MXNetError
from mxnet.core.ops.image_header import UNQUESTIONED_PIXELS
from mxnet.fileformat.record import MAGIC, encode_record
from mxnet.recordio import pack, pack_img

from .campaign import Figures, main, run
from .fuzz_record import quiet_decoders
from .mutation import Mutator

SHAPE = (3, 6, 7)
# An image of a few bytes may say that it has so many pixels, and three readers hold one at once.
IMAGE_BYTES = 3 * 4 * UNQUESTIONED_PIXELS
BOXES = [2, 5, 1, 0.1, 0.1, 0.6, 0.7]


def record_seeds() -> list[bytes]:
    """Return files of a few small images each."""
    image = np.add.outer(np.arange(9), np.arange(11) * 3)[..., None].repeat(3, 2).astype(np.uint8)
    kinds = ((".jpg", 90), (".png", 3), (".bmp", 0), (".webp", 90), (".tiff", 0))
    found = []
    for extension, quality in kinds:
        with contextlib.suppress(MXNetError):
            records = [pack_img((0, label, number, 0), image, quality, extension)
                       for number, label in enumerate((1.0, [1.0, 2.0], BOXES))]
            found.append(b"".join(map(encode_record, records)))
            found.append(b"".join(map(encode_record, records[:1] * 3)))
            found.append(b"".join(map(encode_record, records[2:] * 3)))
    found.append(b"".join(encode_record(pack((0, 1.0, i, 0), bytes(range(i)))) for i in range(5)))
    return found


TEXTS = [b"1,2,3\n4,5,6\n7,8,9\n", b"1.5,-2.25,3e5\r\n4,.5,6.\r\n", b"1,2,3\n\n4, 5 ,nan\n1,2,3,\n",
         b"1 0:0.5 2:1.2\n-2\n-3 0:0.6 1:2.4 2:1.2\n", b"1:2 qid:5 0:1 # words\n2 1\n3 2:1e5\n"]


def _read(it, limit: int = 6) -> None:
    for batch in itertools.islice(it, limit):
        assert np.isfinite(batch.label[0].asnumpy().shape[0])
        assert batch.data[0].asnumpy().shape[0] == it.batch_size


def _decode_all(path: str) -> None:
    reader = mx.recordio.MXRecordIO(path, "r")
    try:
        while (record := reader.read()) is not None:
            image = mx.recordio.unpack(record)[1]
            assert mx.image.imdecode(image).ndim == 3
    finally:
        reader.close()


def campaign(count: int, seed: int) -> Figures:
    """Read ``count`` damaged files with every reader that might take them."""
    with tempfile.TemporaryDirectory() as folder, quiet_decoders():
        path = Path(folder) / "damaged"

        def read(data: bytes) -> None:
            path.write_bytes(data)
            image = {"path_imgrec": str(path), "data_shape": SHAPE, "batch_size": 1,
                     "preprocess_threads": 2, "verbose": False}
            text = {"data_shape": (3,), "batch_size": 1}
            errors = []
            readers = (
                lambda: mx.io.ImageRecordIter(**image),
                lambda: mx.io.ImageRecordIter(label_width=2, num_parts=2, **image),
                lambda: mx.io.ImageDetRecordIter(**image),
                lambda: mx.image.ImageIter(1, SHAPE, path_imgrec=str(path)),
                lambda: mx.io.CSVIter(data_csv=str(path), **text),
                lambda: mx.io.LibSVMIter(data_libsvm=str(path), **text))
            for read_all in (*(lambda make=make: _read(make()) for make in readers),
                             lambda: _decode_all(str(path))):
                try:
                    read_all()
                except MXNetError as error:
                    errors.append(error)
            if len(errors) == len(readers) + 1:
                raise errors[0]

        words = [MAGIC, 1 << 29, 0x00120012, 0xFFFFFFFF, 44, 10]
        return run(read, Mutator(record_seeds() + TEXTS * 4, words, seed), count,
                   fixed_bytes=IMAGE_BYTES)


if __name__ == "__main__":
    main("reader", campaign, 50_000, room=2**33)
