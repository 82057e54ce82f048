"""The words of the log: orders, bands, facings, locations, damage, summands of a number."""

from __future__ import annotations

from collections.abc import Sequence

from hulldown.rulesets.chase.codes import PAYOFF, Collision, Facing, Gun, Location, Mobility, Order

ORDER_NAMES: dict[int, str] = {
    Order.PURSUE: "pursue",
    Order.FLEE: "flee",
    Order.MANEUVER: "maneuver",
    Order.HULL_DOWN: "hull down",
    Order.CHANGE_RANGE: "change range",
}
DOES: dict[int, str] = {  # what a tank with an order does
    Order.PURSUE: "pursues",
    Order.FLEE: "flees",
    Order.MANEUVER: "maneuvers",
    Order.HULL_DOWN: "goes hull down",
    Order.CHANGE_RANGE: "changes range",
}
FACES: dict[int, str] = {
    Facing.FRONT: "Front",
    Facing.RIGHT: "Right side",
    Facing.REAR: "Rear",
    Facing.LEFT: "Left side",
}
LOCATIONS: dict[int, str] = {Location.HULL: "Hull", Location.DRIVE: "Drive", Location.TURRET: "Turret"}
COLLISIONS: dict[int, str] = {
    Collision.SIDESWIPE: "Sideswipe",
    Collision.T_BONE: "T-Bone",
    Collision.HEAD_ON: "Head-On",
}
MOBILITIES: dict[int, str] = {
    Mobility.SOUND: "drive sound",
    Mobility.DAMAGED: "drive damaged",
    Mobility.IMMOBILISED: "immobilised",
}
GUNS: dict[int, str] = {
    Gun.SOUND: "gun sound",
    Gun.DAMAGED: "gun damaged",
    Gun.KNOCKED_OUT: "gun knocked out",
}


def margin(effect: int) -> str:
    """Effect as the margin of a test (CH-1.5): "a success by 1", "a failure by 2"."""
    if effect == 0:
        return "just a success"
    return f"a success by {effect}" if effect > 0 else f"a failure by {-effect}"


def span(faces: Sequence[int]) -> str:
    """Faces of a die that mean the same: "1-3", "4"."""
    return f"{faces[0]}-{faces[-1]}" if len(faces) > 1 else str(faces[0])


def either(faces: int, first: str, second: str) -> str:
    """What a d6 decides between two, so many faces for the first: "1-3 A1, 4-6 B1"."""
    parts = (range(1, faces + 1), first), (range(faces + 1, 7), second)
    return ", ".join(f"{span(shown)} {name}" for shown, name in parts if shown)


def result_word(payoff: int) -> str:
    """What a payoff is called by the side that has it (CH-12.7)."""
    if payoff == 0:
        return "a draw"
    return "a victory" if payoff >= PAYOFF else "an advantage"
