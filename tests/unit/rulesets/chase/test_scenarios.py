"""From a scenario, options and tanks to the starting position of Chase."""

from pathlib import Path
from typing import Any

import pytest

from hulldown.catalogue import CatalogueError
from hulldown.rulesets.chase.catalogue import SHELF
from hulldown.rulesets.chase.setup import blank_state, engage_duel, field_tank, set_up
from hulldown.rulesets.chase.state import NO_DM, NOBODY, Band, Event, Facing, Mount, Phase, Standing, State

OWN: dict[str, Any] = {
    "hull": 1,
    "front": 4,
    "side": 3,
    "rear": 2,
    "top_speed": 0,
    "agility": 0,
    "driver": 0,
    "gunner": -3,
    "mount": "fixed",
    "weapon": {"dice": 0, "bonus": 30, "ap": 1, "range_dm": [-1, 0, 1, 2, 3, None, "-"]},
}
DUELS = {
    "even_ground": ("warden", "warden", Band.MEDIUM, 12, 3),
    "breakout": ("marten", "bulwark", Band.MEDIUM, 10, 1),
    "long_shot": ("marten", "lancer", Band.LONG, 12, 1),
    "under_the_rail": ("hornet", "auroch", Band.SHORT, 12, 1),
}


def kinds(s: State) -> list[str]:
    """The tanks on the field, in roster order."""
    names = list(SHELF.units().tanks)
    return [names[t.profile.kind] for t in s.tanks if t.standing == Standing.ACTIVE]


def pairs(s: State) -> list[tuple[int, int, int]]:
    """Who is engaged with whom, and how far apart."""
    return [(p.tank[0], p.tank[1], p.range) for p in s.pair[: s.pairs]]


def test_scenarios_stand_in_the_order_of_the_rulebook() -> None:
    printed = [*DUELS, "platoon_clash"]
    assert list(SHELF.listed_scenarios())[: len(printed)] == printed


@pytest.mark.parametrize("name", DUELS)
def test_duels_are_set_up_as_printed(name: str) -> None:
    """CH-2.6, CH-12.5, CH-12.6: tanks, range, turns, payoffs; then both owe an order (CH-3.1)."""
    first, second, start, turns, duels = DUELS[name]
    s = set_up(SHELF, name)
    assert kinds(s) == [first, second]
    assert pairs(s) == [(0, 6, start)]
    assert (s.turn_limit, s.duels, s.turn, s.phase) == (turns, duels, 1, Phase.ORDERS)
    assert s.payoffs[Event.DESTROY_B] == 240
    assert s.payoffs[Event.ESC_B] == (-240 if name == "breakout" else 120)
    assert s.limit_fixed == (1 if name == "breakout" else 0)
    assert all(t.now.hull == t.profile.hull for t in s.tanks)


def test_breakout_is_won_by_whoever_gets_what_it_wants() -> None:
    """Scenario S2, CH-12.5: escapes cost the hunter all, the turn limit is worth all to it."""
    worth = set_up(SHELF, "breakout").payoffs
    assert worth[Event.ESC_A] == worth[Event.ESC_BOTH] == -240
    assert (worth[Event.BOTH], worth[Event.LIMIT]) == (0, 240)


def test_a_team_battle_pairs_off() -> None:
    """CH-14.3: the i-th against the i-th at the start range; 300 points a side."""
    s = set_up(SHELF, "platoon_clash")
    assert kinds(s) == ["warden", "marten", "lancer", "anvil", "hornet", "marten"]
    assert pairs(s) == [(0, 6, Band.MEDIUM), (1, 7, Band.MEDIUM), (2, 8, Band.MEDIUM)]
    assert [sum(t.profile.points for t in half) for half in (s.tanks[:6], s.tanks[6:])] == [300, 300]


def test_team_battle_can_be_switched_in_every_scenario() -> None:
    """CH-14.13: without it the first tanks fight a duel; with it a match is one battle."""
    duel = set_up(SHELF, "platoon_clash", {"team_battle": False})
    assert kinds(duel) == ["warden", "anvil"]
    assert pairs(duel) == [(0, 6, Band.MEDIUM)]
    battle = set_up(SHELF, "even_ground", {"team_battle": True})
    assert (battle.duels, pairs(battle)) == (1, [(0, 6, Band.MEDIUM)])


def test_what_is_absent_is_nobody() -> None:
    s = blank_state()
    assert all((t.standing, t.profile.kind, t.aim) == (Standing.ABSENT, NOBODY, NOBODY) for t in s.tanks)
    assert (s.winner, s.given_up, s.event, s.pairs, s.count) == (-1, NOBODY, Event.NONE, 0, [0, 0])


def test_a_blank_field_becomes_a_duel() -> None:
    """CH-2.6: what questions and the solver build on."""
    s = blank_state({"ram_test": "same"})
    field_tank(SHELF, s, 0, "anvil", "green")
    field_tank(SHELF, s, 6, OWN)
    pair = engage_duel(s, Band.CLOSE)
    assert s.options.ram_test == 1
    assert (pair.tank, pair.range, s.count) == ([0, 6], Band.CLOSE, [1, 1])
    assert s.tanks[0].profile.points == 85
    with pytest.raises(CatalogueError, match='unknown option "ramtest"'):
        blank_state({"ramtest": "same"})
    with pytest.raises(CatalogueError, match=r"option ram_test: .* \(CH-8.6\)"):
        blank_state({"ram_test": "never"})


# ---------------------------------------------------------------- tanks of players


def test_a_player_fields_another_tank_or_crew() -> None:
    s = set_up(SHELF, "even_ground", None, {"A1": {"tank": "hornet"}, "B1": {"crew": "veteran"}})
    assert kinds(s) == ["hornet", "warden"]
    mine, theirs = s.tanks[0].profile, s.tanks[6].profile
    assert (mine.driver, mine.gunner, mine.points, mine.range_dm[Band.CLOSE]) == (2, 2, 100, NO_DM)
    assert (theirs.driver, theirs.gunner, theirs.points) == (3, 3, 120)


def test_a_player_fields_a_tank_of_an_own_kind() -> None:
    """CH-10.2: a range DM that is missing is a band at which it cannot fire; CH-10.3: its mount."""
    profile = set_up(SHELF, "even_ground", None, {"B1": OWN}).tanks[6].profile
    assert profile.kind == profile.crew == profile.weapon == NOBODY
    assert profile.range_dm == [-1, 0, 1, 2, 3, NO_DM, NO_DM]
    assert [profile.armor[facing] for facing in (Facing.FRONT, Facing.LEFT, Facing.RIGHT, Facing.REAR)] == [
        4,
        3,
        3,
        2,
    ]
    assert (profile.mount, profile.gunner, profile.points) == (Mount.FIXED, -3, 100)
    listed = set_up(SHELF, "even_ground", None, {"A1": OWN | {"weapon": "howitzer"}}).tanks[0].profile
    assert (listed.weapon, listed.dice, listed.bonus) == (4, 5, 2)


REFUSED = [
    ({"A2": {}}, 'unknown unit "A2"; there is A1, B1'),
    ({"A1": {"tank": "hornt"}}, 'unit A1: tank: unknown tank "hornt"; did you mean "hornet"?'),
    ({"A1": {"crew": "vetran"}}, 'unit A1: crew: unknown crew "vetran"; did you mean "veteran"?'),
    ({"A1": {"crew": 3}}, "unit A1: crew: must be text in quotes, not 3"),
    ({"A1": OWN | {"hull": 13}}, "unit A1: hull: must be at most 12, not 13"),
    ({"A1": OWN | {"weapon": "cannon"}}, 'unit A1: weapon: unknown weapon "cannon"'),
    ({"A1": OWN | {"wings": 2}}, "unit A1: wings: unknown key"),
]


@pytest.mark.parametrize(("forces", "said"), REFUSED)
def test_a_tank_that_cannot_be_fielded_is_named(forces: dict[str, Any], said: str) -> None:
    with pytest.raises(CatalogueError) as refused:
        set_up(SHELF, "even_ground", None, forces)
    assert str(refused.value).startswith(said)


def test_a_scenario_of_your_own_is_played_by_path(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    text = (SHELF.folder / "scenarios" / "long_shot.toml").read_text(encoding="utf-8")
    path.write_text(text.replace('"Long"', '"Very Long"').replace('"marten"', '"kestrel"'), encoding="utf-8")
    s = set_up(SHELF, path)
    assert kinds(s) == ["kestrel", "lancer"]
    assert pairs(s) == [(0, 6, Band.VERY_LONG)]
    assert set_up(SHELF, str(path)).start_range == Band.VERY_LONG
