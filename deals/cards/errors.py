"""What can be wrong with text that should name cards."""


class CardError(ValueError):
    """The root of this room's errors."""

    code = "card"


class UnknownCard(CardError):
    """The text is no card code."""

    code = "unknown-card"

    def __init__(self, text: str) -> None:
        super().__init__(f"{text!r} is no card: expected a rank, 23456789TJQKA, and a suit, CDHS")
        self.text = text


class RepeatedCard(CardError):
    """A list names one card twice."""

    code = "repeated-card"

    def __init__(self, text: str) -> None:
        super().__init__(f"{text} stands twice in a list of cards")
        self.text = text
