"""Close Assault: arc-dependent close combat of vehicles on a continuous table."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from hulldown.rulesets.api.garage import Builds
from hulldown.rulesets.api.odds import Reckoning, explained_last, of_last, own_of_last
from hulldown.rulesets.api.proof import RulesetChecks
from hulldown.rulesets.api.reporting import Reports
from hulldown.rulesets.api.ruleset import Rules, Ruleset, Secrets, Speech, TableParts
from hulldown.rulesets.api.situation import FieldGroup, Situations
from hulldown.rulesets.api.thinking import FIRST_CARE, Bots, BotVersion, Habits
from hulldown.rulesets.close_assault import (
    actions,
    chances,
    drawing,
    fate,
    garage,
    judgement,
    printing,
    reports,
    route,
    text,
    verdict,
    victory,
)
from hulldown.rulesets.close_assault.actions.every import every_order
from hulldown.rulesets.close_assault.blueprint import Blueprint
from hulldown.rulesets.close_assault.buttons import orders
from hulldown.rulesets.close_assault.cards import cards
from hulldown.rulesets.close_assault.catalogue.scenarios import SHELF
from hulldown.rulesets.close_assault.codes import Verb
from hulldown.rulesets.close_assault.counters import pieces
from hulldown.rulesets.close_assault.editor import EDITOR
from hulldown.rulesets.close_assault.explaining import explain
from hulldown.rulesets.close_assault.kit import kit
from hulldown.rulesets.close_assault.preview import FORESIGHT
from hulldown.rulesets.close_assault.reasons import Sum, Why
from hulldown.rulesets.close_assault.scenario import set_up
from hulldown.rulesets.close_assault.situation.asking import evaluate
from hulldown.rulesets.close_assault.situation.data import Situation, form, form_with, own_sheets, own_unit
from hulldown.rulesets.close_assault.situation.recasting import situation_of
from hulldown.rulesets.close_assault.state import State
from hulldown.rulesets.close_assault.status import status
from hulldown.rulesets.close_assault.telling import tell
from hulldown.rulesets.common.enums import tables
from hulldown.rulesets.common.ranks import ranks


def form_of(own: Mapping[str, Any]) -> tuple[FieldGroup, ...]:
    """The form, with units of players' own among the choices."""
    return form_with(own_sheets(own)) if own else form()


RULESET = Ruleset(
    id="close_assault",
    name="Close Assault",
    prefix="CA",
    version=3,
    state=State,
    rules=Rules(
        to_act=actions.to_act,
        legal=actions.legal,
        check=actions.check,
        apply=actions.apply,
        result=victory.result,
        estimate=judgement.estimate,
        outcome=fate.outcome,
        mask=actions.mask,
    ),
    components=kit,
    first="drill_square",
    first_seat=1,
    minutes=(10, 30),  # 6.1 to 6.3 of the rulebook
    files=SHELF.files({"situation": Situation, "build": Blueprint}),
    set_up=set_up,
    speech=Speech(
        action_text=text.action_text,
        parse_action=text.parse_action,
        refusal=Why.refusal,
        tell=tell,
    ),
    table=TableParts(
        status=status,
        orders=orders,
        cards=cards,
        scene=drawing.scene,
        pieces=pieces,
        reach=route.reach,
        usual=tuple(("activate", way) for way in ("go", "charge", "charge_rear", "drive_at")),
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
        own=own_of_last(chances.own_odds, chances.subject),
    ),
    every=every_order,
    secrets=Secrets(secret={Verb.ORDER}),
    builds=Builds(
        judge=verdict.judge,
        garage=garage.garage,
        card=printing.unit_card,
        read=garage.read_build,
        write=garage.write_build,
        dressed=garage.name_cards,
    ),
    editor=EDITOR,
    situations=Situations(form=form_of, pose=evaluate, of_order=situation_of, unit=own_unit),
    reports=Reports(reports.reports, reports.report),
    computers=Bots(
        ranks=ranks(judgement.JUDGEMENT.parent),
        sense=judgement.at_first_sight,
        network=judgement.NETWORK,
        former=(BotVersion(judgement.by_lead, Habits(care=FIRST_CARE)),),
    ),
    clock="round",
    checks=RulesetChecks(uncoded=SHELF.uncoded, tables=tables(Verb, text.GRAMMAR, Why, Sum)),
)
