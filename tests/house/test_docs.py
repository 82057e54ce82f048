"""What the documentation claims: files it names exist, links lead somewhere, examples in it run."""

import ast
import re
import runpy
import shlex
import textwrap
from collections.abc import Iterator
from pathlib import Path
from shutil import copyfile, copytree

import pytest
from tests.studies import own_pack
from typer.testing import CliRunner, Result

import hulldown
from hulldown import rulesets
from hulldown.cli.commands import app
from hulldown.cli.study import KINDS

ROOT = Path(__file__).resolve().parents[2]
SRC = ROOT / "src" / "hulldown"
DOCS = [
    *(page for name in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md") if (page := ROOT / name).exists()),
    *sorted((ROOT / "docs").rglob("*.md")),
]
TOP_FOLDERS = ("src", "tests", "docs", "examples", "benchmarks", "scripts", ".ci")
PLACEHOLDER = re.compile(r"[<>{}$…]|\.\.\.")
FENCE = re.compile(r"^([ \t]*)```python[ \t]*\n(.*?)^\1```[ \t]*$", re.MULTILINE | re.DOTALL)


def without_blocks(text: str) -> str:
    """The running text of a page, fenced blocks taken out."""
    return re.sub(r"^([ \t]*)```.*?^\1```[ \t]*$", "", text, flags=re.MULTILINE | re.DOTALL)


def named_paths(text: str) -> list[str]:
    """What stands in backticks and reads as a path of the repository or the package; no placeholders."""
    words = re.findall(r"`([^`\s]+)`", without_blocks(text))
    paths = [re.split(r"::|:\d|#", word)[0] for word in words if not PLACEHOLDER.search(word)]
    return [path for path in paths if is_repository_path(path) or is_package_path(path)]


def is_repository_path(path: str) -> bool:
    return path.partition("/")[0] in TOP_FOLDERS and "/" in path


def is_package_path(path: str) -> bool:
    """`kernel/dice.py` or `rulesets/agrav/`: below a package of hulldown, and clearly a file or a folder."""
    first, _, rest = path.partition("/")
    return bool(rest) and (SRC / first).is_dir() and (path.endswith("/") or "." in path.rpartition("/")[2])


def exists(path: str) -> bool:
    """Whether a named path, wildcards allowed, is there, below the repository or below the package."""
    return any(any(base.glob(path.rstrip("/"))) for base in (ROOT, SRC))


def links(text: str) -> list[str]:
    """The targets of Markdown links that lead to files, without anchors. A link shown as code is none."""
    shown = re.sub(r"`[^`\n]+`(?!\])", "", without_blocks(text))
    targets = re.findall(r"\]\(([^)\s]+)[^)]*\)", shown)
    files = [target.partition("#")[0] for target in targets if not re.match(r"[a-z]+:", target)]
    return [file for file in files if file]


def script(text: str) -> str:
    """The Python blocks of a page as one script, each line at the line number it has on the page."""
    lines = [""] * (text.count("\n") + 2)
    for block in FENCE.finditer(text):
        first = text.count("\n", 0, block.start(2))
        for number, line in enumerate(textwrap.dedent(block[2]).splitlines(), first):
            lines[number] = line
    return "\n".join(lines)


def docstrings(source: str) -> Iterator[str]:
    """Every docstring of a module, without its margin."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            yield ast.get_docstring(node) or ""


def examples(docstring: str) -> list[str]:
    """The indented blocks of a docstring that are Python and import what they use; data and pictures made of
    letters are not.
    """
    blocks = re.findall(r"(?:^|\n\n)((?: {4}.*\n?)+)", docstring)
    return [block for block in map(textwrap.dedent, blocks) if is_python(block)]


def is_python(text: str) -> bool:
    try:
        found = ast.parse(text).body
    except SyntaxError:
        return False
    return any(isinstance(line, ast.Import | ast.ImportFrom) for line in found)


EXAMPLES = {
    f"{file.relative_to(SRC)} {number}": example
    for file in sorted(SRC.rglob("*.py"))
    for number, example in enumerate(
        (example for text in docstrings(file.read_text()) for example in examples(text)), 1
    )
}


def commands(text: str) -> list[list[str]]:
    """What a page tells to type after `hulldown`, in blocks of commands; nothing with placeholders in it."""
    lines = re.findall(r"^ {4}(?:\.venv/bin/)?hulldown +(\S.*)$", without_blocks(text), re.MULTILINE)
    return [
        shlex.split(line, comments=True) for line in lines if not PLACEHOLDER.search(line.partition("#")[0])
    ]


ALONE = ["--workers", "1"]


def quickly(command: list[str]) -> list[str]:
    """The same command with few games of quick players; of one that waits for a person only its help."""
    if command[0] in ("play", "serve"):
        return [command[0], "--help"]
    quick = {"--games": "2", "--players": "random,random", "--sample": "4"}
    words = [quick.get(before, word) for before, word in zip(["", *command], command, strict=False)]
    asks = command[0] == "study" and command[1] in KINDS
    if asks:
        words += ["--most-pairs", "64", *([] if "--players" in command else ["--players", "random"])]
    return words + ALONE if asks or command[:2] == ["study", "run"] else words


TUTORIAL = ROOT / "docs" / "tutorial.md"  # its commands need each other: tests/house/test_docsite.py runs it
COMMANDS = {
    " ".join(command): command for page in DOCS if page != TUTORIAL for command in commands(page.read_text())
}


def page_id(page: Path) -> str:
    return str(page.relative_to(ROOT))


def test_there_is_a_readme() -> None:
    assert ROOT / "README.md" in DOCS


@pytest.mark.parametrize("page", DOCS, ids=page_id)
def test_paths_named_on_the_page_exist(page: Path) -> None:
    assert not [path for path in named_paths(page.read_text()) if not exists(path)]


@pytest.mark.parametrize("page", DOCS, ids=page_id)
def test_links_on_the_page_lead_to_files(page: Path) -> None:
    assert not [link for link in links(page.read_text()) if not (page.parent / link).exists()]


def chapters_named(text: str) -> Iterator[tuple[str, str]]:
    """A ruleset that the architecture lists, and a file or folder that it names there."""
    for title, chapters in re.findall(r"^- \*\*([\w ]+)\*\* \(.*?\): (.*)$", text, flags=re.MULTILINE):
        ruleset = title.lower().replace(" ", "_")
        if ruleset not in rulesets.names():
            continue
        yield from ((ruleset, name) for name in re.findall(r"`([a-z_]+/?)`", chapters))


def test_every_chapter_of_a_ruleset_that_the_architecture_names_is_there() -> None:
    named = list(chapters_named((ROOT / "docs" / "architecture.md").read_text()))
    assert {ruleset for ruleset, _ in named} == set(rulesets.names())
    folders = SRC / "rulesets"
    missing = [
        (ruleset, name)
        for ruleset, name in named
        if not (folders / ruleset / name).is_dir() and not [*(folders / ruleset).rglob(f"{name}.py")]
    ]
    assert missing == []


def test_every_ruleset_has_the_files_that_the_architecture_gives_to_all() -> None:
    """The first file of each row; the others only where the first would be too long."""
    text = (ROOT / "docs" / "architecture.md").read_text()
    table = text[text.index("## A ruleset, file by file") : text.index("The chapters, and what")]
    roles = re.findall(r"^\| `(\w+\.py)`", table, flags=re.MULTILINE)
    assert len(roles) > 10
    missing = [
        (ruleset, role)
        for ruleset in rulesets.names()
        for role in roles
        if not (SRC / "rulesets" / ruleset / role).is_file()
    ]
    assert missing == []


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder to work in, with none of the user's games to read or write and nothing to compile."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setenv("HULLDOWN_JIT", "0")
    monkeypatch.setenv("HULLDOWN_TRUST", "")  # what a command trusts here counts here alone
    return tmp_path


def run(*words: str) -> Result:
    """`hulldown` with these words, in this process."""
    return CliRunner().invoke(app, list(words), prog_name="hulldown")


@pytest.mark.parametrize("page", DOCS, ids=page_id)
def test_python_on_the_page_runs(page: Path, folder: Path) -> None:
    """One namespace per page, in an empty folder; a traceback has the line numbers of the page."""
    file = folder / f"{page.stem}.py"
    file.write_text(script(page.read_text()))
    runpy.run_path(str(file), run_name="__main__")


@pytest.mark.parametrize("name", EXAMPLES)
def test_an_example_of_a_docstring_runs(name: str, folder: Path) -> None:
    exec(compile(EXAMPLES[name], name, "exec"), {"__name__": "__main__"})


@pytest.mark.parametrize("command", COMMANDS.values(), ids=COMMANDS)
def test_a_command_on_a_page_runs(command: list[str], folder: Path, studied: Path) -> None:
    """In a folder with what pages speak of: the save of a short battle, a scenario and a pack."""
    if "battle.json" in command:
        game = hulldown.new("chase", "even_ground", seed=1)
        game.play(game.legal()[0])
        (folder / "battle.json").write_text(game.save())
    if "my/battle.toml" in command:
        (folder / "my").mkdir()
        copyfile(SRC / "rulesets/tank_commander/scenarios/skirmish.toml", folder / "my" / "battle.toml")
    for pack in {"my_rates", "my_aim"} & set(command) if "new" not in command else ():
        run("pack", "new", pack, "warstrike" if pack == "my_rates" else "tank_commander")
    if command[0] == "import":
        (folder / "tanks.csv").write_text("Name,HP,Notes\nGull,3,quick\n")
    if "even_activations" in command:
        copytree(ROOT / "examples" / "trusted_packs" / "even_activations", folder / "even_activations")
    if "gulls" in command:
        own_pack(folder / "gulls")
    if "study" in command:
        study_in(folder, command, studied)
    ran = run(*quickly(command))
    assert ran.exit_code == 0, f"hulldown {' '.join(command)}\n{ran.output}"


@pytest.fixture(scope="module")
def studied(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The study that pages speak of, of few games between quick players: its file and its folder."""
    folder = tmp_path_factory.mktemp("studied")
    text = run("study", "new", "variant", "chase").stdout
    quick = text.replace("mcts:100", "random").replace("20000", "64")
    (folder / "reverse.toml").write_text(quick)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("HULLDOWN_JIT", "0")
        run("study", "run", str(folder / "reverse.toml"), "--out", str(folder / "reverse.study"), *ALONE)
    return folder


def study_in(folder: Path, command: list[str], studied: Path) -> None:
    """Lay the study's file there, and its folder under the names that a command reads."""
    copyfile(studied / "reverse.toml", folder / "reverse.toml")
    for name in ("reverse.study", "slower.study"):
        if name in command and "--out" not in command[: command.index(name)]:
            copytree(studied / "reverse.study", folder / name)


def test_examples_and_commands_are_found() -> None:
    assert next(iter(EXAMPLES)) == "__init__.py 1" and "hulldown.new(" in EXAMPLES["__init__.py 1"]
    assert ["rules", "tank_commander", "TC-7.13"] in COMMANDS.values()
    assert examples("A board:\n\n    /A1 \\__\n\nand:\n\n    import os\n\nor:\n\n    {1: 2}\n") == [
        "import os\n"
    ]
    assert commands("    hulldown rules chase  # all\n    hulldown verify <FILE>\n") == [["rules", "chase"]]
    assert quickly(["simulate", "--games", "900", "a"]) == ["simulate", "--games", "2", "a"]


SAMPLE = """See `src/nowhere.py`, `kernel/*.py`, `make test` and `src/hulldown/rulesets/<name>/`.
[a](gone.md#part) [b](https://example.org) [c](#here)

```python
x = 1
```

- in a list
  ```python
  print(x + 1)
  ```
"""


def test_a_missing_path_and_link_would_be_found() -> None:
    assert named_paths(SAMPLE) == ["src/nowhere.py", "kernel/*.py"]
    assert [exists(path) for path in named_paths(SAMPLE)] == [False, True]
    assert links(SAMPLE) == ["gone.md"]


def test_blocks_share_one_script_with_the_page_s_line_numbers() -> None:
    lines = script(SAMPLE).split("\n")
    assert {number: line for number, line in enumerate(lines, 1) if line} == {5: "x = 1", 10: "print(x + 1)"}
