"""A decision of a game as a situation: the same tanks, orders, tests and facings in the form."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from hulldown.kernel.actions import Action
from hulldown.kernel.records import blank, digest
from hulldown.rulesets.api.situation import Told
from hulldown.rulesets.chase import codes
from hulldown.rulesets.chase.actions import check
from hulldown.rulesets.chase.blueprint import as_force, read
from hulldown.rulesets.chase.catalogue.shelf import SHELF
from hulldown.rulesets.chase.catalogue.units import OwnTank
from hulldown.rulesets.chase.chances.unfolding import TooWide, unfold
from hulldown.rulesets.chase.codes import DIRECTED, NO_DM, NOBODY, Band, Facing, Order, Phase, Verb
from hulldown.rulesets.chase.encounter import side_to_ask
from hulldown.rulesets.chase.groundwork import BAND_NAMES, write_listed, write_own
from hulldown.rulesets.chase.naming import pairs_of, roster_name
from hulldown.rulesets.chase.situation.data import APART, OWN, Situation, entry, own_key, problems
from hulldown.rulesets.chase.state import Pair, Profile, State, side_of
from hulldown.rulesets.common.situations import departed, without_defaults

Data = dict[str, Any]
Forces = Mapping[str, Mapping[str, Any]]
PLAIN = ("hull", "top_speed", "agility", "driver", "gunner")  # same name in a profile and in the form
TEAMS = ("The odds page is about one tank against one.", "CH-14.9")
THROWN = ("Its page asks for facings, which are still to be thrown here.", "CH-7.7")
ANSWER = ("If this ram fails the enemy may ram here; there both just fire.", "CH-8.5")
ENEMY = ("There the enemy's order is to be chosen.", "CH-4.3")

OPEN_WAY = ("Its direction is still open: the odds page asks about Pursue or Flee.", "CH-4.6")


def situation_of(s: State, a: Action, forces: Forces | None = None) -> Told | None:
    """A decision as a situation, None for one that neither ram nor shot nor secret order is; a shot is one
    after which the guns fire at once, and its facings must be known.

    `forces` are what players field: their tanks go along.
    """
    own = forces or {}
    if a.verb in (Verb.SURRENDER, Verb.JOIN) or check(s, int(a.seat), a):
        return None
    if s.options.team_battle:
        return Told(None, (TEAMS,))
    p, side = s.pair[pairs_of(s, int(a.actor))[0]], side_of(int(a.actor))
    if a.verb == Verb.ORDER:
        if a.choice == Order.CHANGE_RANGE:
            return Told(None, (OPEN_WAY,))
        data = meeting(s, p, side, own, "maneuvers", int(p.range))
        data["a"]["order"] = Order(a.choice).name.lower()
        return Told(without_defaults(data, Situation, problems), (ENEMY,))
    try:
        leaves = unfold(s, a)
    except TooWide:
        return None
    if a.verb == Verb.RAM and a.choice:
        data = meeting(s, p, side_to_ask(p), own, "ram", Band.ADJACENT.value)
        data["between"]["overshoot"] = bool(p.raw == Band.PASSING)
        answers = any(leaf.state.phase == Phase.RAM for leaf in leaves)
        return Told(without_defaults(data, Situation, problems), (ANSWER,) if answers else ())
    if not all(leaf.state.phase == Phase.FIRE for leaf in leaves):
        return None
    if len(leaves) > 1:
        return Told(None, (THROWN,))
    at = leaves[0].state
    data = meeting(at, at.pair[0], side, own, "shot", int(at.pair[0].range))
    return Told(without_defaults(data, Situation, problems))


# ---------------------------------------------------------------- both tanks


def meeting(s: State, p: Pair, side: int, forces: Forces, what: str, band: int) -> Data:
    """A pair with the tank of one side as A1."""
    own = own_tanks(s, p, forces)
    known = SHELF.variants()
    winner = "none" if p.winner == NOBODY else "a" if p.winner == side else "b"
    return {
        "what": what,
        "a": tank(s, p, side, band, own),
        "b": tank(s, p, 1 - side, band, own),
        "own": {own_key(own_tank): entry(own_tank) for own_tank in own.values()},
        "between": {
            "range": BAND_NAMES[band] if what != "ram" else "Medium",
            "winner": winner,
            **({"turns": int(s.turn_limit) - int(s.turn) + 1} if what == "maneuvers" else {}),
        },
        "options": departed(s.options, known, [name for name in known if name not in APART]),
    }


def own_tanks(s: State, p: Pair, forces: Forces) -> dict[int, OwnTank]:
    """The tanks of a pair that players built, by their sides; none whose Armor is worn (CH-8.19)."""
    tanks = {}
    for side in range(2):
        t, printed = int(p.tank[side]), blank(Profile)
        build = forces.get(roster_name(side, t), {})
        own = as_force(read(build)).own if "built" in build or "hull" in build else None
        if own:
            write_own(printed, own)
            if digest(printed) == digest(s.tanks[t].profile):
                tanks[side] = own
    return tanks


def tank(s: State, p: Pair, side: int, band: int, own: Mapping[int, OwnTank]) -> Data:
    """A tank of a pair: what it is, its damage, and its turn as far as it has gone."""
    t = s.tanks[p.tank[side]]
    hull, full = int(t.now.hull), int(t.profile.hull)
    order = t.order if p.order[side] == Order.NONE else p.order[side]
    way = p.facing[side]
    return {
        **({"what": own_key(own[side])} if side in own else tank_data(t.profile, band, way)),
        "left": None if hull == full else hull,
        "mobility": codes.Mobility(t.now.mobility).name.lower(),
        "gun": codes.Gun(t.now.gun).name.lower(),
        "order": Order(order).name.lower() if order in DIRECTED else "maneuver",
        "facing": "front" if way == Facing.NONE else Facing(way).name.lower(),
        "success": bool(p.success[side]) or order == Order.NONE or not t.rolled,
        "effect": max(0, int(p.effect[side])),
    }


def tank_data(profile: Profile, band: int, way: int) -> Data:
    """A tank by name and crew, else by its numbers: so does one whose Armor is worn (CH-8.19), with the side
    that it shows. A weapon of one's own has its DM at this range.
    """
    units = SHELF.units()
    if profile.kind != NOBODY:
        name, crew = list(units.tanks)[profile.kind], list(units.crews)[profile.crew]
        printed = blank(Profile)
        write_listed(printed, name, crew)
        if digest(printed) == digest(profile):
            return {"what": name, "crew": crew}
    dm = int(profile.range_dm[band])
    return {
        "what": OWN,
        **{name: int(getattr(profile, name)) for name in PLAIN},
        "front": int(profile.armor[Facing.FRONT]),
        "side": int(profile.armor[Facing.LEFT if way == Facing.LEFT else Facing.RIGHT]),
        "rear": int(profile.armor[Facing.REAR]),
        "mount": codes.Mount(profile.mount).name.lower(),
        "weapon": OWN if profile.weapon == NOBODY else list(units.weapons)[profile.weapon],
        **{name: int(getattr(profile, name)) for name in ("dice", "bonus", "ap")},
        "range_dm": None if dm == NO_DM else dm,
    }
