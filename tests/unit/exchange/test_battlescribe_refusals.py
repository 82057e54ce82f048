"""Broken and hostile files: each is refused in one line that a person understands, and costs little."""

from __future__ import annotations

import struct
import zipfile
from collections.abc import Callable
from io import BytesIO

import pytest
from tests.unit.exchange.battlescribe_files import (
    SCHEMA,
    catalogue,
    encoded,
    entry,
    group,
    gun,
    limits,
    link,
    node,
    one_unit,
    rows,
    unit,
    zipped,
)

from hulldown import rulesets
from hulldown.exchange.battlescribe import files, library, read
from hulldown.exchange.model import ImportFault

RULES = rulesets.find("close_assault")
PLAIN = encoded(one_unit())
BODY = one_unit()
HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n'


def fault(data: bytes, name: str = "guard.cat") -> str:
    """Why a file is refused."""
    with pytest.raises(ImportFault) as refused:
        read(data, name, RULES, {})
    return str(refused.value)


def laughs() -> bytes:
    """A billion laughs: entities of entities."""
    names = "".join(f'<!ENTITY l{n} "{f"&l{n - 1};" * 10}">' for n in range(1, 10))
    return f'{HEAD}<!DOCTYPE c [<!ENTITY l0 "lol">{names}]><catalogue name="&l9;"/>'.encode()


def swollen() -> bytes:
    """A catalogue that is small as long as it is packed."""
    return zipped(guard_cat=encoded(BODY.replace("</catalogue>", " " * 20_000_000 + "</catalogue>")))


def nested(depth: int) -> bytes:
    """Elements in elements."""
    return encoded(catalogue("<comment>" * depth + "</comment>" * depth))


def locked() -> bytes:
    """A zip file that says it needs a password."""
    data = bytearray(zipped(guard_cat=PLAIN))
    for mark, at in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        place = data.index(mark) + at
        data[place : place + 2] = struct.pack("<H", 1)
    return bytes(data)


def many_documents() -> bytes:
    """More catalogues than any game has."""
    return zipped(**{f"c{n}_cat": PLAIN for n in range(files.MOST_DOCUMENTS + 1)})


def many_entries() -> bytes:
    """A zip file of thousands of other files."""
    buffer = BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        for n in range(files.MOST_ENTRIES + 1):
            archive.writestr(f"{n}.txt", b"")
    return buffer.getvalue()


def doubling() -> bytes:
    """Entries that each lead twice to the next: a billion ways through a small file."""
    chain = [
        entry(
            f"e{n}", f"E{n}", rows("entryLinks", link(f"e{n + 1}", limits(1)), link(f"e{n + 1}", limits(1)))
        )
        for n in range(30)
    ]
    end = gun("e30", "Gun", '8"', "1", "5+", "0", "Light")
    heron = one_unit(rows("entryLinks", link("e0", limits(1, 1))))
    shared = rows("sharedSelectionEntries", *chain, end)
    return encoded(heron.replace("</catalogue>", f"{shared}</catalogue>"))


def long_chain() -> bytes:
    """Entries that lead to one another a thousand deep."""
    chain = [entry(f"e{n}", f"E{n}", rows("entryLinks", link(f"e{n + 1}"))) for n in range(1000)]
    end = entry("e1000", "Heron", rows("profiles", unit("p", "Heron", '9"', "4+", "+2", "3+", "1")))
    first = rows("entryLinks", link("e0"))
    return encoded(catalogue(first, rows("sharedSelectionEntries", *chain, end)))


def nested_info() -> bytes:
    """Info groups that lead to one another a thousand deep."""
    groups = [
        node(
            "infoGroup",
            rows("infoLinks", node("infoLink", id=f"l{n}", targetId=f"g{n + 1}", type="infoGroup")),
            id=f"g{n}",
            name="G",
        )
        for n in range(1000)
    ]
    heron = one_unit(rows("infoLinks", node("infoLink", id="l", targetId="g0", type="infoGroup")))
    shared = rows("sharedInfoGroups", *groups)
    return encoded(heron.replace("</catalogue>", f"{shared}</catalogue>"))


def many_choices() -> bytes:
    """A group of thousands of weapons of the same name."""
    guns = [gun(f"w{n}", "Gun", '8"', "1", "5+", "0", "Light") for n in range(5000)]
    return encoded(
        one_unit(rows("selectionEntryGroups", group("g", "Guns", rows("selectionEntries", *guns))))
    )


def many_offers() -> bytes:
    """Thousands of weapons that may be bought."""
    guns = [gun(f"w{n}", f"Gun {n}", '8"', "1", "5+", "0", "Light") for n in range(4000)]
    return encoded(one_unit(rows("selectionEntries", *guns)))


REFUSED: list[tuple[str, Callable[[], bytes], str]] = [
    ("empty", lambda: b"", "guard.cat: is empty; hulldown takes catalogues"),
    ("blank", lambda: b" \n\t ", "guard.cat: is empty"),
    ("text", lambda: b"Heron, 9 inches", "guard.cat: is no XML; hulldown takes catalogues (.cat, .catz)"),
    ("picture", lambda: b"\x89PNG\r\n\x1a\n\x00\x00", "guard.cat:1: is not UTF-8 text"),
    ("utf-16", lambda: BODY.encode("utf-16"), "guard.cat:1: is UTF-16 text and not UTF-8"),
    ("latin-1", lambda: BODY.replace("Heron", "Möwe").encode("latin-1"), "guard.cat:1: is not UTF-8 text"),
    ("null bytes", lambda: PLAIN.replace(b"Heron", b"He\x00on"), "guard.cat:2: is not well-formed XML"),
    ("cut", lambda: PLAIN[: len(PLAIN) // 2], "guard.cat:2: "),
    ("cut after a tag", lambda: PLAIN[: -len("</catalogue>")], "guard.cat:2: ends in the middle"),
    ("two roots", lambda: PLAIN + b"<catalogue/>", "guard.cat:2: is not well-formed XML (junk after"),
    ("crossed tags", lambda: PLAIN.replace(b"</profiles>", b"</profile>", 1), "(mismatched tag)"),
    ("bare ampersand", lambda: PLAIN.replace(b"Heron", b"A & B", 1), "is not well-formed XML"),
    ("unknown entity", lambda: PLAIN.replace(b"Heron", b"&heron;", 1), "is not well-formed XML (undefined"),
    ("billion laughs", laughs, "guard.cat:2: has a document type or entities (<!DOCTYPE>)"),
    (
        "external entity",
        lambda: f'{HEAD}<!DOCTYPE c [<!ENTITY x SYSTEM "file:///etc/passwd">]>{BODY}'.encode(),
        "guard.cat:2: has a document type or entities",
    ),
    (
        "external document type",
        lambda: f'{HEAD}<!DOCTYPE c SYSTEM "http://127.0.0.1:9/c.dtd">{BODY}'.encode(),
        "guard.cat:2: has a document type or entities",
    ),
    (
        "page",
        lambda: b"<html><body>Not found</body></html>",
        "guard.cat:1: begins with <html>; hulldown",
    ),
    (
        "roster",
        lambda: encoded(node("roster", id="r", name="Mine", xmlns=SCHEMA.format("roster"))),
        "guard.cat: is a BattleScribe roster, an army that was put together; hulldown takes",
    ),
    ("index", lambda: b"<dataIndex/>", "guard.cat: is the index of a BattleScribe repository"),
    ("no units", lambda: encoded(catalogue()), "has no profile with CAF, Movement, Save, Morale and Wounds"),
    ("too deep", lambda: nested(100), "guard.cat:2: is nested more than 64 elements deep"),
    ("far too deep", lambda: nested(100_000), "guard.cat:2: is nested more than 64 elements deep"),
    ("too many nodes", lambda: encoded(catalogue("<a/>" * 300_000)), "has more than 250,000 elements"),
    ("too large", lambda: PLAIN + b" " * files.LARGEST, "guard.cat: is larger than 8 MiB"),
    ("zip bomb", swollen, 'guard.cat: "guard.cat" unpacks to more than 8 MiB'),
    ("cut zip", lambda: zipped(guard_cat=PLAIN)[:-30], "guard.cat: is not a whole zip file"),
    ("broken zip", lambda: zipped(guard_cat=PLAIN).replace(b"guard.cat", b"guard.caT", 1), "not a whole zip"),
    ("locked zip", locked, 'guard.cat: "guard.cat" needs a password'),
    (
        "zip of others",
        lambda: zipped(readme_txt=b"hello"),
        "guard.cat: has no catalogue in it; hulldown",
    ),
    ("many documents", many_documents, "guard.cat: has more than 64 catalogues"),
    ("many entries", many_entries, "guard.cat: has more than 2000 files"),
    ("links without end", doubling, "guard.cat: its links lead on and on, to more entries than a catalogue"),
    ("a chain of links", long_chain, "guard.cat: its links lead on and on"),
    ("a chain of info groups", nested_info, "guard.cat: its links lead on and on"),
    ("a group without end", many_choices, "guard.cat: its links lead on and on"),
    ("offers without end", many_offers, "guard.cat: its entries have more than 3000 choices"),
]


@pytest.mark.parametrize(("what", "made", "words"), REFUSED, ids=[what for what, *_ in REFUSED])
def test_it_is_refused_in_one_line(what: str, made: Callable[[], bytes], words: str) -> None:
    text = fault(made())
    assert words in text, what
    assert "\n" not in text and len(text) < 300 and text.isprintable()


def test_links_in_circles_are_cut_and_named() -> None:
    """An entry in itself, a group in a group in the first, a unit in its own detachment."""
    heron = one_unit(rows("entryLinks", link("u-heron"), link("g-a", kind="selectionEntryGroup")))
    groups = rows(
        "sharedSelectionEntryGroups",
        group("g-a", "A", rows("entryLinks", link("g-b", kind="selectionEntryGroup"))),
        group("g-b", "B", rows("entryLinks", link("g-a", kind="selectionEntryGroup"))),
    )
    result = read(encoded(heron.replace("</catalogue>", f"{groups}</catalogue>")), "guard.cat", RULES, {})
    texts = {f"{remark.where}: {remark.text}" for remark in result.remarks}
    assert 'Heron: leads in a circle back to "Heron"; cut there' in texts
    assert 'B: leads in a circle back to "A"; cut there' in texts
    assert result.counts == {"units": 1, "weapons": 0}


def test_a_circle_of_info_groups_is_cut_and_named() -> None:
    groups = [
        node(
            "infoGroup",
            rows("infoLinks", node("infoLink", id=f"l{n}", targetId=f"g{1 - n}", type="infoGroup")),
            id=f"g{n}",
            name="G",
        )
        for n in range(2)
    ]
    heron = one_unit(rows("infoLinks", node("infoLink", id="l", targetId="g0", type="infoGroup")))
    data = encoded(heron.replace("</catalogue>", f"{rows('sharedInfoGroups', *groups)}</catalogue>"))
    remarks = read(data, "guard.cat", RULES, {}).remarks
    assert any("an info group leads in a circle" in remark.text for remark in remarks)


def test_a_link_to_what_is_no_entry_is_passed_over() -> None:
    """Ids that clash, links to profiles, to nothing, to the catalogue itself."""
    strange = rows("entryLinks", link("p-heron"), link("cat-guard"), link(""), link("nowhere"))
    result = read(encoded(one_unit(strange)), "guard.cat", RULES, {})
    assert result.counts["units"] == 1
    assert any('a link leads to "nowhere"' in remark.text for remark in result.remarks)


def test_what_is_named_is_short_however_long_it_is_in_the_file() -> None:
    """Names of a million letters, thousands of links to nothing."""
    links = rows("entryLinks", *(link(f"nowhere-{n}") for n in range(3000)))
    data = one_unit(links).replace("Heron", "Heron" * 200_000)
    result = read(encoded(data), "guard.cat", RULES, {})
    assert len(result.remarks) == 1001 and result.counts["units"] == 1
    assert max(len(remark.text) + len(remark.where) for remark in result.remarks) < 2000
    assert len(result.texts["units.toml"]) < 5000


def test_without_the_extra_the_line_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "defusedxml.common", None)
    text = 'BattleScribe files need an extra that is not installed: pip install "hulldown[exchange]"'
    assert fault(PLAIN) == text


def test_steps_are_counted_with_room_to_spare() -> None:
    """A catalogue of a few hundred units takes a small part of the steps that are allowed."""
    herons = [
        entry(
            f"u{n}",
            f"Heron {n}",
            rows("profiles", unit(f"p{n}", f"Heron {n}", '9"', "4+", "+2", "3+", "1")),
            rows("categoryLinks", node("categoryLink", id="c", targetId="x", name="Vehicle")),
            rows("entryLinks", *(link(f"w{k}", limits(1, 1)) for k in range(6))),
        )
        for n in range(150)
    ]
    guns = [gun(f"w{k}", f"Gun {k}", '8"', "1", "5+", "0", "Light") for k in range(6)]
    data = catalogue(rows("selectionEntries", *herons), rows("sharedSelectionEntries", *guns))
    notes = files.documents(encoded(data), "guard.cat")
    assert len(notes) == 1
    result = read(encoded(data), "guard.cat", RULES, {})
    assert result.counts == {"units": 150, "weapons": 900}
    assert library.MOST_STEPS >= 400_000
