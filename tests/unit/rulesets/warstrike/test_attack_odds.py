"""Exact odds of fire against the dice themselves (WS-11.20)."""

from __future__ import annotations

from fractions import Fraction

import pytest
from tests.unit.rulesets.warstrike.firing_line import (
    CARBINE,
    LMG,
    RIFLE,
    ROCKET,
    Place,
    battle,
    lay_ground,
)
from tests.unit.rulesets.warstrike.test_snap_fire import run

from hulldown.kernel.actions import Action
from hulldown.kernel.dice import Dice
from hulldown.kernel.records import blank, copy
from hulldown.rulesets.common.explanation import OFF, chances
from hulldown.rulesets.warstrike.actions import apply
from hulldown.rulesets.warstrike.catalogue import SHELF
from hulldown.rulesets.warstrike.explanation import explainer
from hulldown.rulesets.warstrike.odds import (
    PANELS,
    SHOT,
    AttackOdds,
    Volley,
    attack_odds,
    own_odds,
    shares,
    spread_of,
    targets,
)
from hulldown.rulesets.warstrike.setup import field_unit
from hulldown.rulesets.warstrike.shooting import begin_fire
from hulldown.rulesets.warstrike.state import NOBODY, Deed, Ground, Phase, State, Verb
from hulldown.rulesets.warstrike.turn import next_to_ask
from hulldown.rulesets.warstrike.victory import outcome, unpacked
from hulldown.rulesets.warstrike.words import unit_id

FAR = 3  # the unit of Red's that `in_play` adds, a single model
THREE: list[Place] = [(20, 10), (22, 10), (24, 10)]


def order(verb: Verb, actor: int = 0, target: int = 1, seat: int = 0, choice: int = -1) -> Action:
    """An order to fire."""
    a = blank(Action)
    a.seat, a.verb, a.actor, a.target, a.choice = seat, verb, actor, target, choice
    return a


def in_play(s: State) -> State:
    """Others have still to act on both sides, so that the turn goes on."""
    field_unit(SHELF, s, 0, "line", [(2, 2)])
    field_unit(SHELF, s, 1, "line", [(2, 34)])
    s.done, s.side = 1, int(s.unit[s.acting].side)
    return s


def walked(s: State, a: Action, subject: int) -> dict[int, Fraction]:
    """What becomes of a unit, by every fall of the dice."""

    def play(d: Dice) -> int:
        table = copy(s)
        apply(table, a, d, OFF)
        return outcome(table, OFF, subject)

    return chances(play)


@pytest.mark.parametrize(
    ("own", "enemy", "foes", "weapon"),
    [
        ("line", "line", THREE, RIFLE),
        ("line", "line", [(20, 10)], RIFLE),
        ("line", "car", [(20, 10)], ROCKET),
        ("line", "car", [(20, 10)], RIFLE),
        ("line", "vet", THREE, CARBINE),
    ],
)
def test_an_order_to_fire_against_every_fall_of_its_dice(
    own: str, enemy: str, foes: list[Place], weapon: int
) -> None:
    """WS-11.9 to WS-11.20: models left, markers, destroyed."""
    s = in_play(battle(own, enemy=enemy, foes=foes))
    s.model[0].weapon[0] = weapon
    s.unit[1].markers = 1
    assert own_odds(s, order(Verb.FIRE)) == walked(s, order(Verb.FIRE), 1)


def test_two_groups() -> None:
    """WS-11.16: a rocket and a rifle in Advance!, one shot each."""
    s = in_play(battle("line", at=[(10, 10), (10, 12)], foes=THREE, deed=Deed.ADVANCE))
    s.model[1].weapon[0] = ROCKET
    assert own_odds(s, order(Verb.FIRE)) == walked(s, order(Verb.FIRE), 1)


def test_the_last_unit_of_a_turn() -> None:
    """WS-6.11: the next Starting Phase counts: the unit fell back, and sheds a marker if not hit."""
    for enemy in ("line", "car"):
        s = battle(enemy=enemy, deed=Deed.ADVANCE)
        s.unit[1].markers, s.unit[1].last, s.done = 2, Deed.FALL_BACK, 1
        assert own_odds(s, order(Verb.FIRE)) == walked(s, order(Verb.FIRE), 1)


def test_an_owner_who_picks_is_asked_with_results_still_to_take() -> None:
    """WS-11.17, option casualty_choice."""
    s = in_play(battle(foes=THREE, casualty_choice="owner"))
    assert own_odds(s, order(Verb.FIRE)) == walked(s, order(Verb.FIRE), 1)


def snap_odds(s: State, k: int) -> AttackOdds:
    """What Snap Fire of a unit would do to the unit that moved (WS-12.4)."""
    table = copy(s)
    table.phase = Phase.SNAP
    begin_fire(table, k)
    return attack_odds(table, k, int(table.acting))


def test_snap_fire() -> None:
    """WS-12.5: at the snap points."""
    s = in_play(run())
    s.acting = 0
    s.side, s.asked = 0, next_to_ask(s)
    a = order(Verb.SNAP, actor=1, target=-1, seat=1, choice=1)
    odds = own_odds(s, a)
    assert odds is not None and odds == walked(s, a, 0)
    assert snap_odds(s, 1).kills() == attack_odds(s, 1, 0).kills()
    left: dict[int, Fraction] = {}
    for fate, chance in odds.items():
        alive = unpacked(fate)[0]
        left[2 - alive] = left.get(2 - alive, Fraction(0)) + chance
    assert left == snap_odds(s, 1).kills()


def test_other_orders_are_left_to_the_walk() -> None:
    """So is declining."""
    s = in_play(battle(at=[(10, 10), (10, 12)], split_fire="base"))
    assert own_odds(s, order(Verb.HOLD)) is None
    assert own_odds(s, order(Verb.FIRE, target=0)) is None
    s = in_play(run())
    s.asked = next_to_ask(s)
    assert own_odds(s, order(Verb.SNAP, 1, -1, 1, 0)) is None


# ---------------------------------------------------------------- several targets


def split(deed: Deed, markers: int = 0) -> State:
    """Two rifles: the first at three near foes, the second told to fire at a squad far off."""
    s = in_play(battle(at=[(10, 10), (10, 12)], foes=THREE, deed=deed, split_fire="base"))
    s.unit[0].markers, s.model[1].aim, s.unit[1].markers = markers, FAR, 1
    return s


@pytest.mark.parametrize("deed", [Deed.OPEN_FIRE, Deed.ADVANCE])
def test_fire_at_several_targets_against_every_fall_of_the_dice(deed: Deed) -> None:
    """WS-11.3: what becomes of the first target, and of the further one with its check and its +1 Ev."""
    s, a = split(deed, markers=2), order(Verb.FIRE)
    assert own_odds(s, a) == walked(s, a, 1)
    (share,) = shares(s, a)
    assert share.odds.target == FAR and share.chance == (1 if deed == Deed.OPEN_FIRE else Fraction(3, 4))
    fates = {unpacked(fate): chance for fate, chance in walked(s, a, FAR).items()}
    whole = max(models for models, _, _ in fates)
    hurt = sum((chance for (models, _, _), chance in fates.items() if models < whole), Fraction(0))
    marked = sum((chance for (_, markers, _), chance in fates.items() if markers), Fraction(0))
    name = unit_id(s, FAR)
    told = {line.text: line.chance for line in PANELS.lines(s, a, own_odds(s, a) or {}) if name in line.text}
    said = {
        f"{name} is destroyed": hurt,
        f"{name} loses a model": hurt,
        f"{name} takes a marker": marked,
    }
    assert told == said
    notes = [note for note, _ in explainer(SHELF)(s, a).notes]
    then = (
        "Then 2 shots at R2: "
        if deed == Deed.OPEN_FIRE
        else "Then 1 shot at R2, if it passes a check, in 75%: "
    )
    assert any(note.startswith(then) for note in notes)
    assert not any("cannot fire" in note for note in notes)


def test_split_fire_at_who_fell_back_is_left_to_the_walk() -> None:
    """WS-6.11: whether a marker comes off at once may hang on how the others fare."""
    s = split(Deed.OPEN_FIRE)
    s.unit[1].last = Deed.FALL_BACK
    assert own_odds(s, order(Verb.FIRE)) is None


def test_who_cannot_fire_at_his_own_target_adds_nothing() -> None:
    """WS-11.3, WS-11.7."""
    s = split(Deed.OPEN_FIRE)
    s.model[1].weapon[0] = CARBINE
    assert list(shares(s, order(Verb.FIRE))) == [] == list(shares(s, order(Verb.HOLD)))


# ---------------------------------------------------------------- the panel


def test_the_panel_of_an_attack() -> None:
    """WS-11.20, by pen: two shots, each 1/2 * 1/2 * 2/3; Ld 2, Nv 4 fail with 1/9, leaderless with 1/3."""
    s = battle(foes=[(20, 10), (24, 10)])
    odds = attack_odds(s, 0, 1)
    assert (odds.shots, odds.volleys[0].chance) == (2, Fraction(1, 6))
    assert odds.kills() == {0: Fraction(25, 36), 1: Fraction(10, 36), 2: Fraction(1, 36)}
    assert (odds.mean_kills, odds.destroyed) == (Fraction(1, 3), Fraction(1, 36))
    assert odds.markers() == {0: Fraction(1, 4), 1: Fraction(3, 4)}
    # a marker and nobody lost: 25/36 - 1/4 = 4/9; the leader lost: 10/36
    assert odds.fails_next_check == Fraction(4, 9) * Fraction(1, 9) + Fraction(10, 36) * Fraction(1, 3)
    assert [v.firers for v in odds.volleys] == [(0,)]
    assert not any(s.trial_x) and not any(s.may_die) and s.target == NOBODY


def test_markers_stop_at_the_most_a_unit_may_have() -> None:
    """WS-6.9: Nv 4, so 5."""
    s = battle()
    s.unit[1].markers = 5
    assert attack_odds(s, 0, 1).markers() == {0: Fraction(1)}


def test_the_odds_against_everybody_in_reach() -> None:
    """WS-16.4."""
    s = battle()
    field_unit(SHELF, s, 1, "car", [(20, 20)])
    field_unit(SHELF, s, 1, "line", [(45, 34)])
    odds = targets(s, 0)
    assert [(one.target, one.shots, one.mean_kills > 0) for one in odds] == [(1, 2, True), (2, 2, False)]


def test_a_spread_is_whole_and_its_parts_come_to_it() -> None:
    """WS-11.20."""
    volleys = [Volley(5, 4, 4, 3), Volley(3, 5, 0, 4), Volley(2, 6, 2, 0)]
    for vehicle in (False, True):
        spread = spread_of(volleys, vehicle, 4)
        assert sum(spread.chance(marks) for marks in spread.ways) == 1
        for hits, results in spread.ways:
            parts = spread.examples[hits, results]
            assert hits == sum(part[0] for part in parts)
            assert results == min(4, sum(part[1] for part in parts))


def test_many_shots_of_many_weapons_are_reckoned_one_by_one() -> None:
    """WS-11.20: 100 shots of two weapons; their mean is that of single shots, as none can be lost."""
    volleys = [Volley(60, 4, 5, 3), Volley(40, 4, 6, 2)]
    spread = spread_of(volleys, False, 100)
    mean = sum((results * spread.chance((hits, results)) for hits, results in spread.ways), Fraction(0))
    assert mean == sum((one.expected for one in volleys), Fraction(0))
    assert spread.examples[100, 100] == ((60, 60), (40, 40))
    assert sum(spread_of(volleys, False, 7).ways.values()) == SHOT**100


def test_nobody_fires() -> None:
    """WS-11.2: no volley, nothing happens."""
    s = lay_ground(battle(), Ground.BLOCK, [(14, 5), (16, 5), (16, 15), (14, 15)])
    odds = attack_odds(s, 0, 1)
    assert (odds.shots, odds.kills()) == (0, {0: 1})
    s.phase, s.deed = Phase.FIRE, Deed.ADVANCE
    s.model[0].weapon[0] = LMG
    assert targets(s, 0) == []


def test_where_the_owner_picks_the_odds_reckon_with_the_closest() -> None:
    """WS-11.22: the leader in front falls first, and the squad that is left has a lower Ld (WS-2.5)."""
    s = battle(foes=THREE)
    picked = battle(foes=THREE, casualty_choice="owner", acting_leader="owner")
    ours, theirs = attack_odds(s, 0, 1), attack_odds(picked, 0, 1)
    assert (ours.kills(), ours.fails_next_check) == (theirs.kills(), theirs.fails_next_check)
