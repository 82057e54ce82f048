"""Every position that an order of a duel can lead to, with its exact chance: the dice as chance nodes.

A plain walk of all dice of a turn would not end, as ties are rolled again, and have too many tapes. So a turn
falls into parts, each with dice of its own: the tests, facings, a ram, each shot. A part is walked by itself,
and equal positions are merged before the next.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

from hulldown.kernel import walk
from hulldown.kernel.actions import Action, Log, make
from hulldown.kernel.batch import ToAct
from hulldown.kernel.dice import (
    Dice,
    DiceFault,
    Mode,
    branch_share,
    branch_size,
    clear,
    next_branch,
    rewind,
    ways_up_to,
)
from hulldown.kernel.engine import Interpreted
from hulldown.kernel.jit import S, assign, generic, rule
from hulldown.kernel.records import copy
from hulldown.kernel.walk import BINS, REACHED, Walk, Walked, tally
from hulldown.rulesets.api.bot import CannotSolve
from hulldown.rulesets.chase.actions import carry_out
from hulldown.rulesets.chase.driving import driving_dm
from hulldown.rulesets.chase.equilibrium.stage import duel_of
from hulldown.rulesets.chase.gunnery import shoot
from hulldown.rulesets.chase.state import (
    NOBODY,
    PAYOFF,
    SIDE_TANKS,
    TANKS,
    DrivingTie,
    FireOrder,
    Mobility,
    Phase,
    State,
    TiedSuccess,
    side_of,
)
from hulldown.rulesets.chase.turn import apply_shot, fire, step

SHARE = {True: 20_000, False: 500}  # tapes of one call

Play = Callable[[S, Action, Dice, Log], int]
Head = Callable[[S, Dice], int]
Pays = Callable[[S], int]
Forget = Callable[[S], None]


@generic
def fan(
    to_act: ToAct[S],
    play: Play[S],
    again: Head[S],
    pays: Pays[S],
    forget: Forget[S],
    root: list[S],
    scratch: list[S],
    out: list[S],
    plan: list[Action],
    w: Walk,
) -> int:
    """Play plan[0] from root[0] on every tape; a `Walked` says how it came back.

    Battles that are over are counted by what they pay, other positions go to `out`: with less than no shares
    where nobody has to decide yet. Tapes on which dice are thrown again are left out: `again` says how many
    dice come before that, 0 where none are.
    """
    if w.begun == 0:
        clear(w.dice, Mode.ENUMERATE)
        w.begun = 1
    while w.share > 0 and w.bins.used < BINS and w.reached < min(len(out), REACHED):
        assign(scratch, 0, root, 0)
        rewind(w.dice, Mode.ENUMERATE)
        going = play(scratch[0], plan[0], w.dice, w.log)
        w.share -= 1
        head = again(root[0], w.dice)
        if head > 0:
            w.dice.at, w.dice.fault = head, DiceFault.NONE
        elif w.dice.fault != DiceFault.NONE or branch_size(w.dice) == 0:
            return Walked.TOO_MANY_DICE
        elif going == 0 and to_act(scratch[0]) == 0:
            tally(w.bins, pays(scratch[0]), branch_size(w.dice), branch_share(w.dice))
        else:
            forget(scratch[0])
            assign(out, w.reached, scratch, 0)
            w.ways[w.reached] = branch_size(w.dice)
            w.shares[w.reached] = branch_share(w.dice) if going == 0 else -branch_share(w.dice)
            w.reached += 1
        if not next_branch(w.dice):
            return Walked.DONE
    return Walked.MORE


@rule
def play_part(s: State, a: Action, d: Dice, e: Log) -> int:
    """Carry out an order, or without a verb go on, until dice have been thrown; 1 if the turn then goes on.

    Each shot is a part of its own.
    """
    going, steps = True, 0
    if a.verb >= 0:
        carry_out(s, a, d, e)
        steps = 1
    while going and (d.at == 0 or s.phase == Phase.END or s.phase == Phase.START):
        if s.phase != Phase.FIRE:
            going = step(s, d, e)
        elif steps > 0:
            return 1
        else:
            fire_once(s, d, e)
        steps += 1
    return 1 if going and s.phase != Phase.OVER else 0


@rule
def fire_once(s: State, d: Dice, e: Log) -> None:
    """The next shot of a duel, and after the last all results (CH-10.4). `left` marks who has fired."""
    if s.options.fire_order == FireOrder.WINNER_FIRST and s.pair[0].winner != NOBODY:
        fire(s, d, e)
        s.phase = Phase.END
        return
    shooter = next_shooter(s)
    if shooter != NOBODY:
        shoot(s, s.pair[0], side_of(shooter), d, e)
        s.tanks[shooter].left = 1
        if s.tanks[shooter].severity <= 0:
            s.tanks[shooter].struck = NOBODY
    if next_shooter(s) == NOBODY:
        apply_shot(s, 0, e)
        apply_shot(s, SIDE_TANKS, e)
        s.tanks[0].left, s.tanks[SIDE_TANKS].left = 0, 0
        s.phase = Phase.END


@rule
def next_shooter(s: State) -> int:
    """The first tank that aims and has not fired yet."""
    for side in range(2):
        t = side * SIDE_TANKS
        if s.tanks[t].aim != NOBODY and s.tanks[t].left == 0:
            return t
    return NOBODY


@rule
def tied_tests(s: State, d: Dice) -> int:
    """How many dice both Driving tests take if these tie, 0 otherwise: they are rolled again (CH-5.4).

    In a walk the two dice of a test are one of 36 faces. The new tests are like the first, so that without
    the ties all else has its right share.
    """
    a, b = s.tanks[0], s.tanks[SIDE_TANKS]
    if s.options.driving_tie != DrivingTie.REROLL or d.at < 2 or not are_tested(s):
        return 0
    first = sum_of_face(d.value[0]) + driving_dm(s.options, a, s.mute)
    second = sum_of_face(d.value[1]) + driving_dm(s.options, b, s.mute)
    return 2 if first == second else 0


@rule
def are_tested(s: State) -> bool:
    """Whether the next dice of a position are the tests of two tanks."""
    if s.phase != Phase.ORDERS and s.phase != Phase.DRIVING:
        return False
    a, b = s.tanks[0].now.mobility, s.tanks[SIDE_TANKS].now.mobility
    return bool(a != Mobility.IMMOBILISED and b != Mobility.IMMOBILISED)


@rule
def sum_of_face(face: int) -> int:
    """The sum of two dice that were thrown as one."""
    total = 2
    while ways_up_to(2, 6, total) < face:
        total += 1
    return total


@rule
def duel_pays(s: State) -> int:
    """What the first seat has won, in PAYOFF (CH-12.6)."""
    return s.total


@rule
def forget_idle(s: State) -> None:
    """Leave out what nothing comes of any more: totals once they are judged, before shots the way there."""
    if s.phase < Phase.SHIFT or s.phase > Phase.FIRE:
        return
    for t in range(TANKS):
        s.tanks[t].total, s.tanks[t].first = 0, 0
    if s.phase == Phase.FIRE:
        p = s.pair[0]
        p.was, p.raw, p.shift, p.decider, p.low, p.high = p.range, p.range, 0, NOBODY, 0, 0
        p.first, p.asked = 0, 0
        for side in range(2):
            p.success[side], p.effect[side], p.source[side] = 0, 0, 0
        if s.options.fire_order != FireOrder.WINNER_FIRST:
            p.winner = NOBODY


Ends = dict[int, Fraction]  # by what a duel has paid, in PAYOFF
Chances = dict[bytes, Fraction]  # by the keys of positions
NOT_AN_ORDER = make(0, -1)
NO_RULE = -1  # an occasion that there is not


def pooled(s: State) -> State:
    """A position in which dice are thrown as pools."""
    own = copy(s)
    own.options.house.count, own.options.house.rules[0].occasion = 1, NO_RULE
    return own


class DuelChances:
    """Works out where the orders of a duel lead, each once, by walking the dice of its parts."""

    def __init__(self, start: State, form: Interpreted) -> None:
        """CannotSolve for what is no single duel that can be walked. `form` is the engine's, for positions
        under house rules: a rule that is never asked is put in force, as then a walk throws dice as pools.
        """
        duel = duel_of(start)
        if start.duels != 1:
            raise CannotSolve("this is a match of several duels: say duels:1 among the options")
        if start.options.driving_tie == DrivingTie.REROLL and start.options.tied_success == TiedSuccess.FIRST:
            raise CannotSolve("tests that count as first rolled are no chance nodes (CH-5.10, tied_success)")
        self.lowest, self.highest = map(float, duel.spread())
        self.options = start.options
        self.form = form.with_verbs(
            {"play": play_part, "again": tied_tests, "pays": duel_pays, "forget": forget_idle}
        )
        self.fan, self.empty = self.form.bound(fan), self.form.bound(walk.empty)
        self.walk = self.form.new(Walk)[0]
        self.scratch, self.out = self.form.state_buffer(1), self.form.state_buffer(REACHED)
        self.rows: dict[bytes, Any] = {}
        self.parts: dict[bytes, tuple[Ends, Chances]] = {}

    def position(self, key: bytes) -> State:
        """A position that was reached, as it is played."""
        s: State = self.form.to_object(self.rows[key], 0, State)
        s.options = self.options
        return s

    def spread(self, s: State, order: Action) -> tuple[dict[Fraction, Fraction], Chances]:
        """Where an order leads, each with its chance: what duels that are over have paid seat 0, in points,
        and the keys of positions in which somebody decides.
        """
        ends, reached = self._on(*self._part(self.form.to_buffer(pooled(s)), order))
        return {Fraction(paid, PAYOFF): chance for paid, chance in ends.items()}, reached

    def _on(self, ends: Ends, waiting: Chances, going: Chances) -> tuple[Ends, Chances]:
        """What follows from positions in which nobody decides."""
        for key, chance in going.items():
            if key not in self.parts:
                self.parts[key] = self._on(*self._part(self.rows[key], NOT_AN_ORDER))
            over, reached = self.parts[key]
            for paid, share in over.items():
                ends[paid] += chance * share
            for position, share in reached.items():
                waiting[position] += chance * share
        return ends, waiting

    def _part(self, root: Any, order: Action) -> tuple[Ends, Chances, Chances]:
        """The part of a turn up to its next dice: what is over, where somebody decides, what goes on."""
        w, plan, done = self.walk, self.form.rows([order]), Walked.MORE
        ends: Ends = defaultdict(Fraction)
        counts: dict[tuple[bytes, int], int] = defaultdict(int)
        w.begun = 0
        while done == Walked.MORE:
            w.share, w.reached = SHARE[self.form.compiled], 0
            self.empty(w.bins)
            done = self.fan(root, self.scratch, self.out, plan, w)
            if done == Walked.TOO_MANY_DICE:
                raise CannotSolve("an order throws more dice than can be walked")
            for row in w.bins.bin[: int(w.bins.used)]:
                ends[int(row.outcome)] += Fraction(int(row.count), int(row.ways))
            self._collect(counts)
        return shared_out(ends, counts)

    def _collect(self, counts: dict[tuple[bytes, int], int]) -> None:
        """Count the positions in the buffer, and keep one of each."""
        n = int(self.walk.reached)
        ways, shares = map(int, self.walk.ways[:n]), map(int, self.walk.shares[:n])
        for i, (way, share) in enumerate(zip(ways, shares, strict=True)):
            key = self.form.key(self.out, i)
            if key not in self.rows:
                self.rows[key] = self.form.copy_row(self.out, i)
            counts[key, way if share > 0 else -way] += abs(share)


def shared_out(ends: Ends, counts: Mapping[tuple[bytes, int], int]) -> tuple[Ends, Chances, Chances]:
    """Counts as chances that make one together; with less than no ways are those that go on."""
    waiting: Chances = defaultdict(Fraction)
    going: Chances = defaultdict(Fraction)
    for (key, ways), count in counts.items():
        (waiting if ways > 0 else going)[key] += Fraction(count, abs(ways))
    whole = sum(ends.values()) + sum(waiting.values()) + sum(going.values())
    return (
        defaultdict(Fraction, {paid: chance / whole for paid, chance in ends.items()}),
        defaultdict(Fraction, {key: chance / whole for key, chance in waiting.items()}),
        defaultdict(Fraction, {key: chance / whole for key, chance in going.items()}),
    )
