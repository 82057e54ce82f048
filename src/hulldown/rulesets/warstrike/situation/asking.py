"""From data to exact odds: the position, its order, everything that comes of it (WS-11.20)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any

from hulldown.catalogue import validate
from hulldown.rulesets.api.odds import Explanation, OddsLine
from hulldown.rulesets.api.situation import Evaluation
from hulldown.rulesets.common.explanation import Notes
from hulldown.rulesets.common.names import decimal
from hulldown.rulesets.warstrike.arming import why_not_fire
from hulldown.rulesets.warstrike.chances import PANELS
from hulldown.rulesets.warstrike.codes import Fate
from hulldown.rulesets.warstrike.exact.attack import AttackOdds, attack_odds
from hulldown.rulesets.warstrike.exact.volleys import SHOT
from hulldown.rulesets.warstrike.explaining import explain
from hulldown.rulesets.warstrike.fate import packed
from hulldown.rulesets.warstrike.naming import unit_name, weapon_name
from hulldown.rulesets.warstrike.reasons import Why
from hulldown.rulesets.warstrike.refusals import refusal
from hulldown.rulesets.warstrike.situation.data import ACTIONS, SNAP, Situation, problems
from hulldown.rulesets.warstrike.situation.posing import FIRER, TARGET, build_position, order_of, picture
from hulldown.rulesets.warstrike.state import State
from hulldown.rulesets.warstrike.vocabulary import needs

Chances = Mapping[int, Fraction]


def evaluate(data: Mapping[str, Any]) -> Evaluation:
    """A situation with its exact odds. CatalogueError says what is wrong in it."""
    asked = validate(data, Situation, problems, "situation")
    s, order = build_position(asked), order_of(asked)
    code = why_not_fire(s, FIRER, TARGET)
    barred = None if code == Why.OK else refusal(code, s.options)
    explanation = Explanation(title(asked, s))
    besides: tuple[OddsLine, ...] = ()
    if not barred:
        odds, explanation = attack_odds(s, FIRER, TARGET), explain(s, order)
        explanation = replace(explanation, notes=(*explanation.notes, *assumed(asked, odds)))
        besides = tuple(lines(asked, s, odds))
    return Evaluation(
        given=asked.model_dump(mode="json"),
        title=title(asked, s),
        state=picture(asked),
        order=order,
        again=(),
        rested=s,
        at_once=0,
        refusal=barred,
        besides=besides,
        subject=TARGET,
        told=explanation,
        whole=True,
    )


def fates(s: State, odds: AttackOdds) -> Chances:
    """The chance of each fate of the target, as numbers of `fate.py`."""
    before = int(s.unit[TARGET].markers)

    def fate_of(hits: int, results: int) -> int:
        left = odds.standing - odds.fallen[results]
        return packed(left, before + odds.gained(hits), Fate.FIGHTS) if left else packed(0, 0, Fate.DESTROYED)

    return {fate: chance for fate, chance in odds.of(fate_of).items() if chance}


def lines(asked: Situation, s: State, odds: AttackOdds) -> Iterator[OddsLine]:
    """Every shot by itself, and everything that can come of all."""
    for volley in odds.volleys:
        heading, hit = f"One shot, {weapon_name(s, volley.weapon)}", f"It hits, on {needs(volley.hit)}"
        yield OddsLine(hit, Fraction(volley.hits, SHOT), heading, "", "WS-11.9")
        yield OddsLine("It hits and is not saved", Fraction(volley.unsaved, SHOT), heading, "", "WS-11.14")
        yield OddsLine("It is a kill result", volley.chance, heading, "", "WS-11.15")
    yield from PANELS.lines(s, order_of(asked), fates(s, odds))


def title(asked: Situation, s: State) -> str:
    """The situation in a line: "Line Squad, Open Fire! at Storm Squad, 12 inches"."""
    names = [unit_name(s, k) for k in (FIRER, TARGET)]
    return f"{names[0]}, {ACTIONS[asked.firer.action]} at {names[1]}, {asked.distance:g} inches"


def assumed(asked: Situation, odds: AttackOdds) -> Notes:
    """The markers to be expected, and what the page takes for granted of everybody's place."""
    mean = decimal(sum((n * chance for n, chance in odds.markers().items()), Fraction(0)))
    far = f"{asked.distance:g} inches"
    notes = [(f"On average it takes {mean} markers.", "WS-6.9")]
    notes += [(f"Whoever fires is {far} from whomever he can hit, and sees them alike.", "WS-11.2")]
    if asked.firer.action == SNAP and asked.target.ground:
        notes.append(("Who runs is not gone to ground any more.", "WS-12.6"))
    return tuple(notes)
