"""What keeps a profile from having a card, and what its card is made in spite of (CA-8.6)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

from hulldown.catalogue import Place, Values, load, quote, unknown_name, value_issues
from hulldown.kernel.records import blank
from hulldown.rulesets.close_assault.codes import MOST_BONUSES
from hulldown.rulesets.close_assault.profiling import (
    chosen_line,
    is_coaxial,
    pair_of,
    read_dice,
    why_discarded,
    write_weapon,
)
from hulldown.rulesets.close_assault.reasons import CardFault, CardWarning
from hulldown.rulesets.close_assault.sheet import (
    KINDS,
    LISTS,
    TEMPLATE,
    Armament,
    UnitProfile,
    arcs_of,
    strange_rules,
    strange_traits,
)
from hulldown.rulesets.close_assault.state import Options, Weapon
from hulldown.rulesets.close_assault.values import many_bonuses
from hulldown.rulesets.close_assault.variants import InvBetterThan5

SAVES = (0, 2, 3, 4, 5, 6)
BEST_IN_TABLE = 5  # CA-6.5


class Fault(NamedTuple):
    """A mistake, where it stands in the profile, and what it is in words."""

    code: CardFault
    place: Place
    words: str

    @property
    def name(self) -> str:
        """The name that CA-8.6 gives it."""
        return f"E_CARD_{self.code.name}"


class Remark(NamedTuple):
    """A warning, where its reason stands, and what it says."""

    code: CardWarning
    place: Place
    words: str

    @property
    def name(self) -> str:
        """The name that CA-8.6 gives it."""
        return f"W_{self.code.name}"


# ---------------------------------------------------------------- faults


def faults(sheet: UnitProfile) -> Iterator[Fault]:
    """Everything for which a profile gets no card, in the order of CA-8.6."""
    if sheet.type not in KINDS:
        yield Fault(CardFault.TYPE, ("type",), unknown_name("type", sheet.type, KINDS))
    if sheet.list not in LISTS:
        yield Fault(CardFault.LIST, ("list",), unknown_name("list", sheet.list, LISTS))
    for key in ("save", "invulnerable"):
        if getattr(sheet, key) not in SAVES:
            yield Fault(CardFault.SAVE, (key,), f"must be 0 (none) or 2 to 6, not {getattr(sheet, key)}")
    for place, armament in enumerate(sheet.weapon):
        for fault in weapon_faults(armament):
            yield fault._replace(place=("weapon", place, *fault.place))


def weapon_faults(armament: Armament) -> Iterator[Fault]:
    """What is wrong with a weapon."""
    if not armament.line:
        yield Fault(CardFault.LINE, (), f"{quote(armament.name)} has no line")
        return
    chosen = chosen_line(armament)
    if len(set(arcs_of(armament.line[chosen].traits))) > 1:
        yield Fault(CardFault.ARC, ("line", chosen, "traits"), "name both arcs: Arc (Front) and Arc (Rear)")
    unread = [place for place, line in enumerate(armament.line) if read_dice(line.dice) is None]
    for place in unread:
        written = quote(armament.line[place].dice)
        yield Fault(CardFault.DICE, ("line", place, "dice"), f"cannot be read as dice: {written}")
    if not unread and bonuses(armament) > MOST_BONUSES:
        many = f"{bonuses(armament)} bonuses, more than {MOST_BONUSES}"
        yield Fault(CardFault.DICE, ("line", chosen, "dice"), f"would make {many}")


def bonuses(armament: Armament) -> int:
    """How many bonuses a weapon would give by the printed rules: a profile is judged before any game."""
    w = blank(Weapon)
    write_weapon(w, armament)
    return many_bonuses(w, w.line[chosen_line(armament)], printed("assault_bonuses"))


@cache
def printed(name: str) -> int:
    """A number of the rules as it is printed."""
    return load(Path(__file__).with_name("values.toml"), Values, value_issues).values[name].default_code


# ---------------------------------------------------------------- warnings


def remarks(sheet: UnitProfile, o: Options) -> Iterator[Remark]:
    """The warnings of a profile without faults."""
    if 0 < sheet.invulnerable < BEST_IN_TABLE and o.inv_better_than_5 == InvBetterThan5.AS_5:
        words = f"an Invulnerable Save of {sheet.invulnerable}+ counts as {BEST_IN_TABLE}+"
        yield Remark(CardWarning.INV, ("invulnerable",), words)
    for rule in strange_rules(sheet.special):
        yield Remark(CardWarning.TRAIT_UNKNOWN, ("special",), f"unknown special rule {quote(rule)}")
    for place, armament in enumerate(sheet.weapon):
        for remark in (*line_remarks(armament), *weapon_remarks(sheet, place, o)):
            words = f"{armament.name}: {remark.words}"
            yield remark._replace(place=("weapon", place, *remark.place), words=words)


def line_remarks(armament: Armament) -> Iterator[Remark]:
    """Warnings about single lines."""
    for place, line in enumerate(armament.line):
        if line.ap > 0:
            yield Remark(CardWarning.AP_POSITIVE, ("line", place, "ap"), f"AP +{line.ap} counts as 0")
        for trait in strange_traits(line.traits):
            words = f"unknown trait {quote(trait)}, without effect"
            yield Remark(CardWarning.TRAIT_UNKNOWN, ("line", place, "traits"), words)


def weapon_remarks(sheet: UnitProfile, place: int, o: Options) -> Iterator[Remark]:
    """Lines equally short where it matters, a Co-axial weapon without its pair."""
    armament = sheet.weapon[place]
    ranges = [0 if line.range == TEMPLATE else line.range for line in armament.line]
    if ranges.count(min(ranges)) > 1 and why_discarded(armament, o) is None:
        words = "two lines are equally short; the first counts"
        yield Remark(CardWarning.RANGE_TIE, ("line", chosen_line(armament), "range"), words)
    if is_coaxial(armament) and pair_of(sheet, place) < 0:
        words = "Co-axial, but coaxial_with names no other weapon"
        yield Remark(CardWarning.COAXIAL_UNPAIRED, ("coaxial_with",), words)
