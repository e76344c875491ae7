"""Strict JSON from a line: one value, or RecordUnreadable and nothing else."""

from __future__ import annotations

import json
import math
from collections import Counter
from typing import Final, NoReturn

from games.records.errors import RecordUnreadable

MAX_DEPTH: Final = 100


def read_json(line: str | bytes) -> object:
    """Read a line of JSON: UTF-8, every key once in its object, finite numbers, whole characters.

    Raises RecordUnreadable with a column or a pointer.
    """
    text = _decode(line)
    try:
        value: object = _DECODER.decode(text)
    except json.JSONDecodeError as error:
        raise RecordUnreadable(f"JSON ({error.msg})", column=error.pos + 1) from None
    except RecordUnreadable:
        raise
    except RecursionError:
        raise RecordUnreadable(f"at most {MAX_DEPTH} levels", pointer="") from None
    except ValueError:
        # Python refuses to read numbers of thousands of digits.
        raise RecordUnreadable("numbers of fewer digits", pointer="") from None
    if text.count("[") + text.count("{") > MAX_DEPTH:
        _check_depth(value)
    if "\\u" in text:
        _check_characters(value)
    return value


def write_json(value: object) -> str:
    """Write JSON as the archive has it: `, ` and `: ` between, UTF-8 unescaped, no line's end."""
    return json.dumps(value, ensure_ascii=False)


def _decode(line: str | bytes) -> str:
    try:
        if isinstance(line, bytes):
            return line.decode()
        line.encode()
    except (UnicodeDecodeError, UnicodeEncodeError) as error:
        raise RecordUnreadable("text in UTF-8", column=error.start + 1) from None
    return line


def _once_each(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found = dict(pairs)
    if len(found) < len(pairs):
        # Counted in one go: whoever wrote the line chose how many keys there are.
        counts = Counter(key for key, _ in pairs)
        twice = next(key for key, count in counts.items() if count > 1)
        raise RecordUnreadable(f"the key {twice!r} once in its object", pointer="")
    return found


def _constant(name: str) -> NoReturn:
    raise RecordUnreadable(f"JSON, which has no {name}", pointer="")


def _finite(text: str) -> float:
    number = float(text)
    if math.isinf(number):
        raise RecordUnreadable("numbers that a float can hold", pointer="")
    return number


_DECODER: Final = json.JSONDecoder(
    object_pairs_hook=_once_each, parse_constant=_constant, parse_float=_finite
)


def _check_depth(value: object) -> None:
    level = [value]
    for _ in range(MAX_DEPTH):
        inner: list[object] = []
        for outer in level:
            if isinstance(outer, dict):
                inner.extend(outer.values())
            elif isinstance(outer, list):
                inner.extend(outer)
        level = inner
    if level:
        raise RecordUnreadable(f"at most {MAX_DEPTH} levels", pointer="")


def _check_characters(value: object) -> None:
    try:
        write_json(value).encode()
    except UnicodeEncodeError:
        raise RecordUnreadable("whole characters, no half of a pair", pointer="") from None
