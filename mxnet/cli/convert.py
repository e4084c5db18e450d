"""Take a model elsewhere, or bring one here; both sides are run on the same inputs and compared.

  --to safetensors   the parameters as .safetensors beside the symbol, read by mx.model.load_checkpoint
  --to onnx          an ONNX file, opset 13 or later; checked with onnxruntime
  --to python        a .py file with a torch.nn.Module that reads as if written by hand, and its .safetensors
  --to torch         a torch.export archive (.pt2), run with torch alone: torch.export.load(file).module()
  --to mxnet         a checkpoint of MXNet 1.9.1, from an ONNX file, .safetensors or an older checkpoint
  --quantize int8    a checkpoint on 8 bits, calibrated on --calibrate; size, accuracy and speed of both are compared
  --quantize bfloat16  a checkpoint in bfloat16, compared in the same way

Losses and labels are stripped for onnx, python and torch: they compute what prediction does. Operators that
cannot go are listed all at once.
"""
import argparse
import json
import os
import sys
from collections.abc import Callable
from functools import partial

import numpy as np

from .. import ndarray as nd
from ..core.errors import MXNetError
from ..fileformat.atomic import atomic_write
from ..ndarray.tensors import tensor_of
from .checkpoint import EPOCH, Checkpoint, add_model_arguments, bytes_text, open_model

SUMMARY = "convert a model to safetensors, onnx, torch, Python or mxnet, and verify it"
EXAMPLES = """\
examples:
  remixnet convert models/lenet --to onnx
  remixnet convert models/lenet --to onnx --dynamic --opset 17 --output lenet.onnx
  remixnet convert models/lenet --to torch --shape 1,1,28,28
  remixnet convert models/resnet --to python --output resnet.py
  remixnet convert lenet.onnx --to mxnet --output models/back
  remixnet convert models/lenet --quantize int8 --calibrate digits.npz"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_model_arguments(parser)
    parser.add_argument("--to", choices=("safetensors", "onnx", "torch", "python", "mxnet"))
    parser.add_argument("--quantize", choices=("int8", "bfloat16"), help="make it narrower instead, for MXNet")
    parser.add_argument("--calibrate", metavar="FILE", help="inputs in a .npy or .npz, which may hold labels as well")
    parser.add_argument("--calibration", default="entropy", choices=("naive", "entropy"),
                        help="how ranges are chosen: the widest, or what loses least (entropy)")
    parser.add_argument("--exclude", action="append", metavar="LAYER", help="leave a layer in floats")
    parser.add_argument("--output", metavar="FILE", help="where to write; beside the model if not given")
    parser.add_argument("--opset", type=int, default=13, help="of the ONNX file, 13 to 17 (13)")
    parser.add_argument("--dynamic", action="store_true", help="leave the batch size open, for onnx")
    parser.add_argument("--tolerance", type=float, default=1e-4,
                        help="largest difference that passes, in shares of the largest value (1e-4)")
    parser.add_argument("--json", action="store_true", help="print as JSON")


def run(args: argparse.Namespace) -> int:
    model = open_model(args)
    if (args.to is None) == (args.quantize is None):
        raise MXNetError("say what to make of the model: --to FORMAT or --quantize TYPE, one of them")
    if args.quantize is not None:
        from .quantize import run as quantize
        return quantize(model, args)
    shapes, guessed = model.shapes(dict(args.shape))
    inputs = random_inputs(model, shapes)
    say = (lambda text: None) if args.json else (lambda text: print(text, file=sys.stderr))
    for name in guessed:
        say(f"{name} has shape {'x'.join(map(str, shapes[name]))}: guessed from the parameters, --shape says another")
    say(f"converting to {args.to} ...")
    path, there = _CONVERTERS[args.to](model, shapes, inputs, args)
    say("running both sides ...")
    here = run_here(model, inputs)
    worst, rows = 0.0, []
    for name, value in there.items():
        if name not in here:
            raise MXNetError(f"the converted model gives {name}, which this one does not")
        wanted = here[name]
        if value.shape != wanted.shape:
            raise MXNetError(f"{name} has shape {value.shape} there, {wanted.shape} here")
        difference = float(np.abs(value.astype(np.float64) - wanted).max(initial=0))
        share = difference / max(float(np.abs(wanted).max(initial=0)), 1e-30) if difference else 0.0
        share = share if np.isfinite(share) else float("inf")
        rows.append((name, difference, share))
        worst = max(worst, share)
    passed = worst <= args.tolerance
    size = sum(os.path.getsize(item) for item in path)
    if args.json:
        print(json.dumps({"files": path, "bytes": size, "verified": passed, "largest_difference": worst,
                          "outputs": {name: {"difference": a, "relative": b} for name, a, b in rows}}))
    else:
        for name, difference, share in rows:
            print(f"{name}: largest difference {difference:.2e}, {share:.1e} of the largest value")
        word = "verified" if passed else "NOT THE SAME"
        print(f"{word}: largest difference {worst:.1e}, allowed {args.tolerance:.0e}")
        print(f"wrote {', '.join(path)} ({bytes_text(size)})")
    return 0 if passed else 1


def random_inputs(model: Checkpoint, shapes: dict[str, tuple]) -> dict[str, np.ndarray]:
    """Make inputs that are the same at every run; indices of an embedding stay within its table."""
    rng = np.random.default_rng(7)
    limits = {node.inputs[0].node.name: node.params.input_dim for node in model.symbol.graph.nodes
              if node.op_name == "Embedding"}
    return {name: rng.integers(0, limits[name], shape).astype(np.float32) if name in limits
            else rng.standard_normal(shape).astype(np.float32) for name, shape in shapes.items()}


def run_here(model: Checkpoint, inputs: dict[str, np.ndarray]) -> dict[str, np.ndarray]:
    from ..predictor import Predictor
    predictor = Predictor(model.symbol, model.params, {name: value.shape for name, value in inputs.items()})
    predictor.forward(**inputs)
    return predictor.outputs


def _target(model: Checkpoint, args: argparse.Namespace, ending: str) -> str:
    path = args.output or model.prefix + ending
    folder = os.path.dirname(os.path.abspath(path))
    if not os.path.isdir(folder):
        raise MXNetError(f"there is no folder {folder} to write to")
    return path


# ---- one way each: give the files written, and what the other side computes -------------------------

def _to_onnx(model: Checkpoint, shapes: dict, inputs: dict, args: argparse.Namespace) -> tuple:
    from ..contrib.onnx import export_model
    order = [name for name in model.symbol.list_arguments() if name in shapes]
    path = export_model(model.symbol, model.params, [shapes[name] for name in order], dynamic=args.dynamic,
                        onnx_file_path=_target(model, args, ".onnx"), opset_version=args.opset)
    try:
        import onnxruntime
    except ImportError as error:
        raise ImportError(f"{path} is written, but onnxruntime is needed to verify it: "
                          "`pip install remixnet[onnx]`") from error
    options = onnxruntime.SessionOptions()
    options.log_severity_level = 3
    session = onnxruntime.InferenceSession(path, options, providers=["CPUExecutionProvider"])
    wanted = {item.name for item in session.get_inputs()}
    values = session.run(None, {name: value for name, value in inputs.items() if name in wanted})
    return [path], dict(zip([item.name for item in session.get_outputs()], values))


def _to_torch(model: Checkpoint, shapes: dict, inputs: dict, args: argparse.Namespace) -> tuple:
    import warnings

    import torch
    path = _target(model, args, ".pt2")
    module = model.symbol.to_torch(model.params, inputs=list(shapes))
    given = tuple(torch.from_numpy(inputs[name]) for name in module.input_names)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # torch's own, about its insides
        with atomic_write(path) as file:
            torch.export.save(torch.export.export(module, given, strict=False), file)
        with torch.no_grad():
            out = torch.export.load(path).module()(*given)
    outs = out if isinstance(out, (tuple, list)) else (out,)
    return [path], {name: value.numpy() for name, value in zip(module.output_names, outs)}


def _to_python(model: Checkpoint, shapes: dict, inputs: dict, args: argparse.Namespace) -> tuple:
    """Write the network as text and its tensors beside it, and run what was written."""
    import runpy

    import torch

    from ..convert.python import write_python
    try:
        from safetensors.torch import save
    except ImportError as error:
        raise ImportError("the parameters are written as .safetensors: "
                          "`pip install remixnet[safetensors]`") from error
    path = _target(model, args, ".py").removesuffix(".py") + ".py"
    written = write_python(model.symbol, {name: tensor_of(value) for name, value in model.params.items()}, shapes,
                           os.path.basename(model.prefix))
    tensors = path.removesuffix(".py") + ".safetensors"
    with atomic_write(tensors) as file:
        file.write(save(written.state))
    with atomic_write(path) as file:
        file.write(written.text.encode())
    network = runpy.run_path(path)["load"]()
    with torch.no_grad():
        out = network(*(torch.from_numpy(inputs[name]) for name in written.inputs))
    outs = out if isinstance(out, tuple) else (out,)
    return [path, tensors], {name: value.numpy() for name, value in zip(written.outputs, outs)}


def _save(ending: str, model: Checkpoint, shapes: dict, inputs: dict, args: argparse.Namespace) -> tuple:
    """Write symbol and parameters, and run what was written. The files that were read stay as they are."""
    prefix = (args.output or model.prefix).removesuffix(ending).removesuffix("-symbol.json")
    epoch = "0000"
    if prefix[-5:-4] == "-" and prefix[-4:].isdigit():
        prefix, epoch = prefix[:-5], prefix[-4:]
    elif found := EPOCH.search(model.params_path or ""):
        epoch = found.group(1)
    _target(model, args, "")
    if not args.output and ending == ".params" and os.path.exists(f"{prefix}-symbol.json"):
        prefix += "-converted"
    symbol_path, params_path = f"{prefix}-symbol.json", f"{prefix}-{epoch}{ending}"
    read = {os.path.realpath(item) for item in (model.symbol_path, model.params_path) if item}
    if os.path.realpath(params_path) in read:
        raise MXNetError(f"{params_path} is what is read; give --output another name")
    states = set(model.symbol.list_auxiliary_states())
    used = {*model.symbol.list_arguments(), *states}
    written = [params_path]
    if os.path.realpath(symbol_path) not in read:
        model.symbol.save(symbol_path)
        written.insert(0, symbol_path)
    nd.save(params_path, {f"{'aux' if name in states else 'arg'}:{name}": array
                          for name, array in model.params.items() if name in used})
    return written, run_here(Checkpoint(params_path), inputs)


_CONVERTERS: dict[str, Callable] = {"onnx": _to_onnx, "torch": _to_torch, "python": _to_python,
                                    "safetensors": partial(_save, ".safetensors"),
                                    "mxnet": partial(_save, ".params")}
