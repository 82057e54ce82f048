"""Packs as files: a folder, or the same in one `.hulldown` file, read with bounds on everything."""

from __future__ import annotations

import os
import re
import zipfile
import zlib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import Annotated

from pydantic import Field

from hulldown.catalogue.load import LARGEST_FILE, Entry
from hulldown.catalogue.options import OptionValue, RuleId, Text
from hulldown.catalogue.problems import CatalogueError, quote

ENDING = ".hulldown"
SHEET = "pack.toml"
SCENARIOS = "scenarios"
MOST_FILES = 256
LARGEST_PACK = 4 * 1024 * 1024  # bytes, packed or not
WORD = "[a-z0-9][a-z0-9_-]{0,63}"
FILE = re.compile(rf"(?:{SCENARIOS}/)?{WORD}\.toml")
PASSED_OVER = re.compile(r"README\.md|LICEN[CS]E(?:\.(?:md|txt))?")
PLAINLY = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)  # how files may be packed: other ways break in their own
BROKEN = (zipfile.BadZipFile, zlib.error, EOFError, RuntimeError, ValueError)  # as `zipfile` says of bytes
BEGINNING = (1980, 1, 1, 0, 0, 0)  # every file of an exported pack is of this date: equal packs, equal bytes

Name = Annotated[str, Field(min_length=1, max_length=80)]
Line = Annotated[str, Field(max_length=80)]


class PackSheet(Entry):
    """`pack.toml`: what a pack is, and what it changes.

    `ruleset` is the id of the rules that it is for. `options` and `values` are those of the ruleset that are
    played otherwise than printed, by name. `notes` are said beside rules, by their ids.
    """

    name: Name
    ruleset: Annotated[str, Field(pattern="^[a-z][a-z0-9_]{0,40}$")]
    author: Line = ""
    licence: Line = ""
    text: Annotated[str, Field(max_length=2000)] = ""
    options: dict[str, OptionValue] = Field(default_factory=dict)
    values: dict[str, OptionValue] = Field(default_factory=dict)
    notes: dict[RuleId, Text] = Field(default_factory=dict)


@dataclass(frozen=True)
class PackFiles:
    """The texts of a pack by their names in it; `shown` is what messages call the pack."""

    shown: str
    texts: Mapping[str, str]


def read_pack(path: Path) -> PackFiles:
    """The files of a pack. CatalogueError if it is none, or too large, or has what no pack has."""
    shown = str(path)
    try:
        if path.is_dir():
            found = dict(bounded(shown, in_folder(path)))
        else:
            with path.open("rb") as file:
                found = unpacked(file.read(LARGEST_PACK + 1), shown)
    except OSError as error:
        raise CatalogueError([f"{shown}: cannot be read: {error.strerror or error}"]) from None
    return PackFiles(shown, found)


def unpacked(data: bytes, shown: str) -> dict[str, str]:
    """The files of a pack in one file. CatalogueError as for `read_pack`."""
    if len(data) > LARGEST_PACK:
        raise CatalogueError([f"{shown}: is larger than {LARGEST_PACK // 2**20} MiB"])
    try:
        with zipfile.ZipFile(BytesIO(data)) as archive:
            return dict(bounded(shown, in_archive(archive, shown)))
    except CatalogueError:
        raise
    except BROKEN:
        raise CatalogueError([f"{shown}: is not a whole pack ({ENDING}, a zip file)"]) from None


def packed(texts: Mapping[str, str]) -> bytes:
    """The files of a pack in one file; the same texts make the same bytes."""
    made = BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        for name in sorted(texts):
            entry = zipfile.ZipInfo(name, BEGINNING)
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, texts[name])
    return made.getvalue()


def in_folder(folder: Path) -> Iterator[tuple[str, bytes]]:
    """The files of a folder and of its `scenarios`, whatever they are; links are not followed."""
    for entry in os.scandir(folder):
        if entry.is_dir(follow_symlinks=False) and entry.name == SCENARIOS:
            for inner in os.scandir(entry.path):
                yield f"{SCENARIOS}/{inner.name}", beginning_of(inner)
        else:
            yield entry.name, beginning_of(entry)


def beginning_of(entry: os.DirEntry[str]) -> bytes:
    """As much of a file as is needed to see that it is too large; nothing of what is no file."""
    if not entry.is_file(follow_symlinks=False) or not wanted(entry.path):
        return b""
    with open(entry.path, "rb") as file:
        return file.read(LARGEST_FILE + 1)


def wanted(path: str) -> bool:
    """Whether a file may be one of a pack by its ending."""
    return path.endswith(".toml")


def in_archive(archive: zipfile.ZipFile, shown: str) -> Iterator[tuple[str, bytes]]:
    """The files of a zip file."""
    for entry in archive.infolist():
        if entry.is_dir():
            continue
        if entry.flag_bits & 1:
            raise CatalogueError([f"{shown}: {quote(entry.filename)} needs a password"])
        if entry.compress_type not in PLAINLY:
            raise CatalogueError([f"{shown}: {quote(entry.filename)} is packed in a way that no pack is"])
        with archive.open(entry) as file:
            yield entry.filename, file.read(LARGEST_FILE + 1)


def bounded(shown: str, files: Iterable[tuple[str, bytes]]) -> Iterator[tuple[str, str]]:
    """The texts of a pack. CatalogueError for too many or too large files, and for one that no pack has."""
    count, size, seen = 0, 0, set()
    for name, data in files:
        count, size = count + 1, size + len(data)
        if count > MOST_FILES:
            raise CatalogueError([f"{shown}: has more than {MOST_FILES} files"])
        if PASSED_OVER.fullmatch(name):
            continue
        if not FILE.fullmatch(name) or name in seen:
            again = " twice" if name in seen else ""
            raise CatalogueError([f"{shown}: a pack has no file {quote(name)}{again}"])
        if len(data) > LARGEST_FILE or size > LARGEST_PACK:
            raise CatalogueError([f"{shown}/{name}: is larger than {LARGEST_FILE // 1024} KiB"])
        seen.add(name)
        try:
            yield name, data.decode().removeprefix("\ufeff")
        except UnicodeDecodeError as error:
            line = data.count(b"\n", 0, error.start) + 1
            raise CatalogueError([f"{shown}/{name}:{line}: is not UTF-8 text"]) from None
