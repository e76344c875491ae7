"""The event chain of a game: lines, heads, passes, receipts. SPEC.md says it byte for byte."""
