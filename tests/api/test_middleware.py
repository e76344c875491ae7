"""Other origins may read everything, refusals too; the admin pages are nobody else's."""

from tests.api.guests import is_problem


def test_every_answer_may_be_read_from_elsewhere(guests):
    for path in ("/healthz", "/log/checkpoint", "/api/v1/games", "/", "/api/v1/docs/", "/nothing"):
        answer = guests.client.get(path, headers={"Origin": "https://elsewhere.example"})
        assert answer["Access-Control-Allow-Origin"] == "*"
        assert "Retry-After" in answer["Access-Control-Expose-Headers"]
        assert "Access-Control-Allow-Credentials" not in answer


def test_a_preflight_is_answered_for_every_address(guests):
    for path in ("/api/v1/games", "/log/checkpoint", "/nothing"):
        answer = guests.client.options(
            path,
            headers={
                "Origin": "https://elsewhere.example",
                "Access-Control-Request-Method": "POST",
                "Access-Control-Request-Headers": "authorization",
            },
        )
        assert answer.status_code == 204
        assert "Authorization" in answer["Access-Control-Allow-Headers"]
        assert "POST" in answer["Access-Control-Allow-Methods"]


def test_the_admin_pages_are_for_their_own_origin(guests):
    assert "Access-Control-Allow-Origin" not in guests.client.get("/admin/login/")


def test_options_say_which_methods_there_are(guests):
    answer = guests.client.options("/api/v1/games")
    assert (answer.status_code, answer["Allow"]) == (204, "GET, POST, HEAD, OPTIONS")


def test_an_answer_has_its_requests_id(guests):
    answer = guests.client.get("/nothing", headers={"X-Request-ID": "abc-1"})
    assert answer["X-Request-ID"] == "abc-1"
    is_problem(answer, 404, "not-found")
