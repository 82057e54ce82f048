"""How good a position is for a seat: the lead counted by hand, corrected by a network.

The network's weights stand in `network.toml`; what it is told of a position is in `features.py`.
"""

from __future__ import annotations

from hulldown.kernel.batch import RUNNING
from hulldown.kernel.jit import Scratch, rule
from hulldown.kernel.judging import chance, ended
from hulldown.kernel.network import Features, correction
from hulldown.rulesets.api.thinking import Network
from hulldown.rulesets.common.networks import FILE, load_network
from hulldown.rulesets.tank_commander.codes import Mission
from hulldown.rulesets.tank_commander.judgement.features import (
    KINDS,
    SIDE,
    UNIT,
    SideFeature,
    UnitFeature,
    extract,
)
from hulldown.rulesets.tank_commander.judgement.lead import weighted_lead
from hulldown.rulesets.tank_commander.judgement.terms import JUDGEMENT
from hulldown.rulesets.tank_commander.state import State

NETWORK = Network(UnitFeature, SideFeature, KINDS, extract, weighted_lead, JUDGEMENT.with_name(FILE))
VALUES, LEAD = load_network(NETWORK)
SCRATCH = Scratch(Features)


@rule
def by_hand(mission: int) -> bool:
    """Where no network is asked: nobody is beaten in Basic Training, and in Urban Warfare it plays worse."""
    return mission == Mission.BASIC_TRAINING or mission == Mission.URBAN_WARFARE


@rule
def estimate(s: State, seat: int) -> int:
    """The share of the points that a seat can expect, in millionths (`kernel.judging`)."""
    if s.winner != RUNNING:
        return ended(s.winner, seat)
    if by_hand(s.mission):
        return chance(weighted_lead(s), seat)
    f = SCRATCH()
    extract(s, f)
    return chance(int(LEAD * weighted_lead(s)) + correction(f, VALUES, UNIT, SIDE, KINDS), seat)
