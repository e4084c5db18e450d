"""Run a model on a NumPy file or an image, and print the result.

An image is read as RGB, resized to the model's input, reduced by --mean, divided by --std, multiplied by --scale, and
converted to channels first.
"""
import argparse
import json
import os

import numpy as np

from ..core.errors import FileError, MXNetError
from ..core.opening import MAX_ENCODED, lines, read_bytes
from ..core.ops.image_header import decode, opencv
from ..fileformat import atomic_write
from ..fileformat.npy import read_npy, read_npz
from .checkpoint import Checkpoint, add_model_arguments, open_model

SUMMARY = "run a model on a .npy file or an image"
EXAMPLES = """\
examples:
  remixnet predict models/lenet --input digits.npy
  remixnet predict models/resnet --input cat.jpg --mean 123.68,116.779,103.939 --labels synset.txt
  remixnet predict models/net --input data=x.npy --input state=s.npy --output out.npz
  remixnet predict models/net --input x.npy --layer fc1 --json"""
_IMAGES = (".jpg", ".jpeg", ".png", ".bmp", ".webp", ".tif", ".tiff", ".gif")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_model_arguments(parser)
    parser.add_argument("--input", action="append", required=True, metavar="[NAME=]FILE",
                        help=".npy, .npz, or an image; the name of the input where there are several")
    parser.add_argument("--mean", type=_numbers, metavar="R,G,B", help="subtracted from an image, one or three numbers")
    parser.add_argument("--std", type=_numbers, metavar="R,G,B", help="an image is divided by it after --mean")
    parser.add_argument("--scale", type=float, default=1.0, help="an image is multiplied by it, last")
    parser.add_argument("--bgr", action="store_true", help="the model wants blue first, as OpenCV has it")
    parser.add_argument("--labels", metavar="FILE", help="names of the classes, one per line")
    parser.add_argument("--top", type=int, default=5, help="how many classes to show (5)")
    parser.add_argument("--layer", action="append", metavar="NAME", help="give this layer's output instead")
    parser.add_argument("--output", metavar="FILE", help="save all outputs: .npz, or .npy of the first")
    parser.add_argument("--device", default="cpu", choices=("cpu", "gpu"))
    parser.add_argument("--json", action="store_true", help="print as JSON")


def _numbers(text: str) -> np.ndarray:
    try:
        values = np.array([float(part) for part in text.split(",")], np.float32)
    except ValueError:
        values = np.empty(0)
    if values.size not in (1, 3):
        raise argparse.ArgumentTypeError(f"{text!r} is not one number or three with commas")
    return values


def run(args: argparse.Namespace) -> int:
    from ..predictor import Predictor
    model = open_model(args)
    inputs = read_inputs(model, args)
    predictor = Predictor(model.symbol, model.params, {name: value.shape for name, value in inputs.items()},
                          args.device, outputs=args.layer)
    predictor.forward(**inputs)
    found = predictor.outputs
    labels = _labels(args.labels) if args.labels else None
    if args.output:
        _save(args.output, found)
    if args.json:
        print(json.dumps({name: _classes(value, labels, args.top) if labels else value.tolist()
                          for name, value in found.items()}))
    else:
        for name, value in found.items():
            _show(name, value, labels, args.top)
        if args.output:
            print(f"wrote {args.output}")
    return 0


# ---- inputs ---------------------------------------------------------------------------------------

def read_inputs(model: Checkpoint, args: argparse.Namespace) -> dict[str, np.ndarray]:
    """Read the files that --input names; unnamed ones are the inputs in order."""
    names, found, images = model.inputs(), {}, {}
    for text in args.input:
        name, equals, path = text.partition("=")
        if not equals or os.path.exists(text):
            free = [item for item in names if item not in found and item not in images]
            if not free:
                raise MXNetError(f"--input {text}: all inputs are given already ({', '.join(names)})")
            name, path = free[0], text
        if name not in names:
            raise MXNetError(f"--input {text}: the model's inputs are {', '.join(names) or 'none'}")
        if path.lower().endswith(_IMAGES):
            images[name] = path
        else:
            found.update(_read_arrays(path, name, names))
    given = {**{name: value.shape for name, value in found.items()}, **dict(args.shape)}
    if images:
        shapes, _ = model.shapes(given)
        found.update((name, _read_image(path, shapes[name], args)) for name, path in images.items())
    missing = [name for name in names if name not in found]
    if missing:
        raise MXNetError(f"no --input for {', '.join(missing)}")
    return {name: _batched(value, dict(args.shape).get(name)) for name, value in found.items()}


def _read_arrays(path: str, name: str, names: list[str]) -> dict[str, np.ndarray]:
    """Read a NumPy file: one array, or several by input name."""
    if path.endswith(".npy"):
        return {name: read_npy(path)}
    if not path.endswith(".npz"):
        raise MXNetError(f"--input {path}: expected .npy, .npz or an image ({', '.join(_IMAGES)})")
    arrays = read_npz(path)
    return {key: value for key, value in arrays.items() if key in names} or dict(zip([name], arrays.values()))


def _batched(value: np.ndarray, shape: tuple | None) -> np.ndarray:
    if shape is None:
        return value
    try:
        return value.reshape(shape)
    except ValueError as error:
        raise MXNetError(f"--shape {shape}: an input of shape {value.shape} cannot take it") from error


def _read_image(path: str, shape: tuple, args: argparse.Namespace) -> np.ndarray:
    if len(shape) != 4 or (shape[1] not in (1, 3) and shape[3] not in (1, 3)):
        raise MXNetError(f"{path}: the input of shape {shape} is no image")
    first = shape[1] in (1, 3)
    channels, height, width = (shape[1], *shape[2:]) if first else (shape[3], *shape[1:3])
    try:
        picture = decode(read_bytes(path, MAX_ENCODED), int(channels == 3))
    except FileError:
        raise
    except MXNetError as error:
        raise MXNetError(f"{path} cannot be read as an image: {error}") from error
    picture = opencv().resize(picture, (width, height)).reshape(height, width, channels)
    if channels == 3 and not args.bgr:
        picture = picture[:, :, ::-1]
    values = picture.astype(np.float32)
    if args.mean is not None:
        values = values - args.mean
    if args.std is not None:
        values = values / args.std
    values = values * np.float32(args.scale)
    return np.ascontiguousarray(values.transpose(2, 0, 1) if first else values)[None]


# ---- outputs --------------------------------------------------------------------------------------

def _labels(path: str) -> list[str]:
    return [line.strip() for line in lines(path, errors="replace") if line.strip()]


def _classes(value: np.ndarray, labels: list[str] | None, top: int) -> list[list[dict]]:
    rows = value.reshape(value.shape[0], -1)
    return [[{"class": int(index), "label": labels[index] if labels and index < len(labels) else None,
              "value": float(row[index])} for index in np.argsort(-row, kind="stable")[:top]] for row in rows]


def _show(name: str, value: np.ndarray, labels: list[str] | None, top: int) -> None:
    print(f"{name} {'x'.join(map(str, value.shape))}")
    if value.ndim == 2 and value.shape[1] > 1:
        for number, row in enumerate(_classes(value, labels, top)):
            for item in row:
                label = f"  {item['label']}" if item["label"] else ""
                print(f"  [{number}] {item['value']:12.6g}  {item['class']}{label}")
    else:
        flat = value.ravel()
        shown = ", ".join(f"{number:.6g}" for number in flat[:8])
        print(f"  {shown}{', ...' if flat.size > 8 else ''}   mean {flat.mean():.6g}, "
              f"from {flat.min():.6g} to {flat.max():.6g}")


def _save(path: str, found: dict[str, np.ndarray]) -> None:
    with atomic_write(path) as file:
        if path.endswith(".npy"):
            np.save(file, next(iter(found.values())))
        else:
            np.savez(file, **found)
