"""BattleScribe files made by chance: each becomes a pack that loads, or a line says why not."""

from __future__ import annotations

import tomllib
from random import Random
from typing import Any

import pytest
from tests.lanes import seeds
from tests.unit.exchange.battlescribe_files import (
    INFANTRY,
    SHV,
    VEHICLE,
    WALKER,
    catalogue,
    category,
    encoded,
    entry,
    group,
    gun,
    info,
    limits,
    link,
    modifier,
    price,
    rows,
    system,
    unit,
    whole_game,
    zipped,
)

from hulldown import Setup, rulesets
from hulldown.catalogue.pack import PackFiles
from hulldown.exchange.battlescribe import read
from hulldown.exchange.model import ImportFault, ImportResult
from hulldown.game import Game
from hulldown.rulesets.common.packs import load_pack

RULES = rulesets.find("close_assault")
SHEET = 'name = "Chance"\nruleset = "close_assault"\n'
# What is usual, then what is strange.
MOVES = (('9"', "7 in", "12”", "-", "25"), ("0", "x", ""))
SAVES = (("2+", "3+", "4+", "5+", "6+", "-", "4"), ("1+", "3+/5++", "7+"))
NUMBERS = (("+2", "-3", "0", "+18", "−1", "-"), ("lots", "+99"))
MORALES = (("3+", "2+", "-"), ("1+", ""))
WOUNDS = (("1", "2", "3"), ("-", "0", "many"))
RANGES = (('12"', '6"-18"', "4-22", "T", '120"'), ("-", '18"-6"', "far", '999"'))
DICE = (("1", "2", "4", "D3+1", "2D6"), ("-", "SP", "0", "60", "D", "99"))
TRAITS = (
    ("Light", "Light AT", "Anti-Tank", "Arc (Front)", "Ignore Cover", "Co-axial", 'Blast (3")', "Assault"),
    ("Shock", "Arc (Rear)", "Point Defense", "x" * 90, "Skyfire, Skyfire", "(", "Jink"),
)
BATTLE = {
    "name": "Chance",
    "rule": "CA-18.3",
    "summary": "Imported units meet infantry.",
    "briefing": "Hold the middle.",
    "size": [24, 24],
    "rounds": 2,
    "objectives": [[12, 12]],
    "sides": [
        {"name": "Cobalt", "letter": "B", "edge": "south", "zone": [0, 0, 24, 8]},
        {"name": "Rust", "letter": "R", "edge": "north", "zone": [0, 12, 24, 24]},
    ],
}
LINKED = ("w0", "w1", "w2", "w3", "g0", "g1", "u0", "u1", "nowhere")


def usually(chance: Random, texts: tuple[tuple[str, ...], tuple[str, ...]]) -> str:
    """Mostly something usual, at times something strange."""
    return chance.choice(texts[chance.random() < 0.1])


def some(chance: Random, made: tuple[str, ...], most: int) -> list[str]:
    """A few of these."""
    return [chance.choice(made) for _ in range(chance.randint(0, most))]


def weapon(chance: Random, id: str) -> str:
    """A weapon of which anything may be written."""
    traits = ", ".join(usually(chance, TRAITS) for _ in range(chance.randint(0, 4)))
    hit, ap = chance.choice(("4+", "6+", "5+", "2", "-")), chance.choice(("0", "-2", "-", "-1", "+1", "SP"))
    return gun(id, f"Gun {id}", usually(chance, RANGES), usually(chance, DICE), hit, ap, traits)


def links(chance: Random) -> str:
    """Links to anything, with limits that may contradict each other."""
    numbers = (None, 0, 1, 1, 2, 3, -1, 12)
    return rows(
        "entryLinks",
        *(
            link(
                target,
                limits(chance.choice(numbers), chance.choice(numbers)),
                kind="selectionEntryGroup" if target[0] == "g" else "selectionEntry",
            )
            for target in some(chance, LINKED, 5)
        ),
    )


def model(chance: Random, n: int) -> str:
    """An entry of a unit of which anything may be written."""
    texts = [usually(chance, which) for which in (MOVES, SAVES, NUMBERS, MORALES, WOUNDS)]
    change = modifier(chance.choice(("t-m", "t-sv", "t-w", "name")), "1", chance.choice(("set", "increment")))
    name = chance.choice(("Heron", "Teal", "Rhino", "Möwe", "", "Y" * 70))
    held = unit(f"p{n}", name, *texts, extra=rows("modifiers", *([change] * chance.randint(0, 1))))
    kinds = [category(kind) for kind in some(chance, (INFANTRY, WALKER, VEHICLE, SHV), 4)]
    named = [info(rule) for rule in some(chance, ("r-jump", "r-skim", "r-jink", "r-inv", "r-old"), 3)]
    return entry(
        f"u{n}",
        name,
        limits(chance.choice((None, 1, 3)), None),
        rows("profiles", held),
        rows("categoryLinks", *kinds),
        rows("infoLinks", *named),
        links(chance),
        price(chance.choice((0, 35.5, 115, 99999, -3))),
        kind=chance.choice(("model", "unit", "upgrade")),
        hidden=chance.choice(("false", "false", "false", "true")),
    )


def made_up(chance: Random) -> bytes:
    """A game and a catalogue made by chance, whose links lead anywhere, in circles too."""
    models = [model(chance, n) for n in range(chance.randint(1, 4))]
    weapons = [weapon(chance, f"w{n}") for n in range(4)]
    groups = [
        group(f"g{n}", f"Group {n}", limits(chance.randint(0, 2), chance.randint(0, 3)), links(chance))
        for n in (0, 1)
    ]
    text = catalogue(
        rows("selectionEntries", *models),
        rows("sharedSelectionEntries", *weapons),
        rows("sharedSelectionEntryGroups", *groups),
    )
    if chance.random() < 0.1:
        return encoded(text)
    return zipped(tide_gst=system(), guard_cat=text)


def take(data: bytes, answers: dict[str, str]) -> ImportResult | None:
    """What a file becomes, or None if it is refused: then in a line that can be read."""
    try:
        return read(data, "made.zip", RULES, answers)
    except ImportFault as fault:
        text = str(fault)
        assert "\n" not in text and text.isprintable() and len(text) < 400, text
        return None


def check_pack(result: ImportResult) -> None:
    """The texts of an import are a pack, with as many units as it says."""
    if not result.texts:
        assert not result.counts["units"] and (result.remarks or result.questions)
        return
    printed = {unit.id for unit in RULES.files.units()}
    pack = load_pack(PackFiles("made", {"pack.toml": SHEET, **result.texts}))
    own = [unit for unit in RULES.under(pack.layers).files.units() if unit.id not in printed]
    assert len(own) == result.counts["units"]
    assert not printed & set(tomllib.loads(result.texts["units.toml"])["units"])
    assert len({question.id for question in result.questions}) == len(result.questions)
    assert all(question.answer in question.choices for question in result.questions)


@pytest.mark.parametrize("seed", seeds(100))
def test_a_catalogue_made_by_chance_becomes_a_pack_whatever_is_answered(seed: int) -> None:
    chance = Random(seed)
    for _ in range(10):
        data, answers = made_up(chance), dict[str, str]()
        if take(data, answers) is None:
            continue
        for _ in range(4):
            result = take(data, answers)
            assert result is not None  # an answer that was a choice is never refused
            check_pack(result)
            assert take(data, answers) == result
            answers |= {
                question.id: chance.choice(question.choices)
                for question in result.questions
                if chance.random() < 0.7
            }


@pytest.mark.parametrize("seed", seeds(20))
def test_units_made_by_chance_play_to_the_end(seed: int) -> None:
    """Two of them against infantry, by random players; the save proves itself."""
    chance, units = Random(seed), dict[str, Any]()
    while len(units) < 2:
        result = take(made_up(chance), {})
        texts = result.texts if result else {}
        units = tomllib.loads(texts["units.toml"])["units"] if texts else {}
    pack = load_pack(PackFiles("made", {"pack.toml": SHEET, **texts}))
    places = {"B1": [[8, 5]], "B2": [[16, 5]]}
    forces = {
        name: {"unit": key, "facing": 90, "models": places[name]}
        for name, key in zip(places, units, strict=False)
    }
    forces["R1"] = {"unit": "line_infantry", "models": [[8, 14], [10, 14], [12, 14]]}
    game = Setup(RULES, packs=[pack], scenario={**BATTLE, "units": forces}).game(seed)
    while game.result is None:
        game.play(chance.choice(game.legal()))
    assert Game.verify(game.save()) == []


@pytest.mark.parametrize("seed", seeds(100))
def test_a_damaged_file_is_refused_in_a_line_or_still_a_pack(seed: int) -> None:
    chance = Random(seed)
    for _ in range(10):
        data = bytearray(chance.choice((whole_game(), encoded(system()), made_up(chance))))
        for _ in range(chance.randint(1, 8)):
            at = chance.randrange(len(data))
            match chance.randrange(4):
                case 0:
                    data[at] = chance.randrange(256)
                case 1:
                    del data[at : at + chance.randint(1, 40)]
                case 2:
                    data[at:at] = data[: chance.randint(1, 40)]
                case _:
                    data[at:at] = chance.choice((b"<", b"&", b'"', b"</profile>", b"<!DOCTYPE x>", b"\xff"))
            if not data:
                break
        result = take(bytes(data), {})
        if result is not None:
            check_pack(result)
