"""From nothing but Python: a checkout with a lock of one small wheel, real environments."""

import hashlib
import os
import shutil
import subprocess
import sys
import venv
import zipfile
from pathlib import Path

import pytest

from hearts_site.local.bootstrap import DEVELOPMENT, RUNTIME

ROOT = Path(__file__).parents[2]
PYTHON = Path(sys.base_prefix) / "bin" / "python3"
MANAGEMENT = "import sys\ndef execute_from_command_line(words): print('ran', *words[1:], VERSION)\n"
MODULES = dict.fromkeys(DEVELOPMENT.modules, "") | {
    "django/core": "",
    "django/core/management": MANAGEMENT,
}


WITH_UV = f"{Path(sys.executable).parent}:{os.defpath}"


@pytest.fixture(params=["pip", "uv"])
def installer(request):
    """The search path of a machine with uv, or of one without."""
    return {"pip": os.defpath, "uv": WITH_UV}[request.param]


@pytest.fixture
def checkout(tmp_path):
    """A checkout of manage.py and the bootstrap, and nothing else."""
    (tmp_path / "hearts_site" / "local").mkdir(parents=True)
    for name in ("manage.py", "pyproject.toml", "hearts_site/local/bootstrap.py"):
        shutil.copy(ROOT / name, tmp_path / name)
    for name in ("hearts_site", "hearts_site/local"):
        (tmp_path / name / "__init__.py").touch()
    lock(tmp_path, version=1)
    return tmp_path


def lock(checkout, *, version):
    """Write a wheel that stands for all that is required, and both locks with its hash."""
    wheel = checkout / f"everything-{version}-py3-none-any.whl"
    about = f"everything-{version}.dist-info"
    files = {
        f"{name}/__init__.py": f"VERSION = {version}\n{text}" for name, text in MODULES.items()
    } | {
        f"{about}/METADATA": f"Metadata-Version: 2.1\nName: everything\nVersion: {version}\n",
        f"{about}/WHEEL": "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
    }
    with zipfile.ZipFile(wheel, "w") as archive:
        for name, text in files.items():
            archive.writestr(name, text)
        archive.writestr(
            f"{about}/RECORD", "".join(f"{n},,\n" for n in [*files, f"{about}/RECORD"])
        )
    digest = hashlib.sha256(wheel.read_bytes()).hexdigest()
    for name in (RUNTIME.file.name, DEVELOPMENT.file.name):
        (checkout / name).write_text(f"everything=={version} --hash=sha256:{digest}\n")


def manage(checkout, *words, python=PYTHON, path=os.defpath):
    return subprocess.run(
        [str(python), str(checkout / "manage.py"), *words],
        cwd=checkout,
        env={"PATH": path, "PIP_FIND_LINKS": ".", "UV_FIND_LINKS": ".", "PIP_NO_INDEX": "1"}
        | {"UV_NO_INDEX": "1", "UV_OFFLINE": "1", "HOME": str(checkout)},
        capture_output=True,
        text=True,
    )


def test_a_bare_machine_gets_its_environment_and_the_command_runs_in_it(checkout, installer):
    done = manage(checkout, "serve", "--port", "1", path=installer)
    assert (done.returncode, done.stderr) == (0, "")
    said, installing, ran = done.stdout.splitlines()
    assert str(checkout / ".venv") in said
    assert "1 packages from requirements.txt" in installing
    assert ran == "ran serve --port 1 1"

    assert manage(checkout, "serve", path=installer).stdout == "ran serve 1\n"

    lock(checkout, version=2)
    *said, ran = manage(checkout, "serve", path=installer).stdout.splitlines()
    assert "changed" in said[0]
    assert ran == "ran serve 2"
    within = checkout / ".venv" / "bin" / "python"
    assert manage(checkout, "serve", python=within, path=installer).stdout == "ran serve 2\n"


def test_a_package_that_is_not_the_locked_one_is_refused(checkout):
    wrong = "0" * 64
    (checkout / RUNTIME.file.name).write_text(f"everything==1 --hash=sha256:{wrong}\n")
    done = manage(checkout, "serve", path=WITH_UV)
    assert done.returncode != 0
    assert "ran" not in done.stdout.splitlines()[-1].split()
    assert not (checkout / ".venv" / "hearts-lock").exists()


def test_somebody_elses_environment_is_left_alone_and_told_the_line(checkout, tmp_path_factory):
    other = tmp_path_factory.mktemp("other")
    venv.create(other, symlinks=True)
    done = manage(checkout, "test", python=other / "bin" / "python")
    assert done.returncode == 1
    assert "python -m pip install --require-hashes -r requirements-dev.txt" in done.stderr
    assert not (checkout / ".venv").exists()


def test_a_python_that_cannot_make_environments_is_told_what_brings_them(checkout):
    code = (
        "import runpy, sys; sys.modules['ensurepip'] = None; sys.argv = ['manage.py', 'serve'];"
        "runpy.run_path('manage.py', run_name='__main__')"
    )
    done = subprocess.run(
        [str(PYTHON), "-c", code], cwd=checkout, capture_output=True, text=True, env={"PATH": ""}
    )
    assert done.returncode == 1
    assert "apt install python3-venv" in done.stderr


def test_an_old_python_is_told_so(checkout):
    code = (
        "import runpy, sys; sys.version_info = (3, 9, 2); sys.argv = ['manage.py', 'serve'];"
        "runpy.run_path('manage.py', run_name='__main__')"
    )
    done = subprocess.run([str(PYTHON), "-c", code], cwd=checkout, capture_output=True, text=True)
    assert done.returncode == 1
    assert done.stderr == "Python 3.11 or newer is needed; this is 3.9.\n"


def test_the_locks_name_no_registry():
    for lock_file in (RUNTIME.file, DEVELOPMENT.file):
        lines = lock_file.read_text().splitlines()
        assert all("--hash=sha256:" in line or "==" in line for line in lines)
        assert not [line for line in lines if "://" in line or "index" in line]
