"""A battle of Close Assault and its orders as numbers, for agents: battle, units, Fights, ground.

Places and lengths are in hundredths of an inch, facings are the two parts of their direction, in thousandths.
"""

from __future__ import annotations

from enum import IntEnum

from hulldown.kernel.actions import Action
from hulldown.kernel.jit import rule
from hulldown.kernel.plane import cosine, mils, sine
from hulldown.kernel.records import Short
from hulldown.rulesets.api.encoding import Encoding
from hulldown.rulesets.close_assault.actions import by_models
from hulldown.rulesets.close_assault.combat import spender
from hulldown.rulesets.close_assault.fights import caf, dice_of, evading, holds
from hulldown.rulesets.close_assault.heuristics import all_in_contact, foes_of, members, remaining_models
from hulldown.rulesets.close_assault.movement import remaining
from hulldown.rulesets.close_assault.shooting import most_of, total_worth, why_not_fire_weapon, worth
from hulldown.rulesets.close_assault.state import (
    AREAS,
    DETACHMENTS,
    FIGHTS,
    MODELS,
    NOBODY,
    OBJECTIVES,
    WEAPONS,
    Arc,
    Area,
    BreakOutShocks,
    ChargePivot,
    EncircleDistance,
    Extra,
    FightTie,
    Firing,
    Gift,
    Ground,
    Kind,
    Line,
    Options,
    Order,
    Phase,
    Profile,
    RulesMode,
    ShockAnswer,
    Stage,
    State,
    TankShockFights,
    TurnAdjust,
    VehicleFlatCharge,
    Verb,
    WithdrawFrom,
    is_vehicle,
    profile_of,
)
from hulldown.rulesets.close_assault.table import arc_of, in_wood, waits, wipe
from hulldown.rulesets.close_assault.turn import earns_extra, holder, strength_at
from hulldown.rulesets.close_assault.values import (
    NOT_ASKED,
    SIDES,
    can_harm,
    doubled,
    gifted,
    in_half_range,
    modified,
    named_bonuses,
    number_in,
    piercing,
    reaches,
    remaining_wounds,
    takes_part,
    within_nature,
)
from hulldown.rulesets.common.encoding import block, side_sign, within
from hulldown.rulesets.common.enums import count_of

VERSION = 1
COUNT, POINTS, CAFS, HITS = 99, 999, 99, 9999  # more is written as so much
TABLE, LENGTH = 12_000, 20_000  # the widest table, the longest range that a profile may have
HUNDREDTH = 10  # mils
WHOLE = 1000  # thousandths
NEAR, MIDDLE, FAR = 6_000, 12_000, 24_000  # mils at which fire is told

# The battle, as the seat that decides sees it.
BattleFeature = IntEnum(
    "BattleFeature",
    "SIDE ROUND ROUNDS FIRST_SCORING SCORE ENEMY_SCORE "
    "DEPLOY "  # state.Phase, all but the last
    "ORDERS MOVEMENT MOVING ENGAGED POINT_DEFENCE RESPONSE OVERWATCH PAIRING SPENDING WITHDRAW FIRST_FIRE "
    "ENGAGEMENT ADVANCING_FIRE "
    "ASKED ENEMY_ASKED INITIATIVE "
    "ACTING "  # the row of the detachment that acts, or whose order is next; -1 for none
    "TARGET "  # of the one that answers, may call Overwatch, or must withdraw
    "TANK_SHOCK COMBAT CHOOSER OWN_LOST ENEMY_LOST JUDGED FIGHTS "
    "OWN_FIGHTER ENEMY_FIGHTER "  # rows of the models for whose Fight bonuses are named; -1 for none
    "OWN_CAF ENEMY_CAF OWN_DICE ENEMY_DICE "
    "OWN_NAMED ENEMY_NAMED "  # what the bonuses named add; -1: none are named yet
    "FLED_FROM FLIGHT_X FLIGHT_Y "  # how many enemies somebody withdraws from, and the middle of them
    "BREAKTHROUGH ARRIVAL EXTRA_SIDE EXTRA_POINTS EXTRA_LINE EXTRA_MODELS EXTRA_UNIT EXTRA_EARNED "
    "WIDTH HEIGHT OWN_EDGE_X OWN_EDGE_Y ENEMY_EDGE_X ENEMY_EDGE_Y "  # where the own edge lies
    "OWN_ZONE_X0 OWN_ZONE_Y0 OWN_ZONE_X1 OWN_ZONE_Y1 "
    "ENEMY_ZONE_X0 ENEMY_ZONE_Y0 ENEMY_ZONE_X1 ENEMY_ZONE_Y1 "
    "OBJECTIVE_POINTS OBJECTIVE_REACH "
    "TODAY BOTH_WOUND CHARGE_ADDED SOME_FIGHT ENCIRCLE_DOUBLE ENCIRCLE_UNLIMITED STRICT_TURNS "  # options
    "TOUCHING_NOW FREE_PIVOT ONE_HOLDER MODELS_ANSWER",
    start=0,
)

# One detachment, with the profile of its models.
DetachmentFeature = IntEnum(
    "DetachmentFeature",
    "OWN "
    "INFANTRY "  # state.Kind, all seven
    "CAVALRY WALKER VEHICLE SHV KNIGHT TITAN "
    "SAVE INVULNERABLE JINK BULKY JUMP_PACKS SKIMMER MOVE FULL_WOUNDS MORALE FRONT_CAF REAR_CAF "
    "LENGTH WIDTH "  # half of its base
    "TROOPS_NEAR TROOPS_MIDDLE TROOPS_FAR TROOPS_RANGE TROOPS_PIERCING "  # fire of one model at Infantry
    "VEHICLES_NEAR VEHICLES_MIDDLE VEHICLES_FAR VEHICLES_RANGE VEHICLES_PIERCING "  # at vehicles
    "OVERWATCH_TROOPS OVERWATCH_VEHICLES DEFENCE "
    "FRONT_TROOPS REAR_TROOPS FRONT_VEHICLES REAR_VEHICLES "  # what the bonuses of a round add in an arc
    "FIRST "  # row of its first model
    "SIZE MODELS WOUNDS VALUE "
    "FIRST_FIRE ADVANCE MARCH CHARGE FALL_BACK "  # state.Order, all but the first
    "ORDERED ACTIVATED MOVED SHOT ENGAGED BEGAN_ENGAGED BROKE_OUT SHOCKS WOUNDS_LOST IN_COMBAT RESOLVED "
    "TESTS MAY_CALL SHOCKED HOLDS "  # the last two of the one that acts: shocked by it, in its contact before
    "ACTING TARGET",
    start=0,
)

# One model on the table, or waiting to be placed.
ModelFeature = IntEnum(
    "ModelFeature",
    "OWN DETACHMENT WAITS X Y FACING_X FACING_Y WOUNDS IN_WOOD "
    "FOES FOES_BEHIND "  # enemies touched, and those of them in its rear arc
    "BEHIND_FOES "  # vehicles in whose rear arc it touches them
    "FOUGHT EVADES "
    "DONE "  # it has piled in, encircled, turned, or has its place in a Withdraw
    "SPENT REMAINS "  # movement of an activation
    "CHARGE BONUSES "  # left in this round
    "READY",  # weapons that may still fire in this round
    start=0,
)

# A Fight of the Combat that goes on.
FightFeature = IntEnum("FightFeature", "LISTED OWN_MODEL ENEMY_MODEL DONE", start=0)

# A weapon of who fights next, against his opponent: first those of the own model, then the enemy's.
WeaponFeature = IntEnum("WeaponFeature", "LEFT WORTH MOST NAMED", start=0)

AreaFeature = IntEnum("AreaFeature", "ROUGH WOOD BLOCK X0 Y0 X1 Y1", start=0)
ObjectiveFeature = IntEnum("ObjectiveFeature", "PRESENT X Y OWN_STRENGTH ENEMY_STRENGTH HOLDER", start=0)

BATTLE, DETACHMENT, MODEL = len(BattleFeature), len(DetachmentFeature), len(ModelFeature)
FIGHT, WEAPON, AREA, OBJECTIVE = (
    len(FightFeature),
    len(WeaponFeature),
    len(AreaFeature),
    len(ObjectiveFeature),
)
SIGN, PLACE, FAR_OFF, PART, MANY = (-1, 1), (0, TABLE), (0, LENGTH), (-WHOLE, WHOLE), (0, COUNT)
VALUE, ADDED, HIT, MODEL_ROW, DETACHMENT_ROW = (
    (0, POINTS),
    (-CAFS, CAFS),
    (0, HITS),
    (-1, MODELS - 1),
    (-1, DETACHMENTS - 1),
)
BLOCKS = (
    block(
        "battle",
        1,
        BattleFeature,
        {
            BattleFeature.ROUND: MANY,
            BattleFeature.ROUNDS: MANY,
            BattleFeature.FIRST_SCORING: MANY,
            BattleFeature.SCORE: VALUE,
            BattleFeature.ENEMY_SCORE: VALUE,
            BattleFeature.INITIATIVE: SIGN,
            BattleFeature.ACTING: DETACHMENT_ROW,
            BattleFeature.TARGET: DETACHMENT_ROW,
            BattleFeature.CHOOSER: SIGN,
            BattleFeature.OWN_LOST: VALUE,
            BattleFeature.ENEMY_LOST: VALUE,
            BattleFeature.FIGHTS: MANY,
            BattleFeature.OWN_FIGHTER: MODEL_ROW,
            BattleFeature.ENEMY_FIGHTER: MODEL_ROW,
            BattleFeature.OWN_CAF: ADDED,
            BattleFeature.ENEMY_CAF: ADDED,
            BattleFeature.OWN_DICE: MANY,
            BattleFeature.ENEMY_DICE: MANY,
            BattleFeature.OWN_NAMED: (-1, POINTS),
            BattleFeature.ENEMY_NAMED: (-1, POINTS),
            BattleFeature.FLED_FROM: MANY,
            BattleFeature.FLIGHT_X: PLACE,
            BattleFeature.FLIGHT_Y: PLACE,
            BattleFeature.EXTRA_SIDE: SIGN,
            BattleFeature.EXTRA_POINTS: VALUE,
            BattleFeature.EXTRA_LINE: PLACE,
            BattleFeature.EXTRA_MODELS: MANY,
            BattleFeature.EXTRA_UNIT: DETACHMENT_ROW,
            BattleFeature.WIDTH: PLACE,
            BattleFeature.HEIGHT: PLACE,
            BattleFeature.OWN_EDGE_X: PART,
            BattleFeature.OWN_EDGE_Y: PART,
            BattleFeature.ENEMY_EDGE_X: PART,
            BattleFeature.ENEMY_EDGE_Y: PART,
            BattleFeature.OWN_ZONE_X0: PLACE,
            BattleFeature.OWN_ZONE_Y0: PLACE,
            BattleFeature.OWN_ZONE_X1: PLACE,
            BattleFeature.OWN_ZONE_Y1: PLACE,
            BattleFeature.ENEMY_ZONE_X0: PLACE,
            BattleFeature.ENEMY_ZONE_Y0: PLACE,
            BattleFeature.ENEMY_ZONE_X1: PLACE,
            BattleFeature.ENEMY_ZONE_Y1: PLACE,
            BattleFeature.OBJECTIVE_POINTS: VALUE,
            BattleFeature.OBJECTIVE_REACH: FAR_OFF,
        },
    ),
    block(
        "detachments",
        DETACHMENTS,
        DetachmentFeature,
        {
            DetachmentFeature.OWN: SIGN,
            DetachmentFeature.SAVE: MANY,
            DetachmentFeature.INVULNERABLE: MANY,
            DetachmentFeature.JINK: MANY,
            DetachmentFeature.MOVE: FAR_OFF,
            DetachmentFeature.FULL_WOUNDS: MANY,
            DetachmentFeature.MORALE: MANY,
            DetachmentFeature.FRONT_CAF: ADDED,
            DetachmentFeature.REAR_CAF: ADDED,
            DetachmentFeature.LENGTH: FAR_OFF,
            DetachmentFeature.WIDTH: FAR_OFF,
            DetachmentFeature.TROOPS_NEAR: HIT,
            DetachmentFeature.TROOPS_MIDDLE: HIT,
            DetachmentFeature.TROOPS_FAR: HIT,
            DetachmentFeature.TROOPS_RANGE: FAR_OFF,
            DetachmentFeature.TROOPS_PIERCING: MANY,
            DetachmentFeature.VEHICLES_NEAR: HIT,
            DetachmentFeature.VEHICLES_MIDDLE: HIT,
            DetachmentFeature.VEHICLES_FAR: HIT,
            DetachmentFeature.VEHICLES_RANGE: FAR_OFF,
            DetachmentFeature.VEHICLES_PIERCING: MANY,
            DetachmentFeature.OVERWATCH_TROOPS: HIT,
            DetachmentFeature.OVERWATCH_VEHICLES: HIT,
            DetachmentFeature.DEFENCE: HIT,
            DetachmentFeature.FRONT_TROOPS: VALUE,
            DetachmentFeature.REAR_TROOPS: VALUE,
            DetachmentFeature.FRONT_VEHICLES: VALUE,
            DetachmentFeature.REAR_VEHICLES: VALUE,
            DetachmentFeature.FIRST: MODEL_ROW,
            DetachmentFeature.SIZE: MANY,
            DetachmentFeature.MODELS: MANY,
            DetachmentFeature.WOUNDS: VALUE,
            DetachmentFeature.VALUE: VALUE,
            DetachmentFeature.SHOCKS: MANY,
            DetachmentFeature.WOUNDS_LOST: VALUE,
        },
    ),
    block(
        "models",
        MODELS,
        ModelFeature,
        {
            ModelFeature.OWN: SIGN,
            ModelFeature.DETACHMENT: DETACHMENT_ROW,
            ModelFeature.X: PLACE,
            ModelFeature.Y: PLACE,
            ModelFeature.FACING_X: PART,
            ModelFeature.FACING_Y: PART,
            ModelFeature.WOUNDS: MANY,
            ModelFeature.FOES: MANY,
            ModelFeature.FOES_BEHIND: MANY,
            ModelFeature.BEHIND_FOES: MANY,
            ModelFeature.FOUGHT: MANY,
            ModelFeature.SPENT: FAR_OFF,
            ModelFeature.REMAINS: FAR_OFF,
            ModelFeature.CHARGE: MANY,
            ModelFeature.BONUSES: VALUE,
            ModelFeature.READY: MANY,
        },
    ),
    block(
        "fights",
        FIGHTS,
        FightFeature,
        {FightFeature.OWN_MODEL: MODEL_ROW, FightFeature.ENEMY_MODEL: MODEL_ROW},
    ),
    block(
        "weapons",
        2 * WEAPONS,
        WeaponFeature,
        {
            WeaponFeature.LEFT: MANY,
            WeaponFeature.WORTH: MANY,
            WeaponFeature.MOST: MANY,
            WeaponFeature.NAMED: MANY,
        },
    ),
    block(
        "areas",
        AREAS,
        AreaFeature,
        {AreaFeature.X0: PLACE, AreaFeature.Y0: PLACE, AreaFeature.X1: PLACE, AreaFeature.Y1: PLACE},
    ),
    block(
        "objectives",
        OBJECTIVES,
        ObjectiveFeature,
        {
            ObjectiveFeature.X: PLACE,
            ObjectiveFeature.Y: PLACE,
            ObjectiveFeature.OWN_STRENGTH: VALUE,
            ObjectiveFeature.ENEMY_STRENGTH: VALUE,
            ObjectiveFeature.HOLDER: SIGN,
        },
    ),
)


# ---------------------------------------------------------------- rows


@rule
def detachment_row(s: State, side: int, k: int) -> int:
    """Where a detachment stands in the observation of a side; -1 for none."""
    if k < 0:
        return k
    row, whose = 0, s.detachment[k].side
    for i in range(s.detachments):
        of = s.detachment[i].side
        if (i < k and of == whose) or (whose != side and of == side):
            row += 1
    return row


@rule
def detachment_at(s: State, side: int, row: int) -> int:
    """The detachment in a row of the observation of a side; -1 for none."""
    for other in range(2):
        for k in range(s.detachments):
            if (s.detachment[k].side == side) == (other == 0):
                if row == 0:
                    return k
                row -= 1
    return NOBODY


@rule
def model_row(s: State, side: int, m: int) -> int:
    """Where a model stands in the observation of a side: all of its detachment together; -1 for none."""
    if m < 0:
        return m
    k = s.model[m].detachment
    row, whose = m - s.detachment[k].first, s.detachment[k].side
    for i in range(s.detachments):
        d = s.detachment[i]
        if (i < k and d.side == whose) or (whose != side and d.side == side):
            row += d.size
    return row


@rule
def model_at(s: State, side: int, row: int) -> int:
    """The model in a row of the observation of a side; -1 for none."""
    if row < 0:
        return row
    for other in range(2):
        for k in range(s.detachments):
            d = s.detachment[k]
            if (d.side == side) == (other == 0):
                if row < d.size:
                    return d.first + row
                row -= d.size
    return NOBODY


@rule
def hundredths(far: int, most: int) -> int:
    """Mils as hundredths of an inch."""
    return within(far // HUNDREDTH, 0, most)


@rule
def part_x(angle: int) -> int:
    """How far a direction leads to the east, in thousandths."""
    return WHOLE * cosine(angle) >> 30  # of plane.UNIT


@rule
def part_y(angle: int) -> int:
    """How far a direction leads to the north, in thousandths."""
    return WHOLE * sine(angle) >> 30


# ---------------------------------------------------------------- the battle


@rule
def owes(s: State, k: int) -> bool:
    """Whether a detachment is still without an order as far as anybody knows (CA-3.2, CA-3.4)."""
    d = s.detachment[k]
    return bool(d.ordered == 0 and d.order == Order.NONE) and remaining_models(s, k) > 0


@rule
def next_ordered(s: State, side: int) -> int:
    """The detachment of a side that gets the next order; NOBODY if all have theirs."""
    for k in range(s.detachments):
        if s.detachment[k].side == side and owes(s, k):
            return k
    return NOBODY


@rule
def owes_decision(s: State, side: int) -> bool:
    """Whether a side owes a decision, as far as anybody knows."""
    if s.phase == Phase.ORDERS:
        return next_ordered(s, side) != NOBODY
    return bool(s.phase != Phase.OVER and s.side == side)


@rule
def write_battle(s: State, side: int, out: list[Short], at: int) -> None:
    """The course of the battle, and what is to be decided."""
    other, acting = 1 - side, s.acting
    if s.phase == Phase.ORDERS:
        acting = next_ordered(s, side)
    out[at + BattleFeature.SIDE] = side
    out[at + BattleFeature.ROUND] = within(s.round, 0, COUNT)
    out[at + BattleFeature.ROUNDS] = within(s.rounds, 0, COUNT)
    out[at + BattleFeature.FIRST_SCORING] = within(s.scoring, 0, COUNT)
    out[at + BattleFeature.SCORE] = within(s.score[side], 0, POINTS)
    out[at + BattleFeature.ENEMY_SCORE] = within(s.score[other], 0, POINTS)
    for phase in range(Phase.OVER):
        out[at + BattleFeature.DEPLOY + phase] = 1 if phase == s.phase else 0
    out[at + BattleFeature.ASKED] = 1 if owes_decision(s, side) else 0
    out[at + BattleFeature.ENEMY_ASKED] = 1 if owes_decision(s, other) else 0
    out[at + BattleFeature.INITIATIVE] = side_sign(side, s.initiative)
    out[at + BattleFeature.ACTING] = detachment_row(s, side, acting)
    out[at + BattleFeature.TARGET] = detachment_row(s, side, s.target)
    goes_on = s.combat != 0
    out[at + BattleFeature.TANK_SHOCK] = 1 if goes_on and s.stage == Stage.SHOCK else 0
    out[at + BattleFeature.COMBAT] = 1 if goes_on and s.stage == Stage.ENGAGEMENT else 0
    out[at + BattleFeature.CHOOSER] = side_sign(side, s.chooser) if goes_on else 0
    out[at + BattleFeature.OWN_LOST] = within(s.lost[side], 0, POINTS) if goes_on else 0
    out[at + BattleFeature.ENEMY_LOST] = within(s.lost[other], 0, POINTS) if goes_on else 0
    out[at + BattleFeature.JUDGED] = 1 if s.judged != 0 else 0
    out[at + BattleFeature.FIGHTS] = within(s.fights, 0, COUNT)
    away = s.flight_from
    out[at + BattleFeature.FLED_FROM] = within(away, 0, COUNT)
    out[at + BattleFeature.FLIGHT_X] = hundredths(s.flight_x // max(1, away), TABLE)
    out[at + BattleFeature.FLIGHT_Y] = hundredths(s.flight_y // max(1, away), TABLE)
    write_duel(s, side, out, at)
    write_extra(s, side, out, at)
    write_table(s, side, out, at)
    write_options(s.options, out, at)


@rule
def write_duel(s: State, side: int, out: list[Short], at: int) -> None:
    """The Fight for which bonuses are named (CA-10.7), and what both bring without them."""
    own, enemy = NOBODY, NOBODY
    if s.phase == Phase.SPENDING:
        own, enemy = spender(s, side), spender(s, 1 - side)
    out[at + BattleFeature.OWN_FIGHTER] = model_row(s, side, own)
    out[at + BattleFeature.ENEMY_FIGHTER] = model_row(s, side, enemy)
    if own == NOBODY:
        return
    out[at + BattleFeature.OWN_CAF] = within(caf(s, own, enemy, 0, s.mute), -CAFS, CAFS)
    out[at + BattleFeature.ENEMY_CAF] = within(caf(s, enemy, own, 0, s.mute), -CAFS, CAFS)
    out[at + BattleFeature.OWN_DICE] = dice_of(s, own, enemy)
    out[at + BattleFeature.ENEMY_DICE] = dice_of(s, enemy, own)
    out[at + BattleFeature.OWN_NAMED] = worth_named(s, side, own, enemy)
    out[at + BattleFeature.ENEMY_NAMED] = worth_named(s, 1 - side, enemy, own)


@rule
def worth_named(s: State, side: int, m: int, opponent: int) -> int:
    """What the bonuses add that a side has named; -1 if it has not yet."""
    spent = named_bonuses(s, side)
    return -1 if spent == NOT_ASKED else within(total_worth(s, m, opponent, spent), 0, POINTS)


@rule
def write_extra(s: State, side: int, out: list[Short], at: int) -> None:
    """The scenario's own points (CA-18.3)."""
    out[at + BattleFeature.BREAKTHROUGH] = 1 if s.extra == Extra.BREAKTHROUGH else 0
    out[at + BattleFeature.ARRIVAL] = 1 if s.extra == Extra.ARRIVAL else 0
    if s.extra == Extra.NONE:
        return
    out[at + BattleFeature.EXTRA_SIDE] = side_sign(side, s.extra_side)
    out[at + BattleFeature.EXTRA_POINTS] = within(s.extra_points, 0, POINTS)
    out[at + BattleFeature.EXTRA_LINE] = hundredths(s.extra_line, TABLE)
    out[at + BattleFeature.EXTRA_MODELS] = within(s.extra_models, 0, COUNT)
    out[at + BattleFeature.EXTRA_UNIT] = detachment_row(s, side, s.extra_unit)
    out[at + BattleFeature.EXTRA_EARNED] = 1 if earns_extra(s) else 0


@rule
def write_table(s: State, side: int, out: list[Short], at: int) -> None:
    """The table, and where the sides belong."""
    other = 1 - side
    out[at + BattleFeature.WIDTH] = hundredths(s.width, TABLE)
    out[at + BattleFeature.HEIGHT] = hundredths(s.height, TABLE)
    out[at + BattleFeature.OWN_EDGE_X] = part_x(s.edge[side])
    out[at + BattleFeature.OWN_EDGE_Y] = part_y(s.edge[side])
    out[at + BattleFeature.ENEMY_EDGE_X] = part_x(s.edge[other])
    out[at + BattleFeature.ENEMY_EDGE_Y] = part_y(s.edge[other])
    write_box(s.zone[side], out, at + BattleFeature.OWN_ZONE_X0)
    write_box(s.zone[other], out, at + BattleFeature.ENEMY_ZONE_X0)


@rule
def write_box(box: Area, out: list[Short], at: int) -> None:
    """The corners of a rectangle."""
    out[at] = hundredths(box.x0, TABLE)
    out[at + 1] = hundredths(box.y0, TABLE)
    out[at + 2] = hundredths(box.x1, TABLE)
    out[at + 3] = hundredths(box.y1, TABLE)


@rule
def write_options(o: Options, out: list[Short], at: int) -> None:
    """Options that change what is worth doing (CA-21)."""
    round_it = o.encircle_distance
    out[at + BattleFeature.OBJECTIVE_POINTS] = within(o.objective_points, 0, POINTS)
    out[at + BattleFeature.OBJECTIVE_REACH] = hundredths(o.objective_reach, LENGTH)
    out[at + BattleFeature.TODAY] = 1 if o.rules_mode == RulesMode.TODAY else 0
    out[at + BattleFeature.BOTH_WOUND] = 1 if o.fight_tie == FightTie.BOTH_WOUND else 0
    out[at + BattleFeature.CHARGE_ADDED] = 1 if o.vehicle_flat_charge == VehicleFlatCharge.ADDED else 0
    out[at + BattleFeature.SOME_FIGHT] = 1 if o.tank_shock_fights == TankShockFights.ATTACKER_SUBSET else 0
    out[at + BattleFeature.ENCIRCLE_DOUBLE] = 1 if round_it == EncircleDistance.DOUBLE else 0
    out[at + BattleFeature.ENCIRCLE_UNLIMITED] = 1 if round_it == EncircleDistance.UNLIMITED else 0
    out[at + BattleFeature.STRICT_TURNS] = 1 if o.turn_adjust == TurnAdjust.STRICT else 0
    out[at + BattleFeature.TOUCHING_NOW] = 1 if o.withdraw_from == WithdrawFrom.TOUCHING_NOW else 0
    out[at + BattleFeature.FREE_PIVOT] = 1 if o.charge_pivot == ChargePivot.FREE else 0
    out[at + BattleFeature.ONE_HOLDER] = 1 if o.break_out_shocks == BreakOutShocks.ONE else 0
    out[at + BattleFeature.MODELS_ANSWER] = 1 if o.shock_answer == ShockAnswer.MODELS else 0


# ---------------------------------------------------------------- profiles
# What a unit can do is told by what it comes to, so that all of its weapons count: there may be twelve with
# three stat-lines each.


@rule
def hits(s: State, p: Profile, kind: int, away: int, firing: int) -> int:
    """Hits in hundredths that one model may expect on a type of model so far away in the open (CA-15.4)."""
    total, o = 0, s.options
    for w in range(p.weapons):
        weapon = p.weapon[w]
        if not takes_part(weapon, firing):
            continue
        for i in range(weapon.lines):
            line = weapon.line[i]
            if reaches(line, line.range, away):
                total += hits_of(s, line, weapon.count, kind, in_half_range(o, line, away), firing)
                break  # the first line that can is fired (CA-15.13)
    return within(total, 0, HITS)


@rule
def hits_of(s: State, line: Line, count: int, kind: int, near: bool, firing: int) -> int:
    """The same of a stat-line; near: within the part of its range where Assault counts (CA-15.3)."""
    if not can_harm(line, kind):
        return 0
    twice = count * (2 * line.fixed + line.random * (line.sides + 1))  # the mean of its dice
    face = within_nature(s.options, modified(s.options, line, False, firing, s.mute))
    return 100 * doubled(s.options, line, twice, near) * (SIDES + 1 - face) // (2 * SIDES)


@rule
def write_fire(s: State, p: Profile, kind: int, out: list[Short], at: int) -> None:
    """Hits on a type at three distances, how far away it can be harmed, and the best AP against it."""
    far, best = 0, 0
    for w in range(p.weapons):
        for i in range(p.weapon[w].lines):
            line = p.weapon[w].line[i]
            if can_harm(line, kind):
                far = max(far, line.range)
                best = max(best, -piercing(s.options, line, kind, False, s.mute))
    out[at] = hits(s, p, kind, NEAR, Firing.STAGE.value)
    out[at + 1] = hits(s, p, kind, MIDDLE, Firing.STAGE.value)
    out[at + 2] = hits(s, p, kind, FAR, Firing.STAGE.value)
    out[at + 3] = hundredths(far, LENGTH)
    out[at + 4] = within(best, 0, COUNT)


@rule
def bonuses(p: Profile, kind: int, arc: int) -> int:
    """What all bonuses of a round add against a type of model in an arc (CA-10.6)."""
    total = 0
    for w in range(p.weapons):
        weapon = p.weapon[w]
        if weapon.arc == Arc.ALL or weapon.arc == arc:
            total += weapon.bonuses * weapon.value[kind]
    return within(total, 0, POINTS)


@rule
def write_profile(s: State, p: Profile, out: list[Short], at: int) -> None:
    """What the models of a unit are. A single CAF counts to the front and to the rear."""
    troops, tanks = Kind.INFANTRY.value, Kind.VEHICLE.value
    for kind in range(Kind.TITAN + 1):
        out[at + DetachmentFeature.INFANTRY + kind] = 1 if kind == p.kind else 0
    out[at + DetachmentFeature.SAVE] = within(p.save, 0, COUNT)
    out[at + DetachmentFeature.INVULNERABLE] = within(p.invulnerable, 0, COUNT)
    out[at + DetachmentFeature.JINK] = within(p.jink, 0, COUNT)
    out[at + DetachmentFeature.BULKY] = 1 if gifted(p, Gift.BULKY) else 0
    out[at + DetachmentFeature.JUMP_PACKS] = 1 if gifted(p, Gift.JUMP_PACKS) else 0
    out[at + DetachmentFeature.SKIMMER] = 1 if gifted(p, Gift.SKIMMER) else 0
    out[at + DetachmentFeature.MOVE] = hundredths(p.move, LENGTH)
    out[at + DetachmentFeature.FULL_WOUNDS] = within(p.wounds, 0, COUNT)
    out[at + DetachmentFeature.MORALE] = within(p.morale, 0, COUNT)
    out[at + DetachmentFeature.FRONT_CAF] = within(p.front, -CAFS, CAFS)
    out[at + DetachmentFeature.REAR_CAF] = within(p.rear, -CAFS, CAFS)
    out[at + DetachmentFeature.LENGTH] = hundredths(p.half_length, LENGTH)
    out[at + DetachmentFeature.WIDTH] = hundredths(p.half_width, LENGTH)
    write_fire(s, p, troops, out, at + DetachmentFeature.TROOPS_NEAR)
    write_fire(s, p, tanks, out, at + DetachmentFeature.VEHICLES_NEAR)
    out[at + DetachmentFeature.OVERWATCH_TROOPS] = hits(s, p, troops, NEAR, Firing.OVERWATCH.value)
    out[at + DetachmentFeature.OVERWATCH_VEHICLES] = hits(s, p, tanks, NEAR, Firing.OVERWATCH.value)
    out[at + DetachmentFeature.DEFENCE] = hits(s, p, troops, NEAR, Firing.DEFENCE.value)
    out[at + DetachmentFeature.FRONT_TROOPS] = bonuses(p, troops, Arc.FRONT.value)
    out[at + DetachmentFeature.REAR_TROOPS] = bonuses(p, troops, Arc.REAR.value)
    out[at + DetachmentFeature.FRONT_VEHICLES] = bonuses(p, tanks, Arc.FRONT.value)
    out[at + DetachmentFeature.REAR_VEHICLES] = bonuses(p, tanks, Arc.REAR.value)


# ---------------------------------------------------------------- detachments


@rule
def write_detachment(s: State, side: int, k: int, held: int, out: list[Short], at: int) -> None:
    """A detachment: what it is, what is left of it, and what it has done; held: models in contact."""
    d, acting = s.detachment[k], s.acting
    out[at + DetachmentFeature.OWN] = side_sign(side, d.side)
    write_profile(s, s.profile[d.profile], out, at)
    out[at + DetachmentFeature.FIRST] = model_row(s, side, d.first)
    out[at + DetachmentFeature.SIZE] = within(d.size, 0, COUNT)
    out[at + DetachmentFeature.MODELS] = remaining_models(s, k)
    out[at + DetachmentFeature.WOUNDS] = within(remaining_wounds(s, k), 0, POINTS)
    out[at + DetachmentFeature.VALUE] = within(d.value, 0, POINTS)
    for order in range(Order.FIRST_FIRE, Order.FALL_BACK + 1):
        out[at + DetachmentFeature.FIRST_FIRE - 1 + order] = 1 if order == d.order else 0
    out[at + DetachmentFeature.ORDERED] = 1 if d.ordered != 0 else 0
    out[at + DetachmentFeature.ACTIVATED] = 1 if d.activated != 0 else 0
    out[at + DetachmentFeature.MOVED] = 1 if d.moved != 0 else 0
    out[at + DetachmentFeature.SHOT] = 1 if d.shot != 0 else 0
    out[at + DetachmentFeature.ENGAGED] = 1 if members(d) & held != 0 else 0
    out[at + DetachmentFeature.BEGAN_ENGAGED] = 1 if d.engaged != 0 else 0
    out[at + DetachmentFeature.BROKE_OUT] = 1 if d.broke_out != 0 else 0
    out[at + DetachmentFeature.SHOCKS] = within(d.shocks, 0, COUNT)
    out[at + DetachmentFeature.WOUNDS_LOST] = within(d.wounds_lost, 0, POINTS) if s.combat != 0 else 0
    out[at + DetachmentFeature.IN_COMBAT] = 1 if holds(s.combat, k) else 0
    out[at + DetachmentFeature.RESOLVED] = 1 if holds(s.resolved, k) else 0
    out[at + DetachmentFeature.TESTS] = 1 if holds(s.tests, k) else 0
    out[at + DetachmentFeature.MAY_CALL] = 1 if holds(s.charged, k) else 0
    shocked = acting != NOBODY and holds(s.detachment[acting].shocked, k)
    out[at + DetachmentFeature.SHOCKED] = 1 if shocked else 0
    touched = acting != NOBODY and holds(s.detachment[acting].touched, k)
    out[at + DetachmentFeature.HOLDS] = 1 if touched else 0
    out[at + DetachmentFeature.ACTING] = 1 if k == acting else 0
    out[at + DetachmentFeature.TARGET] = 1 if k == s.target else 0


# ---------------------------------------------------------------- models


@rule
def write_model(s: State, side: int, m: int, held: int, out: list[Short], at: int) -> None:
    """A model; nothing but zeros once it is destroyed."""
    v = s.model[m]
    if v.wounds <= 0:
        return
    k, waiting = v.detachment, waits(s, m)
    acts = k == s.acting and (s.phase == Phase.MOVING or s.phase == Phase.ENGAGED)
    out[at + ModelFeature.OWN] = side_sign(side, s.detachment[k].side)
    out[at + ModelFeature.DETACHMENT] = detachment_row(s, side, k)
    out[at + ModelFeature.WAITS] = 1 if waiting else 0
    out[at + ModelFeature.X] = 0 if waiting else hundredths(v.base.x, TABLE)
    out[at + ModelFeature.Y] = 0 if waiting else hundredths(v.base.y, TABLE)
    out[at + ModelFeature.FACING_X] = part_x(v.base.facing)
    out[at + ModelFeature.FACING_Y] = part_y(v.base.facing)
    out[at + ModelFeature.WOUNDS] = within(v.wounds, 0, COUNT)
    out[at + ModelFeature.IN_WOOD] = 1 if in_wood(s, m) else 0
    write_contacts(s, m, held, out, at)
    out[at + ModelFeature.FOUGHT] = within(v.fought, 0, COUNT)
    out[at + ModelFeature.EVADES] = 1 if evading(s, m) else 0
    out[at + ModelFeature.DONE] = 1 if v.done != 0 else 0
    out[at + ModelFeature.SPENT] = hundredths(mils(v.cost), LENGTH)
    out[at + ModelFeature.REMAINS] = hundredths(remaining(s, m), LENGTH) if acts else 0
    out[at + ModelFeature.CHARGE] = within(v.charge, 0, COUNT)
    write_arsenal(s, m, out, at)


@rule
def write_contacts(s: State, m: int, held: int, out: list[Short], at: int) -> None:
    """The enemies that a model touches, and who of them stands behind whom (CA-5.3)."""
    foes = foes_of(s, m, held) if holds(held, m) else 0
    behind_it, behind_them = 0, 0
    for j in range(s.models):
        if holds(foes, j):
            if is_vehicle(s, m) and arc_of(s, m, j) == Arc.REAR:
                behind_it += 1
            if is_vehicle(s, j) and arc_of(s, j, m) == Arc.REAR:
                behind_them += 1
    out[at + ModelFeature.FOES] = count_of(foes)
    out[at + ModelFeature.FOES_BEHIND] = behind_it
    out[at + ModelFeature.BEHIND_FOES] = behind_them


@rule
def write_arsenal(s: State, m: int, out: list[Short], at: int) -> None:
    """What a model may still do with its weapons in this round (CA-10.3, CA-10.8)."""
    left, ready = 0, 0
    for w in range(s.profile[profile_of(s, m)].weapons):
        left += s.model[m].left[w]
        if why_not_fire_weapon(s, m, w) == 0:
            ready += 1
    out[at + ModelFeature.BONUSES] = within(left, 0, POINTS)
    out[at + ModelFeature.READY] = ready


# ---------------------------------------------------------------- Fights and ground


@rule
def write_fights(s: State, side: int, out: list[Short], at: int) -> None:
    """The list of Fights so far, in its order (CA-9.6)."""
    for i in range(s.fights):
        f = s.fight[i]
        own, enemy = f.own, f.enemy
        if s.chooser != side:
            own, enemy = enemy, own
        out[at + FightFeature.LISTED] = 1
        out[at + FightFeature.OWN_MODEL] = model_row(s, side, own)
        out[at + FightFeature.ENEMY_MODEL] = model_row(s, side, enemy)
        out[at + FightFeature.DONE] = 1 if f.done != 0 else 0
        at += FIGHT


@rule
def write_weapons(s: State, side: int, out: list[Short], at: int) -> None:
    """The weapons of a side in the Fight that comes next, as bonuses are named by their number (CA-10.7)."""
    weapons, spent, m, opponent = 0, 0, NOBODY, NOBODY
    if s.phase == Phase.SPENDING:
        m, opponent = spender(s, side), spender(s, 1 - side)
        weapons, spent = s.profile[profile_of(s, m)].weapons, max(0, named_bonuses(s, side))
    for w in range(weapons):
        out[at + WeaponFeature.LEFT] = within(s.model[m].left[w], 0, COUNT)
        out[at + WeaponFeature.WORTH] = within(worth(s, m, opponent, w), 0, COUNT)
        out[at + WeaponFeature.MOST] = most_of(s, m, opponent, w)
        out[at + WeaponFeature.NAMED] = number_in(spent, w)
        at += WEAPON


@rule
def write_areas(s: State, out: list[Short], at: int) -> None:
    """The pieces of terrain (2.4)."""
    for i in range(s.areas):
        area = s.area[i]
        out[at + AreaFeature.ROUGH] = 1 if area.ground == Ground.ROUGH else 0
        out[at + AreaFeature.WOOD] = 1 if area.ground == Ground.WOOD else 0
        out[at + AreaFeature.BLOCK] = 1 if area.ground == Ground.BLOCK else 0
        write_box(area, out, at + AreaFeature.X0)
        at += AREA


@rule
def write_objectives(s: State, side: int, out: list[Short], at: int) -> None:
    """The objectives, and who would hold them now (CA-18.2)."""
    for i in range(s.objectives):
        own, enemy = strength_at(s, i, side), strength_at(s, i, 1 - side)
        out[at + ObjectiveFeature.PRESENT] = 1
        out[at + ObjectiveFeature.X] = hundredths(s.objective_x[i], TABLE)
        out[at + ObjectiveFeature.Y] = hundredths(s.objective_y[i], TABLE)
        out[at + ObjectiveFeature.OWN_STRENGTH] = within(own, 0, POINTS)
        out[at + ObjectiveFeature.ENEMY_STRENGTH] = within(enemy, 0, POINTS)
        out[at + ObjectiveFeature.HOLDER] = side_sign(0, holder(own, enemy))
        at += OBJECTIVE
    wipe(s)  # what the strength was measured with


# ---------------------------------------------------------------- the whole


@rule
def observe(s: State, seat: int, out: list[Short], at: int) -> None:
    """The position as numbers, what belongs to the seat's own side first. Seat and side are the same."""
    held = all_in_contact(s)
    write_battle(s, seat, out, at)
    at += BATTLE
    for row in range(s.detachments):
        write_detachment(s, seat, detachment_at(s, seat, row), held, out, at)
        at += DETACHMENT
    at += (DETACHMENTS - s.detachments) * DETACHMENT
    for row in range(s.models):
        write_model(s, seat, model_at(s, seat, row), held, out, at)
        at += MODEL
    at += (MODELS - s.models) * MODEL
    write_fights(s, seat, out, at)
    at += FIGHTS * FIGHT
    write_weapons(s, seat, out, at)
    at += WEAPONS * WEAPON
    write_weapons(s, 1 - seat, out, at)
    at += WEAPONS * WEAPON
    write_areas(s, out, at)
    at += AREAS * AREA
    write_objectives(s, seat, out, at)


@rule
def turn(s: State, seat: int, a: Action) -> None:
    """The detachments and models of an order as rows of the observation. Second targets and the models that
    a charge is aimed at stand in its place; of who gets out of the way it has bits from a first model on.
    """
    if by_models(a.verb):
        a.actor, a.target = model_row(s, seat, a.actor), model_row(s, seat, a.target)
        return
    a.actor, a.target = detachment_row(s, seat, a.actor), detachment_row(s, seat, a.target)
    if a.verb == Verb.FIRE:
        a.place = detachment_row(s, seat, a.place)
    elif a.verb == Verb.MANOEUVRE:
        a.place = model_row(s, seat, a.place)


@rule
def turn_back(s: State, seat: int, a: Action) -> None:
    """The rows of an order as its detachments and models again."""
    if by_models(a.verb):
        a.actor, a.target = model_at(s, seat, a.actor), model_at(s, seat, a.target)
        return
    a.actor, a.target = detachment_at(s, seat, a.actor), detachment_at(s, seat, a.target)
    if a.verb == Verb.FIRE:
        a.place = detachment_at(s, seat, a.place)
    elif a.verb == Verb.MANOEUVRE:
        a.place = model_at(s, seat, a.place)


ENCODING = Encoding(
    version=VERSION,
    blocks=BLOCKS,
    observe=observe,
    turn=turn,
    turn_back=turn_back,
    width=512,
    wide=True,  # places are in mils
)
