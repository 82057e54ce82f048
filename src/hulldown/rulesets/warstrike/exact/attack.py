"""The odds of an attack, exactly (WS-11.20).

Who fires what is asked of the rules of play, and so is who falls, who leads then, what the next check needs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction

from hulldown.kernel.records import copy
from hulldown.rulesets.common.dicing import OFF, gathered
from hulldown.rulesets.warstrike.aiming import FACES
from hulldown.rulesets.warstrike.arming import snaps, why_not_fire
from hulldown.rulesets.warstrike.casualties import closest_casualty, finish, take_result
from hulldown.rulesets.warstrike.codes import NOBODY
from hulldown.rulesets.warstrike.exact.volleys import Spread, Volley, spread_of
from hulldown.rulesets.warstrike.firing import (
    aim_all,
    begins_group,
    forget_aim,
    kill_needed,
    mark_fire,
    needed_in,
    save_needed,
    shots_of_group,
    weapon_in,
)
from hulldown.rulesets.warstrike.measuring import next_of
from hulldown.rulesets.warstrike.reasons import Why
from hulldown.rulesets.warstrike.removing import living
from hulldown.rulesets.warstrike.snap_fire import from_snap_points, to_snap_points
from hulldown.rulesets.warstrike.state import Options, State, is_vehicle, lasts
from hulldown.rulesets.warstrike.suppression import check_dice, check_target, markers_after, must_check

# ---------------------------------------------------------------- after an attack


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


def removals(o: Options, dice: int, target: int, markers: int) -> dict[int, Fraction]:
    """The chance of each number of markers that a check takes off (WS-6.4, WS-6.6)."""
    spread: dict[int, Fraction] = {0: Fraction(1)}
    success = Fraction(min(target, FACES), FACES)
    for _ in range(dice):
        spread = gathered(
            (min(markers, removed + off), chance * share)
            for removed, chance in spread.items()
            for off, share in ((0, 1 - success), (int(o.markers_per_success), success))
        )
    return dict(sorted(spread.items()))


# ---------------------------------------------------------------- an attack


@dataclass(frozen=True)
class AttackOdds:
    """What the fire of a unit does to its target; where the owner picks, the closest fall (WS-11.22)."""

    firers: int
    target: int
    volleys: tuple[Volley, ...]
    spread: Spread
    fallen: tuple[int, ...]  # models lost to so many kill results; those beyond the last are lost
    standing: int  # models before the attack
    gained: Callable[[int], int]  # markers that so many hits add
    failing: Callable[[int, int], Fraction]  # the chance to fail the next check after so many hits, results

    @property
    def shots(self) -> int:
        """All shots."""
        return self.spread.shots

    @property
    def chance_per_shot(self) -> Fraction:
        """The chance that a shot is a kill result, over all shots."""
        return sum((v.expected for v in self.volleys), NEVER) / self.shots if self.shots else NEVER

    def kills(self) -> dict[int, Fraction]:
        """The chance of each number of models lost."""
        return self.of(lambda hits, results: self.fallen[results])

    def markers(self) -> dict[int, Fraction]:
        """The chance of each number of markers added, the most that a unit may have regarded (WS-6.9)."""
        return self.of(lambda hits, results: self.gained(hits))

    @property
    def mean_kills(self) -> Fraction:
        """The models lost on average."""
        return sum((count * chance for count, chance in self.kills().items()), NEVER)

    @property
    def destroyed(self) -> Fraction:
        """The chance that the last model of the target falls (WS-13.1)."""
        return self.kills().get(self.standing, NEVER)

    @property
    def fails_next_check(self) -> Fraction:
        """The chance that the target is left, and fails its next check (WS-6.2)."""
        total = NEVER
        for (hits, results), ways in self.spread.ways.items():
            if ways and self.fallen[results] < self.standing:
                total += self.spread.chance((hits, results)) * self.failing(hits, results)
        return total

    @property
    def suppresses(self) -> Fraction:
        """The chance that the target is left, with more markers than before (WS-6.9, WS-11.19)."""
        total = NEVER
        for hits, results in self.spread.ways:
            if self.gained(hits) > 0 and self.fallen[results] < self.standing:
                total += self.spread.chance((hits, results))
        return total

    def of(self, count: Callable[[int, int], int]) -> dict[int, Fraction]:
        """The chance of each value of something that hits and kill results decide."""
        spread = gathered((count(*marks), self.spread.chance(marks)) for marks in self.spread.ways)
        return dict(sorted(spread.items()))


# ---------------------------------------------------------------- of a position


def attack_odds(s: State, k: int, target: int, first: int | None = None) -> AttackOdds:
    """What becomes of a unit if another fires at it now; in Snap Fire where that meets it (WS-12.5).

    `first`: the firing unit's own target where this is a further one, as rules ask for it (WS-11.3).
    """
    table = copy(s)
    if snaps(table) and target == table.acting:
        to_snap_points(table, target)
    volleys = tuple(volleys_of(table, k, target, first))
    forget_aim(table, k)
    table.target, table.firers = target, k
    after = Aftermath(table, snaps(s) and target == s.acting)
    spread = spread_of(volleys, is_vehicle(table, target), after.most)
    return AttackOdds(
        k, target, volleys, spread, after.fallen, living(s, target), after.gained, after.failing
    )


def volleys_of(table: State, k: int, target: int, first: int | None = None) -> Iterator[Volley]:
    """The groups of an attack in the order in which they are rolled; it is marked on the table (WS-11.16)."""
    aim_all(table, k, target, target if first is None else first)
    mark_fire(table, k, target)
    m = next_of(table, k, NOBODY)
    while m != NOBODY:
        if begins_group(table, k, m):
            weapon = weapon_in(table.trial_x[m])
            save = save_needed(table, weapon, target, table.mute)
            kill = kill_needed(table, weapon, target, table.mute)
            firers = tuple(firers_of(table, k, m))
            shots, hit = shots_of_group(table, k, m), needed_in(table.trial_x[m])
            yield Volley(shots, hit, save, kill, weapon, firers)
        m = next_of(table, k, m)


def firers_of(table: State, k: int, m: int) -> Iterator[int]:
    """The models of the group that a model begins."""
    for j in range(m, int(table.unit[k].first) + int(table.unit[k].size)):
        if table.trial_x[j] == table.trial_x[m]:
            yield j


def targets(s: State, k: int) -> list[AttackOdds]:
    """The odds against every unit that a unit could fire at now (WS-16.4)."""
    enemies = (other for other in range(int(s.units)) if s.unit[other].side != s.unit[k].side)
    return [attack_odds(s, k, other) for other in enemies if why_not_fire(s, k, other) == Why.OK]
