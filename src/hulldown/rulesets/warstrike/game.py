"""WarStrike as a ruleset: its files, verbs and words behind the common face."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any

from hulldown.catalogue import Entry, Which
from hulldown.kernel.actions import Action
from hulldown.kernel.events import Log
from hulldown.rulesets.face.proof import Question
from hulldown.rulesets.face.reckoning import Note
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
from hulldown.rulesets.warstrike import (
    actions,
    catalogue,
    chances,
    drawing,
    fate,
    judgement,
    listing,
    route,
    text,
)
from hulldown.rulesets.warstrike.cards import card
from hulldown.rulesets.warstrike.explaining import explain
from hulldown.rulesets.warstrike.orders import orders
from hulldown.rulesets.warstrike.refusals import refusal, refused
from hulldown.rulesets.warstrike.scenario import set_up
from hulldown.rulesets.warstrike.situation.asking import pose
from hulldown.rulesets.warstrike.situation.data import Situation, form
from hulldown.rulesets.warstrike.situation.recasting import situation_of
from hulldown.rulesets.warstrike.state import State
from hulldown.rulesets.warstrike.status import status
from hulldown.rulesets.warstrike.telling import tell
from hulldown.rulesets.warstrike.victory import result


class WarStrike(Ruleset):
    """Squads in orderly and disorderly movement, six actions, suppression."""

    id = "warstrike"
    name = "WarStrike"
    prefix = "WS"
    version = 1
    state = State
    verbs = Verbs(
        to_act=actions.to_act,
        legal=actions.legal,
        check=actions.check,
        apply=actions.apply,
        result=result,
        estimate=judgement.estimate,
        outcome=fate.outcome,
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
        return {**catalogue.files(), "situation": Situation}

    def set_up(
        self,
        scenario: Which,
        options: Mapping[str, str | int | bool] | None = None,
        forces: Mapping[str, Mapping[str, Any]] | None = None,
    ) -> State:
        return set_up(scenario, options, forces)

    def file_problems(self, path: Path) -> list[str] | None:
        return catalogue.file_problems(path)

    def data_problems(self) -> list[str]:
        return catalogue.data_problems()

    def action_text(self, s: State, a: Action) -> str:
        return text.action_text(s, a)

    def parse_action(self, s: State, seat: int, text_of: str) -> Action:
        return text.parse_action(s, seat, text_of)

    def every_order(self, s: State, seat: int) -> Iterable[Action]:
        return actions.every_order(s, seat)

    def refusal(self, code: int) -> Refusal:
        return refusal(code)

    def refused(self, s: State, a: Action, code: int) -> Refusal:
        return refused(s, a, code)

    def tell(self, s: State, a: Action | None, log: Log) -> list[Sentence]:
        return tell(s, a, log)

    def status(self, s: State, seat: int | None) -> Status:
        return status(s, seat)

    def orders(self, s: State, seat: int) -> list[Order]:
        return orders(s, seat)

    def cards(self, s: State, seat: int | None) -> list[Card]:
        return [card(s, k) for k in range(s.units)]

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

    def situations(self) -> tuple[Group, ...]:
        return form()

    def situation(self, data: Mapping[str, Any]) -> Posed:
        return pose(data)

    def situation_of(self, s: State, a: Action) -> Told | None:
        return situation_of(s, a)

    def questions(self) -> Mapping[str, Question]:
        from hulldown.rulesets.warstrike.questions import QUESTIONS

        return QUESTIONS

    def uncoded(self) -> Mapping[str, str]:
        from hulldown.rulesets.warstrike.uncoded import UNCODED

        return UNCODED
