"""Arguments that several sub-commands share, and how their texts are understood."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NamedTuple

import typer

from hulldown.cli.errors import BadInput

if TYPE_CHECKING:
    from hulldown.rulesets.api.ruleset import Ruleset
    from hulldown.rulesets.common.content import Content
    from hulldown.rulesets.common.packs import Pack

LARGEST_FILE = 16 * 1024 * 1024  # bytes of any file that is named on the command line
LARGEST_SEED = 2**32 - 1
Variant = str | int | bool


class Given(NamedTuple):
    """What the command line says of a battle: --option, --value, --pack, --scenario and --unit."""

    options: list[str] | None = None
    values: list[str] | None = None
    packs: Sequence[Path | Pack] | None = None
    scenario: str = ""
    units: list[str] | None = None

    @property
    def variants(self) -> tuple[tuple[str, list[str] | None], ...]:
        """What is chosen of the rules, by kind."""
        return ("option", self.options), ("value", self.values)


def cores() -> int:
    """The processor cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def rulesets_beginning(incomplete: str) -> list[str]:
    """Ruleset names for shell completion."""
    from hulldown import rulesets

    return [name for name in rulesets.names() if name.startswith(incomplete)]


def scenarios_beginning(ctx: typer.Context, incomplete: str) -> list[str]:
    """Scenario names for shell completion: of the ruleset that stands before, else of all."""
    from hulldown import rulesets

    words = [str(ctx.params.get("ruleset") or ""), *(ctx.params.get("words") or [])]
    before = [name for name in rulesets.names() if name in words] or rulesets.names()
    scenarios = [scenario for name in before for scenario in rulesets.get(name).files.scenarios()]
    return [scenario for scenario in dict.fromkeys(scenarios) if scenario.startswith(incomplete)]


RulesetName = Annotated[
    str,
    typer.Argument(metavar="RULESET", help="Whose rules, by name.", autocompletion=rulesets_beginning),
]
ScenarioName = Annotated[
    str,
    typer.Option(
        "--scenario",
        metavar="NAME|PATH",
        help="A scenario of the ruleset or of a pack, or a .toml file of your own.",
        autocompletion=scenarios_beginning,
    ),
]
Variants = Annotated[
    list[str] | None,
    typer.Option("--option", metavar="NAME=VALUE", help="Play with a rule variant; may be repeated."),
]
Numbers = Annotated[
    list[str] | None,
    typer.Option("--value", metavar="NAME=N", help="Play with another number in a rule; may be repeated."),
]
Packs = Annotated[
    list[Path] | None,
    typer.Option(
        "--pack", metavar="PATH", help="Play with a pack, a folder or a .hulldown file; the last goes before."
    ),
]
Units = Annotated[
    list[str] | None,
    typer.Option(
        "--unit",
        metavar="UNIT=NAME",
        help="Field another build for a unit: a build of the garage or of a pack, or a .toml file.",
    ),
]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON, for scripts.")]
Seed = Annotated[
    int, typer.Option("--seed", min=0, max=LARGEST_SEED, help="The same seed gives the same dice.")
]
Threads = Annotated[
    int | None,
    typer.Option("--threads", min=1, max=256, help="Games at a time; by default, one for each core."),
]


def ruleset_named(name: str) -> Ruleset:
    """The ruleset of a name. BadInput says which there are."""
    from hulldown import rulesets

    return rulesets.get(one_of("ruleset", name.replace("-", "_"), rulesets.names()))


def one_of(what: str, word: str, known: Iterable[str]) -> str:
    """The word, if it is known. BadInput suggests the nearest."""
    from hulldown.catalogue import unknown_name

    names = list(known)
    if word not in names:
        raise BadInput(unknown_name(what, word, names))
    return word


def content_of(ruleset: str | Ruleset, given: Given, battle: bool = True) -> Content:
    """What a command is asked about; where one pack goes before another is told.

    For a `battle` the first scenario is taken where none is named, of a pack if one has any. BadInput and
    CatalogueError name what is wrong.
    """
    from hulldown.cli import output
    from hulldown.rulesets.common.content import Content

    rules = ruleset_named(ruleset) if isinstance(ruleset, str) else ruleset
    options, numbers = (named_values(rules, kind, texts) for kind, texts in given.variants)
    content = Content.resolve(rules, given.packs or (), options=options, values=numbers)
    for line in content.stack.conflicts:
        output.aside(line)
    scenario = given.scenario or (content.first_scenario() if battle else "")
    if scenario:
        content = content.on(scenario)
    return with_units(content, given.units)


def with_units(content: Content, units: list[str] | None) -> Content:
    """A battle in which units are other builds, of `UNIT=NAME` texts. BadInput, CatalogueError."""
    return content.fielding(dict(unit_and_build(text) for text in units or ()))


def unit_and_build(text: str) -> tuple[str, str]:
    """A unit and what stands for it, of `A1=NAME`. BadInput for anything else."""
    unit, equals, build = (part.strip() for part in text.partition("="))
    if not (unit and equals and build):
        raise BadInput(f"--unit: {text[:60]!r} is not UNIT=NAME, such as A1=hunter")
    return unit, build


def named_values(
    ruleset: Ruleset, kind: str, given: list[str] | None, before: str = "--"
) -> dict[str, Variant]:
    """Options, or values, from `NAME=VALUE` texts. BadInput names one that is not of that kind; `before` is
    what their word on the command line begins with.
    """
    from hulldown.catalogue import unknown_variant

    chosen: dict[str, Variant] = {}
    known = {"option": set(ruleset.files.options()), "value": set(ruleset.files.values())}
    for text in given or []:
        name, equals, value = text.partition("=")
        if not equals:
            raise BadInput(f"{before}{kind}: {text[:60]!r} is not NAME=VALUE")
        if (name := name.strip()) not in known[kind]:
            raise BadInput(unknown_variant(kind, name, known, f"use {before}{{}} {text[:60]}"))
        chosen[name] = value.strip()
    return chosen


def load_file(path: Path) -> str:
    """The text of a file. BadInput if it cannot be read, is no UTF-8 text or is much too large."""
    from hulldown.catalogue import CatalogueError, decode

    try:
        if path.is_dir():
            raise BadInput(f"{path}: is a folder")
        with path.open("rb") as file:
            raw = file.read(LARGEST_FILE + 1)
        if len(raw) > LARGEST_FILE:
            raise BadInput(f"{path}: is larger than {LARGEST_FILE // 2**20} MiB")
        return decode(raw, str(path))
    except BadInput:
        raise
    except CatalogueError as wrong:
        raise BadInput(str(wrong)) from None
    except (OSError, ValueError) as error:
        raise BadInput(f"{path}: cannot be read: {getattr(error, 'strerror', None) or error}") from None


def players_from_here() -> None:
    """Let a player `module:object` stand in the folder that hulldown was started in."""
    if "" not in sys.path:
        sys.path.insert(0, "")
