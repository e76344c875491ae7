"""What can be wrong with notes, checkpoints, proofs and tiles."""

from __future__ import annotations


class TlogError(ValueError):
    """The root of this room's errors."""

    code = "tlog"


class NoteMalformed(TlogError):
    """The text is no signed note, or no verifier key."""

    code = "note-malformed"


class CheckpointMalformed(TlogError):
    """The text of a note is no checkpoint of three lines."""

    code = "checkpoint-malformed"


class TileMalformed(TlogError):
    """The bytes are no tile, or the path names none."""

    code = "tile-malformed"


class FileMissing(TlogError):
    """A file of the log is not there, or can't be read."""

    code = "file-missing"

    def __init__(self, path: str, reason: str = "") -> None:
        super().__init__(f"no file {path}{reason and f' ({reason})'}")
        self.path = path


class TileMismatch(TlogError):
    """A hash tile is not what the entries below it hash to."""

    code = "tile-mismatch"

    def __init__(self, path: str) -> None:
        super().__init__(f"{path} is not what the entries hash to")
        self.path = path


class ProofMalformed(TlogError):
    """The text is no proof as the log serves it."""

    code = "proof-malformed"


class ProofInvalid(TlogError):
    """The hashes of a proof do not lead to the root, or no such proof exists."""

    code = "proof-invalid"


class SignatureInvalid(TlogError):
    """The signature is not this key's over this message."""

    code = "signature-invalid"


class UnknownSigner(TlogError):
    """No signature line of the note is by the key asked for."""

    code = "unknown-signer"

    def __init__(self, name: str) -> None:
        super().__init__(f"no signature by the key {name}")
        self.name = name


class NotHandedOver(UnknownSigner):
    """The pinned key did not sign, and no handover in reach leads from it to one that did."""

    code = "not-handed-over"

    def __init__(self, name: str) -> None:
        super().__init__(name)
        told = f"no signature by the pinned key of {name}, and no handover in reach leads from it"
        todo = "pin the log's newest key, or give the verifier a checkpoint that old and new signed"
        self.args = (f"{told} to the key that signed: {todo} (--seen FILE)",)


class HandoverFalse(TlogError):
    """A handover is not of this log's key, or its checkpoint is no state of this log."""

    code = "handover-false"

    def __init__(self, path: str) -> None:
        super().__init__(f"{path} is no handover of this log")
        self.path = path


class LogTooLong(TlogError):
    """Nobody whose key is pinned says that the log has so many entries."""

    code = "log-too-long"

    def __init__(self, size: int, most: int) -> None:
        super().__init__(
            f"the checkpoint speaks of {size} entries, and without a pinned key no more than "
            f"{most} are read: give --key, or --most"
        )


class TilesFalse(TlogError):
    """The log's own hash tiles do not give the root that its checkpoint states."""

    code = "tiles-false"

    def __init__(self) -> None:
        super().__init__("the log's hash tiles do not give the root of its checkpoint")


class CopyDamaged(TlogError):
    """The files of a copy do not give the state that its checkpoint states."""

    code = "copy-damaged"

    def __init__(self, reason: str) -> None:
        super().__init__(f"your copy is damaged, fetch it again: {reason}")
        self.reason = reason


class UnknownKey(TlogError):
    """The log has no key of its own, or the pinned one is none of them."""

    code = "unknown-key"


class RequestMalformed(TlogError):
    """The body is no request for a cosignature (C2SP tlog-witness, add-checkpoint)."""

    code = "request-malformed"


class AnswerMalformed(TlogError):
    """The body is no answer of a witness."""

    code = "answer-malformed"
