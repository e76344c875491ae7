"""The environment decides, and every default is the safe one."""

import os
import runpy
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PRODUCTION = {
    "ALLOWED_HOSTS": "hearts.example",
    "DATABASE_URL": "postgres://hearts_app:one@db.example/hearts?sslmode=require",
    "DATABASE_OWNER_URL": "postgres://hearts_owner:two@db.example/hearts",
    "CELERY_BROKER_URL": "amqp://hearts:three@queue.example//",
}


@pytest.fixture
def read(monkeypatch):
    """Read the settings file under an environment of nothing but what is given."""

    def read_settings(**environment):
        for name in (
            *("ALLOWED_HOSTS", "DATABASE_URL", "DATABASE_OWNER_URL", "CELERY_BROKER_URL"),
            *("DEBUG", "SECRET_KEY", "SECRET_KEY_FILE", "HEARTS_DATA", "HEARTS_KEYS"),
        ):
            monkeypatch.delenv(name, raising=False)
        for name, text in environment.items():
            monkeypatch.setenv(name, text)
        return runpy.run_path(str(ROOT / "hearts_site" / "settings.py"))

    return read_settings


def test_without_an_environment_only_this_machine_is_served(read):
    settings = read()
    assert settings["ALLOWED_HOSTS"] == ["localhost", "127.0.0.1", "[::1]"]
    assert (settings["DEBUG"], settings["SECURE_SSL_REDIRECT"]) == (False, False)


def test_without_a_secret_key_each_process_makes_its_own(read):
    assert read()["SECRET_KEY"] != read()["SECRET_KEY"]


def test_a_secret_key_comes_from_a_file(read, tmp_path):
    (tmp_path / "key").write_text("from a file\n")
    assert read(SECRET_KEY_FILE=str(tmp_path / "key"))["SECRET_KEY"] == "from a file"


def test_any_other_host_is_served_by_https_only(read):
    settings = read(**PRODUCTION)
    assert settings["SECURE_SSL_REDIRECT"]
    assert settings["SESSION_COOKIE_SECURE"]
    assert settings["SECURE_HSTS_SECONDS"] > 0


def test_plain_http_on_another_host_has_to_be_asked_for(read):
    assert not read(**PRODUCTION, HEARTS_INSECURE_HTTP="1")["SECURE_SSL_REDIRECT"]


def test_requests_are_served_with_the_applications_rights(read):
    database = read(**PRODUCTION)["DATABASES"]["default"]
    assert (database["USER"], database["OPTIONS"]["sslmode"]) == ("hearts_app", "require")


def test_tables_are_changed_with_the_owners_rights(read):
    database = read(**PRODUCTION, HEARTS_AS_OWNER="1")["DATABASES"]["default"]
    assert (database["USER"], database["PASSWORD"]) == ("hearts_owner", "two")


def test_the_keys_lie_in_the_data_directory_unless_named(read, tmp_path):
    assert read(HEARTS_DATA=str(tmp_path))["HEARTS_KEYS"] == tmp_path / "keys"
    assert read(HEARTS_KEYS="/run/keys")["HEARTS_KEYS"] == Path("/run/keys")


def test_a_production_environment_passes_djangos_deployment_check(tmp_path):
    (tmp_path / "key").write_text("kq3Zr8" * 12)
    words = ("check", "--deploy", "--fail-level", "WARNING")
    done = manage(*words, **PRODUCTION, SECRET_KEY_FILE=str(tmp_path / "key"))
    assert (done.returncode, done.stderr) == (0, "")


def test_one_database_address_for_both_roles_is_warned_of():
    said = manage("check", DATABASE_URL=PRODUCTION["DATABASE_URL"]).stderr
    assert "hearts.W001" in said


def test_a_missing_secret_key_is_warned_of_before_deployment():
    assert "hearts.W002" in manage("check", "--deploy", **PRODUCTION).stderr


def manage(*words, **environment):
    kept = {name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ}
    return subprocess.run(
        [sys.executable, "manage.py", *words],
        cwd=ROOT,
        env=kept | environment,
        capture_output=True,
        text=True,
    )


def test_the_test_command_hands_its_arguments_to_pytest():
    done = manage("test", "--version")
    assert (done.returncode, done.stdout.split()[0]) == (0, "pytest")
