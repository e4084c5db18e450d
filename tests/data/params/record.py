"""Write this folder's files: `python record.py`, by an interpreter that has MXNet 1.9.1."""
import pathlib

import numpy as np
from contents import FILES

import mxnet as mx

BFLOAT16 = np.dtype([("bfloat16", np.uint16)])


def to_mxnet(entry):
    _, stype, dtype, values = entry
    if stype == "row_sparse":
        shape, data, (indices,) = values
        return mx.nd.sparse.row_sparse_array((data, indices), shape=shape, dtype=dtype)
    if stype == "csr":
        shape, data, (indptr, indices) = values
        return mx.nd.sparse.csr_matrix((data, indices, indptr), shape=shape, dtype=dtype)
    if dtype == "bfloat16":
        widened = (values.astype(np.uint32) << 16).view(np.float32)
        return mx.nd.array(widened).astype(BFLOAT16)
    if values.shape == ():
        return mx.np.array(values, dtype=dtype).as_nd_ndarray()
    return mx.nd.array(values, dtype=dtype)


if __name__ == "__main__":
    assert mx.__version__ == "1.9.1"
    folder = pathlib.Path(__file__).parent
    for name, entries in FILES.items():
        with mx.util.np_shape(name == "np_shape"):
            arrays = [to_mxnet(entry) for entry in entries]
            if entries and entries[0][0] is not None:
                arrays = dict(zip([entry[0] for entry in entries], arrays))
            mx.nd.save(str(folder / (name + ".params")), arrays)
