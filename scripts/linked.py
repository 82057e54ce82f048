"""Where the links and pictures of a built site lead: to files and anchors that are there, or elsewhere."""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

LOADED = {"img", "script", "iframe", "source"}  # what a page fetches by itself; of <link> what `rel` says
FETCHED = {"stylesheet", "icon", "preload", "preconnect"}


@dataclass
class Page(HTMLParser):
    """A page: its anchors, where it leads, what it fetches."""

    anchors: set[str] = field(default_factory=set)
    leads: list[str] = field(default_factory=list)
    fetches: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        super().__init__()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note what an element is called, leads to and fetches."""
        given = {name: value or "" for name, value in attrs}
        self.anchors |= {given[name] for name in ("id", "name") if name in given}
        if tag == "link":
            into = self.fetches if FETCHED & set(given.get("rel", "").split()) else self.leads
        else:
            into = self.fetches if tag in LOADED else self.leads
        into += [given[name] for name in ("href", "src") if given.get(name)]


def read(file: Path) -> Page:
    """A page of the site."""
    page = Page()
    page.feed(file.read_text(encoding="utf-8"))
    return page


def faults(site: Path) -> Iterator[str]:
    """What is wrong with the links of a site, a line each: nothing there, or fetched from elsewhere."""
    pages = {file.resolve(): read(file) for file in sorted(site.rglob("*.html"))}
    for file, page in pages.items():
        named = file.relative_to(site.resolve())
        yield from (f"{named}: fetches {one}" for one in page.fetches if urlsplit(one).netloc)
        for link in [*page.leads, *page.fetches]:
            parts = urlsplit(link)
            if parts.scheme or parts.netloc:
                continue
            target = (file.parent / unquote(parts.path)).resolve() if parts.path else file
            if not target.is_file():
                yield f"{named}: {link} leads to no file"
            elif parts.fragment and target in pages and unquote(parts.fragment) not in pages[target].anchors:
                yield f"{named}: {link} leads to no such place"


def elsewhere(site: Path) -> dict[str, int]:
    """The addresses on other hosts that the site leads to, and from how many pages."""
    found: dict[str, int] = defaultdict(int)
    for file in site.rglob("*.html"):
        for link in {one for one in read(file).leads if urlsplit(one).netloc}:
            found[link] += 1
    return dict(sorted(found.items()))
