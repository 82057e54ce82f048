"""Exact odds of fire (WS-11.20): fractions, counted with the very functions of play."""
