"""Exact chances (CH-10.10, CH-13.3) by what the odds panel and the solver ask, and the solver (CH-13)."""

from collections import defaultdict
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

from hulldown.conformance.answers import Given, UnorderedRows, Whole, ask
from hulldown.kernel.matrix_games import Array, solve_games
from hulldown.rulesets.chase import exact as chase_exact
from hulldown.rulesets.chase.catalogue import limit_payoff, payoff
from hulldown.rulesets.chase.equilibrium.solution import Outlook
from hulldown.rulesets.chase.equilibrium.stage import (
    BANDS,
    Conditions,
    Duel,
    Plan,
    Tables,
    at_the_limit,
    duel_of,
    legal_orders,
    legal_part,
    turns_back,
)
from hulldown.rulesets.chase.exact import (
    Aim,
    Condition,
    Driven,
    Impact,
    after,
    driving_odds,
    effect_odds,
    ram_odds,
    shot_odds,
)
from hulldown.rulesets.chase.setup import set_payoffs
from hulldown.rulesets.chase.state import NOBODY, Event, Facing, Mobility, Order

from .posing import band_of, band_word, duel, facing_of, options_of, order_of, profile_of, title, winner_word

PICKERS = {"max": chase_exact.farthest_shift, "zero": chase_exact.no_shift}
CHOOSER = "chooser takes Front for its own tank and Rear for the enemy tank"
YES_OR_NO = {"never": False, "always": True}
ESCAPES = {Event.ESC_A: "A escapes", Event.ESC_B: "B escapes", Event.ESC_BOTH: "both escape"}
FEW = 1  # hull points of tanks that are solved in fractions


def driving(given: Given, dm_a: int, dm_b: int) -> dict[str, Any]:
    """The odds of both Driving tests, ties settled (CH-5.4, CH-13.3)."""
    odds = driving_odds(options_of(given), dm_a, dm_b)
    joint: dict[str, Fraction] = defaultdict(Fraction)
    for driven, chance in odds.items():
        tests = ("success" if passed else "failure" for passed in driven.success)
        joint["/".join((winner_word(driven.winner), *tests))] += chance

    def sum_where(holds: Callable[[Driven], Any]) -> Fraction:
        return sum((chance for driven, chance in odds.items() if holds(driven)), Fraction(0))

    return {
        "p_a_wins": sum_where(lambda one: one.winner == 0),
        "p_b_wins": sum_where(lambda one: one.winner == 1),
        "p_no_winner": sum_where(lambda one: one.winner == NOBODY),
        "p_success_a": sum_where(lambda one: one.success[0]),
        "p_success_b": sum_where(lambda one: one.success[1]),
        "joint_winner_a_b": Whole(joint),
    }


def movement(given: Given, policy: Given) -> UnorderedRows:
    """Where the movement steps end under a stated policy (CH-13.3)."""
    if policy["facing"] != CHOOSER:
        raise ValueError(f"no policy is called {policy['facing']!r}")
    ram, opens = YES_OR_NO[policy["ram"]], YES_OR_NO[policy["open"]]
    stated = chase_exact.Policy(PICKERS[policy["shift"]], Facing.FRONT, Facing.REAR, ram, opens)
    orders = order_of(given["order_a"]), order_of(given["order_b"])
    dms, band = (given["driving_dm_a"], given["driving_dm_b"]), band_of(given["range"])
    odds = chase_exact.transition(options_of(given), orders, band, dms, stated)
    return UnorderedRows([{**place_words(place), "p": p} for place, p in odds.items()])


def place_words(place: chase_exact.Place) -> dict[str, Any]:
    """The end of the movement steps in words."""
    if place.event != Event.NONE:
        return {"end": ESCAPES[Event(place.event)]}
    words: dict[str, Any] = {"range": band_word(place.band)}
    for side, facing, down in zip("ab", place.facings, place.down, strict=True):
        words |= {f"facing_{side}": title(Facing(facing)), f"hull_down_{side}": down}
    return words


def shot(given: Given, target_state: Any) -> dict[str, Any]:
    """All of a shot: DM, armor, the chance of each severity and of the target's next state (CH-10.10)."""
    aim = Aim(
        profile_of(given["firer"]),
        given["firer_gun"],
        profile_of(given["target"]),
        band_of(given["range"]),
        (order_of(given["own_order"]), order_of(given["target_order"])),
        (facing_of(given["firer_facing"]), facing_of(given["target_facing"])),
        given["target_hull_down"],
    )
    o = options_of(given)
    odds = shot_odds(o, aim)
    states = after(o, odds.wounds, tuple(target_state)).items()
    return {
        "dm": odds.dm,
        "armour": odds.armor,
        "p_hit": odds.hit,
        "p_severity_given_shot": Whole({str(s): p for s, p in odds.severity.items() if s > 0}),
        "next_state": UnorderedRows([{"state": list(now) if now else None, "p": p} for now, p in states]),
    }


def sideswipe(given: Given, target: Any, driving_dm: int) -> Whole:
    """How hard a target is hit by a sideswipe that is still to be driven (CH-8.6, CH-8.13, CH-8.16)."""
    struck = Impact(profile_of(target), Mobility.SOUND, facing_of(given["target_facing"]))
    rammer = Impact(profile_of(target), Mobility.SOUND, Facing.REAR)
    o = options_of(given)
    odds = ram_odds(o, rammer, struck, effect_odds(driving_dm, o.ram_score)).defender
    return Whole({str(severity): p for severity, p in odds.items()} | {"ram_fails": 1 - sum(odds.values())})


# ---------------------------------------------------------------- the solver


def state_count(given: Given, tank_a: Any, tank_b: Any) -> int:
    """How many situations there are with so many turns left (CH-13.1)."""
    a, b = (Conditions(int(profile_of(tank).hull), options_of(given)) for tank in (tank_a, tank_b))
    return len(BANDS) * len(a) * len(b)


def order_names(state: Sequence[int]) -> list[str]:
    """The orders that a tank can be given (CH-13.5)."""
    return [Order(order).name.lower() for order in legal_orders(options_of({}), state[1])]


def one_situation(
    duel: Duel, band: int, a: Condition, b: Condition, exact: bool = False
) -> tuple[Any, Array]:
    """The value of a single situation with all turns left, and the payoffs of its legal orders.

    Quicker than the whole duel, as only the later turns are solved for every situation.
    """
    tables = Tables(duel, exact)
    later = at_the_limit(tables)
    for turn in turns_back(tables, duel.turns - 1):
        later = turn.values
    payoffs = Outlook(tables, Plan(duel, exact), later).matrix(band, a, b)
    legal = legal_part(duel, payoffs, a, b)
    return solve_games(legal[:, :, None]).value[0], legal


def solve(given: Given, turns_left: int, limit: str, payoffs: Given | None = None) -> dict[str, Any]:
    """The value for A of a situation, and its matrix; in fractions if the tanks are small (CH-13.4)."""
    s = duel(given, given["tank_a"], given["tank_b"])
    s.turn_limit, fixed = turns_left, limit_payoff(limit)
    set_payoffs(s, {key: payoff(worth) for key, worth in (payoffs or {}).items()})
    if fixed is not None:
        set_payoffs(s, {"limit": fixed})
    posed, band = duel_of(s), band_of(given["range"])
    exact = all(profile.hull <= FEW for profile in posed.profiles)
    a, b = tuple(given["state_a"]), tuple(given["state_b"])
    value, payoff_rows = one_situation(posed, band, a, b, exact)
    return {
        **({"value": value} if exact else {"value_decimal": float(value)}),
        "matrix_rows_a": order_names(a),
        "matrix_columns_b": order_names(b),
        "matrix": [list(row) for row in payoff_rows],
    }


ANSWERS = {
    "driving_odds": ask(driving),
    "transition": ask(movement, give="distribution"),
    "shot_odds": ask(shot),
    "sideswipe_odds": ask(sideswipe, give="p_defender_severity"),
    "state_count": ask(state_count, give="states"),
    "solve": ask(solve),
}
