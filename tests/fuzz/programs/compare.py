"""Says where two runs of one program part, and whether rounding explains it."""
from dataclasses import dataclass

import numpy as np

from tests.conformance.compare import array_difference
from tests.conformance.worker import decode

# A whole program rounds more often than one operator does.
COARSE = {"float32": 3e-5, "float16": 4e-3}
JITTER = {"float32": 1e-6, "float16": 1e-3}
NOTHING = 1e-6  # programs compute with numbers around 1; what cancels to less than this is rounding
AMPLIFIED = 10  # a difference this many times what a jitter of the data makes is no rounding


@dataclass
class Difference:
    """The first place where two runs part; `kind` says how, `line` is the statement."""

    kind: str
    line: int
    label: str
    said: str

    def __str__(self):
        return f"{self.kind} at line {self.line} ({self.label}): {self.said}"


def precision(lines):
    return "float16" if any("float16" in line for line in lines) else "float32"


def difference(lines, ours, theirs):
    """Give None or the first Difference of what two sides showed; `theirs` is the reference's."""
    for side, shown in (("ours", ours), ("reference", theirs)):
        if isinstance(shown, dict):
            return Difference(f"{side} {shown['error'].split(':')[0]}", -1, "", shown["error"])
    coarse = COARSE[precision(lines)]
    for (line, label, a), (other, name, b) in zip(ours, theirs):
        if (line, label) != (other, name):
            return _parted((line, label, a), (other, name, b))
        if label == "raises":
            continue
        said = tree_difference(a, b, coarse)
        if said:
            return Difference("values", line, label, said)
    if len(ours) != len(theirs):
        longer = max(ours, theirs, key=len)
        line, label, value = longer[min(len(ours), len(theirs))]
        return _only("ours" if longer is ours else "reference", line, label, value)
    return None


def _parted(mine, other):
    """Tell which side raised where the other went on."""
    if mine[1] == "raises" and (other[1] != "raises" or mine[0] <= other[0]):
        return _only("ours", *mine)
    if other[1] == "raises":
        return _only("reference", *other)
    return Difference("shown", mine[0], mine[1], f"the reference shows {other[1]} of line {other[0]}")


def _only(side, line, label, value):
    said = value["error"] if label == "raises" else f"only {side} shows it"
    return Difference(f"only {side} raises" if label == "raises" else "shown", line, label, said)


def tree_difference(a, b, coarse, path=""):
    """Give None or one line about two values as `text_of` wrote them."""
    if isinstance(a, list) and isinstance(b, list):
        if len(a) != len(b):
            return f"{path}: {len(a)} items, reference {len(b)}"
        items = [(f"{path}[{place}]", *pair) for place, pair in enumerate(zip(a, b))]
    elif isinstance(a, dict) and isinstance(b, dict) and "dict" in a and "dict" in b:
        mine, other = [key for key, _ in a["dict"]], [key for key, _ in b["dict"]]
        if mine != other:
            return f"{path}: keys {mine}, reference {other}"
        items = [(f"{path}.{key}", value, pair[1]) for (key, value), pair in zip(a["dict"], b["dict"])]
    elif isinstance(a, dict) and isinstance(b, dict) and "array" in a and "array" in b:
        if a.get("stype") != b.get("stype"):
            return f"{path}: {a.get('stype', 'dense')}, reference {b.get('stype', 'dense')}"
        mine, other = decode(a["array"]), decode(b["array"])
        said = array_difference(mine, other, coarse)
        return f"{path}: {said}" if said and not _is_nothing(mine, other) else None
    elif isinstance(a, dict) and isinstance(b, dict) and "number" in a and "number" in b:
        said = array_difference(np.array(float(a["number"])), np.array(float(b["number"])), coarse)
        return said and f"{path}: {said}"
    else:
        return None if a == b else f"{path}: {_brief(a)}, reference {_brief(b)}"
    for place, mine, other in items:
        said = tree_difference(mine, other, coarse, place)
        if said:
            return said
    return None


def _is_nothing(a, b):
    return a.dtype == b.dtype and a.shape == b.shape and a.dtype.kind == "f" and \
        bool((np.abs(a.astype("float64") - b) <= NOTHING).all())


def _brief(value):
    if isinstance(value, dict) and "array" in value:
        return f"{value['array']['dtype']}{value['array']['shape']}"
    return str(value)[:120]


# ---- rounding ----

def leaves(value):
    """Yield the arrays and numbers in a value, as float64."""
    if isinstance(value, list):
        for item in value:
            yield from leaves(item)
    elif isinstance(value, dict) and "dict" in value:
        for _, item in value["dict"]:
            yield from leaves(item)
    elif isinstance(value, dict) and "array" in value:
        yield decode(value["array"]).astype("float64")
    elif isinstance(value, dict) and "number" in value:
        yield np.array(float(value["number"]))


def is_rounding(lines, ours, theirs, jittered):
    """Tell whether all that differs would also move by a last-bit change of the program's data.

    `jittered` are runs of the same program whose drawn numbers were moved by JITTER.
    """
    if any(isinstance(shown, dict) for shown in (ours, theirs, *jittered)):
        return False
    keys = [(line, label) for line, label, _ in ours]
    if any([(line, label) for line, label, _ in shown] != keys for shown in (theirs, *jittered)):
        return False
    coarse = COARSE[precision(lines)]
    for place, (_, label, value) in enumerate(ours):
        if label == "raises" or not tree_difference(value, theirs[place][2], coarse):
            continue
        mine, other = list(leaves(value)), list(leaves(theirs[place][2]))
        moved = [list(leaves(shown[place][2])) for shown in jittered]
        for number, (a, b) in enumerate(zip(mine, other)):
            if a.shape != b.shape or any(other[number].shape != a.shape for other in moved):
                return False
            if not within(a, b, [other[number] for other in moved], coarse):
                return False
    return True


def within(a, b, moved, coarse):
    """Tell whether two arrays are no further apart than jitters move them."""
    if np.array_equal(a, b, equal_nan=True):
        return True
    finite = np.isfinite(a) & np.isfinite(b)
    if not np.array_equal(a[~finite], b[~finite], equal_nan=True):  # an overflow that a jitter reaches, too
        return any(not np.array_equal(np.isfinite(other), np.isfinite(a)) for other in moved)
    a, b, moved = a[finite], b[finite], [other[finite] for other in moved]
    gap = np.abs(a - b).max()
    reach = max(np.abs(other - a).max() for other in moved)
    return bool(gap <= AMPLIFIED * reach + coarse * np.abs(b).max())
