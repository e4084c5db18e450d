"""`mx.test_utils`: its checks pass what is right and refuse what is wrong."""
import gzip
import os
import struct
import sys
import zipfile

import numpy as np
import pytest

import mxnet as mx
from mxnet import test_utils as tu


def square():
    x = mx.sym.Variable("x")
    return x * x


X = np.array([[1.0, -2.0], [0.5, 3.0]], dtype=np.float32)


# ---- comparison

def test_tolerances_follow_the_dtype():
    a = np.ones(3, dtype=np.float32)
    tu.assert_almost_equal(a, a + 5e-4)
    with pytest.raises(AssertionError):
        tu.assert_almost_equal(a.astype(np.float64), a + 5e-4, rtol=1e-9, atol=1e-9)
    tu.assert_almost_equal(a.astype(np.float16), a + 0.05)
    with pytest.raises(AssertionError):
        tu.assert_almost_equal(np.array([1, 2]), np.array([1, 3]))
    assert tu.get_tols(a, a.astype(np.float16), None, None) == (1e-2, 1e-1)
    assert tu.get_tols(1.0, a, {np.dtype("float32"): 0.5, np.dtype("float64"): 0.25}, 3) == (0.5, 3)
    assert tu.get_rtol() == 1e-5 and tu.get_atol(2.0) == 2.0 and tu.get_etol() == 0


def test_failure_names_the_worst_place(capsys):
    a, b = mx.nd.array([[1, 2], [3, 4]]), mx.nd.array([[1, 2], [3.5, 5]])
    with pytest.raises(AssertionError, match=r"maximum error: \(1, 1\), left=4.0+, right=5.0+") as got:
        tu.assert_almost_equal(a, b, names=("left", "right"))
    assert "mismatch 50.0" in str(got.value)
    printed = capsys.readouterr().out
    assert printed.index("(1, 1)") < printed.index("(1, 0)")


def test_nan_shapes_and_scalars():
    nan = np.array([1.0, np.nan])
    with pytest.raises(AssertionError):
        tu.assert_almost_equal(nan, nan)
    tu.assert_almost_equal(nan, nan, equal_nan=True)
    tu.assert_almost_equal_ignore_nan(nan, np.array([1.0, 2.0]))
    with pytest.raises(AssertionError, match="inf"):
        tu.assert_almost_equal(np.array([np.nan, 1.0]), np.ones(2))
    tu.assert_almost_equal(np.ones((2, 3)), np.ones(3))
    with pytest.raises(AssertionError, match="not equal"):
        tu.assert_almost_equal(np.ones((2, 3)), np.ones(3), use_broadcast=False)
    with pytest.raises(AssertionError, match="not equal"):
        tu.assert_almost_equal(mx.nd.ones((2, 3)), mx.nd.ones(3))
    tu.assert_almost_equal(3, np.float32(3.0001))
    with pytest.raises(AssertionError):
        tu.assert_almost_equal(3, 4)
    with pytest.raises(AssertionError):
        tu.assert_almost_equal(np.array([True]), np.array([False]))


def test_a_share_of_errors_may_be_allowed():
    a, b = np.zeros(100), np.zeros(100)
    b[:5] = 1
    tu.assert_almost_equal_with_err(a, b, etol=0.1)
    for etol in (0.04, None):
        with pytest.raises(AssertionError):
            tu.assert_almost_equal_with_err(a, b, etol=etol)


def test_small_comparisons():
    assert tu.same(mx.nd.ones(2), np.ones(2)) and not tu.same(np.ones(2), np.ones(3))
    base = mx.nd.arange(4)
    assert tu.same_array(base, base.reshape((2, 2)).reshape((4,)))
    assert not tu.same_array(base, base.copy()) and base.asnumpy().tolist() == [0, 1, 2, 3]
    tu.assert_exception(lambda: 1 / 0, ZeroDivisionError)
    with pytest.raises(AssertionError, match="did not raise"):
        tu.assert_exception(lambda: 1, ZeroDivisionError)
    tu.assert_allclose(np.ones(2), np.ones(2))
    tu.compare_ndarray_tuple((mx.nd.ones(2), (None, mx.nd.zeros(1))), (mx.nd.ones(2), (None, mx.nd.zeros(1))))
    with pytest.raises(AssertionError):
        tu.compare_ndarray_tuple((mx.nd.ones(2),), (mx.nd.zeros(2),))
    assert tu.same_symbol_structure(square(), square())
    assert tu.same_symbol_structure(square(), square() + 1)  # as far as the shorter goes, as in MXNet
    assert not tu.same_symbol_structure(square() + 1, square() * 2)


def test_reductions_in_numpy():
    x = np.arange(24.0).reshape(2, 3, 4)
    assert np.array_equal(tu.np_reduce(x, (0, 2), True, np.sum), x.sum((0, 2), keepdims=True))
    assert tu.np_reduce(x, None, False, np.max) == 23
    assert np.array_equal(tu.collapse_sum_like(x, (3, 1)), x.sum((0, 2)).reshape(3, 1))
    with pytest.raises(ValueError, match="broadcast"):
        tu.collapse_sum_like(x, (5, 1))


# ---- symbols

def test_forward_check():
    assert tu.check_symbolic_forward(square(), [X], [X * X])[0].shape == (2, 2)
    named = mx.sym.identity(square(), name="out")
    tu.check_symbolic_forward(named, {"x": X}, {"out_output": X * X})
    with pytest.raises(AssertionError, match="EXPECTED"):
        tu.check_symbolic_forward(square(), [X], [X])
    with pytest.raises(ValueError, match="do not match"):
        tu.check_symbolic_forward(square(), {"y": X}, [X])
    with pytest.raises(ValueError, match="dtype"):
        tu.check_symbolic_forward(square(), [X], [X], dtype=np.int32)
    assert np.array_equal(tu.simple_forward(square(), x=X), X * X)


@pytest.mark.parametrize("req", ["write", "add", "null"])
def test_backward_check(req):
    head = np.full((2, 2), 2.0, dtype=np.float32)
    tu.check_symbolic_backward(square(), [X], [head], [4 * X], grad_req=req)
    if req != "null":
        with pytest.raises(AssertionError, match="BACKWARD_x"):
            tu.check_symbolic_backward(square(), [X], [head], [4.1 * X], grad_req=req)
    with pytest.raises(TypeError, match="out_grads"):
        tu.check_symbolic_backward(square(), [X], 3, [X])


def test_numeric_gradient_check_finds_a_wrong_gradient():
    tu.check_numeric_gradient(square(), [X], numeric_eps=1e-2, rtol=1e-2, atol=1e-2)
    tu.check_numeric_gradient(square(), {"x": X.astype(np.float64)}, dtype=np.float64)
    x = mx.sym.Variable("x")
    wrong = mx.sym.BlockGrad(x * x) + x
    with pytest.raises(AssertionError, match="NUMERICAL_x"):
        tu.check_numeric_gradient(wrong, [X], numeric_eps=1e-2, rtol=1e-2, atol=1e-2)
    tu.check_numeric_gradient(square(), [X], grad_nodes={"x": "add"}, numeric_eps=1e-2, rtol=1e-2,
                              atol=1e-2)
    with pytest.raises(ValueError, match="grad_nodes"):
        tu.check_numeric_gradient(square(), [X], grad_nodes=3)
    with pytest.raises(ValueError, match="float64"):
        tu.check_numeric_gradient(square(), [X], numeric_eps=1e-9)


def test_numeric_gradient_restores_auxiliary_states():
    norm = mx.sym.BatchNorm(mx.sym.Variable("data"), fix_gamma=False, name="bn")
    data = np.random.uniform(-1, 1, (4, 3)).astype(np.float32)
    one, zero = np.ones(3, np.float32), np.zeros(3, np.float32)
    tu.check_numeric_gradient(norm, [data, one, zero], [zero, one], numeric_eps=1e-2, rtol=0.1,
                              atol=0.1)


def test_consistency_check():
    ctx = [{"ctx": mx.cpu(0), "x": (2, 3), "type_dict": {"x": kind}}
           for kind in (np.float64, np.float32)]
    truth = tu.check_consistency(square(), ctx)
    assert set(truth) >= {"x"} and truth["x"].dtype == np.float64
    other = mx.sym.Variable("x") * 3
    with pytest.raises(ValueError, match="differ"):
        tu.check_consistency([square(), mx.sym.Variable("y") * 3], ctx)
    with pytest.raises(ValueError, match="two contexts"):
        tu.check_consistency(square(), ctx[:1])
    named = [mx.sym.identity(square(), name="out"), mx.sym.identity(other, name="out")]
    with pytest.raises(AssertionError, match="Err"):
        tu.check_consistency(named, ctx)


def test_speed_check():
    assert tu.check_speed(square(), x=(4, 4), N=2) > 0
    assert tu.check_speed(square(), location={"x": X}, N=2, typ="forward") > 0
    with pytest.raises(ValueError, match="typ"):
        tu.check_speed(square(), x=(4, 4), typ="backward")


# ---- random data

def test_shapes_and_arrays():
    assert all(1 <= n <= 3 for _ in range(20) for n in tu.rand_shape_nd(4, 3))
    assert len(tu.rand_shape_2d()) == 2 and len(tu.rand_shape_3d()) == 3
    assert tu.random_arrays((2, 3)).shape == (2, 3) and tu.random_arrays(()).shape == ()
    assert [a.shape for a in tu.random_arrays((1,), (2,))] == [(1,), (2,)]
    low = tu.random_uniform_arrays((50,), low=3, high=4, dtype=np.float64)[0]
    assert low.dtype == np.float64 and (low >= 3).all() and (low < 4).all()
    with pytest.raises(TypeError, match="colour"):
        tu.random_uniform_arrays((1,), colour=1)
    assert sorted(tu.random_sample([1, 2, 3], 3)) == [1, 2, 3]
    assert tu.rand_ndarray((2, 3), dtype="float16").dtype == np.float16
    x, y = tu.rand_coord_2d(0, 1, 5, 6)
    assert (x, y) == (0, 5)
    assert tu.create_2d_tensor(3, 2).asnumpy().tolist() == [[0, 0], [1, 1], [2, 2]]
    assert tu.create_vector(3).dtype == np.int64
    assert np.array_equal(tu.get_identity_mat_batch(2).asnumpy(), [np.eye(2)] * 2)
    assert np.array_equal(tu.get_identity_mat(2).asnumpy(), np.eye(2))
    assert tu.assign_each(np.array([1, 4]), np.sqrt).tolist() == [1, 2]
    assert tu.assign_each2(np.array([1, 4]), np.array([1, 2]), max).tolist() == [1, 4]


def test_matrices():
    for make in (tu.new_matrix_with_real_eigvals_nd, tu.new_sym_matrix_with_real_eigvals_nd):
        matrices = make((2, 3, 4, 4))
        assert matrices.shape == (2, 3, 4, 4)
        assert np.abs(np.linalg.eigvals(matrices).imag).max() < 1e-6
    q = tu.new_orthonormal_matrix_2d(4)
    assert np.allclose(q @ q.T, np.eye(4))


def test_generators():
    pytest.importorskip("scipy")
    from scipy import stats
    buckets, probs = tu.gen_buckets_probs_with_ppf(stats.norm.ppf, 5)
    rng = np.random.RandomState(1)
    assert len(tu.verify_generator(rng.standard_normal, buckets, probs, nsamples=10000)) == 5
    with pytest.raises(AssertionError, match="Generator test fails"):
        tu.verify_generator(lambda n: rng.standard_normal(n) * 1.2, buckets, probs, nsamples=10000)
    p, seen, wanted = tu.chi_square_check(lambda n: mx.nd.array(rng.randint(0, 2, n)), [0, 1],
                                          [0.5, 0.5], 1000)
    assert seen.sum() == 1000 and wanted.tolist() == [500, 500] and 0 < p <= 1
    assert tu.mean_check(rng.standard_normal, 0, 1, 10000)
    assert not tu.mean_check(lambda n: rng.standard_normal(n) + 1, 0, 1, 10000)
    assert tu.var_check(rng.standard_normal, 1, 10000)
    assert not tu.var_check(lambda n: rng.standard_normal(n) * 2, 1, 10000)
    with pytest.raises(ValueError, match="sorted"):
        tu.chi_square_check(rng.standard_normal, [(1, 0)], [1.0], 10)


# ---- process and files

def test_environment_scope():
    os.environ["MXNET_A"] = "old"
    os.environ.pop("MXNET_B", None)
    try:
        with tu.environment({"MXNET_A": None, "MXNET_B": "new"}):
            assert "MXNET_A" not in os.environ and os.environ["MXNET_B"] == "new"
        assert os.environ["MXNET_A"] == "old" and "MXNET_B" not in os.environ
        with pytest.raises(KeyError), tu.environment("MXNET_A", "2"):
            raise KeyError
        with tu.EnvManager("MXNET_A", "3"):
            assert os.environ["MXNET_A"] == "3"
        assert os.environ["MXNET_A"] == "old"
    finally:
        del os.environ["MXNET_A"]
    with pytest.raises(TypeError, match="dict"), tu.environment("MXNET_A"):
        pass


def test_stderr_is_discarded_below_python_too(capfd):
    with tu.discard_stderr():
        os.write(2, b"lost")
        print("lost", file=sys.stderr)
    print("kept", file=sys.stderr)
    assert capfd.readouterr().err == "kept\n"


def test_retry():
    calls = []

    @tu.retry(3)
    def unsteady():
        calls.append(1)
        assert len(calls) == 2
    unsteady()
    assert len(calls) == 2
    with pytest.raises(AssertionError):
        unsteady()
    assert len(calls) == 5
    with pytest.raises(ValueError):
        tu.retry(0)


def test_nothing_is_downloaded(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(mx.MXNetError, match="nothing is downloaded"):
        tu.download("http://example.invalid/a.bin")
    (tmp_path / "a.bin").write_text("x")
    assert tu.download("http://example.invalid/a.bin") == "a.bin"
    with pytest.raises(mx.MXNetError, match="fetch"):
        tu.download("http://example.invalid/a.bin", overwrite=True)
    assert tu.download_model("no-such-model") == (None, 0)
    with pytest.raises(mx.MXNetError, match="imagenet1k-resnet-50-symbol.json"):
        tu.download_model("imagenet1k-resnet-50")
    for name in ("m-symbol.json", "m-0000.params"):
        (tmp_path / name).write_text("")
    assert tu.download_model("m", ".", {"m": {"symbol": "u", "params": "v"}}) == ("./m", 0)
    for missing in (tu.get_mnist, tu.get_mnist_pkl, tu.get_mnist_ubyte, tu.get_cifar10):
        with pytest.raises(mx.MXNetError, match="on your behalf"):
            missing()


def test_mnist_from_local_files(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("MXNET_HOME", str(tmp_path / "home"))
    pixels = np.arange(3 * 28 * 28).reshape(3, 28, 28).astype(np.uint8)
    files = {}
    for part in ("train", "t10k"):
        files[f"{part}-images-idx3-ubyte"] = struct.pack(">IIII", 2051, *pixels.shape) + pixels.tobytes()
        files[f"{part}-labels-idx1-ubyte"] = struct.pack(">II", 2049, 3) + b"\x01\x02\x03"
    for name, content in files.items():
        with gzip.open(f"{name}.gz", "wb") as out:
            out.write(content)
    mnist = tu.get_mnist()
    assert mnist["train_data"].shape == (3, 1, 28, 28) and mnist["test_label"].tolist() == [1, 2, 3]
    assert mnist["train_data"].max() == 1.0
    os.mkdir("data")
    with zipfile.ZipFile("data/mnist.zip", "w") as packed:
        for name, content in files.items():
            packed.writestr(name, content)
    train, test = tu.get_mnist_iterator(3, (1, 28, 28))
    assert train.next().data[0].shape == (3, 1, 28, 28)
    assert sorted(test.next().label[0].asnumpy().tolist()) == [1, 2, 3]


def test_dummy_iterator_repeats_its_batch():
    it = tu.DummyIter(mx.io.NDArrayIter(np.arange(4), batch_size=2))
    assert it.next() is it.next() and it.provide_data[0].shape == (2,)


def test_contexts_and_flags():
    before = tu.default_context()
    try:
        tu.set_default_context(mx.cpu(3))
        assert tu.default_context() == mx.cpu(3)
    finally:
        tu.set_default_context(before)
    assert tu.default_dtype() is np.float32
    assert tu.has_tvm_ops() is False and tu.is_op_runnable() is True
    assert tu.is_cd_run() is (os.environ.get("CD_JOB") == "1")
    assert isinstance(tu.is_aarch64_run(), bool)
