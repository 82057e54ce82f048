"""What the documentation claims: files it names exist, links lead somewhere, Python in it runs."""

import os
import re
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

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
    """The targets of Markdown links that lead to files, without their anchors."""
    targets = re.findall(r"\]\(([^)\s]+)[^)]*\)", without_blocks(text))
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


@pytest.mark.parametrize("page", DOCS, ids=page_id)
def test_python_on_the_page_runs(page: Path, tmp_path: Path) -> None:
    """One namespace per page, in an empty folder, with nothing of the user's own games to read or write."""
    file = tmp_path / f"{page.stem}.py"
    file.write_text(script(page.read_text()))
    run = subprocess.run(
        [sys.executable, file],
        cwd=tmp_path,
        env=os.environ | {"XDG_DATA_HOME": str(tmp_path)},
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert run.returncode == 0, f"{page_id(page)}, line numbers as on the page:\n{run.stderr}"


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
