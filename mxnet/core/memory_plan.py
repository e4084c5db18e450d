"""Reports how much memory the values of a bound graph take while its programs run, for `debug_str`."""
from __future__ import annotations

from .compile import Compiled
from .passes.writer import Writer

_MEGA = 1 << 20


def memory_plan(compiled: Compiled) -> str:
    """Return the closing lines of MXNet's report, with our figures."""
    return f"Total {peak_of_values(compiled) // _MEGA} MB allocated\nTotal 0 TempSpace resource requested\n"


def peak_of_values(compiled: Compiled) -> int:
    """Follow both programs, or inference if nothing is differentiated, and return the peak bytes of live values."""
    if not compiled.plan.active:
        writer = compiled.inference_writer()
        return _Lives(writer, writer.program.returns[0]).peak()
    forward, backward = compiled.writers()
    outputs, kept = forward.program.returns
    before = _Lives(forward, [*outputs, *kept])
    after = _Lives(backward, backward.program.returns[0])
    held = {name: after.last[local] for name, local in backward.local.items()}
    return max(before.peak(), after.peak(before.deaths(held, outputs)))


class _Lives:
    """The lifetimes of a program's values. A value without a size has no memory of its own, or is not ours."""

    def __init__(self, writer: Writer, returned: list[str]) -> None:
        self.writer = writer
        self.last: dict[str, int] = writer.last_uses(returned)

    def deaths(self, held: dict[str, int], outputs: list[str]) -> dict[int, int]:
        """Return how many bytes that outlive this program are freed after which step of the next.

        ``held`` are the last uses there; outputs are never freed.
        """
        last = {**held, **dict.fromkeys(outputs, 1 << 60)}
        self.writer.prolong(last)
        found: dict[int, int] = {}
        for step in self.writer.program.steps:
            for name in step.results:
                if name in last:
                    found[last[name]] = found.get(last[name], 0) + self.writer.sizes.get(name, 0)
        return found

    def peak(self, inherited: dict[int, int] | None = None) -> int:
        """Return the peak of live bytes, including what an earlier program left alive until some step."""
        inherited, sizes = inherited or {}, self.writer.sizes
        going: dict[int, int] = dict(inherited)
        live = peak = sum(inherited.values())
        for number, step in enumerate(self.writer.program.steps):
            for name in {*step.results}:
                size = sizes.get(name, 0)
                live += size
                going[self.last[name]] = going.get(self.last[name], 0) + size
            peak = max(peak, live)
            live -= going.get(number, 0)
        return peak
