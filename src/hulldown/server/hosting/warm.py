"""Loaded once, in the process from which others are made: all rulesets, and what of them is compiled."""

from __future__ import annotations

from hulldown.server.app import part_of as part_of
from hulldown.server.readiness import take_up
from hulldown.server.routes import routes

take_up()
routes()
