"""How a ruleset speaks: sentences of the log, modifiers, reasons, orders and unit cards.

These are plain data with text in them, made at reading time from integer events. Pages, the
command line and the tests show them as they are.
"""

from __future__ import annotations

from dataclasses import dataclass, field


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
