"""The command line: one file for each sub-command, with its arguments and its printing and nothing else.

Nothing is imported here before `main` has seen to Ctrl-C, and nothing heavy at the top of the sub-commands,
so that `hulldown --help` is there at once.
"""


def main() -> None:
    """Run the command line and end the process with its exit code."""
    from hulldown.cli import interrupts

    interrupts.begin()
    from hulldown.cli.commands import app

    app(prog_name="hulldown")
