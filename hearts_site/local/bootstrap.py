"""From nothing but Python to an environment that can run the site. Standard library only.

The environment is `.venv` in the checkout, filled from a lock with hashes; a stamp beside it says
which lock, so that a changed lock is noticed. Somebody else's environment is never touched.
"""

import fcntl
import hashlib
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
VENV = ROOT / ".venv"
PYTHON = VENV / "bin" / "python"
STAMP = VENV / "hearts-lock"


@dataclass(frozen=True)
class Lock:
    """A requirement file with hashes, and modules by which one sees that it is installed."""

    file: Path
    modules: tuple[str, ...]

    def digest(self) -> str:
        """Hash the lock's bytes."""
        return hashlib.sha256(self.file.read_bytes()).hexdigest()

    def is_importable(self) -> bool:
        """Tell whether this interpreter has what the lock brings."""
        return all(find_spec(name) for name in self.modules)


RUNTIME_MODULES = ("django", "rest_framework", "drf_spectacular", "celery", "psycopg", "granian")
RUNTIME = Lock(ROOT / "requirements.txt", RUNTIME_MODULES)
DEVELOPMENT = Lock(
    ROOT / "requirements-dev.txt", (*RUNTIME_MODULES, "pytest", "pytest_django", "hypothesis")
)


def enter_environment(arguments: Sequence[str]) -> None:
    """Return when this interpreter can run the command; else make one that can, and become it.

    `arguments` is `sys.argv`. Exits with a message when the user has to do something.
    """
    lock = DEVELOPMENT if arguments[1:2] == ["test"] else RUNTIME
    at_home = Path(sys.prefix).resolve() == VENV.resolve()
    if at_home and STAMP.exists():
        if _is_stamped(lock):
            return
    elif lock.is_importable():
        return
    elif sys.prefix != sys.base_prefix and not at_home:
        sys.exit(_one_line_for_others(lock))
    with _only_one_at_a_time():
        _prepare(lock)
    _become(arguments)


def _prepare(lock: Lock) -> None:
    """Make `.venv` what the lock says, unless it is so already."""
    if _is_usable():
        if _is_stamped(lock) or (not STAMP.exists() and _has_modules(lock)):
            return
        _say("The requirements have changed: .venv is updated.")
    else:
        _say(f"Django is not here yet. Its place is made in {VENV}; nothing else is changed.")
        _make_venv()
    _install(lock)
    kept = STAMP.read_text(encoding="ascii").split() if STAMP.exists() else []
    fresh = {RUNTIME.digest(), DEVELOPMENT.digest()}.intersection(kept) | {lock.digest()}
    if lock is DEVELOPMENT:  # it holds the other, at the same versions
        fresh.add(RUNTIME.digest())
    STAMP.write_text("\n".join(sorted(fresh)) + "\n", encoding="ascii")


def _make_venv() -> None:
    if uv := shutil.which("uv"):
        _run([uv, "venv", "--quiet", "--clear", "--python", sys.executable, str(VENV)])
        return
    if not (find_spec("venv") and find_spec("ensurepip")):
        sys.exit(
            "This Python can't make virtual environments: its modules venv and ensurepip are "
            "missing.\nOn Debian and Ubuntu `apt install python3-venv` brings them; uv needs none."
        )
    _run([sys.executable, "-m", "venv", "--clear", str(VENV)])


def _install(lock: Lock) -> None:
    number = sum(1 for line in lock.file.read_text(encoding="utf-8").splitlines() if "==" in line)
    uv = shutil.which("uv")
    _say(f"Installing {number} packages from {lock.file.name} by {'uv' if uv else 'pip'} ...")
    if uv:
        words = [uv, "pip", "install", "--quiet", "--compile-bytecode", "--python", str(PYTHON)]
    else:
        words = [str(PYTHON), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    _run([*words, "--require-hashes", "-r", str(lock.file)])


def _is_usable() -> bool:
    """Tell whether `.venv` has a Python that runs and is new enough."""
    code = "import sys; sys.exit(sys.version_info < (3, 11))"
    try:
        return subprocess.run([str(PYTHON), "-c", code], check=False).returncode == 0
    except OSError:
        return False


def _has_modules(lock: Lock) -> bool:
    """Tell whether `.venv`, made by another tool, has what is needed already."""
    code = f"from importlib.util import find_spec as f; assert all(map(f, {lock.modules!r}))"
    done = subprocess.run([str(PYTHON), "-c", code], capture_output=True, check=False)
    return done.returncode == 0


def _is_stamped(lock: Lock) -> bool:
    return STAMP.exists() and lock.digest() in STAMP.read_text(encoding="ascii").split()


def _become(arguments: Sequence[str]) -> None:
    sys.stdout.flush()
    environment = os.environ | {"VIRTUAL_ENV": str(VENV)}
    os.execve(PYTHON, [str(PYTHON), *arguments], environment)  # noqa: S606 - no shell is wanted


def _one_line_for_others(lock: Lock) -> str:
    name = lock.file.relative_to(Path.cwd()) if lock.file.is_relative_to(Path.cwd()) else lock.file
    return (
        f"The virtual environment {sys.prefix} is not this project's, so it is left alone.\n"
        f"To use it:  python -m pip install --require-hashes -r {name}\n"
        "Or leave it (`deactivate`), and the project makes its own."
    )


@contextmanager
def _only_one_at_a_time() -> Iterator[None]:
    """Let a second start in the same checkout wait for the first one's installation."""
    with (ROOT / "pyproject.toml").open(encoding="utf-8") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        yield


def _run(words: Sequence[str]) -> None:
    done = subprocess.run(words, check=False)
    if done.returncode:
        sys.exit(f"This failed ({done.returncode}): {' '.join(words)}")


def _say(text: str) -> None:
    print(text, flush=True)  # noqa: T201 - there is no other channel yet
