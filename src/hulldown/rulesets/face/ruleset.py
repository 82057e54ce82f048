"""What every ruleset supplies. Everything above the rulesets is written against this face only.

The verbs are rules (compiled and interpreted alike) over the ruleset's state record; the methods
are ordinary Python that turns files into states and states into text, cards and scenes.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from random import Random
from typing import Any

from hulldown.catalogue import Entry, Which
from hulldown.kernel.actions import Action, Actions
from hulldown.kernel.events import Event, Log
from hulldown.kernel.records import blank, copy, digest, fields
from hulldown.kernel.steps import nothing_hidden
from hulldown.rulesets.face.campaigning import Campaigning
from hulldown.rulesets.face.garage import BuildVerdict, Garage, NoBuilds, UnitCard
from hulldown.rulesets.face.proof import Mirror, Question
from hulldown.rulesets.face.reckoning import Explanation as Explanation
from hulldown.rulesets.face.reckoning import OddsLine as OddsLine
from hulldown.rulesets.face.reckoning import Reckoning
from hulldown.rulesets.face.scene import HexScene, Scene
from hulldown.rulesets.face.solving import Solving
from hulldown.rulesets.face.thinking import Thinker
from hulldown.rulesets.face.words import Card, Order, Refusal, Sentence, Status

OPTIONS = "options"  # the field of a state record that holds the rule variants
SIDES = ("Cobalt", "Rust")  # what the sides are called on every page


@dataclass(frozen=True)
class Verbs:
    """The rule functions of a ruleset, as searchers take them.

    to_act(s) -> the seats that owe a decision now, as bits; 0 when the game is over.
    legal(s, seat, m) -> number of orders written to m: never 0 for a seat that is to act.
    check(s, seat, a) -> 0, or the code of the first reason why any exact action is refused.
    apply(s, a, d, e) carries out a legal action.
    result(s) -> -1 while the game runs, the winning seat, or 2 for a draw.
    estimate(s, seat) -> how good the position is for a seat, 0 to 10,000; 10,000 is won.
    outcome(s, e, subject) -> what became of a unit, packed in a number (see `outcome_facts`).
    veil(s, seat) makes a position forget what a seat cannot know (-1: a spectator). A seat whose secret
    order is forgotten owes it again; that it was given may stay known. What the seat can order stays.
    """

    to_act: Callable[[Any], int]
    legal: Callable[..., int]
    check: Callable[..., int]
    apply: Callable[..., None]
    result: Callable[[Any], int]
    estimate: Callable[..., int]
    outcome: Callable[..., int]
    veil: Callable[..., None] = nothing_hidden


@dataclass(frozen=True)
class RosterUnit:
    """A unit of a scenario that acts: whose it is, what it is printed as, what kinds may stand for it.

    `sample` is the sample build of the garage that it is printed as, where one is.
    """

    unit: str
    side: int
    kinds: tuple[str, ...]
    name: str
    sample: str = ""


@dataclass(frozen=True)
class ScenarioInfo:
    """A scenario as the home page lists it. `sides` names what seat 0 and 1 are ("South, ...").

    `roster` names the units that a player may replace by builds of their own; where there are `points`, a
    player fields any units for so many points, numbered from A1 or B1, and `roster` is only a proposal.
    `turns` counts what the rulebook calls a `period`.
    """

    id: str
    name: str
    summary: str
    briefing: str
    victory: str
    sides: tuple[str, ...]
    turns: int
    rule: str
    roster: tuple[RosterUnit, ...] = ()
    points: int = 0
    period: str = "turn"


@dataclass(frozen=True)
class OptionInfo:
    """A rule variant: its values, default first, and the rule that it changes.

    `words` has the values by what the state holds of them; `before` the defaults of earlier versions of the
    rules: {2: "shield"} before version 2.
    """

    id: str
    values: tuple[str, ...]
    default: str
    text: str
    rule: str
    number: bool = False  # any whole number from `low` to `high` instead of listed values
    low: int = 0
    high: int = 0
    words: Mapping[int, str] = field(default_factory=dict)
    before: Mapping[int, str] = field(default_factory=dict)

    def default_in(self, version: int) -> str:
        """The default in a version of the rules; of an option that came later, what was played then."""
        later = [until for until in self.before if version < until]
        return self.before[min(later)] if later else self.default


@dataclass(frozen=True)
class UnitInfo:
    """A unit that can be fielded: its kind, what it costs or counts for (0: nothing), its rule."""

    id: str
    name: str
    kind: str
    points: int
    text: str
    rule: str


@dataclass(frozen=True)
class Rulebook:
    """The numbered rules: id -> (mark, text), in order, and the whole as Markdown."""

    text: str
    rules: dict[str, tuple[str, str]] = field(default_factory=dict)


class Ruleset(Reckoning):
    """One game system. `id` is the folder's name; `prefix` begins its rule ids.

    What is abstract must be there; the rest has a plain default, so that a new ruleset can be played,
    saved and simulated before it has words, cards or a board.
    """

    id: str
    name: str
    prefix: str
    version: int
    state: type[Any]
    verbs: Verbs

    # ---- files
    @abstractmethod
    def scenarios(self) -> dict[str, ScenarioInfo]:
        """The scenarios that come with the ruleset, by id."""

    def options(self) -> dict[str, OptionInfo]:
        """Every rule variant, by name."""
        return {}

    @cached_property
    def _first(self) -> dict[str, tuple[str, Mapping[int, str]]]:
        """What each rule variant was in version 1 of the rules, and its words; empty if there is none."""
        if all(f.name != OPTIONS for f in fields(self.state)):
            return {}
        return {name: (option.default_in(1), option.words) for name, option in self.options().items()}

    def digest(self, s: Any) -> str:
        """The digest of a position.

        Of its rule variants only those enter that are not as in version 1 of the rules, in words: neither a
        new option nor another default changes the digest of what was played before.
        """
        if not self._first:
            return digest(s)
        chosen, said = getattr(s, OPTIONS), []
        for name, (usual, words) in self._first.items():
            code = int(getattr(chosen, name))
            word = words.get(code, str(code))
            if word != usual:
                said.append(f"{name}={word}")
        return digest(s, OPTIONS, " ".join(sorted(said)))

    def options_of(self, version: int, chosen: Mapping[str, str | int | bool]) -> dict[str, str | int | bool]:
        """What was chosen in a version of these rules, with the defaults of then where they were others."""
        then = {name: option.default_in(version) for name, option in self.options().items()}
        others = {name: word for name, word in then.items() if word != self.options()[name].default}
        return {**others, **chosen}

    def order_of(self, version: int, s: Any, seat: int, text: str) -> str:
        """Optional: the text of an order that a version of these rules wrote, as it is written today."""
        return text

    def units(self) -> tuple[UnitInfo, ...]:
        """Optional: the units that come with the ruleset, in the order of its file."""
        return ()

    def rulebook(self) -> Rulebook:
        """The numbered rules."""
        return Rulebook("")

    @abstractmethod
    def set_up(
        self,
        scenario: Which,
        options: Mapping[str, str | int | bool] | None = None,
        forces: Mapping[str, Mapping[str, Any]] | None = None,
    ) -> Any:
        """A starting position (a plain state). `forces` replaces builds by unit name ("A1").

        CatalogueError names file, line and field of what is wrong.
        """

    def judge_build(
        self,
        build: Mapping[str, Any] | Path,
        options: Mapping[str, str | int | bool] | None = None,
        points: int | None = None,
    ) -> BuildVerdict:
        """Optional: what a build costs and which rules it breaks, under these options.

        `build` is a TOML file or its plain data as in `forces`, of which a ruleset may let one leave out
        something; or `build` names a sample. `points` replaces the budget. NoBuilds where nothing is built by
        points; CatalogueError names what in the build is not understood.
        """
        raise NoBuilds(self.name)

    def has_builds(self) -> bool:
        """Whether units are built by points: whether the ruleset judges builds."""
        return type(self).judge_build is not Ruleset.judge_build

    def garage(self, options: Mapping[str, str | int | bool] | None = None) -> Garage:
        """Optional: what can be bought under these options. NoBuilds where nothing is built by points."""
        raise NoBuilds(self.name)

    def bonuses(self, build: Mapping[str, Any]) -> tuple[str, ...]:
        """Optional: the bonuses of the garage that a build earns by itself, by id."""
        return ()

    def read_build(self, build: Mapping[str, Any] | str) -> dict[str, Any]:
        """Optional: a build, or the text of a build file, as complete plain data. CatalogueError as above."""
        raise NoBuilds(self.name)

    def write_build(self, build: Mapping[str, Any]) -> str:
        """Optional: a build as the text of a file that `judge_build` takes."""
        raise NoBuilds(self.name)

    def unit_card(
        self, build: Mapping[str, Any], options: Mapping[str, str | int | bool] | None = None
    ) -> UnitCard:
        """Optional: the printed card of a build, legal or not."""
        raise NoBuilds(self.name)

    def dressed(self, cards: list[Card], forces: Mapping[str, Mapping[str, Any]]) -> list[Card]:
        """Optional: the cards of a table with the names that players gave to their own builds."""
        return cards

    def file_problems(self, path: Path) -> list[str] | None:
        """Optional: what is wrong with a copy of a catalogue file that only this ruleset has, a line each.

        None when it is no such file; options, rulebooks and scenarios need not be handled here.
        """
        return None

    def data_problems(self) -> list[str]:
        """Optional: the same for the catalogue files that come with this ruleset."""
        return []

    def files(self) -> Mapping[str, type[Entry]]:
        """Optional: the models of its kinds of TOML file besides options: units, scenario, build ..."""
        return {}

    def campaign(self) -> Campaigning | None:
        """Optional: campaigns, in which tanks and crews carry over from battle to battle."""
        return None

    # ---- text
    @abstractmethod
    def action_text(self, s: Any, a: Action) -> str:
        """The stable, parseable form of an action: "A1 fire B1"."""

    @abstractmethod
    def parse_action(self, s: Any, seat: int, text: str) -> Action:
        """The action of a text. ValueError says what is not understood."""

    def every_order(self, s: Any, seat: int) -> Iterable[Action]:
        """Every order that `check` allows a seat now, as far as they can be counted, each once.

        Those of `legal` are among them: it offers what is worth a choice, and where it offers less than is
        allowed a ruleset adds the rest here. Of a choice without end (a place on an open table) it stays
        what `legal` proposes. Each order is a row of its own, and its text is read as that order.
        """
        m = blank(Actions)
        return m.rows[: self.verbs.legal(s, seat, m)]

    def refusal(self, code: int) -> Refusal:
        """The words and the rule of a reason code returned by `check`."""
        return Refusal(f"reason-{code}", "That is not possible now.", "")

    def refused(self, s: Any, a: Action, code: int) -> Refusal:
        """Optional: the same of an action in its position, where that can say more (who is in the way)."""
        return self.refusal(code)

    def tell(self, s: Any, a: Action | None, log: Log) -> list[Sentence]:
        """What happened, in sentences. `s` is the position after the action."""
        return [Sentence(self.action_text(s, a))] if a is not None else []

    # ---- what a seat sees
    def secret(self, a: Action) -> bool:
        """Optional: whether only the seat that gives this order may know it, until it is revealed."""
        return False

    def has_secrets(self) -> bool:
        """Whether seats decide in secret: whether the ruleset says which orders are secret."""
        return type(self).secret is not Ruleset.secret

    def fogged(self, s: Any) -> bool:
        """Optional: whether units of this battle are hidden until they are seen.

        Each seat is told what happens in its own words then (`heard`), and whose turn it is looks alone.
        """
        return False

    def hides(self, s: Any) -> bool:
        """Whether a seat may know less than another in this battle."""
        return self.has_secrets() or self.fogged(s)

    def known(self, s: Any, seat: int | None) -> Any:
        """The position as a seat knows it (None: a spectator): `s` itself where nothing can be hidden.

        All that is shown to a seat or reckoned for it must be asked of this position.
        """
        if not self.hides(s):
            return s
        seen = copy(s)
        self.verbs.veil(seen, -1 if seat is None else seat)
        return seen

    def why_not(self, s: Any, a: Action) -> int:
        """0, or the first reason against an order, as far as its seat can know it."""
        seat, check = int(a.seat), self.verbs.check
        known = self.known(s, seat)
        return (check(known, seat, a) if known is not s else 0) or check(s, seat, a)

    def heard(self, before: Any, s: Any, a: Action | None, log: Log, seat: int | None) -> list[Sentence]:
        """What happened as a seat hears it (None: a spectator), where not all hear the same.

        `before` and `s` are the whole positions before and after the action.
        """
        return self.tell(s, a, log)

    def status(self, s: Any, seat: int | None) -> Status:
        """Turn, phase and whose decision it is."""
        winner = self.verbs.result(s)
        if winner >= 0:
            text = "A draw" if winner == 2 else f"{SIDES[winner]} wins"
            return Status(0, 0, "over", text, result=text, winner=winner)
        sides = [SIDES[seat] for seat in range(2) if self.verbs.to_act(s) >> seat & 1]
        return Status(0, 0, "play", f"{' and '.join(sides)} to act")

    def orders(self, s: Any, seat: int) -> list[Order]:
        """Everything the seat could choose now, and what it cannot with the reason.

        Unless a ruleset dresses its buttons, every legal order is one, labelled with its text.
        """
        m = blank(Actions)
        texts = [self.action_text(s, m.rows[i]) for i in range(self.verbs.legal(s, seat, m))]
        return [Order(text, text, text) for text in texts]

    def cards(self, s: Any, seat: int | None) -> list[Card]:
        """A card for every unit the seat may see (None: a spectator)."""
        return []

    def scene(self, s: Any, seat: int | None, unit: str = "") -> Scene:
        """The board for a seat, with the aids of the acting unit, or of `unit` if one is named."""
        return HexScene(1, 1, (), (), (), self.name)

    def reach(self, s: Any, seat: int, unit: str = "") -> dict[str, tuple[int, list[Action]]]:
        """Where the acting unit can get to without a die: place -> (cost, the orders that do it).

        Where any unit may act it is `unit`, the one that the player looks at.
        """
        return {}

    def explain(self, s: Any, a: Action) -> Explanation:
        """The arithmetic of an order."""
        return Explanation(self.action_text(s, a))

    # ---- computer players
    def thinkers(self) -> tuple[Thinker, ...]:
        """Optional: computer players of its own, the best adviser first."""
        return ()

    def solving(self) -> Solving | None:
        """Optional: how its games are solved."""
        return None

    # ---- proof
    def questions(self) -> Mapping[str, Question]:
        """How the questions of vector files are answered, by `op`; a ruleset without vectors has none."""
        return {}

    def mirror(self, scenario: str) -> Mirror | None:
        """The symmetry of a scenario that is the same for both sides, if it is."""
        return None

    def twin(self, s: Any, seat: int | None, chance: Random) -> Any | None:
        """A position that differs from `s` in what a seat does not see and in nothing else.

        None where everything is seen. Only for rulesets that hide units.
        """
        return None

    def uncoded(self) -> Mapping[str, str]:
        """The ids of rules that no code decides, and why."""
        return {}


def plain_events(log: Log) -> list[Event]:
    """The events of a log."""
    return [log.events[i] for i in range(log.count)]
