"""Setting a battle up (CH-14.3, section 4): scenario, options and tanks become the starting position."""

from __future__ import annotations

from hulldown.catalogue import ScenarioSource
from hulldown.kernel.dice import new_dice
from hulldown.kernel.events import Log
from hulldown.kernel.records import blank
from hulldown.rulesets.chase.catalogue.scenarios import Scenario
from hulldown.rulesets.chase.catalogue.shelf import SHELF
from hulldown.rulesets.chase.codes import SIDE_TANKS, Phase
from hulldown.rulesets.chase.forces import Forces, forces_in_play
from hulldown.rulesets.chase.groundwork import (
    BAND_NAMES,
    blank_state,
    engage_duel,
    field_tank,
    set_payoffs,
)
from hulldown.rulesets.chase.state import State
from hulldown.rulesets.chase.teams import first_pairing
from hulldown.rulesets.chase.turn import advance
from hulldown.rulesets.common.scenarios import Choices

AS_PRINTED, NO_NUMBER = 0, -1  # of an option that leaves things to the scenario: a choice, a number


def set_up(scenario: ScenarioSource, options: Choices | None = None, forces: Forces | None = None) -> State:
    """The starting position of a scenario. CatalogueError names what cannot be used.

    `forces` replaces tanks by name: `{"A1": {"tank": "hornet", "crew": "veteran"}}`, or every number of a
    tank of your own (CH-17.1); in free play they are what takes the field (CH-17.4).
    """
    file = SHELF.scenario(scenario)
    s = blank_state({**file.options, **(options or {})})
    settle_terms(s, file)
    set_payoffs(s, file.stakes())
    field_sides(s, file, forces or {})
    begin(s)
    return s


def settle_terms(s: State, file: Scenario) -> None:
    """Start range, turn limit and number of duels: the scenario's, or others by an option (CH-17.3)."""
    o = s.options
    s.start_range = BAND_NAMES.index(file.start) if o.start_range == AS_PRINTED else int(o.start_range) - 1
    s.turn_limit = file.turn_limit if o.turn_limit == NO_NUMBER else int(o.turn_limit)
    s.duels = file.duels if o.duels == NO_NUMBER else int(o.duels)


def field_sides(s: State, file: Scenario, forces: Forces) -> None:
    """Every tank in its place; without `team_battle` only the first of each side (CH-14.13)."""
    tanks = forces_in_play(file, forces)
    for side, letter in enumerate("AB"):
        own = [force for name, force in tanks.items() if name.startswith(letter)]
        for i, force in enumerate(own if s.options.team_battle else own[:1]):
            field_tank(s, side * SIDE_TANKS + i, force.own or force.tank, force.crew)


def begin(s: State) -> None:
    """The first pairing (CH-14.3), then on to a decision. A team battle is never a match (CH-14.13)."""
    if s.options.team_battle:
        s.duels = 1
        first_pairing(s, blank(Log))
    else:
        engage_duel(s, s.start_range)
    s.phase = Phase.START
    advance(s, new_dice(0), blank(Log))
