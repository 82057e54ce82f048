"""The record of rule variants has the options of its file, in its order."""

from __future__ import annotations

from pathlib import Path

import pytest

from hulldown import rulesets
from hulldown.kernel.records import blank, fields, record
from hulldown.rulesets.common.enums import VariantCodes, fields_of


def test_the_fields_are_the_options_and_values_of_the_files(tmp_path: Path) -> None:
    (tmp_path / "options.toml").write_text("[options.rain]\nkind = 'flag'\n")
    (tmp_path / "values.toml").write_text("[values.turns]\ndefault = 5\n")

    @record
    @fields_of(tmp_path)
    class Chosen(VariantCodes):
        """Some."""

    made = blank(Chosen)
    made.turns = 7
    assert [f.name for f in fields(Chosen)] == ["house", "rain", "turns"]
    assert (made.rain, made.turns) == (0, 7)
    with pytest.raises(AttributeError):
        _ = made.snow


def test_a_value_has_a_name_of_its_own(tmp_path: Path) -> None:
    (tmp_path / "options.toml").write_text("[options.rain]\nkind = 'flag'\n")
    (tmp_path / "values.toml").write_text("[values.rain]\ndefault = 5\n")
    with pytest.raises(ValueError, match="rain is the name of an option"):
        fields_of(tmp_path)(type("Chosen", (VariantCodes,), {}))


@pytest.mark.parametrize("name", rulesets.BUILT_IN)
def test_every_ruleset_s_record_has_its_options(name: str) -> None:
    ruleset = rulesets.get(name)
    record = next(f.kind for f in fields(ruleset.state) if f.name == "options")
    variants = [*ruleset.files.options(), *ruleset.files.values()]
    assert [f.name for f in fields(record)] == ["house", *variants]
