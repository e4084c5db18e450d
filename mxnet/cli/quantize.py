"""An 8-bit or bfloat16 model made from a float one: for `convert --quantize` and `bench --dtype`."""
import argparse
import json
import logging
import os
import sys
from typing import Any

import numpy as np

from .. import ndarray as nd
from ..core.errors import MXNetError
from ..fileformat.npy import read_npy, read_npz
from ..io import NDArrayIter
from .checkpoint import Checkpoint, bytes_text
from .progress import Progress
from .table import print_table
from .timing import median, repeated

_BATCH = 32
_SECONDS = 0.5  # for which each model is timed, besides the examples


def narrowed(model: Checkpoint, dtype: str, inputs: dict[str, np.ndarray], mode: str = "naive",
             excluded: list[str] | None = None, progress: Any = None, logger: Any = None) -> tuple[Any, dict]:
    """Return symbol and parameters of a model in another type; ``inputs`` calibrate an 8-bit one."""
    states = set(model.symbol.list_auxiliary_states())
    args = {name: value for name, value in model.params.items() if name not in states}
    held = {name: value for name, value in model.params.items() if name in states}
    if dtype == "float32":
        return model.symbol, model.params
    if dtype == "bfloat16":
        from ..contrib.amp import convert_model
        symbol, args, held = convert_model(model.symbol, args, held, target_dtype="bfloat16", cast_optional_params=True)
    else:
        from ..contrib.quantization import quantize_model_mkldnn
        count = len(next(iter(inputs.values())))
        batches = _Shown(inputs, min(_BATCH, count), progress)
        symbol, args, held = quantize_model_mkldnn(model.symbol, args, held, calib_mode=mode, calib_data=batches,
                                                   quantized_dtype="auto", excluded_sym_names=excluded, logger=logger)
    return symbol, {**args, **held}


class _Shown(NDArrayIter):
    """Batches counted by a progress bar."""

    def __init__(self, inputs: dict[str, np.ndarray], size: int, progress: Any) -> None:
        super().__init__(inputs, batch_size=size, last_batch_handle="discard")
        self._progress = progress

    def next(self) -> Any:
        """Return the next batch, and advance the bar."""
        batch = super().next()
        if self._progress is not None:
            self._progress.step()
        return batch


class _Kept(logging.Handler):
    """Collects what quantization reports about layers that stay in float."""

    def __init__(self) -> None:
        super().__init__()
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        """Keep a line."""
        text = record.getMessage()
        if " is NOT quantized: " in text:
            self.lines.append(text.replace(" is NOT quantized: ", ": "))


def read_data(model: Checkpoint, path: str) -> tuple[dict[str, np.ndarray], np.ndarray | None]:
    """Read a NumPy file: the inputs, and the labels if it has an array of that name."""
    names = model.inputs()
    found, labels = _read(model, path, names)
    if set(found) != set(names):
        raise MXNetError(f"--calibrate {path}: the model's inputs are {', '.join(names) or 'none'}, of which the file "
                         f"has {', '.join(found) or 'none'}")
    counts = {value.shape[:1] for value in (*found.values(), *([] if labels is None else [labels]))}
    if len(counts) != 1 or counts & {(), (0,)}:
        raise MXNetError(f"--calibrate {path}: all arrays have one example a row, one row or more; the shapes are "
                         f"{', '.join(str(value.shape) for value in found.values())}")
    return {name: value.astype(np.float32) for name, value in found.items()}, labels


def _read(model: Checkpoint, path: str, names: list[str]) -> tuple[dict[str, np.ndarray], np.ndarray | None]:
    """Return a model's inputs and labels from a file; a single array is the one input, whatever its name."""
    if path.endswith(".npy"):
        return dict(zip(names[:1], [read_npy(path)])), None
    if not path.endswith(".npz"):
        raise MXNetError(f"--calibrate {path}: expected .npy or .npz")
    arrays = read_npz(path)
    known = [name for name in ("labels", "label", *model.labels()) if name in arrays]
    labels = arrays.pop(known[0]) if known else None
    if len(names) == len(arrays) == 1:
        return dict(zip(names, arrays.values())), labels
    return {name: arrays[name] for name in names if name in arrays}, labels


def run(model: Checkpoint, args: argparse.Namespace) -> int:
    """Quantize a model, write it, and compare both in one table."""
    if args.calibrate is None:
        raise MXNetError("--quantize needs --calibrate FILE: examples of the inputs, .npy or .npz")
    inputs, labels = read_data(model, args.calibrate)
    count = len(next(iter(inputs.values())))
    kept, logger = _Kept(), logging.Logger("quantize")
    logger.addHandler(kept)
    with Progress("calibrating", count // min(_BATCH, count), quiet=args.json) as bar:
        symbol, params = narrowed(model, args.quantize, inputs, args.calibration, args.exclude, bar, logger)
    before = [path for path in (model.symbol_path, model.params_path) if path]
    after = _written(symbol, params, args.output or f"{model.prefix}-{args.quantize}", before)
    rows = {"float32": _measured(model.symbol, model.params, inputs, labels, before),
            args.quantize: _measured(symbol, params, inputs, labels, after)}
    same = float(np.mean(rows["float32"].pop("classes") == rows[args.quantize].pop("classes")))
    if args.json:
        print(json.dumps({"files": after, "models": rows, "same_class": same, "in_floats": kept.lines}))
    else:
        _print(rows, same, kept.lines, after, count)
    return 0


def _written(symbol: Any, params: dict, prefix: str, read: list[str]) -> list[str]:
    paths = [f"{prefix}-symbol.json", f"{prefix}-0000.params"]
    if {os.path.realpath(path) for path in paths} & {os.path.realpath(path) for path in read}:
        raise MXNetError(f"{prefix} is what is read; give --output another name")
    states = set(symbol.list_auxiliary_states())
    symbol.save(paths[0], remove_amp_cast=False)  # bfloat16 begins with one
    nd.save(paths[1], {f"{'aux' if name in states else 'arg'}:{name}": value for name, value in params.items()})
    return paths


def _measured(symbol: Any, params: dict, inputs: dict[str, np.ndarray], labels: np.ndarray | None,
              files: list[str]) -> dict[str, Any]:
    """Run a model on all examples; returns its classes, accuracy, size, and the median time of a batch."""
    from ..predictor import Predictor
    count = len(next(iter(inputs.values())))
    size = min(_BATCH, count)
    shapes = {name: (size, *value.shape[1:]) for name, value in inputs.items()}
    predictor = Predictor(symbol, params, shapes)
    found = []
    for start in range(0, count - size + 1, size):
        batch = {name: value[start:start + size] for name, value in inputs.items()}
        predictor.forward(**batch)
        found.append(next(iter(predictor.outputs.values())).reshape(size, -1).argmax(1))
    classes = np.concatenate(found)
    times = repeated(lambda: predictor._executor.forward(is_train=False), _SECONDS)
    row: dict[str, Any] = {"bytes": sum(os.path.getsize(path) for path in files), "batch": size,
                           "ms_per_batch": median(times) * 1e3, "classes": classes}
    if labels is not None:
        row["accuracy"] = float(np.mean(classes == labels.reshape(-1)[:len(classes)]))
    return row


def _print(rows: dict[str, dict], same: float, kept: list[str], files: list[str], count: int) -> None:
    names = list(rows)
    table = [["size", *(bytes_text(rows[name]["bytes"]) for name in names)]]
    if "accuracy" in rows[names[0]]:
        table.append(["accuracy", *(f"{rows[name]['accuracy']:.4f}" for name in names)])
    first, second = (rows[name]["ms_per_batch"] for name in names)
    table.append([f"ms per batch of {rows[names[0]]['batch']}", f"{first:.2f}", f"{second:.2f}"])
    table.append(["speed", "1.00", f"{first / second:.2f}"])
    table.append(["same class as float32", "1.0000", f"{same:.4f}"])
    print_table(["", *names], table, "12")
    if kept:
        print(f"\nin floats: {len(kept)}", file=sys.stderr)
        for line in kept:
            print(f"  {line}", file=sys.stderr)
    print(f"\n{count} examples; wrote {', '.join(files)}")
