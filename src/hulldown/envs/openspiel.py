"""The face of OpenSpiel: `register()`, then `pyspiel.load_game("hulldown")` or `"hulldown_duel"`.

`hulldown` is any battle whose ruleset has a catalogue of orders; its dice are thrown inside
(SAMPLED_STOCHASTIC). `hulldown_duel` is one duel of Chase with its dice as chance nodes: every position that
they can lead to, with its exact chance (EXPLICIT_STOCHASTIC), so that CFR and exploitability can be asked of
it. Secret orders are given one seat after the other; the second sees the position as it knows it.

What a player knows (`information_state_string`) is what it knew whenever it decided, what it decided, and
what it knows now. OpenSpiel is not needed to import this module, only to use it: `pip install open_spiel`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from random import Random
from typing import Any

import numpy as np

from hulldown.envs.batch import NoEnvironment, content_of_battle, encoding_of
from hulldown.game.readiness import wanted
from hulldown.kernel.actions import Action
from hulldown.kernel.batch import first_seat
from hulldown.kernel.dice import Dice, Mode, new_dice
from hulldown.kernel.engine import fresh_log
from hulldown.kernel.records import copy, digest, dtype_of, pack, unpack
from hulldown.kernel.walk import WON
from hulldown.rulesets.api.bot import CannotSolve, Solution, Solving
from hulldown.rulesets.api.encoding import ActionCatalogue
from hulldown.rulesets.api.ruleset import legal_orders
from hulldown.rulesets.common.bots import engine

SAMPLED, EXPLICIT = "hulldown", "hulldown_duel"
INSTALL = "OpenSpiel is not installed: pip install open_spiel"
CHANCES = 1 << 20  # positions that one throw may lead to
LONGEST = 20_000  # decisions and throws of a battle
CHOICES: dict[str, str | int] = {
    "ruleset": "chase",
    "scenario": "",
    "turns": 0,
    "options": "",
    "rng_seed": -1,
}  # the parameters of a game and their defaults
DUEL_CHOICES: dict[str, str | int] = {"scenario": "even_ground", "turns": 1, "options": "duels:1"}


# ---------------------------------------------------------------- a battle


class SpielPosition:
    """A position as OpenSpiel's states share it; nothing of it changes."""

    def __init__(self, battle: SpielBattle, s: Any) -> None:
        self.battle, self.s = battle, s
        self.children: dict[int, list[tuple[SpielPosition | FinishedDuel, float]]] = {}
        self._known: dict[int, str] = {}

    def __deepcopy__(self, memo: Any) -> SpielPosition:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return restored, (self.battle.choice, pack(self.s).tobytes())

    @cached_property
    def seat(self) -> int:
        """Who decides; -1 when the battle is over. Of several the lowest, as everywhere."""
        seats = int(self.battle.ruleset.rules.to_act(self.s))
        return first_seat(seats) if seats else -1

    @cached_property
    def numbered_orders(self) -> dict[int, Action]:
        """The orders of the seat that decides, by their numbers in the catalogue, in order."""
        battle, seat, known = self.battle, self.seat, self.view_of(self.seat)
        numbered = {}
        for order in legal_orders(battle.ruleset.rules, known, seat):
            turned = copy(order)
            battle.encoding.turn(known, seat, turned)
            numbered[int(battle.catalogue.index(known, seat, turned))] = order
        return dict(sorted(numbered.items()))

    def view_of(self, seat: int) -> Any:
        """The position as a seat knows it."""
        return self.battle.ruleset.observation(self.s, seat)

    def name(self, seat: int) -> str:
        """A name of what a seat knows: the same for all that look alike to it."""
        if seat not in self._known:
            self._known[seat] = digest(self.view_of(seat))
        return self._known[seat]

    def observation(self, seat: int) -> Any:
        """What a seat knows, as numbers."""
        encoding = self.battle.encoding
        numbers: Any = np.zeros(encoding.size, np.int16)
        encoding.observe(self.view_of(seat), seat, numbers, 0)
        return numbers

    def text(self, action: int) -> str:
        """An order in words."""
        return self.battle.ruleset.speech.action_text(self.view_of(self.seat), self.numbered_orders[action])

    def payoff(self) -> float:
        """What the first seat has won: -1 to 1 as in a `Batch`, in a duel in points."""
        if self.battle.explicit:
            return float(self.battle.solving.payoff(self.s))
        return 2.0 * int(self.battle.encoding.score(self.s)) / WON - 1.0


@dataclass(frozen=True)
class FinishedDuel:
    """A duel that is over, of which only the payoff is left."""

    paid: Fraction
    seat: int = -1

    def name(self, seat: int) -> str:
        """What everybody knows."""
        return f"over {self.paid}"

    def payoff(self) -> float:
        """What the first seat has won, in points."""
        return float(self.paid)


class SpielBattle:
    """What the states of a game have in common: rules, encoding, the first position, the walk of its dice."""

    def __init__(self, choice: GameChoices) -> None:
        self.choice, self.explicit = choice, choice.name == EXPLICIT
        content = content_of_battle(choice.ruleset, choice.scenario, choices(choice.options), None, (), None)
        self.ruleset, self.encoding = content.ruleset, encoding_of(content.ruleset)
        self.catalogue = self._catalogue()
        start = content.set_up()
        if choice.turns:
            start = self._with_turns(start, choice.turns)
        self.start = SpielPosition(self, start)
        self.lowest = float(self.chances.lowest) if self.explicit else -1.0
        self.highest = float(self.chances.highest) if self.explicit else 1.0
        self.chance = Random(choice.rng_seed if choice.rng_seed >= 0 else None)
        self._positions = {pack(start).tobytes(): self.start}
        self._reached: dict[bytes, SpielPosition] = {}
        self._ends: dict[Fraction, FinishedDuel] = {}

    def _catalogue(self) -> ActionCatalogue:
        if self.encoding.catalogue is None:
            raise NoEnvironment(f"{self.ruleset.name} has no catalogue of orders: OpenSpiel numbers them")
        return self.encoding.catalogue

    @cached_property
    def solving(self) -> Solving:
        """The solver of the ruleset. NoEnvironment if it has none."""
        solver = self.ruleset.computers.solving()
        if solver is None:
            raise NoEnvironment(f"the turns of {self.ruleset.name} are as its scenario has them")
        return solver

    def _with_turns(self, start: Any, turns: int) -> Any:
        try:
            return self.solving.with_turns(start, turns)
        except CannotSolve as why:
            raise NoEnvironment(str(why)) from None

    @cached_property
    def chances(self) -> Any:
        """Walks the dice of the orders of a duel. NoEnvironment for what is no single duel."""
        rules = engine(self.ruleset.with_features())
        try:
            return self.solving.chances(self.start.s, rules.compiled if wanted() else rules.backend)
        except CannotSolve as why:
            raise NoEnvironment(str(why)) from None

    def outcomes(
        self, position: SpielPosition, action: int
    ) -> list[tuple[SpielPosition | FinishedDuel, float]]:
        """Where an order leads, with exact chances, equal positions merged: worked out once."""
        if action not in position.children:
            ends, reached = self.chances.spread(position.s, position.numbered_orders[action])
            over: list[tuple[SpielPosition | FinishedDuel, float]] = [
                (self._end(paid), float(chance)) for paid, chance in sorted(ends.items())
            ]
            on = [(self._position(key), float(chance)) for key, chance in sorted(reached.items())]
            position.children[action] = [*over, *on]
        return position.children[action]

    def _end(self, paid: Fraction) -> FinishedDuel:
        return self._ends.setdefault(paid, FinishedDuel(paid))

    def _position(self, key: bytes) -> SpielPosition:
        if key not in self._reached:
            s = self.chances.position(key)
            self._reached[key] = self.shared(SpielPosition(self, s))
        return self._reached[key]

    def certain(self, position: SpielPosition, action: int) -> SpielPosition | FinishedDuel | None:
        """Where an order leads that throws no dice; None if it throws some."""
        if self.explicit:
            outcomes = self.outcomes(position, action)
            return outcomes[0][0] if len(outcomes) == 1 else None
        dice = new_dice(0, 0, Mode.RECORD)
        after = self._carried_out(position, action, dice)
        return None if dice.at else after

    def thrown(self, position: SpielPosition, action: int) -> SpielPosition:
        """Where an order leads with dice of chance."""
        return self._carried_out(position, action, new_dice(self.chance.getrandbits(32)))

    def _carried_out(self, position: SpielPosition, action: int, dice: Dice) -> SpielPosition:
        s = copy(position.s)
        self.ruleset.rules.apply(s, position.numbered_orders[action], dice, fresh_log())
        return SpielPosition(self, s)

    def shared(self, position: SpielPosition) -> SpielPosition:
        """A position, or in a duel the one that was reached before and is the same."""
        return self._positions.setdefault(pack(position.s).tobytes(), position) if self.explicit else position


@dataclass(frozen=True)
class GameChoices:
    """The parameters of a game."""

    name: str
    ruleset: str
    scenario: str
    turns: int
    options: str
    rng_seed: int = -1


def choices(options: str) -> dict[str, str]:
    """Options as they are choice in one word: "start_range:short;duels:1". ValueError for anything else."""
    pairs = [pair.split(":") for pair in options.split(";") if pair]
    if any(len(pair) != 2 for pair in pairs):
        raise ValueError(f"options are choice as 'name:value;name:value', not {options!r:.60}")
    return {name.strip(): value.strip() for name, value in pairs}


@lru_cache(maxsize=8)
def battle_of(choice: GameChoices) -> SpielBattle:
    """The duel that a game is about: games with the same parameters share what has been worked out."""
    return SpielBattle(choice)


def restored(choice: GameChoices, data: bytes) -> SpielPosition:
    """A position that was packed."""
    battle = battle_of(choice)
    row = np.frombuffer(data, dtype_of(battle.ruleset.state))[0]
    return battle.shared(SpielPosition(battle, unpack(row, battle.ruleset.state)))


# ---------------------------------------------------------------- OpenSpiel


def register() -> None:
    """Make `hulldown` and `hulldown_duel` known to OpenSpiel, once. ImportError where it is not installed.

    The parameters of a battle are `ruleset`, `scenario`, `turns` (0: as the scenario has it), `options`, as
    in "duels:1;start_range:short", and `rng_seed` of its dice (-1: always others). A duel is one of Chase and
    has neither ruleset nor seed; it pays points, a battle pays -1 to 1. NoEnvironment, CatalogueError and
    ValueError say what a game cannot be made of.
    """
    pyspiel = spiel()
    known = set(pyspiel.registered_names())
    for name, parameters in ((SAMPLED, CHOICES), (EXPLICIT, DUEL_CHOICES)):
        if name not in known:
            pyspiel.register_game(game_type(name, parameters, True), classes()[name])


def solution(game: Any) -> Solution:
    """What `hulldown solve` says of a duel: its value is in the same points as the game's."""
    battle = game.new_initial_state().position.battle
    solved: Solution = battle.solving.solve(battle.start.s)
    return solved


def spiel() -> Any:
    """The module `pyspiel`. ImportError says how to come by it."""
    try:
        import pyspiel
    except ImportError:
        raise ImportError(INSTALL) from None
    return pyspiel


def game_type(name: str, parameters: Mapping[str, Any], hidden: bool) -> Any:
    """What OpenSpiel wants to know of a game before it is made."""
    kinds = spiel().GameType
    explicit = name == EXPLICIT
    information = kinds.Information
    return kinds(
        short_name=name,
        long_name="Hulldown: a duel of Chase" if explicit else "Hulldown: a tank battle",
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC if explicit else kinds.ChanceMode.SAMPLED_STOCHASTIC,
        information=information.IMPERFECT_INFORMATION if hidden else information.PERFECT_INFORMATION,
        utility=kinds.Utility.ZERO_SUM,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=2,
        min_num_players=2,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        default_loadable=True,
        provides_factored_observation_string=False,
        parameter_specification=dict(parameters),
    )


class Observer:
    """What a player sees of a position, as OpenSpiel asks for it: `tensor`, `dict`, `string_from`.

    With perfect recall the string is the information state; the tensor is the present observation.
    """

    def __init__(self, battle: SpielBattle, recalls: bool) -> None:
        self.recalls = recalls
        self.tensor = np.zeros(battle.encoding.size, np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: Any, player: int) -> None:
        """Write what a player sees into the tensor; nothing of a duel that is over."""
        at = state.position
        self.tensor[:] = at.observation(player) if isinstance(at, SpielPosition) else 0

    def string_from(self, state: Any, player: int) -> str:
        """What a player sees, as a name."""
        return str(state.recalled(player) if self.recalls else state.position.name(player))


@lru_cache(maxsize=1)
def classes() -> dict[str, type[Any]]:
    """The Python games, made when OpenSpiel is first asked for: their base classes are its own."""
    pyspiel = spiel()
    state, game_ = pyspiel.State, pyspiel.Game

    class HulldownState(StateMethods, state):  # type: ignore[misc, valid-type]
        """A state of a battle."""

        def __init__(self, game: Any) -> None:
            state.__init__(self, game)
            self.begin(game.battle)

    class HulldownGame(game_):  # type: ignore[misc, valid-type]
        """A battle whose dice are thrown inside."""

        name, parameters = SAMPLED, CHOICES

        def __init__(self, params: Mapping[str, Any] | None = None) -> None:
            given = {**self.parameters, **(params or {})}
            choice = choices_of(self.name, given)
            self.battle = battle = battle_of(choice) if self.name == EXPLICIT else SpielBattle(choice)
            info = pyspiel.GameInfo(
                num_distinct_actions=battle.catalogue.size,
                max_chance_outcomes=CHANCES if battle.explicit else 1,
                num_players=2,
                min_utility=battle.lowest,
                max_utility=battle.highest,
                utility_sum=0.0,
                max_game_length=LONGEST,
            )
            hidden = bool(battle.ruleset.hides(battle.start.s))
            super().__init__(game_type(self.name, self.parameters, hidden), info, given)

        def new_initial_state(self) -> Any:
            return HulldownState(self)

        def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
            return Observer(self.battle, bool(iig_obs_type and iig_obs_type.perfect_recall))

    class HulldownDuel(HulldownGame):
        """A duel whose dice are chance nodes."""

        name, parameters = EXPLICIT, DUEL_CHOICES

    return {SAMPLED: HulldownGame, EXPLICIT: HulldownDuel}


def choices_of(name: str, parameters: Mapping[str, Any]) -> GameChoices:
    """The parameters of a game, in a form to be looked up by."""
    ruleset = str(parameters.get("ruleset", "chase"))
    seed = int(parameters.get("rng_seed", -1))
    return GameChoices(
        name, ruleset, str(parameters["scenario"]), int(parameters["turns"]), str(parameters["options"]), seed
    )


class StateMethods:
    """What OpenSpiel asks of a state, without OpenSpiel.

    `position` is where the battle stands; `thrown` is what an order may lead to while its dice are to fall.
    `memory` is what each player knew whenever it decided, with what it decided.
    """

    position: SpielPosition | FinishedDuel
    thrown: tuple[SpielPosition, int] | None
    memory: tuple[tuple[str, ...], tuple[str, ...]]

    def begin(self, battle: SpielBattle) -> None:
        """Stand at the start of a battle."""
        self.position, self.thrown, self.memory = battle.start, None, ((), ())

    # ---- whose turn it is, and what can be done

    def current_player(self) -> int:
        """The seat that decides, or that dice fall, or that the battle is over."""
        who = spiel().PlayerId
        if self.thrown:
            return int(who.CHANCE)
        return self.position.seat if self.position.seat >= 0 else int(who.TERMINAL)

    def is_terminal(self) -> bool:
        """Whether the battle is over."""
        return not self.thrown and self.position.seat < 0

    def _legal_actions(self, player: int) -> list[int]:
        """The numbers of the orders on offer, in order."""
        return list(self.standing.numbered_orders)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The positions that dice may lead to, by number; a single 0 where they are thrown inside."""
        assert self.thrown
        position, action = self.thrown
        if not position.battle.explicit:
            return [(0, 1.0)]
        return [(i, chance) for i, (_, chance) in enumerate(position.battle.outcomes(position, action))]

    @property
    def standing(self) -> SpielPosition:
        """The position of a battle that is not over."""
        assert isinstance(self.position, SpielPosition)
        return self.position

    # ---- what happens

    def _apply_action(self, action: int) -> None:
        """Carry out an order, or let dice fall."""
        if self.thrown:
            (position, order), self.thrown = self.thrown, None
            battle = position.battle
            if battle.explicit:
                self.position = battle.outcomes(position, order)[action][0]
            else:
                self.position = battle.thrown(position, order)
            return
        position, seat = self.standing, self.position.seat
        memory = list(self.memory)
        memory[seat] = (*memory[seat], f"{position.name(seat)}:{action}")
        self.memory = memory[0], memory[1]
        certain = position.battle.certain(position, action)
        if certain is None:
            self.thrown = position, action
        else:
            self.position = certain

    # ---- what is known

    def recalled(self, player: int) -> str:
        """What a player knew whenever it decided, what it decided, and what it knows now."""
        return " ".join((*self.memory[player], self.position.name(player)))

    def returns(self) -> list[float]:
        """What either player has won: nothing yet while the battle runs."""
        paid = self.position.payoff() if self.is_terminal() else 0.0
        return [paid, 0.0 - paid]

    def _action_to_string(self, player: int, action: int) -> str:
        """An order in words."""
        return f"dice {action}" if player < 0 else self.standing.text(action)

    def __str__(self) -> str:
        return " | ".join((*map(self.recalled, range(2)), "dice" if self.thrown else ""))
