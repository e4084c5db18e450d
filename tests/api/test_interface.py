"""Every name and argument of the reference's modules is here, except those listed with a reason."""
import pytest

from tools.api import reference, survey

RECORD_READERS = "reads image records; lives in mxnet.io when image decoding does"
LATER = {
    "mxnet.io": {**dict.fromkeys(["ImageDetRecordIter", "ImageRecordInt8Iter", "ImageRecordIter",
                                  "ImageRecordIter_v1", "ImageRecordUInt8Iter",
                                  "ImageRecordUInt8Iter_v1"], RECORD_READERS),
                 "LibSVMIter": "gives sparse arrays"},
}
MODULES = ["mxnet.attribute", "mxnet.engine", "mxnet.io", "mxnet.libinfo", "mxnet.name",
           "mxnet.profiler", "mxnet.rnn", "mxnet.runtime", "mxnet.test_utils", "mxnet.util",
           "mxnet.visualization"]


@pytest.mark.parametrize("module", MODULES)
def test_names_and_arguments(module):
    _, missing = survey(module, reference()[module])
    assert set(missing) <= set(LATER.get(module, {}))


def test_star_import_brings_what_old_tests_expect():
    space = {}
    exec("from mxnet.test_utils import *", space)
    for name in ("np", "rnd", "mx", "os", "json", "assert_almost_equal", "environment", "ss", "npt"):
        assert name in space, name
    assert "comparison" not in space
