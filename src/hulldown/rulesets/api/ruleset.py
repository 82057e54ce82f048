"""What every ruleset supplies. Everything above the rulesets is written against this face only.

A ruleset is a declaration of parts. The verbs are rules (compiled and interpreted alike) over its state
record; the other parts are ordinary functions that turn files into states and states into text, cards and
scenes. A part that a ruleset does not have is absent.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Mapping
from dataclasses import dataclass, field, replace
from enum import IntEnum
from functools import cached_property
from random import Random
from typing import Any, Protocol

from hulldown.catalogue import ScenarioSource
from hulldown.catalogue.overlay import Layer
from hulldown.kernel.actions import Action, Event, Log
from hulldown.kernel.engine import legal_actions, nothing_hidden
from hulldown.kernel.house_rules import rows_text
from hulldown.kernel.records import copy, digest, fields
from hulldown.rulesets.api import situation
from hulldown.rulesets.api.bot import Bots
from hulldown.rulesets.api.campaigning import Campaigning, NoCampaigns
from hulldown.rulesets.api.editing import Editor
from hulldown.rulesets.api.encoding import Encoding
from hulldown.rulesets.api.files import Components, Files
from hulldown.rulesets.api.garage import Builds, Chosen, Forces, NoBuilds
from hulldown.rulesets.api.odds import Explanation, Foresight, Plan, Reckoning
from hulldown.rulesets.api.scene import HexScene, Scene, UnitMark
from hulldown.rulesets.api.terms import ProfileTerms
from hulldown.rulesets.api.words import Card, OrderButton, Refusal, Sentence, Status

OPTIONS = "options"  # the field of a state record that holds the rule variants
SIDES = ("Cobalt", "Rust")  # what the sides are called on every page


@dataclass(frozen=True)
class Rules:
    """The rule functions of a ruleset, as searchers take them.

    to_act(s) -> the seats that owe a decision now, as bits; 0 when the game is over.
    legal(s, seat, m) -> number of orders written to m: never 0 for a seat that is to act.
    check(s, seat, a) -> 0, or the code of the first reason why any exact action is refused.
    apply(s, a, d, e) carries out a legal action.
    result(s) -> -1 while the game runs, the winning seat, or 2 for a draw.
    estimate(s, seat) -> the share of the points that a seat can expect, in millionths: of a game that runs
    its chance to win, of one that is over what it has, and the two seats' make 1,000,000 together.
    outcome(s, e, subject) -> what became of a unit, packed in a number (see `outcome_facts`).
    veil(s, seat) makes a position forget what a seat cannot know (-1: a spectator). A seat whose secret
    order is forgotten owes it again; that it was given may stay known. What the seat can order stays.

    With `features` they are for states in which something optional is in force, house rules: compiled without
    it, they know nothing of that and are faster.
    """

    to_act: Callable[[Any], int]
    legal: Callable[..., int]
    check: Callable[..., int]
    apply: Callable[..., None]
    result: Callable[[Any], int]
    estimate: Callable[..., int]
    outcome: Callable[..., int]
    mask: Callable[..., None] = nothing_hidden
    features: bool = False

    @property
    def verbs(self) -> dict[str, Callable[..., Any]]:
        """The functions by their names."""
        return {name: getattr(self, name) for name in self.__dataclass_fields__ if name != "features"}


def numbered_refusal(code: int) -> Refusal:
    """A refusal that has no words yet."""
    return Refusal(f"reason-{code}", "That is not possible now.", "")


@dataclass(frozen=True, kw_only=True)
class Speech:
    """Orders, refusals and events in words.

    action_text(s, a) -> the stable, parseable form of an action: "A1 fire B1".
    parse_action(s, seat, text) -> the action of a text. ValueError says what is not understood.
    refusal(code) -> the words and the rule of a reason code returned by `check`; `refusal_of(s, a, code)` the
    same of an action in its position, where that can say more (who is in the way).
    tell(s, a, log) -> what happened, in sentences; `s` is the position after the action.
    order_of(version, s, seat, text) -> the text of an order that a version of these rules wrote, as it is
    written today.
    giving_up -> the text of the order by which a side gives the battle up.
    """

    action_text: Callable[[Any, Action], str]
    parse_action: Callable[[Any, int, str], Action]
    refusal: Callable[[int], Refusal] = numbered_refusal
    refusal_of: Callable[[Any, Action, int], Refusal] | None = None
    tell: Callable[[Any, Action | None, Log], list[Sentence]] | None = None
    order_of: Callable[[int, Any, int, str], str] = lambda version, s, seat, text: text
    giving_up: str = "concede"


class DrawBoard(Protocol):
    """The board for a seat, with the aids of the acting unit, or of `unit` if one is named."""

    def __call__(self, s: Any, seat: int | None, unit: str = "") -> Scene: ...


class FindReach(Protocol):
    """Where the acting unit can get to without a die: place -> (cost, the orders that do it).

    Where any unit may act it is `unit`, the one that the player looks at.
    """

    def __call__(self, s: Any, seat: int, unit: str = "") -> dict[str, tuple[int, list[Action]]]: ...


def no_board(s: Any, seat: int | None, unit: str = "") -> Scene:
    """A board of one empty hex."""
    return HexScene(1, 1, (), (), ())


def nowhere(s: Any, seat: int, unit: str = "") -> dict[str, tuple[int, list[Action]]]:
    """No place to get to."""
    return {}


@dataclass(frozen=True, kw_only=True)
class TableParts:
    """What a player sees and can choose. `seat` None is a spectator.

    status(s, seat) -> turn, phase and whose decision it is.
    orders(s, seat) -> everything the seat could choose now, and what it cannot with the reason.
    cards(s, seat) -> a card for every unit the seat may see.
    usual -> what a unit is usually ordered one after another, by the groups of the buttons: offered as one is
    what throws no die before its last order.
    pieces(s) -> a mark for every unit or model of the battle, wherever it is, to be printed as a counter;
    those of the scene where a ruleset says nothing.
    """

    status: Callable[[Any, int | None], Status]
    orders: Callable[[Any, int], list[OrderButton]]
    cards: Callable[[Any, int | None], list[Card]] = lambda s, seat: []
    scene: DrawBoard = no_board
    reach: FindReach = nowhere
    usual: tuple[tuple[str, ...], ...] = ()
    pieces: Callable[[Any], Iterable[UnitMark]] | None = None


def plain_table(rules: Rules, speech: Speech) -> TableParts:
    """A table without a board, cards or dressed buttons: every legal order is one, labelled with its text."""

    def status(s: Any, seat: int | None) -> Status:
        winner = rules.result(s)
        if winner >= 0:
            text = "A draw" if winner == 2 else f"{SIDES[winner]} wins"
            return Status(0, 0, "over", text, result=text, winner=winner)
        sides = [SIDES[seat] for seat in range(2) if rules.to_act(s) >> seat & 1]
        return Status(0, 0, "play", f"{' and '.join(sides)} to act")

    def orders(s: Any, seat: int) -> list[OrderButton]:
        texts = [speech.action_text(s, a) for a in legal_orders(rules, s, seat)]
        return [OrderButton(text, text, text) for text in texts]

    return TableParts(status=status, orders=orders)


def legal_orders(rules: Rules, s: Any, seat: int) -> list[Action]:
    """The orders that `legal` offers, each a row of its own."""
    return legal_actions(rules.legal, s, seat)


@dataclass(frozen=True, kw_only=True)
class Secrets:
    """What seats do not know of each other.

    secret: the verbs of orders that only the seat that gives them may know, until they are revealed.
    has_hidden_info(s) -> whether units of this battle are hidden until they are seen. Each seat is told what
    happens in its own words then: log_for(before, s, a, log, seat), where `before` and `s` are the whole
    positions before and after the action; and whose turn it is looks alone.
    twin(s, seat, chance) -> a position that differs from `s` in what a seat does not see and in nothing else;
    None where everything is seen. Only for rulesets that hide units.
    """

    secret: Container[int] | None = None
    has_hidden_info: Callable[[Any], bool] = lambda s: False
    log_for: Callable[[Any, Any, Action | None, Log, int | None], list[Sentence]] | None = None
    twin: Callable[[Any, int | None, Random], Any | None] = lambda s, seat, chance: None


class SetUp(Protocol):
    """A starting position (a plain state) of a scenario. `forces` replaces builds by unit name ("A1").

    CatalogueError names file, line and field of what is wrong.
    """

    def __call__(
        self, scenario: ScenarioSource, options: Chosen | None = None, forces: Forces | None = None
    ) -> Any: ...


# what every code needs, in words -> the codes, and what holds those that have it
Tables = Mapping[str, tuple[Iterable[IntEnum], Container[Any]]]


@dataclass(frozen=True)
class RulesetChecks:
    """uncoded() has the ids of rules that no code decides, and why. `tables` say what every code must
    have, such as its words.
    """

    uncoded: Callable[[], Mapping[str, str]] = dict
    tables: Tables = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class Ruleset:
    """One game system. `id` is the folder's name; `prefix` begins its rule ids.

    every(s, seat) -> every order that `check` allows a seat now, as far as they can be counted, each once, as
    a row of its own; without it, what `legal` offers. `legal` offers what is worth a choice: those are among
    them. Of a choice without end (a place on an open table) it stays what `legal` proposes.
    `layers` are the files of packs that lie over its own, with_layers(layers) is the ruleset with others.
    `clock` is the field of a state that counts what a scenario's `period` is. components(s) -> what a real
    table needs for a battle beside its board and its units. `first` is the scenario of a first battle,
    without it the first that there is, and `first_seat` the side with about even chances in it; `minutes`
    says how long a battle on a screen takes, from the shortest scenario to the longest; (0, 0) where nobody
    has measured it. `terms` are the words of its profiles, where catalogues of other programs can be read.
    `encoding` is how agents see a battle; without it there are no environments.
    """

    id: str
    name: str
    prefix: str
    version: int
    state: type[Any]
    rules: Rules
    files: Files
    set_up: SetUp
    speech: Speech
    table: TableParts
    odds: Reckoning = field(default_factory=Reckoning)
    foresight: Foresight | None = None
    every: Callable[[Any, int], Iterable[Action]] | None = None
    secrets: Secrets = field(default_factory=Secrets)
    builds: Builds | None = None
    editor: Editor | None = None
    situations: situation.Situations | None = None
    reports: situation.Reports | None = None
    campaign: Campaigning | None = None
    computers: Bots = field(default_factory=Bots)
    checks: RulesetChecks = field(default_factory=RulesetChecks)
    layers: tuple[Layer, ...] = ()
    with_layers: Callable[[tuple[Layer, ...]], Ruleset] | None = None
    clock: str = "turn"
    components: Callable[[Any], Components] = lambda s: Components(25.0)
    first: str = ""
    first_seat: int = 0
    minutes: tuple[int, int] = (0, 0)
    terms: ProfileTerms | None = None
    encoding: Encoding | None = None

    def __repr__(self) -> str:
        return f"<ruleset {self.id}>"

    def under(self, layers: tuple[Layer, ...]) -> Ruleset:
        """The same ruleset with layers over its files. ValueError where nothing can lie over them."""
        if self.with_layers is None:
            raise ValueError(f"{self.name} takes no packs")
        return self.with_layers(layers)

    def with_features(self) -> Ruleset:
        """The same ruleset for states in which something optional is in force."""
        return replace(self, rules=replace(self.rules, features=True))

    # ---- parts that may be absent
    def need_builds(self) -> Builds:
        """How units are built. NoBuilds where nothing is built by points."""
        if self.builds is None:
            raise NoBuilds(self.name)
        return self.builds

    def need_campaign(self) -> Campaigning:
        """Battles in a row. NoCampaigns where there are none."""
        if self.campaign is None:
            raise NoCampaigns(self.name)
        return self.campaign

    def need_situations(self) -> situation.Situations:
        """Single situations. NoSituations without an odds page."""
        if self.situations is None:
            raise situation.NoSituations(self.name)
        return self.situations

    def list_reports(self) -> tuple[situation.ReportForm, ...]:
        """The reports that can be asked for."""
        return self.reports.offered() if self.reports else ()

    def report(self, name: str, data: Mapping[str, Any]) -> situation.ReportData:
        """A report worked out. NoReport without it; CatalogueError names what is not understood."""
        if self.reports is None:
            raise situation.NoReport(self.name, name)
        return self.reports.report(name, data)

    def first_scenario(self) -> str:
        """The scenario of a first battle."""
        return self.first or next(iter(self.files.scenarios()))

    # ---- versions of the rules
    @cached_property
    def _first_variants(self) -> dict[str, tuple[str, Mapping[int, str]]]:
        """What each rule variant was in version 1 of the rules, and its words; empty if there is none."""
        if all(f.name != OPTIONS for f in fields(self.state)):
            return {}
        variants: dict[str, tuple[str, Mapping[int, str]]]
        variants = {name: (str(value.code), {}) for name, value in self.files.values().items()}
        options = self.files.options().items()
        return {**variants, **{name: (option.default_in(1), option.words) for name, option in options}}

    def digest(self, s: Any) -> str:
        """The digest of a position.

        Of its rule variants only those enter that are not as in version 1 of the rules, in words: neither a
        new option nor another default changes the digest of what was played before. House rules enter as
        rows of their table.
        """
        if not self._first_variants:
            return digest(s)
        chosen, changed = getattr(s, OPTIONS), []
        for name, (usual, words) in self._first_variants.items():
            code = int(getattr(chosen, name))
            word = words.get(code, str(code))
            if word != usual:
                changed.append(f"{name}={word}")
        if rows := rows_text(chosen.house):
            changed.append(rows)
        return digest(s, OPTIONS, " ".join(sorted(changed)))

    def options_of(self, version: int, chosen: Chosen) -> dict[str, str | int | bool]:
        """What was chosen in a version of these rules, with the defaults of then where they were others."""
        options = self.files.options()
        then = {name: option.default_in(version) for name, option in options.items()}
        others = {name: word for name, word in then.items() if word != options[name].default}
        return {**others, **chosen}

    # ---- orders and events in words
    def every_order(self, s: Any, seat: int) -> Iterable[Action]:
        """Every order that can be counted; see `every`."""
        return self.every(s, seat) if self.every else legal_orders(self.rules, s, seat)

    def orders(self, s: Any, seat: int) -> list[OrderButton]:
        """Everything a seat could choose now, in short and in full words."""
        glossary = self.files.glossary()
        return [glossary.fill_labels(order) for order in self.table.orders(s, seat)]

    def refusal_of(self, s: Any, a: Action, code: int) -> Refusal:
        """The words and the rule of a reason code, of an action in its position."""
        return self.speech.refusal_of(s, a, code) if self.speech.refusal_of else self.speech.refusal(code)

    def tell(self, s: Any, a: Action | None, log: Log) -> list[Sentence]:
        """What happened, in sentences; the order itself where a ruleset has no words for events."""
        if self.speech.tell:
            return self.speech.tell(s, a, log)
        return [Sentence(self.speech.action_text(s, a))] if a is not None else []

    def explain(self, s: Any, plan: Plan) -> Explanation:
        """What stands behind orders given one after another; the last of them where nothing is known."""
        if self.odds.explain:
            return self.odds.explain(s, plan)
        return Explanation(self.speech.action_text(s, plan[-1]))

    # ---- what a seat sees
    def has_secrets(self) -> bool:
        """Whether seats decide in secret: whether the ruleset says which orders are secret."""
        return self.secrets.secret is not None

    def secret(self, a: Action) -> bool:
        """Whether only the seat that gives this order may know it, until it is revealed."""
        return self.secrets.secret is not None and a.verb in self.secrets.secret

    def hides(self, s: Any) -> bool:
        """Whether a seat may know less than another in this battle."""
        return self.has_secrets() or self.secrets.has_hidden_info(s)

    def observation(self, s: Any, seat: int | None) -> Any:
        """The position as a seat knows it (None: a spectator): `s` itself where nothing can be hidden.

        All that is shown to a seat or reckoned for it must be asked of this position.
        """
        if not self.hides(s):
            return s
        seen = copy(s)
        self.rules.mask(seen, -1 if seat is None else seat)
        return seen

    def why_not(self, s: Any, a: Action) -> int:
        """0, or the first reason against an order, as far as its seat can know it."""
        seat, check = int(a.seat), self.rules.check
        known = self.observation(s, seat)
        return (check(known, seat, a) if known is not s else 0) or check(s, seat, a)

    def log_for(self, before: Any, s: Any, a: Action | None, log: Log, seat: int | None) -> list[Sentence]:
        """What happened as a seat hears it (None: a spectator), where not all hear the same.

        `before` and `s` are the whole positions before and after the action.
        """
        return self.secrets.log_for(before, s, a, log, seat) if self.secrets.log_for else self.tell(s, a, log)


def plain_events(log: Log) -> list[Event]:
    """The events of a log."""
    return [log.events[i] for i in range(log.count)]
