"""How a battle ends: scores, giving up, and the verdict of each mission (TC-1, TC-13)."""

from __future__ import annotations

from hulldown.kernel.batch import DRAW
from hulldown.kernel.hexes import name_of
from hulldown.rulesets.api.ruleset import SIDES
from hulldown.rulesets.common.log import describes
from hulldown.rulesets.common.names import plural
from hulldown.rulesets.tank_commander import events
from hulldown.rulesets.tank_commander.codes import NOBODY, Ending, Kind, Mission
from hulldown.rulesets.tank_commander.naming import unit_id
from hulldown.rulesets.tank_commander.state import State
from hulldown.rulesets.tank_commander.telling.teller import Teller
from hulldown.rulesets.tank_commander.victory import keeps_score, objective_count, one_attacks
from hulldown.rulesets.tank_commander.vocabulary import MEDALS

DRAWS = {
    Ending.TIME: "Time is up and nobody is ahead: a draw",
    Ending.BEATEN: "Both sides are beaten: a draw",
    Ending.ACCOMPLISHED: "Both sides have won at the same moment: a draw",
}
ATTACKED = {  # what the attacker has done
    Mission.BREAKTHROUGH: "a tank is across",
    Mission.DESTROY_TARGET: "{prize} is destroyed",
    Mission.ESCORT: "the squad is across",
    Mission.BEACH_LANDING: "the landing holds {held}",
    Mission.URBAN_WARFARE: "it owns every plaza",
    Mission.DISABLE_AA_GUNS: "the bunker is destroyed",
}
DEFENDED = {  # what the defender has done before time is up
    Mission.BREAKTHROUGH: "no attacking tank is left",
    Mission.ESCORT: "the escorted squad is destroyed",
    Mission.URBAN_WARFARE: "it owns every plaza",
    Mission.DISABLE_AA_GUNS: "every air strike is spent and the bunker stands",
}
OUTLASTED = {  # what the attacker has not done when time is up
    Mission.BREAKTHROUGH: "no tank is across",
    Mission.DESTROY_TARGET: "{prize} still stands",
    Mission.ESCORT: "the squad is not across",
    Mission.BEACH_LANDING: "the landing holds only {held}",
    Mission.DISABLE_AA_GUNS: "the bunker stands",
}
RULES = {
    Mission.BASIC_TRAINING: "TC-13.9",
    Mission.CAPTURE_OBJECTIVES: "TC-13.13",
    Mission.BREAKTHROUGH: "TC-13.15",
    Mission.DESTROY_TARGET: "TC-13.17",
    Mission.ESCORT: "TC-13.19",
    Mission.BEACH_LANDING: "TC-13.21",
    Mission.URBAN_WARFARE: "TC-13.23",
    Mission.DISABLE_AA_GUNS: "TC-13.27",
}


def prize(s: State) -> str:
    """What must be destroyed (TC-13.17)."""
    if s.prize == NOBODY:
        return f"the depot at {name_of(s.prize_cell)}" if s.prize_cell != NOBODY else "the target"
    squad = s.units[s.prize].kind == Kind.SQUAD
    return f"the staff squad {unit_id(s, s.prize)}" if squad else f"the target {unit_id(s, s.prize)}"


def fill_reason(s: State, text: str) -> str:
    """A reason with what it names."""
    side = int(s.attacker) if s.attacker != NOBODY else 0
    return text.format(
        prize=prize(s), held=f"{objective_count(s, side)} of {plural(s.objectives, 'objective')}"
    )


def edge(s: State, winner: int) -> str:
    """By what a side is ahead on time: score, objectives, hull points (TC-1.7, TC-13.13, TC-13.23)."""
    ours, theirs = s.score[winner], s.score[1 - winner]
    if keeps_score(s) and ours != theirs:
        return f"by {ours} points to {theirs}"
    if s.mission == Mission.CAPTURE_OBJECTIVES and objective_count(s, winner) != objective_count(
        s, 1 - winner
    ):
        return "with more objectives"
    return "with more hull left"


def training(winner: int, medal: int) -> str:
    """How Basic Training ended (TC-13.9)."""
    return f"Training passed: {MEDALS[medal]}" if winner == 0 else "Training failed"


def verdict(s: State, winner: int, how: int) -> str:
    """How a battle ended, in a sentence without its full stop."""
    ending, mission = Ending(how), Mission(s.mission)
    if s.seats == 1:
        return training(winner, s.medal)
    if winner == DRAW:
        return DRAWS[ending]
    wins = f"{SIDES[winner]} wins"
    if ending == Ending.CONCEDED:
        return wins
    if ending == Ending.BEATEN:
        return f"{SIDES[1 - winner]} has nothing left that can fight: {wins}"
    if ending == Ending.TIME and not one_attacks(s):
        return f"Time is up: {wins} {edge(s, winner)}"
    if ending == Ending.TIME:
        return f"{wins}: time is up and {fill_reason(s, OUTLASTED[mission])}"
    done = ATTACKED if winner == s.attacker else DEFENDED
    return f"{wins}: {fill_reason(s, done[mission])}"


def outcome_text(s: State) -> str:
    """How a battle that is over ended, for whoever has not read the log."""
    if s.ending == Ending.CONCEDED and s.seats == 2:
        return f"{SIDES[1 - s.winner]} has conceded: {SIDES[s.winner]} wins"
    return verdict(s, s.winner, s.ending)


def victory_rules(s: State, winner: int, how: int) -> tuple[str, ...]:
    """The rules that decided."""
    own = (RULES[Mission(s.mission)],) if s.mission in RULES else ()
    if how == Ending.CONCEDED:
        return ("TC-1.6",)
    if how == Ending.TIME:
        even = s.seats == 2 and not one_attacks(s) and (winner == DRAW or edge(s, winner).endswith("left"))
        return ("TC-1.5", *own, "TC-1.7") if even else ("TC-1.5", *own)
    rules = own if how == Ending.ACCOMPLISHED else (events.game_ended.rule,)
    return (*rules, "TC-1.8") if winner == DRAW else rules


@describes(events.scored)
def describe_score(t: Teller, side: int, points: int, total: int) -> None:
    """Points for objectives held (TC-13.13, TC-13.23)."""
    rule = RULES.get(Mission(t.s.mission), t.kind.rule)
    t.begin(f"{t.side(side)} scores {plural(points, 'point')}, {total} in all", rule)


@describes(events.game_ended)
def describe_victory(t: Teller, winner: int, ending: int) -> None:
    t.begin(verdict(t.s, winner, ending), *victory_rules(t.s, winner, ending))
