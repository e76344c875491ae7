"""The client for others: pure rooms and the standard library only."""
