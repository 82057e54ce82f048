"""The whole battle as one record. Absent is -1. Lengths are in mils, angles in hundredths of a degree,
saves and other values needed are the lowest face that passes (0: none).
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from hulldown.kernel.events import Terms
from hulldown.kernel.jit import rule
from hulldown.kernel.plane import Base
from hulldown.kernel.records import Byte, Long, Short, record
from hulldown.rulesets.close_assault.codes import (
    AREAS,
    DETACHMENTS,
    FIGHTS,
    LINES,
    MODELS,
    OBJECTIVES,
    PROFILES,
    TARGETS,
    TURNS,
    WEAPONS,
    Kind,
)
from hulldown.rulesets.common.variants import VariantCodes, fields_of


@record
@fields_of(Path(__file__).parent)
class Options(VariantCodes):
    """Rule variants (CA-21)."""


@record
class Line:
    """One stat-line of a weapon."""

    nearest: int  # minimum range
    range: int
    fixed: Short  # dice: so many, and `random` dice of `sides` besides (CA-7.18)
    random: Short
    sides: Short
    to_hit: Short
    ap: Short  # 0 or negative
    traits: Short  # bits of codes.Trait
    arc: Short  # codes.Arc


@record
class Weapon:
    """A weapon of a profile, and the bonuses it gives (CA-7)."""

    count: Short  # identical mounts
    lines: Short
    line: Annotated[list[Line], LINES]
    pair: Short  # the weapon it is co-axial to, -1
    bonuses: Short  # how many a round; 0 for a discarded weapon
    arc: Short  # where they may be used
    value: Annotated[list[Short], TARGETS]  # by codes.Kind; 0: no use against it


@record
class Profile:
    """What the models of a unit are (CA-8.1). Nothing here changes in a battle."""

    name: Short  # position in units.toml, -1 for a profile of a player's own
    kind: Short
    army: Short  # codes.ArmyList
    save: Short
    invulnerable: Short
    jink: Short  # 0, or the face needed
    gifts: Short  # bits of codes.Gift
    move: int
    wounds: Short
    morale: Short
    caf: Short  # its CAF; of a vehicle today's single one (CA-1.5)
    front: Short  # base CAF of a vehicle (CA-6)
    rear: Short
    round: Short  # base, as in plane.Base
    half_length: int
    half_width: int
    weapons: Short
    weapon: Annotated[list[Weapon], WEAPONS]


@record
class Model:
    """One base on the table."""

    base: Base
    detachment: int
    wounds: int  # left; 0: destroyed or never there
    left: Annotated[list[Byte], WEAPONS]  # bonuses left this round (CA-10.8)
    used: int  # bits of weapons used in close combat this round
    fired: int  # bits of weapons fired this round
    spared: int  # bits of weapons that its player keeps from firing now
    fought: int  # Fights it has fought in the Combat that goes on (CA-9.3)
    touched: int  # bits of the enemy detachments that it touched when its detachment was activated
    start_x: int  # where it began its activation, with its facing (CA-11.5)
    start_y: int
    start_facing: int
    shock_x: int  # where it stood at its detachment's last Tank Shock of this activation, at first as start_x
    shock_y: int
    shock_facing: int
    # In grains (plane.GRAIN): a path is rounded as a whole before it is compared (CA-2.11).
    cost: int  # movement spent in this activation, difficult ground counted twice (CA-4.5)
    driven: int  # length of its path in this activation
    since: int  # length of its path since the last Tank Shock
    leg: int  # its first way-point of this leg
    turns: int  # way-points of this activation so far
    turn_x: Annotated[list[int], TURNS]
    turn_y: Annotated[list[int], TURNS]
    done: int  # piled in, encircled, turned: codes.Verb + 1 of what it did while engaged, 0 for nothing
    charge: int  # charge bonus of the Tank Shock that goes on, or kept from the end of its charge (CA-11.6)


@record
class Detachment:
    """The models of one unit that get one order."""

    side: int
    profile: int  # of all its models
    first: int  # its models are first to first + size - 1
    size: int  # at the start
    order: int  # secret until the reveal
    ordered: int  # 1 once it has its order: everybody may know that
    activated: int  # in this stage of the round
    moved: int  # activated in the Movement phase of this round
    shot: int  # has fired in a fire stage, Overwatch or with Point Defence in this round
    engaged: int  # 1: it was Engaged when it was activated
    broke_out: int  # 1: it shocked its way out of Combat in this activation (CA-12.28)
    shocks: int  # Tank Shocks this round (CA-12.23)
    shocked: int  # bits of the detachments it shocked this round (CA-12.25)
    wounds_lost: int  # in the Combat that goes on
    groups: int  # of its models before it moved (CA-2.12)
    largest: int  # size of the largest of them
    touched: int  # bits of the enemy detachments it touched when it began to fail a test or to move
    foes: Long  # bits of the enemy models that touched it when the Combat or Tank Shock that goes on began
    value: int  # VP for destroying it
    name: int  # its letter and its number: 100 * ord("B") + 1 is B1


@record
class Area:
    """A rectangle of terrain (2.4)."""

    ground: Short
    x0: int
    y0: int
    x1: int
    y1: int


@record
class Fight:
    """A Fight of the Combat that goes on: a model of the choosing side and its enemy (CA-9.4)."""

    own: Short
    enemy: Short
    done: Short  # 1 fought or skipped


@record
class State:
    """A battle."""

    options: Options
    width: int
    height: int
    areas: int
    area: Annotated[list[Area], AREAS]
    objectives: int
    objective_x: Annotated[list[int], OBJECTIVES]
    objective_y: Annotated[list[int], OBJECTIVES]
    profiles: int
    profile: Annotated[list[Profile], PROFILES]
    detachments: int
    detachment: Annotated[list[Detachment], DETACHMENTS]
    models: int
    model: Annotated[list[Model], MODELS]
    edge: Annotated[list[int], 2]  # direction, in hundredths of a degree, of each side's own table edge
    zone: Annotated[list[Area], 2]  # where each side sets up
    scoring: int  # first round at whose end objectives score
    extra: int  # codes.Extra: the scenario's own way to score at the end, 0 for none
    extra_side: int  # who scores it
    extra_points: int
    extra_line: int  # x or y in mils that must be reached, seen from its own edge
    extra_models: int  # how many must
    extra_unit: int  # which detachment must, -1 for any
    round: int
    rounds: int
    phase: int
    side: int  # whose activation it is, or who decides in the phases with one side to decide
    initiative: int  # side; -1 before the first round
    acting: int  # detachment that is activated, -1
    target: int  # detachment that answers a Tank Shock, calls Overwatch or must withdraw, -1
    response: int  # to the Tank Shock that goes on
    flight_x: int  # the centres of the enemies from which a detachment withdraws, added up (CA-16.4)
    flight_y: int
    flight_from: int  # how many they are; 0 while nobody withdraws
    stage: int  # codes.Stage of the Combat that goes on
    chooser: int  # side that chooses its Fights
    combat: int  # bits of the detachments in it
    resolved: int  # bits of the detachments that had their Combat in this Engagement stage (CA-17.4)
    tests: int  # bits of the detachments that still have to test morale
    charged: int  # bits of the detachments that may still call Overwatch at the charge just ended
    fights: int
    fight: Annotated[list[Fight], FIGHTS]
    current: int  # the Fight that is about to be rolled, -1 while Fights are still being chosen
    spend: Annotated[list[int], 2]  # bonuses named for it by side, packed; -1: not asked yet
    lost: Annotated[list[int], 2]  # Wounds of each side in the Combat that goes on
    judged: int  # 1 once the result of the Combat that goes on is known
    near: Annotated[list[Long], MODELS]  # bits of the enemy models that a model of that Combat touches
    score: Annotated[list[int], 2]
    winner: int  # -1 while it runs, 2 a draw
    ending: int
    trial: Base  # a base to try places with; 0 between two decisions (`ground.wipe`)
    rival: Base  # a second one, to hold the first against
    mate: Annotated[list[Byte], MODELS]  # to match models with (`pairing`); 0 between two calls
    came: Annotated[list[Byte], MODELS]
    back_x: Annotated[list[int], MODELS]  # to try a Turn with (`turning`); 0 between two calls
    back_y: Annotated[list[int], MODELS]
    mute: Terms  # never on: for questions that want only the number


@rule
def profile_of(s: State, m: int) -> int:
    """The profile of a model."""
    return s.detachment[s.model[m].detachment].profile


@rule
def side_of(s: State, m: int) -> int:
    """The side of a model."""
    return s.detachment[s.model[m].detachment].side


@rule
def alive(s: State, m: int) -> bool:
    """Whether a model is on the table."""
    return bool(s.model[m].wounds > 0)


@rule
def kind_of(s: State, m: int) -> int:
    """The type of a model (CA-1.6)."""
    return s.profile[profile_of(s, m)].kind


@rule
def is_vehicle(s: State, m: int) -> bool:
    """Whether a model is a vehicle, super-heavy ones included (CA-1.1)."""
    kind = kind_of(s, m)
    return kind == Kind.VEHICLE or kind == Kind.SHV
