"""The site in a real browser: search, contents, dark mode, phone widths; no script error, no request to anywhere."""
import pytest

import mxnet as mx
from tests.browser import COMMAND, Browser

READY = "document.querySelector('article') !== null"
PAGES = ["index", "getting-started", "coming-from-mxnet", "command-line", "environment", "gpu", "architecture",
         "serving", "support", "tutorials/index", "tutorials/digits-module", "tutorials/bucketing"]


@pytest.fixture(scope="module")
def tab():
    if COMMAND is None:
        pytest.skip("needs Chromium")
    made = Browser()
    yield made
    made.close()


@pytest.fixture
def browser(tab):
    tab.errors.clear()
    tab.requests.clear()
    tab.screen(1280, 900)
    yield tab
    assert tab.errors == []
    assert {address.split(":")[0] for address in tab.requests} <= {"file", "data"}


@pytest.mark.parametrize("width", [390, 1280])
def test_no_page_scrolls_sideways(browser, built_site, width):
    browser.screen(width, 900)
    for page in PAGES:
        browser.open(built_site / f"{page}.html", ready=READY)
        assert (page, browser.too_wide()) == (page, [])


def test_search_finds_words_of_pages(browser, built_site):
    browser.open(built_site / "index.html", ready=READY)
    browser.click(".sidebar-search")
    browser.type("perplexity")
    browser.key("Enter", 13)
    browser.until("document.querySelectorAll('#search-results li a').length > 0")
    browser.run("[...document.querySelectorAll('#search-results li a')]"
                ".find(a => a.textContent.includes('language model')).click()")
    browser.until("document.querySelector('h1')?.textContent.startsWith('A language model with buckets')")


def test_dark_mode_is_followed_and_switched(browser, built_site):
    ground = "getComputedStyle(document.body).backgroundColor"
    browser.open(built_site / "index.html", ready=READY)
    light = browser.run(ground)
    browser.screen(1280, 900, dark=True)
    browser.until(f"{ground} !== '{light}'")
    browser.screen(1280, 900)
    browser.until(f"{ground} === '{light}'")
    for _ in range(3):  # automatic, light, dark
        browser.run("document.querySelector('.content-icon-container .theme-toggle').click()")
        if browser.run("document.body.dataset.theme") == "dark":
            break
    assert browser.run(ground) != light
    browser.run("localStorage.clear()")


def test_contents_on_a_phone_open_and_lead_on(browser, built_site):
    browser.screen(390, 800)
    browser.open(built_site / "index.html", ready=READY)
    place = "document.querySelector('.sidebar-drawer').getBoundingClientRect().right"
    assert browser.run(place) <= 0
    browser.click(".mobile-header .nav-overlay-icon")
    browser.until(f"{place} > 100")
    browser.run("document.querySelector('.sidebar-tree a[href=\"gluon.html\"]').click()")
    browser.until("document.querySelector('h1')?.textContent.startsWith('Gluon')")


def test_parts_of_the_contents_fold(browser, built_site):
    browser.open(built_site / "index.html", ready=READY)
    inner = "document.querySelector('.sidebar-tree li.has-children ul')"
    assert browser.run(f"getComputedStyle({inner}).display") == "none"
    browser.click(".sidebar-tree li.has-children > label")
    browser.until(f"getComputedStyle({inner}).display !== 'none'")


def test_a_page_has_its_neighbours_copy_buttons_and_notebook(browser, built_site):
    browser.open(built_site / "tutorials" / "digits-gluon.html", ready=READY)
    assert browser.run("document.title").endswith(f"Remixnet {mx.remixnet_version}")
    assert browser.run("document.querySelectorAll('article div.highlight button.copybtn').length") >= 5
    assert browser.run("document.querySelector('.related-pages .next-page') !== null")
    assert browser.run("document.querySelector('p.notebook a').getAttribute('href')") == "digits-gluon.ipynb"
    assert (built_site / "tutorials" / "digits-gluon.ipynb").is_file()



def test_what_notebooks_show(browser, tmp_path):
    """Arrays, symbols, modules and blocks as HTML: names cannot become markup, and a phone need not scroll the page."""
    wild = "<img src=x onerror=document.title='taken'>"
    net = mx.sym.FullyConnected(mx.sym.var("data"), num_hidden=4, name=wild)
    module = mx.mod.Module(net, label_names=None)
    module.bind([("data", (2, 3))])
    module.init_params()
    block = mx.gluon.nn.HybridSequential(prefix=wild)
    block.add(mx.gluon.nn.Dense(2, in_units=3, prefix=wild))
    shown = [item._repr_html_() for item in (mx.nd.arange(6).reshape((2, 3)), net, module, block)]
    page = tmp_path / "page.html"
    cells = "".join(f"<div class='output' style='overflow-x: auto'>{text}</div>" for text in shown)
    page.write_text(f"<!doctype html><meta name='viewport' content='width=device-width'><title>cells</title>{cells}")
    browser.screen(390, 800)
    browser.open(page, ready="document.querySelectorAll('.output').length === 4")
    empty = browser.run("[...document.querySelectorAll('.output')].filter(e => !e.querySelector('table, svg')).length")
    assert empty == 0
    assert browser.run("document.title") == "cells" and browser.run("document.images.length") == 0
    assert browser.too_wide() == []
