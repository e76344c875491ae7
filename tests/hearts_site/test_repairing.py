"""An old database under keys that have signed more: nothing starts until a mirror made it whole."""

import json
import shutil
import subprocess
import sys
from contextlib import closing
from http.client import HTTPConnection
from pathlib import Path

import pytest

from hearts_site.local.child import ChildFailed
from hearts_site.local.processes import LocalSite

ROOT = Path(__file__).parents[2]
QUICK = ("fsync=off",)


def ask(site, method, path, body=None):
    with closing(HTTPConnection("127.0.0.1", site.port)) as connection:
        connection.request(method, path, body, {"Content-Type": "application/json"})
        return connection.getresponse().read()


def new_game(site):
    return json.loads(ask(site, "POST", "/api/v1/games", b"{}"))["game"]["id"]


def log_size(site):
    return int(ask(site, "GET", "/log/checkpoint").split(b"\n")[1])


def test_an_old_database_is_refused_and_comes_back_from_a_mirror(tmp_path):
    data, mirror = tmp_path / "data", tmp_path / "mirror"
    with LocalSite(data, settings=QUICK):
        pass
    shutil.copytree(data / "postgres", tmp_path / "backup", symlinks=True)
    with LocalSite(data, settings=QUICK) as site:
        new_game(site)
        size = log_size(site)
        watch = f"{site.prefix} {sys.executable} manage.py monitor {site.url}/log --mirror {mirror}"
        subprocess.run(["/bin/sh", "-c", watch], cwd=ROOT, check=True, capture_output=True)

    shutil.rmtree(data / "postgres")
    shutil.copytree(tmp_path / "backup", data / "postgres", symlinks=True)
    with pytest.raises(ChildFailed, match=r"serve --repair"):
        LocalSite(data, settings=QUICK).start()
    with LocalSite(data, settings=QUICK, mirror=str(mirror)) as site:
        assert log_size(site) >= size
        before = log_size(site)
        new_game(site)
        assert log_size(site) > before
