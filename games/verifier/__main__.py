"""The verifier's command, python -m games.verifier."""

from __future__ import annotations

import sys

from games.verifier.command import main

sys.exit(main(sys.argv[1:]))
