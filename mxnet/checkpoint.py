"""Checkpoints: a symbol file, and one parameter file per epoch; and what training callbacks receive."""
from __future__ import annotations

import logging
import os
from typing import TYPE_CHECKING, Any, NamedTuple

from . import ndarray as nd
from . import symbol as sym
from .context import cpu
from .core.errors import MXNetError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from .metric import EvalMetric
    from .ndarray import NDArray
    from .symbol import Symbol

__all__ = ["BatchEndParam", "load_checkpoint", "load_params", "save_checkpoint"]


class BatchEndParam(NamedTuple):
    """What callbacks at the end of a batch receive.

    Parameters
    ----------
    epoch
        Number of the epoch.
    nbatch
        Number of the batch.
    eval_metric
        The metric.
    locals
        Variables of the loop that calls the callback.
    """

    epoch: int
    nbatch: int
    eval_metric: EvalMetric | Any
    locals: Any


BatchEndParam.__name__ = "BatchEndParams"  # as MXNet prints it


def save_checkpoint(prefix: str, epoch: int, symbol: Symbol | None, arg_params: Mapping[str, NDArray],
                    aux_params: Mapping[str, NDArray], remove_amp_cast: bool = True) -> None:
    """Save a network and its parameters: ``PREFIX-symbol.json`` and ``PREFIX-0001.params``.

    Each file is replaced as a whole, so that a killed program leaves the old one.

    Parameters
    ----------
    prefix : str
        Path without the endings.
    epoch : int
        Number in the name of the file of parameters.
    symbol : Symbol or None
        The network; None saves parameters only.
    arg_params : Mapping[str, NDArray]
        Parameters by name.
    aux_params : Mapping[str, NDArray]
        Auxiliary states by name.
    remove_amp_cast : bool, default=True
        Whether to save the symbol without the casts of automatic mixed precision.

    Examples
    --------
    >>> net = mx.sym.FullyConnected(mx.sym.var("data"), num_hidden=2, name="fc")
    >>> params = {"fc_weight": mx.nd.ones((2, 3)), "fc_bias": mx.nd.zeros(2)}
    >>> mx.model.save_checkpoint("net", 1, net, params, {})
    >>> symbol, arg_params, aux_params = mx.model.load_checkpoint("net", 1)
    >>> sorted(arg_params)
    ['fc_bias', 'fc_weight']
    """
    if symbol is not None:
        symbol.save(f"{prefix}-symbol.json", remove_amp_cast=remove_amp_cast)
    named = {f"arg:{name}": array.as_in_context(cpu()) for name, array in arg_params.items()}
    named.update({f"aux:{name}": array.as_in_context(cpu()) for name, array in aux_params.items()})
    param_name = f"{prefix}-{epoch:04d}.params"
    nd.save(param_name, named)
    logging.info('Saved checkpoint to "%s"', param_name)


def load_params(prefix: str, epoch: int) -> tuple[dict[str, NDArray], dict[str, NDArray]]:
    """Load the parameters of a checkpoint.

    Where there is no ``PREFIX-0001.params``, ``PREFIX-0001.safetensors`` is read.

    Parameters
    ----------
    prefix : str
        Path without the endings.
    epoch : int
        Which epoch to load.

    Returns
    -------
    tuple of two dicts
        Parameters and auxiliary states by name; names without ``arg:`` or ``aux:`` count as parameters.
    """
    path = _params_path(prefix, epoch)
    return split_params(nd.load(path), path)


def _params_path(prefix: str, epoch: int) -> str:
    path = f"{prefix}-{epoch:04d}.params"
    other = f"{prefix}-{epoch:04d}.safetensors"
    return other if os.path.exists(other) and not os.path.exists(path) else path


def split_params(loaded: Any, source: str) -> tuple[dict[str, NDArray], dict[str, NDArray]]:
    """Split what a file of parameters holds by ``arg:`` and ``aux:``.

    Parameters
    ----------
    loaded
        Arrays by name.
    source : str
        Where they come from, for messages.

    Returns
    -------
    tuple of two dicts
        Parameters and auxiliary states; a name without either is a parameter.
    """
    arg_params: dict = {}
    aux_params: dict = {}
    if not loaded:
        logging.warning("Params file '%s' is empty", source)
        return arg_params, aux_params
    if not isinstance(loaded, dict):
        raise MXNetError(f"{source} holds a list of arrays without names, not the parameters of a checkpoint")
    for key, array in loaded.items():
        kind, _, name = key.partition(":")
        if kind == "aux" and name:
            aux_params[name] = array
        else:
            arg_params[name if kind == "arg" and name else key] = array
    return arg_params, aux_params


def place_params(symbol: Symbol, loaded: Any, source: str) -> tuple[dict[str, NDArray], dict[str, NDArray]]:
    """Sort what a file of parameters holds by what a symbol has.

    Names may lack ``arg:`` and ``aux:``, and some programs saved states as arguments: one line in the log says so.
    Names that the symbol has not stay where the file has them.

    Parameters
    ----------
    symbol : Symbol
        The symbol.
    loaded
        Arrays by name.
    source : str
        Where they come from, for messages.

    Returns
    -------
    tuple of two dicts
        Parameters and auxiliary states by name.
    """
    arg_params, aux_params = split_params(loaded, source)
    states, arguments = set(symbol.list_auxiliary_states()), set(symbol.list_arguments())
    moved = [name for name in arg_params if name in states]
    back = [name for name in aux_params if name in arguments]
    if not moved and not back:
        return arg_params, aux_params
    if not any(name.startswith(("arg:", "aux:")) for name in loaded):
        logging.info("%s: names have neither arg: nor aux:, the symbol says which are states", source)
    else:
        words = [f"{len(names)} {what} ({', '.join(names[:3])}{', ...' if len(names) > 3 else ''})"
                 for names, what in ((moved, "auxiliary states are saved as arguments"),
                                     (back, "arguments are saved as auxiliary states")) if names]
        logging.warning("%s: %s; taken as what the symbol says they are", source, " and ".join(words))
    args = {name: array for name, array in arg_params.items() if name not in states}
    aux = {name: array for name, array in aux_params.items() if name not in arguments}
    aux.update((name, arg_params[name]) for name in moved)
    args.update((name, aux_params[name]) for name in back)
    return args, aux


def load_checkpoint(prefix: str, epoch: int, version: int | str | None = None,
                    quirks: str | None = None) -> tuple[Symbol, dict[str, NDArray], dict[str, NDArray]]:
    """Load a network and its parameters.

    Parameters
    ----------
    prefix : str
        Path without the endings ``-symbol.json`` and ``-0001.params``.
    epoch : int
        Which epoch to load.
    version : int or str, optional
        What the symbol is taken for, such as ``"0.8"``; see `mx.sym.load`.
    quirks : str, optional
        Differences of old versions to switch on or off; see `mx.sym.load`.

    Returns
    -------
    tuple of Symbol and two dicts
        The network, its parameters and its auxiliary states.
    """
    symbol = sym.load(f"{prefix}-symbol.json", version, quirks)
    path = _params_path(prefix, epoch)
    return (symbol, *place_params(symbol, nd.load(path), path))

