"""What squads do besides moving and shooting: cover, objectives, mines, getting on and off (TC-10)."""

from __future__ import annotations

from hulldown.kernel.hexes import name_of
from hulldown.rulesets.tank_commander.carrying import capacity
from hulldown.rulesets.tank_commander.codes import NOBODY, Kind, Standing, Verb
from hulldown.rulesets.tank_commander.counters import cells
from hulldown.rulesets.tank_commander.naming import unit_name
from hulldown.rulesets.tank_commander.orders.buttons import Buttons, Dress, beside
from hulldown.rulesets.tank_commander.state import State

COVER = Dress("cover", "Take cover", "cover", "C")
CAPTURE = Dress("capture", "Capture", "flag", "O")
DISARM = Dress("disarm", "Disarm", "disarm", "D")
MOUNT = Dress("mount", "Mount up", "mount", "G")
DISMOUNT = Dress("dismount", "Dismount", "dismount", "G")


def any_mines(s: State) -> bool:
    """Whether a mine lies anywhere."""
    return any(s.mine[cell] for cell in cells(s))


def disarm_buttons(b: Buttons, u: int) -> None:
    """Each mine within reach, or that there is none; nothing on a board without mines."""
    s = b.s
    here = s.units[u].cell
    near = [cell for cell in (here, *beside(s, here)) if s.mine[cell]]
    if near or any_mines(s):
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
    b.put(b.make(Verb.COVER, u), COVER, "until its next turn")
    if s.objectives:
        b.put(b.make(Verb.CAPTURE, u), CAPTURE, "the objective here")
    disarm_buttons(b, u)
    mount_buttons(b, u)
