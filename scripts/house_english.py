"""Turns of phrase that nobody says aloud, in every text that a person reads: tests/house/test_english.py.

`python scripts/house_english.py` lists them. With `--lower` it takes out of tests/house/english.txt what is
mended, and follows a text that moved to another file; it never adds a text. Without that file it writes all.
"""

from __future__ import annotations

import argparse
import ast
import re
import tomllib
from collections.abc import Iterator
from functools import cache
from html.parser import HTMLParser
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
ALLOWED = ROOT / "tests" / "house" / "english.txt"
HEADER = """\
# Sentences that tests/house/test_english.py still allows, each with its file. The list only shrinks:
# rewrite a sentence, then `python scripts/house_english.py --lower` takes it out of here.
"""

# A turn, and the plain word. Where a turn is right (a soldier stands), its sentence stays an exception.
BANNED = {
    r"(?:is|are) to be": "say who does it: 'must', 'can', or the verb alone",
    r"what is told of": "what ... says",
    r"(?:is|are) told": "say who tells it: 'the page says', 'you see'",
    r"by (?:itself|themselves)": "say what happens: 'the computer plays this part'",
    r"reckon(?:s|ed|ing)?": "work out, calculate",
    r"lies|lie": "is, are",
    r"stands|stand": "is, are",
    r"anew": "again",
    r"thrown": "rolled",
    r"laid": "put, set",
    r"beside": "next to, besides",
    r"whoever": "anybody who, the person who",
    r"one's": "your",
    r"such(?! as)": "this, these, like that",
    r"that there (?:is|are)": "leave it out",
}
TURNS = {re.compile(rf"\b(?:{turn})\b", re.IGNORECASE): plain for turn, plain in BANNED.items()}

PAGES = ("README.md", "CONTRIBUTING.md", "SECURITY.md", "CHANGELOG.md", "docs/*.md")
ROOMS = ("cli", "server", "lab", "catalogue", "game", "ai", "rulesets")
AUTHORS = "rulebook.md"  # the words of a rulebook's author, and rulings on them
SHOWN = ("aria-label", "title", "placeholder", "alt", "content", "label")

Places = dict[tuple[str, str], str]  # file and sentence -> the plain word for its first banned turn


def sentences(text: str) -> list[str]:
    """A text in sentences, each on one line."""
    return re.split(r"(?<=[.!?:;|])\s+", " ".join(text.split()))


def plain_word(sentence: str) -> str:
    """The plain word for the first banned turn of a sentence; empty if it has none."""
    return next(
        (f"{turn[0]!r}: {plain}" for find, plain in TURNS.items() if (turn := find.search(sentence))), ""
    )


def markdown_texts(text: str) -> Iterator[str]:
    """The paragraphs of a Markdown page without code, addresses of links and comments."""
    text = re.sub(r"^([ \t]*)```.*?^\1```[ \t]*$", "", text, flags=re.MULTILINE | re.DOTALL)
    text = re.sub(r"<!--.*?-->|\]\([^)\n]*\)|`[^`\n]+`", " ", text, flags=re.DOTALL)
    text = re.sub(r"^(?: {4}|\t)(?!\s*(?:[-*|]|\d+\.)\s).*$", "", text, flags=re.MULTILINE)
    yield from re.split(r"\n\s*\n|\n(?=\s*(?:[-*|#]|\d+\.)\s?)", text)


class PageTexts(HTMLParser):
    """What a page shows or reads aloud."""

    def __init__(self) -> None:
        super().__init__()
        self.texts: list[str] = []
        self.hidden = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.hidden += tag in ("script", "style")
        self.texts += [value for name, value in attrs if name in SHOWN and value]

    def handle_endtag(self, tag: str) -> None:
        self.hidden -= tag in ("script", "style")

    def handle_data(self, data: str) -> None:
        if not self.hidden:
            self.texts.append(data)


def html_texts(text: str) -> Iterator[str]:
    parser = PageTexts()
    parser.feed(text)
    yield from parser.texts


# In the order of a scanner: comments, strings in three kinds of quotes, and regular expressions.
SCRIPT = re.compile(
    r"//[^\n]*|/\*.*?\*/"
    r'|"(?P<double>(?:\\.|[^"\\\n])*)"'
    r"|'(?P<single>(?:\\.|[^'\\\n])*)'"
    r"|`(?P<back>(?:\\.|\$\{(?:[^{}`]|\{[^{}]*\}|`[^`]*`)*\}|[^`\\])*)`"
    r"|(?<=[(,=:!&|?])\s*/(?![/*])(?:\\.|\[(?:\\.|[^\]\\])*\]|[^/\\\n\[])+/",
    re.DOTALL,
)


def script_texts(text: str) -> Iterator[str]:
    """String literals of JavaScript with a blank in them; a part to fill in shows as dots."""
    for match in SCRIPT.finditer(text):
        literal = match["double"] or match["single"] or match["back"] or ""
        inner = [
            part for found in re.findall(r"\$\{(.*?)\}", literal, re.DOTALL) for part in script_texts(found)
        ]
        yield from inner
        if " " in literal:
            yield re.sub(r"\$\{(?:[^{}]|\{[^{}]*\})*\}", "...", literal)


def python_texts(text: str) -> Iterator[str]:
    """String literals of Python with a blank in them, no docstrings; a part to fill in shows as dots."""
    tree = ast.parse(text)
    skipped: set[ast.AST] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            skipped.add(node.value)
        elif isinstance(node, ast.JoinedStr):
            parts = [part for part in node.values if isinstance(part, ast.Constant)]
            skipped.update(parts)
            whole = "".join(str(part.value) if part in parts else "..." for part in node.values)
            if " " in whole:
                yield whole
        elif node not in skipped and isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield from [node.value] if " " in node.value else []


def toml_texts(text: str) -> Iterator[str]:
    """Every text in a TOML file, at any depth."""
    waiting: list[object] = [tomllib.loads(text)]
    while waiting:
        value = waiting.pop()
        if isinstance(value, dict):
            waiting += value.values()
        elif isinstance(value, list):
            waiting += value
        elif isinstance(value, str) and " " in value:
            yield value


READERS = {
    ".md": markdown_texts,
    ".html": html_texts,
    ".js": script_texts,
    ".py": python_texts,
    ".toml": toml_texts,
}


def files(root: Path) -> Iterator[Path]:
    """Every file with a text that a person reads."""
    source = root / "src" / "hulldown"
    for page in PAGES:
        yield from root.glob(page)
    for suffix in ("*.html", "*.js"):
        yield from (source / "web").rglob(suffix)
    for room in ROOMS:
        yield from (source / room).rglob("*.py")
    for suffix in ("*.md", "*.toml"):
        yield from (file for file in (source / "rulesets").rglob(suffix) if file.name != AUTHORS)


@cache
def banned(root: Path = ROOT) -> Places:
    """Every sentence with a banned turn."""
    places: Places = {}
    for file in files(root):
        for text in READERS[file.suffix](file.read_text(encoding="utf-8")):
            for sentence in sentences(text):
                if plain := plain_word(sentence):
                    places[file.relative_to(root).as_posix(), sentence] = plain
    return places


def allowed(text: str) -> list[tuple[str, str]]:
    """The exceptions, each a file and a sentence."""
    lines = [line for line in text.splitlines() if line and not line.startswith("#")]
    return [(file, sentence) for file, _, sentence in (line.partition(": ") for line in lines)]


def as_text(places: list[tuple[str, str]]) -> str:
    return HEADER + "".join(f"{file}: {sentence}\n" for file, sentence in sorted(places))


def lowered(places: Places, exceptions: list[tuple[str, str]]) -> list[tuple[str, str]]:
    """The exceptions that still hold, each where its sentence is now."""
    sentences = {sentence for _, sentence in exceptions}
    return [place for place in places if place[1] in sentences]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--lower", action="store_true", help="take out of the list what is mended")
    parser.add_argument("files", nargs="*", help="list those of these files alone")
    args = parser.parse_args()
    if args.lower:
        places = list(banned())
        if ALLOWED.exists():
            places = lowered(banned(), allowed(ALLOWED.read_text(encoding="utf-8")))
        ALLOWED.write_text(as_text(places), encoding="utf-8")
    else:
        for (file, sentence), plain in banned().items():
            if not args.files or file.startswith(tuple(args.files)):
                print(f"{file}: {sentence}\n    {plain}")


if __name__ == "__main__":
    main()
