"""From data to exact odds: the position, the order that is asked about, and everything that comes of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from hulldown.catalogue import validate
from hulldown.kernel.actions import Action, make
from hulldown.rulesets.close_assault.actions import check
from hulldown.rulesets.close_assault.codes import TOL, Response, Verb
from hulldown.rulesets.close_assault.duel import HUB_DICE
from hulldown.rulesets.close_assault.exact.firing import overwatch_odds
from hulldown.rulesets.close_assault.exact.preview import expected_wounds
from hulldown.rulesets.close_assault.exact.spending import Objective
from hulldown.rulesets.close_assault.explaining.fights import spent_words
from hulldown.rulesets.close_assault.explaining.saying import decimal
from hulldown.rulesets.close_assault.movement import limit
from hulldown.rulesets.close_assault.naming import detachment_name, model_name
from hulldown.rulesets.close_assault.overwatch import callers, why_not_overwatch
from hulldown.rulesets.close_assault.profiling import mils
from hulldown.rulesets.close_assault.reasons import Why
from hulldown.rulesets.close_assault.refusals import refusal
from hulldown.rulesets.close_assault.situation.data import Situation, problems, sheets
from hulldown.rulesets.close_assault.situation.lines import all_lines, overwatch_lines
from hulldown.rulesets.close_assault.situation.posing import FIGHTER, HUB, NoRoom, field_all, lay_out
from hulldown.rulesets.close_assault.situation.series import (
    FIRST_ENEMY,
    Series,
    combat_at,
    series,
    shock_at,
    why_not_named,
)
from hulldown.rulesets.close_assault.state import State
from hulldown.rulesets.close_assault.vocabulary import joined, plural, signed
from hulldown.rulesets.face.ruleset import Explanation, OddsLine
from hulldown.rulesets.face.situation import Posed
from hulldown.rulesets.face.words import Modifier, Refusal

Note = tuple[str, str]
HEADINGS = {Response.STAND: "If it stands and fights", Response.EVADE: "If it gets out of the way"}
COMBAT = "The Combat"
CROWD = Refusal("no_room", "there is no room for all of them in contact there", "CA-2.5")


@dataclass(frozen=True)
class Case:
    """Fights that may come of a situation, and what stands over them."""

    heading: str
    fights: Series
    shock: bool


def pose(data: Mapping[str, Any]) -> Posed:
    """A situation with its exact odds. CatalogueError says what is wrong in it."""
    asked = validate(data, Situation, problems, "situation")
    try:
        s, barred = lay_out(asked), None
    except NoRoom:
        s, barred = field_all(asked), CROWD
    barred = barred or why_not(asked, s)
    cases = () if barred else tuple(cases_of(asked, s))
    return Posed(
        given=asked.model_dump(mode="json"),
        title=title(asked),
        state=s,
        order=order_of(asked),
        again=(),
        rested=s,
        at_once=0,
        refusal=barred,
        besides=() if barred else tuple(lines(s, cases)),
        subject=FIRST_ENEMY,
        told=told(asked, s, cases),
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
        return refusal(Why.DISTANCE)
    code = check(s, 0, order_of(asked)) or why_not_named(s, asked)
    return refusal(code) if code else None


def cases_of(asked: Situation, s: State) -> Iterator[Case]:
    """The Fights after each answer to a Tank Shock (CA-12.6), or those of the one Combat."""
    if asked.what != "shock":
        yield Case(COMBAT, series(combat_at(s), asked), False)
        return
    for answer, heading in HEADINGS.items():
        yield Case(heading, series(shock_at(s, answer), asked), True)


def shooters(s: State, shock: bool) -> list[int]:
    """Whose Overwatch may harm the fighter before the Fights (CA-12.8, CA-15.11)."""
    if shock:
        found = [FIRST_ENEMY] if why_not_overwatch(s, FIRST_ENEMY, FIGHTER) == Why.ALLOWED else []
    else:
        bits = callers(s, FIGHTER) if s.detachment[FIGHTER].moved else 0
        found = [k for k in range(int(s.detachments)) if bits >> k & 1]
    return [k for k in found if overwatch_odds(s, k, FIGHTER).expected_wounds]


def lines(s: State, cases: tuple[Case, ...]) -> Iterator[OddsLine]:
    """Everything that can come of it."""
    for case in cases:
        yield from all_lines(case.fights, case.heading, case.shock)
    for k in shooters(s, cases[0].shock):
        yield from overwatch_lines(s, k)


# ---------------------------------------------------------------- in words


def title(asked: Situation) -> str:
    """The situation in a line: "Rhino against 3 Line infantry"."""
    known, counts = sheets(asked.own), dict[str, int]()
    for one in asked.enemies:
        name = known[one.what].name
        counts[name] = counts.get(name, 0) + 1
    crowd = joined([f"{n} {name}" if n > 1 else name for name, n in counts.items()])
    verb = "Tank Shocks" if asked.what == "shock" else "charges" if asked.what == "charge" else "fights"
    return f"{known[asked.a.what].name} {verb} {crowd}"


def told(asked: Situation, s: State, cases: tuple[Case, ...]) -> Explanation:
    """Every term of every CAF with its rule (CA-9.10), dice, the best spending, what is to be expected."""
    if not cases:
        return Explanation(title(asked))
    first = cases[0].fights
    duel = first.duels[0]
    lead = f"CAF {signed(duel.own.caf)} against {signed(duel.enemy.caf)} in the first Fight"
    found = [*notes(s, cases)]
    return Explanation(title(asked), lead, None, tuple(terms(cases)), tuple(found))


def terms(cases: tuple[Case, ...]) -> Iterator[Modifier]:
    """The terms of both CAFs, Fight by Fight; after another answer only what it adds to them."""
    said: set[tuple[str, int, str]] = set()
    for case in cases:
        several = len(case.fights.opponents) > 1
        for k in range(len(case.fights.opponents)):
            duel = case.fights.duels[k]
            fight = f"Fight {k + 1}, " if several else ""
            for side in (duel.own, duel.enemy):
                for term in side.terms:
                    text = f"{fight}{model_name(case.fights.s, side.model)}: {term.text}"
                    if (text, term.amount, term.rule) not in said and shown(term):
                        said.add((text, term.amount, term.rule))
                        yield Modifier(text, term.amount, term.rule)


def shown(term: Modifier) -> bool:
    """Terms of nothing are left out, but for a CAF itself."""
    return term.amount != 0 or term.text.endswith("CAF")


def notes(s: State, cases: tuple[Case, ...]) -> Iterator[Note]:
    """Dice, spending and averages of every case, and what Overwatch does before."""
    yield from dice_notes(cases[0].fights)
    for case in cases:
        yield from spending_notes(case)
        yield average_note(case)
    for k in shooters(s, cases[0].shock):
        wounds = decimal(overwatch_odds(s, k, FIGHTER).expected_wounds)
        said = (
            f"{detachment_name(s, k)} may fire Overwatch first, for {wounds} Wounds; the Fights are counted"
        )
        yield f"{said} without them.", "CA-19.9"


def dice_notes(found: Series) -> Iterator[Note]:
    """More dice for later opponents, and for one of a Fight where the other has fought before (CA-9.3)."""
    first, ours = found.duels[0], model_name(found.s, HUB)
    if len(found.opponents) > 1:
        dice = [f"{found.duels[k].enemy.dice}D6" for k in range(len(found.opponents))]
        yield f"One after another they roll {joined(dice)}, {ours} {HUB_DICE}D6 each time.", "CA-9.3"
    elif max(first.own.dice, first.enemy.dice) > HUB_DICE:
        theirs = model_name(found.s, first.enemy.model)
        yield f"{ours} rolls {first.own.dice}D6, {theirs} {first.enemy.dice}D6.", "CA-9.3"


def spending_notes(case: Case) -> Iterator[Note]:
    """What is spent first, and what best spending reaches (CA-19.5, CA-19.6)."""
    found = case.fights
    useful = any(value for spoke in found.star.spokes for value in spoke.values)
    if found.value is not None and not (useful and any(found.star.bonuses)):
        return
    first = spent_words(found.s, found.star, found.spent[0]) if any(found.spent[0]) else "nothing"
    rule = "CA-19.5" if len(found.opponents) > 1 else "CA-19.6"
    if found.value is None:
        yield f"{case.heading}: in the first Fight it spends {first}.", "CA-10.7"
    else:
        best = f"in the first Fight {first} is best" if len(found.opponents) > 1 else f"{first} is best"
        yield f"{case.heading}: {best}, for {reasons(found)}.", rule


def reasons(found: Series) -> str:
    """What the best spending reaches, against what plainer ways to spend would."""
    margin = found.goal is Objective.MARGIN
    what, unit = (
        ("an expected lead of", " Wounds") if margin else ("a chance to win less that to lose of", "")
    )
    against = [f"{words}: {lead(value)}" for words, value in found.rivals]
    return f"{what} {lead(found.value or Fraction(0))}{unit} ({', '.join(against)})"


def lead(value: Fraction) -> str:
    """A number of Wounds with its sign, to hundredths: "+0.42"."""
    return f"{float(value):+.2f}".replace("-", "\u2212")


def average_note(case: Case) -> Note:
    """The Wounds to be expected."""
    ours, theirs = expected_wounds(case.fights.spread)
    fights = plural(len(case.fights.opponents), "Fight")
    said = f"{decimal(theirs)} Wounds on the enemy and {decimal(ours)} on {model_name(case.fights.s, HUB)}"
    return f"{case.heading}: in {fights} {said} are to be expected.", "CA-19.4"
