"""Before the first event: who fights with what. Orders that no event tells. Orders and Initiative (CA-3)."""

from __future__ import annotations

from hulldown.kernel.actions import Action
from hulldown.rulesets.api.words import Roll
from hulldown.rulesets.close_assault import events
from hulldown.rulesets.close_assault.bonuses import number_in
from hulldown.rulesets.close_assault.codes import NOBODY, Extra, Manner, Phase, Verb
from hulldown.rulesets.close_assault.naming import unit_name
from hulldown.rulesets.close_assault.state import profile_of
from hulldown.rulesets.close_assault.telling.ending import extra_words
from hulldown.rulesets.close_assault.telling.teller import DIE, Teller
from hulldown.rulesets.close_assault.vocabulary import ORDERS
from hulldown.rulesets.common.log import describes
from hulldown.rulesets.common.names import joined, plural, spot


def begin_battle(t: Teller) -> None:
    """Both sides, the objectives, the scenario's own points, and what is to be decided first."""
    s = t.s
    for side in range(2):
        mine = [k for k in range(s.detachments) if s.detachment[k].side == side]
        t.open(f"{t.side(side)} commands {joined([fielded(t, k) for k in mine])}", "CA-1.6")
    if s.objectives:
        places = [spot(int(s.objective_x[i]), int(s.objective_y[i])) for i in range(s.objectives)]
        where = f"{plural(len(places), 'objective')} at {joined(places)}"
        points = f"{s.options.objective_points} VP each"
        t.open(f"{where}: {points} at the end of every round from round {s.scoring} on", "CA-18.2")
    if s.extra != Extra.NONE:
        t.open(f"{s.extra_points} VP to {t.side(int(s.extra_side))} for {extra_words(s)}", "CA-18.3")
    if s.phase == Phase.DEPLOY:
        t.open(f"{t.side(int(s.side))} places a detachment first, then the sides alternate", "CA-2.13")
    elif s.round:
        t.heading(f"Round {s.round} of {s.rounds}", "CA-3.1")


def fielded(t: Teller, k: int) -> str:
    """A detachment, its unit and its size."""
    size = int(t.s.detachment[k].size)
    return f"{t.unit(k)} ({unit_name(t.s, k)}{f', {size} models' if size > 1 else ''})"


# ---------------------------------------------------------------- orders


def announce(t: Teller, a: Action) -> None:
    """Say what was ordered where no event says it: it may change nothing that anybody sees yet."""
    side = t.side(int(a.seat))
    match a.verb:
        case Verb.ORDER:  # which one stays secret until the reveal
            t.open(f"{side} has given {t.unit(a.actor)} its order", "CA-3.4")
        case Verb.FIRE:
            second = f", its Point Defence at {t.unit(a.place)}" if a.place != NOBODY else ""
            t.heading(f"{t.unit(a.actor)} fires at {t.unit(a.target)}{second}", "CA-15.2")
        case Verb.DEFEND if a.target == NOBODY:
            t.open(f"{t.unit(a.actor)} does not fire its Point Defence weapons", "CA-15.9")
        case Verb.OVERWATCH if a.choice == 0:
            t.open(f"{t.unit(a.actor)} does not fire Overwatch", "CA-15.11")
        case Verb.MANOEUVRE:
            announce_manoeuvre(t, a)
        case Verb.END:
            t.open(f"{t.unit(a.actor)} ends its move", "CA-4.10")
        case Verb.PICK:
            t.open(f"{side} has the Combat of {t.unit(a.actor)} fought next", "CA-17.2")
        case Verb.PAIR if a.actor == NOBODY:
            t.open(f"{side} chooses no more Fights", "CA-12.11")
        case Verb.PAIR if not events.fight_listed.among(t.rows):
            t.open(f"{t.model(a.actor)} is to fight {t.model(a.target)}", "CA-9.6")
        case Verb.SPEND:
            announce_spending(t, a)


def announce_manoeuvre(t: Teller, a: Action) -> None:
    """Where a detachment goes; one that finds no way stays (CA-4.1)."""
    goes = events.leg_moved.among(t.rows) or events.piled_in.among(t.rows)
    if a.choice == Manner.GO and goes:
        t.open(f"{t.unit(a.actor)} makes for {spot(a.x, a.y)}", "CA-4.1")
    elif a.choice in (Manner.CHARGE, Manner.CHARGE_REAR, Manner.SHOCK):
        rear = ", for the rear" if a.choice == Manner.CHARGE_REAR else ""
        t.open(f"{t.unit(a.actor)} charges at {t.unit(a.target)}{rear}", "CA-4.6")
    if not goes:
        t.open(f"{t.unit(a.actor)} stays where it is", "CA-4.1")


def announce_spending(t: Teller, a: Action) -> None:
    """Bonuses named (CA-10.7): told with the Fight, unless the other side is still to name its own."""
    weapons = range(t.s.profile[profile_of(t.s, a.actor)].weapons)
    spent = [
        f"{plural(number_in(a.choice, w), 'bonus', 'bonuses')} of its {t.weapon(a.actor, w)}"
        for w in weapons
        if number_in(a.choice, w)
    ]
    if not spent:
        t.open(f"{t.model(a.actor)} spends no bonus", "CA-10.7")
    elif not events.bonus_spent.among(t.rows):
        t.open(f"{t.model(a.actor)} will spend {joined(spent)}", "CA-10.7")


# ---------------------------------------------------------------- set-up and rounds


@describes(events.model_placed)
def describe_placed(t: Teller, model: int, x: int, y: int) -> None:
    """Models are set up, those of a detachment together (CA-2.13)."""
    many = len(t.run())
    if many == 1:
        t.begin(f"{t.model(model)} is placed at {spot(x, y)}")
        return
    whole = f"{t.full(t.of(model))} is placed"
    t.begin(f"{whole}, {plural(many, 'model')}, the first at {spot(x, y)}", "CA-2.13")


@describes(events.order_revealed)
def describe_orders(t: Teller, unit: int, order: int) -> None:
    """All orders are revealed together, those of a side in one sentence (CA-3.4)."""
    side = int(t.s.detachment[unit].side)
    draft = t.going(events.order_revealed, about=side) or t.begin(f"{t.side(side)}'s orders", about=side)
    draft.clauses.append(f"{t.unit(unit)} {ORDERS[order]}")


@describes(events.initiative_rolled)
def describe_initiative(t: Teller, side: int, cobalt: int, rust: int, tied: int) -> None:
    """Both roll; the higher die has Initiative (CA-3.5)."""
    draft = t.begin("Both sides roll for Initiative")
    for roller, die in enumerate((cobalt, rust)):
        text, wins = f"{t.side(roller)} rolls {die}.", side == roller
        draft.rolls.append(Roll(die, DIE, text, t.kind.rule, success=wins))
    if side < 0:
        verdict = "they roll again"
    elif tied:
        verdict = f"on a tie it goes to {t.side(side)}, who did not have it last round"
    else:
        verdict = f"{t.side(side)} has Initiative"
    draft.clauses += [f"{t.side(0)} {cobalt}, {t.side(1)} {rust}", verdict]
