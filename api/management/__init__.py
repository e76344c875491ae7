"""Commands of the edge."""
