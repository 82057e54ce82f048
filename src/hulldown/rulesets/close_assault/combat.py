"""Combats from first contact to last test: in the Engagement stage and in a Tank Shock (CA-9.11, CA-17.2 to
CA-17.6, CA-12.10, CA-12.16 to CA-12.19).

A Combat goes on while `State.combat` has bits. `go_on` takes it as far as nobody has to decide.
"""

from __future__ import annotations

from hulldown.kernel.dice import Dice
from hulldown.kernel.events import Log
from hulldown.kernel.jit import rule
from hulldown.rulesets.close_assault.bonuses import may_spend
from hulldown.rulesets.close_assault.codes import FIGHTS, NOBODY, Phase, Stage
from hulldown.rulesets.close_assault.contact import foes_of, touched_by, touching
from hulldown.rulesets.close_assault.events import combat_ended, fight_listed, fights_chosen, shock_ended
from hulldown.rulesets.close_assault.fights import fight
from hulldown.rulesets.close_assault.hits import survivors
from hulldown.rulesets.close_assault.pairing import bit_of, holds, may_close, pair, why_not_pair
from hulldown.rulesets.close_assault.reasons import Why
from hulldown.rulesets.close_assault.state import State, alive, side_of

NOT_ASKED = -1  # of `State.spend`


# ---------------------------------------------------------------- which Combats there are


@rule
def combat_of(s: State, k: int) -> int:
    """The detachments linked with one, directly or through others, by touching enemies (CA-9.11), as bits."""
    bits, fresh = 1 << k, 1 << k
    while fresh != 0:
        more = 0
        for j in range(s.detachments):
            if holds(fresh, j):
                more |= touched_by(s, j)
        fresh = more & ~bits
        bits |= more
    return bits


@rule
def why_not_pick(s: State, k: int) -> int:
    """Why a detachment's Combat cannot be fought next: it has none, or had it (CA-17.2, CA-17.4)."""
    if holds(s.resolved, k) or touched_by(s, k) == 0:
        return Why.NO_COMBAT
    return Why.ALLOWED


@rule
def first_of_combat(s: State, k: int) -> bool:
    """Whether a Combat can be fought next and this is the detachment to call it by: the first in it."""
    return why_not_pick(s, k) == Why.ALLOWED and combat_of(s, k) & ((1 << k) - 1) == 0


@rule
def remaining_combats(s: State) -> int:
    """How many Combats still have to be fought in this Engagement stage (CA-17.2)."""
    n = 0
    for k in range(s.detachments):
        if first_of_combat(s, k):
            n += 1
    return n


# ---------------------------------------------------------------- the beginning


@rule
def pick(s: State, k: int) -> None:
    """The side with Initiative picks a Combat; it is fixed from the contacts now (CA-17.2)."""
    bits = combat_of(s, k)
    s.resolved = s.resolved | bits
    remember_foes(s, bits)
    begin(s, bits, Stage.ENGAGEMENT, s.initiative)


@rule
def remember_foes(s: State, combat: int) -> None:
    """Keep which enemy models touch each detachment of a Combat or Tank Shock as it begins: who loses it and
    fails its test withdraws from them (CA-16.4).
    """
    for k in range(s.detachments):
        s.detachment[k].foes = foes_of(s, k) if holds(combat, k) else 0


@rule
def begin(s: State, combat: int, stage: int, chooser: int) -> None:
    """Begin a Combat of some detachments, its Fights chosen by a side (CA-9.6, CA-12.10)."""
    s.combat, s.stage, s.chooser = combat, stage, chooser
    s.fights, s.current, s.judged, s.tests = 0, NOBODY, 0, 0
    for side in range(2):
        s.lost[side] = 0
        s.spend[side] = NOT_ASKED
    for k in range(s.detachments):
        s.detachment[k].wounds_lost = 0
    for m in range(s.models):
        s.model[m].fought = 0
        s.near[m] = touched_in(s, m, combat)


@rule
def touched_in(s: State, m: int, combat: int) -> int:
    """The enemy models that a model touches among the detachments of a Combat, as bits."""
    touched, side = 0, side_of(s, m)
    if not holds(combat, s.model[m].detachment) or not alive(s, m):
        return 0
    for j in range(s.models):
        if side_of(s, j) != side and holds(combat, s.model[j].detachment) and touching(s, m, j):
            touched |= bit_of(j)
    return touched


# ---------------------------------------------------------------- the Fights


@rule
def go_on(s: State, d: Dice, e: Log) -> bool:
    """Take the Combat on; True: a side has to choose or to spend. The result is out when it is over.

    What follows it, the tests of `State.tests` one by one in the order of their ids, is `morale`'s.
    """
    if s.current == NOBODY and must_choose(s, e):
        return True
    while s.current < s.fights:
        if must_spend(s):
            return True
        fight(s, s.current, d, e)
        next_fight(s)
    if s.judged == 0:
        judge(s, e)
    return False


@rule
def must_choose(s: State, e: Log) -> bool:
    """Complete the list of Fights while there is one way to; True: its chooser has to say (CA-20.2)."""
    while True:
        own, enemy, ways = NOBODY, NOBODY, 0
        for a in range(s.models):
            for b in range(s.models):
                if holds(s.near[a], b) and why_not_pair(s, a, b) == Why.ALLOWED:
                    own, enemy, ways = a, b, ways + 1
        ways += 1 if may_close(s) else 0
        if ways > 1:
            s.phase, s.side = Phase.PAIRING, s.chooser
            return True
        if own == NOBODY:
            close(s, e)
            return False
        pair(s, own, enemy)


@rule
def choose(s: State, own: int, enemy: int, e: Log) -> None:
    """The chooser names the next Fight; own NOBODY: there are no more (CA-9.6, CA-12.11)."""
    if own == NOBODY:
        close(s, e)
    else:
        pair(s, own, enemy)


@rule
def close(s: State, e: Log) -> None:
    """The list of Fights is complete (CA-9.6)."""
    s.current = 0
    fights_chosen(e, s.chooser, s.fights)
    for i in range(s.fights):
        fight_listed(e, s.fight[i].own, s.fight[i].enemy)


@rule
def spender(s: State, side: int) -> int:
    """The model of a side in the Fight that comes next."""
    f = s.fight[s.current]
    return f.own if side == s.chooser else f.enemy


@rule
def must_spend(s: State) -> bool:
    """Whether a side still has to name its bonuses for this Fight, the chooser's first (CA-10.7)."""
    chooser = s.chooser
    return asks(s, chooser) or asks(s, 1 - chooser)


@rule
def asks(s: State, side: int) -> bool:
    """Ask a side for its bonuses, unless it has answered or has none to spend (CA-20.2)."""
    own, enemy = spender(s, side), spender(s, 1 - side)
    if s.spend[side] != NOT_ASKED or not alive(s, own) or not alive(s, enemy):
        return False
    if not may_spend(s, own, enemy):
        s.spend[side] = 0
        return False
    s.phase, s.side = Phase.SPENDING, side
    return True


@rule
def next_fight(s: State) -> None:
    """On to the next Fight: bonuses counted for the last one only (CA-10.9)."""
    s.current += 1
    for side in range(2):
        s.spend[side] = NOT_ASKED


# ---------------------------------------------------------------- the result


@rule
def loser_of(lost: int, other: int) -> int:
    """Which of two sides lost more Wounds and so the Combat: 0, 1, or nobody (CA-12.19, CA-17.5)."""
    if lost == other:
        return NOBODY
    return 0 if lost > other else 1


@rule
def judge(s: State, e: Log) -> None:
    """Give the result: who is left of the side that lost has to test (CA-12.17 to CA-12.19, CA-17.5)."""
    s.judged = 1
    loser = loser_of(s.lost[0], s.lost[1])
    for k in range(s.detachments):
        if holds(s.combat, k) and s.detachment[k].side == loser and survivors(s, k) > 0:
            s.tests = s.tests | (1 << k)
    if s.stage == Stage.SHOCK:
        acting, target = s.acting, s.target
        ours, theirs = s.detachment[acting].wounds_lost, s.detachment[target].wounds_lost
        shock_ended(e, acting, target, ours, theirs)
    else:
        combat_ended(e, s.lost[0], s.lost[1])


@rule
def finish(s: State) -> None:
    """The Combat is over, its tests taken: nothing of it is kept (CA-17.6)."""
    s.combat, s.current, s.fights, s.judged, s.tests = 0, NOBODY, 0, 0, 0
    remember_foes(s, 0)
    for m in range(s.models):
        s.near[m] = 0
        s.model[m].fought = 0
    for i in range(FIGHTS):
        s.fight[i].own, s.fight[i].enemy, s.fight[i].done = 0, 0, 0
