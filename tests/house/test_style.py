"""The house style that ruff does not know: sizes, names, words not to commit, the cost of an import."""

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
SRC = ROOT / "src" / "hulldown"
SOURCES = sorted([*SRC.rglob("*.py"), *SRC.rglob("*.js")])

LONGEST_FUNCTION = 60
LONGEST_FILE = 900
LONGEST_LINE = 100  # of a script of the pages, as biome.json has it
EMPTY_NAMES = {"helper", "helpers", "manager", "managers", "misc", "util", "utils"}

NOT_OURS = {".git", ".venv", "build", "dist", "artefacts", "node_modules", "__pycache__"}
# Written so that no line of this file is found by its own search.
FORBIDDEN = {
    "a package registry": r"pypi[.]org|pythonhosted[.]org|registry[.]npmjs|anaconda[.]org|--index[-]url",
    "a path of one machine": r"(?<![\w.~$}])/(?:work|root|home/\w+|Users/\w+)/\w",
    "work left behind": r"\b(?:TO[D]O|FIX[M]E)\b",
}
POSTGRES = ROOT / "tests" / "server" / "postgres.py"
FORBIDDEN_IN_TESTS = {"a test that does not run": r"pytest[.]skip\(|mark[.]skip|mark[.]xfail|importor[s]kip"}
# What makes a test depend on how fast the machine is. `tests/waiting.py` waits for all; a line that only
# slows something down, so that a test can look at it meanwhile, says so in a comment `# pace`.
HURRIED = {
    "a sleep": r"\btime[.]sleep\(|(?<![\w.])sleep\(|wait_for[_]timeout\(",
    "a wait that the pages' content policy refuses": r"wait_for[_]function\(",
    "a time-out that a busy machine reaches": r"(?:timeout=|\b(?:wait|join|recv|result)\()[1-5]?\d[,)]",
}


def functions_over(limit: int, source: str) -> list[str]:
    """Functions longer than `limit` lines, docstring counted; `# table` on the def line exempts a table."""
    lines = source.splitlines()
    return [
        f"{node.lineno} {node.name} ({size} lines)"
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        and (size := (node.end_lineno or node.lineno) - node.lineno + 1) > limit
        and "# table" not in lines[node.lineno - 1]
    ]


def our_files(folder: Path = ROOT) -> Iterator[Path]:
    """Every text file that is ours to commit: no environment, cache, build or hidden tool folder."""
    for path in sorted(folder.iterdir()):
        if path.name in NOT_OURS or path.name.endswith((".egg-info", "_cache")) or path.is_symlink():
            continue
        if path.is_dir():
            if not path.name.startswith(".") or path.name in {".ci", ".github"}:
                yield from our_files(path)
        elif path.suffix not in {".pyc", ".sqlite", ".png", ".woff2", ".ico"}:
            yield path


def lines_with(pattern: str, files: list[Path]) -> list[str]:
    """`file:line: text` for each line in which the pattern occurs."""
    search = re.compile(pattern).search
    return [
        f"{file.relative_to(ROOT)}:{number}: {line.strip()[:90]}"
        for file in files
        for number, line in enumerate(file.read_text(errors="replace").splitlines(), 1)
        if search(line)
    ]


def test_functions_are_short() -> None:
    found = {
        str(file.relative_to(ROOT)): functions_over(LONGEST_FUNCTION, file.read_text())
        for file in SOURCES
        if file.suffix == ".py"
    }
    assert found
    assert not {name: rows for name, rows in found.items() if rows}


def test_a_long_function_is_found_unless_it_is_a_table() -> None:
    body = "".join(f"    x = {n}\n" for n in range(4))
    assert functions_over(4, f"def long() -> None:\n{body}") == ["1 long (5 lines)"]
    assert functions_over(5, f"def short() -> None:\n{body}") == []
    assert functions_over(4, f"def rows() -> None:  # table\n{body}") == []


def test_files_are_short() -> None:
    sizes = {str(file.relative_to(ROOT)): len(file.read_text().splitlines()) for file in SOURCES}
    assert not {name: size for name, size in sizes.items() if size > LONGEST_FILE}


def test_scripts_have_no_long_lines() -> None:
    """The formatter breaks what it can; texts, markup and comments it leaves as they are."""
    scripts = [file for suffix in ("js", "d.ts") for file in (SRC / "web").rglob(f"*.{suffix}")]
    assert scripts
    assert not lines_with(f".{{{LONGEST_LINE + 1}}}", scripts)


def test_no_module_is_named_for_nothing() -> None:
    words = {file: {*re.split(r"[_/.]", str(file.relative_to(SRC)))} for file in SOURCES}
    assert not [str(file.relative_to(ROOT)) for file, parts in words.items() if parts & EMPTY_NAMES]


@pytest.mark.parametrize("what", FORBIDDEN)
def test_no_file_names(what: str) -> None:
    assert not lines_with(FORBIDDEN[what], list(our_files()))


def test_no_test_is_left_out() -> None:
    """But those of PostgreSQL where there is none: a server that no Python package brings."""
    tests = [file for file in our_files(ROOT / "tests") if file.suffix == ".py" and file != POSTGRES]
    assert tests and POSTGRES.exists()
    assert not [row for pattern in FORBIDDEN_IN_TESTS.values() for row in lines_with(pattern, tests)]


@pytest.mark.parametrize("what", HURRIED)
def test_no_test_hurries(what: str) -> None:
    tests = [file for file in our_files(ROOT / "tests") if file.suffix == ".py" and file.name != "waiting.py"]
    assert [row for row in lines_with(HURRIED[what], tests) if "# pace" not in row] == []


@pytest.mark.parametrize(
    "line",
    [
        "time.sl" + "eep(1)",
        "page.wait_for_" + "timeout(20)",
        "p.wait_for_" + "function(x)",
        "p.wai" + "t(30)",
    ],
)
def test_each_hurry_would_be_found(line: str) -> None:
    assert any(re.search(pattern, line) for pattern in HURRIED.values())


@pytest.mark.parametrize(
    "line",
    ["pip install from https://pypi" + ".org/simple", 'open("/' + 'work/main/x")', "# TO" + "DO later"],
)
def test_each_forbidden_word_would_be_found(line: str) -> None:
    assert any(re.search(pattern, line) for pattern in FORBIDDEN.values())


def test_import_hulldown_loads_no_heavy_library() -> None:
    heavy = {"scipy", "polars", "matplotlib", "numba", "fastapi", "sqlalchemy", "playwright", "ray"}
    listing = "import hulldown, sys; print(*sys.modules)"
    run = subprocess.run([sys.executable, "-c", listing], capture_output=True, text=True, check=True)
    loaded = set(run.stdout.split())
    assert "hulldown" in loaded
    assert not loaded & heavy
