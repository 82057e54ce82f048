"""A Tank Shock of a game as the data of a situation; what a situation cannot say is told instead."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from hulldown.catalogue import as_word, validate
from hulldown.kernel.actions import Action
from hulldown.rulesets.close_assault.actions import check
from hulldown.rulesets.close_assault.arcs import arc_of
from hulldown.rulesets.close_assault.catalogue.options import load_options
from hulldown.rulesets.close_assault.catalogue.profiles import load_units
from hulldown.rulesets.close_assault.charging import charge_distance
from hulldown.rulesets.close_assault.codes import NOBODY, Arc, Order, Verb
from hulldown.rulesets.close_assault.contact import touching
from hulldown.rulesets.close_assault.profiling import MIL
from hulldown.rulesets.close_assault.situation.asking import pose
from hulldown.rulesets.close_assault.situation.data import PLACES, SAME, Situation, problems
from hulldown.rulesets.close_assault.state import State, alive
from hulldown.rulesets.situation import Told

Data = dict[str, Any]
Note = tuple[str, str]
ONE = ("The odds page is about one vehicle.", "CA-9.4")
CROWD = (f"The odds page knows {len(PLACES)} enemies in contact at most.", "CA-9.4")
OWN = ("The odds page knows the units of the book.", "CA-8.1")
SPENT = ("Here some bonuses are gone; there all are left.", "CA-10.1")
PLACED = ("There its enemies have no room to touch it as they do here.", "CA-2.5")


def situation_of(s: State, a: Action) -> Told | None:
    """A legal Tank Shock as a situation; None for any other order."""
    if a.verb != Verb.SHOCK or check(s, int(a.seat), a):
        return None
    hubs, target = living(s, int(a.actor)), int(a.target)
    if len(hubs) != 1:
        return Told(None, (ONE,))
    lost = tuple(unsaid(s, hubs[0], target))
    if lost:
        return Told(None, lost)
    asked = validate(described(s, hubs[0], target), Situation, problems, "situation")
    data = asked.model_dump(mode="json", exclude_defaults=True)
    return Told(None, (PLACED,)) if pose(data).refusal else Told(data)


def living(s: State, k: int) -> list[int]:
    """The models of a detachment that are left."""
    first = int(s.detachment[k].first)
    return [m for m in range(first, first + int(s.detachment[k].size)) if alive(s, m)]


def unsaid(s: State, hub: int, target: int) -> Iterator[Note]:
    """What the odds depend on that the page cannot say."""
    if sum(touching(s, hub, m) for m in living(s, target)) > len(PLACES):
        yield CROWD
    if any(s.profile[s.detachment[k].profile].name == NOBODY for k in (s.model[hub].detachment, target)):
        yield OWN
    profile = s.profile[s.detachment[int(s.model[hub].detachment)].profile]
    if any(s.model[hub].left[w] != profile.weapon[w].bonuses for w in range(profile.weapons)):
        yield SPENT


def described(s: State, hub: int, target: int) -> Data:
    """The situation as data."""
    d, enemies = s.detachment[int(s.model[hub].detachment)], living(s, target)
    met = [m for m in enemies if touching(s, hub, m)]
    told: Data = {
        "what": "shock",
        "opponents": len(met),
        "more": len(enemies) - len(met),
        "a": {
            "what": unit_of(s, hub),
            "charged": charge_distance(s, hub) / MIL,
            "shocks": int(d.shocks),
            "engaged": bool(d.engaged),
            "wounds": int(s.model[hub].wounds),
        },
        "options": dict(chosen(s)),
    }
    for place, m in zip(PLACES, met, strict=False):
        told[place] = opponent(s, hub, m, place == PLACES[0])
    return told


def opponent(s: State, hub: int, m: int, first: bool) -> Data:
    """An enemy in contact."""
    order = Order(s.detachment[int(s.model[m].detachment)].order).name.lower()
    return {
        "what": unit_of(s, m) if first else SAME,
        "arc": Arc(arc_of(s, hub, m)).name.lower(),
        "order": order if first else "none",
        "wounds": int(s.model[m].wounds),
    }


def unit_of(s: State, m: int) -> str:
    """The key of a model's unit."""
    profile = s.profile[s.detachment[int(s.model[m].detachment)].profile]
    return list(load_units().units)[profile.name]


def chosen(s: State) -> Iterator[tuple[str, str]]:
    """The options that are not as printed."""
    for name, option in load_options().items():
        code = int(getattr(s.options, name))
        if code != option.code(option.default):
            yield name, as_word(option.values[code])
