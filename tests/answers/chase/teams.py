"""Team battles (CH-14)."""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from hulldown.conformance.answers import ask
from hulldown.rulesets.chase import turn
from hulldown.rulesets.chase.catalogue import SHELF
from hulldown.rulesets.chase.setup import blank_state, field_tank
from hulldown.rulesets.chase.state import SIDE_TANKS, TANKS, Standing, State, side_of
from hulldown.rulesets.chase.victory import side_score
from hulldown.rulesets.chase.words import roster_name
from hulldown.rulesets.common.explanation import OFF

from .posing import PLAIN, band_of, band_word


def place_of(name: str) -> int:
    """A tank's place in the roster: "b2"."""
    return "ab".index(name[0]) * SIDE_TANKS + int(name[1:]) - 1


def name_of(t: int) -> str:
    return roster_name(side_of(t), t).lower()


def battle(names: Iterable[str]) -> State:
    """A team battle of plain tanks that nobody has paired yet."""
    s = blank_state({"team_battle": True})
    for name in names:
        field_tank(SHELF, s, place_of(name), PLAIN)
    return s


def engaged(name: str, ranges: Mapping[str, str], *others: str) -> State:
    """A battle in which a tank is engaged with some at given ranges, and others are there."""
    s = battle([name, *others, *ranges])
    for other, band in ranges.items():
        turn.engage(s, place_of(name), place_of(other), band_of(band), turn.DUEL, OFF)
    return s


def joined(s: State, free: str, target: str) -> str | None:
    """A free tank joins another if it may; the range between both, None if it may not."""
    f, t = place_of(free), place_of(target)
    if turn.why_not_join(s, f, t):
        return None
    turn.join(s, f, t, OFF)
    return band_word(int(s.pair[turn.pair_of(s, t, f)].range))


def first_pairing(roster_a: Sequence[str], roster_b: Sequence[str], start: str) -> dict[str, Any]:
    """Who meets whom, who leads and who is in the wing; of a duel side A's tank leads (CH-14.3)."""
    s = battle([*roster_a, *roster_b])
    s.start_range = band_of(start)
    turn.first_pairing(s, OFF)
    wings: dict[int, list[str]] = {}
    for p in s.pair[: s.pairs]:
        assert p.range == s.start_range
        a, b = int(p.tank[0]), int(p.tank[1])
        lead, other = (b, a) if turn.opponents(s, b) > 1 else (a, b)
        wings.setdefault(lead, []).append(name_of(other))
    active = [t for t in range(TANKS) if s.tanks[t].standing == Standing.ACTIVE]
    return {
        "engagements": [{"lead": name_of(lead), "wing": wing} for lead, wing in wings.items()],
        "reserve": [name_of(t) for t in active if turn.opponents(s, t) == 0],
    }


def join(free: str, target: str, target_ranges: Mapping[str, str]) -> str | None:
    """A free tank joins a wing (CH-14.4 b)."""
    return joined(engaged(target, target_ranges, free), free, target)


def relieve(free: str, engagement: Any, ranges: Mapping[str, str], chosen: str) -> dict[str, Any]:
    """A free tank relieves a wing tank's lead of it (CH-14.4 a)."""
    lead, wing = engagement["lead"], engagement["wing"]
    s = engaged(lead, ranges, free)
    band = joined(s, free, chosen)
    left = [name for name in wing if turn.pair_of(s, place_of(name), place_of(lead)) >= 0]
    duel = [chosen, free] if band else None
    return {"duel": duel, "range": band, "left": {"lead": lead, "wing": left}}


def team_score(destroyed_enemy_points: Sequence[int], escaped_enemy_points: Sequence[int]) -> Fraction:
    """The score of a side (CH-14.10)."""
    fates = [(points, Standing.DESTROYED) for points in destroyed_enemy_points]
    fates += [(points, Standing.ESCAPED) for points in escaped_enemy_points]
    s = battle(f"b{number}" for number in range(1, len(fates) + 1))
    for t, (points, standing) in enumerate(fates, SIDE_TANKS):
        s.tanks[t].profile.points, s.tanks[t].standing = points, standing
    return Fraction(side_score(s, 0), 2)


ANSWERS = {
    "first_pairing": ask(first_pairing),
    "join": ask(join, give="range"),
    "relieve": ask(relieve),
    "team_score": ask(team_score, give="score"),
}
