"""WarStrike: squads in orderly and disorderly movement, six actions, suppression."""

from __future__ import annotations

from hulldown.rulesets.api.garage import Builds
from hulldown.rulesets.api.odds import Reckoning, explained_last, of_last, own_of_last
from hulldown.rulesets.api.proof import RulesetChecks
from hulldown.rulesets.api.ruleset import Rules, Ruleset, Speech, TableParts
from hulldown.rulesets.api.situation import Situations
from hulldown.rulesets.api.thinking import FIRST_CARE, Bots, BotVersion, Habits
from hulldown.rulesets.common.enums import tables
from hulldown.rulesets.common.ranks import ranks
from hulldown.rulesets.warstrike import (
    actions,
    chances,
    drawing,
    fate,
    garage,
    judgement,
    printing,
    refusals,
    route,
    text,
    verdict,
    victory,
)
from hulldown.rulesets.warstrike.blueprint import Blueprint
from hulldown.rulesets.warstrike.buttons import orders
from hulldown.rulesets.warstrike.cards import cards
from hulldown.rulesets.warstrike.catalogue.shelf import SHELF
from hulldown.rulesets.warstrike.codes import Verb
from hulldown.rulesets.warstrike.counters import pieces
from hulldown.rulesets.warstrike.editor import EDITOR
from hulldown.rulesets.warstrike.exact.orders import own_odds
from hulldown.rulesets.warstrike.explaining import explain
from hulldown.rulesets.warstrike.kit import kit
from hulldown.rulesets.warstrike.preview import FORESIGHT
from hulldown.rulesets.warstrike.reasons import Sum, Why
from hulldown.rulesets.warstrike.scenario import set_up
from hulldown.rulesets.warstrike.situation.asking import evaluate
from hulldown.rulesets.warstrike.situation.data import Situation, form, form_with, own_sheets, own_unit
from hulldown.rulesets.warstrike.situation.recasting import situation_of
from hulldown.rulesets.warstrike.state import State
from hulldown.rulesets.warstrike.status import status
from hulldown.rulesets.warstrike.telling import tell

RULESET = Ruleset(
    id="warstrike",
    name="WarStrike",
    prefix="WS",
    version=1,
    state=State,
    rules=Rules(
        to_act=actions.to_act,
        legal=actions.legal,
        check=actions.check,
        apply=actions.apply,
        result=victory.result,
        estimate=judgement.estimate,
        outcome=fate.outcome,
    ),
    components=kit,
    first="first_patrol",
    first_seat=1,
    minutes=(15, 40),  # 5.1 to 5.3 of the rulebook
    files=SHELF.files({"situation": Situation, "build": Blueprint}),
    set_up=set_up,
    speech=Speech(
        action_text=text.action_text,
        parse_action=text.parse_action,
        refusal=refusals.refusal,
        refusal_of=refusals.refused,
        tell=tell,
    ),
    table=TableParts(
        status=status,
        orders=orders,
        cards=cards,
        scene=drawing.scene,
        pieces=pieces,
        reach=route.reach,
        usual=(
            ("activate", "open_fire", "end", "fire"),
            *(("activate", deed) for deed in ("advance", "double", "rally", "go_to_ground", "fall_back")),
        ),
    ),
    foresight=FORESIGHT,
    odds=Reckoning(
        explain=explained_last(explain),
        subject=chances.subject,
        facts=chances.outcome_facts,
        lines=of_last(chances.PANELS.lines),
        table=of_last(chances.PANELS.table),
        lasting=chances.PANELS.lasting,
        averages=chances.averages,
        own=own_of_last(own_odds, chances.subject),
    ),
    every=actions.every_order,
    computers=Bots(
        ranks=ranks(judgement.JUDGEMENT.parent),
        sense=judgement.at_first_sight,
        network=judgement.NETWORK,
        former=(BotVersion(judgement.by_lead, Habits(care=FIRST_CARE)),),
    ),
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
        form=lambda own: form_with(own_sheets(own)) if own else form(),
        pose=evaluate,
        of_order=lambda s, a, forces: situation_of(s, a),
        unit=own_unit,
    ),
    checks=RulesetChecks(uncoded=SHELF.uncoded, tables=tables(Verb, text.GRAMMAR, Why, Sum)),
)
