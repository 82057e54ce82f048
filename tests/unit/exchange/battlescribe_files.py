"""BattleScribe files made by hand after the format: a small made-up game, its catalogue and a library."""

from __future__ import annotations

import zipfile
from io import BytesIO
from xml.sax.saxutils import escape, quoteattr

SYSTEM_ID, CATALOGUE_ID, LIBRARY_ID = "sys-tide", "cat-guard", "cat-stores"
SCHEMA = "http://www.battlescribe.net/schema/{}Schema"
UNIT = {"Movement": "t-m", "Save": "t-sv", "CAF": "t-caf", "Morale": "t-mor", "W": "t-w"}
WEAPON = {"Range": "t-rng", "Dice": "t-dice", "To Hit": "t-hit", "AP": "t-ap", "Traits": "t-tr"}
INFANTRY, WALKER, VEHICLE, SHV = "c-inf", "c-wlk", "c-veh", "c-shv"


def node(tag: str, *children: str, text: str = "", **attributes: object) -> str:
    """An element; `for_` and `type_` stand for names that Python keeps for itself."""
    pairs = "".join(f" {name.rstrip('_')}={quoteattr(str(value))}" for name, value in attributes.items())
    return f"<{tag}{pairs}>{escape(text)}{''.join(children)}</{tag}>"


def rows(tag: str, *children: str) -> str:
    """A list of elements; nothing where there are none."""
    return node(tag, *children) if children else ""


def profile(id: str, name: str, kinds: dict[str, str], *texts: str, extra: str = "") -> str:
    """A profile with its characteristics in the order of their types."""
    cells = [
        node("characteristic", text=text, name=title, typeId=kind)
        for (title, kind), text in zip(kinds.items(), texts, strict=True)
    ]
    return node("profile", rows("characteristics", *cells), extra, id=id, name=name, typeId="t")


def unit(id: str, name: str, *texts: str, extra: str = "") -> str:
    """The profile of a detachment: Movement, Save, CAF, Morale, W."""
    return profile(id, name, UNIT, *texts, extra=extra)


def arm(id: str, name: str, *texts: str, extra: str = "") -> str:
    """The profile of a weapon: Range, Dice, To Hit, AP, Traits."""
    return profile(id, name, WEAPON, *texts, extra=extra)


def entry(id: str, name: str, *lists: str, kind: str = "upgrade", **attributes: object) -> str:
    """A selection entry."""
    return node("selectionEntry", *lists, id=id, name=name, type=kind, **attributes)


def gun(id: str, name: str, *texts: str, lists: str = "") -> str:
    """An entry with a weapon's profile."""
    return entry(id, name, rows("profiles", arm(f"{id}-p", name, *texts)), lists)


def group(id: str, name: str, *lists: str, **attributes: object) -> str:
    """A group of entries."""
    return node("selectionEntryGroup", *lists, id=id, name=name, **attributes)


def link(target: str, *lists: str, kind: str = "selectionEntry", **attributes: object) -> str:
    """A link to an entry or a group."""
    return node("entryLink", *lists, id=f"l-{target}", targetId=target, type=kind, **attributes)


def info(target: str, *lists: str, kind: str = "rule", name: str = "") -> str:
    """A link to a rule, a profile or an info group."""
    return node("infoLink", *lists, id=f"i-{target}", name=name, targetId=target, type=kind)


def limits(least: int | None = None, most: int | None = None) -> str:
    """How many of an entry are chosen where it stands."""
    numbers = {"min": least, "max": most}
    usual = {"field": "selections", "scope": "parent"}
    return rows(
        "constraints",
        *(
            node("constraint", id=f"k-{kind}", type=kind, value=number, **usual)
            for kind, number in numbers.items()
            if number is not None
        ),
    )


def modifier(field: str, value: object, kind: str = "set", at_times: bool = False) -> str:
    """A modifier, which may hold only at times."""
    condition = node("condition", type="atLeast", value=1, field="selections", scope="self", childId="model")
    conditions = rows("conditions", condition) if at_times else ""
    return node("modifier", conditions, type=kind, field=field, value=value)


def category(target: str, name: str = "") -> str:
    """A link to a category."""
    return node("categoryLink", id=f"g-{target}", targetId=target, name=name)


def price(points: float) -> str:
    """What an entry costs."""
    return rows("costs", node("cost", name="pts", typeId="t-pts", value=points))


def system(*lists: str) -> str:
    """The game system: its types, categories and rules, and what else is given."""
    types = [
        node(
            "profileType",
            rows(
                "characteristicTypes",
                *(node("characteristicType", id=kind, name=title) for title, kind in kinds.items()),
            ),
            id=id,
            name=name,
        )
        for id, name, kinds in (("pt-u", "Detachment", UNIT), ("pt-w", "Weapon", WEAPON))
    ]
    names = {
        INFANTRY: "Infantry (1)",
        WALKER: "Walker (1)",
        VEHICLE: "Vehicle (2)",
        SHV: "Super-heavy Vehicle (3)",
    }
    rules = {
        "r-jump": "Jump Packs",
        "r-skim": "Skimmer",
        "r-jink": "Jink (X)",
        "r-inv": "Invulnerable Save (X)",
        "r-old": "Old Guard",
        "r-shock": "Shock",
    }
    return node(
        "gameSystem",
        rows("costTypes", node("costType", id="t-pts", name="pts")),
        rows("profileTypes", *types),
        rows("categoryEntries", *(node("categoryEntry", id=id, name=name) for id, name in names.items())),
        rows("sharedRules", *(node("rule", id=id, name=name) for id, name in rules.items())),
        *lists,
        id=SYSTEM_ID,
        name="Tide and Iron",
        revision=1,
        xmlns=SCHEMA.format("gameSystem"),
    )


def catalogue(*lists: str, id: str = CATALOGUE_ID, name: str = "Coast Legion", **attributes: object) -> str:
    """A catalogue of these lists."""
    return node(
        "catalogue",
        *lists,
        id=id,
        name=name,
        gameSystemId=SYSTEM_ID,
        revision=3,
        xmlns=SCHEMA.format("catalogue"),
        **attributes,
    )


def one_unit(
    *lists: str, stats: tuple[str, ...] = ('9"', "4+", "+2", "3+", "1"), **attributes: object
) -> str:
    """A catalogue with a vehicle called Heron, and what else its entry has."""
    heron = entry(
        "u-heron",
        "Heron",
        rows("categoryLinks", category(VEHICLE, "Vehicle (2)")),
        rows("profiles", unit("p-heron", "Heron", *stats)),
        *lists,
        kind="model",
        **attributes,
    )
    return catalogue(rows("selectionEntries", heron))


def encoded(text: str) -> bytes:
    """A document as a file has it."""
    return f'<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n{text}'.encode()


def zipped(**files: str | bytes) -> bytes:
    """Documents in a zip file; `guard_cat` is called guard.cat."""
    buffer = BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in files.items():
            data = text if isinstance(text, bytes) else encoded(text)
            archive.writestr(".".join(name.rsplit("_", 1)), data)
    return buffer.getvalue()


# ---------------------------------------------------------------- the made-up game


GUNS = (
    gun("w-pike", "Pike cannon", '24"', "1", "4+", "-2", "Anti-tank"),
    gun("w-storm", "Storm gun", "12”", "3", "5+", "0", "Light AT, Arc (Front)"),
    gun("w-stub", "Pintle stubber", "8", "2", "5+", "0", "Light, Point Defence, Assault", lists=price(5)),
    gun("w-hull", "Hull gun", '8"', "2", "5+", "-", "Light, Arc (front)"),
    gun("w-coax", "Co-axial stubber", '8"', "2", "5+", "0", "Light, Co-axial"),
    gun("w-mortar", "Mortar", '8"-40"', "1", "4+", "-1", 'Barrage, Blast (3")'),
    gun("w-flame", "Flame gun", "T", "D3+1", "4+", "0", "Ignore Cover, Shock"),
    gun("w-claw", "Claw", "-", "-", "-", "-", "Rend"),
    entry(
        "w-lance",
        "Lance",
        rows(
            "profiles",
            arm("w-lance-a", "Lance - far", '12"-24"', "1", "4+", "-3", "-"),
            arm("w-lance-b", "Lance - close", '12"', "2", "4+", "-1", "Light AT"),
        ),
    ),
)


def squadron() -> str:
    """A detachment of two to six Herons, with a turret to choose, a hull gun and what may be bought."""
    turret = group(
        "g-turret",
        "Turret",
        limits(1, 1),
        rows("entryLinks", link("w-pike"), link("w-storm"), link("w-lance")),
        defaultSelectionEntryId="l-w-storm",
    )
    heron = entry(
        "u-heron",
        "Heron",
        limits(2, 6),
        rows("infoLinks", info("p-heron", kind="profile"), info("ig-hover", kind="infoGroup")),
        rows("categoryLinks", category(VEHICLE)),
        rows("selectionEntryGroups", turret),
        rows(
            "entryLinks",
            link("w-hull", limits(1, 1)),
            link("w-stub", limits(None, 1)),
            link("w-coax", limits(1, 1)),
            link("g-loop", kind="selectionEntryGroup"),
        ),
        price(0),
        kind="model",
    )
    points = rows("modifiers", modifier("t-pts", 140, at_times=True))
    return entry("u-squad", "Heron Squadron", rows("selectionEntries", heron), price(90), points, kind="unit")


def marines() -> str:
    """A detachment whose profile is its own: its models differ by their weapons alone."""
    models = [
        entry(f"m-{key}", name, rows("selectionEntries", weapon), kind="model")
        for key, name, weapon in (
            ("rifle", "Marines", gun("w-rifle", "Rifles", '8"', "1", "5+", "0", "Light", lists=limits(1, 1))),
            ("pike", "Marines with pikes", gun("w-lug", "Pikes", '8"', "1", "4+", "-1", "", lists=limits(1))),
        )
    ]
    return entry(
        "u-marines",
        "Marine Section",
        rows("profiles", unit("p-marines", "Marine Section", "5 inches", "5+", "2", "4+", "1")),
        rows("infoLinks", info("r-jump"), info("r-old")),
        rows("categoryLinks", category(INFANTRY)),
        rows("selectionEntryGroups", group("g-models", "Models", rows("selectionEntries", *models))),
        price(40),
        kind="unit",
    )


def walker() -> str:
    """A walker with two arms to choose, saves by rules, a Wound more by a modifier and a claw."""
    arms = group("g-arms", "Arms", limits(2, 2), rows("entryLinks", link("w-storm"), link("w-flame")))
    wounds = rows("modifiers", modifier("t-w", 1, "increment"), modifier("t-mor", "2+", at_times=True))
    return entry(
        "u-strider",
        "Strider",
        rows("profiles", unit("p-strider", "Strider", '7"', "3+", "+6", "3+", "2", extra=wounds)),
        rows(
            "infoLinks",
            info("r-inv", rows("modifiers", modifier("name", "Invulnerable Save (5+)"))),
            info("r-jink", rows("modifiers", modifier("name", "Jink (6+)"))),
        ),
        rows("categoryLinks", category(WALKER)),
        rows("selectionEntryGroups", arms),
        rows("entryLinks", link("w-claw", limits(1, 1))),
        price(75),
        kind="model",
    )


def bastion() -> str:
    """A super-heavy vehicle with nine weapons."""
    sponsons = [
        gun(f"w-s{n}", f"Sponson {n}", '16"', "2", "4+", "-1", "Light AT", lists=limits(1, 1))
        for n in range(8)
    ]
    twice = gun("w-twin", "Twin flak", '10"', "3", "5+", "0", "Light, Skyfire", lists=limits(2, 2))
    return entry(
        "u-bastion",
        "Bastion",
        rows("profiles", unit("p-bastion", "Bastion", '6"', "2+", "+5", "2+", "3")),
        rows("categoryLinks", category(SHV)),
        rows("selectionEntries", *sponsons, twice),
        price(200),
        kind="model",
    )


def flyer() -> str:
    """A flyer without Morale, hidden by nothing but a condition."""
    return entry(
        "u-gull",
        "Gull",
        rows("modifiers", modifier("hidden", "true", at_times=True)),
        rows("profiles", unit("p-gull", "Gull", '25"', "4+", "−3", "-", "1")),
        rows("infoLinks", info("r-skim")),
        rows("categoryLinks", category(VEHICLE)),
        rows("entryLinks", link("w-mortar", limits(1, 1))),
        price(60),
        kind="model",
    )


def guard() -> str:
    """The catalogue, with everything that the format has and these rules read."""
    hidden = entry(
        "u-old",
        "Old Heron",
        rows("profiles", unit("p-old", "Old Heron", '7"', "5+", "+0", "4+", "1")),
        rows("categoryLinks", category(VEHICLE)),
        kind="model",
        hidden="true",
    )
    loop = group("g-loop", "Spares", rows("entryLinks", link("w-nest")))
    hover = node("infoGroup", rows("infoLinks", info("r-skim")), id="ig-hover", name="Hover")
    nest = entry("w-nest", "Nest", rows("entryLinks", link("g-loop", kind="selectionEntryGroup")))
    return catalogue(
        rows(
            "catalogueLinks",
            node(
                "catalogueLink",
                id="cl",
                name="Stores",
                targetId=LIBRARY_ID,
                type="catalogue",
                importRootEntries="true",
            ),
        ),
        rows("selectionEntries", walker(), bastion(), flyer(), hidden),
        rows("entryLinks", link("u-squad"), link("u-marines")),
        rows("sharedSelectionEntries", squadron(), marines(), nest, *GUNS),
        rows("sharedSelectionEntryGroups", loop),
        rows("sharedProfiles", unit("p-heron", "Heron", ' 10" ', "4+", "+1", "3+", "1")),
        rows("sharedInfoGroups", hover),
    )


def stores() -> str:
    """The library on which the catalogue builds: it offers a post that cannot move."""
    weapon = gun("w-post", "Post gun", '20"', "1", "5+", "-1", "Arc (Rear)", lists=limits(1, 1))
    post = entry(
        "u-post",
        "Rhino",
        rows("profiles", unit("p-post", "Rhino", "-", "-", "0", "-", "2")),
        rows("categoryLinks", category(VEHICLE)),
        rows("selectionEntries", weapon),
        kind="model",
    )
    return catalogue(rows("selectionEntries", post), id=LIBRARY_ID, name="Stores", library="true")


def whole_game() -> bytes:
    """System, catalogue and library in a zip file."""
    return zipped(tide_gst=system(), guard_cat=guard(), stores_cat=stores())
