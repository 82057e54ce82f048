"""Who plays the slices: this process, several on this machine, or a Ray cluster. All play the same games."""

from __future__ import annotations

import multiprocessing
import os
from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from functools import lru_cache
from importlib import import_module
from pathlib import Path
from typing import Any, Protocol

from hulldown import rulesets
from hulldown.game import prepare
from hulldown.game.readiness import without_main
from hulldown.lab.plan import StudyPlan
from hulldown.lab.playing import Runner, Slice
from hulldown.lab.study import Study

AHEAD = 2  # slices that are asked for at a time, for each worker
DEATHS = 5  # workers that may die one after another before it is said that none can play
employed = False  # whether this process is a worker: it begins none of its own
AT_HOME = "local"  # the address of a Ray cluster that is started for one study


@dataclass(frozen=True)
class Task:
    """What a worker must know to play slices."""

    study: Study
    plan: StudyPlan
    base: str
    apart: bool = False

    def __hash__(self) -> int:
        return hash((self.study.model_dump_json(), self.plan.first, self.base, self.apart))


Job = tuple[int, tuple[int, ...]]  # a slice's number and its settings


class Executor(Protocol):
    """Plays slices. `workers` is how many at a time."""

    workers: int

    def play(self, task: Task, jobs: Iterator[Job]) -> Iterator[Slice]:
        """The slices as they come in. Jobs are asked for when there is somebody to play them."""

    def close(self) -> None:
        """Let workers go."""


class WorkersDie(RuntimeError):
    """Worker processes end one after another: none of them plays a slice to its end."""


@lru_cache(maxsize=2)
def hall(task: Task) -> Runner:
    """Where a worker plays, kept from slice to slice."""
    prepare(rulesets.get(task.study.ruleset))
    return Runner(task.study, task.plan, Path(task.base))


def play_slice(task: Task, number: int, settings: tuple[int, ...]) -> Slice:
    """One slice: what a worker is asked to do."""
    return hall(task).play(number, settings, task.apart)


class Here:
    """This process."""

    workers = 1

    def play(self, task: Task, jobs: Iterator[Job]) -> Iterator[Slice]:
        for number, settings in jobs:
            yield play_slice(task, number, settings)

    def close(self) -> None:
        """There is nobody to let go."""


def politely(niceness: int) -> None:
    """Begin as a worker: after everybody else, if so asked. Ctrl-C is for the process that asked."""
    import signal

    global employed
    employed = True
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if niceness:
        os.nice(niceness)


class Processes:
    """Several processes on this machine. One that dies is replaced, and its slice played again."""

    def __init__(self, workers: int, niceness: int = 0) -> None:
        self.workers, self.niceness = workers, niceness
        self._pool: ProcessPoolExecutor | None = None

    def _hired(self) -> ProcessPoolExecutor:
        if self._pool is None:
            context = multiprocessing.get_context("spawn")  # threads of the compiler do not survive a fork
            self._pool = ProcessPoolExecutor(self.workers, context, politely, (self.niceness,))
        return self._pool

    def play(self, task: Task, jobs: Iterator[Job]) -> Iterator[Slice]:
        waiting: dict[Future[Slice], Job] = {}
        again: list[Job] = []
        deaths = 0
        while True:
            while len(waiting) < AHEAD * self.workers:
                job = again.pop(0) if again else next(jobs, None)
                if job is None:
                    break
                try:
                    with without_main():
                        waiting[self._hired().submit(play_slice, task, *job)] = job
                except BrokenProcessPool:
                    again.insert(0, job)
                    break
            if not waiting and not again:
                return
            done, _ = wait(waiting, return_when=FIRST_COMPLETED)
            try:
                for future in done:
                    played = future.result()
                    del waiting[future]
                    deaths = 0
                    yield played
            except BrokenProcessPool:
                deaths += 1
                if deaths > DEATHS:
                    raise WorkersDie("worker processes end before they have played a slice") from None
                again = sorted([*again, *waiting.values()])
                waiting.clear()
                self.close()

    def close(self) -> None:
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)
            self._pool = None


class Cluster:
    """A Ray cluster, one task a slice: `local` starts one on this machine."""

    def __init__(self, address: str, workers: int) -> None:
        """ImportError without the extra `cluster`."""
        self.ray: Any = import_module("ray")
        where = {"num_cpus": workers} if address == AT_HOME else {"address": address}
        self.ray.init(include_dashboard=False, log_to_driver=False, logging_level="error", **where)
        self.workers = workers if address == AT_HOME else max(1, int(self.ray.cluster_resources()["CPU"]))
        self._play = self.ray.remote(play_slice)

    def play(self, task: Task, jobs: Iterator[Job]) -> Iterator[Slice]:
        shared_task, waiting = self.ray.put(task), dict[Any, Job]()
        while True:
            while len(waiting) < AHEAD * self.workers and (job := next(jobs, None)) is not None:
                waiting[self._play.remote(shared_task, *job)] = job
            if not waiting:
                return
            done, _ = self.ray.wait(list(waiting), num_returns=1)
            for future in done:
                del waiting[future]
                yield self.ray.get(future)

    def close(self) -> None:
        self.ray.shutdown()


def executor(workers: int, ray: str = "", niceness: int = 0) -> Executor:
    """Whoever is asked for: a cluster by its address, some processes, or with one worker this process.

    A module that begins a study while it is imported does so again in a worker that needs it: there it plays.
    """
    if ray:
        return Cluster(ray, workers)
    return Processes(workers, niceness) if workers > 1 and not employed else Here()
