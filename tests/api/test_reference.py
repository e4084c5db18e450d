"""What the modules offer is documented, and the examples run."""
import pytest

import mxnet as mx

from .reference import MODULES, Entry, members


@pytest.mark.parametrize("module", MODULES)
def test_everything_public_is_documented_and_its_examples_run(module, tmp_path, monkeypatch):
    if module == "mxnet.visualization":
        pytest.importorskip("graphviz", reason="its examples draw by graphviz")
    monkeypatch.chdir(tmp_path)
    entries = members(module)
    wrong = [fault for entry in entries for fault in entry.faults()]
    wrong += [text for entry in entries if (text := entry.failures())]
    assert entries and not wrong, "\n".join(wrong)


def undocumented(count: int, *rest, dtype=None, **options) -> int:
    """Do something.

    Parameters
    ----------
    count
        How often.
    """


def misdescribed(count: int) -> None:
    """Do something.

    Parameters
    ----------
    other
        Nothing of the kind.
    """


def test_what_is_missing_is_named():
    assert Entry("f", undocumented).faults() == [
        "f: 'rest' has no text", "f: 'dtype' has no text", "f: 'options' has no text", "f: no section Returns"]
    assert Entry("g", misdescribed).faults() == [
        "g: 'count' has no text", "g: 'other' is described, but there is no such parameter"]
    assert Entry("f", lambda: 1).faults() == ["f: no first sentence"]


def test_methods_of_arrays_are_described_by_the_functions_they_call():
    doc = mx.np.ndarray.argsort.__doc__
    assert doc.startswith("Return the indices that would sort an array in ascending order.\n\nThe same as "
                          "``mx.np.argsort`` with this one as ``a``.\n\nParameters\n----------\naxis : int or None, "
                          "optional, default=-1\n")
    assert "Parameters" not in mx.np.ndarray.nonzero.__doc__ and "Returns\n" in mx.np.ndarray.nonzero.__doc__
    assert "\na : Symbol\n" in mx.sym.np.argsort.__doc__ and "\nSymbol\n    " in mx.sym.np.argsort.__doc__
    for method, function in ((mx.nd.NDArray.one_hot, "mx.nd.one_hot"), (mx.sym.Symbol.one_hot, "mx.sym.one_hot")):
        assert method.__doc__.startswith("Convert indices to one-hot vectors along a new last axis.\n\nThe same as "
                                         f"``{function}`` with this one as ``indices``.\n")
        assert "Parameters\n----------\ndepth : int, required\n" in method.__doc__
