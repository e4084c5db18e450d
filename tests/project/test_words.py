"""Code and pages use the field's words: none of those that had to be explained to every new reader."""
import io
import re
import tokenize
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
FILES = [*sorted((ROOT / "mxnet").rglob("*.py")), *sorted((ROOT / "docs").rglob("*.md")), ROOT / "README.md"]

INSTEAD = {  # word -> the field's
    r"from above": "output gradient",
    r"metas": "tensor specs",
    r"twins?": "counterpart",
    r"landings?": "buffer donation",
    r"lodged?": "the word for what is meant",
    r"_?ears|_heard": "callbacks, or raised",
    r"_MUCH|_FEW": "a name with its unit",
    r"page-locked": "pinned",
    r"in the place of": "in place of",
    r"processor time": "CPU time",
    r"[Ss]omebody|of one's own": "a user, or the passive",
    r"(begins?|made|makes|written out) anew": "reset, or recomputed",
    r"([Ss]tart|[Ss]top) to (collect|measure|count)": "start collecting",
    r"roads? out": "conversion",
    r"to the letter": "exactly",
    r"what else there is": "further values",
    r"asks? for what": "requests",
    r"is told the": "receives",
    r"did not do": "was rejected",
    r"as (it|they) comes?": "unchanged",
    r"(one|flag|entry|line|family) an? (input|output|node|layer|line|file|context|channel|epoch)": "one per input",
    r"(one|row|entry|bar|numbers|symbol|transfer|gradient) an? (object|sample|gate|device|instance|time step|name)":
        "one per object",
}

NAMES = {"turn": "round", "_turn": "_round"}  # names in code; as a verb, an image turns by an angle


def found(pattern, text):
    return [hit.group() for hit in re.finditer(rf"(?<![\w-])(?:{pattern})(?!\w)", text)]


@pytest.fixture(scope="module")
def texts():
    return {str(path.relative_to(ROOT)): path.read_text() for path in FILES}


@pytest.mark.parametrize("pattern", INSTEAD)
def test_no_word_puzzles(pattern, texts):
    hits = {path: hits for path, text in texts.items() if (hits := found(pattern, text))}
    assert not hits, f"say {INSTEAD[pattern]!r} instead"


def names(text):
    tokens = tokenize.generate_tokens(io.StringIO(text).readline)
    return {token.string for token in tokens if token.type == tokenize.NAME}


def test_no_name_puzzles(texts):
    some = {path: text for path, text in texts.items() if path.endswith(".py") and any(name in text for name in NAMES)}
    hits = {path: hits for path, text in some.items() if (hits := NAMES.keys() & names(text))}
    assert not hits, f"rename: {NAMES}"


def test_a_word_is_found():
    assert found("from above", "a gradient from above.") and not found("twins?", "between twinned nodes")
    assert found(r"(one) an? (input)", "one an input") and not found("metas", "metadata, metas_of")
    assert found(r"([Ss]top) to (collect)", "Stop to collect.") and not found("roads? out", "crossroads outside")
    assert names("turn = 1  # in turn") == {"turn"}
