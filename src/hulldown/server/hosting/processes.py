"""The other processes of a server: started warm, watched, ended with it."""

from __future__ import annotations

import asyncio
import contextlib
import copyreg
import itertools
import logging
import multiprocessing
import os
import signal
from collections.abc import Callable
from dataclasses import replace
from multiprocessing import forkserver
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from pathlib import Path

from hulldown import rulesets
from hulldown.catalogue.overlay import Layer
from hulldown.game.readiness import without_main
from hulldown.rulesets.api.ruleset import Ruleset
from hulldown.rulesets.common.packs import with_overlay
from hulldown.server.hosting.proxy import UNIX, Wire
from hulldown.server.hosting.worker import live
from hulldown.server.settings import Settings

log = logging.getLogger("hulldown.server")

WARM = "hulldown.server.hosting.warm"
STARTING = 60.0  # seconds in which a process must answer calls
PAUSE, LONGEST_PAUSE = 0.1, 5.0  # seconds until a process that could not be started is tried again


def _by_name(ruleset: Ruleset) -> tuple[Callable[..., Ruleset], tuple[str, tuple[Layer, ...]]]:
    return _again, (ruleset.id, ruleset.layers)


def _again(name: str, layers: tuple[Layer, ...]) -> Ruleset:
    return with_overlay(rulesets.get(name), layers)


# House rules go to the other processes with the settings; functions of a ruleset are found there by its name.
copyreg.pickle(Ruleset, _by_name)


class Worker:
    """A process that answers calls at a socket of its own."""

    def __init__(self, process: BaseProcess, held: Connection, path: Path, largest: int) -> None:
        self.process, self.path = process, path
        self._held = held  # ends the process when this one ends, however that happens
        self._end: asyncio.Event | None = None  # once somebody waits for it
        self.wire = Wire(f"{UNIX}{path}", largest=largest)

    @property
    def alive(self) -> bool:
        """Whether the process runs."""
        return self.process.is_alive()

    async def ready(self) -> bool:
        """Whether it answers calls, once that is known."""
        try:
            async with asyncio.timeout(STARTING):
                while self.alive:
                    with contextlib.suppress(OSError):
                        _, writer = await asyncio.open_unix_connection(str(self.path))
                        writer.close()
                        return True
                    await asyncio.sleep(0.02)
        except TimeoutError:
            self.kill()
        return False

    async def ended(self) -> None:
        """Wait until the process has ended. All who wait share a reader: a loop has one a file."""
        if self._end is None:
            self._end = asyncio.Event()
            asyncio.get_running_loop().add_reader(self.process.sentinel, self._has_ended)
        await self._end.wait()

    def _has_ended(self) -> None:
        if self._end is not None:
            asyncio.get_running_loop().remove_reader(self.process.sentinel)
            self._end.set()

    def kill(self) -> None:
        """End it now: nothing that is acknowledged is in its memory alone."""
        self.process.kill()

    async def close(self) -> None:
        """Let it end, and take its socket away."""
        await self.wire.close()
        if self.alive:
            self.process.terminate()
            await asyncio.to_thread(self.process.join, 3)
            self.process.kill()
        await asyncio.to_thread(self.process.join)
        self._has_ended()
        self._held.close()
        self.path.unlink(missing_ok=True)


class ForkServer:
    """Starts processes out of one that has everything loaded already, in hundredths of a second."""

    def __init__(self, settings: Settings, folder: Path) -> None:
        self.settings, self.folder = settings, folder
        self._context = multiprocessing.get_context("forkserver")
        self._context.set_forkserver_preload([WARM])
        self._numbers = itertools.count(1)  # threads take from it

    async def start_ready(self, role: str, first: bool = False) -> Worker:
        """A new process that answers calls; another one where it ends before it does. `first` is the one
        that does what only one of all should do.

        One that is killed as it starts has done nothing wrong: the next is begun at once. For one that ends
        by itself, or cannot be begun, the pauses grow.
        """
        pause = PAUSE
        while True:
            why = "it could not be begun"
            try:
                child = await asyncio.to_thread(self.start, role, first)
            except (OSError, EOFError) as error:
                why = f"it could not be begun: {error}"
            else:
                try:
                    if await child.ready():
                        return child
                except BaseException:
                    await asyncio.shield(child.close())
                    raise
                await child.close()
                if child.process.exitcode == -signal.SIGKILL:
                    log.warning("a process (%s) was killed as it started; another takes its place", role)
                    continue
                why = f"it ended with {child.process.exitcode}"
            log.error("a process (%s) could not be started, %s; it is tried again", role, why)
            await asyncio.sleep(pause)
            pause = min(2 * pause, LONGEST_PAUSE)

    def start(self, role: str, first: bool = False) -> Worker:
        """Begin a new process."""
        path = self.folder / f"{role}{next(self._numbers)}"
        there, held = self._context.Pipe(duplex=False)
        settings = replace(self.settings, workers=0, askers=0)
        process = self._context.Process(
            target=live, args=(role, first, str(path), settings, there), name=f"hulldown {role}", daemon=True
        )
        with without_main():
            process.start()
        there.close()
        return Worker(process, held, path, settings.limits.body)


def stop_fork_server() -> None:
    """End the process from which others are made, together with this one.

    It would end by itself, but not before it has loaded everything, though that be gone by then; the standard
    library has no word for it.
    """
    if process := getattr(forkserver._forkserver, "_forkserver_pid", None):
        with contextlib.suppress(ProcessLookupError):
            os.kill(process, signal.SIGKILL)
