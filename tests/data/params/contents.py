"""What the recorded files here hold, as NumPy values: read by `record.py` and by the tests.

Each entry of FILES is (name or None, storage type, type name, values): values are an array, or
(shape, data, aux arrays) of a sparse one. bfloat16 is given by its bits.
"""
import numpy as np


def ramp(shape, dtype, start=-3):
    values = np.arange(start, start + int(np.prod(shape))).reshape(shape)
    return (values % 2).astype(bool) if dtype == "bool" else (values * 3 // 2).astype(dtype)


def dense(name, shape, dtype, start=-3):
    return (name, "default", dtype, ramp(shape, dtype, start))


BFLOAT16 = (None, "default", "bfloat16", np.array([[0x3FC0, 0xC000], [0x0000, 0x7F80]], np.uint16))
ROWS = (None, "row_sparse", "float32",
        ((6, 2), np.array([[1.5, -2.0], [0.25, 4.0]], np.float32), (np.array([1, 4]),)))
NO_ROWS = (None, "row_sparse", "float64", ((5, 3), np.zeros((0, 3)), (np.zeros(0, np.int64),)))
CSR = (None, "csr", "float32", ((3, 4), np.array([1.0, 2.0, 3.0], np.float32),
                                (np.array([0, 2, 2, 3]), np.array([0, 3, 1]))))
EMPTY_CSR = (None, "csr", "float32", ((2, 3), np.zeros(0, np.float32),
                                      (np.zeros(3, np.int64), np.zeros(0, np.int64))))
TYPES = ("float32", "float64", "float16", "uint8", "int32", "int8", "int64", "bool")


def named(name, entry):
    return (name, *entry[1:])


FILES = {
    "types_list": [dense(None, (2, 3), dtype, 0) for dtype in TYPES] + [BFLOAT16],
    "types_dict": [dense("arg:" + dtype, (3,), dtype, 0) for dtype in TYPES]
                  + [named("aux:bfloat16", BFLOAT16)],
    "shapes": [dense("one", (1,), "float32"), dense("six", (1, 2, 1, 3, 1, 2), "float32"),
               dense("empty", (0, 3), "float32"), dense("ümlaut 名", (2,), "int64"),
               dense("", (2,), "uint8", 5)],
    "single": [dense(None, (4,), "float32")],
    "nothing": [],
    "sparse": [named("rows", ROWS), named("no rows", NO_ROWS), named("csr", CSR),
               named("empty csr", EMPTY_CSR), dense("dense", (2, 2), "float32")],
    "np_shape": [dense("vector", (3,), "float32"), dense("empty", (0, 2), "float32"),
                 dense("scalar", (), "float32"), dense("bools", (2, 2), "bool")],
}
