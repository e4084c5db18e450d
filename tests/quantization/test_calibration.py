"""Values of a bound module that calibration collects, by the functions that programs import for it."""
import numpy as np
import pytest

import mxnet as mx
from mxnet.contrib import quantization
from mxnet.contrib.quantization import calibrate


def test_values_of_a_bound_module():
    dense = mx.sym.FullyConnected(mx.sym.var("data"), num_hidden=3, name="a")
    net = mx.sym.Activation(dense, act_type="relu", name="r")
    module = mx.mod.Module(net, label_names=None)
    module.bind([("data", (2, 4))], for_training=False)
    module.init_params(mx.init.Uniform(1))
    rows = np.random.RandomState(0).rand(6, 4).astype("float32")
    data = mx.io.NDArrayIter(rows, batch_size=2)
    params = {name: value.asnumpy() for name, value in module.get_params()[0].items()}
    dense = rows @ params["a_weight"].T + params["a_bias"]
    ranges, count = quantization._collect_layer_output_min_max(module, data, "int8")
    assert count == 6
    for name, values in (("a_output", dense), ("r_output", np.maximum(dense, 0)), ("data", rows)):
        np.testing.assert_allclose(ranges[name], (values.min(), values.max()), rtol=1e-5, atol=1e-6)
    data.reset()
    found, count = quantization._collect_layer_histogram(module, data, ["a_output"], 3)
    assert count == 4 and list(found) == ["a_output"] and found["a_output"][0].sum() == 4 * 3
    with pytest.raises(ValueError, match="DataIter"):
        quantization._collect_layer_statistics(module, [rows], None)


def test_histograms_of_growing_batches():
    """As recorded from `_LayerHistogramCollector` of MXNet 1.9.1 with NumPy 1.23, whose edges had float64 steps."""
    draw, collector = np.random.RandomState(0), quantization._LayerHistogramCollector(include_layer=["x"])
    for scale, wanted in ((1, (8001, 23864, 22865, 2.772592782974243, -2.771899700164795)),
                          (1.5, (13187, 47970, 44264, 4.569701415958173, -4.5690083503723145)),
                          (2.5, (22877, 73878, 67237, 7.927584688926604, -7.926891803741455)),
                          (2.5, (22877, 98726, 88270, 7.927584688926604, -7.926891803741455))):
        collector.collect("x", mx.nd.array(draw.randn(500) * scale))
        counts, edges, _, _, reach = collector.hist_dict["x"]
        place = np.arange(len(counts)) % 97
        assert (len(counts), (counts * place).sum(), place[counts > 0].sum(), reach, edges[1]) == wanted


def test_inputs_count_once_per_reader(monkeypatch):
    """The sums of counts are those of `quantize_model` of MXNet 1.9.1, recorded where it passes its histograms on."""
    data, seen = mx.sym.var("data"), {}
    layers = [mx.sym.FullyConnected(data, num_hidden=2, name=name) for name in "ab"]
    net = mx.sym.concat(*layers, data + data, dim=1)
    args = {name: mx.nd.ones((2, 4) if name.endswith("weight") else (2,)) for name in net.list_arguments()[1:]}
    rows = mx.io.NDArrayIter(np.arange(24, dtype="float32").reshape(6, 4), batch_size=2)

    def record(hist_dict, *_, **__):
        seen.update((name, hist[0].sum()) for name, hist in hist_dict.items())
        return {}

    monkeypatch.setattr(calibrate, "_get_optimal_thresholds", record)
    quantization.quantize_model(net, args, {}, label_names=None, calib_mode="entropy", calib_data=rows)
    assert seen == {"data": 96, "a_output": 12, "b_output": 12}
