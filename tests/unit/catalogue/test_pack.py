"""Packs as files: a folder or one file, and whatever else somebody may send."""

from __future__ import annotations

import contextlib
import tracemalloc
import zipfile
from io import BytesIO
from pathlib import Path
from random import Random

import pytest

from hulldown.catalogue import CatalogueError
from hulldown.catalogue.load import LARGEST_FILE
from hulldown.catalogue.pack import LARGEST_PACK, MOST_FILES, packed, read_pack, unpacked

SHEET = 'name = "One"\nruleset = "chase"\n'


def zipped(*files: tuple[str, bytes]) -> bytes:
    made = BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files:
            archive.writestr(name, data)
    return made.getvalue()


def refused(data: bytes) -> str:
    with pytest.raises(CatalogueError) as wrong:
        unpacked(data, "mine.hulldown")
    (line,) = wrong.value.lines
    assert len(line) < 200
    return line


def test_a_folder_and_its_file_are_the_same_pack(tmp_path: Path) -> None:
    folder = tmp_path / "mine"
    (folder / "scenarios").mkdir(parents=True)
    (folder / "pack.toml").write_text(SHEET)
    (folder / "scenarios" / "duel.toml").write_text("a = 1\n")
    (folder / "README.md").write_text("for people")
    texts = {"pack.toml": SHEET, "scenarios/duel.toml": "a = 1\n"}
    assert read_pack(folder).texts == texts
    file = tmp_path / "mine.hulldown"
    file.write_bytes(packed(texts))
    assert read_pack(file).texts == texts
    assert packed(texts) == packed(dict(reversed(texts.items())))


@pytest.mark.parametrize(
    "name",
    [
        *("../pack.toml", "/etc/passwd", "a/b/c.toml", "scenarios/../x.toml", "C:\\x.toml", "x.py", "X.toml"),
        *(
            "scenarios/" + "n" * 80 + ".toml",
            ".toml",
            "\u202e.toml",
            "pack.toml\n",
            "pack.toml.zip",
            "con\x00.toml",
        ),
    ],
)
def test_what_no_pack_has_is_refused(name: str, tmp_path: Path) -> None:
    said = refused(zipped((name, b"x = 1"), ("pack.toml", SHEET.encode())))
    assert said.startswith("mine.hulldown: ") and said.isprintable()


def test_bombs_are_refused_in_little_memory() -> None:
    bomb = zipped(*((f"scenarios/s{n}.toml", b" " * 20_000_000) for n in range(40)))
    assert len(bomb) < 1_000_000
    tracemalloc.start()
    assert "is larger than" in refused(bomb)
    most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert most < 10 * LARGEST_FILE
    assert "has more than" in refused(zipped(*((f"s{n}.toml", b"") for n in range(MOST_FILES + 1))))
    assert "is larger than" in refused(b"PK" + b"x" * LARGEST_PACK)


def test_what_is_no_whole_pack_is_refused() -> None:
    whole = zipped(("pack.toml", SHEET.encode() * 50))
    for broken in (b"", b"PK", whole[:-30], whole[40:], b"x" * 1000):
        assert "is not a whole pack" in refused(broken)
    spoilt = bytearray(whole)
    spoilt[45] ^= 255
    assert "is not a whole pack" in refused(bytes(spoilt))
    assert "is not UTF-8" in refused(zipped(("pack.toml", b"name = 1\n\xff")))


@pytest.mark.parametrize(
    "way", [zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED, zipfile.ZIP_LZMA, zipfile.ZIP_BZIP2]
)
def test_whatever_is_spoilt_in_a_pack_is_told_in_a_line(way: int) -> None:
    """Three bytes anywhere, a cut anywhere: a pack, or a refusal; nothing else comes of it."""
    made, chance = BytesIO(), Random(way)
    with zipfile.ZipFile(made, "w", way) as archive:
        archive.writestr("pack.toml", SHEET * 50)
    whole = made.getvalue()
    for _ in range(200):
        spoilt = bytearray(whole[: chance.choice((len(whole), chance.randrange(len(whole))))])
        for _ in range(3 if spoilt else 0):
            spoilt[chance.randrange(len(spoilt))] = chance.randrange(256)
        with contextlib.suppress(CatalogueError):
            unpacked(bytes(spoilt), "mine.hulldown")


def test_a_file_that_stands_twice_is_refused() -> None:
    with pytest.warns(UserWarning):
        twice = zipped(("pack.toml", b"a = 1"), ("pack.toml", b"b = 1"))
    assert "twice" in refused(twice)


def test_links_of_a_folder_are_not_followed(tmp_path: Path) -> None:
    (tmp_path / "pack.toml").symlink_to("/etc/hostname")
    assert read_pack(tmp_path).texts == {"pack.toml": ""}
    (tmp_path / "more.toml").write_bytes(b"#" * (LARGEST_FILE + 1))
    with pytest.raises(CatalogueError, match="is larger than"):
        read_pack(tmp_path)
    with pytest.raises(CatalogueError, match="cannot be read"):
        read_pack(tmp_path / "nothing.hulldown")
