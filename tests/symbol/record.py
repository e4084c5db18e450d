"""Writes what the running MXNet makes of the zoo. See `zoo`."""
import sys

from . import graphs, networks, zoo

if __name__ == "__main__":
    zoo.record(sys.argv[1])

__all__ = ["graphs", "networks"]
