"""Files that cannot be taken: each is named in one line that a person understands. All are made here."""

from __future__ import annotations

import gzip
import io
import json
import struct
import tarfile
import zipfile
import zlib

import pytest

from hulldown.exchange import formats
from hulldown.exchange.model import ImportFault

TAKEN = (
    "hulldown takes packs (.hulldown, .zip), scenarios and units (.toml), "
    "BattleScribe (.cat, .catz, .gst, .gstz), maps (.tmx, .tmj, .board), tables (.csv, .tsv, .txt)"
)
HEADER = "Name,Kind,HP"


def zipped(**files: str | bytes) -> bytes:
    """A zip file; "__" in a name stands for a folder, "_dot_" for a point."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        for name, text in files.items():
            archive.writestr(name.replace("__", "/").replace("_dot_", "."), text)
    return buffer.getvalue()


def tarred() -> bytes:
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w") as archive:
        archive.addfile(tarfile.TarInfo("units.csv"), io.BytesIO(b""))
    return buffer.getvalue()


def png() -> bytes:
    """A picture of one point."""
    parts = [
        (b"IHDR", struct.pack(">IIBBBBB", 1, 1, 8, 0, 0, 0, 0)),
        (b"IDAT", zlib.compress(b"\0\0")),
        (b"IEND", b""),
    ]
    chunks = [
        struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
        for kind, data in parts
    ]
    return b"\x89PNG\r\n\x1a\n" + b"".join(chunks)


ODS = "application/vnd.oasis.opendocument."
SHEET = 'name = "Mine"\nruleset = "tank_commander"\n'
PACKED = zipped(pack_dot_toml=SHEET)

# Name, bytes, how the line begins.
STRANGERS = [
    (
        "army.xlsx",
        zipped(xl__workbook_dot_xml="<x/>"),
        "army.xlsx: this is an Excel workbook. Save its sheet as CSV (UTF-8), or copy its cells",
    ),
    ("army.xlsb", zipped(xl__workbook_dot_bin="x"), "army.xlsb: this is an Excel workbook."),
    ("army.csv", zipped(xl__workbook_dot_xml="<x/>"), "army.csv: this is an Excel workbook."),
    (
        "army.xls",
        b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(600),
        "army.xls: this is an old Excel workbook.",
    ),
    (
        "army.doc",
        b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(600),
        "army.doc: this is an old document of Office.",
    ),
    (
        "army.docx",
        zipped(word__document_dot_xml="<x/>"),
        "army.docx: this is a Word document. hulldown takes",
    ),
    ("army.pptx", zipped(ppt__presentation_dot_xml="<x/>"), "army.pptx: this is a PowerPoint presentation."),
    (
        "army.ods",
        zipped(mimetype=f"{ODS}spreadsheet"),
        "army.ods: this is an OpenDocument spreadsheet. Save its sheet",
    ),
    ("army.odt", zipped(mimetype=f"{ODS}text"), "army.odt: this is an OpenDocument text."),
    ("army.numbers", zipped(Index__Document_dot_iwa="x"), "army.numbers: this is a Numbers spreadsheet."),
    (
        "game.vmod",
        zipped(buildFile_dot_xml="<x/>", moduledata="x"),
        "game.vmod: this is a VASSAL module. hulldown takes",
    ),
    ("old.vmod", zipped(buildFile="<x/>"), "old.vmod: this is a VASSAL module."),
    ("game.vsav", zipped(savedGame="x", moduledata="x"), "game.vsav: this is a saved game of VASSAL."),
    (
        "list.rosz",
        zipped(list_dot_ros="<roster/>"),
        "list.rosz: this is an army list of BattleScribe. Take the catalogue",
    ),
    ("list.ros", b'<?xml version="1.0"?><roster id="1"/>', "list.ros: this is an army list of BattleScribe."),
    ("game.jar", zipped(**{"META-INF__MANIFEST_dot_MF": "x"}), "game.jar: this is a Java archive."),
    ("photos.zip", zipped(a_dot_png=png()), "photos.zip: this is a zip file without a pack (pack.toml)."),
    ("empty.zip", zipped(), "empty.zip: this is a broken or an empty zip file."),
    ("half.zip", PACKED[:40], "half.zip: this is a broken or an empty zip file."),
    (
        "rules.pdf",
        b"%PDF-1.7\n%\xe2\xe3\n1 0 obj",
        "rules.pdf: this is a PDF. Copy its table into a spreadsheet",
    ),
    ("map.png", png(), "map.png: this is a picture (PNG)."),
    ("units.csv", png(), "units.csv: this is a picture (PNG)."),
    ("map.jpg", b"\xff\xd8\xff\xe0\0\x10JFIF", "map.jpg: this is a picture (JPEG)."),
    ("map.gif", b"GIF89a\1\0\1\0", "map.gif: this is a picture (GIF)."),
    ("map.webp", b"RIFF\x24\0\0\0WEBPVP8 ", "map.webp: this is a picture (WebP)."),
    ("map.bmp", b"BM\x3a\0\0\0", "map.bmp: this is a picture (BMP)."),
    ("map.tif", b"II*\0\x08\0\0\0", "map.tif: this is a picture (TIFF)."),
    ("map.svg", b"<svg xmlns='http://www.w3.org/2000/svg'/>", "map.svg: this is a picture (SVG)."),
    ("map.psd", b"8BPS\0\1\0\0", "map.psd: this is a picture (Photoshop)."),
    ("boom.wav", b"RIFF\x24\0\0\0WAVEfmt ", "boom.wav: this is a sound (WAV)."),
    ("boom.mp3", b"ID3\4\0\0", "boom.mp3: this is a sound."),
    ("film.mp4", b"\0\0\0\x20ftypisom", "film.mp4: this is a film."),
    (
        "units.csv.gz",
        gzip.compress(b"Name,HP\n"),
        "units.csv.gz: this is a packed file (gzip). Unpack it first.",
    ),
    ("units.7z", b"7z\xbc\xaf\x27\x1c\0\4", "units.7z: this is a packed file (7z)."),
    ("units.rar", b"Rar!\x1a\7\1\0", "units.rar: this is a packed file (RAR)."),
    ("units.tar", tarred(), "units.tar: this is a packed file (tar)."),
    ("games.sqlite", b"SQLite format 3\0\x10\0", "games.sqlite: this is a database (SQLite)."),
    ("setup.exe", b"MZ\x90\0\3\0", "setup.exe: this is a program."),
    ("notes.rtf", b"{\\rtf1\\ansi Hello, you}", "notes.rtf: this is a text in RTF."),
    (
        "table.json",
        json.dumps({"SaveName": "", "ObjectStates": []}).encode(),
        "table.json: this is a save of Tabletop Simulator.",
    ),
    (
        "battle.json",
        json.dumps({"format": "hulldown game"}).encode(),
        "battle.json: this is a battle of hulldown. Look at it with hulldown replay.",
    ),
    ("units.json", b'[{"name": "Rhino"}]', "units.json: this is a JSON file."),
    (
        "units.html",
        b"<!DOCTYPE html><html><table></table>",
        "units.html: this is a web page. Copy its table and paste it",
    ),
    ("units.xml", b'<?xml version="1.0"?><units/>', "units.xml: this is an XML file."),
    ("noise.bin", bytes(range(256)), "noise.bin: this is nothing that hulldown knows."),
    ("poem.md", b"A tank\nalone\n", "poem.md: this is a text without columns."),
]

BROKEN = [
    ("units.csv", b"", "units.csv: is empty"),
    ("units.csv", b" \n\r\n\t", "units.csv: is empty"),
    ("units.csv", b",,,\n,,\n", "units.csv: nothing stands in this table"),
    ("units.csv", HEADER.encode(), "units.csv: has a header and no line below it"),
    (
        "units.csv",
        b"1,2,3\n4,5,6\n",
        "units.csv: line 1 names no column; the first line must say what each column is",
    ),
    (
        "units.csv",
        f'{HEADER}\n"Gull,tank,3\n'.encode(),
        'units.csv: line 2: a quotation mark (") is opened and never closed',
    ),
    (
        "units.csv",
        f'{HEADER}\n"Gull" 2,tank,3\n'.encode(),
        "units.csv: line 2: something stands behind a closing quotation mark",
    ),
    (
        "units.csv",
        f"{HEADER}\nGull,{'x' * 200_000},3\n".encode(),
        "units.csv: line 2: a cell of it is too long",
    ),
    (
        "units.csv",
        (HEADER + "\n" + "Gull,tank,3\n" * 5002).encode(),
        "units.csv: has more than 5,000 lines; divide it",
    ),
    (
        "units.csv",
        f"{HEADER}{',' * 500}\nGull,tank,3\n".encode(),
        "units.csv: line 1 has 503 columns; at most 400 are read",
    ),
    ("units.csv", f"{HEADER}\n{'Gull,tank,3 ' * 400_000}".encode(), "units.csv: is larger than 4 MiB"),
    ("units.csv", b"Name,HP\nGull\0,3\n", "units.csv: this is nothing that hulldown knows. Save"),
    (
        "units.csv",
        "Name,HP\nGull,3\n".encode("utf-16")[:-1],
        "units.csv: is no text; save the table as CSV (UTF-8)",
    ),
    ("units.toml", b"[units.gull\nname = 1", "units.toml:1:"),
    (
        "units.toml",
        b"[units.gull]\nname = 1\n",
        "units.toml/units.toml:1: units.gull.kind: is missing (and 10 more)",
    ),
    ("map.toml", b'name = "Hill"\n', "map.toml/scenarios/map.toml"),
    ("mine.hulldown", b"not a zip", "mine.hulldown"),
    (
        "mine.hulldown",
        zipped(pack_dot_toml=SHEET, notes_dot_exe="x"),
        'mine.hulldown: a pack has no file "notes.exe"',
    ),
    ("mine.hulldown", zipped(pack_dot_toml='name = "Mine"\nruleset = "go"\n'), "mine.hulldown"),
    (
        "mine.hulldown",
        zipped(pack_dot_toml='name = "Mine"\nruleset = "chase"\n'),
        "mine.hulldown: is for chase, not for tank_commander",
    ),
]


def line_of(name: str, data: bytes) -> str:
    with pytest.raises(ImportFault) as wrong:
        formats.read(data, name, "tank_commander", {})
    return str(wrong.value)


@pytest.mark.parametrize(
    ("name", "data", "words"), STRANGERS, ids=[f"{name}-{n}" for n, (name, *_) in enumerate(STRANGERS)]
)
def test_a_file_of_another_kind_is_named_with_what_is_taken(name: str, data: bytes, words: str) -> None:
    line = line_of(name, data)
    assert line.startswith(words) and line.endswith(f"{TAKEN}."), line
    assert "\n" not in line and len(line) < 400


@pytest.mark.parametrize(
    ("name", "data", "words"), BROKEN, ids=[f"{name}-{n}" for n, (name, *_) in enumerate(BROKEN)]
)
def test_a_broken_file_says_where_and_what(name: str, data: bytes, words: str) -> None:
    line = line_of(name, data)
    assert line.startswith(words), line
    assert "\n" not in line and "Error" not in line and len(line) < 400


def test_there_are_sixty_of_them() -> None:
    assert len(STRANGERS) + len(BROKEN) >= 60


def test_no_file_is_cut_short_into_something_that_breaks() -> None:
    """Every beginning of good files is taken, or refused in a line."""
    good = {
        "units.csv": b'Name,Kind,HP\n"Gull, the",tank,3\nOx,apc,2\n',
        "mine.hulldown": zipped(pack_dot_toml=SHEET, units_dot_toml="[units.tank]\nhull_points = 5\n"),
        "units.tsv": "Name\tHP\nM\u00f6we\t3\n".encode("utf-16"),
    }
    for name, data in good.items():
        for length in range(0, len(data), 3):
            try:
                formats.read(data[:length], name, "tank_commander", {})
            except ImportFault as wrong:
                assert "\n" not in str(wrong)


def test_without_a_ruleset_the_line_says_which_there_are() -> None:
    with pytest.raises(ImportFault) as wrong:
        formats.read(b"Name,HP\nGull,3\n", "units.csv", "", {})
    assert str(wrong.value).startswith("units.csv: say for which rules it is: ")
    assert formats.read(PACKED, "mine.hulldown", "", {}).ruleset == "tank_commander"


def test_a_scenario_and_a_table_of_units_are_known_by_what_is_in_them() -> None:
    units = formats.read(b"[units.tank]\nhull_points = 5\n", "x.toml", "tank_commander", {})
    assert units.counts == {"files": 1} and list(units.texts) == ["units.toml"]
    named = b"#:schema http://127.0.0.1:8000/schemas/chase/pack_units.json\n[tanks.warden]\nhull = 5\n"
    assert formats.read(named, "x.toml", "", {}).ruleset == "chase"
