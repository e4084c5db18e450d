"""Every name and argument of the reference's modules is here, except those that are left out for a reason."""
import importlib
import warnings

import pytest

from tools.api import REASONS, has, reason, reference, stars, survey


@pytest.fixture(autouse=True)
def quiet():
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # old names say that they are old
        yield


@pytest.mark.parametrize("module", reference())
def test_names_and_arguments(module):
    _, missing = survey(module, reference()[module])
    assert [item for item in missing if reason(module, item) is None] == []


def test_every_reason_is_needed():
    left = [f"{module}.{item}" for module, names in reference().items() for item in survey(module, names)[1]]
    assert [why for pattern, why in REASONS if not any(map(pattern.search, left))] == []


@pytest.mark.parametrize("module", [name for name in stars() if reason(name, "the module") is None])
def test_star_imports_bring_what_the_references_do(module):
    ours = importlib.import_module(module)
    lost = set(stars()[module]) - set(ours.__all__)
    assert [name for name in sorted(lost) if reason(module, name) is None and not has(ours, name)] == []
    assert all(has(ours, name) for name in ours.__all__)


@pytest.mark.parametrize("module, names", [
    ("mxnet.module.base_module", "BaseModule BatchEndParam DataDesc logging np time warnings metric Uniform cpu"),
    ("mxnet.module.module", "Module DataParallelExecutorGroup load_checkpoint opt nd ctx InitDesc zeros"),
    ("mxnet.model", "FeedForward load_checkpoint np nd sym kvs opt BASE_ESTIMATOR get_updater"),
    ("mxnet.executor_manager", "DataParallelExecutorManager DataParallelExecutorGroup nd np mx_real_t DataDesc"),
    ("mxnet.io.io", "NDArrayIter DataIter DataBatch np namedtuple mx_real_t array"),
    ("mxnet.metric", "EvalMetric Accuracy numpy math OrderedDict"),
    ("mxnet.rnn.rnn_cell", "LSTMCell symbol init ndarray string_types numeric_types"),
    ("mxnet.image.detection", "ImageDetIter Augmenter CastAug fixed_crop json np random"),
    ("mxnet.ndarray.sparse", "CSRNDArray csr_matrix dot retain"),
    ("mxnet.symbol.symbol", "Symbol zeros full maximum hypot"),
])
def test_star_imports_of_programs(module, names):
    space = {}
    exec(f"from {module} import *", space)
    assert [name for name in names.split() if name not in space] == []


def test_star_import_of_sparse_leaves_the_makers_of_arrays_alone():
    space = {}
    exec("from mxnet.ndarray import *\nfrom mxnet.ndarray.sparse import *", space)
    assert space["zeros"]((2,)).stype == "default"


def test_generated_modules_are_those_of_the_operators():
    import mxnet.ndarray.gen_op
    import mxnet.symbol.gen_contrib
    assert mxnet.ndarray.gen_op.FullyConnected is mxnet.nd.FullyConnected
    assert mxnet.symbol.gen_contrib.box_nms is mxnet.contrib.sym.box_nms


def test_star_import_brings_what_old_tests_expect():
    space = {}
    exec("from mxnet.test_utils import *", space)
    for name in ("np", "rnd", "mx", "os", "json", "assert_almost_equal", "environment", "ss", "npt"):
        assert name in space, name
    assert "comparison" not in space
