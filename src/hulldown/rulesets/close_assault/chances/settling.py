"""What comes of bonuses once both sides have named them: all Fights to the next decision, exactly (CA-19.1).

The dice of a Fight fall in far too many ways to be walked, but only who suffers a Wound matters. So each
Fight is fought by the rules once for every result, with dice that have it, and positions that have become
alike are taken together. Everything else is walked as ever.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction

from hulldown.kernel.actions import Action
from hulldown.kernel.buffers import fresh_log
from hulldown.kernel.dice import (
    Dice,
    DiceFault,
    Mode,
    branch_share,
    branch_size,
    clear,
    new_dice,
    next_branch,
    rewind,
    script_dice,
)
from hulldown.kernel.records import copy, pack
from hulldown.rulesets.close_assault.actions import check
from hulldown.rulesets.close_assault.bonuses import spend
from hulldown.rulesets.close_assault.chances.facts import subject
from hulldown.rulesets.close_assault.codes import NOBODY, Phase
from hulldown.rulesets.close_assault.combat import must_choose, must_spend, next_fight
from hulldown.rulesets.close_assault.events import rolled_to_save
from hulldown.rulesets.close_assault.exact.fights import FACES, sums
from hulldown.rulesets.close_assault.fate import outcome
from hulldown.rulesets.close_assault.fights import caf, dice_of, evading, fight, wounded
from hulldown.rulesets.close_assault.ground import wipe
from hulldown.rulesets.close_assault.state import State, alive, side_of
from hulldown.rulesets.close_assault.turn import step
from hulldown.rulesets.close_assault.victory import judge_wiped
from hulldown.rulesets.common.dicing import OFF, gathered

Faces = tuple[int, ...]
MOST = 400  # positions between two Fights, or ways of other dice, beyond which it is left to the walk


@dataclass(frozen=True)
class Branch:
    """A position with its chance; `waits` when a seat has to decide there."""

    s: State
    chance: Fraction
    waits: bool = False


class TooMuch(ValueError):
    """What follows is not of Fights alone."""


def odds_of_spending(s: State, a: Action) -> Mapping[int, Fraction] | None:
    """The chance of every fate after bonuses are named and both sides have named theirs; else None."""
    if s.phase != Phase.SPENDING or check(s, int(a.seat), a):
        return None
    first = copy(s)
    first.spend[int(a.seat)] = int(a.choice)
    try:
        ends = settled(first, through_fights)
    except TooMuch:
        return None
    return gathered((outcome(end.s, OFF, subject(s, a)), end.chance) for end in ends)


def settled(s: State, onward: Callable[[Branch], Iterator[Branch]]) -> list[Branch]:
    """Every position in which a seat has to decide next, as `turn.advance` comes to them step by step."""
    ends: list[Branch] = []
    going = [Branch(s, Fraction(1))]
    while going:
        after = merged(later for branch in going for later in onward(branch))
        ends += [branch for branch in after if branch.waits]
        going = [branch for branch in after if not branch.waits]
        if len(after) > MOST:
            raise TooMuch
    return ends


def merged(branches: Iterator[Branch]) -> list[Branch]:
    """Positions that are alike taken together."""
    kept: dict[tuple[bytes, bool], Branch] = {}
    for branch in branches:
        wipe(branch.s)
        key = pack(branch.s).tobytes(), branch.waits
        chance = branch.chance + (kept[key].chance if key in kept else 0)
        kept[key] = Branch(branch.s, chance, branch.waits)
    return list(kept.values())


def through_fights(branch: Branch) -> Iterator[Branch]:
    """One step on: the next Fight by its results, or a step of the turn by its dice."""
    s = branch.s
    if judge_wiped(s, OFF) or waits_in_combat(s):
        yield Branch(s, branch.chance, True)
    elif s.combat != 0 and s.phase != Phase.WITHDRAW and s.current < s.fights:
        yield from fought(branch)
    else:
        yield from stepped(branch)


def waits_in_combat(s: State) -> bool:
    """Whether a side has to choose the next Fight or to name bonuses (CA-9.6, CA-10.7)."""
    if s.combat == 0 or s.phase == Phase.WITHDRAW:
        return False
    if s.current == NOBODY and must_choose(s, OFF):
        return True
    return bool(s.current < s.fights and must_spend(s))


def fought(branch: Branch) -> Iterator[Branch]:
    """The Fight that comes next, once for each of its results."""
    for faces, chance in results(branch.s).items():
        s = copy(branch.s)
        fight(s, int(s.current), script_dice(new_dice(0), [(face, FACES) for face in faces]), OFF)
        next_fight(s)
        yield Branch(s, branch.chance * chance)


def results(s: State) -> dict[Faces, Fraction]:
    """Dice that have each result of the Fight that comes next, and its chance (CA-9.1, CA-9.2)."""
    own, enemy = int(s.fight[s.current].own), int(s.fight[s.current].enemy)
    if not alive(s, own) or not alive(s, enemy):
        return {(): Fraction(1)}
    tried = copy(s)
    dice = dice_of(tried, own, enemy), dice_of(tried, enemy, own)
    for m, other in ((own, enemy), (enemy, own)):
        spend(tried, m, other, int(s.spend[side_of(s, m)]), OFF)
    mine = caf(tried, own, enemy, int(s.spend[side_of(s, own)]), s.mute)
    theirs = caf(tried, enemy, own, int(s.spend[side_of(s, enemy)]), s.mute)
    shown: dict[int, Faces] = {}
    ways: dict[int, int] = {}
    for ours, n in sums(dice[0]).items():
        for other, k in sums(dice[1]).items():
            result = wounded(s.options, ours + mine, other + theirs, int(evading(s, enemy)))
            shown.setdefault(result, (*faces_of(ours, dice[0]), *faces_of(other, dice[1])))
            ways[result] = ways.get(result, 0) + n * k
    whole = FACES ** sum(dice)
    return {faces: Fraction(ways[result], whole) for result, faces in shown.items()}


def faces_of(total: int, dice: int) -> Faces:
    """Faces of so many dice with this sum."""
    faces: list[int] = []
    for left in reversed(range(dice)):
        faces.append(min(FACES, total - sum(faces) - left))
    return tuple(faces)


def stepped(branch: Branch) -> Iterator[Branch]:
    """One step of the turn on every tape (CA-3.1)."""
    d = new_dice(0, mode=Mode.ENUMERATE)
    clear(d, Mode.ENUMERATE)
    for _ in range(MOST):
        rewind(d, Mode.ENUMERATE)
        s, log = copy(branch.s), fresh_log()
        waits = step(s, d, log)
        # of saves a fate tells, Fights know nothing
        if d.fault != DiceFault.NONE or rolled_to_save.rows(log):
            raise TooMuch
        yield Branch(s, branch.chance * weight(d), waits)
        if not next_branch(d):
            return
    raise TooMuch


def weight(d: Dice) -> Fraction:
    """The chance of a tape."""
    return Fraction(branch_share(d), branch_size(d))
