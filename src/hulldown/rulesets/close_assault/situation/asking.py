"""From data to exact odds: the position, the order that is asked about, and everything that comes of it, as
statements with their chances and rules.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from hulldown.catalogue import validate
from hulldown.kernel.actions import Action, make
from hulldown.rulesets.api.odds import Explanation, OddsLine
from hulldown.rulesets.api.situation import Evaluation
from hulldown.rulesets.api.words import Modifier, Refusal
from hulldown.rulesets.close_assault.actions import check
from hulldown.rulesets.close_assault.chances.duels import nothing_rule, nothing_words
from hulldown.rulesets.close_assault.codes import TOL, Response, Verb
from hulldown.rulesets.close_assault.exact.fights import Wounds
from hulldown.rulesets.close_assault.exact.firing import overwatch_odds
from hulldown.rulesets.close_assault.exact.preview import expected_wounds, previewed
from hulldown.rulesets.close_assault.exact.spending import Objective
from hulldown.rulesets.close_assault.explaining.fights import spent_words
from hulldown.rulesets.close_assault.fights import spoke_dice
from hulldown.rulesets.close_assault.hits import remaining_wounds
from hulldown.rulesets.close_assault.morale import morale_of
from hulldown.rulesets.close_assault.movement import limit
from hulldown.rulesets.close_assault.naming import detachment_name, model_name
from hulldown.rulesets.close_assault.profiling import mils
from hulldown.rulesets.close_assault.reasons import Why
from hulldown.rulesets.close_assault.shooting import callers, why_not_overwatch
from hulldown.rulesets.close_assault.situation import posing
from hulldown.rulesets.close_assault.situation.data import Situation, problems, sheets
from hulldown.rulesets.close_assault.situation.posing import FIGHTER, FIRST_ENEMY, HUB, OURS, Series, series
from hulldown.rulesets.close_assault.state import State
from hulldown.rulesets.common.names import decimal, joined, plural, signed

Note = tuple[str, str]
HEADINGS = {Response.STAND: "If it stands and fights", Response.EVADE: "If it gets out of the way"}
THEM, GONE = "The enemy", "is destroyed"
CROWD = Refusal("no_room", "there is no room for all of them in contact there", "CA-2.5")


@dataclass(frozen=True)
class Case:
    """Fights that may come of a situation, and what stands over them."""

    heading: str
    fights: Series
    shock: bool


def evaluate(data: Mapping[str, Any]) -> Evaluation:
    """A situation with its exact odds. CatalogueError says what is wrong in it."""
    asked = validate(data, Situation, problems, "situation")
    try:
        s, barred = posing.build_position(asked), None
    except posing.NoRoom:
        s, barred = posing.field_all(asked), CROWD
    barred = barred or why_not(asked, s)
    explanation, besides = Explanation(title(asked)), list[OddsLine]()
    if not barred:
        cases = tuple(cases_of(asked, s))
        duel, firing = cases[0].fights.duels[0], shooters(s, cases[0].shock)
        lead = f"CAF {signed(duel.own.caf)} against {signed(duel.enemy.caf)} in the first Fight"
        explanation = Explanation(
            title(asked), lead, None, tuple(terms(cases)), tuple(notes(s, cases, firing))
        )
        besides += (line for case in cases for line in all_lines(case.fights, case.heading, case.shock))
        besides += (line for k in firing for line in overwatch_lines(s, k))
    return Evaluation(
        given=asked.model_dump(mode="json"),
        title=title(asked),
        state=s,
        order=order_of(asked),
        again=(),
        rested=s,
        at_once=0,
        refusal=barred,
        besides=tuple(besides),
        subject=FIRST_ENEMY,
        told=explanation,
        whole=True,
    )


def order_of(asked: Situation) -> Action:
    """The order of the game that the situation is about: a Tank Shock, or to pick the Combat (CA-17.2)."""
    if asked.what == "shock":
        return make(0, Verb.SHOCK, FIGHTER, FIRST_ENEMY)
    return make(0, Verb.PICK, FIGHTER)


def why_not(asked: Situation, s: State) -> Refusal | None:
    """The first reason against it (CA-20.4)."""
    if asked.what != "fights" and mils(asked.a.charged) > limit(s, FIGHTER, HUB) + TOL:
        return Why.refusal(Why.DISTANCE)
    code = check(s, 0, order_of(asked)) or posing.why_not_named(s, asked)
    return Why.refusal(code) if code else None


def cases_of(asked: Situation, s: State) -> Iterator[Case]:
    """The Fights after each answer to a Tank Shock (CA-12.6), or those of the one Combat."""
    if asked.what != "shock":
        yield Case("The Combat", series(posing.combat_at(s), asked), False)
        return
    for answer, heading in HEADINGS.items():
        yield Case(heading, series(posing.shock_at(s, answer), asked), True)


def shooters(s: State, shock: bool) -> list[int]:
    """Whose Overwatch may harm the fighter before the Fights (CA-12.8, CA-15.11)."""
    if shock:
        detachments = [FIRST_ENEMY] if why_not_overwatch(s, FIRST_ENEMY, FIGHTER) == Why.ALLOWED else []
    else:
        bits = callers(s, FIGHTER) if s.detachment[FIGHTER].moved else 0
        detachments = [k for k in range(int(s.detachments)) if bits >> k & 1]
    return [k for k in detachments if overwatch_odds(s, k, FIGHTER).expected_wounds]


# ---------------------------------------------------------------- in words


def title(asked: Situation) -> str:
    """The situation in a line: "Rhino against 3 Line infantry"."""
    known, counts = sheets(asked.own), dict[str, int]()
    for enemy in asked.enemies:
        name = known[enemy.what].name
        counts[name] = counts.get(name, 0) + 1
    crowd = joined([f"{n} {name}" if n > 1 else name for name, n in counts.items()])
    verb = "Tank Shocks" if asked.what == "shock" else "charges" if asked.what == "charge" else "fights"
    return f"{known[asked.a.what].name} {verb} {crowd}"


def terms(cases: tuple[Case, ...]) -> Iterator[Modifier]:
    """The terms of both CAFs, Fight by Fight; after another answer only what it adds to them."""
    listed: set[tuple[str, int, str]] = set()
    for case in cases:
        several = len(case.fights.opponents) > 1
        for k in range(len(case.fights.opponents)):
            duel = case.fights.duels[k]
            fight = f"Fight {k + 1}, " if several else ""
            for side in (duel.own, duel.enemy):
                for term in side.terms:
                    text = f"{fight}{model_name(case.fights.s, side.model)}: {term.text}"
                    counts = term.amount != 0 or term.text.endswith("CAF")  # a CAF itself is always told
                    if (text, term.amount, term.rule) not in listed and counts:
                        listed.add((text, term.amount, term.rule))
                        yield Modifier(text, term.amount, term.rule)


def notes(s: State, cases: tuple[Case, ...], firing: list[int]) -> Iterator[Note]:
    """Dice, spending and averages of every case, and what Overwatch does before."""
    yield from dice_notes(cases[0].fights)
    for case in cases:
        yield from spending_notes(case)
        ours, theirs = expected_wounds(case.fights.spread)
        fights, name = plural(len(case.fights.opponents), "Fight"), model_name(case.fights.s, HUB)
        wounds = f"{decimal(theirs)} Wounds on the enemy and {decimal(ours)} on {name}"
        yield f"{case.heading}: in {fights} {wounds} are to be expected.", "CA-19.4"
    for k in firing:
        wounds = decimal(overwatch_odds(s, k, FIGHTER).expected_wounds)
        lead = f"{detachment_name(s, k)} may fire Overwatch first, for {wounds} Wounds"
        yield f"{lead}; the Fights are counted without them.", "CA-19.9"


def dice_notes(fights: Series) -> Iterator[Note]:
    """More dice for later opponents, and for one of a Fight where the other has fought before (CA-9.3)."""
    first, ours, fewest = fights.duels[0], model_name(fights.s, HUB), spoke_dice(fights.s.options, 0)
    if len(fights.opponents) > 1:
        dice = [f"{fights.duels[k].enemy.dice}D6" for k in range(len(fights.opponents))]
        yield f"One after another they roll {joined(dice)}, {ours} {fewest}D6 each time.", "CA-9.3"
    elif max(first.own.dice, first.enemy.dice) > fewest:
        theirs = model_name(fights.s, first.enemy.model)
        yield f"{ours} rolls {first.own.dice}D6, {theirs} {first.enemy.dice}D6.", "CA-9.3"


def spending_notes(case: Case) -> Iterator[Note]:
    """What is spent first, and what best spending reaches (CA-19.5, CA-19.6)."""
    fights = case.fights
    useful = any(value for spoke in fights.star.spokes for value in spoke.values)
    if fights.value is not None and not (useful and any(fights.star.bonuses)):
        return
    first = spent_words(fights.s, fights.star, fights.spent[0]) if any(fights.spent[0]) else "nothing"
    rule = "CA-19.5" if len(fights.opponents) > 1 else "CA-19.6"
    if fights.value is None:
        yield f"{case.heading}: in the first Fight it spends {first}.", "CA-10.7"
    else:
        best = f"in the first Fight {first} is best" if len(fights.opponents) > 1 else f"{first} is best"
        yield f"{case.heading}: {best}, for {reasons(fights)}.", rule


def reasons(fights: Series) -> str:
    """What the best spending reaches, against what plainer ways to spend would."""

    def lead(value: Fraction) -> str:
        return f"{float(value):+.2f}".replace("-", "\u2212")

    what, unit = "a chance to win less that to lose of", ""
    if fights.goal is Objective.MARGIN:
        what, unit = "an expected lead of", " Wounds"
    against = [f"{words}: {lead(value)}" for words, value in fights.rivals]
    return f"{what} {lead(fights.value or Fraction(0))}{unit} ({', '.join(against)})"


# ---------------------------------------------------------------- what can come of it


def all_lines(fights: Series, heading: str, shock: bool) -> Iterator[OddsLine]:
    """Result, every Fight, Wounds, who is gone, tests of morale; `heading` stands over the result."""
    before = f"{heading}: " if shock else ""
    yield from result_lines(fights.spread, heading, "CA-12.19" if shock else "CA-17.5")
    for k in range(len(fights.opponents)):
        yield from fight_lines(fights, k, before)
    if len(fights.opponents) > 1:
        yield from wounds_lines(fights.spread, f"{before}Wounds in all")
    yield from gone_lines(fights, f"{before}Destroyed")
    if fights.s.detachments == FIRST_ENEMY + 1:  # all opponents are of one, whose Wounds are all the enemy's
        yield from morale_lines(fights, f"{before}Morale", shock)


def result_lines(spread: Mapping[Wounds, Fraction], heading: str, rule: str) -> list[OddsLine]:
    """Who loses more Wounds."""
    win = sum((c for (own, enemy), c in spread.items() if enemy > own), Fraction(0))
    loss = sum((c for (own, enemy), c in spread.items() if enemy < own), Fraction(0))
    return [
        OddsLine(f"{THEM} loses more Wounds", win, heading, "dead", rule),
        OddsLine("As many on both sides", 1 - win - loss, heading, "glance", rule),
        OddsLine(f"{OURS} loses more Wounds", loss, heading, "miss", rule),
    ]


def fight_lines(fights: Series, k: int, before: str) -> Iterator[OddsLine]:
    """What comes of one Fight, that it is not fought among it (CA-9.7)."""
    duel, met = fights.duels[k], fights.met[k]
    heading = f"{before}Fight {k + 1}, {model_name(fights.s, fights.opponents[k])}"
    enemy, own = model_name(fights.s, fights.opponents[k]), model_name(fights.s, HUB)
    yield OddsLine(f"{enemy} loses a Wound", met.win, heading, "dead", "CA-9.1")
    if met.both:
        yield OddsLine("Both lose a Wound", met.both, heading, "glance", "CA-9.2")
    yield OddsLine(nothing_words(duel), met.nothing, heading, "glance", nothing_rule(duel))
    yield OddsLine(f"{own} loses a Wound", met.loss, heading, "miss", "CA-9.1")
    fought = met.win + met.both + met.nothing + met.loss
    if fought < 1:
        yield OddsLine(f"Not fought: {own} {GONE}", 1 - fought, heading, "", "CA-9.7")


def wounds_lines(spread: Mapping[Wounds, Fraction], heading: str) -> list[OddsLine]:
    """The joint distribution of Wounds (CA-19.4)."""
    words = {lost: f"loses {lost}" if lost else "none" for wounds in spread for lost in wounds}
    return [
        OddsLine(f"{THEM} {words[enemy]}, {OURS} {words[own]}", chance, heading, "", "CA-19.4")
        for (own, enemy), chance in sorted(spread.items(), key=lambda row: (row[0][0] - row[0][1], row[0]))
        if chance
    ]


def gone_lines(fights: Series, heading: str) -> Iterator[OddsLine]:
    """Who is destroyed: the fighter, and opponents with one Wound left (CA-9.7)."""
    left = fights.star.wounds
    gone = sum((chance for (own, _), chance in fights.spread.items() if own >= left), Fraction(0))
    for m, met in zip(fights.opponents, fights.met, strict=True):
        if fights.s.model[m].wounds == 1:
            name = model_name(fights.s, m)
            yield OddsLine(f"{name} {GONE}", met.win + met.both, heading, "", "CA-9.7")
    yield OddsLine(f"{model_name(fights.s, HUB)} {GONE}", gone, heading, "", "CA-9.7")


def morale_lines(fights: Series, heading: str, shock: bool) -> list[OddsLine]:
    """Who has to test morale, and fails (CA-12.17 to CA-12.19, CA-17.5); nothing where nobody can have to."""
    s = fights.s
    left = remaining_wounds(s, FIGHTER), remaining_wounds(s, FIRST_ENEMY)
    preview = previewed(fights.spread, *left, morale_of(s, FIGHTER), morale_of(s, FIRST_ENEMY))
    if not preview.target_tests and not preview.vehicle_tests:
        return []
    us, them = detachment_name(s, FIGHTER), detachment_name(s, FIRST_ENEMY)
    return [
        OddsLine(f"{them} tests", preview.target_tests, heading, "", "CA-12.18" if shock else "CA-17.5"),
        OddsLine(f"{them} fails and withdraws", preview.target_fails, heading, "", "CA-16.1"),
        OddsLine(f"{us} tests", preview.vehicle_tests, heading, "", "CA-12.17" if shock else "CA-17.5"),
        OddsLine(f"{us} fails and withdraws", preview.vehicle_fails, heading, "", "CA-16.1"),
    ]


def overwatch_lines(s: State, k: int) -> Iterator[OddsLine]:
    """What the Overwatch of a detachment does to the fighter before any Fight (CA-15.10, CA-19.9)."""
    odds = overwatch_odds(s, k, FIGHTER)
    heading = f"If {detachment_name(s, k)} fires Overwatch first"
    for lost, chance in odds.wounds_lost().items():
        text = f"{OURS} loses {plural(lost, 'Wound')}" if lost else f"{OURS} loses none"
        yield OddsLine(text, chance, heading, "", "CA-15.10")
    yield OddsLine(f"{model_name(s, HUB)} {GONE}", odds.destroyed(HUB), heading, "", "CA-12.9")
