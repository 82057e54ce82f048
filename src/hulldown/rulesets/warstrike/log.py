"""Events as sentences: every die, and the sum behind every number."""

from __future__ import annotations

import sys
from typing import Any

from hulldown.kernel.actions import Action, Event, SumTerm
from hulldown.kernel.house_rules import HOUSE_TERM, REROLLED
from hulldown.rulesets.api.ruleset import SIDES
from hulldown.rulesets.api.words import Modifier, Roll
from hulldown.rulesets.common.log import (
    Draft,
    EventKind,
    LogWriter,
    LogWriters,
    describe_reroll,
    describes,
    leader,
)
from hulldown.rulesets.common.names import joined, minus, plural, signed, spot, spread
from hulldown.rulesets.warstrike import events, state, words
from hulldown.rulesets.warstrike.events import Sum, event
from hulldown.rulesets.warstrike.losses import DIE
from hulldown.rulesets.warstrike.occasions import INCHES, LENGTHS, Occasion
from hulldown.rulesets.warstrike.shooting import BEST, NO_WEAPON
from hulldown.rulesets.warstrike.state import NOBODY, Ending, Morale, Phase, State, Verb, is_single
from hulldown.rulesets.warstrike.turn import FOR_ATTACK
from hulldown.rulesets.warstrike.victory import DRAW, remaining_models
from hulldown.rulesets.warstrike.words import far, needs


class Teller(LogWriter[State]):
    """Turns the events of one action into sentences."""

    kinds = event
    modifier = staticmethod(Sum.modifier)
    unit_id = staticmethod(words.unit_id)
    is_called = staticmethod(words.unit_name)

    def model(self, m: int) -> str:
        """A model as the page styles it; that of a unit of one by the unit's name."""
        k = self.of(m)
        return self.unit(k) if is_single(self.s, k) else "{" + words.model_id(self.s, m) + "}"

    def of(self, m: int) -> int:
        """The unit of a model."""
        return int(self.s.model[m].unit)

    def enemy_of(self, k: int) -> str:
        """Who commands the other side than a unit's."""
        return self.side(1 - int(self.s.unit[k].side))

    def objective(self, i: int) -> str:
        """Where an objective is."""
        return spot(int(self.s.objective_x[i]), int(self.s.objective_y[i]))

    def occasion(self, term: SumTerm) -> int:
        """What the house rule behind a summand is about, by its place in the state."""
        return int(self.s.options.house.rules[term.code - HOUSE_TERM].occasion)

    def because(self) -> str:
        """The house rules that counted, to be said behind a sentence: " (Long shots +6 inches)"."""
        rows = [row for row in self.summands() if row.code >= HOUSE_TERM]
        terms = [f"{self.house.name(row.code - HOUSE_TERM)} {self.amount_words(row)}" for row in rows]
        return f" ({', '.join(terms)})" if terms else ""

    def amount_words(self, term: SumTerm) -> str:
        """What a house rule added: to a length so many inches, to shots so many for each model."""
        if self.occasion(term) in LENGTHS:
            return f"{minus(f'{term.amount / INCHES:+g}')} inches"
        amount = minus(signed(int(term.amount)))
        return f"{amount} a model" if self.occasion(term) == Occasion.SHOTS else amount

    def add_rerolls(self) -> None:
        """Put dice that were rolled again before the clause of the die that counts; those of a volley come
        before the clause of its group.
        """
        if self.kind not in (*DOES, events.danger_tested):
            super().add_rerolls()
            return
        draft, last = self.drafts[-1], int(self.kind == events.danger_tested)
        for clause, roll in self.rerolls:
            draft.clauses.insert(len(draft.clauses) - last, clause)
            draft.rolls.insert(max(0, len(draft.rolls) - 1), roll)
        self.rerolls = []


# ---------------------------------------------------------------- dice


def digits(*numbers: int) -> tuple[int, ...]:
    """Faces that an event keeps as the digits of numbers."""
    return tuple(int(face) for number in numbers if number > 0 for face in str(number))


def format_faces(faces: tuple[int, ...]) -> str:
    """Faces in a sentence: "3, 5 and 1"."""
    return joined([str(face) for face in faces])


def thrown(
    faces: tuple[int, ...], text: str, rule: str, needed: int | None, passed: int, terms: tuple[Modifier, ...]
) -> Roll:
    """Dice thrown together, of which so many did it: coloured where all did, or none."""
    all_or_none = bool(passed) if passed in (0, len(faces)) else None
    return Roll(sum(faces), DIE, text, rule, needed, all_or_none, terms, faces)


# ---------------------------------------------------------------- course
# The course of a battle: who fights with what, set-up, orders that no event tells, its end (WS-4, WS-14).


def begin_battle(t: Teller) -> None:
    """Both sides, the objectives, task force morale, and what is to be decided first."""
    s = t.s
    for side in range(2):
        mine = [t.full(k, int(s.unit[k].size)) for k in range(s.units) if s.unit[k].side == side]
        draft = t.open(f"{t.side(side)} commands {joined(mine)}", "WS-2.4", "WS-4.6")
        draft.add(f"its own table edge is {words.EDGES[int(s.edge[side])]}")
    for i in range(s.objectives):
        t.open(f"The objective at {t.objective(i)} {worth(t, i)}", "WS-14.4")
    if s.victory >> Morale.TASK_FORCE & 1:
        units = "A task force that has lost more than half of its units"
        t.open(f"{units} checks its morale every turn", "WS-14.1")
    if s.phase == Phase.ROLL_OFF:
        t.open("A roll-off begins the battle", "WS-4.7")
    elif s.turn:
        attacker, defender = t.side(int(s.attacker)), t.side(1 - int(s.attacker))
        t.open(f"{attacker} attacks; {defender}'s infantry is gone to ground", "WS-4.4")
        t.heading(f"Turn {s.turn} of {s.turns}: {t.side(int(s.side))}", "WS-5.2")


def worth(t: Teller, i: int) -> str:
    """Whose an objective is, and what it brings (WS-14.4, WS-14.7)."""
    owner, value = int(t.s.objective_side[i]), int(t.s.objective_value[i])
    whose = f"is {t.side(owner)}'s" if owner != NOBODY else "is nobody's"
    sudden = owner != NOBODY and t.s.victory >> Morale.SUDDEN & 1
    wins = f", and wins for {t.side(1 - owner)} at the start of its turn" if sudden else ""
    return f"{whose}{wins}{f', {value} VP at the end' if value else ''}"


# ---------------------------------------------------------------- orders


def announce(t: Teller, a: Action) -> None:
    """Say what was ordered where no event says it: a move laid out, weapons and targets named."""
    match a.verb:
        case Verb.GO:
            t.open(f"{t.unit(a.actor)} is led to {spot(a.x, a.y)}", "WS-1.8")
        case Verb.PLACE if not events.placed.among(t.rows):
            t.open(f"{t.model(a.actor)} is to stand at {spot(a.x, a.y)}", "WS-7.3")
        case Verb.STEP:
            t.open(f"{t.model(a.actor)} is to walk to {spot(a.x, a.y)}", "WS-8.1")
        case Verb.STAY:
            t.open(f"{t.model(a.actor)} is to stay where it was", "WS-7.10")
        case Verb.END if t.s.phase in (Phase.DEPLOY, Phase.ACTIVATE) and not t.rows:
            t.open(f"{t.full(a.actor)} stands", "WS-4.11")
        case Verb.ARM:
            t.open(f"{t.model(a.actor)} is {fire_words(t, a)}", "WS-2.9")
        case Verb.AIM:
            t.open(f"{t.model(a.actor)} is to fire at {t.unit(a.target)}", "WS-11.3")
        case Verb.FALLS:
            owner = t.side(state.side_of(t.s, a.actor))
            t.open(f"{owner} has {t.model(a.actor)} take the next kill result", "WS-11.17")


def fire_words(t: Teller, a: Action) -> str:
    """Which of its weapons a model is to fire."""
    if a.choice == NO_WEAPON:
        return "not to fire"
    if a.choice == BEST:
        return "to fire whichever weapon is best"
    return f"to fire its {words.weapon_name(t.shelf, t.s, int(t.s.model[a.actor].weapon[a.choice]))}"


# ---------------------------------------------------------------- set-up


@describes(events.rolled_off)
def describe_roll_off(t: Teller, cobalt: int, rust: int, what: int) -> None:
    """Both roll; the higher die wins, ties are rolled again (WS-4.7)."""
    attack = what == FOR_ATTACK
    winner = leader(cobalt, rust)
    draft = t.begin_roll_off(f"Roll-off for {'the attack' if attack else 'placing'}", (cobalt, rust), winner)
    draft.rules.insert(0, "WS-4.3" if attack else "WS-4.2")
    draft.add(t.score(cobalt, rust))
    if winner == NOBODY:
        draft.add("they roll again")
    else:
        draft.add(f"{t.side(winner)} {'attacks and has the first turn' if attack else 'places first'}")


@describes(events.placed)
def describe_placed(t: Teller, model: int, x: int, y: int) -> None:
    """Models are set up, those of a unit together (WS-4.5, WS-4.9)."""
    many = len(t.run())
    if many == 1:
        t.begin(f"{t.model(model)} is placed at {spot(x, y)}")
        return
    whole = f"{t.full(t.of(model))} is placed, {plural(many, 'model')}"
    t.begin(f"{whole}, the leader at {spot(x, y)}", "WS-4.9")


@describes(events.taken_back)
def describe_take_back(t: Teller, unit: int) -> None:
    """What was laid out is taken back; nothing was rolled for it (WS-16.1, WS-4.11)."""
    if t.s.phase == Phase.DEPLOY:
        t.begin(f"{t.unit(unit)} is taken up again", "WS-4.11")
    else:
        t.begin(f"{t.unit(unit)} takes its move back")


# ---------------------------------------------------------------- the end


RULES = {
    Ending.TURNS: "WS-14.7",
    Ending.WIPED_OUT: "WS-14.6",
    Ending.RETREAT: "WS-14.1",
    Ending.OBJECTIVE: "WS-14.4",
    Ending.CONCEDED: "WS-14.8",
}


@describes(events.game_ended)
def describe_end(t: Teller, winner: int, ending: int, cobalt: int, rust: int) -> None:
    """The battle is over (WS-5.8)."""
    both = ending == Ending.WIPED_OUT and both_gone(t.s)
    rule = RULES.get(Ending(ending), t.kind.rule)
    t.begin(verdict(winner, ending, (cobalt, rust), both), rule, t.kind.rule)


def both_gone(s: State) -> bool:
    """Whether neither side has a model left (WS-14.6)."""
    return not remaining_models(s, 0) and not remaining_models(s, 1)


def verdict(winner: int, how: int, score: tuple[int, int], both: bool = False) -> str:
    """How a battle ended, in a sentence without its full stop."""
    opening = "Neither side has a model left: " if both else ""
    if winner == DRAW:
        return f"{opening}{score[0]} VP each, a draw"
    wins, loser = f"{SIDES[winner]} wins", SIDES[1 - winner]
    if how == Ending.WIPED_OUT and not both:
        return f"{loser} has no model left: {wins}"
    if how == Ending.RETREAT:
        return f"{loser}'s task force retreats: {wins}"
    if how == Ending.OBJECTIVE:
        return f"{wins} by an objective of the enemy"
    if how == Ending.CONCEDED:
        return f"{wins}, for {loser} has conceded"
    return f"{opening}{wins} by {max(score)} VP to {min(score)}"


def outcome_text(s: State) -> str:
    """How a battle that is over ended, for whoever has not read the log."""
    both = s.ending == Ending.WIPED_OUT and both_gone(s)
    return verdict(int(s.winner), int(s.ending), (int(s.score[0]), int(s.score[1])), both)


# ---------------------------------------------------------------- activating
# Activations: checks, the action chosen, Fall Back! that goes by itself, moves (WS-6 to WS-10, WS-3.14).


OF_DICE = (Sum.LD, Sum.LEADERLESS, Sum.OFFICER)  # the other summands make the score
BY_ITSELF = (events.hunkered, events.flight_began, events.unit_destroyed)  # Fall Back! without a choice


@describes(events.morale_checked)
def describe_morale(t: Teller, side: int, dice: int, needed: int, faces: int, passed: int) -> None:
    """A task force that lost too many of its units checks (WS-14.1 to WS-14.3)."""
    share = words.share_words(t.s.options.morale_share)
    draft = t.begin(f"{t.side(side)}'s task force has lost more than {share} of its units")
    rolled = digits(faces)
    if not rolled:
        why = "no dice" if t.house_terms() else "without its commander"
        draft.add(
            f"{why}{t.because()}, it does not hold" if t.house_terms() else f"{why} it does not hold",
            "WS-14.2",
        )
        return
    verdict = "it holds" if passed else "it does not hold"
    draft.add(
        f"{plural(dice, 'die', 'dice')}, {needed} or less{t.because()}, "
        f"rolled {format_faces(rolled)}: {verdict}",
        "WS-14.3",
    )
    did = sum(face <= needed for face in rolled)
    draft.add(roll=thrown(rolled, f"{needed} or less: {verdict}.", t.kind.rule, None, did, ()))


@describes(events.action_chosen)
def describe_action(t: Teller, unit: int, deed: int, half: int) -> None:
    """The action that is chosen (WS-9.1); with too few of its models Fall Back! goes by itself (WS-10.6)."""
    follows = [t.kinds[after.kind] for after in t.rows[t.at + 1 : t.at + 2]]
    if not follows or follows[0] not in BY_ITSELF:
        action = words.action_name(deed, half)
        as_action = " as its action" if action.endswith("!") else ""
        t.begin(f"{t.unit(unit)} chooses {action}{as_action}{t.because()}")
        return
    draft = t.begin(f"Fall Back! is all that {t.unit(unit)} can do", "WS-10.1")
    if follows[0] == events.unit_destroyed:
        draft.add("too few of its models are left for it", "WS-10.18")


@describes(events.went_to_ground)
def describe_ground(t: Teller, unit: int) -> None:
    """Harder to hit until the next activation (WS-9.31, WS-9.34)."""
    draft = t.going(events.action_chosen, about=unit) or t.begin(f"{t.unit(unit)} goes to ground")
    draft.add(f"+{t.s.options.ground_ev} Ev until it is activated again", t.kind.rule, "WS-9.34")


# ---------------------------------------------------------------- checks


@describes(events.ld_checked)
def describe_check(t: Teller, unit: int, passed: int, off: int) -> None:
    """A suppressed unit checks before it acts (WS-6.2 to WS-6.5)."""
    draft = t.begin(f"{t.unit(unit)} makes an Ld check")
    add_check(t, draft)
    if off > 0:
        draft.add(f"{plural(off, 'marker')} off", "WS-6.4")
    if not passed:
        draft.add("Fall Back! is its only order", "WS-6.5")


@describes(events.split_checked)
def describe_split_check(t: Teller, unit: int, enemy: int, passed: int) -> None:
    """The check for a further target in Advance! (WS-11.3)."""
    draft = t.begin(f"{t.unit(unit)} checks whether it fires at {t.unit(enemy)} as well")
    add_check(t, draft)
    if not passed:
        draft.add("those models do not fire")


def add_check(t: Teller, draft: Draft) -> None:
    """Dice, score and verdict of a check (WS-6.7)."""
    check = t.fields
    of_dice = [term for term in t.summands() if is_of_dice(t, term)]
    faces, verdict = digits(check.faces), "passed" if check.passed else "failed"
    draft.add(f"{dice_words(t, check.dice, of_dice)}, {check.needed} or less")
    draft.add(f"rolled {format_faces(faces)}, {verdict}" if faces else f"no dice, {verdict}", "WS-6.7")
    if faces:
        score = tuple(
            Sum.modifier(int(term.code), int(term.amount), t.shelf)
            for term in t.summands()
            if not is_of_dice(t, term)
        )
        did = sum(face <= check.needed for face in faces)
        text = f"Ld check, one die of {check.needed} or less is enough: {verdict}."
        draft.add(roll=thrown(faces, text, events.ld_checked.rule, None, did, score))


def is_of_dice(t: Teller, term: SumTerm) -> bool:
    """Whether a summand of a check is one of its dice, not of its score."""
    if term.code >= HOUSE_TERM:
        return t.occasion(term) in (Occasion.LD_DICE, Occasion.OFFICER_REACH)
    return term.code in OF_DICE


def dice_words(t: Teller, dice: int, terms: list[SumTerm]) -> str:
    """How many dice, and why: "1 die (Ld 2, -1 first leader lost)"."""
    reasons = []
    for term in terms:
        amount = int(term.amount)
        plain = term.code in (Sum.LD, Sum.OFFICER)
        known = Sum.modifier(int(term.code), amount, t.shelf)
        house = term.code >= HOUSE_TERM
        reasons.append(
            f"{known.text} {t.amount_words(term) if house else amount if plain else signed(amount)}"
        )
    return plural(dice, "die", "dice") + (f" ({joined(reasons)})" if reasons else "")


@describes(events.marker_shed)
def describe_shed(t: Teller, unit: int, left: int) -> None:
    """Who fell back and was left alone sheds markers (WS-6.11)."""
    many = t.amended(int(t.s.options.markers_shed))
    off = "a marker comes off" if many == 1 else f"up to {many} markers come off"
    t.begin(f"{t.unit(unit)} fell back and was not hit since: {off}{t.because()}, {left} left")


# ---------------------------------------------------------------- Fall Back!


@describes(events.hunkered)
def describe_hunkered(t: Teller, unit: int) -> None:
    """Nobody near sees it: it stays (WS-10.8 to WS-10.10)."""
    draft = t.begin(
        f"{t.unit(unit)} is concealed from every enemy near it", "WS-10.8", t.kind.rule, "WS-10.10"
    )
    o = t.s.options
    gains = f"+{o.hunkered_ev} Ev and +{o.hunkered_toughness} To"
    draft.add(f"it stays and hunkers, {gains}, no Snap Fire")


@describes(events.flight_began)
def describe_flight(t: Teller, unit: int, goal: int, x: int, y: int) -> None:
    """Where it flees to (WS-10.11)."""
    if goal == state.Flight.COVER:
        t.begin(f"{t.unit(unit)} makes for cover at {spot(x, y)}{t.because()}")
        return
    edge = words.EDGES[int(t.s.edge[int(t.s.unit[unit].side)])]
    own = f"{t.unit(unit)} finds no cover and makes for its own table edge, {edge}{t.because()}"
    t.begin(own, t.kind.rule, "WS-10.33")


@describes(events.left_table)
def describe_leaving(t: Teller, unit: int, destroyed: int, points: int) -> None:
    """It is taken out of play at the edge (WS-10.15 to WS-10.17)."""
    draft = t.begin(f"{t.full(unit)} leaves the table over its own edge")
    if destroyed:
        draft.add(f"it counts as destroyed, {points} VP to {t.enemy_of(unit)}")
    else:
        draft.add("it is not destroyed, and counts for nobody")
    draft.rules.append("WS-10.17" if destroyed else "WS-10.16")


# ---------------------------------------------------------------- moves


LOST = (events.out_of_command, events.left_behind)  # of a model that ends away from its unit
MOST_LISTED = 3  # models whose ways are told one by one


@describes(events.moved, events.placed_by_leader)
def describe_moved(t: Teller, model: int) -> None:
    """All models of a unit that moved, in one sentence (WS-1.8, WS-7.3, WS-8.3)."""
    run, k = t.run(events.moved, events.placed_by_leader, *LOST), t.of(model)
    walked, placed = events.moved.among(run), events.placed_by_leader.among(run)
    does = "flees" if events.flight_began.among(t.rows[: t.at]) else "moves"
    if len(run) == 1 and walked:
        t.begin(f"{t.model(model)} {does} {way_words(walked[0])}", about=k)
        return
    draft = t.begin(f"{t.unit(k)} {does}", *rules_of(t, run), about=k)
    if len(walked) <= MOST_LISTED:
        draft.clauses += [f"{t.model(event.model)} {way_words(event)}" for event in walked]
    else:
        draft.add(f"{len(walked)} models walk {spread([way.length for way in walked], far)}")
        draft.add(f"{t.model(walked[0].model)} to {spot(walked[0].x, walked[0].y)}")
    if placed:
        draft.add(f"{plural(len(placed), 'model')} placed round the leader")
    draft.clauses += lost_words(t, run)


@describes(*LOST)
def describe_strays(t: Teller, model: int) -> None:
    """Who is lost though nobody of the unit moved (WS-8.3)."""
    k = t.of(model)
    draft = t.going(events.stood_still, about=k) or t.begin(f"{t.unit(k)} is scattered", about=k)
    run = t.run(*LOST)
    draft.clauses += lost_words(t, run)
    draft.rules += rules_of(t, run)


def rules_of(t: Teller, run: list[Event]) -> list[str]:
    """The rules of some events, each once."""
    return list(dict.fromkeys(t.kinds[row.kind].rule for row in run))


def lost_words(t: Teller, run: list[Event]) -> list[str]:
    """Who ends out of command, and who was left by the leader (WS-8.3, WS-7.10)."""
    out, left = ([t.model(event.model) for event in kind.among(run)] for kind in LOST)
    scattered = [f"{joined(out)} out of command"] if out else []
    return scattered + (
        [f"{joined(left)} left more than {far(t.s.options.orderly_start)} from the leader"] if left else []
    )


def way_words(way: Any) -> str:
    """How far a model moved, and where to."""
    return f"{far(way.length)} to {spot(way.x, way.y)}"


@describes(events.danger_tested)
def describe_danger(t: Teller, model: int, die: int, harmed: int) -> None:
    """A die for who walked over dangerous ground (WS-3.14)."""
    k, rule = t.of(model), events.danger_tested.rule
    draft = t.going(events.danger_tested, about=k) or t.begin(
        f"{t.unit(k)} tests for dangerous ground", about=k
    )
    results = int(t.s.options.danger_results)
    verdict = ("a kill result" if results == 1 else f"{results} kill results") if harmed else "safe"
    who = "" if is_single(t.s, k) else f"{t.model(model)} "
    draft.add(f"{who}rolled {die}, {verdict}")
    safe = t.amended(int(t.s.options.danger_score) + 1)
    text = f"{t.model(model)}, {needs(safe)}: {die}, {verdict}."
    draft.add(roll=Roll(die, DIE, text, rule, safe, not harmed, t.house_terms()))


# ---------------------------------------------------------------- firing
# Fire and losses: groups of shots with all their dice, who falls, suppression (WS-6.9, WS-11 to WS-13).


DOES = {events.rolled_to_hit: "To hit", events.rolled_to_save: "Saves", events.rolled_to_kill: "To kill"}
FIRE: tuple[EventKind[Any], ...] = (events.attacked, events.group_fired, *DOES)


@describes(events.attacked)
def describe_attack(t: Teller, unit: int, enemy: int, snap: int) -> None:
    """A unit fires at another (WS-11.1, WS-12.1)."""
    does, rules = ("Snap Fires", ("WS-12.1", "WS-12.6")) if snap else ("fires", ())
    t.begin(f"{t.unit(unit)} {does} at {t.unit(enemy)}{t.because()}", *rules).shot = True


@describes(*DOES)
def describe_dice(t: Teller, model: int, needed: int) -> None:
    """Dice of a group thrown together, to hit, to save or to kill; more than fit come in several rows."""
    kind, rows, terms = t.kind, [t.fields], t.modifiers()
    t.told_to = t.at + 1
    while rows[-1].passed < 0 and t.told_to < len(t.rows):
        more = t.rows[t.told_to]
        t.told_to += 1
        if more.kind == REROLLED:
            describe_reroll(t, *again_fields(t, more))
        else:
            rows.append(kind.decode(more))
    faces = tuple(face for event in rows for face in digits(event.first, event.second, event.third))
    draft, passed = t.going(*FIRE) or t.begin(f"{t.unit(t.of(model))} fires"), max(0, rows[-1].passed)
    draft.rules.append(kind.rule)
    if faces:
        text = f"{DOES[kind]}, {needs(needed)}: {passed} of {len(faces)}."
        terms = words.clamp_terms(words.bounded(t.s.options, terms), needed, kind.rule)
        draft.add(roll=thrown(faces, text, kind.rule, needed, passed, terms))


def again_fields(t: Teller, row: Event) -> tuple[int, int, int, int, int]:
    """What is told of dice that a house rule had rolled again."""
    again = t.kinds.rerolled.decode(row)
    return again.house_rule, again.first, again.second, again.kept, again.sides


@describes(events.group_fired)
def describe_group(
    t: Teller, model: int, enemy: int, weapon: int, shots: int, hits: int, saves: int, kills: int
) -> None:
    """What came of a group of equal shots (WS-11.16)."""
    draft = t.going(*FIRE) or t.begin(f"{t.unit(t.of(model))} fires at {t.unit(enemy)}")
    hit, save, kill = (score_before(t, kind) for kind in DOES)
    parts = [
        f"{words.weapon_name(t.shelf, t.s, weapon)}, {plural(shots, 'shot')}{t.because()}",
        f"{plural(hits, 'hit')} on {needs(hit)}",
    ]
    if hits:
        parts.append(f"{saves} saved on {needs(save)}" if save else "no save")
    if hits > saves:
        killed = plural(kills, "kill result")
        parts.append(f"{killed} on {needs(kill)}" if kill else "they cannot kill it")
    draft.add(", ".join(parts), t.kind.rule)


def score_before(t: Teller, kind: EventKind[Any]) -> int:
    """The score needed in the last throw of a kind; 0 where no die could do it."""
    throws = kind.among(t.rows[: t.at])
    return int(throws[-1].needed) if throws else 0


# ---------------------------------------------------------------- losses


@describes(events.model_removed)
def describe_removed(t: Teller, model: int) -> None:
    """Models fall, those of a unit together (WS-11.17)."""
    run, k = events.model_removed.among(t.run()), t.of(model)
    if t.s.unit[k].size == 1:
        t.begin(f"{t.unit(k)} falls")
        return
    fallen = [f"{t.model(event.model)} ({words.model_name(t.shelf, t.s, event.model)})" for event in run]
    t.begin(f"{t.unit(k)} loses {joined(fallen)}")


@describes(events.results_lost)
def describe_results_lost(t: Teller, unit: int, results: int) -> None:
    """Kill results that nobody can take (WS-11.4, WS-11.17)."""
    find = "find" if results > 1 else "finds"
    t.begin(f"{plural(results, 'kill result')} on {t.unit(unit)} {find} nobody more")


@describes(events.suppressed)
def describe_suppressed(t: Teller, unit: int, gained: int, markers: int, hits: int) -> None:
    """Hits suppress (WS-6.9)."""
    takes = f"{t.unit(unit)} takes"
    if gained == 0:
        full = "as many suppression markers as it can" if not t.house_terms() else "no more markers"
        t.begin(f"{takes} {plural(hits, 'hit')} and has {full}, {markers}{t.because()}")
        return
    now = "" if gained == markers else f", {markers} now"
    t.begin(f"{takes} {plural(gained, 'suppression marker')} for {plural(hits, 'hit')}{t.because()}{now}")


tell = LogWriters(Teller, sys.modules[__name__], opening=begin_battle, announce=announce).tell
