"""`python -m hulldown.cli`: the same as `hulldown`. Python looks for it in a file of this name."""

from hulldown.cli import main

main()
