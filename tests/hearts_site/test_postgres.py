"""The server of our own: real starts, real signals."""

import os
import shutil
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

import psycopg
import pytest

from hearts_site.local.binaries import PostgresUnusable, find_binaries
from hearts_site.local.owner import WAYS, OwnerWay, choose_way
from hearts_site.local.postgres import THROW_AWAY, PostgresFailed, PostgresServer

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """A cluster that was initialised once, and is stopped."""
    directory = Path(tempfile.mkdtemp(prefix="hearts-tests-"))
    server = PostgresServer(directory, THROW_AWAY)
    server.start()
    server.stop()
    yield directory
    shutil.rmtree(directory)


@pytest.fixture
def server(made):
    with PostgresServer(made, THROW_AWAY) as server:
        yield server


def test_the_roles_are_three_and_the_database_is_the_owners(server):
    with psycopg.connect(server.url("hearts_app")) as connection:
        role, owner, is_superuser = connection.execute(
            "SELECT current_user, pg_get_userbyid(datdba), current_setting('is_superuser')"
            " FROM pg_database WHERE datname = 'hearts'"
        ).fetchone()
    assert (role, owner, is_superuser) == ("hearts_app", "hearts_owner", "off")


def test_the_application_may_not_make_tables(server):
    with (
        psycopg.connect(server.url("hearts_app")) as connection,
        pytest.raises(psycopg.errors.InsufficientPrivilege),
    ):
        connection.execute("CREATE TABLE mine ()")


def test_nobody_else_may_enter_the_directories(server):
    assert {server.directory.stat().st_mode & 0o77, server.socket.stat().st_mode & 0o77} == {0}


def test_the_server_listens_on_no_port(server):
    with psycopg.connect(server.url("hearts_app")) as connection:
        assert connection.execute("SHOW listen_addresses").fetchone() == ("",)


def test_a_start_after_the_server_was_killed_recovers(made):
    server = PostgresServer(made, ("fsync=off",)).start()
    with psycopg.connect(server.url("hearts_owner"), autocommit=True) as connection:
        connection.execute("CREATE TABLE IF NOT EXISTS kept (number int)")
    os.kill(server.pid, signal.SIGKILL)
    server.stop()  # sees it dead
    with PostgresServer(made, THROW_AWAY) as again, psycopg.connect(again.url("hearts_owner")) as c:
        assert c.execute("SELECT count(*) FROM kept").fetchone() == (0,)


def test_the_server_ends_when_its_parent_is_killed(made, processes_of, eventually):
    code = (
        "import sys, time; from pathlib import Path\n"
        "from hearts_site.local.postgres import PostgresServer\n"
        "PostgresServer(Path(sys.argv[1]), ('fsync=off',)).start(); print('up', flush=True)\n"
        "time.sleep(60)"
    )
    with subprocess.Popen(
        [sys.executable, "-c", code, str(made)], cwd=ROOT, stdout=subprocess.PIPE
    ) as parent:
        assert parent.stdout.readline() == b"up\n"
        assert len(processes_of(made)) > 1
        parent.kill()
    assert eventually(lambda: not processes_of(made), within=5)
    assert not (made / "server" / "postmaster.pid").exists()


def test_two_servers_in_one_directory_are_refused(server, monkeypatch):
    monkeypatch.setattr("hearts_site.local.postgres.RETRY_SECONDS", 0.1)
    with pytest.raises(PostgresFailed, match="lock file"):
        PostgresServer(server.directory, THROW_AWAY).start()


def test_data_of_another_version_is_left_alone(made):
    version = made / "server" / "PG_VERSION"
    kept = version.read_text()
    version.write_text("9\n")
    try:
        with pytest.raises(PostgresUnusable, match=r"made by PostgreSQL 9.*HEARTS_POSTGRES_BIN"):
            PostgresServer(made, THROW_AWAY).start()
    finally:
        version.write_text(kept)


def test_a_cluster_made_in_another_way_is_left_alone(made):
    way = made / "way"
    kept = way.read_text()
    way.write_text("self\n" if os.geteuid() == 0 else "nobody\n")
    try:
        with pytest.raises(PostgresUnusable, match="another way"):
            PostgresServer(made, THROW_AWAY).start()
    finally:
        way.write_text(kept)


@pytest.mark.skipif(os.geteuid() != 0, reason="only root must become somebody else")
def test_root_without_namespaces_runs_the_server_as_nobody(monkeypatch):
    monkeypatch.setitem(WAYS, "namespace", OwnerWay("namespace", prefix=("false",)))
    directory = Path(tempfile.mkdtemp(prefix="hearts-tests-"))
    with PostgresServer(directory, THROW_AWAY) as server:
        assert choose_way(directory).name == "nobody"
        assert Path(f"/proc/{server.pid}").stat().st_uid != 0
        with psycopg.connect(server.url("hearts_app")) as connection:
            assert connection.execute("SELECT 1").fetchone() == (1,)
    shutil.rmtree(directory)


def test_a_long_path_puts_the_socket_elsewhere(tmp_path):
    server = PostgresServer(tmp_path / ("long" * 30))
    assert len(str(server.socket)) < 100
    assert server.socket == PostgresServer(tmp_path / ("long" * 30)).socket


def test_a_named_directory_without_binaries_is_refused(tmp_path, monkeypatch):
    monkeypatch.setenv("HEARTS_POSTGRES_BIN", str(tmp_path))
    with pytest.raises(PostgresUnusable, match="HEARTS_POSTGRES_BIN"):
        find_binaries()


def test_the_named_directory_comes_first(tmp_path, monkeypatch):
    for name in ("postgres", "initdb"):
        (tmp_path / name).touch()
    monkeypatch.setenv("HEARTS_POSTGRES_BIN", str(tmp_path))
    assert find_binaries() == tmp_path
