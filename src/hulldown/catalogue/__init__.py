"""TOML files in, typed and validated data out, with every mistake named by file, line and field."""

from hulldown.catalogue.decoding import decode, is_json, is_toml
from hulldown.catalogue.issues import CatalogueError, Place, ValidationIssue, quote, unknown_name
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
    option_issues,
    unknown_variant,
    value_issues,
)
from hulldown.catalogue.rulebook import (
    RulebookChapter,
    RulebookText,
    apply_numbers,
    load_rules,
    parse_rules,
    printed_numbers,
)
from hulldown.catalogue.scenario_source import ScenarioSource, resolve_scenario
from hulldown.deprecated import renamed_names

__all__ = [
    "load",
    "resolve_scenario",
    "OwnFile",
    "ScenarioSource",
    "parse",
    "parse_toml",
    "validate",
    "json_schema",
    "read_text",
    "decode",
    "is_toml",
    "is_json",
    "Entry",
    "Check",
    "CatalogueError",
    "ValidationIssue",
    "Place",
    "quote",
    "unknown_name",
    "unknown_variant",
    "Option",
    "Options",
    "option_issues",
    "as_word",
    "OptionValue",
    "Value",
    "Values",
    "Variant",
    "value_issues",
    "Text",
    "RuleId",
    "load_rules",
    "parse_rules",
    "RulebookText",
    "apply_numbers",
    "printed_numbers",
    "RulebookChapter",
]

__getattr__ = renamed_names(
    __name__,
    {
        "Problem": "ValidationIssue",
        "Which": "ScenarioSource",
        "bounds_problems": "value_issues",
        "chosen": "resolve_scenario",
        "decoded": "decode",
        "in_force": "apply_numbers",
        "option_problems": "option_issues",
        "unknown": "unknown_name",
    },
)
