"""Leagues for people: standings, rounds, boards, what is printed, and the director's desk."""
