"""`python -m hulldown.cli`: the same as `hulldown`."""

from hulldown.cli import main

main()
