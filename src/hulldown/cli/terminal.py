"""A game in the terminal: the board as text, the orders with numbers, the computer on the other side."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable
from pathlib import Path

from hulldown.ai import Player, PlayerFault, adviser, choose
from hulldown.ai.registry import top_orders
from hulldown.cli import output
from hulldown.cli.errors import unwritable
from hulldown.cli.replay import ending, modifier, tell, tell_all
from hulldown.game import CompileFailed, Game, IllegalOrder, NotUnderstood, Order, Step, UndoRefused, prepare
from hulldown.game.readiness import stamp, wanted
from hulldown.kernel.actions import Action
from hulldown.rulesets.api.words import Card, OrderButton
from hulldown.views import text_board

HELP = """\
a number or an order    give that order
odds N                  the chances of order N before you give it
hint                    what the computer would do
undo                    take your last order back, if no die was rolled since
board, cards            show the board, or every unit
save FILE               write the game to a file, for hulldown play --text --load, replay and verify
quit                    stop here"""
ADVISER = "mcts:1s"
HINTS = 3


def hidden(turn: Step, seat: int) -> bool:
    """Whether a seat may not know what was ordered."""
    return bool(turn.heard) and turn.order.seat != seat


def in_words(order: OrderButton) -> str:
    """What a page writes on the button of an order, behind the order itself."""
    label = order.label if order.label != order.text else ""
    text = ", ".join(part for part in (label, order.detail, any_amount(order)) if part)
    return f"  {text}" if text else ""


def any_amount(order: OrderButton) -> str:
    """What number can be put into an order, with an example."""
    amount = order.amount
    if amount is None:
        return ""
    example = amount.text.format(max(amount.low, amount.high * 2 // 3))
    return f"or any number from {amount.low} to {amount.high}: say for example {example}"


def card_line(card: Card) -> str:
    """A unit's card in a line."""
    named = f"{card.unit} {card.name}{f' at {card.place}' if card.place else ''}"
    plates = f", armor {'/'.join(map(str, card.plates))}" if card.plates else ""
    state = "".join(f", {word}" for word in sorted(card.state))
    facts = "".join(f"; {label}: {value}" for label, value in card.facts)
    return f"{named}: {card.track.lower()} {card.points.on} of {card.points.full}{plates}{state}{facts}"


class Quit(Exception):
    """The player has had enough."""


class TerminalGame:
    """One game between a person at the terminal and a computer player."""

    def __init__(self, game: Game, seat: int, opponent: Player) -> None:
        self.game, self.seat, self.opponent = game, seat, opponent
        self.orders: list[Order] = []
        self.moved = True  # whether the board has changed behind the player's back
        self.words: dict[str, Callable[[str], None]] = {
            "odds": self.odds,
            "hint": self.hint,
            "undo": self.undo,
            "board": self.board,
            "cards": self.cards,
            "save": self.save,
            "help": lambda rest: output.say(HELP),
            "quit": self.quit,
        }

    def play(self) -> None:
        """Until the game is over or the player stops."""
        threading.Thread(target=self._compile, name="compile", daemon=True).start()
        output.say("Say help to see what you can say.")
        self.begin()
        try:
            while self.game.to_act:
                self.step()
        except (Quit, EOFError):
            output.say()
        output.say(ending(self.game))

    def _compile(self) -> None:
        """Let the compiled rules take over when they are there; play goes on without them until then."""
        new = wanted() and not stamp(self.game.ruleset).exists()
        if new:
            output.aside(f"The rules of {self.game.ruleset.name} are compiled beside play, once ...")
        try:
            ready = prepare(self.game.ruleset)
        except (CompileFailed, OSError) as wrong:
            output.aside(f"They could not be compiled: {wrong}. Play goes on with slower rules.")
            return
        if new and ready:
            output.aside("The rules are compiled: the computer thinks many times faster from now on.")

    def begin(self) -> None:
        """What stands before the first order; of a game that goes on, the last order."""
        if not self.game.number:
            tell_all(self.game.opening(self.seat))
            return
        output.say(f"{self.game.number} orders have been given. The last one:")
        tell(self.game.history[-1], self.seat)

    def step(self) -> None:
        """The computer's decision if it owes one, else the player's."""
        other = 1 - self.seat
        if other in self.game.to_act:
            with output.progress(f"{self.opponent.name} is thinking", quiet=not sys.stderr.isatty()):
                order = self.theirs(other)
            tell(self.game.play(order), self.seat)
            self.moved = True
            return
        if self.moved:
            self.board("")
        self.orders = self.game.legal(self.seat)
        self.list_orders()
        while not self.answer(input("> ").strip()):
            pass

    def theirs(self, other: int) -> Action | str:
        """The computer's order. A player that cannot give one gives up."""
        try:
            return choose(self.opponent, self.game.ruleset, self.game.state, other)
        except PlayerFault as fault:
            output.aside(f"{fault}. It gives up.")
            return self.game.ruleset.speech.giving_up

    def list_orders(self) -> None:
        """The orders with their numbers."""
        status = self.game.view(self.seat).status
        labels = {button.text: button for button in self.game.view(self.seat).orders}
        output.say(f"\n{status.text or status.phase}")
        for number, act in enumerate(self.orders, 1):
            order = labels.get(act.text)
            cost = f" [{order.cost}]" if order and order.cost else ""
            output.say(f"{number:4} {act.text}{cost}{in_words(order) if order else ''}")

    def answer(self, text: str) -> bool:
        """Do what was said; whether an order was given or taken back."""
        word, _, rest = text.partition(" ")
        before = self.game.number
        if word.lower() in self.words:
            self.words[word.lower()](rest.strip())
        elif text:
            try:
                tell(self.game.play(self.order(text)), self.seat)
            except (IllegalOrder, NotUnderstood) as wrong:
                output.say(f"{wrong}")
        return self.game.number != before

    def order(self, text: str) -> Order:
        """The order of a number or a text. NotUnderstood if there is none."""
        if not (text.isascii() and text.isdigit()):
            return self.game.parse(text, self.seat)
        if len(text) > 6 or not 1 <= int(text) <= len(self.orders):
            raise NotUnderstood(f"say a number from 1 to {len(self.orders)}, or help")
        return self.orders[int(text) - 1]

    # ---- what can be said

    def odds(self, text: str) -> None:
        """The chances of an order."""
        try:
            act = self.order(text)
            odds = self.game.odds(act)
        except (IllegalOrder, NotUnderstood) as wrong:
            output.say(f"{wrong}")
            return
        explanation = self.game.explain(act)
        reasons = f" ({', '.join(map(modifier, explanation.modifiers))})" if explanation.modifiers else ""
        output.say(
            f"{explanation.title}: needs {explanation.needed}+{reasons}"
            if explanation.needed is not None
            else explanation.title
        )
        for line in odds.lines:
            within = "" if odds.exact else f" ({output.between(float(line.chance), odds.samples)})"
            output.say(f"{100 * float(line.chance):6.1f} %{within}  {line.text}")
        if odds.lines and not odds.exact:
            output.say(f"{output.estimated(odds.samples)}.")

    def hint(self, rest: str) -> None:
        """The computer's best orders."""
        asked = adviser(self.game.ruleset, self.game.state, ADVISER)
        with output.progress("Thinking", quiet=not sys.stderr.isatty()):
            best = self.game.rank(asked, self.seat)
        for order in top_orders(best, HINTS):
            often = f", given {100 * order.share:.1f} % of the time" if order.share is not None else ""
            tried = (
                f" ({output.between(order.value, order.visits)}, {order.visits} tries)"
                if order.visits > 1
                else ""
            )
            output.say(f"{100 * order.value:6.1f} %{tried}  {order.text}{often}")

    def undo(self, rest: str) -> None:
        """Back to before the player's last order."""
        own = [turn.number for turn in self.game.history if turn.order.seat == self.seat]
        since = self.game.history[own[-1] - 1 :] if own else []
        if not since or any(turn.dice and not hidden(turn, self.seat) for turn in since):
            output.say("A die was rolled since." if since else "Nothing has been ordered yet.")
            return
        if any(hidden(turn, self.seat) for turn in since):
            output.say("The other side has decided since.")
            return
        try:
            for _ in since:
                output.say(f"taken back: {self.game.undo()}")
        except UndoRefused as wrong:
            output.say(f"{wrong}")

    def board(self, rest: str) -> None:
        """The board as the player sees it."""
        self.moved = False
        output.say()
        output.say(text_board(self.game.scene(self.seat)))

    def cards(self, rest: str) -> None:
        """Every unit in a line."""
        for card in self.game.view(self.seat).cards:
            output.say(card_line(card))

    def save(self, rest: str) -> None:
        """Write a replay file."""
        if not rest:
            output.say("Say a file's name: save battle.json")
            return
        try:
            Path(rest).write_text(self.game.save(), encoding="utf-8")
        except (OSError, ValueError) as wrong:
            output.say(str(unwritable(rest, wrong)))
            return
        output.say(f"saved in {rest}")

    def quit(self, rest: str) -> None:
        """Stop."""
        raise Quit
