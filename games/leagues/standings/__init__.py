"""PURE. What results come to and who stands where, exact and folded from events (LEAGUES.md 3)."""
