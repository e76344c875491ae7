"""Statements: short ASCII texts that are committed, logged or signed (SPEC.md 0).

A kind of statement is data: a frozen dataclass for its value, and a `Form` that lists its keys in
order, each with the kind of its value.

>>> from deals.fairness.kinds import COUNT, HEX32
>>> @dataclass(frozen=True)
... class Example:
...     game: int
...     salt: str
>>> EXAMPLE = Form("example", Example, (Field("game", COUNT), Field("salt", HEX32)))
>>> parse_statement(EXAMPLE, format_statement(EXAMPLE, Example(7, "0" * 64))).game
7

Rules that span lines belong into the dataclass's `__post_init__`, which raises StatementMalformed.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, Generic, TypeVar

from deals.fairness.errors import StatementMalformed, UnknownStatement
from deals.fairness.kinds import TEXT, Kind

T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)

_LINES: Final = re.compile(r"(?:[!-~]+(?: [!-~]+)*\n)+")
SIZE_LIMIT: Final = 65_535
"""Bytes of a statement at most: what an entry bundle can carry."""


@dataclass(frozen=True)
class Field:
    """One key of a statement and the kind of its value.

    `name` is the dataclass's attribute, where it isn't the key. A `repeated` field has one line
    for each item of a tuple, at least one; a form has at most one such field.
    """

    key: str
    kind: Kind
    name: str = ""
    repeated: bool = False

    @property
    def attribute(self) -> str:
        """The name of the dataclass's attribute."""
        return self.name or self.key


@dataclass(frozen=True)
class Form(Generic[T_co]):
    """The grammar of one kind of statement: first line `hearts/<kind>/v1`, then its fields.

    `value` builds the statement's value from one keyword for each field.
    """

    kind: str
    value: Callable[..., T_co]
    fields: tuple[Field, ...]

    @property
    def first_line(self) -> str:
        """The line that names the kind."""
        return f"hearts/{self.kind}/v1"


def format_statement(form: Form[T], value: T) -> str:
    """Return the statement of a value; what can't be read back as this value is not written.

    Raises StatementMalformed.
    """
    lines = [form.first_line]
    for field in form.fields:
        held: object = getattr(value, field.attribute)
        if field.repeated and not held:
            raise StatementMalformed(f"{field.key}: expected one line or more")
        items = held if field.repeated and isinstance(held, tuple) else (held,)
        lines.extend(_line(field, item) for item in items)
    text = "\n".join(lines) + "\n"
    if not _LINES.fullmatch(text):
        raise StatementMalformed("a value is no printable ASCII, parts parted by one space")
    if len(text) > SIZE_LIMIT:
        raise StatementMalformed(f"longer than {SIZE_LIMIT} bytes")
    return text


def parse_statement(form: Form[T], text: str) -> T:
    """Return the value of a statement; its text is exactly what `format_statement` writes.

    Raises StatementMalformed, UnknownStatement when the first line is another.
    """
    value = _parse(form, text)
    if _write(form, value) != text:
        raise StatementMalformed("the statement is not in its canonical form")
    return value


def _parse(form: Form[T], text: str) -> T:
    """Read a statement that need not be in its canonical form."""
    lines = split_lines(text)
    if lines[0] != form.first_line:
        raise UnknownStatement(lines[0])
    fields = _fields_by_line(form, len(lines) - 1)
    if len(lines) - 1 != len(fields):
        raise StatementMalformed(f"expected {len(fields)} lines after the first")
    read: dict[str, list[object]] = {}
    for number, (line, field) in enumerate(zip(lines[1:], fields, strict=True), start=2):
        read.setdefault(field.attribute, []).append(_read(line, field, number))
    return form.value(
        **{
            field.attribute: tuple(read[field.attribute])
            if field.repeated
            else read[field.attribute][0]
            for field in form.fields
        }
    )


def split_lines(text: str) -> list[str]:
    """Return the lines of a statement, whose kind need not be known yet.

    Raises StatementMalformed when it is too long, not ASCII, or its last line has no end.
    """
    if len(text) > SIZE_LIMIT:
        raise StatementMalformed(f"longer than {SIZE_LIMIT} bytes")
    if not text.isascii():
        raise StatementMalformed("not ASCII")
    if not text.endswith("\n"):
        raise StatementMalformed("the last line has no end")
    return text[:-1].split("\n")


def decode_statement(data: bytes) -> str:
    """Return the text of a statement's bytes.

    Raises StatementMalformed for bytes that are not ASCII.
    """
    try:
        return data.decode("ascii")
    except UnicodeDecodeError:
        raise StatementMalformed("not ASCII") from None


def _line(field: Field, item: object) -> str:
    """Write one line. Raises StatementMalformed when its value can't be read back from it."""
    text = field.kind.format(item)
    if field.kind.parse(text) != item:
        raise StatementMalformed(f"{field.key}: the value is not what its statement says")
    return f"{field.key} {text}"


def _write(form: Form[object], value: object) -> str:
    """Write what was read, which is its statement unless the text was not canonical."""
    lines = [form.first_line]
    for field in form.fields:
        held: object = getattr(value, field.attribute)
        items = held if isinstance(held, tuple) else (held,)
        lines.extend(f"{field.key} {field.kind.format(item)}" for item in items)
    return "\n".join(lines) + "\n"


def _fields_by_line(form: Form[object], lines: int) -> list[Field]:
    repeats = max(lines - len(form.fields) + 1, 1)
    return [field for field in form.fields for _ in range(repeats if field.repeated else 1)]


def _read(line: str, field: Field, number: int) -> object:
    key, _, text = line.partition(" ")
    if key != field.key:
        raise StatementMalformed(f"expected the key {field.key}", number)
    value = field.kind.parse(text) if TEXT.parse(text) is not None else None
    if value is None:
        raise StatementMalformed(f"{field.key}: expected {field.kind.expected}", number)
    return value
