"""`mx.contrib.onnx`, also `mx.onnx`: export and import of ONNX files. Needs the extra ``remixnet[onnx]``."""
import os
from collections.abc import Mapping
from typing import Any

import numpy as np

from ... import ndarray as nd
from ... import symbol as sym
from ...convert.losses import PREDICTED, label_names
from ...core.borrowed import borrowed as _borrowed
from ...core.errors import MXNetError
from ...fileformat import atomic_write
from ...symbol import Symbol

__all__ = ["export_model", "get_model_metadata", "get_operator_support", "import_model", "import_to_gluon"]


def _need_onnx() -> Any:
    try:
        import onnx
    except ImportError as error:
        raise ImportError("ONNX files need the packages onnx and onnxruntime: `pip install remixnet[onnx]`"
                          ) from error
    return onnx


def export_model(sym: str | Symbol, params: Any, in_shapes: list[Any] | None = None, in_types: Any = np.float32,
                 onnx_file_path: str = "model.onnx", verbose: bool = False, dynamic: bool = False,
                 dynamic_input_shapes: list[Any] | None = None, run_shape_inference: bool = False,
                 input_type: Any = None, input_shape: list[Any] | None = None, opset_version: int = 13) -> str:
    """Write a symbol and its parameters as an ONNX file.

    Losses become what they compute in prediction, so labels are not inputs. If operators cannot be exported, the error
    names all of them.

    Parameters
    ----------
    sym : str | Symbol
        The network, or the path of its file.
    params : str, dict or list of dict
        Path of a file of parameters, a dict by name (with or without ``arg:`` and ``aux:``), or a list of the two
        dicts.
    in_shapes : list of tuple, optional
        Shapes of the inputs, in the order of `list_arguments`.
    in_types : type or list of types, default=numpy.float32
        Types of the inputs.
    onnx_file_path : str, default='model.onnx'
        Path of the file that is written.
    verbose : bool, default=False
        Whether to log what is done.
    dynamic : bool, default=False
        Whether axes are dynamic: those that are None or a string in ``dynamic_input_shapes``, otherwise the first axis
        of every input.
    dynamic_input_shapes : list of tuple, optional
        Shapes of the inputs, with dynamic axes.
    run_shape_inference : bool, default=False
        Whether to write the shapes of all values into the file.
    input_type : type or list of types, optional
        The old name of ``in_types``.
    input_shape : list of tuple, optional
        The old name of ``in_shapes``.
    opset_version : int, default=13
        Version of ONNX's operators, 13 to 17.

    Returns
    -------
    str
        Path of the file.

    Raises
    ------
    MXNetError
        If operators have no translation.
    """
    onnx = _need_onnx()
    from .export import make_model
    symbol = sym if isinstance(sym, Symbol) else _load_symbol(sym)
    values = _params(symbol, params)
    shapes, types = _by_name(symbol, values, input_shape if input_shape is not None else in_shapes,
                             input_type if input_type is not None else in_types)
    open_shapes = None
    if dynamic or dynamic_input_shapes is not None:
        given = dynamic_input_shapes or [("batch", *shape[1:]) for shape in shapes.values()]
        open_shapes = {name: tuple(axis if isinstance(axis, (int, str)) else f"{name}_{place}"
                                   for place, axis in enumerate(shape)) for name, shape in zip(shapes, given)}
    model = make_model(symbol, values, shapes, types, opset_version, open_shapes, _title(onnx_file_path))
    if run_shape_inference:
        model = onnx.shape_inference.infer_shapes(model)
    if verbose:
        print(onnx.printer.to_text(model.graph))
    with atomic_write(onnx_file_path) as file:
        file.write(model.SerializeToString())
    return onnx_file_path


def write_model(symbol: Symbol, params: Mapping[str, Any], shapes: Mapping[str, tuple[Any, ...]], path: str,
                dynamic: Mapping[str, tuple[Any, ...]], opset: int, fixed: list[str]) -> None:
    """Write an ONNX file for the command line. See `export.make_model`; nothing is written if sizes are fixed."""
    _need_onnx()
    from .export import make_model
    ordered = {name: shapes[name] for name in symbol.list_arguments() if name in shapes}
    model = make_model(symbol, params, ordered, None, opset, dynamic, _title(path), fixed)
    if not fixed:
        with atomic_write(path) as file:
            file.write(model.SerializeToString())


def _title(path: str) -> str:
    return os.path.splitext(os.path.basename(path))[0] or "model"


def get_operator_support(opset_version: int | None = None) -> list[str]:
    """List the MXNet operators that `export_model` supports.

    Parameters
    ----------
    opset_version : int, optional
        Accepted and ignored: the list is the same for all supported versions.

    Returns
    -------
    list[str]
        Names of operators.
    """
    _need_onnx()
    from .export import supported
    return sorted({*supported(), *PREDICTED})


def import_model(model_file: str, input_shapes: Mapping[str, tuple[Any, ...]] | None = None) -> tuple[Any, ...]:
    """Read an ONNX file.

    Parameters
    ----------
    model_file : str
        Path of the file.
    input_shapes : Mapping[str, tuple[Any, ...]], optional
        Shapes by name, for dynamic axes whose sizes an operator needs.

    Returns
    -------
    tuple[Symbol, dict, dict]
        The network, its parameters and auxiliary states.

    Raises
    ------
    MXNetError
        If the file is damaged, or an operator has no translation.
    """
    from .reading import read_model
    return read_model(_load(model_file), input_shapes)


def get_model_metadata(model_file: str) -> dict[Any, Any]:
    """Return the inputs and outputs of an ONNX file.

    Parameters
    ----------
    model_file : str
        Path of the file.

    Returns
    -------
    dict
        ``input_tensor_data`` and ``output_tensor_data``: lists of names and shapes; a dynamic axis is 0.
    """
    graph = _load(model_file).graph
    constants = {item.name for item in graph.initializer}

    def described(values: Any) -> list[tuple]:
        return [(value.name, tuple(axis.dim_value for axis in value.type.tensor_type.shape.dim))
                for value in values if value.name not in constants]
    return {"input_tensor_data": described(graph.input), "output_tensor_data": described(graph.output)}


def import_to_gluon(model_file: str, ctx: Any = None) -> Any:
    """Read an ONNX file as a block, whose inputs are in the file's order.

    Parameters
    ----------
    model_file : str
        Path of the file.
    ctx : Context, optional
        Context of the parameters; the current context by default.

    Returns
    -------
    SymbolBlock
        The block.
    """
    from ...gluon import SymbolBlock
    from .reading import read_model
    model = _load(model_file)
    network, args, states = read_model(model, None)
    values = {**args, **states}
    used = set(network.list_arguments())
    inputs = [item.name for item in model.graph.input if item.name in used and item.name not in values]
    block = SymbolBlock(network, [sym.var(name) for name in inputs])
    params = block.collect_params()
    for name, param in params.items():
        param.shape = values[name].shape
    params.load_dict(values, ctx, ignore_extra=True, cast_dtype=True, dtype_source="saved")
    return block


def _load(model_file: str | os.PathLike) -> Any:
    onnx = _need_onnx()
    from .loading import load
    return load(onnx, os.fspath(model_file))


def _load_symbol(path: str) -> Symbol:
    return sym.load(path)


def _params(symbol: Symbol, params: Any) -> dict:
    if isinstance(params, (str, os.PathLike)):
        params = nd.load(os.fspath(params))
    if isinstance(params, (list, tuple)) and not params:
        params = {}  # the content of an empty params file
    if isinstance(params, (list, tuple)):
        if len(params) != 2:
            raise ValueError(f"params as a list must be [arg_params, aux_params], got {len(params)} items")
        params = {**params[0], **params[1]}
    if not isinstance(params, Mapping):
        raise ValueError(f"params must be a path, a dict or two dicts, got {type(params).__name__}")
    own = set(symbol.list_inputs())
    return {name.partition(":")[2] if name.startswith(("arg:", "aux:")) and name not in own else name: array
            for name, array in params.items()}


def _by_name(symbol: Symbol, params: dict, shapes: Any, types: Any) -> tuple[dict, dict]:
    """Assign shapes and types, given in order, to the inputs: arguments without a parameter."""
    if not shapes:
        raise ValueError("in_shapes is needed: the shape of each input")
    graph = symbol.graph
    labels = label_names(graph, known=params)
    names = [node.name for node in graph.variables if node.name not in params]
    inputs = [name for name in names if name not in labels]
    if len(shapes) == len(names):
        inputs = names
        # an input of a loss that is not named like a label stays an input, as in MXNet, although nothing reads it
        labels = [name for name in labels if name == "label" or name.endswith("_label")]
    if len(shapes) != len(inputs):
        raise ValueError(f"in_shapes has {len(shapes)} shapes for the inputs {', '.join(inputs)}")
    kinds = list(types) if isinstance(types, (list, tuple)) else [types] * len(inputs)
    if len(kinds) != len(inputs):
        raise ValueError("The lengths of in_types and in_shapes must equal")
    chosen = [(name, tuple(shape), kind) for name, shape, kind in zip(inputs, shapes, kinds) if name not in labels]
    return {name: shape for name, shape, _ in chosen}, {name: kind for name, _, kind in chosen}


_borrowed(__name__)
