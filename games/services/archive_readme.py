"""What stands in an archive's README.txt."""

from __future__ import annotations

from typing import Final

README: Final = """\
An archive of games of Hearts, and everything that it takes to check them
=========================================================================

records.ndjson   one game a line (hearts-record/1)
bundles/         each game that was played here, with all its proofs (hearts-bundle/1)
deals/           proofs of deals for tables with real cards (hearts-deal/1)
log/             the public log, as its address serves it: checkpoint, tiles, entries, handovers
keys.txt         the keys that the log itself names; compare the first with the one you kept
specification/   every format, byte for byte: enough to write a verifier of your own
hearts-verify.pyz  the verifier; it needs Python 3.11 or newer, and nothing else
manifest.json    how many games there are, and which were left out because they were not over
SHA256SUMS       of all files but itself

Unpack it into an empty directory. Then

    sha256sum -c SHA256SUMS
    key=$(sed -n 's/^log //p' keys.txt | head -n 1)
    find . -path './bundles/*.json' -o -path './deals/*.json' | sort |
        xargs python3 -S hearts-verify.pyz --key "$key" --log log records.ndjson

says ok or false for each game, and why. The key should not come from this archive: take the one
that you were given when you began to play; an older key of the log leads to its newest. A game that
others kept (its line in records.ndjson has no bundle) is unproven: its arithmetic is checked, and
nothing else can be.
"""
