"""The play of a whole hand at once, in bytes: what an audit of an archive spends its time on.

The rules are asked of all tricks together, each in one step that is the same for any number of
players and any settings. What a hand does that breaks one is for `games.rules.playing` to say, card
by card.
"""

from __future__ import annotations

from deals.cards.holding import SUIT_BITS
from games.rules.card_bytes import MARKS, NOT_OF, SUIT_PARTS, SUITS, YES, TrickTables
from games.rules.limits import Limits, PlayRules, legal_bits
from games.rules.ruleset import Opening


def play_whole(table: PlayRules, owners: bytes, plays: bytes, *, number: int) -> bytes | None:
    """Give the marks of who takes each card; None where a play is illegal.

    `plays` are all cards of hand `number` (from 1) in order, as many as it has; `owners` is the
    table from cards to the marks of the seats that hold them after the pass. When the seats play
    in turn and no card twice, they have played what they held.
    """
    tables, players = table.tables, table.players
    marks = plays.translate(owners)
    seats = int.from_bytes(marks, "little")
    after = int.from_bytes(marks.translate(tables.left), "little")
    if (seats >> 8 ^ after) & tables.inner:
        return None
    # Seats play no more cards than they hold: so none is twice where only a kitty is missing.
    if len(tables.deck.translate(None, plays)) != tables.kitty:
        return None
    suits = int.from_bytes(plays.translate(SUITS), "little")
    best = _find_best(tables, plays, suits).translate(owners)
    takers = (int.from_bytes(best, "little") & tables.leads) * tables.spread
    # The taker of a trick leads to the next.
    if (takers ^ seats >> 8 * players) & tables.followed:
        return None
    leads = plays[::players]
    is_open = _opens_well(table, owners, plays, number=number)
    if not is_open or _breaks_a_limit(table, marks, plays, leads):
        return None
    mixed = (seats | suits).to_bytes(len(plays), "little")
    rows = [mixed.translate(SUIT_PARTS, others) for others in NOT_OF[:players]]
    return None if _revokes(tables, rows, leads) else takers.to_bytes(len(plays), "little")


def _find_best(tables: TrickTables, plays: bytes, suits: int) -> bytes:
    """Give the highest card of the led suit of each trick in place of its first, all at once.

    A card of another suit counts as 0: not above any card that leads. Each step takes the higher of
    every card and one after it, over twice as many cards as before or all of a trick; what stands
    in place of the others is of no use. No byte borrows from the next: cards are below 128.
    """
    tops, rest = tables.tops, tables.rest
    other = ((suits & tables.leads) * tables.spread ^ suits) + rest & tops
    best = int.from_bytes(plays, "little") & ~(other - (other >> 7))
    for shift in tables.shifts:
        card = best >> shift
        keeps = (best | tops) - card & tops
        best = card ^ (card ^ best) & (keeps - (keeps >> 7))
    return best.to_bytes(len(plays), "little")


def _opens_well(table: PlayRules, owners: bytes, plays: bytes, *, number: int) -> bool:
    """Whether the first card is what the opening asks, the limits of a lead apart."""
    first = plays[0]
    if table.opening is Opening.DEALERS_LEFT:
        return owners[first] == MARKS[number % table.players]
    lowest = 0
    while lowest not in plays:
        lowest += 1
    if table.opening is Opening.ANY_CLUB:
        return first < 13 and owners[first] == owners[lowest]
    return first == lowest


def _breaks_a_limit(table: PlayRules, marks: bytes, plays: bytes, leads: bytes) -> bool:
    """Whether a lead or a card of the first trick is barred, and no exception holds."""
    tables, players = table.tables, table.players
    if YES in plays[:players].translate(tables.barred_first):
        led = SUIT_BITS[plays[0] // 13]
        for ply in range(players):
            limits = table.first_trick if ply else table.lead + table.first_trick
            if _is_barred(limits, marks, plays, ply, led=led if ply else 0):
                return True
    breaker = plays.translate(tables.breakers).find(YES)
    barred = leads.translate(tables.barred_lead)
    ply = barred.find(YES) * players
    while 0 <= ply <= breaker:
        limits = table.lead if ply else table.lead + table.first_trick
        if _is_barred(limits, marks, plays, ply, led=0):
            return True
        ply = barred.find(YES, ply // players + 1) * players
    return False


def _is_barred(limits: Limits, marks: bytes, plays: bytes, ply: int, *, led: int) -> bool:
    """Whether the limits forbid a play, by all that its seat plays from there on."""
    seat = marks[ply]
    held = sum(1 << plays[at] for at in range(ply, len(plays)) if marks[at] == seat)
    return not legal_bits(limits, held, led=led) >> plays[ply] & 1


def _revokes(tables: TrickTables, rows: list[bytes], leads: bytes) -> bool:
    """Whether a seat discards on a suit of which it plays a card in a later trick.

    `rows` are the seats' suits, trick by trick. Less the discards on a suit, the bit at a row's end
    becomes ones from the first of them upwards, other discards apart: where such a one meets a card
    of that suit, the seat held it all along.
    """
    suits = int.from_bytes(b"\0".join(rows), "little")
    led = int.from_bytes((leads.translate(SUITS) + b"\0") * len(rows), "little")
    discards = led & ~suits
    held = 0
    for column in tables.columns:
        held |= (tables.ends - (discards & column)) & suits & column
    return held != 0
