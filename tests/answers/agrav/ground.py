"""The map: arcs, faces, lines of sight, what movement costs (AG-2, AG-4, AG-7); designs (AG-5)."""

from collections.abc import Sequence
from typing import Any

from hulldown.conformance.answers import Given, ask, key
from hulldown.kernel.dice import new_dice
from hulldown.kernel.records import blank
from hulldown.rulesets.agrav import design, movement, table
from hulldown.rulesets.agrav.catalogue import SHELF, Edge
from hulldown.rulesets.agrav.design import Design
from hulldown.rulesets.agrav.events import Illegal, Why
from hulldown.rulesets.agrav.setup import blank_state, field_unit, lay_barricade
from hulldown.rulesets.agrav.state import (
    CENTRE,
    HALF,
    NOBODY,
    Face,
    Ground,
    Part,
    State,
    Unit,
    Way,
    column_of,
    row_of,
    tile_at,
)
from hulldown.rulesets.agrav.table import clear, look_all
from hulldown.rulesets.common.explanation import OFF

from .posing import KINDS, options_of, points

ANGLES = {"F": 0, "D": 1, "R": 2, "B": 4, "L": 6}  # eighths of a circle from the facing
PLENTY = 99  # mobility, so that only the price of a move is asked
MOST = 100  # points that any part costs at most
RIGHT = 1


def move(given: Given, chassis: str, steps: Sequence[str]) -> dict[str, Any]:
    """What a sequence of steps and turns costs, and the tiles it counts (AG-7.1 to AG-7.11)."""
    s = blank_state(given.get("options"))
    unit = field_unit(SHELF, s, 0, KINDS[chassis], tile_at(12, 8))
    unit.left = PLENTY
    look_all(s)
    for one in steps:
        why = take(s, unit, *one.split("+"))
        if why != Why.ALLOWED:
            return {"reason": Why.of(why).name.lower()}
    return {"cost": PLENTY - unit.left, "tiles": unit.tiles}


def take(s: State, unit: Unit, step: str, *ground: str) -> int:
    """One step such as `F+d`, or the turn `t`: done unless there is a reason against it."""
    if step == "t":
        why = movement.why_not_turn(s, 0, RIGHT)
        if why == Why.ALLOWED:
            movement.turn(s, 0, RIGHT, new_dice(0), OFF)
        return why
    way = (unit.facing + ANGLES[step]) % table.WAYS
    there = table.beyond(s, unit.tile, way)
    if "d" in ground:
        s.ground[there] = Ground.DEBRIS
    if "b" in ground:  # on the way there
        owner = there if way in (Way.N, Way.W) else unit.tile
        lay_barricade(s, Edge(column_of(owner), row_of(owner), way in (Way.N, Way.S)))
    why = movement.why_not_step(s, 0, way)
    if why == Why.ALLOWED:
        movement.step(s, 0, way, new_dice(0), OFF)
    return why


def mobility(given: Given, mobility: int, stun: int, drive_crits: int) -> int:
    """Current maximum mobility (AG-7.12, AG-15.3)."""
    unit = blank(Unit)
    unit.mobility, unit.stun, unit.parts = mobility, stun, 1
    unit.part[0].part, unit.part[0].crits = Part.DRIVE, drive_crits
    return movement.mobility_now(options_of(given), unit)


def line_of_sight(given: Given, blockers: Sequence[Any], smoke: Sequence[Any]) -> bool:
    """Whether there is a line of sight between two centres (AG-4.1 to AG-4.4)."""
    s = blank_state(given.get("options"))
    for place in blockers:
        s.ground[tile_at(*place)] = Ground.WALL
    for place in smoke:
        s.smoke[tile_at(*place)] = 1
    look_all(s)
    return clear(s, tile_at(*given["from"]), CENTRE, tile_at(*given["to"]), CENTRE, NOBODY)


# ---------------------------------------------------------------- designs

WORDS = {  # parts that are called otherwise than their codes
    Part.SHIELD: "shield {}",
    Part.AMMO: "ammo {}",
    Part.WEAPON: "{}",
    Part.STABILISER: "stabiliser {} {}",
    Part.TRANSFER: "shield transfer",
}


def build(given: Given) -> dict[str, Any]:
    """What a list of parts and a plate come to, or the rule they break (AG-5.4 to AG-5.7, AG-12.10)."""
    units, made, o = SHELF.units(), design_of(given), options_of(given)
    reason = design.illegal(made, units)
    if reason != Illegal.LEGAL:
        return {"reason": reason.name.lower()}
    return {
        "spent": design.total_cost(made, units),
        "health": design.health(made, units, o),
        "bands": [
            [part_name(band.bought, made), points(band.last, HALF)] for band in design.bands(made, units, o)
        ],
    }


def part_name(bought: design.Bought, made: Design) -> str:
    words = WORDS.get(bought.part, bought.part.name.lower())
    return words.format(bought.name, made.weapons[bought.weapon].weapon)


def design_of(given: Given) -> Design:
    """The design whose parts the rules give the costs that are listed."""
    units, chassis = SHELF.units(), given["chassis"]
    parts = [(part["name"].split(), int(part["cost"])) for part in given["parts"]]
    price = design.pricing(units)

    def amount(*words: Any) -> int:
        """How many points or pieces of a part cost what is listed for it, by table 3.4."""
        cost = sum(listed for name, listed in parts if name == [*words])
        return next(n for n in range(MOST) if price(words[0], n) == cost)

    def rest(first: str) -> list[list[str]]:
        return [name[1:] for name, _ in parts if name[0] == first]

    turrets = len(rest("turret"))
    guns = [name[0] for name, _ in parts if name[0] in units.weapons]
    fields: dict[str, Any] = {
        "chassis": chassis,
        "budget": next(name for name, budget in units.budgets.items() if budget.points == given["budget"]),
        "cockpit": amount("cockpit"),
        "sensors": amount("sensors"),
        "shield": tuple(name for (name,) in rest("shield") if name in units.shields),
        "generator": amount("generator"),
        "capacitor": amount("capacitor"),
        "plate": given["plate"],
        "turret": ("turret",) * turrets,
        "weapons": tuple(
            {
                "weapon": gun,
                "mount": "arm" if chassis == "walker" else "turret" if turrets and place < 2 else "hull",
                "stabiliser": tuple(kind for kind, weapon in rest("stabiliser") if weapon == gun),
                "ammo": amount("ammo", gun),
            }
            for place, gun in enumerate(guns)
        ),
        "smoke": amount("smoke"),
        "transfer": ["transfer"] in rest("shield"),
    }
    bare = Design(**fields, mobility=())
    drives = [cost for name, cost in parts if name == ["drive"]]
    speeds = [max(n for n in range(MOST) if design.drive_cost(bare, n, units) == cost) for cost in drives]
    return Design(**fields, mobility=tuple(speeds))


ANSWERS = {
    "move": ask(move),
    "mobility": ask(mobility, give="mobility"),
    "arc": ask(table.in_arc, at=(key("facing", Way.__getitem__), "dx", "dy"), give="in_arc"),
    "struck": ask(
        table.struck_face,
        at=(key("target_facing", Way.__getitem__), "dx", "dy"),
        give={"face": lambda face: Face(face).name.lower()},
    ),
    "los": ask(line_of_sight, give="clear"),
    "build": ask(build),
}
