"""Children that do not outlive their parent, even one killed with -9 (Linux; elsewhere a no-op)."""

import ctypes
import os
import signal
import sys
from collections.abc import Callable

PR_SET_PDEATHSIG = 1


def die_with_parent(number: signal.Signals) -> Callable[[], None]:
    """Make a `preexec_fn` that asks the kernel to send `number` when the parent dies.

    The kernel watches the thread that forked: call from the main thread only.
    """
    if not sys.platform.startswith("linux"):
        return _nothing
    libc = ctypes.CDLL(None, use_errno=True)
    parent = os.getpid()

    def ask_kernel() -> None:
        libc.prctl(PR_SET_PDEATHSIG, int(number), 0, 0, 0)
        if os.getppid() != parent:  # it died before the kernel was asked
            os._exit(1)

    return ask_kernel


def _nothing() -> None:
    return None
