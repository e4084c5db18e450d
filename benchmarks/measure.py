"""Times cases with whichever `mxnet` the interpreter imports, and their plain torch form.

Run as a script by `python -m benchmarks`, on this project and on the reference, so it is plain and
its cases use only what MXNet 1.x has. Smaller is better everywhere.
"""
import importlib.util
import json
import sys
import time
import warnings
from pathlib import Path

CASES = {}
ROUNDS = 7
SECONDS = 0.15  # for one round of one form


def case(torch=None):
    """Declare a case: the function gets `mx` and gives what is timed; `torch` does so in torch."""
    def add(function):
        CASES[function.__name__] = (function, torch)
        return function
    return add


def load():
    """Run every file in cases/; each declares with `case`."""
    sys.modules.setdefault("measure", sys.modules[__name__])
    for path in sorted((Path(__file__).parent / "cases").glob("*.py")):
        spec = importlib.util.spec_from_file_location("cases_" + path.stem, path)
        spec.loader.exec_module(importlib.util.module_from_spec(spec))
    return CASES


def mean(function, repeat, wait):
    start = time.perf_counter()
    for _ in range(repeat):
        function()
    wait()
    return (time.perf_counter() - start) / repeat


def times(mx, name):
    """Give seconds a call: {"mxnet": s, "torch": s or None}. The forms take turns, the best counts."""
    make, make_torch = CASES[name]
    forms = {"mxnet": (make(mx), mx.nd.waitall)}
    if make_torch is not None and hasattr(mx, "remixnet_version"):
        forms["torch"] = (make_torch(), lambda: None)
    best = dict.fromkeys(("mxnet", "torch"))
    for form, (function, wait) in forms.items():
        mean(function, 3, wait)
        once = mean(function, 3, wait)
        repeat = max(1, int(SECONDS / max(once, 1e-7)))
        forms[form] = function, wait, repeat
    for _ in range(ROUNDS):
        for form, (function, wait, repeat) in forms.items():
            taken = mean(function, repeat, wait)
            best[form] = taken if best[form] is None else min(best[form], taken)
    return best


def main(names):
    warnings.simplefilter("ignore")
    import mxnet as mx
    load()
    for name in names or CASES:
        try:
            answer = times(mx, name)
        except Exception as error:
            answer = {"error": "%s: %s" % (type(error).__name__, str(error).split("\n")[0])}
        print(json.dumps({"case": name, **answer}), flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
