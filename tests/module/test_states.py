"""Methods called too early, too late or twice are refused where the reference refuses them, and nowhere else."""
import json
from pathlib import Path

import pytest

from .states import CALLS, KINDS, STATES, walk

RECORDED = json.loads((Path(__file__).parents[1] / "data" / "module_states.json").read_text())

# (kind of module, call) -> why it goes well here
LENIENT = {
    ("buckets", "save optimizer"): "it has no such method there",
    **{("chain", call): "a batch of another size breaks a chain there for good" for call in (
        "backward", "both", "fit", "forward", "predict", "predict by and by", "score")},
    **{("python", call): "a module in Python never counts as bound or initialised there" for call in (
        "bind by other names", "predict", "predict an array", "predict by and by", "score", "set no states")},
}
STRICT = {("python", "fit"): "bound for inference it stays so here, as every other module does on both"}
# the reference stumbles over a None there
CLEARER = ("AttributeError", "KeyError")


@pytest.mark.parametrize("state", STATES)
@pytest.mark.parametrize("kind", KINDS)
def test_refusals(kind, state):
    recorded = RECORDED[f"{kind}/{state}"]
    for call, kinds in walk(kind, state).items():
        expected = recorded.get(call)
        if expected is None:
            assert not kinds or (kind, call) in STRICT, (call, kinds)
        elif not kinds:
            assert (kind, call) in LENIENT, (call, expected)
        else:
            assert expected in kinds or expected in CLEARER or "MXNetError" in kinds, (call, expected, kinds)


def test_every_state_is_recorded():
    assert set(RECORDED) == {f"{kind}/{state}" for kind in KINDS for state in STATES}
    assert {call for found in RECORDED.values() for call in found} <= set(CALLS)
