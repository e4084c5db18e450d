"""Tables and graphs of networks equal the reference's, and draw without Graphviz."""
import json
import re
import warnings
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import numpy as np
import pytest

import mxnet as mx
from mxnet.visualization.drawing import draw_svg

from .networks import NETWORKS, branches, plot, summary

RECORDED = json.loads((Path(__file__).parents[1] / "data" / "network_texts.json").read_text())
SUMMARIES = [key for key in RECORDED if key.startswith("summary/")]
PLOTS = [key for key in RECORDED if key.startswith("plot/")]


@pytest.mark.parametrize("key", SUMMARIES)
def test_summary_is_the_references(key):
    _, name, option = key.split("/")
    assert summary(mx, name, option) == RECORDED[key]


@pytest.mark.parametrize("key", PLOTS)
def test_graph_source_is_the_references(key):
    pytest.importorskip("graphviz")
    _, name, option = key.split("/")
    assert plot(mx, name, option).source.rstrip() == RECORDED[key]


def test_labels_of_several_outputs_and_types():
    pytest.importorskip("graphviz")
    net, shape = NETWORKS["words"]
    graph = mx.viz.plot_network(net(mx), shape={"data": shape}, dtype={"data": np.float32})
    assert 'label="3x16(float32)"' in graph.source and 'label="6(float32)"' in graph.source


def boxes(svg):
    """Return (left, top, right, bottom) of every node of a drawing."""
    found = []
    for shape in ElementTree.fromstring(svg.encode()).iter():
        at = {key: float(value) for key, value in shape.attrib.items()
              if re.fullmatch(r"-?\d+(\.\d+)?", value)}
        if shape.tag.endswith("ellipse"):
            found.append((at["cx"] - at["rx"], at["cy"] - at["ry"], at["cx"] + at["rx"],
                          at["cy"] + at["ry"]))
        elif shape.tag.endswith("rect") and "x" in at:
            found.append((at["x"], at["y"], at["x"] + at["width"], at["y"] + at["height"]))
    return found


@pytest.mark.parametrize("key", PLOTS)
def test_drawing_has_every_node_and_edge_apart(key):
    pytest.importorskip("graphviz")
    _, name, option = key.split("/")
    graph = plot(mx, name, option)
    svg = graph.svg()
    found = boxes(svg)
    nodes = {name for pair in graph._drawn_edges for name in pair[:2]} | set(graph._drawn_nodes)
    assert len(found) == len(nodes)
    for i, a in enumerate(found):
        for b in found[i + 1:]:
            apart = a[2] <= b[0] or b[2] <= a[0] or a[3] <= b[1] or b[3] <= a[1]
            assert apart, "two nodes overlap"
    edges = {pair[:2] for pair in graph._drawn_edges}
    assert len(re.findall("<path d=\"M[^\"]*C", svg)) == len(edges)
    width, height = map(float, re.search(r'viewBox="0 0 ([\d.]+) ([\d.]+)"', svg).groups())
    assert all(a[0] >= 0 and a[1] >= 0 and a[2] <= width and a[3] <= height for a in found)


def test_outputs_are_above_inputs():
    chain = {name: {"label": name, "shape": "box"} for name in "abcd"}
    svg = draw_svg("chain", chain, [("a", "b", {}), ("b", "c", {}), ("a", "c", {}), ("c", "d", {})])
    tops = dict(zip("abcd", (box[1] for box in boxes(svg)), strict=True))
    assert tops["a"] < tops["b"] < tops["c"] < tops["d"]


def test_drawing_survives_cycles_markup_and_nothing():
    svg = draw_svg("t", {"a<b>": {"label": "a<b>&\n\"c\""}}, [("a<b>", "x", {}), ("x", "a<b>", {}),
                                                             ("x", "x", {})])
    assert "a&lt;b&gt;&amp;" in svg and len(boxes(svg)) == 2
    ElementTree.fromstring(draw_svg("empty", {}, []).encode())


@pytest.fixture
def without_dot(monkeypatch):
    pytest.importorskip("graphviz")
    monkeypatch.setattr("mxnet.visualization.network.shutil.which", lambda name: None)


def test_rendering_without_dot(without_dot, tmp_path):
    graph = mx.viz.plot_network(branches(mx), save_format="svg")
    path = graph.render(str(tmp_path / "net"))
    assert path == str(tmp_path / "net.svg") and ElementTree.parse(path)
    assert (tmp_path / "net").read_text() == graph.source
    graph.render(str(tmp_path / "other"), cleanup=True)
    assert not (tmp_path / "other").exists() and (tmp_path / "other.svg").exists()
    assert graph.pipe(encoding="utf-8").startswith("<?xml")
    assert graph._repr_mimebundle_()["image/svg+xml"].startswith("<?xml")
    with pytest.warns(UserWarning, match="apt install graphviz"):
        assert graph.render(str(tmp_path / "net"), format="png").endswith(".svg")
    with pytest.raises(RuntimeError, match="apt install graphviz"):
        graph.pipe(format="pdf")


def test_twins_are_warned_of_once():
    pytest.importorskip("graphviz")
    net = mx.sym.FullyConnected(mx.sym.Variable("data"), name="fc", num_hidden=3)
    net = mx.sym.FullyConnected(net, name="fc", num_hidden=3)
    with warnings.catch_warnings(record=True) as seen:
        warnings.simplefilter("always")
        mx.viz.plot_network(net).svg()
    assert len(seen) == 1 and "Repeated names: fc,fc_bias,fc_weight" in str(seen[0].message)


def test_what_is_no_symbol_is_refused():
    pytest.importorskip("graphviz")
    for function in (mx.viz.print_summary, mx.viz.plot_network):
        with pytest.raises(TypeError, match="Symbol"):
            function("net")
