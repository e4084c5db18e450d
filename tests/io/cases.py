"""Batches of iterators over fixed data. The same code runs on the reference to record them:

    python tests/io/cases.py > tests/data/io_batches.json
"""
import json
import os
import struct
import sys
import tempfile

import numpy as np

# NDArrayIter: name -> keywords; 7 samples, the label of sample i is 10 i
ARRAYS = {
    "pad": {"batch_size": 3},
    "pad_more_than_all": {"batch_size": 17},
    "pad_exact": {"batch_size": 7},
    "discard": {"batch_size": 3, "last_batch_handle": "discard"},
    "roll_over": {"batch_size": 3, "last_batch_handle": "roll_over"},
    "roll_over_wide": {"batch_size": 5, "last_batch_handle": "roll_over"},
    "shuffled": {"batch_size": 3, "shuffle": True},
    "shuffled_discard": {"batch_size": 2, "shuffle": True, "last_batch_handle": "discard"},
    "shuffled_roll_over": {"batch_size": 3, "shuffle": True, "last_batch_handle": "roll_over"},
}
ROWS = "1,2,3\n4,5,6\n7,8,9\n10,11,12\n13,14,15\n"
# CSVIter: name -> (text of the data file, text of the label file or None, keywords)
TEXTS = {
    "plain": (ROWS, None, {"batch_size": 2}),
    "labels": (ROWS, "1\n2\n3\n4\n5\n", {"batch_size": 3}),
    "wide_labels": (ROWS, "1,9\n2,9\n3,9\n4,9\n5,9\n", {"batch_size": 3, "label_shape": (2,)}),
    "no_round": (ROWS, None, {"batch_size": 3, "round_batch": False}),
    "int32": (ROWS, None, {"batch_size": 2, "dtype": "int32"}),
    "int64": ("2147483648,2,3\n", None, {"batch_size": 1, "dtype": "int64"}),
    "image": ("1,2,3,4\n5,6,7,8\n", None, {"batch_size": 1, "data_shape": (2, 2)}),
    "names": (ROWS, None, {"batch_size": 5, "data_name": "x", "label_name": "y"}),
    "windows_lines": ("1,2,3\r\n4,5,6\r\n", None, {"batch_size": 1}),
    "spaces": ("1, 2 ,3\n\n 4,5,6", None, {"batch_size": 1}),
    "trailing_comma": ("1,2,3,\n", None, {"batch_size": 1}),
    "exponents": ("1e3,-2.5E-2,+3\n", None, {"batch_size": 1}),
    "fraction_as_int": ("1.5,2,3\n", None, {"batch_size": 1, "dtype": "int32"}),
}
# MNISTIter: name -> (number of images, keywords)
IMAGES = {
    "in_order": (10, {"shuffle": False, "batch_size": 3}),
    "flat": (10, {"shuffle": False, "batch_size": 2, "flat": True}),
    "shuffled": (10, {"batch_size": 2}),
    "shuffled_seed": (50, {"batch_size": 25, "seed": 11}),
    "part": (10, {"shuffle": False, "batch_size": 2, "num_parts": 3, "part_index": 1}),
    "shuffled_part": (40, {"batch_size": 5, "num_parts": 3, "part_index": 2, "seed": 3}),
    "strings": (10, {"shuffle": "False", "batch_size": "5", "data_shape": "(1,2,3)"}),
}


def describe(batch):
    return {"data": [a.asnumpy().tolist() for a in batch.data],
            "label": [a.asnumpy().tolist() for a in batch.label],
            "dtype": [np.dtype(a.dtype).name for a in batch.data + batch.label],
            "pad": batch.pad, "index": None if batch.index is None else batch.index.tolist()}


def describe_all(iterator, epochs=3):
    found = {"provide": [[d.name, list(d.shape), np.dtype(d.dtype).name, d.layout]
                         for d in list(iterator.provide_data) + list(iterator.provide_label)],
             "batch_size": iterator.batch_size, "epochs": []}
    for _ in range(epochs):
        found["epochs"].append([describe(batch) for batch in iterator])
        iterator.reset()
    return found


def arrays(mx, name):
    np.random.seed(5)
    return describe_all(mx.io.NDArrayIter(np.arange(7), np.arange(7) * 10, **ARRAYS[name]), 4)


def text(mx, name):
    data, label, keywords = TEXTS[name]
    keywords = {"data_shape": (3,), **keywords}
    with tempfile.TemporaryDirectory() as folder:
        for key, content in (("data_csv", data), ("label_csv", label)):
            if content is not None:
                keywords[key] = os.path.join(folder, key)
                with open(keywords[key], "w", newline="") as out:
                    out.write(content)
        return describe_all(mx.io.CSVIter(**keywords))


def write_images(folder, count):
    """Write two IDX files: image i holds its number in its first two bytes."""
    pixels = np.zeros((count, 2, 3), np.uint8)
    pixels[:, 0, 0], pixels[:, 0, 1] = np.arange(count) % 256, np.arange(count) // 256
    paths = [os.path.join(folder, name) for name in ("images", "labels")]
    with open(paths[0], "wb") as out:
        out.write(struct.pack(">IIII", 2051, *pixels.shape) + pixels.tobytes())
    with open(paths[1], "wb") as out:
        out.write(struct.pack(">II", 2049, count) + (np.arange(count) % 10).astype("uint8").tobytes())
    return {"image": paths[0], "label": paths[1]}


def images(mx, name):
    count, keywords = IMAGES[name]
    with tempfile.TemporaryDirectory() as folder:
        return describe_all(mx.io.MNISTIter(silent=True, **write_images(folder, count), **keywords), 2)


KINDS = {"arrays": (ARRAYS, arrays), "text": (TEXTS, text), "images": (IMAGES, images)}


def main():
    import mxnet as mx
    found = {"_": "made by tests/io/cases.py on MXNet " + mx.__version__}
    for kind, (table, run) in KINDS.items():
        for name in table:
            found[f"{kind}/{name}"] = run(mx, name)
    lines = [f"{json.dumps(key)}: {json.dumps(value)}" for key, value in found.items()]
    sys.stdout.write("{\n" + ",\n".join(lines) + "\n}\n")


if __name__ == "__main__":
    main()
