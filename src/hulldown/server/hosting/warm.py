"""Loaded once, in the process from which others are made: all rulesets, and what of them is compiled."""

from __future__ import annotations

from hulldown.server.app import part_of as part_of
from hulldown.server.readiness import spare_collecting, take_up
from hulldown.server.routes import routes

take_up()
routes()
spare_collecting()  # here once: a process that is made of this one would copy all of it to look through it
