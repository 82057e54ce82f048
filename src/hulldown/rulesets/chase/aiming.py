"""A shot before it is fired: whether the gun can, what it needs, what armor it meets (CH-10)."""

from __future__ import annotations

from dataclasses import dataclass

from hulldown.kernel.records import copy
from hulldown.rulesets.api.words import Modifier, Refusal
from hulldown.rulesets.chase.chart import raw_range
from hulldown.rulesets.chase.codes import Facing, Mount, Phase
from hulldown.rulesets.chase.gunnery import no_fire, remaining_armor, to_hit_dm
from hulldown.rulesets.chase.naming import FACINGS, tank_id, with_sign
from hulldown.rulesets.chase.ramming import after_ram
from hulldown.rulesets.chase.reasons import Sum
from hulldown.rulesets.chase.refusals import no_shot
from hulldown.rulesets.chase.state import Options, Pair, State
from hulldown.rulesets.common.explanation import listening

LEAST, MOST = 2, 12  # of 2d6


@dataclass(frozen=True)
class Aim:
    """What a tank's shot in a pair needs. `armor` is what is left of it after AP, None while unknown.

    `needed` is the lowest throw of 2d6 that hits, `score` the lowest total. `provided` is said of a fixed gun
    whose facing is open.
    """

    firer: str
    target: str
    refusal: Refusal | None
    dm: int
    modifiers: tuple[Modifier, ...]
    facing: str
    armor: int | None
    score: int
    provided: str = ""

    @property
    def needed(self) -> int:
        """The lowest throw that hits (CH-10.5)."""
        return max(LEAST, self.score - self.dm)

    @property
    def text(self) -> str:
        """The shot in a sentence: "B1 hits on 7+ of 2d6 (DM +1), Rear armor 7"."""
        if self.refusal:
            return f"{self.firer} cannot fire: {self.refusal.text[0].lower()}{self.refusal.text[1:]}"
        hits = f"hits on {self.needed}+ of 2d6" if self.needed <= MOST else "cannot hit"
        met = "" if self.armor is None else f", {self.facing} armor {self.armor} left"
        return f"{self.firer} {hits} (DM {with_sign(self.dm)}){self.provided}{met}"


def as_moved(o: Options, p: Pair, raw: int) -> Pair:
    """A pair as it is after the ram step if nobody rams (CH-8.7)."""
    q = copy(p)
    q.raw, q.range = raw, after_ram(o, raw, 0)
    return q


def after_shift(o: Options, p: Pair, bands: int) -> Pair:
    """A pair after a shift, if nobody rams (CH-2.4)."""
    q = as_moved(o, p, raw_range(o, p.range, bands))
    q.shift = bands
    return q


def foreseen(s: State, i: int) -> Pair:
    """A pair as its shots will find it, as far as that is settled: an overshoot ends at Close."""
    p = s.pair[i]
    return (
        as_moved(s.options, p, int(p.raw))
        if s.phase in (Phase.FACING, Phase.RAM) and i == s.acting
        else copy(p)
    )


def aim(s: State, p: Pair, side: int) -> Aim:
    """The shot of a side's tank in a pair whose range and orders are known (CH-10.2, CH-10.5, CH-10.9)."""
    t, enemy = p.tank[side], p.tank[1 - side]
    firer, target = s.tanks[t], s.tanks[enemy]
    way, shown = p.facing[side], p.facing[1 - side]
    waits = firer.profile.mount == Mount.FIXED and way == Facing.NONE
    code = no_fire(firer.now.gun, firer.profile, p.range, Facing.FRONT if waits else way)
    why = listening()
    dm = 0
    if not code:
        orders = p.order[side], p.order[1 - side]
        dm = to_hit_dm(s.options, firer.profile, firer.now.gun, p.range, *orders, why)
    return Aim(
        firer=tank_id(s, t),
        target=tank_id(s, enemy),
        refusal=no_shot(code, p.range, way) if code else None,
        dm=dm,
        modifiers=Sum.modifiers(why),
        facing=FACINGS.get(shown, ""),
        armor=remaining_armor(firer.profile, target.profile, shown) if shown in FACINGS else None,
        score=int(s.options.gunnery_score),
        provided=" if it shows its Front" if waits else "",
    )
