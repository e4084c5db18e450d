"""Damaged .rec files and images: `python -m tests.fuzz.fuzz_record [count] [seed]`."""
import contextlib
import os
import tempfile
from pathlib import Path

import numpy as np

from mxnet.core.errors import MXNetError
from mxnet.fileformat.record import MAGIC, RecordReader, encode_record
from mxnet.recordio import pack, pack_img, unpack, unpack_img

from .campaign import Figures, main, run
from .mutation import Mutator

RECORDED = Path(__file__).parents[1] / "data" / "records"


def seeds() -> list[bytes]:
    """Return the recorded files and, where OpenCV is installed, files of small images."""
    found = [path.read_bytes() for path in sorted(RECORDED.glob("*.rec"))]
    labelled = [pack((0, [1.0, 2.0, float(i)], i, 0), bytes(range(i))) for i in range(0, 60, 7)]
    found.append(b"".join(map(encode_record, labelled)))
    with contextlib.suppress(MXNetError):
        image = np.add.outer(np.arange(12), np.arange(9) * 3)[..., None].repeat(3, 2).astype(np.uint8)
        for extension, quality in ((".jpg", 90), (".png", 3)):
            record = encode_record(pack_img((0, 1.0, 5, 0), image, quality, extension))
            found += [record * 2, record + found[0][:200]]
    return found


@contextlib.contextmanager
def quiet_decoders():
    """Silence the image libraries, which write their complaints to the process's error output."""
    saved, sink = os.dup(2), os.open(os.devnull, os.O_WRONLY)
    os.dup2(sink, 2)
    try:
        yield
    finally:
        os.dup2(saved, 2)
        os.close(saved)
        os.close(sink)


def campaign(count: int, seed: int) -> Figures:
    """Read ``count`` files until the first error, and again past all errors; decode what is left."""
    latest: list[bytes] = []
    with tempfile.TemporaryDirectory() as folder, quiet_decoders():
        path = Path(folder) / "damaged.rec"

        def read(data: bytes) -> None:
            path.write_bytes(data)
            tolerant = RecordReader(path, skip_corrupt=True)
            records = list(iter(tolerant.read, None))
            tolerant.close()
            assert sum(map(len, records)) <= len(data)
            spans = RecordReader(path, skip_corrupt=True)
            assert [span.size for span in spans.spans()] == [len(record) for record in records]
            spans.close()
            for record in records:
                with contextlib.suppress(MXNetError):
                    unpack(record)
            latest[:] = records
            strict = RecordReader(path)
            try:
                first = list(iter(strict.read, None))
            except MXNetError as error:
                assert str(error).startswith(f"Invalid RecordIO File: {path}, byte ")
                assert tolerant.skipped
                raise
            finally:
                strict.close()
            assert first == records and not tolerant.skipped

        def decode() -> None:
            for record in latest:
                with contextlib.suppress(MXNetError):
                    unpack_img(record)

        words = [MAGIC, 1 << 29, 2 << 29, 3 << 29, 5 << 29]
        return run(read, Mutator(seeds(), words, seed), count, decode)


if __name__ == "__main__":
    main(".rec", campaign, 50_000)
