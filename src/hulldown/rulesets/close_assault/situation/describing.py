"""Models of a game as the data of a situation: what they are, how they stand, what they have left."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from hulldown.catalogue import as_word
from hulldown.rulesets.close_assault.arcs import arc_of
from hulldown.rulesets.close_assault.bonuses import locked, weapon_fired
from hulldown.rulesets.close_assault.catalogue.options import load_options
from hulldown.rulesets.close_assault.catalogue.profiles import load_units
from hulldown.rulesets.close_assault.charging import band, charge_distance
from hulldown.rulesets.close_assault.codes import NOBODY, Arc, Order
from hulldown.rulesets.close_assault.fights import shocks_before
from hulldown.rulesets.close_assault.forces import read_choice
from hulldown.rulesets.close_assault.naming import detachment_name
from hulldown.rulesets.close_assault.profiling import MIL
from hulldown.rulesets.close_assault.sheet import UnitProfile
from hulldown.rulesets.close_assault.situation.data import PLACES, SAME, own_key
from hulldown.rulesets.close_assault.state import Profile, State, alive, is_vehicle, profile_of

Data = dict[str, Any]
Forces = Mapping[str, Mapping[str, Any]]  # what players field, by the names of detachments
TENTH = MIL // 10


class Unsaid(ValueError):
    """Something that a situation cannot say; the note tells what."""

    def __init__(self, note: tuple[str, str]) -> None:
        super().__init__(note[0])
        self.note = note


OWN = ("What is fielded here is not in the book, and its profile is not at hand.", "CA-8.1")


# ---------------------------------------------------------------- units


def detachments(s: State, models: Iterable[int]) -> list[int]:
    """The detachments of some models, each once, in their order."""
    return list(dict.fromkeys(int(s.model[m].detachment) for m in models))


def own_units(s: State, models: Iterable[int], forces: Forces) -> Data:
    """The profiles of players' own among these models, by their keys. Unsaid where one is lost."""
    fielded = (sheet_of(s, k, forces) for k in detachments(s, models) if is_own(s, k))
    return {own_key(one): one.model_dump(exclude_defaults=True) for one in fielded}


def is_own(s: State, k: int) -> bool:
    """Whether a detachment is no unit of the book."""
    return bool(s.profile[s.detachment[k].profile].name == NOBODY)


def sheet_of(s: State, k: int, forces: Forces) -> UnitProfile:
    """The profile of a player's own that a detachment fields."""
    name = detachment_name(s, k)
    sheet = read_choice(name, forces[name]).profile if name in forces else None
    if sheet is None:
        raise Unsaid(OWN)
    return sheet


def unit_of(s: State, m: int, forces: Forces) -> str:
    """The key of a model's unit."""
    k = int(s.model[m].detachment)
    if not is_own(s, k):
        return list(load_units().units)[s.profile[profile_of(s, m)].name]
    return own_key(sheet_of(s, k, forces))


# ---------------------------------------------------------------- models


def fighter(s: State, m: int, forces: Forces) -> Data:
    """Whose odds they are."""
    return {
        "what": unit_of(s, m, forces),
        "order": order_of(s, m),
        "shocks": shocks_before(s, int(s.model[m].detachment)) if is_vehicle(s, m) else 0,
        "wounds": wounds_of(s, m),
        "gone": gone(s, m),
    }


def opponent(s: State, hub: int, m: int, forces: Forces) -> Data:
    """An enemy in contact with it."""
    d = s.detachment[int(s.model[m].detachment)]
    return {
        "what": unit_of(s, m, forces),
        "arc": Arc(arc_of(s, hub, m)).name.lower(),
        "faces": Arc(arc_of(s, m, hub)).name.lower() if is_vehicle(s, m) else "front",
        "order": order_of(s, m),
        "charged": inches_charged(s, m) if s.model[m].charge else 0,
        "shocks": int(d.shocks) if is_vehicle(s, m) else 0,
        "wounds": wounds_of(s, m),
        "gone": gone(s, m),
    }


def placed(told: Data, s: State, hub: int, met: list[int], forces: Forces) -> None:
    """Write the enemies into the data, one after another; `same` where the detachment is that before."""
    before = NOBODY
    for place, m in zip(PLACES, met, strict=False):
        told[place] = opponent(s, hub, m, forces)
        if int(s.model[m].detachment) == before:
            told[place] |= {"what": SAME, "order": "none", "shocks": 0}
        before = int(s.model[m].detachment)


def order_of(s: State, m: int) -> str:
    """Charge, the only order that counts in a Fight (CA-9.8)."""
    return "charge" if s.detachment[int(s.model[m].detachment)].order == Order.CHARGE else "none"


def wounds_of(s: State, m: int) -> int | None:
    """Wounds left; None: all."""
    left = int(s.model[m].wounds)
    return left if left < s.profile[profile_of(s, m)].wounds else None


def gone(s: State, m: int) -> list[str]:
    """The bonuses that a model has no more, or may not use (CA-10.3, CA-10.8, CA-10.11)."""
    p = s.profile[profile_of(s, m)]
    found: list[str] = []
    for w in range(p.weapons):
        lost = weapon_fired(s, m, w) or locked(s, m, w)
        found += numbered(p, w, 0 if lost else int(s.model[m].left[w]))
    return found


def numbered(p: Profile, w: int, left: int) -> Iterator[str]:
    """The last bonuses of a weapon, all but so many: "2.3" is the third of weapon 2."""
    return (f"{w + 1}.{n}" for n in range(left + 1, int(p.weapon[w].bonuses) + 1))


def inches_charged(s: State, m: int) -> float:
    """A charge that gives the bonus a vehicle has: its own, or the shortest that does (CA-11.3)."""
    move, bonus = int(s.profile[profile_of(s, m)].move), int(s.model[m].charge)
    own = charge_distance(s, m)
    if band(s.options, own, move) == bonus:
        return own / MIL
    tenths = range(0, 4 * move, TENTH)
    return next(at for at in tenths if band(s.options, at, move) == bonus) / MIL


def chosen(s: State) -> Iterator[tuple[str, str]]:
    """The options that are not as printed."""
    for name, option in load_options().items():
        code = int(getattr(s.options, name))
        if code != option.code(option.default):
            yield name, as_word(option.values[code])


def living(s: State, k: int) -> list[int]:
    """The models of a detachment that are left."""
    first = int(s.detachment[k].first)
    return [m for m in range(first, first + int(s.detachment[k].size)) if alive(s, m)]
