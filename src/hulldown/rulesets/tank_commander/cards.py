"""Cards beside the board, and the line above it."""

from __future__ import annotations

from hulldown.kernel.hexes import name_of
from hulldown.rulesets.api.ruleset import SIDES
from hulldown.rulesets.api.words import Card, CrewSeat, Pips, Status
from hulldown.rulesets.common.names import plural
from hulldown.rulesets.tank_commander import crew
from hulldown.rulesets.tank_commander.air import had_free_strikes, is_dark
from hulldown.rulesets.tank_commander.log import outcome_text
from hulldown.rulesets.tank_commander.missions import Shelf
from hulldown.rulesets.tank_commander.shooting import (
    gunner_penalty,
    has_weapon,
    profile_accuracy,
    weapon_range,
)
from hulldown.rulesets.tank_commander.state import (
    CREW,
    NOBODY,
    BeatenWhen,
    Drive,
    Ground,
    Health,
    Kind,
    Phase,
    Rank,
    Role,
    Shell,
    Standing,
    State,
    Upgrade,
    Weapon,
)
from hulldown.rulesets.tank_commander.victory import keeps_score, leaves_wrecks, objective_count, still_fights
from hulldown.rulesets.tank_commander.words import (
    DRIVES,
    NIGHT,
    RANKS,
    STORM,
    cells,
    figure,
    hexes,
    kind_name,
    passengers,
    squad_name,
    states,
    unit_id,
    unit_name,
)

SEATS = (("C", "Cmdr"), ("D", "Driver"), ("G", "Gunner"), ("L", "Loader"), ("+", "Lt Cmdr"))
SHELLS = {Shell.NONE: "empty", Shell.AT: "AT", Shell.HE: "HE"}
SEAT_OF = ("commander", "driver", "gunner", "loader")


def rank_of(s: State, u: int, member: int) -> str:
    """What a crew member has become in a campaign (TC-14.8)."""
    return RANKS[Rank(s.units[u].rank[member])] if s.options.campaign else ""


def note_of(s: State, u: int, member: int) -> str:
    """What a crew member's state means for the tank, in two or three words (TC-6.14 to TC-6.21)."""
    t = s.units[u]
    if member == Role.LIEUTENANT:
        held = [role for role in range(len(SEAT_OF)) if crew.stands_in(s, u, role)]
        return f"as {' and '.join(SEAT_OF[role] for role in held)}" if held else rank_of(s, u, member)
    if not crew.alive(s, u, member):
        return "Lt in seat" if crew.stands_in(s, u, member) else "killed"
    if t.crew[member] == Health.OK:
        return rank_of(s, u, member)
    if crew.eased(s, u, member):
        return "treated"
    return (
        f"{crew.allowance(s, u)} AP a turn",
        f"drives {hexes(crew.movement_cap(s, u))}",
        f"to hit: {gunner_penalty(s, u, s.silent)} more",
        f"load {crew.load_cost(s, u)} AP",
    )[member]


def crew_seat(s: State, u: int, member: int) -> CrewSeat:
    letter, role = SEATS[member]
    health = s.units[u].crew[member]
    state = {Health.OK: "ok", Health.WOUNDED: "hurt", Health.KILLED: "dead"}[Health(health)]
    if member == Role.LIEUTENANT and health != Health.KILLED and s.units[u].stand_in == NOBODY:
        state = "reserve" if health == Health.OK else "hurt"
    return CrewSeat(letter, role, state, note_of(s, u, member))


def kit(shelf: Shelf, s: State, u: int) -> tuple[tuple[str, bool], ...]:
    """Equipment by its catalogue name, what is left of it, and whether it is used up."""
    t = s.units[u]
    if t.kind not in (Kind.TANK, Kind.APC):
        return ()
    lines = shelf.units().upgrades["apc" if t.kind == Kind.APC else "tank"]
    used = {
        Upgrade.MEDKIT: not crew.has_medkit(s, u),
        Upgrade.SMOKE: 0 < s.options.smoke_charges <= t.smoked,
        Upgrade.AIR_SUPPORT: t.called > 0,
        Upgrade.MINE: t.laid >= t.upgrade[Upgrade.MINE],
    }
    left = {Upgrade.MINE: f" ({t.upgrade[Upgrade.MINE] - t.laid} left)"}
    carried = [up for up in Upgrade if t.upgrade[up] and up != Upgrade.LIEUTENANT]
    return tuple((lines[up.name.lower()].name + left.get(up, ""), used.get(up, False)) for up in carried)


# ---------------------------------------------------------------- facts


def reach_text(s: State, u: int, weapon: Weapon) -> str:
    """How far a weapon reaches and what it needs in the open, and in the dark (TC-7.13, TC-14.4)."""
    number = profile_accuracy(s, u, weapon, s.silent) + gunner_penalty(s, u, s.silent)
    far = crew.day_range(s, u, weapon)
    text = f"{far} hexes, {number}+"
    dark = (cell for cell in cells(s) if is_dark(s, cell))
    cell = next(dark, NOBODY) if s.options.night else NOBODY
    return text if cell == NOBODY else f"{text}; {weapon_range(s, u, weapon, cell)} in the dark"


def weapons(s: State, u: int) -> list[tuple[str, str]]:
    """The weapons of a unit with their ranges (table 2.4)."""
    labels = {Weapon.MAIN_GUN: "Range", Weapon.MISSILE: "Missiles", Weapon.AI_WEAPON: "Anti-inf."}
    fitted = {Weapon.AI_WEAPON: crew.has_ai_weapon(s, u)}
    return [
        (label, reach_text(s, u, weapon))
        for weapon, label in labels.items()
        if has_weapon(s, u, weapon) and fitted.get(weapon, True)
    ]


def carrying(s: State, u: int) -> list[tuple[str, str]]:
    """What rides on a unit or in it, or what it rides on."""
    t = s.units[u]
    squads = ", ".join(unit_id(s, squad) for squad in passengers(s, u))
    lines = [("Inside" if t.kind == Kind.APC else "Riders", squads)] if squads else []
    if t.carrier != NOBODY:
        how = "in" if s.units[t.carrier].kind == Kind.APC else "on"
        lines.append(("Rides", f"{how} {unit_id(s, t.carrier)}"))
    return lines


def facts(s: State, u: int) -> tuple[tuple[str, str], ...]:
    """Weapons, hexes moved, who carries whom, a flare that burns."""
    t = s.units[u]
    moved = t.moved if u == s.active else 0
    lines = weapons(s, u)
    if t.allowance:
        way = DRIVES[Drive(t.drive)]
        lines.append(("Moves", f"{moved} of {crew.movement_cap(s, u)}" + (f", {way}" if way else "")))
    lines += carrying(s, u)
    if t.flares:
        lines.append(("Flare", "burns over " + ", ".join(name_of(cell) for cell in t.flare[: t.flares])))
    return tuple(lines)


def actions(s: State, u: int) -> Pips | None:
    """Action points left and in all; those of a finished unit are spent."""
    t = s.units[u]
    if t.allowance == 0 or t.standing != Standing.OPERATIONAL:
        return None
    full = crew.allowance(s, u)
    if u == s.active and s.phase == Phase.ACT:
        return Pips(crew.remaining_points(s, u), full)
    return Pips(0 if t.activated else full, full)


def ground_text(s: State, u: int) -> str:
    """The ground a unit stands on, where that matters; on what it is carried."""
    carrier = s.units[u].carrier
    if carrier != NOBODY:
        return f"{'in' if s.units[carrier].kind == Kind.APC else 'on'} {unit_id(s, carrier)}"
    ground = Ground(s.ground[s.units[u].cell])
    return "" if ground in (Ground.OPEN, Ground.OFF_BOARD) else ground.name.lower()


def display_name(shelf: Shelf, s: State, u: int) -> str:
    """The name of a unit beside its kind: that of its build, or what a mission makes of a squad."""
    t = s.units[u]
    if t.kind == Kind.SQUAD:
        return squad_name(s, u) if u == s.prize else ""
    return unit_name(shelf, s, u) if t.kind == Kind.TANK or t.build >= 0 else ""


def card(shelf: Shelf, s: State, u: int) -> Card:
    t = s.units[u]
    gone = t.standing == Standing.DESTROYED
    out = {Standing(t.standing).name.lower()} if t.standing != Standing.OPERATIONAL else set[str]()
    cell = NOBODY if gone else crew.whereabouts(s, u)
    return Card(
        unit=unit_id(s, u),
        side=t.side,
        name=display_name(shelf, s, u),
        kind=figure(s, u),
        kind_name=kind_name(shelf, s, u),
        place=name_of(cell) if cell != NOBODY else "",
        placed=ground_text(s, u) if cell != NOBODY else "",
        hull=None if t.hull == NOBODY else t.hull,
        turret=None if t.turret == NOBODY else t.turret,
        plates=(t.armor[0], t.armor[1], t.armor[2]),
        actions=actions(s, u),
        points=Pips(max(0, t.points), t.full),
        facts=facts(s, u) if not gone else (),
        loaded=SHELLS[Shell(t.loaded)] if t.kind == Kind.TANK else None,
        crew=tuple(crew_seat(s, u, m) for m in range(CREW) if t.crew[m] != Health.ABSENT),
        kit=kit(shelf, s, u),
        state=states(s, u) | out,
    )


def cards(shelf: Shelf, s: State, seat: int | None) -> list[Card]:
    """The cards of all units; everybody sees them."""
    return [card(shelf, s, u) for u in range(s.count)]


# ---------------------------------------------------------------- status
# The line at the top of the table: turn, whose decision it is, the mission, the order of activation.


ASKED = {
    Phase.ROLL_OFF: "roll for the first turn",
    Phase.DEPLOY: "place a unit",
    Phase.MINES: "lay a mine",
    Phase.PREPARE: "turn the turret and load the first round",
    Phase.CHOOSE: "choose a unit",
    Phase.BAIL_OUT: "place the squad that bails out",
}
OF_A_UNIT = (Phase.ACT, Phase.PREPARE, Phase.MINES)


def chips(s: State) -> tuple[tuple[str, int, str], ...]:
    """Units that act, in turn: those done, the one acting, those to come (sides alternate)."""
    able = [u for u in range(s.count) if s.units[u].allowance]
    able = [u for u in able if s.units[u].standing == Standing.OPERATIONAL]
    first = [u for u in able if s.units[u].side == s.first]
    second = [u for u in able if s.units[u].side != s.first]
    ordered = [u for pair in zip(first, second, strict=False) for u in pair]
    ordered += first[len(second) :] + second[len(first) :]
    now = s.active if s.phase in OF_A_UNIT else NOBODY
    ordered.sort(key=lambda u: (s.units[u].activated == 0, u != now))
    shown = {True: "done", False: ""}
    return tuple(
        (unit_id(s, u), s.units[u].side, "now" if u == now else shown[s.units[u].activated > 0])
        for u in ordered
    )


def text(s: State) -> str:
    """Whose decision it is."""
    if s.phase == Phase.OVER:
        return outcome_text(s)
    asked = ASKED.get(Phase(s.phase))
    if s.phase == Phase.ACT:
        return f"{SIDES[s.seat]} to act: {unit_id(s, s.active)}"
    if s.phase in OF_A_UNIT:
        return f"{SIDES[s.seat]}: {unit_id(s, s.active)}, {asked}"
    return f"{SIDES[s.seat]}: {asked}"


# ---------------------------------------------------------------- sky and mission


def wrecks(s: State) -> str:
    """Whose last wrecks keep the battle going, by `beaten_when` (TC-1.12)."""
    if s.options.beaten_when == BeatenWhen.OUT_OF_ACTION or s.phase == Phase.OVER:
        return ""
    out = [SIDES[side] for side in range(s.seats) if not still_fights(s, side) and leaves_wrecks(s, side)]
    return f"Only wrecks left: {', '.join(out)}" if out else ""


def objectives(s: State) -> str:
    """Who holds how many objectives, and the score where one is kept (TC-13.13, TC-13.21, TC-13.23)."""
    if not s.objectives:
        return ""
    line = f"Objectives: {SIDES[0]} {objective_count(s, 0)}, {SIDES[1]} {objective_count(s, 1)}"
    return f"{line}, score {s.score[0]}-{s.score[1]}" if keeps_score(s) else line


def strikes(s: State) -> str:
    """Free air strikes left, and strikes on their way (TC-12.3, TC-13.27)."""
    texts = []
    for side in range(2):
        coming = sum(s.strike[i].over == 0 for i in range(s.strikes) if s.strike[i].side == side)
        free = had_free_strikes(s, side)
        parts = [f"{plural(s.free_strikes[side], 'strike')} left"] if free else []
        parts += [f"{coming} coming" if free else f"{plural(coming, 'strike')} coming"] if coming else []
        if parts:
            texts.append(f"{SIDES[side]}: {', '.join(parts)}")
    return "; ".join(texts)


def extras(s: State) -> dict[str, str]:
    """What there is to say besides, each thing by its name: also night and storm (TC-14.1, TC-14.3), and how
    much of a course is done (TC-13.9).
    """
    done = sum(s.visited[i] > 0 for i in range(s.waypoints))
    result = {
        "sky": ", ".join(word for word, on in ((NIGHT, s.options.night), (STORM, s.storm)) if on),
        "wrecks": wrecks(s),
        "objectives": objectives(s),
        "waypoints": f"Waypoints: {done} of {s.waypoints}" if s.waypoints else "",
        "strikes": strikes(s),
    }
    return {name: words for name, words in result.items() if words}


def status(s: State, seat: int | None) -> Status:
    """The state of the battle in a line."""
    over = s.phase == Phase.OVER
    more = extras(s)
    return Status(
        turn=s.game_turn,
        turns=s.options.turn_limit,
        phase=Phase(s.phase).name.lower(),
        text=" · ".join([text(s), *more.values()]),
        chips=chips(s),
        result=outcome_text(s) if over else "",
        winner=s.winner if over else None,
        extras=more,
    )
