"""Reading deals, the log and jobs: answers are plain values; no model leaves this room."""
