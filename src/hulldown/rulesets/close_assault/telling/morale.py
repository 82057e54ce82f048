"""Morale tests, orders lost, rallying (CA-16)."""

from __future__ import annotations

from hulldown.kernel.events import Event
from hulldown.rulesets.close_assault.codes import Phase
from hulldown.rulesets.close_assault.reasons import Tell
from hulldown.rulesets.close_assault.telling.teller import Teller
from hulldown.rulesets.close_assault.vocabulary import needs
from hulldown.rulesets.face.words import Roll

DIE = 6


def told_morale(t: Teller, row: Event) -> None:
    """One die against the Morale value (CA-16.1)."""
    verdict = "passed" if row.c else "failed"
    what = "tests its Morale to rally" if row.d else "tests its Morale"
    rule = "CA-16.6" if row.d else Tell.MORALE.rule
    draft = t.begin(row, f"{t.unit(row.actor)} {what}", rule, about=row.actor)
    draft.clauses.append(f"{needs(row.b)}, rolled {row.a}: {verdict}")
    said = f"Morale {needs(row.b)}: {row.a}, {verdict}."
    draft.rolls.append(Roll(row.a, DIE, said, Tell.MORALE.rule, row.b, bool(row.c)))
    if not row.c:
        draft.clauses.append("it still falls back" if row.d else "it falls back")
        draft.rules.append("CA-16.6" if row.d else "CA-16.3")
    if not row.c and not row.d and nobody_moves(t, row.actor):
        draft.clauses.append("nobody touches it any more, and it stays where it is")
        draft.rules.append("CA-16.4")


def nobody_moves(t: Teller, k: int) -> bool:
    """Whether a detachment that failed has nobody to withdraw from (CA-16.4)."""
    if t.s.phase == Phase.WITHDRAW and t.s.target == k:
        return False
    flight = (Tell.WITHDREW, Tell.MODEL_DESTROYED)
    return not any(row.kind in flight and t.of(row.actor) == k for row in t.rows[t.at :])


def told_order_lost(t: Teller, row: Event) -> None:
    """A detachment acts no further this round (CA-3.8)."""
    draft = t.going(Tell.MORALE, about=row.actor)
    if draft is None:
        t.begin(row, f"{t.unit(row.actor)} loses its order for the rest of the round")
        return
    draft.clauses.append("it loses its order")
    draft.rules.append(Tell.ORDER_LOST.rule)


def told_rallied(t: Teller, row: Event) -> None:
    """The Fall Back marker goes (CA-16.6)."""
    draft = t.going(Tell.MORALE, about=row.actor) or t.begin(row, f"{t.unit(row.actor)}")
    draft.clauses.append("it rallies")
    draft.rules.append(Tell.RALLIED.rule)
