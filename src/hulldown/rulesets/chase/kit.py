"""What a real table needs for a duel of Chase: a track, dials, and orders that are laid down in secret."""

from __future__ import annotations

from hulldown.rulesets.api.kit import Chit, Components, Dial, OrderCard
from hulldown.rulesets.chase.state import State
from hulldown.rulesets.chase.variants import BeyondDistant

CHANGE_RANGE = OrderCard(
    "Change Range",
    "Closes or opens, as you say after the Driving tests: the loser says so first. Then as Pursue or Flee.",
    "CH-4.6",
)
FLEE = OrderCard(
    "Flee", "Change Range: opens. Shows its Rear. Beyond Distant contact is broken.", "CH-4.2, CH-7.2"
)
FLEE_TO_DISTANT = OrderCard(
    "Flee", "Change Range: opens, at most to Distant. Shows its Rear.", "CH-2.5, CH-4.2, CH-7.2"
)
ORDERS = (
    OrderCard(
        "Pursue",
        "Change Range: closes. Shows its Front. May ram when the shift brings it to Adjacent.",
        "CH-4.2, CH-7.2, CH-8.4",
    ),
    FLEE,
    OrderCard(
        "Maneuver",
        "Works for position: the winner chooses facings. Two of them may open the range before fire.",
        "CH-4.1, CH-6.6, CH-6.12",
    ),
    OrderCard(
        "Hull Down",
        "With a successful Driving test it ignores every hit but those on the turret.",
        "CH-4.1, CH-9.1",
    ),
)

CHITS = (
    Chit("Range", "RG", "CH-2.1", count=1, each=1),
    Chit("Hull down", "HD", "CH-9.1", each=1),
    Chit("Drive damaged", "D1", "CH-11.4", each=1, back="Immobilised"),
    Chit("Gun damaged", "G1", "CH-11.5", each=1, back="Knocked out"),
    Chit("Winner", "W", "CH-5.2", count=1),
)


def kit(s: State) -> Components:
    """Order cards and a dial of facings for every tank, markers for range and damage."""
    orders: tuple[OrderCard, ...] = (CHANGE_RANGE, *ORDERS) if s.options.direction_chosen else ORDERS
    if s.options.beyond_distant == BeyondDistant.STOP:
        orders = tuple(FLEE_TO_DISTANT if card is FLEE else card for card in orders)
    return Components(
        25.0,
        24.0,
        "There is no map: a marker on the track tells the range of each pair.",
        chits=CHITS,
        dials=(Dial("Facing", ("Front", "Right", "Rear", "Left"), "CH-7.1"),),
        orders=orders,
    )
