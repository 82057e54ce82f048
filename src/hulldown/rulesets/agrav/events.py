"""The events of a battle (section 10): what each holds, its rules, and its sentence where it is a template.

Amounts of damage, heat, charge, durability and health are tenths of a point. A field that is 1 or 0 says yes
or no; NOBODY is -1. What an order aims at is a unit (`target`) or a section or barricade (`place`), the other
of the two is NOBODY. `left` and `charge` are what there is then.
"""

from __future__ import annotations

from hulldown.kernel.events import Log
from hulldown.rulesets.common.events import Actor, Kinds, Place, Target

event = Kinds()


# ---------------------------------------------------------------- before the battle, rounds and turns


@event(43, "AG-6.1")
def rolled_off(e: Log, cobalt: int, rust: int) -> None: ...
@event(45, "AG-6.1")
def first_chosen(e: Log, side: Actor, chooser: int) -> None:
    """`side` moves first."""


@event(41, "AG-6.1", "AG-6.9")
def deployed(e: Log, unit: Actor, tile: Place, facing: int) -> None: ...
@event(1, "AG-6.3")
def round_started(e: Log, number: int, rounds: int) -> None: ...
@event(2, "AG-6.4")
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


@event(9, "AG-17.13", "AG-17.11")
def landed(
    e: Log, unit: Actor, target: Target, place: Place, accuracy: int, die: int, again: int, weapon: int
) -> None:
    """The second roll; `again`: the re-roll or 0, `weapon`: 1 + that of the unit, below 0 for a miss.

    Reasons: Sum.
    """


@event(42, "AG-17.13")
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
    """`factor` in halves, and shields.DOUBLED more if doubled; the shield is thickness/parts thick."""


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
    """`weapon` that the part belongs to, or NOBODY; `part`: codes.Part or NOBODY.

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


@event(35, "AG-11.8")
def armour_cooled(e: Log, unit: Actor, lost: int, cooled: int, durability: int, heat: int) -> None:
    """Durability lost to heat above twice the limit; then what is left of it and of the heat."""


@event(36, "AG-13.18")
def shield_rested(e: Log, unit: Actor, state: int, charge: int, gain: int, turns: int) -> None:
    """`turns` left of reset or crack."""


@event(37, "AG-15.6")
def stun_eased(e: Log, unit: Actor, stun: int) -> None: ...


# ---------------------------------------------------------------- the end


@event(38, "AG-23.2")
def scored(e: Log, side: Actor, zone: Place, points: int, total: int) -> None: ...
@event(40, "AG-23.1", says="{side} concedes")
def conceded(e: Log, side: Actor) -> None: ...
@event(39, "AG-23.1")
def game_ended(e: Log, winner: int, ending: int, cobalt: int, rust: int) -> None:
    """`winner`: a side, 2 for a draw; then the victory points of both."""
