"""The core of the public log: tree, proofs, checkpoints, signed notes. SPEC.md has every byte."""
