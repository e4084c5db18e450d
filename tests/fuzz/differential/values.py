"""The classes of values: each makes another case of one that a walk drew, or None where it would be the same one."""
import copy

FLOATS = ("float16", "float32", "float64")
SPECIAL = {"special": [float("nan"), float("inf"), -float("inf"), -0.0],
           "extreme": [1e30, -3e38, 1e-30, -1e-41, 20.0, -90.0]}
LOW_HIGH = {"uint8": (0, 5), "bool": (0, 2)}  # of whole numbers of a type; else from -3 to 4


def is_data(spec):
    """Say whether an input is numbers, not indices or labels."""
    return spec["dtype"] in FLOATS and spec.get("draw", "normal") != "integers"


def changed(case, change, only=is_data):
    """Give the case with `change(spec)` for the inputs that `only` picks; None where it picks none."""
    if not any(only(spec) for spec in case["inputs"]):
        return None
    return {**case, "inputs": [change(dict(spec)) if only(spec) else spec for spec in case["inputs"]]}


def whole(spec, low, high):
    """Draw whole numbers from low to high - 1."""
    kept = {key: value for key, value in spec.items() if key not in ("values", "scale", "low", "high", "draw")}
    return {**kept, "draw": "integers", "low": low, "high": high}


def ordinary(case, index):
    return case


def sprinkled(label):
    return lambda case, index: changed(case, lambda spec: {**spec, "sprinkled": SPECIAL[label]})


def ties(case, index):
    return changed(case, lambda spec: whole(spec, 1, 3))


def zeros(case, index):
    return changed(case, lambda spec: whole(spec, 0, 1))


def out_of_range(case, index):
    def further(spec):
        low, high = spec.get("low", -1), spec.get("high", 1)
        return {**spec, "low": low if spec["dtype"] in ("uint8", "bool") else low - 2 * (high - low) - 1,
                "high": high + 2 * (high - low) + 1}
    return changed(case, further, lambda spec: spec.get("draw") == "integers")


def typed(dtype):
    """Make all numbers of another type; every second time those of one input alone."""
    def change(case, index):
        if dtype in FLOATS:
            def convert(spec):
                return {**spec, "dtype": dtype}
        else:
            def convert(spec):
                return {**whole(spec, *LOW_HIGH.get(dtype, (-3, 4))), "dtype": dtype}
        data = [place for place, spec in enumerate(case["inputs"]) if is_data(spec)]
        if all(case["inputs"][place]["dtype"] == dtype for place in data):
            return None
        if index % 2 and len(data) > 1:
            place = data[index // 2 % len(data)]
            inputs = list(case["inputs"])
            inputs[place] = convert(dict(inputs[place]))
            return {**case, "inputs": inputs}
        return changed(case, convert)
    return change


def sized(size):
    """Put a size of 0 or 1 wherever one of the first input's sizes stands."""
    def change(case, index):
        sizes = sorted({length for spec in case["inputs"][:1] for length in spec["shape"]} - {size})
        if not sizes:
            return None
        old = sizes[index % len(sizes)]
        inputs = [dict(spec, shape=[size if length == old else length for length in spec["shape"]])
                  for spec in case["inputs"]]
        if any("values" in spec and spec["shape"] != before["shape"] for spec, before in zip(inputs, case["inputs"])):
            return None
        made = {**case, "inputs": inputs}
        return {**made, "numpy_shapes": True} if size == 0 and index % 2 == 0 else made
    return change


def laid(how):
    return lambda case, index: {**case, "layout": how} if case["inputs"] and "out" not in case else None


def stored(how):
    """Make every matrix sparse, with zeros in it; only for operators that stand under mx.nd.sparse."""
    from mxnet.core.op import operators

    def change(case, index):
        if f"_sparse_{case['op'].lstrip('_')}" not in operators() or case.get("drawn"):
            return None
        made = changed(case, lambda spec: {**spec, "sprinkled": [0.0]}, lambda spec: len(spec["shape"]) == 2)
        return made and {**made, "layout": how, "grad": index % 2 == 1 and case["grad"]}
    return change


def written(what):
    return lambda case, index: {**case, "written": what} if case["grad"] and not case.get("drawn") else None


CLASSES = {
    "ordinary": ordinary, "special": sprinkled("special"), "extreme": sprinkled("extreme"), "ties": ties,
    "zeros": zeros, "out of range": out_of_range,
    **{dtype: typed(dtype) for dtype in (*FLOATS, "int32", "int64", "int8", "uint8", "bool")},
    "size 0": sized(0), "size 1": sized(1), "slices": laid("slice"), "reshapes": laid("reshape"),
    "csr": stored("csr"), "row_sparse": stored("row_sparse"),
    "inputs written": written("inputs"), "outputs written": written("outputs"),
}


JITTER = {"float16": 1e-3, "float32": 1e-6, "float64": 1e-7}  # some last bits


def jittered(case, seed):
    """Move the numbers of a case in their last bits; the same heads and draws as before."""
    return {**case, "inputs": [{**spec, "jitter": JITTER[spec["dtype"]] * (1 + seed / 8)} if is_data(spec) else spec
                               for spec in case["inputs"]]}


OFTEN = ("ordinary", "slices", "reshapes", "inputs written", "outputs written")


def made(case, label, index):
    """Give a walk's case in a class of values, or None."""
    found = CLASSES[label](copy.deepcopy(case), index)
    if found is not None and not any(spec.get("grad", spec["dtype"] in FLOATS) for spec in found["inputs"]):
        found["grad"] = False
    return found


def modes(case, label, index):
    """Give the modes that a case is computed in, the eager one first."""
    if label in ("csr", "row_sparse"):
        return ["eager"]
    recorded = ["eager"]
    if case["inputs"]:
        recorded.append("hybrid")
        if label in OFTEN or index % 3 == 0:  # it takes longest
            recorded.append("static")
    if "." in case["op"]:
        return recorded
    if "out" in case:  # steps of optimizers, which no graph of the reference takes
        return ["eager"]
    several = [*recorded, "bound", "simple"]
    if case["inputs"] and all(spec["dtype"] == "float32" for spec in case["inputs"]) and "written" not in case \
            and "layout" not in case and "numpy_shapes" not in case:
        several.append("module")
    return several
