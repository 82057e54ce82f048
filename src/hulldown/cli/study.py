"""`hulldown study`: ask whether a change of the rules is any good, and how sure the answer is."""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict
from math import isfinite
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import typer

from hulldown.cli import output, params
from hulldown.cli.errors import BadInput, CannotBeDone, writing

if TYPE_CHECKING:
    from hulldown.lab.playing import Executor
    from hulldown.lab.running import Run, StudyLook
    from hulldown.lab.study import Study
    from hulldown.lab.study_names import StudyNames
    from hulldown.rulesets.api.ruleset import Ruleset


def print_answer(result: dict[str, Any], as_json: bool) -> None:
    """Print the answer, the evidence behind it, and by which seed it comes again."""
    if as_json:
        output.print_json(result)
        return
    output.say(result["sentence"], "bold")
    if check := result.get("check"):
        output.say(check["sentence"])
    names, asked = names_in(result), result.get("asked", {})
    rows = [answer_row(result, names, answer) for answer in result["answers"]]
    if rows:
        sure = 100 * (1 - asked.get("error", 0.05))
        output.print_table(["what", "scenario", "points", f"{sure:g} of 100 times", "verdict"], rows, 2)
    for rung in result.get("ladder", ()):
        elo = rung["elo"]
        output.say(f"{rung['player']}: Elo {elo['value']:+.0f} ({elo['low']:+.0f} to {elo['high']:+.0f})")
    for metric in result["metrics"]:
        output.say(games_text(metric, names))
    stalls = f", {result['stalls']:,} of them never ended" if result["stalls"] else ""
    output.say(
        f"{result['pairs']:,} pairs, {result['games']:,} games{stalls}, seed {result['seed']}, "
        f"signature {result['signature']}, {result['seconds']:.1f} s."
    )


def answer_row(result: dict[str, Any], names: StudyNames, answer: dict[str, Any]) -> list[str]:
    """A line of the table of answers: what it is about, where, the number with its interval, the verdict."""
    from hulldown.lab.verdict_text import DIFFERENCES, verdict_words, what_text

    kind, asked = result["kind"], result.get("asked", {})
    effect = asked.get("smallest_effect", 1.0)
    places = 2 if effect < 0.5 else 1
    centre = 0.0 if kind in DIFFERENCES else 100 * asked.get("target", 0.5)
    return [
        what_text(names, kind, answer),
        names.scenario(answer["scenario"]),
        f"{answer['estimate']:.{places}f}",
        between(answer, places),
        verdict_words(kind, answer, effect, centre),
    ]


def names_in(result: dict[str, Any]) -> StudyNames:
    """What people call the scenarios and arms of a result; one of an earlier hulldown does not say it."""
    from hulldown import rulesets
    from hulldown.lab.study_names import StudyNames, endings_of

    known = rulesets.get(result["ruleset"]).files.scenarios() if result["ruleset"] in rulesets.names() else {}
    names = result.get("names", {})
    shipped = {name: scenario.name for name, scenario in known.items()}
    scenarios = {**shipped, **names.get("scenarios", {})}
    endings = endings_of(result["ruleset"])
    return StudyNames(scenarios, names.get("arms", {}), endings, names.get("units", {}))


def between(estimate: dict[str, Any], places: int = 1) -> str:
    """`-3.6 to 2.9`; open ends as `?`."""
    low, high = ("?" if end is None else f"{end:.{places}f}" for end in (estimate["low"], estimate["high"]))
    return f"{low} to {high}"


def games_text(metric: dict[str, Any], names: StudyNames) -> str:
    """What the games of an arm were like, in a line; a length that was always the same has no interval."""

    def mean(name: str, times: float = 1.0, digits: int = 1) -> str:
        it = metric[name]
        value = f"{times * (it['value'] or 0.0):.{digits}f}"
        if it["low"] is None or it["high"] is None:
            return value
        low, high = (f"{times * it[end]:.{digits}f}" for end in ("low", "high"))
        return f"{value} ({low} to {high})"

    from hulldown.lab.study_names import capital, uncapital

    ends = "; ".join(
        f"{uncapital(names.ending(end['rules']))} ({100 * end['share']:.0f} %)"
        for end in metric["ended_by"][:3]
    )
    arm, scenario = capital(names.arm(metric["arm"])), names.scenario(metric["scenario"])
    return (
        f"{arm}, {scenario}: first side {mean('first', 100)} %, draws {mean('draws', 100)} %, "
        f"{mean('turns')} turns, {mean('orders')} orders; how they ended: {ends}"
    )


def compared_arms(comparison: dict[str, Any], arms: list[str]) -> str:
    """What is held against each other: an arm of either study, or two players."""
    names = [
        names_in(comparison[which]).arm(arm) for which, arm in zip(("first", "second"), arms, strict=True)
    ]
    return " / ".join(dict.fromkeys(names))


# ---------------------------------------------------------------- study
# `hulldown study`: ask whether a change of the rules is any good, and how sure the answer is.


KINDS = {
    "fair": "Is a scenario fair?",
    "variant": "Does an option, a number, a unit or a pack change who wins?",
    "forces": "Which of two forces wins?",
    "units": "Which unit or upgrade is worth how much?",
    "atlas": "Which of all options and numbers matter here?",
    "depth": "Does skill tell? A ladder of players, weakest first.",
    "tune": "Which value of a number makes it even?",
    "profile": "What are the games like?",
}
EXAMPLE = "hulldown study variant tank_commander --scenario skirmish --option reverse_move=true"
NOTED = 0.5  # seconds between two looks that are written down for whoever watches

app = typer.Typer(no_args_is_help=True, help="Studies: does a change alter who wins, and how sure is that?")

FileOrDir = Annotated[
    Path, typer.Argument(metavar="FILE|DIR", help="A study file, or the folder of a study.")
]
Dir = Annotated[Path, typer.Argument(metavar="DIR", help="The folder of a study.")]
Out = Annotated[
    Path | None, typer.Option("--out", metavar="DIR", help="The folder to keep it in; it must be new.")
]
Workers = Annotated[
    int | None, typer.Option("--workers", min=1, max=512, help="Processes; by default, one for each core.")
]
OnRay = Annotated[
    str, typer.Option("--ray", metavar="ADDRESS", help="A Ray cluster instead: its address, auto or local.")
]
Quiet = Annotated[bool, typer.Option("--quiet", help="Print no progress.")]
Scenarios = Annotated[
    list[str] | None,
    typer.Option(
        "--scenario",
        metavar="NAME|PATH",
        help="A scenario of the ruleset or of a pack, or a .toml file of your own; may be repeated.",
        autocompletion=params.scenarios_beginning,
    ),
]
Both = Annotated[
    str, typer.Option("--players", metavar="A,B", help="Players with playouts: greedy, mcts:200, captain ...")
]
TwoForces = Annotated[
    list[str] | None,
    typer.Option("--force", metavar="NAME=A,B", help="For forces: samples or builds of one; give two."),
]
Knobs = Annotated[
    list[str] | None,
    typer.Option(
        "--knob",
        metavar="NAME=LOW..HIGH",
        help="For tune: what is turned, and how far: turn_limit=6..14, tanks.warden.hull=6..12.",
    ),
]
Over = Annotated[
    list[str] | None,
    typer.Option(
        "--over", metavar="UNIT", help="For atlas: the numbers of a unit, not the rules: tanks.warden."
    ),
]
Wanted = Annotated[
    float, typer.Option("--target", min=1.0, max=99.0, help="For tune: the first side's share, in percent.")
]
Effect = Annotated[
    float, typer.Option("--smallest-effect", min=0.1, max=50.0, help="What matters, in points of share.")
]
Error = Annotated[
    float,
    typer.Option("--error", min=0.001, max=0.49, help="The chance of a false alarm, and of missing that."),
]
Pairs = Annotated[
    int | None, typer.Option("--most-pairs", min=64, max=10_000_000, help="Pairs of games at most.")
]
Tables = Annotated[
    str, typer.Option("--tables", metavar="units,choices", help="What is kept of units and of orders given.")
]
CheckWith = Annotated[
    str,
    typer.Option(
        "--check-with", metavar="PLAYER", help="Play a tenth of the pairs again with it; does it agree?"
    ),
]
Luck = Annotated[bool, typer.Option("--luck", help="Keep the luck of the dice and how games went.")]


# ---------------------------------------------------------------- what is played with, what is changed
# In a variant that says nothing of a change what it is played with is the change.


CHANGE = "--change-"  # how the words for a change begin
OF_BASE = "Of all games; in a variant without --change-..., the change."


class ChangeWords(NamedTuple):
    """What the command line says that a variant changes."""

    options: list[str] | None
    values: list[str] | None
    packs: list[Path] | None
    units: list[str] | None


def base_option(name: str, metavar: str, what: str) -> Any:
    """A word for what all games are played with."""
    return typer.Option(name, metavar=metavar, help=f"{what} {OF_BASE}")


def change_option(name: str, metavar: str, what: str) -> Any:
    """A word for what a variant changes of its base."""
    return typer.Option(f"{CHANGE}{name}", metavar=metavar, help=f"For variant: {what}")


Options = Annotated[
    list[str] | None,
    base_option("--option", "NAME=VALUE", "Play with a rule variant; may be repeated."),
]
Values = Annotated[
    list[str] | None,
    base_option("--value", "NAME=N", "Play with another number in a rule; may be repeated."),
]
Packs = Annotated[
    list[Path] | None,
    base_option("--pack", "PATH", "Play with a pack; the last goes before."),
]
Units = Annotated[
    list[str] | None,
    base_option("--unit", "A1=NAME", "Field another build for a unit, by name or from a .toml file."),
]
NewOptions = Annotated[
    list[str] | None, change_option("option", "NAME=VALUE", "change a rule variant of the base.")
]
NewValues = Annotated[
    list[str] | None, change_option("value", "NAME=N", "change a number in a rule of the base.")
]
NewPacks = Annotated[list[Path] | None, change_option("pack", "PATH", "add a pack to the base.")]
NewUnits = Annotated[
    list[str] | None,
    change_option(
        "unit", "PLACE=N|A1=NAME", "change a number of a unit, tanks.warden.hull=9, or field another build."
    ),
]


def with_base(
    kind: str,
    rules: Ruleset,
    given: params.Given,
    words: ChangeWords,
    scenarios: list[str],
    data: dict[str, Any],
) -> dict[str, Any]:
    """The data of a quick question with its base and its change."""
    from hulldown.lab.arms import base_of
    from hulldown.lab.study import quick_question

    if kind != "variant" and any(words):
        raise BadInput(f"{CHANGE}...: belongs to a study of the kind variant, not {kind}")
    content = params.content_of(rules, given._replace(scenario=next(iter(scenarios), "")))
    base, first = base_of(content, Path.cwd())
    data["scenarios"] = [anywhere(name) for name in scenarios] or [first]
    if kind == "variant" and not any(words):
        return quick_question(data, {}, base)
    return quick_question(data, base, change_of(rules, words))


def change_of(rules: Ruleset, words: ChangeWords) -> dict[str, Any]:
    """What a variant changes, as an arm has it."""
    units = dict(place_of(text) for text in words.units or ())
    return {
        "options": params.named_values(rules, "option", words.options, CHANGE),
        "values": params.named_values(rules, "value", words.values, CHANGE),
        "packs": [str(path.resolve()) for path in words.packs or ()],
        "units": {place: value for place, value in units.items() if not isinstance(value, str)},
        "forces": {unit: build_at(name) for unit, name in units.items() if isinstance(name, str)},
    }


def place_of(text: str) -> tuple[str, int | float | str]:
    """A number of a unit, `tanks.warden.hull=9`, or what is fielded, `A1=NAME`. BadInput for neither."""
    place, equals, value = (part.strip() for part in text.partition("="))
    if place and equals and value and "." not in place:
        return place, value
    with suppress(ValueError):
        if place and isfinite(number := float(value)):
            return place, int(number) if number == int(number) else number
    raise BadInput(f"{CHANGE}unit: {text[:60]!r} is not PLACE=N, such as tanks.warden.hull=9, nor A1=NAME")


# ---------------------------------------------------------------- a quick question


def ask(
    ctx: typer.Context,
    ruleset: params.RulesetName,
    scenario: Scenarios = None,
    players: Both = "",
    option: Options = None,
    value: Values = None,
    pack: Packs = None,
    unit: Units = None,
    change_option: NewOptions = None,
    change_value: NewValues = None,
    change_pack: NewPacks = None,
    change_unit: NewUnits = None,
    force: TwoForces = None,
    knob: Knobs = None,
    over: Over = None,
    target: Wanted = 50.0,
    smallest_effect: Effect = 3.0,
    error: Error = 0.05,
    most_pairs: Pairs = None,
    tables: Tables = "",
    luck: Luck = False,
    check_with: CheckWith = "",
    seed: params.Seed = 0,
    workers: Workers = None,
    ray: OnRay = "",
    out: Out = None,
    as_json: params.AsJson = False,
    quiet: Quiet = False,
) -> None:
    """Ask a question and wait for the answer."""
    kind = str(ctx.info_name)
    rules = params.ruleset_named(ruleset)
    data: dict[str, Any] = {
        "name": kind,  # until its scenarios are known by name
        "kind": kind,
        "ruleset": rules.id,
        "players": ladder_of(players, kind, rules.computers.study_player),
        "seed": seed,
        "arms": forces_of(force),
        "decide": {"smallest_effect": smallest_effect, "error": error}
        | ({"most_pairs": most_pairs} if most_pairs else {}),
        "record": {"tables": [name.strip() for name in tables.split(",") if name.strip()]}
        | ({"curve": "luck"} if luck else {}),
        **({"over": over} if over else {}),
        **({"knobs": dict(map(knob_of, knob or ())), "target": target / 100} if kind == "tune" else {}),
    }
    given = params.Given(option, value, pack, "", unit)
    words = ChangeWords(change_option, change_value, change_pack, change_unit)
    params.players_from_here()
    study = judged(with_base(kind, rules, given, words, scenario or [], data))
    played(titled(study), Path.cwd(), out, workers, ray, as_json, quiet, check_with)


def anywhere(name: str) -> str:
    """A scenario's name, or the whole path of a file."""
    from hulldown.catalogue import is_toml

    if is_toml(name):
        params.load_file(Path(name))
        return str(Path(name).resolve())
    return name


def ladder_of(players: str, kind: str, usual: str) -> list[str]:
    """The players that are named, or the usual one; one alone plays both sides."""
    names = [name.strip() for name in players.split(",") if name.strip()]
    if not names:
        names = ["random", "greedy", "mcts:100", "mcts:400"] if kind == "depth" else [usual]
    return names * 2 if len(names) == 1 and kind != "depth" else names


def forces_of(force: list[str] | None) -> dict[str, Any]:
    """The arms of a question about forces."""
    arms = {}
    for text in force or ():
        name, equals, units = text.partition("=")
        if not equals:
            raise BadInput(f"--force: {text[:60]!r} is not NAME=UNIT,UNIT")
        arms[name.strip()] = {"force": [build_at(unit.strip()) for unit in units.split(",")]}
    return arms


def build_at(name: str) -> str:
    """A sample's name, or the whole path of a build."""
    from hulldown.catalogue import is_toml

    return str(Path(name).resolve()) if is_toml(name) else name


def knob_of(text: str) -> tuple[str, list[float]]:
    """`turn_limit=6..14`. BadInput if it is not such a text."""
    name, _, ends = text.partition("=")
    low, _, high = ends.partition("..")
    with suppress(ValueError):
        return name.strip(), [float(low), float(high)]
    raise BadInput(f"--knob: {text[:60]!r} is not NAME=LOW..HIGH")


def judged(data: dict[str, Any]) -> Study:
    """A study of plain data. CatalogueError names what is wrong with it."""
    from hulldown.lab.study import study_of

    return study_of(data, Path.cwd())


def titled(study: Study) -> Study:
    """A study by what it asks about: `Fair: Skirmish (Tank Commander)`."""
    from hulldown import rulesets
    from hulldown.lab.study_names import names_of

    names = names_of(study, Path.cwd())
    where = ", ".join(map(names.scenario, study.scenarios))
    name = f"{study.kind.capitalize()}: {where} ({rulesets.get(study.ruleset).name})"
    return study.model_copy(update={"name": name if len(name) <= 80 else f"{name[:79]}…"})


# ---------------------------------------------------------------- played


def played(
    study: Study,
    base: Path,
    out: Path | None,
    workers: int | None,
    ray: str,
    as_json: bool,
    quiet: bool,
    check_with: str = "",
) -> None:
    """Play a study, in a folder if one is named, and print what came of it."""
    from hulldown.lab.recording import Folder

    need_checkable(study, check_with)
    folder = None
    if out is not None:
        prepared(study, base, as_json or quiet)
        folder = Folder.begin(out, study, base)
        study, base = folder.study, folder.path
    go_on(study, base, folder, workers, ray, as_json, quiet, check_with)


def need_checkable(study: Study, check_with: str) -> None:
    """BadInput where another player can't check a study, or there is none such."""
    from hulldown.catalogue import CatalogueError
    from hulldown.lab.agreement import again

    if check_with:
        try:
            again(study, study.decide.most_pairs, check_with)
        except CatalogueError as wrong:
            raise BadInput(f"--check-with: {wrong.lines[0]}") from None


def prepared(study: Study, base: Path, quiet: bool) -> None:
    """Set everything up once before anything is written."""
    from hulldown.lab.running import ready

    ready(study, base)
    output.have_compiled(params.ruleset_named(study.ruleset), quiet)


def go_on(
    study: Study,
    base: Path,
    folder: Any,
    workers: int | None,
    ray: str,
    as_json: bool,
    quiet: bool,
    check_with: str = "",
) -> None:
    """Play what is still to be played, and tell."""
    from hulldown.lab.agreement import check_study
    from hulldown.lab.playing import WorkersDie
    from hulldown.lab.recording import CannotKeep
    from hulldown.lab.report import finish, with_check
    from hulldown.lab.results import result_of
    from hulldown.lab.running import Run, cost_of

    output.have_compiled(params.ruleset_named(study.ruleset), as_json or quiet)
    if not (as_json or quiet or ray or (folder and folder.numbers())):
        output.aside(price_text(study, cost_of(study, base, workers or params.cores())))
    playing = executor_of(workers, ray)
    try:
        with stoppable() as stop, watched(as_json or quiet) as tell:
            run = Run(study, base, folder, playing, cancelled=stop.is_set)
            run_with_progress(run, tell)
            result = finish(run) if folder else result_of(run)
            if check_with and not run.stopped:
                check = check_study(run, result, check_with, playing, stop.is_set, tell)
                result = with_check(folder, result, check) if check else result
    except (CannotKeep, WorkersDie) as wrong:
        raise CannotBeDone(str(wrong)) from None
    finally:
        playing.close()
    print_answer(result, as_json)
    if run.stopped:
        where = f"; go on with: hulldown study run {folder.path}" if folder else ""
        output.aside(f"stopped early: this is what was played until then{where}")
        raise typer.Exit(130)


def price_text(study: Study, estimate: dict[str, Any]) -> str:
    """What a study takes on this machine: `About 6,912 games between mcts:100, 3.1 minutes ...`."""
    players = " and ".join(dict.fromkeys(study.players))
    return (
        f"About {estimate['games']:,} games between {players}: {estimate['minutes']:.1f} minutes on this "
        f"machine if nothing differs, at most {estimate['most_minutes']:.1f}; {estimate['rate']:,.0f} games "
        "a second."
    )


def executor_of(workers: int | None, ray: str) -> Executor:
    """Whoever plays. CannotBeDone where a cluster does not answer."""
    from hulldown.lab.playing import executor

    try:
        return executor(workers or params.cores(), ray)
    except (ConnectionError, ValueError, RuntimeError) as wrong:
        raise CannotBeDone(f"--ray {ray}: {str(wrong).splitlines()[0]}") from None


@contextmanager
def stoppable() -> Iterator[threading.Event]:
    """An event that Ctrl-C sets, and being told to end."""
    with output.interruptible() as stop:
        with suppress(ValueError):  # not the main thread
            signal.signal(signal.SIGTERM, lambda number, frame: stop.set())
        yield stop


def run_with_progress(run: Run, tell: Any) -> None:
    """Play on; write down how it stands from time to time, and at the end."""
    last, look = 0.0, None
    for look in run:
        tell(look)
        if run.folder and time.monotonic() - last > NOTED:
            last = time.monotonic()
            run.folder.note(asdict(look))
            look = None
    if look is not None and run.folder:
        run.folder.note(asdict(look))


@contextmanager
def watched(quiet: bool) -> Iterator[Any]:
    """A line on the error stream that shows how a study stands, where that is a terminal."""
    console = output.console(error=True)
    if quiet or not console.is_terminal:
        yield lambda look: None
        return
    from rich.live import Live
    from rich.text import Text

    with Live(Text("Playing ..."), console=console, transient=True, refresh_per_second=4) as live:
        yield lambda look: live.update(Text(standing(look)))


def standing(look: StudyLook) -> str:
    """How a study stands, in a line: `1,280 pairs of games played, 6,400 at most · so far -1.5 points, most
    likely between -7.0 and +4.0 · 693 games a second · at most 47 seconds more`.
    """
    parts = [f"{look.blocks:,} pairs of games played, {look.most:,} at most"]
    open_cells = [cell for cell in look.cells if not cell.verdict]
    if len(look.cells) == 1:
        cell = look.cells[0]
        bounds = f"between {100 * cell.low:+.1f} and {100 * cell.high:+.1f}"
        parts.append(f"so far {100 * cell.estimate:+.1f} points, most likely {bounds}")
    elif look.cells:
        parts.append(f"{len(look.cells) - len(open_cells)} of {len(look.cells)} questions settled")
    parts.append(f"{look.rate:,.0f} games a second")
    return " · ".join([*parts, f"at most {look.left:,.0f} seconds more"])


# ---------------------------------------------------------------- files and folders


@app.command(epilog="Example: hulldown study new variant tank_commander > reverse.toml")
def new(
    kind: Annotated[str, typer.Argument(metavar="KIND", help=", ".join(KINDS))],
    ruleset: params.RulesetName,
    scenario: params.ScenarioName = "",
    option: params.Variants = None,
    value: params.Numbers = None,
    pack: params.Packs = None,
    unit: params.Units = None,
) -> None:
    """Print a study file of a kind, to be filled in."""
    from hulldown.lab.study import template

    params.one_of("kind", kind, KINDS)
    content = params.content_of(ruleset, params.Given(option, value, pack, scenario, unit), battle=False)
    text = template(kind, content)
    output.say(f"# {KINDS[kind]}\n# hulldown study run FILE --out DIR\n{text.rstrip()}")


@app.command(epilog="Example: hulldown study run reverse.toml --out reverse.study")
def run(
    path: FileOrDir,
    check_with: CheckWith = "",
    workers: Workers = None,
    ray: OnRay = "",
    out: Out = None,
    as_json: params.AsJson = False,
    quiet: Quiet = False,
) -> None:
    """Play a study file, or go on with a study that was stopped."""
    from hulldown.lab.recording import Folder
    from hulldown.lab.study import load_study

    params.players_from_here()
    if path.is_dir():
        if out is not None:
            raise BadInput(f"--out: {path} is a study already, and goes on where it is")
        folder = Folder.open(path)
        folder.same_rules()
        need_checkable(folder.study, check_with)
        go_on(folder.study, folder.path, folder, workers, ray, as_json, quiet, check_with)
        return
    study, base = load_study(path)
    out = out or Path(f"{path.stem}.study")
    played(study, base, out, workers, ray, as_json, quiet, check_with)


@app.command(epilog="Example: hulldown study show reverse.study")
def show(path: Dir, as_json: params.AsJson = False) -> None:
    """Print what came of a study, or how it stands."""
    result = result_in(path)
    print_answer(result | {"seconds": result.get("seconds", 0.0)}, as_json)


def result_in(path: Path) -> dict[str, Any]:
    """The result of a folder. BadInput if it has none yet."""
    from hulldown.lab.recording import Folder

    result = Folder.open(path).result()
    if result is None:
        raise BadInput(f"{path}: has no result yet; go on with it: hulldown study run {path}")
    return result


@app.command(epilog="Example: hulldown study compare reverse.study slower.study")
def compare(first: Dir, second: Dir, as_json: params.AsJson = False) -> None:
    """Print two studies side by side, and their difference where the same blocks were played."""
    from hulldown.lab.recording import Folder
    from hulldown.lab.results import compared

    result_in(first), result_in(second)
    comparison = compared(Folder.open(first), Folder.open(second))
    if as_json:
        output.print_json(comparison)
        return
    for name, path in (("first", first), ("second", second)):
        output.say(f"{path}: {comparison[name]['sentence']}")
    rows = [
        [
            names_in(comparison["first"]).scenario(row["scenario"]),
            compared_arms(comparison, row["arms"]),
            f"{row['estimate']:+.1f}",
            between(row),
            f"{row['blocks']:,}",
        ]
        for row in comparison["differences"]
    ]
    if rows:
        output.print_table(["scenario", "arms", "first side, points", "95 of 100 times", "blocks"], rows, 2)
    else:
        output.say(f"No difference can be told: {comparison['why']}.")


@app.command(epilog="Example: hulldown study export reverse.study --out reverse.zip")
def export(
    path: Dir,
    out: Annotated[Path, typer.Option("--out", metavar="FILE", help="A .csv, .html or .zip file to write.")],
) -> None:
    """Write a study's games as CSV, its report as one HTML file, or everything as a ZIP."""
    from hulldown.lab.recording import Folder
    from hulldown.lab.report import exported

    result_in(path)
    try:
        with writing(out):
            out.write_bytes(exported(Folder.open(path), out.suffix))
    except KeyError:
        raise BadInput(f"--out: {out.name} is neither .csv, .html nor .zip") from None
    output.say(f"{out} is written")


@app.command(epilog="Example: hulldown study verify reverse.study --sample 100")
def verify(
    path: Dir,
    sample: Annotated[int, typer.Option(min=1, max=1_000_000, help="Games drawn at random.")] = 100,
    seed: params.Seed = 0,
    as_json: params.AsJson = False,
) -> None:
    """Play some games of a study again and compare them with what is written of them."""
    from hulldown.lab.recording import Folder, StudyReplay

    folder = Folder.open(path)
    folder.same_rules()
    params.players_from_here()
    output.have_compiled(params.ruleset_named(folder.study.ruleset), as_json)
    again = StudyReplay(folder)
    numbers = again.sample(sample, seed)
    wrong = list(again.differences(numbers))
    if as_json:
        output.print_json({"games": len(numbers), "differences": wrong})
    else:
        for line in wrong:
            output.say(line)
        output.say(f"{len(numbers)} games played again, {len(wrong)} differ")
    if wrong:
        raise typer.Exit(1)


@app.command(epilog="Example: hulldown study game reverse.study 17 --out game.json")
def game(
    path: Dir,
    number: Annotated[int, typer.Argument(metavar="N", help="Its row in games.parquet, from 0.")],
    out: Annotated[
        Path | None, typer.Option("--out", metavar="FILE", help="Where to save it; else it is told.")
    ] = None,
) -> None:
    """Save a game of a study for the table, or tell it."""
    from hulldown.lab.recording import Folder, game_of

    folder = Folder.open(path)
    folder.same_rules()
    params.players_from_here()
    replay = game_of(folder, number)
    if out is None:
        for turn in replay.history:
            output.say(str(turn))
        return
    with writing(out):
        out.write_text(replay.save(), "utf-8")
    output.say(f"{out} is written; watch it: hulldown replay {out}")


@app.command(epilog="Example: hulldown study cost reverse.toml")
def cost(path: FileOrDir, workers: Workers = None, as_json: params.AsJson = False) -> None:
    """Say how many games and minutes a study takes, and what it could find."""
    from hulldown.lab.running import cost_of
    from hulldown.lab.study import load_study

    params.players_from_here()
    study, base = load_study(path)
    output.have_compiled(params.ruleset_named(study.ruleset), as_json)
    estimate = cost_of(study, base, workers or params.cores())
    if as_json:
        output.print_json(estimate)
        return
    output.say(
        f"{price_text(study, estimate)} {study.decide.most_pairs:,} pairs can find differences of "
        f"{estimate['findable_effect']:.1f} points or more."
    )


@app.command(epilog="Example: hulldown study calibrate chase")
def calibrate(
    ruleset: params.RulesetName,
    scenario: params.ScenarioName = "",
    option: params.Variants = None,
    value: params.Numbers = None,
    pack: params.Packs = None,
    unit: params.Units = None,
    players: Annotated[str, typer.Option(metavar="A", help="Who plays both sides.")] = "random",
    studies: Annotated[int, typer.Option(min=1, max=100_000, help="Of either sort.")] = 200,
    points: Annotated[float, typer.Option(min=0.1, max=40.0, help="Planted in half of them.")] = 3.0,
    seed: params.Seed = 0,
    workers: Workers = None,
    as_json: params.AsJson = False,
) -> None:
    """Prove on real games that studies err as seldom as they promise.

    In half of the studies nothing differs; in the others so many points of share are planted, by turning
    games that the first side did not win into won ones.
    """
    from hulldown.ai import player
    from hulldown.lab.arms import StudyBase, base_of
    from hulldown.lab.calibrating import Truth
    from hulldown.lab.calibrating import calibrate as judge
    from hulldown.lab.study import Decide

    rules = params.ruleset_named(ruleset)
    usual = "long_shot" if rules.id == "chase" and not pack else ""
    content = params.content_of(rules, params.Given(option, value, pack, scenario or usual, unit))
    content.set_up()
    player(players, rules)
    output.have_compiled(rules, as_json)
    base, name = base_of(content, Path.cwd())
    decide = Decide(smallest_effect=points)
    truth = Truth(rules.id, name, players, decide, points, base=StudyBase.model_validate(base, strict=False))
    with output.progress("Judging studies", as_json) as advance:
        result = judge(truth, studies, seed, workers or params.cores(), advance)
    if as_json:
        output.print_json(result)
        return
    alarms, hits = result["aa"]["false_alarms"], result["planted"]["found"]
    allowed, promised = "5 % are allowed", "95 % are promised"
    output.say(
        f"Nothing differs: {output.counted(alarms, studies)} of {studies} studies say it does; {allowed}"
    )
    output.say(f"{points:g} points planted: {output.counted(hits, studies)} of {studies} find it; {promised}")


for _kind, _help in KINDS.items():
    app.command(_kind, help=_help, epilog=f"Example: {EXAMPLE}")(ask)
