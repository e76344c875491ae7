"""The rules of play once more, slow and obvious: cards are their codes, sets are sets.

It shares nothing with the engine but the names of settings, so that both can be counted against
each other.
"""

RANKS, SUITS = "23456789TJQKA", "CDHS"


def suit(card):
    return card[1]


def rank(card):
    return RANKS.index(card[0])


def is_penalty(rules, card):
    return suit(card) == "H" or card in rules["spades"]


def lowest_club(holdings):
    clubs = [card for cards in holdings for card in cards if suit(card) == "C"]
    return min(clubs, key=rank)


def first_seat(rules, holdings, number):
    if rules["opening"] == "dealers_left":
        return number % rules["players"]
    lowest = lowest_club(holdings)
    return next(seat for seat, cards in enumerate(holdings) if lowest in cards)


def legal(rules, holdings, played, seat):
    """The cards that a seat may play, given all cards played before, in order."""
    mine = holdings[seat]
    players = rules["players"]
    trick = played[len(played) - len(played) % players :]
    is_first = len(played) < players
    choice = set(mine)
    if trick and any(suit(card) == suit(trick[0]) for card in mine):
        choice = {card for card in mine if suit(card) == suit(trick[0])}
    forbidden = set()
    if not played and rules["opening"] != "dealers_left":
        clubs = {card for card in mine if suit(card) == "C"}
        asked = clubs if rules["opening"] == "any_club" else {lowest_club(holdings)}
        forbidden |= set(mine) - asked
    if not trick and not is_broken(rules, played):
        if rules["hearts_must_break"] and not has_only_hearts(rules, mine):
            forbidden |= {card for card in mine if suit(card) == "H"}
        if not rules["queen_may_lead"]:
            forbidden.add("QS")
    penalties = {card for card in mine if is_penalty(rules, card)}
    if is_first and rules["first_trick_safe"] and penalties != set(mine):
        forbidden |= penalties
    return choice - forbidden or choice


def has_only_hearts(rules, cards):
    if rules["heart_for_queen"]:
        return all(suit(card) == "H" or card == "QS" for card in cards)
    return all(suit(card) == "H" for card in cards)


def is_broken(rules, played):
    return any(
        suit(card) == "H" or (card == "QS" and rules["queen_breaks_hearts"]) for card in played
    )


def winner(leader, trick):
    best = max((card for card in trick if suit(card) == suit(trick[0])), key=rank)
    return (leader + trick.index(best)) % len(trick)


def count_sequences(rules, holdings, number, depth):
    """How many sequences of the first `depth` plays there are."""

    def count(holdings, played, leader, left):
        if left == 0:
            return 1
        step = len(played) % rules["players"]
        seat = (leader + step) % rules["players"]
        total = 0
        for card in legal(rules, holdings, played, seat):
            after = [set(cards) - {card} for cards in holdings]
            cards = [*played, card]
            next_leader = leader
            if step == rules["players"] - 1:
                next_leader = winner(leader, cards[-rules["players"] :])
            total += count(after, cards, next_leader, left - 1)
        return total

    return count([set(cards) for cards in holdings], [], first_seat(rules, holdings, number), depth)
