"""AGrav: tanks, walkers and anti-gravity vehicles on a tile map."""

from __future__ import annotations

from functools import partial

from hulldown.rulesets.agrav import actions, bot, garage, odds, setup, situation, victory, words
from hulldown.rulesets.agrav.actions import every_order, mask, twin
from hulldown.rulesets.agrav.board import pieces, reach, scene
from hulldown.rulesets.agrav.cards import cards, status
from hulldown.rulesets.agrav.catalogue import SHELF, Blueprint, Shelf, sums
from hulldown.rulesets.agrav.editor import TileDrafting
from hulldown.rulesets.agrav.encoding import ENCODING
from hulldown.rulesets.agrav.events import Sum, Why
from hulldown.rulesets.agrav.explanation import explain_plan
from hulldown.rulesets.agrav.garage import kit
from hulldown.rulesets.agrav.log import tell, tell_seat
from hulldown.rulesets.agrav.orders import orders
from hulldown.rulesets.agrav.preview import foresight
from hulldown.rulesets.agrav.setup import set_up
from hulldown.rulesets.agrav.situation import Situation
from hulldown.rulesets.agrav.state import State, Verb
from hulldown.rulesets.agrav.words import printed_refusal, refusal
from hulldown.rulesets.api.bot import Habits
from hulldown.rulesets.api.odds import Reckoning
from hulldown.rulesets.api.ruleset import Ruleset, RulesetChecks, Secrets, Speech, TableParts
from hulldown.rulesets.api.situation import Situations
from hulldown.rulesets.common.enums import tables
from hulldown.rulesets.common.parts import bots_of, builds_of, for_shelves, rules_of

RULES = rules_of(actions, victory, bot, mask)
# what a position is worth in the middle of a turn tells little before the next order is seen
PATIENT = Habits(patience=2.0, rest=Verb.END)
COMPUTERS = bots_of(SHELF.folder, bot, PATIENT, PATIENT)


def is_fogged(s: State) -> bool:
    """Whether units are unknown until they are seen."""
    return bool(s.options.fog_of_war)


def reckoning(shelf: Shelf) -> Reckoning:
    """The odds of an order, and what stands behind it."""
    return Reckoning(
        explain=partial(explain_plan, shelf),
        subject=odds.subject,
        facts=partial(odds.outcome_facts, shelf),
        lines=partial(odds.plan_lines, shelf),
        table=partial(odds.plan_table, shelf),
        lasting=partial(odds.lasting_table, shelf),
        averages=odds.averages,
        whose=odds.whose,
        others=odds.others,
        further=partial(odds.further_lines, shelf),
    )


@for_shelves
def ruleset(shelf: Shelf) -> Ruleset:
    """The ruleset as it answers from a shelf."""
    return Ruleset(
        id="agrav",
        name="AGrav",
        prefix="AG",
        version=2,
        state=State,
        rules=RULES,
        components=kit,
        first="crossroads",
        minutes=(15, 40),  # 6.1 to 6.3 of the rulebook
        files=shelf.files({"situation": Situation, "build": Blueprint}, sums=partial(sums, shelf)),
        set_up=partial(set_up, shelf),
        speech=Speech(
            action_text=partial(words.action_text, shelf),
            parse_action=partial(words.parse_action, shelf),
            refusal=printed_refusal,
            refusal_of=lambda s, a, code: refusal(s.options, code),
            tell=partial(tell, shelf),
        ),
        table=TableParts(
            status=partial(status, shelf),
            orders=partial(orders, shelf),
            cards=partial(cards, shelf),
            scene=partial(scene, shelf),
            reach=reach,
            pieces=partial(pieces, shelf),
        ),
        foresight=foresight(shelf),
        odds=reckoning(shelf),
        every=every_order,
        secrets=Secrets(has_hidden_info=is_fogged, log_for=partial(tell_seat, shelf), twin=twin),
        builds=builds_of(shelf, setup.judge, garage, garage.name_cards),
        editor=TileDrafting(shelf).editor(),
        situations=Situations(
            form=lambda own: situation.form(shelf),
            pose=partial(situation.evaluate, shelf),
            of_order=lambda s, a, forces: situation.situation_of(shelf, s, a),
        ),
        computers=COMPUTERS,
        clock="round",
        checks=RulesetChecks(
            uncoded=shelf.uncoded, tables=tables(Verb, words.orders_as_text(shelf), Why, Sum)
        ),
        encoding=ENCODING,
    )


RULESET = ruleset(SHELF)
