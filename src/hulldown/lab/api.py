"""Studies from Python: asked in a line, watched while they run, shown in a notebook."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from html import escape
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from hulldown import rulesets
from hulldown.ai import PlayerSpec
from hulldown.ai.registry import text_of
from hulldown.catalogue import CatalogueError
from hulldown.lab.agreement import again, check_study
from hulldown.lab.arms import base_of
from hulldown.lab.playing import executor
from hulldown.lab.plots import plots
from hulldown.lab.recording import Folder
from hulldown.lab.report import finish, with_check
from hulldown.lab.results import result_of, tables
from hulldown.lab.running import Run, StudyLook
from hulldown.lab.study import Study, load_study, quick_question, study_of
from hulldown.rulesets.api.ruleset import Ruleset
from hulldown.rulesets.common.content import Content
from hulldown.views.plots import standing_alone

Watching = Callable[[StudyLook], None]
WIDE = 760  # units, of a plot in a notebook


class StudyAnswer(dict[str, Any]):
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
            f"<figure>{standing_alone(plot.svg)}<figcaption>{escape(plot.meaning)}</figcaption></figure>"
            for plot in drawn
        )
        return f"<p><b>{escape(str(self))}</b></p>{figures}"


class StudyRequest:
    """A study that was asked, not yet played. Iterate over it for its looks, or have its `answer()`."""

    def __init__(
        self,
        study: Study,
        base: Path,
        out: Path | None,
        workers: int,
        ray: str,
        files: TemporaryDirectory[str] | None = None,
    ) -> None:
        """CatalogueError where something cannot be set up, or the folder holds another study. `files` are
        those that the study needs for as long as it is asked.
        """
        self._files = files
        self.study, self.base, self.out, self.workers, self.ray = study, base, out, workers, ray
        self._run: Run | None = None

    def __iter__(self) -> Iterator[StudyLook]:
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

    def answer(self, watching: Watching = lambda look: None, check_with: str = "") -> StudyAnswer:
        """Play to the end, if that was not done, and tell what came of it; then a tenth of the pairs again
        with another player on both sides, if `check_with` names one.

        CatalogueError for a study that no other player can check: nothing is played then.
        """
        if check_with:
            again(self.study, self.study.decide.most_pairs, check_with)
        if self._run is None:
            for look in self:
                watching(look)
        assert self._run is not None
        answer = StudyAnswer(self._run)
        if check_with and not self._run.stopped:
            playing = executor(self.workers, self.ray)
            try:
                check = check_study(self._run, answer, check_with, playing, watching=watching)
            finally:
                playing.close()
            answer.update(with_check(self._run.folder, answer, check))
        return answer


def ask(
    kind: str,
    ruleset: str | Ruleset | Content,
    scenarios: str | Path | Sequence[str | Path] = (),
    players: PlayerSpec | Sequence[PlayerSpec] | None = None,
    *,
    options: Mapping[str, Any] | None = None,
    values: Mapping[str, Any] | None = None,
    packs: Sequence[str | Path] = (),
    forces: Mapping[str, Any] | None = None,
    units: Mapping[str, float] | None = None,
    arms: Mapping[str, Mapping[str, Any]] | None = None,
    seed: int = 0,
    out: str | Path | None = None,
    workers: int = 1,
    ray: str = "",
    **others: Any,
) -> StudyRequest:
    """A study of a ruleset as it is printed, or of a `Content`, the base of all its games. `options`,
    `values`, `packs`, `forces` and numbers of `units` are the change that a variant asks about; in any other
    kind all games are played with them too. `arms` are those of a study file. Without `scenarios` it is that
    of the content.

    A player is a text, or a function or class of one's own (see `hulldown.ai.Decision`); without any the
    ruleset's `study_player` plays both sides. One that only this program knows, as a lambda or what stands in
    the script that runs, plays in this process alone, however many `workers` there may be; a folder of such
    a study goes on in no other program.

    `others` are further tables of a study file, such as `decide={"smallest_effect": 5.0}`. CatalogueError
    names the field that is wrong.
    """
    files, base, scenario = None, dict[str, Any](), ""
    if isinstance(ruleset, Content):
        files = TemporaryDirectory(prefix="hulldown-study-")
        base, scenario = base_of(ruleset, Path(files.name))
    rules = ruleset.stack.ruleset.id if isinstance(ruleset, Content) else _registered(ruleset)
    players = _usual(rules) if players is None else players
    both = list(players) if isinstance(players, Sequence) and not isinstance(players, str) else [players] * 2
    paths = [str(pack) for pack in packs]
    change = {"options": options, "values": values, "packs": paths, "forces": forces, "units": units}
    named = [scenarios] if isinstance(scenarios, str | Path) else list(scenarios)
    data = {
        "kind": kind,
        "name": f"{kind} {rules}",
        "ruleset": rules,
        "scenarios": [str(name) for name in named] or ([scenario] if scenario else []),
        "players": _texts(both),
        "arms": {name: _by_text(arm) for name, arm in (arms or {}).items()},
        "seed": seed,
        **others,
    }
    folder = Path.cwd()
    study = study_of(quick_question(data, base, change, folder), folder)
    return StudyRequest(study, folder, Path(out) if out is not None else None, workers, ray, files)


def _usual(ruleset: str) -> str:
    """Who plays studies of a ruleset where nobody says; of one that there is not, anybody."""
    return rulesets.get(ruleset).computers.study_player if ruleset in rulesets.names() else "greedy"


def _registered(ruleset: str | Ruleset) -> str:
    """The name by which a study finds a ruleset, also in other processes. CatalogueError if it has none."""
    if isinstance(ruleset, str):
        return ruleset  # what is wrong with it is said with the rest of the study
    if ruleset.id in rulesets.names() and rulesets.get(ruleset.id) is ruleset:
        return ruleset.id
    what = "has packs over it: name those in `packs`" if ruleset.layers else "is not registered by its name"
    raise CatalogueError([f"the study: the ruleset {ruleset.id} {what}"])


def _texts(players: Sequence[PlayerSpec]) -> list[str]:
    """Players as a study has them: each by a text that leads to it."""
    return [which if isinstance(which, str) else text_of(which) for which in players]


def _by_text(arm: Mapping[str, Any]) -> Mapping[str, Any]:
    """An arm with its players as texts."""
    return {**arm, "players": _texts(arm["players"])} if arm.get("players") else arm


def opened(path: str | Path, out: str | Path | None = None, workers: int = 1, ray: str = "") -> StudyRequest:
    """The study of a file, or of a folder that goes on where it stopped."""
    study, base = load_study(Path(path))
    folder = Path(path) if Path(path).is_dir() else Path(out) if out is not None else None
    return StudyRequest(study, base, folder, workers, ray)
