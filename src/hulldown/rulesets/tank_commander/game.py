"""Tank Commander: tanks with crews on a hex board."""

from __future__ import annotations

from hulldown.rulesets.api.garage import Builds
from hulldown.rulesets.api.odds import Reckoning, explained_last, of_last
from hulldown.rulesets.api.proof import RulesetChecks
from hulldown.rulesets.api.ruleset import Rules, Ruleset, Speech, TableParts
from hulldown.rulesets.api.situation import Situations
from hulldown.rulesets.api.thinking import FIRST_CARE, Bots, BotVersion, Habits
from hulldown.rulesets.common.enums import tables
from hulldown.rulesets.common.ranks import ranks
from hulldown.rulesets.tank_commander import (
    actions,
    armory,
    chances,
    fate,
    garage,
    judgement,
    printing,
    refusals,
    situation,
    text,
    verdict,
)
from hulldown.rulesets.tank_commander.buttons import orders
from hulldown.rulesets.tank_commander.campaign.entries import Written
from hulldown.rulesets.tank_commander.campaign.face import TankCampaigns
from hulldown.rulesets.tank_commander.cards import cards
from hulldown.rulesets.tank_commander.catalogue.shelf import SHELF
from hulldown.rulesets.tank_commander.catalogue.units import Loadout
from hulldown.rulesets.tank_commander.codes import Verb
from hulldown.rulesets.tank_commander.counters import pieces
from hulldown.rulesets.tank_commander.drawing import scene
from hulldown.rulesets.tank_commander.editor import EDITOR
from hulldown.rulesets.tank_commander.explaining import explain
from hulldown.rulesets.tank_commander.kit import kit
from hulldown.rulesets.tank_commander.preview import FORESIGHT
from hulldown.rulesets.tank_commander.reasons import Sum, Why
from hulldown.rulesets.tank_commander.route import reach
from hulldown.rulesets.tank_commander.scenario import set_up
from hulldown.rulesets.tank_commander.situation.data import Situation
from hulldown.rulesets.tank_commander.state import State
from hulldown.rulesets.tank_commander.status import status
from hulldown.rulesets.tank_commander.telling import tell

RULESET = Ruleset(
    id="tank_commander",
    name="Tank Commander",
    prefix="TC",
    version=2,
    state=State,
    rules=Rules(
        to_act=actions.to_act,
        legal=actions.legal,
        check=actions.check,
        apply=actions.apply,
        result=actions.result,
        estimate=judgement.estimate,
        outcome=fate.outcome,
    ),
    components=kit,
    first="skirmish",
    # 35 to 215 orders, the medians of 8 battles of "greedy" in nine scenarios of ten; 12 s assumed
    minutes=(5, 45),
    files=SHELF.files(
        {"situation": Situation, "build": Loadout, "campaign": Written},
        file_problems=armory.file_problems,
        data_problems=armory.data_problems,
        sums=armory.sums,
    ),
    set_up=set_up,
    speech=Speech(
        action_text=text.action_text, parse_action=text.parse_action, refusal=refusals.refusal, tell=tell
    ),
    table=TableParts(status=status, orders=orders, cards=cards, scene=scene, reach=reach, pieces=pieces),
    foresight=FORESIGHT,
    odds=Reckoning(
        explain=explained_last(explain),
        subject=chances.subject,
        facts=chances.outcome_facts,
        lines=of_last(chances.odds_lines),
        table=of_last(chances.odds_table),
        lasting=chances.lasting_table,
        whose=chances.whose,
    ),
    every=actions.every_order,
    builds=Builds(
        judge=verdict.judge,
        garage=garage.garage,
        card=printing.unit_card,
        read=garage.read_build,
        write=garage.write_build,
        dressed=garage.named_cards,
        bonuses=garage.earned,
    ),
    editor=EDITOR,
    situations=Situations(
        form=lambda own: situation.form(),
        pose=situation.evaluate,
        of_order=lambda s, a, forces: situation.situation_of(s, a),
        fields=situation.build_values,
    ),
    campaign=TankCampaigns(),
    computers=Bots(
        habits=Habits(rest=Verb.END, idle=0.01),
        ranks=ranks(judgement.JUDGEMENT.parent),
        sense=judgement.at_first_sight,
        network=judgement.NETWORK,
        former=(BotVersion(judgement.by_lead, Habits(keen=0.01, rest=Verb.END, care=FIRST_CARE)),),
    ),
    clock="game_turn",
    checks=RulesetChecks(uncoded=SHELF.uncoded, tables=tables(Verb, text.GRAMMAR, Why, Sum)),
)
