"""Runs tests with thresholds so low that small arrays take the paths of large ones.

    python -m tests.fuzz.tiny tests/executor tests/gluon

What is computed must not depend on a threshold. Small tests then reach code that only large networks reach otherwise:
memory of dead values, rematerialization, gradients that are written early, parts of Winograd's tiles. Tests that state
where a threshold lies fail, and so do some that compare kernels to the last digits; any other failure is worth reading.
"""
import importlib.util
import sys
from pathlib import Path

TUNING = Path(__file__).resolve().parents[2] / "mxnet" / "core" / "tuning.py"

# Units in which a path for large sizes begins, as names of thresholds end.
_UNITS = ("_BYTES", "_ELEMENTS", "_PIXELS", "_TILES", "_PRODUCTS", "_SCORES")
_OTHERS = {"WINOGRAD_FROM_CHANNELS": 1, "WINOGRAD_CHANNELS_PER_TILE": 1 << 20,
           "WINOGRAD_KEPT_CHANNELS_PER_TILE": 1 << 20, "WINOGRAD_MANY_CHANNELS": 32, "WINOGRAD_SUM_UP_TO_ROWS": 3,
           "WINOGRAD_AT_ONCE_BYTES": 1 << 14, "WINOGRAD_STRIPS_AT_ONCE_BYTES": 1 << 14,
           "TRANSFORM_AT_ONCE_BYTES": 64, "GATHER_AT_ONCE_BYTES": 64, "BATCH_FROM_CALLS": 2, "TRIM_EVERY_NODES": 5}


def lowered(values):
    """Give the thresholds that change, with their new values."""
    low = dict.fromkeys([name for name in values if "_FROM_" in name and name.endswith(_UNITS)], 1)
    return {**low, **_OTHERS}


def install():
    """Put the low thresholds in the place of the package's, before anything reads them."""
    spec = importlib.util.spec_from_file_location("mxnet.core.tuning", TUNING)
    tuning = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(tuning)
    values = {name: value for name, value in vars(tuning).items() if name.isupper()}
    changed = lowered(values)
    unknown = changed.keys() - values.keys()
    if unknown:
        raise NameError(f"{TUNING.name} has no {', '.join(sorted(unknown))}")
    vars(tuning).update(changed)
    sys.modules["mxnet.core.tuning"] = tuning


if __name__ == "__main__":
    install()
    import pytest
    sys.exit(pytest.main(["-q", "-p", "no:cacheprovider", *sys.argv[1:]]))
