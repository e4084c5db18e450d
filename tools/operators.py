"""Says how many of MXNet 1.9.1's operators are registered here, and which are not: `make operators`.

tools/data/reference_operators.json holds the names and aliases of the reference's registry.
"""
import argparse
import json
import sys
from pathlib import Path

from mxnet.core import ops  # noqa: F401  -- importing it registers every family
from mxnet.core.op import operators

FACTS = Path(__file__).parent / "data" / "reference_operators.json"

# Left out by design: (why, how their names begin). They are counted apart.
EXCLUDED = {
    "bound to one vendor's library": ("_sg_mkldnn_", "_contrib_intgemm_", "_contrib_dgl_",
                                      "_contrib_tvm_", "_TensorRT", "_trt_"),
}
# How the missing are grouped; the first that fits counts.
GROUPS = {
    "gradients spelled as operators": lambda name: "backward" in name,
    "hooks of the reference's engine": lambda name: name in (
        "_CachedOp", "_CachedOpThreadSafe", "_CrossDeviceCopy", "_CustomFunction", "_NDArray",
        "_Native", "_NoGradient"),
    "quantization": lambda name: "quantize" in name or "calibrate" in name,
    "contrib": lambda name: name.startswith("_contrib_"),
    "linalg": lambda name: name.startswith("_linalg_"),
    "image": lambda name: name.startswith(("_image_", "_cv", "_imdecode")),
    "random": lambda name: name.startswith(("_random_", "_sample_", "sample_", "_shuffle")),
    "sparse": lambda name: "sparse" in name or name in ("cast_storage", "_square_sum"),
    "optimizer updates": lambda name: "_update" in name or name in (
        "all_finite", "multi_all_finite", "multi_lars", "multi_sum_sq", "reset_arrays"),
    "neural network": lambda name: name[0].isupper(),
    "other": lambda name: True,
}


def reference():
    """Give the reference's operators: name -> aliases."""
    return json.loads(FACTS.read_text())


def exclusion(name):
    """Say why an operator is left out by design, or give None."""
    return next((why for why, starts in EXCLUDED.items() if name.startswith(starts)), None)


def survey():
    """Compare the two registries.

    Gives (names asked for, present ones, missing by group, missing aliases, excluded by reason).
    """
    here, facts = operators(), reference()
    asked = [name for name in facts if exclusion(name) is None]
    present = [name for name in asked if name in here]
    missing = {}
    for name in asked:
        if name not in here:
            group = next(group for group, fits in GROUPS.items() if fits(name))
            missing.setdefault(group, []).append(name)
    aliases = {name: absent for name in present
               if (absent := [a for a in facts[name] if a not in here and exclusion(a) is None])}
    excluded = {}
    for name in facts:
        if (why := exclusion(name)) is not None:
            excluded.setdefault(why, []).append(name)
    return asked, present, missing, aliases, excluded


def main(arguments=None):
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--json", action="store_true", help="for machines")
    options = parser.parse_args(arguments)
    asked, present, missing, aliases, excluded = survey()
    if options.json:
        json.dump({"asked": len(asked), "present": len(present), "missing": missing,
                   "missing_aliases": aliases, "excluded": excluded}, sys.stdout, indent=1)
        print()
        return
    print(f"{len(present)} of {len(asked)} operators of MXNet 1.9.1 are here")
    for why, names in excluded.items():
        print(f"  {len(names)} more are left out by design: {why}")
    for group, names in sorted(missing.items(), key=lambda item: -len(item[1])):
        print(f"\nmissing, {group} ({len(names)}):")
        print("  " + ", ".join(names))
    if aliases:
        print(f"\naliases missing ({sum(map(len, aliases.values()))}):")
        for name, absent in aliases.items():
            print(f"  {name}: {', '.join(absent)}")


if __name__ == "__main__":
    main()
