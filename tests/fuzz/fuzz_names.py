"""Names that could become code, or each other: `python -m tests.fuzz.fuzz_names [count] [seed]`.

Each network has many names, of variables, layers and states, and computes something else under each; so two names
that are mixed up anywhere, or one that breaks a text it is put into, show in the numbers.
"""
import builtins
import contextlib
import importlib.util
import io
import json
import keyword
import random
import tempfile
import unicodedata
import warnings
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree

import numpy as np

import mxnet as mx
from mxnet.core.errors import MXNetError
from mxnet.core.op.registry import operators
from mxnet.core.program import GROUPS, Program
from mxnet.core.tiers.segments import Placement, split

from .campaign import Figures, main

AT_ONCE = 100  # names of one network
_OWN = ("g", "boxed", "torch", "_", "__", "___", "forward", "forward_train", "forward_kept", "backward", "add", "add_",
        "zeros", "copy_across", "own_memory", "head_0", "grad_a", "a_grad", "a_saved", "a_out", "forward_0", "self",
        "training", "_parameters", "_graph", "state_dict", "__class__", "__dict__", "__builtins__", "__import__",
        "name", "ctx", "data", "label", "None", "arg:a", "aux:a", "node", "graph", "digraph", "strict")
WORDS = [*GROUPS, *_OWN, *keyword.kwlist, *keyword.softkwlist, *dir(builtins), *operators()]
_PIECES = ["a", "b", "_", "1", "²", "½", "①", "ａ", "ﬁ", "\u212a", "ſ", "ª", "é", "e\u0301", " ", "\n", "\0", "\r",
           "\t", "'", '"', "\\", "#", ";", "(", ")", "[", "{", "}", "%s", "%", "<b>", "&", "->", ":", "/", "..",
           "\u2028", "\ud800", "\x85", "\u202e", "\u200b", "\U0001f600", "名", "$", "=", ",", "__import__('os')",
           ".", "-", "\\n", "\\N"]


def names(seed: int) -> Iterator[str]:
    """Give names for ever: words that mean something somewhere, spellings of them, and noise."""
    draw = random.Random(seed)
    while True:
        kind = draw.randrange(8)
        if kind == 0:
            yield draw.choice(WORDS)
        elif kind == 1:  # what Python's parser takes for that word
            yield "".join(draw.choice(_spellings(letter)) for letter in draw.choice(WORDS))
        elif kind == 2:  # what a second value of that name would be called
            yield f"{draw.choice(WORDS)}_{draw.randrange(1, 4)}"
        elif kind == 3:
            yield "".join(draw.choices(_PIECES, k=draw.randrange(5)))
        elif kind == 4:
            yield draw.choice(WORDS) + draw.choice(_PIECES)
        elif kind == 5:
            yield "".join(chr(draw.choice((draw.randrange(0x250), draw.randrange(0xd800), draw.randrange(0x110000))))
                          for _ in range(draw.randrange(1, 6)))
        elif kind == 6:
            yield "".join(draw.choices("ab_1", k=draw.randrange(4)))
        else:
            yield draw.choice(("n", "ａ", "\0", "if ")) * draw.choice((99, 100, 101, 5000)) + str(draw.randrange(9))


def _spellings(letter: str) -> list[str]:
    return _SPELLINGS.get(letter, [letter])


_SPELLINGS: dict[str, list[str]] = {}
for _code in (*range(0x250), *range(0x2100, 0x2200), *range(0x1d400, 0x1d800), *range(0xff00, 0xff60)):
    _SPELLINGS.setdefault(unicodedata.normalize("NFKC", chr(_code)), []).append(chr(_code))


class Network:
    """``(x_i + i) * w_i`` for each name of a list, and a layer with states."""

    def __init__(self, given: list[str]) -> None:
        *given, layer, data, gamma, beta, mean, variance = given
        third = len(given) // 3
        self.xs, self.ws, self.layers = given[:third], given[third:2 * third], given[2 * third:3 * third]
        parts = []
        for number, (x, w, layer) in enumerate(zip(self.xs, self.ws, self.layers)):
            value = mx.sym.broadcast_mul(mx.sym.Variable(x) + number, mx.sym.Variable(w), name=layer)
            parts.append(mx.sym.square(value, name=f"{layer}_") if number % 2 else value)
        variables = [mx.sym.Variable(name) for name in (data, gamma, beta, mean, variance)]
        parts.append(mx.sym.sum(mx.sym.BatchNorm(*variables, name=layer, fix_gamma=False, eps=0, momentum=0.5)))
        self.symbol = mx.sym.Group(parts)
        self.args = {name: mx.nd.array([float(number + 1)])
                     for number, name in enumerate((*self.xs, *self.ws))}
        self.args.update({data: mx.nd.array([[1.0], [3.0]]), gamma: mx.nd.array([3.0]), beta: mx.nd.array([5.0])})
        self.data, self.gamma, self.beta, self.mean, self.variance = data, gamma, beta, mean, variance

    def states(self) -> dict:
        return {self.mean: mx.nd.array([1.0]), self.variance: mx.nd.array([4.0])}

    def expected(self) -> tuple[list[float], dict[str, float]]:
        """Give outputs in prediction and gradients."""
        outputs, grads = [], {}
        for number, (x, w) in enumerate(zip(self.xs, self.ws)):
            a, b = self.args[x].asscalar() + number, self.args[w].asscalar()
            slope = 2 * a * b if number % 2 else 1.0
            outputs.append(float((a * b) ** 2 if number % 2 else a * b))
            grads[x], grads[w] = float(slope * b), float(slope * a)
        outputs.append(3 * (0 + 2) / 2 + 2 * 5)
        grads[self.gamma], grads[self.beta] = 0.0, 2.0
        return outputs, grads


def check(given: list[str], folder: Path, thorough: bool) -> None:
    """Bind a network with these names and compare what it computes, here and after each file it goes through."""
    network = Network(given)
    executor = _run(network, network.symbol)
    assert executor.code.isascii(), "letters outside ASCII in a program"
    text = network.symbol.tojson()
    again = mx.sym.load_json(text)
    assert again.tojson() == text and again.list_outputs() == network.symbol.list_outputs()
    path = folder / "names.params"
    mx.nd.save(str(path), network.args)
    loaded = mx.nd.load(str(path))
    assert list(loaded) == list(network.args)
    assert all(np.array_equal(loaded[name].asnumpy(), array.asnumpy()) for name, array in network.args.items())
    _pieces(executor, network)
    if thorough:
        _run(network, again)
        _observed(network, folder)
        _converted(network, folder)
        _loop(network)


def _bound(network: Network, symbol):
    grads = {name: mx.nd.zeros(array.shape) for name, array in network.args.items()}
    return symbol.bind(mx.cpu(), dict(network.args), grads, aux_states=network.states())


def _close(found: list, expected: list) -> None:
    np.testing.assert_allclose(found, expected, rtol=1e-6, atol=1e-6)


def _run(network: Network, symbol, executor=None):
    executor = executor or _bound(network, symbol)
    outputs, grads = network.expected()
    _close([value.asscalar() for value in executor.forward()], outputs)
    _close([value.asscalar() for value in executor.forward(is_train=True)], [*outputs[:-1], 10])
    executor.backward([mx.nd.ones(value.shape) for value in executor.outputs])
    _close([executor.grad_dict[name].asscalar() for name in grads], list(grads.values()))
    _close([executor.aux_dict[network.mean].asscalar(), executor.aux_dict[network.variance].asscalar()], [1.5, 2.5])
    return executor


def _pieces(executor, network: Network) -> None:
    """Cut the program as recording and compiling do, and run the pieces."""
    program: Program = executor._compiled.inference()
    values = dict(zip(program.groups[0][1], executor._args()))
    values.update(zip(program.groups[1][1], [array._data for array in network.states().values()]))
    apart = dict.fromkeys(range(0, len(program.steps), 7), "here")
    for segment in split(program, apart, Placement()):
        results = segment.program.run([values[name] for name in segment.takes])
        values.update(zip(segment.gives, results))
    _close([float(values[name]) for name in program.returns[0]], network.expected()[0])


def _observed(network: Network, folder: Path) -> None:
    """Run under a monitor, and under the profiler."""
    seen: dict[str, np.ndarray] = {}
    executor = _bound(network, network.symbol)
    executor.set_monitor_callback(lambda name, value: seen.setdefault(name, value.asnumpy()), monitor_all=True)
    _run(network, network.symbol, executor)
    assert seen.keys() >= {*network.symbol.list_outputs(), *network.args}
    mx.profiler.set_config(filename=str(folder / "profile.json"), aggregate_stats=True)
    mx.profiler.set_state("run")
    try:
        _run(network, network.symbol)
    finally:
        mx.profiler.set_state("stop")
    mx.profiler.dump()
    json.loads((folder / "profile.json").read_bytes())
    assert "broadcast_mul" in mx.profiler.dumps(reset=True)
    mx.profiler.set_config()


def _converted(network: Network, folder: Path) -> None:
    """Show the network, and make a torch module and an ONNX file of it."""
    outputs, symbol, states = network.expected()[0], network.symbol, network.states()
    names = symbol.list_arguments()
    module = symbol.to_torch((network.args, states), inputs=[])
    _close([float(value.detach()) for value in module()], outputs)
    assert len(module.state_dict()) == len(network.args) + len(states)
    with contextlib.redirect_stdout(io.StringIO()):
        mx.viz.print_summary(symbol, line_length=60)
    if importlib.util.find_spec("graphviz") is not None:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # two layers may have one name
            drawn = mx.viz.plot_network(symbol)
        boxes = [title.text for title in ElementTree.fromstring(drawn.svg()).iter() if title.tag.endswith("title")]
        assert len(boxes) >= len(names) + len(outputs)
    if importlib.util.find_spec("onnxruntime") is not None:
        import onnxruntime
        first = names[0]
        params = [{name: array for name, array in network.args.items() if name != first}, states]
        path = mx.contrib.onnx.export_model(symbol, params, [network.args[first].shape],
                                            onnx_file_path=str(folder / "names.onnx"))
        session = onnxruntime.InferenceSession(path, providers=["CPUExecutionProvider"])
        given, = session.get_inputs()
        _close([float(value.item()) for value in session.run(None, {given.name: network.args[first].asnumpy()})],
               outputs)


def _loop(network: Network) -> None:
    """Use the names from inside a loop's body."""
    outer = [mx.sym.Variable(name) for name in network.xs]
    data, start = mx.sym.Variable("loop_data"), mx.sym.Variable("loop_start")

    def body(item, state):
        total = state + item
        for number, one in enumerate(outer):
            total = total + one * (number + 1)
        return total, total
    stacked, last = mx.sym.contrib.foreach(body, data, start)
    args = {name: network.args[name] for name in network.xs}
    args.update(loop_data=mx.nd.array([1.0, 2.0]), loop_start=mx.nd.zeros(1))
    step = sum((number + 1) * args[name].asscalar() for number, name in enumerate(network.xs))
    found = mx.sym.Group([stacked, last]).bind(mx.cpu(), args).forward()
    _close(found[0].asnumpy().ravel(), [step + 1, 2 * step + 3])
    _close(found[1].asnumpy().ravel(), [2 * step + 3])


class Names(Figures):
    """What a campaign found."""

    def __str__(self) -> str:
        return f"{self.files} names: {self.accepted} used, {self.refused} refused, {len(self.failures)} failures"


def campaign(count: int, seed: int) -> Figures:
    """Try ``count`` names; every tenth network also goes through everything that shows or converts names."""
    figures, source = Names(), names(seed)
    with tempfile.TemporaryDirectory() as folder:
        for number in range(-(-count // AT_ONCE)):
            given = _unique(source, figures)
            try:
                check(given, Path(folder), thorough=number % 10 == 0)
                figures.accepted += len(given)
            except Exception as error:
                figures.failures.append(f"{type(error).__name__}: {error!s:.500}: {given!a:.3000}")
            figures.files += AT_ONCE
    return figures


def _unique(source: Iterator[str], figures: Figures) -> list[str]:
    """Give different names that are text; those that are not must be refused."""
    given: dict[str, None] = {}
    while len(given) < AT_ONCE:
        name = next(source)
        try:
            name.encode()
            given[name] = None
        except UnicodeEncodeError:
            try:
                mx.sym.Variable(name)
                figures.failures.append(f"{name!a} was taken for text")
            except MXNetError:
                figures.refused += 1
    return list(given)


if __name__ == "__main__":
    main("names", campaign, 100_000, room=2**32)
