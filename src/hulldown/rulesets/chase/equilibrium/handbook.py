"""The equilibrium as tables for people: what to order at each range, sound or damaged, early or late."""

from __future__ import annotations

from hulldown.rulesets.api.solving import PolicyTable
from hulldown.rulesets.chase.chart import secret_orders
from hulldown.rulesets.chase.codes import SIDE_TANKS, Gun, Mobility
from hulldown.rulesets.chase.equilibrium.plan import BANDS
from hulldown.rulesets.chase.equilibrium.solution import DuelSolution
from hulldown.rulesets.chase.exact.shots import Condition
from hulldown.rulesets.chase.naming import BANDS as BAND_NAMES
from hulldown.rulesets.chase.naming import ORDERS as ORDER_NAMES
from hulldown.rulesets.chase.naming import tank_id, tank_name
from hulldown.rulesets.chase.state import State

FEW = 3
NOTE = (
    "Orders in percent of all times they are given; the value is A's, from the payoffs of the scenario. "
    "Draw a number from 1 to 100 and go along the row."
)
Harm = tuple[int, int]  # mobility, gun
SOUND: Harm = (Mobility.SOUND, Gun.SOUND)
DRIVE: Harm = (Mobility.DAMAGED, Gun.SOUND)
GUN: Harm = (Mobility.SOUND, Gun.DAMAGED)
HARMS: tuple[tuple[Harm, Harm], ...] = (
    (SOUND, SOUND),
    (DRIVE, SOUND),
    (SOUND, DRIVE),
    (GUN, SOUND),
    (SOUND, GUN),
)
WORDS = {SOUND: "sound", DRIVE: "drive damaged", GUN: "gun damaged"}


def handbook(s: State, solution: DuelSolution) -> list[PolicyTable]:
    """Sections by turns left and damage: those of sound tanks first, then the damaged by turns left."""
    turns = list(dict.fromkeys((solution.duel.turns, min(FEW, solution.duel.turns), 1)))
    names = [f"{tank_name(s, t)} {tank_id(s, t)}".strip() for t in (0, SIDE_TANKS)]
    parts = [(left, HARMS[0]) for left in turns] + [(left, harms) for left in turns for harms in HARMS[1:]]
    return [section(solution, names, left, harms) for left, harms in parts]


def section(solution: DuelSolution, names: list[str], left: int, harms: tuple[Harm, Harm]) -> PolicyTable:
    """One table: a line for each range."""
    a, b = (_condition(int(profile.hull), harm) for profile, harm in zip(solution.duel.profiles, harms))
    orders = secret_orders(solution.duel.options)
    header = ("Range", *(f"{side} {ORDER_NAMES[order]}" for side in "AB" for order in orders), "Value")
    rows = tuple(_row(solution, left, band, a, b) for band in BANDS)
    return PolicyTable(f"{_turns(left, solution.duel.turns)}: {_damage(names, harms)}", header, rows, NOTE)


def _condition(hull: int, harm: Harm) -> Condition:
    """A hit that damages drive or gun costs a hull point as a rule (severity 2, CH-11.4)."""
    return (hull, *SOUND) if harm == SOUND else (max(1, hull - 1), *harm)


def _row(solution: DuelSolution, left: int, band: int, a: Condition, b: Condition) -> tuple[str, ...]:
    first, second = solution.mixtures(left, band, a, b)
    orders = secret_orders(solution.duel.options)
    cells = [_percent(mixture.get(order, 0.0)) for mixture in (first, second) for order in orders]
    return (BAND_NAMES[band], *cells, f"{solution.value(left, band, a, b) + 0.0:+.2f}")


def _percent(chance: float) -> str:
    """`27`, or a dash for what is never ordered."""
    return f"{100 * chance:.0f}" if chance >= 0.005 else "–"


def _turns(left: int, turns: int) -> str:
    if left == 1:
        return "Last turn"
    return f"All {turns} turns left" if left == turns else f"{left} turns left"


def _damage(names: list[str], harms: tuple[Harm, Harm]) -> str:
    if harms == HARMS[0]:
        return "both sound"
    return ", ".join(
        f"{name} {WORDS[harm]}" + ("" if harm == SOUND else " and a hull point lost")
        for name, harm in zip(names, harms)
    )
