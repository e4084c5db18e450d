"""Damaged .params files: `python -m tests.fuzz.fuzz_params [count] [seed]`."""
import struct
import tempfile
from pathlib import Path

from mxnet.core.errors import MXNetError
from mxnet.fileformat import read_params, read_params_buffer, write_params
from mxnet.fileformat.params import VERSION_MAGIC, encode_array

from .campaign import Figures, main, run
from .mutation import Mutator

RECORDED = Path(__file__).parents[1] / "data" / "params"


def seeds() -> list[bytes]:
    """Return the recorded files and one of each older form."""
    found = [path.read_bytes() for path in sorted(RECORDED.glob("*.params"))]
    version_1 = struct.pack("<Iiqqiii4f", 0xF993FAC8, 2, 2, 2, 2, 0, 0, 1, 2, 3, 4)
    version_0 = struct.pack("<IIIiii2f", 2, 1, 2, 1, 0, 0, 1, 2)
    for records in ([version_1, version_0], [version_0] * 3, [struct.pack("<I", 0), version_1]):
        found.append(struct.pack("<QQQ", 0x112, 0, len(records)) + b"".join(records)
                     + struct.pack("<QQ1s", 1, 1, b"n") * (len(records) == 1) + struct.pack("<Q", 0))
    return found


def campaign(count: int, seed: int) -> Figures:
    """Read ``count`` files; every sixteenth from the disk, the others from memory."""
    numbers = iter(range(count))
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "damaged.params"

        def read(data: bytes) -> None:
            source = "<buffer>"
            try:
                if next(numbers) % 16:
                    arrays = read_params_buffer(data)
                else:
                    source = str(path)
                    path.write_bytes(data)
                    arrays = read_params(path)
            except MXNetError as error:
                assert str(error).startswith(f"Invalid NDArray file format: {source}, byte ")
                raise
            held = 0
            for array in arrays:
                if array.data is None:
                    continue
                held += sum(part.nbytes for part in (array.data, *array.aux))
                for part in (array.data, *array.aux):
                    part.tobytes()          # every element can be touched
                if array.version >= 2:      # and written again
                    encode_array(array)
            assert held <= len(data), "arrays hold more than the file"
            if arrays and all(array.data is not None and array.version >= 2 for array in arrays):
                write_params(path, arrays)
                assert len(read_params(path)) == len(arrays)

        return run(read, Mutator(seeds(), [0x112, *VERSION_MAGIC], seed), count)


if __name__ == "__main__":
    main(".params", campaign, 100_000)
