"""The tutorials run, print what their pages show and draw their pictures; notebooks have the same cells."""
import re
import warnings

import numpy as np
import pytest

import mxnet as mx
from tools import tutorials


@pytest.fixture(autouse=True)
def _own_draws_and_names():
    """Leave NumPy's generator as it was, which the pages seed; names count from zero, as in a program of its own."""
    state = np.random.get_state()
    with mx.name.NameManager():
        yield
    np.random.set_state(state)


@pytest.mark.parametrize("page", tutorials.pages(), ids=lambda page: page.stem)
def test_a_tutorial_runs(page, tmp_path):
    if page.stem == "records":
        pytest.importorskip("cv2", reason="record files of images need the images extra")
    ran = 0
    for cell, printed in tutorials.run(page, tmp_path):
        assert tutorials.holds(cell, printed), f"{cell.source}\nprinted:\n{printed}\nthe page says:\n{cell.printed}"
        for name in cell.pictures:
            assert (tmp_path / name).stat().st_size > 200 and (tutorials.FOLDER / "pictures" / name).is_file()
        ran += 1
    assert ran >= 4


def test_every_page_is_listed():
    assert sorted(tutorials.FOLDER.glob("*.md")) == sorted([*tutorials.pages(), tutorials.FOLDER / "index.md"])
    assert len(tutorials.pages()) >= 10


def test_pictures_are_all_used():
    used = {name for page in tutorials.pages() for name in tutorials.PICTURE.findall(page.read_text())}
    assert {path.name for path in (tutorials.FOLDER / "pictures").iterdir()} == used


def hidden(cell):
    return cell.metadata.get("jupyter", {}).get("source_hidden", False)


def test_notebooks_have_cells_and_outputs(tmp_path):
    nbformat = pytest.importorskip("nbformat", reason="notebooks are part of the docs extra")
    for path, page in zip(tutorials.write_notebooks(tmp_path), tutorials.pages()):
        book = nbformat.read(path, 4)
        cells = [part for part in tutorials.parts(page.read_text()) if isinstance(part, tutorials.Cell)]
        code = [cell for cell in book.cells if cell.cell_type == "code" and not hidden(cell)]
        assert len(code) == len(cells)
        for made, cell in zip(code, cells):
            assert made.source.startswith(cell.source.rstrip())
            assert len(made.outputs) == len(cell.pictures) + bool(cell.printed)


@pytest.mark.parametrize("page", tutorials.pages(), ids=lambda page: page.stem)
def test_a_notebook_brings_its_files(page, tmp_path, monkeypatch):
    """A notebook is downloaded alone, so that the modules which its page imports have to come with it."""
    pytest.importorskip("nbformat", reason="notebooks are part of the docs extra")
    monkeypatch.chdir(tmp_path)
    book = tutorials.notebook(page)
    for cell in filter(hidden, book.cells):
        exec(cell.source, {})
    for name in tutorials.companions(page):
        assert (tmp_path / name).read_bytes() == (tutorials.EXAMPLES / name).read_bytes()
    imported = {name for cell in book.cells if cell.cell_type == "code" and not hidden(cell)
                for name in re.findall(r"^import (\w+)", cell.source, re.MULTILINE)}
    own = {path.stem for path in tutorials.EXAMPLES.glob("*.py")}
    assert {path.stem for path in tmp_path.glob("*.py")} == imported & own
    assert tutorials.notebook(page) == book


def test_a_kernel_runs_a_notebook(tmp_path):
    nbclient = pytest.importorskip("nbclient", reason="a notebook needs Jupyter's client")
    pytest.importorskip("ipykernel", reason="a notebook needs a kernel")
    page = tutorials.FOLDER / "several-devices.md"
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # those of the client, of sockets and event loops
        book = nbclient.NotebookClient(tutorials.notebook(page), timeout=120, kernel_name="python3",
                                       resources={"metadata": {"path": str(tmp_path)}}).execute()
    ran = [cell for cell in book.cells if cell.cell_type == "code" and not hidden(cell)]
    cells = [part for part in tutorials.parts(page.read_text()) if isinstance(part, tutorials.Cell)]
    for cell, part in zip(ran, cells):
        assert tutorials.holds(part, "".join(out.text for out in cell.outputs if out.output_type == "stream"))


@pytest.mark.parametrize("shown, printed, same", [
    ("loss 0.52, right", "loss 0.55, right", True), ("loss 0.52", "loss 0.92", False),
    ("shape (3, 4)", "shape (3, 5)", False), ("0.98 of them", "0.98 of those", False), ("a\n", "a  \n\n", True)])
def test_printed_text_is_compared(shown, printed, same):
    assert tutorials.agree(shown, printed) is same
