"""Whatever goes wrong, told in a line: exit code 2 for bad input, 1 for all else, never a traceback."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import typer
from typer.core import TyperGroup

DEBUG = "HULLDOWN_DEBUG"
LONGEST = 400  # characters of one line
USAGE: type[Exception] = typer.BadParameter.__bases__[0]  # what every mistake in the arguments is


class BadInput(ValueError):
    """What was asked for cannot be understood: exit code 2."""


class CannotBeDone(RuntimeError):
    """The request is clear, but something outside stands against it: exit code 1."""


class Commands(TyperGroup):
    """The sub-commands, run so that no error ends in a traceback. HULLDOWN_DEBUG=1 shows them after all."""

    def main(
        self,
        args: Sequence[str] | None = None,
        prog_name: str | None = None,
        complete_var: str | None = None,
        standalone_mode: bool = True,
        windows_expand_args: bool = True,
        **extra: Any,
    ) -> Any:
        """Run; the process ends with the exit code, as Typer has it."""
        work = partial(
            super().main,
            args,
            prog_name,
            complete_var,
            False,
            windows_expand_args=windows_expand_args,
            **extra,
        )
        return sys.exit(guarded(work)) if standalone_mode else work()


def guarded(work: Callable[[], Any]) -> int:
    """Do the work; the exit code. Errors are printed, a line each."""
    try:
        return int(work() or 0)
    except (KeyboardInterrupt, typer.Abort):
        complain(["stopped"])
        return 130
    except Exception as error:
        if os.environ.get(DEBUG, "0") not in ("", "0"):
            raise
        lines, code = told(error)
        complain(lines)
        return code


def complain(lines: list[str]) -> None:
    """Print lines on the error stream."""
    for line in lines:
        print(f"hulldown: {plain(line)}", file=sys.stderr)


def told(error: Exception) -> tuple[list[str], int]:
    """An error as lines to print and an exit code."""
    lines = str(error).splitlines() or [type(error).__name__]
    if isinstance(error, USAGE):
        return [usage_line(error)], 2
    if isinstance(error, BadInput) or (isinstance(error, ValueError) and is_ours(error)):
        return lines, 2
    if isinstance(error, CannotBeDone) or is_ours(error):
        return lines, 1
    if isinstance(error, OSError) and error.strerror:
        where = f"{error.filename}: " if error.filename else ""
        return [f"{where}{error.strerror}"], 1
    what = f"{type(error).__name__}: {lines[0]}"
    return [f"this should not have happened: {what} ({DEBUG}=1 shows where)"], 1


def is_ours(error: Exception) -> bool:
    """Whether an error was defined here, and so says what is wrong in our words."""
    return type(error).__module__.partition(".")[0] == "hulldown"


def usage_line(error: Any) -> str:
    """A mistake in the arguments, with where to read on."""
    said = str(error.format_message()).rstrip(".")
    command = error.ctx.command_path if error.ctx else "hulldown"
    return f"{said[:LONGEST]} (see {command} --help)"


def plain(text: str) -> str:
    """A text on one line, without anything that a terminal would act on, and not too long."""
    clean = "".join(c if c.isprintable() else repr(c)[1:-1] for c in text.rstrip("\n"))
    return clean if len(clean) <= LONGEST else f"{clean[:LONGEST]}..."
