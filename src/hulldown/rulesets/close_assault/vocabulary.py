"""The words of the log: orders, answers, arcs, stages, and the summands of a CAF or of a roll needed."""

from __future__ import annotations

import re

from hulldown.rulesets.api.words import Modifier
from hulldown.rulesets.close_assault.catalogue.scenarios import SHELF
from hulldown.rulesets.close_assault.codes import WHOLE, Arc, Firing, Kind, Order, Phase, Response
from hulldown.rulesets.close_assault.state import Options

ORDERS: dict[int, str] = {
    Order.NONE: "no order",
    Order.FIRST_FIRE: "First Fire",
    Order.ADVANCE: "Advance",
    Order.MARCH: "March",
    Order.CHARGE: "Charge",
    Order.FALL_BACK: "Fall Back",
}
ALLOWS: dict[int, tuple[str, ...]] = {  # CA-3.3, with the numbers in force
    Order.FIRST_FIRE: ("It does not move.", "It fires in the First Fire stage, and in Overwatch."),
    Order.ADVANCE: (
        "It moves up to its Move, at least {enemy_zone} from every enemy.",
        "It fires in the Advancing Fire stage, and in Overwatch until it is activated.",
    ),
    Order.MARCH: (
        "It moves up to {march_moves} times its Move, Infantry up to {infantry_march_moves} times, at least "
        "{enemy_zone} from every enemy.",
        "It does not fire, but for Point Defence weapons on the move.",
    ),
    Order.CHARGE: (
        "It moves up to its Move, up to {charge_moves} times that to end in contact or make a Tank Shock.",
        "It does not fire.",
    ),
}
BRIEFLY: dict[int, str] = {  # the same on buttons
    Order.FIRST_FIRE: "stays, fires first, Overwatch",
    Order.ADVANCE: "moves, fires last, Overwatch until then",
    Order.MARCH: "up to {march_moves} times Move, Infantry {infantry_march_moves}, no fire",
    Order.CHARGE: "up to {charge_moves} times Move into contact, no fire",
}
RESPONSES: dict[int, str] = {
    Response.STAND: "stands and fights",
    Response.STAND_AND_FIRE: "stands, and fires Overwatch first",
    Response.EVADE: "gets out of the way",
    Response.SOME_EVADE: "stands and fights with some of its models",
    Response.FIRE_SOME_EVADE: "stands with some of its models, which fire Overwatch first",
}
RESPONSE_RULES: dict[int, str] = {
    Response.STAND: "CA-12.8",
    Response.STAND_AND_FIRE: "CA-12.8",
    Response.EVADE: "CA-12.12",
    Response.SOME_EVADE: "CA-12.7",
    Response.FIRE_SOME_EVADE: "CA-12.7",
}
ARCS: dict[int, str] = {Arc.ALL: "", Arc.FRONT: "front", Arc.REAR: "rear"}
FIRINGS: dict[int, tuple[str, str]] = {  # what is said of a shot, and its rule
    Firing.STAGE: ("", "CA-15.1"),
    Firing.OVERWATCH: ("in Overwatch", "CA-15.10"),
    Firing.DEFENCE: ("as Point Defence", "CA-15.9"),
}
PHASES: dict[int, str] = {
    Phase.DEPLOY: "Set-up",
    Phase.ORDERS: "Orders phase",
    Phase.MOVEMENT: "Movement phase",
    Phase.MOVING: "Movement phase",
    Phase.ENGAGED: "Movement phase",
    Phase.POINT_DEFENCE: "Movement phase",
    Phase.RESPONSE: "Movement phase",
    Phase.OVERWATCH: "Movement phase",
    Phase.PAIRING: "Fights",
    Phase.SPENDING: "Fights",
    Phase.WITHDRAW: "Withdraw",
    Phase.FIRST_FIRE: "First Fire stage",
    Phase.ENGAGEMENT: "Engagement stage",
    Phase.ADVANCING_FIRE: "Advancing Fire stage",
    Phase.OVER: "The battle is over",
}
TYPES = {  # of the models of a detachment, as bonuses are listed against them
    Kind.INFANTRY: "infantry",
    Kind.CAVALRY: "cavalry",
    Kind.WALKER: "walkers",
    Kind.VEHICLE: "vehicles",
    Kind.SHV: "super-heavy vehicles",
    Kind.KNIGHT: "knights",
    Kind.TITAN: "titans",
}


NAMED = re.compile(r"\{(\w+)\}")


def in_numbers(text: str, o: Options) -> str:
    """A text with the numbers in force in place of their names: "at least {enemy_zone}"."""
    return NAMED.sub(lambda name: number(name[1], o), text)


def number(name: str, o: Options) -> str:
    """A number of the rules in force, as it is read: "2", "1 inch"."""
    value = SHELF.values()[name]
    text = str(value.decode(int(getattr(o, name))))
    return f"{text} {'inch' if text == '1' else value.unit}" if value.unit else text


def clamp_terms(terms: tuple[Modifier, ...], face: int, o: Options) -> tuple[Modifier, ...]:
    """The summands of a roll to hit, with what keeps it from being too easy or too hard (CA-15.4)."""
    over = face - sum(term.amount for term in terms)
    if over == 0:
        return terms
    words = (
        f"a natural {o.natural_hit} always hits" if over < 0 else f"a natural {o.natural_miss} always misses"
    )
    return (*terms, Modifier(words, over, "CA-15.4"))


def close_dice(o: Options) -> str:
    """What Assault does (CA-15.3): "twice the dice within half range"."""
    part = "half" if 2 * o.assault_range == WHOLE else f"{number('assault_range', o)} of its"
    return f"{times(int(o.assault_dice))} the dice within {part} range"


def times(number: int) -> str:
    """How many times: "twice", "3 times"."""
    return "twice" if number == 2 else f"{number} times"


def needs(face: int) -> str:
    """What a die must show: "4+"."""
    return f"{face}+" if face else "none"
