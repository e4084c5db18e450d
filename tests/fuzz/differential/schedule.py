"""The order of runs: every operator in every class of values, in rounds, with programs in between."""
import re
from itertools import count

import numpy as np

import mxnet  # noqa: F401  -- registers the operators
from mxnet.core.op import operators
from tests.conformance import walk
from tests.conformance.worker import numpy_like
from tests.fuzz.differential.values import CLASSES, made
from tests.fuzz.programs.kinds import GENERATORS

# Without oneDNN the reference refuses these, or reads memory that is not set; tests/fuzz/programs runs it with oneDNN.
NEEDS_ONEDNN = re.compile(r"sym\.RNN\(|rnn\.(LSTM|GRU|RNN)\(|LRN\(")
KINDS = ["between", "graph", "between", "gluon", "between", "module"]
EVERY = 12  # cases between two programs


def names():
    return sorted(name for name in walk.load() if name in operators() or numpy_like(name))


def tasks(only=None):
    """Yield the key of each run, without end: (operator, class, number) or ("program", kind, number)."""
    chosen = [name for name in names() if not only or name in only]
    programs = [kind for kind in KINDS if not only or kind in only]
    told = 0
    for number in count():
        pairs = [(name, label) for name in chosen for label in CLASSES] or [None] * EVERY
        for place in np.random.RandomState(number).permutation(len(pairs)):
            if pairs[place]:
                yield (*pairs[place], number)
            if programs and place % EVERY == 0:
                yield "program", programs[told % len(programs)], told
                told += 1


def case_of(key):
    """Give the case of a key, or None where its class of values does not change the walk's."""
    name, label, number = key
    return made(walk.load()[name](walk.Draw(name, number)), label, number)


def program_of(key):
    """Give the statements of a program: the first one from a seed on without a layer of NEEDS_ONEDNN."""
    _, kind, number = key
    for seed in count(20_000 + number, 1_000_000):
        lines = GENERATORS[kind](seed)
        if not NEEDS_ONEDNN.search("\n".join(lines)):
            return lines
