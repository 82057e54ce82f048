"""Who meets whom in a team battle (CH-14)."""

from __future__ import annotations

from hulldown.kernel.events import Event
from hulldown.rulesets.chase.naming import BANDS
from hulldown.rulesets.chase.reasons import Tell
from hulldown.rulesets.chase.teams import DUEL, JOINS
from hulldown.rulesets.chase.telling.teller import Teller
from hulldown.rulesets.face.words import Roll


def told_paired(t: Teller, row: Event) -> None:
    """A new pair: a duel, one more in a wing, or a wing tank drawn off."""
    ours, theirs, where = t.name(row.actor), t.name(row.target), f"at {BANDS[row.a]}"
    if row.b == DUEL:
        t.begin(row, f"{ours} and {theirs} meet {where}")
    elif row.b == JOINS:
        t.begin(row, f"{ours} joins in against {theirs} {where}")
    else:
        t.begin(row, f"{ours} draws {theirs} off into a duel {where}")


def told_reserve(t: Teller, row: Event) -> None:
    """A tank that nobody engages."""
    t.begin(row, f"{t.name(row.actor)} stays in reserve")


def told_tie_die(t: Teller, row: Event) -> None:
    """A tied pair: a d6 picks the winner (CH-14.5); the comparison follows."""
    a, b = sorted((row.actor, row.target))
    draft = t.begin(row, f"{t.name(a)} against {t.name(b)}")
    draft.clauses.append("a tie")
    text = f"1-3 {t.name(a)}, 4-6 {t.name(b)}: rolled {row.a}."
    draft.rolls.append(Roll(row.a, 6, text, Tell.TIE_DIE.rule))
