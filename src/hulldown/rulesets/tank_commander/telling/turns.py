"""The course of the battle: roll-off, set-up, game turns, activations (TC-4), the weather (TC-14.1)."""

from __future__ import annotations

from hulldown.kernel.events import Event
from hulldown.rulesets.face.ruleset import SIDES
from hulldown.rulesets.face.words import Roll
from hulldown.rulesets.tank_commander.codes import NOBODY, Standing
from hulldown.rulesets.tank_commander.reasons import Tell
from hulldown.rulesets.tank_commander.telling.teller import Teller, place
from hulldown.rulesets.tank_commander.vocabulary import SHELL_NAMES, WAYS


def told_roll_off(t: Teller, row: Event) -> None:
    """Both sides roll for the first turn."""
    draft = t.open("Cobalt and Rust roll for the first turn", Tell.ROLL_OFF.rule)
    draft.rolls += [
        Roll(row.a, 6, f"{SIDES[0]} rolls {row.a}.", Tell.ROLL_OFF.rule, success=row.c == 0),
        Roll(row.b, 6, f"{SIDES[1]} rolls {row.b}.", Tell.ROLL_OFF.rule, success=row.c == 1),
    ]
    draft.clauses.append(f"{SIDES[row.c]} goes first" if row.c != NOBODY else "a tie, they roll again")
    if row.c == NOBODY:
        draft.rules.append("TC-4.2")


def told_turn(t: Teller, row: Event) -> None:
    """A game turn begins."""
    t.open(f"Turn {row.a}", Tell.TURN.rule, heading=True)


def told_weather(t: Teller, row: Event) -> None:
    """The weather of a game turn: a 1 is a storm."""
    draft = t.open("The weather", Tell.WEATHER.rule)
    draft.clauses.append("a storm breaks" if row.b else "no storm")
    text = f"A 1 brings a storm, rolled {row.a}."
    draft.rolls.append(Roll(row.a, 6, text, Tell.WEATHER.rule, success=bool(row.b)))
    if row.b:
        draft.rules.append("TC-14.2")


def told_end_phase(t: Teller, row: Event) -> None:
    """The End Phase begins."""
    t.open(f"End of turn {row.a}", Tell.END_PHASE.rule, heading=True)


def told_deploy(t: Teller, row: Event) -> None:
    """A unit is placed."""
    facing = f" facing {WAYS[row.a]}" if row.a >= 0 else ""
    t.open(f"{t.name(row.actor)} deploys at {place(row)}{facing}", Tell.DEPLOY.rule)


def told_prepare(t: Teller, row: Event) -> None:
    """A tank is ready."""
    way = f"turret {WAYS[row.a]}"
    t.open(
        f"{t.name(row.actor)} is ready: {way}, {SHELL_NAMES[row.b]} in the gun", Tell.PREPARE.rule, "TC-5.11"
    )


def told_activate(t: Teller, row: Event) -> None:
    """A unit begins its activation."""
    turn = f"Turn {t.s.game_turn} · " if t.s.game_turn else ""
    t.open(f"{turn}{t.name(row.actor)} to act, {row.a} AP", Tell.ACTIVATE.rule, heading=True)


def told_end(t: Teller, row: Event) -> None:
    """The activation is over; worth a word when points are lost, or nothing else is told.

    What has just been put out of action loses its points with everything else.
    """
    gone = t.s.units[row.actor].standing != Standing.OPERATIONAL
    if row.a > 0 and not gone:
        t.open(f"{t.name(row.actor)} is done, {row.a} AP lost", Tell.END.rule)
    elif t.log.count == 1:
        t.open(f"{t.name(row.actor)} is done", Tell.END.rule)
