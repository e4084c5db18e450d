"""Functions that return the lists of operators for a narrow type."""
from typing import Any

import torch

from ...core.dtype import to_torch
from ...core.errors import Misuse, MXNetError
from .lists import symbol_bf16, symbol_fp16


def _is_half(target_dtype: Any) -> bool:
    try:
        kind = to_torch(target_dtype)
    except MXNetError:
        kind = None
    if kind not in (torch.float16, torch.bfloat16):
        raise Misuse(f"not supported type: {target_dtype}; float16 and bfloat16 are")
    return kind is torch.float16


def list_lp16_ops(target_dtype: Any) -> list[str]:
    """List the operators that compute in the narrow type.

    Parameters
    ----------
    target_dtype : str
        ``'float16'`` or ``'bfloat16'``.

    Returns
    -------
    list[str]
        Names of operators.
    """
    return symbol_fp16.FP16_FUNCS if _is_half(target_dtype) else symbol_bf16.BF16_FUNCS


def list_fp32_ops(target_dtype: Any) -> list[str]:
    """List the operators that compute in float32.

    Parameters
    ----------
    target_dtype : str
        ``'float16'`` or ``'bfloat16'``.

    Returns
    -------
    list[str]
        Names of operators.
    """
    return symbol_fp16.FP32_FUNCS if _is_half(target_dtype) else symbol_bf16.FP32_FUNCS


def list_lp16_fp32_ops(target_dtype: Any) -> list[str]:
    """List the operators that compute in the type of their inputs.

    Parameters
    ----------
    target_dtype : str
        ``'float16'`` or ``'bfloat16'``.

    Returns
    -------
    list[str]
        Names of operators.
    """
    return symbol_fp16.FP16_FP32_FUNCS if _is_half(target_dtype) else symbol_bf16.BF16_FP32_FUNCS


def list_conditional_fp32_ops(target_dtype: Any) -> list[tuple[str, str, list[str]]]:
    """List the operators that compute in float32 for some values of a param.

    Parameters
    ----------
    target_dtype : str
        ``'float16'`` or ``'bfloat16'``.

    Returns
    -------
    list[tuple[str, str, list[str]]]
        Operator, param and values of the param.
    """
    lists = symbol_fp16 if _is_half(target_dtype) else symbol_bf16
    return lists.CONDITIONAL_FP32_FUNCS


def list_widest_type_cast(target_dtype: Any) -> list[str]:
    """List the operators that compute in the widest type among their inputs.

    Parameters
    ----------
    target_dtype : str
        ``'float16'`` or ``'bfloat16'``.

    Returns
    -------
    list[str]
        Names of operators.
    """
    return symbol_fp16.WIDEST_TYPE_CASTS if _is_half(target_dtype) else symbol_bf16.WIDEST_TYPE_CASTS


def list_loss_output_functions(target_dtype: Any) -> list[str]:
    """List the losses that make their own gradient.

    Parameters
    ----------
    target_dtype : str
        ``'float16'`` or ``'bfloat16'``.

    Returns
    -------
    list[str]
        Names of operators.
    """
    lists = symbol_fp16 if _is_half(target_dtype) else symbol_bf16
    return lists.LOSS_OUTPUT_FUNCTIONS


def list_lp16_use_fp32_params(target_dtype: Any) -> dict[str, list[str]] | None:
    """List the inputs that stay float32 if the data has the narrow type.

    Parameters
    ----------
    target_dtype : str
        ``'float16'`` or ``'bfloat16'``.

    Returns
    -------
    dict[str, list[str]] | None
        Operator -> names of inputs; None for float16.
    """
    return None if _is_half(target_dtype) else symbol_bf16.BF16_USE_FP32_PARAMS
