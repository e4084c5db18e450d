"""Write this folder's files: `python record.py`, by an interpreter that has MXNet 1.9.1."""
import pathlib

from contents import IMAGES, PAYLOADS

import mxnet as mx

if __name__ == "__main__":
    assert mx.__version__ == "1.9.1"
    folder = pathlib.Path(__file__).parent
    index, records = str(folder / "parts.idx"), str(folder / "parts.rec")
    writer = mx.recordio.MXIndexedRecordIO(index, records, "w")
    for key, payload in enumerate(PAYLOADS):
        writer.write_idx(key * 10, payload)
    writer.close()
    writer = mx.recordio.MXRecordIO(str(folder / "images.rec"), "w")
    for header, image in IMAGES:
        writer.write(mx.recordio.pack(header, image))
    writer.close()
