"""What a crew or a squad does besides moving and shooting: rounds, smoke, mines, flares, cover."""

from __future__ import annotations

from hulldown.kernel.events import Event
from hulldown.rulesets.tank_commander.codes import NOBODY, Ability, Rank, Role
from hulldown.rulesets.tank_commander.crew import ranks
from hulldown.rulesets.tank_commander.naming import ability_name
from hulldown.rulesets.tank_commander.night import AROUND_HEX, AROUND_TANK
from hulldown.rulesets.tank_commander.reasons import Tell
from hulldown.rulesets.tank_commander.telling.teller import Teller, acted, place, points
from hulldown.rulesets.tank_commander.variants import FlareMode
from hulldown.rulesets.tank_commander.vocabulary import MEMBERS, SHELL_NAMES


def told_lieutenant(t: Teller, row: Event) -> None:
    """The Lieutenant Commander takes a seat."""
    clause = f"the lieutenant commander takes the {MEMBERS[row.a]}'s seat"
    if t.drafts and not t.drafts[-1].heading and t.drafts[-1].rolls:
        t.add(row, clause)
    else:
        t.open(f"{t.name(row.actor)}: {clause}", Tell.LIEUTENANT.rule)


def told_ability(t: Teller, row: Event) -> None:
    """An ability is called."""
    name, effect = ability_name(t.s, row.a)
    t.open(f"{t.name(row.actor)} calls “{name}”: {effect}", Tell.ABILITY.rule)


def load_rule(t: Teller, row: Event) -> str:
    """What makes a Load cheap or dear (TC-6.10, TC-6.17, TC-14.8)."""
    unit = t.s.units[row.actor]
    if row.b == 0:
        first = unit.loads == 1 and unit.ability != Ability.QUICK_LOAD
        return "TC-14.8" if first and ranks(t.s, row.actor, Role.LOADER, Rank.ACE) else "TC-6.10"
    return "TC-6.17" if row.b == 2 else ""


def told_load(t: Teller, row: Event) -> None:
    """A round goes into the gun."""
    cost = f" for {row.b} AP" if row.b != 1 else ""
    text = f"{t.name(row.actor)} loads {SHELL_NAMES[row.a]}{cost}, {points(row.c)}"
    t.open(text, Tell.LOAD.rule, load_rule(t, row))


def told_smoke(t: Teller, row: Event) -> None:
    """Smoke is laid."""
    acted(t, row, f"lays smoke on {place(row)}")


def told_fire_out(t: Teller, row: Event) -> None:
    """The fire is out."""
    acted(t, row, "puts out the fire", "TC-5.16")


def told_mine_laid(t: Teller, row: Event) -> None:
    """A mine is laid, in play or before the battle."""
    acted(t, row, f"lays a mine at {place(row)}", "TC-12.11")


def told_flare(t: Teller, row: Event) -> None:
    """A flare burns over a hex."""
    targeted = t.s.options.flare_mode == FlareMode.TARGETED
    radius = AROUND_HEX if targeted else AROUND_TANK
    near = "beside it" if radius == 1 else f"within {radius}"
    acted(t, row, f"fires a flare that lights {place(row)} and every hex {near}")


def told_cover(t: Teller, row: Event) -> None:
    """A squad takes cover."""
    acted(t, row, "takes cover", "TC-10.13")


def told_disarm(t: Teller, row: Event) -> None:
    """A squad clears a mine."""
    acted(t, row, f"clears the mine at {place(row)}", "TC-10.17")


def told_capture(t: Teller, row: Event) -> None:
    """An objective changes hands: a squad has captured it, or a unit has stepped on it (TC-13.23)."""
    text = f"{t.name(row.actor)} captures the objective at {place(row)}"
    if row.b == NOBODY:
        t.open(f"{t.name(row.actor)} takes the plaza at {place(row)}", "TC-13.23")
    else:
        t.open(f"{text}, {points(row.b)}", Tell.CAPTURE.rule, "TC-10.15")
