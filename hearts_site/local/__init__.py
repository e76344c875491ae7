"""Running everything on one machine: bootstrap, PostgreSQL, child processes, the demo."""
