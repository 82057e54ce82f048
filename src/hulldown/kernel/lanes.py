"""Many games side by side, one step of each in a call: what environments for agents are made of.

A lane is a game with its dice, which go on where they stopped; when a game is over the next one begins at
once in the same lane. A step carries out the order that was chosen, then shows the next decision: the orders
on offer, which of them may be chosen, and what the deciding seat knows. Buffers belong to the caller and are
written in place. Every lane has a part of its own in each, so lanes may be cut among threads anywhere.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeVar

from hulldown.kernel.actions import Action, Actions, Log, forget, keep
from hulldown.kernel.batch import RUNNING, Apply, Legal, Mask, Result, ToAct, first_seat, stir
from hulldown.kernel.dice import Dice, Mode, clear
from hulldown.kernel.jit import S, assign, generic, rule
from hulldown.kernel.match import PlayerState, decide, reset_player
from hulldown.kernel.records import Byte, Long, Real, Short, Single, Whole, record
from hulldown.kernel.search import Node
from hulldown.kernel.walk import WON, Estimate, Worth

if TYPE_CHECKING:
    W = int
else:
    W = TypeVar("W")  # the numbers of an order: Short, or Whole where places are points of a table
Observe = Callable[[S, int, list[Short], int], None]
Turn = Callable[[S, int, Action], None]
Index = Callable[[S, int, Action], int]
Draw = Callable[[S, int, list[Byte], int], None]
Score = Callable[[S], int]

COLUMNS = 9  # numbers of an order
BOTH, ALTERNATING = -1, 2  # whose decisions are asked for, beside those of one seat
OVER, CUT = 1, 2  # how a game ended: by the rules, or at the limit of decisions
SPECTATOR = -1
CARRIES_OUT, SHAPES, SHOWS = 1, 2, 4  # what a step does, as bits
ALL_WELL, CROWDED = -1, -2  # what comes of it, beside the number of a lane


@record
class Lane:
    """One of the games that are played side by side."""

    key: Long  # of its dice
    thrown: Long  # how many of them have fallen
    seat: int  # whose decision it is
    learner: int  # the seat whose decisions are asked for in this game, or BOTH
    offered: int  # orders on offer
    length: int  # decisions of this game
    games: Long  # begun so far in this lane
    ended: int  # how a game ended in the last step: 0, OVER or CUT
    winner: int  # of the game that ended last, RUNNING before that and where it was cut
    decided: int  # decisions of the game that ended last
    closed: Long  # which game of the lane that was, 0 for none
    closed_key: Long  # of its dice
    promise: Real  # what the first seat could expect when a reward was last shaped, -1 to 1
    crowded: int  # how many orders there were, where that was more than there is room for


@record
class Job:
    """What all lanes have in common."""

    lanes: int
    width: int  # orders that there is room for
    features: int  # numbers of an observation
    choices: int  # numbers of a mask
    cells: int  # numbers of the planes; 0: none are drawn
    numbered: int  # 1: a choice is the number of an order in a catalogue; 0: its row
    hides: int  # 1: seats may know less than there is
    finals: int  # 1: the last position of a game is shown, too
    kept: int  # decisions of each game that are kept; 0: none
    limit: int  # decisions after which a game is cut
    seats: int  # the learner's seat, BOTH or ALTERNATING
    seed: Long  # key of the first game of the first lane
    shaping: Real
    discount: Real


# ---------------------------------------------------------------- what is shown


@rule
def write_row(rows: list[W], at: int, a: Action) -> None:
    """An order as numbers."""
    rows[at], rows[at + 1], rows[at + 2] = a.seat, a.verb, a.actor
    rows[at + 3], rows[at + 4], rows[at + 5] = a.target, a.place, a.facing
    rows[at + 6], rows[at + 7], rows[at + 8] = a.choice, a.x, a.y


@rule
def read_row(rows: list[W], at: int, a: Action) -> None:
    """The order of numbers."""
    a.seat, a.verb, a.actor = rows[at], rows[at + 1], rows[at + 2]
    a.target, a.place, a.facing = rows[at + 3], rows[at + 4], rows[at + 5]
    a.choice, a.x, a.y = rows[at + 6], rows[at + 7], rows[at + 8]


@generic
def no_number(s: S, seat: int, a: Action) -> int:
    """The number of an order where there is no catalogue."""
    return 0


@generic
def no_planes(s: S, seat: int, out: list[Byte], at: int) -> None:
    """The planes of a table without places."""
    return


@rule
def clear_numbers(out: list[Short], at: int, last: int) -> None:
    """Zeros from one place to another; so written, not as a `for`, it compiles to one fill of memory."""
    at = max(0, at)
    while at < last:
        out[at] = 0
        at += 1


@rule
def clear_planes(out: list[Byte], at: int, last: int) -> None:
    """The same for planes."""
    at = max(0, at)
    while at < last:
        out[at] = 0
        at += 1


@generic
def show(
    legal: Legal[S],
    mask: Mask[S],
    observe: Observe[S],
    turn: Turn[S],
    index: Index[S],
    draw: Draw[S],
    states: list[S],
    known: list[S],
    m: Actions,
    job: Job,
    lane: Lane,
    i: int,
    rows: list[W],
    numbers: list[Short],
    masks: list[Byte],
    observations: list[Short],
    planes: list[Byte],
) -> None:
    """Write what the seat that decides in lane i can do and what it knows."""
    s, seat = states[i], lane.seat
    if job.hides != 0:
        assign(known, 0, states, i)
        s = known[0]
        mask(s, seat)
    n = legal(s, seat, m)
    if n > job.width:
        lane.crowded = n
        n = job.width
    first, free = i * job.width, i * job.choices
    for k in range(lane.offered):
        masks[free + numbers[first + k]] = 0
    for k in range(n):
        a = m.rows[k]
        turn(s, seat, a)
        number = k if job.numbered == 0 else index(s, seat, a)
        write_row(rows, (first + k) * COLUMNS, a)
        numbers[first + k] = number
        masks[free + number] = 1
    for at in range((first + n) * COLUMNS, (first + lane.offered) * COLUMNS):
        rows[at] = -1
    lane.offered = n
    clear_numbers(observations, i * job.features, (i + 1) * job.features)
    observe(s, seat, observations, i * job.features)
    if job.cells != 0:
        clear_planes(planes, i * job.cells, (i + 1) * job.cells)
        draw(s, seat, planes, i * job.cells)


# ---------------------------------------------------------------- what is carried out


@rule
def take_dice(d: Dice, lane: Lane) -> None:
    """The dice of a lane, as they stand."""
    d.key, d.stream, d.count = lane.key, 0, lane.thrown
    clear(d, Mode.FREE)


@generic
def begin(to_act: ToAct[S], starts: list[S], states: list[S], job: Job, lane: Lane, i: int) -> None:
    """The next game of lane i."""
    assign(states, i, starts, 0)
    lane.key = (job.seed + i + lane.games * job.lanes) & 0xFFFFFFFF
    lane.thrown, lane.length = 0, 0
    lane.learner = (i + lane.games) & 1 if job.seats == ALTERNATING else job.seats
    lane.games += 1
    lane.seat = first_seat(to_act(states[i]))


@generic
def expect(estimate: Estimate[S], mask: Mask[S], states: list[S], known: list[S], job: Job, i: int) -> float:
    """What the first seat can expect in lane i as everybody may know, -1 to 1."""
    s = states[i]
    if job.hides != 0:
        assign(known, 0, states, i)
        s = known[0]
        mask(s, SPECTATOR)
    return 2.0 * estimate(s, 0) / WON - 1.0


@rule
def keep_order(history: list[W], job: Job, lane: Lane, i: int, a: Action) -> None:
    """Keep an order of the game in lane i: two games have room there, this one and the one before."""
    if lane.length < job.kept:
        half = 2 * i + (lane.games & 1)
        write_row(history, (half * job.kept + lane.length) * COLUMNS, a)


@generic
def settle(
    to_act: ToAct[S],
    result: Result[S],
    score: Score[S],
    estimate: Estimate[S],
    mask: Mask[S],
    observe: Observe[S],
    starts: list[S],
    states: list[S],
    known: list[S],
    job: Job,
    lane: Lane,
    i: int,
    rewards: list[Single],
    finals: list[Short],
) -> None:
    """After an order: whose decision is next, and if the game is over what it brought, and the next game."""
    seats = to_act(states[i])
    over = seats == 0
    if not over and lane.length < job.limit:
        lane.seat = first_seat(seats)
        return
    lane.ended = OVER if over else CUT
    lane.winner, lane.decided = result(states[i]) if over else RUNNING, lane.length
    lane.closed, lane.closed_key = lane.games, lane.key
    gain = 2.0 * score(states[i]) / WON - 1.0 if over else 0.0
    if job.shaping != 0.0:  # a game that is over promises nothing; one that is cut is what it was
        then = 0.0 if over else expect(estimate, mask, states, known, job, i)
        gain += job.shaping * (job.discount * then - lane.promise)
    rewards[2 * i] += gain
    rewards[2 * i + 1] -= gain
    if job.finals != 0:
        seat = lane.learner if lane.learner != BOTH else lane.seat
        s = states[i]
        if job.hides != 0:
            assign(known, 0, states, i)
            s = known[0]
            mask(s, seat)
        clear_numbers(finals, i * job.features, (i + 1) * job.features)
        observe(s, seat, finals, i * job.features)
    begin(to_act, starts, states, job, lane, i)
    if job.shaping != 0.0:
        lane.promise = expect(estimate, mask, states, known, job, i)


@generic
def shape(
    estimate: Estimate[S],
    mask: Mask[S],
    states: list[S],
    known: list[S],
    job: Job,
    lane: Lane,
    i: int,
    rewards: list[Single],
) -> None:
    """Reward what a step has made of the prospects, unless its game is over (Ng, Harada and Russell 1999)."""
    if job.shaping != 0.0 and lane.ended == 0 and (lane.learner == BOTH or lane.learner == lane.seat):
        then = expect(estimate, mask, states, known, job, i)
        gain = job.shaping * (job.discount * then - lane.promise)
        rewards[2 * i] += gain
        rewards[2 * i + 1] -= gain
        lane.promise = then


# ---------------------------------------------------------------- calls


@generic
def obey(
    to_act: ToAct[S],
    apply: Apply[S],
    result: Result[S],
    score: Score[S],
    estimate: Estimate[S],
    mask: Mask[S],
    observe: Observe[S],
    starts: list[S],
    states: list[S],
    known: list[S],
    m: Actions,
    d: Dice,
    e: Log,
    job: Job,
    lanes: list[Lane],
    finals: list[Short],
    rewards: list[Single],
    history: list[W],
    i: int,
) -> None:
    """Carry out the first order of m in lane i, and what comes of it for the game."""
    lane = lanes[i]
    keep_order(history, job, lane, i, m.rows[0])
    forget(e)
    take_dice(d, lane)
    apply(states[i], m.rows[0], d, e)
    lane.thrown = d.count
    lane.length += 1
    settle(
        to_act, result, score, estimate, mask, observe, starts, states, known, job, lane, i, rewards, finals,
    )  # fmt: skip


@generic
def decide_in_lane(
    to_act: ToAct[S],
    apply: Apply[S],
    result: Result[S],
    estimate: Estimate[S],
    mask: Mask[S],
    score: Score[S],
    observe: Observe[S],
    turn_back: Turn[S],
    starts: list[S],
    states: list[S],
    known: list[S],
    m: Actions,
    d: Dice,
    e: Log,
    job: Job,
    lanes: list[Lane],
    i: int,
    choice: int,
    rows: list[W],
    numbers: list[Short],
    finals: list[Short],
    rewards: list[Single],
    history: list[W],
) -> None:
    """Carry out what was chosen in lane i: a row, or the number of an order on offer."""
    lane, first, k = lanes[i], i * job.width, choice
    lane.ended = 0
    rewards[2 * i], rewards[2 * i + 1] = 0.0, 0.0
    if job.numbered != 0:
        k = 0
        while numbers[first + k] != choice:
            k += 1
    read_row(rows, (first + k) * COLUMNS, m.rows[0])
    turn_back(states[i], lane.seat, m.rows[0])
    obey(
        to_act, apply, result, score, estimate, mask, observe, starts, states, known, m, d, e, job, lanes,
        finals, rewards, history, i,
    )  # fmt: skip


@rule
def first_refused(
    job: Job, lanes: list[Lane], actions: list[Whole], masks: list[Byte], first: int, last: int
) -> int:
    """The first lane whose action is not on offer, ALL_WELL if there is none."""
    for i in range(first, last):
        choice = actions[i]
        if choice < 0 or choice >= job.choices or masks[i * job.choices + choice] == 0:
            return i
    return ALL_WELL


@generic
def advance(
    to_act: ToAct[S],
    legal: Legal[S],
    apply: Apply[S],
    result: Result[S],
    estimate: Estimate[S],
    mask: Mask[S],
    score: Score[S],
    observe: Observe[S],
    turn: Turn[S],
    turn_back: Turn[S],
    index: Index[S],
    draw: Draw[S],
    starts: list[S],
    states: list[S],
    known: list[S],
    m: Actions,
    d: Dice,
    e: Log,
    job: Job,
    lanes: list[Lane],
    actions: list[Whole],
    rows: list[W],
    numbers: list[Short],
    masks: list[Byte],
    observations: list[Short],
    finals: list[Short],
    planes: list[Byte],
    rewards: list[Single],
    ends: list[Byte],
    history: list[W],
    first: int,
    last: int,
    what: int,
) -> int:
    """A step of the lanes from `first` to before `last`: carry out their actions, show the next decisions, or
    both. Gives ALL_WELL, or the first lane whose action is not on offer, when nothing has been done.
    """
    came = first_refused(job, lanes, actions, masks, first, last) if what & CARRIES_OUT != 0 else ALL_WELL
    if came != ALL_WELL:
        return came
    for i in range(first, last):
        lane = lanes[i]
        if what & CARRIES_OUT != 0:
            decide_in_lane(
                to_act, apply, result, estimate, mask, score, observe, turn_back, starts, states, known, m, d,
                e, job, lanes, i, actions[i], rows, numbers, finals, rewards, history,
            )  # fmt: skip
        if what & SHAPES != 0:
            shape(estimate, mask, states, known, job, lane, i, rewards)
        if what & SHOWS != 0:
            show(
                legal, mask, observe, turn, index, draw, states, known, m, job, lane, i, rows, numbers, masks,
                observations, planes,
            )  # fmt: skip
            ends[i], ends[job.lanes + i] = lane.ended & OVER, lane.ended >> 1
            if lane.crowded != 0:
                came = CROWDED
    return came


@generic
def open_lanes(
    to_act: ToAct[S],
    estimate: Estimate[S],
    mask: Mask[S],
    starts: list[S],
    states: list[S],
    known: list[S],
    job: Job,
    lanes: list[Lane],
    which: list[Whole],
) -> None:
    """Begin a new game in some lanes."""
    for k in range(len(which)):
        i = which[k]
        lane = lanes[i]
        begin(to_act, starts, states, job, lane, i)
        lane.ended, lane.winner = 0, RUNNING
        if job.shaping != 0.0:
            lane.promise = expect(estimate, mask, states, known, job, i)


@generic
def answer(
    to_act: ToAct[S],
    legal: Legal[S],
    apply: Apply[S],
    result: Result[S],
    estimate: Estimate[S],
    judges: Estimate[S],
    mask: Mask[S],
    score: Score[S],
    observe: Observe[S],
    starts: list[S],
    states: list[S],
    known: list[S],
    scratch: list[S],
    tree: list[Node],
    p: PlayerState,
    worths: list[Worth],
    m: Actions,
    d: Dice,
    e: Log,
    job: Job,
    lanes: list[Lane],
    finals: list[Short],
    rewards: list[Single],
    history: list[W],
    first: int,
    last: int,
) -> None:
    """Let an opponent decide, by an estimate of its own, in every lane until it is the learner's turn.

    What it thinks with depends on the game and the decision alone, so that games do not hang on how lanes are
    cut among threads.
    """
    for i in range(first, last):
        lane = lanes[i]
        while lane.seat != lane.learner:
            reset_player(p, stir(stir(0, lane.key + 1), lane.length))
            assign(known, 0, states, i)
            mask(known[0], lane.seat)
            row = decide(
                to_act, legal, apply, judges, mask, known, scratch, tree, p, m, worths, lane.seat,
            )  # fmt: skip
            if row != 0:
                keep(m.rows[0], m.rows[row])
            obey(
                to_act, apply, result, score, estimate, mask, observe, starts, states, known, m, d, e, job,
                lanes, finals, rewards, history, i,
            )  # fmt: skip
