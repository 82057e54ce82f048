"""Records as plain objects and as bytes: the two must never differ from what NumPy makes of them."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Annotated, Any

import numpy as np
import pytest

from hulldown.kernel.records import (
    Byte,
    Long,
    Narrowed,
    Real,
    Short,
    array,
    blank,
    copy,
    digest,
    dtype_of,
    pack,
    record,
    unpack,
)


@record
class Crew:
    rank: Byte
    wounds: Annotated[list[Short], 2]


@record
class Tank:
    points: int
    seed: Long
    luck: Real
    leader: Crew
    tiles: Annotated[list[Byte], 3]
    crew: Annotated[list[Crew], 2]
    last: int


@record
class Lone:
    only: int


def tank() -> Tank:
    """A tank with another number in every field."""
    made = blank(Tank)
    made.points, made.seed, made.luck, made.last = -7, 2**40, 0.25, 2**31 - 1
    made.leader.rank, made.leader.wounds = 3, [300, -300]
    made.tiles = [-128, 0, 127]
    for i, one in enumerate(made.crew):
        one.rank, one.wounds = 10 + i, [i, -i]
    return made


def by_numpy() -> Any:
    """The same tank, written field by field into a NumPy record."""
    made = array(Tank)
    row = made[0]
    row["points"], row["seed"], row["luck"], row["last"] = -7, 2**40, 0.25, 2**31 - 1
    row["leader"]["rank"], row["leader"]["wounds"] = 3, (300, -300)
    row["tiles"] = (-128, 0, 127)
    for i in range(2):
        row["crew"][i]["rank"], row["crew"][i]["wounds"] = 10 + i, (i, -i)
    return made


def test_bytes_are_those_of_the_numpy_record() -> None:
    packed = pack(tank())
    assert packed.dtype == dtype_of(Tank) and packed.shape == (1,)
    assert packed.tobytes() == by_numpy().tobytes()
    assert pack(unpack(packed[0], Tank)).tobytes() == packed.tobytes()
    packed[0]["points"] = 5  # a buffer that compiled rules write to
    assert unpack(packed[0], Tank).points == 5


def test_a_record_of_one_field_is_one_too() -> None:
    lone = blank(Lone)
    lone.only = 9
    assert pack(lone).tobytes() == np.int32(9).tobytes()
    assert copy(lone).only == 9


def test_a_copy_is_equal_and_shares_nothing() -> None:
    one = tank()
    other = copy(one)
    assert digest(other) == digest(one)
    other.points = other.leader.rank = other.tiles[0] = other.crew[1].rank = other.crew[0].wounds[1] = 99
    assert digest(one) == digest(tank()) != digest(other)


@record
class Variants:
    night: int


@record
class MoreVariants:
    night: int
    mud: int


@record
class Battle:
    turn: int
    variants: Variants
    crew: Crew


@record
class LaterBattle:
    turn: int
    variants: MoreVariants
    crew: Crew


@record
class Sight:
    range: int
    cells: Annotated[list[int], 2]
    crew: Crew


@record
class NarrowSight:
    range: int
    cells: Annotated[list[Narrowed], 2]
    crew: Crew


@record
class LongSight:
    range: int
    cells: Annotated[list[int], 4, 2]
    crew: Crew
    crews: Annotated[list[Crew], 2, 0]


def test_a_list_that_became_longer_counts_in_digests_where_it_is_not_blank() -> None:
    one, later = blank(Sight), blank(LongSight)
    for sight in (one, later):
        sight.range, sight.cells[1], sight.crew.wounds[1] = 7, -3, 2
    assert digest(later) == digest(one)
    assert digest(later, "crew", "x") == digest(one, "crew", "x")
    seen = {digest(one)}
    for cell, rank in ((1, 0), (0, 1), (1, 1)):
        later.cells[3], later.crews[1].rank = cell, rank
        seen.add(digest(later))
    assert len(seen) == 4
    assert pack(unpack(pack(later)[0], LongSight)).tobytes() == pack(later).tobytes()


def test_what_became_a_byte_is_in_digests_what_it_was() -> None:
    one, later = blank(Sight), blank(NarrowSight)
    one.cells[1] = later.cells[1] = -3
    assert len(pack(later).tobytes()) == len(pack(one).tobytes()) - 6
    assert digest(one) == digest(later)
    assert digest(one, "crew", "none") == digest(later, "crew", "none")
    assert digest(one, "cells", "none") == digest(later, "cells", "none") != digest(one)


def test_a_field_can_be_left_out_of_a_digest_and_told_in_words() -> None:
    one, later = blank(Battle), blank(LaterBattle)
    assert digest(one) != digest(later)
    assert digest(one, "variants") == digest(later, "variants")
    assert (
        digest(one, "variants", "night=true")
        == digest(later, "variants", "night=true")
        != digest(one, "variants")
    )
    one.variants.night = 1
    assert digest(one, "variants") == digest(later, "variants")
    one.crew.rank = 1
    assert digest(one, "variants") != digest(later, "variants")


@pytest.mark.parametrize(
    ("field", "value", "error"),
    [
        ("points", 2**31, OverflowError),
        ("tiles", [0, 0, 128], OverflowError),
        ("tiles", [0, 0], ValueError),
        ("crew", [blank(Crew)], ValueError),
    ],
)
def test_what_does_not_fit_its_field_is_refused(field: str, value: Any, error: type[Exception]) -> None:
    one = tank()
    setattr(one, field, value)
    with pytest.raises(error):
        pack(one)


def of_many_fields() -> type[Any]:
    """A record class that nobody has asked about yet."""
    return record(type("Fresh", (), {"__annotations__": {f"field_{i}": int for i in range(200)}}))


@pytest.fixture
def crowded() -> Iterator[None]:
    """Threads give way to each other as often as they can."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(before)


@pytest.mark.usefixtures("crowded")
def test_threads_that_ask_first_at_the_same_time_all_get_whole_objects() -> None:
    """A server's first requests do: what one of them met half made would stay so."""
    with ThreadPoolExecutor(4) as pool:
        for _ in range(50):
            fresh = of_many_fields()
            made = pool.map(blank, [fresh] * 4)
            assert [len(vars(one)) for one in made] == [200] * 4
