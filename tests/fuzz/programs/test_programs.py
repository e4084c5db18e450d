"""Random programs against what the reference showed for them; the campaign itself is run by hand."""
import logging
import warnings

import pytest

import mxnet as mx
from tests.fuzz.programs import recorded
from tests.fuzz.programs.compare import COARSE, difference, is_rounding, precision
from tests.fuzz.programs.interpreter import run
from tests.fuzz.programs.kinds import GENERATORS
from tests.fuzz.programs.shrink import shrink

PROGRAMS = recorded.load()
PARTS = 8


@pytest.mark.parametrize("part", range(PARTS))
def test_recorded_programs(part, tmp_path):
    logging.disable(logging.CRITICAL)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # a program may do what one is warned of
            wrong = [text for program in PROGRAMS[part::PARTS] if (text := replay(program, str(tmp_path)))]
    finally:
        logging.disable(logging.NOTSET)
    assert not wrong, "\n\n".join(wrong)


def replay(program, folder):
    """Run a recorded program; give None, or what differs first and the program."""
    shown = run(mx, {"lines": program["lines"], "folders": [folder, folder]})
    coarse = 10 * COARSE[precision(program["lines"])]  # sums of many elements, in another order
    for (line, label, value), (other, name, theirs) in zip(shown, program["shown"]):
        if (line, label) != (other, name):
            return told(program, f"line {line} shows {label}, the reference {name} of line {other}: {value}")
        if not recorded.same(recorded.digest(value), theirs, coarse):
            return told(program, f"{label} of line {line}: {recorded.digest(value)}, reference {theirs}")
    return None if len(shown) == len(program["shown"]) else told(program, "shows more or less than the reference")


def told(program, text):
    return "\n    ".join([f"{program['kind']} {program['seed']}: {text}", *program["lines"]])


@pytest.mark.parametrize("kind", sorted(GENERATORS))
def test_the_same_seed_makes_the_same_program(kind):
    assert [GENERATORS[kind](seed) for seed in range(20)] == [GENERATORS[kind](seed) for seed in range(20)]
    assert len({"\n".join(GENERATORS[kind](seed)) for seed in range(20)}) == 20


def ran(*lines, **more):
    return run(mx, {"lines": list(lines), **more})


def test_a_difference_is_found_and_made_short():
    lines = ["a = array(1, (3, 2))", "b = a * 2", "c = nd.sum(b)", "d = a + 1", "show('b', b)", "show('c', c)"]

    def theirs(candidate):  # a side on which twice is thrice
        return ran(*(line.replace("* 2", "* 3") for line in candidate))
    found = difference(lines, ran(*lines), theirs(lines))
    assert (found.kind, found.line, found.label) == ("values", 4, "b")

    def shows(candidate):
        found = difference(candidate, ran(*candidate), theirs(candidate))
        return found is not None and found.kind == "values"
    assert shrink(lines, shows) in (["a = array(1, (3, 2))", "b = a * 2", "show('b', b)"],
                                    ["a = array(1, (3, 2))", "b = a * 2", "c = nd.sum(b)", "show('c', c)"],
                                    ["a = array(1, (3, 2))", "b = a * 2", "show('c', b)"])


def test_a_side_that_raises_is_a_difference():
    found = difference(["a = 1", "b = 2"], ran("a = 1", "b = 2"), ran("a = 1", "b = nothing"))
    assert (found.kind, found.line) == ("only reference raises", 1)
    assert difference(["x"], ran("x"), ran("y")) is None, "both raise"


def test_rounding_is_told_from_a_fault():
    lines = ["a = array(1, (4,))", "b = (a + 1e6) - 1e6", "show('b', b)"]
    jittered = [ran(*lines, jitter=1e-6, seed=seed) for seed in range(3)]
    moved = ran("a = array(1, (4,))", "b = (a + 1e6) - 1e6 + 0.0625", "show('b', b)")
    assert is_rounding(lines, ran(*lines), ran(*lines), jittered)
    far = ran("a = array(1, (4,))", "b = (a + 1e6) - 1e6 + 40", "show('b', b)")
    assert not is_rounding(lines, ran(*lines), far, jittered)
    assert difference(lines, ran(*lines), moved) is not None
