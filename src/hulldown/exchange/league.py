"""A battle as a report for a league: forces, losses, survivors, the result, and how it can be proved."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import Any

from hulldown.game import replay
from hulldown.game.battle import Battle
from hulldown.rulesets.api.files import RosterUnit, ScenarioInfo
from hulldown.rulesets.api.ruleset import SIDES
from hulldown.rulesets.api.words import Card
from hulldown.rulesets.common.content import CHOSEN, Content
from hulldown.rulesets.common.packs import Stack
from hulldown.views.charts import csv_text
from hulldown.views.text import AMOUNT

GONE = {"gone": "left the table", "wreck": "lost"}  # what a unit's card says of one that is out of the battle
OF = re.compile(r"(\d[\d,.]*) of \d[\d,.]*(?: (\w+))?$")  # what a card notes beside its boxes: "390 of 415"
HEAD = (
    *("ruleset", "scenario", "result", "winner", "turn", "orders", "setup", "position", "replay"),
    *("side", "player", "unit", "name", "kind", "points", "measure", "at the start", "at the end", "outcome"),
)


@dataclass(frozen=True)
class UnitLine:
    """A unit of a force: what it cost, and its hull, models or health at the start and at the end.

    `outcome` is survived, damaged, lost or left the table; of a battle that runs, how it stands.
    """

    unit: str
    side: int
    name: str
    kind: str
    points: int
    measure: str
    start: float
    end: float
    outcome: str


@dataclass(frozen=True)
class LeagueReport:
    """All of it. `setup` tells what was played from anything else, `position` how it ended, `replay` are the
    first digits of the SHA-256 of the saved game without its dice to come; `dice` promises those.
    """

    ruleset: str
    scenario: str
    result: str
    winner: int | None
    over: bool
    turn: int
    turns: int
    period: str
    orders: int
    score: str
    units: tuple[UnitLine, ...]
    differences: tuple[str, ...]
    setup: str
    position: str
    replay: str
    dice: str
    players: tuple[str, str] = ("", "")

    def points(self, side: int, *outcomes: str) -> int:
        """The points of a side's units, or of those that fared so."""
        mine = (line for line in self.units if line.side == side)
        return sum(line.points for line in mine if not outcomes or line.outcome in outcomes)


def league_report(game: Battle, result: str = "", players: tuple[str, str] = ("", "")) -> LeagueReport:
    """The report of a battle that has ended, or of one that runs as it stands.

    Each side's units are those that it sees itself. `result` says how a server ended it, `players` who
    played.
    """
    ruleset, start = game.ruleset, game.start
    content = Content(Stack(ruleset), game.scenario, game.options, game.forces)
    status = ruleset.table.status(game.state, None)
    info = content.info
    return LeagueReport(
        ruleset.name,
        info.name,
        result or status.result or ended(game),
        game.result,
        game.result is not None,
        status.turn,
        status.turns,
        status.period.lower(),
        game.number,
        status.extras.get("score", ""),
        tuple(unit_lines(game, content, info, cards(game, start), cards(game, game.state))),
        tuple(differences(content)),
        content.digest,
        game.digest,
        sha256(replay.save(game, sealed=True).encode()).hexdigest()[:32],
        game.commitment,
        players,
    )


def ended(game: Battle) -> str:
    """How a battle ended that its rules did not end."""
    if game.result is None:
        return ""
    return "A draw, as agreed" if game.result == len(SIDES) else f"{SIDES[game.result]} wins, as agreed"


def cards(game: Battle, s: Any) -> list[Card]:
    """The cards of both sides, each as the side itself knows it, with the names of people's own units."""
    both = (game.ruleset.table.cards(s, side) for side in range(len(SIDES)))
    own = [card for side, known in enumerate(both) for card in known if card.side == side]
    return game.ruleset.builds.dressed(own, game.forces) if game.ruleset.builds else own


def unit_lines(
    game: Battle,
    content: Content,
    info: ScenarioInfo,
    before: Sequence[Card],
    after: Sequence[Card],
) -> Iterator[UnitLine]:
    """A line for each unit that began the battle, then for those that came later."""
    now = {card.unit: card for card in after}
    roster = {unit.unit: unit for unit in info.roster}
    first = {card.unit for card in before}
    for card in (*before, *(card for card in after if card.unit not in first)):
        entry = roster.get(card.roster or card.unit)
        last = now.get(card.unit) or replace(card, points=replace(card.points, on=0))
        name = card.name or (entry.name if entry else "")
        cost = points_of(content, card, entry)
        over = game.result is not None
        start, end, measure = strengths(card, last)
        how = outcome(last, start, end, over)
        yield UnitLine(card.unit, card.side, name, card.kind_name, cost, measure, start, end, how)


def outcome(after: Card, start: float, end: float, over: bool) -> str:
    """What became of a unit."""
    out = next((words for state, words in GONE.items() if state in after.state), "")
    if out:
        return out
    if not after.points.on or (start and not end):
        return "lost"
    if end < start:
        return "damaged"
    return "survived" if over else "unharmed"


def strengths(before: Card, after: Card) -> tuple[float, float, str]:
    """What there was of a unit and what is left, and of what: as exactly as its card tells."""
    first, last = OF.match(before.note), OF.match(after.note)
    if first and (last or not after.points.on):
        left = number(last[1]) if last and after.points.on else 0.0
        return number(first[1]), left, (first[2] or before.track).lower()
    return before.points.on, after.points.on, before.track.lower()


def number(text: str) -> float:
    """A number of a card."""
    return float(text.replace(",", ""))


def points_of(content: Content, card: Card, entry: RosterUnit | None) -> int:
    """What a unit cost; 0 where nothing costs points."""
    builds = content.ruleset.builds
    build = content.forces.get(card.roster or card.unit) or content.forces.get(card.unit)
    if build is None and entry is not None:
        build = entry.build or (content.build(entry.sample) if entry.sample else None)
    if builds is None or build is None:
        return 0
    match = AMOUNT.search(builds.card(build, content.variants).points)
    return int(match[0].replace(",", "")) if match else 0


def differences(content: Content) -> Iterator[str]:
    """What is not by the printed rules. A game does not know who set what."""
    for change in content.differences():
        yield (replace(change, source="") if change.source == CHOSEN else change).describe()


# ---------------------------------------------------------------- files


def as_text(report: LeagueReport) -> str:
    """The report to be pasted into a forum or a letter."""
    title = f"{report.ruleset}, {report.scenario}"
    parts = [title, "=" * len(title), "", report.result or "The battle is not over."]
    if report.score and report.score not in report.result:
        parts.append(report.score)
    until = f" of {report.turns}" if report.turns else ""
    parts.append(f"{report.period.capitalize()} {report.turn}{until}, {report.orders} orders")
    for side, name in enumerate(SIDES):
        mine = [line for line in report.units if line.side == side]
        player = f", {report.players[side]}" if report.players[side] else ""
        parts += ["", f"{name}{player}{force(report, side, len(mine))}"]
        parts += [unit_text(line) for line in mine]
    if report.differences:
        parts += ["", "Not by the printed rules", *(f"- {text}" for text in report.differences)]
    parts += ["", "Proof", f"Setup {report.setup}", f"Position {report.position}", f"Replay {report.replay}"]
    parts += [f"Dice {report.dice}"] if report.dice else []
    return "\n".join(parts) + "\n"


def force(report: LeagueReport, side: int, count: int) -> str:
    """What a side brought and what it has left."""
    brought, lost = report.points(side), report.points(side, "lost")
    units = f", {count} unit{'' if count == 1 else 's'}"
    gone = sum(line.outcome == "lost" for line in report.units if line.side == side)
    if not brought:
        return f"{units}, {gone} lost"
    return f"{units} for {brought} points, {gone} lost for {lost} points"


def unit_text(line: UnitLine) -> str:
    """A unit in a line."""
    points = f"{line.points} points" if line.points else ""
    what = ", ".join(part for part in (f"{line.unit} {line.name}".strip(), line.kind, points) if part)
    left = f"{line.measure} {line.end:g} of {line.start:g}" if line.measure else ""
    return f"- {what}: {', '.join(part for part in (line.outcome, left) if part)}"


def as_csv(report: LeagueReport) -> str:
    """The report as a table: a row for each unit, with what holds for the whole battle in each."""
    winner = "draw" if report.winner == len(SIDES) else "" if report.winner is None else SIDES[report.winner]
    battle = (
        *(report.ruleset, report.scenario, report.result, winner, report.turn, report.orders),
        *(report.setup, report.position, report.replay),
    )
    rows = [
        [
            *battle,
            *(SIDES[line.side], report.players[line.side], line.unit, line.name, line.kind, line.points),
            *(line.measure, f"{line.start:g}", f"{line.end:g}", line.outcome),
        ]
        for line in report.units
    ]
    return csv_text(HEAD, rows)


def write(game: Battle, form: str = "txt") -> bytes:
    """The report of a game as a file: txt or csv."""
    report = league_report(game)
    return (as_csv(report) if form == "csv" else as_text(report)).encode()
