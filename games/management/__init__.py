"""Commands about games."""
