"""What is printed of the rules beside the rulebook, held against it: numbers, and the rules that they cite.

A statement of a sheet is a heading, a row of a table, or what stands before the rules that it cites. Each of
its numbers is marked as a value that one of these rules prints, or stands in the text of one of them; and it
has a word, a value or a number in common with each rule that it cites.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from hulldown.rulesets.api.files import Rulebook

ID = re.compile(r"\b[A-Z]{2}-\d+\.\d+\b")
SPAN = re.compile(r"([A-Z]{2}-\d+)\.(\d+) to \1\.(\d+)")
CITED = re.compile(rf"\(?{ID.pattern}(?:(?:, | and | to ){ID.pattern})*\)?")
PICTURE = re.compile(r"!\[[^\]]*\]\(<[^>]*>\)")
MARK = re.compile(r"<!--([a-z0-9_]*)-->")
MARKED = re.compile(r"[-+]?(?:\d+(?:\.\d+)?|[A-Za-z]+)<!--([a-z0-9_]*)-->")
NUMBER = re.compile(r"[A-Za-z]+\d*|\d+(?:\.\d+)?(?:/\d+)?%?")  # a d6 is a word
ITEM = re.compile(r"\s*(?:[-*]|\d{1,2}\.) +")
TABLE = re.compile(r"\b(?:tables?|sections?) (\d+\.\d+)|\((\d+\.\d+)\)")
RULE = re.compile(r"- \*\*([A-Z]{2}-\d+\.\d+)\*\* (?:\[\w+\] )?")
RULED = re.compile(r"[|\s:-]+")
EXAMPLE = "An example."
WORDS = ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
PARTS = {"half": 2, "halves": 2, "halved": 2, "third": 3, "quarter": 4, "fifth": 5, "tenth": 10}
COMMON = frozenset(
    re.findall(
        r"\w+",
        """that this with from what have which they their there when then than each only more less into them
        does must also every other where same such very much many most over under after before both been were
        will your none away""",
    )
)  # words of any sentence
TIMES = {"twice": 2, "double": 2, "doubles": 2, "doubled": 2}

Numbers = frozenset[Fraction]


@dataclass(frozen=True)
class Statement:
    """A piece of a sheet with the rules that it cites itself, and those of its heading and table head."""

    line: int
    text: str
    own: tuple[str, ...]
    around: tuple[str, ...] = ()

    @property
    def is_row(self) -> bool:
        """Whether it is a row of a table."""
        return self.text.startswith("|")

    @property
    def is_example(self) -> bool:
        """Whether it works out a case: it may use all that is said above it in its chapter."""
        return self.text.startswith(EXAMPLE)


# ---------------------------------------------------------------- a sheet, piece by piece


def statements(sheet: str) -> Iterator[Statement]:
    """All that a sheet says; the title and the sentence below it, which cite nothing, say what game it is."""
    title: tuple[str, ...] = ()
    head: tuple[str, ...] = ()
    chapter: tuple[str, ...] = ()
    blocks = list(split(sheet))
    for n, (line, text) in enumerate(blocks):
        if text.startswith("#"):
            title = chapter = ids(text)
            yield Statement(line, text, title)
        elif text.startswith("|"):
            if n + 1 < len(blocks) and RULED.fullmatch(blocks[n + 1][1]):
                head = ids(text)
            yield Statement(line, text, ids(text), (*title, *head))
        elif line > 3 or ids(text):
            chapter = (*chapter, *ids(text))
            if text.startswith(EXAMPLE):
                yield Statement(line, text, ids(text), chapter)
            else:
                yield from (Statement(line, one, ids(one) or ids(text), title) for one in pieces(text))


def split(sheet: str) -> Iterator[tuple[int, str]]:
    """Headings, rows, items and paragraphs, each in one line, with the number of its first; no pictures."""
    block, first = "", 0
    for number, line in enumerate([*PICTURE.sub("", sheet).splitlines(), ""], 1):
        begins = line.startswith(("#", "|")) or ITEM.match(line) is not None
        if block and (begins or not line.strip() or block.startswith(("#", "|"))):
            yield first, block
            block = ""
        if line.strip():
            item = ITEM.match(line)
            first = first if block else number
            block = f"{block} {line}" if block else line[item.end() :] if item else line


def pieces(text: str) -> Iterator[str]:
    """A paragraph cut behind the rules that it cites."""
    begin = 0
    for cited in CITED.finditer(text):
        yield text[begin : cited.end()]
        begin = cited.end()
    if re.search(r"\w", text[begin:]):
        yield text[begin:]


def ids(text: str) -> tuple[str, ...]:
    """The rules that a text cites, of "TC-5.1 to TC-5.4" all four."""
    found = list(ID.findall(text))
    for chapter, first, last in SPAN.findall(text):
        found += [f"{chapter}.{n}" for n in range(int(first) + 1, int(last))]
    return tuple(dict.fromkeys(found))


# ---------------------------------------------------------------- numbers


def numbers(text: str) -> Iterator[tuple[str, Numbers]]:
    """Every number of a text as it is printed, and what it may stand for: half is 1/2, 50%, a 2."""
    for found in NUMBER.findall(MARK.sub("", ID.sub("", text))):
        word = found.lower()
        if word in WORDS:
            yield found, frozenset({Fraction(WORDS.index(word) + 2)})
        elif word in PARTS:
            yield found, share(Fraction(1, PARTS[word])) | {Fraction(PARTS[word])}
        elif word in TIMES:
            yield found, share(Fraction(TIMES[word]))
        elif word[0].isdigit():
            yield found, meant(found)


def meant(digits: str) -> Numbers:
    """What digits may stand for: 6, 50%, 1/10."""
    if digits.endswith("%"):
        return share(Fraction(digits[:-1]) / 100) if "/" not in digits else meant(digits[:-1])
    over, _, under = digits.partition("/")
    if not under or under == "0":
        return frozenset({Fraction(over)})
    return share(Fraction(over) / int(under)) | {Fraction(over), Fraction(under)}


def share(part: Fraction) -> Numbers:
    """A share and its percentage."""
    return frozenset({part, 100 * part})


# ---------------------------------------------------------------- held against the rulebook


@dataclass(frozen=True)
class Printed:
    """A rulebook as sheets are held against it, and the rules of the values by name."""

    book: Rulebook
    values: Mapping[str, str]

    @cached_property
    def rules(self) -> dict[str, str]:
        """Every rule with the table below it, numbers marked."""
        entries = re.split(r"^(?=- \*\*[A-Z]|#)", self.book.marked[""], flags=re.MULTILINE)
        begun = ((RULE.match(text), text) for text in entries)
        return {begins[1]: text[begins.end() :] for begins, text in begun if begins}

    @cached_property
    def sections(self) -> dict[str, str]:
        """Every numbered section that has no rules: tables."""
        parts = re.split(r"^(?=#)", self.book.marked[""], flags=re.MULTILINE)
        numbered = ((re.match(r"#+ (\d+\.\d+) ", text), text) for text in parts)
        return {begins[1]: text for begins, text in numbered if begins}

    @cached_property
    def rows(self) -> list[tuple[str, str]]:
        """The rows of all tables, each with what it begins with."""
        lines = [line for line in self.book.text.splitlines() if line.startswith("|")]
        named = [(in_letters(line).split(" |")[0], line) for line in lines]
        return [(name, line) for name, line in named if len(name) > 2]

    def texts(self, cited: list[str], own: str) -> list[str]:
        """The texts of rules, and of the tables that they or a statement name."""
        found = [self.rules[id_] for id_ in cited]
        named = [a or b for text in (*found, own) for a, b in TABLE.findall(text)]
        return found + [self.sections[number] for number in named if number in self.sections]

    def rows_named(self, one: Statement) -> list[str]:
        """The rows that a row begins with, or that an example names: Hunter, bastion."""
        plain = in_letters(one.text)
        if one.is_row:
            return [line for name, line in self.rows if plain.startswith(name)]
        return [line for name, line in self.rows if re.search(rf"\b{re.escape(name)}", plain)]

    def numbers(self, one: Statement, cited: list[str]) -> Numbers:
        """All numbers that a statement may print."""
        found = self.texts(cited, one.text)
        if one.is_row or one.is_example:
            found += self.rows_named(one)
        return frozenset().union(*(stands_for for text in found for _, stands_for in numbers(text)))

    def is_about(self, one: Statement, rule: str) -> bool:
        """Whether a statement has anything in common with the text of a rule."""
        text = self.rules[rule]
        said, there = (frozenset().union(*(n for _, n in numbers(of))) for of in (one.text, text))
        values = set(MARK.findall(one.text)) & set(MARK.findall(text))
        return bool(words(one.text) & words(text) or values or said & there)

    def unprinted(self, one: Statement, cited: list[str]) -> Iterator[str]:
        """The marked numbers of a statement that no rule prints by which it goes."""
        there = " ".join(self.texts(cited, one.text))
        for mark in MARKED.finditer(one.text):
            rule = self.values.get(mark[1], "no rule")
            if rule not in cited and f"<!--{mark[1]}-->" not in there:
                yield f"{mark[0]} is printed by {rule}"


def words(text: str) -> set[str]:
    """The beginnings of the words by which a text is known."""
    return {word[:4] for word in re.findall(r"[a-z]{4,}", MARK.sub("", text).lower()) if word not in COMMON}


def in_letters(row: str) -> str:
    """A row or a sentence as names are compared: `machine_pistol` is a machine pistol."""
    return re.sub(r"[`*]", "", row).replace("_", " ").lower().strip("| ")


def plain_end(text: str) -> str:
    """The end of a statement, to find it by."""
    return MARK.sub("", text).strip()[-70:]


def faults(
    sheet: str, printed: Printed, worked_out: Container[str] = (), other_words: Container[str] = ()
) -> Iterator[str]:
    """What a sheet says that its rules do not, a line each.

    `worked_out` is what its examples come to, `other_words` are rules that it tells in other words.
    """
    for one in statements(sheet):
        cited = [id_ for id_ in dict.fromkeys((*one.own, *one.around)) if id_ in printed.rules]
        where = f"line {one.line}, {', '.join(cited) or 'no rule'}"
        yield from (f"{where}: there is no rule {id_}" for id_ in one.own if id_ not in printed.rules)
        yield from (f"{where}: {said}" for said in printed.unprinted(one, cited))
        named = () if one.text.startswith("#") else ID.findall(SPAN.sub("", one.text))
        for id_ in named:
            if id_ in cited and id_ not in other_words and not printed.is_about(one, id_):
                yield f'{where}: {id_} has nothing in common with "{plain_end(one.text)}"'
        known = printed.numbers(one, cited)
        for number, stands_for in numbers(MARKED.sub("", one.text)):
            worked = one.is_example and number in worked_out
            title = one.text.startswith("#") and not cited
            if not stands_for & known and not worked and not title:
                yield f'{where}: no {number} is there for "{plain_end(one.text)}"'
