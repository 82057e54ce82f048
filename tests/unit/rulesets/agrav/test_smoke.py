"""Smoke and its dischargers (AG-3.10, AG-3.11, AG-22)."""

from __future__ import annotations

from tests.unit.rulesets.agrav.range import ground, stand, thrown, told

from hulldown.rulesets.agrav.events import Why, smoke_laid
from hulldown.rulesets.agrav.state import NOBODY, Ground, State, Way, tile_at
from hulldown.rulesets.agrav.table import lay_smoke, make_smoke, tick_smoke, why_not_smoke


def field() -> State:
    """A kestrel with a discharger in the middle, a wall, a structure."""
    s = ground(("............", "...#........", "....H.......", "............", "............"))
    stand(s, 0, "kestrel", (5, 3), Way.N)
    stand(s, 1, "terrier", (11, 0), Way.S)
    return s


def why(s: State, *tiles: tuple[int, int]) -> Why:
    """The first reason against smoke on these tiles."""
    where = [tile_at(*tile) for tile in tiles] + [NOBODY, NOBODY]
    return Why.of(why_not_smoke(s, 0, where[0], where[1], where[2]))


def test_where_smoke_goes() -> None:
    """AG-22.1: up to 3 different tiles within 2, no structures, walls or gates; its own tile is fine."""
    s = field()
    assert why(s, (5, 3), (7, 1), (6, 2)) == Why.ALLOWED
    assert why(s, (6, 2)) == Why.ALLOWED
    for wrong in ((8, 3), (4, 2), (3, 1), (5, 5)):
        assert why(s, wrong) == Why.SMOKE_TARGET
        assert why(s, (5, 3), wrong) == Why.SMOKE_TARGET
        assert why(s, (5, 3), (6, 2), wrong) == Why.SMOKE_TARGET
    assert why(s, (6, 2), (6, 2)) == Why.SMOKE_TARGET
    assert why(s, (6, 2), (5, 3), (5, 3)) == Why.SMOKE_TARGET
    assert Why.of(why_not_smoke(s, 0, NOBODY, NOBODY, NOBODY)) == Why.SMOKE_TARGET
    s.ground[tile_at(6, 3)] = Ground.GATE
    assert why(s, (6, 3)) == Why.SMOKE_TARGET


def test_uses() -> None:
    """AG-22.1: two uses a discharger, once in an own turn."""
    s = field()
    assert s.units[0].smoke == 2
    s = thrown(s, lambda to, d, e: make_smoke(to, 0, tile_at(6, 2), NOBODY, tile_at(7, 2), e))
    assert (s.smoke[tile_at(6, 2)], s.smoker[tile_at(7, 2)]) == (3, 0)
    assert told(smoke_laid)[0].left == 1
    assert why(s, (6, 2)) == Why.SMOKE_USED
    s.units[0].smoked, s.units[0].smoke = 0, 0
    assert why(s, (6, 2)) == Why.SMOKE_USED
    assert Why.of(why_not_smoke(s, 1, tile_at(11, 1), NOBODY, NOBODY)) == Why.SMOKE_USED  # it has none


def test_smoke_hides_at_once_and_clears_when_it_is_gone() -> None:
    """AG-3.11, AG-4.4: three starts of its side's turn."""
    s = field()
    s.ground[tile_at(3, 1)] = Ground.CLEAR
    assert s.units[0].sees == 2
    s = thrown(s, lambda to, d, e: make_smoke(to, 0, tile_at(5, 3), NOBODY, NOBODY, e))
    for counter in (2, 1, 0):
        assert s.units[0].sees == 0
        s.side = 1
        tick_smoke(s)  # the other side's turn does nothing
        s.side = 0
        tick_smoke(s)
        assert s.smoke[tile_at(5, 3)] == counter
    assert s.units[0].sees == 2


def test_smoke_of_a_scenario_ticks_from_round_2() -> None:
    """AG-3.11: with the first side."""
    s = field()
    s.smoke[tile_at(1, 1)], s.smoker[tile_at(1, 1)] = 2, 0
    s.round = 1
    tick_smoke(s)
    assert s.smoke[tile_at(1, 1)] == 2
    s.round = 2
    tick_smoke(s)
    assert s.smoke[tile_at(1, 1)] == 1


def test_smoke_on_smoke() -> None:
    """AG-3.11: the counter is set to the higher value."""
    s = field()
    s.smoke[tile_at(6, 3)], s.smoker[tile_at(6, 3)] = 1, 1
    lay_smoke(s, tile_at(6, 3), 0)
    assert (s.smoke[tile_at(6, 3)], s.smoker[tile_at(6, 3)]) == (3, 0)
