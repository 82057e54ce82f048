"""The words of the log: actions, phases, sights, and the summands of a roll needed or of a check."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from hulldown.rulesets.api.words import Modifier
from hulldown.rulesets.common import names
from hulldown.rulesets.warstrike.codes import FINE, INCH, WHOLE, Deed, Edge, Half, Phase, Sight
from hulldown.rulesets.warstrike.measuring import ENDLESS
from hulldown.rulesets.warstrike.naming import deed_name, length
from hulldown.rulesets.warstrike.permissions import move_of, orderly_retreat, placed_from
from hulldown.rulesets.warstrike.snap_fire import eligible
from hulldown.rulesets.warstrike.state import Options
from hulldown.rulesets.warstrike.variants import LeaderRof

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
ROUTINE = 2  # a score that all but a 1 reach
EDGES: dict[int, str] = {Edge.SOUTH: "south", Edge.NORTH: "north", Edge.WEST: "west", Edge.EAST: "east"}

# ---------------------------------------------------------------- numbers in words


def number_words(hundredths: int) -> str:
    """A share or a multiple as it is written: "0.75", "2"."""
    return f"{hundredths / WHOLE:g}"


def mv_words(hundredths: int, once: str = "Mv") -> str:
    """How far a model goes: "Mv", "half of Mv", "2 x Mv"."""
    if hundredths == WHOLE:
        return once
    return f"half of {once}" if 2 * hundredths == WHOLE else f"{number_words(hundredths)} x {once}"


def fire_words(hundredths: int, whose: str = "its") -> str:
    """How much of its RoF a weapon fires: "in full", "at half its RoF"."""
    if hundredths == WHOLE:
        return "in full"
    half = f"half {whose}" if 2 * hundredths == WHOLE else f"{number_words(hundredths)} of {whose}"
    return f"at {half} RoF"


def fire_briefly(hundredths: int) -> str:
    """The same on a button: "half fire"."""
    if hundredths == WHOLE:
        return "full fire"
    return "half fire" if 2 * hundredths == WHOLE else f"{number_words(hundredths)} of its fire"


def share_words(percent: int) -> str:
    """A share of a unit or a force: "half", "40 %"."""
    return "half" if 2 * percent == WHOLE else f"{percent} %"


def inch_words(fine: int) -> str:
    """A length of the rules within a sentence: "1 inch", "2 inches"."""
    return f"{length(fine)} inch{'' if length(fine) == '1' else 'es'}"


# ---------------------------------------------------------------- actions


def allows(o: Options, deed: int) -> tuple[tuple[str, str], ...]:
    """What an action lets a unit do, each with its rule (WS-16.2), as the options have it."""
    return (*default_words(o, deed), *option_words(o, deed))


def option_words(o: Options, deed: int) -> Iterator[tuple[str, str]]:
    """What an option lets it do besides, or takes from it."""
    if deed == Deed.OPEN_FIRE and o.leader_rof == LeaderRof.HALF:
        yield f"A leader who moved fires as in {deed_name(Deed.ADVANCE)}.", "WS-9.35"
    if orderly_retreat(o, deed):
        near = inch_words(int(placed_from(o, deed)))
        yield f"Its leader is measured; who is within {near} of him is placed round him.", "WS-10.32"
    ground = int(deed == Deed.GO_TO_GROUND)
    if deed != Deed.OPEN_FIRE and eligible(o, deed, ground, 0, 0, 0):
        yield "It may Snap Fire in the enemy's next Action Phase.", "WS-12.3"


def rally_words(o: Options) -> str:
    """Who is placed round the leader in Rally! (WS-9.23): "who is within 12 inches of him"."""
    start = int(placed_from(o, Deed.RALLY))
    return "everybody" if start >= ENDLESS else f"who is within {inch_words(start)} of him"


def rally_briefly(o: Options) -> str:
    """The same on a button."""
    start = int(placed_from(o, Deed.RALLY))
    return "all gather" if start >= ENDLESS else f"gather within {inch_words(start)}"


def ground_words(o: Options) -> str:
    """What a unit that goes to ground does besides (WS-9.34)."""
    if far := move_of(o, Deed.GO_TO_GROUND):
        return f"Its leader may walk up to {mv_words(far)} first; it does not fire, and may not Snap Fire."
    return "It neither moves nor fires, and may not Snap Fire."


def default_words(o: Options, deed: int) -> tuple[tuple[str, str], ...]:
    """What an action lets a unit do by its own rules (WS-9, WS-10.3)."""
    near = inch_words(int(o.orderly_start))
    known: dict[int, tuple[tuple[str, str], ...]] = {
        Deed.OPEN_FIRE: (
            (
                f"Its leader may walk up to {mv_words(o.open_fire_moves)} before it fires; the others stand.",
                "WS-9.2",
            ),
            (f"It fires {fire_words(o.open_fire_rof)} at a unit that its leader can see.", "WS-9.3"),
            ("It may Snap Fire in the enemy's next Action Phase.", "WS-9.7"),
        ),
        Deed.ADVANCE: (
            (
                f"Its leader walks up to {mv_words(o.advance_moves)}; "
                f"who is within {near} of him is placed round him.",
                "WS-9.8",
            ),
            (
                f"It fires {fire_words(o.advance_rof)}, one-handed weapons {fire_words(o.advance_pistols)}.",
                "WS-9.10",
            ),
        ),
        Deed.RALLY: (
            (f"Its leader stands; {rally_words(o)} is placed round him.", "WS-9.19"),
            (
                f"It fires {fire_words(o.rally_rof)}, one-handed weapons {fire_words(o.rally_pistols)}.",
                "WS-9.21",
            ),
        ),
        Deed.DOUBLE: (
            (
                f"Every model walks up to {mv_words(o.double_moves)}, "
                f"and no more than {mv_words(o.terrain_moves)} in terrain.",
                "WS-9.28",
            ),
            (f"Only one-handed weapons fire, {fire_words(o.double_pistols, 'their')}.", "WS-9.26"),
            (f"A model that walks more than {mv_words(o.snap_moves)} can be Snap Fired at.", "WS-12.2"),
        ),
        Deed.GO_TO_GROUND: (
            (f"+{o.ground_ev} Ev until it is activated again.", "WS-9.31"),
            (ground_words(o), "WS-9.34"),
        ),
        Deed.FALL_BACK: (
            (
                f"It fires, {fire_words(o.fall_back_rof)} and one-handed weapons "
                f"{fire_words(o.fall_back_pistols)}, or moves up to {mv_words(o.fall_back_moves)}.",
                "WS-10.3",
            ),
            (
                f"A unit below {share_words(o.steady_share)} of its models hides or flees by itself.",
                "WS-10.6",
            ),
        ),
    }
    return known[deed]


def briefly(o: Options, deed: int) -> str:
    """The same on a button."""
    return {
        Deed.OPEN_FIRE: f"leader up to {mv_words(o.open_fire_moves)}, then {fire_briefly(o.open_fire_rof)}",
        Deed.ADVANCE: f"up to {mv_words(o.advance_moves)}, {fire_briefly(o.advance_rof)}",
        Deed.RALLY: f"{rally_briefly(o)}, {fire_briefly(o.rally_rof)}",
        Deed.DOUBLE: f"up to {mv_words(o.double_moves)}, pistols only",
        Deed.GO_TO_GROUND: f"+{o.ground_ev} Ev, no fire",
        Deed.FALL_BACK: f"{mv_words(o.fall_back_moves)}, or {fire_briefly(o.fall_back_rof)}",
    }[Deed(deed)]


# ---------------------------------------------------------------- sums


def bounded(o: Options, terms: tuple[Modifier, ...]) -> tuple[Modifier, ...]:
    """The summands of a score to hit, its limits in numbers (WS-11.9)."""
    limits = {"hit_best": int(o.hit_best), "hit_worst": int(o.hit_worst)}
    return tuple(replace(term, text=term.text.format(**limits)) for term in terms)


def clamp_terms(terms: tuple[Modifier, ...], needed: int, rule: str) -> tuple[Modifier, ...]:
    """The summands of a roll needed, with what keeps it from being lower (WS-11.14, WS-11.15)."""
    over = needed - sum(term.amount for term in terms)
    why = "a natural 1 never does" if needed == ROUTINE else f"never below {needed}"
    return (*terms, Modifier(why, over, rule)) if needed and over else terms


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
    return names.far(fine / (INCH * FINE))
