"""Describe a model: version, inputs, outputs, operators, and per layer parameters, memory and arithmetic.

--html writes one self-contained page: the graph to zoom and search, and on a click a layer's
attributes, shapes and the histograms of its weights. Of a folder, every checkpoint in it is told in
one line, and --html names the folder for their pages.
"""
import argparse
import json
import os
from collections import Counter

from ..core.errors import MXNetError
from ..fileformat import atomic_write
from ..ndarray.tensors import tensor_of
from .checkpoint import (
    Checkpoint,
    add_model_arguments,
    bytes_text,
    count_text,
    find_models,
    open_model,
)
from .cost import layer_table
from .table import print_table

SUMMARY = "say what a model is, layer by layer"
EXAMPLES = """\
examples:
  remixnet inspect models/lenet                    the checkpoint models/lenet-symbol.json, newest params
  remixnet inspect models/lenet --shape 8,1,28,28  with another shape of the input called data
  remixnet inspect old-0008.params --html old.html a page to click through
  remixnet inspect models/                         all checkpoints in a folder, one line each
  remixnet inspect models/lenet --json | jq .totals"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_model_arguments(parser)
    parser.add_argument("--html", metavar="FILE", help="write a page with the graph")
    parser.add_argument("--json", action="store_true", help="print everything as JSON")
    parser.add_argument("--operators", action="store_true", help="print the operators only, not the layers")


def run(args: argparse.Namespace) -> int:
    models = find_models(args.model)
    if models is not None:
        return _run_all(models, args)
    model = open_model(args)
    facts = describe(model, dict(args.shape))
    if args.html:
        _write_page(model, facts, args.html)
    if args.json:
        print(json.dumps(facts, indent=1))
    else:
        print_text(facts, layers=not args.operators)
        if args.html:
            print(f"\nwrote {args.html} ({bytes_text(os.path.getsize(args.html))})")
    return 0


def _write_page(model: Checkpoint, facts: dict, path: str) -> None:
    from .page import make_page
    with atomic_write(path, "w", encoding="utf-8") as file:
        file.write(make_page(model, facts))


def _run_all(models: list[str], args: argparse.Namespace) -> int:
    """Describe every model in a folder in one line; one that cannot be read does not stop it."""
    if args.html and not os.path.isdir(args.html):
        raise MXNetError(f"--html {args.html}: for the {len(models)} models of a folder it must be a folder")
    all_facts: list[dict] = []
    for path in models:
        one = argparse.Namespace(**{**vars(args), "model": path})
        try:
            model = open_model(one)
            facts = describe(model, dict(args.shape))
            if args.html:
                name = os.path.relpath(model.prefix, args.model).replace(os.sep, "-") + ".html"
                _write_page(model, facts, os.path.join(args.html, name))
            all_facts.append({"model": path, **facts})
        except (MXNetError, ImportError, OSError, ValueError) as error:
            all_facts.append({"model": path, "error": str(error)})
    bad = [facts for facts in all_facts if "error" in facts]
    if args.json:
        print(json.dumps(all_facts, indent=1))
        return 1 if bad else 0
    rows = [[facts["model"], facts["version"] or "ONNX",
             ", ".join(f"{name} {_shape(shape)}" for name, shape in facts["inputs"].items()),
             str(facts["totals"]["layers"]), f"{facts['totals']['parameters']:,}",
             bytes_text(facts["totals"]["parameter_bytes"]), count_text(facts["totals"]["flops"])]
            for facts in all_facts if "error" not in facts]
    print_table(["model", "saved by", "inputs", "layers", "parameters", "memory", "FLOPs"], rows, ">3456")
    for facts in bad:
        print(f"{facts['model']}: {facts['error']}")
    print(f"{len(rows)} of {len(models)} read")
    return 1 if bad else 0


def describe(model: Checkpoint, given: dict[str, tuple]) -> dict:
    """Collect everything that is reported about a model."""
    symbol, params = model.symbol, model.params
    shapes, guessed = model.shapes(given)
    found, types = model.inferred(shapes)
    rows = layer_table(symbol.graph, found, types, params)
    counts = Counter(row["operator"] for row in rows)
    variables = {node.name for node in symbol.graph.variables}
    unused = sorted(name for name in params if name not in variables)
    sizes = [tensor_of(array).nbytes for name, array in params.items() if name in variables]
    return {
        "symbol_file": model.symbol_path, "params_file": model.params_path, **model.history(),
        "inputs": {name: list(shape) for name, shape in shapes.items()}, "guessed_inputs": guessed,
        "labels": model.labels(),
        "outputs": {e.node.output_name(e.index): list(found[e] or ()) for e in symbol.graph.outputs},
        "operators": dict(counts.most_common()),
        "types": dict(Counter(str(tensor_of(array).dtype).removeprefix("torch.") for array in params.values())),
        "missing_parameters": model.missing(), "unused_parameters": unused,
        "layers": rows,
        "totals": {"layers": len(rows), "parameters": sum(row["parameter_count"] for row in rows),
                   "parameter_bytes": sum(sizes), "flops": sum(row["flops"] or 0 for row in rows),
                   "output_bytes": sum(row["output_bytes"] or 0 for row in rows)},
    }


# ---- text -----------------------------------------------------------------------------------------

def print_text(facts: dict, layers: bool = True) -> None:
    version = facts["version"] or "ONNX"
    stated = "" if facts["stated"] or not facts["version"] else " (not stated; by the params in it)"
    lines = [("symbol", facts["symbol_file"]), ("params", facts["params_file"] or "none"),
             ("saved by", f"MXNet {version}{stated}" if facts["version"] else version)]
    for name, count in facts["quirks"].items():
        lines.append(("quirk", f"{name} at {count} {'node' if count == 1 else 'nodes'}: computed as {version} did"))
    for name, shape in facts["inputs"].items():
        guess = "  (guessed; say --shape)" if name in facts["guessed_inputs"] else ""
        lines.append(("input", f"{name} {_shape(shape)}{guess}"))
    if facts["labels"]:
        lines.append(("label", ", ".join(facts["labels"]) + "  (not needed for prediction)"))
    lines += [("output", f"{name} {_shape(shape)}") for name, shape in facts["outputs"].items()]
    if facts["missing_parameters"]:
        lines.append(("missing", ", ".join(facts["missing_parameters"])))
    if facts["unused_parameters"]:
        shown = facts["unused_parameters"]
        more = f" and {len(shown) - 5} more" if len(shown) > 5 else ""
        lines.append(("unused", ", ".join(shown[:5]) + more))
    for word, text in lines:
        print(f"{word:>9}  {text}")
    print()
    print_table(["operator", "count"], [[name, str(count)] for name, count in facts["operators"].items()], ">1")
    totals = facts["totals"]
    if layers:
        print()
        _print_layers(facts["layers"], totals)
    else:
        print(f"\n{totals['layers']} layers, {totals['parameters']:,} parameters "
              f"({bytes_text(totals['parameter_bytes'])}), {count_text(totals['flops'])} FLOPs")


def _print_layers(layers: list[dict], totals: dict) -> None:
    rows = [[row["name"], row["operator"], _shape(row["output_shapes"][0]),
             f"{row['parameter_count']:,}" if row["parameter_count"] else "",
             bytes_text(row["parameter_bytes"]) if row["parameter_bytes"] else "",
             "?" if row["flops"] is None else count_text(row["flops"]) if row["flops"] else "",
             "?" if row["output_bytes"] is None else bytes_text(row["output_bytes"])] for row in layers]
    rows.append(["total", f"{totals['layers']} layers", "", f"{totals['parameters']:,}",
                 bytes_text(totals["parameter_bytes"]), count_text(totals["flops"]),
                 bytes_text(totals["output_bytes"])])
    print_table(["layer", "operator", "output", "parameters", "memory", "FLOPs", "output memory"], rows, ">3456",
                footer=True)


def _shape(shape) -> str:
    return "?" if not shape else "x".join("?" if size == -1 else str(size) for size in shape)
