"""What is told of an order itself, where no event says it: it may change nothing that anybody sees yet."""

from __future__ import annotations

from collections.abc import Callable

from hulldown.kernel.actions import Action
from hulldown.rulesets.close_assault.bonuses import number_in
from hulldown.rulesets.close_assault.codes import NOBODY, Manner, Verb
from hulldown.rulesets.close_assault.reasons import Tell
from hulldown.rulesets.close_assault.state import profile_of
from hulldown.rulesets.close_assault.telling.teller import Teller, spot
from hulldown.rulesets.close_assault.vocabulary import joined, plural

GOING = (Tell.LEG_MOVED, Tell.PILED_IN)


def announce(t: Teller, a: Action) -> None:
    """Say what was ordered."""
    said = ANNOUNCED.get(Verb(a.verb))
    if said is not None:
        said(t, a)


def has(t: Teller, *kinds: Tell) -> bool:
    """Whether any event of a kind follows."""
    return any(row.kind in kinds for row in t.rows)


def of_order(t: Teller, a: Action) -> None:
    """Only that an order was given: which one stays secret until the reveal (CA-3.4)."""
    t.open(f"{t.side(int(a.seat))} has given {t.unit(a.actor)} its order", "CA-3.4")


def of_fire(t: Teller, a: Action) -> None:
    """A detachment is activated to fire (CA-15.1, CA-15.2)."""
    second = f", its Point Defence at {t.unit(a.place)}" if a.place != NOBODY else ""
    t.heading(f"{t.unit(a.actor)} fires at {t.unit(a.target)}{second}", "CA-15.2")


def of_defence(t: Teller, a: Action) -> None:
    """Point Defence weapons stay silent (CA-15.9)."""
    if a.target == NOBODY:
        t.open(f"{t.unit(a.actor)} does not fire its Point Defence weapons", "CA-15.9")


def of_overwatch(t: Teller, a: Action) -> None:
    """Overwatch called, or not (CA-15.11)."""
    if a.choice == 0:
        t.open(f"{t.unit(a.actor)} does not fire Overwatch", "CA-15.11")


def of_manoeuvre(t: Teller, a: Action) -> None:
    """Where a detachment goes; one that finds no way stays (CA-4.1)."""
    if a.choice == Manner.GO and has(t, *GOING):
        t.open(f"{t.unit(a.actor)} makes for {spot(a.x, a.y)}", "CA-4.1")
    elif a.choice in (Manner.CHARGE, Manner.CHARGE_REAR, Manner.SHOCK):
        rear = ", for the rear" if a.choice == Manner.CHARGE_REAR else ""
        t.open(f"{t.unit(a.actor)} charges at {t.unit(a.target)}{rear}", "CA-4.6")
    if not has(t, *GOING):
        t.open(f"{t.unit(a.actor)} stays where it is", "CA-4.1")


def of_end(t: Teller, a: Action) -> None:
    """A move ends (CA-4.10)."""
    t.open(f"{t.unit(a.actor)} ends its move", "CA-4.10")


def of_pick(t: Teller, a: Action) -> None:
    """Which Combat comes next (CA-17.2)."""
    t.open(f"{t.side(int(a.seat))} has the Combat of {t.unit(a.actor)} fought next", "CA-17.2")


def of_pair(t: Teller, a: Action) -> None:
    """The next Fight of the list, or that there are no more (CA-9.6)."""
    if a.actor == NOBODY:
        t.open(f"{t.side(int(a.seat))} chooses no more Fights", "CA-12.11")
    elif not has(t, Tell.FIGHT_LISTED):
        t.open(f"{t.model(a.actor)} is to fight {t.model(a.target)}", "CA-9.6")


def of_spending(t: Teller, a: Action) -> None:
    """Bonuses named (CA-10.7): told with the Fight, unless the other side is still to name its own."""
    weapons = range(t.s.profile[profile_of(t.s, a.actor)].weapons)
    spent = [
        f"{plural(number_in(a.choice, w), 'bonus', 'bonuses')} of its {t.weapon(a.actor, w)}"
        for w in weapons
        if number_in(a.choice, w)
    ]
    if not spent:
        t.open(f"{t.model(a.actor)} spends no bonus", "CA-10.7")
    elif not has(t, Tell.BONUS_SPENT):
        t.open(f"{t.model(a.actor)} will spend {joined(spent)}", "CA-10.7")


ANNOUNCED: dict[Verb, Callable[[Teller, Action], None]] = {
    Verb.ORDER: of_order,
    Verb.FIRE: of_fire,
    Verb.DEFEND: of_defence,
    Verb.OVERWATCH: of_overwatch,
    Verb.MANOEUVRE: of_manoeuvre,
    Verb.END: of_end,
    Verb.PICK: of_pick,
    Verb.PAIR: of_pair,
    Verb.SPEND: of_spending,
}
