"""Whether operators and functions of mx.np are documented, and their examples run.

`python -m tests.operators.documentation ops.nn.conv` tells what is missing in one module.
"""
import argparse
import contextlib
import doctest
import inspect
import io
import math
import re
import sys
from dataclasses import dataclass

import mxnet as mx
from mxnet.core import describe
from mxnet.core.numpy import FUNCTIONS, elementwise
from mxnet.core.op import operators
from mxnet.core.words import read

_NUMBER = re.compile(r"(?<![\w.])[+-]?(?:\d+\.?\d*(?:[eE][+-]?\d+)?|inf|nan)(?![\w.])")


@dataclass
class Subject:
    """An operator or a function that has to be documented."""

    name: str
    module: str    # below mxnet.core
    doc: str
    texts: dict[str, str]

    def faults(self):
        """Say what is missing."""
        words = read(self.doc)
        found = [f"{name!r} has no text" for name, text in self.texts.items() if not text]
        found += [f"no section {title}" for title in ("Returns", "Examples") if not words.sections.get(title)]
        found += [f"{name!r} is described, but there is no such argument"
                  for name in words.texts if name not in self.texts]
        if not words.sentence.endswith("."):
            found.append("the first line is not a sentence")
        return found

    def failures(self):
        """Run the examples, and give what went wrong as text."""
        test = doctest.DocTestParser().get_doctest(inspect.cleandoc(self.doc), {"mx": mx, "np": mx.np}, self.name,
                                                   self.module, 0)
        report = io.StringIO()
        runner = doctest.DocTestRunner(Checker(), verbose=False, optionflags=doctest.NORMALIZE_WHITESPACE)
        with contextlib.redirect_stderr(report):
            runner.run(test, out=report.write)
        return report.getvalue()


class Checker(doctest.OutputChecker):
    """Compares numbers to as many digits as an example shows."""

    def check_output(self, want, got, optionflags):
        if super().check_output(want, got, optionflags):
            return True
        wanted, given = _NUMBER.findall(want), _NUMBER.findall(got)
        blank = [" ".join(_NUMBER.sub("#", text).replace("[", "[ ").split()) for text in (want, got)]
        return blank[0] == blank[1] and len(wanted) == len(given) and all(map(_is_close, wanted, given))


def _is_close(wanted, given):
    """Tell whether a number rounds to the one that is shown; one with less than two decimals is meant exactly."""
    shown = re.fullmatch(r"[+-]?\d+(\.\d*)?(?:[eE]([+-]?\d+))?", wanted)
    if shown is None or math.isnan(float(given)) or (shown[1] is None and shown[2] is None):
        return wanted == given
    decimals = len(shown[1] or ".") - 1
    close = 0.51 * 10.0 ** (int(shown[2] or 0) - decimals) if decimals > 1 else 1e-6 + 1e-5 * abs(float(wanted))
    return abs(float(wanted) - float(given)) <= close


def subjects():
    """Give everything that has to be documented.

    Operators of mx.np that only its functions call (`_npi_`) are met by those.
    """
    found = []
    for op in dict.fromkeys(operators().values()):
        if not all(name.startswith("_npi_") for name in (op.name, *op.aliases)):
            found.append(Subject(op.name, _below(op.function.__module__), op.__doc__ or "", describe.texts(op)))
    for space, members in FUNCTIONS.items():
        for source in dict.fromkeys(members.values()):
            found.append(_function(_reached(space, source), _below(source.__module__)))
    for name in (*elementwise.UNARY, *elementwise.BINARY):
        found.append(_function(getattr(mx.np, name), "numpy.elementwise"))
    return found


def _below(module):
    return module.removeprefix("mxnet.core.")


def _reached(space, source):
    """Give the function that users call."""
    name = next(name for name, member in FUNCTIONS[space].items() if member is source)
    home = {"np": mx.np, "linalg": mx.np.linalg, "random": mx.np.random, "npx_random": mx.npx.random}[space]
    return getattr(home, name)


def _function(function, module):
    texts = read(function.__doc__).texts
    names = [name for name, item in inspect.signature(function).parameters.items()
             if item.kind is not item.VAR_KEYWORD]
    return Subject(f"{function.__module__.removeprefix('mxnet.')}.{function.__name__}", module,
                   function.__doc__ or "", {name: texts.get(name, "") for name in names} | {
                       name: text for name, text in texts.items() if name == "kwargs"})


def main(arguments=None):
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("modules", nargs="+", help="below mxnet.core, as ops.nn.conv, or names of operators")
    options = parser.parse_args(arguments)
    chosen = [subject for subject in subjects() if {subject.module, subject.name} & {*options.modules}]
    wrong = [f"{subject.name}: {fault}" for subject in chosen for fault in subject.faults()]
    wrong += filter(None, [subject.failures() for subject in chosen])
    print(*wrong, f"{len(chosen)} of {len(subjects())} were looked at", sep="\n")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
