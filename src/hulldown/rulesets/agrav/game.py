"""AGrav as a ruleset: its files, verbs and words behind the common face."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any

from hulldown.catalogue import Entry, Which
from hulldown.kernel.actions import Action
from hulldown.kernel.events import Log
from hulldown.rulesets.agrav import (
    actions,
    catalogue,
    chances,
    everything,
    fate,
    garage,
    judgement,
    listing,
    printing,
    situation,
    text,
    verdict,
)
from hulldown.rulesets.agrav.blueprint import Blueprint
from hulldown.rulesets.agrav.cards import card, carded
from hulldown.rulesets.agrav.drawing import scene
from hulldown.rulesets.agrav.explaining import explain, explain_plan
from hulldown.rulesets.agrav.orders import orders
from hulldown.rulesets.agrav.refusals import refusal
from hulldown.rulesets.agrav.route import reach
from hulldown.rulesets.agrav.scenario import set_up
from hulldown.rulesets.agrav.situation.data import Situation
from hulldown.rulesets.agrav.state import State
from hulldown.rulesets.agrav.status import status
from hulldown.rulesets.agrav.telling import heard, tell
from hulldown.rulesets.agrav.veiling import veil
from hulldown.rulesets.agrav.victory import result
from hulldown.rulesets.face.garage import BuildVerdict, Garage, UnitCard
from hulldown.rulesets.face.proof import Question
from hulldown.rulesets.face.ruleset import (
    Explanation,
    OddsLine,
    OptionInfo,
    Rulebook,
    Ruleset,
    ScenarioInfo,
    UnitInfo,
    Verbs,
)
from hulldown.rulesets.face.scene import Scene
from hulldown.rulesets.face.situation import Group, Posed, Told
from hulldown.rulesets.face.words import Card, Order, Refusal, Sentence, Status


class AGrav(Ruleset):
    """Tanks, walkers and anti-gravity vehicles on a tile map."""

    id = "agrav"
    name = "AGrav"
    prefix = "AG"
    version = 2
    state = State
    verbs = Verbs(
        to_act=actions.to_act,
        legal=actions.legal,
        check=actions.check,
        apply=actions.apply,
        result=result,
        estimate=judgement.estimate,
        outcome=fate.outcome,
        veil=veil,
    )

    def scenarios(self) -> dict[str, ScenarioInfo]:
        return listing.scenarios()

    def options(self) -> dict[str, OptionInfo]:
        return listing.options()

    def units(self) -> tuple[UnitInfo, ...]:
        return listing.units()

    def rulebook(self) -> Rulebook:
        return listing.rulebook()

    def files(self) -> Mapping[str, type[Entry]]:
        return {**catalogue.files(), "situation": Situation, "build": Blueprint}

    def set_up(
        self,
        scenario: Which,
        options: Mapping[str, str | int | bool] | None = None,
        forces: Mapping[str, Mapping[str, Any]] | None = None,
    ) -> State:
        return set_up(scenario, options, forces)

    def judge_build(
        self,
        build: Mapping[str, Any] | Path,
        options: Mapping[str, str | int | bool] | None = None,
        points: int | None = None,
    ) -> BuildVerdict:
        return verdict.judge(build, options, points)

    def garage(self, options: Mapping[str, str | int | bool] | None = None) -> Garage:
        return garage.garage(options)

    def read_build(self, build: Mapping[str, Any] | str) -> dict[str, Any]:
        return garage.read_build(build)

    def write_build(self, build: Mapping[str, Any]) -> str:
        return garage.write_build(build)

    def unit_card(
        self, build: Mapping[str, Any], options: Mapping[str, str | int | bool] | None = None
    ) -> UnitCard:
        return printing.unit_card(build, options)

    def dressed(self, cards: list[Card], forces: Mapping[str, Mapping[str, Any]]) -> list[Card]:
        return garage.dressed(cards, forces)

    def file_problems(self, path: Path) -> list[str] | None:
        return catalogue.file_problems(path)

    def data_problems(self) -> list[str]:
        return catalogue.data_problems()

    def action_text(self, s: State, a: Action) -> str:
        return text.action_text(s, a)

    def parse_action(self, s: State, seat: int, text_of: str) -> Action:
        return text.parse_action(s, seat, text_of)

    def every_order(self, s: State, seat: int) -> Iterable[Action]:
        return everything.every_order(s, seat)

    def refusal(self, code: int) -> Refusal:
        return refusal(code)

    def tell(self, s: State, a: Action | None, log: Log) -> list[Sentence]:
        return tell(s, log)

    def fogged(self, s: State) -> bool:
        return bool(s.options.fog_of_war)

    def heard(self, before: State, s: State, a: Action | None, log: Log, seat: int | None) -> list[Sentence]:
        return heard(before, s, log, seat)

    def status(self, s: State, seat: int | None) -> Status:
        return status(s, seat)

    def orders(self, s: State, seat: int) -> list[Order]:
        return orders(s, seat)

    def cards(self, s: State, seat: int | None) -> list[Card]:
        return [card(s, u) for u in range(s.count) if carded(s, seat, u)]

    def scene(self, s: State, seat: int | None, unit: str = "") -> Scene:
        return scene(s, seat, unit)

    def reach(self, s: State, seat: int, unit: str = "") -> dict[str, tuple[int, list[Action]]]:
        return reach(s, seat, unit)

    def explain(self, s: State, a: Action) -> Explanation:
        return explain(s, a)

    def subject(self, s: State, a: Action) -> int:
        return chances.subject(s, a)

    def outcome_facts(self, before: State, subject: int, outcome: int) -> dict[str, Any]:
        return chances.outcome_facts(before, subject, outcome)

    def odds_lines(self, before: State, a: Action, odds: Mapping[int, Fraction]) -> list[OddsLine]:
        return chances.odds_lines(before, a, odds)

    def odds_table(self, before: State, a: Action, odds: Mapping[int, Fraction]) -> list[OddsLine]:
        return chances.odds_table(before, a, odds)

    def plan_lines(
        self, before: State, plan: Sequence[Action], subject: int, odds: Mapping[int, Fraction]
    ) -> list[OddsLine]:
        return chances.plan_lines(before, plan, subject, odds)

    def plan_table(
        self, before: State, plan: Sequence[Action], subject: int, odds: Mapping[int, Fraction]
    ) -> list[OddsLine]:
        return chances.plan_table(before, plan, subject, odds)

    def averages(
        self, before: State, subject: int, odds: Mapping[int, Fraction]
    ) -> tuple[tuple[str, str], ...]:
        return chances.averages(before, subject, odds)

    def explain_plan(self, s: State, plan: Sequence[Action]) -> Explanation:
        return explain_plan(s, plan)

    def situations(self) -> tuple[Group, ...]:
        return situation.form()

    def situation(self, data: Mapping[str, Any]) -> Posed:
        return situation.pose(data)

    def situation_of(self, s: State, a: Action) -> Told | None:
        return situation.situation_of(s, a)

    def lasting_table(self, before: State, a: Action, odds: Mapping[int, Fraction]) -> list[OddsLine]:
        return chances.lasting_table(before, a, odds)

    def twin(self, s: State, seat: int | None, chance: Random) -> State | None:
        from hulldown.rulesets.agrav.twin import twin

        return twin(s, seat, chance)

    def questions(self) -> Mapping[str, Question]:
        from hulldown.rulesets.agrav.questions import QUESTIONS

        return QUESTIONS

    def uncoded(self) -> Mapping[str, str]:
        from hulldown.rulesets.agrav.uncoded import UNCODED

        return UNCODED
