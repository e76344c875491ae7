"""The acts of dealing: what changes deal rows, log entries, checkpoints and jobs."""
