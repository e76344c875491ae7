"""What lies in hearts_site/deploy works: a backup is made, restored, and audited."""

import os
import re
import subprocess
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

import psycopg
import pytest

from hearts_site.database_url import parse_database_url
from hearts_site.local.binaries import find_binaries
from tests.archives import fill_archive
from tests.real_parts import ROOT, database_url

DEPLOY = ROOT / "hearts_site" / "deploy"
COPY = "hearts_restored"


@pytest.fixture
def elsewhere(committed_log):
    """An empty database beside the tests' own."""
    url = urlunsplit(urlsplit(database_url())._replace(path=f"/{COPY}"))
    conninfo = parse_database_url(database_url()).conninfo()
    with psycopg.connect(conninfo, autocommit=True) as server:
        server.execute(f"DROP DATABASE IF EXISTS {COPY}")
        server.execute(f"CREATE DATABASE {COPY}")
        yield url
        server.execute(f"DROP DATABASE {COPY} WITH (FORCE)")


def run(*words, **environment):
    path = f"{find_binaries()}{os.pathsep}{os.environ['PATH']}"
    return subprocess.run(
        list(map(str, words)),
        cwd=ROOT,
        env=os.environ | {"PATH": path} | environment,
        capture_output=True,
        text=True,
    )


def manage(*words, url, settings):
    environment = {"DATABASE_URL": url, "HEARTS_KEYS": str(settings.HEARTS_KEYS)}
    return run(ROOT / ".venv/bin/python", "manage.py", *words, **environment)


def test_a_backup_is_restored_and_found_whole(elsewhere, settings, tmp_path):
    fill_archive(12)
    backup = tmp_path / "hearts.dump"
    made = run(DEPLOY / "backup.sh", backup, DATABASE_OWNER_URL=database_url())
    assert (made.returncode, made.stderr) == (0, "")
    assert backup.stat().st_mode & 0o077 == 0
    restored = run(DEPLOY / "restore.sh", backup, DATABASE_OWNER_URL=elsewhere)
    assert (restored.returncode, restored.stderr) == (0, "")
    audited = manage("audit", "--all", url=elsewhere, settings=settings)
    assert audited.returncode == 0, audited.stderr
    assert "2 of 2 games, 0 false" in audited.stderr
    assert "0 of them differed" in manage("rebuild", url=elsewhere, settings=settings).stdout
    again = run(DEPLOY / "restore.sh", backup, DATABASE_OWNER_URL=elsewhere)
    assert again.returncode != 0, "only an empty database is restored into"


@pytest.mark.parametrize("script", ["backup.sh", "restore.sh"])
def test_a_script_without_a_file_says_how_it_is_called(script):
    done = run(DEPLOY / script)
    assert (done.returncode, done.stderr) == (2, f"usage: {DEPLOY / script} FILE\n")


def test_units_and_compose_start_what_the_readme_says():
    texts = [path.read_text() for path in (DEPLOY / "systemd").glob("*.service")]
    texts.append((DEPLOY / "compose.yaml").read_text())
    for command in (
        r"manage\.py prepare",
        r"granian hearts_site\.wsgi:application --interface wsgi",
        r"celery -A hearts_site\.celery worker",
        r"celery -A hearts_site\.celery beat --scheduler celery\.beat:Scheduler",
    ):
        assert sum(bool(re.search(command, text)) for text in texts) == 2, command


def test_every_file_that_the_page_names_is_there():
    page = (DEPLOY / "README.md").read_text()
    for name in re.findall(r"\]\(([^)#:]+)\)", page):
        assert (DEPLOY / name).exists(), name


def test_every_variable_in_the_deployment_is_one_of_the_settings():
    settings = (ROOT / "hearts_site" / "settings.py").read_text()
    texts = [DEPLOY / "README.md", *(DEPLOY / "systemd").glob("*.env")]
    for path in map(Path, texts):
        for name in set(re.findall(r"\b(HEARTS_[A-Z_]+)\b", path.read_text())) - {"HEARTS_HOST"}:
            assert name in settings, (path.name, name)
