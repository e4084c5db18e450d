"""The table of operator cases: what a case is, how its inputs are drawn, what it is compared with.

`cases/<family>.py` holds the tables, `test_operators.py` runs every check on every case, and
`tools/record_operators.py` asks the reference for what NumPy cannot say. NumPy is all this needs,
so that the reference's interpreter can import it too.
"""
import re
import zlib
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules

import numpy as np

HERE = Path(__file__).parent
RECORDED_FOLDER = HERE / "recorded"
RECORDED = "recorded"  # as a reference: the numbers that the real MXNet 1.9.1 gave
# Both relative and absolute; the README of this folder says why.
TOLERANCE = {"float16": 1e-3, "bfloat16": 8e-3, "float32": 1e-5, "float64": 1e-9}


@dataclass
class Case:
    """One configuration of an operator.

    Parameters
    ----------
    op : the operator's registered name.
    inputs : a shape (normal numbers are drawn), an array, or a function of a RandomState, each.
        float64 ones are cast to the type under test, others keep their type.
    params : as a user gives them.
    reference : a NumPy function of (inputs..., params as keywords) that gives the output or a
        tuple, `RECORDED`, or None when `check` says all.
    dtypes : element types to run in.
    grad : True compares with central differences; a function of (head gradients, inputs..., params)
        or `RECORDED` defines the gradients where the operator's differ from those; False: none.
    wrt : which inputs have a gradient; all floating ones by default.
    changed : {index: NumPy function of inputs and params, or `RECORDED`} for inputs written in place.
    check : function of (outputs, inputs, params) with assertions of its own, for random numbers.
    tolerance : {dtype: value} where the operator's own conditioning needs another than `TOLERANCE`.
    train : run as in training.
    out : indices of inputs that are also given as ``out``.
    raises : a pattern; the call must raise MXNetError with it, and nothing else is checked.
    symbolic : False when the operator exists for arrays only, or its output is drawn at random.
    outputs : how many outputs to compare, when the reference gives fewer than are visible.
    note : why the case is there, when it does not show.
    """

    op: str
    inputs: tuple = ()
    params: dict = field(default_factory=dict)
    reference: Callable | str | None = None
    dtypes: tuple = ("float32", "float64")
    grad: bool | Callable | str = True
    wrt: tuple | None = None
    changed: dict = field(default_factory=dict)
    check: Callable | None = None
    tolerance: dict = field(default_factory=dict)
    train: bool = False
    out: tuple | None = None
    raises: str | None = None
    symbolic: bool = True
    outputs: int | None = None
    note: str = ""
    family: str = ""
    id: str = ""

    def __post_init__(self):
        self.inputs = tuple(self.inputs)
        self.dtypes = (self.dtypes,) if isinstance(self.dtypes, str) else tuple(self.dtypes)
        if self.reference is None and self.check is None and self.raises is None:
            raise TypeError(f"{self.op}: a case needs a reference, a check or an error")

    def label(self):
        shapes = "x".join(str(i) if isinstance(i, tuple) else "" for i in self.inputs)
        params = ",".join(f"{k}={v}" for k, v in self.params.items())
        return re.sub(r"[^\w.,=()+-]", "", f"{self.op}({shapes};{params})")[:90]

    def draw(self, dtype):
        """Make the inputs, the same ones in every process."""
        rng = np.random.RandomState(zlib.crc32(self.id.encode()) % 2**31)
        arrays = []
        for spec in self.inputs:
            if isinstance(spec, np.ndarray):
                array = spec
            elif callable(spec):
                array = np.asarray(spec(rng))
            else:
                array = rng.standard_normal(tuple(spec))
            arrays.append(array.astype(dtype) if array.dtype == np.float64 else array.copy())
        return arrays

    def heads(self, outputs):
        """Make head gradients for outputs, the same ones in every process."""
        rng = np.random.RandomState(zlib.crc32(self.id.encode()) % 2**31 + 1)
        return [rng.uniform(0.5, 1.5, np.shape(out)).astype(out.dtype) for out in outputs]

    def differentiated(self, inputs):
        """Give the indices of the inputs that have a gradient."""
        if self.wrt is not None:
            return list(self.wrt)
        return [i for i, a in enumerate(inputs) if a.dtype.kind == "f" and i not in self.changed]

    def tolerance_of(self, dtype):
        return self.tolerance.get(str(dtype), TOLERANCE.get(str(dtype), 0))


# ---- ways to draw an input ----

def _drawer(function):
    def make(*args, dtype="float64", **kwargs):
        return lambda rng: np.asarray(function(rng, *args, **kwargs)).astype(dtype)
    return make


@_drawer
def uniform(rng, shape, low=-1.0, high=1.0):
    """Draw evenly from an interval."""
    return rng.uniform(low, high, shape)


@_drawer
def integers(rng, shape, low=0, high=10):
    """Draw whole numbers from low to high - 1; give a ``dtype`` to fix it."""
    return rng.randint(low, high, shape)


@_drawer
def apart(rng, shape, gap=0.2, high=1.0):
    """Draw numbers of both signs that stay away from zero, where many gradients jump."""
    return rng.uniform(gap, high, shape) * rng.choice([-1, 1], shape)


@_drawer
def distinct(rng, shape, step=0.25):
    """Draw numbers no two of which are alike, for what orders its input."""
    size = int(np.prod(shape))
    return (rng.permutation(size) - size // 2).reshape(shape) * step


@_drawer
def definite(rng, shape):
    """Draw symmetric positive definite matrices."""
    factor = rng.uniform(-1, 1, shape)
    return factor @ np.swapaxes(factor, -1, -2) + np.eye(shape[-1])


@_drawer
def triangular(rng, shape, lower=True):
    """Draw well-conditioned triangular matrices."""
    values = rng.uniform(-0.5, 0.5, shape)
    return (np.tril(values, -1) if lower else np.triu(values, 1)) + 1.5 * np.eye(shape[-1])


# ---- the tables ----

def _name(cases):
    """Give each case an id that stays when others are added: it seeds the inputs."""
    seen = {}
    for case in cases:
        label = case.label()
        seen[label] = seen.get(label, 0) + 1
        case.id = label if seen[label] == 1 else f"{label}#{seen[label]}"
    return cases


@cache
def load():
    """Import every table and give all cases."""
    found = []
    for module in iter_modules([str(HERE / "cases")]):
        cases = import_module(f"tests.operators.cases.{module.name}").CASES
        for case in cases:
            case.family = module.name
        found += cases
    return _name(found)


@cache
def recorded(family):
    """Give the numbers of one table that the reference gave: ``{key: array}``."""
    path = RECORDED_FOLDER / f"{family}.npz"
    if not path.exists():
        return {}
    with np.load(path) as file:
        return {key: file[key] for key in file.files}


def recorded_array(case, dtype, name):
    """Give one recorded array of a case: ``out0``, ``grad1``, ``in2`` (an input afterwards)."""
    try:
        return recorded(case.family)[f"{case.id}|{dtype}|{name}"]
    except KeyError:
        raise LookupError(f"no recorded {name} of {case.id} in {dtype}; see recorded/README.md") from None


def recorded_arrays(case, dtype, kind):
    """Give the recorded ``out``puts or ``grad``ients of one case, in order."""
    found = [recorded_array(case, dtype, f"{kind}0")]
    while (key := f"{case.id}|{dtype}|{kind}{len(found)}") in recorded(case.family):
        found.append(recorded(case.family)[key])
    return found


def assert_close(got, want, tolerance, what):
    """Compare two arrays, and say what they are when they differ."""
    got, want = np.asarray(got), np.asarray(want)
    assert got.shape == want.shape, f"{what}: shape {got.shape}, expected {want.shape}"
    if want.dtype.kind in "biu" and got.dtype.kind in "biu":
        np.testing.assert_array_equal(got, want, err_msg=what)
    else:
        np.testing.assert_allclose(got.astype("float64"), want.astype("float64"), rtol=tolerance,
                                   atol=tolerance, err_msg=what)


def function_of(module, name):
    """Find the function of a registered operator under ``mx.nd`` or ``mx.sym``."""
    for prefix, space in (("_npx_", "npx"), ("_npi_", "np._internal"), ("_np_", "np")):
        if name.startswith(prefix):
            home = module
            for part in space.split("."):
                home = getattr(home, part)
            return getattr(home, name[len(prefix):])
    for space in ("contrib", "linalg", "image", "random", "sparse"):
        prefix = f"_{space}_"
        if name.startswith(prefix):
            found = getattr(getattr(module, space, None), name[len(prefix):], None)
            if found is not None:
                return found
    found = getattr(module.op, name, None) if hasattr(module, "op") else None
    found = found or getattr(module._internal, name, None) or getattr(module, name, None)
    if found is None:
        raise AttributeError(f"operator {name} has no function under {module.__name__}")
    return found


def as_list(outputs):
    """Give what a call returned as a list of arrays."""
    outputs = list(outputs) if isinstance(outputs, (list, tuple)) else [outputs]
    return [out for out in outputs if out is not None]


def call_imperative(mx, case, arrays, heads=None, grad_req="write"):
    """Run a case with ``mx.nd``; gives (outputs, gradients, inputs afterwards) as NumPy arrays."""
    inputs = [mx.nd.array(a, dtype=a.dtype) for a in arrays]
    call = function_of(mx.nd, case.op)
    more = {} if case.out is None else {"out": [inputs[i] for i in case.out]}
    if heads is None:
        with mx.autograd.train_mode() if case.train else mx.autograd.predict_mode():
            outputs = as_list(call(*inputs, **case.params, **more))
        gradients = []
    else:
        wanted = [inputs[i] for i in case.differentiated(arrays)]
        for array in wanted:
            array.attach_grad(grad_req)
        with mx.autograd.record(train_mode=case.train):
            outputs = as_list(call(*inputs, **case.params))
        given = heads([out.asnumpy() for out in outputs])
        mx.autograd.backward(outputs, [mx.nd.array(h, dtype=h.dtype) for h in given],
                             train_mode=case.train)
        gradients = [array.grad.asnumpy() for array in wanted]
    return [o.asnumpy() for o in outputs], gradients, [a.asnumpy() for a in inputs]
