"""Entries of catalogues become units: found along links, each once, with the weapons that it carries."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from hulldown.catalogue.pack import plain_word
from hulldown.exchange.battlescribe.files import Document
from hulldown.exchange.battlescribe.library import (
    Library,
    SelectionEntry,
    Within,
    clean,
    is_hidden,
    renamed,
    title_of,
)
from hulldown.exchange.battlescribe.notes import Notes
from hulldown.exchange.battlescribe.numbers import NumberReader, kind_named
from hulldown.exchange.battlescribe.profiles import Characteristics, ProfileReader, listed
from hulldown.exchange.battlescribe.traits import LONGEST, TraitReader
from hulldown.exchange.battlescribe.weapons import Armoury, CarriedWeapon, Owner, points_of
from hulldown.rulesets.api.files import UnitInfo
from hulldown.rulesets.api.terms import ProfileTerms

MOST_UNITS = 400
SOURCE = "CA-8.1"  # what a profile says
OF_ALL = "is not of these rules and holds for a whole entry: it is left out"


@dataclass(frozen=True)
class Path:
    """Where an entry is: its document, the entries around it, and what they say of all within them."""

    document: Document
    around: tuple[SelectionEntry, ...] = ()
    rules: tuple[str, ...] = ()
    kind: str = ""

    @property
    def nodes(self) -> Within:
        """The nodes of the entries around."""
        return tuple(entry.node for entry in self.around)

    @property
    def detachment(self) -> tuple[SelectionEntry, ...]:
        """The entries around, from that of the detachment inwards; none outside a detachment."""
        units = [at for at, entry in enumerate(self.around) if entry.node.get("type") == "unit"]
        return self.around[units[-1] :] if units else ()

    @property
    def name(self) -> str:
        """What the detachment is called; empty outside a detachment."""
        return self.detachment[0].name if self.detachment else ""


@dataclass(frozen=True)
class Candidate:
    """A unit that an entry holds, before anything is asked about it."""

    name: str
    profile: Characteristics
    kind: str
    rules: tuple[str, ...]
    carriers: tuple[SelectionEntry, ...]  # the entries whose weapons it carries
    path: Path
    entry: SelectionEntry


class Units:
    """Finds the units of all documents, and makes them what `units.toml` has."""

    def __init__(
        self, library: Library, terms: ProfileTerms, notes: Notes, taken: tuple[UnitInfo, ...]
    ) -> None:
        self.library, self.terms, self.notes = library, terms, notes
        self.reader = ProfileReader(library)
        self.traits = TraitReader(library, terms, notes)
        self.arms = Armoury(library, self.reader, self.traits, notes)
        self.numbers = NumberReader(terms, notes)
        self.names = {unit.name.casefold(): unit.name for unit in taken}
        self.keys = {unit.id for unit in taken}
        self.units: dict[str, dict[str, Any]] = {}
        self._walked: set[Any] = set()
        self._hidden: list[tuple[SelectionEntry, Path]] = []  # come last, so that they rename no others
        self._wanted: set[SelectionEntry] = set()
        self._seen: dict[Any, set[str]] = {}  # special rules of the units that are there, by what they are

    def find(self) -> dict[str, dict[str, Any]]:
        """All units by their keys, as data. TooMany for links without end."""
        for entry, document in self.library.roots():
            if entry.node not in self._walked:
                self.walk(entry, Path(document))
        for entry, path in self._hidden:
            if self.is_wanted(entry):
                self._wanted.add(entry)
                self._walked.discard(walk_key(entry, path))
                self.walk(entry, path)
        for document in self.library.documents:
            for profile in document.root.of("sharedProfiles"):
                if self.reader.kinds(profile)[0] and profile not in self.arms.used:
                    text = "is a profile that no entry of these files uses; it is left out"
                    self.notes.leave_out(clean(profile.get("name")), text)
        return self.units

    # ------------------------------------------------------------ the way to them

    def walk(self, entry: SelectionEntry, path: Path) -> None:
        """The units of an entry and of all that is in it."""
        if not self.arms.contains(entry, True, path.nodes):
            return
        key = walk_key(entry, path)
        if key in self._walked:
            return
        self._walked |= {key, entry.node}
        if entry.is_hidden and entry not in self._wanted:
            self._hidden.append((entry, path))
            return
        profiles = self.arms.profiles(entry, True)
        rules, kind = self.rules_of(entry), self.kind_of(entry)
        for profile, link in profiles:
            read = self.reader.read(profile, link, entry.name)
            if link is not None and entry.node.get("type") == "model":
                read = replace(read, name=entry.name)  # several kinds of model share a profile
            self.add_models(entry, read, path, (*path.rules, *rules), kind or path.kind)
        if profiles:
            inside = Path(path.document, (*path.around, entry))
        else:
            known = self.rules_for_all(rules, entry.name)
            inside = Path(path.document, (*path.around, entry), (*path.rules, *known), kind or path.kind)
        for child in self.library.children(entry, path.nodes):
            self.walk(child, inside)

    def is_wanted(self, entry: SelectionEntry) -> bool:
        """Whether a person takes an entry that the catalogue hides."""
        id = f"hidden.{plain_word(entry.name) or plain_word(entry.id)}"
        text = f'"{entry.name}" is hidden in the catalogue. Take it?'
        answer = self.notes.ask(id, text, (entry.name, ""), "")
        if not answer:
            self.notes.leave_out(entry.name, "is hidden in the catalogue; it is left out")
        return bool(answer)

    def kind_of(self, entry: SelectionEntry) -> str:
        """The type of model that a category of an entry names; empty if none does."""
        for link in entry.of("categoryLinks"):
            target = self.library.by_id.get(link.get("targetId"))
            names = (link.get("name"), target.get("name") if target is not None else "")
            kinds = (kind_named(name, self.terms.kinds) for name in names)
            kind = next(filter(None, kinds), "")
            if kind:
                return kind
        return ""

    def rules_of(self, entry: SelectionEntry) -> tuple[str, ...]:
        """The rules that an entry itself names."""
        names = []
        for rule, link in self.library.info(entry.parts, "rule", entry.name):
            if is_hidden(rule) or (link is not None and is_hidden(link)):
                continue
            name = renamed(rule, clean(rule.get("name")))
            names.append(renamed(link, name) if link is not None else name)
        return tuple(names)

    def rules_for_all(self, rules: tuple[str, ...], where: str) -> tuple[str, ...]:
        """Those rules of an entry that tell on all models within it; of others there is a remark."""
        known = []
        for rule in rules:
            if self.traits.is_rule(rule):
                known.append(rule)
            else:
                self.notes.leave_out(where, f"{rule} {OF_ALL}")
        return tuple(known)

    # ------------------------------------------------------------ models

    def add_models(
        self, entry: SelectionEntry, profile: Characteristics, path: Path, rules: tuple[str, ...], kind: str
    ) -> None:
        """The units of a profile: one, or one for each kind of model in the entry that has weapons alone."""
        carriers = (*self.around(path), entry)
        models = self.models(entry, path.nodes)
        kind = kind_named(profile.fields.get("type", ""), self.terms.kinds) or kind
        if not models:
            self.add(Candidate(profile.name, profile, kind, rules, carriers, path, entry))
        for model in models:
            name = model.name if len(models) > 1 else profile.name
            own = (*rules, *self.rules_of(model))
            kind_here = self.kind_of(model) or kind
            inside = Path(path.document, (*path.around, entry))
            self.add(Candidate(name, profile, kind_here, own, (*carriers, model), inside, model))

    def models(self, entry: SelectionEntry, within: Within) -> list[SelectionEntry]:
        """The kinds of model in an entry that have weapons and no profile of their own."""
        inside, models = (*within, entry.node), []
        for child in self.library.children(entry, within):
            if child.is_hidden or self.arms.contains(child, True, inside):
                continue
            if child.is_group:
                models += self.models(child, inside)
            elif child.node.get("type") == "model" and self.arms.contains(child, False, inside):
                models.append(child)
        return models

    def around(self, path: Path) -> tuple[SelectionEntry, ...]:
        """The entries around whose weapons are those of all models in them; of others there is a remark."""
        carriers = []
        for depth, entry in enumerate(path.detachment, len(path.around) - len(path.detachment)):
            within = path.nodes[:depth]
            if self.arms.profiles(entry, True) or not self.arms.wargear(entry, within):
                continue
            if entry.is_group or len(self.arms.holders(entry, within)) > 1:
                text = "has weapons for several kinds of model, and does not say whose; they are left out"
                self.notes.leave_out(entry.name, text)
            else:
                carriers.append(entry)
        return tuple(carriers)

    # ------------------------------------------------------------ a unit

    def add(self, unit: Candidate) -> None:
        """A unit, unless the same was there before; a remark if it can't be taken."""
        special = self.traits.special(
            (*unit.rules, *listed(unit.profile.fields.get("special", ""))), unit.name
        )
        strange = {rule for rule in special.listed if not self.terms.is_rule(rule)}
        plain = tuple(rule for rule in special.listed if rule not in strange)
        shapes = tuple(self.arms.shape(carrier, self.within(unit, carrier)) for carrier in unit.carriers)
        same = (unit.name, tuple(unit.profile.fields.items()), unit.kind, special.invulnerable, plain, shapes)
        if same in self._seen:
            for rule in sorted(strange - self._seen[same]):
                where = f"{unit.name} in {unit.path.name or title_of(unit.path.document)}"
                self.notes.leave_out(where, f"{rule} is not on the card of the unit of that name")
            return
        self._seen[same] = strange
        if len(self.units) >= MOST_UNITS:
            self.notes.leave_out(unit.name, f"a file gives at most {MOST_UNITS} units; this one is left out")
            return
        name = self.free_name(unit)
        key = self.free_key(name)
        self.names[name.casefold()] = name  # taken, whatever becomes of it: ids of questions hold
        self.keys.add(key)
        for other in unit.profile.others:
            self.notes.leave_out(name, f"{other} is no characteristic of these rules; it is left out")
        data = self.data(unit, name, key, special.invulnerable, special.listed)
        if data is not None and self.is_right(name, data):
            self.units[key] = data

    def within(self, unit: Candidate, carrier: SelectionEntry) -> Within:
        """The nodes around an entry whose weapons a unit carries."""
        nodes = unit.path.nodes
        return nodes[: nodes.index(carrier.node)] if carrier.node in nodes else nodes

    def data(
        self, unit: Candidate, name: str, key: str, invulnerable: int, special: tuple[str, ...]
    ) -> dict[str, Any] | None:
        """A unit as `units.toml` has it; None, with a remark, if it lacks what nobody can say."""
        numbers = self.numbers.numbers(unit.profile, name, key)
        kind = self.numbers.kind(unit.kind, name, key) if numbers is not None else ""
        if numbers is None or not kind:
            return None
        faces = [face for face in (int(numbers["invulnerable"]), invulnerable) if face]
        arms = [
            arm
            for carrier in unit.carriers
            for arm in self.arms.outfit(carrier, self.within(unit, carrier), Owner(key, name))
        ]
        points, models = price(unit, arms, self.library)
        return {
            "name": name,
            "text": self.text(unit, points, models),
            "points": points,
            "type": kind,
            "list": self.numbers.army(unit.path.document),
            **numbers,
            "invulnerable": min(faces, default=0),
            "special": special,
            "base": self.numbers.base(kind),
            "source": SOURCE,
            "weapon": self.paired(self.fitting(arms, name, key), name, key),
        }

    def text(self, unit: Candidate, points: int, models: int) -> str:
        """Where a unit comes from, and its price."""
        title = title_of(unit.path.document)
        place = f"{unit.path.name} of {title}" if unit.path.name else title
        counted = "a model" if models == 1 else f"{models} models"
        return f"From {place}: {counted} for {points} points." if points else f"From {place}."

    def fitting(self, arms: list[CarriedWeapon], name: str, key: str) -> list[CarriedWeapon]:
        """As many weapons as a profile has room for; a person says which others are left out."""
        arms = list(arms)
        number = 0
        most = self.terms.weapons
        while len(arms) > most:
            number += 1
            text = f"{name} has {len(arms)} weapons, and a profile {most} at most. Which is left out?"
            names = list(dict.fromkeys(arm.name for arm in arms))
            answer = self.notes.ask(f"{key}.left_out.{number}", text, names, arms[-1].name, True)
            self.notes.leave_out(name, f"{answer}: a profile has at most {most} weapons (CA-8.8)")
            at = max(at for at, arm in enumerate(arms) if arm.name == answer)
            del arms[at]
        return arms

    def paired(self, arms: list[CarriedWeapon], name: str, key: str) -> list[dict[str, Any]]:
        """Weapons as data. A person says to which weapon a Co-axial one is bound: catalogues do not."""
        rows, coaxial = [], self.terms.coaxial
        for arm in arms:
            row: dict[str, Any] = {"name": arm.name, "count": arm.count, "line": list(arm.lines)}
            others = list(dict.fromkeys(other.name for other in arms if not other.has(coaxial)))
            if arm.has(coaxial) and others:
                id = f"{key}.{plain_word(arm.name)}.pair"
                text = f"To which weapon is {arm.name} bound (CA-10.4)?"
                answer = self.notes.ask(id, text, (*others, ""), "", depends=True)
                if not answer:
                    self.notes.default(name, f"does not say to which weapon {arm.name} is bound: to none")
                row["coaxial_with"] = answer
            rows.append(row)
        return rows

    def is_right(self, name: str, data: dict[str, Any]) -> bool:
        """Whether the rules take a unit; a remark says why not."""
        fault = self.terms.unit_fault(data)
        if fault:
            self.notes.leave_out(name, f"{fault}; the unit is left out")
        return not fault

    # ------------------------------------------------------------ names

    def free_name(self, unit: Candidate) -> str:
        """A name that no unit has yet: with its detachment, its catalogue or a number after it."""
        whole = unit.name or unit.entry.name or "Unit"
        name = whole[:LONGEST].strip()
        if name != whole:
            self.notes.leave_out(name, f"its name is cut to {LONGEST} letters")
        places = [place for place in (unit.path.name, title_of(unit.path.document)) if place]
        names = [name, *(f"{name} ({place})" for place in places)]
        names += [f"{name[: LONGEST - 4]} {number}" for number in range(2, MOST_UNITS + 2)]
        free = next(other for other in names if len(other) <= LONGEST and other.casefold() not in self.names)
        if free != name:
            self.notes.leave_out(
                free,
                "another unit has its name: it carries its detachment, its catalogue or a number",
            )
        return free

    def free_key(self, name: str) -> str:
        """A key of `units.toml` that no unit has yet."""
        base = plain_word(name)[:40] or "unit"
        keys = [base, *(f"{base}_{number}" for number in range(2, MOST_UNITS + 2))]
        return next(key for key in keys if key not in self.keys)


def walk_key(entry: SelectionEntry, path: Path) -> tuple[Any, ...]:
    """By what an entry is known again where it says the same once more."""
    return entry.node, entry.link, path.rules, path.kind, path.name


def price(unit: Candidate, arms: list[CarriedWeapon], library: Library) -> tuple[int, int]:
    """What the smallest detachment of a unit costs in points, and how many models it has."""
    total, models = 0, 1
    around = unit.path.detachment
    for entry in (*around, unit.entry):
        if entry.is_group:
            continue
        if not around or entry is not around[0]:
            models *= min(99, max(1, entry.limits[0]))
        total += points_of(entry, library) * models
    total += sum(arm.points for arm in arms) * models
    return min(total, 9999), models
