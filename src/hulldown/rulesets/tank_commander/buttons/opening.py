"""Orders outside an activation: roll-off, set-up, the choice of a unit, bailing out."""

from __future__ import annotations

from hulldown.kernel.hexes import DIRECTIONS, name_of
from hulldown.rulesets.tank_commander.buttons.collector import Buttons, Dress
from hulldown.rulesets.tank_commander.codes import NOBODY, Phase, Shell, Standing, Upgrade, Verb
from hulldown.rulesets.tank_commander.naming import unit_name
from hulldown.rulesets.tank_commander.vocabulary import SHELL_NAMES, WAYS

ROLL = Dress("roll", "Roll for first turn", "play", "R", 0)


def called(b: Buttons, u: int) -> str:
    """A unit with the name of its build."""
    return f"{b.name(u)} {unit_name(b.s, u)}"


def deployment_buttons(b: Buttons) -> None:
    """The next unit on each hex of the zone, each way it can face."""
    for a in b.offered(Verb.DEPLOY):
        facing = f", facing {DIRECTIONS[a.facing]}" if a.facing != NOBODY else ""
        dress = Dress("deploy", f"Deploy {called(b, a.actor)}", "move", "D", 0)
        b.put(a, dress, f"{name_of(a.place)}{facing}")


def mine_buttons(b: Buttons, u: int) -> None:
    """The next mine on each hex where it may lie before the battle (TC-12.11)."""
    dress = Dress("mine", f"Lay a mine of {b.name(u)}", "mine", "M", 0)
    for a in b.offered(Verb.MINE):
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
            b.put(b.make(Verb.PREPARE, u, facing=facing, choice=shell), dress, detail)


def choice_buttons(b: Buttons) -> None:
    """Every unit that could be activated (TC-4.11)."""
    s = b.s
    for u in range(s.count):
        if s.units[u].side == b.seat and s.units[u].standing == Standing.OPERATIONAL and s.units[u].allowance:
            dress = Dress("activate", f"Activate {b.name(u)}", "crew", "A", 0)
            b.put(b.make(Verb.ACTIVATE, u), dress, unit_name(s, u))


def landing_buttons(b: Buttons) -> None:
    """Where a squad gets out of its disabled carrier (TC-10.23)."""
    for a in b.offered(Verb.BAIL_OUT):
        dress = Dress("bail", f"{called(b, a.actor)} bails out", "dismount", "B", 0)
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
