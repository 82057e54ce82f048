#!/usr/bin/env python3
"""Build wheel and source distribution, install each in an environment of its own, and use it there.

scripts/packaged.py [--keep FOLDER]

Each is installed outside the checkout with what `constraints.txt` pins and nothing else, and must play a
battle in the terminal, serve the page and begin a game on it, print a card, answer odds, verify what it
saved. The source distribution must hold tests, docs and examples, and the wheel what CONTRIBUTING.md needs.
Exit 1 with what is wanting if anything of that fails.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import signal
import subprocess
import sys
import tarfile
import tempfile
import time
import urllib.request
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
ORDERS = 12  # given in the terminal before the game is saved
TRAVELS = (  # what whoever follows CONTRIBUTING.md needs beside the package
    "CONTRIBUTING.md",
    "docs/architecture.md",
    "examples/new_ruleset/rules.py",
    "scripts/golden.py",
    "tests/vectors/tank_commander.vectors.json",
)
IN_SOURCES = (
    *TRAVELS,
    "Makefile",
    "NOTICE",
    "constraints.txt",
    "tests/conftest.py",
    "tests/answers/tank_commander/__init__.py",
    ".ci/run",
    "docs/library.md",
)


class Wanting(Exception):
    """Something that the package promises does not work."""


def run(*command: str | Path, cwd: Path, said: str = "", timeout: int = 600) -> str:
    """What a command prints. Wanting with its last words if it fails."""
    environment = {
        key: value for key, value in os.environ.items() if not key.startswith(("PYTHON", "PIP_REQUIRE"))
    }
    environment |= {"XDG_DATA_HOME": str(cwd / "data"), "PYTHONNOUSERSITE": "1"}
    ran = subprocess.run(
        [str(word) for word in command],
        cwd=cwd,
        input=said,
        capture_output=True,
        text=True,
        timeout=timeout,
        env=environment,
    )
    if ran.returncode:
        raise Wanting(
            f"{' '.join(map(str, command))}: exit {ran.returncode}\n{(ran.stdout + ran.stderr)[-2000:]}"
        )
    return ran.stdout


def built(into: Path) -> tuple[Path, Path]:
    """The wheel and the source distribution; the wheel is built from the latter, as an index would do it."""
    run(sys.executable, "-m", "build", "--quiet", "--outdir", into, ROOT, cwd=ROOT)
    return next(into.glob("*.whl")), next(into.glob("*.tar.gz"))


def check_contents(wheel: Path, sources: Path) -> None:
    """Files that must be there are there, and none that must not."""
    with tarfile.open(sources) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    missing = [name for name in IN_SOURCES if name not in names]
    tracked = (
        run("git", "ls-files", "src", "tests", "docs", "examples", cwd=ROOT).split()
        if (ROOT / ".git").exists()
        else []
    )
    missing += [name for name in tracked if name not in names and (ROOT / name).exists()]
    if missing:
        raise Wanting(f"the source distribution lacks {', '.join(missing[:5])}")
    with zipfile.ZipFile(wheel) as archive:
        packed = set(archive.namelist())
    lost = [name for name in TRAVELS if not any(one.endswith(f"share/doc/hulldown/{name}") for one in packed)]
    lost += [
        name
        for name in tracked
        if name.startswith("src/hulldown/")
        and name.removeprefix("src/") not in packed
        and (ROOT / name).exists()
    ]
    if lost:
        raise Wanting(f"the wheel lacks {', '.join(lost[:5])}")


def installed(package: Path, home: Path) -> Path:
    """The commands of an environment that has the package and what it needs."""
    run(sys.executable, "-m", "venv", home / "venv", cwd=home)
    commands = home / "venv" / "bin"
    pip = (commands / "python", "-m", "pip", "--disable-pip-version-check", "install", "--quiet")
    run(*pip, "-c", ROOT / "constraints.txt", package, cwd=home, timeout=1200)
    return commands


def use(commands: Path, home: Path) -> None:
    """Everything a first user does, each with a look at what comes of it."""
    hulldown = commands / "hulldown"
    where = run(commands / "python", "-c", "import hulldown; print(hulldown.__file__)", cwd=home)
    if str(home) not in where:
        raise Wanting(f"it is not the installed package that is used, but {where}")
    play = (hulldown, "play", "--text", "tank_commander", "--player", "random:seed=1", "--seed", "3")
    saying = "\n".join([*["1"] * ORDERS, "save battle.json", "quit"]) + "\n"
    expect("After", run(*play, cwd=home, said=saying))
    expect("ok", run(hulldown, "verify", "battle.json", cwd=home))
    expect("Super-heavy", run(hulldown, "odds", "close_assault", "--report", "matrix", cwd=home))
    run(hulldown, "card", "Hunter", "--out", "card.pdf", cwd=home)
    expect("%PDF", (home / "card.pdf").read_bytes()[:4].decode())
    for name in ("agrav", "chase", "close_assault", "warstrike"):
        expect(".", run(hulldown, "rules", name, cwd=home))
    serve(hulldown, home)


def expect(word: str, text: str) -> None:
    """Wanting if the word is not in the text."""
    if word not in text:
        raise Wanting(f"{word!r} is missing in: {text[-500:]}")


def serve(hulldown: Path, home: Path) -> None:
    """The page comes, with its style, and a game can be begun on it."""
    database = f"sqlite:///{home / 'games.sqlite'}"
    process = subprocess.Popen(
        [hulldown, "serve", "--port", "0", "--database", database],
        stdout=subprocess.PIPE,
        text=True,
        start_new_session=True,
        cwd=home,
    )
    try:
        assert process.stdout is not None
        said = process.stdout.readline()
        expect(" is at ", said)
        address = said.split(" is at ")[1].split()[0]
        expect("hulldown", asked(address))
        seats = [{"kind": "human", "player": "", "name": ""}] * 2
        game = {
            "ruleset": "agrav",
            "scenario": "crossroads",
            "options": {},
            "forces": {},
            "seed": 1,
            "seats": seats,
        }
        begun = json.loads(asked(f"{address}api/games", game))
        expect("orders", asked(f"{address}api/games/{begun['game']}/view"))
    finally:
        process.terminate()
        process.wait(20)
        with contextlib.suppress(ProcessLookupError):  # it may still compile for a start to come
            os.killpg(process.pid, signal.SIGKILL)


def asked(address: str, body: object = None) -> str:
    """An answer of the server."""
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(address, data, {"Content-Type": "application/json"})
    with urllib.request.urlopen(request, timeout=60) as answer:
        return str(answer.read().decode())


def main() -> int:
    """Both packages, one after the other."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--keep", type=Path, help="where wheel and source distribution are kept")
    keep = parser.parse_args().keep
    with tempfile.TemporaryDirectory() as folder:
        into = Path(keep or folder).resolve() / "dist"
        try:
            wheel, sources = built(into)
            check_contents(wheel, sources)
            for package in (wheel, sources):
                began, home = time.monotonic(), Path(folder) / package.suffix
                home.mkdir()
                use(installed(package, home), home)
                print(f"{package.name}: plays, serves, prints, reckons ({time.monotonic() - began:.0f} s)")
        except Wanting as wanting:
            print(wanting, file=sys.stderr)
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
