"""Moves that are worth a try where any point may be chosen (WS-16.4)."""
