"""hearts-verify.pyz: one file, the same bytes on every build, and nothing but Python to run it."""

import ast
import io
import json
import os
import runpy
import shutil
import subprocess
import sys
import zipfile
from hashlib import sha256
from pathlib import Path

import pytest

from games.verifier.archive import ROOT, build_archive, main, reached_files

CHAIN = ROOT / "tests" / "vectors" / "chain"
KEY = (CHAIN / "entry-0-key.txt").read_text().splitlines()[3].removeprefix("vkey ")


def runs(python):
    """Whether this command is a Python, and not the name of one that is not installed."""
    return (
        python is not None
        and not subprocess.run([python, "-c", ""], capture_output=True).returncode
    )


PYTHONS = [*filter(runs, (shutil.which(f"python3.{minor}") for minor in range(11, 16)))]


@pytest.fixture(scope="session")
def archive(tmp_path_factory):
    path = tmp_path_factory.mktemp("archive") / "hearts-verify.pyz"
    path.write_bytes(build_archive())
    return path


def build(python, out, hash_seed):
    done = subprocess.run(
        [python, "-S", "-m", "games.verifier.archive", out],
        capture_output=True,
        cwd=ROOT,
        env=os.environ | {"PYTHONHASHSEED": hash_seed},
    )
    assert (done.returncode, done.stderr) == (0, b"")
    return done.stdout.decode()


@pytest.mark.parametrize("python", [sys.executable, *PYTHONS])
def test_every_build_has_the_same_bytes(archive, tmp_path, python):
    for seed in ("1", "2"):
        out = tmp_path / seed
        printed = build(python, out, seed)
        assert out.read_bytes() == archive.read_bytes()
        assert printed == f"{sha256(archive.read_bytes()).hexdigest()}  {out}\n"


def test_a_copy_of_the_sources_elsewhere_and_newer_gives_the_same_bytes(archive, tmp_path):
    for name in reached_files(ROOT):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_bytes((ROOT / name).read_bytes())
        (tmp_path / name).chmod(0o755)
    assert build_archive(tmp_path) == archive.read_bytes()


def test_it_runs_alone_and_answers_as_the_module_does(archive, tmp_path):
    done = subprocess.run(
        [sys.executable, "-S", "-I", archive, "--json", "--key", KEY, CHAIN / "bundle.json"],
        capture_output=True,
        cwd=tmp_path,
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert json.loads(done.stdout) == json.loads((CHAIN / "bundle.expected.json").read_text())


def test_it_holds_what_it_needs_and_no_more(archive):
    with zipfile.ZipFile(archive) as packed:
        names = packed.namelist()
        for name in names:
            if name != "__main__.py":
                assert packed.read(name) == (ROOT / name).read_bytes()
    assert names == sorted(names)
    assert {"games/verifier/steps.py", "deals/fairness/bls12381/pairing.py"} <= {*names}
    for other in ("archive.py", "models.py", "coach", "services", "tests"):
        assert not [name for name in names if other in name]


def test_its_modules_import_the_standard_library_and_one_another(archive):
    with zipfile.ZipFile(archive) as packed:
        for name in packed.namelist():
            for node in ast.walk(ast.parse(packed.read(name))):
                modules = []
                if isinstance(node, ast.Import):
                    modules = [alias.name for alias in node.names]
                elif isinstance(node, ast.ImportFrom):
                    modules = [node.module]
                for module in modules:
                    top = module.partition(".")[0]
                    assert top in {"deals", "games"} or top in sys.stdlib_module_names, name


def test_names_that_are_no_modules_are_passed_over(tmp_path):
    start = tmp_path / "games" / "verifier"
    start.mkdir(parents=True)
    for package in (start, start.parent):
        (package / "__init__.py").write_text("")
    (start / "__main__.py").write_text(
        "import sys, games.verifier.other\nimport json\nfrom games.verifier.other import x\n"
        "from . import y\n"
    )
    (start / "other.py").write_text("x = 5\n")
    assert reached_files(tmp_path) == (
        "games/__init__.py",
        "games/verifier/__init__.py",
        "games/verifier/__main__.py",
        "games/verifier/other.py",
    )
    with zipfile.ZipFile(io.BytesIO(build_archive(tmp_path))) as packed:
        assert "__main__.py" in packed.namelist()


@pytest.mark.parametrize("arguments", [[], ["a", "b"]])
def test_a_wrong_call_shows_the_usage(capsys, arguments):
    assert main(arguments) == 2
    assert capsys.readouterr().err.startswith("usage: ")


def test_the_module_is_the_command(monkeypatch, capsys, archive, tmp_path):
    out = tmp_path / "x.pyz"
    monkeypatch.setattr(sys, "argv", ["archive", str(out)])
    with pytest.raises(SystemExit) as caught:
        runpy.run_path(str(Path(ROOT, "games/verifier/archive.py")), run_name="__main__")
    assert caught.value.code == 0
    assert capsys.readouterr().out.split()[0] == sha256(archive.read_bytes()).hexdigest()
