"""`hulldown replay`: a game file told sentence by sentence, with its dice."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from hulldown.cli import output, params

if TYPE_CHECKING:
    from hulldown.game import Game, Position, Step
    from hulldown.rulesets.api.words import Modifier, Roll, Sentence


def add_to(app: typer.Typer) -> None:
    """Make this a sub-command."""
    app.command(epilog="Example: hulldown replay battle.json --board")(replay)


def replay(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A replay file.")],
    board: Annotated[bool, typer.Option("--board", help="Show the board at the start of each turn.")] = False,
    as_json: params.AsJson = False,
) -> None:
    """Tell a game sentence by sentence, each die with what it needed and why."""
    game = opened(file)
    if as_json:
        output.print_json(as_data(game))
        return
    tell_all(game.opening(None))
    now = -1
    for turn, position in game.replay():
        if turn:
            tell(turn)
        if board:
            before, now = now, position.status().turn
            if now != before or turn is game.history[-1]:
                print_board(position)
    output.say(ending(game))


def opened(file: Path) -> Game:
    """The game of a file. SaveError and BadInput name the file."""
    from hulldown.game import SaveError, load

    try:
        return load(params.read_file(file))
    except SaveError as wrong:
        raise SaveError(f"{file}: {wrong}") from None


def tell(turn: Step, seat: int | None = None) -> None:
    """Print one order: its sentences and its dice, all of them or what a seat hears."""
    tell_all(turn.sentences if seat is None else turn.log_for(seat))


def tell_all(sentences: Iterable[Sentence]) -> None:
    """Print sentences, each with its dice."""
    for sentence in sentences:
        output.say(in_words(sentence), "bold" if sentence.heading else "")
        for roll in sentence.rolls:
            output.say(f"    {die(roll)}")


def in_words(sentence: Sentence) -> str:
    """A sentence with its rules, unit names as plain words."""
    rules = f" ({', '.join(sentence.rules)})" if sentence.rules and not sentence.heading else ""
    return unbraced(sentence.text) + rules


def unbraced(text: str) -> str:
    """A text of the log without the signs that mark unit names."""
    return text.replace("{", "").replace("}", "")


def die(roll: Roll) -> str:
    """`[5] of 6: needs 4+, rolled 5: hit (accuracy 4 TC-7.12, target in forest +1 TC-9.5)`."""
    reasons = f" ({', '.join(map(modifier, roll.modifiers))})" if roll.modifiers else ""
    rule = f" ({roll.rule})" if roll.rule else ""
    faces = "".join(f"[{face}]" for face in roll.faces or (roll.value,))
    return f"{faces} of {roll.sides}: {unbraced(roll.text)}{rule}{reasons}"


def modifier(term: Modifier) -> str:
    """`target in forest +1 TC-9.5`."""
    return f"{term.text} {term.amount:+d} {term.rule}".rstrip()


def print_board(position: Position) -> None:
    """The board as text."""
    from hulldown.views import text_board

    output.say()
    output.say(text_board(position.scene(None)))


def ending(game: Game) -> str:
    """How it ended, or that it has not."""
    status = game.view().status
    if game.result is None:
        return f"After {game.number} orders the game is still going on."
    outcome = "a draw" if game.result == 2 else f"the {('first', 'second')[game.result]} seat wins"
    return f"After {game.number} orders: {status.result or outcome}"


def as_data(game: Game) -> dict[str, Any]:
    """The game for scripts."""
    return {
        "ruleset": game.ruleset.id,
        "scenario": str(game.scenario),
        "opening": [asdict(sentence) for sentence in game.opening(None)],
        "orders": [
            {
                "number": turn.number,
                "seat": turn.order.seat,
                "order": turn.order.text,
                "dice": [list(fell) for fell in turn.dice],
                "sentences": [asdict(sentence) for sentence in turn.sentences],
            }
            for turn in game.history
        ],
        "result": game.result,
    }
