"""How rules are written: they read as the rulebook, without `int()` round what is a whole number already."""

import ast
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
FOLDERS = ("src/hulldown/kernel", "src/hulldown/rulesets", "examples", "tests/toy")
SOURCES = sorted(path for folder in FOLDERS for path in (ROOT / folder).rglob("*.py"))


def is_rule(node: ast.AST) -> bool:
    """Whether a node is a function marked `@rule` or `@generic`."""
    return isinstance(node, ast.FunctionDef) and any(
        isinstance(mark, ast.Name) and mark.id in ("rule", "generic") for mark in node.decorator_list
    )


def is_field(value: ast.expr) -> bool:
    """Whether a value is read from a record, or chosen between two that are.

    What has a constant's name is a NumPy table. Its numbers are no Python integers when interpreted.
    """
    if isinstance(value, ast.IfExp):
        return is_field(value.body) and is_field(value.orelse)
    if not isinstance(value, ast.Attribute | ast.Subscript):
        return False
    while isinstance(value, ast.Attribute | ast.Subscript):
        value = value.value
    return not (isinstance(value, ast.Name) and value.id.isupper())


def needless(source: str) -> list[str]:
    """The calls of `int()` round a field in the rules of a module, each with its line."""
    calls = (
        node
        for rule in filter(is_rule, ast.walk(ast.parse(source)))
        for node in ast.walk(rule)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "int"
    )
    return [f"{call.lineno} {ast.unparse(call)}" for call in calls if is_field(call.args[0])]


def test_no_rule_puts_int_round_a_field() -> None:
    calls = {str(path.relative_to(ROOT)): needless(path.read_text(encoding="utf-8")) for path in SOURCES}
    assert {path: lines for path, lines in calls.items() if lines} == {}


def test_a_table_a_comparison_and_a_float_keep_their_int() -> None:
    rule = "@rule\ndef price(s: State, i: int) -> int:\n    return "
    for kept in ("int(WINS[i])", "int(s.first > 0)", "int(LEAD * s.lead)", "s.first - s.lead"):
        assert needless(rule + kept) == []
    for gone in ("int(s.first)", "int(s.units[i].cell)", "int(s.first if i > 0 else s.last)"):
        assert needless(rule + gone) == [f"3 {gone}"]
    assert needless("def shown(s: State) -> int:\n    return int(s.first)") == []
