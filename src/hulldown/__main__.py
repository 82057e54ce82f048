"""`python -m hulldown`: the same as `hulldown`."""

from hulldown.cli import main

main()
