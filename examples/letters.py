"""The bundled letter-recognition data: 20,000 letters, 16 numbers each. The examples share it."""
from pathlib import Path

import numpy as np

FILE = Path(__file__).parent / "data" / "letters.npz"
CLASSES = 26


def load(limit=None):
    """Give (train features, train letters, test features, test letters); A is 0 and Z is 25.

    Features lie between 0 and 15 and are left as they are. The first 16,000 rows are for training, as
    in the paper that came with the data; `limit` takes that many rows of each part.
    """
    with np.load(FILE) as data:
        features, letters = data["features"].astype("float32"), data["letters"].astype("float32")
    cut = 16000
    return features[:cut][:limit], letters[:cut][:limit], features[cut:][:limit], letters[cut:][:limit]
