"""Situations from files: the odds of a shot that stands in no game, one beside another."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any

from hulldown.cli import output
from hulldown.cli.formats import Form, print_csv
from hulldown.cli.params import Variant

if TYPE_CHECKING:
    from hulldown.odds import SituationOdds
    from hulldown.rulesets.api.odds import OddsLine
    from hulldown.rulesets.api.ruleset import Ruleset
    from hulldown.rulesets.api.situation import Evaluation
    from hulldown.rulesets.common.packs import Stack

Key = tuple[str, str, str]  # group, statement, rule
EvaluatedSituation = tuple[str, "Evaluation", "SituationOdds | None", "list[OddsLine]"]


def answer(ruleset: Ruleset, files: Sequence[Path], stack: Stack, form: Form) -> None:
    """Print the odds of the situations in some files, a column each, and beside each with what is changed."""
    evaluated = [column for file in files for column in columns(ruleset, file, stack)]
    if form is Form.JSON:
        output.print_json([as_data(ruleset, *situation) for situation in evaluated])
    elif form is Form.CSV:
        print_csv(*spreadsheet(evaluated))
    else:
        show(ruleset, evaluated)


def columns(ruleset: Ruleset, file: Path, stack: Stack) -> Iterator[EvaluatedSituation]:
    """The situation of a file as it is printed, and as packs and variants have it, if any are named.

    Where it is about a unit of a pack there is nothing printed to compare with.
    """
    from hulldown.catalogue import CatalogueError

    changed = bool(stack.chosen or stack.ruleset.layers)
    try:
        yield evaluate_file(ruleset, file, {})
    except CatalogueError:
        if not stack.ruleset.layers:
            raise
    if changed:
        packs = [f"pack {pack.sheet.name}" for pack in stack.packs if pack.layers]
        name, posed, odds, lines = evaluate_file(stack.ruleset, file, meant(stack))
        yield ", ".join([name, *packs]), posed, odds, lines


def meant(stack: Stack) -> dict[str, Variant]:
    """What is chosen; options of packs that a situation does not ask for are told and left out."""
    from hulldown.rulesets.common.situations import fitting

    form = stack.ruleset.need_situations().form({})
    apt = fitting(stack.ruleset, form, stack.chosen)
    of_packs = {name for pack in stack.packs for name in pack.chosen}
    idle = [name for name in stack.chosen if name in of_packs and name not in apt]
    if idle:
        output.aside(f"means nothing to a situation: {', '.join(idle)}")
    return {name: value for name, value in stack.chosen.items() if name not in idle}


def show(ruleset: Ruleset, evaluated: Sequence[EvaluatedSituation]) -> None:
    """Print the situations and their odds for people."""
    for name, posed, odds, _ in evaluated:
        print_situation(ruleset, name, posed, odds)
    if any(lines for *_, lines in evaluated):
        output.say()
        print_lines(evaluated)


def evaluate_file(ruleset: Ruleset, file: Path, variants: Mapping[str, Variant]) -> EvaluatedSituation:
    """The situation of a file, changed by variants, with its odds; none where the rules forbid it."""
    from hulldown.odds import situation_odds as reckon

    posed = load_situation(ruleset, file, variants)
    name = ", ".join([file.stem, *(f"{key}={value}" for key, value in variants.items())])
    if posed.refusal:
        return name, posed, None, []
    evaluation = reckon(ruleset, posed)
    return name, posed, evaluation, evaluation.lines


def load_situation(ruleset: Ruleset, file: Path, variants: Mapping[str, Variant]) -> Evaluation:
    """A situation as a position. CatalogueError names the file and what is wrong in it."""
    from hulldown.catalogue import CatalogueError
    from hulldown.catalogue.load import parse_toml, read_text

    data = dict(parse_toml(read_text(file, str(file)), str(file)))
    if variants:
        data["options"] = {**data.get("options", {}), **variants}
    try:
        return ruleset.need_situations().pose(data)
    except CatalogueError as error:
        raise CatalogueError([line.replace("situation", str(file), 1) for line in error.lines]) from None


def print_situation(ruleset: Ruleset, name: str, posed: Evaluation, odds: SituationOdds | None) -> None:
    """The situation in words, the number needed or the reason why not."""
    from hulldown.cli.replay import modifier
    from hulldown.odds import explain_situation

    output.say(f"{name}: {posed.title}", "bold")
    if posed.refusal or odds is None:
        refusal = posed.refusal
        output.say(f"  not possible: {refusal.text} ({refusal.rule})" if refusal else "")
        return
    why = explain_situation(ruleset, posed)
    heading = [why.subtitle, f"needs {why.needed}+" if why.needed is not None else ""]
    output.say("  " + ", ".join(part for part in heading if part))
    for term in why.modifiers:
        output.say(f"    {modifier(term)}")
    for text, rule in (*why.notes, *odds.averages, *posed.notes):
        output.say(f"  {text} ({rule})" if rule else f"  {text}")
    if not odds.exact:
        output.say(f"  {output.estimated(odds.samples)}.")


def print_lines(evaluated: Sequence[EvaluatedSituation]) -> None:
    """Every statement with its chance in each situation, and the difference where there are two."""
    head = ["what can happen", *(part for name, *_ in evaluated for part in (name, "%"))]
    two = len(evaluated) == 2 and all(lines for *_, lines in evaluated)
    rows = []
    for key in keys_of(evaluated):
        chances = [chance_of(key, lines) for *_, lines in evaluated]
        cells = [
            part
            for chance, (*_, odds, _) in zip(chances, evaluated, strict=True)
            for part in cells_of(chance, odds)
        ]
        rows.append((key[1], *cells, *([difference(chances)] if two else []), key[2]))
    output.print_table([*head, *(["second is"] if two else []), "rule"], rows)


def keys_of(evaluated: Sequence[EvaluatedSituation]) -> list[Key]:
    """Every statement once."""
    lines = (line for *_, lines in evaluated for line in lines)
    return list(dict.fromkeys((line.group, line.full, line.rule) for line in lines))


def spreadsheet(evaluated: Sequence[EvaluatedSituation]) -> tuple[list[str], list[list[object]]]:
    """The head and the rows of the same table, fractions and numbers; empty where the rules forbid it."""
    head = [
        "statement",
        "rule",
        *(f"{name} ({what})" for name, *_ in evaluated for what in ("fraction", "chance")),
    ]
    rows: list[list[object]] = []
    for key in keys_of(evaluated):
        chances = (chance_of(key, lines) for *_, lines in evaluated)
        cells = (("", "") if chance is None else (str(chance), float(chance)) for chance in chances)
        rows.append([key[1], key[2], *(part for pair in cells for part in pair)])
    return head, rows


def chance_of(key: Key, lines: Sequence[OddsLine]) -> Fraction | None:
    """The chance of a statement; none where the situation is not possible."""
    if not lines:
        return None
    hits = (line.chance for line in lines if (line.group, line.full, line.rule) == key)
    return next(hits, Fraction(0))


def cells_of(chance: Fraction | None, odds: SituationOdds | None) -> tuple[str, str]:
    """A chance as a fraction and in hundredths; of an estimated one, where it lies 95 times of 100, too."""
    from hulldown.views.charts.reports import percent

    if chance is None:
        return "-", "-"
    text = percent(chance) if 0 < chance < 1 else f"{100 * float(chance):.1f}"
    if odds is None or odds.exact:
        return str(chance), text
    return str(chance), f"{text} ({output.between(float(chance), odds.samples)})"


def difference(chances: Sequence[Fraction | None]) -> str:
    """How many hundredths the second is above the first, with its sign."""
    first, other = (chance or Fraction(0) for chance in chances)
    return f"{100 * float(other - first):+.1f}" if other != first else "="


def as_data(
    ruleset: Ruleset, name: str, posed: Evaluation, odds: SituationOdds | None, lines: list[OddsLine]
) -> dict[str, Any]:
    """A situation and its odds for scripts."""
    from hulldown.odds import explain_situation

    why = explain_situation(ruleset, posed) if odds else None
    notes = (*why.notes, *odds.averages, *posed.notes) if why and odds else ()
    return {
        "name": name,
        "title": posed.title,
        "situation": posed.given,
        "refusal": asdict(posed.refusal) if posed.refusal else None,
        "needed": why.needed if why else None,
        "modifiers": [asdict(modifier) for modifier in why.modifiers] if why else [],
        "notes": [list(note) for note in notes],
        "lines": [
            output.line_as_data(line, odds is None or odds.exact, odds.samples if odds else 0)
            for line in lines
        ],
        "exact": odds.exact if odds else True,
        "samples": odds.samples if odds else 0,
    }
