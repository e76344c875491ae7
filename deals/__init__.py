"""What was dealt, and the proof of it."""
