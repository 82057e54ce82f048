"""Events as sentences: every die, and the sum behind every number."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from hulldown.kernel.actions import Event, Log
from hulldown.kernel.records import blank
from hulldown.rulesets.api.ruleset import SIDES
from hulldown.rulesets.api.words import Modifier, Roll
from hulldown.rulesets.chase import driving, events, gunnery, state, words
from hulldown.rulesets.chase.actions import no_shot
from hulldown.rulesets.chase.board import EVENTS, halves, payoff_text
from hulldown.rulesets.chase.catalogue import Shelf
from hulldown.rulesets.chase.driving import Row, effect_of, faces_of, facing_die, row_of, succeeds, sum_of
from hulldown.rulesets.chase.events import Sum, event
from hulldown.rulesets.chase.state import NOBODY, SIDE_TANKS, Band, Collision, Order, Pair, Source, State
from hulldown.rulesets.chase.turn import DUEL, JOINS
from hulldown.rulesets.chase.words import BANDS, FACES
from hulldown.rulesets.common.log import Draft, LogWriter, LogWriters, describes
from hulldown.rulesets.common.names import joined, plural


class Teller(LogWriter[State]):
    """Turns the events of one action into sentences.

    `turn` and `duel` are those of the event that is told: `s` may already be in the next one. `won` is the
    last comparison of two tests, `collision` the last collision; `wounds` are sentences that still want the
    damage state of the tank they are about.
    """

    kinds = event
    about_target = True
    modifier = staticmethod(Sum.modifier)
    facing: Callable[[int], str] = staticmethod(FACES.__getitem__)
    does: Callable[[int], str] = staticmethod(words.DOES.__getitem__)

    def __init__(self, s: State, log: Log, shelf: Shelf) -> None:
        super().__init__(s, log, shelf)
        self.turn, self.duel = int(s.turn), int(s.duel)
        self.won: Any = None  # a row of `winner_found`, read
        self.collision: Any = None  # a row of `collided`, read
        self.wounds: list[Draft] = []

    def coming(self) -> Iterator[Event]:
        when = times(self.s, self.rows)
        for row in super().coming():
            self.turn, self.duel = when[self.at]
            yield row

    def tank(self, t: int) -> str:
        """A tank as the page styles it, with the letter that it had in the duel that is told of (CH-12.7)."""
        return "{" + words.roster_name(state.side_of(t) ^ (self.duel & 1), t) + "}"

    def side(self, side: int) -> str:
        """Who commands a side in the duel that is told of (scenario S1)."""
        return SIDES[side ^ (self.duel & 1)]

    def pick(self, faces: int, first: int, second: int, face: int) -> Roll:
        """A d6 that picks one of two tanks, by so many faces the first."""
        text = f"{words.either(faces, self.tank(first), self.tank(second))}: rolled {face}."
        return Roll(face, 6, text, self.kind.rule)

    def phase(self, name: str) -> None:
        """The heading of a phase, once."""
        text = f"Turn {self.turn} · {name}"
        if text not in [draft.opening for draft in self.drafts if draft.heading]:
            self.heading(text)

    def test(self, score: int, done: str = "a success", not_done: str = "a failure") -> Roll:
        """The test of 2d6 against a score (CH-1.4, CH-1.5) that is told now."""
        test = self.fields
        passed, faces = succeeds(test.total, score), (test.first, test.second)
        verdict = f"{done if passed else not_done}, Effect {effect_of(test.total, score)}"
        text = f"Needs {score}: {added(*faces, test.dm)}, {verdict}."
        needed, terms = score - test.dm, self.modifiers()
        return Roll(sum(faces), 6, text, self.kind.rule, needed, passed, terms, faces)


def times(s: State, rows: list[Event]) -> list[tuple[int, int]]:
    """The turn and the duel of each event: found from the end, where the state stands."""
    turn, duel = int(s.turn), int(s.duel)
    result = []
    for row in reversed(rows):
        if row.kind == events.match_stood.kind:
            duel = events.match_stood.decode(row).duel - 1
        elif row.kind == events.duel_ended.kind:
            turn = events.duel_ended.decode(row).turn
        result.append((turn, duel))
        if row.kind == events.turn_started.kind:
            turn = events.turn_started.decode(row).turn - 1
    return result[::-1]


def added(first: int, second: int, dm: int) -> str:
    """A sum of two dice: "4 + 3 + 2 = 9"."""
    more = f" {'-' if dm < 0 else '+'} {abs(dm)}" if dm else ""
    return f"{first} + {second}{more} = {first + second + dm}"


# ---------------------------------------------------------------- turns
# Duels, turns, who meets whom, orders (CH-3, CH-4, CH-14).


def begin_battle(t: Teller) -> None:
    """Who meets whom, before anything has happened: one sentence for each pair, and the first turn."""
    s = t.s
    if s.duels > 1:
        t.heading(duel_heading(int(s.duel), int(s.duels)))
    for side in (state.side_of_seat(s, 0), state.side_of_seat(s, 1)):
        fielded = joined([what_it_is(t.shelf, s, u) for u in words.tanks(s) if state.side_of(u) == side])
        t.open(f"{t.side(side)} commands {fielded}", "CH-14.1" if s.options.team_battle else "CH-1.1")
    for i in range(s.pairs):
        p = s.pair[i]
        where = f"are at {BANDS[p.range]}"
        rule = "CH-14.3" if s.options.team_battle else "CH-2.6"
        t.open(f"{t.tank(p.tank[0])} and {t.tank(p.tank[1])} {where}", rule)
    t.heading(turn_heading(int(s.turn), int(s.turn_limit)))


def what_it_is(shelf: Shelf, s: State, t: int) -> str:
    """A tank with its name and type: "{A1} (Warden, battle tank)"."""
    names = [name for name in (words.tank_name(shelf, s, t), words.type_name(shelf, s, t)) if name]
    return "{" + words.tank_id(s, t) + "} (" + ", ".join(names) + ")"


def duel_heading(duel: int, duels: int) -> str:
    """Which duel of a match begins."""
    return f"Duel {duel + 1} of {duels}"


def turn_heading(turn: int, turns: int) -> str:
    """Which turn begins."""
    return f"Turn {turn} of {turns}"


# ---------------------------------------------------------------- turns


@describes(events.turn_started)
def describe_turn(t: Teller, turn: int, turns: int, duel: int, duels: int) -> None:
    """A turn begins, and with turn 1 a duel: fresh tanks, and where they differ the players change them."""
    if turn == 1 and duels > 1:
        t.heading(duel_heading(duel, duels))
        first, second = (SIDE_TANKS, 0) if duel & 1 else (0, SIDE_TANKS)  # the tank of seat 0 first
        both = [a_tank(t.shelf, t.s, tank) for tank in (first, second)]
        sides = [t.side(state.side_of(tank)) for tank in (first, second)]
        changed = "" if both[0] == both[1] else f": {sides[0]} has {both[0]}, {sides[1]} has {both[1]}"
        t.begin(f"The next duel begins with fresh tanks at {BANDS[t.s.start_range]}{changed}", "CH-12.7")
    t.heading(turn_heading(turn, turns))


def a_tank(shelf: Shelf, s: State, t: int) -> str:
    """What a tank is, with an article: "a Marten", "an Anvil"."""
    name = words.tank_name(shelf, s, t) or "tank"
    return f"{'an' if name[0] in 'AEIOU' else 'a'} {name}"


@describes(events.paired)
def describe_paired(t: Teller, tank: int, enemy: int, band: int, how: int) -> None:
    """A new pair: a duel, one more in a wing, or a wing tank drawn off."""
    ours, theirs, where = t.tank(tank), t.tank(enemy), f"at {BANDS[band]}"
    if how == DUEL:
        t.begin(f"{ours} and {theirs} meet {where}")
    elif how == JOINS:
        t.begin(f"{ours} joins in against {theirs} {where}")
    else:
        t.begin(f"{ours} draws {theirs} off into a duel {where}")


@describes(events.forced)
def describe_forced(t: Teller, tank: int, enemy: int, verb: int) -> None:
    """A decision that leaves no choice (CH-3.3)."""
    if verb == state.Verb.JOIN:
        t.begin(f"{t.tank(tank)} has no choice but to meet {t.tank(enemy)}", "CH-3.3", "CH-14.4")
    elif verb == state.Verb.TARGET:
        t.begin(f"{t.tank(tank)} can fire only at {t.tank(enemy)}", "CH-3.3", "CH-14.9")
    else:
        t.begin(f"{t.tank(tank)} is immobilised and can only go hull down", "CH-3.3", "CH-4.4")


@describes(events.order_shown)
def describe_order(t: Teller, tank: int, order: int) -> None:
    """All orders are shown together."""
    t.phase("Driving")
    draft = t.going(events.order_shown) or t.begin("The orders are shown")
    draft.add(f"{t.tank(tank)} {t.does(order)}")


# ---------------------------------------------------------------- charting
# Driving tests and who wins; what the chart gives: range, escape, facings, opening (CH-5 to CH-7).


BOTH = 3  # who rolled


@describes(events.driving_tested)
def describe_driving(t: Teller, tank: int, again: int, first: int, second: int, dm: int, total: int) -> None:
    """A Driving test: dice, DM, total, Effect; again after a tie (CH-5.4), by an option only to find the
    winner (CH-5.10): no success hangs on such dice.
    """
    tie = " again, for it was a tie" if again else ""
    stands = again and t.s.options.tied_success == state.TiedSuccess.FIRST
    score = t.s.options.driving_score
    verdict = "its success stands" if stands else words.margin(effect_of(total, score))
    rules = ["CH-5.1", *(["CH-5.4"] if again else []), *(["CH-5.10"] if stands else [])]
    draft = t.begin(f"{t.tank(tank)} drives{tie}: {total}, {verdict}", *rules)
    if stands:
        text, faces = f"Higher wins: {added(first, second, dm)}.", (first, second)
        draft.add(roll=Roll(sum(faces), 6, text, "CH-5.10", modifiers=t.modifiers(), faces=faces))
    else:
        draft.add(roll=t.test(score))


@describes(events.tie_diced)
def describe_tie_die(t: Teller, winner: int, loser: int, face: int) -> None:
    """A tied pair: a d6 picks the winner (CH-14.5); the comparison follows."""
    a, b = sorted((winner, loser))
    draft = t.begin(f"{t.tank(a)} against {t.tank(b)}")
    draft.add("a tie", roll=t.pick(t.s.options.tie_faces, a, b, face))


@describes(events.winner_found)
def describe_winner(
    t: Teller, tank_a: int, tank_b: int, rolled: int, winner: int, total_a: int, total_b: int
) -> None:
    """Who wins a pair (CH-5.3): by its totals, or after a tie in a battle by a die (CH-14.5): `diced`."""
    t.won, diced = t.fields, t.going(events.tie_diced)
    names, equal = (t.tank(tank_a), t.tank(tank_b)), total_a == total_b
    if rolled in (1, 2):
        t.begin(f"{names[2 - rolled]} is immobilised, makes no test and has lost", "CH-5.8")
    rules = ["CH-5.3"] if rolled == BOTH else ["CH-5.3", "CH-5.8"]
    if winner != NOBODY:
        high, low = max(total_a, total_b), min(total_a, total_b)
        totals = "" if equal or rolled != BOTH else f", {high} to {low}"
        t.begin(f"{names[winner]} wins against {names[1 - winner]}{totals}", *rules)
        return
    if rolled == 0:
        why = "are immobilised and make no test"
    elif not diced and driving.tied(rolled & 1, rolled & 2, total_a, total_b):
        why = "are tied"
    else:
        why = "have both failed"
    if rolled == BOTH:
        rules.append("CH-5.5" if equal and not diced else "CH-5.6")
    t.begin(f"{' and '.join(names)} {why}: nobody wins", *rules)


# ---------------------------------------------------------------- the row


@describes(events.charted)
def describe_chart(
    t: Teller, tank_a: int, tank_b: int, decider: int, order_a: int, order_b: int, low: int, high: int
) -> None:
    """The row of the pair of orders, who is hull down, and who may shift the range by how much."""
    names, p = (t.tank(tank_a), t.tank(tank_b)), blank(Pair)  # as the rules of the chart see it
    p.order, p.decider = [order_a, order_b], decider
    if t.won is not None:
        p.winner, p.success = t.won.winner, [t.won.passed & 1, t.won.passed >> 1]
    at = Row(row_of(p))
    same = at == Row.CR_CR and order_a == order_b
    rule = ("CH-6.3" if low == high else "CH-6.4") if same else driving.ROW_RULES[at]
    orders = " against ".join(words.ORDER_NAMES[order] for order in sorted(p.order, key=driving.class_of))
    pair = f" for {names[0]} and {names[1]}" if t.s.options.team_battle else ""
    draft = t.begin(f"R{at}{pair}, {orders}", rule)
    for side in range(2):
        if p.order[side] == Order.HULL_DOWN:
            state = "is hull down" if driving.hull_down(p, side) else "has failed to get hull down"
            draft.add(f"{names[side]} {state}", "CH-9.2")
    reason = "" if same or at in (Row.M_M, Row.HD_HD) else test_words(t, p, names)
    right = "" if low == high or decider == NOBODY else right_words(names[decider], low, high)
    if right:
        right += t.because()
    else:
        draft.opening += t.because()
    draft.clauses += [text for text in (reason, right) if text]


def test_words(t: Teller, p: Pair, names: tuple[str, str]) -> str:
    """Why the range may or may not be shifted, where a test decides it."""
    if row_of(p) == Row.CR_CR:
        return "nobody has won" if p.winner == NOBODY else ""
    side = driving.mover(p)
    well = driving.range_success(t.s.options, p, side)
    if t.s.options.range_success == state.RangeSuccess.OPPOSED_WIN:
        return f"{names[side]} has {'won' if well else 'not won'}"
    return f"{names[side]}'s test is a {'success' if well else 'failure'}"


def right_words(name: str, low: int, high: int) -> str:
    """By how much somebody may shift the range (CH-6.10)."""
    if low < 0 < high:
        return f"{name} may close or open by {plural(high, 'band')}"
    way, most = ("close", -low) if low < 0 else ("open", high)
    return f"{name} may {way} by {'up to ' if most > 1 else ''}{plural(most, 'band')}"


# ---------------------------------------------------------------- range


@describes(events.range_shifted)
def describe_range(t: Teller, tank_a: int, tank_b: int, decider: int, bands: int, old: int, raw: int) -> None:
    """How the range changes; with a fixed shift it ends the sentence of the row."""
    if decider == NOBODY:
        who, rules = "the range", []
    else:
        who, rules = t.tank((tank_a, tank_b)[decider]), ["CH-6.10"]
    text, draft = f"{who} {shift_words(decider, bands, old, raw)}", t.going(events.charted)
    if draft:
        draft.add(text, *rules)
    else:
        draft = t.begin(text, *rules)
    if raw == Band.PASSING:
        draft.rules.append("CH-2.4")


def shift_words(decider: int, bands: int, old: int, raw: int) -> str:
    """A shift from the old range to the raw one."""
    if bands == 0:
        return f"{'stays' if decider == NOBODY else 'keeps the range'} at {BANDS[old]}"
    way = f"{'closes' if bands < 0 else 'opens'} from {BANDS[old]}"
    ends = {Band.PASSING: " until they pass", Band.BROKEN: ", out of contact"}
    end = ends[Band(raw)] if raw in ends else f" to {BANDS[raw]}"
    return f"{way}{end} ({plural(abs(bands), 'band')})"


@describes(events.escaped)
def describe_escaped(t: Teller, tank: int) -> None:
    draft = t.going(events.contact_broken)
    if draft and draft.opening.startswith(t.tank(tank)):
        draft.add("it escapes", t.kind.rule)
    else:
        t.begin(f"{t.tank(tank)} escapes")


@describes(events.opening_answered)
def describe_opening(t: Teller, tank: int, willing: int, raw: int) -> None:
    """Step 8: a maneuvering tank opens the range before the guns fire, or does not."""
    if not willing:
        t.begin(f"{t.tank(tank)} does not open the range")
        return
    bands = t.s.options.opening_shift
    where = ", out of contact," if raw == Band.BROKEN else f" to {BANDS[raw]}"
    t.begin(f"{t.tank(tank)} opens the range{where} before the guns fire ({plural(bands, 'band')})")


# ---------------------------------------------------------------- facings


@describes(events.facing_shown)
def describe_facing(t: Teller, tank: int, enemy: int, facing: int, source: int, face: int) -> None:
    """The side of the hull a tank shows, and where that comes from."""
    name, side = t.tank(tank), FACES[facing]
    if source in (Source.FRONT, Source.REAR):
        fleeing = t.s.options.both_fleeing_facing == state.BothFleeingFacing.FRONT
        forward = source == Source.FRONT and fleeing
        rules = ["CH-7.3", "CH-7.4"] if forward else ["CH-7.2", "CH-7.3"]
        draft = t.begin(f"{name} shows its {side}", *rules)
    elif source == Source.RANDOM:
        sides = facing_die(t.s.options)
        meanings = words.meanings(sides, partial(driving.facing_of, t.s.options), FACES)
        draft = t.begin(f"{name} shows its {side} (d{sides}: {face})", "CH-7.7")
        text = f"{meanings}: {face} is {name}'s {side}."
        draft.add(roll=Roll(face, sides, text, "CH-7.7"))
    else:
        chooser = tank if state.side_of(tank) == (source == Source.CHOICE_B) else enemy
        draft = t.begin(f"{name} shows its {side} by {t.tank(chooser)}'s choice", "CH-7.6")
    draft.shows = words.FACINGS[facing].lower()


# ---------------------------------------------------------------- ramming
# Overshoot, ram attempts and collisions (CH-8).


DAMAGES = {Collision.T_BONE: "CH-8.11", Collision.HEAD_ON: "CH-8.12", Collision.SIDESWIPE: "CH-8.13"}


@describes(events.asked_first)
def describe_ram_order(t: Teller, tank: int, enemy: int, face: int) -> None:
    """Both may ram and nobody has won: a d6 says who is asked first."""
    a, b = sorted((tank, enemy))
    draft = t.begin(f"Both may ram: {t.tank(tank)} is asked first")
    draft.add(roll=t.pick(t.s.options.ram_first_faces, a, b, face))


@describes(events.ram_attempted)
def describe_ram(t: Teller, tank: int, enemy: int, first: int, total: int) -> None:
    """A ram attempt: a test of its own, or the turn's test with `ram_test` = same."""
    score = t.s.options.ram_score if first else t.s.options.driving_score
    verdict = f"{total}, {words.margin(effect_of(total, score))}"
    draft = t.begin(f"{t.tank(tank)} tries to ram {t.tank(enemy)}", "CH-8.2", "CH-8.6")
    if first:
        draft.add(verdict, roll=t.test(score))
    else:
        draft.add(f"its Driving test of this turn was {verdict}")
    if not succeeds(total, score):
        draft.add("it misses")


@describes(events.collided)
def describe_collision(
    t: Teller, rammer: int, target: int, collision: int, ours: int, theirs: int, effect: int
) -> None:
    t.collision = t.fields
    meet = f"{t.tank(rammer)}'s {FACES[ours]} strikes {t.tank(target)}'s {FACES[theirs]}"
    draft = t.begin(f"{words.COLLISIONS[collision]}: {meet}", *t.kind.rules, DAMAGES[Collision(collision)])
    if collision == Collision.SIDESWIPE:
        draft.add(f"Drive Effect {gunnery.drive_effect(t.s.options, effect)}", "CH-8.16")


@describes(events.crashed)
def describe_crash(t: Teller, tank: int, damage: int, armor: int, severity: int, faces: int) -> None:
    """What a collision does to one tank: damage, armor, what is left, severity."""
    through = gunnery.crash_penetration(t.s.options, damage, armor)
    armored = t.s.options.collision_armor != state.CollisionArmor.NONE
    against = f" against Armor {armor}" if armored else ", whatever the Armor"
    made_of = formula(t, tank)
    why = f" ({made_of})" if made_of else ""
    draft = t.begin(f"{t.tank(tank)} takes {damage}{why}{against}{t.because()}")
    severe = f"{through} through, severity {severity}"
    draft.add(severe if through or severity else "nothing through")
    if faces:
        draft.add(roll=sideswipe(t, tank, damage, faces))
    if severity > 0:
        t.wounds.append(draft)


def formula(t: Teller, tank: int) -> str:
    """What the damage of a T-Bone or a Head-On is made of (CH-8.11, CH-8.12, CH-8.14)."""
    if t.collision is None or t.collision.collision == Collision.SIDESWIPE:
        return ""
    rammer, target = "the rammer", "its target"
    hits_back = tank == t.collision.rammer
    own = t.s.options.collision_facing_armor == state.CollisionFacingArmor.OWN
    if t.collision.collision == Collision.T_BONE:
        plate = target if hits_back or own else rammer
        return (
            f"{times_of_ram(t.s.options.t_bone_factor)}the lower of {rammer}'s Top Speed and {plate}'s Armor"
        )
    fast, slow = (rammer, target) if hits_back else (target, rammer)
    plate = fast if own else slow
    often = times_of_ram(t.s.options.head_on_factor)
    return f"{often}{fast}'s Top Speed, and the lower of {slow}'s Top Speed and {plate}'s Armor"


def times_of_ram(quarters: int) -> str:
    """How often damage is taken, where it is not once: "1.5 times "."""
    return "" if quarters == 4 else f"{quarters / 4:g} times "


def sideswipe(t: Teller, tank: int, damage: int, thrown: int) -> Roll:
    """The dice of a sideswipe: 2 less for the rammer, times the Drive Effect for its target (CH-8.13)."""
    faces, total = faces_of(thrown), sum_of(thrown)
    dice = " + ".join(map(str, faces))
    rammed = t.collision is not None and tank == t.collision.rammer
    less: tuple[Modifier, ...] = ()
    if rammed:
        taken = t.s.options.sideswipe_rammer_less
        printed = max(0, total - taken)
        text, less = f"{dice} - {taken}", (Modifier("rammer", printed - total, "CH-8.13"),)
    else:
        effect = gunnery.drive_effect(t.s.options, t.collision.effect) if t.collision else damage // total
        printed, text = total * effect, f"({dice}) x {effect}"
    amended = f", {damage} by house rules" if damage != printed else ""
    return Roll(total, 6, f"{text} = {printed} damage{amended}.", "CH-8.13", modifiers=less, faces=faces)


@describes(events.crash_located)
def describe_crash_location(t: Teller, tank: int, face: int, location: int) -> None:
    draft = t.going(events.crashed) or t.begin(f"{t.tank(tank)} is struck")
    meanings = words.meanings(6, partial(gunnery.crash_location, t.s.options), words.LOCATIONS)
    text = f"{meanings}: {face} is the {words.LOCATIONS[location]}."
    draft.add(words.LOCATIONS[location], roll=Roll(face, 6, text, t.kind.rule))


@describes(events.ram_ended)
def describe_ram_end(t: Teller, tank_a: int, tank_b: int, band: int, rammed: int) -> None:
    """The range after the ram step, where that is news."""
    draft = t.going(events.overshot)
    if draft:
        draft.opening += f" and end at {BANDS[band]}"
    elif rammed:
        t.begin(f"{t.tank(tank_a)} and {t.tank(tank_b)} stop at {BANDS[band]}")


# ---------------------------------------------------------------- gunnery
# Shots, what a hit does, and tanks that are destroyed (CH-9 to CH-11).


HARMS = {state.Location.HULL: "CH-11.3", state.Location.DRIVE: "CH-11.4", state.Location.TURRET: "CH-11.5"}


def begin_fire(t: Teller) -> None:
    """The heading over the shots of a turn (CH-10.4)."""
    o = t.s.options
    together = o.team_battle or o.fire_order == state.FireOrder.SIMULTANEOUS
    t.phase(f"Fire, {'all' if o.team_battle else 'both'} at once" if together else "Fire")


@describes(events.fired)
def describe_shot(t: Teller, tank: int, enemy: int, band: int, total: int) -> None:
    """A shot: dice, every DM by name, total, Effect."""
    begin_fire(t)
    draft = t.begin(f"{t.tank(tank)} fires at {t.tank(enemy)} at {BANDS[band]}")
    draft.shot = True
    score = t.s.options.gunnery_score
    effect = effect_of(total, score)
    draft.add(
        f"hit (Effect {effect})" if succeeds(total, score) else f"missed by {-effect}",
        roll=t.test(score, "hit", "missed"),
    )


@describes(events.could_not_fire)
def describe_no_shot(t: Teller, tank: int, enemy: int, why: int, band: int, facing: int) -> None:
    begin_fire(t)
    reason = no_shot(why, band, facing)
    t.begin(f"{t.tank(tank)} cannot fire at {t.tank(enemy)}: {reason.text}", reason.rule)


def shot_of(t: Teller, tank: int, enemy: int) -> Draft:
    """The sentence of the shot that has hit."""
    return t.going(events.fired) or t.begin(f"{t.tank(tank)} hits {t.tank(enemy)}")


@describes(events.shot_hit)
def describe_hit(
    t: Teller, tank: int, enemy: int, facing: int, first: int, second: int, location: int, negated: int
) -> None:
    """Where a shot strikes, and whether hull down makes it nothing."""
    draft, place, rule = shot_of(t, tank, enemy), words.LOCATIONS[location], t.kind.rule
    where = f"{place}, {FACES[facing]}" if facing != NOBODY else place
    draft.add(f"{where}{t.because()}", rule)
    text = f"Location {added(first, second, 0)}{t.because()}: {place}."
    draft.add(roll=Roll(first + second, 6, text, rule, faces=(first, second)))
    if negated:
        draft.add("negated, the tank is hull down", "CH-9.1", "CH-9.3")


@describes(events.damage_rolled)
def describe_damage(
    t: Teller, tank: int, enemy: int, through: int, faces: int, bonus: int, effect: int, armor: int
) -> None:
    """Damage dice, bonus and Effect against armor less AP."""
    draft, dice, shown = shot_of(t, tank, enemy), sum_of(faces), faces_of(faces)
    damage = dice + bonus + effect
    draft.add(f"damage {damage} against Armor {armor}{t.because()}, {through} through", *t.kind.rules)
    roll = " + ".join(map(str, shown)) or "0"
    ap = int(t.s.tanks[tank].profile.ap)
    taken = f" (AP {ap} taken off)" if ap and not t.house_terms() else ""
    strong, sure = t.s.options.strong_hit_effect, t.s.options.strong_hit_damage
    least = effect >= strong and damage - armor < sure
    minimum = f", at least {sure} with Effect {strong} or more" if least else ""
    text = f"Damage {roll}{plus(bonus, 'bonus')}{plus(effect, 'Effect')} = {damage}"
    text += f", less Armor {armor}{taken}: {through} through{minimum}."
    terms = (
        Modifier("bonus", bonus, "CH-10.8"),
        Modifier("Effect", effect, "CH-10.8"),
        Modifier("Armor", -armor, "CH-10.9"),
    )
    counted = tuple(term for term in terms if term.amount)
    draft.add(roll=Roll(dice, 6, text, t.kind.rule, modifiers=counted, faces=shown))


def plus(amount: int, what: str) -> str:
    """A summand beside the dice, if there is one."""
    return f" {'-' if amount < 0 else '+'} {abs(amount)} {what}" if amount else ""


# ---------------------------------------------------------------- damage


@describes(events.severity_found)
def describe_severity(t: Teller, enemy: int, severity: int, location: int) -> None:
    """How bad a penetration is; a hit that lets nothing through has been told."""
    if severity == 0 and not t.house_terms():
        return
    draft = t.going(events.fired) or t.begin(f"{t.tank(enemy)} is hit")
    draft.add(f"severity {severity}{t.because()}")
    if severity == 0:
        return
    draft.rules += [t.kind.rule, HARMS[state.Location(location)]]
    t.wounds.append(draft)


@describes(events.state_changed)
def describe_state(t: Teller, tank: int, hull: int, mobility: int, gun: int, full: int) -> None:
    """The new damage state, in the sentence of the hit or the collision that made it:
    "now gun damaged, 5 of 6 hull points left".
    """
    waiting = [draft for draft in t.wounds if draft.about == tank]
    if waiting:
        t.wounds.remove(waiting[0])
    draft = waiting[0] if waiting else t.begin(f"{t.tank(tank)} now")
    steps = [words.MOBILITIES[mobility]] if mobility != state.Mobility.SOUND else []
    steps += [words.GUNS[gun]] if gun != state.Gun.SOUND else []
    now = f"now {joined(steps)}, " if steps else ""
    left = f"{hull} of {plural(full, 'hull point')} left" if hull > 0 else "no hull point left"
    draft.add(f"{now}{left}{t.because()}")


@describes(events.tank_destroyed)
def describe_destroyed(t: Teller, tank: int, surplus: int) -> None:
    burnt = "brewed up, " if surplus >= t.s.options.brewed_up else ""
    how = f": {burnt}{plural(surplus, 'hull point')} beyond the last" if surplus else ""
    t.begin(f"{t.tank(tank)} is destroyed{how}")


# ---------------------------------------------------------------- ending
# How duels, matches and team battles end (CH-12, CH-14.10).


LIMITS = (state.Event.LIMIT_A, state.Event.LIMIT_B, state.Event.LIMIT_EQ, state.Event.LIMIT)
ESCAPES = (state.Event.ESC_A, state.Event.ESC_B, state.Event.ESC_BOTH)


@describes(events.duel_ended)
def describe_end(t: Teller, turn: int, ending: int, payoff: int, given_up: int, dead: int) -> None:
    """A duel or a battle is over: why, and what it is worth to the side that gains by it (CH-12.7)."""
    gains = t.side(0 if payoff > 0 else 1)
    if ending == state.Event.SCORE:
        won = f"{gains} wins" if payoff else "a draw"
        t.begin(f"The battle is over in turn {turn}: {won}", "CH-14.10")
        return
    how = EVENTS[ending].format(A=t.tank(0), B=t.tank(SIDE_TANKS))
    rule = "CH-12.5" if ending in LIMITS else ("CH-12.3" if ending in ESCAPES else "CH-12.2")
    if given_up != NOBODY:
        how, rule = f"a surrender counts as {t.tank(given_up * SIDE_TANKS)} destroyed", "CH-12.4"
    if dead:
        how, rule = f"both guns are knocked out and both tanks immobilised, as at the {how}", "CH-12.8"
    amount = abs(payoff)
    worth = f"{words.result_word(amount)} for {gains} ({payoff_text(amount)})" if payoff else "a draw (0)"
    text = f"The duel is over in turn {turn}: {how}, {worth}"
    t.begin(text, "CH-12.1", "CH-12.6", "CH-12.7", rule)


@describes(events.scored)
def describe_score(t: Teller, score_a: int, score_b: int) -> None:
    """The score of a team battle: enemies destroyed, and half of those escaped."""
    t.begin(f"Score: {t.side(0)} {halves(score_a)}, {t.side(1)} {halves(score_b)}")


@describes(events.match_stood)
def describe_match(t: Teller, total: int, duel: int, duels: int, over: int) -> None:
    both = f"{SIDES[0]} {payoff_text(total)}, {SIDES[1]} {payoff_text(-total)}"
    if not over:
        t.begin(f"After duel {duel} of {duels}: {both}")
        return
    won = f"{SIDES[0 if total > 0 else 1]} wins" if total else "a draw"
    t.begin(f"The match is over, {won}: {both}")


# Nothing that is still secret is read: orders are told of only once an event shows them (CH-4.3).
tell = LogWriters(Teller, sys.modules[__name__], opening=begin_battle).tell
