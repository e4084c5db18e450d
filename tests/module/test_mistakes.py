"""Mistakes give the reference's errors: the type programs catch and the words they look for."""
import pytest

from tests.module.mistakes import MISTAKES, answer, unmet


@pytest.mark.parametrize("name, mistake, expected, phrase", MISTAKES, ids=[row[0] for row in MISTAKES])
def test_the_answer_is_the_references(name, mistake, expected, phrase):
    assert unmet(mistake, expected, phrase) is None


@pytest.mark.parametrize("mistake", [row[1] for row in MISTAKES if row[2] is AssertionError],
                         ids=[row[0] for row in MISTAKES if row[2] is AssertionError])
def test_an_assertion_says_something(mistake):
    error, _ = answer(mistake)
    assert str(error).strip()  # the reference often asserts without a word


def test_another_answer_is_seen():
    assert unmet(lambda: int("x"), TypeError, "") is not None
    assert unmet(lambda: int("x"), ValueError, "no such words") is not None
    assert unmet(lambda: 1, ValueError, "") is not None
