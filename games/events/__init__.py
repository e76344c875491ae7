"""The event chain of a game: line grammar, heads, pass statements, receipts. SPEC.md says it byte for byte."""
