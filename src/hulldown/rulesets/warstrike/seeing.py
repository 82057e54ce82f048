"""Lines of sight as they are drawn: what lies in the way of each, and where (WS-3)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from hulldown.kernel.shapes import distance, next_meeting
from hulldown.rulesets.api.tabletop import Sightline, Spot
from hulldown.rulesets.warstrike.codes import NOBODY, Sight
from hulldown.rulesets.warstrike.counters import own_models, spot
from hulldown.rulesets.warstrike.measuring import gap
from hulldown.rulesets.warstrike.naming import ground_name, length, unit_id
from hulldown.rulesets.warstrike.sight import blocks, conceals, hides, sight, targetable_at
from hulldown.rulesets.warstrike.state import State, is_single, lasts

KINDS = {Sight.OPEN: "open", Sight.CONCEALED: "concealed", Sight.HIDDEN: "hidden", Sight.BLOCKED: "blocked"}
TENTH = 100_000  # millionths: distances are shown to a tenth of an inch


def rounded(fine: int) -> str:
    """A length to a tenth of an inch."""
    return f"{length((fine + TENTH // 2) // TENTH * TENTH)}″"


def in_the_way(s: State, i: int, j: int, state: int) -> int:
    """The first piece of terrain that makes the sight state of one model to another; NOBODY in the open."""
    a, b = s.model[i], s.model[j]
    ends = (int(a.x), int(a.y), int(a.radius), int(b.x), int(b.y), int(b.radius))
    for n in range(s.pieces):
        piece = s.piece[n]
        if state == Sight.BLOCKED and blocks(piece, *spot(s, i), *spot(s, j)):
            return n
        if state == Sight.HIDDEN and hides(s.options, piece, *ends):
            return n
        if state == Sight.CONCEALED and conceals(s.options, piece, *ends):
            return n
    return NOBODY


def where(s: State, i: int, j: int, n: int) -> Spot:
    """Where the line between two models first meets a piece of terrain; else the target's spot."""
    (ax, ay), (bx, by) = spot(s, i), spot(s, j)
    whole = max(1, distance(ax, ay, bx, by))
    far = min(whole, next_meeting(s.piece[n].shape, ax, ay, bx, by, 0))
    return ax + (bx - ax) * far // whole, ay + (by - ay) * far // whole


def line(s: State, i: int, j: int, state: int, with_note: bool = True) -> Sightline:
    """One line, with what it says."""
    n = in_the_way(s, i, j, state)
    at = None if n == NOBODY else where(s, i, j, n)
    note = f"{rounded(gap(s, i, j))}{reason(s, i, j, state, n)}" if with_note else ""
    target = unit_id(s, int(s.model[j].unit))
    return Sightline((spot(s, i), spot(s, j)), KINDS[Sight(state)], note, at, target)


def reason(s: State, i: int, j: int, state: int, n: int) -> str:
    """Why it is not open: "concealed, linear obstacle"; who is hidden may still be noticed (WS-3.6)."""
    if state == Sight.OPEN:
        return ""
    noticed = ", noticed" if state == Sight.HIDDEN and targetable_at(s, i, j, state) else ""
    ground = f", {ground_name(int(s.piece[n].ground))}" if n != NOBODY else ""
    return f" {KINDS[Sight(state)]}{noticed}{ground}"


def best_line(s: State, i: int, k: int, with_note: bool) -> Sightline:
    """The line from a model to that model of a unit which it sees best, of those the nearest."""
    seen = []
    for far, j in sorted((gap(s, i, j), j) for j in own_models(s, k)):
        state = sight(s, i, j)
        seen.append((not targetable_at(s, i, j, state), state, far, j))
        if state == Sight.OPEN:  # none that stands farther off is seen better
            break
    _, state, _, j = min(seen)
    return line(s, i, j, state, with_note)


def from_leader(s: State, k: int) -> Iterator[Sightline]:
    """What the leader of a unit sees of each enemy unit from where he is, or would end (WS-3.17)."""
    if not lasts(s, k):
        return
    for enemy in enemies(s, k):
        seen = best_line(s, int(s.unit[k].leader), enemy, True)
        yield seen if is_single(s, k) else replace(seen, note=f"{seen.note} (leader)")


def from_all(s: State, k: int, enemies_of: list[int]) -> Iterator[Sightline]:
    """What each model of a unit sees of some enemy units (WS-3.15)."""
    for enemy in enemies_of:
        for m in own_models(s, k):
            yield best_line(s, m, enemy, m == s.unit[k].leader)


def enemies(s: State, k: int) -> list[int]:
    """The enemy units on the table."""
    return [j for j in range(s.units) if s.unit[j].side != s.unit[k].side and own_models(s, j)]
