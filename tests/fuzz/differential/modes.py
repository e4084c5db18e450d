"""Computes a case in the modes that a program may run it in; both sides run this file.

As a script it reads `{"case", "modes"}` as JSON lines on stdin and answers each with `{mode: result}`;
a line with `lines` is a program of `tests/fuzz/programs`. It must run on the reference's Python and
NumPy too, so it is plain.
"""
import json
import logging
import os
import resource
import select
import signal
import sys
import warnings

import numpy as np

HERE = os.path.dirname(os.path.abspath(__file__))
try:
    from tests.conformance import worker
    from tests.fuzz.programs import interpreter
except ImportError:  # as a script, where the reference must not find this project's packages
    sys.path += [os.path.join(HERE, os.pardir, os.pardir, "conformance"), os.path.join(HERE, os.pardir, "programs")]
    import interpreter
    import worker

HANGING = 15  # seconds for one mode in a process of its own
BEFORE = 0.5  # what a gradient holds that is to be added to


# ---- arrays ----

def maker(mx, case):
    """Give the function that makes an array of a case: by itself, as a view of a larger one, or sparse."""
    space = mx.np if worker.numpy_like(case["op"]) else mx.nd
    how = case.get("layout")
    if how in ("csr", "row_sparse"):
        return lambda array, dtype: mx.nd.array(array, dtype=dtype).tostype(how) if array.ndim == 2 else \
            mx.nd.array(array, dtype=dtype)
    if how == "slice":
        def slice_of(array, dtype):
            if array.ndim == 0 or array.size == 0:
                return space.array(array, dtype=dtype)
            around = np.concatenate([array[:1], array, array[-1:]])
            return space.array(around, dtype=dtype)[1:1 + len(array)]
        return slice_of
    if how == "reshape":
        return lambda array, dtype: space.array(array.reshape(-1), dtype=dtype).reshape(array.shape) \
            if array.size else space.array(array, dtype=dtype)
    return lambda array, dtype: space.array(array, dtype=dtype)


def overwrite(case, given, inputs, outputs):
    """Write into what backward may still read: the inputs of numbers, or the outputs."""
    if case.get("written") == "inputs":
        for index in given.places:
            spec = case["inputs"][index]
            inputs[index][:] = worker.draw(spec, case["seed"] + 500 + index)
    elif case.get("written") == "outputs":
        for output in outputs:
            output[:] = 0


def as_arrays(outputs):
    return [array.asnumpy() if hasattr(array, "asnumpy") else np.asarray(array) for array in outputs]


def changed(case, given):
    """Give the inputs that the operator wrote to."""
    if "written" in case:
        return {}
    return {index: array for index, array in given.changed(case).items()
            if not np.array_equal(array, given.drawn[int(index)], equal_nan=array.dtype.kind == "f")}


def started(given, req):
    for array in given.wanted:
        array.attach_grad(req)
        if req == "add":
            array.grad[:] = BEFORE


# ---- modes ----

def eager(mx, case):
    return imperative(mx, case, lambda given: worker.function(mx, case["op"]))


def hybrid(mx, case, **flags):
    def function(given):
        class Net(mx.gluon.HybridBlock):
            def hybrid_forward(self, F, *inputs):
                made = given.call(worker.function(mx, case["op"], F), case, list(inputs))
                return list(made) if isinstance(made, tuple) else made
        net = Net()
        net.hybridize(**flags)
        if flags:  # the memory is planned by the first call; it is the second that reuses it
            with mx.autograd.predict_mode():
                net(*given.inputs)
            for index in changed(case, given):
                given.inputs[int(index)][:] = given.drawn[int(index)]
        return lambda *inputs, **params: net(*given.inputs)
    return imperative(mx, case, function)


def static(mx, case):
    return hybrid(mx, case, static_alloc=True, static_shape=True)


def imperative(mx, case, function):
    """Call a function of arrays, recorded where gradients are wanted; write; go backward."""
    make = maker(mx, case)
    given = worker.Arguments(case, make)
    call = function(given)
    if not given.wanted:
        with mx.autograd.train_mode() if case["train"] else mx.autograd.predict_mode():
            outputs = worker.listed(given.call(call, case))
        shown = as_arrays(outputs)
    else:
        started(given, case.get("grad_req", "write"))
        with mx.autograd.record(train_mode=case["train"]):
            outputs = worker.listed(given.call(call, case))
        shown = as_arrays(outputs)
        heads = worker.heads(case, outputs, plain_maker(mx, case))
        overwrite(case, given, given.inputs, outputs)
        mx.autograd.backward(outputs, heads, train_mode=case["train"])
    mx.nd.waitall()
    grads = [array.grad.asnumpy() for array in given.wanted]
    return {"outputs": shown, "grads": grads, "changed": changed(case, given)}


def plain_maker(mx, case):
    space = mx.np if worker.numpy_like(case["op"]) else mx.nd
    return lambda array, dtype: space.array(array, dtype=dtype)


class Graph:
    """A case as a symbol of variables x0, x1, ..."""

    def __init__(self, mx, case):
        self.given = worker.Arguments({key: value for key, value in case.items() if key != "out"}, maker(mx, case))
        names = ["x" + str(index) for index in range(len(self.given.inputs))]
        made = self.given.call(worker.function(mx, case["op"], mx.sym), case, [mx.sym.Variable(name) for name in names])
        self.symbol = mx.sym.Group(list(made)) if isinstance(made, (list, tuple)) else made
        self.arguments, self.states = self.symbol.list_arguments(), self.symbol.list_auxiliary_states()
        if set(self.arguments + self.states) - set(names):
            raise Unlike("the symbol makes variables of its own")
        self.arrays = dict(zip(names, self.given.inputs))
        self.wanted = [name for name in (names[place] for place in self.given.places) if name in self.arguments]


class Unlike(Exception):
    """Raised where a case has no counterpart in a mode."""


def bound(mx, case):
    graph = Graph(mx, case)
    grads = {name: mx.nd.zeros(graph.arrays[name].shape, dtype=graph.arrays[name].dtype) for name in graph.wanted}
    executor = graph.symbol.bind(
        mx.cpu(), {name: graph.arrays[name] for name in graph.arguments}, grads,
        {name: "write" if name in graph.wanted else "null" for name in graph.arguments},
        {name: graph.arrays[name] for name in graph.states})
    return executed(mx, case, graph, executor)


def simple(mx, case):
    """Bind with arrays of the executor's own; gradients are added to what is there."""
    graph = Graph(mx, case)
    given = graph.arguments
    executor = graph.symbol.simple_bind(
        mx.cpu(), grad_req={name: "add" if name in graph.wanted else "null" for name in given},
        type_dict={name: np.dtype(graph.arrays[name].dtype).name for name in given},
        **{name: graph.arrays[name].shape for name in given})
    for arrays in (executor.arg_dict, executor.aux_dict):
        for name, array in arrays.items():
            if array.shape != graph.arrays[name].shape:  # a size of 0 was taken for an unknown one
                raise Unlike("the arrays have shapes of their own")
            array[:] = graph.arrays[name]
            graph.arrays[name] = array
    for name in graph.wanted:
        executor.grad_dict[name][:] = BEFORE
    return executed(mx, case, graph, executor)


def executed(mx, case, graph, executor):
    """Run an executor forward and, in training, backward."""
    executor.forward(is_train=case["train"])
    shown, grads = as_arrays(executor.outputs), None
    if graph.wanted and case["train"]:
        heads = worker.heads(case, executor.outputs, plain_maker(mx, case))
        overwrite(case, graph.given, list(graph.arrays.values()),
                  executor.outputs)
        executor.backward(heads)
        grads = [executor.grad_dict[name].asnumpy() for name in graph.wanted]
    elif not graph.wanted:
        grads = []
    mx.nd.waitall()
    graph.given.inputs = list(graph.arrays.values())
    return {"outputs": shown, "grads": grads, "changed": changed(case, graph.given)}


def module(mx, case):
    """Make the first input the data of a Module, and the others its parameters."""
    graph = Graph(mx, case)
    first, shape = "x0", graph.arrays["x0"].shape
    net = mx.mod.Module(graph.symbol, data_names=[first], label_names=[], context=mx.cpu())
    training = bool(graph.wanted) and case["train"]
    net.bind([mx.io.DataDesc(first, shape)], for_training=training, inputs_need_grad=training)
    net.init_params(arg_params={name: graph.arrays[name] for name in graph.arguments if name != first},
                    aux_params={name: graph.arrays[name] for name in graph.states})
    net.forward(mx.io.DataBatch([graph.arrays[first]], None), is_train=case["train"])
    shown, grads = as_arrays(net.get_outputs()), None if graph.wanted else []
    if training:
        net.backward(worker.heads(case, net.get_outputs(), plain_maker(mx, case)))
        grads = [net._exec_group.execs[0].grad_dict[name].asnumpy() for name in graph.wanted]
    return {"outputs": shown, "grads": grads, "changed": None}


MODES = {"eager": eager, "hybrid": hybrid, "static": static, "bound": bound, "simple": simple, "module": module}


def compute(mx, case, mode):
    """Run one case in one mode; give its arrays, {"error", "family"}, or {"unlike"} where there is no such thing."""
    numpy, shapes = worker.numpy_like(case["op"]), case.get("numpy_shapes", False)
    try:
        with mx.util.np_shape(numpy or shapes), mx.util.np_array(numpy), mx.name.NameManager(), \
                np.errstate(all="ignore"):
            return MODES[mode](mx, case)
    except Unlike:
        return {"unlike": True}
    except Exception as error:  # what a user would meet, whatever it is
        interpreter.settle(mx)
        family = isinstance(error, mx.base.MXNetError) or str(error).startswith("simple_bind error")
        return {**interpreter.explain(error), "family": family}


def to_text(result):
    """Make a result fit for JSON."""
    if "outputs" not in result:
        return result
    text = {"outputs": [worker.encode(array) for array in result["outputs"]]}
    text["grads"] = result["grads"] if result["grads"] is None else [worker.encode(a) for a in result["grads"]]
    text["changed"] = result["changed"] if result["changed"] is None else \
        {key: worker.encode(array) for key, array in result["changed"].items()}
    return text


def from_text(text):
    if "outputs" not in text:
        return text
    return {"outputs": [worker.decode(array) for array in text["outputs"]],
            "grads": text["grads"] if text["grads"] is None else [worker.decode(a) for a in text["grads"]],
            "changed": text["changed"] if text["changed"] is None else
            {key: worker.decode(array) for key, array in text["changed"].items()}}


def apart(mx, case, modes):
    """Compute in children: where a mode ends its process, this one goes on, and imports nothing once more."""
    results = {}
    while len(results) < len(modes):
        left = modes[len(results):]
        read, write = os.pipe()
        child = os.fork()
        if not child:
            try:
                with os.fdopen(write, "w") as answers:
                    for mode in left:
                        signal.alarm(2 * HANGING)  # it must not live on where this process is ended meanwhile
                        print(json.dumps(to_text(compute(mx, case, mode))), file=answers, flush=True)
            finally:
                os._exit(0)
        os.close(write)
        lines, hung = received(read, len(left))
        os.close(read)
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        results.update(zip(left, map(json.loads, lines)))
        left = left[len(lines):]
        if hung:  # so do the others, most likely
            results.update((mode, {"error": f"hung: no answer in {HANGING} s", "family": True}) for mode in left)
        elif left:
            results[left[0]] = {"error": "crashed: in a child", "family": True}
    return results


def received(pipe, count):
    """Read lines from a child until there are enough, it ends, or it takes too long; say whether it did."""
    text = b""
    while text.count(b"\n") < count:
        ready, _, _ = select.select([pipe], [], [], HANGING)
        part = os.read(pipe, 1 << 16) if ready else b""
        if not part:
            return text.decode().split("\n")[:-1], not ready
        text += part
    return text.decode().split("\n")[:-1], False


def main():
    answers = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)  # whatever a library prints must not stand between the answers
    warnings.simplefilter("ignore")
    logging.disable(logging.CRITICAL)
    import mxnet as mx
    resource.setrlimit(resource.RLIMIT_AS, (interpreter.ROOM, resource.RLIM_INFINITY))
    print(json.dumps({"version": mx.__version__, "file": mx.__file__}), file=answers, flush=True)
    for line in sys.stdin:
        asked = json.loads(line)
        answer = interpreter.run(mx, asked) if "lines" in asked else \
            apart(mx, asked["case"], asked["modes"]) if asked.get("apart") else \
            {mode: to_text(compute(mx, asked["case"], mode)) for mode in asked["modes"]}
        print(json.dumps(answer), file=answers, flush=True)


if __name__ == "__main__":
    main()
