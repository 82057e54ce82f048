"""What the target of an attack looks like after it: who fell, how many markers, what its next check needs."""

from __future__ import annotations

from fractions import Fraction

from hulldown.kernel.records import copy
from hulldown.rulesets.shared.dicing import OFF, gathered
from hulldown.rulesets.warstrike.aiming import FACES
from hulldown.rulesets.warstrike.casualties import closest_casualty, finish, take_result
from hulldown.rulesets.warstrike.checks import check_dice, check_target, must_check
from hulldown.rulesets.warstrike.codes import NOBODY
from hulldown.rulesets.warstrike.removing import living
from hulldown.rulesets.warstrike.snap_fire import from_snap_points
from hulldown.rulesets.warstrike.state import State, lasts
from hulldown.rulesets.warstrike.suppression import markers_after

NEVER = Fraction(0)


class Aftermath:
    """The target after each number of kill results: the closest fall (WS-11.17, WS-11.22, WS-2.6).

    The position is marked for the attack. `elsewhere`: it was met at its snap points and goes back (WS-12.5).
    """

    def __init__(self, table: State, elsewhere: bool) -> None:
        """Take kill results one by one until nobody is left to take one."""
        self._target, self._options = int(table.target), table.options
        u = table.unit[self._target]
        self._markers, self._nv = int(u.markers), int(table.profile[u.profile].nv)
        whole, self._after = living(table, self._target), []
        hurt, fallen = copy(table), []
        while True:
            fallen.append(whole - living(hurt, self._target))
            self._after.append(settled(hurt, elsewhere))
            m = closest_casualty(hurt)
            if m == NOBODY:
                break
            hurt.kills = 1
            take_result(hurt, m, OFF)
        self.fallen = tuple(fallen)
        self._known: dict[tuple[int, int], Fraction] = {}

    @property
    def most(self) -> int:
        """As many kill results as can be taken."""
        return len(self.fallen) - 1

    def total(self, hits: int) -> int:
        """The markers of the unit after so many hits (WS-6.9)."""
        return markers_after(self._options, self._markers, hits, self._nv)

    def gained(self, hits: int) -> int:
        """The markers that so many hits add, as far as it may have them (WS-6.9)."""
        return self.total(hits) - self._markers

    def failing(self, hits: int, results: int) -> Fraction:
        """The chance that the unit fails its next check after so many hits and kill results (WS-6.7)."""
        key = self.total(hits), results
        if key not in self._known:
            table = self._after[results]
            if lasts(table, self._target):
                table.unit[self._target].markers = key[0]
            self._known[key] = failure(table, self._target)
        return self._known[key]


def settled(hurt: State, elsewhere: bool) -> State:
    """The position once the kill results are taken: everybody where he really is, a new leader (WS-2.6)."""
    table = copy(hurt)
    if elsewhere:
        from_snap_points(table, int(table.target))
    table.hits = 0
    finish(table, OFF)
    return table


def failure(s: State, k: int) -> Fraction:
    """The chance that a unit fails its next check (WS-6.1, WS-6.7); 0 for one that is gone."""
    if not lasts(s, k) or not must_check(s.unit[k].markers):
        return NEVER
    return 1 - passing(check_dice(s, k, s.mute), check_target(s, k, s.mute))


def passing(dice: int, target: int) -> Fraction:
    """The chance that a die of a check shows the target or less (WS-6.2, WS-6.7)."""
    return 1 - (1 - Fraction(min(target, FACES), FACES)) ** dice


def taken_off(dice: int, target: int, markers: int) -> dict[int, Fraction]:
    """The chance of each number of markers that a check takes off (WS-6.4, WS-6.6)."""
    found: dict[int, Fraction] = {0: Fraction(1)}
    one = Fraction(min(target, FACES), FACES)
    for _ in range(dice):
        found = gathered(
            (min(markers, removed + off), chance * share)
            for removed, chance in found.items()
            for off, share in ((0, 1 - one), (1, one))
        )
    return dict(sorted(found.items()))
