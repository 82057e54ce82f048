"""Where every position begins, of a scenario, a question or the solver: options, payoffs, tanks, a duel."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, get_args

from hulldown.catalogue import CatalogueError, unknown_name, validate
from hulldown.kernel.batch import RUNNING
from hulldown.kernel.records import blank
from hulldown.rulesets.chase.catalogue.scenarios import REGULAR, STANDARD
from hulldown.rulesets.chase.catalogue.shelf import SHELF
from hulldown.rulesets.chase.catalogue.units import Band as BandName
from hulldown.rulesets.chase.catalogue.units import OwnTank, OwnWeapon, own_problems
from hulldown.rulesets.chase.codes import (
    NO_DM,
    NOBODY,
    SIDE_TANKS,
    Band,
    Event,
    Facing,
    Mount,
    Order,
    Standing,
)
from hulldown.rulesets.chase.state import Pair, Profile, State, Tank
from hulldown.rulesets.common.scenarios import Choices

BAND_NAMES: tuple[str, ...] = get_args(BandName)  # CH-2.1


# ---------------------------------------------------------------- an empty field


def blank_state(chosen: Choices | None = None) -> State:
    """A field under these options with nobody on it: one duel, standard payoffs (CH-12.6)."""
    s = blank(State)
    SHELF.set_options(s.options, chosen or {})
    s.winner, s.duels = RUNNING, 1
    s.event, s.given_up, s.acting = Event.NONE, NOBODY, NOBODY
    s.start_range, s.turn_limit = Band.MEDIUM.value, 1
    set_payoffs(s, STANDARD)
    for tank in s.tanks:
        clear_tank(tank)
    for pair in s.pair:
        clear_pair(pair)
    return s


def set_payoffs(s: State, worth: Mapping[str, int]) -> None:
    """Write payoffs by key (CH-12.6); the key `limit` is the fixed payoff of the turn limit (CH-12.5)."""
    for key, payoff in worth.items():
        s.payoffs[Event[key.upper()]] = payoff
    s.limit_fixed = 1 if "limit" in worth else 0


def clear_tank(t: Tank) -> None:
    """Nobody in a place of the roster."""
    t.standing = Standing.ABSENT
    t.order, t.aim, t.struck = Order.NONE, NOBODY, NOBODY
    t.profile.kind = t.profile.crew = t.profile.weapon = NOBODY


def clear_pair(p: Pair) -> None:
    """Nobody against nobody."""
    p.tank, p.order = [NOBODY, NOBODY], [Order.NONE, Order.NONE]
    p.facing = [Facing.NONE, Facing.NONE]
    p.winner = p.decider = NOBODY


# ---------------------------------------------------------------- a tank


def write_profile(into: Profile, tank: str | Mapping[str, Any] | OwnTank, crew: str = REGULAR) -> None:
    """What a tank is: one of `units.toml` with a crew, or every number of one of your own, skills included.

    CatalogueError names what does not exist or is out of bounds.
    """
    if isinstance(tank, str):
        write_listed(into, tank, crew)
    else:
        write_own(into, tank if isinstance(tank, OwnTank) else read_own(tank))


def read_own(data: Mapping[str, Any], shown: str = "tank") -> OwnTank:
    """A tank of a player's own from plain data. CatalogueError names what is wrong in it."""
    units = SHELF.units()
    return validate(data, OwnTank, lambda own: own_problems(own, units), shown)


def write_listed(into: Profile, name: str, crew: str) -> None:
    """A tank of section 2.3 with a crew variant."""
    units = SHELF.units()
    if name not in units.tanks:
        raise CatalogueError([unknown_name("tank", name, units.tanks)])
    if crew not in units.crews:
        raise CatalogueError([unknown_name("crew", crew, units.crews)])
    tank, skills = units.tanks[name], units.crews[crew]
    into.kind, into.crew = list(units.tanks).index(name), list(units.crews).index(crew)
    into.points, into.hull = tank.points + skills.points, tank.hull
    into.armor = facings(tank.armor.front, tank.armor.side, tank.armor.rear)
    into.top_speed, into.agility = tank.top_speed, tank.agility
    into.driver, into.gunner = skills.driver, skills.gunner
    into.mount = Mount[tank.mount.upper()]
    write_listed_weapon(into, tank.weapon)


def write_own(into: Profile, own: OwnTank) -> None:
    """A tank that `units.toml` does not know."""
    into.kind = into.crew = NOBODY
    into.points, into.hull = own.points, own.hull
    into.armor = facings(own.front, own.side, own.rear)
    into.top_speed, into.agility = own.top_speed, own.agility
    into.driver, into.gunner = own.driver, own.gunner
    into.mount = Mount[own.mount.upper()]
    write_weapon(into, own.weapon)


def facings(front: int, side: int, rear: int) -> list[int]:
    """Armor by facing: Side is that of Left and Right (section 2.3)."""
    by = {Facing.FRONT: front, Facing.RIGHT: side, Facing.REAR: rear, Facing.LEFT: side}
    return [by[facing] for facing in sorted(by)]


def write_weapon(into: Profile, weapon: OwnWeapon) -> None:
    """A weapon of section 2.2, or one that `units.toml` does not know."""
    if weapon.listed:
        write_listed_weapon(into, weapon.listed)
        return
    into.weapon = NOBODY
    into.dice, into.bonus, into.ap = weapon.dice, weapon.bonus, weapon.ap
    into.range_dm = [NO_DM if dm is None else dm for dm in weapon.range_dm]


def write_listed_weapon(into: Profile, name: str) -> None:
    """A weapon of section 2.2."""
    weapons = SHELF.units().weapons
    weapon = weapons[name]
    into.weapon = list(weapons).index(name)
    into.dice, into.bonus, into.ap = weapon.dice, weapon.bonus, weapon.ap
    into.range_dm = [weapon.range_dm.get(band, NO_DM) for band in get_args(BandName)]


def field_tank(
    s: State, t: int, tank: str | Mapping[str, Any] | OwnTank = "warden", crew: str = REGULAR
) -> Tank:
    """Put a fresh tank into place `t` of the roster; returns it, for damage to be written."""
    fielded = s.tanks[t]
    write_profile(fielded.profile, tank, crew)
    fielded.standing = Standing.ACTIVE
    fielded.now.hull, fielded.now.mobility, fielded.now.gun = fielded.profile.hull, 0, 0
    side = t // SIDE_TANKS
    s.count[side] = max(s.count[side], t - side * SIDE_TANKS + 1)
    return fielded


# ---------------------------------------------------------------- a duel


def engage_duel(s: State, band: int) -> Pair:
    """Make the one pair of a duel, the first tank of each side, at a range (CH-2.6)."""
    p = s.pair[0]
    p.tank = [0, SIDE_TANKS]
    p.range = p.was = p.raw = band
    p.open, s.pairs, s.start_range = 1, 1, band
    return p
