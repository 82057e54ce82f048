"""Moves, the driver's straight run, turns of hull and turret."""

from __future__ import annotations

from hulldown.kernel.hexes import name_of
from hulldown.rulesets.tank_commander.codes import NOBODY, Drive, Kind, Verb
from hulldown.rulesets.tank_commander.movement import (
    STRAIGHT_HEXES,
    move_cost,
    straight_declared,
)
from hulldown.rulesets.tank_commander.orders.buttons import Buttons, Dress
from hulldown.rulesets.tank_commander.route import over_mine, way_of
from hulldown.rulesets.tank_commander.terrain import on_board
from hulldown.rulesets.tank_commander.text import side_of_turn
from hulldown.rulesets.tank_commander.vocabulary import WAYS, hexes

TURNS = ((5, "left", "Q"), (1, "right", "E"))
STRAIGHT = Dress("straight", "Straight on", "move", "G")
TURRET = Dress("turret", "Turret", "turret", "T")


def forward_buttons(b: Buttons, u: int) -> None:
    """Move, reverse and the straight run of a vehicle on tracks (TC-5.3, TC-5.4, TC-6.6)."""
    s = b.s
    move, back = b.make(Verb.MOVE, u), b.make(Verb.REVERSE, u)
    b.put(move, Dress("move", "Move", "move", "M", move_cost(s, u)), "forward", over_mine(s, move))
    if s.options.reverse_move:
        b.put(back, Dress("reverse", "Reverse", "back", "B", move_cost(s, u)), "backward", over_mine(s, back))
    if straight_declared(s, u):
        for n in range(1, STRAIGHT_HEXES + 1):
            a = b.make(Verb.STRAIGHT, u, choice=n)
            b.put(a, STRAIGHT, f"{hexes(n)} ahead", over_mine(s, a))


def any_way_buttons(b: Buttons, u: int) -> None:
    """Moves of squads, hover tanks and walkers into each adjacent hex (TC-10.7, TC-14.12, TC-14.13)."""
    s = b.s
    moves = [b.make(Verb.MOVE, u, facing=direction) for direction in range(6)]
    moves = [a for a in moves if on_board(s, way_of(s, a)[-1])]
    carried = s.units[u].carrier != NOBODY  # it has no hex to move from, and so no cost
    b.spread(
        moves,
        Dress("move", "Move", "move", "M", 0 if carried else move_cost(s, u)),
        lambda a: f"{WAYS[a.facing]} to {name_of(way_of(s, a)[-1])}",
        lambda a: over_mine(s, a),
        lambda a: way_of(s, a)[-1],
    )
    if straight_declared(s, u):
        any_way_runs(b, u)


def any_way_runs(b: Buttons, u: int) -> None:
    """Straight runs in each direction, as far as the way is free (TC-6.6)."""
    s = b.s
    b.spread(
        b.offered(Verb.STRAIGHT) or [b.make(Verb.STRAIGHT, u, facing=s.units[u].hull, choice=1)],
        STRAIGHT,
        lambda a: f"{hexes(a.choice)} {WAYS[a.facing]}",
        lambda a: over_mine(s, a),
        lambda a: way_of(s, a)[-1],
    )


def turn_buttons(b: Buttons, u: int) -> None:
    """Turns of the hull with the turret or without, then of the turret alone (TC-5.6, TC-5.8)."""
    t = b.s.units[u]
    for by, way, key in TURNS:
        facing = (t.hull + by) % 6
        dress = Dress(f"turn_{way}", f"Turn {way}", way, key)
        for along, turret in ((1, "turret along"), (0, "turret stays")):
            a = b.make(Verb.TURN, u, facing=facing, choice=along)
            if t.turret != NOBODY:
                b.put(a, dress, f"{WAYS[facing]}, {turret}")
            elif along:
                b.put(a, dress, WAYS[facing])
    if t.turret != NOBODY:
        for by, _, _ in TURNS:
            facing = (t.turret + by) % 6
            detail = f"{side_of_turn(t.turret, facing)}, {WAYS[facing]}"
            b.put(b.make(Verb.TURRET, u, facing=facing), TURRET, detail)


def drive_buttons(b: Buttons, u: int) -> None:
    """Everything that moves or turns a unit."""
    t = b.s.units[u]
    if t.drive == Drive.TRACKS:
        forward_buttons(b, u)
    else:
        any_way_buttons(b, u)
    if t.kind in (Kind.TANK, Kind.APC):
        turn_buttons(b, u)
