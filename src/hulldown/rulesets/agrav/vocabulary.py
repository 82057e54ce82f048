"""The words of the log: faces, modes, parts and what a crit does to them, states, summands of an accuracy."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from hulldown.rulesets.agrav.catalogue.shelf import SHELF
from hulldown.rulesets.agrav.codes import Chassis, Face, Mode, Part, Shield
from hulldown.rulesets.agrav.reasons import Why
from hulldown.rulesets.agrav.state import Options
from hulldown.rulesets.api.words import Refusal
from hulldown.rulesets.common.names import plural

HALF, TWICE = 50, 2  # percent; times

FACES: dict[int, str] = {Face.FRONT: "front", Face.SIDE: "side", Face.REAR: "rear", Face.TOP: "top"}
MODES: dict[int, str] = {  # what is said of a shot; "direct" only where a weapon has another mode
    Mode.DIRECT: "",
    Mode.LOW: "low-angle",
    Mode.LOW_INDIRECT: "low-angle and indirect",
    Mode.HIGH: "high-angle",
    Mode.HIGH_INDIRECT: "high-angle and indirect",
    Mode.TOP: "as a top attack",
    Mode.TOP_INDIRECT: "as an indirect top attack",
}
MODE_RULES: dict[int, tuple[str, ...]] = {
    Mode.LOW: ("AG-17.15",),
    Mode.LOW_INDIRECT: ("AG-17.4", "AG-17.5"),
    Mode.HIGH: ("AG-17.10",),
    Mode.HIGH_INDIRECT: ("AG-17.4", "AG-17.10"),
    Mode.TOP: ("AG-18.5",),
    Mode.TOP_INDIRECT: ("AG-17.4", "AG-18.6"),
}
SHIELDS: dict[int, str] = {
    Shield.ABSENT: "absent",
    Shield.ACTIVE: "active",
    Shield.INACTIVE: "inactive",
    Shield.DISABLED: "disabled",
    Shield.DESTROYED: "destroyed",
}
STEPS: dict[int, tuple[str, str]] = {  # how a chassis moves, and by which rule
    Chassis.TANK: ("drives", "AG-7.1"),
    Chassis.WALKER: ("walks", "AG-7.3"),
    Chassis.AGRAV: ("slides", "AG-7.6"),
    Chassis.INFANTRY: ("moves", "AG-21.3"),
}
PARTS: dict[int, str] = {
    Part.COCKPIT: "cockpit and sensors",
    Part.DRIVE: "drive",
    Part.SHIELD: "shield generator",
    Part.GENERATOR: "generator",
    Part.CAPACITOR: "capacitor",
    Part.AMMO: "ammo bin",
    Part.WEAPON: "weapon",
    Part.TURRET: "turret",
    Part.STABILISER: "stabiliser",
    Part.SMOKE: "smoke discharger",
    Part.TRANSFER: "shield transfer system",
}
HARMS: dict[int, tuple[str, str]] = {  # first and second crit, with numbers in force (table 3.10)
    Part.COCKPIT: ("-{o.cockpit_penalty}% on every to-hit roll, no sensors", "and with it the vehicle"),
    Part.DRIVE: ("{drive} mobility", "neither steps nor turns"),
    Part.SHIELD: ("{shield} the default maximum", "no shield any more"),
    Part.GENERATOR: ("{generator} output", "no output, no regeneration"),
    Part.CAPACITOR: ("{capacitor} the extra storage", "no extra storage"),
    Part.AMMO: ("{ammo} the loads left", "no loads left"),
    Part.WEAPON: ("-{o.weapon_penalty}% with it", "cannot fire"),
    Part.TURRET: ("-{o.turret_penalty}% with its weapons", "jammed, its weapons are hull mounts"),
    Part.STABILISER: ("full becomes partial, partial none", "its weapon is unstabilised"),
    Part.SMOKE: ("{smoke} the uses left", "no uses left"),
    Part.TRANSFER: ("{transfer} of what is sent is lost", "cannot transfer"),
}


def harm_text(o: Options, part: int, crits: int) -> str:
    """What the first or second crit on a part does (table 3.10)."""
    return fill_shares(o, HARMS[part][crits - 1])


def fill_shares(o: Options, text: str) -> str:
    """A text of what crits do, with the shares in force (table 3.10)."""
    return text.format(
        o=o,
        drive=share_text(o.damaged_drive),
        shield=share_text(o.damaged_shield, " of"),
        generator=share_text(o.damaged_generator),
        capacitor=share_text(o.damaged_capacitor, " of"),
        ammo=share_text(o.damaged_ammo, " of"),
        loads=share_text(o.damaged_ammo),
        smoke=share_text(o.damaged_smoke, " of"),
        transfer=share_text(o.damaged_transfer_loss),
    )


def share_text(percent: int, of: str = "") -> str:
    """A share in words: "half the loads", "30% of the loads"; `of` goes behind a percentage."""
    return "half" if percent == HALF else f"{percent}%{of}"


def multiplier_text(times: int) -> str:
    """How often damage counts: "doubled", "x 3"."""
    return "doubled" if times == TWICE else f"x {times}"


def refusal(o: Options, code: int) -> Refusal:
    """A reason against an order in words, with the numbers in force (section 9)."""
    plain = Why.refusal(code)
    reach = {"transfer": plural(o.transfer_range, "tile"), "smoke": plural(o.smoke_range, "tile")}
    return replace(plain, text=plain.text.format(**reach))


def printed_refusal(code: int) -> Refusal:
    """The same as it is printed."""
    return refusal(SHELF.options_under({}), code)


def times_text(times: int) -> str:
    """How many times: "twice", "3 times"."""
    return "twice" if times == TWICE else f"{times} times"


def decimal(number: Fraction | int) -> str:
    """An exact number with two decimals at most, as the worked examples write it: "11.85", "108"."""
    hundredths = (200 * number + 1) // 2
    whole, rest = divmod(int(hundredths), 100)
    return f"{whole}.{rest:02d}".rstrip("0").rstrip(".")


def ratio(number: Fraction) -> str:
    """A fraction as the tables print it: "6/5"."""
    return f"{number.numerator}/{number.denominator}" if number.denominator > 1 else str(number.numerator)
