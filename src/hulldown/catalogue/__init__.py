"""TOML files in, typed and validated data out, with every mistake named by file, line and field."""

from hulldown.catalogue.decoding import decoded, is_json, is_toml
from hulldown.catalogue.load import (
    Check,
    Entry,
    OwnFile,
    json_schema,
    load,
    parse,
    parse_toml,
    read_text,
    validate,
)
from hulldown.catalogue.options import (
    Option,
    Options,
    OptionValue,
    RuleId,
    Text,
    Value,
    Values,
    Variant,
    as_word,
    bounds_problems,
    option_problems,
)
from hulldown.catalogue.own import Which, chosen
from hulldown.catalogue.problems import CatalogueError, Place, Problem, quote, unknown
from hulldown.catalogue.rulebook import Chapter, RuleText, in_force, load_rules, parse_rules, printed_numbers

__all__ = [
    "load",
    "chosen",
    "OwnFile",
    "Which",
    "parse",
    "parse_toml",
    "validate",
    "json_schema",
    "read_text",
    "decoded",
    "is_toml",
    "is_json",
    "Entry",
    "Check",
    "CatalogueError",
    "Problem",
    "Place",
    "quote",
    "unknown",
    "Option",
    "Options",
    "option_problems",
    "as_word",
    "OptionValue",
    "Value",
    "Values",
    "Variant",
    "bounds_problems",
    "Text",
    "RuleId",
    "load_rules",
    "parse_rules",
    "RuleText",
    "in_force",
    "printed_numbers",
    "Chapter",
]
