"""Exact odds of Fights (CA-19): fractions, counted with the very functions of play."""
