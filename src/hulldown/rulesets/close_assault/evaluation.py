"""From data to a question about odds, and an order of a game as such data."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import Any

from hulldown.catalogue import validate
from hulldown.kernel.actions import Action, make
from hulldown.kernel.records import copy
from hulldown.rulesets.api.garage import Forces
from hulldown.rulesets.api.odds import Explanation, Note, OddsLine
from hulldown.rulesets.api.situation import Evaluation, Told
from hulldown.rulesets.api.words import Modifier, Refusal
from hulldown.rulesets.close_assault import situation, state
from hulldown.rulesets.close_assault.actions import check
from hulldown.rulesets.close_assault.cards import living
from hulldown.rulesets.close_assault.catalogue import Shelf
from hulldown.rulesets.close_assault.combat import pick, spender
from hulldown.rulesets.close_assault.events import Why
from hulldown.rulesets.close_assault.exact import (
    Objective,
    Star,
    Wounds,
    failure_of_test,
    overwatch_odds,
    star,
)
from hulldown.rulesets.close_assault.explanation import spent_words
from hulldown.rulesets.close_assault.fights import holds, shocks_before, spoke_dice, touching_models
from hulldown.rulesets.close_assault.movement import band, charge_bonus, charge_distance, limit
from hulldown.rulesets.close_assault.odds import (
    Duel,
    duel_listed,
    duel_now,
    expected_wounds,
    fights_listed,
    nothing_rule,
    nothing_words,
    previewed,
)
from hulldown.rulesets.close_assault.setup import read_choice
from hulldown.rulesets.close_assault.shooting import (
    callers,
    locked,
    weapon_fired,
    why_not_overwatch,
)
from hulldown.rulesets.close_assault.situation import (
    FIGHTER,
    FIRST_ENEMY,
    HUB,
    OURS,
    PLACES,
    SAME,
    NoRoom,
    Series,
    Situation,
    build_position,
    combat_at,
    problems,
    series,
    sheets,
    shock_at,
)
from hulldown.rulesets.close_assault.state import NOBODY, Response, State, Verb, profile_of, side_of
from hulldown.rulesets.close_assault.table import arc_of, touching
from hulldown.rulesets.close_assault.values import (
    MIL,
    NOT_ASKED,
    UnitProfile,
    mils,
    named_bonuses,
    number_in,
    remaining_wounds,
    spent_in,
)
from hulldown.rulesets.close_assault.words import detachment_name, model_name
from hulldown.rulesets.common.names import decimal, joined, plural, signed
from hulldown.rulesets.common.situations import departed, own_key, without_defaults

HEADINGS = {Response.STAND: "If it stands and fights", Response.EVADE: "If it gets out of the way"}
THEM, GONE = "The enemy", "is destroyed"
CROWD = Refusal("no_room", "there is no room for all of them in contact there", "CA-2.5")


@dataclass(frozen=True)
class Case:
    """Fights that may come of a situation, and what stands over them."""

    heading: str
    fights: Series
    shock: bool


def evaluate(shelf: Shelf, data: Mapping[str, Any]) -> Evaluation:
    """A situation with its exact odds. CatalogueError says what is wrong in it."""
    asked = validate(data, Situation, partial(problems, shelf), "situation")
    try:
        s, barred = situation.build_position(shelf, asked), None
    except situation.NoRoom:
        s, barred = situation.field_all(shelf, asked), CROWD
    barred = barred or why_not(asked, s)
    explanation, besides = Explanation(title(shelf, asked)), list[OddsLine]()
    if not barred:
        cases = tuple(cases_of(shelf, asked, s))
        duel, firing = cases[0].fights.duels[0], shooters(s, cases[0].shock)
        lead = f"CAF {signed(duel.own.caf)} against {signed(duel.enemy.caf)} in the first Fight"
        explanation = Explanation(
            title(shelf, asked), lead, None, tuple(terms(cases)), tuple(notes(shelf, s, cases, firing))
        )
        besides += (line for case in cases for line in all_lines(case.fights, case.heading, case.shock))
        besides += (line for k in firing for line in overwatch_lines(s, k))
    return Evaluation(
        given=asked.model_dump(mode="json"),
        title=title(shelf, asked),
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
    if asked.what != "fights" and mils(asked.a.charged) > limit(s, FIGHTER, HUB) + state.TOL:
        return Why.refusal(Why.DISTANCE)
    code = check(s, 0, order_of(asked)) or situation.why_not_named(s, asked)
    return Why.refusal(code) if code else None


def cases_of(shelf: Shelf, asked: Situation, s: State) -> Iterator[Case]:
    """The Fights after each answer to a Tank Shock (CA-12.6), or those of the one Combat."""
    if asked.what != "shock":
        yield Case("The Combat", series(situation.combat_at(s), asked, shelf), False)
        return
    for answer, heading in HEADINGS.items():
        yield Case(heading, series(situation.shock_at(s, answer), asked, shelf), True)


def shooters(s: State, shock: bool) -> list[int]:
    """Whose Overwatch may harm the fighter before the Fights (CA-12.8, CA-15.11)."""
    if shock:
        detachments = [FIRST_ENEMY] if why_not_overwatch(s, FIRST_ENEMY, FIGHTER) == Why.ALLOWED else []
    else:
        bits = callers(s, FIGHTER) if s.detachment[FIGHTER].moved else 0
        detachments = [k for k in range(s.detachments) if holds(bits, k)]
    return [k for k in detachments if overwatch_odds(s, k, FIGHTER).expected_wounds]


# ---------------------------------------------------------------- in words


def title(shelf: Shelf, asked: Situation) -> str:
    """The situation in a line: "Rhino against 3 Line infantry"."""
    known, counts = sheets(shelf, asked.own), dict[str, int]()
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


def notes(shelf: Shelf, s: State, cases: tuple[Case, ...], firing: list[int]) -> Iterator[Note]:
    """Dice, spending and averages of every case, and what Overwatch does before."""
    yield from dice_notes(cases[0].fights)
    for case in cases:
        yield from spending_notes(shelf, case)
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


def spending_notes(shelf: Shelf, case: Case) -> Iterator[Note]:
    """What is spent first, and what best spending reaches (CA-19.5, CA-19.6)."""
    fights = case.fights
    useful = any(value for spoke in fights.star.spokes for value in spoke.values)
    if fights.value is not None and not (useful and any(fights.star.bonuses)):
        return
    first = spent_words(shelf, fights.s, fights.star, fights.spent[0]) if any(fights.spent[0]) else "nothing"
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
    preview = previewed(fights.spread, *left, failure_of_test(s, FIGHTER), failure_of_test(s, FIRST_ENEMY))
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


# ---------------------------------------------------------------- recasting
# Tank Shocks, Fights and Combats of a game as the data of a situation, proved to have the same terms and
# dice; what it cannot say is told instead.


Data = dict[str, Any]
TENTH = MIL // 10
OWN = ("What is fielded here is not in the book, and its profile is not at hand.", "CA-8.1")
ONE = ("The odds page is about one vehicle.", "CA-9.4")
CROWD_OF_GAME = (f"The odds page knows {len(PLACES)} enemies in contact at most.", "CA-9.4")
PLACED = ("There its enemies have no room to touch it as they do here.", "CA-2.5")
SEVERAL = ("The odds page is about one model and its enemies; here several fight on both sides.", "CA-9.4")
UNLIKE = ("The odds page cannot say all that this Fight hangs on.", "CA-9.10")


class Unsaid(ValueError):
    """Something that a situation cannot say; the note tells what."""

    def __init__(self, note: Note) -> None:
        super().__init__(note[0])
        self.note = note


def situation_of(shelf: Shelf, s: State, a: Action, forces: Forces | None = None) -> Told | None:
    """A legal Tank Shock, Fight or Combat as a situation; None for any other order.

    `forces` is what players field in place of the printed detachments (CA-1.8).
    """
    tellers: dict[int, Callable[[Shelf, State, Action, Forces], Told | None]] = {
        Verb.SHOCK: recast_shock,
        Verb.PAIR: recast_pairing,
        Verb.SPEND: recast_spending,
        Verb.PICK: recast_combat,
    }
    teller = tellers.get(int(a.verb))
    if teller is None or check(s, int(a.seat), a):
        return None
    try:
        return teller(shelf, s, a, forces or {})
    except Unsaid as lost:
        return Told(None, (lost.note,))


def recast_shock(shelf: Shelf, s: State, a: Action, forces: Forces) -> Told:
    """A Tank Shock, before anybody answers."""
    hubs, enemies = living(s, int(a.actor)), living(s, int(a.target))
    if len(hubs) != 1:
        raise Unsaid(ONE)
    hub, met = hubs[0], [m for m in enemies if touching(s, hubs[0], m)]
    if len(met) > len(PLACES):
        raise Unsaid(CROWD_OF_GAME)
    engaged = bool(s.detachment[int(a.actor)].engaged)
    came = {"charged": charge_distance(s, hub) / MIL, "engaged": engaged, "order": "none"}
    situation = meeting(shelf, s, "shock", hub, came, met, forces)
    situation["more"] = len(enemies) - len(met)
    situation[PLACES[0]]["order"] = state.Order(
        s.detachment[a.target].order
    ).name.lower()  # for its Overwatch (CA-12.8)
    data = without_defaults(situation, Situation, partial(problems, shelf))
    return Told(None, (PLACED,)) if evaluate(shelf, data).refusal else Told(data)


def recast_spending(shelf: Shelf, s: State, a: Action, forces: Forces) -> Told:
    """The Fight that comes next, with the bonuses that are to be spent (CA-10.7)."""
    seat = int(a.seat)
    own, enemy = spender(s, seat), spender(s, 1 - seat)
    situation = fight_data(shelf, s, own, [enemy], forces)
    first, p = situation[PLACES[0]], s.profile[profile_of(s, enemy)]
    situation["a"]["spend"] = "named"
    first["spent"] = [
        f"{w + 1}.{n}"
        for w in range(s.profile[profile_of(s, own)].weapons)
        for n in range(1, min(number_in(spent_in(a), w), int(s.model[own].left[w])) + 1)
    ]
    if (spent := named_bonuses(s, 1 - seat)) != NOT_ASKED:  # it spends no others in this Fight
        first["gone"] = [bonus for w in range(p.weapons) for bonus in numbered(p, w, number_in(spent, w))]
    situation["a"]["fought"], first["fought"] = int(s.model[own].fought), int(s.model[enemy].fought)
    return Told(proved(shelf, s, situation, duel_now(s, seat, spent_in(a), shelf)))


def recast_pairing(shelf: Shelf, s: State, a: Action, forces: Forces) -> Told | None:
    """The next Fight of the list, both sides spending all they can."""
    if a.actor == NOBODY:
        return None
    own, enemy = int(a.actor), int(a.target)
    situation = fight_data(shelf, s, own, [enemy], forces)
    duel = duel_listed(s, own, enemy, True, shelf)
    situation["a"]["spend"] = "all"
    situation["a"]["fought"], situation[PLACES[0]]["fought"] = (fights_listed(s, m) for m in (own, enemy))
    return Told(proved(shelf, s, situation, duel))


def recast_combat(shelf: Shelf, s: State, a: Action, forces: Forces) -> Told:
    """A whole Combat of one model against its enemies, seen from that model (CA-9.4, CA-17.2)."""
    begun = copy(s)
    pick(begun, int(a.actor))
    hub, met = hub_of(begun, int(a.seat))
    situation = fight_data(shelf, begun, hub, met, forces)
    if len({int(s.model[m].detachment) for m in met}) == 1:
        situation["more"] = len(living(s, int(s.model[met[0]].detachment))) - len(met)
    asked, fights = build_series(shelf, situation, Response.STAND)
    if terms_of_game(fights.star) != terms_of_game(star(begun, hub, met)):
        raise Unsaid(UNLIKE)
    notes = []
    if side_of(s, hub) != a.seat:
        notes.append((f"There it is seen from {model_name(s, hub)}, which meets them all.", "CA-9.4"))
    if len(living(s, int(s.model[hub].detachment))) > 1:
        notes.append(("There its detachment has no other models.", "CA-17.5"))
    return Told(asked.model_dump(mode="json", exclude_defaults=True), tuple(notes))


def hub_of(s: State, seat: int) -> tuple[int, list[int]]:
    """The model that is in every Fight of a Combat, and its enemies; the seat's own if it is one to one."""
    there = [m for m in range(s.models) if holds(touching_models(s), m)]
    ours = [m for m in there if side_of(s, m) == seat]
    theirs = [m for m in there if side_of(s, m) != seat]
    if min(len(ours), len(theirs)) > 1:
        raise Unsaid(SEVERAL)
    hubs, met = (ours, theirs) if len(ours) == 1 else (theirs, ours)
    if len(met) > len(PLACES):
        raise Unsaid(CROWD_OF_GAME)
    return hubs[0], met


# ---------------------------------------------------------------- units and models


def fight_data(shelf: Shelf, s: State, own: int, met: list[int], forces: Forces) -> Data:
    """A model and enemies in contact with it, as the stage of the Combat has them."""
    shock = s.combat != 0 and s.stage == state.Stage.SHOCK
    charged = inches_charged(s, own) if s.model[own].charge else 0
    came: Data = {"charged": charged}
    if shock:
        came["engaged"] = bool(s.detachment[int(s.model[own].detachment)].engaged)
    if shock or charged:
        came["order"] = "none"
    return meeting(shelf, s, "shock" if shock else "charge" if charged else "fights", own, came, met, forces)


def meeting(shelf: Shelf, s: State, what: str, hub: int, came: Data, met: list[int], forces: Forces) -> Data:
    """A model, how it came there, and the enemies in contact with it, one after another; `same` where the
    detachment is that before. Unsaid where a profile of a player's own is lost.
    """
    units = dict.fromkeys(int(s.model[m].detachment) for m in (hub, *met))
    own = [sheet_of(shelf, s, k, forces) for k in units if is_own(s, k)]
    k = int(s.model[hub].detachment)
    shocks = shocks_before(s, k) if state.is_vehicle(s, hub) else 0
    situation: Data = {
        "what": what,
        "opponents": len(met),
        "a": model(shelf, s, hub, forces) | {"shocks": shocks} | came,
        "own": {own_key(sheet): sheet.model_dump(exclude_defaults=True) for sheet in own},
        "options": departed(s.options, shelf.variants(), shelf.variants()),
    }
    before = NOBODY
    for place, m in zip(PLACES, met, strict=False):
        k, drives = int(s.model[m].detachment), state.is_vehicle(s, m)
        situation[place] = model(shelf, s, m, forces) | {
            "arc": state.Arc(arc_of(s, hub, m)).name.lower(),
            "faces": state.Arc(arc_of(s, m, hub)).name.lower() if drives else "front",
            "charged": inches_charged(s, m) if s.model[m].charge else 0,
            "shocks": int(s.detachment[k].shocks) if drives else 0,
        }
        if k == before:
            situation[place] |= {"what": SAME, "order": "none", "shocks": 0}
        before = k
    return situation


def model(shelf: Shelf, s: State, m: int, forces: Forces) -> Data:
    """A unit, its order, of which only Charge counts in a Fight (CA-9.8), and what a model has left."""
    k, p, left = int(s.model[m].detachment), s.profile[profile_of(s, m)], int(s.model[m].wounds)
    key = own_key(sheet_of(shelf, s, k, forces)) if is_own(s, k) else list(shelf.units().units)[p.name]
    return {
        "what": key,
        "order": "charge" if s.detachment[k].order == state.Order.CHARGE else "none",
        "wounds": left if left < p.wounds else None,
        "gone": gone(s, m),
    }


def is_own(s: State, k: int) -> bool:
    """Whether a detachment is no unit of the book."""
    return bool(s.profile[s.detachment[k].profile].name == NOBODY)


def sheet_of(shelf: Shelf, s: State, k: int, forces: Forces) -> UnitProfile:
    """The profile of a player's own that a detachment fields."""
    name = detachment_name(s, k)
    sheet = read_choice(shelf, name, forces[name]).profile if name in forces else None
    if sheet is None:
        raise Unsaid(OWN)
    return sheet


def gone(s: State, m: int) -> list[str]:
    """The bonuses that a model has no more, or may not use (CA-10.3, CA-10.8, CA-10.11)."""
    p = s.profile[profile_of(s, m)]
    bonuses: list[str] = []
    for w in range(p.weapons):
        lost = weapon_fired(s, m, w) or locked(s, m, w)
        bonuses += numbered(p, w, 0 if lost else int(s.model[m].left[w]))
    return bonuses


def numbered(p: state.Profile, w: int, left: int) -> Iterator[str]:
    """The last bonuses of a weapon, all but so many: "2.3" is the third of weapon 2."""
    return (f"{w + 1}.{n}" for n in range(left + 1, int(p.weapon[w].bonuses) + 1))


def inches_charged(s: State, m: int) -> float:
    """A charge that gives the bonus a vehicle has: its own, or the shortest that does (CA-11.3)."""
    move, bonus = int(s.profile[profile_of(s, m)].move), int(s.model[m].charge)
    own = charge_distance(s, m)
    if charge_bonus(s, m) == bonus:
        return own / MIL
    tenths = range(0, 4 * move, TENTH)
    distance = next((at for at in tenths if band(s.options, at, move) == bonus), None)
    if distance is None:
        raise Unsaid(UNLIKE)
    return distance / MIL


# ---------------------------------------------------------------- proof


def proved(shelf: Shelf, s: State, situation: Data, duel: Duel) -> Data:
    """The data without its defaults, if the Fight it leads to has the same terms and dice."""
    response = Response.EVADE if duel.evading else Response.STAND
    asked, fights = build_series(shelf, situation, response)
    if sums(fights.duels[0]) != sums(duel):
        raise Unsaid(UNLIKE)
    return asked.model_dump(mode="json", exclude_defaults=True)


def build_series(shelf: Shelf, situation: Data, response: Response) -> tuple[Situation, Series]:
    """The Fights that the data lead to."""
    asked = validate(situation, Situation, partial(problems, shelf), "situation")
    try:
        s = build_position(shelf, asked)
    except NoRoom:
        raise Unsaid(PLACED) from None
    if why_not(asked, s):
        raise Unsaid(UNLIKE)
    return asked, series(shock_at(s, response) if asked.what == "shock" else combat_at(s), asked, shelf)


def sums(duel: Duel) -> tuple[int | bool, ...]:
    """All that the chances of a Fight hang on."""
    own, enemy = duel.own, duel.enemy
    return own.caf, own.dice, enemy.caf, enemy.dice, duel.evading, duel.evades


def terms_of_game(hub_star: Star) -> tuple[object, ...]:
    """All that the chances of its Fights hang on."""
    return hub_star.wounds, hub_star.bonuses, hub_star.spokes, hub_star.both_wound
