"""The refusals of leagues: a part of the table of refusals."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from api.codes import Code
from api.kind import Kind, kind

LEAGUE_KINDS: Final[Mapping[Code, Kind]] = MappingProxyType(
    {
        Code.ROUND_OPEN: kind(
            409,
            "A round is open",
            "A league plays one round at a time, and draws it once however often it is asked to.",
            "`round` is its number. Play it to its end and close it, then draw the next.",
        ),
        Code.ROUND_NOT_OPEN: kind(
            409,
            "The round is not open",
            "It is closed already, or it waits for its draw; or what was asked for has to wait "
            "until it is closed.",
            "Look at the round's `state`.",
        ),
        Code.ROUND_UNFINISHED: kind(
            409,
            "Games of the round are on",
            "A round is closed when all its games are over.",
            "`games` are those that are on. Close with `override` to count them no more.",
        ),
        Code.TOO_FEW_ENTRANTS: kind(
            409,
            "Too few to seat",
            "The entrants that are in do not fill a table; boards need two tables to compare.",
            "`needed` says how many it takes.",
        ),
        Code.ALREADY_ENTERED: kind(
            409,
            "Already in",
            "The account is an entrant of this league, or the entrant has not left.",
            "An entrant that has left goes on by the event `return`, with what it had.",
        ),
        Code.ALREADY_LEFT: kind(
            409,
            "The entrant has left",
            "It takes part no more; what it has come to stays.",
            "The event `return` lets it go on.",
        ),
        Code.NOT_COUNTED: kind(
            409,
            "The game does not count",
            "No result of it is in the standings: it is on, void, or its round was closed over it.",
            "Only what counts can be corrected.",
        ),
        Code.BOARD_SCORED: kind(
            409,
            "The board has a score",
            "The entrant has played this board, or has an average for it.",
            "Averages are for boards that were missed, one for each.",
        ),
        Code.BOARD_SHUT: kind(
            409,
            "The board is shut",
            "Other tables play this board still: nothing of it is opened, void or adjusted.",
            "Let a computer player take an absent seat; correct the result once it counts.",
        ),
        Code.INVALID_LEAGUE: kind(
            422,
            "The league's terms do not fit",
            "What was sent is well formed, but no such league, entrant or event can be.",
            "`errors` names each place by a JSON pointer.",
        ),
    }
)
