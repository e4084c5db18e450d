"""The command ``remixnet``, and ``python -m remixnet``.

It lies outside the folder ``mxnet`` and imports nothing of it before it has looked: a package called mxnet that was
installed later has put its own files there, and nothing else could tell.
"""
import importlib.util
import sys
from collections.abc import Sequence


def overwritten() -> str | None:
    """Say that the module ``mxnet`` which Python finds is not Remixnet's; None if it is."""
    spec = importlib.util.find_spec("mxnet")
    if spec is None or spec.origin is None:
        return "the folder mxnet of Remixnet is gone: `pip install --force-reinstall --no-deps remixnet`"
    with open(spec.origin, encoding="utf-8", errors="replace") as file:
        first = file.readline()
    if first.startswith('"""Remixnet'):
        return None
    return (f"{spec.origin} is not Remixnet's: another package called mxnet was installed over it, or comes first on "
            "Python's path. Keep one: `pip uninstall mxnet` (or mxnet-cu112, mxnet-mkl: `pip list` tells), then "
            "`pip install --force-reinstall --no-deps remixnet`")


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line of Remixnet; give the exit code."""
    problem = overwritten()
    if problem is not None:
        print(f"remixnet: {problem}", file=sys.stderr)
        return 2
    from mxnet.cli import main as run
    return run(argv)


if __name__ == "__main__":
    sys.exit(main())
