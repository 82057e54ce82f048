"""Fights and Combats of a game as the data of a situation, proved to have the same terms and dice."""

from __future__ import annotations

from hulldown.catalogue import validate
from hulldown.kernel.actions import Action
from hulldown.kernel.records import copy
from hulldown.rulesets.close_assault.bonuses import number_in
from hulldown.rulesets.close_assault.chances.duels import Duel, duel_listed, duel_now, fights_listed
from hulldown.rulesets.close_assault.codes import NOBODY, Response, Stage
from hulldown.rulesets.close_assault.combat import NOT_ASKED, pick, spender
from hulldown.rulesets.close_assault.exact.stars import Star, star
from hulldown.rulesets.close_assault.naming import model_name
from hulldown.rulesets.close_assault.pairing import holds, touching_models
from hulldown.rulesets.close_assault.situation.asking import why_not
from hulldown.rulesets.close_assault.situation.data import PLACES, Situation, problems
from hulldown.rulesets.close_assault.situation.describing import (
    Data,
    Forces,
    Unsaid,
    chosen,
    detachments,
    fighter,
    inches_charged,
    living,
    numbered,
    own_units,
    placed,
)
from hulldown.rulesets.close_assault.situation.posing import NoRoom, lay_out
from hulldown.rulesets.close_assault.situation.series import Series, combat_at, series, shock_at
from hulldown.rulesets.close_assault.state import State, profile_of, side_of
from hulldown.rulesets.face.situation import Told

CROWD = (f"The odds page knows {len(PLACES)} enemies in contact at most.", "CA-9.4")
PLACED = ("There its enemies have no room to touch it as they do here.", "CA-2.5")
SEVERAL = ("The odds page is about one model and its enemies; here several fight on both sides.", "CA-9.4")
UNLIKE = ("The odds page cannot say all that this Fight hangs on.", "CA-9.10")


def spending_told(s: State, a: Action, forces: Forces) -> Told:
    """The Fight that comes next, with the bonuses that are to be spent (CA-10.7)."""
    seat = int(a.seat)
    own, enemy = spender(s, seat), spender(s, 1 - seat)
    told = fight_data(s, own, [enemy], forces)
    first, weapons = told[PLACES[0]], range(s.profile[profile_of(s, own)].weapons)
    told["a"]["spend"] = "named"
    first["spent"] = [bonus for w in weapons for bonus in chosen_of(s, own, w, number_in(int(a.choice), w))]
    if s.spend[1 - seat] != NOT_ASKED:
        first["gone"] = all_but(s, enemy, int(s.spend[1 - seat]))
    told["a"]["fought"], first["fought"] = int(s.model[own].fought), int(s.model[enemy].fought)
    return Told(proved(s, told, duel_now(s, seat, int(a.choice))))


def pairing_told(s: State, a: Action, forces: Forces) -> Told | None:
    """The next Fight of the list, both sides spending all they can."""
    if a.actor == NOBODY:
        return None
    own, enemy = int(a.actor), int(a.target)
    told = fight_data(s, own, [enemy], forces)
    duel = duel_listed(s, own, enemy, True)
    told["a"]["spend"] = "all"
    told["a"]["fought"], told[PLACES[0]]["fought"] = (fights_listed(s, m) for m in (own, enemy))
    return Told(proved(s, told, duel))


def picking_told(s: State, a: Action, forces: Forces) -> Told:
    """A whole Combat of one model against its enemies, seen from that model (CA-9.4, CA-17.2)."""
    begun = copy(s)
    pick(begun, int(a.actor))
    hub, met = hub_of(begun, int(a.seat))
    told = fight_data(begun, hub, met, forces)
    enemies = living(s, int(s.model[met[0]].detachment))
    if len(detachments(s, met)) == 1:
        told["more"] = len(enemies) - len(met)
    asked, found = posed(told, Response.STAND)
    if terms(found.star) != terms(star(begun, hub, met)):
        raise Unsaid(UNLIKE)
    return Told(asked.model_dump(mode="json", exclude_defaults=True), tuple(remarks(s, hub, int(a.seat))))


def remarks(s: State, hub: int, seat: int) -> list[tuple[str, str]]:
    """What is otherwise there."""
    found = []
    if side_of(s, hub) != seat:
        found.append((f"There it is seen from {model_name(s, hub)}, which meets them all.", "CA-9.4"))
    if len(living(s, int(s.model[hub].detachment))) > 1:
        found.append(("There its detachment has no other models.", "CA-17.5"))
    return found


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


# ---------------------------------------------------------------- data


def fight_data(s: State, own: int, met: list[int], forces: Forces) -> Data:
    """A model and enemies in contact with it, as the stage of the Combat has them."""
    shock = s.combat != 0 and s.stage == Stage.SHOCK
    here = fighter(s, own, forces)
    charged = inches_charged(s, own) if s.model[own].charge else 0
    if shock:
        here |= {"engaged": bool(s.detachment[int(s.model[own].detachment)].engaged), "order": "none"}
    told: Data = {
        "what": "shock" if shock else "charge" if charged else "fights",
        "opponents": len(met),
        "a": here | {"charged": charged} | ({"order": "none"} if charged else {}),
        "own": own_units(s, (own, *met), forces),
        "options": dict(chosen(s)),
    }
    placed(told, s, own, met, forces)
    return told


def chosen_of(s: State, m: int, w: int, number: int) -> list[str]:
    """So many of the bonuses that a weapon has left."""
    return [f"{w + 1}.{n}" for n in range(1, number + 1) if n <= s.model[m].left[w]]


def all_but(s: State, m: int, spent: int) -> list[str]:
    """All bonuses of a model but those that it has named: it spends no others in this Fight."""
    p = s.profile[profile_of(s, m)]
    return [one for w in range(p.weapons) for one in numbered(p, w, number_in(spent, w))]


# ---------------------------------------------------------------- proof


def proved(s: State, told: Data, duel: Duel) -> Data:
    """The data without its defaults, if the Fight it leads to has the same terms and dice."""
    response = Response.EVADE if duel.evading else Response.STAND
    asked, found = posed(told, response)
    if sums(found.duels[0]) != sums(duel):
        raise Unsaid(UNLIKE)
    return asked.model_dump(mode="json", exclude_defaults=True)


def posed(told: Data, response: Response) -> tuple[Situation, Series]:
    """The Fights that the data lead to."""
    asked = validate(told, Situation, problems, "situation")
    try:
        s = lay_out(asked)
    except NoRoom:
        raise Unsaid(PLACED) from None
    if why_not(asked, s):
        raise Unsaid(UNLIKE)
    return asked, series(shock_at(s, response) if asked.what == "shock" else combat_at(s), asked)


def sums(duel: Duel) -> tuple[int | bool, ...]:
    """All that the chances of a Fight hang on."""
    own, enemy = duel.own, duel.enemy
    return own.caf, own.dice, enemy.caf, enemy.dice, duel.evading, duel.evades


def terms(one: Star) -> tuple[object, ...]:
    """All that the chances of its Fights hang on."""
    return one.wounds, one.bonuses, one.spokes, one.both_wound
