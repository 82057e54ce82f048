"""A rulebook taken apart."""

from pathlib import Path

import pytest

from hulldown.catalogue import CatalogueError, Chapter, load_rules, parse_rules

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
        Chapter("X-1 First", ("X-1.1", "X-1.2")),
        Chapter("X-2 Second", ("X-2.1",)),
    )


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("X-1.2", "X-1.1", "r.md:9: X-1.1 stands here a second time"),
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
