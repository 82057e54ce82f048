"""How a ruleset speaks: sentences, reasons, orders, unit cards, and what everything on the table is."""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Annotated

from pydantic import Field

from hulldown.catalogue import Entry
from hulldown.catalogue.rulebook import apply_numbers


@dataclass(frozen=True)
class Modifier:
    """One line of a sum: "target in forest", +1, TC-9.5."""

    text: str
    amount: int
    rule: str


@dataclass(frozen=True)
class Roll:
    """One die, or dice thrown together, as the log shows it: what for, what it needed and what came up.

    `value` is the face, `sides` the number of faces, `needed` the lowest face that does it, of a percentage
    the highest (None where the die only picks). `text` is the sentence beside the die. Of dice thrown
    together `faces` are the faces and `value` is their sum.
    """

    value: int
    sides: int
    text: str
    rule: str
    needed: int | None = None
    success: bool | None = None
    modifiers: tuple[Modifier, ...] = ()
    faces: tuple[int, ...] = ()


@dataclass(frozen=True)
class Sentence:
    """One entry of the log.

    `text` may name units as "{A1}", which a page shows as a styled name. `heading` marks the
    lines that open a turn, a phase or an activation. `shot` says that the first unit named fires at
    the second: a page may draw it. `shows` is the side of its hull that the first unit named turns to its
    enemy from now on. `upkeep` marks what the rules did by themselves, and the heading over it.
    """

    text: str
    rules: tuple[str, ...] = ()
    rolls: tuple[Roll, ...] = ()
    heading: bool = False
    shot: bool = False
    shows: str = ""
    upkeep: bool = False


@dataclass(frozen=True)
class Refusal:
    """Why something may not be done: the reason code, the words for it and the rule."""

    code: str
    text: str
    rule: str


@dataclass(frozen=True)
class Amount:
    """A whole number that a player may choose in an order: what it is called, and its bounds.

    `text` is the order with "{}" where the number stands; `value` stands in the order as it is listed.
    """

    name: str
    value: int
    low: int
    high: int
    text: str


LEADING = ("at ", "to ", "on ", "onto ", "into ", "in ", "left", "right")  # what no comma stands before


@dataclass(frozen=True)
class OrderButton:
    """One thing a player could choose now, legal or not.

    `text` is the action in its parseable form. `group` collects the orders of one button
    ("fire", "move", "turn", ...); `label`, `detail`, `icon` and `key` dress the button;
    `cost` is in action points, or what the status says. `unit`, `target` and `place` tie it to the board.
    `random` is true when dice may be rolled, so that odds are worth showing; `explained`
    when its explanation says more than the button. `refusal` is set on what cannot be done. Where a number
    in the order is the player's to choose, `amount` says which. `full` is the label for who does not know
    the short words yet (empty: it is the label), `called` is what the group is called, `heading` what groups
    stand under; a glossary fills them in. Orders of a unit with the same `ring` ("turret along") differ only
    in the `facing` that it, its turret or what a weapon watches has then: a direction, or an angle in
    degrees. Of orders usually given one after another `then` are those after the first, and `words` all of
    them as their buttons say them.
    """

    text: str
    group: str
    label: str
    detail: str = ""
    icon: str = ""
    key: str = ""
    cost: int = 0
    unit: str = ""
    target: str = ""
    place: str = ""
    random: bool = False
    explained: bool = False
    refusal: Refusal | None = None
    amount: Amount | None = None
    then: tuple[str, ...] = ()
    words: tuple[str, ...] = ()
    full: str = ""
    called: str = ""
    heading: str = ""
    ring: str = ""
    facing: int | None = None

    @property
    def full_label(self) -> str:
        """What the button says, in one phrase: "Load AT shell, the gun is empty"."""
        label = self.label if ":" in self.full or not self.full else self.full
        apart = "" if not self.detail else " " if self.detail.startswith(LEADING) else ", "
        return f"{label}{apart}{self.detail}"


@dataclass(frozen=True)
class Pips:
    """A row of boxes on a card: `on` of `full` are filled."""

    on: int
    full: int


@dataclass(frozen=True)
class CrewSeat:
    """One crew member on a card: `state` is ok, hurt, dead or reserve."""

    letter: str
    role: str
    state: str
    note: str
    name: str = ""


@dataclass(frozen=True)
class Card:
    """A unit as its card shows it.

    `hull` and `turret` are directions, of which there are `ways`. `points` are what `track` names, with a
    `note` beside them.
    `plates` are the armour values by facing in the order front, side, rear; `facts` are lines of
    label and value; `kit` lists equipment with whether it is used up; `state` as in UnitMark. `roster` is
    what the unit is called in the roster of its scenario, where it may go by another name now.
    """

    unit: str
    side: int
    name: str
    kind: str
    kind_name: str
    place: str
    placed: str
    hull: int | None
    turret: int | None
    plates: tuple[int, int, int] | None
    actions: Pips | None
    points: Pips
    facts: tuple[tuple[str, str], ...] = ()
    loaded: str | None = None
    crew: tuple[CrewSeat, ...] = ()
    kit: tuple[tuple[str, bool], ...] = ()
    state: frozenset[str] = frozenset()
    ways: int = 6
    track: str = "Hull"
    note: str = ""
    roster: str = ""


@dataclass(frozen=True)
class Status:
    """The line at the top of the table: turn, phase and whose decision it is.

    `chips` is the order of activation: (unit, side, "done" | "now" | "" ). `period` is what `turn` counts,
    `currency` what orders cost. `whole` is what a chance to win is about ("match"); `part` is what is played
    of it now, where that is decided by itself ("duel"), or nothing.
    """

    turn: int
    turns: int
    phase: str
    text: str
    chips: tuple[tuple[str, int, str], ...] = ()
    result: str = ""
    winner: int | None = None
    extras: dict[str, str] = field(default_factory=dict)
    period: str = "Turn"
    currency: str = "AP"
    whole: str = "battle"
    part: str = ""


# ---------------------------------------------------------------- glossary
# What everything on the table is: terrain, markers, counters, lines, abbreviations, kinds of order.
#
# Plain words of a ruleset's own file, each with the rule that it goes by. They are the same in every battle:
# only the numbers in force are put in. So nothing that a side does not know can be in them.


GLOSSARY_FILE = "glossary.toml"
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
    words only, `clock` are rules.
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
    clock: tuple[str, ...] = Field(
        default=(), description="Rules that the last sentence of a battle cites only if its turns are up."
    )

    def terms(self) -> Iterator[tuple[str, Term]]:
        """Every term with its key: ("terrain.forest", ...)."""
        for sort in type(self).model_fields:
            if sort in ("ending", "clock"):
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


def glossary_key(sort: str, name: str) -> str:
    """What a thing of a scene is called in a glossary: "counter.gone_to_ground"."""
    return f"{sort}.{name.replace(' ', '_')}"
