"""The fair deal: statements, commitment, contribution, draw, numbering. SPEC.md has every byte."""
