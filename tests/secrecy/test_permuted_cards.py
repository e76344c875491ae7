"""What a seat is told does not change when all that is hidden from it does.

The same game is shown twice: as it is, and with the cards that a viewer can't know dealt to the
other seats in another way. Every byte of every answer must be the same: bodies, headers, sizes,
order, the texts of errors.
"""

import re
import secrets
from uuid import UUID

import pytest
from django.db import transaction
from django.utils import timezone

from deals.cards.holding import Holding
from games.models import HandState
from games.rules.errors import BadHandDump
from games.rules.hand import dump_hand, load_hand, start_hand
from games.rules.passing import pass_giver
from games.selectors.hands import open_hand
from games.selectors.seats import own_view
from games.services.playing import record_play
from games.services.table import rules_of_line, seal_hand
from tests.api.guests import Guests
from tests.secrecy.addresses import LINES, questions
from tests.secrecy.search import flat

TRIES = 4000
SECRET_OF_FORM = re.compile(rb'(?<=name="csrfmiddlewaretoken" value=")[A-Za-z0-9]{64}')
"""What is new on each page that has a form, whatever is hidden."""


@pytest.fixture
def table(log, monkeypatch):
    """Make a hand that has just been dealt, in a world whose clock stands still."""
    now = timezone.now()
    monkeypatch.setattr(timezone, "now", lambda: now)

    def dealt(**terms):
        guests = Guests(sources="server", **terms)
        guests.sit()
        asked = guests.post("/audits", {"games": [guests.game]}, guests.token)
        guests.audit = asked.json()["id"]
        return guests

    return dealt


@pytest.fixture
def guests(table):
    return table()


def stored_hand(guests):
    row = HandState.objects.select_related("game__rules").get(game=guests.game)
    rules = rules_of_line(row.game.rules.line)
    return open_hand(rules, bytes(row.sealed), game=row.game_id, seq=row.seq)


def store_hand(guests, hand, openings):
    row = HandState.objects.get(game=guests.game)
    row.sealed = seal_hand(hand, openings, game=row.game_id, seq=row.seq)
    row.save(update_fields=["sealed"])


def permuted(hand, viewer):
    """The same hand to this viewer (None: a spectator), and another one to everybody else.

    Whose turn it is, everybody sees: after the pass, that is who holds the 2C.
    """
    for _ in range(TRIES):
        other = _dealt_again(hand, viewer)
        if other is not None and other != hand and other.turn == hand.turn:
            return other
    raise AssertionError("no other hand looks the same to this viewer")


def _dealt_again(hand, viewer):
    """One attempt: swap some hidden cards of two other seats, and let the rules judge."""
    held = [set(cards) for cards in (*_after_the_pass(hand), hand.kitty)]
    played, known = set(hand.plays), _known(hand, viewer)
    others = [seat for seat in seats(hand) if seat != viewer]
    if hand.kitty and not (hand.tricks and hand.tricks[0].winner == viewer):
        others.append(len(hand.dealt))  # as if the kitty sat there
    for _ in range(1 + secrets.randbelow(6)):
        one, two = secrets.choice(others), secrets.choice(others)
        mine = sorted(held[one] - played - known)
        yours = sorted(held[two] - played - known)
        if one != two and mine and yours:
            card, back = secrets.choice(mine), secrets.choice(yours)
            held[one] ^= {card, back}
            held[two] ^= {card, back}
    return _with_passes(hand, held, viewer)


def seats(hand):
    return range(len(hand.dealt))


def _after_the_pass(hand):
    """What each seat holds after the pass, cards played included."""
    if hand.played is None:
        return hand.dealt
    before = start_hand(hand.rules, hand.number, [*filter(None, (*hand.dealt, hand.kitty))])
    for seat in seats(hand):
        if hand.gave[seat] is not None:
            before = before.give_cards(seat, hand.gave[seat])
    return before.holdings


def _known(hand, viewer):
    """The cards whose place a viewer knows: those it gave, once they have been exchanged."""
    if viewer is None or hand.played is None or hand.gave[viewer] is None:
        return set()
    return set(hand.gave[viewer])


def _with_passes(hand, held, viewer):
    """The hand again, from what is held after the pass; the passes between the others are new."""
    gave = list(hand.gave)
    *held, kitty = held
    exchanged = hand.played is not None
    for seat in seats(hand):
        if gave[seat] is not None and seat != viewer:
            receiver = next(to for to in seats(hand) if _giver(hand, to) == seat)
            if not exchanged or receiver != viewer:
                source = held[receiver] if exchanged else held[seat]
                gave[seat] = Holding(_some(sorted(source), 3))
    dealt = [set(cards) for cards in held]
    if exchanged and hand.direction != "hold":
        for seat in seats(hand):
            dealt[seat] = (dealt[seat] - set(gave[_giver(hand, seat)])) | set(gave[seat])
    dump = dump_hand(hand)
    dump["dealt"] = [Holding(cards).bits for cards in (*dealt, kitty) if cards]
    dump["gave"] = [None if cards is None else cards.bits for cards in gave]
    try:
        return load_hand(hand.rules, dump)
    except BadHandDump:
        return None


def _giver(hand, seat):
    return pass_giver(hand.direction, seat, players=len(hand.dealt))


def _some(cards, count):
    picked = []
    while len(picked) < count:
        picked.append(cards.pop(secrets.randbelow(len(cards))))
    return picked


def told(guests, viewer):
    """Every byte of what a viewer can get now, good or refused."""
    token = {None: None, "director": guests.token, **guests.tokens}[viewer]
    headers = {"X-Request-ID": "the-same"}
    known = {"games": [guests.game], "seats": guests.tokens, "audits": [guests.audit]}
    number = guests.summary["deal"]
    answers = [
        guests.client.get(path, headers=guests._headers(token) | headers)
        for path in questions(**known, numbers=range(1, number + 1), tables_only=viewer is not None)
    ]
    answers.append(guests.get(f"{guests.url}/events", token, **headers, **LINES))
    if viewer in guests.tokens:
        answers += acts(guests, viewer)
    return [_bytes(answer) for answer in answers]


def acts(guests, viewer):
    """Whatever a seat may try: each card, held or not, at this moment; then it is undone."""
    seq = guests.summary["seq"]
    own = set(guests.view(viewer)["cards"]["holding"])
    foreign = [card for card in ("2C", "7D", "QS", "AH", "KC", "5H") if card not in own]
    for card in [*sorted(own), *foreign]:
        yield undone(lambda card=card: guests.play(viewer, card, seq))
    yield undone(lambda: guests.play(viewer, foreign[0], seq - 1))
    yield undone(lambda: guests.give(viewer, [*sorted(own)[:2], foreign[0]]))
    yield undone(lambda: guests.give(viewer, sorted(own)[:2]))


def undone(act):
    with transaction.atomic():
        answer = act()
        transaction.set_rollback(True)
    return answer


def _bytes(answer):
    body = answer.getvalue() if answer.streaming else answer.content
    kept = {name: value for name, value in answer.headers.items() if name != "X-Request-ID"}
    return answer.status_code, flat(kept), SECRET_OF_FORM.sub(b"", body)


def play(guests, count):
    """So many cards, or the whole hand, without the edge: it is not what is looked at here."""
    game, number = UUID(guests.game), guests.summary["hand"]
    for _ in range(count):
        view = own_view(game, own_view(game, 0)["turn"])
        card = view["cards"]["legal_cards"][0]
        record_play(game, view["seat"], card, expected_seq=view["seq"], now=timezone.now())
        if own_view(game, 0)["hand"] != number:
            return


def to_the_pass(guests):
    pass


def two_have_passed(guests):
    guests.give(0)
    guests.give(2)


def all_have_passed(guests):
    guests.pass_cards()


def in_mid_trick(guests):
    guests.pass_cards()
    play(guests, 6)


def in_hand_two(guests):
    guests.pass_cards()
    play(guests, 52)
    in_mid_trick(guests)


def check(guests):
    """Nobody is told anything else when what is hidden from him is."""
    hand, openings = stored_hand(guests)
    for viewer in (None, "director", *guests.tokens):
        seat = viewer if viewer in guests.tokens else None
        as_it_is = told(guests, viewer)
        store_hand(guests, permuted(hand, seat), openings)
        assert told(guests, viewer) == as_it_is, viewer
        store_hand(guests, hand, openings)


@pytest.mark.parametrize(
    "moment",
    [
        to_the_pass,
        two_have_passed,
        all_have_passed,
        in_mid_trick,
        in_hand_two,
    ],
)
def test_what_is_told_is_the_same_whoever_holds_the_hidden_cards(guests, moment):
    moment(guests)
    check(guests)


@pytest.mark.parametrize("plays", [2, 5])
def test_the_kitty_is_told_to_nobody_but_the_taker_of_the_first_trick(table, plays):
    guests = table(rules={"players": 3, "spare": "kitty"})
    guests.pass_cards()
    play(guests, plays)
    check(guests)


def test_to_those_who_hold_them_the_cards_are_others(guests):
    """The permuted hand is really another one: somebody else's view does change."""
    in_mid_trick(guests)
    hand, openings = stored_hand(guests)
    before = [guests.view(seat) for seat in guests.tokens]
    store_hand(guests, permuted(hand, 0), openings)
    after = [guests.view(seat) for seat in guests.tokens]
    assert before[0] == after[0]
    assert sum(one != two for one, two in zip(before, after, strict=True)) >= 2
