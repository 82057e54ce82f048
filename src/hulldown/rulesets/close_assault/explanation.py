"""What stands behind an order before it is given."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import partial

from hulldown.kernel.actions import Action
from hulldown.kernel.plane import mils
from hulldown.kernel.records import copy
from hulldown.rulesets.api.odds import Explanation, Note
from hulldown.rulesets.api.words import Modifier
from hulldown.rulesets.close_assault import combat, fights, movement, shooting, state, values, words
from hulldown.rulesets.close_assault.actions import check
from hulldown.rulesets.close_assault.cards import living
from hulldown.rulesets.close_assault.catalogue import Shelf
from hulldown.rulesets.close_assault.events import Sum, Why
from hulldown.rulesets.close_assault.exact import Fought, Star, fire_odds, mounts, stars_of
from hulldown.rulesets.close_assault.occasions import needed_by
from hulldown.rulesets.close_assault.odds import (
    FIRINGS,
    Preview,
    Side,
    combat_spread,
    duel_listed,
    duel_now,
    expected_wounds,
    fights_listed,
    promised,
    shock_preview,
    subject,
)
from hulldown.rulesets.close_assault.proposing import manoeuvre
from hulldown.rulesets.close_assault.state import NOBODY, Firing, Manner, Response, State, Verb, WithdrawFrom
from hulldown.rulesets.close_assault.table import arc_of, touched_by
from hulldown.rulesets.close_assault.values import can_harm, has, has_bonuses
from hulldown.rulesets.close_assault.words import detachment_name, far, model_name, model_named, named, needs
from hulldown.rulesets.common.explanation import OFF, Notes, explains
from hulldown.rulesets.common.grammar import word_of
from hulldown.rulesets.common.names import decimal, joined, percent, plural, signed, spot, spread


def side_words(s: State, side: Side) -> str:
    """What a side brings: "R1.2 rolls 3D6 +2"."""
    return f"{model_name(s, side.model)} rolls {side.dice}D6 {signed(side.caf)}"


def terms_words(side: Side) -> str:
    """The terms of a CAF: "CAF +2, Charge order +1"."""
    return ", ".join(f"{term.text} {signed(term.amount)}" for term in side.terms)


def odds_words(odds: Fought) -> str:
    """Win, tie and loss."""
    return f"win {percent(odds.win)}, tie {percent(odds.tie)}, loss {percent(odds.loss)}"


# ---------------------------------------------------------------- bonuses


def explain_spending(shelf: Shelf, s: State, a: Action) -> Explanation:
    """A Fight with so much spent, and what the best spending over all Fights of the model is."""
    duel = duel_now(s, int(a.seat), values.spent_in(a), shelf)
    title = f"{model_named(shelf, s, duel.own.model)} fights {model_named(shelf, s, duel.enemy.model)}"
    subtitle = f"{side_words(s, duel.own)}, {side_words(s, duel.enemy)}"
    theirs = (f"{model_name(s, duel.enemy.model)}: {terms_words(duel.enemy)}.", "CA-9.10")
    gone = ("Weapons whose bonuses are spent do not fire later in the round.", "CA-10.3")
    notes = (theirs, *best_notes(shelf, s, int(a.seat)), *((gone,) if values.spent_in(a) else ()))
    return Explanation(title, subtitle, None, duel.own.terms, notes)


def best_notes(shelf: Shelf, s: State, seat: int) -> Notes:
    """The spending that is best over all Fights that the model still has (CA-19.5, CA-19.6)."""
    own, enemy = combat.spender(s, seat), combat.spender(s, 1 - seat)
    star = next((candidate for candidate in stars_of(s) if candidate.hub == own), None)
    if star is None:
        worth = shooting.total_worth(s, own, enemy, shooting.everything(s, own, enemy))
        return ((f"Its only Fight: everything, {signed(worth)}, is best.", "CA-19.6"),)
    value, spent = star.budget().best(star.wounds, star.bonuses)
    text = f"{spent_words(shelf, s, star, spent)} is best, for an expected lead of {decimal(value)} Wounds"
    return ((f"Over {plural(len(star.spokes), 'Fight')}: {text}.", "CA-19.5"),)


def spent_words(shelf: Shelf, s: State, star: Star, spent: tuple[int, ...]) -> str:
    """Bonuses by weapon."""
    k = int(s.model[star.hub].detachment)
    parts = [f"{n} x {words.weapon_name(shelf, s, k, w)}" for w, n in enumerate(spent) if n]
    return joined(parts) if parts else "nothing now"


# ---------------------------------------------------------------- pairs and Combats


def explain_pair(shelf: Shelf, s: State, a: Action) -> Explanation:
    """The next Fight of the list: with no bonus and with all of both sides (CA-9.3, CA-9.6)."""
    if a.actor == NOBODY:
        return Explanation("No more Fights", notes=(("The first of them is fought now.", "CA-12.11"),))
    own, enemy = int(a.actor), int(a.target)
    bare, full = (duel_listed(s, own, enemy, bonuses, shelf) for bonuses in (False, True))
    notes = [(f"No bonuses: {odds_words(bare.odds)}.", "CA-19.2")]
    if (full.own.caf, full.enemy.caf) != (bare.own.caf, bare.enemy.caf):
        lead = f"{signed(full.own.caf)} against {signed(full.enemy.caf)}"
        notes.append((f"All bonuses, {lead}: {odds_words(full.odds)}.", "CA-10.7"))
    notes += gang_notes(s, own, enemy)
    notes.append((f"{model_name(s, enemy)}: {terms_words(bare.enemy)}.", "CA-9.10"))
    title = f"{model_named(shelf, s, own)} fights {model_named(shelf, s, enemy)}"
    return Explanation(title, f"as Fight {s.fights + 1}", None, bare.own.terms, tuple(notes))


def gang_notes(s: State, own: int, enemy: int) -> Notes:
    """More dice for whoever comes later to a model that has fought before (CA-9.3)."""
    notes = []
    for m, other in ((own, enemy), (enemy, own)):
        before = fights_listed(s, m)
        if before:
            dice = later_dice(s, other, m, before)
            text = f"{model_name(s, other)} rolls {dice}D6 after {plural(before, 'Fight')}"
            notes.append((f"{text} of {model_name(s, m)}.", "CA-9.3"))
    return tuple(notes)


def later_dice(s: State, m: int, opponent: int, fought: int) -> int:
    """The dice of a model whose opponent has so many Fights behind it."""
    tried = copy(s)
    tried.model[opponent].fought = fought
    return int(fights.dice_of(tried, m, opponent))


def explain_combat(shelf: Shelf, s: State, a: Action) -> Explanation:
    """Who is in a Combat, and the Wounds to be expected on both sides (CA-9.11, CA-17.2, CA-19.4)."""
    ours, theirs = map(decimal, expected_wounds(combat_spread(s, int(a.actor))))
    text = f"{theirs} Wounds on the enemy and {ours} on your side are to be expected"
    there = joined([named(shelf, s, k) for k in members(combat.combat_of(s, int(a.actor)), s.detachments)])
    note = ("You choose who fights whom, and in which order.", "CA-17.3")
    return Explanation(f"Combat of {there}", notes=((f"Best spending: {text}.", "CA-19.4"), note))


def members(bits: int, count: int) -> list[int]:
    """The numbers that stand in a set of bits."""
    return [number for number in range(count) if fights.holds(bits, number)]


# ---------------------------------------------------------------- Tank Shocks: one answer


IF = {
    Response.STAND: "If it stands",
    Response.STAND_AND_FIRE: "If it fires Overwatch and stands",
    Response.EVADE: "If it gets out of the way",
    Response.SOME_EVADE: "If some of it get out of the way",
    Response.FIRE_SOME_EVADE: "If some of it get out of the way and the others fire Overwatch",
}


def answer_notes(s: State, k: int, target: int, answer: Response, p: Preview) -> Notes:
    """What an answer promises to both sides."""
    ours, theirs = map(decimal, expected_wounds(p.spread))
    us, them = detachment_name(s, k), detachment_name(s, target)
    text = f"{IF[answer]}: {theirs} Wounds on {them}, {ours} on {us} in the Fights"
    if p.overwatch:
        text += f", after {decimal(p.overwatch)} from Overwatch"
    first: Note = (f"{text}.", words.RESPONSE_RULES[answer])
    tests = test_notes(them, p.target_tests, p.target_fails)
    return (first, *tests, *test_notes(us, p.vehicle_tests, p.vehicle_fails))


def test_notes(name: str, tests: Fraction, fails: Fraction) -> Notes:
    """How likely a side has to test morale, and fails."""
    if not tests:
        return ()
    return ((f"{name} tests morale in {percent(tests)} and fails in {percent(fails)}.", "CA-12.19"),)


# ---------------------------------------------------------------- before it is made


def charge_notes(s: State, k: int) -> Notes:
    """Distance of each vehicle where it stands, and the charge bonus if it fights there (CA-11)."""
    charges = []
    for m in living(s, k):
        distance, bonus = movement.charge_distance(s, m), movement.charge_in_force(s, m, True)
        charges.append(f"{model_name(s, m)} {far(distance)}, {signed(bonus)} in front")
    return ((f"Charged: {'; '.join(charges)}.", "CA-11.3"),)


def shock_notes(s: State, k: int, target: int) -> Notes:
    """Everything about a legal Tank Shock where the vehicles stand."""
    then, before = copy(s), int(s.detachment[k].shocks)
    then.detachment[k].shocks = before + 1
    penalty = int(fights.penalty_by(then, k, before, s.mute))
    notes = list(charge_notes(s, k))
    if penalty:
        notes.append((f"Earlier Tank Shocks of this round: {signed(penalty)} to every CAF.", "CA-12.23"))
    for answer, promise in shock_preview(s, k, target).items():
        notes += answer_notes(s, k, target, answer, promise)
    return tuple(notes)


def explain_shock(shelf: Shelf, s: State, a: Action) -> Explanation:
    """A Tank Shock here, for each answer of its target, both sides spending as well as they can."""
    title = f"{named(shelf, s, int(a.actor))} Tank Shocks {named(shelf, s, int(a.target))}"
    notes = shock_notes(s, int(a.actor), int(a.target))
    return Explanation(title, "best spending on both sides", notes=notes)


# ---------------------------------------------------------------- the answer


def explain_answer(shelf: Shelf, s: State, a: Action) -> Explanation:
    """What an answer promises."""
    k, target, answer = int(s.acting), int(s.target), Response(a.choice)
    notes = answer_notes(s, k, target, answer, promised(s, answer, max(0, int(a.place))))
    if answer is Response.EVADE:
        notes = (*notes, ("It loses no Wound on a tie, and wounds nobody.", "CA-12.14"))
    if combat.in_part(answer):
        text = "Who gets out of the way loses no Wound on a tie, and wounds nobody."
        notes = (*notes, (text, "CA-12.14"))
    if combat.fires_first(answer):
        notes = (*notes, ("It loses its order for the rest of the round.", "CA-3.8"))
    title = f"{named(shelf, s, target)}, Tank Shocked by {named(shelf, s, k)}"
    return Explanation(title, IF[answer].replace("If it ", ""), notes=notes)


# ---------------------------------------------------------------- moves: a whole detachment
# Moves before they are made: made on a copy, the rules say what has come of it (CA-4, CA-11 to 14).


AIMS = {Manner.CHARGE: "charges at", Manner.CHARGE_REAR: "charges at the rear of", Manner.SHOCK: "drives at"}


def explain_manoeuvre(shelf: Shelf, s: State, a: Action) -> Explanation:
    """Where a proposed move ends, whom it touches, the charge bonus, and the Tank Shock if it makes one."""
    after, k = copy(s), int(a.actor)
    shocks = manoeuvre(after, a, OFF)
    if shocks:
        notes = (*way_notes(s, after, k), *shock_notes(after, k, int(a.target)))
    else:
        notes = (*way_notes(s, after, k), *contact_notes(after, k))
    return Explanation(title_of(shelf, s, a), notes=notes)


def title_of(shelf: Shelf, s: State, a: Action) -> str:
    """Who goes where."""
    name = named(shelf, s, int(a.actor))
    if a.choice == Manner.GO:
        return f"{name} goes to {spot(a.x, a.y)}"
    if a.choice == Manner.PILE_IN:
        return f"{name} piles in"
    whom = named(shelf, s, int(a.target)) if a.place == NOBODY else model_named(shelf, s, int(a.place))
    side = "" if a.facing == NOBODY else f", {word_of(words.VEHICLE_SIDES, int(a.facing))}"
    return f"{name} {AIMS[Manner(a.choice)]} {whom}{side}"


def way_notes(s: State, after: State, k: int) -> Notes:
    """How far the models go, and what they have left then (CA-4.1)."""
    there = living(s, k)
    gone = [mils(int(after.model[m].driven) - int(s.model[m].driven)) for m in there]
    left = min(movement.remaining(after, m) for m in there)
    if not any(gone):
        return (("It finds no way and stays.", "CA-4.10"),)
    return ((f"{spread(gone, far)} of way, {far(left)} left.", "CA-4.1"),)


def contact_notes(s: State, k: int) -> Notes:
    """Whom it touches where it stands now, with what bonus, and who may fire Overwatch (CA-4.6, CA-11)."""
    touched = touched_by(s, k)
    if s.detachment[k].order != state.Order.CHARGE:
        return ()
    if not touched:
        return (("It ends in contact with nobody.", "CA-4.6"),)
    names = joined([detachment_name(s, j) for j in members(touched, s.detachments)])
    notes = [(f"It ends in contact with {names}.", "CA-2.6")]
    notes += charge_notes(s, k) if combat.all_vehicles(s, k) and not s.detachment[k].engaged else ()
    for j in members(shooting.callers(s, k), s.detachments):
        notes.append((f"{detachment_name(s, j)} may fire Overwatch first.", "CA-15.11"))
    return (*notes, *caf_notes(s, k))


def caf_notes(s: State, k: int) -> Notes:
    """CAFs of the models in contact, before bonuses and charge by distance (CA-9.10)."""
    notes = []
    for m in living(s, k):
        for j in members(fights.enemies_touched(s, m), s.models):
            ours, theirs = caf_words(s, m, j), caf_words(s, j, m)
            notes.append((f"{ours} against {theirs}, before bonuses.", "CA-9.10"))
    return tuple(notes[:4])


def caf_words(s: State, m: int, j: int) -> str:
    """A model's CAF against another: "B1.1 +0 (front)"."""
    arc = words.ARCS[int(arc_of(s, m, j))] if state.is_vehicle(s, m) else ""
    return f"{model_name(s, m)} {signed(fights.caf(s, m, j, 0, s.mute))}{f' ({arc})' if arc else ''}"


# ---------------------------------------------------------------- one model


def explain_drive(shelf: Shelf, s: State, a: Action) -> Explanation:
    """One straight way by hand: what is left, the charge bonus so far, whether the move may end so."""
    after, m = copy(s), int(a.actor)
    movement.drive(after, m, int(a.x), int(a.y), int(a.facing), OFF)
    k = int(s.model[m].detachment)
    notes = [(f"{far(movement.remaining(after, m))} left.", "CA-4.1")]
    if state.is_vehicle(s, m) and s.detachment[k].order == state.Order.CHARGE:
        notes.append((f"Charged {far(movement.charge_distance(after, m))} so far.", "CA-11.5"))
    code = movement.why_not_end(after, k)
    if code != Why.ALLOWED:
        why = Why.refusal(code)
        notes.append((f"The move may not end so yet: {why.text}.", why.rule))
    return Explanation(f"{model_named(shelf, s, m)} to {spot(a.x, a.y)}", notes=tuple(notes))


def explain_round(shelf: Shelf, s: State, a: Action) -> Explanation:
    """The arc in which it stands then, and the vehicle's CAF there (CA-13.1)."""
    after, m = copy(s), int(a.actor)
    if a.verb == Verb.ENCIRCLE:
        fights.encircle(after, m, int(a.target), int(a.choice), OFF)
    else:
        fights.leap(after, m, int(a.x), int(a.y), OFF)
    vehicles = [v for v in members(fights.enemies_touched(after, m), s.models) if state.is_vehicle(s, v)]
    notes = tuple((f"{caf_words(after, v, m)}, now {caf_words(s, v, m)}.", "CA-5.3") for v in vehicles)
    b = after.model[m].base
    return Explanation(f"{model_named(shelf, s, m)} to {spot(int(b.x), int(b.y))}", notes=notes)


def explain_turn(shelf: Shelf, s: State, a: Action) -> Explanation:
    """In which arc every enemy who touches the vehicle stands then, and the friends it keeps (CA-14.1)."""
    after, v = copy(s), int(a.actor)
    touched = fights.enemies_touched(s, v)
    combat.turn(after, v, int(a.facing), OFF)
    notes = [
        (
            f"{model_name(s, j)} in the {words.ARCS[int(arc_of(after, v, j))]}: {caf_words(after, v, j)}.",
            "CA-14.1",
        )
        for j in members(touched, s.models)
    ]
    for j in members(combat.units_touched(s, v) & ~touched, s.models):
        notes.append((f"It keeps touching {model_name(s, j)}.", "CA-14.3"))
    notes.append(("No charge bonus, and no Tank Shock after it.", "CA-14.2"))
    return Explanation(
        f"{model_named(shelf, s, v)} turns to face {words.degrees(int(a.facing))}°", notes=tuple(notes)
    )


def explain_end(shelf: Shelf, s: State, a: Action) -> Explanation:
    """What the end of the move means where the models stand."""
    return Explanation(f"{named(shelf, s, int(a.actor))} ends its move", notes=contact_notes(s, int(a.actor)))


# ---------------------------------------------------------------- shots
# Fire before it is opened: what each weapon needs, saves, Wounds to be expected (CA-15, CA-19.10).


@dataclass(frozen=True)
class Shot:
    """What a weapon needs at a target, and the save against it."""

    weapon: int
    aim: int
    face: int
    save: int
    harms: bool
    doubled: bool
    terms: tuple[Modifier, ...]


def shot_of(shelf: Shelf, s: State, m: int, w: int, aim: int, firing: Firing) -> Shot:
    """One weapon at a detachment (CA-15.3 to CA-15.6)."""
    line = s.profile[state.profile_of(s, m)].weapon[w].line[shooting.line_against(s, m, w, aim)]
    t = int(shooting.nearest_target(s, m, line, aim))
    face, terms = Sum.behind(shelf, needed_by, s, m, line, t, firing)
    save = shooting.save_against(s, m, line, shooting.allotted(s, m, line, aim), s.mute)
    harms = bool(can_harm(line, state.kind_of(s, int(s.detachment[aim].first))))
    doubled = bool(has(line, state.Trait.ASSAULT) and shooting.within_half(s, m, line, aim))
    return Shot(w, aim, face, save, harms, doubled, words.clamp_terms(terms, face, s.options))


def shots_of(shelf: Shelf, s: State, k: int, target: int, second: int, firing: Firing) -> Counter[Shot]:
    """All weapons of a detachment that would fire, equal ones counted."""
    shots: Counter[Shot] = Counter()
    for m, w in mounts(s, k):
        aim = shooting.aim_of(s, m, w, target, second)
        if shooting.why_not_shoot(s, m, w, aim, firing) == Why.ALLOWED:
            shots[shot_of(shelf, s, m, w, aim, firing)] += 1
    return shots


def shot_words(shelf: Shelf, s: State, k: int, shot: Shot, count: int) -> str:
    """How many, what they need, and the save."""
    many = f"{count} x {words.weapon_name(shelf, s, k, shot.weapon)} at {detachment_name(s, shot.aim)}"
    if not shot.harms:
        return f"{many}: {needs(shot.face)} hits, but cannot harm it."
    save = f"saved on {needs(shot.save)}" if shot.save else "no save"
    twice = f", {words.close_dice(s.options)}" if shot.doubled else ""
    return f"{many}: {needs(shot.face)} hits, {save}{twice}."


def harm_notes(s: State, k: int, target: int, second: int, firing: Firing) -> Notes:
    """Wounds to be expected, and the chance to wipe the target out (CA-19.10)."""
    odds = fire_odds(s, k, target, second, firing)
    lost = max(odds.models_lost(), default=0)
    whole = len([wounds for wounds in odds.before if wounds])
    text = f"{decimal(odds.expected_wounds)} Wounds are to be expected"
    out = odds.models_lost().get(whole) if lost == whole else None
    gone = f"; nothing is left in {percent(out)}" if out else ""
    return ((f"{text}{gone}.", "CA-19.10"),)


def explain_shots(shelf: Shelf, s: State, a: Action) -> Explanation:
    """Fire in its stage, Point Defence, Overwatch."""
    k, target, firing = int(a.actor), subject(s, a), FIRINGS[Verb(a.verb)]
    second = int(a.place) if firing is Firing.STAGE else NOBODY
    if target == NOBODY:
        return Explanation(f"{named(shelf, s, k)} does not fire")
    shots = shots_of(shelf, s, k, target, second, firing)
    notes = (
        *((shot_words(shelf, s, k, shot, count), "CA-15.4") for shot, count in shots.items()),
        *harm_notes(s, k, target, second, firing),
        *price_notes(s, k, firing),
    )
    hardest = max(shots, key=lambda shot: (shot.harms, shots[shot])) if shots else None
    return Explanation(
        f"{named(shelf, s, k)} fires at {named(shelf, s, target)}",
        f"with {plural(sum(shots.values()), 'weapon')}",
        hardest.face if hardest else None,
        hardest.terms if hardest else (),
        notes,
    )


def price_notes(s: State, k: int, firing: Firing) -> Notes:
    """What it costs to fire (CA-3.8, CA-10.3)."""
    notes = []
    if has_bonuses(s.profile[s.detachment[k].profile], s.options):
        notes.append(("Weapons fired have no bonuses left this round.", "CA-10.3"))
    if firing is Firing.OVERWATCH:
        notes.append(("It loses its order for the rest of the round.", "CA-3.8"))
    return tuple(notes)


# ---------------------------------------------------------------- explaining


def explain_order(shelf: Shelf, s: State, a: Action) -> Explanation:
    """What an order lets a detachment do (CA-3.3)."""
    notes = tuple((words.in_numbers(text, s.options), "CA-3.3") for text in words.ALLOWS[a.choice])
    return Explanation(f"{named(shelf, s, int(a.actor))}: {words.ORDERS[a.choice]}", notes=notes)


FLED_FROM = {  # CA-16.4
    WithdrawFrom.FIGHT_BEGAN: "Away from the enemies that touched it when the fight began, gone or not.",
    WithdrawFrom.TOUCHING_NOW: "Away from the enemies that touch it.",
}


def explain_withdraw(shelf: Shelf, s: State, a: Action) -> Explanation:
    """From whom a detachment withdraws, and how the rules place it (CA-16.4, CA-16.5)."""
    how = "All together, as far from the enemy as they find room; who finds none is destroyed."
    notes = ((FLED_FROM[WithdrawFrom(s.options.withdraw_from)], "CA-16.4"), (how, "CA-16.5"))
    return Explanation(f"{named(shelf, s, int(a.actor))} withdraws", notes=notes)


def explain_return(shelf: Shelf, s: State, a: Action) -> Explanation:
    """The way back of vehicles without a place to end (CA-12.26)."""
    note = ("Who has no place to end goes back along its own way to the last one.", "CA-12.26")
    return Explanation(f"{named(shelf, s, int(a.actor))} is set back", notes=(note,))


EXPLAINERS: dict[Verb, Callable[[Shelf, State, Action], Explanation]] = {
    Verb.ORDER: explain_order,
    Verb.DEFEND: explain_shots,
    Verb.DRIVE: explain_drive,
    Verb.MANOEUVRE: explain_manoeuvre,
    Verb.END: explain_end,
    Verb.SHOCK: explain_shock,
    Verb.FALLBACK: explain_return,
    Verb.RESPOND: explain_answer,
    Verb.OVERWATCH: explain_shots,
    Verb.ENCIRCLE: explain_round,
    Verb.LEAP: explain_round,
    Verb.TURN: explain_turn,
    Verb.PAIR: explain_pair,
    Verb.SPEND: explain_spending,
    Verb.WITHDRAW: explain_withdraw,
    Verb.PICK: explain_combat,
    Verb.FIRE: explain_shots,
}


def explainer(shelf: Shelf) -> Callable[[State, Action], Explanation]:
    """What explains every order."""
    explainers = {verb: partial(explain, shelf) for verb, explain in EXPLAINERS.items()}
    return explains(explainers, words.action_text, check)
