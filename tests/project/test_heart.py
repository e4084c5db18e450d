"""The heart, all that one `bind` goes through, stays short enough to be read in one sitting."""
import sys
from pathlib import Path

import mxnet as mx
from mxnet.core.passes import infer

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "mxnet"
PAGE = ROOT / "docs" / "architecture.md"

MOST_LINES = 4350  # right answers come before fewer lines: what backward keeps, rows of zeros, names in errors
MOST_CALLS = 708
ROOMS = {  # as the page lists them
    "core/op/": "core/op/*.py",
    "core/graph.py program.py": "core/graph.py core/program.py",
    "core/passes/": "core/passes/*.py",
    "core/compile.py": "core/compile.py",
    "core/evaluate.py": "core/evaluate.py",
    "executor.py": "executor.py",
    "binding.py": "binding.py",
}


def lines(patterns):
    files = [path for pattern in patterns.split() for path in PACKAGE.glob(pattern)]
    assert len(files) >= len(patterns.split()), f"{patterns}: some are no longer there"
    return sum(path.read_text().count("\n") for path in files)


def test_the_heart_is_read_in_one_sitting():
    found = {room: lines(patterns) for room, patterns in ROOMS.items()}
    assert sum(found.values()) <= MOST_LINES, f"move what belongs elsewhere, or delete: {found}"


def test_the_page_lists_these_rooms():
    rooms = [line.split("|")[1] for line in PAGE.read_text().splitlines() if line.startswith("| `")]
    missing = [room for room in ROOMS if not any(f"`{room}" in listed for listed in rooms)]
    assert not missing, "the table of rooms has other names for them"


def test_a_bind_is_few_calls(monkeypatch):
    """Four operators, nothing of them remembered: every call of a function of the package counts."""
    monkeypatch.setattr(infer, "_results", {})
    layer = mx.sym.FullyConnected(mx.sym.var("data"), num_hidden=129)
    layer = mx.sym.FullyConnected(mx.sym.Activation(layer, act_type="relu"), num_hidden=11)
    net, count = mx.sym.SoftmaxOutput(layer, grad_scale=0.75), [0]

    def called(frame, event, _):
        count[0] += event == "call" and frame.f_code.co_filename.startswith(str(PACKAGE))
    before = sys.getprofile()
    sys.setprofile(called)
    try:
        net.simple_bind(mx.cpu(), data=(32, 784))
    finally:
        sys.setprofile(before)
    assert 100 < count[0] <= MOST_CALLS
