"""Programs of NumPy mode give the numbers that MXNet 1.9.1 gave: `programs.npz`, written by `np_programs.py` there."""
from pathlib import Path

import numpy
import pytest

from tests.numpy import np_programs

RECORDED = numpy.load(Path(__file__).parent / "programs.npz")


@pytest.mark.parametrize("program", np_programs.PROGRAMS, ids=lambda program: program.__name__)
def test_program(program):
    found = np_programs.run(program)
    wanted = [key for key in RECORDED.files if key.rpartition("_")[0] == program.__name__]
    assert len(found) == len(wanted)
    for place, array in enumerate(found):
        expected = RECORDED[f"{program.__name__}_{place}"]
        assert array.dtype == expected.dtype and array.shape == expected.shape
        numpy.testing.assert_allclose(array, expected, rtol=1e-4, atol=1e-5, err_msg=f"result {place}")


def test_eager_equals_hybridized():
    eager, compiled = (np_programs.run(lambda hybrid=hybrid: np_programs.lenet(hybrid)) for hybrid in (False, True))
    for one, other in zip(eager, compiled, strict=True):
        numpy.testing.assert_allclose(one, other, rtol=1e-5, atol=1e-6)
