"""`manage.py openapi`: writes api/openapi.json anew."""

from __future__ import annotations

from django.core.management.base import BaseCommand

from api.document import PATH, written_document


class Command(BaseCommand):
    """Writes the OpenAPI document as the views describe themselves."""

    help = "Writes api/openapi.json as the views describe themselves."

    def handle(self, *_: object, **__: object) -> None:
        """Write the document."""
        PATH.write_text(written_document(), encoding="utf-8")
        self.stdout.write(f"wrote {PATH.name}")
