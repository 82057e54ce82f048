"""What the tellers of all chapters share: names, the blow that is being told, modifiers, sentences."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from hulldown.kernel.events import Event, Log
from hulldown.rulesets.agrav.codes import NOBODY, POINT
from hulldown.rulesets.agrav.naming import place_id, unit_id, weapon_name
from hulldown.rulesets.agrav.reasons import Tell
from hulldown.rulesets.agrav.state import State
from hulldown.rulesets.agrav.telling.plate import Plate
from hulldown.rulesets.agrav.vocabulary import modifier
from hulldown.rulesets.face.ruleset import SIDES, plain_events
from hulldown.rulesets.face.words import Modifier
from hulldown.rulesets.shared.drafting import Draft, Drafts


@dataclass(frozen=True)
class Blow:
    """What strikes: penetration, damage and heat in points; ram: its penetration is half its damage."""

    penetration: Fraction = Fraction(0)
    damage: Fraction = Fraction(0)
    heat: int = 0
    energy: bool = False
    high: bool = False


class Teller(Drafts):
    """Turns the events of one action into sentences.

    `kind` is what the sentence under way is about. `blow` is what strikes now; `struck` has what strikes
    single units otherwise: both sides of a ram, and what an emptied shield let through. `volley` is set while
    each shot has a sentence of its own; `accuracy` and `reasons` are those of the rolls that follow.
    `plate` is the armour last struck, `factor` that of the shield last struck, `thresholds` the shares of
    health that crit rolls are still due for. `unseen` are the units of which the hearer knows nothing.
    """

    def __init__(self, s: State, log: Log) -> None:
        super().__init__(log)
        self.s = s
        self.rows = plain_events(log)
        self.at = 0
        self.kind: Tell | None = None
        self.blow = Blow()
        self.struck: dict[int, Blow] = {}
        self.volley = False
        self.accuracy = 0
        self.reasons: tuple[Modifier, ...] = ()
        self.plate: Plate | None = None
        self.factor = Fraction(1)
        self.thresholds: list[int] = []
        self.unseen: frozenset[int] = frozenset()

    def name(self, u: int) -> str:
        """A unit as the page styles it."""
        return "{" + unit_id(self.s, u) + "}"

    def aim(self, row: Event) -> str:
        """What an event is aimed at: a unit or a place."""
        return self.name(row.target) if row.target != NOBODY else self.place(row.place)

    def place(self, place: int) -> str:
        """A section or a barricade section."""
        known = place_id(place)
        return f"barricade {known}" if known.startswith("K") else f"structure {known}"

    def side(self, side: int) -> str:
        """Who commands a side."""
        return SIDES[side]

    def weapon(self, u: int, w: int) -> str:
        """A weapon within a sentence: "100 mm cannon", "beam laser", "AT launcher"."""
        name = weapon_name(self.s, u, w)
        return name[0].lower() + name[1:] if name[1:2].islower() else name

    def next(self, kind: Tell) -> Event | None:
        """The event after this one, if it is of a kind."""
        after = self.rows[self.at + 1] if self.at + 1 < len(self.rows) else None
        return after if after is not None and after.kind == kind else None

    def begin(self, row: Event, text: str, *rules: str) -> Draft:
        """Begin a sentence about what an event is about."""
        self.kind = Tell.of(row.kind)
        return self.open(text, *(rules or (self.kind.rule,)), about=row.target)

    def going(self, *kinds: Tell, about: int | None = None) -> Draft | None:
        """The sentence under way, if it is about one of these kinds of event, and about a unit."""
        if not self.drafts or self.kind not in kinds:
            return None
        draft = self.drafts[-1]
        return draft if about is None or draft.about == about else None

    def heading(self, text: str) -> None:
        """A heading: a round, a turn."""
        self.kind = None
        self.open(text, heading=True)

    def modifiers(self, row: Event) -> tuple[Modifier, ...]:
        """The summands that belong to an event."""
        return tuple(modifier(r.code, r.amount) for r in self.summands(row))

    # ------------------------------------------------------------ what strikes

    def fired(self, u: int, w: int, high: bool) -> None:
        """A weapon's shot strikes from now on."""
        gun = self.s.units[u].weapon[w]
        p, d = Fraction(int(gun.penetration)), Fraction(int(gun.damage))
        self.struck = {}
        self.blow = Blow(p, d, int(gun.thermal), bool(gun.energy), high)

    def blow_on(self, u: int) -> Blow:
        """What strikes a unit."""
        return self.struck.get(u, self.blow)


def by_half(tenths: int) -> Blow:
    """A ram or an explosion: its penetration is half of its damage (AG-19.2, table 3.9)."""
    damage = Fraction(tenths, POINT)
    return Blow(damage / 2, damage)
