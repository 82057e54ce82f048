"""Close Assault: arc-dependent close combat of vehicles on a continuous table."""

from __future__ import annotations

from hulldown.rulesets.api.odds import Reckoning, explained_last, of_last, own_of_last
from hulldown.rulesets.api.ruleset import Ruleset, RulesetChecks, Secrets, Speech, TableParts
from hulldown.rulesets.api.situation import Reports, Situations
from hulldown.rulesets.close_assault import actions, board, bot, garage, odds, reports, turn, words
from hulldown.rulesets.close_assault.actions import every_order
from hulldown.rulesets.close_assault.board import FORESIGHT
from hulldown.rulesets.close_assault.cards import cards, status
from hulldown.rulesets.close_assault.catalogue import SHELF, Blueprint
from hulldown.rulesets.close_assault.editor import EDITOR
from hulldown.rulesets.close_assault.evaluation import evaluate, situation_of
from hulldown.rulesets.close_assault.events import Sum, Why
from hulldown.rulesets.close_assault.explanation import explain
from hulldown.rulesets.close_assault.garage import kit
from hulldown.rulesets.close_assault.log import tell
from hulldown.rulesets.close_assault.orders import orders
from hulldown.rulesets.close_assault.setup import set_up
from hulldown.rulesets.close_assault.situation import Situation, form, own_unit
from hulldown.rulesets.close_assault.state import State, Verb
from hulldown.rulesets.close_assault.words import pieces
from hulldown.rulesets.common.enums import tables
from hulldown.rulesets.common.parts import bots_of, builds_of, rules_of

RULESET = Ruleset(
    id="close_assault",
    name="Close Assault",
    prefix="CA",
    version=3,
    state=State,
    rules=rules_of(actions, turn, bot, actions.mask),
    components=kit,
    first="drill_square",
    first_seat=1,
    minutes=(10, 30),  # 6.1 to 6.3 of the rulebook
    files=SHELF.files({"situation": Situation, "build": Blueprint}),
    set_up=set_up,
    speech=Speech(
        action_text=words.action_text, parse_action=words.parse_action, refusal=Why.refusal, tell=tell
    ),
    table=TableParts(
        status=status,
        orders=orders,
        cards=cards,
        scene=board.scene,
        pieces=pieces,
        reach=board.reach,
        usual=tuple(("activate", way) for way in ("go", "charge", "charge_rear", "drive_at")),
    ),
    foresight=FORESIGHT,
    odds=Reckoning(
        explain=explained_last(explain),
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
    builds=builds_of(garage.judge, garage),
    editor=EDITOR,
    situations=Situations(form=form, pose=evaluate, of_order=situation_of, unit=own_unit),
    reports=Reports(reports.reports, reports.report),
    computers=bots_of(SHELF.folder, bot),
    clock="round",
    checks=RulesetChecks(uncoded=SHELF.uncoded, tables=tables(Verb, words.GRAMMAR, Why, Sum)),
)
