"""Tank Commander: tanks with crews on a hex board."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from hulldown.rulesets.api.bot import Habits
from hulldown.rulesets.api.files import Files
from hulldown.rulesets.api.odds import Reckoning, explained_last, of_last
from hulldown.rulesets.api.ruleset import Ruleset, RulesetChecks, Speech, TableParts
from hulldown.rulesets.api.situation import Situations
from hulldown.rulesets.common.enums import tables
from hulldown.rulesets.common.parts import bots_of, builds_of, for_shelves, rules_of
from hulldown.rulesets.tank_commander import actions, bot, garage, odds, setup, situation, victory, words
from hulldown.rulesets.tank_commander.board import FORESIGHT, reach, scene
from hulldown.rulesets.tank_commander.campaign.chronicle import TankCampaigns
from hulldown.rulesets.tank_commander.campaign.planning import Written
from hulldown.rulesets.tank_commander.cards import cards, status
from hulldown.rulesets.tank_commander.catalogue import Loadout
from hulldown.rulesets.tank_commander.editor import HexDrafting
from hulldown.rulesets.tank_commander.encoding import ENCODING
from hulldown.rulesets.tank_commander.events import Sum, Why
from hulldown.rulesets.tank_commander.garage import kit
from hulldown.rulesets.tank_commander.log import tell
from hulldown.rulesets.tank_commander.missions import SHELF, Shelf
from hulldown.rulesets.tank_commander.odds import explainer
from hulldown.rulesets.tank_commander.orders import orders
from hulldown.rulesets.tank_commander.setup import set_up
from hulldown.rulesets.tank_commander.situation import Situation
from hulldown.rulesets.tank_commander.state import State, Verb
from hulldown.rulesets.tank_commander.words import pieces

RULES = rules_of(actions, victory, bot)
COMPUTERS = bots_of(SHELF.folder, bot, Habits(rest=Verb.END, idle=0.01), Habits(keen=0.01, rest=Verb.END))


@for_shelves
def ruleset(shelf: Shelf) -> Ruleset:
    """The ruleset as it answers from a shelf."""
    return Ruleset(
        id="tank_commander",
        name="Tank Commander",
        prefix="TC",
        version=2,
        state=State,
        rules=RULES,
        components=kit,
        first="skirmish",
        # 35 to 215 orders, the medians of 8 battles of "greedy" in nine scenarios of ten; 12 s assumed
        minutes=(5, 45),
        files=files(shelf),
        set_up=partial(set_up, shelf),
        speech=Speech(
            action_text=words.action_text,
            parse_action=words.parse_action,
            refusal=words.refusal,
            tell=partial(tell, shelf),
        ),
        table=TableParts(
            status=status,
            orders=partial(orders, shelf),
            cards=partial(cards, shelf),
            scene=partial(scene, shelf),
            reach=reach,
            pieces=partial(pieces, shelf),
        ),
        foresight=FORESIGHT,
        odds=Reckoning(
            explain=explained_last(explainer(shelf)),
            subject=odds.subject,
            facts=odds.outcome_facts,
            lines=of_last(odds.odds_lines),
            table=of_last(odds.odds_table),
            lasting=odds.lasting_table,
            whose=odds.whose,
        ),
        every=actions.every_order,
        builds=replace(
            builds_of(shelf, garage.judge, garage, garage.name_cards), bonuses=partial(garage.earned, shelf)
        ),
        editor=HexDrafting(shelf).editor(),
        situations=situations(shelf),
        campaign=TankCampaigns(shelf),
        computers=COMPUTERS,
        clock="game_turn",
        checks=RulesetChecks(uncoded=shelf.uncoded, tables=tables(Verb, words.GRAMMAR, Why, Sum)),
        encoding=ENCODING,
    )


def files(shelf: Shelf) -> Files:
    """The files of the game, with those of players: situations, builds and campaigns."""
    return shelf.files(
        {"situation": Situation, "build": Loadout, "campaign": Written},
        file_problems=setup.file_problems,
        data_problems=partial(setup.data_problems, shelf),
        sums=partial(setup.sums, shelf),
    )


def situations(shelf: Shelf) -> Situations:
    """Shots away from any game."""
    return Situations(
        form=lambda own: situation.form(shelf),
        pose=partial(situation.evaluate, shelf),
        of_order=lambda s, a, forces: situation.situation_of(shelf, s, a),
        fields=partial(situation.build_values, shelf),
    )


RULESET = ruleset(SHELF)
