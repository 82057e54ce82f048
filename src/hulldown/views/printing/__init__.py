"""Print and play: all that a real table needs for a battle, as pages to print and cut, at a stated scale."""
