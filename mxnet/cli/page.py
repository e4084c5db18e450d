"""The page that `inspect --html` writes: the graph as SVG, with the facts of each layer as embedded data."""
import json
from html import escape
from importlib.resources import files
from typing import Any

import numpy as np

from ..ndarray.tensors import tensor_of
from ..visualization.drawing import curve, lay_out
from .checkpoint import Checkpoint, bytes_text, count_text

_BINS = 40
_INCH = 72
_FAMILIES = {
    "layer": "Convolution Convolution_v1 Deconvolution FullyConnected Embedding dot batch_dot",
    "recurrent": "RNN _foreach _while_loop _cond",
    "norm": "BatchNorm BatchNorm_v1 InstanceNorm LayerNorm GroupNorm L2Normalization LRN Dropout "
            "_contrib_SyncBatchNorm",
    "activation": "Activation LeakyReLU relu sigmoid tanh softsign hard_sigmoid clip softmax log_softmax "
                  "SoftmaxActivation",
    "pool": "Pooling Pooling_v1 UpSampling Crop ROIPooling _contrib_ROIAlign _contrib_AdaptiveAvgPooling2D "
            "_contrib_BilinearResize2D",
    "loss": "SoftmaxOutput LinearRegressionOutput LogisticRegressionOutput MAERegressionOutput SVMOutput MakeLoss "
            "make_loss CTCLoss softmax_cross_entropy BlockGrad",
    "shape": "Reshape Flatten transpose SwapAxis expand_dims squeeze Concat SliceChannel slice slice_axis slice_like "
             "stack tile repeat reverse Pad Cast broadcast_to broadcast_axis reshape_like _split_v2",
}
_FAMILY = {name: family for family, names in _FAMILIES.items() for name in names.split()}


def make_page(model: Checkpoint, facts: dict[str, Any]) -> str:
    """Return the page's text. It loads nothing from outside."""
    graph, params = model.symbol.graph, model.params
    variables = dict(facts["inputs"])
    shown = {row["name"]: row for row in facts["layers"]}
    ids = {name: number for number, name in enumerate([*variables, *shown])}
    boxes = {name: _look(name, "input", _shape(shape)) for name, shape in variables.items()}
    boxes.update((name, _look(name, row["operator"], _shape(row["output_shapes"][0]))) for name, row in shown.items())
    edges = []
    for node in graph.nodes:
        for entry in node.inputs if node.op is not None else ():
            if entry.node.name in boxes and entry.node.name != node.name:
                edges.append((entry.node.name, node.name, {}))
    items, paths, width, height = lay_out(boxes, edges)
    number = {id(item): ids[name] for name, item in items.items()}
    lines = [f'<path class="edge" data-from="{number[id(path[0])]}" data-to="{number[id(path[-1])]}" '
             f'd="{curve(path)}"/>' for path, _ in paths]
    lines += [_box(ids[name], item, _family(shown[name]["operator"]) if name in shown else "input", boxes[name])
              for name, item in items.items()]
    users: dict[str, list[int]] = {}
    for tail, head, _ in edges:
        users.setdefault(tail, []).append(ids[head])
    layers: list[dict[str, Any]] = [{"name": name, "operator": "input", "family": "input", "outputs": [_shape(shape)],
                                     "users": users.get(name, []), "inputs": [], "attributes": {}, "params": []}
                                    for name, shape in variables.items()]
    layers += [_layer(row, ids, users.get(name, []), params) for name, row in shown.items()]
    totals = facts["totals"]
    data = {"facts": {key: facts[key] for key in ("symbol_file", "params_file", "version", "stated", "quirks", "inputs",
                                                  "outputs", "labels", "operators", "missing_parameters",
                                                  "unused_parameters")},
            "families": {name: _family(name) for name in facts["operators"]},
            "totals": {"layers": totals["layers"], "parameters": f"{totals['parameters']:,}",
                       "memory": bytes_text(totals["parameter_bytes"]), "FLOPs": count_text(totals["flops"])},
            "layers": layers, "size": [width, height]}
    template = files(__package__).joinpath("page.html").read_text(encoding="utf-8")
    # a closing tag inside the data would end it: every < is escaped
    text = json.dumps(data, separators=(",", ":"), allow_nan=False).replace("<", "\\u003c")
    return template.replace("@TITLE@", escape(model.title)).replace("@GRAPH@", "\n".join(lines)).replace("@DATA@", text)


def _layer(row: dict[str, Any], ids: dict[str, int], users: list[int], params: dict) -> dict[str, Any]:
    """Return what the page shows about one operator call."""
    return {
        "name": row["name"], "operator": row["operator"], "family": _family(row["operator"]),
        "attributes": row["attributes"],
        "inputs": [{"name": output, "shape": _shape(shape), "id": ids.get(source)}
                   for output, source, shape in zip(row["inputs"], row["sources"], row["input_shapes"])],
        "outputs": [_shape(shape) for shape in row["output_shapes"]], "users": sorted(set(users)),
        "count": f"{row['parameter_count']:,}" if row["parameter_count"] else "",
        "flops": count_text(row["flops"]) if row["flops"] else "",
        "memory": bytes_text(row["output_bytes"]) if row["output_bytes"] is not None else "",
        "params": [_weights(key, params[key]) for key in row["parameters"]]}


def _family(operator: str) -> str:
    return _FAMILY.get(operator, "other")


def _shape(shape) -> str:
    return "?" if not shape else " × ".join("?" if size == -1 else str(size) for size in shape)


def _look(name: str, operator: str, shape: str) -> dict[str, str]:
    lines = [name if len(name) <= 34 else f"{name[:14]}…{name[-18:]}", f"{operator}  {shape}"]
    width = max(len(line) for line in lines) * 6.6 + 24
    return {"label": "\n".join(lines), "shape": "box", "fixedsize": "true", "width": f"{width / _INCH:.3f}",
            "height": f"{40 / _INCH:.3f}"}


def _box(number: int, item: Any, family: str, look: dict[str, str]) -> str:
    first, second = look["label"].split("\n")
    x, y = item.x - item.width / 2, item.y - item.height / 2
    return (f'<g class="node {family}" data-id="{number}" tabindex="0" role="button">'
            f'<rect x="{x:.1f}" y="{y:.1f}" width="{item.width:.1f}" height="{item.height:.1f}" rx="6"/>'
            f'<text x="{item.x:.1f}" y="{item.y - 4:.1f}">{escape(first)}</text>'
            f'<text class="small" x="{item.x:.1f}" y="{item.y + 12:.1f}">{escape(second)}</text></g>')


def _weights(name: str, array: Any) -> dict[str, Any]:
    """Summarise a parameter: statistics and a histogram of its finite values."""
    values = array.asnumpy().astype(np.float64).ravel()
    finite = values[np.isfinite(values)]
    found: dict[str, Any] = {"name": name, "shape": _shape(array.shape), "size": f"{values.size:,}",
                             "type": str(tensor_of(array).dtype).removeprefix("torch."),
                             "broken": int(values.size - finite.size)}
    if finite.size:
        low, high = float(finite.min()), float(finite.max())
        span = (low, high) if high > low else (low - 0.5, low + 0.5)
        counts, _ = np.histogram(finite, _BINS, span)
        found.update(low=_short(low), high=_short(high), mean=_short(finite.mean()), deviation=_short(finite.std()),
                     zeros=f"{(finite == 0).mean():.1%}", ends=[_short(span[0]), _short(span[1])],
                     histogram=counts.tolist())
    return found


def _short(value: float) -> str:
    return f"{value:.4g}"
