"""Fire of a game as the data of a situation: one of equal chances, or a word on why there is none."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from fractions import Fraction
from itertools import product
from typing import Any

from hulldown.catalogue import CatalogueError, as_word, validate
from hulldown.kernel.actions import Action
from hulldown.kernel.records import copy
from hulldown.rulesets.api.situation import Told
from hulldown.rulesets.common.situations import departed, without_defaults
from hulldown.rulesets.warstrike.actions import check
from hulldown.rulesets.warstrike.aiming import easiest, gone_to_ground, in_fire
from hulldown.rulesets.warstrike.arming import BEST, blindness, snaps, why_not_fire
from hulldown.rulesets.warstrike.casualties import distance_to_fire
from hulldown.rulesets.warstrike.catalogue.shelf import SHELF
from hulldown.rulesets.warstrike.catalogue.units import UnitSheet
from hulldown.rulesets.warstrike.codes import FINE, INCH, MODELS, NOBODY, Deed, Sight, Verb
from hulldown.rulesets.warstrike.exact.attack import AttackOdds, attack_odds, volleys_of
from hulldown.rulesets.warstrike.exact.orders import elsewhere, fired_at
from hulldown.rulesets.warstrike.exact.volleys import Volley
from hulldown.rulesets.warstrike.leading import officer_near
from hulldown.rulesets.warstrike.measuring import gap
from hulldown.rulesets.warstrike.reasons import Why
from hulldown.rulesets.warstrike.recalling import sheet_of
from hulldown.rulesets.warstrike.sight import level
from hulldown.rulesets.warstrike.situation import data
from hulldown.rulesets.warstrike.situation.data import Situation
from hulldown.rulesets.warstrike.situation.posing import FIRER, TARGET, build_position, present
from hulldown.rulesets.warstrike.snap_fire import to_snap_points
from hulldown.rulesets.warstrike.state import State

Data = dict[str, Any]
OWN = ("What is fielded here is not in the book, and its numbers are not at hand.", "WS-4.13")
SPLIT = ("The odds page is about fire of a whole unit at one target.", "WS-11.3")
ARMED = ("There every model fires the weapon that is best.", "WS-2.9")
UNLIKE = ("Here the models differ in distance or in sight; there all are alike.", "WS-11.2")
SIGHTS = {Sight.OPEN: "open", Sight.CONCEALED: "concealed", Sight.HIDDEN: "hidden"}
LEVELS = {0: "same", 1: "firer", -1: "target"}
TENTH = INCH // 10


def situation_of(s: State, a: Action) -> Told | None:
    """Legal fire as a situation; None for any other order."""
    if a.verb not in (Verb.FIRE, Verb.SNAP) or (a.verb == Verb.SNAP and a.choice != 1):
        return None
    if check(s, int(a.seat), a):
        return None
    k, target = int(a.actor), fired_at(s, a)
    if a.verb == Verb.FIRE and elsewhere(s, k, target):
        return Told(None, (SPLIT,))
    if any(sheet_of(s, i) is None for i in (k, target)):
        return Told(None, (OWN,))
    if any(s.model[m].arm != BEST for m in present(s, k)):
        return Told(None, (ARMED,))
    return equal_one(s, k, target)


def equal_one(s: State, k: int, target: int) -> Told:
    """The first candidate with the same chances."""
    odds = attack_odds(s, k, target)
    table = copy(s)
    if snaps(s):
        to_snap_points(table, target)  # where the fire meets it (WS-12.5)
    for candidate in candidates(table, odds):
        if equals(candidate, odds):
            return Told(candidate)
    return Told(None, (UNLIKE,))


def equals(candidate: Data, odds: AttackOdds) -> bool:
    """Whether a situation has the same shots, the same losses and markers, the same next check."""
    posed = build_position(validate(candidate, Situation, shown="situation"))
    if why_not_fire(posed, FIRER, TARGET) != Why.OK:
        return False
    if shots(volleys_of(copy(posed), FIRER, TARGET)) != shots(odds.volleys):
        return False  # quickly found, as most that are not equal differ in this
    other = attack_odds(posed, FIRER, TARGET)
    return together(other) == together(odds) and other.fails_next_check == odds.fails_next_check


def shots(volleys: Iterable[Volley]) -> list[tuple[int, ...]]:
    """The groups of shots and what they need, in no order."""
    return sorted((v.weapon, v.shots, v.hit, v.save, v.kill) for v in volleys)


def together(odds: AttackOdds) -> dict[int, Fraction]:
    """The chance of losses and markers together."""
    return odds.of(lambda hits, results: odds.fallen[results] * MODELS + odds.gained(hits))


# ---------------------------------------------------------------- candidates


def candidates(s: State, odds: AttackOdds) -> Iterator[Data]:
    """Situations that may come to the same, the likeliest first, without their defaults."""
    chosen = departed(s.options, SHELF.variants(), (*data.OPTIONS, *SHELF.values()))
    whole = {
        "target": target(s, odds),
        "own": own(s, odds.firers, odds.target),
        "options": {name: as_word(value) for name, value in chosen.items()},
    }
    pairs, who = list(aimed(s, odds)), list(firers(s, odds))
    sights = dict.fromkeys(SIGHTS[Sight(in_fire(s, m, j, weapon))] for m, weapon, j in pairs)
    heights = dict.fromkeys(LEVELS[int(level(s, m)) - int(level(s, j))] for m, _, j in pairs)
    for far, seen, height, here in product(distances(s, pairs), sights, heights, who):
        candidate = {**whole, "firer": here, "distance": far, "sight": seen, "level": height}
        with suppress(CatalogueError):
            yield without_defaults(candidate, Situation, data.problems)


def aimed(s: State, odds: AttackOdds) -> Iterator[tuple[int, int, int]]:
    """Who fires what at whom: the model that he hits most easily (WS-11.5)."""
    for volley in odds.volleys:
        for m in volley.firers:
            yield m, volley.weapon, int(easiest(s, m, odds.target, volley.weapon)) % MODELS


def distances(s: State, pairs: list[tuple[int, int, int]]) -> list[float]:
    """How far it may be said to be: as to tenths, then as it is."""
    gaps = sorted({int(gap(s, m, j)) // FINE for m, _, j in pairs})
    exact = [gaps[len(gaps) // 2], gaps[0], gaps[-1]]
    rounded = [round(distance / TENTH) * TENTH for distance in exact]
    values = dict.fromkeys((*rounded, *exact))
    return [distance / INCH for distance in values if data.NEAREST * INCH <= distance <= data.FARTHEST * INCH]


# ---------------------------------------------------------------- the two units


def firers(s: State, odds: AttackOdds) -> Iterator[Data]:
    """Who fires: the whole unit; or without those who do not, but for a leader who sees nobody (WS-11.6)."""
    whole = present(s, odds.firers)
    firing = {m for volley in odds.volleys for m in volley.firers}
    if blindness(s, odds.firers, odds.target):
        firing.add(int(s.unit[odds.firers].leader))
    yield firer(s, odds, whole)
    if len(firing) < len(whole):
        yield firer(s, odds, sorted(firing))


def firer(s: State, odds: AttackOdds, models: list[int]) -> Data:
    """The unit that fires, of which these are counted."""
    k, firing = odds.firers, set(models)
    leader = int(s.unit[k].leader)
    facts = {**troop(s, k, models), "leader_sees": not blindness(s, k, odds.target)}
    if snaps(s):
        return {**facts, "action": data.SNAP}
    deeds = {deed: key for key, deed in data.DEEDS.items()}
    moved = {m for m in firing if s.model[m].moved}
    # nobody where no answer fits, as it does not matter to those who fire (WS-9.17)
    answers = (("leader", {leader}), ("members", firing - {leader}), ("all", firing))
    word = next((word for word, who in answers if moved and moved == who), "nobody")
    return {**facts, "action": deeds[Deed(s.deed)], "moved": word}


def fielded(s: State, k: int) -> tuple[str, UnitSheet]:
    """The key of a unit that is known, and what it is."""
    unit, number = sheet_of(s, k), int(s.profile[s.unit[k].profile].name)
    if unit is None:
        raise KeyError(number)
    return (list(SHELF.units().units)[number] if number > NOBODY else data.own_key(unit)), unit


def own(s: State, *units: int) -> Data:
    """Those of the units that are players' own (WS-4.13)."""
    known = (fielded(s, k) for k in units if s.profile[s.unit[k].profile].name < NOBODY)
    return {key: data.own_data(unit) for key, unit in known}


def troop(s: State, k: int, models: list[int]) -> Data:
    """A unit of which these are left."""
    first = int(s.unit[k].first)
    key, unit = fielded(s, k)
    each = unit.each()
    left = dict.fromkeys(data.kinds(unit), 0)
    for m in models:
        if m != first:
            left[data.key_of(each[m - first].name)] += 1
    lost = {kind: n for kind, n in left.items() if n != data.kinds(unit)[kind]}
    return {"what": key, "left": lost, "leader_lost": first not in models}


def target(s: State, odds: AttackOdds) -> Data:
    """Who is fired at, in which state, and as which of them its leader falls."""
    k = odds.target
    u, left = s.unit[k], present(s, k)
    facts = troop(s, k, left)
    near = int(officer_near(s, k))
    hit = int(odds.fallen[-1]) if len(left) > 1 else 1
    order = fall_order(s, odds)
    leader = order.index(int(u.leader)) + 1 if int(u.leader) in order else len(left)
    ground = not snaps(s) and all(gone_to_ground(s, m) for m in order)
    return {
        **facts,
        "leader_lost": bool(u.leaderless),
        "markers": int(u.markers),
        "hunkered": bool(u.hunkered),
        "ground": ground,
        "officer": near != NOBODY and int(s.model[near].unit) != k,
        "results": int(s.model[left[0]].results) if len(left) == 1 else 0,
        "exposed": hit if hit < len(left) else None,
        "leader_falls": leader if leader < len(left) else None,
    }


def fall_order(s: State, odds: AttackOdds) -> list[int]:
    """The models that can be hit, the nearest to those who fire first (WS-11.17)."""
    table = copy(s)
    table.firers = odds.firers
    can = set()
    for volley in odds.volleys:
        for m in volley.firers:
            table.fired[m] = 1
            can |= {j for j in present(s, odds.target) if in_fire(s, m, j, volley.weapon) >= 0}
    return sorted(can, key=lambda j: (int(distance_to_fire(table, j)), j))
