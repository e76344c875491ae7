"""Files and functions stay small enough to read."""

import ast
import statistics

FILE_LINES = 350
FUNCTION_LINES = 60
FUNCTION_LINES_P90 = 30


def _functions(trees):
    for path, tree in trees.items():
        for node in ast.walk(tree):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                yield f"{path}:{node.name}", node.end_lineno - node.lineno + 1


def test_no_file_is_longer_than_can_be_read(trees, root):
    lengths = {path: len((root / path).read_text().splitlines()) for path in trees}
    assert not {path: lines for path, lines in lengths.items() if lines > FILE_LINES}


def test_no_function_is_longer_than_a_screen(trees):
    assert not {name: lines for name, lines in _functions(trees) if lines > FUNCTION_LINES}


def test_nine_functions_of_ten_are_short(trees):
    lengths = [lines for _, lines in _functions(trees)]
    assert statistics.quantiles(lengths, n=10)[-1] <= FUNCTION_LINES_P90


def test_a_room_says_what_it_is_for_and_nothing_else(trees):
    """Each `__init__.py` is one docstring."""
    wordy = {
        path
        for path, tree in trees.items()
        if path.endswith("__init__.py") and (len(tree.body) != 1 or not ast.get_docstring(tree))
    }
    assert not wordy
