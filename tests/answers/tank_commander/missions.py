"""Questions of TC-13: what lies on the map of a mission, and who wins it."""

from __future__ import annotations

from hulldown.conformance.answers import Answer, Given
from hulldown.kernel.batch import RUNNING
from hulldown.kernel.dice import new_dice
from hulldown.kernel.hexes import cell_of, name_of
from hulldown.rulesets.tank_commander.codes import Ground, Kind, Phase, Standing
from hulldown.rulesets.tank_commander.scenario import set_up
from hulldown.rulesets.tank_commander.state import State
from hulldown.rulesets.tank_commander.turn import end_step, open_end_phase
from hulldown.rulesets.tank_commander.victory import judge

from .dicing import OFF
from .posing import cells, move_to, stand


def count(s: State, *grounds: Ground) -> int:
    """How many hexes are of some terrains."""
    return sum(s.ground[cell] in grounds for cell in cells(s))


def ask_mission_map(given: Given) -> Answer:
    """What the map of a mission holds; water counts as mud (TC-13.21)."""
    s = set_up(given["mission"], given.get("options"))
    return {
        "mud": count(s, Ground.MUD, Ground.WATER),
        "buildings": count(s, Ground.BUILDING),
        "streets": count(s, Ground.OPEN),
        "mines": sum(s.mine[cell] for cell in cells(s)),
        "objectives": sorted(name_of(int(cell)) for cell in s.objective[: s.objectives]),
    }


def ask_mission_result(given: Given) -> Answer:
    """Who has won with the attacker's tank in a certain hex and state, perhaps at the end of a game turn."""
    s = set_up(given["mission"], given.get("options"))
    s.game_turn = given.get("game_turn", 1)
    tank = next(u for u in range(s.count) if s.units[u].side == s.attacker and s.units[u].kind == Kind.TANK)
    move_to(s, tank, cell_of(given["tank_hex"]))
    stand(s, tank, Standing[given["tank_state"].upper()])
    judge(s, OFF)
    if given.get("end"):
        open_end_phase(s, OFF)
        while s.phase == Phase.END and s.winner == RUNNING:
            end_step(s, new_dice(0), OFF)
    return {"winner": role_of(s)}


def role_of(s: State) -> str | None:
    """The winner by what it wanted, None while the battle runs."""
    if s.winner == RUNNING:
        return None
    return {int(s.attacker): "attacker", 1 - int(s.attacker): "defender"}.get(int(s.winner), "draw")
