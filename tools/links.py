"""Finds dead links in a built site, and whatever its pages would fetch from elsewhere: `make docs` runs it."""
import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

# Tags whose address a browser fetches by itself; that of an <a> only when somebody follows it.
FETCHED = {"script": "src", "img": "src", "iframe": "src", "source": "src", "link": "href"}


class Page(HTMLParser):
    """What one page has: anchors, links, and addresses that are fetched."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.anchors: set[str] = set()
        self.links: list[str] = []
        self.fetched: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        self.anchors.update(value for name, value in attrs if name in ("id", "name") and value)
        if tag in FETCHED and given.get(FETCHED[tag]):
            self.fetched.append(given[FETCHED[tag]] or "")
        elif tag == "a" and given.get("href"):
            self.links.append(given["href"] or "")


def faults(site: Path, left_out: tuple[str, ...] = ()) -> list[str]:
    """List `page: fault` of all pages below a folder; links into the folders in ``left_out`` are not followed."""
    pages = {path.resolve(): Page(path.read_text(encoding="utf-8")) for path in sorted(site.rglob("*.html"))}
    found = []
    for path, page in pages.items():
        where = path.relative_to(site.resolve())
        for address in page.links + page.fetched:
            parts = urlsplit(address)
            if parts.scheme or parts.netloc:
                if address in page.fetched and parts.scheme != "data":
                    found.append(f"{where}: fetches {address}")
                continue
            target = (path.parent / unquote(parts.path)).resolve() if parts.path else path
            if any(target.is_relative_to(site.resolve() / folder) for folder in left_out):
                continue
            if not target.is_relative_to(site.resolve()) or not target.exists():
                found.append(f"{where}: {address} is not there")
            elif parts.fragment and target in pages and unquote(parts.fragment) not in pages[target].anchors:
                found.append(f"{where}: {address} has no such anchor")
    return found


def main() -> None:
    site = Path(sys.argv[1])
    found = faults(site)
    count = len(list(site.rglob("*.html")))
    print("\n".join(found) or f"{count} pages, no dead link, nothing fetched; open {site / 'index.html'}")
    sys.exit(bool(found))


if __name__ == "__main__":
    main()
