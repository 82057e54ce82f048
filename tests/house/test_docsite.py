"""The documentation site: what it is made of, apart from building it, which `make docs` does."""

from pathlib import Path

import pytest
from scripts import docsite, linked, notebooks, tutorial

NOTEBOOKS = sorted((docsite.ROOT / "docs" / "notebooks").glob("*.ipynb"))
QUICK = {
    "--players": "random,random",
    "--smallest-effect": "20",
}


def test_the_navigation_names_each_page_once_and_no_other() -> None:
    pages = [*docsite.documents(), *docsite.books(), *docsite.modules()]
    assert sorted(docsite.in_navigation()) == sorted(pages)


def test_there_are_three_notebooks() -> None:
    assert len(NOTEBOOKS) == 3


@pytest.mark.parametrize("file", NOTEBOOKS, ids=lambda file: file.stem)
def test_a_notebook_runs_and_stores_no_outputs(file: Path) -> None:
    assert notebooks.outputs(file) == 0
    shown = [shown for cell, shown in notebooks.run(file) if cell.code]
    assert any(one.value is not None for one in shown)


def quickly(words: list[str]) -> list[str]:
    """The same command between quick players, a study of few pairs."""
    quick = [QUICK.get(before, word) for before, word in zip(["", *words], words, strict=False)]
    return [*quick, "--most-pairs", "64", "--workers", "1"] if words[:2] == ["study", "variant"] else quick


@pytest.mark.landing
def test_the_tutorial_leads_from_an_idea_to_a_printed_card(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HULLDOWN_JIT", "0")
    text = (docsite.ROOT / "docs" / "tutorial.md").read_text()
    done = list(tutorial.steps(text, tmp_path, quickly))
    made = {file.name for step in done for file in step.made}
    assert len(done) == text.count("\n    hulldown ")
    assert {"stronger_gun", "stronger.study", "cards.svg", "skirmish.pdf", "stronger_gun.hulldown"} <= made


def test_a_command_of_a_tutorial_that_fails_is_named(tmp_path: Path) -> None:
    with pytest.raises(tutorial.Failed, match="hulldown rules tank_comander"):
        list(tutorial.steps("    hulldown rules tank_comander\n", tmp_path))


@pytest.mark.parametrize(
    ("body", "fault"),
    [
        ('<a href="gone.html">', "gone.html leads to no file"),
        ('<a href="b.html#gone">', "b.html#gone leads to no such place"),
        ('<a href="#gone">', "#gone leads to no such place"),
        ('<img src="gone.svg">', "gone.svg leads to no file"),
        ('<script src="https://cdn.example/a.js"></script>', "fetches https://cdn.example/a.js"),
        ('<a href="b.html#here">and<a href="https://example.org">', ""),
    ],
)
def test_a_link_that_leads_nowhere_is_found(tmp_path: Path, body: str, fault: str) -> None:
    (tmp_path / "a.html").write_text(body)
    (tmp_path / "b.html").write_text('<p id="here">')
    assert [one.partition(": ")[2] for one in linked.faults(tmp_path)] == ([fault] if fault else [])


def test_links_to_other_hosts_are_listed(tmp_path: Path) -> None:
    (tmp_path / "a.html").write_text('<a href="https://example.org/x"><a href="b.html">')
    assert linked.elsewhere(tmp_path) == {"https://example.org/x": 1}
