"""The fair deal: statements, commitment, contribution, draw, numbering. SPEC.md says it byte for byte."""
