"""AGrav: tanks, walkers and anti-gravity vehicles on a tile map."""

from __future__ import annotations

from hulldown.rulesets.agrav import actions, bot, garage, odds, setup, situation, victory, words
from hulldown.rulesets.agrav.actions import every_order, mask, twin
from hulldown.rulesets.agrav.board import pieces, reach, scene
from hulldown.rulesets.agrav.cards import cards, status
from hulldown.rulesets.agrav.catalogue import SHELF, Blueprint, sums
from hulldown.rulesets.agrav.editor import EDITOR
from hulldown.rulesets.agrav.events import Sum, Why
from hulldown.rulesets.agrav.explanation import explain_plan
from hulldown.rulesets.agrav.garage import kit
from hulldown.rulesets.agrav.log import tell, tell_seat
from hulldown.rulesets.agrav.orders import orders
from hulldown.rulesets.agrav.preview import FORESIGHT
from hulldown.rulesets.agrav.setup import set_up
from hulldown.rulesets.agrav.situation import Situation
from hulldown.rulesets.agrav.state import State, Verb
from hulldown.rulesets.agrav.words import printed_refusal, refusal
from hulldown.rulesets.api.bot import Habits
from hulldown.rulesets.api.odds import Reckoning
from hulldown.rulesets.api.ruleset import Ruleset, RulesetChecks, Secrets, Speech, TableParts
from hulldown.rulesets.api.situation import Situations
from hulldown.rulesets.common.enums import tables
from hulldown.rulesets.common.parts import bots_of, builds_of, rules_of


def is_fogged(s: State) -> bool:
    """Whether units are unknown until they are seen."""
    return bool(s.options.fog_of_war)


RULESET = Ruleset(
    id="agrav",
    name="AGrav",
    prefix="AG",
    version=2,
    state=State,
    rules=rules_of(actions, victory, bot, mask),
    components=kit,
    first="crossroads",
    minutes=(15, 40),  # 6.1 to 6.3 of the rulebook
    files=SHELF.files({"situation": Situation, "build": Blueprint}, sums=sums),
    set_up=set_up,
    speech=Speech(
        action_text=words.action_text,
        parse_action=words.parse_action,
        refusal=printed_refusal,
        refusal_of=lambda s, a, code: refusal(s.options, code),
        tell=tell,
    ),
    table=TableParts(status=status, orders=orders, cards=cards, scene=scene, reach=reach, pieces=pieces),
    foresight=FORESIGHT,
    odds=Reckoning(
        explain=explain_plan,
        subject=odds.subject,
        facts=odds.outcome_facts,
        lines=odds.plan_lines,
        table=odds.plan_table,
        lasting=odds.lasting_table,
        averages=odds.averages,
        whose=odds.whose,
        others=odds.others,
        further=odds.further_lines,
    ),
    every=every_order,
    secrets=Secrets(has_hidden_info=is_fogged, log_for=tell_seat, twin=twin),
    builds=builds_of(setup.judge, garage),
    editor=EDITOR,
    situations=Situations(
        form=lambda own: situation.form(),
        pose=situation.evaluate,
        of_order=lambda s, a, forces: situation.situation_of(s, a),
    ),
    # what a position is worth in the middle of a turn tells little before the next order is seen
    computers=bots_of(
        SHELF.folder, bot, Habits(patience=2.0, rest=Verb.END), Habits(patience=2.0, rest=Verb.END)
    ),
    clock="round",
    checks=RulesetChecks(uncoded=SHELF.uncoded, tables=tables(Verb, words.GRAMMAR, Why, Sum)),
)
