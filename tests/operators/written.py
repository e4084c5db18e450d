"""What backward reads: gradients of the operator cases after an input or an output has been overwritten.

Run by the reference's interpreter it records what the real MXNet 1.9.1 gives: `python tests/operators/written.py`.
`test_written.py` compares. NumPy is all that this needs beside the `mxnet` of the interpreter.
"""
import os
import pickle
import sys
from pathlib import Path

import numpy as np

ROOT = Path(__file__).resolve().parents[2]
if __name__ == "__main__":
    sys.path.append(str(ROOT))  # last, so that `mxnet` is the installed one and not ours

from tests.operators.harness import as_list, function_of, load  # noqa: E402

DATA = ROOT / "tests" / "data" / "written.npz"
CASES_OF_EACH = 2
MOST_ELEMENTS = 400


def chosen():
    """Give the first small cases of every operator that has gradients."""
    found = {}
    for case in load():
        if case.raises or not case.grad or case.check is not None:
            continue
        if sum(array.size for array in draw(case)) <= MOST_ELEMENTS:
            found.setdefault(case.op, []).append(case)
    return [case for cases in found.values() for case in cases[:CASES_OF_EACH]]


def draw(case):
    return case.draw("float32" if "float32" in case.dtypes else case.dtypes[0])


def other(array):
    """Return valid numbers of the same kind: indices in another order, others nearer to zero."""
    if array.size and np.array_equal(array, np.round(array)):
        return np.roll(array.ravel(), 1).reshape(array.shape)
    return (array * 0.75).astype(array.dtype)


def write(array, values):
    array[() if array.ndim == 0 else slice(None)] = values


def maker(mx, case):
    space = mx.np if case.op.startswith("_np") else mx.nd
    return lambda array: space.array(array, dtype=array.dtype)


def overwritten(case, what, arrays, inputs, outputs, make):
    """Write to the input or output that ``what`` names, such as ``in0``."""
    kind, number = what.rstrip("0123456789"), int(what.lstrip("inout") or 0)
    if kind == "in":
        write(inputs[number], make(other(arrays[number])))
    elif kind == "out":
        values = outputs[number].asnumpy()
        write(outputs[number], make((values * 0.5 + 0.125).astype(values.dtype)))


def recorded_gradients(mx, case, what):
    """Give the gradients of a recorded call."""
    arrays, make = draw(case), maker(mx, case)
    inputs = [make(array) for array in arrays]
    wanted = [inputs[place] for place in case.differentiated(arrays)]
    for array in wanted:
        array.attach_grad()
    with mx.autograd.record():
        outputs = as_list(function_of(mx.nd, case.op)(*inputs, **case.params))
    heads = [make(head) for head in case.heads([out.asnumpy() for out in outputs])]
    overwritten(case, what, arrays, inputs, outputs, make)
    mx.autograd.backward(outputs, heads)
    return [array.grad.asnumpy() for array in wanted], len(outputs)


def modes(mx, case):
    """Return the modes of NumPy that a case is for."""
    return mx.util.np_shape(case.op.startswith("_np")), mx.util.np_array(case.op.startswith("_np"))


def same(one, two):
    """Return whether two lists of gradients are the same numbers, as far as float32 goes."""
    return all(np.allclose(a.astype("float64"), b.astype("float64"), rtol=5e-4, equal_nan=True,
                           atol=5e-4 * np.abs(b[np.isfinite(b)]).max(initial=0)) for a, b in zip(one, two))


def record(mx, case):
    """Give ``{what: gradients}`` of one case; only "" and what changes them."""
    with modes(mx, case)[0], modes(mx, case)[1]:
        plain, outputs = recorded_gradients(mx, case, "")
        found = {"": plain}
        names = [*(f"in{place}" for place in range(len(draw(case)))), *(f"out{place}" for place in range(outputs))]
        for what in names:
            gradients, _ = recorded_gradients(mx, case, what)
            if not same(gradients, plain):
                found[what] = gradients
    return found


def main():
    import mxnet as mx
    if Path(mx.__file__).resolve().is_relative_to(ROOT):
        sys.exit("this interpreter imports our mxnet; run it with one that has MXNet 1.9.1")
    table, refused = {}, []
    for case in chosen():
        source, target = os.pipe()
        child = os.fork()  # some calls of the reference end the process
        if not child:
            try:
                answer = record(mx, case)
            except Exception as error:
                answer = str(error).strip().splitlines()[-1]
            with os.fdopen(target, "wb") as file:
                pickle.dump(answer, file)
            os._exit(0)
        os.close(target)
        with os.fdopen(source, "rb") as file:
            text = file.read()
        os.waitpid(child, 0)
        answer = pickle.loads(text) if text else "ended the process"
        if isinstance(answer, str):
            refused.append(f"{case.id}: {answer}")
            continue
        for what, gradients in answer.items():
            for number, gradient in enumerate(gradients):
                table[f"{case.id}|{what}|{number}"] = gradient
    np.savez_compressed(DATA, **table)
    print(*refused, f"{len(table)} arrays, {DATA.stat().st_size // 1024} KB", sep="\n")


if __name__ == "__main__":
    main()
