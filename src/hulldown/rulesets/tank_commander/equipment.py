"""TC-5, the rest of what a tank does: loading, smoke, putting out a fire; weapons (table 2.4)."""

from __future__ import annotations

from hulldown.kernel.events import Log
from hulldown.kernel.hexes import distance
from hulldown.kernel.jit import rule
from hulldown.rulesets.tank_commander.codes import Ground, Health, Kind, Role, Shell, Upgrade, Weapon
from hulldown.rulesets.tank_commander.crew import fitness, load_cost, manned, remaining_points, why_short
from hulldown.rulesets.tank_commander.events import fire_put_out, loaded, smoke_laid
from hulldown.rulesets.tank_commander.reasons import Why
from hulldown.rulesets.tank_commander.state import State
from hulldown.rulesets.tank_commander.terrain import on_board

# ---------------------------------------------------------------- weapons


@rule
def has_ai_weapon(s: State, u: int) -> bool:
    """Squads and APCs always have one, a battle tank by the upgrade (TC-5.12, TC-10.2, TC-11.1)."""
    t = s.units[u]
    if t.kind == Kind.TANK:
        return t.upgrade[Upgrade.AI] > 0
    return t.kind == Kind.SQUAD or t.kind == Kind.APC


@rule
def day_range(s: State, u: int, weapon: int) -> int:
    """Hexes a weapon reaches: gun, with the long barrel more, missile (TC-2.2, TC-2.3, TC-2.8, TC-10.3)."""
    t = s.units[u]
    if weapon == Weapon.MAIN_GUN:
        return s.options.main_gun_range + t.upgrade[Upgrade.BARREL] * s.options.barrel_bonus
    if weapon == Weapon.MISSILE:
        return s.options.infantry_missile_range
    return t.ai_range


# ---------------------------------------------------------------- loading, smoke, fires


@rule
def why_no_loading(s: State, u: int) -> int:
    """The means of Load: a main gun, and somebody to load it (TC-5.10, TC-6.17)."""
    if s.units[u].kind != Kind.TANK:
        return Why.NO_SUCH_ACTION
    return Why.LOADER_DEAD if fitness(s, u, Role.LOADER) == Health.KILLED else Why.ALLOWED


@rule
def why_no_round(s: State, u: int, shell: int) -> int:
    """Whether the tank carries such rounds: AT always, HE with the upgrade (TC-5.11)."""
    return Why.NO_HE if shell == Shell.HE and s.units[u].upgrade[Upgrade.HE] == 0 else Why.ALLOWED


@rule
def why_no_load(s: State, u: int, shell: int) -> int:
    """Load: AT, or HE with the upgrade; loading a loaded gun swaps the round (TC-5.10, TC-5.11)."""
    if shell != Shell.AT and shell != Shell.HE:
        return Why.NO_SUCH_ACTION
    reason = why_no_loading(s, u)
    if reason != Why.ALLOWED:
        return reason
    reason = why_no_round(s, u, shell)
    return reason if reason != Why.ALLOWED else why_short(s, u, load_cost(s, u))


@rule
def load(s: State, u: int, shell: int, e: Log) -> None:
    """A round goes into the gun (TC-5.10)."""
    cost = load_cost(s, u)
    s.units[u].loaded = shell
    s.units[u].spent += cost
    s.units[u].loads += 1
    loaded(e, u, shell, cost, remaining_points(s, u))


@rule
def why_no_launcher(s: State, u: int) -> int:
    """The means of Deploy Smoke: a living member, the launcher, a charge (TC-5.14, TC-5.18)."""
    t = s.units[u]
    if t.kind != Kind.TANK and t.kind != Kind.APC:
        return Why.NO_SUCH_ACTION
    if not manned(s, u):
        return Why.NO_CREW
    if t.upgrade[Upgrade.SMOKE] == 0:
        return Why.NO_EQUIPMENT
    if s.options.smoke_charges > 0 and t.smoked >= s.options.smoke_charges:
        return Why.USED_UP
    return Why.ALLOWED


@rule
def why_smoke_cannot_lie(s: State, cell: int) -> int:
    """Smoke needs a hex on the board with no building and no smoke yet (TC-5.14)."""
    if s.ground[cell] == Ground.BUILDING:
        return Why.IMPASSABLE
    if s.smoke[cell] != 0:
        return Why.SMOKE_HERE
    return Why.ALLOWED if on_board(s, cell) else Why.OFF_BOARD


@rule
def why_no_smoke(s: State, u: int, cell: int) -> int:
    """Deploy Smoke on one hex of the board, within reach (TC-5.13, TC-5.14)."""
    reason = why_no_launcher(s, u)
    if reason != Why.ALLOWED:
        return reason
    if why_short(s, u, s.options.smoke_cost) != Why.ALLOWED:
        return Why.NO_AP
    if on_board(s, cell) and distance(s.units[u].cell, cell) > s.options.smoke_range:
        return Why.OUT_OF_RANGE
    return why_smoke_cannot_lie(s, cell)


@rule
def deploy_smoke(s: State, u: int, cell: int, e: Log) -> None:
    """Smoke lies in the hex for the rest of the battle (TC-5.13)."""
    s.smoke[cell] = 1
    s.units[u].smoked += 1
    s.units[u].spent += s.options.smoke_cost
    smoke_laid(e, u, cell, remaining_points(s, u))


@rule
def why_no_extinguishing(s: State, u: int) -> int:
    """Extinguish Fire needs a burning vehicle and somebody alive in it (TC-5.16)."""
    t = s.units[u]
    if t.kind != Kind.TANK and t.kind != Kind.APC:
        return Why.NO_SUCH_ACTION
    if not manned(s, u):
        return Why.NO_CREW
    if t.burning == 0:
        return Why.NOT_ON_FIRE
    return why_short(s, u, s.options.extinguish_cost)


@rule
def extinguish(s: State, u: int, e: Log) -> None:
    """The fire is out, without a roll (TC-5.16)."""
    s.units[u].burning = 0
    s.units[u].spent += s.options.extinguish_cost
    fire_put_out(e, u, remaining_points(s, u))
