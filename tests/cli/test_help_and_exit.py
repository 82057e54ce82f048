"""What a first try meets: help, Ctrl-C while everything is loaded, places that cannot be used."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from tests.cli.conftest import Run
from tests.waiting import PATIENCE

from hulldown.cli.errors import guarded

# Sends this process a Ctrl-C at the nth import after the command line has begun to load.
INTERRUPTED = """
import os, signal, sys
left = int(sys.argv.pop(1))
begun = False
def hook(event, args):
    global begun, left
    if event == "import":
        begun = begun or args[0] == "hulldown.cli.commands"
        left -= begun
        if begun and left == 0:
            os.kill(os.getpid(), signal.SIGINT)
sys.addaudithook(hook)
from hulldown.cli import main
main()
"""


@pytest.mark.parametrize("command", ["", "campaign", "bench"])
def test_without_arguments_the_help_is_shown(run: Run, command: str) -> None:
    result = run(*command.split())
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout == run(*command.split(), "--help").stdout
    assert "\nCommands:\n" in result.stdout and "Example: hulldown" in result.stdout


def test_the_package_can_be_run() -> None:
    asked = [sys.executable, "-m", "hulldown"]
    ran = subprocess.run([*asked, "--version"], capture_output=True, text=True, timeout=PATIENCE, check=True)
    assert re.fullmatch(r"hulldown \d+\.\d+\.\d+\n", ran.stdout)
    helped = subprocess.run(asked, capture_output=True, text=True, timeout=PATIENCE, check=True)
    assert helped.stdout.startswith("Usage: hulldown ")


@pytest.mark.parametrize("at", [1, 5, 60, 150, 300, 500])
def test_ctrl_c_while_modules_are_loaded_is_no_traceback(at: int) -> None:
    asked = [sys.executable, "-c", INTERRUPTED, str(at), "simulate", "chase", "--scenario", "even_ground"]
    environment = os.environ | {"HULLDOWN_JIT": "0"}
    ran = subprocess.run(
        [*asked, "--games", "100000"], capture_output=True, text=True, timeout=PATIENCE, env=environment
    )
    assert ran.returncode == 130
    assert ran.stdout == ""
    assert "Traceback" not in ran.stderr and ran.stderr.count("\n") <= 1


@pytest.mark.parametrize("command", [["-m", "hulldown"], ["-m", "hulldown.cli"]])
def test_ctrl_c_in_the_first_second_is_no_traceback(command: list[str], tmp_path: Path) -> None:
    """From the moment at which our code is asked; the interpreter's own start is before it."""
    begun = tmp_path / "sitecustomize.py"
    begun.write_text(
        "import sys\n"
        "def told(event, args):\n"
        "    if event == 'import' and args[0] == 'hulldown.cli.commands': print('begun', flush=True)\n"
        "sys.addaudithook(told)\n"
    )
    path = os.pathsep.join([str(tmp_path), *os.environ.get("PYTHONPATH", "").split(os.pathsep)])
    for wait in (0.0, 0.02, 0.05, 0.1, 0.2, 0.3):
        asked = [sys.executable, *command, "solve", "chase", "breakout", "--turns", "9"]
        with subprocess.Popen(
            asked,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env=os.environ | {"PYTHONPATH": path},
        ) as ran:
            assert ran.stdout is not None
            assert ran.stdout.readline() == "begun\n"
            with pytest.raises(subprocess.TimeoutExpired):
                ran.wait(wait)
            ran.send_signal(signal.SIGINT)
            _, complained = ran.communicate(timeout=PATIENCE)
        assert ran.returncode == 130, complained
        assert complained.removeprefix("Solving ...\n") in ("", "hulldown: stopped\n")


def test_ctrl_c_while_a_class_is_made_is_no_fault(capsys: pytest.CaptureFixture[str]) -> None:
    """Python 3.11 wraps whatever is raised in `__set_name__` into a RuntimeError."""

    class Named:
        def __set_name__(self, owner: type, name: str) -> None:
            raise KeyboardInterrupt

    def work() -> None:
        type("Made", (), {"value": Named()})

    assert guarded(work) == 130
    assert capsys.readouterr().err == "hulldown: stopped\n"


def test_nothing_is_loaded_before_ctrl_c_is_seen_to() -> None:
    listing = (
        "import sys; before = set(sys.modules)\n"
        "import __future__, importlib, signal; light = set(sys.modules)\n"
        "import hulldown.cli.interrupts\n"
        "print(*sorted(set(sys.modules) - light))"
    )
    ran = subprocess.run([sys.executable, "-c", listing], capture_output=True, text=True, check=True)
    assert ran.stdout.split() == ["hulldown", "hulldown.cli", "hulldown.cli.interrupts"]


# ---------------------------------------------------------------- places that cannot be used


@pytest.mark.parametrize(
    ("url", "says"),
    [
        ("nonsense", "'nonsense' is no address of a database such as sqlite:///games.sqlite"),
        ("nosuch://x", "there is no such kind of database"),
        ("sqlite:///{there}", "Is a directory"),
        ("sqlite:///{there}/text.txt", "file is not a database"),
        ("sqlite:///{there}/text.txt/games.sqlite", "text.txt: File exists"),
        ("sqlite:////proc/games.sqlite", "/proc/games.sqlite: "),
        ("mysql://somebody:secret@x/y", "mysql://x/y: this needs the Python module MySQLdb"),
    ],
)
@pytest.mark.parametrize("command", ["serve --port 0", "campaign list"])
def test_a_database_that_cannot_be_used(run: Run, tmp_path: Path, command: str, url: str, says: str) -> None:
    (tmp_path / "text.txt").write_text("this is no database, and long enough to show it\n" * 40)
    result = run(*command.split(), "--database", url.format(there=tmp_path))
    assert result.exit_code == 2
    assert says in result.stderr and "secret" not in result.stderr
    assert result.stderr.startswith("hulldown: --database: ") and result.stderr.count("\n") == 1


def test_a_database_of_a_later_version_is_not_touched(run: Run, tmp_path: Path) -> None:
    import sqlite3

    file = tmp_path / "games.sqlite"
    assert run("campaign", "list", "--database", f"sqlite:///{file}").exit_code == 0
    with sqlite3.connect(file) as later:
        later.execute("UPDATE alembic_version SET version_num = 'of_tomorrow'")
    result = run("campaign", "list", "--database", f"sqlite:///{file}")
    assert result.exit_code == 2
    assert "was written by a later version of hulldown" in result.stderr


def test_a_driver_that_is_missing_names_its_extra(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "psycopg", None)
    result = run("campaign", "list", "--database", "postgresql+psycopg://localhost/x")
    assert result.exit_code == 2
    assert 'pip install "hulldown[postgres]"' in result.stderr


def test_a_home_that_cannot_be_written(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "home").write_text("no folder")
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    for command in ("serve --port 0", "campaign list"):
        result = run(*command.split())
        assert result.exit_code == 2
        assert "Not a directory; give games a place of their own: --database" in result.stderr
    monkeypatch.setenv("HULLDOWN_JIT", "1")  # in a process of its own: here the rules may be compiled already
    command = "simulate chase --scenario even_ground --players greedy,greedy"
    ran = subprocess.run(
        [sys.executable, "-m", "hulldown", *command.split()], capture_output=True, text=True, timeout=PATIENCE
    )
    assert ran.returncode == 2
    assert "compiled rules cannot be kept there: Not a directory" in ran.stderr
    assert ran.stderr.count("\n") == 1


@pytest.mark.parametrize(
    "command",
    ["card Hunter --out {file}.pdf", "odds close_assault --report compare --plot {file}.svg"],
)
def test_a_file_that_cannot_be_written(run: Run, tmp_path: Path, command: str) -> None:
    (tmp_path / "text").write_text("no folder")
    file = tmp_path / "text" / "out"
    result = run(*command.format(file=file).split())
    assert result.exit_code == 2
    assert f"{file}." in result.stderr and "cannot be written: Not a directory" in result.stderr


# ---------------------------------------------------------------- vectors of any name


def test_vectors_of_any_name(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "mine.json"
    shutil.copy(Path(__file__).parents[1] / "vectors" / "chase.vectors.json", file)
    rows = json.loads(file.read_text())
    rows = rows["vectors"] if isinstance(rows, dict) else rows
    file.write_text(json.dumps(rows[:5]))
    refused = run("conformance", str(file), "--json")
    assert refused.exit_code == 2
    assert "say --ruleset NAME" in json.loads(refused.stdout)["error"]["text"]
    result = run("conformance", str(file), "--ruleset", "chase", "--json")
    assert result.exit_code == 0
    found = json.loads(result.stdout)
    assert found["ruleset"] == "chase" and found["passed"] == found["total"] == 5
    assert run("conformance", str(file), "--ruleset", "chess").exit_code == 2


# ---------------------------------------------------------------- errors for scripts

KEYS = {"text", "file", "line", "field", "rule"}


@pytest.mark.parametrize(
    ("command", "known"),
    [
        ("simulat --json", {}),
        ("simulate --json", {"field": "RULESET"}),
        ("simulate chase --seed x --json", {"field": "--seed"}),
        ("simulate chase --nope --json", {"field": "--nope"}),
        ("bench --json", {}),
        ("bench playouts chess --json", {}),
        ("odds chase --option x --json", {"field": "--option"}),
        ("rules chess --json", {}),
        ("build tank_commander gone.toml --json", {"file": "gone.toml"}),
        ("card nobody --json", {}),
        ("replay gone.json --json", {"file": "gone.json"}),
        ("conformance gone.json --json", {"file": "gone.json"}),
        ("check gone.toml --json", {"file": "gone.toml"}),
        ("solve warstrike --json", {}),
        ("campaign list --database nonsense --json", {"field": "--database"}),
        ("campaign show nobody --json --database sqlite://", {}),
        ("play --json", {"field": "--json"}),
        ("list nothing --json", {}),
        ("schema nothing --json", {}),
        ("board --json", {"field": "RULESET|SAVE.json"}),
    ],
)
def test_errors_are_json_where_answers_are(run: Run, command: str, known: dict[str, object]) -> None:
    result = run(*command.split())
    assert result.exit_code == 2, result.output
    assert result.stderr == ""
    error = json.loads(result.stdout)["error"]
    assert error.keys() == KEYS and error["text"]
    assert {key: error[key] for key in ("file", "line", "field", "rule")} == {
        "file": None,
        "line": None,
        "field": None,
        "rule": None,
    } | known


def test_a_mistake_in_a_file_is_told_with_its_place_and_its_rule(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text('unit = "tank"\narmor = { front = 9, side = 6, rear = 6 }\nupgrades = ["optcs", "x"]\n')
    found = json.loads(run("build", "tank_commander", str(file), "--json").stdout)
    first, others = found["error"], found.get("others", [])
    assert (first["file"], first["line"], first["field"]) == (str(file), 3, "upgrades[1]")
    assert [one["field"] for one in others] == ["upgrades[2]"]
    refused = run("odds", "chase", "--moves", "A1 flee nowhere", "--json")
    assert json.loads(refused.stdout)["error"]["field"] == "--moves"
