"""`hulldown replay` and `hulldown verify`: a game file told sentence by sentence, and checked."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from hulldown.cli import output, params
from hulldown.cli.errors import BadInput, parse_error_line

if TYPE_CHECKING:
    from hulldown.game import Game, Position, ReplayDifference, Step
    from hulldown.rulesets.api.words import Modifier, Roll, Sentence


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
        return load(params.load_file(file))
    except SaveError as wrong:
        raise SaveError(f"{file}: {wrong}") from None


def tell(turn: Step, seat: int | None = None) -> None:
    """Print one order: its sentences and its dice, all of them or what a seat hears."""
    tell_all(turn.sentences if seat is None else turn.log_for(seat))


def tell_all(sentences: Iterable[Sentence]) -> None:
    """Print sentences, each with its dice."""
    for sentence in sentences:
        output.say(sentence_text(sentence), "bold" if sentence.heading else "")
        for roll in sentence.rolls:
            output.say(f"    {die(roll)}")


def sentence_text(sentence: Sentence) -> str:
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


# ---------------------------------------------------------------- verify
# `hulldown verify`: play replay files again and see whether they say the truth.


OK, DIFFERENT, UNREADABLE, UNPROVED = 0, 1, 2, 3
WORSE = (OK, UNPROVED, DIFFERENT, UNREADABLE)  # of several files the worst counts
ANSWER = ("ok", "difference", "proved", "unproved", "sealed")


def verify(
    files: Annotated[list[Path], typer.Argument(metavar="FILE...", help="Replay files.")],
    as_json: params.AsJson = False,
) -> None:
    """Play replay files again, order by order, die by die.

    The exit code is 0 when all agree, 1 when one differs (the first difference is named), 2 when one
    cannot be read and 3 when one plays the same, but is of an old format or of older rules and proves
    nothing: anybody can write such a file. Of several files the worst counts: 2, 1, 3, 0. With --json one
    file gives an object with `ok`, `difference` and, where it is so, `"proved": false` with what is
    `unproved`, and `"sealed": true` for a file without its dice key; several give a list of such objects,
    each with its `file`.
    """
    verdicts = [judged(path) for path in files]
    if as_json and len(verdicts) == 1:
        row = verdicts[0][0]
        output.print_json(
            {"error": row["error"]} if row["error"] else {key: row[key] for key in ANSWER if key in row}
        )
    elif as_json:
        output.print_json([row for row, _ in verdicts])
    else:
        for row, _ in verdicts:
            output.say(verdict_text(row))
    raise typer.Exit(max((code for _, code in verdicts), key=WORSE.index))


def judged(path: Path) -> tuple[dict[str, Any], int]:
    """What comes of one file, and its exit code."""
    from hulldown.game import SaveError
    from hulldown.game.game import examined

    row: dict[str, Any] = {"file": str(path), "ok": False, "difference": None, "error": None}
    try:
        game, differences = examined(params.load_file(path))
    except BadInput as wrong:
        return row | {"error": parse_error_line(str(wrong))}, UNREADABLE
    except SaveError as wrong:
        return row | {"error": parse_error_line(f"{path}: is no usable replay: {wrong}")}, UNREADABLE
    if game.sealed:
        row["sealed"] = True
    if game.unproved:
        row |= {"proved": False, "unproved": list(game.unproved)}
    if differences:
        return row | {"difference": as_row(differences[0])}, DIFFERENT
    return row | {"ok": True}, UNPROVED if game.unproved else OK


def as_row(difference: ReplayDifference) -> dict[str, Any]:
    """A difference for scripts; order 0 is before the first."""
    return {"order": difference.number, "text": difference.text}


def verdict_text(row: dict[str, Any]) -> str:
    """One file's result as a line."""
    if row["error"]:
        return str(row["error"]["text"])
    if row["ok"]:
        if "unproved" in row:
            return f"{row['file']}: plays the same, but it cannot prove {'; nor '.join(row['unproved'])}"
        sealed = "; it is sealed, so its dice are only what it says they were" if "sealed" in row else ""
        return f"{row['file']}: ok{sealed}"
    number, text = row["difference"]["order"], row["difference"]["text"]
    where = f"at order {number}" if number else "before the first order"
    return f"{row['file']}: differs {where}: {text}"
