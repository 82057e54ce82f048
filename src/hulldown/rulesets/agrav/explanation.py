"""What stands behind an order before it is given."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from functools import partial
from typing import Any

from hulldown.kernel.actions import Action, Log
from hulldown.kernel.dice import Dice, new_dice
from hulldown.kernel.house_rules import REROLLED
from hulldown.kernel.records import copy
from hulldown.rulesets.agrav import accuracy, shooting, state, words
from hulldown.rulesets.agrav.actions import apply, check
from hulldown.rulesets.agrav.armor import band_end
from hulldown.rulesets.agrav.catalogue import Shelf
from hulldown.rulesets.agrav.damage import charge
from hulldown.rulesets.agrav.events import Sum, crit_rolled, model_hit, rolled_to_hit, stepped
from hulldown.rulesets.agrav.log import TELLERS
from hulldown.rulesets.agrav.movement import ram, ram_barricade, step_cost
from hulldown.rulesets.agrav.occasions import hits_of
from hulldown.rulesets.agrav.odds import part_name
from hulldown.rulesets.agrav.shot_log import Teller
from hulldown.rulesets.agrav.state import D100, NOBODY, State, Verb
from hulldown.rulesets.agrav.table import beyond
from hulldown.rulesets.agrav.words import place_name, tile_name, unit_id, weapon_name
from hulldown.rulesets.api.odds import Explanation
from hulldown.rulesets.api.words import Modifier, Sentence
from hulldown.rulesets.common.explanation import OFF, Notes, explains, open_log
from hulldown.rulesets.common.log import Draft, EventKind
from hulldown.rulesets.common.names import joined, plural
from hulldown.rulesets.common.ruleset_files import once


def movement_cost(s: State, u: int, w: int, tiles: int) -> int:
    """What so many tiles cost the aim of a weapon (AG-8.6)."""
    unit = s.units[u]
    return accuracy.own_movement(s.options, tiles, int(unit.turned), int(unit.weapon[w].stabiliser))


def aim_notes(shelf: Shelf, s: State, u: int, tiles: int) -> Notes:
    """What so many tiles cost each weapon that has not fired (AG-8.6)."""
    unit = s.units[u]
    guns = [w for w in range(unit.weapons) if shooting.has_line(s, u, w) and not unit.weapon[w].fired]
    costs = {w: movement_cost(s, u, w, tiles) for w in guns}
    text = ", ".join(f"{weapon_name(shelf, s, u, w)} -{cost}%" for w, cost in costs.items() if cost)
    return ((f"{plural(tiles, 'tile')} moved then: {text}.", "AG-8.6"),) if text else ()


def watcher_notes(shelf: Shelf, s: State, u: int, tile: int) -> Notes:
    """The weapons of enemies in whose cone a tile lies (AG-16.8)."""
    notes = []
    for v in words.enemies(s, int(s.units[u].side)):
        guns = [w for w in range(s.units[v].weapons) if shooting.watches(s, v, w, tile)]
        names = [f"{unit_id(s, v)}'s {weapon_name(shelf, s, v, w)}" for w in guns]
        notes += [(f"{name} watches {tile_name(tile)}.", "AG-16.8") for name in names]
    return tuple(notes)


def corner_notes(shelf: Shelf, s: State, u: int) -> Notes:
    """The unit's own weapons that would fire at an enemy it comes upon (AG-16.4, AG-16.10)."""
    notes = []
    for w in range(s.units[u].weapons):
        if s.units[u].weapon[w].cone != NOBODY:
            less = accuracy.surprise(s.options, shooting.corner_occasion(s, u, w))
            way = f"to the {words.way_name(s.units[u].weapon[w].cone)}, at -{less}%"
            notes.append(
                (f"{weapon_name(shelf, s, u, w)} fires at an enemy it comes upon {way}.", "AG-16.10")
            )
    return tuple(notes)


def explain_move(shelf: Shelf, s: State, a: Action) -> Explanation:
    """A step or a shift inside the tile: cost, aim, who may fire (AG-8.6, AG-16.8, AG-16.10)."""
    u, unit = int(a.actor), s.units[a.actor]
    step = a.verb == Verb.STEP
    tile = beyond(s, int(unit.tile), a.choice) if step else int(unit.tile)
    cost = step_cost(s, u, a.choice) if step else 0
    title = f"{named(shelf, s, u)} {'moves to' if step else 'shifts in'} {tile_name(tile)}"
    subtitle = f"{cost} of {unit.left} mobility" if step else "costs nothing"
    aim = aim_notes(shelf, s, u, int(unit.tiles) + 1) if step else ()
    return Explanation(
        title, subtitle, notes=(*aim, *watcher_notes(shelf, s, u, tile), *corner_notes(shelf, s, u))
    )


def explain_reaction(shelf: Shelf, s: State, a: Action) -> Explanation:
    """What a weapon that waits will shoot at, and how well (AG-16.1, AG-16.4, AG-8.8)."""
    u, w = int(a.actor), int(a.choice)
    name = weapon_name(shelf, s, u, w)
    if a.facing == NOBODY:
        return Explanation(f"{named(shelf, s, u)}: {name} waits no longer")
    turns = accuracy.surprise(s.options, state.Occasion.REACTION)
    corner = accuracy.surprise(s.options, shooting.corner_occasion(s, u, w))
    notes = [
        (f"In the enemy's turn it fires at whoever comes into view there, at -{turns}%.", "AG-16.1"),
        (f"In this turn it fires at an enemy that {unit_id(s, u)} comes upon, at -{corner}%.", "AG-16.4"),
    ]
    moved = movement_cost(s, u, w, int(s.units[u].tiles))
    if moved:
        notes.append((f"What it has moved counts too: -{moved}% so far.", "AG-8.8"))
    return Explanation(
        f"{named(shelf, s, u)}: {name} watches the {words.way_name(a.facing)}", notes=tuple(notes)
    )


def explain_ram(shelf: Shelf, s: State, a: Action) -> Explanation:
    """Both damages, layer by layer (AG-19.12 to AG-19.15)."""
    notes = layers(shelf, s, lambda after, d, e: ram(after, a.actor, a.target, a.choice, d, e))
    does = "stomps on" if s.units[a.actor].chassis == state.Chassis.WALKER else "rams"
    return Explanation(
        f"{named(shelf, s, a.actor)} {does} {named(shelf, s, a.target)}", "no roll", notes=notes
    )


def explain_barricade(shelf: Shelf, s: State, a: Action) -> Explanation:
    """What it does to the barricade and to the tank; the step through it comes after (AG-19.17)."""
    notes = layers(shelf, s, lambda after, d, e: ram_barricade(after, a.actor, a.place, d, e), until=stepped)
    return Explanation(f"{named(shelf, s, a.actor)} rams {place_name(s, a.place)}", "no roll", notes=notes)


def explain_charge(shelf: Shelf, s: State, a: Action) -> Explanation:
    """One hit of the charge (AG-21.6, AG-20.10)."""
    notes = layers(shelf, s, lambda after, d, e: charge(after, a.actor, a.place, e))
    no_shots = ("The squad does not shoot this turn.", "AG-21.6")
    title = f"Demolition charge of {named(shelf, s, a.actor)} on {place_name(s, a.place)}"
    return Explanation(title, "no roll", notes=(*notes, no_shots))


def outcome(shelf: Shelf, s: State, a: Action) -> Notes:
    """What an order without dice does to a copy of the position, told as the log would."""
    after, log = copy(s), open_log()
    apply(after, a, new_dice(0), log)
    return notes_of(TELLERS.sentences(Teller(after, log, shelf)))


def explain_shield(shelf: Shelf, s: State, a: Action) -> Explanation:
    """Price and danger of a shield switched on, what one switched off keeps (AG-13.11 to AG-13.21)."""
    on = s.units[a.actor].shield.state != state.Shield.ACTIVE
    notes = list(outcome(shelf, s, a))
    if on:
        everything = s.options.activation_double_scope == state.ActivationDoubleScope.ALL
        what = "All damage to it" if everything else "Damage to the shield"
        own = s.options.activation_double_lasts == state.ActivationDoubleLasts.OWN_TURN
        until = "this turn ends" if own else "your next turn"
        times = s.options.activation_damage
        often = "double" if times == words.TWICE else f"{times} times"
        notes.append((f"{what} counts {often} until {until}.", "AG-13.21"))
    notes.append(("It does not regenerate this turn.", "AG-13.13"))
    return Explanation(
        f"{named(shelf, s, a.actor)} switches its shield {'on' if on else 'off'}", notes=tuple(notes)
    )


def explain_transfer(shelf: Shelf, s: State, a: Action) -> Explanation:
    """What is lost on the way and what arrives (AG-14.4 to AG-14.8)."""
    title = f"{named(shelf, s, a.actor)} sends {a.choice} to {named(shelf, s, a.target)}"
    return Explanation(title, notes=outcome(shelf, s, a))


def explain_smoke(shelf: Shelf, s: State, a: Action) -> Explanation:
    """Where, how long it lasts, and that it blinds both sides (AG-3.11, AG-4.4)."""
    where = joined([tile_name(tile) for tile in (a.place, a.target, a.choice) if tile != NOBODY])
    lasts = (f"It hangs there for {plural(s.options.smoke_turns, 'enemy turn')}.", "AG-3.11")
    blinds = ("Nobody sees through it, into it or out of it, but neighbours see each other.", "AG-4.4")
    return Explanation(f"{named(shelf, s, a.actor)} throws smoke on {where}", notes=(lasts, blinds))


# ---------------------------------------------------------------- turns
# A whole turn before it is given: every shot with its own sum, where the unit stands by then (AG-8.7).


def explain_turn(shelf: Shelf, s: State, plan: Sequence[Action]) -> Explanation:
    """The first shot in full, of each later one its sum; the rest of the orders as what they do to that."""
    after, steps = without_watchers(s), []
    for order in plan:
        if order.verb == Verb.SHOOT:
            break
        steps.append(order)
        go_on(after, order)
    first = explain_shot(shelf, after, plan[len(steps)]) if len(steps) < len(plan) else Explanation("")
    later = plan[len(steps) :]
    moved = moved_notes(len([a for a in steps if a.verb == Verb.STEP]), "First")
    shots = sum(a.verb == Verb.SHOOT for a in plan)
    if shots < 2:
        return Explanation(first.title, first.subtitle, None, first.modifiers, (*moved, *first.notes))
    heading = f"{named(shelf, s, plan[0].actor)}: {plural(shots, 'volley')}"
    notes = (*moved, *first.notes, *later_notes(shelf, after, later))
    return Explanation(heading, f"{first.title}: {first.subtitle}", None, first.modifiers, notes)


def without_watchers(s: State) -> State:
    """A copy of a position in which no weapon fires by itself, so that steps need no dice."""
    after = copy(s)
    for unit in after.units:
        for weapon in unit.weapon:
            weapon.cone = NOBODY
    return after


def go_on(s: State, order: Action) -> None:
    """Carry an order out, a shot as if it missed."""
    if check(s, int(order.seat), order):
        return
    if order.verb == Verb.SHOOT:
        shooting.spend(s, int(order.actor), int(order.choice))
    else:
        apply(s, order, new_dice(0), OFF)


def later_notes(shelf: Shelf, s: State, plan: Sequence[Action]) -> Iterator[tuple[str, str]]:
    """Each shot after the first of this turn, as if those before it had missed."""
    steps = 0
    for number, order in enumerate(plan):
        if order.verb == Verb.END:
            return
        steps += order.verb == Verb.STEP
        if order.verb == Verb.SHOOT and number and not check(s, int(order.seat), order):
            yield from moved_notes(steps, "Then")
            percent, sums = shot_sum(shelf, s, order)
            yield f"Then {title(shelf, s, order)}: {sum_text(sums)} = {percent}%.", "AG-8.11"
            steps = 0
        go_on(s, order)


def moved_notes(steps: int, when: str) -> Notes:
    """Steps before a shot: only that distance counts."""
    return ((f"{when} it moves {plural(steps, 'tile')}.", "AG-8.7"),) if steps else ()


def sum_text(sums: Sequence[Modifier]) -> str:
    """A sum in words: "80 base - 25 own movement"."""
    signs = ["", *("- " if term.amount < 0 else "+ " for term in sums[1:])]
    return " ".join(f"{sign}{abs(term.amount)} {term.text}" for sign, term in zip(signs, sums, strict=True))


# ---------------------------------------------------------------- shots
# A shot before it is fired: the accuracy with every modifier by name, and what a hit does (AG-8, AG-9).


def named(shelf: Shelf, s: State, u: int) -> str:
    """A unit with its name and what it is called: "A1 Bastion"."""
    return f"{unit_id(s, u)} {words.unit_name(shelf, s, u)}"


def aim_text(shelf: Shelf, s: State, a: Action) -> str:
    """What a shot is aimed at."""
    return named(shelf, s, a.target) if a.target != NOBODY else place_name(s, a.place)


def title(shelf: Shelf, s: State, a: Action) -> str:
    """Weapon, target, and the mode where there are several."""
    several = len(words.modes_of(int(s.units[a.actor].weapon[a.choice].family))) > 1
    how = f", {words.MODES[state.Mode(a.facing)]}" if several else ""
    return f"{weapon_name(shelf, s, a.actor, a.choice)} at {aim_text(shelf, s, a)}{how}"


def shot_sum(shelf: Shelf, s: State, a: Action) -> tuple[int, tuple[Modifier, ...]]:
    """The percentage of an order to shoot, and its summands in words (AG-8.11)."""
    return Sum.behind(shelf, shooting.hit_percent, s, a.actor, a.choice, a.facing, a.target, a.place)


def chance_text(s: State, a: Action, percent: int) -> str:
    """How likely each shot is to hit, or to be on its way (AG-17.10)."""
    shots = shooting.shots_of(s, a.actor, a.choice, a.facing, a.target, a.place, s.mute)
    what = "sends it on its way" if accuracy.is_high(a.facing) else "hits"
    return f"{percent} or less on a d{D100} {what}" + (
        f", each of {plural(shots, 'shot')}" if shots > 1 else ""
    )


# ---------------------------------------------------------------- notes


def again_notes(s: State, a: Action, percent: int) -> Notes:
    """A miss against a structure is rolled again (AG-20.2)."""
    if not shooting.rerolls(s, a.target, a.place) or percent >= D100:
        return ()
    hits = hits_of(s, a.actor, a.choice, a.facing, a.target, a.place, percent)
    missed = D100 * D100 - hits
    both = f"{float((hits + Fraction(missed * percent, D100)) / D100):g}%"
    return ((f"A miss is rolled again: {both} in all.", "AG-20.2"),)


def spotter_notes(shelf: Shelf, s: State, a: Action) -> Notes:
    """Who sees the target for an indirect shot (AG-17.4)."""
    if not accuracy.is_indirect(a.facing):
        return ()
    v = accuracy.spotter_for(s, a.actor, a.choice, a.facing, a.target, a.place)
    sensors = int(s.units[v].sensors)
    return ((f"{named(shelf, s, v)} spots with {plural(sensors, 'sensor point')}.", "AG-17.4"),)


def flight_notes(s: State, a: Action) -> Notes:
    """The second roll of a round that comes down from above (AG-17.11, AG-17.13, AG-18.5)."""
    if not accuracy.is_high(a.facing):
        return ()
    o = s.options
    sure, less = landing_percent(s, a, 0), o.landing_penalty
    when = "It lands at the start of your next turn"
    shaken = ((f"Stun of {unit_id(s, a.actor)} counts then, too.", "AG-15.7"),)
    more = shaken if o.stun_rolls == state.StunRolls.ALL else ()
    if a.facing == state.Mode.TOP:
        kept = landing_percent(s, a, 1)
        seen = f"{kept}% if {unit_id(s, a.actor)} lives and still sees the target"
        return ((f"{when}: {seen}, else {sure}% less {less}% for each tile it moved.", "AG-18.5"), *more)
    if a.target == NOBODY:
        return ((f"{when}: {sure}%.", "AG-17.13"), *more)
    return ((f"{when}: {sure}% less {less}% for each tile the target moves.", "AG-17.11"), *more)


def landing_percent(s: State, a: Action, kept: int) -> int:
    """The second roll at a target that has not moved, as house rules have it now."""
    number = accuracy.impact_accuracy(s.options, 0, kept, 0, s.mute)
    return int(shooting.amend_impact(s, a.actor, a.choice, a.target, a.place, number, s.mute))


def price_notes(s: State, a: Action) -> Notes:
    """Energy and loads that a volley takes, and the time to reload (AG-5.8, AG-5.9, AG-8.12)."""
    unit, gun = s.units[a.actor], s.units[a.actor].weapon[a.choice]
    notes = []
    if gun.power:
        notes.append((f"It takes {gun.power} of {unit.energy} energy.", "AG-5.8"))
    if gun.loads > 0:
        notes.append((f"It takes 1 of {plural(gun.loads, 'load')}.", "AG-5.9"))
    if gun.reload:
        notes.append((f"Then it reloads for {plural(gun.reload, 'own turn')}.", "AG-8.12"))
    return tuple(notes)


def hit_notes(shelf: Shelf, s: State, a: Action) -> Notes:
    """One shot that hits, layer by layer, as things stand now (AG-9.1, AG-20.10, AG-21.5)."""
    high = accuracy.is_high(a.facing)

    def play(after: State, d: Dice, e: Log) -> None:
        gun = after.units[a.actor].weapon[a.choice]
        if not high:
            shooting.resolve(after, a.actor, a.choice, a.facing, a.target, a.place, d, e)
            return
        p, damage, thermal = int(gun.penetration), int(gun.damage), int(gun.thermal)
        rest = int(gun.energy), int(gun.he), int(gun.area)
        aim = a.actor, a.choice, NOBODY, a.target, a.place, state.Face.TOP
        shooting.blow(after, *aim, p, damage, thermal, *rest, d, e)

    return layers(shelf, s, play, lambda t: t.fires(a.actor, a.choice, high))


def explain_shot(shelf: Shelf, s: State, a: Action) -> Explanation:
    """The accuracy summand by summand, what comes with the shot, and what a hit does now."""
    percent, summands = shot_sum(shelf, s, a)
    before = (*spotter_notes(shelf, s, a), *again_notes(s, a, percent), *flight_notes(s, a))
    notes = (*before, *hit_notes(shelf, s, a), *price_notes(s, a))
    return Explanation(title(shelf, s, a), chance_text(s, a, percent), None, summands, notes)


# ---------------------------------------------------------------- layers
# What a hit would do, layer by layer: the rules strike a copy of the position, the log tells each step.
# Crits are left out: which part they strike is for the dice, so the copy has no parts that could change
# anything; how many crit rolls fall due is said at the end.


Play = Callable[[State, Dice, Log], None]
THROWN = (crit_rolled, rolled_to_hit)


class StepTeller(Teller):
    """Gives every event a sentence of its own; but the models that one shot hits stay together."""

    def going(self, *kinds: EventKind[Any], about: int | None = None) -> Draft | None:
        return super().going(*kinds, about=about) if model_hit in kinds else None


def without_parts(s: State) -> State:
    """A copy of a position in which crits strike nothing."""
    after = copy(s)
    for unit in after.units:
        unit.parts = 0
    return after


def layers(
    shelf: Shelf,
    s: State,
    play: Play,
    prepare: Callable[[StepTeller], None] = lambda t: None,
    until: EventKind[Any] | None = None,
) -> Notes:
    """The steps of what `play` does to a copy of the position, each with its rule.

    `prepare` tells the teller what strikes; from an event `until` on nothing is told.
    """
    after, log = without_parts(s), open_log()
    play(after, new_dice(0), log)
    teller = StepTeller(after, log, shelf)
    prepare(teller)
    due: Counter[int] = Counter()
    for row in teller.coming():
        if teller.kind == until:
            break
        if teller.kind == crit_rolled:
            due[crit_rolled.decode(row).unit] += 1
        if teller.kind not in THROWN and row.kind != REROLLED:
            TELLERS[row.kind](teller, row)
    return (*notes_of(teller.sentences()), *crit_notes(shelf, s, due))


def notes_of(sentences: Iterable[Sentence]) -> Notes:
    """Sentences with the first rule of each, and unit names as plain words."""
    plain = str.maketrans("", "", "{}")
    return tuple(
        (sentence.text.translate(plain), sentence.rules[0] if sentence.rules else "")
        for sentence in sentences
    )


def crit_notes(shelf: Shelf, s: State, due: Counter[int]) -> Notes:
    """How many crit rolls fall due, on which die, and what its faces strike (AG-12.7 to AG-12.10)."""
    rolls = [
        (f"{unit_id(s, u)} takes {plural(count, 'crit roll')} on a d{s.units[u].budget}.", "AG-12.8")
        for u, count in due.items()
    ]
    return (*rolls, *((f"{unit_id(s, u)}'s parts: {bands_text(shelf, s, u)}.", "AG-12.10") for u in due))


def bands_text(shelf: Shelf, s: State, u: int) -> str:
    """The faces of the crit die by the part that they strike: "1 to 10 cockpit and sensors, ..."."""
    parts, first = [], 1
    for k in range(s.units[u].parts):
        last = band_end(s.units[u], k)
        if last >= first:
            parts.append(f"{faces(first, last)} {part_name(shelf, s, u, k)}")
        first = max(first, last + 1)
    if first <= s.units[u].budget:
        parts.append(f"{faces(first, int(s.units[u].budget))} nothing")
    return ", ".join(parts)


def faces(first: int, last: int) -> str:
    """Faces in a row."""
    return str(first) if first == last else f"{first} to {last}"


# ---------------------------------------------------------------- explaining


EXPLAINERS: dict[Verb, Callable[[Shelf, State, Action], Explanation]] = {
    Verb.STEP: explain_move,
    Verb.REPOSITION: explain_move,
    Verb.SHOOT: explain_shot,
    Verb.REACT: explain_reaction,
    Verb.RAM: explain_ram,
    Verb.RAM_BARRICADE: explain_barricade,
    Verb.CHARGE: explain_charge,
    Verb.SHIELD: explain_shield,
    Verb.TRANSFER: explain_transfer,
    Verb.SMOKE: explain_smoke,
}


@once
def explainer(shelf: Shelf) -> Callable[[State, Action], Explanation]:
    """What explains a single order."""
    explainers = {verb: partial(explain, shelf) for verb, explain in EXPLAINERS.items()}
    return explains(explainers, partial(words.action_text, shelf), check)


def explain_plan(shelf: Shelf, s: State, plan: Sequence[Action]) -> Explanation:
    """What stands behind several orders of one turn: the first shot in full, of later ones the sums."""
    if len(plan) == 1 or not any(a.verb == Verb.SHOOT for a in plan):
        return explainer(shelf)(s, plan[-1])
    return explain_turn(shelf, s, plan)
