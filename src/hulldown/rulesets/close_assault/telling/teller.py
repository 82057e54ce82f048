"""What every chapter of the log needs: names, the sentence under way, runs of events of one kind."""

from __future__ import annotations

from hulldown.kernel.events import Event, Log
from hulldown.kernel.plane import length
from hulldown.rulesets.close_assault.naming import (
    MIL,
    detachment_name,
    facing_words,
    model_name,
    unit_name,
    weapon_name,
)
from hulldown.rulesets.close_assault.reasons import Tell
from hulldown.rulesets.close_assault.state import State, is_vehicle
from hulldown.rulesets.close_assault.vocabulary import modifier
from hulldown.rulesets.face.ruleset import SIDES, plain_events
from hulldown.rulesets.face.words import Modifier
from hulldown.rulesets.shared.drafting import Draft, Drafts


class Teller(Drafts):
    """Turns the events of one action into sentences; `kind` is what the sentence under way is about."""

    def __init__(self, s: State, log: Log) -> None:
        super().__init__(log)
        self.s = s
        self.rows = plain_events(log)
        self.at = 0
        self.told_to = 0  # events before this one have been told together with an earlier one
        self.kind: Tell | None = None

    # ------------------------------------------------------------ names

    def unit(self, k: int) -> str:
        """A detachment as the page styles it."""
        return "{" + detachment_name(self.s, k) + "}"

    def model(self, m: int) -> str:
        """A model as the page styles it; that of a detachment of one by the detachment's name."""
        k = self.of(m)
        return self.unit(k) if self.s.detachment[k].size == 1 else "{" + model_name(self.s, m) + "}"

    def full(self, k: int) -> str:
        """A detachment with what it is called."""
        return f"{self.unit(k)} ({unit_name(self.s, k)})"

    def of(self, m: int) -> int:
        """The detachment of a model."""
        return int(self.s.model[m].detachment)

    def side(self, side: int) -> str:
        """Who commands a side."""
        return SIDES[side]

    def weapon(self, m: int, w: int) -> str:
        """A weapon of a model."""
        return weapon_name(self.s, self.of(m), w)

    def moves(self, k: int) -> str:
        """How a detachment gets about."""
        return "drives" if is_vehicle(self.s, int(self.s.detachment[k].first)) else "moves"

    # ------------------------------------------------------------ sentences

    def begin(self, row: Event, text: str, *rules: str, about: int = -1) -> Draft:
        """Begin a sentence about what an event is about."""
        self.kind = Tell.of(row.kind)
        return self.open(text, *(rules or (self.kind.rule,)), about=about)

    def going(self, *kinds: Tell, about: int | None = None) -> Draft | None:
        """The sentence under way, if it is about one of these kinds of event, and about somebody."""
        if not self.drafts or self.kind not in kinds or self.drafts[-1].heading:
            return None
        draft = self.drafts[-1]
        return draft if about is None or draft.about == about else None

    def heading(self, text: str, *rules: str) -> None:
        """A heading: a round, an activation, a Combat."""
        self.kind = None
        self.open(text, *rules, heading=True)

    def modifiers(self, row: Event) -> tuple[Modifier, ...]:
        """The summands that belong to an event."""
        return tuple(modifier(r.code, r.amount) for r in self.summands(row))

    def next(self, *kinds: Tell) -> Event | None:
        """The next event of a kind."""
        return next((row for row in self.rows[self.at + 1 :] if row.kind in kinds), None)

    def run(self, row: Event) -> list[Event]:
        """The events of a kind that follow at once on models of one detachment, told together."""
        found, k = [], self.of(row.actor)
        for after in self.rows[self.at :]:
            if after.kind != row.kind or self.of(after.actor) != k:
                break
            found.append(after)
        self.told_to = self.at + len(found)
        return found


# ---------------------------------------------------------------- lengths


def far(mils: int) -> str:
    """A length as it is told: to a hundredth of an inch."""
    return f'{round(mils / MIL, 2):g}"'


def spread(ways: list[int]) -> str:
    """How far many models go: one length if it is the same for all as it is told."""
    least, most = far(min(ways)), far(max(ways))
    return most if least == most else f"{least} to {most}"


def spot(x: int, y: int) -> str:
    """A place as it is told: to a tenth of an inch."""
    return f"{round(x / MIL, 1):g},{round(y / MIL, 1):g}"


def way_of(row: Event) -> int:
    """How long the straight way of an event is."""
    return length(row.b - row.place, row.c - row.a)


def ends_at(t: Teller, row: Event) -> str:
    """Where a way ends, and how a vehicle faces there."""
    facing = f", {facing_words(row.d)}" if is_vehicle(t.s, row.actor) else ""
    return f"to {spot(row.b, row.c)}{facing}"
