"""The documentation site: every document is a page, every operator and every public name has an entry, links lead
somewhere.

The build here leaves the reference out, which takes most of the time; `make docs` builds all of it, and has
tools/links.py look at all links.
"""
import importlib
import re
from pathlib import Path

import pytest

from mxnet.core.op import operators

pytest.importorskip("numpydoc", reason="numpydoc is part of the docs extra")
from tools import links, reference

ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs"


def test_every_document_is_a_page(built_site):
    pages = {str(path.relative_to(built_site).with_suffix("")) for path in built_site.rglob("*.html")}
    documents = {str(path.relative_to(DOCS).with_suffix("")) for path in DOCS.rglob("*.md")}
    assert pages >= documents | {"search", "genindex"}


def test_links_lead_somewhere_and_nothing_is_fetched(built_site):
    assert not links.faults(built_site, left_out=("api", "operators"))


def test_dead_links_and_requests_are_found(tmp_path):
    (tmp_path / "a.html").write_text('<p id="x"><a href="b.html">b</a> <a href="#y">y</a> <a href="#x">x</a>'
                                     '<script src="https://example.invalid/a.js"></script>')
    assert links.faults(tmp_path) == ["a.html: b.html is not there", "a.html: #y has no such anchor",
                                      "a.html: fetches https://example.invalid/a.js"]


def test_every_page_is_in_the_contents():
    """A page that no toctree names is reached by nobody; Sphinx warns of it, but only where it is built."""
    for index, made in (("operators", {page for page, *_ in reference.FAMILIES}),
                        ("api", {page for page, *_ in reference.MODULES})):
        listed = re.findall(rf"^{index}/([\w-]+)$", (DOCS / f"{index}.md").read_text(), re.MULTILINE)
        assert set(listed) == made and len(listed) == len(made)


def test_every_operator_has_an_entry():
    text = "".join(reference.operator_pages().values())
    entries = re.findall(r"^\.\. _op-(\S+):$", text, re.MULTILINE)
    assert sorted(entries) == sorted({op.name for op in operators().values()})


@pytest.mark.parametrize("page, title, module, homes", reference.MODULES, ids=[row[0] for row in reference.MODULES])
def test_every_public_name_has_an_entry(page, title, module, homes):
    room = importlib.import_module(module)
    text = reference.module_page(title, module, homes)
    entries = re.findall(r"^\.\. auto(?:class|function):: (\S+)$", text, re.MULTILINE)
    assert entries and len(entries) == len(set(entries))
    assert [name for name in entries if not getattr(room, name).__doc__] == []


def test_no_public_name_is_left_out():
    """What a module offers and defines in this package is on some page; C helpers of mx.base are for old programs."""
    rooms = [(module, importlib.import_module(module), homes) for _, _, module, homes in reference.MODULES]
    shown = {id(getattr(room, name)) for module, room, homes in rooms for name in reference.members(module, homes)}
    shown |= {id(getattr(importlib.import_module(module), name, None)) for module, name in reference.front_end()}
    left = []
    for module, room, _ in rooms:
        for name in set(getattr(room, "__all__", ())):
            value = getattr(room, name)
            home = getattr(value, "__module__", None) or ""
            made = (module.replace("mxnet.symbol", "mxnet.ndarray"), name) in reference.front_end()
            if (callable(value) and home.startswith("mxnet.") and not made and id(value) not in shown
                    and not home.startswith(("mxnet.base", "mxnet.core.ops")) and not name.startswith(("_", "ND"))):
                left.append(f"{module}.{name}")
    assert sorted(left) == []
