"""Cards, seats, decks and sets of cards, as plain values."""
