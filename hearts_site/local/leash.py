"""Runs a command that does not outlive its parent, even one killed with -9.

Linux's kernel sends a signal of our choice to a child whose parent dies. It must be asked from
within the child: so this file is run as a program that asks, and becomes the command. (Doing it
between fork and exec is not safe in a parent that has threads.) Elsewhere it only becomes the
command. The kernel watches the thread that started the child: start from the main thread.
"""

import ctypes
import os
import signal
import sys

PR_SET_PDEATHSIG = 1


def leashed(command: list[str], *, ends_by: signal.Signals) -> list[str]:
    """Give the words that run `command` and send it `ends_by` when this process dies."""
    return [sys.executable, "-I", "-S", __file__, ends_by.name, str(os.getpid()), *command]


def main() -> None:
    """Ask the kernel, see that the parent still lives, become the command."""
    ends_by, parent, *command = sys.argv[1:]
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, int(signal.Signals[ends_by]), 0, 0, 0)
        if os.getppid() != int(parent):  # it died before the kernel was asked
            sys.exit(f"the parent of {command[0]} is gone")
    os.execvp(command[0], command)  # noqa: S606 - no shell is wanted


if __name__ == "__main__":
    main()
