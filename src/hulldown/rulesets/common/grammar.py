"""Orders as text: one line for each form of a verb, from which an order is written and read.

A line is a word and the parts that follow it; a part is a column of the order, or several, in words::

    Verb.GO: line("go", POINT)
    Verb.FIRE: (line("fire", after("building", HEX), target=-1), line("fire", UNIT))
    Verb.DRIVE: line("drive", POINT, maybe(after("facing", ANGLE)))

Columns that a line fixes are set when it is read, and choose among the lines of a verb when it is written.
What is not understood is a ValueError of one short sentence, whatever the text was.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import IntEnum
from itertools import product
from typing import Any, Generic, TypeVar

from hulldown.kernel.actions import Action, make

S = TypeVar("S")
Words = list[str]
ABSENT = -1
LONGEST = 32  # characters of a word that is quoted


def quoted(text: str) -> str:
    """A text in quotation marks, not longer than a line bears."""
    return repr(clipped(text))


def clipped(text: str) -> str:
    """A text cut where no name goes on."""
    return text if len(text) <= LONGEST else text[:LONGEST] + "..."


def word_of(known: Mapping[str, int], code: int) -> str:
    """The word of a code, the number itself where there is none."""
    return next((word for word, value in known.items() if value == code), str(code))


def one_of(known: Mapping[str, int], word: str, what: str) -> int:
    """What a word stands for, case aside. ValueError lists the words there are."""
    for name, code in known.items():
        if name.lower() == word.lower():
            return code
    raise ValueError(f"{quoted(word)} is no {what}: there are {', '.join(known) or 'none'}")


def whole(word: str, what: str, most: int) -> int:
    """A whole number from 0. ValueError says how far they go."""
    if not (word.isascii() and word.isdecimal() and len(word) <= len(str(most)) and int(word) <= most):
        raise ValueError(f"{quoted(word)} is no {what}: say a whole number up to {most}")
    return int(word)


def decimal(word: str, what: str, places: int, example: str) -> int:
    """A number with so many decimals at most, in units of the last; `said` says what to write."""
    if not re.fullmatch(rf"-?[0-9]{{1,3}}(\.[0-9]{{1,{places}}})?", word):
        raise ValueError(f"{quoted(word)} is no {what}: say {example}")
    units, _, rest = word.lstrip("-").partition(".")
    value = int(units + rest.ljust(places, "0"))
    return -value if word.startswith("-") else value


def mils_of(word: str) -> int:
    """A length in inches, in thousandths of one."""
    return decimal(word, "length", 3, "inches with up to three decimals, such as 12.5")


def point_of(word: str) -> tuple[int, int]:
    """A place on an open table in thousandths of an inch: X,Y."""
    x, comma, y = word.partition(",")
    if not comma:
        raise ValueError(f'{quoted(word)} is no place: say x and y in inches, for example "12.5,8"')
    return mils_of(x), mils_of(y)


# ---------------------------------------------------------------- parts


@dataclass(frozen=True)
class FormPart(Generic[S]):
    """A part of a line: how it is written ("" where it is left out), how its words are read and taken."""

    what: str  # as in "say the place"
    example: str
    write: Callable[[S, Action], str]
    read: Callable[[S, Action, Words], None]
    counts: Sequence[int] = (1,)  # how many words it may be
    column: str = ""  # of the order, where it is a single one
    blank: str = ""  # what stands for it in a text that leaves it open
    suits: Callable[[str], bool] = lambda word: True  # whether it may begin with a word, to choose a line


def column(
    name: str, what: str, example: str, write: Callable[[S, int], str], read: Callable[[S, str], int]
) -> FormPart[S]:
    """One word for one column of the order."""

    def take(s: S, a: Action, words: Words) -> None:
        setattr(a, name, read(s, clipped(words.pop(0))))

    return FormPart(what, example, lambda s, a: write(s, int(getattr(a, name))), take, column=name)


@dataclass(frozen=True)
class NameLookup(Generic[S]):
    """How the things of one kind are found by name (ValueError: there is none), and what they are called."""

    find: Callable[[S, str], int]
    name: Callable[[S, int], str]

    def part(self, name: str, what: str, example: str) -> FormPart[S]:
        """One of them in a column of the order."""
        return column(name, what, example, self.name, self.find)


def word(name: str, known: Mapping[str, int], what: str, example: str, say: str = "") -> FormPart[Any]:
    """A word out of a list; `what` it is, and what to `say` where that is more than "the ..."."""
    return column(
        name,
        say or f"the {what}",
        example,
        lambda s, code: word_of(known, code),
        lambda s, text: one_of(known, text, what),
    )


def number(name: str, what: str, most: int, example: str, say: str, first: int = 0) -> FormPart[Any]:
    """A whole number; `first` stands for 0."""

    def read(s: object, text: str) -> int:
        return whole(text, what, most) - first

    return replace(column(name, say, example, lambda s, value: str(value + first), read), blank="{}")


def point(write: Callable[[int, int], str]) -> FormPart[Any]:
    """A place on an open table."""

    def take(s: object, a: Action, words: Words) -> None:
        a.x, a.y = point_of(words.pop(0))

    return FormPart("the place", "12.5,8", lambda s, a: write(int(a.x), int(a.y)), take)


def after(text: str, part: FormPart[S], say: str = "") -> FormPart[S]:
    """A part with a word before it that says what it is, and tells it from others."""

    def take(s: S, a: Action, words: Words) -> None:
        if words.pop(0).lower() != text:
            raise ValueError(f'say "{text}" {say or f"and {part.what}"}')
        part.read(s, a, words)

    return replace(
        part,
        example=f"{text} {part.example}",
        write=lambda s, a: f"{text} {part.write(s, a)}",
        read=take,
        counts=[1 + count for count in part.counts],
        suits=lambda word: word.lower() == text,
    )


def maybe(part: FormPart[S]) -> FormPart[S]:
    """A part that may be left out, its column absent then."""
    return replace(
        part,
        what=f"perhaps {part.what}",
        write=lambda s, a: "" if getattr(a, part.column) == ABSENT else part.write(s, a),
        read=lambda s, a, words: part.read(s, a, words) if words else None,
        counts=[0, *part.counts],
    )


def or_word(text: str, part: FormPart[S]) -> FormPart[S]:
    """A part, or a word for its column absent."""

    def take(s: S, a: Action, words: Words) -> None:
        if words[0].lower() == text:
            del words[0]
        else:
            part.read(s, a, words)

    return replace(
        part,
        what=f'{part.what} or "{text}"',
        write=lambda s, a: text if getattr(a, part.column) == ABSENT else part.write(s, a),
        read=take,
    )


# ---------------------------------------------------------------- lines


class OrderForm(Generic[S]):
    """One form of a verb: its word, its parts, the columns that it fixes."""

    def __init__(self, word: str, *parts: FormPart[S], **columns: int) -> None:
        self.word, self.parts, self.columns = word, parts, columns
        self.counts = {sum(counts) for counts in product(*(part.counts for part in parts))}

    def writes(self, a: Action) -> bool:
        """Whether an order has this form."""
        return all(getattr(a, name) == value for name, value in self.columns.items())

    def write(self, s: S, a: Action, blank: bool = False) -> str:
        """What is ordered, without who."""
        parts = [part.blank if blank and part.blank else part.write(s, a) for part in self.parts]
        return " ".join([self.word, *filter(None, parts)])

    def reads(self, words: Words) -> bool:
        """Whether the words after the verb may be of this form."""
        return len(words) in self.counts and (not words or not self.parts or self.parts[0].suits(words[0]))

    def parse(self, s: S, a: Action, words: Words) -> Action:
        """The order with the columns that the words after the verb name."""
        if len(words) not in self.counts:
            raise ValueError(self.explained())
        for part in self.parts:
            part.read(s, a, words)
        if words:
            raise ValueError(f"{quoted(words[0])} is too much: say {self.write(s, a)}")
        return a

    def explained(self) -> str:
        """What to say."""
        if not self.parts:
            return f"{self.word!r} takes nothing after it"
        *others, last = [part.what for part in self.parts if part.what]
        what = f"{', '.join(others)} and {last}" if others else last
        example = " ".join(filter(None, (self.word, *(part.example for part in self.parts))))
        return f'say {what}, for example "{example}"'


line = OrderForm
Lines = Mapping[int, OrderForm[S] | tuple[OrderForm[S], ...]]


def by_name(verbs: Iterable[IntEnum], *parts: FormPart[S]) -> dict[int, OrderForm[S]]:
    """Verbs that are said as they are called, the same parts after each."""
    return {verb: line(verb.name.lower(), *parts) for verb in verbs}


def forms_of(lines: Lines[S]) -> dict[int, tuple[OrderForm[S], ...]]:
    """The forms of each verb, be there one or several."""
    return {verb: forms if isinstance(forms, tuple) else (forms,) for verb, forms in lines.items()}


class Actors(Generic[S]):
    """What can be ordered about actors of one kind, by verb; the name of one has a `mark` in it."""

    def __init__(self, kind: str, names: NameLookup[S], lines: Lines[S], mark: str = "") -> None:
        self.kind, self.names, self.mark, self.lines = kind, names, mark, forms_of(lines)
        self.words: dict[str, list[tuple[int, OrderForm[S]]]] = {}
        for verb, forms in self.lines.items():
            for form in forms:
                self.words.setdefault(form.word, []).append((verb, form))

    def parse(self, s: S, seat: int, words: Words) -> Action:
        """The order of a name, a verb and what follows."""
        actor, verb, rest = self.names.find(s, clipped(words[0])), words[1].lower(), words[2:]
        if verb not in self.words:
            known = ", ".join(self.words)
            raise ValueError(f"{quoted(verb)} is not something a {self.kind} can do: there are {known}")
        forms = self.words[verb]
        code, form = next((pair for pair in forms if pair[1].reads(rest)), forms[-1])
        return form.parse(s, make(seat, code, actor, **form.columns), rest)


class Grammar(Generic[S]):
    """The orders of a ruleset: to nobody in fixed words, and to actors of its kinds, the usual one last."""

    def __init__(self, example: str, alone: Lines[S], *actors: Actors[S]) -> None:
        self.example, self.alone, self.actors = example, forms_of(alone), actors
        self.kinds = {verb: kind for kind in actors for verb in kind.lines}

    def __contains__(self, verb: object) -> bool:
        """Whether an order of a verb can be written."""
        return verb in self.alone or verb in self.kinds

    def write(self, s: S, a: Action, blank: bool = False) -> str:
        """The stable text of an order in a position; with {} for its number if that is left `blank`."""
        verb = int(a.verb)
        for form in self.alone.get(verb, ()):
            if form.writes(a):
                return form.word
        kind = self.kinds[verb]
        forms = kind.lines[verb]
        form = next((form for form in forms if form.writes(a)), forms[-1])
        return f"{kind.names.name(s, int(a.actor))} {form.write(s, a, blank)}"

    def parse(self, s: S, seat: int, text: str) -> Action:
        """The order of a text. ValueError says in a sentence what is not understood."""
        words = text.split()
        plain = " ".join(words).lower()
        for verb, forms in self.alone.items():
            for form in forms:
                if plain == form.word:
                    return make(seat, verb, **form.columns)
        if len(words) < 2:
            raise ValueError(f'{quoted(text)} is no order: say for example "{self.example}"')
        return next(kind for kind in self.actors if kind.mark in words[0]).parse(s, seat, words)
