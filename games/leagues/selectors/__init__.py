"""Reading leagues: answers are plain values, ready for JSON; no model leaves this room."""
