"""Whoever reads a scenario knows which side he is: every page calls them Cobalt and Rust."""

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from hulldown import rulesets
from hulldown.rulesets.api.files import ScenarioInfo
from hulldown.rulesets.api.ruleset import SIDES

ROOT = Path(rulesets.__file__).parent
# A side by its colour on the table, by where it starts, or by what it does. A direction is written small.
NAMES = ("Blue", "Red", "South", "North", "West", "East")
ROLES = ("attacker", "defender", "attackers", "defenders")


def listed() -> list[tuple[str, str]]:
    """Every scenario of every ruleset."""
    return [(name, key) for name in rulesets.names() for key in rulesets.get(name).files.scenarios()]


def own_names(ruleset: str, key: str) -> list[str]:
    """What a scenario's file calls its sides, or the file of the scenario that it takes its ground from."""
    file = ROOT / ruleset / "scenarios" / f"{key}.toml"
    data = tomllib.loads(file.read_text(encoding="utf-8"))
    return [side["name"] for side in data["sides"]] if "sides" in data else own_names(ruleset, data["ground"])


def sentences(text: str) -> list[str]:
    """A text in sentences; a colon or semicolon does not end one."""
    return re.split(r"(?<=[.!?])\s+", " ".join(text.split()))


def names_it(text: str, name: str) -> bool:
    """Whether a text has a name: colours and compass points as they are written, other words in any case."""
    exact = name in NAMES
    return bool(re.search(rf"\b{re.escape(name)}\b", text, 0 if exact else re.IGNORECASE))


def untold(scenario: ScenarioInfo, names: list[str]) -> Iterator[str]:
    """Other names of sides in a scenario's texts that no sentence of them ties to Cobalt or Rust."""
    texts = (scenario.summary, scenario.briefing, scenario.victory)
    said = [sentence for text in texts for sentence in sentences(text)]
    own = [(name, page) for name, page in zip(names, SIDES, strict=False) if name not in SIDES]
    meant = {name.lower(): (page,) for name, page in own}
    for name in dict.fromkeys((*(name for name, _ in own), *NAMES, *ROLES)):
        among = [sentence for sentence in said if names_it(sentence, name)]
        pages = meant.get(name.lower(), SIDES)
        if among and not any(names_it(sentence, page) for sentence in among for page in pages):
            yield f"{name!r} is not said to be {' or '.join(pages)}: {among[0]}"


@pytest.mark.parametrize(("ruleset", "key"), listed())
def test_a_side_is_cobalt_or_rust(ruleset: str, key: str) -> None:
    """A role or an old name may stand in the texts if one of their sentences says which side has it."""
    scenario = rulesets.get(ruleset).files.scenarios()[key]
    assert list(untold(scenario, own_names(ruleset, key))) == []


@pytest.mark.parametrize(
    ("texts", "found"),
    [
        (("South drives north.", "It wins."), ["South"]),
        (("Cobalt drives north. The attacker wins.",), ["attacker"]),
        (("Cobalt, the attacker, drives north.", "The attacker wins."), []),
        (("Rust is in the south. Two tanks, one in the red.",), []),
        (("The hunter waits. Rust is the prey.",), ["Hunter"]),
        (("Rust is the Hunter.",), ["Hunter"]),  # the first side is Cobalt
        (("Cobalt is the hunter.",), []),
    ],
)
def test_what_it_finds(texts: tuple[str, ...], found: list[str]) -> None:
    summary, briefing, victory = (*texts, "", "")[:3]
    info = ScenarioInfo("x", "X", summary, briefing, victory, ("", ""), 10, "WS-1.1")
    assert [line.split("'")[1] for line in untold(info, ["Hunter", "Rust"])] == found
