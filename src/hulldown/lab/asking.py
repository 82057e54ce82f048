"""Studies from Python: asked in a line, watched while they run, shown in a notebook."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from html import escape
from pathlib import Path
from typing import Any

from hulldown.catalogue import validate
from hulldown.lab.executors import executor
from hulldown.lab.plots import plots
from hulldown.lab.recording import Folder
from hulldown.lab.results import result_of, tables
from hulldown.lab.running import Look, Run
from hulldown.lab.study import CHANGED, Kind, Study, load_study, problems
from hulldown.lab.writing import finish
from hulldown.views.plots import standing_alone

Watching = Callable[[Look], None]
WIDE = 760  # units, of a plot in a notebook


class Answer(dict[str, Any]):
    """The result of a study, as `result.json` has it. `run` is what it came from."""

    def __init__(self, run: Run) -> None:
        frames = tables(run)
        super().__init__(finish(run) if run.folder else result_of(run, frames))
        self.run, self._frames = run, frames

    def __str__(self) -> str:
        return str(self["sentence"])

    def _repr_html_(self) -> str:
        drawn = plots(self, [], self._frames, study=self.run.study, width=WIDE)
        figures = "".join(
            f"<figure>{standing_alone(one.svg)}<figcaption>{escape(one.meaning)}</figcaption></figure>"
            for one in drawn
        )
        return f"<p><b>{escape(str(self))}</b></p>{figures}"


class Asked:
    """A study that was asked, not yet played. Iterate over it for its looks, or have its `answer()`."""

    def __init__(self, study: Study, base: Path, out: Path | None, workers: int, ray: str) -> None:
        """CatalogueError where something cannot be set up, or the folder holds another study."""
        self.study, self.base, self.out, self.workers, self.ray = study, base, out, workers, ray
        self._run: Run | None = None

    def __iter__(self) -> Iterator[Look]:
        """Play, and tell how it stands after every slice."""
        folder, study, base = None, self.study, self.base
        if self.out is not None:
            new = not (self.out / "study.toml").exists()
            folder = Folder.begin(self.out, study, base) if new else Folder.open(self.out)
            folder.same_rules()
            study, base = folder.study, folder.path
        playing = executor(self.workers, self.ray)
        try:
            self._run = Run(study, base, folder, playing)
            yield from self._run
        finally:
            playing.close()

    def answer(self, watching: Watching = lambda look: None) -> Answer:
        """Play to the end, if that was not done, and tell what came of it."""
        if self._run is None:
            for look in self:
                watching(look)
        assert self._run is not None
        return Answer(self._run)


def ask(
    kind: str,
    ruleset: str,
    scenarios: str | Sequence[str],
    players: str | Sequence[str] = "greedy",
    *,
    options: Mapping[str, Any] | None = None,
    values: Mapping[str, Any] | None = None,
    packs: Sequence[str | Path] = (),
    arms: Mapping[str, Mapping[str, Any]] | None = None,
    seed: int = 0,
    out: str | Path | None = None,
    workers: int = 1,
    ray: str = "",
    **others: Any,
) -> Asked:
    """A study: one changed arm against the book, or the `arms` that are named, as a study file has them.

    `others` are further tables of a study file, such as `decide={"smallest_effect": 5.0}`. CatalogueError
    names the field that is wrong.
    """
    both = [players, players] if isinstance(players, str) else list(players)
    changed = {
        "options": dict(options or {}),
        "values": dict(values or {}),
        "packs": [str(one) for one in packs],
    }
    given = {name: what for name, what in changed.items() if what}
    if arms is None:
        arms = {CHANGED if kind == Kind.VARIANT else "book": given} if given else {}
    data = {
        "kind": kind,
        "name": f"{kind} {ruleset}",
        "ruleset": ruleset,
        "scenarios": [scenarios] if isinstance(scenarios, str) else list(scenarios),
        "players": both,
        "arms": arms,
        "seed": seed,
        **others,
    }
    base = Path.cwd()
    study = validate(data, Study, lambda one: problems(one, base), "the study")
    return Asked(study, base, Path(out) if out is not None else None, workers, ray)


def opened(path: str | Path, out: str | Path | None = None, workers: int = 1, ray: str = "") -> Asked:
    """The study of a file, or of a folder that goes on where it stopped."""
    study, base = load_study(Path(path))
    folder = Path(path) if Path(path).is_dir() else Path(out) if out is not None else None
    return Asked(study, base, folder, workers, ray)
