"""Hexes and lines of sight (TC-3, TC-7, TC-9), air strikes (TC-12), maps and ends of missions (TC-13)."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from hulldown.conformance.answers import Given, Whole, ask, key
from hulldown.kernel import hexes
from hulldown.kernel.batch import RUNNING
from hulldown.kernel.dice import Dice, new_dice
from hulldown.kernel.hexes import DIRECTIONS, cell_of, name_of
from hulldown.rulesets.common.explanation import OFF, chances
from hulldown.rulesets.tank_commander import air, crew, table
from hulldown.rulesets.tank_commander.events import Why
from hulldown.rulesets.tank_commander.missions import SHELF
from hulldown.rulesets.tank_commander.setup import set_up
from hulldown.rulesets.tank_commander.shooting import bears, why_no_shot
from hulldown.rulesets.tank_commander.state import (
    NOBODY,
    Face,
    Ground,
    Kind,
    Mission,
    Phase,
    Standing,
    State,
    Weapon,
)
from hulldown.rulesets.tank_commander.table import on_board
from hulldown.rulesets.tank_commander.turn import end_step, open_end_phase
from hulldown.rulesets.tank_commander.victory import judge

from .posing import cells, chance_that, field, move_to, post, recruit, spread, stand, word

NAMES = {"disabled_tank": ("tank", Standing.DISABLED), "squad": ("infantry", Standing.OPERATIONAL)}
CALLER, MARK = "A10", "J1"  # far enough apart that the strike never hits who called it
FROM, TO = key("from", cell_of), key("to", cell_of)


def face_word(face: int) -> str:
    return word(Face(face))


def neighbors(given: Given, board: Sequence[int]) -> dict[str, str | None]:
    """The six neighbors, null off the board (TC-3.3, TC-3.9)."""
    s, here = field(given, board), cell_of(given["hex"])
    around = {name: hexes.step(here, i) for i, name in enumerate(DIRECTIONS)}
    return {name: name_of(cell) if on_board(s, cell) else None for name, cell in around.items()}


def counted(names: Any) -> dict[str, Any]:
    """A set of hexes, and how many they are."""
    found = set(names)
    return {"count": len(found), "hexes": found}


def arc_hexes(given: Given, at: str, facing: str, board: Sequence[int]) -> list[str]:
    """Every hex a turret bears on within a range (TC-7.2, TC-7.11)."""
    s = field(given, board)
    u, near = post(s, recruit(s, 0), at, facing), range(1, given["range"] + 1)
    return [
        name_of(cell)
        for cell in cells(s)
        if bears(s, u, Weapon.MAIN_GUN, cell) and hexes.distance(cell_of(at), cell) in near
    ]


def blast_hexes(given: Given, board: Sequence[int]) -> list[str]:
    """Every hex in which a cook-off strikes a unit (TC-8.11, TC-8.13)."""
    s, center, found = field(given, board), cell_of(given["hex"]), []
    u = recruit(s, 0)
    for cell in cells(s):
        move_to(s, u, cell)
        if any(crew.in_blast(s, u, center, away) for away in range(1, s.options.blast_radius + 1)):
            found.append(name_of(cell))
    return found


def line(a: int, b: int) -> dict[str, Any]:
    """The hexes and edge pairs that a line meets, from the shooter on (TC-7.5, TC-7.6)."""
    sides = [
        sorted({name_of(hexes.line_cell(a, b, i, side)) for side in (0, 1)})
        for i in range(hexes.line_length(a, b))
    ]
    pairs = [names for names in sides if len(names) == 2]
    return {"crossed": [names[0] for names in sides if len(names) == 1], "edge_pairs": pairs}


def clear(given: Given, blockers: Sequence[str] = (), units: Sequence[Any] = ()) -> bool:
    """Whether a line is clear with hexes blocked, here by smoke, and units in between (TC-7.3 to TC-7.7)."""
    s = field({**given, "smoke": (*given.get("smoke", ()), *blockers)})
    for name, place in units:
        kind, standing = NAMES.get(name, (name, Standing.OPERATIONAL))
        stand(s, post(s, recruit(s, 0, kind), place), standing)
    return table.sees(s, FROM(given), TO(given))


def terrain_mods(given: Given, shooter: str, target: str) -> dict[str, int]:
    """What forest and hills add to the number needed (TC-9.6, TC-9.10)."""
    s, a, b = field(given), cell_of(shooter), cell_of(target)
    return {"forest": int(table.behind_forest(s, a, b)), "hill": int(table.behind_hill(s, a, b))}


def armor_side(given: Given, target: str, hull: str, shooter: str, target_terrain: str | None = None) -> int:
    """Which armor a shot meets (TC-7.17, TC-9.9)."""
    s = field({**given, "terrain": {target: target_terrain} if target_terrain else {}})
    return crew.face_struck(s, post(s, recruit(s, 1), target, hull), cell_of(shooter))


def diagram_shot(given: Given, shooter: str, target: str, units: Mapping[str, Any]) -> Whole:
    """A shot of the author's diagram: legal with the side it strikes, or the first reason (TC-7.11)."""
    s = field(given)
    s.options.main_gun_range = given["range"]
    unit = {name: post(s, recruit(s, int(name != shooter)), *units[name]) for name in units}
    u, v = unit[shooter], unit[target]
    a, b = int(s.units[u].cell), int(s.units[v].cell)
    reason = why_no_shot(s, u, Weapon.MAIN_GUN, v, NOBODY)
    legal, away = reason == Why.ALLOWED, hexes.distance(a, b)
    struck = {"side": face_word(crew.face_struck(s, v, a))} if legal else {"reason": word(Why.of(reason))}
    return Whole({"legal": legal, "range": away, **struck})


# ---------------------------------------------------------------- air strikes


def called(given: Given) -> State:
    """A tank has called its strike in game turn 1."""
    s = field(given)
    u = post(s, recruit(s, 0, upgrades=("air_support",)), CALLER)
    air.call_strike(s, u, cell_of(MARK), OFF)
    return s


def wait(s: State, d: Dice) -> None:
    """The strike's part of the next Start Phase."""
    s.game_turn += 1
    while (i := air.next_due(s)) != NOBODY:
        air.roll_strike(s, i, d, OFF)


def arrived(given: Given, roll: int) -> Fraction:
    """The chance that the strike has come by a certain roll (TC-12.4)."""
    return chance_that(spread(called(given), *[wait] * roll), lambda s: s.strike[0].over != 0)


def strike_hexes(given: Given, mark: str, direction: int, distance: int, board: Sequence[int]) -> list[str]:
    """The hexes that a strike hits, from the mark on (TC-12.5, TC-12.6)."""
    s = field(given, board)
    struck = [i for i in range(distance + 1) if air.is_struck(s, i, distance)]
    line = [air.strike_cell(s, cell_of(mark), direction, i) for i in struck]
    return [name_of(cell) for cell in line if cell != NOBODY]


def aa_survival(given: Given, guns: int) -> Fraction:
    """The chance that a strike gets past some AA guns (TC-13.26, TC-13.27)."""
    s = called(given)
    s.mission, s.attacker = Mission.DISABLE_AA_GUNS, 0
    for column in "BEI"[:guns]:
        post(s, recruit(s, 1, "aa_gun"), f"{column}2")
    return chances(lambda d: air.is_spoiled(s, 0, d, OFF)).get(False, Fraction(0))


# ---------------------------------------------------------------- missions


def mission_map(given: Given, mission: str) -> dict[str, Any]:
    """What the map of a mission holds; water counts as mud (TC-13.21)."""
    s = set_up(SHELF, mission, given.get("options"))
    ground = [s.ground[cell] for cell in cells(s)]
    return {
        "mud": ground.count(Ground.MUD) + ground.count(Ground.WATER),
        "buildings": ground.count(Ground.BUILDING),
        "streets": ground.count(Ground.OPEN),
        "mines": sum(s.mine[cell] for cell in cells(s)),
        "objectives": sorted(name_of(int(cell)) for cell in s.objective[: s.objectives]),
    }


def mission_result(
    given: Given, mission: str, tank_hex: str, tank_state: str, game_turn: int = 1, end: bool = False
) -> str | None:
    """Who has won with the attacker's tank in a certain hex and state, perhaps at the end of a game turn."""
    s = set_up(SHELF, mission, given.get("options"))
    s.game_turn = game_turn
    tank = next(u for u in range(s.count) if s.units[u].side == s.attacker and s.units[u].kind == Kind.TANK)
    move_to(s, tank, cell_of(tank_hex))
    stand(s, tank, Standing[tank_state.upper()])
    judge(s, OFF)
    if end:
        open_end_phase(s, OFF)
        while s.phase == Phase.END and s.winner == RUNNING:
            end_step(s, new_dice(0), OFF)
    roles = {RUNNING: None, int(s.attacker): "attacker", 1 - int(s.attacker): "defender"}
    return roles.get(int(s.winner), "draw")


ANSWERS = {
    "distance": ask(hexes.distance, at=(FROM, TO), give="distance"),
    "neighbors": ask(neighbors),
    "arc": ask(hexes.arc, at=(FROM, key("facing", DIRECTIONS.index), TO), give={"arc": face_word}),
    "arc_hexes": ask(arc_hexes, give=counted),
    "blast_hexes": ask(blast_hexes, give=counted),
    "line": ask(line, at=(FROM, TO)),
    "los": ask(clear, give="clear"),
    "los_terrain": ask(clear, give="clear"),
    "los_units": ask(clear, give="clear"),
    "terrain_mods": ask(terrain_mods),
    "armor_side": ask(armor_side, give={"side": face_word}),
    "diagram_shot": ask(diagram_shot),
    "strike_needed": ask(
        lambda rolls: [air.strike_needed(field({}).options, i) for i in range(rolls)], give="needed"
    ),
    "strike_arrived_by": ask(arrived, give="p"),
    "strike_arrives_on": ask(lambda given, roll: arrived(given, roll) - arrived(given, roll - 1), give="p"),
    "strike_hexes": ask(strike_hexes, give="hexes"),
    "aa_survival": ask(aa_survival, give="p_success"),
    "mission_map": ask(mission_map),
    "mission_result": ask(mission_result, give="winner"),
}
