"""The command `remixnet`, also `python -m mxnet`: one file of this folder per sub-command.

A command's file has ``SUMMARY`` (one line), ``add_arguments(parser)`` and ``run(args)``, which returns the exit code: 0
success, 1 completed but found a problem, 2 could not run.
"""
import argparse
import os
import pkgutil
import sys
from collections.abc import Sequence
from importlib import import_module

from ..core.errors import MXNetError
from ..version import __version__, remixnet_version

_EPILOG = """\
MODEL is a checkpoint: its prefix (models/lenet), its symbol file, its params file or its folder.
Exit codes: 0 done; 1 done, and something is wrong; 2 could not be done."""


def commands() -> dict:
    """Return the modules of this folder that are commands, by name."""
    found = {}
    for info in pkgutil.iter_modules(__path__):
        module = import_module(f"{__name__}.{info.name}")
        if hasattr(module, "SUMMARY"):
            found[info.name.replace("_", "-")] = module
    return found


def make_parser() -> argparse.ArgumentParser:
    """Make the parser of all commands."""
    parser = argparse.ArgumentParser(
        prog="remixnet", description="Look at, run, check and convert MXNet models; work on their data.",
        epilog=_EPILOG, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--version", action="version",
                        version=f"remixnet {remixnet_version} (the API of MXNet {__version__})")
    group = parser.add_subparsers(dest="command", metavar="COMMAND", title="commands")
    for name, module in commands().items():
        one = group.add_parser(name, help=module.SUMMARY, description=module.__doc__,
                               epilog=getattr(module, "EXAMPLES", None),
                               formatter_class=argparse.RawDescriptionHelpFormatter)
        module.add_arguments(one)
        one.set_defaults(run=module.run)
    return parser


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line; return the exit code."""
    parser = make_parser()
    args = parser.parse_args(argv)
    if args.command is None:
        parser.print_help()
        return 2
    try:
        return args.run(args)
    except BrokenPipeError:  # the reader of our output has closed it
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except KeyboardInterrupt:
        print("interrupted", file=sys.stderr)
        return 130
    except (MXNetError, OSError, ImportError, ValueError) as error:
        if os.environ.get("REMIXNET_TRACEBACK") == "1":
            raise
        print(f"remixnet {args.command}: {error}", file=sys.stderr)
        return 2
