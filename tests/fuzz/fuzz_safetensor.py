"""Damaged .safetensors files: `python -m tests.fuzz.fuzz_safetensor [count] [seed]`."""
import tempfile
from pathlib import Path

import numpy as np

from mxnet.core.errors import MXNetError
from mxnet.fileformat import SavedArray, read_arrays, write_arrays

from .campaign import Figures, main, run
from .mutation import Mutator


def seeds(path: Path) -> list[bytes]:
    """Return a list, a dict and an empty file."""
    values = [np.arange(6, dtype=np.float32).reshape(2, 3), np.array(True), np.zeros((0, 2), np.int8),
              np.arange(3, dtype=np.float64)]
    found = []
    for arrays in ([SavedArray(value) for value in values],
                   [SavedArray(value, f"arg:{i}") for i, value in enumerate(values)], []):
        write_arrays(path, arrays)
        found.append(path.read_bytes())
    return found


def campaign(count: int, seed: int) -> Figures:
    """Write and read ``count`` files."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "damaged.safetensors"

        def read(data: bytes) -> None:
            path.write_bytes(data)
            try:
                arrays = read_arrays(path)
            except MXNetError as error:
                assert str(error).startswith(f"Invalid .safetensors file format: {path}, byte ")
                raise
            assert sum(array.data.nbytes for array in arrays) <= len(data)

        return run(read, Mutator(seeds(path), [], seed), count)


if __name__ == "__main__":
    main(".safetensors", campaign, 20_000)
