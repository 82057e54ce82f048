"""Rounds, orders and Initiative (CA-3)."""

from __future__ import annotations

from hulldown.kernel.events import Event
from hulldown.rulesets.close_assault.reasons import Tell
from hulldown.rulesets.close_assault.telling.teller import Teller
from hulldown.rulesets.close_assault.vocabulary import ORDERS
from hulldown.rulesets.face.words import Roll

DIE = 6


def told_round_start(t: Teller, row: Event) -> None:
    """A round begins."""
    t.heading(f"Round {row.a} of {row.b}", Tell.ROUND_START.rule)


def told_orders(t: Teller, row: Event) -> None:
    """All orders are revealed together, those of a side in one sentence (CA-3.4)."""
    side = int(t.s.detachment[row.actor].side)
    draft = t.going(Tell.ORDERS_REVEALED, about=side)
    draft = draft or t.begin(row, f"{t.side(side)}'s orders", Tell.ORDERS_REVEALED.rule, about=side)
    draft.clauses.append(f"{t.unit(row.actor)} {ORDERS[row.a]}")


def told_initiative(t: Teller, row: Event) -> None:
    """Both roll; the higher die has Initiative (CA-3.5)."""
    dice = (row.a, row.b)
    draft = t.begin(row, "Both sides roll for Initiative")
    for side, die in enumerate(dice):
        wins = row.actor == side
        draft.rolls.append(Roll(die, DIE, f"{t.side(side)} rolls {die}.", Tell.INITIATIVE.rule, success=wins))
    draft.clauses += [f"{t.side(0)} {row.a}, {t.side(1)} {row.b}", verdict(t, row)]


def verdict(t: Teller, row: Event) -> str:
    """Who has it."""
    if row.actor < 0:
        return "they roll again"
    if row.c:
        return f"on a tie it goes to {t.side(row.actor)}, who did not have it last round"
    return f"{t.side(row.actor)} has Initiative"
