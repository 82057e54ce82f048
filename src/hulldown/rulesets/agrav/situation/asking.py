"""From data to a question about odds: the position, the orders, and what the rules have against them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from hulldown.catalogue import validate
from hulldown.kernel.actions import Action, make
from hulldown.kernel.dice import new_dice
from hulldown.kernel.records import copy
from hulldown.rulesets.agrav.accuracy import is_high, is_indirect, mode_allowed, reaction_mode
from hulldown.rulesets.agrav.actions import apply, check
from hulldown.rulesets.agrav.codes import NOBODY, Family, Mode, Occasion, Verb, Way
from hulldown.rulesets.agrav.explaining import explain_plan, shots
from hulldown.rulesets.agrav.fate import PLACES
from hulldown.rulesets.agrav.geometry import ABOUT, WAYS
from hulldown.rulesets.agrav.naming import MODES, place_name, unit_name, weapon_name
from hulldown.rulesets.agrav.reaction import why_not_react
from hulldown.rulesets.agrav.reasons import Sum, Why
from hulldown.rulesets.agrav.shooting import accuracy, spend, why_not_ready
from hulldown.rulesets.agrav.situation.data import Situation, problems, squads
from hulldown.rulesets.agrav.situation.posing import SHOOTER, Laid, build_position, weapon_of
from hulldown.rulesets.agrav.state import State
from hulldown.rulesets.agrav.vocabulary import refusal
from hulldown.rulesets.api.odds import Explanation
from hulldown.rulesets.api.situation import Evaluation
from hulldown.rulesets.api.words import Refusal
from hulldown.rulesets.common.dicing import OFF
from hulldown.rulesets.common.explanation import listening
from hulldown.rulesets.common.names import plural

Plan = list[Action]
ROW = (
    "The same shot in every own turn. What was done stays done, armour cools, shields regenerate and rounds"
    " land; nobody moves or shoots back.",
    "A weapon fires once in an own turn (AG-8.12).",
)
NO_TURN = ("A whole turn is of shots by order: its other weapons stay silent here.", "AG-16.7")


def evaluate(given: Mapping[str, Any]) -> Evaluation:
    """A situation as a position with the orders asked about. CatalogueError names what is not understood."""
    asked = validate(given, Situation, problems, "situation")
    laid = build_position(asked)
    s = laid.state
    # structures never come into view (AG-16.8)
    waits = asked.shooter.occasion == "reaction" and laid.target != NOBODY
    plan, barred = reacting(asked, laid) if waits else shooting(asked, laid)
    rested = copy(s)
    for weapon in rested.units[SHOOTER].weapon:  # loads for any number of turns
        weapon.loads = max(int(weapon.loads), 100) if weapon.loads > 0 else weapon.loads
    explanation = None
    if not barred:
        w = weapon_of(s, asked.shooter.weapon)
        explanation = explain_reaction(s, w, plan[0]) if waits else explain_plan(s, plan)
    return Evaluation(
        given=asked.model_dump(mode="json"),
        title=title(asked, laid),
        state=s,
        order=plan[-1],
        before=tuple(plan[:-1]),
        again=(make(0, Verb.END), make(1, Verb.END)),
        rested=rested,
        at_once=1 if barred is None and not waits and len(plan) == 1 else 0,
        row=ROW,
        refusal=barred,
        notes=tuple(notes(asked, laid)),
        subject=laid.target if laid.target != NOBODY else PLACES + laid.place,
        told=explanation,
    )


# ---------------------------------------------------------------- orders of the own turn


def shooting(asked: Situation, laid: Laid) -> tuple[Plan, Refusal | None]:
    """The shots of a turn and the steps between them, and the first reason against one of them.

    Each is judged where those before it have done no harm.
    """
    s = copy(laid.state)
    plan: Plan = []
    for order in orders(asked, laid):
        code = check(s, 0, order)
        if code:
            return [*plan, order], refusal(s.options, code)
        plan.append(order)
        if order.verb == Verb.SHOOT:
            spend(s, SHOOTER, int(order.choice))
        else:
            apply(s, order, new_dice(0), OFF)
    if any(is_high(a.facing) for a in plan if a.verb == Verb.SHOOT):
        return landing(asked, laid, s, plan)
    return plan, None


def landing(asked: Situation, laid: Laid, s: State, plan: Plan) -> tuple[Plan, Refusal | None]:
    """The enemy's turn, in which the target may move, up to the landing of what is in flight (AG-17.13)."""
    plan = [*plan, make(0, Verb.END)]
    apply(s, plan[-1], new_dice(0), OFF)
    for number in range(asked.target.flees if laid.target != NOBODY else 0):
        # to and fro, so that the strip is long enough for any number of tiles (AG-1.5)
        away = Way.N if s.units[laid.target].facing == Way.N else Way.E
        way = away if number % 2 == 0 else (away + ABOUT) % WAYS
        step = make(1, Verb.STEP, laid.target, choice=way)
        code = check(s, 1, step)
        if code:
            return [*plan, step], refusal(s.options, code)
        plan.append(step)
        apply(s, step, new_dice(0), OFF)
    return [*plan, make(1, Verb.END)], None


def orders(asked: Situation, laid: Laid) -> Iterator[Action]:
    """First the one weapon, then steps towards the target, then the others."""
    shooter, s = asked.shooter, laid.state
    unseen = asked.between.line != "open" and asked.between.range > 1

    def shot(w: int, mode: str) -> Action:
        how = mode_for(s, w, mode, unseen)
        return make(0, Verb.SHOOT, SHOOTER, laid.target, laid.place, how, w)

    first = weapon_of(s, shooter.weapon)
    yield shot(first, shooter.mode)
    if not shooter.then:
        return
    for _ in range(shooter.onward):
        yield make(0, Verb.STEP, SHOOTER, choice=Way.E)
    for w in dict.fromkeys(weapon_of(s, name) for name in shooter.then):
        if w != first:
            yield shot(w, "")


def mode_for(s: State, w: int, wanted: str, unseen: bool) -> Mode:
    """The mode of a word, or the weapon's first; the indirect one where only an ally sees (AG-17.3)."""
    family = Family(s.units[SHOOTER].weapon[w].family)
    word = f"{wanted}_INDIRECT" if unseen else wanted
    if wanted:
        return Mode.__members__.get(word.upper(), Mode[wanted.upper()])
    allowed = [mode for mode in Mode if mode_allowed(family, mode, 0)]
    fitting = [mode for mode in allowed if bool(is_indirect(mode)) == unseen]
    return (fitting or allowed or [Mode.DIRECT])[0]


# ---------------------------------------------------------------- reaction fire


def reacting(asked: Situation, laid: Laid) -> tuple[Plan, Refusal | None]:
    """The target's step into view of a weapon that waits for it, and what speaks against that (AG-16.7)."""
    s, w = laid.state, weapon_of(laid.state, asked.shooter.weapon)
    if laid.way == NOBODY:
        return [make(1, Verb.STEP, laid.target, choice=Way.W)], Why.refusal(Why.DIRECTION_NOT_ALLOWED)
    step = make(1, Verb.STEP, laid.target, choice=laid.way)
    s.side = 0
    code = why_not_react(s, SHOOTER, w, Way.E)
    s.side = 1
    if not code:
        s.units[SHOOTER].weapon[w].cone = Way.E
        code = why_not_ready(s, SHOOTER, w) or check(s, 1, step)
    return [step], refusal(s.options, code) if code else None


def explain_reaction(s: State, w: int, step: Action) -> Explanation:
    """A shot of reaction fire where the target has stepped into view (AG-16.1, AG-8.8)."""
    after = copy(s)
    after.units[SHOOTER].weapon[w].cone = NOBODY
    apply(after, step, new_dice(0), OFF)
    mode = reaction_mode(int(after.units[SHOOTER].weapon[w].family))
    a = make(0, Verb.SHOOT, SHOOTER, int(step.actor), NOBODY, mode, w)
    why = listening()
    percent = accuracy(after, SHOOTER, w, mode, a.target, NOBODY, Occasion.REACTION, NOBODY, why)
    sums = Sum.modifiers(why)
    notes = (*shots.hit_notes(after, a), *shots.price_notes(after, a))
    title, lead = f"{shots.title(after, a)}, reaction fire", shots.chance_text(after, a, percent)
    return Explanation(title, lead, None, sums, notes)


# ---------------------------------------------------------------- words


def title(asked: Situation, laid: Laid) -> str:
    """The situation in a line: "Bastion, 100 mm cannon, at Strider (front), 4 tiles"; with the mode where it
    is chosen, and how many more weapons fire after this one.
    """
    s, shooter = laid.state, asked.shooter
    at = unit_name(s, laid.target) if laid.target != NOBODY else place_name(s, laid.place)
    faced = laid.target != NOBODY and asked.target.what not in squads()  # squads have no faces (AG-2.2)
    shown = f" ({asked.target.shows})" if faced else ""
    w = weapon_of(s, shooter.weapon)
    how = f" {MODES[Mode[shooter.mode.upper()]]}" if shooter.mode else ""
    others = {weapon_of(s, name) for name in shooter.then} - {w}
    more = f" and {plural(len(others), 'weapon')} more" if others and shooter.occasion == "order" else ""
    why = ", reaction fire" if shooter.occasion == "reaction" else ""
    fired = f"{weapon_name(s, SHOOTER, w)}{how}{more}{why}"
    return f"{unit_name(s, SHOOTER)}, {fired}, at {at}{shown}, {plural(asked.between.range, 'tile')}"


def notes(asked: Situation, laid: Laid) -> Iterator[tuple[str, str]]:
    """What is worth knowing about the situation itself."""
    between, shooter = asked.between, asked.shooter
    if between.range == 1 and between.line != "open":
        yield "Nothing lies between neighbours.", "AG-4.4"
    if shooter.occasion == "reaction" and laid.target == NOBODY:
        yield "Structures do not come into view: this is an ordinary shot.", "AG-16.8"
    elif shooter.occasion == "reaction":
        yield "The target steps out of smoke into the cone of the weapon.", "AG-16.8"
        if shooter.then:
            yield NO_TURN
    elif weapon_of(laid.state, shooter.weapon) in {weapon_of(laid.state, name) for name in shooter.then}:
        yield "The weapon that fires first fires once in a turn.", "AG-8.12"
