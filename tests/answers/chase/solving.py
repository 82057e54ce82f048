"""Questions about the solver (CH-13)."""

from __future__ import annotations

from typing import Any

from hulldown.conformance.answers import Answer, Given
from hulldown.rulesets.chase.catalogue.scenarios import limit_payoff, payoff
from hulldown.rulesets.chase.codes import Order
from hulldown.rulesets.chase.equilibrium.conditions import Conditions
from hulldown.rulesets.chase.equilibrium.duel import Duel, duel_of
from hulldown.rulesets.chase.equilibrium.plan import BANDS, legal_orders
from hulldown.rulesets.chase.equilibrium.solution import one_situation
from hulldown.rulesets.chase.exact.wounds import Condition
from hulldown.rulesets.chase.groundwork import set_payoffs

from .posing import band_of, duel, profile_of

FEW = 1  # hull points of tanks that are solved in fractions


def ask_state_count(given: Given) -> Answer:
    """How many situations there are with so many turns left (CH-13.1)."""
    a, b = (Conditions(int(profile_of(given[name]).hull)) for name in ("tank_a", "tank_b"))
    return {"states": len(BANDS) * len(a) * len(b)}


def ask_solve(given: Given) -> Answer:
    """The value for A of a situation, and its matrix; in fractions if the tanks are small (CH-13.4)."""
    posed, band = duel_to_solve(given), band_of(given["range"])
    exact = all(profile.hull <= FEW for profile in posed.profiles)
    a, b = condition(given["state_a"]), condition(given["state_b"])
    value, payoffs = one_situation(posed, band, a, b, exact)
    found: dict[str, Any] = {"value": value} if exact else {"value_decimal": float(value)}
    return {
        **found,
        "matrix_rows_a": order_names(a),
        "matrix_columns_b": order_names(b),
        "matrix": [list(row) for row in payoffs],
    }


def duel_to_solve(given: Given) -> Duel:
    """The duel of a question: its tanks, turns and payoffs."""
    s = duel(given, given["tank_a"], given["tank_b"])
    s.turn_limit = given["turns_left"]
    set_payoffs(s, {key: payoff(worth) for key, worth in given.get("payoffs", {}).items()})
    fixed = limit_payoff(given["limit"])
    if fixed is not None:
        set_payoffs(s, {"limit": fixed})
    return duel_of(s)


def condition(state: list[int]) -> Condition:
    """A damage state."""
    hull, mobility, gun = state
    return hull, mobility, gun


def order_names(now: Condition) -> list[str]:
    """The orders that a tank can be given (CH-13.5)."""
    return [Order(order).name.lower() for order in legal_orders(now[1])]
