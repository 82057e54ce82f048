"""Fields are narrow where they are stored: rules calculate with them in 64 bits, compiled as interpreted.

Rules read fields without `int()`, so no operator may overflow in the width of a field.
"""

from typing import Annotated, Any

import pytest

from hulldown.kernel.jit import compiled, rule
from hulldown.kernel.records import Byte, Long, Narrowed, Short, array, blank, pack, record, unpack

LOWEST = {"byte": -(2**7), "kept": -(2**7), "short": -(2**15), "plain": -(2**31)}
RESULTS = 16


@record
class Numbers:
    byte: Byte
    kept: Narrowed
    short: Short
    plain: int
    bytes: Annotated[list[Byte], 2]
    results: Annotated[list[Long], RESULTS]


@rule
def turned(n: Numbers) -> None:
    """Minus and abs(), where Numba by itself stays in the width of a field."""
    r, low = n.results, n.byte
    r[0], r[1], r[2], r[3] = -n.byte, -n.kept, -n.short, -n.plain
    r[4], r[5], r[6], r[7] = abs(n.byte), abs(n.kept), abs(n.short), abs(n.plain)
    r[8], r[9], r[10] = -low, abs(low), -n.bytes[1]
    r[11] = -min(n.byte, n.bytes[1])
    r[12] = -(n.byte if n.plain < 0 else n.bytes[0])
    r[13] = abs(n.short if n.plain < 0 else n.byte)
    low = -low - abs(-3)  # a constant has a type of its own
    r[14] = low - -n.bytes[1]
    r[15] = -(-n.byte // 3)


@rule
def combined(n: Numbers) -> None:
    """All other operators."""
    r, a, b = n.results, n.byte, n.bytes[0]
    r[0], r[1], r[2], r[3] = a - b, a + a, a * a, n.plain * n.plain
    r[4], r[5], r[6], r[7] = n.plain - b, n.short * n.short, a << 8, ~a
    r[8], r[9], r[10], r[11] = a // -1, n.plain // -1, a % 7, max(a, b) - min(a, b)
    r[12], r[13] = n.plain + n.plain, n.short - n.byte * b
    a -= b
    r[14] = a
    for i in range(n.byte, 0):
        r[15] += i * n.byte


@pytest.mark.parametrize("fn", [turned, combined])
@pytest.mark.parametrize("sign", [1, -1])
def test_rules_calculate_with_the_outermost_numbers_of_fields_alike(fn: Any, sign: int) -> None:
    n = blank(Numbers)
    for name, lowest in LOWEST.items():
        setattr(n, name, lowest if sign > 0 else -1 - lowest)
    n.bytes = [127, -128]
    rows = array(Numbers)
    rows[0] = pack(n)[0]
    compiled(fn)(rows[0])
    fn(n)
    assert unpack(rows[0], Numbers).results == n.results


def test_minus_of_the_lowest_byte_is_no_byte() -> None:
    rows = array(Numbers)
    rows[0]["byte"] = -128
    compiled(turned)(rows[0])
    assert rows[0]["results"][0] == rows[0]["results"][4] == 128
