"""Questions of TC-3 and of lines of sight: distance, steps, arcs, what a line meets and what stops it."""

from __future__ import annotations

from typing import Any

from hulldown.conformance.answers import Answer, Given, Whole
from hulldown.kernel.hexes import (
    DIRECTIONS,
    arc,
    cell_of,
    distance,
    line_cell,
    line_length,
    name_of,
    step,
)
from hulldown.rulesets.tank_commander.codes import Face, Standing, Weapon
from hulldown.rulesets.tank_commander.damage import BLAST_RADIUS, face_struck, in_blast
from hulldown.rulesets.tank_commander.reasons import Why
from hulldown.rulesets.tank_commander.shooting import bears, why_no_shot
from hulldown.rulesets.tank_commander.sight import behind_forest, behind_hill, sees
from hulldown.rulesets.tank_commander.terrain import on_board

from .posing import (
    NAMES,
    cells,
    field,
    move_to,
    named,
    post,
    recruit,
    stand,
)


def ask_distance(given: Given) -> Answer:
    """Hexes between two hexes (TC-3.4)."""
    return {"distance": distance(cell_of(given["from"]), cell_of(given["to"]))}


def ask_neighbors(given: Given) -> Answer:
    """The six neighbors, null off the board (TC-3.3, TC-3.9)."""
    s = field(given, given["board"])
    here = cell_of(given["hex"])
    around = {name: step(here, direction) for direction, name in enumerate(DIRECTIONS)}
    return {name: name_of(cell) if on_board(s, cell) else None for name, cell in around.items()}


def ask_arc(given: Given) -> Answer:
    """In which arc of a facing a hex lies (TC-3.5)."""
    facing = DIRECTIONS.index(given["facing"])
    found = arc(cell_of(given["from"]), facing, cell_of(given["to"]))
    return {"arc": Face(found).name.lower()}


def ask_arc_hexes(given: Given) -> Answer:
    """Every hex a turret bears on within a range (TC-7.2, TC-7.11)."""
    s = field(given, given["board"])
    u = post(s, recruit(s, 0), given["at"], given["facing"])
    here = cell_of(given["at"])
    found = {
        name_of(cell)
        for cell in cells(s)
        if bears(s, u, Weapon.MAIN_GUN, cell) and 0 < distance(here, cell) <= given["range"]
    }
    return {"count": len(found), "hexes": found}


def ask_blast_hexes(given: Given) -> Answer:
    """Every hex in which a cook-off strikes a unit (TC-8.11, TC-8.13)."""
    s = field(given, given["board"])
    u = recruit(s, 0)
    center, found = cell_of(given["hex"]), set()
    for cell in cells(s):
        move_to(s, u, cell)
        if any(in_blast(s, u, center, away) for away in range(1, BLAST_RADIUS + 1)):
            found.add(name_of(cell))
    return {"count": len(found), "hexes": found}


def ask_line(given: Given) -> Answer:
    """The hexes and edge pairs that a line meets, from the shooter on (TC-7.5, TC-7.6)."""
    a, b = cell_of(given["from"]), cell_of(given["to"])
    crossed, pairs = [], []
    for i in range(line_length(a, b)):
        left, right = name_of(line_cell(a, b, i, 0)), name_of(line_cell(a, b, i, 1))
        if left == right:
            crossed.append(left)
        else:
            pairs.append(sorted((left, right)))
    return {"crossed": crossed, "edge_pairs": pairs}


def ask_los(given: Given) -> Answer:
    """Whether a line is clear with certain hexes blocked, here by smoke (TC-7.3 to TC-7.7)."""
    s = field(given)
    for name in given["blockers"]:
        s.smoke[cell_of(name)] = 1
    return {"clear": sees(s, cell_of(given["from"]), cell_of(given["to"]))}


def ask_los_terrain(given: Given) -> Answer:
    """Whether a line is clear across certain terrain (TC-7.4)."""
    return {"clear": sees(field(given), cell_of(given["from"]), cell_of(given["to"]))}


def ask_los_units(given: Given) -> Answer:
    """Whether a line is clear with units in between (TC-7.4)."""
    s = field(given)
    for name, place in given["units"]:
        kind, standing = NAMES.get(name, (name, Standing.OPERATIONAL))
        stand(s, post(s, recruit(s, 0, kind), place), standing)
    return {"clear": sees(s, cell_of(given["from"]), cell_of(given["to"]))}


def ask_terrain_mods(given: Given) -> Answer:
    """What forest and hills add to the number needed (TC-9.6, TC-9.10)."""
    s = field(given)
    a, b = cell_of(given["shooter"]), cell_of(given["target"])
    return {"forest": int(behind_forest(s, a, b)), "hill": int(behind_hill(s, a, b))}


def ask_armor_side(given: Given) -> Answer:
    """Which armor a shot meets (TC-7.17, TC-9.9)."""
    target = given["target"]
    terrain = {target: given["target_terrain"]} if "target_terrain" in given else {}
    s = field({**given, "terrain": terrain})
    u = post(s, recruit(s, 1), target, given["hull"])
    return {"side": Face(face_struck(s, u, cell_of(given["shooter"]))).name.lower()}


def ask_diagram_shot(given: Given) -> Answer:
    """A shot of the author's diagram: legal with the side it strikes, or the first reason (TC-7.11)."""
    s = field(given)
    s.options.main_gun_range = given["range"]
    numbers: dict[str, int] = {}
    for name, (place, facing) in given["units"].items():
        numbers[name] = post(s, recruit(s, 0 if name == given["shooter"] else 1), place, facing)
    u, target = numbers[given["shooter"]], numbers[given["target"]]
    reason = why_no_shot(s, u, Weapon.MAIN_GUN, target, -1)
    away = distance(int(s.units[u].cell), int(s.units[target].cell))
    answer: dict[str, Any] = {"legal": reason == Why.ALLOWED, "range": away}
    if reason == Why.ALLOWED:
        answer["side"] = Face(face_struck(s, target, int(s.units[u].cell))).name.lower()
    else:
        answer["reason"] = named(Why.of, reason)
    return Whole(answer)
