"""Archives by the thousand hands: honest games that nobody played, for tests and for sizing."""
