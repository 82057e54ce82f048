"""What `hulldown study` prints of a result: the sentence, the answers, what the games were like."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from hulldown.cli import output

if TYPE_CHECKING:
    from hulldown.lab.verdict_text import StudyNames


def print_answer(result: dict[str, Any], as_json: bool) -> None:
    """Print the answer, the evidence behind it, and by which seed it comes again."""
    if as_json:
        output.print_json(result)
        return
    output.say(result["sentence"], "bold")
    names = names_in(result)
    places = 2 if result.get("asked", {}).get("smallest_effect", 1.0) < 0.5 else 1
    rows = [
        [
            names.arm(answer["what"]) if answer["what"] == answer["arm"] else answer["what"],
            names.scenario(answer["scenario"]),
            f"{answer['estimate']:.{places}f}",
            between(answer, places),
            answer["verdict"],
        ]
        for answer in result["answers"]
    ]
    if rows:
        sure = 100 * (1 - result.get("asked", {}).get("error", 0.05))
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


def names_in(result: dict[str, Any]) -> StudyNames:
    """What people call the scenarios and arms of a result; one of an earlier hulldown does not say it."""
    from hulldown import rulesets
    from hulldown.lab.verdict_text import StudyNames, endings_of

    known = rulesets.get(result["ruleset"]).files.scenarios() if result["ruleset"] in rulesets.names() else {}
    names = result.get("names", {})
    shipped = {name: scenario.name for name, scenario in known.items()}
    scenarios = {**shipped, **names.get("scenarios", {})}
    return StudyNames(scenarios, names.get("arms", {}), endings_of(result["ruleset"]))


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

    from hulldown.lab.verdict_text import capital, uncapital

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
