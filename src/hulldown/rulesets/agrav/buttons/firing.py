"""Shots by weapon and mode, at units and at structures, and weapons set to reaction fire (AG-8, AG-16)."""

from __future__ import annotations

from dataclasses import replace

from hulldown.kernel.actions import Action
from hulldown.rulesets.agrav.accuracy import is_indirect, reaction_mode
from hulldown.rulesets.agrav.aiming import fixed
from hulldown.rulesets.agrav.buttons.collector import Buttons
from hulldown.rulesets.agrav.codes import BARRICADE, NOBODY, Family, Height, Mode, Verb, Way
from hulldown.rulesets.agrav.naming import (
    MODES,
    enemies,
    modes_of,
    place_kind,
    place_name,
    present,
    unit_name,
    way_name,
    weapon_ids,
    weapon_name,
)
from hulldown.rulesets.agrav.shooting import has_line, hit_percent, why_not_ready
from hulldown.rulesets.agrav.sight import barricade_in_sight, section_in_sight
from hulldown.rulesets.agrav.state import State, Weapon
from hulldown.rulesets.common.buttons import Dress

FIRE_KEYS = "FGJKL"  # by the weapon's place on the sheet
REACT = Dress("reaction_fire", "Watch", "turret", "R")
STRUCTURES = Dress("structures", "Bring down", "disarm", "A")


def weapon_icon(gun: Weapon) -> str:
    """What a weapon looks like on a button."""
    if gun.family == Family.MISSILE or gun.family == Family.ROCKET:
        return "missile"
    if gun.energy:
        return "quick"
    return "he" if gun.he else "fire"


def lines(s: State, u: int) -> list[int]:
    """The weapons of a unit that are fired; charges are placed (AG-21.9)."""
    return [w for w in range(s.units[u].weapons) if has_line(s, u, w)]


# ---------------------------------------------------------------- at units


def fire_buttons(b: Buttons, u: int, w: int) -> None:
    """One weapon at every enemy: each mode that it may use, or why there is none."""
    s, gun = b.s, b.s.units[u].weapon[w]
    key, label = weapon_ids(s, u)[w], f"Fire {weapon_name(s, u, w)}"
    dress = Dress(f"fire_{key}", label, weapon_icon(gun), FIRE_KEYS[w])
    shots = [a for enemy in enemies(s, b.seat) for a in shots_at(b, u, w, enemy)]
    b.spread(shots, dress, lambda a: shot_text(b, a), random=True)


def shots_at(b: Buttons, u: int, w: int, target: int) -> list[Action]:
    """The modes that can be used at a unit, the plainest to say why if there is none."""
    family = int(b.s.units[u].weapon[w].family)
    choices = [b.make(Verb.SHOOT, u, target=target, facing=mode, choice=w) for mode in modes_of(family)]
    return [a for a in choices if not b.code(a)] or choices[:1]


def shot_text(b: Buttons, a: Action) -> str:
    """At whom, how, and how likely each shot is to hit."""
    s, w = b.s, a.choice
    aim = place_kind(a.place) if a.target == NOBODY else f"{b.name(a.target)} {unit_name(s, a.target)}"
    parts = [f"at {aim}"]
    if len(modes_of(int(s.units[a.actor].weapon[w].family))) > 1:
        parts.append(MODES[Mode(a.facing)])
    if not b.code(a):
        parts.append(f"{hit_percent(s, a.actor, w, a.facing, a.target, a.place, s.mute)}%")
    return ", ".join(parts)


# ---------------------------------------------------------------- at structures


def visible_places(s: State, u: int) -> frozenset[int]:
    """The sections and barricade sections that a unit sees."""
    sections = [i for i in range(s.sections) if section_in_sight(s, u, i)]
    barricades = [BARRICADE + k for k in range(s.barricades) if barricade_in_sight(s, u, k)]
    return frozenset(sections + barricades)


def views_of(b: Buttons) -> dict[int, frozenset[int]]:
    """What every unit of the seat sees of them, worked out once for all buttons."""
    if not b.views:
        b.views = {v: visible_places(b.s, v) for v in present(b.s, b.seat)}
    return b.views


def places_for(b: Buttons, u: int, mode: int) -> list[int]:
    """The sections and barricade sections that a unit sees or, for indirect fire, only allies see."""
    views = views_of(b)
    if not is_indirect(mode):
        return sorted(views[u])
    return sorted(frozenset().union(*views.values()) - views[u])


def structure_buttons(b: Buttons, u: int) -> None:
    """Every weapon that is ready at every section that it may fire at, and why at no other (AG-8.13)."""
    s = b.s
    ready = [w for w in lines(s, u) if not why_not_ready(s, u, w)]
    shots = [
        a
        for w in ready
        for mode in modes_of(int(s.units[u].weapon[w].family))
        for place in places_for(b, u, mode)
        if not b.code(a := b.make(Verb.SHOOT, u, place=place, facing=mode, choice=w))
    ]
    for a in shots:
        b.put(a, STRUCTURES, f"{weapon_name(s, u, a.choice)} {shot_text(b, a)}", random=True)
    aimed = {a.place for a in shots}
    for place in standing_places(s):
        if lines(s, u) and place not in aimed:
            b.put(plainest(b, u, (ready or lines(s, u))[0], place), STRUCTURES, place_name(s, place))


def standing_places(s: State) -> list[int]:
    """The sections and barricade sections that still stand."""
    sections = [i for i in range(s.sections) if s.section[i].height != Height.GONE]
    return sections + [BARRICADE + k for k in range(s.barricades) if s.barricade[k].tile != NOBODY]


def plainest(b: Buttons, u: int, w: int, place: int) -> Action:
    """A shot in the first mode of a weapon: what is refused of it says why."""
    mode = modes_of(int(b.s.units[u].weapon[w].family))[0]
    return b.make(Verb.SHOOT, u, place=place, facing=mode, choice=w)


# ---------------------------------------------------------------- reaction fire


def react_buttons(b: Buttons, u: int) -> None:
    """The cones in which its weapons may wait, a ring for each, and none again; mortars never do (AG-16.5,
    AG-16.7).
    """
    s = b.s
    choices = [a for w in lines(s, u) for a in cones(b, u, w)]
    codes = {b.code(a) for a in choices}
    for a in choices[:1] if len(codes) == 1 and 0 not in codes else choices:
        off = a.facing == NOBODY
        label = "Watch no longer" if off else f"Watch {way_name(a.facing)}"
        name = weapon_name(s, u, a.choice)
        detail = name + (", fixed ahead" if fixed(s, u, a.choice) else "")
        b.put(a, replace(REACT, label=label), detail, facing=None if off else int(a.facing), ring=name)


def cones(b: Buttons, u: int, w: int) -> list[Action]:
    """What one weapon may be set to, ahead first."""
    gun, first = b.s.units[u].weapon[w], int(b.s.units[u].facing)
    if reaction_mode(int(gun.family)) == NOBODY:
        return []
    ways = [first] if fixed(b.s, u, w) else [(first + by) % len(Way) for by in range(len(Way))]
    settings = [b.make(Verb.REACT, u, facing=way, choice=w) for way in ways if way != gun.cone]
    off = [b.make(Verb.REACT, u, facing=NOBODY, choice=w)] if gun.cone != NOBODY else []
    return [*off, *settings]


def shooting_buttons(b: Buttons, u: int) -> None:
    """All that a unit does with its weapons."""
    for w in lines(b.s, u):
        fire_buttons(b, u, w)
    react_buttons(b, u)
    structure_buttons(b, u)
