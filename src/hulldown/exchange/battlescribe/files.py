"""The bytes of BattleScribe files as trees: unpacked, bounded, without document types and entities.

A `.cat` or `.gst` is one XML document; `.catz` and `.gstz` are the same in a zip file. A zip file of several
(all files of a game, as repositories give them away) is read as a whole, so that their links lead somewhere.
"""

from __future__ import annotations

import re
import zipfile
import zlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from io import BytesIO
from typing import Any

from hulldown.catalogue import CatalogueError, quote
from hulldown.catalogue.load import decode
from hulldown.exchange.model import ImportFault

LARGEST = 8 * 1024 * 1024  # bytes of what is sent, and of a document in it
MOST_BYTES = 12 * 1024 * 1024  # of all documents of a zip file together
MOST_DOCUMENTS = 64
MOST_ENTRIES = 2000  # of a zip file; most of them may be something else
MOST_NODES = 250_000  # of all documents together
DEEPEST = 64  # nodes within nodes; catalogues have some thirty
LONGEST = 2000  # letters of an attribute or a characteristic; the rest is cut
ZIP = b"PK"
ENDINGS, PACKED = (".cat", ".gst"), (".catz", ".gstz")
BEGINNING = re.compile(r"<(?:catalogue|gameSystem|roster|dataIndex)\s[^>]*battlescribe", re.IGNORECASE)
ROOTS = {"catalogue": "a catalogue", "gameSystem": "a game system"}
BROKEN = (zipfile.BadZipFile, zlib.error, EOFError, RuntimeError, ValueError, NotImplementedError)
TAKEN = "hulldown takes catalogues (.cat, .catz) and game systems (.gst, .gstz)"
LACKS = 'BattleScribe files need an extra that is not installed: pip install "hulldown[exchange]"'


@dataclass(slots=True, eq=False)
class XmlNode:
    """An element: its name without namespace, its attributes, what is in it, and its line in the file."""

    tag: str
    attributes: dict[str, str]
    line: int
    children: list[XmlNode] = field(default_factory=list)
    text: str = ""

    def of(self, *lists: str) -> Iterator[XmlNode]:
        """The entries of lists of this name: `of("profiles")` are the profiles."""
        for child in self.children:
            if child.tag in lists:
                yield from child.children

    def get(self, name: str) -> str:
        """An attribute; empty if it is not there."""
        return self.attributes.get(name, "")

    def all(self) -> Iterator[XmlNode]:
        """This node and all within it, in the order of the file."""
        waiting = [self]
        while waiting:
            node = waiting.pop()
            yield node
            waiting.extend(reversed(node.children))


@dataclass(frozen=True, eq=False)
class Document:
    """A catalogue or a game system, and the name of its file."""

    file: str
    root: XmlNode

    @property
    def is_system(self) -> bool:
        """Whether it is a game system."""
        return self.root.tag == "gameSystem"

    @property
    def is_library(self) -> bool:
        """Whether it holds entries for other catalogues, and none of its own."""
        return self.root.get("library") == "true"


def documents(data: bytes, name: str) -> list[Document]:
    """The catalogues and game systems of a file. ImportFault says in a line why there are none."""
    if len(data) > LARGEST:
        raise ImportFault(f"{name}: is larger than {LARGEST // 2**20} MiB")
    if not data.strip():
        raise ImportFault(f"{name}: is empty; {TAKEN}")
    room = NodeBudget()
    if not data.startswith(ZIP):
        return [parsed(data, name, room)]
    return [parsed(text, file, room) for file, text in unpacked(data, name)]


def is_battlescribe(name: str, head: str, inside: Iterable[str]) -> bool:
    """Whether a file seems to be of BattleScribe: by its name, its first text, or the names in a zip file.

    A roster is one, too; `documents` says what it is.
    """
    if name.lower().endswith((*ENDINGS, *PACKED)) or BEGINNING.search(head):
        return True
    return any(is_document(path) or path.lower().endswith(".ros") for path in inside)


# ---------------------------------------------------------------- zip files


def unpacked(data: bytes, name: str) -> Iterator[tuple[str, bytes]]:
    """The documents of a zip file with their names. ImportFault for none, too many or too large ones."""
    try:
        with zipfile.ZipFile(BytesIO(data)) as archive:
            yield from bounded(archive, name)
    except ImportFault:
        raise
    except BROKEN:
        raise ImportFault(f"{name}: is not a whole zip file; copy or download it again") from None


def bounded(archive: zipfile.ZipFile, name: str) -> Iterator[tuple[str, bytes]]:
    """The documents of an open zip file, as many bytes of them as are read at the most."""
    infos = archive.infolist()
    if len(infos) > MOST_ENTRIES:
        raise ImportFault(f"{name}: has more than {MOST_ENTRIES} files")
    wanted = [info for info in infos if is_document(info.filename)]
    if not wanted:
        raise ImportFault(f"{name}: has no catalogue in it; {TAKEN}")
    if len(wanted) > MOST_DOCUMENTS:
        raise ImportFault(f"{name}: has more than {MOST_DOCUMENTS} catalogues")
    left = MOST_BYTES
    for info in wanted:
        file = info.filename.replace("\\", "/").split("/")[-1]
        if info.flag_bits & 1:
            raise ImportFault(f"{name}: {quote(file)} needs a password; pack it without")
        with archive.open(info) as stream:
            text = stream.read(min(LARGEST, left) + 1)
        left -= len(text)
        if len(text) > LARGEST or left < 0:
            raise ImportFault(f"{name}: {quote(file)} unpacks to more than {LARGEST // 2**20} MiB")
        yield file, text


def is_document(path: str) -> bool:
    """Whether a file of a zip file is a catalogue or a game system; what systems leave beside is none."""
    file = path.replace("\\", "/").split("/")[-1].lower()
    return file.endswith(ENDINGS) and not file.startswith(".") and "__MACOSX" not in path


# ---------------------------------------------------------------- XML


class NodeBudget:
    """How many more nodes there may be in all documents of a file."""

    def __init__(self) -> None:
        self.left = MOST_NODES


class Growing:
    """What the parser tells of a document becomes a tree, within bounds."""

    def __init__(self, name: str, room: NodeBudget) -> None:
        self.name, self.room = name, room
        self.root: XmlNode | None = None
        self.open: list[XmlNode] = []
        self.expat: Any = None  # knows the line

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        """An element begins. ImportFault where there are too many, or too deep."""
        self.room.left -= 1
        line = self.expat.CurrentLineNumber
        if self.room.left < 0:
            raise ImportFault(f"{self.name}: has more than {MOST_NODES:,} elements")
        if len(self.open) >= DEEPEST:
            raise ImportFault(f"{self.name}:{line}: is nested more than {DEEPEST} elements deep")
        short = {name: value[:LONGEST] for name, value in attributes.items()}
        node = XmlNode(tag.rpartition("}")[2], short, line)
        if self.open:
            self.open[-1].children.append(node)
        else:
            self.root = node
            check_root(node, self.name)
        self.open.append(node)

    def end(self, tag: str) -> None:
        """An element ends."""
        self.open.pop()

    def data(self, text: str) -> None:
        """Text within an element; only characteristics have some that is read."""
        if self.open and self.open[-1].tag == "characteristic":
            self.open[-1].text = (self.open[-1].text + text)[:LONGEST]

    def close(self) -> XmlNode | None:
        """The tree."""
        return self.root


def parsed(data: bytes, name: str, room: NodeBudget) -> Document:
    """A document as a tree. ImportFault says what is wrong with it, and where."""
    try:
        from defusedxml.common import DefusedXmlException
        from defusedxml.ElementTree import ParseError, XMLParser
    except ModuleNotFoundError:
        raise ImportFault(LACKS) from None
    text = plain_text(data, name)
    growing = Growing(name, room)
    parser = XMLParser(target=growing, encoding="utf-8", forbid_dtd=True)
    growing.expat = parser.parser
    try:
        parser.feed(text)
        root = parser.close()
    except DefusedXmlException:
        what = "has a document type or entities (<!DOCTYPE>), which no catalogue has; it is not read"
        raise ImportFault(f"{name}:{parser.parser.CurrentLineNumber}: {what}") from None
    except ParseError as wrong:
        raise ImportFault(f"{name}:{wrong.position[0]}: {why_broken(wrong)}") from None
    return Document(name, root)


def plain_text(data: bytes, name: str) -> str:
    """The text of a document, which is in UTF-8. ImportFault says the line that is not."""
    try:
        text = decode(data, name)
    except CatalogueError as wrong:
        raise ImportFault(wrong.lines[0]) from None
    if not text.lstrip().startswith("<"):
        raise ImportFault(f"{name}: is no XML; {TAKEN}")
    return text


def why_broken(wrong: Any) -> str:
    """A mistake in the XML, in words."""
    reason = str(wrong).partition(":")[0]
    if "no element" in reason or "unclosed" in reason:
        return "ends in the middle; copy or download it again"
    return f"is not well-formed XML ({reason})"


def check_root(root: XmlNode, name: str) -> None:
    """ImportFault for a document that is neither a catalogue nor a game system, and says what it is."""
    if root.tag in ROOTS:
        return
    if root.tag == "roster":
        raise ImportFault(f"{name}: is a BattleScribe roster, an army that was put together; {TAKEN}")
    if root.tag == "dataIndex":
        raise ImportFault(f"{name}: is the index of a BattleScribe repository; {TAKEN}")
    raise ImportFault(f"{name}:{root.line}: begins with <{root.tag[:40]}>; {TAKEN}")
