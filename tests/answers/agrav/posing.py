"""Numbers and events as questions and answers have them."""

from fractions import Fraction
from typing import Any

from hulldown.conformance.answers import Given
from hulldown.kernel.actions import Log
from hulldown.rulesets.agrav.catalogue import SHELF
from hulldown.rulesets.agrav.state import POINT, Options
from hulldown.rulesets.common.log import EventKind

KINDS = {"tank": "bastion", "walker": "strider", "agrav": "kestrel", "infantry": "troopers"}
TWENTIETHS = 20  # of penetration


def options_of(given: Given) -> Options:
    return SHELF.options_under(given.get("options", {}))


def tenths(points: float) -> int:
    return int(Fraction(str(points)) * POINT)


def pen20(penetration: int) -> int:
    return penetration * TWENTIETHS


def points(amount: int, per: int = POINT) -> int | float:
    """An amount of tenths, or of another part of a point, as a plain number: whole where it is whole."""
    return amount / per if amount % per else amount // per


def exact(amount: int, per: int = POINT) -> Fraction:
    return Fraction(int(amount), int(per))


def first_row(log: Log, kind: EventKind[Any]) -> Any:
    return kind.rows(log)[0]
