"""Commands about leagues."""
