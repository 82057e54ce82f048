"""The weapons of a unit: those it always carries, and those that people choose among."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from hulldown.catalogue import quote
from hulldown.catalogue.pack import plain_word
from hulldown.exchange.battlescribe.files import XmlNode
from hulldown.exchange.battlescribe.library import (
    UNLIMITED,
    Library,
    SelectionEntry,
    TooMany,
    Within,
    letters,
)
from hulldown.exchange.battlescribe.notes import Notes
from hulldown.exchange.battlescribe.profiles import (
    Characteristics,
    ProfileReader,
    band,
    hidden_profile,
    is_none,
    listed,
    roll,
    signed,
)
from hulldown.exchange.battlescribe.traits import LONGEST, TraitReader, split

MOST_SLOTS = 6  # of a group that is chosen from one after another
MOST_MOUNTS = 12
MOST_ARMS = 100  # of a unit, before a person says which are left out
MOST_CHOICES = 300  # in a group
MODES, APART = "modes of a weapon", "weapons of their own"
ROUND = "all round"
PARTS = (" - ", " – ", " — ", ": ", " (")  # what stands between a weapon's name and that of a mode


@dataclass(frozen=True)
class Owner:
    """The unit about whose weapons a person is asked: its key, with which ids begin, and its name."""

    key: str
    name: str


@dataclass(frozen=True)
class CarriedWeapon:
    """A weapon as a unit carries it: its name, its lines as `units.toml` has them, how many, its price."""

    name: str
    lines: tuple[dict[str, Any], ...]
    count: int = 1
    points: int = 0

    def has(self, trait: str) -> bool:
        """Whether a line has a trait."""
        return any(split(text)[0] == trait for line in self.lines for text in line["traits"])


class Armoury:
    """Finds the weapons in entries, and asks where there is a choice."""

    def __init__(self, library: Library, reader: ProfileReader, traits: TraitReader, notes: Notes) -> None:
        self.library, self.reader, self.traits, self.notes = library, reader, traits, notes
        self.terms = traits.terms
        self.used: set[XmlNode] = set()  # profiles of units that entries hold
        self._holders: dict[XmlNode, frozenset[XmlNode]] = {}
        self._held: dict[tuple[XmlNode, XmlNode | None], tuple[CarriedWeapon, ...]] = {}
        self._within: dict[tuple[XmlNode, bool], bool] = {}
        self._shapes: dict[tuple[XmlNode, XmlNode | None], int] = {}
        self._numbers: dict[tuple[Any, ...], int] = {}

    # ------------------------------------------------------------ what is in an entry

    def profiles(self, entry: SelectionEntry, of_unit: bool) -> list[tuple[XmlNode, XmlNode | None]]:
        """The profiles of units, or of weapons, that an entry itself holds, with their links."""
        pairs = [
            (profile, link)
            for profile, link in self.library.info(entry.parts, "profile", entry.name)
            if self.reader.kinds(profile)[0 if of_unit else 1] and not hidden_profile(profile, link)
        ]
        if of_unit:
            self.used.update(profile for profile, _ in pairs)
        return pairs

    def contains(self, entry: SelectionEntry, of_unit: bool, within: Within = ()) -> bool:
        """Whether a profile of a unit, or of a weapon, is in an entry or in what it leads to."""
        key = (entry.node, of_unit)
        if key not in self._within:
            inside = (*within, entry.node)
            below = [self.contains(child, of_unit, inside) for child in self.library.children(entry, within)]
            self._within[key] = bool(self.profiles(entry, of_unit)) or any(below)
        return self._within[key] or bool(entry.link is not None and self.profiles(entry, of_unit))

    def holders(self, entry: SelectionEntry, within: Within) -> frozenset[XmlNode]:
        """The entries within an entry that hold profiles of units."""
        if entry.node not in self._holders:
            inside: Within = (*within, entry.node)
            nodes: set[XmlNode] = set()
            for child in self.library.children(entry, within):
                nodes |= {child.node} if self.profiles(child, True) else self.holders(child, inside)
            self._holders[entry.node] = frozenset(nodes)
        return self._holders[entry.node]

    def is_wargear(self, child: SelectionEntry, within: Within) -> bool:
        """Whether an entry is a choice of weapons: not a unit by itself, nor a kind of model."""
        if child.node.get("type") == "model" or self.contains(child, True, within):
            return False
        return self.contains(child, False, within)

    def wargear(self, entry: SelectionEntry, within: Within) -> list[SelectionEntry]:
        """The entries in an entry that are choices of weapons."""
        inside = (*within, entry.node)
        children = self.library.children(entry, within)
        return [child for child in children if self.is_wargear(child, inside)]

    def shape(self, entry: SelectionEntry, within: Within = ()) -> int:
        """A number for what can be chosen in an entry: the same for two that offer the same weapons alike."""
        key = (entry.node, entry.link)
        if key not in self._shapes:
            held = tuple(profile.get("id") or profile.line for profile, _ in self.profiles(entry, False))
            below = tuple(
                (letters(child.name), child.limits, self.shape(child, (*within, entry.node)))
                for child in self.wargear(entry, within)
            )
            self._shapes[key] = self._numbers.setdefault((held, below), len(self._numbers))
        return self._shapes[key]

    # ------------------------------------------------------------ weapons that are carried

    def outfit(self, entry: SelectionEntry, within: Within, owner: Owner) -> list[CarriedWeapon]:
        """All weapons of an entry: its own, those that it must have, those that are chosen."""
        arms = list(self.own_weapons(entry))
        inside = (*within, entry.node)
        for child in self.wargear(entry, within):
            if child.is_hidden:
                self.notes.leave_out(entry.name, f'"{child.name}" is hidden in the catalogue; it is left out')
            elif child.is_group:
                arms += self.from_group(child, inside, owner)
            else:
                arms += self.from_entry(child, inside, owner)
            if len(arms) > MOST_ARMS:
                raise TooMany
        return arms

    def from_entry(self, child: SelectionEntry, within: Within, owner: Owner) -> list[CarriedWeapon]:
        """The weapons of an entry that is had, or may be had."""
        least, most = child.limits
        if most == 0:
            return []
        if least > 0:
            return self.carried(child, within, owner, least)
        id = self.notes.free_id(question_id(owner, child))
        answer = self.notes.ask(id, f'{owner.name} with "{child.name}"?', (child.name, ""), "")
        return self.carried(child, within, Owner(id, owner.name), 1) if answer else []

    def carried(self, child: SelectionEntry, within: Within, owner: Owner, count: int) -> list[CarriedWeapon]:
        """The weapons of an entry that is had so many times."""
        arms = self.from_group(child, within, owner) if child.is_group else self.outfit(child, within, owner)
        price, mounts = points_of(child, self.library) * count, min(count, MOST_MOUNTS)
        return [
            replace(
                arm, count=min(MOST_MOUNTS, arm.count * mounts), points=arm.points + (0 if number else price)
            )
            for number, arm in enumerate(arms)
        ]

    def from_group(self, group: SelectionEntry, within: Within, owner: Owner) -> list[CarriedWeapon]:
        """The weapons of a group: those that it always has, then as many as are chosen."""
        inside = (*within, group.node)
        entries = [child for child in self.wargear(group, within) if child.limits[1] > 0]
        if len(entries) > MOST_CHOICES:
            raise TooMany
        arms, chosen, free = [], 0, []
        for child in entries:
            least = child.limits[0]
            if child.is_hidden:
                self.notes.leave_out(group.name, f'"{child.name}" is hidden in the catalogue; it is left out')
            elif least == 0:
                free.append(child)
            else:
                number = 1 if child.is_group else least
                arms += self.carried(child, inside, owner, number)
                chosen += number
        least, most = group.limits
        if most > MOST_SLOTS and not least:
            for child in free:
                take = self.from_group if child.is_group else self.from_entry
                arms += take(child, inside, owner)
            return arms
        numbers = (max(0, least - chosen), min(most, MOST_SLOTS) - chosen)
        return arms + self.from_slots(group, free, numbers, inside, owner)

    def from_slots(
        self,
        group: SelectionEntry,
        free: list[SelectionEntry],
        numbers: tuple[int, int],
        within: Within,
        owner: Owner,
    ) -> list[CarriedWeapon]:
        """What is chosen in a group, one after another; `numbers` are those that must be and that may be."""
        must, slots = numbers
        arms: list[CarriedWeapon] = []
        taken: dict[str, int] = {}
        by_name = named_apart(free)
        usual = usual_choice(group, by_name)
        base = self.notes.free_id(question_id(owner, group))
        for slot in range(slots):
            left = [name for name, child in by_name.items() if taken.get(name, 0) < child.limits[1]]
            if not left:
                break
            first = usual if usual in left else left[0]
            if slot < must and len(left) == 1:
                answer = first
            else:
                id = base if slots == 1 else f"{base}.{slot + 1}"
                choices = left if slot < must else [*left, ""]
                text = f"{group.name} of {owner.name}?"
                answer = self.notes.ask(id, text, choices, first if slot < must else "", depends=slot > 0)
            if answer:
                taken[answer] = taken.get(answer, 0) + 1
                arms += self.carried(by_name[answer], within, Owner(f"{base}.{slot + 1}", owner.name), 1)
        return arms

    # ------------------------------------------------------------ profiles of weapons

    def own_weapons(self, entry: SelectionEntry) -> tuple[CarriedWeapon, ...]:
        """The weapons whose profiles an entry itself holds."""
        key = (entry.node, entry.link)
        if key not in self._held:
            self._held[key] = tuple(self.read_arms(entry))
        return self._held[key]

    def read_arms(self, entry: SelectionEntry) -> list[CarriedWeapon]:
        """The same, read: several profiles are modes of a weapon, or weapons of their own."""
        read = [self.reader.read(profile, link, entry.name) for profile, link in self.profiles(entry, False)]
        apart = bool(self.profiles(entry, True))
        groups: dict[str, list[Characteristics]] = {}
        for profile in read:
            groups.setdefault(stem(profile.name) if apart else entry.name, []).append(profile)
        if not apart and len(read) > 1 and not are_modes(entry.name, [profile.name for profile in read]):
            id = f"modes.{plain_word(entry.name) or entry.id}"
            text = f'Are the {len(read)} profiles of "{entry.name}" {MODES}, or {APART}?'
            if self.notes.ask(id, text, (MODES, APART), MODES) == APART:
                groups = {profile.name: [profile] for profile in read}
        arms = [self.arm(name, profiles) for name, profiles in groups.items()]
        return [arm for arm in arms if arm is not None]

    def arm(self, name: str, profiles: list[Characteristics]) -> CarriedWeapon | None:
        """A weapon of some lines; None, with a remark, for what is no weapon of these rules."""
        lines = [line for profile in profiles if (line := self.line(profile))]
        most = self.terms.lines
        if len(lines) > most:
            self.notes.leave_out(
                name, f"has {len(lines)} lines; a weapon has at most {most}, the first are taken"
            )
        if not lines:
            return None
        if len(name) > LONGEST:
            self.notes.leave_out(name[:LONGEST], f"its name is cut to {LONGEST} letters")
        arm = self.aimed(CarriedWeapon(name[:LONGEST], tuple(lines[:most])))
        fault = self.terms.weapon_fault({"name": arm.name, "line": arm.lines})
        if fault:
            self.notes.leave_out(arm.name, f"{fault}; it is left out")
            return None
        return arm

    def line(self, profile: Characteristics) -> dict[str, Any] | None:
        """A stat-line; None, with a remark, if it can't be fired."""
        written = {name: profile.fields.get(name, "") for name in ("range", "dice", "to_hit", "ap")}
        traits = listed(profile.fields.get("traits", ""))
        where = f"{profile.name} ({', '.join(traits)})" if traits else profile.name
        if is_none(written["range"]) and is_none(written["dice"]):
            text = "has no range and no Dice: it gives no bonus and does not fire (CA-7.15), and is left out"
            self.notes.leave_out(where, text)
            return None
        reach, to_hit, ap = band(written["range"]), roll(written["to_hit"]), signed(written["ap"])
        dice = written["dice"] if self.terms.is_dice(written["dice"]) else None
        readable = {"range": reach, "dice": dice, "to_hit": to_hit or None, "ap": ap}
        for name, value in readable.items():
            if value is None or (name == "ap" and abs(ap or 0) > 9):
                title = {"to_hit": "To Hit", "ap": "AP"}.get(name, name.capitalize())
                self.notes.leave_out(
                    where, f"{title} {quote(written[name])} can't be read; the line is left out"
                )
                return None
        if reach is None or (not isinstance(reach[1], str) and reach[1] > self.terms.farthest):
            self.notes.leave_out(where, f"reaches beyond {self.terms.farthest} inches; the line is left out")
            return None
        if is_none(written["ap"]):
            self.notes.default(where, "has a dash for AP: 0 is taken")
        for other in profile.others:
            self.notes.leave_out(where, f"{other} is no characteristic of these rules; it is left out")
        return {
            "range_min": reach[0],
            "range": reach[1],
            "dice": int(dice) if dice and dice.isdigit() else dice,
            "to_hit": to_hit,
            "ap": ap,
            "traits": self.traits.traits(traits, profile.name),
        }

    def aimed(self, arm: CarriedWeapon) -> CarriedWeapon:
        """A weapon without two arcs on a line: a person says which holds (CA-8.6)."""
        lines = []
        for line in arm.lines:
            arcs = [trait for trait in line["traits"] if trait in self.terms.arcs]
            if len(arcs) > 1:
                id = f"arc.{plain_word(arm.name) or 'unnamed'}"
                answer = self.notes.ask(id, f'Where does "{arm.name}" bear?', (*arcs, ROUND), ROUND)
                self.notes.default(arm.name, f"it names both arcs; {answer} is taken")
                kept = [trait for trait in line["traits"] if trait not in arcs or trait == answer]
                line = {**line, "traits": tuple(kept)}
            lines.append(line)
        return replace(arm, lines=tuple(lines))


# ---------------------------------------------------------------- names and prices


def question_id(owner: Owner, entry: SelectionEntry) -> str:
    """The id of a question about an entry of a unit."""
    return f"{owner.key}.{plain_word(entry.name) or plain_word(entry.id) or 'choice'}"


def named_apart(entries: Sequence[SelectionEntry]) -> dict[str, SelectionEntry]:
    """Entries by their names; the second of a name has a number."""
    by_name: dict[str, SelectionEntry] = {}
    for entry in entries:
        name, number = entry.name or entry.id or "?", 1
        while name in by_name:
            number += 1
            name = f"{entry.name} ({number})"
        by_name[name] = entry
    return by_name


def usual_choice(group: SelectionEntry, by_name: dict[str, SelectionEntry]) -> str:
    """What a group begins with, by its default; empty without."""
    usual = group.node.get("defaultSelectionEntryId")
    ids = {name: [part.get("id") for part in child.parts] for name, child in by_name.items()}
    return next((name for name, known in ids.items() if usual and usual in known), "")


def stem(name: str) -> str:
    """The name of a weapon without that of its mode: "Lance - far" is a Lance."""
    for between in PARTS:
        first = name.partition(between)[0]
        if first and first != name:
            return first.strip()
    return name


def are_modes(name: str, profiles: list[str]) -> bool:
    """Whether profiles are plainly modes of a weapon: each begins with its name, or all with the same."""
    word = letters(name)
    if word and all(letters(profile).startswith(word) for profile in profiles):
        return True
    stems = {letters(stem(profile)) for profile in profiles}
    return len(stems) == 1 and "" not in stems


def points_of(entry: SelectionEntry, library: Library) -> int:
    """The price of an entry in points; 0 if it says none."""
    for cost in entry.of("costs"):
        kind = library.by_id.get(cost.get("typeId"))
        name = letters(cost.get("name")) or letters(kind.get("name") if kind is not None else "")
        if name in ("points", "pts", "point", "pt"):
            try:
                price = round(float(cost.get("value")))
            except (ValueError, OverflowError):
                continue
            return price if 0 <= price < UNLIMITED else 0
    return 0
