"""The functions of `mx.contrib.amp`: enabling mixed precision, and loss scaling."""
import contextlib
import logging
from collections.abc import Iterator
from typing import Any

import torch

from ...core.borrowed import borrowed as _borrowed
from ...core.dtype import RAW_BFLOAT16, to_torch
from ...core.errors import Misuse, MXNetError
from . import lists as lists
from .casting import Casts
from .choice import (
    list_conditional_fp32_ops,
    list_fp32_ops,
    list_loss_output_functions,
    list_lp16_fp32_ops,
    list_lp16_ops,
    list_lp16_use_fp32_params,
    list_widest_type_cast,
)
from .conversion import convert_bucketing_module as convert_bucketing_module
from .conversion import convert_hybrid_block, convert_model, convert_symbol
from .loss_scaler import LossScaler
from .scaled import scaled_by

__all__ = ["init", "init_trainer", "scale_loss", "unscale", "convert_model", "convert_hybrid_block",
           "list_lp16_ops", "list_fp32_ops", "list_lp16_fp32_ops", "list_conditional_fp32_ops",
           "list_widest_type_cast", "list_loss_output_functions", "list_lp16_use_fp32_params",
           "convert_symbol"]

bfloat16 = RAW_BFLOAT16  # programs import it from here, as from MXNet's module
_amp_initialized = False
_amp_loss_scale_initialized = False
_loss_scaler: LossScaler | None = None


def init(target_dtype: Any = "float16", target_precision_ops: list[str] | None = None,
         conditional_fp32_ops: list[tuple[str, str, list[str]]] | None = None,
         fp32_ops: list[str] | None = None) -> None:
    """Enable mixed precision for the process: from now on functions of `mx.nd` and `mx.sym` insert casts.

    Call it before the network is created; further calls have no effect.

    Parameters
    ----------
    target_dtype : str, default='float16'
        ``'float16'`` or ``'bfloat16'``.
    target_precision_ops : list[str], optional
        Operators that compute in it, instead of MXNet's list.
    conditional_fp32_ops : list[tuple[str, str, list[str]]], optional
        Operator, param and values of the param with which it computes in float32.
    fp32_ops : list[str], optional
        Operators that compute in float32, instead of MXNet's list.
    """
    global _amp_initialized, _loss_scaler
    if _amp_initialized:
        return
    try:
        target = to_torch(target_dtype)
    except MXNetError:
        target = None
    if target not in (torch.float16, torch.bfloat16):
        raise Misuse("AMP currently supports only float16 or bfloat16 as a target_dtype; "
                     f"got {target_dtype!r}")
    _amp_initialized = True
    logging.info("Using AMP")
    casts, kept = Casts(target), list_lp16_use_fp32_params(target) or {}
    for name in list_lp16_ops(target) if target_precision_ops is None else target_precision_ops:
        casts.cast_inputs(name, target, kept.get(name, ()))
    for name in list_fp32_ops(target) if fp32_ops is None else fp32_ops:
        casts.cast_inputs(name, torch.float32)
    rows = list_conditional_fp32_ops(target) if conditional_fp32_ops is None else conditional_fp32_ops
    for name, param, values in rows:
        casts.cast_inputs(name, torch.float32, when=(param, values))
    for name in list_widest_type_cast(target):
        casts.even_inputs(name)
    _loss_scaler = LossScaler()
    for name in list_loss_output_functions(target):
        casts.scale_loss(name, _loss_scaler)


def init_trainer(optimizer_or_trainer: Any) -> None:
    """Set up loss scaling for a trainer; `scale_loss` then uses and adapts the scale.

    A trainer is a Gluon Trainer, a Module with an optimizer, or an Optimizer. The first one shares its loss scale with
    the loss functions of `mx.nd`.

    Parameters
    ----------
    optimizer_or_trainer : Trainer, Module or Optimizer
        What updates the weights.
    """
    global _amp_loss_scale_initialized
    if not _amp_initialized:
        raise Misuse("AMP not initialized, did you forget to call amp.init()?")
    trained = scaled_by(optimizer_or_trainer)
    scaler = LossScaler() if _amp_loss_scale_initialized else _loss_scaler
    _amp_loss_scale_initialized = True
    trained.install(scaler)


@contextlib.contextmanager
def scale_loss(loss: Any, optimizer_or_trainer: Any) -> Iterator[Any]:
    """Yield the loss, or a list of losses, times the scale; the trainer divides gradients by it.

    For a Module whose outputs are losses, pass its output gradients (ones) instead.

    Parameters
    ----------
    loss : NDArray or sequence of NDArray, or Module
        What is scaled.
    optimizer_or_trainer : Trainer, Module or Optimizer
        What updates the weights; it was passed to `init_trainer`.

    Yields
    ------
    NDArray or list of NDArray
        The scaled losses.

    Examples
    --------
    >>> with amp.scale_loss(loss, trainer) as scaled:       # doctest: +SKIP
    ...     scaled.backward()
    """
    trained = scaled_by(optimizer_or_trainer)
    scaler = trained.scaler
    if scaler is None:
        raise Misuse("Loss scaler is not initialized, did you forget to call amp.init_trainer()?")
    trained.divide()
    if isinstance(loss, (list, tuple)):
        yield [item * scaler.loss_scale for item in loss]
    else:
        yield loss * scaler.loss_scale


def unscale(optimizer_or_trainer: Any) -> None:
    """Divide the gradients by the scale now, to clip or read them; the next update does not divide again.

    An Optimizer has no gradients: pass a Gluon Trainer or a Module.

    Parameters
    ----------
    optimizer_or_trainer : Trainer or Module
        The trainer whose gradients are divided.
    """
    scaled_by(optimizer_or_trainer).unscale()


_borrowed(__name__)
