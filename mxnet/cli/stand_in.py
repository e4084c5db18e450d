"""Tell pip that mxnet is installed, so that a library that requires it does not install the real one.

Writes the metadata of a package mxnet without code next to the other packages, for pip and importlib.metadata:
`import mxnet` is still Remixnet. `pip uninstall mxnet`, or --remove, deletes it.
"""
import argparse
import sys
import sysconfig
from importlib.metadata import Distribution, distributions
from pathlib import Path

from ..core.errors import MXNetError
from ..fileformat.atomic import atomic_write
from ..version import __version__, remixnet_version

SUMMARY = "tell pip that mxnet is installed, for libraries that ask for it"
EXAMPLES = """\
examples:
  remixnet stand-in
  remixnet stand-in --name mxnet-cu112 --version 1.9.1
  remixnet stand-in --remove"""
_INSTALLER = "remixnet"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--name", default="mxnet", help="the package that the library asks for (mxnet)")
    parser.add_argument("--version", default=__version__, help=f"the version to tell ({__version__})")
    parser.add_argument("--folder", type=Path, default=Path(sysconfig.get_paths()["purelib"]),
                        help="where packages are installed; by default this Python's")
    parser.add_argument("--remove", action="store_true", help="take it away")


def run(args: argparse.Namespace) -> int:
    there = next(iter(distributions(name=args.name, path=[str(args.folder)])), None)
    if there is not None and (there.read_text("INSTALLER") or "").strip() != _INSTALLER:
        raise MXNetError(f"{args.name} {there.version} itself is installed in {args.folder}: `pip uninstall "
                         f"{args.name}` first, and reinstall remixnet if that removed its files")
    if there is not None:
        _remove(there)
    if args.remove:
        print(f"{args.name}: " + ("removed" if there is not None else "was not there"), file=sys.stderr)
        return 0
    print(f"{_write(args.folder, args.name, args.version)}: pip takes {args.name} {args.version} for installed")
    return 0


def _write(folder: Path, name: str, version: str) -> Path:
    place = folder / f"{name.replace('-', '_')}-{version}.dist-info"
    files = {"INSTALLER": f"{_INSTALLER}\n",
             "METADATA": f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n"
                         f"Summary: Stands for {name}; the module mxnet is that of remixnet {remixnet_version}\n"}
    listed = "".join(f"{place.name}/{file},,\n" for file in (*files, "RECORD"))
    place.mkdir(parents=True)
    for file, text in {**files, "RECORD": listed}.items():
        with atomic_write(str(place / file), "w", encoding="utf-8") as out:
            out.write(text)
    return place


def _remove(found: Distribution) -> None:
    files = [Path(str(file.locate())) for file in found.files or ()]
    for file in files:
        file.unlink(missing_ok=True)
    for folder in {file.parent for file in files}:
        folder.rmdir()
