"""Questions about the installation: features, devices, environment, native files, bulk size."""
import threading

import pytest

import mxnet as mx


def test_features():
    features = mx.runtime.Features()
    assert features is mx.runtime.Features() and len(features) >= 30
    assert features.is_enabled("lapack") is features["LAPACK"].enabled
    assert features.is_enabled("DIST_KVSTORE")  # mx.kv.create("dist_sync") works
    assert list(features) == [f.name for f in mx.runtime.feature_list()]
    assert repr(features["TVM_OP"]) == "✖ TVM_OP" and "✔ LAPACK" in repr(features)
    with pytest.raises(RuntimeError, match="'MAGIC' is unknown, known features are"):
        features.is_enabled("magic")


def test_bulk_size_is_per_thread_and_scoped():
    assert mx.engine.set_bulk_size(10) == 0
    with mx.engine.bulk(20):
        found = []
        thread = threading.Thread(target=lambda: found.append(mx.engine.set_bulk_size(5)))
        thread.start()
        thread.join()
        assert found == [0]
    assert mx.engine.set_bulk_size(0) == 10


def test_environment_variables():
    mx.util.setenv("MXNET_TEST_VARIABLE", "x")
    assert mx.util.getenv("MXNET_TEST_VARIABLE") == "x"
    mx.util.setenv("MXNET_TEST_VARIABLE", None)
    assert mx.util.getenv("MXNET_TEST_VARIABLE") is None


def test_devices():
    count = mx.util.get_gpu_count()
    assert list(mx.test_utils.list_gpus()) == list(range(count))
    with pytest.raises(mx.MXNetError, match="no such device"):
        mx.util.get_gpu_memory(count)
    with pytest.raises(ValueError, match="gpu context"):
        mx.util.get_cuda_compute_capability(mx.cpu())
    with pytest.raises(OSError, match="no such device"):
        mx.util.get_cuda_compute_capability(mx.gpu(count))


@pytest.mark.gpu
def test_gpu_memory_and_capability():
    free, total = mx.util.get_gpu_memory(0)
    assert 0 < free <= total
    assert mx.util.get_cuda_compute_capability(mx.gpu(0)) >= 30


@pytest.mark.parametrize("find, variable", [
    ("find_lib_path", "MXNET_LIBRARY_PATH"), ("find_conf_path", "MXNET_CONF_PATH"),
    ("find_include_path", "MXNET_INCLUDE_PATH")])
def test_native_files_are_only_those_the_user_names(find, variable, tmp_path, monkeypatch):
    function = getattr(mx.libinfo, find)
    monkeypatch.delenv(variable, raising=False)
    with pytest.raises(RuntimeError, match="Cannot find"):
        function()
    there = tmp_path / "x.so"
    there.write_text("")
    place = str(tmp_path if "INCLUDE" in variable else there)
    monkeypatch.setenv(variable, place)
    assert function() in (place, [place])
