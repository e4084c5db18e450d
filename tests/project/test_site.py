"""The documentation site builds, its links lead somewhere, and every operator is in the reference."""
import re

import pytest

from mxnet.core.op import operators

pytest.importorskip("markdown", reason="the site's generator is part of the docs extra")
from tools import site


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    folder = tmp_path_factory.mktemp("site") / "site"
    site.build(folder)
    return folder


def test_every_document_is_a_page(built):
    pages = {path.stem for path in built.glob("*.html")}
    assert pages == {path.stem for path in site.DOCS.glob("*.md")} | {"changelog", "operators"}


def test_links_lead_somewhere(built):
    lost = [f"{page.name}: {target}" for page in built.glob("*.html")
            for target in re.findall(r'(?:href|src)="(?!\w+:)([^"#]+)', page.read_text())
            if not (built / target).exists() and not target.startswith("../")]
    assert not lost


def test_every_operator_has_an_entry(built):
    page = (built / "operators.html").read_text()
    entries = set(re.findall(r'<h3 id="([^"]+)"', page))
    assert entries == {op.name for op in operators().values()}


def test_nothing_is_fetched_from_elsewhere(built):
    for page in built.glob("*.html"):
        assert not re.search(r'(?:src|href)="https?:[^"]*\.(?:js|css)', page.read_text())
