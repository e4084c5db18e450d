"""The bundled handwritten digits: read, split, cut into batches. The examples share it."""
from pathlib import Path

import numpy as np

FILE = Path(__file__).parent / "data" / "digits.npz"
CLASSES = 10


def load(test_fraction=0.2, seed=0):
    """Give (train images, train labels, test images, test labels), pixels between 0 and 1.

    The split is stratified: each digit is as frequent in both parts.
    """
    with np.load(FILE) as data:
        images, labels = data["images"].astype("float32") / 16, data["labels"].astype("float32")
    rng = np.random.RandomState(seed)
    test = np.zeros(len(labels), dtype=bool)
    for digit in range(CLASSES):
        members = np.flatnonzero(labels == digit)
        test[rng.permutation(members)[:round(len(members) * test_fraction)]] = True
    return images[~test], labels[~test], images[test], labels[test]


def batches(images, labels, size, rng):
    """Yield shuffled (images, labels) of `size` rows; the rest that fills no batch is left out."""
    order = rng.permutation(len(labels))
    for start in range(0, len(order) - size + 1, size):
        rows = order[start:start + size]
        yield images[rows], labels[rows]
