"""The role of web and workers, hearts_app, gets what it needs and no more, where it exists."""

from django.db import migrations

GRANTS = """
DO $$ BEGIN
IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'hearts_app') THEN
    GRANT USAGE ON SCHEMA public TO hearts_app;
    GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO hearts_app;
    GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA public TO hearts_app;
    ALTER DEFAULT PRIVILEGES IN SCHEMA public
        GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO hearts_app;
    ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT USAGE, SELECT ON SEQUENCES TO hearts_app;
    REVOKE UPDATE, DELETE ON games_event, deals_entry, deals_checkpoint FROM hearts_app;
    REVOKE INSERT, UPDATE, DELETE ON django_migrations FROM hearts_app;
END IF;
END $$;
"""


class Migration(migrations.Migration):
    """Runs after every table of the first release stands."""

    dependencies = [
        ("api", "0002_initial"),
        ("deals", "0002_append_only"),
        ("games", "0002_append_only"),
    ]
    operations = [migrations.RunSQL(GRANTS, migrations.RunSQL.noop)]
