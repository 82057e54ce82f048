"""The form of a situation: what can be chosen, in a player's words."""

from __future__ import annotations

from functools import cache

from hulldown.catalogue import as_word
from hulldown.kernel.hexes import REACH
from hulldown.rulesets.face.situation import Field, Group
from hulldown.rulesets.tank_commander.catalogue.shelf import SHELF
from hulldown.rulesets.tank_commander.situation.data import BUILDING, OWN, Between, Shooter, Target, Troop

Values = tuple[tuple[str, str, str], ...]
When = tuple[tuple[str, tuple[str, ...]], ...]

# Options that a shot can depend on, in the rulebook's order.
OPTIONS = (
    *(
        "cover_applies_to",
        "main_gun_range",
        "bring_it_down",
        "lt_abilities",
        "medkit",
        "all_crew_dead",
        "ai_arc",
    ),
    *("los_terrain", "rubble_blocks_los", "hill_los", "apc_blocks_los", "natural_six"),
    *("fire_when_disabled", "forest_behind", "building_hit"),
    *(
        "adv_hills",
        "infantry_armor",
        "infantry_missile_range",
        "screen_units",
        "rider_capacity",
        "apc_capacity",
    ),
    *("night", "night_accuracy", "night_range", "flare_mode", "campaign"),
)
WORDS = {"": "nobody", "ok": "unhurt", "true": "yes", "false": "no"}
WEAPONS = {
    "gun_at": ("main gun, AT", "Battle tank"),
    "gun_he": ("main gun, HE", "Battle tank"),
    "missile_at": ("missile, AT", "Squad"),
    "missile_he": ("missile, HE", "Squad"),
    "ai": ("anti-infantry weapon", "Any"),
}
ABILITIES = {
    "": "none",
    "bring_it_down": "Bring it down!",
    "quick_load": "Quick Load",
    "booming_voice": "Booming Voice",
}
TURRETS = {"ahead": "at the target", "beside": "one direction beside it", "away": "away from it"}
GROUNDS = {
    **{"open": "open ground", "forest": "forest", "hill": "hill", "mud": "mud", "rubble": "rubble"},
    "water": "water",
}
LINES = {
    **{name: words for name, words in GROUNDS.items() if name != "water"},
    **{
        "building": "building",
        "smoke": "smoke",
        "tank": "a battle tank",
        "apc": "an APC",
        "squad": "a squad",
    },
}
MEMBERS = ("commander", "driver", "gunner", "loader", "lieutenant")


@cache
def form() -> tuple[Group, ...]:
    """Every field, group by group."""
    return (
        Group("Shooter", (*troop("shooter", Shooter()), *shooter())),
        Group("Target", (*troop("target", Target(), ((BUILDING, "Building", "Other"),)), *target())),
        Group("Ground and light", ground()),
        Group("Shooter's crew", crew("shooter"), True),
        Group("Target's crew", crew("target"), True),
        Group("Rule options", options(), True),
    )


# ---------------------------------------------------------------- pieces


def choice(words: dict[str, str]) -> Values:
    """Values with words, under no heading."""
    return tuple((value, text, "") for value, text in words.items())


def offered(extra: Values = ()) -> Values:
    """Every unit that can be named: sample builds, plain units, one of your own."""
    units = SHELF.units()
    builds = tuple((name, name, f"{units.units[one.unit].name}s") for name, one in units.builds.items())
    plain = tuple((name, one.name, "As they come") for name, one in units.units.items())
    return (*builds, *plain, (OWN, "Your own build", "Other"), *extra)


def troop(place: str, plain: Troop, extra: Values = ()) -> tuple[Field, ...]:
    """Who it is, and for a build of your own what it is made of."""
    units = SHELF.units()
    own: When = ((f"{place}.what", (OWN,)),)
    built = tuple((name, units.units[name].name, "") for name in units.upgrades)
    bought = {
        name: line.name
        for lines in units.upgrades.values()
        for name, line in lines.items()
        if name != "armor"
    }
    plates = tuple(
        Field(f"{place}.{plate}", f"{plate.capitalize()} armor", "number", 6, (), 0, 20, "", "TC-2.5", own)
        for plate in ("front", "side", "rear")
    )
    return (
        Field(f"{place}.what", "Unit", "choice", plain.what, offered(extra), builds=True),
        Field(f"{place}.unit", "Kind", "choice", plain.unit, built, when=own),
        *plates,
        Field(f"{place}.upgrades", "Upgrades", "several", "", choice(bought), when=own, rule="TC-2.4"),
    )


def shooter() -> tuple[Field, ...]:
    """What only the shooter has."""
    weapons = tuple((name, words, heading) for name, (words, heading) in WEAPONS.items())
    return (
        Field("shooter.weapon", "Shoots with", "choice", "gun_at", weapons),
        Field("shooter.ability", "Ability used", "choice", "", choice(ABILITIES), rule="TC-6.1"),
        Field("shooter.turret", "Turret points", "choice", "ahead", choice(TURRETS), rule="TC-7.2"),
        Field("shooter.stands", "Stands on", "choice", "open", choice(GROUNDS)),
    )


def target() -> tuple[Field, ...]:
    """What only the target has."""
    faces = {face: face for face in ("front", "side", "rear")}
    unit: When = (("target.what", tuple(name for name, _, _ in offered())),)
    foot: When = (("target.what", ("infantry",)),)
    kinds = SHELF.units()
    ridden = [name for name, one in kinds.units.items() if one.kind in ("tank", "apc")]
    rides: When = (("target.what", (*kinds.builds, *ridden, OWN)),)
    most = max(one.hull_points for one in kinds.units.values())
    return (
        Field("target.shows", "Shows its", "choice", "front", choice(faces), rule="TC-7.17", when=rides),
        Field("target.stands", "Stands on", "choice", "open", choice(GROUNDS), rule="TC-9.5", when=unit),
        Field("target.points", "Hull points", "number", "", (), 1, most, "all", "TC-8.3", rides),
        Field("target.burning", "Burns already", "flag", False, rule="TC-8.7", when=rides),
        Field("target.carries", "Carries a squad", "flag", False, rule="TC-10.20", when=rides),
        Field("target.covered", "Has taken cover", "flag", False, rule="TC-10.12", when=foot),
        Field("target.screened", "Its tank is beside it", "flag", False, rule="TC-10.5", when=foot),
    )


def ground() -> tuple[Field, ...]:
    """Range, the line, light and weather."""
    where = {"target": "beside the target", "shooter": "beside the shooter"}
    laid: When = (("between.line", tuple(name for name in LINES if name != "open")),)
    night: When = (("options.night", ("true",)),)
    return (
        Field("between.range", "Hexes apart", "number", Between().range, (), 1, REACH, "", "TC-7.1"),
        Field("between.line", "On the line", "choice", "open", choice(LINES), rule="TC-7.4"),
        Field("between.where", "It stands", "choice", "target", choice(where), when=laid),
        Field("between.storm", "In a storm", "flag", False, rule="TC-14.2"),
        option("options.night", "Night"),
        Field("between.lit", "Target lit by a flare", "flag", False, rule="TC-14.5", when=night),
    )


def crew(place: str) -> tuple[Field, ...]:
    """How the crew of one of the two is."""
    health = choice({"ok": "unhurt", "wounded": "wounded", "killed": "killed"})
    members = tuple(
        Field(f"{place}.crew.{member}", member.capitalize(), "choice", "ok", health, rule="TC-8.2")
        for member in MEMBERS
    )
    posts = choice({"": "as the rules have it", **{name: name for name in MEMBERS[:-1]}})
    eased = choice({"": "the first who is hurt", **{name: name for name in MEMBERS}})
    rank = choice({"none": "none", "veteran": "veteran", "ace": "ace"})
    ranks = (Field("shooter.gunner_rank", "Gunner's rank", "choice", "none", rank, rule="TC-14.8"),)
    return (
        *members,
        Field(f"{place}.stand_in", "Lieutenant stands in for", "choice", "", posts, rule="TC-6.12"),
        Field(f"{place}.treated", "Medkit eased", "choice", "", eased, rule="TC-6.21"),
        *(ranks if place == "shooter" else ()),
    )


def options() -> tuple[Field, ...]:
    """The rule options that a shot can depend on; night stands with the light."""
    return tuple(option(f"options.{name}") for name in OPTIONS if name != "night")


def option(place: str, label: str = "") -> Field:
    """One rule option as a field."""
    known = SHELF.options()[place.partition(".")[2]]
    words = [as_word(value) for value in known.values]
    default = as_word(known.default)
    text = label or known.text
    if known.kind == "number":
        low, high = known.low or 0, known.high or 0
        return Field(place, text, "number", "", (), low, high, default, known.rule)
    if known.kind == "flag" and default == "false":
        return Field(place, text, "flag", False, rule=known.rule)
    values = tuple((word, WORDS.get(word, word.replace("_", " ")), "") for word in words)
    return Field(place, text, "choice", default, values, rule=known.rule)
