"""The page of inspect --html, in a real browser where there is one."""
import json
import re

import pytest

import mxnet as mx
from mxnet.cli import main
from tests.browser import COMMAND, Browser
from tests.models.zoo import own


def page(tmp_path, prefix, *more):
    assert main(["inspect", str(prefix), "--html", str(tmp_path / "page.html"), *more]) == 0
    return tmp_path / "page.html"


def test_it_asks_for_nothing_from_outside(tmp_path):
    text = page(tmp_path, own("lenet").prefix).read_text()
    addresses = set(re.findall(r"(?:https?:)?//[\w.-]+[^\s\"'<>]*", text))
    assert addresses <= {"http://www.w3.org/2000/svg"}
    assert not re.search(r"<(link|img|iframe|script src)|@import|url\((?!#)", text)


def test_names_cannot_become_markup(tmp_path):
    wild = "</script><script>document.title='taken'</script><img src=x onerror=alert(1)>&\"'"
    net = mx.sym.FullyConnected(mx.sym.var("data"), num_hidden=2, name=wild, attr={"__note__": wild})
    net.save(str(tmp_path / "m-symbol.json"))
    mx.nd.save(str(tmp_path / "m-0000.params"), {f"arg:{wild}_weight": mx.nd.ones((2, 3)),
                                                 f"arg:{wild}_bias": mx.nd.array([float("nan"), 1])})
    text = page(tmp_path, tmp_path / "m").read_text()
    assert text.count("<script") == 2 and "<img" not in text
    data = json.loads(re.search(r'<script id="data" type="application/json">(.*?)</script>', text, re.S).group(1))
    assert data["layers"][1]["name"] == wild and data["layers"][1]["params"][1]["broken"] == 1
    if COMMAND is not None:
        browser = Browser()
        try:
            browser.open(tmp_path / "page.html")
            browser.click(".node.layer")
            browser.until("document.querySelector('aside h2').textContent.startsWith('</script>')")
            assert browser.run("document.title") != "taken" and not browser.errors
        finally:
            browser.close()


@pytest.fixture(scope="module")
def browser():
    if COMMAND is None:
        pytest.skip("needs Chromium")
    made = Browser()
    yield made
    made.close()


@pytest.fixture
def opened(browser, tmp_path):
    browser.errors.clear()
    browser.requests.clear()
    browser.open(page(tmp_path, own("detector").prefix, "--shape", "1,3,7,5"))
    yield browser
    assert browser.errors == []
    assert {address.split(":")[0] for address in browser.requests} == {"file"}
    assert len({address.split("#")[0] for address in browser.requests}) == 1


def heading(browser):
    return browser.run("document.querySelector('aside h2').textContent")


def test_overview(opened):
    assert heading(opened) == "The model"
    text = opened.run("document.querySelector('aside').textContent")
    assert "MXNet 1.9.1" in text and "prob_output" in text and "Convolution" in text
    assert opened.run("document.querySelectorAll('.node').length") == 12
    assert opened.run("document.querySelectorAll('.edge').length") == 13


def test_a_click_shows_the_layer(opened):
    opened.run("fit()")
    opened.click(".node.layer")
    opened.until("document.querySelector('aside h2').textContent === 'low'")
    text = opened.run("document.querySelector('aside').textContent")
    for words in ("Convolution", "1 × 4 × 7 × 5", "kernel", "(3, 3)", "low_weight", "4 × 3 × 3 × 3", "108 float32",
                  "mean ± deviation"):
        assert words in text
    assert opened.run("document.querySelectorAll('.weights svg').length") == 2
    bars = opened.run("[...document.querySelector('.weights svg').querySelectorAll('rect title')]"
                      ".map(title => +title.textContent)")
    assert sum(bars) == 108 and len(bars) == 40
    assert opened.run("document.querySelectorAll('.edge.near').length") == 2
    assert opened.run("location.hash") == "#layer=low"
    # on through a link, and back with the browser's own button
    opened.run("[...document.querySelectorAll('aside a')].find(a => a.textContent === 'slope').click()")
    opened.until("document.querySelector('aside h2').textContent === 'slope'")
    opened.run("history.back()")
    opened.until("document.querySelector('aside h2').textContent === 'low'")
    opened.click("#top")
    opened.until("document.querySelector('aside h2').textContent === 'The model'")


def test_search(opened):
    opened.click("#search")
    opened.type("convolution kernel=(1")
    opened.until("document.getElementById('found').textContent === '1 of 1'")
    names = opened.run("[...document.querySelectorAll('.node.hit')].map(node => model.layers[node.dataset.id].name)")
    assert names == ["score"]
    assert opened.run("getComputedStyle(document.querySelector('.node:not(.hit)')).opacity") < "0.5"
    opened.key("Enter", 13)
    opened.until("document.querySelector('aside h2').textContent === 'score'")
    opened.key("Escape", 27)
    assert opened.run("document.querySelectorAll('.searching').length") == 0


def test_zoom_and_drag(opened):
    opened.run("fit()")
    wide = opened.run("box.w")
    opened.wheel(400, 400, -300)
    opened.until(f"box.w < {wide} * 0.8")
    left = opened.run("box.x")
    opened.drag(300, 300, 420, 300)
    opened.until(f"box.x < {left} - 10")
    assert heading(opened) == "The model"       # a drag is no click
    opened.click("#fit")
    opened.until(f"Math.abs(box.w - {wide}) < 1")
    opened.click("#in")
    opened.until(f"box.w < {wide} * 0.8")


def test_an_address_opens_a_layer(browser, tmp_path):
    path = page(tmp_path, own("lenet").prefix)
    browser.open(path, "#layer=fc1")
    assert heading(browser) == "fc1"
    browser.open(path, "#search=BatchNorm")
    browser.until("document.getElementById('found').textContent === '1 of 2'")


def test_a_phone_shows_graph_and_panel_below_each_other(browser, tmp_path):
    browser.errors.clear()
    browser.screen(390, 844)
    try:
        browser.open(page(tmp_path, own("lenet").prefix))
        assert browser.too_wide() == []
        graph, panel = browser.run("['#view', '#panel'].map(name => document.querySelector(name)"
                                   ".getBoundingClientRect().toJSON())")
        assert panel["top"] >= graph["bottom"] - 1 and panel["width"] == graph["width"] == 390
        browser.click(".node.layer")
        browser.until("document.querySelector('aside h2').textContent !== 'The model'")
        assert browser.too_wide() == [] and browser.errors == []
    finally:
        browser.screen(1400, 900)
