"""Printed cards of units, and sheets of them: the ink is listed once, SVG and PDF are written from it."""
