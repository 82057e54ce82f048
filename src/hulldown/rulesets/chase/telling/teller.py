"""What the tellers of all chapters share: names, the turn and duel of an event, dice that are added."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from hulldown.kernel.events import Event, Log
from hulldown.rulesets.api.ruleset import SIDES
from hulldown.rulesets.api.words import Roll
from hulldown.rulesets.chase import events
from hulldown.rulesets.chase.driving import effect_of, succeeds
from hulldown.rulesets.chase.events import duel_ended, event, match_stood, turn_started
from hulldown.rulesets.chase.naming import roster_name
from hulldown.rulesets.chase.reasons import Sum
from hulldown.rulesets.chase.state import State, side_of
from hulldown.rulesets.chase.vocabulary import FACES
from hulldown.rulesets.common import log as telling
from hulldown.rulesets.common.log import Draft

UPKEEP = (
    events.turn_started,
    events.armor_worn,
    events.scored,
)


class Teller(telling.LogWriter[State]):
    """Turns the events of one action into sentences.

    `turn` and `duel` are those of the event that is told: `s` may already be in the next one. `won` is the
    last comparison of two tests, `collision` the last collision; `wounds` are sentences that still want the
    damage state of the tank they are about.
    """

    kinds = event
    upkeep = UPKEEP
    about_target = True
    modifier = staticmethod(Sum.modifier)

    def __init__(self, s: State, log: Log) -> None:
        super().__init__(s, log)
        self.turn, self.duel = int(s.turn), int(s.duel)
        self.won: Any = None  # a row of `winner_found`, read
        self.collision: Any = None  # a row of `collided`, read
        self.wounds: list[Draft] = []

    def coming(self) -> Iterator[Event]:
        when = times(self.s, self.rows)
        for row in super().coming():
            self.turn, self.duel = when[self.at]
            yield row

    def tank(self, t: int) -> str:
        """A tank as the page styles it, with the letter that it had in the duel that is told of (CH-12.7)."""
        return "{" + roster_name(side_of(t) ^ (self.duel & 1), t) + "}"

    def side(self, side: int) -> str:
        """Who commands a side in the duel that is told of (scenario S1)."""
        return SIDES[side ^ (self.duel & 1)]

    def facing(self, facing: int) -> str:
        """A side of a hull."""
        return FACES[facing]

    def phase(self, name: str) -> None:
        """The heading of a phase, once."""
        text = f"Turn {self.turn} · {name}"
        if text not in [draft.opening for draft in self.drafts if draft.heading]:
            self.heading(text)

    def test(self, score: int, done: str = "a success", not_done: str = "a failure") -> Roll:
        """The test of 2d6 against a score (CH-1.4, CH-1.5) that is told now."""
        test = self.kind.decode(self.row)
        passed, faces = succeeds(test.total, score), (test.first, test.second)
        verdict = f"{done if passed else not_done}, Effect {effect_of(test.total, score)}"
        text = f"Needs {score}: {added(*faces, test.dm)}, {verdict}."
        needed, terms = score - test.dm, self.modifiers(self.row)
        return Roll(sum(faces), 6, text, self.kind.rule, needed, passed, terms, faces)


def times(s: State, rows: list[Event]) -> list[tuple[int, int]]:
    """The turn and the duel of each event: found from the end, where the state stands."""
    turn, duel = int(s.turn), int(s.duel)
    result = []
    for row in reversed(rows):
        if row.kind == match_stood.kind:
            duel = match_stood.decode(row).duel - 1
        elif row.kind == duel_ended.kind:
            turn = duel_ended.decode(row).turn
        result.append((turn, duel))
        if row.kind == turn_started.kind:
            turn = turn_started.decode(row).turn - 1
    return result[::-1]


def added(first: int, second: int, dm: int) -> str:
    """A sum of two dice: "4 + 3 + 2 = 9"."""
    more = f" {'-' if dm < 0 else '+'} {abs(dm)}" if dm else ""
    return f"{first} + {second}{more} = {first + second + dm}"
