"""Damaged checkpoints, symbol and params together: `python -m tests.fuzz.fuzz_models [count] [seed]`.

A checkpoint is damaged in its JSON (values replaced, removed, repeated; text cut and spliced; graphs
made cyclic, deep, or wide by reference), in its params (bytes, names, shapes) or both. Then it is used
as people use it: `load_checkpoint`, inference, bind, forward; or by the predictor. The promises:
MXNetError is the only error, and it says something; no model takes long, or memory out of proportion.
"""
import contextlib
import copy
import json
import logging
import math
import random
import re
import sys
import tempfile
import time
import tracemalloc
import warnings
from pathlib import Path

import numpy as np

import mxnet as mx
from mxnet.cli.cost import layer_table
from mxnet.core.errors import MXNetError
from mxnet.core.op.registry import operators
from mxnet.fileformat.params import VERSION_MAGIC, SavedArray, read_params_buffer, write_params
from mxnet.predictor import Predictor

from .campaign import Figures, main
from .mutation import Mutator

MODELS = Path(__file__).parents[1] / "data" / "models"
MEMORY = 1 << 22         # bytes of one array
WORK = 5e7               # floating-point operations of a model that is run
PYTHON_BYTES = 60_000_000  # of Python's own objects
LONGEST = 5.0
TRACED = 4               # of so many one has its memory measured, which takes time; all are under the process's limit
JUNK = [None, True, -1, 0, 1, 2, 2**31 - 1, 2**31, 2**63, 10**30, 0.5, "", "null", "(", "(1, 2)", "()", "None", "é", [],
        {}, [[]], [0], [0, 0], [0, 0, 0], [99, 0, 0], "-5", "1e999", "nan", "FullyConnected", "Concat", "True", "False",
        "(0, 0)", "(-1, 2)", "(100000, 100000)", "65535", "1000000000", "(2147483647, 2147483647)", "max", "full"]
OPERATORS = """Convolution Pooling BatchNorm Reshape SliceChannel Concat RNN _zeros tile Pad repeat UpSampling
    Deconvolution _arange transpose Embedding broadcast_to dot slice SoftmaxOutput Custom _foreach topk one_hot
    LeakyReLU Crop _full LRN Flatten""".split()
REGISTERED = sorted(operators())


def seeds() -> list[tuple[dict, bytes, dict]]:
    """Give (symbol document, params file, input shapes) of each small checkpoint."""
    found = []
    for folder in sorted(MODELS.iterdir()):
        if folder.is_dir():
            shapes = {key: value.shape for key, value in np.load(folder / "expected.npz").items() if key == "data"}
            found.append((json.loads((folder / "model-symbol.json").read_text()),
                          (folder / "model-0000.params").read_bytes(), shapes))
    loop, _ = mx.sym.contrib.foreach(lambda x, s: (x * s, x + s), mx.sym.var("data"), mx.sym.var("w"))
    found.append((json.loads(loop.tojson()), _params({"arg:w": np.ones((3,), np.float32)}), {"data": (4, 3)}))
    return found


def _params(arrays: dict) -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "p.params"
        write_params(path, [SavedArray(value, name) for name, value in arrays.items()])
        return path.read_bytes()


def places(value, path=()):
    """Yield the path of every value inside a document."""
    yield path
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in items:
        yield from places(inner, (*path, key))


class ModelMutator:
    """Makes damaged checkpoints; the same seed makes the same ones."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)
        self.seeds = seeds()
        self.bytes = Mutator([raw for _, raw, _ in self.seeds], [0x112, *VERSION_MAGIC], seed)

    def make(self) -> tuple[str, bytes, dict]:
        rng = self.rng
        document, raw, shapes = rng.choice(self.seeds)
        text = json.dumps(document)
        way = rng.random()
        if way < 0.4:
            text = json.dumps(self.damaged(json.loads(text)))
        elif way < 0.65:
            text = self.rebuilt(json.loads(text))
        elif way < 0.75:
            text = self.cut(text)
        if way > 0.6:
            raw = self.bytes.make() if rng.random() < 0.5 else self.rearranged(raw)
        if rng.random() < 0.1:
            shapes = {key: tuple(rng.choice((1, 0, size, 2**31, 3)) for size in shape) for key, shape in shapes.items()}
        return text, raw, shapes

    def damaged(self, document: dict) -> dict:
        rng = self.rng
        for _ in range(rng.choice((1, 1, 1, 2, 4))):
            *path, key = rng.choice([place for place in places(document) if place])
            holder = document
            for step in path:
                holder = holder[step]
            action = rng.randrange(6)
            if action == 0:
                del holder[key]
            elif action == 1 and isinstance(holder, list):
                holder[key:key] = [holder[key]] * rng.choice((1, 1, 2, 40))
            elif action == 2 and isinstance(holder[key], int):
                holder[key] += rng.choice((-1, 1, 7))
            elif action == 3 and key == "op":
                holder[key] = rng.choice(OPERATORS)
            elif action == 4 and isinstance(document.get("nodes"), list) and document["nodes"]:
                self.attribute(rng.choice(document["nodes"]))
            else:
                holder[key] = copy.deepcopy(rng.choice(JUNK))
        return document

    def rebuilt(self, document: dict) -> str:
        """Damage the structure: what a person with bad intent would write."""
        rng, nodes = self.rng, document["nodes"]
        calls = [node for node in nodes if node["op"] != "null"] or nodes
        node = rng.choice(calls)
        many = rng.choice((3, 50, 1000))
        way = rng.randrange(11)
        if way == 0:    # a node reads itself, or one after it
            node["inputs"] = [[rng.randrange(nodes.index(node), len(nodes) + 2), 0, 0]]
        elif way == 1:  # each node reads the one before twice: 2 ** many paths
            start = len(nodes)
            nodes += [{"op": "elemwise_add", "name": f"d{i}", "inputs": [[start - 1 + i, 0, 0]] * 2}
                      for i in range(many)]
            document["heads"] = [[len(nodes) - 1, 0, 0]]
        elif way == 2:  # each node doubles its array
            start = len(nodes)
            nodes += [{"op": "Concat", "name": f"c{i}", "attrs": {"dim": "0", "num_args": "2"},
                       "inputs": [[start - 1 + i, 0, 0]] * 2} for i in range(min(many, 200))]
            document["heads"] = [[len(nodes) - 1, 0, 0]]
        elif way == 3:  # one text, as deep as it is long
            left, right = rng.choice((("[", "]"), ('{"a":', "}"), ('{"nodes":[', "]}")))
            return left * many * 20 + rng.choice(("", "1")) + right * (many * 20 if rng.random() < 0.7 else 0)
        elif way == 4:  # subgraphs in subgraphs
            for _ in range(min(many, 40)):
                document = {"nodes": [{"op": "null", "name": "x", "inputs": []},
                                      {"op": "_foreach", "name": "f", "inputs": [[0, 0, 0]], "subgraphs": [document],
                                       "attrs": self.loop_params()}], "heads": [[1, 0, 0]]}
        elif way == 5:  # a param as long as a book
            attrs = node.setdefault("attrs", {})
            key = rng.choice([*attrs, "kernel", "shape", "__shape__", "note"])
            attrs[key] = rng.choice(("9", "(1, ", "1, ", "-", "(", " ", "é", "0.0001e", "[[")) * rng.choice((10, 5000))
        elif way == 6:  # no numbers
            text = json.dumps(document)
            places = [match.span() for match in re.finditer(r"(?<![\w.])\d+(?![\w.])", text)]
            first, last = rng.choice(places)
            return text[:first] + rng.choice(("NaN", "Infinity", "-Infinity", "1e400", "-0", "1" + "0" * 400,
                                              "9" * 5000, "1.5", "true")) + text[last:]
        elif way == 7:  # heads that are not there, or far too many
            document["heads"] = rng.choice(([[len(nodes), 0, 0]], [[-1, 0, 0]], [[0, 99, 0]], [[0, 0, 0]] * many * 5,
                                            [[2**40, 2**40, 2**40]], [], [[]], {"0": [0, 0, 0]}, None, "0"))
        elif way == 8:  # two nodes in each other's place
            one, two = rng.randrange(len(nodes)), rng.randrange(len(nodes))
            nodes[one], nodes[two] = nodes[two], nodes[one]
        elif way == 9:  # one input read by thousands
            node["inputs"] = node["inputs"] * many or [[0, 0, 0]] * many
            node.setdefault("attrs", {})["num_args"] = str(rng.choice((many, len(node["inputs"]), 2**31)))
        else:           # another operator with the same inputs and params
            node["op"] = rng.choice(OPERATORS + REGISTERED)
        return json.dumps(document)

    def loop_params(self) -> dict[str, str]:
        """Give the params of a loop, one of them wrong at times."""
        params = {"num_args": "2", "num_outputs": "1", "num_out_data": "1", "in_state_locs": "()",
                  "in_data_locs": "(0,)", "remain_locs": "()"}
        if self.rng.random() < 0.5:
            params[self.rng.choice(list(params))] = str(self.rng.choice(JUNK))
        return params

    def attribute(self, node) -> None:
        """Give a node a param that some operator has."""
        if isinstance(node, dict):
            attrs = node.setdefault("attrs", {})
            if isinstance(attrs, dict):
                name = self.rng.choice(("kernel", "stride", "pad", "shape", "axis", "num_hidden", "num_filter", "scale",
                                        "num_outputs", "num_group", "dilate", "reps", "__shape__", "__dtype__", "eps",
                                        "pool_type", "global_pool", "layout", "num_args", "dim", "target_shape"))
                attrs[name] = str(self.rng.choice(JUNK))

    def cut(self, text: str) -> str:
        place, rng = self.rng.randrange(len(text)), self.rng
        return text[:place] + rng.choice(('"', "{", "]", "9" * 30, "\\", "\x00", "", text[:place])) \
            + text[place + rng.randrange(5):]

    def rearranged(self, raw: bytes) -> bytes:
        """Rename, drop, reshape or retype arrays of a params file that stays whole."""
        rng, arrays = self.rng, {}
        for array in read_params_buffer(raw):
            name, value = array.name, array.data
            what = rng.random()
            if what < 0.1:
                continue
            if what < 0.2:
                name = rng.choice((name[4:], "aux:" + name[4:], "arg:" + name[4:], name + "x", "data", ""))
            elif what < 0.3:
                value = value.reshape(rng.choice((value.shape[::-1], (-1,), (1, *value.shape))))
            elif what < 0.35:
                value = value.astype(rng.choice((np.float16, np.float64, np.int32, np.int8, np.uint8)))
            elif what < 0.4:
                value = np.resize(value, rng.choice(((0,), (1,), (7, 3), (2, 2, 2, 2, 2))))
            elif what < 0.45:
                value = np.full_like(value, rng.choice((np.inf, np.nan, 1e38, -1e38)) if value.dtype.kind == "f" else 1)
            arrays[name] = value
        return _params(arrays)


class _quiet:
    """Silence what loading logs and warns of."""

    def __enter__(self):
        self.before = logging.getLogger().level
        logging.getLogger().setLevel(logging.CRITICAL)
        self.warnings = warnings.catch_warnings()
        self.warnings.__enter__()
        warnings.simplefilter("ignore")

    def __exit__(self, *error):
        self.warnings.__exit__(*error)
        logging.getLogger().setLevel(self.before)


def use(text: str, raw: bytes, shapes: dict, folder: Path | None = None) -> bool:
    """Load, bind and run a model, by the predictor or from files in a folder; tell whether it ran."""
    if folder is not None:
        return use_files(text, raw, shapes, folder)
    predictor = Predictor(text, raw, shapes, memory_limit=MEMORY)
    executor = predictor._executor
    rows = layer_table(executor._compiled.graph, executor._compiled.shapes, executor._compiled.types, {})
    if sum(row["flops"] or 0 for row in rows) > WORK:
        return False
    predictor.forward(**{name: np.ones(array.shape, np.float32) for name, array in predictor._inputs.items()})
    for value in predictor.outputs.values():
        value.sum()
    again = mx.sym.load_json(predictor.symbol.tojson())
    assert again.list_arguments() == predictor.symbol.list_arguments()
    return True


def use_files(text: str, raw: bytes, shapes: dict, folder: Path) -> bool:
    """Load a checkpoint, infer, bind and run it, as a training program does."""
    (folder / "m-symbol.json").write_text(text, encoding="utf-8")
    (folder / "m-0000.params").write_bytes(raw)
    symbol, args, aux = mx.model.load_checkpoint(str(folder / "m"), 0)
    shapes = {name: shape for name, shape in shapes.items() if name in symbol.list_arguments()}
    with contextlib.redirect_stdout(None), contextlib.redirect_stderr(None):  # it prints its arguments
        sizes = symbol.get_internals().infer_shape(**shapes)[1]
    if sizes is None or sum(map(math.prod, sizes)) > MEMORY // 4:
        return False
    try:
        executor = symbol.simple_bind(mx.cpu(), grad_req="null", **shapes)
    except RuntimeError as error:  # MXNet's own words
        if str(error).startswith("simple_bind error"):
            raise MXNetError(str(error)) from error
        raise
    rows = layer_table(executor._compiled.graph, executor._compiled.shapes, executor._compiled.types, {})
    if sum(row["flops"] or 0 for row in rows) > WORK:
        return False
    executor.copy_params_from(args, aux, allow_extra_params=True)
    for out in executor.forward(is_train=False):
        out.asnumpy().sum()
    return True


def campaign(count: int, seed: int) -> Figures:
    """Use ``count`` damaged checkpoints."""
    figures, mutator = Figures(), ModelMutator(seed)
    with _quiet():  # what is imported at first use is not the models'
        for document, raw, shapes in mutator.seeds:
            assert use(json.dumps(document), raw, shapes)
        mx.sym.dot(mx.sym.var("a"), mx.sym.var("b")).infer_shape(a=(2, 3, 4), b=(4, 3, 2))  # torch reads in much for it
    try:
        with _quiet(), tempfile.TemporaryDirectory() as folder:
            for number in range(count):
                text, raw, shapes = mutator.make()
                traced = number % TRACED == 0
                if traced:
                    tracemalloc.start()
                start = time.process_time()  # of the processor: a busy machine is not the model's fault
                what = f"model {number}: {text[:3000]!r} {raw.hex()[:200]} {shapes}"
                try:
                    try:
                        figures.accepted += use(text, raw, shapes, Path(folder) if number % 3 == 0 else None)
                    except MXNetError as error:
                        figures.refused += 1
                        assert str(error).strip(), "an error without words"
                except Exception as error:
                    figures.failures.append(f"{type(error).__name__}: {error}: {what}")
                taken = time.process_time() - start
                peak = tracemalloc.get_traced_memory()[1] if traced else 0
                tracemalloc.stop()
                figures.files += 1
                if figures.files % 5000 == 0:
                    print(figures, file=sys.stderr, flush=True)
                figures.slowest = max(figures.slowest, taken)
                figures.largest_peak = max(figures.largest_peak, peak)
                if peak > PYTHON_BYTES:
                    figures.failures.append(f"{peak} bytes of memory: {what}")
                if taken > LONGEST:
                    figures.failures.append(f"{taken:.1f} seconds: {what}")
    finally:
        tracemalloc.stop()
    return figures


if __name__ == "__main__":
    main("model", campaign, 100_000)
