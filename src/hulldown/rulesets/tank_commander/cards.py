"""Unit cards: armor, points, gun, crew and kit as a player reads them."""

from __future__ import annotations

from hulldown.kernel.hexes import name_of
from hulldown.rulesets.tank_commander import catalogue
from hulldown.rulesets.tank_commander.codes import (
    CREW,
    NOBODY,
    Ground,
    Health,
    Kind,
    Phase,
    Role,
    Shell,
    Standing,
    Upgrade,
    Weapon,
)
from hulldown.rulesets.tank_commander.crew import (
    alive,
    allowance,
    load_cost,
    movement_cap,
    points_left,
    stands_in,
)
from hulldown.rulesets.tank_commander.drawing import FIGURES, states
from hulldown.rulesets.tank_commander.naming import kind_name, unit_id, unit_name
from hulldown.rulesets.tank_commander.shooting import gunner_penalty, profile_accuracy, weapon_range
from hulldown.rulesets.tank_commander.state import State
from hulldown.rulesets.words import Card, CrewSeat, Pips

SEATS = (("C", "Cmdr"), ("D", "Driver"), ("G", "Gunner"), ("L", "Loader"), ("+", "Lt Cmdr"))
SHELLS = {Shell.NONE: "empty", Shell.AT: "AT", Shell.HE: "HE"}
SEAT_OF = ("commander", "driver", "gunner", "loader")


def note_of(s: State, u: int, member: int) -> str:
    """What a crew member's state means for the tank, in two or three words (TC-6.14 to TC-6.21)."""
    t = s.units[u]
    if member == Role.LIEUTENANT:
        return f"as {SEAT_OF[t.stand_in]}" if t.stand_in != NOBODY and alive(s, u, member) else ""
    if not alive(s, u, member):
        return "Lt in seat" if stands_in(s, u, member) else "killed"
    if t.crew[member] == Health.OK:
        return ""
    if t.treated == member:
        return "treated"
    cap = movement_cap(s, u)
    return (
        f"{allowance(s, u)} AP a turn",
        f"drives {cap} hex{'' if cap == 1 else 'es'}",
        f"+{gunner_penalty(s, u, s.silent)} to hit",
        f"load {load_cost(s, u)} AP",
    )[member]


def crew_seat(s: State, u: int, member: int) -> CrewSeat:
    """One crew member."""
    letter, role = SEATS[member]
    health = s.units[u].crew[member]
    state = {Health.OK: "ok", Health.WOUNDED: "hurt", Health.KILLED: "dead"}[Health(health)]
    if member == Role.LIEUTENANT and health != Health.KILLED and s.units[u].stand_in == NOBODY:
        state = "reserve" if health == Health.OK else "hurt"
    return CrewSeat(letter, role, state, note_of(s, u, member))


def crew(s: State, u: int) -> tuple[CrewSeat, ...]:
    """The crew aboard."""
    aboard = [m for m in range(CREW) if s.units[u].crew[m] != Health.ABSENT]
    return tuple(crew_seat(s, u, m) for m in aboard)


def kit(s: State, u: int) -> tuple[tuple[str, bool], ...]:
    """Equipment by its catalogue name, and whether it is used up."""
    t = s.units[u]
    lines = catalogue.load_units().upgrades["tank"]
    used = {
        Upgrade.MEDKIT: t.treated != NOBODY,
        Upgrade.SMOKE: 0 < s.options.smoke_charges <= t.smoked,
    }
    carried = [up for up in Upgrade if t.upgrade[up] and up != Upgrade.LIEUTENANT]
    return tuple((lines[up.name.lower()].name, used.get(up, False)) for up in carried)


def own_number(s: State, u: int) -> int:
    """What the gun needs in the open: profile, optics and gunner (TC-7.13)."""
    return profile_accuracy(s, u, Weapon.MAIN_GUN, s.silent) + gunner_penalty(s, u, s.silent)


def facts(s: State, u: int) -> tuple[tuple[str, str], ...]:
    """Range and accuracy of the gun, hexes driven."""
    t = s.units[u]
    if t.kind != Kind.TANK:
        return ()
    number = own_number(s, u)
    moved = t.moved if u == s.active else 0
    return (
        ("Range", f"{weapon_range(s, u, Weapon.MAIN_GUN)} hexes, {number}+"),
        ("Moves", f"{moved} of {movement_cap(s, u)}"),
    )


def actions(s: State, u: int) -> Pips | None:
    """Action points left and in all; those of a finished unit are spent."""
    t = s.units[u]
    if t.allowance == 0 or t.standing != Standing.OPERATIONAL:
        return None
    full = allowance(s, u)
    if u == s.active and s.phase == Phase.ACT:
        return Pips(points_left(s, u), full)
    return Pips(0 if t.activated else full, full)


def placed(s: State, u: int) -> str:
    """The ground a unit stands on, where that matters."""
    ground = Ground(s.ground[s.units[u].cell])
    return "" if ground in (Ground.OPEN, Ground.OFF_BOARD) else ground.name.lower()


def card(s: State, u: int) -> Card:
    """A unit's card."""
    t = s.units[u]
    gone = t.standing == Standing.DESTROYED
    on_board = t.cell != NOBODY and not gone
    shown = {Standing.DISABLED: "disabled", Standing.ABANDONED: "abandoned", Standing.DESTROYED: "destroyed"}
    extra = {shown[Standing(t.standing)]} if t.standing != Standing.OPERATIONAL else set()
    return Card(
        unit=unit_id(s, u),
        side=t.side,
        name=unit_name(s, u) if t.kind == Kind.TANK else "",
        kind=FIGURES[Kind(t.kind)],
        kind_name=kind_name(s, u),
        place=name_of(t.cell) if on_board else "",
        placed=placed(s, u) if on_board else "",
        hull=None if t.hull == NOBODY else t.hull,
        turret=None if t.turret == NOBODY else t.turret,
        plates=(t.armor[0], t.armor[1], t.armor[2]),
        actions=actions(s, u),
        points=Pips(max(0, t.points), t.full),
        facts=facts(s, u) if not gone else (),
        loaded=SHELLS[Shell(t.loaded)] if t.kind == Kind.TANK else None,
        crew=crew(s, u),
        kit=kit(s, u),
        state=states(s, u) | extra,
    )
