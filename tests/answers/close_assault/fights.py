"""Fights: CAF, dice, results, odds, spending, pairing (CA-9, CA-10, CA-19); Initiative, objectives."""

from collections.abc import Iterator, Sequence
from typing import Any

from hulldown.conformance.answers import Given, UnorderedRows, Whole, ask
from hulldown.kernel.records import blank
from hulldown.rulesets.close_assault import fights, reports, turn
from hulldown.rulesets.close_assault.catalogue import SHELF
from hulldown.rulesets.close_assault.combat import loser_of
from hulldown.rulesets.close_assault.events import Why
from hulldown.rulesets.close_assault.exact import (
    Fought,
    Objective,
    Spoke,
    best_order,
    best_spending,
    distribution,
    fight_odds,
)
from hulldown.rulesets.close_assault.fights import (
    may_close,
    number_of_fights,
    pair,
    touching_models,
    why_not_pair,
)
from hulldown.rulesets.close_assault.setup import blank_state, field_detachment, lay_objective
from hulldown.rulesets.close_assault.state import NOBODY, Arc, FightTie, Order, Profile, Stage, State
from hulldown.rulesets.close_assault.turn import initiative_of
from hulldown.rulesets.close_assault.values import KINDS, MUTE, profile_from
from hulldown.rulesets.common.ruleset_files import unit_named

from .posing import UNITS, options_of, order_of

WOUNDED = {0: "none", fights.OWN: "a", fights.ENEMY: "b", fights.OWN | fights.ENEMY: "both"}
SIDES = ("blue", "red")


def caf(given: Given) -> int:
    """The CAF of a side by its summands (CA-9.10)."""
    o, order = options_of(given), order_of(given)
    if "base" not in given:
        return fights.single_caf(o, given["caf"], order, False, given["gootw"], MUTE)
    arc, penalty = Arc[given["arc"].upper()], fights.shock_penalty(o, given["shocks_before"])
    base = given["base"][0 if arc is Arc.FRONT else 1]
    return fights.vehicle_caf(o, base, arc, sum(given["spent"]), given["charge"], penalty, order, MUTE)


def resolve(given: Given, b_evading: bool) -> tuple[int, int, str]:
    """Who suffers a Wound (CA-9.1, CA-9.2, CA-12.14)."""
    a, b = (sum(given[side]["dice"]) + given[side]["caf"] for side in "ab")
    return a, b, WOUNDED[fights.wounded(options_of(given), a, b, int(b_evading))]


def both_wound(given: Given) -> bool:
    return bool(options_of(given).fight_tie == FightTie.BOTH_WOUND)


def odds(given: Given, a: Given, b: Given, b_evading: bool = False) -> dict[str, Any]:
    """The chances of one Fight (CA-19.2)."""
    fought = fight_odds(a["dice"], a["caf"], b["dice"], b["caf"], b_evading, both_wound(given))
    return {"wound": fought.win, "nothing": fought.nothing} if b_evading else chances(fought)


def chances(fought: Fought) -> dict[str, Any]:
    return {"win": fought.win, "tie": fought.tie, "loss": fought.loss}


def compare(given: Given, unit: str, arc: str, unit_order: str, opponent: Given) -> dict[str, Any]:
    """A Fight after the proposal and today (CA-19.8)."""
    o, side, order = options_of(given), Arc[arc.upper()], Order[unit_order.upper()]
    p, foe, theirs = profile_from(unit_named(SHELF.units(), unit), o), blank(Profile), order_of(opponent)
    base = int(p.front if side is Arc.FRONT else p.rear)
    ours = fights.vehicle_caf(o, base, side, sum(given["spent"]), given["charge"], 0, order, MUTE)
    other = fights.single_caf(o, opponent["caf"], theirs, False, 0, MUTE) + sum(opponent["spent"])
    foe.caf = opponent["today"]
    today = reports.duel(o, reports.caf_today(o, p, order), reports.caf_today(o, foe, theirs))
    return {"after": chances(reports.duel(o, ours, other)), "today": chances(today)}


# ---------------------------------------------------------------- several Fights


def spokes(fights: Sequence[Given]) -> list[Spoke]:
    """The opponents of a hub."""
    return [
        Spoke(
            one["hub"], one["spoke"], one.get("evading", False), tuple(v or 0 for v in one.get("values", ()))
        )
        for one in fights
    ]


def sequence(given: Given, hub_wounds: int, fights: Sequence[Given]) -> Whole:
    """The joint distribution of Wounds (CA-19.4)."""
    spread = distribution(hub_wounds, spokes(fights), both_wound=both_wound(given))
    return Whole({f"{own},{enemy}": chance for (own, enemy), chance in spread.items()})


def best_spend(hub_wounds: int, fights: Sequence[Given], bonuses: Any, objective: str) -> Any:
    """The best spending and its first decision (CA-19.5)."""
    plan = best_spending(hub_wounds, spokes(fights), bonuses, Objective(objective))
    return plan.value, list(plan.first)


def in_contact(contacts: Sequence[Sequence[str]]) -> tuple[State, dict[str, int]]:
    """Models of two sides, and who touches whom."""
    s, models = blank_state(), {}
    for side in range(2):
        for name in dict.fromkeys(one[side] for one in contacts):
            models[name] = int(s.models)
            field_detachment(SHELF, s, side, "Line infantry", [None])
    for own, enemy in contacts:
        s.near[models[own]] |= 1 << models[enemy]
        s.near[models[enemy]] |= 1 << models[own]
    s.stage, s.chooser = Stage.ENGAGEMENT, 0
    return s, models


def pairings(contacts: Sequence[Sequence[str]]) -> tuple[int, UnorderedRows]:
    """How many Fights there are, and every legal set of them (CA-9.4, CA-9.5)."""
    s, models = in_contact(contacts)

    def lists(first: int) -> Iterator[list[Sequence[str]]]:
        """Each contact from `first` on is tried as the next Fight of the list."""
        if may_close(s):
            yield []
        for i, contact in enumerate(contacts[first:], first):
            own, enemy = (models[name] for name in contact)
            if why_not_pair(s, own, enemy) == Why.ALLOWED:
                pair(s, own, enemy)
                yield from ([contact, *rest] for rest in lists(i + 1))
                s.fights -= 1

    return number_of_fights(s, touching_models(s)), UnorderedRows(lists(0))


# ---------------------------------------------------------------- Initiative and objectives


def side_name(side: int) -> str | None:
    return None if side == NOBODY else SIDES[side]


def initiative(blue: int, red: int, last: str | None) -> str:
    before = NOBODY if last is None else SIDES.index(last)
    return side_name(initiative_of(blue, red, before)) or "reroll"


def control(blue: Sequence[str], red: Sequence[str]) -> str | None:
    """Who holds an objective with these models near it (CA-18.2)."""
    s = blank_state()
    lay_objective(s, 24, 18)
    for side, kinds in enumerate((blue, red)):
        for kind in kinds:
            field_detachment(SHELF, s, side, UNITS[KINDS[kind]], [(24, 18)])
    return side_name(turn.holder(turn.strength_at(s, 0, 0), turn.strength_at(s, 0, 1)))


ANSWERS = {
    "fight_caf": ask(caf, give="caf"),
    "fight_dice": ask(
        lambda fought: (fights.spoke_dice(options_of({}), fought), fights.spoke_dice(options_of({}), 0)),
        at=("hub_fights_already",),
        give=("spoke", "hub"),
    ),
    "fight_resolve": ask(resolve, give=("a_total", "b_total", "wounded")),
    "fight_odds": ask(odds),
    "compare": ask(compare),
    "sequence": ask(sequence, give="distribution"),
    "best_spend": ask(best_spend, give=("value", "first")),
    "best_order": ask(
        lambda hub_wounds, hub, spokes: best_order(hub_wounds, [Spoke(hub, caf) for caf in spokes], ()),
        give={"value": lambda best: best.value},
    ),
    "combat_result": ask(
        lambda wounds: loser_of(wounds["a"], wounds["b"]),
        give={"tests": lambda loser: [] if loser == NOBODY else ["ab"[loser]]},
    ),
    "pairing": ask(pairings, give=("fights", "legal")),
    "initiative": ask(initiative, give="holder"),
    "control": ask(control, give="holder"),
}
