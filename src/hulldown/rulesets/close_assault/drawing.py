"""The table as a scene: ground, objectives, zones, models, who fights whom, ways, aids (CA-2)."""

from __future__ import annotations

from collections.abc import Iterator

from hulldown.kernel.plane import HALF_CIRCLE, mils
from hulldown.rulesets.api.scene import PlaneScene
from hulldown.rulesets.api.tabletop import Goal, Link, ModelPath, Patch, Spot, TableZone
from hulldown.rulesets.close_assault.aids import aids
from hulldown.rulesets.close_assault.codes import (
    NOBODY,
    Extra,
    Ground,
    Phase,
)
from hulldown.rulesets.close_assault.coherency import linked
from hulldown.rulesets.close_assault.contact import gap_of
from hulldown.rulesets.close_assault.counters import (
    alive_groups,
    group_mark,
    model_mark,
    on_table,
    own_models,
)
from hulldown.rulesets.close_assault.ground import wipe
from hulldown.rulesets.close_assault.movement import remaining
from hulldown.rulesets.close_assault.naming import model_name
from hulldown.rulesets.close_assault.state import State, side_of
from hulldown.rulesets.close_assault.victory import QUARTER_TURNS, contested, holder, strength_at
from hulldown.rulesets.common.names import inches

GROUND = {Ground.OPEN: "open", Ground.ROUGH: "rubble", Ground.WOOD: "forest", Ground.BLOCK: "building"}
PHASES_OF_MOVEMENT = frozenset(range(Phase.MOVEMENT, Phase.FIRST_FIRE))
TENTH = 100  # lengths of ways are shown to a tenth of an inch

# ---------------------------------------------------------------- what does not move


def box(x0: int, y0: int, x1: int, y1: int) -> tuple[Spot, ...]:
    """The corners of a rectangle."""
    return (x0, y0), (x1, y0), (x1, y1), (x0, y1)


def patches(s: State) -> Iterator[Patch]:
    """The terrain (2.4)."""
    for i in range(s.areas):
        area = s.area[i]
        yield Patch(GROUND[Ground(area.ground)], box(int(area.x0), int(area.y0), int(area.x1), int(area.y1)))


def goals(s: State) -> Iterator[Goal]:
    """The objectives, and who would hold them now (CA-18.2)."""
    for i in range(s.objectives):
        mine, theirs = strength_at(s, i, 0), strength_at(s, i, 1)
        side = holder(mine, theirs)
        at = (int(s.objective_x[i]), int(s.objective_y[i]))
        yield Goal(
            f"Objective {i + 1}",
            at,
            int(s.options.objective_reach),
            None if side == NOBODY else side,
            near(mine, theirs),
            contested=contested(mine, theirs),
        )


def near(mine: int, theirs: int) -> str:
    """The strength within reach of an objective, that of who holds it first, if there is any (CA-18.2)."""
    return f"strength {max(mine, theirs)} to {min(mine, theirs)}" if mine or theirs else ""


def fields(s: State) -> Iterator[TableZone]:
    """Where the sides set up while they do (CA-2.13), and what a side must reach (section 6)."""
    if s.phase == Phase.DEPLOY:
        for side in range(2):
            zone = s.zone[side]
            yield TableZone("deploy", side, box(int(zone.x0), int(zone.y0), int(zone.x1), int(zone.y1)))
    if s.extra != Extra.NONE:
        yield TableZone("goal", int(s.extra_side), beyond_line(s), f"{s.extra_points} VP beyond this line")


def beyond_line(s: State) -> tuple[Spot, ...]:
    """The part of the table beyond the scenario's line, seen from the own edge of who must reach it."""
    line, away = int(s.extra_line), (int(s.edge[s.extra_side]) + HALF_CIRCLE) % (2 * HALF_CIRCLE)
    width, height = int(s.width), int(s.height)
    ahead = away <= QUARTER_TURNS
    if away % HALF_CIRCLE == QUARTER_TURNS:
        return box(0, line, width, height) if ahead else box(0, 0, width, line)
    return box(line, 0, width, height) if ahead else box(0, 0, line, height)


# ---------------------------------------------------------------- who belongs to whom


def spot(s: State, m: int) -> Spot:
    """Where the middle of a model is."""
    return int(s.model[m].base.x), int(s.model[m].base.y)


def chains(s: State, k: int) -> Iterator[Link]:
    """The neighbours of the acting detachment, and of every one the gaps that are too wide (CA-2.8)."""
    models = own_models(s, k)
    left, reached = set(models[1:]), set(models[:1])
    while left:
        _, here, there = min((gap_of(s, i, j), i, j) for i in reached for j in left)
        near = linked(s, here, there)
        if k == s.acting or not near:
            yield Link((spot(s, here), spot(s, there)), "chain" if near else "broken")
        reached.add(there)
        left.remove(there)


def fights(s: State) -> Iterator[Link]:
    """The Fights chosen that are still to be fought (CA-9.4)."""
    if s.phase in (Phase.PAIRING, Phase.SPENDING):
        for i in range(s.fights):
            fight = s.fight[i]
            if not fight.done and on_table(s, fight.own) and on_table(s, fight.enemy):
                now = s.phase == Phase.SPENDING and i == s.current
                yield Link((spot(s, fight.own), spot(s, fight.enemy)), "now" if now else "fight")


def ways(s: State) -> Iterator[ModelPath]:
    """Where models came along: those of the acting detachment now, those of others this round (CA-4.2)."""
    for k in range(s.detachments) if s.phase in PHASES_OF_MOVEMENT else []:
        if k == s.acting or s.detachment[k].moved:
            yield from (way(s, m, k != s.acting) for m in own_models(s, k) if s.model[m].turns > 0)


def way(s: State, m: int, old: bool) -> ModelPath:
    """The way of one model in its last activation."""
    v = s.model[m]
    turns = [(int(v.turn_x[i]), int(v.turn_y[i])) for i in range(v.turns)]
    start = (int(v.start_x), int(v.start_y))
    return ModelPath(model_name(s, m), side_of(s, m), (start, *turns), "" if old else way_note(s, m), old)


def way_note(s: State, m: int) -> str:
    """How long the way is, counted twice on difficult ground, and what is left (CA-4.1, CA-4.5)."""
    v = s.model[m]
    driven, cost = mils(int(v.driven)), mils(int(v.cost))
    counted = "" if cost == driven else f", counts {rounded(cost)}″"
    return f"{rounded(driven)}″{counted}, {rounded(remaining(s, m))}″ left"


def rounded(length: int) -> str:
    """A length to a tenth of an inch."""
    return inches((length + TENTH // 2) // TENTH * TENTH)


# ---------------------------------------------------------------- all of it


def subtitle(s: State) -> str:
    """The round."""
    return "Setting up" if s.phase == Phase.DEPLOY else f"Round {s.round} of {s.rounds}"


def scene(s: State, seat: int | None, unit: str = "") -> PlaneScene:
    """The table for a seat (None: a spectator), from the position as that seat knows it (CA-3.4)."""
    groups = alive_groups(s)
    picture = PlaneScene(
        width=int(s.width),
        height=int(s.height),
        patches=tuple(patches(s)),
        goals=tuple(goals(s)),
        groups=tuple(group_mark(s, k) for k in groups),
        units=tuple(model_mark(s, m) for k in groups for m in own_models(s, k)),
        title="Close Assault",
        subtitle=subtitle(s),
        aids=aids(s, seat, unit),
        fields=tuple(fields(s)),
        links=(*(link for k in groups for link in chains(s, k)), *fights(s)),
        ways=tuple(ways(s)),
    )
    wipe(s)
    return picture
