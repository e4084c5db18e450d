"""The walk over an operator's params and shapes: a walk draws one random configuration a call.

A family of walks is a file in `walks/`. The runner asks each walk for as many cases as it is told to.
"""
import zlib
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules

import numpy as np

WALKS = {}  # operator name -> function of a Draw that gives a case


def walk(*names, **fixed):
    """Say that the function draws cases for these operators; it gets a `Draw` (and `fixed`)."""
    def add(function):
        for name in names:
            if name in WALKS:
                raise TypeError(f"operator {name!r} has two walks")
            WALKS[name] = lambda draw: function(draw, **fixed)
        return function
    return add


class Draw:
    """Random choices for one configuration; `op` is the operator's name."""

    def __init__(self, op, index):
        self.op = op
        # zlib.crc32 and not hash(): the walk is the same in every process.
        self.seed = (zlib.crc32(op.encode()) + 7919 * index) % 2**31
        self.rng = np.random.RandomState(self.seed)

    def flag(self):
        return bool(self.rng.randint(2))

    def choice(self, options):
        return options[self.rng.randint(len(options))]

    def integer(self, low, high):
        """Draw from low to high, both included."""
        return int(self.rng.randint(low, high + 1))

    def real(self, low, high):
        """Draw a multiple of 1/256: float32, in which the reference keeps its params, holds it exactly."""
        return int(self.rng.uniform(low, high) * 256) / 256

    def shape(self, rank=None, low=1, high=5):
        """Draw a shape; `rank` a number or a (low, high) pair, by default 1 to 4."""
        if rank is None or isinstance(rank, tuple):
            rank = self.integer(*(rank or (1, 4)))
        return [self.integer(low, high) for _ in range(rank)]

    def axis(self, rank, negative=True):
        axis = self.integer(0, rank - 1)
        return axis - rank if negative and self.flag() else axis

    def axes(self, rank):
        """Draw an axis, a list of axes, or nothing."""
        kind = self.integer(0, 3)
        if kind == 0:
            return None
        if kind == 1:
            return self.axis(rank)
        count = self.integer(1, rank)
        return sorted(int(a) for a in self.rng.choice(rank, count, replace=False))

    def broadcast(self, shape):
        """Draw a shape that broadcasts with the given one."""
        return [1 if self.rng.randint(3) == 0 else size for size in shape]

    def dtype(self, *names):
        return self.choice(names or ("float32", "float32", "float64", "float16"))

    def numpy_shape(self, rank=(0, 4), high=4):
        """Draw a shape as mx.np has it: without axes at times, and at times without elements."""
        shape = self.shape(rank, high=high)
        if shape and self.integer(0, 9) == 0:
            shape[self.integer(0, len(shape) - 1)] = 0
        return shape

    def call(self, inputs, before=(), after=(), listed=False, grad=True, **params):
        """Make a case of a function: `before` and `after` stand around its arrays, which may be one list."""
        case = self.case(inputs, grad=grad, **params)
        return {**case, "before": list(before), "after": list(after), "listed": listed}

    def drawn(self, inputs, **params):
        """Make a case whose results are drawn at random: only their types and shapes are compared."""
        return {**self.case(inputs, grad=False, **params), "drawn": True}

    def case(self, inputs, grad=True, train=True, **params):
        """Make a case. `inputs`: from `array`; params of value None are left to the default."""
        return {"op": self.op, "seed": self.seed, "inputs": list(inputs), "grad": grad,
                "train": train, "params": {k: v for k, v in params.items() if v is not None}}


def array(shape, kind="normal", dtype="float32", name=None, **more):
    """Describe one input; `kind` and `more` as `worker.draw` knows them."""
    spec = {"shape": list(shape), "draw": kind, "dtype": dtype, **more}
    if name:
        spec["name"] = name
    return spec


def load():
    """Import every family and give all walks."""
    for module in iter_modules([str(Path(__file__).parent / "walks")]):
        import_module(f"tests.conformance.walks.{module.name}")
    return WALKS


def cases(names, count):
    """Draw `count` cases for each operator, the same ones every time."""
    for name in names:
        for index in range(count):
            yield WALKS[name](Draw(name, index))
