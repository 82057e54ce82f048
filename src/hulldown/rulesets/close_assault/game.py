"""Close Assault as a ruleset: its files, verbs and words behind the common face."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any

from hulldown.catalogue import Entry, Which
from hulldown.kernel.actions import Action
from hulldown.kernel.events import Log
from hulldown.rulesets.close_assault import (
    actions,
    catalogue,
    chances,
    drawing,
    fate,
    garage,
    judgement,
    listing,
    printing,
    reports,
    route,
    text,
    verdict,
)
from hulldown.rulesets.close_assault.blueprint import Blueprint
from hulldown.rulesets.close_assault.cards import card
from hulldown.rulesets.close_assault.codes import Verb
from hulldown.rulesets.close_assault.countable import every_order
from hulldown.rulesets.close_assault.explaining import explain
from hulldown.rulesets.close_assault.orders import orders
from hulldown.rulesets.close_assault.refusals import refusal
from hulldown.rulesets.close_assault.scenario import set_up
from hulldown.rulesets.close_assault.situation.asking import pose
from hulldown.rulesets.close_assault.situation.data import Situation, form, form_with, own_sheets, own_unit
from hulldown.rulesets.close_assault.situation.recasting import situation_of
from hulldown.rulesets.close_assault.state import State
from hulldown.rulesets.close_assault.status import status
from hulldown.rulesets.close_assault.telling import tell
from hulldown.rulesets.close_assault.victory import result
from hulldown.rulesets.face.garage import BuildVerdict, Garage, UnitCard
from hulldown.rulesets.face.proof import Question
from hulldown.rulesets.face.reckoning import Note
from hulldown.rulesets.face.reporting import Findings, Report
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
from hulldown.rulesets.face.scene import PlaneScene
from hulldown.rulesets.face.situation import Group, Posed, Told
from hulldown.rulesets.face.words import Card, Order, Refusal, Sentence, Status


class CloseAssault(Ruleset):
    """Arc-dependent close combat of vehicles on a continuous table."""

    id = "close_assault"
    name = "Close Assault"
    prefix = "CA"
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
        veil=actions.veil,
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

    def every_order(self, s: State, seat: int) -> list[Action]:
        return every_order(s, seat)

    def refusal(self, code: int) -> Refusal:
        return refusal(code)

    def tell(self, s: State, a: Action | None, log: Log) -> list[Sentence]:
        return tell(s, a, log)

    def status(self, s: State, seat: int | None) -> Status:
        return status(s, seat)

    def orders(self, s: State, seat: int) -> list[Order]:
        return orders(s, seat)

    def cards(self, s: State, seat: int | None) -> list[Card]:
        return [card(s, k) for k in range(s.detachments)]

    def scene(self, s: State, seat: int | None, unit: str = "") -> PlaneScene:
        return drawing.scene(s, seat, unit)

    def reach(self, s: State, seat: int, unit: str = "") -> dict[str, tuple[int, list[Action]]]:
        return route.reach(s, seat, unit)

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

    def lasting_table(self, before: State, a: Action, odds: Mapping[int, Fraction]) -> list[OddsLine]:
        return chances.lasting_table(before, a, odds)

    def averages(self, before: State, subject: int, odds: Mapping[int, Fraction]) -> tuple[Note, ...]:
        return chances.averages(before, subject, odds)

    def own_odds(self, s: State, a: Action) -> Mapping[int, Fraction] | None:
        return chances.own_odds(s, a)

    def secret(self, a: Action) -> bool:
        """CA-3.4: both sides choose all orders in secret."""
        return bool(a.verb == Verb.ORDER)

    def situations(self) -> tuple[Group, ...]:
        return form()

    def situations_with(self, own: Mapping[str, Any]) -> tuple[Group, ...]:
        return form_with(own_sheets(own)) if own else form()

    def situation_unit(self, build: Mapping[str, Any]) -> tuple[str, dict[str, Any]] | None:
        return own_unit(build)

    def situation(self, data: Mapping[str, Any]) -> Posed:
        return pose(data)

    def situation_of(self, s: State, a: Action) -> Told | None:
        return situation_of(s, a)

    def situation_at(self, s: State, a: Action, forces: Mapping[str, Mapping[str, Any]]) -> Told | None:
        return situation_of(s, a, forces)

    def reports(self) -> tuple[Report, ...]:
        return reports.reports()

    def report(self, name: str, data: Mapping[str, Any]) -> Findings:
        return reports.report(name, data, self.name)

    def questions(self) -> Mapping[str, Question]:
        from hulldown.rulesets.close_assault.questions import QUESTIONS

        return QUESTIONS

    def uncoded(self) -> Mapping[str, str]:
        from hulldown.rulesets.close_assault.uncoded import UNCODED

        return UNCODED
