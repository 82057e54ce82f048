"""What the tellers of all chapters share: names, the turn and duel of an event, dice that are added."""

from __future__ import annotations

from hulldown.kernel.events import Event, Log
from hulldown.rulesets.chase.driving import TARGET, effect_of, succeeds
from hulldown.rulesets.chase.naming import named
from hulldown.rulesets.chase.reasons import Tell
from hulldown.rulesets.chase.state import State, side_of
from hulldown.rulesets.chase.vocabulary import modifier
from hulldown.rulesets.face.ruleset import SIDES, plain_events
from hulldown.rulesets.face.words import Modifier, Roll
from hulldown.rulesets.shared.drafting import Draft, Drafts


class Teller(Drafts):
    """Turns the events of one action into sentences.

    `turn` and `duel` are those of the event that is told: `s` may already be in the next one.
    `kind` is what the sentence under way is about; `won` the last comparison of two tests, `collision` the
    last collision; `wounds` are sentences that still want the damage state of the tank they are about.
    """

    def __init__(self, s: State, log: Log) -> None:
        super().__init__(log)
        self.s = s
        self.rows = plain_events(log)
        self.when = times(s, self.rows)
        self.turn, self.duel = int(s.turn), int(s.duel)
        self.kind: Tell | None = None
        self.won: Event | None = None
        self.collision: Event | None = None
        self.wounds: list[Draft] = []

    def at(self, i: int) -> Event:
        """Come to an event."""
        self.turn, self.duel = self.when[i]
        return self.rows[i]

    def name(self, t: int) -> str:
        """A tank as the page styles it, with the letter that it had in the duel that is told of (CH-12.7)."""
        return "{" + named(side_of(t) ^ (self.duel & 1), t) + "}"

    def player(self, side: int) -> str:
        """Who commands a side in the duel that is told of (scenario S1)."""
        return SIDES[side ^ (self.duel & 1)]

    def begin(self, row: Event, text: str, *rules: str) -> Draft:
        """Begin a sentence about what an event is about."""
        self.kind = Tell.of(row.kind)
        return self.open(text, *(rules or (self.kind.rule,)), about=row.target)

    def going(self, kind: Tell) -> Draft | None:
        """The sentence under way, if it is about this kind of event."""
        return self.drafts[-1] if self.drafts and self.kind == kind else None

    def heading(self, text: str) -> None:
        """A heading: a duel, a turn, a phase."""
        self.kind = None
        self.open(text, heading=True)

    def phase(self, name: str) -> None:
        """The heading of a phase, once."""
        text = f"Turn {self.turn} · {name}"
        if text not in [draft.opening for draft in self.drafts if draft.heading]:
            self.heading(text)

    def modifiers(self, row: Event) -> tuple[Modifier, ...]:
        """The summands that belong to an event."""
        return tuple(modifier(r.code, r.amount) for r in self.summands(row))

    def test(self, row: Event, rule: str, done: str = "a success", not_done: str = "a failure") -> Roll:
        """A test of 2d6 against 8 (CH-1.4, CH-1.5): faces in a and b, the DM in c, the total in d."""
        passed, faces = succeeds(row.d), (row.a, row.b)
        verdict = f"{done if passed else not_done}, Effect {effect_of(row.d)}"
        text = f"Needs {TARGET}: {added(row.a, row.b, row.c)}, {verdict}."
        return Roll(sum(faces), 6, text, rule, TARGET - row.c, passed, self.modifiers(row), faces)


def times(s: State, rows: list[Event]) -> list[tuple[int, int]]:
    """The turn and the duel of each event: found from the end, where the state stands."""
    turn, duel = int(s.turn), int(s.duel)
    found = []
    for row in reversed(rows):
        if row.kind == Tell.MATCH:
            duel = row.b - 1
        elif row.kind == Tell.END:
            turn = row.place
        found.append((turn, duel))
        if row.kind == Tell.TURN:
            turn = row.a - 1
    return found[::-1]


def added(first: int, second: int, dm: int) -> str:
    """A sum of two dice: "4 + 3 + 2 = 9"."""
    more = f" {'-' if dm < 0 else '+'} {abs(dm)}" if dm else ""
    return f"{first} + {second}{more} = {first + second + dm}"
