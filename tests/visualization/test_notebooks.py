"""What notebooks show of arrays, symbols and modules."""
import xml.etree.ElementTree as ElementTree

import numpy as np
import pytest

import mxnet as mx


def parsed(text):
    """Read HTML that is XML but for a few names of characters."""
    for name in ("hellip", "vellip"):
        text = text.replace(f"&{name};", "...")
    return ElementTree.fromstring(text)


def cells(text):
    return [[cell.text for cell in row] for row in parsed(text).iter("tr")]


def test_small_arrays():
    rows = cells(mx.nd.array([[1, 2.5], [3, 4]])._repr_html_())
    assert rows == [[None, "0", "1"], ["0", "1", "2.5"], ["1", "3", "4"]]
    text = mx.nd.array([1, 2, 3], dtype="int32")._repr_html_()
    assert cells(text) == [[None, "0", "1", "2"], ["0", "1", "2", "3"]]
    assert "&lt;NDArray 3, int32 @cpu(0)&gt;" in text
    assert "ndarray scalar, float32" in mx.np.array(3.0)._repr_html_()
    assert "0x3" in mx.np.zeros((0, 3))._repr_html_()
    assert "bfloat16" in mx.nd.ones((2, 2)).astype("bfloat16")._repr_html_()


def test_large_arrays_are_shortened():
    text = mx.nd.arange(1000000).reshape((1000, 1000))._repr_html_()
    rows = cells(text)
    assert len(rows) == 12 and all(len(row) == 12 for row in rows) and len(text) < 5000
    assert rows[0][1:] == ["0", "1", "2", "3", "4", "...", "995", "996", "997", "998", "999"]
    assert rows[-1][-1] == "999999" and rows[1][1] == "0"
    deep = mx.nd.zeros((3, 4, 2, 2))._repr_html_()
    assert deep.count("<table>") == 4 and "[0, 3]" in deep and "8 more" in deep
    parsed(deep)


def test_sparse_arrays():
    text = mx.nd.array(np.eye(4)).tostype("csr")._repr_html_()
    assert "CSRNDArray 4x4" in text and "4 values stored" in text
    assert "4 rows stored" in mx.nd.array(np.eye(4)).tostype("row_sparse")._repr_html_()


def network():
    x = mx.sym.FullyConnected(mx.sym.var("data"), num_hidden=4, name="a<b>")
    return mx.sym.SoftmaxOutput(mx.sym.FullyConnected(x, num_hidden=2, name="top"), name="softmax")


def test_symbols_are_drawn(monkeypatch):
    pytest.importorskip("graphviz", reason="needs the extra remixnet[graphviz]")
    text = mx.sym.FullyConnected(mx.sym.var("a<b>"), num_hidden=3)._repr_html_()
    assert text.startswith("<div><svg") and "a&lt;b&gt;" in text and "<b>" not in text and "FullyConnected" in text
    parsed(text)
    assert "<svg" in mx.sym.var("x")._repr_html_()


def test_symbols_without_graphviz_are_tables(monkeypatch):
    import mxnet.visualization.tables as tables

    def gone(*args, **kwargs):
        raise ImportError
    monkeypatch.setattr(tables, "plot_network", gone)
    assert cells(network()._repr_html_())[1] == ["a<b>", "FullyConnected", "?", "?"]
    large = mx.sym.var("x")
    for _ in range(400):
        large = large + 1
    monkeypatch.undo()
    assert large._repr_html_().startswith("<table>")


def test_modules_are_tables():
    module = mx.mod.Module(network())
    assert "3 layers, 0 parameters" in module._repr_html_()
    module.bind([("data", (8, 5))], [("softmax_label", (8,))])
    rows = cells(module._repr_html_())
    assert rows[1:] == [["a<b>", "FullyConnected", "8x4", "24"], ["top", "FullyConnected", "8x2", "10"],
                        ["softmax", "SoftmaxOutput", "8x2", None], ["3 layers, 34 parameters"]]
