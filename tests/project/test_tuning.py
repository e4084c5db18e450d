"""Thresholds stand in one file, with their unit in their name and what is known about them."""
import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
TUNING = ROOT / "mxnet" / "core" / "tuning.py"

UNITS = ("ELEMENTS BYTES CALLS NODES STEPS PRODUCTS ROWS CANDIDATES PAIRS SCORES NUMBERS PIXELS THREADS CAPTURES "
         "ATTEMPTS SETS REPLACEMENTS BATCHES SAMPLES WEIGHTS VIEWS INFERENCES SCALARS CHANNELS TILES").split()
# Rooms whose sizes belong to a format, to what a hostile file may ask for, or to a page that is drawn.
FORMATS = ("fileformat/", "contrib/onnx/", "cli/", "core/opening.py", "core/ops/image_header.py", "io/text.py",
           "io/record_source.py")
NO_THRESHOLDS = {("core/memory_plan.py", "_MEGA"): "a unit of what is printed",
    ("kvstore/distributed/message.py", "_MOST"): "what a message may announce; part of the wire format",
    ("gluon/loss.py", "_TINY"): "part of the formulas of losses, as the reference has them",
    ("gluon/utils.py", "_CHUNK_BYTES"): "bytes of a file that are held at once",
                 ("io/augment.py", "_LARGEST"): "a default of MXNet's"}
PUZZLES = re.compile(r"_?(MUCH|FEW|SMALL|LARGE|LARGEST|WIDE|MANY|MOST|LITTLE|WORK|SHORT|BIG|TINY|LIMIT|LOW|HIGH)")


def constants(source):
    """Yield (line, names, value) of the assignments of a module and of its classes."""
    tree = ast.parse(source)
    for body in [tree.body, *(node.body for node in tree.body if isinstance(node, ast.ClassDef))]:
        for node in body:
            if isinstance(node, ast.Assign):
                names = [leaf.id for target in node.targets for leaf in ast.walk(target) if isinstance(leaf, ast.Name)]
                yield node.lineno, names, node.value


def is_size(value):
    """Tell whether a value is written as a power of two, or a tuple of values has one."""
    return any(isinstance(leaf, ast.BinOp) and isinstance(leaf.op, ast.LShift) and isinstance(leaf.left, ast.Constant)
               for leaf in (value.elts if isinstance(value, ast.Tuple) else [value]))


def strays(source):
    """Name the thresholds of a file that should stand in tuning.py."""
    return [f"{line}: {name}" for line, names, value in constants(source) for name in names
            if name.isupper() and (is_size(value) or (PUZZLES.fullmatch(name) and isinstance(value, ast.Constant)))]


def test_every_threshold_has_its_unit_and_its_story():
    lines = TUNING.read_text().splitlines()
    found = list(constants(TUNING.read_text()))
    assert len(found) > 40
    comment = ""
    for number, line in enumerate(lines, 1):
        if line.startswith("# ----"):
            comment = ""
        elif line.startswith("#"):
            comment = line if not lines[number - 2].startswith("# ") else f"{comment} {line}"
        for at, names, _ in found:
            if at == number:
                assert any(unit in names[0].split("_") for unit in UNITS), f"{names[0]} names no unit"
                assert re.search(r"20\d\d-\d\d|[Cc]hosen|its own constant|[Nn]ot a measure", comment), \
                    f"{names[0]}: say what was measured and when, or that it was chosen"


def test_every_threshold_is_used():
    text = "\n".join(path.read_text() for path in (ROOT / "mxnet").rglob("*.py") if path != TUNING)
    unused = [names[0] for _, names, _ in constants(TUNING.read_text()) if not re.search(rf"\b{names[0]}\b", text)]
    assert not unused


def test_no_threshold_stands_elsewhere():
    found = [f"{name}:{stray}" for path in sorted((ROOT / "mxnet").rglob("*.py")) if path != TUNING
             for name in [path.relative_to(ROOT / "mxnet").as_posix()] if not name.startswith(FORMATS)
             for stray in strays(path.read_text()) if (name, stray.split()[-1]) not in NO_THRESHOLDS]
    assert not found


@pytest.mark.parametrize("line", ["_MUCH = 1 << 20", "FEW = 3", "class A:\n    _MOST = 4", "A, B = 1 << 3, 5"])
def test_a_stray_is_seen(line):
    assert strays(line)
