"""A sample of the differential run against what the reference gave; the campaign itself is `make fuzz`."""
import json
import logging
import warnings

import numpy as np
import pytest

import mxnet as mx
from tests.conformance import walk
from tests.fuzz.differential import known, modes, recorded, report, values
from tests.fuzz.differential.journal import Journal
from tests.fuzz.differential.judge import judged
from tests.fuzz.differential.schedule import tasks

ENTRIES = recorded.load()
PARTS = 10


@pytest.mark.parametrize("part", range(PARTS))
def test_recorded_cases(part):
    logging.disable(logging.CRITICAL)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of numbers that are none
            wrong = [(entry["case"], found) for entry in ENTRIES[part::PARTS] if (found := recorded.failing(mx, entry))]
    finally:
        logging.disable(logging.NOTSET)
    assert not wrong, "\n\n".join(f"{case}\n    {found}" for case, found in wrong)


def answers(case, names):
    return {mode: modes.to_text(modes.compute(mx, case, mode)) for mode in names}


def test_modes_agree_and_a_difference_is_found():
    case = walk.Draw("elemwise_mul", 0).case([walk.array([3, 2]), walk.array([3, 2])])
    ours = answers(case, values.modes(case, "ordinary", 0))
    assert set(ours) == set(modes.MODES) and not any("error" in result for result in ours.values())
    assert judged(case, ours, {mode: ours[mode] for mode in ("eager", "hybrid", "bound")}) == ("agree", [])
    moved = modes.from_text(ours["eager"])
    moved["grads"][1] = moved["grads"][1] + 1
    outcome, found = judged(case, ours, {"eager": modes.to_text(moved)})
    assert outcome == "differ" and {mode for mode, *_ in found} == set(modes.MODES)
    assert all(kind == "gradient" for _, kind, _ in found)
    # where the modes of the reference differ, ours may be any of them
    assert judged(case, ours, {"eager": modes.to_text(moved), "bound": ours["bound"]}) == ("one of its modes", [])


def test_what_is_written_between_reaches_the_gradient():
    case = {**walk.Draw("elemwise_mul", 0).case([walk.array([3]), walk.array([3])]), "written": "inputs"}
    for mode in ("eager", "hybrid", "static", "bound", "simple"):
        plain, written = (modes.compute(mx, {key: value for key, value in case.items() if key in kept}, mode)
                          for kept in ((set(case) - {"written"}), set(case)))
        assert np.array_equal(plain["outputs"][0], written["outputs"][0])
        assert not np.allclose(plain["grads"][0], written["grads"][0]), mode


def test_errors_that_are_not_mxnets_are_found():
    case = walk.Draw("elemwise_mul", 0).case([walk.array([3]), walk.array([3])])
    bare, error = {"error": "IndexError: x", "family": False}, {"error": "MXNetError: x", "family": True}
    assert judged(case, {"eager": error}, {"eager": error}) == ("refused", [])
    assert judged(case, {"eager": bare}, {"eager": error})[1] == [("eager", "bare error", "IndexError: x")]
    assert judged(case, {"eager": bare}, {"eager": bare}) == ("refused", [])
    crash = {"error": "crashed: exit -11", "family": True}
    assert judged(case, {"eager": error}, {"eager": crash}) == ("ended", [])
    assert judged(case, {"eager": crash}, {"eager": error})[0] == "differ"


@pytest.mark.parametrize("label", values.CLASSES)
def test_every_class_of_values_changes_cases(label):
    walks = walk.load()
    changed = [found for name in sorted(walks)[::20] for number in (0, 1)
               if (found := values.made(case := walks[name](walk.Draw(name, number)), label, number)) is not None
               and (label == "ordinary" or found != case)]
    if label in ("csr", "row_sparse"):
        changed = [values.made(walks["sin"](walk.Draw("sin", number)), label, number) for number in range(9)]
    assert any(changed)


def test_the_order_of_runs_is_the_same_every_time():
    first, again = ([next(stream) for _ in range(500)] for stream in (tasks(), tasks()))
    assert first == again and len(set(first)) == 500
    assert any(key[0] == "program" for key in first)


def test_a_journal_survives_a_cut_line(tmp_path):
    path = tmp_path / "journal.jsonl"
    journal = Journal(path)
    journal.add(("dot", "special", 0), "agree", 5, 3)
    journal.add(("dot", "ordinary", 0), "differ", 5, 3, [("eager", "value", "outputs[0]: 1 of 2 elements differ")])
    journal.close()
    path.write_text(path.read_text() + '{"key": ["dot", "tie')
    again = Journal(path)
    again.add(("dot", "ties", 0), "agree", 5, 3)
    again.close()
    last = Journal(path)
    last.close()
    assert len(last.entries) == 3 and last.total() == 9
    assert ("dot", "ties", 0) in last
    said = report.text(last)
    assert "3 cases of 1 operators" in said and "1 distinct differences without a reason" in said


def test_known_differences_have_a_row_on_the_page():
    page = (recorded.FILE.parents[2] / "docs" / "coming-from-mxnet.md").read_text()
    missing = [entry.name for entry in known.KNOWN if entry.row and entry.row not in page]
    assert not missing
    assert json.dumps(sorted({entry.name for entry in known.KNOWN})) == json.dumps(sorted(
        entry.name for entry in known.KNOWN)), "two have one name"
