"""What the columns of a table can be: the fields of an entry, by its schema, and how headers name them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations
from typing import Any, Literal

from hulldown.catalogue.load import ALIKE
from hulldown.catalogue.pack import plain_word

EACH = "*"  # in a path, for the number of an entry of a list
ID = ("id",)  # the key of an entry, which is none of its fields
Kind = Literal["whole", "number", "text", "flag", "choice", "mixed", "list"]
Path = tuple[str, ...]
YES = ("yes", "true", "x", "y", "1", "ja", "wahr", "oui", "si")
LISTED = 12  # parts of a list that may have cells of their own
NO = ("no", "false", "n", "0", "nein", "falsch", "non")
NAMES, TEXTS, SOURCE = "name", "text", "source"  # keys that every unit file has

# What people call things that a unit file calls otherwise; the first that the table has is meant.
COMMON: Mapping[str, tuple[str, ...]] = {
    "hp hit point structure life": ("hull_points", "hull", "wounds", "wd", "health"),
    "m mv move movement speed pace": ("movement", "movement_cap", "mv", "top_speed", "mobility"),
    "sv save armor-save": ("save",),
    "inv invul invulnerable-save ward": ("invulnerable",),
    "w wound": ("wounds", "wd"),
    "ld leadership courage": ("ld", "morale"),
    "bs skill ballistic-skill shooting": ("bs", "accuracy"),
    "ev evade evasion defense": ("ev",),
    "t toughness": ("to",),
    "nerve": ("nv",),
    "aw awareness": ("aw",),
    "pt pts point cost price value victory-point": ("points", "vp", "value", "spent"),
    "unit unit-name model title designation vehicle tank bezeichnung einheit nom": (NAMES,),
    "description note flavor comment beschreibung": (TEXTS,),
    "rule page rulebook": ("source",),
    "class category": ("type", "kind", "budget"),
    "faction army side-list": ("list",),
    "special-rule rule-special ability trait": ("special", "traits"),
    "gun armament main-gun": ("weapon", "weapons"),
    "a act action": ("actions",),
    "shot attack rate-of-fire": ("rof", "dice"),
    "hit to-hit tohit": ("to_hit", "accuracy"),
    "firepower": ("fp",),
    "penetration piercing": ("ap", "penetration"),
    "motion propulsion": ("drive", "chassis"),
    "close-combat assault-factor": ("caf",),
    "upgrade equipment": ("upgrades",),
}
SYNONYMS = {
    tuple(sorted(part.split("-"))): keys for parts, keys in COMMON.items() for part in parts.split(" ")
}
OTHER = ALIKE | {
    "armours": "armor",
    "color": "color",
    "colours": "color",
    "defence": "defense",
    "nr": "number",
}


@dataclass(frozen=True)
class CellField:
    """A place in an entry that a cell fills; `EACH` in its path stands for the number of an entry of a list.

    `choices` are the words that may stand there, `names` what else people write for them. `most` says how
    many entries each list of the path may have, `part` what an entry of a `list` is.
    """

    path: Path
    kind: Kind
    choices: tuple[str, ...] = ()
    names: Mapping[str, str] = field(default_factory=dict)
    low: float | None = None
    high: float | None = None
    nullable: bool = False
    needed: bool = False
    default: Any = None
    most: tuple[int, ...] = ()
    part: CellField | None = None

    @property
    def keys(self) -> Path:
        """The path without the places of numbers."""
        return tuple(key for key in self.path if key != EACH)

    @property
    def single(self) -> CellField:
        """A part of a list in a cell of its own: the "Weapon 2" of a unit that lists its weapons."""
        part = self.part or self
        return replace(part, path=(*self.path, EACH), most=(*self.most, LISTED), needed=False)

    def at(self, numbers: Sequence[int]) -> Path:
        """The path with numbers, from 1, in the places for them."""
        left = iter(numbers)
        return tuple(str(next(left)) if key == EACH else key for key in self.path)


def dotted(path: Path) -> str:
    """A path as files and people write it: "armor.front", "weapon.1.name"."""
    return ".".join(path)


def titled(path: Path) -> str:
    """A path as a heading: "Armor front", "Weapon 1 name"."""
    words = " ".join(path).replace("_", " ")
    return words[:1].upper() + words[1:]


def general(path: Path) -> Path:
    """A path with numbers as that of its field."""
    return tuple(EACH if key.isdigit() else key for key in path)


# ---------------------------------------------------------------- the fields of a schema


Links = Mapping[str, Mapping[str, str]]  # by place ("units.weapons"): keys of a table by what they are called


def fields_of(root: Mapping[str, Any], table: str, links: Links) -> tuple[CellField, ...]:
    """The fields of an entry of a table, by the JSON Schema of its file."""
    node = resolved(root, root["properties"][table]["additionalProperties"])
    return tuple(leaves(root, node, (), {"place": table, "links": links, "most": ()}))


def resolved(root: Mapping[str, Any], node: Mapping[str, Any]) -> dict[str, Any]:
    """A node with what it refers to."""
    if "$ref" not in node:
        return dict(node)
    return {
        **root["$defs"][str(node["$ref"]).split("/")[-1]],
        **{k: v for k, v in node.items() if k != "$ref"},
    }


def leaves(
    root: Mapping[str, Any], node: Mapping[str, Any], path: Path, how: Mapping[str, Any], needed: bool = True
) -> Iterator[CellField]:
    """The fields below a node."""
    node, nullable = bare(root, node)
    if "oneOf" in node:
        node = merged_shapes(root, node)
    items = resolved(root, node.get("items", {}))
    if "properties" in node:
        for key, inner in node["properties"].items():
            place = f"{how['place']}.{key}"
            yield from leaves(
                root, inner, (*path, key), {**how, "place": place}, key in node.get("required", ())
            )
    elif "additionalProperties" in node and node.get("type") == "object":
        for key in node.get("propertyNames", {}).get("enum", ()):
            yield from leaves(root, node["additionalProperties"], (*path, key), how, False)
    elif "properties" in items:
        most = (*how["most"], node.get("maxItems", 20))
        yield from leaves(root, items, (*path, EACH), {**how, "most": most})
    else:
        yield leaf(root, node, path, how, nullable, needed)


def bare(root: Mapping[str, Any], node: Mapping[str, Any]) -> tuple[dict[str, Any], bool]:
    """A node without "or nothing" and without "one or several", and whether it may be nothing."""
    node = resolved(root, node)
    some = [resolved(root, option) for option in node.get("anyOf", ())]
    nullable = any(option.get("type") == "null" for option in some)
    some = [option for option in some if option.get("type") != "null"]
    lists = [option for option in some if option.get("type") == "array"]
    if lists or len(some) == 1:
        given = {key: value for key, value in node.items() if key != "anyOf"}
        return {**(lists or some)[0], **given}, nullable
    return node, nullable


def merged_shapes(root: Mapping[str, Any], node: Mapping[str, Any]) -> dict[str, Any]:
    """A table that is one of several shapes, with the fields of all of them."""
    shapes = [resolved(root, option) for option in node["oneOf"]]
    tag = node["discriminator"]["propertyName"]
    properties = {key: inner for shape in shapes for key, inner in shape["properties"].items()}
    return {
        "properties": {**properties, tag: {"enum": list(node["discriminator"]["mapping"])}},
        "required": [tag],
    }


def leaf(
    root: Mapping[str, Any],
    node: Mapping[str, Any],
    path: Path,
    how: Mapping[str, Any],
    nullable: bool,
    needed: bool,
) -> CellField:
    """A field that holds no others."""
    kind, part = kind_of(node), None
    if kind == "list":
        part = leaf(root, bare(root, node.get("items", {}))[0], path, how, False, True)
    names = how["links"].get(how["place"], {})
    choices = tuple(map(str, node.get("enum", ()))) or tuple(dict.fromkeys(names.values()))
    if choices and kind == "text":
        kind = "choice"
    words = {plain_word(word): word for word in choices}
    return CellField(
        path,
        kind,
        choices,
        {**names, **words},
        node.get("minimum"),
        node.get("maximum"),
        nullable,
        needed,
        node.get("default"),
        how["most"],
        part,
    )


def kind_of(node: Mapping[str, Any]) -> Kind:
    """How the cells of a field are read."""
    if "enum" in node or "const" in node:
        return "choice"
    kind = node.get("type")
    kinds: dict[Any, Kind] = {"boolean": "flag", "integer": "whole", "number": "number", "array": "list"}
    if isinstance(kind, list) or "anyOf" in node:
        return "mixed"
    return kinds.get(kind, "text")


# ---------------------------------------------------------------- headers


BRACKETS = re.compile(r"[(\[{][^)\]}]*[)\]}]")
PARTS = re.compile(r"[a-z]+|[0-9]+")


def words_of(text: str) -> tuple[tuple[str, ...], tuple[int, ...]]:
    """The words of a header in one spelling and order, and its numbers: "Side armour 2"."""
    plain = plain_word(text, " ")
    parts = PARTS.findall(plain.replace("colour", "color").replace("armour", "armor"))
    words = sorted(spelled(part) for part in parts if not part.isdigit())
    return tuple(words), tuple(int(part) for part in parts if part.isdigit() and len(part) < 4)


def spelled(word: str) -> str:
    """A word in the spelling of the files, and alone: "weapons" is weapon."""
    word = OTHER.get(word, word)
    single = word[:-1] if len(word) > 3 and word.endswith("s") and not word.endswith("ss") else word
    return OTHER.get(single, single)


class Headers:
    """What headers may call the fields of a table."""

    def __init__(self, fields: Sequence[CellField]) -> None:
        self.fields = {cell_field.path: cell_field for cell_field in fields}
        self.by_words: dict[tuple[str, ...], dict[Path, int]] = {}
        for cell_field in fields:
            for words, skipped in names_of(cell_field):
                ranks = self.by_words.setdefault(words, {})
                ranks[cell_field.path] = min(skipped, ranks.get(cell_field.path, skipped))

    def find(self, header: str) -> tuple[CellField | None, tuple[int, ...]]:
        """The field that a header names, and the numbers in it; None for no field, or for several."""
        path = general(tuple(part for part in header.strip().casefold().split(".") if part))
        numbers = tuple(int(part) for part in header.strip().split(".") if part.isdigit() and len(part) < 4)
        exact = next(
            (
                cell_field
                for known, cell_field in self.fields.items()
                if dotted(known).casefold() == dotted(path)
            ),
            None,
        )
        if exact:
            return exact, numbers
        named, numbers = self.phrased(header)
        if named is None and BRACKETS.search(header):
            named, numbers = self.phrased(BRACKETS.sub(" ", header))  # "Move (inches)"
        return named, numbers

    def phrased(self, header: str) -> tuple[CellField | None, tuple[int, ...]]:
        """The field that the words of a header name, and its numbers."""
        words, numbers = words_of(header)
        named = self.named(words)
        if named is None:
            meant = (self.named(words_of(key)[0]) for key in SYNONYMS.get(words, ()))
            named = next((cell_field for cell_field in meant if cell_field), None)
        more = len(numbers) - named.path.count(EACH) if named else 0
        if named and more == 1 and named.kind == "list":
            return named.single, numbers
        return (named, numbers) if more <= 0 else (None, ())

    def named(self, words: tuple[str, ...]) -> CellField | None:
        """The field that these words name best, if one alone does."""
        ranks = self.by_words.get(words, {})
        best = [path for path, rank in ranks.items() if rank == min(ranks.values())]
        return self.fields[best[0]] if len(best) == 1 else None


def names_of(cell_field: CellField) -> Iterator[tuple[tuple[str, ...], int]]:
    """The words that may name a field: its last key and any of those before it, and how many are left out."""
    *before, last = cell_field.keys
    for count in range(len(before) + 1):
        for kept in combinations(before, count):
            yield words_of(" ".join((*kept, last)))[0], len(before) - count
    if last == NAMES and before:  # "Weapon 1" is the name of the first weapon
        yield words_of(" ".join(before))[0], 0
        yield words_of(before[-1])[0], len(before) - 1


def first_free(cell_field: CellField, numbers: Sequence[int], taken: Iterable[Path]) -> Path | None:
    """The path that a header names, with 1 where it says no number: in a list the next that is free."""
    slots = cell_field.path.count(EACH)
    path = cell_field.at([*numbers, *[1] * (slots - len(numbers))])
    known = set(taken)
    if path[:-1] in known or any(other[:-1] == path for other in known):  # a list whole, or part by part
        return None
    if path not in known:
        return path
    if not slots or numbers:
        return None
    paths = (cell_field.at([number, *[1] * (slots - 1)]) for number in range(2, cell_field.most[0] + 1))
    return next((path for path in paths if path not in known), None)
