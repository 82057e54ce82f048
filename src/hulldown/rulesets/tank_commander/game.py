"""Tank Commander: tanks with crews on a hex board."""

from __future__ import annotations

from dataclasses import replace

from hulldown.rulesets.api.bot import Habits
from hulldown.rulesets.api.odds import Reckoning, explained_last, of_last
from hulldown.rulesets.api.ruleset import Ruleset, RulesetChecks, Speech, TableParts
from hulldown.rulesets.api.situation import Situations
from hulldown.rulesets.common.enums import tables
from hulldown.rulesets.common.parts import bots_of, builds_of, rules_of
from hulldown.rulesets.tank_commander import actions, bot, garage, odds, setup, situation, victory, words
from hulldown.rulesets.tank_commander.board import FORESIGHT, reach, scene
from hulldown.rulesets.tank_commander.campaign.chronicle import TankCampaigns
from hulldown.rulesets.tank_commander.campaign.planning import Written
from hulldown.rulesets.tank_commander.cards import cards, status
from hulldown.rulesets.tank_commander.catalogue import Loadout
from hulldown.rulesets.tank_commander.editor import EDITOR
from hulldown.rulesets.tank_commander.events import Sum, Why
from hulldown.rulesets.tank_commander.explanation import explain
from hulldown.rulesets.tank_commander.garage import kit
from hulldown.rulesets.tank_commander.log import tell
from hulldown.rulesets.tank_commander.missions import SHELF
from hulldown.rulesets.tank_commander.orders import orders
from hulldown.rulesets.tank_commander.setup import set_up
from hulldown.rulesets.tank_commander.situation import Situation
from hulldown.rulesets.tank_commander.state import State, Verb
from hulldown.rulesets.tank_commander.words import pieces

RULESET = Ruleset(
    id="tank_commander",
    name="Tank Commander",
    prefix="TC",
    version=2,
    state=State,
    rules=rules_of(actions, victory, bot),
    components=kit,
    first="skirmish",
    # 35 to 215 orders, the medians of 8 battles of "greedy" in nine scenarios of ten; 12 s assumed
    minutes=(5, 45),
    files=SHELF.files(
        {"situation": Situation, "build": Loadout, "campaign": Written},
        file_problems=setup.file_problems,
        data_problems=setup.data_problems,
        sums=setup.sums,
    ),
    set_up=set_up,
    speech=Speech(
        action_text=words.action_text, parse_action=words.parse_action, refusal=words.refusal, tell=tell
    ),
    table=TableParts(status=status, orders=orders, cards=cards, scene=scene, reach=reach, pieces=pieces),
    foresight=FORESIGHT,
    odds=Reckoning(
        explain=explained_last(explain),
        subject=odds.subject,
        facts=odds.outcome_facts,
        lines=of_last(odds.odds_lines),
        table=of_last(odds.odds_table),
        lasting=odds.lasting_table,
        whose=odds.whose,
    ),
    every=actions.every_order,
    builds=replace(builds_of(garage.judge, garage), bonuses=garage.earned),
    editor=EDITOR,
    situations=Situations(
        form=lambda own: situation.form(),
        pose=situation.evaluate,
        of_order=lambda s, a, forces: situation.situation_of(s, a),
        fields=situation.build_values,
    ),
    campaign=TankCampaigns(),
    computers=bots_of(SHELF.folder, bot, Habits(rest=Verb.END, idle=0.01), Habits(keen=0.01, rest=Verb.END)),
    clock="game_turn",
    checks=RulesetChecks(uncoded=SHELF.uncoded, tables=tables(Verb, words.GRAMMAR, Why, Sum)),
)
