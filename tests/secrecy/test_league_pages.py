"""The pages of a league while its boards are shut: no page shows what the API would not."""

import pytest

from api.pages.leagues.signed_in import COOKIE
from api.pages.people.session import COOKIE as ACCOUNT
from tests.secrecy.addresses import ROWS
from tests.secrecy.search import flat, leaks
from tests.secrecy.test_boards import evening, seeds, strangers

__all__ = ["evening"]  # the fixture

pytestmark = pytest.mark.usefixtures("log")


def pages(league, drawn, table):
    """Every page that names a league, a club, a game or a deal of it, with all its queries."""
    known = {
        "<uuid:league>": league.url.rpartition("/")[2],
        "<uuid:club>": str(league.club),
        "<uuid:game>": str(table.game),
        "<count:board>": "1",
    }
    for address, queries in ROWS.items():
        if address.startswith(("api/", "errors", "documents")) or "<" not in address:
            continue
        path = address
        for part, value in known.items():
            path = path.replace(part, value)
        of_deal = address.startswith("deals/")
        deals = (drawn["deal"], drawn["boards"][0]["deal"]) if of_deal else (1,)
        for number in deals:
            filled = path.replace("<count:number>", str(number))
            if "<" not in filled and "^" not in filled:
                yield from (f"/{filled}{query}" for query in queries)
    yield "/account"


# A deal of another table, the desk for who directs nothing, a key that never changed.
MAY_BE_MISSING = ("/deals/", "/desk/", "/log/handover/")


@pytest.mark.parametrize("who", ["nobody", "director", "club", "other table"])
@pytest.mark.parametrize("which", ["done", "busy"])
def test_no_page_shows_a_board_that_is_shut(evening, who, which):
    league, drawn, done, busy = evening
    table, other = (done, busy) if which == "done" else (busy, done)
    token = strangers(league, other)[who]
    secrets = dict(seeds()) | table.secrets | table.holdings()
    cookies = {} if token is None else {"Cookie": f"{COOKIE}={token}; {ACCOUNT}={token}"}
    tried = set()
    for path in pages(league, drawn, table):
        answer = league.client.get(path, headers=cookies)
        said = flat(dict(answer.headers)) + b"\n" + answer.content
        assert not leaks(secrets, said), path
        if path.startswith(f"/games/{table.game}"):
            assert (answer.status_code, answer.json()["code"]) == (403, "embargoed"), path
        elif path.endswith(("/leagues/new", "/tokens")):
            assert answer.status_code in {200, 303, 403}, path  # a director, nobody, a member
        elif not path.startswith(MAY_BE_MISSING):
            assert answer.status_code == 200, path
        tried.add(path)
    assert f"{league.url}/rounds/1/boards/1" in tried
    assert len(tried) > 15


def test_the_board_s_page_shows_all_when_it_is_over(evening):
    league, *_, busy = evening
    busy.play(35)
    assert league.close().status_code == 201
    page = league.client.get(f"{league.url}/rounds/1/boards/1").content.decode()
    assert page.count('class="suit-') == 16
    assert page.count("score ") >= 8
