"""How good a position is for a seat: the lead counted by hand, corrected by a network.

The network's weights stand in `network.toml`; what it is told of a position is in `features.py`. It has
learned duels only: in games of six units it made the search wait, and it lost.
"""

from __future__ import annotations

from hulldown.kernel.batch import RUNNING
from hulldown.kernel.jit import Scratch, rule
from hulldown.kernel.judging import chance, ended
from hulldown.kernel.network import Features, correction
from hulldown.rulesets.agrav.judgement.features import KINDS, SIDE, UNIT, SideFeature, UnitFeature, extract
from hulldown.rulesets.agrav.judgement.lead import JUDGEMENT, weighted_lead
from hulldown.rulesets.agrav.state import State
from hulldown.rulesets.agrav.victory import DEMOLITION
from hulldown.rulesets.api.thinking import Network
from hulldown.rulesets.common.networks import FILE, load_network

NETWORK = Network(UnitFeature, SideFeature, KINDS, extract, weighted_lead, JUDGEMENT.with_name(FILE))
VALUES, LEAD = load_network(NETWORK)
SCRATCH = Scratch(Features)
LEARNED = 2  # units of a battle that the network has learned, both sides together


@rule
def by_hand(s: State) -> bool:
    """Where no network is asked: in larger battles, and where a structure is attacked."""
    return len(VALUES) == 0 or s.count > LEARNED or s.mission == DEMOLITION


@rule
def estimate(s: State, seat: int) -> int:
    """The share of the points that a seat can expect, in millionths (`kernel.judging`)."""
    if s.winner != RUNNING:
        return ended(s.winner, seat)
    if by_hand(s):
        return chance(weighted_lead(s), seat)
    f = SCRATCH()
    extract(s, f)
    return chance(int(LEAD * weighted_lead(s)) + correction(f, VALUES, UNIT, SIDE, KINDS), seat)
