"""Set-up: roll-offs, models placed (WS-4)."""

from __future__ import annotations

from hulldown.kernel.events import Event
from hulldown.rulesets.face.words import Roll
from hulldown.rulesets.warstrike.codes import Phase
from hulldown.rulesets.warstrike.deployment import FOR_ATTACK
from hulldown.rulesets.warstrike.reasons import Tell
from hulldown.rulesets.warstrike.telling.teller import DIE, Teller
from hulldown.rulesets.warstrike.vocabulary import plural, spot


def told_roll_off(t: Teller, row: Event) -> None:
    """Both roll; the higher die wins, ties are rolled again (WS-4.7)."""
    attack = row.c == FOR_ATTACK
    what = "Roll-off for the attack" if attack else "Roll-off for placing"
    draft = t.begin(row, what, "WS-4.3" if attack else "WS-4.2", Tell.ROLL_OFF.rule)
    for side, die in enumerate((row.a, row.b)):
        wins = die > (row.b, row.a)[side]
        draft.rolls.append(Roll(die, DIE, f"{t.side(side)} rolls {die}.", Tell.ROLL_OFF.rule, success=wins))
    draft.clauses.append(f"{t.side(0)} {row.a}, {t.side(1)} {row.b}")
    if row.a == row.b:
        draft.clauses.append("they roll again")
        return
    winner = t.side(0 if row.a > row.b else 1)
    draft.clauses.append(f"{winner} attacks and has the first turn" if attack else f"{winner} places first")


def told_placed(t: Teller, row: Event) -> None:
    """Models are set up (WS-4.5, WS-4.9)."""
    run = t.run(row)
    if len(run) == 1:
        t.begin(row, f"{t.model(row.actor)} is placed at {spot(row.a, row.b)}")
        return
    whole = f"{t.full(t.of(row.actor))} is placed"
    t.begin(row, f"{whole}, {plural(len(run), 'model')}, the leader at {spot(row.a, row.b)}", "WS-4.9")


def told_taken_back(t: Teller, row: Event) -> None:
    """What was laid out is taken back; nothing was rolled for it (WS-16.1, WS-4.11)."""
    if t.s.phase == Phase.DEPLOY:
        t.begin(row, f"{t.unit(row.actor)} is taken up again", "WS-4.11")
    else:
        t.begin(row, f"{t.unit(row.actor)} takes its move back")
