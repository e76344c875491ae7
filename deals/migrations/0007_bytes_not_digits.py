"""Commitments, seeds and nonces are stored as bytes, and the contributions under what they are of.

Both tables are rewritten once, and locked as long as that takes.
"""

import django.db.models.deletion
from django.db import migrations, models

import deals.fields

DEALS = """
ALTER TABLE deals_deal DROP CONSTRAINT seed_and_index_are_public_at_the_end_only;
DROP INDEX IF EXISTS deals_deal_commitment_ddc07606_like;
ALTER TABLE deals_deal
    ALTER COLUMN commitment TYPE bytea USING decode(commitment, 'hex'),
    ALTER COLUMN seed TYPE bytea USING decode(seed, 'hex'),
    ADD CONSTRAINT seed_and_index_are_public_at_the_end_only CHECK (
        (index = '' AND seed = '') OR state IN ('revealed', 'void')
    );
"""
CONTRIBUTIONS = """
ALTER TABLE deals_contribution
    DROP CONSTRAINT no_copied_commitment,
    DROP CONSTRAINT one_contribution_for_a_seat,
    DROP COLUMN id,
    ALTER COLUMN commitment TYPE bytea USING decode(commitment, 'hex'),
    ALTER COLUMN nonce TYPE bytea USING decode(nonce, 'hex'),
    ADD CONSTRAINT deals_contribution_pkey PRIMARY KEY (deal_id, seat),
    ADD CONSTRAINT no_copied_commitment UNIQUE (deal_id, commitment);
"""


class Migration(migrations.Migration):
    """The same values, in half the room."""

    dependencies = [("deals", "0006_rare_entries")]
    operations = [
        migrations.SeparateDatabaseAndState(
            database_operations=[migrations.RunSQL(DEALS), migrations.RunSQL(CONTRIBUTIONS)],
            state_operations=[
                migrations.AlterField(
                    model_name="deal",
                    name="commitment",
                    field=deals.fields.HexField(unique=True),
                ),
                migrations.AlterField(
                    model_name="deal",
                    name="seed",
                    field=deals.fields.HexField(default="", help_text="after the end only"),
                ),
                migrations.RemoveConstraint(
                    model_name="contribution", name="one_contribution_for_a_seat"
                ),
                migrations.RemoveField(model_name="contribution", name="id"),
                migrations.AddField(
                    model_name="contribution",
                    name="pk",
                    field=models.CompositePrimaryKey(
                        "deal_id",
                        "seat",
                        blank=True,
                        editable=False,
                        primary_key=True,
                        serialize=False,
                    ),
                ),
                migrations.AlterField(
                    model_name="contribution", name="commitment", field=deals.fields.HexField()
                ),
                migrations.AlterField(
                    model_name="contribution",
                    name="nonce",
                    field=deals.fields.HexField(
                        default="", help_text="once it stands in the chain"
                    ),
                ),
            ],
        ),
        migrations.AlterField(
            model_name="contribution",
            name="deal",
            field=models.ForeignKey(
                db_index=False,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="contributions",
                to="deals.deal",
            ),
        ),
    ]
