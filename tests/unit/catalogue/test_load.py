"""Files in, models or clear lines out."""

import os
import pickle
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import Field, ValidationError

from hulldown.catalogue import CatalogueError, Entry, ValidationIssue, json_schema, load, parse, validate
from hulldown.catalogue.load import LARGEST_FILE, MAX_ISSUES


class Gun(Entry):
    name: str
    barrel: Annotated[int, Field(ge=1, le=9)] = 6
    rounds: tuple[Literal["AT", "HE"], ...] = ()
    turret: bool = True


class Motor(Entry):
    power: Annotated[int, Field(gt=0, lt=100)]


class Tank(Entry):
    title: Annotated[str, Field(min_length=2, max_length=20)]
    guns: Annotated[dict[str, Gun], Field(max_length=3)]
    crews: tuple[Gun, ...] = ()
    motor: Motor | None = None


GOOD = """title = "Panther"

[guns.main]
name = "L/70"
barrel = 7
rounds = ["AT", "HE"]
"""


POWER = 'unknown key; did you mean "power"?'
TWO_CREWS = '[[crews]]\nname = "a"\n[[crews]]\nnam = "b"\nname = ""\n'


def refusal(text: str) -> list[str]:
    """The lines of the error that a text raises, without the file's name."""
    with pytest.raises(CatalogueError) as error:
        parse(text, Tank, shown="t.toml")
    assert str(error.value) == "\n".join(error.value.lines)
    assert all(line.startswith("t.toml:") for line in error.value.lines)
    return [line.removeprefix("t.toml:") for line in error.value.lines]


def test_a_good_file_becomes_its_model(tmp_path: Path) -> None:
    file = tmp_path / "t.toml"
    file.write_text(GOOD)
    tank = load(file, Tank)
    assert tank.guns["main"] == Gun(name="L/70", barrel=7, rounds=("AT", "HE"))


def test_what_is_loaded_cannot_be_changed() -> None:
    with pytest.raises(ValidationError):
        parse(GOOD, Tank).title = "Tiger"


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("barrel = 7", "barel = 7", '5: guns.main.barel: unknown key; did you mean "barrel"?'),
        ("barrel = 7", "wheels = 7", "5: guns.main.wheels: unknown key"),
        ('name = "L/70"', "", "3: guns.main.name: is missing"),
        ('"L/70"', "70", "4: guns.main.name: must be text in quotes, not 70"),
        ("7\n", '"7"\n', '5: guns.main.barrel: must be a whole number, not "7"'),
        ("7\n", "7.0\n", "5: guns.main.barrel: must be a whole number, not 7.0"),
        ("7\n", "true\n", "5: guns.main.barrel: must be a whole number, not true"),
        ("7\n", "0\n", "5: guns.main.barrel: must be at least 1, not 0"),
        ("7\n", "10\n", "5: guns.main.barrel: must be at most 9, not 10"),
        ("7\n", f"0x{'f' * 9000}\n", "5: guns.main.barrel: must be at most 9, not that number"),
        ("7\n", "7\nturret = 1\n", "6: guns.main.turret: must be true or false, not 1"),
        ('["AT", "HE"]', '"AT"', '6: guns.main.rounds: must be a list, not "AT"'),
        ('"HE"]', '\n"HEAT"]', '7: guns.main.rounds[2]: "HEAT" is not one of AT, HE; did you mean "HE"?'),
        ('"HE"]', "1]", "6: guns.main.rounds[2]: 1 is not one of AT, HE"),
        ("[guns.main]", "[guns]\nx = 1\n[guns.main]", "4: guns.x: must be a table, not 1"),
        ("\n[guns", "guns = 3\n[other", "2: guns: must be a table, not 3"),
        ("Panther", "P", "1: title: needs at least 2 characters"),
        ("Panther", "P" * 21, "1: title: takes at most 20 characters"),
        ("\n[guns", "\n[motor]\npower = 0\n[guns", "4: motor.power: must be more than 0, not 0"),
        ("\n[guns", "\n[motor]\npower = 100\n[guns", "4: motor.power: must be less than 100, not 100"),
        ("\n[guns", "\n[motor]\npowr = 1\npower = 1\n[guns", f"4: motor.powr: {POWER}"),
        ('HE"]\n', f'HE"]\n{TWO_CREWS}', '10: crews[2].nam: unknown key; did you mean "name"?'),
        ("barrel = 7", '"bar\\nrel" = 7', '5: guns.main."bar\\nrel": unknown key; did you mean "barrel"?'),
    ],
)
def test_each_kind_of_mistake_is_one_line_with_its_place(old: str, new: str, said: str) -> None:
    assert old in GOOD
    assert said in refusal(GOOD.replace(old, new, 1))


def test_all_mistakes_are_listed_in_the_order_of_the_file() -> None:
    text = '[guns.main]\nname = 1\nbarrel = "x"\n[guns.second]\nbarrel = 3\n'
    assert refusal(text) == [
        "1: title: is missing",
        "2: guns.main.name: must be text in quotes, not 1",
        '3: guns.main.barrel: must be a whole number, not "x"',
        "4: guns.second.name: is missing",
    ]


def test_a_hopeless_file_gives_a_list_of_bearable_length() -> None:
    with pytest.raises(CatalogueError) as error:
        parse("".join(f"k{n} = 1\n" for n in range(MAX_ISSUES + 8)), Tank)
    assert len(error.value.lines) == MAX_ISSUES + 1
    assert error.value.lines[-1] == "... and 10 more"  # two keys are missing as well


UNQUOTED = "a key with other signs than a to z, 0 to 9, - and _ needs quotes:"
QUOTED = " . ".join(['"b"'] * 40)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("title = \n", "1: is not TOML: invalid value"),
        (
            'title = "a"\ntitle = "b"\n',
            "2: title: is here a second time; line 1 has the first: take one of them out",
        ),
        ("a = 1\n\nb = [1,", "3: is not TOML: invalid value"),
        ("[a.b]\n[a.b]\n", "2: a.b: is here a second time; line 1 has the first: take one of them out"),
        (
            "a = { b = 1, b = 2, c = 3 }",
            "1: a.b: is here a second time; line 1 has the first: take one of them out",
        ),
        (
            'a = 1\r\nb = """\r\n"""\r\na = 2',
            "4: a: is here a second time; line 1 has the first: take one of them out",
        ),
        *(
            (
                text,
                f"1: is not TOML: {UNQUOTED} {right}",
            )
            for text, right in (
                ("Gr\u00f6\u00dfe = 1", '"Gr\u00f6\u00dfe" = ...'),
                ("\u00e4 = 1", '"\u00e4" = ...'),
                ("Old Bess = 1", '"Old Bess" = ...'),
                ("a.\u00df = 1", 'a."\u00df" = ...'),
                ("[units.K\u00e4fer]\nx = 1", '[units."K\u00e4fer"]'),
                ("[[Fl\u00fcsse]]", '[["Fl\u00fcsse"]]'),
                ('["a b".\u00e9]', '["a b"."\u00e9"]'),
            )
        ),
        ("[a]\n[b]\n[a]\n", "3: a: is here a second time; line 1 has the first: take one of them out"),
        ("a = 2024-02-30\n", "1: is not TOML: invalid date or datetime"),
        (f"a = {'9' * 5000}\n", " is not TOML: exceeds the limit"),
        (f"a = {'[' * 20000}\n", "1: nested too deeply"),
        (f"a = 1\n{'b.' * 100_000}b = 1\n", "2: nested too deeply"),
        (f"[[{QUOTED}]]\n", "1: nested too deeply"),
    ],
)
def test_what_is_not_toml_is_told_with_its_line(text: str, said: str) -> None:
    (line,) = refusal(text)
    assert line.startswith(said)


def test_ten_thousand_mistakes_are_counted() -> None:
    """Each once, and not each against all others."""
    with pytest.raises(CatalogueError) as error:
        parse("".join(f"k{number} = 1\n" for number in range(10_000)), Tank)
    assert len({problem.place for problem in error.value.issues}) >= 10_000


@pytest.mark.parametrize(
    ("raw", "said"),
    [
        (b'title = "a"\nx = "\xff"\n', ':2: is not UTF-8 text ("ÿ" in Windows-1252): save it as UTF-8'),
        (b"#" * (LARGEST_FILE + 1), ": is larger than 256 KiB"),
    ],
)
def test_what_is_not_text_is_told(tmp_path: Path, raw: bytes, said: str) -> None:
    file = tmp_path / "t.toml"
    file.write_bytes(raw)
    with pytest.raises(CatalogueError) as error:
        load(file, Tank, shown="t.toml")
    assert str(error.value) == f"t.toml{said}"


def test_a_byte_order_mark_is_no_mistake(tmp_path: Path) -> None:
    file = tmp_path / "t.toml"
    file.write_bytes(b"\xef\xbb\xbf" + GOOD.encode())
    assert load(file, Tank).title == "Panther"


@pytest.mark.parametrize("name", ["nowhere.toml", "folder", "pipe", "nul\0.toml"])
def test_what_is_no_file_is_told(tmp_path: Path, name: str) -> None:
    (tmp_path / "folder").mkdir()
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(CatalogueError, match="there is no such file"):
        load(tmp_path / name, Tank)


def test_a_check_adds_problems_that_types_cannot_express() -> None:
    def check(tank: Tank) -> Iterator[ValidationIssue]:
        yield ValidationIssue(("guns", "main", "rounds", 1), "is used up", "TC-5.11")
        yield ValidationIssue(("title",), "is not epic")

    with pytest.raises(CatalogueError) as error:
        parse(GOOD, Tank, check, "t.toml")
    assert error.value.lines == (
        "t.toml:1: title: is not epic",
        "t.toml:6: guns.main.rounds[2]: is used up (TC-5.11)",
    )


def test_data_without_a_file_is_named_by_field() -> None:
    with pytest.raises(CatalogueError) as error:
        validate(
            {"title": "Panther", "guns": {"main": {"name": "x", "rounds": ["XX"]}}}, Tank, shown="forces"
        )
    assert str(error.value) == 'forces: guns.main.rounds[1]: "XX" is not one of AT, HE'


def test_data_from_a_program_may_use_lists_or_tuples() -> None:
    as_list = validate({"title": "Panther", "guns": {"main": {"name": "x", "rounds": ["AT"]}}}, Tank)
    as_tuple = validate({"title": "Panther", "guns": {"main": {"name": "x", "rounds": ("AT",)}}}, Tank)
    assert as_list == as_tuple


def test_an_error_can_be_sent_between_processes() -> None:
    error = CatalogueError(["a:1: x", "a:2: y"])
    assert pickle.loads(pickle.dumps(error)).lines == error.lines


def test_the_schema_forbids_unknown_keys() -> None:
    schema = json_schema(Tank)
    assert schema["additionalProperties"] is False
    assert schema["$defs"]["Gun"]["properties"]["rounds"]["type"] == "array"


@pytest.mark.parametrize("sign", ["\u2028", "\x85", "\x1c"])
def test_a_message_repeats_a_key_on_one_line(sign: str) -> None:
    """Also one in quotes, next to one that lacks them."""
    with pytest.raises(CatalogueError) as refused:
        parse(f'é."a{sign}b" = 1', Tank, shown="t.toml")
    (line,) = refused.value.lines
    assert len(line.splitlines()) == 1 and UNQUOTED in line


SIGNS = ["[", "]", "[[", "]]", "{", "}", "=", ",", ".", "#", '"', "'", '"""', "\\", "\n", " "]
WORDS = ["guns", "main", "title", "name", "1", "true", "1979-05-27", "0x", "nan", "é"]
TOKENS = st.sampled_from([*SIGNS, *WORDS, "\u2028", "\0", "\r"])


@given(st.one_of(st.text(), st.lists(TOKENS, max_size=30).map("".join)))
def test_no_text_gives_anything_but_a_model_or_clear_lines(text: str) -> None:
    try:
        parse(text, Tank, shown="t.toml")
    except CatalogueError as error:
        assert error.lines
        assert all(len(line.splitlines()) == 1 for line in error.lines)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text() | st.sampled_from(["title", "guns"]), inner)
    ),
    max_leaves=10,
)


@given(st.dictionaries(st.sampled_from(["title", "guns", "crews", "motor", "x"]), JSON))
def test_no_data_gives_anything_but_a_model_or_clear_lines(data: dict[str, object]) -> None:
    try:
        validate(data, Tank, shown="data")
    except CatalogueError as error:
        assert all(len(line.splitlines()) == 1 for line in error.lines)
