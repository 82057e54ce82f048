"""Close Assault: arc-dependent close combat of vehicles on a continuous table."""

from __future__ import annotations

from functools import partial

from hulldown.rulesets.api.odds import Reckoning, explained_last, of_last, own_of_last
from hulldown.rulesets.api.ruleset import Ruleset, RulesetChecks, Secrets, Speech, TableParts
from hulldown.rulesets.api.situation import Reports, Situations
from hulldown.rulesets.close_assault import actions, board, bot, garage, odds, reports, turn, words
from hulldown.rulesets.close_assault.actions import every_order
from hulldown.rulesets.close_assault.board import FORESIGHT
from hulldown.rulesets.close_assault.cards import cards, status
from hulldown.rulesets.close_assault.catalogue import SHELF, TERMS, Blueprint, Shelf
from hulldown.rulesets.close_assault.encoding import ENCODING
from hulldown.rulesets.close_assault.evaluation import evaluate, situation_of
from hulldown.rulesets.close_assault.events import Sum, Why
from hulldown.rulesets.close_assault.explanation import explainer
from hulldown.rulesets.close_assault.garage import kit
from hulldown.rulesets.close_assault.log import tell
from hulldown.rulesets.close_assault.orders import orders
from hulldown.rulesets.close_assault.setup import TableDrafting, set_up
from hulldown.rulesets.close_assault.situation import Situation, form, own_unit
from hulldown.rulesets.close_assault.state import State, Verb
from hulldown.rulesets.close_assault.words import pieces
from hulldown.rulesets.common.enums import tables
from hulldown.rulesets.common.parts import bots_of, builds_of, for_shelves, rules_of

RULES = rules_of(actions, turn, bot, actions.mask)
COMPUTERS = bots_of(SHELF.folder, bot)


@for_shelves
def ruleset(shelf: Shelf) -> Ruleset:
    """The ruleset as it answers from a shelf."""
    return Ruleset(
        id="close_assault",
        name="Close Assault",
        prefix="CA",
        version=3,
        state=State,
        rules=RULES,
        components=kit,
        first="drill_square",
        first_seat=1,
        minutes=(10, 30),  # 6.1 to 6.3 of the rulebook
        files=shelf.files({"situation": Situation, "build": Blueprint}),
        set_up=partial(set_up, shelf),
        speech=Speech(
            action_text=words.action_text,
            parse_action=words.parse_action,
            refusal=Why.refusal,
            tell=partial(tell, shelf),
        ),
        table=TableParts(
            status=status,
            orders=partial(orders, shelf),
            cards=partial(cards, shelf),
            scene=partial(board.scene, shelf),
            pieces=partial(pieces, shelf),
            reach=board.reach,
            usual=tuple(("activate", way) for way in ("go", "charge", "charge_rear", "drive_at")),
        ),
        foresight=FORESIGHT,
        odds=Reckoning(
            explain=explained_last(explainer(shelf)),
            subject=odds.subject,
            facts=odds.outcome_facts,
            lines=of_last(odds.PANELS.lines),
            table=of_last(odds.PANELS.table),
            lasting=odds.PANELS.lasting,
            averages=odds.averages,
            own=own_of_last(odds.own_odds, odds.subject),
        ),
        every=every_order,
        secrets=Secrets(secret={Verb.ORDER}),
        builds=builds_of(shelf, garage.judge, garage, garage.name_cards),
        editor=TableDrafting(shelf).editor(),
        situations=Situations(
            form=form(shelf),
            pose=partial(evaluate, shelf),
            of_order=partial(situation_of, shelf),
            unit=own_unit,
        ),
        reports=Reports(partial(reports.reports, shelf), partial(reports.report, shelf)),
        computers=COMPUTERS,
        clock="round",
        terms=TERMS,
        checks=RulesetChecks(uncoded=shelf.uncoded, tables=tables(Verb, words.GRAMMAR, Why, Sum)),
        encoding=ENCODING,
    )


RULESET = ruleset(SHELF)
