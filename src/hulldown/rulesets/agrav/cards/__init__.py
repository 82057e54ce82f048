"""Unit cards: health, armour as it is now, shield, energy, mobility, stun, weapons and damaged parts."""

from __future__ import annotations

from hulldown.rulesets.agrav.cards.parts import weapon_lines, wrecked_lines
from hulldown.rulesets.agrav.cards.tracks import facts, health_pips, health_text, overheated, plates
from hulldown.rulesets.agrav.codes import NOBODY, Chassis, Ground, Shield, Standing, Way
from hulldown.rulesets.agrav.counters import figure, turned
from hulldown.rulesets.agrav.naming import kind_name, tile_name, unit_id, unit_name
from hulldown.rulesets.agrav.state import State
from hulldown.rulesets.face.words import Card
from hulldown.rulesets.shared.wording import plural


def carded(s: State, seat: int | None, u: int) -> bool:
    """Whether a seat has the card of a unit of the position that it knows (AG-24.2)."""
    unit = s.units[u]
    if unit.standing == Standing.WAITING:
        return not s.options.fog_of_war or unit.side == seat
    return bool(unit.standing not in (Standing.ABSENT, Standing.UNSEEN))


def placed(s: State, u: int) -> str:
    """What a unit stands in, where that matters."""
    tile = s.units[u].tile
    said = ["in debris"] if s.ground[tile] == Ground.DEBRIS else []
    said += [f"in smoke, {plural(s.smoke[tile], 'turn')} left"] if s.smoke[tile] else []
    return ", ".join(said)


def states(s: State, u: int) -> frozenset[str]:
    """What a glance must show: stunned, overheated, how the shield is, whether it watches, destroyed."""
    unit = s.units[u]
    if unit.standing == Standing.DESTROYED:
        return frozenset({"destroyed", "wreck"})
    found = {
        "not deployed": unit.standing == Standing.WAITING,
        "stunned": unit.stun > 0,
        "overheated": overheated(s, u),
        "shield cracked": unit.shield.crack > 0,
        "shield down": unit.shield.state == Shield.DISABLED,
        "shield gone": unit.shield.state == Shield.DESTROYED,
        "watching": any(unit.weapon[w].cone != NOBODY for w in range(unit.weapons)),
    }
    return frozenset(word for word, so in found.items() if so)


def turret(s: State, u: int) -> int | None:
    """Where a turret points if that is not ahead."""
    unit = s.units[u]
    points = turned(unit)
    return points if unit.turret and points != unit.facing else None


def card(s: State, u: int) -> Card:
    """A unit's card; a turret is told of where it does not point ahead (AG-16.3)."""
    unit = s.units[u]
    here = unit.standing == Standing.PRESENT
    gone = unit.standing == Standing.DESTROYED
    return Card(
        unit=unit_id(s, u),
        side=unit.side,
        name=unit_name(s, u),
        kind=figure(unit),
        kind_name=kind_name(s, u),
        place=tile_name(unit.tile) if here else "",
        placed=placed(s, u) if here else "",
        hull=None if gone or not here or unit.chassis == Chassis.INFANTRY else int(unit.facing),
        turret=turret(s, u) if here else None,
        plates=None if gone else plates(s, u),
        actions=None,
        points=health_pips(s, u),
        facts=() if gone else tuple(facts(s, u)),
        kit=() if gone else (*weapon_lines(s, u), *wrecked_lines(s, u)),
        state=states(s, u),
        ways=len(Way),
        track="Models" if unit.chassis == Chassis.INFANTRY else "Health",
        note="" if gone else health_text(s, u),
    )


def cards(s: State, seat: int | None) -> list[Card]:
    """The cards that a seat has."""
    return [card(s, u) for u in range(s.count) if carded(s, seat, u)]
