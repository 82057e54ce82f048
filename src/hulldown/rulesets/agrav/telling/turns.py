"""The course of the battle: roll-off, deployment, rounds and turns, the steps at the end of a turn (AG-6)."""

from __future__ import annotations

from hulldown.kernel.events import Event
from hulldown.rulesets.agrav.accuracy import SHAKEN
from hulldown.rulesets.agrav.codes import Chassis, Shield
from hulldown.rulesets.agrav.naming import points, tile_name, way_name
from hulldown.rulesets.agrav.reasons import Tell
from hulldown.rulesets.agrav.state import State
from hulldown.rulesets.agrav.telling.teller import Teller
from hulldown.rulesets.agrav.vocabulary import plural
from hulldown.rulesets.face.ruleset import SIDES
from hulldown.rulesets.face.words import Roll


def round_heading(s: State, number: int) -> str:
    """Which round it is."""
    return f"Round {number} of {s.rounds}"


def turn_heading(s: State, number: int, side: int) -> str:
    """Whose turn of which round it is."""
    return f"{round_heading(s, number)} · {SIDES[side]}'s turn"


# ---------------------------------------------------------------- before the battle


def told_roll_off(t: Teller, row: Event) -> None:
    """Both sides roll a d100; the higher one chooses."""
    rule = Tell.ROLL_OFF.rule
    draft = t.begin(row, "Both sides roll to choose who moves first")
    won = 0 if row.a > row.b else 1
    for side, value in enumerate((row.a, row.b)):
        said = f"{t.side(side)} rolls {value}."
        draft.rolls.append(Roll(value, 100, said, rule, success=row.a != row.b and side == won))
    result = f"{t.side(won)} chooses" if row.a != row.b else "they roll again"
    draft.clauses += [f"{t.side(0)} {row.a}, {t.side(1)} {row.b}", result]


def told_moves_first(t: Teller, row: Event) -> None:
    """Who moves first, and so deploys first."""
    how = "first" if row.actor == row.a else "second"
    t.begin(row, f"{t.side(row.a)} chooses to move {how}: {t.side(row.actor)} deploys and moves first")


def told_deployed(t: Teller, row: Event) -> None:
    """A unit is placed."""
    squad = t.s.units[row.actor].chassis == Chassis.INFANTRY
    facing = "" if squad else f", facing {way_name(row.a)}"
    t.begin(row, f"{t.name(row.actor)} is placed at {tile_name(row.place)}{facing}", "AG-6.1", "AG-6.9")


# ---------------------------------------------------------------- rounds and turns


def told_round_start(t: Teller, row: Event) -> None:
    """A round begins: the heading of its first turn names it too."""
    if not t.next(Tell.TURN_START):
        t.heading(round_heading(t.s, row.a))


def told_turn_start(t: Teller, row: Event) -> None:
    """A side's turn begins."""
    t.heading(turn_heading(t.s, row.a, row.actor))


# ---------------------------------------------------------------- the end of a turn


def told_heat_step(t: Teller, row: Event) -> None:
    """Heat turns into wear and cools (AG-11.8)."""
    draft = t.begin(row, f"{t.name(row.actor)}'s armour cools", "AG-11.6")
    if row.a:
        draft.clauses.append(f"heat above twice the limit costs {points(row.a)} armour, {points(row.c)} left")
        draft.rules.append("AG-11.5")
    draft.clauses.append(f"{points(row.b)} heat less, {points(row.d)} left")
    draft.rules.append(Tell.HEAT_STEP.rule)


def told_shield_step(t: Teller, row: Event) -> None:
    """What the end of the owner's turn does to a shield: reset, crack or regeneration (AG-13.18)."""
    said, rule = shield_step(row)
    t.begin(row, f"{t.name(row.actor)}'s shield {said}", rule, Tell.SHIELD_STEP.rule)


def shield_step(row: Event) -> tuple[str, str]:
    """The one thing that happened, and its rule."""
    if row.a == Shield.DISABLED:
        return f"resets in {plural(row.d, 'turn')}", "AG-13.10"
    if row.c:
        return f"regains {points(row.c)}: charge {points(row.b)}", "AG-13.9"
    if row.d:
        return f"stays cracked for {plural(row.d, 'turn')} and regains nothing", "AG-13.19"
    if row.b == 0:
        return "is reset: inactive, with no charge yet", "AG-13.10"
    return "regains nothing; its crack ends", "AG-13.19"


def told_stun_step(t: Teller, row: Event) -> None:
    """The stun counter drops."""
    left = f"is less stunned now: -{SHAKEN[row.a]}%" if row.a else "has got over its stun"
    t.begin(row, f"{t.name(row.actor)} {left}", *(["AG-15.2"] if row.a else []), Tell.STUN_STEP.rule)
