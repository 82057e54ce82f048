"""The printed card of a tank: everything to play it without looking anything up."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import pairwise
from typing import Any

from hulldown.rulesets.api.garage import Grid, RecordStrip, Track, UnitCard
from hulldown.rulesets.chase.blueprint import (
    BANDS,
    Blueprint,
    build_name,
    gun_name,
    kind_text,
    profile_of,
    read,
)
from hulldown.rulesets.chase.codes import DIRECTED, Collision, Facing, Gun, Location, Mobility, Mount
from hulldown.rulesets.chase.damage import shot_location
from hulldown.rulesets.chase.groundwork import blank_state, field_tank
from hulldown.rulesets.chase.gunnery import own_order_dm, target_order_dm
from hulldown.rulesets.chase.naming import ORDERS, with_sign
from hulldown.rulesets.chase.ramming import attacker_damage, defender_damage
from hulldown.rulesets.chase.state import Options, Profile, State
from hulldown.rulesets.chase.verdict import (
    ASKED,
    aims,
    damage_text,
    drives,
    mount_text,
    ranges_text,
    speeds,
    workings,
    wrongs,
)
from hulldown.rulesets.common.building import void_card
from hulldown.rulesets.common.painting import pattern_of, scheme_of
from hulldown.rulesets.common.scenarios import Choices

SYSTEM = "Chase"
SHORT = ("Adj", "Close", "Short", "Med", "Long", "V. Long", "Dist")  # the bands over narrow columns
STEPS = 2  # of damage to drive and gun (CH-11.6)
STRENGTHS = (2, 19)  # of the thinnest and the thickest plate that is drawn
ANY = 999  # more armor than any tank has
NAMED = 17.0  # millimetres for the names of rows
WIDE = (NAMED, *[(85.6 - NAMED) / 4] * 4)
RAMS = (NAMED, *[(85.6 - NAMED) / 3] * 3)
LETTERS = {Location.HULL: "H", Location.DRIVE: "D", Location.TURRET: "T"}
THROWS = range(2, 13)  # of 2d6


def unit_card(build: Mapping[str, Any], options: Choices | None = None) -> UnitCard:
    """The card of a tank; one that cannot be fielded gets none, only a sheet that names what is wrong."""
    s, tank = blank_state(options), read(build)
    refusals = tuple(wrongs(tank))
    if refusals:
        return void_card(build_name(tank), SYSTEM, refusals)
    profile_of(tank, field_tank(s, 0).profile)
    return tank_card(tank, s)


def tank_card(tank: Blueprint, s: State) -> UnitCard:
    """A tank that stands in the first place of a field."""
    o, p, look = s.options, s.tanks[0].profile, scheme_of(tank.paint)
    kind = kind_text(tank)
    front, side, rear = (int(p.armor[way]) for way in ASKED)
    return UnitCard(
        name=build_name(tank),
        kind_name=kind[:1].upper() + kind[1:],
        figure="tank",
        system=SYSTEM,
        points=f"{tank.points} points",
        plates=(front, side, rear),
        strengths=STRENGTHS,
        tracks=(Track("Hull", int(p.hull)), Track("Drive", STEPS), Track("Gun", STEPS)),
        facts=tuple(facts(tank, s)),
        grids=(hit_grid(s), order_grid(o), location_grid(o), ram_grid(o, p, speeds(s)[0])),
        strip=severity(o),
        notes=tuple(notes(o, p)),
        scheme=look.name if look.tones else "",
        pattern=pattern_of(tank.paint).name if look.tones else "",
        tones=look.tones,
        brief=tuple(brief(tank, s)),
        how=tuple(how(s)),
    )


# ---------------------------------------------------------------- numbers


def facts(tank: Blueprint, s: State) -> Iterator[tuple[str, str]]:
    """The numbers beside the drawing."""
    p = s.tanks[0].profile
    top, slow = speeds(s)
    driving = (with_sign(drives(s, mobility)) for mobility in (Mobility.SOUND, Mobility.DAMAGED))
    yield "Driving", minus(", damaged ".join(driving))
    yield "Speed", f"{top}, damaged {slow}"
    yield "Gun", f"{gun_name(tank)}, {mount_text(p)}"
    yield "Hits", damage_text(p)
    yield "Crew", minus(f"driver {p.driver}, gunner {p.gunner}")


def hit_grid(s: State) -> Grid:
    """The DM of a shot at each band, without those of the orders (CH-10.5)."""
    rows = tuple(
        (name, *(dash(aims(s, band, gun)) for band in range(len(BANDS))))
        for name, gun in (("gun sound", Gun.SOUND), ("damaged", Gun.DAMAGED))
    )
    title = f"To hit: 2d6 + DM, {s.options.gunnery_score} or more"
    columns = (NAMED, *[(85.6 - NAMED) / len(BANDS)] * len(BANDS))
    return Grid(title, "CH-10.5", ("", *SHORT), rows, columns)


def order_grid(o: Options) -> Grid:
    """What each order adds to its own shot and to shots at it (section 2.7)."""
    own = (minus(with_sign(int(own_order_dm(o, order)))) for order in DIRECTED)
    met = (minus(with_sign(int(target_order_dm(o, order)))) for order in DIRECTED)
    rows = (("its shot", *own), ("shots at it", *met))
    return Grid("Added by orders", "CH-10.6", ("", *(ORDERS[order] for order in DIRECTED)), rows, WIDE)


def location_grid(o: Options) -> Grid:
    """Where a shot strikes (section 2.5)."""
    struck = (LETTERS[Location(int(shot_location(o, total)))] for total in THROWS)
    title = "Where a hit strikes: Hull, Drive, Turret"
    return Grid(title, "CH-10.7", ("2d6", *map(str, THROWS)), (("", *struck),))


def ram_grid(o: Options, p: Profile, top: int) -> Grid:
    """What its own ram does to the target and to itself at full speed, Front first (CH-8.11 to CH-8.13)."""
    plate = int(p.armor[Facing.FRONT])
    does = [
        int(defender_damage(o, kind, top, plate, 0, ANY, 0, 0))
        for kind in (Collision.T_BONE, Collision.HEAD_ON)
    ]
    takes = [
        int(attacker_damage(o, kind, top, plate, 0, ANY, 0)) for kind in (Collision.T_BONE, Collision.HEAD_ON)
    ]
    less = f"{minus(f'-{o.sideswipe_rammer_less}')}" if o.sideswipe_rammer_less else ""
    side = (f"{o.sideswipe_target_dice}d6 \u00d7 Effect", f"{o.sideswipe_rammer_dice}d6{less}")
    rows = (
        ("target", side[0], f"{does[0]}", f"{does[1]} + enemy's"),
        ("itself", side[1], f"{takes[0]}", f"{takes[1]} + enemy's"),
    )
    head = ("", "Sideswipe", "T-Bone", "Head-On")
    return Grid("Its ram at most, by Top Speed, less Armor", "CH-8.11", head, rows, RAMS)


def severity(o: Options) -> RecordStrip:
    """How bad a penetration is (section 2.4)."""
    starts = [int(getattr(o, f"severity_{degree}_from")) for degree in range(1, 5)]
    spans = [f"{low} to {high - 1}" if high - 1 > low else f"{low}" for low, high in pairwise(starts)]
    cells = tuple((str(degree), span) for degree, span in enumerate([*spans, f"{starts[-1]}+"], 1))
    return RecordStrip("Severity", "CH-11.1", cells)


def dash(dm: int | None) -> str:
    """A DM, or a dash where there is no shot."""
    return "\u2013" if dm is None else minus(with_sign(dm))


def minus(text: str) -> str:
    """Numbers as they are printed, with a proper minus."""
    return text.replace("-", "\u2212")


# ---------------------------------------------------------------- words


def notes(o: Options, p: Profile) -> Iterator[tuple[str, str]]:
    """What is easily forgotten."""
    if p.mount == Mount.FIXED:
        yield "fixed gun: fires only when it shows its Front", "CH-10.3"
    yield f"penetration: dice + Effect {minus('-')} (Armor shown {minus('-')} AP)", "CH-10.9"
    yield "Hull: lose severity, destroyed at 0", "CH-11.7"
    yield f"Drive: a box and severity {minus(f'- {o.drive_absorbs}')}", "CH-11.4"
    yield f"Turret: a Gun box and severity {minus(f'- {o.turret_absorbs}')}", "CH-11.5"
    yield "second Drive box: only Hull Down; second Gun box: no shot", "CH-11.6"
    yield f"Hull Down, own test {o.driving_score}+: only Turret hits count", "CH-9.1"


def brief(tank: Blueprint, s: State) -> Iterator[str]:
    """What the summary of a force says of a tank."""
    p = s.tanks[0].profile
    armor = "/".join(str(int(p.armor[way])) for way in ASKED)
    driving = with_sign(drives(s, Mobility.SOUND))
    yield f"hull {p.hull}, armor {armor}, Driving {driving}, Top Speed {speeds(s)[0]}"
    yield f"{gun_name(tank)}, {mount_text(p)}, {damage_text(p)}; {ranges_text(s)}"


def how(s: State) -> Iterator[str]:
    """Where the largest number comes from."""
    driving = next(workings(s))
    steps = ", ".join(f"{words} {minus(adds)} ({rule})" for words, adds, rule in driving.steps)
    yield "How the numbers come about"
    yield f"{minus(driving.title)}: {steps}"
