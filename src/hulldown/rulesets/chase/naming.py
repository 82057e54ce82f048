"""Names: tanks by their player's letter and a number (A1, B2); words for bands, facings and orders."""

from __future__ import annotations

from hulldown.rulesets.api.ruleset import SIDES
from hulldown.rulesets.chase.catalogue.shelf import SHELF
from hulldown.rulesets.chase.codes import NOBODY, SIDE_TANKS, TANKS, Band, Facing, Order, Standing
from hulldown.rulesets.chase.state import State, seat_of, side_of

BANDS: dict[int, str] = {
    Band.PASSING: "passing",
    Band.ADJACENT: "Adjacent",
    Band.CLOSE: "Close",
    Band.SHORT: "Short",
    Band.MEDIUM: "Medium",
    Band.LONG: "Long",
    Band.VERY_LONG: "Very Long",
    Band.DISTANT: "Distant",
    Band.BROKEN: "out of contact",
}
NO_GUN_NAME = "Gun"  # of a weapon that the catalogue does not know
METRES = ("under 10 m", "10-100 m", "100-300 m", "300-800 m", "800-1,500 m", "1,500-2,500 m", "2,500-4,000 m")
FACINGS: dict[int, str] = {
    Facing.FRONT: "Front",
    Facing.RIGHT: "Right",
    Facing.REAR: "Rear",
    Facing.LEFT: "Left",
}
ORDERS: dict[int, str] = {
    Order.PURSUE: "Pursue",
    Order.FLEE: "Flee",
    Order.MANEUVER: "Maneuver",
    Order.HULL_DOWN: "Hull Down",
    Order.CHANGE_RANGE: "Change Range",
}


def tank_id(s: State, t: int) -> str:
    """The name a tank is ordered by: "A1". Its letter is that of the player: A is Cobalt's, B Rust's.

    When players change seats in a match (CH-12.7) each goes on with a tank of the same name.
    """
    return roster_name(seat_of(s, side_of(t)), t)


def roster_name(seat: int, t: int) -> str:
    """A tank of a player by its place in the roster."""
    return f"{'AB'[seat]}{t % SIDE_TANKS + 1}"


def tanks(s: State) -> list[int]:
    """The tanks that came to the battle, those of the player of seat 0 first."""
    came = [t for t in range(TANKS) if s.tanks[t].standing != Standing.ABSENT]
    return sorted(came, key=lambda t: seat_of(s, side_of(t)))


def find_tank(s: State, name: str) -> int:
    """The number of a tank. ValueError lists those there are."""
    known = {tank_id(s, t): t for t in tanks(s)}
    if name.upper() not in known:
        raise ValueError(f"there is no tank {name.upper()!r}: there are {', '.join(known)}")
    return known[name.upper()]


def tank_name(s: State, t: int) -> str:
    """What the catalogue calls a tank ("Warden"); nothing for a tank that it does not know."""
    kind = s.tanks[t].profile.kind
    return list(SHELF.units().tanks.values())[kind].name if kind != NOBODY else ""


def type_name(s: State, t: int) -> str:
    """What sort of tank it is, within a sentence: "battle tank"."""
    kind = s.tanks[t].profile.kind
    return list(SHELF.units().tanks.values())[kind].type if kind != NOBODY else "tank"


def weapon_name(s: State, t: int) -> str:
    """What the catalogue calls a tank's weapon ("Medium gun")."""
    weapon = s.tanks[t].profile.weapon
    return list(SHELF.units().weapons.values())[weapon].name if weapon != NOBODY else NO_GUN_NAME


def crew_name(s: State, t: int) -> str:
    """What the catalogue calls a tank's crew: "Veteran"."""
    crew = s.tanks[t].profile.crew
    return list(SHELF.units().crews.values())[crew].name if crew != NOBODY else ""


def with_sign(n: int) -> str:
    """A DM or a shift with its sign: "+1", "0", "-2"."""
    return f"{n:+d}" if n else "0"


def player(s: State, side: int) -> str:
    """Who commands a side: "Cobalt". Players change seats in a match (scenario S1)."""
    return SIDES[seat_of(s, side)]


def pairs_of(s: State, t: int) -> list[int]:
    """The pairs in which a tank stands, in contact or not."""
    side = side_of(t)
    return [i for i in range(s.pairs) if s.pair[i].tank[side] == t]


def opponent(s: State, t: int) -> int:
    """The tank that a tank meets in the pair being resolved, or in its only pair; -1 without one."""
    mine = pairs_of(s, t)
    here = [i for i in mine if i == s.acting] or (mine if len(mine) == 1 else [])
    return int(s.pair[here[0]].tank[1 - side_of(t)]) if here else NOBODY
