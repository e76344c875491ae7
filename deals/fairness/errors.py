"""What can be wrong with a statement, a proof, or the values that should follow from them."""

from __future__ import annotations


class FairnessError(ValueError):
    """The root of this room's errors."""

    code = "fairness"


class StatementMalformed(FairnessError):
    """The text is no canonical statement; `line` counts from 1, None where no line is to blame."""

    code = "statement-malformed"

    def __init__(self, reason: str, line: int | None = None) -> None:
        super().__init__(reason if line is None else f"line {line}: {reason}")
        self.reason = reason
        self.line = line


class UnknownStatement(StatementMalformed):
    """The first line names no kind of statement that is known here."""

    code = "unknown-statement"

    def __init__(self, first_line: str) -> None:
        super().__init__(f"{first_line[:80]!r} names no statement known here", 1)
        self.first_line = first_line


class DigestMismatch(FairnessError):
    """A text does not hash to what was promised: both values, as hex."""

    code = "digest-mismatch"
    what = "the text"

    def __init__(self, *, expected: str, found: str) -> None:
        super().__init__(f"{self.what} hashes to {found}, promised was {expected}")
        self.expected = expected
        self.found = found


class CommitmentMismatch(DigestMismatch):
    """The opening does not hash to the commitment (SPEC.md 8, step 3)."""

    code = "commitment-mismatch"
    what = "the opening"


class ContributionMismatch(DigestMismatch):
    """A seat's nonce does not open its K (SPEC.md 8, step 4)."""

    code = "contribution-mismatch"
    what = "the contribution"


class DrawMismatch(FairnessError):
    """The draw statement has other lines than deck and sources of the opening ask for."""

    code = "draw-mismatch"


class RoundMismatch(FairnessError):
    """Another beacon round was used than the committed one (SPEC.md 8, step 5)."""

    code = "round-mismatch"

    def __init__(self, *, expected: str, found: str) -> None:
        super().__init__(f"round {found} was used, committed was {expected}")
        self.expected = expected
        self.found = found


class PointRefused(FairnessError):
    """The bytes are no point of the group in its one encoding."""

    code = "point-refused"


class SignatureRefused(FairnessError):
    """The signature is not this key's over this message."""

    code = "signature-refused"

    def __init__(self) -> None:
        super().__init__("the signature is not this key's over this message")


class RoundSignatureInvalid(FairnessError):
    """A beacon round's signature does not verify under the chain's key (SPEC.md 8, step 5)."""

    code = "round-signature-invalid"

    def __init__(self, number: int, reason: str) -> None:
        super().__init__(f"the signature of round {number} does not verify: {reason}")
        self.number = number
        self.reason = reason


class RoundTooEarly(FairnessError):
    """A committed round was due too soon after the commit entry: it might have been known."""

    code = "round-too-early"

    def __init__(self, number: int, *, due: str, committed: str) -> None:
        super().__init__(
            f"round {number} was due at {due}, not 60 s after the commit entry of {committed}"
        )
        self.number = number
        self.due = due
        self.committed = committed


class UnknownDeck(FairnessError):
    """The code names neither one of the seven decks nor lots/<n>."""

    code = "unknown-deck"

    def __init__(self, deck: str) -> None:
        super().__init__(f"{deck[:80]!r} is no deck")
        self.deck = deck


class IndexOutOfRange(FairnessError):
    """There is no deal of this index; `count` is the number of deals."""

    code = "index-out-of-range"

    def __init__(self, *, count: int) -> None:
        super().__init__("the index is not among the deals of these sizes")
        self.count = count


class NotADeal(FairnessError):
    """The holdings are not the deck's cards, each once, in the deck's sizes."""

    code = "not-a-deal"


class ProofUnreadable(FairnessError):
    """The JSON is no deal proof: where (a JSON pointer) and what was expected there."""

    code = "proof-unreadable"

    def __init__(self, *, pointer: str, expected: str) -> None:
        super().__init__(f"{pointer or '/'}: expected {expected}")
        self.pointer = pointer
        self.expected = expected
