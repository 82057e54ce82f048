"""Tank Commander as a ruleset: its files, verbs and words behind the common face."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

from hulldown.catalogue import Entry, Which
from hulldown.kernel.actions import Action
from hulldown.kernel.events import Log
from hulldown.rulesets.face.campaigning import Campaigning
from hulldown.rulesets.face.garage import BuildVerdict, Garage, UnitCard
from hulldown.rulesets.face.proof import Mirror, Question
from hulldown.rulesets.face.ruleset import (
    Explanation,
    OddsLine,
    OptionInfo,
    RosterUnit,
    Rulebook,
    Ruleset,
    ScenarioInfo,
    UnitInfo,
    Verbs,
)
from hulldown.rulesets.face.scene import Scene
from hulldown.rulesets.face.situation import Group, Posed, Told
from hulldown.rulesets.face.words import Card, Order, Refusal, Sentence, Status
from hulldown.rulesets.shared.listing import listed_options, listed_rulebook, listed_scenario, listed_units
from hulldown.rulesets.tank_commander import (
    actions,
    catalogue,
    chances,
    fate,
    garage,
    judgement,
    printing,
    text,
    verdict,
)
from hulldown.rulesets.tank_commander.campaign.entries import Written
from hulldown.rulesets.tank_commander.campaign.face import TankCampaigns
from hulldown.rulesets.tank_commander.cards import card
from hulldown.rulesets.tank_commander.catalogue import Loadout
from hulldown.rulesets.tank_commander.drawing import scene
from hulldown.rulesets.tank_commander.orders import orders
from hulldown.rulesets.tank_commander.refusals import refusal
from hulldown.rulesets.tank_commander.route import reach
from hulldown.rulesets.tank_commander.scenario import set_up
from hulldown.rulesets.tank_commander.situation.data import Situation
from hulldown.rulesets.tank_commander.state import State
from hulldown.rulesets.tank_commander.status import status
from hulldown.rulesets.tank_commander.telling import tell


def scenario_info(name: str) -> ScenarioInfo:
    """A scenario as it is listed."""
    file = catalogue.load_scenario(name)
    return listed_scenario(name, file, file.turn_limit, roster_units(file))


def roster_units(file: catalogue.Scenario) -> Iterator[RosterUnit]:
    """Who takes part, for players who bring builds of their own (TC-13.2, TC-15.11 l)."""
    units = catalogue.load_units()
    for name, force in file.units.items():
        loadout = force.loadout(units)
        printed = force.build or units.units[loadout.unit].name
        kind = units.units[loadout.unit].kind
        kinds = tuple(unit for unit, profile in units.units.items() if profile.kind == kind)
        yield RosterUnit(name, file.seat_of(force.side), kinds, printed)


class TankCommander(Ruleset):
    """Tanks with crews on a hex board."""

    id = "tank_commander"
    name = "Tank Commander"
    prefix = "TC"
    version = 2
    state = State
    verbs = Verbs(
        to_act=actions.to_act,
        legal=actions.legal,
        check=actions.check,
        apply=actions.apply,
        result=actions.result,
        estimate=judgement.estimate,
        outcome=fate.outcome,
    )

    @cache  # noqa: B019 - one instance lives as long as the process
    def scenarios(self) -> dict[str, ScenarioInfo]:
        return {name: scenario_info(name) for name in catalogue.scenario_names()}

    @cache  # noqa: B019
    def options(self) -> dict[str, OptionInfo]:
        return listed_options(catalogue.load_options())

    @cache  # noqa: B019
    def units(self) -> tuple[UnitInfo, ...]:
        file = catalogue.load_units()
        kinds = listed_units(file.units, lambda one: one.kind, lambda one: one.upgrade_points)
        return (
            *kinds,
            *listed_units(file.builds, lambda one: file.units[one.unit].kind, lambda one: one.points),
        )

    @cache  # noqa: B019
    def rulebook(self) -> Rulebook:
        return listed_rulebook(catalogue.load_rulebook())

    def files(self) -> Mapping[str, type[Entry]]:
        return {**catalogue.files(), "situation": Situation, "build": Loadout, "campaign": Written}

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

    def bonuses(self, build: Mapping[str, Any]) -> tuple[str, ...]:
        return garage.earned(build)

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

    def campaign(self) -> Campaigning:
        return TankCampaigns()

    def file_problems(self, path: Path) -> list[str] | None:
        return verdict.file_problems(path)

    def data_problems(self) -> list[str]:
        return verdict.data_problems()

    def every_order(self, s: State, seat: int) -> Iterator[Action]:
        return actions.every_order(s, seat)

    def action_text(self, s: State, a: Action) -> str:
        return text.action_text(s, a)

    def parse_action(self, s: State, seat: int, text_of: str) -> Action:
        return text.parse_action(s, seat, text_of)

    def refusal(self, code: int) -> Refusal:
        return refusal(code)

    def tell(self, s: State, a: Action | None, log: Log) -> list[Sentence]:
        return tell(s, log)

    def status(self, s: State, seat: int | None) -> Status:
        return status(s)

    def orders(self, s: State, seat: int) -> list[Order]:
        return orders(s, seat)

    def cards(self, s: State, seat: int | None) -> list[Card]:
        return [card(s, u) for u in range(s.count)]

    def scene(self, s: State, seat: int | None, unit: str = "") -> Scene:
        return scene(s, seat, unit)

    def reach(self, s: State, seat: int, unit: str = "") -> dict[str, tuple[int, list[Action]]]:
        return reach(s, seat)

    def explain(self, s: State, a: Action) -> Explanation:
        return chances.explain(s, a)

    def subject(self, s: State, a: Action) -> int:
        return chances.subject(s, a)

    def outcome_facts(self, before: State, subject: int, outcome: int) -> dict[str, Any]:
        return chances.outcome_facts(before, subject, outcome)

    def odds_lines(self, before: State, a: Action, odds: Mapping[int, Fraction]) -> list[OddsLine]:
        return chances.odds_lines(before, a, odds)

    def situations(self) -> tuple[Group, ...]:
        from hulldown.rulesets.tank_commander import situation

        return situation.form()

    def situation(self, data: Mapping[str, Any]) -> Posed:
        from hulldown.rulesets.tank_commander import situation

        return situation.pose(data)

    def situation_of(self, s: State, a: Action) -> Told | None:
        from hulldown.rulesets.tank_commander import situation

        return situation.situation_of(s, a)

    def situation_build(self, build: Mapping[str, Any]) -> dict[str, Any] | None:
        from hulldown.rulesets.tank_commander import situation

        return situation.build_values(build)

    def odds_table(self, before: State, a: Action, odds: Mapping[int, Fraction]) -> list[OddsLine]:
        from hulldown.rulesets.tank_commander import situation

        return situation.odds_table(before, a, odds)

    def lasting_table(self, before: State, a: Action, odds: Mapping[int, Fraction]) -> list[OddsLine]:
        from hulldown.rulesets.tank_commander import situation

        return situation.lasting_table(before, a, odds)

    def questions(self) -> Mapping[str, Question]:
        from hulldown.rulesets.tank_commander.questions import QUESTIONS

        return QUESTIONS

    def mirror(self, scenario: str) -> Mirror | None:
        from hulldown.rulesets.tank_commander.mirror import mirror

        return mirror(scenario)

    def uncoded(self) -> Mapping[str, str]:
        from hulldown.rulesets.tank_commander.uncoded import UNCODED

        return UNCODED
