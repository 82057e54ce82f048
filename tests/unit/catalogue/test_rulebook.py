"""A rulebook taken apart."""

from pathlib import Path

import pytest

from hulldown.catalogue import (
    CatalogueError,
    RulebookChapter,
    apply_numbers,
    load_rules,
    parse_rules,
    printed_numbers,
)

TEXT = """# Game

- **source**: what the marks mean is no rule.

## X-1 First

- **X-1.1** [source] One line,
  and a second.
- **X-1.2** [ruling] With a table:

  | a | b |
  |---|---|

  and an end.

Prose between is no rule.

## Nothing here

## X-2 Second

- **X-2.1** [option] Last.
"""


def test_rules_keep_their_marks_their_lines_and_their_order() -> None:
    book = parse_rules(TEXT)
    assert book.rules == {
        "X-1.1": ("source", "One line,\nand a second."),
        "X-1.2": ("ruling", "With a table:\n\n| a | b |\n|---|---|\n\nand an end."),
        "X-2.1": ("option", "Last."),
    }
    assert book.text == TEXT


def test_chapters_are_the_headings_that_hold_rules() -> None:
    assert parse_rules(TEXT).chapters == (
        RulebookChapter("X-1 First", ("X-1.1", "X-1.2")),
        RulebookChapter("X-2 Second", ("X-2.1",)),
    )


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("X-1.2", "X-1.1", "r.md:9: X-1.1 is here a second time"),
        ("[option] ", "", "r.md:22: X-2.1 needs a mark: [source], [base], [ruling], [option]"),
        ("[option]", "[law]", "r.md:22: X-2.1 needs a mark: [source], [base], [ruling], [option]"),
    ],
)
def test_a_broken_rule_is_named_with_its_line(tmp_path: Path, old: str, new: str, said: str) -> None:
    file = tmp_path / "r.md"
    file.write_text(TEXT.replace(old, new))
    with pytest.raises(CatalogueError) as error:
        load_rules(file)
    assert str(error.value) == said


RULE = "Roll 4<!--score-->+, at -2<!--penalty-->; a DM of -1<!--dm-->; two<!--moves--> moves."
MARKED = f"- **XX-1.1** [source] {RULE}\n"


@pytest.mark.parametrize(
    ("changed", "text"),
    [
        ({}, "Roll 4+, at -2; a DM of -1; two moves."),
        ({"score": "5"}, "Roll **5** (printed: 4)+, at -2; a DM of -1; two moves."),
        ({"penalty": "3"}, "Roll 4+, at -**3** (printed: -2); a DM of -1; two moves."),
        ({"dm": "1"}, "Roll 4+, at -2; a DM of **+1** (printed: -1); two moves."),
        ({"dm": "-1", "moves": "2.5"}, "Roll 4+, at -2; a DM of -1; **2.5** (printed: two) moves."),
        ({"score": "4", "other": "7"}, "Roll 4+, at -2; a DM of -1; two moves."),
    ],
)
def test_the_number_in_force_stands_in_the_text(changed: dict[str, str], text: str) -> None:
    book = parse_rules(MARKED)
    assert book.rules["XX-1.1"][1] == "Roll 4+, at -2; a DM of -1; two moves." and "<!--" not in book.text
    assert apply_numbers(book.marked["XX-1.1"], changed, {"dm"}) == text
    found = list(printed_numbers(book.marked["XX-1.1"]))
    assert found == [("score", "4"), ("penalty", "2"), ("dm", "1"), ("moves", "two")]


@pytest.mark.parametrize(
    ("cap", "text"),
    [
        ("2", "At most twice the thickness, once a battle."),
        ("3", "At most **3 times** (printed: twice) the thickness, once a battle."),
        ("1", "At most **once** (printed: twice) the thickness, once a battle."),
    ],
)
def test_a_changed_number_of_times_is_said_as_such(cap: str, text: str) -> None:
    marked = "At most twice<!--cap--> the thickness, once<!--uses--> a battle."
    assert apply_numbers(marked, {"cap": cap, "uses": "1"}) == text
