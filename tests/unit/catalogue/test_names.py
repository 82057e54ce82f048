"""Names that people give: seen by everybody, and told from others, at every door."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from pydantic import ValidationError

from hulldown import rulesets
from hulldown.catalogue import CatalogueError, parse
from hulldown.catalogue.load import name_fault, same_name, visible, visible_or_empty
from hulldown.catalogue.pack import PackSheet
from hulldown.lab.study import Study
from hulldown.server.routes.me import NameIn
from hulldown.server.schemas.requests import SeatIn

UNSEEN = {
    **{" ": "can be seen", "\u00a0": "can be seen", "\u3000": "can be seen", "\u0301": "can be seen"},
    **{"\u200d": "can be seen", "\u200b": "U+200B", "\u202eabc": "U+202E", "a\u2066b": "U+2066"},
    **{"\u3164": "U+3164", "\u2800": "U+2800", "a\u200bb": "U+200B", "a\u00adb": "U+00AD"},
    **{"\ufeffa": "U+FEFF", "a\u2028b": "U+2028", "a\u2060": "U+2060"},
    **{"\ue000": "U+E000", "a\u200f": "U+200F"},
}  # fmt: skip
RULESETS = rulesets.names()


@pytest.mark.parametrize("name", UNSEEN, ids=ascii)
def test_a_name_that_nobody_sees_is_none(name: str) -> None:
    assert UNSEEN[name] in name_fault(name)
    with pytest.raises(ValueError, match=re.escape(UNSEEN[name])):
        visible(name)


@pytest.mark.parametrize(
    "name", ["A", "1", "-", "Käfer", "\u0646\u200c\u0647", "👨\u200d👩\u200d👧", "中文", "x\u0301"], ids=ascii
)
def test_whatever_is_seen_is_a_name(name: str) -> None:
    assert name_fault(name) == "" and visible(f" {name} ") == name
    assert visible_or_empty("  ") == ""


def test_names_are_one_where_people_see_no_difference() -> None:
    assert same_name("North", " NORTH ") and same_name("Gro\u00df", "gross") and same_name("A  b", "a\u00a0b")
    assert same_name("Jos\u00e9", "Jose\u0301") and not same_name("North", "South")


@pytest.mark.parametrize("name", ["\u200b", "\u00a0", "\u202eabc"], ids=ascii)
def test_packs_studies_and_people_have_names_that_are_seen(name: str) -> None:
    with pytest.raises(CatalogueError, match=r"that nobody sees|can be seen"):
        parse(f'name = "{name}"\nruleset = "chase"\n', PackSheet)
    with pytest.raises(ValidationError):
        Study(name=name, kind="profile", ruleset="chase", scenarios=("long_shot",))
    for message in (SeatIn, NameIn):
        with pytest.raises(ValidationError):
            message(name=name)
        assert message(name=" Ann ").name == "Ann" and message(name=" ").name == ""


def scenario_of(ruleset: str) -> str:
    """The text of the first scenario of a ruleset that names its sides itself."""
    folder = Path(rulesets.__file__).parent / ruleset / "scenarios"
    texts = (file.read_text() for file in sorted(folder.glob("*.toml")))
    return next(text for text in texts if text.count("[[sides]]\nname") == 2)


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize("name", ["\u200b", "a\u202eb"], ids=ascii)
def test_scenarios_and_sides_have_names_that_are_seen(ruleset: str, name: str) -> None:
    text = scenario_of(ruleset)
    for spoilt, field in (
        (re.sub(r"^name = .*", f'name = "{name}"', text, count=1, flags=re.M), "name"),
        (re.sub(r"(\[\[sides\]\]\nname = ).*", rf'\1"{name}"', text, count=1), "sides[1].name"),
    ):
        with pytest.raises(CatalogueError) as wrong:
            rulesets.get(ruleset).set_up(spoilt)
        assert any(f": {field}: has a sign that nobody sees" in line for line in wrong.value.lines)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_two_sides_have_two_names(ruleset: str) -> None:
    """However they are written."""
    text = scenario_of(ruleset)
    first = re.search(r"\[\[sides\]\]\nname = \"(.*)\"", text)
    assert first
    begun = text.rindex("[[sides]]")
    for name in (first[1], f" {first[1].upper()} "):
        second = re.sub(r"(\[\[sides\]\]\nname = ).*", rf'\1"{name}"', text[begun:], count=1)
        with pytest.raises(CatalogueError) as wrong:
            rulesets.get(ruleset).set_up(text[:begun] + second)
        assert any("sides[2].name" in line and "of the other side" in line for line in wrong.value.lines)


def test_a_campaign_and_all_in_it_have_names_that_are_seen_and_differ() -> None:
    campaign = rulesets.get("tank_commander").need_campaign()

    def lines(name: str = "C", side: str = "South", tank: str = "Bess", crew: str = "Ann") -> str:
        first = {"name": "North", "tanks": [{"name": "Old Bess", "build": "Hunter"}]}
        second = {"name": side, "tanks": [{"name": tank, "build": "Hunter", "crew": [crew]}]}
        try:
            campaign.plan({"name": name, "sides": [first, second]})
        except CatalogueError as wrong:
            return str(wrong)
        return ""

    assert lines() == ""
    assert lines(name="\u200b") == "campaign: name: has a sign that nobody sees (U+200B)"
    assert "sides[2].name: must have letters" in lines(side="\u00a0")
    assert "sides[2].tanks[1].name: has a sign" in lines(tank="a\u202eb")
    assert "sides[2].tanks[1].crew[1]: has a sign" in lines(crew="\u3164")
    assert 'sides[2].name: "NORTH" is the name of the other side' in lines(side="NORTH")
    assert 'two tanks are called "OLD  BESS"' in lines(tank="OLD  BESS")
