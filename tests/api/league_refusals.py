"""How the refusals of leagues are provoked."""

from api.codes import Code
from tests.api.directors import Director


def closed(league):
    league.play_all(league.drawn())
    assert league.close().status_code == 201


def round_open(*_):
    league = Director(people=4)
    league.drawn()
    return league.draw()


def round_not_open(*_):
    league = Director(people=4)
    closed(league)
    return league.close()


def round_unfinished(*_):
    league = Director(people=4)
    league.drawn()
    return league.close()


def too_few(*_):
    return Director(people=3).draw()


def already_entered(*_):
    league = Director(people=1)
    return league.decide("return", entrant=league.people[0])


def already_left(*_):
    league = Director(people=1)
    league.decide("withdraw", entrant=league.people[0])
    return league.decide("withdraw", entrant=league.people[0])


def not_counted(*_):
    league = Director(people=4)
    game = league.drawn()["tables"][0]["games"][0]["game"]
    return league.decide("correct", game=game, totals=[1, 2, 3, 4])


def board_scored(*_):
    league = Director("same-deal", computers=8, rules=[{}])
    league.drawn()
    assert league.close(override=True, reason="test").status_code == 201
    missed = {"entrant": league.people[0], "round": 1, "board": 1, "value": "1/2"}
    assert league.decide("average", **missed).status_code == 201
    return league.decide("average", **missed)


def board_shut(*_):
    league = Director("same-deal", computers=8, rules=[{}])
    game = league.drawn()["tables"][0]["games"][0]["game"]
    return league.post(f"/games/{game}/void", {"scope": "game", "reason": "test"})


def invalid_league(*_):
    return Director("swiss").enter(name=" ")


LEAGUE_PROVOCATIONS = {
    Code.ROUND_OPEN: round_open,
    Code.ROUND_NOT_OPEN: round_not_open,
    Code.ROUND_UNFINISHED: round_unfinished,
    Code.TOO_FEW_ENTRANTS: too_few,
    Code.ALREADY_ENTERED: already_entered,
    Code.ALREADY_LEFT: already_left,
    Code.NOT_COUNTED: not_counted,
    Code.BOARD_SCORED: board_scored,
    Code.BOARD_SHUT: board_shut,
    Code.INVALID_LEAGUE: invalid_league,
}
