"""The scenario editor: who meets whom, and how far apart. There is no map."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from hulldown.kernel.actions import Log
from hulldown.kernel.records import blank
from hulldown.rulesets.api.editing import Draft, DraftUnit, Named, NoSense, Placeable, Where
from hulldown.rulesets.api.scene import TrackScene
from hulldown.rulesets.chase.board import scene
from hulldown.rulesets.chase.catalogue import REGULAR, Force, Scenario
from hulldown.rulesets.chase.setup import BAND_NAMES, blank_state, engage_duel, field_tank, set_up
from hulldown.rulesets.chase.state import SIDE_TANKS, Phase
from hulldown.rulesets.chase.turn import first_pairing
from hulldown.rulesets.common.editing import Drafting, DraftRow

ALIKE = "alike"
POINTS = 600  # of a side in free play, if nothing is said
CREWED = "/"  # between a tank and its crew, where that is not the usual one
LABELS = {
    "start": "Start range",
    "limit": "Worth of the turn limit",
    "free": "Players choose their tanks",
    "total": "Points of a side",
    "destroy_b": "Rust is destroyed",
    "destroy_a": "Cobalt is destroyed",
    "both": "Both are destroyed",
    "esc_b": "Rust escapes",
    "esc_a": "Cobalt escapes",
    "esc_both": "Both escape",
    "limit_a": "Turn limit, Cobalt in better condition",
    "limit_b": "Turn limit, Rust in better condition",
    "limit_eq": "Turn limit, alike",
}


class TrackDrafting(Drafting):
    """Drafts of Chase."""

    board = "track"
    set_up = staticmethod(set_up)
    mirrors = (Named(ALIKE, "The tanks of Cobalt on both sides"),)
    hidden = frozenset(("units",))
    labels = LABELS

    def placeable(self) -> Iterator[Placeable]:
        """Every tank with every crew, the usual one first."""
        units = self.shelf.units()
        for crew in sorted(units.crews, key=lambda crew: crew != REGULAR):
            for key, tank in units.tanks.items():
                if crew == REGULAR:
                    yield Placeable(key, tank.name, tank.type)
                else:
                    name = f"{tank.name}, {units.crews[crew].name.lower()}"
                    yield Placeable(f"{key}{CREWED}{crew}", name, tank.type)

    def new_force(self, draft: Draft, seat: int, unit: str) -> Draft:
        """A tank with its crew; a second one on a side makes it a battle of teams (CH-14.1)."""
        if any(row.seat == seat for row in self.rows(draft)):
            draft.setdefault("options", {})["team_battle"] = True
            draft.pop("duels", None)
        return crewed(unit)

    def other_unit(self, draft: Draft, row: DraftRow, unit: str) -> None:
        """Another tank and crew in the place of one."""
        row.force.clear()
        row.force.update(crewed(unit))

    def piece(self, draft: Draft, row: DraftRow) -> DraftUnit:
        """A tank with its crew as it is listed."""
        units = self.shelf.units()
        tank, crew = str(row.force.get("tank", "")), str(row.force.get("crew", REGULAR))
        if not tank:
            return DraftUnit(row.name, row.seat, "Own tank", "")
        name = units.tanks[tank].name if tank in units.tanks else tank
        if crew == REGULAR:
            return DraftUnit(row.name, row.seat, name, tank)
        by = units.crews[crew].name.lower() if crew in units.crews else crew
        return DraftUnit(row.name, row.seat, f"{name}, {by}", f"{tank}{CREWED}{crew}")

    def place_unit(self, draft: Draft, row: DraftRow, at: Where) -> None:
        """A tank that is new starts where all do; NoSense for moving one."""
        if row.name:
            raise NoSense("All start at the range of the scenario; nobody is moved")

    def letter(self, draft: Draft, row: DraftRow) -> str:
        """A and B."""
        return "AB"[row.seat]

    def mirror(self, draft: Draft, how: str) -> None:
        """The second side has the tanks of the first."""
        own = [row for row in self.rows(draft) if row.seat == 0]
        self.enlist(draft, [*own, *(DraftRow(row.table, "", 1, dict(row.force)) for row in own)])

    def settle(self, draft: Draft, field: str) -> None:
        """Free play is for points, and nothing else is (CH-17.4)."""
        if field == "free" and draft.get("free"):
            draft.setdefault("total", POINTS)
        elif field == "free":
            draft.pop("total", None)

    def scene(self, file: Scenario, aside: frozenset[str]) -> TrackScene:
        """Those who meet at the range where they start; a place of one that is aside stays empty."""
        team = str(file.options.get("team_battle", False)).lower() == "true"
        s = blank_state({"team_battle": team}, self.shelf)
        s.start_range, s.turn_limit = BAND_NAMES.index(file.start), file.turn_limit
        for seat, letter in enumerate("AB"):
            for i, (name, force) in enumerate(self.seated(file, letter)):
                known = Force(tank=next(iter(self.shelf.units().tanks))) if name in aside else force
                field_tank(self.shelf, s, seat * SIDE_TANKS + i, known.own or known.tank, known.crew)
        if s.count[0] and s.count[1] and team:
            first_pairing(s, blank(Log))
        elif s.count[0] and s.count[1]:
            engage_duel(s, int(s.start_range))
        s.phase = Phase.START
        drawn = scene(self.shelf, s, None)
        return replace(
            drawn,
            units=tuple(unit for unit in drawn.units if unit.unit not in aside),
            encounters=tuple(
                replace(encounter, was=None)
                for encounter in drawn.encounters
                if not aside & {encounter.first, encounter.second}
            ),
        )

    def seated(self, file: Scenario, letter: str) -> list[tuple[str, Any]]:
        """The tanks of a side, as many as there is room for."""
        return [(name, unit) for name, unit in file.units.items() if name[0] == letter][:SIDE_TANKS]


def crewed(unit: str) -> Draft:
    """A tank and its crew as a file says it."""
    tank, _, crew = unit.partition(CREWED)
    return {"tank": tank, "crew": crew} if crew else {"tank": tank}
