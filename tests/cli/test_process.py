"""The command as a process: start, help, exit codes, what is said when something breaks."""

from __future__ import annotations

import errno
import io
import os
import re
import signal
import sqlite3
import subprocess
import sys
import urllib.request
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy.exc import OperationalError
from tests.cli.conftest import Run
from tests.processes import start, until_end
from tests.waiting import PATIENCE

from hulldown.cli import simulate
from hulldown.cli.commands import app
from hulldown.cli.errors import error_lines, of_machine

COMMAND = [sys.executable, "-m", "hulldown.cli"]
NAMES = ["play", "serve", "simulate", "odds", "build", "replay", "verify", "rules", "check"]
NAMES += ["conformance", "bench", "solve", "list", "schema", "board", "card", "campaign"]


def process(*arguments: str, **more: str) -> subprocess.CompletedProcess[str]:
    environment = os.environ | {"HULLDOWN_JIT": "0"} | more
    return subprocess.run(
        [*COMMAND, *arguments], capture_output=True, text=True, env=environment, timeout=PATIENCE
    )


def test_help_loads_nothing_heavy() -> None:
    listing = (
        "import sys\nfrom hulldown.cli.commands import app\n"
        "try: app(['--help'], prog_name='hulldown')\n"
        "finally: print(*sys.modules, file=sys.stderr)"
    )
    ran = subprocess.run([sys.executable, "-c", listing], capture_output=True, text=True, check=True)
    assert all(name in ran.stdout for name in NAMES)
    assert not set(ran.stderr.split()) & {"numba", "numpy", "fastapi", "sqlalchemy", "rich", "pydantic"}


@pytest.mark.parametrize("name", [*NAMES, "bench playouts"])
def test_every_help_has_an_example(run: Run, name: str) -> None:
    result = run(*name.split(), "--help")
    assert result.exit_code == 0
    assert "Example: hulldown" in result.stdout


def test_the_shell_completes_commands_rulesets_and_scenarios() -> None:
    for words, expected in (
        ("hulldown sim", "simulate"),
        ("hulldown rules tank", "tank_commander"),
        ("hulldown simulate tank_commander --scenario ski", "skirmish"),
    ):
        asked = {
            "COMP_WORDS": words,
            "COMP_CWORD": str(words.count(" ")),
            "_HULLDOWN_COMPLETE": "complete_bash",
        }
        assert process(**asked).stdout.split() == [expected]


def test_bad_input_is_one_line_and_code_2() -> None:
    for arguments in (["simulat"], ["rules"], ["rules", "chess"], ["verify", "gone\udcff.json"]):
        ran = process(*arguments)
        assert ran.returncode == 2
        assert "Traceback" not in ran.stderr
        assert (ran.stderr + ran.stdout).count("\n") == 1


def test_a_mistake_of_ours_is_one_line_that_says_how_to_see_more(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(text: str, rules: Any) -> tuple[str, str]:
        raise TypeError("two players\nare one too many")

    monkeypatch.setattr(simulate, "two_players", broken)
    result = run("simulate", "tank_commander", "--scenario", "skirmish")
    assert result.exit_code == 1
    assert result.stderr.count("\n") == 1
    assert "TypeError: two players (HULLDOWN_DEBUG=1 shows where)" in result.stderr


def test_debugging_shows_the_traceback_after_all() -> None:
    ran = process("rules", "chess", HULLDOWN_DEBUG="1")
    assert ran.returncode != 0
    assert "Traceback" in ran.stderr


def test_a_reader_that_goes_away_is_no_error() -> None:
    ran = start([*COMMAND, "rules", "tank_commander"], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert ran.stdout is not None and ran.stderr is not None
    ran.stdout.readline()
    ran.stdout.close()
    assert ran.stderr.read() == b""
    ran.stderr.close()
    ran.wait(PATIENCE)


def test_the_pages_are_served_until_ctrl_c(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path}/games.sqlite"
    asked = [*COMMAND, "serve", "--port", "0", "--interpreted", "--database", database]
    with until_end(asked, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as ran:
        assert ran.stdout is not None
        found = re.search(r"http://[0-9.:]+/", ran.stdout.readline())
        assert found
        with urllib.request.urlopen(f"{found[0]}api/about", timeout=PATIENCE) as answer:
            assert b"tank_commander" in answer.read()
        ran.send_signal(signal.SIGINT)
        said, complained = ran.communicate(timeout=PATIENCE)
    assert (ran.returncode, said, complained) == (0, "", "")


@pytest.mark.parametrize(
    ("arguments", "code", "says"),
    [
        (["--database", "nonsense"], 2, "--database: 'nonsense' is no address of a database"),
        (["--host", "192.0.2.1"], 1, "cannot serve at"),
    ],
)
def test_what_cannot_be_served_is_one_line(
    run: Run, tmp_path: Path, arguments: list[str], code: int, says: str
) -> None:
    database = ["--database", f"sqlite:///{tmp_path}/games.sqlite"]
    result = run("serve", *database, *arguments)
    assert result.exit_code == code
    assert says in result.stderr
    assert result.stderr.count("\n") == 1


# ---------------------------------------------------------------- a disk that is full, a reader that has gone


class Full(io.StringIO):
    """A stream that takes nothing: what is written waits, and can't be kept when it is flushed."""

    def __init__(self, number: int) -> None:
        super().__init__()
        self.number = number

    def fileno(self) -> int:
        return os.open(os.devnull, os.O_WRONLY)

    def flush(self) -> None:
        raise OSError(self.number, os.strerror(self.number))


@pytest.mark.parametrize("as_json", [(), ("--json",)])
@pytest.mark.parametrize("question", ["list rulesets", "rules chase CH-5.1", "rules nosuch"])
def test_a_full_disk_is_no_bad_input(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    question: str,
    as_json: tuple[str, ...],
) -> None:
    monkeypatch.setattr(sys, "stdout", Full(errno.ENOSPC))
    with pytest.raises(SystemExit) as ended:
        app([*question.split(), *as_json])
    bad = question == "rules nosuch"
    assert ended.value.code == (2 if bad else 1)
    said = "unknown ruleset" if bad else "the output: cannot be written: No space left on device"
    lines = capsys.readouterr().err.splitlines()
    assert len(lines) == 1 and lines[0].startswith(f"hulldown: {said}")


def test_a_reader_that_has_gone_is_not_complained_of(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stdout", Full(errno.EPIPE))
    with pytest.raises(SystemExit) as ended:
        app(["list", "rulesets"])
    assert ended.value.code == 1 and capsys.readouterr().err == ""


def test_a_real_full_disk_ends_with_one_line() -> None:
    """A process of its own: what waits in its stream must not be told of again on the way out."""
    with open("/dev/full", "w") as full:
        ran = subprocess.run(
            [*COMMAND, "rules", "chase", "--json"],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            timeout=120,
        )
    assert (ran.returncode, ran.stderr) == (
        1, "hulldown: the output: cannot be written: No space left on device\n"
    )  # fmt: skip


@pytest.mark.parametrize(
    ("number", "code"), [(errno.ENOSPC, 1), (errno.EIO, 1), (errno.EACCES, 2), (errno.EROFS, 2)]
)
def test_a_file_that_can_t_be_written_is_bad_input_unless_the_machine_lacks_room(
    run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, number: int, code: int
) -> None:
    def refuse(*_: object) -> int:
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(Path, "write_bytes", refuse)
    file = tmp_path / "board.svg"
    drawn = run("board", "chase", "--scenario", "even_ground", "--out", str(file))
    assert drawn.exit_code == code
    assert drawn.stderr == f"hulldown: {file}: cannot be written: {os.strerror(number)}\n"


def test_a_database_on_a_full_disk_is_no_bad_input(tmp_path: Path) -> None:
    error = OperationalError("INSERT", {}, sqlite3_full(tmp_path))
    assert error_lines(error) == (["the database: database or disk is full"], 1)
    assert of_machine(error)


def sqlite3_full(folder: Path) -> sqlite3.Error:
    """The error of a database that may not grow."""
    with closing(sqlite3.connect(folder / "small.sqlite")) as small:
        small.execute("PRAGMA max_page_count = 1")
        with pytest.raises(sqlite3.OperationalError) as wrong:
            small.execute("CREATE TABLE a (b TEXT)").execute("CREATE TABLE c (d TEXT)")
    return wrong.value
