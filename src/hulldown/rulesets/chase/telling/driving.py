"""Driving tests and who wins (CH-5)."""

from __future__ import annotations

from hulldown.kernel.events import Event
from hulldown.rulesets.chase.codes import NOBODY
from hulldown.rulesets.chase.driving import effect_of, tied
from hulldown.rulesets.chase.reasons import Tell
from hulldown.rulesets.chase.telling.teller import Teller, added
from hulldown.rulesets.chase.variants import TiedSuccess
from hulldown.rulesets.chase.vocabulary import margin
from hulldown.rulesets.face.words import Roll


def told_driving(t: Teller, row: Event) -> None:
    """A Driving test: dice, DM, total, Effect; again after a tie (CH-5.4), by an option only to find the
    winner (CH-5.10).
    """
    again = " again, for it was a tie" if row.place else ""
    stands = row.place and t.s.options.tied_success == TiedSuccess.FIRST
    text = f"{t.name(row.actor)} drives{again}: {row.d}"
    text += ", its success stands" if stands else f", {margin(effect_of(row.d))}"
    rules = ["CH-5.1", *(["CH-5.4"] if row.place else []), *(["CH-5.10"] if stands else [])]
    draft = t.begin(row, text, *rules)
    draft.rolls.append(drawn(t, row) if stands else t.test(row, Tell.DRIVING.rule))


def drawn(t: Teller, row: Event) -> Roll:
    """Dice that only find the winner of a tie: no success hangs on them."""
    text = f"Higher wins: {added(row.a, row.b, row.c)}."
    return Roll(row.a + row.b, 6, text, "CH-5.10", modifiers=t.modifiers(row), faces=(row.a, row.b))


def told_winner(t: Teller, row: Event) -> None:
    """Who wins a pair (CH-5.3): by its totals, or after a tie in a battle by a die (CH-14.5): `diced`."""
    t.won, diced = row, t.kind == Tell.TIE_DIE
    if row.place in (1, 2):
        still = row.target if row.place == 1 else row.actor
        t.begin(row, f"{t.name(still)} is immobilised, makes no test and has lost", "CH-5.8")
    if row.a == NOBODY:
        t.begin(row, nobody_wins(t, row, diced), *winning_rules(row, diced))
        return
    winner, loser = (row.actor, row.target) if row.a == 0 else (row.target, row.actor)
    totals = f", {max(row.b, row.c)} to {min(row.b, row.c)}" if row.place == 3 and row.b != row.c else ""
    t.begin(row, f"{t.name(winner)} wins against {t.name(loser)}{totals}", *winning_rules(row, diced))


def nobody_wins(t: Teller, row: Event, diced: bool) -> str:
    """Why there is no winner (CH-5.5, CH-5.6, CH-5.8)."""
    both = f"{t.name(row.actor)} and {t.name(row.target)}"
    if row.place == 0:
        return f"{both} are immobilised and make no test: nobody wins"
    if not diced and tied(row.place & 1, row.place & 2, row.b, row.c):
        return f"{both} are tied: nobody wins"
    return f"{both} have both failed: nobody wins"


def winning_rules(row: Event, diced: bool) -> list[str]:
    """The rules that decide who wins."""
    rules = ["CH-5.3"]
    if row.place != 3:
        rules.append("CH-5.8")
    elif row.a == NOBODY:
        rules.append("CH-5.6" if diced or row.b != row.c else "CH-5.5")
    return rules
