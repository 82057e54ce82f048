"""Orders other than shots before they are given: steps and watches; rams and charges, which need no roll;
shields, charge sent and smoke (AG-7, AG-13, AG-14, AG-16, AG-19, AG-21.6, AG-22).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from hulldown.kernel.actions import Action
from hulldown.kernel.dice import new_dice
from hulldown.kernel.records import copy
from hulldown.rulesets.agrav.accuracy import own_movement, surprise
from hulldown.rulesets.agrav.actions import apply, check
from hulldown.rulesets.agrav.codes import NOBODY, Chassis, Occasion, Shield, Verb
from hulldown.rulesets.agrav.events import stepped
from hulldown.rulesets.agrav.explaining.shots import explain_shot, layers, named, notes_of, shot_sum, title
from hulldown.rulesets.agrav.geometry import beyond
from hulldown.rulesets.agrav.movement import step_cost
from hulldown.rulesets.agrav.naming import enemies, place_name, tile_name, unit_id, way_name, weapon_name
from hulldown.rulesets.agrav.ramming import ram, ram_barricade
from hulldown.rulesets.agrav.reaction import corner_occasion, watches
from hulldown.rulesets.agrav.shooting import has_line, spend
from hulldown.rulesets.agrav.state import State
from hulldown.rulesets.agrav.structures import charge
from hulldown.rulesets.agrav.telling import TELLERS
from hulldown.rulesets.agrav.telling.teller import Teller
from hulldown.rulesets.agrav.variants import ActivationDoubleLasts, ActivationDoubleScope
from hulldown.rulesets.agrav.vocabulary import TWICE
from hulldown.rulesets.api.odds import Explanation
from hulldown.rulesets.api.words import Modifier
from hulldown.rulesets.common.dicing import OFF, open_log
from hulldown.rulesets.common.explanation import Notes
from hulldown.rulesets.common.names import joined, plural


def movement_cost(s: State, u: int, w: int, tiles: int) -> int:
    """What so many tiles cost the aim of a weapon (AG-8.6)."""
    unit = s.units[u]
    return own_movement(s.options, tiles, int(unit.turned), int(unit.weapon[w].stabiliser))


def aim_notes(s: State, u: int, tiles: int) -> Notes:
    """What so many tiles cost each weapon that has not fired (AG-8.6)."""
    unit = s.units[u]
    guns = [w for w in range(unit.weapons) if has_line(s, u, w) and not unit.weapon[w].fired]
    costs = {w: movement_cost(s, u, w, tiles) for w in guns}
    text = ", ".join(f"{weapon_name(s, u, w)} -{cost}%" for w, cost in costs.items() if cost)
    return ((f"{plural(tiles, 'tile')} moved then: {text}.", "AG-8.6"),) if text else ()


def watcher_notes(s: State, u: int, tile: int) -> Notes:
    """The weapons of enemies in whose cone a tile lies (AG-16.8)."""
    notes = []
    for v in enemies(s, int(s.units[u].side)):
        guns = [w for w in range(s.units[v].weapons) if watches(s, v, w, tile)]
        names = [f"{unit_id(s, v)}'s {weapon_name(s, v, w)}" for w in guns]
        notes += [(f"{name} watches {tile_name(tile)}.", "AG-16.8") for name in names]
    return tuple(notes)


def corner_notes(s: State, u: int) -> Notes:
    """The unit's own weapons that would fire at an enemy it comes upon (AG-16.4, AG-16.10)."""
    set_up = [w for w in range(s.units[u].weapons) if s.units[u].weapon[w].cone != NOBODY]
    return tuple(
        (
            f"{weapon_name(s, u, w)} fires at an enemy it comes upon to the "
            f"{way_name(s.units[u].weapon[w].cone)}, at -{surprise(s.options, corner_occasion(s, u, w))}%.",
            "AG-16.10",
        )
        for w in set_up
    )


def explain_move(s: State, a: Action) -> Explanation:
    """A step or a shift inside the tile: cost, aim, who may fire (AG-8.6, AG-16.8, AG-16.10)."""
    u, unit = int(a.actor), s.units[a.actor]
    step = a.verb == Verb.STEP
    tile = beyond(s, int(unit.tile), a.choice) if step else int(unit.tile)
    cost = step_cost(s, u, a.choice) if step else 0
    title = f"{named(s, u)} {'moves to' if step else 'shifts in'} {tile_name(tile)}"
    subtitle = f"{cost} of {unit.left} mobility" if step else "costs nothing"
    aim = aim_notes(s, u, int(unit.tiles) + 1) if step else ()
    return Explanation(title, subtitle, notes=(*aim, *watcher_notes(s, u, tile), *corner_notes(s, u)))


def explain_reaction(s: State, a: Action) -> Explanation:
    """What a weapon that waits will shoot at, and how well (AG-16.1, AG-16.4, AG-8.8)."""
    u, w = int(a.actor), int(a.choice)
    name = weapon_name(s, u, w)
    if a.facing == NOBODY:
        return Explanation(f"{named(s, u)}: {name} waits no longer")
    turns = surprise(s.options, Occasion.REACTION)
    corner = surprise(s.options, corner_occasion(s, u, w))
    notes = [
        (f"In the enemy's turn it fires at whoever comes into view there, at -{turns}%.", "AG-16.1"),
        (f"In this turn it fires at an enemy that {unit_id(s, u)} comes upon, at -{corner}%.", "AG-16.4"),
    ]
    moved = movement_cost(s, u, w, int(s.units[u].tiles))
    if moved:
        notes.append((f"What it has moved counts too: -{moved}% so far.", "AG-8.8"))
    return Explanation(f"{named(s, u)}: {name} watches the {way_name(a.facing)}", notes=tuple(notes))


def explain_ram(s: State, a: Action) -> Explanation:
    """Both damages, layer by layer (AG-19.12 to AG-19.15)."""
    notes = layers(s, lambda after, d, e: ram(after, a.actor, a.target, a.choice, d, e))
    does = "stomps on" if s.units[a.actor].chassis == Chassis.WALKER else "rams"
    return Explanation(f"{named(s, a.actor)} {does} {named(s, a.target)}", "no roll", notes=notes)


def explain_barricade(s: State, a: Action) -> Explanation:
    """What it does to the barricade and to the tank; the step through it comes after (AG-19.17)."""
    notes = layers(s, lambda after, d, e: ram_barricade(after, a.actor, a.place, d, e), until=stepped)
    return Explanation(f"{named(s, a.actor)} rams {place_name(s, a.place)}", "no roll", notes=notes)


def explain_charge(s: State, a: Action) -> Explanation:
    """One hit of the charge (AG-21.6, AG-20.10)."""
    notes = layers(s, lambda after, d, e: charge(after, a.actor, a.place, e))
    no_shots = ("The squad does not shoot this turn.", "AG-21.6")
    title = f"Demolition charge of {named(s, a.actor)} on {place_name(s, a.place)}"
    return Explanation(title, "no roll", notes=(*notes, no_shots))


def outcome(s: State, a: Action) -> Notes:
    """What an order without dice does to a copy of the position, told as the log would."""
    after, log = copy(s), open_log()
    apply(after, a, new_dice(0), log)
    return notes_of(TELLERS.sentences(Teller(after, log)))


def explain_shield(s: State, a: Action) -> Explanation:
    """Price and danger of a shield switched on, what one switched off keeps (AG-13.11 to AG-13.21)."""
    on = s.units[a.actor].shield.state != Shield.ACTIVE
    notes = list(outcome(s, a))
    if on:
        everything = s.options.activation_double_scope == ActivationDoubleScope.ALL
        what = "All damage to it" if everything else "Damage to the shield"
        own = s.options.activation_double_lasts == ActivationDoubleLasts.OWN_TURN
        until = "this turn ends" if own else "your next turn"
        times = s.options.activation_damage
        often = "double" if times == TWICE else f"{times} times"
        notes.append((f"{what} counts {often} until {until}.", "AG-13.21"))
    notes.append(("It does not regenerate this turn.", "AG-13.13"))
    return Explanation(f"{named(s, a.actor)} switches its shield {'on' if on else 'off'}", notes=tuple(notes))


def explain_transfer(s: State, a: Action) -> Explanation:
    """What is lost on the way and what arrives (AG-14.4 to AG-14.8)."""
    title = f"{named(s, a.actor)} sends {a.choice} to {named(s, a.target)}"
    return Explanation(title, notes=outcome(s, a))


def explain_smoke(s: State, a: Action) -> Explanation:
    """Where, how long it lasts, and that it blinds both sides (AG-3.11, AG-4.4)."""
    where = joined([tile_name(tile) for tile in (a.place, a.target, a.choice) if tile != NOBODY])
    lasts = (f"It hangs there for {plural(s.options.smoke_turns, 'enemy turn')}.", "AG-3.11")
    blinds = ("Nobody sees through it, into it or out of it, but neighbours see each other.", "AG-4.4")
    return Explanation(f"{named(s, a.actor)} throws smoke on {where}", notes=(lasts, blinds))


# ---------------------------------------------------------------- turns
# A whole turn before it is given: every shot with its own sum, where the unit stands by then (AG-8.7).


def explain_turn(s: State, plan: Sequence[Action]) -> Explanation:
    """The first shot in full, of each later one its sum; the rest of the orders as what they do to that."""
    after, steps = without_watchers(s), []
    for order in plan:
        if order.verb == Verb.SHOOT:
            break
        steps.append(order)
        go_on(after, order)
    first = explain_shot(after, plan[len(steps)]) if len(steps) < len(plan) else Explanation("")
    later = plan[len(steps) :]
    moved = moved_notes(len([a for a in steps if a.verb == Verb.STEP]), "First")
    shots = sum(a.verb == Verb.SHOOT for a in plan)
    if shots < 2:
        return Explanation(first.title, first.subtitle, None, first.modifiers, (*moved, *first.notes))
    heading = f"{named(s, plan[0].actor)}: {plural(shots, 'volley')}"
    notes = (*moved, *first.notes, *later_notes(after, later))
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
        spend(s, int(order.actor), int(order.choice))
    else:
        apply(s, order, new_dice(0), OFF)


def later_notes(s: State, plan: Sequence[Action]) -> Iterator[tuple[str, str]]:
    """Each shot after the first of this turn, as if those before it had missed."""
    steps = 0
    for number, order in enumerate(plan):
        if order.verb == Verb.END:
            return
        steps += order.verb == Verb.STEP
        if order.verb == Verb.SHOOT and number and not check(s, int(order.seat), order):
            yield from moved_notes(steps, "Then")
            percent, sums = shot_sum(s, order)
            yield f"Then {title(s, order)}: {sum_text(sums)} = {percent}%.", "AG-8.11"
            steps = 0
        go_on(s, order)


def moved_notes(steps: int, when: str) -> Notes:
    """Steps before a shot: only that distance counts."""
    return ((f"{when} it moves {plural(steps, 'tile')}.", "AG-8.7"),) if steps else ()


def sum_text(sums: Sequence[Modifier]) -> str:
    """A sum in words: "80 base - 25 own movement"."""
    signs = ["", *("- " if term.amount < 0 else "+ " for term in sums[1:])]
    return " ".join(f"{sign}{abs(term.amount)} {term.text}" for sign, term in zip(signs, sums, strict=True))
