"""The roofline benchmark runs, and counts a network's work."""
import numpy as np
import pytest

import mxnet as mx
from benchmarks import roofline
from tests.quantization import networks


def test_every_call_is_timed_and_drawn():
    args, aux, data = networks.arrays()
    exe = networks.network(mx).bind(
        mx.cpu(), {**{k: mx.nd.array(v) for k, v in args.items()}, "data": mx.nd.array(data[:4]),
                   "softmax_label": mx.nd.zeros(4)}, aux_states={k: mx.nd.array(v) for k, v in aux.items()},
        grad_req="null")
    rows = roofline.calls(exe, runs=2)
    first = next(row for row in rows if row.label.startswith("Convolution"))
    assert first.flops == 2 * (4 * 8 * 8 * 8) * 27 and first.bytes > 4 * data[:4].size and first.seconds >= 0
    peak = roofline.Peak(1e11, 1e10)
    assert np.isclose(first.floor(peak), max(first.flops / 1e11, first.bytes / 1e10))
    assert "Convolution" in roofline.table(rows, peak, 3)
    drawn = roofline.picture({("net", "float32"): [row._replace(seconds=1e-3) for row in rows]}, peak)
    assert drawn.count("<circle") == len([row for row in rows if row.flops]) and drawn.rstrip().endswith("</svg>")


def test_training_steps_are_timed_too():
    module, batch = roofline.training("lenet", 2)
    rows = roofline.training_calls(module, batch, runs=2)
    named = {row.name: row for row in rows}
    assert named["conv1"].flops == 2 * (2 * 50 * 8 * 8) * (20 * 25)
    deeper = named["grad_tanh0"]  # gradients of the second layer: of its data and of its weight
    assert deeper.label.startswith("Convolution_backward") and deeper.flops == 2 * named["conv1"].flops
    assert [row.label for row in rows[-2:]] == ["update", "between calls"]
    assert "Convolution_backward" in roofline.table(rows, roofline.Peak(1e11, 1e10), 3)


def test_only_float32_trains():
    with pytest.raises(SystemExit):
        roofline.main(["lenet", "--train", "--dtype", "int8"])
