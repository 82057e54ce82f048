"""Ctrl-C: work under way hears of it once; while modules are loaded and on the way out it ends the process.

Nothing but what the interpreter has loaded anyway is imported here: until `begin` has run, a Ctrl-C is
answered by the interpreter itself, with a traceback.
"""

import os
import signal

STOPPED = 130  # the exit code of what Ctrl-C ended
listening = False  # whether there is work that answers a KeyboardInterrupt


def begin() -> None:
    """Take care of Ctrl-C from here on."""
    signal.signal(signal.SIGINT, stop)


def stop(number: int, frame: object) -> None:
    """Tell the work under way, the first time; else end at once, without a word."""
    global listening
    if not listening:
        os._exit(STOPPED)
    listening = False
    raise KeyboardInterrupt
