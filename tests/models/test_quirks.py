"""Files of old versions compute what those versions did; the formulas here are written out in NumPy."""
import json
import logging
import re
from pathlib import Path

import numpy as np
import pytest

import mxnet as mx
from mxnet.fileformat.symbol_versions import COMPLETIONS, QUIRKS, date, version_number, version_text
from tests.graph.documents import document, node
from tests.verify import verify

POOL_07 = {"kernel": "(3,3)", "pad": "(0,0)", "pool_type": "avg", "stride": "(2,2)"}
DATA = node("null", "data", param={})


def pooling(version=None, key="param", **attrs):
    """Give a file with one pooling; None: no version, as before 0.9."""
    return document(DATA, node("Pooling", "pool", [(0, 0)], **{key: {**POOL_07, **attrs}}), version=version)


def run(text, data, **options):
    net = mx.sym.load_json(text, **options)
    verify(net.graph)
    args = {name: mx.nd.array(data) for name in net.list_arguments()}
    return net.bind(mx.cpu(), args).forward()[0].asnumpy()


def old_pooling(data, kernel, stride, pad, kind, count):
    """The first releases' pooling: zero padding, means over the whole kernel."""
    padded = np.pad(data, ((0, 0), (0, 0), (pad[0], pad[0]), (pad[1], pad[1])))
    out = np.zeros((*data.shape[:2], *count), "float32")
    for i in range(count[0]):
        for j in range(count[1]):
            window = padded[:, :, i * stride[0]:i * stride[0] + kernel[0], j * stride[1]:j * stride[1] + kernel[1]]
            out[:, :, i, j] = window.max((2, 3)) if kind == "max" else window.sum((2, 3)) / np.prod(kernel)
    return out


def windows_07(size, kernel, stride, pad):
    return min(size + 2 * pad - kernel + stride - 1, size + 2 * pad - 1) // stride + 1


@pytest.fixture
def data():
    return np.random.RandomState(3).randn(2, 3, 8, 11).astype("float32")


@pytest.mark.parametrize("kernel, stride, pad", [((3, 3), (2, 2), (0, 0)), ((3, 2), (2, 2), (1, 1)),
                                                 ((1, 1), (2, 2), (0, 0)), ((2, 3), (1, 3), (1, 0))])
def test_pooling_of_07_rounds_up(data, kernel, stride, pad):
    count = [windows_07(s, k, t, q) for s, k, t, q in zip(data.shape[2:], kernel, stride, pad)]
    text = pooling(kernel=str(kernel), stride=str(stride), pad=str(pad))
    assert np.allclose(run(text, data), old_pooling(data, kernel, stride, pad, "avg", count), atol=1e-6)
    as_now = run(text, data, version="1.9.1")
    assert as_now.shape[2] == (8 + 2 * pad[0] - kernel[0]) // stride[0] + 1


def test_pooling_of_08_rounds_down(data):
    attrs = {"global_pool": "False", "pooling_convention": "valid"}
    assert run(pooling(**attrs), data).shape == (2, 3, 3, 5)
    # two params short of what those versions saved: written by another program, taken as 1.9.1 does
    text = document(DATA, node("Pooling", "pool", [(0, 0)],
                               param={"kernel": "(3,3)", "stride": "(2,2)", "pool_type": "max"}))
    assert run(text, data).shape == (2, 3, 3, 5)


@pytest.mark.parametrize("version, whole", [(None, True), (904, True), (905, False), (10901, False)])
def test_means_over_the_edge(data, version, whole):
    attrs = {"global_pool": "False", "pooling_convention": "full"}
    out = run(pooling(version, "param" if version is None else "attr", **attrs), data)
    expected = old_pooling(data, (3, 3), (2, 2), (0, 0), "avg", (4, 5))
    assert np.allclose(out, expected, atol=1e-6) == whole
    assert np.allclose(out[:, :, :3], expected[:, :, :3], atol=1e-6)


@pytest.mark.parametrize("kind", ["avg", "max", "sum"])
@pytest.mark.parametrize("version, kept", [(10100, True), (10200, False)])
def test_padding_of_global_pooling(data, version, kept, kind):
    text = pooling(version, "attrs", global_pool="True", pad="(1,2)", pool_type=kind)
    seen = data[:, :, :-1, :-2] if kept else data
    out = run(text, data).reshape(2, 3)
    expected = seen.max((2, 3)) if kind == "max" else seen.sum((2, 3)) / (88 if kind == "avg" else 1)
    assert np.allclose(out, expected, atol=1e-5)


def test_padding_on_request(data):
    text = pooling(10901, "attrs", pad="(1,1)", pooling_convention="valid", pool_type="max")
    lowered = data - 10
    out = run(text, lowered, quirks="+pooling-max-pads-zero")
    assert np.array_equal(out, old_pooling(lowered, (3, 3), (2, 2), (1, 1), "max", (4, 6)))
    assert not np.array_equal(out, run(text, lowered))
    text = pooling(10901, "attrs", pad="(1,1)", pooling_convention="valid")
    without = run(text, data, quirks=["pooling-mean-skips-padding"])
    assert np.allclose(without[:, :, 0, 0], data[:, :, :2, :2].mean((2, 3)), atol=1e-6)
    assert np.allclose(run(text, data)[:, :, 0, 0], data[:, :, :2, :2].sum((2, 3)) / 9, atol=1e-6)


def batch_norm(**attrs):
    return document(DATA, node("null", "bn_gamma", param={}), node("null", "bn_beta", param={}),
                    node("BatchNorm", "bn", [(0, 0), (1, 0), (2, 0)], param=attrs))


@pytest.mark.parametrize("attrs, learned", [({"eps": "0.001", "momentum": "0.9"}, True),
                                            ({"eps": "0.001", "momentum": "0.9", "fix_gamma": "True"}, False)])
def test_gamma(attrs, learned):
    net = mx.sym.load_json(batch_norm(**attrs))
    assert net.list_auxiliary_states() == ["bn_moving_mean", "bn_moving_var"]
    data, gamma = np.ones((1, 2), "float32"), mx.nd.array([3, 5])
    out = net.bind(mx.cpu(), {"data": mx.nd.array(data), "bn_gamma": gamma, "bn_beta": mx.nd.zeros(2)},
                   aux_states=[mx.nd.zeros(2), mx.nd.ones(2)]).forward()[0].asnumpy()
    assert np.allclose(out, [[3, 5]] if learned else [[1, 1]], rtol=1e-3)


def old_anchors(height, width, sizes, ratios, aspect):
    """Anchors as before 0.12 (no aspect) and before 1.5 (ratio 1 for the sizes)."""
    factor = height / width if aspect else 1
    boxes = []
    for row in range(height):
        for column in range(width):
            x, y = (column + 0.5) / width, (row + 0.5) / height
            halves = [(s * factor / 2, s / 2) for s in sizes]
            halves += [(sizes[0] * factor * r ** 0.5 / 2, sizes[0] / r ** 0.5 / 2) for r in ratios[1:]]
            boxes += [(x - w, y - h, x + w, y + h) for w, h in halves]
    return np.array([boxes])


@pytest.mark.parametrize("version, aspect", [(1100, False), (1200, True), (10400, True)])
@pytest.mark.parametrize("clip", [False, True])
def test_anchors(data, version, aspect, clip):
    text = document(DATA, node("_contrib_MultiBoxPrior", "anchors", [(0, 0)], attr={
        "sizes": "(0.3, 0.5)", "ratios": "(2, 0.5, 3)", "clip": str(clip)}), version=version)
    expected = old_anchors(8, 11, (0.3, 0.5), (2, 0.5, 3), aspect)
    out = run(text, data)
    assert np.allclose(out, expected.clip(0, 1) if clip else expected, atol=1e-6)
    assert mx.sym.load_json(text).list_outputs() == ["anchors_output"]
    assert not np.allclose(run(text, data, version="1.9.1"), out)


def test_argmax_of_all(data):
    for version, shape in ((904, (1,)), (905, (2, 3, 8))):
        text = document(DATA, node("argmax", "m", [(0, 0)], attr={"axis": "-1"}), version=version)
        assert run(text, data).shape == shape


# ---- spellings ----------------------------------------------------------------------------------

def test_scalar_on_the_left(data):
    for op, expected in (("_MinusScalar", 3 - data), ("_DivScalar", 3 / data), ("_PlusScalar", 3 + data)):
        text = document(DATA, node(op, "s", [(0, 0)], param={"scalar": "3", "scalar_on_left": "True"}))
        assert np.allclose(run(text, data), expected, rtol=1e-6)
    text = document(DATA, node("_MinusScalar", "s", [(0, 0)], param={"scalar": "3", "scalar_on_left": "False"}))
    assert np.allclose(run(text, data), data - 3)


def test_type_of_softmax_activation(data):
    text = document(DATA, node("SoftmaxActivation", "s", [(0, 0)], param={"type": "channel"}))
    assert np.allclose(run(text, data).sum(1), 1, atol=1e-6)


def test_cudnn_batch_norm():
    text = document(DATA, node("null", "bn_gamma", param={}), node("null", "bn_beta", param={}),
                    node("CuDNNBatchNorm", "bn", [(0, 0), (1, 0), (2, 0)],
                         param={"eps": "0.001", "momentum": "0.9", "fix_gamma": "False"}))
    net = mx.sym.load_json(text)
    assert net.list_auxiliary_states() == ["bn_moving_mean", "bn_moving_inv_var"]
    assert net.list_arguments() == ["data", "bn_gamma", "bn_beta"]


def test_samples_with_params():
    for op, attrs in (("_sample_uniform", {"low": "2", "high": "3"}), ("_sample_negbinomial", {"k": "2", "p": "0.5"}),
                      ("random_poisson", {"lambda": "3"})):
        text = document(node(op, "s", attr={**attrs, "shape": "(4, 5)"}), version=904)
        assert run(text, None).shape == (4, 5)


# ---- the table ------------------------------------------------------------------------------------

def test_versions():
    for text, number in (("0.9.5", 905), ("1.9.1", 10901), ("v0.7", 700), ("905", 905), ("2", 20000)):
        assert version_number(text) == number
    assert version_number(10901) == 10901 and version_text(10901) == "1.9.1" and version_text(905) == "0.9.5"
    for wrong in ("", "one", "1.2.3.4", "-1", True):
        with pytest.raises(mx.MXNetError, match="version"):
            version_number(wrong)


def test_files_are_dated_by_their_params():
    conv = dict.fromkeys(("kernel", "num_filter", "pad", "stride", "workspace"), "")
    pool = {**POOL_07, "global_pool": "False"}
    assert date([("Pooling", POOL_07)]) == 700
    assert date([("Pooling", pool), ("Convolution", conv)]) == 700
    assert date([("Pooling", pool), ("Convolution", {**conv, "cudnn_tune": "off"})]) == 800
    assert date([("Pooling", pool)]) == 800
    assert date([]) == 800


def test_one_line_says_what_was_done(data, caplog):
    nodes = [DATA]
    for number in range(5):
        nodes.append(node("Pooling", f"pool{number}", [(number, 0)], param={**POOL_07, "kernel": "(2,2)"}))
    with caplog.at_level(logging.INFO):
        mx.sym.load_json(document(*nodes))
    warned = [record.message for record in caplog.records if record.levelno >= logging.WARNING]
    assert len(warned) == 1 and len(caplog.records) == 2
    assert "0.7.0" in warned[0] and "pooling-rounds-up (5 nodes)" in warned[0] and "version='1.9.1'" in warned[0]
    caplog.clear()
    mx.sym.load_json(document(*nodes), version="1.9.1")
    assert not caplog.records


def test_the_user_decides(data, monkeypatch, tmp_path):
    text = pooling()
    now = run(text, data, version="1.9.1").shape
    assert run(text, data).shape != now
    assert run(text, data, quirks="-all").shape == now
    assert run(text, data, quirks="-pooling-rounds-up").shape == now
    later = pooling(10901, "attrs")
    assert run(later, data, version="0.7").shape != now == run(later, data).shape
    path = tmp_path / "x-symbol.json"
    path.write_text(text)
    assert mx.sym.load(str(path), version="1.9.1").infer_shape(data=data.shape)[1] == [now]
    monkeypatch.setenv("MXNET_SYMBOL_VERSION", "1.9.1")
    assert run(text, data).shape == now
    monkeypatch.delenv("MXNET_SYMBOL_VERSION")
    monkeypatch.setenv("MXNET_SYMBOL_QUIRKS", "-pooling-rounds-up")
    assert run(text, data).shape == now
    with pytest.raises(mx.MXNetError, match="did you mean 'pooling-rounds-up'"):
        mx.sym.load_json(text, quirks="pooling-round-up")


def test_the_page_has_every_row():
    page = (Path(__file__).parents[2] / "docs" / "version-quirks.md").read_text()
    rows = {row[0]: row for row in re.findall(r"^\| `([a-z0-9-]+)` \| ([^|]*) \| ([^|]*) \| ([^|]*) \|", page, re.M)}
    for quirk in (*COMPLETIONS, *QUIRKS):
        assert quirk.name in rows, f"{quirk.name} is not in docs/version-quirks.md"
        before = "on request" if quirk.before is None else f"before {version_text(quirk.before)}"
        assert rows[quirk.name][1].strip() == before
        assert rows[quirk.name][3].strip() == quirk.then
    assert set(rows) == {quirk.name for quirk in (*COMPLETIONS, *QUIRKS)}


def test_unknown_operators_are_named_at_once():
    text = document(DATA, node("CaffeOp", "c", [(0, 0)]), node("TorchModule", "t", [(1, 0)]), version=905)
    with pytest.raises(mx.MXNetError) as caught:
        mx.sym.load_json(text)
    assert "CaffeOp" in str(caught.value) and "TorchModule" in str(caught.value)
    assert caught.value.names == ["CaffeOp", "TorchModule"]


def test_too_many_values():
    splits = [node("SliceChannel", f"s{i}", [(0, 0)], attrs={"num_outputs": "8192"}) for i in range(40)]
    last = node("Concat", "all", [(1 + i, 0) for i in range(40)], attrs={"num_args": "40"})
    with pytest.raises(mx.MXNetError, match="outputs, more than"):
        mx.sym.load_json(json.dumps(json.loads(document(DATA, *splits, last, version=10901))))


def test_another_version_still_completes_the_file():
    """Computing as 1.9.1 does not make a file of 0.8 hold what it left out."""
    old = document(DATA, node("null", "bn_gamma"), node("null", "bn_beta"),
                   node("BatchNorm", "bn", [(0, 0), (1, 0), (2, 0)], param={
                       "eps": "0.001", "momentum": "0.9", "fix_gamma": "True", "ctx_group": "stage1"}))
    for version in (None, "0.8", "1.9.1"):
        loaded = mx.sym.load_json(old, version=version)
        assert loaded.list_auxiliary_states() == ["bn_moving_mean", "bn_moving_var"]
        assert loaded.attr_dict()["bn"]["__ctx_group__"] == "stage1"


@pytest.mark.parametrize("old, new, attrs", [
    ("ChannelwiseConvolution", "Convolution", {"kernel": "(3, 3)", "num_filter": "3", "num_group": "3",
                                               "no_bias": "True"}),
    ("MultiBoxPrior", "_contrib_MultiBoxPrior", {"sizes": "(0.1)", "ratios": "(1,2,0.5)", "clip": "True"})])
def test_operators_of_forks(old, new, attrs):
    inputs = [(0, 0), (1, 0)] if old == "ChannelwiseConvolution" else [(0, 0)]
    loaded = mx.sym.load_json(document(DATA, node("null", "w"), node(old, "n", inputs, attr=attrs), version=904))
    assert new in {item.op_name for item in loaded.graph.nodes}
    assert loaded.infer_shape(data=(1, 3, 8, 8))[1][0] is not None
