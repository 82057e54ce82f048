"""AGrav: tanks, walkers and anti-gravity vehicles on a tile map."""

from __future__ import annotations

from hulldown.rulesets.agrav import (
    actions,
    chances,
    fate,
    garage,
    judgement,
    printing,
    situation,
    text,
    verdict,
    victory,
)
from hulldown.rulesets.agrav.actions.every import every_order
from hulldown.rulesets.agrav.blueprint import Blueprint
from hulldown.rulesets.agrav.buttons import orders
from hulldown.rulesets.agrav.cards import cards
from hulldown.rulesets.agrav.catalogue.shelf import SHELF, sums
from hulldown.rulesets.agrav.codes import Verb
from hulldown.rulesets.agrav.counters import pieces
from hulldown.rulesets.agrav.drawing import scene
from hulldown.rulesets.agrav.editor import EDITOR
from hulldown.rulesets.agrav.explaining import explain_plan
from hulldown.rulesets.agrav.kit import kit
from hulldown.rulesets.agrav.preview import FORESIGHT
from hulldown.rulesets.agrav.reasons import Sum, Why
from hulldown.rulesets.agrav.route import reach
from hulldown.rulesets.agrav.scenario import set_up
from hulldown.rulesets.agrav.situation.data import Situation
from hulldown.rulesets.agrav.state import State
from hulldown.rulesets.agrav.status import status
from hulldown.rulesets.agrav.telling import tell, tell_seat
from hulldown.rulesets.agrav.veiling import mask, twin
from hulldown.rulesets.agrav.vocabulary import printed_refusal, refusal
from hulldown.rulesets.api.garage import Builds
from hulldown.rulesets.api.odds import Reckoning
from hulldown.rulesets.api.proof import RulesetChecks
from hulldown.rulesets.api.ruleset import Rules, Ruleset, Secrets, Speech, TableParts
from hulldown.rulesets.api.situation import Situations
from hulldown.rulesets.api.thinking import FIRST_CARE, Bots, BotVersion, Habits
from hulldown.rulesets.common.enums import tables
from hulldown.rulesets.common.ranks import ranks


def is_fogged(s: State) -> bool:
    """Whether units are unknown until they are seen."""
    return bool(s.options.fog_of_war)


RULESET = Ruleset(
    id="agrav",
    name="AGrav",
    prefix="AG",
    version=2,
    state=State,
    rules=Rules(
        to_act=actions.to_act,
        legal=actions.legal,
        check=actions.check,
        apply=actions.apply,
        result=victory.result,
        estimate=judgement.estimate,
        outcome=fate.outcome,
        mask=mask,
    ),
    components=kit,
    first="crossroads",
    minutes=(15, 40),  # 6.1 to 6.3 of the rulebook
    files=SHELF.files({"situation": Situation, "build": Blueprint}, sums=sums),
    set_up=set_up,
    speech=Speech(
        action_text=text.action_text,
        parse_action=text.parse_action,
        refusal=printed_refusal,
        refusal_of=lambda s, a, code: refusal(s.options, code),
        tell=tell,
    ),
    table=TableParts(status=status, orders=orders, cards=cards, scene=scene, reach=reach, pieces=pieces),
    foresight=FORESIGHT,
    odds=Reckoning(
        explain=explain_plan,
        subject=chances.subject,
        facts=chances.outcome_facts,
        lines=chances.plan_lines,
        table=chances.plan_table,
        lasting=chances.lasting_table,
        averages=chances.averages,
        whose=chances.whose,
        others=chances.others,
        further=chances.further_lines,
    ),
    every=every_order,
    secrets=Secrets(has_hidden_info=is_fogged, log_for=tell_seat, twin=twin),
    builds=Builds(
        judge=verdict.judge,
        garage=garage.garage,
        card=printing.unit_card,
        read=garage.read_build,
        write=garage.write_build,
        dressed=garage.name_cards,
    ),
    editor=EDITOR,
    situations=Situations(
        form=lambda own: situation.form(),
        pose=situation.evaluate,
        of_order=lambda s, a, forces: situation.situation_of(s, a),
    ),
    # what a position is worth in the middle of a turn tells little before the next order is seen
    computers=Bots(
        habits=Habits(patience=2.0, rest=Verb.END),
        ranks=ranks(judgement.JUDGEMENT.parent),
        sense=judgement.at_first_sight,
        network=judgement.NETWORK,
        former=(BotVersion(judgement.by_lead, Habits(patience=2.0, rest=Verb.END, care=FIRST_CARE)),),
    ),
    clock="round",
    checks=RulesetChecks(uncoded=SHELF.uncoded, tables=tables(Verb, text.GRAMMAR, Why, Sum)),
)
