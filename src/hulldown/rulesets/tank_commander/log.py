"""Events as sentences: every die, and the sum behind every number."""

from __future__ import annotations

import sys
from collections.abc import Callable

from hulldown.kernel.batch import DRAW
from hulldown.kernel.hexes import name_of
from hulldown.rulesets.api.ruleset import SIDES
from hulldown.rulesets.api.words import Roll
from hulldown.rulesets.common.log import Draft, LogWriter, LogWriters, describes
from hulldown.rulesets.common.names import plural
from hulldown.rulesets.tank_commander import events, state, words
from hulldown.rulesets.tank_commander.air import flare_radius
from hulldown.rulesets.tank_commander.crew import penetrates, ranks
from hulldown.rulesets.tank_commander.events import Sum, event
from hulldown.rulesets.tank_commander.shooting import is_hit
from hulldown.rulesets.tank_commander.state import NOBODY, Drive, Ending, Health, Kind, Mission, Role, State
from hulldown.rulesets.tank_commander.victory import keeps_score, objective_count, one_attacks


class Teller(LogWriter[State]):
    """Turns the events of one action into sentences. Headline events open one, the others add to it."""

    kinds = event
    about_target = True
    modifier = staticmethod(Sum.modifier)
    unit_id = staticmethod(words.unit_id)
    cell = staticmethod(name_of)
    way: Callable[[int], str] = staticmethod(words.WAYS.__getitem__)
    shell: Callable[[int], str] = staticmethod(words.SHELL_NAMES.__getitem__)

    def under_way(self) -> Draft:
        """The sentence under way; one is begun if the event comes by itself."""
        if not self.drafts or self.drafts[-1].heading:
            self.open("Then" if self.row.target == NOBODY else self.unit(self.row.target))
        return self.drafts[-1]

    def add(self, clause: str, *rules: str, roll: Roll | None = None) -> Draft:
        """A clause of the sentence under way."""
        return self.under_way().add(clause, *(rules or self.kind.rules), roll=roll)

    def facing(self, facing: int) -> str:
        """Where it looks, if it looks anywhere."""
        return f" facing {words.WAYS[facing]}" if facing >= 0 else ""

    def ability(self, ability: int) -> str:
        name, effect = words.ability_name(self.s, ability)
        return f"“{name}”: {effect}"

    def enters(self, unit: int) -> str:
        return "steps onto" if self.s.units[unit].drive == Drive.LEGS else "drives onto"

    def left(self, points: int) -> str:
        return f"{points} AP left"

    def and_points(self, points: int) -> str:
        """Action points left, if it took any."""
        return f", {self.left(points)}" if points >= 0 else ""


# ---------------------------------------------------------------- activating
# The course of the battle and what units do in it: roll-off, weather, driving, riding, equipment.


DRIVE_RULES = {Drive.FOOT: "TC-10.7", Drive.HOVER: "TC-14.12", Drive.LEGS: "TC-14.13"}


@describes(events.rolled_off)
def describe_roll_off(t: Teller, cobalt: int, rust: int, first: int) -> None:
    draft = t.begin_roll_off("Cobalt and Rust roll for the first turn", (cobalt, rust), first)
    if first == NOBODY:
        draft.add("a tie, they roll again", "TC-4.2")
    else:
        draft.add(f"{t.side(first)} goes first")


@describes(events.weather_rolled)
def describe_weather(t: Teller, die: int, storm: int) -> None:
    """The weather of a game turn: a low die is a storm."""
    worst = t.s.options.storm_on
    text = f"A {worst}{' or less' if worst > 1 else ''} brings a storm, rolled {die}."
    roll = Roll(die, 6, text, t.kind.rule, success=bool(storm))
    rules = ("TC-14.2",) if storm else ()
    t.begin("The weather").add("a storm breaks" if storm else "no storm", *rules, roll=roll)


@describes(events.activated)
def describe_activated(t: Teller, unit: int, left: int) -> None:
    turn = f"Turn {t.s.game_turn} · " if t.s.game_turn else ""
    t.heading(f"{turn}{t.unit(unit)} to act, {left} AP{t.because()}", t.kind.rule)


@describes(events.activation_ended)
def describe_end(t: Teller, unit: int, lost: int) -> None:
    """The activation is over; worth a word when points are lost, or nothing else is told.

    What has just been put out of action loses its points with everything else.
    """
    if lost > 0 and t.s.units[unit].standing == state.Standing.OPERATIONAL:
        t.begin(f"{t.unit(unit)} is done, {lost} AP lost")
    elif t.log.count == 1:
        t.begin(f"{t.unit(unit)} is done")


# ---------------------------------------------------------------- driving and riding


@describes(events.moved, events.backed_up)
def describe_move(t: Teller, unit: int, cell: int, cost: int, left: int) -> None:
    how = "reverses" if t.kind is events.backed_up else "moves"
    price = f" for {cost} AP" if cost != t.s.options.move_cost else ""
    rules = [DRIVE_RULES.get(Drive(t.s.units[unit].drive), t.kind.rule)]
    usual = t.s.options.move_cost
    rules += (["TC-9.4"] if cost > usual else []) + (["TC-6.6"] if cost == 0 else [])
    t.begin(f"{t.unit(unit)} {how} to {t.cell(cell)}{price}{t.because()}, {t.left(left)}", *rules)


@describes(events.hull_turned)
def describe_turn_hull(t: Teller, unit: int, hull: int, turret: int, left: int, with_turret: int) -> None:
    """The hull turns; where the turret looks is said wherever hull and turret differ."""
    how = ""
    if turret != NOBODY:
        how = " with the turret" if with_turret == 1 else f", the turret stays {t.way(turret)}"
        if with_turret == 1 and turret != hull:
            how += f", which now looks {t.way(turret)}"
    t.begin(f"{t.unit(unit)} turns {t.way(hull)}{how}, {t.left(left)}")


@describes(events.mounted)
def describe_mount(t: Teller, unit: int, carrier: int, cell: int, left: int) -> None:
    inside = t.s.units[carrier].kind == Kind.APC
    does = f"gets {'into' if inside else 'onto'} {t.unit(carrier)} at {t.cell(cell)}"
    rule = "TC-10.21" if inside else "TC-10.20"
    t.begin(f"{t.unit(unit)} {does}, {t.left(left)}", t.kind.rule, rule, about=NOBODY)


@describes(events.dismounted)
def describe_dismount(t: Teller, unit: int, carrier: int, cell: int, left: int) -> None:
    """A squad gets down, or has to leave its disabled carrier at once."""
    inside = t.s.units[carrier].kind == Kind.APC
    does = "bails out of" if left == NOBODY else "gets out of" if inside else "gets off"
    text = f"{t.unit(unit)} {does} {t.unit(carrier)} to {t.cell(cell)}{t.and_points(left)}"
    t.begin(text, "TC-10.23" if left == NOBODY else t.kind.rule, about=NOBODY)


# ---------------------------------------------------------------- what a crew and a squad do


@describes(events.seat_taken)
def describe_lieutenant(t: Teller, unit: int, role: int) -> None:
    clause = f"the lieutenant commander takes the {words.MEMBERS[role]}'s seat"
    if t.drafts and not t.drafts[-1].heading and t.drafts[-1].rolls:
        t.add(clause)
    else:
        t.begin(f"{t.unit(unit)}: {clause}")


def load_rule(t: Teller, unit: int, cost: int) -> str:
    """What makes a Load cheap or dear (TC-6.10, TC-6.17, TC-14.8)."""
    u, o = t.s.units[unit], t.s.options
    if cost == o.load_cost:
        return ""
    if cost == o.loader_wounded:
        return "TC-6.17"
    first = u.loads == 1 and u.ability != state.Ability.QUICK_LOAD
    return "TC-14.8" if first and ranks(t.s, unit, Role.LOADER, state.Rank.ACE) else "TC-6.10"


@describes(events.loaded)
def describe_load(t: Teller, unit: int, shell: int, cost: int, left: int) -> None:
    price = f" for {cost} AP" if cost != t.s.options.load_cost else ""
    text = f"{t.unit(unit)} loads {t.shell(shell)}{price}{t.because()}, {t.left(left)}"
    t.begin(text, t.kind.rule, load_rule(t, unit, cost))


@describes(events.flare_fired)
def describe_flare(t: Teller, unit: int, cell: int, left: int) -> None:
    radius = flare_radius(t.s.options)
    near = "beside it" if radius == 1 else f"within {radius}"
    lights = f"lights {t.cell(cell)} and every hex {near}"
    t.begin(f"{t.unit(unit)} fires a flare that {lights}, {t.left(left)}")


@describes(events.objective_taken)
def describe_capture(t: Teller, unit: int, cell: int, left: int) -> None:
    """An objective changes hands: a squad has captured it, or a unit has stepped on it (TC-13.23)."""
    if left == NOBODY:
        t.begin(f"{t.unit(unit)} takes the plaza at {t.cell(cell)}", "TC-13.23")
    else:
        t.begin(f"{t.unit(unit)} captures the objective at {t.cell(cell)}, {t.left(left)}")


# ---------------------------------------------------------------- harming
# Shots, air strikes, fires and explosions, and what they do (TC-7, TC-8, TC-12, TC-13.27).


AI_RULES = {Kind.SQUAD: "TC-10.11", Kind.APC: "TC-11.3"}


def weapon_fired(t: Teller, unit: int, shell: int) -> tuple[str, str]:
    """What is fired, and the rule that lets it be."""
    kind = Kind(t.s.units[unit].kind)
    if shell == state.Shell.NONE:
        return f"its {t.shell(shell)}", AI_RULES.get(kind, "TC-5.12")
    if kind == Kind.SQUAD:
        return f"an {t.shell(shell)} missile", "TC-10.9"
    return t.shell(shell), "TC-5.9"


@describes(events.fired)
def describe_shot(
    t: Teller, unit: int, target: int, cell: int, shell: int, needed: int, die: int, away: int
) -> None:
    at = t.unit(target) if target != NOBODY else f"the building at {t.cell(cell)}"
    weapon, rule = weapon_fired(t, unit, shell)
    draft = t.begin(f"{t.unit(unit)} fires {weapon} at {at} over {words.hexes(away)}", rule)
    draft.shot = target != NOBODY
    if needed == 0:
        draft.rules.append("TC-9.8")
        return
    success = is_hit(t.s, die, needed)
    verdict = "hit" if success else "missed"
    text = f"Needs {needed}+, rolled {die}: {verdict}."
    draft.add(roll=Roll(die, 6, text, "TC-7.13", needed, success, t.modifiers()))
    missile = shell != state.Shell.NONE and t.s.units[unit].kind == Kind.SQUAD
    if not success:
        draft.add("missed")
    elif target != NOBODY and t.s.units[target].kind == Kind.SQUAD and not missile:
        draft.rules.append("TC-10.4")  # no armor roll: a main gun or an AI weapon at a squad


@describes(events.armor_rolled)
def describe_armor(t: Teller, unit: int, face: int, armor: int, strength: int, die: int) -> None:
    """The armor roll; a unit without a facing has no side to name."""
    through = penetrates(die, strength, armor)
    verdict = "penetrated" if through else "glances"
    where = words.FACES[face] if t.s.units[unit].hull != NOBODY else "armor"
    text = f"{die} + {strength} = {die + strength} against {where} {armor}: {verdict}."
    needed = max(1, armor - strength + 1)
    roll = Roll(die, 6, text, t.kind.rule, needed if needed <= 6 else None, through, t.house_terms())
    t.add(f"{'penetrates' if through else 'glances off'} the {where}", "TC-7.17", roll=roll)


@describes(events.wound_rolled)
def describe_wound_roll(t: Teller, die: int) -> None:
    number = t.amended(t.s.options.wounds_on)
    hurt = die >= number
    text = f"{number}+ wounds, rolled {die}: {'somebody is hurt' if hurt else 'nobody is hurt'}."
    t.add(
        "" if hurt else "nobody is hurt", roll=Roll(die, 6, text, t.kind.rule, number, hurt, t.house_terms())
    )


@describes(events.crew_hit)
def describe_wound(t: Teller, member: int, health: int, picked: int, living: int) -> None:
    state = "killed" if health == Health.KILLED else "wounded"
    loss = words.LOSSES.get(Role(member))
    effect = f" ({loss[health - 1]})" if loss else ""
    text = f"Which of {living} crew members, rolled {picked}: the {words.MEMBERS[member]} is {state}."
    roll = Roll(picked, living, text, "TC-8.5")
    t.add(f"the {words.MEMBERS[member]} is {state}{effect}", roll=roll)


@describes(events.medkit_used)
def describe_medkit(t: Teller, ignored: int) -> None:
    t.add("the medkit makes it no wound at all" if ignored else "the medkit takes the penalty away")


@describes(events.hull_hit)
def describe_hull(t: Teller, unit: int, hull: int) -> None:
    """Hull points left; what has but one is gone with it, and is told of as destroyed."""
    t.add("" if t.s.units[unit].full == 1 else f"{plural(hull, 'hull point')} left{t.because()}")


@describes(events.fire_rolled)
def describe_fire_roll(t: Teller, die: int, burns: int) -> None:
    number = t.amended(t.s.options.burns_on)
    text = f"{number}+ starts a fire, rolled {die}: {'fire' if burns else 'no fire'}."
    roll = Roll(die, 6, text, t.kind.rule, number, bool(burns), t.house_terms())
    t.add("it burns" if burns else "", roll=roll)


@describes(events.disabled)
def describe_disabled(t: Teller, unit: int) -> None:
    t.add(f"{t.unit(unit)} is disabled")


@describes(events.abandoned)
def describe_abandoned(t: Teller, unit: int) -> None:
    t.add(f"the whole crew is dead, {t.unit(unit)} stands abandoned")


@describes(events.destroyed)
def describe_destroyed(t: Teller, unit: int) -> None:
    """A unit is removed: what was hit, or a squad that it carried (TC-10.20, TC-8.13)."""
    carrier = t.under_way().about
    if carrier in (NOBODY, unit):
        where, rule = "", t.kind.rule
    elif t.s.units[carrier].kind == Kind.APC:
        where, rule = " inside it", "TC-8.13"
    else:
        where, rule = " riding on it", "TC-10.20"
    t.add(f"{t.unit(unit)}{where} is destroyed", rule)


# ---------------------------------------------------------------- fires, wrecks, explosions


@describes(events.burned)
def describe_burn(t: Teller, unit: int, hull: int) -> None:
    lost = max(0, t.amended(t.s.options.fire_damage))
    t.begin(f"{t.unit(unit)} burns: hull {hull + lost} to {max(0, hull)}{t.because()}")


@describes(events.cook_off_rolled)
def describe_cook_off_roll(t: Teller, unit: int, cell: int, die: int) -> None:
    number = t.amended(t.s.options.cooks_off_on)
    up = die >= number
    draft = t.begin(f"The wreck of {t.unit(unit)} at {t.cell(cell)}")
    roll = Roll(die, 6, f"Cooks off on {number}+, rolled {die}.", t.kind.rule, number, up, t.house_terms())
    draft.add("its ammunition cooks off" if up else "it does not cook off", roll=roll)


@describes(events.exploded)
def describe_explosion(t: Teller, unit: int, cell: int, by_fire: int) -> None:
    how = "The fire reaches the ammunition, and " if by_fire else ""
    rules = (t.kind.rule, "TC-8.12") if by_fire else t.kind.rules
    t.begin(f"{how}{t.unit(unit)} explodes at {t.cell(cell)}", *rules, about=NOBODY)


@describes(events.ground_changed)
def describe_terrain(t: Teller, cell: int, old: int, new: int) -> None:
    """The ground changes: a shell or a strike brings a building down, or a vehicle has exploded there."""
    was, now = words.GROUNDS[state.Ground(old)], words.GROUNDS[state.Ground(new)]
    rule = t.kind.rule if old == state.Ground.BUILDING else "TC-8.13"
    t.add(f"{t.cell(cell)} is {now} now" if was != now else "", rule)


# ---------------------------------------------------------------- air strikes


@describes(events.strike_rolled)
def describe_strike_roll(t: Teller, cell: int, die: int, needed: int, comes: int, side: int) -> None:
    verdict = "it comes" if comes else "not yet"
    text = f"Comes on {needed}+, rolled {die}: {verdict}."
    roll = Roll(die, 6, text, t.kind.rule, needed, bool(comes), t.house_terms())
    t.begin(f"{t.side(side)}'s air strike on {t.cell(cell)}").add(verdict, roll=roll)


@describes(events.flak_rolled)
def describe_aa_roll(t: Teller, die: int, fails_on: int, fails: int, guns: int) -> None:
    did = "the AA guns turn it away" if fails else "the AA guns let it through"
    can = fails_on <= 6
    stops = f"would stop it on {fails_on}+" if can else "cannot stop it"
    verdict = "it fails" if fails else "it gets through"
    text = f"{plural(guns, 'AA gun')} {stops}, rolled {die}: {verdict}."
    roll = Roll(die, 6, text, t.kind.rule, fails_on if can else None, bool(fails))
    t.add(did if guns else "no AA gun is left to stop it", roll=roll)


@describes(events.strike_line_rolled)
def describe_strike_line(t: Teller, cell: int, direction: int, distance: int) -> None:
    """Where the strike runs: a die for the direction, a die for the distance."""
    way, far = t.way(direction - 1), words.hexes(distance)
    point = t.s.options.airstrike_pattern == state.AirstrikePattern.POINT
    draft = t.add(f"it falls on {t.cell(cell)} and {far} {way} of it" if point else f"it runs {far} {way}")
    draft.add(roll=Roll(direction, 6, f"Direction {direction}: {way}.", t.kind.rule))
    draft.add(roll=Roll(distance, 6, f"Distance {distance}: {far}.", t.kind.rule))


@describes(events.strike_hit)
def describe_strike_hit(t: Teller, unit: int, cell: int) -> None:
    struck = t.unit(unit) if unit != NOBODY else "the building"
    draft = t.begin(f"The air strike hits {struck} at {t.cell(cell)}")
    if unit != NOBODY and t.s.units[unit].kind != Kind.SQUAD:
        draft.rules.append("TC-7.21")


# ---------------------------------------------------------------- ending
# How a battle ends: scores, giving up, and the verdict of each mission (TC-1, TC-13).


DRAWS = {
    Ending.TIME: "Time is up and nobody is ahead: a draw",
    Ending.BEATEN: "Both sides are beaten: a draw",
    Ending.ACCOMPLISHED: "Both sides have won at the same moment: a draw",
}
ATTACKED = {  # what the attacker has done
    Mission.BREAKTHROUGH: "a tank is across",
    Mission.DESTROY_TARGET: "{prize} is destroyed",
    Mission.ESCORT: "the squad is across",
    Mission.BEACH_LANDING: "the landing holds {held}",
    Mission.URBAN_WARFARE: "it owns every plaza",
    Mission.DISABLE_AA_GUNS: "the bunker is destroyed",
}
DEFENDED = {  # what the defender has done before time is up
    Mission.BREAKTHROUGH: "no attacking tank is left",
    Mission.ESCORT: "the escorted squad is destroyed",
    Mission.URBAN_WARFARE: "it owns every plaza",
    Mission.DISABLE_AA_GUNS: "every air strike is spent and the bunker stands",
}
OUTLASTED = {  # what the attacker has not done when time is up
    Mission.BREAKTHROUGH: "no tank is across",
    Mission.DESTROY_TARGET: "{prize} still stands",
    Mission.ESCORT: "the squad is not across",
    Mission.BEACH_LANDING: "the landing holds only {held}",
    Mission.DISABLE_AA_GUNS: "the bunker stands",
}
RULES = {
    Mission.BASIC_TRAINING: "TC-13.9",
    Mission.CAPTURE_OBJECTIVES: "TC-13.13",
    Mission.BREAKTHROUGH: "TC-13.15",
    Mission.DESTROY_TARGET: "TC-13.17",
    Mission.ESCORT: "TC-13.19",
    Mission.BEACH_LANDING: "TC-13.21",
    Mission.URBAN_WARFARE: "TC-13.23",
    Mission.DISABLE_AA_GUNS: "TC-13.27",
}


def prize(s: State) -> str:
    """What must be destroyed (TC-13.17)."""
    if s.prize == NOBODY:
        return f"the depot at {name_of(s.prize_cell)}" if s.prize_cell != NOBODY else "the target"
    squad = s.units[s.prize].kind == Kind.SQUAD
    return (
        f"the staff squad {words.unit_id(s, s.prize)}" if squad else f"the target {words.unit_id(s, s.prize)}"
    )


def fill_reason(s: State, text: str) -> str:
    """A reason with what it names."""
    side = int(s.attacker) if s.attacker != NOBODY else 0
    return text.format(
        prize=prize(s), held=f"{objective_count(s, side)} of {plural(s.objectives, 'objective')}"
    )


def edge(s: State, winner: int) -> str:
    """By what a side is ahead on time: score, objectives, hull points (TC-1.7, TC-13.13, TC-13.23)."""
    ours, theirs = s.score[winner], s.score[1 - winner]
    if keeps_score(s) and ours != theirs:
        return f"by {ours} points to {theirs}"
    if s.mission == Mission.CAPTURE_OBJECTIVES and objective_count(s, winner) != objective_count(
        s, 1 - winner
    ):
        return "with more objectives"
    return "with more hull left"


def training(winner: int, medal: int) -> str:
    """How Basic Training ended (TC-13.9)."""
    return f"Training passed: {words.MEDALS[medal]}" if winner == 0 else "Training failed"


def verdict(s: State, winner: int, how: int) -> str:
    """How a battle ended, in a sentence without its full stop."""
    ending, mission = Ending(how), Mission(s.mission)
    if s.seats == 1:
        return training(winner, s.medal)
    if winner == DRAW:
        return DRAWS[ending]
    wins = f"{SIDES[winner]} wins"
    if ending == Ending.CONCEDED:
        return wins
    if ending == Ending.BEATEN:
        return f"{SIDES[1 - winner]} has nothing left that can fight: {wins}"
    if ending == Ending.TIME and not one_attacks(s):
        return f"Time is up: {wins} {edge(s, winner)}"
    if ending == Ending.TIME:
        return f"{wins}: time is up and {fill_reason(s, OUTLASTED[mission])}"
    done = ATTACKED if winner == s.attacker else DEFENDED
    return f"{wins}: {fill_reason(s, done[mission])}"


def outcome_text(s: State) -> str:
    """How a battle that is over ended, for whoever has not read the log."""
    if s.ending == Ending.CONCEDED and s.seats == 2:
        return f"{SIDES[1 - s.winner]} has conceded: {SIDES[s.winner]} wins"
    return verdict(s, s.winner, s.ending)


def victory_rules(s: State, winner: int, how: int) -> tuple[str, ...]:
    """The rules that decided."""
    own = (RULES[Mission(s.mission)],) if s.mission in RULES else ()
    if how == Ending.CONCEDED:
        return ("TC-1.6",)
    if how == Ending.TIME:
        even = s.seats == 2 and not one_attacks(s) and (winner == DRAW or edge(s, winner).endswith("left"))
        return ("TC-1.5", *own, "TC-1.7") if even else ("TC-1.5", *own)
    rules = own if how == Ending.ACCOMPLISHED else (events.game_ended.rule,)
    return (*rules, "TC-1.8") if winner == DRAW else rules


@describes(events.scored)
def describe_score(t: Teller, side: int, points: int, total: int) -> None:
    """Points for objectives held (TC-13.13, TC-13.23)."""
    rule = RULES.get(Mission(t.s.mission), t.kind.rule)
    t.begin(f"{t.side(side)} scores {plural(points, 'point')}, {total} in all", rule)


@describes(events.game_ended)
def describe_victory(t: Teller, winner: int, ending: int) -> None:
    t.begin(verdict(t.s, winner, ending), *victory_rules(t.s, winner, ending))


tell = LogWriters(Teller, sys.modules[__name__]).tell
