"""Chase: a tank duel without a map, with secret manoeuvres, ramming, gunnery."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from hulldown.kernel.actions import Action, make
from hulldown.rulesets.api.bot import BotInfo, Habits, IsCancelled, Solving
from hulldown.rulesets.api.matrix import Matrix
from hulldown.rulesets.api.odds import Chances, OddsLine, Plan, Reckoning, explained_last, of_last
from hulldown.rulesets.api.ruleset import Ruleset, RulesetChecks, Secrets, Speech, TableParts, legal_orders
from hulldown.rulesets.api.situation import Situations
from hulldown.rulesets.chase import actions, bot, garage, odds, situation, victory
from hulldown.rulesets.chase.board import scene, status
from hulldown.rulesets.chase.cards import cards
from hulldown.rulesets.chase.catalogue import SHELF, Shelf
from hulldown.rulesets.chase.editor import TrackDrafting
from hulldown.rulesets.chase.encoding import ENCODING
from hulldown.rulesets.chase.events import Sum, Why
from hulldown.rulesets.chase.explanation import explainer
from hulldown.rulesets.chase.garage import kit
from hulldown.rulesets.chase.log import tell
from hulldown.rulesets.chase.odds import FORESIGHT
from hulldown.rulesets.chase.orders import orders
from hulldown.rulesets.chase.setup import Blueprint, set_up
from hulldown.rulesets.chase.situation import Situation
from hulldown.rulesets.chase.state import NOBODY, State, Verb
from hulldown.rulesets.chase.words import GRAMMAR, action_text, parse_action, reletter
from hulldown.rulesets.common.enums import tables
from hulldown.rulesets.common.parts import bots_of, builds_of, for_shelves, rules_of

VERBS = rules_of(actions, victory, bot, actions.mask)
COMPUTERS = bots_of(SHELF.folder, bot, Habits(cut=0.5))


def every_order(s: State, seat: int) -> list[Action]:
    """What is offered, and to surrender where that may be done (CH-12.4): nothing else is left out."""
    offered = legal_orders(VERBS, s, seat)
    surrender = make(seat, Verb.SURRENDER)
    return offered if actions.check(s, seat, surrender) else [*offered, surrender]


def order_of(version: int, s: State, seat: int, words: str) -> str:
    """Before version 2 the letters of tanks did not stay with the players of a match (CH-12.7)."""
    return reletter(s, seat, words) if version < 2 else words


def own_odds(s: State, plan: Plan, subject: int) -> Chances | None:
    """The exact odds of one order, or of a plan for a tank; of nobody in particular there are none."""
    if len(plan) == 1:
        return odds.own_odds(s, plan[0])
    return odds.plan_odds(s, plan, subject) if subject != NOBODY else None


def odds_lines(before: State, plan: Plan, subject: int, chances: Chances) -> list[OddsLine]:
    """What comes of one order, or becomes of a tank after several."""
    if len(plan) == 1:
        return odds.odds_lines(before, plan[0], chances)
    return odds.fate_lines(before, subject, chances) if subject != NOBODY else []


def thinkers(shelf: Shelf) -> tuple[BotInfo, ...]:
    """Players who solve the game, which nobody does under house rules; the solver is loaded when somebody
    asks for one.
    """
    if shelf.house_rules():
        return ()
    from hulldown.rulesets.chase.equilibrium import players

    return players.thinkers(shelf)


def matrices(s: State, seat: int, cancelled: IsCancelled) -> tuple[Matrix, ...]:
    """The secret orders of both sides against each other, as the solver has them; none under house rules."""
    if s.options.house.count:
        return ()
    from hulldown.rulesets.chase.equilibrium import players

    return players.matrices(s, seat, cancelled)


def solving(shelf: Shelf) -> Solving:
    """The solver."""
    from hulldown.rulesets.chase.equilibrium.players import ChaseSolving

    return ChaseSolving(shelf)


@for_shelves
def ruleset(shelf: Shelf) -> Ruleset:
    """The ruleset as it answers from a shelf."""
    return Ruleset(
        id="chase",
        name="Chase",
        prefix="CH",
        version=2,
        state=State,
        rules=VERBS,
        components=kit,
        first="even_ground",
        minutes=(10, 40),  # 4.6 of the rulebook, of one duel and of a team battle
        files=shelf.files({"situation": Situation, "build": Blueprint}),
        set_up=partial(set_up, shelf),
        speech=Speech(
            action_text=action_text,
            parse_action=parse_action,
            refusal=actions.refusal,
            giving_up="surrender",
            tell=partial(tell, shelf),
            order_of=order_of,
        ),
        table=TableParts(
            status=status, orders=orders, cards=partial(cards, shelf), scene=partial(scene, shelf)
        ),
        foresight=FORESIGHT,
        odds=Reckoning(
            explain=explained_last(explainer(shelf)),
            facts=odds.outcome_facts,
            lines=odds_lines,
            table=of_last(situation.odds_table),
            own=own_odds,
            matrices=matrices,
        ),
        every=every_order,
        secrets=Secrets(secret={Verb.ORDER}),
        builds=builds_of(shelf, garage.judge, garage, partial(garage.name_cards, shelf)),
        editor=TrackDrafting(shelf).editor(),
        situations=Situations(
            form=situation.form(shelf),
            pose=partial(situation.evaluate, shelf),
            of_order=partial(situation.situation_of, shelf),
            unit=partial(situation.own_unit, shelf),
        ),
        computers=replace(
            COMPUTERS,
            bots=partial(thinkers, shelf),
            solving=partial(solving, shelf),
        ),
        checks=RulesetChecks(uncoded=shelf.uncoded, tables=tables(Verb, GRAMMAR, Why, Sum)),
        encoding=ENCODING,
    )


RULESET = ruleset(SHELF)
