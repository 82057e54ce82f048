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
from hulldown.catalogue.pack import LARGEST_PACK, MOST_FILES, pack_files, unzip_pack, zip_pack

SHEET = 'name = "One"\nruleset = "chase"\n'


def zipped(*files: tuple[str, bytes]) -> bytes:
    made = BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files:
            archive.writestr(name, data)
    return made.getvalue()


def refused(data: bytes) -> str:
    with pytest.raises(CatalogueError) as wrong:
        unzip_pack(data, "mine.hulldown")
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
    assert pack_files(folder).texts == texts
    file = tmp_path / "mine.hulldown"
    file.write_bytes(zip_pack(texts))
    assert pack_files(file).texts == texts
    assert zip_pack(texts) == zip_pack(dict(reversed(texts.items())))


@pytest.mark.parametrize(
    "name",
    [
        *("../pack.toml", "/etc/passwd", "a/b/c.toml", "scenarios/../x.toml", "C:\\x.toml", "x.py", "x.tml"),
        *(
            "scenarios/" + "n" * 80 + ".toml",
            "\u202e.toml",
            "pack.toml\n",
            "units.toml.txt",
            "units (1).toml",
            "Pack.TOML",
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
            unzip_pack(bytes(spoilt), "mine.hulldown")


def test_a_file_that_stands_twice_is_refused() -> None:
    with pytest.warns(UserWarning):
        twice = zipped(("pack.toml", b"a = 1"), ("pack.toml", b"b = 1"))
    assert "twice" in refused(twice)


def test_links_of_a_folder_are_read_as_what_they_lead_to(tmp_path: Path) -> None:
    pack, shared = tmp_path / "mine", tmp_path / "shared"
    pack.mkdir()
    shared.mkdir()
    (shared / "duel.toml").write_text("a = 1\n")
    (tmp_path / "sheet").write_text(SHEET)
    (pack / "pack.toml").symlink_to("../sheet")
    (pack / "scenarios").symlink_to("../shared")
    assert pack_files(pack).texts == {"pack.toml": SHEET, "scenarios/duel.toml": "a = 1\n"}
    (pack / "more.toml").write_bytes(b"#" * (LARGEST_FILE + 1))
    with pytest.raises(CatalogueError, match="is larger than"):
        pack_files(pack)
    with pytest.raises(CatalogueError, match="cannot be read"):
        pack_files(pack / "nothing.hulldown")


@pytest.mark.parametrize(
    ("target", "said"),
    [
        ("../nothing.toml", 'is a link to "../nothing.toml", which is not there'),
        ("units.toml", 'is a link to "units.toml", which is not there'),
        ("/dev/zero", "is neither a file nor a folder"),
        (".", 'a pack has no folder "units.toml"'),
    ],
)
def test_a_link_to_no_file_is_named(tmp_path: Path, target: str, said: str) -> None:
    (tmp_path / "pack.toml").write_text(SHEET)
    (tmp_path / "units.toml").symlink_to(target)
    with pytest.raises(CatalogueError) as wrong:
        pack_files(tmp_path)
    assert said in str(wrong.value) and "units.toml" in str(wrong.value)


@pytest.mark.parametrize("name", ["scenarios/loop", "art"])
def test_folders_that_are_linked_in_a_circle_end(tmp_path: Path, name: str) -> None:
    (tmp_path / "pack.toml").write_text(SHEET)
    (tmp_path / "scenarios").mkdir()
    (tmp_path / name).symlink_to(tmp_path)
    with pytest.raises(CatalogueError, match="a pack has no f"):
        pack_files(tmp_path)


LEFT_BY_OTHERS = (
    *(".DS_Store", "Thumbs.db", "desktop.ini", "Desktop.ini", ".gitignore", ".git/HEAD", ".git/config.toml"),
    *("README.txt", "readme", "CHANGELOG.md", "LICENSE", "art/cover.png", "docs/rules.pdf", "given.hulldown"),
    *("units.toml~", ".units.toml.swp", "#units.toml#", "units.toml.bak", "~$units.toml", "._pack.toml"),
    *("__MACOSX/._pack.toml", "__pycache__/x.pyc", ".idea/workspace.xml", ".~lock.units.toml#"),
)


@pytest.mark.parametrize("name", LEFT_BY_OTHERS)
def test_what_systems_editors_and_people_leave_beside_a_pack_is_passed_over(
    name: str, tmp_path: Path
) -> None:
    """In a folder as in an archive, and whatever is in it: it is no text."""
    (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
    (tmp_path / name).write_bytes(b"\xff\x00")
    (tmp_path / "pack.toml").write_text(SHEET)
    assert pack_files(tmp_path).texts == {"pack.toml": SHEET}
    archive = zipped((name, b"\xff\x00"), ("pack.toml", SHEET.encode()))
    assert unzip_pack(archive, "mine.zip") == {"pack.toml": SHEET}


@pytest.mark.parametrize(
    "folder", ["mine/", "mine\\", "./", "My Pack (2)/", "mine/mine/", "old.bak/", "Größe/"]
)
def test_an_archive_of_a_file_manager_is_the_pack_in_its_folder(folder: str) -> None:
    within = (("PACK.TOML", SHEET.encode()), ("Scenarios/Duel.TOML", b"a = 1\n"), (".DS_Store", b"\x00"))
    files = [(f"{folder}{name}", data) for name, data in within]
    archive = zipped((folder, b""), *files, ("__MACOSX/mine/._pack.toml", b"\x00"))
    assert unzip_pack(archive, "mine.zip") == {"pack.toml": SHEET, "scenarios/duel.toml": "a = 1\n"}


def test_an_archive_with_two_packs_or_a_link_is_refused() -> None:
    sheet = SHEET.encode()
    assert 'has two packs, "a/" and "b/"' in refused(zipped(("a/pack.toml", sheet), ("b/pack.toml", sheet)))
    made, link = BytesIO(), zipfile.ZipInfo("units.toml")
    link.external_attr = 0o120777 << 16
    with zipfile.ZipFile(made, "w") as archive:
        archive.writestr("pack.toml", sheet)
        archive.writestr(link, "../units.toml")
    assert '"units.toml" is a link; pack the file itself' in refused(made.getvalue())


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("units.toml.txt", 'call it "units.toml"'),
        ("unit.tml", 'did you mean "units.toml"?'),
        ("scenario/duel.toml", 'did you mean "scenarios"?'),
        ("scenarios/First Duel.toml", 'call it "scenarios/first_duel.toml"'),
        ("PACK.toml", "are one file to a pack"),
    ],
)
def test_what_looks_like_a_mistake_says_what_would_be_right(name: str, said: str, tmp_path: Path) -> None:
    assert said in refused(zipped((name, b"x = 1"), ("pack.toml", SHEET.encode())))


def test_a_folder_may_be_named_by_its_sheet_and_hold_the_pack_in_a_folder(tmp_path: Path) -> None:
    inner = tmp_path / "mine"
    inner.mkdir()
    (inner / "Pack.toml").write_text(SHEET)
    for path in (tmp_path, inner, inner / "Pack.toml"):
        assert pack_files(path).texts == {"pack.toml": SHEET}
