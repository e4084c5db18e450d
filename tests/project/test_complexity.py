"""No function has more than twenty ways through it: McCabe's number, where each `and` and `or` counts too."""
import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
MOST = 20

_ONE_MORE = (ast.If, ast.IfExp, ast.For, ast.While, ast.ExceptHandler, ast.Assert, ast.match_case)
_INNER = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)


def own_nodes(function):
    """Yield what belongs to a function; functions inside it have numbers of their own."""
    waiting = list(ast.iter_child_nodes(function))
    while waiting:
        node = waiting.pop()
        if not isinstance(node, _INNER):
            yield node
            waiting.extend(ast.iter_child_nodes(node))


def complexity(function):
    count = 1
    for node in own_nodes(function):
        count += isinstance(node, _ONE_MORE)
        if isinstance(node, ast.BoolOp):
            count += len(node.values) - 1
        elif isinstance(node, ast.comprehension):
            count += 1 + len(node.ifs)
        elif isinstance(node, (ast.For, ast.While, ast.Try)):
            count += bool(node.orelse)
    return count


def too_complex(source):
    return {f"{node.name} (line {node.lineno})": complexity(node) for node in ast.walk(ast.parse(source))
            if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)) and complexity(node) > MOST}


def test_no_function_has_more_than_twenty_ways():
    found = {f"{path.relative_to(ROOT)}: {name}": count for path in sorted((ROOT / "mxnet").rglob("*.py"))
             for name, count in too_complex(path.read_text()).items()}
    assert not found, "split it where it does two things"


@pytest.mark.parametrize("body, count", [
    ("return 1", 1), ("if a and b or c:\n        pass", 4), ("return [x for x in a if x if a]", 4),
    ("for x in a:\n        pass\n    else:\n        pass", 3), ("try:\n        pass\n    except E:\n        pass", 2),
    ("def g():\n        if a: pass\n    return 1 if a else 2", 2)])
def test_how_ways_are_counted(body, count):
    assert complexity(ast.parse(f"def f(a):\n    {body}\n").body[0]) == count
