"""Questions about team battles (CH-14)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any

from hulldown.conformance.answers import Answer, Given
from hulldown.rulesets.chase.codes import SIDE_TANKS, TANKS, Standing
from hulldown.rulesets.chase.ending import side_score
from hulldown.rulesets.chase.groundwork import blank_state, field_tank
from hulldown.rulesets.chase.naming import named
from hulldown.rulesets.chase.state import State, side_of
from hulldown.rulesets.chase.teams import DUEL, engage, first_pairing, join, opponents, pair_of, why_not_join
from hulldown.rulesets.shared.dicing import OFF

from .posing import PLAIN, band_of, band_word

TEAM = {"team_battle": True}


def place_of(name: str) -> int:
    """A tank's place in the roster: "b2"."""
    return "ab".index(name[0]) * SIDE_TANKS + int(name[1:]) - 1


def name_of(t: int) -> str:
    """A tank's name."""
    return named(side_of(t), t).lower()


def battle(names: Iterable[str]) -> State:
    """A team battle of plain tanks that nobody has paired yet."""
    s = blank_state(TEAM)
    for name in names:
        field_tank(s, place_of(name), PLAIN)
    return s


def pair_up(s: State, name: str, ranges: Mapping[str, str]) -> None:
    """Engage a tank with others at given ranges."""
    for other, band in ranges.items():
        engage(s, place_of(name), place_of(other), band_of(band), DUEL, OFF)


def engagements(s: State) -> list[dict[str, Any]]:
    """Who leads and who is in the wing; of a duel side A's tank leads."""
    found: dict[int, list[str]] = {}
    for p in s.pair[: s.pairs]:
        a, b = int(p.tank[0]), int(p.tank[1])
        lead, other = (b, a) if opponents(s, b) > 1 else (a, b)
        found.setdefault(lead, []).append(name_of(other))
    return [{"lead": name_of(lead), "wing": wing} for lead, wing in found.items()]


def reserve(s: State) -> list[str]:
    """Active tanks that nobody is engaged with."""
    active = (t for t in range(TANKS) if s.tanks[t].standing == Standing.ACTIVE)
    return [name_of(t) for t in active if opponents(s, t) == 0]


def range_between(s: State, one: str, other: str) -> str | None:
    """The range of two tanks."""
    return band_word(int(s.pair[pair_of(s, place_of(one), place_of(other))].range))


def ask_first_pairing(given: Given) -> Answer:
    """Who meets whom (CH-14.3)."""
    s = battle([*given["roster_a"], *given["roster_b"]])
    s.start_range = band_of(given["start"])
    first_pairing(s, OFF)
    assert all(p.range == s.start_range for p in s.pair[: s.pairs])
    return {"engagements": engagements(s), "reserve": reserve(s)}


def ask_join(given: Given) -> Answer:
    """A free tank joins a wing (CH-14.4 b)."""
    free, target, ranges = given["free"], given["target"], given["target_ranges"]
    s = battle([free, target, *ranges])
    pair_up(s, target, ranges)
    if why_not_join(s, place_of(free), place_of(target)):
        return {"range": None}
    join(s, place_of(free), place_of(target), OFF)
    return {"range": range_between(s, free, target)}


def ask_relieve(given: Given) -> Answer:
    """A free tank relieves a wing tank's lead of it (CH-14.4 a)."""
    free, lead, chosen = given["free"], given["engagement"]["lead"], given["chosen"]
    s = battle([free, lead, *given["engagement"]["wing"]])
    pair_up(s, lead, given["ranges"])
    if why_not_join(s, place_of(free), place_of(chosen)):
        return {"duel": None}
    join(s, place_of(free), place_of(chosen), OFF)
    wing = [name for name in given["engagement"]["wing"] if pair_of(s, place_of(name), place_of(lead)) >= 0]
    return {
        "duel": [chosen, free],
        "range": range_between(s, chosen, free),
        "left": {"lead": lead, "wing": wing},
    }


def ask_team_score(given: Given) -> Answer:
    """The score of a side (CH-14.10)."""
    fates = [(points, Standing.DESTROYED) for points in given["destroyed_enemy_points"]]
    fates += [(points, Standing.ESCAPED) for points in given["escaped_enemy_points"]]
    s = battle(f"b{number}" for number in range(1, len(fates) + 1))
    for t, (points, standing) in enumerate(fates, SIDE_TANKS):
        s.tanks[t].profile.points, s.tanks[t].standing = points, standing
    return {"score": Fraction(side_score(s, 0), 2)}
