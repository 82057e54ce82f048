"""Odds in words: what an order may do, and what is left of a unit."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from hulldown.kernel.actions import Action, Log
from hulldown.kernel.dice import TAPE, Dice, DiceFault, new_dice, script_dice
from hulldown.kernel.engine import fresh_log
from hulldown.kernel.records import blank, copy, pack
from hulldown.rulesets.api.odds import Chances, OddsLine
from hulldown.rulesets.api.words import Modifier
from hulldown.rulesets.close_assault import combat, exact, state, turn
from hulldown.rulesets.close_assault.actions import check
from hulldown.rulesets.close_assault.cards import living
from hulldown.rulesets.close_assault.catalogue import Shelf
from hulldown.rulesets.close_assault.events import Sum, Why, rolled_to_save
from hulldown.rulesets.close_assault.exact import FACES, Fought, WoundChances, Wounds
from hulldown.rulesets.close_assault.fights import (
    arc_in,
    caf,
    dice_of,
    evading,
    fight,
    roll_preference,
    thrown_in_all,
    why_not_pair,
    wounded,
)
from hulldown.rulesets.close_assault.log import BASES
from hulldown.rulesets.close_assault.shooting import everything, spend
from hulldown.rulesets.close_assault.state import NOBODY, Arc, Firing, Phase, Response, State, Verb, side_of
from hulldown.rulesets.close_assault.table import wipe
from hulldown.rulesets.close_assault.turn import outcome
from hulldown.rulesets.close_assault.values import (
    NOT_ASKED,
    SIDES,
    name_bonuses,
    named_bonuses,
    remaining_wounds,
    spent_in,
    suffer,
)
from hulldown.rulesets.close_assault.words import detachment_name, model_name
from hulldown.rulesets.common import explanation
from hulldown.rulesets.common.explanation import OFF, Lines, Notes, Panels, TooMuch
from hulldown.rulesets.common.names import decimal, plural


@dataclass(frozen=True)
class Preview:
    """One answer of the target: Wounds of vehicles and target in the Fights, tests, and Overwatch before."""

    spread: Mapping[Wounds, Fraction]
    vehicle_tests: Fraction
    vehicle_fails: Fraction
    target_tests: Fraction
    target_fails: Fraction
    overwatch: Fraction = Fraction(0)  # expected Wounds, if it fires (CA-19.9)

    @property
    def margin(self) -> Fraction:
        """Expected Wounds of the target less those of the vehicles, in the Fights."""
        return exact.margin(self.spread)


def previewed(
    spread: Mapping[Wounds, Fraction],
    own_left: int,
    target_left: int,
    fails: Fraction,
    they_fail: Fraction,
    before: int = 0,
) -> Preview:
    """Tests and failures by the Wounds of both sides, what each has left, and how likely either fails a test
    (CA-12.17 to CA-12.19). before: Wounds of the vehicles before the Fights that count as well.
    """
    rows = spread.items()
    tests = explanation.chance_of(rows, lambda w: w[0] + before > w[1] and w[0] < own_left)
    theirs = explanation.chance_of(rows, lambda w: w[1] > w[0] + before and w[1] < target_left)
    return Preview(spread, tests, tests * fails, theirs, theirs * they_fail)


# ---------------------------------------------------------------- on the table


def shock_preview(s: State, k: int, target: int) -> dict[Response, Preview]:
    """Each answer that the target of a legal Tank Shock has, where the vehicles stand (CA-19.9); of those in
    part (CA-12.7) the one that is best for it.
    """
    declared = copy(s)
    combat.declare(declared, k, target, blank(Log))
    previews: dict[Response, Preview] = {}
    for answer, evaders in answers_of(declared):
        promise = promised(declared, answer, evaders)
        if answer not in previews or promise.margin < previews[answer].margin:
            previews[answer] = promise
    return previews


def answers_of(s: State) -> Iterator[tuple[Response, int]]:
    """The answers that the target of the Tank Shock that goes on has, each with who gets out of the way in
    part, as bits.
    """
    k = int(s.target)
    for answer in Response:
        parts = range(1, combat.in_contact(s, k, int(s.acting)) + 1) if combat.in_part(answer) else (0,)
        yield from (
            (answer, bits) for bits in parts if combat.why_not_answer(s, k, answer, bits) == Why.ALLOWED
        )


def promised(s: State, answer: Response, evaders: int = 0) -> Preview:
    """What an answer to the Tank Shock that goes on leads to, Overwatch and Fights after each of its results
    (CA-12.8, CA-12.9, CA-19.9). Wounds from Overwatch count for the tests as the option says (CA-12.19).
    """
    k, target = int(s.acting), int(s.target)
    if not combat.fires_first(answer):
        return fought_out(s, k, target, answer, evaders)
    ready, had = copy(s), remaining_wounds(s, k)
    combat.hold_evaders(ready, target, evaders)
    fire = exact.overwatch_odds(ready, target, k)
    after = []
    for left, chance in fire.after.items():
        then = hurt(s, fire.models, left)
        after.append((fought_out(then, k, target, answer, evaders, had - remaining_wounds(then, k)), chance))
    return replace(mean(after), overwatch=fire.expected_wounds)


def hurt(s: State, models: Sequence[int], left: Sequence[int]) -> State:
    """The position in which these models have so many Wounds left."""
    tried = copy(s)
    for m, wounds in zip(models, left, strict=True):
        tried.model[m].wounds = wounds
    return tried


def mean(cases: Sequence[tuple[Preview, Fraction]]) -> Preview:
    """Several cases as one, each with its chance."""
    spread = explanation.gathered(
        (wounds, chance * weight) for preview, weight in cases for wounds, chance in preview.spread.items()
    )
    return Preview(
        spread,
        explanation.mean(cases, lambda p: p.vehicle_tests),
        explanation.mean(cases, lambda p: p.vehicle_fails),
        explanation.mean(cases, lambda p: p.target_tests),
        explanation.mean(cases, lambda p: p.target_fails),
    )


def fought_out(s: State, k: int, target: int, answer: Response, evaders: int, shot: int = 0) -> Preview:
    """The Fights after an answer and so many Wounds by Overwatch: best spending in the first legal list."""
    tried = copy(s)
    combat.say(tried, answer, evaders, blank(Log))
    combat.begin_fights(tried)
    combat.count_overwatch(tried, shot)
    before = int(tried.detachment[k].wounds_lost)  # those by Overwatch, where they count (CA-12.19)
    spread = listed_spread(tried)
    left = remaining_wounds(s, k), remaining_wounds(s, target)
    return previewed(
        spread, *left, exact.failure_of_test(tried, k), exact.failure_of_test(tried, target), before
    )


def combat_spread(s: State, k: int) -> dict[Wounds, Fraction]:
    """A Combat if it is picked, Wounds of the side that picks it first: the same way (CA-17.2, CA-19.4)."""
    tried = copy(s)
    combat.pick(tried, k)
    return listed_spread(tried)


def listed_spread(s: State) -> dict[Wounds, Fraction]:
    """The Wounds of a Combat that begins here: the list is made Fight by Fight, always the first there is."""
    log = blank(Log)
    while s.current == NOBODY and combat.must_choose(s, log):
        combat.choose(s, *first_pair(s), log)
    return exact.joined([star.spread() for star in exact.stars_of(s)])


def expected_wounds(spread: Mapping[Wounds, Fraction]) -> tuple[Fraction, Fraction]:
    """The Wounds to be expected on either side (CA-19.4)."""
    own = explanation.mean(spread.items(), lambda wounds: wounds[0])
    return own, own + exact.margin(spread)


def first_pair(s: State) -> tuple[int, int]:
    """The first legal pair of models for the list of Fights (CA-19.12)."""
    pairs = ((own, enemy) for own in range(s.models) for enemy in range(s.models))
    return next((pair for pair in pairs if why_not_pair(s, *pair) == Why.ALLOWED), (NOBODY, NOBODY))


# ---------------------------------------------------------------- facts
# Whose fate an order is about, and a fate as named facts.


FIRINGS = {Verb.FIRE: Firing.STAGE, Verb.DEFEND: Firing.DEFENCE, Verb.OVERWATCH: Firing.OVERWATCH}


def subject(s: State, a: Action) -> int:
    """The detachment whose fate the odds of an order are about, NOBODY where none is at stake at once."""
    verb = a.verb
    if verb == Verb.FIRE or verb == Verb.DEFEND:
        return int(a.target)
    if verb == Verb.OVERWATCH and a.choice == 1:
        return int(s.acting)
    if verb == Verb.RESPOND:
        return int(s.acting) if combat.fires_first(int(a.choice)) else int(s.target)
    if verb == Verb.SPEND and s.phase == Phase.SPENDING:
        return int(s.model[combat.spender(s, 1 - int(a.seat))].detachment)
    return NOBODY


@dataclass(frozen=True)
class Change:
    """A detachment before an order and one fate after it."""

    models_before: int
    wounds_before: int
    fell_back: bool  # before
    models: int
    wounds: int
    falls_back: bool
    hits: int

    @property
    def lost(self) -> int:
        """Wounds lost."""
        return self.wounds_before - self.wounds

    @property
    def gone(self) -> int:
        """Models destroyed."""
        return self.models_before - self.models

    @property
    def wiped_out(self) -> bool:
        """Whether nothing is left of it (CA-18.3)."""
        return self.models == 0 < self.models_before

    @property
    def breaks(self) -> bool:
        """Whether it falls back and did not before (CA-16.3)."""
        return self.falls_back and not self.fell_back


def change_of(before: State, k: int, outcome: int) -> Change:
    """One of these."""
    there = living(before, k)
    wounds = sum(int(before.model[m].wounds) for m in there)
    fell_back = bool(before.detachment[k].order == state.Order.FALL_BACK)
    return Change(len(there), wounds, fell_back, *turn.unpacked(outcome))


def outcome_facts(before: State, k: int, outcome: int) -> dict[str, Any]:
    """A fate in words: {"models": 3, "wounds": 3, "falls_back": False, "hits": 2}."""
    if k == NOBODY:
        return {}
    change = change_of(before, k, outcome)
    return {
        "models": change.models,
        "wounds": change.wounds,
        "lost": change.lost,
        "destroyed": change.wiped_out,
        "falls_back": change.falls_back,
        "hits": change.hits,
    }


# ---------------------------------------------------------------- duels
# The Fight that comes next, exactly: CAFs with every term, dice, win, tie and loss (CA-9, CA-19.2).


@dataclass(frozen=True)
class Side:
    """One side of a Fight."""

    model: int
    dice: int
    caf: int
    terms: tuple[Modifier, ...]


@dataclass(frozen=True)
class Duel:
    """A Fight as one side sees it."""

    own: Side
    enemy: Side
    odds: Fought
    evading: bool  # the enemy gets out of the way
    evades: bool  # one does oneself


def side_of_fight(s: State, m: int, opponent: int, spent: int, shelf: Shelf | None) -> Side:
    """Dice and CAF of a model, each term noted (CA-9.3, CA-9.10)."""
    why = explanation.listening()
    total = caf(s, m, opponent, spent, why)
    base = BASES[Arc(arc_in(s, m, opponent))]
    terms = Sum.modifiers(why, shelf)
    if not any(why.rows[i].code == base for i in range(why.count)):
        terms = (Sum.modifier(base, 0), *terms)
    return Side(m, dice_of(s, m, opponent), total, terms)


def duel_of(s: State, own: int, enemy: int, spent: int, theirs: int, shelf: Shelf | None = None) -> Duel:
    """A Fight with so much spent by both; the shelf names house rules."""
    mine, other = side_of_fight(s, own, enemy, spent, shelf), side_of_fight(s, enemy, own, theirs, shelf)
    both = s.options.fight_tie == state.FightTie.BOTH_WOUND
    dodged, dodges = bool(evading(s, enemy)), bool(evading(s, own))
    kept, theirs_kept = int(roll_preference(s, own, enemy)), int(roll_preference(s, enemy, own))
    if dodges:
        odds = exact.fight_odds(
            other.dice, other.caf, mine.dice, mine.caf, True, both, theirs_kept, kept
        ).mirrored
    else:
        odds = exact.fight_odds(mine.dice, mine.caf, other.dice, other.caf, dodged, both, kept, theirs_kept)
    return Duel(mine, other, odds, dodged, dodges)


def duel_now(s: State, seat: int, spent: int, shelf: Shelf | None = None) -> Duel:
    """The Fight that comes next, if a seat spends so much; what the enemy is still to name, it names all."""
    own, enemy = combat.spender(s, seat), combat.spender(s, 1 - seat)
    named = named_bonuses(s, 1 - seat)
    theirs = everything(s, enemy, own) if named == NOT_ASKED else named
    return duel_of(s, own, enemy, spent, theirs, shelf)


def duel_listed(s: State, own: int, enemy: int, bonuses: bool, shelf: Shelf | None = None) -> Duel:
    """A Fight that is to be listed next, with no bonus or all of both sides, and the dice of those listed
    before it (CA-9.3).
    """
    then = copy(s)
    for m in (own, enemy):
        then.model[m].fought = fights_listed(s, m)
    if not bonuses:
        return duel_of(then, own, enemy, 0, 0, shelf)
    ours, theirs = everything(then, own, enemy), everything(then, enemy, own)
    return duel_of(then, own, enemy, ours, theirs, shelf)


def fights_listed(s: State, m: int) -> int:
    """How many Fights of the list so far a model is in (CA-9.6)."""
    return sum(m in (s.fight[i].own, s.fight[i].enemy) for i in range(s.fights))


def duel_lines(s: State, duel: Duel) -> list[OddsLine]:
    """Who loses a Wound, as parts that add up to one."""
    own, enemy, odds = model_name(s, duel.own.model), model_name(s, duel.enemy.model), duel.odds
    lines = [
        OddsLine(f"{own} loses a Wound", odds.loss, "result", "miss", "CA-9.1"),
        OddsLine("Both lose a Wound", odds.both, "result", "glance", "CA-9.2"),
        OddsLine(nothing_words(duel), odds.nothing, "result", "glance", nothing_rule(duel)),
        OddsLine(f"{enemy} loses a Wound", odds.win, "result", "dead", "CA-9.1"),
    ]
    return [line for line in lines if line.chance]


def nothing_words(duel: Duel) -> str:
    """What it is called when nobody loses a Wound."""
    if duel.evading or duel.evades:
        return "Out of the way: nobody does"
    return "A tie: nobody does"


def nothing_rule(duel: Duel) -> str:
    """And its rule."""
    return "CA-12.14" if duel.evading or duel.evades else "CA-9.2"


# ---------------------------------------------------------------- volleys
# What comes of fire, exactly (CA-15.4 to CA-15.7, CA-19.10): the chances of its Wounds and saves are
# multiplied out weapon by weapon, and each number of Wounds is laid on the table, from where the rules go on.
#
# Walked die by die it would be one branch for every order in which hits may be saved.


MOST = 400  # tapes on the way to the next decision, beyond which it is left to the walk


def odds_of_fire(s: State, a: Action) -> Mapping[int, Fraction] | None:
    """The chance of every fate of the detachment that is fired at; None where it is left to the walk."""
    if s.combat != 0 or (a.verb == Verb.FIRE and a.place != NOBODY) or check(s, int(a.seat), a):
        return None
    missed, k = copy(s), subject(s, a)
    volley = exact.fire_odds(s, int(a.actor), k, firing=FIRINGS[Verb(a.verb)])
    shoot(missed, a, nothing_but_misses())
    try:
        later = {left: fates_after(missed, volley.models, left, k) for left in volley.after}
    except TooMuch:
        return None
    return explanation.gathered(
        (fate + min(saves, turn.HITS - 1), chance * share)
        for (left, saves), chance in volley.fates.items()
        for fate, share in later[left].items()
    )


def shoot(s: State, a: Action, d: Dice) -> None:
    """Carry the order out, without what follows from it."""
    k, target = int(a.actor), int(a.target)
    if a.verb == Verb.OVERWATCH:
        turn.call_overwatch(s, k, int(a.choice), d, OFF)
    elif a.verb == Verb.DEFEND:
        turn.defend_now(s, k, target, d, OFF)
    else:
        turn.shoot_now(s, k, target, NOBODY, d, OFF)


def nothing_but_misses() -> Dice:
    """Dice of which all show 1, which never hits (CA-15.4)."""
    return script_dice(new_dice(0), [(1, SIDES)] * TAPE)


def fates_after(missed: State, models: tuple[int, ...], left: WoundChances, k: int) -> dict[int, Fraction]:
    """What becomes of a detachment once these models have so many Wounds left, its saves not counted.

    From there the rules go on to the next decision, once on every tape: few dice are thrown on the way, and
    mostly none.
    """

    def fate(d: Dice) -> int:
        s = copy(missed)
        for m, wounds in zip(models, left, strict=True):
            for _ in range(int(s.model[m].wounds) - wounds):
                suffer(s, m, OFF)
        go_on(s, d)
        return int(outcome(s, OFF, k))

    return explanation.gathered(explanation.plays(fate, MOST))


def go_on(s: State, d: Dice) -> None:
    """The turn up to the next decision.

    TooMuch once a Combat begins, or a save is rolled: a fate counts those.
    """
    waits = False
    while not waits and not turn.judge_wiped(s, OFF):
        waits = stepping(s, d)
        if s.combat != 0:
            raise TooMuch


def stepping(s: State, d: Dice) -> bool:
    """One step of the turn; whether it waits for a decision. TooMuch if a save is rolled (CA-3.1)."""
    log = fresh_log()
    waits = turn.step(s, d, log)
    if d.fault != DiceFault.NONE or rolled_to_save.rows(log):
        raise TooMuch
    return bool(waits)


def own_odds(s: State, a: Action) -> Mapping[int, Fraction] | None:
    """The chance of every fate after bonuses or fire; None: the dice of any other order are walked."""
    if a.verb == Verb.SPEND:
        return odds_of_spending(s, a)
    fired = a.verb == Verb.FIRE or (a.verb == Verb.DEFEND and a.target != NOBODY)
    if fired or (a.verb == Verb.OVERWATCH and a.choice == 1):
        return odds_of_fire(s, a)
    return None


# ---------------------------------------------------------------- settling
# What comes of bonuses once both sides have named them: all Fights to the next decision, exactly (CA-19.1).
#
# The dice of a Fight fall in far too many ways to be walked, but only who suffers a Wound matters. So each
# Fight is fought by the rules once for every result, with dice that have it, and positions that have become
# alike are taken together. Everything else is walked as ever.


Faces = tuple[int, ...]


@dataclass(frozen=True)
class Branch:
    """A position with its chance; `waits` when a seat has to decide there."""

    s: State
    chance: Fraction
    waits: bool = False


def odds_of_spending(s: State, a: Action) -> Mapping[int, Fraction] | None:
    """The chance of every fate after bonuses are named and both sides have named theirs; else None."""
    if s.phase != Phase.SPENDING or check(s, int(a.seat), a):
        return None
    first = copy(s)
    name_bonuses(first, int(a.seat), spent_in(a))
    try:
        ends = settled(first, through_fights)
    except TooMuch:
        return None
    return explanation.gathered((outcome(end.s, OFF, subject(s, a)), end.chance) for end in ends)


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
    if turn.judge_wiped(s, OFF) or waits_in_combat(s):
        yield Branch(s, branch.chance, True)
    elif s.combat != 0 and s.phase != Phase.WITHDRAW and s.current < s.fights:
        yield from fought(branch)
    else:
        yield from stepped(branch)


def waits_in_combat(s: State) -> bool:
    """Whether a side has to choose the next Fight or to name bonuses (CA-9.6, CA-10.7)."""
    if s.combat == 0 or s.phase == Phase.WITHDRAW:
        return False
    if s.current == NOBODY and combat.must_choose(s, OFF):
        return True
    return bool(s.current < s.fights and combat.must_spend(s))


def fought(branch: Branch) -> Iterator[Branch]:
    """The Fight that comes next, once for each of its results."""
    for faces, chance in results(branch.s).items():
        s = copy(branch.s)
        fight(s, int(s.current), script_dice(new_dice(0), [(face, FACES) for face in faces]), OFF)
        combat.next_fight(s)
        yield Branch(s, branch.chance * chance)


def results(s: State) -> dict[Faces, Fraction]:
    """Dice that have each result of the Fight that comes next, and its chance (CA-9.1, CA-9.2)."""
    own, enemy = int(s.fight[s.current].own), int(s.fight[s.current].enemy)
    if not state.alive(s, own) or not state.alive(s, enemy):
        return {(): Fraction(1)}
    tried = copy(s)
    dice = dice_of(tried, own, enemy), dice_of(tried, enemy, own)
    for m, other in ((own, enemy), (enemy, own)):
        spend(tried, m, other, named_bonuses(s, side_of(s, m)), OFF)
    mine = caf(tried, own, enemy, named_bonuses(s, side_of(s, own)), s.mute)
    theirs = caf(tried, enemy, own, named_bonuses(s, side_of(s, enemy)), s.mute)
    kept = int(roll_preference(tried, own, enemy)), int(roll_preference(tried, enemy, own))
    shown: dict[int, Faces] = {}
    ways: dict[int, int] = {}
    for ours, n in exact.sums(dice[0], kept[0]).items():
        for other, k in exact.sums(dice[1], kept[1]).items():
            result = wounded(s.options, ours + mine, other + theirs, int(evading(s, enemy)))
            faces = faces_by(ours, dice[0], kept[0]), faces_by(other, dice[1], kept[1])
            shown.setdefault(result, (*faces[0], *faces[1]))
            ways[result] = ways.get(result, 0) + n * k
    whole = FACES ** sum(map(thrown_in_all, dice, kept))
    return {faces: Fraction(ways[result], whole) for result, faces in shown.items()}


def faces_by(total: int, dice: int, kept: int) -> Faces:
    """Faces with this sum, in both rolls where one of two is kept."""
    faces = faces_of(total, dice)
    return faces if kept == NOBODY else (*faces, *faces)


def faces_of(total: int, dice: int) -> Faces:
    """Faces of so many dice with this sum."""
    faces: list[int] = []
    for left in reversed(range(dice)):
        faces.append(min(FACES, total - sum(faces) - left))
    return tuple(faces)


def stepped(branch: Branch) -> Iterator[Branch]:
    """One step of the turn on every tape."""

    def further(d: Dice) -> tuple[State, bool]:
        s = copy(branch.s)
        return s, stepping(s, d)

    for (s, waits), chance in explanation.plays(further, MOST):
        yield Branch(s, branch.chance * chance, waits)


# ---------------------------------------------------------------- panel
# The odds panel of an order: the parts that add up to one first, then what comes of them.


Rows = explanation.Rows[Change]


def result_lines(before: State, a: Action, rows: Rows) -> Lines:
    """The next Fight or what becomes of the target, in parts that add up to one; then what comes of them."""
    if a.verb == Verb.SPEND and before.phase == Phase.SPENDING and not check(before, int(a.seat), a):
        result = duel_lines(before, duel_now(before, int(a.seat), spent_in(a)))
    else:
        first = a.verb == Verb.RESPOND and combat.fires_first(int(a.choice))
        result = harm_lines(rows, first or a.verb in FIRINGS)
    k = subject(before, a)
    name = detachment_name(before, k)
    lost = explanation.detail_lines(
        rows, lambda c: c.lost, lambda n: f"{name} loses {plural(n, 'Wound')}", "CA-15.6"
    )
    return [*result, *effect_lines(before, k, rows), *lost]


def harm_lines(rows: Rows, shot: bool) -> Lines:
    """No hit, no harm, Wounds, models lost, each by the worst of it (CA-15.6)."""
    unhurt: list[tuple[str, Callable[[Change], object], str, str]] = [
        ("No hit that could harm", lambda c: not c.lost and not c.hits, "miss", "CA-15.4"),
        ("Hit, all saved", lambda c: not c.lost and c.hits, "glance", "CA-15.6"),
    ]
    return explanation.result_lines(
        rows,
        *(unhurt if shot else [("No Wound lost", lambda c: not c.lost, "miss", "CA-9.1")]),
        ("Wounds, no model lost", lambda c: c.lost and not c.gone, "glance", "CA-15.6"),
        ("Models lost", lambda c: c.gone and not c.wiped_out, "dead", "CA-9.7"),
        ("Wiped out", lambda c: c.wiped_out, "dead", "CA-18.3"),
    )


def effect_lines(before: State, k: int, rows: Rows) -> Lines:
    """What becomes of the detachment."""
    name = detachment_name(before, k)
    return explanation.effect_lines(
        rows,
        (f"{name} is wiped out", lambda c: c.wiped_out, "CA-18.3"),
        (f"{name} loses a model", lambda c: c.gone, "CA-9.7"),
        (f"{name} falls back", lambda c: c.breaks, "CA-16.3"),
    )


def remaining_lines(rows: Rows) -> Lines:
    """Models and Wounds left, the most first."""
    models, wounds = (
        explanation.counted(rows, lambda c: c.models),
        explanation.counted(rows, lambda c: c.wounds),
    )
    lines = explanation.amount_lines("Models left", models, "CA-9.7")
    return lines if wounds == models else [*lines, *explanation.amount_lines("Wounds left", wounds, "CA-9.1")]


PANELS = Panels(subject, change_of, result_lines, effect_lines, remaining_lines)


def averages(before: State, k: int, chances: Chances) -> Notes:
    """Wounds, and models where these have several: one sentence, none where nothing can be lost."""
    if k == NOBODY:
        return ()
    rows = PANELS.changes(before, k, chances)
    wounds, models = explanation.mean(rows, lambda c: c.lost), explanation.mean(rows, lambda c: c.gone)
    if not wounds:
        return ()
    also = "" if models == wounds else f", {decimal(models)} models"
    return ((f"On average {detachment_name(before, k)} loses {decimal(wounds)} Wounds{also}.", "CA-15.6"),)
