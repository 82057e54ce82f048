"""A PostgreSQL of the tests' own: its folder and its socket are thrown away with them."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[2]


class Server:
    """A running PostgreSQL, reached through a socket in its folder."""

    def __init__(self, programs: Path, folder: Path) -> None:
        self.programs, self.folder = programs, folder
        self._count = 0

    def run(self, program: str, *arguments: str, **more: Any) -> str:
        """Run one of its programs; as root they have to be somebody else's."""
        user = {"user": "postgres", "group": "postgres"} if os.geteuid() == 0 else {}
        command = [str(self.programs / program), *arguments]
        found = subprocess.run(command, capture_output=True, text=True, cwd=self.folder, **user, **more)
        assert found.returncode == 0, found.stderr
        return found.stdout

    def new_database(self) -> str:
        """The address of an empty database."""
        self._count += 1
        name = f"games{self._count}"
        self.run("createdb", "-h", str(self.folder), "-U", "hulldown", name)
        return f"postgresql+psycopg://hulldown@/{name}?host={self.folder}"


@contextmanager
def started() -> Iterator[Server]:
    """A PostgreSQL until the end of the block; where there is none the test fails and says what to run."""
    pytest.importorskip("psycopg", reason="needs the extra `postgres`")
    found = subprocess.run([ROOT / "scripts/postgres", "--find"], capture_output=True, text=True)
    if found.returncode:
        pytest.fail(found.stderr.strip(), pytrace=False)
    with TemporaryDirectory(prefix="pg") as name:
        folder = Path(name)
        if os.geteuid() == 0:
            import shutil

            shutil.chown(folder, "postgres", "postgres")
        server = Server(Path(found.stdout.strip()), folder)
        data = str(folder / "data")
        server.run("initdb", "-D", data, "-U", "hulldown", "-A", "trust", "--no-sync", "-E", "UTF8")
        options = f"-k {folder} -c listen_addresses='' -c fsync=off"
        server.run("pg_ctl", "-D", data, "-w", "-l", str(folder / "log"), "-o", options, "start")
        try:
            yield server
        finally:
            server.run("pg_ctl", "-D", data, "-m", "immediate", "stop")
