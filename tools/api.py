"""Says which names of MXNet 1.9.1's Python interface are here, and which are not: `make api`.

tools/data/reference_api.json holds the names and arguments of the reference's modules.
"""
import argparse
import importlib
import inspect
import json
from pathlib import Path

from mxnet.core.errors import MXNetError

FACTS = Path(__file__).parent / "data" / "reference_api.json"


def reference():
    """Give module -> name -> arguments, or methods with theirs."""
    return json.loads(FACTS.read_text())


def missing_arguments(wanted, function):
    """Name the arguments that a function of the reference has and ours does not take by name."""
    if wanted is None or not callable(function):
        return []
    try:
        ours = inspect.signature(function).parameters
    except (TypeError, ValueError):
        return []
    if any(item.kind is item.VAR_KEYWORD for item in ours.values()):
        return []
    return [name for name in wanted if name not in ours and not name.startswith("*") and name != "self"]


def survey(module, names):
    """Compare one module; give (names here, list of what is missing)."""
    try:
        ours = importlib.import_module(module)
    except (ImportError, MXNetError):
        return 0, ["the module"]
    here, missing = 0, []
    for name, wanted in names.items():
        try:
            found = getattr(ours, name, None)
        except (ImportError, MXNetError):  # fetched when asked for, from what is not here, or refused
            found = None
        if found is None:
            missing.append(name)
            continue
        here += 1
        if isinstance(wanted, dict):
            absent = [method for method in wanted if not hasattr(found, method)]
            if absent:
                missing.append(f"{name}.{{{', '.join(absent)}}}")
            for method, arguments in wanted.items():
                if lost := missing_arguments(arguments, getattr(found, method, None)):
                    missing.append(f"{name}.{method}({', '.join(lost)})")
        elif lost := missing_arguments(wanted, found):
            missing.append(f"{name}({', '.join(lost)})")
    return here, missing


def main(arguments=None):
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("modules", nargs="*", help="only these, with what each lacks, such as mxnet.io")
    options = parser.parse_args(arguments)
    facts = reference()
    for module in options.modules or facts:
        if module not in facts:
            parser.error(f"no module {module} in the reference; there are {', '.join(facts)}")
        here, missing = survey(module, facts[module])
        print(f"{module:36} {here:4d} of {len(facts[module]):4d}")
        if options.modules:
            for item in missing:
                print(f"    {item}")


if __name__ == "__main__":
    main()
