"""The form of a situation: what can be chosen, in a player's words."""

from __future__ import annotations

from functools import cache

from hulldown.catalogue import as_word
from hulldown.rulesets.agrav.catalogue.shelf import SHELF
from hulldown.rulesets.agrav.situation.data import BARRICADE, FARTHEST, MOST_TILES, STRUCTURE, Between
from hulldown.rulesets.agrav.situation.roster import parts_of, weapons_of
from hulldown.rulesets.face.situation import Field, Group

Values = tuple[tuple[str, str, str], ...]
When = tuple[tuple[str, tuple[str, ...]], ...]
MOST = 2000  # points of a track, more than any has

# Options that a shot can depend on, in the rulebook's order.
OPTIONS = (
    *("rounding_step", "reaction_target_speed", "turning_counts_as_moving", "accuracy_floor_scope"),
    *("shot_heat_timing", "durability_cap_order", "durability_thickness", "thermal_floor"),
    *("he_bonus_cap", "spall_cap_basis", "crit_on_destroyed_part"),
    *("shield_thickness_scales", "shield_thermal_order", "activation_double_scope"),
    *("stun_armour_weight", "stun_window", "missile_los_check", "missile_indirect_penalty"),
    *("hardened_order", "barricade_is_structure"),
)
WORDS = {"true": "yes", "false": "no"}
MODES = {
    "": "as usual",
    "direct": "direct",
    "low": "low-angle",
    "high": "high-angle",
    "top": "top attack",
}
OCCASIONS = {"order": "by order", "reaction": "in reaction fire"}
FACES = {"ahead": "the target", "aside": "a quarter turn aside", "away": "away from it"}
SHOWN = {face: face for face in ("front", "side", "rear")}
SHIELDS = {"active": "active", "inactive": "switched off", "disabled": "disabled"}
LINES = {
    "open": "open ground",
    "low": "a low structure",
    "high": "a high structure",
    "ruin": "a ruin",
    "smoke": "smoke",
}
STUNS = {"none": "not stunned", "stunned": "stunned", "recovering": "recovering"}


@cache
def form() -> tuple[Group, ...]:
    """Every field, group by group."""
    return (
        Group("Shooter", shooter()),
        Group("The rest of its turn", rest_of_turn()),
        Group("Target", (*target(), *structure())),
        Group("Target's shield and armour", layers(), when=vehicle()),
        Group("Between them", between()),
        Group("Shooter's state", state_of_shooter(), True),
        Group("Target's state", state_of_target(), True, when=vehicle()),
        Group("Rule options", tuple(option(name) for name in OPTIONS), True),
    )


# ---------------------------------------------------------------- pieces


def choice(words: dict[str, str]) -> Values:
    """Values with words, under no heading."""
    return tuple((value, text, "") for value, text in words.items())


def offered() -> Values:
    """Every unit of the catalogue under its class."""
    units = SHELF.units()
    vehicles = ((key, one.name, f"{units.budgets[one.budget].name}s") for key, one in units.vehicles.items())
    return (*vehicles, *((key, squad.name, "Squads") for key, squad in units.squads.items()))


def weapons() -> Values:
    """The weapons of every unit, under its name."""
    return tuple((key, name, kind) for kind, *_ in offered() for key, name in weapons_of(kind).items())


def parts() -> Values:
    """The parts of every vehicle, under its name."""
    kinds = [kind for kind, *_ in offered()]
    named = ((key, name, kind) for kind in kinds for key, name in parts_of(kind).items())
    return tuple((key, name[0].upper() + name[1:], kind) for key, name, kind in named)


def vehicle(place: str = "target") -> When:
    """Only of vehicles."""
    return ((f"{place}.what", tuple(SHELF.units().vehicles)),)


def squad(place: str) -> When:
    """Only of squads."""
    return ((f"{place}.what", tuple(SHELF.units().squads)),)


def unit() -> When:
    """Only of units, not of structures."""
    return (("target.what", tuple(SHELF.units().kinds())),)


def points(id_: str, label: str, rule: str, when: When, hint: str = "full") -> Field:
    """Points on a track; left empty it is full."""
    return Field(id_, label, "number", "", (), 0, MOST, hint, rule, when, fine=True)


def amount(id_: str, label: str, rule: str) -> Field:
    """Points of which there are none at first."""
    return Field(id_, label, "number", 0, (), 0, MOST, "", rule, fine=True)


def tiles(id_: str, label: str, rule: str, when: When = (), most: int = MOST_TILES) -> Field:
    """A number of tiles."""
    return Field(id_, label, "number", 0, (), 0, most, "", rule, when)


# ---------------------------------------------------------------- groups


def shooter() -> tuple[Field, ...]:
    """Who shoots, with what and how, and what it did before."""
    what = "shooter.what"
    return (
        Field(what, "Unit", "choice", "bastion", offered()),
        Field("shooter.weapon", "Weapon", "choice", "", weapons(), by=what),
        Field("shooter.mode", "Fired", "choice", "", choice(MODES), rule="AG-17.2"),
        Field("shooter.occasion", "Shoots", "choice", "order", choice(OCCASIONS), rule="AG-16.1"),
        tiles("shooter.tiles", "Tiles moved before", "AG-8.2"),
        Field("shooter.faces", "Hull faces", "choice", "ahead", choice(FACES), rule="AG-8.13"),
        Field("shooter.models", "Models left", "number", "", (), 1, 5, "all", "AG-21.4", squad("shooter")),
    )


def rest_of_turn() -> tuple[Field, ...]:
    """What else it does in its turn."""
    what, by_order = "shooter.what", (("shooter.occasion", ("order",)),)
    return (
        Field("shooter.then", "Then fires", "several", "", weapons(), rule="AG-8.12", when=by_order, by=what),
        tiles("shooter.onward", "Tiles ahead before that", "AG-8.7", by_order, 12),
    )


def target() -> tuple[Field, ...]:
    """What is shot at."""
    other = ((STRUCTURE, "Structure", "Other"), (BARRICADE, "Barricade", "Other"))
    return (
        Field("target.what", "What", "choice", "strider", (*offered(), *other)),
        Field("target.shows", "Shows its", "choice", "front", choice(SHOWN), rule="AG-2.7", when=vehicle()),
        tiles("target.tiles", "Tiles moved last turn", "AG-8.5", unit()),
        tiles("target.flees", "Tiles before a round lands", "AG-17.11", unit(), 12),
        Field("target.models", "Models left", "number", "", (), 1, 5, "all", "AG-21.5", squad("target")),
    )


def structure() -> tuple[Field, ...]:
    """A structure or barricade section."""
    built: When = (("target.what", (STRUCTURE,)),)
    worn: When = (("target.what", (*SHELF.units().vehicles, STRUCTURE, BARRICADE)),)
    heights = {"high": "high", "low": "low", "ruin": "ruin"}
    features = {name: name for name in ("weak", "reinforced", "hardened", "volatile")}
    return (
        Field("target.height", "Height", "choice", "high", choice(heights), rule="AG-20.1", when=built),
        Field("target.features", "Built", "several", "", choice(features), rule="AG-3.15", when=built),
        points("target.durability", "Durability left", "AG-10.1", worn),
    )


def layers() -> tuple[Field, ...]:
    """Shield, heat and health of a vehicle; its durability stands with the target."""
    return (
        Field("target.shield", "Shield", "choice", "active", choice(SHIELDS), rule="AG-13.15"),
        points("target.charge", "Charge", "AG-13.6", ()),
        points("target.maximum", "Current maximum", "AG-13.16", (), "default"),
        Field("target.cracked", "Cracked", "flag", False, rule="AG-13.4"),
        Field("target.activated", "Just switched on", "flag", False, rule="AG-13.21"),
        amount("target.heat", "Heat", "AG-11.7"),
        points("target.health", "Health left", "AG-9.1", ()),
    )


def between() -> tuple[Field, ...]:
    """Range, what blocks the view, and who sees the target."""
    blocked: When = (("between.line", tuple(name for name in LINES if name != "open")),)
    return (
        Field("between.range", "Tiles apart", "number", Between().range, (), 1, FARTHEST, "", "AG-4.8"),
        Field("between.line", "Half-way", "choice", "open", choice(LINES), rule="AG-4.2"),
        Field(
            "between.spotter",
            "Sensors of an ally who sees it",
            "number",
            "",
            (),
            0,
            6,
            "nobody",
            "AG-17.4",
            blocked,
        ),
    )


def state_of_shooter() -> tuple[Field, ...]:
    """What spoils its aim, and its energy."""
    what = "shooter.what"
    return (
        Field("shooter.stun", "Stun", "choice", "none", choice(STUNS), rule="AG-15.2"),
        Field("shooter.turned", "Turned in its tile", "flag", False, rule="AG-8.9"),
        Field("shooter.energy", "Energy", "number", "", (), 0, 40, "full", "AG-5.8", vehicle("shooter")),
        hurt_parts("shooter", "damaged", "Parts damaged", what),
        hurt_parts("shooter", "destroyed", "Parts destroyed", what),
    )


def state_of_target() -> tuple[Field, ...]:
    """What was done to it already."""
    what = "target.what"
    return (
        Field("target.stun", "Stun", "choice", "none", choice(STUNS), rule="AG-15.2"),
        amount("target.taken", "Counts for stun already", "AG-15.4"),
        Field("target.stunned", "Was stunned this turn", "flag", False, rule="AG-15.5"),
        hurt_parts("target", "damaged", "Parts damaged", what),
        hurt_parts("target", "destroyed", "Parts destroyed", what),
    )


def hurt_parts(place: str, field: str, label: str, by: str) -> Field:
    """Parts with crits."""
    return Field(
        f"{place}.{field}", label, "several", "", parts(), rule="AG-12.11", when=vehicle(place), by=by
    )


def option(name: str) -> Field:
    """One rule option as a field."""
    known = SHELF.options()[name]
    words, default = [as_word(value) for value in known.values], as_word(known.default)
    if known.kind == "flag" and default == "false":
        return Field(f"options.{name}", known.text, "flag", False, rule=known.rule)
    values = tuple((word, WORDS.get(word, word.replace("_", " ")), "") for word in words)
    return Field(f"options.{name}", known.text, "choice", default, values, rule=known.rule)
