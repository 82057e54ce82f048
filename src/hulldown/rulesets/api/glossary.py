"""What everything on the table is: terrain, markers, counters, lines, abbreviations, kinds of order.

Plain words of a ruleset's own file, each with the rule that it goes by. They are the same in every battle:
only the numbers in force are put in. So nothing that a side does not know can be in them.
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping
from dataclasses import replace
from typing import Annotated

from pydantic import Field

from hulldown.catalogue import Entry
from hulldown.catalogue.rulebook import apply_numbers
from hulldown.rulesets.api.words import OrderButton

FILE = "glossary.toml"
Name = Annotated[str, Field(min_length=1, max_length=48)]
Text = Annotated[str, Field(min_length=1, max_length=320)]


class Term(Entry):
    """One thing: what it is called, what it does, the rule."""

    name: Name
    text: Text = Field(description="What it does; numbers of the rules are marked as in the rulebook.")
    rule: str = Field(description="The rule that says so.")
    words: tuple[Name, ...] = Field((), description="What else it is called on cards, buttons or in the log.")
    heading: Annotated[str, Field(max_length=24)] = Field(
        "", description="Of an order: what its button stands under."
    )
    button: Annotated[str, Field(max_length=48)] = Field(
        "", description="Of an order: its button in full words; {label} stands for the short ones."
    )

    def text_with(self, changed: Mapping[str, str], signed: Container[str] = ()) -> str:
        """The text with the numbers in force: those changed, by name, as players write them."""
        return apply_numbers(self.text, changed, signed).replace("**", "")


Terms = dict[str, Term]
Ending = Annotated[str, Field(min_length=1, max_length=64)]


class Glossary(Entry):
    """All of it, by what a scene, a card or a button calls it.

    `word` are abbreviations and the labels of cards, as they are written there; the others are keys: kinds of
    terrain and of markers, kinds and states of units, lines and tints, groups of orders. `ending` are plain
    words only.
    """

    terrain: Terms = Field(default_factory=dict)
    marker: Terms = Field(default_factory=dict)
    counter: Terms = Field(default_factory=dict)
    aid: Terms = Field(default_factory=dict)
    word: Terms = Field(default_factory=dict)
    order: Terms = Field(default_factory=dict)
    ending: dict[str, Ending] = Field(
        default_factory=dict,
        description='How a battle ended, by the rules that its last sentence cites: "TC-1.5 TC-1.7".',
    )

    def terms(self) -> Iterator[tuple[str, Term]]:
        """Every term with its key: ("terrain.forest", ...)."""
        for sort in type(self).model_fields:
            if sort == "ending":
                continue
            for key, term in getattr(self, sort).items():
                yield f"{sort}.{key}", term

    def fill_labels(self, order: OrderButton) -> OrderButton:
        """An order with what its button says to who does not know the short words yet."""
        term = self.order.get(order.group) or self.order.get(order.group.partition("_")[0])
        if term is None:
            return order
        full = order.full or term.button.replace("{label}", order.label)
        return replace(order, full=full, called=term.name, heading=term.heading)


def key(sort: str, name: str) -> str:
    """What a thing of a scene is called in a glossary: "counter.gone_to_ground"."""
    return f"{sort}.{name.replace(' ', '_')}"
