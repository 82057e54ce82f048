"""Units go into a spreadsheet and come back exactly as they were."""

from __future__ import annotations

import tomllib

import pytest
from tests.unit.exchange.random_units import layer_of, random_units

from hulldown import rulesets
from hulldown.exchange import tables
from hulldown.exchange.unit_tables import tables_of
from hulldown.rulesets.common.content import Content
from hulldown.rulesets.common.packs import Stack

TABLES = [
    ("tank_commander", "units", 200),
    ("tank_commander", "builds", 60),
    ("agrav", "vehicles", 100),
    ("agrav", "squads", 100),
    ("close_assault", "units", 200),
    ("warstrike", "units", 200),
    ("chase", "tanks", 200),
]


@pytest.mark.parametrize("separator", [",", "\t"])
@pytest.mark.parametrize(("name", "table", "count"), TABLES)
def test_random_units_come_back_as_they_were(name: str, table: str, count: int, separator: str) -> None:
    ruleset = rulesets.get(name)
    units = random_units(ruleset, table, count, seed=len(separator) * 7)
    known = tables_of(ruleset)[table]
    content = Content(Stack(ruleset.under((layer_of(known, units),))))
    data = tables.write(content, table, separator)
    back = tables.read(data, "units.csv", ruleset, {"table": table})
    left = [(remark.where, remark.text) for remark in back.remarks if remark.kind == "left"]
    assert [text for _, text in left] == ["says what is printed already"], left[:3]
    read = tomllib.loads(back.texts[known.file])[table]
    assert list(read) == list(units)
    for key, unit in units.items():
        assert known.whole(read[key]) == known.whole(unit), key


@pytest.mark.parametrize(("name", "table"), [(name, table) for name, table, _ in TABLES])
def test_what_is_printed_is_no_news(name: str, table: str) -> None:
    back = tables.read(
        tables.write(Content.resolve(name), table), "units.csv", rulesets.get(name), {"table": table}
    )
    assert back.texts == {}
    assert [remark.text for remark in back.remarks] == ["says what is printed already"]
