"""The pure packages import the standard library, one another, and nothing else."""

import subprocess
import sys

import grimp
import pytest


@pytest.fixture(scope="module")
def graph():
    return grimp.build_graph("deals", "games", include_external_packages=True, cache_dir=None)


def test_a_pure_room_reaches_only_pure_rooms_and_the_standard_library(graph, pure_rooms):
    foreign = {room: _foreign(graph, room, pure_rooms) for room in pure_rooms}
    assert not {room: found for room, found in foreign.items() if found}


def test_every_pure_room_is_imported_without_site_packages(graph, pure_rooms, root):
    modules = sorted(
        module
        for room in pure_rooms
        for module in {room} | graph.find_descendants(room)
        if not module.endswith(".__main__")  # to import it is to run it
    )
    done = subprocess.run(
        [sys.executable, "-S", "-c", "\n".join(f"import {module}" for module in modules)],
        cwd=root,
        capture_output=True,
        text=True,
    )
    assert (done.returncode, done.stderr) == (0, "")


def test_the_verifier_runs_without_site_packages(root):
    done = subprocess.run(
        [sys.executable, "-S", "-m", "games.verifier", "--help"],
        cwd=root,
        capture_output=True,
        text=True,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert "FILE" in done.stdout


def _foreign(graph, room, pure_rooms):
    modules = {room} | graph.find_descendants(room)
    reached = set().union(*(graph.find_upstream_modules(module) for module in modules)) - modules
    return {
        module
        for module in reached
        if module.partition(".")[0] not in sys.stdlib_module_names
        and not any(module == pure or module.startswith(f"{pure}.") for pure in pure_rooms)
        and module not in {"deals", "games"}
    }
