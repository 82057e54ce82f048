"""The words of the log: actions, phases, sights, and the summands of a roll needed or of a check."""

from __future__ import annotations

from hulldown.rulesets.face.words import Modifier
from hulldown.rulesets.shared import wording
from hulldown.rulesets.warstrike.codes import FINE, INCH, Deed, Edge, Half, Phase, Sight
from hulldown.rulesets.warstrike.naming import deed_name

ALLOWS: dict[
    int, tuple[tuple[str, str], ...]
] = {  # what an action lets a unit do, each with its rule (WS-16.2)
    Deed.OPEN_FIRE: (
        ("Its leader may walk up to Mv before it fires; the others stand.", "WS-9.2"),
        ("It fires in full at a unit that its leader can see.", "WS-9.3"),
        ("It may Snap Fire in the enemy's next Action Phase.", "WS-9.7"),
    ),
    Deed.ADVANCE: (
        ("Its leader walks up to Mv; who is within 6 inches of him is placed round him.", "WS-9.8"),
        ("It fires at half its RoF, one-handed weapons in full.", "WS-9.10"),
    ),
    Deed.RALLY: (
        ("Its leader stands; who is within 12 inches of him is placed round him.", "WS-9.19"),
        ("It fires at half its RoF, one-handed weapons in full.", "WS-9.21"),
    ),
    Deed.DOUBLE: (
        ("Every model walks up to 2 x Mv, and no more than Mv in terrain.", "WS-9.28"),
        ("Only one-handed weapons fire, at half their RoF.", "WS-9.26"),
        ("A model that walks more than Mv can be Snap Fired at.", "WS-12.2"),
    ),
    Deed.GO_TO_GROUND: (
        ("+1 Ev until it is activated again.", "WS-9.31"),
        ("It neither moves nor fires, and may not Snap Fire.", "WS-9.34"),
    ),
    Deed.FALL_BACK: (
        ("It fires, at half its RoF and one-handed weapons in full, or moves up to half of Mv.", "WS-10.3"),
        ("A unit below half of its models hides or flees by itself.", "WS-10.6"),
    ),
}
BRIEFLY: dict[int, str] = {  # the same on a button
    Deed.OPEN_FIRE: "leader up to Mv, then full fire",
    Deed.ADVANCE: "up to Mv, half fire",
    Deed.RALLY: "gather within 12 inches, half fire",
    Deed.DOUBLE: "up to 2 x Mv, pistols only",
    Deed.GO_TO_GROUND: "+1 Ev, no fire",
    Deed.FALL_BACK: "half of Mv, or half fire",
}
HALVES: dict[int, str] = {Half.MOVE_FIRST: "moving first", Half.FIRE_FIRST: "firing first"}
INSTEAD: dict[int, str] = {Half.MOVE_FIRST: "moving", Half.FIRE_FIRST: "firing"}  # of Fall Back! (WS-10.3)
PHASES: dict[int, str] = {
    Phase.ROLL_OFF: "Set-up",
    Phase.DEPLOY: "Set-up",
    Phase.ACTIVATE: "Action Phase",
    Phase.CHOOSE: "Action Phase",
    Phase.MOVE: "Movement",
    Phase.SNAP: "Snap Fire",
    Phase.FIRE: "Fire",
    Phase.CASUALTY: "Casualties",
    Phase.SUCCESSION: "A new leader",
    Phase.RESOLVE: "Action Phase",
    Phase.OVER: "The battle is over",
}
SIGHTS: dict[int, str] = {
    Sight.OPEN: "in the open",
    Sight.CONCEALED: "concealed",
    Sight.HIDDEN: "hidden",
    Sight.BLOCKED: "out of sight",
}
EDGES: dict[int, str] = {Edge.SOUTH: "south", Edge.NORTH: "north", Edge.WEST: "west", Edge.EAST: "east"}

# ---------------------------------------------------------------- sums


def held(terms: tuple[Modifier, ...], needed: int, rule: str) -> tuple[Modifier, ...]:
    """The summands of a roll needed, with what keeps it at 2 or above (WS-11.14, WS-11.15)."""
    over = needed - sum(term.amount for term in terms)
    return (*terms, Modifier("a natural 1 never does", over, rule)) if needed and over else terms


# ---------------------------------------------------------------- words


def action_name(deed: int, half: int) -> str:
    """An action with what comes first: "Advance!, firing first"."""
    if deed in (Deed.OPEN_FIRE, Deed.GO_TO_GROUND):
        return deed_name(deed)
    return f"{deed_name(deed)}, {(INSTEAD if deed == Deed.FALL_BACK else HALVES)[half]}"


def needs(score: int) -> str:
    """What a die must show: "4+"."""
    return f"{score}+" if score else "none"


def far(fine: int) -> str:
    """A derived length as it is told: to a hundredth of an inch."""
    return wording.far(fine / (INCH * FINE))
