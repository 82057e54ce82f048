"""The crew and its equipment, who carries whom, and damage (TC-6, TC-8, TC-11)."""

from __future__ import annotations

from hulldown.kernel.actions import Log, Terms
from hulldown.kernel.dice import Dice, merge_faces, roll
from hulldown.kernel.hexes import arc, distance
from hulldown.kernel.jit import rule
from hulldown.rulesets.tank_commander.events import (
    Why,
    abandoned,
    ability_called,
    armor_rolled,
    blast_hit,
    burned,
    cook_off_rolled,
    crew_hit,
    destroyed,
    disabled,
    exploded,
    fire_put_out,
    fire_rolled,
    hull_hit,
    loaded,
    medkit_used,
    seat_taken,
    smoke_laid,
    wound_rolled,
)
from hulldown.rulesets.tank_commander.occasions import Occasion, amend, reroll_die
from hulldown.rulesets.tank_commander.state import (
    CREW,
    NOBODY,
    Ability,
    AllCrewDead,
    Drive,
    Face,
    Ground,
    Health,
    Kind,
    LtRole,
    Medkit,
    Rank,
    Role,
    Shell,
    Standing,
    State,
    UndirectedArmor,
    Upgrade,
    Weapon,
)
from hulldown.rulesets.tank_commander.table import is_vehicle, make_rubble, on_board, on_hill


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
    """Action points of this activation."""
    return allowance_by(s, u, s.silent)


@rule
def allowance_by(s: State, u: int, terms: Terms) -> int:
    """Action points of an activation: a wounded commander costs some, a dead one more (TC-6.15, TC-6.19).

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
    return max(0, amend(s, Occasion.ACTION_POINTS, u, NOBODY, NOBODY, points, terms))


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
    if s.units[u].kind != Kind.SQUAD and fitness(s, u, Role.DRIVER) == Health.KILLED:
        return 0
    return max(0, amend(s, Occasion.MOVEMENT, u, NOBODY, NOBODY, speed_of(s, u), s.silent))


@rule
def speed_of(s: State, u: int) -> int:
    """The hexes of a movement cap before house rules, with somebody to drive."""
    t = s.units[u]
    if t.kind == Kind.SQUAD:
        return max(0, t.speed - (s.options.storm_movement if s.storm != 0 else 0))
    hexes = t.speed + t.upgrade[Upgrade.ENGINE] * s.options.engine_bonus
    if ranks(s, u, Role.DRIVER, Rank.ACE):
        hexes += s.options.ace_movement
    hurt = fitness(s, u, Role.DRIVER) == Health.WOUNDED
    return max(0, hexes - (s.options.driver_wounded if hurt else 0))


@rule
def load_cost(s: State, u: int) -> int:
    """Action points to load."""
    return load_cost_by(s, u, s.silent)


@rule
def load_cost_by(s: State, u: int, terms: Terms) -> int:
    """Action points to load: more with a wounded loader, none under Quick Load (TC-6.9, TC-6.10, TC-6.17).

    An ace's first Load of an activation costs none either (TC-14.8).
    """
    hurt = fitness(s, u, Role.LOADER) == Health.WOUNDED
    cost = s.options.loader_wounded if hurt else s.options.load_cost
    if s.units[u].ability == Ability.QUICK_LOAD:
        cost = s.options.quick_load_cost
    elif s.units[u].loads == 0 and ranks(s, u, Role.LOADER, Rank.ACE):
        cost = s.options.ace_load_cost
    return max(0, amend(s, Occasion.LOAD_COST, u, NOBODY, NOBODY, cost, terms))


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


# ---------------------------------------------------------------- equipment
# TC-5, the rest of what a tank does: loading, smoke, putting out a fire; weapons (table 2.4).


@rule
def has_ai_weapon(s: State, u: int) -> bool:
    """Squads and APCs always have one, a battle tank by the upgrade (TC-5.12, TC-10.2, TC-11.1)."""
    t = s.units[u]
    if t.kind == Kind.TANK:
        return t.upgrade[Upgrade.AI] > 0
    return t.kind == Kind.SQUAD or t.kind == Kind.APC


@rule
def day_range(s: State, u: int, weapon: int) -> int:
    """Hexes a weapon reaches: gun, with the long barrel more, missile (TC-2.2, TC-2.3, TC-2.8, TC-10.3)."""
    t = s.units[u]
    if weapon == Weapon.MAIN_GUN:
        return s.options.main_gun_range + t.upgrade[Upgrade.BARREL] * s.options.barrel_bonus
    if weapon == Weapon.MISSILE:
        return s.options.infantry_missile_range
    return t.ai_range


# ---------------------------------------------------------------- loading, smoke, fires


@rule
def why_no_loading(s: State, u: int) -> int:
    """The means of Load: a main gun, and somebody to load it (TC-5.10, TC-6.17)."""
    if s.units[u].kind != Kind.TANK:
        return Why.NO_SUCH_ACTION
    return Why.LOADER_DEAD if fitness(s, u, Role.LOADER) == Health.KILLED else Why.ALLOWED


@rule
def why_no_round(s: State, u: int, shell: int) -> int:
    """Whether the tank carries such rounds: AT always, HE with the upgrade (TC-5.11)."""
    return Why.NO_HE if shell == Shell.HE and s.units[u].upgrade[Upgrade.HE] == 0 else Why.ALLOWED


@rule
def why_no_load(s: State, u: int, shell: int) -> int:
    """Load: AT, or HE with the upgrade; loading a loaded gun swaps the round (TC-5.10, TC-5.11)."""
    if shell != Shell.AT and shell != Shell.HE:
        return Why.NO_SUCH_ACTION
    reason = why_no_loading(s, u)
    if reason != Why.ALLOWED:
        return reason
    reason = why_no_round(s, u, shell)
    return reason if reason != Why.ALLOWED else why_short(s, u, load_cost(s, u))


@rule
def load(s: State, u: int, shell: int, e: Log) -> None:
    """A round goes into the gun (TC-5.10)."""
    cost = load_cost_by(s, u, e.why)
    s.units[u].loaded = shell
    s.units[u].spent += cost
    s.units[u].loads += 1
    loaded(e, u, shell, cost, remaining_points(s, u))


@rule
def why_no_launcher(s: State, u: int) -> int:
    """The means of Deploy Smoke: a living member, the launcher, a charge (TC-5.14, TC-5.18)."""
    t = s.units[u]
    if t.kind != Kind.TANK and t.kind != Kind.APC:
        return Why.NO_SUCH_ACTION
    if not manned(s, u):
        return Why.NO_CREW
    if t.upgrade[Upgrade.SMOKE] == 0:
        return Why.NO_EQUIPMENT
    if s.options.smoke_charges > 0 and t.smoked >= s.options.smoke_charges:
        return Why.USED_UP
    return Why.ALLOWED


@rule
def why_smoke_cannot_lie(s: State, cell: int) -> int:
    """Smoke needs a hex on the board with no building and no smoke yet (TC-5.14)."""
    if s.ground[cell] == Ground.BUILDING:
        return Why.IMPASSABLE
    if s.smoke[cell] != 0:
        return Why.SMOKE_HERE
    return Why.ALLOWED if on_board(s, cell) else Why.OFF_BOARD


@rule
def why_no_smoke(s: State, u: int, cell: int) -> int:
    """Deploy Smoke on one hex of the board, within reach (TC-5.13, TC-5.14)."""
    reason = why_no_launcher(s, u)
    if reason != Why.ALLOWED:
        return reason
    if why_short(s, u, s.options.smoke_cost) != Why.ALLOWED:
        return Why.NO_AP
    if on_board(s, cell) and distance(s.units[u].cell, cell) > s.options.smoke_range:
        return Why.OUT_OF_RANGE
    return why_smoke_cannot_lie(s, cell)


@rule
def deploy_smoke(s: State, u: int, cell: int, e: Log) -> None:
    """Smoke lies in the hex for the rest of the battle (TC-5.13)."""
    s.smoke[cell] = 1
    s.units[u].smoked += 1
    s.units[u].spent += s.options.smoke_cost
    smoke_laid(e, u, cell, remaining_points(s, u))


@rule
def why_no_extinguishing(s: State, u: int) -> int:
    """Extinguish Fire needs a burning vehicle and somebody alive in it (TC-5.16)."""
    t = s.units[u]
    if t.kind != Kind.TANK and t.kind != Kind.APC:
        return Why.NO_SUCH_ACTION
    if not manned(s, u):
        return Why.NO_CREW
    if t.burning == 0:
        return Why.NOT_ON_FIRE
    return why_short(s, u, s.options.extinguish_cost)


@rule
def extinguish(s: State, u: int, e: Log) -> None:
    """The fire is out, without a roll (TC-5.16)."""
    s.units[u].burning = 0
    s.units[u].spent += s.options.extinguish_cost
    fire_put_out(e, u, remaining_points(s, u))


# ---------------------------------------------------------------- carrying
# TC-10.18 to TC-10.23, the state of things: who carries whom, and what a carried squad cannot do.


@rule
def is_aboard(s: State, squad: int, u: int) -> bool:
    """Whether a squad rides on or in a vehicle."""
    return s.units[squad].carrier == u


@rule
def aboard(s: State, u: int) -> int:
    """How many squads a vehicle carries."""
    n = 0
    for squad in range(s.count):
        if is_aboard(s, squad, u):
            n += 1
    return n


@rule
def capacity(s: State, u: int) -> int:
    """Squads a vehicle may carry: on a tank, in an APC (TC-10.22), on a hover tank none (TC-14.12)."""
    t = s.units[u]
    if t.kind == Kind.APC:
        return s.options.apc_capacity
    if t.kind == Kind.TANK and t.drive != Drive.HOVER:
        return s.options.rider_capacity
    return 0


@rule
def whereabouts(s: State, u: int) -> int:
    """The hex a unit is in, on foot or carried; -1 before it is deployed."""
    t = s.units[u]
    return t.cell if t.carrier == NOBODY else s.units[t.carrier].cell


@rule
def why_not_free(s: State, u: int) -> int:
    """A squad in cover neither moves nor fires, a carried one only dismounts (TC-10.13, TC-10.22)."""
    t = s.units[u]
    if t.covered != 0:
        return Why.IN_COVER
    return Why.MOUNTED if t.carrier != NOBODY else Why.ALLOWED


# ---------------------------------------------------------------- damage
# TC-8 and the second half of TC-7: what a hit does, fire, wrecks, cook-off.


@rule
def face_struck(s: State, target: int, source: int) -> int:
    """The armor a shot from a cell meets (TC-7.17); on a hill always the rear (TC-9.9)."""
    t = s.units[target]
    if on_hill(s, target):
        return Face.REAR
    if t.hull < 0:
        return Face.FRONT
    return arc(t.cell, t.hull, source)


@rule
def face_undirected(s: State, target: int) -> int:
    """The armor that mines and air strikes meet (TC-7.21)."""
    if on_hill(s, target):
        return Face.REAR
    option = s.options.undirected_armor
    if option == UndirectedArmor.FRONT:
        return Face.FRONT
    return Face.SIDE if option == UndirectedArmor.SIDE else Face.REAR


@rule
def penetrates(die: int, power: int, armor: int) -> bool:
    """Higher than the armor penetrates, equal or lower glances (TC-7.16, TC-7.19)."""
    return die + power > armor


@rule
def leave_board(s: State, u: int) -> None:
    """A destroyed unit frees its hex, or its place on its carrier."""
    t = s.units[u]
    t.standing = Standing.DESTROYED
    if t.carrier != NOBODY:
        t.carrier = NOBODY
    elif s.occupant[t.cell] == u:
        s.occupant[t.cell] = NOBODY


@rule
def destroy(s: State, u: int, e: Log) -> None:
    """Infantry and statics at 0 hull points are gone at once (TC-8.16, TC-10.4, TC-13.6)."""
    cell = whereabouts(s, u)
    s.units[u].points = 0
    leave_board(s, u)
    destroyed(e, u, cell)


@rule
def lose_squads(s: State, u: int, e: Log) -> None:
    """Everybody on or in a vehicle is destroyed."""
    for squad in range(s.count):
        if is_aboard(s, squad, u):
            destroy(s, squad, e)


@rule
def lose_riders(s: State, u: int, e: Log) -> None:
    """Riders are lost as soon as their tank is hit in any way; inside an APC they are safe (TC-10.20 to
    TC-10.23).
    """
    if s.units[u].kind == Kind.TANK:
        lose_squads(s, u, e)


@rule
def lose_point(s: State, u: int, e: Log) -> None:
    """A penetrating hit costs hull points; at 0 the unit is disabled, or gone (TC-8.3, TC-8.4, TC-8.16)."""
    t = s.units[u]
    loss = amend(s, Occasion.HULL_LOSS, u, NOBODY, NOBODY, s.options.penetration_damage, e.why)
    t.points = max(0, t.points - max(0, loss))
    hull_hit(e, u, t.points)
    if t.points > 0:
        return
    if not is_vehicle(s, u):
        destroy(s, u, e)
    elif t.standing != Standing.DISABLED:
        disable(s, u, e)


@rule
def glance(s: State, u: int, d: Dice, e: Log) -> None:
    """A glancing hit may wound (TC-8.1); nobody living, no die."""
    if living(s, u) == 0:
        return
    number = amend(s, Occasion.WOUND, u, NOBODY, NOBODY, s.options.wounds_on, e.why)
    die = roll(d, 6)
    die = reroll_die(s, Occasion.WOUND, u, NOBODY, NOBODY, die, die >= number, d, e)
    wound_rolled(e, u, die)
    if die >= number:
        wound(s, u, d, e)


@rule
def catch_fire(s: State, u: int, d: Dice, e: Log) -> None:
    """An HE hit may set a vehicle alight, unless it burns already (TC-8.6, TC-8.7).

    The hit that disables one rolls with `fire_when_disabled`; a wreck's fire is for show (TC-15.9 g, h).
    """
    t = s.units[u]
    if not is_vehicle(s, u) or t.burning != 0:
        return
    if t.standing == Standing.DISABLED and s.options.fire_when_disabled == 0:
        return
    number = amend(s, Occasion.FIRE, u, NOBODY, NOBODY, s.options.burns_on, e.why)
    die = roll(d, 6)
    die = reroll_die(s, Occasion.FIRE, u, NOBODY, NOBODY, die, die >= number, d, e)
    if die >= number:
        t.burning = 1
    fire_rolled(e, u, die, t.burning)


@rule
def strike(s: State, u: int, face: int, shell: int, power: int, d: Dice, e: Log) -> None:
    """One hit of a strength end to end: armor roll, wound, hull, fire, in the order of TC-7.20.

    Without a crew a glancing hit does nothing but what HE may set alight, a penetrating one takes hull
    (TC-11.5, TC-13.6).
    """
    t = s.units[u]
    lose_riders(s, u, e)
    armor = max(0, amend(s, Occasion.ARMOR, u, NOBODY, t.cell, t.armor[face], e.why))
    strength = max(0, amend(s, Occasion.ARMOR_ROLL, u, NOBODY, t.cell, power, e.why))
    die = roll(d, 6)
    through = penetrates(die, strength, armor)
    die = reroll_die(s, Occasion.ARMOR_ROLL, u, NOBODY, t.cell, die, through, d, e)
    armor_rolled(e, u, face, armor, strength, die)
    if penetrates(die, strength, armor):
        wound(s, u, d, e)
        lose_point(s, u, e)
    else:
        glance(s, u, d, e)
    if shell == Shell.HE:
        catch_fire(s, u, d, e)


@rule
def hit(s: State, u: int, face: int, shell: int, d: Dice, e: Log) -> None:
    """A hit by a round from a gun or a launcher (TC-7.18)."""
    strike(s, u, face, shell, s.strength[shell], d, e)


@rule
def shell_hits(s: State, u: int, face: int, shell: int, d: Dice, e: Log) -> None:
    """A hit by a main gun: infantry needs no armor roll (TC-10.4)."""
    if s.units[u].kind == Kind.SQUAD:
        destroy(s, u, e)
    else:
        hit(s, u, face, shell, d, e)


# ---------------------------------------------------------------- fire and cook-off


@rule
def in_blast(s: State, u: int, cell: int, away: int) -> bool:
    """Whether a blast hits a unit at exactly a distance: disabled vehicles are spared (TC-8.13)."""
    t = s.units[u]
    if t.cell < 0 or t.standing == Standing.DISABLED or t.standing == Standing.DESTROYED:
        return False
    return distance(cell, t.cell) == away


@rule
def in_order(s: State, i: int) -> int:
    """The i-th unit when both sides are processed: first player's side, roster order (TC-4.10, TC-15.6)."""
    own = 0
    for u in range(s.count):
        if s.units[u].side == s.first:
            if own == i:
                return u
            own += 1
    for u in range(s.count):
        if s.units[u].side != s.first:
            if own == i:
                return u
            own += 1
    return NOBODY


@rule
def blast(s: State, cell: int, d: Dice, e: Log) -> None:
    """Every unit within reach is hit by HE, nearer first; infantry without a roll (TC-8.11, TC-8.13)."""
    for away in range(1, s.options.blast_radius + 1):
        for i in range(s.count):
            u = in_order(s, i)
            if in_blast(s, u, cell, away):
                blast_hit(e, u, cell)
                if s.units[u].kind == Kind.SQUAD:
                    destroy(s, u, e)
                else:
                    face = face_struck(s, u, cell)
                    strike(s, u, face, Shell.HE, s.options.blast_strength, d, e)


@rule
def explode(s: State, u: int, by_fire: int, d: Dice, e: Log) -> None:
    """Cook-off: vehicle and squads aboard are gone, the hex is rubble; the blast (TC-8.11, TC-8.13)."""
    t = s.units[u]
    t.points = 0
    t.burning = 0
    lose_squads(s, u, e)
    leave_board(s, u)
    exploded(e, u, t.cell, by_fire)
    make_rubble(s, t.cell, e)
    blast(s, t.cell, d, e)


@rule
def burn(s: State, u: int, d: Dice, e: Log) -> None:
    """Fire takes hull points; the last one sets off the ammunition at once (TC-8.8, TC-8.12)."""
    t = s.units[u]
    t.points -= max(0, amend(s, Occasion.FIRE_LOSS, u, NOBODY, NOBODY, s.options.fire_damage, e.why))
    burned(e, u, t.points)
    if t.points <= 0:
        explode(s, u, 1, d, e)


@rule
def may_burn(s: State, u: int) -> bool:
    """A burning vehicle that still has hull points to lose (TC-8.8, TC-8.9)."""
    t = s.units[u]
    return t.burning != 0 and (t.standing == Standing.OPERATIONAL or t.standing == Standing.ABANDONED)


@rule
def may_cook_off(s: State, u: int) -> bool:
    """A disabled vehicle whose ammunition can go up; an APC's by the option (TC-8.10, TC-8.15, TC-11.6)."""
    t = s.units[u]
    return t.standing == Standing.DISABLED and (t.kind != Kind.APC or s.options.apc_cookoff != 0)


@rule
def next_fallen(s: State) -> int:
    """The disabled vehicle that fell first and has not rolled at this end of a turn (TC-8.14)."""
    best = NOBODY
    for u in range(s.count):
        t = s.units[u]
        if t.standing != Standing.DISABLED or t.rolled == s.game_turn:
            continue
        if best == NOBODY or t.fell < s.units[best].fell:
            best = u
    return best


@rule
def cook_off(s: State, u: int, d: Dice, e: Log) -> None:
    """A disabled vehicle's ammunition may go up (TC-8.10)."""
    t = s.units[u]
    t.rolled = s.game_turn
    if not may_cook_off(s, u):
        return
    number = amend(s, Occasion.COOK_OFF, u, NOBODY, NOBODY, s.options.cooks_off_on, e.why)
    die = roll(d, 6)
    die = reroll_die(s, Occasion.COOK_OFF, u, NOBODY, NOBODY, die, die >= number, d, e)
    # A battle may wait long for its wrecks: a walk has two branches here, not six.
    die = merge_faces(d, die, number - 1 if die < number else 6)
    cook_off_rolled(e, u, t.cell, die)
    if die >= number:
        explode(s, u, 0, d, e)
