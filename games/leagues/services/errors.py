"""What the acts of a league refuse, each named by the fact."""

from __future__ import annotations


class LeagueRefused(Exception):
    """The root of these errors; `code` is what the API answers."""

    code = "league-refused"


class UnknownLeague(LeagueRefused):
    """No league, entrant, round, table or game of one has this id or number."""

    code = "not-found"


class InvalidLeague(LeagueRefused):
    """A league can't be made like this; `pointer` names the part of the request (RFC 6901)."""

    code = "invalid-league"

    def __init__(self, pointer: str, detail: str) -> None:
        super().__init__(detail)
        self.pointer = pointer
        self.detail = detail


class AlreadyEntered(LeagueRefused):
    """The account is an entrant, or the entrant is in."""

    code = "already-entered"


class AlreadyLeft(LeagueRefused):
    """The entrant has left."""

    code = "already-left"


class RoundOpen(LeagueRefused):
    """A round is open; `round` is its number."""

    code = "round-open"

    def __init__(self, number: int) -> None:
        super().__init__(f"round {number} is open: close it first")
        self.round = number


class RoundNotOpen(LeagueRefused):
    """The round is closed, or waits for its draw."""

    code = "round-not-open"


class RoundUnfinished(LeagueRefused):
    """Games of the round are on; `games` are their ids."""

    code = "round-unfinished"

    def __init__(self, games: list[str]) -> None:
        super().__init__(f"games of the round that are not over: {len(games)}")
        self.games = games


class NotCounted(LeagueRefused):
    """No result of this game counts that could be corrected."""

    code = "not-counted"


class BoardScored(LeagueRefused):
    """The entrant has a score for this board, or an average."""

    code = "board-scored"
