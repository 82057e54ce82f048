"""Events as sentences: what a player would say, with every die and its reasons."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from hulldown.kernel.events import Event, Log
from hulldown.kernel.hexes import name_of
from hulldown.rulesets.ruleset import SIDES, plain_events
from hulldown.rulesets.tank_commander.codes import NOBODY, Ability, Ground, Health, Role
from hulldown.rulesets.tank_commander.damage import BURNS_ON, COOKS_OFF_ON, WOUNDS_ON, penetrates
from hulldown.rulesets.tank_commander.naming import unit_id
from hulldown.rulesets.tank_commander.reasons import Tell
from hulldown.rulesets.tank_commander.shooting import is_hit
from hulldown.rulesets.tank_commander.state import State
from hulldown.rulesets.tank_commander.victory import ACCOMPLISHED, CONCEDED, TIME
from hulldown.rulesets.tank_commander.vocabulary import (
    ABILITY_NAMES,
    FACES,
    GROUNDS,
    LOSSES,
    MEDALS,
    MEMBERS,
    SHELL_NAMES,
    WAYS,
    modifier,
)
from hulldown.rulesets.words import Modifier, Roll, Sentence


@dataclass
class Draft:
    """A sentence in the making: its opening, the clauses that follow, dice and rules."""

    opening: str
    rules: list[str]
    clauses: list[str] = field(default_factory=list)
    rolls: list[Roll] = field(default_factory=list)
    heading: bool = False

    def done(self) -> Sentence:
        """The finished sentence."""
        text = self.opening + (": " + "; ".join(self.clauses) if self.clauses else "")
        rules = tuple(dict.fromkeys(rule for rule in self.rules if rule))
        return Sentence(text if self.heading else text + ".", rules, tuple(self.rolls), self.heading)


class Teller:
    """Turns the events of one action into sentences. Headline events open one, the others add to it."""

    def __init__(self, s: State, log: Log) -> None:
        self.s = s
        self.log = log
        self.drafts: list[Draft] = []

    def name(self, u: int) -> str:
        """A unit as the page styles it."""
        return "{" + unit_id(self.s, u) + "}"

    def open(self, text: str, *rules: str, heading: bool = False) -> Draft:
        """Begin a sentence."""
        self.drafts.append(Draft(text, list(rules), heading=heading))
        return self.drafts[-1]

    def draft(self, row: Event) -> Draft:
        """The sentence under way; one is begun if the event comes by itself."""
        if not self.drafts or self.drafts[-1].heading:
            self.open(self.name(row.target) if row.target != NOBODY else "Then")
        return self.drafts[-1]

    def add(self, row: Event, clause: str, rule: str = "") -> Draft:
        """A clause of the sentence under way."""
        draft = self.draft(row)
        if clause:
            draft.clauses.append(clause)
        draft.rules.append(rule or Tell.of(row.kind).rule)
        return draft

    def reasons(self, row: Event) -> tuple[Modifier, ...]:
        """The summands that belong to an event."""
        rows = self.log.why.rows[row.first_reason : row.first_reason + row.reasons]
        return tuple(modifier(r.code, r.amount) for r in rows)

    def tell(self) -> list[Sentence]:
        """All sentences."""
        for row in plain_events(self.log):
            TELLERS[Tell.of(row.kind)](self, row)
        return [draft.done() for draft in self.drafts]


def points(n: int) -> str:
    """Action points left, as said."""
    return f"{n} AP left"


def told_roll_off(t: Teller, row: Event) -> None:
    """Both sides roll for the first turn."""
    draft = t.open("Cobalt and Rust roll for the first turn", Tell.ROLL_OFF.rule)
    draft.rolls += [
        Roll(row.a, 6, f"{SIDES[0]} rolls {row.a}.", Tell.ROLL_OFF.rule, success=row.c == 0),
        Roll(row.b, 6, f"{SIDES[1]} rolls {row.b}.", Tell.ROLL_OFF.rule, success=row.c == 1),
    ]
    draft.clauses.append(f"{SIDES[row.c]} goes first" if row.c != NOBODY else "a tie, they roll again")
    if row.c == NOBODY:
        draft.rules.append("TC-4.2")


def told_turn(t: Teller, row: Event) -> None:
    """A game turn begins."""
    t.open(f"Turn {row.a}", Tell.TURN.rule, heading=True)


def told_end_phase(t: Teller, row: Event) -> None:
    """The End Phase begins."""
    t.open(f"End of turn {row.a}", Tell.END_PHASE.rule, heading=True)


def told_deploy(t: Teller, row: Event) -> None:
    """A unit is placed."""
    t.open(f"{t.name(row.actor)} deploys at {name_of(row.place)} facing {WAYS[row.a]}", Tell.DEPLOY.rule)


def told_prepare(t: Teller, row: Event) -> None:
    """A tank is ready."""
    way = f"turret {WAYS[row.a]}"
    t.open(
        f"{t.name(row.actor)} is ready: {way}, {SHELL_NAMES[row.b]} in the gun", Tell.PREPARE.rule, "TC-5.11"
    )


def told_activate(t: Teller, row: Event) -> None:
    """A unit begins its activation."""
    turn = f"Turn {t.s.game_turn} · " if t.s.game_turn else ""
    t.open(f"{turn}{t.name(row.actor)} to act, {row.a} AP", Tell.ACTIVATE.rule, heading=True)


def told_move(t: Teller, row: Event) -> None:
    """One hex driven."""
    backward = row.kind == Tell.REVERSE
    how = "reverses" if backward else "moves"
    cost = f" for {row.a} AP" if row.a != 1 else ""
    rules = [Tell.of(row.kind).rule] + (["TC-9.4"] if row.a == 2 else []) + (["TC-6.6"] if row.a == 0 else [])
    t.open(f"{t.name(row.actor)} {how} to {name_of(row.place)}{cost}, {points(row.b)}", *rules)


def told_turn_hull(t: Teller, row: Event) -> None:
    """The hull turns."""
    turret = ""
    if row.b != NOBODY:
        turret = " with the turret" if row.d == 1 else f", the turret stays {WAYS[row.b]}"
    t.open(f"{t.name(row.actor)} turns {WAYS[row.a]}{turret}, {points(row.c)}", Tell.TURN_HULL.rule)


def told_turret(t: Teller, row: Event) -> None:
    """The turret turns."""
    t.open(f"{t.name(row.actor)} turns its turret {WAYS[row.a]}, {points(row.b)}", Tell.TURRET.rule)


def told_shot(t: Teller, row: Event) -> None:
    """A shot, with the number needed and the die."""
    at = t.name(row.target) if row.target != NOBODY else f"the building at {name_of(row.place)}"
    hexes = f"{row.d} hex{'es' if row.d != 1 else ''}"
    draft = t.open(f"{t.name(row.actor)} fires {SHELL_NAMES[row.a]} at {at} over {hexes}", "TC-5.9")
    if row.b == 0:
        draft.rules.append("TC-9.8")
        return
    success = is_hit(t.s, row.c, row.b)
    verdict = "hit" if success else "missed"
    text = f"Needs {row.b}+, rolled {row.c}: {verdict}."
    draft.rolls.append(Roll(row.c, 6, text, "TC-7.13", row.b, success, t.reasons(row)))
    if not success:
        draft.clauses.append("missed")


def told_armor(t: Teller, row: Event) -> None:
    """The armor roll."""
    through = penetrates(row.d, row.c, row.b)
    verdict = "penetrated" if through else "glances"
    face = FACES[row.a]
    text = f"{row.d} + {row.c} = {row.d + row.c} against {face} {row.b}: {verdict}."
    needed = max(1, row.b - row.c + 1)
    draft = t.add(row, f"{'penetrates' if through else 'glances off'} the {face}", "TC-7.17")
    draft.rolls.append(Roll(row.d, 6, text, Tell.ARMOR.rule, needed if needed <= 6 else None, through))


def told_wound_roll(t: Teller, row: Event) -> None:
    """Whether a glancing hit hurts anyone."""
    hurt = row.a >= WOUNDS_ON
    text = f"{WOUNDS_ON}+ wounds, rolled {row.a}: {'somebody is hurt' if hurt else 'nobody is hurt'}."
    draft = t.add(row, "" if hurt else "nobody is hurt")
    draft.rolls.append(Roll(row.a, 6, text, Tell.WOUND_ROLL.rule, WOUNDS_ON, hurt))


def told_wound(t: Teller, row: Event) -> None:
    """Who is hurt."""
    state = "killed" if row.b == Health.KILLED else "wounded"
    loss = LOSSES.get(Role(row.a))
    effect = f" ({loss[row.b - 1]})" if loss else ""
    draft = t.add(row, f"the {MEMBERS[row.a]} is {state}{effect}")
    text = f"Picked {row.c} of {row.d} living: the {MEMBERS[row.a]} is {state}."
    draft.rolls.append(Roll(row.c, row.d, text, "TC-8.5"))


def told_medkit(t: Teller, row: Event) -> None:
    """The medkit helps."""
    t.add(row, "the medkit makes it no wound at all" if row.b else "the medkit takes the penalty away")


def told_lieutenant(t: Teller, row: Event) -> None:
    """The Lieutenant Commander takes a seat."""
    clause = f"the lieutenant commander takes the {MEMBERS[row.a]}'s seat"
    if t.drafts and not t.drafts[-1].heading and t.drafts[-1].rolls:
        t.add(row, clause)
    else:
        t.open(f"{t.name(row.actor)}: {clause}", Tell.LIEUTENANT.rule)


def told_hull(t: Teller, row: Event) -> None:
    """Hull points left."""
    t.add(row, f"{row.a} hull point{'' if row.a == 1 else 's'} left")


def told_fire_roll(t: Teller, row: Event) -> None:
    """Whether HE starts a fire."""
    alight = row.b == 1
    verdict = "fire" if alight else "no fire"
    draft = t.add(row, "it burns" if alight else "")
    text = f"{BURNS_ON}+ starts a fire, rolled {row.a}: {verdict}."
    draft.rolls.append(Roll(row.a, 6, text, Tell.FIRE_ROLL.rule, BURNS_ON, alight))


def told_fire_out(t: Teller, row: Event) -> None:
    """The fire is out."""
    t.open(f"{t.name(row.actor)} puts out the fire, {points(row.a)}", Tell.FIRE_OUT.rule, "TC-5.16")


def told_burn(t: Teller, row: Event) -> None:
    """Fire eats a hull point."""
    left = max(0, row.a)
    t.open(f"{t.name(row.target)} burns: hull {left + 1} to {left}", Tell.BURN.rule, "TC-8.9")


def told_disabled(t: Teller, row: Event) -> None:
    """A vehicle is out of action."""
    t.add(row, f"{t.name(row.target)} is disabled")


def told_abandoned(t: Teller, row: Event) -> None:
    """Nobody is left alive inside."""
    t.add(row, f"the whole crew is dead, {t.name(row.target)} stands abandoned")


def told_cook_off_roll(t: Teller, row: Event) -> None:
    """Whether a wreck's ammunition goes up."""
    up = row.a >= COOKS_OFF_ON
    draft = t.open(f"The wreck of {t.name(row.target)} at {name_of(row.place)}", Tell.COOK_OFF_ROLL.rule)
    draft.clauses.append("its ammunition cooks off" if up else "it does not cook off")
    text = f"Cooks off on {COOKS_OFF_ON}+, rolled {row.a}."
    draft.rolls.append(Roll(row.a, 6, text, Tell.COOK_OFF_ROLL.rule, COOKS_OFF_ON, up))


def told_explosion(t: Teller, row: Event) -> None:
    """The vehicle explodes."""
    rules = [Tell.EXPLOSION.rule] + (["TC-8.12"] if row.a else [])
    how = "The fire reaches its ammunition" if row.a else "It goes up"
    t.open(f"{how}: {t.name(row.target)} explodes at {name_of(row.place)}", *rules)


def told_blast(t: Teller, row: Event) -> None:
    """A unit is caught by an explosion."""
    t.open(f"The blast from {name_of(row.place)} hits {t.name(row.target)}", Tell.BLAST.rule)


def told_destroyed(t: Teller, row: Event) -> None:
    """A unit is removed."""
    t.add(row, f"{t.name(row.target)} is destroyed")


def told_terrain(t: Teller, row: Event) -> None:
    """The ground changes."""
    old, new = GROUNDS[Ground(row.a)], GROUNDS[Ground(row.b)]
    t.add(row, f"{name_of(row.place)} is {new} now" if old != new else "")


def told_load(t: Teller, row: Event) -> None:
    """A round goes into the gun."""
    cost = f" for {row.b} AP" if row.b != 1 else ""
    rules = [Tell.LOAD.rule] + (["TC-6.10"] if row.b == 0 else ["TC-6.17"] if row.b == 2 else [])
    t.open(f"{t.name(row.actor)} loads {SHELL_NAMES[row.a]}{cost}, {points(row.c)}", *rules)


def told_smoke(t: Teller, row: Event) -> None:
    """Smoke is laid."""
    t.open(f"{t.name(row.actor)} lays smoke on {name_of(row.place)}, {points(row.a)}", Tell.SMOKE.rule)


def told_mine(t: Teller, row: Event) -> None:
    """A mine goes off."""
    t.open(f"{t.name(row.target)} drives onto the mine at {name_of(row.place)}", Tell.MINE.rule, "TC-7.21")


def told_ability(t: Teller, row: Event) -> None:
    """An ability is called."""
    name, effect = ABILITY_NAMES[Ability(row.a)]
    t.open(f"{t.name(row.actor)} calls “{name}”: {effect}", Tell.ABILITY.rule)


def told_end(t: Teller, row: Event) -> None:
    """The activation is over; worth a word when points are lost, or nothing else is told."""
    if row.a > 0:
        t.open(f"{t.name(row.actor)} is done, {row.a} AP lost", Tell.END.rule)
    elif t.log.count == 1:
        t.open(f"{t.name(row.actor)} is done", Tell.END.rule)


def told_waypoint(t: Teller, row: Event) -> None:
    """A waypoint is reached."""
    t.open(f"{t.name(row.actor)} reaches the waypoint at {name_of(row.place)}", Tell.WAYPOINT.rule)


def told_concede(t: Teller, row: Event) -> None:
    """A side gives up."""
    t.open(f"{SIDES[row.actor]} concedes", Tell.CONCEDE.rule)


def told_victory(t: Teller, row: Event) -> None:
    """The battle is over."""
    t.open(verdict(row.a, row.b, row.c, t.s.seats), *victory_rules(row.b), heading=False)


def verdict(winner: int, how: int, medal: int, seats: int) -> str:
    """How a battle ended, in a sentence without its full stop."""
    if seats == 1:
        return f"Training passed: {MEDALS[medal]}" if winner == 0 else "Training failed"
    if winner == 2:
        return "Time is up and nobody is ahead: a draw" if how == TIME else "Both sides are beaten: a draw"
    if how == TIME:
        return f"Time is up: {SIDES[winner]} wins with more hull left"
    if how == CONCEDED:
        return f"{SIDES[winner]} wins"
    return f"{SIDES[1 - winner]} has nothing left that can fight: {SIDES[winner]} wins"


def victory_rules(how: int) -> tuple[str, ...]:
    """The rules that decided."""
    if how == TIME:
        return ("TC-1.5", "TC-1.7")
    if how == CONCEDED:
        return ("TC-1.6",)
    return ("TC-13.9",) if how == ACCOMPLISHED else (Tell.VICTORY.rule,)


TELLERS: dict[Tell, Callable[[Teller, Event], None]] = {
    Tell.ROLL_OFF: told_roll_off,
    Tell.TURN: told_turn,
    Tell.END_PHASE: told_end_phase,
    Tell.DEPLOY: told_deploy,
    Tell.PREPARE: told_prepare,
    Tell.ACTIVATE: told_activate,
    Tell.MOVE: told_move,
    Tell.REVERSE: told_move,
    Tell.TURN_HULL: told_turn_hull,
    Tell.TURRET: told_turret,
    Tell.SHOT: told_shot,
    Tell.ARMOR: told_armor,
    Tell.WOUND_ROLL: told_wound_roll,
    Tell.WOUND: told_wound,
    Tell.MEDKIT: told_medkit,
    Tell.LIEUTENANT: told_lieutenant,
    Tell.HULL: told_hull,
    Tell.FIRE_ROLL: told_fire_roll,
    Tell.FIRE_OUT: told_fire_out,
    Tell.BURN: told_burn,
    Tell.DISABLED: told_disabled,
    Tell.ABANDONED: told_abandoned,
    Tell.COOK_OFF_ROLL: told_cook_off_roll,
    Tell.EXPLOSION: told_explosion,
    Tell.BLAST: told_blast,
    Tell.DESTROYED: told_destroyed,
    Tell.TERRAIN: told_terrain,
    Tell.LOAD: told_load,
    Tell.SMOKE: told_smoke,
    Tell.MINE: told_mine,
    Tell.ABILITY: told_ability,
    Tell.END: told_end,
    Tell.WAYPOINT: told_waypoint,
    Tell.CONCEDE: told_concede,
    Tell.VICTORY: told_victory,
}


def tell(s: State, log: Log) -> list[Sentence]:
    """The events of one action as sentences; `s` is the position after it."""
    return Teller(s, log).tell()
