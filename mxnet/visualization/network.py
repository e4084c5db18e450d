"""`plot_network`: the graph of a symbol as a Graphviz object, which can be drawn even without `dot`."""
from __future__ import annotations

import functools
import json
import os
import re
import shutil
import warnings
from collections import Counter
from typing import TYPE_CHECKING, Any

from ..fileformat.atomic import atomic_write
from ..symbol import Symbol
from .drawing import draw_svg
from .summary import numbers, output_values

if TYPE_CHECKING:
    from collections.abc import Mapping


_TEAL, _RED, _YELLOW, _VIOLET, _BLUE, _ORANGE, _GREEN, _PINK = (
    "#8dd3c7", "#fb8072", "#ffffb3", "#bebada", "#80b1d3", "#fdb462", "#b3de69", "#fccde5")
_COLORS = {"Convolution": _RED, "FullyConnected": _RED, "BatchNorm": _VIOLET,
           "Activation": _YELLOW, "LeakyReLU": _YELLOW, "Pooling": _BLUE, "Concat": _ORANGE,
           "Flatten": _ORANGE, "Reshape": _ORANGE, "Softmax": _GREEN}
_WEIGHTS = ("_weight", "_bias", "_beta", "_gamma", "_moving_var", "_moving_mean", "_running_var",
            "_running_mean")
_STYLE = {"shape": "box", "fixedsize": "true", "width": "1.3", "height": "0.8034",
          "style": "filled"}
# Text with a meaning in the DOT language, or invalid in XML: such a name appears in the picture, not in the DOT text.
_TELLING = re.compile(r'[\\:<>"\0]')
_NOT_XML = re.compile("[^\t\n\x20-\x7e\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


@functools.cache
def _network_class() -> type:
    """Create the class, once graphviz is known to be installed."""
    try:
        from graphviz import Digraph, escape
    except ImportError as error:
        raise ImportError("Draw network requires graphviz library: "
                          "`pip install remixnet[graphviz]`") from error

    class Network(Digraph):
        """A Graphviz graph that is drawn by this package where the program `dot` is missing."""

        def __init__(self, *args: Any, **kwargs: Any):
            super().__init__(*args, **kwargs)
            self._drawn_nodes: dict[str, dict] = {}
            self._drawn_edges: list[tuple[str, str, dict]] = []

        def node(self, name: str, label: str | None = None, _attributes: Any = None,
                 **attrs: str) -> None:
            super().node(name, None if label is None else escape(label), _attributes=_attributes, **attrs)
            self._drawn_nodes[name] = {"label": name if label is None else label,
                                       **(_attributes or {}), **attrs}

        def edge(self, tail_name: str, head_name: str, label: str | None = None,
                 _attributes: Any = None, **attrs: str) -> None:
            super().edge(tail_name, head_name, label, _attributes=_attributes, **attrs)
            self._drawn_edges.append((tail_name, head_name,
                                      {"label": label or "", **(_attributes or {}), **attrs}))

        def save(self, filename: Any = None, directory: Any = None, *, skip_existing: bool | None = False) -> str:
            """Write the graph in the DOT language, atomically; return the file's path."""
            self.filename = self.filename if filename is None else filename
            self.directory = self.directory if directory is None else directory
            path = str(self.filepath)
            if not (skip_existing and os.path.exists(path)):
                os.makedirs(os.path.dirname(path) or ".", exist_ok=True)
                with atomic_write(path, "w", encoding=self.encoding) as out:
                    out.write(self.source)
            return path

        def svg(self) -> str:
            """Return the picture as SVG text, drawn without `dot`."""
            return draw_svg(self.name or "plot", self._drawn_nodes, self._drawn_edges)

        def pipe(self, *args: Any, **kwargs: Any) -> Any:
            if shutil.which("dot"):
                return super().pipe(*args, **kwargs)
            format = kwargs.get("format") or (args[0] if args else None) or self.format
            if format != "svg":
                raise RuntimeError(f"{format} needs the program `dot`: install Graphviz (on Debian "
                                   "`apt install graphviz`), or ask for 'svg'")
            encoding = kwargs.get("encoding")
            return self.svg() if encoding else self.svg().encode()

        def render(self, filename: Any = None, directory: Any = None, view: bool = False,
                   cleanup: bool = False, format: str | None = None, **kwargs: Any) -> str:
            if shutil.which("dot"):
                return super().render(filename, directory=directory, view=view, cleanup=cleanup,
                                      format=format, **kwargs)
            source = self.save(filename, directory=directory)
            path = f"{source}.svg"
            with atomic_write(path, "w", encoding="utf-8") as out:
                out.write(self.svg())
            if cleanup:
                os.remove(source)
            wanted = format or self.format
            if wanted != "svg":
                warnings.warn(f"the program `dot` is not installed, so {path} was written instead "
                              f"of a {wanted} file; install Graphviz (on Debian `apt install "
                              "graphviz`) for other formats", stacklevel=2)
            if view:
                import webbrowser
                webbrowser.open(f"file://{os.path.abspath(path)}")
            return path

        def _repr_mimebundle_(self, *args: Any, **kwargs: Any) -> Any:
            if shutil.which("dot"):
                return super()._repr_mimebundle_(*args, **kwargs)
            return {"image/svg+xml": self.svg()}

    return Network


def _label(node: dict) -> str:
    """The text in a node's box."""
    op, attrs = node["op"], node.get("attrs", {})

    def sizes(key: str, default: str) -> str:
        return "x".join(numbers(attrs[key])) if key in attrs else default

    if op == "Convolution":
        return f"Convolution\n{sizes('kernel', '')}/{sizes('stride', '1')}, {attrs['num_filter']}"
    if op == "FullyConnected":
        return f"FullyConnected\n{attrs['num_hidden']}"
    if op == "Activation":
        return f"Activation\n{attrs['act_type']}"
    if op == "LeakyReLU":
        return f"LeakyReLU\n{attrs.get('act_type', 'Leaky')}"
    if op == "Pooling":
        kind = attrs.get("pool_type", "max")
        return f"Pooling\n{kind}, {sizes('kernel', '[]')}/{sizes('stride', '1')}"
    if op == "Custom":
        return attrs["op_type"]
    return node["name"]


def _warn_of_repeated(nodes: list[dict]) -> None:
    repeated = sorted(name for name, count in Counter(node["name"] for node in nodes).items() if count > 1)
    if repeated:
        warnings.warn("There are multiple variables with the same name in your graph, this may "
                      f"result in cyclic graph. Repeated names: {','.join(repeated)}", RuntimeWarning,
                      stacklevel=3)


def _identities(nodes: list[dict]) -> dict[str, str]:
    """Map each name to its form in the DOT text: itself, unless it has a meaning there."""
    names = dict.fromkeys(node["name"] for node in nodes)
    found, number = {}, 0
    for name in names:
        found[name] = name
        while _TELLING.search(found[name]) or (found[name] in names and found[name] != name):
            number += 1
            found[name] = f"node{number}"
    return found


def _edge_label(node: dict, index: int, shapes: dict | None, types: dict | None) -> str:
    """Shape (without the batch axis) and type of one output."""
    name = node["name"]
    if node["op"] != "null":
        # the outputs of an operator with several are numbered
        name = next((key for key in (f"{name}_output", f"{name}_output{index}")
                     if key in (shapes or types or {})), f"{name}_output")
    text = ""
    if shapes is not None:
        text += "x".join(map(str, tuple(shapes.get(name, ()))[1:]))
    if types is not None and name in types:
        text += f"({types[name].__name__})"
    return text


def plot_network(symbol: Symbol, title: str = "plot", save_format: str = "pdf",
                 shape: Mapping[str, tuple[int, ...]] | None = None, dtype: Mapping[str, Any] | None = None,
                 node_attrs: Mapping[str, str] = {}, hide_weights: bool = True) -> Any:
    """Draw a network; it needs the extra ``remixnet[graphviz]``.

    ``render()`` and notebooks use the program `dot`; where it is not installed the picture is drawn here, as SVG.

    Parameters
    ----------
    symbol : Symbol
        The network.
    title : str, default='plot'
        Name of the graph, and of files.
    save_format : str, default='pdf'
        Format that ``render()`` writes.
    shape : Mapping[str, tuple[int, ...]], optional
        Shapes of inputs by name; shapes are then shown on the edges.
    dtype : Mapping[str, Any], optional
        Types of inputs by name.
    node_attrs : Mapping[str, str], default={}
        Graphviz attributes of all nodes, such as ``{"fixedsize": "false"}``.
    hide_weights : bool, default=True
        Whether to leave out variables that look like parameters by their names.

    Returns
    -------
    graphviz.Digraph
        The graph.

    Examples
    --------
    >>> net = mx.sym.FullyConnected(mx.sym.Variable("data"), num_hidden=10, name="fc")
    >>> mx.viz.plot_network(net, shape={"data": (8, 20)}).name
    'plot'
    """
    graph_class = _network_class()
    if not isinstance(symbol, Symbol):
        raise TypeError("symbol must be a Symbol")
    shapes = None if shape is None else output_values(symbol, "infer_shape", shape, "shape")
    types = None if dtype is None else output_values(symbol, "infer_type", dtype, "type")
    nodes = json.loads(symbol.tojson(), strict=False)["nodes"]  # a name may contain control characters
    _warn_of_repeated(nodes)
    graph = graph_class(name=title, format=save_format)
    style = {**_STYLE, **node_attrs}
    hidden, identity = set(), _identities(nodes)
    for node in nodes:
        name = node["name"]
        if node["op"] == "null":
            if name.endswith(_WEIGHTS):
                if hide_weights:
                    hidden.add(name)
                # even shown weights get no styled box in MXNet's picture, only Graphviz's
                # default shape
                continue
            look = {**style, "shape": "oval", "fillcolor": _TEAL}
        else:
            look = {**style, "fillcolor": _COLORS.get(node["op"], _PINK)}
        graph.node(name=identity[name], label=_NOT_XML.sub("\ufffd", _label(node)), **look)
    for node in nodes:
        inputs = node["inputs"]
        if node["op"] == "_contrib_BilinearResize2D":
            inputs = inputs[:1]
        for number, index, *_ in inputs if node["op"] != "null" else ():
            source = nodes[number]
            if source["name"] not in hidden:
                graph.edge(tail_name=identity[node["name"]], head_name=identity[source["name"]], dir="back",
                           arrowtail="open", label=_edge_label(source, index, shapes, types))
    return graph
