#!/usr/bin/env python3
"""scripts/reference.py FOLDER: Markdown pages on hulldown's packages, from signatures and docstrings.

`index.md` has the names that are meant for everybody, those in `__all__`; the others have everything else, a
page for each package. The sources are read, not run, so that the pages need nothing installed.
"""

import ast
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

SRC = Path(__file__).resolve().parent.parent / "src"
OPEN = (
    "",
    "game",
    "odds",
    "ai",
    "lab",
    "views",
    "catalogue",
    "conformance",
)  # in the order of use
Definition = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef


def public(body: list[ast.stmt]) -> Iterator[Definition]:
    """The functions and classes among these statements whose names are meant for everybody."""
    for node in body:
        if isinstance(node, Definition) and not node.name.startswith("_"):
            yield node


def signature(node: Definition) -> str:
    """The definition's first line as it would be written, without decorators and body."""
    if isinstance(node, ast.ClassDef):
        bases = ", ".join(map(ast.unparse, node.bases))
        return f"class {node.name}({bases})" if bases else f"class {node.name}"
    result = f" -> {ast.unparse(node.returns)}" if node.returns else ""
    return f"{node.name}({ast.unparse(node.args)}){result}"


def fields(node: ast.ClassDef) -> Iterator[str]:
    """The annotated fields of a class, one line of a list each."""
    for statement in node.body:
        if isinstance(statement, ast.AnnAssign) and not ast.unparse(statement.target).startswith("_"):
            yield f"- `{ast.unparse(statement)}`"


def prose(text: str) -> str:
    """A docstring as Markdown: what looks like HTML in running text is text."""
    lines = text.splitlines()
    return "\n".join(line if line.startswith("    ") else line.replace("<", "&lt;") for line in lines)


def entry(node: Definition, level: int, within: str) -> Iterator[str]:
    """Heading, signature and docstring of one definition, then what is public inside a class."""
    dotted = f"{within}.{node.name}"
    yield f"{'#' * level} {node.name} {{ #{dotted} }}"
    yield f"```python\n{signature(node)}\n```"
    if text := ast.get_docstring(node):
        yield prose(text)
    if isinstance(node, ast.ClassDef):
        if rows := list(fields(node)):
            yield "\n".join(rows)
        for inner in public(node.body):
            yield from entry(inner, level + 1, dotted)


def dotted_name(file: Path) -> str:
    """The module of a source file, such as hulldown.game.luck."""
    return ".".join(file.relative_to(SRC).with_suffix("").parts).removesuffix(".__init__")


def module_section(file: Path) -> Iterator[str]:
    """One module: its name, what it says of itself, its public definitions."""
    tree = ast.parse(file.read_text())
    dotted = dotted_name(file)
    found = [part for node in public(tree.body) for part in entry(node, 3, dotted)]
    text = ast.get_docstring(tree)
    if found or text:
        yield f"## {dotted} {{ #{dotted} }}"
        if text:
            yield prose(text)
        yield from found


@cache
def pages() -> dict[str, list[Path]]:
    """The source files of each page: those of a package, those of `rulesets` by the packages in it."""
    found: dict[str, list[Path]] = {}
    for file in sorted((SRC / "hulldown").rglob("*.py")):
        parts = file.relative_to(SRC).parent.parts
        found.setdefault(".".join(parts[: 3 if "rulesets" in parts else 2]), []).append(file)
    return found


def home_of(package: Path, name: str) -> tuple[str, Definition] | None:
    """Where a name that a package gives out is defined: its dotted name and what defines it."""
    file = package / "__init__.py" if package.is_dir() else package.with_suffix(".py")
    for node in ast.walk(ast.parse(file.read_text())):
        if isinstance(node, Definition) and node.name == name:
            return f"{dotted_name(file)}.{name}", node
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("hulldown"):
            for alias in node.names:
                if name == (alias.asname or alias.name):
                    return home_of(SRC.joinpath(*str(node.module).split(".")), alias.name)
        if isinstance(node, ast.Assign) and [ast.unparse(target) for target in node.targets] == [name]:
            owner, _, method = ast.unparse(node.value).partition(".")
            if method and (found := home_of(package, owner)):
                return method_of(*found, method)
    return None


def method_of(dotted: str, owner: Definition, name: str) -> tuple[str, Definition] | None:
    """Where a method of a class is defined: there, or in a class that it is made of."""
    for node in public(owner.body):
        if node.name == name:
            return f"{dotted}.{name}", node
    module = SRC.joinpath(*dotted.split(".")[:-1])
    for base in owner.bases if isinstance(owner, ast.ClassDef) else ():
        found = home_of(module, ast.unparse(base))
        if found and (inherited := method_of(*found, name)):
            return inherited
    return None


def page_of(dotted: str) -> str:
    """The page that has a definition."""
    return max((name for name in pages() if dotted.startswith(f"{name}.")), key=len)


def given_out(package: Path) -> list[str]:
    """The names of a package that are meant for everybody."""
    for node in ast.parse((package / "__init__.py").read_text()).body:
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "__all__":
            return list(ast.literal_eval(node.value))
    return []


def for_everybody(name: str) -> Iterator[str]:
    """What a package gives out, a row each: the name, led to its definition, and what it is."""
    package = SRC.joinpath("hulldown", *name.split(".")) if name else SRC / "hulldown"
    yield "| name | what it is |"
    yield "|---|---|"
    for one in given_out(package):
        found = home_of(package, one)
        if found is None:
            continue  # a table or a type, told where it is used
        text = (ast.get_docstring(found[1]) or "").partition("\n\n")[0]
        said = prose(" ".join(text.split())).replace("|", "\\|")
        yield f"| [`{one}`]({page_of(found[0])}.md#{found[0]}) | {said} |"


def write_pages(folder: Path) -> None:
    """A page for each package, and what is meant for everybody."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, files in pages().items():
        parts = [part for file in files for part in module_section(file)]
        (folder / f"{name}.md").write_text("\n\n".join([f"# {name}", *parts]) + "\n")
    parts = [
        "# Reference",
        "The names that every program may use, each with all it says.",
    ]
    for name in OPEN:
        dotted = f"hulldown.{name}" if name else "hulldown"
        parts += [f"## {dotted}", "\n".join(for_everybody(name))]
    index = "\n".join(f"- [{name}]({name}.md)" for name in pages())
    parts += ["## Every module", f"What hulldown is made of, package by package.\n\n{index}"]
    (folder / "index.md").write_text("\n\n".join(parts) + "\n")


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("scripts/reference.py needs one folder to write to")
    write_pages(Path(sys.argv[1]))
