"""House rules as packs write them down: an occasion, circumstances, a change."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Any

from pydantic import Field, StrictBool, StrictFloat, StrictInt, StrictStr, model_validator

from hulldown.catalogue.layout import layout
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

    @model_validator(mode="after")
    def says_one_thing(self) -> NumberChange:
        """ValueError: it says nothing, or several things."""
        if len(self.model_dump(exclude_none=True)) != 1:
            raise ValueError("takes one of add, set, at_least, at_most, ignore")
        return self

    def only(self) -> tuple[str, Any]:
        """What it does, and by how much."""
        return next(iter(self.model_dump(exclude_none=True).items()))


class HouseRule(Entry):
    """A house rule: on what occasion, when, then what. With no `when` it always counts."""

    name: Annotated[str, Field(min_length=1, max_length=60), Visible]
    on: StrictStr
    when: dict[str, StrictBool | StrictInt | StrictFloat | StrictStr | FactRange] = Field(
        default_factory=dict
    )
    then: StrictStr | NumberChange
    text: Annotated[str, Field(max_length=400)] = ""

    def effect(self) -> tuple[str, Any]:
        """What it does, and by how much, as in its file."""
        return (self.then, 0) if isinstance(self.then, str) else self.then.only()


class HouseRuleFile(Entry):
    """`house_rules.toml`: house rules by their ids, in their order."""

    house_rules: dict[Annotated[str, Field(pattern=RULE_ID)], HouseRule] = Field(default_factory=dict)


def file_of(rules: Iterable[tuple[str, HouseRule]]) -> str:
    """House rules with their ids as the text of a file."""
    entries = {
        key: rule.model_dump(mode="json", exclude_unset=True, exclude_none=True) for key, rule in rules
    }
    return layout({TABLE: entries})
