"""How good a position is for a seat: the lead counted by hand, corrected by a network.

The network's weights stand in `network.toml`; what it is told of a position is in `features.py`.
"""

from __future__ import annotations

from hulldown.kernel.batch import RUNNING
from hulldown.kernel.jit import Scratch, rule
from hulldown.kernel.judging import chance, ended
from hulldown.kernel.network import Features, correction
from hulldown.rulesets.close_assault.judgement.features import (
    KINDS,
    SIDE,
    UNIT,
    SideFeature,
    UnitFeature,
    extract,
)
from hulldown.rulesets.close_assault.judgement.lead import weighed
from hulldown.rulesets.close_assault.judgement.terms import JUDGEMENT
from hulldown.rulesets.close_assault.state import State
from hulldown.rulesets.face.thinking import Network
from hulldown.rulesets.shared.networks import FILE, learned

NETWORK = Network(UnitFeature, SideFeature, KINDS, extract, weighed, JUDGEMENT.with_name(FILE))
VALUES, LEAD = learned(NETWORK)
LEARNED = NETWORK.file.exists()
SCRATCH = Scratch(Features)


@rule
def estimate(s: State, seat: int) -> int:
    """The share of the points that a seat can expect, in millionths (`kernel.judging`)."""
    if s.winner != RUNNING:
        return ended(int(s.winner), seat)
    if not LEARNED:
        return chance(weighed(s), seat)
    f = SCRATCH()
    extract(s, f)
    return chance(int(LEAD * weighed(s)) + correction(f, VALUES, UNIT, SIDE, KINDS), seat)
