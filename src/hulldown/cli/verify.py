"""`hulldown verify`: play replay files again and see whether they say the truth."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from hulldown.cli import output, params
from hulldown.cli.errors import BadInput, parse_error_line

if TYPE_CHECKING:
    from hulldown.game import ReplayDifference

OK, DIFFERENT, UNREADABLE, UNPROVED = 0, 1, 2, 3
WORSE = (OK, UNPROVED, DIFFERENT, UNREADABLE)  # of several files the worst counts
ANSWER = ("ok", "difference", "proved", "unproved", "sealed")


def add_to(app: typer.Typer) -> None:
    """Make this a sub-command."""
    app.command(epilog="Example: hulldown verify battle.json")(verify)


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
            output.say(in_words(row))
    raise typer.Exit(max((code for _, code in verdicts), key=WORSE.index))


def judged(path: Path) -> tuple[dict[str, Any], int]:
    """What comes of one file, and its exit code."""
    from hulldown.game import SaveError
    from hulldown.game.game import examined

    row: dict[str, Any] = {"file": str(path), "ok": False, "difference": None, "error": None}
    try:
        game, differences = examined(params.read_file(path))
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


def in_words(row: dict[str, Any]) -> str:
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
