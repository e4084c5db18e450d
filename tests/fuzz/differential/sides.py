"""Both interpreters of a differential run: operators in modes, and whole programs, in one process a side."""
from pathlib import Path

from tests.fuzz.differential.judge import ENDED
from tests.fuzz.programs.__main__ import Pair

PATIENCE = 30  # seconds for the modes of a case
WEIGHT = 1 / 20  # of a case beside a program, in counting what a process has run


class Sides(Pair):
    """A pair of processes that also computes cases."""

    def __init__(self, reference):
        super().__init__(reference, Path(__file__).parent / "modes.py")
        for side in self.sides:
            side.patience = PATIENCE

    def compute(self, case, modes):
        """Give {mode: result as text} of both sides; they work at the same time."""
        self.renew(WEIGHT)
        asked = {"case": case, "modes": modes}
        self.ours.send(asked)
        # a child costs ten times as much; of arrays without elements every third one ends the reference
        self.theirs.send({**asked, "apart": any(0 in spec["shape"] for spec in case["inputs"])})
        answers = [side.receive() for side in self.sides]
        answers = [side.compute({**asked, "apart": True}) if ended(answer) else answer
                   for answer, side in zip(answers, self.sides)]
        return [{mode: {**answer, "family": True} for mode in modes} if ended(answer) else answer for answer in answers]


def ended(answer):
    return isinstance(answer.get("error"), str) and answer["error"].startswith(ENDED)
