"""Questions about Fights: CAF, dice, results, exact odds, spending, orders, pairing (CA-9, CA-10, CA-19)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction

from hulldown.conformance.answers import Answer, Given, Question, Rows, Whole
from hulldown.kernel.records import blank
from hulldown.rulesets.close_assault.catalogue.profiles import unit_named
from hulldown.rulesets.close_assault.choosing import options_under
from hulldown.rulesets.close_assault.codes import NOBODY, Arc, Order, Stage
from hulldown.rulesets.close_assault.combat import loser_of
from hulldown.rulesets.close_assault.duel import ENEMY, HUB_DICE, OWN, spoke_dice, wounded
from hulldown.rulesets.close_assault.exact.comparing import caf_today, duel
from hulldown.rulesets.close_assault.exact.fights import Fought, fight_odds
from hulldown.rulesets.close_assault.exact.ordering import best_order
from hulldown.rulesets.close_assault.exact.sequence import Spoke, distribution
from hulldown.rulesets.close_assault.exact.spending import Objective, best_spending
from hulldown.rulesets.close_assault.fights import shock_penalty, single_caf, vehicle_caf
from hulldown.rulesets.close_assault.groundwork import blank_state, field_detachment
from hulldown.rulesets.close_assault.pairing import (
    may_close,
    number_of_fights,
    pair,
    touching_models,
    why_not_pair,
)
from hulldown.rulesets.close_assault.profiling import MUTE, profile_from
from hulldown.rulesets.close_assault.reasons import Why
from hulldown.rulesets.close_assault.state import Options, Profile, State
from hulldown.rulesets.close_assault.variants import FightTie

WOUNDED = {0: "none", OWN: "a", ENEMY: "b", OWN | ENEMY: "both"}


def chosen(given: Given) -> Options:
    """The options a question asks under."""
    return options_under(given.get("options", {}))


def order_of(given: Given) -> Order:
    """The order of a side; none where nothing is said."""
    return Order[given.get("order", "none").upper()]


# ---------------------------------------------------------------- one Fight


def ask_caf(given: Given) -> Answer:
    """The CAF of a side by its summands (CA-9.10)."""
    o, order = chosen(given), order_of(given)
    if "base" not in given:
        return {"caf": single_caf(o, given["caf"], order, False, given["gootw"], MUTE)}
    arc = Arc[given["arc"].upper()]
    base, penalty = given["base"][0 if arc is Arc.FRONT else 1], shock_penalty(given["shocks_before"])
    return {"caf": vehicle_caf(o, base, arc, sum(given["spent"]), given["charge"], penalty, order, MUTE)}


def ask_dice(given: Given) -> Answer:
    """The dice of the next spoke and of its hub (CA-9.3)."""
    return {"spoke": spoke_dice(given["hub_fights_already"]), "hub": HUB_DICE}


def ask_resolve(given: Given) -> Answer:
    """Who suffers a Wound (CA-9.1, CA-9.2, CA-12.14)."""
    a, b = (sum(given[side]["dice"]) + given[side]["caf"] for side in "ab")
    result = wounded(chosen(given), a, b, int(given["b_evading"]))
    return {"a_total": a, "b_total": b, "wounded": WOUNDED[result]}


def ask_odds(given: Given) -> Answer:
    """The chances of one Fight (CA-19.2)."""
    a, b, evading = given["a"], given["b"], given.get("b_evading", False)
    both = chosen(given).fight_tie == FightTie.BOTH_WOUND
    odds = fight_odds(a["dice"], a["caf"], b["dice"], b["caf"], evading, both)
    if evading:
        return {"wound": odds.win, "nothing": odds.nothing}
    return chances(odds)


def chances(odds: Fought) -> dict[str, Fraction]:
    """Win, tie and loss."""
    return {"win": odds.win, "tie": odds.tie, "loss": odds.loss}


def ask_compare(given: Given) -> Answer:
    """A Fight after the proposal and today (CA-19.8)."""
    o, other = chosen(given), given["opponent"]
    p = profile_from(unit_named(given["unit"]), o)
    arc, order = Arc[given["arc"].upper()], Order[given["unit_order"].upper()]
    base = int(p.front if arc is Arc.FRONT else p.rear)
    ours = vehicle_caf(o, base, arc, sum(given["spent"]), given["charge"], 0, order, MUTE)
    theirs = single_caf(o, other["caf"], order_of(other), False, 0, MUTE) + sum(other["spent"])
    foe = blank(Profile)
    foe.caf = other["today"]
    today = duel(o, caf_today(p, order), caf_today(foe, order_of(other)))
    return {"after": chances(duel(o, ours, theirs)), "today": chances(today)}


# ---------------------------------------------------------------- several Fights


def spokes_of(given: Given) -> list[Spoke]:
    """The opponents of a hub."""
    return [
        Spoke(
            one["hub"],
            one["spoke"],
            one.get("evading", False),
            tuple(value or 0 for value in one.get("values", ())),
        )
        for one in given["fights"]
    ]


def ask_sequence(given: Given) -> Answer:
    """The joint distribution of Wounds (CA-19.4)."""
    both = chosen(given).fight_tie == FightTie.BOTH_WOUND
    spread = distribution(given["hub_wounds"], spokes_of(given), both_wound=both)
    return {"distribution": Whole({f"{own},{enemy}": chance for (own, enemy), chance in spread.items()})}


def ask_best_spend(given: Given) -> Answer:
    """The best spending and its first decision (CA-19.5)."""
    objective = Objective(given["objective"])
    plan = best_spending(given["hub_wounds"], spokes_of(given), given["bonuses"], objective)
    return {"value": plan.value, "first": list(plan.first)}


def ask_best_order(given: Given) -> Answer:
    """The best order of the opponents (CA-19.7)."""
    spokes = [Spoke(given["hub"], caf) for caf in given["spokes"]]
    return {"value": best_order(given["hub_wounds"], spokes, ()).value}


def ask_combat_result(given: Given) -> Answer:
    """Which side tests (CA-17.5)."""
    loser = loser_of(given["wounds"]["a"], given["wounds"]["b"])
    return {"tests": [] if loser == NOBODY else ["ab"[loser]]}


# ---------------------------------------------------------------- pairing


def ask_pairing(given: Given) -> Answer:
    """How many Fights there are, and every legal set of them (CA-9.4, CA-9.5)."""
    s, models = in_contact(given["contacts"])
    pairs = [(models[own], models[enemy]) for own, enemy in given["contacts"]]
    names = {number: name for name, number in models.items()}
    legal = [[[names[own], names[enemy]] for own, enemy in one] for one in lists_of(s, pairs)]
    return {"fights": number_of_fights(s, touching_models(s)), "legal": Rows(legal)}


def in_contact(contacts: list[list[str]]) -> tuple[State, Mapping[str, int]]:
    """Models of two sides, and who touches whom."""
    s, models = blank_state(), {}
    for side in range(2):
        names = list(dict.fromkeys(one[side] for one in contacts))
        field_detachment(s, side, "Line infantry", [None] * len(names))
        models.update({name: s.models - len(names) + i for i, name in enumerate(names)})
    for own, enemy in contacts:
        s.near[models[own]] |= 1 << models[enemy]
        s.near[models[enemy]] |= 1 << models[own]
    s.stage, s.chooser = Stage.ENGAGEMENT, 0
    return s, models


def lists_of(s: State, pairs: list[tuple[int, int]]) -> Iterator[list[tuple[int, int]]]:
    """Every legal choice among pairs, in their order: each is tried as the next Fight of the list."""
    if may_close(s):
        yield []
    for i, (own, enemy) in enumerate(pairs):
        if why_not_pair(s, own, enemy) == Why.ALLOWED:
            pair(s, own, enemy)
            for rest in lists_of(s, pairs[i + 1 :]):
                yield [(own, enemy), *rest]
            s.fights -= 1


OPS: dict[str, Question] = {
    "fight_caf": ask_caf,
    "fight_dice": ask_dice,
    "fight_resolve": ask_resolve,
    "fight_odds": ask_odds,
    "compare": ask_compare,
    "sequence": ask_sequence,
    "best_spend": ask_best_spend,
    "best_order": ask_best_order,
    "combat_result": ask_combat_result,
    "pairing": ask_pairing,
}
