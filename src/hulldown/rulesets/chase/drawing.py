"""The battle as it is drawn: bands of range, and the tanks that meet (section 2.1, CH-2.6)."""

from __future__ import annotations

from hulldown.rulesets.api.scene import Aids, Band, Encounter, Target, TrackScene, UnitMark
from hulldown.rulesets.chase.codes import NOBODY, Gun, Mobility, Mount, Order, Phase, Standing
from hulldown.rulesets.chase.damage import destroyed
from hulldown.rulesets.chase.firing import own_pair, why_not_fire
from hulldown.rulesets.chase.naming import (
    BANDS,
    FACINGS,
    METRES,
    ORDERS,
    find_tank,
    opponent,
    pairs_of,
    player,
    tank_id,
    tank_name,
    tanks,
    type_name,
)
from hulldown.rulesets.chase.refusals import no_shot
from hulldown.rulesets.chase.state import Damage, State, seat_of, side_of, side_of_seat
from hulldown.rulesets.chase.status import acting, current_band, deciding_tanks
from hulldown.rulesets.chase.vocabulary import DOES

MOBILITY = {Mobility.SOUND: "sound", Mobility.DAMAGED: "damaged", Mobility.IMMOBILISED: "immobilised"}
GUN = {Gun.SOUND: "sound", Gun.DAMAGED: "damaged", Gun.KNOCKED_OUT: "knocked out"}
SPOKEN = {"down": "hull down", "wreck": "destroyed", "gone": "escaped", "active": "to decide"}


# ---------------------------------------------------------------- tanks


def lost(s: State, t: int) -> bool:
    """Whether a tank is destroyed, by a collision of this turn too (CH-11.7)."""
    tank = s.tanks[t]
    return tank.standing == Standing.DESTROYED or bool(destroyed(tank.now))


def states(s: State, t: int) -> frozenset[str]:
    """What is drawn of a tank beside its kind."""
    shown = {
        "active": t in deciding_tanks(s),
        "wreck": lost(s, t),
        "down": s.tanks[t].down > 0 and not lost(s, t),
        "gone": s.tanks[t].standing == Standing.ESCAPED,
    }
    return frozenset(name for name, on in shown.items() if on)


def damage_words(now: Damage) -> list[str]:
    """What is broken, in words (CH-11.6)."""
    drive = {Mobility.DAMAGED: "drive damaged", Mobility.IMMOBILISED: "immobilised"}
    gun = {Gun.DAMAGED: "gun damaged", Gun.KNOCKED_OUT: "gun knocked out"}
    words = (drive.get(Mobility(now.mobility)), gun.get(Gun(now.gun)))
    return [word for word in words if word]


def doing(s: State, t: int) -> str:
    """This turn's order as it may be known: which, that there is one, or what comes of it (CH-4.3)."""
    tank = s.tanks[t]
    if s.phase == Phase.ORDERS:
        known = f"order: {ORDERS[tank.order]}" if tank.order in ORDERS else "order given"
        return known if tank.ordered else ""
    if tank.order != Order.HULL_DOWN:
        return DOES.get(tank.order, "")
    return "" if tank.down else "not hull down"  # which is said of it besides (CH-9.1)


def spoken(s: State, t: int) -> str:
    """A tank as a screen reader says it."""
    tank = s.tanks[t]
    parts = [f"{player(s, side_of(t))} {tank_id(s, t)} {tank_name(s, t)}".strip(), type_name(s, t)]
    parts.append(f"{max(0, tank.now.hull)} of {tank.profile.hull} hull points")
    return ", ".join([*parts, *damage_words(tank.now), *(SPOKEN[word] for word in sorted(states(s, t)))])


def unit_mark(s: State, t: int) -> UnitMark:
    """A tank as it is drawn; a gun in a fixed mount has no turret (CH-10.3)."""
    tank = s.tanks[t]
    return UnitMark(
        unit=tank_id(s, t),
        side=seat_of(s, side_of(t)),
        kind="tank",
        name=tank_name(s, t),
        place="",
        hull=0,
        turret=0 if tank.profile.mount == Mount.TURRET else None,
        points=max(0, tank.now.hull),
        points_full=tank.profile.hull,
        state=states(s, t),
        spoken=spoken(s, t),
        doing=doing(s, t),
    )


# ---------------------------------------------------------------- who meets whom


def shows(s: State, i: int, side: int) -> str:
    """The facing of a side's tank in a pair; none before step 6, none carried over (CH-3.4)."""
    way = s.pair[i].facing[side]
    return FACINGS[way].lower() if way in FACINGS and s.phase != Phase.PAIRING else ""


def encounter(s: State, i: int) -> Encounter:
    """A pair; what was its range is told once the turn has begun."""
    p = s.pair[i]
    first = side_of_seat(s, 0)
    return Encounter(
        first=tank_id(s, p.tank[first]),
        second=tank_id(s, p.tank[1 - first]),
        band=current_band(s, i),
        first_shows=shows(s, i, first),
        second_shows=shows(s, i, 1 - first),
        past=s.phase == Phase.ORDERS and s.turn > 1,
        was=None if s.phase == Phase.PAIRING else int(p.was),
    )


def bands() -> tuple[Band, ...]:
    """The ladder of ranges (section 2.1)."""
    return tuple(Band(BANDS[band], note) for band, note in enumerate(METRES))


# ---------------------------------------------------------------- aids


def tank_to_aid(s: State, unit: str) -> int:
    """The tank whose aids are shown: the one named, else the one that decides."""
    if not unit:
        return acting(s)
    try:
        return find_tank(s, unit)
    except ValueError:
        return NOBODY


def target(s: State, t: int, i: int) -> Target:
    """An opponent as a target, with the reason why a tank cannot fire at it (CH-10.2, CH-14.9)."""
    p = s.pair[i]
    code = why_not_fire(s, t, i)
    why = no_shot(code, p.range, p.facing[side_of(t)]) if code else None
    enemy = tank_id(s, p.tank[1 - side_of(t)])
    return Target("", enemy, f"{why.text} {why.rule}" if why else "", current_band(s, i))


def aids(s: State, unit: str) -> Aids:
    """Who is looked at or decides; whom it can fire at where targets are named, whom it meets elsewhere."""
    t = tank_to_aid(s, unit)
    if t == NOBODY or s.tanks[t].standing != Standing.ACTIVE:
        return Aids()
    if s.phase == Phase.TARGETS:
        targets = tuple(target(s, t, i) for i in pairs_of(s, t) if own_pair(s, t, i))
    else:
        met = opponent(s, t)
        targets = (Target("", tank_id(s, met)),) if met != NOBODY else ()
    return Aids(unit=tank_id(s, t), targets=targets)


# ---------------------------------------------------------------- all of it


def subtitle(s: State) -> str:
    """The turn, and the duel of a match."""
    turn = f"Turn {s.turn} of {s.turn_limit}"
    return f"{turn}, duel {s.duel + 1} of {s.duels}" if s.duels > 1 else turn


def scene(s: State, seat: int | None, unit: str = "") -> TrackScene:
    """The battle for a seat, from the position that it knows."""
    return TrackScene(
        bands=bands(),
        units=tuple(unit_mark(s, t) for t in tanks(s)),
        encounters=tuple(encounter(s, i) for i in range(s.pairs)),
        title="Chase",
        subtitle=subtitle(s),
        aids=aids(s, unit),
    )
