"""Fire of a game as the data of a situation: one of equal chances, or a word on why there is none."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from itertools import product
from typing import Any

from hulldown.catalogue import CatalogueError, as_word, validate
from hulldown.kernel.actions import Action
from hulldown.kernel.records import copy
from hulldown.rulesets.face.situation import Told
from hulldown.rulesets.warstrike.actions import check
from hulldown.rulesets.warstrike.aiming import easiest, in_fire
from hulldown.rulesets.warstrike.arming import BEST, snaps, why_not_fire
from hulldown.rulesets.warstrike.catalogue.shelf import SHELF
from hulldown.rulesets.warstrike.codes import FINE, INCH, MODELS, NOBODY, Sight, Verb
from hulldown.rulesets.warstrike.exact.attack import AttackOdds, attack_odds, volleys_of
from hulldown.rulesets.warstrike.exact.orders import fired_at
from hulldown.rulesets.warstrike.exact.split import elsewhere
from hulldown.rulesets.warstrike.exact.volleys import Volley
from hulldown.rulesets.warstrike.measuring import gap
from hulldown.rulesets.warstrike.reasons import Why
from hulldown.rulesets.warstrike.sight import level
from hulldown.rulesets.warstrike.situation.data import (
    FARTHEST,
    NEAREST,
    OPTIONS,
    Situation,
    problems,
)
from hulldown.rulesets.warstrike.situation.describing import firers, living, target
from hulldown.rulesets.warstrike.situation.posing import FIRER, TARGET, lay_out
from hulldown.rulesets.warstrike.snap_fire import to_snap_points
from hulldown.rulesets.warstrike.state import State

Data = dict[str, Any]
OWN = ("The odds page knows the units of the book.", "WS-2.1")
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
    if any(s.profile[s.unit[i].profile].name == NOBODY for i in (k, target)):
        return Told(None, (OWN,))
    if any(s.model[m].arm != BEST for m in living(s, k)):
        return Told(None, (ARMED,))
    return equal_one(s, k, target)


def equal_one(s: State, k: int, target: int) -> Told:
    """The first candidate with the same chances."""
    odds = attack_odds(s, k, target)
    table = met(s, target)
    for data in candidates(table, odds):
        if equals(data, odds):
            return Told(data)
    return Told(None, (UNLIKE,))


def met(s: State, target: int) -> State:
    """The table with the target where the fire meets it (WS-12.5)."""
    table = copy(s)
    if snaps(s):
        to_snap_points(table, target)
    return table


def equals(data: Data, odds: AttackOdds) -> bool:
    """Whether a situation has the same shots, the same losses and markers, the same next check."""
    posed = lay_out(Situation.model_validate(data))
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
    whole = {"target": target(s, odds), "options": dict(chosen(s))}
    pairs, who = list(aimed(s, odds)), list(firers(s, odds))
    for far, seen, height, here in product(distances(s, pairs), sights(s, pairs), heights(s, pairs), who):
        data = {**whole, "firer": here, "distance": far, "sight": seen, "level": height}
        try:
            asked = validate(data, Situation, problems, "situation")
        except CatalogueError:
            continue
        yield asked.model_dump(mode="json", exclude_defaults=True)


def aimed(s: State, odds: AttackOdds) -> Iterator[tuple[int, int, int]]:
    """Who fires what at whom: the model that he hits most easily (WS-11.5)."""
    for volley in odds.volleys:
        for m in volley.firers:
            yield m, volley.weapon, int(easiest(s, m, odds.target, volley.weapon)) % MODELS


def distances(s: State, pairs: list[tuple[int, int, int]]) -> list[float]:
    """How far it may be said to be: as to tenths, then as it is."""
    gaps = sorted({int(gap(s, m, j)) // FINE for m, _, j in pairs})
    exact = [gaps[len(gaps) // 2], gaps[0], gaps[-1]]
    rounded = [round(one / TENTH) * TENTH for one in exact]
    found = dict.fromkeys((*rounded, *exact))
    return [one / INCH for one in found if NEAREST * INCH <= one <= FARTHEST * INCH]


def sights(s: State, pairs: list[tuple[int, int, int]]) -> list[str]:
    """The sight states that there are."""
    return list(dict.fromkeys(SIGHTS[Sight(in_fire(s, m, j, weapon))] for m, weapon, j in pairs))


def heights(s: State, pairs: list[tuple[int, int, int]]) -> list[str]:
    """Who stands above whom."""
    return list(dict.fromkeys(LEVELS[int(level(s, m)) - int(level(s, j))] for m, _, j in pairs))


def chosen(s: State) -> Iterator[tuple[str, str]]:
    """The options that are not as printed."""
    for name in OPTIONS:
        option, code = SHELF.options()[name], int(getattr(s.options, name))
        if code != option.code(option.default):
            yield name, str(code) if option.kind == "number" else as_word(option.values[code])
