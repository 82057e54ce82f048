"""`hulldown.Setup`: a battle as somebody makes it, and everything that can be asked of it.

    mine = hulldown.Setup("tank_commander", packs=["mine"], scenario="ford", options={"night": True})
    mine.differences()          # what is not by the printed rules, and who set it so
    mine.game(seed=7)           # play it
    mine.odds("A1 fire B1")     # exact chances
    mine.card("Möwe HE")        # a unit as it is printed
    mine.print("ford.pdf")      # for a real table
    mine.study("fair")          # ask the Lab

What is said later goes before what is said earlier: the printed rules, packs in their order, the
scenario's own options, what is chosen.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any

from hulldown.ai.position import AnyOrder
from hulldown.catalogue import ScenarioSource
from hulldown.catalogue.load import parse_toml, read_text
from hulldown.game import Game
from hulldown.odds import Odds, SituationOdds, situation_odds
from hulldown.rulesets.api.bot import CannotSolve, Solution, SolveProgress
from hulldown.rulesets.api.files import ScenarioInfo, UnitInfo
from hulldown.rulesets.api.garage import Sample, UnitCard
from hulldown.rulesets.api.ruleset import Ruleset
from hulldown.rulesets.common.content import Build, Content, Numbers, VariantInForce
from hulldown.rulesets.common.packs import Pack
from hulldown.rulesets.common.scenarios import Choices, RuleDifference


@dataclass(frozen=True, init=False, eq=False, repr=False)
class Setup:
    """A battle as somebody makes it: resolved once, then the same for whatever is asked.

    Two setups are equal if they have the same `digest`: if they play alike, wherever their parts come from.
    """

    content: Content

    def __init__(
        self,
        ruleset: str | Ruleset,
        *,
        packs: Iterable[str | Path | Pack] = (),
        scenario: ScenarioSource = "",
        options: Choices | None = None,
        values: Numbers | None = None,
        forces: Mapping[str, str | Path | Build] | None = None,
    ) -> None:
        """Read and check everything.

        `packs` are folders or files; `scenario` is the id or the name of one of these packs or of the game,
        or one of your own: a path, a TOML text or data. `forces` fields units as other builds: by the name of
        a build, the path of one or its data. UnknownRuleset, CatalogueError on bad input.
        """
        content = Content.resolve(ruleset, packs, scenario, options, values, forces)
        object.__setattr__(self, "content", content)

    def __repr__(self) -> str:
        scenario = str(self.content.scenario) or "no scenario"
        return f"<setup of {self.content.ruleset.id}: {scenario}, {self.digest[:8]}>"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Setup) and other.digest == self.digest

    def __hash__(self) -> int:
        return hash(self.digest)

    # ---------------------------------------------------------------- what it is made of

    @property
    def ruleset(self) -> Ruleset:
        """The rules, with the units of all packs."""
        return self.content.ruleset

    @property
    def digest(self) -> str:
        """32 hexadecimal digits that tell what is played from anything else."""
        return self.content.digest

    def differences(self) -> list[RuleDifference]:
        """Everything that is not by the printed rules: its place, its rule, old, new, and who set it."""
        return self.content.differences()

    def units(self) -> tuple[UnitInfo, ...]:
        """The units there are."""
        return self.content.units()

    def builds(self) -> tuple[Sample, ...]:
        """The builds that can be fielded by name, under the options in force."""
        return self.content.samples

    def scenarios(self) -> dict[str, ScenarioInfo]:
        """The scenarios there are by id, those of packs first."""
        return self.content.scenarios()

    def options(self) -> dict[str, VariantInForce]:
        """Every option and number of the rules: what it is, and who set it so."""
        return self.content.in_force()

    # ---------------------------------------------------------------- what is asked of it

    def game(self, seed: int | None = None) -> Game:
        """A new game; of the first scenario where none is named. The same seed gives the same dice."""
        return Game.of(self._battle, seed)

    def odds(
        self, *orders: AnyOrder, situation: Mapping[str, Any] | Path | str | None = None
    ) -> Odds | SituationOdds:
        """The exact chances of orders at the start of the battle, or of a situation: data or a TOML file.

        IllegalOrder, NotUnderstood for orders; CatalogueError for a situation, ValueError if it is refused.
        """
        if situation is None:
            return self.game(seed=0).odds(*orders)
        if not isinstance(situation, Mapping):
            path = Path(situation)
            situation = parse_toml(read_text(path, str(path)), str(path))
        posed = self.content.pose(situation)
        if posed.refusal:
            raise ValueError(f"{posed.refusal.text} ({posed.refusal.rule})")
        return situation_odds(self.ruleset, posed)

    def card(self, build: str | Path | Build, path: str | Path | None = None) -> UnitCard:
        """The card of a build, by name, file or data; written where a `path` to a .svg or .pdf is given."""
        card = self.ruleset.need_builds().card(self.content.build(build), self.content.variants)
        if path is not None:
            save_card(card, Path(path))
        return card

    def print(self, path: str | Path, paper: str = "a4", scale: float = 1.0, board: bool = False) -> int:
        """Write all that a real table needs as a PDF, or as a .txt the forces; the number of pages.

        `board` prints a table without places as a whole, not in pieces of ground.
        """
        from hulldown.views.printing.booklet import all_pages, battle_of
        from hulldown.views.printing.page import pdf_of
        from hulldown.views.text import forces_text

        battle, file = battle_of(self._battle), Path(path)
        if file.suffix.lower() == ".txt":
            file.write_text(forces_text(battle.title, battle.cards), encoding="utf-8")
            return 0
        pages = all_pages(battle, paper, scale, board)
        file.write_bytes(pdf_of(pages, battle.title))
        return len(pages)

    def solve(self, turns: int | None = None, progress: SolveProgress | None = None) -> Solution:
        """The value of the game and how to play it. CannotSolve where no solver knows such games."""
        solver = self.ruleset.computers.solving()
        if solver is None:
            raise CannotSolve(f"games of {self.ruleset.name} cannot be solved")
        start = self._battle.set_up()
        return solver.solve(start if turns is None else solver.with_turns(start, turns), progress)

    def study(self, kind: str, **asked: Any) -> Any:
        """A study of a kind (a `hulldown.lab.StudyRequest`) whose games are all played with this setup.

        `asked` is what `hulldown.lab.ask` takes besides: players, what a variant changes, a seed. Needs the
        extra `lab`; CatalogueError names the field that is wrong.
        """
        # The Lab stands above: it is loaded by its name, as the registry loads rulesets.
        return import_module("hulldown.lab").ask(kind, self._battle, **asked)

    @property
    def _battle(self) -> Content:
        """The content of a battle: with the first scenario where none is named."""
        content = self.content
        return content if content.scenario else content.on(content.first_scenario())


def save_card(card: UnitCard, path: Path) -> None:
    """Write a card to a .svg file, or to a sheet as a .pdf file."""
    from hulldown.views.cards.card import card_svg
    from hulldown.views.cards.sheet import sheets, sheets_pdf

    if path.suffix.lower() == ".pdf":
        path.write_bytes(sheets_pdf(sheets([card], "a4", 0), "a4"))
    else:
        path.write_text(card_svg(card), encoding="utf-8")
