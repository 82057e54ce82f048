"""Duels, turns and orders (CH-3, CH-4)."""

from __future__ import annotations

from hulldown.kernel.events import Event
from hulldown.rulesets.chase.codes import NOBODY, SIDE_TANKS, Verb
from hulldown.rulesets.chase.naming import BANDS, tank_id, tank_name, tanks, type_name
from hulldown.rulesets.chase.reasons import Tell
from hulldown.rulesets.chase.state import State, commanded, side_of
from hulldown.rulesets.chase.telling.teller import Teller
from hulldown.rulesets.chase.vocabulary import DOES, listed


def what_it_is(s: State, t: int) -> str:
    """A tank with its name and type: "{A1} (Warden, battle tank)"."""
    names = [name for name in (tank_name(s, t), type_name(s, t)) if name]
    return "{" + tank_id(s, t) + "} (" + ", ".join(names) + ")"


def told_match_up(t: Teller) -> None:
    """Who meets whom, before anything has happened: one sentence for each pair, and the first turn."""
    s = t.s
    if s.duels > 1:
        t.heading(duel_heading(int(s.duel), int(s.duels)))
    for side in (commanded(s, 0), commanded(s, 1)):
        fielded = listed([what_it_is(s, u) for u in tanks(s) if side_of(u) == side])
        t.open(f"{t.player(side)} commands {fielded}", "CH-14.1" if s.options.team_battle else "CH-1.1")
    for i in range(s.pairs):
        p = s.pair[i]
        first, second = t.name(p.tank[0]), t.name(p.tank[1])
        t.open(
            f"{first} and {second} are at {BANDS[p.range]}", "CH-14.3" if s.options.team_battle else "CH-2.6"
        )
    t.heading(turn_heading(int(s.turn), int(s.turn_limit)))


def duel_heading(duel: int, duels: int) -> str:
    """Which duel of a match begins."""
    return f"Duel {duel + 1} of {duels}"


def turn_heading(turn: int, limit: int) -> str:
    """Which turn begins."""
    return f"Turn {turn} of {limit}"


def told_turn(t: Teller, row: Event) -> None:
    """A turn begins, and with turn 1 a duel: fresh tanks, and the players have changed seats."""
    if row.a == 1 and row.d > 1:
        t.heading(duel_heading(row.c, row.d))
        first, second = order_of_seats(row.c)
        now = f"{t.name(first)} is now {a_tank(t.s, first)}, {t.name(second)} {a_tank(t.s, second)}"
        where = f"fresh tanks at {BANDS[t.s.start_range]}"
        t.begin(row, f"The players change seats: {now}; {where}", "CH-12.7")
    t.heading(turn_heading(row.a, row.b))


def a_tank(s: State, t: int) -> str:
    """What a tank is, with an article: "a Marten", "an Anvil"."""
    name = tank_name(s, t) or "tank"
    return f"{'an' if name[0] in 'AEIOU' else 'a'} {name}"


def order_of_seats(duel: int) -> tuple[int, int]:
    """The tanks of a duel of a match, that of the player of seat 0 first."""
    return (SIDE_TANKS, 0) if duel & 1 else (0, SIDE_TANKS)


def told_ordered(t: Teller, row: Event) -> None:
    """An order was given; which is a secret (CH-4.3)."""
    who = t.name(row.actor) if row.actor != NOBODY else t.player(row.a)
    t.begin(row, f"{who} has its order")


def told_forced(t: Teller, row: Event) -> None:
    """A decision that leaves no choice (CH-3.3)."""
    if row.a == Verb.JOIN:
        t.begin(
            row, f"{t.name(row.actor)} has no choice but to meet {t.name(row.target)}", "CH-3.3", "CH-14.4"
        )
    elif row.a == Verb.TARGET:
        t.begin(row, f"{t.name(row.actor)} can fire only at {t.name(row.target)}", "CH-3.3", "CH-14.9")
    else:
        text = f"{t.name(row.actor)} is immobilised and can only go hull down"
        t.begin(row, text, "CH-3.3", "CH-4.4")


def told_revealed(t: Teller, row: Event) -> None:
    """All orders are shown together."""
    t.phase("Driving")
    draft = t.going(Tell.REVEALED) or t.begin(row, "The orders are shown", "CH-4.3", "CH-4.2")
    draft.clauses.append(f"{t.name(row.actor)} {DOES[row.a]}")
