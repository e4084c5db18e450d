"""The kinds of programs, by name: each a function of a seed that gives the statements."""
from tests.fuzz.programs import arrays, between, blocks, graphs, training

GENERATORS = {"graph": graphs.program, "array": arrays.program, "module": training.program,
              "gluon": blocks.program, "between": between.program}
SANE = {"graph": graphs.sane, "module": training.sane, "gluon": blocks.sane,
        "between": between.sane}  # what a shortened program must still be
