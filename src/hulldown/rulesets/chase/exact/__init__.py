"""Exact chances of everything in a turn (CH-10.10, CH-13.3), as fractions.

Every total of the dice is put to the rule functions of play, so no rule stands here a second time.
"""
