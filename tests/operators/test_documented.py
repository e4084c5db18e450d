"""Every operator and every function of mx.np is documented, and every example gives what it shows."""
import pytest

import mxnet as mx
from mxnet.core.params import Param
from mxnet.core.words import document, read

from .documentation import Checker, Subject, subjects

SUBJECTS = subjects()
MODULES = sorted({subject.module for subject in SUBJECTS})


@pytest.mark.parametrize("module", MODULES)
def test_every_argument_has_a_text_and_every_example_runs(module):
    chosen = [subject for subject in SUBJECTS if subject.module == module]
    wrong = [f"{subject.name}: {fault}" for subject in chosen for fault in subject.faults()]
    wrong += filter(None, [subject.failures() for subject in chosen])
    assert not wrong, "\n".join(wrong)


def test_all_are_looked_at():
    assert len(SUBJECTS) > 600
    assert {"ops.nn.conv", "ops.update.momentum", "numpy.creation", "ops.numpy.layout"} <= {*MODULES}


def test_what_is_missing_is_told():
    poor = Subject("poor", "here", "Do it\n\nParameters\n----------\nc\n    Third.\n", {"a": "First.", "b": ""})
    assert poor.faults() == ["'b' has no text", "no section Returns", "no section Examples",
                             "'c' is described, but there is no such argument", "the first line is not a sentence"]
    wrong = Subject("wrong", "here", "Do it.\n\nExamples\n--------\n>>> 1 + 1\n3\n", {})
    assert "Expected:\n    3\nGot:\n    2" in wrong.failures()


# ---- how a docstring is read, and what is made of it ------------------------------------------------

DOC = """Do it: ``a + b``.

    More of it.

    Parameters
    ----------
    a, b
        Two arrays.

        Of one shape.
    *data
        Many.

    Returns
    -------
    An array.

    Examples
    --------
    >>> 1
    1
    """


def test_a_docstring_is_read():
    words = read(DOC)
    assert words.head == "Do it: ``a + b``.\n\nMore of it." and words.sentence == "Do it: ``a + b``."
    assert words.texts == {"a": "Two arrays.\n\nOf one shape.", "b": "Two arrays.\n\nOf one shape.", "data": "Many."}
    assert words.sections == {"Returns": "An array.", "Examples": ">>> 1\n1"}
    assert read(None).texts == read("Do it.").sections == {}


def test_a_table_writes_what_is_read():
    made = document("Do it.", "", "More.", parameters={"a": "First\n    line."}, returns="It.", example=">>> 1\n1")
    words = read(made)
    assert words.head == "Do it.\n\nMore." and words.texts == {"a": "First\nline."}
    assert words.sections == {"Returns": "It.", "Examples": ">>> 1\n1"}


def test_functions_show_types_defaults_and_texts():
    text = mx.nd.FullyConnected.__doc__
    assert "num_hidden : int (at least 1), required\n    " in text
    assert "data : NDArray\n    " in text and "bias : NDArray, optional\n    " in text
    assert "out : NDArray, or a list of them, optional\n    " in text
    assert "data : Symbol\n    " in mx.sym.FullyConnected.__doc__
    assert mx.nd.FullyConnected.__doc__.count("Returns\n-------\n") == 1
    method = mx.nd.NDArray.relu.__doc__
    assert method.startswith(mx.nd.relu.__doc__.splitlines()[0]) and "mx.nd.relu(" in method


@pytest.mark.parametrize("default,shown", [
    (0.0010000000474974513, "0.001"), (9.999999974752427e-07, "1e-06"), (0.5, "0.5"),
    (1.1920928955078125e-07, "1.1920929e-07"), (1 / 3, repr(1 / 3))])
def test_a_default_that_is_a_float32_has_few_digits(default, shown):
    assert Param("eps", float, default).shown_default() == shown


@pytest.mark.parametrize("wanted,given,same", [
    ("[1.0, 2.72]", "[1.0, 2.7182817]", True), ("2.73", "2.7182817", False), ("3", "3.1", False),
    ("[1. 2.]", "[ 1.  2.0000001]", True), ("(2, 3)", "(2, 4)", False), ("nan", "1.0", False),
    ("[1, 2]", "[1]", False),
    ("1.25e-05", "0.0000125001", True), ("1.0", "1.02", False), ("0.5", "0.50000001", True)])
def test_numbers_of_examples_are_compared_to_the_digits_shown(wanted, given, same):
    assert Checker().check_output(wanted + "\n", given + "\n", 0) is same
