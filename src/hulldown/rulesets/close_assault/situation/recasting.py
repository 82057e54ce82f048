"""Tank Shocks, Fights and Combats of a game as the data of a situation, proved to have the same terms and
dice; what it cannot say is told instead.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from hulldown.catalogue import validate
from hulldown.kernel.actions import Action
from hulldown.kernel.records import copy
from hulldown.rulesets.api.situation import Told
from hulldown.rulesets.close_assault.actions import check
from hulldown.rulesets.close_assault.bonuses import locked, number_in, weapon_fired
from hulldown.rulesets.close_assault.catalogue.scenarios import SHELF
from hulldown.rulesets.close_assault.chances.duels import Duel, duel_listed, duel_now, fights_listed
from hulldown.rulesets.close_assault.codes import NOBODY, Arc, Order, Response, Stage, Verb
from hulldown.rulesets.close_assault.combat import NOT_ASKED, pick, spender
from hulldown.rulesets.close_assault.contact import arc_of, touching
from hulldown.rulesets.close_assault.exact.stars import Star, star
from hulldown.rulesets.close_assault.fights import shocks_before
from hulldown.rulesets.close_assault.forces import read_choice
from hulldown.rulesets.close_assault.halting import band, charge_distance
from hulldown.rulesets.close_assault.naming import detachment_name, model_name
from hulldown.rulesets.close_assault.pairing import holds, touching_models
from hulldown.rulesets.close_assault.profiling import MIL
from hulldown.rulesets.close_assault.sheet import UnitProfile
from hulldown.rulesets.close_assault.situation import posing
from hulldown.rulesets.close_assault.situation.asking import evaluate, why_not
from hulldown.rulesets.close_assault.situation.data import PLACES, SAME, Situation, own_key, problems
from hulldown.rulesets.close_assault.state import Profile, State, alive, is_vehicle, profile_of, side_of
from hulldown.rulesets.common.situations import departed, without_defaults

Data = dict[str, Any]
Forces = Mapping[str, Mapping[str, Any]]  # what players field, by the names of detachments
TENTH = MIL // 10
OWN = ("What is fielded here is not in the book, and its profile is not at hand.", "CA-8.1")
ONE = ("The odds page is about one vehicle.", "CA-9.4")
CROWD = (f"The odds page knows {len(PLACES)} enemies in contact at most.", "CA-9.4")
PLACED = ("There its enemies have no room to touch it as they do here.", "CA-2.5")
SEVERAL = ("The odds page is about one model and its enemies; here several fight on both sides.", "CA-9.4")
UNLIKE = ("The odds page cannot say all that this Fight hangs on.", "CA-9.10")


class Unsaid(ValueError):
    """Something that a situation cannot say; the note tells what."""

    def __init__(self, note: tuple[str, str]) -> None:
        super().__init__(note[0])
        self.note = note


def situation_of(s: State, a: Action, forces: Forces | None = None) -> Told | None:
    """A legal Tank Shock, Fight or Combat as a situation; None for any other order.

    `forces` is what players field in place of the printed detachments (CA-1.8).
    """
    tellers: dict[int, Callable[[State, Action, Forces], Told | None]] = {
        Verb.SHOCK: recast_shock,
        Verb.PAIR: recast_pairing,
        Verb.SPEND: recast_spending,
        Verb.PICK: recast_combat,
    }
    teller = tellers.get(int(a.verb))
    if teller is None or check(s, int(a.seat), a):
        return None
    try:
        return teller(s, a, forces or {})
    except Unsaid as lost:
        return Told(None, (lost.note,))


def recast_shock(s: State, a: Action, forces: Forces) -> Told:
    """A Tank Shock, before anybody answers."""
    hubs, enemies = living(s, int(a.actor)), living(s, int(a.target))
    if len(hubs) != 1:
        raise Unsaid(ONE)
    hub, met = hubs[0], [m for m in enemies if touching(s, hubs[0], m)]
    if len(met) > len(PLACES):
        raise Unsaid(CROWD)
    engaged = bool(s.detachment[int(a.actor)].engaged)
    came = {"charged": charge_distance(s, hub) / MIL, "engaged": engaged, "order": "none"}
    situation = meeting(s, "shock", hub, came, met, forces)
    situation["more"] = len(enemies) - len(met)
    situation[PLACES[0]]["order"] = Order(
        s.detachment[a.target].order
    ).name.lower()  # for its Overwatch (CA-12.8)
    data = without_defaults(situation, Situation, problems)
    return Told(None, (PLACED,)) if evaluate(data).refusal else Told(data)


def recast_spending(s: State, a: Action, forces: Forces) -> Told:
    """The Fight that comes next, with the bonuses that are to be spent (CA-10.7)."""
    seat = int(a.seat)
    own, enemy = spender(s, seat), spender(s, 1 - seat)
    situation = fight_data(s, own, [enemy], forces)
    first, p = situation[PLACES[0]], s.profile[profile_of(s, enemy)]
    situation["a"]["spend"] = "named"
    first["spent"] = [
        f"{w + 1}.{n}"
        for w in range(s.profile[profile_of(s, own)].weapons)
        for n in range(1, min(number_in(int(a.choice), w), int(s.model[own].left[w])) + 1)
    ]
    if (spent := int(s.spend[1 - seat])) != NOT_ASKED:  # it spends no others in this Fight
        first["gone"] = [bonus for w in range(p.weapons) for bonus in numbered(p, w, number_in(spent, w))]
    situation["a"]["fought"], first["fought"] = int(s.model[own].fought), int(s.model[enemy].fought)
    return Told(proved(s, situation, duel_now(s, seat, int(a.choice))))


def recast_pairing(s: State, a: Action, forces: Forces) -> Told | None:
    """The next Fight of the list, both sides spending all they can."""
    if a.actor == NOBODY:
        return None
    own, enemy = int(a.actor), int(a.target)
    situation = fight_data(s, own, [enemy], forces)
    duel = duel_listed(s, own, enemy, True)
    situation["a"]["spend"] = "all"
    situation["a"]["fought"], situation[PLACES[0]]["fought"] = (fights_listed(s, m) for m in (own, enemy))
    return Told(proved(s, situation, duel))


def recast_combat(s: State, a: Action, forces: Forces) -> Told:
    """A whole Combat of one model against its enemies, seen from that model (CA-9.4, CA-17.2)."""
    begun = copy(s)
    pick(begun, int(a.actor))
    hub, met = hub_of(begun, int(a.seat))
    situation = fight_data(begun, hub, met, forces)
    if len({int(s.model[m].detachment) for m in met}) == 1:
        situation["more"] = len(living(s, int(s.model[met[0]].detachment))) - len(met)
    asked, fights = build_series(situation, Response.STAND)
    if terms(fights.star) != terms(star(begun, hub, met)):
        raise Unsaid(UNLIKE)
    notes = []
    if side_of(s, hub) != a.seat:
        notes.append((f"There it is seen from {model_name(s, hub)}, which meets them all.", "CA-9.4"))
    if len(living(s, int(s.model[hub].detachment))) > 1:
        notes.append(("There its detachment has no other models.", "CA-17.5"))
    return Told(asked.model_dump(mode="json", exclude_defaults=True), tuple(notes))


def hub_of(s: State, seat: int) -> tuple[int, list[int]]:
    """The model that is in every Fight of a Combat, and its enemies; the seat's own if it is one to one."""
    there = [m for m in range(s.models) if holds(touching_models(s), m)]
    ours = [m for m in there if side_of(s, m) == seat]
    theirs = [m for m in there if side_of(s, m) != seat]
    if min(len(ours), len(theirs)) > 1:
        raise Unsaid(SEVERAL)
    hubs, met = (ours, theirs) if len(ours) == 1 else (theirs, ours)
    if len(met) > len(PLACES):
        raise Unsaid(CROWD)
    return hubs[0], met


# ---------------------------------------------------------------- units and models


def fight_data(s: State, own: int, met: list[int], forces: Forces) -> Data:
    """A model and enemies in contact with it, as the stage of the Combat has them."""
    shock = s.combat != 0 and s.stage == Stage.SHOCK
    charged = inches_charged(s, own) if s.model[own].charge else 0
    came: Data = {"charged": charged}
    if shock:
        came["engaged"] = bool(s.detachment[int(s.model[own].detachment)].engaged)
    if shock or charged:
        came["order"] = "none"
    return meeting(s, "shock" if shock else "charge" if charged else "fights", own, came, met, forces)


def meeting(s: State, what: str, hub: int, came: Data, met: list[int], forces: Forces) -> Data:
    """A model, how it came there, and the enemies in contact with it, one after another; `same` where the
    detachment is that before. Unsaid where a profile of a player's own is lost.
    """
    units = dict.fromkeys(int(s.model[m].detachment) for m in (hub, *met))
    own = [sheet_of(s, k, forces) for k in units if is_own(s, k)]
    k = int(s.model[hub].detachment)
    shocks = shocks_before(s, k) if is_vehicle(s, hub) else 0
    situation: Data = {
        "what": what,
        "opponents": len(met),
        "a": model(s, hub, forces) | {"shocks": shocks} | came,
        "own": {own_key(sheet): sheet.model_dump(exclude_defaults=True) for sheet in own},
        "options": departed(s.options, SHELF.variants(), SHELF.variants()),
    }
    before = NOBODY
    for place, m in zip(PLACES, met, strict=False):
        k, drives = int(s.model[m].detachment), is_vehicle(s, m)
        situation[place] = model(s, m, forces) | {
            "arc": Arc(arc_of(s, hub, m)).name.lower(),
            "faces": Arc(arc_of(s, m, hub)).name.lower() if drives else "front",
            "charged": inches_charged(s, m) if s.model[m].charge else 0,
            "shocks": int(s.detachment[k].shocks) if drives else 0,
        }
        if k == before:
            situation[place] |= {"what": SAME, "order": "none", "shocks": 0}
        before = k
    return situation


def model(s: State, m: int, forces: Forces) -> Data:
    """A unit, its order, of which only Charge counts in a Fight (CA-9.8), and what a model has left."""
    k, p, left = int(s.model[m].detachment), s.profile[profile_of(s, m)], int(s.model[m].wounds)
    key = own_key(sheet_of(s, k, forces)) if is_own(s, k) else list(SHELF.units().units)[p.name]
    return {
        "what": key,
        "order": "charge" if s.detachment[k].order == Order.CHARGE else "none",
        "wounds": left if left < p.wounds else None,
        "gone": gone(s, m),
    }


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


def gone(s: State, m: int) -> list[str]:
    """The bonuses that a model has no more, or may not use (CA-10.3, CA-10.8, CA-10.11)."""
    p = s.profile[profile_of(s, m)]
    bonuses: list[str] = []
    for w in range(p.weapons):
        lost = weapon_fired(s, m, w) or locked(s, m, w)
        bonuses += numbered(p, w, 0 if lost else int(s.model[m].left[w]))
    return bonuses


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
    distance = next((at for at in tenths if band(s.options, at, move) == bonus), None)
    if distance is None:
        raise Unsaid(UNLIKE)
    return distance / MIL


def living(s: State, k: int) -> list[int]:
    """The models of a detachment that are left."""
    first = int(s.detachment[k].first)
    return [m for m in range(first, first + int(s.detachment[k].size)) if alive(s, m)]


# ---------------------------------------------------------------- proof


def proved(s: State, situation: Data, duel: Duel) -> Data:
    """The data without its defaults, if the Fight it leads to has the same terms and dice."""
    response = Response.EVADE if duel.evading else Response.STAND
    asked, fights = build_series(situation, response)
    if sums(fights.duels[0]) != sums(duel):
        raise Unsaid(UNLIKE)
    return asked.model_dump(mode="json", exclude_defaults=True)


def build_series(situation: Data, response: Response) -> tuple[Situation, posing.Series]:
    """The Fights that the data lead to."""
    asked = validate(situation, Situation, problems, "situation")
    try:
        s = posing.build_position(asked)
    except posing.NoRoom:
        raise Unsaid(PLACED) from None
    if why_not(asked, s):
        raise Unsaid(UNLIKE)
    return asked, posing.series(
        posing.shock_at(s, response) if asked.what == "shock" else posing.combat_at(s), asked
    )


def sums(duel: Duel) -> tuple[int | bool, ...]:
    """All that the chances of a Fight hang on."""
    own, enemy = duel.own, duel.enemy
    return own.caf, own.dice, enemy.caf, enemy.dice, duel.evading, duel.evades


def terms(hub_star: Star) -> tuple[object, ...]:
    """All that the chances of its Fights hang on."""
    return hub_star.wounds, hub_star.bonuses, hub_star.spokes, hub_star.both_wound
