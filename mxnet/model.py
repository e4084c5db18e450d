"""Checkpoints: a symbol file and a parameter file an epoch; and what training callbacks receive."""
import logging
from collections import namedtuple

from . import ndarray as nd
from . import symbol as sym
from .core.errors import MXNetError

BatchEndParam = namedtuple("BatchEndParam", ["epoch", "nbatch", "eval_metric", "locals"])

__all__ = ["BatchEndParam", "FeedForward", "load_checkpoint", "load_params", "save_checkpoint"]  # noqa: F822


def save_checkpoint(prefix: str, epoch: int, symbol, arg_params: dict, aux_params: dict,
                    remove_amp_cast: bool = True) -> None:
    """Save ``prefix-symbol.json`` and ``prefix-0001.params``; a killed save leaves the old files whole."""
    if symbol is not None:
        symbol.save(f"{prefix}-symbol.json", remove_amp_cast=remove_amp_cast)
    named = {f"arg:{name}": array.as_in_context(_host()) for name, array in arg_params.items()}
    named.update({f"aux:{name}": array.as_in_context(_host()) for name, array in aux_params.items()})
    param_name = f"{prefix}-{epoch:04d}.params"
    nd.save(param_name, named)
    logging.info('Saved checkpoint to "%s"', param_name)


def _host():
    from .context import cpu
    return cpu()


def load_params(prefix: str, epoch: int) -> tuple:
    """Give (arg_params, aux_params) of a checkpoint; names without a prefix count as arguments."""
    path = f"{prefix}-{epoch:04d}.params"
    loaded = nd.load(path)
    arg_params: dict = {}
    aux_params: dict = {}
    if not loaded:
        logging.warning("Params file '%s' is empty", path)
        return arg_params, aux_params
    if not isinstance(loaded, dict):
        raise MXNetError(f"{path} holds a list of arrays without names, not the parameters of a checkpoint")
    for key, array in loaded.items():
        kind, _, name = key.partition(":")
        if kind == "aux" and name:
            aux_params[name] = array
        else:
            arg_params[name if kind == "arg" and name else key] = array
    return arg_params, aux_params


def load_checkpoint(prefix: str, epoch: int) -> tuple:
    """Give (symbol, arg_params, aux_params) of a checkpoint."""
    symbol = sym.load(f"{prefix}-symbol.json")
    arg_params, aux_params = load_params(prefix, epoch)
    return symbol, arg_params, aux_params


def __getattr__(name: str):
    if name == "FeedForward":  # it is built on Module, which is built on this file
        from .feedforward import FeedForward
        return FeedForward
    raise AttributeError(f"module 'mxnet.model' has no attribute {name!r}")
