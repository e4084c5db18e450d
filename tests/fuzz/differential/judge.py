"""Says how the modes of one case end beside the reference's, and among themselves."""
import numpy as np

from tests.conformance.compare import RELATIVE, difference
from tests.fuzz.differential.modes import BEFORE, from_text
from tests.fuzz.programs.compare import within

ENDED = ("crashed", "hung")  # how the message begins where a process ended
GRAPH = ("bound", "simple", "module")  # modes that are held to the reference's bound one


def is_rounding(case, ours, theirs, found, moved):
    """Tell whether numbers differ by no more than where the case's own numbers move in their last bits.

    `moved` are answers of ours for such cases.
    """
    coarse = max((RELATIVE.get(spec["dtype"], 0) for spec in case["inputs"]), default=0)
    for mode, kind, _ in found:
        if kind.split(" ")[0] not in ("value", "gradient") or "type" in kind:
            return False
        results = [from_text(text[mode]) for text in (ours, theirs, *moved)]
        for part in ("outputs", "grads"):
            if any("error" in result or result[part] is None for result in results):
                return False
            for arrays in zip(*(result[part] for result in results)):
                if len({(array.shape, array.dtype) for array in arrays}) > 1:
                    return False
                if arrays[0].dtype.kind == "f":
                    arrays = [array.astype("float64") for array in arrays]
                    if not within(arrays[0], arrays[1], arrays[2:], coarse):
                        return False
                elif not (arrays[0] == arrays[1]).all():
                    return False
    return True


def kind_of(said):
    """Name a line that `compare.difference` gives."""
    if said.startswith("only ours"):
        return "refused here"
    if said.startswith("only the reference"):
        return "refused there"
    part = "gradient" if said.startswith("grads") else "input" if said.startswith(("changes", "input")) else "value"
    if ": only one side is finite" in said:
        return f"{part} is finite"
    if ", reference " in said and "elements" not in said:
        return f"{part}'s type or shape"
    return part


def judged(case, ours, theirs):
    """Give (outcome, [(mode, kind, said)]) of the answers {mode: result as text} of both sides.

    Outcomes: "agree"; "refused" by both in every mode; "one of its modes", where the reference's own modes
    differ and ours is one of them; "ended", where the reference's process ended; "differ".
    """
    ours = {mode: from_text(text) for mode, text in ours.items() if "unlike" not in text}
    theirs = {mode: from_text(text) for mode, text in theirs.items() if "unlike" not in text}
    ended = [mode for mode, result in theirs.items() if result.get("error", "").startswith(ENDED)]
    found, either = [], False
    for mode, result in ours.items():
        if result.get("error", "").startswith(ENDED):
            found.append((mode, "ended here", result["error"]))
            continue
        if mode in ended:
            continue
        if bare := bare_error(result, theirs):
            found.append((mode, "bare error", bare))
            continue
        told = {name: without(case, result, other, mode == "simple" != name)
                for name, other in theirs.items() if name not in ended}
        computed = [name for name in told if "error" not in theirs[name]]
        if "error" not in result and computed:  # what one mode of the reference refuses another computes
            told = {name: told[name] for name in computed}
        first = chosen(mode, told)
        if first is None or told[first] is None:
            continue
        if None in told.values():
            either = True
            continue
        found.append((mode, kind_of(told[first]), told[first]))
    if found:
        return "differ", found
    if ended:
        return "ended", []
    if all("error" in result for result in (*ours.values(), *theirs.values())):
        return "refused", []
    return ("one of its modes" if either else "agree"), []


def chosen(mode, told):
    """Name the mode of the reference that a mode of ours is held to."""
    if not told:
        return None
    wanted = [mode, "bound" if mode in GRAPH else "eager", *told]
    return next(name for name in wanted if name in told)


def without(case, ours, theirs, added):
    """Compare without the parts that one of the modes does not compute; `added` if ours' gradients are."""
    if "error" in ours or "error" in theirs:
        return difference(case, ours, theirs)
    parts = {part: ours[part] is not None and theirs[part] is not None for part in ("grads", "changed")}
    empty = {"grads": [], "changed": {}}
    ours, theirs = ({**side, **{part: empty[part] for part, there in parts.items() if not there}}
                    for side in (ours, theirs))
    with np.errstate(all="ignore"):
        if added:
            theirs["grads"] = [(grad.astype("float64") + BEFORE).astype(grad.dtype) for grad in theirs["grads"]]
        return difference(case, ours, theirs)


def bare_error(result, theirs):
    """Give the message of an error that is none of MXNet's, unless the reference raises its like."""
    if "error" not in result or result["family"]:
        return None
    name = result["error"].split(":")[0]
    alike = any("error" in other and not other.get("family", True) and
                (name == other["error"].split(":")[0] or not other["error"].startswith(ENDED))
                for other in theirs.values())
    return None if alike else result["error"]
