"""What each stage costs on graphs of growing size: `python -m tests.fuzz.scaling [nodes ...]`.

Every kind of graph is large in another way; no stage between a file and its first step may cost more than in
proportion to the size.
"""
import argparse
import json
import resource
import time
import warnings
from collections.abc import Callable

import mxnet as mx


def _document(nodes: list, heads: list[int]) -> str:
    """Write nodes, each (operator or None, inputs, attributes), as a symbol file."""
    items = [{"op": op or "null", "name": f"node{number}", "attrs": attrs, "inputs": [[i, 0, 0] for i in inputs]}
             for number, (op, inputs, attrs) in enumerate(nodes)]
    return json.dumps({"nodes": items, "arg_nodes": [i for i, node in enumerate(nodes) if node[0] is None],
                       "heads": [[i, 0, 0] for i in heads], "attrs": {"mxnet_version": ["int", 10901]}})


def chain(count: int) -> str:
    """One node after the other."""
    return _document([(None, [], {}), *(("relu", [number], {}) for number in range(count))], [count])


def parameters(count: int) -> str:
    """One parameter more at every step."""
    nodes: list = [(None, [], {})]
    for number in range(count):
        nodes += [(None, [], {}), ("elemwise_add", [2 * number, 2 * number + 1], {})]
    return _document(nodes, [len(nodes) - 1])


def inputs(count: int) -> str:
    """One node with many inputs."""
    return _document([*[(None, [], {})] * count, ("add_n", list(range(count)), {"num_args": str(count)})], [count])


def uses(count: int) -> str:
    """One variable with many uses."""
    nodes = [(None, [], {}), *(("_plus_scalar", [0], {"scalar": str(number)}) for number in range(count))]
    return _document([*nodes, ("add_n", list(range(1, count + 1)), {"num_args": str(count)})], [count + 1])


def outputs(count: int) -> str:
    """Many outputs."""
    nodes = [(None, [], {}), *(("_plus_scalar", [0], {"scalar": str(number)}) for number in range(count))]
    return _document(nodes, list(range(1, count + 1)))


def zigzag(count: int) -> str:
    """Shapes that are learnt from the last node to the first; and a type for each part of the graph."""
    nodes: list = [(None, [], {})]
    for _ in range(count):
        last = len(nodes) - 1
        nodes += [(None, [], {}), ("Cast", [last + 1], {"dtype": "float32"}), ("elemwise_add", [last, last + 2], {})]
    return _document(nodes, [len(nodes) - 1])


def twins(count: int) -> str:
    """Equal computations, which bind merges."""
    nodes = [(None, [], {}), *[("sin", [0], {})] * count]
    return _document([*nodes, ("add_n", list(range(1, count + 1)), {"num_args": str(count)})], [count + 1])


KINDS: dict[str, Callable[[int], str]] = {
    "chain": chain, "parameters": parameters, "inputs": inputs, "uses": uses, "outputs": outputs, "zigzag": zigzag,
    "twins": twins}


def stages(text: str) -> dict[str, float]:
    """Take a file through all stages; give the seconds of each, of this process alone."""
    taken: dict[str, float] = {}

    def timed(name: str, work: Callable):
        start = time.process_time()
        result = work()
        taken[name] = time.process_time() - start
        return result

    symbol = timed("load", lambda: mx.sym.load_json(text))
    shapes = {symbol.list_arguments()[0]: (2,)}
    timed("list", lambda: (symbol.list_arguments(), symbol.list_outputs(), symbol.get_internals().list_outputs()))
    timed("describe", lambda: (symbol.attr_dict(), symbol.debug_str()))
    timed("save", symbol.tojson)
    timed("infer", lambda: (symbol.infer_shape(**shapes), symbol.infer_type_partial()))
    executor = timed("bind", lambda: symbol.simple_bind(mx.cpu(), grad_req="null", **shapes))
    timed("forward", executor.forward)
    executor = timed("bind, gradients", lambda: symbol.simple_bind(mx.cpu(), **shapes))
    timed("train forward", lambda: executor.forward(is_train=True))
    heads = [mx.nd.ones(output.shape) for output in executor.outputs]
    timed("backward", lambda: executor.backward(heads))
    return taken


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("nodes", nargs="*", type=int, default=[1000, 10_000, 100_000])
    parser.add_argument("--kinds", nargs="*", default=list(KINDS))
    args = parser.parse_args()
    warnings.simplefilter("ignore")
    stages(chain(10))
    for kind in args.kinds:
        for count in args.nodes:
            taken = stages(KINDS[kind](count))
            run = sum(taken[name] for name in ("load", "bind, gradients", "train forward", "backward"))
            peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
            print(f"{kind:10s} {count:8d}  load, bind and train {run:6.2f} s  peak {peak} MB  "
                  + "  ".join(f"{name} {seconds:.2f}" for name, seconds in taken.items()), flush=True)


if __name__ == "__main__":
    main()
