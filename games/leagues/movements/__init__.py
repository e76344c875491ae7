"""PURE. Who sits where: movements as data, their checker, the fill for the rest (LEAGUES.md 2)."""
