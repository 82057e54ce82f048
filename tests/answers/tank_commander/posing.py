"""Positions for questions: a board, units as the armory makes them, where acts lead, words."""

from collections.abc import Callable, Iterator, Sequence
from enum import IntEnum
from fractions import Fraction
from typing import Any

from hulldown.conformance.answers import Given
from hulldown.kernel.actions import Log
from hulldown.kernel.dice import Dice
from hulldown.kernel.hexes import DIRECTIONS, cell_at, cell_of, name_of
from hulldown.kernel.records import copy, digest
from hulldown.rulesets.common.explanation import chances, gathered
from hulldown.rulesets.tank_commander.catalogue import Armor, Loadout
from hulldown.rulesets.tank_commander.missions import SHELF
from hulldown.rulesets.tank_commander.setup import lay, muster, open_board
from hulldown.rulesets.tank_commander.state import NOBODY, Health, Kind, Phase, Role, Shell, Standing, State
from hulldown.rulesets.tank_commander.turn import flares_up, open_end_phase

BOARD = (10, 10)
SHOOTER, TARGET = "E8", "E6"  # the usual stand: the target two hexes ahead
OWNERS = {"own": 0, "enemy": 1, "neutral": NOBODY}  # of an objective, as side 0 sees it


def field(given: Given, board: Sequence[int] = BOARD) -> State:
    """An open board under the options of a question, with its terrain and markers, in its weather."""
    s = open_board(board[0], board[1], given.get("options", {}))
    s.game_turn, s.phase = 1, Phase.ACT
    lay(s, {cell_of(name): kind for name, kind in given.get("terrain", {}).items()})
    for name in given.get("smoke", ()):
        s.smoke[cell_of(name)] = 1
    for name in given.get("mines", ()):
        s.mine[cell_of(name)] = 1
    for name, owner in given.get("objectives", {}).items():
        s.objective[s.objectives] = cell_of(name)
        s.holder[s.objectives] = OWNERS[owner]
        s.objectives += 1
    s.storm = int(given.get("storm", False))
    return s


def cells(s: State) -> Iterator[int]:
    """Every hex of the board, column by column."""
    for column in range(s.columns):
        for row in range(s.rows):
            yield cell_at(column, row)


def recruit(
    s: State,
    side: int,
    kind: str = "tank",
    armor: Sequence[int] | None = None,
    upgrades: Sequence[str] = (),
    lieutenant: bool = False,
) -> int:
    """A fresh unit of a side, not yet on the board; its number."""
    profile = SHELF.units().units[kind].armor
    plates = Armor(**dict(zip(("front", "side", "rear"), armor, strict=True))) if armor else profile
    bought = (*upgrades, "lieutenant") if lieutenant and "lieutenant" not in upgrades else tuple(upgrades)
    u = int(s.count)
    muster(SHELF.units(), s.units[u], side, Loadout(unit=kind, armor=plates, upgrades=bought), "", s.options)
    s.units[u].cell = NOBODY
    s.count += 1
    return u


def post(s: State, u: int, hex_name: str, hull: str | None = "N", turret: str | None = None) -> int:
    """Put a unit on a hex; a battle tank's turret faces as its hull unless told otherwise."""
    t = s.units[u]
    move_to(s, u, cell_of(hex_name))
    if t.kind in (Kind.TANK, Kind.APC, Kind.TARGET) and hull:
        t.hull = DIRECTIONS.index(hull)
    if t.kind == Kind.TANK and hull:
        t.turret = DIRECTIONS.index(turret or hull)
    return u


def move_to(s: State, u: int, cell: int) -> None:
    """Put a unit on a cell, or off the board with NOBODY."""
    if s.units[u].cell >= 0:
        s.occupant[s.units[u].cell] = NOBODY
    s.units[u].cell = cell
    if cell >= 0:
        s.occupant[cell] = u


def board_carrier(s: State, squad: int, carrier: int) -> int:
    """A squad rides on or in a vehicle of its side (TC-10.20, TC-10.21)."""
    move_to(s, squad, NOBODY)
    s.units[squad].carrier = carrier
    return squad


def condition(s: State, u: int, given: Given) -> None:
    """What a question says of a unit: hull points, fire, round, crew, abilities used, standing."""
    t = s.units[u]
    t.points = given.get("hp", t.points)
    t.burning = int(given.get("burning", False))
    if "loaded" in given:
        t.loaded = Shell[given["loaded"] or "NONE"]
    for member, health in enumerate(given.get("crew", ())):
        t.crew[member] = Health[health.upper()]
    for role in given.get("abilities_used", ()):
        t.used[Role[role.upper()]] = 1
    if given.get("treated"):
        t.treated = Role[given["treated"].upper()]
    if given.get("lc_role"):
        t.stand_in = Role[given["lc_role"].upper()]
    stand(s, u, Standing[given.get("state", "operational").upper()])


def stand(s: State, u: int, standing: Standing) -> None:
    """A unit's standing; disabled ones fell in the order they are named."""
    s.units[u].standing = standing
    if standing == Standing.DISABLED:
        s.units[u].points = 0
        s.fallen += 1
        s.units[u].fell = s.fallen


def end_phase(s: State, d: Dice, e: Log) -> None:
    """All that burns and explodes in one End Phase (TC-8.14)."""
    open_end_phase(s, e)
    while flares_up(s, d, e):
        pass


# ---------------------------------------------------------------- where acts lead

Spread = list[tuple[State, Fraction]]  # positions with their chances


def spread(s: State, *acts: Callable[[State, Dice], None]) -> Spread:
    """Where acts in a row lead from a position; equal positions are one."""
    reached, odds = {digest(s): s}, {digest(s): Fraction(1)}

    def after(start: State, act: Callable[[State, Dice], None]) -> dict[str, Fraction]:
        def play(d: Dice) -> str:
            made = copy(start)
            act(made, d)
            key = digest(made)
            reached[key] = made
            return key

        return chances(play)

    for act in acts:
        steps = ((chance, after(reached[key], act)) for key, chance in odds.items())
        odds = gathered((key, chance * share) for chance, step in steps for key, share in step.items())
    return [(reached[key], chance) for key, chance in odds.items()]


def chance_that(reached: Spread, holds: Callable[[State], bool]) -> Fraction:
    """The chance that something holds of the position reached."""
    return sum((chance for s, chance in reached if holds(s)), Fraction(0))


# ---------------------------------------------------------------- words


def word(code: IntEnum) -> str:
    return code.name.lower()


def crew_words(s: State, u: int) -> list[str]:
    """The states of the crew aboard, Commander first."""
    return [word(Health(h)) for h in s.units[u].crew if h != Health.ABSENT]


def state_words(s: State, u: int) -> dict[str, Any]:
    """Hull points, fire and crew of a unit."""
    t = s.units[u]
    words = {"hp": int(t.points), "burning": t.burning != 0}
    return {**words, "crew": crew_words(s, u)} if t.kind == Kind.TANK else words


def hex_of(s: State, u: int) -> str | None:
    """The hex a unit stands in, None for a carried squad."""
    return name_of(int(s.units[u].cell)) if s.units[u].cell >= 0 else None


def facing_word(facing: int) -> str | None:
    """A facing by name, None for a unit without one."""
    return DIRECTIONS[facing] if facing >= 0 else None
