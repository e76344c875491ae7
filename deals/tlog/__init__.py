"""The core of the public log: tree, proofs, checkpoints, signed notes. SPEC.md says it byte for byte."""
