"""Builds the documentation site into site/: the pages of docs/ and an operator reference: `make docs`.

Works without a network; the result opens from a file.
"""
import argparse
import html
import re
import shutil
from pathlib import Path

import markdown

from mxnet.core import (
    describe,
    ops,  # noqa: F401  -- importing it registers every family
)
from mxnet.core.op import operators
from mxnet.version import remixnet_version

ROOT = Path(__file__).resolve().parent.parent
DOCS = ROOT / "docs"

# The order of the contents; a page in docs/ that is not named comes last.
ORDER = ["index", "getting-started", "coming-from-mxnet", "gluon", "data", "gpu", "operators", "architecture",
         "add-an-operator", "add-a-pass", "write-an-optimizer", "conformance", "changelog"]

STYLE = """
:root { --ink: #1f2933; --soft: #5b6875; --line: #dfe5eb; --paper: #fff; --tint: #f5f7fa; --mark: #2563a8; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #dde3ea; --soft: #9aa7b4; --line: #333d47; --paper: #15191e; --tint: #1e242b; --mark: #7db4ee; }
  img { background: #fff; border-radius: 6px; } }
* { box-sizing: border-box; }
body { margin: 0; font: 16px/1.6 system-ui, sans-serif; color: var(--ink); background: var(--paper);
       display: grid; grid-template-columns: 15rem minmax(0, 52rem); gap: 2.5rem; }
nav { position: sticky; top: 0; height: 100vh; overflow: auto; padding: 1.5rem; border-right: 1px solid var(--line);
      background: var(--tint); }
nav b { display: block; font-size: 1.2rem; } nav small { color: var(--soft); }
nav a { display: block; padding: .15rem 0; color: var(--ink); text-decoration: none; }
nav a.here { color: var(--mark); font-weight: 600; }
main { padding: 1rem 1rem 6rem; } a { color: var(--mark); } img { max-width: 100%; }
h1, h2, h3 { line-height: 1.25; } h2 { margin-top: 2.2rem; border-bottom: 1px solid var(--line); }
code { font: .88em ui-monospace, monospace; background: var(--tint); padding: .1em .3em; border-radius: 3px; }
pre { background: var(--tint); border: 1px solid var(--line); border-radius: 6px; padding: .8rem; overflow: auto; }
pre code { background: none; padding: 0; }
table { border-collapse: collapse; display: block; overflow: auto; } th, td { border: 1px solid var(--line);
  padding: .3rem .7rem; text-align: left; vertical-align: top; } th { background: var(--tint); }
#filter { width: 100%; padding: .5rem .8rem; font-size: 1rem; border: 1px solid var(--line); border-radius: 6px;
  color: var(--ink); background: var(--tint); position: sticky; top: .5rem; }
section.op { border-top: 1px solid var(--line); padding: .2rem 0 .6rem; }
section.op h3 { margin: .8rem 0 .2rem; } section.op h3 code { background: none; padding: 0; font-weight: 650; }
section.op p { margin: .3rem 0; } section[hidden] { display: none; }
@media (max-width: 60rem) { body { display: block; } nav { position: static; height: auto; } }
"""

PAGE = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>{title} · Remixnet</title><link rel="stylesheet" href="style.css"></head>
<body><nav><b>Remixnet</b><small>{version}</small>
{contents}
</nav><main>
{body}
</main></body></html>
"""

# Hides the entries and headings that do not match what is typed.
FILTER = """<input id="filter" placeholder="Search among {count} operators" autofocus>
<script>
document.addEventListener("DOMContentLoaded", () => {{
  const box = document.getElementById("filter"), entries = [...document.querySelectorAll("section.op")];
  const families = [...document.querySelectorAll("section.family")];
  const apply = () => {{
    const wanted = box.value.trim().toLowerCase().split(/\\s+/);
    for (const entry of entries) entry.hidden = !wanted.every(word => entry.dataset.words.includes(word));
    for (const family of families) family.hidden = !family.querySelector("section.op:not([hidden])");
  }};
  box.addEventListener("input", apply);
}});
</script>
"""


def to_html(text):
    """Turn Markdown into HTML; links between documents become links between pages."""
    made = markdown.markdown(text, extensions=["sane_lists", "tables", "fenced_code", "codehilite", "toc", "attr_list"],
                             extension_configs={"codehilite": {"guess_lang": False, "noclasses": True}})
    return re.sub(r'(href="(?!\w+:)[^"#]*)\.md(["#])', r"\1.html\2", made)


def families():
    """Group the operators by the file that declares them: title -> operators in alphabetical order."""
    groups = {}
    for op in set(operators().values()):
        module = op.function.__module__
        title = module.partition("core.ops.")[2].replace(".", ", ") or "other"
        groups.setdefault(title, []).append(op)
    return {title: sorted(groups[title], key=lambda op: op.name.lower().lstrip("_")) for title in sorted(groups)}


def operator_page():
    """Make the reference page from the registry."""
    groups = families()
    count = sum(map(len, groups.values()))
    parts = [to_html("# Operators\n\nEvery operator is a function of `mx.nd` and of `mx.sym`, with the same "
                     "params. This page is made from their declarations."), FILTER.format(count=count)]
    for title, members in groups.items():
        parts.append(f'<section class="family"><h2>{html.escape(title.capitalize())}</h2>')
        for op in members:
            words = " ".join((op.name, *op.aliases, describe.sentence(op))).lower()
            parts.append(f'<section class="op" data-words="{html.escape(words)}">'
                         f"{to_html(describe.reference_entry(op))}</section>")
        parts.append("</section>")
    return "\n".join(parts)


def build(target):
    """Write the site into a folder, replacing what is there; give the pages' names."""
    shutil.rmtree(target, ignore_errors=True)
    target.mkdir(parents=True)
    sources = {path.stem: path.read_text() for path in DOCS.glob("*.md")}
    sources["changelog"] = (ROOT / "CHANGELOG.md").read_text()
    bodies = {name: to_html(text) for name, text in sources.items()}
    bodies["operators"] = operator_page()
    titles = {name: re.search(r"<h1[^>]*>(.*?)</h1>", body, re.DOTALL).group(1)
              for name, body in bodies.items()}
    order = [name for name in ORDER if name in bodies] + sorted(set(bodies) - set(ORDER))
    for name, body in bodies.items():
        contents = "\n".join(f'<a href="{page}.html"{" class=here" if page == name else ""}>{titles[page]}</a>'
                             for page in order)
        title = html.unescape(re.sub(r"<[^>]+>", "", titles[name]))
        (target / f"{name}.html").write_text(PAGE.format(
            title=html.escape(title), version=remixnet_version, contents=contents, body=body))
    (target / "style.css").write_text(STYLE.lstrip())
    if (DOCS / "pictures").is_dir():
        shutil.copytree(DOCS / "pictures", target / "pictures")
    return order


def main(arguments=None):
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--out", type=Path, default=ROOT / "site")
    options = parser.parse_args(arguments)
    pages = build(options.out)
    print(f"{len(pages)} pages; open {options.out / 'index.html'}")


if __name__ == "__main__":
    main()
