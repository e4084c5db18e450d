"""Cases of operators on sequences of different lengths."""
import numpy as np

from tests.operators.harness import RECORDED, Case, integers

LENGTHS = np.array([1, 4, 2], "int32")


def _mask(data, length=None, value=0, axis=0, **_):
    out = data.copy()
    if length is not None:
        for row, size in enumerate(length):
            out[(slice(size, None), row) if axis == 0 else (row, slice(size, None))] = value
    return out


def _last(data, length=None, axis=0, **_):
    data = np.swapaxes(data, 0, axis)
    if length is None:
        return data[-1]
    return np.stack([data[size - 1, row] for row, size in enumerate(length)])


def _reverse(data, length=None, **_):
    out = data[::-1].copy() if length is None else data.copy()
    for row, size in enumerate(() if length is None else length):
        out[:size, row] = data[:size, row][::-1]
    return out


def _warp_gradient(heads, data, label, label_length, input_length):
    """Differentiate the loss of the plugin: minus the log of all alignments' probability."""
    import itertools
    scores = data.reshape(input_length, -1, data.shape[1])
    grad = np.zeros_like(scores)
    for row in range(scores.shape[1]):
        target = [int(v) for v in label.reshape(-1, label_length)[row] if v]
        p = np.exp(scores[:, row]) / np.exp(scores[:, row]).sum(1, keepdims=True)
        total, hits = 0, np.zeros_like(p)
        for path in itertools.product(range(p.shape[1]), repeat=input_length):
            if [k for k, _ in itertools.groupby(path) if k] == target:
                chance = np.prod([p[t, k] for t, k in enumerate(path)])
                total += chance
                hits[np.arange(input_length), path] += chance
        grad[:, row] = p - hits / total
    return grad.reshape(data.shape)


def _softmax(x, *_, **__):
    return np.exp(x) / np.exp(x).sum(1, keepdims=True)


def _ctc(inputs, **params):
    return Case("CTCLoss", inputs, params, RECORDED, ("float32",),
                False if params.get("use_data_lengths") else RECORDED, wrt=(0,),
                tolerance={"float32": 2e-5}, note="sums of exponentials in another order")


CASES = [
    Case("SequenceMask", [(4, 3, 2)], {}, _mask),
    Case("SequenceMask", [(4, 3, 2), LENGTHS], {"use_sequence_length": True, "value": -1.0}, _mask,
         ("float16", "float32", "float64")),
    Case("SequenceMask", [(3, 4), LENGTHS], {"use_sequence_length": True, "axis": 1}, _mask),
    Case("SequenceMask", [(3, 4, 2)], {"axis": 2}, raises="axis"),
    Case("SequenceLast", [(4, 3, 2)], {}, _last),
    Case("SequenceLast", [(4, 3, 2), LENGTHS], {"use_sequence_length": True}, _last),
    Case("SequenceLast", [(3, 4, 2), LENGTHS], {"use_sequence_length": True, "axis": 1}, _last),
    Case("SequenceReverse", [(4, 3, 2)], {}, _reverse),
    Case("SequenceReverse", [(4, 3, 2), LENGTHS], {"use_sequence_length": True}, _reverse),
    Case("SequenceReverse", [(4, 3, 2)], {"axis": 1}, raises="axis"),
    _ctc([(6, 2, 4), integers((2, 2), 1, 4)]),
    _ctc([(6, 2, 4), integers((2, 2), 0, 3)], blank_label="last"),
    _ctc([(6, 2, 4), np.array([[1, 0, 0], [3, 2, 0]], "float32")]),
    _ctc([(6, 2, 4), integers((2, 2), 1, 4), np.array([4, 6], "float32"), np.array([1, 2], "float32")],
         use_data_lengths=True, use_label_lengths=True),
    Case("CTCLoss", [(2, 2, 4), (2, 3)], {}, raises="cannot exceed"),
    Case("WarpCTC", [(6, 3), np.array([1, 0, 2, 1], "float32")], {"label_length": 2, "input_length": 3},
         _softmax, ("float32",), grad=_warp_gradient, wrt=(0,)),
]
