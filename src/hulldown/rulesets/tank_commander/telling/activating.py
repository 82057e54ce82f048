"""The course of the battle and what units do in it: roll-off, weather, driving, riding, equipment."""

from __future__ import annotations

from hulldown.rulesets.api.words import Roll
from hulldown.rulesets.common.log import describes
from hulldown.rulesets.tank_commander import events
from hulldown.rulesets.tank_commander.codes import NOBODY, Ability, Drive, Kind, Rank, Role, Standing
from hulldown.rulesets.tank_commander.crew import ranks
from hulldown.rulesets.tank_commander.naming import ability_name
from hulldown.rulesets.tank_commander.telling.teller import Teller
from hulldown.rulesets.tank_commander.vocabulary import MEMBERS
from hulldown.rulesets.tank_commander.weather import flare_radius

DRIVE_RULES = {Drive.FOOT: "TC-10.7", Drive.HOVER: "TC-14.12", Drive.LEGS: "TC-14.13"}


@describes(events.rolled_off)
def describe_roll_off(t: Teller, cobalt: int, rust: int, first: int) -> None:
    """Both sides roll for the first turn."""
    draft = t.begin("Cobalt and Rust roll for the first turn")
    for side, die in enumerate((cobalt, rust)):
        draft.rolls.append(Roll(die, 6, f"{t.side(side)} rolls {die}.", t.kind.rule, success=first == side))
    draft.clauses.append(f"{t.side(first)} goes first" if first != NOBODY else "a tie, they roll again")
    if first == NOBODY:
        draft.rules.append("TC-4.2")


@describes(events.weather_rolled)
def describe_weather(t: Teller, die: int, storm: int) -> None:
    """The weather of a game turn: a low die is a storm."""
    draft = t.begin("The weather")
    draft.clauses.append("a storm breaks" if storm else "no storm")
    worst = t.s.options.storm_on
    text = f"A {worst}{' or less' if worst > 1 else ''} brings a storm, rolled {die}."
    draft.rolls.append(Roll(die, 6, text, t.kind.rule, success=bool(storm)))
    if storm:
        draft.rules.append("TC-14.2")


@describes(events.activated)
def describe_activated(t: Teller, unit: int, left: int) -> None:
    turn = f"Turn {t.s.game_turn} · " if t.s.game_turn else ""
    t.heading(f"{turn}{t.unit(unit)} to act, {left} AP", t.kind.rule)


@describes(events.activation_ended)
def describe_end(t: Teller, unit: int, lost: int) -> None:
    """The activation is over; worth a word when points are lost, or nothing else is told.

    What has just been put out of action loses its points with everything else.
    """
    if lost > 0 and t.s.units[unit].standing == Standing.OPERATIONAL:
        t.begin(f"{t.unit(unit)} is done, {lost} AP lost")
    elif t.log.count == 1:
        t.begin(f"{t.unit(unit)} is done")


# ---------------------------------------------------------------- driving and riding


@describes(events.moved, events.backed_up)
def describe_move(t: Teller, unit: int, cell: int, cost: int, left: int) -> None:
    how = "reverses" if t.kind is events.backed_up else "moves"
    price = f" for {cost} AP" if cost != t.s.options.move_cost else ""
    rules = [DRIVE_RULES.get(Drive(t.s.units[unit].drive), t.kind.rule)]
    usual = t.s.options.move_cost
    rules += (["TC-9.4"] if cost > usual else []) + (["TC-6.6"] if cost == 0 else [])
    t.begin(f"{t.unit(unit)} {how} to {t.cell(cell)}{price}, {t.left(left)}", *rules)


@describes(events.hull_turned)
def describe_turn_hull(t: Teller, unit: int, hull: int, turret: int, left: int, with_turret: int) -> None:
    """The hull turns; where the turret looks is said wherever hull and turret differ."""
    how = ""
    if turret != NOBODY:
        how = " with the turret" if with_turret == 1 else f", the turret stays {t.way(turret)}"
        if with_turret == 1 and turret != hull:
            how += f", which now looks {t.way(turret)}"
    t.begin(f"{t.unit(unit)} turns {t.way(hull)}{how}, {t.left(left)}")


@describes(events.mine_struck)
def describe_mine(t: Teller, unit: int, cell: int) -> None:
    goes = "steps" if t.s.units[unit].drive == Drive.LEGS else "drives"
    t.begin(f"{t.unit(unit)} {goes} onto the mine at {t.cell(cell)}")


@describes(events.mounted)
def describe_mount(t: Teller, unit: int, carrier: int, cell: int, left: int) -> None:
    """A squad gets on a tank or into an APC."""
    inside = t.s.units[carrier].kind == Kind.APC
    does = f"gets {'into' if inside else 'onto'} {t.unit(carrier)} at {t.cell(cell)}"
    rule = "TC-10.21" if inside else "TC-10.20"
    t.begin(f"{t.unit(unit)} {does}, {t.left(left)}", t.kind.rule, rule, about=NOBODY)


@describes(events.dismounted)
def describe_dismount(t: Teller, unit: int, carrier: int, cell: int, left: int) -> None:
    """A squad gets down, or has to leave its disabled carrier at once."""
    inside = t.s.units[carrier].kind == Kind.APC
    does = "bails out of" if left == NOBODY else "gets out of" if inside else "gets off"
    text = f"{t.unit(unit)} {does} {t.unit(carrier)} to {t.cell(cell)}{t.and_points(left)}"
    t.begin(text, "TC-10.23" if left == NOBODY else t.kind.rule, about=NOBODY)


# ---------------------------------------------------------------- what a crew and a squad do


@describes(events.seat_taken)
def describe_lieutenant(t: Teller, unit: int, role: int) -> None:
    """The Lieutenant Commander takes a seat."""
    clause = f"the lieutenant commander takes the {MEMBERS[role]}'s seat"
    if t.drafts and not t.drafts[-1].heading and t.drafts[-1].rolls:
        t.add(clause)
    else:
        t.begin(f"{t.unit(unit)}: {clause}")


@describes(events.ability_called)
def describe_ability(t: Teller, unit: int, ability: int) -> None:
    name, effect = ability_name(t.s, ability)
    t.begin(f"{t.unit(unit)} calls “{name}”: {effect}")


def load_rule(t: Teller, unit: int, cost: int) -> str:
    """What makes a Load cheap or dear (TC-6.10, TC-6.17, TC-14.8)."""
    u, o = t.s.units[unit], t.s.options
    if cost == o.load_cost:
        return ""
    if cost == o.loader_wounded:
        return "TC-6.17"
    first = u.loads == 1 and u.ability != Ability.QUICK_LOAD
    return "TC-14.8" if first and ranks(t.s, unit, Role.LOADER, Rank.ACE) else "TC-6.10"


@describes(events.loaded)
def describe_load(t: Teller, unit: int, shell: int, cost: int, left: int) -> None:
    price = f" for {cost} AP" if cost != t.s.options.load_cost else ""
    text = f"{t.unit(unit)} loads {t.shell(shell)}{price}, {t.left(left)}"
    t.begin(text, t.kind.rule, load_rule(t, unit, cost))


@describes(events.flare_fired)
def describe_flare(t: Teller, unit: int, cell: int, left: int) -> None:
    """A flare burns over a hex."""
    radius = flare_radius(t.s.options)
    near = "beside it" if radius == 1 else f"within {radius}"
    lights = f"lights {t.cell(cell)} and every hex {near}"
    t.begin(f"{t.unit(unit)} fires a flare that {lights}, {t.left(left)}")


@describes(events.objective_taken)
def describe_capture(t: Teller, unit: int, cell: int, left: int) -> None:
    """An objective changes hands: a squad has captured it, or a unit has stepped on it (TC-13.23)."""
    if left == NOBODY:
        t.begin(f"{t.unit(unit)} takes the plaza at {t.cell(cell)}", "TC-13.23")
    else:
        t.begin(f"{t.unit(unit)} captures the objective at {t.cell(cell)}, {t.left(left)}")
