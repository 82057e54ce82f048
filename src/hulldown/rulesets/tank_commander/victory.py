"""When a battle is over, who has won, and what became of a unit."""

from __future__ import annotations

from enum import IntEnum

from hulldown.kernel.actions import Log
from hulldown.kernel.batch import DRAW, RUNNING
from hulldown.kernel.hexes import STRIDE
from hulldown.kernel.jit import rule
from hulldown.rulesets.tank_commander.crew import may_burn, may_cook_off, penetrates, whereabouts
from hulldown.rulesets.tank_commander.events import (
    armor_rolled,
    conceded,
    destroyed,
    game_ended,
    ground_changed,
    mine_struck,
    objective_taken,
    scored,
    waypoint_reached,
)
from hulldown.rulesets.tank_commander.state import (
    CREW,
    NOBODY,
    BeatenWhen,
    Ending,
    Ground,
    Kind,
    Mission,
    Phase,
    Standing,
    State,
    Tiebreak,
)

FAR_ROW = 1  # the row that attackers must reach (TC-13.3)


# ---------------------------------------------------------------- who is left


@rule
def fights(s: State, u: int) -> bool:
    """Whether a unit counts as operational for victory: carried squads do, statics do not (TC-1.3)."""
    t = s.units[u]
    return t.standing == Standing.OPERATIONAL and t.kind != Kind.GUN and t.kind != Kind.TARGET


@rule
def still_fights(s: State, side: int) -> bool:
    """Whether a side has an operational unit left (TC-1.3)."""
    for u in range(s.count):
        if s.units[u].side == side and fights(s, u):
            return True
    return False


@rule
def leaves_wrecks(s: State, side: int) -> bool:
    """Whether a side has a wreck that may yet leave the board: it rolls for cook-off, or burns (TC-1.12)."""
    for u in range(s.count):
        if s.units[u].side == side and (may_cook_off(s, u) or may_burn(s, u)):
            return True
    return False


@rule
def has_fallen(s: State, side: int) -> bool:
    """Whether the units of a side are destroyed: none is operational (TC-1.3).

    With `beaten_when` = removed no wreck of it may yet leave the board, either (TC-1.12).
    """
    if still_fights(s, side):
        return False
    return s.options.beaten_when == BeatenWhen.OUT_OF_ACTION or not leaves_wrecks(s, side)


@rule
def rolls_on(s: State, side: int) -> bool:
    """Whether a side has an operational battle tank left (TC-13.15)."""
    for u in range(s.count):
        if s.units[u].side == side and s.units[u].kind == Kind.TANK and fights(s, u):
            return True
    return False


@rule
def hull_sum(s: State, side: int) -> int:
    """Hull points of a side's operational units (TC-1.7)."""
    total = 0
    for u in range(s.count):
        if s.units[u].side == side and fights(s, u):
            total += s.units[u].points
    return total


@rule
def beaten(s: State, side: int) -> bool:
    """A side whose units are destroyed loses at once (TC-1.3, TC-15.10 h).

    Not the defender of Destroy Target and of Disable AA Guns (TC-13.17, TC-13.27).
    """
    if side != s.attacker and (s.mission == Mission.DESTROY_TARGET or s.mission == Mission.DISABLE_AA_GUNS):
        return False
    return has_fallen(s, side)


# ---------------------------------------------------------------- the end


@rule
def finish(s: State, winner: int, how: int, e: Log) -> None:
    """The battle is over."""
    s.winner = winner
    s.ending = how
    s.phase = Phase.OVER
    s.active = NOBODY
    game_ended(e, winner, how, s.medal)


@rule
def decide(s: State, first_wins: bool, second_wins: bool, how: int, e: Log) -> None:
    """One side has met its condition; both at the same test make a draw (TC-1.8)."""
    if first_wins and second_wins:
        finish(s, DRAW, how, e)
    elif first_wins:
        finish(s, 0, how, e)
    elif second_wins:
        finish(s, 1, how, e)


# ---------------------------------------------------------------- Basic Training


@rule
def visit(s: State, e: Log) -> None:
    """A waypoint is done when the tank stands on it at the end of an action (TC-13.9)."""
    if s.active == NOBODY:
        return
    cell = s.units[s.active].cell
    for i in range(s.waypoints):
        if s.waypoint[i] == cell and s.visited[i] == 0:
            s.visited[i] = 1
            waypoint_reached(e, s.active, cell)


@rule
def is_course_complete(s: State) -> bool:
    """All waypoints done and all practice targets destroyed (TC-13.9)."""
    for i in range(s.waypoints):
        if s.visited[i] == 0:
            return False
    for u in range(s.count):
        if s.units[u].kind == Kind.TARGET and s.units[u].standing == Standing.OPERATIONAL:
            return False
    return True


@rule
def medal(s: State) -> int:
    """3 gold, 2 silver, 1 bronze by the game turn (TC-13.9, TC-15.10 l)."""
    for i in range(2):
        if s.game_turn <= s.medal_by[i]:
            return 3 - i
    return 1


@rule
def judge_training(s: State, e: Log) -> None:
    """Basic Training is won when the course is done, with a medal by game turn (TC-13.9)."""
    visit(s, e)
    if is_course_complete(s):
        s.medal = medal(s)
        finish(s, 0, Ending.ACCOMPLISHED, e)
    elif has_fallen(s, 0):
        finish(s, 1, Ending.BEATEN, e)


# ---------------------------------------------------------------- objectives


@rule
def objective_count(s: State, side: int) -> int:
    """How many objectives a side holds (TC-10.15, TC-13.23)."""
    n = 0
    for i in range(s.objectives):
        if s.holder[i] == side:
            n += 1
    return n


@rule
def occupy(s: State, e: Log) -> None:
    """A plaza marker belongs to the side whose operational unit was the last to stand on it (TC-13.23)."""
    for i in range(s.objectives):
        cell = s.objective[i]
        u = s.occupant[cell]
        if u != NOBODY and fights(s, u) and s.holder[i] != s.units[u].side:
            side = s.units[u].side
            s.holder[i] = side
            objective_taken(e, u, cell, side, NOBODY)


@rule
def keeps_score(s: State) -> bool:
    """Whether objectives are worth points each End Phase (TC-13.13, TC-13.23)."""
    return s.mission == Mission.CAPTURE_OBJECTIVES or s.mission == Mission.URBAN_WARFARE


@rule
def objective_worth(s: State) -> int:
    """What an objective held scores in an End Phase (TC-13.13, TC-13.23)."""
    return s.options.plaza_points if s.mission == Mission.URBAN_WARFARE else s.options.objective_points


@rule
def score(s: State, e: Log) -> None:
    """Mission scoring of the End Phase (TC-4.9, TC-13.13); who owns all markers now wins (TC-13.23)."""
    if s.winner != RUNNING or not keeps_score(s):
        return
    for side in range(2):
        points = objective_count(s, side) * objective_worth(s)
        if points > 0:
            s.score[side] += points
            scored(e, side, points, s.score[side])
    settle(s, True, e)


# ---------------------------------------------------------------- attack and defense


@rule
def one_attacks(s: State) -> bool:
    """Whether the sides want different things, so that time decides for the defender (TC-13.4)."""
    m = s.mission
    if m == Mission.BREAKTHROUGH or m == Mission.DESTROY_TARGET or m == Mission.ESCORT:
        return True
    return m == Mission.BEACH_LANDING or m == Mission.DISABLE_AA_GUNS


@rule
def in_far_row(s: State, u: int) -> bool:
    """Whether a unit, or what carries it, stands in row 1 (TC-13.3)."""
    return whereabouts(s, u) % STRIDE == FAR_ROW


@rule
def broken_through(s: State) -> bool:
    """An operational attacking tank stands in row 1 (TC-13.15, TC-13.25)."""
    for u in range(s.count):
        t = s.units[u]
        if t.side == s.attacker and t.kind == Kind.TANK and fights(s, u) and in_far_row(s, u):
            return True
    return False


@rule
def brought_across(s: State) -> bool:
    """The escorted squad is in row 1, on foot or carried by an operational vehicle (TC-13.19)."""
    u = s.prize
    carrier = s.units[u].carrier
    if not fights(s, u) or (carrier != NOBODY and not fights(s, carrier)):
        return False
    return in_far_row(s, u)


@rule
def target_gone(s: State) -> bool:
    """The target is out of action, or a building no more (TC-13.17, TC-13.27)."""
    if s.prize != NOBODY:
        return s.units[s.prize].standing != Standing.OPERATIONAL
    return s.ground[s.prize_cell] != Ground.BUILDING


@rule
def strikes_spent(s: State) -> bool:
    """No free air strike is left to call, and none of the attacker's is still to come (TC-13.27)."""
    if s.free_strikes[s.attacker] > 0:
        return False
    for i in range(s.strikes):
        if s.strike[i].side == s.attacker and s.strike[i].over == 0:
            return False
    return True


@rule
def shell_proof(s: State, cell: int) -> bool:
    """The command bunker ignores shells; only an air strike destroys it (TC-13.27, TC-15.11 a)."""
    return s.mission == Mission.DISABLE_AA_GUNS and cell == s.prize_cell


@rule
def attack_succeeds(s: State) -> bool:
    """What wins at once for the attacker (TC-13.15 to TC-13.27)."""
    if s.mission == Mission.BREAKTHROUGH:
        return broken_through(s)
    if s.mission == Mission.ESCORT:
        return brought_across(s)
    if s.mission == Mission.BEACH_LANDING:
        return objective_count(s, s.attacker) == s.objectives
    return target_gone(s)


@rule
def attack_fails(s: State) -> bool:
    """What wins at once for the defender, beside beating the attacker (TC-13.15, TC-13.19, TC-13.27)."""
    if s.mission == Mission.BREAKTHROUGH:
        return not rolls_on(s, s.attacker)
    if s.mission == Mission.ESCORT:
        return not fights(s, s.prize)
    return s.mission == Mission.DISABLE_AA_GUNS and strikes_spent(s) and not target_gone(s)


@rule
def asks_for_more(s: State) -> bool:
    """Whether a mission can be won in another way than by beating the other side, before time is up."""
    return s.mission == Mission.URBAN_WARFARE or one_attacks(s)


@rule
def accomplished(s: State, side: int, closing: bool) -> bool:
    """Whether a side has done at this moment what such a mission asks; `closing`: in an End Phase (TC-13)."""
    if s.mission == Mission.URBAN_WARFARE:
        return closing and objective_count(s, side) == s.objectives
    return attack_succeeds(s) if side == s.attacker else attack_fails(s)


# ---------------------------------------------------------------- the tests


@rule
def settle(s: State, closing: bool, e: Log) -> None:
    """Each side by its mission, or because the other is beaten (TC-1.3, TC-1.4, TC-1.8)."""
    if s.mission == Mission.URBAN_WARFARE:
        occupy(s, e)
    first = second = False
    if asks_for_more(s):
        first = accomplished(s, 0, closing)
        second = accomplished(s, 1, closing)
    if first or second:
        decide(s, first or beaten(s, 1), second or beaten(s, 0), Ending.ACCOMPLISHED, e)
    elif beaten(s, 0) or beaten(s, 1):
        decide(s, beaten(s, 1), beaten(s, 0), Ending.BEATEN, e)


@rule
def judge(s: State, e: Log) -> None:
    """The victory test, after each resolved action and each phase (TC-1.3, TC-1.4, TC-1.8)."""
    if s.winner != RUNNING:
        return
    if s.mission == Mission.BASIC_TRAINING:
        judge_training(s, e)
    else:
        settle(s, False, e)


# ---------------------------------------------------------------- time


@rule
def ahead(ours: int, theirs: int) -> int:
    """The side with more of something, or a draw."""
    if ours == theirs:
        return DRAW
    return 0 if ours > theirs else 1


@rule
def stronger(s: State) -> int:
    """Who has more hull points left; with `tiebreak` = draw nobody asks (TC-1.7)."""
    if s.options.tiebreak == Tiebreak.DRAW:
        return DRAW
    return ahead(hull_sum(s, 0), hull_sum(s, 1))


@rule
def leader(s: State) -> int:
    """Who wins on time: the score, then objectives held, then hull points (TC-1.7, TC-13.13, TC-13.23)."""
    winner = ahead(s.score[0], s.score[1]) if keeps_score(s) else DRAW
    if winner == DRAW and s.mission == Mission.CAPTURE_OBJECTIVES:
        winner = ahead(objective_count(s, 0), objective_count(s, 1))
    return stronger(s) if winner == DRAW else winner


@rule
def attack_on_time(s: State) -> bool:
    """A landing that holds enough objectives when time is up has won (TC-13.21)."""
    return (
        s.mission == Mission.BEACH_LANDING and objective_count(s, s.attacker) >= s.options.landing_objectives
    )


@rule
def call_time(s: State, e: Log) -> None:
    """The last game turn is over: score, hull points or the defender decide (TC-1.5, TC-1.7, TC-13.4)."""
    if s.winner != RUNNING or s.game_turn < s.options.turn_limit:
        return
    if s.mission == Mission.BASIC_TRAINING:
        finish(s, 1, Ending.TIME, e)
    elif not one_attacks(s):
        finish(s, leader(s), Ending.TIME, e)
    elif attack_on_time(s):
        finish(s, s.attacker, Ending.ACCOMPLISHED, e)
    else:
        finish(s, 1 - s.attacker, Ending.TIME, e)


@rule
def concede(s: State, seat: int, e: Log) -> None:
    """A player gives up; the opponent wins at once (TC-1.6)."""
    conceded(e, seat)
    finish(s, 1 - seat, Ending.CONCEDED, e)


# ---------------------------------------------------------------- fate
# What became of a unit, packed in one number: the outcomes that exact odds are asked about.
#
# Bits 0-1 what the shot did, 2-3 standing, 4 burning, 5-8 hull points, then two for each crew member, and one
# that says that squads riding on or in it were lost.


SHOT_BITS, STANDING_AT, BURNING_AT, POINTS_AT, CREW_AT = 3, 2, 4, 5, 9
RIDERS_AT = CREW_AT + 2 * CREW
ARMOR, GROUND, DESTROYED, MINE = (armor_rolled.kind, ground_changed.kind, destroyed.kind, mine_struck.kind)
die_of, strength_of, armor_of = (armor_rolled.reader(name) for name in ("die", "strength", "armor"))


class Did(IntEnum):
    """What the last shot at the unit, or at a building, did."""

    NOTHING = 0  # missed, or nothing was fired
    GLANCED = 1
    PENETRATED = 2
    FELLED = 3  # a building became rubble, or infantry was swept away


@rule
def shot_did(e: Log, subject: int) -> int:
    """The hardest thing that befell the subject among the events of an action."""
    did = Did.NOTHING
    for i in range(e.count):
        row = e.events[i]
        if row.kind == ARMOR and row.target == subject:
            if penetrates(die_of(row), strength_of(row), armor_of(row)):
                did = Did.PENETRATED
            elif did == Did.NOTHING:
                did = Did.GLANCED
        elif row.kind == GROUND and subject == NOBODY:
            did = Did.FELLED
        elif row.kind == DESTROYED and row.target == subject and did == Did.NOTHING:
            did = Did.FELLED
    return did


@rule
def lost_riders(s: State, e: Log, subject: int) -> bool:
    """Whether a squad died on or in a vehicle, where that stands or on a mine on its way (TC-10.20)."""
    mined = NOBODY
    for i in range(e.count):
        row = e.events[i]
        if row.kind == MINE and row.target == subject:
            mined = row.place
        elif row.kind == DESTROYED and row.target != subject:
            if row.place == s.units[subject].cell or row.place == mined:
                return True
    return False


@rule
def result(s: State) -> int:
    """-1 while the battle runs, the winning side, or 2 for a draw."""
    return s.winner


@rule
def outcome(s: State, e: Log, subject: int) -> int:
    """The fate of a unit after an action; for NOBODY only what the shot did."""
    packed = shot_did(e, subject)
    if subject == NOBODY:
        return packed
    t = s.units[subject]
    packed |= (t.standing << STANDING_AT) | (t.burning << BURNING_AT) | (t.points << POINTS_AT)
    for member in range(CREW):
        packed |= t.crew[member] << (CREW_AT + 2 * member)
    if lost_riders(s, e, subject):
        packed |= 1 << RIDERS_AT
    return packed
