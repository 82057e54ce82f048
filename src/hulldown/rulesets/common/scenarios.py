"""What scenario files of several rulesets say alike, and what is not by the printed rules."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Annotated, Any, Protocol, TypeVar

from pydantic import Field

from hulldown import catalogue
from hulldown.catalogue import Place, ValidationIssue, quote
from hulldown.catalogue.house_rules import FILE, TABLE, HouseRule
from hulldown.catalogue.overlay import is_model, type_at
from hulldown.rulesets.api.ruleset import Ruleset
from hulldown.rulesets.common.house_rules import problems_of, sentence

Choices = Mapping[str, str | int | bool]
Known = Mapping[str, catalogue.Variant]
Task = Annotated[
    str, Field(max_length=200, description="What its player is to do, told as you.")
]  # of a side
Force = TypeVar("Force", covariant=True)


class Side(catalogue.Entry):
    """A side; the first one listed is side A."""

    name: catalogue.Text
    role: str = ""
    task: Task = ""


class HasSides(Protocol[Force]):
    """Sides with a `name`, perhaps with a `letter`, and units by name."""

    @property
    def sides(self) -> Sequence[Any]: ...

    @property
    def units(self) -> Mapping[str, Force]: ...


class BySides:
    """A scenario whose units are named by the letter of their side, A and B if it has none, and a number."""

    def side(self: HasSides[Force], number: int) -> dict[str, Force]:
        """The units of a side in roster order."""
        letter = letters(self)[number]
        return {name: force for name, force in self.units.items() if name.startswith(letter)}

    def seat_of(self: HasSides[Any], side: str) -> int:
        """0 or 1 for the name of a side; 0 for no name."""
        return next((seat for seat, candidate in enumerate(self.sides) if candidate.name == side), 0)


def letters(file: HasSides[Any]) -> list[str]:
    """The letter of each side."""
    return [getattr(side, "letter", "AB"[number]) for number, side in enumerate(file.sides)]


def filled_in(file: Any, ground: Any) -> Any:
    """A scenario with everything that its file does not say taken from another."""
    kept = file.model_fields_set | {"free", "ground"}
    taken = {name: getattr(ground, name) for name in type(file).model_fields if name not in kept}
    return file.model_copy(update=taken)


# ---------------------------------------------------------------- what a file can get wrong


def option_problems(
    chosen: Choices, known: Known, fault: Callable[[catalogue.Variant, str | int | bool], str] | None = None
) -> Iterator[ValidationIssue]:
    """Options and values that do not exist or cannot be so, and what `fault` finds wrong with others."""
    for name, value in chosen.items():
        place = ("options", name)
        wrong = [*value_problems(place, place, name, value, known)]
        yield from wrong
        if fault and not wrong and (what := fault(known[name], value)):
            yield ValidationIssue(place, what, known[name].rule)


def value_problems(
    name_place: Place, value_place: Place, name: str, value: str | int | bool, known: Known
) -> Iterator[ValidationIssue]:
    """An option that does not exist, or has no such value."""
    if name not in known:
        yield ValidationIssue(name_place, catalogue.unknown_name("option", name, known))
        return
    try:
        known[name].parse(value)
    except ValueError as error:
        yield ValidationIssue(value_place, str(error), known[name].rule)


def unlisted(
    place: Place, kind: str, names: Iterable[str], known: Iterable[str], rule: str = ""
) -> Iterator[ValidationIssue]:
    """A problem for each name that is not known."""
    listed = tuple(known)
    return (
        ValidationIssue(place, catalogue.unknown_name(kind, name, listed), rule)
        for name in names
        if name not in listed
    )


def named_side_problems(file: HasSides[Any], *keys: str) -> Iterator[ValidationIssue]:
    """Sides that a key names and nobody has."""
    for key in keys:
        named = filter(None, [getattr(file, key)])
        yield from unlisted((key,), "side", named, [side.name for side in file.sides])


def within(place: Place, issues: Iterable[ValidationIssue]) -> Iterator[ValidationIssue]:
    """Problems of an entry as problems of the file in which it stands at a place."""
    return (issue._replace(place=(*place, *issue.place)) for issue in issues)


def numbering_problems(file: HasSides[Any], unit: str, all_of_them: str) -> Iterator[ValidationIssue]:
    """Sides without anybody, and names that are not a side's letter and a number from 1."""
    known = letters(file)
    for side, letter in zip(file.sides, known, strict=True):
        names = [name for name in file.units if name.startswith(letter)]
        if not names:
            who = side.name if hasattr(side, "letter") else f"side {letter}"
            yield ValidationIssue(("units",), f"{who} has no {unit}: there is no {letter}1")
        for position, name in enumerate(names, 1):
            if name != f"{letter}{position}":
                what = f"should be {letter}{position}: {all_of_them} are numbered from 1"
                yield ValidationIssue(("units", name), what)
    for name in file.units:
        if name[:1] not in known:
            what = f"the name of a {unit} is A or B and a number, such as A1"
            if hasattr(file.sides[0], "letter"):
                what = f"begins with the letter of no side ({', '.join(known)})"
            yield ValidationIssue(("units", name), what)


def alike_problems(sides: Sequence[Any], *keys: str) -> Iterator[ValidationIssue]:
    """What two sides may not share, and do."""
    for key in keys:
        value = getattr(sides[1], key)
        if getattr(sides[0], key) == value:
            yield ValidationIssue(("sides", 1, key), f"{quote(value)} is that of the other side")


def box_problems(
    place: Place, box: Sequence[float], size: Sequence[float], rule: str
) -> Iterator[ValidationIssue]:
    """A rectangle that is not [x0, y0, x1, y1] on the table."""
    x0, y0, x1, y1 = box
    if x0 >= x1 or y0 >= y1:
        yield ValidationIssue(place, "must be [x0, y0, x1, y1] with x0 below x1 and y0 below y1")
    elif x1 > size[0] or y1 > size[1]:
        yield ValidationIssue(place, f"reaches beyond the table of {size[0]} x {size[1]}", rule)


def inches_up_to(farthest: int) -> Callable[[Any], int | float]:
    """What reads a length in inches, to thousandths; it raises ValueError if it is none, or farther."""

    def read(given: Any) -> int | float:
        if isinstance(given, bool) or not isinstance(given, int | float) or not 0 <= given <= farthest:
            raise ValueError(f"must be a number of inches from 0 to {farthest}, not {quote(given)}")
        if round(given * 1000) / 1000 != given:
            raise ValueError(f"takes three digits after the point, not {quote(given)}")
        return given

    return read


# ---------------------------------------------------------------- differences
# What is not by the printed rules: value by value, as it is printed and as it is played.


MOST = 400  # fields of entries that are told one by one
LONGEST = 80  # characters of a text that is told
Said = tuple[str, str, str]  # a place, what was there, what is


@dataclass(frozen=True)
class RuleDifference:
    """Something that is not by the printed rules: `kind` is option, value, rule (code takes its place),
    house_rule, unit, scenario or force.

    `id` is its name; of a unit the place of what differs ("tanks.kestrel.hull"), and `title` what that is
    called. `old` is empty of what is not printed at all; what is whole and new is "new". `source` says who
    set it, where that is known: "pack NAME", "scenario NAME" or "chosen".
    """

    kind: str
    id: str
    title: str
    old: str
    new: str
    rule: str
    source: str = ""

    def describe(self) -> str:
        """The difference in a line."""
        new = self.new.removesuffix(".")  # a house rule is a sentence
        values = f": {new}, not {self.old}" if self.old else f": {new}" if new else ""
        rule = f" ({self.rule})" if self.rule else ""
        source = f", {self.source}" if self.source and self.source != "chosen" else ""
        if self.kind in ("option", "value"):  # the title says at length what the name means
            return f"{self.id}{values}{rule}{source}. {self.title}".rstrip()
        return f"{self.title or self.id}{values}{rule}{source}."


def of_variants(ruleset: Ruleset, chosen: Mapping[str, Any]) -> Iterator[RuleDifference]:
    """Options and numbers of the rules, those that there are, whether they can be so or not."""
    options, values = ruleset.files.options(), ruleset.files.values()
    for name, value in chosen.items():
        word = catalogue.as_word(value) if isinstance(value, str | int | bool) else str(value)
        if name in options and word != options[name].default:
            option = options[name]
            yield RuleDifference("option", name, option.text, option.default, word, option.rule)
        elif name in values and word != values[name].option.default:
            option = values[name].option
            yield RuleDifference("value", name, option.text, option.default, word, option.rule)


def of_units(ruleset: Ruleset, files: Mapping[str, Mapping[str, Any]]) -> Iterator[RuleDifference]:
    """Entries of files that are new, and fields of entries that are not as they come with the game.

    `files` are the tables of each, whole or only what differs.
    """
    count = 0
    for file, tables in files.items():
        model = ruleset.files.models[file.removesuffix(".toml")]
        shipped = ruleset.files.tables()[file]
        if tables is shipped or tables == shipped:
            continue
        if file == FILE:
            yield from of_house_rules(ruleset, tables)
            continue
        printed = {place: entry for place, entry, _ in entries(model, shipped)}
        for place, entry, kind in entries(model, tables):
            title, rule = title_and_rule(place, entry, printed.get(place))
            at = ".".join(map(str, place))
            if place not in printed:
                yield RuleDifference("unit", at, title, "", "new", rule)
                continue
            for key, old, new in unlike(printed[place], entry, kind):
                count += 1
                readable = key.replace(".", " ").replace("_", " ")
                if count <= MOST:
                    yield RuleDifference("unit", f"{at}.{key}", f"{title}, {readable}", old, new, rule)


def of_house_rules(ruleset: Ruleset, tables: Mapping[str, Any]) -> Iterator[RuleDifference]:
    """House rules, each as a sentence."""
    terms = ruleset.files.house
    for key, data in tables.get(TABLE, {}).items():
        title, words, changed = str(data.get("name") or key), "new", ""
        with suppress(ValueError, KeyError):  # one in work may not say what it is about yet
            rule = HouseRule.model_validate(data)
            if rule.off:
                continue
            if not any(problems_of(rule, terms)):
                words, changed = sentence(rule, terms), terms.occasions[rule.on].rule
        yield RuleDifference("house_rule", f"{TABLE}.{key}", title, "", words, changed)


def title_and_rule(place: Place, *values: Any) -> tuple[str, str]:
    """What an entry is called, and its rule, by the first of what is said of it that tells."""
    mappings = [value for value in values if isinstance(value, Mapping)]
    name, rule = (
        next((str(value[key]) for value in mappings if value.get(key)), "") for key in ("name", "source")
    )
    return name or str(place[-1]), rule


def entries(kind: Any, data: Any, place: Place = ()) -> Iterator[tuple[Place, Any, Any]]:
    """The entries of tables: where each stands, what it says, its type."""
    if place and is_model(kind):
        yield place, data, kind
    elif isinstance(data, Mapping):
        for key, inner in data.items():
            yield from entries(type_at(kind, key), inner, (*place, key))


def unlike(before: Any, after: Any, kind: Any, place: str = "") -> Iterator[Said]:
    """The fields in which an entry laid over another makes it differ.

    A table of fixed fields keeps what is not said of it; one of free keys is replaced.
    """
    if isinstance(before, Mapping) and isinstance(after, Mapping):
        for key in after if is_model(kind) else {**before, **after}:
            inner = f"{place}.{key}" if place else str(key)
            yield from unlike(before.get(key), after.get(key), type_at(kind, key), inner)
    elif before != after:
        yield place, format_value(before), format_value(after)


def format_value(value: Any) -> str:
    """A value of an entry in a line."""
    if value is None:
        return "none"
    return value[:LONGEST] if isinstance(value, str) else quote(value)
