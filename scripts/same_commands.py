"""What the command line of a tree prints and writes: every --help, every --json that time does not change."""

from __future__ import annotations

import base64
import hashlib
import json
import zipfile
from collections.abc import Iterator
from pathlib import Path

from same_tree import Answer, Tree, commands

SCENARIOS = {
    "tank_commander": "skirmish",
    "chase": "even_ground",
    "agrav": "crossroads",
    "close_assault": "drill_square",
    "warstrike": "two_roads",
}
KINDS = ("fair", "variant", "forces", "units", "atlas", "depth", "tune", "profile")
MISTAKES = (
    ("list", "scenarios", "nothing"),
    ("simulate", "chase", "--scenario", "evn_ground"),
    ("odds", "chase", "A1 fly"),
    ("rules", "chase", "CH-99.9"),
    ("replay", "missing.json"),
    ("odds", "chase", "--value", "no_such=1"),
    ("odds", "chase", "--option", "no_such=1"),
    ("study", "fair", "chase", "--players", "nobody,random"),
)


def helps(tree: Tree) -> Iterator[Answer]:
    """The help of every command and sub-command: the form of the command line."""
    waiting: list[tuple[str, ...]] = [()]
    while waiting:
        words = waiting.pop(0)
        text = tree.hulldown(*words, "--help")
        yield "help", " ".join(("hulldown", *words)), text
        waiting += [(*words, name) for name in commands(text)]


def signature(tree: Tree) -> Iterator[Answer]:
    """The digest of seeded games of every scenario. It takes longest of all."""
    yield "bench", "signature", tree.hulldown("bench", "--signature", "--json")


def general(tree: Tree) -> Iterator[Answer]:
    """Commands that are about no ruleset, and mistakes in any."""
    for words in (("list", "rulesets"), ("list", "players"), ("schema",), ("check",), ("list", "options")):
        yield "commands", " ".join(words), tree.hulldown(*words, "--json")
    yield "schemas", "all", tree.hulldown("schema", "--out", "schemas", "--json")
    for path in sorted((tree.room / "schemas").rglob("*.json")):
        name = str(path.relative_to(tree.room))
        yield "schemas", name, tree.file(name)
    for words in MISTAKES:
        yield "mistakes", " ".join(words), tree.hulldown(*words, "--json")
    yield "commands", "queue", tree.hulldown("queue", "--json")
    yield "commands", "prune", tree.hulldown("prune", "--json")
    words = ("solve", "chase", "even_ground", "--turns", "1", "--json")
    yield "commands", "solve", without_times(tree.hulldown(*words))
    for ruleset in ("chase", "tank_commander"):
        answers = next(tree.source.glob(f"tests/**/answers/{ruleset}"), "none")
        words = (f"vectors/{ruleset}.vectors.json", "--answers", str(answers))
        yield "commands", f"conformance {ruleset}", tree.hulldown("conformance", *words, "--json")


def of_ruleset(tree: Tree, ruleset: str) -> Iterator[Answer]:
    """The commands about one ruleset."""
    scenario, what = SCENARIOS[ruleset], f"commands {ruleset}"
    for kind in ("scenarios", "options", "units", "players"):
        yield what, f"list {kind}", tree.hulldown("list", kind, ruleset, "--json")
    start = ("--scenario", scenario)
    yield what, "rules", tree.hulldown("rules", ruleset, "--json")
    yield what, "odds", tree.hulldown("odds", ruleset, *start, "--json")
    for order in (tree.json("odds", ruleset, *start) or {}).get("orders", [])[:2]:
        yield what, f"odds {order}", tree.hulldown("odds", ruleset, order, *start, "--json")
    yield what, "reports", tree.hulldown("odds", ruleset, "--report", "none", "--json")
    games = ("--games", "2", "--players", "random,random", "--seed", "7", "--threads", "1")
    yield what, "simulate", tree.hulldown("simulate", ruleset, *start, *games, "--json")
    yield what, "board", tree.hulldown("board", ruleset, *start, "--out", f"{ruleset}.svg", "--json")
    yield what, "board as SVG", tree.file(f"{ruleset}.svg")
    yield what, "print", tree.hulldown("print", ruleset, *start, "--out", f"{ruleset}.txt", "--json")
    yield what, "forces as text", tree.file(f"{ruleset}.txt")
    units = tree.json("list", "units", ruleset) or []
    if ruleset == "tank_commander":
        yield (
            what,
            "build",
            tree.hulldown("build", ruleset, "--armor", "8,8,6", "--upgrade", "engine", "--json"),
        )
        words = ("card", "Hunter", "Carrier", "--out", "cards.svg", "--json")
        yield what, "cards", tree.hulldown(*words)
        yield what, "cards as SVG", tree.file("cards.svg") + tree.file("cards-1.svg")
    yield what, "number of units", str(len(units))
    for kind in KINDS:
        yield "study files", f"{kind} {ruleset}", tree.hulldown("study", "new", kind, ruleset)


def saves(tree: Tree, ruleset: str) -> Iterator[Answer]:
    """Kept battles, saves of earlier formats, and the save that the tree before wrote: `saves/`."""
    what, save = f"saves {ruleset}", f"saves/{ruleset}.json"
    for folder in (f"golden/{ruleset}", "format_1", "saves"):
        files = sorted(path.relative_to(tree.room) for path in (tree.room / folder).glob("*.json"))
        names = [str(file) for file in files if ruleset in str(file)]
        if names:
            yield what, f"verify {folder}", tree.hulldown("verify", *names, "--json")
    yield what, "replay", tree.hulldown("replay", save, "--json")
    yield what, "replay --board", tree.hulldown("replay", save, "--board")
    yield what, "odds", tree.hulldown("odds", "--game", save, "--json")
    yield what, "board", tree.hulldown("board", save, "--out", f"{ruleset}-end.svg", "--json")
    yield what, "board as SVG", tree.file(f"{ruleset}-end.svg")


def packs(tree: Tree) -> Iterator[Answer]:
    """Packs shown, exported and laid out again."""
    for folder in sorted(path.name for path in (tree.room / "packs").iterdir() if path.is_dir()):
        yield "packs", f"show {folder}", tree.hulldown("pack", "show", f"packs/{folder}", "--json")
        file = f"{folder}.hulldown"
        yield "packs", f"export {folder}", tree.hulldown("pack", "export", f"packs/{folder}", "--out", file)
        yield "packs", f"{folder} as a file", content(tree.room / file)
        yield "packs", f"check {folder}", tree.hulldown("check", file, "--json")
    yield "packs", "new", tree.hulldown("pack", "new", "my_guns", "tank_commander")
    yield "packs", "new as a file", tree.file("my_guns/pack.toml")


def studies(tree: Tree) -> Iterator[Answer]:
    """A small study: played, shown, exported."""
    words = ("--players", "random,random", "--most-pairs", "64", "--smallest-effect", "30", "--workers", "1")
    where = ("--scenario", "even_ground", "--seed", "3", "--out", "fair.study", "--json", "--quiet")
    yield "study", "fair", without_times(tree.hulldown("study", "fair", "chase", *words, *where))
    yield "study", "show", without_times(tree.hulldown("study", "show", "fair.study", "--json"))
    yield "study", "export", tree.hulldown("study", "export", "fair.study", "--out", "fair.csv")
    yield "study", "games as CSV", tree.file("fair.csv")
    yield "study", "game", tree.hulldown("study", "game", "fair.study", "3")
    yield "study", "game saved", tree.hulldown("study", "game", "fair.study", "3", "--out", "game.json")
    yield "study", "game as a save", tree.file("game.json")


def campaigns(tree: Tree) -> Iterator[Answer]:
    """A campaign set up, listed, shown and exported."""
    made = tree.json("campaign", "new", "Autumn", "--players", "greedy,random") or {}
    name = str(made.get("campaign", "none"))
    texts = {
        "new": json.dumps(made, indent=1),
        "list": tree.hulldown("campaign", "list", "--json"),
        "show": tree.hulldown("campaign", "show", name, "--json"),
        "export": tree.hulldown("campaign", "export", name),
    }
    for what, text in texts.items():
        text = text.replace(name, "CAMPAIGN")
        yield "campaigns", what, text.replace(str(made.get("keeper", "none")), "KEEPER")


TIMES = ("seconds", "minutes", "started", "ended", "created", "when", "hours", "cpu")


def without_times(text: str) -> str:
    """An answer without the fields that tell how long it took."""
    head, _, body = text.partition("\n")
    try:
        data = json.loads(body)
    except ValueError:
        return text
    return f"{head}\n{json.dumps(pruned(data), indent=1, ensure_ascii=False)}"


def pruned(data: object) -> object:
    """Data without fields that are named by a time."""
    if isinstance(data, dict):
        return {key: pruned(value) for key, value in data.items() if not any(time in key for time in TIMES)}
    return [pruned(value) for value in data] if isinstance(data, list) else data


def content(path: Path) -> str:
    """The files in a packed file, without the times at which they were packed; of another file its bytes."""
    if not path.exists():
        return "no such file"
    if not zipfile.is_zipfile(path):
        return base64.b64encode(path.read_bytes()).decode()
    with zipfile.ZipFile(path) as packed:
        return "\n".join(
            f"{name} {hashlib.sha256(packed.read(name)).hexdigest()}" for name in packed.namelist()
        )
