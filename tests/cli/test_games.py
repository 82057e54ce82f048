"""odds, replay, verify and play --text on a real game."""

from __future__ import annotations

import json
from collections.abc import Callable
from fractions import Fraction
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from tests.cli.conftest import Run

from hulldown.ai import player
from hulldown.cli import terminal
from hulldown.game import CompileFailed, Game, load
from hulldown.game.replay import Replay, fingerprint
from hulldown.rulesets.api.ruleset import Ruleset


def test_the_orders_that_can_be_given_are_listed(run: Run, battle: Path) -> None:
    found = json.loads(run("odds", "--game", str(battle), "--json").stdout)
    assert found == {"orders": [act.text for act in load(battle.read_text()).legal()]}
    assert "roll off" in run("odds", "tank_commander", "--scenario", "skirmish").stdout


def test_odds_are_exact_fractions(run: Run) -> None:
    moves = "roll off; A1 prepare N AT; B1 prepare S AT"
    asked = ["odds", "tank_commander", "--scenario", "skirmish", "--seed", "3", "--moves", moves]
    orders = json.loads(run(*asked, "--json").stdout)["orders"]
    fire = next(text for text in orders if " fire " in text)
    found = json.loads(run(*asked, fire, "--json").stdout)
    assert found["actions"] == [fire]
    assert found["exact"] is True and found["samples"] == 0
    chances = [Fraction(line["chance"]) for line in found["lines"]]
    assert chances and all(0 <= chance <= 1 for chance in chances)
    results = [Fraction(line["chance"]) for line in found["lines"] if line["group"] == "result"]
    assert not results or sum(results) == 1
    shown = run(*asked, *fire.split())
    assert shown.exit_code == 0
    assert all(line["chance"] in shown.stdout for line in found["lines"])


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ([], "say a ruleset or --game FILE"),
        (["tank_commander", "--scenario", "skirmish", "A1 fli"], "'fli'"),
        (["tank_commander", "--scenario", "skirmish", "A1 move"], ""),
        (
            ["tank_commander", "--scenario", "skirmish", "--moves", "roll off; A1 jump"],
            "--moves, order 2 (A1 jump)",
        ),
        (["--game", "gone.json"], "gone.json: cannot be read: No such file"),
        (["tank_commander", "--scenario", "skirmish", "\x1b[2Jroll\x00"], ""),
    ],
)
def test_orders_that_cannot_be_are_one_line(run: Run, arguments: list[str], says: str) -> None:
    result = run("odds", *arguments)
    assert result.exit_code == 2
    assert says in result.stderr
    assert result.stderr.count("\n") == 1
    assert "\x1b" not in result.stderr


def test_a_replay_tells_every_order_with_its_dice(run: Run, battle: Path) -> None:
    game = load(battle.read_text())
    told = run("replay", str(battle))
    assert told.exit_code == 0
    for turn in game.history:
        for sentence in turn.sentences:
            assert sentence.text.replace("{", "").replace("}", "") in told.stdout
            assert all(f"[{roll.value}] of {roll.sides}" in told.stdout for roll in sentence.rolls)
    assert "After 40 orders" in told.stdout
    assert "/A1" in run("replay", str(battle), "--board").stdout
    orders = json.loads(run("replay", str(battle), "--json").stdout)["orders"]
    assert [row["order"] for row in orders] == [turn.order.text for turn in game.history]


def test_a_replay_begins_with_what_stands_before_the_first_order(run: Run) -> None:
    kept = str(Path(__file__).parents[1] / "golden" / "warstrike" / "first_patrol.json")
    first = "Cobalt commands B1 (Line Squad, 10 models)"
    assert run("replay", kept).stdout.startswith(first)
    assert json.loads(run("replay", kept, "--json").stdout)["opening"][0]["text"].startswith(
        "Cobalt commands"
    )


def test_verify_tells_good_from_changed_from_unreadable(
    run: Run, battle: Path, binary: Path, tmp_path: Path
) -> None:
    assert run("verify", str(battle)).stdout == f"{battle}: ok\n"
    replay = json.loads(battle.read_text())
    rolled = next(n for n, row in enumerate(replay["orders"]) if row.get("dice"))
    face, sides = replay["orders"][rolled]["dice"].split()[0].split("/")
    others = replay["orders"][rolled]["dice"].split()[1:]
    replay["orders"][rolled]["dice"] = " ".join([f"{int(face) % int(sides) + 1}/{sides}", *others])
    changed = tmp_path / "changed.json"
    changed.write_text(json.dumps(replay))
    result = run("verify", str(battle), str(changed))
    assert result.exit_code == 1
    assert f"{changed}: differs at order {rolled + 1}: the dice are" in result.stdout
    for bad in (binary, tmp_path, tmp_path / "gone"):
        result = run("verify", str(battle), str(bad), "--json")
        assert result.exit_code == 2
        good, wrong = json.loads(result.stdout)
        assert good["ok"] and not wrong["ok"] and wrong["error"]["text"]
        alone = run("verify", str(bad), "--json")
        assert alone.exit_code == 2
        assert json.loads(alone.stdout)["error"].keys() == {"text", "file", "line", "field", "rule"}
    told = json.loads(run("verify", str(battle), "--json").stdout)
    assert told == {"ok": True, "difference": None}
    told = json.loads(run("verify", str(changed), "--json").stdout)
    assert told["ok"] is False and told["difference"]["order"] == rolled + 1 and told["difference"]["text"]
    assert run("replay", str(changed)).exit_code == 2


def old_format(data: dict[str, Any]) -> None:
    """As format 1 was, with another die."""
    data.update(format_version=1, hash="")
    for move in data["orders"]:
        move.pop("digest", None)
    other_die(data)


def older_rules(data: dict[str, Any]) -> None:
    """As if the rules had been others then, with another start and a hash that fits."""
    data.update(ruleset_version=1, start="0" * 16)
    other_die(data)
    data["hash"] = fingerprint(Replay.model_validate_json(json.dumps(data)))


def other_die(data: dict[str, Any]) -> None:
    """Another face of the last die."""
    move = next(move for move in reversed(data["orders"]) if move.get("dice"))
    face, _, sides = move["dice"].split()[-1].partition("/")
    move["dice"] = " ".join([*move["dice"].split()[:-1], f"{int(face) % int(sides) + 1}/{sides}"])


@pytest.mark.parametrize("talked_down", [old_format, older_rules])
def test_a_save_that_was_talked_down_proves_nothing_and_verify_says_so(
    run: Run, tmp_path: Path, talked_down: Callable[[dict[str, Any]], None]
) -> None:
    game = Game.new("tank_commander", "skirmish", seed=3)
    game.play("roll off")
    good, down, changed = (tmp_path / f"{name}.json" for name in ("good", "down", "changed"))
    data = json.loads(game.save(sealed=True))
    good.write_text(json.dumps(data))
    changed.write_text(json.dumps(data | {"result": 1}))
    talked_down(data)
    down.write_text(json.dumps(data))
    sealed = run("verify", str(good))
    assert sealed.exit_code == 0 and "it is sealed" in sealed.stdout
    result = run("verify", str(down))
    assert result.exit_code == 3
    assert "plays the same, but it cannot prove" in result.stdout
    told = json.loads(run("verify", str(down), "--json").stdout)
    assert (told["proved"], told["sealed"]) == (False, True) and told["unproved"]
    assert run("verify", str(good), str(down)).exit_code == 3
    assert run("verify", str(changed), str(down)).exit_code == 1
    assert run("verify", str(down), str(tmp_path / "gone")).exit_code == 2


def test_a_game_can_be_played_saved_and_verified_in_the_terminal(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "mine.json"
    said = ["odds 1", "1", "nonsense", "99", "1", "cards", "board", "A1 turn left with", "undo", "1"]
    said += [f"save {file}", "save", f"save {tmp_path}", "help", "quit"]
    asked = [
        "play",
        "--text",
        "tank_commander",
        "--scenario",
        "skirmish",
        "--player",
        "random",
        "--seed",
        "3",
    ]
    result = run(*asked, said="\n".join(said) + "\n")
    assert result.exit_code == 0, result.output
    for words in (
        "roll off",
        "is no order",
        "say a number from 1 to",
        "taken back",
        "cannot be written",
        "saved in",
    ):
        assert words in result.stdout
    assert run("verify", str(file)).exit_code == 0
    assert load(file.read_text()).number > 2


@pytest.mark.parametrize("sealed", [False, True])
def test_a_saved_game_goes_on_in_the_terminal(run: Run, tmp_path: Path, sealed: bool) -> None:
    """With its own dice, or with new ones where the file does not tell them; and it can be saved again."""
    game = Game.new("tank_commander", "skirmish", seed=3)
    for order in ("roll off", "A1 prepare N AT"):
        game.play(order)
    first, later = tmp_path / "first.json", tmp_path / "later.json"
    first.write_text(game.save(sealed))
    result = run(
        "play", "--text", "--load", str(first), "--player", "random", said=f"1\nsave {later}\nquit\n"
    )
    assert result.exit_code == 0, result.output
    assert "2 orders have been given" in result.stdout
    again = load(later.read_text())
    assert again.number > 2 and again.sealed == sealed
    assert [turn.order.text for turn in again.history][:2] == ["roll off", "A1 prepare N AT"]
    assert run("verify", str(later)).exit_code == 0


def test_a_finished_game_says_how_it_ended(run: Run) -> None:
    kept = Path(__file__).parents[1] / "golden" / "warstrike" / "first_patrol.json"
    result = run("play", "--text", "--load", str(kept), "--player", "random")
    assert result.exit_code == 0
    assert result.stdout.endswith("After 66 orders: Rust wins by 110 VP to 0\n")


def test_what_stands_before_the_first_order_is_told_in_the_terminal(run: Run) -> None:
    """Whose turn it is, too, where the computer begins."""
    asked = ["play", "--text", "warstrike", "--scenario", "first_patrol", "--player", "random:seed=1"]
    told = run(*asked, said="quit\n").stdout
    assert (
        0 < told.index("Turn 1 of 5: Rust") < told.index("is activated") < told.index("Turn 1 of 5: Cobalt")
    )


def test_the_terminal_says_that_a_number_may_be_chosen(run: Run, tmp_path: Path) -> None:
    """AG-14.8: charge to a neighbour in any whole amount."""
    text = (files("hulldown.rulesets.agrav") / "scenarios" / "container_yard.toml").read_text()
    beside = text.replace('unit = "strider"\ntile = [9, 12]', 'unit = "pavise"\ntile = [5, 12]')
    (yard := tmp_path / "yard.toml").write_text(beside)
    asked = ["play", "--text", "agrav", "--scenario", str(yard), "--player", "random"]
    told = run(*asked, said="A2 transfer A1 131\nquit\n").stdout
    assert "or any number from 1 to 200: say for example A2 transfer A1 133" in told
    assert "{A2} sends" not in told and "sends 131" in told


def test_end_of_input_ends_the_game_in_the_terminal(run: Run) -> None:
    result = run("play", "--text", "--player", "random", said="")
    assert result.exit_code == 0
    assert "still going on" in result.stdout


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--load", "mine.json"], "mine.json"),
        (["tank_commander", "--load", "mine.json"], "brings its ruleset"),
        (["tank_commander", "--player", "grandmaster"], "no computer player"),
        (["tank_commander", "--pack", "nowhere"], "nowhere"),
        (["--text", "--load", "mine.json"], "mine.json"),
        (["--text", "chess", "--load", "mine.json"], "brings its ruleset"),
        (["--text", "chess"], "unknown ruleset"),
        (["--text", "--player", "grandmaster"], "no computer player"),
        (["--text", "--seat", "3"], "--seat"),
    ],
)
def test_play_refuses_what_it_does_not_know(run: Run, arguments: list[str], says: str) -> None:
    result = run("play", *arguments)
    assert result.exit_code == 2
    assert says in result.stderr


def test_the_terminal_says_that_rules_are_compiled(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Once when it begins and once when it is done; nothing where they are there, or are not wanted."""
    game = Game.new("chase", "even_ground", seed=1)
    played = terminal.TerminalGame(game, 0, player("random", game.ruleset))
    kept = tmp_path / "kept"
    monkeypatch.setattr(terminal, "stamp", lambda ruleset: kept)
    monkeypatch.setattr(terminal, "prepare", lambda ruleset: True)
    monkeypatch.setenv("HULLDOWN_JIT", "1")
    played._compile()
    begun, done = capsys.readouterr().err.splitlines()
    assert begun.startswith("The rules of Chase are compiled beside play")
    assert done.startswith("The rules are compiled")
    kept.touch()
    played._compile()
    assert capsys.readouterr().err == ""

    def failing(ruleset: Ruleset) -> bool:
        raise CompileFailed("no room")

    kept.unlink()
    monkeypatch.setattr(terminal, "prepare", failing)
    played._compile()
    assert "could not be compiled: no room" in capsys.readouterr().err
