"""WarStrike: squads in orderly and disorderly movement, six actions, suppression."""

from __future__ import annotations

from hulldown.rulesets.api.odds import Reckoning, explained_last, of_last, own_of_last
from hulldown.rulesets.api.ruleset import Ruleset, RulesetChecks, Speech, TableParts
from hulldown.rulesets.api.situation import Situations
from hulldown.rulesets.common.enums import tables
from hulldown.rulesets.common.parts import bots_of, builds_of, rules_of
from hulldown.rulesets.warstrike import actions, board, bot, garage, odds, preview, setup, victory, words
from hulldown.rulesets.warstrike.cards import cards, status
from hulldown.rulesets.warstrike.catalogue import SHELF, Blueprint
from hulldown.rulesets.warstrike.editor import EDITOR
from hulldown.rulesets.warstrike.events import Sum, Why
from hulldown.rulesets.warstrike.explanation import explain
from hulldown.rulesets.warstrike.garage import kit
from hulldown.rulesets.warstrike.log import tell
from hulldown.rulesets.warstrike.odds import own_odds
from hulldown.rulesets.warstrike.orders import orders
from hulldown.rulesets.warstrike.preview import FORESIGHT, pieces
from hulldown.rulesets.warstrike.setup import set_up
from hulldown.rulesets.warstrike.situation import Situation, evaluate, form, own_unit, situation_of
from hulldown.rulesets.warstrike.state import State, Verb

RULESET = Ruleset(
    id="warstrike",
    name="WarStrike",
    prefix="WS",
    version=1,
    state=State,
    rules=rules_of(actions, victory, bot),
    components=kit,
    first="first_patrol",
    first_seat=1,
    minutes=(15, 40),  # 5.1 to 5.3 of the rulebook
    files=SHELF.files({"situation": Situation, "build": Blueprint}),
    set_up=set_up,
    speech=Speech(
        action_text=words.action_text,
        parse_action=words.parse_action,
        refusal=words.refusal,
        refusal_of=words.refused,
        tell=tell,
    ),
    table=TableParts(
        status=status,
        orders=orders,
        cards=cards,
        scene=board.scene,
        pieces=pieces,
        reach=preview.reach,
        usual=(
            ("activate", "open_fire", "end", "fire"),
            *(("activate", deed) for deed in ("advance", "double", "rally", "go_to_ground", "fall_back")),
        ),
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
        own=own_of_last(own_odds, odds.subject),
    ),
    every=actions.every_order,
    computers=bots_of(SHELF.folder, bot),
    builds=builds_of(setup.judge, garage),
    editor=EDITOR,
    situations=Situations(
        form=form, pose=evaluate, of_order=lambda s, a, forces: situation_of(s, a), unit=own_unit
    ),
    checks=RulesetChecks(uncoded=SHELF.uncoded, tables=tables(Verb, words.GRAMMAR, Why, Sum)),
)
