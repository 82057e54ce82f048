"""Rounds begin and end: markers, ledgers and records go, objectives score (CA-3.1, CA-18.1)."""

from __future__ import annotations

from hulldown.kernel.dice import Dice
from hulldown.kernel.events import Log
from hulldown.kernel.jit import rule
from hulldown.rulesets.close_assault.codes import NOBODY, WEAPONS, Order, Phase
from hulldown.rulesets.close_assault.events import round_ended, round_started
from hulldown.rulesets.close_assault.losses import survivors
from hulldown.rulesets.close_assault.morale import rally
from hulldown.rulesets.close_assault.state import Detachment, Model, Profile, State, alive
from hulldown.rulesets.close_assault.victory import judge_rounds, score_objectives


@rule
def begin_round(s: State, e: Log) -> None:
    """The Orders phase of the next round (CA-3.1)."""
    s.round += 1
    s.phase, s.acting, s.target = Phase.ORDERS, NOBODY, NOBODY
    round_started(e, int(s.round), int(s.rounds))


@rule
def end_round(s: State, d: Dice, e: Log) -> None:
    """The End phase: rally, clear up, score (CA-18.1); after the last round the battle is over (CA-18.3)."""
    for k in range(s.detachments):
        if s.detachment[k].order == Order.FALL_BACK and survivors(s, k) > 0:
            rally(s, k, d, e)
    for k in range(s.detachments):
        clear_detachment(s.detachment[k])
    for m in range(s.models):
        if alive(s, m):
            clear_model(s.model[m], s.profile[int(s.detachment[int(s.model[m].detachment)].profile)])
    s.resolved, s.charged = 0, 0
    score_objectives(s, e)
    round_ended(e, int(s.round), int(s.score[0]), int(s.score[1]))
    if s.round >= s.rounds:
        judge_rounds(s, e)
    else:
        begin_round(s, e)


@rule
def clear_detachment(t: Detachment) -> None:
    """Orders go, but not a Fall Back; so do Tank Shock records and what it has done (CA-12.26, CA-18.1)."""
    if t.order != Order.FALL_BACK:
        t.order = Order.NONE
    t.ordered, t.activated, t.moved, t.shot = 0, 0, 0, 0
    t.engaged, t.broke_out, t.shocks, t.shocked, t.touched = 0, 0, 0, 0, 0


@rule
def clear_model(v: Model, p: Profile) -> None:
    """The ledger is full again, the charge distance forgotten (CA-10.8, CA-18.1)."""
    v.used, v.fired, v.spared, v.charge, v.done = 0, 0, 0, 0, 0
    for w in range(WEAPONS):
        v.left[w] = int(p.weapon[w].bonuses) if w < p.weapons else 0
