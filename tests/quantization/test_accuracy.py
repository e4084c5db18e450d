"""What the demo's network loses on 16 and 8 bits, by the benchmark itself."""
import logging

import pytest

from benchmarks import accuracy


@pytest.fixture(autouse=True)
def restored(monkeypatch):
    monkeypatch.syspath_prepend(str(accuracy.EXAMPLES))
    yield
    logging.disable(logging.NOTSET)


def test_digits_lose_at_most_half_a_percent(capsys):
    found = accuracy.main([])["digits"]["here"]
    assert found["float32"] > 0.97
    for form in accuracy.FORMS:
        assert found["float32"] - found[form] <= 0.005, (form, found)
    assert "digits" in capsys.readouterr().out


def test_a_form_that_fails_is_told():
    told = accuracy.table({"net": {"here": dict.fromkeys(accuracy.FORMS, 0.5),
                                   "MXNet": dict.fromkeys(accuracy.FORMS, "TypeError: no")}})
    assert told.count("TypeError: no") == len(accuracy.FORMS) and "0.5000" in told
