"""GET /games/{id}/events: pages, limits, lines."""

import json
from hashlib import sha256

from games.events.chain import check_chain
from tests.api.guests import is_problem


def lines_of(response):
    return b"".join(response.streaming_content).splitlines(keepends=True)


def test_events_come_in_pages_and_make_a_chain(table):
    seen, after = [], 0
    while True:
        page = table.get(f"{table.url}/events?after={after}&limit=2").json()
        seen += page["events"]
        after = seen[-1]["seq"]
        if after == page["last_seq"]:
            break
    assert [event["seq"] for event in seen] == list(range(1, page["last_seq"] + 1))
    assert page["complete"] is False
    header = table.summary["header"]
    check_chain(header, [event["line"] for event in seen], [event["head"] for event in seen])


def test_after_the_last_event_there_are_none(table):
    seq = table.summary["seq"]
    page = table.get(f"{table.url}/events?after={seq + 5}").json()
    assert (page["events"], page["last_seq"]) == ([], seq)


def test_more_than_the_limit_is_refused_not_cut(guests):
    assert guests.get(f"{guests.url}/events?limit=1000&wait=0").status_code == 200
    for query in ("limit=1001", "wait=26", "limit=999999999"):
        is_problem(guests.get(f"{guests.url}/events?{query}"), 400, "over-limit")


def test_a_query_that_does_not_fit_is_told_which(guests):
    for query in ("after=-1", "after=x", "after=1.0", "after=%F0%9F%92%A9", "wait=", "since=1"):
        problem = is_problem(guests.get(f"{guests.url}/events?{query}"), 400, "invalid-query")
        assert problem["errors"][0]["pointer"] == query.partition("=")[0]


def test_all_events_come_as_lines_with_count_and_digest_at_the_end(table):
    answer = table.get(f"{table.url}/events?after=1", Accept="application/x-ndjson")
    assert answer["Content-Type"] == "application/x-ndjson"
    *lines, last = lines_of(answer)
    end = json.loads(last)
    assert end == {"count": len(lines), "sha256": sha256(b"".join(lines)).hexdigest()}
    assert json.loads(lines[0])["seq"] == 2
    assert json.loads(lines[-1])["seq"] == table.summary["seq"]


def test_a_stream_without_events_still_has_its_end(table):
    answer = table.get(f"{table.url}/events?after=999", Accept="application/x-ndjson;q=1, */*")
    (last,) = lines_of(answer)
    assert json.loads(last) == {"count": 0, "sha256": sha256(b"").hexdigest()}


def test_events_need_no_token_but_a_wrong_one_is_refused(table):
    assert table.get(f"{table.url}/events").status_code == 200
    for header in ("Bearer x", "Basic eDp5", "Bearer", "", "Bearer hearts_" + "\u00e9" * 43):
        refused = table.get(f"{table.url}/events", Authorization=header)
        is_problem(refused, 401, "token-invalid")


def test_events_answer_get_alone(table):
    for method in ("post", "put", "delete", "patch"):
        refused = table.post(f"{table.url}/events", {}, method=method)
        is_problem(refused, 405, "method-not-allowed")
