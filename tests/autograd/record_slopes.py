"""Records which inputs of operators a gradient reaches in the real MXNet 1.9.1: see `slopes`."""
import argparse
import json
import os
from pathlib import Path

from tests.autograd import slopes
from tests.autograd.slopes import WORDS, asked
from tests.conformance.side import Side

ROOT = Path(__file__).resolve().parents[2]
RECORDED = ROOT / "tests" / "data" / "slopes.json"


def main():
    """Record what the reference answers."""
    parser = argparse.ArgumentParser(prog="python -m tests.autograd.record_slopes", description=__doc__.splitlines()[0])
    parser.add_argument("--reference", required=True, help="a Python that imports MXNet 1.9.1; its answers are stored")
    os.environ["MXNET_MKLDNN_ENABLED"] = "0"
    side = Side(parser.parse_args().reference, "", slopes.__file__)
    print(side.start())
    side.must_not_be(ROOT)
    found = {}
    for number, case in enumerate(asked()):
        for question, answers in side.compute(number).items():
            if all(text in WORDS for text in answers):
                assert len(set(answers)) == 1, (case.id, question, answers)
                found.setdefault(case.id, {})[question] = answers[0]
            elif any(text in WORDS for text in answers):
                found.setdefault(case.id, {})[question] = next(text for text in answers if text in WORDS)
    side.stop()
    lines = [f"{json.dumps(name)}: {json.dumps(found[name])}" for name in sorted(found)]
    RECORDED.write_text("{\n" + ",\n".join(lines) + "\n}\n")
    print(f"{len(found)} cases, {sum(map(len, found.values()))} answers")


if __name__ == "__main__":
    main()
