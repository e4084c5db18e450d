"""Computes conformance cases with whichever `mxnet` the interpreter imports; both sides run this file.

As a script it reads cases as JSON lines on stdin and answers each with a line on stdout. It must run
on the reference's Python and NumPy too, so it is one file and plain.
"""
import base64
import json
import os
import sys
import warnings

import numpy as np

NAMESPACES = ("contrib", "linalg", "image", "random", "sparse")


# ---- arrays: drawn from a seed alike on both sides, and sent as text ----

def draw(spec, seed):
    """Make the array a spec describes. RandomState gives the same bits in every NumPy."""
    rng, shape, kind = np.random.RandomState(seed), tuple(spec["shape"]), spec.get("draw", "normal")
    low, high = spec.get("low", -1), spec.get("high", 1)
    if kind == "normal":
        values = rng.standard_normal(shape) * spec.get("scale", 1)
    elif kind == "uniform":
        values = rng.uniform(low, high, shape)
    elif kind == "integers":
        values = rng.randint(low, high, shape)
    elif kind == "distinct":  # no two alike, for what orders its input
        size = int(np.prod(shape))
        values = (rng.permutation(size) - size // 2).reshape(shape) / 4
    elif kind == "apart":  # away from zero, where many gradients jump
        values = rng.uniform(0.2, 1, shape) * rng.choice([-1, 1], shape)
    elif kind == "definite":  # symmetric positive definite; sixteenths, so that products are exact
        factor = rng.randint(-8, 9, shape) / 16
        values = factor @ np.swapaxes(factor, -1, -2) + np.eye(shape[-1])
    elif kind == "triangular":
        values = np.tril(rng.randint(-8, 9, shape) / 16, -1) + np.eye(shape[-1])
    elif kind == "values":
        values = np.array(spec["values"]).reshape(shape)
    else:
        raise ValueError("no way to draw %r" % kind)
    if "sprinkled" in spec:  # a third of the elements are one of these instead
        values = np.where(rng.uniform(size=shape) < 1 / 3, rng.choice(spec["sprinkled"], shape), values)
    if "jitter" in spec:  # by how much of themselves numbers move
        with np.errstate(invalid="ignore"):
            values = values * (1 + rng.uniform(-spec["jitter"], spec["jitter"], shape))
    with np.errstate(over="ignore", invalid="ignore"):  # a case may want infinity
        return np.asarray(values).astype(spec.get("dtype", "float32"))


def encode(array):
    return {"dtype": str(array.dtype), "shape": list(array.shape),
            "data": base64.b64encode(array.tobytes()).decode("ascii")}


def decode(text):
    flat = np.frombuffer(base64.b64decode(text["data"]), dtype=text["dtype"])
    return flat.reshape(text["shape"])


# ---- one case ----

def numpy_like(name):
    """Say whether a name is that of a function of mx.np or mx.npx: `np.add`, `npx.pick`, `np.linalg.svd`."""
    return name.startswith(("np.", "npx."))


def function(mx, name, home=None):
    """Find the function of a registered operator, or that of mx.np or mx.npx: under `home`, or the imperative one."""
    if numpy_like(name):
        found = home or mx
        for part in name.split("."):
            found = getattr(found, part)
        return found
    home = home or mx.nd
    for space in NAMESPACES:
        prefix = "_%s_" % space
        if name.startswith(prefix):
            found = getattr(getattr(home, space, None), name[len(prefix):], None)
            if found is not None:
                return found
    found = getattr(home, name, None) or getattr(home._internal, name, None)
    if found is None:
        raise AttributeError("operator %s has no function under %s" % (name, home.__name__))
    return found


def plain(value):
    return tuple(plain(item) for item in value) if isinstance(value, list) else value


def compute(mx, case):
    """Run one case; give {"outputs", "grads", "changed"} as arrays, or {"error"}."""
    try:
        if not numpy_like(case["op"]):
            return _compute(mx, case, mx.nd.array)
        with mx.util.np_shape(True), mx.util.np_array(True):
            return _compute(mx, case, mx.np.array)
    except Exception as error:  # what a user would meet, whatever it is
        _clear(mx)
        lines = str(error).splitlines() or [""]
        said = [line for line in lines if line.startswith("MXNetError:")]  # below its C++ traceback
        return {"error": "%s: %s" % (type(error).__name__, (said or lines)[0])}


def _clear(mx):
    """Let the reference's engine raise what is pending now, and not in the next case."""
    try:
        mx.nd.waitall()
    except Exception:  # told already
        pass


class Arguments:
    """What a case hands to its function, as arrays of one side: `inputs` in order, `wanted` those with a gradient."""

    def __init__(self, case, make):
        self.drawn = [draw(spec, case["seed"] + index) for index, spec in enumerate(case["inputs"])]
        self.inputs = [make(array, dtype=array.dtype) for array in self.drawn]
        self.params = {key: plain(value) for key, value in case["params"].items()}
        self.places = [index for index, (spec, array) in enumerate(zip(case["inputs"], self.drawn)) if case["grad"]
                       and spec.get("grad", array.dtype in (np.float16, np.float32, np.float64))]
        self.wanted = [self.inputs[index] for index in self.places]
        if "out" in case:
            self.params["out"] = [self.inputs[place] for place in case["out"]]

    def call(self, function, case, inputs=None):
        """Call a function with these inputs, or with others in their place; give what comes out as a list."""
        inputs = self.inputs if inputs is None else inputs
        named = {spec["name"]: array for spec, array in zip(case["inputs"], inputs) if "name" in spec}
        unnamed = [array for spec, array in zip(case["inputs"], inputs) if "name" not in spec]
        if case.get("listed"):  # one argument, a list of all arrays
            unnamed = [unnamed]
        before, after = ([plain(value) for value in case.get(side, ())] for side in ("before", "after"))
        return function(*(before + unnamed + after), **named, **self.params)

    def changed(self, case):
        """Give the inputs that are not as they were drawn."""
        return {str(index): array.asnumpy() for index, (array, before) in enumerate(zip(self.inputs, self.drawn))
                if index not in case.get("scratch", ()) and not np.array_equal(array.asnumpy(), before)}


def listed(outputs):
    outputs = list(outputs) if isinstance(outputs, (list, tuple)) else [outputs]
    return [array for array in outputs if array is not None]


def heads(case, outputs, make):
    """Draw a gradient for each output."""
    return [make(draw({"shape": array.shape, "dtype": np.dtype(array.dtype).name}, case["seed"] + 1000 + index),
                 dtype=array.dtype) for index, array in enumerate(outputs)]


def _compute(mx, case, make):
    given, call = Arguments(case, make), function(mx, case["op"])
    if not given.wanted:
        scope = mx.autograd.train_mode() if case["train"] else mx.autograd.predict_mode()
        with scope:
            outputs = listed(given.call(call, case))
    else:
        for array in given.wanted:
            array.attach_grad(case.get("grad_req", "write"))
        with mx.autograd.record(train_mode=case["train"]):
            outputs = listed(given.call(call, case))
        mx.autograd.backward(outputs, heads(case, outputs, make), train_mode=case["train"])
    mx.nd.waitall()  # the reference writes BatchNorm's states behind its engine's back
    changed = given.changed(case)
    return {"outputs": [array.asnumpy() if hasattr(array, "asnumpy") else np.asarray(array) for array in outputs],
            "grads": [array.grad.asnumpy() for array in given.wanted], "changed": changed}


def to_text(result):
    """Make a result fit for JSON."""
    if "error" in result:
        return result
    return {"outputs": [encode(a) for a in result["outputs"]],
            "grads": [encode(a) for a in result["grads"]],
            "changed": {key: encode(a) for key, a in result["changed"].items()}}


def from_text(result):
    if "error" in result:
        return result
    return {"outputs": [decode(a) for a in result["outputs"]],
            "grads": [decode(a) for a in result["grads"]],
            "changed": {key: decode(a) for key, a in result["changed"].items()}}


def main():
    answers = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)  # whatever a library prints must not stand between the answers
    warnings.simplefilter("ignore")
    import mxnet as mx
    print(json.dumps({"version": mx.__version__, "file": mx.__file__}), file=answers, flush=True)
    for line in sys.stdin:
        case = json.loads(line)
        print(json.dumps(to_text(compute(mx, case))), file=answers, flush=True)


if __name__ == "__main__":
    main()
