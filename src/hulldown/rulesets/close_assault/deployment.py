"""Free set-up: the sides alternate placing whole detachments in their own zones (CA-2.13)."""

from __future__ import annotations

from hulldown.kernel.events import Log
from hulldown.kernel.jit import rule
from hulldown.kernel.plane import CIRCLE, GRAIN, HALF_CIRCLE, QUARTER, Base, gap, half_extent, mils
from hulldown.rulesets.close_assault.codes import MODELS, NOBODY, TOL, Phase
from hulldown.rulesets.close_assault.contact import why_not_stand
from hulldown.rulesets.close_assault.events import model_placed, taken_back
from hulldown.rulesets.close_assault.reasons import Why
from hulldown.rulesets.close_assault.state import Area, Model, State, side_of

WAITING = -15_000  # x and y by which a model waits to be placed: far from everything
HIDDEN = -1000  # a model farther left than this waits
HALF_INCH = 500


# ---------------------------------------------------------------- who waits


@rule
def waits(s: State, m: int) -> bool:
    """Whether a model has not been placed yet."""
    return bool(s.model[m].wounds > 0 and s.model[m].base.x < HIDDEN)


@rule
def unplaced(s: State, k: int) -> int:
    """How many models of a detachment have not been placed yet."""
    t, n = s.detachment[k], 0
    for m in range(t.first, t.first + t.size):
        if waits(s, m):
            n += 1
    return n


@rule
def must_place(s: State, side: int) -> bool:
    """Whether a side has models to place."""
    for k in range(s.detachments):
        if s.detachment[k].side == side and unplaced(s, k) > 0:
            return True
    return False


# ---------------------------------------------------------------- where a model may be placed


@rule
def try_base(s: State, m: int, x: int, y: int, facing: int) -> None:
    """The trial base as a model's base at a place."""
    b, own = s.trial, s.model[m].base
    b.x, b.y, b.facing = x, y, facing
    b.round, b.half_length, b.half_width = own.round, own.half_length, own.half_width


@rule
def in_zone(b: Base, zone: Area) -> bool:
    """Whether a base lies wholly in a zone (CA-2.13)."""
    across, up = half_extent(b, 0), half_extent(b, QUARTER)
    x, y = b.x, b.y
    sideways = max(zone.x0 - x, x - zone.x1) * GRAIN + across
    upright = max(zone.y0 - y, y - zone.y1) * GRAIN + up
    return mils(max(sideways, upright)) <= TOL


@rule
def near_own(s: State, m: int, b: Base) -> bool:
    """Whether a base is near enough to a placed model of its detachment, or the first of it (CA-2.13)."""
    t, first = s.detachment[s.model[m].detachment], True
    for j in range(t.first, t.first + t.size):
        if j == m or waits(s, j):
            continue
        first = False
        if gap(b, s.model[j].base) <= s.options.coherency + TOL:
            return True
    return first


@rule
def why_not_place(s: State, m: int, x: int, y: int, facing: int) -> int:
    """The first reason against placing a model of the own side there (CA-2.13), 0 for none."""
    k = s.model[m].detachment
    if s.phase != Phase.DEPLOY or side_of(s, m) != s.side or not waits(s, m):
        return Why.NOT_YOURS
    if s.acting != NOBODY and s.acting != k:
        return Why.NOT_YOURS
    try_base(s, m, x, y, faced(s, k, facing))
    b = s.trial
    why = why_not_stand(s, m, b, 1)
    if why == Why.OVERLAP or why == Why.OFF_TABLE:
        return why
    if not near_own(s, m, b):
        return Why.COHERENCY
    if why != Why.ALLOWED:
        return why
    return Why.ALLOWED if in_zone(b, s.zone[s.side]) else Why.DEPLOY_ZONE


# ---------------------------------------------------------------- placing


@rule
def stand(v: Model, x: int, y: int, facing: int) -> None:
    """Stand a model somewhere as if it had always been there."""
    v.base.x, v.base.y, v.base.facing = x, y, facing
    v.start_x, v.start_y, v.start_facing = x, y, facing
    v.shock_x, v.shock_y, v.shock_facing = x, y, facing


@rule
def faced(s: State, k: int, facing: int) -> int:
    """How a model is placed: as its player says, or, at -1, away from its own table edge (CA-2.13)."""
    return facing if facing >= 0 else (s.edge[s.detachment[k].side] + HALF_CIRCLE) % CIRCLE


@rule
def place(s: State, m: int, x: int, y: int, facing: int, e: Log) -> None:
    """Place a model; the detachment begun is finished before another (CA-2.13)."""
    k = s.model[m].detachment
    towards = faced(s, k, facing)
    stand(s.model[m], x, y, towards)
    model_placed(e, m, x, y)
    s.acting = k if unplaced(s, k) > 0 else NOBODY
    if s.acting == NOBODY and must_place(s, 1 - s.side):
        s.side = 1 - s.side


@rule
def take_up(s: State, k: int, e: Log) -> None:
    """Take up again what was placed of the present detachment (CA-2.13)."""
    t = s.detachment[k]
    for m in range(t.first, t.first + t.size):
        stand(s.model[m], WAITING * (m + 2), 0, 0)
    s.acting = NOBODY
    taken_back(e, k)


# ---------------------------------------------------------------- a whole detachment at once


@rule
def spot_x(s: State, k: int, x: int, i: int, files: int) -> int:
    """x of the i-th model of a formation so many abreast, its middle at x."""
    b = s.model[s.detachment[k].first].base
    width = spacing(b)
    row = min(files, s.detachment[k].size - i // files * files)
    return x + (2 * (i % files) - row + 1) * width // 2


@rule
def spot_y(s: State, k: int, y: int, i: int, files: int) -> int:
    """y of the i-th model of a formation, rows behind one another."""
    b = s.model[s.detachment[k].first].base
    return y - i // files * spacing(b)


@rule
def spacing(b: Base) -> int:
    """From centre to centre in a formation, whatever the facing: half an inch more than the base is long."""
    return 2 * max(b.half_length, b.half_width) + HALF_INCH


@rule
def why_not_form(s: State, k: int, x: int, y: int, facing: int, files: int) -> int:
    """The first reason against placing a whole detachment so many abreast (CA-2.13); it stays unplaced."""
    t, why = s.detachment[k], 0  # allowed
    if unplaced(s, k) < t.size or files < 1 or files > MODELS:
        return Why.NOT_YOURS
    for i in range(t.size):
        m = t.first + i
        sx, sy = spot_x(s, k, x, i, files), spot_y(s, k, y, i, files)
        if why == 0:
            why = why_not_place(s, m, sx, sy, facing)
            stand(s.model[m], sx, sy, facing)
    for m in range(t.first, t.first + t.size):
        stand(s.model[m], WAITING * (m + 2), 0, 0)
    return why


@rule
def form(s: State, k: int, x: int, y: int, facing: int, files: int, e: Log) -> None:
    """Place a whole detachment so many abreast, the first row at y (CA-2.13)."""
    t = s.detachment[k]
    for i in range(t.size):
        place(s, t.first + i, spot_x(s, k, x, i, files), spot_y(s, k, y, i, files), facing, e)
