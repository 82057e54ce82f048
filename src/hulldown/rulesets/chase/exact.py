"""Exact chances, as fractions, counted with the very functions of play."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from functools import cache
from itertools import product
from math import prod
from types import MappingProxyType
from typing import NamedTuple

from hulldown.kernel.actions import Log, Terms
from hulldown.kernel.dice import Dice, new_dice, script_dice
from hulldown.kernel.house_rules import Facts, is_asked
from hulldown.kernel.records import blank, copy
from hulldown.rulesets.chase import driving, gunnery, state, turn, victory
from hulldown.rulesets.chase.occasions import Occasion, note_facts, throw_test
from hulldown.rulesets.chase.state import NOBODY, Band, Event, Facing, Options, Pair, Profile, Source, State
from hulldown.rulesets.common.explanation import chances, gathered

# ---------------------------------------------------------------- scratch
# Something for rules to work on when there is no game: a duel nobody plays, dice laid out, a closed log.


QUIET = blank(Log)
MUTE = blank(Terms)
_EMPTY = blank(State)


def scripted_dice(*faces: int) -> Dice:
    """Six-sided dice that show these faces, in this order."""
    return script_dice(new_dice(0), [(face, 6) for face in faces])


def scratch(o: Options, p: Pair) -> State:
    """A duel under options that stands where a pair stands; the pair is copied.

    It shares with all others what no rule of a single duel writes to: making them is quick.
    """
    s: State = State.__new__(State)
    vars(s).update(vars(_EMPTY))
    s.options, s.count = o, [1, 1]
    s.duels, s.turn_limit, s.pairs = 1, 1, 1
    s.pair, s.tanks = [copy(p)], list(_EMPTY.tanks)
    s.pair[0].tank[:] = [0, state.SIDE_TANKS]
    s.pair[0].open = 1
    for t in s.pair[0].tank:
        s.tanks[t] = blank(state.Tank)
        s.tanks[t].standing, s.tanks[t].now.hull = state.Standing.ACTIVE, 1
    return s


def with_tanks(s: State, *tanks: int) -> State:
    """A position that shares with another all but these tanks, for rules that write to nothing else."""
    own: State = State.__new__(State)
    vars(own).update(vars(s))
    own.tanks = list(s.tanks)
    for t in tanks:
        own.tanks[t] = copy(s.tanks[t])
    return own


def supposing(s: State, p: Pair) -> State:
    """A position in which a pair is as is asked; it shares all else but the tanks of the pair."""
    own = with_tanks(s, *(int(t) for t in p.tank if t != NOBODY))
    same = [list(pair.tank) == list(p.tank) for pair in s.pair[: int(s.pairs)]]
    own.pair = list(s.pair)
    if True in same:
        own.pair[same.index(True)] = p
    return own


def tank(profile: Profile, mobility: int = 0, gun: int = 0) -> state.Tank:
    """A tank of a profile with full hull points and this damage."""
    result = blank(state.Tank)
    result.profile = profile
    result.standing = state.Standing.ACTIVE
    result.now.hull, result.now.mobility, result.now.gun = profile.hull, mobility, gun
    return result


def damage(hull: int, mobility: int, gun: int) -> state.Damage:
    """A damage state (CH-11.8)."""
    result = blank(state.Damage)
    result.hull, result.mobility, result.gun = hull, mobility, gun
    return result


# ---------------------------------------------------------------- driving
# Driving tests: every pair of totals (CH-5, CH-13.3).


class Driven(NamedTuple):
    """What the chart needs of both tests. Effects are 0 unless a ram uses them (`ram_test` = same)."""

    winner: int  # side, -1 for none
    success: tuple[bool, bool]
    effect: tuple[int, int]


Dms = tuple[int | None, int | None]  # Driving DMs of A and B; None for a tank that rolls no test (CH-5.8)
Totals = Dms
Rolls = tuple[tuple[int | None, Fraction], ...]  # the totals of a test with their chances
NO_TEST: Rolls = ((None, Fraction(1)),)


class Tested(NamedTuple):
    """Both tests with what they come to: the totals first rolled and, after ties, the last ones."""

    pair: Pair
    first: Totals
    last: Totals


def drive_dm(o: Options, profile: Profile, mobility: int) -> int | None:
    """The Driving DM of a tank (CH-5.1); None if it is immobilised and rolls no test."""
    if mobility == state.Mobility.IMMOBILISED:
        return None
    return driving.driving_dm(o, tank(profile, mobility), MUTE)


def rolls_of(dm: int | None) -> Rolls:
    """The totals of a test with a DM, as the printed rules have it."""
    if dm is None:
        return NO_TEST
    return tuple((roll + dm, p) for roll, p in dice_sums(2).items())


def battle_rolls(s: State, t: int) -> Rolls:
    """The totals of the Driving test of a tank in a battle, house rules counted."""
    if s.tanks[t].now.mobility == state.Mobility.IMMOBILISED:
        return NO_TEST
    if not s.options.house.count:
        return rolls_of(driving.driving_dm(s.options, s.tanks[t], MUTE))
    own = with_tanks(s, t)

    def play(d: Dice) -> int | None:
        driving.roll_test(own, t, 0, d, QUIET)
        return int(own.tanks[t].total)

    return tuple(chances(play).items())


def both_rolls(s: State, p: Pair) -> tuple[Rolls, Rolls]:
    """The totals of the tests of both tanks of a pair, with the orders that it has."""
    own = supposing(s, p) if s.options.house.count else s
    return battle_rolls(own, int(p.tank[0])), battle_rolls(own, int(p.tank[1]))


def totals(a: Rolls, b: Rolls) -> Iterator[tuple[Totals, Fraction]]:
    """Both totals of one throw with their chance."""
    for (first, p), (second, q) in product(a, b):
        yield (first, second), p * q


def driving_odds(o: Options, dm_a: int | None, dm_b: int | None) -> dict[Driven, Fraction]:
    """The chance of each result of step 4 (CH-13.3). A DM of None is an immobilised tank's.

    Ties are rolled again (CH-5.4): what is left is divided by its weight. In a team battle a d6 decides
    them (CH-14.5), under `driving_tie` = no_winner they stand; under `tied_success` = first (CH-5.10) only
    their winner is still to be found.
    """
    return driven_odds(o, rolls_of(dm_a), rolls_of(dm_b))


def driven_odds(o: Options, a: Rolls, b: Rolls) -> dict[Driven, Fraction]:
    """The same by the totals of both tests."""
    parts = gathered((driven_of(test.pair), chance) for test, chance in driving_outcomes(o, a, b))
    weight = sum(parts.values())
    return {driven: chance / weight for driven, chance in parts.items()}


def driving_outcomes(o: Options, a: Rolls, b: Rolls) -> Iterator[tuple[Tested, Fraction]]:
    """Every way in which both tests can come out; ties that are rolled again are left out (CH-5.4)."""
    rolled = int(a != NO_TEST), int(b != NO_TEST)
    for both, chance in totals(a, b):
        p, counted = blank(Pair), (both[0] or 0, both[1] or 0)
        driving.judge(o, p, *rolled, *counted)
        if o.driving_tie != state.DrivingTie.REROLL or not driving.tied(*rolled, *counted):
            yield Tested(p, both, both), chance
        elif o.team_battle:
            for face in SIX:
                s = scratch(o, p)
                driving.break_tie(s, s.pair[0], scripted_dice(face), QUIET)
                yield Tested(s.pair[0], both, both), chance / len(SIX)
        elif o.tied_success == state.TiedSuccess.FIRST:
            for side, (last, share) in last_totals(a, b).items():
                q = copy(p)
                driving.settle_tie(o, q, side)
                yield Tested(q, both, last), chance * share


@cache
def last_totals(first: Rolls, second: Rolls) -> dict[int, tuple[Totals, Fraction]]:
    """By the side that has the higher total once they differ (CH-5.4): such totals, and its chance."""
    groups: dict[int, tuple[Totals, Fraction]] = {}
    for (a, b), chance in totals(first, second):
        if a is not None and b is not None and a != b:
            side = 0 if a > b else 1
            groups[side] = (a, b), chance + (groups[side][1] if side in groups else 0)
    weight = sum((chance for _, chance in groups.values()), Fraction(0))
    return {side: (both, chance / weight) for side, (both, chance) in groups.items()}


def driven_of(p: Pair) -> Driven:
    """What the tests of a pair came to."""
    first, second = (bool(flag) for flag in p.success)
    return Driven(int(p.winner), (first, second), (int(p.effect[0]), int(p.effect[1])))


# ---------------------------------------------------------------- sums
# Sums of dice, and task checks: 2d6 + DM against a score (CH-1.4, CH-1.5).


SIX = range(1, 7)


@cache
def dice_sums(count: int) -> Mapping[int, Fraction]:
    """The chance of each sum of so many six-sided dice; no dice sum to 0."""
    if count == 0:
        return MappingProxyType({0: Fraction(1)})
    fewer = dice_sums(count - 1).items()
    return MappingProxyType(gathered((total + face, p / 6) for total, p in fewer for face in SIX))


def effect_odds(dm: int, score: int) -> dict[int, Fraction]:
    """The chance of each Effect of a check that succeeds; the rest fails."""
    sums = dice_sums(2).items()
    return {driving.effect_of(roll + dm, score): p for roll, p in sums if driving.succeeds(roll + dm, score)}


def success_odds(dm: int, score: int) -> Fraction:
    """The chance that a check succeeds: a Driving test taken alone, a ram attempt, a shot that hits."""
    return sum(effect_odds(dm, score).values(), Fraction(0))


# ---------------------------------------------------------------- shots
# Shots: the chance to hit, of each severity (CH-10.10), and of what hits make of a tank (CH-11).


Condition = tuple[int, int, int]  # hull points, mobility, gun of a living tank
Wounds = Mapping[tuple[int, int], Fraction]  # by Location and severity 1 to 4; the rest is no effect


def condition_of(now: state.Damage) -> Condition:
    """A damage state as its three numbers (CH-11.8)."""
    return int(now.hull), int(now.mobility), int(now.gun)


def next_condition(o: Options, now: Condition, location: int, severity: int) -> Condition | None:
    """The next damage state; None if the tank is destroyed (CH-11.3 to CH-11.7)."""
    later = damage(*now)
    gunnery.harm(o, later, location, severity)
    return None if gunnery.destroyed(later) else condition_of(later)


def after(o: Options, wounds: Wounds, now: Condition) -> dict[Condition | None, Fraction]:
    """The chance of each next damage state; None is destroyed."""
    struck = [(next_condition(o, now, *wound), chance) for wound, chance in wounds.items()]
    unhurt = 1 - sum(wounds.values(), Fraction(0))
    return gathered([*struck, (now, unhurt)])


Severities = dict[tuple[int, int], Mapping[int, Fraction]]  # by DM and armor


class Aim(NamedTuple):
    """One shot: who at whom, and how both stand."""

    firer: Profile
    gun: int
    target: Profile
    band: int
    orders: tuple[int, int]  # the firer's, the target's
    facings: tuple[int, int]  # the firer's, the target's
    down: bool  # whether the target is hull down


class Shot(NamedTuple):
    """The odds of one shot. `why` says why there is none (CH-10.2), 0 if there is."""

    why: int
    dm: int
    armor: int  # after AP
    hit: Fraction
    severity: Mapping[int, Fraction]  # of the shot, misses and hits without effect at 0; no hull down
    wounds: Wounds  # hull down counted


def shot_odds(o: Options, aim: Aim, known: Severities | None = None) -> Shot:
    """All of a shot: 11 totals to hit, the sums of the damage dice, 11 totals of the location.

    `known` remembers the severities of one firer, for those who ask for many of its shots.
    """
    armor = gunnery.remaining_armor(aim.firer, aim.target, aim.facings[1])
    why = gunnery.no_fire(aim.gun, aim.firer, aim.band, aim.facings[0])
    if why:
        return Shot(int(why), 0, armor, Fraction(0), {0: Fraction(1)}, {})
    dm = gunnery.to_hit_dm(o, aim.firer, aim.gun, aim.band, *aim.orders, MUTE)
    severity = known.get((dm, armor)) if known else None
    if severity is None:
        severity = severity_odds(o, aim.firer, dm, armor)
    if known is not None:
        known[dm, armor] = severity
    hit = success_odds(dm, int(o.gunnery_score))
    return Shot(0, dm, armor, hit, severity, wound_odds(o, severity, aim.down))


def severity_odds(o: Options, firer: Profile, dm: int, armor: int) -> dict[int, Fraction]:
    """The chance of each severity of a shot, 0 for a miss or a hit without effect (CH-10.8, CH-11.1)."""
    score = int(o.gunnery_score)
    parts = [(0, 1 - success_odds(dm, score))]
    for effect, p in effect_odds(dm, score).items():
        for total, q in dice_sums(int(firer.dice)).items():
            through = gunnery.penetration(o, firer, armor, total, effect)
            parts.append((gunnery.severity_of(o, through), p * q))
    return dict(sorted(gathered(parts).items()))


def location_odds(o: Options) -> Mapping[int, Fraction]:
    """Where shots strike (section 2.5)."""
    return location_chances(tuple(int(gunnery.shot_location(o, total)) for total in dice_sums(2)))


@cache
def location_chances(struck: tuple[int, ...]) -> Mapping[int, Fraction]:
    """The same by what each total of 2d6 strikes."""
    return gathered(zip(struck, dice_sums(2).values(), strict=True))


def wound_odds(o: Options, severity: Mapping[int, Fraction], down: bool) -> Wounds:
    """The chance of each location with each severity; what hull down negates has no effect (CH-9.1)."""
    struck = {
        location: p for location, p in location_odds(o).items() if not gunnery.negated(int(down), location)
    }
    return wounds_at(struck, severity)


def wounds_at(locations: Mapping[int, Fraction], severity: Mapping[int, Fraction]) -> Wounds:
    """Location and severity; what is without severity has no effect."""
    return {
        (location, degree): p * q
        for location, p in locations.items()
        for degree, q in severity.items()
        if degree > 0
    }


# ---------------------------------------------------------------- collisions
# Ram attempts and collisions (CH-8).


class Impact(NamedTuple):
    """One tank of a collision."""

    profile: Profile
    mobility: int
    facing: int

    def fast(self, o: Options) -> int:
        """Top Speed with drive damage counted (CH-11.6)."""
        return gunnery.speed(o, int(self.profile.top_speed), self.mobility)

    @property
    def plate(self) -> int:
        """Armor of the facing that strikes (CH-8.10)."""
        return int(self.profile.armor[self.facing])


class Crash(NamedTuple):
    """The severities of a collision. Given the Effect both tanks are hurt independently of each other: the
    dice of a sideswipe are separate (CH-8.13), and the rammer's damage does not ask for the Effect."""

    attacker: Mapping[int, Fraction]
    defender: Mapping[int, Fraction]


def crash_odds(o: Options, rammer: Impact, target: Impact, effect: int) -> Crash:
    """A collision with a Drive Effect: every total of its dice (CH-8.11 to CH-8.16)."""
    kind = int(gunnery.collision_type(rammer.facing, target.facing))
    sideswipe = kind == state.Collision.SIDESWIPE
    own, other = int(o.sideswipe_rammer_dice), int(o.sideswipe_target_dice)
    meets = (kind, rammer.fast(o), rammer.plate, target.fast(o), target.plate)
    hurt = gathered(
        (_severity(o, gunnery.attacker_damage(o, *meets, dice), rammer.plate), p)
        for dice, p in dice_sums(own if sideswipe else 0).items()
    )
    done = gathered(
        (_severity(o, gunnery.defender_damage(o, *meets, dice, effect), target.plate), p)
        for dice, p in dice_sums(other if sideswipe else 0).items()
    )
    return Crash(dict(sorted(hurt.items())), dict(sorted(done.items())))


def ram_odds(o: Options, rammer: Impact, target: Impact, effects: Mapping[int, Fraction]) -> Crash:
    """A collision over the Effects of a ram attempt (`effect_odds`, CH-8.6). Their chances need not
    add up to one: then neither do the target's severities, and what is missing is that the ram fails."""
    parts = [(crash_odds(o, rammer, target, effect), p) for effect, p in effects.items()]
    done = gathered((degree, p * q) for crash, p in parts for degree, q in crash.defender.items())
    crash = parts[0][0] if parts else crash_odds(o, rammer, target, 0)
    return Crash(crash.attacker, dict(sorted(done.items())))


def _severity(o: Options, damage: int, plate: int) -> int:
    return gunnery.severity_of(o, gunnery.crash_penetration(o, damage, plate))


def crash_locations(o: Options) -> Mapping[int, Fraction]:
    """Where collisions strike (section 2.6)."""
    return gathered((int(gunnery.crash_location(o, face)), Fraction(1, len(SIX))) for face in SIX)


def crash_wounds(o: Options, severity: Mapping[int, Fraction]) -> Wounds:
    """Location and severity of a collision (CH-8.15)."""
    return wounds_at(crash_locations(o), severity)


# ---------------------------------------------------------------- movement
# Steps 5 to 8 of a turn as a plan: what the chart says, where a shift leads, who is asked (CH-6 to CH-8).
#
# Who is asked is found by walking the steps of play with dice laid out, each answer tried.


Sides = tuple[int, ...]


class Chart(NamedTuple):
    """What the chart says for two orders and the results of both tests (CH-6.14)."""

    pair: Pair  # with all that follows; to be copied before rules change it
    decider: int  # side that picks the shift, -1 if nobody does
    shifts: tuple[int, ...]
    down: tuple[bool, bool]  # hull-down flags


class Arrival(NamedTuple):
    """Where a shift leads. `sources` are where the facings come from (Source). `rammers` are those that may
    ram in the order they are asked, with the chance of that order (CH-8.5)."""

    event: int  # Event of an escape, NONE while contact holds
    pair: Pair
    sources: tuple[int, int]
    band: int  # range after step 7 without a ram
    rammers: tuple[tuple[Fraction, Sides], ...]


class Stays(NamedTuple):
    """The opening is settled at a range."""

    band: int


class Gone(NamedTuple):
    """The opening broke contact."""

    event: int


class Asked(NamedTuple):
    """A side is asked to open the range (CH-6.13)."""

    side: int
    yes: Opening
    no: Opening


Opening = Stays | Gone | Asked


def look_up(o: Options, orders: tuple[int, int], driven: Driven) -> Chart:
    """The row of two orders, from A's and B's side (CH-6.1)."""
    p = blank(Pair)
    p.order[:] = list(orders)
    p.winner = driven.winner
    p.success[:] = [int(flag) for flag in driven.success]
    p.effect[:] = list(driven.effect)
    driving.find_shift(o, p)
    shifts = tuple(range(int(p.low), int(p.high) + 1))
    down = (driving.hull_down(p, 0), driving.hull_down(p, 1))
    return Chart(p, int(p.decider), shifts, down)


def chart_of(s: State, p: Pair, driven: Driven) -> Chart:
    """The same of a pair of a battle, house rules counted."""
    if not s.options.house.count:
        return look_up(s.options, (int(p.order[0]), int(p.order[1])), driven)
    q = copy(p)
    q.winner, q.success[:], q.effect[:] = driven.winner, map(int, driven.success), driven.effect
    driving.look_up(s, q, s.mute)
    down = (driving.hull_down(q, 0), driving.hull_down(q, 1))
    return Chart(q, int(q.decider), tuple(range(int(q.low), int(q.high) + 1)), down)


def facing_odds(o: Options) -> dict[int, Fraction]:
    """Random facing (CH-7.7)."""
    sides = driving.facing_die(o)
    return gathered((int(driving.facing_of(o, face)), Fraction(1, sides)) for face in range(1, sides + 1))


def facing_of_source(source: int) -> int:
    """The facing that a direction gives (CH-7.2), NONE if it is random or somebody's choice."""
    shown = {Source.FRONT: Facing.FRONT, Source.REAR: Facing.REAR}
    return shown.get(Source(source), Facing.NONE).value


def arrive(o: Options, chart: Chart, band: int, shift: int) -> Arrival:
    """Steps 5 and 7 for a range and a shift: an escape, or who may ram and where one ends without it."""
    p = copy(chart.pair)
    p.range, p.was = band, band
    p.shift, p.raw = shift, driving.raw_range(o, band, shift)
    driving.find_sources(o, p)
    sources = int(p.source[0]), int(p.source[1])
    if p.raw == Band.BROKEN:
        return Arrival(victory.escape_event(driving.breaker(p)), p, sources, Band.BROKEN.value, ())
    if not gunnery.closes(p):
        return Arrival(
            Event.NONE.value, p, sources, int(gunnery.after_ram(o, int(p.raw), 0)), ((Fraction(1), ()),)
        )
    asked = ram_orders(o, p)
    rammers = tuple((chance, sides) for chance, sides, _ in asked)
    return Arrival(Event.NONE.value, p, sources, asked[0][2], rammers)


def ram_orders(o: Options, p: Pair) -> list[tuple[Fraction, Sides, int]]:
    """Who is asked to ram, with the chance of that order, and the range if nobody does (CH-8.5, CH-8.7)."""
    cases: list[tuple[Fraction, Sides, int]] = []
    for face in SIX:
        s, d = scratch(o, p), scripted_dice(face)
        turn.begin_ram(s, s.pair[0], d, QUIET)
        sides, band = remaining_rams(s)
        if d.at == 0:
            return [(Fraction(1), sides, band)]
        cases.append((Fraction(1, len(SIX)), sides, band))
    orders = gathered((sides, chance) for chance, sides, _ in cases)
    return [(chance, sides, cases[0][2]) for sides, chance in orders.items()]


def remaining_rams(s: State) -> tuple[Sides, int]:
    """Who is still asked in the ram step of a scratch duel if all decline, and the range then."""
    s.acting, s.phase = 0, state.Phase.RAM
    sides: list[int] = []
    while turn.ram_waits(s, scripted_dice(), QUIET):
        sides.append(turn.side_to_ask(s.pair[0]))
        turn.ram(s, s.pair[0], 0, scripted_dice(), QUIET)
    return tuple(sides), int(s.pair[0].range)


def openings(o: Options, p: Pair, band: int) -> Opening:
    """Step 8 from its beginning: who is asked and what each answer leads to (CH-6.12, CH-6.13)."""
    s = scratch(o, p)
    s.pair[0].range = band
    turn.begin_opening(s, s.pair[0])
    return remaining_opening(s)


def remaining_opening(s: State) -> Opening:
    """What is left of the opening step of a scratch duel."""
    s.acting, s.phase = 0, state.Phase.OPENING
    if not turn.opening_waits(s, QUIET):
        return Stays(int(s.pair[0].range))
    side = turn.side_to_ask(s.pair[0])
    return Asked(side, _after_answer(s, 1), _after_answer(s, 0))


def _after_answer(s: State, willing: int) -> Opening:
    """The step after an answer; the duel itself is left as it is."""
    other = scratch(s.options, s.pair[0])
    turn.open_range(other, other.pair[0], willing, QUIET)
    if other.pair[0].open == 0:
        return Gone(int(other.event))
    return remaining_opening(other)


# ---------------------------------------------------------------- transition
# Where two orders lead under a stated policy of choices: range, facings and flags (CH-13.3).


Facings = tuple[int, int]
Picker = Callable[[tuple[int, ...]], int]


class Policy(NamedTuple):
    """How open decisions are made. A chooser of facings shows `own` and makes the enemy show `enemy`."""

    shift: Picker
    own: int = Facing.FRONT
    enemy: int = Facing.REAR
    ram: bool = False
    open: bool = False


class Place(NamedTuple):
    """The end of the movement steps; after an escape only `event` says something."""

    event: int  # Event, NONE while contact holds
    band: int = Band.BROKEN.value
    facings: Facings = (Facing.NONE.value, Facing.NONE.value)
    down: tuple[bool, bool] = (False, False)
    rammer: int = NOBODY  # side that rammed


def farthest_shift(shifts: tuple[int, ...]) -> int:
    """The legal shift of greatest size."""
    return max(shifts, key=abs)


def no_shift(shifts: tuple[int, ...]) -> int:
    """0 where that is legal, else the smallest shift."""
    return min(shifts, key=abs)


def transition(
    o: Options, orders: tuple[int, int], band: int, dms: Dms, policy: Policy
) -> dict[Place, Fraction]:
    """The chance of each place. DMs are the Driving DMs of A and B, None for an immobilised tank."""
    return gathered(
        (place, chance * part)
        for driven, chance in driving_odds(o, *dms).items()
        for place, part in _placed(o, look_up(o, orders, driven), band, dms, policy)
    )


def _placed(
    o: Options, chart: Chart, band: int, dms: Dms, policy: Policy
) -> Iterator[tuple[Place, Fraction]]:
    there = arrive(o, chart, band, policy.shift(chart.shifts))
    if there.event != Event.NONE:
        yield Place(there.event), Fraction(1)
        return
    for facings, chance in facing_pairs(o, there, policy).items():
        for rammer, part in _rammers(o, there, dms, policy).items():
            yield _after(o, chart, there, facings, rammer, policy), chance * part


def _after(o: Options, chart: Chart, there: Arrival, facings: Facings, rammer: int, policy: Policy) -> Place:
    """Steps 7 and 8 with facings and a rammer known."""
    band = there.band if rammer == NOBODY else int(gunnery.after_ram(o, int(there.pair.raw), 1))
    step: Opening = openings(o, there.pair, band)
    while isinstance(step, Asked):
        step = step.yes if policy.open else step.no
    if isinstance(step, Gone):
        return Place(step.event)
    return Place(Event.NONE.value, step.band, facings, chart.down, rammer)


def facing_pairs(o: Options, there: Arrival, policy: Policy) -> dict[Facings, Fraction]:
    """Both facings, those of chance with their chances."""
    first, second = (_facing(o, there.sources[side], side, policy) for side in range(2))
    return {(f, g): p * q for f, p in first.items() for g, q in second.items()}


def _facing(o: Options, source: int, side: int, policy: Policy) -> dict[int, Fraction]:
    if source == Source.RANDOM:
        return facing_odds(o)
    if source == Source.CHOICE_A or source == Source.CHOICE_B:
        chooser = 0 if source == Source.CHOICE_A else 1
        return {int(policy.own if chooser == side else policy.enemy): Fraction(1)}
    return {facing_of_source(source): Fraction(1)}


def _rammers(o: Options, there: Arrival, dms: Dms, policy: Policy) -> dict[int, Fraction]:
    """Who rams, NOBODY for no collision: all that may try one after another, or nobody does."""
    if not policy.ram:
        return {NOBODY: Fraction(1)}
    parts: list[tuple[int, Fraction]] = []
    for chance, sides in there.rammers:
        for side in sides:
            success = _attempt(o, there, dms, side)
            parts.append((side, chance * success))
            chance *= 1 - success
        parts.append((NOBODY, chance))
    return gathered(parts)


def _attempt(o: Options, there: Arrival, dms: Dms, side: int) -> Fraction:
    """CH-8.6: a test of its own, or the success of the turn's test."""
    dm = dms[side]
    if o.ram_test == state.RamTest.SAME:
        return Fraction(int(there.pair.success[side]))
    return Fraction(0) if dm is None else success_odds(dm, int(o.ram_score))


# ---------------------------------------------------------------- gunfire
# The fire step of a position as odds: who hits whom, and what becomes of a tank (CH-10, CH-11.9).


Spread = dict[Condition | None, Fraction]  # None: destroyed
DEAD: Spread = {None: Fraction(1)}


def aim_of(s: State, p: Pair, side: int, gun: int | None = None) -> Aim:
    """The shot of a side's tank in a pair, with its gun as it is or in another step."""
    firer, target = s.tanks[p.tank[side]], s.tanks[p.tank[1 - side]]
    return Aim(
        firer.profile,
        int(firer.now.gun) if gun is None else gun,
        target.profile,
        int(p.range),
        (int(p.order[side]), int(p.order[1 - side])),
        (int(p.facing[side]), int(p.facing[1 - side])),
        bool(target.down),
    )


def hit_odds(s: State, p: Pair, side: int) -> Fraction:
    """The chance that a side's shot in a pair hits, house rules counted."""
    dm, score = int(gunnery.shot_dm(s, p, side, s.mute)), int(s.options.gunnery_score)
    if not s.options.house.count:
        return success_odds(dm, score)
    t, enemy = int(p.tank[side]), int(p.tank[1 - side])

    def play(d: Dice) -> bool:
        faces = throw_test(s, Occasion.TO_HIT, t, enemy, p, score - dm, d, QUIET)
        return bool(driving.sum_of(faces) + dm >= score)

    return chances(play).get(True, Fraction(0))


def walked_shot(s: State, p: Pair, side: int) -> Shot:
    """A side's shot in a pair of a battle, fired with its dice in every way: house rules counted."""
    t = int(p.tank[side])
    firer = s.tanks[t]
    why = gunnery.no_fire(firer.now.gun, firer.profile, p.range, p.facing[side])
    armor = int(gunnery.armor_against(s, p, side, p.facing[1 - side], s.mute))
    if why:
        return Shot(int(why), 0, armor, Fraction(0), {0: Fraction(1)}, {})

    def play(d: Dice) -> tuple[int, int]:
        gunnery.shoot(s, p, side, d, QUIET)
        return int(firer.struck), int(firer.severity)

    wounds = {wound: chance for wound, chance in chances(play).items() if wound[1] > 0}
    severity = gathered((degree, chance) for (_, degree), chance in wounds.items())
    unhurt = 1 - sum(wounds.values(), Fraction(0))
    dm = int(gunnery.shot_dm(s, p, side, s.mute))
    return Shot(0, dm, armor, hit_odds(s, p, side), {0: unhurt, **severity}, wounds)


def shot_in(s: State, p: Pair, side: int) -> Shot:
    """A side's shot in a pair as it stands, house rules counted."""
    return walked_shot(s, p, side) if s.options.house.count else shot_odds(s.options, aim_of(s, p, side))


def facts(s: State, t: int, enemy: int, p: Pair) -> tuple[int, ...]:
    """What house rules can ask of a tank in a pair."""
    f = blank(Facts)
    note_facts(s, t, enemy, p, f)
    return tuple(f.value)


def target_of(s: State, t: int) -> int:
    """Whom a tank fires at; -1 if it has no opponent (CH-14.9)."""
    aim = int(s.tanks[t].aim)
    return NOBODY if aim == NOBODY else int(s.pair[aim].tank[1 - state.side_of(t)])


class Gunfire:
    """The shots of positions that come of one decision; like shots are worked out once."""

    def __init__(self) -> None:
        self._known: dict[tuple[object, ...], Shot] = {}

    def shot(self, s: State, t: int, now: Condition | None = None) -> Shot:
        """The shot of a tank that has a target, with its damage as it is or another."""
        p, side, enemy = s.pair[s.tanks[t].aim], state.side_of(t), target_of(s, t)
        aim = aim_of(s, p, side, None if now is None else now[2])
        worn = map(int, aim.target.armor)  # by rams (CH-8.19)
        key = (t, enemy, aim.gun, *aim[3:], *worn)
        if s.options.house.count:
            own = with_tanks(s, t)
            if now is not None:
                own.tanks[t].now = damage(*now)
            key = (*key, facts(own, t, enemy, p), facts(own, enemy, t, p))
            if key not in self._known:
                self._known[key] = walked_shot(own, p, side)
        elif key not in self._known:
            self._known[key] = shot_odds(s.options, aim)
        return self._known[key]

    def after(self, s: State, t: int, wounds: Wounds, now: Condition) -> Spread:
        """What the shot of a tank makes of a state of its target."""
        if not is_asked(s.options.house, Occasion.HULL_LOSS):
            return after(s.options, wounds, now)
        p, target = s.pair[s.tanks[t].aim], target_of(s, t)
        struck: list[tuple[Condition | None, Fraction]] = []
        for wound, chance in wounds.items():
            own = with_tanks(s, target)
            own.tanks[target].now = damage(*now)
            gunnery.hurt(own, p, target, *wound, own.mute)
            later = own.tanks[target].now
            struck.append((None if gunnery.destroyed(later) else condition_of(later), chance))
        return gathered([*struck, (now, 1 - sum(wounds.values(), Fraction(0)))])

    def spread(self, s: State, t: int) -> Spread:
        """What becomes of a tank in the fire step: every shot at it, in the order of the firers."""
        if s.tanks[t].now.hull <= 0:
            return dict(DEAD)
        states: Spread = {condition_of(s.tanks[t].now): Fraction(1)}
        for firer in range(state.TANKS):
            if target_of(s, firer) == t:
                states = self.after_shot(s, firer, states)
        return states

    def wounds(self, s: State, t: int) -> Wounds:
        """What a tank's shot does; the loser's shot may fall out or be weakened (CH-10.4)."""
        first = fires_first(s)
        if first == NOBODY or t == first:
            return self.shot(s, t).wounds
        states = self.after(s, first, self.shot(s, first).wounds, condition_of(s.tanks[t].now))
        return gathered(
            (wound, chance * part)
            for now, chance in states.items()
            if now is not None
            for wound, part in self.shot(s, t, now).wounds.items()
        )

    def after_shot(self, s: State, t: int, before: Spread) -> Spread:
        """A spread of the target of a tank after its shot. A tank that is destroyed stays so."""
        wounds = self.wounds(s, t)
        return gathered(
            (later, chance * part)
            for now, chance in before.items()
            for later, part in (DEAD if now is None else self.after(s, t, wounds, now)).items()
        )

    def together(self, s: State) -> Iterator[tuple[dict[int, Condition | None], Fraction]]:
        """What becomes of all tanks that are fired at, as one distribution: shots at different tanks have
        nothing to do with each other unless one falls out because of another (CH-10.4).
        """
        first = fires_first(s)
        if first != NOBODY:
            yield from self.in_turn(s, first)
            return
        hit = self.fired_at(s)
        for rows in product(*(self.spread(s, t).items() for t in hit)):
            chance = prod((part for _, part in rows), start=Fraction(1))
            yield {t: now for t, (now, _) in zip(hit, rows, strict=True)}, chance

    def ways(self, s: State) -> int:
        """How many rows `together` has where all shots count together; else 0, for they are few."""
        return prod(len(self.spread(s, t)) for t in self.fired_at(s)) if fires_first(s) == NOBODY else 0

    def fired_at(self, s: State) -> list[int]:
        """The tanks at which somebody fires."""
        return [
            t for t in range(state.TANKS) if any(target_of(s, firer) == t for firer in range(state.TANKS))
        ]

    def in_turn(self, s: State, first: int) -> Iterator[tuple[dict[int, Condition | None], Fraction]]:
        """The same where one tank fires before the other."""
        second = target_of(s, first)
        own, other = condition_of(s.tanks[first].now), condition_of(s.tanks[second].now)
        for struck_first, chance in self.after(s, first, self.shot(s, first).wounds, other).items():
            if struck_first is None:
                yield {second: None}, chance
                continue
            reply = self.shot(s, second, struck_first).wounds
            for back, part in self.after(s, second, reply, own).items():
                yield {second: struck_first, first: back}, chance * part


def fires_first(s: State) -> int:
    """The tank whose shot counts before the other's, -1 if they count together (CH-10.4)."""
    p = s.pair[0]
    together = (
        s.options.fire_order != state.FireOrder.WINNER_FIRST or s.options.team_battle or p.winner == NOBODY
    )
    return NOBODY if together else int(p.tank[p.winner])
