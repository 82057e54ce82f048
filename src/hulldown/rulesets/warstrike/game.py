"""WarStrike: squads in orderly and disorderly movement, six actions, suppression."""

from __future__ import annotations

from functools import partial

from hulldown.rulesets.api.odds import Reckoning, explained_last, of_last, own_of_last
from hulldown.rulesets.api.ruleset import Ruleset, RulesetChecks, Speech, TableParts
from hulldown.rulesets.api.situation import Situations
from hulldown.rulesets.common.enums import tables
from hulldown.rulesets.common.parts import bots_of, builds_of, for_shelves, rules_of
from hulldown.rulesets.warstrike import actions, board, bot, garage, odds, preview, setup, victory, words
from hulldown.rulesets.warstrike.cards import cards, status
from hulldown.rulesets.warstrike.catalogue import SHELF, Blueprint, Shelf
from hulldown.rulesets.warstrike.encoding import ENCODING
from hulldown.rulesets.warstrike.events import Sum, Why
from hulldown.rulesets.warstrike.explanation import explainer
from hulldown.rulesets.warstrike.garage import TerrainDrafting, kit
from hulldown.rulesets.warstrike.log import tell
from hulldown.rulesets.warstrike.odds import own_odds
from hulldown.rulesets.warstrike.orders import orders
from hulldown.rulesets.warstrike.preview import FORESIGHT, pieces
from hulldown.rulesets.warstrike.setup import set_up
from hulldown.rulesets.warstrike.situation import Situation, evaluate, form, own_unit, situation_of
from hulldown.rulesets.warstrike.state import State, Verb

USUAL = (
    ("activate", "open_fire", "end", "fire"),
    *(("activate", deed) for deed in ("advance", "double", "rally", "go_to_ground", "fall_back")),
)


RULES = rules_of(actions, victory, bot)
COMPUTERS = bots_of(SHELF.folder, bot)


@for_shelves
def ruleset(shelf: Shelf) -> Ruleset:
    """The ruleset as it answers from a shelf."""
    return Ruleset(
        id="warstrike",
        name="WarStrike",
        prefix="WS",
        version=1,
        state=State,
        rules=RULES,
        components=kit,
        first="first_patrol",
        first_seat=1,
        minutes=(15, 40),  # 5.1 to 5.3 of the rulebook
        files=shelf.files({"situation": Situation, "build": Blueprint}),
        set_up=partial(set_up, shelf),
        speech=Speech(
            action_text=words.action_text,
            parse_action=words.parse_action,
            refusal=words.refusal,
            refusal_of=words.refused,
            tell=partial(tell, shelf),
        ),
        table=table(shelf),
        foresight=FORESIGHT,
        odds=reckoning(shelf),
        every=actions.every_order,
        computers=COMPUTERS,
        builds=builds_of(shelf, setup.judge, garage, garage.name_cards),
        editor=TerrainDrafting(shelf).editor(),
        situations=Situations(
            form=form(shelf),
            pose=partial(evaluate, shelf),
            of_order=lambda s, a, forces: situation_of(shelf, s, a),
            unit=partial(own_unit, shelf),
        ),
        checks=RulesetChecks(uncoded=shelf.uncoded, tables=tables(Verb, words.GRAMMAR, Why, Sum)),
        encoding=ENCODING,
    )


def table(shelf: Shelf) -> TableParts:
    """What players have before them."""
    return TableParts(
        status=status,
        orders=partial(orders, shelf),
        cards=partial(cards, shelf),
        scene=partial(board.scene, shelf),
        pieces=partial(pieces, shelf),
        reach=preview.reach,
        usual=USUAL,
    )


def reckoning(shelf: Shelf) -> Reckoning:
    """What is reckoned before an order."""
    return Reckoning(
        explain=explained_last(explainer(shelf)),
        subject=odds.subject,
        facts=odds.outcome_facts,
        lines=of_last(odds.PANELS.lines),
        table=of_last(odds.PANELS.table),
        lasting=odds.PANELS.lasting,
        averages=odds.averages,
        own=own_of_last(own_odds, odds.subject),
    )


RULESET = ruleset(SHELF)
