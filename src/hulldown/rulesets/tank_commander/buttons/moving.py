"""Moves: driving and marching; what a squad does besides."""

from __future__ import annotations

from dataclasses import replace

from hulldown.kernel.hexes import DIRECTIONS, name_of
from hulldown.rulesets.tank_commander.buttons.collector import Buttons, Dress, beside
from hulldown.rulesets.tank_commander.carrying import capacity
from hulldown.rulesets.tank_commander.codes import NOBODY, Drive, Kind, Phase, Shell, Standing, Upgrade, Verb
from hulldown.rulesets.tank_commander.counters import cells
from hulldown.rulesets.tank_commander.movement import move_cost, straight_declared
from hulldown.rulesets.tank_commander.naming import unit_name
from hulldown.rulesets.tank_commander.route import over_mine, way_of
from hulldown.rulesets.tank_commander.terrain import on_board
from hulldown.rulesets.tank_commander.text import side_of_turn
from hulldown.rulesets.tank_commander.variants import CoverLasts
from hulldown.rulesets.tank_commander.vocabulary import SHELL_NAMES, WAYS, hexes

TURNS = ((5, "left", "Q"), (1, "right", "E"))
STRAIGHT = Dress("straight", "Straight on", "move", "G")
TURRET = Dress("turret", "Turret", "turret", "T")


def forward_buttons(b: Buttons, u: int) -> None:
    """Move, reverse and the straight run of a vehicle on tracks (TC-5.3, TC-5.4, TC-6.6)."""
    s, cost = b.s, move_cost(b.s, u)
    ways = [(b.make(Verb.MOVE, u), Dress("move", "Move", "move", "M", cost), "forward")]
    if s.options.reverse_move:
        ways.append((b.make(Verb.REVERSE, u), Dress("reverse", "Reverse", "back", "B", cost), "backward"))
    if straight_declared(s, u):
        runs = [b.make(Verb.STRAIGHT, u, choice=n) for n in range(1, int(s.options.straight_hexes) + 1)]
        ways += [(a, replace(STRAIGHT, cost=cost), f"{hexes(int(a.choice))} ahead") for a in runs]
    for a, dress, detail in ways:
        end = way_of(s, a)[-1]
        b.put(a, dress, detail, over_mine(s, a), end if on_board(s, end) else NOBODY)


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
        random=lambda a: over_mine(s, a),
        place=lambda a: way_of(s, a)[-1],
    )
    if straight_declared(s, u):
        any_way_runs(b, u)


def any_way_runs(b: Buttons, u: int) -> None:
    """Straight runs in each direction, as far as the way is free (TC-6.6)."""
    s = b.s
    b.spread(
        b.legal_of(Verb.STRAIGHT) or [b.make(Verb.STRAIGHT, u, facing=s.units[u].hull, choice=1)],
        replace(STRAIGHT, cost=move_cost(s, u)),
        lambda a: f"{hexes(a.choice)} {WAYS[a.facing]}",
        random=lambda a: over_mine(s, a),
        place=lambda a: way_of(s, a)[-1],
    )


def turn_buttons(b: Buttons, u: int) -> None:
    """Turns of the hull with the turret or without, then of the turret alone (TC-5.6, TC-5.8)."""
    t = b.s.units[u]
    for by, way, key in TURNS:
        facing = (t.hull + by) % 6
        dress, full = Dress("turn", f"Turn {way}", way, key), f"Turn the hull {way}"
        for along, turret in ((1, "turret along"), (0, "turret stays")):
            a = b.make(Verb.TURN, u, facing=facing, choice=along)
            if t.turret != NOBODY:
                b.put(a, dress, f"{WAYS[facing]}, {turret}", full=full, ring=turret)
            elif along:
                b.put(a, dress, WAYS[facing], full=full, ring="hull")
    if t.turret != NOBODY:
        for by, _, _ in TURNS:
            facing = (t.turret + by) % 6
            detail = f"{side_of_turn(t.turret, facing)}, {WAYS[facing]}"
            b.put(b.make(Verb.TURRET, u, facing=facing), TURRET, detail, ring="turret")


def drive_buttons(b: Buttons, u: int) -> None:
    """Everything that moves or turns a unit."""
    t = b.s.units[u]
    if t.drive == Drive.TRACKS:
        forward_buttons(b, u)
    else:
        any_way_buttons(b, u)
    if t.kind in (Kind.TANK, Kind.APC):
        turn_buttons(b, u)


COVER = Dress("cover", "Take cover", "cover", "C")
CAPTURE = Dress("capture", "Capture", "flag", "O")
DISARM = Dress("disarm", "Disarm", "disarm", "D")
MOUNT = Dress("mount", "Mount up", "mount", "G")
DISMOUNT = Dress("dismount", "Dismount", "dismount", "G")


def disarm_buttons(b: Buttons, u: int) -> None:
    """Each mine within reach, or that there is none; nothing on a board without mines."""
    s = b.s
    here = s.units[u].cell
    near = [cell for cell in (here, *beside(s, here)) if s.mine[cell]]
    if near or any(s.mine[cell] for cell in cells(s)):
        b.spread(
            [b.make(Verb.DISARM, u, place=cell) for cell in near or [here]],
            DISARM,
            lambda a: f"the mine at {name_of(a.place)}" if s.mine[a.place] else "a mine beside it",
        )


def mount_buttons(b: Buttons, u: int) -> None:
    """Each vehicle of the side beside the squad, or that there is none."""
    s, t = b.s, b.s.units
    own = [v for v in range(s.count) if t[v].side == t[u].side and capacity(s, v) > 0]
    own = [v for v in own if t[v].standing == Standing.OPERATIONAL and t[v].cell != NOBODY]
    near = [v for v in own if t[v].cell in beside(s, t[u].cell)]
    b.spread(
        [b.make(Verb.MOUNT, u, target=v) for v in near or own[:1]],
        MOUNT,
        lambda a: f"{'into' if t[a.target].kind == Kind.APC else 'onto'} {b.name(a.target)}",
    )


def dismount_buttons(b: Buttons, u: int) -> None:
    """Each hex beside the carrier, or why the squad stays."""
    s = b.s
    carrier = s.units[u].carrier
    b.spread(
        [b.make(Verb.DISMOUNT, u, place=cell) for cell in beside(s, s.units[carrier].cell)],
        DISMOUNT,
        lambda a: f"from {b.name(carrier)} {unit_name(s, carrier)} to {name_of(a.place)}",
    )


def squad_buttons(b: Buttons, u: int) -> None:
    """The orders only squads have: a carried one can but get down."""
    s = b.s
    if s.units[u].carrier != NOBODY:
        return dismount_buttons(b, u)
    turn = "the next game turn" if s.options.cover_lasts == CoverLasts.GAME_TURN else "its next turn"
    b.put(b.make(Verb.COVER, u), COVER, f"until {turn}")
    if s.objectives:
        b.put(b.make(Verb.CAPTURE, u), CAPTURE, "the objective here")
    disarm_buttons(b, u)
    mount_buttons(b, u)


# ---------------------------------------------------------------- opening
# Orders outside an activation: roll-off, set-up, the choice of a unit, bailing out.


ROLL = Dress("roll", "Roll for first turn", "play", "R", 0)


def unit_label(b: Buttons, u: int) -> str:
    """A unit with the name of its build."""
    return f"{b.name(u)} {unit_name(b.s, u)}"


def deployment_buttons(b: Buttons) -> None:
    """The next unit on each hex of the zone, each way it can face."""
    for a in b.legal_of(Verb.DEPLOY):
        facing = f", facing {DIRECTIONS[a.facing]}" if a.facing != NOBODY else ""
        dress = Dress("deploy", f"Deploy {unit_label(b, a.actor)}", "move", "D", 0)
        b.put(a, dress, f"{name_of(a.place)}{facing}")


def mine_buttons(b: Buttons, u: int) -> None:
    """The next mine on each hex where it may lie before the battle (TC-12.11)."""
    dress = Dress("mine", f"Lay a mine of {b.name(u)}", "mine", "M", 0)
    for a in b.legal_of(Verb.MINE):
        b.put(a, dress, f"on {name_of(a.place)}")


def prepare_buttons(b: Buttons, u: int) -> None:
    """Turret and first round; the printed facing with AT comes first (TC-4.12)."""
    t = b.s.units[u]
    dress = Dress("prepare", "Ready", "load", "R", 0)
    for shell in (Shell.AT, Shell.HE):
        if shell == Shell.HE and not t.upgrade[Upgrade.HE]:
            continue
        for by in range(6):
            facing = (t.hull + by) % 6
            detail = f"turret {WAYS[facing]}, {SHELL_NAMES[shell]} loaded"
            full = f"Turn the turret to the {WAYS[facing]}, {SHELL_NAMES[shell]} shell loaded"
            a, ring = b.make(Verb.PREPARE, u, facing=facing, choice=shell), f"{SHELL_NAMES[shell]} loaded"
            b.put(a, dress, detail, full=full, ring=ring)


def choice_buttons(b: Buttons) -> None:
    """Every unit that could be activated (TC-4.11)."""
    s = b.s
    for u in range(s.count):
        if s.units[u].side == b.seat and s.units[u].standing == Standing.OPERATIONAL and s.units[u].allowance:
            dress = Dress("activate", f"Activate {b.name(u)}", "crew", "A", 0)
            b.put(b.make(Verb.ACTIVATE, u), dress, unit_name(s, u))


def landing_buttons(b: Buttons) -> None:
    """Where a squad gets out of its disabled carrier (TC-10.23)."""
    for a in b.legal_of(Verb.BAIL_OUT):
        dress = Dress("bail", f"{unit_label(b, a.actor)} bails out", "dismount", "B", 0)
        b.put(a, dress, f"to {name_of(a.place)}")


def set_up_buttons(b: Buttons) -> None:
    """What the phase asks for."""
    phase = b.s.phase
    if phase == Phase.ROLL_OFF:
        b.put(b.make(Verb.ROLL), ROLL, "higher goes first", random=True)
    elif phase == Phase.DEPLOY:
        deployment_buttons(b)
    elif phase == Phase.MINES:
        mine_buttons(b, b.s.active)
    elif phase == Phase.PREPARE:
        prepare_buttons(b, b.s.active)
    elif phase == Phase.BAIL_OUT:
        landing_buttons(b)
    else:
        choice_buttons(b)
