"""Rule variants and the numbers of the rules, as every ruleset writes them down in TOML."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from decimal import Decimal
from typing import Annotated, Any, ClassVar, Literal

from pydantic import AfterValidator, Field, WithJsonSchema

from hulldown.catalogue.load import Entry, ValidationIssue, quote, unknown_name
from hulldown.deprecated import RenamedMember

ARTICLES = {"option": "an", "value": "a"}
RULE = r"[A-Z]{1,4}-[0-9]{1,2}\.[0-9]{1,3}"


def rule_id(text: str) -> str:
    """A rule id. ValueError if it is none."""
    if not re.fullmatch(RULE, text):
        raise ValueError(f"{quote(text)} is not a rule id such as TC-7.13")
    return text


def option_value(value: Any) -> str | int | bool:
    """A value that an option may have in its file. ValueError if it is of another type."""
    if isinstance(value, str | int):
        return value
    raise ValueError(f"must be text, a whole number, true or false, not {quote(value)}")


def choice_value(value: Any) -> str | int | bool:
    """What a file may choose for an option or a value; a number with a point as text. ValueError as above."""
    return str(value) if isinstance(value, float) else option_value(value)


RuleId = Annotated[str, AfterValidator(rule_id), Field(json_schema_extra={"pattern": f"^{RULE}$"})]
Text = Annotated[str, Field(min_length=1, max_length=2000)]
Listed = Annotated[
    Any, AfterValidator(option_value), WithJsonSchema({"type": ["string", "integer", "boolean"]})
]
OptionValue = Annotated[
    Any, AfterValidator(choice_value), WithJsonSchema({"type": ["string", "number", "boolean"]})
]


def as_word(value: str | int | bool) -> str:
    """A value of an option as text: `true`, `6`, `either`."""
    return str(value).lower() if isinstance(value, bool) else str(value)


class Option(Entry):
    """A rule variant; the first value is the default. A number may also be one of the words in `values`.

    `before` tells what the default was in earlier versions of the rules: `{ 2 = "shield" }` before version 2.
    """

    kind: Literal["flag", "choice", "number"]
    values: Annotated[tuple[Listed, ...], Field(min_length=1)]
    low: int | None = None
    high: int | None = None
    rule: RuleId
    text: Text
    before: dict[Annotated[str, Field(pattern="^[1-9][0-9]{0,2}$")], Listed] = Field(default_factory=dict)

    chosen: ClassVar[Any] = RenamedMember("decode")
    code: ClassVar[Any] = RenamedMember("encode")
    holds: ClassVar[Any] = RenamedMember("in_bounds")
    read: ClassVar[Any] = RenamedMember("parse")
    usual: ClassVar[Any] = RenamedMember("default_code")

    @property
    def default(self) -> str | int | bool:
        """What is played unless something else is chosen."""
        return option_value(self.values[0])

    def parse(self, given: str | int | bool) -> str | int | bool:
        """A value given as itself or as text. ValueError says which there are."""
        word = as_word(given)
        for value in self.values:
            if as_word(value) == word:
                return option_value(value)
        if self.kind == "number" and re.fullmatch(r"[0-9]{1,6}", word) and self.in_bounds(int(word)):
            return int(word)
        raise ValueError(f"{quote(given)} is not {self.choice}")

    def in_bounds(self, number: int) -> bool:
        """Whether a number lies within the bounds of this option."""
        return (self.low or 0) <= number <= (self.high or 0)

    @property
    def choice(self) -> str:
        """The possible values in a sentence: `one of hull, draw`."""
        words = [as_word(value) for value in self.values if self.kind != "number" or isinstance(value, str)]
        numbers = [f"a whole number from {self.low} to {self.high}"] if self.kind == "number" else []
        return "one of " + ", ".join(words) if not numbers else " or ".join([*words, *numbers])

    def encode(self, given: str | int | bool) -> int:
        """A value as the state holds it: a number as itself, false and true as 0 and 1, a word of a choice
        as its position from 0; of a number, the first word as -1."""
        value = self.parse(given)
        if not isinstance(value, str):
            return int(value)
        position = self.values.index(value)
        return -1 - position if self.kind == "number" else position

    @property
    def default_code(self) -> int:
        """The default as the state holds it."""
        return self.encode(self.default)

    def decode(self, code: int) -> str | int | bool:
        """What the state holds, as it is chosen."""
        return option_value(next((value for value in self.values if self.encode(value) == code), code))


class Options(Entry):
    """`options.toml`."""

    options: dict[str, Option]


def option_issues(file: Options) -> Iterator[ValidationIssue]:
    """Options whose values do not fit their kind."""
    for name, option in file.options.items():
        kinds = {type(value) for value in option.values}
        if len(set(map(as_word, option.values))) < len(option.values):
            yield ValidationIssue(("options", name, "values"), "has a value twice")
        if option.kind == "flag" and sorted(map(as_word, option.values)) != ["false", "true"]:
            yield ValidationIssue(("options", name, "values"), "of a flag must be true and false")
        if option.kind == "choice" and (len(option.values) < 2 or kinds not in ({str}, {int})):
            yield ValidationIssue(
                ("options", name, "values"), "must be two or more words, or two or more numbers"
            )
        yield from bound_issues(name, option)
        for until, value in option.before.items():
            try:
                option.parse(value)
            except ValueError as error:
                yield ValidationIssue(("options", name, "before", until), str(error))


def bound_issues(name: str, option: Option) -> Iterator[ValidationIssue]:
    """Bounds that are missing, out of place or broken by the default."""
    place = ("options", name)
    if option.kind != "number":
        if option.low is not None or option.high is not None:
            yield ValidationIssue(place, "only a number has low and high")
    elif option.low is None or option.high is None or not 0 <= option.low <= option.high:
        yield ValidationIssue(place, "a number needs low and high, low not above high and not below 0")
    elif any(
        isinstance(value, bool) or (isinstance(value, int) and not option.in_bounds(value))
        for value in option.values
    ):
        yield ValidationIssue((*place, "values"), f"must be between {option.low} and {option.high}")


# ---------------------------------------------------------------- numbers of the rules

NUMBER = re.compile(r"-?[0-9]{1,6}(?:\.[0-9]{1,6})?")


class Value(Entry):
    """A number that a rule prints, as players read it, and the bounds within which the rule has a sense.

    `unit` is said behind it ("inches"). The state of a game holds it times `scale`, as a whole number.
    """

    default: int | float
    low: int | float
    high: int | float
    rule: RuleId
    text: Text
    unit: Annotated[str, Field(max_length=20)] = ""
    scale: Annotated[int, Field(ge=1, le=1_000_000)] = 1

    chosen: ClassVar[Any] = RenamedMember("decode")
    code: ClassVar[Any] = RenamedMember("encode")
    read: ClassVar[Any] = RenamedMember("parse")
    usual: ClassVar[Any] = RenamedMember("default_code")
    whole: ClassVar[Any] = RenamedMember("is_exact")

    def parse(self, given: str | int | float | bool) -> int | float:
        """A number given as itself or as text. ValueError says which are possible."""
        word = str(given)
        if not isinstance(given, bool) and NUMBER.fullmatch(word):
            number = Decimal(word)
            if self.is_exact(number) and Decimal(str(self.low)) <= number <= Decimal(str(self.high)):
                return int(number) if number == int(number) else float(number)
        raise ValueError(f"{quote(given)} is not {self.choice}")

    def is_exact(self, number: Decimal) -> bool:
        """Whether the state can hold a number without rounding it."""
        return number * self.scale == int(number * self.scale)

    @property
    def choice(self) -> str:
        """The possible numbers in a sentence."""
        kind = "a whole number" if self.scale == 1 else "a number"
        return f"{kind} from {self.low} to {self.high}"

    def encode(self, given: str | int | float | bool) -> int:
        """A number as the state holds it. ValueError as for `parse`."""
        return int(Decimal(str(self.parse(given))) * self.scale)

    @property
    def default_code(self) -> int:
        """The default as the state holds it."""
        return self.encode(self.default)

    def decode(self, code: int) -> str | int:
        """What the state holds, as it is chosen; a number with a point as text."""
        number = Decimal(code) / self.scale
        return int(number) if number == int(number) else str(number.normalize())


Variant = Option | Value  # what a game may be played with


class Values(Entry):
    """`values.toml`: the numbers of the rules that can be changed, by name, in the rulebook's order."""

    values: dict[str, Value]


def value_issues(file: Values) -> Iterator[ValidationIssue]:
    """Numbers out of their bounds, and numbers that the state could not hold."""
    for name, value in file.values.items():
        if not value.low <= value.default <= value.high:
            yield ValidationIssue(
                ("values", name, "default"), f"must be between {value.low} and {value.high}"
            )
        for key in ("default", "low", "high"):
            if not value.is_exact(Decimal(str(getattr(value, key)))):
                yield ValidationIssue(
                    ("values", name, key), f"must be whole when it is taken {value.scale} times"
                )


def unknown_variant(
    kind: str, name: str, known: Mapping[str, Collection[str]], place: str = "it is under [{}s]"
) -> str:
    """Why there is no option, or no value, of a name: `known` has the names of both kinds.

    One that is of the other kind is told where it belongs; `place` says so, with {} for that kind.
    """
    (other,) = known.keys() - {kind}
    if name not in known[kind] and name in known[other]:
        return f"{quote(name)} is {ARTICLES[other]} {other}: {place.format(other)}"
    return unknown_name(kind, name, known[kind])
