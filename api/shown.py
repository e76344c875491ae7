"""An act as JSON: for the answer to it, and for the answer when it is asked for again."""

from __future__ import annotations

from games.services.acts import Act


def act_json(act: Act) -> dict[str, object]:
    """Return an act as JSON."""
    event = {"seq": act.seq, "line": act.line, "head": act.head}
    opening = {} if act.opening is None else {"opening": act.opening}
    return {"event": event, "receipt": act.receipt, **opening}
