"""Asks which inputs of an operator a gradient reaches: behind each stands `sqrt(relu(1 - x))` at x = 1.

Its slope there is infinite times zero, so x has the gradient NaN if one arrives, even one of zeros, and 0 if none does.
`python -m tests.autograd.record_slopes --reference PYTHON` asks the real MXNet 1.9.1, whose interpreter runs this file
as a script.
"""
import json
import os
import sys
import warnings
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
WORDS = ("nan", "0", "finite")
MODES = ("eager", "hybridized", "outside", "bound", "derived", "torched")
REFERENCE_MODES = ("eager", "bound")
if __name__ == "__main__":
    sys.path.append(str(ROOT))  # last, so that `mxnet` is the installed one

import numpy as np  # noqa: E402

from tests.operators.harness import as_list, function_of, load  # noqa: E402


def asked(every=True):
    """Give the operator cases that have an input to ask about, one for each set of params, or for each operator."""
    found = {}
    for case in load():
        if case.raises is None and case.inputs and case.symbolic and case.out is None:
            params = repr(sorted(case.params.items())) if every else ""
            found.setdefault((case.op, len(case.inputs), params), case)
    return list(found.values())


class Question:
    """One input of one case, in each mode of calling, by all outputs or one of them."""

    def __init__(self, mx, case, place, output=None):
        self.mx, self.case, self.place, self.output = mx, case, place, output
        dtype = "float32" if "float32" in case.dtypes else case.dtypes[0]
        arrays = case.draw(dtype)
        self.numpy = case.op.startswith("_np")
        self.given = [mx.nd.array(array, dtype=array.dtype) for array in arrays]
        self.kind = np.dtype(arrays[place].dtype).name
        self.x = mx.nd.ones(arrays[place].shape)
        self.x.attach_grad()

    def call(self, space, values, x):
        """Call the operator with the slope behind the input, unless ``x`` is None."""
        values = list(values)
        if x is not None:
            values[self.place] = values[self.place] + space.cast(space.sqrt(space.relu(1 - x)), dtype=self.kind)
        if self.numpy:
            values = [value.as_np_ndarray() for value in values]
        found = function_of(space, self.case.op)(*values, **self.case.params)
        return found if self.output is None else found[self.output]

    def symbol(self, inside):
        """Give the operator as a graph, the slope ``inside`` or not, and the names of its arrays."""
        sym = self.mx.sym
        names = [f"in{number}" for number in range(len(self.given))]
        found = self.call(sym, map(sym.var, names), sym.var("x") if inside else None)
        return (found.as_nd_ndarray() if self.numpy else found), names + ["x"] * inside

    def recorded(self, function):
        """Record a call, and go back through it; give the gradient."""
        autograd = self.mx.autograd
        with autograd.record():
            outputs = as_list(function())
        autograd.backward(outputs, self.heads(outputs))
        return self.x.grad

    def heads(self, outputs):
        ones = [self.mx.nd.ones(output.shape, dtype=output.dtype) for output in outputs]
        return [one.as_np_ndarray() for one in ones] if outputs[0].__class__ is not ones[0].__class__ else ones

    def eager(self):
        return self.recorded(lambda: self.call(self.mx.nd, self.given, self.x))

    def block(self, inside):
        symbol, names = self.symbol(inside)
        block = self.mx.gluon.SymbolBlock(symbol, [self.mx.sym.var(name) for name in names])
        block.hybridize(static_alloc=True)  # which keeps a small block from being recorded call by call
        return block

    def hybridized(self):
        block = self.block(True)
        return self.recorded(lambda: block(*self.given, self.x))

    def outside(self):
        """Call a hybridized block of the operator alone: the slope stands before the block."""
        block, nd = self.block(False), self.mx.nd

        def function():
            given = list(self.given)
            given[self.place] = given[self.place] + nd.cast(nd.sqrt(nd.relu(1 - self.x)), dtype=self.kind)
            return block(*given)
        return self.recorded(function)

    def bound(self):
        symbol, names = self.symbol(True)
        gradient = self.mx.nd.zeros(self.x.shape)
        values, aux = dict(zip(names, [*self.given, self.x])), symbol.list_auxiliary_states()
        executor = symbol.bind(self.mx.cpu(), {name: values[name] for name in names if name not in aux},
                               {"x": gradient}, {name: "write" if name == "x" else "null" for name in names},
                               {name: values[name] for name in aux})
        outputs = executor.forward(is_train=True)
        executor.backward(self.heads(outputs))
        return gradient

    def derived(self):
        """Take the gradient from the recorded computation repeated, as for second derivatives."""
        autograd = self.mx.autograd
        with autograd.record():
            outputs = as_list(self.call(self.mx.nd, self.given, self.x))
            return autograd.grad(outputs, [self.x], self.heads(outputs), create_graph=True)[0]

    def torched(self):
        """Differentiate the module of PyTorch."""
        symbol, names = self.symbol(True)
        module = symbol.to_torch({}, names, keep_loss=True).train()
        values = [value.as_torch() for value in [*self.given, self.x]]
        x = values[-1].clone().requires_grad_()
        outputs = as_list(module(*values[:-1], x))
        tapes = [output for output in outputs if output.requires_grad]
        gradient = None
        if tapes:
            import torch
            gradient, = torch.autograd.grad(tapes, [x], list(map(torch.ones_like, tapes)), allow_unused=True)
        return self.mx.nd.zeros(x.shape) if gradient is None else self.mx.nd.array(gradient.numpy())


def questions(mx, case, by_output):
    """Give what to ask about a case: its inputs but those that are empty or written to, by all outputs and by each."""
    places = [place for place, array in enumerate(case.draw(case.dtypes[0]))
              if array.size and place not in case.changed]
    try:
        with mx.util.np_shape(case.op.startswith("_np")):
            question = Question(mx, case, 0)
            states = question.symbol(False)[0].list_auxiliary_states()
            count = len(as_list(question.call(mx.nd, question.given, None)))
    except Exception:  # `ask` tells what
        states, count = [], 1
    return [(place, output) for place in places if f"in{place}" not in states
            for output in [None, *(range(count) if by_output and count > 1 else ())]]


def ask(mx, case, place, output, mode):
    """Give "nan", "0", "finite", or what was raised."""
    with mx.util.np_shape(case.op.startswith("_np")):
        try:
            values = getattr(Question(mx, case, place, output), mode)().asnumpy()
        except Exception as error:  # what a user would meet, whatever it is
            said = [line for line in str(error).splitlines() if "Error" in line] or str(error).splitlines() or [""]
            return f"{type(error).__name__}: {said[0]}"
    return "nan" if np.isnan(values).any() else "finite" if values.any() else "0"


def answer(mx, case, modes, by_output=True):
    """Give the answers to all questions about a case: {"input output": one a mode}."""
    return {f"{place} {output}": [ask(mx, case, place, output, mode) for mode in modes]
            for place, output in questions(mx, case, by_output)}


def work():
    """Answer cases by their numbers, as lines of JSON: the reference runs this file."""
    answers = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)
    warnings.simplefilter("ignore")
    import mxnet as mx
    cases = asked()
    print(json.dumps({"version": mx.__version__, "file": mx.__file__}), file=answers, flush=True)
    for line in sys.stdin:
        number = json.loads(line)
        print(json.dumps(answer(mx, cases[number], REFERENCE_MODES)), file=answers, flush=True)


if __name__ == "__main__":
    work()
