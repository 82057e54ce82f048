"""What a side is ahead by, counted by hand: terms, each times its weight.

Terms and their weights stand in `terms.py` and `judgement.toml`; what units are worth by themselves is told
in `worth.py`, what they threaten in `fire.py`, how soon in `tempo.py`, missions in `errands.py`.
"""

from __future__ import annotations

from hulldown.kernel.batch import RUNNING
from hulldown.kernel.jit import rule
from hulldown.kernel.judging import Weights, chance, ended
from hulldown.rulesets.tank_commander.codes import Mission
from hulldown.rulesets.tank_commander.judgement.errands import course, errand
from hulldown.rulesets.tank_commander.judgement.fire import fire
from hulldown.rulesets.tank_commander.judgement.terms import FIRST_WEIGHTS, WEIGHTS, WHOLE, Term
from hulldown.rulesets.tank_commander.judgement.worth import aimed, forces, units
from hulldown.rulesets.tank_commander.state import State


@rule
def lead(s: State, w: Weights) -> int:
    """What the first seat is ahead by: the terms, each times its weight."""
    if s.mission == Mission.BASIC_TRAINING:
        return course(s, w)
    shared = WHOLE * WHOLE * units(s, w) + WHOLE * (fire(s, w) + w[Term.AIMED] * aimed(s))
    return shared // forces(s) + errand(s, w)


@rule
def weighted_lead(s: State) -> int:
    """The same with the weights that stand."""
    return lead(s, WEIGHTS)


@rule
def by_lead(s: State, seat: int) -> int:
    """The share of the points that a seat can expect by the lead alone, as it was weighed before ways were
    counted in orders: what `mcts@1` lives by.
    """
    if s.winner != RUNNING:
        return ended(s.winner, seat)
    return chance(lead(s, FIRST_WEIGHTS), seat)
