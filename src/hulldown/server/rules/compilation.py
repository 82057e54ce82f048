"""Building the compiled rules beside play: games run interpreted until it is done."""

from __future__ import annotations

import asyncio
import gc
import logging
import threading
import time
from collections.abc import Callable

from hulldown import rulesets
from hulldown.rulesets.api.ruleset import Rules, Ruleset
from hulldown.rulesets.common.packs import trusted_rulesets
from hulldown.server.http.errors import ApiError
from hulldown.server.people.broadcast import Broadcaster
from hulldown.server.schemas.responses import Readiness

log = logging.getLogger("hulldown.server")
YOUNG = 20_000  # so many objects more than before, and garbage is looked for; a position has some hundreds
LOOK = 1.0  # seconds between two looks at what another process compiles

Report = Callable[[int, int, str], None]
Prepare = Callable[[Ruleset, Report, Callable[[], bool]], bool]
"""Compiles a ruleset, tells (done, total, what), stops when asked; whether it is compiled now."""


def compile_rules(ruleset: Ruleset, report: Report, stopped: Callable[[], bool]) -> bool:
    """The real `Prepare`: another process compiles, this one loads."""
    from hulldown.game import prepare

    return prepare(ruleset, report, stopped)


def await_compiled(ruleset: Ruleset, report: Report, stopped: Callable[[], bool]) -> bool:
    """The `Prepare` of a process beside the one that compiles: it loads what that one has compiled."""
    from hulldown.game import prepare
    from hulldown.game.readiness import stamp, wanted

    while wanted() and not stamp(ruleset).exists():
        if stopped():
            return False
        time.sleep(LOOK)
    return prepare(ruleset, report, stopped)


def take_up() -> None:
    """Load the compiled rules that are there and not yet loaded."""
    from hulldown.game.readiness import build, stamp, wanted
    from hulldown.rulesets.common.bots import engine

    for name in rulesets.names() if wanted() else ():
        try:
            for printed in (rulesets.get(name), *trusted_rulesets(name)):
                for ruleset in (printed, printed.with_features()):
                    if not engine(ruleset).backend.compiled and stamp(ruleset).exists():
                        build(ruleset)
        except Exception:
            log.exception("%s stays interpreted", name)


def spare_collecting() -> None:
    """What is loaded by now stays, so the collector of garbage need not look through it time and again, nor
    after every few hundred objects: that took a third of the time of an order.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(YOUNG, 20, 20)


def loaded(name: str) -> Ruleset | None:
    """A ruleset by name; None, with a line in the log, for one from outside that cannot be loaded."""
    try:
        return rulesets.get(name)
    except Exception:
        log.exception("the ruleset %s cannot be loaded", name)
        return None


def find_ruleset(name: str) -> Ruleset:
    """The ruleset of a name. Refused (404) if there is none."""
    try:
        return rulesets.get(name)
    except rulesets.UnknownRuleset as error:
        raise ApiError(404, "not_found", str(error)) from None


def load_all() -> None:
    """Load every ruleset in a thread, so that the first page that asks need not wait for it."""
    names = rulesets.names()
    threading.Thread(target=lambda: [loaded(name) for name in names], name="loader", daemon=True).start()


class CompileProgress:
    """Prepares every ruleset, one after the other, in a thread that never holds up an exit: those first that
    somebody plays. What waits for its turn stands at 0 of 1.
    """

    def __init__(self, broadcaster: Broadcaster, prepare: Prepare) -> None:
        self.broadcaster, self.prepare = broadcaster, prepare
        self.progress = {name: Readiness(False, 0, 0, "") for name in rulesets.names()}
        self._wanted: list[str] = []
        self._others: list[Rules] = []
        self._started = False
        self._stop = threading.Event()
        self._turn = threading.Lock()

    def start(self) -> None:
        """Begin, in the background of the running event loop."""
        self._started = True
        self.progress = {name: Readiness(False, 0, 1, "") for name in self.progress}
        loop = asyncio.get_running_loop()
        threading.Thread(target=self._work, args=(loop,), name="workshop", daemon=True).start()

    def want(self, name: str) -> None:
        """A ruleset is played: it is prepared next."""
        if name not in self._wanted:
            self._wanted.append(name)

    def want_rules(self, ruleset: Ruleset) -> None:
        """A ruleset is played as packs make it: under house rules or code it is compiled for itself."""
        known = (rulesets.get(ruleset.id).rules, *self._others)
        if self._started and ruleset.rules not in known:
            self._others.append(ruleset.rules)
            threading.Thread(target=self._prepare_other, args=(ruleset,), daemon=True).start()

    def _prepare_other(self, ruleset: Ruleset) -> None:
        """Compile rules under house rules or under code of a pack, one after the other."""
        prepare = compile_rules if self.prepare is await_compiled else self.prepare
        with self._turn:
            try:
                prepare(ruleset, lambda done, total, what: None, self._stop.is_set)
            except Exception:
                log.exception("%s stays interpreted under a pack", ruleset.id)

    def stop(self) -> None:
        """Give up what is not done yet."""
        self._stop.set()

    def _work(self, loop: asyncio.AbstractEventLoop) -> None:
        left = list(self.progress)
        while left and not self._stop.is_set():
            name = next((ruleset for ruleset in [*self._wanted, *left] if ruleset in left), left[0])
            left.remove(name)
            ready = False
            try:
                ready = self._prepared(loop, name)
            except Exception:
                log.exception("%s could not be compiled and stays interpreted", name)
            self._tell(loop, name, ready, 1, 1, "")

    def _prepared(self, loop: asyncio.AbstractEventLoop, name: str) -> bool:
        def report(done: int, total: int, what: str) -> None:
            self._tell(loop, name, False, done, total, what)

        ready = self.prepare(rulesets.get(name), report, self._stop.is_set)
        for ruleset in trusted_rulesets(name):
            ready = self.prepare(ruleset, report, self._stop.is_set) and ready
        return ready

    def _tell(
        self, loop: asyncio.AbstractEventLoop, name: str, ready: bool, done: int, total: int, what: str
    ) -> None:
        if not self._stop.is_set():
            loop.call_soon_threadsafe(self._note_progress, name, Readiness(ready, done, total, what))

    def _note_progress(self, name: str, now: Readiness) -> None:
        self.progress[name] = now
        news = {"type": "rules", "ruleset": name, "ready": now.ready}
        self.broadcaster.publish_to_all(news | {"done": now.done, "total": now.total, "what": now.what})
