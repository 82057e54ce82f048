"""Rule variants: reading a choice, and files that describe one wrongly."""

import pytest

from hulldown.catalogue import (
    CatalogueError,
    Option,
    Options,
    Value,
    Values,
    option_issues,
    parse,
    value_issues,
)
from hulldown.catalogue.load import unknown_name
from hulldown.catalogue.options import unknown_variant

FLAG = Option(kind="flag", values=(True, False), rule="TC-9.9", text="Hills.")
CHOICE = Option(kind="choice", values=("both", "either", "never"), rule="TC-7.6", text="Edges.")
RANGE = Option(kind="choice", values=(6, 5), rule="TC-2.3", text="Range.")
TURNS = Option(kind="number", values=(10,), low=1, high=100, rule="TC-1.5", text="Turns.")
SMOKE = Option(kind="number", values=("unlimited",), low=1, high=20, rule="TC-5.14", text="Smoke.")


@pytest.mark.parametrize(
    ("option", "given", "value", "code"),
    [
        (FLAG, True, True, 1),
        (FLAG, "false", False, 0),
        (CHOICE, "both", "both", 0),
        (CHOICE, "never", "never", 2),
        (RANGE, 5, 5, 5),
        (RANGE, "6", 6, 6),
        (TURNS, "12", 12, 12),
        (TURNS, 100, 100, 100),
        (SMOKE, "unlimited", "unlimited", -1),
        (SMOKE, 3, 3, 3),
    ],
)
def test_a_value_is_read_as_itself_or_as_text(
    option: Option, given: str | int | bool, value: str | int | bool, code: int
) -> None:
    assert option.parse(given) is value or option.parse(given) == value
    assert type(option.parse(given)) is type(value)
    assert option.encode(given) == code


@pytest.mark.parametrize(
    ("option", "given", "said"),
    [
        (FLAG, "yes", '"yes" is not one of true, false'),
        (FLAG, 1, "1 is not one of true, false"),
        (CHOICE, "Both", '"Both" is not one of both, either, never'),
        (RANGE, 7, "7 is not one of 6, 5"),
        (TURNS, 0, "0 is not a whole number from 1 to 100"),
        (TURNS, "9" * 5000, None),
        (TURNS, "-1", '"-1" is not a whole number from 1 to 100'),
        (TURNS, True, "true is not a whole number from 1 to 100"),
        (SMOKE, 21, "21 is not unlimited or a whole number from 1 to 20"),
    ],
)
def test_another_value_is_refused_with_the_choice(
    option: Option, given: str | int | bool, said: str | None
) -> None:
    with pytest.raises(ValueError) as error:
        option.parse(given)
    assert said is None or str(error.value) == said


def test_the_default_is_the_first_value() -> None:
    assert [one.default for one in (FLAG, CHOICE, RANGE, TURNS, SMOKE)] == [True, "both", 6, 10, "unlimited"]


TWO_OR_MORE = "must be two or more words, or two or more numbers"
A_VALUE = "must be text, a whole number, true or false"
BOUNDS = "a number needs low and high, low not above high and not below 0"


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ('kind = "flag"\nvalues = [true]', "3: options.x.values: of a flag must be true and false"),
        ('kind = "choice"\nvalues = ["a"]', f"3: options.x.values: {TWO_OR_MORE}"),
        ('kind = "choice"\nvalues = ["a", 1]', f"3: options.x.values: {TWO_OR_MORE}"),
        ('kind = "choice"\nvalues = ["a", "a"]', "3: options.x.values: has a value twice"),
        ('kind = "choice"\nvalues = ["a", 1.5]', f"3: options.x.values[2]: {A_VALUE}, not 1.5"),
        ('kind = "choice"\nvalues = []', "3: options.x.values: must not be empty"),
        ('kind = "choice"\nvalues = ["a", "b"]\nlow = 1', "1: options.x: only a number has low and high"),
        ('kind = "number"\nvalues = [1]', f"1: options.x: {BOUNDS}"),
        ('kind = "number"\nvalues = [1]\nlow = 2\nhigh = 3', "3: options.x.values: must be between 2 and 3"),
    ],
)
def test_an_option_described_wrongly_is_refused(fields: str, said: str) -> None:
    text = f'[options.x]\n{fields}\nrule = "TC-1.1"\ntext = "t"\n'
    with pytest.raises(CatalogueError) as error:
        parse(text, Options, option_issues, "o.toml")
    assert error.value.lines == (f"o.toml:{said}",)


def test_a_rule_id_is_checked() -> None:
    text = '[options.x]\nkind = "flag"\nvalues = [true, false]\nrule = "7.6"\ntext = "t"\n'
    with pytest.raises(CatalogueError) as error:
        parse(text, Options, option_issues, "o.toml")
    assert str(error.value) == 'o.toml:4: options.x.rule: "7.6" is not a rule id such as TC-7.13'


INCHES = Value(default=2, low=0.5, high=12, scale=1000, unit="inches", rule="XX-1.1", text="How near.")
PLAIN = Value(default=-2, low=-5, high=5, rule="XX-1.2", text="A modifier.")


def test_a_value_is_read_as_players_write_it_and_held_as_a_whole_number() -> None:
    assert [INCHES.encode(given) for given in (2, "2.5", 0.5, "12.0")] == [2000, 2500, 500, 12000]
    assert (INCHES.default_code, INCHES.decode(2500), INCHES.decode(12_000)) == (2000, "2.5", 12)
    assert (PLAIN.encode("-5"), PLAIN.default_code, PLAIN.decode(3)) == (-5, -2, 3)


@pytest.mark.parametrize(
    "given", ["", "x", "2.0001", "0.4", "13", True, "1e2", "--2", "9" * 40, "²", " 2", "nan"]
)
def test_a_value_out_of_its_bounds_or_too_fine_is_refused(given: str) -> None:
    with pytest.raises(ValueError, match=r"is not a number from 0\.5 to 12$"):
        INCHES.parse(given)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("default = 7\nlow = 1\nhigh = 6", "values.x.default: must be between 1 and 6"),
        ("default = 2.5\nlow = 1\nhigh = 6", "values.x.default: must be whole when it is taken 1 times"),
        (
            "default = 2\nlow = 1\nhigh = 6.0001\nscale = 10",
            "values.x.high: must be whole when it is taken 10 times",
        ),
        ("default = 2\nlow = 1\nhigh = 6\nscale = 0", "values.x.scale: "),
    ],
)
def test_a_value_described_wrongly_is_refused(line: str, said: str) -> None:
    text = f'[values.x]\n{line}\nrule = "TC-1.1"\ntext = "t"\n'
    with pytest.raises(CatalogueError) as error:
        parse(text, Values, value_issues, "values.toml")
    assert said in error.value.lines[0]


def test_an_option_that_is_taken_for_a_value_is_told_where_it_belongs() -> None:
    known = {"option": ("night", "storm"), "value": ("at_strength",)}
    assert unknown_variant("value", "night", known, "use --{}") == '"night" is an option: use --option'
    assert unknown_variant("option", "at_strength", known) == (
        '"at_strength" is a value: it is under [values]'
    )
    assert unknown_variant("option", "nigth", known) == 'unknown option "nigth"; did you mean "night"?'


@pytest.mark.parametrize("word", ["min_range", "range-min", "minimum_range", "MIN RANGE", "range_minimum"])
def test_a_key_of_the_same_words_is_meant(word: str) -> None:
    known = ("range", "min", "range_min", "arrange")
    assert unknown_name("key", word, known).endswith('did you mean "range_min"?')
