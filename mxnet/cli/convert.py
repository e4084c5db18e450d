"""Convert a model to or from another format; both models are run on the same inputs and compared.

  --to safetensors   the parameters as .safetensors beside the symbol, read by mx.model.load_checkpoint
  --to onnx          an ONNX file, opset 13 or later; checked with onnxruntime
  --to python        a .py file with a torch.nn.Module that reads as if written by hand, and its .safetensors
  --to torch         a torch.export archive (.pt2), run with torch alone: torch.export.load(file).module()
  --to mxnet         a checkpoint of MXNet 1.9.1, from an ONNX file, .safetensors or an older checkpoint
  --quantize int8    a checkpoint in 8 bits, calibrated on --calibrate; size, accuracy and speed of both are compared
  --quantize bfloat16  a checkpoint in bfloat16, compared in the same way

Losses and labels are stripped for onnx, python and torch: they compute what inference does. Operators that cannot be
converted are listed together.

The batch size is dynamic in onnx and torch, and both models are also run with another one. If a model fixes it, the
node that does is named and the file is for one size only; with --dynamic that is an error. --dynamic-axes makes other
axes dynamic too. What --to python writes takes all sizes that the model takes; it is run with three, and raises for
those that the model fixes. A folder stands for the checkpoints in it.
"""
import argparse
import json
import os
import sys
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

from .. import ndarray as nd
from ..convert.axes import Axes, CannotVary, batch_axes, check_axes, image_axes, other_shapes
from ..convert.losses import strip_losses
from ..core.errors import MXNetError
from ..core.graph import Graph
from ..fileformat.atomic import atomic_write
from ..ndarray.tensors import tensor_of
from .checkpoint import EPOCH, Checkpoint, add_model_arguments, bytes_text, find_models, open_model
from .table import print_table

SUMMARY = "convert a model to safetensors, onnx, torch, Python or mxnet, and verify it"
EXAMPLES = """\
examples:
  remixnet convert models/lenet --to onnx
  remixnet convert models/lenet --to onnx --opset 17 --output lenet.onnx
  remixnet convert models/unet --to onnx --dynamic-axes height,width
  remixnet convert models/lenet --to torch --shape 1,1,28,28
  remixnet convert models/resnet --to python --output resnet.py
  remixnet convert lenet.onnx --to mxnet --output models/back
  remixnet convert models/lenet --quantize int8 --calibrate digits.npz"""


_DIFFERENCE, _DIFFERENCE_ON_BYTES = 1e-4, 0.1  # that pass, in shares of the largest value


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
    parser.add_argument("--dynamic", action="store_true", help="insist on a dynamic batch size, for onnx and torch")
    parser.add_argument("--static", action="store_true", help="fix the batch size")
    parser.add_argument("--dynamic-axes", action="append", default=[], metavar="[INPUT=]AXES", type=parse_axes,
                        help="further axes that vary: height,width, or numbers such as data=2,3")
    parser.add_argument("--tolerance", type=float,
                        help="largest difference that passes, in shares of the largest value (1e-4; 0.1 with 8-bit "
                             "layers, where a runtime may round a sum to the next byte)")
    parser.add_argument("--json", action="store_true", help="print as JSON")


def run(args: argparse.Namespace) -> int:
    if (args.to is None) == (args.quantize is None):
        raise MXNetError("say what to make of the model: --to FORMAT or --quantize TYPE, one of them")
    models = find_models(args.model)
    return _run_one(args) if models is None else _run_all(models, args)


def _run_one(args: argparse.Namespace) -> int:
    model = open_model(args)
    if args.quantize is not None:
        from .quantize import run as quantize
        return quantize(model, args)
    report = convert(model, args, (lambda text: None) if args.json else (lambda text: print(text, file=sys.stderr)))
    if args.json:
        print(json.dumps(report))
    else:
        _print(report)
    return 0 if report["verified"] else 1


def _run_all(models: list[str], args: argparse.Namespace) -> int:
    """Convert every model of a folder: a line for each, and a table at the end."""
    if args.quantize is not None:
        raise MXNetError(f"{args.model} holds {len(models)} models; --quantize takes one of them")
    if args.output and not os.path.isdir(args.output):
        raise MXNetError(f"--output {args.output}: for the {len(models)} models of a folder it must be a folder")
    reports, folder = [], args.output
    for path in models:
        one = argparse.Namespace(**{**vars(args), "model": path})
        try:
            model = open_model(one)
            if folder:
                one.output = os.path.join(folder, os.path.relpath(model.prefix, args.model).replace(os.sep, "-"))
                one.output += _ENDINGS[args.to]
            reports.append({"model": path, **convert(model, one, lambda text: None)})
        except (MXNetError, ImportError, RuntimeError) as error:
            reports.append({"model": path, "verified": False, "error": str(error)})
        if not args.json:
            print(f"{path}: {_word(reports[-1])}", file=sys.stderr, flush=True)
    good = sum(report["verified"] for report in reports)
    if args.json:
        print(json.dumps(reports))
    else:
        rows = [[report["model"], "verified" if report["verified"] else "failed",
                 f"{report['largest_difference']:.1e}" if "largest_difference" in report else "",
                 bytes_text(report["bytes"]) if "bytes" in report else "",
                 ", ".join(sorted({name for axes in report.get("dynamic", {}).values() for name in axes.values()}))]
                for report in reports]
        print_table(["model", "", "difference", "size", "dynamic"], rows, ">23")
        print(f"{good} of {len(reports)} converted and verified")
    return 0 if good == len(reports) else 1


def _word(report: dict[str, Any]) -> str:
    if "error" in report:
        return report["error"]
    return f"{'verified' if report['verified'] else 'NOT THE SAME'}, wrote {', '.join(report['files'])}"


def convert(model: Checkpoint, args: argparse.Namespace, say: Callable[[str], None]) -> dict[str, Any]:
    """Convert one model and run both, with other sizes too if they may vary; return the results."""
    shapes, guessed = model.shapes(dict(args.shape))
    for name in guessed:
        say(f"{name} has shape {'x'.join(map(str, shapes[name]))}: guessed from the parameters, --shape says another")
    say(f"converting to {args.to} ...")
    if args.to == "python":
        _axes(model, shapes, args)  # refuses what is for other formats
        return _convert_to_python(model, shapes, args, say)
    axes: Axes = {}
    report: dict[str, Any] = {}
    try:
        axes = _axes(model, shapes, args)
        made = _attempt(model, shapes, axes, args, say)
    except CannotVary as error:
        if args.dynamic or args.dynamic_axes:
            raise
        say(f"for these sizes only: {error}")
        report["static_because"], axes = str(error), {}
        made = _attempt(model, shapes, axes, args, say)
    return {**report, **made, "dynamic": {name: {str(place): word for place, word in places.items()}
                                          for name, places in axes.items()}}


def _attempt(model: Checkpoint, shapes: dict[str, tuple], axes: Axes, args: argparse.Namespace,
             say: Callable[[str], None]) -> dict[str, Any]:
    """Convert with some axes dynamic, and compare with the given sizes and with others."""
    path, there = _CONVERTERS[args.to](model, shapes, axes, args)
    say("running both sides ...")
    rows, allowed = _compare(model, there, shapes), _allowed(model, args)
    tried, worst = [shapes], max((share for _, share in rows.values()), default=0.0)
    if axes:
        other = other_shapes(shapes, axes)
        try:
            found = _compare(model, there, other)
        except Exception as error:
            raise CannotVary(f"the converted model does not run with {_spelled(other)}: {error}") from error
        largest = max((share for _, share in found.values()), default=0.0)
        if largest > allowed >= worst:
            raise CannotVary(f"the converted model gives other numbers with {_spelled(other)}: {largest:.1e}")
        rows = {name: max(pair, found[name], key=lambda pair: pair[1]) for name, pair in rows.items()}
        tried, worst = [shapes, other], max(worst, largest)
    return {"files": path, "bytes": sum(os.path.getsize(item) for item in path),
            "verified": worst <= allowed, "largest_difference": worst, "allowed_difference": allowed,
            "run_with": [{name: list(shape) for name, shape in sizes.items()} for sizes in tried],
            "outputs": {name: {"difference": a, "relative": b} for name, (a, b) in rows.items()}}


def _allowed(model: Checkpoint, args: argparse.Namespace) -> float:
    """Return the largest difference that passes: sums halfway between two bytes may be rounded to either."""
    if args.tolerance is not None:
        return args.tolerance
    narrow = any(node.op_name == "_contrib_quantize_v2" for node in model.symbol.graph.nodes if node.op is not None)
    return _DIFFERENCE_ON_BYTES if narrow else _DIFFERENCE


def _spelled(shapes: dict[str, tuple]) -> str:
    return ", ".join(f"{name} {'x'.join(map(str, shape))}" for name, shape in shapes.items())


def _compare(model: Checkpoint, there: Callable, shapes: dict[str, tuple]) -> dict[str, tuple[float, float]]:
    """Run both models; return the largest difference of each output, absolute and relative to its largest value."""
    inputs = random_inputs(model, shapes)
    return _differences(run_here(model, inputs), there(inputs))


def _differences(here: dict[str, np.ndarray], found: dict[str, np.ndarray]) -> dict[str, tuple[float, float]]:
    rows, names = {}, list(here)
    for place, (name, value) in enumerate(found.items()):
        if name not in here and len(found) != len(here):
            raise MXNetError(f"the converted model gives {name}, which this one does not")
        wanted = here[name if name in here else names[place]]  # what a loss becomes has another name
        if value.shape != wanted.shape:
            raise MXNetError(f"{name} has shape {value.shape} there, {wanted.shape} here")
        difference = float(np.abs(value.astype(np.float64) - wanted).max(initial=0))
        share = difference / max(float(np.abs(wanted).max(initial=0)), 1e-30) if difference else 0.0
        rows[name] = (difference, share if np.isfinite(share) else float("inf"))
    return rows


def _print(report: dict[str, Any]) -> None:
    for name, found in report["outputs"].items():
        print(f"{name}: largest difference {found['difference']:.2e}, {found['relative']:.1e} of the largest value")
    for name, places in report["dynamic"].items():
        words = ", ".join(f"axis {place} ({word})" for place, word in places.items())
        sizes = " and ".join(dict.fromkeys("x".join(map(str, run[name])) for run in report["run_with"]))
        print(f"{name}: dynamic {words}; run with {sizes}")
    for name, places in report.get("fixed", {}).items():
        for place, (sizes, reason) in places.items():
            print(f"{name}: axis {place} must be {sizes} ({reason.partition(': ')[0]})")
    for problem in report.get("problems", []):
        print(problem)
    word = "verified" if report["verified"] else "NOT THE SAME"
    print(f"{word}: largest difference {report['largest_difference']:.1e}, allowed {report['allowed_difference']:.0e}")
    print(f"wrote {', '.join(report['files'])} ({bytes_text(report['bytes'])})")


# ---- axes that vary -------------------------------------------------------------------------------

def parse_axes(text: str) -> tuple[str | None, list[str]]:
    """Parse ``data=2,3``, ``data=height,width``, or ``height,width`` for every input that has them."""
    name, equals, words = text.rpartition("=")
    axes = [word.strip() for word in words.split(",") if word.strip()]
    if not axes or not all(word.isdigit() or word in ("batch", "height", "width") for word in axes):
        raise argparse.ArgumentTypeError(f"{text!r} is not like height,width or data=2,3")
    return (name if equals else None), axes


def _axes(model: Checkpoint, shapes: dict[str, tuple], args: argparse.Namespace) -> Axes:
    """Return which axes vary: the batch unless --static, and those of --dynamic-axes."""
    if args.to not in ("onnx", "torch"):
        if args.dynamic or args.dynamic_axes:
            raise MXNetError(f"--dynamic is for onnx and torch; {args.to} has no sizes of inputs in it")
        return {}
    graph = Graph(strip_losses(model.symbol.graph.outputs, known=model.params)[0])
    params = {name: tuple(array.shape) for name, array in model.params.items()}
    axes: Axes = {} if args.static else batch_axes(graph, shapes, params)
    for wanted, words in args.dynamic_axes:
        if wanted is not None and wanted not in shapes:
            raise MXNetError(f"--dynamic-axes {wanted}: the model's inputs are {', '.join(shapes)}")
        for name in [wanted] if wanted is not None else list(shapes):
            named = {**image_axes(graph, name, len(shapes[name])), "batch": 0}
            for word in words:
                place = int(word) if word.isdigit() else named.get(word)
                if place is not None and place < len(shapes[name]):
                    axes.setdefault(name, {}).setdefault(place, word if not word.isdigit() else f"{name}_{word}")
                elif wanted is not None:
                    raise MXNetError(f"--dynamic-axes: {name} of shape {shapes[name]} has no axis {word}")
    if args.dynamic_axes:
        check_axes(graph, shapes, params, axes)
    return axes


def random_inputs(model: Checkpoint, shapes: dict[str, tuple]) -> dict[str, np.ndarray]:
    """Make inputs that are the same in every run; indices of an embedding stay within its table."""
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


# ---- one way each: give the files written, and the function that runs them on inputs by name ---------

def _to_onnx(model: Checkpoint, shapes: dict, axes: Axes, args: argparse.Namespace) -> tuple:
    from ..contrib.onnx import write_model
    path = _target(model, args, ".onnx")
    fixed: list[str] = []
    at_least_two = _several(shapes, axes)
    write_model(model.symbol, model.params, at_least_two, path, opset=args.opset, fixed=fixed, dynamic={
        name: tuple(axes[name].get(place, size) for place, size in enumerate(shape))
        for name, shape in shapes.items() if name in axes})
    if fixed:
        raise CannotVary(f"ONNX has sizes written into {', '.join(fixed)}")
    try:
        import onnxruntime
    except ImportError as error:
        raise ImportError(f"{path} is written, but onnxruntime is needed to verify it: "
                          "`pip install remixnet[onnx]`") from error
    options = onnxruntime.SessionOptions()
    options.log_severity_level = 3
    session = onnxruntime.InferenceSession(path, options, providers=["CPUExecutionProvider"])
    wanted = {item.name for item in session.get_inputs()}
    names = [item.name for item in session.get_outputs()]
    return [path], lambda inputs: dict(zip(names, session.run(
        None, {name: value for name, value in inputs.items() if name in wanted})))


def _several(shapes: dict[str, tuple], axes: Axes) -> dict[str, tuple]:
    """Return shapes for the conversion: an axis of size 1 says nothing about other sizes, as it broadcasts."""
    return {name: tuple(max(size, 2) if place in axes.get(name, {}) else size for place, size in enumerate(shape))
            for name, shape in shapes.items()}


def _to_torch(model: Checkpoint, shapes: dict, axes: Axes, args: argparse.Namespace) -> tuple:
    import warnings

    import torch

    from ..torch_export import export
    path = _target(model, args, ".pt2")
    module: Any = model.symbol.to_torch(model.params, inputs=list(shapes))
    inputs = random_inputs(model, _several(shapes, axes))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # torch's internal warnings
        program = export(module, {name: torch.from_numpy(inputs[name]) for name in module.input_names}, axes)
        with atomic_write(path) as file:
            torch.export.save(program, file)
        loaded = torch.export.load(path).module()

    def there(inputs: dict[str, np.ndarray]) -> dict[str, np.ndarray]:
        with torch.no_grad():
            out = loaded(*(torch.from_numpy(inputs[name]) for name in module.input_names))
        outs = out if isinstance(out, (tuple, list)) else (out,)
        return {name: value.numpy() for name, value in zip(module.output_names, outs)}
    return [path], there


def _convert_to_python(model: Checkpoint, shapes: dict[str, tuple], args: argparse.Namespace,
                       say: Callable[[str], None]) -> dict[str, Any]:
    """Write a module, and compare it with the given sizes, another batch and other sizes of all that varies."""
    path, there, sizes = _to_python(model, shapes, args)
    say("running both sides ...")
    allowed, tried, problems = _allowed(model, args), [], []
    rows: dict[str, tuple[float, float]] = {}
    for run in [shapes, *({**shapes, **others} for others in sizes.others)]:
        inputs = random_inputs(model, run)
        try:
            here = run_here(model, inputs)
        except MXNetError:
            if run is shapes:
                raise
            continue  # what only shows in running
        try:
            found = _differences(here, there(inputs))
        except Exception as error:
            problems.append(f"the module does not run with {_spelled(run)}: {error}")
            continue
        tried.append(run)
        rows = {name: max(pair, rows.get(name, pair), key=lambda pair: pair[1]) for name, pair in found.items()}
    worst = max((share for _, share in rows.values()), default=0.0)
    axes = {name: dict(enumerate(places)) for name, places in sizes.axes.items()}
    return {"files": path, "bytes": sum(os.path.getsize(item) for item in path),
            "verified": not problems and worst <= allowed, "problems": problems, "largest_difference": worst,
            "allowed_difference": allowed,
            "run_with": [{name: list(shape) for name, shape in run.items()} for run in tried],
            "outputs": {name: {"difference": a, "relative": b} for name, (a, b) in rows.items()},
            "dynamic": {name: {str(place): size.word for place, size in places.items() if size.word}
                        for name, places in axes.items()},
            "fixed": {name: {str(place): (str(size), size.reason) for place, size in places.items() if not size.word}
                      for name, places in axes.items()}}


def _to_python(model: Checkpoint, shapes: dict, args: argparse.Namespace) -> tuple:
    """Write the network as source text and its tensors next to it; return the files, what runs them, and the sizes."""
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

    def there(inputs: dict[str, np.ndarray]) -> dict[str, np.ndarray]:
        with torch.no_grad():
            out = network(*(torch.from_numpy(inputs[name]) for name in written.inputs))
        outs = out if isinstance(out, tuple) else (out,)
        return {name: value.numpy() for name, value in zip(written.outputs, outs)}
    return [path, tensors], there, written.sizes


def _save(ending: str, model: Checkpoint, shapes: dict, axes: Axes, args: argparse.Namespace) -> tuple:
    """Write symbol and parameters, and run the result. The input files are unchanged."""
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
    return written, partial(run_here, Checkpoint(params_path))


_CONVERTERS: dict[str, Callable] = {"onnx": _to_onnx, "torch": _to_torch,
                                    "safetensors": partial(_save, ".safetensors"),
                                    "mxnet": partial(_save, ".params")}
_ENDINGS = {"onnx": ".onnx", "torch": ".pt2", "python": ".py", "safetensors": "", "mxnet": ""}
