"""The formats that can be taken, how a file is recognised, and the one line for a file that is none of them.

Another importer is a row of `FORMATS`: its module has a function `read` like that of `tables`.
"""

from __future__ import annotations

import re
import zipfile
from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from io import BytesIO
from pathlib import PurePosixPath
from typing import NamedTuple

from hulldown import rulesets
from hulldown.catalogue.layout import layout
from hulldown.catalogue.pack import SCENARIOS, SHEET, ZIP
from hulldown.exchange.model import Answers, ImportFault, ImportResult
from hulldown.exchange.sheets import SEPARATORS, text_of
from hulldown.rulesets.api.ruleset import Ruleset
from hulldown.rulesets.common.lint import ADDRESS, ENDING, OF_PACK

HEAD = 4096  # bytes in which a format shows
MOST_NAMES = 4096  # of a zip file that are looked at
OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
TOML_LINE = re.compile(r"\[\[?[\w.\"' -]+\]\]?\s*(?:#.*)?|[\w.\"-]+\s*=\s*\S.*")
GRIDDED = ("tank_commander", "agrav")  # rulesets whose boards have cells
TABLES = (".csv", ".tsv", ".tab", ".txt")


class FileSample(NamedTuple):
    """What is looked at of a file: its bytes, its name in small letters, its first text, what a zip has."""

    data: bytes
    name: str
    head: str
    inside: frozenset[str]

    def ends(self, *endings: str) -> bool:
        """Whether its name ends so."""
        return self.name.endswith(endings)

    def holds(self, *names: str) -> bool:
        """Whether it is a zip file with one of these in it, a folder if it ends in "/"."""
        folders = tuple(name for name in names if name.endswith("/"))
        return any(name in names or (folders and name.startswith(folders)) for name in self.inside)


@dataclass(frozen=True)
class Format:
    """A format that can be taken: what the line for other files calls it, with its endings.

    `fits` says whether a file is of it, `module` is the module of this package that reads it, `rulesets` are
    those for which it can (none: all). `ruleset_of` says whose a file is, "" where it does not say.
    """

    id: str
    group: str
    endings: tuple[str, ...]
    fits: Callable[[FileSample], bool]
    module: str
    rulesets: tuple[str, ...] = ()
    ruleset_of: Callable[[bytes, str], str] = lambda data, name: ""

    def read(self, data: bytes, name: str, ruleset: Ruleset, answers: Answers) -> ImportResult:
        """What a file becomes. ImportFault if it cannot be taken."""
        module = import_module(f"hulldown.exchange.{self.module}")
        result: ImportResult = module.read(data, name, ruleset, answers)
        return result


def pack_ruleset(data: bytes, name: str) -> str:
    """The ruleset that a pack or a TOML file names."""
    from hulldown.exchange.packs import ruleset_of

    return ruleset_of(data, name)


def is_pack(sample: FileSample) -> bool:
    """A zip file with a pack in it, in a folder or not, and whatever ends as a pack does."""
    return any(PurePosixPath(name).name.lower() == SHEET for name in sample.inside) or sample.ends(
        ".hulldown"
    )


def is_toml(sample: FileSample) -> bool:
    """A text whose first line that says something is one of TOML."""
    if sample.ends(".toml"):
        return True
    lines = (line.strip() for line in sample.head.splitlines())
    first = next((line for line in lines if line and not line.startswith("#")), "")
    return not sample.ends(*TABLES) and bool(TOML_LINE.fullmatch(first))


def is_table(sample: FileSample) -> bool:
    """A text with columns, or one that is called a table."""
    if not sample.head or sample.head.lstrip().startswith(("{", "[", "<", "%PDF", "{\\rtf")):
        return False
    line = sample.head.lstrip("\ufeff\r\n ").split("\n", 1)[0]
    return sample.ends(*TABLES) or any(mark in line for mark in SEPARATORS)


CATALOGUES = (".cat", ".catz", ".gst", ".gstz")


def is_battlescribe(sample: FileSample) -> bool:
    """A catalogue or a game system of BattleScribe, or a zip file of several."""
    if sample.ends(*CATALOGUES) or any(name.lower().endswith(CATALOGUES) for name in sample.inside):
        return True
    return "<catalogue" in sample.head or "<gameSystem" in sample.head


def is_tiled(sample: FileSample) -> bool:
    """A map of Tiled: XML, or JSON with layers."""
    if sample.ends(".tmx", ".tmj") or "<map" in sample.head:
        return True
    return is_json("layers", "orientation")(sample)


BOARD = re.compile(r"size\s+\d+\s+\d+", re.IGNORECASE)


def is_megamek(sample: FileSample) -> bool:
    """A board of MegaMek: the first line that is no comment is its size."""
    lines = (line.strip() for line in sample.head.splitlines())
    first = next((line for line in lines if line and not line.startswith("#")), "")
    return sample.ends(".board") or bool(BOARD.match(first))


# In their order: the first that fits is meant, and so they are listed.
FORMATS = (
    Format("pack", "packs", (".hulldown", ".zip"), is_pack, "packs", ruleset_of=pack_ruleset),
    Format("toml", "scenarios and units", (".toml",), is_toml, "packs", ruleset_of=pack_ruleset),
    Format("battlescribe", "BattleScribe", CATALOGUES, is_battlescribe, "battlescribe", ("close_assault",)),
    Format("tiled", "maps", (".tmx", ".tmj"), is_tiled, "tiled", GRIDDED),
    Format("megamek", "maps", (".board",), is_megamek, "megamek", GRIDDED),
    Format("table", "tables", (".csv", ".tsv", ".txt"), is_table, "tables"),
)


# ---------------------------------------------------------------- what is known and not taken


class Stranger(NamedTuple):
    """A format that is not taken: what it is, how it is recognised, what its owner can do."""

    what: str
    fits: Callable[[FileSample], bool]
    advice: str = ""


def begins(*starts: bytes) -> Callable[[FileSample], bool]:
    """Whether a file begins with one of these."""
    return lambda sample: sample.data.startswith(starts)


def says(*words: str) -> Callable[[FileSample], bool]:
    """Whether the first text of a file begins with one of these, in any letters."""
    return lambda sample: sample.head.lstrip("\ufeff \r\n\t").lower().startswith(words)


def holds(*names: str) -> Callable[[FileSample], bool]:
    """Whether a file is a zip file with one of these in it."""
    return lambda sample: sample.holds(*names)


def is_of_mimetype(kind: str) -> Callable[[FileSample], bool]:
    """Whether a file is an OpenDocument of a kind: its first entry says so."""
    return lambda sample: sample.holds("mimetype") and f"opendocument.{kind}".encode() in sample.data[:200]


def is_json(*keys: str) -> Callable[[FileSample], bool]:
    """Whether a file is JSON, one with these keys somewhere."""
    return lambda sample: (
        sample.head.lstrip("\ufeff \r\n\t").startswith(("{", "["))
        and all(f'"{key}"'.encode() in sample.data for key in keys)
    )


def is_roster(sample: FileSample) -> bool:
    """Whether a file is an army list of BattleScribe, packed or not."""
    return any(name.endswith(".ros") for name in sample.inside) or "<roster" in sample.head


PASTE = "save its sheet as CSV (UTF-8), or copy its cells and paste them in the Workshop"
STRANGERS = (
    Stranger("an Excel workbook", holds("xl/workbook.xml", "xl/workbook.bin"), PASTE),
    Stranger(
        "an old Excel workbook", lambda sample: begins(OLE)(sample) and sample.ends(".xls", ".xlt"), PASTE
    ),
    Stranger("an old document of Office", begins(OLE), "save it in a newer format first"),
    Stranger("a Word document", holds("word/document.xml")),
    Stranger("a PowerPoint presentation", holds("ppt/presentation.xml")),
    Stranger("an OpenDocument spreadsheet", is_of_mimetype("spreadsheet"), PASTE),
    Stranger("an OpenDocument text", is_of_mimetype("text")),
    Stranger("an OpenDocument drawing", is_of_mimetype("")),
    Stranger("a Numbers spreadsheet", holds("Index/Document.iwa", "Index.zip"), PASTE),
    Stranger("a saved game of VASSAL", holds("savedGame", "savedata")),
    Stranger("a VASSAL module", holds("buildFile", "buildFile.xml")),
    Stranger("an army list of BattleScribe", is_roster, "take the catalogue that it was made with"),
    Stranger("an e-book", is_of_mimetype("epub")),
    Stranger("a Java archive", holds("META-INF/MANIFEST.MF")),
    Stranger("a zip file without a pack (pack.toml)", lambda sample: bool(sample.inside)),
    Stranger("a broken or an empty zip file", begins(ZIP)),
    Stranger("a PDF", begins(b"%PDF"), "copy its table into a spreadsheet and save that as CSV"),
    Stranger("a picture (PNG)", begins(b"\x89PNG")),
    Stranger("a picture (JPEG)", begins(b"\xff\xd8\xff")),
    Stranger("a picture (GIF)", begins(b"GIF8")),
    Stranger("a picture (WebP)", lambda sample: sample.data[:4] == b"RIFF" and sample.data[8:12] == b"WEBP"),
    Stranger("a sound (WAV)", begins(b"RIFF")),
    Stranger("a picture (BMP)", lambda sample: sample.data[:2] == b"BM" and sample.ends(".bmp")),
    Stranger("a picture (TIFF)", begins(b"II*\0", b"MM\0*")),
    Stranger("a picture (SVG)", lambda sample: "<svg" in sample.head.lower()),
    Stranger("a picture (Photoshop)", begins(b"8BPS")),
    Stranger("a sound", begins(b"ID3", b"OggS", b"fLaC")),
    Stranger("a film", lambda sample: sample.data[4:8] == b"ftyp"),
    Stranger("a packed file (gzip)", begins(b"\x1f\x8b"), "unpack it first"),
    Stranger("a packed file (7z)", begins(b"7z\xbc\xaf\x27\x1c"), "unpack it first"),
    Stranger("a packed file (RAR)", begins(b"Rar!"), "unpack it first"),
    Stranger("a packed file (bzip2)", begins(b"BZh"), "unpack it first"),
    Stranger("a packed file (xz)", begins(b"\xfd7zXZ"), "unpack it first"),
    Stranger("a packed file (tar)", lambda sample: sample.data[257:262] == b"ustar", "unpack it first"),
    Stranger("a database (SQLite)", begins(b"SQLite format 3")),
    Stranger("a program", begins(b"MZ", b"\x7fELF", b"\xcf\xfa\xed\xfe")),
    Stranger("a text in RTF", says("{\\rtf")),
    Stranger("a save of Tabletop Simulator", is_json("ObjectStates")),
    Stranger("a battle of hulldown", is_json("hulldown game"), "look at it with hulldown replay"),
    Stranger("a JSON file", is_json()),
    Stranger("a web page", says("<!doctype html", "<html"), "copy its table and paste it in the Workshop"),
    Stranger("an XML file", says("<")),
)


def takes() -> str:
    """The line that says what is taken."""
    groups: dict[str, dict[str, None]] = {}
    for form in FORMATS:
        groups.setdefault(form.group, {}).update(dict.fromkeys(form.endings))
    listed = [f"{group} ({', '.join(endings)})" for group, endings in groups.items()]
    return f"hulldown takes {', '.join(listed)}"


# ---------------------------------------------------------------- recognising


def sample_of(data: bytes, name: str) -> FileSample:
    """What is looked at of a file."""
    head = ""
    try:
        head = text_of(data[:HEAD].rsplit(b"\n", 1)[0] or data[:HEAD], name) if data.strip() else ""
    except ImportFault:
        head = ""
    inside: frozenset[str] = frozenset()
    if data.startswith(ZIP):
        try:
            with zipfile.ZipFile(BytesIO(data)) as archive:
                inside = frozenset(archive.namelist()[:MOST_NAMES])
        except (zipfile.BadZipFile, ValueError, EOFError, OSError, NotImplementedError):
            inside = frozenset()
    return FileSample(data, name.lower(), head, inside)


def recognise(data: bytes, name: str) -> Format:
    """The format of a file. ImportFault says in one line what it is, and what is taken."""
    if not data.strip():
        raise ImportFault(f"{name}: is empty; {takes()}")
    sample = sample_of(data, name)
    form = next((form for form in FORMATS if form.fits(sample)), None)
    if form:
        return form
    stranger = next((form for form in STRANGERS if form.fits(sample)), unknown(sample))
    advice = f" {stranger.advice[:1].upper()}{stranger.advice[1:]}." if stranger.advice else ""
    raise ImportFault(f"{name}: this is {stranger.what}.{advice} {takes()}.")


def unknown(sample: FileSample) -> Stranger:
    """What is said of a file that nothing recognises."""
    what = "a text without columns" if sample.head else "nothing that hulldown knows"
    return Stranger(
        what, lambda sample: True, "save the table as CSV (UTF-8)" if sample.ends(*TABLES) else ""
    )


def read(data: bytes, name: str, ruleset: str | Ruleset, answers: Answers) -> ImportResult:
    """What any file becomes. ImportFault if it cannot be taken, or does not say whose rules it is for."""
    form = recognise(data, name)
    own = form.ruleset_of(data, name)
    chosen = ruleset or own
    known = list(form.rulesets or rulesets.names())
    if not chosen and len(known) > 1:
        raise ImportFault(f"{name}: say for which rules it is: {', '.join(known)}")
    rules = rulesets.find(chosen or known[0])
    if own and own != rules.id:
        raise ImportFault(f"{name}: is for {own}, not for {rules.id}")
    if rules.id not in known:
        raise ImportFault(f"{name}: {form.group} like this are for {', '.join(known)}, not for {rules.id}")
    return form.read(data, name, rules, answers)


def pack_texts(result: ImportResult, name: str = "") -> dict[str, str]:
    """What a file became as the files of a pack, with its sheet and the addresses of their schemas."""
    title = " ".join((name or result.title).split())[:80] or "Imported"
    texts = {SHEET: layout({"name": title, "ruleset": result.ruleset}), **result.texts}
    return {file: with_schema(file, text, result.ruleset) for file, text in texts.items()}


def with_schema(file: str, text: str, ruleset: str) -> str:
    """A file of a pack with the address of its schema in the first line."""
    if text.startswith("#:schema"):
        return text
    kind = f"{ruleset}/{OF_PACK}{file.removesuffix('.toml')}"
    kind = "pack" if file == SHEET else f"{ruleset}/scenario" if file.startswith(SCENARIOS) else kind
    return f"#:schema {ADDRESS}{kind}{ENDING}\n{text}"
