"""Runs the tutorials of docs/tutorials, and turns them into notebooks.

A tutorial is one Markdown page. Its cells are the blocks marked `python`, run in one namespace, in a folder of their
own; the `text` block below a cell is what it prints, and a picture below it, `![...](pictures/NAME)`, is the file NAME
that it has drawn. tests/project/test_tutorials.py holds the pages to that, `python -m tools.tutorials` writes printed
text and pictures into them anew, and docs/conf.py puts a notebook beside each page.
"""
import argparse
import base64
import contextlib
import io
import os
import re
import shutil
import sys
import tempfile
import textwrap
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "docs" / "tutorials"
EXAMPLES = ROOT / "examples"

CELL = re.compile(r"^```python\n(?P<source>.*?)^```\n(?:\n?```text\n(?P<printed>.*?)^```\n)?"
                  r"(?P<pictures>(?:\n?!\[[^]]*\]\(pictures/[^)]+\)\n)*)", re.MULTILINE | re.DOTALL)
PICTURE = re.compile(r"!\[[^]]*\]\(pictures/([^)]+)\)")
NUMBER = re.compile(r"-?\d+\.\d+(?:e[+-]?\d+)?")


@dataclass
class Cell:
    """One block of code, what the page says that it prints, and the pictures that it draws."""
    source: str
    printed: str
    pictures: list[str] = field(default_factory=list)


def pages() -> list[Path]:
    """Name the tutorials in the order of the contents."""
    listed = re.findall(r"^([\w-]+)$", (FOLDER / "index.md").read_text(), re.MULTILINE)
    return [FOLDER / f"{name}.md" for name in listed]


def parts(text: str) -> Iterator[str | Cell]:
    """Cut a page into Markdown and cells."""
    done = 0
    for match in CELL.finditer(text):
        if text[done:match.start()].strip():
            yield text[done:match.start()]
        yield Cell(match["source"], match["printed"] or "", PICTURE.findall(match["pictures"]))
        done = match.end()
    if text[done:].strip():
        yield text[done:]


@contextlib.contextmanager
def beside(folder: Path) -> Iterator[None]:
    """Work in a folder, with the examples' modules at hand, and leave everything as it was."""
    before, known = os.getcwd(), set(sys.modules)
    os.chdir(folder)
    sys.path.insert(0, str(EXAMPLES))
    try:
        yield
    finally:
        os.chdir(before)
        sys.path.remove(str(EXAMPLES))
        for name in set(sys.modules) - known:  # `digits` is a module of the examples, not of whoever comes next
            if str(EXAMPLES) in str(getattr(sys.modules[name], "__file__", "")):
                del sys.modules[name]


def run(page: Path, folder: Path) -> Iterator[tuple[Cell, str]]:
    """Run a page's cells in a folder; give each with what it printed."""
    space: dict[str, Any] = {"__name__": page.stem}
    with beside(folder):
        for number, part in enumerate(parts(page.read_text())):
            if isinstance(part, Cell):
                printed = io.StringIO()
                with contextlib.redirect_stdout(printed):
                    exec(compile(part.source, f"{page.name}, part {number}", "exec"), space)
                yield part, printed.getvalue()


def holds(cell: Cell, printed: str) -> bool:
    """Say whether a cell printed what its page shows; where the cell says so, another text will do."""
    if "may differ" in cell.source:
        return bool(cell.printed.strip()) and bool(printed.strip())
    return agree(cell.printed, printed)


def agree(shown: str, printed: str, within: float = 0.2) -> bool:
    """Compare what a page shows with what was printed: equal words, decimal fractions near each other.

    Losses and accuracies differ a little from one processor, and one release of torch, to the next.
    """
    shown, printed = ("\n".join(line.rstrip() for line in text.strip().splitlines()) for text in (shown, printed))
    if NUMBER.sub("#", shown) != NUMBER.sub("#", printed):
        return False
    pairs = zip(map(float, NUMBER.findall(shown)), map(float, NUMBER.findall(printed)))
    return all(abs(one - other) <= within * max(abs(one), abs(other), 0.1) for one, other in pairs)


def refresh(page: Path) -> None:
    """Write what the cells print now, and draw, into a page."""
    with tempfile.TemporaryDirectory() as folder:
        printed = [(cell, text) for cell, text in run(page, Path(folder))]
        remaining = iter(printed)

        def again(match: re.Match) -> str:
            cell, text = next(remaining)
            shown = f"```text\n{text.rstrip()}\n```\n" if text.strip() else ""
            return f"```python\n{cell.source}```\n{shown}{match['pictures']}"
        page.write_text(CELL.sub(again, page.read_text()))
        for cell, _ in printed:
            for name in cell.pictures:
                shutil.copyfile(Path(folder) / name, FOLDER / "pictures" / name)


def shown(name: str) -> str:
    """Spell how a notebook shows a picture; on a page the text does."""
    kind = "SVG" if name.endswith(".svg") else "Image"
    return f'from IPython.display import {kind}, display\ndisplay({kind}("{name}"))'


def companions(page: Path) -> list[str]:
    """Name the files of the examples that a page's cells import, and the data that these read."""
    named = re.findall(r"^import (\w+) +# examples/", page.read_text(), re.MULTILINE)
    files = [f"{name}.py" for name in named]
    for file in list(files):
        for folder, name in re.findall(r'"(data)" / "([\w.]+)"', (EXAMPLES / file).read_text()):
            files.append(f"{folder}/{name}")
    return files


def unpacking(files: list[str]) -> str:
    """Spell a cell that puts files of the examples beside a notebook: whoever downloads it has nothing else."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name in files:
            archive.writestr(zipfile.ZipInfo(name), (EXAMPLES / name).read_bytes(), zipfile.ZIP_DEFLATED)
    lines = textwrap.wrap(base64.b64encode(packed.getvalue()).decode(), 100)
    text = "\n".join(lines)
    return (f"# {', '.join(files)} of the examples, written beside this notebook\n"
            f'import base64, io, zipfile\n\nPACKED = """\n{text}\n"""\n'
            "zipfile.ZipFile(io.BytesIO(base64.b64decode(PACKED))).extractall()")


def notebook(page: Path) -> dict[str, Any]:
    """Give a page as a notebook, with what its cells print and draw."""
    import nbformat

    make = nbformat.v4
    cells = []
    files = companions(page)
    for part in parts(page.read_text()):
        if isinstance(part, str):
            cells.append(make.new_markdown_cell(re.sub(r"(\]\([\w./-]+)\.md(?=[#)])", r"\1.html", part).strip()))
            if len(cells) == 1 and files:
                cells.append(make.new_code_cell(unpacking(files), metadata={"jupyter": {"source_hidden": True}}))
            continue
        outputs = [make.new_output("stream", name="stdout", text=part.printed)] if part.printed else []
        for name in part.pictures:
            file = FOLDER / "pictures" / name
            data = ({"image/svg+xml": file.read_text()} if file.suffix == ".svg"
                    else {"image/png": base64.b64encode(file.read_bytes()).decode()})
            outputs.append(make.new_output("display_data", data=data))
        source = "\n\n".join([part.source.rstrip(), *map(shown, part.pictures)])
        cells.append(make.new_code_cell(source, outputs=outputs))
    for number, cell in enumerate(cells):
        cell["id"] = f"{page.stem}-{number}"  # not a random one: the same page gives the same file
    kernel = {"kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"}}
    made = make.new_notebook(cells=cells, metadata=kernel)
    nbformat.validate(made)
    return made


def write_notebooks(folder: Path) -> list[Path]:
    """Write the notebooks of all tutorials into a folder; give their paths."""
    import nbformat

    folder.mkdir(parents=True, exist_ok=True)
    written = []
    for page in pages():
        written.append(folder / f"{page.stem}.ipynb")
        written[-1].write_text(nbformat.writes(notebook(page)) + "\n")
    return written


def main() -> None:
    parser = argparse.ArgumentParser(description="Run tutorials, and write into them what they print and draw.")
    parser.add_argument("names", nargs="*", help="pages of docs/tutorials, such as digits-module; all unless given")
    parser.add_argument("--notebooks", type=Path, metavar="FOLDER", help="write notebooks instead; nothing is run")
    options = parser.parse_args()
    if options.notebooks:
        print(*write_notebooks(options.notebooks), sep="\n")
        return
    for page in pages():
        if not options.names or page.stem in options.names:
            refresh(page)
            print(page.relative_to(ROOT))


if __name__ == "__main__":
    main()
