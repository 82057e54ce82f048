"""The ground of a situation: a hill, cover, and blocks before whoever is out of sight (WS-3)."""

from __future__ import annotations

from hulldown.rulesets.warstrike.codes import INCH, Ground
from hulldown.rulesets.warstrike.groundwork import lay_terrain, mils
from hulldown.rulesets.warstrike.situation.data import Situation, exposed, models_left
from hulldown.rulesets.warstrike.state import State

# The table, in mils: the units face each other, whoever is out of sight stands aside behind a block.
FRONT = 6 * INCH  # the foremost edges of the unit that fires
MIDDLE, ASIDE = 13 * INCH, 4 * INCH
WALL, WALL_NEAR = 250, 1500  # from a wall to the target; who is nearer looks over it himself (WS-3.11)
BLOCK = 100, 500  # before the front
BREADTH = 2900  # of a block to either side
HIGH = 10 * INCH


def lay_ground(s: State, asked: Situation, top: int) -> None:
    """Hill, cover and blocks; `top`: how far up the blocks reach."""
    away = FRONT + mils(asked.distance)
    if asked.level == "firer":
        box(s, Ground.HILL, 0, MIDDLE - HIGH // 2, FRONT + 50, MIDDLE + HIGH // 2)
    elif asked.level == "target":
        box(s, Ground.HILL, away - 50, MIDDLE - HIGH // 2, int(s.width), MIDDLE + HIGH // 2)
    if asked.sight == "hidden":
        quarter = mils(asked.distance) // 4
        box(s, Ground.WOOD, FRONT + quarter, MIDDLE - HIGH // 2, away - quarter, MIDDLE + HIGH // 2)
    elif asked.sight == "concealed":
        conceal(s, asked, away)
    low = ASIDE - BREADTH
    if not asked.firer.leader_sees:
        box(s, Ground.BLOCK, FRONT + BLOCK[0], low, FRONT + BLOCK[1], top)
    if exposed(asked.target) < len(models_left(asked.target)):
        box(s, Ground.BLOCK, away - BLOCK[1], low, away - BLOCK[0], top)


def conceal(s: State, asked: Situation, away: int) -> None:
    """A wall before the target; where the firers are too near to it, a bog under the target (WS-3.12)."""
    low, high = MIDDLE - HIGH // 2, MIDDLE + HIGH // 2
    if mils(asked.distance) < WALL_NEAR:
        box(s, Ground.BOG, away, low, int(s.width), high)
    else:
        wall = (away - WALL) / INCH
        lay_terrain(s, Ground.LINEAR, [(wall, low / INCH), (wall, high / INCH)])


def box(s: State, ground: Ground, x0: int, y0: int, x1: int, y1: int) -> None:
    """A rectangle of terrain, in mils."""
    corners = (x0, y0), (x1, y0), (x1, y1), (x0, y1)
    lay_terrain(s, ground, [(x / INCH, y / INCH) for x, y in corners])
