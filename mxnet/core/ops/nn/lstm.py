"""One LSTM layer on oneDNN's kernel, without the calls that torch makes around it. `rnn` uses it where possible."""
import torch

from ...op import Array
from ...torch_private import reorder_rnn_weight, set_grad_enabled
from .packing import Packing, is_live

_layer = getattr(torch, "mkldnn_rnn_layer", None)


def is_plain(data: Array, parameters: Array, hidden: Array, cell: Array, size: int) -> bool:
    """Return whether this is a single layer that torch would run on oneDNN's kernel, and nothing is traced."""
    return _layer is not None and data.is_cpu and data.dim() == 3 \
        and data.dtype is parameters.dtype is hidden.dtype is cell.dtype is torch.float32 \
        and hidden.shape == cell.shape == (1, data.shape[1], size) \
        and parameters.shape == (4 * size * (data.shape[2] + size + 2),) and data.numel() > 0 \
        and hidden.is_contiguous() and cell.is_contiguous() and data.__class__ is Array and is_live()


def run(data: Array, parameters: Array, hidden: Array, cell: Array, size: int) -> tuple:
    """Return the outputs of all steps and the last states."""
    taping = torch.is_grad_enabled()
    taped = taping and (parameters.requires_grad or data.requires_grad or hidden.requires_grad or cell.requires_grad)
    data = data.contiguous()  # the kernel requires contiguous memory
    if taped:
        parts = _parts(parameters, size, data.shape[2])
        out, *ends, _ = _layer(data, *parts, hidden[0], cell[0], False, (), 2, size, 1, True, False, False, True)
        return out, *[end.view(hidden.shape) for end in ends]
    if taping:
        set_grad_enabled(False)  # the kernel saves what a gradient needs whenever one may be requested
    try:
        how = size, data.shape[2]
        packed = None if reorder_rnn_weight is None else _packing.find(parameters, *how)
        parts = packed or _parts(parameters, *how)
        return _layer(data, *parts, hidden, cell, False, (), 2, size, 1, True, False, False, False)[:3]
    finally:
        if taping:
            set_grad_enabled(True)


def _parts(parameters: Array, size: int, inputs: int) -> tuple:
    """View the vector as (input to hidden, hidden to hidden, both biases)."""
    rows = 4 * size
    weight, inner, *biases = parameters.contiguous().split_with_sizes((rows * inputs, rows * size, rows, rows))
    return weight.view(rows, inputs), inner.view(rows, size), *biases


def _pack(parameters: Array, size: int, inputs: int) -> tuple:
    weight, inner, *biases = _parts(parameters, size, inputs)
    return *reorder_rnn_weight(weight, inner, size, False, True, False)[:2], *[bias.clone() for bias in biases]


_packing = Packing(_pack)
