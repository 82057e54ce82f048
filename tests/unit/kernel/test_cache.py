"""The cache on disk: never stale, whatever file was edited, and kept apart by settings."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from hulldown.kernel import jit

CALLEE = """
from hulldown.kernel.jit import rule

@rule
def price(hexes: int) -> int:
    return hexes * {factor}
"""
CALLER = """
from hulldown.kernel.jit import rule
from {package}.stock.prices import price

@rule
def bill(hexes: int) -> int:
    return price(hexes) + 1
"""
RUN = """
from hulldown.kernel import jit
from {package}.bills import bill
made = []
with jit.listening(made.append):
    print(jit.compiled(bill)(20), *made)
"""


def write(folder: Path, factor: int) -> None:
    package = folder / "shop"
    for made in (package, package / "stock"):
        made.mkdir(exist_ok=True)
        (made / "__init__.py").touch()
    (package / "stock" / "prices.py").write_text(CALLEE.format(factor=factor))
    (package / "bills.py").write_text(CALLER.format(package="shop"))


def run(folder: Path, **settings: str) -> list[str]:
    """The value in a fresh process, then the rules that were compiled or loaded for it."""
    paths = [str(folder), *(p for p in sys.path if p)]
    environment = os.environ | {"HULLDOWN_CACHE": str(folder), "PYTHONPATH": os.pathsep.join(paths)}
    command = [sys.executable, "-c", RUN.format(package="shop")]
    done = subprocess.run(command, env=environment | settings, capture_output=True, text=True, check=True)
    return done.stdout.split()


@pytest.mark.slow
def test_an_edited_callee_is_seen_by_its_cached_caller(tmp_path: Path) -> None:
    write(tmp_path, 7)
    assert run(tmp_path) == ["141", "bill", "price"]
    assert run(tmp_path) == ["141", "bill"]  # from the cache: the callee is not even looked at
    write(tmp_path, 11)
    assert run(tmp_path) == ["221", "bill", "price"]


@pytest.mark.slow
def test_a_bounds_checked_run_has_a_cache_of_its_own(tmp_path: Path) -> None:
    write(tmp_path, 7)
    run(tmp_path)
    assert run(tmp_path, NUMBA_BOUNDSCHECK="1") == ["141", "bill", "price"]
    assert run(tmp_path) == ["141", "bill"]


def test_rules_in_an_inner_package_depend_on_the_whole_ruleset() -> None:
    import hulldown.rulesets.tank_commander.actions  # noqa: F401

    assert jit.realm("hulldown.rulesets.tank_commander.actions") == "hulldown.rulesets.tank_commander"
    assert jit.realm("hulldown.kernel.jit") == "hulldown.kernel"


def test_what_is_written_for_all_rulesets_names_their_caches(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Rules are made there, too: the emitters of events."""
    from hulldown.rulesets.common import log as shared

    assert Path(shared.__file__) in jit._common()
    edited = tmp_path / "events.py"
    monkeypatch.setattr(jit, "_common", lambda: [edited])
    names = []
    for text in ("one", "other"):
        edited.write_text(text)
        jit.cache_folder.cache_clear()
        names.append(jit.cache_folder("hulldown.kernel"))
    jit.cache_folder.cache_clear()
    assert names[0] != names[1]


def test_the_same_sources_elsewhere_or_installed_anew_are_not_compiled_yet(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A second installation shares the folder and none of what Numba keeps there: a server that took it for
    compiled stood still for minutes.
    """
    stood = []
    for folder, since in (("here", 1), ("elsewhere", 1), ("here", 2)):
        source = tmp_path / folder / "rules.py"
        source.parent.mkdir(exist_ok=True)
        source.write_text("the same")
        os.utime(source, (since, since))
        monkeypatch.setattr(jit, "_common", lambda source=source: [source])
        jit.source_stamp.cache_clear()
        stood.append(jit.source_stamp("hulldown.kernel"))
    jit.source_stamp.cache_clear()
    assert len(set(stood)) == 3


def test_stale_caches_go_and_those_of_other_packages_and_settings_stay(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HULLDOWN_CACHE", str(tmp_path))
    jit.cache_folder.cache_clear()
    current = jit.cache_folder("hulldown.kernel")
    stale = current.with_name(current.name[:-16] + "0" * 16)
    others = [tmp_path / ("other-" + "0" * 16), current.with_name(f"{current.name[:-16]}checked-{'0' * 16}")]
    for folder in (current, stale, *others):
        folder.mkdir()
    jit.drop_stale("hulldown.kernel")
    jit.cache_folder.cache_clear()
    assert sorted(tmp_path.iterdir()) == sorted([current, *others])


def test_without_a_chosen_folder_the_cache_is_the_users(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("HULLDOWN_CACHE", raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", "/somewhere")
    assert jit.cache_root() == Path("/somewhere/hulldown")
    monkeypatch.delenv("XDG_CACHE_HOME")
    monkeypatch.setenv("HOME", "/home/somebody")
    assert jit.cache_root() == Path("/home/somebody/.cache/hulldown")


def test_twins_for_two_records_are_kept_apart() -> None:
    """Two processes that make them at once give both the same number, as Numba counts."""
    from hulldown.kernel import batch
    from hulldown.rulesets import get

    bound = [{jit.S: get(name).state} for name in ("chase", "warstrike")]
    places = {jit.cache_place(batch.games, one, jit.CallMode.ENTRY, True) for one in bound}
    assert len(places) == 2
    alone = {jit.cache_place(batch.stir, one, jit.CallMode.ENTRY, True) for one in bound}
    assert alone == {jit.cache_folder("hulldown.kernel") / jit.CallMode.ENTRY.value}
