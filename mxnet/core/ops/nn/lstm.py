"""One LSTM layer on oneDNN's kernel, without the calls that torch makes around it. `rnn` asks for it where it fits."""
import torch

from ...op import Array

_layer = getattr(torch, "mkldnn_rnn_layer", None)
_pack = getattr(torch.ops.mkldnn, "_reorder_mkldnn_rnn_layer_weight", None)
_SMALL = 1 << 15  # parameters of a layer for which laying out the weights takes as long as running it
_MOST = 16        # layers whose weights are kept


def is_plain(data: Array, parameters: Array, hidden: Array, cell: Array, size: int) -> bool:
    """Tell whether all fits one layer, torch would run it by oneDNN's kernel, and nothing is traced."""
    return _layer is not None and data.is_cpu and data.dtype is torch.float32 and data.dim() == 3 \
        and hidden.shape == cell.shape == (1, data.shape[1], size) \
        and parameters.shape == (4 * size * (data.shape[2] + size + 2),) and data.numel() > 0 \
        and hidden.is_contiguous() and cell.is_contiguous() and data.__class__ is Array \
        and torch._C._get_mkldnn_enabled() and torch._C._has_mkldnn and not torch.compiler.is_compiling()


def run(data: Array, parameters: Array, hidden: Array, cell: Array, size: int) -> tuple:
    """Give the outputs of all steps and the last states."""
    taping = torch.is_grad_enabled()
    taped = taping and (parameters.requires_grad or data.requires_grad or hidden.requires_grad or cell.requires_grad)
    data = data.contiguous()  # the kernel reads memory as it lies
    if taped:
        parts = _parts(parameters, size, data.shape[2])
        out, *ends, _ = _layer(data, *parts, hidden[0], cell[0], False, (), 2, size, 1, True, False, False, True)
        return out, *[end.view(hidden.shape) for end in ends]
    if taping:
        torch._C._set_grad_enabled(False)  # the kernel keeps what a gradient needs wherever one may be asked for
    try:
        parts = _packed(parameters, size, data.shape[2])
        return _layer(data, *parts, hidden, cell, False, (), 2, size, 1, True, False, False, False)[:3]
    finally:
        if taping:
            torch._C._set_grad_enabled(True)


def _parts(parameters: Array, size: int, inputs: int) -> tuple:
    """View the vector as (input to hidden, hidden to hidden, both biases)."""
    rows = 4 * size
    weight, inner, *biases = parameters.contiguous().split_with_sizes((rows * inputs, rows * size, rows, rows))
    return weight.view(rows, inputs), inner.view(rows, size), *biases


# Where the parameters of a layer lie -> (their bytes, the parts laid out for the kernel or None).
_kept: dict[tuple, tuple] = {}
_NOTHING = bytearray(), None


def _packed(parameters: Array, size: int, inputs: int) -> tuple:
    """Give the parts, those of a small layer laid out for the kernel where they are the same as last time.

    All bytes are compared: memory may change behind torch's back, such as that of a NumPy array. Parameters
    seen for the first time are not laid out, as that takes longer than it saves in one call.
    """
    if _pack is None or parameters.shape[0] > _SMALL or not parameters.is_contiguous():
        return _parts(parameters, size, inputs)
    key, values = (parameters.data_ptr(), size, inputs), parameters.detach().numpy()
    image, parts = _kept.get(key, _NOTHING)
    if image == values:  # a comparison of memory, as the left side is a bytearray
        if parts is None:
            weight, inner, *biases = _parts(parameters, size, inputs)
            parts = *_pack(weight, inner, size, False, True, False)[:2], *[bias.clone() for bias in biases]
            _kept[key] = image, parts
        return parts
    if len(_kept) >= _MOST:
        _kept.clear()
    _kept[key] = bytearray(values), None
    return _parts(parameters, size, inputs)
