"""`hulldown solve`: the value of a game and how to play it, as far as its ruleset can work that out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from fractions import Fraction
from typing import TYPE_CHECKING, Annotated, Any

import typer

from hulldown.cli import output, params
from hulldown.cli.errors import BadInput

if TYPE_CHECKING:
    from hulldown.rulesets.api.bot import (
        Exploitability,
        MixedOrder,
        Payoff,
        PolicyTable,
        Solution,
        Solving,
        Strategy,
    )
    from hulldown.rulesets.api.ruleset import Ruleset
    from hulldown.rulesets.common.content import Content

FEW = 6  # sections of the table that are shown without being asked for
PROVEN = (
    1e-6  # of the range of payoffs: what the best answers may win and the strategy still is called proven
)


def solve(
    ruleset: params.RulesetName,
    scenario: Annotated[
        str,
        typer.Argument(
            metavar="[SCENARIO]",
            help="A scenario of the ruleset, or a .toml file of your own; the first by default.",
            autocompletion=params.scenarios_beginning,
        ),
    ] = "",
    named: params.ScenarioName = "",
    option: params.Variants = None,
    value: params.Numbers = None,
    pack: params.Packs = None,
    unit: params.Units = None,
    turns: Annotated[
        int | None, typer.Option(min=1, max=10_000, help="Another number of turns than the scenario's.")
    ] = None,
    prove: Annotated[
        bool, typer.Option("--prove", help="Work out what the best answers to the strategy win.")
    ] = False,
    every: Annotated[bool, typer.Option("--all", help="The whole table, not only its first parts.")] = False,
    as_json: params.AsJson = False,
) -> None:
    """Solve a game: its value, the best play at the start, and a table to play from.

    What has been solved is kept, so that it is there at once the next time. The exit code is 1 when --prove
    finds that the strategy can be beaten, and 130 when Ctrl-C stops the work.
    """
    from hulldown.rulesets.api.bot import Cancelled

    if scenario and named:
        raise BadInput("name the scenario once, with --scenario or without")
    given = params.Given(option, value, pack, scenario or named, unit)
    content = params.content_of(ruleset, given)
    rules, start = content.ruleset, starting(content, turns)
    try:
        solution, proof = worked_out(solver(rules), start, prove, as_json)
    except Cancelled:
        raise typer.Abort from None
    table = solution.table()
    results = (solution, solution.strategy(start), table if every else table[:FEW], proof)
    output.print_json(as_data(*results)) if as_json else show(*results)
    if len(table) > FEW and not every:
        output.aside(f"{len(table) - FEW} more tables: say --all", as_json)
    raise typer.Exit(1 if proof and proof.relative > PROVEN else 0)


def solver(rules: Ruleset) -> Solving:
    """What solves the games of a ruleset. CannotSolve where nothing does."""
    from hulldown.rulesets.api.bot import CannotSolve

    solver_ = rules.computers.solving()
    if solver_ is None:
        raise CannotSolve(f"games of {rules.name} cannot be solved")
    return solver_


def starting(content: Content, turns: int | None) -> Any:
    """The position to solve. CannotSolve, BadInput and CatalogueError say what stands against it."""
    able = solver(content.ruleset)
    start = content.set_up()
    return start if turns is None else able.with_turns(start, turns)


def worked_out(able: Solving, start: Any, prove: bool, quiet: bool) -> tuple[Solution, Exploitability | None]:
    """The solution and, if it is wanted, its proof. Cancelled when Ctrl-C was pressed meanwhile."""
    with output.interruptible() as stop:
        with output.progress_of("Solving", quiet) as reach:
            solution = able.solve(start, reach, stop.is_set)
        if not prove:
            return solution, None
        with output.progress_of("Looking for better answers", quiet) as reach:
            return solution, solution.exploitability(reach, stop.is_set)


# ---------------------------------------------------------------- what is shown


def show(
    solution: Solution, start: Strategy, table: Sequence[PolicyTable], proof: Exploitability | None
) -> None:
    """Print a solution for people."""
    kept = ", kept from an earlier time" if solution.from_cache else ""
    output.say(f"{payoff(solution.value)} is what the first seat can expect", "bold")
    output.say(f"payoffs from {payoff(solution.lowest)} to {payoff(solution.highest)}")
    output.say(f"{solution.states:,} positions, solved in {solution.seconds:.1f} s{kept}")
    if proof:
        show_proof(proof)
    show_start(start)
    for section in table:
        output.say(f"\n{section.title}", "bold")
        output.print_table(section.header, section.rows)
        if section.note:
            output.say(section.note)


def show_proof(proof: Exploitability) -> None:
    """Print what the best answers win."""
    output.say(
        f"the best answer wins {proof.first:.1e} more for the first seat and {proof.second:.1e} for the "
        f"second: {proof.relative:.1e} of the range of payoffs"
    )


def show_start(start: Strategy) -> None:
    """Print how both seats begin, and what each pair of orders pays."""
    output.say("\nAt the start", "bold")
    mixtures = [(seat, mixture) for seat, mixture in zip(("first", "second"), start.mixtures, strict=True)]
    rows = [(seat, order.label, share(order)) for seat, mixture in mixtures for order in mixture]
    output.print_table(("seat", "order", "how often"), rows, left=2)
    if all(start.mixtures):
        first, second = start.mixtures
        output.say()
        head = ("payoff of first \\ second", *(order.label for order in second))
        output.print_table(
            head,
            [(order.label, *map(payoff, row)) for order, row in zip(first, start.matrix, strict=True)],
        )


def share(order: MixedOrder) -> str:
    """`27.3 %`, or a dash for what is never given."""
    return f"{100 * float(order.chance):.1f} %" if order.chance else "-"


def payoff(value: Payoff) -> str:
    """`+0.2000 (1/5)`; the fraction only where it is exact and short."""
    text = f"{float(value):+.4f}"
    short = isinstance(value, Fraction) and value.denominator <= 1000 and Fraction(text) != value
    return f"{text} ({value})" if short else text


# ---------------------------------------------------------------- what scripts read


def as_data(
    solution: Solution, start: Strategy, table: Sequence[PolicyTable], proof: Exploitability | None
) -> dict[str, Any]:
    """A solution for scripts: payoffs as numbers, and the value also exactly where it is a fraction."""
    first, second = ([mixed(order) for order in mixture] for mixture in start.mixtures)
    return {
        "value": float(solution.value),
        "exact": str(solution.value) if isinstance(solution.value, Fraction) else None,
        "lowest": float(solution.lowest),
        "highest": float(solution.highest),
        "states": solution.states,
        "seconds": solution.seconds,
        "from_cache": solution.from_cache,
        "start": {
            "first": first,
            "second": second,
            "payoffs": [[float(value) for value in row] for row in start.matrix],
        },
        "table": [section._asdict() for section in table],
        "exploitability": asdict(proof) if proof else None,
    }


def mixed(order: MixedOrder) -> dict[str, Any]:
    """An order of a mixture for scripts."""
    return {"order": order.text, "label": order.label, "chance": float(order.chance)}
