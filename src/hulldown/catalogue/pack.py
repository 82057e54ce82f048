"""Packs as files: a folder, or the same in one `.hulldown` file, read with bounds on everything."""

from __future__ import annotations

import os
import re
import stat
import unicodedata
import zipfile
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from io import BytesIO
from itertools import islice
from pathlib import Path, PurePosixPath
from typing import Annotated, NamedTuple

from pydantic import Field

from hulldown.catalogue.house_rules import HouseRule
from hulldown.catalogue.load import (
    LARGEST_FILE,
    CatalogueError,
    Entry,
    Visible,
    decode,
    is_toml,
    quote,
    suggestion,
)
from hulldown.catalogue.options import OptionValue, RuleId, Text

SHEET = "pack.toml"
SCENARIOS = "scenarios"
RULES = "rules.py"  # code that takes the place of rules, where it is trusted
WORD = "[a-z0-9][a-z0-9_-]{0,63}"
FILE = re.compile(rf"(?:{SCENARIOS}/)?{WORD}\.toml|{re.escape(RULES)}")
MOST_SEEN = 4096  # names in a folder, whatever they are
DEEPEST = 4  # folders below the one that is named: the pack may be in one of them

# What systems and version control make, with all that is in such a folder: `.git`, `._pack.toml`, `~$a.toml`.
SYSTEM = re.compile(
    r"\.(?:[^.].*|\..+)|~.*|(?:eh)?thumbs\.db|desktop\.ini|icon\r"
    r"|__macosx|__pycache__|node_modules|system volume information|\$recycle\.bin",
    re.IGNORECASE,
)
# Copies that editors make, and what people lay beside a pack: words, pictures, the pack in one file.
BESIDE = re.compile(
    r"#.*#|.*~"
    r"|.*\.(?:bak|backup|old|orig|rej|sw[a-p]|te?mp|lnk|url|part|crdownload|hulldown|zip)"
    r"|.*\.(?:md|markdown|txt|rst|adoc|pdf|html?|docx?|odt|rtf|csv|xlsx?|ods)"
    r"|.*\.(?:png|jpe?g|gif|svg|webp|bmp|tiff?|ico|xcf|psd|kra)"
    r"|read\.?me|licen[cs]e|copying|notice|authors|credits|changes|changelog|contributing|todo|makefile",
    re.IGNORECASE,
)
HIDDEN_ENDING = re.compile(r"(.*\.toml)\.txt", re.IGNORECASE)  # an editor's, where endings are not shown


class PackEntry(NamedTuple):
    """A file by its name from the pack's folder, with "/" between folders; `read` gives its first bytes."""

    name: str
    read: Callable[[], bytes]


def is_pack_file(name: str, folder: bool = False) -> bool:
    """Whether a file or folder may be a pack's, or a mistake; the rest is passed over."""
    parts = name.split("/")
    if any(SYSTEM.fullmatch(part) for part in parts):
        return False
    return folder or bool(HIDDEN_ENDING.fullmatch(name)) or not BESIDE.fullmatch(parts[-1])


def pack_entries(shown: str, entries: list[PackEntry]) -> list[PackEntry]:
    """The files of a pack among those found, by the names that a pack calls them.

    CatalogueError names one that no pack has, and what was probably meant.
    """
    named = [entry._replace(name=normalize_path(entry.name)) for entry in entries]
    named = strip_folder([entry for entry in named if is_pack_file(entry.name)], shown)
    seen: dict[str, str] = {}
    for entry in named:
        if not FILE.fullmatch(entry.name.lower()):
            raise CatalogueError([f"{shown}: {describe_stranger(entry.name)}"])
        if (before := seen.setdefault(entry.name.lower(), entry.name)) != entry.name:
            raise CatalogueError([f"{shown}: {quote(before)} and {quote(entry.name)} are one file to a pack"])
    if len(seen) < len(named):
        twice = next(entry.name for entry in named if sum(entry.name == other.name for other in named) > 1)
        raise CatalogueError([f"{shown}: has {quote(twice)} twice"])
    return [entry._replace(name=entry.name.lower()) for entry in named]


def normalize_path(name: str) -> str:
    """A name with "/" between folders: some archives have backslashes, some begin with "./"."""
    return name.replace("\\", "/").removeprefix("./")


def strip_folder(entries: list[PackEntry], shown: str) -> list[PackEntry]:
    """Files without the folder in which the pack is, as a file manager packs it.

    CatalogueError for two packs, and for what is beside the folder.
    """
    sheets = [entry.name for entry in entries if entry.name.lower().split("/")[-1] == SHEET]
    within = min(sheets, key=lambda name: name.count("/"), default="")[: -len(SHEET)]
    if not re.fullmatch(r"(?:(?!\.{0,2}/)[^/:]+/)+", within):  # none, or a place outside
        return entries
    for entry in entries:
        if not entry.name.startswith(within):
            second = entry.name in sheets
            both = f"has two packs, {quote(within)} and {quote(entry.name[: -len(SHEET)])}"
            what = both if second else describe_stranger(entry.name)
            raise CatalogueError([f"{shown}: {what}"])
    return [entry._replace(name=entry.name.removeprefix(within)) for entry in entries]


def plain_word(name: str, between: str = "_") -> str:
    """A name in the letters of file names: "Möwe and Dune" is "mowe_and_dune"."""
    letters = unicodedata.normalize("NFKD", name.casefold()).encode("ascii", "ignore").decode()
    return re.sub(r"[^a-z0-9]+", between, letters).strip(between)


def describe_stranger(name: str) -> str:
    """Why a file can't be a pack's, and what it should be called."""
    if named := HIDDEN_ENDING.fullmatch(name):
        return f"{quote(name)} ends in .txt; call it {quote(named[1])}"
    path = PurePosixPath(name)
    folder, word = str(path.parent), re.sub(r"[^a-z0-9_-]+", "_", path.stem.lower()).strip("_-")
    if folder.lower() == SCENARIOS and name.lower().endswith(".toml") and word:
        better = quote(f"{SCENARIOS}/{word[:32]}.toml")
        return f"{quote(name)}: a scenario's name has letters a to z, digits, - and _; call it {better}"
    near = suggestion(name, (SHEET, "units.toml"))
    if path.name != name and not near:
        near = suggestion(path.parts[0], (SCENARIOS,))
    return f"a pack has no file {quote(name)}{near}"


# ---------------------------------------------------------------- a folder


def folder_entries(folder: str, shown: str, most: int) -> Iterator[PackEntry]:
    """The files of a folder, `most` bytes of each at the most. Links are followed, as the owner means them.

    CatalogueError for a link that leads nowhere, and where there is more than a pack has. OSError if it can't
    be read.
    """
    count = 0
    waiting = [(folder, "")]
    while waiting:
        path, place = waiting.pop()
        for entry in sorted(os.scandir(path), key=lambda item: item.name):
            count, name = count + 1, f"{place}{entry.name}"
            if count > MOST_SEEN:
                raise CatalogueError([f"{shown}: has more than {MOST_SEEN} files"])
            inside = is_folder(entry)
            if not is_pack_file(name, bool(inside)):
                continue
            if inside is None:
                raise CatalogueError([f"{shown}: {quote(name)} {describe_odd(entry)}"])
            if inside and (name.count("/") + 1 >= DEEPEST or is_toml(name)):
                raise CatalogueError([f"{shown}: a pack has no folder {quote(name)}"])
            if inside:
                waiting.append((entry.path, f"{name}/"))
            else:
                yield PackEntry(name, partial(file_start, entry.path, most))


def is_folder(entry: os.DirEntry[str]) -> bool | None:
    """Whether there is a folder behind a name, or a file; None for neither."""
    try:
        mode = entry.stat().st_mode
    except OSError:
        return None
    return stat.S_ISDIR(mode) if stat.S_ISDIR(mode) or stat.S_ISREG(mode) else None


def describe_odd(entry: os.DirEntry[str]) -> str:
    """What a name is behind which there is neither a file nor a folder."""
    if entry.is_symlink() and not os.path.exists(entry.path):
        return f"is a link to {quote(os.readlink(entry.path))}, which is not there"
    return "is neither a file nor a folder"


def file_start(path: str, most: int) -> bytes:
    """As much of a file as is needed to see that it is too large."""
    with open(path, "rb") as file:
        return file.read(most)


# ---------------------------------------------------------------- pack
# Packs as files: a folder, or the same in one `.hulldown` file, read with bounds on everything.


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
    played otherwise than printed, by name. `notes` are said beside rules, by their ids. `house_rules` change
    what a number or a roll comes to; a file beside it may hold them, by id.
    """

    name: Name
    ruleset: Annotated[str, Field(pattern="^[a-z][a-z0-9_]{0,40}$")]
    author: Line = ""
    licence: Line = ""
    text: Annotated[str, Field(max_length=2000)] = ""
    options: dict[str, OptionValue] = Field(default_factory=dict)
    values: dict[str, OptionValue] = Field(default_factory=dict)
    notes: dict[RuleId, Text] = Field(default_factory=dict)
    house_rules: Annotated[tuple[HouseRule, ...], Field(max_length=16)] = ()


@dataclass(frozen=True)
class PackFiles:
    """The texts of a pack by their names in it; `shown` is what messages call the pack."""

    shown: str
    texts: Mapping[str, str]


def pack_files(path: Path) -> PackFiles:
    """The files of a pack: a folder, its `pack.toml`, or one file.

    CatalogueError if it is none, or too large, or has what no pack has.
    """
    shown = str(path)
    try:
        if path.name.lower() == SHEET and path.is_file():
            path = path.parent
        if path.is_dir():
            texts = dict(bounded_texts(shown, folder_entries(str(path), shown, LARGEST_FILE + 1)))
        else:
            with path.open("rb") as file:
                texts = unzip_pack(file.read(LARGEST_PACK + 1), shown)
    except OSError as error:
        raise CatalogueError([f"{shown}: cannot be read: {error.strerror or error}"]) from None
    return PackFiles(shown, texts)


def unzip_pack(data: bytes, shown: str) -> dict[str, str]:
    """The files of a pack in one file. CatalogueError as for `pack_files`."""
    if len(data) > LARGEST_PACK:
        raise CatalogueError([f"{shown}: is larger than {LARGEST_PACK // 2**20} MiB"])
    try:
        with zipfile.ZipFile(BytesIO(data)) as archive:
            return dict(bounded_texts(shown, archive_entries(archive, shown)))
    except CatalogueError:
        raise
    except BROKEN:
        raise CatalogueError([f"{shown}: is not a whole pack ({ENDING}, a zip file)"]) from None


def zip_pack(texts: Mapping[str, str]) -> bytes:
    """The files of a pack in one file; the same texts make the same bytes."""
    return zip_files(texts)


def zip_files(files: Mapping[str, str | bytes]) -> bytes:
    """Files in one file; equal files make equal bytes."""
    buffer = BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        for name in sorted(files):
            entry = zipfile.ZipInfo(name, BEGINNING)
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, files[name])
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
        yield PackEntry(name, partial(entry_start, archive, entry))


def entry_start(archive: zipfile.ZipFile, entry: zipfile.ZipInfo) -> bytes:
    """As much of a packed file as is needed to see that it is too large."""
    with archive.open(entry) as file:
        return file.read(LARGEST_FILE + 1)


def bounded_texts(shown: str, entries: Iterable[PackEntry]) -> Iterator[tuple[str, str]]:
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
