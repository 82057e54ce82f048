"""What can come of a situation, as statements with their chances and rules."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction

from hulldown.rulesets.close_assault.chances.duels import nothing_rule, nothing_words
from hulldown.rulesets.close_assault.exact.firing import overwatch_odds
from hulldown.rulesets.close_assault.exact.preview import Preview, previewed, wounds_left
from hulldown.rulesets.close_assault.exact.sequence import Wounds
from hulldown.rulesets.close_assault.morale import morale_of
from hulldown.rulesets.close_assault.naming import detachment_name, model_name
from hulldown.rulesets.close_assault.situation.posing import FIGHTER, HUB, OURS
from hulldown.rulesets.close_assault.situation.series import FIRST_ENEMY, Series
from hulldown.rulesets.close_assault.state import State
from hulldown.rulesets.close_assault.vocabulary import plural
from hulldown.rulesets.face.odds import OddsLine

THEM = "The enemy"
GONE = "is destroyed"


def all_lines(found: Series, heading: str, shock: bool) -> Iterator[OddsLine]:
    """Result, every Fight, Wounds, who is gone, tests of morale; `heading` stands over the result."""
    before = f"{heading}: " if shock else ""
    yield from result_lines(found.spread, heading, "CA-12.19" if shock else "CA-17.5")
    for k in range(len(found.opponents)):
        yield from fight_lines(found, k, before)
    if len(found.opponents) > 1:
        yield from wounds_lines(found.spread, f"{before}Wounds in all")
    yield from gone_lines(found, f"{before}Destroyed")
    if one_enemy(found.s):
        yield from morale_lines(found, f"{before}Morale", shock)


def result_lines(spread: Mapping[Wounds, Fraction], heading: str, rule: str) -> list[OddsLine]:
    """Who loses more Wounds."""
    win = sum((c for (own, enemy), c in spread.items() if enemy > own), Fraction(0))
    loss = sum((c for (own, enemy), c in spread.items() if enemy < own), Fraction(0))
    return [
        OddsLine(f"{THEM} loses more Wounds", win, heading, "dead", rule),
        OddsLine("As many on both sides", 1 - win - loss, heading, "glance", rule),
        OddsLine(f"{OURS} loses more Wounds", loss, heading, "miss", rule),
    ]


def fight_lines(found: Series, k: int, before: str) -> Iterator[OddsLine]:
    """What comes of one Fight, that it is not fought among it (CA-9.7)."""
    duel, met = found.duels[k], found.met[k]
    heading = f"{before}Fight {k + 1}, {model_name(found.s, found.opponents[k])}"
    enemy, own = model_name(found.s, found.opponents[k]), model_name(found.s, HUB)
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
    return [
        OddsLine(f"{THEM} {own_words(enemy)}, {OURS} {own_words(own)}", chance, heading, "", "CA-19.4")
        for (own, enemy), chance in sorted(spread.items(), key=lambda row: (row[0][0] - row[0][1], row[0]))
        if chance
    ]


def own_words(wounds: int) -> str:
    """So many Wounds: "none", "2"."""
    return f"loses {wounds}" if wounds else "none"


def gone_lines(found: Series, heading: str) -> Iterator[OddsLine]:
    """Who is destroyed: the fighter, and opponents with one Wound left (CA-9.7)."""
    left = found.star.wounds
    gone = sum((chance for (own, _), chance in found.spread.items() if own >= left), Fraction(0))
    for m, met in zip(found.opponents, found.met, strict=True):
        if found.s.model[m].wounds == 1:
            name = model_name(found.s, m)
            yield OddsLine(f"{name} {GONE}", met.win + met.both, heading, "", "CA-9.7")
    yield OddsLine(f"{model_name(found.s, HUB)} {GONE}", gone, heading, "", "CA-9.7")


# ---------------------------------------------------------------- morale and Overwatch


def one_enemy(s: State) -> bool:
    """Whether all opponents are of one detachment, whose Wounds are then all the enemy's."""
    return int(s.detachments) == FIRST_ENEMY + 1


def tests(found: Series) -> Preview:
    """Who has to test morale, and fails (CA-12.17 to CA-12.19, CA-17.5)."""
    s = found.s
    left = wounds_left(s, FIGHTER), wounds_left(s, FIRST_ENEMY)
    return previewed(found.spread, *left, morale_of(s, FIGHTER), morale_of(s, FIRST_ENEMY))


def morale_lines(found: Series, heading: str, shock: bool) -> list[OddsLine]:
    """The same in words; nothing where nobody can have to."""
    told = tests(found)
    if not told.target_tests and not told.vehicle_tests:
        return []
    us, them = detachment_name(found.s, FIGHTER), detachment_name(found.s, FIRST_ENEMY)
    return [
        OddsLine(f"{them} tests", told.target_tests, heading, "", "CA-12.18" if shock else "CA-17.5"),
        OddsLine(f"{them} fails and withdraws", told.target_fails, heading, "", "CA-16.1"),
        OddsLine(f"{us} tests", told.vehicle_tests, heading, "", "CA-12.17" if shock else "CA-17.5"),
        OddsLine(f"{us} fails and withdraws", told.vehicle_fails, heading, "", "CA-16.1"),
    ]


def overwatch_lines(s: State, k: int) -> Iterator[OddsLine]:
    """What the Overwatch of a detachment does to the fighter before any Fight (CA-15.10, CA-19.9)."""
    odds = overwatch_odds(s, k, FIGHTER)
    heading = f"If {detachment_name(s, k)} fires Overwatch first"
    for lost, chance in odds.wounds_lost().items():
        text = f"{OURS} loses {plural(lost, 'Wound')}" if lost else f"{OURS} loses none"
        yield OddsLine(text, chance, heading, "", "CA-15.10")
    yield OddsLine(f"{model_name(s, HUB)} {GONE}", odds.destroyed(HUB), heading, "", "CA-12.9")
