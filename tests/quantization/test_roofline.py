"""The roofline benchmark runs, and counts a network's work."""
import numpy as np

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
