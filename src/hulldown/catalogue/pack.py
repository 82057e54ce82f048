"""Packs as files: a folder, or the same in one `.hulldown` file, read with bounds on everything."""

from __future__ import annotations

import stat
import zipfile
import zlib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from io import BytesIO
from itertools import islice
from pathlib import Path
from typing import Annotated

from pydantic import Field

from hulldown.catalogue.decoding import decode
from hulldown.catalogue.issues import CatalogueError, quote
from hulldown.catalogue.load import LARGEST_FILE, Entry
from hulldown.catalogue.names import Visible
from hulldown.catalogue.options import OptionValue, RuleId, Text
from hulldown.catalogue.pack_entries import (
    SCENARIOS,
    SHEET,
    WORD,
    PackEntry,
    folder_entries,
    is_pack_file,
    normalize_path,
    pack_entries,
)

__all__ = ["SCENARIOS", "SHEET", "WORD", "PackFiles", "PackSheet", "zip_pack", "read_pack", "unzip_pack"]

ENDING = ".hulldown"
MOST_FILES = 256
LARGEST_PACK = 4 * 1024 * 1024  # bytes, packed or not
ZIP = b"PK"  # how a pack in one file begins
PLAINLY = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)  # how files may be packed: other ways break in their own
BROKEN = (zipfile.BadZipFile, zlib.error, EOFError, RuntimeError, ValueError)  # as `zipfile` says of bytes
BEGINNING = (1980, 1, 1, 0, 0, 0)  # every file of an exported pack is of this date: equal packs, equal bytes

Name = Annotated[str, Field(min_length=1, max_length=80), Visible]
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
    """The files of a pack: a folder, its `pack.toml`, or one file.

    CatalogueError if it is none, or too large, or has what no pack has.
    """
    shown = str(path)
    try:
        if path.name.lower() == SHEET and path.is_file():
            path = path.parent
        if path.is_dir():
            texts = dict(read_bounded(shown, folder_entries(str(path), shown, LARGEST_FILE + 1)))
        else:
            with path.open("rb") as file:
                texts = unzip_pack(file.read(LARGEST_PACK + 1), shown)
    except OSError as error:
        raise CatalogueError([f"{shown}: cannot be read: {error.strerror or error}"]) from None
    return PackFiles(shown, texts)


def unzip_pack(data: bytes, shown: str) -> dict[str, str]:
    """The files of a pack in one file. CatalogueError as for `read_pack`."""
    if len(data) > LARGEST_PACK:
        raise CatalogueError([f"{shown}: is larger than {LARGEST_PACK // 2**20} MiB"])
    try:
        with zipfile.ZipFile(BytesIO(data)) as archive:
            return dict(read_bounded(shown, archive_entries(archive, shown)))
    except CatalogueError:
        raise
    except BROKEN:
        raise CatalogueError([f"{shown}: is not a whole pack ({ENDING}, a zip file)"]) from None


def zip_pack(texts: Mapping[str, str]) -> bytes:
    """The files of a pack in one file; the same texts make the same bytes."""
    buffer = BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        for name in sorted(texts):
            entry = zipfile.ZipInfo(name, BEGINNING)
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, texts[name])
    return buffer.getvalue()


def archive_entries(archive: zipfile.ZipFile, shown: str) -> Iterator[PackEntry]:
    """The files of a zip file. CatalogueError for a file of a pack that cannot be had out of it."""
    for entry in archive.infolist():
        name = normalize_path(entry.filename)
        if not name or name.endswith("/") or not is_pack_file(name):
            continue
        if entry.flag_bits & 1:
            raise CatalogueError([f"{shown}: {quote(name)} needs a password"])
        if entry.compress_type not in PLAINLY:
            raise CatalogueError([f"{shown}: {quote(name)} is packed in a way that no pack is"])
        if stat.S_ISLNK(entry.external_attr >> 16):
            raise CatalogueError([f"{shown}: {quote(name)} is a link; pack the file itself"])
        yield PackEntry(name, partial(read_start, archive, entry))


def read_start(archive: zipfile.ZipFile, entry: zipfile.ZipInfo) -> bytes:
    """As much of a packed file as is needed to see that it is too large."""
    with archive.open(entry) as file:
        return file.read(LARGEST_FILE + 1)


def read_bounded(shown: str, entries: Iterable[PackEntry]) -> Iterator[tuple[str, str]]:
    """The texts of a pack. CatalogueError for too many or too large files, and for one that no pack has."""
    files, size = list(islice(entries, MOST_FILES + 1)), 0
    if len(files) > MOST_FILES:
        raise CatalogueError([f"{shown}: has more than {MOST_FILES} files"])
    for name, read in pack_entries(shown, files):
        data = read()
        size += len(data)
        if len(data) > LARGEST_FILE or size > LARGEST_PACK:
            raise CatalogueError([f"{shown}/{name}: is larger than {LARGEST_FILE // 1024} KiB"])
        yield name, decode(data, f"{shown}/{name}")
