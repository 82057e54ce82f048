"""Steps, turns, places inside a tile: all that costs mobility but rams (AG-7, AG-2.9)."""

from __future__ import annotations

from hulldown.kernel.actions import Action
from hulldown.rulesets.agrav.buttons.collector import Buttons
from hulldown.rulesets.agrav.codes import NOBODY, Chassis, Phase, Verb, Way
from hulldown.rulesets.agrav.geometry import ABOUT, beyond, diagonal
from hulldown.rulesets.agrav.movement import ANCHORS, SIDEWAYS, may_shift, step_cost, turn_cost, turned_away
from hulldown.rulesets.agrav.naming import ANCHORS as PLACES
from hulldown.rulesets.agrav.naming import lurking, present, tile_name, unit_name, way_name
from hulldown.rulesets.agrav.reaction import watches
from hulldown.rulesets.agrav.reasons import Why
from hulldown.rulesets.agrav.state import State
from hulldown.rulesets.common.buttons import Dress

STEP = Dress("move", "Move", "move", "M")
TURNS = (
    (-1, Dress("turn", "Turn left", "left", "Q")),
    (1, Dress("turn", "Turn right", "right", "E")),
    (2, Dress("turn", "Turn about", "back", "B")),
)
SHIFT = Dress("anchor", "Shift in tile", "dismount", "X")
HOW = {0: "ahead", SIDEWAYS: "sideways", ABOUT: "back"}


def watched(s: State, u: int, tile: int) -> bool:
    """Whether a step or a shift may be answered by fire: an enemy's cone lies there, or the unit has weapons
    set while enemies are out of its side's sight (AG-16.8, AG-16.10).
    """
    side = int(s.units[u].side)
    for enemy in present(s, 1 - side):
        if any(watches(s, enemy, w, tile) for w in range(s.units[enemy].weapons)):
            return True
    waiting = any(s.units[u].weapon[w].cone != NOBODY for w in range(s.units[u].weapons))
    return waiting and lurking(s, side)


def step_text(s: State, u: int, way: int) -> str:
    """Where a step leads: "north to F6, ahead"."""
    unit = s.units[u]
    how = "" if unit.chassis == Chassis.INFANTRY else HOW.get(turned_away(unit, way), "")
    there = f"{way_name(way)} to {tile_name(beyond(s, int(unit.tile), way))}"
    return f"{there}, {how}" if how else there


def step_buttons(b: Buttons, u: int) -> None:
    """Steps into the tiles around, ahead first; directions that the chassis has not are left out."""
    s, unit = b.s, b.s.units[u]
    first = int(unit.facing)
    ways = [Way((first + by) % len(Way)) for by in range(len(Way))]
    ways = [way for way in ways if beyond(s, int(unit.tile), way) != NOBODY]
    ways = [way for way in ways if unit.chassis == Chassis.AGRAV or not diagonal(way)]
    steps = [b.make(Verb.STEP, u, choice=way) for way in ways]
    useful = [a for a in steps if b.code(a) != Why.DIRECTION_NOT_ALLOWED]
    b.spread(
        useful or steps,
        STEP,
        lambda a: step_text(s, u, a.choice),
        cost=lambda a: step_cost(s, u, a.choice),
        random=lambda a: watched(s, u, beyond(s, int(unit.tile), a.choice)),
        tile=lambda a: beyond(s, int(unit.tile), a.choice),
    )


def turn_buttons(b: Buttons, u: int) -> None:
    """Turns of a vehicle (AG-7.2, AG-7.5, AG-7.7)."""
    unit = b.s.units[u]
    if unit.chassis == Chassis.INFANTRY:
        return
    for choice, dress in TURNS:
        cost = turn_cost(b.s, u, choice)
        facing = (int(unit.facing) + 2 * choice) % len(Way)
        detail = f"to the {way_name(facing)}" + ("" if cost else ", free")
        b.put(b.make(Verb.TURN, u, choice=choice), dress, detail, cost, facing=facing)


def shift_buttons(b: Buttons, u: int) -> None:
    """Other places inside the tile, for those that have them (AG-2.9)."""
    unit = b.s.units[u]
    if may_shift(b.s, unit):
        choices = [b.make(Verb.REPOSITION, u, choice=at) for at in range(ANCHORS) if at != unit.anchor]
        b.spread(choices, SHIFT, shift_text, random=watched(b.s, u, int(unit.tile)))


def shift_text(a: Action) -> str:
    """Where in the tile: "northeast corner"."""
    place = PLACES[a.choice]
    if place == "centre":
        return "the centre"
    return f"{place} {'corner' if len(place) > len('south') else 'edge'}"


def move_buttons(b: Buttons, u: int) -> None:
    """Everything that moves or turns a unit."""
    step_buttons(b, u)
    turn_buttons(b, u)
    shift_buttons(b, u)


# ---------------------------------------------------------------- opening
# Free play before the first turn: the roll-off, who moves first, who stands where (AG-6.1).


ROLL = Dress("roll", "Roll off", "play", "R")
CHOICES = (
    (1, Dress("first", "Move first", "play", "F"), "deploys first, in the south"),
    (0, Dress("second", "Move second", "back", "S"), "deploys second, in the north"),
)
FACINGS = (Way.N, Way.E, Way.S, Way.W)


def choice_buttons(b: Buttons) -> None:
    """Who won the roll-off moves first or second."""
    for choice, dress, detail in CHOICES:
        b.put(b.make(Verb.FIRST, choice=choice), dress, detail)


def placing_buttons(b: Buttons) -> None:
    """The next unit on each free tile of the zone, each way that it can face, towards the enemy first."""
    offered = [a for a in b.legal if a.verb == Verb.DEPLOY]
    for a in offered:
        u = int(a.actor)
        dress = Dress("deploy", f"Deploy {b.name(u)} {unit_name(b.s, u)}", "move", "D")
        squad = b.s.units[u].chassis == Chassis.INFANTRY
        ways = [a.facing] if squad else sorted(FACINGS, key=lambda way: way != a.facing)
        for way in ways:
            facing = "" if squad else f", facing {way_name(way)}"
            placed = b.make(Verb.DEPLOY, u, place=a.place, facing=way)
            b.put(placed, dress, f"on {tile_name(a.place)}{facing}", tile=a.place)


def opening_buttons(b: Buttons) -> None:
    """What is asked before the first turn."""
    if b.s.phase == Phase.DEPLOY:
        placing_buttons(b)
    elif b.s.chooser == NOBODY:
        b.put(b.make(Verb.ROLL), ROLL, "the higher d100 chooses", random=True)
    else:
        choice_buttons(b)
