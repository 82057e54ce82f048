"""`hulldown.Setup`: what it says of itself, and that everything it is asked is about the same battle."""

from __future__ import annotations

from pathlib import Path

import pypdf
import pytest

import hulldown
from hulldown.catalogue import CatalogueError
from hulldown.odds import SituationOdds
from hulldown.rulesets.api.bot import CannotSolve
from hulldown.views.text import card_text


@pytest.fixture
def mine(tmp_path: Path) -> Path:
    """A pack with a hover tank that only its scenario switches on."""
    printed = Path(hulldown.__file__).parent / "rulesets" / "tank_commander" / "scenarios" / "skirmish.toml"
    text = printed.read_text("utf-8").replace('name = "Skirmish"', 'name = "The ford"')
    text = text.replace('build = "Hunter"', 'build = "gull"', 1)
    text = text.replace("turn_limit = 10", "turn_limit = 10\noptions = { exotic_units = true }")
    folder = tmp_path / "Mine"
    (folder / "scenarios").mkdir(parents=True)
    (folder / "scenarios" / "ford.toml").write_text(text, "utf-8")
    (folder / "pack.toml").write_text(
        'name = "Mine"\nruleset = "tank_commander"\n[values]\nhe_strength = 5\n', "utf-8"
    )
    (folder / "units.toml").write_text(
        '[builds.gull]\nname = "Möwe HE"\nunit = "hover_tank"\ntext = "Mine."\nsource = "TC-14.12"\n'
        'armor = { front = 6, side = 6, rear = 4 }\nupgrades = ["he", "optics", "smoke"]\npoints = 5\n',
        "utf-8",
    )
    return folder


def test_own_things_are_what_everything_is_about(mine: Path, tmp_path: Path) -> None:
    setup = hulldown.Setup("tank_commander", packs=[mine], scenario="The ford")
    assert [(change.id, change.new, change.source) for change in setup.differences()] == [
        ("exotic_units", "true", "scenario The ford"),
        ("he_strength", "5", "pack Mine"),
        ("builds.gull", "new", "pack Mine"),
        ("own", "new", "pack Mine"),
    ]
    assert "Möwe HE" in [build.name for build in setup.builds()]
    assert next(iter(setup.scenarios())) == "ford"
    game = setup.game(seed=1)
    assert game.state.options.he_strength == 5 and game.state.options.exotic_units
    assert "Möwe HE" in [card.name for card in game.view().cards]
    card = setup.card("Möwe HE", tmp_path / "gull.svg")
    assert card.points.startswith("5") and "Möwe HE" in (tmp_path / "gull.svg").read_text("utf-8")
    assert setup.print(tmp_path / "ford.txt") == 0
    assert card_text(card)[1] in (tmp_path / "ford.txt").read_text("utf-8")


def test_a_pack_switches_on_what_its_scenario_fields(mine: Path) -> None:
    ford = mine / "scenarios" / "ford.toml"
    ford.write_text(ford.read_text("utf-8").replace("options = { exotic_units = true }", ""), "utf-8")
    with pytest.raises(CatalogueError, match=r"fielded only with exotic_units \(TC-14\.11\)"):
        hulldown.Setup("tank_commander", packs=[mine])
    with (mine / "pack.toml").open("a", encoding="utf-8") as sheet:
        sheet.write("[options]\nexotic_units = true\n")
    setup = hulldown.Setup("tank_commander", packs=[mine], scenario="The ford")
    assert "Möwe HE" in [card.name for card in setup.game(seed=1).view().cards]
    barred = hulldown.Setup(
        "tank_commander", packs=[mine], scenario="The ford", options={"exotic_units": False}
    )
    with pytest.raises(CatalogueError, match=r"fielded only with exotic_units \(TC-14\.11\)"):
        barred.game(seed=1)


def test_a_battle_is_printed(mine: Path, tmp_path: Path) -> None:
    setup = hulldown.Setup("tank_commander", packs=[mine])
    pages = setup.print(tmp_path / "ford.pdf")
    assert len(pypdf.PdfReader(tmp_path / "ford.pdf").pages) == pages > 1
    plain = hulldown.Setup("tank_commander", packs=[mine], scenario="skirmish")
    with pytest.raises(CatalogueError, match=r"Möwe HE can't be had without exotic_units=true"):
        plain.card("Möwe HE")
    plain.card("Hunter", tmp_path / "hunter.pdf")
    assert (tmp_path / "hunter.pdf").read_bytes().startswith(b"%PDF")


def test_odds_are_of_orders_or_of_a_situation(tmp_path: Path) -> None:
    printed = hulldown.Setup("tank_commander", scenario="skirmish")
    dark = hulldown.Setup("tank_commander", scenario="skirmish", options={"night": True})
    shot = tmp_path / "shot.toml"
    shot.write_text("", "utf-8")
    both = [setup.odds(situation=where) for setup, where in ((printed, {}), (dark, shot))]
    assert all(isinstance(odds, SituationOdds) and odds.exact for odds in both)
    assert [line.chance for line in both[0].lines] != [line.chance for line in both[1].lines]
    game = printed.game(seed=0)
    assert str(printed.odds(game.legal()[0])) == str(game.odds(game.legal()[0]))


def test_only_what_can_be_solved_is(tmp_path: Path) -> None:
    with pytest.raises(CannotSolve, match="cannot be solved"):
        hulldown.Setup("warstrike").solve()


def test_a_study_is_played_with_the_setup(mine: Path) -> None:
    setup = hulldown.Setup("tank_commander", packs=[mine], values={"at_strength": 7})
    asked = setup.study("profile", players="random", decide={"most_pairs": 64}).study
    assert asked.scenarios == ("ford",) and asked.base.values == {"at_strength": 7}
    assert asked.base.packs == (str(mine),) and asked.players == ("random", "random")


def test_setups_are_equal_when_they_play_alike(mine: Path) -> None:
    first = hulldown.Setup("tank_commander", packs=[mine], scenario="ford")
    same = hulldown.Setup("tank_commander", packs=[mine], scenario=mine / "scenarios" / "ford.toml")
    other = hulldown.Setup("tank_commander", packs=[mine], scenario="ford", values={"he_strength": 4})
    assert first == same and hash(first) == hash(same) and first != other
    assert first.digest[:8] in repr(first)


def test_a_setup_does_not_change() -> None:
    setup = hulldown.Setup("chase")
    with pytest.raises(AttributeError):
        setup.content = None  # type: ignore[misc]


@pytest.mark.parametrize(
    ("asked", "why"),
    [
        ({"scenario": "nowhere"}, 'unknown scenario "nowhere"'),
        ({"options": {"nothing": 1}}, 'unknown option "nothing"'),
        ({"values": {"night": 1}}, "is an option: it belongs into `options`"),
        ({"forces": {"A1": "Huntr"}}, 'did you mean "Hunter"'),
        ({"packs": ["gone.hulldown"]}, "gone.hulldown"),
    ],
)
def test_what_is_wrong_is_one_line(asked: dict[str, object], why: str) -> None:
    with pytest.raises(CatalogueError, match=why) as wrong:
        hulldown.Setup("tank_commander", **asked)  # type: ignore[arg-type]
    assert len(wrong.value.lines) == 1
