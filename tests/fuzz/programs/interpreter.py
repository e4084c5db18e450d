"""Runs random programs with whichever `mxnet` the interpreter imports; both sides run this file.

A program is a list of statements. They run one after another in one namespace; what `show` is given
is noted, and so is every statement that raises. As a script it reads programs as JSON lines on stdin
and answers each with a line on stdout. It must run on the reference's Python and NumPy too, so it is
plain.
"""
import json
import logging
import os
import resource
import sys
import warnings
import zlib

import numpy as np

HERE = os.path.dirname(os.path.abspath(__file__))
try:
    from tests.conformance.worker import draw as draw_spec
    from tests.conformance.worker import encode
except ImportError:  # as a script, where the reference must not find this project's packages
    sys.path.append(os.path.join(HERE, os.pardir, os.pardir, "conformance"))
    from worker import draw as draw_spec
    from worker import encode

ROOM = 4 << 30  # bytes of address space: a program that asks for more ends, and the machine goes on
BOUNDED = ("normal", "uniform", "apart")  # the ways of drawing that a jitter may move


# ---- what a program shows, as text ----

def text_of(value):
    """Make a value fit for JSON; arrays keep their type, shape and storage."""
    if isinstance(value, np.ndarray):
        return {"array": encode(np.ascontiguousarray(value).reshape(value.shape))}
    if hasattr(value, "asnumpy"):
        text = {"array": encode(value.asnumpy())}
        if getattr(value, "stype", "default") != "default":
            text["stype"] = value.stype
        return text
    if isinstance(value, (list, tuple)):
        return [text_of(item) for item in value]
    if isinstance(value, dict):
        return {"dict": [[str(key), text_of(value[key])] for key in sorted(value, key=str)]}
    if isinstance(value, (bool, np.bool_)):
        return bool(value)
    if isinstance(value, (int, np.integer)):
        return int(value)
    if isinstance(value, (float, np.floating)):
        return {"number": repr(float(value))}
    if value is None or isinstance(value, str):
        return value
    if isinstance(value, type) or isinstance(value, np.dtype):
        return np.dtype(value).name
    return str(value)


# ---- the words of a program, beside mx, nd, sym and np ----

class Words:
    """The namespace of one program."""

    def __init__(self, mx, folders=(), jitter=0.0, jitter_seed=0):
        self.mx, self.shown, self.line = mx, [], 0
        self.jitter, self.noise = jitter, np.random.RandomState(jitter_seed)
        self.specs, self.scopes = {}, []
        # where this side writes, and where it reads; they differ when files change sides
        self.writes, self.reads = folders or ("", "")

    def namespace(self):
        mx = self.mx
        space = {"mx": mx, "np": np, "nd": mx.nd, "sym": mx.sym, "autograd": mx.autograd, "os": os,
                 "gluon": mx.gluon}
        for name in ("show", "draw", "array", "var", "simple", "bound", "fill", "refill", "heads", "params",
                     "grads", "enter", "leave", "written", "read", "watch", "collect", "batches",
                     "drawn", "gradients", "sequence", "cells"):
            space[name] = getattr(self, name)
        return space

    def show(self, label, value):
        """Note a value; the other side's must equal it."""
        self.shown.append([self.line, label, text_of(value)])

    def draw(self, seed, shape, kind="normal", dtype="float32", **spec):
        """Make a NumPy array, the same on both sides."""
        values = draw_spec(dict(spec, shape=shape, draw=kind, dtype="float64"), seed)
        if self.jitter and kind in BOUNDED:
            values = values * (1 + self.jitter * self.noise.uniform(-1, 1, values.shape))
        return values.astype(dtype)

    def array(self, seed, shape, kind="normal", dtype="float32", **spec):
        return self.mx.nd.array(self.draw(seed, shape, kind, dtype, **spec), dtype=dtype)

    # -- symbols --

    def var(self, name, shape, kind="normal", dtype="float32", **spec):
        """Make a variable, and remember its shape and how `fill` draws it."""
        silent = spec.pop("silent", kind in ("integers", "values"))
        self.specs[name] = dict(spec, shape=tuple(shape), kind=kind, dtype=dtype, silent=silent)
        return self.mx.sym.Variable(name)

    def _given(self, net):
        return {name: self.specs[name] for name in net.list_arguments() if name in self.specs}

    def simple(self, net, grad_req="write", **kwargs):
        """Bind with `simple_bind`, with the shapes and types that `var` was told."""
        given = self._given(net)
        types = {name: spec["dtype"] for name, spec in given.items()}
        if set(types.values()) - {"float32"}:
            kwargs["type_dict"] = types
        executor = net.simple_bind(self.mx.cpu(), grad_req=self._requests(net, grad_req),
                                   **dict(kwargs, **{name: spec["shape"] for name, spec in given.items()}))
        self.fill(executor, 0)
        return executor

    def _requests(self, net, grad_req):
        """Let labels and indices have no gradient: the reference leaves their arrays as they are, or raises."""
        names = net.list_arguments()
        silent = [name for name in names if self.specs.get(name, {}).get("silent")]
        if not isinstance(grad_req, dict):
            if not silent:
                return grad_req
            grad_req = {"*": grad_req}
        return {name: "null" if name in silent else grad_req.get(name, grad_req["*"]) for name in names}

    def bound(self, net, grad_req="write", without=(), as_list=False):
        """Bind with `bind`, to arrays made here; those named in `without` get no array for their gradient."""
        given, names, zeros = self._given(net), net.list_arguments(), self.mx.nd.zeros
        if len(given) == len(names):  # the reference infers nothing of while_loop and cond
            shapes, states = [given[name]["shape"] for name in names], []
        else:
            shapes, _, states = net.infer_shape(**{name: spec["shape"] for name, spec in given.items()})
        types = net.infer_type(**{name: spec["dtype"] for name, spec in given.items()})[0]
        args = {name: zeros(shape, dtype=kind) for name, shape, kind in zip(names, shapes, types)}
        grads = {name: zeros(shape, dtype=kind) for name, shape, kind in zip(names, shapes, types)
                 if name not in without}
        aux = {name: zeros(shape) for name, shape in zip(net.list_auxiliary_states(), states)}
        if as_list:
            args, aux = [args[name] for name in names], list(aux.values())
            grads = [grads.get(name) for name in names]
        executor = net.bind(self.mx.cpu(), args, grads, self._requests(net, grad_req), aux)
        self.fill(executor, 0)
        return executor

    def fill(self, executor, seed):
        """Draw all arguments and states of an executor, each by its name."""
        for name, array in executor.arg_dict.items():
            spec = dict(self.specs.get(name, {"kind": "normal", "scale": 0.5}))
            spec.update(shape=array.shape, dtype=np.dtype(array.dtype).name)
            spec.pop("silent", None)
            array[:] = self.mx.nd.array(self.draw(seed + zlib.crc32(name.encode()) % 10**6, **spec),
                                        dtype=array.dtype)
        for name, array in executor.aux_dict.items():
            array[:] = self.array(seed + zlib.crc32(name.encode()) % 10**6, array.shape, "uniform", low=0.5,
                                  high=1.5)
        for name, array in executor.grad_dict.items():
            if array is not None:  # what 'add' begins with; BatchNorm writes zeros to a gamma it fixes all the same
                array[:] = 0 if name.endswith("_gamma") else 0.5

    def refill(self, executor, name, seed):
        """Draw one argument anew; a name that is not there is passed over."""
        array = executor.arg_dict.get(name)
        if array is not None:
            spec = dict(self.specs[name], shape=array.shape)
            spec.pop("silent", None)
            array[:] = self.mx.nd.array(self.draw(seed, **spec), dtype=array.dtype)

    def heads(self, executor, seed):
        """Draw a head gradient for every output."""
        return [self.array(seed + place, array.shape, dtype=np.dtype(array.dtype).name)
                for place, array in enumerate(executor.outputs)]

    def grads(self, executor):
        return {name: array for name, array in executor.grad_dict.items() if array is not None}

    def watch(self, executor, everything=False):
        """Set a monitor callback that notes what it is given, and give the notes."""
        notes = {}

        def note(name, value):
            notes[name if isinstance(name, str) else name.decode()] = \
                self.mx.nd.NDArray(value, writable=False).asnumpy() if not hasattr(value, "asnumpy") \
                else value.asnumpy()
        executor.set_monitor_callback(note, everything)
        return notes

    def params(self, net, seed, **shapes):
        """Draw (arg_params, aux_params) of a network for these shapes of its inputs."""
        args, _, aux = net.infer_shape(**shapes)
        drawn = {}
        for name, shape in zip(net.list_arguments(), args):
            if name not in shapes:
                low, high = (0.5, 1.5) if name.endswith("gamma") else (-0.4, 0.4)
                drawn[name] = self.array(seed + zlib.crc32(name.encode()) % 10**6, shape, "uniform",
                                         low=low, high=high)
        return drawn, {name: self.array(seed, shape, "uniform", low=0.5, high=1.5)
                       for name, shape in zip(net.list_auxiliary_states(), aux)}

    # -- blocks --

    def drawn(self, block, seed):
        """Draw all parameters of a block anew, each by its place among them."""
        for place, (name, param) in enumerate(block.collect_params().items()):
            if name.endswith("half"):  # a constant
                continue
            low, high = (0.5, 1.5) if name.endswith(("gamma", "running_var")) else (-0.4, 0.4)
            param.set_data(self.array(seed + place, param.shape, "uniform", low=low, high=high))

    def gradients(self, block):
        return {name: param.list_grad() for name, param in block.collect_params().items()
                if param.grad_req != "null"}

    def sequence(self, kind, blocks):
        """Make a sequence of blocks in one expression."""
        net = kind()
        for block in blocks:
            net.add(block)
        return net

    def cells(self, cells):
        """Make a stack of recurrent cells in one expression."""
        return self.sequence(self.mx.gluon.rnn.SequentialRNNCell, cells)

    # -- iterators, scopes and files --

    def collect(self, iterator, limit=12):
        """Give what an iterator brings, batch by batch."""
        found = []
        for place, batch in enumerate(iterator):
            if place == limit:
                break
            found.append([batch.data, batch.label, batch.pad,
                          None if batch.index is None else list(batch.index)])
        return found

    def batches(self, seed, shapes, labels, count=3):
        """Give `count` batches for a module, with `{name: shape}` of data and labels."""
        made = []
        for place in range(count):
            data = [self.array(seed + 10 * place + i, shape) for i, shape in enumerate(shapes.values())]
            label = [self.array(seed + 10 * place + 5 + i, shape, "integers", low=0, high=3)
                     for i, shape in enumerate(labels.values())]
            made.append(self.mx.io.DataBatch(
                data, label, pad=0, provide_data=[self.mx.io.DataDesc(*item) for item in shapes.items()],
                provide_label=[self.mx.io.DataDesc(*item) for item in labels.items()]))
        return made

    def enter(self, scope):
        self.scopes.append(scope)
        return scope.__enter__()

    def leave(self):
        self.scopes.pop().__exit__(None, None, None)

    def written(self, name):
        return os.path.join(self.writes, name)

    def read(self, name):
        return os.path.join(self.reads, name)


# ---- one program ----

def run(mx, program):
    """Run {"lines", "folders", "jitter"}; give [line, label, value] of all that was shown or raised."""
    words = Words(mx, program.get("folders", ()), program.get("jitter", 0.0), program.get("seed", 0))
    space = words.namespace()
    mx.random.seed(5)
    np.random.seed(5)
    with mx.name.NameManager(), np.errstate(all="ignore"):
        for words.line, line in enumerate(program["lines"]):
            try:
                exec(compile(line, "<program>", "exec"), space)
                mx.nd.waitall()
            except Exception as error:  # what a user would meet, whatever it is
                words.shown.append([words.line, "raises", explain(error)])
                settle(mx)
    while words.scopes:
        words.leave()
    return words.shown


def explain(error):
    lines = str(error).splitlines() or [""]
    said = [line for line in lines if line.startswith("MXNetError:")]  # below its C++ traceback
    if not said and lines[0].startswith("Traceback"):
        said = lines[-1:]
    return {"error": f"{type(error).__name__}: {(said or lines)[0][:300]}"}


def settle(mx):
    """Let the reference's engine raise what is pending now, and not in the next statement."""
    try:
        mx.nd.waitall()
    except Exception:  # told already
        pass


def main():
    answers = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)  # whatever a library prints must not stand between the answers
    warnings.simplefilter("ignore")
    logging.disable(logging.CRITICAL)
    import mxnet as mx
    resource.setrlimit(resource.RLIMIT_AS, (ROOM, resource.RLIM_INFINITY))
    print(json.dumps({"version": mx.__version__, "file": mx.__file__}), file=answers, flush=True)
    for line in sys.stdin:
        print(json.dumps(run(mx, json.loads(line))), file=answers, flush=True)


if __name__ == "__main__":
    main()
