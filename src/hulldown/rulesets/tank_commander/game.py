"""Tank Commander: tanks with crews on a hex board."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from hulldown.rulesets.face.files import Files, OptionInfo, RosterUnit, Rulebook, ScenarioInfo, UnitInfo
from hulldown.rulesets.face.garage import Builds
from hulldown.rulesets.face.odds import Reckoning, explained_last, of_last
from hulldown.rulesets.face.proof import Proof
from hulldown.rulesets.face.ruleset import Ruleset, Speech, Table, Verbs
from hulldown.rulesets.face.situation import Situations
from hulldown.rulesets.shared.listing import listed_options, listed_rulebook, listed_scenario, listed_units
from hulldown.rulesets.tank_commander import (
    actions,
    catalogue,
    chances,
    fate,
    garage,
    judgement,
    mirror,
    printing,
    situation,
    text,
    uncoded,
    verdict,
)
from hulldown.rulesets.tank_commander.campaign.entries import Written
from hulldown.rulesets.tank_commander.campaign.face import TankCampaigns
from hulldown.rulesets.tank_commander.cards import cards
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


@cache
def scenarios() -> dict[str, ScenarioInfo]:
    """The scenarios that come with the game."""
    return {name: scenario_info(name) for name in catalogue.scenario_names()}


@cache
def options() -> dict[str, OptionInfo]:
    """The rule variants."""
    return listed_options(catalogue.load_options())


@cache
def units() -> tuple[UnitInfo, ...]:
    """The kinds of unit, then the sample builds."""
    file = catalogue.load_units()
    kinds = listed_units(file.units, lambda one: one.kind, lambda one: one.upgrade_points)
    return (
        *kinds,
        *listed_units(file.builds, lambda one: file.units[one.unit].kind, lambda one: one.points),
    )


@cache
def rulebook() -> Rulebook:
    """The numbered rules."""
    return listed_rulebook(catalogue.load_rulebook())


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


RULESET = Ruleset(
    id="tank_commander",
    name="Tank Commander",
    prefix="TC",
    version=2,
    state=State,
    verbs=Verbs(
        to_act=actions.to_act,
        legal=actions.legal,
        check=actions.check,
        apply=actions.apply,
        result=actions.result,
        estimate=judgement.estimate,
        outcome=fate.outcome,
    ),
    files=Files(
        scenarios=scenarios,
        options=options,
        units=units,
        rulebook=rulebook,
        models={**catalogue.files(), "situation": Situation, "build": Loadout, "campaign": Written},
        file_problems=verdict.file_problems,
        data_problems=verdict.data_problems,
    ),
    set_up=set_up,
    speech=Speech(action_text=text.action_text, parse_action=text.parse_action, refusal=refusal, tell=tell),
    table=Table(status=status, orders=orders, cards=cards, scene=scene, reach=reach),
    odds=Reckoning(
        explain=explained_last(chances.explain),
        subject=chances.subject,
        facts=chances.outcome_facts,
        lines=of_last(chances.odds_lines),
        table=of_last(situation.odds_table),
        lasting=situation.lasting_table,
    ),
    every=actions.every_order,
    builds=Builds(
        judge=verdict.judge,
        garage=garage.garage,
        card=printing.unit_card,
        read=garage.read_build,
        write=garage.write_build,
        dressed=garage.dressed,
        bonuses=garage.earned,
    ),
    situations=Situations(
        form=lambda own: situation.form(),
        pose=situation.pose,
        of_order=lambda s, a, forces: situation.situation_of(s, a),
        fields=situation.build_values,
    ),
    campaign=TankCampaigns(),
    proof=Proof(mirror=mirror.mirror, uncoded=uncoded.UNCODED),
)
