"""Python in the README and the documents runs, and prints what the text block below it says.

A block below the line `<!-- excerpt -->` shows a piece of the source and is not run.
"""
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
FENCE = re.compile(r"^(<!-- excerpt -->\n)?```([^`\n]*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
DOCUMENTS = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
LINKED = [*DOCUMENTS, *sorted((ROOT / "docs" / "tutorials").glob("*.md"))]  # test_tutorials.py runs these


def program(document):
    """Join a document's Python blocks; give (source, expected output of each block or None)."""
    blocks = [("excerpt" if excerpt else language, body)
              for excerpt, language, body in FENCE.findall(document.read_text())]
    source, expected = [], []
    for index, (language, body) in enumerate(blocks):
        if language != "python":
            continue
        follows = blocks[index + 1] if index + 1 < len(blocks) else ("", "")
        source.append(f"{body}\nprint('---- block')\n")
        expected.append(follows[1] if follows[0] == "text" else None)
    return "".join(source), expected


def agree(shown, expected):
    """Compare printed text; blank space at line ends and blank first lines do not count."""
    return ([line.rstrip() for line in shown.strip().splitlines()]
            == [line.rstrip() for line in expected.strip().splitlines()])


@pytest.mark.parametrize("document", [path for path in DOCUMENTS if program(path)[1]],
                         ids=lambda path: path.name)
def test_python_blocks_run(document, tmp_path):
    source, expected = program(document)
    done = subprocess.run([sys.executable, "-W", "error", "-c", source], cwd=tmp_path, text=True,
                          capture_output=True, env={**os.environ, "PYTHONPATH": str(ROOT)}, timeout=240)
    assert done.returncode == 0, done.stderr
    shown = done.stdout.split("---- block\n")[:-1]
    assert len(shown) == len(expected)
    for output, wanted in zip(shown, expected):
        if wanted is not None:
            assert agree(output, wanted), f"printed:\n{output}\nthe document says:\n{wanted}"


@pytest.mark.parametrize("document", LINKED, ids=lambda path: path.name)
def test_links_between_documents_lead_somewhere(document):
    links = re.findall(r"\]\((?!https?:)([^)#\s]+)", document.read_text())
    missing = [link for link in links if not (document.parent / link).exists()]
    assert not missing
