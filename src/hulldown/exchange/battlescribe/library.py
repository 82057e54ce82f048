"""The entries of all documents by their ids: where links lead, what entries are called, how many may be."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass

from hulldown.exchange.battlescribe.files import Document, XmlNode
from hulldown.exchange.battlescribe.notes import Notes

ENTRY_LISTS = ("selectionEntries", "selectionEntryGroups", "entryLinks")
SHARED = ("sharedSelectionEntries", "sharedSelectionEntryGroups")
MOST_STEPS = 400_000  # along links and lists of entries; the largest known catalogues take a tenth
DEEPEST_LINKS = 40  # links within links
UNLIMITED = 10_000
Within = tuple[XmlNode, ...]  # the nodes of the entries around an entry
CONDITIONAL = ("conditions", "conditionGroups", "repeats")


def clean(text: str) -> str:
    """A text on one line, without letters that nobody sees."""
    if text.isascii():
        return " ".join(text.split())
    seen = "".join(letter for letter in text if unicodedata.category(letter) != "Cf")
    return " ".join(unicodedata.normalize("NFC", seen).split())


def letters(text: str) -> str:
    """A name by its letters and digits alone: "To Hit" and "to-hit" are the same."""
    return re.sub(r"[^a-z0-9]", "", clean(text).casefold())


@dataclass(frozen=True, eq=False)
class SelectionEntry:
    """A selection entry or a group, with the link that led to it, which may add to it."""

    node: XmlNode
    link: XmlNode | None = None

    @property
    def parts(self) -> Within:
        """The entry and its link."""
        return (self.node,) if self.link is None else (self.node, self.link)

    @property
    def id(self) -> str:
        """The id of the entry, wherever a link to it is."""
        return self.node.get("id")

    @property
    def name(self) -> str:
        """What it is called."""
        return renamed(self.node, clean(self.node.get("name")) or clean((self.link or self.node).get("name")))

    @property
    def is_group(self) -> bool:
        """Whether it is a group, of which so many are chosen."""
        return self.node.tag == "selectionEntryGroup"

    @property
    def is_hidden(self) -> bool:
        """Whether it is hidden, whatever else is chosen."""
        return any(is_hidden(part) for part in self.parts)

    def of(self, *lists: str) -> Iterator[XmlNode]:
        """The entries of lists of the entry and of its link."""
        for part in self.parts:
            yield from part.of(*lists)

    @property
    def limits(self) -> tuple[int, int]:
        """How many at least and at most are chosen of it where it stands."""
        least, most = 0, UNLIMITED
        for rule in self.of("constraints"):
            number = whole(rule.get("value"))
            if rule.get("field") != "selections" or rule.get("scope") != "parent" or number is None:
                continue
            if rule.get("percentValue") == "true" or number < 0:
                continue
            if rule.get("type") == "min":
                least = max(least, number)
            elif rule.get("type") == "max":
                most = min(most, number)
        return least, most


class Library:
    """All documents of a file. What links lead to is in it, or is named as missing."""

    def __init__(self, documents: list[Document], notes: Notes) -> None:
        self.documents, self.notes = documents, notes
        self.steps = 0
        self.by_id: dict[str, XmlNode] = {}
        self.rules: set[str] = set()  # names of the rules that the documents print
        for document in sorted(documents, key=lambda document: document.is_system):
            for node in document.root.all():
                if node.tag == "rule":
                    self.rules.add(letters(bare(node.get("name"))))
                if node.get("id"):
                    self.by_id.setdefault(node.get("id"), node)
        self.name_missing()

    def name_missing(self) -> None:
        """Say which game systems and catalogues are not here."""
        here = {document.root.get("id") for document in self.documents}
        for document in self.documents:
            system = document.root.get("gameSystemId")
            if system and system not in here:
                text = (
                    f"its game system ({system}) is not here: put its .gst and all catalogues into a zip file"
                )
                self.notes.leave_out(title_of(document), text)
            for link in document.root.of("catalogueLinks"):
                if link.get("targetId") not in here:
                    text = f'the catalogue "{clean(link.get("name"))}" that it builds on is not here'
                    self.notes.leave_out(title_of(document), text)

    # ------------------------------------------------------------ links

    def target(self, link: XmlNode, where: str) -> XmlNode | None:
        """What a link leads to; None, with a remark, if that is in none of the documents."""
        node = self.by_id.get(link.get("targetId"))
        if node is None:
            name = clean(link.get("name")) or link.get("targetId")
            self.notes.leave_out(where, f'a link leads to "{name}", which is in none of these files')
        return node

    def entry(self, node: XmlNode, where: str) -> SelectionEntry | None:
        """An entry of a list, or what a link in it leads to."""
        if node.tag != "entryLink":
            return SelectionEntry(node)
        target = self.target(node, where)
        if target is None or target.tag not in ("selectionEntry", "selectionEntryGroup"):
            return None
        return SelectionEntry(target, node)

    def step(self, depth: int) -> None:
        """Count a step along a link or a list. TooMany where they lead on and on."""
        self.steps += 1
        if self.steps > MOST_STEPS or depth > DEEPEST_LINKS:
            raise TooMany

    def children(self, entry: SelectionEntry, within: Within) -> Iterator[SelectionEntry]:
        """The entries in an entry. One that leads back to where it is in is cut, with a remark.

        TooMany where links lead on and on.
        """
        for node in entry.of(*ENTRY_LISTS):
            self.step(len(within))
            child = self.entry(node, entry.name)
            if child is None:
                continue
            if child.node in within or child.node is entry.node:
                self.notes.leave_out(entry.name, f'leads in a circle back to "{child.name}"; cut there')
            else:
                yield child

    def info(self, parts: Within, kind: str, where: str) -> Iterator[tuple[XmlNode, XmlNode | None]]:
        """The profiles or rules of nodes, each with the link that led to it; info groups are opened."""
        yield from self._info(parts, kind, where, ())

    def _info(
        self, parts: Within, kind: str, where: str, within: Within
    ) -> Iterator[tuple[XmlNode, XmlNode | None]]:
        self.step(len(within))
        for part in parts:
            for node in part.of(f"{kind}s"):
                yield node, None
            for group in part.of("infoGroups"):
                yield from self._info((group,), kind, where, (*within, group))
            for link in part.of("infoLinks"):
                if link.get("type") not in (kind, "infoGroup"):
                    continue
                target = self.target(link, where)
                if target is None:
                    continue
                if target.tag == kind:
                    yield target, link
                elif target.tag == "infoGroup":
                    if target in within:
                        self.notes.leave_out(where, "an info group leads in a circle; cut there")
                    else:
                        yield from self._info((target,), kind, where, (*within, target))

    # ------------------------------------------------------------ where to begin

    def roots(self) -> Iterator[tuple[SelectionEntry, Document]]:
        """The entries that catalogues offer, then what they only share, each with its document."""
        for document in self.documents:
            for root in self.offering(document):
                for node in root.of("selectionEntries", "entryLinks"):
                    entry = self.entry(node, title_of(document))
                    if entry is not None:
                        yield entry, document
        for document in self.documents:
            for node in document.root.of(*SHARED):
                yield SelectionEntry(node), document

    def offering(self, document: Document) -> Iterator[XmlNode]:
        """A catalogue, and those whose entries it imports as its own."""
        yield document.root
        for link in document.root.of("catalogueLinks"):
            target = self.by_id.get(link.get("targetId"))
            if target is not None and link.get("importRootEntries") == "true":
                yield target


class TooMany(Exception):
    """The links of a catalogue lead to more entries than anybody can mean."""


# ---------------------------------------------------------------- nodes


def title_of(document: Document) -> str:
    """What a document is called."""
    return clean(document.root.get("name")) or document.file


def bare(name: str) -> str:
    """A name without what is in brackets after it: "Vehicle (2)" is a Vehicle."""
    return re.sub(r"\s*\([^()]*\)\s*$", "", clean(name))


def whole(text: str) -> int | None:
    """A number of a constraint; None if it is none."""
    try:
        return round(float(text)) if len(text) < 20 else None
    except (ValueError, OverflowError):
        return None


def is_conditional(modifier: XmlNode) -> bool:
    """Whether a modifier holds only at times."""
    return any(child.tag in CONDITIONAL and child.children for child in modifier.children)


def is_hidden(node: XmlNode) -> bool:
    """Whether an entry or a link is hidden, whatever else is chosen."""
    hidden = node.get("hidden") == "true"
    for modifier in node.of("modifiers"):
        if modifier.get("field") == "hidden" and not is_conditional(modifier):
            hidden = modifier.get("value") == "true"
    return hidden


def renamed(node: XmlNode, name: str) -> str:
    """A name with what modifiers without conditions do to it."""
    for modifier in node.of("modifiers"):
        if modifier.get("field") == "name" and not is_conditional(modifier):
            name = modified(modifier, name) or name
    return name


def modified(modifier: XmlNode, text: str) -> str | None:
    """A text with a modifier over it; None for a kind that is not known, or has no sense here."""
    value, kind = clean(modifier.get("value")), modifier.get("type")
    if kind == "set":
        return value
    if kind == "append":
        return f"{text}{modifier.get('join') or ' '}{value}" if text else value
    if kind in ("increment", "decrement"):
        match = re.fullmatch(r"([+-]?)(\d{1,3})(\D{0,3})", text.replace("−", "-"))
        amount = whole(value)
        if match is None or amount is None:
            return None
        number = int(f"{match[1]}{match[2]}") + (amount if kind == "increment" else -amount)
        return f"{number:+d}{match[3]}" if match[1] else f"{number}{match[3]}"
    return None
