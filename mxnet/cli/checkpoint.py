"""Finds and loads what MODEL on the command line refers to: a checkpoint, or an ONNX file."""
import argparse
import json
import os
import re
from collections.abc import Mapping
from functools import cached_property
from glob import escape, glob
from typing import Any

from .. import ndarray as nd
from .. import symbol as sym
from ..convert.losses import label_names
from ..core.errors import MXNetError
from ..core.opening import read_text
from ..core.passes.infer import infer_shapes, infer_types
from ..fileformat import symbol_json as graph_json
from ..fileformat.symbol_versions import Choice, date, version_text, wanted_version
from ..model import place_params
from ..ndarray.tensors import tensor_of
from .shapes import guess_shapes

EPOCH = re.compile(r"-(\d{4,})\.(?:params|safetensors)$")

_ENDINGS = ("_weight", "_bias", "_gamma", "_beta", "_moving_mean", "_moving_var", "_running_mean", "_running_var")


class Checkpoint:
    """A symbol file and a params file, or an ONNX file, loaded on demand."""

    def __init__(self, path: str, epoch: int | None = None, version: str | None = None,
                 quirks: str | None = None) -> None:
        self.version, self.quirks = version, quirks
        self.symbol_path, self.params_path = _find(path, epoch)
        self.prefix = re.sub(r"(-symbol\.json|\.onnx)$", "", self.symbol_path)
        self.is_onnx = self.symbol_path.endswith(".onnx")

    @property
    def title(self) -> str:
        """The prefix with its folder, since many checkpoints are named model."""
        return "/".join(os.path.abspath(self.prefix).replace("\\", "/").split("/")[-2:])

    @cached_property
    def _loaded(self) -> tuple:
        if self.is_onnx:
            from ..contrib.onnx import import_model
            return import_model(self.symbol_path)
        symbol = sym.load(self.symbol_path, self.version, self.quirks)
        if self.params_path is None:
            return symbol, {}, {}
        return (symbol, *place_params(symbol, nd.load(self.params_path), self.params_path))

    @property
    def symbol(self) -> Any:
        return self._loaded[0]

    @property
    def params(self) -> dict:
        """All arrays by name, auxiliary states included."""
        return {**self._loaded[1], **self._loaded[2]}

    @cached_property
    def document(self) -> dict:
        """The symbol file unchanged."""
        if self.is_onnx:
            return {}
        try:
            found = json.loads(read_text(self.symbol_path, errors="replace"), strict=False)
        except (ValueError, RecursionError) as error:
            raise MXNetError(f"{self.symbol_path} is not JSON: {error}") from None
        if not isinstance(found, dict):
            raise MXNetError(f"{self.symbol_path} is not a symbol: it holds no object")
        return found

    def history(self) -> dict:
        """Describe which version saved the file, and which quirks its age implies."""
        if self.is_onnx:
            return {"version": None, "stated": False, "quirks": {}}
        nodes = self.document.get("nodes")
        raw = [(item.get("op"), item["param"]) for item in (nodes if isinstance(nodes, list) else ())
               if isinstance(item, dict) and isinstance(item.get("param"), dict)]
        attrs = self.document.get("attrs")
        pair = attrs.get("mxnet_version") if isinstance(attrs, dict) else None
        stated = pair[1] if isinstance(pair, list) and len(pair) == 2 and isinstance(pair[1], int) else None
        dated = stated if stated is not None else date(raw)
        number = wanted_version(self.version, dated)
        choice = Choice(number, self.quirks, dated)
        _replay(choice, self.document)
        return {"version": version_text(number), "stated": stated is not None or self.version is not None,
                "guess": None if stated is not None else version_text(date(raw)), "quirks": dict(choice.applied)}

    # ---- inputs ---------------------------------------------------------------------------------

    def labels(self) -> list[str]:
        return label_names(self.symbol.graph, known=self.params)

    def missing(self) -> list[str]:
        """Name variables that look like parameters but are missing in the params file."""
        return [node.name for node in self.symbol.graph.variables
                if node.name not in self.params and node.name.endswith(_ENDINGS)]

    def inputs(self) -> list[str]:
        """Name the variables that have no parameter, do not look like one and are not labels."""
        taken = {*self.params, *self.labels(), *self.missing()}
        return [node.name for node in self.symbol.graph.variables if node.name not in taken]

    def shapes(self, given: Mapping[str, tuple], batch: int = 1) -> tuple[dict[str, tuple], list[str]]:
        """Return the input shapes, and which of them are guesses from the parameters' shapes."""
        names = self.inputs()
        unknown = [name for name in given if name not in names]
        if unknown:
            raise MXNetError(f"--shape {unknown[0]}: the model's inputs are {', '.join(names) or 'none'}")
        missing = [name for name in names if name not in given]
        found = {name: tuple(given[name]) for name in names if name in given}
        if self.is_onnx:  # the file states them
            found = {**self._stated_shapes(names, batch), **found}
            missing = [name for name in missing if name not in found]
        if missing:
            guess = guess_shapes(self.symbol.graph, {name: tuple(array.shape) for name, array in self.params.items()},
                                 missing, found, set(self.labels()), batch)
            if guess is None:
                raise MXNetError(f"the shape of {', '.join(missing)} does not follow from the parameters; say it with "
                                 f"--shape {missing[0]}=1,3,224,224")
            found.update(guess)
        return {name: found[name] for name in names}, missing

    def _stated_shapes(self, names: list[str], batch: int) -> dict[str, tuple]:
        """Return the input shapes that an ONNX file states."""
        from ..contrib.onnx import get_model_metadata
        stated = get_model_metadata(self.symbol_path)["input_tensor_data"]
        return {name: (batch if shape[0] == 0 or batch != 1 else shape[0], *shape[1:])
                for name, shape in stated if name in names and 0 not in shape[1:]}

    def inferred(self, shapes: Mapping[str, tuple]) -> tuple:
        """Infer shapes and types of everything; parameters count as given."""
        graph = self.symbol.graph
        given: dict = {name: tuple(array.shape) for name, array in self.params.items()}
        given.update(shapes)
        types = {name: tensor_of(array).dtype for name, array in self.params.items()}
        return infer_shapes(graph, given), infer_types(graph, types)


def _replay(choice: Choice, document: dict) -> None:
    """Count what each quirk changes, on a temporary copy."""
    import logging

    logger = logging.getLogger()
    disabled, logger.disabled = logger.disabled, True
    try:
        graph_json._read_graph(document, choice, 0)
    except MXNetError:
        pass  # reported when the file is loaded
    finally:
        logger.disabled = disabled


def _find(path: str, epoch: int | None) -> tuple[str, str | None]:
    """Find symbol and params file; the newest epoch unless one is given."""
    if path.endswith(".onnx"):
        _must_exist(path)
        return path, None
    if os.path.isdir(path):
        symbols = sorted(glob(os.path.join(escape(path), "*-symbol.json")))
        if len(symbols) != 1:
            listed = ", ".join(map(os.path.basename, symbols)) or "none"
            raise MXNetError(f"{path} has {len(symbols)} symbol files ({listed}); name one of them")
        prefix = symbols[0].removesuffix("-symbol.json")
    elif path.endswith("-symbol.json"):
        prefix = path.removesuffix("-symbol.json")
    elif found := EPOCH.search(path):
        _must_exist(path)
        return _symbol_of(path[:found.start()]), path
    elif path.endswith(".json"):  # a symbol under another name has no matching params file
        _must_exist(path)
        return path, None
    else:
        prefix = path
    params = sorted((name for name in glob(escape(prefix) + "-*") if EPOCH.fullmatch(name[len(prefix):])),
                    key=lambda name: (int(EPOCH.search(name).group(1)), name.endswith(".params")))
    if epoch is not None:
        params = [name for name in params if int(EPOCH.search(name).group(1)) == epoch]
        if not params:
            raise MXNetError(f"there is no params file of epoch {epoch} beside {prefix}")
    return _symbol_of(prefix), params[-1] if params else None


def _symbol_of(prefix: str) -> str:
    path = f"{prefix}-symbol.json"
    _must_exist(path)
    return path


def _must_exist(path: str) -> None:
    if not os.path.isfile(path):
        near = sorted(glob(os.path.join(escape(os.path.dirname(path)) or ".", "*-symbol.json")))
        hint = f"; there is {', '.join(near[:4])}" if near else ""
        raise MXNetError(f"there is no file {path}{hint}")


# ---- arguments that commands share ----------------------------------------------------------------

def add_model_arguments(parser: argparse.ArgumentParser, shapes: bool = True) -> None:
    """Add MODEL and its loading options."""
    parser.add_argument("model", metavar="MODEL", help="prefix, symbol file, params file or folder of a checkpoint")
    parser.add_argument("--epoch", type=int, help="which params file; the newest if not given")
    parser.add_argument("--saved-by", metavar="VERSION", help="take the file for one of this MXNet version, "
                        "whatever it says; 1.9.1 computes as 1.9.1 does")
    parser.add_argument("--quirks", metavar="+NAME,-NAME", help="switch rows of docs/version-quirks.md on and off")
    if shapes:
        parser.add_argument("--shape", action="append", default=[], metavar="NAME=1,3,224,224", type=parse_shape,
                            help="shape of an input; guessed from the parameters if not given")


def find_models(path: str) -> list[str] | None:
    """List the models of a folder and its subfolders; None if a path means one model.

    ONNX files count only without a checkpoint: next to one they are its conversion.
    """
    if not os.path.isdir(path):
        return None
    for ending in ("-symbol.json", ".onnx"):
        found = sorted(glob(os.path.join(escape(path), "**", f"*{ending}"), recursive=True))
        if found:
            alone = len(found) == 1 and os.path.dirname(found[0]) == path.rstrip(os.sep) and ending != ".onnx"
            return None if alone else found
    return None


def open_model(args: argparse.Namespace) -> Checkpoint:
    return Checkpoint(args.model, args.epoch, args.saved_by, args.quirks)


def parse_shape(text: str) -> tuple[str, tuple[int, ...]]:
    """Parse ``data=1,3,224,224``, or only the sizes for an input called data."""
    name, equals, sizes = text.rpartition("=")
    try:
        shape = tuple(int(size) for size in sizes.strip("()").split(",") if size.strip())
    except ValueError:
        shape = ()
    if not shape or min(shape) < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is not like data=1,3,224,224")
    return (name if equals else "data"), shape


def bytes_text(count: float) -> str:
    for unit in ("B", "KB", "MB", "GB"):
        if count < 1000 or unit == "GB":
            return f"{count:.0f} {unit}" if unit == "B" else f"{count:.1f} {unit}"
        count /= 1000
    return ""


def count_text(count: float) -> str:
    for unit in ("", "K", "M", "G"):
        if count < 1000 or unit == "G":
            return f"{count:.0f}" if not unit else f"{count:.2f} {unit}"
        count /= 1000
    return ""
