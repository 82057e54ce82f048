#!/usr/bin/env python3
"""Compare this tree with the tree before the house was rebuilt: all that people and programs rely on.

scripts/same_as_before.py [--before REF] [--only NAME ...] [--fresh]

Both trees are asked the same by their command line, by HTTP and by the public names of the library, so
modules may move. A line for each comparison says `same`, or where the first difference is. The exit code is 1
if there is one. Answers of the tree before are kept in the user's cache folder, for all worktrees; --fresh
asks for them again. The first run takes some minutes, a later one half of that.
"""

from __future__ import annotations

import argparse
import gzip
import hashlib
import io
import json
import os
import shutil
import subprocess
import sys
import tarfile
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor, as_completed
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

import same_commands as commands
import same_served as served
from same_tree import RULESETS, Answer, Tree

ROOT = Path(__file__).resolve().parents[1]
LIBRARY = Path(__file__).with_name("same_library.py")
KEPT = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "hulldown-before"
ASKING = ("same_tree.py", "same_commands.py", "same_served.py", "same_library.py")  # a change asks anew
BEFORE = "e6c75e76"  # the last commit before the house was rebuilt: what it answers is what must stay
AT_A_TIME = 2  # processes; others may work on the same machine
NEAR = 70  # characters shown on either side of a difference
# Inputs of the commands, as the tree before has them: where they are there, and in the folder of a tree.
INPUTS = {
    "tests/golden": "golden",
    "tests/vectors": "vectors",
    "tests/unit/game/format_1": "format_1",
    "examples/packs": "packs",
}
Probe = Callable[[Tree], Iterable[Answer]]


# ---------------------------------------------------------------- probes that need the library


def names(tree: Tree, asked: str) -> Iterator[Answer]:
    """What has become of each public name of the tree before."""
    for path, text in json.loads(tree.python(LIBRARY, "resolve", text=asked).stdout).items():
        yield f"public names of {path.partition(':')[0]}", path.partition(":")[2], text


def game(tree: Tree, ruleset: str) -> Iterator[Answer]:
    """A game played by the library."""
    done = tree.python(LIBRARY, "play", ruleset, commands.SCENARIOS[ruleset])
    if done.returncode:
        yield f"library {ruleset}", "game", tree.without_paths(done.stderr)
        return
    played = json.loads(done.stdout)
    for number, step in enumerate(played.pop("steps"), 1):
        yield f"library {ruleset}", f"order {number}", json.dumps(step, indent=1, ensure_ascii=False)
    for part, text in played.items():
        yield f"library {ruleset}", part, text


def probes(asked: str) -> dict[str, Probe]:
    """Every probe by its name, the longest first."""
    each: dict[str, Probe] = {"signature": commands.signature}
    for ruleset in reversed(RULESETS):
        each[f"api-{ruleset}"] = partial(served.of_ruleset, ruleset=ruleset)
        each[f"commands-{ruleset}"] = partial(commands.of_ruleset, ruleset=ruleset)
        each[f"saves-{ruleset}"] = partial(commands.saves, ruleset=ruleset)
        each[f"library-{ruleset}"] = partial(game, ruleset=ruleset)
    return each | {
        "commands": commands.general,
        "study": commands.studies,
        "openapi": served.document,
        "help": commands.helps,
        "packs": commands.packs,
        "campaigns": commands.campaigns,
        "names": partial(names, asked=asked),
    }


# ---------------------------------------------------------------- the trees


def git(*words: str) -> str:
    """What a git command prints."""
    return subprocess.run(["git", "-C", str(ROOT), *words], check=True, capture_output=True, text=True).stdout


def unpacked(ref: str, folder: Path, *paths: str) -> Path:
    """A commit, or a part of it, in a folder."""
    command = ["git", "-C", str(ROOT), "archive", ref, *paths]
    archive = subprocess.run(command, check=True, capture_output=True).stdout
    with tarfile.open(fileobj=io.BytesIO(archive)) as packed:
        packed.extractall(folder, filter="data")
    return folder


def room(before: Path, folder: Path, saves: dict[str, str]) -> Path:
    """The folder in which a tree works, with the inputs of all commands."""
    (folder / "home").mkdir(parents=True)
    (folder / "saves").mkdir()
    for source, target in INPUTS.items():
        shutil.copytree(before / source, folder / target)
    for ruleset, text in saves.items():
        (folder / "saves" / f"{ruleset}.json").write_text(text, encoding="utf-8")
    return folder


def kept_files(ref: str, folder: Path | None) -> list[Answer]:
    """Kept battles, vectors and old saves: each must still be there as it was, wherever it has moved."""
    listed = git("ls-tree", "-r", ref, "--", *(source for source in INPUTS if source.startswith("tests")))
    here = None
    if folder:
        files = [path for path in folder.rglob("*") if path.suffix in {".json", ".txt", ".toml"}]
        here = set(git("hash-object", "--no-filters", *map(str, files)).split())
    answers = []
    for line in listed.splitlines():
        (_, _, blob), path = line.partition("\t")[0].split(), line.partition("\t")[2]
        if Path(path).suffix != ".py":
            kept = here is None or blob in here
            answers.append(("kept battles, vectors and saves", path, "there" if kept else "changed or gone"))
    return answers


# ---------------------------------------------------------------- answers, kept and compared


class Before:
    """The answers of the tree before, which are asked for once."""

    def __init__(self, tree: Tree, commit: str, fresh: bool) -> None:
        scripts = [Path(__file__).with_name(name).read_bytes() for name in ASKING]
        asked = hashlib.sha256(b"".join(scripts) + sys.version.encode())
        self.tree = tree
        self.folder = KEPT / f"{commit[:12]}-{asked.hexdigest()[:12]}"
        self.fresh = fresh

    def answers(self, name: str, probe: Probe) -> list[Answer]:
        """What it answers to a probe."""
        kept = self.folder / f"{name}.json.gz"
        if kept.exists() and not self.fresh:
            return [tuple(answer) for answer in json.loads(gzip.decompress(kept.read_bytes()))]
        answers = list(probe(self.tree))
        self.folder.mkdir(parents=True, exist_ok=True)
        written = kept.with_suffix(f".{os.getpid()}")  # whole or not at all: worktrees may share it
        written.write_bytes(gzip.compress(json.dumps(answers).encode()))
        written.replace(kept)
        return answers


def difference(before: str, now: str) -> str:
    """Where two texts part, with what is near on either side."""
    at = next((n for n, (a, b) in enumerate(zip(before, now, strict=False)) if a != b), None)
    at = min(len(before), len(now)) if at is None else at
    part = slice(max(0, at - NEAR), at + NEAR)
    return f"      before: {before[part]!r}\n      now:    {now[part]!r}"


def compared(before: list[Answer], now: list[Answer]) -> Iterator[tuple[bool, str]]:
    """A line for each thing that is compared, and whether it is the same."""
    old = {answer[:2]: answer[2] for answer in before}
    new = {answer[:2]: answer[2] for answer in now}
    for what in dict.fromkeys(key[0] for key in [*old, *new]):
        keys = [key for key in dict.fromkeys([*old, *new]) if key[0] == what]
        other = [key for key in keys if old.get(key) != new.get(key)]
        if not other:
            yield True, f"same   {what} ({len(keys)})"
            continue
        first = other[0]
        shown = difference(old.get(first, "no such answer"), new.get(first, "no such answer"))
        yield False, f"OTHER  {what}: {len(other)} of {len(keys)}; first: {first[1]}\n{shown}"


def report(lines: Iterable[tuple[bool, str]]) -> bool:
    """Print the lines of a comparison; whether all is the same."""
    result = True
    for same, line in lines:
        print(line, flush=True)
        result = result and same
    return result


def compare(commit: str, only: list[str], fresh: bool, work: Path) -> bool:
    """Ask both trees and print what differs; whether nothing does."""
    source = unpacked(commit, work / "before" / "tree")
    first = Before(Tree(source, room(source, work / "before" / "room", {})), commit, fresh)
    every = probes("[]")
    saves = {}
    for ruleset in RULESETS:  # written by the tree before, read by both
        answers = first.answers(f"library-{ruleset}", every[f"library-{ruleset}"])
        saves[ruleset] = next(text for _, part, text in answers if part == "save")
    for ruleset, text in saves.items():
        (first.tree.room / "saves" / f"{ruleset}.json").write_text(text, encoding="utf-8")
    now = Tree(ROOT, room(source, work / "now" / "room", saves))
    asked = probes(first.tree.python(LIBRARY, "names").stdout)
    chosen = {
        name: probe for name, probe in asked.items() if not only or any(name.startswith(o) for o in only)
    }
    result = report(compared(kept_files(commit, None), kept_files(commit, ROOT / "tests")))

    def ask(name: str) -> list[tuple[bool, str]]:
        return list(compared(first.answers(name, chosen[name]), list(chosen[name](now))))

    with ThreadPoolExecutor(AT_A_TIME) as pool:
        for done in as_completed([pool.submit(ask, name) for name in chosen]):
            result = report(done.result()) and result
    return result


def main() -> None:
    """Do what the command line says."""
    plain = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=plain)
    parser.add_argument("--before", default=BEFORE, metavar="REF", help="the commit to compare with")
    parser.add_argument("--only", nargs="+", default=[], metavar="NAME", help=", ".join(probes("[]")))
    parser.add_argument("--fresh", action="store_true", help="ask the tree before again")
    given = parser.parse_args()
    commit = git("rev-parse", f"{given.before}^{{commit}}").strip()
    with TemporaryDirectory() as work:
        same = compare(commit, given.only, given.fresh, Path(work))
    print("all is the same" if same else "there are differences")
    sys.exit(0 if same else 1)


if __name__ == "__main__":
    main()
