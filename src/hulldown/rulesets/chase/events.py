"""Reasons of refusals and summands, and the events of a battle: each with its rule id and its words."""

from __future__ import annotations

from hulldown.kernel.actions import Log
from hulldown.rulesets.common.enums import CodedEnum
from hulldown.rulesets.common.log import Actor, Kinds, Place, Target


class Why(CodedEnum):
    """Reasons of a refusal; 0 means that nothing forbids it (CH-16.2, CH-16.5, CH-10.2)."""

    ALLOWED = 0, ""
    NOT_YOUR_DECISION = 1, "CH-16.2", "Not your decision now."
    ALREADY_ORDERED = 2, "CH-16.2", "Already ordered this turn."
    IMMOBILISED = 3, "CH-4.4", "Immobilised: this tank cannot change range or maneuver."
    NOT_THIS_SHIFT = 4, "CH-6.10", "Shift not in {shifts}."
    NOT_YOUR_FACING = 5, "CH-7.6", "This facing is not yours to choose."
    NO_CLOSING_MOVE = 6, "CH-8.3", "A ram needs a move that closes to Adjacent this turn."
    NOT_BOTH_MANEUVER = 7, "CH-6.12", "Opening needs both tanks on Maneuver."
    NOT_AN_OPPONENT = 8, "CH-14.9", "Target is not an opponent of this tank."
    CANNOT_JOIN = 9, "CH-14.4", "This enemy cannot be joined."
    NOBODY_ENGAGED = 10, "CH-14.4", "No other tank of your side is engaged."
    GUN_OUT = 11, "CH-10.2", "Gun knocked out"
    NO_RANGE_DM = 12, "CH-10.2", "No range DM at {band}"
    FIXED_GUN = 13, "CH-10.2", "Fixed gun: own facing is {facing}, must be Front"
    NO_SUCH_DECISION = 14, "CH-16.1", "There is no such decision."


class Sum(CodedEnum):
    """Summands of a total (CH-5.1, CH-10.6)."""

    DRIVER = 1, "CH-5.1", "driver"
    AGILITY = 2, "CH-5.2", "agility"
    MOBILITY = 3, "CH-11.6", "drive damaged"
    GUNNER = 4, "CH-10.5", "gunner"
    RANGE = 5, "CH-10.5", "range"
    VEHICLE = 6, "CH-10.5", "target is a vehicle"
    OWN_ORDER = 7, "CH-10.6", "own order"
    TARGET_ORDER = 8, "CH-10.6", "target's order"
    GUN = 9, "CH-11.6", "gun damaged"


# ---------------------------------------------------------------- events
# The events of a battle (CH-16.3): what each holds, its rules, and its sentence where it is a template.
#
# `tank_a` and `tank_b` are the tanks of a pair, that of side A first. Faces of dice thrown together are
# digits, as `throw` writes them. A field that is 1 or 0 says yes or no.


event = Kinds()


# ---------------------------------------------------------------- turns


@event(1, "CH-3.1", upkeep=True)
def turn_started(e: Log, turn: int, turns: int, duel: int, duels: int) -> None: ...
@event(2, "CH-4.3", says="{tank} has its order")
def ordered(e: Log, tank: Actor) -> None:
    """Says nothing of the order."""


@event(3, "CH-3.3")
def forced(e: Log, tank: Actor, enemy: Target, verb: int, choice: int) -> None:
    """A decision was skipped, for it had this one choice."""


@event(4, "CH-4.3", "CH-4.2")
def order_shown(e: Log, tank: Actor, order: int) -> None: ...


# ---------------------------------------------------------------- who is engaged


@event(30, "CH-14.4")
def paired(e: Log, tank: Actor, enemy: Target, band: int, how: int) -> None:
    """`tank` comes; `how` is turn.DUEL, JOINS or RELIEVES."""


@event(31, "CH-14.4", says="{tank} stays in reserve")
def held_back(e: Log, tank: Actor) -> None: ...
@event(21, "CH-14.9", says="{tank} aims at {enemy:tank}")
def target_named(e: Log, tank: Actor, enemy: Target) -> None: ...


# ---------------------------------------------------------------- driving


@event(5, "CH-5.1")
def driving_tested(e: Log, tank: Actor, again: Place, first: int, second: int, dm: int, total: int) -> None:
    """`again`: because of a tie; reasons: Sum."""


@event(7, "CH-14.5")
def tie_diced(e: Log, winner: Actor, loser: Target, face: int) -> None: ...
@event(6, "CH-5.3")
def winner_found(
    e: Log, tank_a: Actor, tank_b: Target, rolled: Place, winner: int, total_a: int, total_b: int, passed: int
) -> None:
    """Who `rolled` and who `passed`: 1 A, 2 B, 3 both; `winner` is a side, -1 for none."""


@event(37, "CH-4.6", says="{tank} {order:does}")
def direction_named(e: Log, tank: Actor, order: int) -> None:
    """`order` is PURSUE or FLEE."""


# ---------------------------------------------------------------- the chart


@event(35, "CH-6.1")
def charted(
    e: Log, tank_a: Actor, tank_b: Target, decider: Place, order_a: int, order_b: int, low: int, high: int
) -> None:
    """The least and the greatest shift; `decider` is the side that decides, -1 for none."""


@event(8, "CH-6.14")
def range_shifted(
    e: Log, tank_a: Actor, tank_b: Target, decider: Place, bands: int, old: int, raw: int
) -> None: ...
@event(9, "CH-2.5", "CH-12.3", says="{tank} breaks contact with {enemy:tank}")
def contact_broken(e: Log, tank: Actor, enemy: Target) -> None: ...
@event(10, "CH-12.3")
def escaped(e: Log, tank: Actor) -> None: ...
@event(11, "CH-6.14")
def facing_shown(e: Log, tank: Actor, enemy: Target, facing: int, source: int, face: int) -> None:
    """`face` of the die, 0 for none."""


@event(20, "CH-6.12", "CH-6.13")
def opening_answered(e: Log, tank: Actor, enemy: Target, willing: int, raw: int) -> None:
    """`raw` is the range after it."""


# ---------------------------------------------------------------- ramming


@event(12, "CH-8.5")
def asked_first(e: Log, tank: Actor, enemy: Target, face: int) -> None: ...
@event(13, "CH-8.5", says="{tank} does not try to ram {enemy:tank}")
def ram_declined(e: Log, tank: Actor, enemy: Target) -> None: ...
@event(14, "CH-8.6")
def ram_attempted(e: Log, tank: Actor, enemy: Target, first: int, second: int, dm: int, total: int) -> None:
    """The faces are 0 where the turn's test counts; reasons: Sum."""


@event(15, "CH-8.8", "CH-8.9")
def collided(
    e: Log, rammer: Actor, target: Target, collision: int, ours: int, theirs: int, effect: int
) -> None:
    """The facings that meet, the rammer's first; its Drive Effect."""


@event(16, "CH-8.15", "CH-11.1")
def crashed(e: Log, by: Actor, tank: Target, damage: int, armor: int, severity: int, faces: int) -> None: ...
@event(17, "CH-8.15")
def crash_located(e: Log, tank: Target, face: int, location: int) -> None: ...
@event(36, "CH-8.19", says="{tank}'s {facing} is worn down to Armor {armor}", upkeep=True)
def armor_worn(e: Log, tank: Target, facing: int, armor: int) -> None: ...
@event(18, "CH-8.1", "CH-8.7", says="{tank_a:tank} and {tank_b:tank} run past each other")
def overshot(e: Log, tank_a: Actor, tank_b: Target) -> None: ...
@event(19, "CH-8.7")
def ram_ended(e: Log, tank_a: Actor, tank_b: Target, band: int, rammed: int) -> None: ...


# ---------------------------------------------------------------- fire


@event(22, "CH-10.5", "CH-10.6")
def fired(
    e: Log, tank: Actor, enemy: Target, band: Place, first: int, second: int, dm: int, total: int
) -> None:
    """Reasons: Sum."""


@event(23, "CH-10.2")
def could_not_fire(e: Log, tank: Actor, enemy: Target, why: int, band: int, facing: int) -> None: ...
@event(24, "CH-10.7")
def shot_hit(
    e: Log, tank: Actor, enemy: Target, facing: Place, first: int, second: int, location: int, negated: int
) -> None: ...
@event(25, "CH-10.8", "CH-10.9")
def damage_rolled(
    e: Log, tank: Actor, enemy: Target, through: Place, faces: int, bonus: int, effect: int, armor: int
) -> None: ...
@event(26, "CH-11.1")
def severity_found(e: Log, tank: Actor, enemy: Target, severity: int, location: int) -> None: ...
@event(27, "CH-11.8")
def state_changed(e: Log, tank: Target, hull: int, mobility: int, gun: int, full: int) -> None:
    """`hull` points of `full`."""


@event(28, "CH-11.7")
def tank_destroyed(e: Log, tank: Target, surplus: int) -> None: ...


# ---------------------------------------------------------------- the end


@event(32, "CH-12.4", says="{side} surrenders")
def surrendered(e: Log, side: int) -> None: ...
@event(29, "CH-12.1")
def duel_ended(e: Log, turn: Place, ending: int, payoff: int, given_up: int, dead: int) -> None:
    """`ending` is state.Event, `payoff` is A's, `given_up` a side or -1; a team battle ends with it too."""


@event(33, "CH-12.7")
def match_stood(e: Log, total: int, duel: int, duels: int, over: int) -> None:
    """Payoffs of the first player so far."""


@event(34, "CH-14.10", upkeep=True)
def scored(e: Log, score_a: int, score_b: int) -> None:
    """Both are doubled."""
