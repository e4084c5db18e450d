"""Says whether two results of one case agree, and what differs first."""
import numpy as np

# Relative tolerance by type, the coarsest among the inputs and the output. It is taken of the element
# plus the array's largest element: a sum that cancels to nearly zero cannot be held to its own size
# in any order of addition. In float64 the reference keeps params and many constants in single
# precision, so seven digits are all it gives.
RELATIVE = {"float16": 1e-3, "float32": 1e-5, "float64": 1e-6}


def difference(case, ours, theirs):
    """Give None where the results of a case agree, else one line. `theirs` is the reference's."""
    coarse = max((RELATIVE.get(spec.get("dtype", "float32"), 0) for spec in case["inputs"]), default=0)
    if "error" in ours or "error" in theirs:
        if "error" in ours and "error" in theirs:
            return None
        side, error = ("ours", ours) if "error" in ours else ("the reference", theirs)
        return f"only {side} refuses: {error['error']}"
    for part in ("outputs", "grads"):
        if len(ours[part]) != len(theirs[part]):
            return f"{part}: {len(ours[part])}, reference {len(theirs[part])}"
        for index, (a, b) in enumerate(zip(ours[part], theirs[part])):
            if case.get("drawn"):  # at random, by another generator: types and shapes are all there is
                a, b = np.zeros_like(a), np.zeros_like(b)
            if found := array_difference(a, b, coarse):
                return f"{part}[{index}]: {found}"
    if sorted(ours["changed"]) != sorted(theirs["changed"]):
        return (f"changes inputs {sorted(ours['changed'])} in place, "
                f"the reference {sorted(theirs['changed'])}")
    for index, b in theirs["changed"].items():
        if found := array_difference(ours["changed"][index], b, coarse):
            return f"input {index} after the call: {found}"
    return None


def array_difference(a, b, coarse=0.0):
    """Give None or one line about two arrays; `b` is the reference's, `coarse` the least tolerance."""
    if a.dtype != b.dtype or a.shape != b.shape:
        return f"{a.dtype}{list(a.shape)}, reference {b.dtype}{list(b.shape)}"
    if a.dtype.kind != "f":
        wrong = int((a != b).sum())
        return f"{wrong} of {b.size} elements differ" if wrong else None
    relative = max(RELATIVE[a.dtype.name], coarse)
    a, b = a.astype("float64"), b.astype("float64")
    finite = np.isfinite(a) & np.isfinite(b)
    same = (a == b) | (np.isnan(a) & np.isnan(b))
    if not (same | finite).all():
        return f"{int((~(same | finite)).sum())} of {b.size} elements: only one side is finite"
    scale = np.abs(b[finite])
    if not scale.size:
        return None
    gap = np.abs(a[finite] - b[finite])
    excess = gap - (relative * scale + relative * scale.max())  # a largest number is not doubled
    if (excess > 0).any():
        worst = int(excess.argmax())
        return (f"{int((excess > 0).sum())} of {b.size} elements differ, worst "
                f"{a[finite][worst]:.9g}, reference {b[finite][worst]:.9g}")
    return None
