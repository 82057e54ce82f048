"""Reasons of refusals and summands, and the events of a battle: each with its rule id and its words."""

from __future__ import annotations

from hulldown.kernel.actions import Log
from hulldown.rulesets.common.enums import CodedEnum
from hulldown.rulesets.common.log import Actor, Kinds, Place, Target


class Why(CodedEnum):
    """Reasons of a refusal; 0 means that nothing forbids it (TC-7.23, TC-15.3, TC-15.8)."""

    ALLOWED = 0, ""
    NOT_YOUR_ACTIVATION = 1, "TC-15.3", "another unit or side is to act"
    ALREADY_ACTIVATED = 2, "TC-4.11", "has been activated in this turn"
    UNIT_OUT_OF_ACTION = 3, "TC-4.11", "is out of action"
    NO_SUCH_ACTION = 4, "TC-15.3", "cannot be done now"
    NO_CREW = 5, "TC-15.3", "nobody is alive inside"
    DRIVER_DEAD = 6, "TC-6.18", "the driver is dead"
    GUNNER_DEAD = 7, "TC-6.16", "the gunner is dead"
    LOADER_DEAD = 8, "TC-6.17", "the loader is dead"
    NOT_THIS_ROLE = 9, "TC-6.12", "nobody fills that role"
    CREW_DEAD = 10, "TC-6.2", "that crew member is dead"
    NO_EQUIPMENT = 11, "TC-15.3", "not fitted"
    NO_HE = 12, "TC-5.11", "has no HE rounds"
    USED_UP = 13, "TC-5.14", "used up"
    ABILITY_USED = 14, "TC-6.2", "used in this battle"
    ABILITY_THIS_TURN = 15, "TC-6.2", "one ability each turn"
    NOT_ON_FIRE = 16, "TC-5.16", "not on fire"
    MOVEMENT_CAP = 17, "TC-5.5", "has moved as far as it can"
    NO_AP = 18, "TC-5.2", "not enough AP"
    OFF_BOARD = 19, "TC-3.9", "off the board"
    OUT_OF_RANGE = 20, "TC-7.1", "out of range"
    IMPASSABLE = 21, "TC-9.7", "a building is in the way"
    HEX_OCCUPIED = 22, "TC-3.7", "the hex is occupied"
    SMOKE_HERE = 23, "TC-5.14", "there is smoke already"
    GUN_EMPTY = 24, "TC-5.11", "the gun is empty"
    NO_TARGET = 25, "TC-7.15", "nothing to shoot at"
    FRIENDLY_TARGET = 26, "TC-7.15", "that is your own"
    TARGET_OUT_OF_ACTION = 27, "TC-7.15", "the target is out of action"
    NOT_INFANTRY = 28, "TC-7.15", "only against infantry"
    NOT_VALID_TARGET = 29, "TC-7.15", "not a target for this weapon"
    OUT_OF_ARC = 30, "TC-7.2", "outside the turret's arc"
    NO_LOS = 31, "TC-7.3", "no line of sight"
    CANNOT_HIT = 32, "TC-7.14", "not even a 6 hits"
    NOT_IN_ZONE = 33, "TC-15.10", "not in your zone"
    IN_COVER = 34, "TC-10.13", "the squad is in cover"
    MOUNTED = 35, "TC-10.22", "the squad is being carried"
    TARGET_MOUNTED = 36, "TC-7.15", "the squad is being carried"
    SCREENED = 37, "TC-10.6", "a vehicle beside the squad screens it"
    NO_OBJECTIVE = 38, "TC-10.15", "no objective here"
    ALREADY_HELD = 39, "TC-10.15", "held already"
    MOUNT_LIMIT = 40, "TC-10.19", "has mounted or dismounted enough in this turn"
    MINE_HERE = 41, "TC-12.11", "there is a mine already"
    NO_MINE = 42, "TC-10.17", "no mine there"
    NO_CARRIER = 43, "TC-10.19", "no vehicle beside it can take it"
    CARRIER_FULL = 44, "TC-10.19", "no room for another squad"
    ROLE_KEPT = 45, "TC-6.12", "he keeps the role that he has"


class Illegal(CodedEnum):
    """Why a build is refused (TC-2.24)."""

    LEGAL = 0, ""
    BELOW_BASE = 1, "TC-2.24"
    OVER_FACING_LIMIT = 2, "TC-2.5"
    SIDE_EXCEEDS_FRONT = 3, "TC-2.5"
    REAR_EXCEEDS_SIDE = 4, "TC-2.5"
    NOT_AVAILABLE = 5, "TC-2.24"
    OVER_ITEM_LIMIT = 6, "TC-2.18"
    OVER_BUDGET = 7, "TC-2.4"
    NOT_FIELDED = 8, "TC-14.11"


class Sum(CodedEnum):
    """Summands of a number needed (TC-7.13)."""

    ACCURACY = 1, "TC-7.12", "accuracy"
    OPTICS = 2, "TC-2.9", "optics"
    GUNNER_WOUNDED = 3, "TC-6.16", "gunner wounded"
    GUNNER_REPLACED = 4, "TC-6.14", "lieutenant in the gunner's seat"
    FOREST = 5, "TC-9.5", "target in or behind forest"
    HILL = 6, "TC-9.9", "target behind a hill"
    BRING_IT_DOWN = 7, "TC-6.8", "Bring it down!"
    AT_LEAST_TWO = 8, "TC-7.13", "no shot is easier"
    GUNNER_ACE = 9, "TC-14.8", "the gunner is an ace"
    COVER = 10, "TC-10.12", "target in cover"
    STORM = 11, "TC-14.2", "storm"
    NIGHT = 12, "TC-14.4", "target in the dark"


# ---------------------------------------------------------------- events
# The events of a battle (TC-15.4): what each holds, its rules, and its sentence where it is a template.
#
# `left` are the action points that a unit has still. A field that is 1 or 0 says yes or no.


event = Kinds()


# ---------------------------------------------------------------- the course of a battle


@event(1, "TC-4.1")
def rolled_off(e: Log, cobalt: int, rust: int, first: int) -> None:
    """A die each, -1: none; `first` is the side that goes first, -1 for a tie."""


@event(2, "TC-4.6", says="Turn {turn}", heading=True, upkeep=True)
def turn_started(e: Log, turn: int) -> None: ...
@event(47, "TC-14.1", upkeep=True)
def weather_rolled(e: Log, die: int, storm: int) -> None: ...
@event(3, "TC-4.9", says="End of turn {turn}", heading=True, upkeep=True)
def end_phase_began(e: Log, turn: int) -> None: ...
@event(4, "TC-4.12", says="{unit} deploys at {cell}{hull:facing}")
def deployed(e: Log, unit: Actor, cell: Place, hull: int) -> None:
    """`hull` is -1 for what has no facing."""


@event(5, "TC-4.12", "TC-5.11", says="{unit} is ready: turret {turret:way}, {loaded_with:shell} in the gun")
def prepared(e: Log, unit: Actor, turret: int, loaded_with: int) -> None: ...
@event(6, "TC-4.8")
def activated(e: Log, unit: Actor, left: int) -> None: ...
@event(32, "TC-4.8")
def activation_ended(e: Log, unit: Actor, lost: int) -> None:
    """So many action points are lost."""


# ---------------------------------------------------------------- driving


@event(7, "TC-5.3")
def moved(e: Log, unit: Actor, cell: Place, cost: int, left: int, from_cell: int) -> None: ...
@event(8, "TC-5.4")
def backed_up(e: Log, unit: Actor, cell: Place, cost: int, left: int, from_cell: int) -> None: ...
@event(9, "TC-5.6")
def hull_turned(e: Log, unit: Actor, hull: int, turret: int, left: int, with_turret: int) -> None: ...
@event(10, "TC-5.8", says="{unit} turns its turret {turret:way}, {left}")
def turret_turned(e: Log, unit: Actor, turret: int, left: int) -> None: ...
@event(30, "TC-9.11", "TC-7.21", says="{unit} {unit:enters} the mine at {cell}")
def mine_struck(e: Log, unit: Target, cell: Place) -> None: ...
@event(33, "TC-13.9", says="{unit} reaches the waypoint at {cell}")
def waypoint_reached(e: Log, unit: Actor, cell: Place) -> None: ...
@event(39, "TC-10.18")
def mounted(e: Log, unit: Actor, carrier: Target, cell: Place, left: int) -> None: ...
@event(40, "TC-10.18")
def dismounted(e: Log, unit: Actor, carrier: Target, cell: Place, left: int) -> None:
    """`left` is -1 for a squad that bails out."""


# ---------------------------------------------------------------- fire and what it does


@event(11, "TC-7.12")
def fired(
    e: Log, unit: Actor, target: Target, cell: Place, shell: int, needed: int, die: int, away: int
) -> None:
    """`shell` is Shell.NONE for an anti-infantry weapon; `needed` 0 where no die is rolled; reasons: Sum."""


@event(12, "TC-7.16")
def armor_rolled(e: Log, unit: Target, face: int, armor: int, strength: int, die: int) -> None: ...
@event(13, "TC-8.1")
def wound_rolled(e: Log, unit: Target, die: int) -> None: ...
@event(14, "TC-8.2")
def crew_hit(e: Log, unit: Target, member: int, health: int, picked: int, living: int) -> None:
    """The `picked` of so many `living` has that `health` now."""


@event(15, "TC-6.21")
def medkit_used(e: Log, unit: Target, member: int, ignored: int) -> None:
    """Whether the wound is `ignored`; else its penalty is."""


@event(16, "TC-6.12")
def seat_taken(e: Log, unit: Actor, role: int) -> None:
    """The lieutenant commander has that role now."""


@event(17, "TC-8.3")
def hull_hit(e: Log, unit: Target, hull: int) -> None:
    """So many points of its `hull` are left."""


@event(18, "TC-8.6")
def fire_rolled(e: Log, unit: Target, die: int, burns: int) -> None: ...
@event(21, "TC-8.4")
def disabled(e: Log, unit: Target) -> None: ...
@event(22, "TC-6.22")
def abandoned(e: Log, unit: Target) -> None: ...
@event(26, "TC-8.16")
def destroyed(e: Log, unit: Target, cell: Place) -> None: ...


# ---------------------------------------------------------------- fires, wrecks, explosions


@event(20, "TC-8.8", "TC-8.9", upkeep=True)
def burned(e: Log, unit: Target, hull: int) -> None:
    """So many points of its `hull` are left."""


@event(23, "TC-8.10", upkeep=True)
def cook_off_rolled(e: Log, unit: Target, cell: Place, die: int) -> None: ...
@event(24, "TC-8.11")
def exploded(e: Log, unit: Target, cell: Place, by_fire: int) -> None: ...
@event(25, "TC-8.13", says="The blast from {cell} hits {unit}")
def blast_hit(e: Log, unit: Target, cell: Place) -> None: ...
@event(27, "TC-9.7")
def ground_changed(e: Log, cell: Place, old: int, new: int) -> None: ...


# ---------------------------------------------------------------- what a crew and a squad do


@event(31, "TC-6.1", says="{unit} calls {ability}")
def ability_called(e: Log, unit: Actor, ability: int) -> None: ...
@event(28, "TC-5.10")
def loaded(e: Log, unit: Actor, shell: int, cost: int, left: int) -> None: ...
@event(29, "TC-5.13", says="{unit} lays smoke on {cell}, {left}")
def smoke_laid(e: Log, unit: Actor, cell: Place, left: int) -> None: ...
@event(19, "TC-5.15", "TC-5.16", says="{unit} puts out the fire, {left}")
def fire_put_out(e: Log, unit: Actor, left: int) -> None: ...
@event(46, "TC-12.10", "TC-12.11", says="{unit} lays a mine at {cell}{left:and_points}")
def mine_laid(e: Log, unit: Actor, cell: Place, left: int) -> None:
    """`left` is -1 before the battle."""


@event(48, "TC-14.5")
def flare_fired(e: Log, unit: Actor, cell: Place, left: int) -> None: ...
@event(36, "TC-10.12", "TC-10.13", says="{unit} takes cover, {left}")
def cover_taken(e: Log, unit: Actor, left: int) -> None: ...
@event(38, "TC-10.16", "TC-10.17", says="{unit} clears the mine at {cell}, {left}")
def mine_cleared(e: Log, unit: Actor, cell: Place, left: int) -> None: ...
@event(37, "TC-10.14", "TC-10.15")
def objective_taken(e: Log, unit: Actor, cell: Place, side: int, left: int) -> None:
    """`left` is -1 where it took no action."""


# ---------------------------------------------------------------- air strikes


@event(41, "TC-12.2", says="{unit} calls an air strike on {cell}, {left}")
def strike_called(e: Log, unit: Actor, cell: Place, left: int) -> None: ...
@event(42, "TC-12.3", "TC-12.4")
def strike_rolled(e: Log, cell: Place, die: int, needed: int, comes: int, side: int) -> None: ...
@event(43, "TC-13.27")
def flak_rolled(e: Log, cell: Place, die: int, fails_on: int, fails: int, guns: int) -> None:
    """The strike fails on `fails_on` or more, with so many AA `guns` left."""


@event(44, "TC-12.5", "TC-12.6")
def strike_line_rolled(e: Log, cell: Place, direction: int, distance: int) -> None:
    """A die each; a `direction` of 1 is north."""


@event(45, "TC-12.7")
def strike_hit(e: Log, unit: Target, cell: Place) -> None:
    """`unit` is -1 for a building."""


# ---------------------------------------------------------------- the end


@event(49, "TC-13.13", upkeep=True)
def scored(e: Log, side: int, points: int, total: int) -> None: ...
@event(34, "TC-1.6", says="{side} concedes")
def conceded(e: Log, side: Actor) -> None: ...
@event(35, "TC-1.3")
def game_ended(e: Log, winner: int, ending: int, medal: int) -> None:
    """`winner` is a side, DRAW for none."""
