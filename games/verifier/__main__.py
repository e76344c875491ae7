"""The verifier's command, python -m games.verifier."""

from __future__ import annotations

import sys

from games.verifier.command import main

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
