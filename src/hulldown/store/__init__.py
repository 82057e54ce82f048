"""Where games are kept: games, seats and an append-only list of what was decided.

`Database(url)` opens (and brings up to date) one SQLite file in the user's data folder, or any
database by URL. The functions of `games`, `seats` and `history` are all that touches the tables.
"""
