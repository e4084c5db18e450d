"""Runs the commands that docs/command-line.md shows, and holds the page to what they print.

A `console` block has lines that begin with `$ remixnet`, each followed by its output. The page's `python` blocks make
the files for them. `python -m tools.console` regenerates the outputs.
"""
import contextlib
import io
import re
import shlex
import tempfile
from collections.abc import Iterator
from pathlib import Path

from mxnet.cli import main as remixnet

from .tutorials import ROOT, beside

PAGE = ROOT / "docs" / "command-line.md"
BLOCK = re.compile(r"^```(python|console)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
COMMAND = re.compile(r"^\$ remixnet (.*)\n((?:(?!\$ ).*\n)*)", re.MULTILINE)
NUMBER = re.compile(r"[-+]?\d[\d.,]*(e[-+]?\d+)?")


def run(page: Path, folder: Path) -> Iterator[tuple[str, str, str]]:
    """Run a page's blocks in a folder; give each command with what the page shows and what it printed."""
    with beside(folder):
        for language, body in BLOCK.findall(page.read_text()):
            if language == "python":
                exec(body, {"__name__": page.stem})
                continue
            for command, shown in COMMAND.findall(body):
                yield command, shown, output(command)


def output(command: str) -> str:
    """Give what a command prints, mistakes included, as a terminal of 100 columns shows it."""
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed), contextlib.redirect_stderr(printed), contextlib.suppress(SystemExit):
        remixnet(shlex.split(command, comments=True))
    return "".join(f"{line.rstrip()}\n" for line in printed.getvalue().splitlines())


def words(text: str) -> list[str]:
    """Give a text's words, with # for all numbers: times and sizes are those of one machine."""
    return NUMBER.sub("#", text).split()


def refresh(page: Path) -> None:
    """Write what the commands print now into a page."""
    with tempfile.TemporaryDirectory() as folder:
        printed = iter([text for _, _, text in run(page, Path(folder))])

    def block(match: re.Match) -> str:
        if match[1] == "python":
            return match[0]
        return f"```console\n{COMMAND.sub(lambda one: f'$ remixnet {one[1]}{chr(10)}{next(printed)}', match[2])}```"
    page.write_text(BLOCK.sub(block, page.read_text()))


if __name__ == "__main__":
    refresh(PAGE)
