"""The kinds of programs, by name: each a function of a seed that gives the statements."""
from tests.fuzz.programs import arrays, graphs, training

GENERATORS = {"graph": graphs.program, "array": arrays.program, "module": training.program}
SANE = {"graph": graphs.sane, "module": training.sane}  # what a shortened program must still be
