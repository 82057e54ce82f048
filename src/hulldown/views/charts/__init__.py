"""Chances and reports as charts and tables."""
