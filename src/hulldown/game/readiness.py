"""Processes that begin without the script that starts them."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from types import ModuleType

from hulldown import rulesets
from hulldown.kernel import jit
from hulldown.kernel.engine import Progress
from hulldown.rulesets.api.bot import IsCancelled
from hulldown.rulesets.api.ruleset import Ruleset
from hulldown.rulesets.common.bots import SEARCHERS, engine
from hulldown.rulesets.common.trusted_rules import COPIED

MAIN = "__main__"
_starting = threading.Lock()


@contextmanager
def without_main() -> Iterator[None]:
    """Processes that `multiprocessing` starts in here do not run this one's script again.

    It would have them do so, to find there what they are given; all that hulldown gives them it finds by
    itself. A script without `if __name__ == "__main__"` would begin its work again in each of them.
    """
    with _starting:
        main = sys.modules[MAIN]
        sys.modules[MAIN] = ModuleType(MAIN)
        try:
            yield
        finally:
            sys.modules[MAIN] = main


# ---------------------------------------------------------------- readiness
# Getting the compiled rules ready without ever standing in the way of play.
#
# Compiling takes half a minute of computing and holds up the process that does it. So another process
# compiles into the cache on disk, telling how far it is, and this one only loads: about a second. Until then
# everything works on the interpreted rules, and gives the same results.


KERNEL = "hulldown.kernel"
FEATURES = "+features"  # behind the name of a ruleset that is compiled for house rules, too
COPIES = 8  # packages under code of packs whose compiled rules are kept


class CompileFailed(RuntimeError):
    """The compiling process ended without compiled rules; the message is its last line."""


def wanted() -> bool:
    """False when HULLDOWN_JIT=0 asks for interpreted rules."""
    return os.environ.get("HULLDOWN_JIT", "1") != "0"


def address(ruleset: Ruleset) -> str:
    """What the compiling process finds a ruleset by: "module:RULESET", or "module:RULESET+features"."""
    package = ruleset.state.__module__.rpartition(".")[0]
    return f"{package}:RULESET{FEATURES if ruleset.rules.features else ''}"


def _realm(ruleset: Ruleset) -> str:
    return jit.realm(ruleset.state.__module__)


def stamp(ruleset: Ruleset) -> Path:
    """The file that says that the present sources of a ruleset, as they stand here, are all compiled."""
    realm, kernel = _realm(ruleset), jit.cache_folder(KERNEL).name
    which = f"{ruleset.id}{FEATURES if ruleset.rules.features else ''}"
    return jit.cache_folder(realm) / f"{which}-with-{kernel}-at-{jit.source_stamp(realm)}"


@cache
def sources(module: str) -> str:
    """The name of the sources that the rules around a module are made of, as they were at first."""
    return f"{jit.cache_folder(jit.realm(module)).name} {jit.cache_folder(KERNEL).name}"


def build(ruleset: Ruleset, progress: Progress | None = None) -> None:
    """Compile in this process, or load what is compiled, and leave the stamp."""
    engine(ruleset).load(list(SEARCHERS), progress)
    if stamp(ruleset).exists():  # perhaps where nothing can be written
        return
    stamp(ruleset).parent.mkdir(parents=True, exist_ok=True)
    stamp(ruleset).touch()
    for package in (KERNEL, _realm(ruleset)):
        jit.drop_stale(package)
    drop_old_copies(_realm(ruleset))


def drop_old_copies(realm: str) -> None:
    """Remove what is compiled of a ruleset under code of packs, but for the newest: each edit makes one."""
    label, copied, _ = realm.rpartition(".")[2].partition(COPIED)
    kernel = jit.cache_folder(KERNEL)
    for place, names in ((jit.cache_root(), f"{label}{COPIED}*"), (kernel, f"*/*.{label}{COPIED}*")):
        copies = sorted(place.glob(names), key=lambda path: path.stat().st_mtime) if copied else []
        for old in copies[:-COPIES]:
            shutil.rmtree(old, ignore_errors=True)


def prepare(
    ruleset: str | Ruleset, progress: Progress | None = None, cancelled: IsCancelled | None = None
) -> bool:
    """Have the compiled rules of a ruleset, or of its name, take over as soon as they are there; whether
    they have.

    Blocks until then (call it in a thread); other threads go on. False when interpreted rules
    are wanted or `cancelled` said so. UnknownRuleset; CompileFailed if the compiling process fails.
    """
    ruleset = rulesets.find(ruleset)
    if not wanted():
        return False
    if not engine(ruleset).backend.compiled:
        if not stamp(ruleset).exists() and not _elsewhere(address(ruleset), progress, cancelled):
            return False
        build(ruleset)
    return True


def _elsewhere(name: str, progress: Progress | None, cancelled: IsCancelled | None) -> bool:
    """Compile in another process; False if it was cancelled."""
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(p or os.getcwd() for p in sys.path)}
    command = [sys.executable, "-m", "hulldown.game.compile", name]
    last = ""
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=environment
    ) as process:
        assert process.stdout is not None
        for line in process.stdout:
            last = line.strip() or last
            if cancelled and cancelled():
                process.kill()
                return False
            if progress and (news := _news(line)):
                progress(*news)
    if process.returncode:
        raise CompileFailed(last or f"the compiling process ended with {process.returncode}")
    return True


def _news(line: str) -> tuple[int, int, str] | None:
    """(done, total, what) of a progress line; None for anything else."""
    try:
        read = json.loads(line)
        return int(read["done"]), int(read["total"]), str(read["what"])
    except (ValueError, KeyError, TypeError):
        return None
