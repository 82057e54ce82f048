"""The beginning: who fights with what, roll-off, deployment; the headings of rounds and turns (AG-6)."""

from __future__ import annotations

from hulldown.rulesets.agrav.codes import NOBODY, Chassis, Phase, Standing
from hulldown.rulesets.agrav.events import deployed, first_chosen, rolled_off, round_started, turn_started
from hulldown.rulesets.agrav.naming import place_name, tile_name, unit_name, way_name
from hulldown.rulesets.agrav.state import State
from hulldown.rulesets.agrav.telling.ending import zone_words
from hulldown.rulesets.agrav.telling.teller import Teller
from hulldown.rulesets.api.ruleset import SIDES
from hulldown.rulesets.api.words import Roll
from hulldown.rulesets.common.log import describes
from hulldown.rulesets.common.names import joined, plural


def begin_battle(t: Teller) -> None:
    """Before anything has happened: who commands what, what scores, and whose turn begins (AG-6.1)."""
    s = t.s
    for side in range(2):
        fielded = [
            f"{t.unit(u)} ({unit_name(s, u)})"
            for u in range(s.count)
            if s.units[u].side == side and s.units[u].standing != Standing.ABSENT and u not in t.unseen
        ]
        if fielded:
            t.open(f"{t.side(side)} commands {joined(fielded)}", "AG-6.1")
    for zone in range(s.zones):
        open_zone(t, zone)
    if s.phase == Phase.ROLL_OFF:
        t.open("Both sides roll for who moves first, then place their units", "AG-6.1", "AG-6.9")
    elif s.phase == Phase.DEPLOY:
        t.open(f"{t.side(int(s.side))} places its units first", "AG-6.1", "AG-6.9")
    else:
        t.heading(turn_heading(s, int(s.round), int(s.side)))


def open_zone(t: Teller, zone: int) -> None:
    """What a side earns where, and at the end of which rounds."""
    z = t.s.zone[zone]
    rounds = joined([str(n) for n in range(1, t.s.rounds + 1) if z.rounds >> n & 1])
    place = place_name(t.s, int(z.section)) + "," if z.section != NOBODY else zone_words(t.s, zone)
    where = f"within {plural(int(z.reach), 'tile')} of {place}"
    text = f"A side alone {where} scores {z.points} at the end of rounds {rounds}"
    lost = f"; the side in whose turn it collapses loses {z.felling}"
    t.open(text + (lost if z.felling else ""), "AG-23.2")


# ---------------------------------------------------------------- roll-off and deployment


@describes(rolled_off)
def describe_roll_off(t: Teller, cobalt: int, rust: int) -> None:
    """Both sides roll a d100; the higher one chooses."""
    rule, tied = t.kind.rule, cobalt == rust
    won = 0 if cobalt > rust else 1
    draft = t.begin("Both sides roll to choose who moves first")
    for side, die in enumerate((cobalt, rust)):
        text = f"{t.side(side)} rolls {die}."
        draft.rolls.append(Roll(die, 100, text, rule, success=not tied and side == won))
    result = "they roll again" if tied else f"{t.side(won)} chooses"
    draft.clauses += [f"{t.side(0)} {cobalt}, {t.side(1)} {rust}", result]


@describes(first_chosen)
def describe_first(t: Teller, side: int, chooser: int) -> None:
    """Who moves first, and so deploys first."""
    how = "first" if side == chooser else "second"
    t.begin(f"{t.side(chooser)} chooses to move {how}: {t.side(side)} deploys and moves first")


@describes(deployed)
def describe_deployed(t: Teller, unit: int, tile: int, facing: int) -> None:
    """A unit is placed."""
    squad = t.s.units[unit].chassis == Chassis.INFANTRY
    towards = "" if squad else f", facing {way_name(facing)}"
    t.begin(f"{t.unit(unit)} is placed at {tile_name(tile)}{towards}")


# ---------------------------------------------------------------- rounds and turns


def round_heading(s: State, number: int) -> str:
    """Which round it is."""
    return f"Round {number} of {s.rounds}"


def turn_heading(s: State, number: int, side: int) -> str:
    """Whose turn of which round it is."""
    return f"{round_heading(s, number)} · {SIDES[side]}'s turn"


@describes(round_started)
def describe_round(t: Teller, number: int) -> None:
    """A round begins: the heading of its first turn names it too."""
    if not t.next(turn_started):
        t.heading(round_heading(t.s, number))


@describes(turn_started)
def describe_turn(t: Teller, side: int, number: int) -> None:
    """A side's turn begins."""
    t.heading(turn_heading(t.s, number, side))
