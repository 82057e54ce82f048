"""A situation becomes a position, and a picture.

Reckoned is a position in which every model that fires is equally far from every one that it can hit, and
sees it alike: bases lie over one another. The picture is the same volley with everybody beside his comrades.
"""

from __future__ import annotations

from collections.abc import Sequence

from hulldown.kernel.actions import Action, make
from hulldown.rulesets.warstrike.arming import begin_fire
from hulldown.rulesets.warstrike.catalogue.shelf import SHELF
from hulldown.rulesets.warstrike.codes import FINE, INCH, Deed, Edge, Ground, Phase, Verb
from hulldown.rulesets.warstrike.groundwork import blank_state, field_unit, lay_terrain, mils
from hulldown.rulesets.warstrike.situation.data import DEEDS, SNAP, Situation
from hulldown.rulesets.warstrike.state import Model, Options, State

FIRER, TARGET, OFFICER = 0, 1, 2

# The table, in mils: the units face each other, whoever is out of sight stands aside behind a block.
FRONT = 6 * INCH  # the foremost edges of the unit that fires
MIDDLE, ASIDE = 13 * INCH, 4 * INCH
WALL = 250  # from a wall to the target
WALL_NEAR = 500  # how much farther off the firer is than he looks over a wall, or there is none (WS-3.11)
BLOCK = 100, 500  # before the front
BREADTH = 2900  # of a block to either side
HIGH = 10 * INCH
WIDTH, HEIGHT = 2 * FRONT, 20 * INCH  # without what lies between them
RANK = 9 * INCH  # how broad a rank is
SHIELDED = 5 * INCH  # and one behind a block
SPARE = 300  # between neighbours
REAR = 5500  # from the front of the target to an officer near it
BACK = 3 * INCH  # and as it is reckoned,
BROAD = 6 * INCH  # with a base that reaches whoever leads the target, however near he has to be (WS-2.7)


def build_position(asked: Situation) -> State:
    """The position in which the volley is reckoned."""
    s = fielded(asked)
    order = falling(asked)
    first = int(s.unit[TARGET].first)
    hit = asked.exposed
    for m in present(s, FIRER):
        stand(s.model[m], FRONT - int(s.model[m].radius), ASIDE if blind(s, asked, m) else MIDDLE)
    later = order.index(asked.remaining(asked.target)[0])
    for i, place in enumerate(order):
        v = s.model[first + place]
        far = FRONT + mils(asked.distance) + int(i >= later)  # by no more than lengths may differ (WS-1.2)
        stand(v, far + int(v.radius), MIDDLE if i < hit else ASIDE)
    if asked.target.officer:
        s.model[s.unit[OFFICER].first].radius = BROAD
    lay_ground(s, asked, MIDDLE - 2 * INCH)
    begin(s, asked)
    return s


def picture(asked: Situation) -> State:
    """The same with everybody beside his comrades."""
    s = fielded(asked)
    hit = {int(s.unit[TARGET].first) + place for place in falling(asked)[: asked.exposed]}
    ours, theirs = present(s, FIRER), present(s, TARGET)
    away = FRONT + mils(asked.distance)
    for place, side in ((MIDDLE, False), (ASIDE, True)):
        room = SHIELDED if side else RANK
        line_up(s, [m for m in ours if blind(s, asked, m) == side], FRONT, -1, place, room)
        line_up(s, [m for m in theirs if (m not in hit) == side], away, 1, place, room)
    if asked.target.officer:
        stand(s.model[s.unit[OFFICER].first], away + REAR, MIDDLE - 2 * INCH)
    lay_ground(s, asked, ASIDE + BREADTH)
    begin(s, asked)
    return s


def order_of(asked: Situation) -> Action:
    """The order that the situation is about."""
    if asked.firer.action == SNAP:
        return make(0, Verb.SNAP, FIRER, choice=1)
    return make(0, Verb.FIRE, FIRER, TARGET)


# ---------------------------------------------------------------- who is there


def fielded(asked: Situation) -> State:
    """Both units without those who are lost, and an officer near the target; nobody has his place yet."""
    width = (WIDTH + mils(asked.distance)) / INCH
    s = blank_state(asked.options, width, HEIGHT / INCH)
    s.edge = [Edge.WEST, Edge.EAST]
    for k, troop in ((FIRER, asked.firer), (TARGET, asked.target)):
        field_unit(s, k, asked.unit(troop))
        left = asked.remaining(troop)
        thin(s, k, left)
        s.unit[k].leader = int(s.unit[k].first) + left[0]
        s.unit[k].leaderless = int(troop.leader_lost)
    if asked.target.officer:
        units = SHELF.units().units
        field_unit(s, 1, next(key for key, unit in units.items() if unit.models[0].officer))
        thin(s, OFFICER, (0,))
        stand(s.model[s.unit[OFFICER].first], FRONT + mils(asked.distance) + BACK, (MIDDLE + ASIDE) // 2)
    return s


def thin(s: State, k: int, left: Sequence[int]) -> None:
    """Of a unit only these are left; it is on the table."""
    u = s.unit[k]
    for place in range(u.size):
        s.model[int(u.first) + place].alive = int(place in left)
    u.placed = 1


def present(s: State, k: int) -> list[int]:
    """The models of a unit that are left."""
    first = int(s.unit[k].first)
    return [m for m in range(first, first + int(s.unit[k].size)) if s.model[m].alive]


def blind(s: State, asked: Situation, m: int) -> bool:
    """Whether a model is the leader of those who fire, and does not see the target (WS-11.6)."""
    return not asked.firer.leader_sees and m == s.unit[FIRER].leader


def falling(asked: Situation) -> list[int]:
    """The models of the target in the order in which they fall, as places in the unit (WS-11.17)."""
    leader, *order = asked.remaining(asked.target)
    falls = asked.target.leader_falls
    order.insert(falls - 1 if falls else len(order), leader)
    return order


# ---------------------------------------------------------------- where they stand


def stand(v: Model, x: int, y: int) -> None:
    """Put a model somewhere; there it set out, and there Snap Fire meets it."""
    v.x = v.from_x = v.snap_x = x
    v.y = v.from_y = v.snap_y = y


def line_up(s: State, models: Sequence[int], front: int, ahead: int, middle: int, room: int) -> None:
    """Stand models in ranks one behind the other, `ahead` being the direction from the front to the rear."""
    waiting = [(m, 2 * int(s.model[m].radius) + SPARE) for m in models]  # and how broad they are
    while waiting:
        rank = [waiting.pop(0)]
        broad = rank[0][1]
        while waiting and broad + waiting[0][1] <= room:
            rank.append(waiting.pop(0))
            broad += rank[-1][1]
        at = middle + broad // 2
        for m, wide in rank:
            stand(s.model[m], front + ahead * int(s.model[m].radius), at - wide // 2)
            at -= wide
        front += ahead * max(wide for _, wide in rank)


def begin(s: State, asked: Situation) -> None:
    """Everything that was before the volley, and the decision to fire it."""
    u, target = s.unit[TARGET], asked.target
    u.markers, u.ground, u.hunkered = target.markers, int(target.ground), int(target.hunkered)
    s.model[int(u.leader)].results = target.results
    if asked.firer.action == SNAP:
        s.phase, s.side, s.acting, s.asked = Phase.SNAP, 1, TARGET, FIRER
        s.deed, s.over, s.unit[FIRER].last = Deed.DOUBLE, 1, Deed.OPEN_FIRE
    else:
        s.phase, s.side, s.acting, s.deed = Phase.FIRE, 0, FIRER, DEEDS[asked.firer.action]
        leads, moved = int(s.unit[FIRER].leader), asked.firer.moved
        for m in present(s, FIRER):
            s.model[m].moved = int(moved == "all" or moved == ("leader" if m == leads else "members"))
    s.done = 1  # the moving half is over
    begin_fire(s, FIRER)


# ---------------------------------------------------------------- the ground


def lay_ground(s: State, asked: Situation, top: int) -> None:
    """Hill, cover and blocks; `top`: how far up the blocks reach."""
    away, low, high = FRONT + mils(asked.distance), MIDDLE - HIGH // 2, MIDDLE + HIGH // 2
    if asked.level == "firer":
        box(s, Ground.HILL, 0, low, FRONT + 50, high)
    elif asked.level == "target":
        box(s, Ground.HILL, away - 50, low, int(s.width), high)
    if asked.sight == "hidden":
        quarter = mils(asked.distance) // 4
        box(s, Ground.WOOD, FRONT + quarter, low, away - quarter, high)
    elif asked.sight == "concealed":
        if not walled(s.options, mils(asked.distance)):  # a bog under the target (WS-3.12)
            box(s, Ground.BOG, away, low, int(s.width), high)
        else:
            wall = (away - WALL) / INCH
            lay_terrain(s, Ground.LINEAR, [(wall, low / INCH), (wall, high / INCH)])
    low = ASIDE - BREADTH
    if not asked.firer.leader_sees:
        box(s, Ground.BLOCK, FRONT + BLOCK[0], low, FRONT + BLOCK[1], top)
    if asked.exposed < len(asked.remaining(asked.target)):
        box(s, Ground.BLOCK, away - BLOCK[1], low, away - BLOCK[0], top)


def walled(o: Options, distance: int) -> bool:
    """Whether a wall just before the target conceals it from a firer so far away (WS-3.11)."""
    return bool(o.wall_shelter >= WALL * FINE and distance >= WALL_NEAR + int(o.wall_overlook) // FINE)


def box(s: State, ground: Ground, x0: int, y0: int, x1: int, y1: int) -> None:
    """A rectangle of terrain, in mils."""
    corners = (x0, y0), (x1, y0), (x1, y1), (x0, y1)
    lay_terrain(s, ground, [(x / INCH, y / INCH) for x, y in corners])
