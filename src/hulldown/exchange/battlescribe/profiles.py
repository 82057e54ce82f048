"""Profiles as people print them: which characteristics they have, and what is written in them."""

from __future__ import annotations

import re
from dataclasses import dataclass

from hulldown.exchange.battlescribe.files import XmlNode
from hulldown.exchange.battlescribe.library import (
    Library,
    clean,
    is_conditional,
    is_hidden,
    letters,
    modified,
    renamed,
)

# What characteristics are called, by letters and digits alone.
OF_UNIT = {
    "movement": ("movement", "move", "mov", "mv", "m", "speed"),
    "save": ("save", "armoursave", "armorsave", "sv", "sav", "as"),
    "invulnerable": ("invulnerablesave", "invulnerable", "invsave", "inv"),
    "caf": ("caf", "closeassaultfactor", "closeassault"),
    "morale": ("morale", "mor", "ml"),
    "wounds": ("wounds", "wound", "w"),
    "special": ("specialrules", "special", "rules"),
    "type": ("type", "unittype", "detachmenttype"),
}
OF_WEAPON = {
    "range": ("range", "rng", "ran", "r"),
    "dice": ("dice", "nodice", "numberofdice", "d"),
    "to_hit": ("tohit", "hit", "th"),
    "ap": ("ap", "armourpiercing", "armorpiercing"),
    "traits": ("traits", "trait", "weapontraits", "specialrules"),
}
NEEDED_OF_UNIT = ("movement", "save", "morale", "wounds")  # and CAF: two of these with it
NEEDED_OF_WEAPON = ("range", "dice", "to_hit", "ap")  # three of these
DASHES = ("", "-", "–", "—", "−", "n/a", "none")
INCHES = r"""(?:\s*(?:"|”|″|''|’’|in\.?|inch|inches))?"""
LENGTH = re.compile(rf"(\d{{1,3}}(?:\.\d{{1,3}})?){INCHES}", re.IGNORECASE)
BAND = re.compile(rf"(\d{{1,3}}){INCHES}\s*(?:-|–|—|−|to)\s*(\d{{1,3}}){INCHES}", re.IGNORECASE)
ROLL = re.compile(r"([1-7])\s*\+?")
BOTH_SAVES = re.compile(r"([1-7])\s*\+\s*/?\s*\(?\s*([1-7])\s*\+\+\s*\)?")
SIGNED = re.compile(r"([+-]?)\s*(\d{1,2})")


@dataclass(frozen=True)
class Characteristics:
    """A profile: its name, and what is written in those characteristics that are known, by their fields."""

    name: str
    fields: dict[str, str]
    others: tuple[str, ...]  # characteristics that no rule knows


def is_unit(profile: Characteristics) -> bool:
    """Whether a profile is a detachment's: CAF, and two of Movement, Save, Morale and Wounds."""
    return "caf" in profile.fields and sum(name in profile.fields for name in NEEDED_OF_UNIT) >= 2


def is_weapon(profile: Characteristics) -> bool:
    """Whether a profile is a weapon's: three of Range, Dice, To Hit and AP."""
    return sum(name in profile.fields for name in NEEDED_OF_WEAPON) >= 3


class ProfileReader:
    """Reads profiles, by the names that their game system gives to characteristics."""

    def __init__(self, library: Library) -> None:
        self.library = library
        self._seen: dict[XmlNode, tuple[bool, bool]] = {}

    def kinds(self, profile: XmlNode) -> tuple[bool, bool]:
        """Whether a profile is a unit's, and whether it is a weapon's."""
        if profile not in self._seen:
            plain = self.read(profile, None, "")
            self._seen[profile] = is_unit(plain), not is_unit(plain) and is_weapon(plain)
        return self._seen[profile]

    def read(self, profile: XmlNode, link: XmlNode | None, where: str) -> Characteristics:
        """A profile with what modifiers without conditions do to it; of others there is a remark."""
        parts = (profile,) if link is None else (profile, link)
        name = clean(profile.get("name"))
        for part in parts:
            name = renamed(part, name)
        texts, names = self.texts(profile)
        for part in parts:
            self.modify(part, texts, names, where or name)
        unit = fields_of(texts, names, OF_UNIT)
        weapon = fields_of(texts, names, OF_WEAPON)
        fields = unit if "caf" in unit else weapon
        known = OF_UNIT if "caf" in unit else OF_WEAPON
        others = tuple(title for key, title in names.items() if not field_of(title, known) and texts[key])
        return Characteristics(name, fields, others)

    def texts(self, profile: XmlNode) -> tuple[dict[str, str], dict[str, str]]:
        """What is written in the characteristics of a profile, and what they are called, by their types."""
        texts, names = {}, {}
        for number, node in enumerate(profile.of("characteristics")):
            key = node.get("typeId") or f"#{number}"
            kind = self.library.by_id.get(node.get("typeId"))
            names[key] = clean(kind.get("name") if kind is not None else "") or clean(node.get("name"))
            texts[key] = clean(node.text)
        return texts, names

    def modify(self, part: XmlNode, texts: dict[str, str], names: dict[str, str], where: str) -> None:
        """Carry out the modifiers of a profile or of a link to it."""
        for modifier in part.of("modifiers"):
            field = modifier.get("field")
            if field not in texts:
                continue
            new = None if is_conditional(modifier) else modified(modifier, texts[field])
            if new is not None:
                texts[field] = new
            elif where:
                change = f"{modifier.get('type')} {clean(modifier.get('value'))}".strip()
                at_times = "at times" if is_conditional(modifier) else "in a way that is not known"
                text = f"{names[field]} changes {at_times} ({change}): the plain number is taken"
                self.library.notes.leave_out(where, text)
        for group in part.of("modifierGroups"):
            for modifier in group.of("modifiers"):
                if modifier.get("field") in texts and where:
                    text = f"{names[modifier.get('field')]} changes at times: the plain number is taken"
                    self.library.notes.leave_out(where, text)


def hidden_profile(profile: XmlNode, link: XmlNode | None) -> bool:
    """Whether a profile is hidden, by itself or by its link."""
    return is_hidden(profile) or (link is not None and is_hidden(link))


def field_of(title: str, known: dict[str, tuple[str, ...]]) -> str:
    """The field that a characteristic is; empty if it is none."""
    word = letters(title)
    return next((field for field, words in known.items() if word in words), "")


def fields_of(
    texts: dict[str, str], names: dict[str, str], known: dict[str, tuple[str, ...]]
) -> dict[str, str]:
    """What is written in characteristics, by the fields of a kind of profile; the first of a field counts."""
    fields: dict[str, str] = {}
    for key, text in texts.items():
        field = field_of(names[key], known)
        if field:
            fields.setdefault(field, text)
    return fields


# ---------------------------------------------------------------- what is written
# None: it can't be read.


def is_none(text: str) -> bool:
    """Whether nothing is written: a dash, as people print it."""
    return text.casefold() in DASHES


def inches(text: str) -> int | float | None:
    """A length: 9" is 9; a dash is 0."""
    if is_none(text):
        return 0
    match = LENGTH.fullmatch(text)
    return number(match[1]) if match else None


def number(text: str) -> int | float:
    """A number, whole if it is."""
    value = float(text)
    return int(value) if value.is_integer() else value


def band(text: str) -> tuple[int | float, int | float | str] | None:
    """A range as its least and its most: 12" is (0, 12), 6"-18" is (6, 18), a template (0, "T")."""
    if text.casefold() in ("t", "template"):
        return 0, "T"
    match = BAND.fullmatch(text)
    if match:
        return (int(match[1]), int(match[2])) if int(match[1]) <= int(match[2]) else None
    match = LENGTH.fullmatch(text)
    return (0, number(match[1])) if match else None


def roll(text: str, least: int = 2) -> int | None:
    """The lowest face that passes: 4+ is 4; a dash is 0."""
    if is_none(text):
        return 0
    match = ROLL.fullmatch(text)
    return int(match[1]) if match and least <= int(match[1]) <= 6 else None


def saves(text: str) -> tuple[int, int] | None:
    """The Armour Save and the Invulnerable Save of one text: 3+ is (3, 0), 3+/5++ is (3, 5)."""
    match = BOTH_SAVES.fullmatch(text)
    first, second = (match[1], match[2]) if match else (text, "-")
    armour, invulnerable = roll(first), roll(second)
    return None if armour is None or invulnerable is None else (armour, invulnerable)


def signed(text: str) -> int | None:
    """A number with its sign: +4, -3, 0; a dash is 0."""
    if is_none(text):
        return 0
    match = SIGNED.fullmatch(text.replace("−", "-").replace("–", "-"))
    return int(f"{match[1]}{match[2]}") if match else None


def listed(text: str) -> list[str]:
    """The traits of a text; a comma in brackets belongs to the value of a trait."""
    if is_none(text):
        return []
    parts, depth, part = [], 0, ""
    for letter in text:
        depth += (letter == "(") - (letter == ")")
        if letter in ",;" and depth <= 0:
            parts.append(part)
            part = ""
        else:
            part += letter
    traits = (part.strip().rstrip(".") for part in (*parts, part))
    return [trait for trait in traits if not is_none(trait)]
