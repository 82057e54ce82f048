"""Whatever goes wrong, told in a line: exit code 2 for bad input, 1 for all else, never a traceback.

With `--json` the same is told to scripts, for every command and for mistakes in the arguments, too, where
the answer would have stood, on the output stream:

    {"error": {"text": "my.toml:3: turn_limit: must be a whole number, not \\"six\\"", "file": "my.toml",
               "line": 3, "field": "turn_limit", "rule": null}}

What is not known is null. Where there are several mistakes, `others` is a list of the rest in the same form.
"""

from __future__ import annotations

import errno
import json
import os
import re
import sys
import traceback
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from typing import Any, TextIO

import typer
from typer.core import TyperGroup

from hulldown.cli import interrupts
from hulldown.cli.trust import trusting

DEBUG = "HULLDOWN_DEBUG"
LONGEST = 400  # characters of one line
USAGE: type[Exception] = typer.BadParameter.__bases__[0]  # what every mistake in the arguments is
AS_JSON = "--json"
# what the machine lacks: room on the disk, by quota or for one file, a sound disk, files open, memory
LACKING = ("ENOSPC", "EDQUOT", "EFBIG", "EIO", "EMFILE", "ENFILE", "ENOMEM")
MACHINE = frozenset(getattr(errno, name) for name in LACKING if hasattr(errno, name))
SQLITE = (7, 10, 13)  # SQLITE_NOMEM, SQLITE_IOERR, SQLITE_FULL
# modules that a command may miss, each with its extra
EXTRAS = {
    "PIL": "pictures",
    "polars": "lab",
    "psycopg": "postgres",
    "ray": "cluster",
    "resvg_py": "pictures",
    "scipy": "lab",
}
PLACED = re.compile(
    r"(?P<file>[^:]*?[^:\s]\.\w{1,8})"  # skirmish.toml
    r"(?::(?P<line>\d+))?: "
    r"(?:(?P<field>[A-Za-z_]\w*(?:\.[\w-]+|\.\"[^\"]*\"|\[\d+\])*): )?"  # units.A1.hex, sides[1].name
)
OPTION = re.compile(r"(?P<field>--[a-z][a-z-]*)\b")
RULE = re.compile(r"\((?P<rule>[A-Z]{1,4}-\d{1,2}\.\d{1,3})\)$")


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
        given = list(sys.argv[1:] if args is None else args)
        return sys.exit(guarded(work, for_scripts(given))) if standalone_mode else work()

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Without an argument, what the help says; `--trust` counts for every sub-command, wherever it is."""
        if args and not ctx.resilient_parsing:
            args = trusting(args)
        return super().parse_args(ctx, args if args or ctx.resilient_parsing else ["--help"])


def for_scripts(given: Sequence[str]) -> bool:
    """Whether the arguments ask for JSON, also where they are wrong."""
    return AS_JSON in (given[: given.index("--")] if "--" in given else given)


def guarded(work: Callable[[], Any], as_json: bool = False) -> int:
    """Do the work; the exit code. Errors are printed, a line each, or as JSON."""
    try:
        interrupts.listening = True
        code = int(work() or 0)
        interrupts.listening = False
        sys.stdout.flush()  # what can't be written is told now, and not on the way out
        return code
    except (KeyboardInterrupt, typer.Abort):
        return report_stop()
    except BrokenPipeError:  # whoever read the output has had enough
        interrupts.listening = False
        silence(sys.stdout)
        return 1
    except Exception as error:
        if isinstance(error.__cause__, KeyboardInterrupt):  # a class was made just then: Python 3.11 wraps it
            return report_stop()
        interrupts.listening = False
        if os.environ.get(DEBUG, "0") not in ("", "0"):
            raise
        lines, code = error_lines(error)
        answer(lines, error, as_json)
        return code


def report_stop() -> int:
    """Say that Ctrl-C ended the work; the exit code."""
    interrupts.listening = False
    complain(["stopped"])
    return interrupts.STOPPED


def answer(lines: list[str], error: Exception, as_json: bool) -> None:
    """Say what is wrong: to scripts on the output stream, or on the error stream."""
    try:
        if as_json:
            print(json.dumps(as_data(lines, error), indent=2))
        sys.stdout.flush()
    except OSError:
        silence(sys.stdout)
        as_json = False
    if not as_json:
        complain(lines)


def complain(lines: list[str]) -> None:
    """Print lines on the error stream, if it can be written."""
    try:
        for line in lines:
            print(f"hulldown: {plain(line)}", file=sys.stderr)
        sys.stderr.flush()
    except OSError:
        silence(sys.stderr)


def silence(stream: TextIO) -> None:
    """Let a stream that can't be written lead nowhere, so that nothing is said of it on the way out."""
    with suppress(OSError, ValueError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, stream.fileno())
        os.close(nowhere)


# ---------------------------------------------------------------- what is wrong


def error_lines(error: Exception) -> tuple[list[str], int]:
    """An error as lines to print and an exit code."""
    lines = str(error).splitlines() or [type(error).__name__]
    if isinstance(error, USAGE):
        return [usage_line(error)], 2
    if isinstance(error, BadInput) or (isinstance(error, ValueError) and is_ours(error)):
        return lines, 2
    if isinstance(error, CannotBeDone) or is_ours(error):
        return lines, 1
    if isinstance(error, ModuleNotFoundError) and module_of(error) in EXTRAS:
        return [missing(error)], 2
    if isinstance(error, OSError) and error.strerror:
        if of_machine(error):
            return [f"{error.filename or 'the output'}: cannot be written: {error.strerror}"], 1
        where = f"{error.filename}: " if error.filename else ""
        return [f"{where}{error.strerror}"], 2
    if type(error).__module__ == "sqlalchemy.exc":
        return [f"the database: {(str(getattr(error, 'orig', '') or error)).splitlines()[0]}"], 1
    what = f"{type(error).__name__}: {lines[0]}"
    if place := place_in_code(error):
        return [f"{place}: {what}"], 2
    return [f"this should not have happened: {what} ({DEBUG}=1 shows where)"], 1


def place_in_code(error: Exception) -> str:
    """File and line of a pack's rules.py that an error came from; empty for any other error."""
    from hulldown.catalogue.pack import RULES

    places = [(frame.filename, frame.lineno) for frame in traceback.extract_tb(error.__traceback__)]
    ours = [f"{file}:{line}" for file, line in places if os.path.basename(file) == RULES]
    return ours[-1] if ours else ""


def is_ours(error: Exception) -> bool:
    """Whether an error was defined here, and so says what is wrong in our words."""
    return type(error).__module__.partition(".")[0] == "hulldown"


def module_of(error: ImportError) -> str:
    """The package that is missing."""
    return (error.name or "").partition(".")[0]


def missing(error: ImportError) -> str:
    """What has to be installed for what was asked."""
    module = module_of(error)
    if module in EXTRAS:
        return f'this needs an extra that is not installed: pip install "hulldown[{EXTRAS[module]}]"'
    return f"this needs the Python module {module}, which is not installed"


def unwritable(file: object, error: OSError | ValueError) -> BadInput | CannotBeDone:
    """A file that cannot be written, and why: bad input, unless the machine has no room for it."""
    text = f"{file}: cannot be written: {getattr(error, 'strerror', None) or error}"
    return CannotBeDone(text) if of_machine(error) else BadInput(text)


@contextmanager
def writing(place: object) -> Iterator[None]:
    """Write a file or a folder. BadInput when the place is not fit for it."""
    try:
        yield
    except OSError as error:
        raise unwritable(place, error) from None


def of_machine(error: BaseException) -> bool:
    """Whether the machine stands against something, and not what was asked for: a full disk, a broken one."""
    cause = getattr(error, "orig", None)  # what SQLAlchemy says of a database
    if isinstance(code := getattr(cause, "sqlite_errorcode", None), int):
        return code & 0xFF in SQLITE
    return isinstance(error, OSError) and error.errno in MACHINE


def usage_line(error: Any) -> str:
    """A mistake in the arguments, with where to read on."""
    text = str(error.format_message()).rstrip(".")
    command = error.ctx.command_path if error.ctx else "hulldown"
    return f"{text[:LONGEST]} (see {command} --help)"


# ---------------------------------------------------------------- how it is told


def plain(text: str) -> str:
    """A text on one line, without anything that a terminal would act on, and not too long."""
    clean = "".join(c if c.isprintable() else repr(c)[1:-1] for c in text.rstrip("\n"))
    return clean if len(clean) <= LONGEST else f"{clean[:LONGEST]}..."


def as_data(lines: Sequence[str], error: Exception | None = None) -> dict[str, Any]:
    """What is wrong, for scripts: `error`, and `others` where there are more."""
    first, *others = (parse_error_line(plain(line)) for line in lines)
    if first["field"] is None and isinstance(error, USAGE):
        first["field"] = argument_of(error)
    return {"error": first} | ({"others": others} if others else {})


def parse_error_line(line: str) -> dict[str, Any]:
    """A line with what it names: file, line, field (or option of the command) and rule."""
    place, rule = PLACED.match(line), RULE.search(line)
    option = None if place else OPTION.match(line)
    return {
        "text": line,
        "file": place["file"] if place else None,
        "line": int(place["line"]) if place and place["line"] else None,
        "field": place["field"] if place else option["field"] if option else None,
        "rule": rule["rule"] if rule else None,
    }


def argument_of(error: Any) -> str | None:
    """The option or argument that a mistake in the arguments is about."""
    parameter = getattr(error, "param", None)
    if parameter is None:
        return getattr(error, "option_name", None)
    option = str(parameter.opts[0])
    return option if option.startswith("-") else str(parameter.metavar or parameter.name)
