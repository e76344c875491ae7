"""The acts of a game: what changes game rows and writes events."""
