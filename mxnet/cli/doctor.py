"""Check whether a model, or a program that uses mxnet, will run here, and what is missing.

For a model: its operators, files, parameters and shapes, and one prediction on zeros. For a program: the mxnet names it
uses, the files and packages it needs, with line numbers, and the same for the local modules it imports; they are read,
not run. A folder stands for the checkpoints or the programs in it. Without a name: the installation, and whether
another package called mxnet is in the way.
"""
import argparse
import json
import os
import platform
from glob import escape, glob

import numpy as np
import torch

from ..context import num_gpus
from ..core.errors import MXNetError
from ..installation import others, remedy
from ..version import __version__, remixnet_version
from .checkpoint import Checkpoint
from .project import files_of, project_of
from .script import Findings, read_program

SUMMARY = "say whether a model or a program will run here"
EXAMPLES = """\
examples:
  remixnet doctor
  remixnet doctor train.py
  remixnet doctor models/old-symbol.json
  remixnet doctor my_project/ --json"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("paths", nargs="*", metavar="MODEL_OR_SCRIPT",
                        help="a checkpoint, a .py file, or a folder; without one, the installation is looked at")
    parser.add_argument("--json", action="store_true", help="print as JSON")


def run(args: argparse.Namespace) -> int:
    reports = [] if args.paths and not any(others()) else [installation_report()]
    reports += [report for path in args.paths for report in examine(path)]
    bad = sum(bool(report["problems"]) for report in reports)
    if args.json:
        print(json.dumps(reports, indent=1))
    else:
        for report in reports:
            print_report(report)
        if len(reports) > 1:
            print(f"{len(reports) - bad} of {len(reports)} will run")
    return 1 if bad else 0


def examine(path: str) -> list[dict]:
    """Return a report for each item that a path refers to."""
    if path.endswith(".py"):
        root = project_of(path)
        return [script_report(read_program(item, root)) for item in [path, *files_of(path, root)]]
    if os.path.isdir(path):
        programs = sorted(glob(os.path.join(escape(path), "**", "*.py"), recursive=True))
        symbols = sorted(glob(os.path.join(escape(path), "**", "*-symbol.json"), recursive=True))
        if not programs and not symbols:
            raise MXNetError(f"{path} holds neither programs (*.py) nor checkpoints (*-symbol.json)")
        return [script_report(read_program(item, path)) for item in programs] + [model_report(item) for item in symbols]
    return [model_report(path)]


# ---- the installation -----------------------------------------------------------------------------

def installation_report() -> dict:
    """Report what is installed, and whether another package called mxnet is in the way."""
    folder = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    problems = [{"what": "installation", "name": f"{found.metadata['Name']} {found.version}", "lines": [],
                 "why": f"is installed as well, in {found.locate_file('mxnet')}: both have a folder mxnet; "
                        + remedy([found.metadata["Name"]])} for found in others()]
    gpus = num_gpus()
    facts = [f"remixnet {remixnet_version}, the API of MXNet {__version__}",
             f"Python {platform.python_version()}, torch {torch.__version__}, NumPy {np.__version__}",
             f"{gpus} {'GPU' if gpus == 1 else 'GPUs'}"]
    return {"path": folder, "kind": "installation", "problems": problems, "facts": facts}


# ---- programs -------------------------------------------------------------------------------------

def script_report(found: Findings) -> dict:
    problems = [{"what": "syntax", "name": "", "lines": [], "why": found.syntax}] if found.syntax else []
    for what, table in (("name", found.missing), ("call", found.calls), ("package", found.packages),
                        ("numpy", found.numpy), ("python2", found.python2), ("file", found.files)):
        problems += [{"what": what, "name": name, "lines": sorted(lines), "why": why}
                     for name, (lines, why) in sorted(table.items(), key=lambda item: item[1][0])]
    lost = {name.removeprefix("mx.") for name in (*found.missing, *found.caught)}
    there = sum(not any(name == gone or name.startswith(gone + ".") for gone in lost) for name in found.names)
    return {"path": found.path, "kind": "program", "problems": problems,
            "facts": ([f"uses {len(found.names)} names of mxnet, {there} of them are here"]
                      if found.names or not found.syntax else [])
            + [f"line {', '.join(map(str, sorted(lines)[:8]))}: {name} {why} (only where the program asks for it)"
               for name, (lines, why) in sorted(found.caught.items(), key=lambda item: item[1][0])]}


# ---- models ---------------------------------------------------------------------------------------

def model_report(path: str) -> dict:
    problems: list[dict] = []
    facts: list[str] = []

    def wrong(what: str, why: str, name: str = "") -> None:
        problems.append({"what": what, "name": name, "lines": [], "why": why})
    report = {"path": path, "kind": "model", "problems": problems, "facts": facts}
    try:
        model = Checkpoint(path)
    except MXNetError as error:
        wrong("file", str(error))
        return report
    try:
        symbol = model.symbol
    except (MXNetError, ImportError) as error:
        for line in str(error).split("\n"):
            wrong("symbol", line)
        return report
    history = model.history()
    if history["version"]:
        facts.append(f"saved by MXNet {history['version']}{'' if history['stated'] else ' (by its params)'}")
    facts += [f"computed as that version did: {name} at {count} nodes" for name, count in history["quirks"].items()]
    if model.params_path is None and not model.is_onnx:
        wrong("file", f"there is no params file beside {model.symbol_path}")
        return report
    known = {node.name for node in symbol.graph.variables}
    unused = [name for name in model.params if name not in known]
    if unused:
        facts.append(f"{len(unused)} arrays of the params file are not used: {', '.join(unused[:5])}")
    _try_to_run(model, wrong, facts)
    return report


def _try_to_run(model: Checkpoint, wrong, facts: list[str]) -> None:
    from ..predictor import Predictor
    for name in model.missing():
        wrong("parameter", "the params file does not have it", name)
    if model.missing():
        return
    try:
        shapes, guessed = model.shapes({})
    except MXNetError as error:
        facts.append(f"not run: {error}")
        return
    try:
        predictor = Predictor(model.symbol, model.params, shapes)
        predictor.forward(**{name: np.zeros(shape, np.float32) for name, shape in shapes.items()})
    except (MXNetError, RuntimeError) as error:
        wrong("run", str(error))
        return
    inputs = ", ".join(f"{name} {'x'.join(map(str, shape))}" for name, shape in shapes.items())
    facts.append(f"runs on {inputs}{' (guessed)' if guessed else ''}")
    for name, value in predictor.outputs.items():
        if not np.isfinite(value).all():
            wrong("run", "holds values that are not numbers for an input of zeros", name)


# ---- text -----------------------------------------------------------------------------------------

def print_report(report: dict) -> None:
    problems = report["problems"]
    state = "will run" if not problems else f"{len(problems)} {'problem' if len(problems) == 1 else 'problems'}"
    print(f"{report['path']}: {state}")
    for fact in report["facts"]:
        print(f"    {fact}")
    for problem in problems:
        lines = problem["lines"]
        where = f"line {', '.join(map(str, lines[:8]))}{', ...' if len(lines) > 8 else ''}: " if lines else ""
        name = f"{problem['name']} " if problem["name"] else ""
        print(f"  - {where}{name}{problem['why']}")
