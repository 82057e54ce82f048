"""The fire step of a single position (CH-10, CH-11), summed over every total of every throw."""

from __future__ import annotations

from hulldown.kernel.jit import rule
from hulldown.rulesets.chase.challenge.duel import (
    BANDS,
    FACINGS,
    HITS,
    SUMS,
    Cell,
    Duel,
    Hits,
    add,
    after,
    gun_of,
    number_of,
    put,
    read_state,
    two_dice,
)
from hulldown.rulesets.chase.codes import Facing
from hulldown.rulesets.chase.damage import harm, severity_of, shot_location
from hulldown.rulesets.chase.driving import effect_of, succeeds
from hulldown.rulesets.chase.gunnery import negated, no_fire, penetration, remaining_armor, to_hit_dm

GUNS = 2  # a knocked out gun has no row


@rule
def sum_dice(g: Duel, whose: int, dice: int) -> None:
    """The chances of the sums of so many dice, one die after another."""
    start = whose * SUMS
    for i in range(SUMS):
        g.sums[start + i] = 1.0 if i == 0 else 0.0
    for _ in range(dice):
        for i in range(SUMS - 1, -1, -1):
            total = 0.0
            for face in range(1, min(6, i) + 1):
                total += g.sums[start + i - face]
            g.sums[start + i] = total / 6.0


@rule
def shot_row(side: int, gun: int, band: int, facing: int, down: int) -> int:
    """Where the row of a shot stands."""
    return (((side * GUNS + gun) * BANDS + band) * FACINGS + facing) * 2 + down


@rule
def fill_rows(g: Duel, rows: list[Hits], own: int, other: int) -> None:
    """Every shot that these orders (A's, B's) can lead to."""
    for side in range(2):
        mine, theirs = (own, other) if side == 0 else (other, own)
        for gun in range(GUNS):
            for band in range(BANDS):
                for facing in range(FACINGS):
                    for down in range(2):
                        row = rows[shot_row(side, gun, band, facing, down)]
                        fill_row(g, row, side, gun, band, mine, theirs, facing, down)


@rule
def fill_row(
    g: Duel, row: Hits, side: int, gun: int, band: int, own: int, other: int, facing: int, down: int
) -> None:
    """What a shot does: to hit, location, hull down, damage dice, armor, severity (CH-10.7)."""
    for i in range(HITS):
        row.p[i] = 0.0
    firer, target = g.tank[side].profile, g.tank[1 - side].profile
    if no_fire(gun, firer, band, Facing.FRONT) != 0:
        row.p[0] = 1.0
        return
    dm = to_hit_dm(g.o, firer, gun, band, own, other, g.mute)
    armor = remaining_armor(firer, target, facing)
    score = g.o.gunnery_score
    for thrown in range(2, 13):
        if not succeeds(thrown + dm, score):
            row.p[0] += two_dice(thrown)
        else:
            add_hit(g, row, side, two_dice(thrown), effect_of(thrown + dm, score), armor, down)


@rule
def add_hit(g: Duel, row: Hits, side: int, chance: float, effect: int, armor: int, down: int) -> None:
    """A hit with this Effect."""
    firer = g.tank[side].profile
    for where in range(2, 13):
        location = shot_location(g.o, where)
        here = chance * two_dice(where)
        if negated(down, location):
            row.p[0] += here
        else:
            for dice in range(SUMS):
                likely = g.sums[side * SUMS + dice]
                if likely > 0.0:
                    severity = severity_of(g.o, penetration(g.o, firer, armor, dice, effect))
                    row.p[location * 5 + severity if severity > 0 else 0] += here * likely


@rule
def state_after_hit(g: Duel, side: int, i: int, hit: int) -> int:
    """The state of a side's tank after a hit."""
    read_state(g.now, i)
    harm(g.o, g.now, hit // 5, hit % 5)
    return number_of(g, side, g.now)


@rule
def shot_of(g: Duel, rows: list[Hits], side: int, i: int, band: int, own: int, target: int, down: int) -> int:
    """The row of a tank's shot; the last row is for who cannot fire."""
    gun = gun_of(g, side, i)
    if no_fire(gun, g.tank[side].profile, band, own) != 0:
        return len(rows) - 1
    return shot_row(side, gun, band, target, down)


@rule
def fire_step(
    g: Duel,
    rows: list[Hits],
    moves: list[int],
    ends: list[Cell],
    band: int,
    facing_a: int,
    facing_b: int,
    flags: int,
    a: int,
    b: int,
    to: Cell,
) -> None:
    """Both shots from the same state (CH-10.4). `flags`: bit 0 A is hull down, bit 1 B."""
    put(to, 0.0)
    mine = rows[shot_of(g, rows, 0, a, band, facing_a, facing_b, flags >> 1)]
    theirs = rows[shot_of(g, rows, 1, b, band, facing_b, facing_a, flags & 1)]
    for hit in range(HITS):
        if theirs.p[hit] > 0.0:
            left = moves[a * HITS + hit]
            for back in range(HITS):
                if mine.p[back] > 0.0:
                    right = moves[(g.size[0] + b) * HITS + back]
                    add(to, theirs.p[hit] * mine.p[back], ends[after(g, band, left, right)])


@rule
def fire_in_turn(
    g: Duel,
    rows: list[Hits],
    moves: list[int],
    ends: list[Cell],
    winner: int,
    band: int,
    facing_a: int,
    facing_b: int,
    flags: int,
    a: int,
    b: int,
    to: Cell,
) -> None:
    """The winner's shot first; the other answers if it still can (CH-10.4, `fire_order`)."""
    put(to, 0.0)
    first = rows[
        shot_of(g, rows, 0, a, band, facing_a, facing_b, flags >> 1)
        if winner == 0
        else shot_of(g, rows, 1, b, band, facing_b, facing_a, flags & 1)
    ]
    for hit in range(HITS):
        if first.p[hit] > 0.0:
            left, right = a, b
            if winner == 0:
                right = moves[(g.size[0] + b) * HITS + hit]
            else:
                left = moves[a * HITS + hit]
            if left == g.size[0] or right == g.size[1]:
                add(to, first.p[hit], ends[after(g, band, left, right)])
            else:
                reply = rows[
                    shot_of(g, rows, 1, right, band, facing_b, facing_a, flags & 1)
                    if winner == 0
                    else shot_of(g, rows, 0, left, band, facing_a, facing_b, flags >> 1)
                ]
                answer(g, moves, ends, winner, band, left, right, first.p[hit], reply, to)


@rule
def answer(
    g: Duel,
    moves: list[int],
    ends: list[Cell],
    winner: int,
    band: int,
    a: int,
    b: int,
    chance: float,
    reply: Hits,
    to: Cell,
) -> None:
    """The shot of the tank that fires second."""
    for hit in range(HITS):
        if reply.p[hit] > 0.0:
            left, right = a, b
            if winner == 0:
                left = moves[a * HITS + hit]
            else:
                right = moves[(g.size[0] + b) * HITS + hit]
            add(to, chance * reply.p[hit], ends[after(g, band, left, right)])
