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
    """Each `__init__.py` is one docstring; that of rows also names them, where Django looks."""
    wordy = {
        path
        for path, tree in trees.items()
        if path.endswith("__init__.py") and not _says_what_for(tree, names="/models/" in path)
    }
    assert not wordy


def _says_what_for(tree, *, names):
    allowed = (ast.ImportFrom, ast.Assign) if names else ()
    rest = tree.body[1:]
    return ast.get_docstring(tree) and all(isinstance(node, allowed) for node in rest)
