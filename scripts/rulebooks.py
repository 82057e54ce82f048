"""The five rulebooks as pages of the documentation, from the texts that come with the rulesets.

They are put into HTML by what writes the server's pages (`views/prose.py`), so that both read them alike;
only headings stay Markdown, for the contents and the search of the site.
"""

from collections.abc import Iterator
from html import escape
from pathlib import Path

from hulldown import rulesets
from hulldown.rulesets.api.ruleset import Ruleset
from hulldown.server.rules import rulebook
from hulldown.server.rules.rulebook import illustration, mark_of
from hulldown.views.prose import Picture, Writing

RULES, READING, QUICK = "rules", "reading", "quickref"


class Shelf:
    """A folder for the pages of one ruleset and their pictures."""

    def __init__(self, ruleset: Ruleset, folder: Path) -> None:
        self.ruleset = ruleset
        self.folder = folder
        (folder / "pictures").mkdir(parents=True, exist_ok=True)

    def writing(self, book: str = f"{RULES}.html") -> Writing:
        """How texts are written here: rules are links to the page that has them all."""
        return Writing(self.ruleset.files.rulebook().rules.keys(), book, self.picture)

    def picture(self, named: str) -> Picture:
        """A picture that a text names, drawn into the folder."""
        made = illustration(self.ruleset, named)
        return self.kept(mark_of(named), made.picture, made.words, made.width, made.height)

    def kept(self, name: str, drawn: str, words: str, width: float, height: float) -> Picture:
        """A picture in the folder."""
        (self.folder / "pictures" / f"{name}.svg").write_text(drawn, encoding="utf-8")
        return Picture(f"pictures/{name}.svg", words, round(width), round(height))

    def write(self, name: str, title: str, parts: Iterator[str]) -> None:
        """A page of Markdown."""
        text = "\n\n".join([f"# {self.ruleset.name}: {title}", *parts])
        (self.folder / f"{name}.md").write_text(text + "\n", encoding="utf-8")


def block(html: str) -> str:
    """HTML that goes through Markdown as it is."""
    return f'<div class="book">\n{html.strip()}\n</div>'


def chapters(shelf: Shelf) -> Iterator[str]:
    """What is read before the rules: its opening, then chapter by chapter."""
    text = shelf.ruleset.files.text("reading")
    opening, *_ = rulebook.CHAPTER.split(rulebook.TITLE.sub("", text, count=1))
    yield block(shelf.writing().html(opening))
    for title, told in rulebook.chapters_of(text):
        yield f"## {title}"
        yield block(shelf.writing().html(told))


def quick_reference(shelf: Shelf) -> Iterator[str]:
    """Two pages to lie beside the board, without the marks of its numbers."""
    text = shelf.ruleset.files.quickref().in_force("", {})
    for title, told in rulebook.chapters_of(text):
        yield f"## {title}"
        yield block(shelf.writing().html(told))


def numbered(shelf: Shelf) -> Iterator[str]:
    """Every rule under its number."""
    for chapter in rulebook.pages(shelf.ruleset.files.rulebook(), shelf.writing("")):
        yield f"## {chapter.title}"
        rules = (
            f'<div class="rule" id="{rule.id}"><p class="rule-id"><a href="#{rule.id}">{rule.id}</a> '
            f"<span>{escape(rule.mark)}</span></p>{rule.html}</div>"
            for rule in chapter.rules
        )
        yield block(chapter.html + "\n".join(rules))


def front(shelf: Shelf) -> Iterator[str]:
    """What game it is, where its texts are, and its battles as they begin."""
    yield rulebook.in_a_sentence(shelf.ruleset)
    yield "\n".join(
        [
            f"- [How it is played]({READING}.md): chapters with examples and pictures.",
            f"- [Quick reference]({QUICK}.md): two pages to lie beside the board.",
            f"- [The rules]({RULES}.md), number by number.",
        ]
    )
    yield "## The battles"
    for scenario in shelf.ruleset.files.scenarios().values():
        yield f"### {scenario.name}"
        yield scenario.summary
        yield block(f"<p>{figure(shelf, scenario.id, scenario.name)}</p>")
    yield "## Whose game it is"
    yield block(shelf.writing().html(shelf.ruleset.files.text("source")))


def figure(shelf: Shelf, scenario: str, name: str) -> str:
    """The board of a scenario as it begins."""
    drawn = shelf.picture(f"board:{scenario}")
    return f'<img src="{drawn.address}" alt="{escape(f"{name}: {drawn.words}")}" loading="lazy">'


def write_rulebooks(folder: Path) -> None:
    """The pages of every ruleset, each in a folder of its name."""
    for name in rulesets.names():
        shelf = Shelf(rulesets.get(name), folder / name)
        shelf.write("index", "what it is", front(shelf))
        shelf.write(READING, "how it is played", chapters(shelf))
        shelf.write(QUICK, "quick reference", quick_reference(shelf))
        shelf.write(RULES, "the rules", numbered(shelf))
