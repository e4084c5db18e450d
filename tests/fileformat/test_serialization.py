"""mx.nd.save and load: arguments, types, contexts, np-shape semantics, recorded files."""
import collections
import struct
from pathlib import Path

import numpy as np
import pytest

import mxnet as mx
from mxnet.base import MXNetError
from tests.data.params.contents import FILES, TYPES
from tests.fileformat.test_params import V2, a_file

RECORDED = Path(__file__).parents[1] / "data" / "params"
SHARED = Path(__file__).parents[3] / "shared" / "models"


def as_array(entry):
    """Make the NDArray of an entry of the recorded files."""
    _, _, dtype, values = entry
    if dtype == "bfloat16":
        widened = (values.astype(np.uint32) << 16).view(np.float32)
        return mx.nd.array(widened, dtype="bfloat16")
    return mx.nd.array(values, dtype=dtype)


@pytest.mark.parametrize("name", ["types_list", "types_dict", "shapes", "single", "nothing"])
def test_files_of_the_reference_both_ways(name, tmp_path):
    found = mx.nd.load(str(RECORDED / f"{name}.params"))
    named = name in ("types_dict", "shapes")
    assert isinstance(found, dict if named else list)
    if named:
        assert list(found) == [entry[0] for entry in FILES[name]]
    for array, entry in zip(found.values() if named else found, FILES[name], strict=True):
        expected = as_array(entry)
        assert array.dtype == expected.dtype and array.shape == expected.shape
        assert array.context == mx.cpu(0)
        assert np.array_equal(array.asnumpy(), expected.asnumpy())
    arrays = [as_array(entry) for entry in FILES[name]]
    data = dict(zip([entry[0] for entry in FILES[name]], arrays, strict=True)) if named else arrays
    mx.nd.save(str(tmp_path / "x"), data)
    assert (tmp_path / "x").read_bytes() == (RECORDED / f"{name}.params").read_bytes()


def test_np_shape_semantics(tmp_path):
    path = str(RECORDED / "np_shape.params")
    with pytest.raises(MXNetError, match="saved in np shape semantics"):
        mx.nd.load(path)
    with mx.util.np_shape(True):
        found = mx.nd.load(path)
        assert {name: array.shape for name, array in found.items()} == {
            "vector": (3,), "empty": (0, 2), "scalar": (), "bools": (2, 2)}
        mx.nd.save(str(tmp_path / "x"), found)
        with pytest.raises(MXNetError, match="not saved in np shape semantics"):
            mx.nd.load(str(RECORDED / "single.params"))
    assert (tmp_path / "x").read_bytes() == (RECORDED / "np_shape.params").read_bytes()


def test_a_single_array_is_a_list_of_one(tmp_path):
    path = str(tmp_path / "x")
    mx.nd.save(path, mx.nd.array([1, 2]))
    (array,) = mx.nd.load(path)
    assert array.asnumpy().tolist() == [1, 2]


def test_what_is_loaded_is_an_array_like_any_other(tmp_path):
    path = str(tmp_path / "x")
    mx.nd.save(path, [mx.nd.ones((2, 3)), mx.nd.zeros((1,))])
    a, b = mx.nd.load(path)
    a[:] = 5
    a += 1
    assert a.asnumpy().tolist() == [[6] * 3] * 2 and b.asnumpy().tolist() == [0]
    a.attach_grad()
    with mx.autograd.record():
        loss = (a * a).sum()
    loss.backward()
    assert a.grad.asnumpy().tolist() == [[12] * 3] * 2


def test_views_and_other_orders_are_saved_as_they_look(tmp_path):
    path = str(tmp_path / "x")
    base = mx.nd.array(np.arange(12).reshape(3, 4))
    mx.nd.save(path, {"rows": base[1:], "turned": base.T, "shaped": base.reshape((4, 3))})
    found = mx.nd.load(path)
    assert found["rows"].asnumpy().tolist() == base.asnumpy()[1:].tolist()
    assert found["turned"].asnumpy().tolist() == base.asnumpy().T.tolist()
    assert found["shaped"].shape == (4, 3)


@pytest.mark.parametrize("data, error", [
    ((), ValueError), ("x", ValueError), (None, ValueError), (np.ones(2), ValueError),
    ([1], TypeError), ([np.ones(2)], TypeError), ({"a": 1}, TypeError), ([None], TypeError),
])
def test_wrong_arguments_of_save(data, error, tmp_path):
    with pytest.raises(error):
        mx.nd.save(str(tmp_path / "x"), data)
    assert not (tmp_path / "x").exists()


def test_wrong_keys(tmp_path):
    for key in (1, None, b"a"):
        with pytest.raises(TypeError, match="dict str->NDArray"):
            mx.nd.save(str(tmp_path / "x"), {key: mx.nd.ones(1)})


def test_other_dicts_and_paths(tmp_path):
    data = collections.OrderedDict(b=mx.nd.ones(1), a=mx.nd.zeros(1))
    mx.nd.save(tmp_path / "x", data)
    assert list(mx.nd.load(tmp_path / "x")) == ["b", "a"]
    with pytest.raises(TypeError, match="fname required to be a string"):
        mx.nd.load(3)


def test_from_a_buffer():
    raw = (RECORDED / "types_dict.params").read_bytes()
    assert list(mx.nd.load_frombuffer(raw)) == [entry[0] for entry in FILES["types_dict"]]
    with pytest.raises(MXNetError, match="<buffer>, byte"):
        mx.nd.load_frombuffer(raw[:-3])
    with pytest.raises(MXNetError):
        mx.nd.load_frombuffer("abc")
    with pytest.raises(TypeError):
        mx.nd.load_frombuffer(7)


@pytest.mark.parametrize("device", [(1, 3), (2, 9), (3, 0), (77, 5), (-1, -1)])
def test_a_context_that_is_not_here_becomes_the_cpu(device):
    record = struct.pack("<IiiqiiiI", V2, 0, 1, 1, *device, 0, 0x3F800000)
    (array,) = mx.nd.load_frombuffer(a_file(record))
    assert array.context == mx.cpu(0) and array.asnumpy().tolist() == [1]


def test_contexts_are_written_as_mxnet_writes_them(tmp_path):
    for ctx, fields in ((mx.cpu(3), (1, 3)), (mx.cpu_pinned(0), (3, 0))):
        mx.nd.save(str(tmp_path / "x"), [mx.nd.ones((1,), ctx=ctx)])
        assert struct.unpack_from("<ii", (tmp_path / "x").read_bytes(), 44) == fields


@pytest.mark.gpu
def test_a_gpu_array_comes_back_on_its_gpu(tmp_path):
    mx.nd.save(str(tmp_path / "x"), [mx.nd.ones((2,), ctx=mx.gpu(0))])
    assert struct.unpack_from("<ii", (tmp_path / "x").read_bytes(), 44) == (2, 0)
    (array,) = mx.nd.load(str(tmp_path / "x"))
    assert array.context == mx.gpu(0) and array.asnumpy().tolist() == [1, 1]


def test_damaged_files_name_path_and_offset(tmp_path):
    path = tmp_path / "x.params"
    path.write_bytes((RECORDED / "single.params").read_bytes()[:60])
    with pytest.raises(MXNetError, match=f"{path}, byte 56: .* takes 16 bytes"):
        mx.nd.load(str(path))
    with pytest.raises(MXNetError, match="No such file"):
        mx.nd.load(str(tmp_path / "nowhere"))


def test_an_array_that_never_had_a_value():
    with pytest.raises(MXNetError, match="before it had a shape"):
        mx.nd.load_frombuffer(a_file(struct.pack("<Iii", V2, 0, 0)))


def test_safetensors_by_extension(tmp_path):
    path = str(tmp_path / "x.safetensors")
    data = {"w": mx.nd.array([[1.5, 2]]), "b": mx.nd.array([1, 2], dtype="bfloat16")}
    mx.nd.save(path, data)
    found = mx.nd.load(path)
    assert list(found) == ["w", "b"] and found["b"].dtype == "bfloat16"
    for name, array in data.items():
        assert np.array_equal(found[name].asnumpy(), array.asnumpy())
    mx.nd.save(path, list(data.values()))
    assert isinstance(mx.nd.load(path), list)


def test_a_scalar_of_another_library_has_one_element_here(tmp_path):
    numpy = pytest.importorskip("safetensors.numpy")
    path = str(tmp_path / "x.safetensors")
    numpy.save_file({"steps": np.array(7, np.int64)}, path)
    assert mx.nd.load(path)["steps"].shape == (1,)
    with mx.util.np_shape(True):
        assert mx.nd.load(path)["steps"].shape == ()


@pytest.mark.parametrize("dtype", TYPES)
def test_every_type_survives(dtype, tmp_path):
    path = str(tmp_path / "x")
    values = np.array([[0, 1], [1, 100]]).astype(dtype)
    mx.nd.save(path, [mx.nd.array(values, dtype=dtype)])
    (array,) = mx.nd.load(path)
    assert np.dtype(array.dtype) == values.dtype and np.array_equal(array.asnumpy(), values)


@pytest.mark.skipif(not SHARED.is_dir(), reason="needs the collection of real models")
def test_real_models_load():
    paths = sorted(SHARED.glob("*/*.params"))
    assert paths
    for path in paths:
        found = mx.nd.load(str(path))
        assert found and all(np.isfinite(array.asnumpy()).all() for array in found.values())
