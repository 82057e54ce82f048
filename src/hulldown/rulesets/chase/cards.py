"""Cards: hull points, armor, weapon, drive, and this turn's order as far as it is known."""

from __future__ import annotations

from hulldown.rulesets.api.words import Card, CrewSeat, Pips
from hulldown.rulesets.chase import state, words
from hulldown.rulesets.chase.board import GUN, MOBILITY, current_band, lost, shows, states
from hulldown.rulesets.chase.catalogue import Shelf
from hulldown.rulesets.chase.driving import counted_total, own_driving_dm, succeeds
from hulldown.rulesets.chase.gunnery import own_number, own_speed
from hulldown.rulesets.chase.occasions import Occasion
from hulldown.rulesets.chase.state import Band, Facing, State, side_of
from hulldown.rulesets.chase.turn import takes_orders
from hulldown.rulesets.chase.words import pairs_of, tank_id

# ---------------------------------------------------------------- what it is


def weapon_text(shelf: Shelf, s: State, t: int) -> str:
    """A weapon with its damage and armour piercing: "Howitzer 5d6+2, AP 2" (section 2.2)."""
    return f"{words.weapon_name(shelf, s, t)} {hit_text(s, t)}"


def hit_text(s: State, t: int) -> str:
    """What a hit of a tank does: "4d6+2, AP 2" (section 2.2)."""
    gun = s.tanks[t].profile
    dice = max(0, own_number(s, Occasion.DAMAGE_DICE, t, gun.dice))
    bonus = own_number(s, Occasion.DAMAGE_BONUS, t, gun.bonus)
    ap = max(0, own_number(s, Occasion.PIERCING, t, gun.ap))
    return f"{dice}d6" + (f"{bonus:+d}" if bonus else "") + (f", AP {ap}" if ap else "")


def range_dms(profile: state.Profile) -> list[str]:
    """The range DMs, bands of one DM together, the best first; those at which it cannot fire come last."""
    by_dm: dict[int, list[str]] = {}
    for band, dm in enumerate(profile.range_dm):
        by_dm.setdefault(int(dm), []).append(words.BANDS[band])
    out = by_dm.pop(state.NO_DM, [])
    lines = [f"{words.with_sign(dm)} at {', '.join(by_dm[dm])}" for dm in sorted(by_dm, reverse=True)]
    return [*lines, f"no shot at {', '.join(out)}"] if out else lines


def kit(shelf: Shelf, s: State, t: int) -> tuple[tuple[str, bool], ...]:
    """The weapon and its range DMs; nothing of it is ever used up (CH-10.1)."""
    return tuple((line, False) for line in (weapon_text(shelf, s, t), *range_dms(s.tanks[t].profile)))


def crew(shelf: Shelf, s: State, t: int) -> tuple[CrewSeat, ...]:
    """The crew is its skills (CH-11.10)."""
    profile = s.tanks[t].profile
    seats = (("D", "Driver", profile.driver), ("G", "Gunner", profile.gunner))
    called = f"{words.crew_name(shelf, s, t).lower()}, " if words.crew_name(shelf, s, t) else ""
    return tuple(CrewSeat(letter, role, "ok", f"{called}skill {level}") for letter, role, level in seats)


# ---------------------------------------------------------------- this turn


def order_text(s: State, t: int) -> str:
    """This turn's order, if the seat knows it (CH-4.3); nothing for a tank that gives none."""
    tank = s.tanks[t]
    if tank.order != state.Order.NONE:
        return words.ORDERS[tank.order]
    if not takes_orders(s, t) or s.phase != state.Phase.ORDERS:
        return ""
    return "given" if tank.ordered else "none yet"


def driving_text(s: State, t: int) -> str:
    """The Driving test of this turn: total, success, whom it beats (CH-5.3); nothing before it."""
    tank, side = s.tanks[t], side_of(t)
    if not tank.rolled:
        return ""
    pairs = [s.pair[i] for i in pairs_of(s, t)]
    beaten = [tank_id(s, p.tank[1 - side]) for p in pairs if p.winner == side]
    over = f" over {' and '.join(beaten)}" if len(pairs) > 1 else ""
    won = f", wins{over}" if beaten else ""
    passed = succeeds(counted_total(s.options, tank), s.options.driving_score)
    return f"{tank.total}, {'success' if passed else 'failure'}{won}"


def facing_text(s: State, t: int) -> str:
    """What it shows to whom."""
    side = side_of(t)
    known = [(shows(s, i, side).capitalize(), tank_id(s, s.pair[i].tank[1 - side])) for i in pairs_of(s, t)]
    if len(known) == 1:
        return known[0][0]
    return ", ".join(f"{way} to {enemy}" for way, enemy in known if way)


def range_line(s: State, t: int) -> str:
    """The range to its opponents, as "Medium from B1", or that it waits in reserve (CH-14.3)."""
    side = side_of(t)
    if s.tanks[t].standing != state.Standing.ACTIVE or lost(s, t):
        return ""
    met = []
    for i in pairs_of(s, t):
        band = Band(current_band(s, i))
        ends = {Band.PASSING: "running past", Band.BROKEN: "out of contact with"}
        met.append(f"{ends.get(band, f'{words.BANDS[band]} from')} {tank_id(s, s.pair[i].tank[1 - side])}")
    return ", ".join(met) or "in reserve"


def facts(s: State, t: int) -> tuple[tuple[str, str], ...]:
    """This turn's order, test and facing; then drive and gun, before all else if they are damaged.

    Last comes what is left of the Armor that collisions have worn (CH-8.19).
    """
    tank = s.tanks[t]
    worn = (f"{words.FACINGS[way]} {tank.profile.armor[way]}" for way in words.FACINGS if tank.worn[way])
    fixed = ", fixed" if tank.profile.mount == state.Mount.FIXED else ""
    lines = (
        ("Order", order_text(s, t)),
        ("Test", driving_text(s, t)),
        ("Shows", facing_text(s, t)),
        ("Driving", words.with_sign(own_driving_dm(s, t, s.mute))),
        ("Speed", str(own_speed(s, t))),
        ("Drive", MOBILITY[state.Mobility(tank.now.mobility)]),
        ("Gun", GUN[state.Gun(tank.now.gun)] + fixed),
        ("Worn", ", ".join(worn)),
    )
    broken = {"Drive": tank.now.mobility != state.Mobility.SOUND, "Gun": tank.now.gun != state.Gun.SOUND}
    first = sorted(lines, key=lambda line: not broken.get(line[0], False))
    return tuple((label, value) for label, value in first if value)


def card(shelf: Shelf, s: State, t: int) -> Card:
    """A tank's card, from the position that the seat knows."""
    tank = s.tanks[t]
    plates = tuple(tank.profile.armor[way] for way in (Facing.FRONT, Facing.RIGHT, Facing.REAR))
    return Card(
        unit=tank_id(s, t),
        side=state.seat_of(s, side_of(t)),
        name=words.tank_name(shelf, s, t),
        kind="tank",
        kind_name=words.type_name(shelf, s, t),
        place="",
        placed=range_line(s, t),
        hull=None,
        turret=None,
        plates=(plates[0], plates[1], plates[2]),
        actions=None,
        points=Pips(max(0, tank.now.hull), tank.profile.hull),
        facts=facts(s, t) if not lost(s, t) else (),
        crew=crew(shelf, s, t),
        kit=kit(shelf, s, t),
        state=states(s, t),
        roster=words.roster_name(side_of(t), t),
    )


def cards(shelf: Shelf, s: State, seat: int | None) -> list[Card]:
    """The cards of all tanks."""
    return [card(shelf, s, t) for t in words.tanks(s)]
