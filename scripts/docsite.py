#!/usr/bin/env python3
"""The documentation as a site: `python -m scripts.docsite BUILD` puts it into BUILD/site, a folder of files.

BUILD/docs is filled with what the site is made of: the documents of the repository in their places, the five
rulebooks, a reference of every module, the notebooks and the tutorial carried out, all pictures drawn.
mkdocs.yml says where each stands in the navigation. Then every link of the site is followed; those to other
hosts are only listed.
"""

import re
import subprocess
import sys
from pathlib import Path
from shutil import copytree, rmtree

from scripts import linked, notebooks, reference, rule_coverage, rulebooks, tutorial

ROOT = Path(__file__).resolve().parent.parent
SETTINGS = ROOT / "mkdocs.yml"
BESIDE = ("README.md", "CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md", "NOTICE", "CITATION.cff")
NAMED = re.compile(r"[\w/.-]+\.md\b")


def in_navigation() -> list[str]:
    """The pages that the navigation names, in its order."""
    _, _, navigation = SETTINGS.read_text(encoding="utf-8").partition("\nnav:\n")
    return NAMED.findall(navigation)


def documents() -> list[str]:
    """The pages that are made of files kept in the repository, the rulebooks' apart."""
    written = sorted((ROOT / "docs").glob("*.md"))
    played = [file.with_suffix(".md") for file in sorted((ROOT / "docs" / "notebooks").glob("*.ipynb"))]
    beside = [name for name in BESIDE if name.endswith(".md")]
    return [*beside, *(file.relative_to(ROOT).as_posix() for file in [*written, *played])]


def books() -> list[str]:
    """The pages of the rulebooks."""
    pages = ("index", rulebooks.READING, rulebooks.QUICK, rulebooks.RULES)
    return [f"rulebooks/{name}/{page}.md" for name in rulebooks.rulesets.names() for page in pages]


def modules() -> list[str]:
    """The pages of the reference."""
    return [
        "reference/index.md",
        "reference/coverage.md",
        *(f"reference/{name}.md" for name in reference.pages()),
    ]


def fill(folder: Path) -> None:
    """Put everything that the site is made of into a folder."""
    rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    for name in BESIDE:
        (folder / name).write_text((ROOT / name).read_text(encoding="utf-8"), encoding="utf-8")
    copytree(ROOT / "docs", folder / "docs")
    for file in sorted((folder / "docs" / "notebooks").glob("*.ipynb")):
        print(f"carrying out {file.name}", flush=True)
        file.with_suffix(".md").write_text(notebooks.page(file, file.parent / "pictures"), encoding="utf-8")
    print("carrying out the tutorial", flush=True)
    page = folder / "docs" / "tutorial.md"
    page.write_text(
        tutorial.carried_out(page.read_text(encoding="utf-8"), page.parent / "made"), encoding="utf-8"
    )
    print("writing rulebooks and reference", flush=True)
    rulebooks.write_rulebooks(folder / "rulebooks")
    reference.write_pages(folder / "reference")
    (folder / "reference" / "coverage.md").write_text(rule_coverage.page(), encoding="utf-8")


def build(folder: Path) -> None:
    """The site of what was filled in. Exits with what mkdocs or its links have against it."""
    site = folder / "site"
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "--site-dir", str(site)]
    if subprocess.run([*command, "--config-file", str(SETTINGS)], check=False).returncode:
        sys.exit("mkdocs refuses the documentation")
    (site / "404.html").unlink(missing_ok=True)  # for a server, with links from its root
    for address, pages in linked.elsewhere(site).items():
        print(f"leads elsewhere, not followed: {address} ({pages} pages)")
    if wrong := list(linked.faults(site)):
        sys.exit("\n".join(wrong))
    print(f"The documentation is in {site / 'index.html'}")


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("scripts.docsite needs one folder to build in")
    fill(Path(sys.argv[1]) / "docs")
    build(Path(sys.argv[1]).resolve())
