"""Who may import whom in `src/hulldown`, read from the sources without running them."""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

sys.path.insert(0, str(Path(__file__).parents[2] / "scripts"))
import house_names
import house_numbers

SRC = Path(__file__).resolve().parents[2] / "src"

# Lowest first. Packages on one line stand beside each other and do not import each other.
ORDER = (
    ("kernel",),
    ("catalogue",),
    ("rulesets",),
    ("views",),
    ("odds",),
    ("ai",),
    ("game",),
    ("lab", "envs", "conformance", "exchange"),
    ("store",),
    ("server",),
    ("cli",),
)
RANK = {package: rank for rank, row in enumerate(ORDER) for package in row}
BESIDE = frozenset({"api", "common"})  # folders in `rulesets` that are none; `api` is below `common`
KERNEL_MAY_IMPORT = sys.stdlib_module_names | {"numpy", "numba", "hulldown"}


class Import(NamedTuple):
    """One imported name, absolute: `from .dice import roll` in kernel is `hulldown.kernel.dice.roll`."""

    importer: str
    name: str
    line: int

    def __str__(self) -> str:
        return f"{self.importer}:{self.line} imports {self.name}"


def imports(module: str, source: str, *, is_package: bool = False) -> Iterator[Import]:
    """Every import in a module's source, those inside functions and under TYPE_CHECKING too."""
    package = module.split(".") if is_package else module.split(".")[:-1]
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (Import(module, alias.name, node.lineno) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else []
            parts = [*base, *filter(None, [node.module])]
            yield from (Import(module, ".".join([*parts, alias.name]), node.lineno) for alias in node.names)


def layer(name: str) -> str | None:
    """The package of hulldown that an absolute name belongs to; None outside hulldown.

    The public names of `hulldown` itself come from `game` and count as it, as `setup` does. What every
    layer may have, the version and the means to rename things, counts as nothing.
    """
    top, _, rest = name.partition(".")
    first = rest.partition(".")[0]
    if top != "hulldown" or first in ("__version__", "deprecated"):
        return None
    if first == "__main__":
        return "cli"
    return first if first in RANK else "game"


def ruleset(name: str, known: frozenset[str]) -> str | None:
    """The ruleset whose folder holds the module or name; None for anything else, the registry too."""
    parts = name.split(".")
    inside = parts[:2] == ["hulldown", "rulesets"] and len(parts) > 2 and parts[2] in known
    return parts[2] if inside else None


def breach(importer: str, imported: str, rulesets: frozenset[str]) -> str | None:
    """Why the module `importer` may not import the name `imported`; None when it may."""
    theirs = ruleset(imported, rulesets)
    if theirs and ruleset(importer, rulesets) != theirs:
        return f"only its own folder imports {theirs}: the registry loads a ruleset by name"
    if importer.startswith("hulldown.rulesets.api") and imported.startswith("hulldown.rulesets.common"):
        return "face stands below shared"
    low, high = layer(importer), layer(imported)
    if low is None or high is None or low == high or RANK[high] < RANK[low]:
        return None
    return f"{low} stands below or beside {high}"


def modules() -> Iterator[tuple[str, Path]]:
    """Each module of the package by dotted name, with its file."""
    for file in sorted(SRC.rglob("*.py")):
        parts = file.relative_to(SRC).with_suffix("").parts
        yield ".".join(parts[:-1] if parts[-1] == "__init__" else parts), file


def all_imports() -> Iterator[Import]:
    for module, file in modules():
        yield from imports(module, file.read_text(), is_package=file.name == "__init__.py")


def ruleset_folders() -> frozenset[str]:
    folders = {init.parent.name for init in SRC.glob("hulldown/rulesets/*/__init__.py")}
    return frozenset(folders - BESIDE)


def test_a_layer_imports_only_what_stands_below_it() -> None:
    rulesets = ruleset_folders()
    found = [(one, breach(one.importer, one.name, rulesets)) for one in all_imports()]
    assert not [f"{one}: {why}" for one, why in found if why]


def test_the_kernel_needs_nothing_but_numpy_and_numba() -> None:
    kernel = [one for one in all_imports() if one.importer.startswith("hulldown.kernel")]
    assert kernel
    assert not [str(one) for one in kernel if one.name.partition(".")[0] not in KERNEL_MAY_IMPORT]


def test_no_modules_import_each_other() -> None:
    """Not through others, inside functions or for the type checker either."""
    assert house_numbers.circles(house_numbers.imports(house_names.sources(house_names.ROOT))) == []


def test_circles_are_noticed() -> None:
    graph = {"a": {"b"}, "b": {"c"}, "c": {"a", "d"}, "d": set()}
    assert house_numbers.circles(graph) == [{"a", "b", "c"}]


def test_every_package_has_its_place_in_the_order() -> None:
    packages = {module.split(".")[1] for module, _ in modules() if "." in module}
    assert packages <= {*RANK, "__main__", "deprecated", "setup"}


@pytest.mark.parametrize(
    ("importer", "source", "allowed"),
    [
        ("hulldown.kernel.dice", "from hulldown.game import Game", False),
        ("hulldown.game.play", "from hulldown.kernel.dice import roll", True),
        ("hulldown.views.charts", "def f():\n    from hulldown import odds", False),
        ("hulldown.rulesets.agrav.turn", "from .state import State", True),
        ("hulldown.rulesets.agrav.turn", "from ..chase.state import State", False),
        ("hulldown.rulesets.agrav.turn", "from ..api.ruleset import Ruleset", True),
        ("hulldown.rulesets.api.ruleset", "from ..common.dicing import chances", False),
        ("hulldown.rulesets.common.ruleset_files", "from ..agrav import catalogue", False),
        ("hulldown.cli.play", "import hulldown.rulesets.chase.turn", False),
        ("hulldown.lab.study", "from hulldown.envs import gym", False),
        ("hulldown.catalogue.load", "from hulldown import Game", False),
        ("hulldown.catalogue.load", "from hulldown import __version__", True),
        ("hulldown.server.app", "import hulldown, fastapi", True),
        ("hulldown.__main__", "from hulldown.cli import main", True),
        ("hulldown.store.games", "from hulldown.conformance import suite", True),
        ("hulldown.ai.greedy", "from hulldown.conformance import suite", False),
        ("hulldown.ai.greedy", "from hulldown.game import Game", False),
        ("hulldown.game.position", "def f():\n    from hulldown import ai", True),
    ],
)
def test_the_reader_of_imports_tells_right_from_wrong(importer: str, source: str, allowed: bool) -> None:
    rulesets = frozenset({"agrav", "chase"})
    reasons = [breach(one.importer, one.name, rulesets) for one in imports(importer, source)]
    assert (reasons == [None] * len(reasons)) is allowed
