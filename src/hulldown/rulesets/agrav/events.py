"""Reasons of refusals and summands, and the events of a battle: each with its rule id and its words."""

from __future__ import annotations

from hulldown.kernel.actions import Log
from hulldown.rulesets.common.enums import CodedEnum
from hulldown.rulesets.common.log import Actor, Kinds, Place, Target


class Why(CodedEnum):
    """Reasons of a refusal; 0 means that nothing forbids it (section 9)."""

    ALLOWED = 0, ""
    TILE_OCCUPIED = 1, "AG-2.3", "another unit stands there"
    TILE_BLOCKED = 2, "AG-2.3", "structures, ruins and walls cannot be entered"
    OFF_MAP = 3, "AG-2.3", "that is outside the map"
    CORNER_BLOCKED = 4, "AG-7.8", "an AGrav cannot squeeze past that corner"
    DIRECTION_NOT_ALLOWED = (
        5,
        "AG-7.13",
        "this chassis cannot move that way (tank sideways, tank or walker diagonally)",
    )
    BARRICADE = 6, "AG-7.13", "a tank is stopped by a barricade; ram it instead"
    NO_MOBILITY = 7, "AG-7.10", "not enough mobility left"
    IMMOBILE = 8, "AG-7.12", "the drive is destroyed"
    WEAPON_FIRED = 9, "AG-8.12", "this weapon has fired this turn"
    RELOADING = 10, "AG-8.12", "this weapon is reloading"
    WEAPON_DESTROYED = 11, "AG-8.12", "this weapon is destroyed"
    NO_AMMO = 12, "AG-5.9", "no loads left"
    NO_POWER = 13, "AG-5.8", "not enough energy"
    NO_LOS = 14, "AG-8.13", "no line of sight"
    OUT_OF_ARC = 15, "AG-8.13", "the target is outside the weapon's arc"
    FRIENDLY = 16, "AG-8.13", "that is one of your own"
    INDESTRUCTIBLE = 17, "AG-3.9", "walls and gates cannot be destroyed"
    MODE_NOT_ALLOWED = 18, "AG-17.14", "this weapon has no such firing mode"
    NO_SPOTTER = 19, "AG-17.4", "no ally sees the target"
    HIGH_TERRAIN = 20, "AG-17.8", "high terrain stops low-angle fire"
    HOLD_FIRE = 21, "AG-6.8", "the first side may not shoot in round 1 (option)"
    REACTION_NOT_ALLOWED = 22, "AG-16.7", "this weapon cannot be set to reaction fire now"
    SHIELD_TOGGLED = 23, "AG-13.20", "the shield was already switched this turn"
    SHIELD_DISABLED = 24, "AG-13.20", "the shield is disabled or destroyed"
    SHIELD_EMPTY = 25, "AG-13.20", "there is no charge to activate"
    TRANSFER_USED = 26, "AG-14.8", "the transfer system was used this turn"
    TRANSFER_TARGET = 27, "AG-14.8", "the target needs an active shield within {transfer}"
    TRANSFER_MISSING = 28, "AG-14.8", "there is no working shield transfer system"
    TRANSFER_AMOUNT = 29, "AG-14.8", "send 1 to the giver's whole charge, in whole points"
    RAM_USED = 30, "AG-19.11", "this unit has rammed this turn"
    RAM_NOT_ADJACENT = 31, "AG-19.12", "the target is not in ramming position"
    RAM_NOT_ALLOWED = 32, "AG-19.11", "AGravs and infantry do not ram, and tanks cannot ram AGravs"
    SMOKE_USED = 33, "AG-22.1", "no smoke left, or already used this turn"
    SMOKE_TARGET = 34, "AG-22.1", "smoke goes on open tiles within {smoke}"
    CHARGE_TARGET = (
        35,
        "AG-21.6",
        "a charge needs a structure or barricade section orthogonally next to the squad",
    )
    NOT_YOUR_TURN = 36, "AG-6.6", "it is the other side's turn"
    DEPLOY_ZONE = 37, "AG-6.1", "that tile is outside the deployment zone"
    NO_SUCH_ACTION = 38, "AG-6.6", "that cannot be done now"
    NOT_SEEN = 39, "AG-24.1", "no unit of yours sees it"


class Illegal(CodedEnum):
    """Why a design is refused (AG-5.6), in the order of the checks."""

    LEGAL = 0, ""
    OVER_BUDGET = 1, "AG-5.6"
    COCKPIT_MISSING = 2, "AG-5.6"
    SENSORS_RANGE = 3, "AG-5.6"
    DRIVE_RANGE = 4, "AG-5.6"
    SHIELD_COUNT = 5, "AG-5.6"
    SHIELD_NEEDS_GENERATOR = 6, "AG-5.6"
    POWER_RANGE = 7, "AG-5.6"
    PLATE_RANGE = 8, "AG-5.6"
    WEAPON_COUNT = 9, "AG-5.6"
    MOUNT_NOT_ALLOWED = 10, "AG-5.6"
    TURRET_LOAD = 11, "AG-5.6"
    AMMO_MISSING = 12, "AG-5.6"
    AMMO_NOT_USED = 13, "AG-5.6"
    POWER_MISSING = 14, "AG-5.6"
    STABILISER_DUPLICATE = 15, "AG-5.6"
    TRANSFER_NEEDS_SHIELD = 16, "AG-5.6"
    SMOKE_COUNT = 17, "AG-5.6"


class Sum(CodedEnum):
    """Summands of an accuracy (AG-8.11)."""

    BASE = 1, "AG-8.1", "base"
    OWN_MOVEMENT = 2, "AG-8.6", "own movement"
    FAST_TARGET = 3, "AG-8.5", "fast target"
    LOW_ANGLE = 4, "AG-17.6", "low-angle at a target that moved"
    INDIRECT = 5, "AG-17.3", "indirect"
    REACTION = 6, "AG-16.1", "reaction fire"
    CORNER = 7, "AG-16.4", "corner fire"
    STUN = 8, "AG-15.2", "stunned"
    COCKPIT = 9, "AG-12.12", "cockpit damaged"
    WEAPON = 10, "AG-12.12", "weapon damaged"
    TURRET = 11, "AG-12.12", "turret damaged"
    TARGET_MOVED = 12, "AG-17.11", "tiles the target moved"
    FLOOR = 13, "AG-8.10", "never below the floor"
    CEILING = 14, "AG-1.2", "never above 100"


# ---------------------------------------------------------------- events
# The events of a battle (section 10): what each holds, its rules, and its sentence where it is a template.
#
# Amounts of damage, heat, charge, durability and health are tenths of a point. A field that is 1 or 0 says
# yes or no; NOBODY is -1. What an order aims at is a unit (`target`) or a section or barricade (`place`), the
# other of the two is NOBODY. `left` and `charge` are what there is then.


event = Kinds()


# ---------------------------------------------------------------- before the battle, rounds and turns


@event(43, "AG-6.1")
def rolled_off(e: Log, cobalt: int, rust: int) -> None: ...
@event(45, "AG-6.1")
def first_chosen(e: Log, side: Actor, chooser: int) -> None:
    """`side` moves first."""


@event(41, "AG-6.1", "AG-6.9")
def deployed(e: Log, unit: Actor, tile: Place, facing: int) -> None: ...
@event(1, "AG-6.3", upkeep=True)
def round_started(e: Log, number: int, rounds: int) -> None: ...
@event(2, "AG-6.4", upkeep=True)
def turn_started(e: Log, side: Actor, number: int) -> None:
    """`number` is that of the round."""


# ---------------------------------------------------------------- moves


@event(3, "AG-1.5")
def stepped(e: Log, unit: Actor, tile: Place, came: int, cost: int, tiles: int, left: int) -> None:
    """From the tile `came`; so many tiles in this turn, so much mobility left."""


@event(4, "AG-7.2")
def turned(e: Log, unit: Actor, facing: int, cost: int, left: int) -> None: ...
@event(5, "AG-2.8", "AG-2.9", says="{unit} takes the {anchor} of {tile}")
def repositioned(e: Log, unit: Actor, tile: Place, anchor: int, before: int) -> None: ...
@event(34, "AG-22.1", "AG-3.11")
def smoke_laid(e: Log, unit: Actor, first: int, second: int, third: int, left: int) -> None:
    """On up to three tiles; so many uses left."""


@event(23, "AG-19.11")
def rammed(
    e: Log, unit: Actor, target: Target, place: Place, damage: int, own: int, effort: int, tank: int
) -> None:
    """`own`: damage to itself; `effort`: tiles closer of a tank, else mobility spent."""


# ---------------------------------------------------------------- fire


@event(6, "AG-8.11")
def shot_fired(
    e: Log, unit: Actor, target: Target, place: Place, weapon: int, mode: int, accuracy: int, spotter: int
) -> None:
    """A volley; the spotter is NOBODY for none. Reasons: Sum."""


@event(7, "AG-1.1")
def rolled_to_hit(
    e: Log, unit: Actor, target: Target, place: Place, die: int, hit: int, again: int, shot: int
) -> None:
    """`again`: a re-roll (AG-20.2); `shot`: its number in the volley."""


@event(8, "AG-17.10")
def launched(e: Log, unit: Actor, target: Target, place: Place, weapon: int, top: int, guided: int) -> None:
    """A round in flight; `top`: a top attack, `guided`: with the launcher's own sight (AG-18.5)."""


@event(48, "AG-10.4")
def blow_changed(
    e: Log, unit: Actor, target: Target, place: Place, penetration: int, damage: int, heat: int
) -> None:
    """What a shot that hits has by house rules, in points. Reasons: those of the house rules."""


@event(9, "AG-17.13", "AG-17.11", upkeep=True)
def landed(
    e: Log, unit: Actor, target: Target, place: Place, accuracy: int, die: int, again: int, weapon: int
) -> None:
    """The second roll; `again`: the re-roll or 0, `weapon`: 1 + that of the unit, below 0 for a miss.

    Reasons: Sum.
    """


@event(42, "AG-17.13", upkeep=True)
def round_lost(e: Log, unit: Actor, target: Target, place: Place, weapon: int, gone: int) -> None:
    """`gone`: the target is; else no more rounds can fly."""


@event(31, "AG-16.7")
def reaction_set(e: Log, unit: Actor, weapon: int, way: int, along: int) -> None:
    """`way`: of the cone, NOBODY for none; so many others of its turret turn `along` (AG-16.3)."""


# Somebody has moved into view; the volley follows.
@event(32, "AG-16.8", "AG-16.9")
def reaction_fired(e: Log, unit: Actor, mover: Target, weapon: int, cone: int) -> None: ...
@event(33, "AG-16.4", "AG-16.10")
def corner_fired(e: Log, unit: Actor, enemy: Target, weapon: int, cone: int, high_act: int) -> None: ...
@event(44, "AG-21.6")
def charge_set_off(e: Log, unit: Actor, place: Place, damage: int) -> None: ...


# ---------------------------------------------------------------- what a hit does to a unit


@event(10, "AG-13.16")
def shield_struck(
    e: Log, unit: Target, factor: int, thickness: int, parts: int, removed: int, left: int
) -> None:
    """`factor` in halves, and damage.DOUBLED more if doubled; the shield is thickness/parts thick."""


@event(11, "AG-13.19")
def shield_cracked(e: Log, unit: Target, turns: int) -> None: ...
@event(12, "AG-13.7")
def shield_downed(e: Log, unit: Target, dealt: int, removed: int, turns: int, rest: int) -> None:
    """`turns` of its own until it is reset; `rest`: what a ram has left. `shield_struck` comes before."""


HEATS = "{unit}'s armour heats up: {before:points} + {added:points} = {heat:points}"


@event(13, "AG-11.7", says=HEATS + ", the limit is {limit:points}")
def armour_heated(e: Log, unit: Target, before: int, added: int, heat: int, limit: int) -> None: ...
@event(14, "AG-10.3")
def armour_met(
    e: Log, unit: Target, face: int, durability: int, full: int, heat: int, thickness: int
) -> None:
    """L is nominal thickness x durability / full. Of the heat what counts.

    `thickness` is effective, with thermal factor and facing multiplier, x armor.FINE x full.
    """


@event(15, "AG-10.6")
def armour_worn(e: Log, unit: Target, times: int, value: int, cap: int, removed: int, left: int) -> None:
    """`times`: 2 where it counts double, else 1; `value` of the formula, armor.BEYOND for none; `cap`: 2D."""


@event(16, "AG-10.4")
def got_through(e: Log, unit: Target, through: int, whole: int, damage: int, base: int) -> None:
    """The share through/whole of D got through; `base` is rounded."""


@event(17, "AG-12.1")
def spalled(e: Log, unit: Target, bonus: int, beyond: int, cap: int, total: int) -> None:
    """`beyond`: penetration beyond the plate; `total`: internal damage in all."""


@event(18, "AG-12.4")
def he_added(e: Log, unit: Target, bonus: int, base: int, cap: int, total: int) -> None:
    """All but `total`, the internal damage in all, are rounded."""


@event(19, "AG-9.1")
def health_lost(e: Log, unit: Target, times: int, damage: int, removed: int, left: int, full: int) -> None:
    """`times`: 2 where it counts double, else 1; `damage` inside."""


@event(20, "AG-12.8")
def crit_rolled(e: Log, unit: Target, weapon: int, sides: int, die: int, part: int, crits: int) -> None:
    """`weapon` that the part belongs to, or NOBODY; `part`: state.Part or NOBODY.

    `crits`: 1 the first, 2 the second, 3 destroyed before.
    """


@event(21, "AG-9.3")
def unit_destroyed(e: Log, unit: Target, tile: Place) -> None: ...
@event(22, "AG-15.4")
def stunned(e: Log, unit: Target, ram: int, health: int, armour: int, charge: int, full: int) -> None:
    """By a ram whatever the damage, or by what was lost in this window: a quarter of `full` health stuns."""


@event(28, "AG-21.5")
def model_hit(e: Log, unit: Target, model: int, damage: int, removed: int, left: int, squad: int) -> None:
    """`left` to the model, 0: killed; `squad`: left to all."""


# ---------------------------------------------------------------- what a hit does to structures


@event(24, "AG-20.10")
def section_hit(e: Log, section: Place, net: int, left: int, before: int, marks: int) -> None:
    """`marks`: twice its features, and 1 more by the 20% rule."""


@event(25, "AG-20.11")
def barricade_hit(e: Log, barricade: Place, damage: int, left: int, before: int, fifth: int) -> None:
    """`fifth`: by the 20% rule; gone at 0."""


@event(26, "AG-20.3", "AG-20.12", "AG-20.13")
def section_collapsed(e: Log, section: Place, ruin: int, durability: int) -> None:
    """`durability` of the ruin; else it is debris."""


@event(46, "AG-20.12", says="{barricade} at {tile} collapses")
def barricade_collapsed(e: Log, barricade: Place, tile: int) -> None: ...
@event(27, "AG-20.7", "AG-20.14")
def section_exploded(e: Log, section: Place) -> None: ...
@event(47, "AG-20.14")
def blast_reached(e: Log, unit: Target, damage: int) -> None: ...


# ---------------------------------------------------------------- shields of one's own, the end of a turn


@event(29, "AG-13.20")
def shield_toggled(e: Log, unit: Actor, state: int, before: int, paid: int, charge: int) -> None: ...
@event(30, "AG-14.4", "AG-14.7")
def charge_sent(
    e: Log, unit: Actor, receiver: Target, sent: int, arrived: int, charge: int, maximum: int
) -> None:
    """Charge and maximum are the receiver's."""


@event(35, "AG-11.8", upkeep=True)
def armour_cooled(e: Log, unit: Actor, lost: int, cooled: int, durability: int, heat: int) -> None:
    """Durability lost to heat above twice the limit; then what is left of it and of the heat."""


@event(36, "AG-13.18", upkeep=True)
def shield_rested(e: Log, unit: Actor, state: int, charge: int, gain: int, turns: int) -> None:
    """`turns` left of reset or crack."""


@event(37, "AG-15.6", upkeep=True)
def stun_eased(e: Log, unit: Actor, stun: int) -> None: ...


# ---------------------------------------------------------------- the end


@event(38, "AG-23.2", upkeep=True)
def scored(e: Log, side: Actor, zone: Place, points: int, total: int) -> None: ...
@event(40, "AG-23.1", says="{side} concedes")
def conceded(e: Log, side: Actor) -> None: ...
@event(39, "AG-23.1")
def game_ended(e: Log, winner: int, ending: int, cobalt: int, rust: int) -> None:
    """`winner`: a side, 2 for a draw; then the victory points of both."""
