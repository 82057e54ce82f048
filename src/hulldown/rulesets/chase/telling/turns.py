"""Duels, turns, who meets whom, orders (CH-3, CH-4, CH-14)."""

from __future__ import annotations

from hulldown.rulesets.chase import events
from hulldown.rulesets.chase.codes import SIDE_TANKS, Verb
from hulldown.rulesets.chase.naming import BANDS, tank_id, tank_name, tanks, type_name
from hulldown.rulesets.chase.state import State, side_of, side_of_seat
from hulldown.rulesets.chase.teams import DUEL, JOINS
from hulldown.rulesets.chase.telling.teller import Teller
from hulldown.rulesets.chase.vocabulary import DOES
from hulldown.rulesets.common.log import describes
from hulldown.rulesets.common.names import joined


def begin_battle(t: Teller) -> None:
    """Who meets whom, before anything has happened: one sentence for each pair, and the first turn."""
    s = t.s
    if s.duels > 1:
        t.heading(duel_heading(int(s.duel), int(s.duels)))
    for side in (side_of_seat(s, 0), side_of_seat(s, 1)):
        fielded = joined([what_it_is(s, u) for u in tanks(s) if side_of(u) == side])
        t.open(f"{t.side(side)} commands {fielded}", "CH-14.1" if s.options.team_battle else "CH-1.1")
    for i in range(s.pairs):
        p = s.pair[i]
        where = f"are at {BANDS[p.range]}"
        rule = "CH-14.3" if s.options.team_battle else "CH-2.6"
        t.open(f"{t.tank(p.tank[0])} and {t.tank(p.tank[1])} {where}", rule)
    t.heading(turn_heading(int(s.turn), int(s.turn_limit)))


def what_it_is(s: State, t: int) -> str:
    """A tank with its name and type: "{A1} (Warden, battle tank)"."""
    names = [name for name in (tank_name(s, t), type_name(s, t)) if name]
    return "{" + tank_id(s, t) + "} (" + ", ".join(names) + ")"


def duel_heading(duel: int, duels: int) -> str:
    """Which duel of a match begins."""
    return f"Duel {duel + 1} of {duels}"


def turn_heading(turn: int, turns: int) -> str:
    """Which turn begins."""
    return f"Turn {turn} of {turns}"


# ---------------------------------------------------------------- turns


@describes(events.turn_started)
def describe_turn(t: Teller, turn: int, turns: int, duel: int, duels: int) -> None:
    """A turn begins, and with turn 1 a duel: fresh tanks, and where they differ the players change them."""
    if turn == 1 and duels > 1:
        t.heading(duel_heading(duel, duels))
        first, second = (SIDE_TANKS, 0) if duel & 1 else (0, SIDE_TANKS)  # the tank of seat 0 first
        now = [f"{t.side(side_of(tank))} has {a_tank(t.s, tank)}" for tank in (first, second)]
        changed = "" if a_tank(t.s, first) == a_tank(t.s, second) else f": {now[0]}, {now[1]}"
        t.begin(f"The next duel begins with fresh tanks at {BANDS[t.s.start_range]}{changed}", "CH-12.7")
    t.heading(turn_heading(turn, turns))


def a_tank(s: State, t: int) -> str:
    """What a tank is, with an article: "a Marten", "an Anvil"."""
    name = tank_name(s, t) or "tank"
    return f"{'an' if name[0] in 'AEIOU' else 'a'} {name}"


@describes(events.paired)
def describe_paired(t: Teller, tank: int, enemy: int, band: int, how: int) -> None:
    """A new pair: a duel, one more in a wing, or a wing tank drawn off."""
    ours, theirs, where = t.tank(tank), t.tank(enemy), f"at {BANDS[band]}"
    if how == DUEL:
        t.begin(f"{ours} and {theirs} meet {where}")
    elif how == JOINS:
        t.begin(f"{ours} joins in against {theirs} {where}")
    else:
        t.begin(f"{ours} draws {theirs} off into a duel {where}")


@describes(events.forced)
def describe_forced(t: Teller, tank: int, enemy: int, verb: int) -> None:
    """A decision that leaves no choice (CH-3.3)."""
    if verb == Verb.JOIN:
        t.begin(f"{t.tank(tank)} has no choice but to meet {t.tank(enemy)}", "CH-3.3", "CH-14.4")
    elif verb == Verb.TARGET:
        t.begin(f"{t.tank(tank)} can fire only at {t.tank(enemy)}", "CH-3.3", "CH-14.9")
    else:
        t.begin(f"{t.tank(tank)} is immobilised and can only go hull down", "CH-3.3", "CH-4.4")


@describes(events.order_shown)
def describe_order(t: Teller, tank: int, order: int) -> None:
    """All orders are shown together."""
    t.phase("Driving")
    draft = t.going(events.order_shown) or t.begin("The orders are shown")
    draft.clauses.append(f"{t.tank(tank)} {DOES[order]}")


@describes(events.direction_named)
def describe_direction(t: Teller, tank: int, order: int) -> None:
    """Which way a tank changes the range, said after the tests."""
    t.begin(f"{t.tank(tank)} {DOES[order]}")
