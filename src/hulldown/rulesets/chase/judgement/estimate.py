"""How good a position is for a seat: the lead counted by hand, corrected by a network.

The network's weights stand in `network.toml`; what it is told of a position is in `features.py`. It was
fitted to the values of solved duels (CH-13.4), so in a team battle the lead stands alone.
"""

from __future__ import annotations

from hulldown.kernel.batch import RUNNING
from hulldown.kernel.jit import Scratch, rule
from hulldown.kernel.judging import chance
from hulldown.kernel.network import Features, correction
from hulldown.kernel.walk import WON
from hulldown.rulesets.api.thinking import Network
from hulldown.rulesets.chase.judgement.features import (
    KINDS,
    SIDE,
    UNIT,
    SideFeature,
    UnitFeature,
    extract,
)
from hulldown.rulesets.chase.judgement.lead import JUDGEMENT, payoff_share, settle, weighted_lead
from hulldown.rulesets.chase.state import State
from hulldown.rulesets.common.networks import FILE, load_network

NETWORK = Network(UnitFeature, SideFeature, KINDS, extract, weighted_lead, JUDGEMENT.with_name(FILE))
VALUES, LEAD = load_network(NETWORK)
SCRATCH = Scratch(Features)


@rule
def corrected_lead(s: State) -> int:
    """The first seat's lead in the duel or battle that goes on, in log odds."""
    if len(VALUES) == 0 or s.options.team_battle != 0:
        return weighted_lead(s)
    f = SCRATCH()
    extract(s, f)
    return int(LEAD * weighted_lead(s)) + correction(f, VALUES, UNIT, SIDE, KINDS)


@rule
def estimate(s: State, seat: int) -> int:
    """The share of the payoffs that a seat can expect (CH-12.6): even an advantage counts for what it is.

    In a match the duels that are to come count as even, and once it is decided the sum counts (CH-12.7).
    """
    share = payoff_share(s)
    if s.winner == RUNNING:
        share += (chance(corrected_lead(s), 0) - WON // 2) // s.duels
    share = settle(s, share)
    return share if seat == 0 else WON - share
