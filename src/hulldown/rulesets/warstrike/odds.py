"""Exact odds of fire, and odds in words (WS-11.20)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import prod
from typing import Any

from hulldown.kernel.actions import Action
from hulldown.kernel.dice import TAPE, Dice
from hulldown.kernel.records import copy
from hulldown.rulesets.api.odds import Chances, Note, OddsLine
from hulldown.rulesets.common import explanation
from hulldown.rulesets.common.explanation import OFF, Lines, counted, mean
from hulldown.rulesets.common.names import decimal, plural
from hulldown.rulesets.warstrike import losses, shooting, state
from hulldown.rulesets.warstrike.actions import apply, check
from hulldown.rulesets.warstrike.events import Why
from hulldown.rulesets.warstrike.occasions import FACES, PAIR, Occasion, is_rerolled, pairs_now
from hulldown.rulesets.warstrike.shooting import NEVER, NO_WEAPON
from hulldown.rulesets.warstrike.state import NOBODY, Fate, State, Verb
from hulldown.rulesets.warstrike.table import living, next_of
from hulldown.rulesets.warstrike.turn import from_snap_points, to_snap_points
from hulldown.rulesets.warstrike.victory import outcome, unpacked
from hulldown.rulesets.warstrike.words import unit_id

SHOT = FACES**3  # ways in which the three dice of a shot can fall, where none is rolled again
Marks = tuple[int, int]  # hits that suppress, and kill results
Parts = tuple[Marks, ...]  # of each volley


@dataclass(frozen=True)
class Again:
    """What house rules have rolled again of the dice of a volley: in how many ways of 36 a die does it then,
    and whether one that did it, or did not, is rolled twice.
    """

    pairs: int
    hits: bool
    misses: bool

    def throws(self, did: bool) -> int:
        """How many times a die is thrown that did it, or did not, each time."""
        return 2 if (self.hits if did else self.misses) else 1


@dataclass(frozen=True)
class Volley:
    """A group of equal shots (WS-11.16). Scores are those needed; 0 where no die can succeed.

    `again` is of the dice to hit, to save and to kill; empty where nothing is rolled again.
    """

    shots: int
    hit: int
    save: int
    kill: int
    weapon: int = -1
    firers: tuple[int, ...] = ()
    again: tuple[Again, ...] = ()

    @property
    def faces(self) -> int:
        """In how many ways each of the three dice can fall, with its re-roll if there may be one."""
        return PAIR if self.again else FACES

    @property
    def falls(self) -> int:
        """In how many ways the dice of a shot can fall."""
        return self.faces**3

    @property
    def good(self) -> tuple[int, int, int]:
        """In how many ways each of the three dice does it."""
        if self.again:
            hit, save, kill = (again.pairs for again in self.again)
            return hit, save, kill
        return shooting.sixths(self.hit), shooting.sixths(self.save), shooting.sixths(self.kill)

    @property
    def chance(self) -> Fraction:
        """The chance that one shot is a kill result."""
        return Fraction(self.killing, self.falls)

    @property
    def expected(self) -> Fraction:
        """The kill results to be expected of all its shots, those that nobody can take included."""
        return self.shots * self.chance

    @property
    def hits(self) -> int:
        """In how many ways a shot hits."""
        return self.good[0] * self.faces**2

    @property
    def unsaved(self) -> int:
        """In how many ways it hits and is not saved."""
        hit, save, _ = self.good
        return hit * (self.faces - save) * self.faces

    @property
    def killing(self) -> int:
        """In how many ways it hits, is not saved, and kills."""
        hit, save, kill = self.good
        return hit * (self.faces - save) * kill

    def marks(self, vehicle: bool) -> tuple[int, int, int]:
        """In how many ways a shot does nothing, counts as a hit only, and is a kill result.

        On a vehicle only hits that are not saved suppress (WS-6.12).
        """
        counted = self.unsaved if vehicle else self.hits
        return self.falls - counted, counted - self.killing, self.killing


def volley(
    o: state.Options, shots: int, bs: int, ev: int, ap: int, fp: int, armour: int, toughness: int
) -> Volley:
    """Shots with these numbers against each other (WS-11.9, WS-11.14, WS-11.15)."""
    return Volley(
        shots, shooting.to_hit(o, bs, ev), shooting.to_save(o, ap, armour), shooting.to_kill(o, fp, toughness)
    )


@dataclass(frozen=True)
class Spread:
    """What the dice of some volleys can come to: in how many ways, and one of them, volley by volley."""

    volleys: tuple[Volley, ...]
    ways: Mapping[Marks, int]
    examples: Mapping[Marks, Parts]

    @property
    def shots(self) -> int:
        """All shots."""
        return sum(volley.shots for volley in self.volleys)

    @cached_property
    def falls(self) -> int:
        """In how many ways all dice can fall."""
        return prod(volley.falls**volley.shots for volley in self.volleys)

    def chance(self, marks: Marks) -> Fraction:
        """The chance of so many hits and kill results together."""
        return Fraction(self.ways.get(marks, 0), self.falls)

    @property
    def rows(self) -> explanation.Rows[Marks]:
        """Everything that hits and kill results can come to, each with its chance."""
        return [(marks, self.chance(marks)) for marks in self.ways]


def spread_of(volleys: Iterable[Volley], vehicle: bool, most: int) -> Spread:
    """The volleys one after the other; kill results beyond `most` are lost (WS-11.16, WS-11.17)."""
    fired = tuple(volleys)
    spread = Spread(fired, {(0, 0): 1}, {(0, 0): ()})
    for volley in fired:
        begun = {marks: (*parts, (0, 0)) for marks, parts in spread.examples.items()}
        spread = Spread(fired, spread.ways, begun)
        for _ in range(volley.shots):
            spread = after_shot(spread, volley.marks(vehicle), most)
    return Spread(fired, dict(sorted(spread.ways.items())), spread.examples)


def after_shot(spread: Spread, marks: tuple[int, int, int], most: int) -> Spread:
    """What a spread comes to after a shot of the last volley that has begun."""
    missing, hitting, killing = marks
    ways: dict[Marks, int] = {}
    examples: dict[Marks, Parts] = {}
    for (hits, results), count in spread.ways.items():
        for share, hit, kill in ((missing, 0, 0), (hitting, 1, 0), (killing, 1, 1)):
            total = hits + hit, min(most, results + kill)
            if share:
                ways[total] = ways.get(total, 0) + count * share
            if share and total not in examples:
                *before, (did_hit, did_kill) = spread.examples[hits, results]
                examples[total] = (*before, (did_hit + hit, did_kill + kill))
    return Spread(spread.volleys, ways, examples)


# ---------------------------------------------------------------- attack: what follows it
# The odds of an attack, exactly (WS-11.20).
#
# Who fires what is asked of the rules of play, and so is who falls, who leads then, what the next check
# needs.


NO_CHANCE = Fraction(0)


class Aftermath:
    """The target after each number of kill results: the closest fall (WS-11.17, WS-11.22, WS-2.6).

    The position is marked for the attack. `elsewhere`: it was met at its snap points and goes back (WS-12.5).
    """

    def __init__(self, table: State, elsewhere: bool) -> None:
        """Take kill results one by one until nobody is left to take one."""
        self._target = int(table.target)
        self._markers, self._firers = int(table.unit[self._target].markers), int(table.firers)
        whole, self._after = living(table, self._target), []
        hurt, fallen = copy(table), []
        while True:
            fallen.append(whole - living(hurt, self._target))
            self._after.append(settled(hurt, elsewhere))
            m = losses.closest_casualty(hurt)
            if m == NOBODY:
                break
            hurt.kills = 1
            losses.take_result(hurt, m, OFF)
        self.fallen = tuple(fallen)
        self._known: dict[tuple[int, int], Fraction] = {}

    @property
    def most(self) -> int:
        """As many kill results as can be taken."""
        return len(self.fallen) - 1

    def total(self, hits: int, results: int) -> int:
        """The markers of the unit after so many hits and kill results (WS-6.9)."""
        table = self._after[results]
        return int(losses.markers_by(table, self._target, self._firers, self._markers, hits, table.mute))

    def gained(self, hits: int, results: int) -> int:
        """The markers that so many hits add, as far as it may have them (WS-6.9)."""
        return self.total(hits, results) - self._markers

    def failing(self, hits: int, results: int) -> Fraction:
        """The chance that the unit fails its next check after so many hits and kill results (WS-6.7)."""
        key = self.total(hits, results), results
        if key not in self._known:
            table = self._after[results]
            if state.lasts(table, self._target):
                table.unit[self._target].markers = key[0]
            self._known[key] = failure(table, self._target)
        return self._known[key]


def settled(hurt: State, elsewhere: bool) -> State:
    """The position once the kill results are taken: everybody where he really is, a new leader (WS-2.6)."""
    table = copy(hurt)
    if elsewhere:
        from_snap_points(table, int(table.target))
    table.hits = 0
    losses.finish(table, OFF)
    return table


def failure(s: State, k: int) -> Fraction:
    """The chance that a unit fails its next check (WS-6.1, WS-6.7); 0 for one that is gone."""
    if not state.lasts(s, k) or not losses.must_check(s.unit[k].markers):
        return NO_CHANCE
    return 1 - check_passing(s, k)


def check_passing(s: State, k: int) -> Fraction:
    """The chance that a unit passes a check now, with what house rules have rolled again."""
    missed = 1 - Fraction(int(losses.check_pairs(s, k)), PAIR)
    return 1 - missed ** int(losses.check_dice(s, k, s.mute))


def passing(dice: int, target: int) -> Fraction:
    """The chance that a die of a check shows the target or less (WS-6.2, WS-6.7)."""
    return 1 - (1 - Fraction(min(target, FACES), FACES)) ** dice


def removals(o: state.Options, dice: int, target: int, markers: int) -> dict[int, Fraction]:
    """The chance of each number of markers that a check takes off (WS-6.4, WS-6.6)."""
    return removals_by(o, dice, Fraction(min(target, FACES), FACES), markers)


def removals_by(o: state.Options, dice: int, success: Fraction, markers: int) -> dict[int, Fraction]:
    """The same of dice that succeed with a chance."""
    spread: dict[int, Fraction] = {0: Fraction(1)}
    for _ in range(dice):
        spread = explanation.gathered(
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
    gained: Callable[[int, int], int]  # markers that so many hits and kill results add
    failing: Callable[[int, int], Fraction]  # the chance to fail the next check after so many hits, results

    @property
    def shots(self) -> int:
        """All shots."""
        return self.spread.shots

    def kills(self) -> dict[int, Fraction]:
        """The chance of each number of models lost."""
        return self.of(lambda hits, results: self.fallen[results])

    def markers(self) -> dict[int, Fraction]:
        """The chance of each number of markers added, the most that a unit may have regarded (WS-6.9)."""
        return self.of(self.gained)

    @property
    def mean_kills(self) -> Fraction:
        """The models lost on average."""
        return mean(self.kills().items(), int)

    @property
    def destroyed(self) -> Fraction:
        """The chance that the last model of the target falls (WS-13.1)."""
        return self.kills().get(self.standing, NO_CHANCE)

    @property
    def fails_next_check(self) -> Fraction:
        """The chance that the target is left, and fails its next check (WS-6.2)."""
        return mean(self.spread.rows, lambda marks: self.failing(*marks) if self.is_left(marks) else 0)

    @property
    def suppresses(self) -> Fraction:
        """The chance that the target is left, with more markers than before (WS-6.9, WS-11.19)."""
        rows = self.spread.rows
        return explanation.chance_of(rows, lambda marks: self.is_left(marks) and self.gained(*marks) > 0)

    def is_left(self, marks: Marks) -> bool:
        """Whether a model of the target is left after so many kill results."""
        return self.fallen[marks[1]] < self.standing

    def of(self, count: Callable[[int, int], int]) -> dict[int, Fraction]:
        """The chance of each value of something that hits and kill results decide."""
        return dict(sorted(counted(self.spread.rows, lambda marks: count(*marks)).items()))


# ---------------------------------------------------------------- of a position


def attack_odds(s: State, k: int, target: int, first: int | None = None) -> AttackOdds:
    """What becomes of a unit if another fires at it now; in Snap Fire where that meets it (WS-12.5).

    `first`: the firing unit's own target where this is a further one, as rules ask for it (WS-11.3).
    """
    table = copy(s)
    if shooting.snaps(table) and target == table.acting:
        to_snap_points(table, target)
    volleys = tuple(volleys_of(table, k, target, first))
    shooting.forget_aim(table, k)
    table.target, table.firers = target, k
    after = Aftermath(table, shooting.snaps(s) and target == s.acting)
    spread = spread_of(volleys, state.is_vehicle(table, target), after.most)
    return AttackOdds(
        k, target, volleys, spread, after.fallen, living(s, target), after.gained, after.failing
    )


def volleys_of(table: State, k: int, target: int, first: int | None = None) -> Iterator[Volley]:
    """The groups of an attack in the order in which they are rolled; it is marked on the table (WS-11.16)."""
    shooting.aim_all(table, k, target, target if first is None else first)
    shooting.mark_fire(table, k, target)
    m = next_of(table, k, NOBODY)
    while m != NOBODY:
        if shooting.begins_group(table, k, m):
            weapon = shooting.weapon_in(table.trial_x[m])
            save = shooting.save_needed(table, k, target, weapon, table.mute)
            kill = shooting.kill_needed(table, k, target, weapon, table.mute)
            firers = tuple(firers_of(table, k, m))
            shots, hit = shooting.shots_of_group(table, k, m), shooting.needed_in(table.trial_x[m])
            again = again_of(table, k, target, weapon, (hit, save, kill))
            yield Volley(shots, hit, save, kill, weapon, firers, again)
        m = next_of(table, k, m)


def again_of(s: State, k: int, target: int, weapon: int, scores: tuple[int, int, int]) -> tuple[Again, ...]:
    """What house rules have rolled again of the dice of a group; nothing where there is no such rule."""
    kinds = ((Occasion.TO_HIT, k, target), (Occasion.TO_SAVE, target, k), (Occasion.TO_KILL, k, target))
    again = tuple(
        Again(
            int(pairs_now(s, kind, own, other, weapon, shooting.sixths(score))),
            bool(is_rerolled(s, kind, own, other, weapon, True)),
            bool(is_rerolled(s, kind, own, other, weapon, False)),
        )
        for (kind, own, other), score in zip(kinds, scores, strict=True)
    )
    return again if any(die.hits or die.misses for die in again) else ()


def firers_of(table: State, k: int, m: int) -> Iterator[int]:
    """The models of the group that a model begins."""
    for j in range(m, int(table.unit[k].first) + int(table.unit[k].size)):
        if table.trial_x[j] == table.trial_x[m]:
            yield j


def targets(s: State, k: int) -> list[AttackOdds]:
    """The odds against every unit that a unit could fire at now (WS-16.4)."""
    enemies = (other for other in range(int(s.units)) if s.unit[other].side != s.unit[k].side)
    return [attack_odds(s, k, other) for other in enemies if shooting.why_not_fire(s, k, other) == Why.OK]


# ---------------------------------------------------------------- orders: several targets
# What comes of an order to fire, exactly (WS-11.3, WS-11.20), as the walk of all its dice would count it.
#
# The dice of an attack fall in far too many ways to be walked, but only its markers and kill results matter.
# So the order is carried out by the rules once for each of these, with dice laid out that come to it; the
# dice after those of the attack are walked as ever. What becomes of one target does not hang on the dice
# thrown for another: each has its own odds.


@dataclass(frozen=True)
class Share:
    """A further target: the chance that it is fired at at all, and what that fire does to it."""

    chance: Fraction
    odds: AttackOdds


def elsewhere(s: State, k: int, target: int) -> list[int]:
    """The models of a unit that are told to fire at other units than its target."""
    models, m = [], next_of(s, k, NOBODY)
    while m != NOBODY:
        if s.model[m].aim not in (NOBODY, target):
            models.append(m)
        m = next_of(s, k, m)
    return models


def alone(s: State, k: int, target: int) -> State:
    """The position without those who fire elsewhere: to the first target they make no difference."""
    table = copy(s)
    for m in elsewhere(s, k, target):
        table.model[m].aim, table.model[m].arm = NOBODY, NO_WEAPON
    return table


def shares(s: State, a: Action) -> Iterator[Share]:
    """What an order to fire does to each further target, in their order (WS-11.3)."""
    k, target = int(a.actor), int(a.target)
    if a.verb != Verb.FIRE:
        return
    for other in sorted({int(s.model[m].aim) for m in elsewhere(s, k, target)}):
        if shooting.why_no_volley(s, k, other, NOBODY) == Why.OK:
            yield Share(permission(s, k), attack_odds(s, k, other, NOBODY))


def permission(s: State, k: int) -> Fraction:
    """The chance that a unit may fire at a further target: in Advance! it takes a passed Ld check."""
    if s.deed == state.Deed.OPEN_FIRE:
        return Fraction(1)
    return check_passing(s, k)


# ---------------------------------------------------------------- an order


MOST = 64  # ways of the dice after the attack, beyond which it is left to the walk
Faces = list[int]


@dataclass(frozen=True)
class Case:
    """Faces of an attack as they are thrown in turn, and the chance of all that come to the same."""

    faces: Faces
    chance: Fraction


def own_odds(s: State, a: Action) -> Mapping[int, Fraction] | None:
    """The chance of every fate of the unit fired at, after FIRE or SNAP; None: it is left to the walk."""
    target = fired_at(s, a)
    if target == NOBODY or check(s, int(a.seat), a):
        return None
    if a.verb == Verb.FIRE and elsewhere(s, int(a.actor), target):
        if s.unit[target].last == state.Deed.FALL_BACK:
            return None  # it may shed a marker at once, unless the fire at others ends the battle (WS-6.11)
        s = alone(s, int(a.actor), target)
    try:
        return explanation.gathered(
            (fate, case.chance * chance)
            for case in cases(s, attack_odds(s, int(a.actor), target))
            for fate, chance in fates(s, a, target, case.faces)
        )
    except explanation.TooMuch:
        return None


def fired_at(s: State, a: Action) -> int:
    """The unit that an order fires at, of several the first (WS-11.3); NOBODY for other orders."""
    if a.verb == Verb.SNAP and a.choice == 1:
        return int(s.acting)
    return int(a.target) if a.verb == Verb.FIRE else NOBODY


# ---------------------------------------------------------------- dice of an attack


TO_HIT, TO_SAVE, TO_KILL = range(3)  # the throws of a volley
SPARE = 64  # dice after those of an attack, for which the tape keeps room


def cases(s: State, odds: AttackOdds) -> Iterator[Case]:
    """Dice for every result of an attack that makes a difference: markers, kill results, hit or not."""
    vehicle = state.is_vehicle(s, odds.target)
    chances: dict[tuple[int, int, bool], Fraction] = {}
    shown: dict[tuple[int, int, bool], Marks] = {}
    for marks in odds.spread.ways:
        key = odds.gained(*marks), marks[1], marks[0] > 0
        chances[key] = chances.get(key, Fraction(0)) + odds.spread.chance(marks)
        shown.setdefault(key, marks)
    for key, chance in chances.items():
        parts = odds.spread.examples[shown[key]]
        faces = [
            face
            for v, part in zip(odds.volleys, parts, strict=True)
            for face in volley_faces(v, part, vehicle)
        ]
        if len(faces) > TAPE - SPARE:
            raise explanation.TooMuch
        if key[2] or not vehicle:
            yield Case(faces, chance)
        else:
            yield from unscathed(odds.volleys, faces, chance)


def unscathed(volleys: tuple[Volley, ...], faces: Faces, chance: Fraction) -> Iterator[Case]:
    """A vehicle that saves all hits was hit nevertheless (WS-6.11): missed by all, or hit in vain."""
    missed = Fraction(1)
    for v in volleys:
        missed *= Fraction(v.falls - v.hits, v.falls) ** v.shots
    yield Case(faces, missed)
    if chance > missed:
        yield Case([face for v in volleys for face in saved(v)], chance - missed)


def volley_faces(v: Volley, marks: Marks, vehicle: bool) -> Faces:
    """Dice of a volley with so many hits that suppress and so many kill results (WS-11.16)."""
    hits, results = marks
    shots = alike(v, TO_HIT, True, hits) + alike(v, TO_HIT, False, v.shots - hits)
    if v.save == NEVER:
        return shots + killing(v, hits, results)
    if vehicle:
        return shots + alike(v, TO_SAVE, False, hits) + killing(v, hits, results)
    wanted = alike(v, TO_SAVE, False, results) + alike(v, TO_SAVE, True, hits - results)
    return shots + wanted + killing(v, results, results)


def alike(v: Volley, throw: int, did: bool, dice: int) -> Faces:
    """So many dice of a throw that all did it, or did not; one that is rolled again shows the same twice."""
    needed = (v.hit, v.save, v.kill)[throw]
    throws = v.again[throw].throws(did) if v.again else 1
    return [needed if did else needed - 1] * (dice * throws)


def killing(v: Volley, unsaved: int, results: int) -> Faces:
    """The dice to kill of so many unsaved hits; none is thrown where none can."""
    if v.kill == NEVER:
        return []
    return alike(v, TO_KILL, True, results) + alike(v, TO_KILL, False, unsaved - results)


def saved(v: Volley) -> Faces:
    """Every shot of a volley hits, and every hit is saved; without a save all miss."""
    if v.save == NEVER:
        return alike(v, TO_HIT, False, v.shots)
    return alike(v, TO_HIT, True, v.shots) + alike(v, TO_SAVE, True, v.shots)


# ---------------------------------------------------------------- the order itself


def fates(s: State, a: Action, target: int, faces: Faces) -> Iterator[tuple[int, Fraction]]:
    """The order carried out with these dice, and with every dice after them."""

    def fate(d: Dice) -> int:
        table = copy(s)
        apply(table, a, d, OFF)
        return int(outcome(table, OFF, target))

    return explanation.plays(fate, MOST, [(face, FACES) for face in faces])


# ---------------------------------------------------------------- chances
# Odds in words: what an order may do to a unit, and what is left of it.


OWN = (Verb.ACTIVATE, Verb.ACT)


def subject(s: State, a: Action) -> int:
    """The unit whose fate the odds of an order are about, NOBODY where none is at stake at once."""
    if a.verb == Verb.FIRE:
        return int(a.target)
    if a.verb == Verb.SNAP and a.choice == 1:
        return int(s.acting)
    if a.verb in OWN or (a.verb in (Verb.MARCH, Verb.END) and s.phase == state.Phase.MOVE):
        return int(a.actor)
    return NOBODY


@dataclass(frozen=True)
class Change:
    """A unit before an order and one fate after it."""

    models_before: int
    markers_before: int
    models: int
    markers: int
    fate: Fate

    @property
    def lost(self) -> int:
        """Models lost; those of a unit that left alive are none (WS-10.16)."""
        return 0 if self.fate == Fate.LEFT else self.models_before - self.models

    @property
    def gained(self) -> int:
        """Markers more than before; below 0 for markers that came off."""
        return self.markers - self.markers_before

    @property
    def destroyed(self) -> bool:
        """Whether it is destroyed (WS-13.1)."""
        return self.fate == Fate.DESTROYED

    @property
    def has_left(self) -> bool:
        """Whether it left the table alive (WS-10.16)."""
        return self.fate == Fate.LEFT


def change_of(before: State, k: int, number: int) -> Change:
    """What became of a unit, as an outcome number says it."""
    models_before, markers_before, _ = unpacked(outcome(before, OFF, k))
    models, markers, fate = unpacked(number)
    return Change(models_before, markers_before, models, markers, Fate(fate))


def outcome_facts(before: State, k: int, number: int) -> dict[str, Any]:
    """A fate in words: {"models": 8, "lost": 2, "markers": 1, "destroyed": False, "left": False}."""
    if k == NOBODY:
        return {}
    change = change_of(before, k, number)
    return {
        "models": change.models,
        "lost": change.lost,
        "markers": change.markers,
        "destroyed": change.destroyed,
        "left": change.has_left,
    }


# ---------------------------------------------------------------- in lines


Rows = explanation.Rows[Change]


def result_lines(before: State, a: Action, rows: Rows) -> Lines:
    """What a player wants to know before an order."""
    k = subject(before, a)
    checked = a.verb == Verb.ACTIVATE and losses.must_check(before.unit[k].markers)
    result = check_lines(rows) if checked else harm_lines(rows)
    further = [line for share in shares(before, a) for line in share_lines(before, share)]
    effects, details = effect_lines(before, k, rows), detail_lines(unit_id(before, k), rows)
    return [*result, *effects, *next_check(before, a), *further, *details]


def check_lines(rows: Rows) -> Lines:
    """A check passed, or failed with what comes of that at once (WS-6.2, WS-10)."""
    return explanation.result_lines(
        rows,
        ("Passes its check", passed, "glance", "WS-6.4"),
        ("Fails: Fall Back!", lambda c: not passed(c) and not gone(c), "miss", "WS-6.5"),
        ("Fails and leaves the table", lambda c: c.has_left, "dead", "WS-10.15"),
        ("Fails and is destroyed", lambda c: c.destroyed, "dead", "WS-10.18"),
    )


def gone(change: Change) -> bool:
    """Whether a unit is out of the game."""
    return change.destroyed or change.has_left


def passed(change: Change) -> bool:
    """Whether a check was passed: that takes at least one marker off (WS-6.4)."""
    return change.gained < 0 and not gone(change)


def harm_lines(rows: Rows) -> Lines:
    """Nothing, suppressed only, models fall, destroyed: each by the worst of it (WS-6.9, WS-11.17)."""
    return explanation.result_lines(
        rows,
        (
            "Nobody falls, no marker",
            lambda c: not c.lost and c.gained <= 0 and not gone(c),
            "miss",
            "WS-11.9",
        ),
        ("Suppressed, nobody falls", lambda c: not c.lost and c.gained > 0, "glance", "WS-6.9"),
        ("Models fall", lambda c: c.lost > 0 and not gone(c), "dead", "WS-11.17"),
        ("Destroyed", lambda c: c.destroyed, "dead", "WS-13.1"),
        ("Leaves the table", lambda c: c.has_left, "dead", "WS-10.15"),
    )


def effect_lines(before: State, k: int, rows: Rows) -> Lines:
    """What becomes of the unit."""
    name = unit_id(before, k)
    return explanation.effect_lines(
        rows,
        (f"{name} is destroyed", lambda c: c.destroyed, "WS-13.1"),
        (f"{name} loses a model", lambda c: c.lost > 0, "WS-11.17"),
        (f"{name} takes a marker", lambda c: c.gained > 0, "WS-6.9"),
    )


def next_check(before: State, a: Action) -> Lines:
    """The chance that who is fired at is left and fails its next check (WS-6.2)."""
    target = fired_at(before, a)
    if target == NOBODY or check(before, int(a.seat), a):
        return []
    chance = attack_odds(before, int(a.actor), target).fails_next_check
    text = f"{unit_id(before, target)} fails its next check"
    return [OddsLine(text, chance, "effect", "", "WS-6.7")] if chance else []


def share_lines(before: State, share: Share) -> Lines:
    """What becomes of a further target of the same fire, its check regarded (WS-11.3)."""
    odds, name = share.odds, unit_id(before, share.odds.target)
    events = [
        (f"{name} is destroyed", odds.destroyed, "WS-13.1"),
        (f"{name} loses a model", 1 - odds.kills().get(0, Fraction(0)), "WS-11.17"),
        (f"{name} takes a marker", odds.suppresses, "WS-6.9"),
    ]
    chances = [(text, share.chance * chance, rule) for text, chance, rule in events]
    return [OddsLine(text, chance, "effect", "", rule) for text, chance, rule in chances if chance]


def detail_lines(name: str, rows: Rows) -> Lines:
    """How many models it loses, how many markers it takes; what can only be one is told above."""
    return [
        *explanation.detail_lines(
            rows, lambda c: c.lost, lambda n: f"{name} loses {plural(n, 'model')}", "WS-11.17"
        ),
        *explanation.detail_lines(
            rows, lambda c: max(0, c.gained), lambda n: f"{name} takes {plural(n, 'marker')}", "WS-6.9"
        ),
    ]


def remaining_lines(rows: Rows) -> Lines:
    """Models and markers left, the most models first."""
    markers = counted(rows, lambda c: c.markers)
    return [
        *explanation.amount_lines("Models left", counted(rows, lambda c: c.models), "WS-11.17"),
        *(OddsLine(str(n), markers[n], "Markers", "", "WS-6.9") for n in sorted(markers)),
    ]


PANELS = explanation.Panels(subject, change_of, result_lines, effect_lines, remaining_lines)


def averages(before: State, k: int, chances: Chances) -> tuple[Note, ...]:
    """Models lost and markers taken: one sentence, none where nothing can be lost."""
    if k == NOBODY:
        return ()
    rows = PANELS.changes(before, k, chances)
    lost, gained = mean(rows, lambda c: c.lost), mean(rows, lambda c: max(0, c.gained))
    if not lost and not gained:
        return ()
    name, text = unit_id(before, k), f"loses {decimal(lost)} models and takes {decimal(gained)} markers"
    return ((f"On average {name} {text}.", "WS-11.20"),)
