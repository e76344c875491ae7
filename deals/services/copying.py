"""Rows by the thousand, as PostgreSQL's COPY takes them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from django.db import connection, models

NULL: Final = r"\N"
_ESCAPES: Final = str.maketrans({"\\": r"\\", "\t": r"\t", "\n": r"\n", "\r": r"\r"})
_BLOCK: Final = 5_000


def copy_text(value: object) -> str:
    """Return a value as a field of COPY's text format."""
    match value:
        case None:
            return NULL
        case bytes():
            return rf"\\x{value.hex()}"
        case list() | tuple():
            return "{" + ",".join(map(str, value)) + "}"
        case _:
            return str(value).translate(_ESCAPES)


def copy_rows(
    model: type[models.Model], columns: Sequence[str], rows: Iterable[Sequence[object]]
) -> None:
    """Write rows of a table, values in the order of `columns`.

    Fields that are not named get their defaults, those of the database from itself.
    """
    named = {*columns}
    others = [
        field
        for field in model._meta.concrete_fields  # noqa: SLF001 - Django documents it
        if field.column not in named
        and not isinstance(field, models.AutoField)
        and not field.has_db_default()
    ]
    header = ", ".join(f'"{name}"' for name in (*columns, *(field.column for field in others)))
    rest = "".join(f"\t{copy_text(field.get_default())}" for field in others) + "\n"
    # Names of our own tables and columns: nothing here comes from outside.
    table = model._meta.db_table  # noqa: SLF001 - likewise
    statement = f'COPY "{table}" ({header}) FROM STDIN'
    with connection.cursor() as cursor, cursor.copy(statement) as copy:
        block: list[str] = []
        for row in rows:
            block.append("\t".join(map(copy_text, row)) + rest)
            if len(block) == _BLOCK:
                copy.write("".join(block))
                block = []
        copy.write("".join(block))
