"""Leagues of a club: who meets whom, what it comes to, and who stands where (LEAGUES.md)."""
