"""`rules.py` of a pack: runs only where it is trusted, takes the place of rules there and nowhere else."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tests.trust import forget_trust

import hulldown
from hulldown.catalogue import CatalogueError
from hulldown.game import Game, SaveError
from hulldown.kernel.jit import compiled
from hulldown.kernel.records import pack as packed
from hulldown.rulesets.common import trusted_rules
from hulldown.rulesets.common.packs import load_pack
from hulldown.rulesets.common.trusted_rules import trust

EXAMPLE = Path(__file__).resolve().parents[4] / "examples" / "trusted_packs" / "even_activations"
HEAD = """\
from hulldown import replaces
from hulldown.rulesets.tank_commander.state import State
from hulldown.rulesets.tank_commander.turn import next_side, waiting

"""
OTHER = (
    HEAD
    + '''
@replaces("tank_commander.turn.next_side")
def second_first(s: State) -> int:
    """The second side goes before the first."""
    return 1 if waiting(s, 1) > 0 else next_side(s)
'''
)


@pytest.fixture(autouse=True)
def nobody_trusted(monkeypatch: pytest.MonkeyPatch) -> None:
    forget_trust(monkeypatch)


@pytest.fixture
def mine(tmp_path: Path) -> Path:
    """A pack whose code is written by a test."""
    (tmp_path / "pack.toml").write_text('name = "Mine"\nruleset = "tank_commander"\n')
    return tmp_path


def game(*packs: Path, seed: int = 7) -> Game:
    return hulldown.Setup("tank_commander", packs=packs, scenario="urban_warfare").game(seed=seed)


def one_left(battle: Game) -> Any:
    """A position in which the second side was active and has more units left to activate than the first."""
    s = battle.state
    first, *others = [u for u in range(s.count) if s.units[u].side == 0]
    assert others and s.units[first].side == 0
    for u in others:
        s.units[u].activated = 1
    s.seat = 1
    return s


def chapter(battle: Game, name: str) -> Any:
    """A chapter of the rules that a battle is played by."""
    return import_module(f"{battle.ruleset.state.__module__.rpartition('.')[0]}.{name}")


def test_code_that_nobody_trusts_does_not_run() -> None:
    with pytest.raises(CatalogueError, match=r"rules\.py: is code .* start hulldown with --trust"):
        load_pack(EXAMPLE)


def test_trusted_code_takes_the_place_of_a_rule_in_its_battles_alone() -> None:
    assert trust(EXAMPLE)
    printed, even = game(), game(EXAMPLE)
    assert chapter(printed, "turn").next_side(one_left(printed)) == 0
    assert chapter(even, "turn").next_side(one_left(even)) == 1
    assert even.ruleset.rules is not printed.ruleset.rules
    assert hulldown.ruleset("tank_commander").rules is printed.ruleset.rules


def test_compiled_code_is_the_same_as_interpreted() -> None:
    trust(EXAMPLE)
    even = game(EXAMPLE)
    turn, s = chapter(even, "turn"), one_left(even)
    fast = compiled(turn.next_side)
    for seat in (0, 1):
        s.seat = seat
        rows: np.ndarray[Any, Any] = packed(s)
        assert fast(rows[0]) == turn.next_side(s) == 1


def test_what_the_code_imports_under_a_rules_name_is_the_printed_rule() -> None:
    """So it can call it: with as many units left on both sides the example alternates, as printed."""
    trust(EXAMPLE)
    even = game(EXAMPLE)
    even.state.seat = 1
    assert chapter(even, "turn").next_side(even.state) == 0
    even.state.seat = 0
    assert chapter(even, "turn").next_side(even.state) == 1


def test_a_save_names_the_code_and_is_proved_only_where_it_is_trusted(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    trust(EXAMPLE)
    battle = game(EXAMPLE)
    for _ in range(12):
        battle.play(battle.legal()[0])
    save = battle.save()
    digest = trusted_rules.RuleCode((EXAMPLE / "rules.py").read_text(), "").digest
    assert digest in save and "def fuller_side" not in save
    assert Game.verify(save) == [] and Game.load(save) == battle
    assert hulldown.from_position(battle.position()).digest == battle.digest
    forget_trust(monkeypatch)
    with pytest.raises(SaveError, match=f"sha256 {digest[:12]}.* --trust"):
        Game.load(save)


def test_another_process_trusts_what_this_one_does(monkeypatch: pytest.MonkeyPatch) -> None:
    """Workers of a study and of a server read the packs that are trusted from their surroundings."""
    trust(EXAMPLE)
    monkeypatch.setattr(trusted_rules, "_TRUSTED", {})
    assert load_pack(EXAMPLE).layers


def test_differences_say_which_rule_is_replaced_and_how() -> None:
    trust(EXAMPLE)
    (change,) = hulldown.Setup("tank_commander", packs=[EXAMPLE], scenario="skirmish").differences()
    assert (change.kind, change.rule, change.source) == ("rule", "TC-4.3", "pack Even activations")
    assert change.describe() == (
        "Who activates next: The side with more units still to activate goes next; with as many, sides "
        "alternate as printed (TC-4.3), pack Even activations."
    )


def test_the_last_of_two_packs_goes_before_the_other(mine: Path) -> None:
    (mine / "rules.py").write_text(OTHER)
    trust(EXAMPLE)
    trust(mine)
    setup = hulldown.Setup("tank_commander", packs=[EXAMPLE, mine], scenario="urban_warfare")
    (conflict,) = setup.content.stack.conflicts
    assert conflict.startswith("rules.tank_commander.turn.next_side of Mine goes before that of Even")
    both = setup.game(seed=1)
    assert chapter(both, "turn").next_side(both.state) == 1
    for u in range(both.state.count):  # nobody of the second side is left: what the first pack says counts
        both.state.units[u].activated = both.state.units[u].side
    assert chapter(both, "turn").next_side(both.state) == 0


def test_any_table_that_holds_a_rule_has_the_code_in_its_place(mine: Path) -> None:
    """Rules stand in tables too, and under names in other chapters."""
    (mine / "rules.py").write_text(
        "from hulldown import replaces\nfrom hulldown.rulesets.tank_commander.state import State\n"
        '@replaces("tank_commander.victory.result")\ndef never(s: State) -> int:\n    return -1\n'
    )
    trust(mine)
    battle = game(mine)
    battle.state.winner = 1
    assert battle.ruleset.rules.result(battle.state) == -1


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("def f(:\n", "rules.py:1: invalid syntax"),
        ("x = '\0'\n", "rules.py:1: source code string cannot contain null bytes"),
        ("x = 1\n", 'rules.py:1: no function has @replaces("RULESET.MODULE.RULE")'),
        ("turn.nxt_side", 'rules.py:5: unknown rule "nxt_side"; did you mean "next_side"?'),
        ("trun.next_side", 'rules.py:5: tank_commander has no chapter "trun"'),
        ("turn.Log", 'rules.py:5: unknown rule "Log"'),
        ("next_side", 'rules.py:5: "tank_commander.next_side" is no rule\'s name'),
        ("turn.advance", "rules.py:5: f must be as the rule is: advance(s: State, d: Dice, e: Log) -> None"),
        (f"import nosuch\n{OTHER}", "rules.py:1: ModuleNotFoundError: No module named 'nosuch'"),
        (f"{OTHER}\nraise RuntimeError('boom')\n", "rules.py:11: RuntimeError: boom"),
        (OTHER + OTHER, 'rules.py:16: replaces "tank_commander.turn.next_side" twice'),
        (OTHER.replace("tank_commander.turn.next_side", "kernel.dice.roll"), "kernel.dice.roll"),
    ],
)
def test_what_is_wrong_in_code_is_said_in_a_line(mine: Path, text: str, line: str) -> None:
    if "\n" not in text:
        text = f'{HEAD}@replaces("tank_commander.{text}")\ndef f(s: State) -> int:\n    return 0\n'
    (mine / "rules.py").write_text(text)
    with pytest.raises(CatalogueError) as wrong:
        trust(mine)
        load_pack(mine)
    assert len(wrong.value.lines) == 1 and line in wrong.value.lines[0]


@pytest.mark.parametrize(
    ("expression", "said"),
    [
        ("len([1, 2])", ".py:6: second_first: "),
        ('waiting(s, "x")', ".py:6: second_first: Invalid use of"),
        ("s.sideways", "second_first: no field 'sideways'"),
    ],
)
def test_what_cannot_be_compiled_is_said_in_a_line(mine: Path, expression: str, said: str) -> None:
    (mine / "rules.py").write_text(OTHER.replace("waiting(s, 1) > 0", f"{expression} > 0"))
    trust(mine)
    with pytest.raises((TypeError, AttributeError)) as wrong:
        compiled(chapter(game(mine), "turn").next_side)
    text = str(wrong.value)
    assert said in text and "\n" not in text and len(text) < 600


def test_code_that_was_mended_runs_in_the_same_process(mine: Path) -> None:
    (mine / "rules.py").write_text(OTHER.replace("def second_first(s: State)", "def second_first(s: int)"))
    trust(mine)
    for _ in range(2):
        with pytest.raises(CatalogueError, match="must be as the rule is"):
            load_pack(mine)
    (mine / "rules.py").write_text(OTHER)
    trust(mine)
    assert load_pack(mine).layers


@pytest.mark.parametrize("text", ["", "[code]\n", "[code]\nabc = true\n", 'code = "x"\n', "code = [1]\n"])
def test_a_layer_that_names_no_code_is_refused(text: str) -> None:
    from hulldown.catalogue.overlay import Layer

    with pytest.raises(CatalogueError, match="names no code by its digest"):
        hulldown.ruleset("tank_commander").under((Layer("rules.py", text, "rules.py"),))
