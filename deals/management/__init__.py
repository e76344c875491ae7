"""Commands about deals and the log."""
