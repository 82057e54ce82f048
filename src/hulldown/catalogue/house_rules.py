"""House rules as packs write them down: an occasion, circumstances, a change."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Annotated, Any

from pydantic import BeforeValidator, Field, StrictBool, StrictFloat, StrictInt, StrictStr, model_validator

from hulldown.catalogue.layout import layout, pair
from hulldown.catalogue.load import Entry, Visible

TABLE = "house_rules"
FILE = f"{TABLE}.toml"  # of a pack, and of every ruleset, whose printed rules have none
RULE_ID = "^[a-z0-9][a-z0-9_]{0,63}$"
Figure = StrictInt | StrictFloat


class FactRange(Entry):
    """What a fact must be: between bounds, or with `other_than` anything else."""

    at_least: Figure | None = None
    at_most: Figure | None = None
    other_than: StrictBool | StrictInt | StrictStr | None = None

    @model_validator(mode="after")
    def says_something(self) -> FactRange:
        """ValueError: it bounds nothing, or twice."""
        bounded = self.at_least is not None or self.at_most is not None
        if bounded == (self.other_than is not None):
            raise ValueError("takes at_least, at_most or both, or other_than alone")
        return self


class NumberChange(Entry):
    """What becomes of a number: one of these."""

    add: Figure | None = None
    set: Figure | None = None
    at_least: Figure | None = None
    at_most: Figure | None = None
    ignore: StrictStr | None = None

    def only(self) -> tuple[str, Any]:
        """What it does, and by how much."""
        return next(iter(self.model_dump(exclude_none=True).items()))


def one_change(given: Any) -> Any:
    """What a house rule does, a word or a table of one key. ValueError if it is another table."""
    if isinstance(given, Mapping) and (
        len(given) != 1 or not given.keys() <= NumberChange.model_fields.keys()
    ):
        raise ValueError(f"takes one of {', '.join(NumberChange.model_fields)}")
    return given


def one_condition(given: Any) -> Any:
    """What a fact must be, a value or a table of bounds. ValueError if it is another table."""
    if isinstance(given, Mapping) and not given.keys() <= FactRange.model_fields.keys():
        raise ValueError(f"takes {', '.join(FactRange.model_fields)}")
    return given


Condition = Annotated[
    StrictBool | StrictInt | StrictFloat | StrictStr | FactRange, BeforeValidator(one_condition)
]


class HouseRule(Entry):
    """A house rule: on what occasion, when, then what. With no `when` it always counts; one that is `off`
    never does.
    """

    name: Annotated[str, Field(min_length=1, max_length=60), Visible]
    on: StrictStr
    when: dict[str, Condition] = Field(default_factory=dict)
    then: Annotated[StrictStr | NumberChange, BeforeValidator(one_change)]
    text: Annotated[str, Field(max_length=400)] = ""

    off: StrictBool = False

    def effect(self) -> tuple[str, Any]:
        """What it does, and by how much, as in its file."""
        return (self.then, 0) if isinstance(self.then, str) else self.then.only()


class HouseRuleFile(Entry):
    """`house_rules.toml`: house rules by their ids, in their order."""

    house_rules: dict[Annotated[str, Field(pattern=RULE_ID)], HouseRule] = Field(default_factory=dict)


def rule_data(rule: HouseRule) -> dict[str, Any]:
    """A house rule as a file has it: what it does not say is left out."""
    return rule.model_dump(mode="json", exclude_unset=True, exclude_none=True)


def sheet_text(rules: Iterable[HouseRule]) -> str:
    """House rules as the part of a `pack.toml`."""
    lines = ("\n".join(pair(*item) for item in rule_data(rule).items()) for rule in rules)
    return "".join(f"\n[[{TABLE}]]\n{text}\n" for text in lines)


def file_of(rules: Iterable[tuple[str, HouseRule]]) -> str:
    """House rules with their ids as the text of a file."""
    return layout({TABLE: {key: rule_data(rule) for key, rule in rules}})
