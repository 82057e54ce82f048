"""Chase as a ruleset: its files, verbs and words behind the common face."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

from hulldown.catalogue import Entry, Which
from hulldown.kernel.actions import Action, make
from hulldown.kernel.events import Log
from hulldown.rulesets.chase import actions, catalogue, chances, fate, judgement, listing, situation, text
from hulldown.rulesets.chase.cards import card
from hulldown.rulesets.chase.codes import NOBODY, Verb
from hulldown.rulesets.chase.drawing import scene
from hulldown.rulesets.chase.ending import result
from hulldown.rulesets.chase.explaining import explain
from hulldown.rulesets.chase.naming import tanks
from hulldown.rulesets.chase.orders import orders
from hulldown.rulesets.chase.refusals import refusal
from hulldown.rulesets.chase.scenario import set_up
from hulldown.rulesets.chase.situation.data import Situation
from hulldown.rulesets.chase.state import State
from hulldown.rulesets.chase.status import status
from hulldown.rulesets.chase.telling import tell
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
from hulldown.rulesets.face.solving import Solving
from hulldown.rulesets.face.thinking import Thinker
from hulldown.rulesets.face.words import Card, Order, Refusal, Sentence, Status


class Chase(Ruleset):
    """A tank duel without a map: secret manoeuvres, ramming, gunnery."""

    id = "chase"
    name = "Chase"
    prefix = "CH"
    version = 2  # since then the letters of tanks stay with the players of a match (CH-12.7)
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

    def every_order(self, s: State, seat: int) -> list[Action]:
        """What is offered, and to surrender where that may be done (CH-12.4): nothing else is left out."""
        offered = list(super().every_order(s, seat))
        surrender = make(seat, Verb.SURRENDER)
        return offered if actions.check(s, seat, surrender) else [*offered, surrender]

    def order_of(self, version: int, s: State, seat: int, text_of: str) -> str:
        return text.relettered(s, seat, text_of) if version < 2 else text_of

    def refusal(self, code: int) -> Refusal:
        return refusal(code)

    def tell(self, s: State, a: Action | None, log: Log) -> list[Sentence]:
        return tell(s, log)

    def secret(self, a: Action) -> bool:
        """CH-4.3: orders are chosen secretly."""
        return bool(a.verb == Verb.ORDER)

    def status(self, s: State, seat: int | None) -> Status:
        return status(s, seat)

    def orders(self, s: State, seat: int) -> list[Order]:
        return orders(s, seat)

    def cards(self, s: State, seat: int | None) -> list[Card]:
        return [card(s, t) for t in tanks(s)]

    def scene(self, s: State, seat: int | None, unit: str = "") -> Scene:
        return scene(s, seat, unit)

    def explain(self, s: State, a: Action) -> Explanation:
        return explain(s, a)

    def outcome_facts(self, before: State, subject: int, outcome: int) -> dict[str, Any]:
        return chances.outcome_facts(outcome)

    def own_odds(self, s: State, a: Action) -> Mapping[int, Fraction] | None:
        return chances.own_odds(s, a)

    def own_plan(self, s: State, plan: Sequence[Action], subject: int) -> Mapping[int, Fraction] | None:
        return chances.plan_odds(s, plan, subject) if subject != NOBODY else None

    def plan_lines(
        self, before: State, plan: Sequence[Action], subject: int, chances_of: Mapping[int, Fraction]
    ) -> list[OddsLine]:
        if len(plan) == 1:
            return chances.odds_lines(before, plan[0], chances_of)
        return chances.fate_lines(before, subject, chances_of) if subject != NOBODY else []

    def odds_lines(self, before: State, a: Action, odds: Mapping[int, Fraction]) -> list[OddsLine]:
        return chances.odds_lines(before, a, odds)

    def situations(self) -> tuple[Group, ...]:
        return situation.form()

    def situation(self, data: Mapping[str, Any]) -> Posed:
        return situation.pose(data)

    def situation_of(self, s: State, a: Action) -> Told | None:
        return situation.situation_of(s, a)

    def odds_table(self, before: State, a: Action, odds: Mapping[int, Fraction]) -> list[OddsLine]:
        return situation.odds_table(before, a, odds)

    def thinkers(self) -> tuple[Thinker, ...]:
        from hulldown.rulesets.chase.equilibrium.players import THINKERS

        return THINKERS

    def solving(self) -> Solving:
        from hulldown.rulesets.chase.equilibrium.face import ChaseSolving

        return ChaseSolving()

    def questions(self) -> Mapping[str, Question]:
        from hulldown.rulesets.chase.questions import QUESTIONS

        return QUESTIONS

    def uncoded(self) -> Mapping[str, str]:
        from hulldown.rulesets.chase.uncoded import UNCODED

        return UNCODED
