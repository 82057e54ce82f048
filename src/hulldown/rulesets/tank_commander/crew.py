"""TC-6: the crew of a battle tank, what wounds take away, abilities, the Lieutenant Commander."""

from __future__ import annotations

from hulldown.kernel.dice import Dice, roll
from hulldown.kernel.events import Log
from hulldown.kernel.jit import rule
from hulldown.rulesets.tank_commander.codes import (
    CREW,
    NOBODY,
    Ability,
    Health,
    Kind,
    Rank,
    Role,
    Standing,
    Upgrade,
)
from hulldown.rulesets.tank_commander.events import (
    abandoned,
    ability_called,
    crew_hit,
    disabled,
    medkit_used,
    seat_taken,
)
from hulldown.rulesets.tank_commander.reasons import Why
from hulldown.rulesets.tank_commander.state import State
from hulldown.rulesets.tank_commander.variants import AllCrewDead, LtRole, Medkit


@rule
def alive(s: State, u: int, member: int) -> bool:
    """Whether a crew member is aboard and not killed."""
    health = s.units[u].crew[member]
    return health == Health.OK or health == Health.WOUNDED


@rule
def living(s: State, u: int) -> int:
    """Living crew members; only battle tanks have any (TC-6.23)."""
    if s.units[u].kind != Kind.TANK:
        return 0
    n = 0
    for member in range(CREW):
        if alive(s, u, member):
            n += 1
    return n


@rule
def anybody_lives(s: State, u: int) -> bool:
    """Whether one crew member at least is living."""
    for member in range(CREW):
        if alive(s, u, member):
            return True
    return False


@rule
def manned(s: State, u: int) -> bool:
    """Whether somebody can work the unit: a tank needs one living member (TC-5.16, TC-5.18)."""
    return s.units[u].kind != Kind.TANK or anybody_lives(s, u)


@rule
def stands_in(s: State, u: int, role: int) -> bool:
    """Whether a living Lieutenant Commander holds a role (TC-6.11), by an option every vacant one."""
    if not alive(s, u, Role.LIEUTENANT):
        return False
    t = s.units[u]
    if s.options.lt_role == LtRole.EVERY:
        return t.crew[role] == Health.KILLED
    return t.stand_in == role


@rule
def ranks(s: State, u: int, member: int, rank: int) -> bool:
    """Whether a crew member's rank works: in a campaign, while its holder is unwounded (TC-14.8)."""
    t = s.units[u]
    return s.options.campaign != 0 and t.rank[member] >= rank and t.crew[member] == Health.OK


@rule
def eased(s: State, u: int, member: int) -> bool:
    """Whether a member's wound was treated with the medkit: one member's, or each one's (TC-6.21)."""
    t = s.units[u]
    if s.options.medkit == Medkit.EACH_MEMBER:
        return t.upgrade[Upgrade.MEDKIT] > 0
    return t.treated == member


@rule
def has_medkit(s: State, u: int) -> bool:
    """Whether a tank has a medkit for the next first wound: it helps once, or each member (TC-6.21)."""
    t = s.units[u]
    if t.upgrade[Upgrade.MEDKIT] == 0:
        return False
    return t.treated == NOBODY or s.options.medkit == Medkit.EACH_MEMBER


@rule
def fitness(s: State, u: int, role: int) -> int:
    """How a role is filled: OK, WOUNDED or KILLED (TC-6.14 to TC-6.21).

    A Lieutenant Commander in a role does it as if wounded; a member treated with the medkit is
    wounded but carries no penalty, and neither does an unwounded ace among the lieutenants (TC-14.8).
    Units without a crew always do it well (TC-6.23).
    """
    t = s.units[u]
    if t.kind != Kind.TANK or t.crew[role] == Health.OK:
        return Health.OK
    if t.crew[role] == Health.WOUNDED:
        return Health.OK if eased(s, u, role) else Health.WOUNDED
    if not stands_in(s, u, role):
        return Health.KILLED
    return Health.OK if ranks(s, u, Role.LIEUTENANT, Rank.ACE) else Health.WOUNDED


# ---------------------------------------------------------------- wounds


@rule
def take_over(s: State, u: int, role: int, e: Log) -> None:
    """The Lieutenant Commander takes the role of a member just killed, if free to (TC-6.12).

    By options he takes every such role, or none until he is sent.
    """
    t = s.units[u]
    if role == Role.LIEUTENANT or s.options.lt_role == LtRole.CHOSEN or not alive(s, u, Role.LIEUTENANT):
        return
    if t.stand_in == NOBODY or s.options.lt_role == LtRole.EVERY:
        t.stand_in = role
        seat_taken(e, u, role)


@rule
def lose_crew(s: State, u: int, e: Log) -> None:
    """The last member is killed: the tank is abandoned, or disabled by the option (TC-6.22)."""
    t = s.units[u]
    if t.standing != Standing.OPERATIONAL:
        return
    if s.options.all_crew_dead == AllCrewDead.DISABLED:
        disable(s, u, e)
    else:
        t.standing = Standing.ABANDONED
        abandoned(e, u)


@rule
def disable(s: State, u: int, e: Log) -> None:
    """A vehicle can act no more and stays as a wreck; the order of falling is kept (TC-8.4, TC-8.14)."""
    t = s.units[u]
    t.standing = Standing.DISABLED
    s.fallen += 1
    t.fell = s.fallen
    disabled(e, u)


@rule
def injure(s: State, u: int, member: int, e: Log) -> None:
    """The first wound wounds, the second kills; a medkit eases a first one (TC-6.20, TC-6.21)."""
    t = s.units[u]
    if t.crew[member] == Health.OK and has_medkit(s, u):
        ignored = s.options.medkit == Medkit.IGNORE_WOUND
        t.treated = CREW if ignored else member
        medkit_used(e, u, member, 1 if ignored else 0)
        if ignored:
            return
    t.crew[member] += 1
    if t.crew[member] == Health.KILLED:
        if member == Role.DRIVER and t.ability == Ability.STRAIGHT:
            t.lent = 0  # a run not driven yet dies with its driver (TC-15.9 e)
        take_over(s, u, member, e)


@rule
def member_at(s: State, u: int, position: int) -> int:
    """The position-th living member, counted from 1 (TC-8.5)."""
    for member in range(CREW):
        if alive(s, u, member):
            position -= 1
            if position == 0:
                return member
    return NOBODY


@rule
def wound(s: State, u: int, d: Dice, e: Log) -> None:
    """A random living member is wounded (TC-8.2); nobody living, no die (TC-7.20)."""
    n = living(s, u)
    if n == 0:
        return
    position = roll(d, n)
    member = member_at(s, u, position)
    health = s.units[u].crew[member] + 1
    crew_hit(e, u, member, health, position, n)
    injure(s, u, member, e)
    if living(s, u) == 0:
        lose_crew(s, u, e)


# ---------------------------------------------------------------- abilities


@rule
def role_of(ability: int) -> int:
    """Whose ability it is."""
    if ability == Ability.BOOMING_VOICE:
        return Role.COMMANDER
    if ability == Ability.DOUBLE or ability == Ability.STRAIGHT:
        return Role.DRIVER
    if ability == Ability.BRING_IT_DOWN:
        return Role.GUNNER
    return Role.LOADER


@rule
def may_use(s: State, u: int, role: int) -> bool:
    """Whether somebody fills the role who has its ability (TC-6.2, TC-6.13)."""
    if alive(s, u, role):
        return True
    return s.options.lt_abilities != 0 and stands_in(s, u, role)


@rule
def uses(s: State, u: int, role: int) -> int:
    """How often in a battle an ability works: once, a veteran's twice (TC-6.1, TC-14.8)."""
    return s.options.veteran_uses if ranks(s, u, role, Rank.VETERAN) else s.options.ability_uses


@rule
def declare(s: State, u: int, ability: int, e: Log) -> None:
    """An ability works from now until the activation ends (TC-6.2)."""
    t = s.units[u]
    t.ability = ability
    t.used[role_of(ability)] += 1
    if ability == Ability.BOOMING_VOICE:
        t.bonus += s.options.booming_voice  # TC-6.4
    elif ability == Ability.DOUBLE:
        t.lent = s.options.double_moves
    elif ability == Ability.STRAIGHT:
        t.lent = 1
    ability_called(e, u, ability)


# ---------------------------------------------------------------- what the crew's state allows


@rule
def allowance(s: State, u: int) -> int:
    """Action points of this activation: a wounded commander costs some, a dead one more (TC-6.15, TC-6.19).

    An ace in command gives more (TC-14.8). APCs and squads have those of their profile (TC-10.24, TC-11.1).
    """
    t = s.units[u]
    points = t.allowance + t.bonus
    if ranks(s, u, Role.COMMANDER, Rank.ACE):
        points += s.options.ace_actions
    commander = fitness(s, u, Role.COMMANDER)
    if commander == Health.WOUNDED:
        points -= s.options.commander_wounded
    elif commander == Health.KILLED:
        points -= s.options.commander_killed
    return max(0, points)


@rule
def remaining_points(s: State, u: int) -> int:
    """Action points still to spend (TC-6.19)."""
    return max(0, allowance(s, u) - s.units[u].spent)


@rule
def why_short(s: State, u: int, cost: int) -> int:
    """Whether the action points left pay for something (TC-5.1)."""
    return Why.NO_AP if cost > remaining_points(s, u) else Why.ALLOWED


@rule
def movement_cap(s: State, u: int) -> int:
    """Most hexes in one activation: more with the engine, fewer with a wounded driver (TC-5.5, TC-6.18).

    None with a dead one; more with an ace (TC-14.8); squads in a storm fewer (TC-14.2).
    """
    t = s.units[u]
    if t.kind == Kind.SQUAD:
        return max(0, t.speed - (s.options.storm_movement if s.storm != 0 else 0))
    driver = fitness(s, u, Role.DRIVER)
    if driver == Health.KILLED:
        return 0
    hexes = t.speed + t.upgrade[Upgrade.ENGINE] * s.options.engine_bonus
    if ranks(s, u, Role.DRIVER, Rank.ACE):
        hexes += s.options.ace_movement
    return max(0, hexes - (s.options.driver_wounded if driver == Health.WOUNDED else 0))


@rule
def load_cost(s: State, u: int) -> int:
    """Action points to load: more with a wounded loader, none under Quick Load (TC-6.9, TC-6.10, TC-6.17).

    An ace's first Load of an activation costs none either (TC-14.8).
    """
    if s.units[u].ability == Ability.QUICK_LOAD:
        return s.options.quick_load_cost
    if s.units[u].loads == 0 and ranks(s, u, Role.LOADER, Rank.ACE):
        return s.options.ace_load_cost
    hurt = fitness(s, u, Role.LOADER) == Health.WOUNDED
    return s.options.loader_wounded if hurt else s.options.load_cost


# ---------------------------------------------------------------- may it be declared


@rule
def why_no_deputy(s: State, u: int, role: int) -> int:
    """Whether another uses the ability of a role whose own member does not live (TC-6.2, TC-6.13)."""
    if not anybody_lives(s, u):
        return Why.NO_CREW
    if alive(s, u, Role.LIEUTENANT) and not stands_in(s, u, role):
        return Why.NOT_THIS_ROLE
    return Why.ALLOWED if may_use(s, u, role) else Why.CREW_DEAD


@rule
def why_no_ability(s: State, u: int, ability: int) -> int:
    """Each once per battle, one per activation, by a living member or a stand-in (TC-6.2, TC-15.3)."""
    t = s.units[u]
    if t.kind != Kind.TANK or ability < 0 or ability > Ability.QUICK_LOAD:
        return Why.NO_SUCH_ACTION
    role = role_of(ability)
    if not alive(s, u, role):
        reason = why_no_deputy(s, u, role)
        if reason != Why.ALLOWED:
            return reason
    if t.used[role] >= uses(s, u, role):
        return Why.ABILITY_USED
    return Why.ABILITY_THIS_TURN if t.ability != NOBODY else Why.ALLOWED


@rule
def why_no_reassigning(s: State, u: int, role: int) -> int:
    """The Lieutenant Commander may take another vacant role, once (TC-6.12, TC-15.9 f, TC-15.10 d).

    By an option not once he has one.
    """
    t = s.units[u]
    if t.kind != Kind.TANK or role < 0 or role >= Role.LIEUTENANT or t.begun != 0:
        return Why.NO_SUCH_ACTION
    if t.upgrade[Upgrade.LIEUTENANT] == 0:
        return Why.NO_EQUIPMENT
    if alive(s, u, role):
        return Why.NOT_THIS_ROLE
    if not alive(s, u, Role.LIEUTENANT):
        return Why.CREW_DEAD
    if s.options.lt_role == LtRole.STAYS and t.stand_in != NOBODY:
        return Why.ROLE_KEPT
    return Why.NOT_THIS_ROLE if stands_in(s, u, role) else Why.ALLOWED


@rule
def reassign(s: State, u: int, role: int, e: Log) -> None:
    """The Lieutenant Commander moves to a vacant role (TC-6.12)."""
    s.units[u].stand_in = role
    seat_taken(e, u, role)
