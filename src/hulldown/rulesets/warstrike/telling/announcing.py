"""What is told of an order itself, where no event says it: a move laid out, weapons and targets named."""

from __future__ import annotations

from collections.abc import Callable

from hulldown.kernel.actions import Action
from hulldown.rulesets.warstrike.arming import BEST, NO_WEAPON
from hulldown.rulesets.warstrike.codes import Phase, Verb
from hulldown.rulesets.warstrike.naming import weapon_name
from hulldown.rulesets.warstrike.reasons import Tell
from hulldown.rulesets.warstrike.telling.teller import Teller
from hulldown.rulesets.warstrike.vocabulary import spot


def announce(t: Teller, a: Action) -> None:
    """Say what was ordered."""
    said = ANNOUNCED.get(Verb(a.verb))
    if said is not None:
        said(t, a)


def of_go(t: Teller, a: Action) -> None:
    """The leader's next way-point (WS-1.8)."""
    t.open(f"{t.unit(a.actor)} is led to {spot(a.place, a.target)}", "WS-1.8")


def of_place(t: Teller, a: Action) -> None:
    """A member gets another spot (WS-7.3); in set-up an event says so."""
    if not any(row.kind == Tell.PLACED for row in t.rows):
        t.open(f"{t.model(a.actor)} is to stand at {spot(a.place, a.target)}", "WS-7.3")


def of_step(t: Teller, a: Action) -> None:
    """The next way-point of a measured member (WS-8.1)."""
    t.open(f"{t.model(a.actor)} is to walk to {spot(a.place, a.target)}", "WS-8.1")


def of_stay(t: Teller, a: Action) -> None:
    """A member stays behind (WS-7.10)."""
    t.open(f"{t.model(a.actor)} is to stay where it was", "WS-7.10")


def of_end(t: Teller, a: Action) -> None:
    """In set-up a unit stands (WS-4.11); else events tell of the move."""
    if t.s.phase in (Phase.DEPLOY, Phase.ACTIVATE) and not t.rows:
        t.open(f"{t.full(a.actor)} stands", "WS-4.11")


def of_arm(t: Teller, a: Action) -> None:
    """Which of its weapons a model is to fire (WS-2.9)."""
    if a.choice == NO_WEAPON:
        t.open(f"{t.model(a.actor)} is not to fire", "WS-2.9")
    elif a.choice == BEST:
        t.open(f"{t.model(a.actor)} is to fire whichever weapon is best", "WS-2.9")
    else:
        name = weapon_name(int(t.s.model[a.actor].weapon[a.choice]))
        t.open(f"{t.model(a.actor)} is to fire its {name}", "WS-2.9")


def of_aim(t: Teller, a: Action) -> None:
    """A model is to fire at a unit of its own (WS-11.3)."""
    t.open(f"{t.model(a.actor)} is to fire at {t.unit(a.target)}", "WS-11.3")


def of_falls(t: Teller, a: Action) -> None:
    """Who takes the next kill result (WS-11.17)."""
    t.open(f"{t.owner(a.actor)} has {t.model(a.actor)} take the next kill result", "WS-11.17")


ANNOUNCED: dict[Verb, Callable[[Teller, Action], None]] = {
    Verb.GO: of_go,
    Verb.PLACE: of_place,
    Verb.STEP: of_step,
    Verb.STAY: of_stay,
    Verb.END: of_end,
    Verb.ARM: of_arm,
    Verb.AIM: of_aim,
    Verb.FALLS: of_falls,
}
