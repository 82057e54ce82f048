"""Failed morale tests in whole battles (CA-12.17, CA-12.18, CA-16.3, CA-16.4)."""

from itertools import product

from tests.unit.rulesets.close_assault.wandering import TWO_RHINOS, wander

from hulldown.rulesets.close_assault.events import morale_tested
from hulldown.rulesets.close_assault.state import Phase, State, alive
from hulldown.rulesets.close_assault.table import engaged


def spots(s: State, k: int) -> dict[int, tuple[int, int]]:
    """Where the models of a detachment stand that are left."""
    d = s.detachment[k]
    models = (m for m in range(d.first, d.first + d.size) if alive(s, m))
    return {m: (int(s.model[m].base.x), int(s.model[m].base.y)) for m in models}


def test_every_failed_test_moves_its_detachment() -> None:
    """CA-12.17, CA-12.18, CA-16.3, CA-16.4: in whole battles, most of them touched by nobody any more."""
    tested = alone = 0
    battles = [*product((TWO_RHINOS,), (2, 3, 7)), *product(("drill_square",), (7, 13, 14, 18, 20))]
    for scenario, seed in battles:
        fled: dict[int, tuple[int, int]] = {}
        for step in wander(scenario, seed, most=2000):
            s = step.after
            if fled and s.phase != Phase.WITHDRAW:
                k = s.model[next(iter(fled))].detachment
                assert not fled.items() & spots(s, k).items()
                fled = {}
            for test in morale_tested.rows(step.log):
                if not test.passed and not test.rally:
                    assert (s.phase, s.target) == (Phase.WITHDRAW, test.unit)
                    fled, tested = spots(s, test.unit), tested + 1
                    alone += not engaged(s, test.unit)
    assert tested >= 7
    assert alone >= 7
