"""What fails in the end was told by `remixnet doctor` before, and what runs is not complained about."""
import importlib
import json
import sys
import warnings

import pytest

import mxnet as mx
from mxnet.cli import main
from mxnet.core.absence import MODULES

# Programs that fail, and words of the doctor's answer.
FAILING = {
    "rtc": ("mx.rtc.CudaModule('x')", "mx.rtc.CudaModule compiles CUDA source at run time"),
    "library": ("mx.library.load('/x/y.so')", "mx.library.load loads operators of MXNet's C library"),
    "tensorrt": ("mx.contrib.tensorrt.init_tensorrt_params(1, 2, 3)", "mx.contrib.tensorrt is not here: it ran parts"),
    "tensorrt_operator": ("mx.nd._internal._TensorRT()", "mx.nd._internal._TensorRT ran parts of a graph by TensorRT"),
    "engine_hook": ("mx.nd._internal._CustomFunction()", "was a hook of MXNet's engine"),
    "c_library": ("mx.base._LIB.MXNotifyShutdown()", "mx.base._LIB.MXNotifyShutdown there is no C library"),
    "from_import": ("from mxnet import space", "mx.space is not here: it described operators for TVM's tuner"),
    "import": ("import mxnet.tvmop", "mx.tvmop is not here: it held operators compiled by TVM"),
    "misspelt": ("mx.sym.Convolutoin()", "mx.sym.Convolutoin is not here; did you mean 'Convolution'"),
    "misspelt_import": ("from mxnet.gluon import Blok", "mx.gluon.Blok is not here"),
    "getattr": ("getattr(mx.sym, 'NoSuchLayer')()", "mx.sym.NoSuchLayer is not here"),
    "operator_keyword": ("mx.sym.FullyConnected(mx.sym.var('x'), num_hiden=3)",
                         "mx.sym.FullyConnected has no param num_hiden; did you mean 'num_hidden'"),
    "operator_value": ("mx.nd.Activation(mx.nd.ones(1), act_type='mish')",
                       "mx.nd.Activation takes no act_type='mish': expected {'relu'"),
    "contrib_value": ("mx.nd.contrib.box_nms(mx.nd.ones((1, 6)), in_format='middle')", "takes no in_format='middle'"),
    "keyword": ("mx.mod.Module(mx.sym.var('x'), contxt=1)", "mx.mod.Module takes no argument contxt; did you mean"),
    "positions": ("mx.cpu(0, 1)", "mx.cpu takes 1 arguments by position, got 2"),
    "optimizer": ("mx.optimizer.create('lookahead')", "optimizer 'lookahead' is not here"),
    "trainer": ("mx.gluon.Trainer(mx.gluon.ParameterDict(), 'sgdd')", "optimizer 'sgdd' is not here; did you mean"),
    "metric": ("mx.metric.create('accuracies')", "metric 'accuracies' is not here"),
    "kvstore": ("mx.kv.create('horovod')", "kvstore 'horovod' is an engine that is not here"),
    "backend": ("mx.sym.exp(mx.sym.var('x')).get_backend_symbol('nothing')", "backend 'nothing' is not here"),
    "package": ("import horovod_that_is_not_there", "horovod_that_is_not_there is not installed"),
    "numpy": ("import numpy as np\nnp.asscalar(np.ones(1))", "np.asscalar is gone from NumPy"),
    "python2_name": ("[i for i in xrange(3)]", "xrange was Python 2's; range now"),
    "python2_method": ("{}.iteritems()", ".iteritems was Python 2's; items now"),
}
# Programs that run, though they look like the ones above.
RUNNING = {
    "caught": "try:\n    import horovod_that_is_not_there as h\nexcept ImportError:\n    h = None",
    "caught_name": "try:\n    mx.contrib.tensorrt\nexcept (AttributeError, KeyError):\n    pass",
    "asked": "if hasattr(mx, 'tvmop'):\n    mx.tvmop.do()",
    "default": "getattr(mx.sym, 'NoSuchLayer', None)",
    "python2": "import sys\nif sys.version_info[0] < 3:\n    range = xrange",
    "caught_later": "try:\n    Base = mx.metric.EvalMetric\nexcept AttributeError:\n    mx.metric = mx.gluon.metric",
    "own_attribute": "mx.Context.validate = classmethod(lambda cls, value: value)\nmx.Context.validate(1)\n"
                     "del mx.Context.validate",
    "parts_of_numpy": "import numpy.ma as ma, numpy.testing as npt\nma.masked_array([1], [0])\n"
                      "npt.assert_allclose(1, 1)",
    "operators_without_params": "mx.nd.log(mx.nd.ones(2), axis=1)\nmx.sym.relu(mx.sym.var('x'), anything=3)",
    "after_a_failure": "try:\n    chr(256)\nexcept ValueError:\n    chr = unichr",
    "version": "import sys\nif sys.version[0] == '2':\n    reload(sys)",
    "own_name": "def xrange(n):\n    return range(n)\nxrange(3)",
    "a_device": "ctx = mx.gpu(0) if mx.context.num_gpus() else mx.cpu()\nmx.nd.ones(1, ctx=ctx)",
    "own_optimizer": "@mx.optimizer.Optimizer.register\nclass MyOwnSGD(mx.optimizer.SGD):\n    pass\n"
                     "mx.optimizer.create('myownsgd')",
    "attributes": "mx.sym.FullyConnected(mx.sym.var('x'), num_hidden=3, name='a', attr={'ctx_group': 'b'}, "
                  "lr_mult=2, __wd_mult__='0')",
    "custom": "@mx.operator.register('takes_anything')\nclass Prop(mx.operator.CustomOpProp):\n"
              "    def __init__(self, anything):\n        super().__init__()\n"
              "mx.sym.Custom(mx.sym.var('x'), op_type='takes_anything', anything=3)",
    "variadic": "mx.nd.concat(mx.nd.ones(1), mx.nd.ones(1), dim=0)",
    "old_names": "mx.sym.Concat(mx.sym.var('a'), mx.sym.var('b'), num_args=2, dim=1)\n"
                 "mx.nd.SwapAxis(mx.nd.ones((1, 2)), dim1=0, dim2=1)\nmx.random.seed(3)\n"
                 "mx.nd.random.uniform(0, 1, shape=(2,), dtype='float32', ctx=mx.cpu())",
    "optimize_for": "mx.sym.exp(mx.sym.var('x')).optimize_for('TensorRT')",
    "optimizers": "mx.metric.create('acc')\nmx.optimizer.create('Adam', learning_rate=0.1)\nmx.kv.create('local')",
    "bulk": "with mx.engine.bulk(3):\n    mx.nd.ones(1)",
    "reader": "mx.io.NDArrayIter(mx.nd.ones((2, 2)), batch_size=1, last_batch_handle='discard')",
}


def findings(tmp_path, capsys, source):
    path = tmp_path / "program.py"
    path.write_text("import mxnet as mx\n" + source + "\n")
    main(["doctor", str(path), "--json"])
    report, = json.loads(capsys.readouterr().out)
    return [f"{item['name']} {item['why']}" for item in report["problems"]], path


def run(path):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        exec(compile(path.read_text(), str(path), "exec"), {"__name__": "program"})


@pytest.mark.parametrize("name", FAILING)
def test_what_fails_was_told(name, tmp_path, capsys):
    source, words = FAILING[name]
    told, path = findings(tmp_path, capsys, source)
    assert len(told) == 1 and words in told[0], told
    with pytest.raises(Exception):  # noqa: B017  it fails, in whatever way
        run(path)


@pytest.mark.parametrize("name", RUNNING)
def test_what_runs_is_not_told(name, tmp_path, capsys):
    told, path = findings(tmp_path, capsys, RUNNING[name])
    assert told == []
    run(path)


def test_a_device_that_is_not_there(tmp_path, capsys):
    if mx.context.num_gpus():
        pytest.skip("there is one")
    told, _ = findings(tmp_path, capsys, "mx.nd.ones(1, ctx=mx.gpu())")
    assert told == ["mx.gpu is used, and there is no GPU here; take mx.cpu()"]


def test_what_is_caught_is_said(tmp_path, capsys):
    (tmp_path / "p.py").write_text("import mxnet as mx\ntry:\n    mx.tvmop\nexcept AttributeError:\n    pass\n")
    assert main(["doctor", str(tmp_path / "p.py")]) == 0
    out = capsys.readouterr().out
    assert "line 3: mx.tvmop is not here" in out and "(only where the program asks for it)" in out
    assert "uses 1 names of mxnet, 0 of them are here" in out


# ---- how absence is told to programs ------------------------------------------------------------------------------

def test_questions_get_answers():
    """hasattr gives False in every module of the package, and for every module that is left out."""
    for dotted in MODULES:
        parent, _, name = f"mxnet.{dotted}".rpartition(".")
        assert not hasattr(importlib.import_module(parent), name)
        assert importlib.util.find_spec(f"mxnet.{dotted}") is None
    for name, module in list(sys.modules.items()):
        if name == "mxnet" or name.startswith("mxnet."):
            for asked in ("no_such_name", "__no_such_name__", "NoSuchClass", "_private"):
                assert getattr(module, asked, None) is None, (name, asked)
    assert not hasattr(mx.base._LIB, "MXNoSuchFunction")
    assert not hasattr(mx.nd.ones(1), "no_such_method") and not hasattr(mx.sym.var("x"), "no_such_method")


@pytest.mark.parametrize("line, words", [
    ("from mxnet import space", "cannot import name 'space' from 'mxnet': mx.space is not here"),
    ("from mxnet.contrib import tensorrt", "mx.contrib.tensorrt is not here: it ran parts of a graph by TensorRT"),
    ("from mxnet.gluon import Blok", "from 'mxnet.gluon'; did you mean 'Block'"),
    ("from mxnet.symbol import Convolutoin", "did you mean 'Convolution'"),
    ("from mxnet.metric import Acuracy", "did you mean 'Accuracy'"),
    ("from mxnet import nothing_like_it", "cannot import name 'nothing_like_it' from 'mxnet'"),
    ("from mxnet.gluon.contrib import nothing", "cannot import name 'nothing' from 'mxnet.gluon.contrib'"),
    ("import mxnet.th", "No module named 'mxnet.th'")])
def test_imports_say_why(line, words):
    with pytest.raises(ImportError) as error:
        exec(line)
    assert words in str(error.value)


def test_files_of_the_package_are_imported_by_from():
    exec("from mxnet import torch_export, cli, rtc\nfrom mxnet.contrib import quantization, onnx")
    with pytest.raises(mx.MXNetError, match="mx.rtc.CudaModule compiles CUDA source"):
        mx.rtc.CudaModule("__global__ void f() {}")


def test_outputs_of_numpy_mode():
    from mxnet.gluon.utils import _check_all_np_ndarrays
    _check_all_np_ndarrays([mx.np.ones(2), (mx.np.ones(1), 3)])
    _check_all_np_ndarrays(mx.sym.np.exp(mx.sym.np.ones((1,)) if hasattr(mx.sym.np, "ones") else mx.sym.var("x")
                                         .as_np_ndarray()))
    for out in (mx.nd.ones(1), [mx.np.ones(1), [mx.nd.ones(1)]], mx.sym.var("x")):
        with pytest.raises(TypeError, match="must be mx.np.ndarray"):
            _check_all_np_ndarrays(out)


def project(tmp_path, files):
    for name, text in files.items():
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)


def reports(path, capsys):
    main(["doctor", str(path), "--json"])
    return {report["path"].rpartition("/")[2]: [item["name"] for item in report["problems"]]
            for report in json.loads(capsys.readouterr().out)}


def test_modules_of_its_own_are_read_too(tmp_path, capsys):
    """A program fails by what a module beside it asks for, however it is imported."""
    project(tmp_path, {
        "train.py": "import nets.deep\nfrom nets import wide\nimport layers", "alone.py": "import mxnet.space",
        "layers.py": "import mxnet as mx\nimport train\nmx.sym.CaffeOp", "nets/__init__.py": "",
        "nets/deep.py": "from . import parts", "nets/wide.py": "x = 1",
        "nets/parts.py": "import mxnet as mx\nmx.nd.NoSuchThing"})
    found = reports(tmp_path / "train.py", capsys)
    assert found == {"train.py": [], "__init__.py": [], "deep.py": [], "wide.py": [], "layers.py": ["mx.sym.CaffeOp"],
                     "parts.py": ["mx.nd.NoSuchThing"]}
    assert main(["doctor", str(tmp_path / "train.py")]) == 1
    assert "1 problem" in capsys.readouterr().out


def test_a_module_that_is_tried_is_not_read(tmp_path, capsys):
    project(tmp_path, {"train.py": "try:\n    import fast\nexcept ImportError:\n    fast = None",
                       "fast.py": "import mxnet.space"})
    assert reports(tmp_path / "train.py", capsys) == {"train.py": []}


def test_a_module_of_its_own_registers_classes(tmp_path, capsys):
    project(tmp_path, {
        "steps.py": "import mxnet as mx\n@mx.optimizer.register\nclass SparseStep(mx.optimizer.SGD):\n    pass",
        "train.py": "import mxnet as mx\nimport steps\n"
                    "mx.optimizer.create('sparsestep')\nmx.optimizer.create('stepp')"})
    assert reports(tmp_path / "train.py", capsys)["train.py"] == ["optimizer 'stepp'"]
