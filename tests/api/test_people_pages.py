"""The pages for people: games and their replay, the public log, audits, documents."""

import json
import re
import uuid
from pathlib import Path

import pytest
from django.utils.html import escape

from api.pages.documents import DOCUMENTS
from api.pages.frames import hand_frames
from games.models import Game, Score
from games.records.upload import split_lines
from games.selectors.events import event_lines
from games.selectors.plies import line_of_finding
from games.services.auditing import audit_game, request_audit
from games.services.importing import begin_import, import_lines
from games.services.substituting import substitute_player
from games.services.voiding import void_hand
from tests.api.guests import is_problem
from tests.api.test_pages import Outline
from tests.archives import audit_all, findings_of
from tests.cast import NOW, Clock, Party
from tests.scorer import Scorer

RECORDS = Path(__file__).parents[1] / "records"
ONE_HAND = {"preset": "standard", "hands": 1, "target": None, "tie": "share"}


def shown(client, path):
    """A page's text, once it is whole."""
    answer = client.get(path)
    assert answer.status_code == 200, answer.content
    text = answer.content.decode()
    outline = Outline(text)
    assert outline.open == []
    assert len(outline.ids) == len(set(outline.ids))
    return text


def embedded(text):
    """The frames that a replay brings along."""
    return json.loads(re.search(r'<script id="frames"[^>]*>(.*?)</script>', text, re.DOTALL)[1])


def imported(name):
    data = (RECORDS / name).read_bytes()
    begun = begin_import(split_lines([data]), source=name, now=NOW)
    clock = Clock()
    while import_lines(begun.hint.job, now=clock()):
        pass
    return list(Game.objects.order_by("created", "id"))


def test_games_are_listed_the_newest_first_with_their_filters(log, client):
    assert "No game fits" in shown(client, "/games")
    parties = [Party(ONE_HAND), Party(ONE_HAND)]
    text = shown(client, "/games")
    assert all(f"/games/{party.game}" in text for party in parties)
    assert "No game fits" in shown(client, "/games?to=2026-11-01")
    assert str(parties[0].game) in shown(client, "/games?from=2026-11-02&to=2026-11-02&verdict=")
    assert "No game fits" in shown(client, "/games?verdict=false")
    assert str(parties[0].game) in shown(client, "/games?verdict=x&from=yesterday")


def test_older_games_are_on_further_pages(log, client):
    parties = [Party(ONE_HAND) for _ in range(26)]
    text = shown(client, "/games?from=2026-11-01")
    assert sum(str(party.game) in text for party in parties) == 25
    older = re.search(r'href="(/games\?[^"]+)"', text)[1].replace("&amp;", "&")
    both = text + shown(client, older)
    assert all(str(party.game) in both for party in parties)
    is_problem(client.get("/games?cursor=x"), 400, "invalid-query")


def test_a_replay_brings_all_frames_of_its_hand(party, client):
    party.play_hand()
    seq = party.summary["seq"]
    text = shown(client, f"/games/{party.game}?at=30")
    data = embedded(text)
    assert [frame["seq"] for frame in data["frames"]] == list(range(data["after"]))
    assert (data["before"], data["hand"], data["place"]) == (None, 1, 30)
    first = data["frames"][0]["seats"][0]
    assert first["cards"] == ""
    assert "cards" not in data["frames"][1]["seats"][0], "what stays as it was is not said again"
    frames = hand_frames(party.game, at=0, names=["A", "B", "C", "D"]).frames
    assert len(" ".join(seat["cards"] for seat in frames[17]["seats"]).split()) == 52
    assert embedded(shown(client, f"/games/{party.game}?at={seq}"))["before"] == 0


def test_whoever_watches_a_hand_that_is_on_sees_played_cards_alone(party, client):
    party.contribute()
    party.pass_cards()
    party.play()
    data = embedded(shown(client, f"/games/{party.game}"))
    texts = [seat.get("cards", "") for frame in data["frames"] for seat in frame["seats"]]
    texts += [seat.get("gave", "") for frame in data["frames"] for seat in frame["seats"]]
    assert {word for text in texts for word in text.split()} == {"??"}
    legal = {seat.get("legal", "") for frame in data["frames"] for seat in frame["seats"]}
    assert legal == {""}
    assert data["frames"][-1]["trick"]["cards"] == event_lines(party.game)[-1].split()[-1]


def test_a_replay_without_such_a_line_or_game_is_not_found(party, client):
    for query in ("at=-1", "at=x", "at=", "at=1.5", "at=99999", f"at={'9' * 5000}"):
        assert client.get(f"/games/{party.game}?{query}").status_code == 404, query
    assert client.get(f"/games/{uuid.uuid4()}").status_code == 404


def test_a_score_sheet_has_no_replay_but_its_sheet(log, client):
    game = Scorer().game
    answer = client.get(f"/games/{game}")
    assert (answer.status_code, answer["Location"]) == (302, f"/games/{game}/sheet")


def test_a_hand_that_was_thrown_away_and_a_new_player_are_told(party, client):
    party.contribute()
    void_hand(party.game, now=party.clock())
    substitute_player(party.game, 1, by=None, now=party.clock())
    text = shown(client, f"/games/{party.game}")
    assert "The hand is void (director)" in text
    assert "from now on (idle)" in text


@pytest.mark.parametrize("name", ["cases-four.ndjson", "openspiel-xinxin-20.txt"])
def test_every_line_of_a_game_from_elsewhere_can_be_shown(log, client, name):
    games = imported(name)
    assert games
    for game in games[:6]:
        assert game.kind == "cards"
        hand = hand_frames(game.id, at=None, names=[f"Seat {n}" for n in range(6)])
        assert all(line.text for line in hand.lines)
        assert "Replay" in shown(client, f"/games/{game.id}?at={len(event_lines(game.id))}")


def test_an_audit_of_many_shows_its_findings_at_their_lines(log, client):
    party = Party(ONE_HAND)
    party.sit()
    party.play_game()
    Score.objects.filter(game=party.game).update(totals=[9, 9, 9, 9])
    run = audit_all()
    found = findings_of(run)
    assert found
    text = shown(client, f"/audits/{run.id}")
    assert escape(found[0]["detail"]) in text
    assert f"/games/{party.game}" in text
    for link in Outline(text).links:
        if link.startswith("/games/"):
            assert client.get(link).status_code == 200, link
    assert client.get(f"/audits/{run.id}?after=x").status_code == 404
    assert "None" in shown(client, f"/audits/{run.id}?after=999")


def test_a_finding_leads_to_its_line(party):
    void_hand(party.game, now=party.clock())
    party.play_hand()
    plays = [int(line.split()[0]) for line in event_lines(party.game) if line.split()[3] == "play"]
    finding = {"game": str(party.game), "seq": None, "hand": 1, "ply": 51}
    assert line_of_finding(finding) == plays[51]
    assert line_of_finding({**finding, "seq": 7}) == 7
    assert line_of_finding({**finding, "ply": 52}) is None
    assert line_of_finding({**finding, "ply": None}) is None


def test_the_audit_of_one_game_shows_its_verdict(log, client):
    party = Party(ONE_HAND)
    party.sit()
    party.play_game()
    hint = request_audit(party.game, now=party.clock())
    assert "under way" in shown(client, f"/audits/{hint.job}")
    audit_game(hint.job, now=party.clock())
    text = shown(client, f"/audits/{hint.job}")
    assert "ok, shared" in text
    assert "The last audit says <b>ok</b>" in shown(client, f"/games/{party.game}")
    assert client.get(f"/audits/{uuid.uuid4()}").status_code == 404


def test_the_public_log_counts_deals_voids_and_cards(party, client):
    assert "No deal for four players is revealed yet" in shown(client, "/public-log")
    void_hand(party.game, deal=party.summary["deal"], now=party.clock())
    party.play_hand()
    text = shown(client, "/public-log")
    assert "<b>1 of 3</b>" in text
    assert "<code>director</code></th><td>1</td>" in text
    assert "newest 1\n" in text or "newest 1 revealed deal for four" in text
    assert "/deals/1" in shown(client, "/public-log?state=void")
    assert "/deals/1" not in shown(client, "/public-log?state=revealed")
    assert "/deals/1" not in shown(client, "/public-log?state=x&after=1")
    assert "/deals/1" in shown(client, "/public-log?after=x")


def test_before_the_first_deal_the_public_log_says_so(log, client):
    assert "There is no deal yet" in shown(client, "/public-log")


@pytest.mark.parametrize("name", ["", *DOCUMENTS])
def test_rules_and_specifications_are_shown_with_their_chapters(log, client, name):
    text = shown(client, f"/documents/{name}" if name else "/rules")
    outline = Outline(text)
    assert outline.headings.count("h1") == 1
    assert {link[1:] for link in outline.links if link.startswith("#")} <= {*outline.ids, "content"}
    assert client.get("/documents/other").status_code == 404


def test_every_setting_has_its_place_on_the_page_of_the_rules(log, client):
    ids = Outline(shown(client, "/rules")).ids
    party = Party(ONE_HAND)
    assert set(party.summary["rules"]) <= set(ids)


def test_the_page_to_play_lists_the_games_that_are_on(party, client):
    text = shown(client, "/play")
    assert f"/games/{party.game}" in text
    assert 'data-key="hearts.localhost/log+' in text


def test_every_page_has_size_and_root_of_the_log_at_its_foot(party, client):
    for path in ("/", "/play", "/games", f"/games/{party.game}", "/public-log", "/rules"):
        assert re.search(r"has \d+ entries, and the root <code>[0-9a-f]{64}", shown(client, path))


def test_a_board_that_others_play_still_has_no_replay(party, client):
    Game.objects.filter(id=party.game).update(shut=True)
    is_problem(client.get(f"/games/{party.game}"), 403, "embargoed")
    assert str(party.game) not in shown(client, "/games") + shown(client, "/play")
