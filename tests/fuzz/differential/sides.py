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
        for side in self.sides:
            side.send({"case": case, "modes": modes})
        answers = [side.receive() for side in self.sides]
        return [by_mode(answer, side, case, modes) for answer, side in zip(answers, self.sides)]


def ended(answer):
    return isinstance(answer.get("error"), str) and answer["error"].startswith(ENDED)


def by_mode(answer, side, case, modes):
    """Give an answer's results; of a crash it is asked which mode it was, but nobody waits for a hung one again."""
    if not ended(answer):
        return answer
    if answer["error"].startswith("hung"):
        return {mode: {"error": answer["error"], "family": True} for mode in modes}
    return {mode: one(side, case, mode) for mode in modes}


def one(side, case, mode):
    """Compute one mode by itself: which of them ends the process?"""
    answer = side.compute({"case": case, "modes": [mode]})
    return {"error": answer["error"], "family": True} if ended(answer) else answer[mode]
